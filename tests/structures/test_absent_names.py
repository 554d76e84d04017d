"""Names before lengths: what only one side has is named, or counts as not labeled."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from sklearn.cluster import SpectralCoclustering

from sklearn_cocluster_metrics import (
    cari_score,
    coclustering_report,
    compare,
    handle_unlabeled,
    omega_score,
    permutation_test,
    rnia_distance,
    score_interval,
    soft_cari_score,
)

OPTIONS = ("drop", "drop_either", "singletons")
NAMED_LABELS = st.dictionaries(st.sampled_from("abcdefg"), st.integers(-1, 2))


def by_hand(true, pred, unlabeled):
    """Pairs of labels of all names of both mappings, item by item."""
    pairs = []
    for name in sorted({*true, *pred}):
        labels = [side.get(name, -1) for side in (true, pred)]
        if unlabeled == "singletons":
            labels = [(name, x) if x == -1 else x for x in labels]
        elif labels[0] == -1 or (unlabeled == "drop_either" and labels[1] == -1):
            continue
        pairs.append(tuple(map(str, labels)))
    return pairs


@given(NAMED_LABELS, NAMED_LABELS, st.sampled_from(OPTIONS))
def test_an_absent_name_counts_as_an_item_without_a_label(true, pred, unlabeled):
    pairs = by_hand(true, pred, unlabeled)
    sides = [pd.Series(side, dtype=float) for side in (true, pred)]
    has_unlabeled_prediction = unlabeled == "drop" and any(
        label != -1 and name not in pred for name, label in true.items()
    )
    if not true.keys() & pred.keys() or not pairs or has_unlabeled_prediction:
        message = "has no labels|has no label for|No name is in both|leaves no samples"
        with pytest.raises(ValueError, match=message):
            handle_unlabeled(*sides, unlabeled)
        return
    handled = handle_unlabeled(*sides, unlabeled)
    assert set(handled[0].index) == set(handled[1].index)
    assert len(handled[0]) == len(pairs)
    expected = [list(side) for side in zip(*pairs, strict=True)]
    assert cari_score(*handled) == cari_score(*expected)


T = pd.Series([0, 0, 1, 1, 2], list("abcde"))
P = pd.Series([1, 0, 0, 2], list("dbcf"))


@pytest.mark.parametrize("sides", [(T, P), (P, T), (T.to_dict(), P.to_dict())])
@pytest.mark.parametrize("side", [0, 1])
def test_without_the_option_absent_names_come_before_lengths(sides, side):
    modes = [T.sort_index(ascending=False)] * 2
    pairs = [sides, tuple((modes[0], part) for part in sides)][side]
    message = "only the (first|second) has 'a', 'e'.*has 'f'|has 'f'.*has 'a', 'e'"
    with pytest.raises(ValueError, match=message) as caught:
        cari_score(*pairs)
    assert "`handle_unlabeled(..., 'drop_either')`" in str(caught.value)


def test_names_come_before_lengths_in_memberships_overlaps_and_biclusters():
    soft = pd.DataFrame(np.eye(3), list("abc"))
    overlapping = pd.DataFrame({0: [1, 0, 1]}, list("abc"))
    for score, first, second in [
        (soft_cari_score, soft, soft.iloc[:2]),
        (omega_score, overlapping, overlapping.iloc[:2]),
        (rnia_distance, (soft.T, soft.T), (soft.T[["a", "b"]], soft.T)),
    ]:
        with pytest.raises(ValueError, match=r"only the (first|second) has 'c'"):
            score(first, second)
        with pytest.raises(ValueError, match=r"only the (first|second) has 'c'"):
            score(second, first)


def test_biclusters_of_two_modes_are_named_before_they_are_counted():
    rows = pd.DataFrame([[1, 0], [0, 1]], ["x", "y"])
    with pytest.raises(ValueError, match=r"only `.+\[0\]` has 'y'"):
        rnia_distance((rows, rows), (rows, rows.iloc[:1]))


def test_a_prediction_that_lacks_labeled_names_is_refused_by_drop_with_these_names():
    with pytest.raises(ValueError, match="`labels_pred` has no label for 'a', 'e',"):
        handle_unlabeled(T, P, "drop")
    true, pred = handle_unlabeled(T.drop(["a", "e"]), P, "drop")
    assert list(true.index) == list(pred.index) == list("dbc")


def test_names_of_which_none_is_shared_are_refused_whatever_the_option():
    other = T.rename(lambda name: f"gene_{name}")
    for unlabeled in OPTIONS:
        with pytest.raises(ValueError, match="only the first has 'a'"):
            handle_unlabeled(T, other, unlabeled)


def test_every_function_with_the_option_takes_absent_names():
    rng = np.random.default_rng(0)
    true = pd.Series(rng.integers(0, 3, 60), range(100, 160))
    pred = true.iloc[::-1][:50].replace(2, 1)
    expected = handle_unlabeled(true, pred, "drop_either")
    statistic = permutation_test(true, pred, unlabeled="drop_either").statistic
    assert statistic == permutation_test(*expected).statistic
    interval = score_interval(true, pred, unlabeled="drop_either")
    assert interval.statistic == score_interval(*expected).statistic
    assert interval.n_left_out == (10,)
    report = coclustering_report(
        true, pred, unlabeled="drop_either", metrics="cari", output_dict=True
    )
    assert report["indices"]["cari"]["value"] == cari_score(*expected)


def test_weights_of_items_that_only_the_prediction_has_are_missed():
    options = {"sample_weight": np.ones(5), "metrics": "cari", "output_dict": True}
    report = coclustering_report(T, P, unlabeled="drop_either", **options)
    expected = cari_score(*handle_unlabeled(T, P, "drop_either"))
    assert math.isclose(report["indices"]["cari"]["value"], expected)
    with pytest.raises(ValueError, match="has no weights for items that only the p"):
        coclustering_report(T, P, unlabeled="singletons", **options)


def _named_fit():
    """Return a data frame, a fit of it, and labels of some of its columns."""
    X = np.zeros((6, 8))
    X[:3, :4] = X[3:, 4:] = 5.0
    frame = pd.DataFrame(X + 1, columns=list("abcdefgh"))
    model = SpectralCoclustering(2, random_state=0).fit(frame)
    labels = pd.Series(model.column_labels_, index=frame.columns)
    return frame, model, labels[["h", "a", "c", "f", "g"]]


@pytest.mark.parametrize("unlabeled", OPTIONS)
def test_columns_that_a_truth_does_not_name_have_no_label_beside_a_fit(unlabeled):
    _, model, labels = _named_fit()
    _, (_, columns) = handle_unlabeled((None, labels), model, unlabeled)
    assert len(columns) == (8 if unlabeled == "singletons" else 5)
    for sides in (((None, labels), model), (model, (model.row_labels_, labels))):
        value = cari_score(*handle_unlabeled(*sides, "drop_either"))
        assert value == 1.0


def test_functions_take_a_truth_of_some_columns_beside_a_fit():
    frame, model, labels = _named_fit()
    options = {"unlabeled": "drop"}
    test = permutation_test((None, labels), model, **options)
    assert test.statistic == 1.0
    report = coclustering_report((None, labels), model, inference=False, **options)
    assert "1.000" in str(report)
    comparison = compare(
        {"fit": model}, {"data": (frame, (None, labels))}, "cari", **options
    )
    assert comparison.records[0]["value"] == 1.0


def test_without_the_option_a_truth_of_some_columns_is_refused():
    _, model, labels = _named_fit()
    with pytest.raises(ValueError, match="only the second has 'b', 'd', 'e'"):
        cari_score((None, labels), model)
