"""A truth beside what a fitted estimator has found, for any number of metrics."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .._contracts import ResolvedMetric
from .._statistics import compare_biclusters, contingency_tables
from .._structures import Estimator, Indicators, Modes, as_structure, dense_indicator
from ._alignment import (
    LabelPair,
    fitted_biclusters,
    fitted_columns,
    fitted_rows,
    predicted_rows,
)
from ._label_runs import warn_if_in_runs
from ._truth import TrueBiclusters, TrueLabels, TrueLabelsByName


@dataclass(frozen=True, eq=False)
class Clusterings:
    """Two clusterings or co-clusterings, and what is counted of them, once."""

    true: Modes
    pred: Modes

    @classmethod
    def of(cls, pairs: Iterable[LabelPair]) -> "Clusterings":
        """Join the true and found labels of each mode of a fit."""
        true, pred = zip(*pairs, strict=True)
        warn_if_in_runs(true, pred)
        return cls(true, pred)

    @cached_property
    def statistics(self) -> Any:
        """Contingency table of each mode."""
        return contingency_tables(self.true, self.pred)

    def structures(self) -> tuple[Any, Any]:
        """Return labels as functions take them, which may write into them."""
        true, pred = (
            as_structure(tuple(mode.labels() for mode in side))
            for side in (self.true, self.pred)
        )
        return true, pred


@dataclass(frozen=True, eq=False)
class Biclusterings:
    """Two biclusterings, and what is counted of them, once."""

    true: Indicators
    pred: Indicators

    @cached_property
    def statistics(self) -> Any:
        """Comparison of the two."""
        return compare_biclusters(self.true, self.pred)

    def structures(self) -> tuple[Any, Any]:
        """Return indicators as functions take them, which may write into them."""
        true, pred = (
            tuple(map(dense_indicator, side)) for side in (self.true, self.pred)
        )
        return true, pred


def clusterings_of(
    estimator: Estimator,
    rows: TrueLabels | None,
    columns: TrueLabels | TrueLabelsByName | None,
    X: Any,
    y: Any = None,
    transpose: bool = False,
) -> Clusterings:
    """Align labels with the truth; without true rows, predictions with `y`."""
    modes = []
    if rows is None:
        modes.append(predicted_rows(estimator, X, y))
    else:
        modes.append(fitted_rows(estimator, rows, X, y, transpose))
    if columns is not None:
        modes.append(fitted_columns(estimator, columns, X, transpose))
    return Clusterings.of(modes)


def biclusterings_of(
    estimator: Estimator,
    truth: TrueBiclusters,
    X: Any,
    y: Any = None,
    transpose: bool = False,
) -> Biclusterings:
    """Align the biclusters of an estimator with the true ones."""
    return Biclusterings(*fitted_biclusters(estimator, truth, X, y, transpose))


def value_of(metric: ResolvedMetric, pair: Clusterings | Biclusterings) -> float:
    """Compute one metric, from what is counted where the package knows how."""
    if metric.contract is not None:
        return metric.contract.compute(pair.statistics, **metric.options)
    return float(metric.function(*pair.structures(), **metric.options))
