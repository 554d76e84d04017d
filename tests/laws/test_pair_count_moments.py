"""Moments of the pairs together in both, against permutations written out."""

import math
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given, strategies as st
from strategies import arrangements, cells_of, flat, integer_partitions, labels_of

from sklearn_cocluster_metrics import pair_count_moments
from sklearn_cocluster_metrics._laws._pair_moments import (
    affine_moments,
    moments_of_cells,
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


PERMUTED = {
    "product": lambda pred: map(cells_of, product(*map(arrangements, pred))),
    "cells": lambda pred: arrangements(cells_of(pred)),
}
ONE_MODE = [
    pair
    for n in range(1, 7)
    for pair in combinations_with_replacement(integer_partitions(n), 2)
]
MODES = {
    "a singleton column": [((2, 1), (1, 1, 1)), ((1,), (1,))],
    "3 x 2": [((2, 1), (2, 1)), ((2,), (1, 1))],
    "4 x 3": [((2, 2), (3, 1)), ((2, 1), (2, 1))],
    "4 x 4": [((2, 1, 1), (2, 2)), ((3, 1), (2, 1, 1))],
    "a trivial truth": [((4,), (2, 2)), ((1, 1, 1), (2, 1))],
    "3 x 2 x 2": [((2, 1), (2, 1)), ((1, 1), (2,)), ((2,), (1, 1))],
    "3 x 3 x 2": [((2, 1), (2, 1)), ((2, 1), (1, 2)), ((1, 1), (1, 1))],
}
CELLS = {
    "3 x 2": [((2, 1), (1, 1, 1)), ((1, 1), (2,))],
    "3 x 2, balanced columns": [((2, 1), (2, 1)), ((2,), (1, 1))],
    "4 x 2": [((2, 2), (3, 1)), ((2,), (2,))],
    "2 x 3": [((1, 1), (2,)), ((2, 1), (2, 1))],
    "one column": [((7,), (6, 1)), ((1,), (1,))],
    "2 x 2 x 2": [((2,), (1, 1)), ((1, 1), (2,)), ((2,), (2,))],
}
OF_EIGHT = [((3, 3, 2), (4, 2, 2)), ((5, 3), (2, 2, 2, 2)), ((4, 4), (3, 3, 1, 1))]
CASES = [
    *(([pair], null_model, 4) for null_model in PERMUTED for pair in ONE_MODE),
    *((modes, "product", 4) for modes in MODES.values()),
    *((modes, "cells", 4) for modes in CELLS.values()),
    *(([pair], "product", 7) for pair in OF_EIGHT),
]


@pytest.mark.parametrize(("modes", "null_model", "order"), CASES)
def test_moments_are_those_of_all_permutations(modes, null_model, order):
    true, pred = (tuple(map(labels_of, side)) for side in zip(*modes, strict=True))
    truth = list(cells_of(true))
    values = [pairs_together(truth, p) for p in PERMUTED[null_model](pred)]
    sides = (true, pred) if len(modes) > 1 else (true[0], pred[0])
    moments = pair_count_moments(*sides, null_model=null_model, order=order)
    assert moments.n11 == pairs_together(truth, cells_of(pred))
    assert moments.raw_moments == raw_moments(values, order)
    if null_model == "product":
        assert moments == pair_count_moments(*sides, order=order)


def test_floats_are_the_exact_moments_rounded_once_and_the_result_is_short():
    moments = pair_count_moments([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    assert moments.exact_mean == Fraction(8, 5)
    assert moments.exact_variance == Fraction(21, 25)
    assert (moments.mean, moments.variance) == (1.6, 0.84)
    assert moments.zscore == pytest.approx((2 - 1.6) / math.sqrt(0.84), rel=1e-15)
    assert type(moments.mean) is type(moments.variance) is type(moments.zscore) is float
    assert repr(moments) == (
        "PairCountMoments(n11=2, mean=1.6, variance=0.84, zscore=0.436)"
    )


CONSTANT = [
    ([0, 0, 0], [0, 0, 1]),
    ([0, 1, 2], [0, 0, 1]),
    ([0, 0, 1], [0, 0, 0]),
    ([0, 1, 2], [0, 1, 2]),
    ([0], [0]),
]


@pytest.mark.parametrize(("true", "pred"), CONSTANT)
def test_zscore_is_0_where_no_permutation_changes_the_pairs(true, pred):
    moments = pair_count_moments(true, pred)
    assert moments.variance == 0.0
    assert moments.n11 == moments.exact_mean
    assert moments.zscore == 0.0


REFUSED = [
    ({"null_model": "rows"}, ValueError, "must be one of 'cells', 'product"),
    ({"null_model": "fixed_n_clusters"}, ValueError, "labels are permuted. Use"),
    ({"order": 1}, ValueError, "`order` must be from 2 to 12, got 1"),
    ({"order": 13}, ValueError, "`order` must be from 2 to 12, got 13"),
    ({"order": 2.5}, TypeError, r"`order` must be an integer, got 2\.5"),
]


@pytest.mark.parametrize(("options", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        pair_count_moments([0, 1], [0, 1], **options)


sizes_of_nine = st.sets(st.integers(1, 8)).map(
    lambda cuts: [b - a for a, b in pairwise([0, *sorted(cuts), 9])]
)


@given(sizes_of_nine, sizes_of_nine, sizes_of_nine, sizes_of_nine)
def test_blocks_are_never_formed_but_have_their_moments(
    rows, columns, other_rows, other_columns
):
    true = labels_of(rows), labels_of(columns)
    pred = labels_of(other_rows), labels_of(other_columns)
    moments = pair_count_moments(true, pred, null_model="cells", order=4)
    assert moments == pair_count_moments(flat(true), flat(pred), order=4)


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
