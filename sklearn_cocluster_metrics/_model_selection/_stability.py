"""How well the co-clusterings of overlapping parts of the data agree."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils import check_random_state

from .._contracts import Metric
from .._indices._cari import cari_score
from .._indices._contract import Structure
from .._structures import (
    check_fraction,
    check_integer,
    fitted_coclustering,
    n_columns_of,
    n_rows_of,
)
from ._scorers import Scorer
from ._search_results import check_cv_results

_LARGEST_SEED = np.iinfo(np.int32).max


class _Part(NamedTuple):
    """Numbers of the rows and of the columns of a part of the data, and a seed."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    seed: int


class _Fit(NamedTuple):
    """Numbers and labels of the rows and of the columns that a fit has labelled."""

    numbers: tuple[NDArray[np.intp], NDArray[np.intp]]
    labels: tuple[NDArray[Any], NDArray[Any]]


class StabilityScorer(Scorer):
    """Scorer that `make_stability_scorer` makes.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    metric : str or callable
        Name of an index of co-clusterings, or a function of two co-clusterings.
    greater_is_better : bool or None
        Direction of a function of your own.
    resampling : mapping
        How subsamples are drawn.
    with_standard_error : bool
        Whether to return a dictionary in place of a number.
    options : dict
        Keyword arguments of the metric.

    See Also
    --------
    make_stability_scorer : Make the scorer.

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
        resampling: Mapping[str, Any],
        with_standard_error: bool,
        options: dict[str, Any],
    ) -> None:
        super().__init__(metric, greater_is_better, options)
        check_integer(resampling["n_resamples"], "n_resamples", 1)
        check_fraction(resampling["row_fraction"], "row_fraction")
        check_fraction(resampling["column_fraction"], "column_fraction")
        self._resampling = resampling
        self._with_standard_error = with_standard_error

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> Any:
        """Score clones of the estimator; its own fit and `y` do not count."""
        scores = self.scores(estimator, X)
        mean = float(np.mean(scores))
        if not self._with_standard_error:
            return mean
        return {"score": mean, "standard_error": standard_error(scores)}

    def scores(self, estimator: Any, X: Any) -> NDArray[np.float64]:
        """Return the agreement of the two fits of each resample."""
        shape = _check_matrix_shape(X)
        generator = check_random_state(self._resampling["random_state"])
        fractions = (
            self._resampling["row_fraction"],
            self._resampling["column_fraction"],
        )
        # Drawn here, in order: the workers change no number.
        pairs = [
            (
                _draw_part(generator, shape, fractions),
                _draw_part(generator, shape, fractions),
            )
            for _ in range(self._resampling["n_resamples"])
        ]
        agreements = Parallel(n_jobs=self._resampling["n_jobs"])(
            delayed(_agreement)(self._metric.signed, estimator, X, first, second)
            for first, second in pairs
        )
        return np.array(agreements, dtype=np.float64)


def make_stability_scorer(
    metric: Metric = cari_score,
    *,
    n_resamples: int = 10,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: Any = 0,
    n_jobs: int | None = None,
    with_standard_error: bool = False,
    greater_is_better: bool | None = None,
    **kwargs: Any,
) -> StabilityScorer:
    """Make a scorer of stability, which needs no truth.

    For each resample, two clones of the estimator are fitted on two random parts of the
    rows and of the columns, and their labels are compared on the lines that both parts
    hold. A structure that is in the data is found in both.

    Parameters
    ----------
    metric : str or callable, default=cari_score
        Name of an index for co-clusterings, or a function
        ``(labels_true, labels_pred, **kwargs) -> float``.
    n_resamples : int, default=10
        Number of pairs of parts: each takes two fits.
    row_fraction, column_fraction : float, default=0.8
        Share of the rows and of the columns in each part; above 1/2, so that two parts
        always overlap, and at most 1.
    random_state : int, RandomState instance or None, default=0
        Seed of the parts and of the clones' own `random_state` parameters. With an int,
        every candidate of a search is fitted on the same parts, which halves the noise
        of their comparison.
    n_jobs : int, default=None
        Number of jobs for the fits. It changes no number.
    with_standard_error : bool, default=False
        Return a dict of `score` and `standard_error`, for ``refit=finest_stable``.
    greater_is_better : bool, default=None
        Direction of a function of your own; None means True, unless its name ends in
        "_error", "_distance" or "_loss", where the direction must be said.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)``, the mean agreement; greater is better. `y` and
        the fit of the estimator itself are not used.

    Raises
    ------
    ValueError
        If an option is out of range, or the metric is not one of co-clusterings.
    TypeError
        If an option has the wrong type, or is not one of the metric's.

    See Also
    --------
    stability_score : The value for one estimator.
    finest_stable : Choose among candidates, coarse ones of which tie at 1.
    WholeDataSplit : Splitter for searches with it.

    Notes
    -----
    A coarse co-clustering of a true structure is stable as well, and one block always
    is: the greatest score alone favors few clusters. Report the curve
    (`StabilityDisplay`), and choose by `finest_stable`.

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
    """
    resampling = {
        "n_resamples": n_resamples,
        "row_fraction": row_fraction,
        "column_fraction": column_fraction,
        "random_state": random_state,
        "n_jobs": n_jobs,
    }
    return StabilityScorer(
        metric, greater_is_better, resampling, with_standard_error, kwargs
    )


def stability_score(
    estimator: Any,
    X: Any,
    *,
    metric: Metric = cari_score,
    n_resamples: int = 10,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: Any = 0,
    n_jobs: int | None = None,
) -> float:
    """Mean agreement of co-clusterings of overlapping parts of the data.

    Two clones of the estimator are fitted on two random parts of the rows and of the
    columns, and their labels are compared on the lines that both parts hold; this is
    done `n_resamples` times. Higher is better. The range is that of the metric, turned
    so that greater is better.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer, or a pipeline that ends in one. It is cloned, never fitted.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data.
    metric : str or callable, default=cari_score
        Name of an index for co-clusterings, or a function of two of them.
    n_resamples : int, default=10
        Number of pairs of parts: each takes two fits.
    row_fraction, column_fraction : float, default=0.8
        Share of the rows and of the columns in each part; above 1/2 and at most 1.
    random_state : int, RandomState instance or None, default=0
        Seed of the parts and of the clones' own `random_state` parameters.
    n_jobs : int, default=None
        Number of jobs for the fits. It changes no number.

    Returns
    -------
    score : float
        Mean of the metric over the resamples.

    Raises
    ------
    ValueError
        If an option is out of range, the metric is not one of co-clusterings, or the
        estimator's labels do not fit the data.
    TypeError
        If an option has the wrong type.

    See Also
    --------
    make_stability_scorer : The same as a scorer, for searches.

    Notes
    -----
    Parts of sparse data often hold rows or columns of zeros, on which scikit-learn's
    spectral co-clusterers fail: wrap them in `InductiveCocluster`.

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
    return float(np.mean(scorer.scores(estimator, X)))


