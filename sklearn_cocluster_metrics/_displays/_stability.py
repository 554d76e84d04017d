"""Draw stability against the number of clusters, of rows, columns or both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import clone

from .._metrics import BiclusteringMetric, PartitionMetric
from .._model_selection._candidates import CHOICES, Candidates, Choice
from .._model_selection._scorers import Scorer
from .._model_selection._stability import stability_measure
from .._structures._arguments import check_integer, check_option, check_sequence
from .._structures._messages import describe
from .._structures._types import Estimator
from ._drawing import (
    BLUE,
    MARKED,
    axes_or_new,
    check_keywords,
    check_numbers,
    frame_cell,
    made_by,
    write_in_cells,
)

_NAME_OF_MARK = "chosen candidate"
_NAMES_OF_RULES: dict[str, str] = {
    "blocks": "finest stable candidate",
    "modes": "finest candidate stable in each mode",
}
# A display takes these options and passes them to `make_stability_scorer`.
_OPTIONS_OF_SCORER = (
    "n_resamples",
    "row_fraction",
    "column_fraction",
    "random_state",
    "n_jobs",
    "verbose",
    "kind",
    "structure",
    "accessor",
    "greater_is_better",
)
# If there are more cells, they have no room for their value.
_MOST_WRITTEN = 100
# The scale starts at this value or below, so that small differences near 1 look small.
_HIGHEST_START_OF_SCALE = 0.95

OneOrTwoNames = str | tuple[str, str]


class StabilityDisplay:
    """Mean stability of each candidate, with its standard error over resamples.

    The display shows how the stability depends on the number of clusters, so that a
    number can be chosen. It is a curve for one parameter, and a heatmap for two. If the
    values of one parameter are pairs, it is also a heatmap, provided that some pairs
    have the same first number and some have the same second number.

    Parameters
    ----------
    n_clusters : sequence of int or tuple
        Candidates in order, which are values of the parameter or pairs of values.
    means, standard_errors : array-like of shape (n_candidates,)
        Mean and standard error of the agreement of each candidate over resamples.
        Between data sets, stability varies several times as much.
    scores : array-like of shape (n_candidates, n_resamples), default=None
        Agreement of each candidate in each resample. If None, only means and standard
        errors are drawn.
    param_name : str or tuple of two str, default="n_clusters"
        Name of the parameter, or names of two parameters.
    best_index : int, default=None
        Index of the candidate to mark. If None, no candidate is marked.
    metric : str, default=None
        Header of the index of agreement, for the axis. If None, the axis names no
        index.
    name_of_mark : str, default="chosen candidate"
        Name of the marked candidate in the legend.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Axes and figure, which exist after `plot`.
    errorbar_ : matplotlib ErrorbarContainer or None
        Error bars of a curve.
    image_ : matplotlib AxesImage or None
        Image of a heatmap.

    See Also
    --------
    make_stability_scorer : Compute the stability as a score.
    finest_stable : Choose a candidate.

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

    @made_by("from_cv_results(search)", "from_estimator(estimator, X, param_range=...)")
    def __init__(
        self,
        *,
        n_clusters: Sequence[Any],
        means: ArrayLike,
        standard_errors: ArrayLike,
        scores: ArrayLike | None = None,
        param_name: OneOrTwoNames = "n_clusters",
        best_index: int | None = None,
        metric: str | None = None,
        name_of_mark: str = _NAME_OF_MARK,
    ) -> None:
        self.n_clusters = check_sequence(n_clusters, "n_clusters", "candidates")
        shape: dict[str, int | None] = {"candidates": len(self.n_clusters)}
        # Candidates that failed have NaN.
        self.means = check_numbers(means, "means", shape, must_be_finite=False)
        self.standard_errors = check_numbers(
            standard_errors, "standard_errors", shape, must_be_finite=False
        )
        self.scores = None
        if scores is not None:
            shape["resamples"] = None  # any number except 0
            self.scores = check_numbers(scores, "scores", shape, must_be_finite=False)
        self.param_name = _check_param(param_name)
        for value in self.n_clusters:
            _parameters(self.param_name, value, argument="n_clusters")
        self.metric = metric
        self.name_of_mark = name_of_mark
        self.best_index = None
        if best_index is not None:
            last = len(self.n_clusters) - 1
            self.best_index = check_integer(best_index, "best_index", 0, last)

    def __repr__(self) -> str:
        """Return a text with the parameter and the marked candidate.

        If no candidate is marked, `best` is None. A candidate is a value of the
        parameter. If `param_name` is a tuple of two names, it is a pair of values.
        """
        best: Any = None
        if self.best_index is not None:
            best = self.n_clusters[self.best_index]
        return (
            f"{type(self).__name__}(param_name={self.param_name!r}, "
            f"n_candidates={len(self.n_clusters)}, best={best!r})"
        )

    @classmethod
    def from_estimator(
        cls,
        estimator: Estimator,
        X: Any,
        *,
        param_range: Sequence[Any],
        param_name: OneOrTwoNames = "n_clusters",
        metric: PartitionMetric | BiclusteringMetric = "cari_product",
        by: Choice = "blocks",
        ax: Any = None,
        **kwargs: Any,
    ) -> StabilityDisplay:
        """Compute and draw the stability for several numbers of clusters.

        Parameters
        ----------
        estimator : estimator
            Co-clusterer, or a pipeline that ends in one. It is cloned.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data to which the estimator is fitted.
        param_range : sequence of int or tuple
            Values of the parameter, or pairs of values of two parameters.
        param_name : str or tuple of two str, default="n_clusters"
            Name of the parameter, or names of two parameters, such as
            ``cocluster__n_clusters`` in a pipeline.
        metric : str or callable, default="cari_product"
            Index of co-clusterings or biclusterings that measures agreement.
        by : {"blocks", "modes"}, default="blocks"
            How the candidate to mark is chosen, as in `finest_stable`.
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to `make_stability_scorer`. By default,
            `n_resamples` is 10.

        Returns
        -------
        display : StabilityDisplay
            The display, after it has been drawn.
        """
        check_option(by, "by", CHOICES)
        check_keywords(
            kwargs,
            _OPTIONS_OF_SCORER,
            caller=cls.from_estimator,
            receiver="make_stability_scorer",
        )
        stability = stability_measure(metric, **kwargs)
        check_integer(stability.resampling.n_resamples, "n_resamples", 2)
        _check_param(param_name)
        values = check_sequence(param_range, "param_range", "candidates")
        params = [
            _parameters(param_name, value, argument="param_range") for value in values
        ]
        models = [clone(estimator).set_params(**parameters) for parameters in params]
        resampled = [stability.measure(model, X) for model in models]
        scores = [candidate.scores for candidate in resampled]
        results = [candidate.results for candidate in resampled]
        # The means have the keys that they have in `cv_results_` of a search.
        means = {
            f"mean_test_{key}": [result[key] for result in results]
            for key in results[0]
        }
        candidates = Candidates({"params": params, **means})
        return cls(
            n_clusters=values,
            means=candidates.scores,
            standard_errors=candidates.standard_errors,
            scores=scores,
            param_name=param_name,
            best_index=candidates.finest(by),
            metric=stability.agreement.metric.header(),
            name_of_mark=_NAMES_OF_RULES[by],
        ).plot(ax=ax)

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any] | Estimator,
        *,
        by: Choice = "blocks",
        best_index: int | None = None,
        ax: Any = None,
    ) -> StabilityDisplay:
        """Draw the results of a search with a stability scorer.

        Parameters
        ----------
        cv_results : mapping of str to array-like, or fitted search
            Results of candidates that differ in one parameter or in two. If a fitted
            search is passed, the axis names the index; results alone do not contain it.
        by : {"blocks", "modes"}, default="blocks"
            How the candidate to mark is chosen, as in `finest_stable`.
        best_index : int, default=None
            Index of the candidate to mark. If None, the choice of a fitted search is
            marked. Results alone do not contain this choice, so that the choice of
            `finest_stable` is marked instead, as the legend says.
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.

        Returns
        -------
        display : StabilityDisplay
            The display, after it has been drawn.
        """
        check_option(by, "by", CHOICES)
        candidates = Candidates(cv_results)
        name_of_mark = _NAME_OF_MARK
        if best_index is None:
            best_index = getattr(cv_results, "best_index_", None)
            name_of_mark = "candidate that the search chose"
        name = _one_or_two_parameters(candidates.params)
        if isinstance(name, str):
            values = [parameters[name] for parameters in candidates.params]
        else:
            first, second = name
            values = [
                (parameters[first], parameters[second])
                for parameters in candidates.params
            ]
        if best_index is None:
            # The rule chooses a candidate even if no candidate is stable in each mode.
            best_index = candidates.finest(by)
            name_of_mark = _NAMES_OF_RULES[by]
        return cls(
            n_clusters=values,
            means=candidates.scores,
            standard_errors=candidates.standard_errors,
            param_name=name,
            best_index=best_index,
            metric=_header_of_search(cv_results),
            name_of_mark=name_of_mark,
        ).plot(ax=ax)

    def plot(self, *, ax: Any = None) -> StabilityDisplay:
        """Draw means and standard errors; a curve also shows each resample.

        Candidates that are pairs of two parameters, or pairs of numbers that fill a
        grid, are drawn as a heat map.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.

        Returns
        -------
        display : StabilityDisplay
            The display, after it has been drawn.
        """
        ax = axes_or_new(ax)
        self.errorbar_ = None
        self.image_ = None
        # The candidates are values of one parameter, whose name is a str, or pairs of
        # values of two parameters, whose names are a tuple.
        if isinstance(self.param_name, tuple) or _is_grid(self.n_clusters):
            self._draw_heatmap(ax)
        else:
            self._draw_curve(ax)
        self.ax_ = ax
        self.figure_ = ax.figure
        return self

    def _draw_curve(self, ax: Any) -> None:
        """Draw the means with standard errors, and the scores of the resamples.

        The candidates are values of one parameter, which has the name `param_name`.
        """
        positions = np.arange(len(self.n_clusters))
        if self.scores is not None:
            lines = ax.plot(positions, self.scores, ".", color="0.75", zorder=1)
            lines[0].set_label("one resample")  # one entry in the legend, not many
        self.errorbar_ = ax.errorbar(
            positions,
            self.means,
            self.standard_errors,
            marker="o",
            capsize=3,
            color=BLUE,
            label="mean, with its standard error over resamples",
        )
        if self.best_index is not None:
            ax.plot(
                self.best_index,
                self.means[self.best_index],
                "o",
                markersize=13,
                markerfacecolor="none",
                markeredgewidth=2,
                color=MARKED,
                label=self.name_of_mark,
            )
        name = self.param_name
        ax.set_xticks(positions, [str(value) for value in self.n_clusters])
        ax.set_xlabel("clusters" if str(name).endswith("clusters") else name)
        ax.set_ylabel(self._name_of_means())
        ax.legend(frameon=False)

    def _draw_heatmap(self, ax: Any) -> None:
        """Draw a cell for each pair, with its mean and standard error.

        The candidates are pairs of values of two parameters. The first parameter is on
        the vertical axis, because rows are there, too. If there are many cells, they
        are drawn without numbers. A pair without a candidate, or with a candidate that
        failed, has an empty cell. An infinite mean has no color.
        """
        row_values = _distinct([value for value, _ in self.n_clusters])
        column_values = _distinct([value for _, value in self.n_clusters])
        cells = [
            (row_values.index(row_value), column_values.index(column_value))
            for row_value, column_value in self.n_clusters
        ]
        grid = np.full((len(row_values), len(column_values)), np.nan)
        for cell, mean in zip(cells, self.means, strict=True):
            grid[cell] = mean
        finite_means = self.means[np.isfinite(self.means)]
        image = ax.imshow(
            grid,
            cmap="cividis",
            aspect="auto",
            origin="lower",
            vmin=min([*finite_means, _HIGHEST_START_OF_SCALE]),
            vmax=max([*finite_means, 1.0]),
        )
        if len(cells) <= _MOST_WRITTEN:
            texts = [
                (cell, f"{mean:.2f}\n± {error:.2f}")
                for cell, mean, error in zip(
                    cells, self.means, self.standard_errors, strict=True
                )
                if not np.isnan(mean)
            ]
            write_in_cells(ax, image, texts)
        if self.best_index is not None:
            row, column = cells[self.best_index]
            frame_cell(ax, row, column, linewidth=4, label=self.name_of_mark)
            ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1))
        ylabel, xlabel = self._names_of_pair()
        ax.set(ylabel=ylabel, xlabel=xlabel)
        ax.set_yticks(range(len(row_values)), map(str, row_values))
        ax.set_xticks(range(len(column_values)), map(str, column_values))
        ax.figure.colorbar(image, ax=ax, label=self._name_of_means())
        self.image_ = image

    def _name_of_means(self) -> str:
        """Return the name of the averaged values, with the index if it is known."""
        if self.metric is None:
            return "stability"
        return f"stability by {self.metric}"

    def _names_of_pair(self) -> tuple[str, str]:
        """Return the names of two parameters, or of the two values of one parameter."""
        name = self.param_name
        if isinstance(name, tuple):
            return name
        if name.endswith("clusters"):
            return "row clusters", "column clusters"
        return f"{name}[0]", f"{name}[1]"


