"""Which of several random candidates an index prefers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy.stats import chisquare

from .._contracts import BiclusteringMetric, PartitionMetric
from .._structures import check_generator, check_integer
from ._combined_pvalues import fisher_pvalue
from ._metrics import Structure, equal_up_to_rounding, resolve_metric
from ._random_pools import draw_pools


@dataclass(frozen=True, eq=False)
class SelectionBiasTestResult:
    """Result of `selection_bias_test`.

    Parameters
    ----------
    metric : str
        Name of the index.
    pvalue : float
        P-value of the null hypothesis that each candidate is equally often the best,
        for every sample size: Fisher's combination of `pvalues`.
    n_samples : tuple of int
        Sample sizes.
    n_clusters : ndarray of shape (n_sizes, 3)
        Numbers of clusters of the candidates.
    pvalues : ndarray of shape (n_sizes,)
        P-value of each sample size.
    counts : ndarray of shape (n_sizes, 3)
        How often the candidate with each number of clusters was the best.

    See Also
    --------
    selection_bias_test : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import selection_bias_test
    >>> result = selection_bias_test(
    ...     "jaccard", n_samples=[20, 50], n_draws=50, random_state=0
    ... )
    >>> result.fractions.round(2)
    array([0.96, 0.04, 0.  ])
    """

    metric: str
    pvalue: float
    n_samples: tuple[int, ...] = field(repr=False)
    n_clusters: NDArray[np.int64] = field(repr=False)
    pvalues: NDArray[np.float64] = field(repr=False)
    counts: NDArray[np.int64] = field(repr=False)

    @property
    def fractions(self) -> NDArray[np.float64]:
        """Fractions of all draws in which each candidate, coarsest first, is chosen."""
        chosen = self.counts.sum(axis=0)
        return np.asarray(chosen / chosen.sum(), dtype=np.float64)


def selection_bias_test(
    metric: PartitionMetric | BiclusteringMetric,
    *,
    structure: Structure = "clustering",
    greater_is_better: bool | None = None,
    n_samples: Sequence[int] = range(50, 1001, 50),
    n_draws: int = 500,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> SelectionBiasTestResult:
    r"""Test whether an index prefers random candidates of certain cluster sizes.

    The protocol of [1]_, section D.3. For n samples, pools of three random candidates
    are compared with a reference that has :math:`\lfloor n^{1/2} \rfloor` balanced
    clusters. The candidates of each pool have :math:`\lfloor n^{1/4} \rfloor`,
    :math:`\lfloor n^{1/2} \rfloor` and :math:`\lfloor n^{3/4} \rfloor` balanced
    clusters. A chi-squared test compares how often each is the best of its pool;
    Fisher's method combines the p-values of all n. An index can have a constant mean
    and still select with a bias, because the largest of several values also depends on
    their variance.

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
    greater_is_better : bool or None, default=None
        Direction of your own function; None means True, unless its name ends in
        ``_error``, ``_distance`` or ``_loss``: then you must set it. For this
        package's indices the direction is known.
    n_samples : sequence of int, default=range(50, 1001, 50)
        Values of n, each at least 5.
    n_draws : int, default=500
        Number of pools for each n. The chi-squared distribution is an approximation
        that needs about 15.
    random_state : int, RandomState instance or None, default=None
        Determines the draws. Pass an int for the same result at every call.
    n_jobs : int or None, default=None
        Number of joblib workers. It never changes the result.
    verbose : int, default=0
        Progress messages of `joblib.Parallel`.

    Returns
    -------
    result : SelectionBiasTestResult
        `pvalue`, that of each n, and the counts for a figure.

    Raises
    ------
    ValueError
        If `metric` is an unknown name, compares other structures, or is NaN for a
        random candidate; if another argument is out of range.
    TypeError
        If `metric` is neither a name nor a function; if a number is no integer.

    See Also
    --------
    constant_baseline_test : Whether the means are equal.

    Notes
    -----
    Where several candidates of a pool are equally good, one of them is chosen at
    random, so that each draw counts once; an index that is constant chooses each
    equally often. Values that differ by 1e-12, absolutely or relatively, are equal.

    Cost: the index is computed ``3 * n_draws`` times for each n.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section D.3.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import selection_bias_test
    >>> result = selection_bias_test(
    ...     "cari", structure="coclustering", n_samples=[100], n_draws=60,
    ...     random_state=0,
    ... )
    >>> result.n_clusters, result.counts
    (array([[ 3, 10, 31]]), array([[ 0, 60,  0]]))
    """
    resolved = resolve_metric(metric, structure, greater_is_better)
    n_draws = check_integer(n_draws, "n_draws", 1)
    generator = check_generator(random_state, "random_state")
    pools = draw_pools(
        resolved, structure, n_samples, n_draws, generator, n_jobs, verbose
    )
    counts = np.array(
        [_times_chosen(resolved.sign * values, generator) for values in pools.values]
    )
    pvalues = np.asarray(chisquare(counts, axis=1).pvalue)
    return SelectionBiasTestResult(
        metric=resolved.name,
        pvalue=fisher_pvalue(pvalues),
        n_samples=pools.n_samples,
        n_clusters=pools.n_clusters,
        pvalues=pvalues,
        counts=counts,
    )


def _times_chosen(
    values: NDArray[np.float64], generator: RandomState
) -> NDArray[np.int64]:
    """Count how often each row has the largest value of a column; ties at random."""
    is_best = equal_up_to_rounding(values, values.max(axis=0))
    order = generator.random_sample(values.shape)
    chosen = np.where(is_best, order, -1.0).argmax(axis=0)
    return np.bincount(chosen, minlength=len(values))
