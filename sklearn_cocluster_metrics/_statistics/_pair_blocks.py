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
from ._runs import ranges, runs

_CELLS_AT_ONCE = 2**19
_EXACT_FLOATS = 2**53

Function = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
"""What a pair of cells counts, given how many true and predicted biclusters have it."""


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
        return Counter({int(_of_alike(function)): n_pairs})

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
        return sums * [float(_of_alike(function)) for function in functions]

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
        tally = _totals(self._values(function), n_pairs, n_most)
        if self.n_own:
            tally[int(_of_alike(function))] -= sum(tally.values())
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
            values = values - _of_alike(both)
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
        n_codes = int(codes.max(initial=0)) + 1
        if n_codes > len(codes):
            return self._decoded(function, codes)
        return np.asarray(self._decoded(function, np.arange(n_codes))[codes])

    def _decoded(self, function: Function, codes: NDArray[np.int64]) -> NDArray[Any]:
        """Evaluate a function, code by code."""
        barred, shared = np.divmod(codes, self.base**2)
        in_pred, in_true = np.divmod(shared, self.base)
        in_true, in_pred = (
            np.maximum(n + self.n_own, 1) for n in (in_true, in_pred)
        )  # a code without own biclusters does not occur
        return np.where(barred, 0, function(in_true, in_pred))


def _of_alike(function: Function) -> Any:
    """Return what a pair counts that shares one bicluster of each side."""
    one = np.ones(1, dtype=np.int64)
    return function(one, one)[0]


def _totals(
    numbers: NDArray[np.int64], n_pairs: NDArray[Any], n_most: int
) -> Counter[int]:
    """Count the pairs that have each number."""
    if n_most < _EXACT_FLOATS:
        totals = np.bincount(numbers, weights=n_pairs).astype(np.int64)
    else:
        totals = np.zeros(int(numbers.max(initial=0)) + 1, dtype=object)
        np.add.at(totals, numbers, n_pairs.astype(object))
    return Counter(dict(enumerate(totals.tolist())))
