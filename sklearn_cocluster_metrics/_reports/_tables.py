"""Tables as text, HTML and LaTeX."""

from collections.abc import Sequence
from html import escape
from typing import Literal, NamedTuple

_IN_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    **{character: f"\\{character}" for character in "{}$&#_%"},
    **dict.fromkeys("\n\r\t", " "),
}


class TableEntry(NamedTuple):
    """A mean and a standard deviation as they are printed, "" where unknown."""

    mean: str
    deviation: str
    n_failed: int
    is_best: bool

    def text(self) -> str:
        """Return the entry as text."""
        deviation = f" ± {self.deviation}" if self.deviation else ""
        return self._or_failed(self.mean + deviation)

    def latex(self) -> str:
        """Return the entry as LaTeX; the best is bold."""
        number = self.mean.replace("inf", r"\infty")
        number += rf" \pm {self.deviation}" if self.deviation else ""
        number = rf"\mathbf{{{number}}}" if self.is_best else number
        return self._or_failed(f"${number}$")

    def _or_failed(self, number: str) -> str:
        """Append the number of failures; without a mean, say why."""
        if not self.mean:
            return "failed" if self.n_failed else "undefined"
        return number + (f" ({self.n_failed} failed)" if self.n_failed else "")


class Table(NamedTuple):
    """A table whose first `n_names` columns name the rows.

    A row whose first name is empty continues the group of rows above it.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str | TableEntry]]
    n_names: int = 1
    align: Literal["left", "right"] = "right"

    def text(self) -> str:
        """Return the table as text, with a star at the best entries."""
        rows = [
            [o if isinstance(o, str) else o.text() + " *" * o.is_best for o in row]
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
                text = escape(one if isinstance(one, str) else one.text())
                if isinstance(one, TableEntry) and one.is_best:
                    text = f"<strong>{text}</strong>"
                cells.append(f'<{tag} style="text-align: {align}">{text}</{tag}>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        head, body = rows[0], "".join(rows[1:])
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"

    def latex(self) -> str:
        """Return a tabular in the style of booktabs, with the best entries in bold."""
        n_numbers = len(self.header) - self.n_names
        lines = [
            rf"\begin{{tabular}}{{{'l' * self.n_names}{'c' * n_numbers}}}",
            r"\toprule",
            " & ".join(map(_escaped, self.header)) + r" \\",
        ]
        for row in self.rows:
            if row[0]:
                lines.append(r"\midrule")
            cells = [_escaped(o) if isinstance(o, str) else o.latex() for o in row]
            lines.append(" & ".join(cells).lstrip() + r" \\")
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _escaped(text: str) -> str:
    """Escape what has a meaning in LaTeX."""
    return "".join(_IN_LATEX.get(character, character) for character in text)


def html(parts: Sequence[str | Table]) -> str:
    """Return paragraphs and tables as HTML."""
    return "".join(
        part.html() if isinstance(part, Table) else f"<p>{escape(part)}</p>"
        for part in parts
    )


def number(value: float | None, digits: int = 3) -> str:
    """Return a number as text, "" for None; what rounds to 0 has no sign."""
    return "" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"
