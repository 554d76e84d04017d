"""Test whether an agreement is better than chance, by permuting labels."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._contract import Structure
from .._indices._information import mutual_information
from .._laws._pair_moments import moments_of_squares
from .._laws._sum_of_squares_law import (
    Law,
    TooMuchWork,
    Work,
    law_of_squares,
    tail_of_product,
)
from .._metrics import (
    BiclusteringMetric,
    PartitionMetric,
    ResolvedMetric,
    find_contract,
    resolve,
)
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._matching import matched_samples
from .._statistics._tables import count_table
from .._structures._arguments import (
    Biclustering,
    Partition,
    check_generator,
    check_integer,
    check_n_jobs,
    check_option,
)
from .._structures._indicators import (
    are_biclusterings,
    check_biclusterings,
    dense_indicator,
)
from .._structures._partitions import check_partitions
from .._structures._printing import Tabular
from .._structures._progress import in_parallel, with_progress
from .._structures._unlabelled import Unlabelled, handle_and_count
from ._critical_value import ABOUT_A_MINUTE, PairIndex
from ._pvalues import Number, PValue, combined, ranks, share, share_of_grid
from ._random_draws import (
    Arrays,
    draw_squares,
    draw_tables,
    permutations,
    value_of_arrays,
)

PermutationMethod: TypeAlias = Literal["auto", "exact", "grid", "labels"]
Alternative: TypeAlias = Literal["any_mode", "index", "all_modes"]

_ABOUT_A_SECOND = 1e9  # of work
_N_DRAWS = 9999


MODE_STATISTICS: Mapping[str, Callable[[ContingencyTable], Number]] = {
    "squares": lambda table: table.squares.joint,
    "information": mutual_information,
    "matched": matched_samples,
}
"""Numbers of each mode by which indices order structures of given cluster sizes.

