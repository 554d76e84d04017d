"""Adjustment by draws, against exact adjustments and all permutations."""

import math
import pickle
from dataclasses import FrozenInstanceError
from functools import partial
from itertools import permutations

import numpy as np
import pytest
from joblib import parallel_config
from sklearn.metrics import adjusted_mutual_info_score, normalized_mutual_info_score

from sklearn_cocluster_metrics import (
    adjusted_for_chance,
    bcubed_score,
    bicluster_similarity_score,
    cari_score,
    comi_score,
    f_measure_score,
    pair_counting_score,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS

TRUE = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
PRED = [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 0, 2]
ROWS_AND_COLUMNS = (TRUE, [0, 0, 1, 1, 1])


def rand(true, pred):
    return pair_counting_score(true, pred, index="rand")


def rand_error(true, pred):
    return 1 - rand(true, pred)


def test_the_rand_index_adjusted_is_the_adjusted_rand_index():
    by_draws = adjusted_for_chance(TRUE, PRED, rand, n_draws=4000, random_state=0)
    rng = np.random.default_rng(0)
    drawn = [rand(TRUE, rng.permutation(PRED)) for _ in range(500)]
    error = np.std(drawn) / math.sqrt(4000) / (1 - np.mean(drawn))
    assert abs(by_draws - cari_score(TRUE, PRED)) < 4 * error


def test_coclusterings_are_drawn_mode_by_mode():
    true, pred = ROWS_AND_COLUMNS, (PRED, [0, 1, 1, 1, 0])
    by_draws = adjusted_for_chance(
        true,
        pred,
        rand,
        n_draws=2000,
        random_state=0,
    )
    assert by_draws == pytest.approx(
        cari_score(true, pred, null_model="product"), abs=0.03
    )
    assert abs(by_draws - cari_score(true, pred, null_model="cells")) > 0.03


def test_information_of_equal_sizes_is_adjusted_as_scikit_learn_does():
    """The truth has the entropy that is the average of both, whatever average."""
    pred = [2, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
    by_draws = adjusted_for_chance(TRUE, pred, comi_score, n_draws=2000, random_state=0)
    assert by_draws == pytest.approx(adjusted_mutual_info_score(TRUE, pred), abs=0.03)


def test_a_mean_over_every_permutation_is_approached():
    true, pred = [0, 0, 1, 1, 2], [0, 0, 0, 1, 1]
    scores = [f_measure_score(true, list(drawn)) for drawn in permutations(pred)]
    mean = np.mean(scores)
    expected = (f_measure_score(true, pred) - mean) / (1 - mean)
    error = np.std(scores) / math.sqrt(5000) / (1 - mean)
    assert (
        abs(
            adjusted_for_chance(true, pred, "f_measure", n_draws=5000, random_state=3)
            - expected
        )
        < 4 * error
    )


def test_direction_does_not_matter():
    options = {"n_draws": 50, "random_state": 0}
    assert adjusted_for_chance(TRUE, PRED, rand_error, **options) == pytest.approx(
        adjusted_for_chance(TRUE, PRED, rand, **options), rel=1e-12
    )


def test_a_name_is_the_index_of_the_contract():
    options = {"n_draws": 20, "random_state": 0}
    for name in ("jaccard", "nce", "variation_of_information"):
        by_function = adjusted_for_chance(TRUE, PRED, CONTRACTS[name], **options)
        assert adjusted_for_chance(TRUE, PRED, name, **options) == by_function


@pytest.mark.parametrize("n_jobs", [2, 3])
def test_the_number_of_workers_changes_no_bit(n_jobs):
    options = {"n_draws": 40, "random_state": 7}
    alone = adjusted_for_chance(TRUE, PRED, "bcubed", **options)
    with parallel_config(backend="threading"):
        assert (
            adjusted_for_chance(TRUE, PRED, "bcubed", n_jobs=n_jobs, **options) == alone
        )


def test_processes_compute_what_one_does():
    options = {"n_draws": 10, "random_state": 7}
    alone = adjusted_for_chance(TRUE, PRED, "bcubed", **options)
    assert adjusted_for_chance(TRUE, PRED, "bcubed", n_jobs=2, **options) == alone


def test_a_seed_makes_the_score_reproducible():
    scores = [
        adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=10, random_state=seed)
        for seed in (0, 0, 1)
    ]
    assert scores[0] == scores[1] != scores[2]


@pytest.mark.parametrize("null_model", ["product", "cells"])
def test_the_null_models_of_a_clustering_are_one(null_model):
    options = {"n_draws": 10, "random_state": 0}
    assert adjusted_for_chance(
        TRUE, PRED, "bcubed", null_model=null_model, **options
    ) == adjusted_for_chance(TRUE, PRED, "bcubed", **options)


def test_the_draws_of_the_index_are_returned_with_their_mean():
    score = adjusted_for_chance(TRUE, PRED, "rand", n_draws=30, random_state=0)
    rng = np.random.RandomState(0)
    drawn = [rand(TRUE, rng.permutation(PRED)) for _ in range(30)]
    assert score.null_distribution.tolist() == drawn
    assert score.expected == pytest.approx(np.mean(drawn), rel=1e-12)
    assert score.statistic == pytest.approx(
        (rand(TRUE, PRED) - np.mean(drawn)) / (1 - np.mean(drawn)), rel=1e-12
    )


def test_the_standard_error_is_the_spread_of_repeated_calls():
    scores = [
        adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=50, random_state=seed)
        for seed in range(200)
    ]
    errors = [score.standard_error for score in scores]
    assert np.std(scores) == pytest.approx(np.mean(errors), rel=0.15)


