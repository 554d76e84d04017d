"""Draw a matrix, reordered by its true and by its predicted co-clustering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._contracts import CONTRACTS
from .._indices._contract import header_of
from .._statistics._contingency import Positions
from .._statistics._matching import MatchedLabels, match_modes
from .._structures._arguments import check_equal, is_estimator
from .._structures._columns import LabeledColumns
from .._structures._distinct_labels import with_new_labels
from .._structures._entry_names import (
    Names,
    check_single_order,
    has_names,
    index_of,
    names_of_modes,
    refuse_modes_exchanged_with_data,
    reorder_if_named,
    take_entries,
    values_of_mapping,
)
from .._structures._estimators import (
    COCLUSTERING_ATTRIBUTES,
    fitted_layer,
    fitted_modes,
    has_modes,
)
from .._structures._indicators import are_biclusterings
from .._structures._labels import LabelCodes, complete_for_data
from .._structures._matched_entries import (
    warn_of_default_index,
    warn_of_unmatched_index,
)
from .._structures._matrix import n_rows_of
from .._structures._modes import ComparedModes, compared_modes, kind_of_entries
from .._structures._partitions import check_coclustering, check_partitions
from .._structures._rows import entries_in_order_of_rows
from .._structures._types import Coclustering, Estimator
from .._structures._unlabeled import (
    Unlabeled,
    check_partly_labeled,
    handle_modes,
    label_check_for,
)
from ._drawing import (
    MARKED,
    PARAMETERS_OF_MATRIX_PLOT,
    Floats,
    MatrixDisplay,
    Orders,
    check_matrix,
    check_options_of_estimator,
    cluster_colors,
    drawing_options,
    made_by,
    pixel_means,
    pixel_of,
)
from ._drawn_columns import columns_to_draw, part_to_draw, selected_names

# If there are this many borders, their lines are thinner.
_MANY_BORDERS = 12
# A strip has at most this many marks, so that the mark of a single entry stays visible.
_MOST_MARKS = 200
# A cluster must have at least this part of an axis, so that its name has room.
_SMALLEST_NAMED = 0.03
# About this many characters fit along an axis.
_CHARACTERS = 55
# The title has the value of this index.
_SCORE = CONTRACTS["cari_product"]

LabelsOfModes: TypeAlias = tuple[Positions, ...]
"""The labels are numbers of matched clusters, with an array for each mode."""


class CoclusterDisplay(MatrixDisplay):
    """The matrix reordered by the true and by the predicted co-clustering.

    The display shows which rows and columns a prediction puts into the wrong cluster.
    Clusters that are matched by `match_clusters` have the same place and color in both
    panels. Misclassified rows and columns come last in their cluster and are marked.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data, which may contain NaN; a sparse matrix stays sparse. Labels that have an
        index are matched with the names of a data frame.
    labels_true : tuple (row_labels, column_labels), fitted estimator or None
        True co-clustering. If None, only the predicted one is drawn. In a tuple, None
        stands for rows or columns whose true labels are not known; both panels then
        order these by the predicted clusters.
    labels_pred : tuple (row_labels, column_labels) or fitted estimator
        Predicted co-clustering. Columns that the steps of a pipeline drop are left out.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        How to treat missing labels and the label -1, as in `handle_unlabeled`. If None,
        -1 is an ordinary label and missing labels raise an error.

    Attributes
    ----------
    labels_true, labels_pred : tuple of two ndarrays of int, or None
        Number of the cluster of each row and of each column. Matched clusters have the
        same number.
    cluster_names : tuple of two lists of str
        Name of the cluster with each number.
    misclassified : tuple of two ndarrays of bool, or None
        Whether the true and the matched predicted cluster differ.
    score : float, or None
        Product-CARI of the rows and columns that are compared, as in the title. If
        there are no true labels, it is None, and the title has no score.
    order_true, order_pred : tuple of two ndarrays of int, or None
        Order of the rows and of the columns in each panel.
    image_true, image_pred : ndarray, or None
        The matrix in these orders. If it has over 400 rows or columns, neighbors are
        averaged.
    ax_, figure_ : ndarray of matplotlib Axes, and Figure
        Axes and figure, which exist after `plot`. There are two panels, or one if there
        are no true labels.

    Raises
    ------
    ValueError, TypeError
        If shapes differ, or if labels are not valid.

    See Also
    --------
    match_clusters : Match the clusters of labels.
    BiclusterDisplay : Draw biclusters.

    Notes
    -----
    Colors repeat after 18 clusters. Clusters with less than 3 % of the rows or columns
    are not named, because there is no room. The axes name up to 40 rows or columns of a
    data frame.

    The cost is O(size of X).

    Examples
    --------
    >>> from sklearn.cluster import SpectralCoclustering
    >>> from sklearn.datasets import make_biclusters
    >>> from sklearn_cocluster_metrics import CoclusterDisplay, biclusters_to_labels
    >>> X, rows, columns = make_biclusters((60, 40), 3, noise=1, random_state=0)
    >>> truth = biclusters_to_labels((rows, columns), structure="diagonal")
    >>> model = SpectralCoclustering(n_clusters=3, random_state=0).fit(X)
    >>> display = CoclusterDisplay(X, truth, model)  # `display.plot()` draws it
    >>> display
    CoclusterDisplay(shape=(60, 40), n_clusters=(3, 3), n_misclassified=(0, 0))
    >>> display.score
    1.0
    """

    @made_by("from_predictions(X, true, pred)", "from_estimator(estimator, X)")
    def __init__(
        self,
        X: Any,
        labels_true: Coclustering | Estimator | None,
        labels_pred: Coclustering | Estimator,
        *,
        unlabeled: Unlabeled | None = None,
    ) -> None:
        if are_biclusterings(labels_pred):
            raise TypeError(
                "`labels_pred` has biclusters, but this display needs labels. Use "
                "`BiclusterDisplay` to draw biclusters."
            )
        # An unknown option raises an error, even if nothing is compared.
        check_of_labels = label_check_for(unlabeled)
        if labels_true is None:
            unlabeled = None  # Nothing is compared, so that all labels are drawn.
        # The labeled columns are None if neither side is a fitted co-clusterer.
        labeled_columns = columns_to_draw(
            X,
            {"labels_pred": labels_pred, "labels_true": labels_true},
            COCLUSTERING_ATTRIBUTES,
        )
        has_estimator = is_estimator(labels_true) or is_estimator(labels_pred)
        labels_pred = _labels_in_order_of_data(
            labels_pred,
            X,
            "labels_pred",
            labeled_columns=labeled_columns,
            unlabeled=unlabeled,
            has_estimator=has_estimator,
        )
        true_codes: tuple[LabelCodes, ...]
        pred_codes: tuple[LabelCodes, ...]
        if labels_true is None:
            true_codes = pred_codes = check_coclustering(labels_pred, "labels_pred")
            compared = ComparedModes((), n_modes=2)  # no mode is compared
        else:
            labels_true = _labels_in_order_of_data(
                labels_true,
                X,
                "labels_true",
                labeled_columns=labeled_columns,
                unlabeled=unlabeled,
                has_estimator=has_estimator,
            )
            _check_orders_of_labels(labels_true, labels_pred)
            compared = compared_modes(labels_true, n_compared=2)
            if not compared.are_all:
                predicted_labels = check_coclustering(labels_pred, "labels_pred")
                labels_true = _with_predicted_labels(labels_true, predicted_labels)
            true_codes, pred_codes = check_partitions(
                labels_true,
                labels_pred,
                check=check_of_labels,
                always_look_for_runs=has_estimator,
            )
        if len(pred_codes) != 2:
            raise ValueError(
                "`labels_pred` must have labels of the rows and of the columns, got "
                f"{len(pred_codes)} arrays of labels. Pass `(row_labels, "
                "column_labels)`."
            )
        matrix = check_matrix(X)
        names = names_of_modes(X, 2)
        if labeled_columns is not None:
            matrix, names = part_to_draw(matrix, names, labeled_columns)
        for mode, entries in enumerate(("rows", "columns")):
            sizes = (matrix.shape[mode], len(pred_codes[mode]))
            check_equal(sizes, ("X", "labels_pred"), entries)
        if unlabeled is not None:
            # Completed true labels have both modes.
            true_codes, pred_codes, (row_positions, column_positions) = handle_modes(
                true_codes,
                pred_codes,
                unlabeled,
                modes=compared_modes(labels_true, n_compared=2),
            )
            matrix = matrix[row_positions][:, column_positions]
            row_names, column_names = names
            names = [
                selected_names(row_names, row_positions),
                selected_names(column_names, column_positions),
            ]
        matched_modes = match_modes(true_codes, pred_codes)
        true = tuple(mode.true for mode in matched_modes)
        pred = tuple(mode.pred for mode in matched_modes)
        self._shape = tuple(len(labels) for labels in pred)
        self._names = names
        self._compared = compared
        self.cluster_names = tuple(map(_names_of_clusters, matched_modes))
        self.labels_pred = pred
        self.order_pred = _order_by_cluster(pred, true)
        self.image_pred = pixel_means(matrix, *self.order_pred)
        self.labels_true: LabelsOfModes | None = None
        self.order_true: Orders | None = None
        self.image_true: Floats | None = None
        self.misclassified: tuple[NDArray[np.bool_], ...] | None = None
        self.score: float | None = None
        if labels_true is not None:
            self.labels_true = true
            self.misclassified = tuple(mode.true != mode.pred for mode in matched_modes)
            tables = [mode.table for mode in compared.select(matched_modes)]
            self.score = _SCORE.compute(tables)
            self.order_true = _order_by_cluster(true, pred)
            self.image_true = pixel_means(matrix, *self.order_true)

    def __repr__(self) -> str:
        n_clusters = tuple(map(len, self.cluster_names))
        text = f"shape={self._shape}, {n_clusters=}"
        if self.misclassified is not None:
            n_misclassified = tuple(
                int(mask.sum()) if mode in self._compared.numbers else None
                for mode, mask in enumerate(self.misclassified)
            )
            text += f", {n_misclassified=}"
        return f"{type(self).__name__}({text})"

    @classmethod
    def from_predictions(
        cls,
        X: Any,
        labels_true: Coclustering | Estimator | None,
        labels_pred: Coclustering | Estimator,
        *,
        unlabeled: Unlabeled | None = None,
        ax: Any = None,
        **kwargs: Any,
    ) -> Self:
        """Draw a matrix with its true and its predicted co-clustering.

        Parameters
        ----------
        X, labels_true, labels_pred, unlabeled : array-like, tuples, str
            Data and co-clusterings, as for `CoclusterDisplay`.
        ax : array of two matplotlib Axes, default=None
            Axes to draw on, or a single Axes if there are no true labels. If None, a
            new figure is made.
        **kwargs : dict
            Further options, which are passed to `plot`.

        Returns
        -------
        display : CoclusterDisplay
            The display, after it has been drawn.
        """
        # A wrong option raises an error before anything is computed. An option is a
        # parameter of `plot`, or `plot` passes it on to ``Axes.imshow``.
        drawing_options(
            kwargs,
            "imshow",
            caller=cls.from_predictions,
            options_of_display=PARAMETERS_OF_MATRIX_PLOT,
        )
        display = cls(X, labels_true, labels_pred, unlabeled=unlabeled)
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
            Fitted estimator, or a pipeline or search around one.
        X, labels_true : array-like, tuple
            Data and true labels, as for `CoclusterDisplay`.
        **kwargs : dict
            Further options, which are passed to `from_predictions`.

        Returns
        -------
        display : CoclusterDisplay
            The display, after it has been drawn.
        """
        check_options_of_estimator(
            kwargs, "imshow", display=cls, parameters_of_plot=PARAMETERS_OF_MATRIX_PLOT
        )
        return cls.from_predictions(X, labels_true, estimator, **kwargs)

    def _panels(self) -> list[tuple[Floats, Orders]]:
        panels = []
        if self.image_true is not None and self.order_true is not None:
            panels.append((self.image_true, self.order_true))
        panels.append((self.image_pred, self.order_pred))
        return panels

    def _draw_structures(self) -> None:
        *true_axes, pred_axes = self.ax_
        # Without true labels, there are no axes for them.
        for ax in true_axes:
            self._draw_panel(
                ax,
                side="true",
                labels=self.labels_true,
                order=self.order_true,
                other_labels=self.labels_pred,
            )
        self._draw_panel(
            pred_axes,
            side="predicted",
            labels=self.labels_pred,
            order=self.order_pred,
            other_labels=self.labels_true,
        )

    def _draw_panel(
        self,
        ax: Any,
        *,
        side: Literal["true", "predicted"],
        labels: Any,
        order: Any,
        other_labels: LabelsOfModes | None,
    ) -> None:
        """Draw the title and the clusters of a panel.

        Both `labels` and `other_labels` are in the order of the data, and `order` is
        the order of the entries in the panel. If there are no true labels,
        `other_labels` is None.
        """
        title = f"{side.capitalize()} co-clustering"
        if side == "true" and self._compared.part is not None:
            title = f"True clusters of the {self._compared.part}"
        if self.score is not None:
            # Both titles have two lines, so that they are at the same height.
            title += "\n"
            if side == "predicted":
                title += (
                    f"{header_of(_SCORE.label, self._compared.part)} {self.score:.2f}"
                )
        ax.set_title(title, fontsize="medium")
        for mode in range(2):
            sorted_labels = labels[mode][order[mode]]
            sorted_other_labels = None
            if other_labels is not None:
                sorted_other_labels = other_labels[mode][order[mode]]
            self._draw_mode(
                ax,
                mode,
                side=side,
                labels=sorted_labels,
                other_labels=sorted_other_labels,
            )
        if self.misclassified is not None and any(map(np.any, self.misclassified)):
            other_side = "predicted" if side == "true" else "true"
            text = f"outer marks: the {other_side} cluster, if it differs"
            ax.set_xlabel(f"{ax.get_xlabel()}\n{text}")

    def _draw_mode(
        self,
        ax: Any,
        mode: int,
        *,
        side: str,
        labels: Positions,
        other_labels: Positions | None,
    ) -> None:
        """Draw the clusters of one mode, and write how many entries there are.

        `side` is "true" or "predicted". `labels` are the clusters of this side, and
        `other_labels` those of the other side, or None if these are not shown. They are
        positions in `cluster_names`. Both are in the order of the panel, which is
        sorted by `labels`.

        The strip of colors next to the matrix shows the cluster of each entry. A second
        strip, outside of the first, shows the other cluster where both labels differ.
        """
        is_rows = mode == 0
        self._draw_borders(ax, labels, is_rows=is_rows)
        # Row clusters and column clusters have different colors.
        n_earlier_colors = 0 if is_rows else len(self.cluster_names[0])
        colors = cluster_colors(len(self.cluster_names[mode]), n_earlier_colors)
        # The first strip has a color for each entry.
        color_strips = [colors[labels]]
        if other_labels is not None:
            color_strips.append(_colors_of_marks(labels, other_labels, colors))
        strip_ax = _draw_color_strips(ax, color_strips, len(labels), is_rows=is_rows)
        cluster_names = _place_names(labels, self.cluster_names[mode])
        text = f"{len(labels)} {'rows' if is_rows else 'columns'}"
        if self.misclassified is not None:
            if mode not in self._compared.numbers:
                text += ": clusters found, no known classes"
            elif side == "predicted":
                text += f", {self.misclassified[mode].sum()} misclassified"
        if is_rows:
            strip_ax.set_yticks(cluster_names.centers, cluster_names.texts)
            strip_ax.set_ylabel(text)
        else:
            strip_ax.xaxis.tick_top()
            strip_ax.set_xticks(
                cluster_names.centers,
                cluster_names.texts,
                rotation=self._rotation_of_names(),
            )
            ax.set_xlabel(text)
        strip_ax.tick_params(length=0, labelsize="small")
        strip_ax.set_frame_on(False)

    def _rotation_of_names(self) -> int:
        """Return the rotation of the names of column clusters.

        The rotation is the same in both panels.
        """
        rotations = []
        for labels in (self.labels_true, self.labels_pred):
            if labels is not None:
                names = _place_names(np.sort(labels[1]), self.cluster_names[1])
                rotations.append(names.rotation)
        return max(rotations)

    @staticmethod
    def _draw_borders(ax: Any, labels: Positions, *, is_rows: bool) -> None:
        """Draw a line between clusters that follow each other, for sorted labels."""
        borders = _borders(labels)
        width = 1.4 if len(borders) < _MANY_BORDERS else 0.7
        draw_line = ax.axhline if is_rows else ax.axvline
        for border in borders:
            draw_line(border, color=MARKED, linewidth=width)


