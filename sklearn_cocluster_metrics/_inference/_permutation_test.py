"""Test whether an agreement is better than chance, by permuting labels."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._contracts import (
    BiclusteringMetric,
    Metric,
    PartitionMetric,
    ResolvedMetric,
    find_contract,
    is_named_like_a_distance,
    resolve,
)
from .._indices._contract import Structure
from .._laws import NullModelOfPairs
from .._structures import (
    Biclustering,
    Partition,
    check_generator,
    check_integer,
    check_n_jobs,
    check_option,
)
from ._permutation_methods import found_for_biclusters, found_for_labels
from ._permutation_request import Found, Request

PermutationMethod: TypeAlias = Literal["auto", "exact", "gamma", "grid", "labels"]
Alternative: TypeAlias = Literal["any_mode", "all_modes"]

_METHODS = ("auto", "exact", "gamma", "grid", "labels")
_ALTERNATIVES = ("any_mode", "all_modes")


@dataclass(frozen=True, eq=False)
class PermutationTestResult:
    """Result of `permutation_test`.

    Parameters
    ----------
    statistic : float
        The observed value of the metric.
    pvalue : float
        Probability, under the null model, of an agreement at least as good.
    method : {"exact", "gamma", "grid", "labels"}
        The method used.
    null_mean : float or None
        Mean of the metric under the null model: exact for an index that is linear in
        n11, otherwise the mean of the draws. None without draws, or if one is infinite.
    null_std : float or None
        Standard deviation under the null model, as for `null_mean`.
    null_distribution : ndarray of shape (n_permutations,) or None
        The metric of each draw; None where nothing was drawn. For "grid", draw i of one
        mode is combined with draw i of the others.
    pvalues_of_modes : tuple of float, or None
        P-value of each mode alone; None where it is not defined.

    See Also
    --------
    permutation_test : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import permutation_test
    >>> result = permutation_test([0, 0, 1, 1], [0, 0, 1, 1])
    >>> type(result).__name__, result.method
    ('PermutationTestResult', 'exact')
    """

    statistic: float
    pvalue: float
    method: str
    null_mean: float | None
    null_std: float | None
    null_distribution: NDArray[np.float64] | None
    pvalues_of_modes: tuple[float, ...] | None


def permutation_test(
    labels_true: Partition | Biclustering,
    labels_pred: Partition | Biclustering,
    metric: PartitionMetric | BiclusteringMetric = "cari",
    *,
    null_model: NullModelOfPairs = "product",
    method: PermutationMethod = "auto",
    alternative: Alternative = "any_mode",
    n_permutations: int = 999,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
) -> PermutationTestResult:
    r"""Test whether two structures agree better than chance.

    The null hypothesis is that the labels of each mode of `labels_pred` are in random
    order. The p-value is the probability of a metric at least as good as the observed
    one; ties count. What is better follows from the metric: for a distance, lower.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or a tuple
        of more modes; for a metric of biclusterings the indicators ``(rows, columns)``;
        or a fitted estimator that has such a structure.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind to compare with it.
    metric : str or callable, default="cari"
        Name of an index, its function, or your own function ``(labels_true,
        labels_pred) -> float``, for which higher values are better.
    null_model : {"product", "cells"}, default="product"
        What is random under chance. "product": the labels of each mode are permuted
        independently. "cells": the cells are permuted as if they were free, which
        only indices of counts of pairs allow. For a plain clustering, both coincide.
    method : {"auto", "exact", "gamma", "grid", "labels"}, default="auto"
        How the p-value is computed; see Notes.
    alternative : {"any_mode", "all_modes"}, default="any_mode"
        What is concluded from a small p-value. "any_mode": the co-clusterings agree
        better than chance, possibly in one mode only. "all_modes": every mode agrees
        better than chance; the p-value is the largest of `pvalues_of_modes`.
    n_permutations : int, default=999
        Number of draws, of each mode where `method` is "grid". Not used by "exact" and
        "gamma".
    random_state : int, RandomState instance or None, default=None
        Determines the draws. Pass an int for the same result at every call.
    n_jobs : int or None, default=None
        Number of joblib workers that compute the metric of the draws. The draws are
        made first, so neither the number of workers nor the backend changes a result.

    Returns
    -------
    result : PermutationTestResult
        Frozen, with `statistic`, `pvalue`, `method`, `null_mean`, `null_std`,
        `null_distribution` and `pvalues_of_modes`.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `metric`, `null_model`, `method` or `alternative` is unknown; if
        the metric does not allow the method or the null model; if the exact law would
        take too long; if `alternative` is "all_modes" and the modes have no separate
        p-values, or no permutation changes one of them, as for a mode of one label; if
        the metric is NaN; if `n_permutations` is less than 1.
    TypeError
        If the labels are complex, sparse or not array-likes; if `metric` is neither a
        name nor a function; if `n_permutations` is no integer.

    See Also
    --------
    pair_count_moments : Moments of the number of pairs by chance.
    adjusted_for_chance : An index corrected for its mean by chance.
    score_interval : How uncertain an index is for other rows and columns.

    Notes
    -----
    **Methods.** With the cluster sizes given, indices of counts of pairs increase (or
    decrease) with one integer, the number of pairs together in both. So they have the
    same p-value, and ties are exact.

    ========== ===================================== ==============================
    method     metrics                               p-value
    ========== ===================================== ==============================
    "exact"    counts of pairs (all but "yule")      from the exact law
    "gamma"    counts of pairs (all but "yule")      Pearson III law with the exact
                                                     first three moments
    "grid"     counts of pairs, mutual information,  share of all combinations of
               matched samples                       the tables drawn of each mode
    "labels"   all                                   (1 + number at least as good)
                                                     / (1 + `n_permutations`)
    ========== ===================================== ==============================

    "auto" uses "exact" where it takes at most about a second, else "gamma"; "grid" for
    co-clusterings and a metric that allows it; else "labels". `method` of the result is
    what was used. No normal approximation is used: its tail is wrong by orders of
    magnitude.

    **Smallest p-values.** "labels" cannot fall below 1 / (1 + n), "grid" not below
    :math:`1 / (1 + n)^d` for d modes. "gamma" is an approximation. In 16 settings, its
    p-value over the exact one was between 0.8 and 1.5 at .05, and between 0.7 and 1.5
    at .001, 0.5 where a mode has two clusters of ten; farther out it can be much too
    small. So "auto" reports .0001 where "gamma" gives less.

    "grid" is valid because under the null hypothesis the observed tables take every
    position of the grid with equal chance. It is conservative: at a level of .05 it
    rejects about 3 %.

    "any_mode" rejects also where only the columns agree. To conclude that rows and
    columns agree, use "all_modes".

    Where no permutation changes the metric, as for one cluster, p = 1.

    **Ties.** Counts are compared as integers. Other metrics are tied where they differ
    by at most 1e-12 of the largest finite value.

    **What is drawn.** For metrics with a formula on contingency tables, tables are
    drawn (`scipy.stats.random_table`), not labels. `null_model` "fixed_n_clusters" is
    refused: with random cluster sizes, tables have no fixed margins. "cells" is refused
    for metrics other than counts of pairs, because freely permuted cells are not a
    co-clustering. Of biclusterings, the rows and the columns of all predicted
    biclusters are permuted, independently.

    **Cost.** "exact" depends on the number of partial tables: 1 ms for two clusters;
    100 samples in 4 x 4 balanced clusters 0.7 s per mode. "gamma" takes 2 ms. A table
    costs 1 microsecond for 100 samples in 4 x 4 clusters, 15 for 10 000 in 10 x 10.

    References
    ----------
    .. [1] L. Hubert, P. Arabie (1985). Comparing partitions. Journal of Classification,
       2, 193-218. :doi:`10.1007/BF01908075`
    .. [2] B. Phipson, G. K. Smyth (2010). Permutation p-values should never be zero.
       Statistical Applications in Genetics and Molecular Biology, 9, 39.
       :doi:`10.2202/1544-6115.1585`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import permutation_test
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 1, 1, 1, 1], [0, 0, 1, 1])
    >>> result = permutation_test(true, pred)
    >>> result.method, round(result.pvalue, 4)
    ('exact', 0.1333)
    >>> [round(p, 4) for p in result.pvalues_of_modes]  # 6 of 15 and 2 of 6
    [0.4, 0.3333]
    >>> permutation_test(true, pred, "nce", n_permutations=99, random_state=0).method
    'labels'
    """
    resolved, structure = _resolve_metric(metric, labels_true, labels_pred)
    request = Request(
        metric=resolved,
        null_model=null_model,
        method=check_option(method, "method", _METHODS),
        all_modes=check_option(alternative, "alternative", _ALTERNATIVES)
        == "all_modes",
        n_permutations=check_integer(n_permutations, "n_permutations", 1),
        generator=check_generator(random_state, "random_state"),
        n_jobs=check_n_jobs(n_jobs, "n_jobs"),
    )
    find: Any = (
        found_for_biclusters if structure == "biclustering" else found_for_labels
    )
    found: Found = find(request, labels_true, labels_pred)
    return PermutationTestResult(
        found.statistic,
        found.pvalue_of(request.all_modes),
        found.method,
        found.mean,
        found.std,
        found.values,
        found.pvalues_of_modes,
    )


def _resolve_metric(
    metric: Metric, true: Any, pred: Any
) -> tuple[ResolvedMetric, Structure]:
    """Resolve a metric; of a user-defined one, higher values are better."""
    contract, _ = find_contract(metric, {})
    if contract is not None:
        structure = contract.structure
        return resolve(metric, structure, None, {}), structure
    structure = "biclustering" if _is_indicator(true, pred) else "partition"
    own = resolve(metric, structure, True, {})
    if is_named_like_a_distance(own.name):
        raise ValueError(
            f"`metric` {own.name} is named like one for which lower values are better. "
            "Pass a function of another name, for which higher values are better; for "
            "a distance, return its negative."
        )
    return own, structure


def _is_indicator(*sides: Any) -> bool:
    """Whether one side is a tuple of two-dimensional arrays."""
    return any(
        isinstance(side, tuple)
        and len(side) == 2
        and all(np.ndim(part) == 2 or _is_sparse(part) for part in side)
        for side in sides
    )


def _is_sparse(part: Any) -> bool:
    """Whether a part is a sparse matrix, which NumPy does not look into."""
    return hasattr(part, "toarray")
