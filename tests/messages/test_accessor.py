"""Messages about labels that an accessor reads name the accessor, or its attributes."""

import re

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted
from sklearn.cluster import KMeans

from sklearn_cocluster_metrics import (
    biclusters_to_labels,
    cari_score,
    coclustering_of,
    compare,
    make_cocluster_scorer,
    soft_cari_score,
    stability_score,
)

NAMES = list("abcd")
ROWS = pd.Series([0, 0, 1, 1], index=NAMES)
COLUMNS = np.array([0, 1, 1])
TRUTH = (ROWS, COLUMNS)
X = pd.DataFrame(np.eye(4, 3), index=NAMES, columns=list("xyz"))
OTHER_ROWS = pd.Series([0, 0, 1, 1], index=list("efgh"))
UNKNOWN_ROWS = [0, 0, None, 1]
INDICATORS = (np.array([[1, 1, 0, 0], [0, 0, 1, 1]]), np.array([[1, 0, 0], [0, 1, 1]]))
MODEL = Fitted(
    z_=OTHER_ROWS,
    unknown_=UNKNOWN_ROWS,
    v_=ROWS,
    w_=COLUMNS,
    pair_=(ROWS, COLUMNS),
    rows_=INDICATORS[0],
    columns_=INDICATORS[1] == 1,
    biclusters_=INDICATORS,
)


def of_rows(accessor):
    make_cocluster_scorer("cari", row_labels=ROWS, accessor=accessor)(MODEL, X)


def of_both(accessor):
    make_cocluster_scorer("cari", labels=TRUTH, accessor=accessor)(MODEL, X)


@pytest.mark.parametrize(
    ("score", "accessor", "name"),
    [
        (of_rows, "z_", r"estimator\.z_"),
        (of_rows, lambda model: model.z_, r"accessor\(estimator\)"),
        (of_both, ("z_", "w_"), r"estimator\.z_"),
        (of_both, lambda model: (model.z_, model.w_), r"accessor\(estimator\)\[0\]"),
    ],
)
def test_labels_with_other_names_are_called_as_they_are_read(score, accessor, name):
    with pytest.raises(ValueError, match=f"^`{name}` has an index with other names"):
        score(accessor)


@pytest.mark.parametrize(
    ("score", "accessor", "name"),
    [
        (of_rows, "unknown_", r"estimator\.unknown_"),
        (of_both, ("unknown_", "w_"), r"estimator\.unknown_"),
    ],
)
def test_unknown_labels_are_called_as_they_are_read(score, accessor, name):
    with pytest.raises(ValueError, match=f"^Input `{name}` contains None"):
        score(accessor)


def test_true_labels_beside_an_accessor_of_the_rows_are_called_row_labels():
    score = make_cocluster_scorer("cari", row_labels=ROWS[:3], accessor="w_")
    with pytest.raises(ValueError, match=r"^`row_labels` and `X` have different names"):
        score(MODEL, X)


def test_a_coclustering_that_is_read_is_called_as_it_is_read():
    with pytest.raises(ValueError, match=r"`estimator\.pair_\[0\]` must be 1-D"):
        coclustering_of(Fitted(pair_=(np.eye(2), COLUMNS)), accessor="pair_")


def test_fitted_labels_of_resamples_are_called_as_they_are_read():
    model = Fitted(fit_=1, unknown_=UNKNOWN_ROWS, w_=COLUMNS)
    with pytest.raises(ValueError, match=r"`estimator\.unknown_` contains None"):
        stability_score(model, X, accessor=("unknown_", "w_"))


def test_an_unknown_mode_of_the_fit_is_refused_by_its_name():
    with pytest.raises(ValueError, match=r"^`accessor\(estimator\)\[1\]` is None, but"):
        of_both(lambda model: (ROWS, None))


class Method(Fitted):
    def predict(self, X):
        return ROWS


def test_a_method_as_accessor_leads_to_the_lines_of_a_scorer_and_of_a_function():
    model = Method(fit_=1)
    with pytest.raises(TypeError, match="is a method of Method") as error:
        coclustering_of(model, accessor="predict")
    message = str(error.value)
    line = message.partition("pass `accessor=")[2].partition("` to a scorer")[0]
    accessor = eval(line, {"X": X})
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, accessor=accessor)
    assert scorer(model, X) == 1.0
    assert "To fit clones of it, wrap a function" in message
    labels = message.partition("or `")[2].partition("` in place of the model")[0]
    assert cari_score((ROWS, None), eval(labels, {"model": model, "X": X})) == 1.0


def of_known_rows(accessor):
    truth = (ROWS, None)
    scorer = make_cocluster_scorer("cari", labels=truth, accessor=accessor)
    return scorer(ROWS_ALONE, X)


def of_read_labels(accessor):
    return cari_score((ROWS, None), coclustering_of(ROWS_ALONE, accessor=accessor))


def of_resamples(accessor):
    return stability_score(
        KMeans(2, n_init=1), BLOCKS, n_resamples=3, accessor=accessor
    )


ROWS_ALONE = Fitted(fit_=1, labels_=ROWS)
BLOCKS = np.repeat([[0.5, 1.5], [9.5, 5.5]], 6, axis=0)


