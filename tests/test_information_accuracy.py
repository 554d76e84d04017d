"""Digits of SMI and AMI where the mutual information hardly varies.

The oracles enumerate every table with the margins, weigh each by the number of
permutations that give it, an integer, and take logarithms to 80 digits. Tolerances say
``abs=0``: ``pytest.approx`` would add 1e-12, more than some of these scores.
"""

import math
from decimal import Decimal, localcontext
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from scipy import sparse
from strategies import integer_partitions, table_of, tables_with_margins

from sklearn_cocluster_metrics import coami_score
from sklearn_cocluster_metrics._laws._information_moments import (
    information_beyond_chance,
)
from sklearn_cocluster_metrics.tables import ContingencyTable, score_from_tables

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

AVERAGES = {
    "min": min,
    "max": max,
    "arithmetic": lambda true, pred: (true + pred) / 2,
    "geometric": lambda true, pred: (true * pred).sqrt(),
}


@cache
def x_log_x(count):
    """The product to 80 digits, which are computed once."""
    return count * Decimal(count).ln() if count else Decimal(0)


@cache
def law(true, pred):
    """Every table, its probability and its mutual information."""
    n = sum(true)
    constant = x_log_x(n) - sum(map(x_log_x, (*true, *pred)))
    counts, ways = zip(*tables_with_margins(true, pred), strict=True)
    information = [
        (constant + sum(x_log_x(x) for row in table for x in row)) / n
        for table in counts
    ]
    return counts, [Decimal(way) / sum(ways) for way in ways], information


def scores_by_enumeration(true, pred):
    """Yield every table with its SMI and its AMI by each average."""
    n = sum(true)
    counts, probabilities, information = law(true, pred)
    mean = sum(p * i for p, i in zip(probabilities, information, strict=True))
    variance = sum(
        p * (i - mean) ** 2 for p, i in zip(probabilities, information, strict=True)
    )
    entropies = [(x_log_x(n) - sum(map(x_log_x, sizes))) / n for sizes in (true, pred)]
    for table, value in zip(counts, information, strict=True):
        adjusted = {
            name: (value - mean) / (average(*entropies) - mean)
            for name, average in AVERAGES.items()
        }
        yield table, (value - mean) / variance.sqrt(), adjusted


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
    assert score_from_tables(table, "standardized_mutual_info") == pytest.approx(
        -1 / math.sqrt(n_pairs - 1), rel=1e-14, abs=0
    )
    assert score_from_tables(table, "coami") == pytest.approx(
        -1 / (n_pairs - 1), rel=1e-14, abs=0
    )
    equal = one_pair_and_singletons_of(n, same_pair=True)
    assert score_from_tables(equal, "standardized_mutual_info") == pytest.approx(
        math.sqrt(n_pairs - 1), rel=1e-14, abs=0
    )


@pytest.mark.parametrize("m", [2, 10**3, 5 * 10**7, 10**12])
def test_one_sample_apart_from_two_nearly_equal_clusters_has_smi_of_two_values(m):
    # It falls into the cluster of m samples with probability m / (2 m + 1), and the
    # information is higher there.
    apart_in_smaller = table_of([[1, 0], [m - 1, m + 1]])
    apart_in_larger = table_of([[0, 1], [m, m]])
    assert score_from_tables(
        apart_in_smaller, "standardized_mutual_info"
    ) == pytest.approx(math.sqrt((m + 1) / m), rel=1e-14, abs=0)
    assert score_from_tables(
        apart_in_larger, "standardized_mutual_info"
    ) == pytest.approx(-math.sqrt(m / (m + 1)), rel=1e-14, abs=0)


@pytest.mark.parametrize(
    ("true", "pred"),
    [
        ((1, 1, 10**8 - 1), (1, 10**8)),
        ((1, 1, 10**8 - 1), (5 * 10**7, 5 * 10**7 + 1)),
        ((1, 1, 1, 10**8), (10**8 // 2, 10**8 // 2, 3)),
        ((1, 10**8), (1, 5 * 10**7 - 1, 5 * 10**7 + 1)),
        ((1, 1, 2, 10**8), (30_000_000, 30_000_001, 40_000_003)),
        ((1, 1, 10**12), (1, 1, 1, 10**12 - 1)),
        ((2, 10**5), (1, 2, 49_999, 50_000)),
    ],
)
def test_few_samples_apart_from_large_clusters_lose_no_digits(true, pred):
    with localcontext(prec=80):
        for counts, standardized, adjusted in scores_by_enumeration(true, pred):
            for table in counts, tuple(zip(*counts, strict=True)):
                found = score_from_tables(table_of(table), "standardized_mutual_info")
                assert found == pytest.approx(float(standardized), rel=1e-12, abs=0)
                found = score_from_tables(table_of(table), "coami")
                assert found == pytest.approx(float(adjusted["max"]), rel=1e-12, abs=0)


@pytest.mark.parametrize("n", [4, 5])
def test_scores_are_those_of_all_tables_to_13_digits(n):
    """Where the exact score is 0, of chance, so is what is found, to 13 digits."""
    trivial = {(n,), (1,) * n}
    sizes = [part for part in integer_partitions(n) if part not in trivial]
    with localcontext(prec=80):
        for true, pred in combinations_with_replacement(sizes, 2):
            information = law(true, pred)[2]
            if max(information) - min(information) < Decimal("1e-60"):
                continue
            for counts, standardized, adjusted in scores_by_enumeration(true, pred):
                table = table_of(counts)
                found = score_from_tables(table, "standardized_mutual_info")
                assert found == pytest.approx(float(standardized), rel=1e-13, abs=1e-14)
                if table.is_equality:
                    continue
                for average, expected in adjusted.items():
                    found = score_from_tables(table, "coami", average_method=average)
                    assert found == pytest.approx(float(expected), rel=1e-13, abs=1e-14)


def test_nearly_equal_clusterings_lose_no_digits_of_ami():
    true, pred = (500, 500), (499, 501)
    with localcontext(prec=80):
        by_table = {table: s for table, _, s in scores_by_enumeration(true, pred)}
    counts = ((499, 1), (0, 500))
    for average, expected in by_table[counts].items():
        assert score_from_tables(
            table_of(counts), "coami", average_method=average
        ) == pytest.approx(float(expected), rel=1e-14, abs=0)


@pytest.mark.parametrize("n_clusters", [4, 7, 50, 300])
def test_ami_by_the_smaller_entropy_is_exactly_1_for_a_refinement(n_clusters):
    rng = np.random.default_rng(n_clusters)
    fine = rng.integers(n_clusters, size=400)
    coarse = fine // 2
    for true, pred in (fine, coarse), (coarse, fine):
        assert coami_score(true, pred, average_method="min") == 1.0


def test_excess_is_exactly_0_where_no_permutation_changes_the_information():
    table = table_of([[1, 0, 0], [3, 4, 4]])
    assert information_beyond_chance(*table.sizes, table.nonzero).excess == 0.0
