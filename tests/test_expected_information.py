"""Moments of mutual information, against all tables with the margins.

Tolerances say ``abs=0``: ``pytest.approx`` would add 1e-12, more than some of these
variances.
"""

import math
import tracemalloc
from decimal import Decimal, localcontext
from itertools import combinations_with_replacement
from operator import mul

import numpy as np
import pytest
from hypothesis import given, strategies as st
from strategies import integer_partitions, tables_with_margins

from sklearn_cocluster_metrics._laws._information_moments import (
    deviance as _deviance,
    entropy,
    expected_mutual_information,
    information_is_constant,
    variance_of_mutual_information,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def moments_by_tables(true, pred):
    """Mean, variance and spread of the information of all permutations."""
    n = sum(true)
    tables, ways = zip(*tables_with_margins(true, pred), strict=True)
    with localcontext(prec=50):
        logarithm = [None, *(Decimal(k).ln() for k in range(1, n + 1))]
        information = [
            sum(
                x * (logarithm[n] + logarithm[x] - logarithm[a] - logarithm[b])
                for a, row in zip(true, table, strict=True)
                for b, x in zip(pred, row, strict=True)
                if x > 0
            )
            / n
            for table in tables
        ]
        law = [Decimal(way) / sum(ways) for way in ways]
        mean = sum(map(mul, law, information))
        variance = sum(
            p * (i - mean) ** 2 for p, i in zip(law, information, strict=True)
        )
        return float(mean), float(variance), max(information) - min(information)


@pytest.mark.parametrize("n", range(1, 8))
def test_moments_of_few_samples_are_those_of_all_permutations(n):
    for true, pred in combinations_with_replacement(integer_partitions(n), 2):
        mean, variance, spread = moments_by_tables(true, pred)
        found = expected_mutual_information(true, pred)
        assert found == pytest.approx(mean, rel=1e-13, abs=1e-15)
        found = variance_of_mutual_information(true, pred)
        assert found == pytest.approx(variance, rel=1e-12, abs=1e-28)
        assert information_is_constant(true, pred) == (spread < 1e-12)


@pytest.mark.parametrize(
    ("true", "pred"),
    [
        ((60, 60), (60, 60)),
        ((1, 999), (499, 501)),
        ((2, 998), (333, 667)),
        ((17, 983), (3, 997)),
        ((900, 100), (950, 50)),
        ((12, 9, 4), (14, 10, 1)),
        ((12, 12, 1), (8, 8, 9)),
        ((10, 10, 2, 2), (21, 3)),
        ((30, 200), (100, 70, 60)),
        ((65, 735), (66, 734)),  # 6e-15 is lost if each cell has its own degree
    ],
)
def test_moments_are_those_of_all_tables_with_the_margins(true, pred):
    # One sample apart and two sizes all but equal: the variance is 4e-12, not 2e-7.
    mean, variance, _ = moments_by_tables(true, pred)
    found = expected_mutual_information(true, pred)
    assert found == pytest.approx(mean, rel=1e-14, abs=0)
    found = variance_of_mutual_information(true, pred)
    rel = 1e-12 if variance < 1e-10 else 2e-15
    assert found == pytest.approx(variance, rel=rel, abs=0)


@pytest.mark.parametrize("mean", [0.001, 0.5, 300.25, 4095.9, 4096.0, 1e5, 2.5e8])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.82, 0.9999, 1.0, 1.01, 1.2221, 1.3])
def test_deviances_lose_at_most_the_digits_of_the_difference(mean, share):
    count = round(mean * share)
    with localcontext() as context:
        context.prec = 50
        x, mu = Decimal(count), Decimal(mean)
        exact = float((x * (x / mu).ln() if x else 0) - x + mu)
    (found,) = _deviance(np.array([float(count)]), np.array([mean]))
    lost = 2 * abs(count - mean) if mean < 4096 else 0.0
    assert abs(found - exact) <= 2**-52 * (8 * exact + lost)


def test_a_billion_samples_in_two_halves_follow_the_expansion_in_one_over_n():
    n = 10**9
    sizes = [n // 2, n // 2]
    # Cell count n/4 + y: MI n = 8 y^2 / n + (64/3) y^4 / n^3 + ..., with variance of y
    # n^2 / (16 (n - 1)): 2 n E[MI] = 1 + (3/2) / n + ..., 4 n^2 Var(MI) = 2 + 6 / n.
    assert 2 * n * expected_mutual_information(sizes, sizes) == pytest.approx(
        1 + 1.5 / n, rel=1e-12, abs=0
    )
    assert 4 * n**2 * variance_of_mutual_information(sizes, sizes) == pytest.approx(
        2 + 6 / n, rel=1e-11, abs=0
    )


@pytest.mark.parametrize("other", [(6,), (3, 2, 1), (1,) * 6])
def test_one_cluster_has_no_information_whatever_the_permutation(other):
    for sizes in [((6,), other), (other, (6,))]:
        assert expected_mutual_information(*sizes) == 0.0
        assert variance_of_mutual_information(*sizes) == 0.0


@pytest.mark.parametrize("other", [(6,), (3, 2, 1), (4, 2), (1,) * 6])
def test_singletons_have_all_the_information_whatever_the_permutation(other):
    for sizes in [((1,) * 6, other), (other, (1,) * 6)]:
        assert expected_mutual_information(*sizes) == entropy(other)
        assert variance_of_mutual_information(*sizes) == 0.0


@pytest.mark.parametrize("equal", [(4, 4), (2, 2, 2, 2), (5, 5, 5), (70,) * 11])
def test_one_sample_apart_from_the_rest_never_matters_to_clusters_of_one_size(equal):
    apart = (1, sum(equal) - 1)
    assert variance_of_mutual_information(apart, equal) == 0.0
    assert variance_of_mutual_information(equal, apart) == 0.0


def test_many_pairs_of_distinct_sizes_take_less_than_60_megabytes():
    """Their 360 000 windows of some 100 counts each would take 300 MB."""
    n = 6 * 10**6
    true = np.arange(9700, 10_300)
    pred = np.arange(7000, 13_000, 10)
    true[-1] += n - true.sum()
    pred[-1] += n - pred.sum()
    tracemalloc.start()
    try:
        mean = expected_mutual_information(true, pred)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 60 * 2**20
    assert 2 * n * mean == pytest.approx(599**2, rel=0.03, abs=0)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=30))
def test_entropy_is_that_of_the_definition(sizes):
    n = sum(sizes)
    expected = -math.fsum(size / n * math.log(size / n) for size in sizes)
    assert entropy(sizes) == pytest.approx(expected, rel=1e-13, abs=1e-16)


@pytest.mark.parametrize("n", [2, 3, 10, 1000])
def test_entropy_of_singletons_is_the_logarithm_to_the_last_bit(n):
    assert entropy([1] * n) == math.log(n)


@pytest.mark.parametrize("size", [1, 7, 10**9])
def test_entropy_of_one_cluster_is_positive_zero(size):
    assert entropy([size]) == 0.0
    assert math.copysign(1.0, entropy([size])) == 1.0


def test_entropy_of_one_sample_apart_in_a_billion_keeps_its_digits():
    n = 10**9
    with localcontext() as context:
        context.prec = 50
        small, large = Decimal(1) / n, Decimal(n - 1) / n
        expected = float(-small * small.ln() - large * large.ln())
    assert entropy([n - 1, 1]) == pytest.approx(expected, rel=1e-15, abs=0)
