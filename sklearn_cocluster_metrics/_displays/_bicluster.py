"""A matrix with the outlines of its true and of its predicted biclusters."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .._statistics._comparison import compare_biclusters
from .._statistics._matching import Positions, SharedParts
from .._structures._arguments import Biclustering, Estimator, check_equal, is_estimator
from .._structures._entry_names import (
    check_one_order,
    column_names,
    first_names,
    in_order_of,
    names_of_modes,
)
from .._structures._indicators import (
    check_biclustering,
    check_biclusterings,
    dense_indicator,
    names_of_biclusters,
)
from ._drawing import MatrixDisplay, Orders, block_means, check_matrix, cluster_colors

_MOST_TRIED = 64**2  # starts of an order times groups

Pieces = list[Positions]
"""Of each bicluster: first row, end of rows, first column, end of columns."""


class BiclusterDisplay(MatrixDisplay):
    """The matrix with outlines of true and predicted biclusters.

    Both panels have one order of rows and columns, which leaves biclusters, above all
    true ones, in few pieces. A predicted bicluster has the color of its match, one to
    one by the Jaccard index, whose outline is dotted; others are black and dashed.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Data; may contain NaN, stays sparse. Data frames are matched by names.
    biclusters_true : tuple (rows, columns) of indicators, fitted estimator or None
        True biclusters, if known.
    biclusters_pred : tuple (rows, columns) of indicators, or fitted estimator
        Predicted biclusters.

    Attributes
    ----------
    row_order, column_order : ndarray of int
        Their order in the figure.
    image : ndarray
        The matrix in this order; over 400 rows or columns, means of neighbors.
    pieces_true, pieces_pred : list of ndarrays of shape (n_pieces, 4), or None
        Of each bicluster: first row, end of rows, first column, end of columns.
    names_true, names_pred : list of str, or None
        Names, or numbers.
    match : ndarray of shape (n_pred,)
        Number of the true bicluster of each predicted one, or -1.
    ax_, figure_ : ndarray of matplotlib Axes, and Figure
        Two panels, or one without true biclusters; after `plot`.

    Raises
    ------
    ValueError, TypeError
        If shapes differ, or biclusters are not valid.

    See Also
    --------
    match_table : The matches as a table.
    CoclusterDisplay : For co-clusterings.

    Notes
    -----
    The order is greedy, not always the best: each group of rows in the same biclusters
    differs least from the last. The axes name up to 40 rows or columns of a data frame.
    Cost: reading X, and O(p^2) for p groups of rows, or of columns.

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

    def __init__(
        self,
        X: Any,
        biclusters_true: Biclustering | None,
        biclusters_pred: Biclustering,
    ) -> None:
        known = biclusters_true
        if known is None:
            known = biclusters_pred
            check_biclustering(known, "biclusters_pred")  # so that errors name it
        checked = check_matrix(X)
        true, pred = _as_data_are(known, biclusters_pred, X, checked.shape)
        self.row_order, self.column_order = map(_chained, true, pred)
        self.image = block_means(checked, self.row_order, self.column_order)
        self._shape, self._names = checked.shape, names_of_modes(X, 2)
        self.pieces_pred, self.names_pred = self._drawn(biclusters_pred, *pred)
        self.match = np.full(len(self.pieces_pred), -1)
        self.pieces_true: Pieces | None = None
        self.names_true: list[str] | None = None
        if biclusters_true is not None:
            self.pieces_true, self.names_true = self._drawn(biclusters_true, *true)
            parts = SharedParts.of_biclusters(compare_biclusters(true, pred).overlaps)
            pair = parts.matched("jaccard", "one_to_one")[1]
            self.match = np.append(parts.true, -1)[pair]

    def _drawn(
        self, given: Biclustering, rows: NDArray[Any], columns: NDArray[Any]
    ) -> tuple[Pieces, list[str]]:
        """Return the rectangles of each bicluster, and their names."""
        rows, columns = rows[:, self.row_order], columns[:, self.column_order]
        pieces = [*map(_rectangles, rows, columns)]
        return pieces, [*map(str, names_of_biclusters(given, len(pieces)))]

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
            As above.
        ax : array of two matplotlib Axes, default=None
            One without true biclusters; None: a new figure.
        **kwargs : dict
            Passed to `plot`.

        Returns
        -------
        display : BiclusterDisplay
            Drawn.
        """
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
            Fitted, with ``rows_`` and ``columns_``.
        X, biclusters_true : array-like, tuple
            As above.
        **kwargs : dict
            Options of `from_predictions`.

        Returns
        -------
        display : BiclusterDisplay
            Drawn.
        """
        return cls.from_predictions(X, biclusters_true, estimator, **kwargs)

    def _panels(self) -> list[tuple[NDArray[np.float64], Orders]]:
        panel = self.image, (self.row_order, self.column_order)
        return [panel] * (1 if self.pieces_true is None else 2)

    def _draw_structures(self) -> None:
        known, names = self.pieces_true, self.names_true
        match = self.match
        if known is None or names is None:
            known, names = self.pieces_pred, self.names_pred
            match = np.arange(len(known))
        for ax in self.ax_:
            n_rows, n_columns = self._shape
            ax.set(xlabel=f"{n_columns} columns", ylabel=f"{n_rows} rows")
        *left, right = self.ax_
        colors = cluster_colors(len(known))
        for ax in left:
            for piece, name, color in zip(known, names, colors, strict=True):
                _outline(ax, piece, name, color=color)
            ax.set_title(_counted(len(known), "true"))
        found = zip(self.pieces_pred, self.names_pred, match, strict=True)
        for piece, name, k in found:
            look = {"color": colors[k]} if k >= 0 else {"color": "k", "linestyle": "--"}
            if left and k >= 0:
                _outline(right, known[k], None, **look, linestyle=":", linewidth=1.8)
            _outline(right, piece, name, **look)
        title, n_unmatched = _counted(len(match), "predicted"), int((match < 0).sum())
        right.set_title(title + f", {n_unmatched} unmatched" * (n_unmatched > 0))


