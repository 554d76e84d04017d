"""List the pairs of a true and a predicted cluster that share something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._displays._drawing import MARKED, axes_or_new, drawing_options
from .._inference._match_pvalues import chance_of_pairs
from .._statistics._matching import MatchCandidates
from .._structures._arguments import check_integer, check_level
from .._structures._printing import Tabular, TextTable, format_cell, render_html
from ._mean_differences import SIGNIFICANCE_LEVEL

_MOST_PRINTED = 60  # most rows of a printed table; a data frame has all of them
_SHORT_HEADINGS = {"pvalue_adjusted": "adjusted"}
_LARGEST_DOT = 300.0  # area in points squared


@dataclass(frozen=True, eq=False, repr=False)
class ClusterPairs(Tabular):
    """All pairs of a true and a predicted cluster that share something.

    The pairs are sorted by p-value, so the pairs that are hardest to explain by chance
    come first. A `MatchTable` has them in its field `pairs`.

    Parameters
    ----------
    true, pred : ndarray of shape (n_pairs,), dtype object
        Names of the true and of the predicted cluster.
    true_size, pred_size, shared : ndarray of shape (n_pairs,)
        Numbers of samples or cells in the true cluster, in the predicted cluster, and
        in both.
    expected, fold : ndarray of shape (n_pairs,)
        `expected` is the mean number that clusters of these sizes share by chance.
        `fold` is `shared` divided by `expected`, so it is above 1 if they share more
        than by chance.
    precision, recall, f1, jaccard : ndarray of shape (n_pairs,)
        Precision is the shared fraction of the predicted cluster, recall the shared
        fraction of the true cluster, and `f1` their harmonic mean. `jaccard` is the
        shared fraction of the union of the two clusters. All are above 0, and 1 for
        equal clusters.
    pvalue : ndarray of shape (n_pairs,)
        Probability of sharing at least as much by chance (see `match_table`).
    pvalue_adjusted : ndarray of shape (n_pairs,)
        P-values adjusted for `n_tests` by the method of Benjamini and Hochberg.
    n_tests : int
        Number of all pairs, including pairs that share nothing and have a p-value of 1.
        Pairs with an empty cluster do not count, because they cannot be tested.

    See Also
    --------
    match_table : It makes the pairs.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_table
    >>> table = match_table(list("aaaabbbb"), [1, 1, 1, 1, 2, 2, 2, 3])
    >>> table.pairs
    ClusterPairs(n_pairs=3, n_tests=6, n_significant=0)
    >>> table.pairs.pvalue.round(3)
    array([0.014, 0.071, 0.5  ])
    """

    true: NDArray[Any]
    pred: NDArray[Any]
    true_size: NDArray[Any]
    pred_size: NDArray[Any]
    shared: NDArray[Any]
    expected: NDArray[np.float64]
    fold: NDArray[np.float64]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    f1: NDArray[np.float64]
    jaccard: NDArray[np.float64]
    pvalue: NDArray[np.float64]
    pvalue_adjusted: NDArray[np.float64]
    n_tests: int

    def __post_init__(self) -> None:
        for column in self._columns().values():
            column.flags.writeable = False

    def _columns(self) -> dict[str, Any]:
        """Return the columns by name, with a row for each pair."""
        columns = dict(vars(self))
        del columns["n_tests"]
        return columns

    def __repr__(self) -> str:
        n_significant = self._n_significant(SIGNIFICANCE_LEVEL)
        return (
            f"{type(self).__name__}(n_pairs={len(self.true)}, n_tests={self.n_tests}, "
            f"{n_significant=})"
        )

    def __str__(self) -> str:
        return self._table().text()

    def _repr_html_(self) -> str:
        """Return an HTML table, below the short form; Jupyter calls this."""
        return render_html([repr(self), self._table()])

    def _n_significant(self, level: float) -> int:
        """Return the number of pairs that are significant at this level."""
        return int((self.pvalue_adjusted <= level).sum())

    def _table(self) -> TextTable:
        """Return the table that is printed, which has at most 60 pairs."""
        columns = self._columns()
        return table_of_columns(list(columns), list(columns.values()))

    def plot(
        self,
        *,
        level: float = 0.05,
        n_pairs: int = 20,
        ax: Any = None,
        **kwargs: Any,
    ) -> Any:
        """Draw the pairs with the smallest p-values, as enrichments are often drawn.

        The horizontal position of a dot is the adjusted p-value, its size the number of
        shared samples or cells, and its color the Jaccard index. A dashed line marks
        the level, and the pairs on its right are significant.

        Parameters
        ----------
        level : float, default=0.05
            False discovery rate that the line marks.
        n_pairs : int, default=20
            Number of pairs to draw. The pairs with the smallest p-values are drawn.
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Keyword arguments passed to ``Axes.scatter``, such as `cmap` (default
            "viridis").

        Returns
        -------
        ax : matplotlib Axes
            Axes with the dots.

        Raises
        ------
        ValueError, TypeError
            If an option is not valid or not known to ``Axes.scatter``.
        """
        level = check_level(level, "level")
        n_pairs = check_integer(n_pairs, "n_pairs", 1)
        kwargs = drawing_options(kwargs, "scatter", caller=self.plot)
        ax = axes_or_new(ax)
        n_drawn = min(n_pairs, len(self.true))  # the pairs are sorted by p-value
        adjusted = self.pvalue_adjusted[:n_drawn]
        shared = self.shared[:n_drawn].astype(float)
        positions = np.arange(n_drawn)
        options = {
            "s": _LARGEST_DOT * shared / shared.max(initial=1),
            "c": self.jaccard[:n_drawn],
            "cmap": "viridis",
            "vmin": 0,
            "vmax": 1,
            "zorder": 2,
            "clip_on": False,
            **kwargs,
        }
        dots = ax.scatter(-np.log10(adjusted), positions, **options)
        ax.axvline(-np.log10(level), color=MARKED, linestyle="--", zorder=1)
        names = []
        for k in positions:
            pair = f"{entry_text(self.true[k])} - {entry_text(self.pred[k])}"
            names.append(f"{pair} ({self.shared[k]})")
        ax.set_yticks(positions, names)
        ax.set_ylim(n_drawn - 0.4, -0.6)  # the best pair is on top
        right = 1.08 * max(ax.get_xlim()[1], 2 * -np.log10(level))
        ax.set_xlim(-0.05 * right, right)  # dots at 0 do not cover the names
        ax.grid(axis="y", color="0.9")
        ax.set_xlabel("$-\\log_{10}$ adjusted p-value")
        ax.set_ylabel("true - predicted (shared)")
        ax.figure.colorbar(dots, ax=ax, label="Jaccard index")
        n_significant = self._n_significant(level)
        ax.set_title(
            f"{n_significant} of {self.n_tests} pairs significant at {level:g}"
        )
        return ax


def pairs_of_candidates(
    candidates: MatchCandidates, true_names: NDArray[Any], pred_names: NDArray[Any]
) -> ClusterPairs:
    """Return the pairs with their measures and p-values, in the order of candidates.

    `true_names` and `pred_names` are the names of all clusters of each side, of which
    the candidates have the positions.
    """
    chance = chance_of_pairs(candidates)
    true_sizes, pred_sizes = candidates.sizes
    return ClusterPairs(
        true=true_names[candidates.true],
        pred=pred_names[candidates.pred],
        true_size=true_sizes,
        pred_size=pred_sizes,
        shared=candidates.shared.copy(),
        expected=chance.expected,
        fold=candidates.shared.astype(float) / chance.expected,
        precision=candidates.values_of_pairs("precision"),
        recall=candidates.values_of_pairs("recall"),
        f1=candidates.values_of_pairs("f1"),
        jaccard=candidates.values_of_pairs("jaccard"),
        pvalue=chance.pvalue,
        pvalue_adjusted=chance.pvalue_adjusted,
        n_tests=chance.n_tests,
    )


def sorted_by_pvalue(pairs: ClusterPairs) -> ClusterPairs:
    """Return the pairs by p-value; if it is equal, pairs that share more come first."""
    order = np.lexsort((-pairs.shared.astype(float), pairs.pvalue))
    columns = {name: column[order] for name, column in pairs._columns().items()}
    return ClusterPairs(**columns, n_tests=pairs.n_tests)


def table_of_columns(
    header: Sequence[str], columns: Sequence[NDArray[Any]]
) -> TextTable:
    """Return a table of the first entries of the columns, with this header.

    The first two columns have the names of clusters. If there are further entries, the
    last row says how many.
    """
    texts = []
    for name, column in zip(header, columns, strict=True):
        entries = column[:_MOST_PRINTED]
        if column.dtype.kind == "f":
            texts.append([format_cell(name, value) for value in entries])
        else:
            texts.append([entry_text(entry) for entry in entries])
    rows: list[Sequence[str]] = list(zip(*texts, strict=True))
    n_more = len(columns[0]) - _MOST_PRINTED
    if n_more > 0:
        empty_cells = [""] * (len(columns) - 1)
        rows.append([f"and {n_more} more", *empty_cells])
    headings = [_SHORT_HEADINGS.get(name, name) for name in header]
    return TextTable(headings, rows, n_names=2)


def entry_text(entry: Any) -> str:
    """Return a name, a match or a count as text, and "" if there is no match."""
    if isinstance(entry, tuple):
        return ", ".join(map(str, entry))
    if entry is None:
        return ""
    return str(entry)
