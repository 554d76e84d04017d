"""The directive ``names-of-others``: names of a package, and the calls that give them.

The table is made of ``names_of_others.json``, which the study
``names_of_other_packages.py`` writes.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contracts_table import NONE, list_table
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

FILE = Path(__file__).resolve().parent.parent / "names_of_others.json"


class NamesOfOthers(SphinxDirective):
    """Write how the rows of a package were checked, and the table of them."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a sentence and a table."""
        packages = json.loads(FILE.read_text(encoding="utf-8"))
        by_name = {package["name"]: package for package in packages}
        self.env.note_dependency(str(FILE))
        return self.parse_text_to_nodes("\n".join(lines_of(by_name[self.arguments[0]])))


def lines_of(package: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a package in reStructuredText."""
    yield how_checked(package)
    yield ""
    rows = [cells_of(row, package) for row in package["rows"]]
    yield from list_table({package["name"]: 38, "Here": 38, "What differs": 24}, rows)


def how_checked(package: Mapping[str, Any]) -> str:
    """Say whether the package was run, or its formulas."""
    by_formula = [row for row in package["rows"] if row.get("checked") == "formula"]
    if not package["version"]:
        return f"The calls were compared with {package['source']}. It was not run."
    sentence = f"Version {package['version']} was run beside this package."
    if by_formula:
        names = ", ".join(f"``{row['there']}``" for row in by_formula)
        sentence += f" Only the definitions of {names} were compared."
    return sentence


def cells_of(row: Mapping[str, Any], package: Mapping[str, Any]) -> Iterator[str]:
    """Yield the name there, the call here, and what differs."""
    yield f"``{row['there']}``"
    yield f"``{row['here']}``" if row["here"] else NONE
    differences = [row["note"]]
    if row.get("differs_if_trivial") and not row["differs"]:
        differences.append(package["trivial"])
    yield " ".join(filter(None, differences))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("names-of-others", NamesOfOthers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
