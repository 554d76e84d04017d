"""The co-clustering adjusted Rand index, under two null models."""

from __future__ import annotations

from fractions import Fraction

from .._laws._pair_moments import NullModelOfPairs, expected_pairs
from .._statistics._contingency import Tables
from .._statistics._pairs import PairCounts, pairs_of_cells
from .._statistics._tables import tables_of_labels
from .._structures._arguments import check_option
from .._structures._types import Partition
from ._contract import NULL_MODELS_OF_PAIRS, Contract, one_of


def cari_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    null_model: NullModelOfPairs = "cells",
) -> float:
    r"""Co-clustering adjusted Rand index (CARI).

    The adjusted Rand index of the cells of a matrix: the share of pairs of cells that
    are in one block in both co-clusterings, corrected for chance. With
    :math:`n_{11}` pairs together in both, :math:`m_A, m_B` pairs together in each,

    .. math::

        \mathrm{CARI} = \frac{n_{11} - E[n_{11}]}{(m_A + m_B) / 2 - E[n_{11}]} .

    Higher is better. At most 1, reached by equal co-clusterings; 0 is the level of
    chance under the null model; negative values are worse than chance. Symmetric.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference co-clustering ``(row_labels, column_labels)``, or a tuple of more
        modes, or a clustering; or a fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Co-clustering or clustering to compare with it.
    null_model : {"cells", "product"}, default="cells"
        What is random under chance. "cells", as published: the cells are permuted as if
        they were free. "product": rows and columns are permuted, independently, which
        is what a random co-clustering with the same block sizes is; only then is the
        mean over random co-clusterings 0. Both are the same for a clustering.

    Returns
    -------
    score : float
        Between -1/2 and 1, without unit.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if `null_model` is unknown.
    TypeError
        If the labels are complex, sparse or not array-likes.

    See Also
    --------
    pair_counts : The counts behind it.
    cari_decomposition : Which mode carries the agreement.
    cocorrelation_score : A correlation with the same exact baseline.
    coami_score : Mutual information, adjusted for chance.
    nce_score : Share of matched cells.
    sklearn.metrics.adjusted_rand_score : The same for plain clusterings.

    Notes
    -----
    Equal co-clusterings score 1, trivial ones too. For all others the denominator is
    positive; one block against single cells scores 0.

    Scorers, reports and tests accept the name "cari_product" for CARI with
    ``null_model="product"``.

    The counts are exact integers at any size, divided once in the end. Cost:
    O(n_rows + n_columns) time and the memory of two contingency tables.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, Definition 2.2 and Theorem 2.3.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_score
    >>> true = ([0, 0, 1, 1], [0, 1])
    >>> pred = ([0, 0, 1, 2], [0, 1])
    >>> cari_score(true, pred)  # 12 / 19
    0.631...
    >>> cari_score(true, pred, null_model="product")  # 4 / 7
    0.571...
    """
    check_option(null_model, "null_model", NULL_MODELS_OF_PAIRS)
    return adjusted_rand_of_cells(
        tables_of_labels(labels_true, labels_pred), null_model
    )


def adjusted_rand_of_cells(tables: Tables, null_model: str = "cells") -> float:
    """Return (n11 - E) / ((true + pred) / 2 - E), with E = the mean of n11 by chance.

    Robert, Vasseur & Brault (2021), Definition 2.2, where the null model is "cells".
    """
    pairs = pairs_of_cells(tables)
    return adjusted_rand(pairs, expected_pairs(pairs, tables, null_model))


def adjusted_rand(pairs: PairCounts, expected: Fraction) -> float:
    """Return the Rand index of these pairs, adjusted for an expected n11."""
    n11, apart = pairs.n11, pairs.n10 + pairs.n01  # mA + mB is 2 n11 + apart
    if apart == 0:
        return 1.0
    # Positive: n11 reaches (mA + mB) / 2 for equal clusterings only, and its mean only
    # where every permutation makes them equal; those are done with.
    mean, scale = expected.numerator, expected.denominator
    return 2 * (n11 * scale - mean) / ((2 * n11 + apart) * scale - 2 * mean)


CARI = Contract(
    name="cari",
    function=cari_score,
    formula=adjusted_rand_of_cells,
    source="Robert, Vasseur & Brault (2021), Definition 2.2",
    lower=-0.5,
    chance_level=0.0,
    chance_is_exact_under=("cells",),
    options={"null_model": one_of(*NULL_MODELS_OF_PAIRS)},
    monotone_in="squares",
    linear_in_pairs=True,
)

CARI_PRODUCT = Contract(
    name="cari_product",
    function=cari_score,
    formula=adjusted_rand_of_cells,
    source="this package; Robert, Vasseur & Brault (2021), Definition 2.2",
    lower=-0.5,
    chance_level=0.0,
    chance_is_exact_under=("product",),
    fixed={"null_model": "product"},
    monotone_in="squares",
    linear_in_pairs=True,
)
