"""Mutual information, its moments and its scores, against all tables with the margins.

The oracles enumerate every table, weigh each by the number of permutations that give
it, an integer, and take logarithms to 80 digits. Tolerances say ``abs=0``:
``pytest.approx`` would add 1e-12, more than some of these scores and variances.
"""

import math
import tracemalloc
from decimal import Decimal, localcontext
from functools import cache
from itertools import combinations_with_replacement, permutations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from strategies import (
    cells_of,
    information,
    integer_partitions,
    table_of,
    tables_with_margins,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._laws._information_moments import (
    deviance,
    entropy,
    expected_mutual_information,
    information_beyond_chance,
    information_is_constant,
    variance_of_mutual_information,
)
from sklearn_cocluster_metrics.tables import ContingencyTable, score_from_tables

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

AVERAGES = {
    "min": min,
    "max": max,
    "arithmetic": lambda true, pred: (true + pred) / 2,
    "geometric": lambda true, pred: (true * pred).sqrt(),
}


@pytest.fixture(scope="module", autouse=True)
def eighty_digits():
    with localcontext(prec=80):
        yield


@cache
def x_log_x(x):
    """The product, which is computed once."""
    return x * Decimal(x).ln() if x else Decimal(0)


@cache
def law(true, pred):
    """Every table, its probability and its mutual information."""
    n = sum(true)
    constant = x_log_x(n) - sum(map(x_log_x, (*true, *pred)))
    tables, ways = zip(*tables_with_margins(true, pred), strict=True)
    found = [(constant + sum(map(x_log_x, sum(table, ())))) / n for table in tables]
    return tables, [Decimal(way) / sum(ways) for way in ways], found


def moments(true, pred):
    """Mean, variance and spread of the information of all permutations."""
    _, chances, found = law(true, pred)
    mean = sum(p * i for p, i in zip(chances, found, strict=True))
    variance = sum(p * (i - mean) ** 2 for p, i in zip(chances, found, strict=True))
    return mean, variance, max(found) - min(found)


def scores_by_enumeration(true, pred):
    """Yield every table with its SMI and its AMI by each average."""
    n = sum(true)
    mean, variance, _ = moments(true, pred)
    entropies = [(x_log_x(n) - sum(map(x_log_x, sizes))) / n for sizes in (true, pred)]
    for table, _, value in zip(*law(true, pred), strict=True):
        adjusted = {
            name: (value - mean) / (average(*entropies) - mean)
            for name, average in AVERAGES.items()
        }
        yield table, (value - mean) / variance.sqrt(), adjusted


@pytest.mark.parametrize("n", range(1, 8))
def test_moments_of_few_samples_are_those_of_all_permutations(n):
    for sizes in combinations_with_replacement(integer_partitions(n), 2):
        mean, variance, spread = map(float, moments(*sizes))
        found = expected_mutual_information(*sizes)
        assert found == pytest.approx(mean, rel=1e-13, abs=1e-15)
        found = variance_of_mutual_information(*sizes)
        assert found == pytest.approx(variance, rel=1e-12, abs=1e-28)
        assert information_is_constant(*sizes) == (spread < 1e-12)


MARGINS = [
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
]


@pytest.mark.parametrize("sizes", MARGINS)
def test_moments_are_those_of_all_tables_with_the_margins(sizes):
    # One sample apart and two sizes all but equal: the variance is 4e-12, not 2e-7.
    mean, variance, _ = map(float, moments(*sizes))
    found = expected_mutual_information(*sizes)
    assert found == pytest.approx(mean, rel=1e-14, abs=0)
    found = variance_of_mutual_information(*sizes)
    rel = 1e-12 if variance < 1e-10 else 2e-15
    assert found == pytest.approx(variance, rel=rel, abs=0)


@pytest.mark.parametrize("mean", [0.001, 0.5, 300.25, 4095.9, 4096.0, 1e5, 2.5e8])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.82, 0.9999, 1.0, 1.01, 1.2221, 1.3])
def test_deviances_lose_at_most_the_digits_of_the_difference(mean, share):
    count = round(mean * share)
    x, mu = Decimal(count), Decimal(mean)
    exact = float((x * (x / mu).ln() if x else 0) - x + mu)
    (found,) = deviance(np.array([float(count)]), np.array([mean]))
    lost = 2 * abs(count - mean) if mean < 4096 else 0.0
    assert abs(found - exact) <= 2**-52 * (8 * exact + lost)


