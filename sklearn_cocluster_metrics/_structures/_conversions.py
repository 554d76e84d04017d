"""Co-clusterings, biclusters and lists of indices, each converted to the others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import (
    Biclustering,
    Coclustering,
    Estimator,
    Indices,
    check_equal,
    check_integer,
    check_option,
    check_sequence,
    check_shape,
    has_masked_entries,
    is_estimator,
    is_integer,
    refuse_lazy,
)
from ._entry_names import index_of, is_numbering, names_of_modes, positions_of
from ._estimators import (
    BICLUSTERING,
    COCLUSTERING,
    Accessor,
    check_accessor,
    fitted_layer,
    fitted_modes,
    has_fitted,
)
from ._indicators import check_biclustering, dense_indicator, fitted_biclustering
from ._labels import as_label_array, check_labels, merge_labels
from ._messages import describe
from ._partitions import check_coclustering

BlockStructure: TypeAlias = Literal["checkerboard", "diagonal"]

_BLOCKS = ("checkerboard", "diagonal")
_UNCOVERED = -1


def coclustering_of(
    estimator: Estimator, *, accessor: Accessor | None = None
) -> tuple[NDArray[Any], ...]:
    """Return the co-clustering that a fitted estimator has found.

    Parameters
    ----------
    estimator : estimator
        Fitted, with `row_labels_` and `column_labels_`, or with one array per mode in
        `labels_`; or a pipeline, search or ``FrozenEstimator`` around one.
    accessor : str, tuple of str or callable, default=None
        Where else the labels are: an attribute or a function of the fitted estimator
        that gives one array per mode, or one attribute per mode.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,)
        Label of each row. A Series if the estimator has one.
    column_labels : ndarray of shape (n_columns,)
        Label of each column, in the order of a pipeline's input; of texts, of each
        term, in the order of the vectorizer. Likewise.
    *further_labels : ndarrays
        Labels of further modes.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such labels; a `ValueError`.
    ValueError
        If labels are not 1-D, or contain NaN, None or infinity. If steps of a pipeline
        drop columns, make new features, or report no feature names; or transform data,
        and the labels are in `labels_` or read by `accessor`.
    TypeError
        If labels are complex, sparse or not array-likes, or `accessor` has another
        type.

    See Also
    --------
    biclustering_of : The biclusters.

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
    check_accessor(accessor, "accessor")
    modes, labelled = fitted_modes(estimator, "estimator", accessor)
    sources: Sequence[str] = COCLUSTERING
    if labelled is None:
        sources = [f"labels_[{mode}]" for mode in range(len(modes))]
    else:
        labelled.require_all_columns("estimator")
    arrays = []
    for labels, source in zip(modes, sources, strict=True):
        array = as_label_array(labels, f"estimator.{source}")
        check_labels(array, f"estimator.{source}")
        arrays.append(array if index_of(labels) is None else labels)
    return tuple(arrays)


