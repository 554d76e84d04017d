"""What a fitted estimator has found, in the order of its input."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ._columns import LabelledColumns, labelled_columns
from ._estimators import fitted_attributes
from ._indicator_arrays import check_indicator, dense_indicator
from ._names import Names, in_order_of


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


def fitted_row_labels(estimator: Any, name: str, *, transpose: bool = False) -> Any:
    """Return the labels of the rows; steps before may change the columns."""
    attributes = _exchanged(("row_labels_", "column_labels_"), transpose)
    return fitted_attributes(estimator, attributes, name)[0]


def fitted_coclustering(
    estimator: Any,
    name: str,
    *,
    n_columns: int | None = None,
    transpose: bool = False,
) -> Fitted:
    """Return `row_labels_` and `column_labels_` of what the estimator wraps.

    They are exchanged where the estimator transposes its input.
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
    """Return `rows_` and `columns_`, exchanged where the estimator transposes."""
    attributes = _exchanged(("rows_", "columns_"), transpose)
    rows, columns = fitted_attributes(estimator, attributes, name)
    labelled = labelled_columns(estimator, attributes[1], name, n_columns=n_columns)
    columns = dense_indicator(
        check_indicator(columns, attributes[1], "(n_biclusters, n_columns)")
    )
    return Fitted(rows, labelled.in_input_order(columns.T).T, labelled)


def _exchanged(names: tuple[str, str], transpose: bool) -> tuple[str, str]:
    """Return two names, the second first where the input is transposed."""
    return (names[1], names[0]) if transpose else names


def in_full(fitted: Fitted, name: str) -> tuple[Any, Any]:
    """Return what a fit has found, where it is of all the columns of the input."""
    if fitted.labelled.are_new or fitted.labelled.kept is not None:
        raise ValueError(
            f"`{name}` has not labelled every column of its input: its steps drop "
            "columns or make new features. Pass the estimator itself to a function "
            "that compares it with a truth, or to a scorer: they align the truth."
        )
    return fitted.rows, fitted.columns


@dataclass(frozen=True, eq=False)
class ColumnsOfSide:
    """The columns of one of two structures, one entry each.

    Parameters
    ----------
    entries : LabelCodes or ndarray
        Label of each column; or a transposed indicator of biclusters.
    labelled : LabelledColumns or None
        Which columns of its input an estimator has labelled; None for a truth.
    names : sequence or None
        Names of the columns of a truth, from an index or a data frame.
    """

    entries: Any
    labelled: LabelledColumns | None
    names: Names | None


def align(true: ColumnsOfSide, pred: ColumnsOfSide, names: Sequence[str]) -> list[Any]:
    """Bring the columns of both sides into one order.

    A truth is restricted to the columns that the estimator has labelled. Two truths
    are matched by name, where both have names.
    """
    if true.labelled is not None and pred.labelled is not None:
        true.labelled.check_same(pred.labelled, names)
        return [true.entries, pred.entries]
    if true.labelled is None and pred.labelled is None:
        other = f"`{names[1]}`"
        ordered = in_order_of(true.entries, true.names, pred.names, names[0], other)
        return [ordered, pred.entries]
    return [
        _restricted(true, pred.labelled, names[0]),
        _restricted(pred, true.labelled, names[1]),
    ]


def _restricted(side: ColumnsOfSide, other: LabelledColumns | None, name: str) -> Any:
    """Return the entries of the columns that the other side has labelled."""
    if other is None:
        return side.entries
    return other.restrict(side.entries, name, own=side.names)