def _draw_color_strips(
    ax: Any, color_strips: Sequence[Floats], n_entries: int, *, is_rows: bool
) -> Any:
    """Draw strips of colors beside the matrix, and return the axes of the strips.

    A strip has the shape (n_pixels, 3 or 4) and is stretched over all entries. The
    first strip is next to the matrix, at the left of the rows or above the columns. In
    the axes, a strip is one unit deep, and a quarter of this unit is a gap towards the
    matrix.
    """
    n_strips = len(color_strips)
    # All strips together have this depth, as a part of the side of the matrix.
    depth = 0.04 * n_strips
    look = {"aspect": "auto", "interpolation": "nearest"}
    if is_rows:
        strip_ax = ax.inset_axes((-depth, 0, depth, 1))
        for position, strip in enumerate(color_strips):
            extent: Any = (position + 1, position + 0.25, n_entries, 0)
            strip_ax.imshow(strip[:, None], extent=extent, origin="upper", **look)
        strip_ax.set(xlim=(n_strips, 0), ylim=(n_entries, 0), xticks=[])
    else:
        strip_ax = ax.inset_axes((0, 1, 1, depth))
        for position, strip in enumerate(color_strips):
            extent = (0, n_entries, position + 0.25, position + 1)
            strip_ax.imshow(strip[None], extent=extent, origin="lower", **look)
        strip_ax.set(xlim=(0, n_entries), ylim=(0, n_strips), yticks=[])
    return strip_ax


