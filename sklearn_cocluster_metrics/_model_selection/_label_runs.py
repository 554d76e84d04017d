"""Warn of labels that may follow the position of rows and columns."""

import numpy as np
from numpy.typing import NDArray

from .._structures import LabelCodes, Modes, warn_caller

_FEWEST = 50  # rows, and columns: by chance, no labels of so many lie in runs


def warn_if_in_runs(true: Modes, pred: Modes) -> None:
    """Warn where every cluster is one run of rows or columns, on both sides.

    Some estimators sort their labels. Compared with a truth that is sorted too, they
    score well by position alone. No warning where the clusters of one side are unions
    of those of the other, in every mode: an estimator that merges neighbors, or finds
    the truth, does that on sorted data without any fault.
    """
    if len(true) < 2 or min(map(len, true)) < _FEWEST:
        return
    boundaries = []
    for one, other in zip(true, pred, strict=True):
        found = _boundaries(one), _boundaries(other)
        if found[0] is None or found[1] is None:
            return
        boundaries.append((set(found[0].tolist()), set(found[1].tolist())))
    if all(one <= other or other <= one for one, other in boundaries):
        return
    warn_caller(
        "In the truth and in what the estimator has found, every cluster is one run of "
        "neighboring rows or columns, but the clusters differ. The labels may follow "
        "the position of the rows, which scores well by itself. Shuffle the rows and "
        "the columns of the data, and fit again."
    )


def _boundaries(labels: LabelCodes) -> NDArray[np.intp] | None:
    """Return where a new run of labels begins; None where a cluster has two runs."""
    starts = np.flatnonzero(labels.codes[1:] != labels.codes[:-1])
    of_runs = labels.codes[np.append(starts, len(labels) - 1)]
    return starts if len(np.unique(of_runs)) == len(of_runs) else None
