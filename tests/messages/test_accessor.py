"""Messages about labels that an accessor reads name the accessor, or its attributes."""

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted
from sklearn.cluster import KMeans

from sklearn_cocluster_metrics import (
    cari_score,
    coclustering_of,
    make_cocluster_scorer,
    stability_score,
)

NAMES = list("abcd")
ROWS = pd.Series([0, 0, 1, 1], index=NAMES)
COLUMNS = np.array([0, 1, 1])
TRUTH = (ROWS, COLUMNS)
X = pd.DataFrame(np.eye(4, 3), index=NAMES, columns=list("xyz"))
OTHER_ROWS = pd.Series([0, 0, 1, 1], index=list("efgh"))
UNKNOWN_ROWS = [0, 0, None, 1]
MODEL = Fitted(z_=OTHER_ROWS, unknown_=UNKNOWN_ROWS, w_=COLUMNS, pair_=(ROWS, COLUMNS))


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
    line = str(error.value).partition("pass `accessor=")[2].partition("`, or")[0]
    assert call(eval(line)) == 1.0


@pytest.mark.parametrize(
    ("accessor", "got"),
    [(lambda model: ROWS, "Series"), (lambda model: (ROWS,), "tuple of length 1")],
)
def test_the_message_about_labels_of_one_mode_says_what_was_read(accessor, got):
    line = r"pass `accessor=lambda model: \(labels, None\)`, or `\(None, labels\)` if"
    with pytest.raises(ValueError, match=f"got {got}.*{line}"):
        coclustering_of(ROWS_ALONE, accessor=accessor)


def test_a_mode_that_the_accessor_leaves_out_is_returned_as_none():
    rows, columns = coclustering_of(MODEL, accessor=lambda model: (None, model.w_))
    assert rows is None
    np.testing.assert_array_equal(columns, COLUMNS)
