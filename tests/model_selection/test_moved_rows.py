"""Steps of a pipeline that move rows: followed by the names that their output shows."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    cluster_stability,
    make_bicluster_scorer,
    make_cocluster_scorer,
    make_stability_scorer,
    stability_score,
)

GENERATOR = np.random.default_rng(0)
ROWS = GENERATOR.integers(3, size=30)
COLUMNS = np.repeat([0, 1, 2], 6)
X = 9.0 * (ROWS[:, None] == COLUMNS) + 1 + GENERATOR.random((30, 18))
FRAME = pd.DataFrame(
    X, [f"row_{row}" for row in range(30)], [f"g{n}" for n in range(18)]
)
SORTING = FunctionTransformer(
    lambda data: data.sort_values("g1"), feature_names_out="one-to-one"
)
SPECTRAL = SpectralCoclustering(3, random_state=0)
TRUTH = {"row_labels": ROWS, "column_labels": COLUMNS}


class Sorter(TransformerMixin, BaseEstimator):
    """A step of another library that sorts rows."""

    def fit(self, X, y=None):
        self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        return self

    def transform(self, X):
        return X.sort_values("g1")

    def get_feature_names_out(self, input_features=None):
        return self.feature_names_in_


def renaming(function):
    """Return a step that gives the rows other names."""
    return FunctionTransformer(
        lambda data: data.set_axis(function(data), axis=0),
        feature_names_out="one-to-one",
    )


@pytest.mark.parametrize("step", [SORTING, Sorter()], ids=["function", "class"])
@pytest.mark.parametrize("data", [FRAME, FRAME.reset_index(drop=True)])
def test_a_scorer_puts_moved_rows_back(step, data):
    model = make_pipeline(step, SPECTRAL).fit(data)
    assert make_cocluster_scorer("cari", **TRUTH)(model, data) == 1.0


def test_a_step_after_the_one_that_moves_rows_changes_nothing():
    model = make_pipeline(SORTING, FunctionTransformer(np.sqrt), SPECTRAL).fit(FRAME)
    assert make_cocluster_scorer("cari", row_labels=ROWS)(model, FRAME) == 1.0


def test_moved_rows_of_a_clusterer_and_of_predictions_are_put_back():
    clusterer = KMeans(3, n_init=10, random_state=0)
    model = make_pipeline(SORTING, clusterer).fit(FRAME)
    assert make_cocluster_scorer("cari", row_labels=ROWS)(model, FRAME) == 1.0
    assert make_cocluster_scorer("cari")(model, FRAME, ROWS) == 1.0
    by_accessor = make_cocluster_scorer("cari", row_labels=ROWS, accessor="labels_")
    assert by_accessor(model, FRAME) == 1.0


def test_moved_rows_of_biclusters_are_put_back():
    model = make_pipeline(SORTING, SPECTRAL).fit(FRAME)
    rows = np.arange(3)[:, None] == ROWS
    columns = np.arange(3)[:, None] == COLUMNS
    scorer = make_bicluster_scorer("e4sc", rows=rows, columns=columns)
    assert scorer(model, FRAME) == 1.0


def test_a_search_puts_moved_rows_back():
    search = GridSearchCV(
        make_pipeline(SORTING, SpectralCoclustering(random_state=0)),
        {"spectralcoclustering__n_clusters": [2, 3]},
        scoring=make_cocluster_scorer("cari", **TRUTH),
        cv=WholeDataSplit(),
        error_score="raise",
    )
    assert search.fit(FRAME).best_score_ == 1.0
    assert make_cocluster_scorer("cari", **TRUTH)(search, FRAME) == 1.0


def test_stability_puts_moved_rows_back():
    model = make_pipeline(SORTING, SPECTRAL)
    options = {"n_resamples": 2, "kind": "values"}
    assert stability_score(model, FRAME, **options) == 1.0
    assert make_stability_scorer(**options)(model.fit(FRAME), FRAME)["stability"] == 1.0
    clusterer = make_pipeline(SORTING, KMeans(3, n_init=10, random_state=0))
    assert stability_score(clusterer, FRAME, **options) == 1.0
    assert cluster_stability(clusterer, FRAME, n_resamples=2).jaccard.min() == 1.0


def test_the_inductive_wrapper_puts_moved_rows_back():
    model = InductiveCocluster(make_pipeline(SORTING, SPECTRAL)).fit(FRAME)
    assert make_cocluster_scorer("cari", row_labels=ROWS)(model, FRAME) == 1.0


@pytest.mark.parametrize(
    "function",
    [lambda data: [f"new_{name}" for name in data.index], lambda data: ["one"] * 30],
    ids=["other names", "one name"],
)
def test_rows_that_a_step_renames_are_refused(function):
    model = make_pipeline(renaming(function), SPECTRAL).fit(FRAME)
    with pytest.raises(ValueError, match="move the rows of `X` or rename them"):
        make_cocluster_scorer("cari", **TRUTH)(model, FRAME)


def test_rows_that_a_step_has_left_out_are_named_as_a_reason():
    """The labels of the other rows cannot be told apart."""
    leaving_out = FunctionTransformer(
        lambda data: data[1:], feature_names_out="one-to-one"
    )
    model = make_pipeline(leaving_out, SPECTRAL).fit(X)
    scorers = [
        make_cocluster_scorer("cari", **TRUTH),
        make_bicluster_scorer("e4sc", rows=np.ones((1, 30)), columns=np.ones((1, 18))),
    ]
    for scorer in scorers:
        message = r"labeled 29 rows, `X` has 30; .* a step has left out rows \(leave"
        with pytest.raises(ValueError, match=message):
            scorer(model, X)


def test_a_new_default_index_is_believed_to_keep_the_order():
    model = make_pipeline(renaming(lambda data: range(len(data))), SPECTRAL)
    assert make_cocluster_scorer("cari", **TRUTH)(model.fit(FRAME), FRAME) == 1.0


def test_steps_of_scikit_learn_are_not_applied_once_more(monkeypatch):
    model = make_pipeline(StandardScaler(), KMeans(3, n_init=10, random_state=0))
    model.fit(FRAME)
    monkeypatch.setattr(StandardScaler, "transform", None)
    assert make_cocluster_scorer("cari", row_labels=ROWS)(model, FRAME) == 1.0