def _names_of_clusters(mode: MatchedLabels) -> list[str]:
    """Return the name of each numbered cluster, where true clusters come first."""
    true_names = np.array([str(label) for label in mode.table.true_labels])
    names = with_new_labels(true_names, mode.unmatched_names())
    return [str(name) for name in names]


def _labels_in_order_of_data(
    labels: Any,
    X: Any,
    name: str,
    *,
    labeled_columns: LabeledColumns | None,
    unlabeled: Unlabeled | None,
    has_estimator: bool,
) -> Any:
    """Return labels in the order of the data, if both have names.

    `labels` are a tuple with the labels of each mode, or an estimator that has fitted
    labels of modes. Anything else is returned as it is, for a later check. `name` is
    the name of this argument in errors. Labels with names are a Series, or a mapping
    from names. Labels without names are returned as they are. Names that differ from
    those of the data raise an error.

    `labeled_columns` are the columns that an estimator of one of the sides (true or
    predicted labels) has labeled. Labels of other columns are left out. If `unlabeled`
    is given, labels with names become `LabelCodes`, in which entries of the data
    without a label have a missing label, and columns that the data lack are left out,
    whereas rows that they lack raise an error. `has_estimator` says whether a side is
    an estimator, whose labels are in the order of the data.
    """
    names = names_of_modes(X, 2)
    labeled_column_positions = None  # All columns are labeled.
    if labeled_columns is not None:
        labeled_column_positions = labeled_columns.positions_if_selected
        if names[1] is None:  # The data of the fit may have names that X lacks.
            names[1] = labeled_columns.input_names
    are_of_estimator = is_estimator(labels)
    if are_of_estimator and has_modes(labels):
        # Fitted labels belong to the labeled columns only.
        labels = _fitted_labels(labels, X, name)
        if labeled_column_positions is not None:
            names[1] = selected_names(names[1], labeled_column_positions)
    if not isinstance(labels, tuple):
        return labels  # A later check raises an error.
    if not are_of_estimator:
        refuse_modes_exchanged_with_data(list(map(index_of, labels)), X, name)
    ordered = []
    for mode, labels_of_mode in enumerate(labels):
        # Labels of further modes raise an error later.
        names_of_mode = names[mode] if mode < 2 else None
        names_of_labels = index_of(labels_of_mode)
        kind = kind_of_entries(mode, n_modes=2)
        if unlabeled is not None and names_of_labels is not None:
            labels_of_mode = complete_for_data(
                check_partly_labeled(labels_of_mode, f"{name}[{mode}]"),
                names_of_mode,
                kind,
            )
            names_of_labels = labels_of_mode.names
        ordered_labels = reorder_if_named(
            labels_of_mode,
            names_of_labels,
            names_of_mode,
            argument=name,
            target="`X`",
        )
        if has_estimator and not are_of_estimator:
            warn_of_unmatched_index(
                names_of_labels, names_of_mode, f"{name}[{mode}]", kind
            )
        elif not are_of_estimator:
            warn_of_default_index(
                names_of_labels,
                names_of_mode,
                argument=f"{name}[{mode}]",
                reference="`X`",
                kind=kind,
            )
        # With the index of the data, the labels match the other side without a warning.
        ordered.append(_with_index_of_data(ordered_labels, names_of_mode))
    if labeled_column_positions is not None and not are_of_estimator:
        return _with_selected_columns(ordered, labeled_column_positions, X, name)
    return tuple(ordered)