def finest_stable(cv_results: Mapping[str, Any]) -> int:
    """Choose the finest candidate within one standard error of the best.

    For ``refit=`` of a search with a stability scorer: coarse co-clusterings tie at 1
    with the true one, and scikit-learn would take the first of them.

    Parameters
    ----------
    cv_results : mapping of str to array-like
        The search's `cv_results_`: `params` and `mean_test_score`, and one of
        `mean_test_standard_error` (``make_stability_scorer(with_standard_error=True)``)
        or `std_test_score` of several splits.

    Returns
    -------
    best_index : int
        Number of the candidate with most blocks among those whose score is at most one
        standard error below the greatest: that of the difference of the two, as if they
        were independent. Among equally fine ones, the one that scores higher.

    Raises
    ------
    ValueError
        If no candidate has a score, or the candidates have no parameter that is a
        number of clusters.

    See Also
    --------
    make_stability_scorer : The scorer for it.

    Notes
    -----
    The number of blocks is the product of all parameters whose name ends in "clusters"
    (``n_clusters``, ``n_row_clusters``, ...); a tuple counts as the product of its
    numbers. Candidates without a score (NaN) are passed over.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import finest_stable
    >>> finest_stable(
    ...     {
    ...         "params": [{"n_clusters": 2}, {"n_clusters": 3}, {"n_clusters": 4}],
    ...         "mean_test_score": [1.0, 0.99, 0.7],
    ...         "mean_test_standard_error": [0.0, 0.01, 0.02],
    ...     }
    ... )
    1
    """
    scores, errors, blocks = check_cv_results(cv_results)
    best = int(np.nanargmax(scores))
    margins = np.sqrt(errors**2 + errors[best] ** 2)
    stable = np.flatnonzero(scores >= scores[best] - margins)
    return int(max(stable, key=lambda index: (blocks[index], scores[index])))


