"""Compute a permutation test by one of its methods, and hold its result.

`PermutationTest.result` chooses between three methods: the exact distributions of the
sums of squared counts of the tables (`_sum_of_squares_law`), tables drawn for each
mode, and permuted labels or indicators. The functions that check what a user passes are
in `_permutation_test`.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, TypeVar

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._information import mutual_information
from .._laws._pair_moments import moments_of_squares
from .._laws._sum_of_squares_law import (
    ABOUT_A_MINUTE,
    Law,
    TooMuchWork,
    Work,
    plan_laws,
    tail_of_product,
)
from .._metrics import ResolvedMetric
from .._scored_pair import BiclusteringPair, value_of_pair
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._matching import matched_samples
from .._structures._modes import ComparedModes
from .._structures._printing import Tabular
from .._structures._progress import VERBOSE_ADVICE, run_in_parallel, with_progress
from ._pair_index import PairIndex
from ._pvalues import (
    Number,
    PValue,
    combine_modes,
    ranks,
    share_as_large,
    share_of_grid,
)
from ._random_draws import (
    TOO_MANY_SAMPLES,
    Arrays,
    draw_squares,
    draw_tables,
    permutations,
    undrawable_error,
    value_of_arrays,
)

_ABOUT_A_SECOND = 1e9  # of work

Argument = TypeVar("Argument")
Value = TypeVar("Value")

MODE_STATISTICS: Mapping[str, Callable[[ContingencyTable], Number]] = {
    "squares": lambda table: table.squares.joint,
    "information": mutual_information,
    "matched": matched_samples,
}
"""The number of each mode that decides which of two structures an index prefers.

