"""Pairs of cells, by the numbers of true and predicted biclusters that contain both."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._cells import Cells
from ._exact import exact
from ._mode_pairs import Entries, ModePairs
from ._pair_values import Function, totals, value_of_alike, values_of
from ._runs import ranges, runs

_CELLS_AT_ONCE = 2**19


@dataclass(frozen=True, eq=False)
class AlikePairs:
    """All pairs of cells of some overlaps, as if they shared no other bicluster.

    Parameters
    ----------
    overlaps : ndarray of shape (n_overlaps,)
        The overlaps.
    counts : ndarray of shape (n_overlaps,)
        Number of cells of each.
    rows, columns : Entries
        Their row classes and column classes.
    cells : Callable
        Returns the listed cells.
    """

    overlaps: NDArray[np.intp]
    counts: Any
    rows: Entries
    columns: Entries
    cells: Callable[[], Cells]

    def tally(self, function: Function) -> Counter[int]:
        """Count the ordered pairs of cells by an integer function."""
        n_pairs = sum(count**2 for count in self.counts.tolist())
        return Counter({int(value_of_alike(function)): n_pairs})

    def weigh(
        self,
        functions: tuple[Function, Function],
        of_first: tuple[NDArray[np.float64], NDArray[np.float64]],
        of_overlap: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Sum two functions over the pairs, times numbers of first cell and overlap."""
        cells = self.cells()
        n_partners = self.counts.astype(float) * of_overlap[self.overlaps]
        sums = np.zeros(2)
        for overlap, found in self._first_cells(cells):
            n_pairs = cells.counts[found].astype(float) * n_partners[overlap]
            sums += [(n_pairs * number[found]).sum() for number in of_first]
        return sums * [float(value_of_alike(function)) for function in functions]

    def _first_cells(
        self, cells: Cells
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Yield the cells of the overlaps, some at a time, and their overlaps."""
        n_columns = self.columns.sizes[self.rows.overlap]
        for run in runs(n_columns, _CELLS_AT_ONCE):
            overlap, lengths = self.rows.overlap[run], n_columns[run]
            row = np.repeat(self.rows.classes[run], lengths)
            column = self.columns.classes[ranges(self.columns.starts[overlap], lengths)]
            yield np.repeat(overlap, lengths), cells.find(row, column)


@dataclass(frozen=True, eq=False)
class PairBlock:
    """Pairs of cells inside some overlaps.

    Parameters
    ----------
    overlaps : ndarray of shape (n_overlaps,)
        The overlaps.
    rows, columns : ModePairs
        Pairs of rows and pairs of columns.
    codes : array of shape (n_row_pairs, n_column_pairs)
        ``true + base * pred + base**2 * barred`` with the numbers of true, predicted
        and barred biclusters that contain both cells. A sparse array stores those of
        the pairs to be counted only.
    base : int
        Larger than these numbers.
    n_own : int
        0, or 1 if the codes leave out the two biclusters of the overlap. Then all pairs
        have been counted as if they shared no other bicluster, and what they count is
        the difference to this.
    cells : Callable
        Returns the listed cells.
    """

    overlaps: NDArray[np.intp]
    rows: ModePairs
    columns: ModePairs
    codes: Any
    base: int
    n_own: int
    cells: Callable[[], Cells]

    def tally(self, function: Function) -> Counter[int]:
        """Count the ordered pairs of cells by an integer function."""
        rows, columns = self.rows.counts, self.columns.counts
        n_most = int(rows.sum()) * int(columns.sum())
        exact_rows = exact(rows, n_most)
        if sparse.issparse(self.codes):
            row = np.repeat(np.arange(len(rows)), np.diff(self.codes.indptr))
            n_pairs = exact_rows[row] * columns[self.codes.indices]
        else:
            n_pairs = (exact_rows[:, None] * columns).ravel()
        tally = totals(self._values(function), n_pairs, n_most)
        if self.n_own:
            tally[int(value_of_alike(function))] -= sum(tally.values())
        return tally

    def weigh(
        self,
        functions: tuple[Function, Function],
        of_first: tuple[NDArray[np.float64], NDArray[np.float64]],
        of_overlap: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Sum two functions over the pairs, times numbers of first cell and overlap.

        One product sums both: as the real and as the imaginary part of its numbers.
        """

        def both(true: NDArray[Any], pred: NDArray[Any]) -> NDArray[np.complex128]:
            return np.asarray(functions[0](true, pred) + 1j * functions[1](true, pred))

        values = self._values(both)
        if self.n_own:
            values = values - value_of_alike(both)
        rows, columns = self.rows, self.columns
        if sparse.issparse(self.codes):
            stored = values, self.codes.indices, self.codes.indptr
            table = sparse.csr_array(stored, shape=self.codes.shape)
            sums = (rows.weights.T.tocsr() @ (table @ columns.weights)).tocsr()
            first = np.repeat(np.arange(sums.shape[0]), np.diff(sums.indptr))
            second, numbers = sums.indices, sums.data
        else:
            table = values.reshape(self.codes.shape)
            sums = rows.weights.T @ (table @ columns.weights)
            first, second = np.nonzero(sums)
            numbers = sums[first, second]
        found = self.cells().find(
            rows.entries.classes[first], columns.entries.classes[second]
        )
        numbers = numbers * of_overlap[self.overlaps[rows.entries.overlap[first]]]
        parts = zip((numbers.real, numbers.imag), of_first, strict=True)
        return np.array([(part * number[found]).sum() for part, number in parts])

    def _values(self, function: Function) -> NDArray[Any]:
        """Evaluate a function of the numbers of biclusters; it is 0 where barred."""
        codes = self.codes.data if sparse.issparse(self.codes) else self.codes.ravel()
        return values_of(function, codes, self.base, self.n_own)
