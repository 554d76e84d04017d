"""Scorers: an index, the truth it compares with, and the direction that is better."""

from collections.abc import Mapping
from typing import Any

from .._contracts import Metric, ResolvedMetric, resolve
from .._indices._contract import Structure
from .._statistics import compare_biclusters, contingency_tables
from .._structures import Indicator, Labels
from ._truth import (
    TrueBiclusters,
    TrueLabels,
    TrueLabelsByName,
    fitted_biclusters,
    fitted_columns,
    fitted_on,
    fitted_rows,
    predicted_rows,
)


class Scorer:
    """An index turned so that greater is better, callable as scikit-learn does.

    A plain class with ``(estimator, X, y=None)`` is the only form of scorer that is
    public API in every supported scikit-learn.
    """

    _structure: Structure

    def __init__(
        self,
        metric: Metric,
        greater_is_better: bool | None,
        options: Mapping[str, Any],
    ) -> None:
        self._metric: ResolvedMetric = resolve(
            metric, self._structure, greater_is_better, options
        )
        self._options = dict(options)

    def __repr__(self) -> str:
        """Name the metric and its direction; never print the truth."""
        better = "higher" if self._metric.greater_is_better else "lower, negated"
        options = "".join(
            f", {key}={_shown(value)}" for key, value in self._options.items()
        )
        return f"{type(self).__name__}({self._metric.name}{options}; better: {better})"

    def _accept_sample_weight(self) -> bool:
        # scikit-learn >= 1.7 calls this on every scorer of a dictionary of scorers.
        return False


