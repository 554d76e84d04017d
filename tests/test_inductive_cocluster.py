"""`InductiveCocluster` on data of every format, around look-alike co-clusterers."""

import numpy as np
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
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.metrics import adjusted_rand_score

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


def test_clusters_that_stay_empty_have_no_profile():
    model = InductiveCocluster(GreedyCocluster(4, 4)).fit(X)
    assert model.profiles_.shape == (3, 3)
    assert np.isfinite(model.profiles_).all()


def test_biclusters_can_be_had_as_from_any_biclusterer():
    model = InductiveCocluster(SpectralBiclustering((3, 3), random_state=0)).fit(X)
    rows, columns = model.biclusters_
    assert rows.shape == (9, 60)
    assert columns.shape == (9, 30)


def test_data_with_other_columns_are_refused():
    model = InductiveCocluster(KMeansCocluster()).fit(X)
    with pytest.raises(ValueError, match="features"):
        model.predict(X[:, :29])
