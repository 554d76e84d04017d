"""Check two clusterings, or two co-clusterings, and put them in the same order."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from ._arguments import (
    check_equal,
    check_two_parts,
    is_estimator,
    refuse_exchanged_shapes,
)
from ._columns import LabeledColumns
from ._entry_names import (
    HINT_AT_NAMES,
    Names,
    has_names,
    index_of,
    is_numbering,
    names_of_modes,
    preferred_names,
    refuse_exchanged_modes,
    refuse_modes_exchanged_with_data,
    reorder_if_named,
)
from ._estimators import (
    COCLUSTERING_ATTRIBUTES,
    fitted_layer,
    fitted_modes,
    fitted_row_labels,
    has_fitted,
    has_modes,
    n_modes_in_labels,
)
from ._foreign import refuse_foreign
from ._labels import (
    LABELS_FROM_MEMBERS,
    LabelCodes,
    LabelParts,
    check_labels,
    complete_both_sides,
    complete_for_data,
)
from ._matched_entries import (
    Identity,
    NamedSide,
    align_entries,
    names_of_unlike_fits,
    warn_if_by_position,
    warn_of_unmatched_index,
)
from ._matrix import n_rows_of
from ._messages import (
    FOR_FIT_PREDICT,
    FOR_ONE_STRUCTURE,
    has_fit_predict,
    warn_caller,
)
from ._modes import (
    ComparedModes,
    check_some_mode_known,
    compared_modes,
    kind_of_entries,
    n_modes_as_text,
)
from ._runs import MANY_ENTRIES, warn_if_in_runs
from ._weights import attach_weights, check_weights_of_modes, order_weights

Modes = tuple[LabelCodes, ...]
"""Checked labels of each compared mode of a clustering or a co-clustering."""

_ReadModes: TypeAlias = tuple[LabelCodes | LabelParts, ...]
"""Checked labels of each compared mode, which may also be read in parts."""

_HINT_AT_ABSENT_NAMES = (
    f"{HINT_AT_NAMES} To leave out names that only one side has, use "
    "`handle_unlabeled(..., 'drop_either')`."
)

HINT_AT_UNLABELED = (
    f"{HINT_AT_NAMES} To leave out names that only one side has, pass "
    "`unlabeled='drop_either'`."
)
"""For functions of many structures, because `handle_unlabeled` takes two."""

_FEWEST_MEMBERS = 5  # Tiny co-clusterings often have fewer distinct labels.

LabelCheck: TypeAlias = Callable[[Any, str], Any]
"""A check of the labels of one mode, which is called with these and their name.

