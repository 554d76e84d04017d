"""Leave out items without a label, or make each a cluster of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from numbers import Real
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from ._arguments import check_option, has_masked_entries, is_estimator
from ._distinct_labels import with_singletons
from ._entry_names import index_of, list_names, take_entries
from ._labels import (
    LabelCodes,
    as_label_array,
    as_objects,
    check_labels,
    is_missing,
)
from ._messages import (
    FOR_PARTLY_LABELED,
    FOR_PREDICTIONS,
    FOR_UNLABELED,
    LabelAdvice,
)
from ._modes import ComparedModes, compared_modes, kind_of_entries
from ._partitions import (
    LabelCheck,
    Modes,
    as_named_structure,
    check_partitions,
    count_dropped_entries,
)
from ._suspect_labels import MARKS_BESIDE_UNLABELED
from ._types import AnyStructure, Coclustering, Labels, Partition, Series

Unlabeled: TypeAlias = Literal["drop", "drop_either", "singletons"]
UNLABELED = (None, "drop", "drop_either", "singletons")


@overload
def handle_unlabeled(  # type: ignore[overload-overlap]  # a tuple of names is labels
    labels_true: Coclustering, labels_pred: Coclustering, unlabeled: Unlabeled | None
) -> tuple[tuple[Any, ...], tuple[Any, ...]]: ...
@overload
def handle_unlabeled(  # type: ignore[overload-overlap]  # a Series is labels, too
    labels_true: Series, labels_pred: Series, unlabeled: Unlabeled | None
) -> tuple[Series, Series]: ...
@overload
def handle_unlabeled(
    labels_true: Labels, labels_pred: Labels, unlabeled: Unlabeled | None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def handle_unlabeled(
    labels_true: Partition, labels_pred: Partition, unlabeled: Unlabeled | None
) -> tuple[Partition, Partition]: ...
def handle_unlabeled(
    labels_true: Partition, labels_pred: Partition, unlabeled: Unlabeled | None
) -> tuple[Any, Any]:
    """Leave out items without a label, or make each a cluster of its own.

    An item has no label if its label is missing (None, NaN, NaT, the null of any
    library, a masked entry) or -1, such as the noise of ``HDBSCAN`` and the background
    of `biclusters_to_labels` (:ref:`incomplete_labels`). If both sides have names, a
    name that only one side has is an item without a label on the other side; beside a
    fitted estimator, names of columns that it was not fitted on are left out.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``, with None in place of
        labels that are unknown.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels to compare with it.
    unlabeled : {None, "drop", "drop_either", "singletons"}
        If "drop", samples (rows, columns) without a true label leave both sides. If
        "drop_either", samples without a predicted label leave both sides, too. If
        "singletons", each sample without a label becomes a cluster of its own, on the
        side where its label is missing. If None, nothing changes.

    Returns
    -------
    labels_true, labels_pred : ndarray, Series or tuple of these
        Structures of the same items. A Series remains a Series; two Series are in the
        order of `labels_pred`. A fitted estimator becomes arrays, and a mapping beside
        it becomes an array in the order of the estimator. Rows or columns without true
        labels are None on both sides.

    Raises
    ------
    ValueError
        If nothing is left, the option is unknown, or the two sides do not match.

    See Also
    --------
    make_cocluster_scorer : Make a scorer, which has the same option.

    Notes
    -----
    With "drop", -1 in a prediction is one cluster. "drop_either" rewards a prediction
    that leaves out hard items, and "singletons" punishes it.

    With "singletons", the new labels are "unlabeled 0" and so on among strings, and
    10**15 and so on among numbers, whose type then has 64 bits. If labels are counted
    in chunks, call this function once, before the labels are split. Otherwise each
    chunk has the same new labels, and tables with such labels in common cannot be
    added. Among dates and times, the new labels are the next times, so that no error
    occurs if chunks have them in common.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import handle_unlabeled
    >>> true, pred = [0, 0, 1, 1, None], [0, 0, 1, -1, 1]
    >>> handle_unlabeled(true, pred, "drop")
    (array([0, 0, 1, 1]), array([ 0,  0,  1, -1]))
    """
    true, pred, _ = handle_and_count(labels_true, labels_pred, unlabeled)
    return true, pred


def handle_and_count(
    labels_true: AnyStructure, labels_pred: AnyStructure, unlabeled: Unlabeled | None
) -> tuple[Any, Any, tuple[int | None, ...] | None]:
    """Return both structures as `handle_unlabeled` does, and a number for each mode.

    The number counts the items of a mode that are left out, by this option or by steps
    of a pipeline. It is None for a mode that is not compared. If `unlabeled` is None,
    and steps drop nothing, None is returned in place of the numbers.
    """
    check_option(unlabeled, "unlabeled", UNLABELED)
    n_dropped = count_dropped_entries(labels_true, labels_pred)
    if unlabeled is None:
        return labels_true, labels_pred, n_dropped
    true, pred = check_partitions(labels_true, labels_pred, check=check_partly_labeled)
    modes = compared_modes(labels_true, n_compared=len(true))
    true_handled, pred_handled, remaining_positions = handle_modes(
        true, pred, unlabeled, modes=modes
    )
    n_left_out = [
        len(labels) - len(remaining_positions_of_mode)
        for labels, remaining_positions_of_mode in zip(
            true, remaining_positions, strict=True
        )
    ]
    if n_dropped is not None:
        # The checked labels no longer have the columns that steps drop.
        n_left_out = [
            n_without_label + n_dropped_by_steps
            for n_without_label, n_dropped_by_steps in zip(
                n_left_out, modes.select(n_dropped), strict=True
            )
        ]
    # Labels that an estimator has found become an array. A mapping on the opposite side
    # could not be matched with this array by name, so it becomes an array in the same
    # order.
    has_fit = is_estimator(labels_true) or is_estimator(labels_pred)
    as_passed = partial(_as_passed, modes=modes, keeps_mappings=not has_fit)
    return (
        as_passed(labels_true, true_handled),
        as_passed(labels_pred, pred_handled),
        modes.spread(n_left_out),
    )


def _as_passed(
    structure: AnyStructure,
    labels_of_modes: Modes,
    *,
    modes: ComparedModes,
    keeps_mappings: bool,
) -> Any:
    """Return checked labels as the kind of structure that a user has passed.

    There are labels of the compared `modes` only, so that the result has None for the
    other modes. An estimator becomes arrays. Unless the result `keeps_mappings`, so
    does a mapping.
    """
    arrays = [_as_native_type(labels.labels()) for labels in labels_of_modes]
    return as_named_structure(
        structure, arrays, labels_of_modes, modes, keeps_mappings=keeps_mappings
    )


def _as_native_type(labels: NDArray[Any]) -> NDArray[Any]:
    """Return labels that are objects of one type in the NumPy type for it, if any.

    Labels of which some are missing are objects. Once the missing labels are left out,
    the other labels may be integers again. Strings, or labels of several types, stay
    objects.
    """
    if labels.dtype != object or isinstance(labels[0], tuple):
        return labels  # An array of tuples would have two dimensions.
    return as_label_array(labels.tolist(), "labels")


def label_check_for(unlabeled: Any, advice: LabelAdvice = FOR_UNLABELED) -> LabelCheck:
    """Return the check of labels for this option, which says if some may be missing.

    If no labels may be missing, errors give the `advice`.
    """
    check_option(unlabeled, "unlabeled", UNLABELED)
    if unlabeled is None:
        return partial(check_labels, advice=advice)
    return check_partly_labeled


def handle_modes(
    true: Modes,
    pred: Modes,
    unlabeled: Unlabeled,
    advice: LabelAdvice = FOR_UNLABELED,
    *,
    modes: ComparedModes,
    names: tuple[str, str] = ("labels_true", "labels_pred"),
) -> tuple[Modes, Modes, list[NDArray[np.intp]]]:
    """Leave out the items without a label in each mode, or make each a cluster.

    Return the true labels and the predicted labels of each of the compared `modes`, and
    the positions in each mode of the items that are not left out. If a label is still
    missing, the error gives the `advice`. Errors call the arguments by `names`.
    """
    # The option "drop" keeps items of which only the predicted label is missing.
    advice_for_pred = FOR_PREDICTIONS if unlabeled == "drop" else advice
    true_handled = []
    pred_handled = []
    remaining_positions = []
    for mode, true_labels, pred_labels in zip(modes.numbers, true, pred, strict=True):
        if unlabeled == "singletons":
            true_labels = _with_singletons(true_labels)
            pred_labels = _with_singletons(pred_labels)
            is_remaining = np.ones(len(true_labels), dtype=bool)
        else:
            is_remaining = ~is_unlabeled(true_labels)
            if unlabeled == "drop_either":
                is_remaining &= ~is_unlabeled(pred_labels)
        if not is_remaining.any():
            items = kind_of_entries(mode, modes.n_modes)
            raise ValueError(
                f"`unlabeled={unlabeled!r}` leaves no {items} to compare, because "
                "none has the labels that it requires. Check that -1 and missing "
                f"labels mark only {items} without a label."
            )
        positions = np.flatnonzero(is_remaining)
        remaining_positions.append(positions)
        _refuse_items_without_weight(true_labels.weights, is_remaining)
        remaining_true = true_labels.take(positions)
        remaining_pred = pred_labels.take(positions)
        true_handled.append(_check_no_missing(remaining_true, names[0], advice))
        pred_handled.append(
            _check_no_missing(remaining_pred, names[1], advice_for_pred)
        )
    return tuple(true_handled), tuple(pred_handled), remaining_positions


def _refuse_items_without_weight(weights: Any, is_remaining: NDArray[np.bool_]) -> None:
    """Raise an error if items that remain have no weight, which is NaN.

    Such items have no true label, and weights belong to true labels. The weights are
    an array, "balanced" or None.
    """
    if isinstance(weights, np.ndarray) and np.isnan(weights[is_remaining]).any():
        raise ValueError(
            "`sample_weight` has no weights for items that only the prediction has. "
            "Pass `unlabeled='drop_either'` to leave these items out."
        )


def _check_no_missing(labels: LabelCodes, name: str, advice: LabelAdvice) -> LabelCodes:
    """Check that no label is missing, and return the labels with new codes.

    The new codes are those of the labels that remain, without a code of None. Weights
    and names stay as they are.
    """
    if labels.values is None:  # Integers that are their own codes are never missing.
        return labels
    _refuse_missing_with_names(labels, name, advice)
    checked = check_labels(
        _as_native_type(labels.labels()), name, warn=False, advice=advice
    )
    return replace(
        checked,
        weights=labels.weights,
        weights_may_be_counts=labels.weights_may_be_counts,
        names=labels.names,
    )


def _refuse_missing_with_names(
    labels: LabelCodes, name: str, advice: LabelAdvice
) -> None:
    """Raise an error that lists the names of items whose label is missing, if any.

    Items without names do not raise an error here.
    """
    if labels.names is None or labels.values is None:
        return
    codes_of_none = [code for code, value in enumerate(labels.values) if value is None]
    positions = np.flatnonzero(np.isin(labels.codes, codes_of_none))
    if len(positions):
        unlabeled_names = list_names(list(take_entries(labels.names, positions)))
        raise ValueError(
            f"`{name}` has no label for {unlabeled_names}, but every label must be "
            f"known. {advice.missing}"
        )


def check_partly_labeled(labels: Labels | LabelCodes, name: str) -> LabelCodes:
    """Check labels of which some may be missing.

    If some are missing, they have the last code, whose value is None. Other labels have
    codes as in `check_labels`. `LabelCodes` are returned as they are.
    """
    if isinstance(labels, LabelCodes):  # These have been checked already.
        return labels
    check_known = partial(
        check_labels,
        advice=FOR_PARTLY_LABELED,
        marks_of_missing=MARKS_BESIDE_UNLABELED,
    )
    names = index_of(labels)
    if has_masked_entries(labels):
        labels = _with_none_for_masks(labels)
    array = as_label_array(labels, name)
    is_missing_label = _is_missing_in(array)
    if not is_missing_label.any():
        return replace(check_known(array, name), names=names, may_be_missing=True)
    codes = np.zeros(len(array), dtype=np.int64)
    values = [None]
    if not is_missing_label.all():
        # In an array of objects, the known labels may be integers.
        known_array = _as_native_type(array[~is_missing_label])
        known_labels = check_known(known_array, name).compressed()
        codes[~is_missing_label] = known_labels.codes
        codes[is_missing_label] = known_labels.width
        values = [*as_objects(known_labels.distinct_labels()), None]
    return LabelCodes(
        codes=codes,
        low=0,
        width=len(values),
        values=as_objects(values),
        names=names,
        may_be_missing=True,
    )


def _with_none_for_masks(labels: Any) -> Any:
    """Return an array, or a list, as a list with None for masked entries.

    In the list, labels of a NumPy array are objects of Python, but times stay times. An
    array without dimensions stays an array, because its shape raises an error later.
    """
    if not np.ma.isMaskedArray(labels):
        return [None if entry is np.ma.masked else entry for entry in labels]
    if labels.ndim == 0:
        return np.asarray(labels)
    if labels.dtype.kind not in "mM" or labels.ndim != 1:
        return list(labels.tolist())  # Masked entries become None.
    # The method `tolist` would return times in nanoseconds as integers.
    entries = as_objects(labels.data)
    entries[np.ma.getmaskarray(labels)] = None
    return list(entries)


def _is_missing_in(labels: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which labels are missing.

    In an array that is not one-dimensional, none are missing.
    """
    # Only floats, times, objects and strings of variable width can be missing.
    if labels.ndim == 1 and labels.dtype.kind in "fmMOT":
        is_missing_label = [is_missing(label) for label in labels.tolist()]
        return np.array(is_missing_label, dtype=bool)
    return np.zeros(labels.shape, dtype=bool)


