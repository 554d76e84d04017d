"""Similarities of Horta and Campello (2014) that count pairs of cells.

Every cell that is in no bicluster forms a singleton. These cells contribute to the
values but are never listed.
"""

import math
from collections import Counter
from operator import mul

import numpy as np
from numpy.typing import NDArray

from .._statistics import (
    BiclusterComparison,
    CellPairs,
    Counts,
    CoverClasses,
    Covers,
    Overlaps,
    ratio,
)


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
    overlaps, covers = comparison.overlaps, comparison.covers
    in_true, in_pred = (
        sum(math.comb(size, 2) for size in sizes.tolist())
        for sizes in (overlaps.true_sizes, overlaps.pred_sizes)
    )
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
    if comparison.disjoint:
        overlaps = comparison.overlaps
        precision = _disjoint_precision(overlaps.transposed)
        recall = _disjoint_precision(overlaps)
    else:
        precision, recall = _atom_precisions(comparison.cell_pairs)
    covers, n_cells = comparison.covers, comparison.overlaps.n_cells
    # A singleton is its own only neighbor, on the other side too. Rounding may make the
    # sums of fractions exceed the number of cells.
    return (
        min((precision + n_cells - covers.pred) / n_cells, 1.0),
        min((recall + n_cells - covers.true) / n_cells, 1.0),
    )


def _shared_pairs(comparison: BiclusterComparison) -> int:
    """Sum over all (x, y) of min(true, pred) numbers of biclusters that contain both.

    A pair of atoms occurs in min * max blocks. Blocks with the same maximum are
    summed and divided by this maximum, which leaves the minimum.
    """
    if comparison.disjoint:
        return sum(n**2 for n in comparison.overlaps.shared_cells.ravel().tolist())
    counts = comparison.atoms.counts
    pairs = comparison.cell_pairs
    lone = counts[pairs.lone.atoms].tolist()
    tally = Counter({1: sum(count**2 for count in lone)})
    for block in pairs.blocks():
        most = np.maximum(block.shared_true, block.shared_pred)
        first, second = counts[block.first].tolist(), counts[block.second]
        for times in np.unique(most).tolist():
            partners = ((most == times) @ second).tolist()
            tally[int(times)] += sum(map(mul, first, partners))
    return sum(repeated // times for times, repeated in tally.items())


def _disjoint_precision(overlaps: Overlaps) -> float:
    """Sum over the cells that the first side covers, for disjoint biclusters."""
    sizes = overlaps.true_sizes.astype(float)
    shared = overlaps.shared_cells.astype(float)
    alone = sizes - shared.sum(axis=1)
    return float(ratio((shared**2).sum(axis=1) + alone, sizes).sum())


def _atom_precisions(pairs: CellPairs) -> tuple[float, float]:
    """Sum over the cells that the predicted, and the true, biclusters cover."""
    atoms, lone = pairs.atoms, pairs.lone.atoms
    precision = _alone(atoms.pred, atoms.of_pred, atoms.true_multiplicity, atoms.counts)
    recall = _alone(atoms.true, atoms.of_true, atoms.pred_multiplicity, atoms.counts)
    counts = atoms.counts.astype(float)
    for_precision = ratio(counts, atoms.pred.reach[atoms.of_pred])
    for_recall = ratio(counts, atoms.true.reach[atoms.of_true])
    precision += float(counts[lone] @ for_precision[lone])
    recall += float(counts[lone] @ for_recall[lone])
    for block in pairs.blocks():
        pred, true = block.shared_pred, block.shared_true
        # min / (pred * true): each pair occurs in pred * true blocks
        terms = 1 / np.maximum(pred, true)
        others = counts[block.second]
        precision += float(for_precision[block.first] @ (terms / pred @ others))
        recall += float(for_recall[block.first] @ (terms / true @ others))
    return precision, recall


def _alone(
    side: CoverClasses,
    of_side: NDArray[np.int64],
    multiplicity_elsewhere: NDArray[np.int64],
    counts: Counts,
) -> float:
    """Sum over cells that only this side covers: each agrees with itself, once."""
    multiplicity = side.multiplicities[of_side]
    only = (multiplicity > 0) & (multiplicity_elsewhere == 0)
    neighbors = side.reach[of_side[only]].astype(float) * multiplicity[only]
    return float((counts[only].astype(float) / neighbors).sum())
