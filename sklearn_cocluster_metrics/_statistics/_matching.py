"""The best one-to-one matching in a sparse table, and its dual solution."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linear_sum_assignment
from scipy.sparse.csgraph import (
    connected_components,
    min_weight_full_bipartite_matching,
)

_MOST_DENSE = 1 << 16  # larger blocks are matched faster without their empty cells
_SPARE = 1e-300  # lost in any sum with a count or another value


class Dual(NamedTuple):
    """A weight for each cluster: those of an overlap add up to its count or more."""

    true: NDArray[np.int64]
    pred: NDArray[np.int64]

    def plus(self, other: "Dual") -> "Dual":
        """Add the weights of another solution."""
        return Dual(self.true + other.true, self.pred + other.pred)

    @property
    def total(self) -> int:
        """Sum of all weights: that of the counts of a best matching, or more."""
        return int(self.true.sum()) + int(self.pred.sum())


@dataclass(frozen=True, eq=False)
class Overlaps:
    """The positive entries of a sparse table: true cluster, predicted one, count."""

    true: NDArray[np.intp]
    pred: NDArray[np.intp]
    counts: NDArray[np.int64]
    shape: tuple[int, int]

    def __getitem__(
        self, chosen: NDArray[np.bool_] | NDArray[np.intp] | slice
    ) -> "Overlaps":
        """Return some of the overlaps, by a mask, positions or a slice."""
        return Overlaps(
            self.true[chosen], self.pred[chosen], self.counts[chosen], self.shape
        )

    def less(self, dual: Dual | int) -> "Overlaps":
        """Subtract a number, or the weights of the clusters; keep what is positive."""
        if isinstance(dual, int):
            counts = self.counts - dual
        else:
            counts = self.counts - dual.true[self.true] - dual.pred[self.pred]
        rest = Overlaps(self.true, self.pred, counts, self.shape)
        return rest[counts > 0]

    def dual(self, matching: NDArray[np.intp]) -> Dual:
        """Return the least dual solution, given the overlaps of a best matching.

        Its weights add up to the matched counts. The weight of a predicted cluster is
        what replacing its partner would gain, along alternating paths.
        """
        n_true, n_pred = self.shape
        partner = np.full(n_true, -1)
        partner[self.true[matching]] = self.pred[matching]
        matched_count = np.zeros(n_true, dtype=np.int64)
        matched_count[self.true[matching]] = self.counts[matching]
        gain = self.counts - matched_count[self.true]
        has_partner = partner[self.true] >= 0
        source = np.where(has_partner, partner[self.true], 0)
        pred = np.zeros(n_pred, dtype=np.int64)
        while True:
            raised = np.where(has_partner, pred[source], 0) + gain
            new = pred.copy()
            np.maximum.at(new, self.pred, raised)
            if np.array_equal(new, pred):
                break
            pred = new
        true = np.where(partner >= 0, matched_count - pred[partner], 0)
        return Dual(true, pred)


def matched_overlaps(overlaps: Overlaps) -> NDArray[np.intp]:
    """Return the positions of the overlaps of a best matching.

    Clusters that overlap neither directly nor through others are matched separately,
    unless an array of all clusters takes less time.
    """
    if not len(overlaps.counts):
        return np.zeros(0, dtype=np.intp)
    if _is_dense(overlaps, *overlaps.shape):
        return _matched_together(overlaps)
    component = components(overlaps)
    order = np.lexsort((-overlaps.counts, component))
    starts = np.flatnonzero(np.diff(component[order], prepend=-1))
    ordered = overlaps[order]
    # Where one cluster overlaps several that overlap no other, the best match is the
    # largest overlap, the first in this order.
    star = (_distinct(ordered.true, starts) == 1) | (
        _distinct(ordered.pred, starts) == 1
    )
    stops = np.append(starts[1:], len(order))
    chosen = [starts[star]]
    for start, stop in zip(starts[~star], stops[~star], strict=True):
        chosen.append(start + _matched_together(ordered[start:stop]))
    matching: NDArray[np.intp] = order[np.concatenate(chosen)]
    return matching


def components(overlaps: Overlaps) -> NDArray[np.int32]:
    """Number the connected components and return that of each overlap."""
    n_true, n_pred = overlaps.shape
    edges = sparse.coo_array(
        (
            np.ones(len(overlaps.true), dtype=np.int8),
            (overlaps.true, overlaps.pred + n_true),
        ),
        shape=(n_true + n_pred, n_true + n_pred),
    )
    labels: NDArray[np.int32] = connected_components(edges, directed=False)[1]
    return labels[overlaps.true]


def _distinct(clusters: NDArray[np.intp], starts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Count the distinct clusters in each block of consecutive entries."""
    block = np.zeros(len(clusters), dtype=np.int64)
    block[starts[1:]] = 1
    pairs = np.unique(np.cumsum(block) * (int(clusters.max()) + 1) + clusters)
    return np.bincount(pairs // (int(clusters.max()) + 1), minlength=len(starts))


def _is_dense(overlaps: Overlaps, n_rows: int, n_columns: int) -> bool:
    """Whether an array of all cells is faster: it is small, or few are empty."""
    n_overlaps = len(overlaps.counts)
    return n_rows * n_columns <= max(_MOST_DENSE, n_overlaps + n_overlaps // 3)


def _matched_together(overlaps: Overlaps) -> NDArray[np.intp]:
    """Return the positions of a best matching, found in one piece."""
    true_kept, row = np.unique(overlaps.true, return_inverse=True)
    pred_kept, column = np.unique(overlaps.pred, return_inverse=True)
    if len(true_kept) > len(pred_kept):
        true_kept, pred_kept, row, column = pred_kept, true_kept, column, row
    n_rows, n_columns = len(true_kept), len(pred_kept)
    if _is_dense(overlaps, n_rows, n_columns):
        block = np.zeros((n_rows, n_columns), dtype=overlaps.counts.dtype)
        block[row, column] = overlaps.counts
        matched_rows, matched_columns = linear_sum_assignment(block, maximize=True)
    else:
        matched_rows, matched_columns = _matched_in_sparse_block(
            row, column, overlaps.counts, n_rows, n_columns
        )
    partner = np.full(n_rows, -1)
    partner[matched_rows] = matched_columns
    return np.flatnonzero(partner[row] == column)


def _matched_in_sparse_block(
    row: NDArray[np.intp],
    column: NDArray[np.intp],
    counts: NDArray[np.int64],
    n_rows: int,
    n_columns: int,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Match the rows of a large block with many empty cells.

    A full matching needs an edge for every row: each gets a spare column. SciPy drops
    edges of weight 0, so these have a weight that changes no sum.
    """
    spare = np.arange(n_rows)
    edges = (np.concatenate([row, spare]), np.concatenate([column, n_columns + spare]))
    weights = sparse.csr_array(
        (
            np.concatenate([counts, np.full(n_rows, _SPARE)]),
            # SciPy before 1.13 matches no other indices than those of 32 bits.
            tuple(ends.astype(np.int32) for ends in edges),
        ),
        shape=(n_rows, n_columns + n_rows),
    )
    matched: tuple[NDArray[np.intp], NDArray[np.intp]]
    matched = min_weight_full_bipartite_matching(weights, maximize=True)
    return matched
