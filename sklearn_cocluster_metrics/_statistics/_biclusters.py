"""A biclustering, as two sparse 0/1 indicators."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._conversions import Checkerboard, find_checkerboard
from ._contingency import Counts, widened


@dataclass(frozen=True, eq=False)
class Biclusters:
    """Biclusters of one matrix; they may overlap, be equal or be empty."""

    # (n_biclusters, n_rows): 1 where a bicluster contains a row; in CSR format,
    # no other entries are stored
    rows: Any
    # (n_biclusters, n_columns): 1 where a bicluster contains a column
    columns: Any

    @classmethod
    def of(cls, rows: Any, columns: Any) -> "Biclusters":
        """Store checked indicators, dense or sparse, as sparse ones."""
        return cls(as_csr(rows), as_csr(columns))

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

    @cached_property
    def n_rows(self) -> NDArray[np.int64]:
        """Number of rows of each bicluster."""
        return np.asarray(np.diff(self.rows.indptr), dtype=np.int64)

    @cached_property
    def n_columns(self) -> NDArray[np.int64]:
        """Number of columns of each bicluster."""
        return np.asarray(np.diff(self.columns.indptr), dtype=np.int64)

    @cached_property
    def sizes(self) -> Counts:
        """Number of cells of each bicluster."""
        sizes: Counts = widened(self.n_rows, self.n_cells) * self.n_columns
        return sizes

    @cached_property
    def extents(self) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """Distinct numbers of rows and columns, and which each bicluster has."""
        both = np.stack([self.n_rows, self.n_columns], axis=1)
        distinct, which = np.unique(both, axis=0, return_inverse=True)
        return distinct, which.ravel()

    @cached_property
    def checkerboard(self) -> Checkerboard | None:
        """The blocks of a co-clustering, if the nonempty biclusters are these blocks.

        Most other biclusterings already differ in their total size.
        """
        if sum(self.sizes.tolist()) != self.n_cells:
            return None
        nonempty = self.without_empty()
        found = find_checkerboard(nonempty.rows, nonempty.columns)
        if found is None or nonempty is self:
            return found
        return found._replace(blocks=np.flatnonzero(self.sizes)[found.blocks])

    def take(self, chosen: Any) -> "Biclusters":
        """Return some of the biclusters, by a slice, positions or a mask."""
        return Biclusters(self.rows[chosen], self.columns[chosen])

    def without_empty(self) -> "Biclusters":
        """Return the biclusters that have cells."""
        kept = (self.n_rows > 0) & (self.n_columns > 0)
        return self if kept.all() else self.take(np.flatnonzero(kept))


def as_csr(indicator: Any) -> Any:
    """Convert a checked indicator, without a pass over sparse ones."""
    if sparse.issparse(indicator):
        return indicator.astype(np.int64, copy=False)
    bicluster, entries = np.nonzero(indicator.astype(bool))  # bools are fast
    starts = np.searchsorted(bicluster, np.arange(len(indicator) + 1))
    ones = np.ones(len(entries), dtype=np.int64)
    return sparse.csr_array((ones, entries, starts), shape=indicator.shape)


def group_equal_rows(rows: Any) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return one row of each group of equal rows, and the group of each row.

    The rows are those of a 0/1 matrix, sparse or not. Their weighted sums are compared;
    if unequal rows have the same sum, other weights are drawn. The weights of short
    rows are powers of 2, which have no such sums.
    """
    generator = np.random.default_rng(0)
    is_short = rows.shape[1] < 64
    while True:
        weights = generator.integers(-(2**63), 2**63 - 1, size=rows.shape[1])
        if is_short:
            weights = 2 ** np.arange(rows.shape[1])
        sums = rows @ weights
        _, first, of_row = np.unique(sums, return_index=True, return_inverse=True)
        if is_short or not (rows != rows[first[of_row]]).sum():
            return first, of_row
