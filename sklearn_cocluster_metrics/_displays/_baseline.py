"""Mean of indices for random candidates, against the sizes of their clusters."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray

from .._contracts import PartitionMetrics
from .._laws import balanced_sizes
from .._reports._colors import CURVES
from .._structures import Partition, check_integer, check_sequence
from ._panels import axes_or_new
from ._random_candidates import check_candidate, codes, scores_by_chance

_STYLES = ("-", "--", ":")


class BaselineDisplay:
    """Mean of indices for random candidates of several sizes, with a band.

    An index with a constant baseline has a horizontal curve: chance gives it the same
    mean whatever the cluster sizes. It is figures 1 and 2 of [1]_.

    Parameters
    ----------
    names : sequence of str
        Names of the indices.
    values : array-like of shape (n_values,)
        What varies between the candidates, such as the number of clusters.
    means : array-like of shape (n_metrics, n_values)
        Mean of each index over the draws.
    low, high : array-like of shape (n_metrics, n_values), default=None
        Ends of the band that contains most draws. None: no band.
    xlabel : str, default="clusters of the random candidates"
        What `values` are, for the axis.

    Attributes
    ----------
    names, values, means, low, high, xlabel
        As above.
    ax_ : matplotlib Axes
        Axes with the plot, after `plot`.
    figure_ : matplotlib Figure
        Figure that contains it.
    lines_ : list of matplotlib Line2D
        Curve of each index.

    See Also
    --------
    sklearn_cocluster_metrics.meta_evaluation.constant_baseline_test : A test.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section D.4.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics import BaselineDisplay
    >>> display = BaselineDisplay.from_metrics(
    ...     np.arange(40) % 5, ["rand", "cari"], n_clusters=[2, 5, 20], n_draws=100
    ... )
    >>> display
    BaselineDisplay(names=['rand', 'cari'], n_values=3)
    >>> display.means[0].round(1)
    array([0.5, 0.7, 0.8])
    """

    def __init__(
        self,
        *,
        names: Sequence[str],
        values: ArrayLike,
        means: ArrayLike,
        low: ArrayLike | None = None,
        high: ArrayLike | None = None,
        xlabel: str = "clusters of the random candidates",
    ) -> None:
        self.names = list(names)
        self.values = np.asarray(values, dtype=np.float64)
        if self.values.ndim != 1 or not self.values.size:
            raise ValueError(
                "`values` must be one-dimensional and not empty, got an array of shape "
                f"{self.values.shape}."
            )
        if (low is None) != (high is None):
            raise ValueError("`low` and `high` must both be given, or neither.")
        self.means = self._check_curves(means, "means")
        self.low = None if low is None else self._check_curves(low, "low")
        self.high = None if high is None else self._check_curves(high, "high")
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
    ) -> "BaselineDisplay":
        """Compare a reference with random clusterings in balanced clusters, and draw.

        Parameters
        ----------
        labels_true : array-like of shape (n_samples,), tuple, or estimator
            Reference clustering or co-clustering.
        metrics : str, callable, list or dict of them
            Indices; the keys of a dict name them.
        n_clusters : sequence of int
            Numbers of clusters of the candidates; in each mode of a co-clustering.
        n_draws : int, default=200
            Number of random candidates for each number of clusters.
        level : float, default=0.9
            Fraction of the draws inside the band.
        random_state : int, RandomState instance or None, default=0
            Determines the draws.
        n_jobs : int, default=None
            Number of joblib workers. It never changes the result.
        verbose : int, default=0
            Progress messages of `joblib.Parallel`.
        ax : matplotlib Axes, default=None
            Axes to draw on; None makes a new figure.

        Returns
        -------
        display : BaselineDisplay
            Drawn.
        """
        true = codes(labels_true)
        most = min(len(mode) for mode in true)
        numbers = [
            check_integer(k, f"n_clusters[{place}]", 1, most)
            for place, k in enumerate(
                check_sequence(n_clusters, "n_clusters", "integers")
            )
        ]
        candidates = {
            k: tuple(balanced_sizes(len(mode), k) for mode in true) for k in numbers
        }
        drawn = scores_by_chance(
            metrics, true, candidates, n_draws, level, random_state, n_jobs, verbose
        )
        return cls(**drawn).plot(ax=ax)

    @classmethod
    def from_sizes(
        cls,
        labels_true: Partition,
        metrics: PartitionMetrics,
        *,
        sizes: Mapping[float, Any],
        xlabel: str = "candidate",
        n_draws: int = 200,
        level: float = 0.9,
        random_state: int | RandomState | None = 0,
        n_jobs: int | None = None,
        verbose: int = 0,
        ax: Any = None,
    ) -> "BaselineDisplay":
        """Compare a reference with random clusterings of given sizes, and draw.

        Parameters
        ----------
        labels_true : array-like of shape (n_samples,), tuple, or estimator
            Reference clustering or co-clustering.
        metrics : str, callable, list or dict of them
            Indices; the keys of a dict name them.
        sizes : mapping of float to array-like
            The cluster sizes of each candidate, by its value on the axis. For a
            co-clustering, a tuple of sizes, one array-like for each mode.
        xlabel : str, default="candidate"
            What the keys of `sizes` are, for the axis.
        n_draws : int, default=200
            Number of random candidates of each kind.
        level : float, default=0.9
            Fraction of the draws inside the band.
        random_state : int, RandomState instance or None, default=0
            Determines the draws.
        n_jobs : int, default=None
            Number of joblib workers. It never changes the result.
        verbose : int, default=0
            Progress messages of `joblib.Parallel`.
        ax : matplotlib Axes, default=None
            Axes to draw on; None makes a new figure.

        Returns
        -------
        display : BaselineDisplay
            Drawn.
        """
        true = codes(labels_true)
        if not isinstance(sizes, Mapping):
            raise TypeError(
                f"`sizes` must be a mapping of sizes, got {type(sizes).__name__}."
            )
        candidates = {
            value: check_candidate(sizes[value], f"sizes[{value!r}]", true)
            for value in check_sequence(sizes, "sizes", "candidates")
        }
        drawn = scores_by_chance(
            metrics, true, candidates, n_draws, level, random_state, n_jobs, verbose
        )
        return cls(**drawn, xlabel=xlabel).plot(ax=ax)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> "BaselineDisplay":
        """Draw the mean of each index, with its band.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on; None makes a new figure.
        **kwargs : dict
            Passed to `matplotlib.axes.Axes.plot` for each curve.

        Returns
        -------
        display : BaselineDisplay
            Itself, with `ax_`, `figure_` and `lines_`.
        """
        ax = axes_or_new(ax)
        self.lines_ = []
        for place, (name, curve) in enumerate(zip(self.names, self.means, strict=True)):
            look = {
                "color": CURVES[place % len(CURVES)],
                "linestyle": _STYLES[place // len(CURVES) % len(_STYLES)],
                "label": name,
                **kwargs,
            }
            (line,) = ax.plot(self.values, curve, **look)
            self.lines_.append(line)
            if self.low is not None and self.high is not None:
                band = self.low[place], self.high[place]
                ax.fill_between(
                    self.values, *band, color=line.get_color(), alpha=0.2, linewidth=0
                )
        ax.set(xlabel=self.xlabel, ylabel="mean over random candidates")
        ax.legend(frameon=False)
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _check_curves(self, curves: Any, name: str) -> NDArray[np.float64]:
        """Check that there is one finite number for each index and value."""
        array = np.asarray(curves, dtype=np.float64)
        expected = len(self.names), len(self.values)
        if array.shape != expected:
            raise ValueError(
                f"`{name}` must have one row for each name and one column for each "
                f"value, shape {expected}; got an array of shape {array.shape}."
            )
        if not np.isfinite(array).all():
            raise ValueError(f"`{name}` must be finite.")
        return array
