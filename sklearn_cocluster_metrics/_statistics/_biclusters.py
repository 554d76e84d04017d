"""Store biclusterings of a matrix as sparse indicators."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._conversions import Checkerboard, find_checkerboard
from ._contingency import Positions
from ._exact import Counts, widened

CheckedIndicator: TypeAlias = "NDArray[Any] | sparse.csr_array"
"""An indicator of checked values 0 and 1, with a row for each bicluster."""


class DistinctExtents(NamedTuple):
    """Extents of biclusters, which are their numbers of rows and columns."""

    # (n_extents, 2): The distinct extents, sorted.
    extents: NDArray[np.int64]
    # (n_biclusters,): The position of the extent of each bicluster.
    of_bicluster: Positions


@dataclass(frozen=True, eq=False)
class Biclusters:
    """Biclusters of a matrix, which may overlap, be equal or be empty."""

    # (n_biclusters, n_rows): 1 where a bicluster contains a row. No zeros are stored.
    rows: sparse.csr_array
    # (n_biclusters, n_columns): 1 where a bicluster contains a column.
    columns: sparse.csr_array

    @classmethod
    def from_indicators(
        cls, rows: CheckedIndicator, columns: CheckedIndicator
    ) -> "Biclusters":
        """Store checked indicators, dense or sparse, as sparse indicators."""
        return cls(_as_csr(rows), _as_csr(columns))

    @property
    def n_biclusters(self) -> int:
        """Number of biclusters, including biclusters without cells."""
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
        """Number of rows of each bicluster, of shape (n_biclusters,)."""
        return np.asarray(np.diff(self.rows.indptr), dtype=np.int64)

    @cached_property
    def n_columns(self) -> NDArray[np.int64]:
        """Number of columns of each bicluster, of shape (n_biclusters,)."""
        return np.asarray(np.diff(self.columns.indptr), dtype=np.int64)

    @cached_property
    def sizes(self) -> Counts:
        """Number of cells of each bicluster, of shape (n_biclusters,)."""
        sizes: Counts = widened(self.n_rows, self.n_cells) * self.n_columns
        return sizes

    @cached_property
    def distinct_extents(self) -> DistinctExtents:
        """Distinct numbers of rows and columns, and their position by bicluster."""
        extents = np.stack([self.n_rows, self.n_columns], axis=1)
        distinct, of_bicluster = np.unique(extents, axis=0, return_inverse=True)
        return DistinctExtents(distinct, of_bicluster.ravel())

    @cached_property
    def checkerboard(self) -> Checkerboard | None:
        """Co-clustering whose blocks are the nonempty biclusters, or None.

        The blocks of a co-clustering contain every cell once, so that their sizes add
        up to the number of cells. Most other biclusterings fail this test, which is
        made first because it is fast.
        """
        if sum(self.sizes.tolist()) != self.n_cells:
            return None
        nonempty = self.without_empty()
        checkerboard = find_checkerboard(nonempty.rows, nonempty.columns)
        if checkerboard is None or nonempty is self:
            return checkerboard
        # For each row cluster and each column cluster, `blocks` has the position of a
        # bicluster among the nonempty ones. It becomes the position among all.
        positions = np.flatnonzero(self.sizes)
        return checkerboard._replace(blocks=positions[checkerboard.blocks])

    def take(self, selection: Positions | slice) -> "Biclusters":
        """Return the biclusters at some positions."""
        return Biclusters(self.rows[selection], self.columns[selection])

    def without_empty(self) -> "Biclusters":
        """Return the biclusters that have cells, or this object if all have."""
        has_cells = (self.n_rows > 0) & (self.n_columns > 0)
        if has_cells.all():
            return self
        return self.take(np.flatnonzero(has_cells))


def _as_csr(indicator: CheckedIndicator) -> sparse.csr_array:
    """Return a checked indicator as integers in CSR format.

    It is copied only if needed.
    """
    if not isinstance(indicator, np.ndarray):
        return indicator.tocsr().astype(np.int64, copy=False)
    # The row or column `members[k]` is in bicluster `biclusters[k]`. Both arrays are
    # sorted by bicluster, so that a bicluster has its members from its start to the
    # next one. The search for nonzero entries is fastest for booleans.
    biclusters, members = np.nonzero(indicator.astype(bool))
    starts = np.searchsorted(biclusters, np.arange(len(indicator) + 1))
    ones = np.ones(len(members), dtype=np.int64)
    return sparse.csr_array((ones, members, starts), shape=indicator.shape)


def group_equal_rows(
    matrix: NDArray[Any] | sparse.csr_array,
) -> tuple[Positions, Positions]:
    """Return the first row of each group of equal rows, and the group of each row.

    Rows and groups are given by their positions. The groups have no particular order.
    The matrix has entries 0 and 1, and may be dense or sparse. Instead of the rows,
    weighted sums of the rows are compared. If unequal rows have the same sum, other
    weights are drawn. The weights of short rows are powers of 2, for which unequal rows
    never have the same sum. Sums may overflow, but equal rows have equal sums
    nevertheless.
    """
    n_columns = matrix.shape[1]
    if n_columns < 64:
        sums = matrix @ (2 ** np.arange(n_columns))
        _, first_rows, group_of_row = np.unique(
            sums, return_index=True, return_inverse=True
        )
        return first_rows, group_of_row
    generator = np.random.default_rng(0)
    while True:
        weights = generator.integers(-(2**63), 2**63 - 1, size=n_columns)
        _, first_rows, group_of_row = np.unique(
            matrix @ weights, return_index=True, return_inverse=True
        )
        # The groups are right if every row is equal to the first row of its group.
        representatives = matrix[first_rows[group_of_row]]
        if not (matrix != representatives).sum():
            return first_rows, group_of_row
