"""A name that occurs twice is named before lengths and other names are compared."""

import pandas as pd
import pytest
from doubles import Fitted

import sklearn_cocluster_metrics as sccm

TRUE = pd.Series([0, 0, 1, 1], index=list("abcd"))
COLUMNS = pd.Series([0, 1, 1], index=list("xyz"))
X = pd.DataFrame(1.0, index=TRUE.index, columns=COLUMNS.index)
MODEL = Fitted(row_labels_=TRUE.to_numpy(), column_labels_=COLUMNS.to_numpy())
ONCE_MORE = pd.concat([TRUE, TRUE.iloc[:1]])
REPLACED = TRUE.set_axis(list("abcc"))
X_ONCE_MORE = pd.concat([X, X.iloc[:1]])
MODEL_ONCE_MORE = Fitted(
    row_labels_=ONCE_MORE.to_numpy(), column_labels_=COLUMNS.to_numpy()
)


class Predictor(Fitted):
    def predict(self, X):
        return TRUE.to_numpy()


def score(model=MODEL, X=X, **truth):
    return sccm.make_cocluster_scorer("cari", **truth)(model, X)


def score_predictions(y):
    return sccm.make_cocluster_scorer("cari")(Predictor(fit_=1), X, y)


REPEATED = {
    "a truth with one label more, in a scorer": (
        lambda: score(row_labels=ONCE_MORE),
        r"`row_labels` has a name that occurs twice, .*: 'a'\.",
    ),
    "a truth beside an accessor, in a scorer": (
        lambda: score(row_labels=ONCE_MORE, accessor="row_labels_"),
        r"`row_labels` has a name that occurs twice, .*: 'a'\.",
    ),
    "a truth that lacks a label, in a scorer": (
        lambda: score(row_labels=REPLACED),
        r"`row_labels` has a name that occurs .*: 'c'; only `X` has 'd'\.",
    ),
    "a truth of the columns, in a scorer": (
        lambda: score(labels=(None, COLUMNS.set_axis(list("xxz")))),
        r"`labels\[1\]` has a name that occurs .*: 'x'; only the data has 'y'\.",
    ),
    "data with one row more, in a scorer": (
        lambda: score(MODEL_ONCE_MORE, X_ONCE_MORE, row_labels=TRUE),
        r"`X` has a name that occurs twice, .*: 'a'\.",
    ),
    "data that lack a row, in a scorer": (
        lambda: score(X=X.set_axis(list("abcc")), row_labels=TRUE),
        r"`X` has a name that occurs .*: 'c'; only `row_labels` has 'd'\.",
    ),
    "y with one label more": (
        lambda: score_predictions(ONCE_MORE),
        r"`y` has a name that occurs twice, .*: 'a'\.",
    ),
    "y that lacks a label": (
        lambda: score_predictions(REPLACED),
        r"`y` has a name that occurs .*: 'c'; only `X` has 'd'\.",
    ),
    "a data set of a comparison": (
        lambda: sccm.compare({"m": TRUE}, {"d": (X, ONCE_MORE)}, "cari"),
        r"`data\['d'\]\[1\]` has a name that occurs twice, .*: 'a'\.",
    ),
    "the second side of a function": (
        lambda: sccm.cari_score(TRUE, ONCE_MORE),
        r"`labels_pred` has a name that occurs twice, .*: 'a'\.",
    ),
}


@pytest.mark.parametrize("road", REPEATED)
def test_a_repeated_name_is_named_with_the_names_that_the_other_side_lacks(road):
    call, message = REPEATED[road]
    with pytest.raises(ValueError, match=f"{message} Give each entry a different name"):
        call()


def test_repeated_names_in_the_order_of_the_data_need_no_match():
    value = score(MODEL_ONCE_MORE, X_ONCE_MORE, row_labels=ONCE_MORE)
    assert value == 1.0
