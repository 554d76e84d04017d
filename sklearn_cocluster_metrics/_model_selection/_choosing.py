"""Rules that choose among the candidates of a search without true labels."""

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
    ChoiceFrequencies,
    Rule,
    frequencies_of,
    hint_at_other_seeds,
    warn_if_unsure,
)

_SIGNIFICANCE_LEVEL = 0.05  # of the test of all candidates together, for values


def finest_stable(
    cv_results: Mapping[str, Any] | Estimator, *, by: Choice = "blocks"
) -> int:
    """Choose the finest candidate within one standard error of the best.

    Pass this function as ``refit=`` of a search whose scorer is
    `make_stability_scorer`. The most stable candidate is often too coarse, because a
    coarse version of a true structure is also stable. Therefore, this rule takes the
    candidate with the most blocks among all candidates whose stability is close to the
    best. For counts, the choice of `most_reproducible` is, on average, closer to the
    best candidate (:ref:`success_rates`).

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search, or its `cv_results_`, with the numbers that
        ``make_stability_scorer()`` returns.
    by : {"blocks", "modes"}, default="blocks"
        What must be stable. "blocks" stands for the whole co-clustering, and "modes"
        for the rows and the columns, each alone
        (``refit=functools.partial(finest_stable, by="modes")``).

    Returns
    -------
    best_index : int
        Index of the chosen candidate. Among the candidates whose stability is at most
        one standard error below the greatest, it has the most blocks. If several have
        as many, the most stable is chosen, and then the first. The standard error is
        the standard error of the difference of two candidates as if they were
        independent, for 24 resamples. The number of resamples in the search does not
        change it, because more resamples would otherwise lead to fewer blocks.

    Raises
    ------
    ValueError
        If `by` is unknown, if `cv_results` lacks a number that is needed or has arrays
        of different lengths, or if no candidate may be chosen.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    most_reproducible : Choose a candidate only if there is evidence of structure.
    choice_frequencies : Show how sure the choice is.

    Notes
    -----
    The number of blocks is the number that was found, not a parameter of the candidate.
    It is the number of row clusters times the number of column clusters, or the number
    of biclusters. The means of these numbers are rounded.

    Some candidates are stable by definition, and are never chosen. These have a single
    block, more row clusters than half of the rows, or only single columns as column
    clusters although another candidate joins some columns. NaN scores are ignored.

    With ``by="modes"``, a candidate must be within one standard error of the best for
    the rows and also for the columns. If there is no such candidate, the stability of
    the whole decides. A single row cluster, or a single column cluster, is not chosen
    if other candidates have more.

    Call ``finest_stable(search)`` before a long search to check its scorer. Halving
    searches call no function that is passed as `refit`.

    There is a warning if fewer than 80 % of searches with other resamples would make
    the same choice. `choice_frequencies` then shows the other choices. A scorer with
    ``with_resamples=False`` prevents the warning.

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

    Pass this function as ``refit=`` of a search with ``make_stability_scorer()``. It
    raises an error if no candidate shows evidence of structure, so that nothing is
    chosen in noise. One candidate with evidence is enough for the whole search.

    For counts, the evidence is that the blocks predict unseen cells. The chosen
    candidate has the greatest product of `mean_test_bcv` and
    `mean_test_bcv_modularity`. For values, the evidence is that the clusters of the
    rows are found again in halves of the columns. The choice is then made as in
    `finest_stable`. :ref:`success_rates` shows how far the choice of this rule is from
    the best candidate.

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search, or its `cv_results_`.

    Returns
    -------
    best_index : int
        Index of the chosen candidate. If several are equal, it is the first.

    Raises
    ------
    ValueError
        If no candidate agrees with itself on parts of the data and also shows evidence
        of structure, or if `cv_results` lacks a number that is needed. For counts,
        evidence means that `mean_test_bcv` is above 0 by more than two standard errors
        of at most 24 resamples. For values, it means a p-value of at most 0.05 divided
        by the number of candidates, so that at most one search in twenty chooses a
        candidate in noise whose columns are independent and exchangeable. The error has
        the results in its attribute `cv_results`.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    finest_stable : Choose by stability alone; its notes describe the candidates that
        neither function chooses.
    choice_frequencies : Show how sure the choice is.

    Notes
    -----
    Evidence of structure is not evidence of clusters. Columns that depend on each
    other, gradients and factors are structure, too.

    The numbers of candidates that cluster different matrices cannot be compared. For
    example, several values of `min_df` give texts several vocabularies
    (:ref:`first_steps`).

    For values, the p-value of each split comes from random permutations and is at least
    0.0001, so that the p-value of a candidate is at least 0.0003. Therefore, a search
    with more than 166 candidates cannot find anything.

    There is a warning if fewer than 80 % of searches with other resamples would make
    the same choice. `choice_frequencies` then shows the other choices. A scorer with
    ``with_resamples=False`` prevents the warning.

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
    """Return the index of the most reproducible candidate, of counts or of values.

    The data of the search were counts if any candidate has a `bcv_modularity`.
    """
    modularity = candidates.numbers("bcv_modularity", default=np.nan)
    if not np.isnan(modularity).all():
        return _most_reproducible_by_counts(candidates, modularity)
    pvalues = candidates.numbers("split_half_pvalue", default=np.nan)
    if np.isnan(pvalues).all():
        raise ValueError(
            f"`cv_results` has neither `{PREFIX}bcv_modularity`, which counts need, "
            f"nor `{PREFIX}split_half_pvalue`, which values need. {SEARCH_HINT} for "
            "labels, not biclusters, of data with two columns or more. Otherwise, "
            "choose with `finest_stable`."
        )
    return _most_reproducible_by_values(candidates, pvalues)


def _most_reproducible_by_counts(candidates: Candidates, modularity: Floats) -> int:
    """Return the index of the candidate whose blocks predict unseen counts best.

    `bcv` is the gain of the blocks on unseen cells, as a fraction of the attainable
    gain. `modularity` is the fraction of unseen counts in blocks that were dense in the
    fit, minus the fraction that is expected from the totals of the clusters. The
    product of both must be greatest. At least one candidate must have a `bcv` above two
    standard errors, which is evidence of structure in the data. Therefore, another
    candidate with a positive `bcv` may be returned.
    """
    bcv = candidates.numbers("bcv")
    # If there are many candidates, the best `bcv` in pure noise is slightly above 0. It
    # might exceed the small standard errors of many resamples.
    minima = 2 * candidates.standard_errors_of_few_resamples("bcv")
    eligible = candidates.more_stable_than_chance()
    is_evidence = bcv > minima
    if not (eligible & is_evidence).any():
        condition = "predicts unseen cells"
        # Otherwise, a candidate predicts them, but does not agree with itself.
        if not is_evidence.any() and not np.isnan(bcv).all():
            best = np.nanargmax(bcv)
            condition += (
                f" (the greatest bcv is {bcv[best]:.3g}, but must be above "
                f"{minima[best]:.2g}, two standard errors)"
            )
        raise _error_of_nothing_found(candidates, condition)
    products = np.where(eligible & (bcv > 0), bcv * modularity, np.nan)
    # A candidate without a product, for example with an unknown modularity, comes last.
    return int(np.argmax(np.nan_to_num(products, nan=-np.inf)))


def _most_reproducible_by_values(candidates: Candidates, pvalues: Floats) -> int:
    """Return the finest stable candidate of a search in values, not counts.

    The result is the index of the candidate with the most blocks, among those whose
    stability is near the best. At least one candidate must have its rows found again in
    halves of the columns, which is evidence of structure in the data. Therefore,
    another candidate may be returned. The p-values are small for candidates whose rows
    are found again, and NaN without a test. At least one p-value must be a number.
    """
    eligible = candidates.more_stable_than_chance()
    # Bonferroni's correction makes one test of the whole search.
    adjusted = pvalues * len(candidates.params)
    is_evidence = adjusted <= _SIGNIFICANCE_LEVEL
    if not (eligible & is_evidence).any():
        condition = "has its rows found again in halves of the columns"
        # Otherwise, the rows of a candidate are found again in halves of the columns,
        # but it does not agree with itself on parts of the data.
        if not is_evidence.any():
            condition += (
                f" (the least p-value is {np.nanmin(pvalues):.2g}, but must be at most "
                f"{_SIGNIFICANCE_LEVEL} over the number of candidates; it is 1 if "
                "halves cannot be fitted)"
            )
        raise _error_of_nothing_found(candidates, condition)
    return candidates.finest(eligible=eligible)


def _error_of_nothing_found(candidates: Candidates, condition: str) -> ValueError:
    """Return the error for a search in which no candidate meets the condition.

    `condition` is a text that follows the word "none", such as "predicts unseen cells".
    """
    hint = hint_at_other_seeds(candidates, most_reproducible)
    error = ValueError(
        f"Nothing was found, so no candidate is chosen: none {condition} and agrees "
        f"with itself on parts of the data.{hint} The scores are in the attribute "
        "`cv_results` of this error. To keep the search without a choice, pass "
        "`refit=False`."
    )
    # A search that raises an error keeps no results, so the error has them.
    error.cv_results = candidates.results  # type: ignore[attr-defined]
    return error


def choice_frequencies(
    cv_results: Mapping[str, Any] | Estimator, *, rule: Rule | None = None
) -> ChoiceFrequencies:
    """How often a search with other resamples would choose each candidate.

    A choice without known labels depends on the random parts of the data. This function
    shows how much, and how often nothing would be chosen. A frequency of 1 means that
    the choice does not depend on the resamples. If no frequency is near 1, use more
    resamples or compare the most frequent candidates.

    The function simulates other searches of the same data without any new fit. It draws
    the resamples and splits of the search with replacement, and lets the rule choose
    again.

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search, or its `cv_results_`, with the numbers that
        ``make_stability_scorer()`` returns.
    rule : callable, default=None
        Function that takes `cv_results_` and returns an index, as `refit` of a search
        does. If None, the rule is the `refit` of the search if this is callable, and
        `most_reproducible` otherwise.

    Returns
    -------
    frequencies : ChoiceFrequencies
        Frequency, in [0, 1], of each candidate and of no choice. The printed result is
        a table, followed by sentences that say how sure the choice is and whether more
        resamples or splits would decide it.

    Raises
    ------
    ValueError
        If `cv_results` lacks the numbers of each resample, or another number that the
        rule needs.
    TypeError
        If `cv_results` is neither a mapping nor a search, or `rule` is not callable.

    See Also
    --------
    most_reproducible, finest_stable : Choose, and warn if the choice is not sure.

    Notes
    -----
    The frequencies describe another seed and the same data. Another sample of rows or
    columns may change the choice more.

    The difference of the means of two searches has twice the variance of one mean.
    Therefore, the deviations of bootstrap means are multiplied by the square root of 2.
    Standard errors and numbers of clusters stay as they are. The draws have a fixed
    seed.

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
    ...     scoring=make_stability_scorer(n_resamples=4),
    ...     refit=finest_stable,
    ...     cv=WholeDataSplit(),
    ... ).fit(X)
    >>> choice_frequencies(search)
    ChoiceFrequencies(3: ...)
    """
    if rule is None:
        refit = getattr(cv_results, "refit", None)
        rule = refit if callable(refit) else most_reproducible
    if not callable(rule):
        raise TypeError(
            "`rule` must be a function that takes `cv_results_` and returns an "
            f"index, such as `finest_stable`, got {describe(rule)}."
        )
    frequencies = frequencies_of(Candidates(cv_results), rule)
    if frequencies is None:
        raise ValueError(
            "`cv_results` has no numbers of each resample. Search with "
            "`make_stability_scorer()`, without `with_resamples=False`."
        )
    return frequencies
