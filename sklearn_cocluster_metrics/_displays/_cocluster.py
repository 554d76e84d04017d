"""A matrix reordered by its true and by its predicted co-clustering."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._statistics._matching import MatchedLabels, Positions, match_modes
from .._structures._arguments import Coclustering, Estimator, check_equal, is_estimator
from .._structures._entry_names import (
    check_one_order,
    column_names,
    in_order_of,
    index_of,
    names_of_modes,
)
from .._structures._estimators import fitted_modes, has_modes
from .._structures._indicators import are_biclusterings
from .._structures._labels import with_new_labels
from .._structures._partitions import check_coclustering, check_partitions
from .._structures._unlabelled import Unlabelled, checked_partly, without_unlabelled
from ._drawing import (
    MARKED,
    Floats,
    MatrixDisplay,
    block_means,
    check_matrix,
    cluster_colors,
    pixel_of,
)

_MANY_BORDERS = 12  # so many are drawn with thinner lines
_MOST_MARKS = 200  # per strip: a mark of one entry stays visible
_SMALLEST_NAMED = 0.03  # part of an axis that the name of a cluster needs
_CHARACTERS = 55  # that fit along an axis

OfModes: TypeAlias = tuple[Positions, ...]


class CoclusterDisplay(MatrixDisplay):
    """The matrix reordered by the true and by the predicted co-clustering.

    Clusters matched by `match_clusters` have the same place and color in both panels.
    Misclassified rows and columns come last in their cluster, and are marked.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data; may contain NaN, stays sparse. Labels with an index are matched by names
        with a data frame.
    labels_true : tuple (row_labels, column_labels), fitted estimator or None
        True co-clustering, if known.
    labels_pred : tuple (row_labels, column_labels) or fitted estimator
        Predicted co-clustering.
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabelled`.

    Attributes
    ----------
    labels_true, labels_pred : tuple of two ndarrays of int, or None
        Number of each cluster, the same for matched ones.
    cluster_names : tuple of two lists of str
        Name of each number.
    misclassified : tuple of two ndarrays of bool, or None
        Where the true and the matched predicted cluster differ.
    order_true, order_pred : tuple of two ndarrays of int, or None
        Order in each panel.
    image_true, image_pred : ndarray, or None
        The matrix in these orders; over 400 rows or columns, means of neighbors.
    ax_, figure_ : ndarray of matplotlib Axes, and Figure
        Two panels, or one without true labels; after `plot`.

    Raises
    ------
    ValueError, TypeError
        If shapes differ, or labels are not valid.

    See Also
    --------
    match_clusters : The matching, on labels.
    BiclusterDisplay : For biclusters.

    Notes
    -----
    Colors repeat after 18 clusters; clusters below 3 % of the rows or columns are not
    named. The axes name up to 40 rows or columns of a data frame. Cost: O(size of X).

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
        *,
        unlabelled: Unlabelled | None = None,
    ) -> None:
        if are_biclusterings(labels_pred):
            raise TypeError(
                "`labels_pred` has biclusters, not labels: use `BiclusterDisplay`."
            )
        labels_pred = _in_order_of_data(labels_pred, X, "labels_pred")
        if labels_true is not None:
            labels_true = _in_order_of_data(labels_true, X, "labels_true")
            if isinstance(labels_true, tuple) and isinstance(labels_pred, tuple):
                for pair in zip(labels_true, labels_pred, strict=False):
                    check_one_order((None, *map(index_of, pair)), "`X` and labels")
            check = checked_partly(unlabelled)
            of_true, of_pred = check_partitions(labels_true, labels_pred, check)
        else:
            of_true = of_pred = check_coclustering(labels_pred, "labels_pred")
            unlabelled = None
        if len(of_pred) != 2:
            raise ValueError(f"`labels_pred` must have two modes, got {len(of_pred)}.")
        matrix, names = check_matrix(X), names_of_modes(X, 2)
        for mode, what in enumerate(("rows", "columns")):
            sizes = matrix.shape[mode], len(of_pred[mode])
            check_equal(sizes, ("X", "labels_pred"), what)
        if unlabelled is not None:
            of_true, of_pred, kept = without_unlabelled(of_true, of_pred, unlabelled)
            matrix = matrix[kept[0]][:, kept[1]]
            names = [
                None if of is None else np.array(of)[some].tolist()
                for of, some in zip(names, kept, strict=True)
            ]
        modes = match_modes(of_true, of_pred)
        true: OfModes = tuple(mode.true for mode in modes)
        pred: OfModes = tuple(mode.pred for mode in modes)
        self.labels_pred = pred
        self.cluster_names = tuple(map(_names, modes))
        self._shape, self._names = tuple(map(len, pred)), names
        self.order_pred = _by_cluster(pred, true)
        self.image_pred = block_means(matrix, *self.order_pred)
        self.labels_true = self.order_true = self.image_true = None
        self.misclassified: tuple[NDArray[np.bool_], ...] | None = None
        if labels_true is not None:
            self.labels_true = true
            self.misclassified = tuple(mode.true != mode.pred for mode in modes)
            self.order_true = _by_cluster(true, pred)
            self.image_true = block_means(matrix, *self.order_true)

    def __repr__(self) -> str:
        n_clusters = tuple(map(len, self.cluster_names))
        text = f"shape={self._shape}, {n_clusters=}"
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
        unlabelled: Unlabelled | None = None,
        ax: Any = None,
        **kwargs: Any,
    ) -> Self:
        """Draw a matrix with its true and its predicted co-clustering.

        Parameters
        ----------
        X, labels_true, labels_pred, unlabelled : array-like, tuples, str
            As above.
        ax : array of two matplotlib Axes, default=None
            One without true labels; None: a new figure.
        **kwargs : dict
            Passed to `plot`.

        Returns
        -------
        display : CoclusterDisplay
            Drawn.
        """
        display = cls(X, labels_true, labels_pred, unlabelled=unlabelled)
        return display.plot(ax=ax, **kwargs)

    @classmethod
    def from_estimator(
        cls,
        estimator: Estimator,
        X: Any,
        labels_true: Coclustering | Estimator | None = None,
        **kwargs: Any,
    ) -> Self:
        """Draw a matrix with the co-clustering that a fitted estimator has found.

        Parameters
        ----------
        estimator : estimator
            Fitted; also a pipeline or search.
        X, labels_true : array-like, tuple
            As above.
        **kwargs : dict
            Options of `from_predictions`.

        Returns
        -------
        display : CoclusterDisplay
            Drawn.
        """
        return cls.from_predictions(X, labels_true, estimator, **kwargs)

    def _panels(self) -> list[tuple[Any, Any]]:
        true = [(self.image_true, self.order_true)] * (self.labels_true is not None)
        return [*true, (self.image_pred, self.order_pred)]

    def _draw_structures(self) -> None:
        orders = [order for _, order in self._panels()]
        true, pred = ("true", self.labels_true), ("predicted", self.labels_pred)
        sides: Any = ((true, pred), (pred, true))[-len(orders) :]
        for ax, order, (own, other) in zip(self.ax_, orders, sides, strict=True):
            title = f"{own[0].capitalize()} co-clustering"
            if other[1] is not None:
                title += f"\n(outer marks: {other[0]} cluster of the misclassified)"
            ax.set_title(title, fontsize="medium")
            for mode in range(2):
                labels = own[1][mode][order[mode]]
                others = None if other[1] is None else other[1][mode][order[mode]]
                self._draw_mode(ax, mode, labels, others)

    def _draw_mode(
        self, ax: Any, mode: int, own: Positions, other: Positions | None
    ) -> None:
        """Draw the clusters of one mode, in order, and write the numbers.

        Next to the matrix is the color of the entries' `own` cluster. Outside of it,
        where `other` differs, is the color of the other one.
        """
        names, of_rows = self.cluster_names[mode], mode == 0
        # Row clusters and column clusters have different colors.
        start = 0 if of_rows else len(self.cluster_names[0])
        colors = cluster_colors(len(names), start)
        edges = _borders(own)
        width = 1.4 if len(edges) < _MANY_BORDERS else 0.7
        for edge in edges:
            (ax.axhline if of_rows else ax.axvline)(edge, color=MARKED, linewidth=width)
        layers = [colors[own]]
        if other is not None:
            layers.append(_marks(own, other, colors))
        depth = 0.04 * len(layers)  # in parts of the matrix
        strip = ax.inset_axes((-depth, 0, depth, 1) if of_rows else (0, 1, 1, depth))
        look = {"aspect": "auto", "interpolation": "nearest"}
        for number, image in enumerate(layers):
            if of_rows:
                extent: Any = (number + 1, number + 0.25, len(own), 0)
                strip.imshow(image[:, None], extent=extent, origin="upper", **look)
            else:
                extent = (0, len(own), number + 0.25, number + 1)
                strip.imshow(image[None], extent=extent, origin="lower", **look)
        centers, shown, rotation = _named(own, names)
        text = f"{len(own)} {'rows' if of_rows else 'columns'}"
        if self.misclassified is not None:
            text += f", {self.misclassified[mode].sum()} misclassified"
        if of_rows:
            strip.set(xlim=(len(layers), 0), ylim=(len(own), 0), xticks=[])
            strip.set_yticks(centers, shown)
            strip.set_ylabel(text)
        else:
            strip.set(xlim=(0, len(own)), ylim=(0, len(layers)), yticks=[])
            strip.xaxis.tick_top()
            strip.set_xticks(centers, shown, rotation=rotation)
            ax.set_xlabel(text)
        strip.tick_params(length=0, labelsize="small")
        strip.set_frame_on(False)


def _names(mode: MatchedLabels) -> list[str]:
    """Return the names of matched clusters, those of true clusters first."""
    names = np.array([str(label) for label in mode.table.true_labels])
    return [*map(str, with_new_labels(names, mode.unmatched_names()))]


def _in_order_of_data(labels: Any, X: Any, name: str) -> Any:
    """Put labels with names in the order of data with names; refuse other fits."""
    names = names_of_modes(X, 2)
    fitted = column_names(labels, "feature_names_in_")
    if fitted is not None and names[1] is not None and fitted != names[1]:
        raise ValueError(f"`{name}` was fitted on other columns than those of `X`.")
    if is_estimator(labels) and names[0] is not None and has_modes(labels):
        labels = fitted_modes(labels, name)[0]
    if not isinstance(labels, tuple):
        return labels
    of_data = *names, *[None] * len(labels)
    return tuple(
        in_order_of(part, index_of(part), own, name, "`X`")
        for part, own in zip(labels, of_data, strict=False)
    )


def _by_cluster(own: OfModes, other: OfModes) -> OfModes:
    """Sort rows and columns by cluster; inside one, those of another come last."""
    return tuple(
        np.lexsort((theirs, theirs != ours, ours))
        for ours, theirs in zip(own, other, strict=True)
    )


def _borders(labels: Positions) -> Positions:
    """Return the positions where a new cluster begins, for sorted labels."""
    return np.flatnonzero(np.diff(labels)) + 1


def _marks(own: Positions, other: Positions, colors: Floats) -> Floats:
    """Return an image of the entries of another cluster, transparent elsewhere."""
    n_pixels = min(len(own), _MOST_MARKS)
    marks = np.zeros((n_pixels, 4))
    wrong = np.flatnonzero(own != other)
    pixels = pixel_of(len(own), n_pixels)[wrong]
    marks[pixels, :3] = colors[other[wrong]]
    marks[pixels, 3] = 1
    return marks


def _named(own: Positions, names: Sequence[str]) -> tuple[list[float], list[str], int]:
    """Return centers and names of clusters large enough for a name, and their angle."""
    centers, shown, angle = [], [], 0
    for start, stop in pairwise([0, *_borders(own).tolist(), len(own)]):
        room = (stop - start) / len(own)
        if room >= _SMALLEST_NAMED:
            centers.append((start + stop) / 2)
            shown.append(names[own[start]])
            if len(shown[-1]) > room * _CHARACTERS:
                angle = 90
    return centers, shown, angle