def _fitted_labels(estimator: Estimator, X: Any, name: str) -> tuple[Any, ...]:
    """Return the fitted labels of every mode, with the rows in the order of X."""
    labels_of_modes, columns = fitted_modes(estimator, name)
    if columns is None:
        # The labels are in `labels_`. No step of a pipeline comes before them, so that
        # no row has moved.
        return labels_of_modes
    row_labels, column_labels = labels_of_modes
    steps = fitted_layer(estimator, COCLUSTERING_ATTRIBUTES, name).steps
    return entries_in_order_of_rows(X, row_labels, steps, name), column_labels


def _with_selected_columns(
    labels_of_modes: list[Any], positions: Positions, X: Any, name: str
) -> tuple[Any, ...]:
    """Return the labels of the rows, and of the columns at these positions in X."""
    if len(labels_of_modes) != 2 or labels_of_modes[1] is None:
        # Labels of other modes raise an error later.
        return tuple(labels_of_modes)
    row_labels, column_labels = labels_of_modes
    sizes = (check_matrix(X).shape[1], n_rows_of(column_labels))
    check_equal(sizes, ("X", name), "columns")
    return row_labels, take_entries(column_labels, positions)


def _with_index_of_data(labels: Any, data_names: Names | None) -> Any:
    """Return labels in the order of the data with its index, if both have an index.

    Labels with the default index get these names, too. Otherwise, their match with the
    other labels would warn of the same index again. Labels that are None stay None.
    """
    if labels is None:
        return None
    is_named = isinstance(labels, LabelCodes) and labels.names is not None
    if has_names(data_names) and len(labels) == len(data_names):
        if is_named:
            return replace(labels, names=list(data_names))
        if hasattr(labels, "set_axis"):  # The labels are a Series.
            return labels.set_axis(data_names)
        if isinstance(labels, Mapping):
            # The mapping is in the order of the data already.
            return values_of_mapping(labels)
    elif is_named and data_names is not None:
        # The names may be keys of a mapping, which are matched as if they had no order.
        # A list of names has an order, which is the order of the data here.
        return replace(labels, names=list(labels.names))
    return labels


