"""The jackknife against samples left out one by one, and its coverage."""

import math
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import t
from strategies import jackknife, leave_one_out, modes_of, random_pairs

from sklearn_cocluster_metrics import cari_score, coami_score, score_interval
from sklearn_cocluster_metrics._contracts import CONTRACTS


def shares_together(labels, other):
    """Share of the pairs of different entries together in both, and in each."""
    pairs = list(combinations(range(len(labels)), 2))
    counts = np.zeros(3)
    for i, j in pairs:
        one, two = labels[i] == labels[j], other[i] == other[j]
        counts += one and two, one, two
    return counts / max(1, len(pairs))


def generic_pairs(true, pred):
    """Shares of the pairs of cells that differ in every mode."""
    return np.prod([*map(shares_together, modes_of(true), modes_of(pred))], axis=0)


def adjusted_rand(both, true, pred):
    expected = true * pred
    return (both - expected) / ((true + pred) / 2 - expected)


def correlation(both, true, pred):
    norms = true * (1 - true) * pred * (1 - pred)
    return (both - true * pred) / math.sqrt(norms)


METRICS = {
    "cari": lambda t, p: adjusted_rand(*generic_pairs(t, p)),
    "cari_product": lambda t, p: adjusted_rand(*generic_pairs(t, p)),
    "cocorrelation": lambda t, p: correlation(*generic_pairs(t, p)),
    "coami": coami_score,
}


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_the_standard_error_is_that_of_entries_left_out_one_by_one(name, n_modes):
    rng = np.random.default_rng(n_modes)
    for _ in range(8):
        sizes = rng.integers(6, 10, size=n_modes)
        true, pred = (
            tuple(rng.permutation(np.arange(n) % k) for n in sizes) for k in (2, 3)
        )
        if n_modes == 1:
            true, pred = true[0], pred[0]
        interval = score_interval(true, pred, name)
        assert interval.statistic == CONTRACTS[name](true, pred)
        error, _ = jackknife(leave_one_out(METRICS[name], true, pred))
        assert interval.standard_error == pytest.approx(error, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("level", [0.5, 0.95])
def test_below_a_limit_the_ends_are_students_on_the_scale_of_fisher(name, level):
    rng = np.random.default_rng(1)
    true = rng.integers(3, size=30), rng.integers(3, size=20)
    pred = tuple(np.where(rng.random(len(t)) < 0.3, 0, t) for t in true)
    interval = score_interval(true, pred, name, confidence_level=level)
    estimate = np.arctanh(METRICS[name](true, pred))
    values = map(np.arctanh, leave_one_out(METRICS[name], true, pred))
    error, degrees = jackknife([*values])
    reach = t.ppf((1 + level) / 2, degrees) * error
    assert interval.low == pytest.approx(np.tanh(estimate - reach))
    assert interval.high == pytest.approx(np.tanh(estimate + reach))


@pytest.mark.parametrize("name", ["cari", "cocorrelation"])
def test_above_it_the_ends_are_quantiles_of_the_posterior_of_the_tables(name):
    rng = np.random.default_rng(2)
    true = np.arange(60) % 3, np.arange(40) % 2
    pred = tuple(np.where(np.arange(len(t)) < 3, 0, t) for t in true)
    tables = [
        np.histogram2d(t, p, bins=(t.max() + 1, p.max() + 1))[0]
        for t, p in zip(true, pred, strict=True)
    ]
    values = []
    formula = adjusted_rand if name == "cari" else correlation
    for _ in range(4000):
        shares = []
        for counts in tables:
            drawn = rng.dirichlet((counts + 1 / counts.size).ravel())
            drawn = drawn.reshape(counts.shape)
            sides = drawn, drawn.sum(axis=1), drawn.sum(axis=0)
            shares.append([np.sum(side**2) for side in sides])
        values.append(formula(*np.prod(shares, axis=0)))
    interval = score_interval(true, pred, name)
    low, high = np.quantile(values, [0.025, 0.975])
    assert abs(interval.low - low) < 0.02
    assert abs(interval.high - high) < 0.01


@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_trivial_structures_have_an_interval(n_modes):
    for true, pred in random_pairs(20, n_modes, 7, seed=n_modes):
        if min(map(len, modes_of(true))) > 1:
            interval = score_interval(true, pred)
            assert -0.5 <= interval.low <= interval.statistic <= interval.high <= 1


def test_equal_coclusterings_have_an_interval_below_1():
    true = np.arange(40) % 3, np.arange(30) % 3
    interval = score_interval(true, true)
    assert (interval.statistic, interval.standard_error) == (1.0, 0.0)
    assert 0.7 < interval.low < 0.99
    assert interval.high == 1.0


def test_options_of_a_metric_are_used():
    true, pred = ([0, 0, 1, 1, 1], [0, 0, 1]), ([0, 0, 0, 1, 1], [0, 0, 1])
    found = [
        score_interval(true, pred, "cari_product"),
        score_interval(true, pred, partial(cari_score, null_model="product")),
        score_interval(true, pred, cari_score, null_model="product"),
    ]
    assert found[0].statistic == cari_score(true, pred, null_model="product")
    assert found[0] == found[1] == found[2] != score_interval(true, pred)


def test_counts_beyond_64_bits_are_left_out_exactly():
    n = 200_000
    true = np.arange(n) % 2, np.arange(n) % 3
    pred = np.arange(n) // (n // 2), np.arange(n) // (n // 3 + 1)
    interval = score_interval(true, pred)
    assert 0 <= interval.standard_error < 1e-4


def draw(rng, n_entries, noise):
    """Labels of one mode in three clusters, the predicted ones with errors."""
    true = rng.integers(3, size=n_entries)
    other = (true + rng.integers(1, 3, size=n_entries)) % 3
    return true, np.where(rng.random(n_entries) < noise, other, true)


def test_the_ends_stay_within_the_bounds_at_any_level():
    rng = np.random.default_rng(0)
    true = [0, 0, 0, 0, 1, 1, 1, 1]
    for level in np.linspace(0.05, 1 - 2**-53, 20):
        pred = rng.permutation(true)
        interval = score_interval(true, pred, "cari", confidence_level=level)
        assert -0.5 <= interval.low <= interval.statistic <= interval.high <= 1


@pytest.mark.parametrize(
    ("n_entries", "noise", "n_samples"), [(100, 0.2, 300), (30, 0.01, 60)]
)
def test_the_interval_covers_the_population(n_entries, noise, n_samples):
    """In at least 90 of 100 samples, by three standard errors."""
    together = ((1 - noise) ** 2 + noise**2 / 2) / 3
    target = (together**2 - 1 / 81) / (1 / 9 - 1 / 81)
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(n_samples):
        true, pred = zip(*(draw(rng, n_entries, noise) for _ in range(2)), strict=True)
        interval = score_interval(true, pred)
        hits += interval.low <= target <= interval.high
    assert hits / n_samples > 0.9 - 3 * math.sqrt(0.09 / n_samples)


PAIR = [0, 0, 1, 1], [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("sides", "options", "error", "message"),
    [
        *(
            (PAIR, {"confidence_level": level}, ValueError, "between 0 and 1, both ex")
            for level in (0, 1, 95, -0.5, math.nan)
        ),
        *(
            (PAIR, {"confidence_level": level}, TypeError, "must be a number")
            for level in ("95 %", True, None)
        ),
        ((([0, 1], [0]),) * 2, {}, ValueError, "Mode 1 of `labels_true` has 1 entry"),
        (PAIR, {"metric": "e4sc"}, TypeError, "must be an index of clust"),
        (PAIR, {"metric": "yule"}, ValueError, "'yule' is inf"),
        (PAIR, {"metric": "conmi"}, ValueError, "'conmi' is not adjusted for.*'coami'"),
        (PAIR, {"metric": "jaccard"}, ValueError, "'jaccard' is not adjusted"),
        (PAIR, {"metric": "standardized_mutual_info"}, ValueError, "grows with the"),
        (PAIR, {"metric": leave_one_out}, TypeError, "must be an index of clust"),
    ],
)
def test_wrong_arguments_are_refused(sides, options, error, message):
    with pytest.raises(error, match=message):
        score_interval(*sides, **options)
