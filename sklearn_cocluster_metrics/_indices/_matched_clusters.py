"""Compute indices that compare clusters one by one, or samples by their clusters.

They are CE, NCE, the F-measure, BCubed, element-centric similarity and purity.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from .._statistics._contingency import ContingencyTable, Positions, Tables
from .._statistics._exact import blocks_in_cache, rounded_sum
from .._statistics._matching import MatchCandidates, matched_samples
from .._statistics._tables import tables_of_compared_modes
from .._structures._arguments import check_flag, check_option, check_weight
from .._structures._modes import ComparedModes, compared_modes
from .._structures._partitions import as_named_structure, check_partitions
from .._structures._types import Partition, SampleWeight
from .._structures._weights import NO_WEIGHTED_FORM, refuse_weights
from ._contract import COMPLEMENT, FLAG, FOR_N_SAMPLES, Contract, one_of, synonyms
from ._microobjects import BCubedScores

Normalization: TypeAlias = Literal["bound", "printed", "product"]


def classification_error(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""Classification error (CE), the fraction of cells outside matched blocks.

    The classification error measures how many cells of the matrix are in the wrong
    block. Report it beside an index that is corrected for chance, because it is easy to
    explain; it is not comparable across numbers of clusters. An error of 0 means equal
    co-clusterings, and an error near 1 that few cells are in matched blocks.

    Row clusters are matched one to one, and so are column clusters, so that as many
    cells as possible are in matched blocks. Let r and c be the fractions of rows and
    columns that are left unmatched. Then

    .. math:: \mathrm{CE} = r + c - rc .

    Lower is better. The error is symmetric and a metric. It is not corrected for
    chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    error : float
        Lower is better. The error is a fraction of the cells, between 0 and 1. It is at
        most :math:`1 - 1/(HL)`, where H and L are the larger numbers of row clusters
        and of column clusters.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    nce_score : Normalize the error, so that higher is better.
    clustering_error : Compare biclusterings, which may overlap and leave cells out; the
        error is a fraction of the cells that at least one of the two covers.

    Notes
    -----
    The cost is O(n_rows + n_columns), and then a linear assignment for the rows and
    another for the columns, each of which takes at worst the cube of the number of
    clusters.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification, section
       2.4, equations (4) to (6). :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import classification_error
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> classification_error(true, pred)
    0.5
    """
    return matching_error(
        tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    )


def nce_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    normalization: Normalization = "bound",
    sample_weight: SampleWeight = None,
) -> float:
    r"""Normalized classification error (NCE), turned so that higher is better.

    NCE compares the classification error with a bound that depends on the numbers of
    clusters. Prefer it to `classification_error` for comparison with published values
    of NCE. A score of 1 is reached by equal co-clusterings, even if they have a single
    block or only single cells as blocks, and 0 means that the error reaches this bound.

    Let CE be the classification error, and let H and L be the larger numbers of row
    clusters and of column clusters of the two co-clusterings. Then

    .. math:: \mathrm{NCE} = 1 - \frac{\mathrm{CE}}{1 - 1/(HL)} .

    Higher is better. The score is symmetric. It is not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    normalization : {"bound", "printed", "product"}, default="bound"
        The error that CE is divided by. "bound" divides by :math:`1 - 1/(HL)`, the
        greatest value of CE by Proposition 3.6 of [1]_. "printed" divides by
        :math:`1/H + 1/L - 1/(HL)`, as in section 2.4 of [1]_; it is defined for rows
        and columns only, and the score can be negative. "product" divides r by
        :math:`(H - 1)/H` and c by :math:`(L - 1)/L` before they are combined, where r
        and c are the errors of the rows and of the columns. The score is then 0 if one
        of these errors is greatest.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1; with "printed", it is at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, if `normalization` is
        unknown, or if it is "printed" for labels of anything but rows and columns.

    See Also
    --------
    classification_error : Compute the error that is normalized here.

    Notes
    -----
    The cost is the same as for `classification_error`.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification, section
       2.4 and Proposition 3.6. :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import nce_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> nce_score(true, pred)
    0.4
    """
    check_option(normalization, "normalization", NORMALIZATIONS)
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return normalized_error(tables, normalization)


