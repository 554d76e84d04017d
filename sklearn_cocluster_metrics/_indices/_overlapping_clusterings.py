"""Omega and overlapping NMI, of clusterings that overlap and of biclusterings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .._statistics._biclusters import Overlaps
from .._statistics._cell_pairs import pair_multiplicities
from .._statistics._comparison import BiclusterComparison, compare_clusters
from .._statistics._contingency import Counts
from .._statistics._pairs import n_pairs_of_strata
from .._structures._arguments import Indicator, check_option
from .._structures._indicators import check_cluster_indicators


def omega_score(clusters_true: Indicator, clusters_pred: Indicator) -> float:
    r"""Omega index of two clusterings whose clusters may overlap.

    Two samples agree if they share equally many clusters on both sides. The fraction
    :math:`O` of the N pairs that agree is corrected for its mean :math:`E` by chance.
    With :math:`A_k` and :math:`B_k` pairs with k common clusters,

    .. math::

        \Omega = \frac{O - E}{1 - E} , \qquad E = \frac{1}{N^2} \sum_k A_k B_k .

    Higher is better; equal clusterings score 1, permuted ones 0 on average. Symmetric.
    Without overlaps it is the adjusted Rand index.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        1 where a sample is in a cluster, else 0.

    Returns
    -------
    score : float
        At most 1.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 in two dimensions, or samples differ in number.

    Warns
    -----
    UserWarning
        If there are more clusters than samples, as when transposed.

    See Also
    --------
    overlapping_nmi_score : Mutual information of overlapping clusters.
    bicluster_similarity_score : With "bicluster_omega", of biclusterings.

    Notes
    -----
    A score of 1 does not imply equal clusterings: clusters of one sample have no pairs.
    If unequal clusterings agree in every order, it is 0. Cost: nearly linear without
    overlaps on either side; else O(m^2) per true and predicted cluster that share
    samples of m different memberships.

    References
    ----------
    .. [1] L. M. Collins, C. W. Dent (1988). Multivariate Behavioral Research.
       :doi:`10.1207/s15327906mbr2302_6`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import omega_score
    >>> true = [[1, 0], [1, 0], [1, 1], [0, 1]]  # the third sample is in both
    >>> pred = [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> omega_score(true, pred)
    0.4
    """
    clusters = check_cluster_indicators(clusters_true, clusters_pred)
    return omega_of_cells(compare_clusters(*clusters))


def omega_of_cells(comparison: BiclusterComparison, null_model: str = "cells") -> float:
    """Return (O - E) / (1 - E) of pairs of cells: Collins & Dent (1988), eq. (7).

    Where all pairs agree in every order, it is chance, unless both sides are equal.
    """
    sides = [pair_multiplicities(side) for side in (comparison.true, comparison.pred)]
    n_pairs = n_pairs_of_strata(comparison.true.shape)
    for tallies in sides:
        for tally, n in zip(tallies, n_pairs, strict=True):
            tally[0] = n - sum(tally.values())
    of_true, of_pred = (sum(tallies, Counter[int]()) for tallies in sides)
    # Pairs in equally many biclusters of both sides: in some, or in none.
    pairs, cells = comparison.pair_covers, comparison.covers  # ordered; with itself
    in_both = (pairs.shared - cells.shared) // 2
    agreeing = (pairs.agreeing - cells.agreeing) // 2
    agreeing += of_true[0] + of_pred[0] + in_both - sum(n_pairs)
    strata = list(zip(*sides, n_pairs, strict=True))
    if null_model == "cells":
        strata = [(of_true, of_pred, sum(n_pairs))]
    by_chance = sum(
        Fraction(sum(count * pred[k] for k, count in true.items()), n)
        for true, pred, n in strata
        if n
    )
    room = sum(n_pairs) - by_chance
    is_equal = comparison.without_empty.overlaps.equal
    return float((agreeing - by_chance) / room) if room else float(is_equal)


def overlapping_nmi_score(
    clusters_true: Indicator,
    clusters_pred: Indicator,
    *,
    variant: Literal["max", "lfk"] = "max",
) -> float:
    r"""Normalized mutual information of clusterings whose clusters may overlap (ONMI).

    Each cluster is a binary variable. :math:`H(X_k | Y)` is what remains unknown about
    cluster k of X given the most informative cluster of Y; one closer to the complement
    of :math:`X_k` does not count. With sums over clusters,

    .. math::

        \mathrm{ONMI}_{\max} = \frac{H(X) - H(X|Y) + H(Y) - H(Y|X)}
        {2 \max(H(X), H(Y))} , \qquad
        \mathrm{ONMI}_{\mathrm{LFK}} = 1 - \frac{1}{2} \left( \overline{\frac{H(X_k|Y)}
        {H(X_k)}} + \overline{\frac{H(Y_l|X)}{H(Y_l)}} \right) .

    Higher is better; equal clusterings score 1. Symmetric. Not corrected for chance,
    and not the normalized mutual information if nothing overlaps.

    Parameters
    ----------
    clusters_true, clusters_pred : array-like or sparse, shape (n_samples, n_clusters)
        1 where a sample is in a cluster, else 0.
    variant : {"max", "lfk"}, default="max"
        "max": normalized by the larger entropy, [2]_. "lfk": as in [1]_, which is high
        if only one of several clusters is found.

    Returns
    -------
    score : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If indicators are not 0 and 1 in two dimensions, samples differ in number, or
        `variant` is unknown.

    See Also
    --------
    omega_score : Corrected for chance, from pairs of samples.
    bicluster_similarity_score : With "bicluster_onmi", of biclusterings.

    Notes
    -----
    Empty clusters are ignored. Two sides without clusters score 1, one 0. A cluster of
    all samples counts as known if the other side has it too. Cost: O(k l) for k true
    and l predicted clusters.

    References
    ----------
    .. [1] A. Lancichinetti, S. Fortunato, J. Kertész (2009). New Journal of Physics,
       appendix B. :doi:`10.1088/1367-2630/11/3/033015`
    .. [2] A. F. McDaid, D. Greene, N. Hurley (2011). arXiv:1110.2515.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import overlapping_nmi_score
    >>> true = [[1, 0], [1, 0], [1, 1], [0, 1]]  # the third sample is in both
    >>> pred = [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> overlapping_nmi_score(true, pred)
    0.655...
    """
    true, pred = check_cluster_indicators(clusters_true, clusters_pred)
    check_option(variant, "variant", ("max", "lfk"))
    return overlapping_nmi(compare_clusters(true, pred), variant)


def overlapping_nmi(comparison: BiclusterComparison, variant: str = "max") -> float:
    """Return I / max(H(X), H(Y)): McDaid, Greene & Hurley (2011), section 3.

    "lfk" is 1 - (H(X|Y) + H(Y|X)) / 2: Lancichinetti et al. (2009), (B.13), (B.14).
    """
    overlaps = comparison.without_empty.overlaps
    sides = overlaps.true, overlaps.pred
    n_alike = float(overlaps.n_true == overlaps.n_pred)
    if not overlaps.n_true or not overlaps.n_pred:
        return n_alike
    own = [_entropies(side.sizes, overlaps.n_cells) for side in sides]
    known = overlaps.best(_information, "extents")
    if variant == "lfk":
        both_have_all = all((side.sizes == overlaps.n_cells).any() for side in sides)
        shares = [
            np.divide(k, h, out=np.full(len(h), float(both_have_all)), where=h > 0)
            for k, h in zip(known, own, strict=True)
        ]
        return sum(float(share.mean()) for share in shares) / 2
    largest = max(float(h.sum()) for h in own)
    if largest == 0:  # all clusters have all samples
        return n_alike
    return min(sum(float(k.sum()) for k in known) / 2 / largest, 1.0)


def _information(overlaps: Overlaps) -> NDArray[np.float64]:
    """Return what two clusters know of each other, H(X_k) - H(X_k | Y_l): (B.8), (B.9).

    It is 0 where one is closer to the complement of the other: (B.14).
    """
    n = overlaps.n_cells
    true, pred = overlaps.true.sizes[:, None], overlaps.pred.sizes[None, :]
    shared = overlaps.shared_cells
    alike = _terms(shared, n) + _terms(n - true - (pred - shared), n)
    unlike = _terms(true - shared, n) + _terms(pred - shared, n)
    of_true, of_pred = _entropies(true, n), _entropies(pred, n)
    least = np.minimum(of_true, of_pred)
    known = np.where(alike >= unlike, of_true + of_pred - alike - unlike, 0.0)
    return np.where(overlaps.equal_pairs, least, np.clip(known, 0.0, least))


def _entropies(sizes: Counts, n: int) -> NDArray[np.float64]:
    """Return the entropies of membership in clusters of these sizes, times n."""
    return _terms(sizes, n) + _terms(n - sizes, n)


def _terms(counts: Counts, n: int) -> NDArray[np.float64]:
    """Return -w log(w / n), which is 0 at w = 0."""
    counts = counts.astype(float)
    return np.asarray(-counts * np.log(np.maximum(counts, 1) / n))
