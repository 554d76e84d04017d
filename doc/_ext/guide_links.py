"""Directive that links a public name to the sections of the guide that explain it.

A section explains a name if it has a role for it, or, where no section has, if it has
the name in its code. Sections are those with a label, because only these can be linked.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

DOCUMENTATION = Path(__file__).resolve().parent.parent
# The last label before a title: others cannot be linked by name.
LABEL = re.compile(r"^\.\. _(\w+):\n\n(?=.+\n([=~-])\2+\n)", re.MULTILINE)
N_SECTIONS = 3


class GuideLinks(SphinxDirective):
    """Link the sections of the guide that explain the name."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a paragraph with the links, or nothing if there are none."""
        for page in pages():
            self.env.note_dependency(str(page))
        labels = sections_on(self.arguments[0])
        if not labels:
            return []
        links = ", ".join(f":ref:`{label}`" for label in labels)
        return self.parse_text_to_nodes(f"**In the guide:** {links}.")


def sections_on(name: str) -> list[str]:
    """Return the labels of the first sections that explain a public name."""
    role = re.compile(rf":(?:func|class):`~?[\w.]*\b{name}`")
    in_code = re.compile(rf"\b{name}\b")
    for wanted in (role, in_code):
        found = [label for label, text in sections() if wanted.search(text)]
        if found:
            return found[:N_SECTIONS]
    return []


@cache
def sections() -> tuple[tuple[str, str], ...]:
    """Return the label and the text of each labeled section, in the guide's order."""
    return tuple(section for page in pages() for section in split(page))


def split(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of each labeled section of a page."""
    _, *parts = LABEL.split(page.read_text(encoding="utf-8"))
    yield from zip(parts[::3], parts[2::3], strict=True)


def pages() -> list[Path]:
    """List the pages of the guide in their order."""
    folder = DOCUMENTATION / "user_guide"
    index = (folder / "index.rst").read_text(encoding="utf-8")
    names = re.findall(r"^    (\w+)$", index, flags=re.MULTILINE)
    return [folder / f"{name}.rst" for name in names]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("guide-links", GuideLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
