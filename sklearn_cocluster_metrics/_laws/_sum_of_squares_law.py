"""Compute the exact law of the sum of squared counts of a permuted contingency table.

The law is the distribution of the sum if labels are permuted. A table with fixed
margins is filled row by row. The contribution of the remaining rows depends only on
what remains of the columns, in any order. Therefore, many partial laws coincide, and
each is computed once. Let n11 be the sum of ``q (q - 1) / 2`` over the counts q of the
cells. A law is the polynomial in which the coefficient of x^n11 is the number of
permutations. It is stored as one Python integer, which has the coefficients in slots of
equal width. To multiply or add such integers is to multiply or add the polynomials.
"""

import math
import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._statistics._exact import Counts, widened
from .._structures._progress import with_progress


class TooMuchWork(Exception):
    """Error of an exact law that would take more work than is allowed."""


ABOUT_A_MINUTE = 3e10
"""The amount of work that takes about a minute, in the unit of `Work`."""


@dataclass
class Work:
    """Count the work that was spent, and compare it with the work that is allowed.

    The unit is about a nanosecond. Work is counted, not timed, so that the same input
    always raises an error or never does.
    """

    allowed: float
    spent: float = 0.0

    def spend(self, amount: float) -> None:
        """Add to the work that was spent, or raise `TooMuchWork`."""
        self.spent += amount
        if self.spent > self.allowed:
            raise TooMuchWork


# The following costs of single steps are in the unit of `Work`.
# The calls of NumPy for one cluster in `ways_to_fill`.
_COST_OF_CLUSTER = 20_000
# One number of an array of amounts or weights in `ways_to_fill`.
_COST_OF_AMOUNT = 50
# This is multiplied by the bits of the result and the number of factors.
_COST_OF_BINOMIAL = 0.3
# The product of two laws without its multiplication, but with its plan.
_COST_OF_PRODUCT_OF_LAWS = 5000
# A bit that is shifted and added.
_COST_OF_BIT_ADDED = 0.2
# A count that is written into its slot.
_COST_OF_COUNT_PACKED = 500
# A pair of values in `law_of_product`.
_COST_OF_PAIR_OF_VALUES = 300

# Progress is reported in steps with this amount of work.
_STEP = 1e6
# More ways to fill clusters would take too much memory.
_MOST_WAYS = 2_000_000
# If a sum of weights is smaller, it fits into 64 bits, and so do its products.
_SAFE = 2**60


