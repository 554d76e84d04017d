"""Similarities of biclusterings, 16 of Horta and Campello (2014) and three more.

Two of these, Omega and overlapping NMI, are also for clusterings that overlap.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._laws._random_biclusters import expected_overlap
from .._statistics._biclusters import Overlaps, PairMeasure, harmonic_mean, ratio
from .._statistics._cell_pairs import MultiplicityCounts, pair_multiplicities
from .._statistics._comparison import (
    BiclusterComparison,
    compare_biclusterings,
    compare_clusters,
)
from .._statistics._contingency import Counts, widened
from .._statistics._matching import SharedParts, best_matching
from .._statistics._pairs import n_pairs_of_strata, pairs_within
from .._structures._arguments import Biclustering, Indicator, check_option
from .._structures._indicators import check_cluster_indicators
from ._contract import Contract, Option, not_adjusted, one_of
from ._microobjects import matched_cells
from ._names import SimilarityName

Floats = NDArray[np.float64]


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


def _information(overlaps: Overlaps) -> Floats:
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


def _entropies(sizes: Counts, n: int) -> Floats:
    """Return the entropies of membership in clusters of these sizes, times n."""
    return _terms(sizes, n) + _terms(n - sizes, n)


def _terms(counts: Counts, n: int) -> Floats:
    """Return -w log(w / n), which is 0 at w = 0."""
    counts = counts.astype(float)
    return np.asarray(-counts * np.log(np.maximum(counts, 1) / n))


def bicluster_similarity_score(
    biclusters_true: Biclustering,
    biclusters_pred: Biclustering,
    *,
    metric: SimilarityName = "bicluster_ce",
    null_model: Literal["product"] | None = None,
) -> float:
    r"""One of 19 similarities of biclusterings, by name.

    The measures of [1]_, and three more. B denotes the predicted biclusters, A the true
    ones, k and q their numbers, N and M how many of B and of A contain a cell, J and D
    the Jaccard and the Dice index.

    ========================== =========================================================
    bicluster_prelic_relevance geometric mean of two means over B: of the best J of
                               rows, and of the best J of columns
    bicluster_prelic_recovery  the same with means over A
    bicluster_rnia             sum of min(N, M) / sum of max(N, M), over the cells
    bicluster_ce               cells shared by biclusters matched one to one / sum of
                               max(N, M)
    bicluster_liu_wang         mean over B of the best J of rows and columns taken
                               together
    bicluster_santamaria       mean over B of the best D of cells
    bicluster_weighted_jaccard mean over B of the best J of cells, weighted by size
    bicluster_weighted_dice    mean over B of the best D of cells, weighted by size
    bicluster_consensus        best one-to-one sum of J of cells / max(k, q)
    bicluster_bozdag_u         fraction of the cells covered by A that B covers
    bicluster_bozdag_e         fraction of the cells covered by B that A covers
    bicluster_ayadi            mean over B of the best product of J of rows and J of
                               columns
    bicluster_eren_relevance   mean over B of the best J of cells
    bicluster_eren_recovery    mean over A of the best J of cells
    bicluster_csi              Campello soft index: agreements / (agreements +
                               differences) of the numbers of biclusters that contain a
                               pair of cells
    bicluster_extended_bcubed  harmonic mean of extended BCubed precision and recall of
                               cells
    bicluster_eren_f1          harmonic mean of eren_relevance and eren_recovery
    bicluster_omega            `omega_score` of all cells of the matrix
    bicluster_onmi             `overlapping_nmi_score` of all cells of the matrix
    ========================== =========================================================

    Higher is better; equal biclusterings score 1. Symmetric: rnia, ce, consensus, csi,
    extended_bcubed, eren_f1, omega, onmi.

    Parameters
    ----------
    biclusters_true, biclusters_pred : tuple of array-likes, or estimator
        Indicators (n_biclusters, n_rows), (n_biclusters, n_columns), dense or sparse.
    metric : str, default="bicluster_ce"
        One of the names above.
    null_model : {None, "product"}, default=None
        None: as published, omega corrected for permuted cells. "product": csi, omega or
        rnia, adjusted to mean exactly 0 over independent permutations of rows and
        columns; on checkerboards, csi and omega are then `cari_score` with this null
        model.

    Returns
    -------
    score : float
        Between 0 and 1; omega and adjusted values between -1 and 1.

    Raises
    ------
    ValueError
        If `metric` or `null_model` is unknown, the index has no adjusted form,
        indicators are not 0 and 1 or differ in shape.

    See Also
    --------
    clustering_error : One minus "bicluster_ce".
    sklearn.metrics.consensus_score : "bicluster_consensus", for nonempty biclusters.

    Notes
    -----
    Two sides without biclusters score 1; one side without cells scores 0. A bicluster
    without cells scores 0 against every other; rnia, ce, weighted_jaccard,
    weighted_dice, bozdag_u, bozdag_e, csi, extended_bcubed, omega and onmi ignore it.

    Only ce and consensus are below 1 for all unequal biclusterings. csi and
    extended_bcubed treat an uncovered cell as a cluster of its own; with small
    biclusters, these dominate extended_bcubed.

    With ``null_model="product"``, the agreement a of csi, or the sum of min(N, M) of
    rnia, is adjusted. Its best value is half of what both sides add up to, C:

    .. math:: \frac{a - E[a]}{C / 2 - E[a]} .

    If every permutation is best, unequal sides score 0.

    Cost: one matrix product per mode, and a linear assignment for ce and consensus; for
    csi, omega and extended_bcubed of overlapping biclusters, as `mocice_bcubed_score`.

    References
    ----------
    .. [1] D. Horta, R. J. G. B. Campello (2014). IEEE/ACM Transactions on Computational
       Biology and Bioinformatics. :doi:`10.1109/TCBB.2014.2325016`

    The :ref:`references <further_references>` list the sources.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import bicluster_similarity_score
    >>> true = [[1, 1, 1, 1]], [[1, 1]]
    >>> pred = [[1, 1, 1, 0], [0, 0, 0, 1]], [[1, 1], [1, 1]]  # split into two parts
    >>> bicluster_similarity_score(true, pred, metric="bicluster_consensus")
    0.375
    """
    check_option(metric, "metric", SIMILARITIES)
    BICLUSTER_SIMILARITY[metric].options["null_model"].check(null_model, "null_model")
    comparison = compare_biclusterings(biclusters_true, biclusters_pred)
    return bicluster_similarity(comparison, metric, null_model)


def agreement_of_pairs(comparison: BiclusterComparison) -> tuple[int, int]:
    """Return a and 2 a + d, the sum of what both sides count."""
    # Only the minima, a, are counted: a + d is the sum of the maxima, because ``min(s,
    # t) + |s - t| == max(s, t)``, and min and max add up to ``s + t``.
    overlaps, covers = comparison.overlaps, comparison.covers
    in_true, in_pred = map(pairs_within, (overlaps.true.sizes, overlaps.pred.sizes))
    in_both = (comparison.pair_covers.shared_repeated - covers.shared_repeated) // 2
    spare_true, spare_pred = spare_memberships(covers)
    # Each cell is in n - 1 pairs and adds its own term to all of them.
    partners = overlaps.n_cells - 1
    spare_both = partners * covers.total(np.minimum(spare_true, spare_pred))
    spare = partners * covers.total(spare_true + spare_pred)
    return in_both + spare_both, in_true + in_pred + spare


def spare_memberships(covers: MultiplicityCounts) -> list[NDArray[np.int64]]:
    """Return max(N, 1) - 1 and max(M, 1) - 1 of the cells of each group."""
    # A cell in no bicluster is a cluster of its own, so one membership is never spare.
    sides = covers.true_multiplicity, covers.pred_multiplicity
    return [np.maximum(side, 1) - 1 for side in sides]


def bcubed_of_cells(comparison: BiclusterComparison) -> tuple[float, float]:
    """Extended BCubed precision and recall: means over cells and their neighbors."""
    x = comparison.neighbor_sums()
    # A cell that no bicluster of the other side contains agrees with itself alone.
    in_pred = x.precision + np.where(x.true == 0, ratio(1, x.pred), 0)
    in_true = x.recall + np.where(x.pred == 0, ratio(1, x.true), 0)
    precision = float((x.counts * ratio(in_pred, x.pred_neighbors)).sum())
    recall = float((x.counts * ratio(in_true, x.true_neighbors)).sum())
    covers, n_cells = comparison.covers, comparison.overlaps.n_cells
    # A singleton is its own only neighbor, on the other side too. Rounding may make the
    # sums of fractions exceed the number of cells.
    precision = (precision + n_cells - covers.pred) / n_cells
    recall = (recall + n_cells - covers.true) / n_cells
    return min(precision, 1.0), min(recall, 1.0)


def adjusted_csi(comparison: BiclusterComparison) -> float:
    """(a - E[a]) / (C / 2 - E[a]) with C = 2 a + d, the sum of both sides' counts."""
    # The mean of a is, by strata, the sum of the minima of the numbers of biclusters
    # that contain a pair; and of every cell, in each of its n - 1 pairs, the minimum of
    # its spare memberships.
    sides = map(pair_multiplicities, (comparison.true, comparison.pred))
    strata = zip(*sides, n_pairs_of_strata(comparison.true.shape), strict=True)
    covers, partners = comparison.covers, comparison.true.n_cells - 1
    expected = partners * _expected_in_cells(covers, *spare_memberships(covers))
    expected += sum(expected_overlap(*stratum) for stratum in strata)
    return _adjusted(*agreement_of_pairs(comparison), expected)


