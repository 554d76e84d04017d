"""Any index adjusted for chance, by draws."""

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
from .._laws._pair_moments import NullModel
from .._metrics import AnyMetric, ResolvedMetric, identify, refuse_soft
from .._statistics._comparison import compare_biclusters
from .._statistics._tables import count_table
from .._structures._arguments import check_generator, check_integer
from .._structures._indicators import are_biclusterings, check_biclusterings
from .._structures._labels import check_labels
from .._structures._messages import FOR_TWO_STRUCTURES, METRIC_OF_BICLUSTERS
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

_REFUSED = {**NO_CELLS, "fixed_n_clusters": "labels are permuted. Use 'product'."}


@total_ordering
@dataclass(frozen=True, eq=False, repr=False)
class AdjustedScore(Tabular):
    """Result of `adjusted_for_chance`; ``float(score)`` is the number.

    Parameters
    ----------
    statistic : float
        The adjusted score.
    metric : str
        Header of the index, not adjusted: its name in print, with its options and,
        where the truth knows only some modes, the compared ones.
    expected : float
        Mean of the index, not adjusted, over the draws.
    standard_error : float
        Standard deviation of `statistic` over repeated draws.
    null_distribution : ndarray of shape (n_draws,)
        The index, not adjusted, of every draw; read-only.
    compared : tuple of str, or None
        Names of the modes that were compared, such as ("rows",), where the truth knows
        only some of them; else None.

    See Also
    --------
    adjusted_for_chance : Compute it.

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
    null_model: NullModel = "product",
    n_draws: int = 1000,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    **metric_options: Any,
) -> AdjustedScore:
    r"""Any index of two structures, adjusted for chance by draws.

    The gain over chance, relative to the largest possible gain [1]_, [2]_:

    .. math:: \frac{M - E}{M_1 - E}

    with the index M, its mean E over random permutations of `labels_pred`, and its
    value :math:`M_1` for `labels_true` against itself. Higher is better, also for a
    distance: 1 for equal structures, 0 by chance.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        more modes, with None for a mode that is unknown; for biclusterings, the
        indicators ``(rows, columns)``; or a fitted estimator.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind.
    metric : str or callable
        Name of an index, its function, or your own function ``(labels_true,
        labels_pred) -> float`` of arrays. For an index of `pair_counting_score` or
        `bicluster_similarity_score`, the name is enough, such as "jaccard".
    null_model : {"product", "cells"}, default="product"
        What is permuted (:ref:`null_models`). "product": the labels of each mode; of
        biclusterings, rows and columns of the whole prediction. "cells": the same for a
        clustering, refused for co-clusterings.
    n_draws : int, default=1000
        Number of permutations, at least 2.
    random_state : int, RandomState instance or None, default=None
        Determines the permutations.
    n_jobs : int or None, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    score : AdjustedScore
        Frozen, with `statistic`, at most 1 where nothing is better than `labels_true`
        itself; `metric`, `expected`, `standard_error` and `null_distribution`.

    Raises
    ------
    ValueError
        If the structures are not valid or do not fit each other, `metric` is unknown or
        not finite, `null_model` is unknown, or "cells" for co-clusterings, or `n_draws`
        is less than 2.
    TypeError
        If the labels are not array-likes, `metric` is neither a name nor a function, or
        `n_draws` is no integer.

    See Also
    --------
    pair_counting_score : Exact adjustments of 17 pair-counting indices.
    bicluster_similarity_score : Exact adjustments of csi, omega and rnia.
    coami_score : The exact adjustment of the mutual information.

    Notes
    -----
    Equal structures score 1, trivial ones too. Where otherwise E is :math:`M_1`, the
    score is 0 if M is, too, else infinite with the sign of :math:`M - E`. An index that
    is infinite for equal clusterings (Yule's) cannot be adjusted.

    The standard error of the score is that of E times :math:`|M - M_1| / (M_1 - E)^2`.

    Cost: `n_draws` times that of the index.

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
    structure: Structure = "partition"
    if identified.structure == "biclustering" and identified.contract is not None:
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
    check_null_model(null_model, _REFUSED, len(arrays.true))
    generator = check_generator(random_state, "random_state")
    observed = _finite_value(resolved, arrays.true, arrays.pred)
    tasks = (
        delayed(_finite_value)(resolved, arrays.true, permuted)
        for permuted in permutations(arrays.pred, n_draws, generator)
    )
    values = run_in_parallel(tasks, n_draws, "draws", n_jobs=n_jobs, verbose=verbose)
    value_of_truth = _finite_value(resolved, arrays.true, arrays.true)
    modes = compared_modes(labels_true, len(arrays.true))
    score = _adjusted_score(
        observed,
        values_of_draws=values,
        value_of_truth=value_of_truth,
        are_equal=arrays.are_equal,
        header=resolved.header(modes.part),
    )
    return replace(score, compared=modes.names_if_some)


@dataclass(frozen=True)
class ComparedArrays:
    """A reference and a candidate as arrays of the modes, and whether they are equal.

    Of biclusterings, the arrays are the indicators of the rows and of the columns.
    """

    true: Arrays
    pred: Arrays
    are_equal: bool


def _compared_biclusterings(
    biclusters_true: AnyStructure, biclusters_pred: AnyStructure
) -> ComparedArrays:
    """Check two biclusterings; return their indicators, and whether they are equal."""
    names = ("labels_true", "labels_pred")
    true, pred = check_biclusterings(biclusters_true, biclusters_pred, names)
    overlaps = compare_biclusters(true, pred).overlaps
    return ComparedArrays(true, pred, are_equal=overlaps.is_equality)


def _compared_partitions(
    labels_true: AnyStructure, labels_pred: AnyStructure, *, as_codes: bool
) -> ComparedArrays:
    """Check two clusterings or co-clusterings; return the labels, or codes, of modes.

    A function of the user gets the labels. An index of this package gets their codes,
    which have the same clusters, because it would warn of continuous labels at every
    draw.
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

    E is the mean of the draws, M1 the value of the truth against itself. The
    differences from M1, and so their mean, the room M1 - E, are exactly 0 where every
    draw has the value M1: no rounded mean takes the place of 0/0. `header` is that of
    the index.
    """
    n_draws = len(values_of_draws)
    room = math.fsum(value_of_truth - value for value in values_of_draws) / n_draws
    draws = np.array(values_of_draws)
    draws.flags.writeable = False
    difference_from_truth = observed - value_of_truth
    gain = difference_from_truth + room  # observed - expected
    standard_error = 0.0
    if are_equal:
        statistic = 1.0
    elif room:
        statistic = gain / room
        # The standard error of E, times the derivative of the statistic by E
        error_of_mean = float(draws.std(ddof=1)) / math.sqrt(n_draws)
        standard_error = error_of_mean * abs(difference_from_truth) / room**2
    elif gain:  # x/0 is infinite with the sign of x
        statistic = math.copysign(math.inf, gain)
    else:  # 0/0 is chance
        statistic = 0.0
    return AdjustedScore(
        statistic=statistic,
        metric=header,
        expected=value_of_truth - room,
        standard_error=standard_error,
        null_distribution=draws,
    )


def _finite_value(metric: ResolvedMetric, true: Arrays, pred: Arrays) -> float:
    """Compute an index; refuse an infinite value, because such values have no mean."""
    value = value_of_arrays(metric, true, pred)
    if not math.isfinite(value):
        raise ValueError(
            f"`metric` is {value} for some of the labels compared, but must be finite "
            "for all, because their mean is subtracted. Use another index."
        )
    return value
