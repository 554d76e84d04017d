"""Co-clusterings, biclusters and lists of indices, each converted to the others."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import (
    Biclustering,
    Coclustering,
    Estimator,
    Indices,
    check_option,
    check_sequence,
    check_shape,
    has_masked_entries,
    is_estimator,
    is_integer,
)
from ._estimators import (
    BICLUSTERING,
    COCLUSTERING,
    Accessor,
    check_accessor,
    fitted_modes,
    has_fitted,
)
from ._indicators import check_biclustering
from ._labels import as_label_array, check_labels, merge_labels
from ._messages import describe
from ._partitions import check_coclustering

BlockStructure: TypeAlias = Literal["checkerboard", "diagonal"]

_STRUCTURES = ("checkerboard", "diagonal")
_UNCOVERED = -1


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
    check_accessor(accessor, "accessor")
    modes, labelled = fitted_modes(estimator, "estimator", accessor)
    sources: Sequence[str] = COCLUSTERING
    if labelled is None:
        sources = [f"labels_[{mode}]" for mode in range(len(modes))]
    else:
        labelled.require_all_columns("estimator")
    arrays = []
    for labels, source in zip(modes, sources, strict=True):
        arrays.append(as_label_array(labels, f"estimator.{source}"))
        check_labels(arrays[-1], f"estimator.{source}")
    return tuple(arrays)


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
    if (
        structure is None
        and is_estimator(coclustering)
        and has_fitted(coclustering, *BICLUSTERING)
    ):
        raise ValueError(
            f"`coclustering` is a {type(coclustering).__name__} that has biclusters: "
            "use `biclustering_of(estimator)`, or choose `structure='checkerboard'` or "
            "`structure='diagonal'` to make biclusters from its labels."
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
            "`structure='diagonal'` joins equal labels; no row label is a column label."
        )
    rows = np.zeros((len(labels), len(row_codes)), dtype=bool)
    columns = np.zeros((len(labels), len(column_codes)), dtype=bool)
    rows[of_rows], columns[of_columns] = row_indicator, column_indicator
    return rows, columns


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
        return _bicluster_of_each(rows, "row"), _bicluster_of_each(columns, "column")
    has_cells = rows.any(axis=1) & columns.any(axis=1)
    found = find_checkerboard(
        sparse.csr_array(rows[has_cells]), sparse.csr_array(columns[has_cells])
    )
    if found is None:
        is_diagonal = bool(max(rows.sum(axis=0).max(), columns.sum(axis=0).max()) < 2)
        hint = " They are block-diagonal: pass `structure='diagonal'`." * is_diagonal
        raise ValueError(
            "`biclusters` are not the blocks of a grid: every row cluster must form a "
            "bicluster with every column cluster, and each cell must be in exactly one."
            f"{hint}"
        )
    return found.row_labels, found.column_labels


def _bicluster_of_each(indicator: NDArray[np.int64], mode: str) -> NDArray[np.int64]:
    """Return the only bicluster that contains each row, or column; -1 for none."""
    repeated = np.flatnonzero(indicator.sum(axis=0) > 1)
    if len(repeated):
        first, second = np.flatnonzero(indicator[:, repeated[0]])[:2]
        raise ValueError(
            f"`biclusters` are not block-diagonal: {mode} {repeated[0]} is in the "
            f"biclusters {first} and {second}; each may be in one only."
        )
    numbers = np.full(indicator.shape[1], _UNCOVERED, dtype=np.int64)
    bicluster, entry = np.nonzero(indicator)
    numbers[entry] = bicluster
    return numbers


def biclusters_from_indices(
    biclusters: Iterable[tuple[Indices, Indices]], shape: tuple[int, int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return indicators of biclusters given as lists of row and column indices.

    Parameters
    ----------
    biclusters : iterable of tuple (row_indices, column_indices)
        Indices, counted from 0, of the rows and of the columns of each bicluster.
        Either list may be empty: such a bicluster has no cells.
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column.

    Raises
    ------
    ValueError
        If an index is out of range or masked, or `shape` is not a tuple of two
        positive integers.
    TypeError
        If an index is not an integer, a bicluster is not a pair, or `biclusters` is
        not an iterable of pairs.

    See Also
    --------
    labels_to_biclusters : Biclusters from a co-clustering.

    Notes
    -----
    The order of the indices does not matter, and an index may be repeated.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_from_indices
    >>> rows, columns = biclusters_from_indices([([0, 2], [1])], shape=(3, 2))
    >>> rows
    array([[ True, False,  True]])
    >>> columns
    array([[False,  True]])
    """
    n_rows, n_columns = check_shape(shape, "shape")
    of = "pairs (row_indices, column_indices)"
    pairs = check_sequence(biclusters, "biclusters", of, may_be_empty=True)
    rows = np.zeros((len(pairs), n_rows), dtype=bool)
    columns = np.zeros((len(pairs), n_columns), dtype=bool)
    for number, pair in enumerate(pairs):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(
                f"`biclusters[{number}]` must be a pair (row_indices, column_indices), "
                f"got {describe(pair)}."
            )
        for mode, indicator in enumerate((rows, columns)):
            name = f"biclusters[{number}][{mode}]"
            indices = _check_indices(pair[mode], name, indicator.shape[1])
            indicator[number, indices] = True
    return rows, columns


