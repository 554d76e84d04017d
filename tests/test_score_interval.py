"""The jackknife against samples left out one by one, and its coverage."""

import dataclasses
import math
from functools import partial

import numpy as np
import pytest
from scipy.stats import norm
from strategies import random_pairs

from sklearn_cocluster_metrics import (
    ScoreInterval,
    bcubed_score,
    cari_score,
    nce_score,
    pair_counting_score,
    score_interval,
)

METRICS = {
    "cari": cari_score,
    "bcubed": bcubed_score,
    "jaccard": partial(pair_counting_score, index="jaccard"),
    "nce": nce_score,
}


def leave_one_out(metric, true, pred):
    """Standard error of a jackknife over the entries of each mode, one by one."""
    variance = 0.0
    for mode, labels in enumerate(true):
        values = []
        for entry in range(len(labels)):
            sides = [list(map(np.asarray, side)) for side in (true, pred)]
            for side in sides:
                side[mode] = np.delete(side[mode], entry)
            values.append(metric(*map(tuple, sides)))
        n = len(values)
        variance += (n - 1) / n * np.sum((np.array(values) - np.mean(values)) ** 2)
    return math.sqrt(variance)


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("n_modes", [2, 3])
def test_the_standard_error_is_that_of_entries_left_out_one_by_one(name, n_modes):
    for true, pred in random_pairs(12, n_modes, 9, seed=n_modes):
        if min(map(len, true)) < 2:
            continue
        interval = score_interval(true, pred, name)
        assert interval.statistic == METRICS[name](true, pred)
        assert interval.standard_error == pytest.approx(
            leave_one_out(METRICS[name], true, pred), rel=1e-9, abs=1e-12
        )


def test_a_clustering_has_one_mode_to_leave_out():
    rng = np.random.default_rng(0)
    true, pred = rng.integers(3, size=20), rng.integers(3, size=20)
    deleted = [
        cari_score(np.delete(true, i), np.delete(pred, i)) for i in range(len(true))
    ]
    expected = math.sqrt(19 / 20 * np.sum((deleted - np.mean(deleted)) ** 2))
    assert score_interval(true, pred).standard_error == pytest.approx(expected)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_the_ends_are_a_normal_quantile_away(level):
    rng = np.random.default_rng(1)
    true = rng.integers(3, size=60), rng.integers(3, size=50)
    pred = tuple(np.where(rng.random(len(t)) < 0.3, 0, t) for t in true)
    interval = score_interval(true, pred, confidence_level=level)
    half = norm.ppf((1 + level) / 2) * interval.standard_error
    assert interval.low == pytest.approx(interval.statistic - half)
    assert interval.high == pytest.approx(interval.statistic + half)


def test_the_ends_stay_within_the_bounds_of_the_index():
    rng = np.random.default_rng(0)
    true = [0, 0, 0, 0, 1, 1, 1, 1]
    for _ in range(20):
        interval = score_interval(true, rng.permutation(true), "jaccard")
        assert 0 <= interval.low <= interval.statistic <= interval.high <= 1


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


def coverage(n_entries, noise, n_samples):
    """Share of intervals that contain the CARI of the population."""
    together = ((1 - noise) ** 2 + noise**2 / 2) / 3
    target = (together**2 - 1 / 81) / (1 / 9 - 1 / 81)
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(n_samples):
        true, pred = zip(*(draw(rng, n_entries, noise) for _ in range(2)), strict=True)
        interval = score_interval(true, pred)
        hits += interval.low <= target <= interval.high
    return hits / n_samples


def test_the_interval_covers_the_population_as_often_as_documented():
    """0.950 in 2000 samples; standard error 0.011 in 400."""
    assert abs(coverage(100, 0.2, 400) - 0.95) < 0.044


def test_the_interval_is_too_short_near_1_as_documented():
    """0.449 in 2000 samples; standard error 0.025 in 400."""
    assert abs(coverage(30, 0.01, 400) - 0.449) < 0.1


def test_the_result_is_frozen():
    interval = score_interval([0, 0, 1, 1], [0, 1, 1, 1])
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign"):
        interval.low = 0.0


@pytest.mark.parametrize("level", [0, 1, 95, -0.5, math.nan])
def test_a_level_that_is_no_probability_is_refused(level):
    with pytest.raises(ValueError, match="must be between 0 and 1, both excluded"):
        score_interval([0, 1], [0, 1], confidence_level=level)


@pytest.mark.parametrize("level", ["95 %", True, None])
def test_a_level_that_is_no_number_is_refused(level):
    with pytest.raises(TypeError, match="`confidence_level` must be a number"):
        score_interval([0, 1], [0, 1], confidence_level=level)


def test_a_mode_of_one_entry_is_refused():
    with pytest.raises(ValueError, match="Mode 1 of `labels_true` has 1 entry"):
        score_interval(([0, 1], [0]), ([0, 1], [0]))


def test_an_index_of_biclusterings_is_refused():
    with pytest.raises(ValueError, match="'e4sc' compares biclusterings"):
        score_interval([0, 1], [0, 1], "e4sc")


def test_a_function_of_your_own_is_refused():
    with pytest.raises(TypeError, match="must be an index of this package"):
        score_interval([0, 1], [0, 1], lambda true, pred: 0.0)


def test_an_infinite_index_is_refused():
    with pytest.raises(ValueError, match="'yule' is inf"):
        score_interval([0, 0, 1, 1], [0, 0, 1, 1], "yule")
