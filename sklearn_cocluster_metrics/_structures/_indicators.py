"""Indicators of biclusters, and of overlapping clusters, checked to be 0 and 1."""

from collections.abc import Mapping, Set
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import (
    as_array,
    check_equal,
    check_two_parts,
    has_masked_entries,
    is_estimator,
    refuse_lazy,
)
from ._columns import LabelledColumns, align
from ._entry_names import Names, column_names, in_order_of, index_of
from ._estimators import BICLUSTERING, fitted_layer, has_fitted, has_modes
from ._messages import describe, warn_caller

Indicators = tuple[Any, Any]
"""Checked indicators of the rows and of the columns: int8, sparse if passed so."""

_CLUSTERS = "clusters_true", "clusters_pred"


def are_indicators(structure: Any) -> bool:
    """Return whether a tuple has indicators, right or wrong, and not labels."""
    is_tuple = isinstance(structure, tuple) and len(structure) > 0
    return is_tuple and all(map(_is_indicator, structure))


def are_biclusterings(*structures: Any) -> bool:
    """Return whether structures are meant as biclusterings; co-clusterers are not."""
    given = [one for one in structures if not is_estimator(one)]
    if given:
        return any(map(are_indicators, given))
    return any(
        has_fitted(one, *BICLUSTERING) and not has_modes(one) for one in structures
    )


def _is_indicator(part: Any) -> bool:
    """Return whether this is two-dimensional, as indicators are and labels are not."""
    if hasattr(part, "shape"):  # a frame of polars has no `ndim`
        return len(part.shape) == 2
    first = part[0] if isinstance(part, list | tuple) and part else None
    return hasattr(first, "__len__") and not isinstance(first, str | bytes)


def check_biclusterings(
    biclusters_true: Any,
    biclusters_pred: Any,
    names: tuple[str, str] = ("biclusters_true", "biclusters_pred"),
) -> tuple[Indicators, Indicators]:
    """Check two biclusterings of matrices of the same shape."""
    true, of_true = _check_side(biclusters_true, names[0])
    pred, of_pred = _check_side(biclusters_pred, names[1])
    modes = []
    for mode, what in enumerate(("rows", "columns")):
        sides = [f"{name}[{mode}]" for name in names]
        known = of_true[mode], of_pred[mode]
        one, other = align(true[mode].T, pred[mode].T, *known, sides)
        check_equal((one.shape[0], other.shape[0]), names, what)
        modes.append((one.T, other.T))
    true, pred = zip(*modes, strict=True)
    return true, pred


def names_of_biclusters(biclusters: Any, n_biclusters: int) -> list[Any]:
    """Return the names of biclusters: the index of a data frame, or their numbers."""
    names = index_of(biclusters[0]) if isinstance(biclusters, tuple) else None
    return list(range(n_biclusters) if names is None else names)


def check_cluster_indicators(clusters_true: Any, clusters_pred: Any) -> Indicators:
    """Check two overlapping clusterings of the same samples.

    They are passed as (n_samples, n_clusters), as class probabilities are, and returned
    as biclusters are counted, (n_clusters, n_samples).
    """
    sides = []
    for clusters, name in zip((clusters_true, clusters_pred), _CLUSTERS, strict=True):
        checked = check_indicator(clusters, name, "(n_samples, n_clusters)", counted=0)
        n_samples, n_clusters = checked.shape
        if n_clusters > n_samples:
            warn_caller(
                f"`{name}` has {n_samples} samples in {n_clusters} clusters. Its rows "
                "must be the samples; transpose it if they are the clusters."
            )
        sides.append(checked)
    true, pred = sides
    own, wanted = index_of(clusters_true), index_of(clusters_pred)
    true = in_order_of(true, own, wanted, "clusters_true", "`clusters_pred`")
    check_equal((true.shape[0], pred.shape[0]), _CLUSTERS, "samples")
    return _transposed(true), _transposed(pred)


def _transposed(indicator: Any) -> Any:
    """Exchange the axes; rows of a sparse matrix are again stored one by one."""
    return indicator.T.tocsr() if sparse.issparse(indicator) else indicator.T


