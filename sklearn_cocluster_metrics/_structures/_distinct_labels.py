"""Merge arrays of distinct labels, and add new labels to an array."""

import math
import re
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._labels import as_objects, factorize_objects
from ._suspect_labels import is_string, text_of

# Among numbers, the labels of singletons begin here. Real labels are unlikely to be as
# large, so that singletons are recognized if labels are counted in parts.
_FIRST_SINGLETON = 10**15  # A float of 64 bits is exact up to 2**53, about 9 * 10**15.
_END_OF_SINGLETONS = _FIRST_SINGLETON + 10**12  # More singletons are not recognized.
_SINGLETON_AMONG_STRINGS = re.compile(r"unlabeled \d+'*")


def merge_labels(
    first: NDArray[Any], second: NDArray[Any]
) -> tuple[NDArray[Any], tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return the union of two arrays of labels, and the positions of both in the union.

    Each array has one dimension, and may have a label several times. The union has each
    label once. It is sorted if the labels can be compared, and otherwise in the order
    of appearance. The second value is a pair, with the position in the union of each
    label of the first array and of each label of the second. An error is raised if
    labels are dates or times without a common unit that keeps all of them.
    """
    _refuse_unlike_units(first, second)
    if _can_be_joined(first, second):
        joined = np.concatenate([first, second])
        union, positions = np.unique(joined, return_inverse=True)
    else:  # Compare as Python does, because 1 and "1" are different labels.
        objects = np.concatenate([as_objects(first), as_objects(second)])
        union, positions = factorize_objects(objects.tolist())
    return union, (positions[: len(first)], positions[len(first) :])


def refuse_alike_labels(first: NDArray[Any], second: NDArray[Any], name: str) -> None:
    """Raise an error if two arrays have different labels that read alike.

    For example, a cluster that has the label 1 in one part of the data and "1" in
    another would become two clusters. Errors call the labels `name`.
    """
    # Either all labels of an array are strings or none is, unless they are objects.
    has_objects = "O" in (first.dtype.kind, second.dtype.kind)
    if first.dtype.kind == second.dtype.kind and not has_objects:
        return
    first_labels = as_objects(first).tolist()
    second_labels = as_objects(second).tolist()
    nonstring = _find_nonstring_alike(first_labels, second_labels)
    if nonstring is None:
        nonstring = _find_nonstring_alike(second_labels, first_labels)
    if nonstring is not None:
        raise ValueError(
            f"`{name}` has the label {text_of(nonstring)!r}, a string, in one part and "
            f"{nonstring!r} in another, which are two clusters. If they are one "
            "cluster, give the labels of all parts one type, such as by "
            "`numpy.asarray(labels, str)`."
        )


def refuse_repeated_singletons(labels: NDArray[Any], name: str) -> None:
    """Raise an error if a label is one that `with_singletons` gives to a single item.

    `labels` are the labels of clusters that have one item in each of two parts. A label
    of `with_singletons` is in both parts only if the parts were handled separately.
    Errors call the labels `name`.
    """
    for label in labels.tolist():
        if _is_of_singleton(label):
            raise ValueError(
                f"`{name}` has the label {label!r} in two parts. "
                "`handle_unlabeled(..., 'singletons')` gives this label to an item "
                "without a label, so that singletons of different parts would count "
                "as one cluster. Call `handle_unlabeled(labels_true, labels_pred, "
                "'singletons')` once for the labels of all parts and split the result, "
                "or leave such items out of each part by 'drop_either'. If the label "
                "is one of your own, give its cluster another label."
            )


def _is_of_singleton(label: Any) -> bool:
    """Return whether a label is one that `with_singletons` gives."""
    if isinstance(label, bytes):
        label = label.decode(errors="replace")
    if isinstance(label, str):
        return _SINGLETON_AMONG_STRINGS.fullmatch(label) is not None
    is_number = isinstance(label, Real)
    return is_number and _FIRST_SINGLETON <= label < _END_OF_SINGLETONS


def _find_nonstring_alike(labels: list[Any], opposite_labels: list[Any]) -> Any:
    """Return a label that is not a string, but reads like an opposite string, or None.

    For example, 1, 1.0 and b"1" read like "1". If one side has both the label and the
    string, it distinguishes them on purpose, so the label does not count.
    """
    distinct_labels = set(labels)
    opposite = set(opposite_labels)
    strings = set(filter(is_string, opposite_labels))
    for label in labels:
        if is_string(label):
            continue
        text = text_of(label)
        if text not in strings:
            continue
        if label not in opposite and text not in distinct_labels:
            return label
    return None


def _refuse_unlike_units(first: NDArray[Any], second: NDArray[Any]) -> None:
    """Raise an error if times or dates have no common unit that keeps all of them."""
    kinds = {first.dtype.kind, second.dtype.kind}
    if first.dtype == second.dtype or kinds not in ({"m"}, {"M"}):
        return
    try:
        unit = np.result_type(first, second)
        is_exact = all(
            (labels.astype(unit).astype(labels.dtype) == labels).all()
            for labels in (first, second)
        )
    except (TypeError, OverflowError):
        # A year has no fixed number of days. Times that are too far away for the common
        # unit raise an error in NumPy 2.5, and earlier versions changed them in
        # silence.
        is_exact = False
    if not is_exact:
        raise ValueError(
            f"Labels of types {first.dtype} and {second.dtype} have no common unit of "
            "time in which all of them are exact. Convert all parts to one, such as "
            "by `labels.astype('datetime64[s]')`."
        )


def _can_be_joined(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Return whether NumPy can join two arrays of labels without a change of any."""
    kinds = {first.dtype.kind, second.dtype.kind}
    if len(kinds) == 1:
        return kinds != {"O"}
    # Bools may become integers, because True equals 1. Integers that become floats are
    # rounded. This happens to uint64 joined with signed integers, and to int64 joined
    # with floats.
    return kinds <= set("biu") and np.result_type(first, second).kind != "f"


def with_singletons(labels: NDArray[Any], n_singletons: int) -> NDArray[Any]:
    """Return distinct labels, followed by labels of singletons.

    Singletons are "unlabeled 0" and so on among strings, and integers from
    `_FIRST_SINGLETON` on among numbers, so that `refuse_repeated_singletons` recognizes
    them. They may widen the type of the array. Among times, singletons are the next
    times, which are not recognized.
    """
    kind = labels.dtype.kind
    are_numbers = kind in "iufb"
    if kind == "O":
        are_numbers = all(isinstance(label, Real) for label in labels.tolist())
    if not are_numbers:
        names = [f"unlabeled {number}" for number in range(n_singletons)]
        return with_new_labels(labels, names)
    # Even if all labels are among the candidates, enough of them are new.
    n_candidates = n_singletons + len(labels)
    candidates = np.arange(_FIRST_SINGLETON, _FIRST_SINGLETON + n_candidates)
    existing = set(labels.tolist())
    if max(existing, default=0) >= _FIRST_SINGLETON:
        is_new = [candidate not in existing for candidate in candidates.tolist()]
        candidates = candidates[is_new]
    singletons = candidates[:n_singletons]
    if kind in "Ob":
        return as_objects([*labels.tolist(), *singletons.tolist()])
    wide_type = {"i": np.int64, "u": np.uint64, "f": np.float64}[kind]
    return np.concatenate([labels.astype(wide_type), singletons.astype(wide_type)])


def with_new_labels(labels: NDArray[Any], names_if_strings: list[str]) -> NDArray[Any]:
    """Return distinct labels, followed by as many new labels as names are passed.

    There must be at least one label, and none may be missing. Among strings, the new
    labels are the names, with apostrophes if need be. Among numbers and times, they are
    the next numbers and times, or the smallest unused ones if the type has no next
    ones, and the names are not used. Among bools, they are integers. The type of the
    labels is kept, unless it is too narrow.
    """
    kind = labels.dtype.kind
    n_new = len(names_if_strings)
    if n_new == 0:
        return labels
    if kind in "iuf":
        return np.append(labels, _new_integers(labels, n_new))
    if kind in "mM":  # Times are counted in 64 bits.
        counts = with_new_labels(labels.view(np.int64), names_if_strings)
        return counts.view(labels.dtype)
    old_labels = labels.tolist()
    if all(isinstance(label, Real) for label in old_labels):
        # These are bools, or numbers stored as objects.
        first = math.floor(max(old_labels)) + 1
        return as_objects([*old_labels, *range(first, first + n_new)])
    new_labels = _new_strings(old_labels, names_if_strings, as_bytes=kind == "S")
    if kind == "O":
        return as_objects([*old_labels, *new_labels])
    return np.append(labels, np.array(new_labels))


def _new_strings(
    old_labels: list[Any], names: list[str], *, as_bytes: bool
) -> list[Any]:
    """Return the names as labels, with apostrophes if the same label exists already."""
    existing = set(old_labels)
    new_labels = []
    for name in names:
        label: Any = name.encode() if as_bytes else name
        apostrophe: Any = b"'" if as_bytes else "'"
        while label in existing:
            label += apostrophe
        existing.add(label)
        new_labels.append(label)
    return new_labels


def _new_integers(labels: NDArray[Any], n_new: int) -> NDArray[Any]:
    """Return the integers after the largest label, in the type of the labels.

    This may be a type of floats. If the type does not have all of these integers,
    return the smallest ones, from 0, that are no labels, in a wider type if need be.
    """
    dtype = labels.dtype
    if dtype.kind == "f":
        largest = int(1 / np.finfo(dtype).eps)  # All integers are exact up to here.
    else:
        largest = min(np.iinfo(dtype).max, np.iinfo(np.int64).max)
    first = int(np.floor(labels.max())) + 1
    if abs(first) + n_new - 1 <= largest:
        return np.arange(first, first + n_new).astype(dtype)
    candidates = np.arange(len(labels) + n_new)
    integers = np.setdiff1d(candidates, labels)[:n_new]
    return integers.astype(dtype) if integers[-1] <= largest else integers
