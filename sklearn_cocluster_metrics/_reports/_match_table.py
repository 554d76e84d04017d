"""Each cluster, block or bicluster beside its match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from .._displays._precision_recall_space import PrecisionRecallSpaceDisplay
from .._statistics._comparison import compare_biclusters
from .._statistics._contingency import Tables
from .._statistics._matching import Assignment, MatchBy, MatchCandidates
from .._statistics._tables import count_table
from .._structures._arguments import check_option
from .._structures._indicators import (
    check_biclusterings,
    check_cluster_indicators,
    names_of_biclusters,
    names_of_clusters,
    structure_of,
)
from .._structures._labels import as_objects
from .._structures._modes import compared_modes
from .._structures._partitions import check_partitions
from .._structures._printing import Framed, Tabular, TextTable, render_html
from .._structures._types import AnyStructure
from ._cluster_pairs import (
    ClusterPairs,
    pairs_of_candidates,
    sort_pairs,
    table_of_columns,
)

_ARGUMENT_NAMES = ("true", "pred")


@dataclass(frozen=True, eq=False, repr=False)
class Matches(Tabular):
    """The clusters of one side, each beside its match on the other.

    Parameters
    ----------
    name : ndarray of shape (n_clusters,), dtype object
        Label of each cluster; tuple of labels of a block; name or number of a
        bicluster.
    match : ndarray of shape (n_clusters,), dtype object
        Name of the match, or None.
    size, shared : ndarray of shape (n_clusters,)
        Samples or cells of the cluster, and shared with the match.
    precision, recall, f1, jaccard : ndarray of shape (n_clusters,)
        Shared fraction of the predicted cluster, of the true one, their harmonic mean,
        and the shared fraction of the union; 0 without a match.
    pvalue, pvalue_adjusted : ndarray of shape (n_clusters,)
        Those of the pair, see `ClusterPairs`; 1 without a match.

    See Also
    --------
    MatchTable : Has one for each side.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_table
    >>> match_table([0, 0, 1], [2, 2, 2], assignment="one_to_one").true
    Matches(n_clusters=2, n_matched=1)
    """

    name: NDArray[Any]
    match: NDArray[Any]
    size: NDArray[Any]
    shared: NDArray[Any]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    f1: NDArray[np.float64]
    jaccard: NDArray[np.float64]
    pvalue: NDArray[np.float64]
    pvalue_adjusted: NDArray[np.float64]

    def __post_init__(self) -> None:
        for column in vars(self).values():
            column.flags.writeable = False

    @property
    def unmatched(self) -> list[Any]:
        """Names of the clusters without a match."""
        pairs = zip(self.name, self.match, strict=True)
        return [name for name, match in pairs if match is None]

    def _columns(self) -> dict[str, Any]:
        """Return the columns by name, with a row for each cluster."""
        return vars(self)

    def __repr__(self) -> str:
        n_clusters = len(self.name)
        n_matched = n_clusters - len(self.unmatched)
        return f"{type(self).__name__}(n_clusters={n_clusters}, n_matched={n_matched})"

    def _repr_html_(self) -> str:
        """Return an HTML table, below the short form; Jupyter calls this."""
        return render_html([repr(self), self._table("name")])

    def _table(self, heading: str) -> TextTable:
        """Return the table that is printed, the names of clusters under a heading."""
        columns = self._columns()
        header = [heading, *list(columns)[1:]]  # in place of "name"
        return table_of_columns(header, list(columns.values()))


@dataclass(frozen=True, eq=False, repr=False)
class MatchTable(Framed):
    """Each true and each predicted cluster beside its match; `match_table` returns it.

    Prints the first 60 clusters of each side.

    Parameters
    ----------
    of : {"samples", "rows", "columns", "blocks", "biclusters"}
        What the clusters consist of; "mode_2" for a third mode.
    true, pred : Matches
        Clusters of each side.
    pairs : ClusterPairs
        All pairs that share something, with p-values.
    modes : tuple of MatchTable
        Of a co-clustering, the table of each mode; else empty.

    See Also
    --------
    match_table : Makes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_table
    >>> table = match_table(([0, 0, 1], [0, 1]), ([0, 1, 1], [0, 0]))
    >>> table
    MatchTable(of='blocks', n_true=4, n_pred=2, n_unmatched=(0, 0))
    >>> rows, columns = table.modes
    >>> columns.true.match
    array([0, 0], dtype=object)
    """

    of: str
    true: Matches
    pred: Matches
    pairs: ClusterPairs
    modes: tuple[MatchTable, ...] = ()

    def to_frame(self) -> Any:
        """Return a pandas data frame with a row for each cluster.

        Returns
        -------
        frame : pandas.DataFrame
            Columns `of`, `side` ("true" or "pred"), and those of `Matches`; first the
            clusters of each mode, then blocks.
        """
        import pandas as pd

        frames = []
        for table in (*self.modes, self):
            for side, matches in (("true", table.true), ("pred", table.pred)):
                columns = {"of": table.of, "side": side, **vars(matches)}
                frames.append(pd.DataFrame(columns))
        return pd.concat(frames, ignore_index=True)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> PrecisionRecallSpaceDisplay:
        """Draw the precision and recall of each true cluster's match, by its name.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            If None, a new figure is made.
        **kwargs : dict
            Passed to ``Axes.scatter``.

        Returns
        -------
        display : PrecisionRecallSpaceDisplay
            Drawn; `unmatched` clusters are at 0.
        """
        # The display has a column for each predicted cluster: here only the match.
        display = PrecisionRecallSpaceDisplay(
            precision=self.true.precision[:, np.newaxis],
            recall=self.true.recall[:, np.newaxis],
            values=self.true.f1[:, np.newaxis],
            names=list(self.true.name),
        )
        return display.plot(ax=ax, **kwargs)

    def __repr__(self) -> str:
        numbers = f"n_true={len(self.true.name)}, n_pred={len(self.pred.name)}"
        n_unmatched = len(self.true.unmatched), len(self.pred.unmatched)
        return f"{type(self).__name__}(of={self.of!r}, {numbers}, {n_unmatched=})"

    def __str__(self) -> str:
        return "\n\n".join(table.text() for table in text_tables(self))

    def _repr_html_(self) -> str:
        """Return HTML tables; Jupyter calls this."""
        return render_html(text_tables(self))


def match_table(
    true: AnyStructure,
    pred: AnyStructure,
    *,
    by: MatchBy = "jaccard",
    assignment: Assignment = "best",
) -> MatchTable:
    r"""Find the match of each cluster, block or bicluster, and compare the two.

    Parameters
    ----------
    true, pred : array-like, tuple of array-likes, or estimator
        Clusterings, co-clusterings ``(row_labels, column_labels)``, indicators
        ``(rows, columns)`` of biclusters, or overlapping clusterings, matrices of 0 and
        1 of shape (n_samples, n_clusters). The index of a data frame names the samples,
        its columns name the clusters.
    by : {"jaccard", "f1", "precision", "recall", "shared"}, default="jaccard"
        What a match has most of.
    assignment : {"best", "one_to_one"}, default="best"
        "best": each cluster has its best match, which others may share. "one_to_one":
        at most one each, with the greatest sum of `by`.

    Returns
    -------
    table : MatchTable
        `Matches` `true` and `pred`, and `ClusterPairs` `pairs`; of a co-clustering, of
        its blocks, with ``table.modes`` of rows and of columns.

    Raises
    ------
    ValueError, TypeError
        If structures or options are not valid, or do not fit.

    See Also
    --------
    match_clusters : Labels renamed by their match.
    BiclusterDisplay : The figure.

    Notes
    -----
    Only clusters that share a sample or cell are matched; of several best, that which
    shares more, then the first. On both sides, precision and recall are the predicted
    cluster's. Estimators with both labels and biclusters are compared as
    co-clusterings.

    The p-value of a pair is the probability that clusters of these sizes share at least
    as many samples by chance. One cluster of a samples and one of b, of n in all, share
    X, which is hypergeometric (the one-sided test of Fisher),

    .. math:: P(X \ge s) = \sum_{x \ge s} \binom{a}{x} \binom{n - a}{b - x} /
        \binom{n}{b} .

    The rows and the columns of blocks and biclusters are placed independently, so that
    they share the product of two such numbers, with :math:`P(X Y \ge s) = \sum_x
    P(X = x) P(Y \ge s / x)`. All n samples count, also those in no cluster: they are
    the universe of gene sets, and more of them make p-values smaller.

    `pvalue_adjusted` controls the false discovery rate [1]_ over all pairs of a true
    and a predicted cluster (of samples, rows, columns, blocks), also those that share
    nothing. Only pairs with an empty cluster, which cannot share anything, are left
    out. To adjust the p-values of the best matches alone would be wrong, because
    they were selected.

    Cost: O(n_rows + n_columns), and O(p log p) for p pairs that share something; for
    blocks, p is the product of the numbers of non-empty entries of the modes' tables.
    P-values add a time of about the standard deviation of X per pair, and of about its
    square for blocks and biclusters.

    References
    ----------
    .. [1] Y. Benjamini, Y. Hochberg (1995). Journal of the Royal Statistical Society,
       Series B, 57(1), 289-300. :doi:`10.1111/j.2517-6161.1995.tb02031.x`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import match_table
    >>> table = match_table(list("aaaabbbb"), [1, 1, 1, 1, 2, 2, 2, 3])
    >>> print(table)
    true  match  size  shared  precision  recall     f1  jaccard  pvalue  adjusted
    a     1         4       4      1.000   1.000  1.000    1.000   0.014     0.086
    b     2         4       3      1.000   0.750  0.857    0.750   0.071      0.21
    <BLANKLINE>
    predicted  match  size  shared  precision  recall     f1  jaccard  pvalue  adjusted
    1          a         4       4      1.000   1.000  1.000    1.000   0.014     0.086
    2          b         3       3      1.000   0.750  0.857    0.750   0.071      0.21
    3          b         1       1      1.000   0.250  0.400    0.250     0.5         1
    """
    check_option(by, "by", get_args(MatchBy))
    check_option(assignment, "assignment", get_args(Assignment))
    structure = structure_of(true, pred)
    if structure == "biclustering":
        return _matches_of_biclusters(true, pred, by, assignment)
    if structure == "overlapping":
        return _matches_of_overlapping(true, pred, by, assignment)
    true_modes, pred_modes = check_partitions(true, pred, names=_ARGUMENT_NAMES)
    tables = tuple(map(count_table, true_modes, pred_modes))
    modes = compared_modes(true, len(tables))
    return matches_of_tables(tables, by, assignment, names=modes.names)


def _matches_of_biclusters(
    true: Any, pred: Any, by: MatchBy, assignment: Assignment
) -> MatchTable:
    """Match the biclusters of both sides, by the cells that they share."""
    true_indicators, pred_indicators = check_biclusterings(true, pred, _ARGUMENT_NAMES)
    overlaps = compare_biclusters(true_indicators, pred_indicators).overlaps
    return _match_candidates(
        MatchCandidates.of_biclusters(overlaps),
        kind="biclusters",
        true_names=as_objects(names_of_biclusters(true, overlaps.n_true)),
        pred_names=as_objects(names_of_biclusters(pred, overlaps.n_pred)),
        by=by,
        assignment=assignment,
    )


def _matches_of_overlapping(
    true: Any, pred: Any, by: MatchBy, assignment: Assignment
) -> MatchTable:
    """Match overlapping clusters, by the samples that they share."""
    indicators = check_cluster_indicators(true, pred, _ARGUMENT_NAMES)
    overlaps = compare_biclusters(*indicators).overlaps
    return _match_candidates(
        MatchCandidates.of_biclusters(overlaps),
        kind="samples",
        true_names=as_objects(names_of_clusters(true, overlaps.n_true)),
        pred_names=as_objects(names_of_clusters(pred, overlaps.n_pred)),
        by=by,
        assignment=assignment,
    )


def matches_of_tables(
    tables: Tables,
    by: MatchBy = "jaccard",
    assignment: Assignment = "best",
    *,
    names: Sequence[str],
) -> MatchTable:
    """Match the clusters of each mode and, of several modes, the blocks.

    `names` are those of the modes, such as ["rows", "columns"]. Of one mode, return its
    table; of several, that of the blocks, with those of the modes in `modes`.
    """
    modes = tuple(
        _match_candidates(
            MatchCandidates.of_tables([table]),
            kind=mode_name,
            true_names=as_objects(table.true_labels),
            pred_names=as_objects(table.pred_labels),
            by=by,
            assignment=assignment,
        )
        for mode_name, table in zip(names, tables, strict=True)
    )
    if len(modes) == 1:
        return modes[0]
    # A block is named by the labels of its clusters.
    true_blocks = product(*[as_objects(table.true_labels) for table in tables])
    pred_blocks = product(*[as_objects(table.pred_labels) for table in tables])
    return _match_candidates(
        MatchCandidates.of_tables(tables),
        kind="blocks",
        true_names=as_objects(list(true_blocks)),
        pred_names=as_objects(list(pred_blocks)),
        by=by,
        assignment=assignment,
        modes=modes,
    )


def text_tables(table: MatchTable, *, with_blocks: bool = True) -> list[TextTable]:
    """Return two text tables, of the true and of the predicted side.

    Of a co-clustering, these are preceded by those of each mode, and left out if not
    `with_blocks`.
    """
    parts = [*table.modes, table]
    if table.modes and not with_blocks:
        parts = list(table.modes)
    texts = []
    for part in parts:
        suffix = "" if part.of in ("samples", "biclusters") else f" {part.of}"
        texts.append(part.true._table(f"true{suffix}"))
        texts.append(part.pred._table(f"predicted{suffix}"))
    return texts


def _match_candidates(
    candidates: MatchCandidates,
    *,
    kind: str,
    true_names: NDArray[Any],
    pred_names: NDArray[Any],
    by: MatchBy,
    assignment: Assignment,
    modes: tuple[MatchTable, ...] = (),
) -> MatchTable:
    """Match the clusters of both sides and look up how well they match."""
    pairs = pairs_of_candidates(candidates, true_names, pred_names)
    pairs_of_true, pairs_of_pred = candidates.best_matches(by, assignment)
    true = _matches_at(
        pairs_of_true,
        pairs,
        names=true_names,
        sizes=candidates.true_sizes,
        partners_in_pairs=pairs.pred,
    )
    pred = _matches_at(
        pairs_of_pred,
        pairs,
        names=pred_names,
        sizes=candidates.pred_sizes,
        partners_in_pairs=pairs.true,
    )
    return MatchTable(
        of=kind, true=true, pred=pred, pairs=sort_pairs(pairs), modes=modes
    )


def _matches_at(
    pairs_of_clusters: NDArray[np.intp],
    pairs: ClusterPairs,
    *,
    names: NDArray[Any],
    sizes: NDArray[Any],
    partners_in_pairs: NDArray[Any],
) -> Matches:
    """Return the clusters of one side, each with the columns of its pair.

    `pairs_of_clusters` has for each cluster the position of its pair, -1 for none;
    `partners_in_pairs` has for each pair the name of the cluster of the other side.
    """

    def look_up(column: NDArray[Any], without_match: Any) -> NDArray[Any]:
        # At the end is the pair -1, which stands for no match.
        return np.append(column, [without_match])[pairs_of_clusters]

    return Matches(
        name=names,
        match=look_up(partners_in_pairs, None),
        size=sizes.copy(),
        shared=look_up(pairs.shared, 0),
        precision=look_up(pairs.precision, 0.0),
        recall=look_up(pairs.recall, 0.0),
        f1=look_up(pairs.f1, 0.0),
        jaccard=look_up(pairs.jaccard, 0.0),
        pvalue=look_up(pairs.pvalue, 1.0),
        pvalue_adjusted=look_up(pairs.pvalue_adjusted, 1.0),
    )
