"""The truth that a scorer keeps: a copy, coded once, with its names."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures._columns import (
    Names,
    column_names,
    index_of,
    matched_by_name,
    positions_of,
)
from .._structures._indicators import check_biclustering
from .._structures._labels import LabelCodes, check_labels
from .._structures._partitions import Modes, check_modes


@dataclass(frozen=True, eq=False)
class TrueLabels:
    """Labels of the rows or of the columns.

    Parameters
    ----------
    codes : LabelCodes
        The labels.
    names : sequence or None
        Names of the rows or columns that they belong to, from an index.
    """

    codes: LabelCodes
    names: Names | None

    @classmethod
    def of(cls, labels: Any, name: str) -> "TrueLabels":
        """Check and copy what a user has passed."""
        return cls(_copy_of(check_labels(labels, name)), index_of(labels))


@dataclass(frozen=True, eq=False)
class TrueLabelsByName:
    """Labels of features by name, for steps that make features.

    Parameters
    ----------
    codes : LabelCodes
        The labels.
    place : mapping of name to int
        Position of the label of each feature.
    default : int or None
        Position of the label of all other features, where there is one.
    """

    codes: LabelCodes
    place: Mapping[Any, int]
    default: int | None

    @classmethod
    def of(cls, labels: Mapping[Any, Any], name: str) -> "TrueLabelsByName":
        """Check and copy what a user has passed."""
        values, default = list(labels.values()), None
        if isinstance(labels, defaultdict) and labels.default_factory is not None:
            default = len(values)
            values.append(labels.default_factory())
        if not values:
            raise ValueError(f"`{name}` is an empty mapping.")
        return cls(
            check_labels(values, name), positions_of(list(labels), name), default
        )

    def look_up(self, names: Names | None, name: str) -> LabelCodes:
        """Return the label of every feature."""
        if names is None:
            raise ValueError(
                f"`{name}` is a mapping from feature name to label, but the columns of "
                "`X` have no names; pass a DataFrame, or one label per column."
            )
        found: LabelCodes = matched_by_name(
            self.codes, self.place, names, name, self.default
        )
        return found


def true_columns(labels: Any, name: str) -> TrueLabels | TrueLabelsByName | None:
    """Check and copy labels of columns, or of features by name."""
    if labels is None:
        return None
    if isinstance(labels, Mapping):
        return TrueLabelsByName.of(labels, name)
    return TrueLabels.of(labels, name)


def true_modes(labels: Any) -> Modes:
    """Check and copy the labels of two modes or more."""
    if not isinstance(labels, tuple):
        raise TypeError(
            "`labels` must be a tuple of one array of labels per mode, got "
            f"{type(labels).__name__}."
        )
    return tuple(map(_copy_of, check_modes(labels, "labels")))


@dataclass(frozen=True, eq=False)
class TrueBiclusters:
    """Indicators of the true biclusters, with the names of their rows and columns."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    row_names: Names | None
    column_names: Names | None

    @classmethod
    def of(cls, rows: Any, columns: Any) -> "TrueBiclusters":
        """Check and copy what a user has passed."""
        checked = check_biclustering((rows, columns), "(rows, columns)")
        return cls(
            checked[0].copy(),
            checked[1].copy(),
            column_names(rows),
            column_names(columns),
        )


def _copy_of(codes: LabelCodes) -> LabelCodes:
    """Copy codes, which may be the caller's own array."""
    return codes.take(np.arange(len(codes)))
