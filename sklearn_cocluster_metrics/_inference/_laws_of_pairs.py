"""Indices of counts of pairs under permuted labels, without a draw.

With the cluster sizes given, such an index depends on one integer: the product of the
sums of squares of the tables of the modes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._indices._contract import Contract
from .._laws._pair_moments import affine_moments, moments_of_product, pearson_tail
from .._laws._sum_of_squares_law import Law, Work, law_of_product, tail_of_product
from .._statistics._contingency import SquareSums, Tables
from ._pair_moments import moments_of_pairs

_LEAST_EXPECTED = 5  # samples per cell of the table


class SquaresOnly(NamedTuple):
    """What indices that count pairs read of a contingency table, without the table."""

    squares: SquareSums
    is_equality: bool


@dataclass(frozen=True)
class PairIndex:
    """An index of counts of pairs, as a function of the product of sums of squares."""

    contract: Contract
    options: Mapping[str, Any]
    tables: Tables

    def __call__(self, product: int) -> float:
        """Compute the index where the sums of squares multiply to `product`.

        The formula reads nothing of the tables but their sizes, this product, and
        whether the structures are equal: so one mode may have the whole product.
        """
        sums = [table.squares for table in self.tables]
        same_sizes = all(one.true == one.pred for one in sums)
        are_equal = same_sizes and product == math.prod(one.true for one in sums)
        factors = [product] + [1] * (len(sums) - 1)
        modes = [
            SquaresOnly(one._replace(joint=joint), are_equal)
            for one, joint in zip(sums, factors, strict=True)
        ]
        return self.contract.compute(modes, **self.options)

    def values(self, products: Sequence[int]) -> list[float]:
        """Compute the index at many products, once at each."""
        known = {product: self(product) for product in set(products)}
        return [known[product] for product in products]

    def mean_and_std(self, statistic: float) -> tuple[float | None, float | None]:
        """Exact mean and standard deviation by chance of an index linear in n11.

        None for another one: its mean takes more than the moments of n11.
        """
        moments = moments_of_pairs(self.tables, "product")
        if moments.exact_variance == 0:
            return statistic, 0.0
        if not self.contract.linear_in_pairs:
            return None, None
        n_cells = math.prod(table.n_samples for table in self.tables)
        most = min(
            math.prod(table.squares[side] for table in self.tables) for side in (2, 3)
        )
        highest = (most - n_cells) // 2  # not 0: n11 has a variance
        lowest_value, highest_value = self(n_cells), self(most)
        slope = highest_value - lowest_value  # over n11 from 0 to `highest`
        mean = lowest_value + slope * float(moments.exact_mean / highest)
        variance = float(moments.exact_variance / Fraction(highest) ** 2)
        return mean, abs(slope) * math.sqrt(variance)


def tail_of_squares(tables: Tables, laws: Sequence[Law | None], work: float) -> float:
    """Probability of a product of sums of squares as large as the observed one.

    None in place of the law of a mode: three exact moments of the product of all such
    modes are matched by a gamma law. The law of n11 lives on integers, so that its tail
    starts half a step below the observed value. No probability is below that of a
    single permutation, nor 0.

    Raises
    ------
    TooMuchWork
        If more than `work` would be needed.
    """
    left = Work(work)
    observed = math.prod(table.squares.joint for table in tables)
    known = [law for law in laws if law is not None]
    if len(known) == len(laws):
        return tail_of_product(known, observed, left)
    others = [t for t, law in zip(tables, laws, strict=True) if law is None]
    n_cells = math.prod(table.n_samples for table in others)
    moments = moments_of_product((table.sizes for table in others), 3)
    products = affine_moments(moments, Fraction(2), Fraction(n_cells))
    law = law_of_product(known, left)
    least = (-(-observed // value) - 1 for value in law)
    n_permutations = math.prod(sum(one.values()) for one in known)
    tail = math.fsum(
        count / n_permutations * pearson_tail(products, one)
        for count, one in zip(law.values(), least, strict=True)
    )
    of_one = math.prod(max(map(_chance_of_one_labeling, t.sizes)) for t in tables)
    return max(tail, of_one, sys.float_info.min)


def gamma_is_close(sizes: Sequence[NDArray[np.int64]]) -> bool:
    """Whether the gamma law is accurate for the sum of squares of a permuted table.

    It is for tables whose exact law is costly, where the expected count of every cell
    is at least 5 (``studies/level_of_tests.py``). With smaller counts, n11 may move in
    a few large steps.
    """
    least = math.prod(int(side.min()) for side in sizes)
    return least >= _LEAST_EXPECTED * int(sizes[0].sum())


def _chance_of_one_labeling(sizes: NDArray[np.int64]) -> float:
    """Probability of one labeling with given cluster sizes."""
    ways = math.fsum(math.lgamma(size + 1) for size in sizes.tolist())
    return math.exp(ways - math.lgamma(int(sizes.sum()) + 1))