def test_a_billion_samples_in_two_halves_follow_the_expansion_in_one_over_n():
    n = 10**9
    sizes = [n // 2, n // 2]
    # Cell count n/4 + y: MI n = 8 y^2 / n + (64/3) y^4 / n^3 + ..., with variance of y
    # n^2 / (16 (n - 1)): 2 n E[MI] = 1 + (3/2) / n + ..., 4 n^2 Var(MI) = 2 + 6 / n.
    mean = expected_mutual_information(sizes, sizes)
    assert 2 * n * mean == pytest.approx(1 + 1.5 / n, rel=1e-12, abs=0)
    variance = variance_of_mutual_information(sizes, sizes)
    assert 4 * n**2 * variance == pytest.approx(2 + 6 / n, rel=1e-11, abs=0)


@pytest.mark.parametrize("other", [(6,), (3, 2, 1), (4, 2), (1,) * 6])
def test_one_cluster_tells_nothing_and_singletons_tell_all(other):
    """Whatever the permutation."""
    for trivial, mean in (((6,), 0.0), ((1,) * 6, entropy(other))):
        for sizes in [(trivial, other), (other, trivial)]:
            assert expected_mutual_information(*sizes) == mean
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


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=30) | st.just([10**9, 1]))
def test_entropy_is_that_of_the_definition(sizes):
    shares = [Decimal(size) / sum(sizes) for size in sizes]
    expected = float(-sum(map(x_log_x, shares)))
    assert entropy(sizes) == pytest.approx(expected, rel=1e-15, abs=1e-16)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 1000, 10**9])
def test_entropy_of_singletons_and_of_one_cluster_is_right_to_the_last_bit(n):
    assert math.copysign(1.0, entropy([n])) == 1.0
    assert entropy([n]) == 0.0
    if n < 10**9:
        assert entropy([1] * n) == math.log(n)


def smi(table):
    return score_from_tables(table, "standardized_mutual_info")


def one_pair_and_singletons_of(n_samples, same_pair):
    """Table of two clusterings of one pair and singletons."""
    others = np.arange(n_samples - 1)
    if same_pair:
        rows, columns, counts = others, others, np.r_[2, np.ones(n_samples - 2, int)]
    else:  # samples 0 and 1 are the true pair, samples 2 and 3 the predicted one
        rows = np.r_[0, others]
        columns = np.r_[1, 2, 0, 0, np.arange(3, n_samples - 1)]
        counts = np.ones(n_samples, int)
    shape = (n_samples - 1, n_samples - 1)
    table = sparse.coo_array((counts, (rows, columns)), shape=shape).tocsr()
    return ContingencyTable(table, others, others)


# The information takes two values: the pairs are the same one with probability
# P = 2 / (n (n - 1)), and n MI is 2 log(2) higher then. Hence E[n MI] exceeds the lower
# value by 2 log(2) P, and the entropy, which is that of equal pairs, exceeds E by
# 2 log(2) (1 - P).
@pytest.mark.parametrize("n", [10, 10**3, 10**6])
def test_two_pairs_among_singletons_have_the_scores_of_two_values(n):
    table = one_pair_and_singletons_of(n, same_pair=False)
    n_pairs = n * (n - 1) // 2
    assert smi(table) == pytest.approx(-1 / math.sqrt(n_pairs - 1), rel=1e-14, abs=0)
    expected = pytest.approx(-1 / (n_pairs - 1), rel=1e-14, abs=0)
    assert score_from_tables(table, "coami") == expected
    equal = one_pair_and_singletons_of(n, same_pair=True)
    assert smi(equal) == pytest.approx(math.sqrt(n_pairs - 1), rel=1e-14, abs=0)


@pytest.mark.parametrize("m", [2, 10**3, 5 * 10**7, 10**12])
def test_one_sample_apart_from_two_nearly_equal_clusters_has_smi_of_two_values(m):
    # It falls into the cluster of m samples with probability m / (2 m + 1), and the
    # information is higher there.
    in_smaller, in_larger = [[1, 0], [m - 1, m + 1]], [[0, 1], [m, m]]
    for table, expected in (
        (in_smaller, math.sqrt((m + 1) / m)),
        (in_larger, -math.sqrt(m / (m + 1))),
    ):
        assert smi(table_of(table)) == pytest.approx(expected, rel=1e-14, abs=0)


