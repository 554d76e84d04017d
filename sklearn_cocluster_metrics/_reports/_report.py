"""A report: a string that a notebook shows as tables."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple


class Table(NamedTuple):
    """A table of strings; the first column names the rows."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def text(self) -> str:
        """Align the first column at the left, the others at the right."""
        rows = [self.header, *self.rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(
                [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]
            ).rstrip()
            for row in rows
        )

    def html(self) -> str:
        """Write an HTML table."""
        head = "".join(f"<th>{escape(cell)}</th>" for cell in self.header)
        body = "".join(
            f"<tr><th>{escape(row[0])}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
            + "</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Report(str):
    """The text of a report, which a notebook shows as HTML tables."""

    sections: Sequence[str | Table]

    @classmethod
    def of(cls, sections: Sequence[str | Table]) -> "Report":
        """Write paragraphs and tables one below the other."""
        report = cls(
            "\n\n".join(
                part.text() if isinstance(part, Table) else part for part in sections
            )
            + "\n"
        )
        report.sections = sections
        return report

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Return the report as HTML; Jupyter calls this."""
        return "".join(
            part.html() if isinstance(part, Table) else f"<p>{escape(part)}</p>"
            for part in self.sections
        )


def number(value: float | None, digits: int = 3) -> str:
    """Write a number, or nothing; what rounds to 0 has no sign."""
    return "" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"
