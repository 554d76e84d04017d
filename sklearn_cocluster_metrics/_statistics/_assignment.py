"""The best one-to-one matching of the clusters of two labelings."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from ._contingency import ContingencyTable
from ._exact import Counts
from ._matching import Dual, Overlaps, matched_overlaps
from ._matching_levels import dual_by_levels, matched_by_dual
from ._overlaps import Overlaps as BiclusterOverlaps

_MOST_LEVELS = 1 << 10  # smaller counts are matched level by level
_FEW_LARGE = 1 << 15  # overlaps that are matched at once, in superlinear time


def matched_samples(table: ContingencyTable) -> int:
    """Count the samples in matched clusters under the best one-to-one matching."""
    if not sparse.issparse(table.counts):
        counts = table.counts
        return int(counts[linear_sum_assignment(counts, maximize=True)].sum())
    return _least_dual(_overlaps(table)).total


def matched_clusters(
    table: ContingencyTable,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the true and the predicted clusters matched, where they share samples."""
    if sparse.issparse(table.counts):
        overlaps = _overlaps(table)
        matching = _best_overlaps(overlaps)
        return overlaps.true[matching], overlaps.pred[matching]
    true, pred = linear_sum_assignment(table.counts, maximize=True)
    shared = table.counts[true, pred] > 0
    return true[shared], pred[shared]


def best_matching(overlaps: BiclusterOverlaps, values: Counts) -> NDArray[np.intp]:
    """Return which of the pairs of biclusters that meet a best matching has.

    `values` has one positive value for each of these pairs.
    """
    true, pred, _ = overlaps.meeting
    if values.dtype == object:
        values = values.astype(float)
    shape = overlaps.n_true, overlaps.n_pred
    return matched_overlaps(Overlaps(true, pred, values, shape))


def _overlaps(table: ContingencyTable) -> Overlaps:
    """Return the positive entries of a sparse table."""
    return Overlaps(*table.nonzero, table.shape)


def _best_overlaps(overlaps: Overlaps) -> NDArray[np.intp]:
    """Return the positions of the overlaps of a best matching."""
    if len(overlaps.counts) <= _FEW_LARGE:
        return matched_overlaps(overlaps)
    return matched_by_dual(overlaps, _least_dual(overlaps))


def _least_dual(overlaps: Overlaps) -> Dual:
    """Return a dual solution whose weights add up to the counts of a best matching.

    The counts above a threshold are matched first, less the threshold. What the dual
    solution leaves of all counts is at most the threshold, and its least dual adds to
    the first: Kao, Lam, Sung & Ting (2001), A decomposition theorem for maximum weight
    bipartite matchings, SIAM Journal on Computing 31.
    """
    threshold = _threshold(overlaps.counts)
    large = overlaps.less(threshold)
    dual = large.dual(matched_overlaps(large))
    return dual.plus(dual_by_levels(overlaps.less(dual)))


def _threshold(counts: NDArray[np.int64]) -> int:
    """Return the least threshold with few counts above it, or the greatest sensible."""
    if len(counts) <= _FEW_LARGE:
        return 0
    return min(int(np.partition(counts, -_FEW_LARGE)[-_FEW_LARGE]), _MOST_LEVELS)
