"""The exact law of the sum of squares of a permuted contingency table.

A table with fixed margins is filled row by row. What the rows that are left can add to
the sum depends only on what is left of the columns, in any order: so many partial laws
coincide, and each is computed once. With n11 = sum of ``q (q - 1) / 2`` over the cells,
a law is the polynomial whose coefficient of x^n11 counts permutations. It is stored as
one Python integer, the coefficients in slots of equal width: multiplication and
addition of such integers are those of the polynomials.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._structures._progress import with_progress


class TooMuchWork(Exception):
    """Raised where an exact law would take more work than allowed."""


@dataclass
class Work:
    """Work that is left to be spent, in rough nanoseconds.

    It is counted, not timed, so that the same input is always refused or never.
    """

    left: float

    def spend(self, amount: float) -> None:
        """Take from what is left, or raise `TooMuchWork`."""
        self.left -= amount
        if self.left < 0:
            raise TooMuchWork


_MOST_WAYS = 2_000_000  # kept in memory at once
_SAFE = 2**60  # a sum of weights below it fits into 64 bits, intermediate products too


def ways_to_fill(
    sizes: Sequence[int], n_taken: int, work: Work
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return how many are taken from each cluster, and the number of choices for each.

    Clusters of equal size are alike: where they follow each other in `sizes`, what is
    taken from them does not increase, and the weight counts all their orders.

    Returns
    -------
    taken : ndarray of shape (n_ways, len(sizes))
    weights : ndarray of shape (n_ways,)
        Of int64, or of Python integers where that may not be enough.
    """
    bits = _bits_of_multinomial((n_taken, sum(sizes) - n_taken))
    dtype = np.int64 if len(sizes) << min(bits, 64) < _SAFE else object
    longest = _MOST_WAYS // (1 + bits // 64)
    taken: list[NDArray[np.int64]] = []
    left, weights = np.array([n_taken]), np.array([1], dtype=dtype)
    run, position, rest = np.array([1]), 1, sum(sizes)
    for column, size in enumerate(sizes):
        rest -= size
        is_like_last = column > 0 and size == sizes[column - 1]
        most = np.minimum(left, size)
        if is_like_last:
            most = np.minimum(most, taken[-1])
        parent, amount = _ranges(np.maximum(left - rest, 0), most, longest)
        work.spend(20_000 + 50 * len(parent) * (column + 1 + bits // 64))
        taken = [part[parent] for part in taken]
        weights = weights[parent] * _binomials(size, amount, dtype, work)
        if is_like_last:  # the multinomial coefficient, factor by factor
            position += 1
            run = np.where(amount == taken[-1], run[parent] + 1, 1)
            weights = weights * position // run
        else:
            position, run = 1, np.ones(len(parent), dtype=np.int64)
        taken.append(amount)
        left = left[parent] - amount
    return np.stack(taken, axis=1), weights


def _ranges(
    low: NDArray[np.int64], high: NDArray[np.int64], longest: int
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return all integers from each `low` to its `high`, with the position of both."""
    lengths = np.maximum(high - low + 1, 0)
    if lengths.sum() > longest:
        raise TooMuchWork
    parent = np.repeat(np.arange(len(low)), lengths)
    starts = np.cumsum(lengths) - lengths
    return parent, np.arange(len(parent)) - starts[parent] + low[parent]


def _binomials(
    size: int, taken: NDArray[np.int64], dtype: Any, work: Work
) -> NDArray[Any]:
    """Return the numbers of choices of so many out of `size`.

    Only those that occur are computed: others may need more than 64 bits. The cost of
    a binomial coefficient of many bits is spent before it is computed.
    """
    least, most = int(taken.min()), int(taken.max())
    hardest = min(max(size // 2, least), most)
    bits = _bits_of_multinomial((hardest, size - hardest))
    work.spend(0.3 * (most - least + 1) * bits * min(hardest, size - hardest))
    choices = [math.comb(size, k) for k in range(least, most + 1)]
    return np.array(choices, dtype=dtype)[taken - least]


def _bits_of_multinomial(sizes: Sequence[int]) -> int:
    """Return enough bits for the number of ways to order items of these sizes.

    From logarithms: the number itself may have millions of digits.
    """
    nats = math.lgamma(sum(sizes) + 1) - sum(math.lgamma(size + 1) for size in sizes)
    return int(nats / math.log(2)) + 1


Law = dict[int, int]
"""Number of permutations by the value of a statistic."""

Sizes = tuple[int, ...]

_MOST_BYTES = 500_000_000  # of partial laws that are kept


def law_of_squares(
    true: ArrayLike, pred: ArrayLike, work: Work, verbose: int = 0
) -> Law:
    """Count the permutations by the sum of squares S of the table.

    Permutations that give the same table in the same way are counted once: the counts
    add up to the multinomial coefficient of one side's sizes. If one side is a single
    cluster, they are counted once in all.

    Raises
    ------
    TooMuchWork
        If more than `work` would be needed.
    """
    sides = [tuple(sorted(np.asarray(side).tolist())) for side in (true, pred)]
    columns, rows = sorted(sides, key=len)
    if len(columns) == 1:  # every permutation gives the same table
        return {sum(size**2 for size in rows): 1}
    law = _Laws(columns, rows[::-1], work).of_all_rows(verbose)
    return {sum(rows) + 2 * pairs: count for pairs, count in law.items()}


class _Laws:
    """Laws of n11 of all partial tables, by the rows and what the columns have left."""

    def __init__(self, columns: Sizes, rows: Sizes, work: Work) -> None:
        self._columns, self._rows, self._work = columns, rows, work
        self._known: dict[tuple[Sizes, Sizes], Packed] = {}
        self._bytes_left = _MOST_BYTES

    @cached_property
    def _n_bytes(self) -> int:
        """Width of a slot: enough for the number of all permutations."""
        n_bytes = _bits_of_multinomial(self._rows) // 8 + 1
        if n_bytes * sum(math.comb(size, 2) for size in self._rows) > _MOST_BYTES:
            raise TooMuchWork
        return n_bytes

    def of_all_rows(self, verbose: int) -> Law:
        """Return the law of the whole table."""
        rows, columns = self._rows, self._columns
        if len(rows) <= 2:
            return self._of_two_rows(columns, rows)
        half = len(rows) // 2
        parts = columns, rows[:half], rows[half:]
        return self._unpacked(self._of_parts(*parts, verbose=verbose))

    def _of(self, columns: Sizes, rows: Sizes) -> "Packed":
        """Return the law of these rows in columns with so much left."""
        if (columns, rows) not in self._known:
            if len(rows) == 1:
                law = Packed(sum(math.comb(size, 2) for size in columns), 1)
            elif len(rows) == 2:
                law = self._packed(self._of_two_rows(columns, rows))
            else:
                law = self._of_parts(columns, rows[:1], rows[1:])
            self._bytes_left -= law.slots.bit_length() // 8
            if self._bytes_left < 0:
                raise TooMuchWork
            self._known[columns, rows] = law
        return self._known[columns, rows]

    def _of_parts(
        self, columns: Sizes, first: Sizes, last: Sizes, verbose: int | None = None
    ) -> "Packed":
        """Sum over what the first part of the rows takes from the columns.

        Where both parts have the same sizes, to exchange them changes nothing.
        """
        taken, weights = ways_to_fill(columns, sum(first), self._work)
        left = np.sort(np.asarray(columns) - taken, axis=1)
        times: dict[tuple[Sizes, Sizes], int] = {}
        ways = np.sort(taken, axis=1).tolist(), left.tolist(), weights.tolist()
        for one, other, weight in zip(*ways, strict=True):
            pair = (tuple(one), tuple(other))
            key = max(pair, pair[::-1]) if first == last else pair
            times[key] = times.get(key, 0) + weight
        total, low = 0, self._least_pairs(first) + self._least_pairs(last)
        pairs: Iterable[tuple[tuple[Sizes, Sizes], int]] = times.items()
        if verbose is not None:
            pairs = with_progress(pairs, len(times), "partial tables", verbose)
        for (one, other), weight in pairs:
            law, factor = self._of(one, first), self._of(other, last)
            bits = sorted((law.slots.bit_length(), factor.slots.bit_length()))
            self._work.spend(2000 + 2.5 * (bits[0] / 30) ** 1.585 + bits[1] / 5)
            product = law.slots * factor.slots * weight
            total += product << 8 * self._n_bytes * (law.low + factor.low - low)
        return Packed(low, total)

    def _of_two_rows(self, columns: Sizes, rows: Sizes) -> Law:
        """Return the law of at most two rows: the first row decides the second."""
        taken, weights = ways_to_fill(columns, rows[0], self._work)
        left = np.asarray(columns) - taken
        pairs = (taken * (taken - 1) + left * (left - 1)).sum(axis=1) // 2
        values, positions = np.unique(pairs, return_inverse=True)
        sums = np.zeros(len(values), dtype=weights.dtype)
        np.add.at(sums, positions, weights)
        return dict(zip(values.tolist(), sums.tolist(), strict=True))

    def _least_pairs(self, rows: Sizes) -> int:
        """Return an n11 that no table of these rows is below: all spread evenly."""
        n = len(self._columns)
        shares = (divmod(size, n) for size in rows)
        return sum(n * math.comb(each, 2) + n_more * each for each, n_more in shares)

    def _packed(self, law: Law) -> "Packed":
        """Write the counts into slots."""
        width, low = self._n_bytes, min(law)
        slots = bytearray(width * (max(law) - low + 1))
        for pairs, count in law.items():
            start = width * (pairs - low)
            slots[start : start + width] = count.to_bytes(width, "little")
        self._work.spend(len(slots) + 500 * len(law))
        return Packed(low, int.from_bytes(slots, "little"))

    def _unpacked(self, law: "Packed") -> Law:
        """Read the counts from the slots."""
        width = self._n_bytes
        slots = law.slots.to_bytes(law.slots.bit_length() // 8 + 1, "little")
        parts = (slots[start : start + width] for start in range(0, len(slots), width))
        counts = (int.from_bytes(part, "little") for part in parts)
        return {law.low + slot: count for slot, count in enumerate(counts) if count}


class Packed(NamedTuple):
    """A law in one integer: the count of n11 = `low` in the lowest slot."""

    low: int
    slots: int


def law_of_product(laws: Sequence[Law], work: Work) -> Law:
    """Law of the product of independent statistics."""
    product: Law = {1: 1}
    for law in laws:
        work.spend(300 * len(product) * len(law))
        longer: Law = {}
        for value, count in product.items():
            for factor, times in law.items():
                key = value * factor
                longer[key] = longer.get(key, 0) + count * times
        product = longer
    return product


def tail_of_product(laws: Sequence[Law], least: int, work: Work) -> float:
    """Probability that a product of independent positive statistics is at least so."""
    total = math.prod(sum(law.values()) for law in laws)
    return (total - _number_up_to(laws, least - 1, work)) / total


def fisher_tail(laws: Sequence[Law], observed: Sequence[int], work: Work) -> float:
    """Exact p-value of the product of the p-values of independent statistics.

    Numbers of permutations that are at least as good take the place of the p-values,
    so that ties are exact: Fisher's statistic decreases with their product.
    """
    at_least = [*map(_tails, laws)]
    most = math.prod(of[one] for of, one in zip(at_least, observed, strict=True))
    of_tails = [
        {tails[value]: count for value, count in law.items()}
        for law, tails in zip(laws, at_least, strict=True)
    ]
    total = math.prod(sum(law.values()) for law in laws)
    return _number_up_to(of_tails, most, work) / total


def _tails(law: Law) -> dict[int, int]:
    """Count the permutations with at least each value."""
    values = sorted(law, reverse=True)
    return dict(zip(values, accumulate(law[value] for value in values), strict=True))


def _number_up_to(laws: Sequence[Law], most: int, work: Work) -> int:
    """Count the permutations for which a product of statistics is at most so."""
    *others, longest = sorted(laws, key=len)
    values = sorted(longest)
    below = [0, *accumulate(longest[value] for value in values)]
    return sum(
        count * below[bisect_right(values, most // value)]
        for value, count in law_of_product(others, work).items()
    )
