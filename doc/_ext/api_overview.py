"""The directive ``api-overview``: the tables of all pages of the API on one page.

Its content lists the pages in their order. Each page has the names of one group, with
``:toctree:``, which makes a page for each name; the overview shows the same tables.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

# A page defines its label and its module once, and makes the pages of its names.
DEFINED_ONCE = re.compile(r"^(?:\.\. (?:_\w+:|module::.*)|    :toctree:.*)\n", re.M)


class ApiOverview(SphinxDirective):
    """Show the pages that are listed, one below the other."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the tables of contents of the sidebar, and a section for each page."""
        lines = [".. toctree::", "    :hidden:", "    :titlesonly:", ""]
        lines += [f"    {page}" for page in self.content]
        for page in self.content:
            relative, path = self.env.relfn2path(f"{page}.rst")
            self.env.note_dependency(relative)
            with open(path, encoding="utf-8") as file:
                lines += ["", DEFINED_ONCE.sub("", file.read())]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("api-overview", ApiOverview)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
