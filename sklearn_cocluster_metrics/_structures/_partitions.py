"""Two clusterings, or two co-clusterings, that label the same things."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ._arguments import check_equal, check_two_parts, is_estimator
from ._columns import Identity, LabeledColumns, align_entries
from ._entry_names import (
    HINT_AT_NAMES,
    index_of,
    is_numbering,
    kind_of_entries,
    names_of_modes,
    reorder_by_names,
)
from ._estimators import fitted_layer, fitted_modes, has_fitted, has_modes
from ._labels import LabelCodes, check_labels, complete_names
from ._messages import FOR_ONE_STRUCTURE, warn_caller
from ._runs import MANY_ENTRIES, warn_if_in_runs
from ._weights import attach_weights, weights_of_modes

Modes = tuple[LabelCodes, ...]
"""Checked labels of every mode of a clustering or a co-clustering."""

_HINT_AT_ABSENT_NAMES = (
    f"{HINT_AT_NAMES} `handle_unlabeled(..., 'drop_either')` leaves out what only one "
    "side has."
)

Check: TypeAlias = Callable[[Any, str], Any]
"""A check of the labels of one mode, which is called with these and their name.

It returns the checked labels: `LabelCodes`, or `LabelParts` for labels read in parts.
"""


# Two structures


def check_partitions(
    labels_true: Any,
    labels_pred: Any,
    *,
    check: Check = check_labels,
    sample_weight: Any = None,
    names: tuple[str, str] = ("labels_true", "labels_pred"),
    always_look_for_runs: bool = False,
) -> tuple[Any, Any]:
    """Return the checked labels of each mode of two clusterings or two co-clusterings.

    A clustering has one mode, a co-clustering two or more. `check` checks the labels of
    a mode; entries of both sides are put in the same order. Weights are attached to the
    true labels. Errors call the arguments by `names`. Large co-clusterings and fitted
    estimators are examined for labels in runs; with `always_look_for_runs`, small ones
    and clusterings too.
    """
    is_fitted = is_estimator(labels_true) or is_estimator(labels_pred)
    true_side, pred_side = _read_estimators(labels_true, labels_pred, names)
    true = check_modes(true_side.labels, names[0], check)
    pred = check_modes(pred_side.labels, names[1], check)
    _check_n_modes(true, pred, names)
    _warn_of_rows_without_names(true_side.labeled_columns, true, pred)
    _warn_of_rows_without_names(pred_side.labeled_columns, pred, true)
    if sample_weight is not None:
        weights = weights_of_modes(sample_weight, len(true))
        pred_names = [labels.names for labels in pred]
        true = tuple(map(attach_weights, true, weights, pred_names))
    true, pred = _align_modes(
        true,
        pred,
        true_identities=_identities_of_modes(true, true_side.labeled_columns),
        pred_identities=_identities_of_modes(pred, pred_side.labeled_columns),
        names=names,
    )
    is_large = len(true) > 1 and max(map(len, true)) >= MANY_ENTRIES
    if always_look_for_runs or is_fitted or is_large:
        if all(isinstance(labels, LabelCodes) for labels in (*true, *pred)):
            warn_if_in_runs(true, pred)
    return true, pred


@dataclass(frozen=True, eq=False)
class _Side:
    """The labels of one of two structures, and the columns that they belong to."""

    # Labels, or a tuple of the labels of each mode
    labels: Any
    # The columns that an estimator has labeled; None if the labels have names, or if
    # nothing is known
    labeled_columns: LabeledColumns | None = None


def _read_estimators(
    labels_true: Any, labels_pred: Any, names: tuple[str, str]
) -> tuple[_Side, _Side]:
    """Return the labels of both sides, read from those that are fitted estimators.

    An estimator is read as the kind of structure that the opposite side is. If both are
    estimators, they are co-clusterings if one of them has labels of several modes.
    """
    structures = [side for side in (labels_true, labels_pred) if not is_estimator(side)]
    if structures:
        as_coclustering = isinstance(structures[0], tuple)
    else:
        as_coclustering = has_modes(labels_true) or has_modes(labels_pred)
    true_side = _read_side(
        labels_true,
        names[0],
        opposite=labels_pred,
        as_coclustering=as_coclustering,
    )
    pred_side = _read_side(
        labels_pred,
        names[1],
        opposite=labels_true,
        as_coclustering=as_coclustering,
    )
    return true_side, pred_side


def _read_side(
    structure: Any, name: str, *, opposite: Any, as_coclustering: bool
) -> _Side:
    """Return the labels of a structure, read from it if it is a fitted estimator.

    `opposite` is the structure that it is compared with.
    """
    if not is_estimator(structure):
        return _Side(structure)
    if not as_coclustering:
        return _Side(_read_clustering(structure, name, opposite))
    modes, labeled_columns = fitted_modes(structure, name)
    if labeled_columns is not None and labeled_columns.names is None:
        if index_of(modes[1]) is not None:
            labeled_columns = None  # the labels have names that the steps do not know
    return _Side(modes, labeled_columns)


def _read_clustering(estimator: Any, name: str, opposite: Any) -> Any:
    """Return the labels of a clusterer; raise an error if it is a co-clusterer."""
    if has_fitted(estimator, "row_labels_") and not has_fitted(estimator, "labels_"):
        raise TypeError(
            f"`{name}` is a co-clusterer, so the other side must be a tuple "
            f"(row_labels, column_labels), got {type(opposite).__name__}. To "
            "compare the rows alone, pass `estimator.row_labels_`."
        )
    return fitted_layer(estimator, ("labels_",), name).values[0]


def _check_n_modes(
    true: tuple[Any, ...], pred: tuple[Any, ...], names: tuple[str, str]
) -> None:
    """Check that two structures have the same number of modes."""
    if len(true) != len(pred):
        raise ValueError(
            f"`{names[0]}` has {len(true)} modes, `{names[1]}` has {len(pred)}; a "
            "clustering is an array of labels, a co-clustering a tuple of one per mode."
        )


def _warn_of_rows_without_names(
    labeled_columns: LabeledColumns | None,
    fitted_labels: tuple[Any, ...],
    opposite_labels: tuple[Any, ...],
) -> None:
    """Warn if the columns of a fit are matched by name, but its rows by position.

    `fitted_labels` are the labels of each mode of an estimator, and `opposite_labels`
    the labels that these are compared with.
    """
    if labeled_columns is None or labeled_columns.names is None:
        return
    if fitted_labels[0].names is not None:
        return
    row_names = opposite_labels[0].names
    column_names = opposite_labels[1].names
    if row_names is None or column_names is None or is_numbering(row_names):
        return
    warn_caller(
        "Columns are matched by name, but rows by position: a fitted estimator "
        "keeps no names of its rows. Pass the row labels in the order of the data, "
        "as an array, or use a scorer, which matches both."
    )


def _identities_of_modes(
    modes: tuple[Any, ...], labeled_columns: LabeledColumns | None
) -> list[Identity]:
    """Return the identity of each mode: names of its entries, or columns of a fit."""
    identities: list[Identity] = [labels.names for labels in modes]
    if labeled_columns is not None:
        identities[1] = labeled_columns  # mode 1 is that of the columns
    return identities


def _align_modes(
    true: tuple[Any, ...],
    pred: tuple[Any, ...],
    *,
    true_identities: Sequence[Identity],
    pred_identities: Sequence[Identity],
    names: tuple[str, str],
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the labels of both sides, those of each mode in the same order."""
    aligned_true = []
    aligned_pred = []
    for mode in range(len(true)):
        arguments: Sequence[str] = names
        if len(true) > 1:
            arguments = [f"{name}[{mode}]" for name in names]
        true_labels = true[mode]
        pred_labels = pred[mode]
        true_identity = true_identities[mode]
        pred_identity = pred_identities[mode]
        has_fit = isinstance(true_identity, LabeledColumns) or isinstance(
            pred_identity, LabeledColumns
        )
        if not has_fit:
            true_labels, pred_labels = complete_names(true_labels, pred_labels)
            true_identity = true_labels.names
            pred_identity = pred_labels.names
        true_labels, pred_labels = align_entries(
            true_labels,
            pred_labels,
            true_identity=true_identity,
            pred_identity=pred_identity,
            arguments=arguments,
            hint=_HINT_AT_ABSENT_NAMES,
        )
        sizes = len(true_labels), len(pred_labels)
        check_equal(sizes, names, kind_of_entries(mode, len(true)))
        aligned_true.append(true_labels)
        aligned_pred.append(pred_labels)
    return tuple(aligned_true), tuple(aligned_pred)


