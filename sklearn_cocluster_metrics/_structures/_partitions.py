"""Two clusterings, or two co-clusterings, that label the same things."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from scipy.special import gammaln

from ._arguments import check_equal, check_two_parts, is_estimator
from ._columns import LabelledColumns, align
from ._entry_names import in_order_of, index_of, is_numbering, names_of_modes
from ._estimators import fitted_layer, fitted_modes, has_fitted, has_modes
from ._labels import LabelCodes, check_labels, check_whole_or_parts
from ._messages import warn_caller
from ._weights import of_each_mode, with_weights

_MANY = 1000
"""Rows or columns from which plain functions look at the order of labels."""

Modes = tuple[LabelCodes, ...]
Check: TypeAlias = Callable[[Any, str], Any]


def check_partitions(
    labels_true: Any,
    labels_pred: Any,
    check: Check = check_labels,
    sample_weight: Any = None,
    names: tuple[str, str] = ("labels_true", "labels_pred"),
    *,
    warn_if_few: bool = False,
) -> tuple[Any, Any]:
    """Check two clusterings or two co-clusterings and return the codes of each mode.

    A clustering has one mode, a co-clustering two or more. `check` is called with the
    labels of each mode and their name. Weights are attached to the true labels. Errors
    call the arguments by `names`. Labels in runs are warned of in large co-clusterings
    and in fitted estimators; with `warn_if_few`, in all structures.
    """
    columns: list[LabelledColumns | None] = [None, None]
    is_fitted = is_estimator(labels_true) or is_estimator(labels_pred)
    if is_fitted:
        labels_true, labels_pred, columns = _read(labels_true, labels_pred, names)
        if check is check_whole_or_parts:
            check = check_labels  # columns may have to be sorted
    true = check_modes(labels_true, names[0], check)
    pred = check_modes(labels_pred, names[1], check)
    if len(true) != len(pred):
        raise ValueError(
            f"`{names[0]}` has {len(true)} modes, `{names[1]}` has {len(pred)}; a "
            "clustering is an array of labels, a co-clustering a tuple of one per mode."
        )
    _warn_of_rows_without_names(columns, true, pred)
    is_tuple = len(true) > 1
    pairs = []
    if sample_weight is not None:
        weights = of_each_mode(sample_weight, len(true))
        true = tuple(map(with_weights, true, weights, (mode.names for mode in pred)))
    for mode, (one, other) in enumerate(zip(true, pred, strict=True)):
        of_true, of_pred = columns if mode == 1 else (None, None)
        known = of_true or one.names, of_pred or other.names
        sides = [name + f"[{mode}]" * is_tuple for name in names]
        one, other = align(one, other, *known, sides)
        what = what_is_labelled(mode, len(true))
        check_equal((len(one), len(other)), names, what)
        pairs.append((one, other))
    true, pred = zip(*pairs, strict=True)
    is_large = is_tuple and max(map(len, true)) >= _MANY
    is_looked_at = warn_if_few or is_fitted or is_large
    if is_looked_at and all(isinstance(m, LabelCodes) for m in (*true, *pred)):
        warn_if_in_runs(true, pred)
    return true, pred


def _warn_of_rows_without_names(
    columns: Iterable[LabelledColumns | None], *sides: tuple[Any, ...]
) -> None:
    """Warn where a fit has names of its columns, which are matched, but not of rows."""
    for labelled, own, other in zip(columns, sides, sides[::-1], strict=True):
        if labelled is None or labelled.names is None or own[0].names is not None:
            continue
        of_rows, of_columns = (mode.names for mode in other[:2])
        if of_rows is None or of_columns is None or is_numbering(of_rows):
            continue
        warn_caller(
            "Columns are matched by name, but rows by position: a fitted estimator "
            "keeps no names of its rows. Pass the row labels in the order of the data, "
            "as an array, or use a scorer, which matches both."
        )


def warn_if_in_runs(true: Modes, pred: Modes) -> None:
    """Warn where every cluster of a mode is one run of entries, on both sides.

    Some estimators sort their labels. Compared with a truth that is sorted too, they
    score well by position alone. No warning where the clusters of one side are unions
    of those of the other: an estimator that merges neighbors, or finds the truth, does
    that on sorted data without any fault. Nor where chance makes such runs.
    """
    for mode, pair in enumerate(zip(true, pred, strict=True)):
        one = _boundaries(pair[0])
        other = None if one is None else _boundaries(pair[1])
        if one is None or other is None or one <= other or other <= one:
            continue
        what = what_is_labelled(mode, max(len(true), 2))
        warn_caller(
            "In the truth and in what has been found, every cluster is one run of "
            f"neighboring {what}, but the clusters differ. The labels may follow the "
            "position, which scores well by itself. Shuffle rows, columns and labels "
            "(`sklearn.utils.shuffle`), and fit again."
        )
        return


def _boundaries(labels: LabelCodes) -> set[int] | None:
    """Return where a new run of labels begins; None where a cluster has two runs.

    None also where a random order has so few runs in more than one case of 10 000.
    """
    for codes in (labels.codes[:_MANY], labels.codes):  # most are found out early
        starts = np.flatnonzero(codes[1:] != codes[:-1])
        if len(starts) >= labels.width:  # more runs than clusters
            return None
        of_runs = codes[np.append(starts, len(codes) - 1)]
        if len(np.unique(of_runs)) < len(of_runs):
            return None
    sizes = np.diff([-1, *starts, len(codes) - 1])
    chance = (
        gammaln(len(sizes) + 1) + gammaln(sizes + 1).sum() - gammaln(len(codes) + 1)
    )
    return set(starts.tolist()) if chance < np.log(1e-4) else None


def what_is_labelled(mode: int, n_modes: int) -> str:
    """Name the entries of a mode, in the plural."""
    kinds = ("rows", "columns") if n_modes > 1 else ("samples",)
    return kinds[mode] if mode < len(kinds) else f"entries of mode {mode}"


def as_structure(arrays: tuple[Any, ...]) -> Any:
    """Return one array per mode as a score function takes them.

    A clustering is an array, a co-clustering a tuple of arrays.
    """
    return arrays if len(arrays) > 1 else arrays[0]


def as_given(given: Any, arrays: Iterable[Any], modes: Modes) -> Any:
    """Return one array per mode, as Series with the names of `modes` if it has any."""
    parts = given if isinstance(given, tuple) else (given,) * len(modes)
    found = [*arrays]
    for place, (part, mode) in enumerate(zip(parts, modes, strict=True)):
        if mode.names is not None and not is_estimator(part):
            found[place] = type(part)(found[place], index=mode.names)
    return as_structure(tuple(found))


def check_coclustering(
    structure: Any, name: str, X: Any = None
) -> tuple[LabelCodes, LabelCodes]:
    """Check one co-clustering of a matrix: a tuple, or a fitted co-clusterer.

    Where labels and the rows and columns of X have names, they are matched by name.
    """
    if is_estimator(structure):
        structure, labelled = fitted_modes(structure, name)
        if labelled is not None:
            labelled.require_all_columns(name)
    pair = check_two_parts(structure, name, "(row_labels, column_labels)")
    rows, columns = (
        in_order_of(codes, codes.names, of_X, f"{name}[{mode}]", "`X`")
        for mode, (codes, of_X) in enumerate(
            zip(check_modes(pair, name), names_of_modes(X, 2), strict=True)
        )
    )
    return rows, columns


def check_modes(
    structure: Any, name: str, check: Check = check_labels
) -> tuple[Any, ...]:
    """Check one clustering (an array-like) or co-clustering (a tuple of them).

    `check` is called with the labels of each mode and their name.
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
    return tuple(
        [check(labels, f"{name}[{mode}]") for mode, labels in enumerate(structure)]
    )


