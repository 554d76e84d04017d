"""All contracts by name.

A module that is added to `_indices` is found here; no list has to be kept.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any, Literal, overload

from . import _indices
from ._indices._contract import Contract
from ._indices._names import BiclusteringName, PartitionName
from ._structures._arguments import check_option


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

_STRUCTURES = ("clustering", "coclustering", "partition", "biclustering")


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
    """
    check_option(structure, "structure", (None, *_STRUCTURES))
    wanted = structure if structure in (None, "biclustering") else "partition"
    return sorted(c.name for c in CONTRACTS.values() if wanted in (None, c.structure))


def scorer_name(contract: Contract) -> str:
    """Return the name of its scorer: marked where it is negated, as in scikit-learn."""
    return contract.name if contract.greater_is_better else f"neg_{contract.name}"
