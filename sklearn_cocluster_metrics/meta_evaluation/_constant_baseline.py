"""Test whether chance gives an index the same mean for all cluster sizes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy.stats import f as f_distribution

from .._contracts import BiclusteringMetric, PartitionMetric, find_contract
from .._structures import check_generator, check_integer
from ._combined_pvalues import fisher_pvalue
from ._metrics import ROUNDING, Structure, resolve_metric
from ._random_pools import draw_pools


@dataclass(frozen=True, eq=False)
class ConstantBaselineTestResult:
    """Result of `constant_baseline_test`.

    Parameters
    ----------
    metric : str
        Name of the index.
    pvalue : float
        P-value of the null hypothesis that the mean is constant for every sample size:
        Fisher's combination of `pvalues`.
    n_samples : tuple of int
        Sample sizes.
    n_clusters : ndarray of shape (n_sizes, 3)
        Numbers of clusters of the candidates.
    pvalues : ndarray of shape (n_sizes,)
        P-value of each sample size.
    means : ndarray of shape (n_sizes, 3)
        Mean of the index for each sample size and number of clusters.
    standard_errors : ndarray of shape (n_sizes, 3)
        Standard error of each mean.

    See Also
    --------
    constant_baseline_test : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import constant_baseline_test
    >>> result = constant_baseline_test(
    ...     "rand", n_samples=[20], n_draws=50, random_state=0
    ... )
    >>> result.means.round(2)
    array([[0.51, 0.66, 0.75]])
    """

    metric: str
    pvalue: float
    n_samples: tuple[int, ...] = field(repr=False)
    n_clusters: NDArray[np.int64] = field(repr=False)
    pvalues: NDArray[np.float64] = field(repr=False)
    means: NDArray[np.float64] = field(repr=False)
    standard_errors: NDArray[np.float64] = field(repr=False)


def constant_baseline_test(
    metric: PartitionMetric | BiclusteringMetric,
    *,
    structure: Structure = "clustering",
    n_samples: Sequence[int] = range(50, 1001, 50),
    n_draws: int = 500,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> ConstantBaselineTestResult:
    r"""Test whether chance gives an index the same mean whatever the cluster sizes.

    The protocol of [1]_, section D.3. For n samples, a reference with
    :math:`\lfloor n^{1/2} \rfloor` balanced clusters is compared with random candidates
    that have :math:`\lfloor n^{1/4} \rfloor`, :math:`\lfloor n^{1/2} \rfloor` and
    :math:`\lfloor n^{3/4} \rfloor` balanced clusters. One-way analysis of variance
    tests whether the index has the same mean for the three; Fisher's method combines
    the p-values of all n.

    Parameters
    ----------
    metric : str or callable
        Name of an index, or a function ``(true, pred) -> float``. Options are given
        with `functools.partial`.
    structure : {"clustering", "coclustering", "biclustering"}, default="clustering"
        What is compared. "coclustering": n rows and n columns, the numbers of clusters
        as above in both modes, rows and columns permuted independently.
        "biclustering": the diagonal blocks of such a co-clustering, so that the
        biclusters differ in number and in size; the rows and the columns of the
        candidate are permuted.
    n_samples : sequence of int, default=range(50, 1001, 50)
        Values of n, each at least 5.
    n_draws : int, default=500
        Number of random candidates for each n and number of clusters, at least 2.
    random_state : int, RandomState instance or None, default=None
        Determines the draws. Pass an int for the same result at every call.
    n_jobs : int or None, default=None
        Number of joblib workers. It never changes the result.
    verbose : int, default=0
        Progress messages of `joblib.Parallel`.

    Returns
    -------
    result : ConstantBaselineTestResult
        `pvalue`, that of each n, and the means for a figure.

    Raises
    ------
    ValueError
        If `metric` is an unknown name, compares other structures, or is NaN or
        infinite for a random candidate; if another argument is out of range.
    TypeError
        If `metric` is neither a name nor a function; if a number is no integer.

    See Also
    --------
    selection_bias_test : Which of the random candidates an index prefers.
    sklearn_cocluster_metrics.BaselineDisplay : Figure of the means.
    sklearn_cocluster_metrics.adjusted_for_chance : Correct any index for chance.

    Notes
    -----
    A small p-value shows that the mean is not constant. A large one proves nothing: a
    deviation may be too small to be seen. The mean of `correlation_distance`, for
    example, is not exactly constant, but no run of this size detects it ([1]_,
    section D.3).

    Where the index has no variance among the candidates of each number of clusters, F
    is 0/0 or x/0: the p-value is 1 if all means are equal and 0 if they are not. Values
    that differ by a relative 1e-12 count as equal.

    Analysis of variance assumes equal variances, and those of the candidates differ.
    With three groups of the same size and many draws, a test at 5 % therefore rejects a
    constant baseline in 5 to 8.3 % of all runs (the upper end is reached if one group
    has all the variance), and Fisher's combination of 20 sample sizes in 5 to 11.2 %.

    Cost: the index is computed ``3 * n_draws`` times for each n.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section D.3.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import constant_baseline_test
    >>> protocol = {"n_samples": [50, 100], "n_draws": 100, "random_state": 0}
    >>> constant_baseline_test("rand", **protocol).pvalue < 1e-6
    True
    >>> constant_baseline_test("adjusted_rand", **protocol).pvalue > 0.05
    True
    """
    # The direction plays no part; only a contract may contradict the one passed.
    contract, _ = find_contract(metric, {})
    resolved = resolve_metric(metric, structure, None if contract else True)
    n_draws = check_integer(n_draws, "n_draws", 2)
    generator = check_generator(random_state, "random_state")
    pools = draw_pools(
        resolved, structure, n_samples, n_draws, generator, n_jobs, verbose
    )
    if np.isinf(pools.values).any():
        raise ValueError(
            f"`metric` {resolved.name} is infinite for random candidates, so that it "
            "has no mean."
        )
    pvalues = np.array([_anova_pvalue(groups) for groups in pools.values])
    return ConstantBaselineTestResult(
        metric=resolved.name,
        pvalue=fisher_pvalue(pvalues),
        n_samples=pools.n_samples,
        n_clusters=pools.n_clusters,
        pvalues=pvalues,
        means=pools.values.mean(axis=2),
        standard_errors=pools.values.std(axis=2, ddof=1) / np.sqrt(n_draws),
    )


def _anova_pvalue(groups: NDArray[np.float64]) -> float:
    """Return the p-value of a one-way analysis of variance, a group in each row.

    `scipy.stats.f_oneway` subtracts large sums of squares: where the variance inside
    the groups is below 1e-16 of that between them, it may return NaN.
    """
    n_groups, n_draws = groups.shape
    means = groups.mean(axis=1)
    tolerance = ROUNDING * np.abs(groups).max()
    if np.ptp(groups, axis=1).max() <= tolerance:  # no variance: 0/0 or x/0
        return 1.0 if np.ptp(means) <= tolerance else 0.0
    between = n_draws * means.var(ddof=1)
    within = groups.var(axis=1, ddof=1).mean()
    freedom = n_groups - 1, n_groups * (n_draws - 1)
    return float(f_distribution.sf(between / within, *freedom))
