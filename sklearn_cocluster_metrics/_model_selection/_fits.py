"""Clone an estimator, fit it to part of the data, and read its labels."""

from collections.abc import Sequence
from functools import partial
from inspect import signature
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.frozen import FrozenEstimator

from .._structures._arguments import is_estimator
from .._structures._columns import LabeledColumns, check_same_columns, reads_texts
from .._structures._entry_names import (
    Names,
    column_names,
    index_of,
    names_of_modes,
    reorder_if_named,
)
from .._structures._estimators import (
    BICLUSTERING_ATTRIBUTES,
    COCLUSTERING_ATTRIBUTES,
    Accessor,
    estimator_layers,
    fitted_layer,
    fitted_modes,
    has_fitted,
    has_modes,
    labels_columns_alone,
    names_of_read_modes,
    read_accessor,
)
from .._structures._indicators import (
    Indicators,
    check_biclustering,
    dense_indicator,
    fitted_biclustering,
)
from .._structures._labels import LabelCodes, check_labels
from .._structures._matrix import n_columns_of, n_rows_of, nonzero_masks
from .._structures._messages import FOR_ONE_STRUCTURE, describe, hint_at_fit_predict
from .._structures._partitions import LabelCheck
from .._structures._rows import entries_in_order_of_rows

_HINT_AT_FUNCTION_COCLUSTER = (
    "Wrap a function that returns its labels in `FunctionCocluster`."
)
FittedLabels: TypeAlias = tuple[tuple[NDArray[Any], ...], NDArray[np.intp] | None]
"""The labels of every mode, and the positions of the labeled columns (None for all)."""


def clone_or_explain(estimator: Any) -> Any:
    """Clone an estimator, or raise an error that explains what helps."""
    if isinstance(estimator, type):
        raise TypeError(
            f"`estimator` must be an instance, not the class {estimator.__name__}. "
            f"Pass `{estimator.__name__}(...)`."
        )
    if not is_estimator(estimator):
        got = describe(estimator)
        hint = hint_at_fit_predict(estimator)
        if callable(estimator):
            hint = f" {_HINT_AT_FUNCTION_COCLUSTER}"
        raise TypeError(f"`estimator` must have a `fit` method, got {got}.{hint}")
    refuse_frozen(estimator, "estimator")
    if not hasattr(estimator, "get_params"):
        raise TypeError(
            f"`estimator` cannot be cloned, because {type(estimator).__name__} has no "
            f"`get_params`. {_HINT_AT_FUNCTION_COCLUSTER}"
        )
    try:
        return clone(estimator)
    except TypeError as error:
        raise TypeError(
            f"`estimator` cannot be cloned: {str(error).rstrip('.')}. Its parameters "
            "must be the parameters of `__init__`, and its `get_params` must accept "
            f"`deep`. {_HINT_AT_FUNCTION_COCLUSTER}"
        ) from error


def refuse_frozen(estimator: Any, name: str, advice: str = "") -> None:
    """Raise an error for a frozen estimator, because its `fit` does nothing.

    A pipeline is also frozen if its last step is. `advice` ends the error.
    """
    if any(
        isinstance(layer, FrozenEstimator) for layer, _ in estimator_layers(estimator)
    ):
        raise TypeError(
            f"`{name}` cannot be fitted again, because it has a FrozenEstimator. Pass "
            f"the estimator in it, `frozen.estimator`, to fit clones of it.{advice}"
        )


def clone_with_seed(estimator: Any, seed: int) -> Any:
    """Clone an estimator, with this seed for every `random_state` in it."""
    model = clone_or_explain(estimator)
    return model.set_params(**dict.fromkeys(names_of_seeds(model), seed))


def names_of_seeds(estimator: Any) -> list[str]:
    """Return the name of every parameter `random_state` of an estimator and its parts.

    The parameters of a part have the names that `set_params` takes, such as
    "kmeans__random_state".
    """
    return [
        name
        for name in estimator.get_params(deep=True)
        if name.split("__")[-1] == "random_state"
    ]


