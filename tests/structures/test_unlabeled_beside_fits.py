"""Items without a label, in a truth that is compared with a fitted pipeline."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import SpectralCoclustering
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import cari_score, handle_unlabeled, permutation_test

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


def test_a_lexicon_is_tested_against_a_pipeline(pipeline, labeled_by_hand):
    result = permutation_test((TOPICS, THEME_OF_WORD), pipeline, unlabeled="drop")
    assert result.statistic == permutation_test(*labeled_by_hand).statistic
    assert result.n_left_out == (1, 1)
