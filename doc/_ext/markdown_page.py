"""Directive that shows a Markdown file of the repository as a page.

It reads what these files use: headings, paragraphs, lists, tables, fenced code, bold
text, inline code and links. A link to a page of this documentation becomes a reference,
a link to any other file of the repository its name.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from contracts_table import list_table
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

UNDERLINES = {1: "=", 2: "-", 3: "~"}
MARKED = re.compile(
    r"(?P<bold>\*\*)?`(?P<code>[^`]+)`(?(bold)\*\*)"
    r"|\[(?P<text>[^]]+)\]\((?P<target>[^)]+)\)"
)


class MarkdownPage(SphinxDirective):
    """Show the Markdown file that is named, with its headings."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the content of the page."""
        relative, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        text = Path(path).read_text(encoding="utf-8")
        lines = "\n".join(restructured(text.splitlines()))
        return self.parse_text_to_nodes(lines, allow_section_headings=True)


def restructured(lines: list[str]) -> Iterator[str]:
    """Yield the lines in reStructuredText."""
    fenced, table = False, []
    for line in [*lines, ""]:
        if table and not line.startswith("|"):
            yield from as_table(table)
            table = []
        if line.startswith("```"):
            fenced = not fenced
            yield from ("", f".. code-block:: {line[3:]}", "") if fenced else ("",)
        elif fenced:
            yield f"   {line}"
        elif line.startswith("|"):
            table.append([inline(cell.strip()) for cell in line.strip("|").split("|")])
        elif line.startswith("#"):
            marks, title = line.split(" ", 1)
            yield from (inline(title), UNDERLINES[len(marks)] * len(inline(title)), "")
        else:
            yield inline(line)


def as_table(rows: list[list[str]]) -> Iterator[str]:
    """Yield a table; its second row separates the head, and its headings differ."""
    classes = "wide" if len(rows[0]) > 6 else "narrow"
    widths = dict.fromkeys(rows[0], 100 // len(rows[0]))
    yield from list_table(widths, rows[2:], classes)
    yield ""


def inline(text: str) -> str:
    """Write code and links within a line in reStructuredText."""
    return MARKED.sub(
        lambda found: (
            f"``{found['code']}``"
            if found["code"]
            else link(found["text"], found["target"])
        ),
        text,
    )


def link(text: str, target: str) -> str:
    """Write a link to another host or to a page of this documentation."""
    if target.startswith("http"):
        return f"`{text} <{target}>`__"
    page = target.partition("#")[0]
    if not page.startswith("doc/"):
        return f"``{page}``"
    page = "/" + page.removeprefix("doc/").removesuffix(".rst")
    return f":doc:`{text} <{page}>`"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("markdown-page", MarkdownPage)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
