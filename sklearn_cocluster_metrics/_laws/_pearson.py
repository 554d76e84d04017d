"""Tail of a Pearson type III law, a shifted gamma law, by its first three moments."""

import math
from collections.abc import Sequence
from fractions import Fraction

from scipy.special import gammainc, gammaincc

from .._statistics import signed_root

_LEAST_SKEWNESS = 1e-5  # below, the shape is so large that its root loses all digits
_LEAST_SHAPE = 1e-12


def pearson_tail(moments: Sequence[Fraction], least: int) -> float:
    """Probability of at least so much, from the raw moments of the orders 0 to 3.

    The gamma law has the skewness ``2 / sqrt(shape)``; one of negative skewness is
    reflected. A constant has the tail 1 up to its value, else 0.
    """
    _, mean, second, third = moments[:4]
    variance = second - mean**2
    if variance == 0:
        return float(least <= mean)
    central = third - 3 * mean * second + 2 * mean**3
    distance = signed_root(least - mean, variance)
    skewness = signed_root(central, variance**3)
    size = max(abs(skewness), _LEAST_SKEWNESS)
    shape = max(4 / size**2, _LEAST_SHAPE)
    if skewness < 0:
        return float(gammainc(shape, max(shape - distance * math.sqrt(shape), 0.0)))
    return float(gammaincc(shape, max(shape + distance * math.sqrt(shape), 0.0)))