The cluster sizes are given. To combine the modes, values of information are added, and
the other numbers are multiplied.
"""


@dataclass(frozen=True, eq=False, repr=False)
class PermutationTestResult(Tabular):
    """Result of `permutation_test`.

    The result contains the observed value, its p-value, and what is known of the values
    by chance. A small p-value means that so good an agreement is unlikely by chance.
    Compare `statistic` with `null_mean` to see how far the agreement is from chance.

    Parameters
    ----------
    statistic : float
        Observed value of the metric.
    pvalue : float
        Probability, by chance, of an agreement that is at least as good as observed.
        `alternative` says which agreement this is.
    metric : str
        Header of the metric. It is the printed name, with its options and, if the
        labels of some modes are unknown, the compared modes.
    method : {"exact", "grid", "labels"}
        Method that was used. It is "grid" if some modes have exact distributions and
        others are drawn.
    null_mean, null_std : float or None
        Mean and standard deviation of the metric under the null model. They are exact
        for an index that is linear in the number of pairs together in both structures.
        Otherwise, they are computed from the draws, and are None if there are no draws
        or if a draw is infinite.
    null_distribution : ndarray of shape (n_draws,) or None
        Value of the metric in every draw. Draw i of the rows is combined with draw i of
        the columns. The array is read-only. It is None if a mode was not drawn.
    pvalues_of_modes : tuple of float
        P-value of each mode alone, which is the rows or the columns. It is None for a
        mode whose true labels are unknown. The tuple is empty if modes have no p-values
        of their own.
    alternative : {"any_mode", "index", "all_modes"}
        Alternative hypothesis that was tested.
    pvalue_is_bound : bool
        Whether more draws might give a smaller p-value. If True, `pvalue` is an upper
        bound.
    n_left_out : tuple of int, or None
        Number of items of each mode that were left out, by `unlabeled` or by steps of a
        pipeline. It is None if there were neither.
    compared : tuple of str, or None
        Names of the modes that were compared, such as ("rows",), if the truth contains
        only some of them. Otherwise, it is None.
    greater_is_better : bool
        Direction of the metric. The test is one-sided, towards better values.

    See Also
    --------
    permutation_test : Compute this result.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import permutation_test
    >>> permutation_test([0, 0, 1, 1], [0, 0, 1, 1])
    PermutationTestResult(product-CARI=1, pvalue=0.333, alternative='any_mode', ...)
    """

    statistic: float
    pvalue: float
    metric: str
    method: str
    null_mean: float | None
    null_std: float | None
    null_distribution: NDArray[np.float64] | None
    pvalues_of_modes: tuple[float | None, ...]
    alternative: str
    pvalue_is_bound: bool
    n_left_out: tuple[int | None, ...] | None = None
    compared: tuple[str, ...] | None = None
    greater_is_better: bool = True

    @property
    def tested(self) -> str:
        """The statistic that the p-value belongs to, in words."""
        # Modes that were not compared have None.
        pvalues = [pvalue for pvalue in self.pvalues_of_modes if pvalue is not None]
        if self.alternative == "index" or len(pvalues) < 2:
            return "index"
        if self.alternative == "any_mode":
            return "Fisher's combination of the modes"
        return "largest p-value of the modes"  # The alternative is "all_modes".

    def __repr__(self) -> str:
        """Return the result in one line.

        `tested` names what the p-value belongs to, such as "index" or "largest p-value
        of the modes". `n_left_out` is a tuple of numbers, and is shown unless None.
        """
        relation = "<=" if self.pvalue_is_bound else "="
        direction = "higher" if self.greater_is_better else "lower"
        left_out = ""
        if self.n_left_out is not None:
            left_out = f", n_left_out={self.n_left_out}"
        return (
            f"{type(self).__name__}({self.metric}={self.statistic:.3g}, "
            f"pvalue{relation}{self.pvalue:.3g}, alternative={self.alternative!r}, "
            f"tested={self.tested!r}, method={self.method!r}, better={direction!r}"
            f"{left_out})"
        )


@dataclass(frozen=True, kw_only=True)
class PermutationTest:
    """The checked arguments of `permutation_test`, which say what is tested and how."""

    metric: ResolvedMetric
    # The reference and the prediction have the `LabelCodes` of each compared mode, or
    # the indicators of rows and of columns, of shape (n_biclusters, n_entries). They
    # are empty if only the tables are known.
    sides: tuple[Any, Any]
    # There is one table for each compared mode. Biclusterings have none.
    tables: Tables
    n_draws: int
    generator: RandomState
    # These modes of the truth have tables. If None, results leave out all other modes.
    modes: ComparedModes | None = None
    # Without tables, the type says how both sides are compared.
    pair_type: type[BiclusteringPair] = BiclusteringPair
    method: str = "auto"
    alternative: str = "any_mode"
    n_jobs: int | None = None
    verbose: int = 0
    # The advice ends the warning of a test that takes long.
    advice: str = f"{VERBOSE_ADVICE} Fewer `n_draws` take less time."

    @property
    def mode_statistic(self) -> str | None:
        """Name of the number of each mode that determines the order of the values.

        It is one of `MODE_STATISTICS`, and larger numbers are better, also for a
        distance. It is None if no such number determines this order.
        """
        contract = self.metric.contract
        return None if contract is None else contract.monotone_in

    @cached_property
    def index_of_pairs(self) -> PairIndex:
        """The metric as a function of the product of sums of squares."""
        contract = self.metric.declared
        return PairIndex(contract, self.metric.options, self.tables)

    def result(self) -> PermutationTestResult:
        """Run the test by a method that the metric allows."""
        # The contract of a user's function is None.
        if not self.tables:  # Biclusterings and overlapping clusterings have no tables.
            return self._of_indicators()
        contract = self.metric.contract
        # The preferred method is first.
        possible_methods = ["labels"]
        # A grid needs a number of each mode, and these numbers must determine the order
        # of the values. There are exact laws of sums of squares only.
        if self.mode_statistic is not None:
            possible_methods.insert(0, "grid")
        if self.mode_statistic == "squares":
            possible_methods.insert(0, "exact")
        # A mode alone has no value if a user's function needs the whole co-clustering,
        # or if some option of the index needs two modes.
        needs_all_modes = contract is None or bool(contract.two_modes_only)
        modes_have_pvalues = len(self.tables) == 1 or not needs_all_modes
        self._check_options(possible_methods, modes_have_pvalues=modes_have_pvalues)
        if contract is None:
            true, pred = self.sides
            true_labels = tuple(mode.labels() for mode in true)
            pred_labels = tuple(mode.labels() for mode in pred)
            value_of = partial(value_of_arrays, self.metric, true_labels)
            return self._by_permutations(value_of, pred_labels)
        if "exact" in possible_methods and self.method in ("auto", "exact"):
            return self._by_laws()
        return self._by_tables()

    def _of_indicators(self) -> PermutationTestResult:
        """Run the test by permutations of the whole prediction.

        For biclusterings, the rows and the columns are permuted; for overlapping
        clusterings, the samples.
        """
        self._check_options(["labels"], modes_have_pvalues=False)
        _, pred = self.sides
        return self._by_permutations(self._value_of_indicators, pred)

    def _value_of_indicators(self, pred: Arrays) -> float:
        """Return the value of the metric for a permuted prediction."""
        true, _ = self.sides
        pair = self.pair_type(true, (pred[0], pred[1]))
        return value_of_pair(self.metric, pair)

    def _check_options(
        self, possible_methods: Sequence[str], *, modes_have_pvalues: bool
    ) -> None:
        """Raise an error if the metric does not allow the method or the alternative.

        `modes_have_pvalues` is True if the modes have p-values of their own.
        """
        if self.method not in ("auto", *possible_methods):
            choices = " or ".join(map(repr, possible_methods))
            raise ValueError(
                f"`method={self.method!r}` is not possible for the metric "
                f"{self.metric.name!r}. Use {choices}."
            )
        if self.alternative != "all_modes":
            return
        if not modes_have_pvalues:
            raise ValueError(
                "`alternative='all_modes'` needs a p-value for each mode, but the "
                f"metric {self.metric.name!r} does not have these p-values. Use "
                "`alternative='index'`, or a metric that has them, such as 'cari' or "
                "'classification_error'."
            )
        for position, table in enumerate(self.tables):
            if _is_constant(table, self.mode_statistic):
                mode = position if self.modes is None else self.modes.numbers[position]
                raise ValueError(
                    f"`alternative='all_modes'` needs a p-value for each mode, but "
                    f"mode {mode} has none, because no permutation changes its "
                    "agreement. Test the other modes alone, or use "
                    "`alternative='any_mode'`."
                )

    # These methods use laws of sums of squares. A law is a mapping that has, for each
    # value by chance, the number of permutations or draws with this value.

    def _by_laws(self) -> PermutationTestResult:
        """Run the test by the exact law of the sum of squares of each mode.

        For "auto", laws that take too long are replaced by draws. The result then names
        the method "grid", but has no `null_distribution`. If all laws take too long, or
        if it takes too long to combine the laws of the modes, the test uses tables. The
        costs of the laws are estimated first, so that no law is begun that would not be
        finished.

        A law depends on the sizes of the true and of the predicted clusters of a mode.
        Each p-value comes with whether it is only a bound (`PValue`). There is one for
        the alternative, and one for each mode.
        """
        is_exact = self.method == "exact"
        most_work = ABOUT_A_MINUTE if is_exact else _ABOUT_A_SECOND
        # The plan of a law that takes too long is None.
        plans = plan_laws([table.sizes for table in self.tables], most_work)
        n_drawn_laws = plans.count(None)
        if is_exact and n_drawn_laws > 0:
            raise self._error_of_exact()
        if n_drawn_laws == len(plans):
            return self._by_tables()
        for table, plan in zip(self.tables, plans, strict=True):
            if plan is None:
                self._refuse_undrawable(table)
        # A mode whose law is None will be drawn.
        exact_laws = [
            None if plan is None else plan.law(self.verbose) for plan in plans
        ]
        try:
            pvalue, pvalues_of_modes = self._pvalues_by_laws(exact_laws)
        except TooMuchWork:  # to combine the laws
            if is_exact:
                raise self._error_of_exact() from None
            return self._by_tables()
        statistic = self.metric.declared.compute(self.tables, **self.metric.options)
        return self._create_result(
            values=[statistic],  # without values of draws
            method="grid" if n_drawn_laws else "exact",
            pvalue=pvalue,
            pvalues_of_modes=pvalues_of_modes,
        )

    def _error_of_exact(self) -> ValueError:
        """Return the error of method "exact" if it takes too long."""
        shapes = [(*table.shape, table.n_samples) for table in self.tables]
        cure = "Use `method='auto'` or 'grid'."
        if any(table.n_samples >= TOO_MANY_SAMPLES for table in self.tables):
            cure = self._advice_to_sample()  # The other methods might draw this table.
        return ValueError(
            "`method='exact'` takes too long for these numbers of (true clusters, "
            f"predicted clusters, samples): {shapes}. {cure}"
        )

    def _advice_to_sample(self) -> str:
        """Return a sentence on how to test a table of too many samples."""
        advice = "Test a random sample of the items, such as "
        if self.sides[0]:  # The caller has passed labels.
            return f"{advice}`labels_true[sample]` and `labels_pred[sample]`."
        return f"{advice}`contingency_table(labels_true[sample], labels_pred[sample])`."

    def _refuse_undrawable(self, table: ContingencyTable) -> None:
        """Raise an error if a table has so many samples that none can be drawn.

        The error recommends method "exact" if this method was not tried and is fast
        enough. Otherwise, it recommends a sample.
        """
        if table.n_samples < TOO_MANY_SAMPLES:
            return
        cure = self._advice_to_sample()
        if self.mode_statistic == "squares" and self.method != "exact":
            sizes_of_modes = [table_of_mode.sizes for table_of_mode in self.tables]
            if None not in plan_laws(sizes_of_modes, ABOUT_A_MINUTE):
                cure = "Use `method='exact'`."
        # Without labels, the caller has passed tables.
        name = "labels_true" if self.sides[0] else "tables"
        raise undrawable_error(table.n_samples, name, cure)

    def _pvalues_by_laws(
        self, exact_laws: Sequence[Law | None]
    ) -> tuple[PValue, list[PValue]]:
        """Return the p-value of the alternative, and the p-value of each mode.

        Modes whose exact law is None are drawn.
        """
        laws: list[Law] = []
        for table, exact_law in zip(self.tables, exact_laws, strict=True):
            if exact_law is None:
                laws.append(Counter(self._drawn_and_observed(table)))
            else:
                laws.append(exact_law)
        squares = [table.squares.joint for table in self.tables]
        pvalues_of_modes = [
            self._pvalue_of_laws([law], [joint], n_drawn_laws=int(exact_law is None))
            for law, joint, exact_law in zip(laws, squares, exact_laws, strict=True)
        ]
        if self.alternative == "index":
            pvalue = self._pvalue_of_laws(
                laws, squares, n_drawn_laws=exact_laws.count(None)
            )
        else:
            pvalue = combine_modes(
                self.alternative,
                laws=laws,
                observed=squares,
                pvalues_of_modes=pvalues_of_modes,
            )
        return pvalue, pvalues_of_modes

    def _drawn_and_observed(self, table: ContingencyTable) -> list[int]:
        """Draw sums of squares of a mode, and append the observed sum."""
        drawn = draw_squares(table.sizes, self.n_draws, self.generator)
        drawn = with_progress(
            drawn, self.n_draws, "draws", verbose=self.verbose, advice=self.advice
        )
        squares = list(drawn)
        squares.append(table.squares.joint)
        return squares

    def _pvalue_of_laws(
        self, laws: Sequence[Law], squares: Sequence[int], *, n_drawn_laws: int
    ) -> PValue:
        """Return the probability of a product at least as large as that of `squares`.

        `squares` has the observed sum of each mode. `n_drawn_laws` of the laws are
        draws, and the p-value of each of these is at least 1 / (1 + n_draws).
        """
        pvalue = tail_of_product(laws, math.prod(squares), Work(ABOUT_A_MINUTE))
        smallest = (1.0 + self.n_draws) ** -n_drawn_laws if n_drawn_laws else 0.0
        value = max(pvalue, smallest, sys.float_info.min)
        return PValue(value, is_bound=pvalue <= smallest)

    # These methods use draws. In each list of values, the observed value comes last.

    def _by_permutations(
        self, value_of: Callable[[Arrays], float], pred: Arrays
    ) -> PermutationTestResult:
        """Run the test by values of permuted labels, or of permuted indicators.

        `pred` has the labels of each mode, or the indicators of a biclustering or of an
        overlapping clustering. `value_of` returns the metric of a prediction. If there
        are several modes, they have no p-values of their own here, so that "any_mode"
        tests the index. The observed value is the last of the values.
        """
        permuted = permutations(pred, self.n_draws, self.generator)
        values = self._computed_by_workers(value_of, permuted)
        values.append(value_of(pred))
        pvalue = share_as_large([self.metric.sign * value for value in values])
        return self._create_result(
            values=values,
            method="labels",
            pvalue=pvalue,
            pvalues_of_modes=[pvalue] if len(pred) == 1 else [],
        )

    def _by_tables(self) -> PermutationTestResult:
        """Run the test by tables drawn for each mode.

        To test the index, method "labels" combines the first draws of all modes, then
        the second draws, and so on. Method "grid" combines every draw of a mode with
        every draw of the other modes. If p-values of modes are combined instead, both
        methods have the same p-value. Each p-value comes with whether it is only a
        bound (`PValue`).
        """
        for table in self.tables:
            self._refuse_undrawable(table)
        if self.mode_statistic == "squares":
            draws = self._draws_of_squares()
        else:
            draws = self._draws_of_tables()
        pvalues_of_modes = [
            share_as_large(statistics) for statistics in draws.statistics_of_modes
        ]
        if pvalues_of_modes and self.alternative != "index":
            # The alternative is "any_mode" or "all_modes". Laws need integers. Ranks
            # are integers in the order of the statistics.
            ranks_of_modes = [
                ranks(statistics) for statistics in draws.statistics_of_modes
            ]
            # The result names a method, although the p-value does not depend on it.
            method = self._method_of_draws()
            pvalue = combine_modes(
                self.alternative,
                laws=[Counter(ranks_of_mode) for ranks_of_mode in ranks_of_modes],
                observed=[ranks_of_mode[-1] for ranks_of_mode in ranks_of_modes],
                pvalues_of_modes=pvalues_of_modes,
            )
        else:
            method, pvalue = self._pvalue_of_index(draws)
        return self._create_result(
            values=draws.values,
            method=method,
            pvalue=pvalue,
            pvalues_of_modes=pvalues_of_modes,
        )

    def _method_of_draws(self) -> str:
        """Return the method that combines the draws of the modes, "grid" or "labels".

        `_by_tables` says what both methods do. For "auto", it is "grid" if there are
        several modes, and one number of each determines the order of the values.
        `mode_statistic` is the name of this number, or None.
        """
        if self.method != "auto":
            return self.method
        is_grid = self.mode_statistic is not None and len(self.tables) > 1
        return "grid" if is_grid else "labels"

    def _draws_of_squares(self) -> DrawsOfTables:
        """Draw sums of squares, which determine the metric without a table.

        The sums of squares of the modes are their statistics. Because the cluster sizes
        are fixed, the metric depends only on the product of these sums over the modes.
        The observed sums and the observed value come last.
        """
        squares_of_modes = [self._drawn_and_observed(table) for table in self.tables]
        index_of_product = cache(self.index_of_pairs)
        values = [
            index_of_product(math.prod(squares))
            for squares in zip(*squares_of_modes, strict=True)
        ]
        return DrawsOfTables(values, squares_of_modes)

    def _draws_of_tables(self) -> DrawsOfTables:
        """Draw a table of each mode, and compute the metric of the drawn tables.

        The value of the observed tables, and the statistic of each mode, come last.
        """
        drawn_tables = [
            draw_tables(table.sizes, self.n_draws, self.generator)
            for table in self.tables
        ]
        compute = partial(_value_and_statistics, self.metric)
        results = self._computed_by_workers(compute, zip(*drawn_tables, strict=True))
        results.append(compute(self.tables))
        values = [value for value, _ in results]
        statistics = [statistics_of_modes for _, statistics_of_modes in results]
        return DrawsOfTables(values, list(zip(*statistics, strict=True)))

    def _computed_by_workers(
        self, function: Callable[[Argument], Value], arguments: Iterable[Argument]
    ) -> list[Value]:
        """Return the results of a function, computed by workers, in order.

        The arguments are drawn in this process, so that the number of workers never
        changes a result.
        """
        tasks = (delayed(function)(argument) for argument in arguments)
        return run_in_parallel(
            tasks,
            self.n_draws,
            "draws",
            n_jobs=self.n_jobs,
            verbose=self.verbose,
            advice=self.advice,
        )

    def _pvalue_of_index(self, draws: DrawsOfTables) -> tuple[str, PValue]:
        """Return the method and the p-value of the index.

        In the values and the statistics of the draws, the observed ones come last. The
        method is the result of `_method_of_draws`, unless "auto" would use "grid",
        which has too many combinations of draws. In that case, it is "labels".
        """
        method = self._method_of_draws()
        if self.mode_statistic is None:
            return method, share_as_large(
                [self.metric.sign * value for value in draws.values]
            )
        if method == "grid":
            try:
                return method, share_of_grid(
                    draws.statistics_of_modes, self.mode_statistic
                )
            except TooMuchWork:
                if self.method == "grid":
                    n_modes = len(draws.statistics_of_modes)
                    raise ValueError(
                        f"`method='grid'` has too many combinations for {n_modes} "
                        f"modes and {self.n_draws} draws. Pass fewer `n_draws`."
                    ) from None
        combine = math.fsum if self.mode_statistic == "information" else math.prod
        # Each draw has the statistics of all modes.
        statistics = zip(*draws.statistics_of_modes, strict=True)
        return "labels", share_as_large(list(map(combine, statistics)))

    def _create_result(
        self,
        *,
        values: Sequence[float],
        method: str,
        pvalue: PValue,
        pvalues_of_modes: Sequence[PValue],
    ) -> PermutationTestResult:
        """Return the result from `values`, in which the observed value comes last.

        The values before it are those of draws, if there are draws. The mean and the
        standard deviation by chance are exact for an index that is linear in counts of
        pairs. Otherwise, they are computed from the draws, and are None if there are no
        draws or if a draw is infinite.
        """
        *drawn_values, statistic = values
        null_distribution = None
        mean = None
        std = None
        if drawn_values:
            null_distribution = np.array(drawn_values, dtype=float)
            null_distribution.flags.writeable = False
            if np.isfinite(null_distribution).all():
                mean = float(np.mean(null_distribution))
                std = float(np.std(null_distribution))
        if self.mode_statistic == "squares":
            # The mean is the observed value if no permutation changes it.
            exact_mean_and_std = self.index_of_pairs.mean_and_std(statistic)
            if exact_mean_and_std is not None:
                mean, std = exact_mean_and_std
        pvalues: tuple[Any, ...] = tuple(pvalue.value for pvalue in pvalues_of_modes)
        if pvalues and self.modes is not None:
            # Modes that are not compared get None.
            pvalues = self.modes.spread(pvalues)
        return PermutationTestResult(
            statistic=float(statistic),
            pvalue=pvalue.value,
            metric=self.metric.header(self.modes.part if self.modes else None),
            method=method,
            null_mean=mean,
            null_std=std,
            null_distribution=null_distribution,
            pvalues_of_modes=pvalues,
            alternative=self.alternative if pvalues_of_modes else "index",
            pvalue_is_bound=pvalue.is_bound,
            greater_is_better=self.metric.greater_is_better,
        )


@dataclass(frozen=True)
class DrawsOfTables:
    """The values of tables that are drawn by chance. The observed values come last."""

    # Value i is the metric of draw i of all modes.
    values: Sequence[float]
    # For each mode, its statistic in each draw. It is empty if modes have no statistic.
    statistics_of_modes: Sequence[Sequence[Number]]


def _is_constant(table: ContingencyTable, mode_statistic: str | None) -> bool:
    """Return whether no permutation changes the agreement of a mode.

    This is so for a single cluster and for clusters of one sample each. Counts of pairs
    are also constant if their variance is 0, as for two clusters of equal size against
    one sample apart from all others.
    """
    if min(table.shape) == 1 or max(table.shape) == table.n_samples:
        return True
    if mode_statistic != "squares":
        return False
    # The moments of orders 0, 1 and 2 are exact fractions.
    _, raw_moments = moments_of_squares(*table.sizes, 2)
    _, mean, second_moment = raw_moments
    return mean**2 == second_moment


def _value_and_statistics(
    metric: ResolvedMetric, tables: Tables
) -> tuple[float, list[Number]]:
    """Return the metric, and for each mode a statistic that grows with agreement.

    The statistic is the number in `MODE_STATISTICS` that determines the order of the
    values, or the metric of the mode alone, turned so that higher is better. The list
    is empty if there are several modes, and some option of the metric needs two.
    """
    contract = metric.declared
    value = contract.compute(tables, **metric.options)
    if contract.monotone_in is not None:
        return value, list(map(MODE_STATISTICS[contract.monotone_in], tables))
    if len(tables) > 1 and contract.two_modes_only:
        return value, []
    values_of_modes = [contract.compute([table], **metric.options) for table in tables]
    return value, [metric.sign * value_of_mode for value_of_mode in values_of_modes]