@pytest.mark.parametrize("call", [of_known_rows, of_read_labels, of_resamples])
def test_labels_of_the_rows_in_place_of_those_of_modes_lead_to_a_line(call):
    with pytest.raises(ValueError, match="must be a tuple of arrays") as error:
        call("labels_")
    line = str(error.value).partition("pass `accessor=")[2].partition("`. If")[0]
    assert call(eval(line)) == 1.0


@pytest.mark.parametrize(
    ("accessor", "got"),
    [(lambda model: ROWS, "Series"), (lambda model: (ROWS,), "tuple of length 1")],
)
def test_the_message_about_labels_of_one_mode_says_what_was_read(accessor, got):
    line = r"pass `accessor=lambda model: \(labels, None\)`\."
    with pytest.raises(ValueError, match=f"got {got}.*{line}"):
        coclustering_of(ROWS_ALONE, accessor=accessor)


def test_a_mode_that_the_accessor_leaves_out_is_returned_as_none():
    rows, columns = coclustering_of(MODEL, accessor=lambda model: (None, model.w_))
    assert rows is None
    np.testing.assert_array_equal(columns, COLUMNS)


def read_list(model):
    return [model.v_.to_numpy(), model.w_]


READERS_OF_BOTH = [("v_", "w_"), "pair_", lambda model: model.pair_]


@pytest.mark.parametrize(
    ("metric", "accessor"),
    [
        *[("cari", accessor) for accessor in [*READERS_OF_BOTH, read_list]],
        *[(soft_cari_score, accessor) for accessor in READERS_OF_BOTH],
    ],
)
def test_labels_of_both_modes_beside_row_labels_are_refused_with_the_line(
    metric, accessor
):
    line = r"`accessor` reads labels of 2 modes .*`labels=\(row_labels, None\)`"
    with pytest.raises(ValueError, match=line):
        make_cocluster_scorer(metric, row_labels=ROWS, accessor=accessor)(MODEL, X)
    scorer = make_cocluster_scorer("cari", labels=(ROWS, None), accessor=accessor)
    assert scorer(MODEL, X) == 1.0


def test_two_attributes_beside_row_labels_are_refused_before_the_fit():
    with pytest.raises(ValueError, match="`accessor` reads labels of 2 modes"):
        make_cocluster_scorer("cari", row_labels=ROWS, accessor=("v_", "w_"))


def test_a_tuple_of_one_attribute_beside_row_labels_is_not_called_several_modes():
    with pytest.raises(TypeError, match="`accessor` must be the name of an attribute"):
        make_cocluster_scorer("cari", row_labels=ROWS, accessor=("v_",))


def test_labels_of_both_modes_beside_a_truth_of_rows_fail_in_a_comparison():
    found = compare({"a": MODEL}, {"d": (X, ROWS)}, "cari", accessor="pair_")
    assert "pass the truth as `(row_labels, None)`" in found.records[0]["error"]


@pytest.mark.parametrize(
    ("truth", "attribute", "line"),
    [
        (
            (ROWS, None),
            "v_",
            r"rows only, pass `accessor=lambda model: (model.v_, None)`",
        ),
        ((None, COLUMNS), "w_", r"pass `accessor=lambda model: (None, model.w_)`"),
    ],
)
def test_labels_of_one_mode_in_place_of_both_are_refused_with_the_line(
    truth, attribute, line
):
    scorer = make_cocluster_scorer("cari", labels=truth, accessor=attribute)
    with pytest.raises(ValueError, match=re.escape(line)):
        scorer(MODEL, X)
    accessor = eval(line.partition("accessor=")[2].rstrip("`"))
    scorer = make_cocluster_scorer("cari", labels=truth, accessor=accessor)
    assert scorer(MODEL, X) == 1.0


def test_memberships_in_a_list_beside_row_labels_are_scored():
    memberships = pd.get_dummies(ROWS).astype(float).to_numpy()
    scorer = make_cocluster_scorer(
        soft_cari_score, row_labels=ROWS, accessor=lambda _: list(memberships)
    )
    assert scorer(MODEL, X) == 1.0


@pytest.mark.parametrize(
    ("truth", "accessor", "name"),
    [
        ({"labels": TRUTH}, ("rows_", "columns_"), r"estimator\.rows_"),
        ({"labels": TRUTH}, "biclusters_", r"estimator\.biclusters_\[0\]"),
        ({"labels": (None, COLUMNS)}, ("rows_", "columns_"), r"estimator\.columns_"),
        ({"row_labels": ROWS}, "rows_", r"estimator\.rows_"),
    ],
)
def test_indicators_in_place_of_labels_are_called_indicators(truth, accessor, name):
    scorer = make_cocluster_scorer("cari", **truth, accessor=accessor)
    with pytest.raises(
        ValueError,
        match=rf"`{name}` must be 1-D, .* may be an indicator of biclusters\. .*"
        r"`make_bicluster_scorer\(.*`biclusters_to_labels\(",
    ):
        scorer(MODEL, X)


def test_the_function_that_a_message_about_indicators_names_converts_them():
    scorer = make_cocluster_scorer(
        "cari",
        labels=TRUTH,
        accessor=lambda model: biclusters_to_labels(
            (model.rows_, model.columns_), structure="diagonal"
        ),
    )
    assert scorer(MODEL, X) == 1.0
