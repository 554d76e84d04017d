"""A matrix reordered by its true and by its predicted co-clustering."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array

from .._reports._colors import MARKED
from .._statistics import (
    MatchedLabels,
    match_modes,
    with_new_labels,
    without_gaps,
)
from .._structures import (
    Coclustering,
    Estimator,
    LabelCodes,
    check_coclustering,
    check_partitions,
)
from ._cluster_strip import borders, cluster_colors, draw_strip
from ._matrix_image import block_means
from ._panels import panel_axes

_MANY_BORDERS = 12  # so many are drawn with thinner lines

Numbers = tuple[NDArray[np.intp], NDArray[np.intp]]


class CoclusterDisplay:
    """The matrix reordered by the true and by the predicted co-clustering.

    Predicted clusters are matched with true ones as in `match_clusters`. Both panels
    have the clusters in the same order, and matched clusters in the same color. Inside
    a cluster, misclassified rows and columns come last, and are marked.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data; may contain NaN. A sparse matrix is never made dense.
    labels_true : tuple (row_labels, column_labels), fitted estimator or None
        True co-clustering, if known.
    labels_pred : tuple (row_labels, column_labels) or fitted estimator
        Predicted co-clustering.

    Attributes
    ----------
    labels_true, labels_pred : tuple of two ndarrays of int, or None
        Number of the cluster of each row and of each column; matched clusters have the
        same number.
    cluster_names : tuple of two lists of str
        Name of each number, for rows and columns.
    misclassified : tuple of two ndarrays of bool, or None
        Whether the true and the matched predicted cluster of each row and of each
        column differ.
    order_true, order_pred : tuple of two ndarrays of int, or None
        Order of the rows and of the columns in each panel.
    image_true, image_pred : ndarray, or None
        The matrix in these orders. Of more than 400 rows or columns, means of
        neighboring ones.
    ax_ : ndarray of matplotlib Axes
        The two panels, or one without true labels, after `plot`.
    figure_ : matplotlib Figure
        Figure that contains them.

    Raises
    ------
    ValueError
        If `X` and the labels have different shapes, or the labels are not valid.
    TypeError
        If the labels are not a tuple of two arrays.

    See Also
    --------
    match_clusters : The matching, on labels.
    ContingencyDisplay : The counts behind it.

    Notes
    -----
    Colors can be distinguished by color-blind readers; they repeat after 18 clusters.
    Clusters with less than 3 % of the rows or columns are drawn without their name.

    Cost: O(size of X) time; memory for two images of at most 400 x 400.

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import CoclusterDisplay
    >>> X, _, _ = make_biclusters((60, 40), n_clusters=3, noise=1, random_state=0)
    >>> model = SpectralCoclustering(n_clusters=3, random_state=0).fit(X)
    >>> CoclusterDisplay(X, None, model)
    CoclusterDisplay(shape=(60, 40), n_clusters=(3, 3))
    """

    def __init__(
        self,
        X: Any,
        labels_true: Coclustering | Estimator | None,
        labels_pred: Coclustering | Estimator,
    ) -> None:
        if labels_true is None:
            alone = check_coclustering(labels_pred, "labels_pred")
            self.labels_true, self.labels_pred, self.cluster_names = _numbered(alone)
        else:
            modes = match_modes(*check_partitions(labels_true, labels_pred))
            if len(modes) != 2:
                raise ValueError(
                    "`labels_true` and `labels_pred` must be co-clusterings with two "
                    f"modes, rows and columns, got {len(modes)}."
                )
            self.labels_true = (modes[0].true, modes[1].true)
            self.labels_pred = (modes[0].pred, modes[1].pred)
            self.cluster_names = (_names(modes[0]), _names(modes[1]))
        X = _check_matrix(X, self.labels_pred)
        true, pred = self.labels_true, self.labels_pred
        self.order_pred = _order(pred, true or pred)
        self.image_pred = block_means(X, *self.order_pred)
        self.order_true = self.image_true = self.misclassified = None
        if true is not None:
            self.misclassified = (true[0] != pred[0], true[1] != pred[1])
            self.order_true = _order(true, pred)
            self.image_true = block_means(X, *self.order_true)

    def __repr__(self) -> str:
        shape = tuple(map(len, self.labels_pred))
        text = f"shape={shape}, n_clusters={tuple(map(len, self.cluster_names))}"
        if self.misclassified is not None:
            wrong = tuple(int(part.sum()) for part in self.misclassified)
            text += f", n_misclassified={wrong}"
        return f"{type(self).__name__}({text})"

    @classmethod
    def from_predictions(
        cls,
        X: Any,
        labels_true: Coclustering | Estimator | None,
        labels_pred: Coclustering | Estimator,
        *,
        ax: Any = None,
        **kwargs: Any,
    ) -> "CoclusterDisplay":
        """Draw a matrix with its true and its predicted co-clustering.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data.
        labels_true : tuple (row_labels, column_labels), fitted estimator or None
            True co-clustering, if known.
        labels_pred : tuple (row_labels, column_labels) or fitted estimator
            Predicted co-clustering.
        ax : array of two matplotlib Axes, default=None
            Axes to draw on, one without true labels; None makes a new figure.
        **kwargs : dict
            Passed to `plot`.

        Returns
        -------
        display : CoclusterDisplay
            Drawn.
        """
        return cls(X, labels_true, labels_pred).plot(ax=ax, **kwargs)

    @classmethod
    def from_estimator(
        cls,
        estimator: Estimator,
        X: Any,
        labels_true: Coclustering | Estimator | None = None,
        *,
        ax: Any = None,
        **kwargs: Any,
    ) -> "CoclusterDisplay":
        """Draw a matrix with the co-clustering that a fitted estimator has found.

        Parameters
        ----------
        estimator : estimator
            Fitted co-clusterer, or a pipeline or search around one.
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Data that it was fitted on, or the same rows and columns in other units.
        labels_true : tuple (row_labels, column_labels), default=None
            True co-clustering, if known.
        ax : array of two matplotlib Axes, default=None
            Axes to draw on, one without true labels; None makes a new figure.
        **kwargs : dict
            Passed to `plot`.

        Returns
        -------
        display : CoclusterDisplay
            Drawn.
        """
        return cls.from_predictions(X, labels_true, estimator, ax=ax, **kwargs)

    def plot(
        self, *, ax: Any = None, colorbar: bool = True, **kwargs: Any
    ) -> "CoclusterDisplay":
        """Draw the panels.

        Parameters
        ----------
        ax : array of two matplotlib Axes, default=None
            Axes to draw on, one without true labels; None makes a new figure.
        colorbar : bool, default=True
            Whether to draw the scale of the values.
        **kwargs : dict
            Passed to ``Axes.imshow``, such as `cmap` (default "Greys"), `norm`, `vmin`
            and `vmax` (default: the quantiles .01 and .99).

        Returns
        -------
        display : CoclusterDisplay
            This display, with `ax_` and `figure_`.
        """
        panels = self._panels()
        self.ax_ = panel_axes(ax, len(panels))
        self.figure_ = self.ax_[0].figure
        options = {"cmap": "Greys", "interpolation": "nearest", **kwargs}
        if "norm" not in options:
            low, high = _limits([panel.image for panel in panels])
            options = {"vmin": low, "vmax": high, **options}
        shape = tuple(map(len, self.labels_pred))
        for axes, panel in zip(self.ax_, panels, strict=True):
            extent = (0, shape[1], shape[0], 0)
            drawn = axes.imshow(panel.image, extent=extent, aspect="auto", **options)
            axes.set_title(panel.title, fontsize="medium")
            self._draw_clusters(axes, panel)
        if colorbar:
            is_mean = self.image_pred.shape != shape
            self.figure_.colorbar(
                drawn,
                ax=list(self.ax_),
                label="mean of neighboring cells" if is_mean else "value of the cell",
                extend="both",
            )
        return self

    def _panels(self) -> "list[_Panel]":
        """Return what to draw, the truth first."""
        if self.labels_true is None or self.order_true is None:
            title = "Predicted co-clustering"
            panel = (self.labels_pred, None, self.order_pred, self.image_pred)
            return [_Panel(title, *panel)]
        marks = "co-clustering\n(outer marks: {} cluster of the misclassified)".format
        true, pred = self.labels_true, self.labels_pred
        return [
            _Panel(
                f"True {marks('predicted')}",
                *(true, pred, self.order_true, self.image_true),
            ),
            _Panel(
                f"Predicted {marks('true')}",
                *(pred, true, self.order_pred, self.image_pred),
            ),
        ]

    def _draw_clusters(self, ax: Any, panel: "_Panel") -> None:
        """Draw the borders of the blocks and the strips, and write the numbers."""
        ax.set(xticks=[], yticks=[])
        n_drawn = 0  # row clusters and column clusters have different colors
        for mode, draw_border in enumerate((ax.axhline, ax.axvline)):
            names, order = self.cluster_names[mode], panel.order[mode]
            labels = panel.own[mode][order]
            edges = borders(labels)
            width = 1.4 if len(edges) < _MANY_BORDERS else 0.7
            for edge in edges:
                draw_border(edge, color=MARKED, linewidth=width)
            strip = draw_strip(
                ax,
                labels,
                None if panel.other is None else panel.other[mode][order],
                names,
                cluster_colors(len(names), start=n_drawn),
                of_rows=mode == 0,
            )
            n_drawn += len(names)
            self._describe_mode(mode, strip.set_ylabel if mode == 0 else ax.set_xlabel)

    def _describe_mode(self, mode: int, write: Callable[[str], Any]) -> None:
        """Write the number of rows or columns, and how many are misclassified."""
        text = f"{len(self.labels_pred[mode])} {('rows', 'columns')[mode]}"
        if self.misclassified is not None:
            text += f", {self.misclassified[mode].sum()} misclassified"
        write(text)


class _Panel(NamedTuple):
    """One panel: its title, its clusters, those of the other panel, order and image."""

    title: str
    own: Numbers
    other: Numbers | None
    order: Numbers
    image: Any


def _limits(images: Sequence[NDArray[np.float64]]) -> tuple[float, float]:
    """Return values to end the scale at: a few extreme ones would make it useless."""
    values = np.concatenate([image[np.isfinite(image)] for image in images])
    if len(values) == 0:
        return 0.0, 1.0
    low, high = np.quantile(values, [0.01, 0.99])
    if low == high:
        low, high = values.min(), values.max()
    return float(low), float(high)


def _numbered(
    modes: tuple[LabelCodes, LabelCodes],
) -> tuple[None, Numbers, tuple[list[str], list[str]]]:
    """Number the clusters of a co-clustering without a truth."""
    rows, columns = map(without_gaps, modes)
    return (
        None,
        (rows.codes.astype(np.intp), columns.codes.astype(np.intp)),
        (_texts(rows.values), _texts(columns.values)),
    )


def _names(mode: MatchedLabels) -> list[str]:
    """Return the names of matched clusters, those of true clusters first."""
    table = mode.table
    unmatched = np.flatnonzero(mode.number_of_pred >= len(table.true_labels))
    names = np.array(_texts(table.true_labels))
    return _texts(with_new_labels(names, table.pred_labels[unmatched]))


def _texts(labels: Any) -> list[str]:
    """Write labels."""
    return [str(label) for label in labels]


def _check_matrix(X: Any, labels: Numbers) -> Any:
    """Check the data, and that the labels are those of its rows and columns."""
    checked = check_array(
        X, accept_sparse="csr", ensure_all_finite="allow-nan", input_name="X"
    )
    n_labels = tuple(map(len, labels))
    if checked.shape != n_labels:
        raise ValueError(
            f"`X` has shape {checked.shape}, but `labels_pred` has {n_labels[0]} row "
            f"labels and {n_labels[1]} column labels."
        )
    return checked


def _order(own: Numbers, other: Numbers) -> Numbers:
    """Sort rows and columns by cluster; inside one, those of another come last."""
    rows, columns = (
        np.lexsort((theirs, theirs != ours, ours))
        for ours, theirs in zip(own, other, strict=True)
    )
    return rows, columns
