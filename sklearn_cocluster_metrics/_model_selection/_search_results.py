"""Choose among the candidates of a search by stability."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures import Estimator
from ._numbers_of_blocks import blocks_asked_for, blocks_found

_STANDARD_ERROR = "mean_test_standard_error"
_FOUND = ("mean_test_n_row_clusters", "mean_test_n_column_clusters")


def finest_stable(cv_results: Mapping[str, Any] | Estimator) -> int:
    """Choose the finest candidate within one standard error of the best.

    For ``refit=`` of a search with a stability scorer: coarse co-clusterings often tie
    at 1 with the true one, and scikit-learn would take the first of them.

    Parameters
    ----------
    cv_results : mapping of str to array-like, or fitted search
        The search's `cv_results_`, with `params` and `mean_test_score`. The standard
        error of the scores is `mean_test_standard_error`
        (``make_stability_scorer(with_standard_error=True)``); without it, it is
        computed from `std_test_score` of at least two splits.

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
        If `cv_results` lacks what is needed or its entries differ in length; if no
        candidate has a score and more than one block; if the standard error of such a
        candidate is missing; if the number of blocks is not known.
    TypeError
        If `cv_results` is neither a mapping nor a search.

    See Also
    --------
    make_stability_scorer : The scorer to use it with.
    StabilityDisplay : The scores of all candidates.

    Notes
    -----
    The number of blocks is the number that was found:
    `mean_test_n_row_clusters` times `mean_test_n_column_clusters`, each rounded, which
    ``make_stability_scorer(with_standard_error=True)`` returns. A candidate that finds
    fewer clusters than its parameters ask for counts as what it finds, and the
    parameters may have any name.

    Where these numbers are missing, the number of blocks is the product of the
    co-clusterer's parameters whose names end in "clusters" (``n_clusters``,
    ``n_row_clusters``, ...); a tuple counts as the product of its entries. The
    parameters of other steps of a pipeline, such as those of a
    ``FeatureAgglomeration``, do not count. If they cannot be told apart from those of
    the co-clusterer by the name of the step, an error is raised.

    A single block is stable by definition, so such candidates are never chosen.
    Candidates without a score (NaN) are ignored.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import finest_stable
    >>> finest_stable(
    ...     {
    ...         "params": [{"n_clusters": 2}, {"n_clusters": 3}, {"n_clusters": 4}],
    ...         "mean_test_score": [1.0, 0.99, 0.7],
    ...         "mean_test_standard_error": [0.0, 0.01, 0.02],
    ...     }
    ... )
    1
    """
    return check_cv_results(cv_results).finest_stable()


@dataclass(frozen=True, eq=False)
class StabilityOfCandidates:
    """Score, standard error and number of blocks of each candidate; NaN if unknown."""

    params: Sequence[Mapping[str, Any]]
    scores: NDArray[np.float64]
    errors: NDArray[np.float64]
    blocks: NDArray[np.float64]

    def finest_stable(self) -> int:
        """Return the index of the finest candidate near the best one."""
        eligible = ~np.isnan(self.scores) & (self.blocks > 1)
        if not eligible.any():
            raise ValueError(
                "No candidate has a score and more than one block. A single block is "
                "stable by definition and is never chosen."
            )
        missing = np.flatnonzero(eligible & np.isnan(self.errors))
        if len(missing):
            raise ValueError(
                f"Candidate {missing[0]}, {dict(self.params[missing[0]])}, has a score "
                "but no standard error (it is NaN)."
            )
        if (self.errors < 0).any():
            raise ValueError("Standard errors must not be negative.")
        scores = np.where(eligible, self.scores, -np.inf)
        best = int(np.argmax(scores))
        margins = np.hypot(self.errors, self.errors[best])
        stable = np.flatnonzero(eligible & (scores >= scores[best] - margins))
        return int(max(stable, key=lambda index: (self.blocks[index], scores[index])))


def check_cv_results(
    cv_results: Mapping[str, Any] | Estimator,
) -> StabilityOfCandidates:
    """Check the results of a search, or the search, and take what the choice needs."""
    results = _results_of(cv_results)
    scores = _numbers(results, "mean_test_score")
    if np.isnan(scores).all():
        raise ValueError("`cv_results` has no candidate with a score: all are NaN.")
    params = list(results.get("params", ()))
    if len(params) != len(scores):
        raise ValueError(
            f"`cv_results` has {len(params)} `params` and {len(scores)} "
            "`mean_test_score`; it must have one of each for every candidate."
        )
    if not all(isinstance(parameters, Mapping) for parameters in params):
        raise TypeError("`params` of `cv_results` must be a list of dictionaries.")
    errors = _standard_errors(results, len(scores))
    if all(key in results for key in _FOUND):
        rows, columns = (_numbers(results, key, len(scores)) for key in _FOUND)
        blocks = blocks_found(rows, columns)
    else:
        blocks = np.array(blocks_asked_for(params), dtype=float)
    return StabilityOfCandidates(params, scores, errors, blocks)


def _results_of(cv_results: Any) -> Mapping[str, Any]:
    """Return the results of a search, given these or the search itself."""
    if isinstance(cv_results, Mapping):
        results: Mapping[str, Any] = cv_results
    elif hasattr(cv_results, "cv_results_"):
        results = cv_results.cv_results_
    elif hasattr(cv_results, "fit"):
        raise ValueError(
            f"`cv_results` is a {type(cv_results).__name__} without `cv_results_`: it "
            "is not a search, or not fitted."
        )
    else:
        raise TypeError(
            "`cv_results` must be the `cv_results_` of a search, or the search, got "
            f"{type(cv_results).__name__}."
        )
    if "mean_test_score" not in results:
        raise ValueError(
            "`cv_results` has no `mean_test_score`. Search with one scorer, from "
            "`make_stability_scorer(with_standard_error=True)`."
        )
    return results


def _numbers(
    results: Mapping[str, Any], key: str, n_candidates: int | None = None
) -> NDArray[np.float64]:
    """Return one number for each candidate."""
    try:
        numbers = np.asarray(results[key], dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise type(error)(f"`{key}` must have one number per candidate.") from error
    if numbers.ndim != 1 or len(numbers) == 0:
        raise ValueError(
            f"`{key}` must have one number per candidate, got an array of shape "
            f"{numbers.shape}."
        )
    if n_candidates not in (None, len(numbers)):
        raise ValueError(
            f"`{key}` has {len(numbers)} numbers, `mean_test_score` has {n_candidates}."
        )
    return numbers


def _standard_errors(
    results: Mapping[str, Any], n_candidates: int
) -> NDArray[np.float64]:
    """Return the standard errors of the scores: as given, or from the splits."""
    if _STANDARD_ERROR in results:
        return _numbers(results, _STANDARD_ERROR, n_candidates)
    n_splits = sum(
        key.startswith("split") and key.endswith("_test_score") for key in results
    )
    if n_splits < 2 or "std_test_score" not in results:
        raise ValueError(
            "`cv_results` has no standard error of the scores. Search with "
            "`make_stability_scorer(with_standard_error=True)`."
        )
    # scikit-learn's deviation divides by the number of splits, not by one less.
    deviations = _numbers(results, "std_test_score", n_candidates)
    return deviations / float(np.sqrt(n_splits - 1))
