"""Similarities of biclusterings that count pairs of cells, and adjusted similarities.

Every cell that is in no bicluster forms a singleton, which counts but is never listed.
Under chance, the rows and the columns of the predicted biclustering are permuted as a
whole, independently. An adjusted agreement is a sum of minima; its best value is the
mean of two sums that no permutation changes.
"""

from collections import Counter
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .._laws._random_biclusters import expected_overlap
from .._statistics._cell_pairs import pair_multiplicities
from .._statistics._comparison import BiclusterComparison
from .._statistics._merged_matrix import MultiplicityCounts
from .._statistics._overlaps import ratio
from .._statistics._pairs import n_pairs_of_strata, pairs_within


def agreement_of_pairs(comparison: BiclusterComparison) -> tuple[int, int]:
    """Return a and 2 a + d, the sum of what both sides count."""
    # Only the minima, a, are counted: a + d is the sum of the maxima, because ``min(s,
    # t) + |s - t| == max(s, t)``, and min and max add up to ``s + t``.
    overlaps, covers = comparison.overlaps, comparison.covers
    in_true, in_pred = map(pairs_within, (overlaps.true.sizes, overlaps.pred.sizes))
    in_both = (comparison.pair_covers.shared_repeated - covers.shared_repeated) // 2
    spare_true, spare_pred = spare_memberships(covers)
    # Each cell is in n - 1 pairs and adds its own term to all of them.
    partners = overlaps.n_cells - 1
    spare_both = partners * covers.total(np.minimum(spare_true, spare_pred))
    spare = partners * covers.total(spare_true + spare_pred)
    return in_both + spare_both, in_true + in_pred + spare


def spare_memberships(
    covers: MultiplicityCounts,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return max(N, 1) - 1 and max(M, 1) - 1 of the cells of each group."""
    return (
        np.maximum(covers.true_multiplicity, 1) - 1,
        np.maximum(covers.pred_multiplicity, 1) - 1,
    )


def bcubed_of_cells(comparison: BiclusterComparison) -> tuple[float, float]:
    """Extended BCubed precision and recall: means over cells and their neighbors."""
    x = comparison.neighbor_sums()
    # A cell that no bicluster of the other side contains agrees with itself alone.
    in_pred = x.precision + np.where(x.true == 0, ratio(1, x.pred), 0)
    in_true = x.recall + np.where(x.pred == 0, ratio(1, x.true), 0)
    precision = float((x.counts * ratio(in_pred, x.pred_neighbors)).sum())
    recall = float((x.counts * ratio(in_true, x.true_neighbors)).sum())
    covers, n_cells = comparison.covers, comparison.overlaps.n_cells
    # A singleton is its own only neighbor, on the other side too. Rounding may make the
    # sums of fractions exceed the number of cells.
    return (
        min((precision + n_cells - covers.pred) / n_cells, 1.0),
        min((recall + n_cells - covers.true) / n_cells, 1.0),
    )


def adjusted_csi(comparison: BiclusterComparison) -> float:
    """(a - E[a]) / (C / 2 - E[a]) with C = 2 a + d, the sum of both sides' counts."""
    agreement, total = agreement_of_pairs(comparison)
    return _adjusted(agreement, total, _expected_agreement(comparison))


def _expected_agreement(comparison: BiclusterComparison) -> Fraction:
    """Return the mean of the agreement a of pairs."""
    # It is, by strata, the sum of the minima of the numbers of biclusters that contain
    # a pair; and of every cell, in each of its n - 1 pairs, the minimum of its spare
    # memberships.
    shape, n_cells = comparison.true.shape, comparison.true.n_cells
    strata = zip(
        pair_multiplicities(comparison.true),
        pair_multiplicities(comparison.pred),
        n_pairs_of_strata(shape),
        strict=True,
    )
    spare = spare_memberships(comparison.covers)
    return sum(
        (expected_overlap(*stratum) for stratum in strata),
        (n_cells - 1) * _expected_in_cells(comparison.covers, *spare),
    )


def adjusted_rnia(comparison: BiclusterComparison) -> float:
    """(s - E[s]) / (C / 2 - E[s]) with s = sum of min(N, M), C = sum of N + M."""
    covers = comparison.covers
    total = covers.shared_repeated + covers.united_repeated
    expected = _expected_in_cells(
        covers, covers.true_multiplicity, covers.pred_multiplicity
    )
    return _adjusted(covers.shared_repeated, total, expected)


def _expected_in_cells(
    covers: MultiplicityCounts, true: NDArray[np.int64], pred: NDArray[np.int64]
) -> Fraction:
    """Return the mean of the sum over cells of the minimum of two numbers."""
    by_value: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    for values, tally in zip((true, pred), by_value, strict=True):
        for value, count in zip(values.tolist(), covers.counts, strict=True):
            tally[value] += count
    return expected_overlap(*by_value, sum(covers.counts))


def _adjusted(agreement: int, total: int, expected: Fraction) -> float:
    """Adjust an agreement; where every permutation has the best one, it is chance."""
    room = Fraction(total, 2) - expected
    return float((agreement - expected) / room) if room else 0.0
