"""One biclustering, or two of the same matrix, as checked arrays of 0 and 1."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._estimators import is_estimator
from ._fitted import ColumnsOfSide, align, fitted_biclustering, in_full
from ._indicator_arrays import check_indicator, dense_indicator
from ._names import Names, column_names, in_order_of

Indicators = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Rows and columns; of two biclusterings, sparse where they were passed so."""


def check_biclusterings(
    biclusters_true: Any, biclusters_pred: Any
) -> tuple[Indicators, Indicators]:
    """Check two biclusterings of matrices of the same shape."""
    true, true_columns = _check_either(biclusters_true, "biclusters_true")
    pred, pred_columns = _check_either(biclusters_pred, "biclusters_pred")
    names = ("biclusters_true[1]", "biclusters_pred[1]")
    first, second = align(true_columns, pred_columns, names)
    rows = _in_order_of_other(
        true[0],
        (_names_of_rows(biclusters_true), _names_of_rows(biclusters_pred)),
        ("biclusters_true[0]", "biclusters_pred[0]"),
    )
    true, pred = (rows, first.T), (pred[0], second.T)
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
        checked = _check_tuple(biclusters, name)
        names = column_names(biclusters[1])
        return checked, ColumnsOfSide(checked[1].T, None, names)
    fitted = fitted_biclustering(biclusters, name)
    checked = _check_tuple((fitted.rows, fitted.columns), name)
    return checked, ColumnsOfSide(checked[1].T, fitted.labelled, None)


def check_biclustering(biclusters: Any, name: str) -> Indicators:
    """Check one biclustering: a tuple (rows, columns), or a fitted estimator.

    The indicators are returned as arrays.
    """
    if is_estimator(biclusters):
        biclusters = in_full(fitted_biclustering(biclusters, name), name)
    rows, columns = _check_tuple(biclusters, name)
    return dense_indicator(rows), dense_indicator(columns)


def _check_tuple(biclusters: Any, name: str) -> Indicators:
    """Check a tuple (rows, columns); sparse indicators stay sparse."""
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
    rows = check_indicator(biclusters[0], f"{name}[0]", "(n_biclusters, n_rows)")
    columns = check_indicator(biclusters[1], f"{name}[1]", "(n_biclusters, n_columns)")
    if rows.shape[0] != columns.shape[0]:
        raise ValueError(
            f"`{name}[0]` has {rows.shape[0]} biclusters, `{name}[1]` has "
            f"{columns.shape[0]}; both indicators must describe the same biclusters."
        )
    return rows, columns


def check_cluster_indicators(
    clusters_true: Any, clusters_pred: Any
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Check two overlapping clusterings of the same samples."""
    expected = "(n_clusters, n_samples)"
    true = check_indicator(clusters_true, "clusters_true", expected)
    pred = check_indicator(clusters_pred, "clusters_pred", expected)
    true = _in_order_of_other(
        true,
        (column_names(clusters_true), column_names(clusters_pred)),
        ("clusters_true", "clusters_pred"),
    )
    if true.shape[1] != pred.shape[1]:
        raise ValueError(
            f"`clusters_true` has {true.shape[1]} samples, `clusters_pred` has "
            f"{pred.shape[1]}; both must describe the same samples."
        )
    return true, pred


def _names_of_rows(biclusters: Any) -> Names | None:
    """Return the names of the rows, from the data frame of a user's indicator."""
    return None if is_estimator(biclusters) else column_names(biclusters[0])


def _in_order_of_other(
    indicator: NDArray[np.int64],
    names: tuple[Names | None, Names | None],
    arguments: tuple[str, str],
) -> NDArray[np.int64]:
    """Sort the columns of a true indicator as those of the predicted one, by name."""
    what, other = arguments
    ordered: NDArray[np.int64] = in_order_of(indicator.T, *names, what, f"`{other}`").T
    return ordered