def adjusted_rnia(comparison: BiclusterComparison) -> float:
    """(s - E[s]) / (C / 2 - E[s]) with s = sum of min(N, M), C = sum of N + M."""
    covers = comparison.covers
    total = covers.shared_repeated + covers.united_repeated
    sides = covers.true_multiplicity, covers.pred_multiplicity
    expected = _expected_in_cells(covers, *sides)
    return _adjusted(covers.shared_repeated, total, expected)


def _expected_in_cells(
    covers: MultiplicityCounts, true: NDArray[np.int64], pred: NDArray[np.int64]
) -> Fraction:
    """Return the mean of the sum over cells of the minimum of two numbers."""
    by_value: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    for values, tally in zip((true, pred), by_value, strict=True):
        for value, count in zip(values.tolist(), covers.counts, strict=True):
            tally[value] += count
    return expected_overlap(*by_value, sum(covers.counts))


def _adjusted(agreement: int, total: int, expected: Fraction) -> float:
    """Adjust an agreement; where every permutation has the best one, it is chance."""
    room = Fraction(total, 2) - expected
    return float((agreement - expected) / room) if room else 0.0


Similarity = Callable[[BiclusterComparison], float]

_SYMMETRIC = {
    *("bicluster_rnia", "bicluster_ce", "bicluster_csi", "bicluster_extended_bcubed"),
    *("bicluster_consensus", "bicluster_eren_f1", "bicluster_omega", "bicluster_onmi"),
}

