"""Match clusters one to one or each with its best, and rename matched clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from .._structures._distinct_labels import with_new_labels
from .._structures._labels import LabelCodes
from .._structures._modes import compared_modes
from .._structures._partitions import Modes, as_named_structure, check_partitions
from .._structures._progress import warn_if_long
from .._structures._types import Coclustering, Estimator, Labels, Partition, Series
from ._contingency import ContingencyTable, Positions, Tables
from ._exact import Counts, ratio_or_zero, widened
from ._overlaps import Overlaps
from ._tables import count_table

PairValues: TypeAlias = NDArray[np.int64] | NDArray[np.float64]
"""Values that SciPy can match, which does not support Python integers."""

_FEW_PAIRS = 1 << 10  # For so few pairs, the search for certain pairs saves no time.
_MOST_DENSE = 1 << 16  # Larger arrays are matched faster without their empty cells.
_SPARE_WEIGHT = 1e-300  # It is lost in any sum with a count or another value.
_CELLS_PER_SECOND = 2e8  # The speed of matching a table, on one core of a laptop.


def matched_samples(table: ContingencyTable) -> int:
    """Count the samples in matched clusters under the best one-to-one matching.

    The table keeps the number, because several indices of one report need it.
    """
    if table.n_matched is None:
        matched = matched_clusters(table)
        table._set(n_matched=int(table.counts[matched].sum()))
    return int(table.n_matched or 0)


def matched_clusters(table: ContingencyTable) -> tuple[Positions, Positions]:
    """Match the clusters one to one, and return the positions of the matched clusters.

    There is a true and a predicted position for each matched pair. The number of
    samples that matched clusters share is as large as possible. Only clusters that
    share samples are matched.
    """
    if sparse.issparse(table.counts):
        true, pred, counts = table.nonzero
        matched = best_pairs(true, pred, counts)
        return true[matched], pred[matched]
    true, pred = linear_sum_assignment(table.counts, maximize=True)
    shares_samples = table.counts[true, pred] > 0
    return true[shares_samples], pred[shares_samples]


def best_matching(overlaps: Overlaps, values: Counts) -> Positions:
    """Return the positions, among the sharing pairs, of the pairs of a best matching.

    A best matching is one to one and has the largest sum of values. `values` has one
    positive value for each of the sharing pairs.
    """
    pairs = overlaps.sharing_pairs
    if values.dtype == object:  # SciPy does not support Python integers.
        values = values.astype(float)
    return best_pairs(pairs.true, pairs.pred, values)


def matched_cells(overlaps: Overlaps) -> int:
    """Count the cells that biclusters share under the best one-to-one matching."""
    shared = overlaps.sharing_pairs.shared
    return sum(shared[best_matching(overlaps, shared)].tolist())


def best_pairs(true: Positions, pred: Positions, values: PairValues) -> Positions:
    """Return the positions of the pairs of a best matching, in any order.

    Pair k has the clusters ``true[k]`` and ``pred[k]``, and the positive value
    ``values[k]``. No pair occurs twice. A best matching is one to one and has the
    largest sum of values. The result has the numbers k of its pairs.

    A pair is called certain if it has the best value of both of its clusters, and if
    this value is at least the next value of its true cluster plus the next value of its
    predicted cluster. Such a pair is in a best matching, because it can replace the two
    pairs that exclude it. Certain pairs are matched first, as long as there are many of
    them.
    """
    matched: list[Positions] = []
    remaining = np.arange(len(values))
    n_before = math.inf
    # The loop ends if a step has matched or excluded less than a tenth of the pairs.
    while _FEW_PAIRS < len(remaining) < 0.9 * n_before:
        remaining_true = true[remaining]
        remaining_pred = pred[remaining]
        if _is_full(remaining_true, remaining_pred):
            break  # Few pairs are certain if nearly all clusters overlap.
        n_before = len(remaining)
        positions_of_certain = _certain_pairs(
            remaining_true, remaining_pred, values[remaining]
        )
        matched.append(remaining[positions_of_certain])
        is_true_matched = np.isin(remaining_true, remaining_true[positions_of_certain])
        is_pred_matched = np.isin(remaining_pred, remaining_pred[positions_of_certain])
        remaining = remaining[~(is_true_matched | is_pred_matched)]
    positions = _matched_at_once(true[remaining], pred[remaining], values[remaining])
    matched.append(remaining[positions])
    return np.concatenate(matched)


def _is_full(true: Positions, pred: Positions) -> bool:
    """Return whether these are at least three quarters of all pairs of clusters."""
    # Positions of 32 bits would overflow, so that Python integers are used.
    n_pairs = (int(true.max()) + 1) * (int(pred.max()) + 1)
    return 3 * n_pairs <= 4 * len(true)


def _certain_pairs(true: Positions, pred: Positions, values: PairValues) -> Positions:
    """Return the positions of the certain pairs, which are defined in `best_pairs`.

    If several pairs of a cluster have its best value, only one of them can be certain.
    """
    is_best_of_both = np.ones(len(values), dtype=bool)
    # For each best pair, the next values of both clusters are added.
    sum_of_next = np.zeros_like(values)
    for clusters in (true, pred):
        # The pairs are sorted by cluster, and then by value, the best first.
        order = np.lexsort((-values, clusters))
        is_first = np.diff(clusters[order], prepend=-1) != 0
        best = order[is_first]
        # The next value of the same cluster is 0 if the cluster has no other pair.
        next_values = np.append(np.where(is_first, 0, values[order])[1:], 0)
        sum_of_next[best] += next_values[is_first]
        is_best = np.zeros(len(values), dtype=bool)
        is_best[best] = True
        is_best_of_both &= is_best
    return np.flatnonzero(is_best_of_both & (values >= sum_of_next))


def _matched_at_once(true: Positions, pred: Positions, values: PairValues) -> Positions:
    """Return the positions of the pairs of a best matching, found by SciPy.

    The arguments are as in `best_pairs`. The result is sorted.
    """
    if len(values) == 0:
        return np.zeros(0, dtype=np.intp)
    distinct_true, rows = np.unique(true, return_inverse=True)
    distinct_pred, columns = np.unique(pred, return_inverse=True)
    n_rows = len(distinct_true)
    n_columns = len(distinct_pred)
    if n_rows > n_columns:
        # SciPy matches all rows, so that there must not be more rows than columns.
        rows, columns = columns, rows
        n_rows, n_columns = n_columns, n_rows
    # A table is an array if it is small, or if at least three quarters are full.
    if n_rows * n_columns <= max(_MOST_DENSE, 4 * len(values) // 3):
        table = np.zeros((n_rows, n_columns), dtype=values.dtype)
        table[rows, columns] = values
        matched_rows, matched_columns = linear_sum_assignment(table, maximize=True)
    else:
        warn_if_long(
            n_rows * n_columns / _CELLS_PER_SECOND,
            f"Matching {n_rows} and {n_columns} clusters that overlap in many ways",
        )
        # A full matching needs an edge for every row. Therefore, each row gets a spare
        # column with a weight that is lost in any sum. It cannot be 0, because SciPy
        # drops edges of weight 0.
        spare = np.arange(n_rows)
        # SciPy before 1.13 supports only indices of 32 bits in a matching.
        edge_rows = np.append(rows, spare).astype(np.int32)
        edge_columns = np.append(columns, n_columns + spare).astype(np.int32)
        weights = np.append(values.astype(float), np.full(n_rows, _SPARE_WEIGHT))
        edges = sparse.csr_array(
            (weights, (edge_rows, edge_columns)), shape=(n_rows, n_columns + n_rows)
        )
        matched_rows, matched_columns = min_weight_full_bipartite_matching(
            edges, maximize=True
        )
    column_of_row = np.full(n_rows, -1)
    column_of_row[matched_rows] = matched_columns
    return np.flatnonzero(column_of_row[rows] == columns)


MatchBy: TypeAlias = Literal["jaccard", "f1", "precision", "recall", "shared"]
Assignment: TypeAlias = Literal["best", "one_to_one"]


class ModeSizes(NamedTuple):
    """Numbers of items of one mode in each cluster, block or bicluster.

    The items are samples, rows or columns.
    """

    # The number of all items of the mode.
    n_items: int
    # (n_true,), (n_pred,): The number of items of each cluster of both sides.
    true: NDArray[np.int64]
    pred: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MatchCandidates:
    """Pairs of clusters that share something, and the sizes of all clusters.

    The clusters may also be blocks or biclusters.
    """

    # (n_pairs,): The positions of the clusters of each pair.
    true: Positions
    pred: Positions
    # (n_pairs,): The number of samples, or of cells, that they share.
    shared: Counts
    # (n_true,), (n_pred,): The sizes of the clusters. Their type can store the sum of
    # two sizes.
    true_sizes: Counts
    pred_sizes: Counts
    # The sizes in each mode. The sizes above are their products.
    modes: tuple[ModeSizes, ...]

    @classmethod
    def of_tables(cls, tables: Tables) -> MatchCandidates:
        """Return the pairs of clusters, or of blocks if there are several modes.

        The number of cells that two blocks share is the product, over the modes, of the
        numbers of entries that their clusters share. Blocks are numbered row by row, so
        that the cluster of the last mode changes fastest.
        """
        # The sum of two sizes must not overflow.
        largest = 2 * math.prod(table.n_samples for table in tables)
        # Without any mode, each side is one block, which is a single cell.
        position = np.zeros(1, dtype=np.intp)
        one = np.ones(1, dtype=np.int64)
        candidates = cls(
            true=position,
            pred=position,
            shared=one,
            true_sizes=one,
            pred_sizes=one,
            modes=(),
        )
        for table in tables:
            candidates = candidates._with_mode(cls._of_table(table, largest))
        return candidates

    @classmethod
    def of_biclusters(cls, overlaps: Overlaps) -> MatchCandidates:
        """Return the pairs of biclusters that share cells, with two modes of sizes."""
        pairs = overlaps.sharing_pairs
        largest = 2 * overlaps.n_cells  # The sum of two sizes must not overflow.
        true = overlaps.true
        pred = overlaps.pred
        n_rows, n_columns = true.shape
        return cls(
            true=pairs.true,
            pred=pairs.pred,
            shared=widened(pairs.shared, largest),
            true_sizes=widened(true.sizes, largest),
            pred_sizes=widened(pred.sizes, largest),
            modes=(
                # `n_rows` of a side has the number of rows of each bicluster.
                ModeSizes(n_items=n_rows, true=true.n_rows, pred=pred.n_rows),
                ModeSizes(n_items=n_columns, true=true.n_columns, pred=pred.n_columns),
            ),
        )

    @classmethod
    def _of_table(cls, table: ContingencyTable, largest: int) -> MatchCandidates:
        """Return the pairs of clusters of one mode.

        Counts are stored in a type in which numbers up to `largest` do not overflow.
        """
        true, pred, shared = table.nonzero
        return cls(
            true=true.astype(np.intp),
            pred=pred.astype(np.intp),
            shared=widened(shared, largest),
            true_sizes=widened(table.true_sizes, largest),
            pred_sizes=widened(table.pred_sizes, largest),
            modes=(ModeSizes(table.n_samples, table.true_sizes, table.pred_sizes),),
        )

    def _with_mode(self, mode: MatchCandidates) -> MatchCandidates:
        """Return the pairs of blocks that share cells, after another mode is added.

        `self` has the blocks of the modes so far, or one block if there is no mode yet.
        `mode` has the clusters of a single mode. The blocks of each block so far follow
        each other, in the order of these clusters.
        """
        n_true = len(mode.true_sizes)
        n_pred = len(mode.pred_sizes)
        modes = [
            ModeSizes(
                n_items,
                true=np.repeat(true_sizes, n_true),
                pred=np.repeat(pred_sizes, n_pred),
            )
            for n_items, true_sizes, pred_sizes in self.modes
        ]
        n_items, true_sizes, pred_sizes = mode.modes[0]
        modes.append(
            ModeSizes(
                n_items,
                true=np.tile(true_sizes, len(self.true_sizes)),
                pred=np.tile(pred_sizes, len(self.pred_sizes)),
            )
        )
        return MatchCandidates(
            true=np.add.outer(self.true * n_true, mode.true).ravel(),
            pred=np.add.outer(self.pred * n_pred, mode.pred).ravel(),
            shared=np.multiply.outer(self.shared, mode.shared).ravel(),
            true_sizes=np.multiply.outer(self.true_sizes, mode.true_sizes).ravel(),
            pred_sizes=np.multiply.outer(self.pred_sizes, mode.pred_sizes).ravel(),
            modes=tuple(modes),
        )

    @property
    def sizes(self) -> tuple[Counts, Counts]:
        """Sizes of both clusters of each pair."""
        return self.true_sizes[self.true], self.pred_sizes[self.pred]

    def values_of_pairs(self, by: MatchBy) -> NDArray[np.float64]:
        """Return how well the clusters of each pair match. Higher is better.

        The values, the shared numbers and the sizes have the shape (n_pairs,).
        """
        shared = self.shared
        true_sizes, pred_sizes = self.sizes
        if by == "shared":
            return shared.astype(float)
        if by == "precision":
            return ratio_or_zero(shared, pred_sizes)
        if by == "recall":
            return ratio_or_zero(shared, true_sizes)
        if by == "f1":
            return ratio_or_zero(2 * shared, true_sizes + pred_sizes)
        # by == "jaccard"
        return ratio_or_zero(shared, true_sizes + pred_sizes - shared)

    def best_matches(
        self, by: MatchBy, assignment: Assignment
    ) -> tuple[Positions, Positions]:
        """Return the position of the best pair of each true and each predicted cluster.

        The pairs are all pairs of clusters that share something. The result has a
        position among the pairs, and -1 for a cluster without a match. The first array
        is by true cluster, and the second by predicted cluster. If a cluster has
        several best pairs, the pair that shares most is chosen, and then the pair whose
        other cluster comes first. With the assignment "one_to_one", a cluster has at
        most one pair, which is the same for both of its clusters.
        """
        values = self.values_of_pairs(by)
        if assignment == "one_to_one":
            pairs = np.sort(best_pairs(self.true, self.pred, values))
        else:  # With "best", each cluster has its best match among all pairs.
            pairs = np.arange(len(values))
        true = self.true[pairs]
        pred = self.pred[pairs]
        by_value = -values[pairs]
        by_shared = -self.shared[pairs].astype(float)
        # `lexsort` sorts by the last key first.
        order_by_true = np.lexsort([pred, by_shared, by_value, true])
        order_by_pred = np.lexsort([true, by_shared, by_value, pred])
        pairs_of_true = _first_pairs(
            pairs[order_by_true], true[order_by_true], len(self.true_sizes)
        )
        pairs_of_pred = _first_pairs(
            pairs[order_by_pred], pred[order_by_pred], len(self.pred_sizes)
        )
        return pairs_of_true, pairs_of_pred


def _first_pairs(pairs: Positions, clusters: Positions, n_clusters: int) -> Positions:
    """Return the first pair of each cluster, or -1 if it has none.

    `clusters` has the cluster of each pair, in ascending order.
    """
    is_first = np.diff(clusters, prepend=-1) != 0
    first_pairs = np.full(n_clusters, -1, dtype=np.intp)
    first_pairs[clusters[is_first]] = pairs[is_first]
    return first_pairs


@dataclass(frozen=True, eq=False)
class MatchedLabels:
    """True and predicted labels of one mode, as numbers of matched clusters."""

    # The true clusters of the table are numbered from 0, in their order.
    table: ContingencyTable
    # The number of the cluster of each entry. A predicted cluster has the number of the
    # true cluster that it matches. The numbers of unmatched clusters follow after the
    # numbers of the true clusters.
    true: Positions
    pred: Positions
    # (n_pred,): The number of each predicted cluster of the table.
    number_of_pred: Positions

    def unmatched_names(self) -> list[str]:
        """Return names for the predicted clusters without a match."""
        is_unmatched = self.number_of_pred >= len(self.table.true_labels)
        labels = self.table.pred_labels[is_unmatched].tolist()
        return [f"{_label_text(label)} (unmatched)" for label in labels]

    def labels(self) -> NDArray[Any]:
        """Return the label of each number, the true labels before new labels."""
        return with_new_labels(self.table.true_labels, self.unmatched_names())


def _label_text(label: Any) -> str:
    """Return a label as text."""
    return label.decode("latin-1") if isinstance(label, bytes) else str(label)


@overload
def match_clusters(  # type: ignore[overload-overlap]  # a Series is labels, too
    labels_true: Labels, labels_pred: Series
) -> Series: ...
@overload
def match_clusters(  # type: ignore[overload-overlap]  # a tuple of names is labels
    labels_true: Coclustering | Estimator, labels_pred: Coclustering
) -> tuple[Any, ...]: ...
@overload
def match_clusters(
    labels_true: Labels | Estimator, labels_pred: Labels
) -> NDArray[Any]: ...
@overload
def match_clusters(
    labels_true: Partition, labels_pred: Estimator
) -> NDArray[Any] | tuple[NDArray[Any], ...]: ...
def match_clusters(labels_true: Partition, labels_pred: Partition) -> Any:
    """Rename predicted clusters as the true clusters that they match best.

    The labels of a clustering are arbitrary, so that labels of two clusterings cannot
    be compared one by one. Use this function before you plot or list predicted labels
    beside the true labels. The clusters are matched one to one, so that as many entries
    as possible have the same label on both sides. The rows and the columns of a
    co-clustering are matched separately.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``. In a tuple, None stands
        for the labels of the rows or columns that are unknown. The label -1 is
        an :ref:`ordinary label <unlabeled>`.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels to rename, of the same kind as `labels_true`.

    Returns
    -------
    labels : ndarray of shape (n_samples,), Series, or tuple of these
        Renamed labels, in the order and with the index of `labels_pred`. In a tuple,
        None stands for rows or columns without true labels.

    Raises
    ------
    ValueError
        If labels differ in length, are empty, or contain NaN, None or infinity, or if
        two Series have indexes with different names.
    TypeError
        If labels are complex, sparse or not array-likes.

    See Also
    --------
    classification_error : Compute the fraction of labels that still differ.
    match_table : Show how well each cluster matches.

    Notes
    -----
    Only clusters that share an entry are matched. The renamed labels have the type of
    the true labels, but booleans become 0 and 1. A cluster without a match gets a new
    label. If the true labels are numbers or times, the new labels are the next integers
    after the largest true label. Otherwise, a new label is the predicted label followed
    by " (unmatched)".

    The cost is at worst cubic in the number of clusters.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_clusters
    >>> match_clusters([0, 0, 1, 1, 1], [7, 7, 3, 3, 5])
    array([0, 0, 1, 1, 2])
    """
    true, pred = check_partitions(labels_true, labels_pred)
    renamed = (mode.labels()[mode.pred] for mode in match_modes(true, pred))
    # `check_partitions` has left out the modes that are unknown in the truth.
    modes = compared_modes(labels_true, n_compared=len(true))
    return as_named_structure(labels_pred, renamed, pred, modes)


def match_modes(true: Modes, pred: Modes) -> tuple[MatchedLabels, ...]:
    """Match the clusters of each mode."""
    return tuple(map(_match_mode, true, pred))


def numbers_of_matched(table: ContingencyTable) -> Positions:
    """Return, for each predicted cluster, the position of the true cluster it matches.

    Clusters without a match get the numbers n_true, n_true + 1 and so on, in their
    order.
    """
    n_true, n_pred = table.shape
    number_of_pred = np.full(n_pred, -1, dtype=np.intp)
    matched_true, matched_pred = matched_clusters(table)
    number_of_pred[matched_pred] = matched_true
    unmatched = np.flatnonzero(number_of_pred < 0)
    number_of_pred[unmatched] = n_true + np.arange(len(unmatched))
    return number_of_pred


def _match_mode(true: LabelCodes, pred: LabelCodes) -> MatchedLabels:
    """Match the clusters of one mode, and number the clusters of all entries.

    A predicted cluster has the number of the true cluster that it matches, or a number
    after all numbers of true clusters if it matches none.
    """
    table = count_table(true, pred)
    number_of_pred = numbers_of_matched(table)
    # Tables have their clusters in the order of the codes.
    _, true_clusters = np.unique(true.codes, return_inverse=True)
    _, pred_clusters = np.unique(pred.codes, return_inverse=True)
    return MatchedLabels(
        table=table,
        true=true_clusters,
        pred=number_of_pred[pred_clusters],
        number_of_pred=number_of_pred,
    )
