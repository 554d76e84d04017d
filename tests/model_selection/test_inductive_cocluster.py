"""`InductiveCocluster`: profiles, zeros, formats, agreement, and what it refuses."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
from doubles import GreedyCocluster, KMeansCocluster, as_dense, blocks
from scipy import sparse
from sklearn.base import BaseEstimator, BiclusterMixin, clone
from sklearn.cluster import KMeans, SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import VarianceThreshold
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import estimator_checks_generator
from sklearn.utils.validation import validate_data
from strategies import clusters_of

from sklearn_cocluster_metrics import InductiveCocluster, coclustering_of

X, _, _ = blocks()
FORMATS = [sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, sparse.lil_array]


class ValidatedCocluster(BiclusterMixin, BaseEstimator):
    """k-means of rows and columns that validates X as scikit-learn's checks expect."""

    def __init__(self, n_clusters=2, random_state=0):
        self.n_clusters, self.random_state = n_clusters, random_state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y=None):
        X = validate_data(self, X, accept_sparse=True)
        self.row_labels_ = self._cluster(as_dense(X))
        self.column_labels_ = self._cluster(as_dense(X).T)
        return self

    def _cluster(self, data):
        n_clusters = min(self.n_clusters, len(np.unique(data, axis=0)))
        kmeans = KMeans(n_clusters, n_init=5, random_state=self.random_state)
        return kmeans.fit(data).labels_


class Fixed(BaseEstimator):
    """Co-clusterer whose labels are its parameters; it keeps what it was fitted on."""

    def __init__(self, rows=None, columns=None):
        self.rows, self.columns = rows, columns

    def fit(self, X, y=None):
        self.X_, self.y_ = X, y
        self.row_labels_, self.column_labels_ = self.rows, self.columns
        return self


# scikit-learn's own checks

PLAIN_KMEANS = ValidatedCocluster()
CHECKED = {
    "k-means": (PLAIN_KMEANS, {}),
    "k-means, cosine": (PLAIN_KMEANS, {"metric": "cosine"}),
    "k-means, euclidean": (PLAIN_KMEANS, {"metric": "euclidean", "empty": "keep"}),
    "coclustering": (SpectralCoclustering(2, random_state=0), {}),
    "biclustering": (SpectralBiclustering(2, random_state=0), {}),
}


def checks():
    """Yield every check of every wrapped estimator."""
    for name, (estimator, options) in CHECKED.items():
        model = InductiveCocluster(estimator, **options)
        for instance, check in estimator_checks_generator(model):
            yield pytest.param(instance, check, id=f"{name}, {check.func.__name__}")


# A list: `parametrize_with_checks` of scikit-learn 1.6 hands pytest a generator.
# The data of the checks are often noise, on which any agreement is low.
@pytest.mark.filterwarnings("ignore:`predict` returns the fitted label for less")
@pytest.mark.filterwarnings("ignore:.*encountered in:RuntimeWarning:sklearn")
@pytest.mark.parametrize(("estimator", "check"), list(checks()))
def test_it_passes_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


SCALED = make_pipeline(StandardScaler(with_mean=False), SpectralCoclustering())


SPARSE = [
    (SpectralCoclustering(), None, True),
    (KMeansCocluster(), None, False),
    (object(), None, False),  # no tags, as estimators that inherit from nothing
    (make_pipeline(StandardScaler(), KMeansCocluster()), None, False),
    (SCALED, None, True),
    (SpectralCoclustering(), LogisticRegression(), True),
    (SpectralCoclustering(), LinearDiscriminantAnalysis(), False),
]


@pytest.mark.parametrize(("estimator", "classifier", "expected"), SPARSE)
def test_it_declares_sparse_data_if_what_it_fits_does(estimator, classifier, expected):
    model = InductiveCocluster(estimator, classifier=classifier)
    assert get_tags(model).input_tags.sparse is expected


# The definition


def nearest(profiles, means, metric):
    """Find the profile that is nearest to a row."""
    norm = np.linalg.norm
    if metric == "euclidean":
        return min(profiles, key=lambda k: norm(profiles[k] - means))
    return max(profiles, key=lambda k: profiles[k] @ means / norm(profiles[k]))


