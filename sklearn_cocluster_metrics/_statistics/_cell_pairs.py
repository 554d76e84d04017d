"""Pairs of cells that share a bicluster on both sides, grouped by atoms."""

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

    A pair (x, y) of cells occurs once for each true and each predicted bicluster that
    contain both, hence ``shared_true * shared_pred`` times in all blocks together.

    Parameters
    ----------
    true, pred : int
        The two biclusters.
    first, second : ndarray
        The atoms of the pairs: each of the first with each of the second.
    shared_true, shared_pred : ndarray of shape (n_first, n_second)
        How many biclusters of each side contain both atoms of a pair.
    first_members, second_members : ndarray
        Which of the `neighbors` contain the atoms.
    neighbors : ndarray
        The true biclusters that share a cell with the overlap.
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
        """Count the chosen true biclusters that contain both atoms of each pair."""
        some = chosen[self.neighbors]
        product: NDArray[np.float64] = (
            self.first_members[:, some] @ self.second_members[:, some].T
        )
        return product


@dataclass(frozen=True, eq=False)
class LoneAtoms:
    """Atoms that are the whole overlap of the only two biclusters that contain them.

    Their cells share two biclusters, one on each side, with each other and with no
    other cell, so they need no block. All atoms of disjoint biclusters are of this
    kind.

    Parameters
    ----------
    atoms : ndarray of shape (n_lone,)
        The atoms.
    true, pred : ndarray of shape (n_lone,)
        The biclusters that contain them.
    """

    atoms: NDArray[np.int64]
    true: NDArray[np.int64]
    pred: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CellPairs:
    """Pairs of cells that share a bicluster on both sides.

    The many other pairs contribute 0. The cost is the sum, over the overlapping pairs
    of biclusters, of the squared number of atoms in the overlap.

    Parameters
    ----------
    atoms : Atoms
        Classes of cells that are in the same biclusters.
    overlaps : Overlaps
        Shared rows, columns and cells of the pairs of biclusters.
    """

    atoms: Atoms
    overlaps: Overlaps

    @cached_property
    def lone(self) -> LoneAtoms:
        """Atoms whose cells form pairs with each other only."""
        once = self.atoms.in_one_pair
        true = self.atoms.true.sole_bicluster[self.atoms.of_true[once]]
        pred = self.atoms.pred.sole_bicluster[self.atoms.of_pred[once]]
        alone = self.overlaps.shared_cells[true, pred] == self.atoms.counts[once]
        return LoneAtoms(once[alone], true[alone], pred[alone])

    def blocks(self) -> Iterator[PairBlock]:
        """Yield the pairs of all atoms but the lone ones."""
        atoms = self.atoms
        mixed = (atoms.true_multiplicity > 0) & (atoms.pred_multiplicity > 0)
        mixed[self.lone.atoms] = False
        both = np.flatnonzero(mixed)
        true_members = atoms.true.members[atoms.of_true[both]]
        pred_members = atoms.pred.members[atoms.of_pred[both]].tocsc()
        by_atom = pred_members.tocsr()
        for pred in np.flatnonzero(np.diff(pred_members.indptr)).tolist():
            span = slice(*pred_members.indptr[pred : pred + 2])
            inside = pred_members.indices[span]
            in_true = true_members[inside].toarray().astype(float)
            in_pred = by_atom[inside].toarray().astype(float)
            for true in np.flatnonzero(in_true.any(axis=0)).tolist():
                some = np.flatnonzero(in_true[:, true])
                overlap = both[inside[some]]
                yield from _blocks(true, pred, overlap, in_true[some], in_pred[some])


def _blocks(
    true: int,
    pred: int,
    overlap: NDArray[np.int64],
    in_true: NDArray[np.float64],
    in_pred: NDArray[np.float64],
) -> Iterator[PairBlock]:
    """Pair the atoms of one overlap, a few atoms at a time.

    The products count, so they are exact in double precision.
    """
    neighbors = np.flatnonzero(in_true.any(axis=0))
    in_true = in_true[:, neighbors]
    in_pred = in_pred[:, in_pred.any(axis=0)]
    step = max(1, _PAIRS_AT_ONCE // len(overlap))
    for start in range(0, len(overlap), step):
        some = slice(start, start + step)
        yield PairBlock(
            true,
            pred,
            overlap[some],
            overlap,
            in_true[some] @ in_true.T,
            in_pred[some] @ in_pred.T,
            in_true[some],
            in_true,
            neighbors,
        )