def matching_error(tables: Tables) -> float:
    """Return CE, by equations (4) to (6) of Robert, Vasseur & Brault (2021)."""
    return float(_share_of_unmatched_cells(tables))


def normalized_error(tables: Tables, normalization: str = "bound") -> float:
    """Return NCE, which is 1 minus the quotient of CE and a bound.

    The normalization selects the bound.
    """
    if normalization == "printed" and len(tables) != 2:
        raise ValueError(
            "`normalization='printed'` is defined only for rows and columns, which are "
            f"two modes, but the labels have {len(tables)}. Use "
            "`normalization='bound'` or 'product'."
        )
    if all(table.is_equality for table in tables):
        return 1.0
    error_over_bound = NORMALIZATIONS[normalization](tables)
    return float(1 - error_over_bound)


def _share_of_unmatched_cells(tables: Tables) -> Fraction:
    """Return CE exactly. By equation (5), 1 - CE is a product over the modes."""
    # A cell is in its block if its row and its column are in their clusters, so that
    # the shares are multiplied. The distance of a mode in equation (4) is the share of
    # its unmatched samples.
    share_of_matched = Fraction(1)
    for table in tables:
        share_of_matched *= Fraction(matched_samples(table), table.n_samples)
    return 1 - share_of_matched


def _error_over_bound(tables: Tables) -> Fraction:
    """Return CE / (1 - 1/(HL)), from Proposition 3.6 and (5).

    H and L are the numbers of row clusters and of column clusters on the side that has
    more.
    """
    n_blocks = math.prod(max(table.shape) for table in tables)  # HL
    if n_blocks == 1:  # Both sides have a single block, so that they are equal.
        return Fraction(0)
    return _share_of_unmatched_cells(tables) / (1 - Fraction(1, n_blocks))


def _error_over_printed(tables: Tables) -> Fraction:
    """Return CE / (1/H + 1/L - 1/(HL)), as printed in section 2.4.

    H and L are the numbers of row clusters and of column clusters on the side that has
    more. The section is in Robert, Vasseur & Brault (2021).
    """
    row_table, column_table = tables
    n_row_clusters = max(row_table.shape)  # H
    n_column_clusters = max(column_table.shape)  # L
    n_blocks = n_row_clusters * n_column_clusters
    sum_of_shares = Fraction(1, n_row_clusters) + Fraction(1, n_column_clusters)
    return _share_of_unmatched_cells(tables) / (sum_of_shares - Fraction(1, n_blocks))


def _error_over_bound_of_modes(tables: Tables) -> Fraction:
    """Return CE with the distance of each mode divided by its own bound.

    The distance of a mode is its share of unmatched entries. The quotients are combined
    in the same way as the distances in equation (5). A remark in section 2.4 discusses
    this form.
    """
    share_of_matched = Fraction(1)
    for table in tables:
        share_of_matched *= 1 - _error_over_bound([table])
    return 1 - share_of_matched


NORMALIZATIONS: dict[str, Callable[[Tables], Fraction]] = {
    "bound": _error_over_bound,
    "printed": _error_over_printed,
    "product": _error_over_bound_of_modes,
}


CLASSIFICATION_ERROR = Contract(
    function=classification_error,
    formula=matching_error,
    source="Robert, Vasseur & Brault (2021), section 2.4, equations (4) to (6)",
    greater_is_better=False,
    at_equality=0.0,
    monotone_in="matched",
    also_called=[
        *synonyms("ce", "cce", "ce lbm", "ce simple", "misclassification error"),
        *synonyms("misclassification error distance", "classification error distance"),
        *synonyms(
            "acc",
            "accuracy",
            "cca",
            "co-clustering accuracy",
            "pivoted accuracy",
            "cluster accuracy",
            "clustering accuracy",
            "matching accuracy",
            "unsupervised clustering accuracy",
            "maximum matching",
            "ceaf m",
            expression=COMPLEMENT,
        ),
        *synonyms(
            "transfer distance",
            "partition distance",
            expression="n * {0}",
            context=FOR_N_SAMPLES,
        ),
    ],
)

