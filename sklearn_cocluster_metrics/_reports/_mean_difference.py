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

_MOST_SIGNS = 30  # draws of which all 2**n choices of signs are counted
_MOST_SUBSETS = 12  # draws of which the means of all subsets are sorted
_ROUNDING = 1e-9  # of the largest difference; sums that differ by less are equal


@dataclass(frozen=True, repr=False)
class MeanDifference(Tabular):
    """Difference of two candidates on a data set, from `Comparison.differences`.

    Parameters
    ----------
    difference : float
        Mean of the first candidate minus the second.
    low, high : float
        Ends of its interval, infinite with too few replicates.
    pvalue : float
        Two-sided p-value for no difference.
    n_replicates : int
        Number of draws or parts.
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
        # Parts overlap: two of them share this fraction of their differences.
        shared = 0.0 if fraction is None else fraction / (1 - fraction)
        mean, low, high, pvalue = over_strata([differences], level, shared)
        if fraction is None and n <= _MOST_SIGNS:
            pvalue = _pvalue_of_signs(differences)
        if fraction is None and n <= _MOST_SUBSETS:
            low, high = _interval_of_signs(differences, level)
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
    freedom = 1 / float(np.sum((within / variance) ** 2 / (n - 1)))  # of Satterthwaite
    half = float(student.isf((1 - level) / 2, freedom)) * math.sqrt(variance)
    pvalue = 2 * float(student.sf(abs(mean) / math.sqrt(variance), freedom))
    return mean, mean - half, mean + half, pvalue


def _pvalue_of_signs(differences: NDArray[np.float64]) -> float:
    """Return the p-value of the mean among those of all choices of signs.

    Changing some signs makes the sum no smaller if and only if the sum of these is at
    most 0. So subsets are counted, as pairs of one of either half.
    """
    zero = _ROUNDING * float(np.abs(differences).max())
    one, other = map(_sums, np.array_split(differences, 2))
    other.sort()
    n_low = np.searchsorted(other, zero - one, side="right").sum()
    n_high = len(one) * len(other) - np.searchsorted(other, -zero - one).sum()
    return min(1.0, float(2 * min(n_low, n_high) / (len(one) * len(other))))


def _interval_of_signs(
    differences: NDArray[np.float64], level: float
) -> tuple[float, float]:
    """Return which means this test does not reject: ends are means of subsets [1]_.

    .. [1] J. A. Hartigan (1969). Using subsample values as typical values. Journal of
       the American Statistical Association 64, 1303-1317.
    """
    sizes = _sums(np.ones(len(differences)))
    means = np.sort(_sums(differences)[1:] / sizes[1:])
    left_out = math.floor((1 - level) / 2 * len(sizes) + _ROUNDING)
    if left_out == 0:
        return -math.inf, math.inf
    return float(means[left_out - 1]), float(means[-left_out])


def _sums(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of all subsets, the empty one first."""
    sums = np.zeros(1)
    for one in differences:
        sums = np.concatenate([sums, sums + one])
    return sums


def holm(pvalues: Sequence[float]) -> list[float]:
    """Correct p-values for their number, by Holm's method."""
    order = np.argsort(pvalues)
    factors = np.arange(len(pvalues), 0, -1)
    corrected = np.empty(len(pvalues))
    corrected[order] = np.maximum.accumulate(np.array(pvalues)[order] * factors)
    return [float(pvalue) for pvalue in np.minimum(corrected, 1)]