def fit_or_explain(estimator: Any, X: Any, hint: str) -> None:
    """Fit an estimator; if it fails on empty rows or columns, explain what helps.

    A `fit` that cannot be called with X alone raises a TypeError. A single column is
    also explained. For other data, the error of `fit` is raised as it is. `fit` may
    return anything. `hint` ends the error of empty rows or columns.
    """
    try:
        signature(estimator.fit).bind(None)  # in place of X
    except TypeError as error:
        raise TypeError(
            f"`fit` of {type(estimator).__name__} cannot be called with `X` alone "
            f"({error}). If it takes its data in the constructor, it needs an "
            f"adapter. {_HINT_AT_FUNCTION_COCLUSTER}"
        ) from None
    except ValueError:  # Some functions in C have no signature.
        pass
    try:
        estimator.fit(X)
    except Exception as error:
        reason = _why_it_may_fail(X, hint)
        if reason is None:
            raise
        raise ValueError(f"{type(estimator).__name__} failed on {reason}") from error


def _why_it_may_fail(X: Any, hint: str) -> str | None:
    """Return why spectral co-clusterers cannot be fitted to X, or None if they may.

    The text follows the words "failed on", and may end with `hint`.
    """
    try:
        rows, columns = nonzero_masks(X)
    except (TypeError, ValueError):  # the first error explains more
        return None
    if len(columns) == 1:
        # The checks of estimators of scikit-learn look for the words "1 feature(s)".
        return (
            "data with 1 feature(s). Spectral co-clusterers need at least two columns."
        )
    if rows.all() and columns.all():
        return None
    return (
        f"data with empty rows or columns: {np.sum(~rows)} rows and "
        f"{np.sum(~columns)} columns are all zero. {hint}"
    )


def fitted_labels_of(
    estimator: Any, X: Any, accessor: Accessor | None = None, name: str = "estimator"
) -> FittedLabels:
    """Return the labels of every labeled mode of X, checked and in its order.

    An accessor may leave out the last modes, which then have no labels. Return also the
    positions of the columns that have labels, or None if all have a label. Some have
    none if the steps of a pipeline drop columns. `accessor` gives the names of the
    attributes with the labels, or a function of the estimator that returns them.
    """
    n_modes = len(X.shape)
    if accessor is None and n_modes > 2 and not has_modes(estimator):
        raise ValueError(
            f"`labels_` must have {n_modes} arrays, one for each mode of `X`. If the "
            "labels have another name, pass `accessor`."
        )
    n_columns = X.shape[1] if n_modes == 2 else None
    labels_of_modes, followed_columns = fitted_modes(
        estimator, name, accessor, n_columns=n_columns
    )
    if followed_columns is None:  # labels from an accessor, or in `labels_`
        # Last modes that an accessor leaves out have no labels. If a mode before these
        # is None, the check of its labels raises an error.
        while labels_of_modes[-1] is None:
            labels_of_modes = labels_of_modes[:-1]
        n_read_modes = len(labels_of_modes)
        labels = tuple(
            map(
                _labels_in_order_of,
                labels_of_modes,
                names_of_modes(X, n_read_modes),
                names_of_read_modes(accessor or "labels_", n_read_modes, name),
            )
        )
    else:
        check_same_columns(column_names(X), followed_columns.input_names)
        row_labels, column_labels = labels_of_modes
        steps = fitted_layer(estimator, COCLUSTERING_ATTRIBUTES, name).steps
        row_labels = entries_in_order_of_rows(X, row_labels, steps, name)
        rows_name, columns_name = COCLUSTERING_ATTRIBUTES
        ordered_row_labels = _labels_in_order_of(row_labels, index_of(X), rows_name)
        ordered_column_labels = columns_in_order_of(
            X,
            label_array(column_labels, columns_name),
            index_of(column_labels),
            followed_columns,
            argument=columns_name,
        )
        labels = (ordered_row_labels, ordered_column_labels)
    return labels, check_labeled_columns(followed_columns, labels, X.shape)


