"""All contracts by name, collected from the modules of the indices; names looked up.

A module that is added to `_indices` is found here; no list has to be kept.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, overload

from .. import _indices
from .._indices._contract import DESCRIPTIONS, Contract, Structure
from .._indices._names import BiclusteringName, PartitionName
from .._statistics._contingency import ContingencyTable, ContingencyTables, Tables
from .._structures._arguments import check_option
from .._structures._messages import suggestion


def _declared() -> dict[str, Contract]:
    """Collect the contracts of every module, in the order of their declaration."""
    declared: dict[str, Contract] = {}
    for found in pkgutil.iter_modules(_indices.__path__):
        module = importlib.import_module(f"{_indices.__name__}.{found.name}")
        for value in vars(module).values():
            for contract in value.values() if isinstance(value, dict) else (value,):
                if not isinstance(contract, Contract):
                    continue
                if contract.function.__module__ != module.__name__:
                    continue  # imported there
                if contract.name in declared:
                    raise RuntimeError(f"Two contracts are named {contract.name!r}.")
                declared[contract.name] = contract
    return declared


CONTRACTS: Mapping[str, Contract] = _declared()

_STRUCTURES: Mapping[str | None, tuple[Structure, ...]] = {
    None: ("partition", "biclustering"),
    "clustering": ("partition",),
    "coclustering": ("partition",),
    "partition": ("partition",),
    "biclustering": ("biclustering",),
}
"""What is compared, by what a user may call it."""

_ARITHMETIC = ' with `average_method="arithmetic"`'
_OF_SKLEARN = {
    "adjusted_rand_score": ("cari", ""),
    "rand_score": ("rand", ""),
    "fowlkes_mallows_score": ("fowlkes_mallows", ""),
    "adjusted_mutual_info_score": ("coami", _ARITHMETIC),
    "normalized_mutual_info_score": ("conmi", _ARITHMETIC),
    "v_measure_score": ("conmi", _ARITHMETIC),
    "mutual_info_score": ("comi", ""),
}
"""The index here that equals one of scikit-learn's on clusterings, and its options."""

_ABBREVIATED = {
    "ce": ("classification_error", "clustering_error", "bicluster_ce"),
    "f1": ("f_measure", "bicluster_fbeta"),
    "fnmi": ("fair_mutual_info",),
    "smi": ("standardized_mutual_info",),
    "vi": ("variation_of_information", "microobject_variation_of_information"),
}
"""The indices that an abbreviation may mean, where no name is spelled like it."""


@overload
def index_names(structure: None = None) -> list[PartitionName | BiclusteringName]: ...
@overload
def index_names(
    structure: Literal["clustering", "coclustering", "partition"],
) -> list[PartitionName]: ...
@overload
def index_names(structure: Literal["biclustering"]) -> list[BiclusteringName]: ...
def index_names(
    structure: Literal["clustering", "coclustering", "partition", "biclustering"]
    | None = None,
) -> list[Any]:
    """Return the names of all indices, or of those for one structure.

    Parameters
    ----------
    structure : {"clustering", "coclustering", "partition", "biclustering"} or None, \
default=None
        What the indices compare. Every index of clusterings compares co-clusterings
        too, so the first three give the same names. None: all names.

    Returns
    -------
    names : list of str
        In alphabetical order. Every function that has a parameter `metric` takes them.

    Raises
    ------
    ValueError
        If `structure` is none of these.

    See Also
    --------
    get_scorer_names : Names of scorers, with ``neg_`` where an index is negated.
    pair_counting_score : The 27 indices that count pairs.
    bicluster_similarity_score : The 16 similarities whose names begin with
        ``bicluster_``, such as ``bicluster_ce``.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import index_names
    >>> [name for name in index_names("coclustering") if name.startswith("ca")]
    ['cari', 'cari_product']
    """
    compared = _STRUCTURES[check_option(structure, "structure", _STRUCTURES)]
    return sorted(c.name for c in CONTRACTS.values() if c.structure in compared)


def contract_named(
    name: Any, argument: str, structure: Structure | None = None
) -> Contract:
    """Return the contract with this name; of one structure, if that is given."""
    check_name(name, argument, index_names(structure))
    return CONTRACTS[name]


def scorer_name(contract: Contract) -> str:
    """Return the name of its scorer: marked where it is negated, as in scikit-learn."""
    return contract.name if contract.greater_is_better else f"neg_{contract.name}"


