"""A co-clusterer that can label new rows."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, BiclusterMixin, MetaEstimatorMixin, clone
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted, validate_data

from .._structures._arguments import check_option
from .._structures._conversions import biclustering_of
from .._structures._estimators import estimator_layers, has_fitted
from .._structures._labels import check_labels
from .._structures._matrix import (
    is_frame,
    nonzero_masks,
    refuse_masks_and_texts,
    take_part,
)
from .._structures._messages import warn_caller
from .._structures._types import Estimator
from ._fits import (
    clone_or_explain,
    clone_with_seed,
    fit_or_explain,
    fitted_labels_of,
    refuse_dropped_columns,
)

_METRIC_OPTIONS = (None, "cosine", "euclidean")
_EMPTY_OPTIONS = ("drop", "keep")
_DROP_HINT = "Pass `empty='drop'` to leave them out of the fit."
_WRAP_HINT = (
    "Wrap the co-clusterer in `InductiveCocluster`, which leaves them out of the fit."
)
_CURE_OF_TEXTS_IN_WRAPPER = (
    "Put the steps that read texts before this one: `make_pipeline(vectorizer, "
    "InductiveCocluster(estimator))`."
)
_LOWEST_AGREEMENT = 0.8


class InductiveCocluster(BiclusterMixin, MetaEstimatorMixin, BaseEstimator):
    """Co-clusterer that labels new rows.

    Most co-clusterers have no `predict`, so they cannot be scored on held-out rows.
    This wrapper fits a clone of any co-clusterer, and then a classifier that predicts
    its row labels. With `metric`, a row instead gets the label of the nearest profile,
    where a profile has the means of a row cluster in each column cluster. Any splitter
    can cross-validate the wrapper.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer with `row_labels_` and `column_labels_`, or a pipeline that ends in
        one and keeps every column. It is cloned.
    metric : {"cosine", "euclidean"} or None, default=None
        How the nearest profile is found. "cosine" is better for counts, because it
        ignores the totals of the rows. If None, a classifier is used instead of
        profiles.
    empty : {"drop", "keep"}, default="drop"
        How to treat rows and columns that are all zero. If "drop", they are left out of
        the fit, because the spectral co-clusterers of scikit-learn fail on them, and
        are labeled afterwards. If "keep", they are fitted as well.
    classifier : estimator, default=None
        Classifier of rows, which is cloned. It cannot be combined with `metric`. If
        None, it is a logistic regression on columns scaled to unit variance (:doc:`user
        guide </user_guide/model_selection>`).

    Attributes
    ----------
    estimator_ : estimator
        The fitted clone.
    row_labels_ : ndarray of shape (n_rows,)
        Label of each training row.
    column_labels_ : ndarray of shape (n_columns,)
        Label of each column.
    profiles_ : ndarray of shape (n_row_clusters, n_column_clusters)
        Mean of each block, in the units of X.
    row_classes_ : ndarray of shape (n_row_clusters,)
        Label of the row cluster of each profile.
    classifier_ : estimator or None
        The fitted classifier, which predicts positions in `row_classes_`. It is None
        with `metric`.
    agreement_ : float
        Fraction, in [0, 1], of the fitted rows for which `predict` returns the fitted
        label. 1 means that `predict` reproduces the fit.
    rows_, columns_ : ndarray of shape (n_biclusters, n_rows), (n_biclusters, n_columns)
        Indicators, if the estimator has them. Rows and columns that were dropped are in
        no bicluster.
    n_features_in_ : int
        Number of columns seen in `fit`.
    feature_names_in_ : ndarray of shape (n_columns,)
        Names of the columns, if all names are strings.

    See Also
    --------
    make_cocluster_scorer : Make a scorer of its predictions.
    WholeDataSplit : Splitter for co-clusterers without `predict`.

    Notes
    -----
    ``predict(X_train)`` need not equal `row_labels_`, and `fit` warns if `agreement_`
    is below 0.8. Score each fold separately, because the label 0 means a different
    cluster in each fold, for example in ``cross_val_predict``.

    A dropped row gets the label that is predicted for a row of zeros. With
    ``metric="cosine"``, this is the label of the largest cluster. A dropped column gets
    the label of the largest cluster, or with ``metric="euclidean"`` the label of the
    cluster that is nearest to zeros.

    Sparse data are accepted if both estimators accept them.

    With `metric`, `predict` takes one product of X with a matrix of shape (n_columns,
    n_column_clusters). The default classifier takes a few dozen products, and a copy of
    X.

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
        self,
        estimator: Estimator,
        *,
        metric: Literal["cosine", "euclidean"] | None = None,
        empty: Literal["drop", "keep"] = "drop",
        classifier: Estimator | None = None,
    ) -> None:
        self.estimator = estimator
        # The metric finds the nearest profile of a row. None selects a classifier.
        self.metric = metric
        # Whether rows and columns that are all zero are left out of the fit
        self.empty = empty
        # None stands for a logistic regression if the metric is also None.
        self.classifier = classifier

    def __sklearn_tags__(self) -> Any:
        """Declare that sparse data are accepted if both estimators accept them."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = _accepts_sparse(self.estimator) and _accepts_sparse(
            self.classifier
        )
        return tags

    def fit(self, X: Any, y: Any = None) -> InductiveCocluster:
        """Fit a clone of the estimator.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Ignored, and not passed to the estimator.

        Returns
        -------
        self : InductiveCocluster
            The fitted estimator.

        Raises
        ------
        ValueError
            If an option is not valid, if `metric` and `classifier` are both passed, if
            X has masked or missing entries, if X is all zero with ``empty="drop"``, or
            if the estimator does not label every row and column.
        TypeError
            If `estimator` or `classifier` cannot be cloned, or `fit` takes no data.
        """
        check_option(self.metric, "metric", _METRIC_OPTIONS)
        check_option(self.empty, "empty", _EMPTY_OPTIONS)
        if self.classifier is not None and self.metric is not None:
            raise ValueError(
                "`classifier` and `metric` cannot be combined, because both predict "
                "the labels of new rows. Pass only one of them."
            )
        refuse_masks_and_texts(X, _CURE_OF_TEXTS_IN_WRAPPER)
        matrix = validate_data(self, X, accept_sparse=("csr", "csc"))
        if self.empty == "drop":
            fitted_rows, fitted_columns = nonzero_masks(matrix)
        else:
            n_rows, n_columns = matrix.shape
            fitted_rows = np.ones(n_rows, dtype=bool)
            fitted_columns = np.ones(n_columns, dtype=bool)
        if not fitted_rows.any():
            raise ValueError(
                "`X` is all zero, so there is nothing to co-cluster. Pass data with "
                "nonzero entries, or `empty='keep'` if the estimator can be fitted "
                "to zeros."
            )
        # A frame is passed to the estimator with its names. The rule of `predict` is
        # fitted to the matrix.
        data = X if is_frame(X) else matrix
        if not fitted_rows.all() or not fitted_columns.all():
            data = take_part(data, fitted_rows, fitted_columns)
            matrix = take_part(matrix, fitted_rows, fitted_columns)
        self.estimator_ = clone_or_explain(self.estimator)
        fit_or_explain(self.estimator_, data, _DROP_HINT)
        # The last result has positions of columns, or is None if all have labels.
        (row_labels, column_labels), labeled_column_positions = fitted_labels_of(
            self.estimator_, data
        )
        refuse_dropped_columns(labeled_column_positions, "estimator")
        self._set_rule(matrix, row_labels, column_labels)
        self._set_labels(row_labels, column_labels, fitted_rows, fitted_columns)
        self._set_biclusters(fitted_rows, fitted_columns)
        if self.agreement_ < _LOWEST_AGREEMENT:
            # The text has no number, so that Python shows it only once in a search.
            warn_caller(
                "`predict` returns the fitted label for less than 80 % of the "
                "training rows (see `agreement_`), so its scores are not scores of "
                "the fit. Try another `metric` or `classifier`, or score the fitted "
                "labels with `cv=WholeDataSplit()`."
            )
        return self

    def predict(self, X: Any) -> NDArray[Any]:
        """Label rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data with the columns of the training data. Columns that were all zero in
            training are ignored.

        Returns
        -------
        labels : ndarray of shape (n_rows,)
            Label of each row, one of `row_classes_`.
        """
        check_is_fitted(self)
        refuse_masks_and_texts(X, _CURE_OF_TEXTS_IN_WRAPPER)
        X = validate_data(self, X, accept_sparse=("csr", "csc"), reset=False)
        if not self._fitted_columns.all():
            X = X[:, self._fitted_columns]
        return np.asarray(self.row_classes_[self._predict_codes(X)])

    def fit_predict(self, X: Any, y: Any = None) -> NDArray[Any]:
        """Fit, and return the labels that the estimator gave to the rows.

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

    def _set_rule(
        self, X: Any, row_labels: NDArray[Any], column_labels: NDArray[Any]
    ) -> None:
        """Set the rule that labels rows, and its agreement with the fitted labels.

        X is a matrix, sparse or not. X and the labels belong to the rows and columns
        that were fitted. The agreement is the fraction of these rows for which the rule
        returns the fitted label. The rule is a classifier of the rows if `metric` is
        None, and otherwise the profile that is nearest by this metric.
        """
        # The distinct labels of the rows, and the position of each row's label in them
        self.row_classes_, row_codes = _encode_labels(row_labels)
        _, column_codes = _encode_labels(column_labels)
        # (n_columns, n_column_clusters): Weights that average X over column clusters
        self._column_weights = _cluster_averaging_matrix(column_codes)
        means = self._means_in_column_clusters(X)
        # (n_row_clusters, n_column_clusters): The mean of X in each block
        self.profiles_ = _cluster_averaging_matrix(row_codes).T @ means
        self._code_of_zero_rows = np.argmax(np.bincount(row_codes))  # largest cluster
        self.classifier_ = None
        if self.metric is None:  # by default, a logistic regression labels the rows
            self.classifier_ = _fit_classifier(self.classifier, X, row_codes)
        self.agreement_ = float(np.mean(self._predict_codes(X) == row_codes))

    def _set_labels(
        self,
        row_labels: NDArray[Any],
        column_labels: NDArray[Any],
        fitted_rows: NDArray[np.bool_],
        fitted_columns: NDArray[np.bool_],
    ) -> None:
        """Set the labels of all rows and columns, including those left out of the fit.

        `fitted_rows` and `fitted_columns` are masks of the rows and columns that were
        fitted, and therefore have labels. The others contain only zeros. All of these
        rows get the label that the rule gives to a row of zeros, and all of these
        columns get the label of one cluster.
        """
        self._fitted_columns = fitted_columns
        self.row_labels_ = row_labels
        self.column_labels_ = column_labels
        if not fitted_rows.all():
            row_of_zeros = np.zeros((1, len(column_labels)))
            (code,) = self._predict_codes(row_of_zeros)
            label = self.row_classes_[code]
            self.row_labels_ = _with_value_for_dropped(row_labels, fitted_rows, label)
        if not fitted_columns.all():
            classes, codes = _encode_labels(column_labels)
            if self.metric == "euclidean":  # the smallest profile is nearest to zeros
                code = np.argmin((self.profiles_**2).sum(axis=0))
            else:  # without distances from zeros, the largest cluster is chosen
                code = np.argmax(np.bincount(codes))
            self.column_labels_ = _with_value_for_dropped(
                column_labels, fitted_columns, classes[code]
            )

    def _predict_codes(self, X: Any) -> NDArray[np.intp]:
        """Return the position in `row_classes_` of the label of each row."""
        if self.classifier_ is not None:  # its classes are these positions
            return np.asarray(self.classifier_.predict(X), dtype=np.intp)
        means = self._means_in_column_clusters(X)
        if self.metric == "euclidean":
            return np.asarray(euclidean_distances(means, self.profiles_).argmin(axis=1))
        nearest = np.asarray(cosine_similarity(means, self.profiles_).argmax(axis=1))
        # Rows of zeros have no direction, so their cosine is not defined.
        nearest[~means.any(axis=1)] = self._code_of_zero_rows
        return nearest

    def _means_in_column_clusters(self, X: Any) -> NDArray[np.float64]:
        """Return the mean of each row of X over the columns of each column cluster."""
        return np.asarray(X @ self._column_weights)

    def _set_biclusters(
        self, fitted_rows: NDArray[np.bool_], fitted_columns: NDArray[np.bool_]
    ) -> None:
        """Set the indicators of biclusters, if any, for all rows and columns.

        Rows and columns that were not fitted are in no bicluster.
        """
        for attribute in ("rows_", "columns_"):  # attributes of an earlier fit
            self.__dict__.pop(attribute, None)
        if has_fitted(self.estimator_, "rows_"):
            rows, columns = biclustering_of(self.estimator_)
            self.rows_ = _with_value_for_dropped(
                rows.T.astype(bool), fitted_rows, False
            ).T
            self.columns_ = _with_value_for_dropped(
                columns.T.astype(bool), fitted_columns, False
            ).T


