"""A test of whether clusters of rows are separated by a gap, or cut from one cloud."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse
from sklearn.covariance import ledoit_wolf_shrinkage
from sklearn.metrics import pairwise_distances_argmin

from .._inference._pvalues import share_as_large
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_n_jobs,
    check_verbose,
    draw_seed,
)
from .._structures._estimators import Accessor, check_accessor
from .._structures._labels import check_labels
from .._structures._matrix import (
    as_indexable,
    is_frame,
    n_columns_of,
    n_rows_of,
    refuse_masks_and_texts,
)
from .._structures._printing import Tabular
from .._structures._progress import run_in_parallel
from .._structures._types import Estimator
from ._bicross import kind_of
from ._fits import clone_or_explain, fitted_modes_of
from ._inductive import fit_clone

Floats = NDArray[np.float64]

_FEWEST_ROWS = 4
_NOISE = -1  # the label in scikit-learn of rows that are in no cluster
_N_LEVELS = 64  # of density, at which the dip is computed
_CHUNK = 2**20  # numbers in memory at once
_ROUNDING = 1e-9  # of a distance


@dataclass(frozen=True, eq=False, repr=False)
class SeparationTestResult(Tabular):
    """Result of `separation_test`.

    A small p-value means that the deepest gap between two adjacent clusters is deeper
    than in clouds without clusters.

    Parameters
    ----------
    statistic : float
        Depth of the deepest gap between two adjacent clusters of the data. It is in [0,
        1/4], where 0 means no gap or fewer than two clusters.
    pvalue : float
        Fraction of the clouds, in (0, 1], whose deepest gap is at least as deep as the
        gap of the data. The data count as one of the clouds.
    clusters : tuple of length 2, or None
        Labels of the two clusters on the sides of the gap. It is None if the estimator
        has found fewer than two clusters.
    null_distribution : ndarray of shape (n_draws,)
        Depth of the deepest gap in each cloud, read-only.
    pvalue_is_bound : bool
        Whether more clouds might give a smaller p-value.

    See Also
    --------
    separation_test : Compute this result.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.results import SeparationTestResult
    >>> SeparationTestResult(0.02, 0.5, (0, 1), np.array([0.03]), False)
    SeparationTestResult(gap between clusters 0 and 1=0.02, pvalue=0.5, draws=1)
    """

    statistic: float
    pvalue: float
    clusters: tuple[Any, Any] | None
    null_distribution: Floats
    pvalue_is_bound: bool

    def __post_init__(self) -> None:
        self.null_distribution.flags.writeable = False

    def __repr__(self) -> str:
        gap = "gap, for lack of two clusters"
        if self.clusters is not None:
            first, second = self.clusters
            gap = f"gap between clusters {first} and {second}"
        relation = "<=" if self.pvalue_is_bound else "="
        return (
            f"{type(self).__name__}({gap}={self.statistic:.3g}, "
            f"pvalue{relation}{self.pvalue:.3g}, draws={len(self.null_distribution)})"
        )

    def _columns(self) -> dict[str, Any]:
        """Return the columns of a table with both clusters, the gaps and the p-value.

        The table has one row.
        """
        first, second = self.clusters or (None, None)
        return {
            "first": [first],
            "second": [second],
            "gap": [self.statistic],
            "mean gap of clouds": [float(self.null_distribution.mean())],
            "pvalue": [self.pvalue],
        }


def separation_test(
    estimator: Estimator,
    X: Any,
    *,
    n_draws: int = 99,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    accessor: Accessor | None = None,
) -> SeparationTestResult:
    """Test whether a gap separates clusters of rows, unlike parts of a single cloud.

    A clusterer also cuts a single cloud of rows into pieces. If the columns depend on
    each other, it even finds the same pieces again in other columns, so that
    `split_half_test` rejects. Use this test to see whether at least two clusters are
    more than such pieces. A small p-value means that there is a gap, in which there are
    fewer rows than in a cloud.

    The estimator is fitted to the data, and to random clouds that have the covariance
    of the data but no clusters. The test compares how few rows lie between two adjacent
    clusters of the data with how few lie between two adjacent clusters of a cloud.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer with `row_labels_` and `column_labels_`, or clusterer with
        `labels_`. It is cloned.
    X : array-like or DataFrame of shape (n_rows, n_columns)
        Values, not counts, with at least four rows. Distances between rows are measured
        in `X` as it is, so scale the columns before the call and not in a pipeline.
    n_draws : int, default=99
        Number of clouds. The smallest possible p-value is ``1 / (n_draws + 1)``.
    random_state : int, RandomState instance or None, default=None
        Seed of the clouds, and of all fits. Pass an int for the same result in every
        call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if it is installed).
    accessor : str, tuple of str or callable, default=None
        Where the estimator has the labels of rows and columns, as in `coclustering_of`.
        If None, the usual attributes are read.

    Returns
    -------
    result : SeparationTestResult
        Frozen result with the depth of the deepest gap, the p-value, which is in (0,
        1], and the two clusters beside the gap.

    Raises
    ------
    ValueError
        If `X` has counts, missing values, fewer than four rows or only equal rows, or
        if the estimator cannot be fitted to a cloud.
    TypeError
        If the estimator cannot be cloned, or `n_draws` is not an integer.

    See Also
    --------
    split_half_test : Test whether there is any structure, also for counts.
    refit_test : Test whether given labels differ from the labels of refits.

    Notes
    -----
    A rejection means that there is a gap between two adjacent clusters. It confirms
    neither the number of clusters nor the other clusters. If the test does not reject,
    the clusters may overlap, one of them may be rare, or there may be one cloud.
    Therefore, this test should not decide whether clusters are used.

    The test is not valid in two cases, in which it often rejects without any cluster.
    The first is that rows depend on each other, as in time series. The second is that
    the rows lie along a strongly curved line, such as a ring. The test has little power
    for clusters of a tenth of the rows, for few rows, and for hundreds of columns of
    noise.

    Counts raise an error, because no null model of one cloud is known that makes the
    test valid for counts.

    The depth of a gap is the dip [1]_ [2]_ of the two clusters along the line through
    their means, multiplied by their fraction of the rows. Two clusters are adjacent if
    no third mean lies in the ball between their means. Rows of noise (label -1) are
    added to the nearest cluster. The clouds are the clouds of SigClust [3]_ with three
    changes. First, the variances of the principal scores are shrunken [4]_. Second, a
    score that is flatter than a normal variable is drawn with its own kurtosis, because
    a uniform distribution has no clusters either. Third, a column with few distinct
    values has only these values in the clouds.

    The cost is ``n_draws + 1`` fits.

    References
    ----------
    .. [1] J. A. Hartigan, P. M. Hartigan (1985). The dip test of unimodality. The
       Annals of Statistics 13, 70-84.
    .. [2] D. W. Müller, G. Sawitzki (1991). Excess mass estimates and tests for
       multimodality. Journal of the American Statistical Association 86, 738-746.
    .. [3] Y. Liu, D. N. Hayes, A. Nobel, J. S. Marron (2008). Statistical significance
       of clustering for high-dimension, low-sample size data. Journal of the American
       Statistical Association 103, 1281-1293.
    .. [4] O. Ledoit, M. Wolf (2004). A well-conditioned estimator for large-dimensional
       covariance matrices. Journal of Multivariate Analysis 88, 365-411.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_iris
    >>> from sklearn_cocluster_metrics import separation_test
    >>> X = load_iris().data
    >>> separation_test(KMeans(2, n_init=3), X, random_state=0).pvalue <= 0.05
    True
    >>> X[50:].shape  # without the species that lies apart
    (100, 4)
    >>> separation_test(KMeans(2, n_init=3), X[50:], random_state=0).pvalue <= 0.05
    False
    """
    n_draws = check_integer(n_draws, "n_draws", 1)
    generator = check_generator(random_state, "random_state")
    n_jobs = check_n_jobs(n_jobs, "n_jobs")
    verbose = check_verbose(verbose)
    accessor = check_accessor(accessor, "accessor")
    clone_or_explain(estimator)  # raises an error if it cannot be cloned
    values = _check_values(X)
    frame = as_indexable(X) if is_frame(X) else None
    # All fits have one seed, so that fits of clouds differ by their data alone.
    clusterer = _SeededClusterer(
        estimator=estimator, seed=draw_seed(generator), accessor=accessor, frame=frame
    )
    observed = clusterer.deepest_gap(values)
    cloud = Cloud.of(values)
    # The clouds are drawn here, in order, so that `n_jobs` never changes a result.
    samples = (cloud.sample(generator) for _ in range(n_draws))
    tasks = (delayed(clusterer.depth_in_cloud)(sample) for sample in samples)
    depths = run_in_parallel(tasks, n_draws, "fits", n_jobs=n_jobs, verbose=verbose)
    # The last value, which is the depth in the data, is compared with all values.
    pvalue = share_as_large([*depths, observed.depth])
    return SeparationTestResult(
        statistic=observed.depth,
        pvalue=pvalue.value,
        clusters=observed.clusters,
        null_distribution=np.array(depths),
        pvalue_is_bound=pvalue.is_bound,
    )


def _check_values(X: Any) -> Floats:
    """Check that X has values and different rows, and return it as a dense array.

    The array has the shape (n_rows, n_columns). An error is raised for counts.
    """
    refuse_masks_and_texts(X)
    if n_columns_of(X) is None or n_rows_of(X) < _FEWEST_ROWS:
        raise ValueError(
            f"`X` must be a matrix with at least {_FEWEST_ROWS} rows, got shape "
            f"{np.shape(X)}."
        )
    X = as_indexable(X)
    kind = kind_of(X, warns=False)
    if kind is None:
        raise ValueError(
            "`X` must contain finite numbers only, but has missing or infinite "
            "entries, or entries that are not numbers. Fill in missing values "
            "before, for example with `SimpleImputer().fit_transform(X)`."
        )
    if kind != "values":
        raise ValueError(
            "`X` seems to contain counts or weights, because most entries are 0 and "
            "none is negative. `separation_test` takes values only: no null model of "
            "one cloud of counts is known to keep its level. For counts, use "
            "`split_half_test`."
        )
    if sparse.issparse(X):
        X = X.toarray()
    # The order in memory is always the same, so that all containers give the same sums.
    values = np.ascontiguousarray(X, dtype=np.float64)
    if not np.ptp(values, axis=0).any():
        raise ValueError(
            "All rows of `X` are equal, so no gap can separate them. Pass data with "
            "different rows."
        )
    return values


@dataclass(frozen=True)
class Gap:
    """The depth of a gap, and the labels of the two clusters on its sides."""

    depth: float
    clusters: tuple[Any, Any] | None


@dataclass(frozen=True, kw_only=True)
class _SeededClusterer:
    """Fit clones of an estimator with one seed, and find the gaps of its clusters."""

    estimator: Estimator
    seed: int
    # Where the labels are. If None, they are in the attributes of scikit-learn
    accessor: Accessor | None
    # The data frame whose names all data sets get. None for arrays
    frame: Any

    def deepest_gap(self, values: Floats) -> Gap:
        """Cluster the rows, and return the deepest gap between two clusters."""
        data = values
        if self.frame is not None:
            data = type(self.frame)(
                values, index=self.frame.index, columns=self.frame.columns
            )
        model = fit_clone(self.estimator, data, self.seed)
        # Only the labels of the rows are used, and not which columns have labels.
        modes, _labeled_columns = fitted_modes_of(model, data, self.accessor)
        return find_deepest_gap(values, modes[0])

    def depth_in_cloud(self, sample: Floats) -> float:
        """Return the depth of the deepest gap between two clusters of a cloud.

        The sample has been drawn from the cloud, and has the shape of the data. An
        error of the fit becomes a ValueError.
        """
        try:
            return self.deepest_gap(sample).depth
        except Exception as error:
            raise ValueError(
                f"{type(self.estimator).__name__} cannot be fitted to a random cloud "
                "with the covariance of `X`. Its error was: "
                f"{str(error).rstrip('.')}. A cloud may have negative entries even if "
                "`X` has none. Use an estimator that accepts them, such as `KMeans` "
                "or `SpectralBiclustering`."
            ) from error


@dataclass(frozen=True, kw_only=True, eq=False)
class Cloud:
    """A cloud that has the means, and about the covariance, of some data.

    Its principal scores are independent, and the density of each has a single maximum.
    A column that has few distinct values in the data has only these values in the
    cloud, because other values would fill the gaps between them.
    """

    n_rows: int
    # (n_columns,): Mean of each column
    means: Floats
    # (n_scores, n_columns): Principal axes of the data
    axes: Floats
    # (n_scores,): Standard deviation of each score
    scales: Floats
    # (n_scores,): Fraction of the variance of each score with a uniform distribution
    uniform_shares: Floats
    # (n_columns,): Standard deviation of the noise on axes without scores
    rest_scales: Floats
    # Sorted distinct values of each column that has few of them
    few_values: dict[int, Floats]

    @classmethod
    def of(cls, X: Floats) -> Cloud:
        """Return the cloud that resembles the rows of X; they must not all be equal.

        Each principal score has a uniform share, which is the fraction of its variance
        that comes from a uniform variable. The rest comes from a normal variable.
        """
        means = X.mean(axis=0)
        unit = float(np.abs(X - means).max())  # so that no square overflows
        centered = (X - means) / unit
        # The columns of `left` are the principal scores, up to their scales, and the
        # rows of `right` are the principal axes.
        left, singular_values, right = np.linalg.svd(centered, full_matrices=False)
        is_positive = singular_values > _ROUNDING * singular_values[0]
        variances = singular_values[is_positive] ** 2 / (len(X) - 1)
        varies = np.ptp(centered, axis=0) > 0
        # The shrinkage of Ledoit and Wolf moves all variances towards their mean.
        shrinkage = float(ledoit_wolf_shrinkage(centered, assume_centered=True))
        rest_variance = shrinkage * float(variances.sum()) / int(varies.sum())
        variances = (1 - shrinkage) * variances + rest_variance
        return cls(
            n_rows=len(X),
            means=means,
            axes=right[is_positive],
            scales=unit * np.sqrt(variances),
            uniform_shares=_uniform_shares(left[:, is_positive]),
            rest_scales=np.where(varies, unit * math.sqrt(rest_variance), 0.0),
            few_values=_few_values(X),
        )

    def sample(self, generator: RandomState) -> Floats:
        """Draw a data set from the cloud, of shape (n_rows, n_columns)."""
        shape = (self.n_rows, len(self.axes))
        # Each score is the sum of a uniform and a normal variable. Both have the mean 0
        # and the variance 1, so that the sum has this variance, too.
        uniform = generator.uniform(-math.sqrt(3), math.sqrt(3), shape)
        normal = generator.standard_normal(shape)
        scores = np.sqrt(self.uniform_shares) * uniform
        scores += np.sqrt(1 - self.uniform_shares) * normal
        # The rest is noise in the directions that have no scores.
        rest = generator.standard_normal((self.n_rows, len(self.means)))
        rest *= self.rest_scales
        # The scores have this variance already, so the noise along the axes is removed.
        rest -= rest @ self.axes.T @ self.axes
        sample = self.means + (scores * self.scales) @ self.axes + rest
        # Each number in a column with few values becomes the nearest of these values.
        for column, values in self.few_values.items():
            middles = (values[1:] + values[:-1]) / 2
            nearest = np.searchsorted(middles, sample[:, column])
            sample[:, column] = values[nearest]
        return np.asarray(sample)


def _few_values(X: Floats) -> dict[int, Floats]:
    """Return the sorted distinct values of each column that has few of them.

    Few means fewer than half the number of rows. The keys are positions of columns.
    """
    few_values = {}
    for column, entries in enumerate(X.T):
        values = np.unique(entries)
        if len(values) < len(X) / 2:
            few_values[column] = values
    return few_values


def _uniform_shares(scores: Floats) -> Floats:
    """Return the uniform fraction of the variance that gives the kurtosis of scores.

    The excess kurtosis of a uniform variable is -1.2, and of a normal variable 0. If
    both are independent, the excess of their sum is -1.2 times the square of the
    uniform fraction of the variance. Scores with heavier tails than a normal variable
    have the fraction 0.
    """
    squares = scores**2
    excess = np.mean(squares**2, axis=0) / np.mean(squares, axis=0) ** 2 - 3
    return np.asarray(np.sqrt(np.clip(-excess / 1.2, 0, 1)))


def find_deepest_gap(X: Floats, labels: NDArray[Any]) -> Gap:
    """Return the deepest gap between two adjacent clusters of the rows of X.

    If there are fewer than two clusters, the depth is 0. Rows of noise are no cluster,
    but are added to the nearest one. Clusters are adjacent if no third mean lies in the
    ball between their means, so that they are neighbors in the Gabriel graph. Without
    this condition, the two ends of one long cloud would seem to have a gap where the
    middle of the cloud is.
    """
    codes = check_labels(labels, "labels").compressed()
    names = codes.distinct_labels().tolist()
    is_noise = np.isin(
        codes.codes, [i for i, name in enumerate(names) if name == _NOISE]
    )
    clusters = np.unique(codes.codes[~is_noise])  # as codes
    if len(clusters) < 2:
        return Gap(depth=0.0, clusters=None)
    X = X - X.mean(axis=0)
    largest = np.abs(X).max()
    if largest > 0:
        X /= largest  # so that no square overflows
    means = np.array([X[codes.codes == cluster].mean(axis=0) for cluster in clusters])
    # The position in `means` of the cluster of each row
    positions = np.searchsorted(clusters, codes.codes)
    if is_noise.any():
        positions[is_noise] = pairwise_distances_argmin(X[is_noise], means)
    gaps = []
    # There is an adjacent pair, because the two nearest means are adjacent.
    for i, j in _adjacent_pairs(means):
        rows = X[(positions == i) | (positions == j)]
        dip = dip_of(rows @ (means[j] - means[i]))
        sides = (names[clusters[i]], names[clusters[j]])
        # The dip is a fraction of `rows`, and the depth is a fraction of all rows.
        gaps.append(Gap(depth=dip * len(rows) / len(X), clusters=sides))
    return max(gaps, key=lambda gap: gap.depth)


def _adjacent_pairs(means: Floats) -> list[tuple[int, int]]:
    """Return the pairs of means that have no third mean in the ball between them."""
    squared_distances = np.array(
        [np.sum((means - mean) ** 2, axis=1) for mean in means]
    )
    pairs = []
    for i, j in combinations(range(len(means)), 2):
        # By Thales's theorem, the angle at a mean on the sphere is right, so that the
        # squares of the two distances add up to the square of the diameter.
        sums = squared_distances[i] + squared_distances[j]
        if np.all(sums >= squared_distances[i, j] * (1 - _ROUNDING)):
            pairs.append((i, j))
    return pairs


def dip_of(values: Floats) -> float:
    """Return the dip of values: half the excess mass that a second interval adds.

    The excess mass of intervals at a level of density is the fraction of the values in
    them, minus their total length times the level. Only some levels are tried, so that
    the result is slightly below the dip.
    """
    values = np.sort(values)
    values -= values[0]
    width = values[-1]
    if width == 0:
        return 0.0
    low, high = np.quantile(values, [0.25, 0.75])
    spread = high - low
    if spread == 0:  # half of the values are equal
        spread = 0.01 * width
    # From a tenth of the mean density to 20 times the mean density of the middle half
    levels = np.geomspace(0.1 / width, 10 / spread, _N_LEVELS)
    n_chunks = math.ceil(_N_LEVELS * len(values) / _CHUNK)
    gains = [
        _gain_of_second_interval(values, chunk)
        for chunk in np.array_split(levels, min(n_chunks, _N_LEVELS))
    ]
    return max(gains) / 2


def _gain_of_second_interval(values: Floats, levels: Floats) -> float:
    """Return the greatest excess mass that a second interval adds, at these levels.

    Levels are levels of density, and `values` are sorted. The excess mass of an
    interval is its fraction of the values, minus its length times the level. An
    interval from the i-th to the j-th of the sorted values has the excess mass
    ``at_ends[j] - at_starts[i]``. Therefore, cumulative minima give the best start for
    each end, in time linear in the number of values.
    """
    masses = np.arange(1, len(values) + 1) / len(values)
    # The following arrays have a row for each level and a column for each value.
    at_ends = masses - levels[:, np.newaxis] * values
    at_starts = at_ends - 1 / len(values)
    # Excess masses of the best interval that ends at each value, and of the best that
    # ends there or before
    of_last = at_ends - np.minimum.accumulate(at_starts, axis=1)
    of_one = np.maximum.accumulate(of_last, axis=1)
    # Add the best interval that ends before the second interval starts.
    at_starts[:, 1:] -= of_one[:, :-1]
    of_two = at_ends - np.minimum.accumulate(at_starts, axis=1)
    return float(np.max(of_two.max(axis=1) - of_one[:, -1]))
