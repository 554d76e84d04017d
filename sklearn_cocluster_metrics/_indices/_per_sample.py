"""Means over the samples: element-centric similarity and purity."""

from __future__ import annotations

import math
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from .._statistics._contingency import Tables
from .._statistics._matching import SharedParts
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, check_flag, check_option
from .._structures._partitions import as_given, check_partitions
from .._structures._weights import NO_FORM, unweighted
from ._contract import FLAG, Contract
from ._f_measures import sums_of_maxima

_MOST_COMBINED = 1 << 28  # entries in an array of 2 GiB


@overload
def element_centric_score(
    labels_true: Partition, labels_pred: Partition, *, average: Literal["mean"] = "mean"
) -> float: ...
@overload
def element_centric_score(
    labels_true: Partition, labels_pred: Partition, *, average: None
) -> NDArray[np.float64]: ...
@unweighted(NO_FORM)
def element_centric_score(
    labels_true: Partition,
    labels_pred: Partition,
    *,
    average: Literal["mean"] | None = "mean",
) -> Any:
    r"""Element-centric similarity of two clusterings or co-clusterings.

    The mean over samples of how many are with it on both sides, over the size of its
    larger cluster. With :math:`n_{ij}` samples in true cluster i and predicted cluster
    j, of sizes :math:`a_i` and :math:`b_j`,

    .. math:: \frac{1}{n} \sum_{ij} \frac{n_{ij}^2}{\max(a_i, b_j)} .

    Higher is better; 1 for equal clusterings only. Symmetric. Not corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    average : {"mean"} or None, default="mean"
        None: the value of every sample, which shows where clusterings differ.

    Returns
    -------
    score : float, or ndarray of shape (n_samples,) if ``average=None``
        Between 0 and 1. A Series if `labels_pred` is one, with its index.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths; if `average` is unknown,
        or None for co-clusterings.

    See Also
    --------
    bcubed_score : Means of shares of either cluster.

    Notes
    -----
    Without overlaps, the random walks of [1]_ lead to this form.

    Of co-clusterings, the cells are the samples. Cost for two modes: O(e log e) for e
    nonempty entries of the tables.

    References
    ----------
    .. [1] A. J. Gates, I. B. Wood, W. P. Hetrick, Y.-Y. Ahn (2019). Scientific Reports.
       :doi:`10.1038/s41598-019-44892-y`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import element_centric_score
    >>> element_centric_score([0, 0, 0, 1], [0, 0, 1, 1])
    0.541...
    """
    check_option(average, "average", ("mean", None))
    if average is not None:
        return element_centric(tables_of_labels(labels_true, labels_pred))
    true, pred = check_partitions(labels_true, labels_pred)
    if len(true) > 1:
        raise ValueError(
            "`average=None` returns the value of every sample; the samples of a "
            "co-clustering are its cells. Score the rows or the columns alone."
        )
    values = _of_samples(true[0].compressed().codes, pred[0].compressed().codes)
    return as_given(labels_pred, (values,), pred)


def _of_samples(
    true: NDArray[np.integer[Any]], pred: NDArray[np.integer[Any]]
) -> NDArray[np.float64]:
    """Return n_ij / max(a_i, b_j) of the clusters of every sample."""
    pairs = np.stack([true, pred])
    _, entry, counts = np.unique(pairs, axis=1, return_inverse=True, return_counts=True)
    sizes = np.maximum(np.bincount(true)[true], np.bincount(pred)[pred])
    return np.asarray(counts[entry.ravel()] / sizes)


def element_centric(tables: Tables) -> float:
    """Return the mean of n_ij / max(a_i, b_j) over the cells: Gates et al. (2019)."""
    # An entry of the table of the cells is a product of entries, one of every mode, and
    # so are both sizes. The larger one is a_i a'_k rather than b_j b'_l where a_i / b_j
    # is at least b'_l / a'_k: the entries of the last mode are sorted by that ratio,
    # and their sums are looked up for each combination of the others.
    *others, last = tables
    n_combined = math.prod(table.n_nonzero for table in others)
    if n_combined > _MOST_COMBINED:
        raise ValueError(
            f"The tables of {len(tables)} modes have {n_combined:.1e} combinations of "
            "nonempty entries, too many for element-centric similarity."
        )
    squares, a, b = _entries(others)
    squares_of_last, *sizes = _entries([last])
    ratios = sizes[1] / sizes[0]
    order = np.argsort(ratios)
    by_true, by_pred = (
        np.append(0.0, np.cumsum((squares_of_last / size)[order])) for size in sizes
    )
    split = np.searchsorted(ratios[order], a / b, side="right")
    of_cells = by_true[split] / a + (by_pred[-1] - by_pred[split]) / b
    n_cells = math.prod(table.n_samples for table in tables)
    return min(float((squares * of_cells).sum()) / n_cells, 1.0)


def _entries(tables: Tables) -> tuple[NDArray[np.float64], ...]:
    """Return the squares of the entries, and the sizes of both blocks of each."""
    parts = SharedParts.of_tables(tables)
    shared, true, pred = (of.astype(float) for of in (parts.shared, *parts.sizes))
    return shared**2, true, pred


@unweighted(NO_FORM)
def purity_score(
    labels_true: Partition, labels_pred: Partition, *, inverse: bool = False
) -> float:
    r"""Purity of a clustering or co-clustering.

    The fraction of samples in the commonest true cluster of their predicted cluster.
    With :math:`n_{ij}` samples in true cluster i and predicted cluster j,

    .. math:: \frac{1}{n} \sum_j \max_i n_{ij} .

    Higher is better. Not symmetric.

    .. warning::
       Purity never decreases if a cluster is split, and singletons score 1 for any
       truth; inverse purity favors few clusters. Prefer `f_measure_score` or an index
       corrected for chance.

    Parameters
    ----------
    labels_true, labels_pred : array-like, tuple of array-likes, or estimator
        Labels, or ``(row_labels, column_labels)``.
    inverse : bool, default=False
        Whether to exchange both sides.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If labels are empty, missing or of different lengths.
    TypeError
        If `inverse` is no bool.

    See Also
    --------
    f_measure_score : Best matches of clusters, both ways.
    classification_error : Clusters matched one to one.

    Notes
    -----
    The purity of cells is the product over the modes. Cost: O(n_rows + n_columns).

    References
    ----------
    .. [1] Y. Zhao, G. Karypis (2004). Machine Learning.
       :doi:`10.1023/B:MACH.0000027785.44527.d6`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import purity_score
    >>> true, pred = [0, 0, 0, 1, 1], [0, 0, 1, 1, 1]
    >>> purity_score(true, pred)
    0.8
    """
    check_flag(inverse, "inverse")
    return purity(tables_of_labels(labels_true, labels_pred), inverse)


def purity(tables: Tables, inverse: bool = False) -> float:
    """Return the fraction of samples in the largest entry of their column, or row."""
    # The largest entry of a row or column of a Kronecker product is a product of
    # largest entries.
    matched = math.prod(sums_of_maxima(table)[not inverse] for table in tables)
    return matched / math.prod(table.n_samples for table in tables)


ELEMENT_CENTRIC = Contract(
    function=element_centric_score,
    formula=element_centric,
    source="Gates, Wood, Hetrick & Ahn (2019)",
)

PURITY = Contract(
    function=purity_score,
    formula=purity,
    source="Zhao & Karypis (2004)",
    symmetric=False,
    options={"inverse": FLAG},
)
