"""Tables of a comparison: text, HTML and LaTeX of one layout."""

from html import escape

from ._comparison_layout import Entry, Layout

_IN_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "{}$&#_%"},
    **dict.fromkeys("\n\r\t", " "),
}

_AT_THE_LEFT = 'style="text-align: left"'


def as_text(layout: Layout) -> str:
    """Write a table whose columns are aligned at the left, the best with a star."""
    table = [["data", "candidate", *_headers(layout)]]
    for row in layout.rows:
        entries = [_plain(one) + " *" * one.is_best for one in row.entries]
        data = row.data if row.is_first_of_data else ""
        table.append([data, row.candidate, *entries])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
    return "\n".join([*lines, "", layout.notes("*"), *layout.failures])


def as_html(layout: Layout) -> str:
    """Write an HTML table, the best in bold."""
    names = ["data", "candidate", *_headers(layout)]
    head = "".join(f"<th {_AT_THE_LEFT}>{escape(name)}</th>" for name in names)
    body = []
    for row in layout.rows:
        data = row.data if row.is_first_of_data else ""
        cells = [
            f"<th {_AT_THE_LEFT}>{escape(data)}</th>",
            f"<td {_AT_THE_LEFT}>{escape(row.candidate)}</td>",
        ]
        for entry in row.entries:
            text = escape(_plain(entry))
            text = f"<strong>{text}</strong>" if entry.is_best else text
            cells.append(f"<td {_AT_THE_LEFT}>{text}</td>")
        body.append(f"<tr>{''.join(cells)}</tr>")
    table = f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody>"
    notes = [layout.notes("Bold:"), *layout.failures]
    return f"<table>{table}</table>" + "".join(f"<p>{escape(one)}</p>" for one in notes)


def as_latex(layout: Layout) -> str:
    """Write a LaTeX tabular in the style of booktabs, the best in bold."""
    arrows = {True: r"$\uparrow$", False: r"$\downarrow$"}
    head = ["data", "candidate"] + [
        f"{_escape(name)} {arrows[higher]}"
        for name, higher in layout.greater_is_better.items()
    ]
    lines = [
        rf"\begin{{tabular}}{{ll{'c' * len(layout.greater_is_better)}}}",
        r"\toprule",
        " & ".join(head) + r" \\",
    ]
    for row in layout.rows:
        if row.is_first_of_data:
            lines.append(r"\midrule")
        data = row.data if row.is_first_of_data else ""
        cells = [_escape(data), _escape(row.candidate), *map(_math, row.entries)]
        lines.append(" & ".join(cells).lstrip() + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _headers(layout: Layout) -> list[str]:
    """Name the metrics, with an arrow for the direction."""
    return [
        f"{name} {'↑' if higher else '↓'}"
        for name, higher in layout.greater_is_better.items()
    ]


def _plain(entry: Entry) -> str:
    """Write an entry as text."""
    if not entry.mean:
        return "failed" if entry.n_failed else "undefined"
    text = entry.mean
    if entry.deviation:
        text += f" ± {entry.deviation}"
    return text + (f" ({entry.n_failed} failed)" if entry.n_failed else "")


def _math(entry: Entry) -> str:
    """Write an entry as LaTeX; the standard deviation of the best is bold too."""
    if not entry.mean:
        return _plain(entry)
    text = entry.mean.replace("inf", r"\infty")
    if entry.deviation:
        text += rf" \pm {entry.deviation}"
    text = rf"$\mathbf{{{text}}}$" if entry.is_best else f"${text}$"
    return text + (f" ({entry.n_failed} failed)" if entry.n_failed else "")


def _escape(name: str) -> str:
    """Escape what has a meaning in LaTeX."""
    return "".join(_IN_LATEX.get(character, character) for character in name)
