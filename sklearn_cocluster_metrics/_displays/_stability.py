"""Stability against the number of clusters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone

from .._contracts import PartitionMetric
from .._indices._cari import cari_score
from .._model_selection import (
    StabilityOfCandidates,
    blocks_asked_for,
    check_cv_results,
    make_stability_scorer,
)
from .._structures import Estimator


class StabilityDisplay:
    """Mean stability of each candidate, with its standard error.

    Parameters
    ----------
    n_clusters : sequence of int or tuple
        Candidates, in the order in which they are drawn: numbers of clusters, or the
        values of another parameter.
    means : array-like of shape (n_candidates,)
        Mean agreement of each candidate.
    standard_errors : array-like of shape (n_candidates,)
        Standard error of each mean.
    scores : array-like of shape (n_candidates, n_resamples), default=None
        Agreement of each resample, if known.
    n_blocks : array-like of shape (n_candidates,), default=None
        Number of blocks that each candidate has found. None: computed from
        `n_clusters`, where a tuple counts as the product of its entries.
    param_name : str, default="n_clusters"
        Name of the parameter, for the axis.

    Attributes
    ----------
    n_clusters, means, standard_errors, scores, n_blocks, param_name
        As above.
    best_index : int
        Index of the candidate that `finest_stable` chooses.
    ax_ : matplotlib Axes
        Axes with the plot, after `plot`.
    figure_ : matplotlib Figure
        Figure that contains it.
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
        n_blocks: ArrayLike | None = None,
        param_name: str = "n_clusters",
    ) -> None:
        self.n_clusters = _check_candidates(n_clusters, "n_clusters")
        n_candidates = len(self.n_clusters)
        self.means = _one_per_candidate(means, "means", n_candidates)
        self.standard_errors = _one_per_candidate(
            standard_errors, "standard_errors", n_candidates
        )
        self.scores = None
        if scores is not None:
            self.scores = _one_per_candidate(scores, "scores", n_candidates, ndim=2)
        params = [{"n_clusters": value} for value in self.n_clusters]
        if n_blocks is None:
            n_blocks = blocks_asked_for(params)
        self.n_blocks = _one_per_candidate(n_blocks, "n_blocks", n_candidates)
        self.param_name = param_name
        self.best_index = StabilityOfCandidates(
            params, self.means, self.standard_errors, self.n_blocks
        ).finest_stable()

    @classmethod
    def from_estimator(
        cls,
        estimator: Estimator,
        X: Any,
        *,
        param_range: Sequence[Any],
        param_name: str = "n_clusters",
        metric: PartitionMetric = cari_score,
        n_resamples: int = 10,
        row_fraction: float = 0.8,
        column_fraction: float = 0.8,
        random_state: int | RandomState | None = 0,
        n_jobs: int | None = None,
        ax: Any = None,
    ) -> "StabilityDisplay":
        """Compute and draw the stability for several numbers of clusters.

        Parameters
        ----------
        estimator : estimator
            Co-clusterer, or a pipeline that ends in one. It is cloned.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        param_range : sequence of int or tuple
            Values of the parameter, such as numbers of clusters.
        param_name : str, default="n_clusters"
            Name of the parameter; ``cocluster__n_clusters`` in a pipeline.
        metric : str or callable, default=cari_score
            Index of agreement.
        n_resamples : int, default=10
            Number of pairs of subsamples, at least 2.
        row_fraction, column_fraction : float, default=0.8
            Fraction of the rows and of the columns in each subsample.
        random_state : int, RandomState instance or None, default=0
            Seed of the subsamples and of the clones.
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
            with_standard_error=True,
        )
        values = _check_candidates(param_range, "param_range")
        found = [
            scorer.measure(clone(estimator).set_params(**{param_name: value}), X)
            for value in values
        ]
        return cls(
            n_clusters=values,
            means=[one.mean for one in found],
            standard_errors=[one.standard_error for one in found],
            scores=[one.scores for one in found],
            n_blocks=[one.n_blocks for one in found],
            param_name=param_name,
        ).plot(ax=ax)

    @classmethod
    def from_cv_results(
        cls, cv_results: Mapping[str, Any] | Estimator, *, ax: Any = None
    ) -> "StabilityDisplay":
        """Draw the results of a search with a stability scorer.

        Parameters
        ----------
        cv_results : mapping of str to array-like, or fitted search
            The search, or its `cv_results_`, with candidates that differ in one
            parameter.
        ax : matplotlib Axes, default=None
            Axes to draw on; None makes a new figure.

        Returns
        -------
        display : StabilityDisplay
            Drawn.
        """
        found = check_cv_results(cv_results)
        name = _only_parameter(found.params)
        return cls(
            n_clusters=[parameters[name] for parameters in found.params],
            means=found.scores,
            standard_errors=found.errors,
            n_blocks=found.blocks,
            param_name=name,
        ).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> "StabilityDisplay":
        """Draw the means with their standard errors, and each resample.

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
        of_clusters = self.param_name.endswith("clusters")
        ax.set(xlabel="clusters" if of_clusters else self.param_name)
        ax.set(ylabel="stability")
        ax.legend(frameon=False, loc="lower left")
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _check_candidates(values: Any, name: str) -> list[Any]:
    """Check that there is at least one candidate."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(
            f"`{name}` must be a sequence of candidates, got {type(values).__name__}."
        )
    candidates = list(values)
    if not candidates:
        raise ValueError(f"`{name}` is empty; at least one candidate is needed.")
    return candidates


def _one_per_candidate(
    values: Any, name: str, n_candidates: int, *, ndim: int = 1
) -> NDArray[np.float64]:
    """Check that there is one number, or one row of numbers, for each candidate."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise type(error)(f"`{name}` must have numbers for each candidate.") from error
    if array.ndim != ndim or len(array) != n_candidates:
        raise ValueError(
            f"`{name}` must have {ndim} dimension(s) and one entry for each of the "
            f"{n_candidates} candidates, got an array of shape {array.shape}."
        )
    return array


def _only_parameter(candidates: Sequence[Mapping[str, Any]]) -> str:
    """Return the name of the one parameter in which the candidates differ."""
    names = sorted({name for parameters in candidates for name in parameters})
    if len(names) != 1 or not all(candidates):
        raise ValueError(
            f"`cv_results` has candidates that differ in {names}; a curve needs one "
            "parameter that all of them have."
        )
    return names[0]
