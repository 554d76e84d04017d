"""The covered cells, and how many cells the biclusters that contain one cover."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._biclusters import Biclusters
from ._bits import packed
from ._exact import Counts, exact
from ._grid import Grid, scaled
from ._patterns import group_equal
from ._unions import sizes_of_unions

_FEW_CELLS = 2**14
_FEW_SETS = 2**8
_MOST_KEYS = 4  # times the listed cells


@dataclass(frozen=True, eq=False)
class CoveredSide:
    """The biclusters of one side that contain the covered cells.

    Parameters
    ----------
    multiplicity : ndarray of shape (n_cells,)
        Number of biclusters that contain each cell.
    biclusters : Biclusters
        The biclusters.
    row, column : ndarray of shape (n_cells,)
        Row class and column class of each cell.
    counts : ndarray of shape (n_cells,)
        Number of cells of the matrix that were merged.
    rows, columns : sparse array of shape (n_classes, n_biclusters)
        Which biclusters contain the classes.
    """

    multiplicity: NDArray[np.int64]
    biclusters: Biclusters
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    counts: Counts
    rows: Any
    columns: Any

    @cached_property
    def reach(self) -> NDArray[np.float64]:
        """Number of cells in the union of the biclusters that contain each cell.

        In one bicluster only, it is the size of this bicluster. It is 0 for cells that
        are in none.
        """
        if len(self.counts) <= _FEW_CELLS:
            reach = self._reach_by_sets()
            if reach is not None:
                return reach
        sizes = self.biclusters.sizes.astype(float)
        product = (scaled(self.rows, sizes) @ self.columns.T).tocsr()
        product.sort_indices()
        reach = np.zeros(len(self.multiplicity))
        reach[self.multiplicity > 0] = product.data
        often = np.flatnonzero(self.multiplicity > 1)
        if len(often):
            of_rows, of_columns = packed(self.rows), packed(self.columns)
            sets = of_rows[self.row[often]] & of_columns[self.column[often]]
            first, which = group_equal(sets)
            reach[often] = sizes_of_unions(self.biclusters, sets[first])[which]
        return reach

    def _reach_by_sets(self) -> NDArray[np.float64] | None:
        """Add up the cells by the biclusters that contain them, if few sets differ."""
        of_rows, of_columns = packed(self.rows), packed(self.columns)
        sets = of_rows[self.row] & of_columns[self.column]
        first, which = group_equal(sets)
        if len(first) > _FEW_SETS:
            return None
        found = sets[first]
        meet = (found[:, None] & found).any(axis=2)
        counts = np.bincount(which, self.counts.astype(float), len(first))
        return np.asarray((meet @ counts)[which])

    @cached_property
    def per_cell(self) -> NDArray[np.float64]:
        """1 / reach of each cell, 0 for cells that are in none."""
        per_cell = np.zeros(len(self.reach))
        return np.divide(1, self.reach, out=per_cell, where=self.reach > 0)


@dataclass(frozen=True, eq=False)
class Cells:
    """Cells of the merged matrix that a bicluster of one side contains.

    Parameters
    ----------
    grid : Grid
        The merged matrix.
    keys : ndarray of shape (n_cells,)
        ``row * n_column_classes + column`` of each cell, sorted.
    counts : ndarray of shape (n_cells,)
        Number of cells of the matrix that were merged.
    true, pred : CoveredSide
        What contains the cells.
    """

    grid: Grid
    keys: NDArray[np.int64]
    counts: Counts
    true: CoveredSide
    pred: CoveredSide

    @classmethod
    def of(cls, grid: Grid, true: Biclusters, pred: Biclusters) -> "Cells":
        """List the covered cells."""
        parts = list(grid.codes())
        row, column, code = (
            np.concatenate([part[k] for part in parts]).astype(np.int64)
            for k in range(3)
        )
        of_pred, of_true = np.divmod(code, grid.base)
        counts = exact(grid.row_counts, true.n_cells)[row] * grid.column_counts[column]
        sides = (
            CoveredSide(
                multiplicity,
                side,
                row,
                column,
                counts,
                grid.rows[:, own],
                grid.columns[:, own],
            )
            for multiplicity, side, own in (
                (of_true, true, slice(None, grid.n_true)),
                (of_pred, pred, slice(grid.n_true, None)),
            )
        )
        return cls(grid, row * grid.columns.shape[0] + column, counts, *sides)

    def find(
        self, row: NDArray[np.int64], column: NDArray[np.int64]
    ) -> NDArray[np.intp]:
        """Return the positions of cells that are listed."""
        key = row * self.grid.columns.shape[0] + column
        if self._positions is not None:
            return np.asarray(self._positions[key])
        return np.asarray(np.searchsorted(self.keys, key))

    @cached_property
    def _positions(self) -> NDArray[np.intp] | None:
        """Positions by keys, where most cells are listed: faster than a search."""
        n_keys = self.grid.rows.shape[0] * self.grid.columns.shape[0]
        if n_keys > _MOST_KEYS * len(self.keys):
            return None
        positions = np.zeros(n_keys, dtype=np.intp)
        positions[self.keys] = np.arange(len(self.keys))
        return positions
