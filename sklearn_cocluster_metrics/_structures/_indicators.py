"""Check indicators of biclusters and of overlapping clusters, which are 0 and 1."""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import replace
from numbers import Real
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import (
    as_array,
    check_equal,
    check_two_parts,
    has_masked_entries,
    is_estimator,
    refuse_exchanged_shapes,
)
from ._columns import LabeledColumns
from ._entry_names import (
    Names,
    column_names,
    has_names,
    index_of,
    preferred_names,
    refuse_exchanged_modes,
    reorder_if_named,
)
from ._estimators import BICLUSTERING_ATTRIBUTES, fitted_layer, has_fitted, has_modes
from ._foreign import refuse_foreign
from ._matched_entries import Identity, NamedSide, align_entries, warn_if_by_position
from ._messages import (
    FROM_LABELS_TO_BICLUSTERS,
    OVERLAPPING_AS_BICLUSTERS,
    describe,
    warn_caller,
)
from ._modes import kind_of_entries
from ._rows import entries_in_order_of_rows
from ._types import AnyStructure, Biclustering, Indicator

Indicators = tuple[Any, Any]
"""Checked indicators of the rows and of the columns, with a bicluster in each row.

They have dtype int8, and are sparse if they were passed as sparse matrices.
"""

_FROM_INDICES = (
    "`biclusters_from_indices([(row_indices, column_indices), ...], shape)` makes "
    "indicators from lists"
)
_FROM_TAGS = "`sklearn.preprocessing.MultiLabelBinarizer().fit_transform(tags)`"
_FROM_MEMBERS = (
    "`clusters_to_indicators(clusters, items=...)` makes indicators from the members "
    f"of clusters, and {_FROM_TAGS} from the tags of each sample"
)
_HINT_AT_ITEMS = (
    "Make both with `clusters_to_indicators(clusters, items=...)` and the same items, "
    "or pass arrays to match by position."
)
_HINT_AT_REINDEX = (
    "Give both the same names, such as by `frame.reindex(columns=names, "
    "fill_value=False)`, or pass arrays to match by position."
)


def are_indicators(structure: AnyStructure) -> bool:
    """Return whether a structure is a tuple of indicators, valid or not."""
    if not isinstance(structure, tuple) or len(structure) == 0:
        return False
    return all(map(_is_indicator, structure))


def are_biclusterings(*structures: AnyStructure) -> bool:
    """Return whether structures are meant as biclusterings.

    This is the case if one of them is a tuple of indicators. If all are estimators, it
    is the case if one has biclusters, but no labels of rows and columns.
    """
    are_estimators = all(map(is_estimator, structures))
    if are_estimators:
        return any(map(_has_biclusters_only, structures))
    return any(map(are_indicators, structures))


def are_overlapping(*structures: AnyStructure) -> bool:
    """Return whether structures are meant as clusterings that may overlap.

    They are meant so if one of them is a matrix (n_samples, n_clusters).
    """
    return any(map(_is_matrix, structures))


def structure_of(
    *structures: AnyStructure,
) -> Literal["partition", "biclustering", "overlapping"]:
    """Return the kind of the structures, by the name that contracts of indices use.

    If their kinds differ, no error is raised here. In this case, one tuple of
    indicators is enough for "biclustering", and otherwise one matrix for "overlapping".
    """
    if are_biclusterings(*structures):
        return "biclustering"
    if are_overlapping(*structures):
        return "overlapping"
    return "partition"


def _is_matrix(structure: AnyStructure) -> bool:
    """Return whether a structure is a matrix, not a tuple or an estimator."""
    if isinstance(structure, tuple) or is_estimator(structure):
        return False
    return _is_indicator(structure)


def _is_indicator(part: Any) -> bool:
    """Return whether a part is two-dimensional.

    Indicators are two-dimensional, but labels are not.
    """
    if hasattr(part, "shape"):  # A frame of polars has no `ndim`.
        return len(part.shape) == 2
    if not isinstance(part, list | tuple) or len(part) == 0:
        return False
    return hasattr(part[0], "__len__") and not isinstance(part[0], str | bytes)


def _has_biclusters_only(estimator: object) -> bool:
    """Return whether a fitted estimator has biclusters, and no labels of modes."""
    return has_fitted(estimator, *BICLUSTERING_ATTRIBUTES) and not has_modes(estimator)


