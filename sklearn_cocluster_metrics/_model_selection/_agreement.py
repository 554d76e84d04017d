"""The numbers of clusters and the agreement of two fits of parts of the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._metrics import ResolvedMetric
from .._structures._partitions import as_structure
from ._resampling import Arrays, PartFit

Scored: TypeAlias = NDArray[Any] | Arrays
"""A metric compares labels, labels of each mode, or pairs of indicators."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Count the clusters of fits, and compare two fits, neither of them the truth."""

    metric: ResolvedMetric
    compares_biclusters: bool

    def counts(self, fit: PartFit) -> dict[str, int]:
        """Count the clusters of a fit, and the rows and columns that it labels.

        The keys are `n_biclusters`, or `n_row_clusters` and so on, followed by `n_rows`
        and `n_columns`. The numbers of rows and columns are needed to notice
        clusterings into single rows, on which all fits agree.
        """
        counts = {}
        if self.compares_biclusters:
            counts["n_biclusters"] = _count_biclusters(fit)
        else:
            mode_names = _names_of_scored_modes(len(fit.clusters))
            for mode_name, labels in zip(mode_names, fit.clusters, strict=True):
                counts[f"n_{mode_name}_clusters"] = len(set(labels.tolist()))
        counts["n_rows"] = len(fit.positions[0])
        if len(fit.positions) > 1:
            counts["n_columns"] = len(fit.positions[1])
        return counts

    def scores(self, first: PartFit, second: PartFit) -> dict[str, float]:
        """Compare the clusters of two fits on the entries that both label.

        The key `stability` has the agreement of the whole. If labels are compared, and
        the metric is known to take plain clusterings, `row_stability` and so on have
        the agreement of each mode alone. Fits that label the rows alone have
        `row_stability`, too.
        """
        first_clusters, second_clusters = on_overlap(first, second)
        # Biclusters without a cell on the overlap are left out of the comparison.
        if self.compares_biclusters:
            first_biclusters = _biclusters_on_overlap(first, first_clusters)
            second_biclusters = _biclusters_on_overlap(second, second_clusters)
            return {"stability": self._score(first_biclusters, second_biclusters)}
        first_structure = as_structure(first_clusters)
        second_structure = as_structure(second_clusters)
        scores = {"stability": self._score(first_structure, second_structure)}
        if self._takes_one_mode():
            mode_names = _names_of_scored_modes(len(first_clusters))
            for mode_name, first_labels, second_labels in zip(
                mode_names, first_clusters, second_clusters, strict=True
            ):
                scores[f"{mode_name}_stability"] = self._score(
                    first_labels, second_labels
                )
        return scores

    def _takes_one_mode(self) -> bool:
        """Return whether the metric is known to compare plain clusterings as well."""
        contract = self.metric.contract
        return contract is not None and contract.takes_one_mode(self.metric.options)

    def _score(self, first: Scored, second: Scored) -> float:
        """Return the score, averaged over both directions if they may differ.

        Neither fit is the truth, so each takes the place of the truth once.
        """
        value = self.metric.value(first, second)
        # A user's function may be a loss whose direction was not declared.
        self.metric.refuse_loss_between(
            first, second, value, value_of=self.metric.value
        )
        score = self.metric.as_score(value)
        if self.metric.is_symmetric:
            return score
        return (score + self.metric.score(second, first)) / 2


def _names_of_scored_modes(n_modes: int) -> list[str]:
    """Return "row" and "column", or "mode_0", "mode_1" and so on for more modes.

    The keys of the results of a scorer begin with these names.
    """
    if n_modes > 2:
        return [f"mode_{mode}" for mode in range(n_modes)]
    return ["row", "column"][:n_modes]


def on_overlap(first: PartFit, second: PartFit) -> tuple[Arrays, Arrays]:
    """Return the clusters of the entries that both fits label.

    For each fit, the result has an array per mode. It has the labels of these entries,
    or an indicator with a row for each entry and a column for each bicluster of the
    fit. The entries are in the order of their positions in the whole data.
    """
    first_clusters = []
    second_clusters = []
    positions_of_modes = zip(first.positions, second.positions, strict=True)
    for mode, (first_positions, second_positions) in enumerate(positions_of_modes):
        shared, in_first, in_second = np.intersect1d(
            first_positions, second_positions, assume_unique=True, return_indices=True
        )
        if len(shared) == 0:
            # Only the rows and the columns of a matrix are ever left out.
            entry = "row" if mode == 0 else "column"
            raise ValueError(
                f"Two resamples have no {entry} in common. Each resample leaves out "
                f"the {entry}s that are empty in it, or that a step of a pipeline "
                "drops. Select rows and columns before the pipeline, or pass greater "
                "values of `row_fraction` and `column_fraction`."
            )
        first_clusters.append(first.clusters[mode][in_first])
        second_clusters.append(second.clusters[mode][in_second])
    return tuple(first_clusters), tuple(second_clusters)


def _count_biclusters(fit: PartFit) -> int:
    """Count the biclusters that have cells and are not the whole matrix."""
    rows, columns = fit.clusters
    are_whole = rows.all(axis=0) & columns.all(axis=0)
    return int(np.sum(_have_cells(fit.clusters) & ~are_whole))


def _have_cells(indicators: Arrays) -> NDArray[np.bool_]:
    """Return a mask of the biclusters that have any cell.

    `indicators` have a row for each entry and a column for each bicluster.
    """
    rows, columns = indicators
    return np.asarray(rows.any(axis=0) & columns.any(axis=0))


def _biclusters_on_overlap(fit: PartFit, overlap_indicators: Arrays) -> Arrays:
    """Return the biclusters of a fit on the overlap, with a row for each bicluster.

    `overlap_indicators` have a row for each entry on the overlap. A bicluster that has
    cells, but none of them on the overlap, is dropped. A bicluster that was empty in
    the fit stays.
    """
    are_outside = _have_cells(fit.clusters) & ~_have_cells(overlap_indicators)
    return tuple(
        np.ascontiguousarray(indicator[:, ~are_outside].T)
        for indicator in overlap_indicators
    )
