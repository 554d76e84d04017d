"""Stability: how well fits of overlapping parts of the data agree."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._contract import Structure
from .._metrics import resolve, structure_compared_by
from .._structures._arguments import (
    Estimator,
    check_flag,
    check_fraction,
    check_generator,
    check_integer,
    check_n_jobs,
    check_option,
    draw_seed,
)
from .._structures._entry_names import n_columns_of, n_rows_of
from .._structures._estimators import COCLUSTERING, Accessor, check_accessor, has_fitted
from .._structures._partitions import as_structure
from .._structures._progress import in_parallel
from ._alignment import check_fitted_on
from ._bicross import KINDS, Kind, held_out_gains, kind_of
from ._fits import (
    check_labelled_columns,
    clone_or_explain,
    clone_with_seed,
    fitted_indicators_of,
    fitted_modes_of,
    indexable,
    labels_rows_alone,
    nonempty_part,
    refuse_masks_and_texts,
)
from ._inductive import fit_or_name_wrapper
from ._scorers import BiclusterScore, CoclusterScore, Scorer, described, index_of_scorer
from ._split_half import combined_pvalues, compare_halves

StabilityMetric: TypeAlias = CoclusterScore | BiclusterScore
_COMPARED: Mapping[str | None, Structure | None] = {
    None: None,
    "coclustering": "partition",
    "biclustering": "biclustering",
}
"""What contracts call a structure."""

_N_SPLITS = 3

Arrays: TypeAlias = tuple[NDArray[Any], ...]
Part: TypeAlias = tuple[list[NDArray[np.intp]], int]
"""Positions of rows, columns and so on, and the seed of the fit."""


class FitOnPart(NamedTuple):
    """Positions of rows, columns and so on in the data, and what was found of each.

    `found` has the label of each, or which biclusters contain it.
    """

    positions: list[NDArray[np.intp]]
    found: Arrays


@dataclass
class Resampling:
    """The options of `make_stability_scorer`, checked; `options` are the metric's."""

    metric: Any
    n_resamples: int = 10
    row_fraction: float = 0.8
    column_fraction: float = 0.8
    random_state: Any = 0
    n_jobs: int | None = None
    verbose: int = 0
    kind: str = "auto"
    structure: str | None = None
    accessor: Accessor | None = None
    greater_is_better: bool | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.n_resamples = check_integer(self.n_resamples, "n_resamples", 1)
        self.row_fraction = check_fraction(self.row_fraction, "row_fraction")
        self.column_fraction = check_fraction(self.column_fraction, "column_fraction")
        check_generator(self.random_state, "random_state")
        check_n_jobs(self.n_jobs, "n_jobs")
        check_integer(self.verbose, "verbose", 0)
        check_option(self.kind, "kind", KINDS)
        self.accessor = check_accessor(self.accessor, "accessor")
        metric = index_of_scorer(self.metric)
        compared = _COMPARED[check_option(self.structure, "structure", _COMPARED)]
        compared = compared or structure_compared_by(metric)
        self.of_biclusters = compared == "biclustering"
        self.resolved = resolve(metric, compared, self.greater_is_better, self.options)
        if not self.of_biclusters:
            self.resolved.check_takes_coclusterings()

    def measure(
        self, estimator: Estimator, X: Any, with_halves: bool = False
    ) -> tuple[NDArray[np.float64], dict[str, float]]:
        """Fit pairs of parts of the data and compare what both have found.

        Returns the agreement of every pair, and what a scorer returns.
        """
        shape = shape_of(X)
        X = indexable(X)
        kind = None
        if len(shape) == 2:
            kind = kind_of(X, self.kind, warns=not self.of_biclusters)
        generator = check_generator(self.random_state, "random_state")
        # Drawn here, in order, so that the number of jobs changes no result.
        pairs = (
            [self.draw_part(generator, shape) for _ in range(2)]
            for _ in range(self.n_resamples)
        )
        tasks = (delayed(self._resample)(estimator, X, pair, kind) for pair in pairs)
        jobs = self.n_resamples, "pairs of fits", self.n_jobs, self.verbose
        resamples = in_parallel(tasks, *jobs)
        results = {}
        for name in resamples[0]:
            values = np.array([one[name] for one in resamples])
            results[name] = float(np.mean(values))
            if name == "bcv" or name.endswith("score"):
                prefix = "bcv_" if name == "bcv" else name.removesuffix("score")
                results[f"{prefix}standard_error"] = _standard_error(values)
        may_have_halves = kind == "values" and shape[1] > 1 and not self.of_biclusters
        if with_halves and may_have_halves:
            seed = RandomState(draw_seed(generator))
            results["split_half_pvalue"] = self._row_pvalue(estimator, X, seed)
        return np.array([one["score"] for one in resamples]), results

    def _row_pvalue(self, estimator: Any, X: Any, generator: RandomState) -> float:
        """Test the rows by halves of the columns; 1 where these cannot be fitted."""
        fit = estimator, X, "values", _N_SPLITS, generator
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of fits that are not the user's
            try:
                found = compare_halves(*fit, method="grid", accessor=self.accessor)
            except ValueError:
                return 1.0
        return float(combined_pvalues(found[:, 1]))

    def results(
        self, estimator: Estimator, X: Any, y: Any = None, *, with_halves: bool = True
    ) -> dict[str, float]:
        """Return what a scorer does; `y` is ignored."""
        self.refuse_other_rows(estimator, X)
        return self.measure(estimator, X, with_halves)[1]

    def refuse_other_rows(self, estimator: Estimator, X: Any) -> None:
        """Refuse an estimator that was fitted on other rows.

        In a search with a splitter, its clones would see a part only.
        """
        if self.accessor is None and has_fitted(estimator, *COCLUSTERING):
            check_fitted_on(estimator, X)
        elif self.accessor is None and labels_rows_alone(estimator):
            check_fitted_on(estimator, X, ("labels_",))

    def score(self, estimator: Estimator, X: Any, y: Any = None) -> float:
        """Return the mean agreement alone."""
        return self.results(estimator, X, with_halves=False)["score"]

    def draw_part(self, generator: RandomState, shape: tuple[int, ...]) -> Part:
        """Draw rows, columns and so on in random order, and a seed.

        In the order of the data, labels that follow position would agree between parts.
        """
        positions = [
            generator.permutation(n)[: n - self._n_left_out(mode, n)]
            for mode, n in enumerate(shape)
        ]
        return positions, draw_seed(generator)

    def _n_left_out(self, mode: int, n: int) -> int:
        """Return how many of n a part lacks; one of three or more, to be predicted."""
        fraction = self.column_fraction if mode else self.row_fraction
        n_left_out = n - math.ceil(fraction * n)
        return max(n_left_out, 1) if fraction < 1 and n > 2 else n_left_out

    def _resample(
        self, estimator: Any, X: Any, pair: list[Part], kind: Kind | None
    ) -> dict[str, float]:
        """Fit two parts; return what is averaged over such pairs.

        The numbers of clusters, rows and columns in a part; how well both fits agree on
        their overlap, and in each mode alone where the metric is known to take plain
        clusterings; and how well they predict what they have not seen, if they can.
        """
        fits = [self.fit(estimator, X, part, kind) for part in pair]
        sides = on_overlap(*fits)
        modes = ["row", "column"][: len(sides[0])]
        if len(sides[0]) > 2:
            modes = [f"mode_{mode}" for mode in range(len(sides[0]))]
        if self.of_biclusters:
            names, counts = ["n_biclusters"], [[_count_biclusters(fit)] for fit in fits]
        else:
            names = [f"n_{mode}_clusters" for mode in modes]
            counts = [[len(set(mode.tolist())) for mode in fit.found] for fit in fits]
        # Sizes too: where most clusters are single rows, all fits agree.
        names += ["n_rows", "n_columns"][: len(modes)]
        sizes = [[*map(len, fit.positions[:2])] for fit in fits]
        means = np.mean(np.hstack([counts, sizes]), axis=0)
        found = dict(zip(names, means.tolist(), strict=True))
        if self.of_biclusters:
            found["score"] = self._agreement(*map(_biclusters_on, fits, sides))
            return found
        found["score"] = self._agreement(*map(as_structure, sides))
        contract = self.resolved.contract
        if contract is not None and contract.takes_one_mode(self.resolved.options):
            for mode, *pair_of_mode in zip(modes, *sides, strict=True):
                found[f"{mode}_score"] = self._agreement(*pair_of_mode)
        if kind is not None:
            found |= _gains(X, fits, [part for part, _ in pair], kind)
        return found

    def fit(self, estimator: Any, X: Any, part: Part, kind: Kind | None) -> FitOnPart:
        """Fit a clone to a part of the data, and read what it has found."""
        drawn, seed = part
        if self.accessor is None and labels_rows_alone(estimator):
            drawn = [drawn[0], *map(np.arange, X.shape[1:])]
        data, positions = nonempty_part(X, drawn, kind)
        model = clone_with_seed(estimator, seed)
        fit_or_name_wrapper(model, data)
        found = self.read(model, data, positions)
        n_labelled = len(found.positions)
        if [*map(len, drawn[n_labelled:])] != [*X.shape[n_labelled:]]:
            # Modes without labels are the features of what is clustered.
            whole = [*drawn[:n_labelled], *map(np.arange, X.shape[n_labelled:])]
            return self.fit(estimator, X, (whole, seed), kind)
        return found

    def read(self, model: Any, X: Any, positions: list[NDArray[np.intp]]) -> FitOnPart:
        """Read what was found of a part of the data, which has these positions."""
        found: Arrays
        if self.of_biclusters:
            found, _, labelled = fitted_indicators_of(model, X)
            kept = check_labelled_columns(labelled, found, X.shape)
        else:
            found, kept = fitted_modes_of(model, X, self.accessor)
        if kept is not None:
            positions = [positions[0], positions[1][kept]]
        return FitOnPart(positions[: len(found)], found)

    def _agreement(self, one: Any, other: Any) -> float:
        """Compare two fits, of which none is the truth: in both directions, or one."""
        contract = self.resolved.contract
        forth = self.resolved.score(one, other)
        # Contracts are those of the default options.
        if contract is not None and contract.symmetric and not self.resolved.options:
            return forth
        return (forth + self.resolved.score(other, one)) / 2


