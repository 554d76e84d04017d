"""Bipartite modularity, a criterion that needs no true labels."""

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
from ._fits import fitted_labels_of, refuse_pipeline_of_texts

_LARGEST_INTEGER = np.iinfo(np.int64).max
_LEAST_GAIN = 0.01  # of modularity; a smaller gain is no reason for a warning
_MOST_PAIRS = 10**6  # of clusters, if only a warning needs the matching


def modularity_score(
    X: Any, coclustering: Coclustering | Estimator, *, match: bool = False
) -> float:
    r"""Barber's bipartite modularity of a co-clustering of counts.

    Modularity measures how much of the total of a matrix lies inside communities,
    beyond what is expected from the row and column totals [1]_. A community consists of
    the rows and columns that have the same label. Use modularity for counts, such as
    words in documents, if no true labels are known. A value of 0 means that no more
    than expected lies inside communities, and values near 1 mean that almost everything
    lies inside many small communities.

    Let :math:`x_{ij}` be the entries of the matrix, :math:`r_i` and :math:`c_j` the
    totals of row `i` and column `j`, and `m` the total of the matrix. Then

    .. math::

        Q = \frac{1}{m} \sum_{ij} \left( x_{ij} - \frac{r_i c_j}{m} \right)
        [\text{row } i \text{ and column } j \text{ have the same label}].

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n_rows, n_columns)
        Counts or other non-negative weights. Sparse data stay sparse.
    coclustering : tuple (row_labels, column_labels) of array-likes, or estimator
        Labels of the rows, of shape (n_rows,), and of the columns, of shape
        (n_columns,), or an estimator that was fitted on X. A Series is matched with the
        names of X. The label -1 is a community like others; remove noise from X and
        from the labels first.
    match : bool, default=False
        Whether to pair row and column clusters so that the score is greatest. If False,
        clusters with the same label are a pair.

    Returns
    -------
    score : float
        Modularity, in [-1/2, 1). Higher is better. A single community has the value 0.

    Raises
    ------
    ValueError
        If X is not a matrix of finite, non-negative numbers with a total above 0 that
        fits a float, if the labels do not fit X, if rows and columns have no label in
        common, or if a pipeline makes new features.
    TypeError
        If `coclustering` is neither a tuple nor an estimator.

    See Also
    --------
    get_scorer : Return a scorer, as in ``get_scorer("modularity")``.

    Notes
    -----
    Estimators that number row and column clusters independently need ``match=True``;
    ``SpectralCoclustering`` does not. If matching would raise the score by more than
    0.01, there is a warning. The warning is only given for at most 10**6 pairs of
    clusters.

    Modularity merges small communities, and is above 0 for the best communities in
    random data. Do not compare it across data.

    The value is exact, and rounded once, for integers. This also holds for integers
    stored as floats if their total is below 2**53.

    The cost is O(number of stored entries) time and memory.

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
    data = _as_counts(X)  # a CSR array
    if is_estimator(coclustering):
        refuse_pipeline_of_texts(coclustering, "coclustering")
        named_data = X if is_frame(X) else data
        modes, labeled_column_positions = fitted_labels_of(
            coclustering, named_data, name="coclustering"
        )
        rows = check_labels(modes[0], COCLUSTERING_ATTRIBUTES[0])
        columns = check_labels(modes[1], COCLUSTERING_ATTRIBUTES[1])
        if labeled_column_positions is not None:
            data = data[:, labeled_column_positions]
    else:
        rows, columns = check_coclustering(coclustering, "coclustering", X)
    shape = (len(rows), len(columns))
    if data.shape != shape:
        raise ValueError(
            f"`coclustering` has labels of {shape[0]} rows and {shape[1]} columns, "
            f"but `X` has shape {data.shape}. Pass one label for each row and each "
            "column of `X`."
        )
    distinct_labels, (row_codes, column_codes) = merge_labels(
        rows.labels(), columns.labels()
    )
    n_labels = len(distinct_labels)
    score = _modularity(data, row_codes, column_codes, n_labels=n_labels)
    n_pairs = len(np.unique(row_codes)) * len(np.unique(column_codes))
    greatest_score = score
    if match or n_pairs <= _MOST_PAIRS:
        matched_codes = _matched_column_codes(data, row_codes, column_codes)
        # Column clusters without a match get new codes, at most `n_labels` of them.
        greatest_score = _modularity(
            data, row_codes, matched_codes, n_labels=2 * n_labels
        )
    if match:
        return greatest_score
    if not np.isin(row_codes, column_codes).any():
        raise ValueError(
            "Rows and columns of `coclustering` have no label in common, so there "
            "are no communities. Pass `match=True` to pair row and column clusters."
        )
    if greatest_score > score + _LEAST_GAIN:
        warn_caller(
            "Row and column clusters with the same label do not belong together, "
            "because other pairs of clusters have a higher modularity. Pass "
            "`match=True` to use the best pairs."
        )
    return score


def modularity_of_fit(
    estimator: Estimator, X: Any, y: object = None, match: bool = False
) -> float:
    """Return the modularity of what an estimator found in X, on which it was fitted.

    `y` is ignored. If `match` is True, row and column clusters are paired first.
    """
    check_fitted_on(estimator, X)
    return modularity_score(X, estimator, match=match)


def _as_counts(X: Any) -> sparse.csr_array:
    """Return data as a CSR array without duplicates, with sorted column indices.

    An error is raised if an entry is negative or not finite. Weights that are not
    integers are accepted, too.
    """
    if _is_bag_of_words(X):
        raise TypeError(
            "`X` must be a matrix, got a list of documents with pairs (word, count), "
            "as in gensim. Pass `gensim.matutils.corpus2csc(X, "
            "num_terms=len(dictionary)).T`."
        )
    is_sparse_matrix = sparse.issparse(X) and X.ndim == 2
    data = X if is_sparse_matrix else as_array(X, "X", "a matrix")
    data = check_array(data, accept_sparse="csr", input_name="X")
    if data.dtype == np.float16:  # SciPy's sparse arrays do not accept this type
        data = data.astype(np.float32)
    data = sparse.csr_array(data)
    if not data.has_canonical_format:
        data = data.copy()  # X itself is not changed
        data.sum_duplicates()
    lowest = data.data.min(initial=0)
    if lowest < 0:
        raise ValueError(
            "`X` must have counts or other non-negative weights, got the entry "
            f"{lowest}. Modularity is not defined for negative entries."
        )
    return data


def _is_bag_of_words(X: Any) -> bool:
    """Return whether X is a list of lists of pairs, such as a corpus of gensim."""
    if not isinstance(X, list) or not all(isinstance(row, list) for row in X):
        return False
    entries = [entry for row in X for entry in row[:1]]
    return len(entries) > 0 and all(
        isinstance(entry, tuple) and len(entry) == 2 for entry in entries
    )


def _matched_column_codes(
    data: sparse.csr_array, row_codes: NDArray[np.intp], column_codes: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Return for each column the code of the row cluster that its cluster matches.

    A row cluster and a column cluster with the same code are a community. Clusters are
    matched one to one so that the modularity is greatest. A column cluster gets a code
    that no row has if it is not matched, because no row cluster that is left would
    raise the modularity.
    """
    row_values, row_clusters = np.unique(row_codes, return_inverse=True)
    column_values, column_clusters = np.unique(column_codes, return_inverse=True)
    # The row cluster and the column cluster of each stored entry, numbered from 0.
    entry_rows = np.repeat(row_clusters, np.diff(data.indptr))
    entry_columns = column_clusters[data.indices]
    shape = (len(row_values), len(column_values))
    weights = data.data.astype(np.float64)
    blocks = sparse.coo_array((weights, (entry_rows, entry_columns)), shape=shape)
    blocks = blocks.tocsr().tocoo()  # each block once
    shares = blocks.data / max(blocks.sum(), np.finfo(float).tiny)
    row_shares = np.bincount(blocks.row, shares, shape[0])
    column_shares = np.bincount(blocks.col, shares, shape[1])
    # As a community, each pair of clusters would add its share of the total, minus the
    # product of the shares of its rows and columns, to the modularity. Pairs without a
    # common entry gain nothing.
    gains = shares - row_shares[blocks.row] * column_shares[blocks.col]
    has_gain = gains > 0
    # For each pair with a gain, its row cluster and its column cluster
    paired_row_clusters = blocks.row[has_gain]
    paired_column_clusters = blocks.col[has_gain]
    matched = best_pairs(  # the positions of the matched pairs among these pairs
        paired_row_clusters, paired_column_clusters, gains[has_gain]
    )
    first_new_code = max(row_codes.max(), column_codes.max()) + 1
    # Each column cluster has the code of its match, or a new code if it has none.
    matched_values = np.arange(len(column_values)) + first_new_code
    matched_values[paired_column_clusters[matched]] = row_values[
        paired_row_clusters[matched]
    ]
    return np.asarray(matched_values[column_clusters])