NCE = Contract(
    function=nce_score,
    label="NCE",
    formula=normalized_error,
    source="Robert, Vasseur & Brault (2021), section 2.4, Proposition 3.6",
    options={"normalization": one_of(*NORMALIZATIONS)},
    two_modes_only={"normalization": "printed"},
    also_called=[
        *synonyms("npa", "normalized accuracy", "normalized pivoted accuracy"),
        *synonyms("nce lbm", "nce simple", normalization="product"),
    ],
)


MATCHED_BY = one_of("share", "f")


def f_measure_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    matched_by: Literal["share", "f"] = "share",
    sample_weight: SampleWeight = None,
) -> float:
    r"""F-measure of two clusterings, or co-clusterings.

    The F-measure shows how well each cluster agrees with its best match in the other
    clustering. Prefer `bcubed_score` if every part of a cluster should count, because
    the F-measure ignores merges that leave the best matches unchanged. A score of 1
    means equal clusterings; a score near 0 means that the best matches of one side
    share few samples.

    Each cluster is compared with the cluster of the other clustering that shares most
    samples with it. Let :math:`n_{ij}` be the number of samples in cluster i of A and
    cluster j of B, and n the number of samples. The score is the harmonic mean of r(A,
    B) and r(B, A), where

    .. math:: r(A, B) = \frac 1 n \sum_i \max_j n_{ij} .

    With ``matched_by="f"``, as in most publications [2]_, each true cluster is compared
    with the predicted cluster of highest F instead. Let :math:`a_i` and :math:`b_j` be
    the sizes of true cluster i and predicted cluster j. The score is then

    .. math:: \frac 1 n \sum_i a_i \max_j \frac{2 n_{ij}}{a_i + b_j} .

    For co-clusterings, the cells are the samples. Higher is better. The score is
    symmetric by default, but not with "f". It is not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    matched_by : {"share", "f"}, default="share"
        What determines the best match of a cluster. "share" takes the cluster with the
        most shared samples, and "f" the cluster with the highest F.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    score : float
        Higher is better. The score is above 0 and at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or if `matched_by` is
        unknown.

    See Also
    --------
    bcubed_score : Count every part of a cluster, not only the largest.

    Notes
    -----
    A perfect merge, which joins parts of one true cluster, may leave the score
    unchanged.

    The cost is O(n_rows + n_columns). With "f", the cost is the product of the numbers
    of nonempty entries of the tables of the rows and of the columns.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       section B.1.
    .. [2] M. Steinbach, G. Karypis, V. Kumar (2000). A comparison of document
       clustering techniques. KDD workshop on text mining.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import f_measure_score
    >>> f_measure_score([0, 0, 0], [0, 0, 1])
    0.8
    >>> f_measure_score([0, 0, 1, 1, 1], [0, 0, 1, 1, 0], matched_by="f")
    0.8
    """
    check_option(matched_by, "matched_by", MATCHED_BY.values)
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    return f_measure(tables, matched_by)


def f_measure(tables: Tables, matched_by: str = "share") -> float:
    """Return the harmonic mean of r(A, B) and r(B, A).

    Block i of the truth A and block j of the prediction B share n_ij of the n cells,
    and r(A, B) is sum_i max_j n_ij / n. This is section B.1 of Gösgens, Tikhonov &
    Prokhorenkova (2021). With ``matched_by="f"``, return the mean over the cells of the
    best F of their true block.
    """
    if matched_by == "f":
        return best_f(tables)
    # The sum of the row maxima of a Kronecker product is the product of the sums of the
    # factors.
    n_cells = math.prod(table.n_samples for table in tables)
    row_sum = math.prod(_sum_of_row_maxima(table) for table in tables)
    column_sum = math.prod(_sum_of_column_maxima(table) for table in tables)
    return 2 * row_sum * column_sum / (n_cells * (row_sum + column_sum))


