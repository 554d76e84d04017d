"""Draw a matrix with the outlines of its true and its predicted biclusters."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .._statistics._comparison import compare_biclusters
from .._statistics._contingency import Positions
from .._statistics._matching import MatchCandidates
from .._structures._arguments import check_equal, is_estimator
from .._structures._entry_names import (
    Names,
    check_single_order,
    column_names,
    names_of_modes,
    preferred_names,
    reorder_if_named,
)
from .._structures._estimators import BICLUSTERING_ATTRIBUTES
from .._structures._indicators import (
    check_biclusterings,
    dense_indicator,
    names_of_biclusters,
)
from .._structures._matched_entries import warn_of_default_index
from .._structures._modes import kind_of_entries
from .._structures._types import Biclustering, Estimator
from ._drawing import (
    PARAMETERS_OF_MATRIX_PLOT,
    MatrixDisplay,
    Orders,
    check_matrix,
    check_options_of_estimator,
    cluster_colors,
    drawing_options,
    made_by,
    pixel_means,
)
from ._drawn_columns import columns_to_draw, part_to_draw

# This is the largest product of the number of patterns of memberships and the number
# of patterns that are tried as the first of an order.
_MOST_STEPS_OF_CHAINS = 64**2

Pieces = list[Positions]
"""Each bicluster has an array of pieces, of shape (n_pieces, 4).

