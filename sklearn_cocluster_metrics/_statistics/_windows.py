"""The rows and columns of overlaps, and how many cells each shares with others."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._bits import packed
from ._grid import scaled
from ._mode_pairs import Classes, Entries

_DENSE = 1 / 16  # of the entries of an indicator that are 1; from here on, an array
_ENTRIES_AT_ONCE = 2**22


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
    def _by_bicluster(self) -> Any:
        """Members of the biclusters, as an array where many entries are 1."""
        n_classes, n_biclusters = self.members.shape
        n_entries = n_classes * n_biclusters
        if n_entries <= min(_ENTRIES_AT_ONCE, self.members.nnz / _DENSE):
            return self.members.toarray().T.astype(float)
        return self.members.T.tocsr()

    def inside(
        self, one: NDArray[np.intp], other: NDArray[np.intp]
    ) -> tuple[Entries, Any]:
        """Intersect biclusters: their common classes, and what all share with these.

        Numbers of shared rows, or columns, have shape (n_overlaps, n_biclusters).
        """
        members = self._by_bicluster
        if sparse.issparse(members):
            both = members[one].multiply(members[other]).tocsr()
            shared = scaled(both, self.counts.astype(float)) @ self.members
            return Entries(both.indices, both.indptr), shared
        both = members[one] * members[other]
        overlap, classes = np.nonzero(both)
        starts = np.searchsorted(overlap, np.arange(len(one) + 1))
        return Entries(classes, starts), (both * self.counts) @ members.T


def squared_shares(
    rows: Any, columns: Any, counts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Sum, over the other biclusters, the squared fraction of cells that they share.

    It is an upper bound of the fraction of the pairs of cells that share a further
    bicluster, and 0 only if there is none.
    """
    if sparse.issparse(rows) and sparse.issparse(columns):
        cells = rows.multiply(columns).tocsr()
        n_meeting = np.diff(cells.indptr)
        squares = np.asarray(cells.multiply(cells).sum(axis=1)).ravel()
    else:
        rows, columns = (
            side.toarray() if sparse.issparse(side) else side
            for side in (rows, columns)
        )
        cells = rows * columns
        n_meeting = np.count_nonzero(cells, axis=1)
        squares = np.einsum("gk,gk->g", cells, cells)
    # The two biclusters of the overlap share all of it.
    shares = np.maximum(squares / counts**2 - 2, np.finfo(float).tiny)
    return np.where(n_meeting == 2, 0.0, shares)
