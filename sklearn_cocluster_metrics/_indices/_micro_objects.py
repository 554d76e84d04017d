"""Biclusterings as clusterings of cells: Rosales-Méndez & Ramírez-Cruz (2018), 2.

A cell is what the paper calls a micro-object. The measures are those of Patrikainen
and Meila (2006), eqs. (1) to (4), and of Gunnemann et al. (2011), eqs. (5) to (8).
"""

import math

import numpy as np
from scipy.optimize import linear_sum_assignment

from .._statistics._biclusters import Counts
from .._statistics._comparison import BiclusterComparison
from .._statistics._overlaps import Overlaps

OVERLAPS = ("multiset", "set")
"""What cells are counted by: how many biclusters hold them, or whether one does."""


def relative_nonintersecting_area(
    comparison: BiclusterComparison, *, overlap: str = "multiset"
) -> float:
    """(|U| - |I|) / |U|: eq. (2), of multisets of cells or of sets."""
    covers = comparison.covers
    if overlap == "multiset":
        shared, united = covers.shared_repeated, covers.united_repeated
    else:
        shared, united = covers.shared, covers.united
    return (united - shared) / united if united else 0.0


def clustering_error(
    comparison: BiclusterComparison, *, overlap: str = "multiset"
) -> float:
    """(|U| - D_max) / |U|: eq. (1), of multisets of cells or of sets.

    As printed, with sets, the matched overlaps may outnumber the cells where
    biclusters of both sides overlap, and the error is negative then; only equality is
    0 whatever overlaps.
    """
    covers = comparison.covers
    united = covers.united_repeated if overlap == "multiset" else covers.united
    if united == 0 or comparison.of_cells.overlaps.equal:
        return 0.0
    return (united - matched_cells(comparison.overlaps)) / united


def matched_cells(overlaps: Overlaps) -> int:
    """D_max: cells shared under the best one-to-one match of the biclusters."""
    shared = overlaps.shared_cells
    chosen = linear_sum_assignment(shared.astype(float), maximize=True)
    return sum(shared[chosen].tolist())


def rand_index(comparison: BiclusterComparison) -> float:
    """(N00 + N11) / N: eq. (3), on disjoint biclusters.

    The union of the covers is the universe; a cell that one side leaves out is a
    singleton of that side, which is in no pair.
    """
    overlaps = comparison.of_cells.overlaps
    if overlaps.equal:
        return 1.0
    n_pairs = math.comb(comparison.covers.united, 2)
    if n_pairs == 0:
        return 0.0
    in_true = _pairs(overlaps.true_sizes)
    in_pred = _pairs(overlaps.pred_sizes)
    in_both = _pairs(overlaps.shared_cells)
    return (n_pairs - in_true - in_pred + 2 * in_both) / n_pairs


def variation_of_information(comparison: BiclusterComparison) -> float:
    """Eq. (4), on disjoint biclusters, in nats; singletons as for the Rand index.

    With n log n summed over the parts, singletons add nothing: what is left are the
    biclusters and their overlaps.
    """
    overlaps = comparison.of_cells.overlaps
    if overlaps.equal:
        return 0.0
    true, pred = overlaps.true_sizes, overlaps.pred_sizes
    shared = overlaps.shared_cells
    united = comparison.covers.united
    first, second = np.nonzero(shared)
    both = shared[first, second].tolist()
    terms = [
        count / united * (math.log(of_true / count) + math.log(of_pred / count))
        for count, of_true, of_pred in zip(
            both, true[first].tolist(), pred[second].tolist(), strict=True
        )
    ]
    for sizes, covered in ((true, shared.sum(axis=1)), (pred, shared.sum(axis=0))):
        terms += [
            (size - inside) / united * math.log(size)
            for size, inside in zip(sizes.tolist(), covered.tolist(), strict=True)
            if size > inside
        ]
    return math.fsum(terms)


def e4sc(comparison: BiclusterComparison) -> float:
    """Harmonic mean of the two macro-averaged F1: eq. (8)."""
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0
    of_pred = float(overlaps.dice.max(axis=0).mean())
    of_true = float(overlaps.dice.max(axis=1).mean())
    return harmonic_mean(of_pred, of_true)


def harmonic_mean(one: float, other: float) -> float:
    """Harmonic mean of two shares, 0 if one is 0."""
    return 2 * one * other / (one + other) if one + other > 0 else 0.0


def _pairs(sizes: Counts) -> int:
    """Count the unordered pairs inside groups of the given sizes."""
    return sum(math.comb(size, 2) for size in sizes.ravel().tolist())