def _labels_in_order_of(
    labels: Any, data_names: Names | None, name: str
) -> NDArray[Any]:
    """Check fitted labels, and put them into the order of the data by their names."""
    checked = label_array(labels, name)
    ordered: NDArray[Any] = reorder_if_named(
        checked, index_of(labels), data_names, argument=name
    )
    return ordered


def labels_rows_alone(estimator: Any) -> bool:
    """Return whether a fitted estimator, such as `KMeans`, labels the rows alone."""
    if not has_fitted(estimator, "labels_") or has_modes(estimator):
        return False
    return not labels_columns_alone(estimator)


def fitted_modes_of(
    estimator: Any, X: Any, accessor: Accessor | None = None
) -> FittedLabels:
    """Return the labels of every mode, as `fitted_labels_of`, or of the rows alone.

    The labels of the rows alone are returned if there is no accessor, and the estimator
    has `labels_` for the rows, as a clusterer of rows has. No column has a label then,
    but the positions of the labeled columns are None, as if all had a label.
    """
    if accessor is not None or not labels_rows_alone(estimator):
        return fitted_labels_of(estimator, X, accessor)
    layer = fitted_layer(estimator, ("labels_",), "estimator")
    row_labels = entries_in_order_of_rows(X, layer.values[0], layer.steps, "estimator")
    labels = (_labels_in_order_of(row_labels, index_of(X), "labels_"),)
    check_labeled_columns(None, labels, X.shape)  # checks the number of row labels
    return labels, None


def refuse_pipeline_of_texts(estimator: Any, name: str) -> None:
    """Raise an error if a pipeline labels terms, which are not columns of a matrix.

    The first step of such a fitted pipeline reads texts, and its last step labels more
    than the rows, which are the texts. The error calls the pipeline `name`.
    """
    if labels_rows_alone(estimator):
        return
    _innermost, steps = list(estimator_layers(estimator))[-1]
    if steps and reads_texts(steps[0]):
        raise ValueError(
            f"`{name}` is a pipeline that was fitted to texts. For a pipeline `pipe`, "
            f"pass `pipe[-1]` as `{name}`, whose labels belong to the matrix that "
            "`pipe[:-1]` made from the texts."
        )


def refuse_dropped_columns(
    labeled_column_positions: NDArray[np.intp] | None, name: str
) -> None:
    """Raise an error if some columns have no labels, because a pipeline drops them.

    `labeled_column_positions` are the positions of the columns with labels, or None if
    all columns have labels.
    """
    if labeled_column_positions is not None:
        raise ValueError(
            f"`{name}` drops columns of `X`, so these columns have no labels. Drop "
            "them from `X` before the call."
        )


def fitted_indicators_of(
    estimator: Any,
    X: Any,
    *,
    transpose: bool = False,
    accessor: Accessor | None = None,
) -> tuple[Indicators, tuple[Names | None, ...], LabeledColumns]:
    """Return the indicators of a fit in the order of X, with a row for each entry.

    Return also the names that came with the rows and with the columns, and which
    columns of X have indicators. `accessor` says where the biclusters are. If it is
    None, they are in the attributes of scikit-learn. If `transpose` is True, the
    estimator transposes its input, so that `columns_` has the rows of X.
    """
    arguments: Sequence[str]  # the names of both indicators in errors
    if accessor is not None:
        arguments = names_of_read_modes(accessor, 2)
        (rows, columns), names, labeled_columns = _biclusters_by(accessor, estimator)
    else:
        arguments = BICLUSTERING_ATTRIBUTES
        if transpose:
            arguments = BICLUSTERING_ATTRIBUTES[::-1]
        (rows, columns), names, labeled_columns = fitted_biclustering(
            estimator, "estimator", n_columns=n_columns_of(X), transpose=transpose
        )
    check_same_columns(column_names(X), labeled_columns.input_names)
    row_names, names_of_columns = names
    row_entries = dense_indicator(rows).T
    if row_names is None and accessor is None and not transpose:
        steps = fitted_layer(estimator, BICLUSTERING_ATTRIBUTES, "estimator").steps
        row_entries = entries_in_order_of_rows(X, row_entries, steps, "estimator")
    ordered_rows = reorder_if_named(
        row_entries, row_names, index_of(X), argument=arguments[0]
    )
    ordered_columns = columns_in_order_of(
        X,
        dense_indicator(columns).T,
        names_of_columns,
        labeled_columns,
        argument=arguments[1],
    )
    return (ordered_rows, ordered_columns), names, labeled_columns


