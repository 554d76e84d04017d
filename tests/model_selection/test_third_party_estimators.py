"""Look-alikes of third-party estimators, in every place of an estimator.

Each works with the right number, or raises an error that names the cure.
"""

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from doubles import (
    ConstructorCocluster,
    Fitted,
    ListCocluster,
    NetworkCocluster,
    OneBasedCocluster,
    OneHotCocluster,
    ParameterlessCocluster,
    PlainNamesCocluster,
    SortedCocluster,
    StringCocluster,
    blocks,
)
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    RandomizedSearchCV,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import sklearn_cocluster_metrics as sccm


class TruthCocluster(BaseEstimator):
    """Has parameters that are spelled like labels that were found."""

    def __init__(self, row_labels=None, column_labels=None):
        self.row_labels = row_labels
        self.column_labels = column_labels

    def fit(self, X, y=None):
        return self


class Problem(NamedTuple):
    """Data and their true labels."""

    X: Any
    rows: Any
    columns: Any

    @property
    def scorer(self):
        return sccm.make_cocluster_scorer(
            "cari", row_labels=self.rows, column_labels=self.columns
        )


SMALL = Problem(*blocks())
X, ROWS, COLUMNS = SMALL
TRUTH = SMALL.scorer
WHOLE = {"cv": sccm.WholeDataSplit(), "error_score": "raise"}


def searching(search, **options):
    """Make a place: the best score of a search."""

    def place(estimator, problem=SMALL):
        grid = {"n_row_clusters": [2, 3], "n_col_clusters": [3]}
        if isinstance(estimator, sccm.FunctionCocluster):
            grid = {"n_clusters": [2, 3]}
        found = search(estimator, grid, scoring=problem.scorer, **WHOLE, **options)
        return found.fit(problem.X, problem.rows).best_score_

    return place


def cross_validation(estimator, problem=SMALL):
    results = cross_validate(estimator, problem.X, scoring=problem.scorer, **WHOLE)
    return results["test_score"].item()


def at_the_end_of_a_pipeline(estimator, problem=SMALL):
    return cross_validation(make_pipeline(StandardScaler(), estimator), problem)


def inductive(estimator, problem=SMALL):
    scorer = sccm.make_cocluster_scorer("cari", column_labels=problem.columns)
    options = {"scoring": scorer, "cv": 3, "error_score": "raise"}
    model = sccm.InductiveCocluster(estimator)
    results = cross_validate(model, problem.X, problem.rows, **options)
    return results["test_score"].mean()


def stability(estimator, problem=SMALL):
    return sccm.make_stability_scorer(n_resamples=2, with_standard_error=False)(
        estimator, problem.X
    )


def modularity(estimator):
    scorer = sccm.get_scorer("modularity", match=True)
    (found,) = cross_validate(estimator, X, scoring=scorer, **WHOLE)["test_score"]
    return found / sccm.modularity_score(X, (ROWS, COLUMNS), match=True)


def direct(estimator, problem=SMALL):
    estimator.fit(problem.X)  # never chained: it may return None
    return sccm.cari_score((problem.rows, problem.columns), estimator)


# Cures: what the errors advise.


def from_matrices(X, n_clusters=3, n_init=1):
    model = OneHotCocluster(n_clusters, n_init=n_init).fit(X)
    return model.row_labels_.argmax(axis=1), model.column_labels_.argmax(axis=1)


def from_constructor(X, n_clusters=3, n_init=1):
    model = ConstructorCocluster(X, n_clusters)
    model.fit()
    return list(model.row_labels_), list(model.column_labels_)


def from_parameterless(X, n_clusters=3, n_init=1):
    model = ParameterlessCocluster(n_clusters).fit(X)
    return model.row_labels_, model.column_labels_


SEARCHES = {
    "grid search": searching(GridSearchCV),
    "randomized search": searching(RandomizedSearchCV, n_iter=2),
    "halving search": searching(
        HalvingGridSearchCV, resource="n_init", max_resources=2, min_resources=1
    ),
}
SCORED = {
    **SEARCHES,
    "cross-validation": cross_validation,
    "end of a pipeline": at_the_end_of_a_pipeline,
}
PLACES = {**SCORED, "direct": direct, "inductive": inductive, "stability": stability}
WORKING = {
    "from 1": OneBasedCocluster(),
    "lists, None before the fit, which returns None": ListCocluster(),
    "strings": StringCocluster(),
    "names without an underscore": PlainNamesCocluster(),
    "names of scikit-network, beside `labels_`": NetworkCocluster(),
    "cure of matrices": sccm.FunctionCocluster(from_matrices),
    "cure of data in the constructor": sccm.FunctionCocluster(from_constructor),
    "cure of no `get_params`": sccm.FunctionCocluster(from_parameterless),
}


@pytest.mark.parametrize("place", [*PLACES.values(), modularity])
@pytest.mark.parametrize("habit", WORKING)
def test_a_perfect_fit_scores_one_in_every_place(place, habit):
    assert place(WORKING[habit]) == 1.0


