"""Test whether an agreement is better than chance, by permuting labels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from joblib import Parallel, delayed
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
from .._indices._mutual_information import mutual_information
from .._laws import TooMuchWork, Work, tail_of_product
from .._statistics import (
    ContingencyTable,
    Tables,
    compare_biclusters,
    contingency_tables,
    matched_samples,
)
from .._structures import (
    Biclustering,
    Partition,
    as_structure,
    check_biclusterings,
    check_generator,
    check_integer,
    check_n_jobs,
    check_option,
    check_partitions,
    dense_indicator,
)
from ._laws_of_pairs import PairIndex, exact_pvalues, gamma_pvalues
from ._random_draws import draw_squares, draw_tables, permutations

PermutationMethod: TypeAlias = Literal["auto", "exact", "gamma", "grid", "labels"]
Alternative: TypeAlias = Literal["any_mode", "all_modes"]
Number = int | float

_METHODS = {
    "auto": "any metric",
    "exact": "an index of counts of pairs, such as 'cari'",
    "gamma": "an index of counts of pairs, such as 'cari'",
    "grid": "an index that has one number per mode, such as 'cari', 'comi' or "
    "'classification_error'",
    "labels": "any metric",
}
"""What each method takes."""

_ABOUT_A_SECOND, _ABOUT_A_MINUTE, _WORK_OF_GRID = 1e9, 3e10, 3e9
_MOST_SUMS = 10_000_000
_LEAST_GAMMA = 1e-4  # three moments cannot support a smaller p-value
_RELATIVE_TIE = 1e-12  # of the largest value: floats that differ by less are tied


class ModeStatistic(NamedTuple):
    """A number of each table that grows with agreement, and how modes combine."""

    of_table: Callable[[ContingencyTable], Number]
    combine: Callable[[Iterable[Number]], Number]


MODE_STATISTICS: Mapping[str, ModeStatistic] = {
    "squares": ModeStatistic(lambda table: table.squares.joint, math.prod),
    "information": ModeStatistic(mutual_information, math.fsum),
    "matched": ModeStatistic(matched_samples, math.prod),
}
"""The numbers by which indices order structures of given cluster sizes."""


@dataclass(frozen=True)
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
        The metric of each draw, read-only; None where nothing was drawn. For "grid",
        draw i of one mode is combined with draw i of the others.
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
    null_distribution: NDArray[np.float64] | None = field(repr=False, compare=False)
    pvalues_of_modes: tuple[float, ...] | None


def permutation_test(
    labels_true: Partition | Biclustering,
    labels_pred: Partition | Biclustering,
    metric: PartitionMetric | BiclusteringMetric = "cari",
    *,
    method: PermutationMethod = "auto",
    alternative: Alternative = "any_mode",
    n_permutations: int = 999,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
) -> PermutationTestResult:
    r"""Test whether two structures agree better than chance.

    The null hypothesis is that the labels of each mode of `labels_pred` are in random
    order, independently of the other modes. The p-value is the probability of a metric
    at least as good as the observed one; ties count. What is better follows from the
    metric: for a distance, lower.

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
        infinity; if `metric`, `method` or `alternative` is unknown; if the metric does
        not allow the method; if the exact law would take too long; if `alternative` is
        "all_modes" and the modes have no separate p-values, or no permutation changes
        one of them, as for a mode of one label; if the metric is NaN; if
        `n_permutations` is less than 1.
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
    drawn (`scipy.stats.random_table`), not labels. Of biclusterings, the rows and the
    columns of all predicted biclusters are permuted, independently.

    There is no test that permutes the cells of co-clusterings as if they were free, the
    null model "cells" of `cari_score`: at a level of 5 %, it would reject 94 to 100 %
    of unrelated co-clusterings.

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
    plan = _Plan(
        check_option(method, "method", tuple(_METHODS)),
        check_option(alternative, "alternative", ("any_mode", "all_modes")),
        check_integer(n_permutations, "n_permutations", 1),
        check_generator(random_state, "random_state"),
        check_n_jobs(n_jobs, "n_jobs"),
    )
    test = _test_by_indicators if structure == "biclustering" else _test_by_labels
    result = test(resolved, labels_true, labels_pred, plan)
    if plan.alternative == "any_mode":
        return result
    if result.pvalues_of_modes is None:
        raise ValueError(
            "`alternative='all_modes'` needs a p-value for each mode, which this "
            "metric does not have. Use an index of co-clusterings by its name."
        )
    return replace(result, pvalue=max(result.pvalues_of_modes))


