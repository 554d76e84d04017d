"""Pairs of cells that share a bicluster on both sides, without listing the pairs.

Two cells (r, c) and (s, d) are both in the biclusters that contain the rows r, s and
the columns c, d. Inside the overlap of two biclusters, the rows and the columns are
therefore paired separately, and pairs in the same biclusters are merged.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._biclusters import Biclusters
from ._bits import Bits, n_bits, packed, packed_array
from ._grid import Grid
from ._mode_pairs import ModePairs, paired
from ._overlaps import Overlaps

_PRODUCTS_AT_ONCE = 2**19
_WINDOWS_AT_ONCE = 2**13
_EXACT_FLOATS = 2**53
_MANY_PAIRS = 64  # of rows or columns of one overlap; from here on, equal ones merge


@dataclass(frozen=True, eq=False)
class PairBlock:
    """Pairs of cells inside the overlaps of true and predicted biclusters.

    A pair of cells occurs once for each true and each predicted bicluster that contain
    both, hence ``shared_true * shared_pred`` times in all blocks together.

    Parameters
    ----------
    true, pred : ndarray of shape (n_overlaps,)
        The biclusters that overlap.
    rows, columns : ModePairs
        Pairs of rows and pairs of columns; each of the former with each of the latter
        stands for pairs of cells.
    n_true : int
        Number of true biclusters.
    """

    true: NDArray[np.intp]
    pred: NDArray[np.intp]
    rows: ModePairs
    columns: ModePairs
    n_true: int

    @cached_property
    def shared_true(self) -> NDArray[Any]:
        """How many true biclusters contain both cells of a pair."""
        return self._shared(slice(None, n_words(self.n_true)))

    @cached_property
    def shared_pred(self) -> NDArray[Any]:
        """How many predicted biclusters contain both cells of a pair."""
        return self._shared(slice(n_words(self.n_true), None))

    def in_none_of(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether no chosen true bicluster contains both cells.

        `chosen` has shape (n_overlaps, n_true).
        """
        words = packed_array(chosen)
        rows = self.rows.sets[:, :, : words.shape[1]] & words[:, None]
        together = self._products(rows, slice(None, words.shape[1]))
        found = np.zeros(self._shape, dtype=bool)
        for product in together:
            found |= product != 0
        return ~found

    def count(self, numbers: NDArray[Any]) -> list[int]:
        """Count the ordered pairs of cells that have each of these numbers."""
        rows, columns = self.rows.counts[:, :, None], self.columns.counts[:, None]
        n_pairs = float(rows.sum(axis=1)[:, 0] @ columns.sum(axis=2)[:, 0])
        if n_pairs < _EXACT_FLOATS:
            totals = np.bincount(numbers.ravel(), weights=(rows * columns).ravel())
            return list(map(int, totals.tolist()))
        exact_rows, exact_columns = (n.astype(np.int64) for n in (rows, columns))
        totals = np.zeros(int(numbers.max()) + 1, dtype=object)
        counts = exact_rows.astype(object) * exact_columns.astype(object)
        np.add.at(totals, numbers, counts)
        return list(map(int, totals.tolist()))

    def weigh(self, of_first: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sum over the pairs of cells a number that depends on the first cell.

        `of_first` has shape (n_overlaps, n_rows, n_columns).
        """
        rows, columns = self.rows.weights, self.columns.weights
        if sparse.issparse(rows):
            of_rows = (rows @ of_first[0])[None]
        else:
            of_rows = rows @ of_first
        if sparse.issparse(columns):
            return np.asarray(columns @ of_rows[0].T).T[None]
        return np.asarray(of_rows @ columns.transpose(0, 2, 1))

    @property
    def _shape(self) -> tuple[int, int, int]:
        """Number of overlaps, of pairs of rows and of pairs of columns."""
        return (*self.rows.sets.shape[:2], self.columns.sets.shape[1])

    def _shared(self, words: slice) -> NDArray[Any]:
        """Count the biclusters, of one side, that contain both cells."""
        rows = self.rows.sets[:, :, words]
        dtype = np.uint8 if rows.shape[2] < 4 else np.uint32  # at most 64 a word
        counts = np.zeros(self._shape, dtype=dtype)
        for product in self._products(rows, words):
            counts += n_bits(product)
        return counts

    def _products(self, rows: Bits, words: slice) -> Iterator[Bits]:
        """Intersect the sets of each pair of rows with those of columns, by words."""
        columns = self.columns.sets[:, :, words]
        for word in np.flatnonzero(rows.any(axis=(0, 1)) & columns.any(axis=(0, 1))):
            yield rows[:, :, None, word] & columns[:, None, :, word]


@dataclass(frozen=True, eq=False)
class LoneOverlaps:
    """Overlaps of biclusters that overlap no other bicluster of their own side.

    All pairs of their cells share these two biclusters only, so they need no block.

    Parameters
    ----------
    true, pred : ndarray of shape (n_lone,)
        The biclusters.
    counts : ndarray of shape (n_lone,)
        Number of cells that they share.
    """

    true: NDArray[np.intp]
    pred: NDArray[np.intp]
    counts: Any


@dataclass(frozen=True, eq=False)
class CellPairs:
    """Pairs of cells that share a bicluster on both sides.

    The many other pairs contribute 0. The cost is the sum, over the overlapping pairs
    of biclusters, of the product of the numbers of different sets of biclusters that
    pairs of rows, and pairs of columns, of the overlap have in common.

    Parameters
    ----------
    grid : Grid
        The matrix with equal rows and equal columns merged.
    overlaps : Overlaps
        What the biclusters share.
    """

    grid: Grid
    overlaps: Overlaps

    @cached_property
    def lone(self) -> LoneOverlaps:
        """Overlaps whose cells are all in the same two biclusters."""
        true, pred, counts, is_lone = self._meeting
        return LoneOverlaps(true[is_lone], pred[is_lone], counts[is_lone])

    @cached_property
    def _meeting(self) -> tuple[Any, Any, Any, NDArray[np.bool_]]:
        """All overlaps: biclusters, shared cells, and whether they are lone."""
        true, pred, counts = self.overlaps.meeting
        alone_true, alone_pred = map(
            _is_alone, (self.overlaps.true, self.overlaps.pred)
        )
        return true, pred, counts, alone_true[true] & alone_pred[pred]

    def blocks(self) -> Iterator[PairBlock]:
        """Yield the pairs of all overlaps but the lone ones."""
        grid, n_true = self.grid, self.grid.n_true
        true, pred, _, is_lone = self._meeting
        true, pred = true[~is_lone], pred[~is_lone]
        modes = [
            (side.T.tocsr(), counts, _packed_sides(side, n_true))
            for side, counts in (
                (grid.rows, grid.row_counts),
                (grid.columns, grid.column_counts),
            )
        ]
        for start in range(0, len(true), _WINDOWS_AT_ONCE):
            some = slice(start, start + _WINDOWS_AT_ONCE)
            own = true[some], pred[some]
            inside = [
                members[own[0]].multiply(members[n_true + own[1]]).tocsr()
                for members, _, _ in modes
            ]
            for which, entries in _of_one_shape(*inside):
                rows, columns = [
                    paired(sets, counts, of_mode)
                    for (_, counts, sets), of_mode in zip(modes, entries, strict=True)
                ]
                yield from _blocks(own[0][which], own[1][which], rows, columns, n_true)


def summed(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum the products of two arrays over all axes but the first."""
    total: NDArray[np.float64] = np.einsum("gkl,gkl->g", one, other)
    return total


def n_words(n_biclusters: int) -> int:
    """Return how many words the sets of biclusters of one side have."""
    return -(-n_biclusters // 64)


def _is_alone(biclusters: Biclusters) -> NDArray[np.bool_]:
    """Whether each bicluster overlaps no other one of its side."""
    true, pred, _ = Overlaps(biclusters, biclusters).meeting
    n_others = np.bincount(true[true != pred], minlength=biclusters.n_biclusters)
    return np.asarray(n_others == 0)


def _packed_sides(members: Any, n_true: int) -> Bits:
    """Pack the biclusters of the two sides into words of their own."""
    return np.concatenate(
        [packed(members[:, :n_true]), packed(members[:, n_true:])], axis=1
    )


def _of_one_shape(rows: Any, columns: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Group overlaps with equally many row classes and column classes.

    Yields which overlaps these are, and their row classes and column classes.
    """
    n_rows, n_columns = np.diff(rows.indptr), np.diff(columns.indptr)
    order = np.lexsort([n_columns, n_rows])
    shapes = np.stack([n_rows[order], n_columns[order]])
    cuts = np.flatnonzero((np.diff(shapes) != 0).any(axis=0)) + 1
    for group in np.split(order, cuts):
        sizes = int(n_rows[group[0]]), int(n_columns[group[0]])
        n_products = _n_pairs(sizes[0]) * _n_pairs(sizes[1])
        single = max(map(_n_pairs, sizes)) >= _MANY_PAIRS
        step = 1 if single else max(1, _PRODUCTS_AT_ONCE // n_products)
        for start in range(0, len(group), step):
            some = group[start : start + step]
            yield (
                some,
                [
                    side.indices[side.indptr[some][:, None] + np.arange(size)]
                    for side, size in zip((rows, columns), sizes, strict=True)
                ],
            )


def _n_pairs(n: int) -> int:
    """Count the unordered pairs of n entries, those of an entry with itself too."""
    return n * (n + 1) // 2


def _blocks(
    true: NDArray[np.intp],
    pred: NDArray[np.intp],
    rows: ModePairs,
    columns: ModePairs,
    n_true: int,
) -> Iterator[PairBlock]:
    """Cut the pairs of one large overlap into blocks."""
    n_pairs = rows.sets.shape[1]
    step = max(1, _PRODUCTS_AT_ONCE // columns.sets.shape[1])
    if len(true) > 1 or step >= n_pairs:
        yield PairBlock(true, pred, rows, columns, n_true)
        return
    for start in range(0, n_pairs, step):
        some = rows.take(slice(start, start + step))
        yield PairBlock(true, pred, some, columns, n_true)
