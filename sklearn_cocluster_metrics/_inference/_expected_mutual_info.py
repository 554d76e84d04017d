"""Mean of the mutual information by chance."""

from __future__ import annotations

import math

from .._laws._expected_information import expected_mutual_information
from .._laws._information_of_random_labels import expected_information_fixed_n_clusters
from .._laws._pair_moments import NullModel
from .._statistics._tables import tables_of_labels
from .._structures._types import Partition
from ._random_draws import check_null_model

_REFUSED = {
    "cells": "the mean under freely permuted cells is not available for "
    "co-clusterings. Use 'product', which permutes each mode."
}


def expected_mutual_info(
    labels_true: Partition, labels_pred: Partition, *, null_model: NullModel = "product"
) -> float:
    r"""Mean of the mutual information by chance, exact.

    The mutual information of a random clustering is not 0, and grows with the number of
    clusters: this is what adjusted indices subtract. For co-clusterings, the modes
    are independent, and their means are added.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    null_model : {"product", "fixed_n_clusters", "cells"}, default="product"
        What is random. "product": the labels of each mode are permuted independently,
        so that the cluster sizes are kept, [1]_. "cells" is the same for a plain
        clustering, and refused for co-clusterings. "fixed_n_clusters": the predicted
        labels of each mode are drawn uniformly from those that use as many clusters as
        `labels_pred` has, none of them empty; this is EMI* of [2]_.

    Returns
    -------
    expected : float
        In nats (natural logarithms), at least 0.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `null_model` is unknown, or "cells" for
        co-clusterings.
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
    .. [2] "Cluster Validation Using Mutual Information". Anonymous manuscript for blind
       review, without a date; its latest reference is from 2010. Equation (12).

    Examples
    --------
    >>> from sklearn_cocluster_metrics import expected_mutual_info
    >>> expected_mutual_info([0, 1, 1], [0, 1, 1])
    0.328...
    >>> expected_mutual_info([0, 0, 1], [0, 0, 1], null_model="fixed_n_clusters")
    0.328...
    """
    tables = tables_of_labels(labels_true, labels_pred)
    if check_null_model(null_model, _REFUSED, len(tables)) == "product":
        return math.fsum(expected_mutual_information(*table.sizes) for table in tables)
    return math.fsum(  # EMI*, [2]_, equation (12)
        expected_information_fixed_n_clusters(table.true_sizes, table.shape[1])
        for table in tables
    )
