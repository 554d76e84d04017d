"""Directives that make tables of the indices from their contracts.

``contracts-table`` says what each index promises, ``degenerate-cases`` what it is where
its formula says nothing, ``properties-table`` what a search found about it.
"""

import json
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._indices._contract import Contract
from sklearn_cocluster_metrics.meta_evaluation import (
    _properties_of_biclusterings as of_biclusterings,
    _properties_of_labelings as of_labelings,
)

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


# If one index has two names, the table has one row, with the name on the right. The
# formula gives its value from the value under the name on the left.
SAME = {
    "adjusted_rand": ("{}", "cari"),
    "bicluster_eren_recovery": ("{}", "bicluster_jaccard"),
    "bicluster_rnia": (f"1 {MINUS} {{}}", "rnia_distance"),
    "bicluster_ce": (f"1 {MINUS} {{}}", "clustering_error"),
    "jaccard_distance": (f"1 {MINUS} {{}}", "jaccard"),
    "normalized_mirkin": (f"1 {MINUS} {{}}", "rand"),
    "hubert": ("({} + 1) / 2", "rand"),
    "mcconnaughey": ("({} + 1) / 2", "kulczynski"),
}


# The keys of publications in the list of references; a table repeats no long names.
KEYS = {
    "Robert, Vasseur & Brault (2021)": "RVB",
    "Rosales-Méndez & Ramírez-Cruz (2018)": "RR",
    "Hanczar & Nadif (2013)": "HN",
    "Gösgens, Tikhonov & Prokhorenkova (2021)": "GTP",
    "Horta & Campello (2014)": "HC",
    '"Cluster Validation Using Mutual Information"': "AMIS",
}


# Roles give a text a class: cells are colored, and more names of an index are found by
# the filter of the page without being shown.
ROLES = ("verdict-yes", "verdict-trivial", "verdict-no", "also-called")


# The structures in titles.
DESCRIPTIONS = {
    "clustering": "clusterings",
    "coclustering": "co-clusterings",
    "biclustering": "biclusterings",
}


# The properties of each structure; co-clusterings have those of clusterings, too.
PROPERTIES_OF = {
    "clustering": of_labelings.PROPERTIES,
    "coclustering": of_labelings.PROPERTIES_OF_COCLUSTERINGS,
    "biclustering": of_biclusterings.PROPERTIES_OF_BICLUSTERINGS,
}


# The families of indices, by the module of the function; others come last.
FAMILIES = {
    "partition": {
        "_cari": "Pairs",
        "_pair_counting": "Pairs",
        "_matched_clusters": "Matched clusters",
        "_information": "Information",
    },
    "biclustering": {
        "_precision_recall": "Best matches",
        "_microobjects": "Clusters of cells",
        "_bicluster_similarity": "Similarities",
    },
    "overlapping": {"_overlapping_clusters": "Clusters of samples"},
}
OTHERS = "Others"


def in_families(structure: str, names: Iterable[str]) -> dict[str, list[str]]:
    """Sort names of indices by their families."""
    families = {family: [] for family in (*FAMILIES[structure].values(), OTHERS)}
    for name in names:
        module = CONTRACTS[name].function.__module__.split(".")[-1]
        families[FAMILIES[structure].get(module, OTHERS)].append(name)
    return {family: members for family, members in families.items() if members}


class TableOfIndices(SphinxDirective):
    """Write a table for each family of contracts on the structure that is named."""

    required_arguments = 1
    legend = ""

    def run(self) -> list[nodes.Node]:
        """Return a section for each family."""
        structure = self.arguments[0]
        names = [
            contract.name
            for contract in CONTRACTS.values()
            if contract.structure == structure and contract.name not in SAME
        ]
        lines = definitions_of_roles()
        for family, members in in_families(structure, names).items():
            rows = (self.row_of(CONTRACTS[name]) for name in members)
            table = list_table(self.columns(structure), rows, f"wide {structure}")
            lines += [family, "~" * len(family), "", self.legend, "", *table, ""]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)

    def columns(self, structure: str) -> Mapping[str, int]:
        """Return the heading and the width of each column."""
        raise NotImplementedError

    def row_of(self, contract: Contract) -> Iterable[str]:
        """Return the cells of one index."""
        raise NotImplementedError