def shape_of(X: Any) -> tuple[int, ...]:
    """Return the shape of data without masked entries: a matrix, or more modes."""
    refuse_masks_and_texts(X)
    n_columns = n_columns_of(X)
    if n_columns is not None:
        return n_rows_of(X), n_columns
    if isinstance(X, np.ndarray) and X.ndim > 2:
        return tuple(X.shape)
    raise ValueError("`X` must be a matrix, or a NumPy array of more modes.")


def _gains(
    X: Any, fits: list[FitOnPart], parts: list[list[NDArray[np.intp]]], kind: Kind
) -> dict[str, float]:
    """Return the shares gained on the cells outside each fit, if there are any."""
    gains = []
    for fit, part in zip(fits, parts, strict=True):
        unseen = [
            np.setdiff1d(np.arange(n), one)
            for n, one in zip(X.shape, part, strict=True)
        ]
        if not all(map(len, unseen)):
            return {}
        # A fit of the rows alone has seen all columns, but not these cells of new rows.
        seen = [*fit.positions, *part[len(fit.positions) :]]
        gains.append(held_out_gains(X, seen, fit.found, unseen, kind))
    gained, most, excess, tokens = np.sum(gains, axis=0).tolist()
    found = {"bcv": gained / most if most > 0 else 0.0}
    if kind != "values":
        found["bcv_modularity"] = excess / tokens if tokens else 0.0
    return found


