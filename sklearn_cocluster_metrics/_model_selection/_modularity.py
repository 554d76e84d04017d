"""Bipartite modularity: a criterion of data and labels alone, without a truth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import check_array

from .._statistics._matching import best_pairs
from .._structures._arguments import as_array, check_flag, is_estimator
from .._structures._distinct_labels import merge_labels
from .._structures._estimators import COCLUSTERING_ATTRIBUTES
from .._structures._labels import check_labels
from .._structures._matrix import is_frame, refuse_masks_and_texts
from .._structures._messages import warn_caller
from .._structures._partitions import check_coclustering
from .._structures._types import Coclustering, Estimator
from ._alignment import check_fitted_on
from ._fits import fitted_labels_of

_LARGEST_INTEGER = np.iinfo(np.int64).max
_LEAST_GAIN = 0.01  # of modularity: less is no reason for a warning
_MOST_PAIRS = 10**6  # of clusters, for a matching that only a warning needs


def modularity_score(
    X: Any, coclustering: Coclustering | Estimator, *, match: bool = False
) -> float:
    r"""Barber's bipartite modularity of a co-clustering of counts.

    An internal criterion, without true labels. Rows and columns with the same label
    form a community. The total inside communities is compared with its expected value
    under the same row and column totals [1]_:

    .. math::

        Q = \frac{1}{m} \sum_{ij} \left( x_{ij} - \frac{r_i c_j}{m} \right)
        [\text{row } i \text{ and column } j \text{ have the same label}],

    where :math:`r_i` and :math:`c_j` are the totals of row `i` and column `j`, and `m`
    is the total of the matrix. Higher is better.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Counts or other non-negative weights. Sparse data stay sparse.
    coclustering : tuple (row_labels, column_labels) of array-likes, or estimator
        Labels of the rows, shape (n_rows,), and of the columns, shape (n_columns,); or
        an estimator fitted on X. A Series is matched with the names of X.
    match : bool, default=False
        Whether to pair row and column clusters so that the score is greatest.

    Returns
    -------
    score : float
        Modularity, in [-1/2, 1); 0 for a single community.

    Raises
    ------
    ValueError
        If X is not a matrix of finite, non-negative numbers with a total above 0 that
        fits a float; if labels do not fit X, or rows and columns share none; if a
        pipeline makes new features.
    TypeError
        If `coclustering` is neither a tuple nor an estimator.

    See Also
    --------
    get_scorer : ``get_scorer("modularity")`` is its scorer.

    Notes
    -----
    Estimators that number row and column clusters independently, other than
    ``SpectralCoclustering``, need ``match=True``. A warning tells if it would raise the
    score by more than 0.01, for at most 10**6 pairs of clusters.

    Modularity merges small communities, and is above 0 for random data. Do not compare
    it across data.

    Integers, also as floats with a total below 2**53, give the exact value, rounded
    once.

    Cost: O(number of stored entries) time and memory.

    References
    ----------
    .. [1] M. J. Barber, "Modularity and community detection in bipartite networks",
       Physical Review E 76, 066102, 2007, :doi:`10.1103/PhysRevE.76.066102`.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import modularity_score
    >>> X = [[2, 1, 0], [1, 2, 0], [0, 1, 3]]
    >>> modularity_score(X, ([0, 0, 1], [0, 0, 1]))  # 9 / 10 - (6 * 7 + 4 * 3) / 100
    0.36
    """
    refuse_masks_and_texts(X)
    check_flag(match, "match")
    data = _as_counts(X)
    if is_estimator(coclustering):
        named_data = X if is_frame(X) else data
        modes, labeled_columns = fitted_labels_of(
            coclustering, named_data, name="coclustering"
        )
        rows = check_labels(modes[0], COCLUSTERING_ATTRIBUTES[0])
        columns = check_labels(modes[1], COCLUSTERING_ATTRIBUTES[1])
        if labeled_columns is not None:
            data = data[:, labeled_columns]
    else:
        rows, columns = check_coclustering(coclustering, "coclustering", X)
    shape = (len(rows), len(columns))
    if data.shape != shape:
        raise ValueError(f"`coclustering` has shape {shape}, `X` has {data.shape}.")
    distinct_labels, (row_codes, column_codes) = merge_labels(
        rows.labels(), columns.labels()
    )
    n_labels = len(distinct_labels)
    score = _modularity(data, row_codes, column_codes, n_labels=n_labels)
    n_pairs = len(np.unique(row_codes)) * len(np.unique(column_codes))
    greatest_score = score
    if match or n_pairs <= _MOST_PAIRS:
        matched_codes = _matched_column_codes(data, row_codes, column_codes)
        # Column clusters without a partner have new codes, at most `n_labels` of them.
        greatest_score = _modularity(
            data, row_codes, matched_codes, n_labels=2 * n_labels
        )
    if match:
        return greatest_score
    if not np.isin(row_codes, column_codes).any():
        raise ValueError(
            "Rows and columns of `coclustering` share no label; pass `match=True`."
        )
    if greatest_score > score + _LEAST_GAIN:
        warn_caller(
            "Row and column clusters with the same label do not belong together: "
            "paired otherwise, they have a higher modularity. Pass `match=True`."
        )
    return score


def modularity_of_fit(
    estimator: Estimator, X: Any, y: object = None, match: bool = False
) -> float:
    """Return the modularity of what an estimator found in X, on which it was fitted.

    `y` is ignored. With `match`, row and column clusters are paired first.
    """
    check_fitted_on(estimator, X)
    return modularity_score(X, estimator, match=match)


def _as_counts(X: Any) -> sparse.csr_array:
    """Return non-negative, finite data as CSR without duplicates, entries in order.

    Weights that are no integers are taken, too.
    """
    is_sparse_matrix = sparse.issparse(X) and X.ndim == 2
    data = X if is_sparse_matrix else as_array(X, "X", "a matrix")
    data = check_array(data, accept_sparse="csr", input_name="X")
    if data.dtype == np.float16:  # which SciPy's sparse arrays do not take
        data = data.astype(np.float32)
    data = sparse.csr_array(data)
    if not data.has_canonical_format:
        data = data.copy()  # X itself is not changed
        data.sum_duplicates()
    lowest = data.data.min(initial=0)
    if lowest < 0:
        raise ValueError(f"`X` must not be negative, got {lowest}: it must be counts.")
    return data


def _matched_column_codes(
    data: sparse.csr_array, row_codes: NDArray[np.intp], column_codes: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return the code of each column, equal to that of its matched row cluster.

    A row and a column cluster with the same code are a community. They are matched one
    to one so that the modularity is greatest. A column cluster that would lower it with
    any row cluster has a code that no row has.
    """
    row_values, row_clusters = np.unique(row_codes, return_inverse=True)
    column_values, column_clusters = np.unique(column_codes, return_inverse=True)
    # Of each stored entry, the row cluster and the column cluster, numbered from 0.
    entry_rows = np.repeat(row_clusters, np.diff(data.indptr))
    entry_columns = column_clusters[data.indices]
    shape = (len(row_values), len(column_values))
    weights = data.data.astype(np.float64)
    blocks = sparse.coo_array((weights, (entry_rows, entry_columns)), shape=shape)
    blocks = blocks.tocsr().tocoo()  # each block once
    shares = blocks.data / max(blocks.sum(), np.finfo(float).tiny)
    row_shares = np.bincount(blocks.row, shares, shape[0])
    column_shares = np.bincount(blocks.col, shares, shape[1])
    # What each pair of clusters would add to the modularity as a community: its share
    # of the total, less what the shares of its rows and columns expect. Pairs without
    # an entry in common gain nothing.
    gains = shares - row_shares[blocks.row] * column_shares[blocks.col]
    has_gain = gains > 0
    rows = blocks.row[has_gain]
    columns = blocks.col[has_gain]
    pairs = best_pairs(rows, columns, gains[has_gain])
    first_new_code = max(row_codes.max(), column_codes.max()) + 1
    # Each column cluster has a code of its own, or that of its match, if it has one.
    matched_values = np.arange(len(column_values)) + first_new_code
    matched_values[columns[pairs]] = row_values[rows[pairs]]
    return np.asarray(matched_values[column_clusters])


