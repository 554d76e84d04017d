"""A biclustering, as two checked 0/1 indicators."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._exact import Counts, exact


@dataclass(frozen=True, eq=False)
class Biclusters:
    """Biclusters of one matrix; they may overlap, be equal or be empty.

    Parameters
    ----------
    rows : ndarray of shape (n_biclusters, n_rows)
        1 where a bicluster contains a row, else 0.
    columns : ndarray of shape (n_biclusters, n_columns)
        1 where a bicluster contains a column, else 0.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]

    @property
    def n_biclusters(self) -> int:
        """Number of biclusters, those without cells included."""
        return int(self.rows.shape[0])

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the matrix."""
        return int(self.rows.shape[1]), int(self.columns.shape[1])

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        n_rows, n_columns = self.shape
        return n_rows * n_columns

    @property
    def sizes(self) -> Counts:
        """Number of cells of each bicluster."""
        n_rows = exact(self.rows.sum(axis=1), self.n_cells)
        sizes: Counts = n_rows * self.columns.sum(axis=1)
        return sizes

    def without_empty(self) -> "Biclusters":
        """Return the biclusters that have cells."""
        kept = self.rows.any(axis=1) & self.columns.any(axis=1)
        return self if kept.all() else Biclusters(self.rows[kept], self.columns[kept])
