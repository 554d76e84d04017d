"""Read co-clusterings and biclusters from estimators, and convert them."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import check_option, is_estimator
from ._distinct_labels import merge_labels
from ._entry_names import Names, index_of
from ._estimators import (
    BICLUSTERING_ATTRIBUTES,
    COCLUSTERING_ATTRIBUTES,
    Accessor,
    check_accessor,
    fitted_layer,
    fitted_modes,
    has_fitted,
    names_of_read_modes,
)
from ._indicators import check_biclustering, dense_indicator, fitted_biclustering
from ._labels import LabelCodes, as_label_array, check_labels
from ._messages import FOR_ONE_STRUCTURE
from ._partitions import check_coclustering
from ._types import Biclustering, Coclustering, Estimator

BlockStructure: TypeAlias = Literal["checkerboard", "diagonal"]

_BLOCK_STRUCTURES = ("checkerboard", "diagonal")
_NO_BICLUSTER = -1


def coclustering_of(
    estimator: Estimator, *, accessor: Accessor | None = None
) -> tuple[NDArray[Any], ...]:
    """Return the co-clustering that a fitted estimator has found.

    Use it to see or to change the labels that a metric reads from an estimator, because
    a fitted estimator can be passed to all metrics of co-clusterings.

    Parameters
    ----------
    estimator : estimator
        Fitted estimator with `row_labels_` and `column_labels_`, with the attributes
        `row_labels` and `column_labels` of sparsebm or `labels_row_` and `labels_col_`
        of scikit-network, or with an array for the rows and another for the columns in
        `labels_`. It may also be a pipeline, search or ``FrozenEstimator`` around such
        an estimator.
    accessor : str, tuple of str or callable, default=None
        Where to read the labels instead. Pass the name of an attribute that has an
        array for the rows and another for the columns, or a function of the fitted
        estimator that returns these arrays. You can also pass the name of an attribute
        for each array. A function is called with the last step of a pipeline, and may
        return None for the rows or for the columns. If None, the attributes above are
        read.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,)
        Label of each row. They are a Series if the estimator has a Series, and None if
        the `accessor` leaves them out.
    column_labels : ndarray of shape (n_columns,)
        Label of each column, in the order of a pipeline's input. If the input is texts,
        there is a label for each term, in the order of the vectorizer. They are a
        Series if the estimator has a Series.
    *further_labels : ndarrays
        Labels of further dimensions, if there are any.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such labels. This error is a `ValueError`.
    ValueError
        If labels are not 1-D, or contain NaN, None or infinity. The error is also
        raised if steps of a pipeline drop columns, make new features, or report no
        feature names, or if they transform data while the labels are in `labels_` or
        read by `accessor`.
    TypeError
        If labels are complex, sparse or not array-likes, or if `accessor` has another
        type.

    See Also
    --------
    biclustering_of : Return the biclusters.

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
    accessor = check_accessor(accessor, "accessor")
    modes, labeled_columns = fitted_modes(estimator, "estimator", accessor)
    source = accessor or "labels_"
    if labeled_columns is not None:  # The labels are in these two attributes.
        labeled_columns.refuse_unlabeled_columns("estimator")
        source = COCLUSTERING_ATTRIBUTES
    arrays: list[Any] = []
    names_of_labels = names_of_read_modes(source, len(modes))
    for labels, name in zip(modes, names_of_labels, strict=True):
        if labels is None:  # The accessor leaves this mode out.
            arrays.append(None)
            continue
        array = as_label_array(labels, name, FOR_ONE_STRUCTURE)
        check_labels(array, name, advice=FOR_ONE_STRUCTURE)
        arrays.append(array if index_of(labels) is None else labels)
    return tuple(arrays)


