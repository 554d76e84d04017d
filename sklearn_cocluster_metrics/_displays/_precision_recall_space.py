"""Draw the precision-recall space of Hanczar and Nadif (2013)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from .._indices._contract import option_in_words
from .._indices._precision_recall import BiclusterMeasure, bicluster_values, value_at
from .._statistics._comparison import compare_biclusterings
from .._structures._arguments import check_option, check_sequence, check_weight
from .._structures._indicators import names_of_biclusters
from .._structures._types import Biclustering, Estimator
from ._drawing import (
    BLUE,
    MARKED,
    Floats,
    axes_or_new,
    check_numbers,
    check_options_of_estimator,
    drawing_options,
    made_by,
)

Measure: TypeAlias = Literal["fbeta", "jaccard", "goodness"]
SpaceCorrection: TypeAlias = Literal["expected", "space"]

_DRAWN_MEASURES = get_args(Measure)
_NAMES_OF_MEASURES = {
    "fbeta": "F-measure",
    "jaccard": "Jaccard",
    "goodness": "goodness",
}
_CORRECTIONS = (None, *get_args(SpaceCorrection))
# The curves are computed with this many steps of recall and of precision.
_N_STEPS = 120
# The width of a character and the height of a line are parts of the side of the space.
# They are estimates, so that texts of points near each other do not overlap.
_CHARACTER_WIDTH = 0.025
_LINE_HEIGHT = 0.05
# A text has at most this many names.
_MOST_NAMES = 3
# The gray area has this name in the legend.
_OUT_OF_REACH = "out of reach of any bicluster"
# The margin around the space is this part of the side of the space.
_MARGIN = 0.08


class PrecisionRecallSpaceDisplay:
    """Biclusters as points of precision and recall, with curves of equal value.

    The display shows whether predicted biclusters are too small, with low recall, or
    too large, with low precision. Each pair of a true and a predicted bicluster is a
    point, and the best match of each true bicluster is marked. Curves (isometrics) join
    points at which a measure has equal value [1]_. No bicluster can reach the gray
    area. The dashed line is the mean of random biclusters.

    Parameters
    ----------
    precision, recall : array-like of shape (n_true, n_pred)
        Precision and recall of each pair. They are corrected if `correction` is
        "space".
    values : array-like of shape (n_true, n_pred)
        Value of the measure for each pair.
    fractions : array-like of shape (2, n_true), default=None
        Fractions of rows and of columns in each true bicluster. If None, there is
        neither a gray area nor a dashed line.
    names : sequence of length n_true, default=None
        Names of the true biclusters. If None, their numbers are used.
    metric : {"fbeta", "jaccard", "goodness"}, default="fbeta"
        Measure whose curves are drawn.
    weight : float, default=1.0
        Weight of the measure, which is `beta` of the F-measure or `ratio` of the
        goodness.
    correction : {None, "expected", "space"}, default=None
        If None, the measure is not corrected. If "expected", curves of the corrected
        measure are drawn, provided that the true biclusters have one size. If "space",
        the axes are corrected precision and recall.

    Attributes
    ----------
    best : ndarray of shape (n_true,)
        Index of the best predicted bicluster for each true one.
    ax_, figure_ : matplotlib Axes and Figure
        Axes and figure, which exist after `plot`.
    points_ : matplotlib PathCollection
        Points of the best matches.

    See Also
    --------
    bicluster_fbeta_score : Compute the mean of the best matches, with its corrections.
    match_table : Draw matches of any clusters by the method `plot` of its result.

    Notes
    -----
    Let a true bicluster have the fractions r of the rows and c of the columns, and let
    rec be the recall. The precision is then at least r c rec / (1 - (1 - rec) min(r,
    c)). The gray area is below the lowest of these curves, and where corrected
    precision and recall would have different signs.

    With "expected", the curves of the Jaccard index are computed from the published
    mean, which is approximate.

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). Precision-recall space to correct external
       indices for biclustering. ICML, PMLR 28(2), 136-144, sections 3 to 5.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import (
    ...     PrecisionRecallSpaceDisplay,
    ...     biclusters_from_indices,
    ... )
    >>> true = biclusters_from_indices([(range(4), range(3))], (8, 6))
    >>> pred = biclusters_from_indices([(range(3), range(3))], (8, 6))
    >>> display = PrecisionRecallSpaceDisplay.from_predictions(true, pred)
    >>> display.precision.tolist(), display.recall.tolist()
    ([[1.0]], [[0.75]])
    """

    @made_by("from_predictions(true, pred)", "from_estimator(estimator, true)")
    def __init__(
        self,
        *,
        precision: ArrayLike,
        recall: ArrayLike,
        values: ArrayLike,
        fractions: ArrayLike | None = None,
        names: Sequence[Any] | None = None,
        metric: Measure = "fbeta",
        weight: float = 1.0,
        correction: SpaceCorrection | None = None,
    ) -> None:
        pairs: Any = {"true biclusters": None, "predicted ones": None}
        self.values = check_numbers(values, "values", pairs)
        pairs = dict(zip(pairs, self.values.shape, strict=True))
        self.precision = check_numbers(precision, "precision", pairs)
        self.recall = check_numbers(recall, "recall", pairs)
        self.fractions: Floats | None = None
        self._sizes: Floats | None = None
        if fractions is not None:
            shape = {"modes": 2, "true biclusters": len(self.values)}
            self.fractions = check_numbers(fractions, "fractions", shape)
            self._sizes = self.fractions.prod(axis=0)
            if not (self._sizes > 0).all():
                raise ValueError(
                    "`fractions` must be above 0, because each true bicluster must "
                    "have at least one cell. Leave empty biclusters out."
                )
        if names is None:
            names = range(len(self.values))
        self.names = [
            str(name) for name in check_sequence(names, "names", "names of biclusters")
        ]
        if len(self.names) != len(self.values):
            raise ValueError(
                "`names` must have a name for each true bicluster, of which there are "
                f"{len(self.values)}; got {len(self.names)} names. To use numbers, "
                "leave out `names`."
            )
        self.metric: Measure = check_option(metric, "metric", _DRAWN_MEASURES)
        self.weight = check_weight(weight, "weight")
        self.correction = check_option(correction, "correction", _CORRECTIONS)
        sizes = self._sizes
        have_one_size = sizes is not None and np.allclose(sizes, sizes[0])
        if correction == "expected" and not have_one_size:
            raise ValueError(
                "`correction='expected'` needs true biclusters that all have the "
                "same size. Pass `correction='space'`."
            )
        self.best = self.values.argmax(axis=1)

    @classmethod
    def from_predictions(
        cls,
        biclusters_true: Biclustering,
        biclusters_pred: Biclustering,
        *,
        correction: SpaceCorrection | None = None,
        metric: Measure = "fbeta",
        beta: float = 1.0,
        ratio: float = 1.0,
        ax: Any = None,
        **kwargs: Any,
    ) -> PrecisionRecallSpaceDisplay:
        """Draw predicted biclusters against true ones.

        Parameters
        ----------
        biclusters_true, biclusters_pred : tuple (rows, columns), or estimator
            True and predicted biclusters, at least one of each. True biclusters must
            not be empty.
        correction : {None, "expected", "space"}, default=None
            Correction for chance, as for `PrecisionRecallSpaceDisplay`.
        metric : {"fbeta", "jaccard", "goodness"}, default="fbeta"
            Measure whose curves are drawn, and by which best matches are chosen.
        beta, ratio : float, default=1.0
            Weight of the recall in the F-measure, and of the precision in the goodness.
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to ``Axes.scatter`` for the best matches.

        Returns
        -------
        display : PrecisionRecallSpaceDisplay
            The display, after it has been drawn.
        """
        # A wrong option raises an error before anything is computed.
        drawing_options(kwargs, "scatter", caller=cls.from_predictions)
        beta = check_weight(beta, "beta")
        ratio = check_weight(ratio, "ratio")
        check_option(metric, "metric", _DRAWN_MEASURES)
        weight = {"fbeta": beta, "jaccard": 1.0, "goodness": ratio}[metric]
        check_option(correction, "correction", _CORRECTIONS)
        overlaps = compare_biclusterings(biclusters_true, biclusters_pred).overlaps
        if overlaps.n_true == 0 or overlaps.n_pred == 0:
            raise ValueError(
                f"`biclusters_true` has {overlaps.n_true} biclusters and "
                f"`biclusters_pred` has {overlaps.n_pred}, but there is nothing to "
                "draw unless both have at least one."
            )
        correction_of_axes = "space" if correction == "space" else None
        true = overlaps.true
        return cls(
            precision=bicluster_values(
                overlaps, BiclusterMeasure("precision", correction_of_axes)
            ),
            recall=bicluster_values(
                overlaps, BiclusterMeasure("recall", correction_of_axes)
            ),
            values=bicluster_values(
                overlaps, BiclusterMeasure(metric, correction, weight=weight)
            ),
            fractions=[true.n_rows / true.shape[0], true.n_columns / true.shape[1]],
            names=names_of_biclusters(biclusters_true, overlaps.n_true),
            metric=metric,
            weight=weight,
            correction=correction,
        ).plot(ax=ax, **kwargs)

    @classmethod
    def from_estimator(
        cls, estimator: Estimator, biclusters_true: Biclustering, **kwargs: Any
    ) -> PrecisionRecallSpaceDisplay:
        """Draw the biclusters that a fitted estimator has found.

        Parameters
        ----------
        estimator : estimator
            Fitted estimator with ``rows_`` and ``columns_``.
        biclusters_true : tuple (rows, columns)
            True biclusters of the matrix on which the estimator was fitted.
        **kwargs : dict
            Further options, which are passed to `from_predictions`.

        Returns
        -------
        display : PrecisionRecallSpaceDisplay
            The display, after it has been drawn.
        """
        check_options_of_estimator(kwargs, "scatter", display=cls)
        return cls.from_predictions(biclusters_true, estimator, **kwargs)

    def _value_at(self, precision: Floats, recall: Floats) -> Floats:
        """Return the values of the measure of the curves where precision is not 0."""
        # By Property 4 of the paper, the curves in the corrected space equal the
        # uncorrected curves.
        correction = None if self.correction == "space" else self.correction
        measure = BiclusterMeasure(self.metric, correction, weight=self.weight)
        # A size is a fraction of the matrix. Only the corrected measure depends on it,
        # and all true biclusters then have the same size. Sizes may be unknown only if
        # the measure is not corrected, and any size gives the same value.
        size = 1.0 if self._sizes is None else self._sizes[0]
        return value_at(precision, recall, size, measure)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> PrecisionRecallSpaceDisplay:
        """Draw the space, the curves and the biclusters.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to ``Axes.scatter`` for the best matches.

        Returns
        -------
        display : PrecisionRecallSpaceDisplay
            The display, after it has been drawn.
        """
        kwargs = drawing_options(kwargs, "scatter", caller=self.plot)
        ax = axes_or_new(ax)
        # These arrays have a number for each pair of a true and a predicted bicluster,
        # which may be negative if they are corrected.
        lowest = min(0.0, self.recall.min(), self.precision.min())
        limits = (lowest - _MARGIN * (1 - lowest), 1 + _MARGIN * (1 - lowest))
        if self.correction == "space":
            self._draw_corrected_space(ax, limits[0])
        elif self._sizes is not None:
            # The sizes of the true biclusters, as parts of the matrix, are unknown
            # without `fractions`.
            self._draw_space(ax, self._sizes)
        self._draw_isometrics(ax)
        self._draw_biclusters(ax, kwargs)
        corrected = "corrected " if self.correction == "space" else ""
        ax.set(xlabel=f"{corrected}recall", ylabel=f"{corrected}precision")
        ax.set(xlim=limits, ylim=limits, aspect="equal")
        ax.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
        self.ax_ = ax
        self.figure_ = ax.figure
        return self

    def _draw_space(self, ax: Any, sizes: Floats) -> None:
        """Draw the area out of reach, and the mean of random biclusters.

        `sizes` has the size of each true bicluster as a part of the matrix. This part
        is also the mean precision of random biclusters.
        """
        recall = np.linspace(0, 1, _N_STEPS + 1)
        gray = {"color": "0.8", "linewidth": 0, "label": _OUT_OF_REACH}
        ax.fill_between(recall, 0, self._least_precision(recall), **gray)
        dashed = {"color": "black", "linestyle": "--", "linewidth": 1.5}
        ax.hlines(np.unique(sizes), 0, 1, label="mean by chance", **dashed)

    def _least_precision(self, recall: Floats) -> Floats:
        """Return the least precision of a bicluster with this recall.

        It is the least one for any of the true biclusters, and 0 if their fractions are
        not known.
        """
        if self.fractions is None:
            return np.zeros_like(recall)
        row_fractions, column_fractions = self.fractions
        lowest = least_precision(recall[..., None], row_fractions, column_fractions)
        return np.asarray(lowest.min(axis=-1))

    def _draw_corrected_space(self, ax: Any, low: float) -> None:
        """Draw the area where the signs differ, and the mean of random biclusters.

        Both axes begin at `low`.
        """
        gray = {"color": "0.8", "linewidth": 0}
        # This value is beyond the end of both axes.
        high = 2
        ax.fill_between((low, 0), 0, high, label=_OUT_OF_REACH, **gray)
        ax.fill_between((0, high), low, 0, **gray)
        # The square is open, so that the points below it are visible.
        square = {"color": "black", "markerfacecolor": "none", "markeredgewidth": 1.5}
        ax.plot(0, 0, "s", markersize=7, zorder=5, label="mean by chance", **square)

    def _draw_isometrics(self, ax: Any) -> None:
        """Draw the curves of equal value where biclusters can be."""
        # The axis begins above 0, because no precision may be 0.
        axis = np.linspace(0, 1, _N_STEPS + 1)[1:]
        recall, precision = np.meshgrid(axis, axis)
        values = self._value_at(precision, recall)
        # With "space", the axes are corrected, and the curves are not.
        if self.correction != "space":
            are_out_of_reach = precision < self._least_precision(recall)
            values = np.ma.masked_where(are_out_of_reach, values)
        tenths = [k / 10 for k in range(1, 10)]
        levels = [level for level in tenths if values.min() < level < values.max()]
        if levels:
            look = {"colors": BLUE, "linewidths": 0.8}
            curves = ax.contour(recall, precision, values, levels, **look)
            # Every second curve has its value, so that few texts are near each other.
            named = [level for level in levels if round(10 * level) % 2 == 0]
            ax.clabel(curves, named or levels, fmt="%.1f", fontsize="small")
            # A line without points gives the curves their entry in the legend.
            ax.plot([], [], color=BLUE, linewidth=0.8, label=self._name_of_curves())

    def _name_of_curves(self) -> str:
        """Return the name of the measure of the curves, with its options.

        For example, the name is "F-measure, beta 2, correction expected".
        """
        words = [_NAMES_OF_MEASURES[self.metric]]
        if self.weight != 1:  # The default weight is not named.
            option = "beta" if self.metric == "fbeta" else "ratio"
            words.append(option_in_words(option, self.weight))
        if self.correction is not None:
            words.append(option_in_words("correction", self.correction))
        return ", ".join(words)

    def _draw_biclusters(self, ax: Any, options: dict[str, Any]) -> None:
        """Draw a point for each pair of biclusters, and mark the best matches.

        Each true bicluster is matched with its best predicted bicluster.
        """
        if self.values.shape[1] > 1:
            recalls = self.recall.ravel()
            precisions = self.precision.ravel()
            ax.plot(recalls, precisions, ".", color="0.45", label="other pair")
        true = np.arange(len(self.best))
        recalls = self.recall[true, self.best]
        precisions = self.precision[true, self.best]
        look = {
            "color": MARKED,
            "s": 60,
            "label": "best match",
            "zorder": 3,
            "clip_on": False,
            **options,
        }
        self.points_ = ax.scatter(recalls, precisions, **look)
        if len(true) > 1:
            self._write_names(ax, recalls, precisions)

    def _write_names(self, ax: Any, recalls: Floats, precisions: Floats) -> None:
        """Write the names of points.

        Points whose texts would overlap share one text, which is above their mean.
        """
        labels: list[PointLabel] = []
        for name, recall, precision in zip(
            self.names, recalls, precisions, strict=True
        ):
            new_label = PointLabel([name], [recall], [precision])
            overlapping = [label for label in labels if label.overlaps(new_label)]
            if overlapping:
                overlapping[0].join(new_label)
            else:
                labels.append(new_label)
        for label in labels:
            ax.annotate(
                label.text,
                (label.recall, label.precision),
                ha=label.alignment,
                va="bottom",
                xytext=(0, 5),
                textcoords="offset points",
            )

    def __repr__(self) -> str:
        n_true, n_pred = self.values.shape
        return (
            f"{type(self).__name__}(n_true={n_true}, n_pred={n_pred}, "
            f"metric={self.metric!r}, correction={self.correction!r})"
        )


@dataclass
class PointLabel:
    """Join the names of points near each other to a text above their mean."""

    names: list[str]
    recalls: list[float]
    precisions: list[float]

    @property
    def recall(self) -> float:
        """Return the mean recall of the points."""
        return fmean(self.recalls)

    @property
    def precision(self) -> float:
        """Return the mean precision of the points."""
        return fmean(self.precisions)

    @property
    def text(self) -> str:
        """Return the first names, followed by dots if there are more."""
        text = ", ".join(self.names[:_MOST_NAMES])
        if len(self.names) > _MOST_NAMES:
            text += " ..."
        return text

    @property
    def alignment(self) -> str:
        """Return the horizontal alignment that keeps the text inside the axes."""
        if self.recall < 0.2:
            return "left"
        return "center" if self.recall < 0.8 else "right"

    def overlaps(self, label: PointLabel) -> bool:
        """Return whether the texts of two labels would cover each other."""
        start, end = self._ends()
        other_start, other_end = label._ends()
        is_near = abs(self.precision - label.precision) < _LINE_HEIGHT
        return is_near and start < other_end and other_start < end

    def join(self, label: PointLabel) -> None:
        """Add the points of another label."""
        self.names += label.names
        self.recalls += label.recalls
        self.precisions += label.precisions

    def _ends(self) -> tuple[float, float]:
        """Return the two values of recall at which the text begins and ends."""
        width = _CHARACTER_WIDTH * len(self.text)
        part_on_left = {"left": 0.0, "center": 0.5, "right": 1.0}[self.alignment]
        start = self.recall - part_on_left * width
        return start, start + width


def least_precision(
    recall: Floats, row_fraction: Floats, column_fraction: Floats
) -> Floats:
    """Return the least precision that a bicluster with this recall can have.

    `row_fraction` and `column_fraction` are the fractions of all rows and of all
    columns that the true bicluster has.

    Let the true bicluster B have the fractions r of the rows and c of the columns of
    the matrix D. Let X have the fractions s of the rows and t of the columns of B, so
    that rec = s t. The precision is rec |B| / |X|, so it is least if X is largest. With
    all rows and columns outside of B, X has the size
    |X| / |D| = (1 - r + r s) (1 - c + c t). For a given product s t, this is convex in
    s. Therefore, it is largest if s = 1 or t = 1, where it is
    1 - (1 - rec) min(r, c).
    """
    fraction = row_fraction * column_fraction
    largest = 1 - (1 - recall) * np.minimum(row_fraction, column_fraction)
    least = np.ones(np.broadcast_shapes(recall.shape, fraction.shape))
    # The ratio is 0/0 only if recall is 0 and B is the whole matrix. Every precision is
    # then 1.
    return np.divide(fraction * recall, largest, out=least, where=largest > 0)
