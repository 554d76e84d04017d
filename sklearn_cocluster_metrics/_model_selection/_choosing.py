"""The choice among the candidates of a search, without a truth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from .._structures._arguments import check_option
from .._structures._messages import describe
from .._structures._types import Estimator
from ._candidates import (
    CHOICES,
    PREFIX,
    SEARCH_HINT,
    Candidates,
    Choice,
    Floats,
)
from ._choice_frequencies import (
    SURE,
    ChoiceFrequencies,
    Rule,
    frequencies_of,
    warn_if_unsure,
)

_SIGNIFICANCE_LEVEL = 0.05  # of the test of all candidates for values


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
        difference, as if independent) below the greatest stability; then the one that
        is more stable, then the first. The standard error is that of 24 resamples,
        whatever their number, so that more resamples do not choose fewer blocks.

    Raises
    ------
    ValueError
        If `by` is unknown, `cv_results` lacks what is needed or differs in length, or
        no candidate may be chosen.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    most_reproducible : The choice where there is evidence of structure.
    choice_frequencies : How sure the choice is.

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

    If the scorer has `with_resamples`, there is a warning where the choice would come
    back in less than 80 % of searches with other resamples.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import finest_stable
    >>> finest_stable(
    ...     {
    ...         "params": [{"n_clusters": 2}, {"n_clusters": 3}, {"n_clusters": 4}],
    ...         "mean_test_stability": [1.0, 0.99, 0.7],
    ...         "mean_test_resampling_error": [0.0, 0.01, 0.02],
    ...         "mean_test_n_row_clusters": [2, 3, 4],
    ...         "mean_test_n_column_clusters": [2, 3, 4],
    ...     }
    ... )
    1
    """
    check_option(by, "by", CHOICES)
    candidates = Candidates(cv_results)
    chosen = candidates.finest(by)
    warn_if_unsure(candidates, partial(finest_stable, by=by))
    return chosen


def most_reproducible(cv_results: Mapping[str, Any] | Estimator) -> int:
    """Choose a candidate if there is evidence that the data have structure.

    For ``refit=`` of a search with ``make_stability_scorer()``. One candidate with
    evidence is enough for the whole search. For counts, its blocks predict unseen
    cells; the choice has the greatest product of `mean_test_bcv` and
    `mean_test_bcv_modularity`. For values, its rows are found again in halves of the
    columns; the choice is that of `finest_stable`. What it loses:
    :ref:`success_rates`.

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
        cells better than 0 by more than two standard errors of at most 24 resamples
        (counts) or has its rows found again (values: at 5 % over the number of
        candidates, so that in noise of independent, exchangeable columns at most one
        search in twenty chooses any). The error has the results in `cv_results`. If
        `cv_results` lacks what is needed.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    finest_stable : The choice by stability alone; says what both leave out.
    choice_frequencies : How sure the choice is.

    Notes
    -----
    Evidence of structure is no evidence of clusters: columns that depend on each other,
    gradients and factors pass, too.

    The p-values of values are drawn and not below a ten-thousandth, so that a search
    with more than 166 candidates finds nothing.

    If the scorer has `with_resamples`, there is a warning where the choice would come
    back in less than 80 % of searches with other resamples.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import most_reproducible
    >>> most_reproducible(
    ...     {
    ...         "params": [{"n_clusters": 2}, {"n_clusters": 3}, {"n_clusters": 4}],
    ...         "mean_test_stability": [1.0, 0.9, 0.7],
    ...         "mean_test_resampling_error": [0.0, 0.01, 0.02],
    ...         "mean_test_bcv": [0.25, 0.3, 0.24],
    ...         "mean_test_bcv_modularity": [0.3, 0.4, 0.42],
    ...         "mean_test_n_row_clusters": [2, 3, 4],
    ...         "mean_test_n_column_clusters": [2, 3, 4],
    ...     }
    ... )
    1
    """
    candidates = Candidates(cv_results)
    chosen = _choose_most_reproducible(candidates)
    warn_if_unsure(candidates, most_reproducible)
    return chosen


def _choose_most_reproducible(candidates: Candidates) -> int:
    """Return the index of the most reproducible candidate, of counts or of values."""
    modularity = candidates.numbers("bcv_modularity", default=np.nan)
    if not np.isnan(modularity).all():
        return _most_reproducible_by_counts(candidates, modularity)
    pvalues = candidates.numbers("split_half_pvalue", default=np.nan)
    if np.isnan(pvalues).all():
        raise ValueError(
            f"`cv_results` has neither `{PREFIX}bcv_modularity` (of counts) nor "
            f"`{PREFIX}split_half_pvalue` (of values). {SEARCH_HINT} for labels, not "
            "biclusters, of data with two columns or more; or `finest_stable`."
        )
    return _most_reproducible_by_values(candidates, pvalues)