def is_unlabeled(labels: LabelCodes) -> NDArray[np.bool_]:
    """Return which items have no label, because it is missing or -1."""
    if labels.values is None:  # The codes are the labels.
        return np.asarray(labels.codes == -1)
    codes_without_label = [
        code for code, value in enumerate(labels.values) if _is_no_label(value)
    ]
    return np.isin(labels.codes, codes_without_label)


def _is_no_label(value: object) -> bool:
    """Return whether a value is None, or -1 of any numeric type, so no label."""
    return value is None or (isinstance(value, Real) and value == -1)


def _with_singletons(labels: LabelCodes) -> LabelCodes:
    """Return labels in which each item whose label is missing or -1 has a new one.

    The new labels are those of `with_singletons`, so they are numbers among numbers and
    strings among strings. If no item has a label, they are integers.
    """
    has_no_label = is_unlabeled(labels)
    unlabeled_positions = np.flatnonzero(has_no_label)
    labeled_positions = np.flatnonzero(~has_no_label)
    n_unlabeled = len(unlabeled_positions)
    if n_unlabeled == 0:
        return labels
    codes = np.arange(len(labels))
    if len(labeled_positions) == 0:
        # Each item becomes a singleton. No label shows a type, so integers are made.
        values = with_singletons(np.empty(0, dtype=np.int64), n_unlabeled)
        return replace(labels, codes=codes, low=0, width=len(codes), values=values)
    # In an array of objects, the known labels may be integers.
    known_array = _as_native_type(labels.take(labeled_positions).labels())
    known_labels = check_labels(known_array, "labels", warn=False).compressed()
    codes[labeled_positions] = known_labels.codes
    codes[unlabeled_positions] = known_labels.width + np.arange(n_unlabeled)
    values = with_singletons(known_labels.distinct_labels(), n_unlabeled)
    return replace(labels, codes=codes, low=0, width=len(values), values=values)