# One structure


def check_modes(
    structure: Any, name: str, check: Check = check_labels
) -> tuple[Any, ...]:
    """Return a tuple of the checked labels of each mode.

    A clustering, which is an array-like, has one mode. A co-clustering is a tuple with
    an array-like for each mode.
    """
    if not isinstance(structure, tuple):
        return (check(structure, name),)
    if structure and all(map(_is_scalar, structure)):
        raise TypeError(f"`{name}` is a tuple of scalars; pass a clustering as a list.")
    if len(structure) < 2:
        raise ValueError(
            f"`{name}` is a tuple of length {len(structure)}; a co-clustering has two "
            "modes or more: (row_labels, column_labels)."
        )
    modes = [check(labels, f"{name}[{mode}]") for mode, labels in enumerate(structure)]
    return tuple(modes)


def _is_scalar(part: Any) -> bool:
    """Return whether a part of a tuple is one label, not an array-like of labels."""
    if isinstance(part, str | bytes | np.generic):
        return True
    array_attributes = ("__len__", "__iter__", "__array__", "fit")
    is_array = any(hasattr(part, attribute) for attribute in array_attributes)
    return part is not None and not is_array  # the check refuses None itself


def check_coclustering(
    structure: Any, name: str, X: Any = None
) -> tuple[LabelCodes, LabelCodes]:
    """Check one co-clustering of a matrix: a tuple, or a fitted co-clusterer.

    If the labels and the rows or columns of X have names, they are matched by name.
    """
    if is_estimator(structure):
        structure, labeled_columns = fitted_modes(structure, name)
        if labeled_columns is not None:
            labeled_columns.require_all_columns(name)
    pair = check_two_parts(structure, name, "(row_labels, column_labels)")
    check = partial(check_labels, advice=FOR_ONE_STRUCTURE)
    row_codes, column_codes = check_modes(pair, name, check)
    if X is None:
        return row_codes, column_codes
    row_names, column_names = names_of_modes(X, 2)
    rows: LabelCodes = reorder_by_names(
        row_codes, row_codes.names, row_names, argument=f"{name}[0]", target="`X`"
    )
    columns: LabelCodes = reorder_by_names(
        column_codes,
        column_codes.names,
        column_names,
        argument=f"{name}[1]",
        target="`X`",
    )
    return rows, columns


def as_structure(arrays: tuple[Any, ...]) -> Any:
    """Return one array per mode as score functions take them.

    A clustering is an array, a co-clustering a tuple of arrays.
    """
    return arrays if len(arrays) > 1 else arrays[0]


def as_named_structure(structure: Any, arrays: Iterable[Any], modes: Modes) -> Any:
    """Return one array per mode as the kind of structure that a user has passed.

    If the labels of a mode came in a Series, or in a mapping from items to labels, the
    same kind is returned, with the names of the checked `modes`.
    """
    if isinstance(structure, tuple):
        parts = structure
    else:  # a clustering, which has one mode, or an estimator
        parts = (structure,) * len(modes)
    results = []
    for part, array, labels in zip(parts, arrays, modes, strict=True):
        if labels.names is None or is_estimator(part):
            results.append(array)
        elif isinstance(part, Mapping):
            results.append(dict(zip(labels.names, array.tolist(), strict=True)))
        else:
            results.append(type(part)(array, index=labels.names))
    return as_structure(tuple(results))
