"""Variation of information."""

import math

import numpy as np

from .._statistics import ContingencyTable, Tables, tables_of_labels
from .._structures import Partition
from ._contract import Contract


def variation_of_information(labels_true: Partition, labels_pred: Partition) -> float:
    r"""Variation of information (VI) of two clusterings, or co-clusterings.

    The information in each clustering that the other does not have:

    .. math:: \mathrm{VI} = 2 \mathcal{H}(A, B) - \mathcal{H}(A) - \mathcal{H}(B)
              = \mathcal{H}(A \mid B) + \mathcal{H}(B \mid A) .

    For co-clusterings it compares the blocks of the cells, which is the sum over the
    modes. Lower is better. At least 0, reached by equal clusterings alone; at most
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
    comi_score : The information that the clusterings share.

    Notes
    -----
    No input is degenerate. All terms of the sum are nonnegative, so that the distance
    between nearly equal clusterings is accurate too. Cost: O(n_rows + n_columns) time
    and the memory of two contingency tables.

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
    return VARIATION_OF_INFORMATION.compute(tables_of_labels(labels_true, labels_pred))


def summed_conditional_entropies(tables: Tables) -> float:
    """Return VI = 2 H(A, B) - H(A) - H(B), the sum over the modes.

    Gösgens, Tikhonov & Prokhorenkova (2021), section B.1.
    """
    return math.fsum(map(_conditional_entropies, tables))


def _conditional_entropies(table: ContingencyTable) -> float:
    """Return H(A | B) + H(B | A), which is VI as a sum in which nothing cancels.

    If a count is close to the size of its cluster, the logarithm is close to 0, where
    log1p is accurate.
    """
    row, column, counts = table.nonzero
    outside_true = table.true_sizes[row] - counts
    outside_pred = table.pred_sizes[column] - counts
    logarithms = np.log1p(outside_true / counts) + np.log1p(outside_pred / counts)
    return math.fsum((counts * logarithms).tolist()) / table.n_samples


VARIATION_OF_INFORMATION = Contract(
    name="variation_of_information",
    function=variation_of_information,
    formula=summed_conditional_entropies,
    source="Gösgens, Tikhonov & Prokhorenkova (2021), section B.1",
    greater_is_better=False,
    upper=math.inf,
    at_equality=0.0,
    monotone_in="information",
)
