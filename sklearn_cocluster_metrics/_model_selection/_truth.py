"""The truth of a scorer against X, y and what an estimator was fitted on."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures import (
    Fitted,
    Indicators,
    LabelCodes,
    check_biclustering,
    check_labels,
    fitted_biclustering,
    fitted_coclustering,
    n_columns_of,
    n_rows_of,
)
from ._names import (
    Names,
    check_names_at_fit,
    column_names,
    in_order_of,
    index_of,
    row_names,
)

_REMEDIES = (
    "Pass the labels of the rows to the scorer (`row_labels=...`) and search with "
    "`cv=WholeDataSplit()`; or wrap the estimator in `InductiveCocluster`, which gives "
    "it `predict`."
)
LabelPair = tuple[LabelCodes, LabelCodes]


@dataclass(frozen=True, eq=False)
class TrueLabels:
    """Labels of the rows or of the columns, a copy, coded once.

    Parameters
    ----------
    codes : LabelCodes
        The labels.
    names : sequence or None
        Names of the rows or columns that they belong to, from an index.
    """

    codes: LabelCodes
    names: Names | None

    @classmethod
    def of(cls, labels: Any, name: str) -> "TrueLabels":
        """Check and copy what a user has passed."""
        codes = check_labels(labels, name)
        return cls(copy_of(codes), index_of(labels))


@dataclass(frozen=True, eq=False)
class TrueLabelsByName:
    """Labels of features by name, for steps that make features."""

    labels: Mapping[Any, Any]

    @classmethod
    def of(cls, labels: Mapping[Any, Any], name: str) -> "TrueLabelsByName":
        """Check and copy what a user has passed."""
        if not labels:
            raise ValueError(f"`{name}` is an empty mapping.")
        check_labels(list(labels.values()), name)
        return cls(dict(labels))

    def look_up(self, names: Names | None, name: str) -> LabelCodes:
        """Return the label of every feature."""
        if names is None:
            raise ValueError(
                f"`{name}` is a mapping from feature name to label, but the columns of "
                "`X` have no names; pass a DataFrame, or one label per column."
            )
        missing = [feature for feature in names if feature not in self.labels]
        if missing:
            raise ValueError(
                f"`{name}` lacks {len(missing)} of {len(names)} features, the first of "
                f"them {missing[0]!r}; it must have a label for every feature."
            )
        return check_labels([self.labels[feature] for feature in names], name)


def copy_of(codes: LabelCodes) -> LabelCodes:
    """Copy codes, which may be the caller's own array."""
    return codes.take(np.arange(len(codes)))


def fitted_rows(
    labels: Any, truth: TrueLabels, X: Any, y: Any, transpose: bool
) -> LabelPair:
    """Return true and fitted labels of the very rows the estimator was fitted on."""
    n_rows = n_rows_of(X)
    hint = ""
    if not transpose and len(labels) == n_columns_of(X) != n_rows:
        hint = " If the estimator transposes its input, pass `transpose=True`."
    _check_rows(len(truth.codes), len(labels), n_rows, hint)
    if y is not None and not _same_labels(y, truth.codes.labels()):
        raise ValueError(
            "`y` differs from the `row_labels` of the scorer: the rows have been "
            "split, shuffled or permuted, so fitted labels and truth would be those of "
            "different rows. Use `cv=WholeDataSplit()`, or pass no `row_labels` and "
            "wrap the estimator in `InductiveCocluster`."
        )
    true = in_order_of(truth.codes, truth.names, row_names(X), "row_labels")
    return true, check_labels(_as_labels(labels), "row_labels_")


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
        check_labels(_as_labels(y), "y"),
        check_labels(_as_labels(labels), "estimator.predict(X)"),
    )


def fitted_on(estimator: Any, X: Any, transpose: bool) -> Fitted:
    """Return the labels of an estimator, sorted as the columns of X."""
    fitted = fitted_coclustering(
        estimator, "estimator", n_columns=n_columns_of(X), transpose=transpose
    )
    attribute = "row_labels_" if transpose else "column_labels_"
    check_names_at_fit(estimator, attribute, column_names(X))
    return fitted


