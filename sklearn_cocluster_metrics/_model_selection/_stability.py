"""Stability: how well fits of overlapping parts of the data agree."""

from typing import Any, Literal

from numpy.random import RandomState

from .._contracts import BiclusteringMetric, PartitionMetric
from .._indices._cari import cari_score
from .._structures import (
    Accessor,
    Estimator,
    check_accessor,
    check_flag,
    check_fraction,
    check_integer,
    check_n_jobs,
    check_option,
    check_seed,
)
from ._resamples import Resampling
from ._stability_scorer import STRUCTURES, StabilityScorer


def make_stability_scorer(
    metric: PartitionMetric | BiclusteringMetric = cari_score,
    *,
    n_resamples: int = 10,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
    with_standard_error: bool = False,
    structure: Literal["coclustering", "biclustering"] | None = None,
    accessor: Accessor | None = None,
    greater_is_better: bool | None = None,
    **kwargs: Any,
) -> StabilityScorer:
    """Make a scorer of stability, which needs no true labels.

    For each resample, two clones of the estimator are fitted on two random subsamples
    of the rows and columns, each in random order. Their labels, or their biclusters,
    are compared on the rows and columns in both subsamples. Real structure should
    reappear when only part of the data is used.

    Parameters
    ----------
    metric : str or callable, default=cari_score
        Name of an index for co-clusterings or for biclusterings, or a function
        ``(true, pred, **kwargs) -> float`` of two of them. One that is not symmetric,
        and any function of your own, is averaged over both directions, since neither
        fit is the truth.
    n_resamples : int, default=10
        Number of pairs of subsamples; each pair takes two fits. At least 2 with
        `with_standard_error`.
    row_fraction, column_fraction : float, default=0.8
        Fraction of the rows and of the columns in each subsample. Above 1/2, so that
        two subsamples always overlap, and at most 1. In data of more than two modes,
        `column_fraction` is that of every mode but the first.
    random_state : int, RandomState instance or None, default=0
        Seed of the subsamples and of the clones' own `random_state` parameters. With an
        integer, every candidate of a search is fitted on the same subsamples, which
        halves the noise of their comparison.
    n_jobs : int, default=None
        Number of jobs for the fits. It does not change the result.
    verbose : int, default=0
        Progress messages of :class:`joblib.Parallel`, more of them for greater values;
        0 is silent.
    with_standard_error : bool, default=False
        Whether to return a dictionary for ``refit=finest_stable`` in place of a number.
    structure : {"coclustering", "biclustering"}, default=None
        Whether the labels of the estimator are compared, or its biclusters, `rows_` and
        `columns_`. None: what the metric compares; for a function of your own,
        co-clusterings.
    accessor : str, tuple of str or callable, default=None
        Where the labels of the estimator are, as in `coclustering_of`; for estimators
        without `row_labels_` and `column_labels_`.
    greater_is_better : bool, default=None
        Direction of a function of your own. None means True, unless its name ends in
        "_error", "_distance" or "_loss"; then you must set it.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)``. Returns the mean agreement, where greater is
        better. With `with_standard_error` it returns a dictionary of numbers: `score`,
        the mean agreement; `standard_error`, that of the mean; `n_row_clusters` and
        `n_column_clusters`, or `n_biclusters`, the numbers found, means over all fits.
        For this package's indices of co-clusterings also `row_score`,
        `row_standard_error`, `column_score` and `column_standard_error`, the agreement
        of the row clusterings alone and of the column clusterings alone. The fit of the
        estimator itself and `y` are not used.

    Raises
    ------
    ValueError
        If an option is out of range, or the metric does not compare `structure`. The
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

    scikit-learn accepts a dictionary of numbers only from a scorer that is used alone.
    To use this one beside others, pass all of them to `combine_scorers`.

    Of biclusterings, only biclusters with a cell in the overlap are compared: one that
    lies elsewhere could not be found twice. A bicluster that a fit itself left empty is
    kept, and scored as the metric says. `n_biclusters` counts neither empty biclusters
    nor one that is the whole matrix, which is stable by definition.

    Data of more than two modes are NumPy arrays of as many axes. The estimator has one
    array of labels per mode, in `labels_` or where `accessor` says. The dictionary then
    has `n_mode_0_clusters`, `mode_0_score`, `mode_0_standard_error`, and the same for
    the other modes.

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
    ...     scoring=make_stability_scorer(n_resamples=5, with_standard_error=True),
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
        check_integer(verbose, "verbose", 0),
    )
    check_option(structure, "structure", (None, *STRUCTURES))
    if check_flag(with_standard_error, "with_standard_error") and n_resamples < 2:
        raise ValueError(
            "`n_resamples` must be at least 2 with `with_standard_error=True`, got "
            f"{n_resamples}; a single resample has no standard error."
        )
    return StabilityScorer(
        metric,
        greater_is_better,
        resampling,
        with_standard_error,
        structure,
        check_accessor(accessor, "accessor"),
        kwargs,
    )


def stability_score(
    estimator: Estimator,
    X: Any,
    *,
    metric: PartitionMetric | BiclusteringMetric = cari_score,
    n_resamples: int = 10,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
    structure: Literal["coclustering", "biclustering"] | None = None,
    accessor: Accessor | None = None,
) -> float:
    """Mean agreement of fits of overlapping parts of the data.

    Two clones of the estimator are fitted on two random subsamples of the rows and
    columns, each in random order, and their labels, or their biclusters, are compared
    on the rows and columns in both subsamples. This is repeated `n_resamples` times.
    Higher is better: a metric for which lower values are better is negated.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer, or a pipeline that ends in one. It is cloned, never fitted.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data.
    metric : str or callable, default=cari_score
        Name of an index for co-clusterings or for biclusterings, or a function of two
        of them.
    n_resamples : int, default=10
        Number of pairs of subsamples; each pair takes two fits.
    row_fraction, column_fraction : float, default=0.8
        Fraction of the rows and of the columns in each subsample; above 1/2 and at
        most 1.
    random_state : int, RandomState instance or None, default=0
        Seed of the subsamples and of the clones' own `random_state` parameters.
    n_jobs : int, default=None
        Number of jobs for the fits. It does not change the result.
    verbose : int, default=0
        Progress messages of :class:`joblib.Parallel`; 0 is silent.
    structure : {"coclustering", "biclustering"}, default=None
        What is compared. None: what the metric compares; for a function of your own,
        co-clusterings.
    accessor : str, tuple of str or callable, default=None
        Where the labels of the estimator are, as in `coclustering_of`.

    Returns
    -------
    score : float
        Mean of the metric over the resamples.

    Raises
    ------
    ValueError
        If an option is out of range, the metric does not compare `structure`, `X` is
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
    >>> stability_score(SpectralCoclustering(n_clusters=3), X, metric="e4sc")
    1.0
    """
    scorer = make_stability_scorer(
        metric,
        n_resamples=n_resamples,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
        structure=structure,
        accessor=accessor,
    )
    return scorer.measure(estimator, X).mean