def _check_orders_of_labels(labels_true: Any, labels_pred: Any) -> None:
    """Raise an error if true and predicted labels have names in different orders.

    If the data have names, labels with names are already in the order of the data. If
    the data have no names, the names do not tell which of the two orders is the order
    of the data.
    """
    if isinstance(labels_true, tuple) and isinstance(labels_pred, tuple):
        for true, pred in zip(labels_true, labels_pred, strict=False):
            # None stands for X, as if it had no names.
            names = (None, index_of(true), index_of(pred))
            check_single_order(names, "`X` and labels")


def _with_predicted_labels(
    labels_true: Any, labels_pred: tuple[LabelCodes, ...]
) -> Any:
    """Return the true labels, completed by predicted labels.

    A mode whose true labels are None has the predicted labels. If all true labels are
    None, or the two sides do not have the same modes, the true labels are unchanged.
    """
    if not isinstance(labels_true, tuple) or len(labels_true) != len(labels_pred):
        # The check of both sides, which follows, explains what is wrong.
        return labels_true
    if all(labels is None for labels in labels_true):
        return labels_true
    return tuple(
        pred if true is None else true
        for true, pred in zip(labels_true, labels_pred, strict=True)
    )


def _order_by_cluster(labels: LabelsOfModes, other_labels: LabelsOfModes) -> Orders:
    """Return the order of rows and of columns, sorted by cluster.

    In each cluster, entries whose other label differs come last.
    """
    return tuple(
        np.lexsort((other_in_mode, other_in_mode != labels_in_mode, labels_in_mode))
        for labels_in_mode, other_in_mode in zip(labels, other_labels, strict=True)
    )


