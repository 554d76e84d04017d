"""`InductiveCocluster` labels new rows, and labels lines of zeros after the fit."""

import numpy as np
import pandas as pd
import pytest
from doubles import (
    GreedyCocluster,
    KMeansCocluster,
    ListCocluster,
    StringCocluster,
    blocks,
)
from numpy.testing import assert_array_equal
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

from sklearn_cocluster_metrics import InductiveCocluster

X, ROWS, COLUMNS = blocks()


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize(
    "estimator",
    [KMeansCocluster, ListCocluster, StringCocluster],
    ids=lambda e: e.__name__,
)
def test_new_rows_get_the_label_of_their_cluster(estimator, metric):
    model = InductiveCocluster(estimator(), metric=metric).fit(X[:40])
    predicted = model.predict(X[40:])
    assert adjusted_rand_score(ROWS[40:], predicted) == 1
    assert adjusted_rand_score(ROWS, [*model.row_labels_, *predicted]) == 1
    assert set(predicted) <= set(model.row_classes_)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_predictions_are_those_of_the_definition(metric):
    noisy = X + np.random.default_rng(0).normal(scale=4, size=X.shape)
    model = InductiveCocluster(KMeansCocluster(3, 4), metric=metric).fit(noisy)
    predicted = model.predict(noisy)
    columns = sorted(set(model.column_labels_))
    for row, label in zip(noisy, predicted, strict=True):
        means = [row[model.column_labels_ == column].mean() for column in columns]
        nearness = {}
        for cluster in set(model.row_labels_):
            block = noisy[model.row_labels_ == cluster]
            profile = [block[:, model.column_labels_ == c].mean() for c in columns]
            if metric == "cosine":
                norms = np.linalg.norm(means) * np.linalg.norm(profile)
                nearness[cluster] = np.dot(means, profile) / norms
            else:
                nearness[cluster] = -np.linalg.norm(np.subtract(means, profile))
        assert nearness[label] == pytest.approx(max(nearness.values()), abs=1e-12)


FORMATS = [
    sparse.csr_matrix,
    sparse.csc_matrix,
    sparse.coo_matrix,
    sparse.csr_array,
    sparse.csc_array,
    sparse.lil_array,
]


@pytest.mark.parametrize("to_sparse", FORMATS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("empty", ["drop", "keep"])
def test_sparse_data_give_the_labels_of_dense_data(to_sparse, empty):
    data = np.where(X > 3, X, 0)
    data[7] = data[:, 3] = 0
    dense = InductiveCocluster(KMeansCocluster(), empty=empty).fit(data)
    found = InductiveCocluster(KMeansCocluster(), empty=empty).fit(to_sparse(data))
    assert_array_equal(found.row_labels_, dense.row_labels_)
    assert_array_equal(found.column_labels_, dense.column_labels_)
    assert_array_equal(found.predict(to_sparse(data)), dense.predict(data))


def test_zeros_that_are_stored_are_zeros():
    data = sparse.csr_array(X)
    data[[3, 5]] = data[[3, 5]] * 0
    assert data.nnz == X.size
    model = InductiveCocluster(SpectralCoclustering(3, random_state=0)).fit(data)
    assert model.row_labels_.shape == (60,)


def test_frames_keep_their_names():
    frame = pd.DataFrame(X, columns=[f"gene {number}" for number in range(30)])
    model = InductiveCocluster(KMeansCocluster()).fit(frame)
    assert_array_equal(model.feature_names_in_, frame.columns)
    assert_array_equal(
        model.predict(frame), InductiveCocluster(KMeansCocluster()).fit(X).predict(X)
    )
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frame.iloc[:, ::-1])


def test_lines_of_zeros_are_dropped_for_the_fit_and_labelled_after_it():
    data = np.zeros((63, 32))
    data[1:61, 1:31] = X
    model = InductiveCocluster(SpectralCoclustering(3, random_state=0)).fit(data)
    inner = SpectralCoclustering(3, random_state=0).fit(X)
    assert_array_equal(model.row_labels_[1:61], inner.row_labels_)
    assert_array_equal(model.column_labels_[1:31], inner.column_labels_)
    for labels, fitted in (
        (model.row_labels_, inner.row_labels_),
        (model.column_labels_, inner.column_labels_),
    ):
        largest = np.bincount(fitted).argmax()
        assert labels[0] == labels[-1] == largest
    assert model.rows_.shape == (3, 63)
    assert model.columns_.shape == (3, 32)
    assert not model.rows_[:, [0, 61, 62]].any()
    assert not model.columns_[:, [0, 31]].any()
    assert_array_equal(model.rows_[:, 1:61], inner.rows_)
    assert_array_equal(model.columns_[:, 1:31], inner.columns_)


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("empty", ["drop", "keep"])
@pytest.mark.parametrize("to_data", [np.asarray, sparse.csr_array])
def test_rows_of_zeros_are_predicted(metric, empty, to_data):
    sizes = np.r_[np.flatnonzero(ROWS == 0), np.flatnonzero(ROWS == 1)[:8]]
    model = InductiveCocluster(KMeansCocluster(2), metric=metric, empty=empty)
    model.fit(to_data(X[sizes]))
    zeros = to_data(np.zeros((2, 30)))
    if metric == "cosine":
        expected = np.bincount(model.row_labels_).argmax()
    else:
        expected = np.linalg.norm(model.profiles_, axis=1).argmin()
    assert model.predict(zeros).tolist() == [expected] * 2