class CoclusterScorer(Scorer):
    """Scorer that `make_cocluster_scorer` makes.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    metric : str or callable
        Name of an index of co-clusterings, or a function of two co-clusterings.
    row_labels : array-like of shape (n_rows,) or None
        True labels of the rows, or None to compare predictions with `y`.
    column_labels : array-like of shape (n_columns,), mapping or None
        True labels of the columns.
    greater_is_better : bool or None
        Direction of a function of your own.
    transpose : bool
        Whether the estimator was fitted on the transposed matrix.
    options : mapping
        Keyword arguments of the metric.

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

    def __init__(
        self,
        metric: Metric,
        row_labels: Any,
        column_labels: Any,
        greater_is_better: bool | None,
        transpose: bool,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(metric, greater_is_better, options)
        self._transpose = transpose
        self._rows = (
            None if row_labels is None else TrueLabels.of(row_labels, "row_labels")
        )
        self._columns: TrueLabels | TrueLabelsByName | None = None
        if isinstance(column_labels, Mapping):
            self._columns = TrueLabelsByName.of(column_labels, "column_labels")
        elif column_labels is not None:
            self._columns = TrueLabels.of(column_labels, "column_labels")

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        """Score a fitted estimator on the rows of X."""
        modes = []
        if self._rows is None:
            modes.append(predicted_rows(estimator, X, y))
        if self._rows is not None or self._columns is not None:
            fitted = fitted_on(estimator, X, self._transpose)
        if self._rows is not None:
            modes.append(fitted_rows(fitted.rows, self._rows, X, y, self._transpose))
        if self._columns is not None:
            modes.append(fitted_columns(fitted, self._columns, X))
        true, pred = zip(*modes, strict=True)
        if self._metric.contract is not None:
            return self._metric.signed_from(contingency_tables(true, pred))
        sides = [tuple(mode.labels() for mode in side) for side in (true, pred)]
        if len(modes) == 1:
            return self._metric.signed(sides[0][0], sides[1][0])
        return self._metric.signed(*sides)


class BiclusterScorer(Scorer):
    """Scorer that `make_bicluster_scorer` makes.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    metric : str or callable
        Name of a measure of biclusterings, or a function of two biclusterings.
    truth : TrueBiclusters
        True biclusters, with the names of rows and columns where they have any.
    greater_is_better : bool or None
        Direction of a function of your own.
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

    def __init__(
        self,
        metric: Metric,
        truth: TrueBiclusters,
        greater_is_better: bool | None,
        transpose: bool,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(metric, greater_is_better, options)
        self._truth, self._transpose = truth, transpose

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        """Score the biclusters of an estimator fitted on X."""
        true, pred = fitted_biclusters(estimator, self._truth, X, y, self._transpose)
        if self._metric.contract is not None:
            return self._metric.signed_from(compare_biclusters(true, pred))
        return self._metric.signed(true, pred)


def make_cocluster_scorer(
    metric: Metric,
    *,
    row_labels: Labels | None = None,
    column_labels: Labels | Mapping[Any, Any] | None = None,
    greater_is_better: bool | None = None,
    transpose: bool = False,
    **kwargs: Any,
) -> CoclusterScorer:
    """Make a scorer of co-clusterings for cross-validation and searches.

    There are two ways to score, and the scorer tells them by what is bound in it:

    - `row_labels` bound: the labels that the estimator was fitted with are compared
      with them. The estimator must have been fitted on exactly these rows, so the
      search needs ``cv=WholeDataSplit()``.
    - `row_labels` not bound: ``estimator.predict(X)`` is compared with `y`, with any
      splitter. `InductiveCocluster` gives a co-clusterer `predict`.

    Labels of columns are always bound: scikit-learn would slice them as if they were
    labels of rows.

    Parameters
    ----------
    metric : str or callable
        Name of an index (one of `get_scorer_names`, without ``neg_``), or a function
        ``(labels_true, labels_pred, **kwargs) -> float``.
    row_labels : array-like of shape (n_rows,), default=None
        True label of every row of the data.
    column_labels : array-like of shape (n_columns,) or mapping, default=None
        True label of every column of X, or a mapping from feature name to label, for
        steps that make features (the terms of a vectorizer). Aligned through pipelines
        by feature name. None: rows only are scored, as a clustering.
    greater_is_better : bool, default=None
        Direction of a function of your own; None means True, unless its name ends in
        "_error", "_distance" or "_loss", where the direction must be said. That of the
        indices of this package is known, within `functools.partial` and decorators
        too; a contrary one is refused.
    transpose : bool, default=False
        Whether the estimator transposes its input, so that its row labels are those of
        the columns of X.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None) -> float``, greater is better: an index of which
        lower values are better is negated.

    Raises
    ------
    ValueError
        If the metric is unknown or one of biclusterings, an option or a label is not
        valid, or the direction contradicts the metric's. The scorer raises it where
        what it holds and what the estimator was fitted on are not of the same rows and
        columns, and where columns cannot be aligned.
    TypeError
        If an option is not one of the metric's. The scorer raises it for an estimator
        without `predict` where `row_labels` are not bound.

    See Also
    --------
    WholeDataSplit : Splitter for labels that are bound.
    InductiveCocluster : Gives any co-clusterer `predict`.
    make_bicluster_scorer : The same for biclusterings.
    get_scorer : By name.

    Notes
    -----
    With ``error_score="raise"`` a search stops at the first error. Otherwise
    scikit-learn turns errors into NaN and, where all candidates fail, returns the
    first.

    Columns are followed through pipelines by name. What steps say of their names is
    probed, on some rows of the data, for all but scikit-learn's own scalers and
    selectors; a pipeline that moves or mixes columns unsaid is refused.

    What no scorer can see in an estimator without `predict`: a splitter of your own
    that bootstraps or reorders the rows it trains on; a search that shuffles, where no
    `y` is passed (pass `y`, it is compared with `row_labels`); an estimator that
    transposes a square matrix, where `transpose` is not said; a step of a pipeline that
    reorders rows; an estimator frozen after a fit on other data of the same shape.
    `InductiveCocluster` cures the first two.

    A `y` that is passed is also given to the steps of a pipeline: one that selects
    features by it shows the truth to the co-clusterer.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering
    >>> from sklearn.datasets import make_checkerboard
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn_cocluster_metrics import WholeDataSplit, biclusters_to_labels
    >>> from sklearn_cocluster_metrics import make_cocluster_scorer
    >>> X, *blocks = make_checkerboard((60, 40), (3, 2), noise=1, random_state=0)
    >>> row_labels, column_labels = biclusters_to_labels(tuple(blocks))
    >>> scorer = make_cocluster_scorer(
    ...     "cari", row_labels=row_labels, column_labels=column_labels
    ... )
    >>> scorer
    CoclusterScorer(cari; better: higher)
    >>> search = GridSearchCV(
    ...     SpectralBiclustering(random_state=0),
    ...     {"n_clusters": [(2, 2), (3, 2), (4, 3)]},
    ...     scoring=scorer,
    ...     cv=WholeDataSplit(),
    ...     error_score="raise",
    ... ).fit(X)
    >>> search.best_params_
    {'n_clusters': (3, 2)}
    """
    return CoclusterScorer(
        metric, row_labels, column_labels, greater_is_better, transpose, kwargs
    )


def make_bicluster_scorer(
    metric: Metric,
    *,
    rows: Indicator,
    columns: Indicator,
    greater_is_better: bool | None = None,
    transpose: bool = False,
    **kwargs: Any,
) -> BiclusterScorer:
    """Make a scorer of biclusterings for cross-validation and searches.

    The biclusters that the estimator was fitted with are compared with the true ones.
    The estimator must have been fitted on exactly these rows, so a search needs
    ``cv=WholeDataSplit()``.

    Parameters
    ----------
    metric : str or callable
        Name of an index (one of `get_scorer_names`, without ``neg_``), or a function
        ``(biclusters_true, biclusters_pred, **kwargs) -> float``.
    rows : array-like of shape (n_biclusters, n_rows)
        Indicator of the rows of each true bicluster.
    columns : array-like of shape (n_biclusters, n_columns)
        Indicator of the columns of each true bicluster, columns as in X. Aligned
        through pipelines by feature name.
    greater_is_better : bool, default=None
        Direction of a function of your own; None means True, unless its name ends in
        "_error", "_distance" or "_loss", where the direction must be said. That of the
        indices of this package is known, within `functools.partial` and decorators
        too; a contrary one is refused.
    transpose : bool, default=False
        Whether the estimator transposes its input.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None) -> float``, greater is better: an index of which
        lower values are better is negated.

    Raises
    ------
    ValueError
        If the metric is unknown or one of co-clusterings, an option or an indicator is
        not valid, or the direction contradicts the metric's. The scorer raises it where
        the biclusters are not of the same rows and columns; where `y` is passed and
        differs from ``rows.T``.
    TypeError
        If an option is not one of the metric's.

    See Also
    --------
    make_cocluster_scorer : The same for co-clusterings; its notes hold here too.
    WholeDataSplit : The splitter for it.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn.metrics import consensus_score
    >>> from sklearn_cocluster_metrics import make_bicluster_scorer
    >>> X, rows, columns = make_biclusters((30, 20), 3, random_state=0)
    >>> scorer = make_bicluster_scorer(consensus_score, rows=rows, columns=columns)
    >>> scorer(SpectralCoclustering(n_clusters=3, random_state=0).fit(X), X)
    1.0
    """
    truth = TrueBiclusters.of(rows, columns)
    return BiclusterScorer(metric, truth, greater_is_better, transpose, kwargs)


def _shown(value: Any) -> str:
    """Show the value of an option where it is short, else its type."""
    plain = value is None or isinstance(value, bool | int | float | str)
    return repr(value) if plain else f"<{type(value).__name__}>"
