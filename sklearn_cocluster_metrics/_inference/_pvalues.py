"""P-values of drawn and of exact values, of one mode and of several combined.

In each list of values, the observed one comes last: under the null hypothesis every
place in the list has the same chance to have it.
"""

from __future__ import annotations

import math
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import gammaincc

from .._laws._sum_of_squares_law import (
    Law,
    TooMuchWork,
    Work,
    fisher_tail,
    tail_of_product,
)

Number = int | float

_UNNOTICED_WORK = 1e8  # a fraction of a second
_WORK_OF_GRID = 3e9
_MOST_SUMS = 10_000_000  # that are held in memory
_RELATIVE_TOLERANCE = 1e-12  # of the largest value: floats that differ by less are tied


class PValue(NamedTuple):
    """A p-value, and whether it is only known to be at most that."""

    value: float
    is_bound: bool


def combine_modes(
    alternative: str,
    *,
    laws: Sequence[Law],
    observed: Sequence[int],
    pvalues_of_modes: Sequence[PValue],
) -> PValue:
    """Return one p-value for the modes, which are independent under the null model.

    For "all_modes" it is the largest one, for "any_mode" that of Fisher's statistic.

    `laws` count the values of each mode: all permutations, or the draws and the
    observed one, of which each has the same chance to be the observed one. Fisher's
    statistic has its exact law. If that is too long, minus twice the logarithm of the
    product has about the chi-square law with two degrees of freedom per mode; as
    p-values are discrete, this is too large, never too small. A mode that no
    permutation changes adds nothing to either.
    """
    if alternative == "all_modes":
        return max(pvalues_of_modes)
    pvalues_that_vary = [
        pvalue
        for pvalue, law in zip(pvalues_of_modes, laws, strict=True)
        if len(law) > 1
    ]
    try:
        value = fisher_tail(laws, observed, Work(_UNNOTICED_WORK))
    except TooMuchWork:
        logarithms = [math.log(pvalue.value) for pvalue in pvalues_that_vary]
        value = float(gammaincc(len(logarithms), -math.fsum(logarithms)))
    is_bound = any(pvalue.is_bound for pvalue in pvalues_that_vary)
    return PValue(max(value, sys.float_info.min), is_bound)


def share_as_large(values: Sequence[Number]) -> PValue:
    """Return the share of the values at least as large as the last one; ties count.

    Integers are compared exactly. Floats are tied where they differ by no more than
    1e-12 of the largest finite one, so that rounding does not break ties.
    """
    threshold = values[-1] - _tolerance(values)
    n_as_large = sum(value >= threshold for value in values)
    # If only the observed value is so large, more draws may give a smaller share.
    return PValue(n_as_large / len(values), is_bound=n_as_large == 1)


def ranks(values: Sequence[Number]) -> list[int]:
    """Count for each value how many are below it, by the ties of `share_as_large`."""
    sorted_values = sorted(values)
    tolerance = _tolerance(values)
    return [bisect_left(sorted_values, value - tolerance) for value in values]


def _tolerance(values: Sequence[Number]) -> Number:
    """Return the greatest difference of tied values: 0 for integers."""
    is_integral = isinstance(values[-1], int)  # all values are of one type
    if is_integral:
        return 0
    magnitudes = (abs(value) for value in values if math.isfinite(value))
    return _RELATIVE_TOLERANCE * max(magnitudes, default=0.0)


def share_of_grid(columns: Sequence[Sequence[Number]], mode_statistic: str) -> PValue:
    """Return the share of the combinations of one value per mode that are as large.

    `columns` has the values of each mode, which are multiplied over the modes; those of
    information are added. The combination of the last, observed values is compared.

    Raises
    ------
    TooMuchWork
        If there are too many combinations.
    """
    if mode_statistic == "information":
        pvalue = _share_of_sums(columns)
    else:
        laws = [Counter(map(int, column)) for column in columns]
        observed = math.prod(int(column[-1]) for column in columns)
        pvalue = tail_of_product(laws, observed, Work(_WORK_OF_GRID))
    n_combinations = math.prod(map(len, columns))
    return PValue(pvalue, is_bound=pvalue <= 1 / n_combinations)


def _share_of_sums(columns: Sequence[Sequence[Number]]) -> float:
    """Return the share of the sums of one value per mode that reach the observed sum.

    The sums of all modes but the last are written out. For each of them, a search in
    the sorted values of the last mode counts those that make the sum large enough.
    """
    arrays = [np.array(column, dtype=float) for column in columns]
    n_sums = math.prod(map(len, arrays[:-1]))
    if n_sums > _MOST_SUMS:
        raise TooMuchWork
    sums = np.zeros(1)
    for values in arrays[:-1]:
        sums = np.add.outer(sums, values).ravel()
    observed = math.fsum(column[-1] for column in columns)
    largest = math.fsum(max(map(abs, column)) for column in columns)
    threshold = observed - _RELATIVE_TOLERANCE * largest
    last_values = np.sort(arrays[-1])
    n_reaching = len(last_values) - np.searchsorted(last_values, threshold - sums)
    return int(n_reaching.sum()) / (n_sums * len(last_values))