def _most_reproducible_by_counts(candidates: Candidates, modularity: Floats) -> int:
    """Return the index of the candidate whose blocks predict unseen counts best.

    `bcv` is the share of the attainable gain that its blocks reach on unseen cells;
    `modularity` is the share of unseen counts in blocks that were dense when seen,
    above what the totals of the clusters expect.
    """
    bcv = candidates.numbers("bcv", default=np.nan)
    # With many candidates, the best `bcv` of pure noise lies slightly above 0.
    minima = 2 * candidates.standard_errors_of_few("bcv")
    eligible = candidates.agree_with_themselves()
    if not (eligible & (bcv > minima)).any():
        best = np.nanargmax(bcv)
        raise _error_of_nothing_found(
            candidates,
            f"predicts unseen cells (greatest bcv: {bcv[best]:.3g}; it must be above "
            f"{minima[best]:.2g}, two standard errors)",
        )
    products = np.where(eligible & (bcv > 0), bcv * modularity, np.nan)
    # A candidate without a product, of an unknown modularity too, comes last.
    return int(np.argmax(np.nan_to_num(products, nan=-np.inf)))


def _most_reproducible_by_values(candidates: Candidates, pvalues: Floats) -> int:
    """Return the finest stable candidate, if the rows of any are found again.

    The p-values are of the rows, and NaN without a test.
    """
    eligible = candidates.agree_with_themselves()
    # Bonferroni's correction: one test for the whole search.
    adjusted = pvalues * len(candidates.params)
    if not (eligible & (adjusted <= _SIGNIFICANCE_LEVEL)).any():
        raise _error_of_nothing_found(
            candidates,
            "has its rows found again in halves of the columns (least p-value: "
            f"{np.nanmin(pvalues):.2g}; it is 1 where halves cannot be fitted, and "
            f"must be at most {_SIGNIFICANCE_LEVEL} over the number of candidates)",
        )
    return candidates.finest(eligible=eligible)


def _error_of_nothing_found(candidates: Candidates, condition: str) -> ValueError:
    """Return the error for a search of which no candidate meets a condition."""
    error = ValueError(
        f"Nothing was found, so no candidate is chosen: none {condition} and agrees "
        f"with itself on parts of the data.{_doubts_of_nothing(candidates)} The scores "
        "are in `cv_results` of this error; or search with `refit=False`."
    )
    # A search that raises keeps nothing.
    error.cv_results = candidates.results  # type: ignore[attr-defined]
    return error


def _doubts_of_nothing(candidates: Candidates) -> str:
    """Return a sentence if other resamples would often choose a candidate."""
    frequencies = frequencies_of(candidates, most_reproducible)
    if frequencies is None or frequencies.nothing >= SURE:
        return ""
    return f" Another seed may choose ({frequencies.shares()})."


def choice_frequencies(
    cv_results: Mapping[str, Any] | Estimator, *, rule: Rule | None = None
) -> ChoiceFrequencies:
    """How often each candidate would be chosen if the resamples were others.

    A choice without a truth depends on the random parts of the data. This function
    simulates other searches of the same data, without any new fit: the resamples and
    splits of the search are drawn with replacement, and the rule chooses again.

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search, or its `cv_results_`, with what
        ``make_stability_scorer(with_resamples=True)`` returns.
    rule : callable, default=None
        As `refit` of a search: it takes `cv_results_` and returns an index. If None, it
        is `refit` of the search if that is callable, and `most_reproducible` otherwise.

    Returns
    -------
    frequencies : ChoiceFrequencies
        Frequency of each candidate, and of none. Its text is a table, and a sentence
        about what would decide.

    Raises
    ------
    ValueError
        If `cv_results` lacks the numbers of each resample, or anything else that the
        rule needs.
    TypeError
        If `cv_results` is neither a mapping nor a search, or `rule` is not callable.

    See Also
    --------
    most_reproducible, finest_stable : Rules; they warn of a choice that comes back in
        less than 80 %.

    Notes
    -----
    The frequencies are about another seed and the same data. Another sample of rows or
    columns may change more.

    The means of two searches differ by twice the variance of one, so the deviations of
    bootstrap means are multiplied by the square root of 2. Standard errors and numbers
    of clusters stay as they are. The draws have a fixed seed.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn_cocluster_metrics import (
    ...     WholeDataSplit, choice_frequencies, finest_stable, make_stability_scorer
    ... )
    >>> from sklearn.datasets import make_biclusters
    >>> X, _, _ = make_biclusters((60, 40), n_clusters=3, noise=1, random_state=0)
    >>> search = GridSearchCV(
    ...     SpectralCoclustering(random_state=0),
    ...     {"n_clusters": [2, 3, 4]},
    ...     scoring=make_stability_scorer(n_resamples=4, with_resamples=True),
    ...     refit=finest_stable,
    ...     cv=WholeDataSplit(),
    ... ).fit(X)
    >>> choice_frequencies(search)
    ChoiceFrequencies(3: 100 %)
    """
    if rule is None:
        refit = getattr(cv_results, "refit", None)
        rule = refit if callable(refit) else most_reproducible
    if not callable(rule):
        raise TypeError(
            "`rule` must be a callable that takes `cv_results_`, such as "
            f"`finest_stable`, got {describe(rule)}."
        )
    frequencies = frequencies_of(Candidates(cv_results), rule)
    if frequencies is None:
        raise ValueError(
            "`cv_results` has no numbers of each resample: search with "
            "`make_stability_scorer(with_resamples=True)`."
        )
    return frequencies
