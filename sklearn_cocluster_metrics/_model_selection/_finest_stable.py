"""The choice among the candidates of a search by stability."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from .._structures._arguments import Estimator, check_option
from ._scorers import Scorer

Floats = NDArray[np.float64]
Choice = Literal["blocks", "modes"]
CHOICES: tuple[str, ...] = get_args(Choice)
"""What must be stable: the co-clustering as a whole, or every mode by itself."""

_MEAN = "mean_test_"
_SEARCH_HINT = "Search with `make_stability_scorer(with_standard_error=True)`"


def finest_stable(
    cv_results: Mapping[str, Any] | Estimator, *, by: Choice = "blocks"
) -> int:
    """Choose the finest candidate within one standard error of the best.

    For ``refit=`` of a search with a stability scorer: coarse co-clusterings often tie
    at 1 with the true one, and scikit-learn would take the first of them.

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search's `cv_results_`, with `params`, `mean_test_score` and what
        ``make_stability_scorer(with_standard_error=True)`` returns beside the score:
        `mean_test_standard_error`, and the numbers of clusters found,
        `mean_test_n_row_clusters` and `mean_test_n_column_clusters`, or
        `mean_test_n_biclusters`.
    by : {"blocks", "modes"}, default="blocks"
        What must be stable: the co-clustering as a whole, or the row clustering and the
        column clustering, each by itself. In a search, pass
        ``refit=functools.partial(finest_stable, by="modes")``.

    Returns
    -------
    best_index : int
        Index of the candidate with most blocks among those whose score is at most one
        standard error below the greatest. This is the standard error of the difference
        of the two scores, as if they were independent. Among equally fine candidates,
        the one that scores higher; among equal scores, the first.

    Raises
    ------
    ValueError
        If `by` is unknown; if `cv_results` lacks what is needed or its entries differ
        in length; if no candidate has a score and more than one block; if the standard
        error of such a candidate is missing.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    make_stability_scorer : The scorer to use it with.
    StabilityDisplay : The scores of all candidates.

    Notes
    -----
    The number of blocks is the number that was found:
    `mean_test_n_row_clusters` times `mean_test_n_column_clusters`, each rounded; of
    biclusters, their number plus one for the cells outside. A candidate that finds
    fewer clusters than its parameters ask for counts as what it finds, and the
    parameters may have any name.

    A single block is stable by definition, so such candidates are never chosen.
    Candidates without a score (NaN) are ignored.

    With ``by="modes"``, a candidate is stable if its `mean_test_row_score` is within
    one standard error of the best, and its `mean_test_column_score` too; the score of
    the whole co-clustering decides only if there is no such candidate. A candidate with
    a single cluster in a mode is stable there by definition, and is not chosen if
    another one has more. For estimators that label rows and columns independently, both
    rules usually agree.

    Before a long search, ``finest_stable(search)`` tells whether its scorer returns
    what is needed: the error for a search that is not fitted says so.

    A search does not set `best_score_` where `refit` is a function. It is
    ``search.cv_results_["mean_test_score"][search.best_index_]``. Halving searches do
    not call such a function: they take the greatest score of the last iteration.

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
    return Candidates.of(cv_results).finest(by)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Score, standard error and number of blocks of each candidate; NaN if unknown.

    `modes` has the scores, standard errors and numbers of clusters of each mode alone,
    where they are known.
    """

    params: Sequence[Mapping[str, Any]]
    scores: Floats
    errors: Floats
    blocks: Floats
    modes: Sequence[tuple[Floats, Floats, Floats]] = ()

    @classmethod
    def of(cls, cv_results: Any) -> "Candidates":
        """Take from the results of a search, or the search, what the choice needs."""
        results = _mapping_of(cv_results)
        params = list(results.get("params", ()))
        numbers = partial(_numbers, results, len(params))
        scores, errors = numbers("score"), numbers("standard_error")
        if np.isnan(scores).all():
            raise ValueError("`cv_results` has no candidate with a score: all are NaN.")
        if f"{_MEAN}n_biclusters" in results:
            # The cells outside all biclusters count as one block, so that a single
            # block is never evidence of structure.
            return cls(params, scores, errors, np.rint(numbers("n_biclusters")) + 1)
        matches = map(re.compile(f"{_MEAN}n_(.+)_clusters").fullmatch, results)
        modes = [match[1] for match in matches if match]
        found = {mode: np.rint(numbers(f"n_{mode}_clusters")) for mode in modes}
        if not found:
            raise ValueError(
                "`cv_results` has no numbers of clusters that were found, such as "
                f"`{_MEAN}n_row_clusters`. {_SEARCH_HINT}."
            )
        each = [
            (numbers(f"{mode}_score"), numbers(f"{mode}_standard_error"), found[mode])
            for mode in modes
            if f"{_MEAN}{mode}_score" in results
        ]
        blocks = prod(found.values(), start=np.ones(len(params)))
        return cls(params, scores, errors, blocks, each)

    def finest(self, by: Choice = "blocks") -> int:
        """Return the index of the finest stable candidate, by "blocks" or "modes"."""
        if by == "modes" and not self.modes:
            raise ValueError(
                '`by="modes"` needs the agreement of each mode, such as '
                f"`{_MEAN}row_score`. {_SEARCH_HINT} and an index of this package for "
                "co-clusterings."
            )
        eligible = self._eligible()
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

    def _eligible(self) -> NDArray[np.bool_]:
        """Return which candidates have a score and more than one block, checked."""
        eligible = ~np.isnan(self.scores) & (self.blocks > 1)
        if not eligible.any():
            raise ValueError(
                "No candidate has a score and more than one block. A single block is "
                "stable by definition and is never chosen."
            )
        missing = np.flatnonzero(eligible & np.isnan(self.errors))
        if len(missing):
            raise ValueError(
                f"Candidate {missing[0]}, {self.params[missing[0]]}, has a score "
                "but no standard error (it is NaN)."
            )
        if (self.errors < 0).any():
            raise ValueError("Standard errors must not be negative.")
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
    if hasattr(cv_results, "fit"):
        scoring = getattr(cv_results, "scoring", None)
        hint = ""
        if isinstance(scoring, Scorer) and not scoring.counts_clusters:
            hint = f" Its scorer returns no numbers of clusters. {_SEARCH_HINT}."
        raise ValueError(
            f"`cv_results` is a {type(cv_results).__name__} without `cv_results_`: it "
            f"is not a search, or not fitted.{hint}"
        )
    raise TypeError(
        "`cv_results` must be the `cv_results_` of a search, or the search, got "
        f"{type(cv_results).__name__}."
    )


def _numbers(results: Mapping[str, Any], n: int, name: str) -> Floats:
    """Return one number for each of n candidates."""
    key = f"{_MEAN}{name}"
    if key not in results:
        raise ValueError(
            f"`cv_results` has no `{key}`. {_SEARCH_HINT}; to use it beside other "
            "scorers, let one callable return all numbers."
        )
    numbers = np.asarray(results[key], dtype=np.float64)
    if numbers.shape != (n,):
        raise ValueError(
            f"`{key}` must have one number for each of the {n} candidates in `params`, "
            f"got an array of shape {numbers.shape}."
        )
    return numbers
