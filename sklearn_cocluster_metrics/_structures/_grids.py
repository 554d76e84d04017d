"""Co-clusterings as biclusters, and biclusters that are a grid as co-clusterings."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ._arguments import check_option
from ._factorize import merge_labels
from ._indicators import Indicators, check_biclustering
from ._partitions import check_coclustering
from ._types import Biclustering, Coclustering, Estimator


def labels_to_biclusters(
    coclustering: Coclustering | Estimator,
    *,
    structure: Literal["checkerboard", "diagonal"] = "checkerboard",
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
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


def biclusters_to_labels(biclusters: Biclustering) -> Indicators:
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
    return _labels_of_grid(rows, columns, "biclusters")


def _labels_of_grid(
    rows: NDArray[np.int64], columns: NDArray[np.int64], name: str
) -> Indicators:
    """Check that biclusters are the blocks of a grid and return its labels.

    Rows that lie in the same biclusters make a row cluster, columns likewise. Where
    every block of these clusters lies in one bicluster and there are as many blocks as
    biclusters, each bicluster is one block.
    """
    held = rows.any(axis=1) & columns.any(axis=1)
    rows, columns = rows[held], columns[held]
    row_patterns, row_labels = _equal_columns(rows)
    column_patterns, column_labels = _equal_columns(columns)
    n_blocks = len(row_patterns) * len(column_patterns)
    if n_blocks != len(rows) or not np.all(row_patterns @ column_patterns.T == 1):
        raise ValueError(
            f"`{name}` are not the blocks of a grid: every row cluster with every "
            "column cluster, each cell in exactly one bicluster."
        )
    return row_labels, column_labels


def _equal_columns(
    indicator: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Group the columns of an indicator that are equal, in order of their biclusters.

    Returns the pattern of each group, shape (n_groups, n_biclusters), and the group of
    each column.
    """
    # Backwards, so that membership in the first bicluster sorts first.
    patterns, groups = np.unique(-indicator.T, axis=0, return_inverse=True)
    return -patterns, groups.reshape(-1).astype(np.int64)