def best_f(tables: Tables) -> float:
    """Return sum_i a_i max_j F_ij / n, with F_ij = 2 n_ij / (a_i + b_j), of the cells.

    True block i has a_i of the n cells, predicted block j has b_j, and they share n_ij.
    """
    # An entry of the table of the cells is a product of entries, one of each mode. For
    # each true cluster of the last mode, its entries are multiplied by all entries of
    # the table of the blocks of the other modes. A clustering has no other modes, so
    # that a single block of one cell takes their place.
    *tables_of_blocks, last_table = tables
    blocks = MatchCandidates.of_tables(tables_of_blocks)
    sizes_of_true_blocks = blocks.true_sizes.astype(float)
    # (n_pairs,): For each pair of blocks of the other modes that share cells, these are
    # the factors of n_ij, a_i and b_j from these modes.
    counts = blocks.shared.astype(float)
    true_sizes, pred_sizes = blocks.sizes
    true_sizes = true_sizes.astype(float)
    pred_sizes = pred_sizes.astype(float)
    row, column, last_counts = last_table.nonzero
    last_pred_sizes = last_table.pred_sizes[column]
    sorted_by_row = np.argsort(row, kind="stable")
    ends_of_rows = np.cumsum(np.bincount(row, minlength=last_table.shape[0]))
    entries_of_rows = np.split(sorted_by_row, ends_of_rows[:-1])
    terms: list[float] = []
    for true_size, entries in zip(last_table.true_sizes, entries_of_rows, strict=True):
        # (n_pairs, n_entries): n_ij, and a_i + b_j.
        products = np.multiply.outer(counts, last_counts[entries])
        sums_of_sizes = np.multiply.outer(pred_sizes, last_pred_sizes[entries])
        sums_of_sizes += true_size * true_sizes[:, np.newaxis]
        f = 2 * products / sums_of_sizes
        best_f_of_blocks = np.zeros(len(sizes_of_true_blocks))
        np.maximum.at(best_f_of_blocks, blocks.true, f.max(axis=1))
        terms.extend((best_f_of_blocks * sizes_of_true_blocks * true_size).tolist())
    return math.fsum(terms) / math.prod(table.n_samples for table in tables)


def _sum_of_row_maxima(table: ContingencyTable) -> int:
    """Return sum_i max_j n_ij, over the true clusters."""
    row, _, counts = table.nonzero
    maxima = np.zeros(len(table.true_sizes), dtype=np.int64)
    np.maximum.at(maxima, row, counts)
    return int(maxima.sum())


def _sum_of_column_maxima(table: ContingencyTable) -> int:
    """Return sum_j max_i n_ij, over the predicted clusters."""
    _, column, counts = table.nonzero
    maxima = np.zeros(len(table.pred_sizes), dtype=np.int64)
    np.maximum.at(maxima, column, counts)
    return int(maxima.sum())


F_MEASURE = Contract(
    function=f_measure_score,
    label="F-measure",
    formula=f_measure,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    options={"matched_by": MATCHED_BY},
    also_called=synonyms("f", "f1", "set matching f1", matched_by="f"),
)


def bcubed_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    sample_weight: SampleWeight = None,
) -> float:
    r"""BCubed F-score of two clusterings, or co-clusterings.

    BCubed measures, for an average sample, how well its two clusters agree. Prefer it
    to `f_measure_score`, because every part of a cluster counts. The score therefore
    always improves if a predicted cluster is split without separating samples of one
    true cluster, or if two predicted clusters within one true cluster are merged. A
    score of 1 means equal clusterings; a score near 0 means that precision or recall is
    near 0.

    The score is the harmonic mean of BCubed precision and recall. Recall is the
    fraction of a sample's true cluster that shares the predicted cluster of this
    sample, averaged over the samples. Let :math:`n_{ij}` be the number of samples in
    true cluster i and predicted cluster j, :math:`|A_i|` the size of true cluster i,
    and n the number of samples. Recall is

    .. math:: r'(A, B) = \frac 1 n \sum_i \frac{1}{|A_i|} \sum_j n_{ij}^2 ,

    and precision is :math:`r'(B, A)`. For co-clusterings, the cells are the samples.
    Higher is better. The score is symmetric. It is not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    score : float
        Higher is better. The score is above 0 and at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.

    See Also
    --------
    bcubed_precision_recall_fscore : Compute precision and recall as well.
    f_measure_score : Count only the largest part of each cluster.

    Notes
    -----
    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] E. Amigó, J. Gonzalo, J. Artiles, F. Verdejo (2009). Information Retrieval.
       :doi:`10.1007/s10791-008-9066-8`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). ICML, PMLR 139, supplement,
       section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bcubed_score
    >>> bcubed_score([0, 0, 0], [0, 0, 1])
    0.714...
    """
    return bcubed(tables_of_compared_modes(labels_true, labels_pred, sample_weight))


