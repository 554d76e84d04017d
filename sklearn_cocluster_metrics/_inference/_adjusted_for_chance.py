"""Adjust any index for chance, by draws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial, total_ordering
from numbers import Real
from typing import Any

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._contract import Structure
from .._laws._pair_moments import NullModelOfPairs
from .._metrics import AnyMetric, ResolvedMetric, identify, refuse_soft
from .._statistics._comparison import compare_biclusters
from .._statistics._tables import count_table
from .._structures._arguments import check_generator, check_integer
from .._structures._indicators import are_biclusterings, check_biclusterings
from .._structures._labels import check_labels
from .._structures._messages import (
    FOR_TWO_STRUCTURES,
    METRIC_OF_BICLUSTERS,
    WITH_FIXED_N_CLUSTERS,
)
from .._structures._modes import compared_modes
from .._structures._partitions import check_partitions
from .._structures._printing import Tabular
from .._structures._progress import run_in_parallel
from .._structures._types import AnyStructure, Biclustering, Partition
from ._random_draws import (
    NO_CELLS,
    Arrays,
    check_null_model,
    permutations,
    value_of_arrays,
)

_REFUSED = {
    **NO_CELLS,
    "fixed_n_clusters": f"labels are permuted. Use 'product'. {WITH_FIXED_N_CLUSTERS}",
}


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class AdjustedScore(Tabular):
    """Result of `adjusted_for_chance`, which ``float(score)`` converts to a number.

    A `statistic` of 1 is reached by equal structures, and 0 is the mean by chance. The
    result is compared and sorted as this number. Its `standard_error` says how much the
    number depends on the draws; more draws make it smaller.

    Parameters
    ----------
    statistic : float
        Adjusted score. Higher is better.
    metric : str
        Header of the index before the adjustment. It is the printed name, with its
        options and, if the labels of some modes are unknown, the compared modes.
    expected : float
        Mean of the index before the adjustment, over the draws.
    standard_error : float
        Standard deviation that `statistic` would have over repeated draws.
    null_distribution : ndarray of shape (n_draws,)
        Value of the index before the adjustment, in every draw. The array is read-only.
    compared : tuple of str, or None
        Names of the modes that were compared, such as ("rows",), if the truth contains
        only some of them. Otherwise, it is None.

    See Also
    --------
    adjusted_for_chance : Compute this result.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import adjusted_for_chance
    >>> adjusted_for_chance([0, 0, 1], [0, 0, 1], "bcubed", random_state=0)
    AdjustedScore(statistic=1, metric='BCubed', expected=0.7..., standard_error=0)
    """

    statistic: float
    metric: str
    expected: float
    standard_error: float
    null_distribution: NDArray[np.float64]
    compared: tuple[str, ...] | None = field(default=None, repr=False)

    def __float__(self) -> float:
        return self.statistic

    def __eq__(self, other: object) -> bool:
        """Compare as a float."""
        if not isinstance(other, Real | AdjustedScore):
            return NotImplemented
        return self.statistic == float(other)

    def __lt__(self, other: Real | AdjustedScore) -> bool:
        """Compare as a float."""
        if not isinstance(other, Real | AdjustedScore):
            return NotImplemented
        return self.statistic < float(other)

    def __hash__(self) -> int:
        """Agree with `__eq__`."""
        return hash(self.statistic)


def adjusted_for_chance(
    labels_true: Partition | Biclustering,
    labels_pred: Partition | Biclustering,
    metric: AnyMetric,
    *,
    null_model: NullModelOfPairs = "product",
    n_draws: int = 1000,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    **metric_options: Any,
) -> AdjustedScore:
    r"""Any index of two structures, adjusted for chance by random permutations.

    The adjusted score is the gain of an index over chance, relative to the largest
    possible gain [1]_, [2]_. Use this function if there is no exact adjustment of the
    index. A score of 1 is reached by equal structures, and 0 is the mean by chance.

    Let M be the index, E its mean over random permutations of `labels_pred`, and
    :math:`M_1` its value for `labels_true` against itself. The score is

    .. math:: \frac{M - E}{M_1 - E} .

    Higher is better, even if the index is a distance.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        the labels of more modes, or a fitted estimator. In a tuple, None stands for
        labels that are unknown. The label -1 is an :ref:`ordinary label <unlabeled>`.
        For biclusterings, pass the indicators ``(rows, columns)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Prediction to evaluate, of the same kind as `labels_true`.
    metric : str or callable
        Name of an index, its function, or your own function
        ``(labels_true, labels_pred) -> float`` of arrays. For an index of
        `pair_counting_score` or `bicluster_similarity_score`, pass the name, such as
        "jaccard".
    null_model : {"product", "cells"}, default="product"
        Null model (:ref:`null_models`), which says what is permuted. "product" permutes
        the labels of each mode, which are the row labels and the column labels. For
        biclusterings, it permutes the rows and the columns of the whole prediction.
        "cells" is the same for a clustering, and raises an error for co-clusterings.
    n_draws : int, default=1000
        Number of permutations, at least 2.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the permutations. Pass an int for the same result in every
        call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        If positive, progress is shown (by `tqdm` if it is installed).
    **metric_options : dict
        Options of the metric, which are passed to it by keyword.

    Returns
    -------
    score : AdjustedScore
        Frozen result with `statistic`, `metric`, `expected`, `standard_error` and
        `null_distribution`. Higher is better; `statistic` is at most 1, provided that
        nothing scores better than `labels_true` itself.

    Raises
    ------
    ValueError
        If the structures are not valid or do not fit each other, if `metric` is unknown
        or not finite, if `null_model` is unknown, or "cells" for co-clusterings, or if
        `n_draws` is less than 2.
    TypeError
        If the labels are not array-likes, if `metric` is neither a name nor a function,
        or if `n_draws` is not an integer.

    See Also
    --------
    pair_counting_score : Adjust 17 pair-counting indices exactly.
    bicluster_similarity_score : Adjust csi, omega and rnia exactly.
    coami_score : Adjust the mutual information exactly.

    Notes
    -----
    Equal structures score 1, even if they have a single cluster or only clusters of one
    sample each. For other structures, the ratio may be undefined because E is equal to
    :math:`M_1`. The score is then 0 if M is equal to E, too; otherwise it is infinite,
    with the sign of :math:`M - E`. An index that is infinite for equal clusterings
    (Yule's) cannot be adjusted.

    The standard error of the score is the standard error of E, times
    :math:`|M - M_1| / (M_1 - E)^2`.

    The cost is `n_draws` times the cost of the index.

    References
    ----------
    .. [1] L. Hubert, P. Arabie (1985). Journal of Classification, 2,
       193-218. :doi:`10.1007/BF01908075`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section A.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import adjusted_for_chance
    >>> true, pred = [0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1]
    >>> score = adjusted_for_chance(true, pred, "bcubed", random_state=0)
    >>> print(f"{score.statistic:.3f} +- {score.standard_error:.3f}")
    0.540 +- 0.003
    """
    n_draws = check_integer(n_draws, "n_draws", 2)
    are_of_biclusters = are_biclusterings(labels_true, labels_pred)
    refuse_soft(metric)
    identified = identify(
        metric,
        metric_options,
        caller=adjusted_for_chance,
        # For an unknown name, names of indices of this structure are suggested.
        structure="biclustering" if are_of_biclusters else "partition",
    )
    # Only an index of this package, which may be inside a decorator, gets biclusters. A
    # function of the user raises an error for biclusters in `_compared_partitions`.
    structure: Structure = "partition"
    if identified.structure == "biclustering" and identified.known_index is not None:
        structure = "biclustering"
    # (M - E) / (M1 - E) is the same whether higher or lower values are better.
    resolved = identified.resolve(structure, needs_direction=False)
    if structure == "biclustering":
        arrays = _compared_biclusterings(labels_true, labels_pred)
    else:
        is_of_package = resolved.contract is not None
        arrays = _compared_partitions(labels_true, labels_pred, as_codes=is_of_package)
        if len(arrays.true) > 1:
            resolved.check_takes_coclusterings()
    # `_REFUSED` has the reasons why the other null models raise an error. The only null
    # model that raises none permutes each mode.
    check_null_model(null_model, _REFUSED, n_modes=len(arrays.true))
    generator = check_generator(random_state, "random_state")
    observed = _finite_value(resolved, arrays.true, arrays.pred)
    tasks = (
        delayed(_finite_value)(resolved, arrays.true, permuted)
        for permuted in permutations(arrays.pred, n_draws, generator)
    )
    values = run_in_parallel(tasks, n_draws, "draws", n_jobs=n_jobs, verbose=verbose)
    value_of_truth = _finite_value(resolved, arrays.true, arrays.true)
    modes = compared_modes(labels_true, n_compared=len(arrays.true))
    score = _adjusted_score(
        observed,
        values_of_draws=values,
        value_of_truth=value_of_truth,
        are_equal=arrays.are_equal,
        header=resolved.header(modes.part),
    )
    return replace(score, compared=modes.names_unless_all)


@dataclass(frozen=True)
class ComparedArrays:
    """A reference and a prediction as arrays, and whether they are equal.

    There is one array of labels for each compared mode. For biclusterings, the arrays
    are the indicators of the rows and of the columns.
    """

    true: Arrays
    pred: Arrays
    are_equal: bool


def _compared_biclusterings(
    biclusters_true: AnyStructure, biclusters_pred: AnyStructure
) -> ComparedArrays:
    """Check two biclusterings, and return their indicators."""
    names = ("labels_true", "labels_pred")
    true, pred = check_biclusterings(biclusters_true, biclusters_pred, names)
    overlaps = compare_biclusters(true, pred).overlaps
    return ComparedArrays(true, pred, are_equal=overlaps.sides_are_equal)


def _compared_partitions(
    labels_true: AnyStructure, labels_pred: AnyStructure, *, as_codes: bool
) -> ComparedArrays:
    """Check two clusterings or co-clusterings, and return their labels or codes.

    The result has an array for each mode whose true labels are known, in the order of
    the prediction. A function of the user gets the labels. An index of this package
    gets integer codes of the same clusters, because labels that look continuous would
    cause a warning at every draw.
    """
    advice = replace(FOR_TWO_STRUCTURES, bicluster_measure=METRIC_OF_BICLUSTERS)
    true, pred = check_partitions(
        labels_true, labels_pred, check=partial(check_labels, advice=advice)
    )
    tables = map(count_table, true, pred)
    are_equal = all(table.is_equality for table in tables)
    if as_codes:
        true_arrays = tuple(mode.codes for mode in true)
        pred_arrays = tuple(mode.codes for mode in pred)
    else:
        true_arrays = tuple(mode.labels() for mode in true)
        pred_arrays = tuple(mode.labels() for mode in pred)
    return ComparedArrays(true_arrays, pred_arrays, are_equal=are_equal)


def _adjusted_score(
    observed: float,
    *,
    values_of_draws: Sequence[float],
    value_of_truth: float,
    are_equal: bool,
    header: str,
) -> AdjustedScore:
    """Return (M - E) / (M1 - E), the observed value M adjusted by the draws.

    E is the mean of the draws, and M1 is the value of the truth against itself. M1 - E
    is computed as the mean of the differences from M1. It is therefore exactly 0 if
    every draw has the value M1, so that 0/0 is not mistaken for a quotient of rounding
    errors. `header` is the header of the index.
    """
    n_draws = len(values_of_draws)
    differences = (value_of_truth - value for value in values_of_draws)
    largest_gain = math.fsum(differences) / n_draws
    draws = np.array(values_of_draws)
    draws.flags.writeable = False
    difference_from_truth = observed - value_of_truth
    gain = difference_from_truth + largest_gain  # observed - expected
    standard_error = 0.0
    if are_equal:
        statistic = 1.0
    elif largest_gain != 0:
        statistic = gain / largest_gain
        # The standard error of E is multiplied by the derivative of the statistic by E.
        error_of_mean = float(draws.std(ddof=1)) / math.sqrt(n_draws)
        standard_error = error_of_mean * abs(difference_from_truth) / largest_gain**2
    elif gain != 0:  # x/0 is infinite with the sign of x.
        statistic = math.copysign(math.inf, gain)
    else:  # 0/0 counts as chance.
        statistic = 0.0
    return AdjustedScore(
        statistic=statistic,
        metric=header,
        expected=value_of_truth - largest_gain,
        standard_error=standard_error,
        null_distribution=draws,
    )


def _finite_value(metric: ResolvedMetric, true: Arrays, pred: Arrays) -> float:
    """Compute an index, and raise an error if its value is not finite.

    `true` and `pred` have the labels of each compared mode or, for biclusterings, the
    indicators of the rows and of the columns.
    """
    value = value_of_arrays(metric, true, pred)
    if not math.isfinite(value):
        raise ValueError(
            f"`metric` is {value} for the observed labels, for permuted labels or for "
            "the truth with itself. These values must all be finite, because their "
            "mean is subtracted. Use another index."
        )
    return value
