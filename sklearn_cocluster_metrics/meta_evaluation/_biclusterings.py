"""Generate all small biclusterings up to permutations, and larger random ones.

A bicluster is a pair of bit masks, of its rows and of its columns. A biclustering is a
matrix shape with a tuple of biclusters. Both are hashable, so that values can be kept.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    permutations,
    product,
)
from typing import ClassVar, Self, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._statistics._biclusters import Biclusters
from .._statistics._comparison import BiclusterComparison

Bicluster: TypeAlias = tuple[int, int]
"""A bicluster has bit masks of its rows and of its columns.

Bit k is 1 if row or column k is in the bicluster.
"""

Permutation: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""A permutation has the new position of each row and of each column."""


@dataclass(frozen=True)
class SmallBiclustering:
    """Keep a biclustering of a small matrix.

    Parameters
    ----------
    shape : tuple of int
        Numbers of rows and of columns.
    biclusters : tuple of Bicluster
        Bit masks of the biclusters, in order. Repeated and empty ones are possible.
    """

    shape: tuple[int, int]
    biclusters: tuple[Bicluster, ...]

    def indicators(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the indicators of the rows and of the columns.

        They have the shapes (n_biclusters, n_rows) and (n_biclusters, n_columns).
        """
        n_rows, n_columns = self.shape
        row_masks = [row_mask for row_mask, _ in self.biclusters]
        column_masks = [column_mask for _, column_mask in self.biclusters]
        rows = _indicator_of_masks(row_masks, n_rows)
        columns = _indicator_of_masks(column_masks, n_columns)
        return rows, columns

    def shares_cell_with(self, pred: "SmallBiclustering") -> bool:
        """Return whether some cell is in a bicluster here and in one of `pred`."""
        return any(
            true_rows & pred_rows and true_columns & pred_columns
            for true_rows, true_columns in self.biclusters
            for pred_rows, pred_columns in pred.biclusters
        )

    def is_regular(self) -> bool:
        """Return whether no bicluster is repeated, and each bicluster has cells."""
        has_cells = all(
            row_mask and column_mask for row_mask, column_mask in self.biclusters
        )
        return has_cells and len(set(self.biclusters)) == len(self.biclusters)

    def area(self) -> int:
        """Count each cell as often as biclusters contain it."""
        return sum(
            row_mask.bit_count() * column_mask.bit_count()
            for row_mask, column_mask in self.biclusters
        )

    def permuted(self, permutation: Permutation) -> "SmallBiclustering":
        """Move every row and every column to its new position.

        A permutation has the new position of each row and of each column. The order of
        the biclusters does not change.
        """
        row_positions, column_positions = permutation
        biclusters = [
            (
                _permuted_mask(row_mask, row_positions),
                _permuted_mask(column_mask, column_positions),
            )
            for row_mask, column_mask in self.biclusters
        ]
        return SmallBiclustering(self.shape, tuple(biclusters))

    def in_order(self) -> "SmallBiclustering":
        """Sort the biclusters, so that equal sets of biclusters become equal."""
        return SmallBiclustering(self.shape, tuple(sorted(self.biclusters)))

    def reversed(self) -> "SmallBiclustering":
        """Reverse the order of the biclusters."""
        return SmallBiclustering(self.shape, self.biclusters[::-1])

    def with_biclusters(self, *added: Bicluster) -> "SmallBiclustering":
        """Append biclusters."""
        return SmallBiclustering(self.shape, self.biclusters + added)

    def united(self) -> "SmallBiclustering":
        """Return a single bicluster, with the rows and columns of all biclusters."""
        united_rows = 0
        united_columns = 0
        for row_mask, column_mask in self.biclusters:
            united_rows |= row_mask
            united_columns |= column_mask
        return SmallBiclustering(self.shape, ((united_rows, united_columns),))

    def with_background(self, n_rows: int, n_columns: int) -> "SmallBiclustering":
        """Append rows and columns that no bicluster contains."""
        shape = (self.shape[0] + n_rows, self.shape[1] + n_columns)
        return SmallBiclustering(shape, self.biclusters)

    def with_row_in(self, row: int, k: int) -> "SmallBiclustering":
        """Add a row, given by its position, to bicluster k."""
        biclusters = list(self.biclusters)
        row_mask, column_mask = biclusters[k]
        biclusters[k] = (row_mask | 1 << row, column_mask)
        return SmallBiclustering(self.shape, tuple(biclusters))

    def scaled(self) -> "SmallBiclustering":
        """Replace every row by two rows and every column by two columns."""
        n_rows, n_columns = self.shape
        biclusters = [
            (_doubled_mask(row_mask), _doubled_mask(column_mask))
            for row_mask, column_mask in self.biclusters
        ]
        return SmallBiclustering((2 * n_rows, 2 * n_columns), tuple(biclusters))

    def copied(self) -> "SmallBiclustering":
        """Append a copy that has no row and no column in common.

        The copy takes rows and columns that are appended to the matrix.
        """
        n_rows, n_columns = self.shape
        copies = [
            (row_mask << n_rows, column_mask << n_columns)
            for row_mask, column_mask in self.biclusters
        ]
        biclusters = self.biclusters + tuple(copies)
        return SmallBiclustering((2 * n_rows, 2 * n_columns), biclusters)


TruePred: TypeAlias = tuple[SmallBiclustering, SmallBiclustering]
"""A pair has a true and a predicted biclustering of the same matrix."""

Cases: TypeAlias = Iterator[tuple[SmallBiclustering, ...]]
"""The biclusterings of each case are named A, B, C, D in this order."""

MAX_ENUMERATED_BICLUSTERS = 2
"""In an enumerated pair, each side has at most this many biclusters."""

_EMPTY_BICLUSTER: Bicluster = (0, 0)
# In a random pair, each side has at most this many biclusters.
_MAX_DRAWN_BICLUSTERS = 4
# The size of a matrix is its number of rows and columns together.
_MIN_SIZE = 2
_MAX_PERMUTED_SIZE = 5
# A random matrix has at most this many rows, and at most this many columns.
_MAX_DRAWN_SIZE = 5


@dataclass(frozen=True)
class BiclusteringSpace:
    """Provide all small pairs of biclusterings, and larger random ones.

    Parameters
    ----------
    max_size : int
        Largest number of rows and columns together. A property with several new values
        per pair is searched up to ``max_size - 1``. A property of all permutations, or
        of triples, is searched up to the same size, but up to 5 at most. Irregular
        pairs, which have a repeated or an empty bicluster, are searched up to
        ``max_size - 2``, and up to 4 at most.
    drawn_pairs : tuple of pairs
        Larger random pairs.
    """

    max_size: int
    drawn_pairs: tuple[TruePred, ...] = field(repr=False)
    # An index may raise a ValueError for biclusterings that it does not accept, such as
    # overlapping ones.
    may_refuse: ClassVar[bool] = True

    @classmethod
    def draw(cls, max_size: int, n_pairs: int, generator: RandomState) -> Self:
        """Draw random pairs, and add all small pairs.

        In every second random pair, the prediction is the truth with one bicluster
        changed. The small pairs are in matrices with up to `max_size` rows and columns
        together, and are enumerated when they are used.
        """
        drawn_pairs = []
        for k in range(n_pairs):
            drawn_pairs.append(_draw_pair(generator, is_similar=k % 2 == 1))
        return cls(max_size, tuple(drawn_pairs))

    @property
    def pairs_to_permute(self) -> list[TruePred]:
        """Return the regular and irregular pairs that are tried in all permutations."""
        return pairs_up_to(self._max_permuted_size) + irregular_pairs_up_to(
            self._max_irregular_size
        )

    @property
    def _max_permuted_size(self) -> int:
        """Return the largest size for which all permutations are tried.

        The size of a matrix is its number of rows and columns together.
        """
        return min(self.max_size - 1, _MAX_PERMUTED_SIZE)

    @property
    def _max_irregular_size(self) -> int:
        """Return the largest size for which all irregular pairs are tried.

        The size of a matrix is its number of rows and columns together.
        """
        return min(max(self.max_size - 2, _MIN_SIZE), _MAX_PERMUTED_SIZE - 1)

    def pairs(self) -> Iterator[TruePred]:
        """Yield regular pairs up to `max_size`, irregular pairs, and random pairs."""
        return chain(
            pairs_up_to(self.max_size), self.irregular_pairs(), self.drawn_pairs
        )

    def fewer_pairs(self) -> Iterator[TruePred]:
        """Yield regular pairs up to ``max_size - 1``, irregular pairs, random pairs."""
        return chain(
            pairs_up_to(self.max_size - 1), self.irregular_pairs(), self.drawn_pairs
        )

    def regular_pairs(self) -> Iterator[TruePred]:
        """Yield regular pairs up to ``max_size - 1``, and random pairs.

        A pair is regular if no bicluster of a side is repeated or empty.
        """
        return chain(pairs_up_to(self.max_size - 1), self.drawn_pairs)

    def irregular_pairs(self) -> Iterator[TruePred]:
        """Yield small and larger pairs with repeated or empty biclusters.

        The larger pairs are random pairs. In turns, a bicluster of the prediction is
        repeated, or the truth gets an empty bicluster.
        """
        yield from irregular_pairs_up_to(self._max_irregular_size)
        for k, (true, pred) in enumerate(self.drawn_pairs):
            if k % 2 == 0:
                yield true, pred.with_biclusters(pred.biclusters[0])
            else:
                yield true.with_biclusters(_EMPTY_BICLUSTER), pred

    def truths(self) -> list[SmallBiclustering]:
        """Return the true biclusterings of `fewer_pairs`, each once."""
        return truths_of(self.fewer_pairs())

    def without_trivial(self) -> None:
        """Return None, because trivial biclusterings are not distinguished."""

    @staticmethod
    def representative(true: SmallBiclustering, pred: SmallBiclustering) -> TruePred:
        """Return the pair itself, because values of each order are computed."""
        return true, pred

    @staticmethod
    def as_passed(
        biclustering: SmallBiclustering,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a biclustering as an index takes it, which is its indicators."""
        return biclustering.indicators()

    @staticmethod
    def counted(
        true: SmallBiclustering, pred: SmallBiclustering
    ) -> BiclusterComparison:
        """Return the comparison that formulas take."""
        return BiclusterComparison(_biclusters_of(true), _biclusters_of(pred))

    @staticmethod
    def orders_of(biclustering: SmallBiclustering) -> list[SmallBiclustering]:
        """Return the biclusterings after each permutation of rows and columns.

        There is one biclustering for each permutation, so that some may be equal.
        """
        return [
            biclustering.permuted(permutation).in_order()
            for permutation in permutations_of(biclustering.shape)
        ]

    def described(
        self, template: str, *, n_cases: int, n_refused: int, has_counterexample: bool
    ) -> str:
        """Describe what was searched, with its sizes and numbers of cases.

        A case is refused if the index raises a ValueError for it.
        """
        sizes = template.format(
            small=self.max_size - 1,
            large=self.max_size,
            permuted=self._max_permuted_size,
            irregular=self._max_irregular_size,
            drawn=len(self.drawn_pairs),
            n_biclusters=MAX_ENUMERATED_BICLUSTERS,
        )
        noun = "case" if n_cases == 1 else "cases"
        counts = f"{n_cases:,} {noun}"
        if n_cases > 0 and n_refused == n_cases:
            return f"{sizes} (nothing: {counts}, all refused)"
        if has_counterexample:
            counts += ", the last of which fails"
        if n_refused > 0:
            counts += f"; refused: {n_refused:,} of {n_cases:,}"
        return f"{sizes} ({counts})"


@lru_cache(maxsize=1 << 14)
def _biclusters_of(biclustering: SmallBiclustering) -> Biclusters:
    """Return the biclusters in the form in which they are counted."""
    return Biclusters.from_indicators(*biclustering.indicators())


@lru_cache(maxsize=8)
def pairs_up_to(max_size: int) -> list[TruePred]:
    """Return all regular pairs, up to permutations, in matrices of at most this size.

    The size is the number of rows and columns together. There are at least as many rows
    as columns. Each side has one or two biclusters. Small pairs are first.
    """
    pairs: list[TruePred] = []
    for shape in _shapes_up_to(max_size):
        pairs += pairs_up_to_permutation(shape, MAX_ENUMERATED_BICLUSTERS)
    return sorted(pairs, key=_size_of_pair)


@lru_cache(maxsize=8)
def irregular_pairs_up_to(max_size: int) -> list[TruePred]:
    """Return the pairs with a repeated or an empty bicluster on at least one side.

    They are all such pairs, up to permutations, in matrices with at most `max_size`
    rows and columns together, and at least as many rows as columns. Each side has one
    or two biclusters. Small pairs are first.
    """
    pairs: list[TruePred] = []
    for shape in _shapes_up_to(max_size):
        structures = biclusterings_with_irregular(shape, MAX_ENUMERATED_BICLUSTERS)
        for true, pred in _representative_pairs(structures):
            if not (true.is_regular() and pred.is_regular()):
                pairs.append((true, pred))
    return sorted(pairs, key=_size_of_pair)


def _shapes_up_to(max_size: int) -> Iterator[tuple[int, int]]:
    """Yield the shapes with this many rows and columns together, or fewer.

    There are at least as many rows as columns.
    """
    for n_columns in range(1, max_size // 2 + 1):
        for n_rows in range(n_columns, max_size - n_columns + 1):
            yield n_rows, n_columns


def truths_of(pairs: Iterable[TruePred]) -> list[SmallBiclustering]:
    """Return the true biclusterings of some pairs, each once, in their order."""
    return list(dict.fromkeys(true for true, _ in pairs))


def permutations_of(shape: tuple[int, int]) -> Iterator[Permutation]:
    """Yield all permutations of the rows, each with all permutations of the columns.

    The identity is first.
    """
    n_rows, n_columns = shape
    return product(permutations(range(n_rows)), permutations(range(n_columns)))


@lru_cache(maxsize=64)
def biclusterings(
    shape: tuple[int, int], max_biclusters: int
) -> tuple[SmallBiclustering, ...]:
    """Return all sets of distinct non-empty biclusters, small ones first.

    A set has 1 to `max_biclusters` biclusters.
    """
    biclusters = _all_biclusters(shape)
    structures = [
        SmallBiclustering(shape, chosen_biclusters)
        for n_biclusters in range(1, max_biclusters + 1)
        for chosen_biclusters in combinations(biclusters, n_biclusters)
    ]
    return tuple(sorted(structures, key=_size_of_biclustering))


@lru_cache(maxsize=64)
def biclusterings_with_irregular(
    shape: tuple[int, int], max_biclusters: int
) -> tuple[SmallBiclustering, ...]:
    """Return all regular and irregular biclusterings, small ones first.

    A biclustering has 1 to `max_biclusters` biclusters, some of which may be equal or
    empty. An empty bicluster has no rows and no columns.
    """
    biclusters = [_EMPTY_BICLUSTER, *_all_biclusters(shape)]
    structures = [
        SmallBiclustering(shape, chosen_biclusters)
        for n_biclusters in range(1, max_biclusters + 1)
        for chosen_biclusters in combinations_with_replacement(biclusters, n_biclusters)
    ]
    return tuple(sorted(structures, key=_size_of_biclustering))


def _all_biclusters(shape: tuple[int, int]) -> list[Bicluster]:
    """Return all pairs of bit masks of rows and of columns that are not empty."""
    n_rows, n_columns = shape
    return list(product(range(1, 1 << n_rows), range(1, 1 << n_columns)))


def _size_of_biclustering(biclustering: SmallBiclustering) -> tuple[int, int]:
    """Return the number of biclusters and the sum of their areas, for sorting."""
    return len(biclustering.biclusters), biclustering.area()


@lru_cache(maxsize=64)
def pairs_up_to_permutation(
    shape: tuple[int, int], max_biclusters: int
) -> tuple[TruePred, ...]:
    """Return one regular pair of each class of pairs that permutations connect.

    Each side has 1 to `max_biclusters` biclusters. Small pairs are first.
    """
    return _representative_pairs(biclusterings(shape, max_biclusters))


def _representative_pairs(
    structures: tuple[SmallBiclustering, ...],
) -> tuple[TruePred, ...]:
    """Return one pair of structures for each class that permutations connect.

    The structures have one shape, and every permutation of a structure is one of them,
    too. Rows and columns are permuted, in both elements of a pair alike. The first
    element of a pair represents its class. The second element represents its class
    under the permutations that leave the first element unchanged. Small pairs are
    first.
    """
    group = list(permutations_of(structures[0].shape))
    pairs = []
    for true in _representative_biclusterings(structures, group):
        # The stabilizer has the permutations that leave the truth unchanged.
        stabilizer = [
            permutation
            for permutation in group
            if true.permuted(permutation).in_order() == true
        ]
        for pred in _representative_biclusterings(structures, stabilizer):
            pairs.append((true, pred))
    return tuple(sorted(pairs, key=_size_of_pair))


def _size_of_pair(pair: TruePred) -> tuple[int, int, int]:
    """Return the number of biclusters, of cells, and the sum of areas, for sorting."""
    true, pred = pair
    n_rows, n_columns = true.shape
    n_biclusters = len(true.biclusters) + len(pred.biclusters)
    return n_biclusters, n_rows * n_columns, true.area() + pred.area()


def random_biclustering(
    shape: tuple[int, int], max_biclusters: int, generator: RandomState
) -> SmallBiclustering:
    """Draw a biclustering of a small matrix.

    It has 1 to `max_biclusters` distinct biclusters, which may overlap. Equal draws
    count as one. Bit k of a mask is row k, or column k.
    """
    n_rows, n_columns = shape
    n_draws = generator.randint(1, max_biclusters + 1)
    biclusters = set()
    for _ in range(n_draws):
        row_mask = int(generator.randint(1, 1 << n_rows))
        column_mask = int(generator.randint(1, 1 << n_columns))
        biclusters.add((row_mask, column_mask))
    return SmallBiclustering(shape, tuple(sorted(biclusters)))


def _representative_biclusterings(
    structures: tuple[SmallBiclustering, ...], group: list[Permutation]
) -> list[SmallBiclustering]:
    """Return the first biclustering of each class that the group connects.

    The biclusters of each structure are sorted.
    """
    representatives = []
    represented: set[SmallBiclustering] = set()
    for biclustering in structures:
        if biclustering in represented:
            continue
        representatives.append(biclustering)
        for permutation in group:
            represented.add(biclustering.permuted(permutation).in_order())
    return representatives


def _indicator_of_masks(masks: list[int], size: int) -> NDArray[np.int64]:
    """Return a row of `size` bits for each mask, with the lowest bit first."""
    # Only Python integers can have more than 63 bits, so that NumPy is not used here.
    bits = [[mask >> k & 1 for k in range(size)] for mask in masks]
    return np.array(bits, dtype=np.int64).reshape(len(masks), size)


def _positions_in(mask: int) -> list[int]:
    """Return the positions of the bits that are set."""
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def _permuted_mask(mask: int, new_positions: tuple[int, ...]) -> int:
    """Move each bit to its new position."""
    return sum(1 << new_positions[k] for k in _positions_in(mask))


def _doubled_mask(mask: int) -> int:
    """Replace each bit by two bits."""
    return sum(0b11 << 2 * k for k in _positions_in(mask))


def _draw_pair(generator: RandomState, *, is_similar: bool) -> TruePred:
    """Draw a random pair.

    If the prediction is similar, it is the truth with one bicluster replaced.
    """
    n_rows, n_columns = generator.randint(2, _MAX_DRAWN_SIZE + 1, size=2).tolist()
    shape = (n_rows, n_columns)
    true = random_biclustering(shape, _MAX_DRAWN_BICLUSTERS, generator)
    if not is_similar:
        pred = random_biclustering(shape, _MAX_DRAWN_BICLUSTERS, generator)
        return true, pred
    replacement = random_biclustering(shape, 1, generator)
    biclusters = {*true.biclusters[1:], *replacement.biclusters}
    pred = SmallBiclustering(shape, tuple(sorted(biclusters)))
    return true, pred
