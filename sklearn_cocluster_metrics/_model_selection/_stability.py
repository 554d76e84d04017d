"""Stability: how well the co-clusterings of overlapping parts of the data agree."""

from typing import Any

from numpy.random import RandomState

from .._contracts import Metric, PartitionMetric
from .._indices._cari import cari_score
from .._indices._contract import Structure
from .._structures import (
    Estimator,
    check_flag,
    check_fraction,
    check_integer,
    check_n_jobs,
    check_seed,
)
from ._resamples import Resampling, Stability, measure_stability
from ._scorers import Scorer


class StabilityScorer(Scorer):
    """Scorer that `make_stability_scorer` returns.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    metric : str or callable
        Name of an index for co-clusterings, or a function of two co-clusterings.
    greater_is_better : bool or None
        Direction of a user-defined function.
    resampling : Resampling
        How subsamples are drawn.
    with_standard_error : bool
        Whether to return a dictionary in place of a number.
    options : dict
        Keyword arguments of the metric.

    See Also
    --------
    make_stability_scorer : Checks the options and makes the scorer.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import make_stability_scorer
    >>> make_stability_scorer("nce")
    StabilityScorer(nce; better: higher)
    """

    _structure: Structure = "partition"

    def __init__(
        self,
        metric: Metric,
        greater_is_better: bool | None,
        resampling: Resampling,
        with_standard_error: bool,
        options: dict[str, Any],
    ) -> None:
        super().__init__(metric, greater_is_better, options)
        self._resampling = resampling
        self._with_standard_error = with_standard_error

    def __call__(self, estimator: Estimator, X: Any, y: Any = None) -> Any:
        """Score clones of the estimator; its own fit and `y` are not used.

        Parameters
        ----------
        estimator : estimator
            Co-clusterer, or a pipeline that ends in one. It is cloned.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Ignored.

        Returns
        -------
        score : float or dict of str to float
            Mean agreement; with `with_standard_error`, also its standard error and the
            mean numbers of clusters found.
        """
        found = self.measure(estimator, X)
        if not self._with_standard_error:
            return found.mean
        return {
            "score": found.mean,
            "standard_error": found.standard_error,
            "n_row_clusters": found.n_row_clusters,
            "n_column_clusters": found.n_column_clusters,
        }

    def measure(self, estimator: Estimator, X: Any) -> Stability:
        """Return the agreement of every resample and the clusters found.

        Parameters
        ----------
        estimator : estimator
            Co-clusterer, or a pipeline that ends in one. It is cloned.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.

        Returns
        -------
        stability : Stability
            With `scores`, `mean`, `standard_error`, `n_row_clusters` and
            `n_column_clusters`.
        """
        return measure_stability(self._metric.signed, estimator, X, self._resampling)


