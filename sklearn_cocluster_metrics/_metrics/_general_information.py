"""Variation of information, and mutual information made fair or standardized."""

from typing import Any

from .._indices._general_information import (
    EXPECTATIONS,
    fair_mutual_information,
    standardized_mutual_information,
)
from .._indices._general_information import (
    variation_of_information as variation,
)
from .._statistics import contingency_tables
from .._validation import check_option, check_partitions


def variation_of_information(labels_true: Any, labels_pred: Any) -> float:
    r"""Variation of information (VI) of two clusterings, or co-clusterings.

    What each clustering says that the other does not:

    .. math:: \mathrm{VI} = 2 \mathcal{H}(A, B) - \mathcal{H}(A) - \mathcal{H}(B)
              = \mathcal{H}(A \mid B) + \mathcal{H}(B \mid A) .

    Of co-clusterings: of the blocks of the cells, which is the sum over the modes.
    Lower is better. At least 0, reached by equal clusterings alone; at most
    :math:`\log n`, n samples or cells. Symmetric; a metric. Not corrected for chance.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.

    Returns
    -------
    distance : float
        In nats (natural logarithms), at least 0.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    comi_score : What the clusterings say in common.

    Notes
    -----
    No input is degenerate. It is summed from terms of one sign, so that the distance of
    nearly equal clusterings is accurate too. Cost: O(n_rows + n_columns) time and the
    memory of two contingency tables.

    References
    ----------
    .. [1] M. Meilă (2007). Comparing clusterings - an information based distance.
       Journal of Multivariate Analysis, 98, 873-895.
       :doi:`10.1016/j.jmva.2006.11.013`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import variation_of_information
    >>> variation_of_information([0, 0, 1, 1], [0, 0, 1, 2])  # log(2) / 2
    0.346...
    >>> variation_of_information(([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 0]))
    1.039...
    """
    return variation(contingency_tables(*check_partitions(labels_true, labels_pred)))


def fair_mutual_info_score(labels_true: Any, labels_pred: Any) -> float:
    r"""Fair normalized mutual information (FNMI) of two clusterings.

    Normalized mutual information, with a penalty for another number of clusters than
    the true one:

    .. math::

        \mathrm{FNMI} = e^{-|k_A - k_B| / k_A} \,
        \frac{\mathrm{MI}(A, B)}{(\mathcal{H}(A) + \mathcal{H}(B)) / 2}

    with :math:`k_A` true and :math:`k_B` predicted clusters. Of co-clusterings, the
    blocks are the clusters and the cells are the samples.

    Higher is better. Between 0 and 1, reached by equal clusterings. Not symmetric: the
    penalty is relative to the true number of clusters. Not corrected for chance.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.

    Returns
    -------
    score : float
        Between 0 and 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    conmi_score : Without the penalty.
    coami_score : Corrected for chance, which a penalty does not do.

    Notes
    -----
    Equal clusterings score 1, trivial ones too; a single cluster scores 0 against all
    others. Perfect merges may lower the score, since they change the number of
    clusters. Cost: O(n_rows + n_columns) time and the memory of two contingency tables.

    References
    ----------
    .. [1] A. Amelio, C. Pizzuti (2015). Is normalized mutual information a fair measure
       for comparing community detection methods? Proceedings of the 2015 IEEE/ACM
       International Conference on Advances in Social Networks Analysis and Mining,
       1584-1585. :doi:`10.1145/2808797.2809344`
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import fair_mutual_info_score
    >>> fair_mutual_info_score([0, 0, 1, 2], [0, 1, 2, 2])
    0.666...
    >>> fair_mutual_info_score([0, 0, 1, 2], [0, 0, 1, 1])  # exp(-1/3) * 0.8
    0.573...
    """
    return fair_mutual_information(
        contingency_tables(*check_partitions(labels_true, labels_pred))
    )


