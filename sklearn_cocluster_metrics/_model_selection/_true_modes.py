"""The true labels of every mode, against what an estimator of many modes has found."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._structures import (
    Accessor,
    Modes,
    check_accessor,
    check_labels,
    check_modes,
    coclustering_of,
)
from ._alignment import LabelPair, check_y
from ._truth import copy_of


@dataclass(frozen=True, eq=False)
class TrueModes:
    """Labels of two modes or more, and where the estimator has its own."""

    codes: Modes
    accessor: Accessor | None

    @classmethod
    def of(cls, labels: Any, accessor: Any) -> "TrueModes":
        """Check and copy what a user has passed."""
        if not isinstance(labels, tuple):
            raise TypeError(
                "`labels` must be a tuple of one array of labels per mode, got "
                f"{type(labels).__name__}."
            )
        codes = tuple(map(copy_of, check_modes(labels, "labels")))
        return cls(codes, check_accessor(accessor, "accessor"))

    def align(self, estimator: Any, X: Any, y: Any) -> list[LabelPair]:
        """Return true and fitted labels of each mode of the data, by position."""
        found = coclustering_of(estimator, accessor=self.accessor)
        shapes = {
            "`labels` of the scorer have": tuple(map(len, self.codes)),
            "the estimator has labelled": tuple(map(len, found)),
            "`X` has": np.shape(X),
        }
        if len(set(shapes.values())) > 1:
            described = "; ".join(f"{who} {shape}" for who, shape in shapes.items())
            raise ValueError(
                f"Truth, fit and data must have the same modes and sizes: {described}. "
                "In a search, use `cv=WholeDataSplit()`."
            )
        if y is not None:
            check_y(y, self.codes[0].labels())
        return [
            (true, check_labels(labels, f"labels of mode {mode}"))
            for mode, (true, labels) in enumerate(zip(self.codes, found, strict=True))
        ]
