"""Intervals against entries weighted one by one, and their coverage."""

import math
from fractions import Fraction
from functools import partial
from itertools import combinations, product

import numpy as np
import pytest
from strategies import leave_one_out

from sklearn_cocluster_metrics import cari_score, score_interval
from sklearn_cocluster_metrics._inference._score_interval import _drawn_squares
from sklearn_cocluster_metrics.tables import contingency_table


def shares_together(labels, other):
    """Share of the pairs of different entries together in both, and in each."""
    pairs = list(combinations(range(len(labels)), 2))
    counts = np.zeros(3, dtype=int)
    for i, j in pairs:
        one, two = labels[i] == labels[j], other[i] == other[j]
        counts += one and two, one, two
    return [Fraction(int(count), len(pairs)) for count in counts]


def adjusted_rand(both, true, pred):
    expected = true * pred
    return (both - expected) / ((true + pred) / 2 - expected)


def correlation(both, true, pred):
    norms = true * (1 - true) * pred * (1 - pred)
    return (both - true * pred) / math.sqrt(norms)


def weighted_pairs(rng, true, pred, *, is_seen):
    """Shares of pairs by the weights of entries; one more is seen, or of any labels."""
    entry = rng.integers(len(true))
    new = true[entry], pred[entry]
    if not is_seen:
        new = rng.integers(max(true) + 2), rng.integers(max(pred) + 2)
    true, pred = np.append(true, new[0]), np.append(pred, new[1])
    weights = rng.exponential(size=len(true))
    weights = np.outer(weights, weights)
    np.fill_diagonal(weights, 0)
    same = true[:, None] == true, pred[:, None] == pred
    together = [same[0] & same[1], *same]
    return [weights[one].sum() / weights.sum() for one in together]


