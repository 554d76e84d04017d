"""Draw contingency tables, with matched clusters on the diagonal."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._statistics._contingency import (
    ContingencyTable,
    ContingencyTables,
    are_weighted,
)
from .._statistics._matching import matched_samples, numbers_of_matched
from .._statistics._tables import tables_of_compared_modes
from .._structures._messages import FOR_UNLABELED
from .._structures._modes import compared_modes, kind_of_entries
from .._structures._types import Estimator, Partition
from .._structures._unlabeled import Unlabeled, handle_unlabeled
from ._drawing import (
    MOST_ANNOTATED,
    MOST_NAMED,
    check_options_of_estimator,
    drawing_options,
    frame_cell,
    made_by,
    panel_axes,
    pixel_means,
    write_in_cells,
)

# About this many characters fit along the axis of a table.
_CHARACTERS = 25


class ContingencyDisplay:
    """The contingency table of each mode, with matched clusters in the same order.

    The display shows which true clusters a prediction merges or splits. The rows are
    one *mode* of a co-clustering, and the columns are another; each has its own table.
    Rows of a table are true clusters and columns are predicted ones. Matched pairs are
    framed and come first, so that `classification_error` counts the samples outside the
    frames.

    Parameters
    ----------
    tables : ContingencyTable or ContingencyTables
        Tables as returned by `contingency_table`.

    Attributes
    ----------
    counts : tuple of ndarrays
        Counts of each mode in matched order. If there are over 400 clusters, neighbors
        are averaged. For weighted tables, shares of the total weight are drawn.
    true_names, pred_names : tuple of lists of str
        Labels of the rows and columns of each table.
    matched : tuple of ndarrays of shape (n_matched, 2)
        Row and column of each matched pair.
    ax_, figure_ : ndarray of matplotlib Axes, and Figure
        Axes and figure, which exist after `plot`. There is one panel for each mode.

    See Also
    --------
    contingency_table : Count the tables.
    match_clusters : Match the clusters.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import ContingencyDisplay
    >>> from sklearn_cocluster_metrics.tables import contingency_table
    >>> display = ContingencyDisplay(
    ...     contingency_table(["a", "a", "b", "b"], [1, 1, 0, 1])
    ... )
    >>> display.pred_names
    (['1', '0'],)
    """

    @made_by("from_predictions(true, pred)", "from_estimator(estimator, true)")
    def __init__(self, tables: ContingencyTable | ContingencyTables) -> None:
        if isinstance(tables, ContingencyTable):
            tables = ContingencyTables([tables])
        if not isinstance(tables, ContingencyTables):
            raise TypeError(
                "`tables` must be a ContingencyTable or ContingencyTables, got "
                f"{type(tables).__name__}. To draw the table of labels, use "
                "`ContingencyDisplay.from_predictions`."
            )
        known_tables = tables.known
        self._kinds = [
            kind_of_entries(mode, len(tables))
            for mode, table in enumerate(tables)
            if table is not None
        ]
        self._are_weighted = tuple(are_weighted([table]) for table in known_tables)
        self._n_samples = tuple(table.n_items for table in known_tables)
        # With weights, these are sums of weights, in the unit of the counts.
        self._totals = tuple(table.n_samples for table in known_tables)
        self._n_misclassified = tuple(
            table.n_samples - matched_samples(table) for table in known_tables
        )
        self.true_names = tuple(
            list(map(str, table.true_labels)) for table in known_tables
        )
        counts = []
        pred_names = []
        matched = []
        for table in known_tables:
            n_true = len(table.true_labels)
            # A predicted cluster has the number of the true cluster that it matches,
            # and a cluster without a match has a number from `n_true` on.
            number_of_pred = numbers_of_matched(table)
            order = np.argsort(number_of_pred)
            # In a very large table, neighboring counts are averaged.
            counts.append(pixel_means(table.counts, np.arange(n_true), order))
            pred_names.append(list(map(str, table.pred_labels[order])))
            sorted_numbers = number_of_pred[order]
            matched_columns = np.flatnonzero(sorted_numbers < n_true)
            matched_rows = sorted_numbers[matched_columns]
            matched.append(np.column_stack([matched_rows, matched_columns]))
        self.counts = tuple(counts)
        self.pred_names = tuple(pred_names)
        self.matched = tuple(matched)

    def __repr__(self) -> str:
        shapes = tuple(
            (len(true), len(pred))
            for true, pred in zip(self.true_names, self.pred_names, strict=True)
        )
        return f"{type(self).__name__}(shapes={shapes})"

    @classmethod
    def from_predictions(
        cls,
        labels_true: Partition,
        labels_pred: Partition,
        *,
        unlabeled: Unlabeled | None = None,
        ax: Any = None,
        **kwargs: Any,
    ) -> ContingencyDisplay:
        """Count and draw the tables of labels.

        Parameters
        ----------
        labels_true, labels_pred : array-like of shape (n_samples,), tuple, or estimator
            Reference, and the prediction that is compared with it.
        unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
            How to treat missing labels and the label -1, as in `handle_unlabeled`. If
            None, -1 is an ordinary label and missing labels raise an error.
        ax : array of matplotlib Axes, default=None
            Axes to draw on, one for each mode. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to `plot`.

        Returns
        -------
        display : ContingencyDisplay
            The display, after it has been drawn.
        """
        # A wrong option raises an error before anything is computed.
        drawing_options(kwargs, "imshow", caller=cls.from_predictions)
        pair = handle_unlabeled(labels_true, labels_pred, unlabeled)
        tables = tables_of_compared_modes(*pair, advice=FOR_UNLABELED)
        modes = compared_modes(labels_true, n_compared=len(tables))
        # A mode that is not compared has None in place of its table.
        tables_of_all_modes = ContingencyTables(modes.spread(tables))
        return cls(tables_of_all_modes).plot(ax=ax, **kwargs)

    @classmethod
    def from_estimator(
        cls, estimator: Estimator, labels_true: Partition, **kwargs: Any
    ) -> ContingencyDisplay:
        """Count and draw the tables of a fitted estimator.

        Parameters
        ----------
        estimator : estimator
            Fitted estimator, or a pipeline or search around one.
        labels_true : array-like of shape (n_samples,) or tuple
            Reference labels.
        **kwargs : dict
            Further options, which are passed to `from_predictions`.

        Returns
        -------
        display : ContingencyDisplay
            The display, after it has been drawn.
        """
        check_options_of_estimator(kwargs, "imshow", display=cls)
        return cls.from_predictions(labels_true, estimator, **kwargs)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> ContingencyDisplay:
        """Draw the tables.

        Parameters
        ----------
        ax : array of matplotlib Axes, default=None
            Axes to draw on, one for each mode. If None, a new figure is made.
        **kwargs : dict
            Further options, which are passed to ``Axes.imshow``, such as `cmap`
            (default "Blues").

        Returns
        -------
        display : ContingencyDisplay
            The display, after it has been drawn.
        """
        kwargs = drawing_options(kwargs, "imshow", caller=self.plot)
        self.ax_ = panel_axes(ax, len(self.counts), width=4, height=4)
        self.figure_ = self.ax_[0].figure
        options = {"cmap": "Blues", "vmin": 0, "aspect": "auto", **kwargs}
        for mode, axes in enumerate(self.ax_):
            self._draw_table(axes, mode, options)
            axes.set(xlabel="predicted cluster", ylabel="true cluster")
        return self

    def _draw_table(self, ax: Any, mode: int, options: dict[str, Any]) -> None:
        """Draw the counts of a mode as colors.

        If there are few clusters, the counts are also written as numbers, and matched
        clusters are framed. The title counts the misclassified samples, which are
        outside the frames. If the counts are sums of weights, their unit is arbitrary,
        so that shares of the total weight are drawn. In a very large table, the counts
        are means of neighboring counts.
        """
        true_names = self.true_names[mode]
        pred_names = self.pred_names[mode]
        counts = self.counts[mode]
        n_misclassified = self._n_misclassified[mode]
        text_of_misclassified = f"{n_misclassified} misclassified"
        number_format = ".0f"
        name_of_counts = "count"
        if self._are_weighted[mode]:
            total = self._totals[mode]
            counts = counts / total
            text_of_misclassified = (
                f"{n_misclassified / total:.1%} of the weight misclassified"
            )
            number_format = ".1%"
            name_of_counts = "share of the weight"
        extent = (-0.5, len(pred_names) - 0.5, len(true_names) - 0.5, -0.5)
        image = ax.imshow(counts, extent=extent, **options)
        longer_side = max(len(true_names), len(pred_names))
        if longer_side <= MOST_ANNOTATED:
            texts = (
                (cell, format(count, number_format))
                for cell, count in np.ndenumerate(counts)
            )
            write_in_cells(ax, image, texts)
        else:
            ax.figure.colorbar(image, ax=ax, label=name_of_counts)
        if len(pred_names) <= MOST_NAMED:
            n_characters = sum(map(len, pred_names))
            ax.set_xticks(
                range(len(pred_names)),
                pred_names,
                rotation=90 if n_characters > _CHARACTERS else 0,
                fontsize="small",
            )
        if len(true_names) <= MOST_NAMED:
            ax.set_yticks(range(len(true_names)), true_names, fontsize="small")
        title = f"{self._n_samples[mode]} {self._kinds[mode]}, {text_of_misclassified}"
        if longer_side <= MOST_NAMED:
            title += " (not framed)"
            for row, column in self.matched[mode]:
                frame_cell(ax, row, column, linewidth=1.8)
        ax.set_title(title, fontsize="medium")
