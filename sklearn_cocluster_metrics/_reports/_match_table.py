"""Find the match of each cluster, block or bicluster, and list them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from .._displays._precision_recall_space import PrecisionRecallSpaceDisplay
from .._indices._contract import Structure
from .._statistics._comparison import compare_biclusters
from .._statistics._contingency import Tables
from .._statistics._matching import Assignment, MatchBy, MatchCandidates
from .._statistics._overlaps import Overlaps
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
from .._structures._messages import refuse_keywords
from .._structures._modes import compared_modes
from .._structures._partitions import check_partitions
from .._structures._printing import Framed, Tabular, TextTable, render_html
from .._structures._types import AnyStructure
from ._cluster_pairs import (
    ClusterPairs,
    pairs_of_candidates,
    sorted_by_pvalue,
    table_of_columns,
)

_ARGUMENT_NAMES = ("true", "pred")


@dataclass(frozen=True, eq=False, repr=False)
class Matches(Tabular):
    """Clusters of one side, each with its match on the other side.

    Parameters
    ----------
    name : ndarray of shape (n_clusters,), dtype object
        Label of each cluster. For a block it is a tuple of labels, and for a bicluster
        its name or number.
    match : ndarray of shape (n_clusters,), dtype object
        Name of the match, or None if the cluster has no match.
    size, shared : ndarray of shape (n_clusters,)
        Number of samples or cells in the cluster, and number that it shares with its
        match.
    precision, recall, f1, jaccard : ndarray of shape (n_clusters,)
        Precision is the shared fraction of the predicted cluster, recall the shared
        fraction of the true cluster, and `f1` their harmonic mean. `jaccard` is the
        shared fraction of the union of the two clusters. All are 1 for equal clusters
        and 0 without a match.
    pvalue, pvalue_adjusted : ndarray of shape (n_clusters,)
        P-value of the pair, and the same adjusted for the number of pairs (see
        `ClusterPairs`). Both are 1 without a match.

    See Also
    --------
    MatchTable : It has the matches of both sides.

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
        """Return the table that is printed, with this heading for the names."""
        columns = self._columns()
        header = [heading, *list(columns)[1:]]  # the heading replaces "name"
        return table_of_columns(header, list(columns.values()))


