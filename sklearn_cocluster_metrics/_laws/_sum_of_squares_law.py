"""The exact law of the sum of squares of a permuted contingency table.

A table with fixed margins is filled row by row. What the remaining rows can add to the
sum depends only on what remains of the columns, in any order: so many partial laws
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


ABOUT_A_MINUTE = 3e10
"""Work that takes about a minute, in the unit of `Work`."""


@dataclass
class Work:
    """Work that may still be spent, in rough nanoseconds.

    It is counted, not timed, so that the same input is always refused or never.
    """

    remaining: float

    def spend(self, amount: float) -> None:
        """Subtract from the remaining work, or raise `TooMuchWork`."""
        self.remaining -= amount
        if self.remaining < 0:
            raise TooMuchWork


# Costs of single steps, in rough nanoseconds, the unit of `Work`
_COST_OF_CLUSTER = 20_000  # of the calls of NumPy for one cluster in `ways_to_fill`
_COST_OF_AMOUNT = 50  # of one number of an array of amounts or weights there
_COST_OF_BINOMIAL = 0.3  # times the bits of the result and the number of factors
_COST_OF_PRODUCT_OF_LAWS = 2000  # without the multiplication
_COST_OF_COUNT_PACKED = 500
_COST_OF_PAIR_OF_VALUES = 300  # in `law_of_product`

_MOST_WAYS = 2_000_000  # kept in memory at once
_SAFE = 2**60  # a sum of weights below it fits into 64 bits, intermediate products too


def ways_to_fill(
    sizes: Sequence[int], n_drawn: int, work: Work
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return how many are drawn from each cluster, and the number of choices for each.

    Clusters of equal size are alike: where they follow each other in `sizes`, what is
    drawn from them does not increase, and the weight counts all their orders.

    Returns
    -------
    drawn : ndarray of shape (n_ways, len(sizes))
    weights : ndarray of shape (n_ways,)
        Of int64, or of Python integers where that may not be enough.
    """
    bits = _bits_of_multinomial((n_drawn, sum(sizes) - n_drawn))
    dtype = np.int64 if len(sizes) << min(bits, 64) < _SAFE else object
    longest = _MOST_WAYS // (1 + bits // 64)
    # Of each way so far: what was drawn from each cluster, what is still to be drawn
    drawn: list[NDArray[np.int64]] = []
    remaining = np.array([n_drawn])
    weights = np.array([1], dtype=dtype)
    # Clusters of equal size up to this one, and the last of them with equal amounts
    n_alike = 1
    n_equal_amounts = np.array([1])
    n_in_later_clusters = sum(sizes)
    for column, size in enumerate(sizes):
        n_in_later_clusters -= size
        is_like_last = column > 0 and size == sizes[column - 1]
        highest = np.minimum(remaining, size)
        if is_like_last:
            highest = np.minimum(highest, drawn[-1])
        lowest = np.maximum(remaining - n_in_later_clusters, 0)
        # Each way so far goes on with each amount; `origin` is the position of the way.
        origin, amount = _ranges(lowest, highest, longest)
        n_numbers = len(origin) * (column + 1 + bits // 64)
        work.spend(_COST_OF_CLUSTER + _COST_OF_AMOUNT * n_numbers)
        drawn = [amounts[origin] for amounts in drawn]
        weights = weights[origin] * _binomials(size, amount, dtype, work)
        if is_like_last:
            # The orders of the amounts of equal clusters are a multinomial coefficient,
            # n_alike! over the factorials of how often each amount occurs.
            n_alike += 1
            is_equal_amount = amount == drawn[-1]
            n_equal_amounts = np.where(is_equal_amount, n_equal_amounts[origin] + 1, 1)
            weights = weights * n_alike // n_equal_amounts
        else:
            n_alike = 1
            n_equal_amounts = np.ones(len(origin), dtype=np.int64)
        drawn.append(amount)
        remaining = remaining[origin] - amount
    return np.stack(drawn, axis=1), weights


def _ranges(
    low: NDArray[np.int64], high: NDArray[np.int64], longest: int
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the position of a `low`, and an integer from it to its `high`, for all.

    Raises `TooMuchWork` if there are more than `longest` of these integers.
    """
    lengths = np.maximum(high - low + 1, 0)
    if lengths.sum() > longest:
        raise TooMuchWork
    position = np.repeat(np.arange(len(low)), lengths)
    starts = np.cumsum(lengths) - lengths
    return position, np.arange(len(position)) - starts[position] + low[position]


def _binomials(
    size: int, amounts: NDArray[np.int64], dtype: Any, work: Work
) -> NDArray[Any]:
    """Return the numbers of choices of each amount out of `size`.

    Only those that occur are computed: others may need more than 64 bits. The cost of
    a binomial coefficient of many bits is spent before it is computed.
    """
    lowest = int(amounts.min())
    highest = int(amounts.max())
    # The amount next to half the size has the largest number of choices.
    middle = min(max(size // 2, lowest), highest)
    bits = _bits_of_multinomial((middle, size - middle))
    n_amounts = highest - lowest + 1
    n_factors = min(middle, size - middle)
    work.spend(_COST_OF_BINOMIAL * n_amounts * bits * n_factors)
    choices = [math.comb(size, k) for k in range(lowest, highest + 1)]
    return np.array(choices, dtype=dtype)[amounts - lowest]


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
    true_sizes = tuple(sorted(np.asarray(true).tolist()))
    pred_sizes = tuple(sorted(np.asarray(pred).tolist()))
    columns, rows = sorted([true_sizes, pred_sizes], key=len)
    if len(columns) == 1:  # every permutation gives the same table
        return {sum(size**2 for size in rows): 1}
    # Once the largest rows are filled, little remains of the columns, in few ways.
    rows_from_largest = rows[::-1]
    law = _Laws(columns, rows_from_largest, work).law_of_table(verbose)
    n_samples = sum(rows)
    return {n_samples + 2 * n11: count for n11, count in law.items()}


class _Laws:
    """Laws of n11 of all partial tables, by the rows and what the columns have left.

    Both are given by their sizes, those of the columns in ascending order.
    """

    def __init__(self, columns: Sizes, rows: Sizes, work: Work) -> None:
        self._columns = columns
        self._rows = rows
        self._work = work
        self._laws: dict[tuple[Sizes, Sizes], PackedLaw] = {}
        self._bytes_left = _MOST_BYTES

    @cached_property
    def _n_bytes(self) -> int:
        """Bytes of a slot: enough for the number of all permutations."""
        n_bytes = _bits_of_multinomial(self._rows) // 8 + 1
        if n_bytes * sum(math.comb(size, 2) for size in self._rows) > _MOST_BYTES:
            raise TooMuchWork
        return n_bytes

    def law_of_table(self, verbose: int) -> Law:
        """Return the law of the whole table."""
        rows = self._rows
        columns = self._columns
        if len(rows) <= 2:
            return self._law_of_two_rows(columns, rows)
        half = len(rows) // 2
        law = self._law_of_two_parts(columns, rows[:half], rows[half:], verbose=verbose)
        return self._unpack(law)

    def _law_of_rows(self, columns: Sizes, rows: Sizes) -> "PackedLaw":
        """Return the law of some rows in columns with so much left, computed once."""
        if (columns, rows) not in self._laws:
            if len(rows) == 1:
                # The row takes all that is left: one table, with one count.
                n11 = sum(math.comb(size, 2) for size in columns)
                law = PackedLaw(lowest_n11=n11, slots=1)
            elif len(rows) == 2:
                law = self._pack(self._law_of_two_rows(columns, rows))
            else:
                law = self._law_of_two_parts(columns, rows[:1], rows[1:])
            self._bytes_left -= law.slots.bit_length() // 8
            if self._bytes_left < 0:
                raise TooMuchWork
            self._laws[columns, rows] = law
        return self._laws[columns, rows]

    def _law_of_two_parts(
        self,
        columns: Sizes,
        first_rows: Sizes,
        last_rows: Sizes,
        verbose: int | None = None,
    ) -> "PackedLaw":
        """Return the law of both parts of the rows together.

        It is a sum over what the first part of the rows takes from the columns. Where
        both parts have the same sizes, to exchange them changes nothing. If `verbose`
        is None, no progress is reported.
        """
        drawn, weights = ways_to_fill(columns, sum(first_rows), self._work)
        remaining = np.sort(np.asarray(columns) - drawn, axis=1)
        # Number of ways by what the first and the last part take from the columns
        n_ways: dict[tuple[Sizes, Sizes], int] = {}
        for first, last, weight in zip(
            np.sort(drawn, axis=1).tolist(),
            remaining.tolist(),
            weights.tolist(),
            strict=True,
        ):
            columns_of_parts = (tuple(first), tuple(last))
            if first_rows == last_rows:  # one key for both orders
                columns_of_parts = max(columns_of_parts, columns_of_parts[::-1])
            n_ways[columns_of_parts] = n_ways.get(columns_of_parts, 0) + weight
        slots = 0
        lowest_n11 = self._lower_bound(first_rows) + self._lower_bound(last_rows)
        weighted_columns: Iterable[tuple[tuple[Sizes, Sizes], int]] = n_ways.items()
        if verbose is not None:
            weighted_columns = with_progress(
                weighted_columns, len(n_ways), "partial tables", verbose=verbose
            )
        for (first_columns, last_columns), weight in weighted_columns:
            first_law = self._law_of_rows(first_columns, first_rows)
            last_law = self._law_of_rows(last_columns, last_rows)
            n_bits = (first_law.slots.bit_length(), last_law.slots.bit_length())
            # Python multiplies digits of 30 bits, by the algorithm of Karatsuba, whose
            # cost grows with the power log2(3); shifts and sums take 0.2 ns a bit.
            cost_of_multiplication = 2.5 * (min(n_bits) / 30) ** 1.585
            cost_of_sum = max(n_bits) / 5
            self._work.spend(
                _COST_OF_PRODUCT_OF_LAWS + cost_of_multiplication + cost_of_sum
            )
            product = first_law.slots * last_law.slots * weight
            n_slots_above = first_law.lowest_n11 + last_law.lowest_n11 - lowest_n11
            slots += product << 8 * self._n_bytes * n_slots_above
        return PackedLaw(lowest_n11, slots)

    def _law_of_two_rows(self, columns: Sizes, rows: Sizes) -> Law:
        """Return the law of one or two rows: the second takes what the first leaves."""
        first, weights = ways_to_fill(columns, rows[0], self._work)
        second = np.asarray(columns) - first
        n11 = (first * (first - 1) + second * (second - 1)).sum(axis=1) // 2
        values, positions = np.unique(n11, return_inverse=True)
        sums = np.zeros(len(values), dtype=weights.dtype)
        np.add.at(sums, positions, weights)
        return dict(zip(values.tolist(), sums.tolist(), strict=True))

    def _lower_bound(self, rows: Sizes) -> int:
        """Return the n11 of rows that are each spread evenly over the columns.

        No table of these rows is below it.
        """
        n_columns = len(self._columns)
        n11 = 0
        for size in rows:
            count, n_larger = divmod(size, n_columns)
            # A count that is larger by 1 has `count` more pairs.
            n11 += n_columns * math.comb(count, 2) + n_larger * count
        return n11

    def _pack(self, law: Law) -> "PackedLaw":
        """Write the counts of permutations into slots, by n11, the lowest one first."""
        width = self._n_bytes
        lowest_n11 = min(law)
        slots = bytearray(width * (max(law) - lowest_n11 + 1))
        for n11, count in law.items():
            start = width * (n11 - lowest_n11)
            slots[start : start + width] = count.to_bytes(width, "little")
        cost_of_bytes = len(slots)  # one nanosecond each
        self._work.spend(cost_of_bytes + _COST_OF_COUNT_PACKED * len(law))
        return PackedLaw(lowest_n11, int.from_bytes(slots, "little"))

    def _unpack(self, law: "PackedLaw") -> Law:
        """Read the counts of permutations from the slots, without those that are 0."""
        width = self._n_bytes
        slots = law.slots.to_bytes(law.slots.bit_length() // 8 + 1, "little")
        parts = (slots[start : start + width] for start in range(0, len(slots), width))
        counts = (int.from_bytes(part, "little") for part in parts)
        return {
            law.lowest_n11 + position: count
            for position, count in enumerate(counts)
            if count
        }


class PackedLaw(NamedTuple):
    """A law in one integer: the count of n11 = `lowest_n11` in the lowest slot.

    The slot of each further n11 follows, of the same width.
    """

    lowest_n11: int
    slots: int


def law_of_product(laws: Sequence[Law], work: Work) -> Law:
    """Return the law of the product of independent statistics with these laws.

    Its counts are numbers of joint permutations, one of each statistic.
    """
    law_of_factors: Law = {1: 1}
    for law in laws:
        work.spend(_COST_OF_PAIR_OF_VALUES * len(law_of_factors) * len(law))
        with_next_factor: Law = {}
        for value, count in law_of_factors.items():
            for factor, factor_count in law.items():
                product = value * factor
                count_so_far = with_next_factor.get(product, 0)
                with_next_factor[product] = count_so_far + count * factor_count
        law_of_factors = with_next_factor
    return law_of_factors


def tail_of_product(laws: Sequence[Law], lowest: int, work: Work) -> float:
    """Return the probability of a product of at least `lowest`.

    The factors are independent positive statistics with these laws.
    """
    n_permutations = math.prod(sum(law.values()) for law in laws)
    n_below = _n_permutations_up_to(laws, lowest - 1, work)
    return (n_permutations - n_below) / n_permutations


def fisher_tail(laws: Sequence[Law], observed: Sequence[int], work: Work) -> float:
    """Return the exact p-value of the product of p-values of independent statistics.

    Numbers of permutations with at least the value of a statistic take the place of its
    p-value, so that ties are exact. A small product is significant, as Fisher's
    statistic decreases with it.
    """
    observed_product = 1
    laws_of_tails = []
    for law, observed_value in zip(laws, observed, strict=True):
        n_at_least = _n_permutations_at_least(law)
        observed_product *= n_at_least[observed_value]
        law_of_tail = {n_at_least[value]: count for value, count in law.items()}
        laws_of_tails.append(law_of_tail)
    n_permutations = math.prod(sum(law.values()) for law in laws)
    n_as_small = _n_permutations_up_to(laws_of_tails, observed_product, work)
    return n_as_small / n_permutations


def _n_permutations_at_least(law: Law) -> dict[int, int]:
    """Map each value to the number of permutations with this value or a higher one."""
    values = sorted(law, reverse=True)
    return dict(zip(values, accumulate(law[value] for value in values), strict=True))


def _n_permutations_up_to(laws: Sequence[Law], highest: int, work: Work) -> int:
    """Count the permutations for which a product of statistics is at most `highest`."""
    *shorter_laws, longest_law = sorted(laws, key=len)
    values = sorted(longest_law)
    # Numbers of permutations with one of the first 0, 1, ... values
    n_up_to = [0, *accumulate(longest_law[value] for value in values)]
    n_permutations = 0
    for product, count in law_of_product(shorter_laws, work).items():
        n_values = bisect_right(values, highest // product)
        n_permutations += count * n_up_to[n_values]
    return n_permutations