def standard_error(scores: NDArray[np.float64]) -> float:
    """Return the standard error of the mean; 0 where there is a single score."""
    if len(scores) == 1:
        return 0.0
    return float(np.std(scores, ddof=1)) / math.sqrt(len(scores))


def _draw_part(
    generator: np.random.RandomState,
    shape: tuple[int, int],
    fractions: tuple[float, float],
) -> _Part:
    """Draw rows, columns and a seed."""
    rows, columns = (
        np.sort(generator.permutation(n)[: math.ceil(fraction * n)])
        for n, fraction in zip(shape, fractions, strict=True)
    )
    return _Part(rows, columns, int(generator.randint(_LARGEST_SEED)))


def _agreement(
    score: Callable[[Any, Any], float], estimator: Any, X: Any, one: _Part, other: _Part
) -> float:
    """Fit both parts and compare the labels of the lines that both fits have."""
    first, second = _fit_part(estimator, X, one), _fit_part(estimator, X, other)
    sides: tuple[list[Any], list[Any]] = ([], [])
    for mode in (0, 1):
        _, *shared = np.intersect1d(
            first.numbers[mode], second.numbers[mode], return_indices=True
        )
        if len(shared[0]) == 0:
            raise ValueError(
                "Two resamples have no column in common after the pipeline's "
                "selection; select more columns, or outside of the pipeline."
            )
        for side, fit, lines in zip(sides, (first, second), shared, strict=True):
            side.append(fit.labels[mode][lines])
    return score(tuple(sides[0]), tuple(sides[1]))


def _fit_part(estimator: Any, X: Any, part: _Part) -> _Fit:
    """Fit a clone to a part of the data."""
    data = _take(X, part.rows, part.columns)
    model = clone(estimator)
    seeds = {
        name: part.seed
        for name in model.get_params(deep=True)
        if name == "random_state" or name.endswith("__random_state")
    }
    model.set_params(**seeds).fit(data)
    fitted = fitted_coclustering(model, "estimator", n_columns=len(part.columns))
    kept = fitted.labelled.restrict(part.columns, "columns")
    labels = (np.asarray(fitted.rows), np.asarray(fitted.columns))
    if (len(labels[0]), len(labels[1])) != (len(part.rows), len(kept)):
        raise ValueError(
            f"`estimator` has labelled {len(labels[0])} rows and {len(labels[1])} "
            f"columns of data of shape {(len(part.rows), len(kept))}."
        )
    return _Fit(numbers=(part.rows, kept), labels=labels)


def _check_matrix_shape(X: Any) -> tuple[int, int]:
    """Return the shape of data that are a matrix."""
    n_columns = n_columns_of(X)
    if n_columns is None:
        raise ValueError("`X` must be a matrix: parts of its columns are drawn.")
    return n_rows_of(X), n_columns


def _take(X: Any, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Any:
    """Return the given rows and columns of data of any kind."""
    if hasattr(X, "iloc"):
        return X.iloc[rows, columns]
    if hasattr(X, "tocsr"):
        return X.tocsr()[rows][:, columns]
    return np.asarray(X)[np.ix_(rows, columns)]
