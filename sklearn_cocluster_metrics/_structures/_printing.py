"""Results and tables as text, HTML, data frames, LaTeX and Markdown."""

from collections.abc import Callable, Sequence
from html import escape
from math import isnan
from typing import Any, Literal, NamedTuple

from ._arguments import check_integer


class Best(str):
    """A text that tables mark, with a star or in bold."""


class TextTable(NamedTuple):
    """A table whose first `n_names` columns name the rows."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    n_names: int = 1
    align: Literal["left", "right"] = "right"

    def text(self) -> str:
        """Return the table as text, with a star at the best entries."""
        rows = [
            [text + " *" * isinstance(text, Best) for text in row]
            for row in (self.header, *self.rows)
        ]
        of_numbers = str.ljust if self.align == "left" else str.rjust
        columns = []
        for place, column in enumerate(zip(*rows, strict=True)):
            width = max(map(len, column))
            justify = str.ljust if place < self.n_names else of_numbers
            columns.append([justify(one, width) for one in column])
        return "\n".join("  ".join(row).rstrip() for row in zip(*columns, strict=True))

    def html(self) -> str:
        """Return the table as HTML, with the best entries in bold."""
        rows = []
        for is_body, row in enumerate([self.header, *self.rows]):
            cells = []
            for place, one in enumerate(row):
                tag = "td" if is_body and place else "th"
                align = "left" if place < self.n_names else self.align
                text = escape(one)
                if isinstance(one, Best):
                    text = f"<strong>{text}</strong>"
                cells.append(f'<{tag} style="text-align: {align}">{text}</{tag}>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        head, body = rows[0], "".join(rows[1:])
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"

    def markdown(self) -> str:
        """Return the table as Markdown, with the best entries in bold."""
        rows = []
        for row in (self.header, *self.rows):
            texts = (one.replace("|", r"\|") for one in row)
            marks = ("**" * isinstance(one, Best) for one in row)
            rows.append(
                [f"{mark}{one}{mark}" for mark, one in zip(marks, texts, strict=True)]
            )
        n_others = len(self.header) - self.n_names
        of_numbers = "--:" if self.align == "right" else "---"
        rows.insert(1, ["---"] * self.n_names + [of_numbers] * n_others)
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def html(parts: Sequence[str | TextTable]) -> str:
    """Return paragraphs and tables as HTML."""
    return "".join(
        part.html() if isinstance(part, TextTable) else f"<p>{escape(part)}</p>"
        for part in parts
    )


class Framed:
    """What has a data frame, and so a table for LaTeX and for Markdown."""

    to_frame: Callable[[], Any]

    def to_latex(self, *, digits: int = 3) -> str:
        r"""Return the data frame as a LaTeX table; needs pandas.

        Parameters
        ----------
        digits : int, default=3
            Decimals, at most 15.

        Returns
        -------
        table : str
            A ``tabular`` for ``\usepackage{booktabs}``; special characters are escaped.
        """
        rows = [[*map(in_latex, row)] for row in self._rows(digits)]
        return latex_table(rows, "l" + "r" * (len(rows[0]) - 1))

    def to_markdown(self, *, digits: int = 3) -> str:
        """Return the data frame as a Markdown table; needs pandas.

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
        return TextTable(header, rows).markdown()

    def _rows(self, digits: int) -> list[list[str]]:
        """Return header and rows of the data frame as text, with its index if named."""
        digits = check_integer(digits, "digits", 0, 15)
        frame = self.to_frame()
        if [*frame.index] != [*range(len(frame))]:
            frame = frame.reset_index(names="")
        rows = frame.astype(object).to_numpy().tolist()
        texts = [[entry_text(entry, digits) for entry in row] for row in rows]
        return [[*map(str, frame.columns)], *texts]


_IN_LATEX = str.maketrans(
    {one: rf"\{one}" for one in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"\\": r"\textbackslash{}", "↑": r"$\uparrow$", "↓": r"$\downarrow$"}
)


def in_latex(text: str) -> str:
    """Escape what is special in LaTeX."""
    return text.translate(_IN_LATEX)


def latex_table(
    rows: Sequence[Sequence[str]],
    align: str,
    caption: str | None = None,
    label: str | None = None,
) -> str:
    """Return a table of LaTeX for booktabs; the first row is the header."""
    head, *body = (" & ".join(row) + r" \\" for row in rows)
    begin = rf"\begin{{tabular}}{{{align}}}", r"\toprule"
    lines = [*begin, head, r"\midrule", *body, r"\bottomrule", r"\end{tabular}"]
    if caption or label:
        names = {"caption": caption, "label": label}
        named = [rf"\{key}{{{text}}}" for key, text in names.items() if text]
        lines = [r"\begin{table}", r"\centering", *named, *lines, r"\end{table}"]
    return "\n".join(lines)


def entry_text(entry: Any, digits: int) -> str:
    """Return an entry of a data frame as text; nothing for what is missing."""
    if isinstance(entry, float):
        return "" if isnan(entry) else number(entry, digits)
    if isinstance(entry, list | tuple):
        return ", ".join(entry_text(one, digits) for one in entry)
    return "" if entry is None else str(entry)


class Tabular(Framed):
    """A result that is a table: one row of its numbers and texts, or as it says."""

    def _columns(self) -> dict[str, Any]:
        """Return the columns by name."""
        return {
            name: [value]
            for name, value in vars(self).items()
            if value is None or isinstance(value, (str, bool, int, float, tuple))
        }

    def __repr__(self) -> str:
        row = (
            f"{name}={value:.3g}" if isinstance(value, float) else f"{name}={value!r}"
            for name, [value] in self._columns().items()
            if value is not None
        )
        return f"{type(self).__name__}({', '.join(row)})"

    def to_frame(self) -> Any:
        """Return the result as a table; needs pandas.

        Returns
        -------
        frame : pandas.DataFrame
            A row for each of the things tested; for a single one, one row.
        """
        from pandas import DataFrame

        return DataFrame(self._columns())

    def _repr_html_(self) -> str:
        """Return the table as HTML, below the short form; Jupyter calls this."""
        columns = self._columns()
        rows = [
            [f"{one:.4g}" if isinstance(one, float) else str(one) for one in row]
            for row in zip(*columns.values(), strict=True)
        ]
        return html([repr(self), TextTable([*columns], rows)])


def number(value: float | None, digits: int = 3) -> str:
    """Return a number as text, "" for None; what rounds to 0 has no sign."""
    return "" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def mode_names(n_modes: int) -> list[str]:
    """Name the modes, as keys and headers."""
    if n_modes == 1:
        return ["samples"]
    return ["rows", "columns", *(f"mode_{mode}" for mode in range(2, n_modes))]
