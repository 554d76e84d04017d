"""Predicted clusters renamed as the true clusters that they match best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from .._structures._arguments import Coclustering, Estimator, Labels, Partition, Series
from .._structures._labels import LabelCodes, with_new_labels
from .._structures._partitions import Modes, as_given, check_partitions
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

    def unmatched_names(self) -> list[str]:
        """Name the predicted clusters without a match."""
        is_unmatched = self.number_of_pred >= len(self.table.true_labels)
        texts = (
            other.decode("latin-1") if isinstance(other, bytes) else str(other)
            for other in self.table.pred_labels[is_unmatched].tolist()
        )
        return [f"{text} (unmatched)" for text in texts]

    def labels(self) -> NDArray[Any]:
        """Return the label of each number."""
        return with_new_labels(self.table.true_labels, self.unmatched_names())


@overload
def match_clusters(  # type: ignore[overload-overlap]  # a Series is labels, too
    labels_true: Labels, labels_pred: Series
) -> Series: ...
@overload
def match_clusters(  # type: ignore[overload-overlap]  # a tuple of names is labels
    labels_true: Coclustering | Estimator, labels_pred: Coclustering
) -> tuple[Any, ...]: ...
@overload
def match_clusters(
    labels_true: Labels | Estimator, labels_pred: Labels
) -> NDArray[Any]: ...
@overload
def match_clusters(
    labels_true: Partition, labels_pred: Estimator
) -> NDArray[Any] | tuple[NDArray[Any], ...]: ...
def match_clusters(labels_true: Partition, labels_pred: Partition) -> Any:
    """Rename predicted clusters as the true clusters that they match best.

    The matching is one to one, mode by mode, with as many entries in common as
    possible.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels to rename.

    Returns
    -------
    labels : ndarray of shape (n_samples,), Series, or tuple of these
        Renamed, in the order and with the index of `labels_pred`.

    Raises
    ------
    ValueError
        If labels differ in length, are empty, or contain NaN, None or infinity; if two
        Series have indexes with different names.
    TypeError
        If labels are complex, sparse or not array-likes.

    See Also
    --------
    classification_error : Fraction of labels that still differ.
    match_table : How well each cluster matches.

    Notes
    -----
    Only clusters that share an entry are matched. Labels have the type of the true
    ones; booleans become 0 and 1. Unmatched clusters get new labels: the next integers
    after the largest true label where these are numbers or times, else the predicted
    label and " (unmatched)".

    Cost: at worst cubic in the number of clusters.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_clusters
    >>> match_clusters([0, 0, 1, 1, 1], [7, 7, 3, 3, 5])
    array([0, 0, 1, 1, 2])
    """
    true, pred = check_partitions(labels_true, labels_pred)
    renamed = (mode.labels()[mode.pred] for mode in match_modes(true, pred))
    return as_given(labels_pred, renamed, pred)


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