_IGNORE_EMPTY = {
    *("bicluster_rnia", "bicluster_ce", "bicluster_csi", "bicluster_extended_bcubed"),
    *("bicluster_weighted_jaccard", "bicluster_weighted_dice", "bicluster_omega"),
    *("bicluster_bozdag_u", "bicluster_bozdag_e", "bicluster_onmi"),
}
"""Indices that ignore biclusters without cells."""

_ADJUSTED: dict[str, Similarity] = {
    "bicluster_rnia": adjusted_rnia,
    "bicluster_csi": adjusted_csi,
    "bicluster_omega": partial(omega_of_cells, null_model="product"),
}
"""Forms whose mean under the null model "product" is 0."""


def bicluster_similarity(
    comparison: BiclusterComparison, metric: str, null_model: str | None = None
) -> float:
    """Similarity by its name; 1 for equal biclusterings, 0 if one has no cells."""
    if metric in _IGNORE_EMPTY:
        comparison = comparison.without_empty
    overlaps = comparison.overlaps
    if overlaps.equal:
        return 1.0
    if not overlaps.true.sizes.any() or not overlaps.pred.sizes.any():
        return 0.0
    similarities = SIMILARITIES if null_model is None else _ADJUSTED
    return similarities[metric](comparison)


def _liu_wang(comparison: BiclusterComparison) -> float:
    """Mean best Jaccard index of rows and columns taken together, over B."""
    jaccard = partial(_jaccard_of_sets, modes=("rows", "columns"))
    return float(comparison.overlaps.best(jaccard, "sets")[1].mean())