def test_of_tables(metric: ResolvedMetric, tables: Tables) -> PermutationTestResult:
    """Test an index that counts pairs, for tables that are already counted."""
    return _test_by_law(metric, tables, "auto")


class _Plan(NamedTuple):
    """How to test: the checked arguments other than the metric."""

    method: str
    alternative: str
    n_draws: int
    generator: RandomState
    n_jobs: int | None

    def scores(self, score: Callable[[Any], Any], drawn: Iterable[Any]) -> list[Any]:
        """Score what was drawn here by the workers."""
        return list(Parallel(n_jobs=self.n_jobs)(delayed(score)(one) for one in drawn))


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
        and all(np.ndim(part) == 2 or hasattr(part, "toarray") for part in side)
        for side in sides
    )


def _test_by_indicators(
    metric: ResolvedMetric, biclusters_true: Any, biclusters_pred: Any, plan: _Plan
) -> PermutationTestResult:
    """Test biclusterings: permute the rows and the columns of all predicted ones."""
    true, pred = check_biclusterings(biclusters_true, biclusters_pred)
    _check_method(metric, plan.method, ("labels",))
    return _test_by_permutations(
        metric, partial(_score_of_biclusters, metric, true), pred, plan
    )


def _test_by_labels(
    metric: ResolvedMetric, labels_true: Any, labels_pred: Any, plan: _Plan
) -> PermutationTestResult:
    """Test clusterings or co-clusterings, by what the metric allows."""
    true, pred = check_partitions(labels_true, labels_pred)
    number = metric.contract.monotone_in if metric.contract else None
    laws = ("exact", "gamma") if number == "squares" else ()
    grid = ("grid",) if number else ()
    _check_method(metric, plan.method, (*laws, *grid, "labels"))
    tables = contingency_tables(true, pred)
    if plan.alternative == "all_modes":
        _check_no_mode_is_constant(tables)
    if metric.contract is None:
        truth, found = (tuple(mode.labels() for mode in side) for side in (true, pred))
        score = partial(_score_of_labels, metric, truth)
        result = _test_by_permutations(metric, score, found, plan)
        of_modes = (result.pvalue,) if len(true) == 1 else None
        return replace(result, pvalues_of_modes=of_modes)
    if plan.method in ("grid", "labels"):
        return _test_by_tables(metric, tables, plan)
    if number == "squares":
        return _test_by_law(metric, tables, plan.method)
    by_grid = number is not None and len(tables) > 1
    plan = plan._replace(method="grid" if by_grid else "labels")
    return _test_by_tables(metric, tables, plan)


def _check_method(
    metric: ResolvedMetric, method: str, possible: tuple[str, ...]
) -> None:
    """Refuse a method that the metric does not allow."""
    if method not in ("auto", *possible):
        raise ValueError(
            f"`method={method!r}` takes {_METHODS[method]}; for `metric` "
            f"{metric.name!r} use {' or '.join(map(repr, possible))}."
        )


def _check_no_mode_is_constant(tables: Tables) -> None:
    """Refuse a mode whose agreement no permutation changes."""
    for mode, table in enumerate(tables):
        if min(table.shape) == 1 or max(table.shape) == table.n_samples:
            raise ValueError(
                f"Mode {mode} has one label, or as many labels as entries: no "
                "permutation changes its agreement, so `alternative='all_modes'` "
                "cannot be tested. Test the other modes alone, or use 'any_mode'."
            )


