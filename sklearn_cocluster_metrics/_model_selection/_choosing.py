"""The choice among the candidates of a search, without a truth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from .._structures._arguments import check_option, check_sequence
from .._structures._types import Estimator
from ._scorers import Scorer

Floats = NDArray[np.float64]
Choice = Literal["blocks", "modes"]
CHOICES: tuple[str, ...] = get_args(Choice)
"""What must be stable: the co-clustering as a whole, or every mode by itself."""

_SIGNIFICANCE_LEVEL = 0.05  # of the test of all candidates for values
_PREFIX = "mean_test_"  # of the keys of `cv_results_`
_SEARCH_HINT = "Search with `make_stability_scorer()`"


def finest_stable(
    cv_results: Mapping[str, Any] | Estimator, *, by: Choice = "blocks"
) -> int:
    """Choose the finest candidate within one standard error of the best.

    For ``refit=`` of a search with a stability scorer. For counts, `most_reproducible`
    loses less (:ref:`success_rates`).

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search's `cv_results_`, with what ``make_stability_scorer()`` returns.
    by : {"blocks", "modes"}, default="blocks"
        What must be stable: the whole co-clustering, or each mode
        (``refit=functools.partial(finest_stable, by="modes")``).

    Returns
    -------
    best_index : int
        Candidate with most blocks among those at most one standard error (of the
        difference, as if independent) below the greatest score; then the one that
        scores higher, then the first.

    Raises
    ------
    ValueError
        If `by` is unknown, `cv_results` lacks what is needed or differs in length, or
        no candidate may be chosen.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    most_reproducible : The choice by prediction.

    Notes
    -----
    Blocks are those found, in rounded means: row clusters times column clusters, or
    biclusters.

    Stable by definition, and never chosen: a single block, more row clusters than half
    of the rows, columns that are all single where another candidate joins some. NaN
    scores are ignored.

    With ``by="modes"``, a candidate must be within one standard error of the best in
    each mode; if none is, the whole decides. A single cluster in a mode is not chosen
    if others have more.

    Call ``finest_stable(search)`` before a long search to check its scorer. Halving
    searches call no function for `refit`.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import finest_stable
    >>> finest_stable(
    ...     {
    ...         "params": [{"n_clusters": 2}, {"n_clusters": 3}, {"n_clusters": 4}],
    ...         "mean_test_score": [1.0, 0.99, 0.7],
    ...         "mean_test_standard_error": [0.0, 0.01, 0.02],
    ...         "mean_test_n_row_clusters": [2, 3, 4],
    ...         "mean_test_n_column_clusters": [2, 3, 4],
    ...     }
    ... )
    1
    """
    check_option(by, "by", CHOICES)
    return Candidates(cv_results).finest(by)


def most_reproducible(cv_results: Mapping[str, Any] | Estimator) -> int:
    """Choose the candidate whose blocks reappear in unseen data.

    For ``refit=`` of a search with ``make_stability_scorer()``. For counts, it has the
    greatest product of `mean_test_bcv` and `mean_test_bcv_modularity`. For values, it
    is the finest stable one of those whose rows reappear in halves of the columns. What
    it loses: :ref:`success_rates`.

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search's `cv_results_`, or the search.

    Returns
    -------
    best_index : int
        The candidate; among equal ones, the first.

    Raises
    ------
    ValueError
        If no candidate agrees with itself on parts of the data, and predicts unseen
        cells better than 0 by more than two standard errors (counts) or has its rows
        found again (values: at 5 % over the number of candidates, so that in noise of
        independent, exchangeable columns at most one search in twenty chooses any). The
        error has the results in `cv_results`. If `cv_results` lacks what is needed.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    finest_stable : The choice by stability alone; says what both leave out.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import most_reproducible
    >>> most_reproducible(
    ...     {
    ...         "params": [{"n_clusters": 2}, {"n_clusters": 3}, {"n_clusters": 4}],
    ...         "mean_test_score": [1.0, 0.9, 0.7],
    ...         "mean_test_standard_error": [0.0, 0.01, 0.02],
    ...         "mean_test_bcv": [0.25, 0.3, 0.24],
    ...         "mean_test_bcv_modularity": [0.3, 0.4, 0.42],
    ...         "mean_test_n_row_clusters": [2, 3, 4],
    ...         "mean_test_n_column_clusters": [2, 3, 4],
    ...     }
    ... )
    1
    """
    candidates = Candidates(cv_results)
    modularity = candidates.numbers("bcv_modularity", default=np.nan)
    pvalues = candidates.numbers("split_half_pvalue", default=np.nan)
    are_counts = not np.isnan(modularity).all()
    if not are_counts and np.isnan(pvalues).all():
        raise ValueError(
            f"`cv_results` has neither `{_PREFIX}bcv_modularity` (of counts) nor "
            f"`{_PREFIX}split_half_pvalue` (of values). {_SEARCH_HINT} for labels, not "
            "biclusters, of finite data with two columns or more; or `finest_stable`."
        )
    bcv = candidates.numbers("bcv", default=np.nan)
    standard_errors = candidates.numbers("bcv_standard_error", default=0)
    standard_errors = np.nan_to_num(standard_errors)  # of a single resample
    if are_counts:
        return _most_reproducible_by_counts(
            candidates, bcv=bcv, standard_errors=standard_errors, modularity=modularity
        )
    return _most_reproducible_by_values(candidates, pvalues)


def _most_reproducible_by_counts(
    candidates: Candidates, *, bcv: Floats, standard_errors: Floats, modularity: Floats
) -> int:
    """Return the index of the candidate whose blocks predict unseen counts best.

    `standard_errors` are those of `bcv`.
    """
    # With many candidates, the best of pure noise lies slightly above 0.
    are_predictive = bcv > 2 * standard_errors
    are_reproducible = candidates.agree_with_themselves() & are_predictive
    if not are_reproducible.any():
        best = np.nanargmax(bcv)
        raise _error_of_nothing_found(
            candidates,
            f"predicts unseen cells (greatest bcv: {bcv[best]:.3g}, standard error "
            f"{standard_errors[best]:.2g}; it must be above 0 by two of these)",
        )
    products = np.where(are_reproducible, bcv * modularity, np.nan)
    # A candidate without a product, of an unknown modularity too, comes last.
    return int(np.argmax(np.nan_to_num(products, nan=-np.inf)))


def _most_reproducible_by_values(candidates: Candidates, pvalues: Floats) -> int:
    """Return the index of the finest stable candidate whose rows are found again."""
    # Bonferroni's correction for the number of candidates.
    have_significant_rows = pvalues * len(candidates.params) <= _SIGNIFICANCE_LEVEL
    are_reproducible = candidates.agree_with_themselves() & have_significant_rows
    if not are_reproducible.any():
        raise _error_of_nothing_found(
            candidates,
            "has its rows found again in halves of the columns (least p-value: "
            f"{np.nanmin(pvalues):.2g}; it is 1 where halves cannot be fitted, and "
            f"must be at most {_SIGNIFICANCE_LEVEL} over their number)",
        )
    return candidates.finest(eligible=are_reproducible)


def _error_of_nothing_found(candidates: Candidates, condition: str) -> ValueError:
    """Return the error for a search of which no candidate meets a condition."""
    error = ValueError(
        f"Nothing was found, so no candidate is chosen: none {condition} and agrees "
        "with itself on parts of the data. The scores are in `cv_results` of this "
        "error; or search with `refit=False`."
    )
    # A search that raises keeps nothing.
    error.cv_results = candidates.results  # type: ignore[attr-defined]
    return error


@dataclass(frozen=True)
class ModeStability:
    """The stability of each candidate in one mode, and its clusters there."""

    scores: Floats
    standard_errors: Floats
    n_clusters: Floats


class Candidates:
    """Score, standard error and number of blocks of each candidate of a search.

    Each array has an entry per candidate, NaN where it failed. `are_trivial` marks
    those that are stable by definition. `modes` has the stability of each mode alone,
    where it is known.
    """

    def __init__(self, cv_results: Any) -> None:
        self.results = _results_of(cv_results)
        self.params = _check_params(self.results)
        self.scores = self.numbers("score")
        if np.isnan(self.scores).all():
            raise ValueError(
                "`cv_results` has no candidate with a score: each fit or score failed. "
                "See the warnings of the search; `error_score='raise'` raises them."
            )
        self.standard_errors = self.numbers("standard_error")
        self.modes: list[ModeStability] = []
        if f"{_PREFIX}n_biclusters" in self.results:
            self.n_blocks = np.rint(self.numbers("n_biclusters"))
            self.are_trivial = self._are_trivial_biclusterings()
        else:
            n_clusters = self._n_clusters_of_modes()
            self.modes = self._stability_of_modes(n_clusters)
            self.n_blocks = prod(n_clusters.values(), start=np.ones(len(self.params)))
            self.are_trivial = self._are_trivial_coclusterings(n_clusters)

    def numbers(self, name: str, default: float | None = None) -> Floats:
        """Return one number for each candidate; the default if there is no `name`."""
        key = f"{_PREFIX}{name}"
        shape = (len(self.params),)
        if key not in self.results:
            if default is not None:
                return np.full(shape, default)
            raise ValueError(
                f"`cv_results` has no `{key}`. {_SEARCH_HINT}; to use it beside other "
                "scorers, let one callable return all numbers."
            )
        try:
            numbers = np.ma.asarray(self.results[key], dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"`{key}` must be numbers: {error}") from error
        if numbers.shape != shape:
            raise ValueError(f"`{key}` must have shape {shape}, got {numbers.shape}.")
        return np.ma.filled(numbers, np.nan)  # what a search has masked is no number

    def _n_clusters_of_modes(self) -> dict[str, Floats]:
        """Return the rounded numbers of clusters by the names of the modes, sorted."""
        key_pattern = re.compile(f"{_PREFIX}n_(.+)_clusters")
        matches = [key_pattern.fullmatch(key) for key in self.results]
        modes = sorted(match[1] for match in matches if match is not None)
        if not modes:
            raise ValueError(
                "`cv_results` has no numbers of clusters that were found, such as "
                f"`{_PREFIX}n_row_clusters`. {_SEARCH_HINT}."
            )
        return {mode: np.rint(self.numbers(f"n_{mode}_clusters")) for mode in modes}

    def _stability_of_modes(self, n_clusters: dict[str, Floats]) -> list[ModeStability]:
        """Return the stability of the modes that have a score of their own."""
        return [
            ModeStability(
                scores=self.numbers(f"{mode}_score"),
                standard_errors=self.numbers(f"{mode}_standard_error"),
                n_clusters=n_clusters_of_mode,
            )
            for mode, n_clusters_of_mode in n_clusters.items()
            if f"{_PREFIX}{mode}_score" in self.results
        ]

    def _are_trivial_biclusterings(self) -> NDArray[np.bool_]:
        """Return which candidates have no bicluster, or more than half of the rows."""
        return (self.n_blocks < 1) | (self.n_blocks > self._half_of_rows())

    def _are_trivial_coclusterings(
        self, n_clusters: dict[str, Floats]
    ) -> NDArray[np.bool_]:
        """Return which candidates are stable because of their numbers of clusters."""
        first_mode = next(iter(n_clusters))
        n_row_clusters = n_clusters.get("row", n_clusters[first_mode])
        are_trivial = self.n_blocks <= 1
        are_trivial |= n_row_clusters > self._half_of_rows()
        if "column" not in n_clusters:
            return are_trivial
        # An estimator may leave all columns single because it clusters the rows alone:
        # then all candidates do, and none is trivial for that.
        n_columns = self.numbers("n_columns", default=np.inf)
        have_single_columns = n_clusters["column"] >= n_columns
        if not have_single_columns[~are_trivial].all():
            are_trivial |= have_single_columns
        return are_trivial

    def _half_of_rows(self) -> Floats:
        """Return half the number of rows, infinity if it is unknown.

        With more clusters than that, most are single rows.
        """
        return self.numbers("n_rows", default=np.inf) / 2

    def finest(
        self, by: Choice = "blocks", eligible: NDArray[np.bool_] | None = None
    ) -> int:
        """Return the index of the finest stable candidate, by "blocks" or "modes".

        `eligible` is a mask of those that may be chosen; None: see `self.eligible`.
        """
        if by == "modes" and not self.modes:
            raise ValueError(
                f'`by="modes"` needs the agreement of each mode, `{_PREFIX}row_score`. '
                f"{_SEARCH_HINT} and an index of this package for co-clusterings."
            )
        if eligible is None:
            eligible = self.eligible()
        self._check_standard_errors(eligible)
        are_stable = _are_near_best(self.scores, self.standard_errors, eligible)
        if by == "modes":
            are_stable_in_modes = self._are_stable_in_every_mode(eligible)
            if are_stable_in_modes.any():
                are_stable = are_stable_in_modes
        # The most blocks come first, and of equal numbers the best score.
        order = np.lexsort((-self.scores, -self.n_blocks))
        stable_in_order = order[are_stable[order]]
        return int(stable_in_order[0])

    def _check_standard_errors(self, eligible: NDArray[np.bool_]) -> None:
        """Check that the eligible candidates have standard errors, none negative."""
        missing = np.flatnonzero(eligible & np.isnan(self.standard_errors))
        if len(missing) > 0:
            raise ValueError(
                f"Candidate {missing[0]}, {self.params[missing[0]]}, has no standard "
                "error of its score; search with `make_stability_scorer()`, and two "
                "resamples or more."
            )
        if (self.standard_errors < 0).any():
            raise ValueError("Standard errors must not be negative.")

    def _are_stable_in_every_mode(
        self, eligible: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return which eligible candidates are near the best in every mode alone."""
        are_stable = eligible
        for mode in self.modes:
            # A single cluster is always stable: it only counts if all find one.
            comparable = eligible & (mode.n_clusters > 1)
            if not comparable.any():
                comparable = eligible
            are_stable = are_stable & _are_near_best(
                mode.scores, mode.standard_errors, comparable
            )
        return are_stable

    def eligible(self) -> NDArray[np.bool_]:
        """Return which candidates have a score and are not stable by definition."""
        eligible = ~np.isnan(self.scores) & ~self.are_trivial
        if not eligible.any():
            raise ValueError(
                "No candidate has a score, more than one block, and at most half as "
                "many row clusters as rows; others are stable by definition."
            )
        return np.asarray(eligible)

    def agree_with_themselves(self) -> NDArray[np.bool_]:
        """Return which eligible candidates agree with themselves better than chance."""
        return self.eligible() & (self.scores > 0)


