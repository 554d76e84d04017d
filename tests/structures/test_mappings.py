"""A mapping item -> label is taken wherever labels are, and matched by name."""

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted
from hypothesis import given, strategies as st

from sklearn_cocluster_metrics import (
    cari_score,
    coclustering_report,
    compare_scores,
    handle_unlabeled,
    labels_to_biclusters,
    make_cocluster_scorer,
    match_clusters,
    pairwise_scores,
    permutation_test,
    soft_cari_score,
)
from sklearn_cocluster_metrics._structures._entry_names import ItemNames
from sklearn_cocluster_metrics._structures._labels import check_labels
from sklearn_cocluster_metrics.tables import contingency_table

TRUE = pd.Series([0, 0, 1, 1, 2], list("abcde"))
PRED = {"e": "x", "d": "y", "c": "y", "b": "x", "a": "x"}
BY_NAME = [PRED[name] for name in TRUE.index]


@given(st.permutations(range(6)), st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_numbers_from_0_are_positions_in_whatever_order(order, labels):
    mapping = {item: labels[item] for item in order}
    assert contingency_table(mapping, labels).is_equality
    assert contingency_table(list(labels), mapping).is_equality
    assert contingency_table(mapping, dict(enumerate(labels))).is_equality


@pytest.mark.parametrize(
    "function",
    [
        cari_score,
        soft_cari_score,
        lambda true, pred: permutation_test(true, pred).pvalue,
        lambda true, pred: str(coclustering_report(true, pred)),
        lambda true, pred: pairwise_scores(
            {"a": true, "b": pred}, "cari"
        ).scores.tolist(),
    ],
)
def test_a_mapping_is_matched_by_name(function):
    expected = function(TRUE.to_numpy(), BY_NAME)
    assert function(TRUE, PRED) == expected
    assert function(TRUE.to_dict(), PRED) == expected
    assert function(dict(reversed(TRUE.to_dict().items())), PRED) == expected


def test_a_mapping_per_mode_is_a_coclustering():
    modes = (TRUE.to_dict(), {"g1": 0, "g2": 1})
    other = (PRED, {"g2": 5, "g1": 6})
    assert cari_score(modes, other) == cari_score(
        (TRUE.to_numpy(), [0, 1]), (BY_NAME, [6, 5])
    )
    rows, _ = labels_to_biclusters(modes)
    assert rows.shape == (6, 5)


def test_what_converts_gives_a_mapping_back():
    true, pred = handle_unlabeled(TRUE.to_dict() | {"a": -1}, PRED, "drop")
    assert pred == {"e": "x", "d": "y", "c": "y", "b": "x"}
    assert true == {"e": 2, "d": 1, "c": 1, "b": 0}
    matched = match_clusters(TRUE, PRED)
    assert dict(matched) == {"a": 0, "b": 0, "c": 1, "d": 1, "e": 0}


UNNAMED = [
    list(TRUE),
    TRUE.to_numpy(),
    TRUE.reset_index(drop=True),
    Fitted(labels_=np.array(TRUE)),
]


@pytest.mark.parametrize("unnamed", UNNAMED)
def test_a_mapping_beside_labels_without_names_is_refused(unnamed):
    for sides, name in (
        ((unnamed, PRED), "labels_pred"),
        ((PRED, unnamed), "labels_true"),
    ):
        with pytest.raises(ValueError, match=f"`{name}` is a mapping, whose items are"):
            cari_score(*sides)
    values = list(PRED.values())
    assert cari_score(unnamed, values) == cari_score(list(TRUE), values)


def test_a_mapping_is_a_truth_of_a_scorer_by_the_names_of_the_data():
    X = pd.DataFrame(np.ones((5, 2)), TRUE.index[::-1])
    fit = Fitted(row_labels_=BY_NAME[::-1], column_labels_=[0, 1])
    scorer = make_cocluster_scorer("cari", row_labels=TRUE.to_dict())
    assert scorer(fit, X) == cari_score(TRUE, PRED)


def test_missing_labels_of_a_mapping_are_refused_as_all_are():
    with pytest.raises(ValueError, match="`labels_pred` contains None"):
        cari_score(TRUE, PRED | {"a": None})
    with pytest.raises(ValueError, match="`labels_true` has no labels"):
        cari_score({}, PRED)


def test_two_mappings_are_matched_by_key_also_if_one_counts_from_0():
    nodes = {0: 0, 1: 0, 2: 1, 3: 1}
    with pytest.raises(ValueError, match=r"other names .* only the first has 0"):
        cari_score(nodes, {1: 0, 2: 1, 3: 1})
    with pytest.raises(ValueError, match=r"other names .* only the second has 0, 1, 2"):
        cari_score(PRED, dict(enumerate(TRUE)))
    true, pred = handle_unlabeled(nodes, {1: 5, 2: 6, 3: 6}, "drop_either")
    assert (true, pred) == ({1: 0, 2: 1, 3: 1}, {1: 5, 2: 6, 3: 6})


def test_mappings_that_share_some_numbers_are_matched_where_labels_may_be_missing():
    from_0 = {0: "a", 1: "a", 2: "b"}
    from_1 = {1: "x", 2: "y", 3: "y", 4: "y"}
    with pytest.raises(ValueError, match=r"only the first has 0; .*'drop_either'"):
        cari_score(from_0, from_1)
    for sides in ((from_0, from_1), (from_1, from_0)):
        first, second = handle_unlabeled(*sides, "drop_either")
        assert list(first) == list(second) == [1, 2]
        assert cari_score(first, second) == 1.0


@given(st.permutations(range(4)))
def test_keys_from_0_match_the_same_integers_of_a_series_in_any_order(order):
    mapping = {0: 0, 1: 0, 2: 1, 3: 1}
    series = pd.Series(mapping)[order]
    assert cari_score(mapping, series) == cari_score(series, mapping) == 1.0


def test_a_mapping_beside_a_fit_is_refused_with_the_labels_in_order_of_the_data():
    fit = Fitted(row_labels_=BY_NAME, column_labels_=[0, 1])
    message = r"`\[mapping.get\(name\) for name in names\]`.* use a scorer"
    with pytest.raises(ValueError, match=message):
        cari_score((TRUE.to_dict(), [0, 1]), fit)
    labels = [PRED[name] for name in TRUE.index]
    assert cari_score((labels, [0, 1]), fit) == 1.0


def test_a_mapping_of_columns_beside_a_fit_is_refused_with_where_their_names_are():
    fit = Fitted(row_labels_=[0, 1], column_labels_=BY_NAME)
    message = r"\.get\(.* or `vectorizer.get_feature_names_out\(\)` for columns"
    with pytest.raises(ValueError, match=message):
        cari_score((None, TRUE.to_dict()), fit)


WITHOUT_NAMES = [np.ones((5, 2)), pd.DataFrame(np.ones((5, 2)))]


@pytest.mark.parametrize("X", WITHOUT_NAMES)
def test_true_rows_by_name_are_refused_beside_data_without_names(X):
    fit = Fitted(row_labels_=BY_NAME, column_labels_=[0, 1])
    scorer = make_cocluster_scorer("cari", row_labels=TRUE.to_dict())
    with pytest.raises(ValueError, match="`row_labels` is a mapping, whose items are"):
        scorer(fit, X)


@pytest.mark.parametrize("X", WITHOUT_NAMES)
def test_true_rows_by_position_are_put_in_order(X):
    fit = Fitted(row_labels_=BY_NAME, column_labels_=[0, 1])
    by_position = dict(reversed(list(enumerate(BY_NAME))))
    scorer = make_cocluster_scorer("cari", row_labels=by_position)
    assert scorer(fit, X) == 1.0


def test_a_number_that_two_of_three_mappings_lack_has_no_label_there():
    labels = {number: number % 3 for number in range(20)}
    partly = {number: label for number, label in labels.items() if number != 7}
    other = {**partly, 0: 1, 4: 2}
    third = {**labels, 1: 0}
    expected = compare_scores(
        *(list(map(side.get, partly)) for side in (partly, other, third))
    )
    found = compare_scores(partly, other, third, unlabeled="drop_either")
    assert found.n_left_out == (1,)
    assert found.difference == pytest.approx(expected.difference)


@pytest.mark.parametrize("positions", [np.array([2, 0]), slice(1, 3), slice(None, 1)])
def test_a_part_of_the_labels_of_a_mapping_keeps_its_keys(positions):
    names = check_labels(dict.fromkeys("abcd", 0), "labels").take(positions).names
    assert isinstance(names, ItemNames)
    assert list(names) == np.array(list("abcd"))[positions].tolist()
