"""Moments of the pairs together in both, against permutations written out."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import (
    combinations,
    combinations_with_replacement,
    pairwise,
    permutations,
    product,
)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sklearn_cocluster_metrics._laws._pair_moments import (
    PowerSums,
    cells_moments,
    product_moments,
    square_sum_moments,
)


def integer_partitions(n, largest=None):
    """Every way to cut n samples into clusters, sizes in descending order."""
    if n == 0:
        yield ()
    for size in range(min(n, largest or n), 0, -1):
        for rest in integer_partitions(n - size, size):
            yield (size, *rest)


def labels_of(sizes):
    """One labeling with these cluster sizes."""
    return tuple(label for label, size in enumerate(sizes) for _ in range(size))


@cache
def arrangements(labels):
    """Every distinct permutation of a labeling: all are equally likely."""
    return sorted(set(permutations(labels)))


def pairs_together(true, pred):
    """Unordered pairs of items together in both labelings, one by one."""
    items = list(zip(true, pred, strict=True))
    return sum(t == u and p == q for (t, p), (u, q) in combinations(items, 2))


def mean_and_variance(values):
    """Mean and variance of equally likely integers, exactly."""
    mean = Fraction(sum(values), len(values))
    return mean, Fraction(sum(v * v for v in values), len(values)) - mean**2


def cells(row_labels, column_labels):
    """The block of every cell of a matrix."""
    return tuple(product(row_labels, column_labels))


@pytest.mark.parametrize("n", range(1, 8))
def test_moments_are_those_of_all_permutations(n):
    for true, pred in combinations_with_replacement(integer_partitions(n), 2):
        truth = labels_of(true)
        values = [pairs_together(truth, p) for p in arrangements(labels_of(pred))]
        expected = mean_and_variance(values)
        assert product_moments([(true, pred)]) == expected
        assert product_moments([(pred, true)]) == expected


@pytest.mark.parametrize("n", range(1, 7))
def test_moments_of_the_sum_of_squares_are_those_of_all_permutations(n):
    for true, pred in combinations_with_replacement(integer_partitions(n), 2):
        sums = [
            sum(c * c for c in Counter(zip(labels_of(true), p, strict=True)).values())
            for p in arrangements(labels_of(pred))
        ]
        mean = Fraction(sum(sums), len(sums))
        mean_square = Fraction(sum(s * s for s in sums), len(sums))
        moments = square_sum_moments(PowerSums.of(true), PowerSums.of(pred))
        assert moments == (mean, mean_square)


SMALL_MODES = [
    (((2, 1), (1, 1, 1)), ((1,), (1,))),
    (((2, 1), (2, 1)), ((2,), (1, 1))),
    (((2, 2), (3, 1)), ((2, 1), (2, 1))),
    (((2, 1, 1), (2, 2)), ((3, 1), (2, 1, 1))),
    (((4,), (2, 2)), ((1, 1, 1), (2, 1))),
]


@pytest.mark.parametrize(("rows", "columns"), SMALL_MODES)
def test_product_moments_are_those_of_all_row_and_column_permutations(rows, columns):
    truth = cells(labels_of(rows[0]), labels_of(columns[0]))
    values = [
        pairs_together(truth, cells(r, c))
        for r in arrangements(labels_of(rows[1]))
        for c in arrangements(labels_of(columns[1]))
    ]
    assert product_moments([rows, columns]) == mean_and_variance(values)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (((2, 1), (1, 1, 1)), ((1, 1), (2,))),
        (((2, 1), (2, 1)), ((2,), (1, 1))),
        (((2, 2), (3, 1)), ((2,), (2,))),
        (((1, 1), (2,)), ((2, 1), (2, 1))),
        (((7,), (6, 1)), ((1,), (1,))),
    ],
)
def test_cells_moments_are_those_of_all_permutations_of_the_cells(rows, columns):
    truth = cells(labels_of(rows[0]), labels_of(columns[0]))
    blocks = cells(labels_of(rows[1]), labels_of(columns[1]))
    values = [pairs_together(truth, p) for p in arrangements(blocks)]
    assert cells_moments([rows, columns]) == mean_and_variance(values)


def test_three_modes_multiply_as_two_do():
    modes = [((2, 1), (2, 1)), ((1, 1), (2,)), ((2,), (2,))]
    truth, labelings = zip(*modes, strict=True)
    values = [
        pairs_together(
            tuple(product(*map(labels_of, truth))), tuple(product(*arrangement))
        )
        for arrangement in product(*(arrangements(labels_of(s)) for s in labelings))
    ]
    assert product_moments(modes) == mean_and_variance(values)


sizes_of_nine = st.sets(st.integers(1, 8)).map(
    lambda cuts: [b - a for a, b in pairwise([0, *sorted(cuts), 9])]
)


@given(sizes_of_nine, sizes_of_nine)
def test_one_mode_is_a_plain_clustering_under_both_null_models(true, pred):
    assert product_moments([(true, pred)]) == cells_moments([(true, pred)])


@given(sizes_of_nine, sizes_of_nine)
def test_blocks_have_the_products_of_the_power_sums(rows, columns):
    blocks = [a * b for a in rows for b in columns]
    assert PowerSums.of(rows) * PowerSums.of(columns) == PowerSums.of(blocks)


@pytest.mark.parametrize("other", [(5,), (3, 2), (2, 1, 1, 1), (1,) * 5])
def test_a_trivial_side_leaves_nothing_to_chance(other):
    pairs = sum(math.comb(size, 2) for size in other)
    assert product_moments([((5,), other)]) == (pairs, 0)
    assert product_moments([((1,) * 5, other)]) == (0, 0)


def test_the_mean_of_cari_under_independent_permutations_is_four_ninety_fifths():
    """20 x 20 cells in 4 x 4 balanced clusters on both sides: not 0, so no baseline."""
    modes = [((5, 5, 5, 5), (5, 5, 5, 5))] * 2
    if_free, _ = cells_moments(modes)
    mean, _ = product_moments(modes)
    together = 16 * math.comb(25, 2)
    assert (mean - if_free) / (together - if_free) == Fraction(4, 95)


def test_moments_of_1e14_cells_are_exact():
    n = 10**7
    rows = ((n // 2, n // 2), (n // 4,) * 4)
    columns = ((n - 1, 1), (1,) * n)
    mean, variance = cells_moments([rows, columns])
    together_true = sum(
        math.comb(a * b, 2) for a in (n // 2, n // 2) for b in (n - 1, 1)
    )
    together_pred = 4 * n * math.comb(n // 4, 2)
    assert mean == Fraction(together_true * together_pred, math.comb(n * n, 2))
    assert 0 < variance < mean  # pairs are rare in pred: nearly Poisson, but bounded
