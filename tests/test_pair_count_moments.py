"""Moments of n11 from labels, and the z-score, against permutations written out."""

import dataclasses
import math
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score
from strategies import cells_of

from sklearn_cocluster_metrics import (
    ContingencyTable,
    PairCountMoments,
    pair_count_moments,
)
from sklearn_cocluster_metrics._inference import moments_of_pairs

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def pairs_together(true, pred):
    """Unordered pairs of items together in both labelings, one by one."""
    items = list(zip(true, pred, strict=True))
    return sum(t == u and p == q for (t, p), (u, q) in combinations(items, 2))


def mean_and_variance(values):
    """Mean and variance of equally likely integers, exactly."""
    mean = Fraction(sum(values), len(values))
    return mean, Fraction(sum(v * v for v in values), len(values)) - mean**2


CLUSTERINGS = [
    ([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]),
    ([0, 0, 0, 1, 1, 2], [0, 1, 1, 1, 1, 0]),
    ([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]),
    ([3, 3, 3, 3, 3, 3, 1], [0, 0, 1, 1, 2, 2, 2]),
    ([0, 0, 1, 1, 2, 2, 3, 3], [0, 0, 0, 0, 1, 1, 1, 1]),
    ([0, 1], [0, 0]),
    ([0], [0]),
]
COCLUSTERINGS = [
    (([0, 0, 1], [0, 1]), ([0, 1, 1], [0, 1])),
    (([0, 0, 1], [0, 0]), ([0, 1, 0], [0, 1])),
    (([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 0], [1, 1])),
]


@pytest.mark.parametrize(("true", "pred"), CLUSTERINGS)
def test_moments_are_those_of_all_permutations(true, pred):
    values = [pairs_together(true, drawn) for drawn in permutations(pred)]
    moments = pair_count_moments(true, pred)
    assert (moments.exact_mean, moments.exact_variance) == mean_and_variance(values)
    assert moments.n11 == pairs_together(true, pred)


@pytest.mark.parametrize(("true", "pred"), COCLUSTERINGS)
def test_product_moments_are_those_of_all_permuted_rows_and_columns(true, pred):
    truth = cells_of(true)
    values = [
        pairs_together(truth, cells_of((rows, columns)))
        for rows, columns in product(*map(permutations, pred))
    ]
    moments = pair_count_moments(true, pred, null_model="product")
    assert (moments.exact_mean, moments.exact_variance) == mean_and_variance(values)
    assert moments.n11 == pairs_together(truth, cells_of(pred))


@pytest.mark.parametrize(("true", "pred"), COCLUSTERINGS)
def test_cells_moments_are_those_of_all_permuted_cells(true, pred):
    truth = cells_of(true)
    values = [pairs_together(truth, drawn) for drawn in permutations(cells_of(pred))]
    moments = pair_count_moments(true, pred, null_model="cells")
    assert (moments.exact_mean, moments.exact_variance) == mean_and_variance(values)
    assert moments.n11 == pairs_together(truth, cells_of(pred))


