"""Adjustment by draws, against exact adjustments and all permutations."""

import math
from functools import partial
from itertools import permutations, product

import numpy as np
import pytest
from sklearn.metrics import adjusted_mutual_info_score

from sklearn_cocluster_metrics import (
    adjusted_for_chance,
    bcubed_score,
    bicluster_similarity_score,
    cari_score,
    comi_score,
    pair_counting_score,
)

TRUE = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
PRED = [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 0, 2]
ROWS_AND_COLUMNS = (TRUE, [0, 0, 1, 1, 1])


def rand(true, pred):
    return pair_counting_score(true, pred, metric="rand")


CLUSTERING = TRUE, PRED
COCLUSTERING = ROWS_AND_COLUMNS, (PRED, [0, 1, 1, 1, 0])
SAME_SIZES = TRUE, [2, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2]
EXACT = {
    "a clustering": (CLUSTERING, rand, cari_score(*CLUSTERING)),
    "a co-clustering, mode by mode": (
        COCLUSTERING,
        rand,
        cari_score(*COCLUSTERING, null_model="product"),
    ),
    "a distance": (CLUSTERING, lambda t, p: 1 - rand(t, p), cari_score(*CLUSTERING)),
    # Of equal sizes the truth has the entropy that is the average, whatever average.
    "information": (SAME_SIZES, comi_score, adjusted_mutual_info_score(*SAME_SIZES)),
}


@pytest.mark.parametrize(("sides", "metric", "exact"), EXACT.values(), ids=EXACT)
def test_exact_adjustments_are_approached(sides, metric, exact):
    score = adjusted_for_chance(*sides, metric, n_draws=2000, random_state=0)
    assert 0 < score.standard_error < 0.02
    assert abs(score.statistic - exact) < 4 * score.standard_error


OPTIONS = {"n_draws": 40, "random_state": 7}


def test_only_the_seed_changes_a_result_which_is_usable_as_a_float_and_as_a_key():
    alone = adjusted_for_chance(TRUE, PRED, "bcubed", **OPTIONS)
    for metric, null_model in ((partial(bcubed_score), "product"), ("bcubed", "cells")):
        options = {**OPTIONS, "null_model": null_model}
        other = adjusted_for_chance(TRUE, PRED, metric, **options)
        assert other == alone
        assert hash(other) == hash(alone)
        assert other.null_distribution.tolist() == alone.null_distribution.tolist()
    assert adjusted_for_chance(TRUE, PRED, "bcubed", n_draws=40) != alone
    assert float(alone) == alone.statistic == np.asarray(alone, dtype=float)
    assert type(float(alone)) is type(alone.statistic) is float
    with pytest.raises(ValueError, match="read-only"):
        alone.null_distribution[0] = 0.0


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
    assert np.std([*map(float, scores)]) == pytest.approx(np.mean(errors), rel=0.15)


BICLUSTERS = ([[1, 1, 0, 0]], [[1, 1, 0]])
OTHERS = ([[1, 1, 0, 0], [0, 0, 1, 1]], [[1, 1, 1], [0, 1, 1]])
RNIA = partial(bicluster_similarity_score, metric="bicluster_rnia")


@pytest.mark.parametrize("metric", ["bicluster_rnia", RNIA], ids=["name", "function"])
def test_biclusterings_are_permuted_as_a_whole(metric):
    score = adjusted_for_chance(BICLUSTERS, OTHERS, metric, n_draws=300, random_state=0)
    rows, columns = map(np.transpose, OTHERS)
    drawn = [
        RNIA(BICLUSTERS, (np.transpose(r), np.transpose(c)))
        for r, c in product(permutations(rows), permutations(columns))
    ]
    exact = (RNIA(BICLUSTERS, OTHERS) - np.mean(drawn)) / (1 - np.mean(drawn))
    assert abs(score.statistic - exact) < 4 * score.standard_error


def test_functions_of_this_package_warn_once_of_continuous_labels():
    labels, measured = [0, 0, 1, 1], [0.5, 0.5, 1.5, 1.5]
    draw = partial(adjusted_for_chance, labels, n_draws=5, random_state=0)
    with pytest.warns(UserWarning, match="continuous values") as caught:
        by_function = draw(measured, bcubed_score)
    assert len(caught) == 1
    assert by_function == draw(labels, bcubed_score)


SIDES = [[5], [0, 0, 0], [0, 1, 2], TRUE, ROWS_AND_COLUMNS]


@pytest.mark.parametrize(
    ("sides", "name"),
    [*product(SIDES, ["bcubed", "russell_rao", "minkowski"]), (OTHERS, "bicluster_ce")],
)
def test_equal_structures_score_1(sides, name):
    score = adjusted_for_chance(sides, sides, name, n_draws=3, random_state=0)
    assert (float(score), score.standard_error) == (1.0, 0.0)


def test_a_score_that_nothing_changes_is_at_chance():
    """0.1 summed thrice and divided by 3 is not 0.1: the mean must not be rounded."""
    assert float(adjusted_for_chance(TRUE, PRED, lambda t, p: 0.1, n_draws=3)) == 0.0


@pytest.mark.parametrize("gain", [-0.25, 0.25])
def test_where_every_draw_is_as_good_as_the_truth_a_difference_is_infinite(gain):
    def special(true, pred):
        return 1.0 + gain * (list(pred) == PRED)

    score = adjusted_for_chance(TRUE, PRED, special, n_draws=5, random_state=0)
    assert float(score) == math.copysign(math.inf, gain)


@pytest.mark.parametrize(
    "labels", [np.array(["b", "a", "a"]), np.array([-128, 127, 127], dtype=np.int8)]
)
def test_a_function_of_your_own_sees_the_labels_that_were_passed(labels):
    seen = []

    def spy(true, pred):
        seen.append((true.tolist(), sorted(pred.tolist())))
        return float(np.mean(true == pred))

    adjusted_for_chance(labels, labels[::-1], spy, n_draws=2, random_state=0)
    passed = labels.tolist(), sorted(labels.tolist())
    assert seen == [passed] * 4


@pytest.mark.parametrize(
    ("metric", "options", "error", "message"),
    [
        (
            "bcubed",
            {"null_model": "cells"},
            ValueError,
            "permuted cells do not form a co-clustering",
        ),
        (
            "bcubed",
            {"null_model": "fixed_n_clusters"},
            ValueError,
            "labels are permuted. Use 'product'",
        ),
        ("yule", {}, ValueError, "`metric` is inf for"),
        ("bcubed", {"n_drws": 9}, TypeError, "Did you mean `n_draws`"),
        ("ari", {}, ValueError, "`metric` must be the name of an index, got"),
        (3, {}, TypeError, "must be a name or a function, got int"),
        ("bcubed", {"n_draws": 1}, ValueError, "`n_draws` must be at least 2, got 1"),
    ],
)
def test_wrong_arguments_are_refused(metric, options, error, message):
    with pytest.raises(error, match=message):
        adjusted_for_chance(ROWS_AND_COLUMNS, ROWS_AND_COLUMNS, metric, **options)
