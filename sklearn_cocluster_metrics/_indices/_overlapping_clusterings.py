"""Clusterings whose clusters may overlap: Omega and overlapping NMI."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._structures._arguments import Indicator, check_option
from .._structures._indicators import check_cluster_indicators

_ROWS_AT_ONCE = 1 << 22  # products of memberships of two samples, in one array


def omega_score(clusters_true: Indicator, clusters_pred: Indicator) -> float:
    r"""Omega index of two clusterings whose clusters may overlap.

    Two samples agree if they have equally many clusters in common on both sides. Omega
    is the fraction :math:`O` of pairs of samples that agree, corrected for its mean
    :math:`E` by chance. With :math:`A_k` and :math:`B_k`, the numbers of pairs with k
    common clusters, and :math:`N` pairs,

    .. math::

        \Omega = \frac{O - E}{1 - E} , \qquad E = \frac{1}{N^2} \sum_k A_k B_k .

    Higher is better. At most 1, reached by equal clusterings; 0 is the level of chance
    if the samples are permuted. Symmetric. Without overlaps it is the adjusted Rand
    index.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_clusters, n_samples)
        1 where a cluster contains a sample, else 0.

    Returns
    -------
    score : float
        At most 1, without unit.

    Raises
    ------
    ValueError
        If an indicator is not 0 and 1 in two dimensions, or the numbers of samples
        differ.
    TypeError
        If an indicator is not an array-like of bools or numbers.

    See Also
    --------
    cari_score : The adjusted Rand index, without overlaps.
    overlapping_nmi_score : Mutual information of overlapping clusters.
    cice_bcubed_score : Precision and recall of overlapping clusters.

    Notes
    -----
    A pair that has one common cluster on one side and two on the other agrees no more
    than a pair with none and five. A score of 1 does not imply equal clusterings:
    clusters of one sample have no pairs. Counts are exact. Cost: O(c^2) time for c
    different memberships.

    References
    ----------
    .. [1] L. M. Collins, C. W. Dent (1988). Omega: a general formulation of the Rand
       index of cluster recovery suitable for non-disjoint solutions. Multivariate
       Behavioral Research, 23, 231-242. :doi:`10.1207/s15327906mbr2302_6`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import omega_score
    >>> true = [[1, 1, 1, 0], [0, 0, 1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]]
    >>> omega_score(true, pred)  # O = 4 / 6, E = 16 / 36
    0.4
    """
    true, pred = check_cluster_indicators(clusters_true, clusters_pred)
    return omega(pairs_by_common_clusters(true, pred))


def omega(pairs: dict[tuple[int, int], int]) -> float:
    """Return (O - E) / (1 - E): Collins & Dent (1988), equation (7)."""
    n_pairs = sum(pairs.values())
    agreeing = sum(count for (k, m), count in pairs.items() if k == m)
    if agreeing == n_pairs:
        return 1.0
    of_true, of_pred = Counter[int](), Counter[int]()
    for (k, m), count in pairs.items():
        of_true[k] += count
        of_pred[m] += count
    by_chance = sum(count * of_pred[k] for k, count in of_true.items())
    return (agreeing * n_pairs - by_chance) / (n_pairs**2 - by_chance)


def pairs_by_common_clusters(
    true: NDArray[np.int64], pred: NDArray[np.int64]
) -> dict[tuple[int, int], int]:
    """Count the pairs of samples by their numbers of common clusters on both sides."""
    memberships, sizes = np.unique(np.vstack([true, pred]), axis=1, return_counts=True)
    true, pred = memberships[: len(true)], memberships[len(true) :]
    n_pred_counts = len(pred) + 1
    ordered = np.zeros((len(true) + 1) * n_pred_counts, dtype=np.int64)
    step = max(_ROWS_AT_ONCE // len(sizes), 1)
    for start in range(0, len(sizes), step):
        block = slice(start, start + step)
        common = (true[:, block].T @ true) * n_pred_counts + pred[:, block].T @ pred
        np.add.at(ordered, common, np.multiply.outer(sizes[block], sizes))
    itself = true.sum(axis=0) * n_pred_counts + pred.sum(axis=0)
    np.subtract.at(ordered, itself, sizes)
    return {
        divmod(int(code), n_pred_counts): int(ordered[code]) // 2
        for code in np.flatnonzero(ordered)
    }


def overlapping_nmi_score(
    clusters_true: Indicator,
    clusters_pred: Indicator,
    *,
    variant: Literal["max", "lfk"] = "max",
) -> float:
    r"""Normalized mutual information of clusterings whose clusters may overlap (ONMI).

    Each cluster is a binary variable: whether a sample belongs to it. :math:`H(X_k |
    Y)` is what remains unknown about cluster k of X if the most informative cluster of
    Y is known; a cluster of Y that is closer to the complement of :math:`X_k` than to
    :math:`X_k` does not count. With sums over the clusters of both sides,

    .. math::

        \mathrm{ONMI}_{\max} = \frac{H(X) - H(X|Y) + H(Y) - H(Y|X)}
        {2 \max(H(X), H(Y))} , \qquad
        \mathrm{ONMI}_{\mathrm{LFK}} = 1 - \frac{1}{2} \left( \overline{\frac{H(X_k|Y)}
        {H(X_k)}} + \overline{\frac{H(Y_l|X)}{H(Y_l)}} \right) .

    Higher is better. Between 0 and 1; equal clusterings score 1. Symmetric. Not
    corrected for chance, and not the normalized mutual information where clusters do
    not overlap.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_clusters, n_samples)
        1 where a cluster contains a sample, else 0.
    variant : {"max", "lfk"}, default="max"
        "max": normalized by the larger entropy, [2]_. "lfk": the mean of normalized
        conditional entropies, [1]_, which is greater than one expects if only one
        cluster of several is found.

    Returns
    -------
    score : float
        Between 0 and 1, without unit.

    Raises
    ------
    ValueError
        If an indicator is not 0 and 1 in two dimensions, or the numbers of samples
        differ; if `variant` is unknown.
    TypeError
        If an indicator is not an array-like of bools or numbers.

    See Also
    --------
    omega_score : Corrected for chance, from pairs of samples.
    conmi_score : Normalized mutual information, without overlaps.

    Notes
    -----
    Empty clusters are ignored. Two sides without clusters score 1, one 0. A cluster of
    all samples has no entropy: it counts as known if the other side has it too. Cost:
    O(k l) for k true and l predicted clusters, beside their intersections.

    References
    ----------
    .. [1] A. Lancichinetti, S. Fortunato, J. Kertész (2009). Detecting the overlapping
       and hierarchical community structure in complex networks. New Journal of Physics,
       11, 033015, appendix B. :doi:`10.1088/1367-2630/11/3/033015`
    .. [2] A. F. McDaid, D. Greene, N. Hurley (2011). Normalized mutual information to
       evaluate overlapping community finding algorithms. arXiv:1110.2515.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import overlapping_nmi_score
    >>> true = [[1, 1, 1, 0], [0, 0, 1, 1]]
    >>> pred = [[1, 1, 0, 0], [0, 0, 1, 1]]
    >>> overlapping_nmi_score(true, pred)
    0.655...
    >>> overlapping_nmi_score(true, pred, variant="lfk")
    0.673...
    """
    true, pred = check_cluster_indicators(clusters_true, clusters_pred)
    check_option(variant, "variant", ("max", "lfk"))
    sides = [side[side.any(axis=1)] for side in (true, pred)]
    if not all(map(len, sides)):
        return float(len(sides[0]) == len(sides[1]))
    shared = sides[0] @ sides[1].T
    true_sizes, pred_sizes = (side.sum(axis=1) for side in sides)
    n = true.shape[1]
    of_true = entropies_of_clusters(shared, true_sizes, pred_sizes, n)
    of_pred = entropies_of_clusters(shared.T, pred_sizes, true_sizes, n)
    formula = onmi_max if variant == "max" else onmi_lfk
    return formula(of_true, of_pred)


Entropies = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


def onmi_max(true: Entropies, pred: Entropies) -> float:
    """Return I / max(H(X), H(Y)): McDaid, Greene & Hurley (2011), section 3."""
    known = sum((own - left).sum() for own, left, _ in (true, pred)) / 2
    largest = max(own.sum() for own, *_ in (true, pred))
    if largest == 0:  # all clusters have all samples
        return float(len(true[0]) == len(pred[0]))
    return float(min(known / largest, 1.0))


def onmi_lfk(true: Entropies, pred: Entropies) -> float:
    """Return 1 - (H(X|Y) + H(Y|X)) / 2: Lancichinetti et al. (2009), (B.13), (B.14)."""
    shares = [
        np.divide(left, own, out=(~found).astype(float), where=own > 0).mean()
        for own, left, found in (true, pred)
    ]
    return float(1 - sum(shares) / 2)


def entropies_of_clusters(
    shared: NDArray[np.int64],
    sizes: NDArray[np.int64],
    other_sizes: NDArray[np.int64],
    n_samples: int,
) -> Entropies:
    """Return H(X_k), H(X_k | Y), and whether Y has X_k: (B.8) to (B.12)."""
    rows, columns = sizes[:, None], other_sizes[None, :]
    only_row, only_column = rows - shared, columns - shared
    neither = n_samples - rows - only_column
    alike = _terms(shared, n_samples) + _terms(neither, n_samples)
    unlike = _terms(only_row, n_samples) + _terms(only_column, n_samples)
    own = _terms(sizes, n_samples) + _terms(n_samples - sizes, n_samples)
    other = _terms(other_sizes, n_samples) + _terms(n_samples - other_sizes, n_samples)
    left = np.where(alike >= unlike, alike + unlike - other, own[:, None])
    found = ((only_row == 0) & (only_column == 0)).any(axis=1)
    left = np.where(found, 0.0, np.clip(left.min(axis=1), 0, own))
    return own, left, found


def _terms(counts: NDArray[np.int64], n_samples: int) -> NDArray[np.float64]:
    """Return -w log(w / n), which is 0 at w = 0."""
    shares = np.maximum(counts, 1) / n_samples
    return np.where(counts > 0, -counts * np.log(shares), 0.0)
