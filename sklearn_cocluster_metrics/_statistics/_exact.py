"""Compute with exact counts, whose ratios and roots are rounded once.

Counts may be larger than 64 bits and than any float. For example, sixty modes of a
thousand labels have about 10**360 pairs of cells. A quotient of such counts may be
outside the range of floats although its root is not.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

_FEW_VALUES = 10_000  # Python adds up to so many values as fast as NumPy.
_SUMMED_AT_ONCE = 1 << 14  # So many values of an array are computed at a time.
_SAFE_BITS = 900  # 2**900 and its inverse are well within the range of floats.

Counts = NDArray[Any]
"""Counts as int64 if no overflow is possible, and otherwise as Python integers."""


def widened(counts: Counts, largest: int) -> Counts:
    """Return counts in a type in which numbers up to `largest` do not overflow."""
    dtype = np.int64 if largest < 2**63 else object
    return counts.astype(dtype, copy=False)


def sum_of_squares(counts: Counts, largest: int) -> int:
    """Sum the squares of counts exactly, where the sum is at most `largest`."""
    wide_counts = widened(counts, largest)
    return int(wide_counts.dot(wide_counts))


def rounded_sum(values: NDArray[np.float64]) -> float:
    """Return the sum of finite floats, rounded once, as `math.fsum` does.

    Because it is rounded once, the order of the values does not matter.
    """
    if len(values) <= _FEW_VALUES:
        return math.fsum(values.tolist())
    sums = []
    for block in blocks_in_cache(len(values)):
        sums += _exact_sums_of_parts(values[block])
    return math.fsum(sums)


def _exact_sums_of_parts(values: NDArray[np.float64]) -> list[float]:
    """Return a few floats that have the same exact sum as the values.

    NumPy sums multiples of a power of two exactly, if they are not too large. The
    leading parts of all values are such multiples. They are summed and subtracted until
    nothing is left (Rump, Ogita & Oishi 2008).
    """
    sums = []
    remainders = values.copy()
    largest = float(np.abs(remainders).max())
    while largest > 0:
        # This power of two is at least twice the sum of all absolute values.
        power = math.ldexp(2.0, math.frexp(largest)[1] + len(values).bit_length())
        leading_parts = remainders + power
        leading_parts -= power
        sums.append(float(leading_parts.sum()))
        remainders -= leading_parts
        largest = float(np.abs(remainders).max())
    return sums


def blocks_in_cache(length: int) -> Iterator[slice]:
    """Yield slices that cut a long array into blocks.

    A few arrays of the length of a block stay in the cache. It is faster to apply
    several operations to one block after another than to apply each operation to the
    whole array.
    """
    return (slice(k, k + _SUMMED_AT_ONCE) for k in range(0, length, _SUMMED_AT_ONCE))


def quotient(numerator: int, denominator: int) -> float:
    """Return a quotient, rounded once.

    If the denominator is 0, or the quotient is larger than any float, the result is
    infinite with the sign of the quotient. It is positive for 0/0.
    """
    try:
        return numerator / denominator
    except (OverflowError, ZeroDivisionError):
        is_negative = (numerator < 0) != (denominator < 0)
        return -math.inf if is_negative else math.inf


def root_of_quotient(numerator: int, denominator: int) -> float:
    """Return the square root of a quotient that is not negative.

    The denominator is not 0, and a root larger than any float is infinite. If the
    quotient is far from 1, it is first divided by a power of 4, which brings it
    near 1.
    """
    bits = numerator.bit_length() - denominator.bit_length()
    # The quotient is about 2**bits, which is 4**half, and its root is about 2**half.
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

    Both arguments may be fractions of any size. `squared_denominator` must be positive.
    """
    squared_ratio = numerator**2 / squared_denominator
    root = root_of_quotient(squared_ratio.numerator, squared_ratio.denominator)
    return -root if numerator < 0 else root


def ratio_of(numerator: int, denominator: int, *, undefined: float) -> float:
    """Return a ratio, rounded once.

    The result is `undefined` for 0/0, and infinite with the sign of x for x/0.
    """
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
    """Divide counts elementwise, with 0 where the denominator is 0."""
    numerators = np.asarray(numerators)
    denominators = np.asarray(denominators)
    shape = np.broadcast_shapes(numerators.shape, denominators.shape)
    # Counts that need more than 64 bits are Python integers, in arrays of objects.
    has_objects = object in (numerators.dtype, denominators.dtype)
    ratios = np.zeros(shape, dtype=object if has_objects else float)
    is_defined = np.asarray(denominators != 0, dtype=bool)
    np.divide(numerators, denominators, out=ratios, where=is_defined)
    return np.asarray(ratios, dtype=float)


def harmonic_mean(a: float, b: float) -> float:
    """Return the harmonic mean of two nonnegative numbers, which is 0 if one is 0."""
    return 2 * a * b / (a + b) if a + b > 0 else 0.0
