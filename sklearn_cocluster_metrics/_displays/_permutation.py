"""Draw the distribution of an index by chance, and its observed value."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._inference._permutation_methods import PermutationTestResult
from .._inference._permutation_test import permutation_test
from .._metrics import BiclusteringMetric, PartitionMetric
from .._structures._types import Biclustering, Estimator, Partition
from ._drawing import BLUE, MARKED, SKY_BLUE, axes_or_new, drawing_options, made_by


class PermutationDisplay:
    """The null distribution of a permutation test, and the observed value.

    The display shows how far the observed value of an index is from the values that
    random permutations reach.

    Parameters
    ----------
    result : PermutationTestResult
        Result of ``permutation_test(..., alternative="index")``, or of a test that has
        a p-value for at most one mode. If the result has no draws, the mean and the
        standard deviation under the null model are drawn instead.

    Attributes
    ----------
    null_distribution : ndarray or None
        Values of the index in the draws, or None if there are none.
    ax_, figure_ : matplotlib Axes and Figure
        Axes and figure, which exist after `plot`.

    See Also
    --------
    permutation_test : Compute the result.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import PermutationDisplay, permutation_test
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 1, 1, 1, 1], [0, 0, 1, 1])
    >>> PermutationDisplay(permutation_test(true, pred, alternative="index"))
    PermutationDisplay(metric='product-CARI', statistic=0.556, pvalue of the index=0...)
    """

    @made_by("from_predictions(true, pred)", "from_estimator(estimator, true)")
    def __init__(self, result: PermutationTestResult) -> None:
        if not isinstance(result, PermutationTestResult):
            got = type(result).__name__
            raise TypeError(
                f"`result` must be a PermutationTestResult, got {got}. To test labels, "
                "call `PermutationDisplay.from_predictions`."
            )
        # The p-value must not be a combination of the p-values of the modes. Otherwise,
        # `result.tested` describes the combination in words.
        if result.tested != "index":
            raise ValueError(
                f"The p-value in `result` is a test of {result.tested}, but this "
                "display shows the index. Run the test with `alternative='index'`."
            )
        self.result = result
        # This is an array with the value of the index in each draw, or None if a mode
        # was not drawn.
        self.null_distribution = result.null_distribution

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(metric={self.result.metric!r}, "
            f"statistic={self.result.statistic:.3g}, "
            f"pvalue of the index={self.result.pvalue:.3g})"
        )

    @classmethod
    def from_predictions(
        cls,
        labels_true: Partition | Biclustering,
        labels_pred: Partition | Biclustering,
        metric: PartitionMetric | BiclusteringMetric = "cari_product",
        *,
        ax: Any = None,
        **kwargs: Any,
    ) -> PermutationDisplay:
        """Test agreement by an index and draw its null distribution.

        The distribution is drawn from random permutations even if the p-value needs
        none.

        Parameters
        ----------
        labels_true, labels_pred : array-like, tuple, or estimator
            Reference and prediction, as for `permutation_test`.
        metric : str or callable, default="cari_product"
            Index whose value is tested.
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to `permutation_test` with
            ``alternative="index"``.

        Returns
        -------
        display : PermutationDisplay
            The display, after it has been drawn.
        """
        kwargs = {"alternative": "index", **kwargs}
        result = permutation_test(labels_true, labels_pred, metric, **kwargs)
        display = cls(result)
        if display.null_distribution is None:
            # The second test serves only for its draws. The p-value is of the first.
            kwargs["method"] = "labels"
            drawn = permutation_test(labels_true, labels_pred, metric, **kwargs)
            display.null_distribution = drawn.null_distribution
        return display.plot(ax=ax)

    @classmethod
    def from_estimator(
        cls,
        estimator: Estimator,
        labels_true: Partition | Biclustering,
        metric: PartitionMetric | BiclusteringMetric = "cari_product",
        **kwargs: Any,
    ) -> PermutationDisplay:
        """Test what a fitted estimator has found, and draw the null distribution.

        Parameters
        ----------
        estimator : estimator
            Fitted estimator, or a pipeline or search around one.
        labels_true : array-like or tuple
            Reference labels or biclusters.
        metric : str or callable, default="cari_product"
            Index whose value is tested.
        **kwargs : dict
            Further options, which are passed to `from_predictions`.

        Returns
        -------
        display : PermutationDisplay
            The display, after it has been drawn.
        """
        return cls.from_predictions(labels_true, estimator, metric, **kwargs)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> PermutationDisplay:
        """Draw the distribution and the observed value.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to ``Axes.hist``, such as `bins`. They are
            not used if there are no draws.

        Returns
        -------
        display : PermutationDisplay
            The display, after it has been drawn.
        """
        kwargs = drawing_options(kwargs, "hist", caller=self.plot)
        ax = axes_or_new(ax)
        result = self.result
        if self.null_distribution is not None:
            draws = np.asarray(self.null_distribution)
            finite = draws[np.isfinite(draws)]
            options = {
                "bins": 40,
                "color": SKY_BLUE,
                "label": f"{len(finite)} permutations",
                **kwargs,
            }
            ax.hist(finite, **options)
            ax.set_ylabel("permutations")
        else:
            ax.set_yticks([])
            self._draw_mean_and_std(ax)
        observed = f"observed: {result.statistic:.3g}"
        ax.axvline(result.statistic, color=MARKED, lw=2, label=observed)
        relation = "≤" if result.pvalue_is_bound else "="
        title = f"p of the index {relation} {result.pvalue:.2g} ({result.method} test)"
        ax.set(xlabel=result.metric, title=title)
        ax.legend(loc="best")
        self.ax_ = ax
        self.figure_ = ax.figure
        return self

    def _draw_mean_and_std(self, ax: Any) -> None:
        """Draw the mean by chance, in bands of one and two standard deviations.

        If the mean or the standard deviation is unknown, nothing is drawn.
        """
        mean = self.result.null_mean
        std = self.result.null_std
        if mean is None or std is None:
            return
        for reach in (2 * std, std):
            ax.axvspan(mean - reach, mean + reach, color=SKY_BLUE, alpha=0.3, lw=0)
        label = f"by chance: {mean:.2g}, with 1 and 2 standard deviations of {std:.2g}"
        ax.axvline(mean, color=BLUE, linestyle="--", label=label)
