"""Two clusterings, or two co-clusterings, that label the same things."""

from typing import Any

from ._columns import LabelledColumns
from ._estimators import has_fitted, is_estimator
from ._fitted import (
    ColumnsOfSide,
    align,
    fitted_coclustering,
    fitted_labels,
    in_full,
)
from ._labels import LabelCodes, check_labels
from ._names import index_of

Modes = tuple[LabelCodes, ...]


def check_partitions(labels_true: Any, labels_pred: Any) -> tuple[Modes, Modes]:
    """Check two clusterings or two co-clusterings and return the codes of each mode.

    A clustering has one mode, a co-clustering two or more.
    """
    names = ("labels_true", "labels_pred")
    sides = _from_estimators(labels_true, labels_pred, names)
    structures, labelled = zip(*sides, strict=True)
    true, pred = (
        check_modes(structure, name)
        for structure, name in zip(structures, names, strict=True)
    )
    kinds = tuple(isinstance(structure, tuple) for structure in structures)
    if kinds[0] != kinds[1] or len(true) != len(pred):
        described = tuple(
            f"`{name}` is {_describe(modes, is_tuple)}"
            for name, modes, is_tuple in zip(names, (true, pred), kinds, strict=True)
        )
        raise ValueError(
            f"{described[0]}, {described[1]}; both must have the same modes."
        )
    if any(labelled):
        of_true, of_pred = (
            ColumnsOfSide(modes[1], of, index_of(structure[1]))
            for modes, of, structure in zip(
                (true, pred), labelled, structures, strict=True
            )
        )
        first, second = align(of_true, of_pred, [f"{name}[1]" for name in names])
        true, pred = (true[0], first), (pred[0], second)
    for mode, (one, other) in enumerate(zip(true, pred, strict=True)):
        if len(one) != len(other):
            what = _name_of_mode(mode, len(true))
            raise ValueError(
                f"`labels_true` has {len(one)} {what} labels, `labels_pred` has "
                f"{len(other)}; both must label the same {_plural(what)}."
            )
    return true, pred


def check_modes(structure: Any, name: str) -> Modes:
    """Check one clustering (an array-like) or co-clustering (a tuple of them)."""
    if not isinstance(structure, tuple):
        return (check_labels(structure, name),)
    if structure and all(not hasattr(part, "__len__") for part in structure):
        raise TypeError(
            f"`{name}` is a tuple of scalars. A tuple is read as a co-clustering, one "
            "array-like of labels a mode; pass a clustering as a list or an array."
        )
    if len(structure) < 2:
        raise ValueError(
            f"`{name}` is a tuple of {len(structure)} arrays; a co-clustering has two "
            "modes or more: (row_labels, column_labels)."
        )
    return tuple(
        check_labels(labels, f"{name}[{mode}]") for mode, labels in enumerate(structure)
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
        cells = has_fitted(true, "row_labels_") or has_fitted(pred, "row_labels_")
    else:
        cells = isinstance(pred if estimators[0] else true, tuple)
    sides: list[tuple[Any, LabelledColumns | None]] = []
    for side, name, fitted in zip((true, pred), names, estimators, strict=True):
        if not fitted:
            sides.append((side, None))
        elif cells:
            found = fitted_coclustering(side, name)
            sides.append(((found.rows, found.columns), found.labelled))
        else:
            sides.append((fitted_labels(side, name), None))
    return sides


def _describe(modes: Modes, is_tuple: bool) -> str:
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
