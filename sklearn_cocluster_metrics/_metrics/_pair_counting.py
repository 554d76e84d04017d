"""The pair-counting indices of clusterings and co-clusterings."""

from typing import Any

from .._indices._pair_counting import PAIR_COUNTING, pair_counting
from .._statistics import contingency_tables
from .._validation import check_option, check_partitions


def pair_counting_indices() -> list[str]:
    """Names of the indices that `pair_counting_score` computes.

    Returns
    -------
    names : list of str
        The 27 names, in the order of Table 1 of [1]_.

    See Also
    --------
    pair_counting_score : Any of them.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, Table 1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pair_counting_indices
    >>> pair_counting_indices()[:4]
    ['rand', 'adjusted_rand', 'jaccard', 'jaccard_distance']
    """
    return list(PAIR_COUNTING)


def pair_counting_score(
    labels_true: Any, labels_pred: Any, *, index: str = "adjusted_rand"
) -> float:
    r"""Any of 27 indices that count pairs together or apart in two clusterings.

    Of two co-clusterings, the pairs of cells are counted: two cells are together where
    they are in one block. With N11 pairs together in both, N10 in `labels_true` only,
    N01 in `labels_pred` only and N00 in neither, every index is a function of the four
    counts, which the Notes list.

    Range, direction, symmetry, value at equality and level of chance depend on the
    index. Higher is better, except of `jaccard_distance`, `correlation_distance`,
    `minkowski` and `normalized_mirkin`.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    index : str, default="adjusted_rand"
        One of `pair_counting_indices`.

    Returns
    -------
    score : float
        As the formula of the index says; without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `index` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    pair_counting_indices : The names of the indices.
    pair_counts : The four counts.
    pair_count_moments : Mean and variance of N11 by chance.
    cari_score : "adjusted_rand", with a choice of the null model.

    Notes
    -----
    With :math:`m_A = N_{11} + N_{10}`, :math:`m_B = N_{11} + N_{01}`, N pairs and
    :math:`D = N_{11} N_{00} - N_{10} N_{01} = N N_{11} - m_A m_B`:

    ======================== =====================================================
    index                    formula
    ======================== =====================================================
    rand                     (N11 + N00) / N
    adjusted_rand            (N11 - mA mB / N) / ((mA + mB) / 2 - mA mB / N)
    jaccard                  N11 / (N11 + N10 + N01)
    jaccard_distance         (N10 + N01) / (N11 + N10 + N01)
    wallace1                 N11 / mA; not symmetric
    wallace2                 N11 / mB; not symmetric
    dice                     2 N11 / (2 N11 + N10 + N01)
    correlation              D / root(mA mB (N - mA) (N - mB))
    correlation_distance     arccos(correlation) / pi
    sokal_sneath1            (N11/mA + N11/mB + N00/(N - mA) + N00/(N - mB)) / 4
    minkowski                root((N10 + N01) / mA); not symmetric
    hubert                   (N11 + N00 - N10 - N01) / N
    fowlkes_mallows          N11 / root(mA mB)
    sokal_sneath2            (N11 / 2) / (N11 / 2 + N10 + N01)
    normalized_mirkin        (N10 + N01) / N
    kulczynski               (N11 / mA + N11 / mB) / 2
    mcconnaughey             (N11^2 - N10 N01) / (mA mB)
    yule                     D / (N11 N10 + N01 N00); not symmetric
    baulieu1                 (N (N11 + N00) + (N10 - N01)^2) / N^2
    russell_rao              N11 / N
    fager_mcgowan            N11 / root(mA mB) - 1 / (2 root(mA)); not symmetric
    peirce                   D / (mB (N - mB)); not symmetric
    baulieu2                 D / N^2
    sokal_sneath3            N11 N00 / root(mA mB (N - mA) (N - mB))
    gower_legendre           (N11 + N00) / (N11 + (N10 + N01) / 2 + N00)
    rogers_tanimoto          (N11 + N00) / (N11 + 2 (N10 + N01) + N00)
    goodman_kruskal          D / (N11 N00 + N10 N01)
    ======================== =====================================================

    Corrected for chance are those that have one value at :math:`N_{11} = m_A m_B / N`:
    0 for "adjusted_rand", "correlation", "peirce" and "baulieu2", 1/2 for
    "sokal_sneath1", all of which are linear in N11 and have that mean exactly when
    labels (of a co-clustering: cells) are permuted; and, as n grows, 0 for "yule" and
    "goodman_kruskal" and 1/2 for "correlation_distance".

    "yule" is printed so; Yule's Q is "goodman_kruskal". "yule" is unbounded,
    and infinite for equal clusterings. "baulieu1" is 1 not for equal clusterings alone:
    also for one cluster against singletons.

    Equal clusterings get the value that the index has for all equal ones, trivial ones
    too; "yule", "russell_rao", "fager_mcgowan" and "baulieu2" have no such value, and
    follow their formula. Where the formula, or one of its terms, is 0/0 otherwise, the
    score is the level of chance of an index that has one, else the worst value of its
    range; where it is x/0, it is infinite with the sign of x.

    The counts are exact integers at any size, divided once in the end. Cost:
    O(n_rows + n_columns) time and the memory of two contingency tables.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, Table 1; sections C.5 and D.2 for chance.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pair_counting_score
    >>> true, pred = [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]  # N11, N10, N01, N00 = 2, 2, 2, 4
    >>> pair_counting_score(true, pred, index="jaccard")  # 2 / 6
    0.333...
    >>> pair_counting_score(true, pred, index="sokal_sneath1")  # 7 / 12
    0.583...
    >>> true = ([0, 0, 1, 1], [0, 1])
    >>> pred = ([0, 0, 1, 2], [0, 1])
    >>> pair_counting_score(true, pred, index="jaccard")  # of the cells: 2 / 4
    0.5
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_option(index, "index", PAIR_COUNTING)
    return pair_counting(contingency_tables(true, pred), index)
