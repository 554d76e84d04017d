"""Fit a co-clusterer, and read one label for every row and column."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures import (
    Accessor,
    Fitted,
    LabelledColumns,
    check_labels,
    fitted_coclustering,
    modes_of,
    n_columns_of,
)
from ._constructor_data import check_takes_data, clone_or_explain
from ._matrices import nonzero_masks

WRAP_IT = (
    "Wrap the co-clusterer in `InductiveCocluster`, which leaves them out of fits."
)
LabelArrays = tuple[NDArray[Any], NDArray[Any]]


def clone_with_seed(estimator: Any, seed: int) -> Any:
    """Clone an estimator, with this seed for every `random_state` in it."""
    model = clone_or_explain(estimator)
    seeds = {
        name: seed
        for name in model.get_params(deep=True)
        if name == "random_state" or name.endswith("__random_state")
    }
    model.set_params(**seeds)
    return model


def fit_or_explain(estimator: Any, X: Any, cure: str) -> None:
    """Fit an estimator; where it fails on empty rows or columns, name the cure.

    Errors on any other data are raised as they are. `fit` may return anything.
    """
    check_takes_data(estimator)
    try:
        estimator.fit(X)
    except Exception as error:
        reason = _why_it_may_fail(X, cure)
        if reason is None:
            raise
        raise ValueError(f"{type(estimator).__name__} failed on {reason}") from error


def _why_it_may_fail(X: Any, cure: str) -> str | None:
    """Return what spectral co-clusterers cannot be fitted on, if X has any of it."""
    n_columns = n_columns_of(X)
    if n_columns is None:  # texts
        return None
    if n_columns == 1:
        return "data of 1 feature(s); spectral co-clusterers need two columns or more."
    try:
        rows, columns = nonzero_masks(X)
    except (TypeError, ValueError):  # not numbers; the estimator's own error is better
        return None
    if rows.all() and columns.all():
        return None
    return (
        f"data with empty rows or columns: {np.sum(~rows)} rows and "
        f"{np.sum(~columns)} columns are all zero. {cure}"
    )


def fitted_labels_of(estimator: Any, shape: tuple[int, int]) -> Fitted:
    """Return what an estimator has labelled, in the order of its input, checked.

    Labels are arrays, one label for every row and for every column that the steps of a
    pipeline have kept; `shape` is that of the input.
    """
    fitted = fitted_coclustering(estimator, "estimator", n_columns=shape[1])
    refuse_new_columns(fitted.labelled)
    rows = label_array(fitted.rows, "row_labels_")
    columns = label_array(fitted.columns, "column_labels_")
    kept = fitted.labelled.kept
    expected = (shape[0], shape[1] if kept is None else len(kept))
    if (len(rows), len(columns)) != expected:
        raise ValueError(
            f"The estimator has labelled {len(rows)} rows and {len(columns)} columns "
            f"of data of shape {expected}; it must label every row and every column."
        )
    return Fitted(rows, columns, fitted.labelled)


def fitted_modes_of(
    estimator: Any, shape: tuple[int, ...], accessor: Accessor | None
) -> tuple[tuple[NDArray[Any], ...], NDArray[np.intp] | None]:
    """Return the labels of every mode, checked, and the columns kept; None is all."""
    modes = modes_of(estimator, "estimator", accessor)
    if modes is None and len(shape) == 2:
        fitted = fitted_labels_of(estimator, (shape[0], shape[1]))
        return (fitted.rows, fitted.columns), fitted.labelled.kept
    if modes is None:
        raise ValueError(
            f"`X` has {len(shape)} modes, but the estimator has no labels of as many "
            "in `labels_`. Pass `accessor`, which says where they are."
        )
    labels = tuple(
        label_array(of_mode, f"labels of mode {mode}")
        for mode, of_mode in enumerate(modes)
    )
    found = tuple(map(len, labels))
    if found != shape:
        raise ValueError(
            f"The estimator has {found} labels in its modes for data of shape {shape}; "
            "it must have one array per mode, with one label per entry."
        )
    return labels, None


def refuse_new_columns(labelled: LabelledColumns) -> None:
    """Refuse features that are not columns of the data."""
    if labelled.are_new:
        raise ValueError(
            "`estimator` makes features that are not columns of `X`, so its column "
            "labels cannot be matched with the columns. Transform `X` before; if only "
            "the names have changed, pass `verbose_feature_names_out=False` to the "
            "`ColumnTransformer` or `FeatureUnion`."
        )


def label_array(labels: Any, name: str) -> NDArray[Any]:
    """Check labels and return them as an array; a tuple counts as a list."""
    if isinstance(labels, tuple):
        labels = list(labels)
    checked = check_labels(labels, name).labels()
    # As an array of one type, labels 1 and "1" of a list would be one.
    return checked if checked.dtype == object else np.asarray(labels)
