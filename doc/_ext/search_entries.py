"""Let the search lead to the sections that have an entry in the index.

The authors of a page write ``.. index::`` before a section, with the words that people
type. The search of Sphinx lists these entries below all pages that contain the words,
and the text below an entry is empty, because its anchor is not the anchor of the
section. With this extension, an entry comes first and leads to the section itself.
`search_scorer.js` has the weights of the pages.
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata


def lead_to_sections(app: Sphinx, doctree: nodes.document) -> None:
    """Make every entry before a section a main entry of that section."""
    anchors = {
        anchor: section["ids"][0]
        for section in doctree.findall(nodes.section)
        for anchor in section["ids"]
    }
    for index in doctree.findall(addnodes.index):
        index["entries"] = [
            (kind, words, anchors[target], "main", key)
            if target in anchors
            else (kind, words, target, importance, key)
            for kind, words, target, importance, key in index["entries"]
        ]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Change the entries of each page that is read."""
    app.connect("doctree-read", lead_to_sections)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
