"""Stability: how well fits of overlapping parts of the data agree."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._contract import Structure
from .._metrics import identify
from .._structures._arguments import check_flag, check_option
from .._structures._estimators import Accessor, check_accessor
from .._structures._matrix import as_indexable, n_columns_of
from .._structures._messages import Caller
from .._structures._types import Estimator
from ._agreement import Agreement
from ._bicross import KINDS, Gains, Kind, held_out_gains, kind_of
from ._fits import clone_or_explain
from ._resampling import (
    Part,
    PartFit,
    PartFitter,
    Resampling,
    last_step_and_data,
    refuse_missing_values,
    shape_of,
)
from ._scorers import (
    BiclusterScore,
    CoclusterScore,
    Scorer,
    index_of_scorer,
    metric_description,
)
from ._split_half import HalfTest, Halves, combined_by_third, run_splits

StabilityMetric: TypeAlias = CoclusterScore | BiclusterScore
STRUCTURES: Mapping[str | None, Structure | None] = {
    None: None,
    "coclustering": "partition",
    "biclustering": "biclustering",
}
"""What contracts call the structures that a user can choose; None for the metric's."""

_N_SPLITS = 9  # of the columns into halves, for `split_half_pvalue`


class ResampledScores(NamedTuple):
    """The agreement of every pair of fits, and all that a scorer returns."""

    # (n_resamples,): Agreement of both fits of each pair
    scores: NDArray[np.float64]
    # Means and standard errors over the pairs, as `make_stability_scorer` names them
    results: dict[str, float]


@dataclass(frozen=True, kw_only=True)
class StabilityMeasure:
    """Measures how well fits of random parts of the data agree.

    `kind` is what the entries of the data are, "counts" or "values"; "auto" looks at
    them.
    """

    resampling: Resampling
    fitter: PartFitter
    agreement: Agreement
    kind: str
    with_resamples: bool = False

    def measure(
        self, estimator: Estimator, X: Any, *, with_halves: bool = False
    ) -> ResampledScores:
        """Fit pairs of parts of the data, and compare what both have found.

        If `with_halves`, the rows of values are also tested by `split_half_test`. With
        `self.with_resamples`, the results have the scores of each resample, and the
        p-value of each split.
        """
        estimator, X = last_step_and_data(estimator, X)
        shape = shape_of(X)
        X = as_indexable(X)
        refuse_missing_values(estimator, X)
        finds_biclusters = self.fitter.reads_biclusters
        kind = None
        if len(shape) == 2:
            kind = kind_of(X, self.kind, warns=not finds_biclusters)
        n_labeled = self.fitter.n_labeled_modes(estimator, X, kind=kind)
        generator = self.resampling.generator()
        # Drawn here, in order, so that the number of jobs changes no result.
        pairs_of_parts = (
            [self.resampling.draw_part(generator, shape) for _ in range(2)]
            for _ in range(self.resampling.n_resamples)
        )
        tasks = (
            delayed(self._compare_fits)(
                estimator, X, parts, kind=kind, n_labeled=n_labeled
            )
            for parts in pairs_of_parts
        )
        numbers_of_pairs = self.resampling.run(tasks, "pairs of fits")
        results = _means_and_standard_errors(numbers_of_pairs)
        results["n_resamples"] = len(numbers_of_pairs)
        can_have_halves = len(shape) == 2 and shape[1] > 1 and not finds_biclusters
        # Of data with missing values, nothing else shows what they are.
        are_values = kind == "values" or (kind is None and self.kind != "counts")
        if with_halves and can_have_halves and are_values:
            results |= self._results_of_splits(estimator, X)
        if self.with_resamples:
            results |= _scores_of_resamples(numbers_of_pairs)
        scores = np.array([numbers["stability"] for numbers in numbers_of_pairs])
        return ResampledScores(scores, results)

    def _compare_fits(
        self,
        estimator: Estimator,
        X: Any,
        parts: list[Part],
        *,
        kind: Kind | None,
        n_labeled: int,
    ) -> dict[str, float]:
        """Fit a pair of parts; return by name the numbers that are averaged over pairs.

        They are how many clusters both fits have on average, how well the fits agree,
        and how well they predict the cells that they have not seen, if they can.
        """
        fits = [
            self.fitter.fit(estimator, X, part, kind=kind, n_labeled=n_labeled)
            for part in parts
        ]
        first, second = fits
        scores = self.agreement.scores(first, second)
        first_counts = self.agreement.counts(first)
        second_counts = self.agreement.counts(second)
        numbers = {
            name: (count + second_counts[name]) / 2
            for name, count in first_counts.items()
        }
        numbers |= scores
        if kind is not None and not self.fitter.reads_biclusters:
            numbers |= _prediction_scores(X, fits, parts, kind=kind)
        return numbers

    def _results_of_splits(self, estimator: Estimator, X: Any) -> dict[str, float]:
        """Return the p-value of the rows by halves of the columns, over all splits.

        With `self.with_resamples`, the results also have that of each split.
        """
        row_test = HalfTest(
            estimator=estimator,
            X=X,
            kind="values",
            mode=0,
            method="grid",
            accessor=self.fitter.accessor,
        )
        pvalues = run_splits(
            row_test,
            partial(_split_pvalue, row_test),
            n_splits=_N_SPLITS,
            generator=self.resampling.generator_of_splits(),
            n_jobs=self.resampling.n_jobs,
            verbose=self.resampling.verbose,
        )
        combined = combined_by_third(np.array(pvalues))
        results = {"split_half_pvalue": float(combined)}
        if self.with_resamples:
            for number, pvalue in enumerate(pvalues):
                results[f"split_{number}_pvalue"] = pvalue
        return results

    def results(
        self, estimator: Estimator, X: Any, y: Any = None, *, with_halves: bool = True
    ) -> dict[str, float]:
        """Return all that a scorer returns, by name; `y` is ignored."""
        self.fitter.check_rows(estimator, X)
        return self.measure(estimator, X, with_halves=with_halves).results

    def score(self, estimator: Estimator, X: Any, y: Any = None) -> float:
        """Return the mean agreement alone; `y` is ignored."""
        return self.results(estimator, X, with_halves=False)["stability"]


