"""The best matching of a sparse table with small counts, by its dual solution."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order, maximum_bipartite_matching

from ._matching import Dual, Overlaps, components


def dual_by_levels(overlaps: Overlaps) -> Dual:
    """Return a least dual solution: its sum is that of the best one-to-one matching.

    The overlaps of the largest count are matched without weights. Their smallest
    vertex cover is subtracted from all counts, so that the largest falls by one; the
    covers add up. One step takes O(E sqrt(V)) in the worst case.
    """
    n_true, n_pred = overlaps.shape
    dual = Dual(np.zeros(n_true, dtype=np.int64), np.zeros(n_pred, dtype=np.int64))
    while len(overlaps.counts):
        largest = overlaps[overlaps.counts == overlaps.counts.max()]
        cover = _cover(largest)
        dual = dual.plus(cover)
        overlaps = overlaps.less(cover)
    return dual


def matched_by_dual(overlaps: Overlaps, dual: Dual) -> NDArray[np.intp]:
    """Return the positions of the overlaps of a best matching, given a least dual.

    By complementary slackness, best are the matchings that match every cluster of
    positive weight, along overlaps whose count is the sum of the two weights. One
    matching has all such true clusters, another all such predicted ones.
    """
    of_true, of_pred = dual.true[overlaps.true], dual.pred[overlaps.pred]
    is_tight = of_true + of_pred == overlaps.counts
    one, other = (
        _largest_matching(overlaps, is_tight & (weights > 0))
        for weights in (of_true, of_pred)
    )
    return _merged(overlaps, one, other)


def _largest_matching(
    overlaps: Overlaps, allowed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Mark as many allowed overlaps as possible, at most one of each cluster."""
    marked = np.zeros(len(allowed), dtype=bool)
    _, row, next_row = _matched_rows(overlaps[allowed])
    marked[allowed] = row == next_row
    return marked


def _merged(
    overlaps: Overlaps, one: NDArray[np.bool_], other: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Match the true clusters of one matching and the predicted ones of another.

    Together the two form paths and cycles, and one of them is taken in each: the longer
    one; if they are equally long, the one that misses none of its clusters (Mendelsohn
    & Dulmage, 1958, Some generalizations of the problem of distinct representatives,
    Canadian Journal of Mathematics 10).
    """
    either = np.flatnonzero(one | other)
    paths = overlaps[either]
    path = components(paths)
    n_paths = int(path.max(initial=-1)) + 1
    surplus = np.bincount(path[one[either]], minlength=n_paths)
    surplus -= np.bincount(path[other[either]], minlength=n_paths)
    for clusters, sign in ((paths.true, 1), (paths.pred, -1)):
        first = np.unique(clusters, return_index=True)[1]
        surplus += sign * np.bincount(path[first], minlength=n_paths)
    kept = np.where((surplus > 0)[path], one[either], other[either])
    return either[kept]


def _cover(overlaps: Overlaps) -> Dual:
    """Return a smallest vertex cover: 1 for the clusters in it.

    By König's theorem it consists of the true clusters that no alternating path from an
    unmatched true cluster of a largest matching reaches, and of the predicted ones that
    such a path reaches.
    """
    n_true, n_pred = overlaps.shape
    kept, row, next_row = _matched_rows(overlaps)
    is_reached = _reached(row, next_row, len(kept))
    true = np.zeros(n_true, dtype=np.int64)
    true[kept[~is_reached]] = 1
    pred = np.zeros(n_pred, dtype=np.int64)
    pred[overlaps.pred[is_reached[row]]] = 1
    return Dual(true, pred)


def _matched_rows(
    overlaps: Overlaps,
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Match without weights, with one row for each true cluster that overlaps some.

    Return the clusters of the rows and, for each overlap, its row and the row that is
    matched with its predicted cluster, -1 if it has none.
    """
    kept, row = np.unique(overlaps.true, return_inverse=True)
    pred_kept, column = np.unique(overlaps.pred, return_inverse=True)
    graph = _graph(row, column, (len(kept), len(pred_kept)))
    partner = maximum_bipartite_matching(graph, perm_type="row")  # of predicted ones
    return kept, row, partner[column]


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
