"""Scorers: an index, the truth it compares with, and the direction that is better."""

from collections.abc import Collection, Mapping
from typing import Any

from .._contracts import (
    BiclusteringMetrics,
    Metric,
    PartitionMetrics,
    ResolvedMetric,
    resolve,
    resolve_several,
)
from .._indices._contract import Structure
from .._structures import Estimator, Labels, check_flag
from ._pairs import (
    Biclusterings,
    Clusterings,
    biclusterings_of,
    clusterings_of,
    value_of,
)
from ._plain_scorer import PlainScorer
from ._true_modes import TrueModes
from ._truth import TrueBiclusters, TrueLabels, true_columns

_DIRECTION = "greater_is_better"


class Scorer(PlainScorer):
    """An index turned so that greater is better."""

    _structure: Structure
    _arguments: Collection[str]  # of the function that makes it, without options

    def __init__(
        self,
        metric: Metric,
        greater_is_better: bool | None,
        options: Mapping[str, Any],
        *,
        of_coclusterings: bool = True,
    ) -> None:
        self._metric: ResolvedMetric = resolve(
            metric, self._structure, greater_is_better, options, self._arguments
        )
        self._options = dict(options)
        if of_coclusterings:
            self._metric.check_takes_coclusterings()

    def __repr__(self) -> str:
        """Name the metric and its direction; never print the truth."""
        return f"{type(self).__name__}({self._described()})"

    def _described(self) -> str:
        """Describe the metric, its options and its direction."""
        options = "".join(
            f", {key}={_shown(value)}" for key, value in self._options.items()
        )
        return f"{self._metric.name}{options}; better: {_better(self._metric)}"


class TruthScorer(Scorer):
    """A scorer that compares what was fitted with a truth, by one metric or several."""

    def __init__(
        self,
        metric: Any,
        greater_is_better: bool | None,
        options: Mapping[str, Any],
        *,
        of_coclusterings: bool = True,
    ) -> None:
        self._several: Mapping[str, ResolvedMetric] | None = None
        if not _are_several(metric):
            super().__init__(
                metric, greater_is_better, options, of_coclusterings=of_coclusterings
            )
            return
        given = [*options, *([] if greater_is_better is None else [_DIRECTION])]
        if given:
            raise TypeError(
                f"With several metrics, `{given[0]}` could be meant for any of them. "
                "Pass functions with their options instead, such as "
                "`functools.partial(function, option=value)`, or make one scorer each."
            )
        self._several = resolve_several(
            metric, self._structure, of_coclusterings=of_coclusterings
        )

    def _described(self) -> str:
        """Describe the metrics and their directions."""
        if self._several is None:
            return super()._described()
        return ", ".join(
            f"{key}: {_better(metric)}" for key, metric in self._several.items()
        )

    def _score(self, pair: Clusterings | Biclusterings) -> Any:
        """Compute each metric; what all of them count is counted once."""
        if self._several is None:
            return _signed(self._metric, pair)
        return {key: _signed(metric, pair) for key, metric in self._several.items()}


class CoclusterScorer(TruthScorer):
    """Scorer that `make_cocluster_scorer` makes.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    metric : str, callable, list or dict
        Name of an index of co-clusterings, a function of two co-clusterings, or a list
        or dictionary of them.
    row_labels : array-like of shape (n_rows,) or None
        True labels of the rows, or None to compare predictions with `y`.
    column_labels : array-like of shape (n_columns,), mapping or None
        True labels of the columns.
    greater_is_better : bool or None
        Direction of a user-defined function.
    transpose : bool
        Whether the estimator was fitted on the transposed matrix.
    options : mapping
        Keyword arguments of the metric.
    modes : TrueModes or None
        True labels of every mode, in place of those of rows and columns.

    See Also
    --------
    make_cocluster_scorer : Make the scorer.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import CoclusterScorer, make_cocluster_scorer
    >>> scorer = make_cocluster_scorer("nce", row_labels=[0, 1], column_labels=[0])
    >>> isinstance(scorer, CoclusterScorer)
    True
    """

    _structure: Structure = "partition"
    _arguments = (
        "row_labels",
        "column_labels",
        "labels",
        "accessor",
        "greater_is_better",
        "transpose",
    )

    def __init__(
        self,
        metric: PartitionMetrics,
        row_labels: Labels | None,
        column_labels: Labels | Mapping[Any, Any] | None,
        greater_is_better: bool | None,
        transpose: bool,
        options: Mapping[str, Any],
        modes: TrueModes | None = None,
    ) -> None:
        self._modes = modes
        self._rows_only = column_labels is None and modes is None
        super().__init__(
            metric, greater_is_better, options, of_coclusterings=not self._rows_only
        )
        self._transpose = check_flag(transpose, "transpose")
        self._rows = (
            None if row_labels is None else TrueLabels.of(row_labels, "row_labels")
        )
        self._columns = true_columns(column_labels, "column_labels")

    def __call__(self, estimator: Estimator, X: Any, y: Any = None) -> Any:
        """Score a fitted estimator on the rows of X."""
        if self._modes is None:
            pair = clusterings_of(
                estimator, self._rows, self._columns, X, y, self._transpose
            )
        else:
            pair = Clusterings.of(self._modes.align(estimator, X, y))
        return self._score(pair)

    def _described(self) -> str:
        """Add that the columns are not compared, where they are not."""
        described = super()._described()
        return f"rows only: {described}" if self._rows_only else described


class BiclusterScorer(TruthScorer):
    """Scorer that `make_bicluster_scorer` makes.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    metric : str, callable, list or dict
        Name of a measure of biclusterings, a function of two biclusterings, or a list
        or dictionary of them.
    truth : TrueBiclusters
        True biclusters, with the names of rows and columns where they have any.
    greater_is_better : bool or None
        Direction of a user-defined function.
    transpose : bool
        Whether the estimator was fitted on the transposed matrix.
    options : mapping
        Keyword arguments of the metric.

    See Also
    --------
    make_bicluster_scorer : Make the scorer.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import BiclusterScorer, make_bicluster_scorer
    >>> truth = {"rows": [[1, 1, 0]], "columns": [[1, 0]]}
    >>> isinstance(make_bicluster_scorer("e4sc", **truth), BiclusterScorer)
    True
    """

    _structure: Structure = "biclustering"
    _arguments = ("rows", "columns", "greater_is_better", "transpose")

    def __init__(
        self,
        metric: BiclusteringMetrics,
        truth: TrueBiclusters,
        greater_is_better: bool | None,
        transpose: bool,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(metric, greater_is_better, options, of_coclusterings=False)
        self._transpose = check_flag(transpose, "transpose")
        self._truth = truth

    def __call__(self, estimator: Estimator, X: Any, y: Any = None) -> Any:
        """Score the biclusters of an estimator fitted on X."""
        return self._score(
            biclusterings_of(estimator, self._truth, X, y, self._transpose)
        )


def _are_several(metric: Any) -> bool:
    """Return whether these are several metrics: a list, a tuple or a mapping."""
    return isinstance(metric, list | tuple | Mapping)


def _signed(metric: ResolvedMetric, pair: Clusterings | Biclusterings) -> float:
    """Compute one metric, turned so that greater is better."""
    return metric.turned(value_of(metric, pair))


def _better(metric: ResolvedMetric) -> str:
    """Name the direction of a metric."""
    return "higher" if metric.greater_is_better else "lower, negated"


def _shown(value: Any) -> str:
    """Show the value of an option where it is short, else its type."""
    plain = value is None or isinstance(value, bool | int | float | str)
    return repr(value) if plain else f"<{type(value).__name__}>"
