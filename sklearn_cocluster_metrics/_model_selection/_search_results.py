"""Read the results of a search by stability, and choose among its candidates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._structures import Estimator, check_option
from ._candidates import CHOICES, Choice, StabilityOfCandidates, StabilityOfMode
from ._numbers_of_blocks import (
    blocks_asked_for,
    blocks_of,
    is_number_found,
    mode_of_number,
)

_MEAN = "mean_test_"
_ERROR = "standard_error"
_REMEDY = (
    "Search with `make_stability_scorer(with_standard_error=True)`; to use it beside "
    "other scorers, pass all of them to `combine_scorers`."
)


def finest_stable(
    cv_results: Mapping[str, Any] | Estimator,
    *,
    by: Choice = "blocks",
    scorer: str | None = None,
) -> int:
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
    by : {"blocks", "modes"}, default="blocks"
        What must be stable: the co-clustering as a whole, or the row clustering and the
        column clustering, each by itself. In a search, pass
        ``refit=functools.partial(finest_stable, by="modes")``.
    scorer : str, default=None
        Name of the stability scorer in `combine_scorers`. None: the only scorer with a
        standard error.

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
        in length; if several scorers have a standard error and none is named; if no
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

    With ``by="modes"``, a candidate is stable if its `mean_test_row_score` is within
    one standard error of the best, and its `mean_test_column_score` too; the score of
    the whole co-clustering decides only if there is no such candidate. A candidate with
    a single cluster in a mode is stable there by definition, and is not chosen if
    another one has more. For estimators that label rows and columns independently, both
    rules usually agree.

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
    ...     }
    ... )
    1
    """
    check_option(by, "by", CHOICES)
    return check_cv_results(cv_results, scorer).choose(by)


def check_cv_results(
    cv_results: Mapping[str, Any] | Estimator, scorer: str | None = None
) -> StabilityOfCandidates:
    """Check the results of a search, or the search, and take what the choice needs."""
    return _Results.of(cv_results, scorer).candidates()


@dataclass(frozen=True, eq=False)
class _Results:
    """Results of a search, and the names of those of the stability scorer."""

    results: Mapping[str, Any]
    score: str  # what follows `mean_test_` for the score
    prefix: str  # ... and before the name of all else

    @classmethod
    def of(cls, cv_results: Any, scorer: str | None) -> "_Results":
        """Find the stability scorer in the results of a search, or in the search."""
        results = _mapping_of(cv_results)
        if scorer is None and f"{_MEAN}score" in results:
            return cls(results, "score", "")
        if scorer is None:
            scorer = _only_scorer(results)
        if f"{_MEAN}{scorer}" not in results:
            raise ValueError(
                f"`cv_results` has no `{_MEAN}{scorer}`, so no scorer {scorer!r}."
            )
        return cls(results, scorer, f"{scorer}_")

    def candidates(self) -> StabilityOfCandidates:
        """Return what the choice needs, one number for each candidate."""
        scores = _numbers(self.results, f"{_MEAN}{self.score}")
        if np.isnan(scores).all():
            raise ValueError("`cv_results` has no candidate with a score: all are NaN.")
        params = list(self.results.get("params", ()))
        if len(params) != len(scores):
            raise ValueError(
                f"`cv_results` has {len(params)} `params` and {len(scores)} "
                f"`{_MEAN}{self.score}`; it must have one of each for every candidate."
            )
        if not all(isinstance(parameters, Mapping) for parameters in params):
            raise TypeError("`params` of `cv_results` must be a list of dictionaries.")
        found = self._found(len(params))
        blocks = blocks_of(found) if found else blocks_asked_for(params)
        return StabilityOfCandidates(
            params,
            scores,
            self._standard_errors(len(params)),
            np.array(blocks, dtype=np.float64),
            self._modes(found, len(params)),
        )

    def _found(self, n_candidates: int) -> dict[str, NDArray[np.float64]]:
        """Return the numbers of clusters of each mode, or of biclusters, by name."""
        start = f"{_MEAN}{self.prefix}"
        names = [
            key.removeprefix(start) for key in self.results if key.startswith(start)
        ]
        return {
            name: self._of(f"{start}{name}", n_candidates)
            for name in names
            if is_number_found(name)
        }

    def _modes(
        self, found: Mapping[str, NDArray[np.float64]], n_candidates: int
    ) -> dict[str, StabilityOfMode]:
        """Return the stability of each mode that was scored alone."""
        modes = {}
        for name, n_clusters in found.items():
            mode = mode_of_number(name)
            start = f"{_MEAN}{self.prefix}{mode}_"
            if f"{start}score" in self.results:
                modes[mode] = StabilityOfMode(
                    self._of(f"{start}score", n_candidates),
                    self._of(f"{start}{_ERROR}", n_candidates),
                    np.rint(n_clusters),
                )
        return modes

    def _of(self, key: str, n_candidates: int) -> NDArray[np.float64]:
        """Return one number for each of so many candidates."""
        numbers = _numbers(self.results, key)
        if len(numbers) != n_candidates:
            raise ValueError(
                f"`{key}` has {len(numbers)} numbers, `{_MEAN}{self.score}` has "
                f"{n_candidates}."
            )
        return numbers

    def _standard_errors(self, n_candidates: int) -> NDArray[np.float64]:
        """Return the standard errors of the scores: as given, or from the splits."""
        key = f"{_MEAN}{self.prefix}{_ERROR}"
        if key in self.results:
            return self._of(key, n_candidates)
        deviation = f"std_test_{self.score}"
        n_splits = sum(
            key.startswith("split") and key.endswith(f"_test_{self.score}")
            for key in self.results
        )
        if n_splits < 2 or deviation not in self.results:
            raise ValueError(
                f"`cv_results` has no standard error of the scores. {_REMEDY}"
            )
        # scikit-learn's deviation divides by the number of splits, not by one less.
        return self._of(deviation, n_candidates) / float(np.sqrt(n_splits - 1))


def _mapping_of(cv_results: Any) -> Mapping[str, Any]:
    """Return the results of a search, given these or the search itself."""
    if isinstance(cv_results, Mapping):
        return cv_results
    if hasattr(cv_results, "cv_results_"):
        results: Mapping[str, Any] = cv_results.cv_results_
        return results
    if hasattr(cv_results, "fit"):
        raise ValueError(
            f"`cv_results` is a {type(cv_results).__name__} without `cv_results_`: it "
            "is not a search, or not fitted."
        )
    raise TypeError(
        "`cv_results` must be the `cv_results_` of a search, or the search, got "
        f"{type(cv_results).__name__}."
    )


def _only_scorer(results: Mapping[str, Any]) -> str:
    """Return the name of the only scorer of several that has a standard error."""
    end = f"_{_ERROR}"
    names = [
        key.removeprefix(_MEAN).removesuffix(end)
        for key in results
        if key.startswith(_MEAN) and key.endswith(end)
    ]
    # Agreements mode by mode have a standard error, but end in "_score".
    names = [name for name in names if f"{_MEAN}{name}" in results]
    if not names:
        raise ValueError(
            f"`cv_results` has no `mean_test_score` and no standard error. {_REMEDY}"
        )
    if len(names) > 1:
        raise ValueError(
            f"`cv_results` has standard errors of several scorers, {names}; name one "
            'of them: `functools.partial(finest_stable, scorer="...")`.'
        )
    return names[0]


def _numbers(results: Mapping[str, Any], key: str) -> NDArray[np.float64]:
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
    return numbers