def _modularity(
    data: sparse.csr_array,
    row_codes: NDArray[np.intp],
    column_codes: NDArray[np.intp],
    *,
    n_labels: int,
) -> float:
    """Compute the modularity as a sum over the communities, divided once.

    Codes are below `n_labels`. The rows and columns with the same code are a community.
    Each community adds its share of the total of the matrix, minus the product of the
    shares of its rows and of its columns.
    """
    entry_row_codes = np.repeat(row_codes, np.diff(data.indptr))
    entry_column_codes = column_codes[data.indices]
    # Integers, or floats if the data are floats
    weights = _as_exact_weights(data.data)
    inside_weights = weights[entry_row_codes == entry_column_codes]
    # The letters are the letters of `modularity_score`, where r and c are now the
    # totals of the rows and of the columns of each community.
    r = _totals_by_code(entry_row_codes, weights, n_labels)
    c = _totals_by_code(entry_column_codes, weights, n_labels)
    single_code = np.zeros(len(inside_weights), dtype=np.intp)
    (inside_total,) = _totals_by_code(single_code, inside_weights, n_labels=1)
    m = sum(r)
    if m == 0:
        raise ValueError(
            "`X` is all zero, so its modularity is not defined. Pass counts with a "
            "total above 0."
        )
    expected = sum(r_k * c_k for r_k, c_k in zip(r, c, strict=True))
    return float((m * inside_total - expected) / m**2)