def _modularity(
    data: sparse.csr_array,
    row_codes: NDArray[np.intp],
    column_codes: NDArray[np.intp],
    *,
    n_labels: int,
) -> float:
    """Compute the modularity, summed over the communities; divide once.

    Codes are below `n_labels`. The rows and the columns with the same code are a
    community. The modularity is its share of the total of the matrix, less the product
    of the shares of its rows and of its columns.
    """
    entry_row_codes = np.repeat(row_codes, np.diff(data.indptr))
    entry_column_codes = column_codes[data.indices]
    weights = _as_exact_weights(data.data)
    inside_weights = weights[entry_row_codes == entry_column_codes]
    # As in `modularity_score`: r and c are the totals of the rows and of the columns of
    # each community, and m is the total of the matrix.
    r = _totals_by_code(entry_row_codes, weights, n_labels)
    c = _totals_by_code(entry_column_codes, weights, n_labels)
    single_code = np.zeros(len(inside_weights), dtype=np.intp)
    (inside_total,) = _totals_by_code(single_code, inside_weights, n_labels=1)
    m = sum(r)
    if m == 0:
        raise ValueError("`X` is all zero; its modularity is not defined.")
    expected = sum(r_k * c_k for r_k, c_k in zip(r, c, strict=True))
    return float((m * inside_total - expected) / m**2)


def _as_exact_weights(weights: NDArray[Any]) -> NDArray[Any]:
    """Return weights in a type in which the sums of integers are exact."""
    if weights.dtype.kind == "f":
        return weights.astype(np.float64)
    if int(weights.max(initial=0)) * weights.size <= _LARGEST_INTEGER:
        return weights.astype(np.int64)
    return weights.astype(object)  # Python's own integers


def _totals_by_code(
    codes: NDArray[np.intp], weights: NDArray[Any], n_labels: int
) -> list[Fraction]:
    """Return the sum of the weights of each code below `n_labels`.

    Sums are fractions, so that what is computed from them is not rounded.
    """
    totals = np.zeros(n_labels, dtype=weights.dtype)
    # One after the other, in the order of the rows: the same sums for any format.
    with np.errstate(over="ignore"):  # an infinite total is refused below
        np.add.at(totals, codes, weights)
    if totals.dtype.kind == "f" and not np.isfinite(totals).all():
        raise ValueError("The total of `X` is too large for a float; rescale `X`.")
    return [Fraction(total) for total in totals.tolist()]
