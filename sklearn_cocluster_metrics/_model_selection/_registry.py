"""Scorers by name."""

from typing import Any, Literal, TypeAlias, overload

from .._contracts import (
    CONTRACTS,
    BiclusteringScorerName,
    PartitionScorerName,
    ScorerName,
    check_name,
    scorer_name,
)
from .._structures import check_option
from ._make_scorers import make_bicluster_scorer, make_cocluster_scorer
from ._modularity import ModularityScorer
from ._scorers import BiclusterScorer, CoclusterScorer

InternalScorerName: TypeAlias = Literal["modularity"]

# Internal criteria compare nothing: they have no contract, and take no truth.
_INTERNAL = {"modularity": ModularityScorer}
_STRUCTURES = {
    None: ("partition", "biclustering", "internal"),
    "clustering": ("partition",),
    "coclustering": ("partition",),
    "partition": ("partition",),
    "biclustering": ("biclustering",),
    "internal": ("internal",),
}


@overload
def get_scorer(name: PartitionScorerName, **kwargs: Any) -> CoclusterScorer: ...
@overload
def get_scorer(name: BiclusteringScorerName, **kwargs: Any) -> BiclusterScorer: ...
@overload
def get_scorer(name: InternalScorerName) -> ModularityScorer: ...
@overload
def get_scorer(
    name: ScorerName | InternalScorerName, **kwargs: Any
) -> CoclusterScorer | BiclusterScorer | ModularityScorer: ...
def get_scorer(
    name: ScorerName | InternalScorerName, **kwargs: Any
) -> CoclusterScorer | BiclusterScorer | ModularityScorer:
    """Return the scorer with this name, for the given truth.

    Parameters
    ----------
    name : str
        One of `get_scorer_names`. Indices for which lower values are better have names
        that begin with ``neg_``, as in scikit-learn.
    **kwargs : dict
        `row_labels` and `column_labels` for indices of co-clusterings, `rows` and
        `columns` for those of biclusterings; `transpose`; keyword arguments of the
        metric. Internal criteria (``"modularity"``) take none.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None) -> float``, greater is better.

    Raises
    ------
    ValueError
        If there is no scorer with this name, or as `make_cocluster_scorer` and
        `make_bicluster_scorer` do.
    TypeError
        If an option is not one of the metric's, or any is passed for an internal
        criterion.

    See Also
    --------
    get_scorer_names : The names.
    make_cocluster_scorer : From a function, or for several metrics at once.
    make_bicluster_scorer : The same for biclusterings.

    Notes
    -----
    scikit-learn's own registry cannot be extended, and a scorer of co-clusterings needs
    the truth. So this returns a callable, which any ``scoring=`` takes.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer
    >>> get_scorer("neg_classification_error", row_labels=[0, 0, 1])
    CoclusterScorer(rows only: classification_error; better: lower, negated)
    """
    check_name(name, "name", get_scorer_names())
    if name in _INTERNAL:
        if kwargs:
            raise TypeError(
                f"{name!r} is computed from the data and the labels alone; it has no "
                f"option `{next(iter(kwargs))}`."
            )
        return _INTERNAL[name]()
    contract = CONTRACTS[name.removeprefix("neg_")]
    metric: Any = contract.name  # one of the names; type checkers see any string
    if contract.structure == "biclustering":
        return make_bicluster_scorer(metric, **kwargs)
    return make_cocluster_scorer(metric, **kwargs)


@overload
def get_scorer_names(
    structure: None = None,
) -> list[ScorerName | InternalScorerName]: ...
@overload
def get_scorer_names(
    structure: Literal["clustering", "coclustering", "partition"],
) -> list[PartitionScorerName]: ...
@overload
def get_scorer_names(
    structure: Literal["biclustering"],
) -> list[BiclusteringScorerName]: ...
@overload
def get_scorer_names(
    structure: Literal["internal"],
) -> list[InternalScorerName]: ...
def get_scorer_names(
    structure: Literal[
        "clustering", "coclustering", "partition", "biclustering", "internal"
    ]
    | None = None,
) -> list[Any]:
    """Return the names of all scorers, or of those for one structure.

    Parameters
    ----------
    structure : {"clustering", "coclustering", "partition", "biclustering", \
"internal"} or None, default=None
        What the scorers compare. Every index of clusterings compares co-clusterings
        too, so the first three give the same names. "internal": criteria that need no
        truth. None: all names.

    Returns
    -------
    names : list of str
        In alphabetical order.

    Raises
    ------
    ValueError
        If `structure` is none of these.

    See Also
    --------
    get_scorer : The scorer of a name.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer_names
    >>> [name for name in get_scorer_names("coclustering") if name.startswith("ca")]
    ['cari', 'cari_product']
    """
    compared = _STRUCTURES[check_option(structure, "structure", _STRUCTURES)]
    names = [
        scorer_name(contract)
        for contract in CONTRACTS.values()
        if contract.structure in compared
    ]
    return sorted([*names, *(_INTERNAL if "internal" in compared else ())])