def _header_of_search(cv_results: Any) -> str | None:
    """Return the header of the index by which a search measured stability.

    The results alone do not contain the index, so that the header is then None.
    """
    scorer = getattr(cv_results, "scorer_", None)
    return scorer.header if isinstance(scorer, Scorer) else None


def _check_param(name: Any) -> Any:
    """Check the name of a parameter, or a tuple of two names, and return it."""
    if isinstance(name, tuple):
        is_valid = len(name) == 2 and all(isinstance(part, str) for part in name)
    else:
        is_valid = isinstance(name, str)
    if not is_valid:
        raise TypeError(
            "`param_name` must be the name of a parameter, or a tuple of two names, "
            f"got {describe(name)}."
        )
    return name


def _parameters(name: OneOrTwoNames, value: Any, *, argument: str) -> dict[str, Any]:
    """Return the parameters of a candidate by name, given its value or two values.

    `argument` is the name of the list of all values, for errors.
    """
    if isinstance(name, str):
        return {name: value}
    if not isinstance(value, tuple | list) or len(value) != len(name):
        raise ValueError(
            f"`{argument}` must have a tuple of two values for each candidate, "
            f"because there are two parameters, {name}; got {value!r}."
        )
    return dict(zip(name, value, strict=True))


def _one_or_two_parameters(candidates: Sequence[Mapping[str, Any]]) -> OneOrTwoNames:
    """Return the name or two names of the parameters that the candidates have.

    A parameter counts even if it has the same value in all candidates. Parameters of
    rows come first, because their axis is the vertical one.
    """
    names = list(
        dict.fromkeys(name for parameters in candidates for name in parameters)
    )
    if len(names) == 1 and all(candidates):
        return names[0]
    if len(names) == 2 and all(len(parameters) == 2 for parameters in candidates):
        # False is sorted before True, so that parameters of rows come first.
        first, second = sorted(names, key=lambda name: ("row" not in name, name))
        return first, second
    raise ValueError(
        "The candidates in `cv_results` must differ in one or two parameters to be "
        f"drawn on axes, but they differ in {sorted(names)}. Search over at most two "
        "of them."
    )


def _is_grid(values: Sequence[Any]) -> bool:
    """Return whether the values are pairs that fill a grid better than a curve.

    Some pairs must have the same first number, and some the same second number.
    """
    if not all(isinstance(value, tuple | list) and len(value) == 2 for value in values):
        return False
    n_distinct = [len(_distinct(numbers)) for numbers in zip(*values, strict=True)]
    return len(values) > max(n_distinct)


def _distinct(values: Sequence[Any]) -> list[Any]:
    """Return the distinct values, which are sorted if they can be compared.

    Otherwise, they are in the order in which they occur first.
    """
    distinct: list[Any] = []
    for value in values:
        if value not in distinct:  # The values may be lists, which have no hash.
            distinct.append(value)
    try:
        return sorted(distinct)
    except TypeError:
        return distinct
