"""Test which random candidates indices prefer, and how often two indices disagree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy.stats import chisquare, combine_pvalues, f as f_distribution

from .._inference._random_draws import Arrays, values_of_permutations
from .._laws._fixed_n_clusters import balanced_labels
from .._metrics import (
    BiclusteringMetric,
    PartitionMetric,
    ResolvedMetric,
    refuse_options_of_metric,
    resolve_several,
)
from .._structures._arguments import check_generator, check_integer, check_sequence
from .._structures._messages import describe, refuse_keywords
from .._structures._printing import Tabular
from .._structures._progress import run_in_parallel
from .._structures._types import AnyStructure
from ._search import StructureName, resolve_metric, structure_in_contracts

ROUNDING = 1e-12
"""Values with a smaller relative difference differ by rounding alone."""

# With fewer draws, Welch's test of skewed values rejects too often.
_MIN_DRAWS = 100
# With fewer samples, the three numbers of clusters are not all different.
_MIN_SAMPLES = 5


@dataclass(frozen=True, eq=False)
class _TestResult(Tabular):
    """Define the fields that the results of both tests of random candidates have."""

    metric: str
    structure: StructureName
    pvalue: float
    n_samples: tuple[int, ...] = field(repr=False)
    n_clusters: NDArray[np.int64] = field(repr=False)
    pvalues: NDArray[np.float64] = field(repr=False)


@dataclass(frozen=True, eq=False)
class ConstantBaselineTestResult(_TestResult):
    """Result of `constant_baseline_test`.

    Parameters
    ----------
    metric : str
        Header of the index, which is its printed name, with its options.
    structure : str
        What the index compares.
    pvalue : float
        Fisher's combination of `pvalues`.
    n_samples : tuple of int
        Sample sizes.
    n_clusters : ndarray of shape (n_sizes, 3)
        Numbers of clusters of the candidates.
    pvalues : ndarray of shape (n_sizes,)
        P-value for the hypothesis that the mean is constant, for each sample size.
    means : ndarray of shape (n_sizes, 2, 3)
        Mean of the index for each sample size, reference and candidate.
    standard_errors : ndarray of shape (n_sizes, 2, 3)
        Standard error of each mean.
    n_reference_clusters : ndarray of shape (n_sizes, 2)
        Numbers of clusters of the references.

    See Also
    --------
    constant_baseline_test : Run the test.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import constant_baseline_test
    >>> result = constant_baseline_test(
    ...     "rand", n_samples=[20], n_draws=100, random_state=0
    ... )
    >>> result.means.round(2)
    array([[[0.52, 0.67, 0.75],
            [0.5 , 0.51, 0.52]]])
    """

    means: NDArray[np.float64] = field(repr=False)
    standard_errors: NDArray[np.float64] = field(repr=False)
    n_reference_clusters: NDArray[np.int64] = field(repr=False)

    def _columns(self) -> dict[str, Any]:
        """Return the columns, with a row for each size, reference and candidate.

        The p-value of a size is repeated in all rows of this size.
        """
        shape = self.means.shape
        columns = {
            "n_samples": np.reshape(self.n_samples, (-1, 1, 1)),
            "n_reference_clusters": self.n_reference_clusters[:, :, None],
            "n_clusters": self.n_clusters[:, None, :],
            "mean": self.means,
            "standard_error": self.standard_errors,
            "pvalue": self.pvalues[:, None, None],
        }
        return {
            name: np.broadcast_to(column, shape).ravel().tolist()
            for name, column in columns.items()
        }


def constant_baseline_test(
    metric: PartitionMetric | BiclusteringMetric,
    *,
    structure: StructureName | None = None,
    n_samples: Sequence[int] = range(50, 1001, 50),
    n_draws: int = 500,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    **kwargs: Any,
) -> ConstantBaselineTestResult:
    r"""Test whether the mean of an index by chance is the same for all cluster sizes.

    The test follows the protocol of [1]_, with a second reference. For n samples,
    references with :math:`\lfloor n^{1/2} \rfloor` and with :math:`\lfloor n^{1/4}
    \rfloor` balanced clusters are compared with random candidates that have
    :math:`\lfloor n^{1/4} \rfloor`, :math:`\lfloor n^{1/2} \rfloor` and
    :math:`\lfloor n^{3/4} \rfloor` clusters. Welch's analysis of variance [2]_ tests
    whether all six pairs have the same mean. Fisher's method combines the p-values of
    all n.

    Parameters
    ----------
    metric : str or callable
        Index, or a function ``(true, pred, **kwargs) -> float`` of any direction.
        For an index of `pair_counting_score` or `bicluster_similarity_score`, the name
        is enough, such as "jaccard".
    structure : {"clustering", "coclustering", "biclustering"} or None, default=None
        What is compared. If None, it is the structure that the index is made for. You
        must set it for your own function. A "coclustering" has n rows and n columns
        with these numbers of clusters in each mode, which are permuted independently. A
        "biclustering" has the diagonal blocks of such a co-clustering.
    n_samples : sequence of int, default=range(50, 1001, 50)
        Values of n, each at least 5.
    n_draws : int, default=500
        Number of candidates for each n and pair, at least 100, because the test rejects
        too often with fewer.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        If positive, progress is shown, by `tqdm` if it is installed.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    result : ConstantBaselineTestResult
        Result with the combined `pvalue`, the p-value of each n, and the means. The
        p-values are in [0, 1]; a small one means that the mean is not constant.

    Raises
    ------
    ValueError
        If `metric` is unknown, compares other structures, or is not finite, or if
        another argument is out of range.
    TypeError
        If an argument has the wrong type.

    See Also
    --------
    selection_bias_test : Test which random candidates an index prefers.
    sklearn_cocluster_metrics.BaselineDisplay : Plot the means.

    Notes
    -----
    A large p-value proves nothing, because a deviation may be too small to be seen, as
    for `correlation_distance`. The second reference is needed for BCubed, whose mean is
    the same for all balanced candidates if the reference has :math:`\sqrt n` clusters.

    At the level 0.05, the adjusted Rand index is rejected in 5.0 to 5.8 % of runs with
    100 draws, for n from 20 to 1000. If 20 such values are combined, it is rejected in
    6.5 % of runs. Below n = 16, the test is conservative. For an index without
    variance, the p-value is 1 if all means are equal (up to a relative 1e-12), and 0
    otherwise.

    The cost is ``6 * n_draws`` values of the index for each n.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section D.3.
    .. [2] B. L. Welch (1951). On the comparison of several mean values: an
       alternative approach. Biometrika 38, 330-336.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import constant_baseline_test
    >>> protocol = {"n_samples": [50, 100], "n_draws": 100, "random_state": 0}
    >>> constant_baseline_test("rand", **protocol).pvalue < 1e-6
    True
    >>> constant_baseline_test("adjusted_rand", **protocol).pvalue > 0.05
    True
    """
    resolved, structure = resolve_metric(
        metric,
        structure,
        options=kwargs,
        caller=constant_baseline_test,
        needs_direction=False,
    )
    n_draws = check_integer(n_draws, "n_draws", _MIN_DRAWS)
    generator = check_generator(random_state, "random_state")
    # The first reference has n^(1/2) clusters, as candidate 1 has. The second one has
    # n^(1/4) clusters, as candidate 0 has.
    reference_positions = (1, 0)
    design = _TestDesign.of_sizes(
        structure, n_samples, reference_positions=reference_positions
    )
    # The shape is (n_pairs, 1, n_draws), where 1 is the number of metrics.
    values_of_pairs = values_of_permutations(
        [resolved],
        design.pairs,
        n_draws=n_draws,
        generator=generator,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    # The axes are sample size, reference, candidate and draw. No value is NaN.
    values = values_of_pairs.reshape(len(design.n_samples), 2, 3, n_draws)
    if np.isinf(values).any():
        raise ValueError(
            f"The metric {resolved.name} is infinite for some random candidates, so "
            "its mean is not defined. Use `selection_bias_test`, which needs no mean."
        )
    # Squares of values near the ends of the range of floats would leave it. Therefore,
    # all values are divided by a power of two, which is exact.
    _, exponent = np.frexp(np.abs(values).max())
    scaled_values = np.ldexp(values, -exponent)
    scaled_means = scaled_values.mean(axis=-1)
    scaled_errors = scaled_values.std(axis=-1, ddof=1) / np.sqrt(n_draws)
    # The groups of a size are its six pairs of a reference and a candidate.
    groups_by_size = scaled_values.reshape(len(design.n_samples), 6, n_draws)
    pvalues = np.array([_welch_pvalue(groups) for groups in groups_by_size])
    return ConstantBaselineTestResult(
        metric=resolved.header(),
        structure=structure,
        pvalue=_fisher_pvalue(pvalues),
        n_samples=design.n_samples,
        n_clusters=design.n_clusters,
        pvalues=pvalues,
        means=np.ldexp(scaled_means, exponent),
        standard_errors=np.ldexp(scaled_errors, exponent),
        n_reference_clusters=design.n_clusters[:, list(reference_positions)],
    )


def _welch_pvalue(groups: NDArray[np.float64]) -> float:
    """Return the p-value of Welch's analysis of variance, with a group in each row.

    The null hypothesis is that all groups have the same mean. The variances may differ.
    The columns are draws. If the means differ by rounding at most, the p-value is 1. A
    group that does not vary would have an infinite weight, so that its variance is
    replaced by the variance of rounding.
    """
    n_groups, n_draws = groups.shape
    means = groups.mean(axis=1)
    rounding = ROUNDING * np.abs(groups).max()
    if np.ptp(means) <= rounding:
        return 1.0
    # The weight of a group is the inverse of the variance of its mean.
    weights = n_draws / np.maximum(groups.var(axis=1, ddof=1), rounding**2)
    shares = weights / weights.sum()
    weighted_mean = shares @ means
    between = weights @ (means - weighted_mean) ** 2 / (n_groups - 1)
    # This is Welch's correction for weights that are estimated.
    imbalance = ((1 - shares) ** 2).sum() / (n_draws - 1)
    correction = 1 + 2 * (n_groups - 2) / (n_groups**2 - 1) * imbalance
    freedom_between = n_groups - 1
    freedom_within = (n_groups**2 - 1) / (3 * imbalance)
    statistic = between / correction
    return float(f_distribution.sf(statistic, freedom_between, freedom_within))


@dataclass(frozen=True, eq=False)
class SelectionBiasTestResult(_TestResult):
    """Result of `selection_bias_test`.

    Parameters
    ----------
    metric : str
        Header of the index, which is its printed name, with its options.
    structure : str
        What the index compares.
    pvalue : float
        Fisher's combination of `pvalues`.
    n_samples : tuple of int
        Sample sizes.
    n_clusters : ndarray of shape (n_sizes, 3)
        Numbers of clusters of the candidates.
    pvalues : ndarray of shape (n_sizes,)
        P-value for the hypothesis that all counts have the same expectation, for each
        sample size.
    counts : ndarray of shape (n_sizes, 3)
        Number of pools in which each number of clusters was best.

    See Also
    --------
    selection_bias_test : Run the test.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import selection_bias_test
    >>> result = selection_bias_test(
    ...     "jaccard", n_samples=[20, 50], n_draws=50, random_state=0
    ... )
    >>> result.fractions.round(2)
    array([0.96, 0.04, 0.  ])
    """

    counts: NDArray[np.int64] = field(repr=False)

    @property
    def fractions(self) -> NDArray[np.float64]:
        """Fractions of all draws in which each candidate, coarsest first, is chosen."""
        total_counts = self.counts.sum(axis=0)
        return np.asarray(total_counts / total_counts.sum(), dtype=np.float64)

    def _columns(self) -> dict[str, Any]:
        """Return the columns, with a row for each sample size and candidate.

        The count is the number of draws of three candidates in which this one was best.
        The candidates of a sample size have one p-value in common.
        """
        return {
            "n_samples": np.repeat(self.n_samples, 3).tolist(),
            "n_clusters": self.n_clusters.ravel().tolist(),
            "count": self.counts.ravel().tolist(),
            "pvalue": np.repeat(self.pvalues, 3).tolist(),
        }


def selection_bias_test(
    metric: PartitionMetric | BiclusteringMetric,
    *,
    structure: StructureName | None = None,
    greater_is_better: bool | None = None,
    n_samples: Sequence[int] = range(50, 1001, 50),
    n_draws: int = 500,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    **kwargs: Any,
) -> SelectionBiasTestResult:
    r"""Test whether an index prefers random candidates of certain cluster sizes.

    The test follows the protocol of [1]_. For n samples, pools of three random
    candidates, of the sizes in `constant_baseline_test`, are compared with a reference
    of :math:`\lfloor n^{1/2} \rfloor` balanced clusters. A chi-squared test compares
    how often each candidate is best. Fisher's method combines the p-values of all n. An
    index with a constant mean can be biased, because its variance matters too.

    Parameters
    ----------
    metric : str or callable
        Index, or a function ``(true, pred, **kwargs) -> float``.
        For an index of `pair_counting_score` or `bicluster_similarity_score`, the name
        is enough, such as "jaccard".
    structure : {"clustering", "coclustering", "biclustering"} or None, default=None
        What is compared, as in `constant_baseline_test`.
    greater_is_better : bool or None, default=None
        Whether higher values of your own function are better. If None, higher values
        are better. You must set it if the name of the function ends in "error",
        "distance" or "loss".
    n_samples : sequence of int, default=range(50, 1001, 50)
        Values of n, each at least 5.
    n_draws : int, default=500
        Number of pools for each n; the chi-squared approximation needs about 15.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        If positive, progress is shown, by `tqdm` if it is installed.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    result : SelectionBiasTestResult
        Result with the combined `pvalue`, the p-value of each n, and the counts. The
        p-values are in [0, 1]; a small one means that the index prefers certain
        candidates.

    Raises
    ------
    ValueError
        If `metric` is unknown, compares other structures, or is NaN, or if another
        argument is out of range.
    TypeError
        If an argument has the wrong type.

    See Also
    --------
    constant_baseline_test : Test whether the means are equal.

    Notes
    -----
    Values within 1e-12, absolutely or relatively, are tied, and one of them is chosen
    at random.

    The cost is ``3 * n_draws`` values of the index for each n.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section D.3.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import selection_bias_test
    >>> result = selection_bias_test(
    ...     "cari", n_samples=[100], n_draws=60, random_state=0
    ... )
    >>> result.n_clusters, result.counts
    (array([[ 3, 10, 31]]), array([[ 0, 60,  0]]))
    """
    resolved, structure = resolve_metric(
        metric,
        structure,
        options=kwargs,
        caller=selection_bias_test,
        greater_is_better=greater_is_better,
    )
    n_draws = check_integer(n_draws, "n_draws", 1)
    generator = check_generator(random_state, "random_state")
    # The reference has n^(1/2) clusters, as candidate 1 has. Each of `design.pairs` has
    # a reference and a candidate as structures.
    design = _TestDesign.of_sizes(structure, n_samples, reference_positions=(1,))
    # The shape is (n_pairs, 1, n_draws), where 1 is the number of metrics.
    values_of_pairs = values_of_permutations(
        [resolved],
        design.pairs,
        n_draws=n_draws,
        generator=generator,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    # The axes are sample size, candidate and draw. Draw i of each of the three
    # candidates is in pool i, from which the best one is chosen. These draws are
    # independent, because each pair of the reference and a candidate has its own seed.
    values = values_of_pairs.reshape(len(design.n_samples), 3, n_draws)
    counts = np.array(
        [_count_times_best(resolved.sign * pools, generator) for pools in values]
    )
    pvalues = np.asarray(chisquare(counts, axis=1).pvalue)
    return SelectionBiasTestResult(
        metric=resolved.header(),
        structure=structure,
        pvalue=_fisher_pvalue(pvalues),
        n_samples=design.n_samples,
        n_clusters=design.n_clusters,
        pvalues=pvalues,
        counts=counts,
    )


def _count_times_best(
    values: NDArray[np.float64], generator: RandomState
) -> NDArray[np.int64]:
    """Count how often each row has the largest value of a column.

    A row is a candidate, and a column is a pool of random candidates. If a column has
    several largest values, one of them is chosen at random.
    """
    is_best = equal_up_to_rounding(values, values.max(axis=0))
    # A lot is at least 0, and therefore above -1.
    lots = generator.random_sample(values.shape)
    chosen_rows = np.where(is_best, lots, -1.0).argmax(axis=0)
    return np.bincount(chosen_rows, minlength=len(values))


@dataclass(frozen=True, eq=False)
class _TestDesign:
    """Pair references with three candidates each, for each sample size.

    All structures have balanced clusters. They become random by permutations later.

    Parameters
    ----------
    n_samples : tuple of int
        Sample sizes.
    n_clusters : ndarray of shape (n_sizes, 3)
        Numbers of clusters of the candidates.
    pairs : list of tuple (reference, candidate)
        Pairs in the order of sample size, reference and candidate.
    """

    n_samples: tuple[int, ...]
    n_clusters: NDArray[np.int64]
    pairs: list[tuple[Arrays, Arrays]]

    @classmethod
    def of_sizes(
        cls,
        structure: StructureName,
        n_samples: Sequence[int],
        *,
        reference_positions: tuple[int, ...],
    ) -> _TestDesign:
        """Check the sample sizes, and make the pairs of a reference and a candidate.

        Both are structures of balanced clusters, which are not random yet. The three
        candidates have n^(1/4), n^(1/2) and n^(3/4) clusters. A reference has as many
        clusters as the candidate at its position.
        """
        checked_sizes = []
        n_clusters = []
        pairs = []
        sizes = check_sequence(n_samples, "n_samples", "integers")
        for position, size in enumerate(sizes):
            n = check_integer(size, f"n_samples[{position}]", _MIN_SAMPLES)
            # Integer roots round powers of n down exactly, but floats are not exact.
            n_candidate_clusters = (isqrt(isqrt(n)), isqrt(n), isqrt(isqrt(n**3)))
            for reference_position in reference_positions:
                k_reference = n_candidate_clusters[reference_position]
                for k_candidate in n_candidate_clusters:
                    reference = _balanced_structure(structure, n, k_reference)
                    candidate = _balanced_structure(structure, n, k_candidate)
                    pairs.append((reference, candidate))
            checked_sizes.append(n)
            n_clusters.append(n_candidate_clusters)
        return cls(tuple(checked_sizes), np.array(n_clusters), pairs)


def _balanced_structure(
    structure: StructureName, n_samples: int, n_clusters: int
) -> Arrays:
    """Return the labels of balanced clusters in each mode, or indicators of blocks.

    The labels are sorted and begin at 0. Cluster sizes differ by 1 at most. All modes
    have the same number of entries, and the same number of clusters.
    """
    labels = balanced_labels(n_samples, n_clusters)
    if structure == "clustering":
        return (labels,)
    if structure == "coclustering":
        return labels, labels
    # The biclusters are the blocks on the diagonal.
    indicator = (np.arange(n_clusters)[:, None] == labels).astype(np.int64)
    return indicator, indicator


def _fisher_pvalue(pvalues: NDArray[np.float64]) -> float:
    """Combine independent p-values by Fisher's method, which gives 0 if one is 0."""
    # The logarithm of a p-value of 0 would give a warning.
    with np.errstate(divide="ignore"):
        return float(combine_pvalues(pvalues).pvalue)


