"""Indices that match clusters one to one."""

from typing import Any

from .._indices._classification import NORMALIZATIONS, matching_error, normalized_error
from .._statistics import contingency_tables
from .._validation import check_normalization, check_partitions


def classification_error(labels_true: Any, labels_pred: Any) -> float:
    r"""Classification error (CE): share of the cells outside matched blocks.

    Row clusters are matched one to one with row clusters, column clusters with column
    clusters, so that as many cells as possible are in matched blocks. With the
    shares :math:`r` and :math:`c` of the rows and of the columns that are not matched,

    .. math:: \mathrm{CE} = r + c - rc .

    Lower is better. Between 0, reached by equal co-clusterings, and
    :math:`1 - 1/(HL)` for at most H row and L column clusters. Symmetric.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.

    Returns
    -------
    error : float
        Share of the cells, between 0 and 1. Of clusterings: share of the samples.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    nce_score : The same, normalized so that higher is better.

    Notes
    -----
    Where the numbers of clusters differ, some clusters stay without a match. Cost:
    O(n_rows + n_columns) for the tables, then one linear assignment a mode: about the
    cube of the number of clusters at worst, 0.1 s at 1000 clusters. Tables that are
    mostly zeros are matched sparsely.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 2.4, equations (4) to (6).
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import classification_error
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> classification_error(true, pred)
    0.5
    """
    return matching_error(
        contingency_tables(*check_partitions(labels_true, labels_pred))
    )


def nce_score(
    labels_true: Any, labels_pred: Any, *, normalization: str = "bound"
) -> float:
    r"""Normalized classification error (NCE), turned so that higher is better.

    One minus the share of cells outside matched blocks, over the greatest value that
    share can have: NCE is proportional to the number of well classified cells.

    .. math:: \mathrm{NCE} = 1 - \frac{\mathrm{CE}}{1 - 1/(HL)}

    with H and L the numbers of row and of column clusters, of whichever co-clustering
    has more. Higher is better. Between 0 and 1, reached by equal co-clusterings.
    Symmetric.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    normalization : {"bound", "printed", "product"}, default="bound"
        What CE is divided by. "bound": :math:`1 - 1/(HL)`, which Corollary 3.7 of [1]_
        proves to be its greatest value. "printed": :math:`1/H + 1/L - 1/(HL)`, as
        section 2.4 of [1]_ prints it; it equals the bound only at H = L = 2, and
        elsewhere the score falls below 0. For two modes only. "product": the row and
        the column distance are each divided by their own bound :math:`(H - 1)/H` before
        they are combined, which a remark there discusses.

    Returns
    -------
    score : float
        Without unit; between 0 and 1, with "printed" at most 1.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `normalization` is unknown, or "printed" for other than two modes.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    classification_error : The share of cells itself.
    cari_score : An index that is corrected for chance.

    Notes
    -----
    Equal co-clusterings score 1, trivial ones too. Cost: as `classification_error`.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 2.4 and Corollary 3.7.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import nce_score
    >>> true = ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2])
    >>> pred = ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2])
    >>> nce_score(true, pred)
    0.4
    >>> nce_score(true, pred, normalization="printed")
    0.25
    >>> nce_score(true, pred, normalization="product")
    0.15
    """
    true, pred = check_partitions(labels_true, labels_pred)
    check_normalization(normalization, NORMALIZATIONS, n_modes=len(true))
    return normalized_error(contingency_tables(true, pred), normalization)