def bcubed_precision_recall_fscore(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    beta: float = 1.0,
    sample_weight: SampleWeight = None,
) -> BCubedScores:
    r"""BCubed precision, recall and F-score of two clusterings, or co-clusterings.

    Precision is the fraction of a sample's predicted cluster that shares the true
    cluster of this sample, averaged over the samples. Recall is the fraction of its
    true cluster that shares its predicted cluster. Use them instead of `bcubed_score`
    to see whether the prediction merges true clusters, which lowers precision, or
    splits them, which lowers recall. All three are 1 for equal clusterings.

    For co-clusterings, the cells are the samples. Higher is better. If the two
    clusterings are exchanged, precision and recall are exchanged too. None of the three
    is corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    beta : float, default=1.0
        Weight of recall against precision in the F-score, which is
        :math:`(1 + \beta^2) P R / (\beta^2 P + R)` for precision P and recall R.
    sample_weight : array-like, tuple, "balanced" or None, default=None
        :ref:`Weights <weights>` of the samples. For a co-clustering, pass a tuple with
        weights of the rows and weights of the columns. With "balanced", every true
        cluster has the same total weight. If None, all samples have equal weight.
        A weight of 3 has the effect of three equal samples.

    Returns
    -------
    scores : BCubedScores
        Named tuple of `precision`, `recall` and `fscore`. Higher is better; each is
        above 0 and at most 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, or if `beta` is negative
        or not finite.
    TypeError
        If `beta` is not a number.

    See Also
    --------
    bcubed_score : Compute only the F-score, with ``beta=1``.
    cice_bcubed_score : Compare clusterings that overlap.

    Notes
    -----
    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] E. Amigó, J. Gonzalo, J. Artiles, F. Verdejo (2009). Information Retrieval.
       :doi:`10.1007/s10791-008-9066-8`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bcubed_precision_recall_fscore
    >>> scores = bcubed_precision_recall_fscore([0, 0, 0, 1], [0, 0, 1, 1])
    >>> scores.precision, round(scores.recall, 3)
    (0.75, 0.667)
    """
    check_weight(beta, "beta")
    tables = tables_of_compared_modes(labels_true, labels_pred, sample_weight)
    precision = bcubed_precision(tables)
    recall = bcubed_recall(tables)
    # This is beta^2 / (1 + beta^2), even if the square of beta is infinite.
    weight_of_recall = (beta / math.hypot(1.0, beta)) ** 2
    fscore = 1 / ((1 - weight_of_recall) / precision + weight_of_recall / recall)
    return BCubedScores(precision, recall, fscore)


def bcubed(tables: Tables) -> float:
    """Return the harmonic mean of BCubed recall and precision."""
    precision = bcubed_precision(tables)
    recall = bcubed_recall(tables)
    return 2 * recall * precision / (recall + precision)


def bcubed_recall(tables: Tables) -> float:
    """Return the product over the modes of r'(A, B) = sum_i sum_j n_ij^2 / a_i / n.

    A mode has n samples. True cluster i has a_i samples, and shares n_ij samples with
    predicted cluster j.
    """
    recall = 1.0
    for table in tables:
        row, _, counts = table.nonzero
        recall *= _mean_share(counts, row, table.true_sizes, table.n_samples)
    return recall


def bcubed_precision(tables: Tables) -> float:
    """Return the product over the modes of r'(B, A) = sum_j sum_i n_ij^2 / b_j / n.

    A mode has n samples. Predicted cluster j has b_j samples, and shares n_ij samples
    with true cluster i.
    """
    precision = 1.0
    for table in tables:
        _, column, counts = table.nonzero
        precision *= _mean_share(counts, column, table.pred_sizes, table.n_samples)
    return precision


