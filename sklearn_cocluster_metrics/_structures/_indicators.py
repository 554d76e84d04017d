"""Indicators of biclusters in, checked arrays of 0 and 1 out."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._estimators import is_estimator
from ._fitted import ColumnsOfSide, align, fitted_biclustering, in_full
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
            f"`biclusters_true` is of a matrix of shape {shapes[0]}, `biclusters_pred` "
            f"of one of shape {shapes[1]}; both must be of the same matrix."
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
    rows = _check_indicator(biclusters[0], f"{name}[0]", "n_rows")
    columns = _check_indicator(biclusters[1], f"{name}[1]", "n_columns")
    if len(rows) != len(columns):
        raise ValueError(
            f"`{name}` has {len(rows)} biclusters by its rows, {len(columns)} by its "
            "columns; both indicators must have one line for each bicluster."
        )
    return rows, columns


def check_cluster_indicators(
    clusters_true: Any, clusters_pred: Any
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Check two overlapping clusterings of the same samples."""
    true = _check_indicator(clusters_true, "clusters_true", "n_samples")
    pred = _check_indicator(clusters_pred, "clusters_pred", "n_samples")
    if true.shape[1] != pred.shape[1]:
        raise ValueError(
            f"`clusters_true` is of {true.shape[1]} samples, `clusters_pred` of "
            f"{pred.shape[1]}; both must be of the same samples."
        )
    return true, pred


def _check_indicator(indicator: Any, name: str, length: str) -> NDArray[np.int64]:
    """Check one indicator of shape (n_biclusters, length)."""
    if sparse.issparse(indicator):
        indicator = indicator.toarray()
    try:
        array = np.asarray(indicator)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be an indicator of shape (n_biclusters, {length}), got a "
            "ragged sequence."
        ) from error
    if np.ma.isMaskedArray(indicator) and np.ma.getmaskarray(indicator).any():
        raise ValueError(f"`{name}` has masked entries; it must hold 0 and 1 only.")
    if array.ndim != 2:
        raise ValueError(
            f"`{name}` must be an indicator of shape (n_biclusters, {length}), got an "
            f"array of shape {array.shape}."
        )
    if array.shape[1] == 0:
        raise ValueError(
            f"`{name}` has shape {array.shape}; {length} must be positive."
        )
    if array.dtype.kind not in "biufO":
        raise TypeError(
            f"`{name}` must be of bools or numbers, got dtype {array.dtype}."
        )
    is_zero_or_one = np.asarray((array == 0) | (array == 1), dtype=bool)
    if not is_zero_or_one.all():
        other = array[~is_zero_or_one][0]
        raise ValueError(f"`{name}` must hold 0 and 1 only, got {other!r}.")
    return array.astype(np.int64)