It returns the checked labels: `LabelCodes`, or `LabelParts` for labels read in parts.
"""

_MODE_OF_COLUMNS = 1

_KEYS_OF_MODES = (("rows", "columns"), ("row_labels", "column_labels"))
"""Keys that a mapping, taken for a co-clustering, often has."""


# Check two structures


def check_partitions(
    labels_true: Any,
    labels_pred: Any,
    *,
    check: LabelCheck = check_labels,
    sample_weight: Any = None,
    names: tuple[str, str] = ("labels_true", "labels_pred"),
    hint_at_absent_names: str = _HINT_AT_ABSENT_NAMES,
    always_look_for_runs: bool = False,
    warned_arguments: set[str] | None = None,
) -> tuple[Any, Any]:
    """Return the checked labels of two clusterings or two co-clusterings, mode by mode.

    A clustering has one mode, and a co-clustering has two or more. Only the modes that
    the truth knows are returned, and `compared_modes` gives their numbers. `check`
    checks the labels of a mode. The entries of both sides are put in the same order.
    Weights are attached to the true labels. Errors call the arguments by `names`, and
    an error of different names ends with `hint_at_absent_names`. For large
    co-clusterings and for fitted estimators, a warning is given if every cluster is one
    run of neighboring entries, because such labels may follow the position. With
    `always_look_for_runs`, the warning is also given for small co-clusterings and for
    clusterings. A match by position gives no warning if the side without names is among
    the `warned_arguments`, to which it is added otherwise.
    """
    true_is_fitted = is_estimator(labels_true)
    pred_is_fitted = is_estimator(labels_pred)
    is_fitted = true_is_fitted or pred_is_fitted
    true_side = _Side(labels_true)
    pred_side = _Side(labels_pred)
    if is_fitted:
        true_side, pred_side = _read_estimators(labels_true, labels_pred, names)
    true_arrays = list_modes(true_side.labels, names[0])
    pred_arrays = list_modes(pred_side.labels, names[1])
    _check_n_modes(true_arrays, pred_arrays, names, check)
    modes = compared_modes(true_side.labels, len(true_arrays))
    check_some_mode_known(modes, names[0])
    _refuse_exchanged_modes(labels_true, labels_pred, names)
    # From here on, both sides have labels of the compared modes only.
    true = _check_labels_of(modes, true_arrays, names[0], check)
    pred = _check_labels_of(modes, pred_arrays, names[1], check)
    _warn_of_members(labels_true, labels_pred, true, pred)
    # The identities say by what the entries are matched, which are names or columns.
    true_identities = _identities_of_modes(true, modes, true_side.labeled_columns)
    pred_identities = _identities_of_modes(pred, modes, pred_side.labeled_columns)
    if sample_weight is not None:
        true = _with_weights(
            true,
            sample_weight,
            modes=modes,
            true_identities=true_identities,
            pred_identities=pred_identities,
            is_fitted=is_fitted,
        )
    if modes.n_modes == 2:
        _refuse_labels_of_columns(labels_pred, true, pred, modes=modes, names=names)
        _refuse_exchanged_sizes(labels_true, true, pred, modes=modes, names=names)
    # Without names or labeled columns, entries are matched by position.
    have_identities = any(
        identity is not None for identity in true_identities + pred_identities
    )
    if have_identities:
        true, pred = _match_entries(
            true,
            pred,
            modes=modes,
            true_identities=true_identities,
            pred_identities=pred_identities,
            names=names,
            hint=hint_at_absent_names,
        )
    _check_same_sizes(true, pred, modes, names)
    if have_identities:
        warn_if_by_position(
            NamedSide(
                arguments=_arguments_of_modes(names[0], modes),
                identities=true_identities,
                is_fitted=true_is_fitted,
            ),
            NamedSide(
                arguments=_arguments_of_modes(names[1], modes),
                identities=pred_identities,
                is_fitted=pred_is_fitted,
            ),
            kinds=_kinds_of_modes(modes),
            warned_arguments=warned_arguments,
        )
    is_large = modes.n_modes > 1 and max(map(len, true)) >= MANY_ENTRIES
    if always_look_for_runs or is_fitted or is_large:
        # Labels that are read in parts have no codes yet.
        if all(isinstance(labels, LabelCodes) for labels in (*true, *pred)):
            true_name, pred_name = names
            quoted_names = (f"`{true_name}`", f"`{pred_name}`")
            warn_if_in_runs(true, pred, modes.numbers, names=quoted_names)
    return true, pred


@dataclass(frozen=True, eq=False)
class _Side:
    """Labels of one of two structures, and the columns that have labels."""

    # Labels, or a tuple of the labels of each mode
    labels: Any
    # The columns that an estimator has labeled. If None, the labels have names, or
    # nothing is known of the columns.
    labeled_columns: LabeledColumns | None = None


def _read_estimators(
    labels_true: Any, labels_pred: Any, names: tuple[str, str]
) -> tuple[_Side, _Side]:
    """Return the labels of both sides, read from a side if it is a fitted estimator.

    An estimator is read as the kind of structure that the opposite side is. If both are
    estimators, they are co-clusterings if one of them has labels of several modes.
    """
    structures = [side for side in (labels_true, labels_pred) if not is_estimator(side)]
    if structures:
        as_coclustering = isinstance(structures[0], tuple)
    else:
        as_coclustering = has_modes(labels_true) or has_modes(labels_pred)
    # All modes of the truth are read, because it says which modes are compared.
    true_side = _read_side(
        labels_true,
        names[0],
        opposite=labels_pred,
        as_coclustering=as_coclustering,
        rows_only=False,
    )
    pred_side = _read_side(
        labels_pred,
        names[1],
        opposite=labels_true,
        as_coclustering=as_coclustering,
        rows_only=_knows_rows_only(labels_true),
    )
    return true_side, pred_side


def _knows_rows_only(labels_true: Any) -> bool:
    """Return whether a truth is a co-clustering of which only the rows are known."""
    if not isinstance(labels_true, tuple) or len(labels_true) != 2:
        return False
    return labels_true[0] is not None and labels_true[1] is None


def _read_side(
    structure: Any, name: str, *, opposite: Any, as_coclustering: bool, rows_only: bool
) -> _Side:
    """Return the labels of a structure, read from it if it is a fitted estimator.

    `opposite` is the structure with which it is compared, for errors. An estimator is
    read `as_coclustering`, with a tuple of the labels of every mode, or otherwise as a
    clustering, with one array. If the `rows_only` of a co-clustering are compared, the
    tuple has None for the columns, because steps of a pipeline may have mixed them.
    """
    if not is_estimator(structure):
        return _Side(structure)
    if not as_coclustering:
        return _Side(_read_clustering(structure, name, opposite))
    if rows_only:
        return _Side((fitted_row_labels(structure, name), None))
    # The labeled columns are None if the labels of all modes are in `labels_`.
    labels_of_modes, labeled_columns = fitted_modes(structure, name)
    if labeled_columns is not None and labeled_columns.names is None:
        if index_of(labels_of_modes[1]) is not None:
            # The columns are matched by the names of their labels, because the fit has
            # no names.
            labeled_columns = None
    return _Side(labels_of_modes, labeled_columns)


def _read_clustering(estimator: Any, name: str, opposite: Any) -> Any:
    """Return the labels of a clusterer, or raise an error if it is a co-clusterer."""
    n_modes = n_modes_in_labels(estimator)  # 0 unless `labels_` has several arrays
    if n_modes > 0:
        unknown_modes = ", ".join(["None"] * (n_modes - 1))
        raise TypeError(
            f"`{name}` has labels of {n_modes} modes (rows, columns and so on), so "
            f"the other side must be a tuple of {n_modes} arrays, got "
            f"{type(opposite).__name__}. If only the true labels of the rows are "
            f"known, pass the truth as `(y, {unknown_modes})`."
        )
    if has_fitted(estimator, "row_labels_") and not has_fitted(estimator, "labels_"):
        raise TypeError(
            f"`{name}` is a co-clusterer, so the other side must be a tuple "
            f"(row_labels, column_labels), got {type(opposite).__name__}. If only the "
            "true labels of the rows are known, pass the truth as `(y, None)`; or "
            "compare them with `estimator.row_labels_`."
        )
    return fitted_layer(estimator, ("labels_",), name).values[0]


def count_dropped_entries(
    labels_true: Any, labels_pred: Any
) -> tuple[int | None, ...] | None:
    """Count the entries of each mode that the steps of a fitted pipeline drop.

    Only columns can be dropped. Return None if no columns are dropped, or if the
    columns are not compared. The number of a mode that is not compared is None. If the
    steps of both sides drop columns, the numbers are those of the true side.
    """
    if not is_estimator(labels_true) and not is_estimator(labels_pred):
        return None
    sides = _read_estimators(labels_true, labels_pred, ("labels_true", "labels_pred"))
    # Only co-clusterings, which are tuples here, can have labeled columns. The number
    # of modes of a clustering is therefore not used.
    modes = compared_modes(sides[0].labels, n_compared=2)
    for side in sides:
        columns = side.labeled_columns
        if columns is None or _MODE_OF_COLUMNS not in modes.numbers:
            continue
        if columns.n_dropped > 0:
            n_dropped = [
                columns.n_dropped if mode == _MODE_OF_COLUMNS else 0
                for mode in modes.numbers
            ]
            return modes.spread(n_dropped)
    return None


def list_modes(structure: Any, name: str) -> tuple[Any, ...]:
    """Return the labels of each mode, not yet checked, or None for an unknown mode.

    A clustering, which is an array-like, has one mode. A co-clustering is a tuple with
    an array-like, or None, for each mode. A tuple of which every mode is None raises no
    error here, because the caller checks which modes are known.
    """
    if isinstance(structure, Mapping):
        _refuse_modes_by_key(structure, name)
    if not isinstance(structure, tuple):
        return (structure,)
    if structure and all(map(_is_scalar, structure)):
        raise TypeError(
            f"`{name}` is a tuple of scalars, but a tuple must be a co-clustering "
            f"(row_labels, column_labels). If it is a clustering, pass `list({name})`."
        )
    if structure and all(isinstance(part, Set) for part in structure):
        raise TypeError(
            f"`{name}` is a tuple of sets. If these are the members of clusters, pass "
            f"{LABELS_FROM_MEMBERS}."
        )
    if len(structure) < 2:
        raise ValueError(
            f"`{name}` is a tuple of length {len(structure)}, but a co-clustering is "
            "a tuple (row_labels, column_labels), or longer. If it is a clustering, "
            "pass the array without the tuple."
        )
    return structure


def _refuse_modes_by_key(mapping: Mapping[Any, Any], name: str) -> None:
    """Raise an error if a mapping seems to have the labels of rows and of columns.

    Its two values are array-likes. They are taken for the labels of both modes if the
    keys are usual names of these, or if each of the values has a repeated entry.
    """
    if len(mapping) != 2 or any(map(_is_scalar, mapping.values())):
        return
    usual_keys = [keys for keys in _KEYS_OF_MODES if set(keys) == set(mapping)]
    if usual_keys:
        row_key, column_key = usual_keys[0]
    elif all(map(_has_repeated, mapping.values())):
        # The values are labels, because members of a cluster are listed only once.
        row_key, column_key = mapping
    else:
        return
    raise TypeError(
        f"`{name}` is a mapping with the labels of rows and columns, but a "
        f"co-clustering is a tuple. Pass `({name}[{row_key!r}], "
        f"{name}[{column_key!r}])`."
    )


def _has_repeated(labels: Any) -> bool:
    """Return whether an entry of a list, an array or a Series occurs twice."""
    if isinstance(labels, Set | Mapping) or not hasattr(labels, "__iter__"):
        return False
    entries = list(labels)
    if not all(isinstance(entry, Hashable) for entry in entries):
        return False
    return len(set(entries)) < len(entries)


def _check_n_modes(
    true: tuple[Any, ...],
    pred: tuple[Any, ...],
    names: tuple[str, str],
    check: LabelCheck,
) -> None:
    """Check that two structures have the same number of modes.

    Both sides have the labels of each mode, which are not yet checked. `check` checks
    the labels of one mode.
    """
    n_true = len(true)
    n_pred = len(pred)
    if n_true == n_pred:
        return
    hint = ""
    if n_true == 1:
        _refuse_other_than_labels(true[0], names[0], check)
        hint = _hint_at_clustering(true[0], names[0], coclustering=pred)
    elif n_pred == 1:
        _refuse_other_than_labels(pred[0], names[1], check)
        hint = _hint_at_clustering(pred[0], names[1], coclustering=true)
    raise ValueError(
        f"`{names[0]}` has {n_modes_as_text(n_true)}, but `{names[1]}` has {n_pred}. A "
        "clustering is one array of labels, and a co-clustering is a tuple of "
        f"arrays, one for each mode: (row_labels, column_labels).{hint}"
    )


def _refuse_other_than_labels(structure: Any, name: str, check: LabelCheck) -> None:
    """Raise an error if a structure of one mode is not a one-dimensional array-like.

    The structure is as a user passes it, and errors call it `name`.
    """
    if not hasattr(structure, "__getitem__"):
        refuse_foreign(structure, name)
        hint = (
            "If an object has its labels in other attributes, pass "
            "`coclustering_of(object, accessor=...)`."
        )
        if has_fit_predict(structure):  # It has no `fit`, or it would be an estimator.
            hint = FOR_FIT_PREDICT
        raise TypeError(
            f"`{name}` must be an array-like of labels, a tuple (row_labels, "
            "column_labels) or a fitted estimator; got "
            f"{type(structure).__name__}. {hint}"
        )
    if getattr(structure, "ndim", 1) != 1:
        check(structure, name)  # The error says what such an array may be.


def _hint_at_clustering(
    clustering: Any, name: str, coclustering: tuple[Any, ...]
) -> str:
    """Return advice on the labels of one mode that are compared with a co-clustering.

    The clustering is the argument called `name`. It is assumed to have the labels of
    the rows, unless the co-clustering has only labels of the columns. The co-clustering
    has the labels of each mode, not yet checked, or None for an unknown mode.
    """
    kind = "rows"
    attribute = "row_labels_"
    unknown_modes = ", ".join(["None"] * (len(coclustering) - 1))
    example_of_truth = f"(y, {unknown_modes})"
    if len(coclustering) == 2 and coclustering[0] is None:
        kind = "columns"
        attribute = "column_labels_"
        example_of_truth = "(None, y)"
    elif len(coclustering) > 2:  # An estimator has an array for each mode there.
        attribute = "labels_[0]"
    hint = (
        f" To compare only the {kind}, pass two arrays, such as `y` and "
        f"`estimator.{attribute}`. You can also pass the truth as "
        f"`{example_of_truth}`, with a co-clustering or an estimator as the prediction."
    )
    if isinstance(clustering, Mapping):
        hint += (
            f" If `{name}` has the labels of both kinds of nodes, pass a tuple of "
            f"two mappings: `({{row: {name}[row] for row in rows}}, {{column: "
            f"{name}[column] for column in columns}})`, where `rows` and `columns` "
            "are the names in the order of the matrix."
        )
    return hint


def _check_labels_of(
    modes: ComparedModes, arrays: tuple[Any, ...], name: str, check: LabelCheck
) -> tuple[Any, ...]:
    """Return the checked labels of the compared modes of one side.

    `arrays` are the labels of every mode, and `name` is the name of the side.
    """
    if modes.n_modes == 1:
        return (check(arrays[0], name),)
    checked = []
    for mode in modes.numbers:
        argument = f"{name}[{mode}]"
        if arrays[mode] is None:
            kind = kind_of_entries(mode, modes.n_modes)
            raise ValueError(
                f"`{argument}` is None, but the truth has labels of the {kind}. Pass "
                f"labels of the {kind}. If these should not be compared, pass None in "
                "their place in the truth. If you have exchanged the two arguments, "
                "pass the truth first."
            )
        checked.append(check(arrays[mode], argument))
    return tuple(checked)


def _identities_of_modes(
    labels_of_modes: _ReadModes,
    modes: ComparedModes,
    labeled_columns: LabeledColumns | None,
) -> list[Identity]:
    """Return the identity of each compared mode.

    The identity is the names of the entries, or None if they have none. For mode 1, it
    is the columns that an estimator has labeled, if there are such `labeled_columns`.
    """
    identities: list[Identity] = [labels.names for labels in labels_of_modes]
    if labeled_columns is not None and _MODE_OF_COLUMNS in modes.numbers:
        identities[modes.numbers.index(_MODE_OF_COLUMNS)] = labeled_columns
    return identities


def _with_weights(
    true: Modes,
    sample_weight: Any,
    *,
    modes: ComparedModes,
    true_identities: Sequence[Identity],
    pred_identities: Sequence[Identity],
    is_fitted: bool,
) -> Modes:
    """Return the true labels of each mode with weights, in the order of the labels.

    The weights are matched with the names of the labels. If the labels have no names,
    the weights are matched with the names of the prediction, in whose order the labels
    are. `is_fitted` is True if a side is a fitted estimator. In that case, a warning is
    given if names of weights cannot be matched.
    """
    weights = modes.select(check_weights_of_modes(sample_weight, modes))
    names_of_true = map(_names_of_entries, true_identities)
    names_of_pred = map(_names_of_truth, pred_identities)
    target_names = list(map(preferred_names, names_of_true, names_of_pred))
    weighted = map(attach_weights, true, weights)
    ordered = tuple(map(order_weights, weighted, target_names))
    _warn_if_weights_by_position(
        weights, target_names, modes=modes, is_fitted=is_fitted
    )
    return ordered


def _warn_if_weights_by_position(
    weights: Sequence[Any],
    label_names: Sequence[Names | None],
    *,
    modes: ComparedModes,
    is_fitted: bool,
) -> None:
    """Warn if a user may expect that weights are matched by name, but they are not.

    `weights` and `label_names` are the weights, and the names of the labels, of each
    compared mode. `is_fitted` is True if a side is a fitted estimator. Weights with the
    default index are left out, because `order_weights` warns of them.
    """
    names_of_weights: list[Names | None] = []
    names_of_labels: list[Names | None] = []
    for mode_weights, names in zip(weights, label_names, strict=True):
        weight_names = index_of(mode_weights)
        if weight_names is not None and is_numbering(weight_names):
            names_of_weights.append(None)
            names_of_labels.append(None)
        else:
            names_of_weights.append(weight_names)
            names_of_labels.append(names)
    warn_if_by_position(
        NamedSide(
            arguments=_arguments_of_modes("sample_weight", modes),
            identities=names_of_weights,
            is_fitted=False,
        ),
        NamedSide(
            arguments=_arguments_of_modes("labels_true", modes),
            identities=names_of_labels,
            is_fitted=is_fitted,
        ),
        kinds=_kinds_of_modes(modes),
    )


def _names_of_entries(identity: Identity) -> Names | None:
    """Return the names of the entries of a mode, in their order."""
    if isinstance(identity, LabeledColumns):
        return identity.names_sorted_as_input()
    return identity


def _names_of_truth(identity: Identity) -> Names | None:
    """Return the names of a truth that has no names, from those of a prediction.

    If an estimator has labeled columns, a truth has all columns of the input, even if
    steps of the pipeline drop some of them.
    """
    if isinstance(identity, LabeledColumns):
        return identity.names_of_truth
    return identity


def _refuse_exchanged_modes(
    labels_true: Any, labels_pred: Any, names: tuple[str, str]
) -> None:
    """Raise an error if names show that rows and columns have been exchanged.

    The co-clusterings are tuples, because fitted estimators seldom know the names of
    the rows.
    """
    if isinstance(labels_true, tuple) and isinstance(labels_pred, tuple):
        refuse_exchanged_modes(
            list(map(index_of, labels_true)),
            list(map(index_of, labels_pred)),
            arguments=[f"{names[0]}[0]", f"{names[0]}[1]"],
            target=f"`{names[1]}`",
            cures=[f"`{name}[::-1]`" for name in names],
        )


def _refuse_exchanged_sizes(
    labels_true: Any,
    true: _ReadModes,
    pred: _ReadModes,
    *,
    modes: ComparedModes,
    names: tuple[str, str],
) -> None:
    """Raise an error if the numbers of rows and columns fit only when exchanged.

    The structures have two modes, and `true` and `pred` are the checked labels of the
    compared ones. `labels_true` is the truth as a user passes it. Nothing is checked
    here unless both modes are compared, or if both sides have names of the rows,
    because rows are then matched by name, and not by their position.
    """
    if len(modes.numbers) != 2:
        return
    if has_names(true[0].names) and has_names(pred[0].names):
        return
    exchanged = f"{names[0]}[::-1]"
    if is_estimator(labels_true):
        exchanged = "(model.column_labels_, model.row_labels_)"
    refuse_exchanged_shapes(
        (len(true[0]), len(true[1])),
        (len(pred[0]), len(pred[1])),
        names=names,
        cure=f"`{exchanged}`",
    )


def _refuse_labels_of_columns(
    labels_pred: Any,
    true: _ReadModes,
    pred: _ReadModes,
    *,
    modes: ComparedModes,
    names: tuple[str, str],
) -> None:
    """Raise an error if a truth of the rows alone fits the columns of the prediction.

    The structures have two modes, and `true` and `pred` are the checked labels of the
    compared ones. `labels_pred` is the prediction as a user passes it. Only the numbers
    of the rows and columns are compared here, and nothing is checked if the rows of the
    prediction have names.
    """
    if modes.numbers != (0,) or has_names(pred[0].names):
        return
    n_true = len(true[0])
    n_rows = len(pred[0])
    if n_true != n_rows and _count_columns(labels_pred) == n_true:
        raise ValueError(
            f"`{names[0]}` has {n_true} rows, but `{names[1]}` has {n_rows} rows and "
            f"{n_true} columns; both must have the same rows. If only the true labels "
            "of the columns are known, pass the truth as `(None, y)`."
        )


def _count_columns(coclustering: Any) -> int | None:
    """Count the column labels of a tuple or a fitted estimator.

    Return None if it has no column labels.
    """
    if not is_estimator(coclustering):
        column_labels = coclustering[1]
    elif has_fitted(coclustering, *COCLUSTERING_ATTRIBUTES):
        layer = fitted_layer(coclustering, COCLUSTERING_ATTRIBUTES, "labels_pred")
        column_labels = layer.values[1]
    else:
        return None
    return None if column_labels is None else n_rows_of(column_labels)


def _arguments_of_modes(name: str, modes: ComparedModes) -> list[str]:
    """Return the names that errors give the labels of the compared modes of a side."""
    if modes.n_modes == 1:
        return [name]
    return [f"{name}[{mode}]" for mode in modes.numbers]


def _kinds_of_modes(modes: ComparedModes) -> list[str]:
    """Return the names that messages give the entries of each compared mode."""
    return [kind_of_entries(mode, modes.n_modes) for mode in modes.numbers]


def _warn_of_members(
    labels_true: Any, labels_pred: Any, true: _ReadModes, pred: _ReadModes
) -> None:
    """Warn if the labels of two co-clusterings may be the members of two clusters each.

    Members are distinct integers, and no item is in two clusters. If every row and
    every column is a cluster of its own, the labels are also distinct, but then rows
    and columns usually share labels.
    """
    if not isinstance(labels_true, tuple) or not isinstance(labels_pred, tuple):
        return
    if len(labels_true) != 2:
        return
    if _may_be_members(true) and _may_be_members(pred):
        warn_caller(
            "Every label occurs only once, so each row and each column is a cluster "
            "of its own. If these are not labels, but the members of clusters, pass "
            "`clusters_to_labels(clusters, items=...)`."
        )


def _may_be_members(labels_of_modes: _ReadModes) -> bool:
    """Return whether the labels of two modes are distinct integers, none in both.

    Few labels do not count, because they are often distinct by accident.
    """
    if len(labels_of_modes) != 2:
        return False
    n_labels = sum(map(len, labels_of_modes))
    if n_labels < _FEWEST_MEMBERS or min(map(len, labels_of_modes)) < 2:
        return False
    members: set[Any] = set()
    for labels in labels_of_modes:
        if not isinstance(labels, LabelCodes) or labels.width < len(labels):
            return False  # With fewer codes than entries, some label occurs twice.
        distinct = labels.values_at(labels.used_positions())
        if len(distinct) < len(labels) or distinct.dtype.kind not in "iu":
            return False
        members.update(distinct.tolist())
    return len(members) == n_labels


def _match_entries(
    true: _ReadModes,
    pred: _ReadModes,
    *,
    modes: ComparedModes,
    true_identities: Sequence[Identity],
    pred_identities: Sequence[Identity],
    names: tuple[str, str],
    hint: str,
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the labels of both sides, with the entries of each mode in one order.

    The order is that of `align_entries`. Labels that may be missing are first added for
    names that only one side has. An error of different names ends with `hint`.
    """
    aligned_true = []
    aligned_pred = []
    for position in range(len(modes.numbers)):
        arguments = [_arguments_of_modes(name, modes)[position] for name in names]
        # Two estimators that have labeled unlike columns are matched by their names.
        true_identity, pred_identity = names_of_unlike_fits(
            true_identities[position], pred_identities[position]
        )
        true_labels, pred_labels = _complete_mode(
            _with_names(true[position], true_identity),
            _with_names(pred[position], pred_identity),
            true_identity=true_identity,
            pred_identity=pred_identity,
        )
        # Completed labels have further names.
        true_labels, pred_labels = align_entries(
            true_labels,
            pred_labels,
            true_identity=_identity_of(true_labels, true_identity),
            pred_identity=_identity_of(pred_labels, pred_identity),
            arguments=arguments,
            hint=hint,
        )
        aligned_true.append(true_labels)
        aligned_pred.append(pred_labels)
    return tuple(aligned_true), tuple(aligned_pred)


