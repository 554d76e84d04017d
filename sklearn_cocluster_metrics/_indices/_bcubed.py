"""CICE- and MOCICE-BCubed: Rosales-Méndez & Ramírez-Cruz (2018), section 3.

The means run over each side's own cover, and the inner sums over the cells that
share a bicluster with x on that side. The manuscript exchanges the two domains in
eqs. (15) and (16); the terms that differ are 0/0 there, and 0, so nothing changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._statistics._cell_pairs import CellPairs, PairBlock
from .._statistics._comparison import BiclusterComparison
from .._statistics._overlaps import Overlaps, ratio
from ._micro_objects import harmonic_mean


@dataclass(frozen=True)
class BCubedScores:
    """Precision, recall and their harmonic mean, of pairs of cells.

    It unpacks: ``precision, recall, fscore = scores``.

    Parameters
    ----------
    precision : float
        How well the pairs of cells of the predicted biclusters are confirmed.
    recall : float
        How well the pairs of cells of the true biclusters are found.
    fscore : float
        Harmonic mean of both.

    See Also
    --------
    mocice_bcubed_precision_recall_fscore : Compute them.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import BCubedScores
    >>> precision, recall, fscore = BCubedScores(precision=1.0, recall=0.5, fscore=2 / 3)
    >>> recall
    0.5
    """

    precision: float
    recall: float
    fscore: float

    def __iter__(self) -> Iterator[float]:
        """Yield precision, recall and F."""
        return iter((self.precision, self.recall, self.fscore))


def mocice_fscore(comparison: BiclusterComparison) -> float:
    """Harmonic mean of precision and recall: eq. (14)."""
    return mocice_bcubed(comparison).fscore


def mocice_bcubed(comparison: BiclusterComparison) -> BCubedScores:
    """Precision and recall of eqs. (15) and (16), and their harmonic mean.

    CICE-BCubed, eqs. (11) and (13), is the same on a single column, by Theorem 1.
    """
    precision, recall = _precision_recall(comparison.of_cells)
    # Both are sums of shares, which rounding may carry past the whole.
    precision, recall = min(precision, 1.0), min(recall, 1.0)
    return BCubedScores(precision, recall, harmonic_mean(precision, recall))


def _precision_recall(comparison: BiclusterComparison) -> tuple[float, float]:
    """Precision and recall, where every bicluster has a cell."""
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0, 1.0
    if overlaps.n_true == 0 or overlaps.n_pred == 0:
        return 0.0, 0.0
    if comparison.disjoint:
        return _of_disjoint(overlaps)
    return _of_atoms(comparison.cell_pairs)


def _of_disjoint(overlaps: Overlaps) -> tuple[float, float]:
    """Sum over the pairs of biclusters, when no cell is held twice on one side.

    Two cells share at most one bicluster of either side, so every term of eqs. (9)
    and (12) is the Jaccard index of those two.
    """
    shared = overlaps.shared_cells.astype(float)
    weighted = shared * shared * overlaps.jaccard
    per_true = ratio(weighted.sum(axis=1), overlaps.true_sizes.astype(float))
    per_pred = ratio(weighted.sum(axis=0), overlaps.pred_sizes.astype(float))
    precision = float(per_pred.sum()) / sum(overlaps.pred_sizes.tolist())
    recall = float(per_true.sum()) / sum(overlaps.true_sizes.tolist())
    return precision, recall


def _of_atoms(pairs: CellPairs) -> tuple[float, float]:
    """Sum over the pairs of atoms that share a bicluster on both sides.

    The sum over G in eq. (10) is the loop over the blocks' predicted biclusters. Its
    maximum over C is the most similar true bicluster that holds both cells: a pair
    counts in the block of that one, and in no other block of G.
    """
    atoms, lone, jaccard = pairs.atoms, pairs.lone, pairs.overlaps.jaccard
    counts = atoms.counts.astype(float)
    for_precision = ratio(counts, atoms.pred.reach[atoms.of_pred])
    for_recall = ratio(counts, atoms.true.reach[atoms.of_true])
    alone = counts[lone.atoms] * jaccard[lone.true, lone.pred]
    precision = float(alone @ for_precision[lone.atoms])
    recall = float(alone @ for_recall[lone.atoms])
    for block in pairs.blocks():
        pred, true = block.shared_pred, block.shared_true
        terms = np.minimum(pred, true) / pred
        terms *= block.shared_among(_preferred(jaccard[:, block.pred], block)) == 0
        size = float(jaccard[block.true, block.pred])
        others = counts[block.second]
        precision += size * float(for_precision[block.first] @ (terms / pred @ others))
        recall += size * float(for_recall[block.first] @ (terms / true @ others))
    n_pred = int(atoms.counts[atoms.held_pred > 0].sum())
    n_true = int(atoms.counts[atoms.held_true > 0].sum())
    return precision / n_pred, recall / n_true


def _preferred(similarity: NDArray[np.float64], block: PairBlock) -> NDArray[np.bool_]:
    """Which true biclusters come before the block's; the first of equal ones does."""
    own = similarity[block.true]
    earlier = np.arange(len(similarity)) < block.true
    return np.asarray((similarity > own) | ((similarity == own) & earlier), dtype=bool)
