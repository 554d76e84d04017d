"""Exact counts, and their ratios and roots, which are rounded once.

Counts go past 64 bits and past the range of floats: sixty modes of a thousand labels
have some 10**360 pairs of cells, and a quotient of such counts may lie outside the
range of floats although its root does not.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

_FEW_VALUES = 10_000  # that Python adds up as fast as NumPy
_SUMMED_AT_ONCE = 1 << 14  # values of an array that are computed at a time
_SAFE_BITS = 900  # a quotient of 2**900 or of its inverse is far from both ends

Counts = NDArray[Any]
"""Counts: int64 where no overflow is possible, else Python integers."""


def widened(counts: Counts, largest: int) -> Counts:
    """Return counts in a type in which numbers up to `largest` do not overflow."""
    dtype = np.int64 if largest < 2**63 else object
    return counts.astype(dtype, copy=False)


def sum_of_squares(counts: Counts, largest: int) -> int:
    """Sum the squares of counts, exactly; the sum is at most `largest`."""
    wide_counts = widened(counts, largest)
    return int(wide_counts @ wide_counts)


def rounded_sum(values: NDArray[np.float64]) -> float:
    """Return the sum of finite floats, rounded once, as `math.fsum` does.

    The order of the values does not matter then.
    """
    if len(values) <= _FEW_VALUES:
        return math.fsum(values.tolist())
    sums = []
    for block in blocks_in_cache(len(values)):
        sums += _exact_sums_of_parts(values[block])
    return math.fsum(sums)


def _exact_sums_of_parts(values: NDArray[np.float64]) -> list[float]:
    """Return a few floats whose exact sum is that of the values.

    NumPy sums exactly what is a multiple of one power of two: these leading parts of
    all values are summed and subtracted until nothing is left (Rump, Ogita & Oishi
    2008).
    """
    sums = []
    remainders = values.copy()
    largest = float(np.abs(remainders).max())
    while largest > 0:
        # A power of two of at least twice the sum of all absolute values
        power = math.ldexp(2.0, math.frexp(largest)[1] + len(values).bit_length())
        leading_parts = remainders + power
        leading_parts -= power
        sums.append(float(leading_parts.sum()))
        remainders -= leading_parts
        largest = float(np.abs(remainders).max())
    return sums


def blocks_in_cache(length: int) -> Iterator[slice]:
    """Yield slices of an array; a few arrays as long as one stay in the cache.

    Several operations on one block after the other are several times faster than each
    of them on the whole array.
    """
    return (slice(k, k + _SUMMED_AT_ONCE) for k in range(0, length, _SUMMED_AT_ONCE))


def quotient(numerator: int, denominator: int) -> float:
    """Return a quotient, rounded once.

    It is infinite, with the sign of the quotient, where the denominator is 0 or the
    value is past all floats.
    """
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
    # The quotient is about 2**bits, that is 4**half, and its root 2**half.
    half = bits // 2
    if abs(bits) <= _SAFE_BITS or numerator == 0:
        return math.sqrt(numerator / denominator)
    if half >= 0:
        denominator <<= 2 * half
    else:
        numerator <<= -2 * half
    scaled_root = math.sqrt(numerator / denominator)
    try:
        return math.ldexp(scaled_root, half)
    except OverflowError:
        return math.inf


def signed_root(numerator: Fraction, squared_denominator: Fraction) -> float:
    """Return ``numerator / sqrt(squared_denominator)``, with the numerator's sign.

    Both are fractions of any size; the second one is positive.
    """
    squared_ratio = numerator**2 / squared_denominator
    root = root_of_quotient(squared_ratio.numerator, squared_ratio.denominator)
    return -root if numerator < 0 else root


def ratio_of(numerator: int, denominator: int, *, undefined: float) -> float:
    """Return a ratio; for 0/0 `undefined`, for x/0 an infinity with the sign of x."""
    if numerator == 0 and denominator == 0:
        return undefined
    return quotient(numerator, denominator)


def root_of_ratio(numerator: int, denominator: int, *, undefined: float) -> float:
    """Return the root of a ratio that is not negative, defined as in `ratio_of`."""
    if denominator:
        return root_of_quotient(numerator, denominator)
    return math.inf if numerator else undefined


def ratio_or_zero(
    numerators: ArrayLike, denominators: ArrayLike
) -> NDArray[np.float64]:
    """Divide counts elementwise; the ratio is 0 where the denominator is 0."""
    numerators = np.asarray(numerators)
    denominators = np.asarray(denominators)
    shape = np.broadcast_shapes(numerators.shape, denominators.shape)
    # Counts past 64 bits are Python integers, in arrays of objects.
    has_objects = object in (numerators.dtype, denominators.dtype)
    ratios = np.zeros(shape, dtype=object if has_objects else float)
    is_defined = np.asarray(denominators != 0, dtype=bool)
    np.divide(numerators, denominators, out=ratios, where=is_defined)
    return np.asarray(ratios, dtype=float)


def harmonic_mean(a: float, b: float) -> float:
    """Return the harmonic mean of two numbers that are not negative, 0 if one is 0."""
    return 2 * a * b / (a + b) if a + b > 0 else 0.0