def check_biclusterings(
    biclusters_true: AnyStructure,
    biclusters_pred: AnyStructure,
    names: tuple[str, str] = ("biclusters_true", "biclusters_pred"),
    *,
    X: Any = None,
) -> tuple[Indicators, Indicators]:
    """Check two biclusterings of matrices of the same shape.

    Each is a tuple of two indicators, or a fitted estimator. Return the indicators of
    both, with rows and columns in the same order. If the matrix X is passed, the
    biclusters of fitted estimators are matched with those of the other side by its
    names.
    """
    # A list may have the row and column indices of each bicluster. It raises another
    # error, in `_check_side`, which says how to convert it.
    may_have_indices = isinstance(biclusters_true, list)
    are_matrices = _is_matrix(biclusters_true) and _is_matrix(biclusters_pred)
    if are_matrices and not may_have_indices:
        raise TypeError(
            f"`{names[0]}` and `{names[1]}` must be tuples (rows, columns) of "
            f"indicators, got two matrices. {OVERLAPPING_AS_BICLUSTERS}"
        )
    # The identity of a mode is names, columns that an estimator has labeled, or None.
    true_indicators, true_identities = _check_side(biclusters_true, names[0], X)
    pred_indicators, pred_identities = _check_side(biclusters_pred, names[1], X)
    _refuse_transposed_side(true_indicators, pred_indicators, names)
    if isinstance(biclusters_true, tuple) and isinstance(biclusters_pred, tuple):
        refuse_exchanged_modes(
            list(map(column_names, biclusters_true)),
            list(map(column_names, biclusters_pred)),
            arguments=[f"{names[0]}[0]", f"{names[0]}[1]"],
            target=f"`{names[1]}`",
            cures=[f"`{name}[::-1]`" for name in names],
        )
    _refuse_exchanged_shapes(true_indicators, pred_indicators, names)
    true_rows, pred_rows = _align_indicators(
        true_indicators[0],
        pred_indicators[0],
        true_identity=true_identities[0],
        pred_identity=pred_identities[0],
        mode=0,
        names=names,
    )
    true_columns, pred_columns = _align_indicators(
        true_indicators[1],
        pred_indicators[1],
        true_identity=true_identities[1],
        pred_identity=pred_identities[1],
        mode=1,
        names=names,
    )
    warn_if_by_position(
        NamedSide(
            arguments=[f"{names[0]}[0]", f"{names[0]}[1]"],
            identities=true_identities,
            is_fitted=is_estimator(biclusters_true),
        ),
        NamedSide(
            arguments=[f"{names[1]}[0]", f"{names[1]}[1]"],
            identities=pred_identities,
            is_fitted=is_estimator(biclusters_pred),
        ),
        kinds=["rows", "columns"],
    )
    return (true_rows, true_columns), (pred_rows, pred_columns)


def _align_indicators(
    true: Any,
    pred: Any,
    *,
    true_identity: Identity,
    pred_identity: Identity,
    mode: int,
    names: tuple[str, str],
) -> tuple[Any, Any]:
    """Return both checked indicators of one mode, with entries in the same order.

    An indicator has the shape (n_biclusters, n_entries). Its identity says how the
    entries are matched, which is by names, by the columns that an estimator has
    labeled, or by position. Errors call the two biclusterings by `names`.
    """
    true_entries, pred_entries = align_entries(
        true.T,
        pred.T,
        true_identity=true_identity,
        pred_identity=pred_identity,
        arguments=[f"{name}[{mode}]" for name in names],
        hint=_HINT_AT_REINDEX,
    )
    sizes = (true_entries.shape[0], pred_entries.shape[0])
    check_equal(sizes, names, kind_of_entries(mode, n_modes=2))
    return true_entries.T, pred_entries.T


def _refuse_transposed_side(
    true: Indicators, pred: Indicators, names: tuple[str, str]
) -> None:
    """Raise an error if one side fits the other one only when it is transposed.

    `_refuse_transposed` does not notice if both indicators of a square matrix have been
    transposed together. If the opposite side has a matrix of a single cell, a side with
    a single bicluster does not count as transposed.
    """
    # The shape of a side is the shape of the matrix on which its biclusters are.
    true_shape = true[0].shape[1], true[1].shape[1]
    pred_shape = pred[0].shape[1], pred[1].shape[1]
    # A side that fits in one mode is probably not transposed.
    if true_shape[0] == pred_shape[0] or true_shape[1] == pred_shape[1]:
        return
    sides = ((names[1], pred, true_shape), (names[0], true, pred_shape))
    for name, (rows, columns), shape in sides:
        transposed_shape = (rows.shape[0], columns.shape[0])
        if transposed_shape == shape and shape != (1, 1):
            raise ValueError(
                f"`{name}` has indicators of shapes {rows.shape} and {columns.shape}, "
                f"which seem to be transposed. Pass `({name}[0].T, {name}[1].T)`, "
                "with one row for each bicluster."
            )


