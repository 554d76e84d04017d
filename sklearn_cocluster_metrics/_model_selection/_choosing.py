"""The choice among the candidates of a search, without a truth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import prod
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from .._structures._arguments import Estimator, check_option, check_sequence
from ._scorers import Scorer

Floats = NDArray[np.float64]
Choice = Literal["blocks", "modes"]
CHOICES: tuple[str, ...] = get_args(Choice)
"""What must be stable: the co-clustering as a whole, or every mode by itself."""

_LEVEL = 0.05  # of the test of all candidates for values
_MEAN = "mean_test_"
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
    found = Candidates(cv_results)
    modularity = found.numbers("bcv_modularity", np.nan)
    pvalues = found.numbers("split_half_pvalue", np.nan)
    of_counts = not np.isnan(modularity).all()
    if not of_counts and np.isnan(pvalues).all():
        raise ValueError(
            f"`cv_results` has neither `{_MEAN}bcv_modularity` (of counts) nor "
            f"`{_MEAN}split_half_pvalue` (of values). {_SEARCH_HINT} for labels, not "
            "biclusters, of finite data with two columns or more; or `finest_stable`."
        )
    bcv = found.numbers("bcv", np.nan)
    bcv_errors = np.nan_to_num(found.numbers("bcv_standard_error", 0))
    # With many candidates, the best of pure noise lies slightly above 0.
    predicts = bcv > 2 * bcv_errors
    agrees = pvalues * len(found.params) <= _LEVEL
    may_be = found.eligible() & (found.scores > 0) & (predicts if of_counts else agrees)
    if may_be.any() and of_counts:
        products = np.where(may_be, bcv * modularity, np.nan)
        return int(np.argmax(np.nan_to_num(products, nan=-np.inf)))
    if may_be.any():
        return found.finest(eligible=may_be)
    if of_counts:
        best = np.nanargmax(bcv)
        reason = (
            f"predicts unseen cells (greatest bcv: {bcv[best]:.3g}, standard error "
            f"{bcv_errors[best]:.2g}; it must be above 0 by two of these)"
        )
    else:
        reason = (
            "has its rows found again in halves of the columns (least p-value: "
            f"{np.nanmin(pvalues):.2g}; it is 1 where halves cannot be fitted, and "
            f"must be at most {_LEVEL} over their number)"
        )
    error = ValueError(
        f"Nothing was found, so no candidate is chosen: none {reason} and agrees with "
        "itself on parts of the data. The scores are in `cv_results` of this error; or "
        "search with `refit=False`."
    )
    # A search that raises keeps nothing.
    error.cv_results = found.results  # type: ignore[attr-defined]
    raise error


class Candidates:
    """Score, standard error and number of blocks of each candidate of a search.

    `are_trivial` marks those that are stable by definition. `modes` has the scores,
    standard errors and numbers of clusters of each mode alone, where they are known.
    """

    def __init__(self, cv_results: Any) -> None:
        self.results = results = _mapping_of(cv_results)
        name, params = "cv_results['params']", results.get("params", ())
        self.params = check_sequence(params, name, "dicts", may_be_empty=True)
        if not all(isinstance(one, Mapping) for one in self.params):
            raise TypeError(f"`{name}` must be a list of dicts.")
        self.scores = self.numbers("score")
        if np.isnan(self.scores).all():
            raise ValueError(
                "`cv_results` has no candidate with a score: each fit or score failed. "
                "See the warnings of the search; `error_score='raise'` raises them."
            )
        self.errors = self.numbers("standard_error")
        most = self.numbers("n_rows", np.inf) / 2
        self.modes: list[tuple[Floats, Floats, Floats]] = []
        if f"{_MEAN}n_biclusters" in results:
            self.blocks = np.rint(self.numbers("n_biclusters"))
            self.are_trivial = (self.blocks < 1) | (self.blocks > most)
            return
        matches = map(re.compile(f"{_MEAN}n_(.+)_clusters").fullmatch, results)
        modes = sorted(match[1] for match in matches if match)
        if not modes:
            raise ValueError(
                "`cv_results` has no numbers of clusters that were found, such as "
                f"`{_MEAN}n_row_clusters`. {_SEARCH_HINT}."
            )
        found = {mode: np.rint(self.numbers(f"n_{mode}_clusters")) for mode in modes}
        for mode, n_clusters in found.items():
            if f"{_MEAN}{mode}_score" in results:
                scores = self.numbers(f"{mode}_score")
                errors = self.numbers(f"{mode}_standard_error")
                self.modes.append((scores, errors, n_clusters))
        self.blocks = prod(found.values(), start=np.ones(len(self.params)))
        self.are_trivial = (self.blocks <= 1) | (
            found.get("row", found[modes[0]]) > most
        )
        # An estimator may leave all columns single because it clusters the rows alone.
        are_single = found.get("column", -1) >= self.numbers("n_columns", np.inf)
        if not are_single[~self.are_trivial].all():
            self.are_trivial |= are_single

    def numbers(self, name: str, default: float | None = None) -> Floats:
        """Return one number for each candidate."""
        key, shape = f"{_MEAN}{name}", (len(self.params),)
        if key not in self.results:
            if default is not None:
                return np.full(shape, default)
            raise ValueError(
                f"`cv_results` has no `{key}`. {_SEARCH_HINT}; to use it beside other "
                "scorers, let one callable return all numbers."
            )
        try:
            given = np.ma.asarray(self.results[key], dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"`{key}` must be numbers: {error}") from error
        if given.shape != shape:
            raise ValueError(f"`{key}` must have shape {shape}, got {given.shape}.")
        return np.ma.filled(given, np.nan)  # what a search has masked is no number

    def finest(
        self, by: Choice = "blocks", eligible: NDArray[np.bool_] | None = None
    ) -> int:
        """Return the index of the finest stable candidate, by "blocks" or "modes"."""
        if by == "modes" and not self.modes:
            raise ValueError(
                f'`by="modes"` needs the agreement of each mode, `{_MEAN}row_score`. '
                f"{_SEARCH_HINT} and an index of this package for co-clusterings."
            )
        eligible = self.eligible() if eligible is None else eligible
        missing = np.flatnonzero(eligible & np.isnan(self.errors))
        if len(missing):
            raise ValueError(
                f"Candidate {missing[0]}, {self.params[missing[0]]}: no standard error."
            )
        if (self.errors < 0).any():
            raise ValueError("Standard errors must not be negative.")
        stable = _near_best(self.scores, self.errors, eligible)
        if by == "modes":
            in_every_mode = eligible
            for scores, errors, n_clusters in self.modes:
                # A single cluster is always stable: it only counts if all find one.
                several = eligible & (n_clusters > 1)
                comparable = several if several.any() else eligible
                in_every_mode = in_every_mode & _near_best(scores, errors, comparable)
            stable = in_every_mode if in_every_mode.any() else stable
        order = np.lexsort((-self.scores, -self.blocks))  # most blocks, then best score
        return int(order[stable[order]][0])

    def eligible(self) -> NDArray[np.bool_]:
        """Return which candidates have a score and are not stable by definition."""
        eligible = ~np.isnan(self.scores) & ~self.are_trivial
        if not eligible.any():
            raise ValueError(
                "No candidate has a score, more than one block, and at most half as "
                "many row clusters as rows; others are stable by definition."
            )
        return np.asarray(eligible)


def _near_best(
    scores: Floats, errors: Floats, eligible: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which eligible candidates are within one standard error of the best."""
    comparable = np.where(eligible, scores, -np.inf)
    best = int(np.argmax(comparable))
    margins = np.hypot(errors, errors[best])
    return np.asarray(eligible & (comparable >= scores[best] - margins))


def _mapping_of(cv_results: Any) -> Mapping[str, Any]:
    """Return the results of a search, given these or the search itself."""
    if isinstance(cv_results, Mapping):
        return cv_results
    if hasattr(cv_results, "cv_results_"):
        return dict(cv_results.cv_results_)
    kind = type(cv_results).__name__
    if hasattr(cv_results, "fit"):
        scoring = getattr(cv_results, "scoring", None)
        hint = ""
        if isinstance(scoring, Scorer) and not scoring.counts_clusters:
            hint = f" Its scorer returns no numbers of clusters. {_SEARCH_HINT}."
        raise ValueError(
            f"`cv_results` is a {kind} without `cv_results_`: no fitted search.{hint}"
        )
    raise TypeError(f"`cv_results` must be a mapping or a search, got {kind}.")