def _check_indices(indices: Any, name: str, length: int) -> list[int]:
    """Check indices of rows or columns, from 0 to length - 1.

    A list is not converted to an array first: NumPy reads [True, 1] as [1, 1].
    """
    if has_masked_entries(indices):
        raise ValueError(f"`{name}` has masked entries; every index must be known.")
    listed = None
    if hasattr(indices, "__array__"):
        listed = np.asarray(indices).tolist()
    elif isinstance(indices, Iterable) and not isinstance(indices, bytes | Mapping):
        listed = list(indices)
    if not isinstance(listed, list) or not all(map(is_integer, listed)):
        got = describe(indices)
        raise TypeError(f"`{name}` must be a list of integers, got {got}.")
    out_of_range = [index for index in listed if not 0 <= index < length]
    if out_of_range:
        raise ValueError(
            f"`{name}` must be from 0 to {length - 1}, got {describe(out_of_range[0])}."
        )
    return listed


class Checkerboard(NamedTuple):
    """A co-clustering, and the bicluster of each row cluster and column cluster."""

    row_labels: NDArray[np.int64]
    column_labels: NDArray[np.int64]
    blocks: NDArray[np.intp]


def find_checkerboard(rows: Any, columns: Any) -> Checkerboard | None:
    """Return the co-clustering whose blocks are these biclusters, each one once.

    Clusters are numbered in the order of the biclusters. None is returned if there is
    no such co-clustering.

    Parameters
    ----------
    rows : sparse array of shape (n_biclusters, n_rows)
        1 where a bicluster contains a row; in CSR format, no other entries are stored.
        Every bicluster has cells.
    columns : sparse array of shape (n_biclusters, n_columns)
        The same for the columns.
    """
    of_rows, of_columns = _clusters(rows), _clusters(columns)
    if of_rows is None or of_columns is None:
        return None
    (row_labels, row_clusters), (column_labels, column_clusters) = of_rows, of_columns
    shape = int(row_labels.max()) + 1, int(column_labels.max()) + 1
    if shape[0] * shape[1] != len(row_clusters):
        return None
    blocks = np.full(shape, -1)
    blocks[row_clusters, column_clusters] = np.arange(len(row_clusters))
    if (blocks < 0).any():
        return None
    return Checkerboard(row_labels, column_labels, blocks)


def _clusters(
    members: Any,
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the cluster of each row, or column, and that of each bicluster.

    A cluster consists of the rows with the same first bicluster. None is returned if a
    bicluster is not one whole cluster.
    """
    sizes = np.diff(members.indptr)
    biclusters = np.repeat(np.arange(len(sizes)), sizes)
    # A row in no bicluster joins the cluster of the first one, which is then too large.
    first = np.zeros(members.shape[1], dtype=np.int64)
    first[members.indices[::-1]] = biclusters[::-1]  # the last assignment stays
    _, labels = np.unique(first, return_inverse=True)
    clusters = labels[members.indices[members.indptr[:-1]]]
    is_inside = np.array_equal(labels[members.indices], clusters[biclusters])
    if not is_inside or not np.array_equal(np.bincount(labels)[clusters], sizes):
        return None
    return labels.astype(np.int64), clusters.astype(np.int64)
