"""Which pairs of biclusterings are searched."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from numpy.random import RandomState

from ._bicluster_structures import (
    Biclustering,
    biclusterings,
    pairs_up_to_permutation,
    random_biclustering,
    size_of_pair,
)

Pair: TypeAlias = tuple[Biclustering, Biclustering]
"""A true and a predicted biclustering of one matrix."""

_MOST = 2  # biclusters on each side of a pair that is enumerated
_MOST_DRAWN = 4
_LARGEST_PERMUTED = 4  # rows and columns together
_LARGEST_DRAWN = 5  # rows, and columns


@dataclass(frozen=True)
class Space:
    """Pairs of biclusterings: all small ones, and some larger ones that are drawn.

    Parameters
    ----------
    max_size : int
        Largest number of rows and columns together. A property that needs several new
        values for each pair is searched up to ``max_size - 1``; one that needs all
        permutations, or triples, up to 4.
    drawn : tuple of pairs
        Larger pairs.
    """

    max_size: int
    drawn: tuple[Pair, ...] = field(repr=False)

    @cached_property
    def large(self) -> list[Pair]:
        """All pairs up to the largest size and up to permutations."""
        return self._pairs(self.max_size)

    @cached_property
    def small(self) -> list[Pair]:
        """All pairs up to a smaller size and up to permutations."""
        return self._pairs(self.max_size - 1)

    @cached_property
    def permuted(self) -> list[Pair]:
        """All pairs of a size that leaves few permutations."""
        return self._pairs(self._size_permuted)

    def small_and_drawn(self) -> Iterator[Pair]:
        """Iterate over the small pairs, then over those that were drawn."""
        return chain(self.small, self.drawn)

    def sides(self) -> list[Biclustering]:
        """Return all small biclusterings, up to permutations."""
        return list(dict.fromkeys(true for true, _ in self.small))

    def described(self, where: str) -> str:
        """Fill in the sizes."""
        return where.format(
            small=self.max_size - 1,
            large=self.max_size,
            permuted=self._size_permuted,
            drawn=len(self.drawn),
            most=_MOST,
        )

    @property
    def _size_permuted(self) -> int:
        return min(self.max_size - 1, _LARGEST_PERMUTED)

    def _pairs(self, max_size: int) -> list[Pair]:
        pairs = (pairs_up_to_permutation(shape, _MOST) for shape in _shapes(max_size))
        return sorted(chain.from_iterable(pairs), key=size_of_pair)


def in_matrix_of(biclustering: Biclustering) -> tuple[Biclustering, ...]:
    """All biclusterings that are enumerated of the same matrix."""
    return biclusterings(biclustering.shape, _MOST)


def draw_pairs(n_pairs: int, generator: RandomState) -> tuple[Pair, ...]:
    """Draw pairs; every second prediction changes one bicluster of its truth."""
    return tuple(_draw_pair(k % 2 == 1, generator) for k in range(n_pairs))


def _draw_pair(is_similar: bool, generator: RandomState) -> Pair:
    n_rows, n_columns = generator.randint(2, _LARGEST_DRAWN + 1, size=2)
    shape = int(n_rows), int(n_columns)
    true = random_biclustering(shape, _MOST_DRAWN, generator)
    if not is_similar:
        return true, random_biclustering(shape, _MOST_DRAWN, generator)
    other = random_biclustering(shape, 1, generator)
    changed = {*true.biclusters[1:], *other.biclusters}
    return true, Biclustering(shape, tuple(sorted(changed)))


def _shapes(max_size: int) -> list[tuple[int, int]]:
    """All shapes with at least as many rows as columns."""
    return [
        (n_rows, n_columns)
        for n_columns in range(1, max_size // 2 + 1)
        for n_rows in range(n_columns, max_size - n_columns + 1)
    ]
