"""A test of whether a clustering differs from refits more than refits differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._inference._pvalues import share_as_large
from .._metrics import PartitionMetric, ResolvedMetric, identify
from .._scored_pair import ClusteringPair, refuse_loss, value_of_pair
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_n_jobs,
    check_verbose,
    draw_seed,
    is_estimator,
)
from .._structures._entry_names import (
    names_of_modes,
    refuse_modes_exchanged_with_data,
    reorder_if_named,
)
from .._structures._labels import LabelCodes, check_labels
from .._structures._matched_entries import warn_of_default_index
from .._structures._matrix import as_indexable
from .._structures._messages import FOR_ONE_STRUCTURE
from .._structures._modes import ComparedModes, compared_modes, kind_of_entries
from .._structures._partitions import Modes, check_modes
from .._structures._printing import Tabular
from .._structures._progress import run_in_parallel, with_progress
from .._structures._types import Estimator, Partition
from ._fits import (
    clone_or_explain,
    fitted_modes_of,
    names_of_seeds,
    refuse_dropped_columns,
    refuse_pipeline_of_texts,
)
from ._inductive import fit_clone
from ._resampling import apply_whole_data_steps, refuse_missing_values, shape_of

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class RefitTestResult(Tabular):
    """Result of `refit_test`.

    A small p-value means that the labels are farther from the refits than the refits
    are from each other. A statistic that is as good as the values in
    `null_distribution` means that the labels look like one more refit.

    Parameters
    ----------
    metric : str
        Printed name of the index by which runs are compared.
    statistic : float
        Value of the index for the labels and the closest refit.
    pvalue : float
        Fraction of the runs, in (0, 1], that are at least as far from their closest
        other run as the labels are. The labels count as one of the runs.
    null_distribution : ndarray of shape (n_refits,)
        Value of the index for each refit and the run that is closest to it, read-only.
    agreements : ndarray of shape (n_refits,)
        Value of the index for the labels and each refit, read-only.
    pvalue_is_bound : bool
        Whether more refits might give a smaller p-value.
    greater_is_better : bool
        Direction of the index.

    See Also
    --------
    refit_test : Compute this result.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.results import RefitTestResult
    >>> RefitTestResult(
    ...     metric="product-CARI",
    ...     statistic=0.4,
    ...     pvalue=1 / 3,
    ...     null_distribution=np.array([0.9, 0.9]),
    ...     agreements=np.array([0.3, 0.4]),
    ...     pvalue_is_bound=True,
    ...     greater_is_better=True,
    ... )
    RefitTestResult(product-CARI with the closest run: labels=0.4, refits=0.9 ...)
    """

    metric: str
    statistic: float
    pvalue: float
    null_distribution: Floats
    agreements: Floats
    pvalue_is_bound: bool
    greater_is_better: bool

    def __post_init__(self) -> None:
        self.null_distribution.flags.writeable = False
        self.agreements.flags.writeable = False

    def __repr__(self) -> str:
        values_of_refits = self.null_distribution  # with their closest runs
        relation = "<=" if self.pvalue_is_bound else "="
        return (
            f"{type(self).__name__}({self.metric} with the closest run: "
            f"labels={self.statistic:.3g}, "
            f"refits={np.median(values_of_refits):.3g} (median), "
            f"pvalue{relation}{self.pvalue:.3g}, n_refits={len(values_of_refits)})"
        )

    def _columns(self) -> dict[str, Any]:
        """Return the columns of a table whose only row shows labels beside refits."""
        return {
            "metric": [self.metric],
            "labels with closest refit": [self.statistic],
            "refits with closest run": [float(np.median(self.null_distribution))],
            "labels with refits": [float(np.median(self.agreements))],
            "pvalue": [self.pvalue],
        }


def refit_test(
    estimator: Estimator,
    X: Any,
    labels: Partition,
    *,
    metric: PartitionMetric = "cari_product",
    greater_is_better: bool | None = None,
    n_refits: int = 99,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> RefitTestResult:
    """Test whether a clustering is farther from refits than they are from each other.

    An estimator with random starts finds other clusters in every run. Therefore, labels
    from last year's run, or from a colleague, usually differ somewhat from a new run.
    This test compares the labels with many new runs. A small p-value means that random
    starts do not explain the difference. Use `permutation_test` to see whether two
    clusterings agree better than by chance.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer, clusterer with `labels_`, or pipeline that ends in one. Each clone
        gets a new seed for every `random_state`.
    X : array-like, sparse matrix or DataFrame of shape (n_rows, n_columns)
        Data that the clones are fitted to.
    labels : array-like, tuple of array-like, or fitted estimator
        Labels of the rows of `X`, or labels of each mode (the rows, the columns). A
        mode that is None is not compared. The labels are matched with `X` by name if
        both have names.
    metric : str or callable, default="cari_product"
        Index by which two runs are compared.
    greater_is_better : bool or None, default=None
        Direction of your own function. If None, higher is better. You must set it if
        the name of the function ends in "error", "distance" or "loss", or if equal
        structures have the least value.
    n_refits : int, default=99
        Number of refits. The smallest possible p-value is ``1 / (n_refits + 1)``.
    random_state : int, RandomState instance or None, default=None
        Seed from which the seeds of the refits are drawn. Pass an int for the same
        result in every call.
    n_jobs : int or None, default=None
        Number of joblib workers for the fits, which never changes a result. If None,
        there is one worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if it is installed).

    Returns
    -------
    result : RefitTestResult
        Frozen result with the p-value, which is in (0, 1], and with values that show
        how close the labels and the refits are to other runs.

    Raises
    ------
    ValueError
        If all refits are equal and the estimator has no `random_state`, if `labels` do
        not fit `X` or the modes that the estimator labels, or if the metric is unknown.
    TypeError
        If the estimator cannot be cloned, or `n_refits` is not an integer.

    See Also
    --------
    permutation_test : Test whether two clusterings agree better than by chance.
    compare_scores : Test which of two given predictions is closer to known labels.
    stability_score : Measure how much fits of parts of the data agree.

    Notes
    -----
    The null hypothesis is that the labels are one more run of this estimator on these
    data. Under this hypothesis the labels and the refits are exchangeable, so each of
    them is equally likely to be the farthest from its closest other run. Therefore, the
    p-value is exact. That is, a test at a given level rejects with at most this
    probability if the null hypothesis is true. Ties count for the null hypothesis. A
    rejection means that the data, the parameters, the algorithm or its version have
    changed, or that labels were edited. It does not say which clustering is better.

    The labels must come from a single run. If they are the best of several runs, chosen
    for example by inertia, they are not exchangeable with the refits, unless the
    estimator itself makes this choice (`n_init`).

    If all refits are equal, any labels that differ from them have the smallest p-value.

    Only the closest run counts for each run, because refits may fall into several
    groups of equal runs that agree little with each other. An index that is not
    symmetric is averaged over both directions.

    The first steps of a pipeline are fitted as for `make_stability_scorer`.

    The cost is ``n_refits`` fits, and the index for ``n_refits * (n_refits + 1) / 2``
    pairs.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.preprocessing import scale
    >>> from sklearn_cocluster_metrics import refit_test
    >>> X = scale(load_wine().data)
    >>> model = KMeans(6, n_init=1)
    >>> labels = KMeans(6, n_init=1, random_state=0).fit(X).labels_
    >>> refit_test(model, X, labels, n_refits=39, random_state=1).pvalue > 0.05
    True
    >>> labels[:40] = 0  # somebody has merged clusters since
    >>> refit_test(model, X, labels, n_refits=39, random_state=1).pvalue
    0.025
    """
    n_refits = check_integer(n_refits, "n_refits", 2)
    generator = check_generator(random_state, "random_state")
    n_jobs = check_n_jobs(n_jobs, "n_jobs")
    verbose = check_verbose(verbose)
    # The labels show which indices an error may suggest for an unknown name.
    identified = identify(metric, {}, caller=refit_test, sides=[labels])
    resolved = identified.resolve("partition", greater_is_better=greater_is_better)
    clone_or_explain(estimator)  # raises an error if it cannot be cloned
    # Usually, nothing is applied, and the whole estimator is refitted.
    estimator, X = apply_whole_data_steps(estimator, X)
    shape_of(X)  # raises an error if X is not a matrix or an array of more modes
    X = as_indexable(X)
    refuse_missing_values(estimator, X)
    # A mode that is None in `labels` is not compared. `labels_of_modes` is a tuple with
    # the labels of each compared mode, and `modes` says which modes are compared.
    labels_of_modes, modes = _read_labels(labels, X)
    if len(labels_of_modes) > 1:
        resolved.check_takes_coclusterings()
    refitter = _Refitter(estimator=estimator, X=X, modes=modes)
    # The seeds are drawn here, in order, so that `n_jobs` never changes a result.
    tasks = (delayed(refitter.refit)(draw_seed(generator)) for _ in range(n_refits))
    refits = run_in_parallel(tasks, n_refits, "fits", n_jobs=n_jobs, verbose=verbose)
    header = resolved.header(compared=modes.part)
    if _is_deterministic(estimator, refits):
        value = value_of_pair(
            resolved, ClusteringPair(labels_of_modes, refits[0], modes)
        )
        raise ValueError(
            f"All refits of {type(estimator).__name__} are equal, and it has no "
            "`random_state`. Therefore, `labels` need no test: they are another run "
            f"only if they are equal to a refit. The {header} of `labels` and a refit "
            f"is {value:.3g}."
        )
    scores = _score_matrix(resolved, [labels_of_modes, *refits], modes, verbose=verbose)
    return _result_of(header, scores, sign=resolved.sign)


def _read_labels(labels: Any, X: Any) -> tuple[Modes, ComparedModes]:
    """Return the checked labels of the known modes in the order of X, and these modes.

    A mode that is None in `labels` is not known. The labels of a plain clustering are
    labels of the rows.
    """
    if is_estimator(labels):
        refuse_pipeline_of_texts(labels, "labels")
        # The positions of the columns with labels are None if no column is dropped.
        arrays, labeled_column_positions = fitted_modes_of(labels, X)
        refuse_dropped_columns(labeled_column_positions, "labels")
        labels = arrays if len(arrays) > 1 else arrays[0]
    check = partial(check_labels, advice=FOR_ONE_STRUCTURE)
    labels_of_modes = check_modes(labels, "labels", check)
    modes = compared_modes(labels, n_compared=len(labels_of_modes))
    n_needed_modes = 1 + modes.numbers[-1]
    if n_needed_modes > len(X.shape):
        raise ValueError(
            f"`labels` has labels of {n_needed_modes} modes, but `X` has shape "
            f"{X.shape}. Pass the labels of at most {len(X.shape)} modes."
        )
    data_names = names_of_modes(X, modes.n_modes)
    names_of_labels = [
        None if codes is None else codes.names for codes in labels_of_modes
    ]
    refuse_modes_exchanged_with_data(names_of_labels, X, "labels")
    aligned = []
    for mode in modes.numbers:
        argument = "labels" if modes.n_modes == 1 else f"labels[{mode}]"
        kind = kind_of_entries(mode, max(2, modes.n_modes))
        mode_labels: LabelCodes = reorder_if_named(
            labels_of_modes[mode],
            labels_of_modes[mode].names,
            data_names[mode],
            argument=argument,
            target="`X`",
        )
        n_entries = X.shape[mode]
        if len(mode_labels) != n_entries:
            raise ValueError(
                f"`{argument}` has {len(mode_labels)} labels, but `X` has {n_entries} "
                f"{kind}. Pass one label for each of the {kind} of `X`."
            )
        warn_of_default_index(
            labels_of_modes[mode].names,
            data_names[mode],
            argument=argument,
            reference="`X`",
            kind=kind,
        )
        aligned.append(mode_labels)
    return tuple(aligned), modes


@dataclass(frozen=True, kw_only=True)
class _Refitter:
    """Refit clones of an estimator to the same data, and read their labels."""

    estimator: Estimator
    X: Any
    # The modes that have given labels
    modes: ComparedModes

    def refit(self, seed: int) -> Modes:
        """Return the labels of the compared modes of a refit with this seed."""
        model = fit_clone(self.estimator, self.X, seed)
        labels_of_modes, labeled_column_positions = fitted_modes_of(model, self.X)
        refuse_dropped_columns(labeled_column_positions, "estimator")
        self._check_modes(len(labels_of_modes))
        return tuple(
            check_labels(
                labels_of_modes[mode], "labels of a refit", advice=FOR_ONE_STRUCTURE
            )
            for mode in self.modes.numbers
        )

    def _check_modes(self, n_fitted_modes: int) -> None:
        """Check that the estimator labels the modes that are compared.

        `n_fitted_modes` is the number of modes that it labels.
        """
        name = type(self.estimator).__name__
        if self.modes.n_modes == 1 and n_fitted_modes > 1:
            raise ValueError(
                f"`labels` has the labels of one mode, but {name} labels "
                f"{n_fitted_modes} modes. Pass `(row_labels, column_labels)`, or "
                "`(row_labels, None)` to compare the rows alone."
            )
        if self.modes.numbers[-1] >= n_fitted_modes:
            kind = kind_of_entries(self.modes.numbers[-1], self.modes.n_modes)
            cure = "Pass the labels of the rows alone, `labels[0]`."
            if n_fitted_modes > 1:
                cure = f"Leave them out, and pass `labels[:{n_fitted_modes}]`."
            raise ValueError(
                f"`labels` has labels of the {kind}, but {name} labels no {kind}. "
                f"{cure}"
            )


def _score_matrix(
    metric: ResolvedMetric, runs: Sequence[Modes], modes: ComparedModes, *, verbose: int
) -> Floats:
    """Return the scores of all pairs of runs, as a symmetric (n_runs, n_runs) matrix.

    The labels are the first of the `runs`, and the refits follow. Each run has the
    labels of the compared `modes`. The diagonal is -inf, so that no run is closest to
    itself. Greater scores are better.
    """
    scores = np.full((len(runs), len(runs)), -np.inf)
    n_pairs = len(runs) * (len(runs) - 1) // 2
    pairs = with_progress(
        combinations(range(len(runs)), 2), n_pairs, "pairs", verbose=verbose
    )
    for i, j in pairs:
        pair = ClusteringPair(runs[i], runs[j], modes)
        value = value_of_pair(metric, pair)
        # An undeclared loss is greater for runs that differ than for equal runs. If the
        # labels equal all refits, no runs differ, so that the pairs with the labels
        # suffice.
        if i == 0:
            refuse_loss(metric, pair, value)
        if not metric.is_symmetric:
            swapped = ClusteringPair(runs[j], runs[i], modes)
            value = (value + value_of_pair(metric, swapped)) / 2
        score = metric.as_score(value)
        scores[i, j] = score
        scores[j, i] = score
    return scores


def _is_deterministic(estimator: Any, refits: Sequence[Modes]) -> bool:
    """Return whether all refits are equal, and no parameter is a seed.

    Refits in which two clusters have exchanged their labels are not equal.
    """
    if names_of_seeds(estimator):
        return False
    first = refits[0]
    return all(
        np.array_equal(mode.compressed().codes, first_mode.compressed().codes)
        for refit in refits[1:]
        for mode, first_mode in zip(refit, first, strict=True)
    )


def _result_of(header: str, scores: Floats, *, sign: int) -> RefitTestResult:
    """Build the result from the matrix of the scores of all pairs of runs.

    The labels are the first run. The matrix is symmetric, its diagonal is -inf, and
    greater scores are better. `sign` is -1 if lower values of the index are better,
    else 1. `header` is the printed name of the index with its options.
    """
    closest = scores.max(axis=1)  # of each run, the score with the closest other run
    distances = -closest
    # The last value, which is the distance of the labels, is compared with all values.
    pvalue = share_as_large([*distances[1:].tolist(), float(distances[0])])
    return RefitTestResult(
        metric=header,
        # Adding 0.0 turns a distance of -0.0 into 0.0.
        statistic=sign * float(closest[0]) + 0.0,
        pvalue=pvalue.value,
        null_distribution=sign * closest[1:] + 0.0,
        agreements=sign * scores[0, 1:] + 0.0,
        # If no refit is as far as the labels, more refits may give a smaller p-value.
        pvalue_is_bound=pvalue.is_bound,
        greater_is_better=sign > 0,
    )
