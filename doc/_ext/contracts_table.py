"""Directives that make tables of the indices from their contracts.

``contracts-table`` says what each index promises, ``degenerate-cases`` what it is where
its formula says nothing, ``properties-table`` what a search found about it.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._indices._contract import Contract

MINUS, INFINITY, NONE = "\N{MINUS SIGN}", "\N{INFINITY}", "\N{EN DASH}"
PROPERTIES = Path(__file__).resolve().parent.parent / "properties.json"
ONE_BLOCK = ([0, 0, 0, 0], [0, 0, 0])
SINGLE_CELLS = ([0, 1, 2, 3], [0, 1, 2])
CASES = {
    "partition": {
        "One block, twice": (ONE_BLOCK, ONE_BLOCK),
        "Single cells, twice": (SINGLE_CELLS, SINGLE_CELLS),
        "One block against single cells": (ONE_BLOCK, SINGLE_CELLS),
        "Rows together in both, columns together against single": (
            ONE_BLOCK,
            (ONE_BLOCK[0], SINGLE_CELLS[1]),
        ),
    },
}


# One index under two names has one row, that of the name on the right. A similarity
# that is one minus a distance is shown as such.
SAME = {
    "adjusted_rand": "cari",
    "bicluster_eren_recovery": "bicluster_jaccard",
}
ONE_MINUS = {
    "bicluster_rnia": "rnia_distance",
    "bicluster_ce": "clustering_error",
}


class TableOfIndices(SphinxDirective):
    """Write a row for every contract on the structure that is named."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        structure = self.arguments[0]
        contracts = [
            contract
            for contract in CONTRACTS.values()
            if contract.structure == structure and contract.name not in SAME | ONE_MINUS
        ]
        if not contracts:
            raise self.error(f"No contract is on the structure {structure!r}.")
        lines = list_table(self.columns(structure), map(self.row_of, contracts))
        return self.parse_text_to_nodes("\n".join(lines))

    def columns(self, structure: str) -> Mapping[str, int]:
        """Return the heading and the width of each column."""
        raise NotImplementedError

    def row_of(self, contract: Contract) -> Iterable[str]:
        """Return the cells of one index."""
        raise NotImplementedError


class ContractsTable(TableOfIndices):
    """Say what each index promises."""

    def columns(self, structure: str) -> Mapping[str, int]:
        """Return the heading and the width of each column."""
        return {
            "Index": 22,
            "Better": 7,
            "Range": 10,
            "At equality": 8,
            "By chance": 14,
            "Symmetric": 8,
            "Source": 22,
        }

    def row_of(self, contract: Contract) -> Iterable[str]:
        """Return the cells of one index."""
        yield link_to(contract)
        yield "higher" if contract.greater_is_better else "lower"
        yield f"{number(contract.lower)} to {number(contract.upper, contract)}"
        yield number(contract.at_equality, contract)
        yield chance_of(contract)
        yield "yes" if contract.symmetric else "no"
        yield contract.source


class DegenerateCases(TableOfIndices):
    """Compute each index where one structure or both are trivial."""

    def columns(self, structure: str) -> Mapping[str, int]:
        """Return the heading and the width of each column."""
        return {"Index": 20, **dict.fromkeys(CASES[structure], 20)}

    def row_of(self, contract: Contract) -> Iterable[str]:
        """Return the cells of one index."""
        yield link_to(contract)
        for true, pred in CASES[contract.structure].values():
            yield number(contract(true, pred))


class PropertiesTable(SphinxDirective):
    """Write a column for every property, as ``.ci/properties.py`` stored it.

    There are too many properties to name in the head of the table: they are numbered.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the list of the properties, and the table."""
        self.env.note_dependency(str(PROPERTIES))
        table = json.loads(PROPERTIES.read_text(encoding="utf-8"))
        found = table[self.arguments[0]]
        names = list(next(iter(found.values())))
        numbered = [f"{number}. {name}" for number, name in enumerate(names, 1)]
        columns = {"Index": 14, **{str(n): 4 for n in range(1, len(names) + 1)}}
        found = {index: found[index] for index in found if index not in hidden(found)}
        rows = (
            [link_to(CONTRACTS[index]), *(verdict(one) for one in checks.values())]
            for index, checks in found.items()
        )
        lines = [*numbered, "", *list_table(columns, rows)]
        return self.parse_text_to_nodes("\n".join(lines))


def hidden(found: Mapping[str, Mapping[str, Mapping[str, str]]]) -> set[str]:
    """Return the second names of indices that are found to be the same throughout."""

    def verdicts(index: str) -> list[str]:
        return [one["verdict"] for one in found[index].values()]

    return {
        index
        for index, name in SAME.items()
        if index in found and name in found and verdicts(index) == verdicts(name)
    }


def verdict(found: Mapping[str, str]) -> str:
    """Write a verdict; what fails is bold."""
    return f"**{found['verdict']}**" if found["verdict"] == "no" else found["verdict"]


def list_table(
    columns: Mapping[str, int], rows: Iterable[Iterable[str]]
) -> Iterator[str]:
    """Yield the lines of a table in reStructuredText."""
    yield ".. list-table::"
    yield "   :header-rows: 1"
    yield "   :class: wide"
    yield f"   :widths: {' '.join(map(str, columns.values()))}"
    yield ""
    for row in (columns, *rows):
        for mark, cell in zip("*" + " " * len(columns), row, strict=False):
            yield f"   {mark} - {cell}"


def link_to(contract: Contract) -> str:
    """Write the names of the index, as links to its functions."""
    names = [contract.name, *(name for name in SAME if SAME[name] == contract.name)]
    links = [link_to_function(name) for name in names]
    for name, distance in ONE_MINUS.items():
        if distance == contract.name:
            links.append(f"1 {MINUS} {link_to_function(name)}")
    return ", ".join(links)


def link_to_function(name: str) -> str:
    """Write the name of a contract, as a link to its function."""
    function = CONTRACTS[name].function.__name__
    return f":func:`{name} <sklearn_cocluster_metrics.{function}>`"


def chance_of(contract: Contract) -> str:
    """Say what the mean by chance is, and under which null models exactly."""
    if contract.chance_level is None:
        return NONE
    exact = " and ".join(f"``{name}``" for name in contract.chance_is_exact_under)
    return number(contract.chance_level) + (f", under {exact}" if exact else "")


def number(value: float | None, contract: Contract | None = None) -> str:
    """Write a value; one that adds up over the modes, with the factor for modes."""
    if value is None:
        return NONE
    size = INFINITY if math.isinf(value) else f"{abs(value):.3g}"
    per_mode = " per mode" if contract and contract.adds_over_modes and value else ""
    return (MINUS if value < 0 else "") + size + per_mode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("contracts-table", ContractsTable)
    app.add_directive("degenerate-cases", DegenerateCases)
    app.add_directive("properties-table", PropertiesTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
