"""Numbers past 64 bits and past the range of floats: counts, quotients and roots.

Sixty modes of a thousand labels have some 10**360 pairs of cells: a quotient of such
counts may lie outside the range of floats although its root does not.
"""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MOST_BITS = 900  # a quotient of 2**900 or of its inverse is far from both ends

Counts = NDArray[Any]
"""Counts: int64 where no overflow is possible, else Python integers."""


def widened(counts: Counts, largest: int) -> Counts:
    """Return counts in a type in which numbers up to `largest` do not overflow."""
    return counts.astype(np.int64 if largest < 2**63 else object, copy=False)


def quotient(numerator: int, denominator: int) -> float:
    """Divide, rounding once; x/0 and values past all floats are infinite, signed."""
    try:
        return numerator / denominator
    except (OverflowError, ZeroDivisionError):
        is_negative = (numerator < 0) != (denominator < 0)
        return -math.inf if is_negative else math.inf


def root_of_quotient(numerator: int, denominator: int) -> float:
    """Return the square root of a quotient that is not negative.

    Where the quotient is far from 1, it is scaled by a power of 4 that brings it there.
    """
    bits = numerator.bit_length() - denominator.bit_length()
    if abs(bits) <= _MOST_BITS or numerator == 0:
        return math.sqrt(numerator / denominator)
    half = bits // 2
    numerator, denominator = (
        numerator << max(0, -2 * half),
        denominator << max(0, 2 * half),
    )
    root = math.sqrt(numerator / denominator)
    return math.ldexp(root, half) if half < 1023 else math.inf


def signed_root(numerator: Fraction, squared: Fraction) -> float:
    """Return ``numerator / sqrt(squared)``, rounded once."""
    ratio = numerator**2 / squared
    root = root_of_quotient(*ratio.as_integer_ratio())
    return -root if numerator < 0 else root


def ratio_of(numerator: int, denominator: int, *, undefined: float) -> float:
    """Divide; 0/0 is the value named, x/0 is infinite with the sign of x."""
    return quotient(numerator, denominator) if numerator or denominator else undefined


def root_of(numerator: int, denominator: int, *, undefined: float) -> float:
    """Return the root of a ratio that is not negative, defined as in `ratio_of`."""
    if denominator:
        return root_of_quotient(numerator, denominator)
    return math.inf if numerator else undefined