def test_the_result_is_a_float():
    score = adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=20, random_state=0)
    plain = score.statistic
    assert type(plain) is type(float(score)) is float
    assert (score, score + 1, hash(score)) == (plain, plain + 1, hash(plain))
    assert str(score) == str(plain)
    assert f"{score:.3f}" == f"{plain:.3f}"
    assert 0 < score < 1


def test_the_result_is_frozen():
    score = adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=20, random_state=0)
    with pytest.raises(FrozenInstanceError, match="expected"):
        score.expected = 0.0
    with pytest.raises(ValueError, match="read-only"):
        score.null_distribution[0] = 0.0


def test_the_result_can_be_pickled():
    score = adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=20, random_state=0)
    again = pickle.loads(pickle.dumps(score))
    assert again == score
    assert repr(again) == repr(score)
    assert again.null_distribution.tolist() == score.null_distribution.tolist()


BICLUSTERS = ([[1, 1, 0, 0]], [[1, 1, 0]])
OTHERS = ([[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1, 1], [0, 1, 1]])


@pytest.mark.parametrize(
    "metric",
    ["bicluster_rnia", partial(bicluster_similarity_score, index="rnia")],
    ids=["name", "function"],
)
def test_biclusterings_are_permuted_as_a_whole(metric):
    score = adjusted_for_chance(BICLUSTERS, OTHERS, metric, n_draws=300, random_state=0)
    of_metric = partial(bicluster_similarity_score, index="rnia")
    rows, columns = map(np.array, OTHERS)
    drawn = [
        of_metric(BICLUSTERS, (rows[:, list(r)], columns[:, list(c)]))
        for r in permutations(range(4))
        for c in permutations(range(3))
    ]
    exact = (of_metric(BICLUSTERS, OTHERS) - np.mean(drawn)) / (1 - np.mean(drawn))
    assert abs(score - exact) < 4 * score.standard_error


def test_equal_biclusterings_score_1():
    score = adjusted_for_chance(OTHERS, OTHERS, "bicluster_ce", n_draws=3)
    assert score == 1.0


@pytest.mark.parametrize("labels", [[5], [0, 0, 0], [0, 1, 2], TRUE, ROWS_AND_COLUMNS])
@pytest.mark.parametrize("name", ["bcubed", "russell_rao", "minkowski"])
def test_equal_clusterings_score_1(name, labels):
    assert adjusted_for_chance(labels, labels, name, n_draws=3, random_state=0) == 1.0


