"""All contracts by name.

A module that is added to `_indices` is found here; no list has to be kept.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, Literal, overload

from . import _indices
from ._indices._contract import Contract
from ._indices._names import BiclusteringName, OverlappingName, PartitionName
from ._structures._arguments import check_option


def _declared_contracts() -> dict[str, Contract]:
    """Collect the contracts of every module by name, in the order of declaration."""
    contracts: dict[str, Contract] = {}
    for module_info in pkgutil.iter_modules(_indices.__path__):
        module = importlib.import_module(f"{_indices.__name__}.{module_info.name}")
        for contract in _contracts_in(module):
            if contract.function.__module__ != module.__name__:
                continue  # imported there
            if contract.name in contracts:
                raise RuntimeError(f"Two contracts are named {contract.name!r}.")
            contracts[contract.name] = contract
    return contracts


def _contracts_in(module: ModuleType) -> Iterator[Contract]:
    """Yield the contracts that a module names, alone or as values of a dict."""
    for value in vars(module).values():
        if isinstance(value, Contract):
            yield value
        elif isinstance(value, dict):
            for entry in value.values():
                if isinstance(entry, Contract):
                    yield entry


CONTRACTS: Mapping[str, Contract] = _declared_contracts()


def _group_by_function() -> dict[int, list[Contract]]:
    """Return the contracts of each function, by the `id` of the function."""
    groups: dict[int, list[Contract]] = {}
    for contract in CONTRACTS.values():
        groups.setdefault(id(contract.function), []).append(contract)
    return groups


_CONTRACTS_BY_FUNCTION_ID = _group_by_function()


def contracts_of(function: Any) -> list[Contract]:
    """Return the contracts of a function of this package; none for any other object."""
    # By identity, because a user's callable need not be hashable.
    return _CONTRACTS_BY_FUNCTION_ID.get(id(function), [])


_PARTITIONS = ("clustering", "coclustering", "partition")


@overload
def index_names(
    structure: None = None,
) -> list[PartitionName | BiclusteringName | OverlappingName]: ...
@overload
def index_names(
    structure: Literal["clustering", "coclustering", "partition"],
) -> list[PartitionName]: ...
@overload
def index_names(structure: Literal["biclustering"]) -> list[BiclusteringName]: ...
@overload
def index_names(structure: Literal["overlapping"]) -> list[OverlappingName]: ...
def index_names(
    structure: Literal[
        "clustering", "coclustering", "partition", "biclustering", "overlapping"
    ]
    | None = None,
) -> list[Any]:
    """Return the names of all indices, or of those for one structure.

    Parameters
    ----------
    structure : {"clustering", "coclustering", "partition", "biclustering", \
"overlapping"} or None, default=None
        What the indices compare; the first three give the same names. None: all names.

    Returns
    -------
    names : list of str
        In alphabetical order, for every parameter `metric`. Eight repeat another name,
        some as its complement or on another scale; the table of indices in the
        documentation has them in one row.

    Raises
    ------
    ValueError
        If `structure` is none of these.

    See Also
    --------
    get_scorer_names : Names of scorers, with ``neg_`` where an index is negated.
    pair_counting_score : The 27 indices that count pairs.
    bicluster_similarity_score : Those whose names begin with ``bicluster_``.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import index_names
    >>> [name for name in index_names("coclustering") if name.startswith("ca")]
    ['cari', 'cari_product']
    >>> index_names("overlapping")
    ['cice_bcubed', 'omega', 'overlapping_nmi']
    """
    allowed = (None, *_PARTITIONS, "biclustering", "overlapping")
    check_option(structure, "structure", allowed)
    if structure is None:
        return sorted(CONTRACTS)
    # Contracts call the first three "partition".
    compared = "partition" if structure in _PARTITIONS else structure
    return sorted(
        contract.name
        for contract in CONTRACTS.values()
        if contract.structure == compared
    )


def scorer_name(contract: Contract) -> str:
    """Return the name of the scorer of an index, with ``neg_`` if it is negated."""
    return contract.name if contract.greater_is_better else f"neg_{contract.name}"