def equal_up_to_rounding(
    first: NDArray[np.float64], second: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return whether the values of each entry are equal up to rounding.

    Infinite values with the same sign are equal.
    """
    return np.isclose(first, second, rtol=ROUNDING, atol=ROUNDING)


@dataclass(frozen=True, eq=False, repr=False)
class InconsistencyRates(Tabular):
    """Result of `inconsistency_rates`.

    Parameters
    ----------
    names : tuple of str
        Headers of the metrics, which are their printed names, with their options.
    rates : ndarray of shape (n_metrics, n_metrics)
        Fraction of the triplets on which two metrics disagree.
    preferences : ndarray of shape (n_triplets, n_metrics)
        Preference of each metric, which is 1 for the first candidate, -1 for the
        second, and 0 for neither.

    See Also
    --------
    inconsistency_rates : Compute the rates.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates
    >>> triplet = ([0, 0, 1, 1], [0, 0, 0, 0], [0, 1, 2, 3])
    >>> inconsistency_rates(["rand", "jaccard"], [triplet]).preferences
    array([[-1,  1]])
    """

    names: tuple[str, ...]
    rates: NDArray[np.float64]
    preferences: NDArray[np.int64]

    def __repr__(self) -> str:
        """Return a line with the greatest rate and the two metrics that have it."""
        first, second = np.unravel_index(self.rates.argmax(), self.rates.shape)
        if first == second:
            # All rates are 0, and the first one is on the diagonal.
            names = "all"
        else:
            names = f"{self.names[first]} and {self.names[second]}"
        return (
            f"InconsistencyRates({len(self.names)} metrics, {len(self.preferences)} "
            f"triplets; at most {self.rates.max():.3g}, {names})"
        )

    def to_frame(self) -> Any:
        """Return the rates as a table with the names of the metrics; needs pandas.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_metrics, n_metrics)
            Rates.
        """
        from pandas import DataFrame

        return DataFrame(self.rates, index=self.names, columns=self.names)

    def _columns(self) -> dict[str, Any]:
        """Return the columns of the HTML table, with a row for each metric."""
        columns: dict[str, Any] = {"": self.names}
        columns.update(zip(self.names, self.rates.tolist(), strict=True))
        return columns


@refuse_keywords(
    metric="Two or more metrics are compared. Pass them as a list, `metrics`.",
    random_state="Leave it out, because nothing is drawn at random.",
)
@refuse_options_of_metric
def inconsistency_rates(
    metrics: Sequence[PartitionMetric | BiclusteringMetric]
    | Mapping[str, PartitionMetric | BiclusteringMetric],
    triplets: Iterable[tuple[Any, Any, Any]],
    *,
    structure: StructureName = "clustering",
    greater_is_better: Mapping[str, bool] | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> InconsistencyRates:
    """Count how often two indices rank two candidates in opposite order.

    The rate is the fraction of triplets in which the two prefer different candidates
    ([1]_, F.1 and F.2; :ref:`inconsistency_of_indices`).

    Parameters
    ----------
    metrics : list of str or callable, or mapping of str to them
        At least two indices, or functions ``(true, pred) -> float``. The keys of a
        mapping are their names. Pass options by `functools.partial`.
    triplets : iterable of tuple (true, first, second)
        Triplets of a reference structure and two candidates.
    structure : {"clustering", "coclustering", "biclustering"}, default="clustering"
        What is compared.
    greater_is_better : mapping of str to bool or None, default=None
        Whether higher values are better, for each of your own functions, by its name.
        If a function is not listed, higher values are better. You must list it if its
        name ends in "error", "distance" or "loss".
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        If positive, progress is shown, by `tqdm` if it is installed.

    Returns
    -------
    result : InconsistencyRates
        The rates, which are between 0 and 1, and the preferences.

    Raises
    ------
    ValueError
        If there are fewer than two metrics, or no triplets, if a metric is unknown,
        compares other structures, or is NaN, or if a triplet has another length.
    TypeError
        If an argument has the wrong type.

    See Also
    --------
    selection_bias_test : Test which random candidates an index prefers.

    Notes
    -----
    Values within 1e-12, absolutely or relatively, are equal, so that they contradict no
    preference.

    The cost is one value of each metric for each distinct pair of reference and
    candidate.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section F.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates
    >>> true, coarse, close = [0, 0, 0, 1, 1, 1], [0] * 6, [0, 0, 1, 1, 1, 1]
    >>> triplets = [(true, coarse, range(6)), (true, coarse, close)]
    >>> inconsistency_rates(["rand", "jaccard"], triplets).rates
    array([[0. , 0.5],
           [0.5, 0. ]])
    """
    metrics_by_name = resolve_several(
        metrics,
        structure_in_contracts(structure),
        caller=inconsistency_rates,
        of_coclusterings=structure == "coclustering",
        directions=greater_is_better,
    )
    if len(metrics_by_name) < 2:
        raise ValueError(
            "`metrics` must have at least two metrics to compare, got "
            f"{len(metrics_by_name)}."
        )
    checked_triplets = check_sequence(
        triplets, "triplets", "tuples (true, first, second)"
    )
    for position, triplet in enumerate(checked_triplets):
        if not isinstance(triplet, Sized) or isinstance(triplet, str | Mapping):
            raise TypeError(
                f"`triplets[{position}]` must be a tuple (true, first, second), got "
                f"{describe(triplet)}."
            )
        if len(triplet) != 3:
            raise ValueError(
                f"`triplets[{position}]` must be a tuple (true, first, second) of a "
                f"reference and two candidates, got a tuple of length {len(triplet)}."
            )
    # An object that occurs in several triplets has one id, so that a pair of objects is
    # scored once. The tuples keep the objects alive, so that ids are not used again. An
    # array of triplets would make new objects whenever it is read.
    checked_triplets = [tuple(triplet) for triplet in checked_triplets]
    pairs_by_ids = {}
    for true, first, second in checked_triplets:
        pairs_by_ids[id(true), id(first)] = (true, first)
        pairs_by_ids[id(true), id(second)] = (true, second)
    tasks = (
        delayed(_scores_of_metrics)(metrics_by_name, true, pred)
        for true, pred in pairs_by_ids.values()
    )
    scores_of_pairs = run_in_parallel(
        tasks, len(pairs_by_ids), "pairs", n_jobs=n_jobs, verbose=verbose
    )
    scores_by_ids = dict(zip(pairs_by_ids, scores_of_pairs, strict=True))
    # Both arrays have the shape (n_triplets, n_metrics). Higher scores are better.
    first_scores = np.array(
        [scores_by_ids[id(true), id(first)] for true, first, _ in checked_triplets]
    )
    second_scores = np.array(
        [scores_by_ids[id(true), id(second)] for true, _, second in checked_triplets]
    )
    are_equal = equal_up_to_rounding(first_scores, second_scores)
    is_first_better = first_scores > second_scores
    preferences = np.where(are_equal, 0, np.where(is_first_better, 1, -1))
    # Entry (i, j) is the number of triplets for which metric i prefers the first
    # candidate and metric j the second one.
    n_opposite = (preferences == 1).T.astype(int) @ (preferences == -1)
    rates = (n_opposite + n_opposite.T) / len(checked_triplets)
    return InconsistencyRates(
        names=tuple(metric.header() for metric in metrics_by_name.values()),
        rates=rates,
        preferences=preferences,
    )


def _scores_of_metrics(
    metrics_by_name: Mapping[str, ResolvedMetric],
    true: AnyStructure,
    pred: AnyStructure,
) -> list[float]:
    """Return the value of each metric as a score, where greater is better."""
    return [metric.score(true, pred) for metric in metrics_by_name.values()]
