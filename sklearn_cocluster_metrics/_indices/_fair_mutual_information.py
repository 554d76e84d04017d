"""Fair normalized mutual information (FNMI)."""

import math

from .._statistics import Tables, tables_of_labels
from .._structures import Partition
from ._co_mutual_information import co_normalized_mutual_information
from ._contract import Contract


def fair_mutual_info_score(labels_true: Partition, labels_pred: Partition) -> float:
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
    return FAIR_MUTUAL_INFO.compute(tables_of_labels(labels_true, labels_pred))


def fair_mutual_information(tables: Tables) -> float:
    """Return FNMI = exp(-abs(kA - kB) / kA) NMI, with the mean of the entropies.

    Ibid. The blocks of co-clusterings are counted, and NMI is that of the cells.
    """
    n_true = math.prod(table.shape[0] for table in tables)
    n_pred = math.prod(table.shape[1] for table in tables)
    fairness = math.exp(-abs(n_true - n_pred) / n_true)
    return fairness * co_normalized_mutual_information(tables, "arithmetic")


FAIR_MUTUAL_INFO = Contract(
    name="fair_mutual_info",
    function=fair_mutual_info_score,
    formula=fair_mutual_information,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    symmetric=False,
    monotone_in="information",
)
