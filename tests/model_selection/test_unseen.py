"""What no scorer can see, each with the number that comes where 1.0 is right.

The page of the guide on traps prints these numbers. They are properties of what
scikit-learn passes to a scorer, not goals: a change that makes one of them an error is
welcome, and then belongs on that page.
"""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from doubles import KMeansCocluster, PredictingCocluster, TransposingCocluster, blocks
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import sklearn_cocluster_metrics as sccm

X, ROWS, COLUMNS = blocks()
EVERY = np.arange(60)
DRAWN = np.random.default_rng(0).integers(60, size=60)
PERMUTED = np.random.default_rng(0).permutation(60)
SCORER = sccm.make_cocluster_scorer("cari", row_labels=ROWS, column_labels=COLUMNS)
WITHOUT_ROWS = sccm.make_cocluster_scorer("cari", column_labels=COLUMNS)
SQUARE, SQUARE_ROWS, SQUARE_COLUMNS = blocks(30, 30)


def validated(split, y=None, estimator=None, scorer=SCORER):
    """Score by one split of one's own."""
    fit = estimator or KMeansCocluster(), X, y
    options = {"scoring": scorer, "cv": [split], "error_score": "raise"}
    return cross_val_score(*fit, **options).item()


def step(function):
    """Make a step that reports every column to be in its place."""
    return FunctionTransformer(function, feature_names_out="one-to-one")


def bootstrap():
    return validated((DRAWN, EVERY), ROWS)


def permuted_without_y():
    return validated((PERMUTED, PERMUTED))


def predictor_under_a_bootstrap():
    model = PredictingCocluster().fit(X[DRAWN])
    del model.agreement_
    return SCORER(model, X, ROWS)


def transposing_on_a_square_matrix():
    truth = {"row_labels": SQUARE_ROWS, "column_labels": SQUARE_COLUMNS}
    model = TransposingCocluster().fit(SQUARE)
    return sccm.make_cocluster_scorer("cari", **truth)(model, SQUARE)


def step_that_reorders_rows():
    model = make_pipeline(step(lambda data: data[::-1]), KMeansCocluster()).fit(X)
    return SCORER(model, X, ROWS)


def step_whose_names_are_wrong():
    model = make_pipeline(step(lambda data: data[:, ::-1]), KMeansCocluster()).fit(X)
    return SCORER(model, X, ROWS)


def frozen_on_other_data():
    other, _, _ = blocks(seed=1)
    return SCORER(FrozenEstimator(KMeansCocluster().fit(other)), X, ROWS)


def predictions_of_several_fits():
    model = sccm.InductiveCocluster(KMeansCocluster())
    return sccm.cari_score(ROWS, cross_val_predict(model, X, ROWS, cv=KFold(3)))


def columns_reordered_since_the_fit():
    names = np.arange(30) + 100  # scikit-learn keeps names that are strings only
    model = KMeansCocluster().fit(pd.DataFrame(X, columns=names))
    truth = pd.Series(COLUMNS, index=names)
    scorer = sccm.make_cocluster_scorer("cari", row_labels=ROWS, column_labels=truth)
    return scorer(model, pd.DataFrame(X, columns=names)[names[::-1]])


def compared_search(*, shuffle=True):
    """A search is a candidate of `compare`, and its scorer holds arrays."""
    numbers = [2, 3, 4, 5]
    grid = {"n_row_clusters": numbers, "n_col_clusters": numbers}
    splitter = sccm.WholeDataSplit()
    search = GridSearchCV(KMeansCocluster(), grid, scoring=SCORER, cv=splitter)
    data = {"blocks": (X, (ROWS, COLUMNS))}
    comparison = sccm.compare(
        {"search": search}, data, "cari", shuffle=shuffle, random_state=0
    )
    return comparison.records[0]["value"]


UNSEEN = {
    bootstrap: 0.29,
    permuted_without_y: 0.27,
    predictor_under_a_bootstrap: 0.29,
    transposing_on_a_square_matrix: 0.01,
    step_that_reorders_rows: 0.27,
    step_whose_names_are_wrong: 0.25,
    frozen_on_other_data: 0.07,
    predictions_of_several_fits: 0.52,
    compared_search: 0.58,
    columns_reordered_since_the_fit: 0.25,
}


@pytest.mark.parametrize(
    ("trap", "printed"), UNSEEN.items(), ids=[trap.__name__ for trap in UNSEEN]
)
def test_the_number_of_the_guide_is_what_comes(trap, printed):
    assert trap() == pytest.approx(printed, abs=0.005)


def test_the_guide_prints_the_numbers():
    guide = Path(__file__).parents[2] / "doc/user_guide/traps.rst"
    found = re.findall(r"^ +- (0\.\d\d)$", guide.read_text("utf-8"), re.MULTILINE)
    assert sorted(map(float, found)) == sorted(UNSEEN.values())


def test_the_same_without_the_trap_is_right():
    assert validated((EVERY, EVERY), ROWS) == 1
    ((train, test),) = sccm.WholeDataSplit().split(X)
    assert validated((np.array(train), np.array(test))) == 1
    truth = {"row_labels": SQUARE_ROWS, "column_labels": SQUARE_COLUMNS}
    scorer = sccm.make_cocluster_scorer("cari", **truth, transpose=True)
    assert scorer(TransposingCocluster().fit(SQUARE), SQUARE) == 1
    assert SCORER(make_pipeline(step(np.sqrt), KMeansCocluster()).fit(X), X) == 1
    assert SCORER(FrozenEstimator(KMeansCocluster().fit(X)), X) == 1
    assert compared_search(shuffle=False) == 1


# What the wrapper, or `y`, makes of them


@pytest.mark.parametrize("rows", [DRAWN, PERMUTED], ids=["bootstrap", "permuted"])
def test_the_wrapper_predicts_under_any_split_or_is_refused(rows):
    model = sccm.InductiveCocluster(KMeansCocluster())
    assert validated((rows, EVERY), ROWS, model, WITHOUT_ROWS) == 1
    assert validated((EVERY, EVERY), ROWS, model) == 1
    with pytest.raises(ValueError, match="`predict` returns the fitted label for"):
        validated((rows, EVERY), ROWS, model)