def ways_to_fill(
    sizes: Sequence[int], n_drawn: int, work: Work
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return all ways to draw `n_drawn` samples from clusters of these sizes.

    Clusters of equal size are alike. If they follow each other in `sizes`, the amounts
    drawn from them do not increase, and the weight counts all their orders.

    Returns
    -------
    drawn : ndarray of shape (n_ways, len(sizes))
        Number of samples that are drawn from each cluster.
    weights : ndarray of shape (n_ways,)
        Number of choices of samples for each way. The type is int64, or Python integers
        if 64 bits may not be enough.
    """
    bits = _bits_of_multinomial((n_drawn, sum(sizes) - n_drawn))
    dtype = np.int64 if len(sizes) << min(bits, 64) < _SAFE else object
    # `TooMuchWork` is raised for more ways. Longer weights take more memory.
    longest = _MOST_WAYS // (1 + bits // 64)
    # For each way so far, `drawn` has the amounts drawn from the clusters, and
    # `remaining` has the amount that is still to be drawn.
    drawn: list[NDArray[np.int64]] = []
    remaining = np.array([n_drawn])
    weights = np.array([1], dtype=dtype)
    # These are the numbers of clusters of equal size up to the current cluster, and of
    # the last of these clusters with equal amounts.
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
        # Each way is continued with each amount. `origin` is the position of the way.
        origin, amount = _ranges(lowest, highest, longest)
        n_numbers = len(origin) * (column + 1 + bits // 64)
        work.spend(_COST_OF_CLUSTER + _COST_OF_AMOUNT * n_numbers)
        drawn = [amounts[origin] for amounts in drawn]
        weights = weights[origin] * _binomials(size, amount, dtype, work)
        if is_like_last:
            # The number of orders of the amounts of equal clusters is a multinomial
            # coefficient. It is n_alike! divided by the factorials of the numbers of
            # times that each amount occurs.
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
    """Return the positions of the lows, and all integers from each low to its high.

    For example, the lows 3 and 7 with the highs 4 and 7 give the positions 0, 0, 1 and
    the integers 3, 4, 7. If there are more than `longest` of these integers,
    `TooMuchWork` is raised.
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

    Only the range of amounts that occur is computed, because other coefficients may
    need more than 64 bits. `dtype` is int64, or object if 64 bits may not be enough.
    The cost of a binomial coefficient of many bits is spent before it is computed.
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

    The bits are computed from logarithms, because the number may have millions of
    digits. The rounding of the logarithms is added. It makes a difference only for more
    than about 10^13 items.
    """
    nats_of_all = math.lgamma(sum(sizes) + 1)
    nats = nats_of_all - sum(math.lgamma(size + 1) for size in sizes)
    rounding = 8 * sys.float_info.epsilon * nats_of_all
    return int((nats + rounding) / math.log(2)) + 1


Law = dict[int, int]
"""For each value of a statistic, the number of permutations with this value."""

Sizes = tuple[int, ...]

_MOST_BYTES = 500_000_000  # Partial laws that are kept take at most so much memory.


def plan_laws(
    sizes_of_modes: Sequence[tuple[ArrayLike, ArrayLike]], most_work: float
) -> list["PlannedLaw | None"]:
    """Return a plan for the law of each mode, or None for a law of too much work.

    Each mode may take the same share of `most_work`. `sizes_of_modes` has the sizes of
    the true and of the predicted clusters of each mode.
    """
    plans: list[PlannedLaw | None] = []
    for true_sizes, pred_sizes in sizes_of_modes:
        try:
            work = Work(most_work / len(sizes_of_modes))
            plans.append(PlannedLaw(true_sizes, pred_sizes, work))
        except TooMuchWork:
            plans.append(None)
    return plans


class PlannedLaw:
    """Compute the cost of the law of the sum of squares, and on demand the law itself.

    The cost depends only on the sizes of the clusters. It is computed by the same
    recursion as the law, but no laws are multiplied, which takes most of the time.

    Raises
    ------
    TooMuchWork
        If more than `work` would be needed.
    """

    def __init__(self, true: ArrayLike, pred: ArrayLike, work: Work) -> None:
        """Plan the law of clusters of these sizes.

        The plan spends from `work`, and raises `TooMuchWork` if it is not enough.
        """
        true_sizes = tuple(sorted(np.asarray(true).tolist()))
        pred_sizes = tuple(sorted(np.asarray(pred).tolist()))
        # The columns are the clusters of the side that has fewer of them.
        self._columns, rows = sorted([true_sizes, pred_sizes], key=len)
        # The largest rows are filled first, so that little remains of the columns, in
        # few different ways.
        self._rows = rows[::-1]
        self._laws = _Laws(self._columns, self._rows, work)
        # The cost of the law is in the unit of `Work`. With a single column, there is
        # only one table.
        self.cost = 0.0
        if len(self._columns) > 1:
            work_before = work.spent
            self._laws.plan()
            self.cost = work.spent - work_before

    def law(self, verbose: int = 0) -> Law:
        """Count the permutations by the sum of squares S of the table.

        Permutations that only exchange samples within the rows, which are the clusters
        of the side that has more, are counted once. Therefore, the counts add up to the
        multinomial coefficient of the sizes of the rows. If one side is a single
        cluster, the count is 1.
        """
        if len(self._columns) == 1:  # Every permutation gives the same table.
            return {sum(size**2 for size in self._rows): 1}
        n_samples = sum(self._rows)
        law = self._laws.law_of_table(self.cost, verbose)
        return {n_samples + 2 * n11: count for n11, count in law.items()}


class _Laws:
    """Compute the laws of n11 of all partial tables.

    A partial table is given by the sizes of its rows, and by what remains of its
    columns, in ascending order.
    """

    def __init__(self, columns: Sizes, rows: Sizes, work: Work) -> None:
        """Take the sizes of the columns, ascending, and of the rows, descending.

        `plan` spends from `work`.
        """
        self._columns = columns
        self._rows = rows
        # `law_of_table` replaces this work by its own.
        self.work = work
        # These are the ranges of n11 and the laws of partial tables. A key has what
        # remains of the columns, and the rows.
        self._ranges: dict[tuple[Sizes, Sizes], _Range] = {}
        self._laws: dict[tuple[Sizes, Sizes], PackedLaw] = {}
        # The memory that is left for laws of partial tables.
        self._bytes_left = _MOST_BYTES

    @cached_property
    def _n_bytes(self) -> int:
        """Number of bytes of a slot, which can store the number of all permutations."""
        n_bytes = _bits_of_multinomial(self._rows) // 8 + 1
        if n_bytes * sum(math.comb(size, 2) for size in self._rows) > _MOST_BYTES:
            raise TooMuchWork
        return n_bytes

    def plan(self) -> None:
        """Spend the work of the law of the whole table, or raise `TooMuchWork`."""
        rows = self._rows
        if len(rows) <= 2:
            self._range_of_two_rows(self._columns, rows)
            return
        half = len(rows) // 2
        self._range_of_two_parts(self._columns, rows[:half], rows[half:])

    def law_of_table(self, total_work: float, verbose: int) -> Law:
        """Return the law of the whole table, and report the progress.

        The rows and the columns are the cluster sizes of both sides. A way is given by
        what the first half of the rows takes from the columns, and by what remains for
        the last half. `ways` has the number of choices of samples for each way.
        `total_work` is the work that the plan has spent.
        """
        # The plan has not exceeded the work that is allowed. The law spends the same
        # work again, so that it needs no limit.
        self.work = Work(math.inf)
        rows = self._rows
        columns = self._columns
        if len(rows) <= 2:
            return self._law_of_two_rows(columns, rows)
        half = len(rows) // 2
        ways = self._ways_by_parts(columns, rows[:half], rows[half:])
        n_steps_done = 0

        def steps_of_last(_: Any) -> int:
            """Return how many steps of work have been done since the last call."""
            nonlocal n_steps_done
            n_steps_before = n_steps_done
            n_steps_done = round(self.work.spent / _STEP)
            return n_steps_done - n_steps_before

        reported_ways = with_progress(
            ways.items(),
            round(total_work / _STEP),
            "steps of the exact distribution",
            verbose=verbose,
            size=steps_of_last,
        )
        packed_law = self._law_of_ways(reported_ways, rows[:half], rows[half:])
        return self._unpack(packed_law)

    def _range_of_rows(self, columns: Sizes, rows: Sizes) -> "_Range":
        """Return the range of n11 of `_law_of_rows`, and spend the work of this law.

        `rows` has the sizes of some rows, and `columns` has what the other rows leave
        of the columns. The work is spent only once for each law, because a law is
        computed once. Its memory is subtracted from the memory that is left.
        """
        if (columns, rows) not in self._ranges:
            if len(rows) == 1:
                n11 = sum(math.comb(size, 2) for size in columns)
                range_of_rows = _Range(n11, n11)
            elif len(rows) == 2:
                range_of_rows = self._range_of_two_rows(columns, rows)
                # Packing takes about 1 ns for each byte.
                self.work.spend(self._n_bits(range_of_rows) / 8)
            else:
                range_of_rows = self._range_of_two_parts(columns, rows[:1], rows[1:])
            self._bytes_left -= self._n_bits(range_of_rows) // 8
            if self._bytes_left < 0:
                raise TooMuchWork
            self._ranges[columns, rows] = range_of_rows
        return self._ranges[columns, rows]

    def _range_of_two_parts(
        self, columns: Sizes, first_rows: Sizes, last_rows: Sizes
    ) -> "_Range":
        """Return the range of n11 of both parts of the rows, and spend the work.

        `columns` has what all other rows leave of the columns. The range may begin
        below the lowest n11 that is possible.
        """
        ways = self._ways_by_parts(columns, first_rows, last_rows)
        self.work.spend(_COST_OF_PRODUCT_OF_LAWS * len(ways))
        lowest = self._lower_bound(first_rows) + self._lower_bound(last_rows)
        highest = lowest
        for (first_columns, last_columns), weight in ways.items():
            first = self._range_of_rows(first_columns, first_rows)
            last = self._range_of_rows(last_columns, last_rows)
            highest = max(highest, first.highest + last.highest)
            self.work.spend(
                _cost_of_product(
                    self._n_bits(first), self._n_bits(last), weight.bit_length()
                )
            )
        return _Range(lowest, highest)

    def _range_of_two_rows(self, columns: Sizes, rows: Sizes) -> "_Range":
        """Return the range of n11 of one or two rows, and spend the work of their law.

        The second row takes what the first one leaves.
        """
        first, _ = ways_to_fill(columns, rows[0], self.work)
        n11 = _n11_of_rows(first, np.asarray(columns) - first)
        self.work.spend(_COST_OF_COUNT_PACKED * len(n11))
        return _Range(int(n11.min()), int(n11.max()))

    def _n_bits(self, range_of_rows: "_Range") -> int:
        """Return the number of bits of a law in slots, 1 for a single value."""
        n_values = range_of_rows.highest - range_of_rows.lowest
        return 8 * self._n_bytes * n_values + 1

    def _law_of_rows(self, columns: Sizes, rows: Sizes) -> "PackedLaw":
        """Return the law of n11 of some rows that take all that the columns have left.

        Each law is computed once.
        """
        if (columns, rows) not in self._laws:
            if len(rows) == 1:
                # The row takes all that is left, so that there is only one table.
                n11 = sum(math.comb(size, 2) for size in columns)
                law = PackedLaw(lowest_n11=n11, slots=1)
            elif len(rows) == 2:
                law = self._pack(self._law_of_two_rows(columns, rows))
                # Packing takes about 1 ns for each byte.
                self.work.spend(law.slots.bit_length() / 8)
            else:
                ways = self._ways_by_parts(columns, rows[:1], rows[1:])
                law = self._law_of_ways(ways.items(), rows[:1], rows[1:])
            self._laws[columns, rows] = law
        return self._laws[columns, rows]

    def _ways_by_parts(
        self, columns: Sizes, first_rows: Sizes, last_rows: Sizes
    ) -> dict[tuple[Sizes, Sizes], int]:
        """Count the ways by what the first and the last rows take from the columns.

        A key has the amounts of both parts, each in ascending order. If both parts have
        the same sizes, exchanging them changes nothing, and both orders have one key.
        The cost is spent from the allowed work, `self.work`.
        """
        drawn, weights = ways_to_fill(columns, sum(first_rows), self.work)
        remaining = np.sort(np.asarray(columns) - drawn, axis=1)
        n_ways: dict[tuple[Sizes, Sizes], int] = {}
        for first, last, weight in zip(
            np.sort(drawn, axis=1).tolist(),
            remaining.tolist(),
            weights.tolist(),
            strict=True,
        ):
            columns_of_parts = (tuple(first), tuple(last))
            if first_rows == last_rows:
                # Either order can be the key. The larger one is taken.
                columns_of_parts = max(columns_of_parts, columns_of_parts[::-1])
            n_ways[columns_of_parts] = n_ways.get(columns_of_parts, 0) + weight
        return n_ways

    def _law_of_ways(
        self,
        ways: Iterable[tuple[tuple[Sizes, Sizes], int]],
        first_rows: Sizes,
        last_rows: Sizes,
    ) -> "PackedLaw":
        """Return the law of both parts of the rows together.

        The law is a sum over what the first part of the rows takes from the columns. A
        product of slots, read as integers, is the product of the polynomials of both
        laws, in which the values of n11 are exponents and are therefore added.
        """
        slots = 0
        lowest_n11 = self._lower_bound(first_rows) + self._lower_bound(last_rows)
        for (first_columns, last_columns), weight in ways:
            first_law = self._law_of_rows(first_columns, first_rows)
            last_law = self._law_of_rows(last_columns, last_rows)
            product = first_law.slots * last_law.slots * weight
            n_slots_above = first_law.lowest_n11 + last_law.lowest_n11 - lowest_n11
            slots += product << 8 * self._n_bytes * n_slots_above
            cost_of_product = _cost_of_product(
                first_law.slots.bit_length(),
                last_law.slots.bit_length(),
                weight.bit_length(),
            )
            self.work.spend(_COST_OF_PRODUCT_OF_LAWS + cost_of_product)
        return PackedLaw(lowest_n11, slots)

    def _law_of_two_rows(self, columns: Sizes, rows: Sizes) -> Law:
        """Return the number of permutations for each n11 of one or two rows.

        The second row takes what the first one leaves. If there is a single row,
        nothing is left. n11 is the number of pairs of samples that are in one cell of
        these rows, so that they are together in both clusterings.
        """
        first, weights = ways_to_fill(columns, rows[0], self.work)
        n11 = _n11_of_rows(first, np.asarray(columns) - first)
        self.work.spend(_COST_OF_COUNT_PACKED * len(n11))
        values, positions = np.unique(n11, return_inverse=True)
        sums = np.zeros(len(values), dtype=weights.dtype)
        np.add.at(sums, positions, weights)
        return dict(zip(values.tolist(), sums.tolist(), strict=True))

    def _lower_bound(self, rows: Sizes) -> int:
        """Return n11 if each row is spread evenly over the columns.

        No table of these rows has a smaller n11.
        """
        n_columns = len(self._columns)
        n11 = 0
        for size in rows:
            count, n_larger = divmod(size, n_columns)
            # A count that is larger by 1 adds `count` pairs.
            n11 += n_columns * math.comb(count, 2) + n_larger * count
        return n11

    def _pack(self, law: Law) -> "PackedLaw":
        """Write the counts of permutations into slots, the lowest n11 first."""
        width = self._n_bytes
        lowest_n11 = min(law)
        slots = bytearray(width * (max(law) - lowest_n11 + 1))
        for n11, count in law.items():
            start = width * (n11 - lowest_n11)
            slots[start : start + width] = count.to_bytes(width, "little")
        return PackedLaw(lowest_n11, int.from_bytes(slots, "little"))

    def _unpack(self, law: "PackedLaw") -> Law:
        """Read the counts of permutations from the slots, and leave out zeros."""
        width = self._n_bytes
        slots = law.slots.to_bytes(law.slots.bit_length() // 8 + 1, "little")
        parts = (slots[start : start + width] for start in range(0, len(slots), width))
        counts = (int.from_bytes(part, "little") for part in parts)
        return {
            law.lowest_n11 + position: count
            for position, count in enumerate(counts)
            if count
        }


def _n11_of_rows(first: NDArray[np.int64], second: NDArray[np.int64]) -> Counts:
    """Return n11 of tables with two rows, each of shape (n_tables, n_columns)."""
    # All tables have the same number of samples. Its square may exceed 64 bits.
    n_samples = int(first[0].sum() + second[0].sum())
    first = widened(first, n_samples**2)
    second = widened(second, n_samples**2)
    n11 = first * (first - 1) + second * (second - 1)
    return np.asarray(n11.sum(axis=1) // 2)


def _cost_of_product(n_first_bits: int, n_last_bits: int, n_weight_bits: int) -> float:
    """Return the cost of multiplying two laws and a weight, and of adding the product.

    Python multiplies digits of 30 bits by the algorithm of Karatsuba. Its cost grows
    with the power log2(3) of the number of digits. A long factor is cut into pieces
    that are as long as the short factor.
    """
    n_product_bits = n_first_bits + n_last_bits
    cost_of_laws = _cost_of_multiplication(n_first_bits, n_last_bits)
    cost_of_weight = _cost_of_multiplication(n_product_bits, n_weight_bits)
    return cost_of_laws + cost_of_weight + _COST_OF_BIT_ADDED * n_product_bits


def _cost_of_multiplication(n_bits: int, n_other_bits: int) -> float:
    """Return the cost of the product of two integers with so many bits."""
    n_short_digits = 1 + min(n_bits, n_other_bits) / 30
    n_long_digits = 1 + max(n_bits, n_other_bits) / 30
    return float(2.0 * n_long_digits * n_short_digits**0.585)


class _Range(NamedTuple):
    """Lowest and highest n11 for which a law has a slot."""

    lowest: int
    highest: int


class PackedLaw(NamedTuple):
    """A law in one integer.

    The lowest slot has the count of permutations with n11 = `lowest_n11`. The slots of
    the next values of n11 follow. All slots have the same width.
    """

    lowest_n11: int
    slots: int


def law_of_product(laws: Sequence[Law], work: Work) -> Law:
    """Return the law of the product of independent statistics with these laws.

    The counts of the result are numbers of combinations of one permutation for each
    statistic.
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

    A law maps each value of a statistic to its number of permutations. The number of
    permutations with at least the value of a statistic takes the place of its p-value,
    so that ties are exact. A small product is significant, because Fisher's statistic
    decreases with the product. If the allowed work is not enough, `TooMuchWork` is
    raised.
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
    """Count the permutations for which a product of statistics is at most `highest`.

    The statistics are positive and independent.
    """
    *shorter_laws, longest_law = sorted(laws, key=len)
    values = sorted(longest_law)
    # Entry i is the number of permutations with one of the first i values.
    n_up_to = [0, *accumulate(longest_law[value] for value in values)]
    n_permutations = 0
    for product, count in law_of_product(shorter_laws, work).items():
        n_values = bisect_right(values, highest // product)
        n_permutations += count * n_up_to[n_values]
    return n_permutations