@pytest.mark.parametrize("name", ["cari_product", "cocorrelation"])
@pytest.mark.parametrize("sizes", [(20,), (14, 20), (10, 12, 14)])
def test_the_ends_are_quantiles_of_weighted_pairs_of_entries(name, sizes):
    rng = np.random.default_rng(len(sizes))
    true = [np.arange(n) % (n // 4) for n in sizes]
    pred = [np.where(np.arange(len(one)) < 4, 0, one) for one in true]
    formula = correlation if name == "cocorrelation" else adjusted_rand
    values = []
    for is_seen in (True, False):
        drawn = [
            [weighted_pairs(rng, *mode, is_seen=is_seen) for _ in range(2000)]
            for mode in zip(true, pred, strict=True)
        ]
        values.append([formula(*one) for one in np.prod(drawn, axis=0)])
    low, high = np.quantile(values, [0.025, 0.975], axis=1)
    sides = [side[0] if len(sizes) == 1 else tuple(side) for side in (true, pred)]
    interval = score_interval(*sides, name)
    assert interval.low == pytest.approx(low.min(), abs=0.04)
    assert interval.high == pytest.approx(high.max(), abs=0.04)
    assert interval.standard_error == pytest.approx(np.std(values[0]), abs=0.02)


def test_shares_of_pairs_of_different_entries_are_unbiased():
    """Over all samples of four from five kinds of entries, weighed exactly."""
    kinds = [((0, 0), 3), ((0, 1), 1), ((1, 1), 2), ((2, 1), 1), ((2, 2), 1)]
    total = sum(weight for _, weight in kinds)
    mean = np.zeros(3, dtype=object)
    for sample in product(kinds, repeat=4):
        labels, weights = zip(*sample, strict=True)
        chance = Fraction(math.prod(weights), total**4)
        mean = mean + chance * np.array(shares_together(*zip(*labels, strict=True)))
    of_population = [
        sum(
            Fraction(v * w, total**2)
            for (one, v), (other, w) in product(kinds, repeat=2)
            if all(one[side] == other[side] for side in sides)
        )
        for sides in ((0, 1), (0,), (1,))
    ]
    assert mean.tolist() == of_population


def table_squares(table):
    sides = table.counts, table.counts.sum(axis=1), table.counts.sum(axis=0)
    return [np.sum(side**2) for side in sides]


SMALL = np.arange(40) % 30
ONE_APART = np.arange(10) // 9


@pytest.mark.parametrize(
    ("true", "pred"),
    [(SMALL, np.where(np.arange(40) < 4, 1, SMALL)), (ONE_APART, ONE_APART)],
)
def test_the_draws_of_small_clusters_have_these_shares_on_average(true, pred):
    n_entries = len(true)
    table = contingency_table(true, pred)
    found, _ = _drawn_squares(table, 20_000, np.random.RandomState(0))
    n = found[0].squares.n_samples
    drawn = np.array(
        [[(x - n) / (n * n - n) for x in one.squares[1:]] for one in found]
    )
    # The entry that is seen once more pairs with all of its cell or cluster.
    n_pairs = n_entries * (n_entries - 1)
    together = n_pairs * np.array(shares_together(true, pred), dtype=float)
    with_it = together + 2 / n_entries * np.array(table_squares(table))
    expected = with_it / ((n_entries + 1) * n_entries)
    assert drawn.mean(axis=0) == pytest.approx(expected, rel=0.01)


def test_equal_coclusterings_have_an_interval_below_1():
    true = np.arange(40) % 3, np.arange(30) % 3
    interval = score_interval(true, true)
    assert interval.statistic == 1.0
    assert interval.standard_error < 1e-12
    assert 0.7 < interval.low < 0.99
    assert interval.high == 1.0


def test_options_of_a_metric_are_used():
    true, pred = (
        ([0, 0, 1, 1, 1] * 3, [0, 0, 1] * 3),
        ([0, 0, 0, 1, 1] * 3, [0, 0, 1] * 3),
    )
    found = [
        score_interval(true, pred, "cari_product"),
        score_interval(true, pred),
        score_interval(true, pred, partial(cari_score, null_model="product")),
        score_interval(true, pred, cari_score, null_model="product"),
    ]
    assert found[0].statistic == cari_score(true, pred, null_model="product")
    assert all(one == found[0] for one in found)
    assert found[0] != score_interval(true, pred, "cari")


def test_counts_beyond_64_bits_are_squared_exactly():
    n = 200_000
    true = np.arange(n) % 2, np.arange(n) % 3
    pred = np.arange(n) // (n // 2), np.arange(n) // (n // 3 + 1)
    interval = score_interval(true, pred)
    assert 0 <= interval.standard_error < 1e-4
    modes = []  # squares of both, of true and of pred, and the mean of both
    for table in map(contingency_table, true, pred):
        sides = table.counts, table.counts.sum(axis=1), table.counts.sum(axis=0)
        both, one, other = (sum(k * k for k in np.ravel(x).tolist()) for x in sides)
        mean = n + Fraction((one - n) * (other - n), n * (n - 1))
        modes.append((both, one, other, mean))
    both, one, other, mean = map(math.prod, zip(*modes, strict=True))
    expected = float((both - mean) / (Fraction(one + other, 2) - mean))
    assert interval.statistic == pytest.approx(expected, rel=1e-14, abs=0)


def test_no_floating_point_error_is_raised():
    true = [0, 0, 0, 0, 1, 1, 1, 1] * 3
    with np.errstate(all="raise"):
        for pred in (true, [0] * 24, [0, 1] * 12):
            score_interval(true, pred)


def test_modes_that_are_no_sample_do_not_vary():
    rng = np.random.default_rng(0)
    true, pred = zip(*(draw(rng, n, 0.2) for n in (200, 10)), strict=True)
    both, of_rows, of_columns = (
        score_interval(true, pred, fixed=fixed) for fixed in (None, 1, 0)
    )
    assert both.statistic == of_rows.statistic == of_columns.statistic
    for one in (of_rows, of_columns):
        assert one.standard_error < both.standard_error
        assert one.high - one.low < both.high - both.low
    assert of_rows == score_interval(true, pred, fixed=(1,))


def test_fixed_columns_are_those_of_a_population_of_many_rows():
    """Of 100 000 rows a sample hardly varies: the ends are the value itself."""
    rng = np.random.default_rng(1)
    true, pred = zip(*(draw(rng, n, 0.2) for n in (100_000, 10)), strict=True)
    interval = score_interval(true, pred, fixed=1)
    value = cari_score(true, pred, null_model="product")
    assert (interval.low, interval.high) == pytest.approx((value, value), abs=0.01)


def draw(rng, n_entries, noise, n_clusters=3):
    """Labels of one mode, the predicted ones with errors."""
    true = rng.integers(n_clusters, size=n_entries)
    other = (true + rng.integers(1, n_clusters, size=n_entries)) % n_clusters
    return true, np.where(rng.random(n_entries) < noise, other, true)


def test_the_ends_stay_within_the_bounds_at_any_level():
    rng = np.random.default_rng(0)
    true = [0, 0, 0, 0, 1, 1, 1, 1]
    for level in np.linspace(0.05, 1 - 2**-53, 8):
        pred = rng.permutation(true)
        interval = score_interval(true, pred, "cari", confidence_level=level)
        assert -0.5 <= interval.low <= interval.statistic <= interval.high <= 1


@pytest.mark.slow  # mathematics, whatever the versions
@pytest.mark.parametrize(
    ("n_entries", "n_clusters", "noise"), [(100, 3, 0.2), (40, 30, 0.1), (30, 3, 0.01)]
)
def test_the_interval_covers_the_population(n_entries, n_clusters, noise):
    """In at least 90 of 100 samples, by three standard errors."""
    n_samples, k = 25, n_clusters
    together = ((1 - noise) ** 2 + noise**2 / (k - 1)) / k
    target = (together**2 - k**-4) / (k**-2 - k**-4)
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(n_samples):
        modes = (draw(rng, n_entries, noise, k) for _ in range(2))
        interval = score_interval(*zip(*modes, strict=True))
        hits += interval.low <= target <= interval.high
    assert hits / n_samples > 0.9 - 3 * math.sqrt(0.09 / n_samples)


PAIR = [0, 0, 0, 1, 1, 1] * 3, [0, 0, 0, 1, 1, 1] * 3
BOTH = (PAIR, PAIR)


REFUSED = [
    ((([0, 1] * 9, range(9)),) * 2, {}, ValueError, "Mode 1 has 0 .*`fixed=1`"),
    (BOTH, {"fixed": 2}, ValueError, "must be among the 2 modes, counted from 0"),
    (BOTH, {"fixed": -1}, ValueError, "leave one that is a sample; got -1"),
    (BOTH, {"fixed": (0, 1)}, ValueError, "leave one that is a sample"),
    (PAIR, {"fixed": 0}, ValueError, "among the 1 modes, counted from 0"),
    (BOTH, {"fixed": "columns"}, TypeError, "a tuple of modes or None, got 'col"),
    (BOTH, {"fixed": True}, TypeError, "must be a mode .0: the rows."),
    (PAIR, {"metric": "e4sc"}, TypeError, "must be an index of clust"),
    (PAIR, {"metric": "coami"}, ValueError, "'coami' is not adj.* or not by p"),
    (PAIR, {"metric": "conmi"}, ValueError, "'conmi' is not adjusted for.*'cari_p"),
    (PAIR, {"metric": leave_one_out}, TypeError, "must be an index of clust"),
]


@pytest.mark.parametrize(("sides", "options", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(sides, options, error, message):
    with pytest.raises(error, match=message):
        score_interval(*sides, **options)
