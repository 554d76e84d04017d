"""How certain a score is, and the difference of two scores against one truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import t as student

from .._metrics import Metric, PartitionMetric, ResolvedMetric, find_contract, resolve
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._matching import Positions, best_pairs
from .._statistics._tables import count_table, tables_of_labels
from .._structures._arguments import Partition, check_level, is_integer
from .._structures._labels import LabelCodes
from .._structures._messages import describe
from .._structures._partitions import Modes, check_partitions
from .._structures._printing import Tabular
from .._structures._progress import with_progress
from .._structures._unlabelled import Unlabelled, handle_and_count
from ._critical_value import SquaresOnly

Counted = ContingencyTable | SquaresOnly
"""A table, or what is left of it for indices that count pairs."""

_N_DRAWS = 1000
_CELLS_AT_ONCE = 1 << 18
_FEWEST_PAIRS = 10  # that are together, in the sample of a mode
_ENDLESS = 2**200  # entries of a mode of the population
_N_PAIRS = _ENDLESS * (_ENDLESS - 1)  # ordered


def index_of_partitions(metric: Metric, options: Mapping[str, Any]) -> ResolvedMetric:
    """Resolve an index that is computed from contingency tables."""
    contract, _ = find_contract(metric, options)
    if contract is None or contract.structure != "partition":
        raise TypeError(
            "`metric` must be an index of clusterings and co-clusterings of this "
            f"package, by its name or its function, got {metric!r}."
        )
    resolved = resolve(metric, "partition", None, options)
    return replace(resolved, contract=contract)


def check_fixed(fixed: Any, n_modes: int) -> list[int]:
    """Check which modes are no sample; return the others."""
    modes = fixed if isinstance(fixed, tuple) else () if fixed is None else (fixed,)
    if not all(map(is_integer, modes)):
        what = "must be a mode (0: the rows), a tuple of modes or None"
        raise TypeError(f"`fixed` {what}, got {describe(fixed)}.")
    if not {*modes} < {*range(n_modes)}:
        raise ValueError(
            f"`fixed` must be among the {n_modes} modes, counted from 0, and leave one "
            f"that is a sample; got {fixed}."
        )
    return [mode for mode in range(n_modes) if mode not in modes]


def finite(index: ResolvedMetric, modes: Sequence[Counted]) -> float:
    """Compute the index, or raise an error where it is infinite."""
    value = index.declared.compute(modes, **index.options)
    if not np.isfinite(value):
        raise ValueError(
            f"The metric {index.name!r} must be finite, got {value} for these "
            "labels, or for some that are as likely."
        )
    return value


@dataclass(frozen=True, repr=False)
class ScoreInterval(Tabular):
    """Result of `score_interval`.

    Parameters
    ----------
    statistic : float
        The observed value of the metric.
    standard_error : float
        Estimate of its standard deviation over samples.
    low, high : float
        Ends of the interval.
    n_left_out : tuple of int, or None
        Items of each mode that `unlabelled` left out; None without that option.

    See Also
    --------
    score_interval : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import score_interval
    >>> score_interval([0, 0, 0, 1, 1, 1] * 3, [0, 0, 0, 1, 1, 1] * 3)
    ScoreInterval(statistic=1, standard_error=0, low=0.5..., high=1)
    """

    statistic: float
    standard_error: float
    low: float
    high: float
    n_left_out: tuple[int, ...] | None = None


def score_interval(
    labels_true: Partition,
    labels_pred: Partition,
    metric: PartitionMetric = "cari_product",
    *,
    confidence_level: float = 0.95,
    fixed: int | tuple[int, ...] | None = None,
    unlabelled: Unlabelled | None = None,
    **metric_options: Any,
) -> ScoreInterval:
    r"""Confidence interval of an index, over samples of rows and columns.

    Rows and columns are taken as independent samples from larger populations, whose
    index is estimated.

    .. warning::
       It is valid only where the label of a row does not depend on which other rows
       were sampled, as for labels from annotators. For an algorithm that is fitted to
       the sample, use `stability_score`.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind.
    metric : str or callable, default="cari_product"
        Name of an index that counts pairs and is adjusted for chance, or its function.
    confidence_level : float, default=0.95
        Nominal coverage, between 0 and 1, both excluded.
    fixed : int, tuple of int or None, default=None
        Modes that are not a sample: 1 for columns that are all there is, such as ten
        chosen measurements.
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabelled`.
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    interval : ScoreInterval
        Frozen, with `statistic`, `standard_error`, `low` and `high`.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other; if a sampled mode has
        fewer than ten pairs of entries in one cluster; if `metric` is unknown, not
        adjusted for chance, infinite, or does not count pairs; if `confidence_level` is
        not between 0 and 1; if `fixed` is no mode or all modes.
    TypeError
        If the labels are not array-likes, `metric` is no index of clusterings of this
        package, or `fixed` is neither an integer nor a tuple of integers.

    See Also
    --------
    compare_scores : The difference of two predictions.
    permutation_test : Whether the agreement is better than chance.
    stability_score : How reproducible a clustering algorithm is.

    Notes
    -----
    The Bayesian bootstrap [1]_ of pairs: the entries of each mode have exponential
    weights :math:`w_i`, and the shares of pairs together in both, in the truth and in
    the prediction are

    .. math:: \sum_{i \ne j} w_i w_j h_{ij} \; / \; \sum_{i \ne j} w_i w_j ,
       \quad h_{ij} \in \{0, 1\} .

    Pairing entries with themselves would count small clusters too high. The index is
    computed from the products of these shares over the modes. The ends are quantiles of
    twice 1000 draws, the same at every call, with one more entry in each mode, as exact
    limits of a proportion have one more success or failure: labelled as a seen entry,
    or at random, each side by a seen cluster or a new one. The wider end is taken. The
    standard error is the standard deviation of the former draws. The statistic is
    always inside.

    In simulations nominal 95 % covered the population's value in at least .94 of
    samples (:ref:`intervals`).

    Cost: about 0.1 s for hundreds of non-empty cells of the tables. What takes more
    than ten seconds is announced.

    References
    ----------
    .. [1] D. B. Rubin (1981). The Annals of Statistics, 9, 130-134.
       :doi:`10.1214/aos/1176345338`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import score_interval
    >>> true = [0, 0, 0, 0, 1, 1, 1, 1] * 5, [0, 0, 0, 1, 1, 1] * 5
    >>> pred = [0, 0, 0, 1, 1, 1, 1, 0] * 5, [0, 0, 0, 1, 1, 1] * 5
    >>> score_interval(true, pred)
    ScoreInterval(statistic=0.49, standard_error=0.0913, low=0.277, high=0.679)
    >>> score_interval(true, pred, fixed=1)  # the columns are no sample
    ScoreInterval(statistic=0.49, standard_error=0.0927, low=0.297, high=0.672)
    """
    level = check_level(confidence_level, "confidence_level")
    index = index_of_partitions(metric, metric_options)
    *pair, n_left_out = handle_and_count(labels_true, labels_pred, unlabelled)
    interval = interval_of_tables(index, tables_of_labels(*pair), level, fixed)
    return replace(interval, n_left_out=n_left_out)


def interval_of_tables(
    index: ResolvedMetric, tables: Tables, level: float, fixed: Any = None
) -> ScoreInterval:
    """Compute the interval of an index from contingency tables, or refuse it."""
    is_adjusted = index.contract is not None and index.contract.chance_level is not None
    if not is_adjusted or index.declared.monotone_in != "squares":
        raise ValueError(
            f"The metric {index.name!r} is not adjusted for chance, or not by pairs: "
            "it depends on the sample size. Use 'cari_product' or 'cocorrelation'."
        )
    sampled = check_fixed(fixed, len(tables))
    for mode in sampled:
        n, _, *together = tables[mode].squares
        n_pairs = (min(together) - n) // 2
        if n_pairs < _FEWEST_PAIRS:
            raise ValueError(
                f"Mode {mode} has {n_pairs} pairs of entries together in a cluster of "
                f"one side; {_FEWEST_PAIRS} are needed. If it is no sample, pass "
                f"`fixed={mode}`."
            )
    statistic = finite(index, tables)
    draws = {mode: partial(_drawn_squares, tables[mode]) for mode in sampled}
    most = max(1, _CELLS_AT_ONCE // max(table.n_nonzero for table in tables))
    values = _drawn_values(index, tables, draws, _N_DRAWS, most)
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], axis=1)
    lower, upper = index.declared.bounds(len(tables))
    error = float(values[0].std())
    start, end = max(lower, float(low.min())), min(upper, float(high.max()))
    return ScoreInterval(statistic, error, min(statistic, start), max(statistic, end))


def _drawn_values(
    index: ResolvedMetric,
    tables: Tables,
    draws: Mapping[int, Callable[[int, RandomState], Sequence[Sequence[Counted]]]],
    n_draws: int,
    most: int,
) -> NDArray[np.float64]:
    """Draw the index in two versions, shape (2, n_draws), at `most` so many at once.

    `draws` count each mode that varies, in both versions; others keep their tables.
    """
    generator = RandomState(0)

    def both() -> Iterator[Any]:
        for start in range(0, n_draws, most):
            n = min(most, n_draws - start)
            modes = [
                draws[mode](n, generator) if mode in draws else [[table] * n] * 2
                for mode, table in enumerate(tables)
            ]
            one, other = (zip(*side, strict=True) for side in zip(*modes, strict=True))
            yield from zip(one, other, strict=True)

    def value(*modes: Counted) -> float:
        return finite(index, modes)

    # Small samples have few different sums of squares; tables are not kept.
    of_pairs = index.declared.monotone_in == "squares"
    value_of = cache(value) if of_pairs else value
    pairs = with_progress(both(), n_draws, "draws", cure="")
    values = [(value_of(*one), value_of(*other)) for one, other in pairs]
    return np.array([*zip(*values, strict=True)])


def _drawn_squares(
    table: ContingencyTable, n_draws: int, generator: RandomState
) -> list[list[SquaresOnly]]:
    """Draw the sums of squares of a population, with one more entry of either kind.

    The weight of a cell with `n` entries has a gamma distribution, and the sum of the
    squares of its entries' weights the mean ``2 / (n + 1)`` of its square, given it.
    """
    order = np.lexsort(table.nonzero[1::-1])
    true, pred, counts = (side[order] for side in table.nonzero)
    weights = generator.standard_gamma(counts, size=(n_draws, len(counts)))
    ones, cells = np.ones(len(counts)), np.arange(len(counts))
    sums = [  # of each cell, true cluster, predicted cluster, and of all
        weights @ sparse.csr_array((ones, (cells, group)))
        for group in (cells, true, pred, 0 * cells)
    ]
    own = weights**2 @ (2 / (counts + 1))
    pairs = np.stack([np.sum(one**2, axis=1) - own for one in sums])

    # One more entry: labelled as one of those seen, or by clusters of which each side
    # may be a new one.
    _, n_pred = table.shape
    keys = true * (n_pred + 1) + pred
    entry = generator.randint(table.n_samples, size=n_draws)
    seen = np.searchsorted(np.cumsum(counts), entry, side="right")
    labels = [generator.randint(n + 1, size=n_draws) for n in table.shape]
    found = []
    for of_true, of_pred in ((true[seen], pred[seen]), labels):
        key = of_true * (n_pred + 1) + of_pred
        cell = np.searchsorted(keys, key)
        cell[np.append(keys, -1)[cell] != key] = len(keys)
        none = np.zeros((n_draws, 1))
        weight = 2 * generator.standard_exponential(n_draws)
        places = cell, of_true, of_pred, np.zeros_like(cell)
        with_it = [
            one + weight * np.append(sum_, none, axis=1)[range(n_draws), place]
            for one, sum_, place in zip(pairs, sums, places, strict=True)
        ]
        shares = np.array(with_it[:3]) / with_it[3]
        found.append([_many(*shares) for shares in zip(*shares.tolist(), strict=True)])
    return found


def _many(*shares: float) -> SquaresOnly:
    """Return sums of squares of many entries, with these shares of pairs together."""
    return SquaresOnly.of(
        _ENDLESS, *(_ENDLESS + int(_N_PAIRS * share) for share in shares)
    )


_TIE = 1e-12  # of the scores: smaller differences are rounding
_DOUBTFUL = 0.05  # p-values of the jackknife from which few draws suffice
_FEW_DRAWS, _MANY_DRAWS = 999, 9999
_CELLS_EXCHANGED = 1 << 20


@dataclass(frozen=True, repr=False)
class ScoreDifference(Tabular):
    """Result of `compare_scores`.

    Parameters
    ----------
    difference : float
        Index of the first prediction minus that of the second.
    standard_error : float
        Jackknife estimate over samples of rows and columns.
    low, high : float
        Ends of the interval. NaN, like `standard_error`, where no entry left out
        changes a difference other than 0.
    pvalue : float
        Two-sided p-value for a difference of 0.
    pvalue_is_bound : bool
        Whether these data cannot give a smaller p-value, by any exchange of labels.

    See Also
    --------
    compare_scores : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare_scores
    >>> compare_scores([0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0])
    ScoreDifference(difference=0, standard_error=0, low=0, high=0, pvalue=1)
    """

    difference: float
    standard_error: float
    low: float
    high: float
    pvalue: float
    pvalue_is_bound: bool = False

    def __repr__(self) -> str:
        row, _, _ = super().__repr__().partition(", pvalue_is_bound")
        relation = "<=" if self.pvalue_is_bound else "="
        return row.replace("pvalue=", f"pvalue{relation}") + ")"


def compare_scores(
    labels_true: Partition,
    first: Partition,
    second: Partition,
    metric: PartitionMetric = "cari_product",
    *,
    confidence_level: float = 0.95,
    fixed: int | tuple[int, ...] | None = None,
    **metric_options: Any,
) -> ScoreDifference:
    r"""Compare the scores of two predictions against the same truth.

    Comparing scores on the same rows and columns finds differences that two separate
    intervals cannot show.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``.
    first, second : array-like of shape (n_samples,), tuple of array-likes, or estimator
        The two predictions, with the same modes.
    metric : str or callable, default="cari_product"
        Name of an index of clusterings and co-clusterings, or its function.
    confidence_level : float, default=0.95
        Nominal coverage, between 0 and 1, both excluded.
    fixed : int, tuple of int or None, default=None
        Modes that are not a sample, as for `score_interval`.
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    result : ScoreDifference
        Frozen; `repr` shows a p-value that is a bound by ``<=``.

    Raises
    ------
    ValueError
        If the labels are not valid, do not fit each other, a sampled mode has fewer
        than two entries, the metric is unknown or infinite, `confidence_level` is not
        between 0 and 1, or `fixed` is no mode or all modes.
    TypeError
        If the labels are not array-likes, `metric` is no index of clusterings of this
        package, or `fixed` is neither an integer nor a tuple of integers.

    See Also
    --------
    score_interval : The uncertainty of one score.
    compare : Many models, data sets and metrics.

    Notes
    -----
    The p-value is the larger, and the interval the wider, of two:

    - by exchange: the two predicted labels of each sampled row and column are exchanged
      at random, 9999 times, the same at every call (999 where the jackknife has p > .05
      or the index does not count pairs). It is exact in samples of any size where both
      err alike. Clusters are matched by the entries they share.
    - by the paired jackknife [1]_, which leaves out one row or column of all structures
      at a time, with Student's distribution and Satterthwaite's degrees of freedom. It
      is valid in large samples where the predictions err differently.

    Where few labels differ, no exchange gives a small p-value: it is a bound. Where no
    entry left out changes the difference there is no interval and, with `fixed` modes,
    no p-value: NaN.

    The result is valid only where the label of a row does not depend on which other
    rows were sampled. Without adjustment for chance, the difference contains that of
    the chance levels. Of simulated pairs of equal quality .021, .003 and .0002 were
    rejected at .05, .01 and .001 (:ref:`differences`).

    Cost: up to 1 s for indices that count pairs; else that of the index times the draws
    and non-empty cells.

    References
    ----------
    .. [1] B. Efron, C. Stein (1981). The Annals of Statistics, 9, 586-596.
       :doi:`10.1214/aos/1176345462`

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics import compare_scores
    >>> true = np.arange(60) % 3, np.arange(40) % 2
    >>> first = np.where(np.arange(60) < 6, 0, true[0]), true[1]
    >>> second = np.where(np.arange(60) < 24, 0, true[0]), true[1]
    >>> compare_scores(true, first, second)
    ScoreDifference(difference=0.361, ..., low=0.179, high=0.544, pvalue<=0.0007)
    """
    level = check_level(confidence_level, "confidence_level")
    index = index_of_partitions(metric, metric_options)
    truth, *sides = _in_last_order(labels_true, first, second)
    sampled = check_fixed(fixed, len(truth))
    tables = [tuple(map(count_table, truth, side)) for side in sides]
    for mode in sampled:
        if len(truth[mode]) < 2:
            raise ValueError(f"Mode {mode} of `labels_true` needs two entries or more.")

    of_pairs = index.declared.monotone_in == "squares"
    scores = finite(index, tables[0]), finite(index, tables[1])
    tie = _TIE * max(1.0, *map(abs, scores))
    difference = scores[0] - scores[1]
    error, degrees = _jackknife(
        _by_entry(index, tables[0], truth, sides[0], mode)
        - _by_entry(index, tables[1], truth, sides[1], mode)
        for mode in sampled
    )
    if max(error, abs(difference)) <= tie:
        return ScoreDifference(0.0, 0.0, 0.0, 0.0, 1.0)
    by_jackknife = reach = 0.0
    if error > tie:
        by_jackknife = 2 * float(student.sf(abs(difference) / error, degrees))
        reach = float(student.isf((1 - level) / 2, degrees)) * error

    better = int(scores[0] < scores[1])  # the same draws if both are exchanged
    ranked = sides[better], sides[1 - better]
    is_clear = of_pairs and by_jackknife <= _DOUBTFUL
    n_draws = _MANY_DRAWS if is_clear else _FEW_DRAWS
    exchanges = {
        mode: _Exchange(truth[mode], ranked[0][mode], ranked[1][mode], of_pairs)
        for mode in sampled
    }
    most = max(1, _CELLS_EXCHANGED // max(one.size for one in exchanges.values()))
    draws = {mode: one.draw for mode, one in exchanges.items()}
    values = _drawn_values(index, tables[better], draws, n_draws, most)
    drawn = np.abs(values[0] - values[1])
    by_exchange = (1 + int(np.sum(drawn >= abs(difference) - tie))) / (1 + len(drawn))
    if error > tie:
        reach = max(reach, float(np.quantile(drawn, level)))
    else:  # the difference does not vary, which is no evidence
        error = reach = math.nan
        by_exchange = by_exchange if len(sampled) == len(truth) else math.nan
    low, high = difference - reach, difference + reach
    is_bound = by_jackknife <= by_exchange < 1 and max(drawn) <= abs(difference) + tie
    pvalue = max(by_exchange, by_jackknife)
    return ScoreDifference(difference, error, low, high, pvalue, bool(is_bound))


def _in_last_order(
    labels_true: Any, first: Any, second: Any
) -> tuple[Modes, Modes, Modes]:
    """Bring all three structures into the order of the last one."""
    true, one = check_partitions(labels_true, first, names=("labels_true", "first"))
    truth, other = check_partitions(
        labels_true, second, names=("labels_true", "second")
    )
    moved, _ = check_partitions(first, second, names=("first", "second"))
    for mode, sides in enumerate(zip(truth, moved, other, strict=True)):
        # Of the same pairs of labels, in whatever order, the tables are the same.
        is_same = len({*map(len, sides)}) == 1
        if is_same:
            tables = count_table(true[mode], one[mode]), count_table(*sides[:2])
            is_same = all(map(np.array_equal, *(table.nonzero for table in tables)))
        if not is_same:
            raise ValueError(
                f"Mode {mode} has names in some of `labels_true`, `first` and "
                "`second`; give all three the same names, or none."
            )
    truth, moved, other = (
        tuple(mode.compressed() for mode in side) for side in (truth, moved, other)
    )
    return truth, moved, other


# The exchange of predictions.


class _Exchange:
    """The tables of one mode where some entries exchange their two predictions.

    The clusters of both are matched by the entries they share, directly and through the
    true clusters, so that the labels of an entry can be compared.
    """

    def __init__(
        self, truth: LabelCodes, one: LabelCodes, other: LabelCodes, of_pairs: bool
    ) -> None:
        sides = truth.codes, one.codes, other.codes
        true, first, second = (np.unique(x, return_inverse=True)[1] for x in sides)
        second = _recoded(true, first, second)
        self.n, self.of_pairs = len(true), of_pairs
        self.true_squares = int(np.sum(np.bincount(true) ** 2))
        self.n_pred = 1 + int(max(first.max(), second.max()))
        both = np.append(true, true) * self.n_pred + np.append(first, second)
        self.cells, place = np.unique(both, return_inverse=True)
        places, n_cells = place.reshape(2, self.n), len(self.cells)
        self.counts = [np.bincount(side, minlength=n_cells) for side in places]
        self.size = n_cells if of_pairs else (1 + int(true.max())) * self.n_pred
        self.clusters = sparse.csr_array(
            (np.ones_like(self.cells), (range(n_cells), self.cells % self.n_pred))
        )
        # Entries that leave one cell for another.
        moved = places[:, places[0] != places[1]]
        moved, self.n_moved = np.unique(moved, axis=1, return_counts=True)
        n = len(self.n_moved)
        self.moves = sparse.csr_array(
            (np.repeat([-1, 1], n), (np.tile(np.arange(n), 2), moved.ravel())),
            shape=(n, n_cells),
        )

    def draw(self, n_draws: int, generator: RandomState) -> list[list[Any]]:
        """Draw what is counted of the first and of the second prediction."""
        n_moved = generator.binomial(self.n_moved, 0.5, (n_draws, len(self.n_moved)))
        moved = n_moved @ self.moves
        count = self._squares if self.of_pairs else self._tables
        return [
            [*count(one + sign * moved)]
            for one, sign in zip(self.counts, (1, -1), strict=True)
        ]

    def _squares(self, counts: NDArray[np.int64]) -> Iterator[SquaresOnly]:
        """Yield the sums of squares of tables, one a row."""
        sums = [np.sum(one**2, axis=1) for one in (counts, counts @ self.clusters)]
        for joint, pred in zip(*(one.tolist() for one in sums), strict=True):
            yield SquaresOnly.of(self.n, joint, self.true_squares, pred)

    def _tables(self, counts: NDArray[np.int64]) -> Iterator[ContingencyTable]:
        """Yield tables, one a row."""
        rows, columns = divmod(self.cells, self.n_pred)
        true = np.arange(1 + rows.max())
        for one in counts:
            some = one > 0
            pred, column = np.unique(columns[some], return_inverse=True)
            table = sparse.csr_array((one[some], (rows[some], column)))
            yield ContingencyTable.counted(table, true, pred)


def _recoded(true: Positions, first: Positions, second: Positions) -> Positions:
    """Return the codes of the second, those of the first for clusters that match."""
    ones = np.ones(len(true))
    of_first = sparse.csr_array((ones, (true, first)))
    of_second = sparse.csr_array((1 / np.bincount(true)[true], (true, second)))
    direct = sparse.csr_array((ones, (first, second)))
    shared = (direct + of_first.T @ of_second).tocoo()
    found = best_pairs(shared.row, shared.col, shared.data)
    names: Positions = np.arange(1 + second.max()) + 1 + first.max()
    names[shared.col[found]] = shared.row[found]
    return names[second]


# The jackknife.


def _by_entry(
    index: ResolvedMetric, tables: Tables, truth: Modes, pred: Modes, mode: int
) -> NDArray[np.float64]:
    """Return the score without each entry of a mode."""
    of_pairs = index.declared.monotone_in == "squares"
    left: Callable[[ContingencyTable], Iterator[Counted]]
    left = _squares_left if of_pairs else _tables_left
    entries: Iterable[Counted] = left(tables[mode])
    entries = with_progress(entries, tables[mode].n_nonzero, "scores", cure="")
    values = [
        finite(index, [*tables[:mode], without_one, *tables[mode + 1 :]])
        for without_one in entries
    ]
    # Cells that are not empty come in the order of both codes, as in the tables.
    true, found = truth[mode], pred[mode]
    codes = true.codes * np.int64(found.width) + found.codes
    return np.array(values)[np.unique(codes, return_inverse=True)[1]]


def _squares_left(table: ContingencyTable) -> Iterator[SquaresOnly]:
    """Leave out one sample of each cell, as far as sums of squares show it."""
    n, joint, true, pred = table.squares
    rows, columns, counts = table.nonzero
    of_cells = counts, table.true_sizes[rows], table.pred_sizes[columns]
    for cell in zip(*(sizes.tolist() for sizes in of_cells), strict=True):
        left = (
            squares - 2 * size + 1  # of the cell, or cluster, that loses one
            for squares, size in zip((joint, true, pred), cell, strict=True)
        )
        yield SquaresOnly.of(n - 1, *left)


def _tables_left(table: ContingencyTable) -> Iterator[ContingencyTable]:
    """Leave out one sample of each cell; a cluster may vanish with its last one."""
    rows, columns, counts = table.nonzero
    for cell in range(len(counts)):
        left = counts.copy()
        left[cell] -= 1
        without_one = sparse.coo_array((left, (rows, columns)), shape=table.shape)
        yield ContingencyTable(without_one, table.true_labels, table.pred_labels)


def _jackknife(modes: Iterable[NDArray[np.float64]]) -> tuple[float, float]:
    """Return the standard error over samples of all modes, and degrees of freedom.

    The variances add up; the degrees of freedom of the sum are those of Satterthwaite.
    """
    parts = [((len(one) - 1) * float(np.var(one)), len(one) - 1) for one in modes]
    variance = math.fsum(one for one, _ in parts)
    if variance == 0:
        return 0.0, 1.0
    return math.sqrt(variance), 1 / math.fsum((v / variance) ** 2 / n for v, n in parts)
