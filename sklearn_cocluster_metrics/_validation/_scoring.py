"""What a scorer may compare: its truth, with what an estimator was fitted on."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._columns import align_columns, check_rows_kept
from ._estimators import fitted_biclustering, fitted_coclustering
from ._indicators import Indicators, check_biclustering
from ._labels import check_labels
from ._probes import n_columns_of, n_rows_of

_REMEDIES = (
    "Bind the labels of the rows in the scorer (`row_labels=...`) and search with "
    "`cv=WholeDataSplit()`; or wrap the estimator in `InductiveCocluster`, which gives "
    "it `predict`."
)


def check_bound_labels(row_labels: Any, column_labels: Any) -> None:
    """Check the truth that a scorer is made with."""
    if row_labels is not None:
        check_labels(row_labels, "row_labels")
    if isinstance(column_labels, Mapping):
        if not column_labels:
            raise ValueError("`column_labels` is an empty mapping.")
        check_labels(list(column_labels.values()), "column_labels")
    elif column_labels is not None:
        check_labels(column_labels, "column_labels")


def fitted_rows(
    estimator: Any, row_labels: Any, X: Any, y: Any, transpose: bool
) -> tuple[Any, Any]:
    """Return true and fitted labels of the very rows the estimator was fitted on."""
    labels = fitted_coclustering(estimator, "estimator")[1 if transpose else 0]
    hint = (
        ""
        if transpose or len(labels) != n_columns_of(X)
        else " If the estimator transposes its input, say `transpose=True`."
    )
    _check_rows(len(row_labels), len(labels), n_rows_of(X), hint)
    if not transpose:
        check_rows_kept(estimator, X)
    if y is not None and not _same_labels(y, row_labels):
        raise ValueError(
            "`y` differs from the `row_labels` bound in the scorer: the rows have been "
            "split, shuffled or permuted, so fitted labels and truth would be those of "
            "different rows. Use `cv=WholeDataSplit()`, or leave `row_labels` unbound "
            "and wrap the estimator in `InductiveCocluster`."
        )
    return _as_labels(row_labels), _as_labels(labels)


def _as_labels(labels: Any) -> Any:
    """Return labels as a list where they come as a tuple, which means modes."""
    return list(labels) if isinstance(labels, tuple) else labels


def predicted_rows(estimator: Any, X: Any, y: Any) -> tuple[Any, Any]:
    """Return `y` and what the estimator predicts for the rows of X."""
    if y is None:
        raise ValueError(
            "The scorer has no labels of the rows: no `row_labels` are bound in it and "
            f"no `y` was passed. {_REMEDIES}"
        )
    if not hasattr(estimator, "predict"):
        raise TypeError(
            f"{type(estimator).__name__} has no `predict`: its labels are those of the "
            "rows it was fitted on, not of the rows to score, and in cross-validation "
            f"these differ even where they are as many. {_REMEDIES}"
        )
    labels = estimator.predict(X)
    if len(labels) != len(y):
        raise ValueError(
            f"`y` has {len(y)} labels, `estimator.predict(X)` gives {len(labels)}."
        )
    return _as_labels(y), _as_labels(labels)


def fitted_columns(
    estimator: Any, column_labels: Any, X: Any, transpose: bool
) -> tuple[Any, Any]:
    """Return true and fitted labels of the columns that the last step saw."""
    labels = fitted_coclustering(estimator, "estimator")[0 if transpose else 1]
    truth = align_columns(column_labels, estimator, X, "column_labels")
    if len(truth) != len(labels):
        raise ValueError(
            f"The estimator has labelled {len(labels)} columns, `column_labels` are "
            f"{len(truth)} for the columns of `X` that it saw; it was fitted on other "
            "data, or changes the columns."
        )
    return truth, labels


def check_fitted_labels(
    estimator: Any, shape: tuple[int, int]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Check that a co-clusterer has labelled every row and column of its data."""
    rows, columns = map(np.asarray, fitted_coclustering(estimator, "estimator"))
    if (len(rows), len(columns)) != shape:
        raise ValueError(
            f"`estimator` has labelled {len(rows)} rows and {len(columns)} columns of "
            f"data of shape {shape}."
        )
    return rows, columns


def check_kept(
    rows: NDArray[np.bool_], columns: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Check that something is left of data without their lines of zeros."""
    if not rows.any():
        raise ValueError("`X` is all zero; there is nothing to co-cluster.")
    return rows, columns


def fitted_biclusters(
    estimator: Any, truth: Indicators, X: Any, y: Any, transpose: bool
) -> tuple[Indicators, Indicators]:
    """Return true and fitted biclusters of the matrix the estimator was fitted on."""
    true_rows, true_columns = truth
    rows, columns = check_biclustering(
        fitted_biclustering(estimator, "estimator"), "estimator"
    )
    if transpose:
        rows, columns = columns, rows
    _check_rows(true_rows.shape[1], rows.shape[1], n_rows_of(X), "")
    if y is not None and not _same_labels(_dense(y), true_rows.T):
        raise ValueError(
            "`y` differs from the transposed `rows` bound in the scorer: the rows have "
            "been split, shuffled or permuted. Use `cv=WholeDataSplit()`."
        )
    true_columns = align_columns(true_columns.T, estimator, X, "columns").T
    if true_columns.shape[1] != columns.shape[1]:
        raise ValueError(
            f"The estimator has found biclusters of {columns.shape[1]} columns, "
            f"`columns` are of {true_columns.shape[1]}; it was fitted on other data."
        )
    return (true_rows, true_columns), (rows, columns)


def _check_rows(n_true: int, n_fitted: int, n_rows: int, hint: str) -> None:
    """Check that truth, fitted labels and data are of equally many rows."""
    if n_true != n_rows:
        raise ValueError(
            f"The scorer holds the truth of {n_true} rows, `X` has {n_rows}; truth "
            "bound in a scorer is that of all rows: use `cv=WholeDataSplit()`."
        )
    if n_fitted != n_rows:
        raise ValueError(
            f"The estimator has labelled {n_fitted} rows, `X` has {n_rows}; it was "
            f"fitted on other data.{hint} In cross-validation use "
            "`cv=WholeDataSplit()`, or `InductiveCocluster` for new rows."
        )


def _same_labels(one: Any, other: Any) -> bool:
    """Say whether two arrays of labels are equal, entry by entry."""
    first, second = _as_array(one), _as_array(other)
    if second.ndim == 1 and first.shape == (len(second), 1):  # a frame of one column
        first = first[:, 0]
    try:
        return first.shape == second.shape and bool(np.all(first == second))
    except TypeError:  # pandas.NA is neither equal nor unequal
        return False


def _as_array(labels: Any) -> NDArray[Any]:
    """Return labels as an array that does not make 1 and "1" one label."""
    if isinstance(labels, list | tuple):
        return np.asarray(labels, dtype=object)
    return np.asarray(labels)


def _dense(data: Any) -> Any:
    """Return sparse data as an array."""
    return data.toarray() if hasattr(data, "toarray") else data
