"""Mutual information of the cells, adjusted for chance (coAMI)."""

import math

from .._laws import information_is_constant, summed_expected_information
from .._statistics import Tables, tables_of_labels
from .._structures import Partition
from ._co_mutual_information import (
    AVERAGES,
    Average,
    average_entropy,
    co_mutual_information,
)
from ._contract import Contract, OneOf


def coami_score(
    labels_true: Partition, labels_pred: Partition, *, average_method: Average = "max"
) -> float:
    r"""Adjusted mutual information of two co-clusterings (coAMI), over the cells.

    The mutual information of the cells, corrected for what rows and columns permuted
    independently would have:

    .. math::

        \mathrm{coAMI} = \frac{\mathrm{coMI} - E}{\max(\mathcal{H}(A), \mathcal{H}(B))
        - E}, \qquad E = \mathrm{EMI}(rows) + \mathrm{EMI}(columns) .

    Higher is better. At most 1, reached by equal co-clusterings; 0 on average for
    random ones with the same block sizes; negative values are worse than chance.
    Symmetric. The adjusted mutual information of [1]_, carried over to co-clusterings.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="max"
        How the two entropies of the cells are averaged below the line.

    Returns
    -------
    score : float
        At most 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `average_method` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    conmi_score : Without the correction for chance.
    cari_score : Pairs of cells, with ``null_model="product"`` under the same chance.
    sklearn.metrics.adjusted_mutual_info_score : The same for plain clusterings, with
        another default average.

    Notes
    -----
    Equal co-clusterings score 1, trivial ones too. Where every permutation has the same
    mutual information (as against a single cluster) the score is 0. Cost:
    O(n_rows + n_columns) for the tables, then about
    :math:`\sqrt{a b / n}` for every two cluster sizes a and b that differ.

    References
    ----------
    .. [1] N. X. Vinh, J. Epps, J. Bailey (2010). Information theoretic measures for
       clusterings comparison: variants, properties, normalization and correction for
       chance. Journal of Machine Learning Research, 11, 2837-2854.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import coami_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> coami_score(true, pred)
    0.307...
    """
    return COAMI.compute(
        tables_of_labels(labels_true, labels_pred), average_method=average_method
    )


def co_adjusted_mutual_information(tables: Tables, average_method: str) -> float:
    """Return (coMI - E) / (average entropy - E), E under permutations of each mode.

    The modes are permuted independently, so E is the sum of their means.
    """
    if all(table.is_equality for table in tables):
        return 1.0
    sizes = [table.sizes for table in tables]
    if all(information_is_constant(true, pred) for true, pred in sizes):
        return 0.0  # coMI is its mean, whatever the denominator
    expected = summed_expected_information(sizes)
    average = average_entropy(tables, average_method)
    return (co_mutual_information(tables) - expected) / (average - expected)


COAMI = Contract(
    name="coami",
    function=coami_score,
    formula=co_adjusted_mutual_information,
    source="Vinh, Epps & Bailey (2010), carried over to co-clusterings",
    lower=-math.inf,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    options={"average_method": OneOf(tuple(AVERAGES))},
    monotone_in="information",
)
