"""Items without a label: left out on both sides, or each a cluster of its own."""

from __future__ import annotations

from dataclasses import replace
from numbers import Real
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from ._arguments import (
    Coclustering,
    Labels,
    Partition,
    Series,
    check_option,
    has_masked_entries,
)
from ._entry_names import index_of
from ._labels import (
    LabelCodes,
    as_label_array,
    as_objects,
    check_labels,
    is_missing,
    with_new_labels,
)
from ._partitions import Check, Modes, as_given, check_partitions, what_is_labelled

Unlabelled: TypeAlias = Literal["drop", "drop_either", "singletons"]
UNLABELLED = (None, "drop", "drop_either", "singletons")


@overload
def handle_unlabelled(  # type: ignore[overload-overlap]  # a tuple of names is labels
    labels_true: Coclustering, labels_pred: Coclustering, unlabelled: Unlabelled | None
) -> tuple[tuple[Any, ...], tuple[Any, ...]]: ...
@overload
def handle_unlabelled(  # type: ignore[overload-overlap]  # a Series is labels, too
    labels_true: Series, labels_pred: Series, unlabelled: Unlabelled | None
) -> tuple[Series, Series]: ...
@overload
def handle_unlabelled(
    labels_true: Labels, labels_pred: Labels, unlabelled: Unlabelled | None
) -> tuple[NDArray[Any], NDArray[Any]]: ...
@overload
def handle_unlabelled(
    labels_true: Partition, labels_pred: Partition, unlabelled: Unlabelled | None
) -> tuple[Partition, Partition]: ...
def handle_unlabelled(
    labels_true: Partition, labels_pred: Partition, unlabelled: Unlabelled | None
) -> tuple[Any, Any]:
    """Leave out items without a label, or make each a cluster of its own.

    An item has no label where it is missing (None, NaN, NaT, the null of any library, a
    masked entry) or -1, as the noise of ``HDBSCAN`` and the background of
    `biclusters_to_labels` (:ref:`incomplete_labels`).

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels to compare with it.
    unlabelled : {None, "drop", "drop_either", "singletons"}
        "drop": samples (rows, columns) without a true label leave both sides.
        "drop_either": so do those without a predicted one. "singletons": each becomes
        its own cluster, on its side. None: nothing changes.

    Returns
    -------
    labels_true, labels_pred : ndarray, Series or tuple of these
        Structures of the same items. A Series remains one; two Series are in the
        order of `labels_pred`.

    Raises
    ------
    ValueError
        If nothing is left, the option is unknown, or the two sides do not match.

    See Also
    --------
    make_cocluster_scorer : Has the same option.

    Notes
    -----
    With "drop", -1 in a prediction is one cluster. "drop_either" rewards leaving out
    hard items; "singletons" punishes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import handle_unlabelled
    >>> true, pred = [0, 0, 1, 1, None], [0, 0, 1, -1, 1]
    >>> handle_unlabelled(true, pred, "drop")
    (array([0, 0, 1, 1]), array([ 0,  0,  1, -1]))
    """
    return handle_and_count(labels_true, labels_pred, unlabelled)[:2]


def handle_and_count(
    labels_true: Any, labels_pred: Any, unlabelled: Unlabelled | None
) -> tuple[Any, Any, tuple[int, ...] | None]:
    """Handle items without a label; return also how many of each mode are left out."""
    check_option(unlabelled, "unlabelled", UNLABELLED)
    if unlabelled is None:
        return labels_true, labels_pred, None
    sides = check_partitions(labels_true, labels_pred, check_partly_labelled)
    *handled, kept = without_unlabelled(*sides, unlabelled)
    true, pred = (
        as_given(given, (_retyped(mode.labels()) for mode in modes), modes)
        for given, modes in zip((labels_true, labels_pred), handled, strict=True)
    )
    n_left_out = (
        len(one) - len(left) for one, left in zip(sides[0], kept, strict=True)
    )
    return true, pred, tuple(n_left_out)


def _retyped(labels: NDArray[Any]) -> NDArray[Any]:
    """Return labels; as integers again where nothing is missing any more."""
    is_mixed = labels.dtype == object and not isinstance(labels[0], tuple)
    return as_label_array(labels.tolist(), "labels") if is_mixed else labels