def check_name(name: Any, argument: str, allowed: Collection[str]) -> None:
    """Refuse an unknown name, and suggest what was meant."""
    if not isinstance(name, str):
        raise ValueError(f"`{argument}` must be the name of an index, got {name!r}.")
    if name not in allowed:
        raise ValueError(
            f"`{argument}` must be the name of an index, got {name!r}. "
            f"{_suggestion(name, allowed)}"
        )


def of_sklearn(function_name: str) -> str | None:
    """Describe the index that extends one of scikit-learn's to co-clusterings."""
    if function_name not in _OF_SKLEARN:
        return None
    meant, options = _OF_SKLEARN[function_name]
    return f"{meant!r}{options}"


def _suggestion(name: str, allowed: Collection[str]) -> str:
    """Suggest the name in the form that this argument takes, or similar names."""
    if of_sklearn(name) and _OF_SKLEARN[name][0] in allowed:
        return f"For co-clusterings, pass {of_sklearn(name)}."
    plain = name.removeprefix("neg_")
    for meant in (plain, plain.removesuffix("_score")):
        if meant in allowed:
            extra = [part for part in ("neg_", "_score") if part in name]
            extra = [f"`{part}`" for part in extra if part not in meant]
            return f"Pass {meant!r}, without {' and '.join(extra)}."
        if meant in CONTRACTS:
            return f"{meant!r} compares {DESCRIPTIONS[CONTRACTS[meant].structure]}."
    return _similar(name, allowed) or "`get_scorer_names` lists the names."


def _similar(name: str, allowed: Collection[str]) -> str:
    """Suggest what an abbreviation means, or names that are like this one."""
    abbreviated = _ABBREVIATED.get(name.lower().removeprefix("neg_"), ())
    spelled = (form for index in abbreviated for form in (index, f"neg_{index}"))
    meant = [form for form in spelled if form in allowed]
    if meant:
        return f"Did you mean {' or '.join(map(repr, meant))}?"
    return suggestion(name, allowed).strip()


_WANTED = (
    "`tables` must be a ContingencyTable, ContingencyTables, or a list or tuple of one "
    "ContingencyTable per mode"
)


def score_from_tables(
    metric: PartitionName,
    tables: ContingencyTable | Sequence[ContingencyTable],
    **kwargs: Any,
) -> float:
    """Any index of clusterings or co-clusterings, from contingency tables.

    For labels that do not fit into memory, or are distributed over several workers:
    count each part, add the tables, and score the sum. The labels of the rows and of
    the columns can be split into parts independently.

    Parameters
    ----------
    metric : str
        Name of an index of clusterings and co-clusterings, as in `get_scorer_names`,
        without ``neg_``: the value is that of its function, not negated.
    tables : ContingencyTable, ContingencyTables, or list or tuple of ContingencyTable
        Table of a clustering, or one table per mode of a co-clustering: that of the
        rows, that of the columns.
    **kwargs : dict
        Options of the metric.

    Returns
    -------
    score : float
        Exactly what the function of the index returns for the labels.

    Raises
    ------
    ValueError
        If the metric or an option is unknown, or there is no table.
    TypeError
        If `tables` is not of contingency tables, or the metric has no such option.

    See Also
    --------
    contingency_table : Count tables from labels.
    ContingencyTables : One table per mode, added mode by mode.
    get_scorer_names : The names.

    Notes
    -----
    Cost: that of the index on its tables; no label is seen.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table, score_from_tables
    >>> rows = contingency_table([0, 0, 1], [0, 0, 1]) + contingency_table([1], [2])
    >>> columns = contingency_table([0, 1], [0, 1])
    >>> score_from_tables("cari", (rows, columns))  # 12 / 19
    0.631...
    >>> first = contingency_table(([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 1]))
    >>> second = contingency_table(([1], [0]), ([2], [0]))
    >>> score_from_tables("cari", first + second)
    0.739...
    """
    contract = contract_named(metric, "metric", "partition")
    return contract.compute(_check_tables(tables), **kwargs)


def _check_tables(tables: Any) -> Tables:
    """Check one table, or a sequence of one table per mode."""
    if isinstance(tables, ContingencyTables):
        return tables.tables
    modes = (tables,) if isinstance(tables, ContingencyTable) else tables
    if not isinstance(modes, tuple | list):
        raise TypeError(f"{_WANTED}, got {type(tables).__name__}.")
    for table in modes:
        if isinstance(table, ContingencyTables):
            raise TypeError(f"{_WANTED}; add ContingencyTables to each other first.")
        if not isinstance(table, ContingencyTable):
            raise TypeError(f"{_WANTED}, got a {type(table).__name__} among them.")
    if not modes:
        raise ValueError("`tables` is empty; at least one table is needed.")
    return tuple(modes)