def _check_same_sizes(
    true: _ReadModes,
    pred: _ReadModes,
    modes: ComparedModes,
    names: tuple[str, str],
) -> None:
    """Check that both sides have the same number of entries in each compared mode."""
    for mode, true_labels, pred_labels in zip(modes.numbers, true, pred, strict=True):
        sizes = len(true_labels), len(pred_labels)
        check_equal(sizes, names, kind_of_entries(mode, modes.n_modes))


def _with_names(labels: Any, identity: Identity) -> Any:
    """Return labels with the names of their identity, if they have no names."""
    if labels.names is not None or isinstance(identity, LabeledColumns):
        return labels
    return labels if identity is None else replace(labels, names=identity)


def _complete_mode(
    true: LabelCodes | LabelParts,
    pred: LabelCodes | LabelParts,
    *,
    true_identity: Identity,
    pred_identity: Identity,
) -> tuple[LabelCodes | LabelParts, LabelCodes | LabelParts]:
    """Return the labels of one mode of both sides, completed by missing labels.

    A side gets a missing label for each name that only the opposite side has. Nothing
    changes unless labels may be missing. The labels of columns that an estimator has
    labeled are complete, because names of columns that it was not fitted on are left
    out.
    """
    if isinstance(true, LabelParts) or isinstance(pred, LabelParts):
        return true, pred  # Labels that are read in parts must not be missing.
    if isinstance(true_identity, LabeledColumns):
        if isinstance(pred_identity, LabeledColumns):
            return true, pred
        return true, complete_for_data(pred, true_identity.names_of_truth, "columns")
    if isinstance(pred_identity, LabeledColumns):
        return complete_for_data(true, pred_identity.names_of_truth, "columns"), pred
    return complete_both_sides(true, pred)