class ContractsTable(TableOfIndices):
    """Say what each index promises."""

    legend = (
        "*At equality*: for equal structures. *By chance*: mean over random "
        "structures of an index that is :verdict-yes:`corrected for chance`, and the "
        ":ref:`null models <null_models>` under which it is exact. *Source*: a key of "
        ":doc:`references`."
    )

    def columns(self, structure: str) -> Mapping[str, int]:
        """Return the heading and the width of each column."""
        return {
            "Index": 24,
            "Better": 8,
            "Range": 13,
            "At equality": 9,
            "By chance": 17,
            "Symmetric": 9,
            "Source": 20,
        }

    def row_of(self, contract: Contract) -> Iterable[str]:
        """Return the cells of one index."""
        yield link_to(contract) + words_to_find(contract)
        yield "higher" if contract.greater_is_better else "lower"
        yield f"{number(contract.lower)} to {number(contract.upper, contract)}"
        yield number(contract.at_equality, contract)
        yield chance_of(contract)
        yield "yes" if contract.symmetric else "no"
        yield source_of(contract)


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
    """Write a column for every property, as ``.ci/properties.py`` stored it."""

    required_arguments = 1
    legend = (
        ":verdict-yes:`yes`: no counterexample was found. :verdict-trivial:`(yes)`: "
        "only trivial structures are counterexamples. :verdict-no:`no`: there is one."
    )

    def run(self) -> list[nodes.Node]:
        """Return a section for each family."""
        self.env.note_dependency(str(PROPERTIES))
        table = json.loads(PROPERTIES.read_text(encoding="utf-8"))
        structure = self.arguments[0]
        found = table[structure]
        joined = hidden(found)
        found = {index: found[index] for index in found if index not in joined}
        properties = list(next(iter(found.values())))
        columns = {"Index": 20, **dict.fromkeys(properties, 4)}
        kind = structure if structure in FAMILIES else "partition"
        statements = {
            name: text for name, (text, *_) in PROPERTIES_OF[structure].items()
        }
        if structure == "clustering":
            statements |= of_labelings.STATEMENTS
        lines = [
            f"- *{name}*: {text}{broken(found, name)}"
            for name, text in statements.items()
        ]
        lines += ["", *definitions_of_roles()]
        for family, members in in_families(kind, found).items():
            rows = (
                [
                    link_to(CONTRACTS[name], joined) + words_to_find(CONTRACTS[name]),
                    *map(verdict, found[name].values()),
                ]
                for name in members
            )
            title = f"{family}, {DESCRIPTIONS[structure]}"
            table_lines = list_table(columns, rows, f"wide upright {structure}")
            lines += [title, "~" * len(title), "", self.legend, "", *table_lines, ""]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def broken(found: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """Write the shortest example that breaks a property, and the index it is of."""
    examples = [
        (len("".join(of[name]["counterexample"])), index)
        for index, of in found.items()
        if of.get(name, {}).get("verdict") == "no"
    ]
    if not examples:
        return ""
    index = min(examples)[1]
    lines = ", ".join(found[index][name]["counterexample"]).replace("'", "")
    return f" *Not so for* ``{index}``: ``{lines}``."


def hidden(found: Mapping[str, Mapping[str, Mapping[str, str]]]) -> set[str]:
    """Return the second names of indices that are found to be the same throughout."""

    def verdicts(index: str) -> list[str]:
        return [one["verdict"] for one in found[index].values()]

    return {
        index
        for index, (form, name) in SAME.items()
        if form == "{}"
        and index in found
        and name in found
        and verdicts(index) == verdicts(name)
    }


def verdict(found: Mapping[str, Any]) -> str:
    """Write a verdict; if it was searched further, it has the size."""
    if found["verdict"] == "no":
        return ":verdict-no:`no`"
    if found["verdict"] != "yes":
        return ":verdict-trivial:`(yes)`"
    further = rf"\ :sup:`{found['max_size']}`" if "max_size" in found else ""
    return f":verdict-yes:`yes`{further}"


def definitions_of_roles() -> list[str]:
    """Return the lines that define the roles of cells."""
    return [line for role in ROLES for line in (f".. role:: {role}", "")]


def list_table(
    columns: Mapping[str, int], rows: Iterable[Iterable[str]], classes: str = "wide"
) -> Iterator[str]:
    """Yield the lines of a table in reStructuredText."""
    yield ".. list-table::"
    yield "   :header-rows: 1"
    yield f"   :class: {classes}"
    upright = "upright" in classes
    widths = "auto" if upright else " ".join(map(str, columns.values()))
    yield f"   :widths: {widths}"
    yield ""
    for row in (columns, *rows):
        for mark, cell in zip("*" + " " * len(columns), row, strict=False):
            yield f"   {mark} - {cell}"


def link_to(contract: Contract, joined: Collection[str] = SAME) -> str:
    """Write the names of the index, those joined to it too, as links to functions."""
    links = [link_to_function(contract.name)]
    for name, (form, other) in SAME.items():
        if other == contract.name and name in joined:
            links.append(form.format(link_to_function(name)))
    return ", ".join(links)


def link_to_function(name: str) -> str:
    """Write the name of a contract, as a link to its function."""
    function = CONTRACTS[name].function.__name__
    return f":func:`{name} <sklearn_cocluster_metrics.{function}>`"


def words_to_find(contract: Contract) -> str:
    """Write more words by which the filter finds the index; they are not shown."""
    indices_in_row = [contract]
    for name, (_, listed_name) in SAME.items():
        if listed_name == contract.name:
            indices_in_row.append(CONTRACTS[name])
    words = set()
    for index in indices_in_row:
        words.add(index.label)
        words.update(synonym.name for synonym in index.also_called)
    if contract.chance_level is not None:
        words.add("corrected for chance")
    return f" :also-called:`{', '.join(sorted(words))}`"


def source_of(contract: Contract) -> str:
    """Write the source with the keys of publications that have one."""
    source = contract.source
    for publication, key in KEYS.items():
        source = source.replace(publication, f"[{key}]_")
    return source


def chance_of(contract: Contract) -> str:
    """Say what the mean by chance is, and under which null models exactly."""
    if contract.chance_level is None:
        return NONE
    level = f":verdict-yes:`{number(contract.chance_level)}`"
    exact = " and ".join(f"``{name}``" for name in contract.chance_is_exact_under)
    return f"{level}, under {exact}" if exact else level


def number(value: float | None, contract: Contract | None = None) -> str:
    """Write a value; one that adds up over the modes, with the factor for modes."""
    if value is None:
        return NONE
    size = INFINITY if math.isinf(value) else f"{abs(value):.3g}"
    per_mode = " per mode" if contract and contract.adds_over_modes and value else ""
    return (MINUS if value < 0 else "") + size + per_mode


def add_filter(app: Sphinx, pagename: str, *rest: Any) -> None:
    """Give the table of indices the script that filters its rows."""
    if pagename == "indices":
        app.add_js_file("filter_indices.js")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.add_directive("contracts-table", ContractsTable)
    app.add_directive("degenerate-cases", DegenerateCases)
    app.add_directive("properties-table", PropertiesTable)
    app.connect("html-page-context", add_filter)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