def biclustering_of(
    estimator: Estimator,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the biclusters that a fitted estimator has found.

    Use it to see or to change the biclusters that a metric reads from an estimator,
    because a fitted estimator can be passed to all metrics of biclusterings.

    Parameters
    ----------
    estimator : estimator
        Fitted estimator with `rows_` and `columns_`, or a pipeline, search or
        ``FrozenEstimator`` around such an estimator.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row. It is a DataFrame if the estimator has
        a DataFrame.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column, in the order of the input of a
        pipeline. It is a DataFrame if the estimator has a DataFrame.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such indicators. This error is a `ValueError`.
    ValueError
        If the indicators contain other values than 0 and 1, or have different numbers
        of biclusters, or if steps of a pipeline drop columns, make new features, or
        report no feature names.

    See Also
    --------
    coclustering_of : Return the row and column labels.

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
    indicators, names, labeled_columns = fitted_biclustering(estimator, "estimator")
    labeled_columns.refuse_unlabeled_columns("estimator")
    rows, columns = fitted_layer(estimator, BICLUSTERING_ATTRIBUTES, "estimator").values
    # Both checked indicators have the biclusters in the order of the rows.
    bicluster_names = index_of(rows)
    if bicluster_names is None:
        bicluster_names = index_of(columns)
    return (
        _as_frame_like(rows, indicators[0], bicluster_names, names[0]),
        _as_frame_like(columns, indicators[1], bicluster_names, names[1]),
    )


def _as_frame_like(
    fitted_indicator: Any,
    indicator: Any,
    bicluster_names: Names | None,
    entry_names: Names | None,
) -> Any:
    """Return a checked indicator as bools, in a data frame if it was fitted as one.

    `fitted_indicator` is the attribute of the estimator from which `indicator`, which
    may be sparse, was read. `entry_names` are the names of the rows, or of the columns,
    of the matrix.
    """
    is_member = dense_indicator(indicator).astype(bool)
    if entry_names is None or index_of(fitted_indicator) is None:
        return is_member
    return type(fitted_indicator)(is_member, index=bicluster_names, columns=entry_names)


def labels_to_biclusters(
    coclustering: Coclustering | Estimator, *, structure: BlockStructure | None = None
) -> tuple[Any, Any]:
    """Return the blocks of a co-clustering as biclusters.

    Use it to compare a co-clustering with a biclustering, by the measures for
    biclusters.

    Parameters
    ----------
    coclustering : tuple (row_labels, column_labels) of array-likes, or fitted estimator
        Labels of shapes (n_rows,) and (n_columns,).
    structure : {None, "checkerboard", "diagonal"}, default=None
        If "checkerboard", there is a bicluster for each pair of a row and a column
        cluster, in the order of ``SpectralBiclustering``. If "diagonal", there is a
        bicluster for each label, with the rows and columns that have this label, as in
        ``SpectralCoclustering``; it has no cells if only rows or only columns have the
        label. If None, it is "checkerboard"; for an estimator that also has biclusters,
        it must be chosen.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row. It is a DataFrame if the row labels
        are a Series.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column. It is a DataFrame if the column
        labels are a Series.

    Raises
    ------
    ValueError
        If the labels are not valid or not two arrays, or if `structure` is unknown,
        missing where it is required, or "diagonal" although no row has the label of any
        column.
    TypeError
        If `coclustering` is neither a tuple nor an estimator.

    See Also
    --------
    biclusters_to_labels : Return the labels of biclusters.

    Notes
    -----
    The indicators are dense arrays of n_biclusters * (n_rows + n_columns) bools. A
    checkerboard has a bicluster for each pair of a row cluster and a column cluster.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import labels_to_biclusters
    >>> rows, columns = labels_to_biclusters(([0, 0, 1], [1, 0]), structure="diagonal")
    >>> rows.astype(int)
    array([[1, 1, 0],
           [0, 0, 1]])
    """
    check_option(structure, "structure", (None, *_BLOCK_STRUCTURES))
    if structure is None and is_estimator(coclustering):
        if has_fitted(coclustering, *BICLUSTERING_ATTRIBUTES):
            raise ValueError(
                f"`coclustering` is a {type(coclustering).__name__} that has "
                "biclusters already. To get these, use `biclustering_of`. To make "
                "biclusters from its labels, choose `structure='checkerboard'` or "
                "`structure='diagonal'`."
            )
    row_codes, column_codes = check_coclustering(coclustering, "coclustering")
    if structure == "diagonal":
        rows, columns = _diagonal_blocks(row_codes, column_codes)
    else:
        rows, columns = _checkerboard_blocks(row_codes, column_codes)
    if not isinstance(coclustering, tuple):
        return rows, columns
    return _as_frame(coclustering[0], rows), _as_frame(coclustering[1], columns)


def _diagonal_blocks(
    row_codes: LabelCodes, column_codes: LabelCodes
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return indicators with one bicluster for each label.

    The bicluster contains the rows and the columns with this label. An error is raised
    if no label occurs in both rows and columns.
    """
    row_labels, row_indicator = row_codes.indicator()
    column_labels, column_indicator = column_codes.indicator()
    labels, (row_positions, column_positions) = merge_labels(row_labels, column_labels)
    if len(labels) == len(row_labels) + len(column_labels):
        raise ValueError(
            "With `structure='diagonal'`, a bicluster has the rows and the columns "
            "with the same label, but no label occurs in both rows and columns. Pass "
            "`structure='checkerboard'` for one bicluster per pair of a row and a "
            "column cluster."
        )
    rows = np.zeros((len(labels), len(row_codes)), dtype=bool)
    rows[row_positions] = row_indicator
    columns = np.zeros((len(labels), len(column_codes)), dtype=bool)
    columns[column_positions] = column_indicator
    return rows, columns


def _checkerboard_blocks(
    row_codes: LabelCodes, column_codes: LabelCodes
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return indicators with one bicluster for each block.

    The blocks of the first row cluster come first, in the order of column clusters.
    """
    _, row_indicator = row_codes.indicator()
    _, column_indicator = column_codes.indicator()
    rows = np.repeat(row_indicator, len(column_indicator), axis=0)
    columns = np.tile(column_indicator, (len(row_indicator), 1))
    return rows, columns


def _as_frame(labels: Any, indicator: NDArray[np.bool_]) -> Any:
    """Return an indicator, in a data frame if the labels are a Series."""
    names = index_of(labels)
    if names is None or not hasattr(labels, "to_frame"):
        return indicator
    frame_type = type(labels.to_frame())
    return frame_type(indicator, columns=names)


def biclusters_to_labels(
    biclusters: Biclustering, *, structure: BlockStructure = "checkerboard"
) -> tuple[Any, Any]:
    """Return the co-clustering whose blocks are the given biclusters.

    Use it if biclusters form a grid or lie on the diagonal, because they are then
    better compared by the indices for co-clusterings.

    Parameters
    ----------
    biclusters : tuple (rows, columns) of array-likes, or fitted estimator
        Indicators of shapes (n_biclusters, n_rows) and (n_biclusters, n_columns).
    structure : {"checkerboard", "diagonal"}, default="checkerboard"
        If "checkerboard", every row cluster forms a bicluster with every column
        cluster, as in ``SpectralBiclustering``; biclusters without cells are ignored.
        If "diagonal", each row and column is in at most one bicluster, as in
        ``SpectralCoclustering``.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,), dtype int64
        Label of each row. Labels are numbered in the order of the biclusters; for
        "diagonal", the label is the number of the row's bicluster, or -1 if it is in
        none. They are a Series if the indicator is a DataFrame.
    column_labels : ndarray of shape (n_columns,), dtype int64
        Label of each column, numbered in the same way.

    Raises
    ------
    ValueError
        If the indicators are not valid, if `structure` is unknown, or if the biclusters
        do not have this structure.
    TypeError
        If `biclusters` is neither a tuple nor an estimator.

    See Also
    --------
    labels_to_biclusters : Return the biclusters of labels.
    handle_unlabeled : Leave the background out.

    Notes
    -----
    Indices treat the background, which has the label -1, as an ordinary cluster. If it
    is large, even unrelated blocks score high.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_to_labels
    >>> rows, columns = [[1, 1, 0, 0], [0, 0, 1, 0]], [[0, 1], [1, 0]]
    >>> biclusters_to_labels((rows, columns), structure="diagonal")
    (array([ 0,  0,  1, -1]), array([1, 0]))
    """
    check_option(structure, "structure", _BLOCK_STRUCTURES)
    rows, columns = check_biclustering(biclusters, "biclusters")
    if structure == "diagonal":
        row_labels = _bicluster_of_each(rows, "row")
        column_labels = _bicluster_of_each(columns, "column")
    else:
        checkerboard = _require_checkerboard(rows, columns)
        row_labels = checkerboard.row_labels
        column_labels = checkerboard.column_labels
    if not isinstance(biclusters, tuple):
        return row_labels, column_labels
    named_rows = _as_series(biclusters[0], row_labels)
    named_columns = _as_series(biclusters[1], column_labels)
    return named_rows, named_columns


def _as_series(indicator: Any, labels: NDArray[np.int64]) -> Any:
    """Return labels, in a Series if the indicator is a data frame of pandas."""
    names: Any = getattr(indicator, "columns", None)
    if not hasattr(names, "to_series"):
        return labels
    series_type = type(names.to_series())
    return series_type(labels, index=names)


def _bicluster_of_each(indicator: NDArray[np.int64], noun: str) -> NDArray[np.int64]:
    """Return the number of the bicluster of each row, or column, or -1 for none.

    `indicator` has the shape (n_biclusters, n_entries), and `noun` is "row" or
    "column". Raise an error if some rows, or columns, are in several biclusters.
    """
    repeated_entries = np.flatnonzero(indicator.sum(axis=0) > 1)
    if len(repeated_entries):
        entry = repeated_entries[0]
        first, second = np.flatnonzero(indicator[:, entry])[:2]
        raise ValueError(
            f"`biclusters` are not block-diagonal, because {noun} {entry} is in the "
            f"biclusters {first} and {second}, but each {noun} may be in only one. To "
            "compare biclusters that overlap, use the measures for biclusters, such "
            "as `rnia_distance`."
        )
    labels = np.full(indicator.shape[1], _NO_BICLUSTER, dtype=np.int64)
    biclusters, entries = np.nonzero(indicator)
    labels[entries] = biclusters
    return labels


def _require_checkerboard(
    rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> Checkerboard:
    """Return the co-clustering whose blocks are the biclusters that have cells."""
    has_cells = rows.any(axis=1) & columns.any(axis=1)
    checkerboard = find_checkerboard(
        sparse.csr_array(rows[has_cells]), sparse.csr_array(columns[has_cells])
    )
    if checkerboard is not None:
        return checkerboard
    hint = ""
    if rows.sum(axis=0).max() < 2 and columns.sum(axis=0).max() < 2:
        hint = " They are block-diagonal, so pass `structure='diagonal'`."
    raise ValueError(
        "`biclusters` are not the blocks of a grid. In a grid, each row cluster "
        "forms one bicluster with each column cluster, and each cell is in exactly "
        f"one of them.{hint}"
    )


class Checkerboard(NamedTuple):
    """A co-clustering and its blocks.

    Each block is the bicluster of a row cluster and a column cluster.
    """

    # (n_rows,): Row cluster of each row, from 0
    row_labels: NDArray[np.int64]
    # (n_columns,): Column cluster of each column, from 0
    column_labels: NDArray[np.int64]
    # (n_row_clusters, n_column_clusters): Number of the bicluster that is the block
    blocks: NDArray[np.intp]


def find_checkerboard(rows: Any, columns: Any) -> Checkerboard | None:
    """Return the co-clustering whose blocks are these biclusters, or None.

    Each block must be one bicluster, and there must be at least one. Clusters are
    numbered in the order of biclusters.

    Parameters
    ----------
    rows : sparse array of shape (n_biclusters, n_rows)
        1 where a bicluster contains a row, in CSR format without other entries. Every
        bicluster has cells.
    columns : sparse array of shape (n_biclusters, n_columns)
        1 where a bicluster contains a column, in the same format.
    """
    row_clusters = _find_clusters(rows)
    column_clusters = _find_clusters(columns)
    if row_clusters is None or column_clusters is None:
        return None
    n_row_clusters = int(row_clusters.labels.max()) + 1
    n_column_clusters = int(column_clusters.labels.max()) + 1
    n_biclusters = len(row_clusters.of_biclusters)
    if n_row_clusters * n_column_clusters != n_biclusters:
        return None
    blocks = np.full((n_row_clusters, n_column_clusters), _NO_BICLUSTER)
    block_of_bicluster = (row_clusters.of_biclusters, column_clusters.of_biclusters)
    blocks[block_of_bicluster] = np.arange(n_biclusters)
    if (blocks == _NO_BICLUSTER).any():
        return None
    return Checkerboard(
        row_labels=row_clusters.labels,
        column_labels=column_clusters.labels,
        blocks=blocks,
    )


class _ModeClusters(NamedTuple):
    """Disjoint clusters of rows (or columns), of which each bicluster has one."""

    # Cluster of each row, or column, from 0
    labels: NDArray[np.int64]
    # Cluster of each bicluster
    of_biclusters: NDArray[np.int64]


def _find_clusters(members: Any) -> _ModeClusters | None:
    """Return disjoint clusters such that each bicluster has one of them, or None.

    `members` is the indicator of the rows, or of the columns, in CSR format. It stores
    no zeros, and no bicluster is empty. Rows with the same first bicluster form a
    cluster. The result is None unless each bicluster has all rows of one cluster and no
    other rows.
    """
    bicluster_sizes = np.diff(members.indptr)
    # Each bicluster is repeated for each of its entries 1 in the indicator.
    biclusters = np.repeat(np.arange(len(bicluster_sizes)), bicluster_sizes)
    # A row in no bicluster joins the cluster of bicluster 0, which is then too large.
    first_biclusters = np.zeros(members.shape[1], dtype=np.int64)
    # The order is reversed, because the last assignment remains.
    first_biclusters[members.indices[::-1]] = biclusters[::-1]
    _, labels = np.unique(first_biclusters, return_inverse=True)
    # These are the first rows of the biclusters.
    first_rows = members.indices[members.indptr[:-1]]
    cluster_of_bicluster = labels[first_rows]
    is_within_clusters = np.array_equal(
        labels[members.indices], cluster_of_bicluster[biclusters]
    )
    if not is_within_clusters:
        return None
    cluster_sizes = np.bincount(labels)
    if not np.array_equal(cluster_sizes[cluster_of_bicluster], bicluster_sizes):
        return None
    return _ModeClusters(
        labels=labels.astype(np.int64),
        of_biclusters=cluster_of_bicluster.astype(np.int64),
    )
