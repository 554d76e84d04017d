"""Pairs of cells of small overlaps, many at a time, without merging any of them.

Overlaps with about equally many rows and columns are stacked in arrays with one entry
per overlap, pair of rows and pair of columns. Shorter ones are filled with classes that
have no rows or columns.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._bits import Bits, n_bits
from ._cells import Cells
from ._exact import exact
from ._mode_pairs import Entries
from ._pair_codes import Weights
from ._pair_values import Function, totals, values_of
from ._runs import ranges

_PRODUCTS_AT_ONCE = 2**16  # arrays of them fit into a processor's cache


def similar_overlaps(
    rows: Entries, columns: Entries, least: int
) -> Iterator[NDArray[np.intp]]:
    """Yield overlaps with similar numbers of rows and of columns, some at a time.

    An overlap takes the space of `least` products or more.
    """
    n_rows, n_columns = rows.n_pairs, columns.n_pairs
    parts = [np.lexsort((n_columns, n_rows))] if len(n_rows) else []
    while parts:
        some = parts.pop()
        n_products = int(n_rows[some].max()) * int(n_columns[some].max())
        if len(some) == 1 or len(some) * max(n_products, least) <= _PRODUCTS_AT_ONCE:
            yield some
        else:
            parts += np.array_split(some, 2)


@dataclass(frozen=True, eq=False)
class StackedMode:
    """Row classes, or column classes, of some overlaps, and all their pairs.

    Parameters
    ----------
    classes : ndarray of shape (n_most, n_overlaps)
        The classes of each overlap.
    counts : ndarray of shape (n_most, n_overlaps)
        Numbers of rows, or of columns: 0 where an overlap has fewer classes.
    """

    classes: NDArray[np.intp]
    counts: NDArray[np.int64]

    @classmethod
    def of(
        cls, entries: Entries, some: NDArray[np.intp], counts: NDArray[np.int64]
    ) -> "StackedMode":
        """Stack the classes of some overlaps."""
        sizes = entries.sizes[some]
        place = np.arange(sizes.max())[:, None]
        # The places past the last class repeat it.
        positions = entries.starts[some] + np.minimum(place, sizes - 1)
        classes = entries.classes[positions]
        return cls(classes, np.where(place < sizes, counts[classes], 0))

    @cached_property
    def pairs(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The unordered pairs of places, each with itself too."""
        places = np.arange(len(self.classes))
        n_partners = len(places) - places
        return np.repeat(places, n_partners), ranges(places, n_partners)

    @cached_property
    def n_pairs(self) -> NDArray[np.int64]:
        """Number of ordered pairs of rows, or of columns, of each pair of places."""
        one, other = self.pairs
        both = self.counts[one] * self.counts[other]
        return np.where((one == other)[:, None], both, 2 * both)

    def shared(self, sets: Bits) -> Bits:
        """Return the biclusters that contain both classes of a pair, word by word."""
        one, other = self.pairs
        of_places = sets.T[:, self.classes]
        return np.asarray(of_places.take(one, 1) & of_places.take(other, 1))


@dataclass(frozen=True, eq=False)
class SimilarOverlaps:
    """Pairs of cells inside overlaps with similar numbers of rows and of columns.

    Parameters
    ----------
    overlaps : ndarray of shape (n_overlaps,)
        The overlaps.
    rows, columns : StackedMode
        Their rows and columns.
    codes : ndarray of shape (n_row_pairs, n_column_pairs, n_overlaps)
        Numbers of biclusters that contain both cells.
    base : int
        Larger than these numbers.
    cells : Callable
        Returns the listed cells.
    """

    overlaps: NDArray[np.intp]
    rows: StackedMode
    columns: StackedMode
    codes: NDArray[np.int64]
    base: int
    cells: Callable[[], Cells]

    def tally(self, function: Function) -> Counter[int]:
        """Count the ordered pairs of cells by an integer function."""
        rows, columns = self.rows.n_pairs, self.columns.n_pairs
        n_most = len(self.overlaps) * int(rows.sum(axis=0).max())
        n_most *= int(columns.sum(axis=0).max())
        n_pairs = exact(rows, n_most)[:, None] * columns
        return totals(self._values(function), n_pairs.ravel(), n_most)

    def weigh(
        self,
        functions: tuple[Function, Function],
        of_first: tuple[NDArray[np.float64], NDArray[np.float64]],
        of_overlap: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Sum two functions over the pairs, times numbers of first cell and overlap."""
        found = self.cells().find(self.rows.classes[:, None], self.columns.classes)
        # Of the four ordered pairs of cells in two rows and two columns, each cell is
        # the first of one.
        of_rows = self.rows.n_pairs / 2 * of_overlap[self.overlaps]
        of_columns = self.columns.n_pairs / 2
        sums = []
        for function, number in zip(functions, of_first, strict=True):
            numbers = number[found]
            for axis, mode in enumerate((self.rows, self.columns)):
                one, other = mode.pairs
                numbers = numbers.take(one, axis) + numbers.take(other, axis)
            numbers *= of_rows[:, None]
            numbers *= of_columns
            numbers *= self._values(function).reshape(numbers.shape)
            sums.append(numbers.sum())
        return np.array(sums)

    def _values(self, function: Function) -> NDArray[Any]:
        """Evaluate a function of the numbers of biclusters; it is 0 where barred."""
        return values_of(function, self.codes.ravel(), self.base)


def codes_of_stacked(
    rows: StackedMode, columns: StackedMode, sets: tuple[Bits, Bits], weights: Weights
) -> tuple[NDArray[np.int64], int]:
    """Return codes of all pairs of cells, and the smallest possible base of them.

    All barred pairs have one code.
    """
    of_rows, of_columns = rows.shared(sets[0]), columns.shared(sets[1])
    shape = *of_rows.shape[1:-1], *of_columns.shape[1:]
    both = np.empty(shape, dtype=np.uint64)
    counts = []
    for counted in weights.sets():
        shared = np.zeros(shape, dtype=np.min_scalar_type(weights.base))
        for word in np.flatnonzero(counted.any(axis=0)):
            one = of_rows[word] & counted[:, word]
            shared += n_bits(np.bitwise_and(one[:, None], of_columns[word], out=both))
        counts.append(shared)
    in_true, in_pred, *in_barred = counts
    base = 1 + max(int(in_true.max()), int(in_pred.max()))
    codes = in_true + base * in_pred.astype(np.int64)
    if in_barred:
        codes[in_barred[0] > 0] = base**2
    return codes, base
