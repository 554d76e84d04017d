"""Fit a co-clusterer, and read one label for every row and column."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._structures import (
    COCLUSTERING,
    Accessor,
    LabelledColumns,
    check_labels,
    fitted_modes,
    has_modes,
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


class FitLabels(NamedTuple):
    """One array of labels per mode, and the columns that have some; None is all."""

    modes: tuple[NDArray[Any], ...]
    kept: NDArray[np.intp] | None


def fitted_labels_of(
    estimator: Any, shape: tuple[int, ...], accessor: Accessor | None = None
) -> FitLabels:
    """Return what an estimator has labelled, in the order of its input, checked.

    There is one label for every entry of every mode; of columns, for every one that the
    steps of a pipeline have kept. `shape` is that of the input.
    """
    if accessor is None and len(shape) > 2 and not has_modes(estimator):
        raise ValueError(
            f"`X` has {len(shape)} modes, but the estimator has no labels of as many "
            "in `labels_`. Pass `accessor`, which says where they are."
        )
    n_columns = shape[1] if len(shape) == 2 else None
    modes, labelled = fitted_modes(
        estimator, "estimator", accessor, n_columns=n_columns
    )
    names: Sequence[str] = [f"labels of mode {mode}" for mode in range(len(modes))]
    kept = None
    if labelled is not None:
        refuse_new_columns(labelled)
        names, kept = COCLUSTERING, labelled.kept
    labels = tuple(map(label_array, modes, names))
    expected = shape if kept is None else (shape[0], len(kept))
    found = tuple(map(len, labels))
    if found != expected:
        what = f"{found} entries"
        if len(found) == 2:
            what = f"{found[0]} rows and {found[1]} columns"
        raise ValueError(
            f"The estimator has labelled {what} of data of shape {expected}; it must "
            "have one label for every entry of every mode."
        )
    return FitLabels(labels, kept)


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