def _mean_share(
    counts: NDArray[np.int64],
    clusters: Positions,
    sizes: NDArray[np.int64],
    n_samples: int,
) -> float:
    """Return the mean over samples of n_ij divided by the size of their cluster.

    These are the clusters of one side. `counts` has the n_ij of the nonzero cells of a
    table, `clusters` has the position of the cluster of each of these cells, and
    `sizes` has the sizes of all clusters of the side. The sum is rounded once, so that
    the mean is exactly 1 if each n_ij is equal to the size of the cluster.
    """
    terms = np.empty(len(counts))
    for block in blocks_in_cache(len(counts)):
        shares = counts[block] / sizes[clusters[block]]
        np.multiply(counts[block], shares, out=terms[block])
    return rounded_sum(terms) / n_samples


BCUBED = Contract(
    function=bcubed_score,
    label="BCubed",
    formula=bcubed,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    also_called=[
        *synonyms("b3", "b3 f", "b3 f1", "bcubed f", "bcubed f1"),
        *synonyms(
            "b3 precision",
            "bcubed precision",
            expression="bcubed_precision_recall_fscore(true, pred).precision",
        ),
        *synonyms(
            "b3 recall",
            "bcubed recall",
            expression="bcubed_precision_recall_fscore(true, pred).recall",
        ),
    ],
)


_MOST_COMBINATIONS = 1 << 28  # An array of so many entries takes 2 GiB.


@overload
def element_centric_score(
    labels_true: Partition, labels_pred: Partition, *, average: Literal["mean"] = "mean"
) -> float: ...
@overload
def element_centric_score(
    labels_true: Partition, labels_pred: Partition, *, average: None
) -> NDArray[np.float64]: ...
@refuse_weights(NO_WEIGHTED_FORM)
def element_centric_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    average: Literal["mean"] | None = "mean",
) -> Any:
    r"""Element-centric similarity of two clusterings or co-clusterings.

    For an average sample, this similarity is the fraction of the larger of its two
    clusters that also lies in the other cluster. Use it if the values of single samples
    are of interest, because ``average=None`` shows where two clusterings differ. A
    score of 1 means equal clusterings; a score near 0 means that few samples stay
    together.

    For each sample, the number of samples that share its cluster in both clusterings is
    divided by the size of the larger of its two clusters. The score is the mean over
    samples. Let :math:`n_{ij}` be the number of samples in true cluster i and predicted
    cluster j, :math:`a_i` and :math:`b_j` the sizes of these clusters, and n the number
    of samples. Then the score is

    .. math:: \frac{1}{n} \sum_{ij} \frac{n_{ij}^2}{\max(a_i, b_j)} .

    For co-clusterings, the cells are the samples. Higher is better. The score is
    symmetric. It is not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    average : {"mean"} or None, default="mean"
        If "mean", return the mean over samples. If None, return the value of every
        sample, which shows where the clusterings differ.

    Returns
    -------
    score : float, or ndarray of shape (n_samples,) if ``average=None``
        Higher is better. All values are between 0 and 1. With ``average=None``, they
        are a Series with the index of `labels_pred` if that is a Series.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths, if `average` is unknown,
        or if it is None for co-clusterings.

    See Also
    --------
    bcubed_score : Average over samples the fractions of either cluster.

    Notes
    -----
    The method of [1]_ uses random walks. They lead to this formula if clusters do not
    overlap.

    For co-clusterings, the cost is O(e log e) for e nonempty entries of the tables.

    References
    ----------
    .. [1] A. J. Gates, I. B. Wood, W. P. Hetrick, Y.-Y. Ahn (2019). Scientific Reports.
       :doi:`10.1038/s41598-019-44892-y`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import element_centric_score
    >>> element_centric_score([0, 0, 0, 1], [0, 0, 1, 1])
    0.541...
    """
    check_option(average, "average", ("mean", None))
    if average is not None:
        return element_centric(tables_of_compared_modes(labels_true, labels_pred))
    true, pred = check_partitions(labels_true, labels_pred)
    if len(true) > 1:
        raise ValueError(
            "`average=None` returns the value of every sample, but the samples of a "
            "co-clustering are the cells of a matrix. Pass the labels of the rows or "
            "of the columns alone, or `average='mean'`."
        )
    values = _element_centric_of_samples(
        true[0].compressed().codes, pred[0].compressed().codes
    )
    if isinstance(labels_pred, tuple):  # The truth has labels of one mode only.
        known_modes = compared_modes(labels_true, n_compared=1)
        (labels_pred,) = known_modes.select(labels_pred)
    # `labels_pred` has labels of one mode now, and the values come in the same form.
    return as_named_structure(
        labels_pred,
        arrays=(values,),
        labels_of_modes=pred,
        modes=ComparedModes.of_all(n_modes=1),
    )


