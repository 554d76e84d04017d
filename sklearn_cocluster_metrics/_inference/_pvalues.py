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

_NOT_FELT, _WORK_OF_GRID = 1e8, 3e9
_MOST_SUMS = 10_000_000
_RELATIVE_TIE = 1e-12  # of the largest value: floats that differ by less are tied


class PValue(NamedTuple):
    """A p-value, and whether it is only known to be at most that."""

    value: float
    is_bound: bool


def combined(
    alternative: str,
    laws: Sequence[Law],
    observed: Sequence[int],
    of_modes: Sequence[PValue],
) -> PValue:
    """Combine the p-values of the modes, which are independent under the null model.

    `laws` count the values of each mode: all permutations, or the draws and the
    observed one, of which each has the same chance to be the observed one. Fisher's
    statistic has its exact law. If that is too long, minus twice the logarithm of the
    product has about the chi-square law with two degrees of freedom per mode; as
    p-values are discrete, this is too large, never too small. A mode that no
    permutation changes adds nothing to either.
    """
    if alternative == "all_modes":
        return max(of_modes)
    free = [one for one, law in zip(of_modes, laws, strict=True) if len(law) > 1]
    try:
        pvalue = fisher_tail(laws, observed, Work(_NOT_FELT))
    except TooMuchWork:
        logarithm = math.fsum(math.log(one.value) for one in free)
        pvalue = float(gammaincc(len(free), -logarithm))
    is_bound = any(one.is_bound for one in free)
    return PValue(max(pvalue, sys.float_info.min), is_bound)


def share(numbers: Sequence[Number]) -> PValue:
    """Share of the numbers at least as large as the last one; ties count.

    Integers are compared exactly. Floats are tied where they differ by no more than
    1e-12 of the largest finite one, so that rounding does not break ties.
    """
    least = numbers[-1] - _tolerance(numbers)
    n_as_good = sum(number >= least for number in numbers)
    return PValue(n_as_good / len(numbers), n_as_good == 1)


def ranks(numbers: Sequence[Number]) -> list[int]:
    """Count for each number how many are below it, by the ties of `share`."""
    values, tolerance = sorted(numbers), _tolerance(numbers)
    return [bisect_left(values, number - tolerance) for number in numbers]


def _tolerance(numbers: Sequence[Number]) -> Number:
    """Return the greatest difference of tied numbers: none of integers."""
    if isinstance(numbers[-1], int):
        return 0
    finite = (abs(number) for number in numbers if math.isfinite(number))
    return _RELATIVE_TIE * max(finite, default=0.0)


def share_of_grid(columns: Sequence[Sequence[Number]], number: str) -> PValue:
    """Share of all combinations of one number per mode that are as good.

    The numbers of the modes are multiplied; those of information are added.

    Raises
    ------
    TooMuchWork
        If there are too many combinations.
    """
    if number == "information":
        pvalue = _share_of_sums(columns)
    else:
        counts = [Counter(map(int, column)) for column in columns]
        least = math.prod(int(column[-1]) for column in columns)
        pvalue = tail_of_product(counts, least, Work(_WORK_OF_GRID))
    return PValue(pvalue, pvalue <= 1 / math.prod(map(len, columns)))


def _share_of_sums(columns: Sequence[Sequence[Number]]) -> float:
    """Share of the sums of one number per mode that reach the observed sum."""
    *others, last = (np.array(column, dtype=float) for column in columns)
    if math.prod(map(len, others)) > _MOST_SUMS:
        raise TooMuchWork
    sums = np.zeros(1)
    for column in others:
        sums = np.add.outer(sums, column).ravel()
    observed = math.fsum(column[-1] for column in columns)
    largest = math.fsum(max(map(abs, column)) for column in columns)
    least = observed - _RELATIVE_TIE * largest
    above = len(last) - np.searchsorted(np.sort(last), least - sums)
    return int(above.sum()) / (len(sums) * len(last))