@dataclass(frozen=True, eq=False, repr=False)
class MatchTable(Framed):
    """Each true and each predicted cluster with its match, returned by `match_table`.

    It prints as two tables, which show the first 60 clusters of each side.

    Parameters
    ----------
    of : {"samples", "rows", "columns", "blocks", "biclusters"}
        Kind of the clusters, which are sets of samples, of rows or of columns, blocks,
        or biclusters. It is "mode_2" for sets of positions in a third dimension.
    true, pred : Matches
        Clusters of the true side and of the predicted side, each with its match.
    pairs : ClusterPairs
        All pairs that share something, with p-values.
    modes : tuple of MatchTable
        For a co-clustering, it has one table for the row clusters and one for the
        column clusters. Otherwise, it is empty.

    See Also
    --------
    match_table : It makes the table.

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
            Its columns are `of`, `side` ("true" or "pred") and the fields of `Matches`.
            For a co-clustering, row clusters and column clusters come first, followed
            by the blocks.
        """
        import pandas as pd

        frames = []
        for table in (*self.modes, self):
            for side, matches in (("true", table.true), ("pred", table.pred)):
                columns = {"of": table.of, "side": side, **vars(matches)}
                frames.append(pd.DataFrame(columns))
        return pd.concat(frames, ignore_index=True)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> PrecisionRecallSpaceDisplay:
        """Draw the precision and recall of each true cluster's match, with its name.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Keyword arguments passed to ``Axes.scatter``.

        Returns
        -------
        display : PrecisionRecallSpaceDisplay
            Display that was drawn. Clusters without a match are at precision 0 and
            recall 0.
        """
        # The display expects a column for each predicted cluster, and here there is
        # only the match.
        display = PrecisionRecallSpaceDisplay(
            precision=self.true.precision[:, np.newaxis],
            recall=self.true.recall[:, np.newaxis],
            # The display finds the best pair by these values. Here it is the only one.
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


@refuse_keywords(
    unlabeled=(
        "Leave out items without a label first, by `match_table(*handle_unlabeled("
        "true, pred, 'drop_either'))`."
    ),
    metric=(
        "Matches are chosen by `by`, such as `by='f1'`. For the value of an index, "
        "call its function."
    ),
)
def match_table(
    true: AnyStructure,
    pred: AnyStructure,
    *,
    by: MatchBy = "jaccard",
    assignment: Assignment = "best",
) -> MatchTable:
    r"""Find the match of each cluster, block or bicluster, and compare the two.

    An index is a single number, whereas this table shows which clusters were found and
    which were missed, split or merged. Every true and every predicted cluster is listed
    with its match, the samples or cells that they share, precision, recall, and a
    p-value. Clusters that share nothing with any other have no match.

    Parameters
    ----------
    true, pred : array-like, tuple of array-likes, or estimator
        Reference and prediction. Each is a clustering of shape (n_samples,), a
        co-clustering ``(row_labels, column_labels)``, a tuple of indicators ``(rows,
        columns)`` of biclusters, a fitted estimator, or an overlapping clustering. An
        overlapping clustering is a matrix of 0 and 1 of shape (n_samples, n_clusters).
        If it is a data frame, its index contains the names of the samples and its
        columns the names of the clusters.
    by : {"jaccard", "f1", "precision", "recall", "shared"}, default="jaccard"
        Measure that selects the match. The match of a cluster has the greatest value of
        this measure.
    assignment : {"best", "one_to_one"}, default="best"
        How clusters are matched. With "best", each cluster gets its best match, and
        several clusters can have the same match. With "one_to_one", each cluster has at
        most one match, and the sum of `by` over the matched pairs is as large as
        possible.

    Returns
    -------
    table : MatchTable
        Table with the fields `true` and `pred` (`Matches` of each side) and `pairs`
        (`ClusterPairs`, all pairs that share something). For a co-clustering, it lists
        the blocks, and ``table.modes`` has the tables of the row clusters and of the
        column clusters.

    Raises
    ------
    ValueError, TypeError
        If structures or options are not valid, or if the two structures cannot be
        compared.

    See Also
    --------
    match_clusters : It renames predicted labels by their matches.
    BiclusterDisplay : It draws biclusters and their matches.

    Notes
    -----
    Only clusters that share a sample or cell are matched. If several clusters are
    equally good matches, the cluster that shares more is chosen, and then the first
    one. In the tables of both sides, precision is the shared fraction of the predicted
    cluster, and recall is the shared fraction of the true cluster. Therefore, the two
    tables can be compared. Estimators with both labels and biclusters are compared as
    co-clusterings.

    The p-value of a pair is the probability that clusters of these sizes share at least
    as many samples by chance. Let n be the number of samples, a and b the sizes of the
    two clusters, and s the number of samples that they share. By chance, this number is
    a hypergeometric variable X. The p-value is therefore the p-value of Fisher's
    one-sided test,

    .. math:: P(X \ge s) = \sum_{x \ge s} \binom{a}{x} \binom{n - a}{b - x} /
        \binom{n}{b} .

    For blocks and biclusters, chance places the rows and the columns independently.
    Therefore, the number of shared cells is the product of two such variables X and Y,
    with :math:`P(X Y \ge s) = \sum_x P(X = x) P(Y \ge s / x)`. All n samples count,
    including samples in no cluster, because clusters of these sizes could contain any
    of them. If n is larger, the p-values are smaller, as in the analysis of gene sets.

    `pvalue_adjusted` controls the false discovery rate [1]_ over all pairs of a true
    and a predicted cluster of the same kind (samples, rows, columns or blocks),
    including pairs that share nothing. Only pairs with an empty cluster are left out,
    because they cannot share anything. Adjusting only the p-values of the best matches
    would be wrong, because the best matches were selected.

    The cost is O(n_rows + n_columns), plus O(p log p) for p pairs that share something.
    For blocks, p is the product of the numbers of nonzero entries in the contingency
    tables of the rows and of the columns. For each pair, the p-values take time
    proportional to the standard deviation of X, and to its square for blocks and
    biclusters.

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
    if structure == "partition":
        true_modes, pred_modes = check_partitions(true, pred, names=_ARGUMENT_NAMES)
        tables = tuple(map(count_table, true_modes, pred_modes))
        modes = compared_modes(true, n_compared=len(tables))
        return matches_of_tables(tables, by, assignment, names=modes.names)
    # Both sides are pairs of indicators of the rows and of the columns. An overlapping
    # clustering has a single column.
    if structure == "biclustering":
        true_biclusters, pred_biclusters = check_biclusterings(
            true, pred, _ARGUMENT_NAMES
        )
    else:
        true_biclusters, pred_biclusters = check_cluster_indicators(
            true, pred, _ARGUMENT_NAMES
        )
    return matches_of_overlaps(
        compare_biclusters(true_biclusters, pred_biclusters).overlaps,
        true,
        pred,
        structure=structure,
        by=by,
        assignment=assignment,
    )


def matches_of_overlaps(
    overlaps: Overlaps,
    true: Any,
    pred: Any,
    *,
    structure: Structure,
    by: MatchBy = "jaccard",
    assignment: Assignment = "best",
) -> MatchTable:
    """Match biclusters by the cells, or overlapping clusters by the samples they share.

    `true` and `pred` are the two structures as a user has passed them, with the names
    of their biclusters or clusters if they have any, or else these are numbered. `by`
    and `assignment` are those of `match_table`. By default, several clusters may have
    the same match.
    """
    if structure == "overlapping":
        kind = "samples"  # Clusters are sets of samples.
        true_names = names_of_clusters(true, overlaps.n_true)
        pred_names = names_of_clusters(pred, overlaps.n_pred)
    else:
        kind = "biclusters"
        true_names = names_of_biclusters(true, overlaps.n_true)
        pred_names = names_of_biclusters(pred, overlaps.n_pred)
    return _match_candidates(
        # An overlapping cluster is a bicluster of a single column.
        MatchCandidates.of_biclusters(overlaps),
        kind=kind,
        true_names=as_objects(true_names),
        pred_names=as_objects(pred_names),
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
    """Match the clusters of each mode and, if there are several modes, the blocks.

    `names` are the names of the modes, such as ["rows", "columns"]. For a single mode,
    return its table. For several modes, return the table of the blocks, whose field
    `modes` has the tables of the single modes.
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
    # A block is named by the labels of its clusters. Blocks are in the order of the
    # candidates, in which the clusters of the last mode change fastest.
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
    """Return a text table of the true side and one of the predicted side.

    For a co-clustering, return two tables for the rows and two for the columns, and
    then two for the blocks if `with_blocks`.
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
    """Match the clusters of both sides and look up how well they match.

    `true_names` and `pred_names` are the names of all clusters, whereas `candidates`
    are the pairs that share something. The partner of a cluster is the name of the
    cluster on the other side.
    """
    pairs = pairs_of_candidates(candidates, true_names, pred_names)
    # The position of the best pair of each cluster, or -1. The positions are valid for
    # pairs in the order of the candidates, so the pairs are sorted last.
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
        of=kind, true=true, pred=pred, pairs=sorted_by_pvalue(pairs), modes=modes
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

    `pairs_of_clusters` has the position of its pair for each cluster, and -1 if there
    is no pair. `partners_in_pairs` has the name of the cluster on the other side for
    each pair.
    """

    def look_up(column: NDArray[Any], without_match: Any) -> NDArray[Any]:
        # The position -1 means no match, so the value for it is appended at the end.
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
