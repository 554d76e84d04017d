"""Messages about labels that an accessor reads name the accessor, or its attributes."""

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted

from sklearn_cocluster_metrics import (
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