def _test_by_law(
    metric: ResolvedMetric, tables: Tables, method: str
) -> PermutationTestResult:
    """Take the exact law, or three moments; for "auto" what takes about a second."""
    assert metric.contract is not None
    if method == "gamma":
        pvalue, of_modes = gamma_pvalues(tables)
    else:
        try:
            work = _ABOUT_A_MINUTE if method == "exact" else _ABOUT_A_SECOND
            pvalue, of_modes = exact_pvalues(tables, work)
            method = "exact"
        except TooMuchWork:
            if method == "exact":
                shapes = [(*table.shape, table.n_samples) for table in tables]
                raise ValueError(
                    "`method='exact'` would take too long for these tables, (true "
                    "clusters, predicted clusters, samples) per mode: "
                    f"{shapes}. Use 'gamma' or 'grid'."
                ) from None
            pvalue, of_modes = gamma_pvalues(tables, _LEAST_GAMMA)
            method = "gamma"
    statistic = metric.contract.compute(tables, **metric.options)
    mean, std = PairIndex(metric.contract, metric.options, tables).mean_and_std(
        statistic
    )
    return PermutationTestResult(statistic, pvalue, method, mean, std, None, of_modes)


# Draws. In each list of values, the observed one comes last: under the null hypothesis
# every place in the list has the same chance to have it.


def _test_by_permutations(
    metric: ResolvedMetric,
    score: Callable[[Any], float],
    observed: tuple[Any, ...],
    plan: _Plan,
) -> PermutationTestResult:
    """Permute labels, or rows and columns of biclusters, and score them."""
    value = score(observed)
    drawn = permutations(observed, plan.n_draws, plan.generator)
    values = [*plan.scores(score, drawn), value]
    pvalue = _share([metric.sign * one for one in values])
    return _result_of_draws(values, pvalue, "labels", None)


def _score_of_labels(metric: ResolvedMetric, true: Any, labels: Any) -> float:
    """Score co-clusterings, or clusterings if there is one mode."""
    value = metric.function(as_structure(true), as_structure(labels), **metric.options)
    return _not_nan(metric, value)


def _score_of_biclusters(metric: ResolvedMetric, true: Any, pred: Any) -> float:
    """Score biclusterings, by the formula where there is a contract."""
    if metric.contract is not None:
        statistics = compare_biclusters(true, pred)
        return _not_nan(metric, metric.contract.compute(statistics, **metric.options))
    arrays = (tuple(map(dense_indicator, side)) for side in (true, pred))
    return _not_nan(metric, metric.function(*arrays, **metric.options))


def _not_nan(metric: ResolvedMetric, value: Any) -> float:
    """Return a value that can be ordered."""
    number = float(value)
    if math.isnan(number):
        raise ValueError(
            f"`metric` {metric.name} is NaN for labels that were permuted."
        )
    return number


def _test_by_tables(
    metric: ResolvedMetric, tables: Tables, plan: _Plan
) -> PermutationTestResult:
    """Draw tables of each mode; combine draws by number, or all of them in a grid."""
    assert metric.contract is not None
    number = metric.contract.monotone_in
    if number == "squares":
        values, columns = _drawn_squares(metric, tables, plan)
    else:
        drawn = (draw_tables(t.sizes, plan.n_draws, plan.generator) for t in tables)
        score = partial(_score_of_tables, metric)
        found = [*plan.scores(score, zip(*drawn, strict=True)), score(tables)]
        values = [value for value, _ in found]
        columns = [*zip(*(numbers for _, numbers in found), strict=True)]
    whole: Sequence[Number] = [metric.sign * value for value in values]
    if number is not None:
        combine = MODE_STATISTICS[number].combine
        whole = [combine(numbers) for numbers in zip(*columns, strict=True)]
    by_grid = plan.method == "grid" and number is not None
    pvalue = _share_of_grid(columns, combine) if by_grid else _share(whole)
    of_modes = tuple(map(_share, columns)) if columns else None
    result = _result_of_draws(values, pvalue, plan.method, of_modes)
    if number == "squares":
        index = PairIndex(metric.contract, metric.options, tables)
        mean, std = index.mean_and_std(result.statistic)
        if mean is not None:
            return replace(result, null_mean=mean, null_std=std)
    return result