def _consensus(comparison: BiclusterComparison) -> float:
    """Best one-to-one sum of Jaccard indices of cells over max(k, q)."""
    overlaps = comparison.overlaps
    jaccard = SharedParts.of_biclusters(overlaps).values("jaccard")
    matched = jaccard[best_matching(overlaps, jaccard)]
    return math.fsum(matched.tolist()) / max(overlaps.n_true, overlaps.n_pred)


def _jaccard_of_rows_and_columns(block: Overlaps) -> Floats:
    """Product of the Jaccard indices of rows and of columns."""
    true, pred = block.true, block.pred
    united_rows = true.n_rows[:, None] + pred.n_rows - block.shared_rows
    united_columns = true.n_columns[:, None] + pred.n_columns - block.shared_columns
    united = widened(united_rows, block.n_cells) * united_columns
    return ratio(block.shared_cells, united)


def _csi(comparison: BiclusterComparison) -> float:
    """Campello soft index, a / (a + d), over the pairs of cells."""
    # If a + d is 0, the matrix has one cell, or every bicluster has at most one cell
    # and none is repeated: all cells are then singletons on both sides, and the index
    # is 1.
    agreement, total = agreement_of_pairs(comparison)
    union = total - agreement
    return agreement / union if union else 1.0


_jaccard, _dice = attrgetter("jaccard"), attrgetter("dice")


def _mean_best(overlaps: Overlaps, values: PairMeasure) -> float:
    """Mean over B of the best over A."""
    return float(overlaps.best(values)[1].mean())


def _weighted_best(overlaps: Overlaps, values: PairMeasure) -> float:
    """Mean over B of the best over A, weighted by the sizes of B."""
    sizes = overlaps.pred.sizes.astype(float)
    return float(sizes @ overlaps.best(values)[1] / sizes.sum())


def _eren_f1(comparison: BiclusterComparison) -> float:
    """Harmonic mean of the mean best Jaccard indices over A and over B."""
    over_true, over_pred = comparison.overlaps.best(_jaccard)
    return harmonic_mean(float(over_true.mean()), float(over_pred.mean()))


def _prelic(overlaps: Overlaps) -> tuple[float, float]:
    """Mean best Jaccard indices of rows and of columns: over A, and over B."""
    best_rows, best_columns = (
        overlaps.best(partial(_jaccard_of_sets, modes=(mode,)), "sets")
        for mode in ("rows", "columns")
    )
    over_true, over_pred = (
        math.sqrt(float(rows.mean()) * float(columns.mean()))
        for rows, columns in zip(best_rows, best_columns, strict=True)
    )
    return over_true, over_pred


def _jaccard_of_sets(overlaps: Overlaps, modes: tuple[str, ...]) -> Floats:
    """Jaccard index of rows, columns or both; 0 if a bicluster has no cells."""
    sides = overlaps.true, overlaps.pred
    shared = sum(getattr(overlaps, f"shared_{mode}") for mode in modes)
    true, pred = (sum(getattr(side, f"n_{mode}") for mode in modes) for side in sides)
    some = (overlaps.true.sizes > 0)[:, None] & (overlaps.pred.sizes > 0)
    return ratio(np.where(some, shared, 0), true[:, None] + pred - shared)