@pytest.mark.parametrize("names", [("row_labels", "column_labels"), ("z", "w")])
def test_labels_of_a_class_without_a_signature_are_read(names):
    # Before Python 3.13, this class has no signature.
    model = SimpleNamespace(**dict(zip(names, ([1, 1, 2], [1, 2]), strict=True)))
    accessor = None if names[0] == "row_labels" else names
    rows, columns = sccm.coclustering_of(model, accessor=accessor)
    assert (rows.tolist(), columns.tolist()) == ([1, 1, 2], [1, 2])


MATRICES = r"`(estimator\.)?(row_labels_|labels_pred\[0\])` must be 1-D.*`labels.argmax"


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_labels_that_are_matrices_are_refused_with_the_cure(place):
    with pytest.raises(ValueError, match=MATRICES):
        place(OneHotCocluster())


def wrapped(estimator):
    """Fit in the inductive wrapper, outside of a search."""
    sccm.InductiveCocluster(estimator).fit(X)


NOT_CLONED = [
    *(
        (place, estimator, message)
        for place in (inductive, stability)
        for estimator, message in [
            (ConstructorCocluster(X), "with `X` alone .*`FunctionCoclust"),
            (ParameterlessCocluster(), "get_params"),
            (OneBasedCocluster, "instance"),
        ]
    ),
    (wrapped, ParameterlessCocluster(), "`get_params`.*`FunctionC"),
    (wrapped, OneBasedCocluster, "must be an instance, not the class OneBased"),
]


@pytest.mark.parametrize(("place", "estimator", "message"), NOT_CLONED)
def test_what_cannot_be_cloned_and_fitted_is_refused(place, estimator, message):
    with pytest.raises(TypeError, match=message):
        place(estimator)


class CompiledCocluster(BaseEstimator):
    """Has a `fit` in C, which has no signature, and one cluster of twelve rows."""

    labels_ = np.zeros(12, dtype=int)

    @property
    def fit(self):
        return iter


def test_a_fit_without_a_signature_is_called():
    every_row = {"row_fraction": 1.0, "n_resamples": 2}
    assert sccm.stability_score(CompiledCocluster(), X[:12], **every_row) == 1


def test_attributes_with_other_names_are_named():
    for names in (("row_parts_", "col_parts_"), ("row_clusters", "col_clusters")):
        model = Fitted(**dict(zip(names, (ROWS, COLUMNS), strict=True)))
        with pytest.raises(ValueError, match=f"It has `{names[0]}` and `{names[1]}`"):
            TRUTH(model, X)
        found = sccm.coclustering_of(model, accessor=names)
        assert sccm.cari_score((ROWS, COLUMNS), found) == 1


UNFITTED = [
    (
        ListCocluster(),
        "that is not fitted, because its `row_labels_` is None. Call `fit`",
    ),
    (Fitted(labels_col_=None), "that is not fitted, because its `labels_col_` is None"),
    (PlainNamesCocluster(), "without `row_labels_` and .* is not fitted"),
    (TruthCocluster(ROWS, COLUMNS), "without `row_labels_` and .* is not fitted"),
]


@pytest.mark.parametrize(("estimator", "message"), UNFITTED)
def test_before_the_fit_every_estimator_is_unfitted(estimator, message):
    with pytest.raises(NotFittedError, match=message):
        sccm.coclustering_of(estimator)
    with pytest.raises(ValueError, match="is not fitted"):
        TRUTH(estimator, X)


def test_a_clusterer_of_the_rows_that_has_none_for_columns_is_fitted():
    model = Fitted(labels_=ROWS, labels_row_=None, labels_col_=None)
    with pytest.raises(NotFittedError, match="Fitted clusters only the rows"):
        sccm.coclustering_of(model)


# Labels that follow position

LARGE = Problem(*blocks(90, 60))
IN_RUNS = np.sort(LARGE.rows), np.sort(LARGE.columns)
SORTED_DATA = LARGE.X[np.argsort(LARGE.rows)][:, np.argsort(LARGE.columns)]
SORTED = Problem(SORTED_DATA, *IN_RUNS)


def scored(estimator, problem):
    return problem.scorer(estimator.fit(problem.X), problem.X)


@pytest.mark.parametrize("place", [scored, stability, direct, *SEARCHES.values()])
def test_labels_by_position_score_near_0_on_shuffled_data(place):
    assert abs(place(SortedCocluster(4, 4), LARGE)) < 0.05


def test_labels_by_position_cannot_be_predicted():
    with pytest.warns(UserWarning, match="for less than 80 % of the training rows"):
        assert abs(inductive(SortedCocluster(4, 4), LARGE)) < 0.1


@pytest.mark.parametrize("place", [scored, *SCORED.values()])
def test_labels_by_position_give_a_warning_on_sorted_data(place):
    with pytest.warns(UserWarning, match="one run of .* Shuffle rows, columns and"):
        assert place(SortedCocluster(4, 4), SORTED) > 0.3


def test_labels_by_position_are_not_stable_on_sorted_data():
    assert abs(stability(SortedCocluster(4, 4), SORTED)) < 0.05
