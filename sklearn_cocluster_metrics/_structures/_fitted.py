"""What a fitted estimator has found, in the order of its input."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._columns import LabelledColumns, labelled_columns
from ._estimators import fitted_attributes


@dataclass(frozen=True, eq=False)
class Fitted:
    """What an estimator has found, its columns sorted as those of its input.

    Parameters
    ----------
    rows, columns : array-like
        Labels of the rows and of the columns; or, of biclusters, indicators of shape
        (n_biclusters, n_rows) and (n_biclusters, n_columns).
    labelled : LabelledColumns
        Which columns of the input these are.
    """

    rows: Any
    columns: Any
    labelled: LabelledColumns


def fitted_labels(estimator: Any, name: str) -> Any:
    """Return `labels_` of the outermost layer that has them."""
    return fitted_attributes(estimator, ("labels_",), name)[0]


def fitted_coclustering(
    estimator: Any,
    name: str,
    *,
    n_columns: int | None = None,
    transpose: bool = False,
) -> Fitted:
    """Return `row_labels_` and `column_labels_` of what the estimator wraps.

    Exchanged where the estimator transposes its input: its rows are then the columns.
    """
    attributes = _exchanged(("row_labels_", "column_labels_"), transpose)
    rows, columns = fitted_attributes(estimator, attributes, name)
    labelled = labelled_columns(estimator, attributes[1], name, n_columns=n_columns)
    return Fitted(rows, labelled.in_input_order(columns), labelled)


def fitted_biclustering(
    estimator: Any,
    name: str,
    *,
    n_columns: int | None = None,
    transpose: bool = False,
) -> Fitted:
    """Return `rows_` and `columns_` of what the estimator wraps, exchanged likewise."""
    attributes = _exchanged(("rows_", "columns_"), transpose)
    rows, columns = fitted_attributes(estimator, attributes, name)
    labelled = labelled_columns(estimator, attributes[1], name, n_columns=n_columns)
    columns = np.asarray(columns)
    return Fitted(rows, labelled.in_input_order(columns.T).T, labelled)


def _exchanged(names: tuple[str, str], transpose: bool) -> tuple[str, str]:
    """Return two names, the second first where the input is transposed."""
    return (names[1], names[0]) if transpose else names


def in_full(fitted: Fitted, name: str) -> tuple[Any, Any]:
    """Return what a fit has found, where it is of all the columns of the input."""
    if fitted.labelled.are_new or fitted.labelled.kept is not None:
        raise ValueError(
            f"`{name}` has not labelled the columns of its input: its steps drop "
            "columns or make new features. Pass the estimator itself to an index or "
            "to a scorer, which align the truth with it."
        )
    return fitted.rows, fitted.columns


def align(
    sides: Sequence[tuple[Any, LabelledColumns | None]], names: Sequence[str]
) -> list[Any]:
    """Restrict the columns of each side to those that the other side has labelled.

    A side is the truth of the columns, or what an estimator has found of them with the
    columns of the input that these are.
    """
    (true, of_true), (pred, of_pred) = sides
    if of_true is not None and of_pred is not None:
        if of_true.are_new != of_pred.are_new or not np.array_equal(
            _all_or(of_true.kept), _all_or(of_pred.kept)
        ):
            raise ValueError(
                f"`{names[0]}` and `{names[1]}` have labelled different columns of "
                "their input."
            )
        return [true, pred]
    if of_pred is not None:
        return [of_pred.restrict(true, names[0]), pred]
    if of_true is not None:
        return [true, of_true.restrict(pred, names[1])]
    return [true, pred]


def _all_or(kept: Any) -> Any:
    """Return positions, empty where all columns are kept."""
    return () if kept is None else kept