def biclustering_of(
    estimator: Estimator,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the biclusters that a fitted estimator has found.

    Parameters
    ----------
    estimator : estimator
        Fitted, with `rows_` and `columns_`; or a pipeline, search or
        ``FrozenEstimator`` around one.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row. A DataFrame if the estimator has one.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Likewise for columns, in the order of the input of a pipeline.

    Raises
    ------
    sklearn.exceptions.NotFittedError
        If the estimator has no such indicators; a `ValueError`.
    ValueError
        If these are not 0 and 1, or of different numbers of biclusters; if steps of a
        pipeline drop columns, make new features, or report no feature names.

    See Also
    --------
    coclustering_of : The row and column labels.

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
    found, names, labelled = fitted_biclustering(estimator, "estimator")
    labelled.require_all_columns("estimator")
    given = fitted_layer(estimator, BICLUSTERING, "estimator").found
    checked = [dense_indicator(one).astype(bool) for one in found]
    of_rows, of_columns = indexes = [*map(index_of, given)]
    index = of_columns if of_rows is None else of_rows
    rows, columns = (
        one if of is None or own is None else type(part)(one, index=index, columns=of)
        for one, of, part, own in zip(checked, names, given, indexes, strict=True)
    )
    return rows, columns


def labels_to_biclusters(
    coclustering: Coclustering | Estimator, *, structure: BlockStructure | None = None
) -> tuple[Any, Any]:
    """Return the blocks of a co-clustering as biclusters.

    Parameters
    ----------
    coclustering : tuple (row_labels, column_labels) of array-likes, or fitted estimator
        Labels of shapes (n_rows,) and (n_columns,).
    structure : {None, "checkerboard", "diagonal"}, default=None
        "checkerboard": one bicluster per pair of a row and a column cluster, in the
        order of ``SpectralBiclustering``. "diagonal": one per label, with the rows and
        columns that have it, as in ``SpectralCoclustering``; without cells where only
        rows or only columns have it. None: "checkerboard"; required for an estimator
        that also has biclusters.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row; a DataFrame, of labels in a Series.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Likewise.

    Raises
    ------
    ValueError
        If the labels are not valid or not two arrays; if `structure` is unknown,
        missing where it is required, or "diagonal" where no row has a column's label.
    TypeError
        If `coclustering` is neither a tuple nor an estimator.

    See Also
    --------
    biclusters_to_labels : The inverse.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import labels_to_biclusters
    >>> rows, columns = labels_to_biclusters(([0, 0, 1], [1, 0]), structure="diagonal")
    >>> rows.astype(int)
    array([[1, 1, 0],
           [0, 0, 1]])
    """
    check_option(structure, "structure", (None, *_BLOCKS))
    is_fitted = is_estimator(coclustering) and has_fitted(coclustering, *BICLUSTERING)
    if structure is None and is_fitted:
        raise ValueError(
            "`coclustering` has biclusters: use `biclustering_of`, or choose the "
            "`structure` of biclusters to make from its labels."
        )
    row_codes, column_codes = check_coclustering(coclustering, "coclustering")
    row_values, row_indicator = row_codes.indicator()
    column_values, column_indicator = column_codes.indicator()
    if structure == "diagonal":
        labels, (of_rows, of_columns) = merge_labels(row_values, column_values)
        if len(labels) == len(row_values) + len(column_values):
            raise ValueError("`structure='diagonal'`: rows and columns share no label.")
        rows = np.zeros((len(labels), len(row_codes)), dtype=bool)
        columns = np.zeros((len(labels), len(column_codes)), dtype=bool)
        rows[of_rows], columns[of_columns] = row_indicator, column_indicator
    else:
        rows = np.repeat(row_indicator, len(column_indicator), axis=0)
        columns = np.tile(column_indicator, (len(row_indicator), 1))
    given = coclustering if isinstance(coclustering, tuple) else (None, None)
    return _as_frame(given[0], rows), _as_frame(given[1], columns)


def _as_frame(labels: Any, indicator: NDArray[np.bool_]) -> Any:
    """Return an indicator as a data frame where the labels are a Series."""
    if not hasattr(labels, "to_frame") or index_of(labels) is None:
        return indicator
    return type(labels.to_frame())(indicator, columns=index_of(labels))


def biclusters_to_labels(
    biclusters: Biclustering, *, structure: BlockStructure = "checkerboard"
) -> tuple[Any, Any]:
    """Return the co-clustering whose blocks are the given biclusters.

    Parameters
    ----------
    biclusters : tuple (rows, columns) of array-likes, or fitted estimator
        Indicators of shapes (n_biclusters, n_rows) and (n_biclusters, n_columns).
    structure : {"checkerboard", "diagonal"}, default="checkerboard"
        "checkerboard": every row cluster forms a bicluster with every column cluster,
        as in ``SpectralBiclustering``; biclusters without cells are ignored.
        "diagonal": each row and column is in at most one bicluster, as in
        ``SpectralCoclustering``.

    Returns
    -------
    row_labels : ndarray of shape (n_rows,), dtype int64
        Label of each row, numbered in the order of the biclusters; for "diagonal", the
        number of its bicluster, -1 for none. A Series, of an indicator in a DataFrame.
    column_labels : ndarray of shape (n_columns,), dtype int64
        Likewise.

    Raises
    ------
    ValueError
        If the indicators are not valid, `structure` is unknown, or the biclusters do
        not have it.
    TypeError
        If `biclusters` is neither a tuple nor an estimator.

    See Also
    --------
    labels_to_biclusters : The inverse.
    handle_unlabelled : Leaves the background out.

    Notes
    -----
    An index takes the background, with the label -1, for one more cluster: where it is
    large, even unrelated blocks score high.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_to_labels
    >>> rows, columns = [[1, 1, 0, 0], [0, 0, 1, 0]], [[0, 1], [1, 0]]
    >>> biclusters_to_labels((rows, columns), structure="diagonal")
    (array([ 0,  0,  1, -1]), array([1, 0]))
    """
    check_option(structure, "structure", _BLOCKS)
    rows, columns = check_biclustering(biclusters, "biclusters")
    given = biclusters if isinstance(biclusters, tuple) else (None, None)
    if structure == "diagonal":
        labels = _bicluster_of_each(rows, "row"), _bicluster_of_each(columns, "column")
        return _as_series(given[0], labels[0]), _as_series(given[1], labels[1])
    has_cells = rows.any(axis=1) & columns.any(axis=1)
    found = find_checkerboard(
        sparse.csr_array(rows[has_cells]), sparse.csr_array(columns[has_cells])
    )
    if found is None:
        is_diagonal = bool(max(rows.sum(axis=0).max(), columns.sum(axis=0).max()) < 2)
        hint = " They are block-diagonal: pass `structure='diagonal'`." * is_diagonal
        raise ValueError(
            "`biclusters` are not the blocks of a grid: each row cluster must form one "
            f"with each column cluster, and each cell be in exactly one.{hint}"
        )
    labels = found.row_labels, found.column_labels
    return _as_series(given[0], labels[0]), _as_series(given[1], labels[1])


def _as_series(indicator: Any, labels: NDArray[np.int64]) -> Any:
    """Return labels as a Series where the indicator is a data frame of pandas."""
    names: Any = getattr(indicator, "columns", None)
    is_index = hasattr(names, "to_series")
    return type(names.to_series())(labels, index=names) if is_index else labels


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
    biclusters: Iterable[tuple[Indices, Indices]]
    | Mapping[Any, tuple[Indices, Indices]],
    shape: Any = None,
    *,
    base: int = 0,
    row_names: Sequence[Any] | None = None,
    column_names: Sequence[Any] | None = None,
) -> tuple[Any, Any]:
    """Return indicators of biclusters given as lists of row and column indices.

    Parameters
    ----------
    biclusters : iterable of tuple (row_indices, column_indices), or mapping to them
        Rows and columns of each bicluster, by index or name; may be empty. Keys of a
        mapping name the biclusters.
    shape : tuple (n_rows, n_columns) of int, or DataFrame
        Shape of the matrix, or a matrix with names. Needed unless both sides have
        names.
    base : {0, 1}, default=0
        The first index: 1 for results of R, MATLAB or Julia.
    row_names : sequence of length n_rows, default=None
        Name of each row.
    column_names : sequence of length n_columns, default=None
        Name of each column.

    Returns
    -------
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row; a DataFrame if anything has names.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Likewise.

    Raises
    ------
    ValueError
        If an index is out of range, masked or repeated (as in a mask of 0 and 1), or is
        no name; if the shape is not valid or does not match the names.
    TypeError
        If an index is not an integer, or `biclusters` is not an iterable of pairs.

    See Also
    --------
    labels_to_biclusters : Biclusters from a co-clustering.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import biclusters_from_indices
    >>> rows, columns = biclusters_from_indices([([0, 2], [1])], shape=(3, 2))
    >>> rows
    array([[ True, False,  True]])
    """
    base = check_integer(base, "base", 0, 1)
    names: list[Any] = [row_names, column_names]
    refuse_lazy(shape, "shape")
    of_frame = names_of_modes(shape, 2)
    if of_frame[1] is not None:
        pairs = zip(names, of_frame, strict=True)
        names = [of if own is None else own for own, of in pairs]
        shape = shape.shape
    names = [own if own is None else list(own) for own in names]
    if shape is None and None not in names:
        shape = len(names[0]), len(names[1])
    shape = check_shape(shape, "shape")
    allowed: list[Any] = [range(base, n + base) for n in shape]
    for mode, name in enumerate(("row_names", "column_names")):
        if names[mode] is not None:
            check_equal((len(names[mode]), shape[mode]), (name, "shape"), name)
            if not is_numbering(names[mode]):
                allowed[mode] = positions_of(names[mode], name)
    keys = None
    if isinstance(biclusters, Mapping):
        keys, biclusters = list(biclusters), list(biclusters.values())
    of = "pairs (row_indices, column_indices)"
    listed = check_sequence(biclusters, "biclusters", of, may_be_empty=True)
    if isinstance(biclusters, tuple) and all(map(_is_list_of_lists, listed)):
        raise TypeError(f"`biclusters` must be {of}: `list(zip(rows, columns))`.")
    found = [np.zeros((len(listed), n), dtype=bool) for n in shape]
    for number, pair in enumerate(listed):
        shown = f"biclusters[{number if keys is None else keys[number]!r}]"
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"`{shown}` must be a pair, got {describe(pair)}.")
        for mode in (0, 1):
            name = f"{shown}[{mode}]"
            found[mode][number, _check_indices(pair[mode], name, allowed[mode])] = True
    if keys is None and names == [None, None]:
        return found[0], found[1]
    from pandas import DataFrame

    return DataFrame(found[0], keys, names[0]), DataFrame(found[1], keys, names[1])


