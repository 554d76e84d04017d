"""Pairs of samples or cells, and the 27 indices of Table 1, against slow definitions.

The oracle divides decimals of 1500 digits, where 0/0 is NaN and x/0 is infinite, as
IEEE says. Tolerances say ``abs=0``: ``pytest.approx`` would add 1e-12.
"""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

import numpy as np
import pytest
from contracts import CONTRACTS, PAIR_COUNTING_NAMES
from hypothesis import given
from pair_counting_definitions import (
    PRINTED,
    by_definition,
)
from strategies import (
    about,
    as_lists,
    cells_of,
    cocluster_pairs,
    coclusterings,
    enumerate_pairs,
    integer_partitions,
    labels_of,
    set_partitions,
    table_of,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._indices._pair_counting import formula_value
from sklearn_cocluster_metrics._statistics._exact import quotient, root_of_quotient
from sklearn_cocluster_metrics._statistics._pairs import pairs_of_cells
from sklearn_cocluster_metrics.results import PairCountMoments, PairCounts
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables


def as_tuple(counts):
    """The four counts, in order."""
    return counts.n11, counts.n10, counts.n01, counts.n00


@pytest.mark.parametrize(
    "shape", [(3,), (5,), (1, 1), (1, 3), (2, 2), (3, 2), (3, 3), (2, 2, 2)]
)
def test_pairs_are_counted_for_all_pairs_of_structures(shape):
    for sides in product(coclusterings(shape), repeat=2):
        pair = [as_lists(side) if len(shape) > 1 else list(side[0]) for side in sides]
        counts = sccm.pair_counts(*pair)
        assert as_tuple(counts) == enumerate_pairs(*map(cells_of, sides))
        assert {*map(type, as_tuple(counts))} == {int}
        assert counts.n_pairs == comb(prod(shape), 2)


@cache
def tables_by_counts():
    """Every four counts that two partitions of up to 6 samples have, and a table."""
    found = {}
    for n in range(1, 7):
        for sizes, pred in product(integer_partitions(n), set_partitions(n)):
            pair = labels_of(sizes), list(pred)
            found[enumerate_pairs(*pair)] = contingency_table(*pair)
    return found


@pytest.mark.parametrize("index", PAIR_COUNTING_NAMES)
def test_scores_of_tables_are_table_1_for_all_partitions_of_six(index):
    for counts, table in tables_by_counts().items():
        expected = pytest.approx(by_definition(index, counts), rel=1e-14, abs=0)
        assert score_from_tables(table, index) == expected, counts


@given(cocluster_pairs(max_items=4) | cocluster_pairs(n_modes=3, max_items=3))
@about(60)
def test_scores_of_coclusterings_are_table_1_of_enumerated_cells(pair):
    true, pred = pair
    counts = enumerate_pairs(cells_of(true), cells_of(pred))
    for index in PAIR_COUNTING_NAMES:
        expected = pytest.approx(by_definition(index, counts), rel=1e-14, abs=0)
        assert sccm.pair_counting_score(true, pred, metric=index) == expected


def test_the_indices_are_listed_in_the_order_of_table_1():
    assert list(PRINTED) == PAIR_COUNTING_NAMES
    assert len(PAIR_COUNTING_NAMES) == 27


def counts_with_margins(both, true, pred, n_pairs):
    return PairCounts(both, true - both, pred - both, n_pairs - true - pred + both)


@pytest.mark.parametrize("index", PAIR_COUNTING_NAMES)
def test_a_chance_level_is_declared_where_independence_has_one_value(index):
    """Gösgens et al., D.2: the value at N11 = mA mB / N, whatever the margins."""
    values = [
        formula_value(
            counts_with_margins(step * i * j // 6, step * i, step * j, 6 * step), index
        )
        for step in (6, 12)
        for i, j in product(range(1, 6), repeat=2)
    ]
    level = CONTRACTS[index].chance_level
    if level is None:
        assert np.ptp(values) > 0.01
    else:
        assert values == pytest.approx([level] * len(values), rel=1e-15, abs=0)


def exact_pairs(tables):
    """Pairs of cells from the Kronecker product of the tables, in Python integers."""

    def pairs_in(*sizes):
        return sum(comb(prod(of_modes), 2) for of_modes in product(*sizes))

    both = pairs_in(*(np.ravel(table).tolist() for table in tables))
    true = pairs_in(*(np.sum(table, axis=1).tolist() for table in tables))
    pred = pairs_in(*(np.sum(table, axis=0).tolist() for table in tables))
    n_pairs = pairs_in(*([np.sum(table).item()] for table in tables))
    return as_tuple(counts_with_margins(both, true, pred, n_pairs))


MILLION = 10**6
UNEVEN = [[4_999_999, 1], [1_234_567, 3_765_433]]
LARGE = {
    "400 x 400": [[[180, 20], [20, 180]]] * 2,
    "10^5 x 10^5": [[[45_000, 5_000], [5_000, 45_000]]] * 2,
    "10^7 x 10^7": [UNEVEN, [[1, 2, 3], [9_999_994, 0, 0]]],
    "alike": [
        [[4 * MILLION, MILLION], [2 * MILLION, 3 * MILLION]],
        [[MILLION, 2 * MILLION, 1], [3 * MILLION - 1, MILLION, 3 * MILLION]],
    ],
    "one row apart": [
        [[5 * MILLION, 1], [0, 5 * MILLION - 1]],
        [[9 * MILLION, 0], [0, MILLION]],
    ],
    "nearly one block": [[[10 * MILLION - 1, 1]], [[1, 0], [0, 10 * MILLION - 1]]],
    "nearly independent": [
        [[2_500_000, 2_500_001], [2_500_000, 2_499_999]],
        [[5 * MILLION], [5 * MILLION]],
    ],
    "singular": [[[9_999_999, 0], [0, 1]], [[1], [9_999_999]]],
    "10^12 samples": [[[10**12, 1], [7, 10**11]]],
    "10^9 x 10^9 x 10^9": [[[10**9 - 5, 2], [3, 0]]] * 3,
}


@pytest.mark.parametrize("case", LARGE)
def test_large_tables_are_counted_exactly_and_scored_to_fourteen_digits(case):
    counts, tables = exact_pairs(LARGE[case]), list(map(table_of, LARGE[case]))
    assert as_tuple(pairs_of_cells(tables)) == counts
    for index in PAIR_COUNTING_NAMES:
        value = score_from_tables(tables, index)
        assert math.isfinite(value)
        expected = by_definition(index, counts)
        assert value == pytest.approx(expected, rel=1e-14, abs=0), index
    expected = by_definition("adjusted_rand", counts)
    assert abs(score_from_tables(tables, "cari") - expected) <= 2 * math.ulp(expected)


def test_labels_of_ten_million_rows_and_columns_are_counted_exactly():
    numbers = np.repeat(np.arange(4), np.ravel(UNEVEN))
    true, pred = (side.astype(np.int8) for side in np.divmod(numbers, 2))
    found = sccm.pair_counts((true, pred), (pred, true))
    assert as_tuple(found) == exact_pairs([UNEVEN, np.transpose(UNEVEN)])


# Sixty modes: counts past the range of floats


def drawn_labels(n_clusters, seed):
    """Sixty modes of a thousand labels: 10**180 cells, 10**360 pairs of them."""
    generator = np.random.default_rng(seed)
    return tuple(generator.integers(0, n_clusters, 1000) for _ in range(60))


def some_alike(labels, seed):
    """The same labels, some of them exchanged for others."""
    generator = np.random.default_rng(seed)
    return tuple(np.where(generator.random(1000) < 0.1, 0, mode) for mode in labels)


ONE_CLUSTER = tuple(np.zeros(1000, dtype=int) for _ in range(60))
FEW, MANY = drawn_labels(3, 0), drawn_labels(300, 1)
PAIRS = {
    "few clusters, some alike": (FEW, some_alike(FEW, 2)),
    "many clusters, some alike": (MANY, some_alike(MANY, 3)),
    "few and many clusters": (FEW, MANY),
    "many clusters and one": (MANY, ONE_CLUSTER),
    "unrelated": (MANY, drawn_labels(300, 4)),
}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_every_index_of_sixty_modes_has_fourteen_digits(pair):
    for sides in (pair, pair[::-1]):
        tables, counts = contingency_table(*sides), as_tuple(sccm.pair_counts(*sides))
        for index in PAIR_COUNTING_NAMES:
            expected = by_definition(index, counts)
            found = score_from_tables(tables, index)
            assert found == pytest.approx(expected, rel=1e-14, abs=0), index


@pytest.mark.parametrize("null_model", ["product", "cells"])
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_moments_for_sixty_modes_are_the_exact_ones_rounded(pair, null_model):
    moments = sccm.pair_count_moments(*pair, null_model=null_model)
    largest = Fraction(2) ** 1024 * (1 - Fraction(1, 2**54))  # rounds to infinity
    for name in ("mean", "variance"):
        exact = getattr(moments, f"exact_{name}")
        expected = math.inf if exact >= largest else float(exact)
        assert getattr(moments, name) == expected
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


QUOTIENTS = {
    **{(1, 3): 1 / 3, (10**400, 10**399): 10.0, (1, 10**400): 0.0},
    **{(10**400, 3): math.inf, (-(10**400), 3): -math.inf, (10**400, -3): -math.inf},
}


@pytest.mark.parametrize(("fraction", "expected"), QUOTIENTS.items())
def test_quotients_are_rounded_once_or_infinite(fraction, expected):
    assert quotient(*fraction) == expected


@pytest.mark.parametrize("exponent", [0, 1, 449, 450, 451, 600, 1023])
@pytest.mark.parametrize("sign", [1, -1])
def test_roots_of_powers_of_two_are_exact(exponent, sign):
    powers = (9 << 2 * exponent, 1)[::sign]
    expected = 3.0 * 2.0**exponent if exponent < 1023 else math.inf
    if sign < 0:
        expected = (1 / 3) * 2.0**-exponent
    assert root_of_quotient(*powers) == pytest.approx(expected, rel=1e-15, abs=0)
