"""The splitter whose training and test set are the whole data."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    BaseCrossValidator,
    GridSearchCV,
    HalvingGridSearchCV,
    check_cv,
    cross_validate,
)

from sklearn_cocluster_metrics import WholeDataSplit

DATA = {
    "array": np.zeros((5, 3)),
    "list": [[1, 2], [3, 4], [5, 6], [7, 8], [9, 0]],
    "csr": sparse.csr_array((5, 3)),
    "coo": sparse.coo_matrix((5, 3)),
    "frame": pd.DataFrame(np.zeros((5, 3)), index=list("edcba")),
    "texts": ["a", "b", "c", "d", "e"],
}


@pytest.mark.parametrize("X", DATA.values(), ids=DATA)
@pytest.mark.parametrize("n_repeats", [1, 3])
def test_every_row_is_trained_and_tested_on_in_order(X, n_repeats):
    splitter = WholeDataSplit(n_repeats)
    splits = list(splitter.split(X))
    assert len(splits) == splitter.get_n_splits(X) == n_repeats
    for train, test in splits:
        assert train.tolist() == test.tolist() == [0, 1, 2, 3, 4]
        assert train.dtype == np.intp


def test_sets_are_not_one_array():
    train, test = next(WholeDataSplit().split(np.zeros((3, 1))))
    train[0] = 2
    assert test.tolist() == [0, 1, 2]


def test_y_and_groups_are_ignored():
    splits = WholeDataSplit().split([[1], [2]], y=["a", "b"], groups=[1, 2])
    assert [test.tolist() for _, test in splits] == [[0, 1]]


def test_it_is_a_splitter_of_scikit_learn():
    splitter = WholeDataSplit(2)
    assert isinstance(splitter, BaseCrossValidator)
    assert check_cv(splitter) is splitter
    assert pickle.loads(pickle.dumps(splitter)).n_repeats == 2
    assert repr(splitter) == "WholeDataSplit(n_repeats=2)"


class CountsRows(BaseEstimator):
    """Estimator that scores how many rows it has seen, and how many it is shown."""

    def __init__(self, factor=1):
        self.factor = factor

    def fit(self, X, y=None):
        """Count the rows."""
        self.n_rows_ = X.shape[0]
        return self

    def score(self, X, y=None):
        """Return the rows of both sets."""
        return self.factor * (100 * self.n_rows_ + X.shape[0])


@pytest.mark.parametrize("X", [np.zeros((5, 3)), sparse.csr_array((5, 3))])
def test_searches_fit_and_score_on_all_rows(X):
    cv = WholeDataSplit(2)
    results = cross_validate(CountsRows(), X, cv=cv, n_jobs=2)
    assert results["test_score"].tolist() == [505, 505]
    search = GridSearchCV(CountsRows(), {"factor": [1, 3]}, cv=cv, n_jobs=2).fit(X)
    assert search.cv_results_["mean_test_score"].tolist() == [505, 1515]
    assert search.n_splits_ == 2


@pytest.mark.parametrize("n_repeats", [0, -1])
def test_no_repeat_at_all_is_refused(n_repeats):
    with pytest.raises(
        ValueError, match=f"`n_repeats` must be at least 1, got {n_repeats}"
    ):
        WholeDataSplit(n_repeats)


@pytest.mark.parametrize("n_repeats", [1.0, "2", None, True])
def test_repeats_that_are_no_integer_are_refused(n_repeats):
    with pytest.raises(TypeError, match="`n_repeats` must be an integer, got"):
        WholeDataSplit(n_repeats)


@pytest.mark.parametrize(
    "use",
    [
        lambda X: cross_validate(CountsRows(), X, cv=WholeDataSplit),
        lambda X: GridSearchCV(CountsRows(), {}, cv=WholeDataSplit).fit(X),
    ],
)
def test_the_class_in_place_of_an_instance_is_refused(use):
    with pytest.raises(TypeError, match=r"pass an instance, `cv=WholeDataSplit\(\)`"):
        use(np.zeros((5, 3)))


def test_a_search_that_subsamples_the_rows_is_refused():
    search = HalvingGridSearchCV(
        CountsRows(),
        {"factor": [1, 3]},
        resource="n_samples",
        min_resources=2,
        factor=2,
        cv=WholeDataSplit(),
    )
    with pytest.raises(ValueError, match="this search subsamples or shuffles them"):
        search.fit(np.zeros((5, 3)))