def _is_list_of_lists(part: Any) -> bool:
    """Return whether a part is the rows, or the columns, of all biclusters."""
    return isinstance(part, list) and any(hasattr(one, "__len__") for one in part)


def _check_indices(
    indices: Any, name: str, allowed: range | dict[Any, int]
) -> list[int]:
    """Check indices in a range, or names in a dict; return the position of each.

    A list is not converted to an array first: NumPy reads [True, 1] as [1, 1].
    """
    if has_masked_entries(indices):
        raise ValueError(f"`{name}` has masked entries; every index must be known.")
    listed: Any = None
    if hasattr(indices, "__array__"):
        listed = np.asarray(indices).tolist()
    elif hasattr(indices, "__iter__") and not (
        isinstance(indices, str | bytes | Mapping) or sparse.issparse(indices)
    ):
        listed = list(indices)
    of, rule = "names", "among the names"
    if isinstance(allowed, range):
        of = "integers, or of names with `row_names` and `column_names`"
        rule = f"from {allowed.start} to {allowed.stop - 1}"
    if not isinstance(listed, list) or not all(
        is_integer(one) if isinstance(allowed, range) else isinstance(one, Hashable)
        for one in listed
    ):
        raise TypeError(f"`{name}` must be a list of {of}, got {describe(indices)}.")
    for one in listed:
        if one not in allowed:
            raise ValueError(f"`{name}` must be {rule}, got {describe(one)}.")
    if len(set(listed)) < len(listed):
        raise ValueError(f"`{name}` has an index twice. A mask? Pass its nonzero.")
    get = allowed.index if isinstance(allowed, range) else allowed.__getitem__
    return [get(one) for one in listed]


class Checkerboard(NamedTuple):
    """A co-clustering, and the bicluster of each row cluster and column cluster."""

    row_labels: NDArray[np.int64]
    column_labels: NDArray[np.int64]
    blocks: NDArray[np.intp]


def find_checkerboard(rows: Any, columns: Any) -> Checkerboard | None:
    """Return the co-clustering whose blocks are these biclusters, each one once.

    Clusters are numbered in the order of the biclusters. The result is None if there is
    none.

    Parameters
    ----------
    rows : sparse array of shape (n_biclusters, n_rows)
        1 where a bicluster contains a row, in CSR format without other entries. Every
        bicluster has cells.
    columns : sparse array of shape (n_biclusters, n_columns)
        Likewise.
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


def _clusters(members: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
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