def _standard_error(values: NDArray[np.float64]) -> float:
    """Return the standard error of the mean; NaN of a single value."""
    if len(values) < 2:
        return math.nan
    return float(np.std(values, ddof=1) / math.sqrt(len(values)))


def on_overlap(one: FitOnPart, other: FitOnPart) -> tuple[Arrays, Arrays]:
    """Return what either fit has found of rows and columns in both, in one order."""
    sides = []
    for mode, positions in enumerate(zip(one.positions, other.positions, strict=True)):
        shared, here, there = np.intersect1d(*positions, True, return_indices=True)
        if len(shared) == 0:
            raise ValueError(
                f"Two resamples have no {'column' if mode else 'row'} in common: each "
                "lacks what is empty in it or dropped. Select before the pipeline."
            )
        sides.append((one.found[mode][here], other.found[mode][there]))
    first, second = zip(*sides, strict=True)
    return first, second


def _have_cells(found: Arrays) -> NDArray[np.bool_]:
    """Return which biclusters have rows and columns."""
    rows, columns = found
    return np.asarray(rows.any(axis=0) & columns.any(axis=0))


def _count_biclusters(fit: FitOnPart) -> int:
    """Count the biclusters that have cells and are not the whole matrix."""
    rows, columns = fit.found
    whole = rows.all(axis=0) & columns.all(axis=0)
    return int(np.sum(_have_cells(fit.found) & ~whole))


