"""Co-clusterings as biclusters, and biclusters as co-clusterings."""

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import check_option
from ._checkerboards import checkerboard_labels
from ._estimators import has_fitted, is_estimator
from ._factorize import merge_labels
from ._indicators import Indicators, check_biclustering
from ._partitions import check_coclustering
from ._types import Biclustering, Coclustering, Estimator

BlockStructure: TypeAlias = Literal["checkerboard", "diagonal"]

_STRUCTURES = ("checkerboard", "diagonal")
_UNCOVERED = -1


def labels_to_biclusters(
    coclustering: Coclustering | Estimator,
    *,
    structure: BlockStructure | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the blocks of a co-clustering as biclusters.

    Parameters
    ----------
    coclustering : tuple (row_labels, column_labels) of array-likes, or estimator
        Labels of the rows, shape (n_rows,), and of the columns, shape (n_columns,); or
        a fitted estimator that has them.
    structure : {None, "checkerboard", "diagonal"}, default=None
        "checkerboard": one bicluster for each pair of a row cluster and a column
        cluster, in the order of ``SpectralBiclustering``. "diagonal": one bicluster per
        label, with the rows and the columns that have this label, as in
        ``SpectralCoclustering``; a label that occurs among the rows only, or among the
        columns only, gives a bicluster without cells. None: "checkerboard", except for
        an estimator that also has biclusters, for which `structure` is required.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column.

    Raises
    ------
    ValueError
        If the labels are not valid or not two arrays; if `structure` is unknown,
        missing for an estimator that has `rows_` and `columns_`, or "diagonal" where
        no row and column have a label in common.
    TypeError
        If `coclustering` is neither a tuple nor an estimator.

    See Also
    --------
    biclusters_to_labels : The inverse.
    biclustering_of : The biclusters that an estimator has itself.

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
    check_option(structure, "structure", (None, *_STRUCTURES))
    if structure is None and _has_biclusters(coclustering):
        raise ValueError(
            f"`coclustering` is a {type(coclustering).__name__} that has biclusters: "
            "use `biclustering_of(estimator)` to get them, or choose "
            "`structure='checkerboard'` or `structure='diagonal'` to make biclusters "
            "from its labels."
        )
    row_codes, column_codes = check_coclustering(coclustering, "coclustering")
    row_values, row_indicator = row_codes.indicator()
    column_values, column_indicator = column_codes.indicator()
    if structure != "diagonal":
        return (
            np.repeat(row_indicator, len(column_indicator), axis=0),
            np.tile(column_indicator, (len(row_indicator), 1)),
        )
    labels, (of_rows, of_columns) = merge_labels(row_values, column_values)
    if len(labels) == len(row_values) + len(column_values):
        raise ValueError(
            "`structure='diagonal'` joins rows and columns that have the same label, "
            "but no row label is a column label."
        )
    rows = np.zeros((len(labels), len(row_codes)), dtype=bool)
    columns = np.zeros((len(labels), len(column_codes)), dtype=bool)
    rows[of_rows], columns[of_columns] = row_indicator, column_indicator
    return rows, columns


def _has_biclusters(structure: object) -> bool:
    """Whether a structure is an estimator that has fitted biclusters."""
    return is_estimator(structure) and all(
        has_fitted(structure, attribute) for attribute in ("rows_", "columns_")
    )


def biclusters_to_labels(
    biclusters: Biclustering, *, structure: BlockStructure = "checkerboard"
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the co-clustering whose blocks are the given biclusters.

    Parameters
    ----------
    biclusters : tuple (rows, columns) of array-likes, or estimator
        Indicators of shape (n_biclusters, n_rows) and (n_biclusters, n_columns); or a
        fitted estimator that has them.
    structure : {"checkerboard", "diagonal"}, default="checkerboard"
        "checkerboard": every row cluster forms a bicluster with every column cluster,
        as in ``SpectralBiclustering`` and ``make_checkerboard``. Biclusters without
        cells are ignored. "diagonal": each row and each column belongs to at most one
        bicluster, as in ``SpectralCoclustering`` and ``make_biclusters``.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,), dtype int64
        Label of each row. "checkerboard": clusters are numbered in the order of the
        biclusters. "diagonal": the number of the bicluster that contains the row; -1
        if none does.
    column_labels : ndarray of shape (n_columns,), dtype int64
        Label of each column.

    Raises
    ------
    ValueError
        If the indicators are not valid, `structure` is unknown, or the biclusters do
        not have this structure: for "checkerboard", each cell lies in one bicluster
        and every row cluster forms one with every column cluster; for "diagonal", no
        row or column is in two biclusters.
    TypeError
        If `biclusters` is neither a tuple nor an estimator.

    See Also
    --------
    labels_to_biclusters : The inverse.

    Notes
    -----
    With "diagonal", all rows that no bicluster contains form one cluster, with the
    label -1, and so do the columns. `labels_to_biclusters` returns the biclusters again
    if every row and column is in one; otherwise also a bicluster of those labelled -1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_to_labels
    >>> rows = [[1, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 1]]
    >>> columns = [[1, 0], [0, 1], [1, 0], [0, 1]]
    >>> biclusters_to_labels((rows, columns))
    (array([0, 0, 1]), array([0, 1]))

    Two blocks on the diagonal, and a row outside of them:

    >>> rows, columns = [[1, 1, 0, 0], [0, 0, 1, 0]], [[0, 1], [1, 0]]
    >>> biclusters_to_labels((rows, columns), structure="diagonal")
    (array([ 0,  0,  1, -1]), array([1, 0]))
    """
    check_option(structure, "structure", _STRUCTURES)
    rows, columns = check_biclustering(biclusters, "biclusters")
    if structure == "diagonal":
        return _labels_of_diagonal(rows, columns, "biclusters")
    return _labels_of_grid(rows, columns, "biclusters")


def _labels_of_diagonal(
    rows: NDArray[np.int64], columns: NDArray[np.int64], name: str
) -> Indicators:
    """Check that no row or column is in two biclusters, and number them by these."""
    for indicator, mode in ((rows, "row"), (columns, "column")):
        repeated = np.flatnonzero(indicator.sum(axis=0) > 1)
        if len(repeated):
            first, second = np.flatnonzero(indicator[:, repeated[0]])[:2].tolist()
            raise ValueError(
                f"`{name}` are not block-diagonal: {mode} {repeated[0]} is in the "
                f"biclusters {first} and {second}; with `structure='diagonal'`, each "
                "row and each column must be in at most one."
            )
    return _numbers_of_blocks(rows), _numbers_of_blocks(columns)


def _numbers_of_blocks(indicator: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the only bicluster that contains each entry, -1 where none does."""
    numbers = np.full(indicator.shape[1], _UNCOVERED, dtype=np.int64)
    block, entry = np.nonzero(indicator)
    numbers[entry] = block
    return numbers


def _labels_of_grid(
    rows: NDArray[np.int64], columns: NDArray[np.int64], name: str
) -> Indicators:
    """Check that biclusters are the blocks of a grid and return its labels."""
    has_cells = rows.any(axis=1) & columns.any(axis=1)
    labels = checkerboard_labels(
        sparse.csr_array(rows[has_cells]), sparse.csr_array(columns[has_cells])
    )
    if labels is None:
        raise ValueError(
            f"`{name}` are not the blocks of a grid: every row cluster must form a "
            "bicluster with every column cluster, and each cell must be in exactly one."
            + _hint(rows, columns)
        )
    return labels


def _hint(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> str:
    """Name the other structure where the biclusters have it."""
    if max(rows.sum(axis=0).max(), columns.sum(axis=0).max()) > 1:
        return ""
    return " They are block-diagonal: pass `structure='diagonal'`."
