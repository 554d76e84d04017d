"""Moments of the pairs together in both, against permutations written out."""

import math
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given, strategies as st
from strategies import arrangements, cells_of, integer_partitions, labels_of

from sklearn_cocluster_metrics._laws import (
    affine_moments,
    moments_of_cells,
    moments_of_product,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def pairs_together(true, pred):
    """Unordered pairs of items together in both labelings, one by one."""
    items = list(zip(true, pred, strict=True))
    return sum(t == u and p == q for (t, p), (u, q) in combinations(items, 2))


def raw_moments(values, order):
    """Means of the powers of equally likely integers, exactly."""
    return tuple(
        Fraction(sum(v**k for v in values), len(values)) for k in range(order + 1)
    )


@pytest.mark.parametrize("n", range(1, 7))
def test_moments_to_order_four_are_those_of_all_permutations(n):
    for true, pred in combinations_with_replacement(integer_partitions(n), 2):
        truth = labels_of(true)
        values = [pairs_together(truth, p) for p in arrangements(labels_of(pred))]
        expected = raw_moments(values, 4)
        assert moments_of_product([(true, pred)], 4) == expected
        assert moments_of_product([(pred, true)], 4) == expected


@pytest.mark.parametrize(
    ("true", "pred"),
    [((3, 3, 2), (4, 2, 2)), ((5, 3), (2, 2, 2, 2)), ((4, 4), (3, 3, 1, 1))],
)
def test_moments_to_order_seven_are_those_of_all_permutations_of_eight(true, pred):
    truth = labels_of(true)
    values = [pairs_together(truth, p) for p in arrangements(labels_of(pred))]
    assert moments_of_product([(true, pred)], 7) == raw_moments(values, 7)


MODES = {
    "a singleton column": [((2, 1), (1, 1, 1)), ((1,), (1,))],
    "3 x 2": [((2, 1), (2, 1)), ((2,), (1, 1))],
    "4 x 3": [((2, 2), (3, 1)), ((2, 1), (2, 1))],
    "4 x 4": [((2, 1, 1), (2, 2)), ((3, 1), (2, 1, 1))],
    "a trivial truth": [((4,), (2, 2)), ((1, 1, 1), (2, 1))],
    "3 x 2 x 2": [((2, 1), (2, 1)), ((1, 1), (2,)), ((2,), (1, 1))],
    "3 x 3 x 2": [((2, 1), (2, 1)), ((2, 1), (1, 2)), ((1, 1), (1, 1))],
}


@pytest.mark.parametrize("modes", MODES.values(), ids=MODES)
def test_product_moments_are_those_of_all_permutations_of_each_mode(modes):
    truth = cells_of([labels_of(true) for true, _ in modes])
    values = [
        pairs_together(truth, cells_of(permuted))
        for permuted in product(*(arrangements(labels_of(pred)) for _, pred in modes))
    ]
    assert moments_of_product(modes, 4) == raw_moments(values, 4)


CELLS = {
    "3 x 2": [((2, 1), (1, 1, 1)), ((1, 1), (2,))],
    "3 x 2, balanced columns": [((2, 1), (2, 1)), ((2,), (1, 1))],
    "4 x 2": [((2, 2), (3, 1)), ((2,), (2,))],
    "2 x 3": [((1, 1), (2,)), ((2, 1), (2, 1))],
    "one column": [((7,), (6, 1)), ((1,), (1,))],
    "2 x 2 x 2": [((2,), (1, 1)), ((1, 1), (2,)), ((2,), (2,))],
}


@pytest.mark.parametrize("modes", CELLS.values(), ids=CELLS)
def test_cells_moments_are_those_of_all_permutations_of_the_cells(modes):
    truth, blocks = (
        tuple(cells_of([labels_of(mode[side]) for mode in modes])) for side in (0, 1)
    )
    values = [pairs_together(truth, permuted) for permuted in arrangements(blocks)]
    assert moments_of_cells(modes, 4) == raw_moments(values, 4)


sizes_of_nine = st.sets(st.integers(1, 8)).map(
    lambda cuts: [b - a for a, b in pairwise([0, *sorted(cuts), 9])]
)


@given(sizes_of_nine, sizes_of_nine, sizes_of_nine, sizes_of_nine)
def test_blocks_are_never_formed_but_have_their_moments(rows, columns, others, more):
    blocks, other_blocks = (
        [a * b for a in one for b in other]
        for one, other in ((rows, columns), (others, more))
    )
    modes = [(rows, others), (columns, more)]
    assert moments_of_cells(modes, 4) == moments_of_cells([(blocks, other_blocks)], 4)


def test_moments_of_1e14_cells_are_exact():
    n = 10**7
    modes = [((n // 2, n // 2), (n // 4,) * 4), ((n - 1, 1), (1,) * n)]
    _, mean, second = moments_of_cells(modes, 2)
    together_true = sum(
        math.comb(a * b, 2) for a in (n // 2, n // 2) for b in (n - 1, 1)
    )
    together_pred = 4 * n * math.comb(n // 4, 2)
    assert mean == Fraction(together_true * together_pred, math.comb(n * n, 2))
    # Pairs are rare in pred: nearly Poisson, but bounded.
    assert 0 < second - mean**2 < mean


@given(st.lists(st.integers(-9, 9), min_size=1), st.fractions(), st.fractions())
def test_affine_moments_are_those_of_the_transformed_values(values, factor, shift):
    transformed = [factor * value + shift for value in values]
    moments = affine_moments(raw_moments(values, 4), factor, shift)
    assert moments == raw_moments(transformed, 4)
