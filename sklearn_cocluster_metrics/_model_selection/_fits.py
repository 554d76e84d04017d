"""Clone and fit a co-clusterer on a part of the data, and read what it has found."""

from collections.abc import Iterable, Sequence
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from .._structures._arguments import has_masked_entries, is_estimator
from .._structures._columns import LabelledColumns
from .._structures._entry_names import (
    Names,
    column_names,
    in_order_of,
    index_of,
    n_columns_of,
    n_rows_of,
    names_of_modes,
)
from .._structures._estimators import (
    COCLUSTERING,
    Accessor,
    fitted_layer,
    fitted_modes,
    has_fitted,
    has_modes,
)
from .._structures._indicators import Indicators, dense_indicator, fitted_biclustering
from .._structures._labels import LabelCodes, check_labels
from .._structures._messages import describe
from .._structures._partitions import Check

_FUNCTION_HINT = "Wrap a function that returns its labels in `FunctionCocluster`."
Masks = tuple[NDArray[np.bool_], NDArray[np.bool_]]
Found = tuple[tuple[NDArray[Any], ...], NDArray[np.intp] | None]
"""The labels of every mode, and the columns that have some; None for all."""


def clone_or_explain(estimator: Any) -> Any:
    """Clone an estimator; where it cannot be cloned, name the cure."""
    if not is_estimator(estimator) and not isinstance(estimator, type):
        got = describe(estimator)
        hint = f" {_FUNCTION_HINT}" if callable(estimator) else ""
        raise TypeError(f"`estimator` must have a `fit`, got {got}.{hint}")
    try:
        return clone(estimator)
    except TypeError as error:
        raise TypeError(
            f"`estimator`: {str(error).rstrip('.')}. Its parameters must be those of "
            f"`__init__`, and `get_params` must take `deep`. {_FUNCTION_HINT}"
        ) from error


def clone_with_seed(estimator: Any, seed: int) -> Any:
    """Clone an estimator, with this seed for every `random_state` in it."""
    model = clone_or_explain(estimator)
    names = model.get_params(deep=True)
    return model.set_params(
        **{name: seed for name in names if name.split("__")[-1] == "random_state"}
    )


def fit_or_explain(estimator: Any, X: Any, hint: str) -> None:
    """Fit an estimator; where it fails on empty rows or columns, name the cure.

    Errors on any other data are raised as they are. `fit` may return anything.
    """
    try:
        signature(estimator.fit).bind(None)
    except TypeError as error:
        raise TypeError(
            f"`fit` of {type(estimator).__name__} cannot be called with `X` alone "
            f"({error}); its data may belong in the constructor. {_FUNCTION_HINT}"
        ) from None
    try:
        estimator.fit(X)
    except Exception as error:
        reason = _why_it_may_fail(X, hint)
        if reason is None:
            raise
        raise ValueError(f"{type(estimator).__name__} failed on {reason}") from error


def _why_it_may_fail(X: Any, hint: str) -> str | None:
    """Return what spectral co-clusterers cannot be fitted on, if X has any of it."""
    try:
        rows, columns = nonzero_masks(X)
    except (TypeError, ValueError):  # texts, or no numbers: the error as it is is best
        return None
    if len(columns) == 1:
        return "data of 1 feature(s); spectral co-clusterers need two columns or more."
    if rows.all() and columns.all():
        return None
    empty = f"{np.sum(~rows)} rows and {np.sum(~columns)} columns are all zero"
    return f"data with empty rows or columns: {empty}. {hint}"


def fitted_labels_of(
    estimator: Any, X: Any, accessor: Accessor | None = None, name: str = "estimator"
) -> Found:
    """Return the labels of every mode of X, checked and in its order.

    And the columns that have some, where the steps of a pipeline drop others.
    """
    n_modes = len(X.shape)
    if accessor is None and n_modes > 2 and not has_modes(estimator):
        raise ValueError(
            f"`labels_` must have {n_modes} arrays, one per mode; or pass `accessor`."
        )
    n_columns = X.shape[1] if n_modes == 2 else None
    modes, labelled = fitted_modes(estimator, name, accessor, n_columns=n_columns)
    if labelled is None:
        words = [f"labels of mode {mode}" for mode in range(len(modes))]
        arrays, own = map(label_array, modes, words), map(index_of, modes)
        of_X = names_of_modes(X, len(modes))
        labels = tuple(map(in_order_of, arrays, own, of_X, words))
    else:
        rows, columns = map(label_array, modes, COCLUSTERING)
        rows = in_order_of(rows, index_of(modes[0]), index_of(X), COCLUSTERING[0])
        columns = columns_in_order_of(X, columns, index_of(modes[1]), labelled)
        labels = rows, columns
    return labels, check_labelled_columns(labelled, labels, X.shape)


def labels_rows_alone(estimator: Any) -> bool:
    """Return whether what is fitted has labels of the rows alone, as `KMeans` has."""
    return has_fitted(estimator, "labels_") and not has_modes(estimator)


