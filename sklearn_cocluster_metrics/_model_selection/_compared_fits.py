"""What is compared of the fits of two parts of the data: labels, or biclusters."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .._contracts import ResolvedMetric
from .._structures import (
    Accessor,
    as_structure,
    dense_indicator,
    fitted_biclustering,
)
from ._fits import fitted_labels_of, refuse_new_columns
from ._numbers_of_blocks import BICLUSTERS, number_in_mode
from ._stability_of_parts import names_of_modes

Entries = tuple[NDArray[Any], ...]
"""For each mode, the labels, or which biclusters contain each row or column."""


class Found(NamedTuple):
    """What a fit has found, for each mode, and the columns it has kept; None is all."""

    entries: Entries
    kept: NDArray[np.intp] | None


class Compared(Protocol):
    """A structure: how it is read from a fit, counted, restricted and compared."""

    def read(self, model: Any, shape: tuple[int, ...]) -> Found:
        """Return what a model fitted on data of this shape has found."""

    def count(self, entries: Entries) -> dict[str, int]:
        """Count the clusters of each mode, or the biclusters."""

    def restrict(self, entries: Entries, shared: Entries) -> Entries:
        """Return what was found at the shared positions of each mode."""

    def compare(self, one: Entries, other: Entries) -> list[float]:
        """Return the agreement of two fits, then that of each mode."""

    def compared_modes(self, n_modes: int) -> tuple[str, ...]:
        """Name the modes that are also compared alone."""


@dataclass(frozen=True)
class ComparedLabels:
    """Co-clusterings, compared as a whole, and mode by mode where `mode_by_mode`."""

    metric: ResolvedMetric
    accessor: Accessor | None
    mode_by_mode: bool

    def read(self, model: Any, shape: tuple[int, ...]) -> Found:
        """Return the labels of every mode."""
        return Found(*fitted_labels_of(model, shape, self.accessor))

    def count(self, entries: Entries) -> dict[str, int]:
        """Count the clusters of each mode."""
        return {
            number_in_mode(mode): len(set(labels.tolist()))
            for mode, labels in zip(names_of_modes(len(entries)), entries, strict=True)
        }

    def restrict(self, entries: Entries, shared: Entries) -> Entries:
        """Return the labels at the shared positions."""
        return _taken(entries, shared)

    def compare(self, one: Entries, other: Entries) -> list[float]:
        """Compare the co-clusterings, then the clusterings of each mode."""
        agreements = [_agreement(self.metric, as_structure(one), as_structure(other))]
        if self.compared_modes(len(one)):
            agreements += [
                _agreement(self.metric, *pair) for pair in zip(one, other, strict=True)
            ]
        return agreements

    def compared_modes(self, n_modes: int) -> tuple[str, ...]:
        """Name all modes if the metric takes the labels of one, else none."""
        both = self.mode_by_mode and _takes_one_mode(self.metric)
        return names_of_modes(n_modes) if both else ()


@dataclass(frozen=True)
class ComparedBiclusters:
    """Biclusterings of a matrix."""

    metric: ResolvedMetric

    def read(self, model: Any, shape: tuple[int, ...]) -> Found:
        """Return the transposed indicators, one row per row and per column of X."""
        found, labelled = fitted_biclustering(model, "estimator", n_columns=shape[1])
        refuse_new_columns(labelled)
        rows, columns = map(dense_indicator, found)
        kept = labelled.kept
        expected = (shape[0], shape[1] if kept is None else len(kept))
        if (rows.shape[1], columns.shape[1]) != expected:
            raise ValueError(
                f"The estimator has found biclusters of {rows.shape[1]} rows and "
                f"{columns.shape[1]} columns in data of shape {expected}."
            )
        return Found((rows.T, columns.T), kept)

    def count(self, entries: Entries) -> dict[str, int]:
        """Count the biclusters that have cells and are not the whole matrix."""
        rows, columns = entries
        some = _has_cells(entries)
        whole = rows.all(axis=0) & columns.all(axis=0)
        return {BICLUSTERS: int(np.sum(some & ~whole))}

    def restrict(self, entries: Entries, shared: Entries) -> Entries:
        """Return the biclusters at the shared positions.

        One that lies elsewhere is left out: the other fit could not have found it. One
        that was empty before stays.
        """
        taken = _taken(entries, shared)
        elsewhere = _has_cells(entries) & ~_has_cells(taken)
        return tuple(mode[:, ~elsewhere] for mode in taken)

    def compare(self, one: Entries, other: Entries) -> list[float]:
        """Compare the biclusters."""
        true, pred = (
            tuple(np.ascontiguousarray(mode.T) for mode in side)
            for side in (one, other)
        )
        return [_agreement(self.metric, true, pred)]

    def compared_modes(self, n_modes: int) -> tuple[str, ...]:
        """Return no modes: the rows of biclusters are no clustering."""
        return ()


def _taken(entries: Entries, shared: Entries) -> Entries:
    """Return the entries at some positions of each mode."""
    return tuple(mode[places] for mode, places in zip(entries, shared, strict=True))


def _has_cells(entries: Entries) -> NDArray[np.bool_]:
    """Return which biclusters have rows and columns."""
    rows, columns = entries
    return np.asarray(rows.any(axis=0) & columns.any(axis=0))


def _agreement(metric: ResolvedMetric, one: Any, other: Any) -> float:
    """Compare two fits, of which none is the truth: in both directions, or one."""
    forth = metric.signed(one, other)
    # Contracts are those of the default options.
    if metric.contract is not None and metric.contract.symmetric and not metric.options:
        return forth
    return (forth + metric.signed(other, one)) / 2


def _takes_one_mode(metric: ResolvedMetric) -> bool:
    """Return whether a metric takes plain clusterings, as far as this is known."""
    contract = metric.contract
    return contract is not None and contract.takes_one_mode(metric.options)
