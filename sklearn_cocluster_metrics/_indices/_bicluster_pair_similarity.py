"""Similarities of Horta and Campello (2014) that count pairs of cells.

Every cell that is in no bicluster forms a singleton. These cells contribute to the
values but are never listed.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from .._statistics import (
    BiclusterComparison,
    Counts,
    CoveredSide,
    Covers,
    Overlaps,
    pairs_of_cells,
    pairs_within,
    ratio,
)
from ._bcubed import bcubed_recall_precision


def csi(comparison: BiclusterComparison) -> float:
    """Campello soft index, a / (a + d), over the pairs of cells.

    If a + d is 0, the matrix has one cell, or every bicluster has at most one cell and
    none is repeated: all cells are then singletons on both sides, and the index is 1.
    """
    agreement, total = agreement_of_pairs(comparison)
    union = total - agreement
    return agreement / union if union else 1.0


def agreement_of_pairs(comparison: BiclusterComparison) -> tuple[int, int]:
    """Return a and 2 a + d, the sum of what both sides count.

    Only the minima, a, are counted: a + d is the sum of the maxima, because
    ``min(s, t) + |s - t| == max(s, t)``, and min and max add up to ``s + t``.
    """
    tables = comparison.checkerboard_tables
    if tables is not None:
        pairs = pairs_of_cells(tables)
        return pairs.n11, pairs.true + pairs.pred
    overlaps, covers = comparison.overlaps, comparison.covers
    in_true, in_pred = map(pairs_within, (overlaps.true_sizes, overlaps.pred_sizes))
    in_both = (_shared_pairs(comparison) - covers.shared_repeated) // 2
    spare_true, spare_pred = spare_memberships(covers)
    # Each cell is in n - 1 pairs and adds its own term to all of them.
    partners = overlaps.n_cells - 1
    spare_both = partners * covers.total(np.minimum(spare_true, spare_pred))
    spare = partners * covers.total(spare_true + spare_pred)
    return in_both + spare_both, in_true + in_pred + spare


def spare_memberships(covers: Covers) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return max(N, 1) - 1 and max(M, 1) - 1 of the cells of each group."""
    return (
        np.maximum(covers.true_multiplicity, 1) - 1,
        np.maximum(covers.pred_multiplicity, 1) - 1,
    )


def extended_bcubed(comparison: BiclusterComparison) -> tuple[float, float]:
    """Precision and recall: mean over the cells of the mean over their neighbors."""
    tables = comparison.checkerboard_tables
    if tables is not None:
        recall, precision = bcubed_recall_precision(tables)
        return precision, recall
    if comparison.disjoint:
        overlaps = comparison.overlaps
        precision = _disjoint_precision(overlaps.transposed)
        recall = _disjoint_precision(overlaps)
    else:
        precision, recall = _overlapping_precisions(comparison)
    covers, n_cells = comparison.covers, comparison.overlaps.n_cells
    # A singleton is its own only neighbor, on the other side too. Rounding may make the
    # sums of fractions exceed the number of cells.
    return (
        min((precision + n_cells - covers.pred) / n_cells, 1.0),
        min((recall + n_cells - covers.true) / n_cells, 1.0),
    )


def _shared_pairs(comparison: BiclusterComparison) -> int:
    """Sum over all (x, y) of min(true, pred) numbers of biclusters that contain both.

    A pair of cells occurs in min * max overlaps. Pairs with the same maximum are summed
    and divided by this maximum, which leaves the minimum.
    """
    if comparison.disjoint:
        return sum(n**2 for n in comparison.overlaps.meeting[2].tolist())
    tally: Counter[int] = Counter()
    for _, block in comparison.cell_pairs.blocks():
        times = block.values(np.maximum)
        tally.update(block.tally(times, block.rows.counts, block.columns.counts))
    return sum(repeated // times for times, repeated in tally.items() if times)


def _disjoint_precision(overlaps: Overlaps) -> float:
    """Sum over the cells that the first side covers, for disjoint biclusters."""
    sizes = overlaps.true_sizes.astype(float)
    true, _, counts = overlaps.meeting
    shared = counts.astype(float)
    alone = sizes - np.bincount(true, shared, len(sizes))
    return float(ratio(np.bincount(true, shared**2, len(sizes)) + alone, sizes).sum())


def _overlapping_precisions(comparison: BiclusterComparison) -> tuple[float, float]:
    """Sum over the cells that the predicted, and the true, biclusters cover."""
    cells = comparison.cells
    precision = _alone(cells.pred, cells.true, cells.counts)
    recall = _alone(cells.true, cells.pred, cells.counts)
    for _, block in comparison.cell_pairs.blocks():
        # Each pair occurs in true * pred overlaps.
        _, row, column, sums = block.first_cells(
            block.values(
                lambda true, pred: (1 / pred + 1j / true) / np.maximum(true, pred)
            )
        )
        found = cells.find(row, column)
        precision += float(sums.real @ cells.pred.per_cell[found])
        recall += float(sums.imag @ cells.true.per_cell[found])
    return precision, recall


def _alone(side: CoveredSide, other: CoveredSide, counts: Counts) -> float:
    """Sum over cells that only this side covers: each agrees with itself, once."""
    only = (side.multiplicity > 0) & (other.multiplicity == 0)
    neighbors = side.reach[only] * side.multiplicity[only]
    return float((counts[only].astype(float) / neighbors).sum())
