"""Contingency tables, with matched clusters on the diagonal."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._reports._colors import MARKED
from .._statistics import (
    ContingencyTable,
    ContingencyTables,
    match_table,
    tables_of_labels,
)
from .._structures import Estimator, Partition
from ._matrix_image import block_means
from ._panels import panel_axes

_MOST_ANNOTATED = 12  # clusters per side, for counts that can be read
_MOST_NAMED = 40  # and for names
_CHARACTERS = 25  # that fit along the axis of a table


class ContingencyDisplay:
    """The contingency table of each mode, with matched clusters in the same order.

    Rows of a table are true clusters, columns predicted clusters. A predicted cluster
    has the position of the true cluster that it matches; unmatched ones come last.
    Matched pairs are framed: `classification_error` counts what is outside.

    Parameters
    ----------
    tables : ContingencyTable or ContingencyTables
        From `contingency_table`.

    Attributes
    ----------
    counts : tuple of ndarrays
        Counts of each mode, in matched order. Of more than 400 clusters, means of
        neighboring ones.
    true_names, pred_names : tuple of lists of str
        Labels of the rows and of the columns of each table, in matched order.
    matched : tuple of ndarrays of shape (n_matched, 2)
        Row and column of each matched pair of clusters.
    ax_ : ndarray of matplotlib Axes
        One panel per mode, after `plot`.
    figure_ : matplotlib Figure
        Figure that contains them.

    Raises
    ------
    TypeError
        If `tables` is not a table, nor tables.

    See Also
    --------
    contingency_table : The tables.
    match_clusters : The matching, on labels.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import ContingencyDisplay, contingency_table
    >>> display = ContingencyDisplay(
    ...     contingency_table(["a", "a", "b", "b"], [1, 1, 0, 1])
    ... )
    >>> display.pred_names
    (['1', '0'],)
    >>> display
    ContingencyDisplay(shapes=((2, 2),))
    """

    def __init__(self, tables: ContingencyTable | ContingencyTables) -> None:
        if isinstance(tables, ContingencyTable):
            tables = ContingencyTables([tables])
        if not isinstance(tables, ContingencyTables):
            raise TypeError(
                "`tables` must be a ContingencyTable or ContingencyTables, got "
                f"{type(tables).__name__}."
            )
        numbers = [match_table(table) for table in tables]
        orders = [np.argsort(number) for number in numbers]
        self._n_samples = tuple(table.n_samples for table in tables)
        self.counts = tuple(
            block_means(table.counts, np.arange(len(table.true_labels)), order)
            for table, order in zip(tables, orders, strict=True)
        )
        self.true_names = tuple([*map(str, table.true_labels)] for table in tables)
        self.pred_names = tuple(
            [*map(str, table.pred_labels[order])]
            for table, order in zip(tables, orders, strict=True)
        )
        self.matched = tuple(
            _matched(number[order], len(table.true_labels))
            for table, number, order in zip(tables, numbers, orders, strict=True)
        )

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
        ax: Any = None,
        **kwargs: Any,
    ) -> "ContingencyDisplay":
        """Count and draw the tables of labels.

        Parameters
        ----------
        labels_true : array-like of shape (n_samples,), tuple, or estimator
            Reference clustering or co-clustering.
        labels_pred : array-like of shape (n_samples,), tuple, or estimator
            Clustering or co-clustering to compare with it.
        ax : array of matplotlib Axes, default=None
            One per mode; None makes a new figure.
        **kwargs : dict
            Passed to `plot`.

        Returns
        -------
        display : ContingencyDisplay
            Drawn.
        """
        tables = ContingencyTables(tables_of_labels(labels_true, labels_pred))
        return cls(tables).plot(ax=ax, **kwargs)

    @classmethod
    def from_estimator(
        cls,
        estimator: Estimator,
        labels_true: Partition,
        *,
        ax: Any = None,
        **kwargs: Any,
    ) -> "ContingencyDisplay":
        """Count and draw the tables of what a fitted estimator has found.

        Parameters
        ----------
        estimator : estimator
            Fitted estimator with labels, or a pipeline or search around one.
        labels_true : array-like of shape (n_samples,) or tuple
            Reference clustering or co-clustering.
        ax : array of matplotlib Axes, default=None
            One per mode; None makes a new figure.
        **kwargs : dict
            Passed to `plot`.

        Returns
        -------
        display : ContingencyDisplay
            Drawn.
        """
        return cls.from_predictions(labels_true, estimator, ax=ax, **kwargs)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> "ContingencyDisplay":
        """Draw the tables.

        Parameters
        ----------
        ax : array of matplotlib Axes, default=None
            One per mode; None makes a new figure.
        **kwargs : dict
            Passed to ``Axes.imshow``, such as `cmap` (default "Blues").

        Returns
        -------
        display : ContingencyDisplay
            This display, with `ax_` and `figure_`.
        """
        self.ax_ = panel_axes(ax, len(self.counts), width=4)
        self.figure_ = self.ax_[0].figure
        for mode, axes in enumerate(self.ax_):
            self._draw_table(axes, mode, {"cmap": "Blues", "vmin": 0, **kwargs})
            of = f"{self._n_samples[mode]} {_what(mode, len(self.counts))}"
            axes.set(xlabel="predicted cluster", ylabel="true cluster", title=of)
        return self

    def _draw_table(self, ax: Any, mode: int, options: dict[str, Any]) -> None:
        """Draw the counts, as numbers too where there are few, and the frames."""
        from matplotlib.patches import Rectangle

        true, pred = self.true_names[mode], self.pred_names[mode]
        image = ax.imshow(
            self.counts[mode],
            extent=(-0.5, len(pred) - 0.5, len(true) - 0.5, -0.5),
            aspect="auto",
            **options,
        )
        if max(len(true), len(pred)) <= _MOST_ANNOTATED:
            self._write_counts(ax, mode, image)
        else:
            ax.figure.colorbar(image, ax=ax, label="count")
        for set_ticks, names in ((ax.set_xticks, pred), (ax.set_yticks, true)):
            if len(names) <= _MOST_NAMED:
                turned = (
                    set_ticks == ax.set_xticks and sum(map(len, names)) > _CHARACTERS
                )
                angle = 90 if turned else 0
                set_ticks(range(len(names)), names, rotation=angle, fontsize="small")
        if max(len(true), len(pred)) <= _MOST_NAMED:
            for row, column in self.matched[mode]:
                corner = (column - 0.5, row - 0.5)
                ax.add_patch(
                    Rectangle(corner, 1, 1, fill=False, edgecolor=MARKED, linewidth=1.8)
                )

    def _write_counts(self, ax: Any, mode: int, image: Any) -> None:
        """Write each count, in white on dark colors."""
        for (row, column), count in np.ndenumerate(self.counts[mode]):
            color = image.cmap(image.norm(count))[:3]
            is_dark = np.dot(color, [0.299, 0.587, 0.114]) < 0.5
            ax.text(
                column,
                row,
                f"{count:.0f}",
                ha="center",
                va="center",
                color="white" if is_dark else "black",
                fontsize="small",
            )


def _matched(numbers: NDArray[np.intp], n_true: int) -> NDArray[np.intp]:
    """Return the row and the column of each matched pair in sorted tables."""
    columns = np.flatnonzero(numbers < n_true)
    return np.column_stack([numbers[columns], columns])


def _what(mode: int, n_modes: int) -> str:
    """Name what a mode labels."""
    if n_modes == 1:
        return "samples"
    return ("rows", "columns")[mode] if mode < 2 else f"entries of mode {mode}"