def check_biclustering(
    biclusters: Any, name: str
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Check one biclustering of a whole matrix, and return dense indicators."""
    (rows, columns), (_, labelled) = _check_side(biclusters, name)
    if isinstance(labelled, LabelledColumns):
        labelled.require_all_columns(name)
    return dense_indicator(rows), dense_indicator(columns)


def fitted_biclustering(
    estimator: Any, name: str, *, n_columns: int | None = None, transpose: bool = False
) -> tuple[Indicators, tuple[Names | None, Names | None], LabelledColumns]:
    """Return the biclusters of an estimator, and which columns of the input these are.

    Columns are in the order of the input. Second, the names of rows and columns, where
    the indicators have any.
    """
    layer = fitted_layer(estimator, BICLUSTERING, name, transpose=transpose)
    labelled = layer.follow_columns(name, n_columns)
    rows, columns = _check_both(layer.found, name)
    of_rows, of_columns = map(column_names, layer.found)
    columns = labelled.in_input_order(columns.T, of_columns).T
    if of_columns is not None:
        of_columns = labelled.names_in_input_order() or of_columns
    return (rows, columns), (of_rows, of_columns), labelled


def dense_indicator(checked: Any) -> NDArray[np.int64]:
    """Return a checked indicator as an array."""
    dense = checked.toarray() if sparse.issparse(checked) else checked
    return np.asarray(dense.astype(np.int64))


def _check_side(
    biclusters: Any, name: str
) -> tuple[Indicators, tuple[Names | None, LabelledColumns | Names | None]]:
    """Check indicators, and return what is known of their rows and of their columns."""
    if is_estimator(biclusters):
        checked, names, labelled = fitted_biclustering(biclusters, name)
        is_named = labelled.names is None and names[1] is not None
        return checked, (names[0], names[1] if is_named else labelled)
    rows, columns = check_two_parts(biclusters, name, "(rows, columns)")
    return _check_both(biclusters, name), (column_names(rows), column_names(columns))


def _check_both(pair: tuple[Any, ...], name: str) -> Indicators:
    """Check the indicators of the rows and of the columns of the same biclusters."""
    names = f"{name}[0]", f"{name}[1]"
    rows = check_indicator(pair[0], names[0], "(n_biclusters, n_rows)")
    columns = check_indicator(pair[1], names[1], "(n_biclusters, n_columns)")
    check_equal((rows.shape[0], columns.shape[0]), names, "biclusters")
    of_rows, of_columns = map(index_of, pair)
    return rows, in_order_of(columns, of_columns, of_rows, names[1], f"`{names[0]}`")


def check_indicator(indicator: Any, name: str, expected: str, counted: int = 1) -> Any:
    """Check one indicator; `expected` is its shape in words.

    The axis `counted` must not be empty. Returns an array of int8, or of a sparse
    matrix a CSR array of int8 that stores the ones only, sorted.
    """
    if has_masked_entries(indicator):
        raise ValueError(f"`{name}` has masked entries; every entry must be 0 or 1.")
    rule = f"an indicator of shape {expected}"
    array = _as_array(indicator, name, rule)
    if len(array.shape) != 2 or array.shape[counted] == 0:
        hint = ", which is empty" * (0 in array.shape)
        if len(array.shape) == 1 and not hint:
            hint = "; `labels_to_biclusters` makes indicators from labels"
        got = f"an array of shape {array.shape}{hint}"
        raise ValueError(f"`{name}` must be {rule}, got {got}.")
    if array.dtype.kind not in "biufO":
        raise TypeError(f"`{name}` must be bools or numbers, got dtype {array.dtype}.")
    entries = array.data if sparse.issparse(array) else array
    is_wrong = ~_is_zero_or_one(entries)
    if is_wrong.any():
        got = describe(entries[is_wrong].tolist()[0])
        raise ValueError(f"`{name}` must contain 0 and 1 only, got {got}.")
    if sparse.issparse(array):
        array.eliminate_zeros()
    return array.astype(np.int8)


def _as_array(indicator: Any, name: str, rule: str) -> Any:
    """Read an array-like as an array, a sparse matrix as a CSR array of its own."""
    if sparse.issparse(indicator):
        if len(indicator.shape) != 2 or indicator.dtype.kind not in "biuf":
            return indicator.toarray()
        array = sparse.csr_array(indicator, copy=True)
        array.sum_duplicates()
        return array
    refuse_lazy(indicator, name)
    is_array = hasattr(indicator, "__array__") or hasattr(indicator, "__len__")
    if not is_array or isinstance(indicator, str | bytes | Mapping | Set):
        got = type(indicator).__name__
        raise TypeError(f"`{name}` must be {rule}, got {got}.")
    return as_array(indicator, name, rule)


def _is_zero_or_one(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which entries are 0 or 1. Some objects, as `pandas.NA`, have no order."""
    if array.dtype.kind != "O":
        return np.asarray((array == 0) | (array == 1))
    entries = [
        isinstance(entry, Real | np.bool_) and bool(entry == 0 or entry == 1)
        for entry in array.ravel().tolist()
    ]
    return np.array(entries, dtype=bool).reshape(array.shape)
