"""Bipartite modularity: a criterion of data and labels alone, without a truth."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.utils import check_array

from .._statistics._matching import best_pairs
from .._structures._arguments import (
    Coclustering,
    Estimator,
    as_array,
    check_flag,
    is_estimator,
)
from .._structures._estimators import COCLUSTERING
from .._structures._labels import check_labels, merge_labels
from .._structures._messages import warn_caller
from .._structures._partitions import check_coclustering
from ._alignment import check_fitted_on
from ._fits import fitted_labels_of, is_frame, refuse_masks_and_texts

_LARGEST_INTEGER = np.iinfo(np.int64).max
_MATTERS = 0.01  # of modularity: less is no reason for a warning
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
        modes, kept = fitted_labels_of(
            coclustering, X if is_frame(X) else data, name="coclustering"
        )
        rows, columns = map(check_labels, modes, COCLUSTERING)
        if kept is not None:
            data = data[:, kept]
    else:
        rows, columns = check_coclustering(coclustering, "coclustering", X)
    shape = len(rows), len(columns)
    if data.shape != shape:
        raise ValueError(f"`coclustering` has shape {shape}, `X` has {data.shape}.")
    names, codes = merge_labels(rows.labels(), columns.labels())
    score = _modularity(data, *codes, len(names))
    n_pairs = math.prod(len(np.unique(side)) for side in codes)
    greatest = score
    if match or n_pairs <= _MOST_PAIRS:
        best = _relabelled(data, *codes)
        greatest = _modularity(data, codes[0], best, 2 * len(names))
    if match:
        return greatest
    if not np.isin(*codes).any():
        raise ValueError(
            "Rows and columns of `coclustering` share no label; pass `match=True`."
        )
    if greatest > score + _MATTERS:
        warn_caller(
            "Row and column clusters with the same label do not belong together: "
            "paired otherwise, they have a higher modularity. Pass `match=True`."
        )
    return score


def modularity_of_fit(
    estimator: Any, X: Any, y: Any = None, match: bool = False
) -> float:
    """Score an estimator on the data that it was fitted on; `y` is ignored."""
    check_fitted_on(estimator, X)
    return modularity_score(X, estimator, match=match)


def _as_counts(X: Any) -> Any:
    """Return non-negative, finite data as CSR without duplicates, entries in order."""
    data = X if sparse.issparse(X) and X.ndim == 2 else as_array(X, "X", "a matrix")
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


def _relabelled(
    data: Any, rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Give column clusters the labels of the row clusters that suit them best.

    A pair that would lower the score stays apart, by labels that no row has.
    """
    (of_rows, one), (of_columns, other) = (
        np.unique(codes, return_inverse=True) for codes in (rows, columns)
    )
    places = np.repeat(one, np.diff(data.indptr)), other[data.indices]
    shape = len(of_rows), len(of_columns)
    weights = data.data.astype(np.float64)
    sums = sparse.coo_array((weights, places), shape=shape).tocsr().tocoo()
    shares = sums.data / max(sums.sum(), np.finfo(float).tiny)
    r, c = (
        np.bincount(side, shares, n)
        for side, n in zip((sums.row, sums.col), shape, strict=True)
    )
    # Communities without an entry in common gain nothing.
    gains = shares - r[sums.row] * c[sums.col]
    row, column, gains = (found[gains > 0] for found in (sums.row, sums.col, gains))
    pairs = best_pairs(row, column, gains)
    labels = np.arange(len(of_columns)) + max(rows.max(), columns.max()) + 1
    labels[column[pairs]] = of_rows[row[pairs]]
    return np.asarray(labels[other])


def _modularity(
    data: Any,
    row_codes: NDArray[np.intp],
    column_codes: NDArray[np.intp],
    n_labels: int,
) -> float:
    """Compute [1]_'s modularity, summed over the communities, and divide once."""
    one = np.repeat(row_codes, np.diff(data.indptr))
    other = column_codes[data.indices]
    weights = data.data
    if weights.dtype.kind == "f":
        weights = weights.astype(np.float64)
    else:  # exact: sums past int64 are Python's own integers
        fits = int(weights.max(initial=0)) * weights.size <= _LARGEST_INTEGER
        weights = weights.astype(np.int64 if fits else object)
    inside = one == other
    r = _totals(one, weights, n_labels)
    c = _totals(other, weights, n_labels)
    (within,) = _totals(np.zeros_like(one[inside]), weights[inside], 1)
    m = sum(r)
    if m == 0:
        raise ValueError("`X` is all zero; its modularity is not defined.")
    expected = sum(r_k * c_k for r_k, c_k in zip(r, c, strict=True))
    return float((m * within - expected) / m**2)


def _totals(
    codes: NDArray[np.intp], weights: NDArray[Any], n_labels: int
) -> list[Fraction]:
    """Sum the weights of each label, as fractions, which are not rounded any more."""
    totals = np.zeros(n_labels, dtype=weights.dtype)
    # One after the other, in the order of the rows: the same sums for any format.
    with np.errstate(over="ignore"):  # refused below
        np.add.at(totals, codes, weights)
    if totals.dtype.kind == "f" and not np.isfinite(totals).all():
        raise ValueError("The total of `X` is too large for a float; rescale `X`.")
    return [Fraction(total) for total in totals.tolist()]
