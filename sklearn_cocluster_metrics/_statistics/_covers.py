"""How many true and predicted biclusters contain the cells."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._atoms import Atoms
from ._overlaps import Overlaps


@dataclass(frozen=True, eq=False)
class Covers:
    """Numbers of cells by how many true and predicted biclusters contain them.

    Parameters
    ----------
    true_multiplicity, pred_multiplicity : ndarray of shape (n_groups,)
        Numbers of true and of predicted biclusters that contain the cells of a group.
    counts : list of int
        Number of cells of each group; one group may be in no bicluster.
    """

    true_multiplicity: NDArray[np.int64]
    pred_multiplicity: NDArray[np.int64]
    counts: list[int]

    def total(self, weights: NDArray[np.int64] | NDArray[np.bool_]) -> int:
        """Sum a weight of the groups over all cells."""
        pairs = zip(weights.tolist(), self.counts, strict=True)
        return sum(int(weight) * count for weight, count in pairs)

    @property
    def shared(self) -> int:
        """Number of cells covered on both sides."""
        return self.total((self.true_multiplicity > 0) & (self.pred_multiplicity > 0))

    @property
    def united(self) -> int:
        """Number of cells covered on at least one side."""
        return self.total((self.true_multiplicity > 0) | (self.pred_multiplicity > 0))

    @property
    def shared_repeated(self) -> int:
        """Size of the intersection of the two multisets of cells."""
        return self.total(np.minimum(self.true_multiplicity, self.pred_multiplicity))

    @property
    def united_repeated(self) -> int:
        """Size of the union of the two multisets of cells."""
        return self.total(np.maximum(self.true_multiplicity, self.pred_multiplicity))

    @property
    def true(self) -> int:
        """Number of cells that the true biclusters cover."""
        return self.total(self.true_multiplicity > 0)

    @property
    def pred(self) -> int:
        """Number of cells that the predicted biclusters cover."""
        return self.total(self.pred_multiplicity > 0)


def covers_of_atoms(atoms: Atoms) -> Covers:
    """Merge the atoms that are in equally many biclusters of each side."""
    multiplicities = np.stack(
        [atoms.true_multiplicity, atoms.pred_multiplicity], axis=1
    )
    groups, of_atom = np.unique(multiplicities, axis=0, return_inverse=True)
    counts = np.zeros(len(groups), dtype=atoms.counts.dtype)
    np.add.at(counts, of_atom.reshape(-1), atoms.counts)
    return Covers(groups[:, 0], groups[:, 1], counts.tolist())


def covers_of_disjoint(overlaps: Overlaps) -> Covers:
    """Count the covers of two biclusterings, neither of which has overlaps."""
    shared = sum(overlaps.shared_cells.ravel().tolist())
    only_true = sum(overlaps.true_sizes.tolist()) - shared
    only_pred = sum(overlaps.pred_sizes.tolist()) - shared
    neither = overlaps.n_cells - shared - only_true - only_pred
    return Covers(
        np.array([0, 0, 1, 1]),
        np.array([0, 1, 0, 1]),
        [neither, only_pred, only_true, shared],
    )
