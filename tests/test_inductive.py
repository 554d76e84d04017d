"""The co-clusterer that labels new rows by the nearest block profile."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, BiclusterMixin, clone
from sklearn.cluster import KMeans, SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters, make_checkerboard
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.estimator_checks import estimator_checks_generator
from sklearn.utils.validation import validate_data
from strategies import clusters_of

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    biclusters_to_labels,
    cari_score,
    coclustering_of,
    make_cocluster_scorer,
)


class KMeansCocluster(BiclusterMixin, BaseEstimator):
    """Co-clusterer that runs k-means on the rows and on the columns."""

    def __init__(self, n_clusters=2, random_state=0):
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X, y=None):
        """Cluster rows and columns."""
        X = validate_data(self, X, accept_sparse=True)
        self.row_labels_ = self._cluster(X)
        self.column_labels_ = self._cluster(X.T)
        return self

    def _cluster(self, lines):
        """Label the lines of a matrix."""
        distinct = np.unique(
            lines.toarray() if sparse.issparse(lines) else lines, axis=0
        )
        n_clusters = min(self.n_clusters, len(distinct))
        kmeans = KMeans(n_clusters, n_init=5, random_state=self.random_state)
        return kmeans.fit(lines).labels_


class Fixed(BaseEstimator):
    """Co-clusterer that gives rows and columns the labels it was told to."""

    def __init__(self, rows=None, columns=None):
        self.rows = rows
        self.columns = columns

    def fit(self, X, y=None):
        """Take the labels; keep what came."""
        self.X_, self.y_ = X, y
        self.row_labels_, self.column_labels_ = self.rows, self.columns
        return self


# A list: `parametrize_with_checks` of scikit-learn 1.6 hands pytest a generator.
@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        *estimator_checks_generator(InductiveCocluster(KMeansCocluster())),
        *estimator_checks_generator(
            InductiveCocluster(KMeansCocluster(), metric="euclidean", empty="keep")
        ),
    ],
    ids=lambda value: getattr(getattr(value, "func", None), "__name__", repr(value)),
)
def test_it_passes_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


# --- the definition ---------------------------------------------------------------


def mean_of_block(X, rows, columns, row, column):
    """Mean of the cells of one block, one by one."""
    cells = [
        X[i, j]
        for i in range(len(rows))
        for j in range(len(columns))
        if rows[i] == row and columns[j] == column
    ]
    return sum(cells) / len(cells)


def nearest(profiles, means, metric):
    """The profile that is nearest to a row."""
    if metric == "euclidean":
        return min(profiles, key=lambda k: np.linalg.norm(profiles[k] - means))
    return max(
        profiles,
        key=lambda k: (
            (profiles[k] @ means)
            / (np.linalg.norm(profiles[k]) * np.linalg.norm(means))
        ),
    )


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("to_input", [np.asarray, sparse.csr_array, sparse.csc_matrix])
def test_rows_get_the_label_of_the_nearest_block_profile(metric, to_input):
    generator = np.random.default_rng(0)
    X, new = generator.random((12, 7)) + 0.1, generator.random((30, 7)) + 0.1
    rows, columns = list("abcacbabcacb"), [5, 5, -1, 2, 2, -1, 5]
    model = InductiveCocluster(Fixed(rows, columns), metric=metric).fit(to_input(X))
    expected = {
        row: np.array(
            [mean_of_block(X, rows, columns, row, column) for column in (-1, 2, 5)]
        )
        for row in "abc"
    }
    np.testing.assert_allclose(model.profiles_, list(expected.values()), rtol=1e-13)
    assert model.row_classes_.tolist() == ["a", "b", "c"]
    labels = []
    for row in new:
        means = [np.mean(row[np.array(columns) == column]) for column in (-1, 2, 5)]
        labels.append(nearest(expected, np.array(means), metric))
    assert model.predict(to_input(new)).tolist() == labels
    assert len(set(labels)) > 1


def test_labels_of_the_fit_are_those_of_the_estimator():
    X, *_ = make_biclusters((30, 20), 3, noise=1, random_state=0)
    plain = SpectralCoclustering(3, random_state=0).fit(X)
    model = InductiveCocluster(SpectralCoclustering(3, random_state=0))
    np.testing.assert_array_equal(model.fit_predict(X), plain.row_labels_)
    np.testing.assert_array_equal(model.row_labels_, plain.row_labels_)
    np.testing.assert_array_equal(model.column_labels_, plain.column_labels_)
    np.testing.assert_array_equal(model.rows_, plain.rows_)
    np.testing.assert_array_equal(model.columns_, plain.columns_)
    assert cari_score(coclustering_of(model), plain) == 1.0


@pytest.mark.parametrize("labels", ["abab", [1.5, -2.5, 1.5, -2.5], [True, False] * 2])
def test_labels_of_any_type_come_back(labels):
    labels = list(labels)
    X = np.array([[5.0, 1, 1], [1, 5, 5], [4, 1, 2], [1, 4, 6]])
    model = InductiveCocluster(Fixed(labels, ["x", "y", "y"])).fit(X)
    assert model.predict(X).tolist() == labels
    assert model.row_labels_.tolist() == labels
    assert model.column_labels_.tolist() == ["x", "y", "y"]


# --- lines of zeros ---------------------------------------------------------------

COUNTS = np.array(
    [
        [3, 2, 0, 0, 0, 0],
        [2, 4, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [4, 3, 0, 0, 0, 0],
        [0, 0, 0, 5, 3, 0],
        [0, 0, 0, 2, 4, 0],
    ]
)


@pytest.mark.parametrize(
    "to_input", [np.asarray, sparse.csr_array, sparse.csc_array, sparse.coo_matrix]
)
@pytest.mark.parametrize("dtype", [int, float])
def test_all_zero_lines_are_left_out_of_the_fit(to_input, dtype):
    X = to_input(COUNTS.astype(dtype))
    inner = SpectralCoclustering(2, random_state=0)
    model = InductiveCocluster(inner).fit(X)
    assert model.estimator_.row_labels_.shape == (5,)
    assert clusters_of(model.row_labels_[[0, 1, 3, 4, 5]]) == clusters_of("aaabb")
    assert clusters_of(model.column_labels_[[0, 1, 3, 4]]) == clusters_of("aabb")
    assert model.rows_.shape == model.columns_.shape == (2, 6)
    assert not model.rows_[:, 2].any()
    assert not model.columns_[:, [2, 5]].any()


def test_zero_rows_get_the_largest_cluster_by_cosine():
    model = InductiveCocluster(SpectralCoclustering(2, random_state=0)).fit(COUNTS)
    assert model.row_labels_[2] == model.row_labels_[0]
    new = np.vstack([np.zeros(6), COUNTS[4], [0, 0, 7, 0, 0, 9]])
    for to_input in (np.asarray, sparse.csr_array):
        labels = model.predict(to_input(new))
        assert labels[0] == labels[2] == model.row_labels_[0]
        assert labels[1] == model.row_labels_[4]


def test_zero_rows_get_the_profile_nearest_to_zeros_by_distance():
    rows, columns = [0, 0, 1, 1, 1], [0, 0, 1, 1]
    X = np.array([[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 9, 8], [0, 0, 8, 9], [0, 0, 9, 9]])
    model = InductiveCocluster(Fixed(rows, columns), metric="euclidean").fit(X)
    assert model.predict(np.zeros((1, 4))).tolist() == [0]
    cosine = InductiveCocluster(Fixed(rows, columns)).fit(X)
    assert cosine.predict(np.zeros((1, 4))).tolist() == [1]


def test_columns_that_were_zero_in_the_fit_do_not_count():
    model = InductiveCocluster(SpectralCoclustering(2, random_state=0)).fit(COUNTS)
    new = COUNTS.astype(float)
    with_more = new.copy()
    with_more[:, [2, 5]] = 1000.0
    np.testing.assert_array_equal(model.predict(new), model.predict(with_more))


def test_zero_lines_are_left_to_the_estimator_where_that_is_asked_for():
    model = InductiveCocluster(Fixed([0] * 6, [0] * 6), empty="keep").fit(COUNTS)
    np.testing.assert_array_equal(model.estimator_.X_, COUNTS)


def test_folds_of_sparse_counts_can_be_searched():
    generator = np.random.default_rng(0)
    rates = np.kron(np.eye(3), np.ones((20, 30))) * 0.25 + 0.005
    X = sparse.csr_array(generator.poisson(rates))
    y = np.repeat(["a", "b", "c"], 20)
    cv = KFold(3, shuffle=True, random_state=0)
    model = InductiveCocluster(SpectralCoclustering(3, random_state=0))
    scorer = make_cocluster_scorer("cari", column_labels=np.repeat([0, 1, 2], 30))
    results = cross_validate(model, X, y, cv=cv, scoring=scorer, error_score="raise")
    assert results["test_score"].min() > 0.6


# --- use --------------------------------------------------------------------------


def test_new_rows_of_known_blocks_are_labelled_rightly():
    X, rows, columns = make_checkerboard((120, 80), (4, 3), noise=2, random_state=0)
    truth, _ = biclusters_to_labels((rows, columns))
    order = np.random.default_rng(0).permutation(120)
    train, test = order[:80], order[80:]
    model = InductiveCocluster(SpectralBiclustering((4, 3), random_state=0))
    assert adjusted_rand_score(truth[test], model.fit(X[train]).predict(X[test])) == 1


def test_it_is_fitted_on_a_clone_and_never_on_y():
    inner = Fixed([0, 1], [0, 1])
    model = InductiveCocluster(inner).fit(np.eye(2), y=["a", "b"])
    assert model.estimator_ is not inner
    assert model.estimator_.y_ is None
    assert not hasattr(inner, "row_labels_")


def test_a_second_fit_leaves_nothing_of_the_first():
    model = InductiveCocluster(SpectralCoclustering(2, random_state=0)).fit(COUNTS)
    model.set_params(estimator=Fixed(["x", "y"], [0, 0, 1])).fit(np.ones((2, 3)))
    assert model.row_labels_.tolist() == ["x", "y"]
    assert model.profiles_.shape == (2, 2)
    assert not hasattr(model, "rows_")


def test_names_of_features_are_kept_and_checked():
    frame = pd.DataFrame(COUNTS[:, :3] + 1, columns=list("abc"))
    model = InductiveCocluster(KMeansCocluster()).fit(frame)
    assert model.feature_names_in_.tolist() == ["a", "b", "c"]
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frame[["c", "b", "a"]])


def test_it_ends_a_pipeline_and_is_cloned_and_pickled():
    pipeline = make_pipeline(
        FunctionTransformer(), InductiveCocluster(KMeansCocluster(random_state=3))
    )
    fitted = clone(pipeline).fit(COUNTS)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.predict(COUNTS), fitted.predict(COUNTS))
    assert fitted.get_params()["inductivecocluster__estimator__random_state"] == 3


def test_parameters_inside_are_searched():
    X, rows, columns = make_checkerboard((90, 60), (3, 3), noise=1, random_state=1)
    y, column_labels = biclusters_to_labels((rows, columns))
    search = GridSearchCV(
        InductiveCocluster(KMeansCocluster()),
        {"estimator__n_clusters": [2, 3, 4], "metric": ["cosine", "euclidean"]},
        scoring=make_cocluster_scorer("cari", column_labels=column_labels),
        cv=KFold(3, shuffle=True, random_state=0),
        error_score="raise",
    ).fit(X, y)
    assert search.best_params_["estimator__n_clusters"] == 3
    assert search.best_score_ == 1.0


# --- refusals ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "X", "error", "message"),
    [
        ({"metric": "l1"}, COUNTS, ValueError, "`metric` must be one of 'cosine', 'eu"),
        ({"empty": None}, COUNTS, ValueError, "`empty` must be one of 'drop', 'keep'"),
        ({}, np.zeros((3, 2)), ValueError, "`X` is all zero"),
        ({}, sparse.csr_array((3, 2)), ValueError, "`X` is all zero"),
        ({"estimator": Fixed()}, COUNTS, NotFittedError, "without `row_labels_` and"),
        (
            {"estimator": Fixed([0], [0] * 4)},
            COUNTS,
            ValueError,
            r"has labelled 1 rows and 4 columns of data of shape \(5, 4\)",
        ),
        ({"estimator": KMeans(2)}, COUNTS, NotFittedError, "KMeans without `row_labe"),
    ],
)
def test_what_cannot_be_fitted_is_refused(parameters, X, error, message):
    model = InductiveCocluster(SpectralCoclustering(2)).set_params(**parameters)
    with pytest.raises(error, match=message):
        model.fit(X)


def test_predicting_before_fitting_is_refused():
    with pytest.raises(NotFittedError, match="InductiveCocluster instance is not fit"):
        InductiveCocluster(KMeansCocluster()).predict(COUNTS)