def _element_centric_of_samples(
    true: NDArray[np.integer], pred: NDArray[np.integer]
) -> NDArray[np.float64]:
    """Return n_ij / max(a_i, b_j) of the clusters i and j of every sample.

    True cluster i has a_i samples, predicted cluster j has b_j, and they share n_ij.
    `true` and `pred` are the numbers i and j of every sample, which begin at 0.
    """
    label_pairs = np.stack([true, pred])
    _, cell_of_sample, counts = np.unique(
        label_pairs, axis=1, return_inverse=True, return_counts=True
    )
    n_shared = counts[cell_of_sample.ravel()]
    true_sizes = np.bincount(true)[true]
    pred_sizes = np.bincount(pred)[pred]
    return np.asarray(n_shared / np.maximum(true_sizes, pred_sizes))


def element_centric(tables: Tables) -> float:
    """Return the mean of n_ij / max(a_i, b_j) over the cells (Gates et al. 2019).

    True block i has a_i cells, predicted block j has b_j, and they share n_ij.
    """
    # An entry of the table of the cells is a product n n'. Its first factor is an entry
    # of the blocks of all modes but the last, which have the sizes a and b. Its second
    # factor is an entry of the last mode, whose clusters have the sizes a' and b'. The
    # larger of the two blocks of cells has the size a a' if b' / a' <= a / b, and
    # otherwise b b'. Therefore, the entries of the last mode are sorted by b' / a', and
    # sums of n'^2 / a' and of n'^2 / b' are looked up for each entry of the blocks. A
    # clustering has no other modes. Without modes, each side is one block of one cell.
    *tables_of_blocks, last_table = tables
    n_combinations = math.prod(table.n_nonzero for table in tables_of_blocks)
    if n_combinations > _MOST_COMBINATIONS:
        raise ValueError(
            f"The tables of {len(tables)} modes have {n_combinations:.1e} combinations "
            "of nonempty entries, which are too many for element-centric similarity. "
            "Use another index, such as `bcubed_score`, or compare fewer modes."
        )
    squares, a, b = _squares_and_sizes(tables_of_blocks)
    last_squares, last_a, last_b = _squares_and_sizes([last_table])
    last_ratios = last_b / last_a
    order = np.argsort(last_ratios)
    # Entry k is the sum over the first k of the sorted entries of the last mode.
    sums_over_a = np.append(0.0, np.cumsum((last_squares / last_a)[order]))
    sums_over_b = np.append(0.0, np.cumsum((last_squares / last_b)[order]))
    n_below = np.searchsorted(last_ratios[order], a / b, side="right")
    # For each entry of the blocks, the entries of the last mode are summed separately
    # if the true block of the cells is the larger one, and if the predicted one is.
    sums_of_true = sums_over_a[n_below] / a
    sums_of_pred = (sums_over_b[-1] - sums_over_b[n_below]) / b
    sums = sums_of_true + sums_of_pred
    n_cells = math.prod(table.n_samples for table in tables)
    return min(float((squares * sums).sum()) / n_cells, 1.0)


