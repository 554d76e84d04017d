"""The co-clustering or the biclustering that a fitted estimator has found."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._fitted import fitted_coclustering, in_full
from ._indicators import check_biclustering
from ._types import Estimator


def coclustering_of(estimator: Estimator) -> tuple[NDArray[Any], NDArray[Any]]:
    """Co-clustering that a fitted estimator has found.

    Looks through pipelines (their last step), searches (their best estimator) and
    ``FrozenEstimator``.

    Parameters
    ----------
    estimator : estimator
        Fitted, with `row_labels_` and `column_labels_`, or ending in one that has them.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,)
        Label of each row.
    column_labels : ndarray of shape (n_columns,)
        Label of each column, in the order of the input of a pipeline. Where the input
        is texts, label of each term, in the order of the vectorizer.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such labels, or they are None. It is a `ValueError`.
    ValueError
        If the steps of a pipeline drop columns, make new features, or report no names
        of their features.

    See Also
    --------
    biclustering_of : Its biclusters.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import coclustering_of
    >>> X, _, _ = make_biclusters((6, 4), n_clusters=2, random_state=0)
    >>> model = SpectralCoclustering(n_clusters=2, random_state=0).fit(X)
    >>> row_labels, column_labels = coclustering_of(model)
    >>> row_labels.shape, column_labels.shape
    ((6,), (4,))
    """
    rows, columns = in_full(fitted_coclustering(estimator, "estimator"), "estimator")
    return np.asarray(rows), np.asarray(columns)


def biclustering_of(
    estimator: Estimator,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Biclusters that a fitted estimator has found.

    Looks through pipelines (their last step), searches (their best estimator) and
    ``FrozenEstimator``.

    Parameters
    ----------
    estimator : estimator
        Fitted, with `rows_` and `columns_`, or ending in one that has them.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such indicators, or they are None. It is a `ValueError`.
    ValueError
        If its indicators are not of 0 and 1, or do not fit each other. If the steps of
        a pipeline drop columns, make new features, or report no names of their
        features.

    See Also
    --------
    coclustering_of : Its labels of rows and columns.
    labels_to_biclusters : For estimators that have labels only.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering
    >>> from sklearn.datasets import make_checkerboard
    >>> from sklearn_cocluster_metrics import biclustering_of
    >>> X, _, _ = make_checkerboard((12, 8), n_clusters=(3, 2), random_state=0)
    >>> model = SpectralBiclustering(n_clusters=(3, 2), random_state=0).fit(X)
    >>> rows, columns = biclustering_of(model)
    >>> rows.shape, columns.shape
    ((6, 12), (6, 8))
    """
    rows, columns = check_biclustering(estimator, "estimator")
    return rows.astype(bool), columns.astype(bool)