A piece is its first row, the end of its rows, its first column and the end of its
columns.
"""


class BiclusterDisplay(MatrixDisplay):
    """The matrix with outlines of true and predicted biclusters.

    The display shows which true biclusters a prediction finds, splits or misses. Both
    panels have the same order of rows and columns. This order keeps biclusters in few
    pieces, and true biclusters above all.

    Biclusters are matched one to one by the Jaccard index. A predicted bicluster has
    the color of its match, whose outline is dotted. Predicted biclusters without a
    match are black and dashed.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data, which may contain NaN; a sparse matrix stays sparse. Data frames are
        matched by names.
    biclusters_true : tuple (rows, columns) of indicators, fitted estimator or None
        True biclusters. If None, only the predicted ones are drawn.
    biclusters_pred : tuple (rows, columns) of indicators, or fitted estimator
        Predicted biclusters. Columns that the steps of a pipeline drop are left out.

    Attributes
    ----------
    row_order, column_order : ndarray of int
        Order of the rows and of the columns in the figure.
    image : ndarray
        The matrix in this order. If it has over 400 rows or columns, neighbors are
        averaged.
    pieces_true, pieces_pred : list of ndarrays of shape (n_pieces, 4), or None
        Pieces of each bicluster. The columns are the first row, the end of the rows,
        the first column, and the end of the columns.
    names_true, names_pred : list of str, or None
        Names of the biclusters, or their numbers.
    match : ndarray of shape (n_pred,)
        Number of the true bicluster that matches each predicted one, or -1.
    ax_, figure_ : ndarray of matplotlib Axes, and Figure
        Axes and figure, which exist after `plot`. There are two panels, or one if there
        are no true biclusters.

    Raises
    ------
    ValueError, TypeError
        If shapes differ, or if biclusters are not valid.

    See Also
    --------
    match_table : Show the matches as a table.
    CoclusterDisplay : Draw co-clusterings.

    Notes
    -----
    The order is greedy, so it is not always the best one. Each group of rows in the
    same biclusters is followed by the group that differs least from it. The axes name
    up to 40 rows or columns of a data frame.

    The cost is O(size of X), plus O(p^2) for p groups of rows or of columns.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import BiclusterDisplay, biclusters_from_indices
    >>> X = [[1, 0, 1, 0], [0, 1, 0, 0], [1, 0, 1, 0]]
    >>> true = biclusters_from_indices([([0, 2], [0, 2])], (3, 4))
    >>> display = BiclusterDisplay(X, true, true)
    >>> display.row_order, display.pieces_pred
    (array([0, 2, 1]), [array([[0, 2, 0, 2]])])
    >>> display
    BiclusterDisplay(shape=(3, 4), n_true=1, n_pred=1)
    """

    @made_by("from_predictions(X, true, pred)", "from_estimator(estimator, X)")
    def __init__(
        self,
        X: Any,
        biclusters_true: Biclustering | None,
        biclusters_pred: Biclustering,
    ) -> None:
        arguments = ("biclusters_true", "biclusters_pred")
        reference = biclusters_true
        if reference is None:
            # Errors must not call the predicted biclusters true.
            arguments = ("biclusters_pred", "biclusters_pred")
            reference = biclusters_pred
        matrix = check_matrix(X)
        names = names_of_modes(X, 2)
        labeled_columns = columns_to_draw(
            X,
            {"biclusters_pred": biclusters_pred, arguments[0]: reference},
            BICLUSTERING_ATTRIBUTES,
        )
        if labeled_columns is not None:
            matrix, names = part_to_draw(matrix, names, labeled_columns)
        (true_rows, pred_rows), (true_columns, pred_columns) = (
            _indicators_in_order_of_data(
                reference,
                biclusters_pred,
                X,
                names=names,
                shape=matrix.shape,
                arguments=arguments,
            )
        )
        self.row_order = _order_entries(true_rows, pred_rows)
        self.column_order = _order_entries(true_columns, pred_columns)
        self.image = pixel_means(matrix, self.row_order, self.column_order)
        self._shape = matrix.shape
        self._names = names
        self.pieces_pred = self._pieces_of_biclusters(pred_rows, pred_columns)
        self.names_pred = _names_of(biclusters_pred, len(self.pieces_pred))
        self.match = np.full(len(self.pieces_pred), -1)
        self.pieces_true: Pieces | None = None
        self.names_true: list[str] | None = None
        if biclusters_true is not None:
            self.pieces_true = self._pieces_of_biclusters(true_rows, true_columns)
            self.names_true = _names_of(biclusters_true, len(self.pieces_true))
            true = (true_rows, true_columns)
            pred = (pred_rows, pred_columns)
            candidates = MatchCandidates.of_biclusters(
                compare_biclusters(true, pred).overlaps
            )
            _, pairs_of_pred = candidates.best_matches(
                by="jaccard", assignment="one_to_one"
            )
            # A predicted bicluster has the position of its pair. If it has no match,
            # the position is -1, which selects the last value.
            self.match = np.append(candidates.true, -1)[pairs_of_pred]

    def _pieces_of_biclusters(
        self, rows: NDArray[Any], columns: NDArray[Any]
    ) -> Pieces:
        """Return the rectangles of each bicluster in the reordered matrix."""
        ordered_rows = rows[:, self.row_order]
        ordered_columns = columns[:, self.column_order]
        return list(map(_rectangles, ordered_rows, ordered_columns))

    def __repr__(self) -> str:
        n_true = None if self.pieces_true is None else len(self.pieces_true)
        numbers = f"n_true={n_true}, n_pred={len(self.pieces_pred)}"
        return f"{type(self).__name__}(shape={self._shape}, {numbers})"

    @classmethod
    def from_predictions(
        cls,
        X: Any,
        biclusters_true: Biclustering | None,
        biclusters_pred: Biclustering,
        *,
        ax: Any = None,
        **kwargs: Any,
    ) -> Self:
        """Draw a matrix with its true and its predicted biclusters.

        Parameters
        ----------
        X, biclusters_true, biclusters_pred : array-like, tuples
            Data and biclusters, as for `BiclusterDisplay`.
        ax : array of two matplotlib Axes, default=None
            Axes to draw on, or a single Axes if there are no true biclusters. If None,
            a new figure is made.
        **kwargs : dict
            Further options, which are passed to `plot`.

        Returns
        -------
        display : BiclusterDisplay
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
        return cls(X, biclusters_true, biclusters_pred).plot(ax=ax, **kwargs)

    @classmethod
    def from_estimator(
        cls,
        estimator: Estimator,
        X: Any,
        biclusters_true: Biclustering | None = None,
        **kwargs: Any,
    ) -> Self:
        """Draw a matrix with the biclusters that a fitted estimator has found.

        Parameters
        ----------
        estimator : estimator
            Fitted estimator with ``rows_`` and ``columns_``.
        X, biclusters_true : array-like, tuple
            Data and true biclusters, as for `BiclusterDisplay`.
        **kwargs : dict
            Further options, which are passed to `from_predictions`.

        Returns
        -------
        display : BiclusterDisplay
            The display, after it has been drawn.
        """
        check_options_of_estimator(
            kwargs, "imshow", display=cls, parameters_of_plot=PARAMETERS_OF_MATRIX_PLOT
        )
        return cls.from_predictions(X, biclusters_true, estimator, **kwargs)

    def _panels(self) -> list[tuple[NDArray[np.float64], Orders]]:
        panel = (self.image, (self.row_order, self.column_order))
        return [panel] if self.pieces_true is None else [panel, panel]

    def _draw_structures(self) -> None:
        n_rows, n_columns = self._shape
        for ax in self.ax_:
            ax.set(xlabel=f"{n_columns} columns", ylabel=f"{n_rows} rows")
        *true_axes, pred_ax = self.ax_
        if self.pieces_true is None or self.names_true is None:
            colors = cluster_colors(len(self.pieces_pred))
            matches = np.arange(len(self.pieces_pred))
        else:
            colors = cluster_colors(len(self.pieces_true))
            matches = self.match
            self._draw_true(true_axes[0], colors)
        for number, match in enumerate(matches.tolist()):
            self._draw_predicted(pred_ax, number, match, colors)
        title = _number_of_biclusters(len(matches), "predicted")
        n_unmatched = int((matches < 0).sum())
        if n_unmatched > 0:
            title += f", {n_unmatched} unmatched"
        pred_ax.set_title(title)
        if self.pieces_true is not None:
            text = "solid: matched, dotted: its true bicluster"
            if n_unmatched > 0:
                text += "\ndashed: unmatched"
            pred_ax.set_xlabel(f"{pred_ax.get_xlabel()}\n{text}")

    def _draw_true(self, ax: Any, colors: NDArray[np.float64]) -> None:
        """Draw the true biclusters, each in its color."""
        pieces_true: Any = self.pieces_true
        names_true: Any = self.names_true
        for pieces, name, color in zip(pieces_true, names_true, colors, strict=True):
            _outline(ax, pieces, name, color=color)
        ax.set_title(_number_of_biclusters(len(pieces_true), "true"))

    def _draw_predicted(
        self, ax: Any, number: int, match: int, colors: NDArray[np.float64]
    ) -> None:
        """Draw the predicted bicluster with this number, in the color of its match.

        If there are true biclusters, `match` is the number of the true bicluster that
        it matches, which is dotted. If there is no match, `match` is -1, and the
        outline is black and dashed. Without true biclusters, `match` is `number`. Only
        the predicted bicluster has its name in its outline. `colors` has a color of
        three numbers (RGB) for each value of `match` except -1.
        """
        pieces = self.pieces_pred[number]
        name = self.names_pred[number]
        if match < 0:
            _outline(ax, pieces, name, color="k", linestyle="--")
            return
        color = colors[match]
        if self.pieces_true is not None:
            dotted: Any = {"linestyle": ":", "linewidth": 1.8}
            _outline(ax, self.pieces_true[match], None, color=color, **dotted)
        _outline(ax, pieces, name, color=color)


