"""Items without a label, in a truth that is compared with a fitted pipeline."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    cari_score,
    coclustering_report,
    compare,
    handle_unlabeled,
    permutation_test,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks

TEXTS = [
    *("cats purr meow", "dogs bark growl", "cats meow dogs", "dogs growl cats"),
    *("stocks fall bonds", "markets rise stocks", "bonds stocks markets"),
]
TOPICS = ["pets", "pets", "pets", "pets", "money", "money", None]
THEME_OF_WORD = {
    **dict.fromkeys(["stocks", "markets", "bonds", "rise", "fall"], "money"),
    **dict.fromkeys(["growl", "cats", "dogs", "meow", "bark"], "pets"),
    "purr": None,  # a word without a theme
}


@pytest.fixture(scope="module")
def pipeline():
    model = SpectralCoclustering(2, random_state=0)
    return make_pipeline(CountVectorizer(), model).fit(TEXTS)


@pytest.fixture(scope="module")
def labeled_by_hand(pipeline):
    """Return truth and prediction of the labeled texts and words, by name."""
    words = pipeline[0].get_feature_names_out()
    themes = pd.Series(THEME_OF_WORD)[words].dropna()
    column_labels = pd.Series(pipeline[-1].column_labels_, words)[themes.index]
    true = (np.array(TOPICS[:-1]), themes.to_numpy())
    return true, (pipeline[-1].row_labels_[:-1], column_labels.to_numpy())


@pytest.mark.parametrize("container", [dict, pd.Series])
def test_a_lexicon_is_returned_in_the_order_of_the_words_of_a_pipeline(
    pipeline, labeled_by_hand, container
):
    truth = (TOPICS, container(THEME_OF_WORD))
    sides = handle_unlabeled(truth, pipeline, "drop")
    for side, side_by_hand in zip(sides, labeled_by_hand, strict=True):
        for labels, labels_by_hand in zip(side, side_by_hand, strict=True):
            assert not isinstance(labels, dict)
            assert list(labels) == list(labels_by_hand)


@pytest.mark.parametrize("container", [dict, pd.Series])
def test_what_is_left_beside_a_pipeline_can_be_scored(
    pipeline, labeled_by_hand, container
):
    truth = (TOPICS, container(THEME_OF_WORD))
    expected = cari_score(*labeled_by_hand)
    assert expected > 0
    assert cari_score(*handle_unlabeled(truth, pipeline, "drop")) == expected
    assert cari_score(*handle_unlabeled(pipeline, truth, "drop_either")) == expected


X, ROWS, COLUMNS = make_latent_blocks((40, 30), (2, 2), random_state=0)
X[:, [3, 8, 11]] = 0.0  # which a step drops


@pytest.fixture(scope="module")
def selecting_pipeline():
    model = SpectralBiclustering(2, random_state=0)
    return make_pipeline(VarianceThreshold(), model).fit(X)


def test_columns_that_a_step_drops_are_counted_as_left_out(selecting_pipeline):
    truth = (ROWS, COLUMNS)
    for sides in ((truth, selecting_pipeline), (selecting_pipeline, truth)):
        assert permutation_test(*sides).n_left_out == (0, 3)
        report = coclustering_report(*sides, inference=False)
        assert report.to_dict()["modes"]["columns"]["n_left_out"] == 3
        assert "left out" in report
    partly_known = (np.where(np.arange(40) < 4, -1, ROWS), COLUMNS)
    options = {"unlabeled": "drop"}
    result = permutation_test(partly_known, selecting_pipeline, **options)
    assert result.n_left_out == (4, 3)
    report = coclustering_report(partly_known, selecting_pipeline, **options)
    n_left_out = [mode["n_left_out"] for mode in report.to_dict()["modes"].values()]
    assert n_left_out == [4, 3]


def test_columns_are_left_out_only_where_they_are_compared(selecting_pipeline):
    of_columns = permutation_test((None, COLUMNS), selecting_pipeline)
    assert of_columns.n_left_out == (None, 3)
    assert permutation_test((ROWS, None), selecting_pipeline).n_left_out is None
    report = coclustering_report((ROWS, None), selecting_pipeline, inference=False)
    assert "left out" not in report
    whole = SpectralBiclustering(2, random_state=0).fit(X)
    assert permutation_test((ROWS, COLUMNS), whole).n_left_out is None


def test_columns_that_both_pipelines_drop_are_counted_once(selecting_pipeline):
    result = permutation_test(selecting_pipeline, selecting_pipeline)
    assert result.n_left_out == (0, 3)


def test_a_lexicon_is_tested_against_a_pipeline(pipeline, labeled_by_hand):
    result = permutation_test((TOPICS, THEME_OF_WORD), pipeline, unlabeled="drop")
    assert result.statistic == permutation_test(*labeled_by_hand).statistic
    assert result.n_left_out == (1, 1)


NAMES = [f"gene {column}" for column in range(30)]
FRAME = pd.DataFrame(X, columns=NAMES)
TRUE_COLUMNS = pd.Series(COLUMNS, NAMES)
WITH_FURTHER_NAME = pd.concat([pd.Series({"other": 1}), TRUE_COLUMNS[::-1]])


@pytest.fixture(scope="module")
def fit_on_frame():
    return SpectralBiclustering(2, random_state=0).fit(FRAME + 1)


@pytest.mark.parametrize("unlabeled", ["drop", "drop_either", "singletons"])
@pytest.mark.parametrize("container", [dict, pd.Series])
def test_a_name_that_an_estimator_was_not_fitted_on_is_left_out(
    fit_on_frame, container, unlabeled
):
    truth = (ROWS, container(WITH_FURTHER_NAME))
    expected = cari_score((ROWS, TRUE_COLUMNS), fit_on_frame)
    assert expected > 0
    assert cari_score(*handle_unlabeled(truth, fit_on_frame, unlabeled)) == expected
    assert cari_score(*handle_unlabeled(fit_on_frame, truth, unlabeled)) == expected
    result = permutation_test(truth, fit_on_frame, unlabeled=unlabeled)
    assert result.statistic == permutation_test((ROWS, COLUMNS), fit_on_frame).statistic
    assert str(coclustering_report(truth, fit_on_frame, unlabeled=unlabeled))


def test_a_name_that_an_estimator_was_not_fitted_on_leaves_beside_absent_names(
    fit_on_frame,
):
    partly_known = WITH_FURTHER_NAME.drop(NAMES[:4])
    true, pred = handle_unlabeled((None, partly_known), fit_on_frame, "drop")
    assert list(true[1]) == list(COLUMNS[4:])
    assert list(pred[1]) == list(fit_on_frame.column_labels_[4:])


def test_without_the_option_a_further_name_is_refused_with_the_cure(fit_on_frame):
    with pytest.raises(
        ValueError, match=r"has 'other'.*`handle_unlabeled\(..., 'drop_e"
    ):
        cari_score((None, WITH_FURTHER_NAME), fit_on_frame)


@pytest.mark.parametrize("container", [dict, pd.Series])
def test_a_column_that_the_data_lack_is_left_out_of_a_display_and_a_comparison(
    fit_on_frame, container
):
    partly_known = container(WITH_FURTHER_NAME.drop(NAMES[:4]))
    display = CoclusterDisplay(
        FRAME, (ROWS, partly_known), fit_on_frame, unlabeled="drop_either"
    )
    expected = CoclusterDisplay(
        FRAME[NAMES[4:]],
        (ROWS, COLUMNS[4:]),
        (fit_on_frame.row_labels_, fit_on_frame.column_labels_[4:]),
    )
    assert str(display) == str(expected)
    np.testing.assert_array_equal(display.image_true, expected.image_true)
    data = {"genes": (FRAME + 1, (None, partly_known))}
    model = SpectralBiclustering(2, random_state=0)
    result = compare({"model": model}, data, "cari", unlabeled="drop")
    by_hand = cari_score(COLUMNS[4:], fit_on_frame.column_labels_[4:])
    assert result.to_frame()["value"].tolist() == [by_hand]
