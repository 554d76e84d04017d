"""The 16 similarities that Horta and Campello (2014) compare.

Letters of the paper: B the biclusters found (`pred`), k of them; A the reference
(`true`), q of them; N and M say how many biclusters of B and of A hold a cell.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from .._statistics._biclusters import exact
from .._statistics._comparison import BiclusterComparison
from .._statistics._overlaps import Overlaps, ratio
from ._micro_objects import harmonic_mean, matched_cells
from ._pair_similarity import csi, extended_bcubed

Table = NDArray[np.float64]


def bicluster_similarity(comparison: BiclusterComparison, index: str) -> float:
    """One of the 16, by its name; 1 for equal biclusterings, 0 if one is empty."""
    if index in _OF_CELLS:
        comparison = comparison.of_cells
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if not overlaps.true_sizes.any() or not overlaps.pred_sizes.any():
        return 0.0
    return SIMILARITIES[index](comparison)


def _prelic(overlaps: Overlaps) -> float:
    """Geometric mean of the mean best Jaccard indices of rows and of columns."""
    true, pred = overlaps.true, overlaps.pred
    of_rows = _side_jaccard(overlaps, overlaps.shared_rows, true.n_rows, pred.n_rows)
    of_columns = _side_jaccard(
        overlaps, overlaps.shared_columns, true.n_columns, pred.n_columns
    )
    return math.sqrt(_mean_best(of_rows) * _mean_best(of_columns))


def _prelic_relevance(comparison: BiclusterComparison) -> float:
    """Mean over B."""
    return _prelic(comparison.overlaps)


def _prelic_recovery(comparison: BiclusterComparison) -> float:
    """Mean over A."""
    return _prelic(comparison.overlaps.transposed)


def _rnia(comparison: BiclusterComparison) -> float:
    """Sum of min(N, M) over sum of max(N, M)."""
    covers = comparison.covers
    return covers.shared_repeated / covers.united_repeated


def _ce(comparison: BiclusterComparison) -> float:
    """Best one-to-one overlap over sum of max(N, M)."""
    return matched_cells(comparison.overlaps) / comparison.covers.united_repeated


def _liu_wang(comparison: BiclusterComparison) -> float:
    """Mean best share of common lines, rows and columns counted alike."""
    overlaps = comparison.overlaps
    shared = overlaps.shared_rows + overlaps.shared_columns
    true = overlaps.true.n_rows + overlaps.true.n_columns
    pred = overlaps.pred.n_rows + overlaps.pred.n_columns
    return _mean_best(_side_jaccard(overlaps, shared, true, pred))


def _santamaria(comparison: BiclusterComparison) -> float:
    """Mean best Dice index of cells over B."""
    return _mean_best(comparison.overlaps.dice)


def _weighted_jaccard(comparison: BiclusterComparison) -> float:
    """Best Jaccard index of cells, weighted by the size of B_i."""
    return _weighted_best(comparison.overlaps, comparison.overlaps.jaccard)


def _weighted_dice(comparison: BiclusterComparison) -> float:
    """Best Dice index of cells, weighted by the size of B_i."""
    return _weighted_best(comparison.overlaps, comparison.overlaps.dice)


def _consensus(comparison: BiclusterComparison) -> float:
    """Best one-to-one sum of Jaccard indices of cells over max(k, q)."""
    overlaps = comparison.overlaps
    jaccard = overlaps.jaccard
    chosen = linear_sum_assignment(jaccard, maximize=True)
    return math.fsum(jaccard[chosen].tolist()) / max(overlaps.n_true, overlaps.n_pred)


def _bozdag_u(comparison: BiclusterComparison) -> float:
    """Share of A's cover that B's covers."""
    return comparison.covers.shared / comparison.covers.true


def _bozdag_e(comparison: BiclusterComparison) -> float:
    """Share of B's cover that A's covers."""
    return comparison.covers.shared / comparison.covers.pred


def _ayadi(comparison: BiclusterComparison) -> float:
    """Mean best product of the Jaccard indices of rows and of columns over B."""
    overlaps = comparison.overlaps
    true, pred = overlaps.true, overlaps.pred
    united_rows = true.n_rows[:, None] + pred.n_rows - overlaps.shared_rows
    united_columns = true.n_columns[:, None] + pred.n_columns - overlaps.shared_columns
    united = exact(united_rows, overlaps.n_cells) * united_columns
    return _mean_best(ratio(overlaps.shared_cells, united))


def _eren_relevance(comparison: BiclusterComparison) -> float:
    """Mean best Jaccard index of cells over B."""
    return _mean_best(comparison.overlaps.jaccard)


def _eren_recovery(comparison: BiclusterComparison) -> float:
    """Mean best Jaccard index of cells over A."""
    return _mean_best(comparison.overlaps.jaccard.T)


def _extended_bcubed(comparison: BiclusterComparison) -> float:
    """Harmonic mean of extended BCubed precision and recall."""
    return harmonic_mean(*extended_bcubed(comparison))


def _mean_best(values: Table) -> float:
    """Mean over B of the best over A."""
    return float(values.max(axis=0).mean())


def _weighted_best(overlaps: Overlaps, values: Table) -> float:
    """Mean over B of the best over A, weighted by the sizes of B."""
    sizes = overlaps.pred_sizes.astype(float)
    return float(sizes @ values.max(axis=0) / sizes.sum())


def _side_jaccard(
    overlaps: Overlaps,
    shared: NDArray[np.int64],
    true: NDArray[np.int64],
    pred: NDArray[np.int64],
) -> Table:
    """Jaccard index of lines; 0 for a bicluster without cells, lines or not."""
    some = (overlaps.true_sizes > 0)[:, None] & (overlaps.pred_sizes > 0)
    return ratio(np.where(some, shared, 0), true[:, None] + pred - shared)


SIMILARITIES: dict[str, Callable[[BiclusterComparison], float]] = {
    "prelic_relevance": _prelic_relevance,
    "prelic_recovery": _prelic_recovery,
    "rnia": _rnia,
    "ce": _ce,
    "liu_wang": _liu_wang,
    "santamaria": _santamaria,
    "weighted_jaccard": _weighted_jaccard,
    "weighted_dice": _weighted_dice,
    "consensus": _consensus,
    "bozdag_u": _bozdag_u,
    "bozdag_e": _bozdag_e,
    "ayadi": _ayadi,
    "eren_relevance": _eren_relevance,
    "eren_recovery": _eren_recovery,
    "csi": csi,
    "extended_bcubed": _extended_bcubed,
}
"""The 16 by name, in the order of the paper's tables."""

_OF_CELLS = {
    "rnia",
    "ce",
    "weighted_jaccard",
    "weighted_dice",
    "bozdag_u",
    "bozdag_e",
    "csi",
    "extended_bcubed",
}
"""Those to which a bicluster without cells is nothing at all."""

SYMMETRIC = {"rnia", "ce", "consensus", "csi", "extended_bcubed"}
"""Those whose two sides can change places."""
