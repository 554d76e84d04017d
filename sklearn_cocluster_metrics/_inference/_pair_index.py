"""An index as a function of the pairs together in both, the cluster sizes given."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._indices._contract import Contract
from .._statistics import SquareSums, Tables
from ._pair_count_moments import moments_of_pairs


@dataclass(frozen=True)
class SquaresOnly:
    """What indices that count pairs read of a contingency table, without the table.

    Parameters
    ----------
    squares : SquareSums
        Sums of squares of the counts and of both sides' sizes.
    """

    squares: SquareSums

    @property
    def is_equality(self) -> bool:
        """Whether the two labelings make the same clusters."""
        return self.squares.joint == self.squares.true == self.squares.pred


@dataclass(frozen=True)
class PairIndex:
    """An index that is monotone in n11, at given cluster sizes.

    Parameters
    ----------
    contract : Contract
        The index; `monotone_in` is "squares".
    options : mapping
        Its options.
    tables : sequence of ContingencyTable
        The observed tables.
    null_model : {"product", "cells"}
        What is random.
    """

    contract: Contract
    options: Mapping[str, Any]
    tables: Tables
    null_model: str

    def __call__(self, product: int) -> float:
        """Compute the index where the sums of squares multiply to `product`.

        The formula reads nothing else of the tables but their sizes, so one mode may
        have the whole product.
        """
        factors = [product] + [1] * (len(self.tables) - 1)
        modes = [
            SquaresOnly(table.squares._replace(joint=joint))
            for table, joint in zip(self.tables, factors, strict=True)
        ]
        return self.contract.compute(modes, **self.options)

    def values(self, products: list[int]) -> NDArray[np.float64]:
        """Compute the index at many products, once at each."""
        known = {product: self(product) for product in set(products)}
        return np.array([known[product] for product in products])

    def mean_and_std(self, statistic: float) -> tuple[float | None, float | None]:
        """Exact mean and standard deviation by chance of an index linear in n11.

        None for another one: its mean takes more than the moments of n11.
        """
        moments = moments_of_pairs(self.tables, self.null_model)
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
