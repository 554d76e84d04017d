"""Pair two structures that are scored together, and count them only once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ._metrics import ResolvedMetric
from ._statistics._comparison import BiclusterComparison, compare_biclusters
from ._statistics._contingency import ContingencyTable
from ._statistics._tables import count_table
from ._structures._indicators import Indicators, dense_indicator
from ._structures._labels import LabelCodes
from ._structures._messages import FOR_UNLABELED, LabelAdvice
from ._structures._modes import ComparedModes
from ._structures._partitions import Modes, as_structure
from ._structures._runs import warn_if_in_runs
from ._structures._unlabeled import Unlabeled, handle_modes


@dataclass(frozen=True, eq=False)
class ClusteringPair:
    """Two clusterings or co-clusterings, as labels of the compared modes."""

    # Labels of each compared mode, with their weights if any
    true: Modes
    # Labels of each compared mode, or memberships of clusters (n_entries, n_clusters),
    # which have no statistics
    pred: tuple[Any, ...]
    # Modes that are compared
    modes: ComparedModes
    # Number of entries of each compared mode that were left out, because they have no
    # label or because steps of a pipeline drop them. If None, unlabeled entries were
    # not handled, and no entry is known to be dropped.
    n_left_out: tuple[int, ...] | None = None

    @classmethod
    def of(
        cls,
        labels_of_modes: Iterable[tuple[LabelCodes, Any]],
        modes: ComparedModes,
        *,
        n_columns_left_out: int = 0,
    ) -> ClusteringPair:
        """Return the pair, given (true, fitted) labels of each of the `modes`.

        If every cluster of a mode is one run of neighboring entries, labels may follow
        the position, which gives a warning. `n_columns_left_out` is the number of
        columns that steps of a pipeline drop. The columns are the last mode.
        """
        pairs = list(labels_of_modes)
        true = tuple(true_labels for true_labels, _ in pairs)
        pred = tuple(fitted_labels for _, fitted_labels in pairs)
        n_left_out = None
        if n_columns_left_out > 0:
            n_left_out_of_earlier_modes = [0] * (len(true) - 1)
            n_left_out = (*n_left_out_of_earlier_modes, n_columns_left_out)
        # Memberships, which are not `LabelCodes`, have no labels to check.
        if all(isinstance(labels, LabelCodes) for labels in pred):
            warn_if_in_runs(true, pred, modes.numbers)
        return cls(true, pred, modes, n_left_out)

    def handled(
        self, unlabeled: Unlabeled | None, advice: LabelAdvice = FOR_UNLABELED
    ) -> ClusteringPair:
        """Return the pair after its unlabeled entries were handled.

        `unlabeled` selects whether these entries are left out or each of them becomes a
        cluster. If it is None, return the pair itself. Errors give the `advice`, and
        name the mode.
        """
        if unlabeled is None:
            return self
        true, pred, remaining_positions_of_modes = handle_modes(
            self.true, self.pred, unlabeled, advice, modes=self.modes
        )
        n_left_out = tuple(
            len(labels) - len(remaining_positions)
            for labels, remaining_positions in zip(
                self.true, remaining_positions_of_modes, strict=True
            )
        )
        if self.n_left_out is not None:
            # Columns that steps of a pipeline drop have been counted before.
            n_left_out = tuple(map(sum, zip(n_left_out, self.n_left_out, strict=True)))
        return ClusteringPair(true, pred, self.modes, n_left_out)

    @cached_property
    def statistics(self) -> tuple[ContingencyTable, ...]:
        """Return the contingency table of each mode, which is counted once."""
        return tuple(map(count_table, self.true, self.pred))

    def structures(self) -> list[Any]:
        """Return the true and the predicted labels, which a metric may change."""
        return [_structure_of(self.true), _structure_of(self.pred)]


def _structure_of(modes: tuple[Any, ...]) -> Any:
    """Return the labels or memberships of all modes in the form that metrics take.

    This is an array for a single mode, and otherwise a tuple of arrays.
    """
    arrays = []
    for mode in modes:
        arrays.append(mode.labels() if isinstance(mode, LabelCodes) else mode)
    return as_structure(tuple(arrays))


@dataclass(frozen=True, eq=False)
class BiclusteringPair:
    """Two biclusterings, as indicators of rows and of columns."""

    true: Indicators
    pred: Indicators

    @cached_property
    def statistics(self) -> BiclusterComparison:
        """Return the comparison of the two biclusterings, which is made once."""
        return compare_biclusters(self.true, self.pred)

    def structures(self) -> list[Any]:
        """Return the true and the predicted indicators, which a metric may change."""
        true = tuple(map(dense_indicator, self.true))
        pred = tuple(map(dense_indicator, self.pred))
        return [true, pred]


class OverlappingPair(BiclusteringPair):
    """Two clusterings that may overlap, as biclusterings of a single column."""

    def structures(self) -> list[Any]:
        """Return both matrices (n_samples, n_clusters), which a metric may change."""
        return [dense_indicator(clusters).T for clusters, _ in (self.true, self.pred)]


def value_of_pair(
    metric: ResolvedMetric, pair: ClusteringPair | BiclusteringPair
) -> float:
    """Compute one metric, from statistics if it has a contract, or from arrays."""
    if metric.contract is not None:
        return metric.contract.compute(pair.statistics, **metric.options)
    true, pred = pair.structures()
    return metric.value(true, pred)


def refuse_loss(
    metric: ResolvedMetric,
    pair: ClusteringPair | BiclusteringPair,
    value: float | None = None,
) -> None:
    """Raise an error if a user's function is a loss and was not declared as one.

    `value` is the value of the pair. If None, it is computed when it is needed.
    """

    def value_of(true: Any, pred: Any) -> float:
        return value_of_pair(metric, replace(pair, true=true, pred=pred))

    metric.refuse_loss_between(pair.true, pair.pred, value, value_of=value_of)