def fitted_columns(
    fitted: Fitted, truth: TrueLabels | TrueLabelsByName, X: Any
) -> LabelPair:
    """Return true and fitted labels of the columns that the last step saw."""
    name = "column_labels"
    if isinstance(truth, TrueLabelsByName):
        names = fitted.labelled.names_in_input_order() or column_names(X)
        true = truth.look_up(names, name)
    else:
        _check_has_columns(X, name)
        ordered = in_order_of(truth.codes, truth.names, column_names(X), name)
        true = fitted.labelled.restrict(ordered, name)
    pred = check_labels(_as_labels(fitted.columns), "column_labels_")
    if len(true) != len(pred):
        raise ValueError(
            f"The estimator has labelled {len(pred)} columns, `column_labels` has "
            f"{len(true)} for the columns of `X` that it saw; it was fitted on other "
            "data, or changes the columns."
        )
    return true, pred


@dataclass(frozen=True, eq=False)
class TrueBiclusters:
    """Indicators of the true biclusters, with the names of their rows and columns."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    row_names: Names | None
    column_names: Names | None

    @classmethod
    def of(cls, rows: Any, columns: Any) -> "TrueBiclusters":
        """Check what a user has passed."""
        checked = check_biclustering((rows, columns), "(rows, columns)")
        return cls(
            copy(checked[0]),
            copy(checked[1]),
            column_names(rows),
            column_names(columns),
        )


def fitted_biclusters(
    estimator: Any, truth: TrueBiclusters, X: Any, y: Any, transpose: bool
) -> tuple[Indicators, Indicators]:
    """Return true and fitted biclusters of the matrix the estimator was fitted on."""
    fitted = fitted_biclustering(
        estimator, "estimator", n_columns=n_columns_of(X), transpose=transpose
    )
    check_names_at_fit(estimator, "rows_" if transpose else "columns_", column_names(X))
    rows, columns = check_biclustering((fitted.rows, fitted.columns), "estimator")
    _check_rows(truth.rows.shape[1], rows.shape[1], n_rows_of(X), "")
    if y is not None and not _same_labels(_dense(y), truth.rows.T):
        raise ValueError(
            "`y` differs from the transposed `rows` of the scorer: the rows have been "
            "split, shuffled or permuted. Use `cv=WholeDataSplit()`."
        )
    _check_has_columns(X, "columns")
    true_rows = in_order_of(truth.rows.T, truth.row_names, row_names(X), "rows").T
    true_columns = fitted.labelled.restrict(
        in_order_of(truth.columns.T, truth.column_names, column_names(X), "columns"),
        "columns",
    ).T
    if true_columns.shape[1] != columns.shape[1]:
        raise ValueError(
            f"The estimator has found biclusters of {columns.shape[1]} columns, "
            f"`columns` has {true_columns.shape[1]}; it was fitted on other data."
        )
    return (true_rows, true_columns), (rows, columns)


def _check_has_columns(X: Any, name: str) -> None:
    """Refuse one label per column where the data have none."""
    if n_columns_of(X) is None:
        raise ValueError(
            f"`X` has no columns to which `{name}` could belong; pass a mapping from "
            "feature name to label."
        )


def _check_rows(n_true: int, n_fitted: int, n_rows: int, hint: str) -> None:
    """Check that truth, fitted labels and data have equally many rows."""
    if n_true != n_rows:
        raise ValueError(
            f"The scorer has the truth of {n_true} rows, `X` has {n_rows}; it must be "
            "the truth of all rows: use `cv=WholeDataSplit()`."
        )
    if n_fitted != n_rows:
        raise ValueError(
            f"The estimator has labelled {n_fitted} rows, `X` has {n_rows}; it was "
            f"fitted on other data.{hint} In cross-validation use "
            "`cv=WholeDataSplit()`, or `InductiveCocluster` for new rows."
        )


def _as_labels(labels: Any) -> Any:
    """Return labels as a list where they come as a tuple, which means modes."""
    return list(labels) if isinstance(labels, tuple) else labels


def _same_labels(one: Any, other: NDArray[Any]) -> bool:
    """Tell whether two arrays of labels are equal, entry by entry."""
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
