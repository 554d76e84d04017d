"""Find the columns of a matrix to draw that fitted estimators have labeled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._statistics._contingency import Positions
from .._structures._arguments import is_estimator
from .._structures._columns import LabeledColumns, check_same_columns
from .._structures._entry_names import (
    Names,
    column_names,
    fitted_column_names,
    take_entries,
)
from .._structures._estimators import fitted_layer, has_fitted
from .._structures._matrix import n_columns_of
from .._structures._types import Estimator


def columns_to_draw(
    X: Any, structures: Mapping[str, Any], attributes: tuple[str, ...]
) -> LabeledColumns | None:
    """Return the columns of X that fitted estimators have labeled.

    `structures` are the structures to draw, by the names of their arguments. Return
    None if none of them is an estimator with these `attributes`. Other estimators only
    have to be fitted on the columns of X. Estimators that have labeled different
    columns, or were fitted on other columns than those of X, raise an error.
    """
    columns_of_argument = {}
    for argument, structure in structures.items():
        if not is_estimator(structure):
            continue
        _check_fitted_columns(structure, X, argument)
        if has_fitted(structure, *attributes):
            layer = fitted_layer(structure, attributes, argument)
            # Steps of a pipeline may drop columns before the last step labels them.
            columns = layer.follow_columns(argument, n_columns=None)
            _refuse_new_features(columns, argument)
            columns_of_argument[argument] = columns
    if not columns_of_argument:
        return None
    first_columns, *further_columns = columns_of_argument.values()
    for columns in further_columns:
        first_columns.check_same(columns, list(columns_of_argument))
    return first_columns


def part_to_draw(
    matrix: Any, names: list[Names | None], labeled_columns: LabeledColumns
) -> tuple[Any, list[Names | None]]:
    """Return the labeled columns of a matrix, and the names of its rows and columns."""
    positions = labeled_columns.positions_if_selected
    if positions is None:  # All columns are labeled.
        return matrix, names
    row_names, names_of_columns = names
    selected = selected_names(names_of_columns, positions)
    return matrix[:, positions], [row_names, selected]


def selected_names(names: Names | None, positions: Positions) -> list[Any] | None:
    """Return the names at these positions, or None if there are no names."""
    if names is None:
        return None
    selected: list[Any] = take_entries(list(names), positions)
    return selected


def _check_fitted_columns(estimator: Estimator, X: Any, argument: str) -> None:
    """Check that X has the columns that an estimator was fitted on."""
    check_same_columns(column_names(X), fitted_column_names(estimator), argument)
    n_columns = n_columns_of(X)
    n_fitted = getattr(estimator, "n_features_in_", None)
    if n_columns is not None and n_fitted is not None and n_columns != n_fitted:
        raise ValueError(
            f"`X` has {n_columns} columns, but `{argument}` was fitted on {n_fitted}. "
            "Pass the data that it was fitted on. If `X` is the output of the first "
            f"steps of a pipeline `pipe`, pass `pipe[-1]` as `{argument}`."
        )


def _refuse_new_features(columns: LabeledColumns, argument: str) -> None:
    """Raise an error if steps of a pipeline have made new features of the columns."""
    if columns.are_new_features:
        raise ValueError(
            f"The steps of `{argument}` make features that are not columns of `X`, so "
            "`X` cannot be drawn with their labels. For a pipeline `pipe`, pass "
            f"`pipe[:-1].transform(X)` as `X`, and `pipe[-1]` as `{argument}`."
        )
