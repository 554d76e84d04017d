"""Show results and tables as text, HTML, data frames, LaTeX and Markdown."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from html import escape
from math import isnan
from typing import Any, Literal, NamedTuple

from ._arguments import check_integer
from ._entry_names import is_numbering
from ._results import Result


class BestText(str):
    """Text that is the best in a table, and is shown with a star or in bold."""


class TextTable(NamedTuple):
    """A table in which the first `n_names` columns name the rows."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    n_names: int = 1
    # Alignment of the columns after the names
    align: Literal["left", "right"] = "right"

    def text(self) -> str:
        """Return the table as text, with a star at each `BestText`."""
        rows = [
            [_mark_in_text(text) for text in row] for row in (self.header, *self.rows)
        ]
        columns = []
        for position, column in enumerate(zip(*rows, strict=True)):
            width = max(len(text) for text in column)
            if self._alignment(position) == "left":
                columns.append([text.ljust(width) for text in column])
            else:
                columns.append([text.rjust(width) for text in column])
        lines = ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]
        return "\n".join(lines)

    def html(self) -> str:
        """Return the table as HTML, with each `BestText` in bold."""
        head = self._html_row(self.header, is_header=True)
        body = "".join(self._html_row(row, is_header=False) for row in self.rows)
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"

    def markdown(self) -> str:
        """Return the table as Markdown, with each `BestText` in bold."""
        rule = []
        for position in range(len(self.header)):
            is_right = self._alignment(position) == "right"
            rule.append("--:" if is_right else "---")
        header = [_mark_in_markdown(text) for text in self.header]
        body = [[_mark_in_markdown(text) for text in row] for row in self.rows]
        lines = [f"| {' | '.join(row)} |" for row in (header, rule, *body)]
        return "\n".join(lines)

    def _alignment(self, position: int) -> Literal["left", "right"]:
        """Return how the column at this position is aligned.

        The columns with names are aligned to the left.
        """
        return "left" if position < self.n_names else self.align

    def _html_row(self, row: Sequence[str], *, is_header: bool) -> str:
        """Return a row of the table as HTML; its first cell is a heading."""
        cells = []
        for position, text in enumerate(row):
            tag = "th" if is_header or position == 0 else "td"
            content = escape(text)
            if isinstance(text, BestText):
                content = f"<strong>{content}</strong>"
            style = f"text-align: {self._alignment(position)}"
            cells.append(f'<{tag} style="{style}">{content}</{tag}>')
        return f"<tr>{''.join(cells)}</tr>"


def _mark_in_text(text: str) -> str:
    """Return a text, followed by a star if it is the best."""
    return f"{text} *" if isinstance(text, BestText) else text


def _mark_in_markdown(text: str) -> str:
    """Return a text for a table in Markdown, which is in bold if it is the best."""
    escaped = text.replace("|", r"\|")
    return f"**{escaped}**" if isinstance(text, BestText) else escaped


def render_html(parts: Sequence[str | TextTable]) -> str:
    """Return paragraphs and tables as HTML."""
    return "".join(
        part.html() if isinstance(part, TextTable) else f"<p>{escape(part)}</p>"
        for part in parts
    )


class Framed(Result):
    """Result with a data frame, which becomes a table in LaTeX or in Markdown."""

    to_frame: Callable[[], Any]

    def to_latex(self, *, digits: int = 3) -> str:
        r"""Return the table in LaTeX; needs pandas, except for reports.

        Parameters
        ----------
        digits : int, default=3
            Decimals, at most 15.

        Returns
        -------
        table : str
            A ``tabular`` for ``\usepackage{booktabs}``; special characters are escaped.
        """
        rows = [[escape_latex(text) for text in row] for row in self._rows(digits)]
        n_numbers = len(rows[0]) - 1
        return latex_table(rows, "l" + "r" * n_numbers, notes=self._notes())

    def to_markdown(self, *, digits: int = 3) -> str:
        """Return the table in Markdown; needs pandas, except for reports.

        Parameters
        ----------
        digits : int, default=3
            Decimals, at most 15.

        Returns
        -------
        table : str
            With vertical bars between columns; those in names are escaped.
        """
        header, *rows = self._rows(digits)
        # A star at the beginning of a paragraph would make a list in Markdown.
        notes = [note.replace("*", r"\*") for note in self._notes()]
        return "\n\n".join([TextTable(header, rows).markdown(), *notes])

    def _notes(self) -> Sequence[str]:
        """Return the sentences below the table when the result is shown."""
        return ()

    def _corner(self) -> str:
        """Return the text that stands above the names of the rows."""
        return ""

    def _rows(self, digits: int) -> Sequence[Sequence[str]]:
        """Return the header and the rows of the data frame as text.

        The index becomes the first column, unless it is the default index. It has one
        level, and the header calls this column by the text of `_corner`.
        """
        digits = check_integer(digits, "digits", 0, 15)
        frame = self.to_frame()
        if not is_numbering(frame.index):
            frame = frame.reset_index(names=self._corner())
        header = [str(name) for name in frame.columns]
        entries = frame.astype(object).to_numpy().tolist()
        rows = [
            [
                format_cell(name, entry, digits)
                for name, entry in zip(header, row, strict=True)
            ]
            for row in entries
        ]
        return [header, *rows]