def _are_near_best(
    scores: Floats, standard_errors: Floats, eligible: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which eligible candidates are within one standard error of the best."""
    eligible_scores = np.where(eligible, scores, -np.inf)
    best = int(np.argmax(eligible_scores))
    # The standard error of the difference, as if both scores were independent.
    margins = np.hypot(standard_errors, standard_errors[best])
    return np.asarray(eligible & (eligible_scores >= scores[best] - margins))


def _check_params(results: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the parameters of the candidates; check that they are a list of dicts."""
    name = "cv_results['params']"
    params = check_sequence(results.get("params", ()), name, "dicts", may_be_empty=True)
    if not all(isinstance(candidate, Mapping) for candidate in params):
        raise TypeError(f"`{name}` must be a list of dicts.")
    return params


def _results_of(cv_results: Any) -> Mapping[str, Any]:
    """Return the results of a search, given these or the search itself."""
    if isinstance(cv_results, Mapping):
        return cv_results
    if hasattr(cv_results, "cv_results_"):
        return dict(cv_results.cv_results_)
    got = type(cv_results).__name__
    if not hasattr(cv_results, "fit"):
        raise TypeError(f"`cv_results` must be a mapping or a search, got {got}.")
    scorer = getattr(cv_results, "scoring", None)
    hint = ""
    if isinstance(scorer, Scorer) and not scorer.counts_clusters:
        hint = f" Its scorer returns no numbers of clusters. {_SEARCH_HINT}."
    raise ValueError(
        f"`cv_results` is a {got} without `cv_results_`: no fitted search.{hint}"
    )
