"""The truth of a scorer against X, y and what an estimator was fitted on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures import (
    COCLUSTERING,
    LAST_STEP_HINT,
    Indicators,
    LabelCodes,
    Names,
    check_labels,
    column_names,
    fitted_biclustering,
    fitted_layer,
    in_order_of,
    index_of,
    n_columns_of,
    n_rows_of,
)
from ._same_rows import OTHER_ROWS, as_labels, check_predictions, fitted_on_others
from ._truth import TrueBiclusters, TrueLabels, TrueLabelsByName

_REMEDIES = (
    "Pass the labels of the rows to the scorer (`row_labels=...`) and search with "
    "`cv=WholeDataSplit()`; or wrap the estimator in `InductiveCocluster`, which gives "
    "it `predict`."
)
_BY_NAME = (
    "Pass `column_labels` as a mapping, or a Series, from the name of each feature to "
    "its label."
)
LabelPair = tuple[LabelCodes, LabelCodes]


def fitted_rows(
    estimator: Any, truth: TrueLabels, X: Any, y: Any, transpose: bool
) -> LabelPair:
    """Return true and fitted labels of the very rows the estimator was fitted on."""
    layer = fitted_layer(estimator, COCLUSTERING, "estimator", transpose=transpose)
    labels = layer.found[0]
    n_rows = n_rows_of(X)
    hint = ""
    if not transpose and len(labels) == n_columns_of(X) != n_rows:
        hint = " If the estimator transposes its input, pass `transpose=True`."
    _check_rows(len(truth.codes), len(labels), n_rows, hint)
    true = _in_order_of_rows(truth.codes, truth.names, X, "row_labels")
    if y is not None:
        check_y(y, true.labels())
    pred = check_labels(as_labels(labels), "row_labels_")
    if not transpose:
        check_predictions(estimator, layer, X)
    return true, pred


def predicted_rows(estimator: Any, X: Any, y: Any) -> LabelPair:
    """Return `y` and what the estimator predicts for the rows of X."""
    if y is None:
        raise ValueError(
            "The scorer has no labels of the rows: it was made without `row_labels`, "
            f"and no `y` was passed. {_REMEDIES}"
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
            f"`y` has {len(y)} labels, `estimator.predict(X)` returns {len(labels)}."
        )
    return (
        check_labels(as_labels(y), "y"),
        check_labels(as_labels(labels), "estimator.predict(X)"),
    )


def fitted_columns(
    estimator: Any, truth: TrueLabels | TrueLabelsByName, X: Any, transpose: bool
) -> LabelPair:
    """Return true and fitted labels of the columns that the last step saw."""
    name, inputs = "column_labels", column_names(X)
    layer = fitted_layer(estimator, COCLUSTERING, name, transpose=transpose)
    labelled = layer.follow_columns(name, n_columns_of(X))
    _check_names_at_fit(labelled.inputs, inputs)
    if isinstance(truth, TrueLabelsByName):
        names = labelled.names_in_input_order(inputs) or inputs
        true = truth.look_up(names, name)
    else:
        if truth.names is None:
            _check_has_columns(X, name, _BY_NAME)
        true = labelled.restrict(
            truth.codes, name, own=truth.names, inputs=inputs, hint=_BY_NAME
        )
    columns = labelled.in_input_order(layer.found[1])
    pred = check_labels(as_labels(columns), "column_labels_")
    if len(true) != len(pred):
        raise ValueError(
            f"The estimator has labelled {len(pred)} columns, `column_labels` has "
            f"{len(true)} for the columns of `X` that it saw; it was fitted on other "
            "data, or changes the columns."
        )
    return true, pred


def fitted_biclusters(
    estimator: Any, truth: TrueBiclusters, X: Any, y: Any, transpose: bool
) -> tuple[Indicators, Indicators]:
    """Return true and fitted biclusters of the matrix the estimator was fitted on."""
    (rows, columns), labelled = fitted_biclustering(
        estimator, "columns", n_columns=n_columns_of(X), transpose=transpose
    )
    _check_names_at_fit(labelled.inputs, column_names(X))
    _check_rows(truth.rows.shape[1], rows.shape[1], n_rows_of(X), "")
    true_rows = _in_order_of_rows(truth.rows.T, truth.row_names, X, "rows")
    if y is not None and not _same_labels(_dense(y), true_rows):
        raise ValueError(
            "`y` differs from the transposed `rows` of the scorer: the rows have been "
            "split, shuffled or permuted. Use `cv=WholeDataSplit()`."
        )
    _check_has_columns(X, "columns", LAST_STEP_HINT)
    true_columns = labelled.restrict(
        truth.columns.T, "columns", own=truth.column_names, inputs=column_names(X)
    )
    if len(true_columns) != columns.shape[1]:
        raise ValueError(
            f"The estimator has found biclusters of {columns.shape[1]} columns, "
            f"`columns` has {len(true_columns)}; it was fitted on other data."
        )
    return (true_rows.T, true_columns.T), (rows, columns)


def _in_order_of_rows(truth: Any, own: Names | None, X: Any, what: str) -> Any:
    """Return the truth of the rows in the order of X, by name where both have names."""
    return truth if own is None else in_order_of(truth, own, index_of(X), what)


def _check_names_at_fit(fitted: Names | None, names: Names | None) -> None:
    """Refuse data whose columns have other names, or another order, than at the fit."""
    if fitted is not None and names is not None and list(fitted) != list(names):
        raise ValueError(
            "The columns of `X` are not those that the estimator was fitted on, in "
            f"that order: {list(names)[:3]}... and {list(fitted)[:3]}..."
        )


def _check_has_columns(X: Any, name: str, cure: str) -> None:
    """Refuse one entry per column where the data have no columns."""
    if n_columns_of(X) is None:
        raise ValueError(f"`X` has no columns to which `{name}` could belong. {cure}")


def _check_rows(n_true: int, n_fitted: int, n_rows: int, hint: str) -> None:
    """Check that truth, fitted labels and data have equally many rows."""
    if n_true != n_rows:
        raise ValueError(
            f"The scorer has the truth of {n_true} rows, `X` has {n_rows}; it must be "
            "the truth of all rows: use `cv=WholeDataSplit()`."
        )
    if n_fitted != n_rows:
        raise ValueError(fitted_on_others(n_fitted, n_rows, hint))


def check_y(y: Any, true: NDArray[Any]) -> None:
    """Refuse a `y` that differs from the labels of the rows."""
    if _same_labels(y, true):
        return
    given = np.asarray(y)
    kinds = [_kind_of(labels) for labels in (given, true)]
    if given.shape == true.shape and None not in kinds and kinds[0] != kinds[1]:
        raise ValueError(
            f"`y` differs from the `row_labels` of the scorer: `y` has {kinds[0]}, "
            f"`row_labels` {kinds[1]}. Pass the same labels to both, or no `y`."
        )
    raise ValueError(f"`y` differs from the `row_labels` of the scorer: {OTHER_ROWS}")


def _kind_of(labels: NDArray[Any]) -> str | None:
    """Name the kind of labels in words, where it is one."""
    kinds = {"U": "strings", "S": "bytes", "b": "bools", "f": "numbers", "u": "numbers"}
    kinds["i"] = "numbers"
    if labels.dtype.kind == "O" and labels.size:
        labels = np.asarray(labels.tolist())
    return kinds.get(labels.dtype.kind)


def _same_labels(one: Any, other: NDArray[Any]) -> bool:
    """Return whether two arrays of labels are equal, entry by entry."""
    # As an array of one type, labels 1 and "1" would be one.
    first = np.asarray(one, dtype=object if isinstance(one, list | tuple) else None)
    if other.ndim == 1 and first.shape == (len(other), 1):  # a frame of one column
        first = first[:, 0]
    try:
        return first.shape == other.shape and bool(np.all(first == other))
    except TypeError:  # pandas.NA is neither equal nor unequal
        return False


def _dense(data: Any) -> Any:
    """Return sparse data as an array."""
    return data.toarray() if hasattr(data, "toarray") else data