Over the modes those of information are added, others multiplied.
"""


@dataclass(frozen=True, repr=False)
class PermutationTestResult(Tabular):
    """Result of `permutation_test`.

    Parameters
    ----------
    statistic : float
        The observed value of the metric.
    pvalue : float
        Probability by chance of an agreement at least as good.
    metric : str
        Name of the metric.
    method : {"exact", "grid", "labels"}
        The method used; "grid" also for exact distributions beside drawn ones.
    null_mean, null_std : float or None
        Mean and standard deviation under the null model: exact for an index linear in
        n11, else of the draws. None without draws, or if one is infinite.
    null_distribution : ndarray of shape (n_permutations,) or None
        The metric of each draw, read-only; draw i of one mode is combined with draw i
        of the others. None where a mode was not drawn.
    pvalues_of_modes : tuple of float
        P-value of each mode alone; empty where they are not defined.
    alternative : {"any_mode", "index", "all_modes"}
        What was tested.
    pvalue_is_bound : bool
        Whether more draws might give a smaller p-value.
    n_left_out : tuple of int, or None
        Items of each mode that `unlabelled` left out; None without that option.

    See Also
    --------
    permutation_test : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import permutation_test
    >>> permutation_test([0, 0, 1, 1], [0, 0, 1, 1])
    PermutationTestResult(cari_product=1, pvalue=0.333, alternative='any_mode', ...)
    """

    statistic: float
    pvalue: float
    metric: str
    method: str
    null_mean: float | None
    null_std: float | None
    null_distribution: NDArray[np.float64] | None = field(compare=False)
    pvalues_of_modes: tuple[float, ...]
    alternative: str
    pvalue_is_bound: bool
    n_left_out: tuple[int, ...] | None = None

    @property
    def tested(self) -> str:
        """What the p-value belongs to: the index; or p-values of modes, combined."""
        if self.alternative == "index" or len(self.pvalues_of_modes) < 2:
            return "index"
        if self.alternative == "any_mode":
            return "Fisher's combination of the modes"
        return "largest p-value of the modes"

    def __repr__(self) -> str:
        relation = "<=" if self.pvalue_is_bound else "="
        return (
            f"{type(self).__name__}({self.metric}={self.statistic:.3g}, "
            f"pvalue{relation}{self.pvalue:.3g}, alternative={self.alternative!r}, "
            f"tested={self.tested!r}, method={self.method!r})"
        )


def permutation_test(
    labels_true: Partition | Biclustering,
    labels_pred: Partition | Biclustering,
    metric: PartitionMetric | BiclusteringMetric = "cari_product",
    *,
    method: PermutationMethod = "auto",
    alternative: Alternative = "any_mode",
    greater_is_better: bool | None = None,
    n_permutations: int = _N_DRAWS,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    unlabelled: Unlabelled | None = None,
    **metric_options: Any,
) -> PermutationTestResult:
    r"""Test whether two structures agree better than chance.

    Under the null hypothesis, the labels of each mode of `labels_pred` are in random
    order. The p-value is the probability of a metric at least as good as observed (as
    low, for a distance).

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        more modes; for biclusterings, the indicators ``(rows, columns)``; or a fitted
        estimator.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind.
    metric : str or callable, default="cari_product"
        Name of an index, its function, or your own function ``(labels_true,
        labels_pred) -> float``.
    method : {"auto", "exact", "grid", "labels"}, default="auto"
        How the p-value is computed; see Notes.
    alternative : {"any_mode", "index", "all_modes"}, default="any_mode"
        What a small p-value shows to be better than chance. "any_mode": at least one
        mode, by Fisher's combination of `pvalues_of_modes`. "index": the index.
        "all_modes": every mode, by the largest of `pvalues_of_modes`. Without p-values
        of several modes, "any_mode" is "index".
    greater_is_better : bool or None, default=None
        Direction of your own function. None: True, but an error if its name ends like a
        distance's.
    n_permutations : int, default=9999
        Number of draws, of each mode for "grid".
    random_state : int, RandomState instance or None, default=None
        Determines the draws.
    n_jobs : int or None, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabelled`.
    **metric_options : dict
        Options of the metric, such as ``null_model="product"``.

    Returns
    -------
    result : PermutationTestResult
        Frozen, with `statistic`, `pvalue`, `metric`, `method`, `null_mean`, `null_std`,
        `null_distribution`, `pvalues_of_modes`, `alternative`, `pvalue_is_bound` and
        `n_left_out`.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other; if the metric is unknown,
        NaN or does not allow the method; if the exact distribution would take too long;
        if a mode has no p-value for "all_modes"; if `n_permutations` is less than 1.
    TypeError
        If the labels are not array-likes, `metric` is neither a name nor a function, or
        `n_permutations` is no integer.

    See Also
    --------
    pair_count_moments : Moments of the number of pairs by chance.
    adjusted_for_chance : An index corrected for its mean by chance.
    score_interval : How uncertain an index is.

    Notes
    -----
    With given cluster sizes, indices of counts of pairs are monotone in n11, the number
    of pairs together in both: all have one p-value.

    ========== ===================================== ==============================
    method     metrics                               p-value
    ========== ===================================== ==============================
    "exact"    counts of pairs (all but "yule")      from the exact distribution
    "grid"     counts of pairs, mutual information,  share of all combinations of
               matched samples                       the tables drawn of each mode
    "labels"   all                                   (1 + number at least as good)
                                                     / (1 + `n_permutations`) [1]_
    ========== ===================================== ==============================

    For counts of pairs, "auto" takes each mode's exact distribution if that takes at
    most about a second. All else is drawn. Both keep the level, and so does Fisher's
    combination [2]_ of independent modes. Its exact distribution [3]_ is used; where
    that would take too long, as for three drawn modes, the chi-square distribution,
    which is conservative. A mode that no permutation changes adds nothing. For "index",
    "grid" rejects about 3 % at a level of 5 % (:ref:`permutation_tests`).

    The p-value of "labels", and of each mode drawn for "grid", is at least
    1 / (1 + `n_permutations`). One that reaches this is a bound, shown by ``<=``.

    Ties count as at least as good. Integers are compared exactly; other values are tied
    if they differ by at most 1e-12 of the largest finite one.

    Contingency tables are drawn (`scipy.stats.random_table`) where the metric has a
    formula on them, else labels; of biclusterings, rows and columns of the whole
    prediction. "cells" of `cari_score` is no null model here: a test by it would
    reject most unrelated co-clusterings.

    Cost: "exact" 1 ms for two clusters, 0.7 s per mode for 100 samples in 4 x 4
    balanced clusters. A table takes 1 microsecond for 100 samples in 4 x 4 clusters, 15
    for 10 000 in 10 x 10.

    References
    ----------
    .. [1] B. Phipson, G. K. Smyth (2010). Statistical Applications in Genetics and
       Molecular Biology, 9, 39. :doi:`10.2202/1544-6115.1585`
    .. [2] R. A. Fisher (1925). Statistical Methods for Research Workers. Oliver & Boyd,
       section 21.1.
    .. [3] F. Pesarin, L. Salmaso (2010). Permutation Tests for Complex Data. Wiley,
       chapter 4.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import permutation_test
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 1, 1, 1, 1], [0, 0, 1, 1])
    >>> result = permutation_test(true, pred)
    >>> result
    PermutationTestResult(cari_product=0.556, pvalue=0.133, alternative='any_mode', ...)
    >>> [round(p, 4) for p in result.pvalues_of_modes]  # 6 of 15 and 2 of 6
    [0.4, 0.3333]
    >>> permutation_test(true, pred, alternative="index").pvalue  # 12 of 90
    0.133...
    """
    plan: dict[str, Any] = {
        "method": check_option(method, "method", get_args(PermutationMethod)),
        "alternative": check_option(alternative, "alternative", get_args(Alternative)),
        "n_draws": check_integer(n_permutations, "n_permutations", 1),
        "generator": check_generator(random_state, "random_state"),
        "n_jobs": check_n_jobs(n_jobs, "n_jobs"),
        "verbose": check_integer(verbose, "verbose", 0),
    }
    contract, _ = find_contract(metric, metric_options)
    structure: Structure = "partition"
    if contract is not None:
        structure = contract.structure
    elif are_biclusterings(labels_true, labels_pred):
        structure = "biclustering"
    resolved = resolve(metric, structure, greater_is_better, metric_options)
    if structure == "biclustering":
        check_option(unlabelled, "unlabelled", (None,))
        names = ("labels_true", "labels_pred")
        indicators = check_biclusterings(labels_true, labels_pred, names)
        return PermutationTest(resolved, indicators, (), **plan).result()
    true, pred, n_left_out = handle_and_count(labels_true, labels_pred, unlabelled)
    modes = check_partitions(true, pred)
    tables = tuple(map(count_table, *modes))
    result = PermutationTest(resolved, modes, tables, **plan).result()
    return replace(result, n_left_out=n_left_out)


class PermutationTest(NamedTuple):
    """What is tested, and how: the checked arguments. Biclusterings have no tables."""

    metric: ResolvedMetric
    sides: tuple[Any, Any]
    tables: Tables
    generator: RandomState
    method: str = "auto"
    alternative: str = "any_mode"
    n_draws: int = _N_DRAWS
    n_jobs: int | None = None
    verbose: int = 0

    @property
    def number(self) -> str | None:
        """Name of the number of each mode by which the metric orders structures."""
        contract = self.metric.contract
        return None if contract is None else contract.monotone_in

    def result(self) -> PermutationTestResult:
        """Test by what the metric allows."""
        contract = self.metric.contract
        if not self.tables:
            self._check(("labels",), has_modes=False)
            sides: Any = self.sides
            if contract is None:
                sides = [tuple(map(dense_indicator, side)) for side in self.sides]
            return self._by_permutations(*sides)
        laws = ("exact",) if self.number == "squares" else ()
        grid = ("grid",) if self.number else ()
        own = contract is None or bool(contract.two_modes_only)
        self._check((*laws, *grid, "labels"), len(self.tables) == 1 or not own)
        if contract is None:
            labels = (tuple(mode.labels() for mode in side) for side in self.sides)
            return self._by_permutations(*labels)
        if laws and self.method in ("auto", "exact"):
            return self._by_laws()
        return self._by_tables()

    def _check(self, possible: tuple[str, ...], has_modes: bool) -> None:
        """Refuse a method or an alternative that the metric does not allow."""
        if self.method not in ("auto", *possible):
            raise ValueError(
                f"`method={self.method!r}` is not possible for `metric` "
                f"{self.metric.name!r}; use {' or '.join(map(repr, possible))}."
            )
        if self.alternative != "all_modes":
            return
        if not has_modes:
            raise ValueError(
                "`alternative='all_modes'` needs a p-value for each mode, which this "
                "metric does not have. Use an index of co-clusterings by its name."
            )
        for mode, table in enumerate(self.tables):
            if _is_constant(table, self.number):
                raise ValueError(
                    f"No permutation changes the agreement of mode {mode}, which has "
                    "no p-value: test the other modes alone, or use 'any_mode'."
                )

    # Laws of sums of squares.

    def _by_laws(self) -> PermutationTestResult:
        """Take the exact law of each mode; for "auto", draws of costly ones."""
        is_exact = self.method == "exact"
        work = ABOUT_A_MINUTE if is_exact else _ABOUT_A_SECOND / len(self.tables)
        exact = [self._exact_law(table, work) for table in self.tables]
        try:
            if None in exact and (is_exact or not any(exact)):
                raise TooMuchWork
            laws = [
                law or Counter(self._drawn_and_observed(table))
                for table, law in zip(self.tables, exact, strict=True)
            ]
            squares = [table.squares.joint for table in self.tables]
            of_modes = [
                self._pvalue_of_laws([law], [square], int(own is None))
                for law, square, own in zip(laws, squares, exact, strict=True)
            ]
            if self.alternative == "index":
                pvalue = self._pvalue_of_laws(laws, squares, exact.count(None))
            else:
                pvalue = combined(self.alternative, laws, squares, of_modes)
        except TooMuchWork:
            if self.method == "auto":
                return self._by_tables()
            shapes = [(*table.shape, table.n_samples) for table in self.tables]
            raise ValueError(
                "`method='exact'` takes too long for these (true clusters, predicted "
                f"clusters, samples): {shapes}. Use 'auto' or 'grid'."
            ) from None
        method = "grid" if None in exact else "exact"
        observed = self.metric.declared.compute(self.tables, **self.metric.options)
        return self._collected([observed], method, pvalue, of_modes)

    def _exact_law(self, table: ContingencyTable, work: float) -> Law | None:
        """Return the law of the sum of squares, or None if it takes more work."""
        try:
            return law_of_squares(*table.sizes, Work(work), self.verbose)
        except TooMuchWork:
            return None

    def _drawn_and_observed(self, table: ContingencyTable) -> list[int]:
        """Draw sums of squares of a mode; the observed one comes last."""
        drawn = draw_squares(table.sizes, self.n_draws, self.generator)
        shown = with_progress(drawn, self.n_draws, "draws", self.verbose)
        return [*shown, table.squares.joint]

    def _pvalue_of_laws(
        self, laws: Sequence[Law], squares: Sequence[int], n_drawn: int
    ) -> PValue:
        """Return the p-value of modes together, of which some laws are draws."""
        pvalue = tail_of_product(laws, math.prod(squares), Work(ABOUT_A_MINUTE))
        least = (1.0 + self.n_draws) ** -n_drawn if n_drawn else 0.0
        return PValue(max(pvalue, least, sys.float_info.min), pvalue <= least)

    # Draws. In each list of values, the observed one comes last.

    def _by_permutations(self, true: Arrays, pred: Arrays) -> PermutationTestResult:
        """Permute labels, or rows and columns of biclusters, and score them.

        Several modes have no p-values of their own, so "any_mode" tests the index.
        """
        drawn = permutations(pred, self.n_draws, self.generator)
        score = partial(value_of_arrays, self.metric, true)
        values = [*self._scores(score, drawn), score(pred)]
        pvalue = share([self.metric.sign * value for value in values])
        of_modes = [pvalue] if len(true) == 1 else []
        return self._collected(values, "labels", pvalue, of_modes)

    def _by_tables(self) -> PermutationTestResult:
        """Draw tables of each mode; combine draws by number, or all in a grid."""
        metric, method, tables = self.metric, self.method, self.tables
        columns: Sequence[Sequence[Number]]
        if method == "auto":
            method = "grid" if self.number and len(tables) > 1 else "labels"
        if self.number == "squares":  # no table is scored
            columns = [*map(self._drawn_and_observed, tables)]
            products = [math.prod(squares) for squares in zip(*columns, strict=True)]
            index = PairIndex(metric.declared, metric.options, tables)
            values = [*map(cache(index), products)]
        else:
            drawn = (draw_tables(t.sizes, self.n_draws, self.generator) for t in tables)
            score = partial(_score_of_tables, metric)
            found = [*self._scores(score, zip(*drawn, strict=True)), score(tables)]
            values = [value for value, _ in found]
            columns = [*zip(*(numbers for _, numbers in found), strict=True)]
        of_modes = [*map(share, columns)]
        if of_modes and self.alternative != "index":
            ranked = [*map(ranks, columns)]
            observed = [of_mode[-1] for of_mode in ranked]
            laws = [*map(Counter, ranked)]
            pvalue = combined(self.alternative, laws, observed, of_modes)
        else:
            method, pvalue = self._pvalue_of_index(values, columns, method)
        return self._collected(values, method, pvalue, of_modes)

    def _scores(self, score: Callable[[Any], Any], drawn: Iterable[Any]) -> list[Any]:
        """Score what was drawn here by the workers."""
        tasks = (delayed(score)(one) for one in drawn)
        return in_parallel(tasks, self.n_draws, "draws", self.n_jobs, self.verbose)

    def _pvalue_of_index(
        self, values: Sequence[float], columns: Sequence[Sequence[Number]], method: str
    ) -> tuple[str, PValue]:
        """Compare the index of all combinations of draws, or of one draw of all modes.

        For "auto" the second if there are too many combinations.
        """
        if self.number is None:
            return method, share([self.metric.sign * value for value in values])
        if method == "grid":
            try:
                return method, share_of_grid(columns, self.number)
            except TooMuchWork:
                if self.method == "grid":
                    raise ValueError(
                        f"`method='grid'` has too many combinations for {len(columns)} "
                        f"modes and {self.n_draws} draws; use fewer `n_permutations`."
                    ) from None
        combine = math.fsum if self.number == "information" else math.prod
        return "labels", share([combine(one) for one in zip(*columns, strict=True)])

    def _collected(
        self,
        values: Sequence[float],
        method: str,
        pvalue: PValue,
        of_modes: Sequence[PValue],
    ) -> PermutationTestResult:
        """Collect the results; `values` are those of draws, if any, and the observed.

        With infinite values there is no mean.
        """
        *others, statistic = values
        drawn = np.array(others, dtype=float) if others else None
        mean = std = None
        if drawn is not None:
            drawn.flags.writeable = False
            if np.isfinite(drawn).all():
                mean, std = float(np.mean(drawn)), float(np.std(drawn))
        if self.number == "squares":
            metric = self.metric
            index = PairIndex(metric.declared, metric.options, self.tables)
            mean, std = index.mean_and_std(statistic) or (mean, std)
        return PermutationTestResult(
            float(statistic),
            pvalue.value,
            self.metric.name,
            method,
            mean,
            std,
            drawn,
            tuple(one.value for one in of_modes),
            self.alternative if of_modes else "index",
            pvalue.is_bound,
        )


def _is_constant(table: ContingencyTable, number: str | None) -> bool:
    """Whether no permutation changes the agreement.

    So for one cluster, and for single samples; and for counts of pairs where their
    variance is 0, as of two equal clusters against an outlier.
    """
    if min(table.shape) == 1 or max(table.shape) == table.n_samples:
        return True
    if number != "squares":
        return False
    _, (_, mean, second) = moments_of_squares(*table.sizes, 2)
    return mean**2 == second


def _score_of_tables(
    metric: ResolvedMetric, tables: Tables
) -> tuple[float, list[Number]]:
    """Compute the metric, and a number of each mode that grows with agreement.

    No number where the metric needs two modes.
    """
    contract = metric.declared
    value = contract.compute(tables, **metric.options)
    if contract.monotone_in is not None:
        return value, list(map(MODE_STATISTICS[contract.monotone_in], tables))
    if len(tables) > 1 and contract.two_modes_only:
        return value, []
    alone = (contract.compute([table], **metric.options) for table in tables)
    return value, [metric.sign * one for one in alone]
