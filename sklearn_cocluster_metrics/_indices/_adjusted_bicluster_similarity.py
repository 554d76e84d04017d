"""Two similarities of biclusterings, adjusted exactly for chance.

Under chance, the rows and the columns of the predicted biclustering are permuted as a
whole, independently. Each similarity compares an agreement, a sum of minima, with two
sums that no permutation changes; their mean is the best agreement, that of equal sums.
"""

from collections import Counter
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .._laws import expected_overlap, expected_pairs_of_product
from .._statistics import (
    BiclusterComparison,
    Covers,
    n_pairs_of_strata,
    pair_multiplicities,
)
from ._bicluster_pair_similarity import agreement_of_pairs, spare_memberships


def adjusted_csi(comparison: BiclusterComparison) -> float:
    """(a - E[a]) / (C / 2 - E[a]) with C = 2 a + d, the sum of both sides' counts."""
    agreement, total = agreement_of_pairs(comparison)
    if total == 0:  # no pair is in a bicluster of either side: equal for this measure
        return 1.0
    tables = comparison.checkerboard_tables
    if tables is not None:
        return _adjusted(agreement, total, expected_pairs_of_product(tables))
    return _adjusted(agreement, total, _expected_agreement(comparison))


def _expected_agreement(comparison: BiclusterComparison) -> Fraction:
    """Return the mean of the agreement a of pairs.

    It is, by strata, the sum of the minima of the numbers of biclusters that contain a
    pair; and of every cell, in each of its n - 1 pairs, the minimum of its spare
    memberships.
    """
    shape, n_cells = comparison.true.shape, comparison.true.n_cells
    strata = zip(
        pair_multiplicities(comparison.true).strata,
        pair_multiplicities(comparison.pred).strata,
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
    covers: Covers, true: NDArray[np.int64], pred: NDArray[np.int64]
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
