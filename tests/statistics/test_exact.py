"""Roots of exact quotients, against integer square roots of many digits."""

import math
import sys
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from sklearn_cocluster_metrics._statistics._exact import root_of_quotient

DIGITS = 700  # bits of the root after the binary point


def root_by_integers(numerator, denominator):
    """The root as a fraction, by an integer square root."""
    root = math.isqrt((numerator << (2 * DIGITS)) // denominator)
    return Fraction(root, 1 << DIGITS)


@given(st.integers(1, 2**60), st.integers(1, 2**60), st.integers(-1000, 2100))
def test_a_root_is_that_of_integers(numerator, denominator, exponent):
    if exponent >= 0:
        numerator <<= exponent
    else:
        denominator <<= -exponent
    root = root_of_quotient(numerator, denominator)
    expected = root_by_integers(numerator, denominator)
    if expected > sys.float_info.max:
        assert root == math.inf
    else:
        assert abs(Fraction(root) - expected) <= expected * Fraction(1, 2**51)


@pytest.mark.parametrize("power", [2045, 2046, 2047])
def test_roots_next_to_the_largest_float_are_finite(power):
    root = root_of_quotient(1 << power, 1)
    assert root == pytest.approx(math.ldexp(math.sqrt(2 ** (power % 2)), power // 2))
    assert root < math.inf
    assert root_of_quotient((1 << 2048) - 1, 1) == math.inf
