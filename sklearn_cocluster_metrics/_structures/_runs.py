"""Warn of labels in runs, which follow the position and are probably sorted."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from ._labels import LabelCodes
from ._messages import warn_caller
from ._modes import kind_of_entries

MANY_ENTRIES = 1000
"""Rows or columns from which plain functions look for labels in runs."""

_N_FIRST = 1000  # For most labels that are not in runs, these first entries show it.
# There is no warning if runs are more likely than this in a random order.
_LARGEST_CHANCE = 1e-4


def warn_if_in_runs(
    true: tuple[LabelCodes, ...],
    pred: tuple[LabelCodes, ...],
    numbers_of_modes: Sequence[int],
    *,
    names: tuple[str, str] = ("the truth", "the prediction"),
) -> None:
    """Warn if every cluster of a mode is one run of entries, on both sides.

    Some estimators sort their labels. Compared with a truth that is sorted too, these
    labels score well by position alone. There is no warning if the clusters of one side
    are unions of clusters of the other side, because an estimator that merges neighbors
    or finds the truth produces such labels on sorted data without any fault. There is
    also no warning if such runs are likely by chance. Both sides are called by `names`.
    """
    true_name, pred_name = names
    for mode, true_labels, pred_labels in zip(
        numbers_of_modes, true, pred, strict=True
    ):
        true_boundaries = _boundaries_of_runs(true_labels)
        if true_boundaries is None:
            continue
        pred_boundaries = _boundaries_of_runs(pred_labels)
        if pred_boundaries is None:
            continue
        # A subset of boundaries means that clusters are unions of the opposite ones.
        if true_boundaries <= pred_boundaries or pred_boundaries <= true_boundaries:
            continue
        # The message speaks of the data, so the samples of a clustering are rows.
        entries = kind_of_entries(mode, n_modes=2)
        warn_caller(
            f"In {true_name} and in {pred_name}, every cluster is one run of "
            f"neighboring {entries}, but the clusters differ. The predicted labels "
            "may just follow the position, which scores well if the data are sorted. "
            "Shuffle rows, columns and labels (`sklearn.utils.shuffle`), and fit "
            "again."
        )
        return


def _boundaries_of_runs(labels: LabelCodes) -> set[int] | None:
    """Return the last position of every run but the last one, if clusters are runs.

    Return None if a cluster has several runs, or if each cluster of the same labels is
    one run in at least one of 10 000 random orders.
    """
    # Most labels that are not in runs are recognized by their first entries.
    if _ends_of_runs(labels.codes[:_N_FIRST], labels.width) is None:
        return None
    ends = _ends_of_runs(labels.codes, labels.width)
    if ends is None:
        return None
    sizes = np.diff(ends, prepend=-1)
    # Labels of k clusters have n! / (n_1! ... n_k!) different orders. In k! of these,
    # every cluster is one run.
    log_chance = (
        gammaln(len(sizes) + 1)
        + gammaln(sizes + 1).sum()
        - gammaln(len(labels.codes) + 1)
    )
    if log_chance >= np.log(_LARGEST_CHANCE):
        return None
    return set(ends[:-1].tolist())


def _ends_of_runs(codes: NDArray[np.integer], n_codes: int) -> NDArray[np.intp] | None:
    """Return the last position of every run, or None if a code has several runs.

    There is at least one code, and there are at most `n_codes` different ones.
    """
    ends_but_the_last = np.flatnonzero(codes[1:] != codes[:-1])
    if len(ends_but_the_last) >= n_codes:  # There are more runs than codes.
        return None
    ends = np.append(ends_but_the_last, len(codes) - 1)
    if len(np.unique(codes[ends])) < len(ends):
        return None
    return ends