def _biclusters_by(
    accessor: Accessor, estimator: Any
) -> tuple[Indicators, tuple[Names | None, ...], LabeledColumns]:
    """Return the biclusters that an accessor reads, as `fitted_biclustering` does.

    The indicators have a row for each bicluster. The names of the rows and of the
    columns of the data, which are the columns of both indicators, come next. All
    columns of the data count as labeled.
    """
    biclusters, steps = read_accessor(estimator, accessor, "estimator")
    if steps:
        raise ValueError(
            f"`estimator` transforms its input with {type(steps[0]).__name__}, but "
            "biclusters that `accessor` reads cannot be followed through the steps "
            "of a pipeline. Transform `X` before, and pass the last step alone."
        )
    argument = "accessor(estimator)" if callable(accessor) else "estimator"
    if isinstance(biclusters, list):
        biclusters = tuple(biclusters)
    indicators = check_biclustering(biclusters, argument)
    row_part, column_part = biclusters
    n_columns = indicators[1].shape[1]
    all_columns = LabeledColumns(
        n_inputs=n_columns,
        input_names=None,
        positions=np.arange(n_columns),
        names=None,
    )
    return indicators, (column_names(row_part), column_names(column_part)), all_columns


def columns_in_order_of(
    X: Any,
    fitted: Any,
    fitted_names: Names | None,
    labeled_columns: LabeledColumns,
    *,
    argument: str,
) -> Any:
    """Put labels or indicators of columns into the order of X, by their names.

    Indicators have a row for each column. `labeled_columns` are the columns of the
    input that have labels. If X has no names, their names in the fit are used. If there
    are none either, `fitted` is already in the order of the input. A wrong number of
    names is left to later checks. Errors call the labels or indicators `argument`.
    """
    if fitted_names is None or len(fitted_names) != n_rows_of(fitted):
        return fitted
    names = labeled_columns.names_sorted_as_input(column_names(X))
    return reorder_if_named(fitted, fitted_names, names, argument=argument)


def check_labeled_columns(
    labeled_columns: LabeledColumns | None,
    labels: tuple[Any, ...],
    shape: tuple[int, ...],
) -> NDArray[np.intp] | None:
    """Return the sorted positions of the columns that are labeled, or None for all.

    Check that each row and each of these columns has a label. `labels` has the labels
    of each labeled mode, or indicators with a row for each entry. If `labeled_columns`
    is None, every entry of these modes must have a label. The result is also None if
    the rows alone are labeled.
    """
    positions = None
    if labeled_columns is not None:
        labeled_columns.refuse_new_features("estimator", "Transform `X` before.")
        positions = labeled_columns.positions_if_selected
    if positions is None:
        # X may have another axis that has no labels.
        expected_sizes = shape[: len(labels)]
    else:
        expected_sizes = (shape[0], len(positions))
    sizes = tuple(map(len, labels))
    if sizes != expected_sizes:
        raise ValueError(
            f"The estimator has labels of {sizes} entries in its modes, but `X` has "
            f"{expected_sizes}. Pass the data that it was fitted on."
        )
    return positions


def check_listed(
    labels: Any, name: str, check: LabelCheck = check_labels
) -> LabelCodes:
    """Check labels of one mode; a tuple is read as a list, not as several modes."""
    if isinstance(labels, tuple):
        labels = list(labels)
    codes: LabelCodes = check(labels, name)
    return codes


def label_array(labels: Any, name: str) -> NDArray[Any]:
    """Check labels and return them as an array."""
    check = partial(check_labels, advice=FOR_ONE_STRUCTURE)
    checked = check_listed(labels, name, check).labels()
    # In an array of one type, the labels 1 and "1" of a list would become equal.
    return checked if checked.dtype == object else np.asarray(labels)
