"""The best one-to-one matching of the clusters of two labelings."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import min_weight_full_bipartite_matching

from .._structures._progress import warn_if_long
from ._contingency import ContingencyTable, Counts
from ._overlaps import Overlaps

_FEW = 1 << 10  # overlaps: for so few, finding the certain ones takes as long
_MOST_DENSE = 1 << 16  # larger arrays are matched faster without their empty cells
_SPARE = 1e-300  # lost in any sum with a count or another value
_PER_SECOND = 2e8  # rows times columns that are matched, on one core of a laptop

Positions = NDArray[np.intp]


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
    return best_pairs(
        true, pred, values.astype(float) if values.dtype == object else values
    )


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
        edges = sparse.csr_array(
            (weights, tuple(end.astype(np.int32) for end in ends)),
            shape=(n_rows, n_columns + n_rows),
        )
        matched = min_weight_full_bipartite_matching(edges, maximize=True)
    partner = np.full(n_rows, -1)
    partner[matched[0]] = matched[1]
    return np.flatnonzero(partner[row] == column)
