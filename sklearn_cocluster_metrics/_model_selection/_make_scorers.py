"""Make scorers of co-clusterings and of biclusterings."""

from collections.abc import Mapping
from typing import Any

from .._contracts import BiclusteringMetrics, PartitionMetrics
from .._structures import Accessor, Coclustering, Indicator, Labels
from ._scorers import BiclusterScorer, CoclusterScorer
from ._true_modes import TrueModes
from ._truth import TrueBiclusters


def make_cocluster_scorer(
    metric: PartitionMetrics,
    *,
    row_labels: Labels | None = None,
    column_labels: Labels | Mapping[Any, Any] | None = None,
    labels: Coclustering | None = None,
    accessor: Accessor | None = None,
    greater_is_better: bool | None = None,
    transpose: bool = False,
    **kwargs: Any,
) -> CoclusterScorer:
    """Make a scorer of co-clusterings for cross-validation and searches.

    There are two ways to score; passing `row_labels` selects the first:

    - With `row_labels`, they are compared with the labels that the estimator was fitted
      with. It must have been fitted on exactly these rows, so a search needs
      ``cv=WholeDataSplit()``.
    - Without, ``estimator.predict(X)`` is compared with `y`. Any splitter works.
      `InductiveCocluster` gives a co-clusterer `predict`.

    Labels of columns are always passed here: scikit-learn would slice them as if they
    were labels of rows.

    Parameters
    ----------
    metric : str, callable, or list or dict of these
        Name of an index (one of ``get_scorer_names("coclustering")``, without
        ``neg_``), or a function ``(labels_true, labels_pred, **kwargs) -> float``.
        With several, the scorer returns a dictionary of scores. Its keys are those of
        a dictionary, or the names of the indices and functions in a list.
    row_labels : array-like of shape (n_rows,), default=None
        True label of every row of the data. A Series is matched by its index with that
        of a data frame `X`.
    column_labels : array-like of shape (n_columns,) or mapping, default=None
        True label of every column of X, or a mapping from feature name to label, for
        steps that make features (the terms of a vectorizer). A Series is matched by
        name. A ``collections.defaultdict`` gives its default to the features that it
        lacks. None: only the rows are scored, as a clustering.
    labels : tuple of array-likes, default=None
        True labels of every mode, for an estimator that labels more than two, or that
        has its labels elsewhere than in `row_labels_` and `column_labels_`. In place of
        `row_labels` and `column_labels`. It must have been fitted on exactly these
        data, without a transformer before it.
    accessor : str, tuple of str or callable, default=None
        Where the estimator has the labels of all modes, as in `coclustering_of`; only
        with `labels`. None: in `labels_`, or `row_labels_` and `column_labels_`.
    greater_is_better : bool, default=None
        Direction of one function of your own. None means True, unless its name ends in
        "_error", "_distance" or "_loss"; then you must set it. For this package's
        indices the direction is known, and contradicting it raises an error.
    transpose : bool, default=False
        Whether the estimator transposes its input, so that its row labels are those of
        the columns of X.
    **kwargs : dict
        Keyword arguments of the metric, where there is one.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` returns a float; with several metrics, a dict
        of str to float. Greater is better: an index for which lower values are better
        is negated.

    Raises
    ------
    ValueError
        If a metric is unknown or compares biclusterings, an option or a label is not
        valid, or the direction contradicts the metric's. The scorer raises it where
        truth and fit are not of the same rows and columns, and where columns cannot be
        aligned.
    TypeError
        If an option has the wrong type or is not one of the metric's, or is passed with
        several metrics; if `labels` are passed beside other labels, or `accessor`
        without them. The scorer raises it for an estimator without `predict` where it
        has no `row_labels`.

    See Also
    --------
    WholeDataSplit : Splitter for scorers with `row_labels`.
    InductiveCocluster : Gives any co-clusterer `predict`.
    make_bicluster_scorer : The same for biclusterings.
    get_scorer : By name.

    Notes
    -----
    With ``error_score="raise"`` a search stops at the first error. Otherwise
    scikit-learn turns errors into NaN and, where all candidates fail, returns the
    first.

    The scorer keeps a copy of the truth, coded once. Several metrics share what they
    count: each table is counted once.

    Columns are matched by the names that each step of a pipeline reports
    (`get_feature_names_out`), or that a data frame has which a step returns. The names
    are believed. A step that reports none raises an error.

    What no scorer can see, with the score of a fit that deserves 1.0 (CARI; 60 x 30
    cells in 3 x 3 clusters, 30 x 30 for the square matrix):

    - a splitter of your own that bootstraps the rows it trains on: 0.29;
    - a search that shuffles the rows, where no `y` is passed: 0.27. Pass `y`: it is
      compared with `row_labels`;
    - an estimator of your own with `predict`, under such a splitter: 0.29;
    - an estimator that transposes a square matrix, without ``transpose=True``: 0.01;
    - a step of a pipeline that reorders rows: 0.27;
    - a step that reports wrong names of its features: 0.25;
    - an estimator frozen after a fit on other data of the same shape: 0.07;
    - a data frame whose columns have been reordered since the fit, where their names
      are not strings, so that scikit-learn keeps none: 0.25;
    - ``cross_val_predict``, which joins labels of different fits, that mean different
      clusters: 0.52. Use ``cross_val_score``.

    `InductiveCocluster` avoids the first two if `row_labels` are not passed to the
    scorer but as `y`. If they are passed to the scorer, it compares the predictions for
    `X` with the fitted labels, and raises an error where the rows are others.

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
    >>> several = make_cocluster_scorer(
    ...     ["cari", "classification_error"],
    ...     row_labels=row_labels,
    ...     column_labels=column_labels,
    ... )
    >>> several(search, X)
    {'cari': 1.0, 'classification_error': 0.0}
    """
    modes = None
    if labels is not None:
        if row_labels is not None or column_labels is not None or transpose:
            raise TypeError(
                "`labels` are those of all modes; they are passed in place of "
                "`row_labels`, `column_labels` and `transpose`."
            )
        modes = TrueModes.of(labels, accessor)
    elif accessor is not None:
        raise TypeError("`accessor` is only for the true `labels` of all modes.")
    return CoclusterScorer(
        metric, row_labels, column_labels, greater_is_better, transpose, kwargs, modes
    )