@pytest.mark.filterwarnings("ignore:`predict` returns the fitted label for less")
@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("to_input", [np.asarray, sparse.csr_array, sparse.csc_matrix])
def test_rows_get_the_label_of_the_nearest_block_profile(metric, to_input):
    generator = np.random.default_rng(0)
    data, new = generator.random((12, 7)) + 0.1, generator.random((30, 7)) + 0.1
    rows, columns = list("abcacbabcacb"), np.array([5, 5, -1, 2, 2, -1, 5])
    model = InductiveCocluster(Fixed(rows, columns), metric=metric).fit(to_input(data))

    def means(of_rows):
        parts = [of_rows[..., columns == column] for column in (-1, 2, 5)]
        return np.array([part.mean() for part in parts])

    profiles = {row: means(data[np.array(rows) == row]) for row in "abc"}
    np.testing.assert_allclose(model.profiles_, list(profiles.values()), rtol=1e-13)
    assert model.row_classes_.tolist() == ["a", "b", "c"]
    labels = [nearest(profiles, means(row), metric) for row in new]
    assert model.predict(to_input(new)).tolist() == labels
    assert len(set(labels)) > 1


def test_labels_and_biclusters_of_the_fit_are_those_of_the_estimator():
    data, *_ = make_biclusters((30, 20), 3, noise=1, random_state=0)
    plain = SpectralCoclustering(3, random_state=0).fit(data)
    model = InductiveCocluster(SpectralCoclustering(3, random_state=0))
    np.testing.assert_array_equal(model.fit_predict(data), plain.row_labels_)
    both = [(*coclustering_of(one), *one.biclusters_) for one in (model, plain)]
    for found, expected in zip(*both, strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    "labels",
    [list("abab"), [1.0, -2.0, 1.0, -2.0], [True, False] * 2, ["a", 1, "a", 1]],
)
@pytest.mark.parametrize("classifier", [None, KNeighborsClassifier(1)])
def test_labels_of_any_type_come_back(labels, classifier):
    data = np.array([[5.0, 1, 1], [1, 5, 5], [4, 1, 2], [1, 4, 6]])
    model = InductiveCocluster(Fixed(labels, list("xyy")), classifier=classifier)
    model.fit(data)
    assert model.predict(data).tolist() == labels
    assert model.row_labels_.tolist() == labels
    assert model.column_labels_.tolist() == ["x", "y", "y"]


def test_clusters_that_stay_empty_have_no_profile():
    model = InductiveCocluster(GreedyCocluster(4, 4)).fit(X)
    assert model.profiles_.shape == (3, 3)


# Rows and columns of zeros

COUNTS = np.zeros((6, 6), dtype=int)
COUNTS[np.ix_([0, 1, 3], [0, 1])] = [[3, 2], [2, 4], [4, 3]]
COUNTS[4:, 3:5] = [[5, 3], [2, 4]]


@pytest.mark.parametrize("to_input", [np.asarray, pd.DataFrame, *FORMATS])
@pytest.mark.parametrize("dtype", [int, float])
def test_empty_rows_and_columns_are_left_out_of_the_fit(to_input, dtype):
    inner = SpectralCoclustering(2, random_state=0)
    model = InductiveCocluster(inner).fit(to_input(COUNTS.astype(dtype)))
    assert model.estimator_.row_labels_.shape == (5,)
    assert clusters_of(model.row_labels_[[0, 1, 3, 4, 5]]) == clusters_of("aaabb")
    assert clusters_of(model.column_labels_[[0, 1, 3, 4]]) == clusters_of("aabb")
    assert model.rows_.shape == model.columns_.shape == (2, 6)
    assert not model.rows_[:, 2].any()
    assert not model.columns_[:, [2, 5]].any()


def test_zeros_that_are_stored_are_zeros():
    data = sparse.csr_array(X)
    data[[3, 5]] = data[[3, 5]] * 0
    assert data.nnz == X.size
    model = InductiveCocluster(SpectralCoclustering(3, random_state=0)).fit(data)
    assert model.row_labels_.shape == (60,)


@pytest.mark.parametrize(("metric", "label"), [("cosine", 1), ("euclidean", 0)])
@pytest.mark.parametrize("to_input", [np.asarray, sparse.csr_array])
def test_zeros_get_the_largest_cluster_or_the_profile_nearest_to_zeros(
    metric, label, to_input
):
    rows, columns = [0, 0, 1, 1, 1], [0, 0, 1, 1]
    data = np.array(
        [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 9, 8], [0, 0, 8, 9], [0, 0, 9, 9], [0] * 4]
    )
    model = InductiveCocluster(Fixed(rows, columns), metric=metric).fit(to_input(data))
    assert model.row_labels_[5] == label
    assert model.predict(to_input(np.zeros((1, 4)))).tolist() == [label]