def _refuse_exchanged_shapes(
    true: Indicators, pred: Indicators, names: tuple[str, str]
) -> None:
    """Raise an error if the matrix of one side is the transposed one of the other."""
    refuse_exchanged_shapes(
        (true[0].shape[1], true[1].shape[1]),
        (pred[0].shape[1], pred[1].shape[1]),
        names=names,
        cure="`(model.columns_, model.rows_)`, or by `biclusters[::-1]` for a tuple",
    )


def names_of_biclusters(biclusters: Biclustering, n_biclusters: int) -> list[Any]:
    """Return the names of biclusters.

    The names are the index of a data frame, or else the numbers of the biclusters.
    """
    if isinstance(biclusters, tuple):
        names = index_of(biclusters[0])
        if names is not None:
            return list(names)
    return list(range(n_biclusters))


def check_cluster_indicators(
    clusters_true: Any,
    clusters_pred: Any,
    names: tuple[str, str] = ("clusters_true", "clusters_pred"),
) -> tuple[Indicators, Indicators]:
    """Check two overlapping clusterings of the same samples.

    The clusterings are passed in the shape (n_samples, n_clusters), as class
    probabilities are, and returned as biclusterings of a matrix with one column. Their
    indicators have the shapes (n_clusters, n_samples) and (n_clusters, 1).
    """
    true_name, pred_name = names
    true = _check_clusters(clusters_true, true_name)
    pred = _check_clusters(clusters_pred, pred_name)
    true_index = index_of(clusters_true)
    pred_index = index_of(clusters_pred)
    if true.shape[1] != pred.shape[1]:
        _warn_if_graph(true, true_index, true_name)
        _warn_if_graph(pred, pred_index, pred_name)
    true, pred = align_entries(
        true,
        pred,
        true_identity=true_index,
        pred_identity=pred_index,
        arguments=names,
        hint=_HINT_AT_ITEMS,
    )
    _refuse_transposed_clusters(pred, true, pred_name)
    _refuse_transposed_clusters(true, pred, true_name)
    check_equal((true.shape[0], pred.shape[0]), names, "samples")
    warn_if_by_position(
        NamedSide(arguments=[true_name], identities=[true_index], is_fitted=False),
        NamedSide(arguments=[pred_name], identities=[pred_index], is_fitted=False),
        kinds=["samples"],
    )
    true_indicators = _in_one_column(true)
    pred_indicators = _in_one_column(pred)
    _warn_if_all_repeated(true_indicators[0], true_name)
    _warn_if_all_repeated(pred_indicators[0], pred_name)
    return true_indicators, pred_indicators


def _warn_if_graph(clusters: Any, names: Names | None, name: str) -> None:
    """Warn if a matrix may say which samples match, not which clusters they are in.

    Such a matrix is symmetric, and it is 1 on the diagonal. In the matrix of clusters
    of one sample each, no two samples match. `clusters` is a checked indicator of shape
    (n_samples, n_clusters). `names` are the index of the samples, or None.
    """
    n_samples, n_clusters = clusters.shape
    if n_samples != n_clusters or clusters.sum() == n_samples:
        return
    if not clusters.diagonal().all() or (clusters != clusters.T).sum() > 0:
        return
    matrix = name if names is None else f"{name}.to_numpy()"
    components = f"scipy.sparse.csgraph.connected_components({matrix})[1]"
    if has_names(names):
        components = f"pandas.Series({components}, index={name}.index)"
    warn_caller(
        f"`{name}` is a symmetric matrix with ones on the diagonal, whose columns "
        "count as clusters. If it says which samples match, the clusters are its "
        f"connected components: pass `pandas.get_dummies({components})`."
    )