def _number_of_biclusters(n: int, side: str) -> str:
    """Return the number of biclusters as text, such as "2 true biclusters"."""
    return f"{n} {side} bicluster" if n == 1 else f"{n} {side} biclusters"


def _names_of(biclusters: Biclustering, n_biclusters: int) -> list[str]:
    """Return the names of true or of predicted biclusters, as texts."""
    return [str(name) for name in names_of_biclusters(biclusters, n_biclusters)]


def _indicators_in_order_of_data(
    biclusters_true: Any,
    biclusters_pred: Any,
    X: Any,
    *,
    names: list[Names | None],
    shape: tuple[int, ...],
    arguments: tuple[str, str],
) -> list[list[NDArray[np.int64]]]:
    """Return the true and predicted indicators of the rows, and then of the columns.

    The result is [[true rows, predicted rows], [true columns, predicted columns]]. An
    indicator has a row for each bicluster, and its columns are in the order of X.
    `names` and `shape` are the names and the shape of the part of X that is drawn.
    After the checks, the entries of both biclusterings are in the order of the
    predicted biclustering if it has names, and otherwise in the order of the true one.
    However, if one of them is an estimator, columns are in the order of X. Errors call
    the biclusterings by their `arguments`.
    """
    checked = check_biclusterings(biclusters_true, biclusters_pred, arguments, X=X)
    sides = (biclusters_pred, biclusters_true)
    has_estimator = any(map(is_estimator, sides))
    indicators_of_modes = []
    for mode, names_of_data in enumerate(names):
        if mode == 1 and has_estimator:
            names_of_sides = [names_of_data]
        else:
            names_of_sides = [
                names_of_data if is_estimator(side) else column_names(side[mode])
                for side in sides
            ]
        check_single_order((names_of_data, *names_of_sides), "`X` and biclusters")
        names_of_entries = preferred_names(*names_of_sides)
        has_names_of_true = names_of_entries is not names_of_sides[0]
        argument = arguments[0] if has_names_of_true else arguments[1]
        kind = kind_of_entries(mode, n_modes=2)
        warn_of_default_index(
            names_of_entries,
            names_of_data,
            argument=f"{argument}[{mode}]",
            reference="`X`",
            kind=kind,
        )
        indicators = []
        for biclusters in checked:
            entries = dense_indicator(biclusters[mode]).T
            ordered = reorder_if_named(
                entries, names_of_entries, names_of_data, argument=argument
            )
            indicators.append(ordered.T)
        sizes = (shape[mode], indicators[0].shape[1])
        check_equal(sizes, ("X", "biclusters_pred"), kind)
        indicators_of_modes.append(indicators)
    return indicators_of_modes