SIMILARITIES: dict[str, Similarity] = {
    "bicluster_prelic_relevance": lambda c: _prelic(c.overlaps)[1],
    "bicluster_prelic_recovery": lambda c: _prelic(c.overlaps)[0],
    "bicluster_rnia": lambda c: c.covers.shared_repeated / c.covers.united_repeated,
    "bicluster_ce": lambda c: matched_cells(c.overlaps) / c.covers.united_repeated,
    "bicluster_liu_wang": _liu_wang,
    "bicluster_santamaria": lambda c: _mean_best(c.overlaps, _dice),
    "bicluster_weighted_jaccard": lambda c: _weighted_best(c.overlaps, _jaccard),
    "bicluster_weighted_dice": lambda c: _weighted_best(c.overlaps, _dice),
    "bicluster_consensus": _consensus,
    "bicluster_bozdag_u": lambda c: c.covers.shared / c.covers.true,
    "bicluster_bozdag_e": lambda c: c.covers.shared / c.covers.pred,
    "bicluster_ayadi": lambda c: _mean_best(c.overlaps, _jaccard_of_rows_and_columns),
    "bicluster_eren_relevance": lambda c: _mean_best(c.overlaps, _jaccard),
    "bicluster_eren_recovery": lambda c: _mean_best(Overlaps(c.pred, c.true), _jaccard),
    "bicluster_csi": _csi,
    "bicluster_extended_bcubed": lambda c: harmonic_mean(*bcubed_of_cells(c)),
    "bicluster_eren_f1": _eren_f1,
    "bicluster_omega": omega_of_cells,
    "bicluster_onmi": overlapping_nmi,
}
"""The similarities, of biclusterings that differ and both have cells.

They are in the order of the paper's tables; the last three are not among them.
"""


def _null_models(metric: str) -> Option:
    """Return what null models an index takes, or why it takes none."""
    if metric in _ADJUSTED:
        return one_of(None, "product")
    return not_adjusted(
        f"the mean of {metric!r} over random biclusterings has no closed form. Use "
        "'bicluster_csi', 'bicluster_omega' or 'bicluster_rnia'."
    )


_PROMISES: dict[str, dict[str, Any]] = {
    "bicluster_eren_f1": {"source": "Eren et al. (2013)"},
    "bicluster_omega": {
        "source": "Collins & Dent (1988), equation (7), of the cells",
        "lower": -1.0,
        "chance_level": 0.0,
        "chance_is_exact_under": ("cells",),
    },
    "bicluster_onmi": {
        "source": "McDaid, Greene & Hurley (2011), section 3, of the cells"
    },
}
"""Contracts of the indices that the paper does not have."""


BICLUSTER_SIMILARITY = {
    metric: Contract(
        name=metric,
        function=bicluster_similarity_score,
        formula=bicluster_similarity,
        structure="biclustering",
        symmetric=metric in _SYMMETRIC,
        options={"null_model": _null_models(metric)},
        fixed={"metric": metric},
        **{"source": "Horta & Campello (2014)", **_PROMISES.get(metric, {})},
    )
    for metric in SIMILARITIES
}
"""Contracts by the name of the index."""

ADJUSTED_BICLUSTER_SIMILARITY = {
    metric: replace(
        BICLUSTER_SIMILARITY[metric],
        name=f"adjusted_{metric}",
        source=f"this package; {BICLUSTER_SIMILARITY[metric].source}",
        lower=-1.0,
        chance_level=0.0,
        chance_is_exact_under=("product",),
        options={},
        fixed={"metric": metric, "null_model": "product"},
    )
    for metric in _ADJUSTED
}
"""Contracts of those that have an exact adjustment."""
