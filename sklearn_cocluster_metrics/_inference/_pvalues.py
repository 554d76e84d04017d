"""Compute p-values from drawn or exact values, of one mode or of several modes.

In each list of values, the observed value comes last. Under the null hypothesis, each
rank in the list is equally likely for the observed value.
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
_MOST_SUMS = 10_000_000  # More sums would take too much memory.
# Floats are tied if they differ by less, relative to the largest value.
_RELATIVE_TOLERANCE = 1e-12


class PValue(NamedTuple):
    """Hold a p-value, and whether this number is only an upper bound."""

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

    For "all_modes", it is the largest p-value of the modes. For "any_mode", it is the
    p-value of Fisher's statistic, which is the product of the p-values of the modes.

    A law of `laws` has, for each value of a mode, the number of permutations with this
    value, or the number of draws, among which the observed value counts. `observed` has
    the observed value of each mode. Values are integers, such as sums of squares or
    ranks, and larger values are better. The exact law of Fisher's statistic is computed
    from these laws. If this takes too long, minus twice the logarithm of the product
    has about the chi-square distribution with two degrees of freedom per mode. Because
    p-values are discrete, this approximation is too large, but never too small. A mode
    that no permutation changes does not contribute, and its law has a single value. If
    the p-value of a mode is only an upper bound, the result is an upper bound, too.
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
        # The upper tail of the chi-square distribution
        value = float(gammaincc(len(logarithms), -math.fsum(logarithms)))
    is_bound = any(pvalue.is_bound for pvalue in pvalues_that_vary)
    return PValue(max(value, sys.float_info.min), is_bound)


def share_as_large(values: Sequence[Number]) -> PValue:
    """Return the share of the values that are at least as large as the last value.

    Integers are compared exactly. Floats are tied if they differ by at most 1e-12 of
    the largest finite value, so that rounding does not break ties. Ties count as large.
    """
    threshold = values[-1] - _tolerance(values)
    n_as_large = sum(value >= threshold for value in values)
    # If no draw is as large as the observed value, more draws may give a smaller share.
    return PValue(n_as_large / len(values), is_bound=n_as_large == 1)


def ranks(values: Sequence[Number]) -> list[int]:
    """Count, for each value, how many values are below it.

    Ties are defined as in `share_as_large`.
    """
    sorted_values = sorted(values)
    tolerance = _tolerance(values)
    return [bisect_left(sorted_values, value - tolerance) for value in values]


def _tolerance(values: Sequence[Number]) -> Number:
    """Return the greatest difference of tied values, which is 0 for integers."""
    is_integral = isinstance(values[-1], int)  # All values have the same type.
    if is_integral:
        return 0
    magnitudes = (abs(value) for value in values if math.isfinite(value))
    return _RELATIVE_TOLERANCE * max(magnitudes, default=0.0)


def share_of_grid(columns: Sequence[Sequence[Number]], mode_statistic: str) -> PValue:
    """Return the share of combinations that are at least as large as observed.

    A combination has one value of each mode. `columns` has the values of each mode, and
    the observed value comes last. The values of a combination are added if they are
    information, and otherwise multiplied. The share is an upper bound if no other
    combination is as large, because more draws might then give a smaller share.

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
    """Return the share of the sums that are at least as large as the observed sum.

    A sum has one value of each mode. A column has the values of a mode, of which the
    last is observed. All sums over the modes but the last are computed. For each of
    these sums, a search in the sorted values of the last mode counts the values that
    make the sum large enough. If there are too many sums, raise `TooMuchWork`.
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