def fitted_modes_of(estimator: Any, X: Any, accessor: Accessor | None = None) -> Found:
    """Return the labels of every mode, as `fitted_labels_of`, or of the rows alone."""
    if accessor is not None or not labels_rows_alone(estimator):
        return fitted_labels_of(estimator, X, accessor)
    (rows,) = fitted_layer(estimator, ("labels_",), "estimator").found
    found = in_order_of(
        label_array(rows, "labels_"), index_of(rows), index_of(X), "labels_"
    )
    return (found,), check_labelled_columns(None, (found,), X.shape)


def fitted_indicators_of(
    estimator: Any, X: Any, *, transpose: bool = False
) -> tuple[Indicators, tuple[Names | None, ...], LabelledColumns]:
    """Return the transposed indicators of a fit in the order of X, and own names."""
    (rows, columns), names, labelled = fitted_biclustering(
        estimator, "estimator", n_columns=n_columns_of(X), transpose=transpose
    )
    rows, columns = dense_indicator(rows).T, dense_indicator(columns).T
    rows = in_order_of(rows, names[0], index_of(X), "row_labels_")
    columns = columns_in_order_of(X, columns, names[1], labelled)
    return (rows, columns), names, labelled


def columns_in_order_of(
    X: Any, found: Any, own: Names | None, labelled: LabelledColumns
) -> Any:
    """Match what was found of the columns with X, by the names it came with.

    Both are in the order of the input.
    """
    if own is None or len(own) != n_rows_of(found):
        return found
    names = labelled.names_in_input_order(column_names(X))
    return in_order_of(found, own, names, "column_labels_")


def check_labelled_columns(
    labelled: LabelledColumns | None, found: tuple[Any, ...], shape: tuple[int, ...]
) -> NDArray[np.intp] | None:
    """Return the columns that are labelled, None for all; check names and sizes."""
    kept = None
    if labelled is not None:
        labelled.refuse_new("estimator", "Transform `X` before.")
        kept = labelled.kept
    # Further modes may be features of the cells.
    expected = shape[: len(found)] if kept is None else (shape[0], len(kept))
    sizes = tuple(map(len, found))
    if sizes != expected:
        raise ValueError(f"The estimator has labelled {sizes} entries of {expected}.")
    return kept


def check_listed(labels: Any, name: str, check: Check = check_labels) -> LabelCodes:
    """Check labels of one mode; a tuple, which would mean modes, counts as a list."""
    codes: LabelCodes = check(
        list(labels) if isinstance(labels, tuple) else labels, name
    )
    return codes


def label_array(labels: Any, name: str) -> NDArray[Any]:
    """Check labels and return them as an array."""
    checked = check_listed(labels, name).labels()
    # As an array of one type, labels 1 and "1" of a list would be one.
    return checked if checked.dtype == object else np.asarray(labels)


def refuse_masks_and_texts(X: Any) -> None:
    """Refuse masked values, which a plain array would have again, texts and scalars."""
    n_rows_of(X)
    if has_masked_entries(X):
        raise ValueError("`X` has masked entries; fill them in, or leave them out.")
    listed = isinstance(X, Iterable) and getattr(X, "ndim", 1) == 1
    if listed and isinstance(next(iter(X), None), str):
        raise ValueError(
            "`X` must be a matrix, got texts; pass `CountVectorizer().fit_transform(X)`"
            ", and the estimator without the vectorizer."
        )


def is_frame(X: Any) -> bool:
    """Return whether data are indexed like a pandas DataFrame."""
    return hasattr(X, "iloc") and hasattr(X, "columns")


def nonzero_masks(X: Any) -> Masks:
    """Return which rows and which columns have an entry other than 0."""
    nonzero = (X if hasattr(X, "tocsr") else np.asarray(X)) != 0  # nor a stored zero
    rows, columns = (np.asarray(nonzero.sum(axis=axis)).ravel() > 0 for axis in (1, 0))
    return rows, columns


def indexable(X: Any) -> Any:
    """Return data whose parts can be taken without a copy of the whole."""
    if hasattr(X, "tocsr") and X.format not in ("csr", "csc"):
        return X.tocsr()
    return X if is_frame(X) or hasattr(X, "tocsr") else np.asarray(X)


def nonempty_part(
    X: Any, positions: Sequence[NDArray[np.intp]], kind: str | None
) -> tuple[Any, list[NDArray[np.intp]]]:
    """Return a part of indexable data, and its positions.

    Of counts and weights, rows and columns that are empty in it are left out: they say
    nothing, and spectral co-clusterers fail on them. A 0 among values is one of them.
    """
    part, kept = take_part(X, *positions), list(positions)
    if kind in ("counts", "weights"):
        masks = nonzero_masks(part)
        if masks[0].any() and not all(mask.all() for mask in masks):
            part = take_part(part, *masks)
            kept = [one[mask] for one, mask in zip(positions, masks, strict=True)]
    return part, kept


def take_part(X: Any, *positions: NDArray[Any]) -> Any:
    """Return a part of indexable data: masks or positions in each mode."""
    if is_frame(X):
        return X.iloc[positions]
    if not hasattr(X, "tocsr"):
        return X[np.ix_(*positions)]
    rows, columns = positions
    # The mode in which the entries are stored first: each step copies what is left.
    return X[rows][:, columns] if X.format == "csr" else X[:, columns][rows]