def test_a_score_that_nothing_changes_is_at_chance():
    """0.1 summed thrice and divided by 3 is not 0.1: the mean must not be rounded."""
    assert adjusted_for_chance(TRUE, PRED, lambda t, p: 0.1, n_draws=3) == 0.0


@pytest.mark.parametrize("gain", [-0.25, 0.25])
def test_where_every_draw_is_as_good_as_the_truth_a_difference_is_infinite(gain):
    def special(true, pred):
        return 1.0 + gain * (list(pred) == PRED)

    score = adjusted_for_chance(TRUE, PRED, special, n_draws=5, random_state=0)
    assert score == math.copysign(math.inf, gain)


def test_the_score_function_sees_the_labels_that_were_passed():
    seen = []

    def spy(true, pred):
        seen.append((sorted(true), sorted(pred)))
        return float(true[0] == pred[0])

    adjusted_for_chance(["b", "a", "a"], ["b", "a", "b"], spy, n_draws=2)
    assert (["a", "a", "b"], ["a", "b", "b"]) in seen
    assert len(seen) == 4


def test_narrow_integers_do_not_overflow():
    narrow = np.arange(-128, 128).astype(np.int8)
    seen = []

    def spy(true, pred):
        seen.append(set(pred.tolist()))
        return float(np.mean(true == pred))

    adjusted_for_chance(narrow, narrow // 2, spy, n_draws=1, random_state=0)
    assert seen[0] == set(range(-64, 64))


def test_an_index_without_a_constant_baseline_gains_one():
    rng = np.random.default_rng(0)
    true, pred = rng.integers(3, size=60), rng.integers(12, size=60)
    assert normalized_mutual_info_score(true, pred) > 0.1
    adjusted = adjusted_for_chance(
        true, pred, normalized_mutual_info_score, n_draws=300, random_state=0
    )
    assert abs(adjusted) < 0.07


def test_cells_of_a_coclustering_cannot_be_drawn():
    with pytest.raises(
        ValueError, match="freely permuted cells are not a co-clustering"
    ):
        adjusted_for_chance(
            ROWS_AND_COLUMNS, ROWS_AND_COLUMNS, "bcubed", null_model="cells"
        )


def test_an_infinite_index_is_refused():
    with pytest.raises(ValueError, match="`metric` is inf for"):
        adjusted_for_chance(TRUE, PRED, "yule", n_draws=3, random_state=0)


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match="`metric` must be the name of an index, got"):
        adjusted_for_chance(TRUE, PRED, "ari")


def test_what_is_no_function_is_refused():
    with pytest.raises(TypeError, match="must be a name or a function, got int"):
        adjusted_for_chance(TRUE, PRED, 3)


def test_no_draw_is_refused():
    with pytest.raises(ValueError, match="`n_draws` must be at least 1, got 0"):
        adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=0)


def test_a_share_of_a_draw_is_refused():
    with pytest.raises(TypeError, match=r"must be an integer, got 10\.0"):
        adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=10.0)


def test_functions_of_this_package_warn_once_of_continuous_labels():
    measured = [0.5, 0.5, 1.5, 1.5]
    with pytest.warns(UserWarning, match="continuous values") as caught:
        by_function = adjusted_for_chance(
            [0, 0, 1, 1], measured, bcubed_score, n_draws=5, random_state=0
        )
    assert len(caught) == 1
    assert by_function == adjusted_for_chance(
        [0, 0, 1, 1], [0, 0, 1, 1], bcubed_score, n_draws=5, random_state=0
    )


@pytest.mark.parametrize(
    ("option", "error", "message"),
    [
        ({"random_state": -1}, ValueError, "`random_state` must be None, an integer"),
        ({"n_jobs": 0}, ValueError, "`n_jobs` must not be 0"),
        ({"n_jobs": "2"}, TypeError, "`n_jobs` must be an integer or None"),
    ],
)
def test_a_bad_seed_or_number_of_jobs_is_refused(option, error, message):
    with pytest.raises(error, match=message):
        adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=2, **option)