def _biclusters_on(fit: FitOnPart, shared: Arrays) -> Arrays:
    """Return the biclusters of a fit on the rows and columns that both fits have.

    Biclusters without a cell in the common part are dropped; those that were empty in
    the fit are kept.
    """
    elsewhere = _have_cells(fit.found) & ~_have_cells(shared)
    return tuple(np.ascontiguousarray(mode[:, ~elsewhere].T) for mode in shared)


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
        directions.
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
        ``refit=finest_stable`` or ``refit="score"``.
    structure : {"coclustering", "biclustering"}, default=None
        Whether to compare labels, or the biclusters `rows_` and `columns_`. None: what
        the metric compares; for your own function, co-clusterings.
    accessor : str, tuple of str or callable, default=None
        Where its labels are, as in `coclustering_of`.
    greater_is_better : bool, default=None
        Direction of your function. None means True; names that end in "_error",
        "_distance" or "_loss" need it.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)`` returns the mean agreement; greater is better.
        By default, a dictionary: `score` and its `standard_error`; mean
        `n_row_clusters` and `n_column_clusters`, or `n_biclusters` (neither empty nor
        the whole matrix); `n_rows` and `n_columns` of a part; for this package's
        indices of co-clusterings `row_score`, `row_standard_error` and the same of
        columns (`mode_0_score` and so on for more than two modes); for finite matrices
        `bcv` of `make_bicross_scorer`, and `bcv_standard_error`; for counts also
        `bcv_modularity`, the share of unseen tokens in blocks that were dense when
        fitted, above what the margins expect; for values of two columns or more also
        `split_half_pvalue` of the rows, by `split_half_test` with three splits (1 where
        halves cannot be fitted). Clusterers of rows alone have no columns.

    Raises
    ------
    ValueError
        If an option is out of range or the metric does not compare `structure`. In the
        scorer, if X is neither a matrix nor an array of more modes or has masked
        entries, labels do not fit the data, or two parts share no column after a
        selection.
    TypeError
        If an option has a wrong type or is not the metric's.

    See Also
    --------
    most_reproducible, finest_stable : Choose among the candidates of a search.
    StabilityDisplay : Draws their scores.

    Notes
    -----
    Do not choose by the greatest score: a coarse version of a true structure is also
    stable. The dictionary can be joined with :ref:`other scorers <several_scorers>`.

    Only biclusters with a cell in the overlap, and those that a fit left empty, are
    compared. Data of more than two modes are NumPy arrays.

    Rows and columns of counts that are empty in a part are left out of it.

    Cost: ``2 * n_resamples`` fits for every candidate, and six for `split_half_pvalue`.

    Examples
    --------
    >>> from sklearn.cluster import SpectralBiclustering
    >>> from sklearn.datasets import make_checkerboard
    >>> from sklearn_cocluster_metrics import make_stability_scorer
    >>> X, _, _ = make_checkerboard((80, 60), (4, 3), noise=1, random_state=0)
    >>> scorer = make_stability_scorer("cari", n_resamples=5)
    >>> scorer(SpectralBiclustering((4, 3)), X)["score"]
    1.0
    """
    draws = n_resamples, row_fraction, column_fraction, random_state
    read = structure, accessor, greater_is_better, kwargs
    resampling = Resampling(metric, *draws, n_jobs, verbose, kind, *read)
    if check_flag(with_standard_error, "with_standard_error") and n_resamples < 2:
        raise ValueError(
            "`n_resamples` must be at least 2, or `with_standard_error` be False: one "
            "resample has no standard error."
        )
    return Scorer(
        f"make_stability_scorer({described(resampling.resolved, kwargs)})",
        resampling.results if with_standard_error else resampling.score,
        counts_clusters=with_standard_error,
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
    X is taken before the steps of a pipeline. Sparse data stay sparse.

    Cost: ``2 * n_resamples`` fits, and a few products of X.

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
    draws = n_resamples, row_fraction, column_fraction, random_state
    resampling = Resampling(
        "cari_product", *draws, n_jobs, verbose, kind, None, accessor
    )
    return Scorer("make_bicross_scorer(better: higher)", partial(_bcv, resampling))


def _bcv(resampling: Resampling, estimator: Any, X: Any, y: Any) -> float:
    """Return what blocks predict alone; `y` is ignored."""
    results = resampling.results(estimator, X, with_halves=False)
    if "bcv" not in results:
        raise ValueError(
            "`X` must be a matrix of finite numbers, three rows and columns or more, "
            f"and `row_fraction` and `column_fraction` below 1; got {np.shape(X)}."
        )
    return results["bcv"]


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
    gives the range. Cost: ``2 * n_resamples`` fits.

    Parameters
    ----------
    estimator : estimator
        Co-clusterer, clusterer with `labels_`, or pipeline that ends in one. It is
        cloned.
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data.
    with_standard_error : bool, default=False
        Whether to return a dictionary.
    metric : str or callable, default="cari_product"
        Index, or function of two structures.
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
    found: float | dict[str, float]
    found = make_stability_scorer(metric, **options)(clone_or_explain(estimator), X)
    return found
