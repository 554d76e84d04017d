"""Pairs of cells that share a bicluster on both sides, taken by atoms."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ._atoms import Atoms
from ._overlaps import Overlaps

_PAIRS_AT_ONCE = 2**20


@dataclass(frozen=True, eq=False)
class PairBlock:
    """Pairs of atoms inside the overlap of a true and a predicted bicluster.

    A pair (x, y) of cells comes once for each true and each predicted bicluster that
    hold both, so ``shared_true * shared_pred`` times in all the blocks together.

    Parameters
    ----------
    true, pred : int
        The two biclusters.
    first, second : ndarray
        The atoms of the pairs: each of the first with each of the second.
    shared_true, shared_pred : ndarray of shape (n_first, n_second)
        How many biclusters of either side hold both atoms of a pair.
    first_members, second_members : ndarray
        Which of the `neighbors` hold the atoms.
    neighbors : ndarray
        The true biclusters that meet the overlap.
    """

    true: int
    pred: int
    first: NDArray[np.int64]
    second: NDArray[np.int64]
    shared_true: NDArray[np.float64]
    shared_pred: NDArray[np.float64]
    first_members: NDArray[np.float64]
    second_members: NDArray[np.float64]
    neighbors: NDArray[np.int64]

    def shared_among(self, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Count the chosen true biclusters that hold both atoms of each pair."""
        some = chosen[self.neighbors]
        product: NDArray[np.float64] = (
            self.first_members[:, some] @ self.second_members[:, some].T
        )
        return product


@dataclass(frozen=True, eq=False)
class LoneAtoms:
    """Atoms that fill the overlap of the only two biclusters that hold them.

    Their cells share two biclusters, one of either side, with each other and with
    nothing else: no block is needed, and disjoint biclusters have no others.

    Parameters
    ----------
    atoms : ndarray of shape (n_lone,)
        The atoms.
    true, pred : ndarray of shape (n_lone,)
        The biclusters that hold them.
    """

    atoms: NDArray[np.int64]
    true: NDArray[np.int64]
    pred: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CellPairs:
    """Pairs of cells that share a bicluster on both sides.

    All other pairs count for nothing, and there are far more of them. The cost is the
    sum, over the overlapping pairs of biclusters, of the squared number of atoms in
    the overlap.

    Parameters
    ----------
    atoms : Atoms
        Classes of cells that the same biclusters hold.
    overlaps : Overlaps
        What the pairs of biclusters share.
    """

    atoms: Atoms
    overlaps: Overlaps

    @cached_property
    def lone(self) -> LoneAtoms:
        """Atoms whose pairs are all among their own cells."""
        once = self.atoms.held_once
        true = self.atoms.true.holder[self.atoms.of_true[once]]
        pred = self.atoms.pred.holder[self.atoms.of_pred[once]]
        alone = self.overlaps.shared_cells[true, pred] == self.atoms.counts[once]
        return LoneAtoms(once[alone], true[alone], pred[alone])

    def blocks(self) -> Iterator[PairBlock]:
        """Go through the pairs of all atoms but the lone ones."""
        atoms = self.atoms
        mixed = (atoms.held_true > 0) & (atoms.held_pred > 0)
        mixed[self.lone.atoms] = False
        both = np.flatnonzero(mixed)
        true_members = atoms.true.members[atoms.of_true[both]]
        pred_members = atoms.pred.members[atoms.of_pred[both]].tocsc()
        by_line = pred_members.tocsr()
        for pred in np.flatnonzero(np.diff(pred_members.indptr)).tolist():
            span = slice(*pred_members.indptr[pred : pred + 2])
            inside = pred_members.indices[span]
            in_true = true_members[inside].toarray().astype(float)
            in_pred = by_line[inside].toarray().astype(float)
            for true in np.flatnonzero(in_true.any(axis=0)).tolist():
                held = np.flatnonzero(in_true[:, true])
                overlap = both[inside[held]]
                yield from _blocks(true, pred, overlap, in_true[held], in_pred[held])


def _blocks(
    true: int,
    pred: int,
    overlap: NDArray[np.int64],
    in_true: NDArray[np.float64],
    in_pred: NDArray[np.float64],
) -> Iterator[PairBlock]:
    """Pair the atoms of one overlap, few lines at once.

    The products are of 0 and 1, exact in double precision.
    """
    neighbors = np.flatnonzero(in_true.any(axis=0))
    in_true = in_true[:, neighbors]
    in_pred = in_pred[:, in_pred.any(axis=0)]
    step = max(1, _PAIRS_AT_ONCE // len(overlap))
    for start in range(0, len(overlap), step):
        lines = slice(start, start + step)
        yield PairBlock(
            true,
            pred,
            overlap[lines],
            overlap,
            in_true[lines] @ in_true.T,
            in_pred[lines] @ in_pred.T,
            in_true[lines],
            in_true,
            neighbors,
        )
