"""The jackknife against samples left out one by one, and its coverage."""

import math
from functools import partial

import numpy as np
import pytest
from scipy.stats import norm
from strategies import modes_of, random_pairs

from sklearn_cocluster_metrics import (
    cari_score,
    coami_score,
    pair_counting_score,
    score_interval,
)
from sklearn_cocluster_metrics.results import ScoreInterval

METRICS = {
    "cari": cari_score,
    "cari_product": partial(cari_score, null_model="product"),
    "correlation": partial(pair_counting_score, index="correlation"),
    "coami": coami_score,
}


def leave_one_out(metric, true, pred):
    """Standard error of a jackknife over the entries of each mode, one by one."""
    variance = 0.0
    modes = [modes_of(side) for side in (true, pred)]
    for mode, labels in enumerate(modes[0]):
        values = []
        for entry in range(len(labels)):
            sides = [list(map(np.asarray, side)) for side in modes]
            for side in sides:
                side[mode] = np.delete(side[mode], entry)
            values.append(metric(*(s[0] if len(s) == 1 else tuple(s) for s in sides)))
        n = len(values)
        variance += (n - 1) / n * np.sum((np.array(values) - np.mean(values)) ** 2)
    return math.sqrt(variance)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_the_standard_error_is_that_of_entries_left_out_one_by_one(name, n_modes):
    for true, pred in random_pairs(12, n_modes, 9, seed=n_modes):
        if min(map(len, modes_of(true))) < 2:
            continue
        interval = score_interval(true, pred, name)
        assert interval.statistic == METRICS[name](true, pred)
        assert interval.standard_error == pytest.approx(
            leave_one_out(METRICS[name], true, pred), rel=1e-9, abs=1e-12
        )


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_the_ends_are_a_normal_quantile_away(level):
    rng = np.random.default_rng(1)
    true = rng.integers(3, size=60), rng.integers(3, size=50)
    pred = tuple(np.where(rng.random(len(t)) < 0.3, 0, t) for t in true)
    interval = score_interval(true, pred, confidence_level=level)
    half = norm.ppf((1 + level) / 2) * interval.standard_error
    assert interval.low == pytest.approx(interval.statistic - half)
    assert interval.high == pytest.approx(interval.statistic + half)


def test_equal_clusterings_have_an_interval_without_length():
    interval = score_interval(([0, 0, 1], [0, 1, 1]), ([1, 1, 0], [2, 0, 0]))
    assert interval == ScoreInterval(1.0, 0.0, 1.0, 1.0)


def test_a_function_with_options_is_the_index_with_options():
    true, pred = ([0, 0, 1, 1, 1], [0, 0, 1]), ([0, 0, 0, 1, 1], [0, 0, 1])
    metric = partial(cari_score, null_model="product")
    interval = score_interval(true, pred, metric)
    assert interval.statistic == metric(true, pred)
    assert interval.standard_error == pytest.approx(leave_one_out(metric, true, pred))


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
    ("n_entries", "noise", "documented", "error"),
    [(100, 0.2, 0.950, 0.011), (30, 0.01, 0.449, 0.025)],
)
def test_the_interval_covers_the_population_as_often_as_documented(
    n_entries, noise, documented, error
):
    """It is too short near 1. The standard error is that of 400 samples."""
    together = ((1 - noise) ** 2 + noise**2 / 2) / 3
    target = (together**2 - 1 / 81) / (1 / 9 - 1 / 81)
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(400):
        true, pred = zip(*(draw(rng, n_entries, noise) for _ in range(2)), strict=True)
        interval = score_interval(true, pred)
        hits += interval.low <= target <= interval.high
    assert abs(hits / 400 - documented) < 4 * error


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
        (PAIR, {"metric": leave_one_out}, TypeError, "must be an index of clust"),
    ],
)
def test_wrong_arguments_are_refused(sides, options, error, message):
    with pytest.raises(error, match=message):
        score_interval(*sides, **options)
