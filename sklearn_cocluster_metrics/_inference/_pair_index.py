"""Compute an index of counts of pairs as a function of one integer.

If the cluster sizes are given, such an index depends only on one product: the sums of
the squared counts of the tables of all modes are multiplied. Therefore, the
distribution of the index by chance follows from the distribution of one integer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .._indices._contract import Contract
from .._statistics._contingency import SquareSums, Tables
from ._moments_by_chance import moments_of_pairs


class SquaresOnly(NamedTuple):
    """Hold all that an index of counts of pairs needs of a contingency table.

    It takes the place of a table in the formulas, so that no table is built.
    """

    squares: SquareSums
    is_equality: bool

    @classmethod
    def of(cls, n_samples: int, joint: int, true: int, pred: int) -> SquaresOnly:
        """Take the sums of squares of a table, and of its true and predicted margins.

        Two clusterings are equal if and only if all three sums are equal.
        """
        squares = SquareSums(n_samples, joint, true, pred)
        return cls(squares, is_equality=joint == true == pred)


@dataclass(frozen=True)
class PairIndex:
    """An index of counts of pairs, as a function of the product of sums of squares."""

    contract: Contract
    options: Mapping[str, Any]
    tables: Tables

    def __call__(self, product: int) -> float:
        """Compute the index for tables whose sums of squares multiply to `product`.

        There is one sum of squared counts for each mode. Only their product matters, so
        that the first mode gets all of it. The cluster sizes are those of the tables.
        """
        sums_of_modes = [table.squares for table in self.tables]
        have_same_sizes = all(sums.true == sums.pred for sums in sums_of_modes)
        product_at_equality = math.prod(sums.true for sums in sums_of_modes)
        is_equality = have_same_sizes and product == product_at_equality
        joint_sums = [product] + [1] * (len(sums_of_modes) - 1)
        modes = [
            SquaresOnly(sums._replace(joint=joint), is_equality)
            for sums, joint in zip(sums_of_modes, joint_sums, strict=True)
        ]
        return self.contract.compute(modes, **self.options)

    def mean_and_std(self, statistic: float) -> tuple[float, float] | None:
        """Return the exact mean and standard deviation by chance, if they are known.

        Let n11 be the number of pairs of cells that are together in both structures. If
        no permutation changes n11, the mean is the observed `statistic`, and the
        standard deviation is 0. If the index is not linear in n11, return None, because
        the moments of n11 do not determine its mean.
        """
        # Calling this object computes the index from a product of sums of squares,
        # which is n_cells + 2 n11. An index that is linear in n11 has the value
        # value_at_zero + growth * n11 / largest_n11. Its mean therefore has the same
        # relation to the mean of n11.
        moments = moments_of_pairs(self.tables, "product")
        if moments.exact_variance == 0:
            return statistic, 0.0
        if not self.contract.linear_in_pairs:
            return None
        n_cells = math.prod(table.n_samples for table in self.tables)
        largest_product = min(
            math.prod(table.squares.true for table in self.tables),
            math.prod(table.squares.pred for table in self.tables),
        )
        # The largest n11 is not 0, because n11 has a variance.
        largest_n11 = (largest_product - n_cells) // 2
        value_at_zero = self(n_cells)  # If n11 is 0, the product is n_cells.
        growth = self(largest_product) - value_at_zero
        mean = value_at_zero + growth * float(moments.exact_mean / largest_n11)
        variance = float(moments.exact_variance / Fraction(largest_n11) ** 2)
        return mean, abs(growth) * math.sqrt(variance)
