"""The covered cells, and how many cells the biclusters that contain one cover."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._biclusters import Biclusters, group_equal_rows
from ._bits import Bits, batches, n_bits, packed, packed_rows
from ._contingency import Counts
from ._merged_matrix import MergedMatrix, scaled

_WORDS_AT_ONCE = 2**17
_CELLS_AT_ONCE = 2**20
# Costs of counting unions by subsets of biclusters, and row by row; the unit is a word.
_SUBSET_COST = 2**13
_ROWS_COST = 2**18
_CELL_COST = 5


@dataclass(frozen=True, eq=False)
class CoveredSide:
    """The biclusters of one side that contain the covered cells."""

    # (n_cells,): Number of biclusters that contain each cell
    multiplicity: NDArray[np.int64]
    # The biclusters
    biclusters: Biclusters
    # (n_cells,): Row class and column class of each cell
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    # (n_classes, n_biclusters): Which biclusters contain the classes
    rows: Any
    columns: Any

    @cached_property
    def union_size(self) -> NDArray[np.float64]:
        """Number of cells in the union of the biclusters that contain each cell.

        It is 0 for cells that are in none.
        """
        union_size = np.zeros(len(self.multiplicity))
        sizes = self.biclusters.sizes.astype(float)
        product = (self.columns @ scaled(self.rows, sizes).T).T.tocsr()
        union_size[self.multiplicity > 0] = product.data  # right if in one bicluster
        often = np.flatnonzero(self.multiplicity > 1)
        if len(often):
            row, column = self.row[often], self.column[often]
            sets = packed_rows(self.rows, row) & packed_rows(self.columns, column)
            first, of_cell = group_equal_rows(sets)
            distinct = self.rows[row[first]].multiply(self.columns[column[first]])
            of_sets = sizes_of_unions(self.biclusters, distinct.tocsr())
            union_size[often] = of_sets[of_cell]
        return union_size

    @cached_property
    def inverse_union_size(self) -> NDArray[np.float64]:
        """1 / union_size of each cell, 0 for cells that are in none."""
        inverse = np.zeros(len(self.union_size))
        return np.divide(1, self.union_size, out=inverse, where=self.union_size > 0)


@dataclass(frozen=True, eq=False)
class CoveredCells:
    """Cells of the merged matrix that a bicluster of one side contains."""

    # (n_cells,): ``row * n_column_classes + column`` of each cell, sorted
    keys: NDArray[np.int64]
    # Number of column classes
    n_column_classes: int
    # (n_cells,): Number of cells of the matrix that were merged
    counts: Counts
    # What contains the cells
    true: CoveredSide
    pred: CoveredSide

    @classmethod
    def of(
        cls, matrix: MergedMatrix, true: Biclusters, pred: Biclusters
    ) -> "CoveredCells":
        """List the covered cells."""
        rows, columns = (side.members for side in matrix.sides)
        width = columns.shape[0]
        covered = (
            ((row * width + column)[code > 0], code[code > 0])
            for row, column, code in matrix.covered()
        )
        keys, codes = map(np.concatenate, zip(*covered, strict=True))
        of_pred, of_true = np.divmod(codes, matrix.base)
        row, column = np.divmod(keys, width)
        sides = (
            CoveredSide(of_side, side, row, column, rows[:, own], columns[:, own])
            for of_side, side, own in (
                (of_true, true, slice(None, matrix.n_true)),
                (of_pred, pred, slice(matrix.n_true, None)),
            )
        )
        return cls(keys, width, matrix.counts(row, column), *sides)

    def find(
        self, row: NDArray[np.integer], column: NDArray[np.integer]
    ) -> NDArray[np.intp]:
        """Return the positions of cells that are listed."""
        keys = row.astype(np.int64) * self.n_column_classes + column
        return np.asarray(np.searchsorted(self.keys, keys))


def sizes_of_unions(biclusters: Biclusters, sets: Any) -> NDArray[np.float64]:
    """Count the cells of the union of each set of biclusters, given as sparse rows.

    Large sets of large biclusters are counted by rows, the others by subsets: by rows
    alone takes 3 to 65 times as long.
    """
    used, position = np.unique(sets.indices, return_inverse=True)
    if len(used) < biclusters.n_biclusters:
        biclusters = biclusters.take(used)
    rows, columns = (
        np.ascontiguousarray(packed(side).T)
        for side in (biclusters.rows, biclusters.columns)
    )
    n_words = len(rows) + len(columns)
    n_members = np.diff(sets.indptr)
    sizes = np.zeros(sets.shape[0])
    for n in np.flatnonzero(np.bincount(n_members)).tolist():
        of_size = np.flatnonzero(n_members == n)
        for batch in batches(np.full(len(of_size), n * n_words), _WORDS_AT_ONCE):
            own = of_size[batch]
            chosen = position[sets.indptr[own][:, None] + np.arange(n)]
            by_subsets = 2**n * (_SUBSET_COST + n_words * len(own))
            by_rows = _ROWS_COST + _CELL_COST * int(biclusters.sizes[chosen].sum())
            if by_subsets < by_rows:
                sizes[own] = _sizes_by_subsets(biclusters, rows, columns, chosen)
            else:
                sizes[own] = _sizes_by_rows(biclusters, chosen)
    return sizes


def _sizes_by_subsets(
    biclusters: Biclusters, rows: Bits, columns: Bits, chosen: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Add up the cells of biclusters that are in none of those that follow."""
    sizes = biclusters.sizes[chosen].sum(axis=1).astype(float)
    for place, own in enumerate(chosen.T):
        inside = [
            (rows[:, own] & rows[:, other], columns[:, own] & columns[:, other])
            for other in chosen.T[place + 1 :]
        ]
        sizes -= sum(_subset_terms(inside))
    return np.asarray(sizes)


def _subset_terms(inside: list[tuple[Bits, Bits]]) -> Iterator[NDArray[np.float64]]:
    """Yield the terms of the inclusion-exclusion formula of the size of a union."""

    def terms(
        start: int, rows_before: Any, columns_before: Any, sign: float
    ) -> Iterator[NDArray[np.float64]]:
        for k in range(start, len(inside)):
            rows, columns = inside[k][0] & rows_before, inside[k][1] & columns_before
            yield sign * _n_elements(rows) * _n_elements(columns)
            yield from terms(k + 1, rows, columns, -sign)

    everything = np.uint64(2**64 - 1)
    return terms(0, everything, everything, 1.0)


def _n_elements(sets: Bits) -> NDArray[np.float64]:
    """Count the elements of sets with their words on the first axis."""
    return np.asarray(n_bits(sets).sum(axis=0), dtype=float)


def _sizes_by_rows(
    biclusters: Biclusters, chosen: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Count the cells of unions of biclusters row by row, of many unions at a time."""
    n_sets, n_members = chosen.shape
    n_rows = biclusters.rows.shape[1]
    costs = biclusters.sizes.astype(float)[chosen].sum(axis=1) + n_rows
    sizes = np.zeros(n_sets, dtype=np.int64)
    for batch in batches(costs, _CELLS_AT_ONCE):
        members = chosen[batch].ravel()
        member, row = biclusters.rows[members].nonzero()
        rows_of_sets = (member // n_members * n_rows + row, member)
        shape = len(members) // n_members * n_rows, len(members)
        left = sparse.csr_array((np.ones(len(row)), rows_of_sets), shape=shape)
        covered = left @ biclusters.columns[members]
        sizes[batch] = np.diff(covered.indptr).reshape(-1, n_rows).sum(axis=1)
    return sizes