FEW_APART = [
    ((1, 1, 10**8 - 1), (1, 10**8)),
    ((1, 1, 10**8 - 1), (5 * 10**7, 5 * 10**7 + 1)),
    ((1, 1, 1, 10**8), (10**8 // 2, 10**8 // 2, 3)),
    ((1, 10**8), (1, 5 * 10**7 - 1, 5 * 10**7 + 1)),
    ((1, 1, 2, 10**8), (30_000_000, 30_000_001, 40_000_003)),
    ((1, 1, 10**12), (1, 1, 1, 10**12 - 1)),
    ((2, 10**5), (1, 2, 49_999, 50_000)),
]


def two_by_two(table):
    """SMI and AMI (by the larger entropy) of a table with a small row, to 100 digits.

    All tables with its margins are enumerated.
    """
    (a, b), (c, d) = table
    row, column, n = a + b, a + c, a + b + c + d

    def information_of(x):
        cells = [[x, row - x], [column - x, n - row - column + x]]
        sizes = (row, n - row), (column, n - column)
        return sum(
            Decimal(count) / n * (Decimal(count) * n / (sizes[0][i] * sizes[1][j])).ln()
            for i, counts in enumerate(cells)
            for j, count in enumerate(counts)
            if count
        )

    with localcontext() as context:
        context.prec = 100
        possible = range(max(0, row + column - n), min(row, column) + 1)
        weights = [
            math.comb(column, x) * math.comb(n - column, row - x) for x in possible
        ]
        values = [information_of(x) for x in possible]
        total = Decimal(sum(weights))
        mean = sum(w * v for w, v in zip(weights, values, strict=True)) / total
        squares = [(v - mean) ** 2 for v in values]
        variance = sum(w * v for w, v in zip(weights, squares, strict=True)) / total
        excess = information_of(a) - mean
        entropies = [
            -sum(Decimal(size) / n * (Decimal(size) / n).ln() for size in sizes)
            for sizes in ((row, n - row), (column, n - column))
        ]
        return float(excess / variance.sqrt()), float(excess / (max(entropies) - mean))


LARGE = [10**exponent for exponent in (6, 9, 12, 15, 16, 17, 18)]
NEXT_TO_LARGE = {
    "[[1, 0], [1, n]]": lambda n: [[1, 0], [1, n]],
    "[[1, 0], [0, n]]": lambda n: [[1, 0], [0, n]],
    "[[2, 1], [1, n]]": lambda n: [[2, 1], [1, n]],
    "[[3, 1], [2, n]]": lambda n: [[3, 1], [2, n]],
    "[[2, 0], [0, n]]": lambda n: [[2, 0], [0, n]],
    "[[1, 1], [n // 2, n]]": lambda n: [[1, 1], [n // 2, n]],
}


@pytest.mark.parametrize("n", LARGE)
@pytest.mark.parametrize("name", NEXT_TO_LARGE)
def test_a_few_samples_next_to_quintillions_lose_no_digits(name, n):
    counts = NEXT_TO_LARGE[name](n)
    smi, ami = two_by_two(counts)
    table = ContingencyTable(counts, [0, 1], [0, 1])
    found = score_from_tables(table, "standardized_mutual_info")
    assert found == pytest.approx(smi, rel=1e-12, abs=0)
    assert score_from_tables(table, "coami") == pytest.approx(ami, rel=1e-12, abs=0)


@pytest.mark.parametrize("n", LARGE)
def test_one_sample_in_a_pair_has_the_smi_of_two_values(n):
    table = ContingencyTable([[1, 0], [1, n]], [0, 1], [0, 1])
    smi = score_from_tables(table, "standardized_mutual_info")
    assert smi == pytest.approx(math.sqrt(n / 2), rel=1e-13, abs=0)


@pytest.mark.parametrize(("true", "pred"), FEW_APART)
def test_few_samples_apart_from_large_clusters_lose_no_digits(true, pred):
    for counts, standardized, adjusted in scores_by_enumeration(true, pred):
        for table in map(table_of, (counts, tuple(zip(*counts, strict=True)))):
            assert smi(table) == pytest.approx(float(standardized), rel=1e-12, abs=0)
            found = score_from_tables(table, "coami")
            assert found == pytest.approx(float(adjusted["max"]), rel=1e-12, abs=0)


@pytest.mark.parametrize("n", range(1, 7))
def test_scores_are_those_of_all_tables_to_13_digits(n):
    """Where the exact score is 0, of chance, so is what is found, to 13 digits."""
    for sizes in combinations_with_replacement(integer_partitions(n), 2):
        if moments(*sizes)[2] < Decimal("1e-60"):
            assert smi(table_of(law(*sizes)[0][0])) == 0.0
            continue
        for counts, standardized, adjusted in scores_by_enumeration(*sizes):
            table = table_of(counts)
            expected = pytest.approx(float(standardized), rel=1e-13, abs=1e-14)
            assert smi(table) == expected
            for average, score in adjusted.items():
                found = score_from_tables(table, "coami", average_method=average)
                assert found == pytest.approx(float(score), rel=1e-13, abs=1e-14)


def test_nearly_equal_clusterings_lose_no_digits_of_ami():
    counts = ((499, 1), (0, 500))
    by_table = {t: s for t, _, s in scores_by_enumeration((500, 500), (499, 501))}
    for average, expected in by_table[counts].items():
        found = score_from_tables(table_of(counts), "coami", average_method=average)
        assert found == pytest.approx(float(expected), rel=1e-14, abs=0)


@pytest.mark.parametrize("n_clusters", [4, 7, 50, 300])
def test_ami_by_the_smaller_entropy_is_exactly_1_for_a_refinement(n_clusters):
    rng = np.random.default_rng(n_clusters)
    fine = rng.integers(n_clusters, size=400)
    coarse = fine // 2
    for true, pred in (fine, coarse), (coarse, fine):
        assert sccm.coami_score(true, pred, average_method="min") == 1.0


def test_excess_is_exactly_0_where_no_permutation_changes_the_information():
    table = table_of([[1, 0, 0], [3, 4, 4]])
    assert information_beyond_chance(*table.sizes, table.nonzero).excess == 0.0


@pytest.mark.parametrize("n", [10**3, 10**7, 10**15])
def test_variation_of_nearly_equal_clusterings_keeps_its_digits(n):
    """One sample is apart: of some 1e-14 nats, twelve digits and more are right."""
    joint, small, large = (
        sum(x_log_x(Decimal(x) / (2 * n + 1)) for x in sizes)
        for sizes in ((n, 1, n), (n,), (n + 1,))
    )
    table = table_of([[n, 1], [0, n]])
    found = score_from_tables(table, "variation_of_information")
    expected = float(2 * (small + large - joint))
    assert found == pytest.approx(expected, rel=1e-14, abs=0)


def standardized(values, value):
    """Deviation of a value from the mean of many, in standard deviations, or 0."""
    deviation = np.std(values)
    return (value - np.mean(values)) / deviation if deviation > 1e-9 else 0.0


COCLUSTERINGS = [
    (([0, 0, 1], [0, 1, 1]), ([0, 1, 1], [0, 1, 1])),
    (([0, 0, 1, 2], [0, 0, 1]), ([0, 0, 1, 1], [1, 0, 1])),
    (([0, 0, 0, 1], [0, 0, 1, 1]), ([0, 0, 1, 1], [0, 0, 0, 1])),
    (([0, 0, 0, 0], [0, 0, 1]), ([0, 0, 1, 1], [0, 1, 1])),
]


@pytest.mark.parametrize(("true", "pred"), COCLUSTERINGS)
def test_smi_and_mean_of_coclusterings_are_those_of_all_permuted_modes(true, pred):
    by_chance = [
        information(cells_of(true), cells_of(modes))
        for modes in product(*map(permutations, pred))
    ]
    found = sccm.expected_mutual_info(true, pred)
    assert found == pytest.approx(np.mean(by_chance), rel=1e-13)
    expected = standardized(by_chance, information(cells_of(true), cells_of(pred)))
    found = sccm.standardized_mutual_info_score(true, pred)
    assert found == pytest.approx(expected, rel=1e-10)


def test_fixed_numbers_of_clusters_add_over_the_modes():
    true, pred = ([0, 0, 1, 2], [0, 0, 1]), ([0, 0, 1, 1], [1, 0, 1])
    of_modes = [
        sccm.expected_mutual_info(*mode, null_model="fixed_n_clusters")
        for mode in zip(true, pred, strict=True)
    ]
    found = sccm.expected_mutual_info(true, pred, null_model="fixed_n_clusters")
    assert found == pytest.approx(sum(of_modes), rel=1e-15)


def test_free_cells_of_a_clustering_are_its_samples():
    true, pred = [0, 0, 1, 1, 2], [0, 1, 1, 1, 0]
    by_cells = sccm.expected_mutual_info(true, pred, null_model="cells")
    assert by_cells == sccm.expected_mutual_info(true, pred, null_model="product")


@pytest.mark.parametrize("value", ["permutation", None, ["product"], "cells"])
def test_a_null_model_without_a_mean_is_refused(value):
    labels = [0, 0, 1], [0, 1]
    message = r"`null_model` must be one of .* got|`null_model='cells'` is not possible"
    with pytest.raises(ValueError, match=message):
        sccm.expected_mutual_info(labels, labels, null_model=value)
