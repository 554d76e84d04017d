"""Co-clusterers that behave as third-party ones do, and data that all of them solve.

None of them is imported from elsewhere: each copies one habit that scorers must
survive, or refuse, without a wrong number.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans

from sklearn_cocluster_metrics.results import Comparison

MEANS = np.array([[9.0, 1.0, 4.0], [2.0, 8.0, 5.0], [6.0, 5.0, 1.0]])


def blocks(n_rows=60, n_columns=30, n_row_clusters=3, n_column_clusters=3, seed=0):
    """Draw positive, well separated blocks: data, labels of rows, of columns."""
    rng = np.random.default_rng(seed)
    row_labels = rng.permutation(np.arange(n_rows) % n_row_clusters)
    column_labels = rng.permutation(np.arange(n_columns) % n_column_clusters)
    means = MEANS[np.ix_(row_labels, column_labels)]
    X = means + rng.uniform(-0.5, 0.5, size=(n_rows, n_columns))
    return X, row_labels, column_labels


def kmeans_labels(X, n_clusters, random_state=0, n_init=1):
    """Label the rows of a matrix by k-means, deterministically."""
    n_clusters = min(n_clusters, X.shape[0])
    model = KMeans(n_clusters, n_init=n_init + 2, random_state=random_state)
    return model.fit(np.asarray(X, dtype=float)).labels_


def as_dense(X):
    """Return sparse data, data frames and lists as an array."""
    return np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=float)


class Fitted(BaseEstimator):
    """Estimator with the given attributes."""

    def __init__(self, **attributes):
        vars(self).update(attributes)

    def get_params(self, deep=True):
        return dict(vars(self))

    def fit(self, X, y=None):
        return self


class Unfitted(Fitted):
    """Estimator with the given attributes from `fit` on."""

    def __init__(self, **attributes):
        self.attributes = attributes

    def get_params(self, deep=True):
        return self.attributes

    def fit(self, X, y=None):
        vars(self).update(self.attributes)
        return self


class NoneBeforeFit(Unfitted):
    """Has None until it is fitted, as some co-clusterers do."""

    row_labels_ = column_labels_ = labels_ = None


class KMeansCocluster(BaseEstimator):
    """k-means of the rows and k-means of the columns: simple and robust.

    No `rows_`, `columns_` or `biclusters_`, no `predict`.
    """

    def __init__(
        self, n_row_clusters=3, n_col_clusters=3, n_init=1, random_state=0, fail=False
    ):
        self.n_row_clusters, self.n_col_clusters = n_row_clusters, n_col_clusters
        self.n_init, self.random_state, self.fail = n_init, random_state, fail

    def fit(self, X, y=None):
        if self.fail:
            raise ValueError("this candidate fails")
        self.row_labels_, self.column_labels_ = self._labels(as_dense(X))
        return self

    def _labels(self, X):
        seeds = {"random_state": self.random_state, "n_init": self.n_init}
        return tuple(
            self._changed(kmeans_labels(data, k, **seeds), k)
            for data, k in ((X, self.n_row_clusters), (X.T, self.n_col_clusters))
        )

    def _changed(self, labels, n_clusters):
        """Return the labels of a mode as its attribute has them."""
        return labels


class ListCocluster(KMeansCocluster):
    """Labels are lists, None before the fit; `fit` returns None."""

    row_labels_ = column_labels_ = None

    def fit(self, X, y=None):
        super().fit(X)

    def _changed(self, labels, n_clusters):
        return labels.tolist()


class GreedyCocluster(KMeansCocluster):
    """Finds fewer clusters than asked for: the last one stays empty."""

    def _changed(self, labels, n_clusters):
        return np.minimum(labels, max(n_clusters - 2, 0))


class TransposingCocluster(KMeansCocluster):
    """Takes the columns of its input for rows."""

    def _labels(self, X):
        return super()._labels(X.T)


class StringCocluster(KMeansCocluster):
    """Labels are strings."""

    def _changed(self, labels, n_clusters):
        return np.array(["ash", "beech", "cedar", "dogwood", "elm", "fir"])[labels]


class WeightedCocluster(KMeansCocluster):
    """`fit` takes weights of the rows, and pays no attention to them."""

    def fit(self, X, y=None, sample_weight=None):
        return super().fit(X)


class TruncatingCocluster(KMeansCocluster):
    """Labels all rows but the last, and all columns but the last."""

    def _changed(self, labels, n_clusters):
        return labels[:-1]


class MisleadingWrapper(BaseEstimator):
    """Keeps an `estimator_` that was fitted on something else than its input."""

    def __init__(self, estimator, steps=10):
        self.estimator, self.steps = estimator, steps

    def fit(self, X, y=None):
        self.estimator_ = self.estimator.fit(as_dense(X)[::-1, ::-1])
        return self


class LabeledWrapper(MisleadingWrapper):
    """Has labels of its own beside a misleading `estimator_`."""

    def fit(self, X, y=None):
        super().fit(X)
        self.row_labels_ = self.estimator_.row_labels_[::-1]
        self.column_labels_ = self.estimator_.column_labels_[::-1]
        return self


class ColumnReverser(BaseEstimator):
    """Reverses the columns; may have names out, and these may lie."""

    def __init__(self, names=None):
        self.names = names

    def fit(self, X, y=None):
        self.n_features_in_ = np.shape(X)[1]
        return self

    def transform(self, X):
        return np.asarray(X)[:, ::-1]

    def __getattr__(self, name):
        if name == "get_feature_names_out" and self.__dict__.get("names"):
            return self._names_out
        raise AttributeError(name)

    def _names_out(self, input_features=None):
        names = list(input_features)
        return np.array(names if self.names == "lying" else names[::-1], dtype=object)


class Rescaler(BaseEstimator):
    """Scales each column by its own factor, without names."""

    def fit(self, X, y=None):
        self.scale_ = np.abs(np.asarray(X)).max(axis=0)
        return self

    def transform(self, X):
        return np.asarray(X) / self.scale_


class NamedRescaler(Rescaler):
    """Scales likewise, and reports names and number of columns as scikit-learn does."""

    def fit(self, X, y=None):
        self.n_features_in_ = np.shape(X)[1]
        self.__dict__.pop("feature_names_in_", None)
        names = getattr(X, "columns", None)
        if names is not None and all(isinstance(name, str) for name in names):
            self.feature_names_in_ = np.array(names, dtype=object)
        return super().fit(X)

    def get_feature_names_out(self, input_features=None):
        return np.asarray(input_features, dtype=object)


class PredictingCocluster(KMeansCocluster):
    """Predicts as `InductiveCocluster` does, and keeps how often that is right.

    The fitted labels of the first rows can be made wrong.
    """

    def __init__(self, n_row_clusters=3, n_col_clusters=3, n_wrong=0):
        super().__init__(n_row_clusters, n_col_clusters)
        self.n_wrong = n_wrong

    def fit(self, X, y=None):
        super().fit(X)
        labels = range(self.n_row_clusters)
        self.means_ = np.array([X[self.row_labels_ == k].mean(axis=0) for k in labels])
        self.row_labels_ = self.row_labels_.copy()
        wrong = self.row_labels_[: self.n_wrong]
        self.row_labels_[: self.n_wrong] = (wrong + 1) % self.n_row_clusters
        self.agreement_ = np.mean(self.predict(X) == self.row_labels_)
        return self

    def predict(self, X):
        distances = ((np.asarray(X)[:, None] - self.means_) ** 2).sum(axis=2)
        return distances.argmin(axis=1)


# Habits of third-party packages


class OneBasedCocluster(KMeansCocluster):
    """Labels are counted from 1."""

    def _changed(self, labels, n_clusters):
        return labels + 1


class OneHotCocluster(KMeansCocluster):
    """Labels are matrices with one column per cluster."""

    def _changed(self, labels, n_clusters):
        return np.eye(n_clusters)[labels]


class PlainNamesCocluster(KMeansCocluster):
    """The names of its labels have no underscore; they raise before the fit."""

    def fit(self, X, y=None):
        self.found_ = self._labels(as_dense(X))
        return self

    @property
    def row_labels(self):
        assert hasattr(self, "found_"), "not trained"
        return self.found_[0]

    @property
    def column_labels(self):
        assert hasattr(self, "found_"), "not trained"
        return self.found_[1]


class NetworkCocluster(KMeansCocluster):
    """The names of scikit-network; the labels of the rows are in `labels_`, too."""

    def fit(self, X, y=None):
        self.labels_row_, self.labels_col_ = self._labels(as_dense(X))
        self.labels_ = self.labels_row_
        return self


class SortedCocluster(KMeansCocluster):
    """Labels follow position: equal runs of rows and of columns."""

    def _changed(self, labels, n_clusters):
        return np.arange(len(labels)) * n_clusters // len(labels)


class ParameterlessCocluster:
    """No `get_params`, no base class."""

    def __init__(self, n_clusters=3):
        self.n_clusters = n_clusters

    def fit(self, X, y=None):
        model = KMeansCocluster(self.n_clusters, self.n_clusters).fit(X)
        self.row_labels_, self.column_labels_ = model.row_labels_, model.column_labels_
        return self


class ConstructorCocluster(BaseEstimator):
    """Takes the data in the constructor; `fit` takes none and returns None."""

    def __init__(self, data, n_clusters=3):
        self.data, self.n_clusters = data, n_clusters

    def fit(self):
        model = KMeansCocluster(self.n_clusters, self.n_clusters).fit(self.data)
        self.row_labels_, self.column_labels_ = model.row_labels_, model.column_labels_


# Comparisons


def by_hand(greater_is_better=True, unit="repeat", **candidates):
    """Make a comparison by one metric from the values of each data set."""
    records = []
    for name, values_by_data in candidates.items():
        for data_number, values in enumerate(values_by_data):
            for number, value in enumerate(values):
                record = {
                    "data": f"d{data_number}",
                    "draw": 0,
                    "candidate": name,
                    "repeat": 0,
                    "metric": "m",
                    "value": value,
                    "n_clusters": None,
                    "n_left_out": None,
                    "fit_time": 0.1,
                    "error": "ValueError: no" if value is None else None,
                }
                records.append({**record, unit: number})
    return Comparison(records, {"m": greater_is_better})


def drawn_parts(shape, n_parts, seed=0):
    """Draw the parts that stability compares as documented, and the seed of each fit.

    Four fifths of the rows and of the columns, and never all of more than two.
    """
    generator = np.random.RandomState(seed)
    for _ in range(n_parts):
        sizes = [(n, min(-(-4 * n // 5), max(n - 1, 2))) for n in shape]
        part = [generator.permutation(n)[:size].tolist() for n, size in sizes]
        yield part, int(generator.randint(np.iinfo(np.int32).max))