def test_zeros_are_left_to_an_estimator_that_is_to_keep_them():
    data = X.copy()
    data[4] = 0
    # scikit-learn divides by the sum of the row.
    with np.errstate(all="ignore"), pytest.raises(ValueError, match=r"NaN|infs"):
        InductiveCocluster(SpectralCoclustering(3), empty="keep").fit(data)


def test_data_of_zeros_alone_are_refused():
    for data in (np.zeros((5, 4)), sparse.csr_array((5, 4))):
        with pytest.raises(ValueError, match="`X` is all zero"):
            InductiveCocluster(KMeansCocluster()).fit(data)


def test_an_unknown_metric_or_treatment_of_zeros_is_refused():
    with pytest.raises(ValueError, match="`metric` must be one of"):
        InductiveCocluster(KMeansCocluster(), metric="manhattan").fit(X)
    with pytest.raises(ValueError, match="`empty` must be one of"):
        InductiveCocluster(KMeansCocluster(), empty="raise").fit(X)


def test_what_was_not_fitted_does_not_predict():
    with pytest.raises(NotFittedError, match="not fitted yet"):
        InductiveCocluster(KMeansCocluster().fit(X)).predict(X)


def test_fit_predict_returns_the_labels_of_the_fit():
    noisy = X + np.random.default_rng(0).normal(scale=6, size=X.shape)
    model = InductiveCocluster(KMeansCocluster())
    fitted = model.fit_predict(noisy)
    assert_array_equal(fitted, model.row_labels_)
    assert (fitted != model.predict(noisy)).any()


def test_clusters_that_stay_empty_have_no_profile():
    model = InductiveCocluster(GreedyCocluster(4, 4)).fit(X)
    assert model.profiles_.shape == (3, 3)
    assert np.isfinite(model.profiles_).all()


def test_the_estimator_that_is_given_is_never_fitted():
    estimator = KMeansCocluster()
    InductiveCocluster(estimator).fit(X)
    assert not hasattr(estimator, "row_labels_")


def test_parameters_are_reached_and_copied():
    model = InductiveCocluster(KMeansCocluster(), metric="euclidean")
    model.set_params(estimator__n_row_clusters=2, empty="keep")
    copy = clone(model)
    assert copy.get_params()["estimator__n_row_clusters"] == 2
    assert (copy.metric, copy.empty) == ("euclidean", "keep")
    assert len(set(copy.fit(X).predict(X))) == 2


def test_a_second_fit_leaves_nothing_of_the_first():
    model = InductiveCocluster(SpectralBiclustering((3, 3), random_state=0)).fit(X)
    assert model.rows_.shape == (9, 60)
    model.set_params(estimator=KMeansCocluster()).fit(X[:50])
    assert not hasattr(model, "rows_")
    assert not hasattr(model, "columns_")
    assert model.row_labels_.shape == (50,)


def test_biclusters_can_be_had_as_from_any_biclusterer():
    model = InductiveCocluster(SpectralBiclustering((3, 3), random_state=0)).fit(X)
    rows, columns = model.biclusters_
    assert rows.shape == (9, 60)
    assert columns.shape == (9, 30)


def test_it_predicts_at_the_end_of_a_pipeline():
    model = make_pipeline(MaxAbsScaler(), InductiveCocluster(KMeansCocluster()))
    model.fit(sparse.csr_matrix(X[:40]))
    assert adjusted_rand_score(ROWS[40:], model.predict(sparse.csr_matrix(X[40:]))) == 1


def test_data_with_other_columns_are_refused():
    model = InductiveCocluster(KMeansCocluster()).fit(X)
    with pytest.raises(ValueError, match="features"):
        model.predict(X[:, :29])