def _borders(labels: Positions) -> Positions:
    """Return the positions where a new cluster begins, except 0, for sorted labels."""
    return np.flatnonzero(np.diff(labels)) + 1


def _colors_of_marks(
    labels: Positions, other_labels: Positions, colors: Floats
) -> Floats:
    """Return the colors of a strip that marks the misclassified entries.

    The strip has the shape (n_pixels, 4), because each pixel has red, green, blue and
    opacity. The pixel of a misclassified entry has the color of its other cluster, and
    all other pixels are transparent. `labels` and `other_labels` are in the order of
    the panel.
    """
    n_entries = len(labels)
    n_pixels = min(n_entries, _MOST_MARKS)
    marks = np.zeros((n_pixels, 4))
    misclassified = np.flatnonzero(labels != other_labels)
    pixels = pixel_of(n_entries, n_pixels)[misclassified]
    marks[pixels, :3] = colors[other_labels[misclassified]]
    marks[pixels, 3] = 1
    return marks


@dataclass(frozen=True)
class PlacedNames:
    """Keep the names of the clusters that have room for a name along an axis."""

    # The middle of each text is at this place on the axis.
    centers: list[float]
    texts: list[str]
    # The rotation is in degrees, and only the names of column clusters are rotated.
    rotation: int


def _place_names(labels: Positions, names: Sequence[str]) -> PlacedNames:
    """Place the names of large clusters, for the sorted labels of one or more entries.

    If a name is too long for its cluster, all names are rotated. There is room for
    `_CHARACTERS` characters along all entries.
    """
    n_entries = len(labels)
    centers = []
    texts = []
    rotation = 0
    for start, stop in pairwise([0, *_borders(labels).tolist(), n_entries]):
        room = (stop - start) / n_entries
        if room >= _SMALLEST_NAMED:
            name = names[labels[start]]
            centers.append((start + stop) / 2)
            texts.append(name)
            if len(name) > room * _CHARACTERS:
                rotation = 90
    return PlacedNames(centers=centers, texts=texts, rotation=rotation)
