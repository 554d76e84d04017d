"""Return the co-clustering or the biclustering that a fitted estimator has found."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._accessors import (
    Accessor,
    check_accessor,
    modes_of,
)
from ._fitted import fitted_coclustering, in_full
from ._indicators import check_biclustering
from ._label_arrays import as_label_array
from ._labels import check_labels
from ._types import Estimator


def coclustering_of(
    estimator: Estimator, *, accessor: Accessor | None = None
) -> tuple[NDArray[Any], ...]:
    """Return the co-clustering that a fitted estimator has found.

    For a pipeline, its last step is used; for a search, its best estimator; for a
    ``FrozenEstimator``, the estimator inside. Columns are returned in the order of the
    input of the outermost estimator.

    Parameters
    ----------
    estimator : estimator
        Fitted estimator with `row_labels_` and `column_labels_`, or a pipeline, search
        or ``FrozenEstimator`` around one. An estimator without them may have one array
        per mode in `labels_`, a tuple or list.
    accessor : str, tuple of str or callable, default=None
        Where the labels are, for an estimator that has them elsewhere: the name of an
        attribute with one array per mode, the names of one attribute per mode, or a
        function of the fitted estimator that returns one array per mode.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,)
        Label of each row.
    column_labels : ndarray of shape (n_columns,)
        Label of each column, in the order of the input of a pipeline. Where the input
        is texts, label of each term, in the order of the vectorizer.
    *further_labels : ndarrays
        Labels of the further modes of an estimator that labels more than two.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such labels, or they are None. This error is a
        `ValueError`.
    ValueError
        If the labels are not one-dimensional, or contain NaN, None or infinity. If the
        steps of a pipeline drop columns, make new features, or report no feature names,
        so that the labels cannot be matched with the input. If a pipeline transforms
        the data of an estimator whose labels are in `labels_` or read by `accessor`.
    TypeError
        If the labels are complex, sparse or not array-likes; if `accessor` is none of
        the above.

    See Also
    --------
    biclustering_of : The biclusters of an estimator.

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
    >>> found = coclustering_of(
    ...     model, accessor=lambda fitted: (fitted.row_labels_, fitted.column_labels_)
    ... )
    >>> [len(labels) for labels in found]
    [6, 4]
    """
    modes = modes_of(estimator, "estimator", check_accessor(accessor, "accessor"))
    if modes is not None:
        return tuple(
            _checked(labels, f"estimator.labels_[{mode}]")
            for mode, labels in enumerate(modes)
        )
    rows, columns = in_full(fitted_coclustering(estimator, "estimator"), "estimator")
    return (
        _checked(rows, "estimator.row_labels_"),
        _checked(columns, "estimator.column_labels_"),
    )


def _checked(labels: Any, name: str) -> NDArray[Any]:
    """Return labels as an array, once they are known to be labels."""
    array = as_label_array(labels, name)
    check_labels(array, name)
    return array


def biclustering_of(
    estimator: Estimator,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the biclusters that a fitted estimator has found.

    For a pipeline, its last step is used; for a search, its best estimator; for a
    ``FrozenEstimator``, the estimator inside. Columns are returned in the order of the
    input of the outermost estimator.

    Parameters
    ----------
    estimator : estimator
        Fitted estimator with `rows_` and `columns_`, or a pipeline, search or
        ``FrozenEstimator`` around one.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such indicators, or they are None. This error is a
        `ValueError`.
    ValueError
        If its indicators contain anything but 0 and 1 or describe different numbers of
        biclusters; or if the steps of a pipeline drop columns, make new features, or
        report no feature names.

    See Also
    --------
    coclustering_of : The row and column labels of an estimator.
    labels_to_biclusters : Biclusters from labels, for estimators without their own.

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
