"""Draw the mean of indices for random candidates, against their cluster sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike

from .._inference._random_draws import values_of_permutations
from .._laws._fixed_n_clusters import balanced_labels
from .._metrics import PartitionMetrics, resolve_several
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_level,
    check_sequence,
)
from .._structures._modes import compared_modes
from .._structures._partitions import check_partitions
from .._structures._types import Partition
from ._drawing import CURVES, axes_or_new, check_numbers, drawing_options, made_by

_STYLES = ("-", "--", ":")


class BaselineDisplay:
    """Mean of indices for random candidates of several sizes, with a band.

    The display shows whether an index prefers random candidates with many or with few
    clusters. The curve of an index with a constant baseline is horizontal, as in
    figures 1 and 2 of [1]_.

    Parameters
    ----------
    names : sequence of str
        Printed names of the indices.
    values : array-like of shape (n_values,)
        Values of what varies, such as the number of clusters.
    means, low, high : array-like of shape (n_metrics, n_values)
        Mean of each index, and the ends of the band that contains most draws.
    xlabel : str, default="clusters of the random candidates"
        Label of the axis, which says what `values` are.

    Attributes
    ----------
    ax_, figure_ : matplotlib Axes and Figure
        Axes and figure, which exist after `plot`.
    lines_ : list of matplotlib Line2D
        Curve of each index.

    See Also
    --------
    sklearn_cocluster_metrics.meta_evaluation.constant_baseline_test : Test whether the
        baseline is constant.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section D.4.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics import BaselineDisplay
    >>> display = BaselineDisplay.from_metrics(
    ...     np.arange(40) % 5, ["rand", "cari"], n_clusters=[2, 5, 20], n_draws=100
    ... )
    >>> display
    BaselineDisplay(names=['Rand', 'CARI'], n_values=3)
    >>> display.means[0].round(1)
    array([0.5, 0.7, 0.8])
    """

    @made_by("from_metrics(labels_true, metrics, n_clusters=...)")
    def __init__(
        self,
        *,
        names: Sequence[str],
        values: ArrayLike,
        means: ArrayLike,
        low: ArrayLike,
        high: ArrayLike,
        xlabel: str = "clusters of the random candidates",
    ) -> None:
        self.names = check_sequence(names, "names", "names of indices")
        self.values = check_numbers(values, "values", {"values": None})
        # The band of a curve is from `low` to `high`, which are quantiles of its draws.
        shape: Any = {"names": len(self.names), "values": len(self.values)}
        self.means = check_numbers(means, "means", shape)
        self.low = check_numbers(low, "low", shape)
        self.high = check_numbers(high, "high", shape)
        self.xlabel = xlabel

    def __repr__(self) -> str:
        """Return the names of the indices and the number of values."""
        return f"{type(self).__name__}(names={self.names}, n_values={len(self.values)})"

    @classmethod
    def from_metrics(
        cls,
        labels_true: Partition,
        metrics: PartitionMetrics,
        *,
        n_clusters: Sequence[int],
        n_draws: int = 200,
        level: float = 0.9,
        random_state: int | RandomState | None = 0,
        n_jobs: int | None = None,
        verbose: int = 0,
        ax: Any = None,
    ) -> BaselineDisplay:
        """Compare a reference with random balanced clusterings, and draw.

        Parameters
        ----------
        labels_true : array-like of shape (n_samples,), tuple, or estimator
            Reference clustering or co-clustering.
        metrics : str, callable, list or dict of them
            Indices to compare. If it is a dict, its keys are their names.
        n_clusters : sequence of int
            Numbers of clusters of the candidates, in each mode.
        n_draws : int, default=200
            Number of random candidates for each number of clusters.
        level : float, default=0.9
            Fraction of the draws inside the band.
        random_state : int, RandomState instance or None, default=0
            Seed or generator of the random numbers. Pass an int for the same result in
            every call.
        n_jobs : int, default=None
            Number of joblib workers, which never changes a result. If None, there is
            one worker, unless `joblib.parallel_config` sets another number.
        verbose : int, default=0
            If positive, progress is shown (by `tqdm` if it is installed).
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.

        Returns
        -------
        display : BaselineDisplay
            The display, after it has been drawn.
        """
        # The check takes a pair, so that the labels are checked with themselves.
        modes, _ = check_partitions(labels_true, labels_true)
        true = tuple(mode.codes for mode in modes)
        compared = compared_modes(labels_true, n_compared=len(true))
        resolved = resolve_several(
            metrics,
            "partition",
            caller=cls.from_metrics,
            of_coclusterings=len(true) > 1,
            needs_direction=False,
        )
        n_smallest_mode = min(len(mode) for mode in true)
        values = check_sequence(n_clusters, "n_clusters", "integers")
        for position, k in enumerate(values):
            check_integer(k, f"n_clusters[{position}]", 1, n_smallest_mode)
        # This fraction of the draws is below the band, and the same fraction above it.
        tail = (1 - check_level(level, "level")) / 2
        candidates = [
            tuple(balanced_labels(len(mode), k) for mode in true) for k in values
        ]
        scores = values_of_permutations(
            list(resolved.values()),
            [(true, candidate) for candidate in candidates],
            n_draws=check_integer(n_draws, "n_draws", 1),
            generator=check_generator(random_state, "random_state"),
            n_jobs=n_jobs,
            verbose=verbose,
        )
        # The shape of the scores is (n_values, n_metrics, n_draws).
        not_finite = [
            name
            for number, name in enumerate(resolved)
            if not np.isfinite(scores[:, number]).all()
        ]
        if not_finite:
            raise ValueError(
                "Some `metrics` are not finite for some random candidate, so they "
                f"have no mean to draw: {', '.join(not_finite)}. Leave them out."
            )
        low, high = np.quantile(scores, [tail, 1 - tail], axis=2)
        return cls(
            names=[metric.header(compared.part) for metric in resolved.values()],
            values=values,
            means=scores.mean(axis=2).T,
            low=low.T,
            high=high.T,
        ).plot(ax=ax)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> BaselineDisplay:
        """Draw the mean of each index, with its band.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to `matplotlib.axes.Axes.plot` for each
            curve.

        Returns
        -------
        display : BaselineDisplay
            The display, after it has been drawn.
        """
        kwargs = drawing_options(kwargs, "plot", caller=self.plot)
        ax = axes_or_new(ax)
        self.lines_ = []
        for number, name in enumerate(self.names):
            # The lines of all colors are first solid, then dashed, and so on.
            color = CURVES[number % len(CURVES)]
            style = _STYLES[number // len(CURVES) % len(_STYLES)]
            look = {"color": color, "linestyle": style, "label": name, **kwargs}
            (line,) = ax.plot(self.values, self.means[number], **look)
            self.lines_.append(line)
            ax.fill_between(
                self.values,
                self.low[number],
                self.high[number],
                color=line.get_color(),
                alpha=0.2,
                linewidth=0,
            )
        ax.set(xlabel=self.xlabel, ylabel="mean over random candidates")
        ax.legend(frameon=False)
        are_integers = bool(np.all(self.values == np.rint(self.values)))
        ax.locator_params("x", integer=are_integers)
        self.ax_ = ax
        self.figure_ = ax.figure
        return self