def _is_scalar(part: Any) -> bool:
    """Return whether a part is one label, not an array-like of labels."""
    if isinstance(part, str | bytes | np.generic):
        return True
    return part is not None and not any(
        hasattr(part, attribute)
        for attribute in ("__len__", "__iter__", "__array__", "fit")
    )


def _read(
    labels_true: Any, labels_pred: Any, names: tuple[str, str]
) -> tuple[Any, Any, list[LabelledColumns | None]]:
    """Replace fitted estimators by their labels, of the kind that the other side has.

    Return also the columns that each of them has labelled, unless labels name them.
    """
    sides = dict(zip(names, (labels_true, labels_pred), strict=True))
    given = [side for side in sides.values() if not is_estimator(side)]
    as_modes = (
        isinstance(given[0], tuple) if given else any(map(has_modes, sides.values()))
    )
    columns: list[LabelledColumns | None] = []
    for name, side in sides.items():
        labelled = None
        if is_estimator(side) and as_modes:
            sides[name], labelled = fitted_modes(side, name)
            if labelled is not None and labelled.names is None:
                labelled = None if index_of(sides[name][1]) is not None else labelled
        elif is_estimator(side):
            if has_fitted(side, "row_labels_") and not has_fitted(side, "labels_"):
                raise TypeError(
                    f"`{name}` is a co-clusterer, so the other side must be a tuple "
                    f"(row_labels, column_labels), got {type(given[0]).__name__}. To "
                    "compare the rows alone, pass `estimator.row_labels_`."
                )
            sides[name] = fitted_layer(side, ("labels_",), name).found[0]
        columns.append(labelled)
    return sides[names[0]], sides[names[1]], columns