def _drawn_squares(
    metric: ResolvedMetric, tables: Tables, plan: _Plan
) -> tuple[list[float], list[Sequence[Number]]]:
    """Draw sums of squares of the tables of each mode: no table is scored."""
    assert metric.contract is not None
    columns = [
        [*draw_squares(t.sizes, plan.n_draws, plan.generator), t.squares.joint]
        for t in tables
    ]
    products = [math.prod(squares) for squares in zip(*columns, strict=True)]
    values = PairIndex(metric.contract, metric.options, tables).values(products)
    return values, [*columns]


def _score_of_tables(
    metric: ResolvedMetric, tables: Tables
) -> tuple[float, list[Number]]:
    """Compute the metric, and a number of each mode that grows with agreement.

    No number where the metric needs two modes.
    """
    contract = metric.contract
    assert contract is not None
    value = contract.compute(tables, **metric.options)
    if contract.monotone_in is not None:
        return value, list(map(MODE_STATISTICS[contract.monotone_in].of_table, tables))
    if len(tables) > 1 and contract.two_modes_only:
        return value, []
    alone = (contract.compute([table], **metric.options) for table in tables)
    return value, [metric.sign * one for one in alone]


def _result_of_draws(
    values: Sequence[float],
    pvalue: float,
    method: str,
    of_modes: tuple[float, ...] | None,
) -> PermutationTestResult:
    """Collect the results of draws; with infinite values there is no mean."""
    drawn = np.array(values[:-1], dtype=float)
    drawn.flags.writeable = False
    mean = std = None
    if np.isfinite(drawn).all():
        mean, std = float(np.mean(drawn)), float(np.std(drawn))
    statistic = float(values[-1])
    return PermutationTestResult(statistic, pvalue, method, mean, std, drawn, of_modes)


def _share(numbers: Sequence[Number]) -> float:
    """Share of the numbers at least as large as the last one; ties count.

    Integers are compared exactly. Floats are tied where they differ by no more than
    1e-12 of the largest finite one, so that rounding does not break ties.
    """
    least = numbers[-1]
    if isinstance(least, float) and math.isfinite(least):
        least -= _RELATIVE_TIE * max(abs(x) for x in numbers if math.isfinite(x))
    return sum(number >= least for number in numbers) / len(numbers)


def _share_of_grid(
    columns: Sequence[Sequence[Number]], combine: Callable[[Iterable[Number]], Number]
) -> float:
    """Share of all combinations of one number per mode that are as good."""
    try:
        if combine is math.prod:
            counts = [Counter(map(int, column)) for column in columns]
            least = math.prod(int(column[-1]) for column in columns)
            return tail_of_product(counts, least, Work(_WORK_OF_GRID))
        return _share_of_sums(columns)
    except TooMuchWork:
        raise ValueError(
            f"`method='grid'` has too many combinations for {len(columns)} modes and "
            f"{len(columns[0]) - 1} draws of each. Use fewer `n_permutations`."
        ) from None


def _share_of_sums(columns: Sequence[Sequence[Number]]) -> float:
    """Share of the sums of one number per mode that reach the observed sum."""
    *others, last = (np.array(column, dtype=float) for column in columns)
    if math.prod(map(len, others)) > _MOST_SUMS:
        raise TooMuchWork
    sums = np.zeros(1)
    for column in others:
        sums = np.add.outer(sums, column).ravel()
    observed = math.fsum(column[-1] for column in columns)
    largest = math.fsum(max(map(abs, column)) for column in columns)
    least = observed - _RELATIVE_TIE * largest
    above = len(last) - np.searchsorted(np.sort(last), least - sums)
    return int(above.sum()) / (len(sums) * len(last))
