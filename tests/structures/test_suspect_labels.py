"""Labels that may be missing, one cluster twice, or rounded, are warned of."""

import numpy as np
import pandas as pd
import pytest

import sklearn_cocluster_metrics as sccm

PRED = [0, 0, 1, 1]


@pytest.mark.parametrize("mark", ["nan", "NaN", "None", "<NA>"])
@pytest.mark.parametrize(
    "container",
    [
        list,
        np.array,
        lambda labels: np.array(labels, object),
        pd.Series,
        pd.Categorical,
        lambda labels: np.array(labels, bytes),
    ],
)
def test_texts_that_libraries_write_for_missing_labels_are_warned_of(container, mark):
    labels = container(["a", mark, "b", "b"])
    with pytest.warns(UserWarning, match=f"`labels_true` has the label '{mark}', "):
        sccm.cari_score(labels, PRED)


@pytest.mark.parametrize(
    "labels",
    [["a", "", "b", "b"], ["a", "NA", None, "b"], ["0", "-1", "1", "1"]],
    ids=str,
)
def test_further_marks_are_warned_of_where_labels_may_be_missing(labels):
    mark = labels[1]
    calls = [
        lambda: sccm.handle_unlabeled(labels, PRED, "drop"),
        lambda: sccm.permutation_test(labels, PRED, unlabeled="drop_either"),
        lambda: sccm.make_cocluster_scorer("cari", row_labels=labels, unlabeled="drop"),
    ]
    for call in calls:
        with pytest.warns(UserWarning, match=f"has the label '{mark}', which is a"):
            call()


def test_further_marks_are_labels_where_none_may_be_missing():
    assert sccm.cari_score(["", "NA", "-1", "-1"], ["", "NA", "-1", "-1"]) == 1.0


@pytest.mark.parametrize("dtype", [int, float, object])
def test_the_missing_integer_of_r_is_always_warned_of(dtype):
    labels = np.array([-(2**31), 0, 1, 1], dtype)
    message = r"has the label -2147483648, which is.*is the missing integer of R\.$"
    for call in (
        lambda: sccm.handle_unlabeled(labels, PRED, "drop"),
        lambda: sccm.cari_score(labels, PRED),
        lambda: sccm.make_cocluster_scorer("cari", row_labels=labels),
    ):
        with pytest.warns(UserWarning, match=message):
            call()


def test_all_marks_of_one_labeling_are_in_one_warning():
    with pytest.warns(UserWarning, match="labels") as warnings:
        sccm.handle_unlabeled(["nan", "NA", "b", "b"], PRED, "drop")
    (warning,) = warnings
    assert "has the labels 'NA', 'nan', which are clusters" in str(warning.message)


@pytest.mark.parametrize("label", [1, 1.0, np.int64(1), b"1"])
def test_a_label_and_a_string_that_read_alike_are_warned_of(label):
    with pytest.warns(UserWarning, match=r"and '1', a string, which are two clusters"):
        sccm.cari_score([label, "1", 2, 2], PRED)


@pytest.mark.parametrize(
    "labels",
    [
        ["sci.space", "sci.space ", "rec", "rec"],
        [" a", "a\t", "b", "b"],
        ["b\n", "a\n", "b\n", "a"],  # lines of a file, of which the last has no end
        ["b\r\n", "a\r\n", "b\r\n", "a"],
        np.array(["a", "a ", 1, 1], object),
        np.array([b" a", b"a", b"b", b"b"]),
        pd.Series(["a", " a", "b", "b"], dtype="string"),
    ],
)
def test_strings_that_differ_only_by_blanks_at_their_ends_are_warned_of(labels):
    message = r"two clusters. .* remove the blanks, .* `\[label\.strip\(\) for label in"
    with pytest.warns(UserWarning, match=message):
        sccm.cari_score(labels, PRED)


def test_strings_with_blanks_that_differ_otherwise_are_taken():
    labels = ["sci space", "scispace", "rec ", "rec "]
    assert sccm.cari_score(labels, labels) == 1.0


def test_labels_of_several_types_that_read_otherwise_are_taken():
    assert sccm.cari_score([1, "one", 2, 2], [1, "one", 2, 2]) == 1.0


@pytest.mark.parametrize(
    "labels",
    [
        pd.Series([10**18, 10**18 + 1, None, 4]),
        np.array([2**53, 2**53 + 1, 3, 4], float),
        np.array([2**24, 2**24 + 1, 3, 4], np.float32),
        [float(2**53), "a", "b", "c"],
    ],
)
def test_integers_that_floats_have_rounded_are_warned_of(labels):
    with pytest.warns(UserWarning, match="or more, which are rounded, so that differe"):
        sccm.handle_unlabeled(labels, PRED, "drop")


def test_large_integers_and_exact_floats_are_taken():
    large = [10**18, 10**18 + 1, 3, 3]
    assert sccm.cari_score(large, large) == 1.0
    exact = np.array([2.0**53 - 1, 2.0, 3.0, 3.0])
    assert sccm.cari_score(exact, exact) == 1.0