def _as_exact_weights(weights: NDArray[Any]) -> NDArray[Any]:
    """Return weights in a type in which the sums of integers are exact.

    For integers stored as floats, the sums must be below 2**53.
    """
    if weights.dtype.kind == "f":
        return weights.astype(np.float64)
    if int(weights.max(initial=0)) * weights.size <= _LARGEST_INTEGER:
        return weights.astype(np.int64)
    return weights.astype(object)  # Python's own integers


def _totals_by_code(
    codes: NDArray[np.intp], weights: NDArray[Any], n_labels: int
) -> list[Fraction]:
    """Return the sum of the weights of each code from 0 to ``n_labels - 1``.

    There is a code and a weight for each stored entry of a matrix. The weights have a
    type from `_as_exact_weights`, in which sums of integers do not overflow. Sums are
    fractions, so that later computations are not rounded.
    """
    totals = np.zeros(n_labels, dtype=weights.dtype)
    # The entries come in the order of the rows and are added in this order, so that any
    # format of the matrix gives the same sums.
    with np.errstate(over="ignore"):  # an infinite total is refused below
        np.add.at(totals, codes, weights)
    if totals.dtype.kind == "f" and not np.isfinite(totals).all():
        raise ValueError(
            "The total of `X` is too large for a float. Pass `X / X.max()` instead, "
            "which has the same modularity."
        )
    return [Fraction(total) for total in totals.tolist()]
