"""All contracts by name, by function and by structure; the check of a name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, overload

from ._indices._contract import Contract, Structure
from ._indices._names import BiclusteringName, OverlappingName, PartitionName
from ._indices._registry import declared_contracts, suggest_index
from ._structures._arguments import check_option
from ._structures._messages import Caller, describe, named_parameters, takes_options

CONTRACTS: Mapping[str, Contract] = declared_contracts()


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


NAMES_OF_PARTITIONS = ("clustering", "coclustering", "partition")
"""What users call the structures that contracts call "partition"."""


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
    allowed = (None, *NAMES_OF_PARTITIONS, "biclustering", "overlapping")
    check_option(structure, "structure", allowed)
    if structure is None:
        return sorted(CONTRACTS)
    compared = "partition" if structure in NAMES_OF_PARTITIONS else structure
    return sorted(
        contract.name
        for contract in CONTRACTS.values()
        if contract.structure == compared
    )


def scorer_name(contract: Contract) -> str:
    """Return the name of the scorer of an index, with ``neg_`` if it is negated."""
    return contract.name if contract.greater_is_better else f"neg_{contract.name}"


def contract_named(
    name: Any, structure: Structure | None = None, *, caller: Caller
) -> Contract:
    """Return the contract with this name, or raise an error that suggests names.

    If `structure` is given, a contract of another structure counts as unknown.
    """
    contract = CONTRACTS.get(name) if isinstance(name, str) else None
    if contract is not None and structure in (None, contract.structure):
        return contract
    raise _unknown_name_error(
        name,
        argument=metric_parameter(caller),
        allowed=index_names(structure),
        has_keywords=takes_options(caller),
    )


def metric_parameter(caller: Caller) -> str:
    """Return which parameter of the function that was called takes the metrics."""
    return "metrics" if "metrics" in named_parameters(caller) else "metric"


def check_scorer_name(name: Any, allowed: Collection[str]) -> None:
    """Refuse the name of an unknown scorer, and suggest what was meant."""
    if not isinstance(name, str) or name not in allowed:
        raise _unknown_name_error(
            name, argument="name", allowed=allowed, has_keywords=True
        )


def _unknown_name_error(
    name: Any, *, argument: str, allowed: Collection[str], has_keywords: bool
) -> ValueError:
    """Return the error for a name that is not allowed, with what was meant."""
    message = f"`{argument}` must be the name of an index, got {describe(name)}."
    message += suggest_index(name, allowed, has_keywords=has_keywords) or (
        " `get_scorer_names` lists the names."
    )
    return ValueError(message)