def _warn_if_all_repeated(clusters: Any, name: str) -> None:
    """Warn if every cluster, which is a row, has the same samples as another one.

    `clusters` is a checked indicator of shape (n_clusters, n_samples). For example, the
    biclusters of a checkerboard have each cluster of rows several times. A single
    repeat is no mistake, because two gene sets may be equal.
    """
    sizes = np.asarray(clusters.sum(axis=1))
    is_nonempty = sizes > 0
    n_clusters_of_size = Counter(sizes[is_nonempty].tolist())
    if not n_clusters_of_size or min(n_clusters_of_size.values()) == 1:
        return  # Some cluster is the only one of its size; this is fast to find.
    n_clusters_of_row = Counter(_hashable_rows(clusters[is_nonempty]))
    if min(n_clusters_of_row.values()) == 1:
        return
    without_repeats = (
        f"`numpy.unique({name}, axis=1)`, or for a data frame by "
        f"`{name}.T.drop_duplicates().T`"
    )
    if sparse.issparse(clusters):
        without_repeats = f"`numpy.unique({name}.toarray(), axis=1)`"
    warn_caller(
        f"`{name}` has {sum(n_clusters_of_row.values())} clusters, of which only "
        f"{len(n_clusters_of_row)} differ, because each of them is repeated, and every "
        "repeat counts. If these are the rows of the biclusters of a checkerboard, "
        "pass `pandas.get_dummies(model.row_labels_)`. Otherwise, leave out the "
        f"repeats by {without_repeats}."
    )


def _hashable_rows(indicator: Any) -> list[bytes]:
    """Return bytes for each row, equal for rows that are 1 in the same columns."""
    if sparse.issparse(indicator):
        all_positions = np.split(indicator.indices, indicator.indptr[1:-1])
        return [positions.tobytes() for positions in all_positions]
    return [row.tobytes() for row in np.packbits(indicator, axis=1)]


def _refuse_transposed_clusters(clusters: Any, opposite: Any, name: str) -> None:
    """Raise an error if clusters have the samples of the opposite side in columns."""
    n_samples = opposite.shape[0]
    if clusters.shape[0] != n_samples and clusters.shape[1] == n_samples:
        raise ValueError(
            f"`{name}` has shape {clusters.shape} and seems to be transposed. Pass "
            f"`{name}.T`, with one row for each sample."
        )


def _in_one_column(clusters: Any) -> Indicators:
    """Return clusters as biclusters of a matrix with a single column.

    The clusters are the columns of a matrix.
    """
    return _transpose(clusters), np.ones((clusters.shape[1], 1), dtype=np.int8)


def names_of_clusters(clusters: Any, n_clusters: int) -> list[Any]:
    """Return the names of overlapping clusters.

    The names are the columns of a data frame, or else the numbers of the clusters.
    """
    names = column_names(clusters)
    return list(range(n_clusters)) if names is None else list(names)


def _check_clusters(clusters: Indicator, name: str) -> Any:
    """Return the checked indicator of an overlapping clustering, as `check_indicator`.

    A warning is given if its rows may be the clusters, because there are fewer rows
    than columns.
    """
    if is_estimator(clusters):
        raise TypeError(
            f"`{name}` must be an indicator of shape (n_samples, n_clusters), got a "
            f"{type(clusters).__name__}.{_hint_at_clusters_of(clusters)}"
        )
    indicator = check_indicator(
        clusters, name, expected="(n_samples, n_clusters)", nonempty_axis=0
    )
    n_samples, n_clusters = indicator.shape
    if n_clusters > n_samples:
        warn_caller(
            f"`{name}` has {n_samples} rows and {n_clusters} columns, so it has fewer "
            "samples than clusters. Its rows must be the samples; if its rows are "
            f"the clusters, pass `{name}.T`."
        )
    return indicator


def _hint_at_clusters_of(estimator: Any) -> str:
    """Return a sentence that makes overlapping clusters of a fitted estimator, or "".

    Clusters of rows go before biclusters, because the biclusters of a checkerboard
    have each cluster of rows several times.
    """
    if has_modes(estimator):
        labels = "coclustering_of(model)[0]"
        if getattr(estimator, "row_labels_", None) is not None:
            labels = "model.row_labels_"
    elif has_fitted(estimator, *BICLUSTERING_ATTRIBUTES):
        return (
            " To use the rows of its biclusters as clusters, pass "
            "`biclustering_of(model)[0].T`."
        )
    elif has_fitted(estimator, "labels_"):
        labels = "model.labels_"
    else:
        return ""
    return (
        " To use its clusters of rows, pass `pandas.get_dummies(pandas.Series("
        f"{labels}, index=names))`, where `names` has the names of the rows."
    )