def make_stability_scorer(
    metric: PartitionMetric = cari_score,
    *,
    n_resamples: int = 10,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = 0,
    n_jobs: int | None = None,
    with_standard_error: bool = False,
    greater_is_better: bool | None = None,
    **kwargs: Any,
) -> StabilityScorer:
    """Make a scorer of stability, which needs no true labels.

    For each resample, two clones of the estimator are fitted on two random subsamples
    of the rows and columns, each in random order. Their labels are compared on the rows
    and columns in both subsamples. Real structure should reappear when only part of the
    data is used.

    Parameters
    ----------
    metric : str or callable, default=cari_score
        Name of an index for co-clusterings, or a function
        ``(labels_true, labels_pred, **kwargs) -> float``.
    n_resamples : int, default=10
        Number of pairs of subsamples; each pair takes two fits. At least 2 with
        `with_standard_error`.
    row_fraction, column_fraction : float, default=0.8
        Fraction of the rows and of the columns in each subsample. Above 1/2, so that
        two subsamples always overlap, and at most 1.
    random_state : int, RandomState instance or None, default=0
        Seed of the subsamples and of the clones' own `random_state` parameters. With an
        integer, every candidate of a search is fitted on the same subsamples, which
        halves the noise of their comparison.
    n_jobs : int, default=None
        Number of jobs for the fits. It does not change the result.
    with_standard_error : bool, default=False
        Whether to return a dictionary for ``refit=finest_stable`` in place of a number.
    greater_is_better : bool, default=None
        Direction of a function of your own. None means True, unless its name ends in
        "_error", "_distance" or "_loss"; then you must set it.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)``. Returns the mean agreement, where greater is
        better. With `with_standard_error` it returns a dictionary of four numbers:
        `score`, the mean agreement; `standard_error`, that of the mean;
        `n_row_clusters` and `n_column_clusters`, the numbers of clusters found, means
        over all fits. The fit of the estimator itself and `y` are not used.

    Raises
    ------
    ValueError
        If an option is out of range, or the metric does not compare co-clusterings. The
        scorer raises it if `X` is not a matrix or has masked entries, or if the labels
        of the estimator do not fit the data.
    TypeError
        If an option has the wrong type, or is not an option of the metric.

    See Also
    --------
    stability_score : The value for one estimator.
    finest_stable : Choose among candidates; coarse ones often tie at 1.
    WholeDataSplit : Splitter for searches with this scorer.

    Notes
    -----
    A coarse version of a true structure is also stable. The greatest score alone
    therefore favors few clusters: report the curve (`StabilityDisplay`), and choose by
    `finest_stable`. A single block has stability 1 by definition, whatever the data; it
    is evidence of nothing, and `finest_stable` never chooses it.

    The subsamples are in random order because labels that follow the position of rows
    and columns would otherwise agree between subsamples, on pure noise too.

    The scorer may be used in a dictionary with other scorers. It must then return a
    number, so leave `with_standard_error` False: scikit-learn accepts a dictionary only
    from a scorer that is used alone.

    A subsample of sparse data often has rows or columns of zeros only, on which
    scikit-learn's spectral co-clusterers fail; wrap them in `InductiveCocluster`.

    Cost: ``2 * n_resamples`` fits for every candidate.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering
    >>> from sklearn.datasets import make_checkerboard
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn_cocluster_metrics import WholeDataSplit, finest_stable
    >>> from sklearn_cocluster_metrics import make_stability_scorer
    >>> X, _, _ = make_checkerboard((80, 60), (4, 3), noise=1, random_state=0)
    >>> search = GridSearchCV(
    ...     SpectralBiclustering(),
    ...     {"n_clusters": [(2, 2), (3, 3), (4, 3), (5, 4)]},
    ...     scoring=make_stability_scorer(with_standard_error=True),
    ...     refit=finest_stable,
    ...     cv=WholeDataSplit(),
    ...     error_score="raise",
    ... ).fit(X)
    >>> search.best_params_
    {'n_clusters': (4, 3)}
    >>> search.cv_results_["mean_test_n_row_clusters"]
    array([2., 3., 4., 5.])
    """
    resampling = Resampling(
        check_integer(n_resamples, "n_resamples", 1),
        (
            check_fraction(row_fraction, "row_fraction"),
            check_fraction(column_fraction, "column_fraction"),
        ),
        check_seed(random_state, "random_state"),
        check_n_jobs(n_jobs, "n_jobs"),
    )
    if check_flag(with_standard_error, "with_standard_error") and n_resamples < 2:
        raise ValueError(
            "`n_resamples` must be at least 2 with `with_standard_error=True`, got "
            f"{n_resamples}; a single resample has no standard error."
        )
    return StabilityScorer(
        metric, greater_is_better, resampling, with_standard_error, kwargs
    )


def stability_score(
    estimator: Estimator,
    X: Any,
    *,
    metric: PartitionMetric = cari_score,
    n_resamples: int = 10,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = 0,
    n_jobs: int | None = None,
) -> float:
    """Mean agreement of co-clusterings of overlapping parts of the data.

    Two clones of the estimator are fitted on two random subsamples of the rows and
    columns, each in random order, and their labels are compared on the rows and columns
    in both subsamples. This is repeated `n_resamples` times. Higher is better: a metric
    for which lower values are better is negated.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer, or a pipeline that ends in one. It is cloned, never fitted.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data.
    metric : str or callable, default=cari_score
        Name of an index for co-clusterings, or a function of two co-clusterings.
    n_resamples : int, default=10
        Number of pairs of subsamples; each pair takes two fits.
    row_fraction, column_fraction : float, default=0.8
        Fraction of the rows and of the columns in each subsample; above 1/2 and at
        most 1.
    random_state : int, RandomState instance or None, default=0
        Seed of the subsamples and of the clones' own `random_state` parameters.
    n_jobs : int, default=None
        Number of jobs for the fits. It does not change the result.

    Returns
    -------
    score : float
        Mean of the metric over the resamples.

    Raises
    ------
    ValueError
        If an option is out of range, the metric does not compare co-clusterings, `X` is
        not a matrix or has masked entries, or the labels of the estimator do not fit
        the data.
    TypeError
        If an option has the wrong type.

    See Also
    --------
    make_stability_scorer : The same as a scorer, for searches.

    Notes
    -----
    An estimator that always finds a single block has stability 1 by definition.

    A subsample of sparse data often has rows or columns of zeros only, on which
    scikit-learn's spectral co-clusterers fail; wrap them in `InductiveCocluster`.

    Cost: ``2 * n_resamples`` fits.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import stability_score
    >>> X, _, _ = make_biclusters((60, 40), n_clusters=3, noise=1, random_state=0)
    >>> stability_score(SpectralCoclustering(n_clusters=3), X)
    1.0
    """
    scorer = make_stability_scorer(
        metric,
        n_resamples=n_resamples,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
        random_state=random_state,
        n_jobs=n_jobs,
    )
    return scorer.measure(estimator, X).mean
