"""The similarities of biclusterings that Horta and Campello compare."""

from typing import Any

from .._indices._bicluster_similarity import SIMILARITIES, bicluster_similarity
from .._statistics import compare_biclusters
from .._validation import check_biclusterings, check_option


def bicluster_similarity_score(
    biclusters_true: Any, biclusters_pred: Any, *, index: str = "ce"
) -> float:
    r"""One of 16 similarities of biclusterings, by name.

    They are the measures that [1]_ reviews, all as similarities: B stands for the
    predicted biclusters, A for the true ones, k and q for their numbers; N and M for
    how many of B and of A hold a cell; J and D for the Jaccard and the Dice index.

    ==================== ===============================================================
    prelic_relevance     root of the mean over B of the best J of rows, times the same
                         of columns
    prelic_recovery      the same over A
    rnia                 sum of min(N, M) / sum of max(N, M), over the cells
    ce                   cells in biclusters matched one to one / sum of max(N, M)
    liu_wang             mean over B of the best J of rows and columns taken together
    santamaria           mean over B of the best D of cells
    weighted_jaccard     mean over B of the best J of cells, weighted by size
    weighted_dice        mean over B of the best D of cells, weighted by size
    consensus            best one-to-one sum of J of cells / max(k, q)
    bozdag_u             share of the cells that A covers that B covers
    bozdag_e             share of the cells that B covers that A covers
    ayadi                mean over B of the best product of J of rows and J of columns
    eren_relevance       mean over B of the best J of cells
    eren_recovery        mean over A of the best J of cells
    csi                  Campello soft index: agreements / (agreements + differences)
                         of how many biclusters hold a pair of cells
    extended_bcubed      harmonic mean of extended BCubed precision and recall of cells
    ==================== ===============================================================

    Higher is better. Between 0 and 1, the value of equal biclusterings. Symmetric are
    rnia, ce, consensus, csi and extended_bcubed.

    Parameters
    ----------
    biclusters_true : tuple (rows, columns) of array-likes, or estimator
        True biclusters: indicators of 0 and 1, dense or sparse, of shapes
        (n_biclusters, n_rows) and (n_biclusters, n_columns); or a fitted estimator
        that has them. They may overlap and leave cells out.
    biclusters_pred : tuple (rows, columns) of array-likes, or estimator
        Biclusters to compare with them, of the same matrix.
    index : str, default="ce"
        One of `bicluster_similarity_indices`.

    Returns
    -------
    score : float
        Without unit, between 0 and 1.

    Raises
    ------
    ValueError
        If `index` is unknown, the indicators are not of 0 and 1 or do not fit each
        other, or the matrices differ in shape.
    TypeError
        If a biclustering is neither a tuple nor an estimator.

    See Also
    --------
    bicluster_similarity_indices : The names.
    clustering_error : CE as a distance.
    bicluster_jaccard_score : Corrected for the size of biclusters.
    sklearn.metrics.consensus_score : The consensus of biclusters that have cells.

    Notes
    -----
    Two biclusterings without any bicluster are equal: 1. If one has no cells: 0. A
    bicluster without cells scores 0 against all; to rnia, ce, weighted_jaccard,
    weighted_dice, bozdag_u, bozdag_e, csi and extended_bcubed it is nothing at all.

    Only ce and consensus are below 1 for all unequal biclusterings. csi and
    extended_bcubed take every cell that no bicluster covers for a cluster of its own,
    so they do not see biclusters of one cell; on a large matrix with small biclusters
    these clusters of one cell decide extended_bcubed.

    Cost: one product of the indicators for rows and for columns, and a linear
    assignment for ce and consensus. csi and extended_bcubed of biclusters that overlap
    cost as much as `mocice_bcubed_score`. Pairs of cells are never listed.

    References
    ----------
    .. [1] D. Horta, R. J. G. B. Campello (2014). Similarity measures for comparing
       biclusterings. IEEE/ACM Transactions on Computational Biology and
       Bioinformatics, 11(5), 942-954. :doi:`10.1109/TCBB.2014.2325016`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_similarity_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 1, 0], [0, 0, 0, 1]], [[1, 1], [1, 1]]  # torn in two parts
    >>> for index in "ce", "consensus", "bozdag_u", "eren_recovery":
    ...     print(index, bicluster_similarity_score(true, pred, index=index))
    ce 0.75
    consensus 0.375
    bozdag_u 1.0
    eren_recovery 0.75
    """
    check_option(index, "index", SIMILARITIES)
    true, pred = check_biclusterings(biclusters_true, biclusters_pred)
    return bicluster_similarity(compare_biclusters(true, pred), index)


def bicluster_similarity_indices() -> list[str]:
    """Names of the 16 similarities of biclusterings.

    Returns
    -------
    names : list of str
        In the order of the tables of [1]_.

    See Also
    --------
    bicluster_similarity_score : The similarity of a name.

    References
    ----------
    .. [1] D. Horta, R. J. G. B. Campello (2014). Similarity measures for comparing
       biclusterings. IEEE/ACM Transactions on Computational Biology and
       Bioinformatics, 11(5), 942-954. :doi:`10.1109/TCBB.2014.2325016`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_similarity_indices
    >>> bicluster_similarity_indices()[:4]
    ['prelic_relevance', 'prelic_recovery', 'rnia', 'ce']
    """
    return list(SIMILARITIES)
