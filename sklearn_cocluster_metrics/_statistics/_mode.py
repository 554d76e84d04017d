"""The rows and columns of overlaps, and how many cells each shares with others."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._bits import packed
from ._mode_pairs import Classes, Entries

_FEW_ENTRIES = 2**18  # up to here, an array is faster


@dataclass(frozen=True, eq=False)
class Mode:
    """Row classes, or column classes, and the biclusters that contain them.

    Parameters
    ----------
    members : sparse array of shape (n_classes, n_biclusters)
        1 where a bicluster contains a class.
    counts : ndarray of shape (n_classes,)
        Number of rows, or of columns, of each class.
    """

    members: Any
    counts: NDArray[np.int64]

    @cached_property
    def classes(self) -> Classes:
        """The classes, their biclusters as bits."""
        return Classes(self.counts, packed(self.members))

    @cached_property
    def sizes(self) -> NDArray[np.intp]:
        """Number of classes of each bicluster."""
        return np.bincount(self.members.indices, minlength=self.members.shape[1])

    @cached_property
    def _array(self) -> NDArray[np.bool_]:
        """Members of the biclusters, as an array."""
        return np.asarray(self.members.toarray().T, dtype=bool)

    @cached_property
    def _sparse(self) -> Any:
        """Members of the biclusters, sparse."""
        return self.members.T.tocsr()

    def inside(self, one: NDArray[np.intp], other: NDArray[np.intp]) -> Entries:
        """Return the classes that two biclusters have in common, for some pairs."""
        if len(one) * self.members.shape[0] > _FEW_ENTRIES:
            both = self._sparse[one].multiply(self._sparse[other]).tocsr()
            return Entries(both.indices, both.indptr)
        overlap, classes = np.nonzero(self._array[one] & self._array[other])
        return Entries(classes, np.searchsorted(overlap, np.arange(len(one) + 1)))

    def shared(self, entries: Entries) -> Any:
        """Count what each bicluster shares with the overlaps, as a sparse array."""
        numbers = self.counts[entries.classes].astype(float)
        shape = len(entries.sizes), self.members.shape[0]
        parts = numbers, entries.classes, entries.starts
        return sparse.csr_array(parts, shape=shape) @ self.members


def squared_shares(
    rows: Any, columns: Any, counts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Sum, over the other biclusters, the squared fraction of cells that they share.

    It is an upper bound of the fraction of the pairs of cells that share a further
    bicluster, and 0 only if there is none.
    """
    cells = rows.multiply(columns).tocsr()
    squares = np.asarray(cells.multiply(cells).sum(axis=1)).ravel()
    # The two biclusters of the overlap share all of it.
    shares = np.maximum(squares / counts**2 - 2, np.finfo(float).tiny)
    return np.where(np.diff(cells.indptr) == 2, 0.0, shares)