def test_columns_that_were_zero_in_the_fit_are_ignored():
    model = InductiveCocluster(SpectralCoclustering(2, random_state=0)).fit(COUNTS)
    with_more = COUNTS.astype(float)
    with_more[:, [2, 5]] = 1000.0
    np.testing.assert_array_equal(model.predict(with_more), model.predict(COUNTS))


def test_zeros_are_left_to_the_estimator_with_keep():
    model = InductiveCocluster(Fixed([0] * 6, [0] * 6), empty="keep").fit(COUNTS)
    np.testing.assert_array_equal(model.estimator_.X_, COUNTS)


def test_a_spectral_fit_of_kept_zeros_names_the_option_that_drops_them():
    model = InductiveCocluster(SpectralBiclustering(2), empty="keep")
    message = r"1 rows and 2 columns are all zero. Pass `empty='drop'`"
    with (
        pytest.warns(RuntimeWarning, match="encountered"),
        pytest.raises(ValueError, match=message) as raised,
    ):
        model.fit(COUNTS)
    assert raised.value.__cause__ is not None


# What the estimator is given


@pytest.mark.filterwarnings("ignore:`predict` returns the fitted label for less")
@pytest.mark.parametrize("to_input", [np.asarray, pd.DataFrame], ids=["array", "frame"])
def test_data_without_zeros_are_not_copied(to_input):
    data = to_input(np.random.default_rng(0).random((2000, 500)) + 0.1)
    model = InductiveCocluster(Fixed([0, 1] * 1000, [0, 1] * 250), metric="euclidean")
    model.fit(data)  # imports, once
    tracemalloc.start()
    model.fit(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 0.5 * 8 * 2000 * 500


def test_frames_stay_frames_where_rows_and_columns_are_dropped():
    frame = pd.DataFrame(COUNTS, columns=list("abcdef"), index=list("uvwxyz"))
    model = InductiveCocluster(Fixed(list("AAABB"), list("CCDD"))).fit(frame)
    kept = frame.drop(index="w", columns=["c", "f"])
    pd.testing.assert_frame_equal(model.estimator_.X_, kept)


def test_it_is_fitted_on_a_clone_and_never_on_y():
    inner = Fixed([0, 1], [0, 1])
    model = InductiveCocluster(inner).fit(np.eye(2), y=["a", "b"])
    assert model.estimator_ is not inner
    assert model.estimator_.y_ is None
    assert not hasattr(inner, "row_labels_")


def test_a_second_fit_leaves_nothing_of_the_first():
    model = InductiveCocluster(SpectralCoclustering(2, random_state=0)).fit(COUNTS)
    model.set_params(estimator=Fixed(["x", "y"], [0, 0, 1]))
    model.fit([[1.0, 1, 5], [5, 5, 1]])
    assert model.row_labels_.tolist() == ["x", "y"]
    assert model.profiles_.shape == (2, 2)
    assert not hasattr(model, "rows_")


# Agreement of predictions and fitted labels

PLAIN = np.array([[9.0, 1, 1], [8, 1, 1], [1, 9, 9], [1, 8, 8], [0, 0, 0]])


def test_agreement_is_the_fraction_of_fitted_rows_that_predict_labels_alike():
    labels = [0, 0, 1, 0]  # the last fitted row is like the third
    with pytest.warns(UserWarning, match=r"less than 80 % of the training rows"):
        model = InductiveCocluster(Fixed(labels, [0, 1, 1]), metric="cosine").fit(PLAIN)
    assert model.agreement_ == 3 / 4
    assert model.predict(PLAIN[:4]).tolist() == [0, 0, 1, 1]


def test_agreement_of_at_least_four_fifths_gives_no_warning():
    data = np.vstack([PLAIN[:4], [[9, 2, 2]]])
    for labels, agreement in (([0, 0, 1, 1, 0], 1.0), ([0, 0, 1, 1, 1], 0.8)):
        model = InductiveCocluster(Fixed(labels, [0, 1, 1]), metric="euclidean")
        assert model.fit(data).agreement_ == agreement


# Classifiers


@pytest.mark.parametrize("to_input", [np.asarray, sparse.csr_matrix, pd.DataFrame])
@pytest.mark.parametrize(
    "classifier", [None, KNeighborsClassifier(3), make_pipeline(NearestCentroid())]
)
def test_predictions_are_those_of_the_classifier_of_the_fitted_rows(
    to_input, classifier
):
    data = X.copy()
    data[4] = data[:, [2, 9]] = 0
    model = InductiveCocluster(KMeansCocluster(), classifier=classifier)
    labels = model.fit(to_input(data[:40])).row_labels_
    if classifier is None:
        last = LogisticRegression(max_iter=1000)
        classifier = make_pipeline(StandardScaler(with_mean=False), last)
    rows, columns = np.arange(40) != 4, ~np.isin(np.arange(30), [2, 9])
    alone = clone(classifier).fit(data[:40][rows][:, columns], labels[rows])
    expected = alone.predict(data[:, columns])
    np.testing.assert_array_equal(model.predict(to_input(data)), expected)
    assert labels[4] == expected[4]
    assert model.classifier_ is not classifier
    assert model.agreement_ == np.mean(expected[:40][rows] == labels[rows])


def test_a_single_cluster_needs_no_classifier():
    model = InductiveCocluster(Fixed(["a"] * 6, [0] * 6), empty="keep").fit(COUNTS)
    assert model.predict(COUNTS).tolist() == ["a"] * 6


# Refusals


MASKED = np.ma.array([0] * 5, mask=[1, 0, 0, 0, 0])
UNFIT = {
    "is not fitted, because its `row_labels_` is None": Fixed(),
    r"labels of \(1, 4\) entries .* has \(5, 4\)": Fixed([0], [0] * 4),
    r"must be 1-D, got .* \(5, 1\)": Fixed([[0]] * 5, [0] * 4),
    "`row_labels_` contains masked entries": Fixed(MASKED, [0] * 4),
    "drops columns of `X`, .* Drop": make_pipeline(
        VarianceThreshold(2.7), KMeansCocluster(2, 2)
    ),
    "features that are not columns of": make_pipeline(PCA(2), KMeansCocluster(2, 2)),
    "KMeans without `row_labe": KMeans(2),
}


REFUSED = [
    ({"metric": "l1"}, "`metric` must be one of None, 'cosine'"),
    ({"metric": "cosine", "classifier": KMeans()}, "both predict .* Pass only one"),
    ({"classifier": DummyClassifier}, "an instance .* instead of a class"),
    ({"empty": None}, "`empty` must be one of 'drop', 'keep'"),
    *(({"estimator": one}, message) for message, one in UNFIT.items()),
]


@pytest.mark.parametrize(("parameters", "message"), REFUSED)
def test_what_cannot_be_fitted_is_refused(parameters, message):
    model = InductiveCocluster(SpectralCoclustering(2)).set_params(**parameters)
    with pytest.raises((ValueError, TypeError), match=message):
        model.fit(COUNTS)


BAD_DATA = [
    (np.zeros((3, 2)), "`X` is all zero"),
    (sparse.csr_array((3, 2)), "`X` is all zero"),
    (np.ma.array(COUNTS, mask=COUNTS == 5), "`X` has masked entries"),
    (pd.DataFrame(COUNTS).astype("Int64").mask(COUNTS == 5), "contains NaN"),
]


@pytest.mark.parametrize(("data", "message"), BAD_DATA)
def test_data_that_cannot_be_fitted_are_refused(data, message):
    with pytest.raises(ValueError, match=message):
        InductiveCocluster(SpectralCoclustering(2)).fit(data)


def test_data_to_predict_are_checked():
    model = InductiveCocluster(KMeansCocluster()).fit(X)
    np.testing.assert_array_equal(model.predict(np.ma.array(X)), model.predict(X))
    with pytest.raises(ValueError, match="features"):
        model.predict(X[:, :29])
    with pytest.raises(ValueError, match="`X` has masked entries"):
        model.predict(np.ma.array(X, mask=X > 9))
    with pytest.raises(NotFittedError, match="InductiveCocluster instance is not fit"):
        InductiveCocluster(KMeansCocluster()).predict(X)


def test_texts_are_refused_with_the_order_of_the_steps():
    model = InductiveCocluster(
        make_pipeline(CountVectorizer(), SpectralCoclustering(2))
    )
    with pytest.raises(ValueError, match=r"`make_pipeline\(vectorizer, InductiveCocl"):
        model.fit(["cats purr", "dogs bark"])
