"""Small biclusterings: all of them up to permutations, random ones, and changed ones.

A bicluster is a pair of bit masks, of its rows and of its columns; a biclustering is a
matrix shape with a tuple of them. Both are hashable, so that values can be remembered.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import chain, combinations, permutations, product
from operator import or_
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

Bicluster: TypeAlias = tuple[int, ...]
"""Bit masks of the rows and of the columns."""

Permutation: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""New position of each row and of each column."""


@dataclass(frozen=True)
class SmallBiclustering:
    """A biclustering of a small matrix.

    Parameters
    ----------
    shape : tuple of int
        Numbers of rows and of columns.
    biclusters : tuple of Bicluster
        Bit masks, in order; repeated and empty ones are possible.
    """

    shape: tuple[int, int]
    biclusters: tuple[Bicluster, ...]

    def indicators(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the indicators of the rows and of the columns."""
        masks = np.array(self.biclusters, dtype=np.int64).reshape(-1, 2, 1)
        rows, columns = (
            masks[:, mode] >> np.arange(size) & 1
            for mode, size in enumerate(self.shape)
        )
        return rows, columns

    def shares_cell_with(self, other: "SmallBiclustering") -> bool:
        """Return whether some cell is in a bicluster of both sides."""
        pairs = product(self.biclusters, other.biclusters)
        return any(r & rows and c & columns for (r, c), (rows, columns) in pairs)

    def area(self) -> int:
        """Count cells, each as often as it is covered."""
        return sum(r.bit_count() * c.bit_count() for r, c in self.biclusters)

    def permuted(self, permutation: Permutation) -> "SmallBiclustering":
        """Move every row and column to its new position."""
        moved = (tuple(map(_permuted, one, permutation)) for one in self.biclusters)
        return SmallBiclustering(self.shape, tuple(moved))

    def in_order(self) -> "SmallBiclustering":
        """Sort the biclusters."""
        return SmallBiclustering(self.shape, tuple(sorted(self.biclusters)))

    def reversed(self) -> "SmallBiclustering":
        """Reverse the order of the biclusters."""
        return SmallBiclustering(self.shape, self.biclusters[::-1])

    def with_biclusters(self, *added: Bicluster) -> "SmallBiclustering":
        """Append biclusters."""
        return SmallBiclustering(self.shape, (*self.biclusters, *added))

    def united(self) -> "SmallBiclustering":
        """Return one bicluster with all rows and columns of all biclusters."""
        united = (reduce(or_, masks) for masks in zip(*self.biclusters, strict=True))
        return SmallBiclustering(self.shape, (tuple(united),))

    def with_background(self, n_rows: int, n_columns: int) -> "SmallBiclustering":
        """Append rows and columns that no bicluster contains."""
        shape = self.shape[0] + n_rows, self.shape[1] + n_columns
        return SmallBiclustering(shape, self.biclusters)

    def with_row_in(self, row: int, k: int) -> "SmallBiclustering":
        """Add a row to bicluster k."""
        changed = list(self.biclusters)
        changed[k] = changed[k][0] | 1 << row, changed[k][1]
        return SmallBiclustering(self.shape, tuple(changed))

    def scaled(self) -> "SmallBiclustering":
        """Replace every row by two rows and every column by two columns."""
        doubled = (tuple(map(_doubled, one)) for one in self.biclusters)
        return SmallBiclustering((2 * self.shape[0], 2 * self.shape[1]), tuple(doubled))

    def copied(self) -> "SmallBiclustering":
        """Unite with a copy that has no row and no column in common."""
        n_rows, n_columns = self.shape
        copy = ((r << n_rows, c << n_columns) for r, c in self.biclusters)
        return SmallBiclustering((2 * n_rows, 2 * n_columns), (*self.biclusters, *copy))


TruePred: TypeAlias = tuple[SmallBiclustering, SmallBiclustering]
"""A true and a predicted biclustering of one matrix."""

Cases: TypeAlias = Iterator[tuple[SmallBiclustering, ...]]
"""Biclusterings, named A, B, C, D in this order."""

MOST_ENUMERATED = 2
"""Biclusters on each side of a pair that is enumerated."""

_MOST_DRAWN = 4
_LARGEST_PERMUTED = 5  # rows and columns together
_LARGEST_DRAWN = 5  # rows, and columns


@dataclass(frozen=True)
class BiclusteringSpace:
    """Pairs of biclusterings: all small ones, and larger random ones.

    Parameters
    ----------
    max_size : int
        Largest number of rows and columns together. A property with several new values
        per pair is searched up to ``max_size - 1``; one of all permutations, or of
        triples, up to 5 at most.
    drawn : tuple of pairs
        Larger pairs.
    """

    max_size: int
    drawn: tuple[TruePred, ...] = field(repr=False)
    may_refuse: ClassVar[bool] = True

    @classmethod
    def draw(cls, max_size: int, n_draws: int, generator: RandomState) -> Self:
        """Draw pairs; every second prediction changes one bicluster of its truth."""
        drawn = (_draw_pair(k % 2 == 1, generator) for k in range(n_draws))
        return cls(max_size, tuple(drawn))

    @property
    def permuted(self) -> list[TruePred]:
        """All pairs of a size that leaves few permutations."""
        return pairs_up_to(self._size_permuted)

    @property
    def _size_permuted(self) -> int:
        return min(self.max_size - 1, _LARGEST_PERMUTED)

    def pairs(self) -> Iterator[TruePred]:
        """Yield all pairs, those that were drawn last."""
        return chain(pairs_up_to(self.max_size), self.drawn)

    def small_pairs(self) -> Iterator[TruePred]:
        """Yield the small pairs, then those that were drawn."""
        return chain(pairs_up_to(self.max_size - 1), self.drawn)

    def truths(self) -> list[SmallBiclustering]:
        """All true biclusterings of these pairs."""
        return truths_of(self.small_pairs())

    def without_trivial(self) -> None:
        """Do not distinguish trivial biclusterings."""

    @staticmethod
    def as_passed(one: SmallBiclustering) -> Any:
        """Return the indicators."""
        return one.indicators()

    @staticmethod
    def orders_of(one: SmallBiclustering) -> list[SmallBiclustering]:
        """Return what the permutations of rows and of columns make of it."""
        return [one.permuted(each).in_order() for each in permutations_of(one.shape)]

    def described(self, where: str, n_cases: int, n_refused: int, failed: bool) -> str:
        """Fill in the sizes, and count the cases and those that the index refused."""
        sizes = where.format(
            small=self.max_size - 1,
            large=self.max_size,
            permuted=self._size_permuted,
            drawn=len(self.drawn),
            most=MOST_ENUMERATED,
        )
        counted = f"{n_cases:,} case{'s' * (n_cases != 1)}"
        if n_refused == n_cases > 0:
            return f"{sizes} (nothing: {counted}, all refused)"
        counted += ", the last of which fails" * failed
        counted += f"; refused: {n_refused:,} of {n_cases:,}" * bool(n_refused)
        return f"{sizes} ({counted})"


@lru_cache(maxsize=8)
def pairs_up_to(max_size: int) -> list[TruePred]:
    """Return all pairs of this size, with at least as many rows as columns."""
    pairs = (
        pairs_up_to_permutation((n_rows, n_columns), MOST_ENUMERATED)
        for n_columns in range(1, max_size // 2 + 1)
        for n_rows in range(n_columns, max_size - n_columns + 1)
    )
    return sorted(chain.from_iterable(pairs), key=_size_of_pair)


def truths_of(pairs: Iterable[TruePred]) -> list[SmallBiclustering]:
    """All true biclusterings of some pairs."""
    return list(dict.fromkeys(true for true, _ in pairs))


def permutations_of(shape: tuple[int, int]) -> Iterator[Permutation]:
    """All permutations of the rows, each with all of the columns; identity first."""
    return product(permutations(range(shape[0])), permutations(range(shape[1])))


@lru_cache(maxsize=64)
def biclusterings(shape: tuple[int, int], most: int) -> tuple[SmallBiclustering, ...]:
    """All sets of 1 to `most` distinct non-empty biclusters, small ones first."""
    whole = list(product(*(range(1, 1 << size) for size in shape)))
    chosen = chain.from_iterable(combinations(whole, n) for n in range(1, most + 1))
    found = (SmallBiclustering(shape, biclusters) for biclusters in chosen)
    return tuple(sorted(found, key=lambda one: (len(one.biclusters), one.area())))


@lru_cache(maxsize=64)
def pairs_up_to_permutation(shape: tuple[int, int], most: int) -> tuple[TruePred, ...]:
    """One pair for each class of pairs that permutations of rows and columns connect.

    Every first element is one representative of its class; the second elements are
    representatives under the permutations that leave the first unchanged.
    """
    every, group = biclusterings(shape, most), list(permutations_of(shape))
    pairs = []
    for true in _representatives(every, group):
        fixing = [g for g in group if true.permuted(g).in_order() == true]
        pairs += [(true, pred) for pred in _representatives(every, fixing)]
    return tuple(sorted(pairs, key=_size_of_pair))


def _size_of_pair(pair: TruePred) -> tuple[int, ...]:
    """Order of pairs: few biclusters, then few cells."""
    true, pred = pair
    n_biclusters = len(true.biclusters) + len(pred.biclusters)
    return n_biclusters, true.shape[0] * true.shape[1], true.area() + pred.area()


def random_biclustering(
    shape: tuple[int, int], most: int, generator: RandomState
) -> SmallBiclustering:
    """Draw 1 to `most` distinct biclusters; they may overlap."""
    turns = range(generator.randint(1, most + 1))
    drawn = {tuple(int(generator.randint(1, 1 << n)) for n in shape) for _ in turns}
    return SmallBiclustering(shape, tuple(sorted(drawn)))


def _representatives(
    every: tuple[SmallBiclustering, ...], group: list[Permutation]
) -> list[SmallBiclustering]:
    """The first biclustering of each orbit."""
    first: dict[SmallBiclustering, SmallBiclustering] = {}
    for one in every:
        if one not in first:
            first |= dict.fromkeys((one.permuted(g).in_order() for g in group), one)
    return list(dict.fromkeys(first.values()))


def _members(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def _permuted(mask: int, positions: tuple[int, ...]) -> int:
    return sum(1 << positions[k] for k in _members(mask))


def _doubled(mask: int) -> int:
    return sum(0b11 << 2 * k for k in _members(mask))


def _draw_pair(is_similar: bool, generator: RandomState) -> TruePred:
    n_rows, n_columns = generator.randint(2, _LARGEST_DRAWN + 1, size=2).tolist()
    true = random_biclustering((n_rows, n_columns), _MOST_DRAWN, generator)
    pred = random_biclustering(true.shape, 1 if is_similar else _MOST_DRAWN, generator)
    if is_similar:
        changed = {*true.biclusters[1:], *pred.biclusters}
        pred = SmallBiclustering(true.shape, tuple(sorted(changed)))
    return true, pred