def fit_or_suggest_inductive(estimator: Any, X: Any) -> None:
    """Fit an estimator.

    If it fails on empty rows or columns, the error suggests `InductiveCocluster`.
    """
    if any(
        isinstance(layer, InductiveCocluster)
        for layer, _ in estimator_layers(estimator)
    ):
        estimator.fit(X)  # the wrapper handles empty rows and columns itself
    else:
        fit_or_explain(estimator, X, _WRAP_HINT)


def fit_clone(estimator: Any, X: Any, seed: int) -> Any:
    """Return a clone fitted to X, with this seed for every `random_state` in it."""
    model = clone_with_seed(estimator, seed)
    fit_or_suggest_inductive(model, X)
    return model


def _accepts_sparse(estimator: Any) -> bool:
    """Return whether an estimator, or None, is declared to accept sparse data."""
    try:
        return estimator is None or bool(get_tags(estimator).input_tags.sparse)
    except Exception:  # some third-party estimators have no tags
        return False


def _fit_classifier(classifier: Any, X: Any, codes: NDArray[np.intp]) -> Any:
    """Return a fitted classifier of the rows, whose classes are the codes."""
    if codes.max() == 0:  # most classifiers refuse a single class
        return DummyClassifier().fit(X, codes)
    if classifier is not None:
        return clone(classifier).fit(X, codes)
    # The columns are scaled because the penalty depends on their units. They are not
    # centered, so that sparse data stay sparse.
    scaler = StandardScaler(with_mean=False)
    return make_pipeline(scaler, LogisticRegression(max_iter=1000)).fit(X, codes)


def _encode_labels(
    labels: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """Return the distinct labels, and the position among them of each entry's label."""
    if labels.dtype != object:
        return np.unique(labels, return_inverse=True)
    # Objects of several types cannot be sorted.
    coded = check_labels(labels, "labels").compressed()
    return coded.distinct_labels(), coded.codes.astype(np.intp)


def _cluster_averaging_matrix(codes: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return a matrix, (n_entries, n_clusters), that computes means of clusters.

    The product of the data with this matrix has the mean over the entries of each
    cluster.
    """
    sizes = np.bincount(codes)
    weights = np.zeros((len(codes), len(sizes)))
    weights[np.arange(len(codes)), codes] = 1 / sizes[codes]
    return weights


def _with_value_for_dropped(
    entries: NDArray[Any], is_fitted: NDArray[np.bool_], value: Any
) -> NDArray[Any]:
    """Return an entry for every row or column; those not fitted get `value`."""
    shape = (len(is_fitted), *entries.shape[1:])
    all_entries = np.full(shape, value, dtype=entries.dtype)
    all_entries[is_fitted] = entries
    return all_entries
