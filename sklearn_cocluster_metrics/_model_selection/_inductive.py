"""A co-clusterer that can label new rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, BiclusterMixin, MetaEstimatorMixin, clone
from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances
from sklearn.utils.validation import check_is_fitted, validate_data

from .._structures import (
    biclustering_of,
    check_option,
    coclustering_of,
    has_fitted,
)

_METRICS = ("cosine", "euclidean")
_EMPTY = ("drop", "keep")


class InductiveCocluster(BiclusterMixin, MetaEstimatorMixin, BaseEstimator):
    """Co-clusterer that labels new rows by the nearest block profile.

    Fits a clone of any co-clusterer. The profile of a row cluster is its mean value in
    each column cluster; a new row gets the label of the row cluster whose profile is
    nearest to the row's own means. With `predict`, a co-clusterer can be
    cross-validated with any splitter.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer: has `row_labels_` and `column_labels_` after `fit`. It is cloned.
        Or a pipeline that ends in one and keeps every column; it may reorder them.
    metric : {"cosine", "euclidean"}, default="cosine"
        What is near. On counts, where rows differ in total, cosine is far better; on
        data centered at 0 in every block, neither can tell blocks apart by their means.
    empty : {"drop", "keep"}, default="drop"
        What to do with rows and columns that are all zero, on which scikit-learn's
        spectral co-clusterers fail and which folds of sparse data often have. "drop":
        fit without them and label them afterwards. "keep": leave them to the estimator.

    Attributes
    ----------
    estimator_ : estimator
        The fitted clone.
    row_labels_ : ndarray of shape (n_rows,)
        Label of each row that was fitted.
    column_labels_ : ndarray of shape (n_columns,)
        Label of each column.
    profiles_ : ndarray of shape (n_row_clusters, n_column_clusters)
        Mean value of each block, in the units of X.
    row_classes_ : ndarray of shape (n_row_clusters,)
        Label of the row cluster of each profile.
    rows_, columns_ : ndarray of shape (n_biclusters, n_rows), (n_biclusters, n_columns)
        Indicators of the biclusters, where the estimator has them. Lines that were
        dropped are in none.
    n_features_in_ : int
        Number of columns seen in `fit`.
    feature_names_in_ : ndarray of shape (n_columns,)
        Names of the columns, where X has names that are strings.

    See Also
    --------
    make_cocluster_scorer : Scorer of what it predicts.

    Notes
    -----
    ``predict(X_train)`` need not be `row_labels_`: a row may be nearer to the profile
    of another cluster than to that of its own. `fit_predict` returns `row_labels_`.

    A row or column that was dropped gets the label whose profile is nearest to zeros;
    by cosine, for which zeros have no direction, that of the largest cluster.

    Cost of `predict`: one product of X with the indicator of the column clusters.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import InductiveCocluster
    >>> X, _, _ = make_biclusters((60, 40), n_clusters=3, noise=1, random_state=0)
    >>> model = InductiveCocluster(SpectralCoclustering(3, random_state=0))
    >>> model.fit(X[:50]).predict(X[50:]).shape
    (10,)
    """

    def __init__(
        self, estimator: Any, *, metric: str = "cosine", empty: str = "drop"
    ) -> None:
        self.estimator = estimator
        self.metric = metric
        self.empty = empty

    def __sklearn_tags__(self) -> Any:
        """Say that sparse data are taken."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any = None) -> "InductiveCocluster":
        """Fit a clone of the estimator.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Ignored: it never reaches the estimator.

        Returns
        -------
        self : InductiveCocluster
            Fitted.

        Raises
        ------
        ValueError
            If `metric` or `empty` is unknown; if X is all zero where zeros are dropped;
            if the estimator's labels are not as many as rows and columns.
        """
        check_option(self.metric, "metric", _METRICS)
        check_option(self.empty, "empty", _EMPTY)
        X = validate_data(self, X, accept_sparse=("csr", "csc"))
        rows, columns = _kept_lines(X, drop=self.empty == "drop")
        kept = _dense_or_csr(X)[rows][:, columns]
        self.estimator_ = clone(self.estimator)
        self.estimator_.fit(kept)
        row_labels, column_labels = checked_labels(self.estimator_, kept.shape)
        self.row_classes_, row_codes = np.unique(row_labels, return_inverse=True)
        column_classes, column_codes = np.unique(column_labels, return_inverse=True)
        self._column_weights = np.zeros((X.shape[1], len(column_classes)))
        self._column_weights[columns] = _mean_weights(column_codes)
        self.profiles_ = _mean_weights(row_codes).T @ self._block_means(X)[rows]
        self._row_of_zeros = _nearest_to_zeros(self.profiles_, row_codes, self.metric)
        column_of_zeros = _nearest_to_zeros(self.profiles_.T, column_codes, self.metric)
        self.row_labels_ = _with_dropped(
            row_labels, rows, self.row_classes_[self._row_of_zeros]
        )
        self.column_labels_ = _with_dropped(
            column_labels, columns, column_classes[column_of_zeros]
        )
        self._keep_biclusters(rows, columns)
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Label rows by the nearest block profile.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data with the columns that were fitted. Values in columns that were all zero
            in the fit do not count.

        Returns
        -------
        labels : ndarray of shape (n_rows,)
            Label of each row, one of `row_classes_`.
        """
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse=("csr", "csc"), reset=False)
        means = self._block_means(X)
        similarity = _SIMILARITIES[self.metric](means, self.profiles_)
        nearest = np.argmax(similarity, axis=1)
        nearest[~means.any(axis=1)] = self._row_of_zeros
        return np.asarray(self.row_classes_[nearest])

    def fit_predict(self, X: Any, y: Any = None) -> NDArray[Any]:
        """Fit, and return the labels of the rows that the estimator gave.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Ignored.

        Returns
        -------
        labels : ndarray of shape (n_rows,)
            `row_labels_`, which may differ from ``predict(X)``.
        """
        return self.fit(X).row_labels_

    def _block_means(self, X: Any) -> NDArray[np.float64]:
        """Return the mean of each row in each column cluster."""
        return np.asarray(X @ self._column_weights)

    def _keep_biclusters(
        self, rows: NDArray[np.bool_], columns: NDArray[np.bool_]
    ) -> None:
        """Give the estimator's biclusters back the lines that were dropped."""
        for stale in ("rows_", "columns_"):
            self.__dict__.pop(stale, None)
        if not has_fitted(self.estimator_, "rows_"):
            return
        found_rows, found_columns = biclustering_of(self.estimator_)
        self.rows_ = np.zeros((len(found_rows), len(rows)), dtype=bool)
        self.columns_ = np.zeros((len(found_columns), len(columns)), dtype=bool)
        self.rows_[:, rows] = found_rows
        self.columns_[:, columns] = found_columns