def _identity_of(labels: Any, identity: Identity) -> Identity:
    """Return the columns that an estimator has labeled, or else the names of labels."""
    return identity if isinstance(identity, LabeledColumns) else labels.names


# Check one structure


def check_modes(
    structure: Any, name: str, check: LabelCheck = check_labels
) -> tuple[Any, ...]:
    """Return a tuple of the checked labels of each mode, or None for an unknown mode.

    A clustering, which is an array-like, has one mode. A co-clustering is a tuple with
    an array-like, or None, for each mode. At least one mode must be known.
    """
    arrays = list_modes(structure, name)
    modes = compared_modes(structure, len(arrays))
    check_some_mode_known(modes, name)
    return modes.spread(_check_labels_of(modes, arrays, name, check))


def _is_scalar(part: Any) -> bool:
    """Return whether a part of a tuple or of a mapping is one label.

    Neither an array-like of labels nor None counts as a label.
    """
    if isinstance(part, str | bytes | np.generic):
        return True
    array_attributes = ("__len__", "__iter__", "__array__", "fit")
    is_array = any(hasattr(part, attribute) for attribute in array_attributes)
    return part is not None and not is_array  # None stands for an unknown mode.


def check_coclustering(
    structure: Any, name: str, X: Any = None
) -> tuple[LabelCodes, LabelCodes]:
    """Return the checked labels of the rows and columns of one co-clustering.

    The co-clustering is a tuple, or a fitted co-clusterer. Both modes must be known. If
    its labels and the rows or columns of X have names, the labels are put in the order
    of X. Labels of a fitted co-clusterer usually have no names, so that they stay in
    the order of the data that it was fitted on.
    """
    is_fitted = is_estimator(structure)
    if is_fitted:
        # The labeled columns are None if the labels of all modes are in `labels_`.
        structure, labeled_columns = fitted_modes(structure, name)
        if labeled_columns is not None:
            labeled_columns.refuse_unlabeled_columns(name)
    pair = check_two_parts(structure, name, "(row_labels, column_labels)")
    for mode, labels in enumerate(pair):
        if labels is None:
            raise ValueError(
                f"`{name}[{mode}]` is None, but the labels of both the rows and the "
                "columns are needed. Pass `(row_labels, column_labels)`."
            )
    check = partial(check_labels, advice=FOR_ONE_STRUCTURE)
    row_codes, column_codes = check_modes(pair, name, check)
    if X is None:
        return row_codes, column_codes
    row_names, column_names = names_of_modes(X, 2)
    if not is_fitted:
        # The attributes of a co-clusterer say which labels belong to the rows.
        refuse_modes_exchanged_with_data([row_codes.names, column_codes.names], X, name)
    rows = _in_order_of_data(row_codes, row_names, f"{name}[0]", "rows")
    columns = _in_order_of_data(column_codes, column_names, f"{name}[1]", "columns")
    return rows, columns


