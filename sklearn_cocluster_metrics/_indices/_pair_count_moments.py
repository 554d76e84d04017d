"""How far the pairs together in both are from what chance alone would give."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .._statistics import ContingencyTable, pairs_of_cells
from ._pair_moments import cells_moments, product_moments

Tables = Sequence[ContingencyTable]


@dataclass(frozen=True)
class PairCountMoments:
    """Mean and variance, by chance, of the number of pairs together in both.

    Parameters
    ----------
    n11 : int
        Number of pairs together in both clusterings, as observed.
    exact_mean : fractions.Fraction
        Mean of n11 under the null model.
    exact_variance : fractions.Fraction
        Variance of n11 under the null model.

    Attributes
    ----------
    mean : float
        Mean of n11 under the null model, rounded once.
    variance : float
        Variance of n11 under the null model, rounded once.
    zscore : float
        How many standard deviations the observed n11 lies above the mean; 0 where the
        variance is 0.

    See Also
    --------
    pair_count_moments : Compute them.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from sklearn_cocluster_metrics import PairCountMoments
    >>> PairCountMoments(n11=4, exact_mean=Fraction(2), exact_variance=Fraction(1)).zscore
    2.0
    """

    n11: int
    exact_mean: Fraction
    exact_variance: Fraction

    @property
    def mean(self) -> float:
        """Mean of n11 under the null model, rounded once."""
        return float(self.exact_mean)

    @property
    def variance(self) -> float:
        """Variance of n11 under the null model, rounded once."""
        return float(self.exact_variance)

    @property
    def zscore(self) -> float:
        """Standard deviations from the mean to the observed n11."""
        excess = self.n11 - self.exact_mean
        if self.exact_variance == 0:  # every permutation has the same n11: 0/0, chance
            return 0.0
        size = math.sqrt(excess**2 / self.exact_variance)
        return -size if excess < 0 else size


def moments_of_pairs(tables: Tables, null_model: str) -> PairCountMoments:
    """Return n11 and its moments under a null model."""
    sizes = [(table.true_sizes, table.pred_sizes) for table in tables]
    mean, variance = MOMENTS[null_model](sizes)
    return PairCountMoments(pairs_of_cells(tables).n11, mean, variance)


# A clustering has one mode, on which all of them agree.
MOMENTS: dict[str, Callable[..., tuple[Fraction, Fraction]]] = {
    "permutation": product_moments,
    "cells": cells_moments,
    "product": product_moments,
}
