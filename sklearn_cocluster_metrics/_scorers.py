"""Scorers: an index, the truth it compares with, and the direction that is better."""

from typing import Any

from ._contracts import CONTRACTS
from ._directions import Metric, directed
from ._validation import (
    Indicators,
    check_biclustering,
    check_bound_labels,
    check_option,
    fitted_biclusters,
    fitted_columns,
    fitted_rows,
    predicted_rows,
)


class Scorer:
    """An index turned so that greater is better, callable as scikit-learn does.

    A plain class with ``(estimator, X, y=None)`` is the only form of scorer that is
    public API in every supported scikit-learn.
    """

    _structure: str

    def __init__(
        self,
        metric: Metric,
        greater_is_better: bool | None,
        options: dict[str, Any],
    ) -> None:
        self._name, self._function, self._sign = directed(
            metric, self._structure, greater_is_better, options
        )
        self._options = options

    def __repr__(self) -> str:
        """Name the metric and its direction; never print the truth."""
        better = "higher" if self._sign > 0 else "lower, negated"
        options = "".join(
            f", {key}={_shown(value)}" for key, value in self._options.items()
        )
        return f"{type(self).__name__}({self._name}{options}; better: {better})"

    def _score(self, true: Any, pred: Any) -> float:
        """Compute the signed value of the metric."""
        return self._sign * float(self._function(true, pred, **self._options))

    def _accept_sample_weight(self) -> bool:
        # scikit-learn >= 1.7 asks every scorer of a dictionary of scorers.
        return False


class CoclusterScorer(Scorer):
    """Scorer that `make_cocluster_scorer` makes."""

    _structure = "partition"

    def __init__(
        self,
        metric: Metric,
        row_labels: Any,
        column_labels: Any,
        greater_is_better: bool | None,
        transpose: bool,
        options: dict[str, Any],
    ) -> None:
        super().__init__(metric, greater_is_better, options)
        check_bound_labels(row_labels, column_labels)
        self._transpose = transpose
        self._row_labels, self._column_labels = row_labels, column_labels

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        """Score a fitted estimator on the rows of X."""
        if self._row_labels is None:
            true, pred = predicted_rows(estimator, X, y)
        else:
            true, pred = fitted_rows(estimator, self._row_labels, X, y, self._transpose)
        if self._column_labels is None:
            return self._score(true, pred)
        true_columns, pred_columns = fitted_columns(
            estimator, self._column_labels, X, self._transpose
        )
        return self._score((true, true_columns), (pred, pred_columns))


class BiclusterScorer(Scorer):
    """Scorer that `make_bicluster_scorer` makes."""

    _structure = "biclustering"

    def __init__(
        self,
        metric: Metric,
        truth: Indicators,
        greater_is_better: bool | None,
        transpose: bool,
        options: dict[str, Any],
    ) -> None:
        super().__init__(metric, greater_is_better, options)
        self._truth, self._transpose = truth, transpose

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        """Score the biclusters of an estimator fitted on X."""
        return self._score(
            *fitted_biclusters(estimator, self._truth, X, y, self._transpose)
        )


def make_cocluster_scorer(
    metric: Metric,
    *,
    row_labels: Any = None,
    column_labels: Any = None,
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
    rows: Any,
    columns: Any,
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
    truth = check_biclustering((rows, columns), "(rows, columns)")
    return BiclusterScorer(metric, truth, greater_is_better, transpose, kwargs)


def get_scorer(name: str, **kwargs: Any) -> CoclusterScorer | BiclusterScorer:
    """Scorer of a name, with the truth bound in it.

    Parameters
    ----------
    name : str
        One of `get_scorer_names`. Indices of which lower values are better have names
        that begin with ``neg_``, as in scikit-learn.
    **kwargs : dict
        `row_labels` and `column_labels` for indices of co-clusterings, `rows` and
        `columns` for those of biclusterings; `transpose`; keyword arguments of the
        metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None) -> float``, greater is better.

    Raises
    ------
    ValueError
        If there is no scorer of this name, or as `make_cocluster_scorer` and
        `make_bicluster_scorer` do.

    See Also
    --------
    get_scorer_names : The names.
    make_cocluster_scorer : From a function.
    make_bicluster_scorer : From a function.

    Notes
    -----
    scikit-learn's own registry cannot be extended, and a scorer of co-clusterings needs
    the truth: so this returns a callable, which any ``scoring=`` takes.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer
    >>> get_scorer("neg_classification_error", row_labels=[0, 0, 1])
    CoclusterScorer(classification_error; better: lower, negated)
    """
    check_option(name, "name", get_scorer_names())
    contract = CONTRACTS[name.removeprefix("neg_")]
    if contract.structure == "biclustering":
        return make_bicluster_scorer(contract.name, **kwargs)
    return make_cocluster_scorer(contract.name, **kwargs)


def get_scorer_names() -> list[str]:
    """Names of all scorers.

    Returns
    -------
    names : list of str
        In alphabetical order.

    See Also
    --------
    get_scorer : The scorer of a name.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import get_scorer_names
    >>> [name for name in get_scorer_names() if name.startswith("ca")]
    ['cari']
    """
    return sorted(
        name if contract.greater_is_better else f"neg_{name}"
        for name, contract in CONTRACTS.items()
    )


def _shown(value: Any) -> str:
    """Show the value of an option where it is short, else its type."""
    plain = value is None or isinstance(value, bool | int | float | str)
    return repr(value) if plain else f"<{type(value).__name__}>"
