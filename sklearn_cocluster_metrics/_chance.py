"""Any index, adjusted for chance by drawing from it."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from ._contracts import CONTRACTS
from ._statistics import contingency_tables
from ._validation import (
    Modes,
    check_integer,
    check_null_model_of_draws,
    check_option,
    check_partitions,
)

ScoreFunction = Callable[[Any, Any], float]
Labels = tuple[NDArray[Any], ...]

# Each permutes the labels of every mode on its own. A clustering is its own cells.
NULL_MODELS = ("product", "permutation", "cells")


def adjusted_for_chance(
    score_func: str | ScoreFunction,
    labels_true: Any,
    labels_pred: Any,
    *,
    null_model: str = "product",
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
    score_func : str or callable
        Name of an index, such as "bcubed", or a function ``(labels_true, labels_pred)
        -> float`` of the same structures as are passed here.
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    null_model : {"product", "permutation", "cells"}, default="product"
        What is random under chance. "product" and "permutation": the labels of each
        mode are permuted, independently. "cells", the cells permuted as if they were
        free, is the same for clusterings and refused for co-clusterings: what it draws
        is none.
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
        infinity; if `score_func` is an unknown name or has a value that is not finite;
        if `null_model` is unknown, or "cells" for co-clusterings; if `n_draws` is less
        than 1.
    TypeError
        If the labels are complex, sparse or not array-likes; if `score_func` is neither
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
    >>> adjusted_for_chance("bcubed", true, pred, random_state=0)
    0.5...
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_null_model_of_draws(null_model, NULL_MODELS, n_modes=len(true))
    n_draws = check_integer(n_draws, "n_draws", 1)
    score = _score_function(score_func)
    if all(table.is_equality for table in contingency_tables(true, pred)):
        return 1.0
    truth, observed = _labels(true), _labels(pred)
    drawn = _permutations(observed, n_draws, check_random_state(random_state))
    by_chance = Parallel(n_jobs=n_jobs)(
        delayed(_finite)(score, truth, labels) for labels in drawn
    )
    value, top = _finite(score, truth, observed), _finite(score, truth, truth)
    return _share_of_the_way(value, top, by_chance)


def _score_function(score_func: Any) -> ScoreFunction:
    """Find an index of clusterings by its name, or take a function as it is."""
    if isinstance(score_func, str):
        names = [c.name for c in CONTRACTS.values() if c.structure == "partition"]
        return CONTRACTS[check_option(score_func, "score_func", names)]
    if not callable(score_func):
        raise TypeError(
            "`score_func` must be a name or a function, got "
            f"{type(score_func).__name__}."
        )
    return score_func  # type: ignore[no-any-return]


def _labels(modes: Modes) -> Labels:
    """Return the labels of each mode as an array."""
    # Narrow codes, from -128 say, would overflow when they are counted from 0.
    return tuple(
        mode.values_at(mode.codes.astype(np.intp) - mode.low) for mode in modes
    )


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
            f"`score_func` is {value} for `labels_true` and itself or labels that were "
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
