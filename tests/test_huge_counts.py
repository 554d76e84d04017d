"""Counts of pairs past the range of floats, against decimals of a thousand digits."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from sklearn_cocluster_metrics import (
    pair_count_moments,
    pair_counting_score,
    pair_counts,
)
from sklearn_cocluster_metrics._indices._pair_counting import PAIR_COUNTING
from sklearn_cocluster_metrics._statistics._contingency import (
    quotient,
    root_of_quotient,
)
from sklearn_cocluster_metrics.results import PairCountMoments
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

N_MODES = 60


def labels_of(n_clusters, seed):
    """Sixty modes of a thousand labels: 10**180 cells, 10**360 pairs of them."""
    generator = np.random.default_rng(seed)
    return tuple(generator.integers(0, n_clusters, 1000) for _ in range(N_MODES))


def some_alike(labels, seed):
    """The same labels, some of them exchanged for others."""
    generator = np.random.default_rng(seed)
    return tuple(np.where(generator.random(1000) < 0.1, 0, mode) for mode in labels)


ONE_CLUSTER = tuple(np.zeros(1000, dtype=int) for _ in range(N_MODES))
FEW, MANY = labels_of(3, 0), labels_of(300, 1)
PAIRS = {
    "few clusters, some alike": (FEW, some_alike(FEW, 2)),
    "many clusters, some alike": (MANY, some_alike(MANY, 3)),
    "few and many clusters": (FEW, MANY),
    "many clusters and one": (MANY, ONE_CLUSTER),
    "unrelated": (MANY, labels_of(300, 4)),
}


def in_decimals(index, counts):
    """Evaluate the indices with a root, as Table 1 prints them."""
    with localcontext(prec=1500, Emax=10**6, Emin=-(10**6)):
        a, b, c, d = map(Decimal, (counts.n11, counts.n10, counts.n01, counts.n00))
        margins = (a + b) * (a + c) * (d + b) * (d + c)
        match index:
            case "minkowski":
                return float(((b + c) / (a + b)).sqrt())
            case "fowlkes_mallows":
                return float(a / ((a + b) * (a + c)).sqrt())
            case "fager_mcgowan":
                first = a / ((a + b) * (a + c)).sqrt()
                return float(first - 1 / (2 * (a + b).sqrt()))
            case "correlation":
                return float((a * d - b * c) / margins.sqrt())
            case "sokal_sneath3":
                return float(a * d / margins.sqrt())


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
@pytest.mark.parametrize(
    "index", ["minkowski", "fowlkes_mallows", "fager_mcgowan", "sokal_sneath3"]
)
def test_indices_with_a_root_are_right_for_sixty_modes(index, pair):
    if index == "sokal_sneath3" and pair[1] is ONE_CLUSTER:
        pytest.skip("0/0")
    expected = in_decimals(index, pair_counts(*pair))
    score = pair_counting_score(*pair, metric=index)
    assert score == pytest.approx(expected, rel=1e-14, abs=0)


def test_a_correlation_below_the_root_of_the_least_float_keeps_its_digits():
    pair = PAIRS["few and many clusters"]
    expected = in_decimals("correlation", pair_counts(*pair))
    score = pair_counting_score(*pair, metric="correlation")
    assert score == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.fixture(scope="module")
def tables_of_pairs():
    """Tables of all pairs, and of the pairs exchanged."""
    pairs = PAIRS.values()
    return [contingency_table(*sides) for p in pairs for sides in (p, p[::-1])]


@pytest.mark.parametrize("index", PAIR_COUNTING)
def test_no_index_fails_for_sixty_modes(index, tables_of_pairs):
    for tables in tables_of_pairs:
        assert not math.isnan(score_from_tables(tables, index))


@pytest.mark.parametrize("null_model", ["product", "cells"])
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_moments_for_sixty_modes_are_the_exact_ones_rounded(pair, null_model):
    moments = pair_count_moments(*pair, null_model=null_model)
    for value, exact in (
        (moments.mean, moments.exact_mean),
        (moments.variance, moments.exact_variance),
    ):
        largest = Fraction(2) ** 1024 * (1 - Fraction(1, 2**54))  # rounds to infinity
        assert value == (math.inf if exact >= largest else float(exact))
    with localcontext(prec=1500, Emax=10**6, Emin=-(10**6)):
        excess = moments.n11 - moments.exact_mean
        variance = moments.exact_variance
        expected = 0.0
        if variance:
            squared = excess**2 / variance
            size = Decimal(squared.numerator) / Decimal(squared.denominator)
            expected = math.copysign(float(size.sqrt()), 1 if excess > 0 else -1)
    assert moments.zscore == pytest.approx(expected, rel=1e-14, abs=0)


def test_a_zscore_past_the_range_of_floats_is_infinite():
    standard = (Fraction(1), Fraction(0), Fraction(1))  # mean 0, variance 1
    assert PairCountMoments(10**400, standard).zscore == math.inf
    assert PairCountMoments(-(10**400), standard).zscore == -math.inf


@pytest.mark.parametrize(
    ("numerator", "denominator", "expected"),
    [
        (1, 3, 1 / 3),
        (10**400, 3, math.inf),
        (-(10**400), 3, -math.inf),
        (10**400, -3, -math.inf),
        (10**400, 10**399, 10.0),
        (1, 10**400, 0.0),
    ],
)
def test_quotients_are_rounded_once_or_infinite(numerator, denominator, expected):
    assert quotient(numerator, denominator) == expected


@pytest.mark.parametrize("exponent", [0, 1, 449, 450, 451, 600, 1023])
@pytest.mark.parametrize("sign", [1, -1])
def test_roots_of_powers_of_two_are_exact(exponent, sign):
    powers = (9 << 2 * exponent, 1)[::sign]
    expected = 3.0 * 2.0**exponent if exponent < 1023 else math.inf
    if sign < 0:
        expected = (1 / 3) * 2.0**-exponent
    assert root_of_quotient(*powers) == pytest.approx(expected, rel=1e-15, abs=0)
