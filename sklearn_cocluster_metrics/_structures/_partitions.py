"""Two clusterings, or two co-clusterings, that label the same things."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from ._accessors import modes_of
from ._columns import LabelledColumns
from ._estimators import has_fitted, is_estimator
from ._fitted import (
    ColumnsOfSide,
    align,
    fitted_coclustering,
    fitted_labels,
    in_full,
)
from ._label_parts import LabelParts, check_whole_or_parts
from ._labels import LabelCodes, check_labels
from ._names import PLAIN, in_order_of, index_of, indexes_of

Modes = tuple[LabelCodes, ...]
ModesOrParts: TypeAlias = tuple[LabelCodes | LabelParts, ...]


def check_partitions(labels_true: Any, labels_pred: Any) -> tuple[Modes, Modes]:
    """Check two clusterings or two co-clusterings and return the codes of each mode.

    A clustering has one mode, a co-clustering two or more.
    """
    if not (is_estimator(labels_true) or is_estimator(labels_pred)):
        return _check_pair(labels_true, labels_pred)
    names = ("labels_true", "labels_pred")
    sides = _from_estimators(labels_true, labels_pred, names)
    structures, labelled = zip(*sides, strict=True)
    true, pred = _check_pair(*structures, of_one_length=not any(labelled))
    if any(labelled):
        of_true, of_pred = (
            ColumnsOfSide(modes[1], of, index_of(structure[1]))
            for modes, of, structure in zip(
                (true, pred), labelled, structures, strict=True
            )
        )
        first, second = align(of_true, of_pred, [f"{name}[1]" for name in names])
        true, pred = (true[0], first), (pred[0], second)
        _check_lengths(true, pred)
    return true, pred


def check_partitions_or_parts(
    labels_true: Any, labels_pred: Any
) -> tuple[ModesOrParts, ModesOrParts]:
    """Check two structures, but the labels of dask arrays and memory maps only later.

    These are for the caller to read in parts.
    """
    if is_estimator(labels_true) or is_estimator(labels_pred):
        return check_partitions(labels_true, labels_pred)
    return _check_pair(labels_true, labels_pred, check=check_whole_or_parts)


def are_codes(modes: ModesOrParts) -> TypeGuard[Modes]:
    """Return whether no labels are left to be read in parts."""
    return LabelParts not in map(type, modes)


def as_structure(arrays: tuple[Any, ...]) -> Any:
    """Return one array per mode as a score function takes them.

    A clustering is an array, a co-clustering a tuple of arrays.
    """
    return arrays if len(arrays) > 1 else arrays[0]


def _check_pair(
    true: Any,
    pred: Any,
    *,
    of_one_length: bool = True,
    check: Callable[[Any, str], Any] = check_labels,
) -> tuple[Any, Any]:
    """Check two structures, and that they have the same modes.

    `check` is called with the labels of each mode and their name.
    """
    true_modes = check_modes(true, "labels_true", check)
    pred_modes = check_modes(pred, "labels_pred", check)
    are_tuples = isinstance(true, tuple), isinstance(pred, tuple)
    if are_tuples[0] != are_tuples[1] or len(true_modes) != len(pred_modes):
        raise ValueError(
            f"`labels_true` is {_describe(true_modes, are_tuples[0])}, "
            f"`labels_pred` is {_describe(pred_modes, are_tuples[1])}; both must have "
            "the same modes."
        )
    if not of_one_length:  # the columns are aligned with those of an estimator
        return true_modes, pred_modes
    true_modes = _in_order_of_other(true_modes, true, pred)
    _check_lengths(true_modes, pred_modes)
    return true_modes, pred_modes


def _in_order_of_other(modes: Any, true: Any, pred: Any) -> Any:
    """Sort true labels as the predicted ones, where both are Series with an index."""
    if not isinstance(true, tuple):
        names = indexes_of(true, pred)
        return (in_order_of(modes[0], *names, "labels_true", "`labels_pred`"),)
    indexes = [indexes_of(*pair) for pair in zip(true, pred, strict=True)]
    if all(names == (None, None) for names in indexes):
        return modes
    return tuple(
        in_order_of(labels, *names, f"labels_true[{mode}]", f"`labels_pred[{mode}]`")
        for mode, (labels, names) in enumerate(zip(modes, indexes, strict=True))
    )


def _check_lengths(true: ModesOrParts, pred: ModesOrParts) -> None:
    """Check that both sides label equally many samples, rows or columns."""
    for mode, (one, other) in enumerate(zip(true, pred, strict=True)):
        if len(one) != len(other):
            what = _name_of_mode(mode, len(true))
            raise ValueError(
                f"`labels_true` has {len(one)} {what} labels, `labels_pred` has "
                f"{len(other)}; both must label the same {_plural(what)}."
            )


def check_modes(
    structure: Any, name: str, check: Callable[[Any, str], Any] = check_labels
) -> tuple[Any, ...]:
    """Check one clustering (an array-like) or co-clustering (a tuple of them)."""
    if not isinstance(structure, tuple):
        return (check(structure, name),)
    if structure and all(map(_is_scalar, structure)):
        raise TypeError(
            f"`{name}` is a tuple of scalars. A tuple is read as a co-clustering, one "
            "array-like of labels per mode; pass a clustering as a list or an array."
        )
    if len(structure) < 2:
        raise ValueError(
            f"`{name}` is a tuple of length {len(structure)}; a co-clustering has two "
            "modes or more: (row_labels, column_labels)."
        )
    return tuple(
        [check(labels, f"{name}[{mode}]") for mode, labels in enumerate(structure)]
    )


def _is_scalar(part: Any) -> bool:
    """Return whether a part is one label, not an array-like of labels."""
    if isinstance(part, PLAIN):
        return False
    if isinstance(part, str | bytes | np.generic):
        return True
    return part is not None and not any(
        hasattr(part, attribute)
        for attribute in ("__len__", "__iter__", "__array__", "fit")
    )


def check_coclustering(structure: Any, name: str) -> tuple[LabelCodes, LabelCodes]:
    """Check one co-clustering of a matrix: a tuple, or a fitted co-clusterer."""
    if is_estimator(structure):
        structure = in_full(fitted_coclustering(structure, name), name)
    if not isinstance(structure, tuple):
        raise TypeError(
            f"`{name}` must be a tuple (row_labels, column_labels), got "
            f"{type(structure).__name__}."
        )
    if len(structure) != 2:
        raise ValueError(
            f"`{name}` must be a tuple (row_labels, column_labels) of two arrays, got "
            f"{len(structure)}."
        )
    rows, columns = check_modes(structure, name)
    return rows, columns


def _from_estimators(
    true: Any, pred: Any, names: tuple[str, str]
) -> list[tuple[Any, LabelledColumns | None]]:
    """Replace fitted estimators by their labels, of the kind the other side has.

    Returns each side with the columns that an estimator has labelled, else None.
    """
    estimators = (is_estimator(true), is_estimator(pred))
    if all(estimators):
        cells = any(
            has_fitted(side, "row_labels_") or modes_of(side, name) is not None
            for side, name in zip((true, pred), names, strict=True)
        )
    elif estimators[0]:
        cells = _is_coclustering(pred, true, names[::-1])
    else:
        cells = _is_coclustering(true, pred, names)
    sides: list[tuple[Any, LabelledColumns | None]] = []
    for side, name, fitted in zip((true, pred), names, estimators, strict=True):
        if not fitted:
            sides.append((side, None))
        elif cells and (modes := modes_of(side, name)) is not None:
            sides.append((modes, None))
        elif cells:
            found = fitted_coclustering(side, name)
            sides.append(((found.rows, found.columns), found.labelled))
        else:
            sides.append((fitted_labels(side, name), None))
    return sides


def _is_coclustering(labels: Any, estimator: Any, names: tuple[str, ...]) -> bool:
    """Return whether labels are a co-clustering; a co-clusterer needs one."""
    if isinstance(labels, tuple):
        return True
    if has_fitted(estimator, "row_labels_") and not has_fitted(estimator, "labels_"):
        raise TypeError(
            f"`{names[0]}` must be a tuple (row_labels, column_labels) since "
            f"`{names[1]}` is a co-clusterer, {type(estimator).__name__}; got "
            f"{type(labels).__name__}."
        )
    return False


def _describe(modes: ModesOrParts, is_tuple: bool) -> str:
    """Name the kind of a checked structure."""
    if not is_tuple:
        return "a clustering (one array of labels)"
    return f"a co-clustering (a tuple of {len(modes)} arrays of labels)"


def _name_of_mode(mode: int, n_modes: int) -> str:
    """Name a mode as users do: samples; rows and columns; numbered beyond."""
    if n_modes == 1:
        return "sample"
    return ("row", "column")[mode] if mode < 2 else f"mode-{mode}"


def _plural(what: str) -> str:
    """Name what a mode labels."""
    return f"{what}s" if not what.startswith("mode") else f"{what} entries"
