"""Estimate and test mean differences of two candidates over replicates."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np
from scipy.stats import t as student

from .._displays._drawing import Floats
from .._structures._printing import Tabular
from ._summary import Summary

# Level of stars in tables, of intervals of differences, and of pairs of clusters
SIGNIFICANCE_LEVEL = 0.05
_MOST_SIGNED_DRAWS = 30  # up to this number, all 2**n choices of signs are counted
_MOST_DRAWS_IN_SUBSETS = 12  # up to this number, the means of all subsets are sorted
# Sums are equal if they differ by less than this fraction of the largest difference.
_ROUNDING = 1e-9

Key = TypeVar("Key")


@dataclass(frozen=True, eq=False, repr=False)
class MeanDifference(Tabular):
    """Difference of two candidates on a data set, from `Comparison.differences`.

    Parameters
    ----------
    metric : str
        Header of the index, which also says what is compared.
    difference : float
        Mean of the first candidate minus the second. If higher is better, a positive
        difference means that the first candidate is better.
    low, high : float
        Limits of its interval. They are infinite for fewer than six replicates, because
        no p-value of so few replicates is below 0.05.
    pvalue : float
        Two-sided p-value for no difference, corrected by Holm's method for `n_tests`.
        It is at least ``2 ** (1 - n_replicates)``.
    n_replicates : int
        Number of draws or parts.
    replicate : {"draw", "part"}
        Kind of the replicates: independent draws, or random parts of one data set.
    standardized_difference : float
        Mean divided by the standard deviation of the differences of replicates, which
        is Cohen's d for paired values. It is infinite if all differences are equal and
        not 0. Parts of one data set vary less than new data sets would, so it is larger
        for parts.
    n_tests : int, default=1
        Number of tests for which the p-value is corrected. The interval is not
        corrected.

    See Also
    --------
    Comparison.differences : It computes the differences.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import MeanDifference
    >>> MeanDifference("CARI", 0.25, 0.1, 0.4, 0.004, 10, "draw", 1.2)
    MeanDifference(CARI: difference=0.25, low=0.1, high=0.4, pvalue=0.004, ...)
    """

    metric: str
    difference: float
    low: float
    high: float
    pvalue: float
    n_replicates: int
    replicate: Literal["draw", "part"]
    standardized_difference: float
    n_tests: int = 1

    def __repr__(self) -> str:
        texts = [
            f"{self.metric}: difference={self.difference:.3g}",
            f"low={self.low:.3g}",
            f"high={self.high:.3g}",
            f"pvalue={self.pvalue:.3g}",
            f"standardized_difference={self.standardized_difference:.3g}",
            f"{self.n_replicates} {self.replicate}s",
        ]
        if self.n_tests > 1:
            texts[2] += " (of this difference alone)"
            texts[3] += f" (by Holm, for {self.n_tests} tests)"
        return f"{type(self).__name__}({', '.join(texts)})"

    @classmethod
    def of(
        cls, differences: Floats, *, metric: str, fraction: float | None, level: float
    ) -> MeanDifference:
        """Test the differences of draws, or of random parts of one data set.

        For parts, `fraction` is the fraction of the data set in each of them; for
        draws, it is None. `level` is the confidence level of the interval. For few
        draws, the p-value and the interval are exact if each difference is equally
        likely to have either sign. Otherwise, they are Student's.
        """
        n = len(differences)
        if fraction is not None:
            # Parts overlap, so the correlation of two parts is taken to be `fraction`.
            odds = fraction / (1 - fraction)
            estimate = estimate_mean([differences], level, correlation_odds=odds)
        else:
            estimate = estimate_mean([differences], level)
            if n <= _MOST_SIGNED_DRAWS:
                pvalue = _pvalue_of_signs(differences)
                estimate = replace(estimate, pvalue=pvalue)
            if n <= _MOST_DRAWS_IN_SUBSETS:
                low, high = _interval_of_signs(differences, level)
                estimate = replace(estimate, low=low, high=high)
        # This is the p-value if all signs are equal. No p-value may be smaller, even if
        # the differences do not vary, because so few signs can be equal by chance.
        smallest_pvalue = 2.0 ** (1 - n)
        # If the test can reject no mean, the interval contains all of them.
        if smallest_pvalue > 1 - level:
            estimate = replace(estimate, low=-math.inf, high=math.inf)
        return cls(
            metric=metric,
            difference=estimate.mean,
            low=estimate.low,
            high=estimate.high,
            pvalue=max(estimate.pvalue, smallest_pvalue),
            n_replicates=n,
            replicate="draw" if fraction is None else "part",
            standardized_difference=_standardized_mean(differences),
        )


@dataclass(frozen=True)
class MeanEstimate:
    """A mean, the limits of its interval, and the p-value for a true mean of 0."""

    mean: float
    low: float
    high: float
    pvalue: float


def estimate_mean(
    strata: Sequence[Floats], confidence_level: float, *, correlation_odds: float = 0.0
) -> MeanEstimate:
    """Estimate the mean of the means of strata, with Student's interval and p-value.

    A stratum is an array with the values of the replicates of one data set, at least
    two. The p-value is two-sided, for a true mean of 0. The variance of the mean of n
    replicates is taken to be (1 / n + `correlation_odds`) times their variance, where
    `correlation_odds` is r / (1 - r) for the correlation r of two replicates. It is
    above 0 if the replicates are random parts of the same data.
    """
    mean = float(np.mean([stratum.mean() for stratum in strata]))
    n = np.array([len(stratum) for stratum in strata])
    # Each stratum contributes its part to the variance of the mean.
    variances = np.array([stratum.var(ddof=1) for stratum in strata]) / len(strata) ** 2
    variances *= 1 / n + correlation_odds
    variance = float(variances.sum())
    if math.sqrt(variance) <= _ROUNDING * abs(mean):  # nothing varies
        return MeanEstimate(mean=mean, low=mean, high=mean, pvalue=float(mean == 0))
    # Satterthwaite's degrees of freedom allow for strata of different variance.
    degrees_of_freedom = 1 / float(np.sum((variances / variance) ** 2 / (n - 1)))
    quantile = float(student.isf((1 - confidence_level) / 2, degrees_of_freedom))
    half_width = quantile * math.sqrt(variance)
    upper_tail = float(student.sf(abs(mean) / math.sqrt(variance), degrees_of_freedom))
    return MeanEstimate(
        mean=mean,
        low=mean - half_width,
        high=mean + half_width,
        pvalue=2 * upper_tail,
    )


def _standardized_mean(differences: Floats) -> float:
    """Return Cohen's d of the differences of two candidates, one for each replicate.

    It is the mean divided by the standard deviation. If the differences do not vary,
    the result is infinite with the sign of the mean, or 0 if the mean is 0.
    """
    mean = float(differences.mean())
    deviation = float(differences.std(ddof=1))
    if mean == 0:
        return 0.0
    if deviation <= _ROUNDING * abs(mean):
        return math.copysign(math.inf, mean)
    return mean / deviation


def _pvalue_of_signs(differences: Floats) -> float:
    """Return the two-sided p-value of the mean among the means of all sign choices.

    If the signs of a subset are changed, the sum does not become smaller if and only if
    the sum of the subset is at most 0. Therefore it is enough to count subsets. A
    subset is a pair of a subset of the first half and a subset of the second half,
    which makes the count fast.
    """
    tolerance = _ROUNDING * float(np.abs(differences).max())
    first_half, second_half = np.array_split(differences, 2)
    first_sums = _subset_sums(first_half)
    second_sums = np.sort(_subset_sums(second_half))
    n_subsets = len(first_sums) * len(second_sums)
    # Count the subsets whose sum is at most 0, and those whose sum is at least 0.
    n_low = np.searchsorted(second_sums, tolerance - first_sums, side="right").sum()
    n_high = n_subsets - np.searchsorted(second_sums, -tolerance - first_sums).sum()
    return min(1.0, float(2 * min(n_low, n_high) / n_subsets))


def _interval_of_signs(
    differences: Floats, confidence_level: float
) -> tuple[float, float]:
    """Return the least and the greatest mean that the test by signs accepts [1]_.

    The limits are means of subsets, or infinite if no mean can be rejected.

    .. [1] J. A. Hartigan (1969). Using subsample values as typical values. Journal of
       the American Statistical Association 64, 1303-1317.
    """
    # Number of differences in each subset, with the empty subset first, as in the sums
    sizes = _subset_sums(np.ones(len(differences)))
    means = np.sort(_subset_sums(differences)[1:] / sizes[1:])  # of nonempty subsets
    # The means divide the line into as many parts as there are subsets, and the true
    # mean is equally likely to be in each of them [1]_. So many parts are left out at
    # each end. The tolerance allows for a product that is rounded down.
    n_outside = math.floor((1 - confidence_level) / 2 * len(sizes) + _ROUNDING)
    if n_outside == 0:
        return -math.inf, math.inf
    return float(means[n_outside - 1]), float(means[-n_outside])


def _subset_sums(numbers: Floats) -> Floats:
    """Return the sums of all subsets, starting with the empty subset."""
    sums = np.zeros(1)
    for number in numbers:
        sums = np.concatenate([sums, sums + number])
    return sums


def difference_of_draws(
    first: Summary, second: Summary, *, metric: str, fraction: float | None
) -> MeanDifference | None:
    """Test the mean of first minus second over the draws of a data set.

    `metric` is the header of the index. `fraction` is the fraction of the data in each
    random part, or None if draws are independent. Return None if a draw of one
    candidate is missing or has an infinite value, or if there is a single draw.
    """
    if first.unit != "draw" or second.unit != "draw":
        return None
    if first.values.keys() != second.values.keys():
        return None
    draws = list(first.values)
    first_values = np.array([first.values[draw] for draw in draws])
    second_values = np.array([second.values[draw] for draw in draws])
    if not (np.isfinite(first_values).all() and np.isfinite(second_values).all()):
        return None
    return MeanDifference.of(
        first_values - second_values,
        metric=metric,
        fraction=fraction,
        level=1 - SIGNIFICANCE_LEVEL,  # the confidence level, 0.95
    )


def pvalues_of_best(
    summaries_by_candidate: Mapping[str, Summary],
    *,
    metric: str,
    fraction: float | None,
    greater_is_better: bool,
) -> dict[str, float]:
    """Test whether the best candidate on a data set is better than every other.

    Return the p-value of the best candidate, and 1 for the others. The p-value is not
    corrected for the number of tests. Candidates with a failed draw, a single draw or
    no mean have no p-value, and the result is empty if fewer than two others remain. If
    a candidate cannot be compared with the best one draw by draw, the p-value of the
    best is 1. `metric` is the header of the index. `fraction` is the fraction of the
    data in each random part, or None if draws are independent.
    """
    sign = 1 if greater_is_better else -1
    scores = {
        candidate: sign * summary.mean
        for candidate, summary in summaries_by_candidate.items()
        if summary.mean is not None and summary.n_failed == 0 and summary.unit == "draw"
    }
    if len(scores) < 2:
        return {}
    # If scores are equal, the last name in the alphabet counts as the best, so that the
    # result does not depend on the order of the candidates.
    ordered = sorted(scores, key=lambda candidate: (scores[candidate], candidate))
    best = ordered[-1]
    one_sided_pvalues = []
    for candidate, summary in summaries_by_candidate.items():
        was_run = len(summary.values) > 0
        if candidate == best or not was_run or summary.n_failed > 0:
            continue
        difference = difference_of_draws(
            summaries_by_candidate[best], summary, metric=metric, fraction=fraction
        )
        if difference is None:  # they cannot be compared draw by draw
            one_sided_pvalues.append(1.0)
        else:
            # The best candidate has the better mean, so one side is half the p-value.
            one_sided_pvalues.append(difference.pvalue / 2)
    pvalues = dict.fromkeys(ordered, 1.0)
    pvalues[best] = max(one_sided_pvalues)
    return pvalues


def corrected_by_holm(
    differences: Mapping[Key, MeanDifference | None],
) -> dict[Key, MeanDifference]:
    """Return the known differences, with p-values corrected as one family of tests."""
    tested = {
        key: difference
        for key, difference in differences.items()
        if difference is not None
    }
    pvalues = holm([difference.pvalue for difference in tested.values()])
    return {
        key: replace(difference, pvalue=pvalue, n_tests=len(tested))
        for (key, difference), pvalue in zip(tested.items(), pvalues, strict=True)
    }


def holm(pvalues: Sequence[float]) -> list[float]:
    """Return the p-values in their order, corrected by Holm's method."""
    order = np.argsort(pvalues)
    factors = np.arange(len(pvalues), 0, -1)
    corrected = np.empty(len(pvalues))
    corrected[order] = np.maximum.accumulate(np.array(pvalues)[order] * factors)
    return [float(pvalue) for pvalue in np.minimum(corrected, 1)]
