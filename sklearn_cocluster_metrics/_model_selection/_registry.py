"""Scorers by name."""

from typing import Any

from .._contracts import CONTRACTS
from .._structures import check_option
from ._scorers import (
    BiclusterScorer,
    CoclusterScorer,
    make_bicluster_scorer,
    make_cocluster_scorer,
)


def get_scorer(name: str, **kwargs: Any) -> CoclusterScorer | BiclusterScorer:
    """Scorer of a name, with the truth bound in it.

    Parameters
    ----------
    name : str
        One of `get_scorer_names`. Indices of which lower values are better have names
        that begin with ``neg_``, as in scikit-learn.
    **kwargs : dict
        `row_labels` and `column_labels` for indices of co-clusterings, `rows` and
        `columns` for those of biclusterings; `transpose`; keyword arguments of the
        metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None) -> float``, greater is better.

    Raises
    ------
    ValueError
        If there is no scorer of this name, or as `make_cocluster_scorer` and
        `make_bicluster_scorer` do.

    See Also
    --------
    get_scorer_names : The names.
    make_cocluster_scorer : From a function.
    make_bicluster_scorer : From a function.

    Notes
    -----
    scikit-learn's own registry cannot be extended, and a scorer of co-clusterings needs
    the truth: so this returns a callable, which any ``scoring=`` takes.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer
    >>> get_scorer("neg_classification_error", row_labels=[0, 0, 1])
    CoclusterScorer(classification_error; better: lower, negated)
    """
    check_option(name, "name", get_scorer_names())
    contract = CONTRACTS[name.removeprefix("neg_")]
    if contract.structure == "biclustering":
        return make_bicluster_scorer(contract.name, **kwargs)
    return make_cocluster_scorer(contract.name, **kwargs)


def get_scorer_names() -> list[str]:
    """Names of all scorers.

    Returns
    -------
    names : list of str
        In alphabetical order.

    See Also
    --------
    get_scorer : The scorer of a name.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer_names
    >>> [name for name in get_scorer_names() if name.startswith("ca")]
    ['cari']
    """
    return sorted(
        name if contract.greater_is_better else f"neg_{name}"
        for name, contract in CONTRACTS.items()
    )
