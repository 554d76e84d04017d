"""Small biclusterings: all of them up to permutations, random ones, and changed ones.

A bicluster is a pair of bit masks, of its rows and of its columns; a biclustering is a
matrix shape with a tuple of them. Both are hashable, so that values can be remembered.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, permutations, product
from operator import or_
from typing import TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

Bicluster: TypeAlias = tuple[int, int]
"""Bit masks of the rows and of the columns."""

Permutation: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""New position of each row and of each column."""


@dataclass(frozen=True)
class Biclustering:
    """A biclustering of a small matrix.

    Parameters
    ----------
    shape : tuple of int
        Numbers of rows and of columns.
    biclusters : tuple of Bicluster
        Bit masks of each bicluster, in order; repeated and empty ones are possible.
    """

    shape: tuple[int, int]
    biclusters: tuple[Bicluster, ...]

    def indicators(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the indicators of the rows and of the columns."""
        rows, columns = (
            np.array(
                [_bits(own[mode], size) for own in self.biclusters], dtype=np.int64
            ).reshape(len(self.biclusters), size)
            for mode, size in enumerate(self.shape)
        )
        return rows, columns

    def cells(self) -> frozenset[tuple[int, int]]:
        """Return the cells that some bicluster contains."""
        return frozenset(
            cell
            for rows, columns in self.biclusters
            for cell in product(_members(rows), _members(columns))
        )

    def area(self) -> int:
        """Count cells, each as often as it is covered."""
        return sum(
            rows.bit_count() * cols.bit_count() for rows, cols in self.biclusters
        )

    def same_as(self, other: "Biclustering") -> bool:
        """Compare without regard to the order of biclusters."""
        return sorted(self.biclusters) == sorted(other.biclusters)

    def permuted(self, permutation: Permutation) -> "Biclustering":
        """Move every row and column to its new position."""
        rows, columns = permutation
        moved = ((_moved(r, rows), _moved(c, columns)) for r, c in self.biclusters)
        return Biclustering(self.shape, tuple(moved))

    def in_order(self) -> "Biclustering":
        """Sort the biclusters."""
        return Biclustering(self.shape, tuple(sorted(self.biclusters)))

    def reversed(self) -> "Biclustering":
        """Reverse the order of the biclusters."""
        return Biclustering(self.shape, self.biclusters[::-1])

    def with_biclusters(self, *added: Bicluster) -> "Biclustering":
        """Append biclusters."""
        return Biclustering(self.shape, (*self.biclusters, *added))

    def united(self) -> "Biclustering":
        """Return one bicluster with all rows and columns of all biclusters."""
        rows = reduce(or_, (rows for rows, _ in self.biclusters))
        columns = reduce(or_, (columns for _, columns in self.biclusters))
        return Biclustering(self.shape, ((rows, columns),))

    def with_background(self, n_rows: int, n_columns: int) -> "Biclustering":
        """Append rows and columns that no bicluster contains."""
        shape = self.shape[0] + n_rows, self.shape[1] + n_columns
        return Biclustering(shape, self.biclusters)

    def with_row_in(self, row: int, k: int) -> "Biclustering":
        """Add a row to bicluster k."""
        added = [
            (rows | (1 << row) if n == k else rows, columns)
            for n, (rows, columns) in enumerate(self.biclusters)
        ]
        return Biclustering(self.shape, tuple(added))

    def scaled(self, k: int) -> "Biclustering":
        """Replace every row by k rows and every column by k columns."""
        n_rows, n_columns = self.shape
        repeated = ((_repeated(r, k), _repeated(c, k)) for r, c in self.biclusters)
        return Biclustering((n_rows * k, n_columns * k), tuple(repeated))

    def copied(self, k: int) -> "Biclustering":
        """Unite k copies that have no row and no column in common."""
        n_rows, n_columns = self.shape
        copies = (
            (rows << n * n_rows, columns << n * n_columns)
            for n in range(k)
            for rows, columns in self.biclusters
        )
        return Biclustering((n_rows * k, n_columns * k), tuple(copies))


def permutations_of(shape: tuple[int, int]) -> Iterator[Permutation]:
    """All permutations of the rows, each with all of the columns; identity first."""
    return product(permutations(range(shape[0])), permutations(range(shape[1])))


def reversal_of(shape: tuple[int, int]) -> Permutation:
    """Reverse the rows and the columns."""
    n_rows, n_columns = shape
    return tuple(range(n_rows))[::-1], tuple(range(n_columns))[::-1]


@lru_cache(maxsize=64)
def biclusterings(shape: tuple[int, int], most: int) -> tuple[Biclustering, ...]:
    """All sets of 1 to `most` distinct non-empty biclusters, small ones first."""
    rows, columns = (range(1, 1 << size) for size in shape)
    whole = list(product(rows, columns))
    found = [
        Biclustering(shape, chosen)
        for size in range(1, most + 1)
        for chosen in combinations(whole, size)
    ]
    return tuple(sorted(found, key=_size))


@lru_cache(maxsize=64)
def pairs_up_to_permutation(
    shape: tuple[int, int], most: int
) -> tuple[tuple[Biclustering, Biclustering], ...]:
    """One pair for each class of pairs that permutations of rows and columns connect.

    Every first element is one representative of its class; the second elements are
    representatives under the permutations that leave the first unchanged.
    """
    every, group = biclusterings(shape, most), list(permutations_of(shape))
    pairs = []
    for true in _representatives(every, group):
        fixing = [g for g in group if true.permuted(g).same_as(true)]
        pairs += [(true, pred) for pred in _representatives(every, fixing)]
    return tuple(sorted(pairs, key=size_of_pair))


def size_of_pair(pair: tuple[Biclustering, Biclustering]) -> tuple[int, ...]:
    """Order of pairs: few biclusters, then few cells."""
    true, pred = pair
    return (
        len(true.biclusters) + len(pred.biclusters),
        true.shape[0] * true.shape[1],
        true.area() + pred.area(),
    )


def random_biclustering(
    shape: tuple[int, int], most: int, generator: RandomState
) -> Biclustering:
    """Draw 1 to `most` distinct biclusters; they may overlap."""
    drawn = {
        (_random_mask(shape[0], generator), _random_mask(shape[1], generator))
        for _ in range(generator.randint(1, most + 1))
    }
    return Biclustering(shape, tuple(sorted(drawn)))


def _representatives(
    every: tuple[Biclustering, ...], group: list[Permutation]
) -> list[Biclustering]:
    """The first biclustering of each orbit."""
    seen: set[Biclustering] = set()
    first = []
    for one in every:
        if one not in seen:
            first.append(one)
            seen.update(one.permuted(g).in_order() for g in group)
    return first


def _size(biclustering: Biclustering) -> tuple[int, int]:
    return len(biclustering.biclusters), biclustering.area()


def _random_mask(size: int, generator: RandomState) -> int:
    return int(generator.randint(1, 1 << size))


def _members(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def _bits(mask: int, size: int) -> list[int]:
    return [mask >> k & 1 for k in range(size)]


def _moved(mask: int, positions: tuple[int, ...]) -> int:
    return sum(1 << positions[k] for k in _members(mask))


def _repeated(mask: int, k: int) -> int:
    return sum(((1 << k) - 1) << k * n for n in _members(mask))
