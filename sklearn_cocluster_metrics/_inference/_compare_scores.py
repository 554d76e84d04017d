"""The difference of two scores against one truth: a test and an interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
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
from .._structures._arguments import check_level, is_estimator
from .._structures._estimators import fitted_modes, fitted_row_labels
from .._structures._labels import LabelCodes
from .._structures._modes import ComparedModes, compared_modes
from .._structures._partitions import Modes, check_partitions
from .._structures._printing import Tabular
from .._structures._progress import with_progress
from .._structures._types import Partition
from ._pair_index import SquaresOnly
from ._score_interval import (
    TableOrSquares,
    check_fixed,
    compute_finite,
    drawn_values,
    index_of_partitions,
)

_RELATIVE_TIE = 1e-12  # of the scores: smaller differences are rounding
_DOUBTFUL_PVALUE = 0.05  # of the jackknife: where it is larger, few draws suffice
_FEW_DRAWS = 999
_MANY_DRAWS = 9999
_CELLS_EXCHANGED_AT_ONCE = 1 << 20


@dataclass(frozen=True, eq=False, repr=False)
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
    metric : str
        Header of the metric: its name in print, with its options and, where the truth
        knows only some modes, the compared ones.
    pvalue_is_bound : bool
        Whether these data cannot give a smaller p-value, by any exchange of labels.
    compared : tuple of str, or None
        Names of the modes that were compared, such as ("rows",), where the truth knows
        only some of them; else None.

    See Also
    --------
    compare_scores : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare_scores
    >>> compare_scores([0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0])
    ScoreDifference(difference=0, ..., pvalue=1, metric='product-CARI')
    """

    difference: float
    standard_error: float
    low: float
    high: float
    pvalue: float
    metric: str
    pvalue_is_bound: bool = field(default=False, repr=False)
    compared: tuple[str, ...] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        relation = "<=" if self.pvalue_is_bound else "="
        return super().__repr__().replace("pvalue=", f"pvalue{relation}")


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
        Reference clustering, or co-clustering ``(row_labels, column_labels)``, with
        None for a mode that is unknown and not compared.
    first, second : array-like of shape (n_samples,), tuple of array-likes, or estimator
        The two predictions, with the same modes.
    metric : str or callable, default="cari_product"
        Name of an index of clusterings and co-clusterings, or its function. For an
        index of `pair_counting_score`, the name is enough, such as "jaccard".
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
    score_interval : It computes the uncertainty of one score.
    compare : It fits and scores many models on many data sets, with several metrics.
    pairwise_scores : It compares structures with each other, without a truth.

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

    Where few labels differ, no exchange gives a small p-value: it is a bound. Two
    predictions that score the same, whichever entry is left out, have an interval from
    0 to 0 and a p-value of 1. Where the difference is not 0 and no entry left out
    changes it, there is no interval and, with `fixed` modes, no p-value: NaN.

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
    ScoreDifference(difference=0.361, ..., low=0.179, high=0.544, pvalue<=0.0007, ...)
    """
    level = check_level(confidence_level, "confidence_level")
    if "unlabeled" in metric_options:
        raise TypeError(
            "`compare_scores` has no parameter `unlabeled`. Pass each prediction "
            "through `handle_unlabeled(labels_true, prediction, 'drop')`, which leaves "
            "the same items out of both, and compare what it returns."
        )
    index = index_of_partitions(metric, metric_options, caller=compare_scores)
    truth, first_pred, second_pred = _in_last_order(labels_true, first, second)
    modes = compared_modes(labels_true, len(truth))
    sampled_modes = check_fixed(fixed, modes)
    for position in sampled_modes:
        if len(truth[position]) < 2:
            mode = modes.numbers[position]
            hint = (
                f" If it is no sample, pass `fixed={mode}`." if len(truth) > 1 else ""
            )
            raise ValueError(
                f"Mode {mode} of `labels_true` needs two entries or more, got one."
                f"{hint}"
            )
    result = _difference_of_scores(
        index,
        truth,
        first_pred=first_pred,
        second_pred=second_pred,
        sampled_modes=sampled_modes,
        level=level,
        header=index.header(modes.part),
    )
    return replace(result, compared=modes.names_if_some)


@dataclass(frozen=True, eq=False)
class _ScoredPrediction:
    """The labels of a prediction, its tables beside the truth, and its score."""

    labels: Modes
    tables: Tables
    score: float

    @classmethod
    def of(
        cls, index: ResolvedMetric, truth: Modes, labels: Modes
    ) -> _ScoredPrediction:
        """Count the tables and compute the score."""
        tables = tuple(map(count_table, truth, labels))
        return cls(labels, tables, compute_finite(index, tables))


def _difference_of_scores(
    index: ResolvedMetric,
    truth: Modes,
    *,
    first_pred: Modes,
    second_pred: Modes,
    sampled_modes: Sequence[int],
    level: float,
    header: str,
) -> ScoreDifference:
    """Compare the scores of two predictions, whose entries are in one order.

    `header` is that of the index and the compared modes.
    """
    first = _ScoredPrediction.of(index, truth, first_pred)
    second = _ScoredPrediction.of(index, truth, second_pred)
    tie = _RELATIVE_TIE * max(1.0, abs(first.score), abs(second.score))
    difference = first.score - second.score
    standard_error, degrees_of_freedom = _jackknife(
        _scores_without_entries(index, first, truth, mode=mode)
        - _scores_without_entries(index, second, truth, mode=mode)
        for mode in sampled_modes
    )
    if max(standard_error, abs(difference)) <= tie:
        return ScoreDifference(
            difference=0.0,
            standard_error=0.0,
            low=0.0,
            high=0.0,
            pvalue=1.0,
            metric=header,
        )
    pvalue_by_jackknife = 0.0
    reach = 0.0  # half the length of the interval
    if standard_error > tie:
        t_statistic = abs(difference) / standard_error
        pvalue_by_jackknife = 2 * float(student.sf(t_statistic, degrees_of_freedom))
        t_quantile = float(student.isf((1 - level) / 2, degrees_of_freedom))
        reach = t_quantile * standard_error

    drawn_differences = _differences_by_exchange(
        index,
        truth,
        first=first,
        second=second,
        sampled_modes=sampled_modes,
        is_doubtful=pvalue_by_jackknife > _DOUBTFUL_PVALUE,
    )
    n_as_large = int(np.sum(drawn_differences >= abs(difference) - tie))
    pvalue_by_exchange = (1 + n_as_large) / (1 + len(drawn_differences))
    if standard_error > tie:
        reach = max(reach, float(np.quantile(drawn_differences, level)))
    else:  # the difference does not vary, which is no evidence
        standard_error = math.nan
        reach = math.nan
        if len(sampled_modes) < len(truth):
            pvalue_by_exchange = math.nan
    is_exchange_decisive = pvalue_by_jackknife <= pvalue_by_exchange < 1
    is_largest_difference = max(drawn_differences) <= abs(difference) + tie
    return ScoreDifference(
        difference=difference,
        standard_error=standard_error,
        low=difference - reach,
        high=difference + reach,
        # `max` returns its first argument where that is NaN.
        pvalue=max(pvalue_by_exchange, pvalue_by_jackknife),
        metric=header,
        pvalue_is_bound=bool(is_exchange_decisive and is_largest_difference),
    )


def _differences_by_exchange(
    index: ResolvedMetric,
    truth: Modes,
    *,
    first: _ScoredPrediction,
    second: _ScoredPrediction,
    sampled_modes: Sequence[int],
    is_doubtful: bool,
) -> NDArray[np.float64]:
    """Draw absolute differences of two predictions whose labels are exchanged.

    `is_doubtful` says that the difference is not significant by the jackknife, so that
    few draws suffice.
    """
    # The better prediction comes first: the draws are the same if the user swaps both.
    better = first
    worse = second
    if first.score < second.score:
        better = second
        worse = first
    counts_pairs = index.declared.monotone_in == "squares"
    n_draws = _FEW_DRAWS
    if counts_pairs and not is_doubtful:
        n_draws = _MANY_DRAWS
    exchanges = {
        mode: _Exchange(
            truth[mode],
            first=better.labels[mode],
            second=worse.labels[mode],
            counts_pairs=counts_pairs,
        )
        for mode in sampled_modes
    }
    largest_n_cells = max(exchange.n_cells_of_draw for exchange in exchanges.values())
    better_values, worse_values = drawn_values(
        index,
        better.tables,
        {mode: exchange.draw for mode, exchange in exchanges.items()},
        n_draws=n_draws,
        n_at_once=max(1, _CELLS_EXCHANGED_AT_ONCE // largest_n_cells),
    )
    return np.asarray(np.abs(better_values - worse_values))


def _in_last_order(
    labels_true: Partition, first: Partition, second: Partition
) -> tuple[Modes, Modes, Modes]:
    """Return the truth and both predictions, all in the order of the second one.

    Labels with names are matched by name, and others by position. Each two of the three
    are matched, and an error is raised if these three matches contradict each other.
    """
    true_like_first, first_pred = check_partitions(
        labels_true, first, names=("labels_true", "first")
    )
    true_like_second, second_pred = check_partitions(
        labels_true, second, names=("labels_true", "second")
    )
    modes = compared_modes(labels_true, len(true_like_second))
    first_like_second, _ = check_partitions(
        _known_part(first, modes), second, names=("first", "second")
    )
    labels_of_modes = zip(true_like_second, first_like_second, second_pred, strict=True)
    for mode, (true_mode, first_mode, second_mode) in enumerate(labels_of_modes):
        # If names match the first prediction with the truth, but positions match both
        # with the second, other pairs of labels come together. Of the same pairs, in
        # whatever order, the tables are the same.
        is_same = len(true_mode) == len(first_mode) == len(second_mode)
        if is_same:
            table_in_first_order = count_table(true_like_first[mode], first_pred[mode])
            table_in_second_order = count_table(true_mode, first_mode)
            is_same = all(
                map(
                    np.array_equal,
                    table_in_first_order.nonzero,
                    table_in_second_order.nonzero,
                )
            )
        if not is_same:
            raise ValueError(
                f"Mode {modes.numbers[mode]} has names in some of `labels_true`, "
                "`first` and `second`; give all three the same names, or none."
            )
    return (
        tuple(labels.compressed() for labels in true_like_second),
        tuple(labels.compressed() for labels in first_like_second),
        tuple(labels.compressed() for labels in second_pred),
    )


def _known_part(structure: Any, modes: ComparedModes) -> Any:
    """Return a prediction with None for the modes that are not compared."""
    if modes.are_all:
        return structure
    if is_estimator(structure):
        if modes.numbers == (0,):
            return fitted_row_labels(structure, "first"), None
        structure, _ = fitted_modes(structure, "first")
    return modes.spread(modes.select(structure))


# The exchange of predictions.


class _Exchange:
    """The tables of one mode where some entries exchange their two predictions.

    The clusters of both are matched by the entries they share, directly and through the
    true clusters, so that the labels of an entry can be compared. A cell is a true and
    a predicted cluster: an entry of the mode has one cell in each prediction. The
    tables of both predictions are counts of cells; to exchange the predictions of an
    entry is to move it from its first cell to its second one in the first table, and
    back in the second table.
    """

    def __init__(
        self,
        truth: LabelCodes,
        *,
        first: LabelCodes,
        second: LabelCodes,
        counts_pairs: bool,
    ) -> None:
        # (n_entries,): Codes from 0; matched clusters of both predictions have one code
        _, true = np.unique(truth.codes, return_inverse=True)
        _, first_codes = np.unique(first.codes, return_inverse=True)
        _, second_codes = np.unique(second.codes, return_inverse=True)
        second_codes = _recoded(true, first_codes, second_codes)
        self.n_entries = len(true)
        # Whether sums of squares are drawn, or else tables
        self.counts_pairs = counts_pairs
        self.true_squares = int(np.sum(np.bincount(true) ** 2))
        self.n_pred = 1 + int(max(first_codes.max(), second_codes.max()))
        # (n_cells,): The cells that an entry has in either prediction, as numbers: true
        # cluster * n_pred + predicted cluster
        first_keys = true * self.n_pred + first_codes
        second_keys = true * self.n_pred + second_codes
        self.cells, cell_of_key = np.unique(
            np.append(first_keys, second_keys), return_inverse=True
        )
        n_cells = len(self.cells)
        cells_of_entries = cell_of_key.reshape(2, self.n_entries)
        first_cells, second_cells = cells_of_entries
        # (n_cells,): The entries of each cell, in either prediction
        self.first_counts = np.bincount(first_cells, minlength=n_cells)
        self.second_counts = np.bincount(second_cells, minlength=n_cells)
        # Cells that a draw has in memory; tables may have empty ones
        self.n_cells_of_draw = n_cells
        if not counts_pairs:
            self.n_cells_of_draw = (1 + int(true.max())) * self.n_pred
        # (n_cells, n_pred): 1 where a cell is in a predicted cluster
        self.clusters = sparse.csr_array(
            (np.ones_like(self.cells), (range(n_cells), self.cells % self.n_pred))
        )
        # A move leads from the cell of an entry in the first prediction to another cell
        # in the second one. (n_moves,): The entries that have each move
        changing_cells = cells_of_entries[:, first_cells != second_cells]
        distinct_moves, self.n_of_move = np.unique(
            changing_cells, axis=1, return_counts=True
        )
        # (n_moves, n_cells): -1 for the cell that a move leaves, 1 for that it reaches
        n_moves = len(self.n_of_move)
        signs = np.repeat([-1, 1], n_moves)
        move_of_sign = np.tile(np.arange(n_moves), 2)
        self.moves = sparse.csr_array(
            (signs, (move_of_sign, distinct_moves.ravel())), shape=(n_moves, n_cells)
        )

    def draw(self, n_draws: int, generator: RandomState) -> list[list[Any]]:
        """Draw the sums of squares, or tables, of the first and second prediction.

        Each entry exchanges its predictions with probability 1/2.
        """
        # How many of the entries that have each move, from the cell of their first
        # prediction to that of their second, exchange; for the others nothing changes
        n_moved = generator.binomial(
            self.n_of_move, 0.5, (n_draws, len(self.n_of_move))
        )
        changes = n_moved @ self.moves  # of the first counts, (n_draws, n_cells)
        read_counts = self._squares if self.counts_pairs else self._tables
        return [
            list(read_counts(self.first_counts + changes)),
            list(read_counts(self.second_counts - changes)),
        ]

    def _squares(self, counts: NDArray[np.int64]) -> Iterator[SquaresOnly]:
        """Yield the sums of squares of tables; a row has the counts of all cells."""
        joint_squares = np.sum(counts**2, axis=1).tolist()
        pred_sizes = counts @ self.clusters
        pred_squares = np.sum(pred_sizes**2, axis=1).tolist()
        for joint, pred in zip(joint_squares, pred_squares, strict=True):
            yield SquaresOnly.of(
                self.n_entries, joint=joint, true=self.true_squares, pred=pred
            )

    def _tables(self, counts: NDArray[np.int64]) -> Iterator[ContingencyTable]:
        """Yield tables; a row has the counts of all cells of a table."""
        rows, columns = np.divmod(self.cells, self.n_pred)
        true_labels = np.arange(1 + rows.max())
        for counts_of_table in counts:
            # Predicted clusters without entries are left out.
            is_nonzero = counts_of_table > 0
            pred_labels, column = np.unique(columns[is_nonzero], return_inverse=True)
            table = sparse.csr_array(
                (counts_of_table[is_nonzero], (rows[is_nonzero], column))
            )
            yield ContingencyTable._from_counts(table, true_labels, pred_labels)


def _recoded(true: Positions, first: Positions, second: Positions) -> Positions:
    """Return the codes of the second prediction, matched with those of the first.

    All three arrays have the code, from 0, of each entry. A cluster of the second that
    matches one of the first gets its code; the others get codes that the first does not
    have.
    """
    ones = np.ones(len(true))
    true_with_first = sparse.csr_array((ones, (true, first)))
    shares_of_true = 1 / np.bincount(true)[true]
    true_with_second = sparse.csr_array((shares_of_true, (true, second)))
    directly_shared = sparse.csr_array((ones, (first, second)))
    # The entries that two clusters share, and those that they would share if the
    # entries of each true cluster were exchanged at random
    shared = (directly_shared + true_with_first.T @ true_with_second).tocoo()
    matched = best_pairs(shared.row, shared.col, shared.data)
    first_new_code = 1 + first.max()
    code_of_cluster: Positions = np.arange(1 + second.max()) + first_new_code
    code_of_cluster[shared.col[matched]] = shared.row[matched]
    return code_of_cluster[second]


# The jackknife.


def _scores_without_entries(
    index: ResolvedMetric, prediction: _ScoredPrediction, truth: Modes, *, mode: int
) -> NDArray[np.float64]:
    """Return, for each entry of a mode, the score without it."""
    tables = prediction.tables
    # Entries with the same true and predicted label, in one cell of the table, have one
    # score.
    counts_without: Iterable[TableOrSquares]
    if index.declared.monotone_in == "squares":
        counts_without = _squares_without_samples(tables[mode])
    else:
        counts_without = _tables_without_samples(tables[mode])
    scores_of_cells = []
    counts_without = with_progress(
        counts_without, tables[mode].n_nonzero, "scores", advice=""
    )
    for counts in counts_without:
        modes: list[TableOrSquares] = list(tables)
        modes[mode] = counts
        scores_of_cells.append(compute_finite(index, modes))
    # Cells that are not empty come in the order of both codes, as in the tables.
    true_labels = truth[mode]
    pred_labels = prediction.labels[mode]
    pair_codes = true_labels.codes * np.int64(pred_labels.width) + pred_labels.codes
    _, cell_of_entry = np.unique(pair_codes, return_inverse=True)
    return np.array(scores_of_cells)[cell_of_entry]


def _squares_without_samples(table: ContingencyTable) -> Iterator[SquaresOnly]:
    """Yield, for each cell that is not empty, the sums of squares less a sample of it.

    Whether a cluster vanishes with its last sample, sums of squares do not show.
    """
    sums = table.squares
    rows, columns, counts = table.nonzero
    true_sizes = table.true_sizes[rows].tolist()
    pred_sizes = table.pred_sizes[columns].tolist()
    cells = zip(counts.tolist(), true_sizes, pred_sizes, strict=True)
    for count, true_size, pred_size in cells:
        yield SquaresOnly.of(
            sums.n_samples - 1,
            joint=sums.joint - 2 * count + 1,  # (count - 1)^2 replaces count^2
            true=sums.true - 2 * true_size + 1,
            pred=sums.pred - 2 * pred_size + 1,
        )


def _tables_without_samples(table: ContingencyTable) -> Iterator[ContingencyTable]:
    """Yield, for each cell that is not empty, the table less a sample of that cell.

    A cluster vanishes with its last sample.
    """
    rows, columns, counts = table.nonzero
    for cell in range(len(counts)):
        counts_without = counts.copy()
        counts_without[cell] -= 1
        entries = (counts_without, (rows, columns))
        smaller_table = sparse.coo_array(entries, shape=table.shape)
        yield ContingencyTable(smaller_table, table.true_labels, table.pred_labels)


def _jackknife(differences: Iterable[NDArray[np.float64]]) -> tuple[float, float]:
    """Return the standard error over samples of all modes, and degrees of freedom.

    `differences` has, for each sampled mode, the difference of the scores without each
    of its entries. The variances add up; the degrees of freedom of the sum are those of
    Satterthwaite.
    """
    variances = []
    degrees_of_freedom = []
    for differences_of_mode in differences:
        # The jackknife multiplies the variance among n such numbers by n - 1.
        degrees = len(differences_of_mode) - 1
        variances.append(degrees * float(np.var(differences_of_mode)))
        degrees_of_freedom.append(degrees)
    variance = math.fsum(variances)
    if variance == 0:
        return 0.0, 1.0
    inverse_degrees = math.fsum(
        (variance_of_mode / variance) ** 2 / degrees
        for variance_of_mode, degrees in zip(variances, degrees_of_freedom, strict=True)
    )
    return math.sqrt(variance), 1 / inverse_degrees