def standardized_mutual_info_score(labels_true: Any, labels_pred: Any) -> float:
    r"""Standardized mutual information (SMI): its z-score under permutations.

    How many standard deviations the mutual information lies above its mean when labels
    are permuted, both exact:

    .. math:: \mathrm{SMI} = \frac{\mathrm{MI}(A, B) - E[\mathrm{MI}(A, B')]}
              {\sigma[\mathrm{MI}(A, B')]} .

    The modes of co-clusterings are permuted independently, so that means and variances
    add. Unlike indices that are only adjusted, it does not favor clusterings with many
    clusters among random ones.

    Higher is better. Unbounded; 0 on average, with standard deviation 1, for permuted
    labels. Equal clusterings have no constant value: the larger n is, the higher they
    score. Symmetric.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.

    Returns
    -------
    score : float
        In standard deviations.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    expected_mutual_info : The mean.
    coami_score : Adjusted, not standardized: at most 1.
    pair_count_moments : The same for pairs, at the cost of the tables.

    Notes
    -----
    Where no permutation changes the mutual information the score is 0: for a single
    cluster, for all singletons, and for two clusters, one of them of one sample,
    against clusters of equal size.

    Cost: O(n_rows + n_columns) for the tables; then it depends on the cluster sizes
    alone, of which equal ones are taken once. With r and c distinct sizes, about
    1000 r c (r + c) multiplications for small n, growing to 400 n (r + c): at most
    linear in n. For 10 times 10 distinct sizes, 0.1 s at n = 10 000 and some 6 s at
    n = 1 000 000.

    References
    ----------
    .. [1] S. Romano, J. Bailey, V. Nguyen, K. Verspoor (2014). Standardized mutual
       information for clustering comparisons: one step further in adjustment for
       chance. Proceedings of the 31st International Conference on Machine Learning,
       PMLR 32, 1143-1151.
    .. [2] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices: how to validate validation measures. Proceedings
       of the 38th International Conference on Machine Learning, PMLR 139,
       supplement, section B.1.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import standardized_mutual_info_score
    >>> true = [0, 0, 0, 0, 0, 1]
    >>> pred = [0, 0, 1, 1, 2, 3]
    >>> standardized_mutual_info_score(true, pred)  # root of 2
    1.414...
    >>> standardized_mutual_info_score((true, true), (pred, true))
    2.642...
    """
    return standardized_mutual_information(
        contingency_tables(*check_partitions(labels_true, labels_pred))
    )


def expected_mutual_info(
    labels_true: Any, labels_pred: Any, *, null_model: str = "permutation"
) -> float:
    r"""Mean of the mutual information by chance, exact.

    The mutual information of a random clustering is not 0, and grows with the number of
    clusters: this is what adjusted indices subtract. Of co-clusterings, the modes are
    random independently, and the means of the modes add.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    null_model : {"permutation", "fixed_n_clusters"}, default="permutation"
        What is random. "permutation": the labels of each mode are permuted, so that
        the cluster sizes are kept, [1]_. "fixed_n_clusters": the predicted labels of
        each mode are drawn uniformly from those that use as many clusters as
        `labels_pred` has, none of them empty; this is EMI* of [2]_.

    Returns
    -------
    expected : float
        In nats (natural logarithms), at least 0.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `null_model` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    comi_score : The mutual information itself.
    coami_score : The difference, normalized.
    standardized_mutual_info_score : The difference, over its standard deviation.

    Notes
    -----
    Symmetric under permutations; with a fixed number of clusters only the sizes of the
    true clusters matter. No input is degenerate.

    Cost: O(n_rows + n_columns) for the tables, then about :math:`\sqrt{a b / n}` for
    every two cluster sizes a and b that differ; with a fixed number of clusters, the
    pairs of likely cluster sizes and counts, for every size of a true cluster.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps, J. Bailey (2010). Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance. Journal of Machine Learning Research, 11, 2837-2854, Theorem 4.1.
    .. [2] "Cluster Validation Using Mutual Information", anonymous manuscript,
       equation (12).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import expected_mutual_info
    >>> expected_mutual_info([0, 1, 1], [0, 1, 1])
    0.328...
    >>> expected_mutual_info([0, 0, 1], [0, 0, 1], null_model="fixed_n_clusters")
    0.328...
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_option(null_model, "null_model", EXPECTATIONS)
    return EXPECTATIONS[null_model](contingency_tables(true, pred))
