"""Several scorers as one, so that those that return dictionaries can be combined."""

from collections.abc import Callable, Mapping
from typing import Any

from .._structures import Estimator, check_mapping
from ._plain_scorer import PlainScorer


class CombinedScorer(PlainScorer):
    """Scorer that `combine_scorers` makes.

    Called as ``scorer(estimator, X, y=None)``.

    Parameters
    ----------
    scorers : mapping of str to callable
        Scorers by name.

    See Also
    --------
    combine_scorers : Checks the scorers and makes this one.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import combine_scorers, make_stability_scorer
    >>> combine_scorers({"stability": make_stability_scorer()})
    CombinedScorer(stability)
    """

    def __init__(self, scorers: Mapping[str, Callable[..., Any]]) -> None:
        self._scorers = dict(scorers)

    def __repr__(self) -> str:
        """Name the scorers."""
        return f"{type(self).__name__}({', '.join(self._scorers)})"

    def __call__(self, estimator: Estimator, X: Any, y: Any = None) -> dict[str, float]:
        """Score an estimator with every scorer.

        Parameters
        ----------
        estimator : estimator
            Fitted estimator.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Passed to the scorers, unless it is None.

        Returns
        -------
        scores : dict of str to float
            All scores.
        """
        given = (X,) if y is None else (X, y)
        scores: dict[str, float] = {}
        for name, scorer in self._scorers.items():
            for key, value in _named(name, scorer(estimator, *given)).items():
                if key in scores:
                    raise ValueError(
                        f"`scorers` have two scores named {key!r}; rename a scorer."
                    )
                scores[key] = value
        return scores


def combine_scorers(scorers: Mapping[str, Callable[..., Any]]) -> CombinedScorer:
    """Combine scorers into one that returns all their scores by name.

    A search takes a dictionary of scorers, but only if each returns a number. Combined
    by this function, scorers may also return dictionaries: a stability scorer with its
    standard error and the numbers of clusters found, or a scorer with several metrics.

    Parameters
    ----------
    scorers : mapping of str to callable
        Scorers ``scorer(estimator, X, y=None)``, by name.

    Returns
    -------
    scorer : callable
        ``scorer(estimator, X, y=None)``. Returns a dictionary of numbers. A number has
        the name of its scorer. Of a dictionary, `score` has the name of the scorer; all
        else is prefixed by it, such as ``"stability_standard_error"``.

    Raises
    ------
    ValueError
        If `scorers` is empty. The scorer raises it if two scores have the same name.
    TypeError
        If `scorers` is not a mapping from strings to callables.

    See Also
    --------
    finest_stable : Finds the stability among the results.
    make_stability_scorer : Returns a dictionary with ``with_standard_error=True``.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn_cocluster_metrics import WholeDataSplit, combine_scorers
    >>> from sklearn_cocluster_metrics import finest_stable, make_cocluster_scorer
    >>> from sklearn_cocluster_metrics import make_stability_scorer
    >>> X, rows, columns = make_biclusters((60, 40), 3, noise=1, random_state=0)
    >>> true = {"row_labels": rows.argmax(0), "column_labels": columns.argmax(0)}
    >>> scorer = combine_scorers(
    ...     {
    ...         "stability": make_stability_scorer(with_standard_error=True),
    ...         "cari": make_cocluster_scorer("cari", **true),
    ...     }
    ... )
    >>> search = GridSearchCV(
    ...     SpectralCoclustering(random_state=0),
    ...     {"n_clusters": [2, 3, 4]},
    ...     scoring=scorer,
    ...     refit=finest_stable,
    ...     cv=WholeDataSplit(),
    ...     error_score="raise",
    ... ).fit(X)
    >>> search.best_params_
    {'n_clusters': 3}
    >>> float(search.cv_results_["mean_test_cari"][search.best_index_])
    1.0
    """
    for name, scorer in check_mapping(scorers, "scorers", "scorers").items():
        if not callable(scorer):
            raise TypeError(
                "`scorers` must be a mapping from strings to callables, got "
                f"{name!r}: {type(scorer).__name__}."
            )
    return CombinedScorer(scorers)


def _named(name: str, scored: Any) -> dict[str, Any]:
    """Return what a scorer has returned, named after it."""
    if not isinstance(scored, Mapping):
        return {name: scored}
    return {
        name if key == "score" else f"{name}_{key}": value
        for key, value in scored.items()
    }
