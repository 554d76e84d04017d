"""Warn of labels that may not be what a user means."""

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._messages import warn_caller

_MISSING_INTEGER_OF_R = -(2**31)
"""The integer that NumPy reads for ``NA_integer_`` of R."""

MARKS_OF_MISSING = frozenset({"nan", "NaN", "None", "<NA>", _MISSING_INTEGER_OF_R})
"""Labels that nearly always stand for missing ones.

The texts are what libraries write for missing labels when they convert these to
strings.
"""

MARKS_BESIDE_UNLABELED = MARKS_OF_MISSING | {"", "NA", "-1"}
"""Further marks of missing labels, if a user says that some labels are missing."""


def warn_of_suspect_labels(
    labels: NDArray[Any], name: str, marks_of_missing: Collection[Any]
) -> None:
    """Warn of labels that may be missing, written in two ways, rounded, or measured.

    `labels` are the distinct labels of a mode, and `name` is their name in warnings.
    `marks_of_missing` are labels that usually stand for missing ones, such as "nan" or
    the lowest integer of 32 bits. The integer -1 is not among them, because it is the
    label of items without a cluster.
    """
    kind = labels.dtype.kind
    if kind in "mM":  # Times are never suspect.
        return
    if kind == "S":
        labels = np.char.decode(labels, "utf-8", "replace")
    label_list = labels.tolist()
    _warn_of_marks(label_list, name, marks_of_missing)
    if kind in "SU":
        _warn_of_blanks(label_list, name)
    if kind == "O":
        _warn_of_blanks(list(filter(is_string, label_list)), name)
        _warn_of_alike_labels(label_list, name)
        floats = [
            label for label in label_list if isinstance(label, float | np.floating)
        ]
        _warn_of_floats(np.array(floats, dtype=np.float64), name)
    elif kind == "f":
        _warn_of_floats(labels, name)


def _warn_of_marks(
    labels: list[Any], name: str, marks_of_missing: Collection[Any]
) -> None:
    """Warn of the labels that are among the `marks_of_missing`.

    Other programs write these marks in place of missing labels.
    """
    distinct_labels = set(labels)
    marks = [mark for mark in marks_of_missing if mark in distinct_labels]
    if not marks:
        return
    mark_list = ", ".join(sorted(map(repr, marks)))
    subject = f"the label {mark_list}, which is a cluster"
    if len(marks) > 1:
        subject = f"the labels {mark_list}, which are clusters"
    origins = []
    if _MISSING_INTEGER_OF_R in marks:
        origins.append(f"{_MISSING_INTEGER_OF_R} is the missing integer of R.")
    if any(map(is_string, marks)):
        origins.append(
            "Missing labels that are converted to strings become such texts."
        )
    warn_caller(
        f"`{name}` has {subject} like others. If missing labels are meant, put None "
        f"in their place, in a list or an array of objects. {' '.join(origins)}"
    )


def _warn_of_alike_labels(labels: list[Any], name: str) -> None:
    """Warn of the first label that reads like a string, because these are two clusters.

    The labels are distinct. For example, 1 and 1.0 read like "1".
    """
    strings = set(filter(is_string, labels))
    if not strings:
        return
    for label in labels:
        if not is_string(label) and text_of(label) in strings:
            warn_caller(
                f"`{name}` has the labels {label!r} and {text_of(label)!r}, a string, "
                "which are two clusters. If they are one cluster, give all labels "
                "one type, such as by `numpy.asarray(labels, str)`."
            )
            return


def _warn_of_blanks(strings: list[str], name: str) -> None:
    """Warn of strings that differ only by blanks at their ends, and are two clusters.

    The ends of lines count as blanks. Padded strings begin or end with a blank.
    """
    lines = "\n".join(["", *strings, ""])
    # Usually, no string is padded, and a search in all strings together is fast.
    signs_of_blanks = ("\n ", " \n", "\n\t", "\t\n", "\r\n", "\n\n")
    if not any(sign in lines for sign in signs_of_blanks):
        return
    padded = [string for string in strings if string != string.strip()]
    label_of_text: dict[str, str] = {}
    stripped_strings = set(strings).difference(padded)
    for string in padded:
        text = string.strip()
        like_string = text if text in stripped_strings else label_of_text.get(text)
        if like_string is not None:
            warn_caller(
                f"`{name}` has the labels {like_string!r} and {string!r}, which are "
                "two clusters. If they are one cluster, remove the blanks, such as by "
                "`[label.strip() for label in labels]`."
            )
            return
        label_of_text[text] = string


def _warn_of_floats(floats: NDArray[np.floating[Any]], name: str) -> None:
    """Warn of floats that are measurements, or integers that have been rounded.

    The floats are known to be finite.
    """
    if (floats != np.floor(floats)).any():
        warn_caller(
            f"Clustering metrics expect discrete labels, but `{name}` contains "
            "continuous values. Each distinct value counts as a cluster. If these "
            "are measurements, pass the labels of their clusters instead. To test "
            "whether measurements differ between clusters, use "
            "`scipy.stats.kruskal(*[values[labels == cluster] for cluster in "
            "numpy.unique(labels)])`."
        )
        return
    # For floats of 64 bits, this is 2**53.
    first_rounded = 2 / np.finfo(floats.dtype).eps
    if (np.abs(floats) >= first_rounded).any():
        warn_caller(
            f"`{name}` has floats of {first_rounded:.0f} or more, which are rounded, "
            "so that different labels may have become equal. Pass integers or strings, "
            "with None for missing labels in a list or an array of objects."
        )


def is_string(label: Any) -> bool:
    """Return whether a label is a string, not bytes."""
    return isinstance(label, str)


def text_of(label: Any) -> str:
    """Return how a label reads, with bytes as text, and 1.0 as 1."""
    if isinstance(label, bytes):
        return label.decode(errors="replace")
    if isinstance(label, float | np.floating) and label.is_integer():
        return str(int(label))
    return str(label)
