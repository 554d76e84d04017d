"""Indicators of biclusters in, checked arrays of 0 and 1 out."""

from collections.abc import Mapping, Set
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._estimators import is_estimator
from ._fitted import ColumnsOfSide, align, fitted_biclustering, in_full
from ._masks import has_masked_entries
from ._messages import describe
from ._names import column_names

Indicators = tuple[NDArray[np.int64], NDArray[np.int64]]


def check_biclusterings(
    biclusters_true: Any, biclusters_pred: Any
) -> tuple[Indicators, Indicators]:
    """Check two biclusterings of matrices of the same shape."""
    true, true_columns = _check_either(biclusters_true, "biclusters_true")
    pred, pred_columns = _check_either(biclusters_pred, "biclusters_pred")
    names = ("biclusters_true[1]", "biclusters_pred[1]")
    first, second = align(true_columns, pred_columns, names)
    true, pred = (true[0], first.T), (pred[0], second.T)
    shapes = tuple((rows.shape[1], columns.shape[1]) for rows, columns in (true, pred))
    if shapes[0] != shapes[1]:
        raise ValueError(
            f"`biclusters_true` describes a matrix of shape {shapes[0]}, "
            f"`biclusters_pred` one of shape {shapes[1]}; both must describe the same "
            "matrix."
        )
    return true, pred


def _check_either(biclusters: Any, name: str) -> tuple[Indicators, ColumnsOfSide]:
    """Check indicators, and return what is known of their columns."""
    if not is_estimator(biclusters):
        checked = check_biclustering(biclusters, name)
        names = column_names(biclusters[1])
        return checked, ColumnsOfSide(checked[1].T, None, names)
    fitted = fitted_biclustering(biclusters, name)
    checked = check_biclustering((fitted.rows, fitted.columns), name)
    return checked, ColumnsOfSide(checked[1].T, fitted.labelled, None)


def check_biclustering(biclusters: Any, name: str) -> Indicators:
    """Check one biclustering: a tuple (rows, columns), or a fitted estimator."""
    if is_estimator(biclusters):
        biclusters = in_full(fitted_biclustering(biclusters, name), name)
    if not isinstance(biclusters, tuple):
        raise TypeError(
            f"`{name}` must be a tuple (rows, columns) of indicators, got "
            f"{type(biclusters).__name__}."
        )
    if len(biclusters) != 2:
        raise ValueError(
            f"`{name}` must be a tuple (rows, columns) of two indicators, got "
            f"{len(biclusters)}."
        )
    rows = _check_indicator(biclusters[0], f"{name}[0]", "(n_biclusters, n_rows)")
    columns = _check_indicator(biclusters[1], f"{name}[1]", "(n_biclusters, n_columns)")
    if len(rows) != len(columns):
        raise ValueError(
            f"`{name}[0]` has {len(rows)} biclusters, `{name}[1]` has {len(columns)}; "
            "both indicators must describe the same biclusters."
        )
    return rows, columns


def check_cluster_indicators(
    clusters_true: Any, clusters_pred: Any
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Check two overlapping clusterings of the same samples."""
    expected = "(n_clusters, n_samples)"
    true = _check_indicator(clusters_true, "clusters_true", expected)
    pred = _check_indicator(clusters_pred, "clusters_pred", expected)
    if true.shape[1] != pred.shape[1]:
        raise ValueError(
            f"`clusters_true` has {true.shape[1]} samples, `clusters_pred` has "
            f"{pred.shape[1]}; both must describe the same samples."
        )
    return true, pred


def _check_indicator(indicator: Any, name: str, expected: str) -> NDArray[np.int64]:
    """Check one indicator; `expected` is its shape in words."""
    array = _as_array(indicator, name, expected)
    if array.ndim != 2:
        raise ValueError(
            f"`{name}` must be an indicator of shape {expected}, got an array of "
            f"shape {array.shape}."
        )
    if array.shape[1] == 0:
        raise ValueError(
            f"`{name}` must be an indicator of shape {expected}, got an array of "
            f"shape {array.shape}; the second number must be positive."
        )
    if array.dtype.kind not in "biufO":
        raise TypeError(
            f"`{name}` must contain bools or numbers, got dtype {array.dtype}."
        )
    if has_masked_entries(indicator):
        raise ValueError(f"`{name}` has masked entries; every entry must be 0 or 1.")
    is_zero_or_one = _is_zero_or_one(array)
    if not is_zero_or_one.all():
        raise ValueError(
            f"`{name}` must contain 0 and 1 only, got "
            f"{describe(array[~is_zero_or_one].tolist()[0])}."
        )
    return array.astype(np.int64)


def _as_array(indicator: Any, name: str, expected: str) -> NDArray[Any]:
    """Read an array-like or a sparse matrix as an array."""
    if sparse.issparse(indicator):
        return np.asarray(indicator.toarray())
    is_array = hasattr(indicator, "__array__") or hasattr(indicator, "__len__")
    if not is_array or isinstance(indicator, str | bytes | Mapping | Set):
        raise TypeError(
            f"`{name}` must be an indicator of shape {expected}, an array-like or a "
            f"sparse matrix, got {type(indicator).__name__}."
        )
    _refuse_masked_parts(indicator, name)
    try:
        return np.asarray(indicator)
    except (TypeError, ValueError, RuntimeError) as error:
        came = (
            "a ragged sequence" if isinstance(indicator, list | tuple) else str(error)
        )
        raise ValueError(
            f"`{name}` must be an indicator of shape {expected}, got {came}."
        ) from error


def _refuse_masked_parts(indicator: Any, name: str) -> None:
    """Refuse masked entries in a list, which NumPy would read without their mask."""
    if isinstance(indicator, list | tuple) and any(map(_is_partly_masked, indicator)):
        raise ValueError(f"`{name}` has masked entries; every entry must be 0 or 1.")


def _is_partly_masked(part: Any) -> bool:
    """Whether one entry of a list is masked, or a list with masked entries."""
    if isinstance(part, list | tuple):
        return any(issubclass(kind, np.ma.MaskedArray) for kind in set(map(type, part)))
    return has_masked_entries(part)


def _is_zero_or_one(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether each entry is 0 or 1. Objects, `pandas.NA` say, may not be comparable."""
    if array.dtype.kind != "O":
        return np.asarray((array == 0) | (array == 1))
    entries = (
        isinstance(entry, Real | np.bool_) and bool(entry == 0 or entry == 1)
        for entry in array.ravel().tolist()
    )
    return np.fromiter(entries, dtype=bool, count=array.size).reshape(array.shape)