def _squares_and_sizes(
    tables: Tables,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return n_ij^2, a_i and b_j of the pairs of blocks that share cells.

    The blocks belong to the modes of these tables. Without tables, the only pair has
    one block of a single cell on each side.
    """
    blocks = MatchCandidates.of_tables(tables)
    true_sizes, pred_sizes = blocks.sizes
    squares = blocks.shared.astype(float) ** 2
    return squares, true_sizes.astype(float), pred_sizes.astype(float)


ELEMENT_CENTRIC = Contract(
    function=element_centric_score,
    label="element-centric",
    formula=element_centric,
    source="Gates, Wood, Hetrick & Ahn (2019)",
    also_called=synonyms("ecs", "element sim"),
)


@refuse_weights(NO_WEIGHTED_FORM)
def purity_score(
    labels_true: Partition, labels_pred: Partition, *, inverse: bool = False
) -> float:
    r"""Purity of a clustering or co-clustering.

    Purity is the fraction of samples that belong to the most common true cluster of
    their predicted cluster. Report it only to compare with published values. A score of
    1 means that every predicted cluster is part of a true cluster; it does not imply
    equal clusterings. A score near 0 means that predicted clusters mix many true ones.

    Let :math:`n_{ij}` be the number of samples in true cluster i and predicted cluster
    j, and n the number of samples. Purity is

    .. math:: \frac{1}{n} \sum_j \max_i n_{ij} .

    Higher is better. Purity is not symmetric.

    .. warning::
       Purity never decreases if a cluster is split, and singletons score 1 for any
       truth. Inverse purity favors few clusters. Prefer `f_measure_score` or an index
       corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels of the reference and of the prediction to evaluate. A clustering is an
        array of labels, a co-clustering is a tuple ``(row_labels, column_labels)``, and
        a fitted estimator may be passed for either. In `labels_true`, None stands for
        the labels of the rows or of the columns if they are
        :ref:`unknown <one_mode_known>`. The label -1 is an
        :ref:`ordinary label <unlabeled>`.
    inverse : bool, default=False
        If True, truth and prediction are exchanged, which gives the inverse purity.

    Returns
    -------
    score : float
        Higher is better. The score is between 0 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.
    TypeError
        If `inverse` is not a bool.

    See Also
    --------
    f_measure_score : Combine the best matches of both sides.
    classification_error : Match the clusters one to one.

    Notes
    -----
    The purity of the cells of a co-clustering is the product of the purities of its
    rows and of its columns.

    The cost is O(n_rows + n_columns).

    References
    ----------
    .. [1] Y. Zhao, G. Karypis (2004). Machine Learning.
       :doi:`10.1023/B:MACH.0000027785.44527.d6`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import purity_score
    >>> true, pred = [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]
    >>> purity_score(true, pred)
    0.8
    """
    check_flag(inverse, "inverse")
    return purity(tables_of_compared_modes(labels_true, labels_pred), inverse)


def purity(tables: Tables, inverse: bool = False) -> float:
    """Return the fraction of the samples in the largest entry of each column.

    A column of the table is a predicted cluster. With `inverse`, rows take the place of
    columns.
    """
    # The largest entry of a row or column of a Kronecker product is the product of the
    # largest entries of its factors.
    if inverse:
        sum_of_maxima = math.prod(_sum_of_row_maxima(table) for table in tables)
    else:
        sum_of_maxima = math.prod(_sum_of_column_maxima(table) for table in tables)
    return sum_of_maxima / math.prod(table.n_samples for table in tables)


_BOTH_PURITIES = "purity_score(true, pred) - purity_score(true, pred, inverse=True)"

PURITY = Contract(
    function=purity_score,
    formula=purity,
    source="Zhao & Karypis (2004)",
    symmetric=False,
    options={"inverse": FLAG},
    also_called=[
        *synonyms("cluster purity"),
        *synonyms("inverse purity", inverse=True),
        *synonyms(
            "split join",
            "split join distance",
            "van Dongen",
            "Dongen",
            "dongens",
            "van Dongen distance",
            expression=f"n * (2 - {_BOTH_PURITIES})",
            context=FOR_N_SAMPLES,
        ),
        *synonyms(
            "normalized van Dongen",
            "normalized split join",
            "nvd",
            expression=f"(2 - {_BOTH_PURITIES}) / 2",
        ),
    ],
)
