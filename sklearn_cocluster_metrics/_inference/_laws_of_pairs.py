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
from .._laws import (
    Work,
    affine_moments,
    law_of_squares,
    moments_of_product,
    pearson_tail,
    tail_of_product,
)
from .._statistics import SquareSums, Tables
from ._pair_moments import moments_of_pairs


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


def exact_pvalues(tables: Tables, work: float) -> tuple[float, tuple[float, ...]]:
    """P-value of all modes together, and of each; equal sizes have one law.

    Raises
    ------
    TooMuchWork
        If the laws would need more than `work`.
    """
    left = Work(work)
    sizes = {_sorted_sizes(table): table.sizes for table in tables}
    known = {key: law_of_squares(*one, left) for key, one in sizes.items()}
    laws = [known[_sorted_sizes(table)] for table in tables]
    squares = [table.squares.joint for table in tables]
    of_modes = tuple(
        tail_of_product([law], observed, left)
        for law, observed in zip(laws, squares, strict=True)
    )
    return tail_of_product(laws, math.prod(squares), left), of_modes


def _sorted_sizes(table: Any) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of both sides, whatever the order of the clusters."""
    return tuple(tuple(sorted(side.tolist())) for side in table.sizes)


def gamma_pvalues(
    tables: Tables, least: float = sys.float_info.min
) -> tuple[float, tuple[float, ...]]:
    """P-value of all modes together, and of each, by three exact moments.

    None is below `least`, which is not 0, nor below the probability of a single
    permutation.
    """
    of_modes = (max(_gamma_pvalue([table]), least) for table in tables)
    return max(_gamma_pvalue(tables), least), tuple(of_modes)


def _gamma_pvalue(tables: Tables) -> float:
    """Tail of the gamma law with three moments of the product of sums of squares.

    The law of n11 lives on integers: the tail starts half a step below the observed.
    """
    n_cells = math.prod(table.n_samples for table in tables)
    moments = moments_of_product((table.sizes for table in tables), 3)
    products = affine_moments(moments, Fraction(2), Fraction(n_cells))
    observed = math.prod(table.squares.joint for table in tables)
    of_one = math.prod(max(map(_chance_of_one_labeling, t.sizes)) for t in tables)
    return max(pearson_tail(products, observed - 1), of_one)


def _chance_of_one_labeling(sizes: NDArray[np.int64]) -> float:
    """Probability of one labeling with given cluster sizes."""
    ways = math.fsum(math.lgamma(size + 1) for size in sizes.tolist())
    return math.exp(ways - math.lgamma(int(sizes.sum()) + 1))