def _order_entries(true: NDArray[np.int64], pred: NDArray[np.int64]) -> Positions:
    """Return an order of entries with few runs of biclusters, above all of true ones.

    `true` and `pred` have a row for each bicluster, and are 1 for its entries. Every
    change between neighbors begins or ends a run. Entries in no true bicluster follow
    all others, and entries in no bicluster at all come at the very end.
    """
    # A pattern is a column of the memberships. It has the biclusters of an entry.
    memberships = np.vstack([true, pred])
    patterns, pattern_of_entry = np.unique(memberships, axis=1, return_inverse=True)
    # A run of one true bicluster costs more than runs of all predicted ones together.
    weights = np.repeat([1 + len(pred), 1], [len(true), len(pred)])
    weighted_patterns = patterns.T * weights  # (n_patterns, n_biclusters)
    are_in_true = patterns[: len(true)].any(axis=0)
    are_in_any = patterns.any(axis=0)
    order_of_patterns = np.concatenate(
        [
            _cheapest_chain(weighted_patterns, np.flatnonzero(are_in_true)),
            _cheapest_chain(
                weighted_patterns, np.flatnonzero(are_in_any & ~are_in_true)
            ),
            _cheapest_chain(weighted_patterns, np.flatnonzero(~are_in_any)),
        ]
    )
    rank_of_pattern = np.argsort(order_of_patterns)
    return np.argsort(rank_of_pattern[pattern_of_entry.ravel()], kind="stable")


def _cheapest_chain(patterns: NDArray[np.int64], chosen: Positions) -> Positions:
    """Return the cheapest order of patterns among nearest-neighbor chains.

    A pattern has the biclusters of an entry. `patterns` has a row for each pattern,
    with the weight of each bicluster in it, and 0 for all others. A true bicluster
    weighs more than all predicted ones. `chosen` has the positions of the patterns to
    order.

    In such a chain, the nearest of the remaining `chosen` patterns always follows. The
    cost is the sum of the changes from each pattern to the next, with the empty pattern
    at both ends. If there are many patterns, only some are tried as the first.
    """
    chains = []
    stride = 1 + len(chosen) ** 2 // _MOST_STEPS_OF_CHAINS
    for start in range(0, len(chosen), stride):
        chain = [chosen[start]]
        remaining = np.delete(chosen, start)
        cost = patterns[chain[0]].sum()
        while len(remaining):
            changes = np.abs(patterns[remaining] - patterns[chain[-1]]).sum(axis=1)
            nearest = changes.argmin()
            cost += changes[nearest]
            chain.append(remaining[nearest])
            remaining = np.delete(remaining, nearest)
        cost += patterns[chain[-1]].sum()
        chains.append((cost, chain))
    _, cheapest = min(chains, default=(0, []))
    return np.array(cheapest, dtype=np.intp)


def _rectangles(rows: NDArray[Any], columns: NDArray[Any]) -> Positions:
    """Return the pieces of a bicluster, as an array of shape (n_pieces, 4).

    `rows` and `columns` are 1 for its rows and columns, and otherwise 0. There is a
    piece for each run of rows and each run of columns. A piece is its first row, the
    end of its rows, its first column and the end of its columns.
    """
    row_runs = _runs_of_ones(rows)
    column_runs = _runs_of_ones(columns)
    repeated_row_runs = np.repeat(row_runs, len(column_runs), axis=0)
    repeated_column_runs = np.tile(column_runs, (len(row_runs), 1))
    return np.hstack([repeated_row_runs, repeated_column_runs])


def _runs_of_ones(indicator: NDArray[Any]) -> Positions:
    """Return the first position and the end of each run of ones, one run per row."""
    # A run begins at one change and ends at the next, so that two changes are a run.
    changes = np.diff(indicator, prepend=0, append=0)
    return np.flatnonzero(changes).reshape(-1, 2)


def _outline(
    ax: Any, pieces: Positions, name: str | None, color: Any, **options: Any
) -> None:
    """Draw the outlines of one bicluster, and its name in the largest piece.

    A piece is its first row, the end of its rows, its first column and the end of its
    columns. If `name` is None, no name is written.
    """
    from matplotlib.collections import PolyCollection

    if len(pieces) == 0:
        return
    # A corner of a piece is a point (x, y), which is (column, row). The first corner is
    # at the top left.
    corners = pieces[:, [[2, 0], [3, 0], [3, 1], [2, 1]]]
    look = {"facecolor": "none", "linewidth": 2.2, "clip_on": False, **options}
    ax.add_collection(PolyCollection(list(corners), edgecolor=color, **look))
    if name is not None:
        if len(pieces) > 1:
            name += f" ({len(pieces)} pieces)"
        sizes = (pieces[:, 1] - pieces[:, 0]) * (pieces[:, 3] - pieces[:, 2])
        box = {"facecolor": color, "edgecolor": "none", "pad": 1}
        ax.annotate(
            name,
            corners[sizes.argmax(), 0],
            xytext=(2, -2),
            textcoords="offset points",
            va="top",
            bbox=box,
            color="white",
            fontsize="small",
            fontweight="bold",
        )
