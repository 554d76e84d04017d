"""Stability, the agreement between fits of overlapping parts of the data."""

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
    apply_whole_data_steps,
    refuse_missing_values,
    shape_of,
)
from ._scorers import (
    BiclusterScore,
    CoclusterScore,
    Scorer,
    metric_description,
    without_neg_prefix,
)
from ._split_half import HalfTest, Halves, combined_by_third, run_splits

StabilityMetric: TypeAlias = CoclusterScore | BiclusterScore
STRUCTURES: Mapping[str | None, Structure | None] = {
    None: None,
    "coclustering": "partition",
    "biclustering": "biclustering",
}
"""Contracts use these names for the structures; None means that the metric decides."""

_N_SPLITS = 9  # number of splits of the columns for `split_half_pvalue`


class ResampledScores(NamedTuple):
    """The agreement of every pair of fits, and the dictionary that a scorer returns."""

    # (n_resamples,): Agreement of the two fits of each pair
    scores: NDArray[np.float64]
    # Means and standard errors over the pairs, as `make_stability_scorer` names them
    results: dict[str, float]


@dataclass(frozen=True, kw_only=True)
class StabilityMeasure:
    """Measure how well fits of random parts of the data agree.

    The `kind` of the entries is "counts" or "values". If it is "auto", the entries
    themselves decide.
    """

    resampling: Resampling
    fitter: PartFitter
    agreement: Agreement
    kind: str
    with_resamples: bool = False

    def measure(
        self, estimator: Estimator, X: Any, *, with_halves: bool = False
    ) -> ResampledScores:
        """Fit pairs of parts of the data, and compare the two fits of each pair.

        If `with_halves` is True, the labels of the rows are also tested as in
        `split_half_test`. There is no such test for counts, for biclusters, or for data
        other than a matrix of two columns or more. If `self.with_resamples` is True,
        the results also have the scores of each resample and the p-value of each split.
        """
        # Usually, nothing is applied, and the whole estimator is resampled.
        estimator, X = apply_whole_data_steps(estimator, X)
        shape = shape_of(X)
        X = as_indexable(X)
        refuse_missing_values(estimator, X)
        finds_biclusters = self.fitter.reads_biclusters
        kind = None
        if len(shape) == 2:
            # The kind matters less for biclusters, because they predict no cells.
            kind = kind_of(X, self.kind, warns=not finds_biclusters)
        n_labeled_modes = self.fitter.n_labeled_modes(estimator, X, kind=kind)
        generator = self.resampling.generator()
        # The parts are drawn here, in order, so that `n_jobs` never changes a result.
        pairs_of_parts = (
            [self.resampling.draw_part(generator, shape) for _ in range(2)]
            for _ in range(self.resampling.n_resamples)
        )
        tasks = (
            delayed(self._compare_fits)(
                estimator, X, parts, kind=kind, n_labeled_modes=n_labeled_modes
            )
            for parts in pairs_of_parts
        )
        numbers_of_pairs: list[dict[str, float]] = self.resampling.run(
            tasks, "pairs of fits"
        )
        results = _means_and_standard_errors(numbers_of_pairs)
        results["n_resamples"] = len(numbers_of_pairs)
        can_have_halves = len(shape) == 2 and shape[1] > 1 and not finds_biclusters
        # If values are missing, the kind is unknown, and `self.kind` alone decides.
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
        n_labeled_modes: int,
    ) -> dict[str, float]:
        """Fit a pair of parts; return by name the numbers that are averaged over pairs.

        These numbers are the mean numbers of clusters, rows and columns of the two
        fits, their agreement and, if they can predict cells, how well they predict the
        cells that they have not seen. `kind` is the kind of the entries of X, such as
        "values" or "counts". If it is None, no cell is predicted. The estimator labels
        the first `n_labeled_modes` modes of X.
        """
        fits = [
            self.fitter.fit(
                estimator, X, part, kind=kind, n_labeled_modes=n_labeled_modes
            )
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
        """Return the p-value of the rows from halves of the columns, over all splits.

        The result has the key "split_half_pvalue", with the k-th smallest of n p-values
        times n / k, where k is a third of n. If `self.with_resamples` is True, it also
        has the p-value of each split, such as "split_0_pvalue".
        """
        row_test = HalfTest(
            estimator=estimator,
            X=X,
            kind="values",  # for counts, `measure` makes no such test
            mode=0,
            method="grid",  # the exact distribution might take a second per split
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
        """Return the dictionary that a scorer returns; `y` is ignored."""
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
    """Check these options of `make_stability_scorer`; return the measure that has them.

    `options` are the options of the metric. If `with_resamples` is True, the results of
    the measure also have the numbers of each resample. `caller` is the public function
    that takes the options; errors mention it. The defaults are those of
    `StabilityDisplay`.
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
        without_neg_prefix(metric), options, caller=caller, structure=compared
    )
    # If the metric decides, and is not of biclusters, labels are compared. An index of
    # overlapping clusters is then refused, because no estimator finds these.
    if compared is None:
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
    """Return the p-value of one split, or 1 if its halves cannot be compared.

    Therefore, a split that raises a ValueError does not prevent the others from being
    used. `seed` is the seed of both fits and of the permutations.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the user has not asked for these fits
        try:
            return test.compare(halves, seed).pvalue
        except ValueError:
            return 1.0


def _prediction_scores(
    X: Any, fits: list[PartFit], parts: list[Part], *, kind: Kind
) -> dict[str, float]:
    """Return how well two fits predict the cells outside of their parts.

    The keys are `bcv` and, unless X has values, `bcv_modularity`. A number is 0 if the
    cells allow no gain, or have no counts. The result is empty if a part leaves out no
    row or no column.
    """
    gains = []
    for fit, part in zip(fits, parts, strict=True):
        unseen = [
            np.setdiff1d(np.arange(size), positions)
            for size, positions in zip(X.shape, part.positions, strict=True)
        ]
        if any(len(positions) == 0 for positions in unseen):
            return {}
        # The fit has positions of the modes that it labels, without empty entries. A
        # fit of the rows alone has seen all columns, but not the cells of new rows.
        seen = fit.positions + part.positions[len(fit.positions) :]
        gains.append(
            held_out_gains(X, seen=seen, labels=fit.clusters, unseen=unseen, kind=kind)
        )
    total = Gains(*np.sum(gains, axis=0).tolist())  # the sum of each field
    bcv = total.gained / total.attainable if total.attainable > 0 else 0.0
    if kind == "values":
        return {"bcv": bcv}
    bcv_modularity = total.excess / total.n_tokens if total.n_tokens > 0 else 0.0
    return {"bcv": bcv, "bcv_modularity": bcv_modularity}


def _means_and_standard_errors(
    numbers_of_pairs: list[dict[str, float]],
) -> dict[str, float]:
    """Return the mean of each number over the pairs of fits, under its name.

    Every stability and `bcv` also have standard errors. For example,
    `bcv_resampling_error` belongs to `bcv`, `resampling_error` to `stability`, and
    `row_resampling_error` to `row_stability`. If a number is infinite, the standard
    error is NaN.
    """
    results = {}
    for name in numbers_of_pairs[0]:
        values = np.array([numbers[name] for numbers in numbers_of_pairs])
        with np.errstate(invalid="ignore"):  # The sum of inf and -inf is NaN.
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
    """Return the standard error of the mean of values over resamples.

    If there is a single value, or an infinite one, the standard error is NaN.
    """
    if len(values) < 2 or not np.isfinite(values).all():
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
    with_resamples: bool = True,
    structure: Literal["coclustering", "biclustering"] | None = None,
    accessor: Accessor | None = None,
    greater_is_better: bool | None = None,
    **kwargs: Any,
) -> Scorer:
    """Make a scorer of stability, which needs no true labels.

    Stability measures whether a clustering is reproducible. Two clones of the estimator
    are fitted on random parts of the rows and columns, and their labels are compared on
    the rows and columns that both parts contain (:ref:`stability`). Use this scorer to
    choose parameters when no true labels are known. With the default metric, 1 means
    that the fits agree perfectly, and 0 that they agree no better than by chance.

    Clusterers that have `labels_`, such as `KMeans`, are fitted on all columns. The
    noise label -1 counts as one cluster.

    Parameters
    ----------
    metric : str or callable, default="cari_product"
        Index of co-clusterings or biclusterings, or a function ``(true, pred, **kwargs)
        -> float``. Your own function, and any index that is not symmetric, is averaged
        over both directions. For an index of `pair_counting_score` or
        `bicluster_similarity_score`, the name is enough, such as "jaccard".
    n_resamples : int, default=24
        Number of pairs of parts. It must be at least 2 with `with_standard_error`.
    row_fraction, column_fraction : float, default=0.8
        Fraction of the rows and of the columns in each part, in (1/2, 1]. For data of
        more than two modes, `column_fraction` is the fraction in every mode but the
        first.
    random_state : int, RandomState instance or None, default=0
        Seed of the parts and of the clones' `random_state`. If it is an integer, all
        candidates of a search get the same parts.
    n_jobs : int, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if it is installed).
    kind : {"auto", "counts", "values"}, default="auto"
        What the entries of the data are. If "auto", they are taken for counts, or for
        weights such as tf-idf, if most of them are 0 and none is negative. Otherwise
        they are taken for values, with a warning if they are whole, nonnegative
        numbers.
    with_standard_error : bool, default=True
        Whether to return a dictionary, for ``refit=most_reproducible``,
        ``refit=finest_stable`` or ``refit="stability"``.
    with_resamples : bool, default=True
        Whether the dictionary also has the numbers of each resample. With them,
        `choice_frequencies` shows how sure a choice is, and `most_reproducible` and
        `finest_stable` warn if their choice is not sure. If False, `cv_results_` has
        some hundred columns fewer.
    structure : {"coclustering", "biclustering"}, default=None
        Whether to compare labels, or the biclusters `rows_` and `columns_`. If None,
        the metric decides; your own function then compares co-clusterings.
    accessor : str, tuple of str or callable, default=None
        Where the estimator has its labels, as in `coclustering_of`. If None, the usual
        attributes are read.
    greater_is_better : bool, default=None
        Direction of your own function. If None, higher is better. You must set it if
        the name of the function ends in "error", "distance" or "loss", or if equal
        structures have the least value.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)``. By default, it returns a dictionary of the
        numbers below. If `with_standard_error` is False, it returns the mean agreement
        alone. Greater is better, because a metric for which lower is better is negated.
        The range depends on the metric.

        - `stability` is the mean agreement over the pairs of parts, and
          `resampling_error` is its standard error.
        - `n_row_clusters` and `n_column_clusters` are mean numbers of clusters that
          were found. For biclusters, `n_biclusters` is the mean number of biclusters
          that are neither empty nor the whole matrix.
        - `n_rows` and `n_columns` are the numbers of rows and columns of a part, and
          `n_resamples` is the number of pairs.
        - `row_stability`, `row_resampling_error`, `column_stability` and
          `column_resampling_error` are the same for the rows and the columns alone.
          These numbers exist for this package's indices of co-clusterings. For data of
          more than two modes, they are called `mode_0_stability` and so on.
        - `bcv`, as `make_bicross_scorer` returns it, and `bcv_resampling_error` exist
          for matrices of finite numbers.
        - `bcv_modularity` exists for counts. It is the fraction of held-out counts in
          blocks that were dense in the fit, minus the fraction that is expected from
          the row and column totals.
        - `split_half_pvalue`, for the rows, exists for values of two columns or more.
        - `resample_0_stability` and so on, and `split_0_pvalue` and so on, exist unless
          `with_resamples` is False.

        For clusterers of the rows alone, the dictionary has no numbers about columns.

    Raises
    ------
    ValueError
        If an option is out of range, or the metric does not compare `structure`. The
        scorer raises this error if X is neither a matrix nor an array of more modes, if
        X has masked entries, or NaN that the first step does not accept, if labels do
        not fit the data, or if two parts share no column after a selection.
    TypeError
        If an option has a wrong type, or is not an option of the metric.

    See Also
    --------
    most_reproducible, finest_stable : Choose among the candidates of a search.
    choice_frequencies : Show how sure such a choice is.
    StabilityDisplay : Draw the scores of the candidates.

    Notes
    -----
    Do not choose the candidate with the greatest stability, because a coarse version of
    a true structure is also stable. Therefore, the dictionary has no number called
    `score`, so that searches that maximize a single number, such as halving searches
    and ``OptunaSearchCV``, raise an error. The dictionary can be combined with
    :ref:`other scorers <several_scorers>`.

    A `resampling_error` is the standard error of a mean over resamples of the same
    data. Stability varies several times as much between data sets. To measure this
    variation, pass several data sets to `compare`.

    For `split_half_pvalue`, the labels of the rows from two halves of the columns are
    compared, as in `split_half_test`. There are nine random splits, and three times the
    third smallest of their p-values is a valid p-value, although the splits depend on
    each other. A split whose halves cannot be fitted has the p-value 1. If
    `random_state` is an integer, the splits have a random stream of their own, so that
    `n_resamples` does not change them.

    Biclusters are compared on the overlap of two parts. A bicluster without a cell in
    the overlap is left out, unless it was already empty in the fit. Data of more than
    two modes must be NumPy arrays.

    If the data are counts, rows and columns that are all zero in a part are left out of
    it.

    If the first steps of a pipeline read texts, or select columns of a data frame by
    name, they are fitted once to all rows, and only the last step is resampled
    (:ref:`first_steps`).

    The cost is ``2 * n_resamples`` fits for every candidate, and 18 fits for
    `split_half_pvalue`. An unfitted estimator takes one fit more if nothing else shows
    whether it labels the columns.

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
    if with_standard_error and n_resamples < 2:
        raise ValueError(
            "`n_resamples` must be at least 2, because one resample has no standard "
            f"error; got {n_resamples}. Pass `n_resamples=24`, or "
            "`with_standard_error=False` for the score alone."
        )
    description = metric_description(measure.agreement.metric, kwargs)
    return Scorer(
        make_stability_scorer,
        description,
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

    Bi-cross-validation [1]_ measures how well the blocks of a co-clustering predict
    cells that the fit has not seen. Clones of the estimator are fitted on random parts
    of the rows and columns, and predict the cells whose row and column were both left
    out. Use this scorer to see whether the blocks describe the data at all. A score of
    0 means that the blocks predict values no better than the column means, and counts
    no better than the row and column totals.

    An unseen cell is predicted by block means. The fitted columns of an unseen row show
    how likely each row cluster is for this row, and the fitted rows of an unseen column
    show how likely each column cluster is. The block means are averaged with these
    probabilities. A clusterer of the rows alone predicts an unseen column by the means
    of the row clusters in this column.

    Parameters
    ----------
    n_resamples : int, default=24
        Number of pairs of parts, which are the parts of `make_stability_scorer`.
    row_fraction, column_fraction : float, default=0.8
        Fraction of the rows and of the columns in each part, in (1/2, 1].
    random_state : int, RandomState instance or None, default=0
        Seed of the parts and of the clones' `random_state`.
    n_jobs : int, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if it is installed).
    kind : {"auto", "counts", "values"}, default="auto"
        What the entries of the data are, as in `make_stability_scorer`. If they are
        weights, the mean weight is treated as one count.
    accessor : str, tuple of str or callable, default=None
        Where the estimator has its labels, as in `coclustering_of`. If None, the usual
        attributes are read.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)``. Greater is better. For values, it returns the
        explained fraction of the variation around the column means, which is at most 1.
        For counts, it returns the gain in log-likelihood over the row and column
        totals, per count, as a fraction of the greatest gain that can be expected,
        which is log(min(row clusters, column clusters)). Negative values mean that the
        blocks predict worse than the means or totals.

    Raises
    ------
    ValueError
        If an option is out of range. The scorer raises this error if X is not a matrix
        of finite numbers, or if no row or no column is left out.
    TypeError
        If an option has the wrong type.

    See Also
    --------
    make_stability_scorer : Return the same number beside stability, from the same fits.

    Notes
    -----
    The scorer predicts cells of X itself, and not of the data that the steps of a
    pipeline make of X, unless these steps read texts or select columns by name
    (:ref:`first_steps`). Therefore, missing values must be filled in before scoring,
    whereas `make_stability_scorer` accepts a pipeline that fills them in. Sparse data
    stay sparse.

    The cost is ``2 * n_resamples`` fits and a few products of X. An unfitted estimator
    can take one fit more, as in `make_stability_scorer`.

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
    # A measure needs an index of agreement, but `_bcv` does not return its value.
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
    return Scorer(make_bicross_scorer, "better: higher", partial(_bcv, measure))


def _bcv(measure: StabilityMeasure, estimator: Estimator, X: Any, y: Any) -> float:
    """Return the mean `bcv`, how well blocks predict unseen cells; `y` is ignored."""
    # The labels from halves of the data are not tested, because `bcv` needs no test.
    results = measure.results(estimator, X, with_halves=False)
    if "bcv" not in results:
        raise ValueError(
            "`X` must be a matrix of finite numbers with at least three rows and "
            "three columns, and `row_fraction` and `column_fraction` must be below "
            "1, so that each part leaves out some cells; got shape "
            f"{np.shape(X)}.{_hint_at_missing_values(X)}"
        )
    return results["bcv"]


def _hint_at_missing_values(X: Any) -> str:
    """Return a sentence about entries that are not finite numbers, or ""."""
    # The data have a kind, such as "counts", if all entries are finite numbers.
    if n_columns_of(X) is None or kind_of(X, warns=False) is not None:
        return ""
    return (
        " `X` has NaN or other entries that are not finite numbers. The scorer "
        "predicts the entries of `X` itself, so a step of a pipeline fills them in "
        "too late. Fill them in before, for example with "
        "`SimpleImputer().fit_transform(X)`."
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

    Stability measures whether a clustering is reproducible, without known labels.
    Clones of the estimator are fitted on random parts of the rows and columns, and
    pairs of fits are compared on the rows and columns that both parts contain. With the
    default metric, 1 means that the fits always agree, and 0 that they agree no better
    than by chance.

    Use `make_stability_scorer` to compute the same number in a search. The greatest
    stability does not identify the best number of clusters, because coarse clusterings
    are often stable, too.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer, clusterer with `labels_`, or pipeline that ends in one. It is
        cloned.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data.
    with_standard_error : bool, default=False
        Whether to return a dictionary that also has the standard error over resamples.
        This standard error is smaller than the standard error over data sets.
    metric : str or callable, default="cari_product"
        Index, or a function of two structures. For an index of `pair_counting_score` or
        `bicluster_similarity_score`, the name is enough, such as "jaccard".
    **options : dict
        Other options of `make_stability_scorer`. Here, `with_resamples` is False unless
        you pass it.

    Returns
    -------
    score : float or dict of str to float
        Mean of the metric, negated if lower values of the metric are better, so that
        higher is better. The range depends on the metric. With `with_standard_error`,
        the result is the dictionary that `make_stability_scorer` describes.

    Raises
    ------
    ValueError
        If `make_stability_scorer` or its scorer raises this error.
    TypeError
        If an option has the wrong type, or is unknown.

    See Also
    --------
    make_stability_scorer : Make a scorer of stability, for searches.

    Notes
    -----
    The cost is ``2 * n_resamples`` fits, and one fit of the whole data if nothing else
    shows whether the estimator labels the columns.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import stability_score
    >>> X, _, _ = make_biclusters((60, 40), n_clusters=3, noise=1, random_state=0)
    >>> stability_score(SpectralCoclustering(n_clusters=3), X)
    1.0
    """
    # The numbers of each resample would hide the few numbers that a person reads.
    options.setdefault("with_resamples", False)
    scorer = make_stability_scorer(
        metric, with_standard_error=with_standard_error, **options
    )
    stability: float | dict[str, float] = scorer(clone_or_explain(estimator), X)
    return stability