def checked_labels(
    estimator: Any, shape: tuple[int, int]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return fitted labels, one for every row and column of data of this shape."""
    rows, columns = coclustering_of(estimator)
    if (len(rows), len(columns)) != shape:
        raise ValueError(
            f"`estimator` has labelled {len(rows)} rows and {len(columns)} columns of "
            f"data of shape {shape}."
        )
    return rows, columns


def _dense_or_csr(X: Any) -> Any:
    """Return data that can be sliced by rows, then by columns."""
    return X.tocsr() if sparse.issparse(X) else X


def _kept_lines(X: Any, drop: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say which rows and which columns hold something other than zeros."""
    if not drop:
        return np.ones(X.shape[0], dtype=bool), np.ones(X.shape[1], dtype=bool)
    nonzero = X != 0
    rows = np.asarray(nonzero.sum(axis=1)).ravel() > 0
    columns = np.asarray(nonzero.sum(axis=0)).ravel() > 0
    if not rows.any():
        raise ValueError("`X` is all zero; there is nothing to co-cluster.")
    return rows, columns


def _mean_weights(codes: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return weights, shape (n_lines, n_clusters), that average within clusters."""
    sizes = np.bincount(codes)
    weights = np.zeros((len(codes), len(sizes)))
    weights[np.arange(len(codes)), codes] = 1 / sizes[codes]
    return weights


def _with_dropped(
    labels: NDArray[Any], kept: NDArray[np.bool_], label: Any
) -> NDArray[Any]:
    """Return the labels of all lines: those that were dropped get `label`."""
    labels_of_all = np.full(len(kept), label, dtype=labels.dtype)
    labels_of_all[kept] = labels
    return labels_of_all


def _nearest_to_zeros(
    profiles: NDArray[np.float64], codes: NDArray[np.intp], metric: str
) -> int:
    """Return the cluster for a line of zeros."""
    if metric == "cosine":  # zeros have no direction: the largest cluster
        return int(np.argmax(np.bincount(codes)))
    return int(np.argmin((profiles**2).sum(axis=1)))


_SIMILARITIES = {
    "cosine": cosine_similarity,
    "euclidean": lambda means, profiles: -euclidean_distances(means, profiles),
}