def make_bicluster_scorer(
    metric: BiclusteringMetrics,
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
    metric : str, callable, or list or dict of these
        Name of an index (one of ``get_scorer_names("biclustering")``, without
        ``neg_``), or a function ``(biclusters_true, biclusters_pred, **kwargs) ->
        float``. With several, the scorer returns a dictionary of scores. Its keys are
        those of a dictionary, or the names of the indices and functions in a list.
    rows : array-like of shape (n_biclusters, n_rows)
        Indicator of the rows of each true bicluster. A data frame is matched by the
        names of its columns with the index of a data frame `X`.
    columns : array-like of shape (n_biclusters, n_columns)
        Indicator of the columns of each true bicluster, columns as in X. A data frame
        is matched by name. Aligned through pipelines.
    greater_is_better : bool, default=None
        Direction of one function of your own. None means True, unless its name ends in
        "_error", "_distance" or "_loss"; then you must set it. For this package's
        indices the direction is known, and contradicting it raises an error.
    transpose : bool, default=False
        Whether the estimator transposes its input.
    **kwargs : dict
        Keyword arguments of the metric, where there is one.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` returns a float; with several metrics, a dict
        of str to float. Greater is better: an index for which lower values are better
        is negated.

    Raises
    ------
    ValueError
        If a metric is unknown or compares co-clusterings, an option or an indicator is
        not valid, or the direction contradicts the metric's. The scorer raises it where
        the biclusters are not of the same rows and columns; where `y` is passed and
        differs from ``rows.T``.
    TypeError
        If an option has the wrong type or is not one of the metric's, or is passed with
        several metrics.

    See Also
    --------
    make_cocluster_scorer : The same for co-clusterings; its notes apply here too.
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