def _transpose(indicator: Any) -> Any:
    """Return an indicator with its axes exchanged.

    A sparse indicator is stored by rows.
    """
    return indicator.T.tocsr() if sparse.issparse(indicator) else indicator.T


def check_biclustering(
    biclusters: Biclustering, name: str
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Check one biclustering of a whole matrix, and return dense indicators."""
    (rows, columns), (_, column_identity) = _check_side(biclusters, name)
    if isinstance(column_identity, LabeledColumns):
        column_identity.refuse_unlabeled_columns(name)
    return dense_indicator(rows), dense_indicator(columns)


def fitted_biclustering(
    estimator: Any, name: str, *, n_columns: int | None = None, transpose: bool = False
) -> tuple[Indicators, tuple[Names | None, Names | None], LabeledColumns]:
    """Return the biclusters of an estimator, with names, and the columns it labeled.

    The indicators of 0 and 1 are dense or sparse. The names are those of the rows and
    of the columns of the matrix, or None if the indicators have none. Columns that
    steps of a pipeline drop are left out; the others are in the order of the input.
    `n_columns` is the number of columns of the input, or None if it is unknown. With
    `transpose`, the estimator transposes the matrix in its fit.
    """
    layer = fitted_layer(estimator, BICLUSTERING_ATTRIBUTES, name, transpose=transpose)
    labeled_columns = layer.follow_columns(name, n_columns)
    fitted_rows, fitted_columns = layer.values
    rows, columns = _check_pair(fitted_rows, fitted_columns, name)
    row_names = column_names(fitted_rows)
    names_of_columns = column_names(fitted_columns)
    columns = labeled_columns.sort_as_input(columns.T, names_of_columns).T
    if names_of_columns is not None:
        # If the columns were sorted, their names must be sorted, too.
        sorted_names = labeled_columns.names_sorted_as_input()
        if sorted_names is not None:
            names_of_columns = sorted_names
    return (rows, columns), (row_names, names_of_columns), labeled_columns


def dense_indicator(indicator: Any) -> NDArray[np.int64]:
    """Return a checked indicator, which may be sparse, as an array."""
    dense = indicator.toarray() if sparse.issparse(indicator) else indicator
    return np.asarray(dense.astype(np.int64))


def _check_side(
    biclusters: AnyStructure, name: str, X: Any = None
) -> tuple[Indicators, tuple[Identity, Identity]]:
    """Return the checked indicators of a structure, and the identities of both modes.

    The identity of a mode says how its entries are matched with those of another
    structure, which is by names, by the columns that an estimator has labeled, or by
    position. If the matrix X is passed, the biclusters of an estimator are put in its
    order, and get its names if it has any. X does not change a tuple of indicators.
    """
    if not is_estimator(biclusters):
        if isinstance(biclusters, list | Mapping):
            raise TypeError(
                f"`{name}` must be a tuple (rows, columns) of indicators, got "
                f"{type(biclusters).__name__}. If it has the row and column indices of "
                f"each bicluster, pass `biclusters_from_indices({name}, shape)`, or "
                f"for names `biclusters_from_indices({name}, row_names=row_names, "
                "column_names=column_names)`."
            )
        if _is_matrix(biclusters):
            raise TypeError(
                f"`{name}` must be a tuple (rows, columns) of indicators, got one "
                "matrix. To compare overlapping clusters with the rows of "
                "biclusters, pass `biclusters[0].T` in place of the tuple "
                "`biclusters`; it has the shape (n_rows, n_biclusters)."
            )
        rows, columns = check_two_parts(biclusters, name, "(rows, columns)")
        if rows is None or columns is None:
            raise TypeError(
                f"`{name}` has None in place of an indicator, but a bicluster has "
                "rows and columns. To compare only the rows, use a measure of "
                "overlapping clusters, such as `omega_score(rows.T, model.rows_.T)`."
            )
        indicators = _check_pair(rows, columns, name)
        return indicators, (column_names(rows), column_names(columns))
    indicators, names, labeled_columns = fitted_biclustering(biclusters, name)
    if X is not None:
        indicators, names, labeled_columns = _reordered_biclustering(
            biclusters, indicators, names, labeled_columns, X=X, name=name
        )
    row_names, names_of_columns = names
    if labeled_columns.names is None and names_of_columns is not None:
        # The estimator was fitted on columns without names, but its indicator is a data
        # frame, whose columns have names.
        return indicators, (row_names, names_of_columns)
    return indicators, (row_names, labeled_columns)


def _reordered_biclustering(
    estimator: Any,
    indicators: Indicators,
    names: tuple[Names | None, Names | None],
    labeled_columns: LabeledColumns,
    *,
    X: Any,
    name: str,
) -> tuple[Indicators, tuple[Names | None, Names | None], LabeledColumns]:
    """Return what `fitted_biclustering` returns, in the order and by the names of X.

    X is the matrix that the estimator was fitted on. If it and the indicators have row
    names, the rows are put in the order of X. Row names of the indicators are returned
    only if X has none. Column names of X are used only if the fit has stored none.
    """
    rows, columns = indicators
    row_names, names_of_columns = names
    steps = fitted_layer(estimator, BICLUSTERING_ATTRIBUTES, name).steps
    if row_names is None:
        rows = entries_in_order_of_rows(X, rows.T, steps, name).T
    elif has_names(index_of(X)):
        rows = reorder_if_named(rows.T, row_names, index_of(X), argument=name).T
    row_names = preferred_names(index_of(X), row_names)
    names_of_data = column_names(X)
    if labeled_columns.input_names is None and has_names(names_of_data):
        labeled_columns = replace(labeled_columns, input_names=names_of_data)
        if not steps:  # All columns of X have reached the estimator.
            columns = reorder_if_named(
                columns.T, names_of_columns, names_of_data, argument=name
            ).T
            names_of_columns = names_of_data
            n_columns = columns.shape[1]
            labeled_columns = LabeledColumns(
                n_inputs=n_columns,
                input_names=names_of_data,
                positions=np.arange(n_columns),
                names=names_of_data,
            )
    return (rows, columns), (row_names, names_of_columns), labeled_columns


def _check_pair(rows: Indicator, columns: Indicator, name: str) -> Indicators:
    """Check the indicators of the rows and of the columns of the same biclusters.

    If both are data frames, the biclusters are matched by the index, and those of the
    columns are put in the order of the rows. Errors call the pair `name`.
    """
    row_argument = f"{name}[0]"
    column_argument = f"{name}[1]"
    row_indicator = check_indicator(
        rows, row_argument, expected="(n_biclusters, n_rows)", nonempty_axis=1
    )
    column_indicator = check_indicator(
        columns, column_argument, expected="(n_biclusters, n_columns)", nonempty_axis=1
    )
    # The index of an indicator has the names of the biclusters.
    row_index = index_of(rows)
    column_index = index_of(columns)
    if row_index is not None and column_index is not None:
        if set(row_index).isdisjoint(column_index):
            # One index may have names of genes, for example, and the other names of
            # biclusters. Without this check, the error would be about unlike names.
            _refuse_transposed(row_indicator, column_indicator, name)
    column_indicator = reorder_if_named(
        column_indicator,
        column_index,
        row_index,
        argument=column_argument,
        target=f"`{row_argument}`",
        # "The first" could mean the first part of the tuple.
        sides=(f"`{column_argument}`", f"`{row_argument}`"),
    )
    _refuse_transposed(row_indicator, column_indicator, name)
    sizes = (row_indicator.shape[0], column_indicator.shape[0])
    check_equal(sizes, (row_argument, column_argument), "biclusters")
    return row_indicator, column_indicator


def _refuse_transposed(rows: Any, columns: Any, name: str) -> None:
    """Raise an error if the indicators fit only when one or both are transposed.

    For example, packages of R store the rows in a matrix (n_rows, n_biclusters).
    """
    if rows.shape[0] == columns.shape[0]:
        return
    rule = f"`{name}` must have one row for each bicluster"
    if rows.shape[1] == columns.shape[0]:
        cure = f"{name}[0].T, {name}[1]"
    elif rows.shape[0] == columns.shape[1]:
        cure = f"{name}[0], {name}[1].T"
    elif rows.shape[1] == columns.shape[1]:
        cure = f"{name}[0].T, {name}[1].T"
    else:
        return
    raise ValueError(
        f"{rule}, but its indicators of shapes {rows.shape} and {columns.shape} seem "
        f"to be transposed. Pass `({cure})`."
    )


def check_indicator(
    indicator: Any, name: str, *, expected: str, nonempty_axis: int
) -> Any:
    """Check one indicator, whose shape in words is `expected`.

    The indicator must have an entry along `nonempty_axis`, which is 1 for biclusters
    and 0 for overlapping clusters. Along the other axis, there may be no biclusters, or
    no clusters. Return an array of int8. For a sparse matrix, return a CSR array of
    int8 that stores only the ones, sorted.
    """
    if has_masked_entries(indicator):
        raise ValueError(
            f"`{name}` has masked entries, but every entry must be 0 or 1. Fill them "
            "in, such as by `indicator.filled(0)`."
        )
    rule = f"an indicator of shape {expected}"
    advice = _FROM_MEMBERS if nonempty_axis == 0 else _FROM_INDICES
    array = _as_array_or_csr(indicator, name, rule, advice)
    if len(array.shape) != 2 or array.shape[nonempty_axis] == 0:
        hint = "."
        if 0 in array.shape:
            hint = ", which is empty."
        elif len(array.shape) == 1 and nonempty_axis == 1:
            hint = f". {FROM_LABELS_TO_BICLUSTERS} {advice}."
        elif len(array.shape) == 1:
            hint = f"; {advice}, and `pandas.get_dummies(labels)` from labels."
        raise ValueError(
            f"`{name}` must be {rule}, got an array of shape {array.shape}{hint}"
        )
    cure_of_texts = " Convert it, such as by `(indicator == 'yes')`."
    if nonempty_axis == 0:
        cure_of_texts += f" If it is a list of lists, {_FROM_MEMBERS}."
    if array.dtype.kind not in "biufO":
        raise TypeError(
            f"`{name}` must contain bools, or the numbers 0 and 1, got dtype "
            f"{array.dtype}.{cure_of_texts}"
        )
    entries = array.data if sparse.issparse(array) else array
    is_valid = _is_zero_or_one(entries)
    if not is_valid.all():
        invalid_entries = entries[~is_valid].tolist()
        invalid_entry = invalid_entries[0]
        cure = (
            " If these are memberships, pass a comparison such as `memberships > 0.5`."
        )
        if isinstance(invalid_entry, str):
            cure = cure_of_texts
        elif any(map(_is_negative, invalid_entries)):
            cure = (
                " Negative entries are signs or scores, not memberships. If all "
                f"entries other than 0 are members, pass `{name} != 0`."
            )
        raise ValueError(
            f"`{name}` must contain 0 and 1 only, got {describe(invalid_entry)}.{cure}"
        )
    if sparse.issparse(array):  # This is a copy of the matrix of the user.
        array.eliminate_zeros()
    return array.astype(np.int8)


def _as_array_or_csr(indicator: Any, name: str, rule: str, advice: str) -> Any:
    """Return an array-like as an array, and a sparse matrix as a copy in CSR format.

    A sparse array of objects, or of another number of dimensions than two, becomes an
    array, too. The shape and the entries are checked later. In errors, `rule` says what
    the indicator must be, and `advice` says which function makes it.
    """
    if sparse.issparse(indicator):
        if len(indicator.shape) != 2 or indicator.dtype.kind not in "biuf":
            return indicator.toarray()  # The CSR format could not store it.
        matrix = sparse.csr_array(indicator, copy=True)
        matrix.sum_duplicates()
        return matrix
    refuse_foreign(indicator, name)
    is_array_like = hasattr(indicator, "__array__") or hasattr(indicator, "__len__")
    if not is_array_like or isinstance(indicator, str | bytes | Mapping | Set):
        got = type(indicator).__name__
        raise TypeError(f"`{name}` must be {rule}, got {got}; {advice}.")
    return as_array(indicator, name, rule, hint=f"; {advice}")


def _is_negative(entry: object) -> bool:
    """Return whether an entry, which may be any object, is a negative number."""
    return isinstance(entry, Real) and bool(entry < 0)


def _is_zero_or_one(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which entries are 0 or 1, in an array of the same shape."""
    if array.dtype.kind != "O":
        return np.asarray((array == 0) | (array == 1))
    # Some objects cannot be compared, such as `pandas.NA`.
    entries = [
        isinstance(entry, Real | np.bool_) and bool(entry == 0 or entry == 1)
        for entry in array.ravel().tolist()
    ]
    return np.array(entries, dtype=bool).reshape(array.shape)
