"""From one structure to another: estimators, labels, indicators, indices."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._validation import (
    check_biclustering,
    check_coclustering,
    check_grid,
    check_index_lists,
    check_option,
    check_shape,
    fitted_biclustering,
    fitted_coclustering,
    merge_labels,
)

BoolArray = NDArray[np.bool_]


def coclustering_of(estimator: Any) -> tuple[NDArray[Any], NDArray[Any]]:
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
        Label of each column.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such labels, or they are None. It is a `ValueError`.

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
    rows, columns = fitted_coclustering(estimator, "estimator")
    return np.asarray(rows), np.asarray(columns)


def biclustering_of(estimator: Any) -> tuple[BoolArray, BoolArray]:
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
        Whether each bicluster holds each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster holds each column.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such indicators, or they are None. It is a `ValueError`.
    ValueError
        If its indicators are not of 0 and 1, or do not fit each other.

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
    rows, columns = check_biclustering(
        fitted_biclustering(estimator, "estimator"), "estimator"
    )
    return rows.astype(bool), columns.astype(bool)


def labels_to_biclusters(
    coclustering: Any, *, structure: str = "checkerboard"
) -> tuple[BoolArray, BoolArray]:
    """Biclusters that the blocks of a co-clustering make.

    Parameters
    ----------
    coclustering : tuple (row_labels, column_labels) of array-likes, or estimator
        Labels of the rows, shape (n_rows,), and of the columns, shape (n_columns,); or
        a fitted estimator that has them.
    structure : {"checkerboard", "diagonal"}, default="checkerboard"
        "checkerboard": every row cluster with every column cluster, in the order of
        ``SpectralBiclustering``. "diagonal": every row cluster with the column cluster
        of the same label, as ``SpectralCoclustering``; a label that only rows, or only
        columns, have makes a bicluster without cells.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster holds each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster holds each column.

    Raises
    ------
    ValueError
        If the labels are not valid or not of two modes; if `structure` is unknown, or
        "diagonal" where no row label is a column label.
    TypeError
        If `coclustering` is neither a tuple nor an estimator.

    See Also
    --------
    biclusters_to_labels : Back, from a checkerboard.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import labels_to_biclusters
    >>> rows, columns = labels_to_biclusters(([0, 0, 1], [1, 0]), structure="diagonal")
    >>> rows.astype(int)
    array([[1, 1, 0],
           [0, 0, 1]])
    >>> columns.astype(int)
    array([[0, 1],
           [1, 0]])
    """
    check_option(structure, "structure", ("checkerboard", "diagonal"))
    row_codes, column_codes = check_coclustering(coclustering, "coclustering")
    row_values, row_indicator = row_codes.indicator()
    column_values, column_indicator = column_codes.indicator()
    if structure == "checkerboard":
        return (
            np.repeat(row_indicator, len(column_indicator), axis=0),
            np.tile(column_indicator, (len(row_indicator), 1)),
        )
    labels, (row_lines, column_lines) = merge_labels(row_values, column_values)
    if len(labels) == len(row_values) + len(column_values):
        raise ValueError(
            "`structure='diagonal'` joins rows and columns of the same label, and no "
            "row label is a column label."
        )
    rows = np.zeros((len(labels), len(row_codes)), dtype=bool)
    columns = np.zeros((len(labels), len(column_codes)), dtype=bool)
    rows[row_lines], columns[column_lines] = row_indicator, column_indicator
    return rows, columns


def biclusters_to_labels(biclusters: Any) -> tuple[NDArray[np.int64], ...]:
    """Co-clustering whose blocks are the given biclusters.

    Parameters
    ----------
    biclusters : tuple (rows, columns) of array-likes, or estimator
        Indicators of shape (n_biclusters, n_rows) and (n_biclusters, n_columns); or a
        fitted estimator that has them. Biclusters without cells are passed over.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,), dtype int64
        Label of each row; clusters are numbered as the biclusters come.
    column_labels : ndarray of shape (n_columns,), dtype int64
        Label of each column.

    Raises
    ------
    ValueError
        If the indicators are not valid, or if the biclusters are not the blocks of a
        grid: every row cluster with every column cluster, each cell in one bicluster.
    TypeError
        If `biclusters` is neither a tuple nor an estimator.

    See Also
    --------
    labels_to_biclusters : Back.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_to_labels
    >>> rows = [[1, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 1]]
    >>> columns = [[1, 0], [0, 1], [1, 0], [0, 1]]
    >>> biclusters_to_labels((rows, columns))
    (array([0, 0, 1]), array([0, 1]))
    """
    rows, columns = check_biclustering(biclusters, "biclusters")
    return check_grid(rows, columns, "biclusters")


def biclusters_from_indices(
    biclusters: Iterable[tuple[Any, Any]], shape: tuple[int, int]
) -> tuple[BoolArray, BoolArray]:
    """Indicators of biclusters given as lists of row and of column numbers.

    Parameters
    ----------
    biclusters : iterable of tuple (row_indices, column_indices)
        Numbers, from 0, of the rows and of the columns of each bicluster. Either list
        may be empty: such a bicluster has no cells.
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster holds each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster holds each column.

    Raises
    ------
    ValueError
        If an index is out of range, or `shape` is not two positive integers.
    TypeError
        If an index is not an integer, or a bicluster not a pair.

    See Also
    --------
    labels_to_biclusters : From a co-clustering.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_from_indices
    >>> rows, columns = biclusters_from_indices([([0, 2], [1])], shape=(3, 2))
    >>> rows
    array([[ True, False,  True]])
    >>> columns
    array([[False,  True]])
    """
    n_rows, n_columns = check_shape(shape)
    pairs = check_index_lists(biclusters, (n_rows, n_columns))
    rows = np.zeros((len(pairs), n_rows), dtype=bool)
    columns = np.zeros((len(pairs), n_columns), dtype=bool)
    for line, (row_indices, column_indices) in enumerate(pairs):
        rows[line, row_indices] = True
        columns[line, column_indices] = True
    return rows, columns
