"""An index of counts of pairs as a function of one integer.

With the cluster sizes given, such an index depends only on the product of the sums of
squares of the modes' contingency tables. Hence its distribution by chance follows from
the distribution of one integer.
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
    """What indices that count pairs read of a contingency table, without the table.

    It takes the place of a table in their formulas.
    """

    squares: SquareSums
    is_equality: bool

    @classmethod
    def of(cls, n_samples: int, joint: int, true: int, pred: int) -> SquaresOnly:
        """Take the sums of squares of a table, and of its true and predicted margins.

        Equal clusterings are those for which all three are equal.
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
        """Compute the index where the sums of squares multiply to `product`.

        The sums are those of the squared counts of the modes' tables. Only the product
        matters, so the first mode gets all of it; the cluster sizes stay.
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
        """Return the exact mean and standard deviation by chance, if n11 gives them.

        If no permutation changes n11, they are the observed `statistic` and 0. If the
        index is not linear in n11, its mean takes more than the moments of n11: None.
        """
        # n11 is the number of pairs of cells that are together in both. An index that
        # is linear in it, value_at_zero + growth * n11 / largest_n11, has the same
        # relation between the means.
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
        largest_n11 = (largest_product - n_cells) // 2  # not 0: n11 has a variance
        value_at_zero = self(n_cells)  # the product is n_cells where n11 is 0
        growth = self(largest_product) - value_at_zero  # for n11 from 0 to the largest
        mean = value_at_zero + growth * float(moments.exact_mean / largest_n11)
        variance = float(moments.exact_variance / Fraction(largest_n11) ** 2)
        return mean, abs(growth) * math.sqrt(variance)
