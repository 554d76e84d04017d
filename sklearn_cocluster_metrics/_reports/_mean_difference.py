"""The mean difference of two candidates over replicates, and how certain it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from .._structures._printing import Tabular

MOST_SIGNS = 12  # replicates of which all 2**n choices of signs are made
_ROUNDING = 1e-9  # of the largest difference; sums that differ by less are equal


@dataclass(frozen=True, repr=False)
class MeanDifference(Tabular):
    """Difference of two candidates on a data set, from `Comparison.differences`.

    Parameters
    ----------
    difference : float
        Mean over the replicates: the first candidate minus the second.
    low, high : float
        Ends of its interval, infinite where there are too few replicates.
    pvalue : float
        Two-sided p-value for no difference.
    n_replicates : int
        Number of draws, or of random parts.
    replicate : {"draw", "part"}
        What a replicate is.

    See Also
    --------
    Comparison.differences : Computes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import MeanDifference
    >>> MeanDifference(0.25, 0.1, 0.4, 0.004, 10, "draw").difference
    0.25
    """

    difference: float
    low: float
    high: float
    pvalue: float
    n_replicates: int
    replicate: Literal["draw", "part"]

    @classmethod
    def of(
        cls, differences: NDArray[np.float64], fraction: float | None, level: float
    ) -> MeanDifference:
        """Test draws; or parts of one data set, of this fraction of it."""
        n = len(differences)
        if fraction is None and n <= MOST_SIGNS:
            found = _all_signs(differences, level)
        else:
            # Parts overlap: two of them share this fraction of their differences.
            shared = 0.0 if fraction is None else fraction / (1 - fraction)
            found = over_strata([differences], level, shared)
        mean, low, high, pvalue = found
        least = 2.0 ** (1 - n)  # that of equal signs, also where nothing varies
        replicate: Literal["draw", "part"] = "draw" if fraction is None else "part"
        return cls(mean, low, high, max(pvalue, least), n, replicate)


def over_strata(
    strata: Sequence[NDArray[np.float64]], level: float, shared: float = 0.0
) -> tuple[float, float, float, float]:
    """Return the mean of the means of strata, Student's interval and its p-value.

    `shared` is the correlation of replicates divided by one minus itself.
    """
    mean = float(np.mean([of_one.mean() for of_one in strata]))
    n = np.array([len(of_one) for of_one in strata])
    within = np.array([of_one.var(ddof=1) for of_one in strata]) / len(strata) ** 2
    within *= 1 / n + shared
    variance = float(within.sum())
    if math.sqrt(variance) <= _ROUNDING * abs(mean):
        return mean, mean, mean, float(mean == 0)
    freedom = variance**2 / float(np.sum(within**2 / (n - 1)))  # of Satterthwaite
    half = float(student.isf((1 - level) / 2, freedom)) * math.sqrt(variance)
    pvalue = 2 * float(student.sf(abs(mean) / math.sqrt(variance), freedom))
    return mean, mean - half, mean + half, pvalue


def _all_signs(
    differences: NDArray[np.float64], level: float
) -> tuple[float, float, float, float]:
    """Return the mean, its exact interval and p-value where signs are random.

    Changing the signs of some differences makes the sum no smaller if and only if the
    sum of these is at most 0. So the sums of all subsets give the p-value, and their
    means, in order, the ends of the interval [1]_.

    .. [1] J. A. Hartigan (1969). Using subsample values as typical values. Journal of
       the American Statistical Association 64, 1303-1317.
    """
    sums, sizes = np.zeros(1), np.zeros(1)
    for one in differences:
        sums = np.concatenate([sums, sums + one])
        sizes = np.concatenate([sizes, sizes + 1])
    zero = _ROUNDING * float(np.abs(differences).max())
    tail = min(float(np.mean(sums <= zero)), float(np.mean(sums >= -zero)))
    means = np.sort(sums[1:] / sizes[1:])
    left_out = math.floor((1 - level) / 2 * len(sums) + _ROUNDING)
    low = float(means[left_out - 1]) if left_out else -math.inf
    high = float(means[-left_out]) if left_out else math.inf
    return float(differences.mean()), low, high, min(1.0, 2 * tail)


def holm(pvalues: Sequence[float]) -> list[float]:
    """Correct p-values for their number, by Holm's method."""
    order = np.argsort(pvalues)
    factors = np.arange(len(pvalues), 0, -1)
    corrected = np.empty(len(pvalues))
    corrected[order] = np.maximum.accumulate(np.array(pvalues)[order] * factors)
    return [float(pvalue) for pvalue in np.minimum(corrected, 1)]