def _counted(n: int, side: str) -> str:
    return f"{n} {side} bicluster{'s' * (n != 1)}"


def _as_data_are(
    biclusters_true: Any, biclusters_pred: Any, X: Any, shape: tuple[int, ...]
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return both biclusterings, checked, in the order of the rows and columns of X."""
    given = biclusters_pred, biclusters_true  # first the one whose order both have
    checked = check_biclusterings(biclusters_true, biclusters_pred)
    modes = []
    for mode, names in enumerate(names_of_modes(X, 2)):
        known = [column_names(one[mode]) for one in given if not is_estimator(one)]
        check_one_order((names, *known), "`X` and biclusters")
        own = first_names(*known)
        sides = [
            in_order_of(dense_indicator(side[mode]).T, own, names, "biclusters_pred").T
            for side in checked
        ]
        sizes = shape[mode], sides[0].shape[1]
        check_equal(sizes, ("X", "biclusters_pred"), ("rows", "columns")[mode])
        modes.append(sides)
    return [*zip(*modes, strict=True)]


def _chained(true: NDArray[np.int64], pred: NDArray[np.int64]) -> Positions:
    """Order entries so that biclusters, above all true ones, have few runs.

    Every change between neighbors begins or ends a run. Entries that are in no true
    bicluster come last, those in none at all at the very end.
    """
    patterns, group = np.unique(np.vstack([true, pred]), axis=1, return_inverse=True)
    weights = np.repeat([1 + len(pred), 1], [len(true), len(pred)])
    in_true = patterns[: len(true)].any(axis=0)
    in_any = patterns.any(axis=0)
    groups = map(np.flatnonzero, (in_true, in_any & ~in_true, ~in_any))
    order = np.concatenate([_chain(patterns.T * weights, group) for group in groups])
    return np.argsort(np.argsort(order)[group.ravel()], kind="stable")


def _chain(patterns: NDArray[np.int64], chosen: Positions) -> Positions:
    """Order patterns by the cheapest chain in which each next one is the nearest."""
    chains = []
    for start in range(0, len(chosen), 1 + len(chosen) ** 2 // _MOST_TRIED):
        chain, left = [chosen[start]], np.delete(chosen, start)
        cost = patterns[chain[0]].sum()
        while len(left):
            changes = np.abs(patterns[left] - patterns[chain[-1]]).sum(axis=1)
            nearest = changes.argmin()
            cost += changes[nearest]
            chain.append(left[nearest])
            left = np.delete(left, nearest)
        chains.append((cost + patterns[chain[-1]].sum(), chain))
    return np.array(min(chains, default=(0, []))[1], dtype=np.intp)


def _rectangles(rows: NDArray[Any], columns: NDArray[Any]) -> Positions:
    """Return each run of ones among the rows with each run among the columns."""
    of_rows, of_columns = (
        np.flatnonzero(np.diff(one, prepend=0, append=0)).reshape(-1, 2)
        for one in (rows, columns)
    )
    repeated = np.repeat(of_rows, len(of_columns), axis=0)
    return np.hstack([repeated, np.tile(of_columns, (len(of_rows), 1))])


def _outline(
    ax: Any, pieces: Positions, name: str | None, color: Any, **options: Any
) -> None:
    """Draw the outlines of one bicluster, and its name in the largest piece."""
    from matplotlib.collections import PolyCollection

    if len(pieces) == 0:
        return
    corners = pieces[:, [[2, 0], [3, 0], [3, 1], [2, 1]]]
    look = {"facecolor": "none", "linewidth": 2.2, "clip_on": False, **options}
    ax.add_collection(PolyCollection([*corners], edgecolor=color, **look))
    if name is not None:
        sizes = (pieces[:, 1] - pieces[:, 0]) * (pieces[:, 3] - pieces[:, 2])
        box = {"facecolor": color, "edgecolor": "none", "pad": 1}
        place = {"xytext": (2, -2), "textcoords": "offset points", "va": "top"}
        text = {"color": "white", "fontsize": "small", "fontweight": "bold"}
        ax.annotate(name, corners[sizes.argmax(), 0], bbox=box, **place, **text)
