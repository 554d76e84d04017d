"""Rows and columns that are the same items must not count as two samples."""

import numpy as np
import pytest

from sklearn_cocluster_metrics import (
    cari_score,
    coclustering_report,
    compare_scores,
    permutation_test,
    score_interval,
)

N_NODES = 24
COMMUNITIES = np.arange(N_NODES) % 3
FIRST = np.where(np.arange(N_NODES) < 6, 0, COMMUNITIES)
SECOND = np.where(np.arange(N_NODES) < 12, 0, COMMUNITIES)
OTHER = np.where(np.arange(N_NODES) >= 18, 0, COMMUNITIES)


def twice(labels):
    return labels, labels.copy()


def test_a_test_of_the_same_items_in_both_modes_warns():
    message = (
        "The rows and the columns have the same true .* p-value is too small.* "
        r"`permutation_test\(true_labels, predicted_labels\)`"
    )
    with pytest.warns(UserWarning, match=message):
        permutation_test(twice(COMMUNITIES), twice(FIRST))


def test_the_largest_pvalue_of_a_mode_is_valid_for_the_same_items():
    of_modes = permutation_test(
        twice(COMMUNITIES), twice(FIRST), alternative="all_modes"
    )
    of_items = permutation_test(COMMUNITIES, FIRST)
    assert of_modes.pvalue == of_items.pvalue


@pytest.mark.parametrize("groups", [None, twice(np.arange(N_NODES) // 2)])
def test_an_interval_of_the_same_items_in_both_modes_warns(groups):
    message = (
        r"interval is too short.* `score_interval\(true_labels, predicted_labels\)`"
    )
    with pytest.warns(UserWarning, match=message):
        score_interval(twice(COMMUNITIES), twice(FIRST), groups=groups)


def test_a_difference_on_the_same_items_in_both_modes_warns():
    message = r"`compare_scores\(true_labels, first_labels, second_labels\)`"
    with pytest.warns(UserWarning, match=message):
        compare_scores(twice(COMMUNITIES), twice(FIRST), twice(SECOND))


def test_a_difference_from_a_perfect_prediction_warns_of_the_same_items():
    with pytest.warns(UserWarning, match="every agreement is counted twice"):
        compare_scores(twice(COMMUNITIES), twice(COMMUNITIES), twice(SECOND))


def test_a_report_warns_once_of_the_same_items_in_both_modes():
    message = r"p-value is too small.* `coclustering_report\(true_labels, "
    with pytest.warns(UserWarning, match=message) as warnings_of_report:
        coclustering_report(twice(COMMUNITIES), twice(FIRST))
    assert len(warnings_of_report) == 1


def test_clusters_of_the_same_items_may_have_different_labels_in_each_mode():
    names = np.array(["c", "a", "b"])
    with pytest.warns(UserWarning, match="the same predicted clusters"):
        permutation_test((COMMUNITIES, names[COMMUNITIES]), twice(FIRST))


def test_two_of_three_modes_may_be_the_same_items():
    times = np.array([0, 0, 1, 1])
    message = "pass None in place of the labels of the entries of mode 2"
    with pytest.warns(UserWarning, match=message):
        permutation_test(
            (COMMUNITIES, times, COMMUNITIES), (FIRST, [0, 1, 1, 1], FIRST)
        )


def test_items_without_a_label_do_not_hide_that_modes_are_the_same_items():
    labels = np.where(np.arange(N_NODES) % 8 == 7, -1, COMMUNITIES)
    with pytest.warns(UserWarning, match="every agreement is counted twice"):
        permutation_test(twice(labels), twice(FIRST), unlabeled="drop")


@pytest.mark.parametrize(
    ("true", "pred"),
    [
        (twice(COMMUNITIES), twice(COMMUNITIES)),
        (twice(COMMUNITIES), (FIRST, OTHER)),
        ((COMMUNITIES, OTHER), twice(FIRST)),
        (twice(COMMUNITIES), twice(np.zeros(N_NODES))),
        ((COMMUNITIES, None), (FIRST, FIRST)),
    ],
    ids=["perfect", "other prediction", "other truth", "single cluster", "one mode"],
)
def test_other_labels_do_not_look_like_the_same_items(true, pred):
    permutation_test(true, pred)  # a warning would be an error


def test_an_index_of_the_same_items_does_not_warn():
    assert 0 < cari_score(twice(COMMUNITIES), twice(FIRST)) < 1


def test_a_report_without_inference_does_not_warn_of_the_same_items():
    report = coclustering_report(twice(COMMUNITIES), twice(FIRST), inference=False)
    assert "p =" not in report
