"""Any index, adjusted for chance by draws of random labels."""

import math
from collections.abc import Callable, Iterator
from typing import Any

from joblib import Parallel, delayed
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from .._contracts import Metric
from .._contracts._from_tables import contract_of_partitions
from .._laws import NullModel
from .._statistics import contingency_tables
from .._structures import Modes, Partition, check_integer, check_partitions
from ._null_models import check_null_model

ScoreFunction = Callable[[Any, Any], float]
Labels = tuple[NDArray[Any], ...]

_REFUSED = {
    "cells": "cells permuted freely are not a co-clustering, so that no score of "
    "co-clusterings can be computed. Use 'product'.",
    "fixed_n_clusters": "labels are permuted, which keeps the cluster sizes. Use "
    "'product'.",
}


def adjusted_for_chance(
    labels_true: Partition,
    labels_pred: Partition,
    metric: Metric,
    *,
    null_model: NullModel = "product",
    n_draws: int = 1000,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
) -> float:
    r"""Any index of two clusterings or co-clusterings, adjusted for chance by draws.

    The share of the way from chance to the best value that an index has gone:

    .. math:: \frac{M - E}{M_{top} - E}

    with the index M of the two, its mean E over random permutations of `labels_pred`,
    and its value :math:`M_{top}` for `labels_true` against itself. A distance and its
    complement have the same adjusted value, since numerator and denominator change
    sign together: higher is always better. 1 is reached by equal clusterings, 0 is the
    level of chance, negative values are worse than chance.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    metric : str or callable
        Name of an index, such as "bcubed", or a function ``(labels_true, labels_pred)
        -> float`` of the same structures as are passed here.
    null_model : {"product", "cells"}, default="product"
        What is random under chance. "product": the labels of each mode are permuted
        independently. "cells": for a plain clustering the same; refused for
        co-clusterings, because freely permuted cells are not a co-clustering.
    n_draws : int, default=1000
        Number of permutations drawn. The standard error of E is the standard deviation
        of the index under permutations over the root of it.
    random_state : int, RandomState instance or None, default=None
        Determines the permutations. Pass an int for the same score at every call.
    n_jobs : int or None, default=None
        Number of joblib workers that compute the index of the draws. The draws are made
        before, so that it never changes the score.

    Returns
    -------
    score : float
        At most 1 where no clustering has a better value than `labels_true` itself;
        without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `metric` is an unknown name or has a value that is not finite;
        if `null_model` is unknown, or "cells" for co-clusterings; if `n_draws` is less
        than 1.
    TypeError
        If the labels are complex, sparse or not array-likes; if `metric` is neither
        a name nor a function; if `n_draws` is no integer.

    See Also
    --------
    cari_score : The exact adjustment of the Rand index.
    coami_score : The exact adjustment of the mutual information.
    expected_mutual_info : An exact mean.

    Notes
    -----
    Equal clusterings score 1, trivial ones too. Where otherwise E is :math:`M_{top}`,
    so that every draw is as good as the truth, the score is 0 if M is no different, and
    infinite with the sign of :math:`M - E` if it is. An index that is infinite for
    equal clusterings, as Yule's, cannot be adjusted.

    The score function gets arrays of the labels that were passed, permuted or not.

    Cost: `n_draws` times that of the index.

    References
    ----------
    .. [1] L. Hubert, P. Arabie (1985). Comparing partitions. Journal of Classification,
       2, 193-218. :doi:`10.1007/BF01908075`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section A.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import adjusted_for_chance, bcubed_score
    >>> true, pred = [0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1]
    >>> bcubed_score(true, pred)
    0.806...
    >>> adjusted_for_chance(true, pred, "bcubed", random_state=0)
    0.5...
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_null_model(null_model, ("product",), _REFUSED, len(true))
    n_draws = check_integer(n_draws, "n_draws", 1)
    score = _score_function(metric)
    if all(table.is_equality for table in contingency_tables(true, pred)):
        return 1.0
    # The codes of an index by name: it would warn of continuous labels at every draw.
    labels = _codes if isinstance(metric, str) else _labels
    truth, observed = labels(true), labels(pred)
    drawn = _permutations(observed, n_draws, check_random_state(random_state))
    by_chance = Parallel(n_jobs=n_jobs)(
        delayed(_finite)(score, truth, labels) for labels in drawn
    )
    value, top = _finite(score, truth, observed), _finite(score, truth, truth)
    return _share_of_the_way(value, top, by_chance)


def _score_function(metric: Any) -> ScoreFunction:
    """Return an index by its name, or a function as it is."""
    if isinstance(metric, str):
        return contract_of_partitions(metric, "metric")
    if not callable(metric):
        raise TypeError(
            f"`metric` must be a name or a function, got {type(metric).__name__}."
        )
    return metric  # type: ignore[no-any-return]


def _labels(modes: Modes) -> Labels:
    """Return the labels of each mode as an array."""
    return tuple(mode.labels() for mode in modes)


def _codes(modes: Modes) -> Labels:
    """Return the code of each label of each mode as an array."""
    return tuple(mode.codes for mode in modes)


def _structure(labels: Labels) -> Any:
    """Return what a score function takes: an array, or a tuple of them."""
    return labels if len(labels) > 1 else labels[0]


def _permutations(
    labels: Labels, n_draws: int, generator: RandomState
) -> Iterator[Labels]:
    """Draw permutations of the labels of each mode, one when it is asked for."""
    for _ in range(n_draws):
        yield tuple(generator.permutation(mode) for mode in labels)


def _finite(score: ScoreFunction, true: Labels, pred: Labels) -> float:
    """Compute an index whose infinite values have no mean."""
    value = float(score(_structure(true), _structure(pred)))
    if not math.isfinite(value):
        raise ValueError(
            f"`metric` is {value} for `labels_true` and itself or labels that were "
            "drawn; an index is adjusted only where it is finite."
        )
    return value


def _share_of_the_way(value: float, top: float, by_chance: list[float]) -> float:
    """Return (M - E) / (top - E), counted from the top.

    The differences from it, and so their mean, are exactly 0 where every draw has the
    value of the top: no rounded mean takes the place of 0/0.
    """
    missing = math.fsum(drawn - top for drawn in by_chance) / len(by_chance)
    gained = value - top - missing
    if missing == 0:
        return math.copysign(math.inf, gained) if gained else 0.0
    return gained / -missing
