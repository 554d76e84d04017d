"""Stability against the number of clusters."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone

from .._contracts import Metric
from .._indices._cari import cari_score
from .._model_selection import finest_stable, make_stability_scorer
from .._model_selection._search_results import check_cv_results, check_one_parameter
from .._model_selection._stability import standard_error


class StabilityDisplay:
    """Mean agreement of resampled fits, with its spread, for each number of clusters.

    Parameters
    ----------
    n_clusters : sequence of int or tuple
        Candidates, in the order to be drawn.
    means : array-like of shape (n_candidates,)
        Mean agreement of each candidate.
    standard_errors : array-like of shape (n_candidates,)
        Standard error of each mean.
    scores : array-like of shape (n_candidates, n_resamples), default=None
        Agreement of each resample, where it is known.

    Attributes
    ----------
    n_clusters, means, standard_errors, scores
        As above.
    best_index : int
        Number of the candidate that `finest_stable` chooses.
    ax_ : matplotlib Axes
        Axes with the plot, after `plot`.
    figure_ : matplotlib Figure
        Figure that holds it.
    errorbar_ : matplotlib ErrorbarContainer
        Means and standard errors.

    See Also
    --------
    make_stability_scorer : The score.
    finest_stable : The choice among candidates.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import StabilityDisplay
    >>> X, _, _ = make_biclusters((60, 40), n_clusters=3, noise=1, random_state=0)
    >>> display = StabilityDisplay.from_estimator(
    ...     SpectralCoclustering(), X, param_range=[2, 3, 4], n_resamples=4
    ... )
    >>> display.n_clusters[display.best_index]
    3
    """

    def __init__(
        self,
        *,
        n_clusters: Sequence[Any],
        means: ArrayLike,
        standard_errors: ArrayLike,
        scores: ArrayLike | None = None,
    ) -> None:
        self.n_clusters = list(n_clusters)
        self.means = np.asarray(means, dtype=np.float64)
        self.standard_errors = np.asarray(standard_errors, dtype=np.float64)
        self.scores = None if scores is None else np.asarray(scores, dtype=np.float64)
        self.best_index = finest_stable(
            {
                "params": [{"n_clusters": value} for value in self.n_clusters],
                "mean_test_score": self.means,
                "mean_test_standard_error": self.standard_errors,
            }
        )

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        *,
        param_range: Sequence[Any],
        param_name: str = "n_clusters",
        metric: Metric = cari_score,
        n_resamples: int = 10,
        row_fraction: float = 0.8,
        column_fraction: float = 0.8,
        random_state: Any = 0,
        n_jobs: int | None = None,
        ax: Any = None,
    ) -> "StabilityDisplay":
        """Measure and draw the stability for several numbers of clusters.

        Parameters
        ----------
        estimator : estimator
            Co-clusterer, or a pipeline that ends in one. It is cloned.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        param_range : sequence of int or tuple
            Numbers of clusters.
        param_name : str, default="n_clusters"
            Parameter that takes them; ``cocluster__n_clusters`` in a pipeline.
        metric : str or callable, default=cari_score
            Index of agreement.
        n_resamples : int, default=10
            Number of pairs of parts.
        row_fraction, column_fraction : float, default=0.8
            Share of the rows and of the columns in each part.
        random_state : int, RandomState instance or None, default=0
            Seed of the parts and of the clones.
        n_jobs : int, default=None
            Number of jobs for the fits.
        ax : matplotlib Axes, default=None
            Axes to draw on; None makes a new figure.

        Returns
        -------
        display : StabilityDisplay
            Drawn, with the scores of every resample.
        """
        scorer = make_stability_scorer(
            metric,
            n_resamples=n_resamples,
            row_fraction=row_fraction,
            column_fraction=column_fraction,
            random_state=random_state,
            n_jobs=n_jobs,
        )
        scores = np.array(
            [
                scorer.scores(clone(estimator).set_params(**{param_name: value}), X)
                for value in param_range
            ]
        )
        return cls(
            n_clusters=param_range,
            means=scores.mean(axis=1),
            standard_errors=[standard_error(line) for line in scores],
            scores=scores,
        ).plot(ax=ax)

    @classmethod
    def from_cv_results(
        cls, cv_results: Mapping[str, Any], *, ax: Any = None
    ) -> "StabilityDisplay":
        """Draw what a search with a stability scorer has found.

        Parameters
        ----------
        cv_results : mapping of str to array-like
            The search's `cv_results_`, of candidates that differ in one parameter.
        ax : matplotlib Axes, default=None
            Axes to draw on; None makes a new figure.

        Returns
        -------
        display : StabilityDisplay
            Drawn.
        """
        means, standard_errors, _ = check_cv_results(cv_results)
        return cls(
            n_clusters=check_one_parameter(cv_results),
            means=means,
            standard_errors=standard_errors,
        ).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> "StabilityDisplay":
        """Draw the means with their standard errors, and the single resamples.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on; None makes a new figure.

        Returns
        -------
        display : StabilityDisplay
            Itself, with `ax_`, `figure_` and `errorbar_`.
        """
        import matplotlib.pyplot as plt

        if ax is None:
            _, ax = plt.subplots(layout="constrained")
        places = np.arange(len(self.n_clusters))
        if self.scores is not None:
            ax.plot(places, self.scores, ".", color="0.75", zorder=1)
        self.errorbar_ = ax.errorbar(
            places,
            self.means,
            yerr=self.standard_errors,
            marker="o",
            capsize=3,
            label="mean and its standard error",
        )
        ax.plot(
            self.best_index,
            self.means[self.best_index],
            marker="o",
            markersize=13,
            markerfacecolor="none",
            markeredgecolor="#d55e00",
            markeredgewidth=2,
            linestyle="none",
            label="finest within one standard error of the best",
        )
        ax.set_xticks(places, [str(value) for value in self.n_clusters])
        ax.set(xlabel="clusters", ylabel="stability")
        ax.legend(frameon=False, loc="lower left")
        self.ax_, self.figure_ = ax, ax.figure
        return self