def stability_measure(
    metric: Any,
    *,
    n_resamples: int = 10,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
    kind: str = "auto",
    structure: str | None = None,
    accessor: Accessor | None = None,
    greater_is_better: bool | None = None,
    with_resamples: bool = False,
    options: Mapping[str, Any] | None = None,
    caller: Caller = None,
) -> StabilityMeasure:
    """Return the measure with these options of `make_stability_scorer`, checked.

    `options` are those of the metric. `caller` is the public function that takes them,
    for errors.
    """
    resampling = Resampling(
        n_resamples=n_resamples,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    check_option(kind, "kind", KINDS)
    accessor = check_accessor(accessor, "accessor")
    compared = STRUCTURES[check_option(structure, "structure", STRUCTURES)]
    if options is None:
        options = {}
    identified = identify(
        index_of_scorer(metric), options, caller=caller, structure=compared
    )
    if compared is None:  # no estimator finds clusters that overlap
        is_of_biclusters = identified.structure == "biclustering"
        compared = "biclustering" if is_of_biclusters else "partition"
    compares_biclusters = compared == "biclustering"
    resolved = identified.resolve(compared, greater_is_better=greater_is_better)
    if not compares_biclusters:
        resolved.check_takes_coclusterings()
    return StabilityMeasure(
        resampling=resampling,
        fitter=PartFitter(accessor=accessor, reads_biclusters=compares_biclusters),
        agreement=Agreement(metric=resolved, compares_biclusters=compares_biclusters),
        kind=kind,
        with_resamples=with_resamples,
    )


def _split_pvalue(test: HalfTest, halves: Halves, seed: int) -> float:
    """Return the p-value of one split; 1 if its halves cannot be fitted.

    So a split that fails counts for itself only.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of fits that are not the user's
        try:
            return test.compare(halves, seed).pvalue
        except ValueError:
            return 1.0


def _prediction_scores(
    X: Any, fits: list[PartFit], parts: list[Part], *, kind: Kind
) -> dict[str, float]:
    """Return how well two fits predict the cells outside of their parts.

    The keys are `bcv` and, unless X has values, `bcv_modularity`. Without rows or
    columns outside of a part there are none.
    """
    gains = []
    for fit, part in zip(fits, parts, strict=True):
        unseen = [
            np.setdiff1d(np.arange(size), positions)
            for size, positions in zip(X.shape, part.positions, strict=True)
        ]
        if any(len(positions) == 0 for positions in unseen):
            return {}
        # A fit of the rows alone has seen all columns, but not these cells of new rows.
        seen = fit.positions + part.positions[len(fit.positions) :]
        gains.append(
            held_out_gains(X, seen=seen, labels=fit.clusters, unseen=unseen, kind=kind)
        )
    total = Gains(*np.sum(gains, axis=0).tolist())  # field by field
    bcv = total.gained / total.attainable if total.attainable > 0 else 0.0
    if kind == "values":
        return {"bcv": bcv}
    bcv_modularity = total.excess / total.n_tokens if total.n_tokens > 0 else 0.0
    return {"bcv": bcv, "bcv_modularity": bcv_modularity}


def _means_and_standard_errors(
    numbers_of_pairs: list[dict[str, float]],
) -> dict[str, float]:
    """Return the mean of each number over the pairs of fits, under its name.

    Scores also have standard errors: `bcv_resampling_error`, and of `stability` and
    `row_stability` for example `resampling_error` and `row_resampling_error`.
    """
    results = {}
    for name in numbers_of_pairs[0]:
        values = np.array([numbers[name] for numbers in numbers_of_pairs])
        results[name] = float(np.mean(values))
        if name == "bcv":
            results["bcv_resampling_error"] = _standard_error(values)
        elif name.endswith("stability"):
            prefix = name.removesuffix("stability")
            results[f"{prefix}resampling_error"] = _standard_error(values)
    return results


def _scores_of_resamples(
    numbers_of_pairs: list[dict[str, float]],
) -> dict[str, float]:
    """Return the scores of each pair of fits, such as `resample_0_stability`.

    Numbers of clusters, rows and columns are left out.
    """
    return {
        f"resample_{number}_{name}": value
        for number, numbers in enumerate(numbers_of_pairs)
        for name, value in numbers.items()
        if not name.startswith("n_")
    }


def _standard_error(values: NDArray[np.float64]) -> float:
    """Return the standard error of the mean over resamples; NaN of a single value."""
    if len(values) < 2:
        return math.nan
    return float(np.std(values, ddof=1) / math.sqrt(len(values)))


def make_stability_scorer(
    metric: StabilityMetric = "cari_product",
    *,
    n_resamples: int = 24,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
    kind: Literal["auto", "counts", "values"] = "auto",
    with_standard_error: bool = True,
    with_resamples: bool = False,
    structure: Literal["coclustering", "biclustering"] | None = None,
    accessor: Accessor | None = None,
    greater_is_better: bool | None = None,
    **kwargs: Any,
) -> Scorer:
    """Make a scorer of stability, which needs no true labels.

    Two clones of the estimator are fitted on random parts of the rows and columns, and
    compared on the overlap (:ref:`stability`). Clusterers with `labels_`, such as
    `KMeans`, are fitted on all columns; noise (-1) counts as one cluster.

    Parameters
    ----------
    metric : str or callable, default="cari_product"
        Index of co-clusterings or biclusterings, or a function ``(true, pred, **kwargs)
        -> float``. Your own function, and asymmetric indices, are averaged over both
        directions. For an index of `pair_counting_score` or
        `bicluster_similarity_score`, the name is enough, such as "jaccard".
    n_resamples : int, default=24
        Pairs of parts, at least 2 with `with_standard_error`.
    row_fraction, column_fraction : float, default=0.8
        Fraction of rows and columns in each part, in (1/2, 1]; `column_fraction` is
        that of all modes but the first.
    random_state : int, RandomState instance or None, default=0
        Seed of the parts and of the clones' `random_state`. With an integer, all
        candidates get the same parts.
    n_jobs : int, default=None
        Number of jobs; it never changes the result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    kind : {"auto", "counts", "values"}, default="auto"
        "auto": counts, or weights such as tf-idf, if most entries are 0 and none is
        negative; else values. It warns of whole numbers that are mostly not 0.
    with_standard_error : bool, default=True
        Whether to return a dictionary, for ``refit=most_reproducible``,
        ``refit=finest_stable`` or ``refit="stability"``.
    with_resamples : bool, default=False
        Whether the dictionary also has the numbers of each resample, for
        `choice_frequencies`: then `cv_results_` has some hundred columns more, and the
        rules warn of a choice that is not sure.
    structure : {"coclustering", "biclustering"}, default=None
        Whether to compare labels, or the biclusters `rows_` and `columns_`. None: what
        the metric compares; for your own function, co-clusterings.
    accessor : str, tuple of str or callable, default=None
        Where its labels are, as in `coclustering_of`.
    greater_is_better : bool, default=None
        Direction of your function. None means True; names that end in "error",
        "distance" or "loss" need it, and so do functions that are least for equal
        structures.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` returns the mean agreement; greater is better.
        By default, a dictionary: `stability`, which is this mean, and its
        `resampling_error`; mean `n_row_clusters` and `n_column_clusters`, or
        `n_biclusters` (neither empty nor the whole matrix); `n_rows` and `n_columns` of
        a part; `n_resamples`; for this package's indices of co-clusterings
        `row_stability`, `row_resampling_error` and the same of columns
        (`mode_0_stability` and so on for more than two modes); for finite matrices
        `bcv` of `make_bicross_scorer`, and `bcv_resampling_error`; for counts also
        `bcv_modularity`, the share of unseen tokens in blocks that were dense when
        fitted, above what the margins expect; for values of two columns or more also
        `split_half_pvalue` of the rows. Clusterers of rows alone have no columns. With
        `with_resamples`, also `resample_0_stability` and so on, and
        `split_0_pvalue` and so on.

    Raises
    ------
    ValueError
        If an option is out of range or the metric does not compare `structure`. In the
        scorer, if X is neither a matrix nor an array of more modes, or has masked
        entries or NaN that the first step does not take, labels do not fit the data, or
        two parts share no column after a selection.
    TypeError
        If an option has a wrong type or is not the metric's.

    See Also
    --------
    most_reproducible, finest_stable : Choose among the candidates of a search.
    choice_frequencies : How sure such a choice is.
    StabilityDisplay : Draws their scores.

    Notes
    -----
    Do not choose by the greatest stability: a coarse version of a true structure is
    also stable. The dictionary has no number called `score`, so that searches which
    maximize a single number, such as halving searches and ``OptunaSearchCV``, raise an
    error. The dictionary can be joined with :ref:`other scorers <several_scorers>`.

    A `resampling_error` is the standard error of a mean over resamples of these data.
    Between data sets, stability varies several times as much; for these, pass several
    to `compare`.

    For `split_half_pvalue`, the labels of the rows from halves of the columns are
    compared, as `split_half_test` does. Of the p-values of nine random splits, three
    times the third smallest is valid, although splits depend on each other. A split
    whose halves cannot be fitted has the p-value 1. The splits have a random stream of
    their own.

    Only biclusters with a cell in the overlap, and those that a fit left empty, are
    compared. Data of more than two modes are NumPy arrays.

    Rows and columns of counts that are empty in a part are left out of it.

    The first steps of a pipeline that read texts, or select columns of a data frame by
    name, are fitted once to all rows, and the last step is resampled
    (:ref:`first_steps`).

    Cost: ``2 * n_resamples`` fits for every candidate, and 18 for `split_half_pvalue`.
    An estimator that is not fitted takes one fit more, if nothing else shows whether it
    labels the columns.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering
    >>> from sklearn.datasets import make_checkerboard
    >>> from sklearn_cocluster_metrics import make_stability_scorer
    >>> X, _, _ = make_checkerboard((80, 60), (4, 3), noise=1, random_state=0)
    >>> scorer = make_stability_scorer("cari", n_resamples=5)
    >>> scorer(SpectralBiclustering((4, 3)), X)["stability"]
    1.0
    """
    measure = stability_measure(
        metric,
        n_resamples=n_resamples,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
        kind=kind,
        structure=structure,
        accessor=accessor,
        greater_is_better=greater_is_better,
        with_resamples=check_flag(with_resamples, "with_resamples"),
        options=kwargs,
        caller=make_stability_scorer,
    )
    check_flag(with_standard_error, "with_standard_error")
    if with_resamples and not with_standard_error:
        raise ValueError(
            "`with_resamples=True` needs `with_standard_error=True`: both return a "
            "dictionary of numbers."
        )
    if with_standard_error and n_resamples < 2:
        raise ValueError(
            "`n_resamples` must be at least 2, or `with_standard_error` be False: one "
            "resample has no standard error."
        )
    description = metric_description(measure.agreement.metric, kwargs)
    return Scorer(
        f"make_stability_scorer({description})",
        measure.results if with_standard_error else measure.score,
        counts_clusters=with_standard_error,
        header=measure.agreement.metric.header(),
    )


def make_bicross_scorer(
    *,
    n_resamples: int = 24,
    row_fraction: float = 0.8,
    column_fraction: float = 0.8,
    random_state: int | RandomState | None = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
    kind: Literal["auto", "counts", "values"] = "auto",
    accessor: Accessor | None = None,
) -> Scorer:
    """Make a scorer of bi-cross-validation, which needs no true labels.

    Clones of the estimator are fitted on random parts of the rows and columns, and
    predict the cells whose row and column were both left out [1]_, by block means. The
    fitted columns of a row tell how likely each row cluster is, and the fitted rows of
    a column each column cluster; the means are averaged by these. A clusterer of rows
    alone predicts columns by the means of row clusters.

    Parameters
    ----------
    n_resamples : int, default=24
        Pairs of parts, those of `make_stability_scorer`.
    row_fraction, column_fraction : float, default=0.8
        Fraction of rows and columns in each part, in (1/2, 1].
    random_state : int, RandomState instance or None, default=0
        Seed of the parts and of the clones' `random_state`.
    n_jobs : int, default=None
        Number of jobs; it never changes the result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    kind : {"auto", "counts", "values"}, default="auto"
        As in `make_stability_scorer`. Of weights, the mean is taken for one token.
    accessor : str, tuple of str or callable, default=None
        Where its labels are, as in `coclustering_of`.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)``, greater is better. It is the explained share
        of the variation around the column means, at most 1; blocks predict what differs
        from these. For counts, the gain in log-likelihood over the margins, per token,
        as a share of the greatest expected, log(min(row clusters, column clusters)).

    Raises
    ------
    ValueError
        If an option is out of range; in the scorer, if X is not a finite matrix, or no
        row or column is left out.
    TypeError
        If an option has the wrong type.

    See Also
    --------
    make_stability_scorer : Returns it beside stability, from the same fits.

    Notes
    -----
    X is taken before the steps of a pipeline, unless these read texts or select columns
    by name (:ref:`first_steps`). Missing values must thus be filled in before, while
    `make_stability_scorer` takes a pipeline that does so. Sparse data stay sparse.

    Cost: ``2 * n_resamples`` fits, and a few products of X; one fit more in the case
    that `make_stability_scorer` names.

    References
    ----------
    .. [1] A. B. Owen, P. O. Perry, "Bi-cross-validation of the SVD and the nonnegative
       matrix factorization", Annals of Applied Statistics 3, 2009,
       :doi:`10.1214/08-AOAS227`.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering
    >>> from sklearn.datasets import make_checkerboard
    >>> from sklearn_cocluster_metrics import make_bicross_scorer
    >>> X, _, _ = make_checkerboard((80, 60), (4, 3), noise=1, random_state=0)
    >>> make_bicross_scorer(n_resamples=2)(SpectralBiclustering((4, 3)), X)
    0.99...
    """
    measure = stability_measure(
        "cari_product",
        n_resamples=n_resamples,
        row_fraction=row_fraction,
        column_fraction=column_fraction,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
        kind=kind,
        accessor=accessor,
    )
    return Scorer("make_bicross_scorer(better: higher)", partial(_bcv, measure))


def _bcv(measure: StabilityMeasure, estimator: Estimator, X: Any, y: Any) -> float:
    """Return the mean `bcv`, how well blocks predict unseen cells; `y` is ignored."""
    results = measure.results(estimator, X, with_halves=False)
    if "bcv" not in results:
        raise ValueError(
            "`X` must be a matrix of finite numbers, three rows and columns or more, "
            f"and `row_fraction` and `column_fraction` below 1; got {np.shape(X)}."
            f"{_hint_at_missing_values(X)}"
        )
    return results["bcv"]


def _hint_at_missing_values(X: Any) -> str:
    """Return a sentence on values of a matrix that are no finite numbers, or ""."""
    if n_columns_of(X) is None or kind_of(X, warns=False) is not None:
        return ""
    return (
        " `X` has NaN or other values that are no finite numbers. The scorer predicts "
        "its cells, so that a step of a pipeline fills them in too late: pass "
        "`SimpleImputer().fit_transform(X)`, for example."
    )


@overload
def stability_score(
    estimator: Estimator,
    X: Any,
    *,
    with_standard_error: Literal[True],
    metric: StabilityMetric = ...,
    **options: Any,
) -> dict[str, float]: ...
@overload
def stability_score(
    estimator: Estimator,
    X: Any,
    *,
    with_standard_error: Literal[False] = ...,
    metric: StabilityMetric = ...,
    **options: Any,
) -> float: ...
def stability_score(
    estimator: Estimator,
    X: Any,
    *,
    with_standard_error: bool = False,
    metric: StabilityMetric = "cari_product",
    **options: Any,
) -> float | dict[str, float]:
    """Mean agreement of fits of overlapping parts of the data.

    Returned by the scorer of `make_stability_scorer`. Higher is better; the metric
    gives the range. Cost: ``2 * n_resamples`` fits, and one of the whole if nothing
    else shows whether the estimator labels the columns.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer, clusterer with `labels_`, or pipeline that ends in one. It is
        cloned.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data.
    with_standard_error : bool, default=False
        Whether to return a dictionary with the standard error over resamples, which is
        not that over data sets.
    metric : str or callable, default="cari_product"
        Index, or function of two structures. For an index of `pair_counting_score` or
        `bicluster_similarity_score`, the name is enough, such as "jaccard".
    **options : dict
        Other options of `make_stability_scorer`.

    Returns
    -------
    score : float or dict of str to float
        Mean of the metric, negated if lower is better; or all that
        `make_stability_scorer` lists.

    Raises
    ------
    ValueError
        As `make_stability_scorer` and its scorer do.
    TypeError
        If an option has the wrong type, or there is none of this name.

    See Also
    --------
    make_stability_scorer : The same as a scorer, for searches.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import stability_score
    >>> X, _, _ = make_biclusters((60, 40), n_clusters=3, noise=1, random_state=0)
    >>> stability_score(SpectralCoclustering(n_clusters=3), X)
    1.0
    """
    options["with_standard_error"] = with_standard_error
    scorer = make_stability_scorer(metric, **options)
    stability: float | dict[str, float] = scorer(clone_or_explain(estimator), X)
    return stability
