"""The size of the best matching of a sparse table with small counts."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order, maximum_bipartite_matching

from ._matching import Dual, Overlaps


def matched_by_levels(overlaps: Overlaps) -> int:
    """Return the sum of the counts of the best one-to-one matching.

    The overlaps of the largest count are matched without weights. Their smallest
    vertex cover is subtracted from all counts, so that the largest falls by one; the
    sizes of these matchings add up. One step takes O(E sqrt(V)) in the worst case.
    """
    matched = 0
    while len(overlaps.counts):
        largest = overlaps[overlaps.counts == overlaps.counts.max()]
        n_matched, cover = _cover(largest)
        matched += n_matched
        overlaps = overlaps.less(cover)
    return matched


def _cover(overlaps: Overlaps) -> tuple[int, Dual]:
    """Return the size of the largest matching, and a smallest vertex cover.

    By König's theorem both have one size: the cover consists of the true clusters that
    no alternating path from an unmatched true cluster reaches, and of the predicted
    ones that such a path reaches.
    """
    n_true, n_pred = overlaps.shape
    kept, row = np.unique(overlaps.true, return_inverse=True)
    pred_kept, column = np.unique(overlaps.pred, return_inverse=True)
    graph = _graph(row, column, (len(kept), len(pred_kept)))
    partner = maximum_bipartite_matching(graph, perm_type="row")  # of predicted ones
    is_reached = _reached(row, partner[column], len(kept))
    true = np.zeros(n_true, dtype=np.int64)
    true[kept[~is_reached]] = 1
    pred = np.zeros(n_pred, dtype=np.int64)
    pred[overlaps.pred[is_reached[row]]] = 1
    return int(np.count_nonzero(partner >= 0)), Dual(true, pred)


def _reached(
    row: NDArray[np.intp], next_row: NDArray[np.intp], n_rows: int
) -> NDArray[np.bool_]:
    """Mark the rows on alternating paths that start at rows without a partner.

    `next_row` is the partner of the column of each edge, -1 if it has none: then no
    such path leads there, as the matching could be enlarged along it.
    """
    goes_on = next_row >= 0
    is_unmatched = np.ones(n_rows, dtype=bool)
    is_unmatched[next_row[goes_on]] = False
    starts = np.flatnonzero(is_unmatched)
    steps = _graph(
        np.concatenate([row[goes_on], np.full(len(starts), n_rows)]),
        np.concatenate([next_row[goes_on], starts]),
        (n_rows + 1, n_rows + 1),
    )
    is_reached = np.zeros(n_rows + 1, dtype=bool)
    is_reached[breadth_first_order(steps, n_rows, return_predecessors=False)] = True
    return is_reached[:n_rows]


def _graph(
    row: NDArray[np.intp], column: NDArray[np.intp], shape: tuple[int, int]
) -> sparse.csr_array:
    """Return a graph without weights; SciPy matches indices of 32 bits only."""
    ends = row.astype(np.int32), column.astype(np.int32)
    return sparse.csr_array((np.ones(len(row), dtype=np.int8), ends), shape=shape)