def checked_partly(unlabelled: Any) -> Check:
    """Return the check of labels for this option: whether some may be missing."""
    option = check_option(unlabelled, "unlabelled", UNLABELLED)
    return check_labels if option is None else check_partly_labelled


def without_unlabelled(
    true: Modes, pred: Modes, unlabelled: Unlabelled
) -> tuple[Modes, Modes, list[NDArray[np.intp]]]:
    """Handle the codes of each mode; return also the positions of what is left."""
    of_true, of_pred, kept = [], [], []
    for mode, (one, other) in enumerate(zip(true, pred, strict=True)):
        is_left = np.ones(len(one), dtype=bool)
        if unlabelled == "singletons":
            one, other = _with_singletons(one), _with_singletons(other)
        else:
            is_left &= ~has_no_label(one)
            if unlabelled == "drop_either":
                is_left &= ~has_no_label(other)
        if not is_left.any():
            what = what_is_labelled(mode, len(true))
            raise ValueError(f"`unlabelled={unlabelled!r}` leaves no labelled {what}.")
        kept.append(np.flatnonzero(is_left))
        of_true.append(_all_known(one.take(kept[-1]), "labels_true"))
        of_pred.append(_all_known(other.take(kept[-1]), "labels_pred"))
    return tuple(of_true), tuple(of_pred), kept


def _all_known(codes: LabelCodes, name: str) -> LabelCodes:
    """Return labels without a code for missing ones; refuse them if any are."""
    if codes.values is None:
        return codes
    known = check_labels(_retyped(codes.labels()), name, warn=False)
    return replace(known, weights=codes.weights, names=codes.names)


def check_partly_labelled(labels: Any, name: str) -> LabelCodes:
    """Check labels of which some may be missing: these have a code with value None."""
    if isinstance(labels, LabelCodes):
        return labels
    names = index_of(labels)
    if has_masked_entries(labels):
        is_array = np.ma.isMaskedArray(labels)
        listed = labels.tolist() if is_array else labels
        labels = [None if label is np.ma.masked else label for label in listed]
    array = as_label_array(labels, name)
    is_known = np.ones(array.shape, dtype=bool)
    if array.ndim == 1 and array.dtype.kind in "fmMOT":
        is_known = ~np.array(
            [is_missing(label) for label in array.tolist()], dtype=bool
        )
    if is_known.all():
        return check_labels(labels, name)
    if not is_known.any():
        none = np.zeros(len(array), np.int64)
        return LabelCodes(none, 0, 1, as_objects([None]), names=names)
    known = check_labels(_retyped(array[is_known]), name).compressed()
    codes = np.full(len(array), known.width, dtype=np.int64)
    codes[is_known] = known.codes
    values = [*as_objects(known.values_at(np.arange(known.width))), None]
    return LabelCodes(codes, 0, len(values), as_objects(values), names=names)


def has_no_label(codes: LabelCodes) -> NDArray[np.bool_]:
    """Return where labels are missing or -1."""
    if codes.values is None:
        return np.asarray(codes.codes == -1)
    none = [place for place, value in enumerate(codes.values) if _is_none(value)]
    return np.isin(codes.codes, none)


def _is_none(value: Any) -> bool:
    """Return whether a value stands for no label."""
    return value is None or (isinstance(value, Real) and value == -1)


def _with_singletons(codes: LabelCodes) -> LabelCodes:
    """Give each item without a label one of its own, of the kind of the others."""
    is_alone = has_no_label(codes)
    alone, others = np.flatnonzero(is_alone), np.flatnonzero(~is_alone)
    own = np.arange(len(codes))
    if len(alone) == 0 or len(others) == 0:
        alone_only = replace(codes, codes=own, low=0, width=len(own), values=own)
        return codes if len(others) else alone_only
    known = check_labels(_retyped(codes.take(others).labels()), "labels", warn=False)
    known = known.compressed()
    own[others], own[alone] = known.codes, known.width + np.arange(len(alone))
    names = [f"unlabelled {k}" for k in range(len(alone))]
    values = with_new_labels(known.values_at(np.arange(known.width)), names)
    return replace(codes, codes=own, low=0, width=len(values), values=values)
