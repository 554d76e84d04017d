"""Differences of two scores against entries left out one by one, and their level."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.cluster import SpectralCoclustering
from strategies import draw_labels, jackknife, leave_one_out

from sklearn_cocluster_metrics import (
    cari_score,
    coami_score,
    compare_scores,
    nce_score,
    variation_of_information,
)

METRICS = {
    "cari": cari_score,
    "coami": coami_score,
    "nce": nce_score,
    "variation_of_information": variation_of_information,
}


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_differences_are_those_of_entries_left_out_one_by_one(name, n_modes):
    def difference_of(true, first, second):
        return METRICS[name](true, first) - METRICS[name](true, second)

    rng = np.random.default_rng(n_modes)
    for _ in range(10):
        sizes = rng.integers(2, 9, size=n_modes)
        sides = [tuple(draw_labels(rng, n) for n in sizes) for _ in range(3)]
        if n_modes == 1:
            sides = [side[0] for side in sides]
        found = compare_scores(*sides, name)
        difference = difference_of(*sides)
        error, degrees = jackknife(leave_one_out(difference_of, *sides))
        assert found.difference == difference
        assert found.standard_error == pytest.approx(error, rel=1e-9, abs=1e-9)
        if error > 1e-6:
            law = student(degrees)
            reach = law.ppf(0.975) * error
            assert found.low == pytest.approx(difference - reach)
            assert found.high == pytest.approx(difference + reach)
            assert found.pvalue == pytest.approx(2 * law.sf(abs(difference) / error))


def test_equal_predictions_do_not_differ():
    found = compare_scores([0, 0, 1, 1, 2], [0, 0, 1, 2, 2], [1, 1, 0, 2, 2])
    assert (found.difference, found.standard_error, found.pvalue) == (0.0, 0.0, 1.0)
    opposite = compare_scores([0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0])
    assert (opposite.difference, opposite.low, opposite.pvalue) == (1.0, 1.0, 0.0)


def test_exchanging_the_predictions_changes_the_sign():
    true, first, second = np.random.default_rng(0).integers(3, size=(3, 40))
    one, other = (
        compare_scores(true, first, second),
        compare_scores(true, second, first),
    )
    assert one.difference == -other.difference
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.pvalue == other.pvalue


def test_all_three_are_matched_by_name():
    rng = np.random.default_rng(1)
    names = [f"r{row}" for row in range(30)]
    sides = [pd.Series(rng.integers(3, size=30), names) for _ in range(3)]
    expected = compare_scores(*(side.to_numpy() for side in sides))
    shuffled = [
        side.sample(frac=1, random_state=seed) for seed, side in enumerate(sides)
    ]
    assert compare_scores(*shuffled) == expected
    with pytest.raises(ValueError, match="give all three the same names, or none"):
        compare_scores(*shuffled[:2], sides[2].to_numpy())


def test_equally_good_predictions_are_rejected_at_the_nominal_rate():
    """Of 400 pairs, each with its own errors in a fifth of 60 rows and 40 columns."""
    rng = np.random.default_rng(0)
    rejected = 0
    for _ in range(400):
        true = tuple(rng.integers(3, size=n) for n in (60, 40))
        first, second = (
            tuple(np.where(rng.random(len(t)) < 0.2, (t + 1) % 3, t) for t in true)
            for _ in range(2)
        )
        rejected += compare_scores(true, first, second).pvalue <= 0.05
    assert 8 <= rejected <= 33  # 5 %, by three standard errors


PAIR = [0, 0, 1, 1]
REFUSED = [
    ((PAIR, PAIR, [0, 1]), {}, ValueError, "`labels_true` has 4.*`second` has 2"),
    ((PAIR, (PAIR, PAIR), PAIR), {}, ValueError, "`first` has 2"),
    ((PAIR, 5, PAIR), {}, TypeError, "`first`"),
    (([0], [0], [0]), {}, ValueError, "Mode 0 of `labels_true` has 1 entry"),
    ((PAIR,) * 3, {"metric": "e4sc"}, TypeError, "must be an index of clusterings"),
    ((PAIR,) * 3, {"metric": "yule"}, ValueError, "'yule' is inf"),
    ((PAIR,) * 3, {"null_mode": "product"}, TypeError, "Did you mean `null_model`"),
    ((PAIR,) * 3, {"confidence_level": 95}, ValueError, "between 0 and 1"),
]


@pytest.mark.parametrize(("sides", "options", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(sides, options, error, message):
    with pytest.raises(error, match=message):
        compare_scores(*sides, **options)


def test_a_fitted_estimator_is_a_prediction():
    X = np.random.default_rng(0).random((20, 12))
    model = SpectralCoclustering(2, random_state=0).fit(X)
    found = model.row_labels_, model.column_labels_
    true = np.arange(20) % 2, np.arange(12) % 2
    assert compare_scores(true, model, true) == compare_scores(true, found, true)