def test_floats_are_the_exact_moments_rounded_once():
    moments = pair_count_moments([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    assert moments.exact_mean == Fraction(8, 5)
    assert moments.exact_variance == Fraction(21, 25)
    assert (moments.mean, moments.variance) == (1.6, 0.84)
    assert type(moments.mean) is type(moments.variance) is type(moments.zscore) is float


@pytest.mark.parametrize("null_model", ["cells", "product"])
def test_the_null_models_of_a_clustering_are_one(null_model):
    true, pred = CLUSTERINGS[3]
    moments = pair_count_moments(true, pred, null_model=null_model)
    assert moments == pair_count_moments(true, pred)


@pytest.mark.parametrize(("true", "pred"), CLUSTERINGS[:5])
def test_zscores_of_all_permutations_have_mean_0_and_variance_1(true, pred):
    drawn = sorted(set(permutations(pred)))
    scores = [pair_count_moments(true, list(labels)).zscore for labels in drawn]
    assert math.fsum(scores) == pytest.approx(0, abs=1e-12 * len(scores))
    assert math.fsum(z * z for z in scores) / len(scores) == pytest.approx(1)


def test_zscore_is_the_deviation_in_standard_deviations():
    above = pair_count_moments([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    below = pair_count_moments([0, 0, 0, 1, 1], [0, 1, 0, 1, 0])
    assert above.zscore == pytest.approx((2 - 1.6) / math.sqrt(0.84), rel=1e-15)
    assert below.zscore == pytest.approx((1 - 1.6) / math.sqrt(0.84), rel=1e-15)


def test_the_adjusted_rand_index_has_the_same_zscore():
    """It is linear in n11 when the sizes are kept."""
    rng = np.random.default_rng(0)
    true, pred = rng.integers(4, size=80), rng.integers(5, size=80)
    observed = adjusted_rand_score(true, pred)
    drawn = [adjusted_rand_score(true, rng.permutation(pred)) for _ in range(1000)]
    by_draws = (observed - np.mean(drawn)) / np.std(drawn)
    error = math.sqrt((1 + by_draws**2 / 2) / 1000)
    assert abs(pair_count_moments(true, pred).zscore - by_draws) < 4 * error


def test_product_moments_are_those_of_a_simulation():
    rng = np.random.default_rng(1)
    true = rng.integers(3, size=12), rng.integers(4, size=15)
    pred = rng.integers(4, size=12), rng.integers(2, size=15)
    values = np.array(
        [
            pair_count_moments(
                true, tuple(map(rng.permutation, pred)), null_model="product"
            ).n11
            for _ in range(1000)
        ]
    )
    moments = pair_count_moments(true, pred, null_model="product")
    assert abs(values.mean() - moments.mean) < 4 * math.sqrt(moments.variance / 1000)
    squares = (values - moments.mean) ** 2
    assert abs(squares.mean() - moments.variance) < 4 * squares.std() / math.sqrt(1000)


@pytest.mark.parametrize(
    ("true", "pred"),
    [
        ([0, 0, 0], [0, 0, 1]),
        ([0, 1, 2], [0, 0, 1]),
        ([0, 0, 1], [0, 0, 0]),
        ([0, 1, 2], [0, 1, 2]),
        ([0], [0]),
    ],
)
def test_zscore_is_0_where_no_permutation_changes_the_pairs(true, pred):
    moments = pair_count_moments(true, pred)
    assert moments.variance == 0.0
    assert moments.n11 == moments.exact_mean
    assert moments.zscore == 0.0


def test_moments_of_1e14_cells_are_finite():
    million = 10**6
    tables = [
        ContingencyTable(np.array(counts, dtype=np.int64), np.arange(2), np.arange(2))
        for counts in (
            [[4 * million, million], [2 * million, 3 * million]],
            [[5 * million, 1], [1, 5 * million - 2]],
        )
    ]
    for null_model in ("cells", "product"):
        moments = moments_of_pairs(tables, null_model)
        assert moments.mean == float(moments.exact_mean) < math.inf
        excess = moments.n11 - moments.exact_mean
        squared = Fraction(moments.zscore) ** 2
        assert float(squared / (excess**2 / moments.exact_variance)) == pytest.approx(
            1, rel=1e-15, abs=0
        )


def test_the_result_is_frozen():
    moments = pair_count_moments([0, 0, 1], [0, 1, 1])
    assert isinstance(moments, PairCountMoments)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign"):
        moments.n11 = 2


def test_the_default_null_model_permutes_rows_and_columns():
    true, pred = COCLUSTERINGS[0]
    by_modes = pair_count_moments(true, pred, null_model="product")
    assert pair_count_moments(true, pred) == by_modes
    assert by_modes != pair_count_moments(true, pred, null_model="cells")


def test_raw_moments_have_all_orders_up_to_the_highest():
    values = [
        pairs_together(CLUSTERINGS[1][0], p) for p in permutations(CLUSTERINGS[1][1])
    ]
    moments = pair_count_moments(*CLUSTERINGS[1], order=5)
    assert moments.raw_moments == tuple(
        Fraction(sum(v**k for v in values), len(values)) for k in range(6)
    )


@pytest.mark.parametrize("null_model", ["cells", "product"])
def test_moments_larger_than_any_float_leave_a_finite_zscore(null_model):
    """60 modes of 1000 labels: 1e180 cells and 1e360 pairs of them."""
    rng = np.random.default_rng(0)
    true = tuple(rng.integers(10, size=1000) for _ in range(60))
    pred = (true[0], *(rng.integers(10, size=1000) for _ in range(59)))
    moments = pair_count_moments(true, pred, null_model=null_model)
    assert moments.mean > 1e200
    assert 0 < moments.zscore < math.inf
    equal = pair_count_moments(true, true, null_model=null_model)
    ratio = (equal.n11 - equal.exact_mean) ** 2 / equal.exact_variance
    assert float(ratio / Fraction(equal.zscore) ** 2) == pytest.approx(1, rel=1e-12)


def test_an_unknown_null_model_is_refused():
    with pytest.raises(
        ValueError, match="`null_model` must be one of 'cells', 'product"
    ):
        pair_count_moments([0, 1], [0, 1], null_model="rows")


def test_random_cluster_sizes_are_refused():
    with pytest.raises(ValueError, match="moments are those of permuted labels"):
        pair_count_moments([0, 1], [0, 1], null_model="fixed_n_clusters")


@pytest.mark.parametrize("order", [1, 13])
def test_an_order_out_of_range_is_refused(order):
    with pytest.raises(ValueError, match=f"`order` must be from 2 to 12, got {order}"):
        pair_count_moments([0, 1], [0, 1], order=order)


def test_half_an_order_is_refused():
    with pytest.raises(TypeError, match=r"`order` must be an integer, got 2\.5"):
        pair_count_moments([0, 1], [0, 1], order=2.5)
