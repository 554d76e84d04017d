"""The difference of two scores against one truth: a test and an interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import t as student

from .._metrics import PartitionMetric, ResolvedMetric
from .._statistics._contingency import ContingencyTable, Positions, Tables
from .._statistics._matching import best_pairs
from .._statistics._tables import count_table
from .._structures._arguments import check_level
from .._structures._labels import LabelCodes
from .._structures._partitions import Modes, check_partitions
from .._structures._printing import Tabular
from .._structures._progress import with_progress
from .._structures._types import Partition
from ._pair_index import SquaresOnly
from ._score_interval import (
    Counted,
    check_fixed,
    drawn_values,
    finite,
    index_of_partitions,
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
    index = index_of_partitions(metric, metric_options, caller=compare_scores)
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
    values = drawn_values(index, tables[better], draws, n_draws, most)
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
            yield ContingencyTable._from_counts(table, true, pred)


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
    entries = with_progress(entries, tables[mode].n_nonzero, "scores", advice="")
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