_LATEX_ESCAPES = str.maketrans(
    {character: rf"\{character}" for character in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
    | {"\\": r"\textbackslash{}", "±": r"$\pm$"}
    | {"↑": r"$\uparrow$", "↓": r"$\downarrow$"}
)


def escape_latex(text: str) -> str:
    """Return a text with the special characters of LaTeX escaped."""
    return text.translate(_LATEX_ESCAPES)


def latex_table(
    rows: Sequence[Sequence[str]],
    align: str,
    *,
    caption: str | None = None,
    label: str | None = None,
    notes: Sequence[str] = (),
) -> str:
    """Return a table of LaTeX for booktabs, of which the first row is the header.

    The entries of the rows, the caption and the label are written in LaTeX. `align` has
    a letter for each column, such as "lrr". With a caption or a label, the result is a
    floating table. Otherwise, it is only a `tabular`. Each of the `notes` is plain text
    for a row below the table.
    """
    header, *body = [" & ".join(row) + r" \\" for row in rows]
    lines = [rf"\begin{{tabular}}{{{align}}}", r"\toprule"]
    lines += [header, r"\midrule", *body, r"\bottomrule"]
    for note in notes:
        text = rf"\footnotesize {escape_latex(note)}"
        lines.append(rf"\multicolumn{{{len(align)}}}{{l}}{{{text}}} \\")
    lines.append(r"\end{tabular}")
    if not caption and not label:
        return "\n".join(lines)
    commands = []
    if caption:
        commands.append(rf"\caption{{{caption}}}")
    if label:
        commands.append(rf"\label{{{label}}}")
    lines = [r"\begin{table}", r"\centering", *commands, *lines, r"\end{table}"]
    return "\n".join(lines)


def format_cell(column: str, entry: Any, digits: int = 3) -> str:
    """Return an entry of a column of this name as text, or "" if it is missing.

    A p-value has two significant digits, because decimals would print a small one as 0.
    """
    if column.startswith("pvalue") and isinstance(entry, float) and not isnan(entry):
        return f"{entry:.2g}"
    return format_entry(entry, digits)


def format_entry(entry: Any, digits: int) -> str:
    """Return an entry of a data frame as text, or "" if it is missing.

    A float has as many decimals as `digits` says. The parts of a list or a tuple are
    separated by commas.
    """
    if entry is None:
        return ""
    if isinstance(entry, float):
        return "" if isnan(entry) else format_number(entry, digits)
    if isinstance(entry, list | tuple):
        return ", ".join(format_entry(part, digits) for part in entry)
    return str(entry)


class Tabular(Framed):
    """Result that is a table, with its printed form and its data frame.

    The table has one row, with the attributes of the result, unless a subclass returns
    other columns.
    """

    def _columns(self) -> dict[str, Any]:
        """Return the entries of each column, by its name.

        By default, each column has one entry.
        """
        return {
            name: [value]
            for name, value in vars(self).items()
            if value is None or isinstance(value, (str, bool, int, float, tuple))
        }

    def __repr__(self) -> str:
        """Return the fields of a result of one row, with three digits of a float.

        Fields that are None, or have `repr=False`, are left out. A result of several
        rows has a short form of its own.
        """
        hidden = _fields_without_repr(self)
        attributes = []
        for name, [value] in self._columns().items():
            if name in hidden:
                continue
            if isinstance(value, float):
                attributes.append(f"{name}={value:.3g}")
            elif value is not None:
                attributes.append(f"{name}={value!r}")
        return f"{type(self).__name__}({', '.join(attributes)})"

    def __str__(self) -> str:
        return "\n".join([repr(self), *self._notes()])

    def to_frame(self) -> Any:
        """Return the result as a table; needs pandas.

        Returns
        -------
        frame : pandas.DataFrame
            Table with a row for each item that was tested; a single test has one row.
        """
        from pandas import DataFrame

        return DataFrame(self._columns())

    def _repr_html_(self) -> str:
        """Return the table as HTML, below the short form and above the notes.

        Each note is a sentence, which becomes a paragraph. Jupyter calls this method.
        """
        columns = self._columns()
        rows = [
            [_short_text(value) for value in row]
            for row in zip(*columns.values(), strict=True)
        ]
        table = TextTable(list(columns), rows)
        return render_html([repr(self), table, *self._notes()])


def _fields_without_repr(result: Any) -> set[str]:
    """Return the names of the fields that the short form of a dataclass leaves out."""
    return {field.name for field in fields(result) if not field.repr}


def _short_text(value: object) -> str:
    """Return a value as text, and a float with four significant digits."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def format_number(value: float | None, digits: int = 3) -> str:
    """Return a number with some decimals, or "" for None.

    A number that is rounded to 0 has no sign.
    """
    if value is None:
        return ""
    rounded = round(value, digits) + 0.0  # The sum turns -0.0 into 0.0.
    return f"{rounded:.{digits}f}"
