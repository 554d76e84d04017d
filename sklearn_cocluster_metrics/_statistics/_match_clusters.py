"""Predicted clusters renamed as the true clusters that they match best."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures._arguments import Partition
from .._structures._labels import LabelCodes, as_objects
from .._structures._partitions import Modes, as_given, check_partitions, positions
from ._assignment import matched_clusters
from ._contingency import ContingencyTable
from ._tables import count_table


@dataclass(frozen=True, eq=False)
class MatchedLabels:
    """True and predicted labels of one mode, as numbers of matched clusters."""

    # Its true clusters are numbered from 0 in its order
    table: ContingencyTable
    # Number of the cluster of each entry. A predicted cluster has the number of the
    # true cluster that it matches; unmatched ones follow after the true clusters
    true: NDArray[np.intp]
    pred: NDArray[np.intp]
    # (n_pred,): Number of each predicted cluster of the table
    number_of_pred: NDArray[np.intp]

    def labels(self) -> NDArray[Any]:
        """Return the label of each number."""
        labels = self.table.true_labels
        is_unmatched = self.number_of_pred >= len(labels)
        return with_new_labels(labels, self.table.pred_labels[is_unmatched])


def match_clusters(labels_true: Partition, labels_pred: Partition) -> Any:
    """Rename predicted clusters as the true clusters that they match best.

    The matching is one to one, mode by mode, with as many entries in common as
    possible: of a clustering, `classification_error` is the fraction of renamed labels
    that differ from the true ones.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Clustering or co-clustering to rename.

    Returns
    -------
    labels : ndarray of shape (n_samples,), Series, or tuple of these
        The predicted labels, renamed, in the order and with the index of `labels_pred`.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if two Series have indexes with different names.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    match_table : How well each cluster matches.
    CoclusterDisplay : The matrix, in matched order.

    Notes
    -----
    Only clusters that share an entry are matched. Labels have the type of the true
    ones; booleans become 0 and 1. Unmatched clusters get new labels: the next integers
    after the largest true label where these are numbers or times, else the predicted
    label and " (unmatched)".

    Cost: that of the contingency table and of the assignment, cubic in the number of
    clusters at worst.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_clusters
    >>> match_clusters([0, 0, 1, 1, 1], [7, 7, 3, 3, 5])
    array([0, 0, 1, 1, 2])
    >>> match_clusters(["a", "a", "b", "b"], [7, 7, 3, 5])
    array(['a', 'a', 'b', '5 (unmatched)'], dtype='<U13')
    """
    matched = match_modes(*check_partitions(labels_true, labels_pred))
    _, places = check_partitions(labels_true, labels_pred, positions)
    renamed = tuple(mode.labels()[mode.pred] for mode in matched)
    return as_given(labels_pred, renamed, places)


def match_modes(true: Modes, pred: Modes) -> tuple[MatchedLabels, ...]:
    """Match the clusters of each mode."""
    return tuple(_match(*pair) for pair in zip(true, pred, strict=True))


def numbers_of_matched(table: ContingencyTable) -> NDArray[np.intp]:
    """Number the predicted clusters of a table as the true clusters they match."""
    n_true, n_pred = table.shape
    number = np.full(n_pred, -1, dtype=np.intp)
    of_true, of_pred = matched_clusters(table)
    number[of_pred] = of_true
    unmatched = np.flatnonzero(number < 0)
    number[unmatched] = n_true + np.arange(len(unmatched))
    return number


def _match(true: LabelCodes, pred: LabelCodes) -> MatchedLabels:
    """Match the clusters of one mode."""
    table = count_table(true, pred)
    number = numbers_of_matched(table)
    # Tables have their clusters in the order of the codes.
    of_true, of_pred = (
        np.unique(side.codes, return_inverse=True)[1] for side in (true, pred)
    )
    return MatchedLabels(table, of_true, number[of_pred], number)


def with_new_labels(labels: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
    """Append as many new labels as there are others, of the type of the labels."""
    if len(others) == 0:
        return labels
    kind = labels.dtype.kind
    if kind in "iuf":
        return np.append(labels, _next_integers(labels, len(others)))
    if kind in "mM":
        return with_new_labels(labels.view(np.int64), others).view(labels.dtype)
    return _with_names(labels, others)


def _next_integers(labels: NDArray[Any], n_new: int) -> NDArray[Any]:
    """Return the integers after the largest label.

    Where the type does not have them all, return the smallest that are no label.
    """
    is_float = labels.dtype.kind == "f"
    most = 1 / np.finfo(labels.dtype).eps if is_float else np.iinfo(np.int64).max
    first = int(np.floor(labels.max())) + 1
    if abs(first) + n_new <= most:
        new = np.arange(first, first + n_new)
    else:
        new = np.setdiff1d(np.arange(len(labels) + n_new), labels)[:n_new]
    return new.astype(labels.dtype)


def _with_names(labels: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
    """Append strings that no label equals, or bytes among bytes."""
    taken = set(labels.tolist())
    names: list[Any] = []
    for other in others.tolist():
        text = other.decode("latin-1") if isinstance(other, bytes) else str(other)
        name: Any = f"{text} (unmatched)"
        mark: Any = "'"
        if labels.dtype.kind == "S":
            name, mark = name.encode(), mark.encode()
        while name in taken:
            name += mark
        names.append(name)
        taken.add(name)
    if labels.dtype.kind != "O":
        return np.append(labels, np.array(names))
    return as_objects([*labels.tolist(), *names])