def _in_order_of_data(
    labels: LabelCodes, data_names: Names | None, argument: str, kind: str
) -> LabelCodes:
    """Return labels in the order of the rows, or columns, of a matrix X.

    Messages call the labels `argument`, and `kind` is "rows" or "columns".
    """
    warn_of_unmatched_index(labels.names, data_names, argument, kind)
    ordered_labels: LabelCodes = reorder_if_named(
        labels, labels.names, data_names, argument=argument, target="`X`"
    )
    return ordered_labels


def as_structure(arrays: tuple[Any, ...]) -> Any:
    """Return one array per mode as score functions take them.

    A clustering is an array, and a co-clustering is a tuple of arrays.
    """
    return arrays if len(arrays) > 1 else arrays[0]


def as_named_structure(
    structure: Any,
    arrays: Iterable[Any],
    labels_of_modes: Modes,
    modes: ComparedModes,
    *,
    keeps_mappings: bool = True,
) -> Any:
    """Return one array per mode as the kind of structure that a user has passed.

    There is an array for each of the compared `modes`, and None for the other modes. A
    single mode gives the array itself, and several modes give a tuple. If the labels of
    a mode came in a Series, a Series is returned, with the names of the checked
    `labels_of_modes`. If they came in a mapping from items to labels, a mapping with
    these names is returned if it `keeps_mappings`, and otherwise the array.
    """
    if isinstance(structure, tuple):
        parts = structure
    else:  # This is a clustering, which has one mode, or an estimator.
        parts = (structure,) * modes.n_modes
    results = []
    for part, array, labels in zip(
        modes.select(parts), arrays, labels_of_modes, strict=True
    ):
        if labels.names is None or is_estimator(part):
            results.append(array)
        elif not isinstance(part, Mapping):  # The part is a Series.
            results.append(type(part)(array, index=labels.names))
        elif keeps_mappings:
            results.append(dict(zip(labels.names, array.tolist(), strict=True)))
        else:
            results.append(array)
    return as_structure(modes.spread(results))
