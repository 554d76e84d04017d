"""How often the cells are held by biclusters, on both sides."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._atoms import Atoms
from ._overlaps import Overlaps


@dataclass(frozen=True, eq=False)
class Covers:
    """Cells counted by the numbers of biclusters that hold them.

    Parameters
    ----------
    held_true, held_pred : ndarray of shape (n_groups,)
        How many true and how many predicted biclusters hold the cells of a group.
    counts : list of int
        Number of cells of each group, those that no bicluster holds included.
    """

    held_true: NDArray[np.int64]
    held_pred: NDArray[np.int64]
    counts: list[int]

    def total(self, weights: NDArray[np.int64] | NDArray[np.bool_]) -> int:
        """Sum a weight of the groups over their cells."""
        pairs = zip(weights.tolist(), self.counts, strict=True)
        return sum(int(weight) * count for weight, count in pairs)

    @property
    def shared(self) -> int:
        """Number of cells covered on both sides."""
        return self.total((self.held_true > 0) & (self.held_pred > 0))

    @property
    def united(self) -> int:
        """Number of cells covered on one side at least."""
        return self.total((self.held_true > 0) | (self.held_pred > 0))

    @property
    def shared_repeated(self) -> int:
        """Size of the intersection of the two multisets of cells."""
        return self.total(np.minimum(self.held_true, self.held_pred))

    @property
    def united_repeated(self) -> int:
        """Size of the union of the two multisets of cells."""
        return self.total(np.maximum(self.held_true, self.held_pred))

    @property
    def true(self) -> int:
        """Number of cells that the true biclusters cover."""
        return self.total(self.held_true > 0)

    @property
    def pred(self) -> int:
        """Number of cells that the predicted biclusters cover."""
        return self.total(self.held_pred > 0)


def covers_of_atoms(atoms: Atoms) -> Covers:
    """Merge the atoms that equally many biclusters hold."""
    held = np.stack([atoms.held_true, atoms.held_pred], axis=1)
    groups, of_atom = np.unique(held, axis=0, return_inverse=True)
    counts = np.zeros(len(groups), dtype=atoms.counts.dtype)
    np.add.at(counts, of_atom.reshape(-1), atoms.counts)
    return Covers(groups[:, 0], groups[:, 1], counts.tolist())


def covers_of_disjoint(overlaps: Overlaps) -> Covers:
    """Count the covers of two biclusterings, each without overlaps of its own."""
    shared = sum(overlaps.shared_cells.ravel().tolist())
    only_true = sum(overlaps.true_sizes.tolist()) - shared
    only_pred = sum(overlaps.pred_sizes.tolist()) - shared
    neither = overlaps.n_cells - shared - only_true - only_pred
    return Covers(
        np.array([0, 0, 1, 1]),
        np.array([0, 1, 0, 1]),
        [neither, only_pred, only_true, shared],
    )
