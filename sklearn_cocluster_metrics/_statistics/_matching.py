"""Clusters matched: the best one-to-one matching, each cluster's best, and names."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from .._structures._arguments import Coclustering, Estimator, Labels, Partition, Series
from .._structures._labels import LabelCodes, with_new_labels
from .._structures._partitions import Modes, as_given, check_partitions
from .._structures._progress import warn_if_long
from ._biclusters import Overlaps, Positions as Positions, ratio
from ._contingency import ContingencyTable, Counts, Tables, widened
from ._tables import count_table

_FEW = 1 << 10  # overlaps: for so few, finding the certain ones takes as long
_MOST_DENSE = 1 << 16  # larger arrays are matched faster without their empty cells
_SPARE = 1e-300  # lost in any sum with a count or another value
_PER_SECOND = 2e8  # rows times columns that are matched, on one core of a laptop


def matched_samples(table: ContingencyTable) -> int:
    """Count the samples in matched clusters under the best one-to-one matching."""
    return int(table.counts[matched_clusters(table)].sum())


def matched_clusters(table: ContingencyTable) -> tuple[Positions, Positions]:
    """Return the true and the predicted clusters matched, where they share samples."""
    if sparse.issparse(table.counts):
        true, pred, counts = table.nonzero
        matched = best_pairs(true, pred, counts)
        return true[matched], pred[matched]
    true, pred = linear_sum_assignment(table.counts, maximize=True)
    shared = table.counts[true, pred] > 0
    return true[shared], pred[shared]


def best_matching(overlaps: Overlaps, values: Counts) -> Positions:
    """Return which of the pairs of biclusters that meet a best matching has.

    `values` has one positive value for each of these pairs.
    """
    true, pred, _ = overlaps.sharing_pairs
    if values.dtype == object:  # Python integers, which SciPy does not take
        values = values.astype(float)
    return best_pairs(true, pred, values)


def best_pairs(true: Positions, pred: Positions, values: Counts) -> Positions:
    """Return the positions of the pairs of a best matching; all values are positive.

    A pair whose value is at least the next value of its true cluster plus the next
    value of its predicted one is in a best matching: it can replace the two pairs that
    exclude it. Such pairs are taken first, as long as they are many, which they are not
    where nearly all clusters meet.
    """
    chosen: list[Positions] = []
    left = np.arange(len(values))
    n_before = 2 * len(left)
    while _FEW < len(left) < 0.9 * n_before and not _is_full(true[left], pred[left]):
        n_before = len(left)
        rest = true[left], pred[left], values[left]
        certain = _certain_pairs(*rest)
        chosen.append(left[certain])
        taken = [np.isin(side, side[certain]) for side in rest[:2]]
        left = left[~(taken[0] | taken[1])]
    chosen.append(left[_matched_at_once(true[left], pred[left], values[left])])
    return np.concatenate(chosen)


def _is_full(true: Positions, pred: Positions) -> bool:
    """Whether these are at least three quarters of all pairs of clusters."""
    return bool(3 * (true.max() + 1) * (pred.max() + 1) <= 4 * len(true))


def _certain_pairs(true: Positions, pred: Positions, values: Counts) -> Positions:
    """Return pairs of a best matching that are the best ones of both clusters."""
    certain = np.ones(len(values), dtype=bool)
    sum_of_next = np.zeros_like(values)
    for clusters in (true, pred):
        order = np.lexsort((-values, clusters))
        is_new = np.diff(clusters[order], prepend=-1) != 0
        best = order[is_new]
        following = np.append(np.where(is_new, 0, values[order])[1:], 0)
        sum_of_next[best] += following[is_new]
        is_best = np.zeros(len(values), dtype=bool)
        is_best[best] = True
        certain &= is_best
    return np.flatnonzero(certain & (values >= sum_of_next))


def _matched_at_once(true: Positions, pred: Positions, values: Counts) -> Positions:
    """Return the positions of the pairs of a best matching, found by SciPy."""
    if len(values) == 0:
        return np.zeros(0, dtype=np.intp)
    of_true, row = np.unique(true, return_inverse=True)
    of_pred, column = np.unique(pred, return_inverse=True)
    if len(of_true) > len(of_pred):
        of_true, of_pred, row, column = of_pred, of_true, column, row
    shape = n_rows, n_columns = len(of_true), len(of_pred)
    if n_rows * n_columns <= max(_MOST_DENSE, 4 * len(values) // 3):
        table = np.zeros(shape, dtype=values.dtype)
        table[row, column] = values
        matched = linear_sum_assignment(table, maximize=True)
    else:
        what = f"Matching {n_rows} and {n_columns} clusters that overlap in all ways"
        warn_if_long(n_rows * n_columns / _PER_SECOND, what)
        # A full matching needs an edge for every row: each gets a spare column, whose
        # weight changes no sum. SciPy drops edges of weight 0.
        spare = np.arange(n_rows)
        ends = np.append(row, spare), np.append(column, n_columns + spare)
        weights = np.append(values.astype(float), np.full(n_rows, _SPARE))
        # SciPy before 1.13 matches no other indices than those of 32 bits.
        narrow = tuple(end.astype(np.int32) for end in ends)
        shape = n_rows, n_columns + n_rows
        edges = sparse.csr_array((weights, narrow), shape=shape)
        matched = min_weight_full_bipartite_matching(edges, maximize=True)
    partner = np.full(n_rows, -1)
    partner[matched[0]] = matched[1]
    return np.flatnonzero(partner[row] == column)


MatchBy: TypeAlias = Literal["jaccard", "f1", "precision", "recall", "shared"]
Assignment: TypeAlias = Literal["best", "one_to_one"]


@dataclass(frozen=True, eq=False)
class SharedParts:
    """The pairs of clusters that share something, and the sizes of all clusters."""

    # (n_pairs,): Positions of the clusters of each pair
    true: Positions
    pred: Positions
    # (n_pairs,): What they share
    shared: Counts
    # (n_true,): Sizes of the clusters, in a type in which two of them can be
    # added
    true_sizes: Counts
    pred_sizes: Counts

    @classmethod
    def of_tables(cls, tables: Tables) -> SharedParts:
        """Return the pairs of clusters; of several modes, the pairs of their blocks.

        Every block shares with every other what their clusters share, mode by mode.
        """
        largest = 2 * math.prod(table.n_samples for table in tables)
        first, one = np.zeros(1, dtype=np.intp), np.ones(1, dtype=np.int64)
        parts = (cls._of_table(table, largest) for table in tables)
        return reduce(cls._times, parts, cls(first, first, one, one, one))

    @classmethod
    def of_biclusters(cls, overlaps: Overlaps) -> SharedParts:
        """Return the pairs of biclusters that share cells."""
        true, pred, shared = overlaps.sharing_pairs
        counts = shared, overlaps.true.sizes, overlaps.pred.sizes
        largest = 2 * overlaps.n_cells
        return cls(true, pred, *(widened(part, largest) for part in counts))

    @classmethod
    def _of_table(cls, table: ContingencyTable, largest: int) -> SharedParts:
        """Return the pairs of clusters of one mode."""
        true, pred, shared = table.nonzero
        counts = (widened(part, largest) for part in (shared, *table.sizes))
        return cls(true.astype(np.intp), pred.astype(np.intp), *counts)

    def _times(self, other: SharedParts) -> SharedParts:
        """Return the pairs of blocks of which other has a further mode."""
        return SharedParts(
            np.add.outer(self.true * len(other.true_sizes), other.true).ravel(),
            np.add.outer(self.pred * len(other.pred_sizes), other.pred).ravel(),
            np.multiply.outer(self.shared, other.shared).ravel(),
            np.multiply.outer(self.true_sizes, other.true_sizes).ravel(),
            np.multiply.outer(self.pred_sizes, other.pred_sizes).ravel(),
        )

    @property
    def sizes(self) -> tuple[Counts, Counts]:
        """Sizes of both clusters of each pair."""
        return self.true_sizes[self.true], self.pred_sizes[self.pred]

    def values(self, by: MatchBy) -> NDArray[np.float64]:
        """Return how well the clusters of each pair match, by one measure."""
        shared, (true, pred) = self.shared, self.sizes
        if by == "shared":
            return shared.astype(float)
        if by == "f1":
            return ratio(2 * shared, true + pred)
        whole = {"precision": pred, "recall": true, "jaccard": true + pred - shared}
        return ratio(shared, whole[by])

    def matched(self, by: MatchBy, assignment: Assignment) -> tuple[Any, Any]:
        """Return the pair of each true and of each predicted cluster, -1 for none.

        Of several best ones, it is that with the largest common part, then the first.
        """
        values = self.values(by)
        found = []
        kept = np.arange(len(values))
        if assignment == "one_to_one":
            kept = np.sort(best_pairs(self.true, self.pred, values))
        sides = (self.true, self.true_sizes), (self.pred, self.pred_sizes)
        for (own, sizes), (other, _) in (sides, sides[::-1]):
            keys = other, -self.shared.astype(float), -values, own
            order = kept[np.lexsort([key[kept] for key in keys])]
            is_first = np.diff(own[order], prepend=-1) != 0
            pair = np.full(len(sizes), -1, dtype=np.intp)
            pair[own[order[is_first]]] = order[is_first]
            found.append(pair)
        return found[0], found[1]


@dataclass(frozen=True, eq=False)
class MatchedLabels:
    """True and predicted labels of one mode, as numbers of matched clusters."""

    # The table; its true clusters are numbered from 0, in their order
    table: ContingencyTable
    # Number of the cluster of each entry. A predicted cluster has the number of the
    # true cluster that it matches; unmatched ones follow after the true clusters
    true: Positions
    pred: Positions
    # (n_pred,): Number of each predicted cluster of the table
    number_of_pred: Positions

    def unmatched_names(self) -> list[str]:
        """Name the predicted clusters without a match."""
        is_unmatched = self.number_of_pred >= len(self.table.true_labels)
        texts = (
            other.decode("latin-1") if isinstance(other, bytes) else str(other)
            for other in self.table.pred_labels[is_unmatched].tolist()
        )
        return [f"{text} (unmatched)" for text in texts]

    def labels(self) -> NDArray[Any]:
        """Return the label of each number."""
        return with_new_labels(self.table.true_labels, self.unmatched_names())


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

    The matching is one to one, mode by mode, with as many entries in common as
    possible.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels to rename.

    Returns
    -------
    labels : ndarray of shape (n_samples,), Series, or tuple of these
        Renamed, in the order and with the index of `labels_pred`.

    Raises
    ------
    ValueError
        If labels differ in length, are empty, or contain NaN, None or infinity; if two
        Series have indexes with different names.
    TypeError
        If labels are complex, sparse or not array-likes.

    See Also
    --------
    classification_error : Fraction of labels that still differ.
    match_table : How well each cluster matches.

    Notes
    -----
    Only clusters that share an entry are matched. Labels have the type of the true
    ones; booleans become 0 and 1. Unmatched clusters get new labels: the next integers
    after the largest true label where these are numbers or times, else the predicted
    label and " (unmatched)".

    Cost: at worst cubic in the number of clusters.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_clusters
    >>> match_clusters([0, 0, 1, 1, 1], [7, 7, 3, 3, 5])
    array([0, 0, 1, 1, 2])
    """
    true, pred = check_partitions(labels_true, labels_pred)
    renamed = (mode.labels()[mode.pred] for mode in match_modes(true, pred))
    return as_given(labels_pred, renamed, pred)


def match_modes(true: Modes, pred: Modes) -> tuple[MatchedLabels, ...]:
    """Match the clusters of each mode."""
    return tuple(_match(*pair) for pair in zip(true, pred, strict=True))


def numbers_of_matched(table: ContingencyTable) -> Positions:
    """Number the predicted clusters of a table as the true clusters they match."""
    n_true, n_pred = table.shape
    number = np.full(n_pred, -1, dtype=np.intp)
    of_true, of_pred = matched_clusters(table)
    number[of_pred] = of_true
    unmatched = np.flatnonzero(number < 0)
    number[unmatched] = n_true + np.arange(len(unmatched))
    return number


def _match(true: LabelCodes, pred: LabelCodes) -> MatchedLabels:
    """Match the clusters of one mode."""
    table = count_table(true, pred)
    number = numbers_of_matched(table)
    # Tables have their clusters in the order of the codes.
    codes = true.codes, pred.codes
    of_true, of_pred = (np.unique(each, return_inverse=True)[1] for each in codes)
    return MatchedLabels(table, of_true, number[of_pred], number)
