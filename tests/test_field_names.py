"""Names of the literature: each is the index that `doc/coming_from.rst` says it is.

Every measure is written here from its own definition, by brute force.
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from biclusters_oracles import cells, indicators, pairs_of_biclusterings
from hypothesis import assume, given
from sklearn.metrics import v_measure_score
from strategies import clustering_pairs, cocluster_pairs

from sklearn_cocluster_metrics import (
    bicluster_recall_score,
    bicluster_similarity_score,
    cari_score,
    classification_error,
    clustering_error,
    conmi_score,
    enmi_score,
    get_scorer,
    make_bicluster_scorer,
    make_cocluster_scorer,
    nce_score,
    pair_counting_score,
    purity_score,
    rnia_distance,
)

RNG = np.random.default_rng(0)


def random_sets(n_sets, length):
    """Sets of so many things, none of them empty, as an indicator."""
    sets = RNG.random((n_sets, length)) < 0.5
    sets[np.arange(n_sets), RNG.integers(length, size=n_sets)] = True
    return sets


def random_side():
    """Biclusters of a 5 x 4 matrix, each with cells: as indicators and as sets."""
    n_biclusters = RNG.integers(1, 4)
    rows, columns = random_sets(n_biclusters, 5), random_sets(n_biclusters, 4)
    pairs = [
        (frozenset(np.flatnonzero(r)), frozenset(np.flatnonzero(c)))
        for r, c in zip(rows, columns, strict=True)
    ]
    return (rows, columns), pairs


DRAWN = [(random_side(), random_side()) for _ in range(200)]
LABELS = [
    (a, b)
    for a, b in RNG.integers(3, size=(300, 2, 7)).tolist()
    if len(set(a)) > 1 and len(set(b)) > 1
]


def close(value, expected):
    return value == pytest.approx(float(expected), abs=1e-12)


def clusters(labels):
    """The clusters as sets of positions."""
    return [{i for i, x in enumerate(labels) if x == label} for label in set(labels)]


def accuracy(true, pred):
    """Share of samples in matched clusters, over all matchings."""
    rows, columns = clusters(true), clusters(pred)
    if len(rows) > len(columns):
        rows, columns = columns, rows
    matched = max(
        sum(len(a & b) for a, b in zip(rows, order, strict=False))
        for order in permutations(columns, len(rows))
    )
    return Fraction(matched, len(true))


def together(labels):
    """Whether each pair of samples is in one cluster."""
    return [x == y for x, y in combinations(labels, 2)]


@given(pair=clustering_pairs(max_items=6))
def test_accuracy_is_one_minus_the_classification_error(pair):
    assert close(1 - classification_error(*pair), accuracy(*pair))


@given(pair=cocluster_pairs())
def test_cce_of_lomet_is_the_classification_error(pair):
    rows, columns = (1 - accuracy(*sides) for sides in zip(*pair, strict=True))
    assert close(classification_error(*pair), rows + columns - rows * columns)


@given(pair=clustering_pairs(max_items=6))
def test_npa_is_nce_of_clusterings(pair):
    k = max(len(set(side)) for side in pair)
    assume(k > 1)
    npa = (accuracy(*pair) - Fraction(1, k)) / (1 - Fraction(1, k))
    assert close(nce_score(*pair), npa)


@given(pair=cocluster_pairs())
def test_nce_divides_cce_by_its_bound(pair):
    blocks = math.prod(
        max(map(len, map(set, sides))) for sides in zip(*pair, strict=True)
    )
    assume(blocks > 1)
    error = classification_error(*pair)
    assert close(nce_score(*pair), 1 - error / (1 - 1 / blocks))


@given(pair=clustering_pairs())
def test_cer_is_the_normalized_mirkin_distance(pair):
    assume(len(pair[0]) > 1)
    differ = [x != y for x, y in zip(*map(together, pair), strict=True)]
    cer = Fraction(sum(differ), len(differ))
    assert close(pair_counting_score(*pair, metric="normalized_mirkin"), cer)
    assert close(1 - pair_counting_score(*pair, metric="rand"), cer)


@pytest.mark.parametrize("index", ["wallace1", "wallace2", "fowlkes_mallows"])
def test_adjusted_wallace_and_fowlkes_mallows_are_the_product_null(index):
    for true, pred in LABELS:
        in_true, in_pred = together(true), together(pred)
        n11 = sum(x and y for x, y in zip(in_true, in_pred, strict=True))
        scale = {
            "wallace1": sum(in_true),
            "wallace2": sum(in_pred),
            "fowlkes_mallows": math.sqrt(sum(in_true) * sum(in_pred)),
        }[index]
        value, mean = n11 / scale, sum(in_true) * sum(in_pred) / len(in_true) / scale
        found = pair_counting_score(true, pred, metric=index, null_model="product")
        assert close(found, (value - mean) / (1 - mean))


def nmi(true, pred):
    """Mutual information over the larger entropy."""
    n = len(true)
    of_true, of_pred = sides = Counter(true), Counter(pred)
    both = Counter(zip(true, pred, strict=True))
    entropies = [-sum(c / n * math.log(c / n) for c in side.values()) for side in sides]
    shared = sum(
        c / n * math.log(c * n / (of_true[t] * of_pred[p]))
        for (t, p), c in both.items()
    )
    return shared / max(entropies)


@given(pair=cocluster_pairs())
def test_enmi_of_wyse_is_the_sum_of_both_modes(pair):
    modes = list(zip(*pair, strict=True))
    assume(all(max(len(set(side)) for side in sides) > 1 for sides in modes))
    assert enmi_score(*pair) == pytest.approx(sum(nmi(*sides) for sides in modes))


@given(pair=clustering_pairs())
def test_v_measure_is_the_arithmetic_nmi(pair):
    assume(len(set(pair[0])) > 1 and len(set(pair[1])) > 1)
    expected = v_measure_score(*pair)
    assert conmi_score(*pair, average_method="arithmetic") == pytest.approx(
        expected, abs=1e-9
    )


@given(pair=clustering_pairs())
def test_purity_is_that_of_the_predicted_clusters(pair):
    largest = [max(len(b & a) for a in clusters(pair[0])) for b in clusters(pair[1])]
    assert close(purity_score(*pair), Fraction(sum(largest), len(pair[0])))


def match_score(one, other, overlap):
    """Mean over the first sets of the best overlap with the second."""
    return sum(max(overlap(a, b) for b in other) for a in one) / len(one)


def jaccard(one, other):
    return Fraction(len(one & other), len(one | other)) if one | other else Fraction(0)


def test_the_gene_match_score_ignores_the_columns():
    for (true, true_pairs), (pred, pred_pairs) in DRAWN:
        genes_true, genes_pred = ([g for g, _ in s] for s in (true_pairs, pred_pairs))
        pair = [(rows, np.ones((len(rows), 1), bool)) for rows, _ in (true, pred)]
        for index, one, other in (
            ("relevance", genes_pred, genes_true),
            ("recovery", genes_true, genes_pred),
        ):
            expected = match_score(one, other, jaccard)
            score = bicluster_similarity_score(*pair, metric=f"bicluster_eren_{index}")
            assert close(score, expected)
            score = bicluster_similarity_score(
                *pair, metric=f"bicluster_prelic_{index}"
            )
            assert close(score**2, expected)


def test_recovery_relevance_and_their_f_are_those_of_cells():
    for (true, true_pairs), (pred, pred_pairs) in DRAWN:
        relevance = match_score(cells(pred_pairs), cells(true_pairs), jaccard)
        recovery = match_score(cells(true_pairs), cells(pred_pairs), jaccard)
        total = relevance + recovery
        for index, expected in (
            ("eren_relevance", relevance),
            ("eren_recovery", recovery),
            ("eren_f1", 2 * relevance * recovery / total if total else 0),
        ):
            assert close(
                bicluster_similarity_score(true, pred, metric=f"bicluster_{index}"),
                expected,
            )


def test_inclusion_of_the_true_cells_is_recall():
    for (true, true_pairs), (pred, pred_pairs) in DRAWN:
        found = cells(pred_pairs)
        shares = [
            max(Fraction(len(a & b), len(a)) for b in found) for a in cells(true_pairs)
        ]
        assert close(bicluster_recall_score(true, pred), sum(shares) / len(shares))


@given(drawn=pairs_of_biclusterings())
def test_ce_and_rnia_are_distances_here_and_similarities_by_name(drawn):
    true, pred, shape = drawn
    pair = indicators(true, shape), indicators(pred, shape)
    for distance, index in ((clustering_error, "ce"), (rnia_distance, "rnia")):
        assert close(
            1 - distance(*pair),
            bicluster_similarity_score(*pair, metric=f"bicluster_{index}"),
        )


def test_cari_of_clusterings_is_the_ari():
    assert cari_score([0, 0, 1, 1, 2], [0, 0, 1, 2, 2]) == pytest.approx(0.375)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *product(("accuracy", "ACC", "cca"), ["1 - 'classification_error'"]),
        ("CCE", "'classification_error'"),
        ("ari", "'adjusted_rand' or 'cari'"),
        ("cer", "'normalized_mirkin'"),
        ("gene match score", "'bicluster_eren_relevance' of all columns"),
        ("homogeneit", "'homogeneity'"),
        ("npa", "'nce'"),
        ("puriti", "'purity'"),
        ("recovery", "'bicluster_eren_recovery' or 'bicluster_prelic_recovery'"),
    ],
)
def test_a_name_of_the_field_leads_to_the_index(name, meant):
    with pytest.raises(ValueError, match=f"Did you mean {meant}"):
        get_scorer(name, row_labels=[0, 1])


@pytest.mark.parametrize(
    ("name", "cure"),
    [
        ("adjusted Wallace", "`null_model='product'`"),
        ("modularity", r"`get_scorer\('modularity'\)`"),
        ("omega_index", "`omega_score`"),
        ("stability", "`make_stability_scorer`"),
    ],
)
def test_a_name_that_is_no_index_leads_elsewhere(name, cure):
    with pytest.raises(ValueError, match=cure):
        make_cocluster_scorer(name, row_labels=[0, 1])


def test_the_f_of_biclusters_is_suggested():
    with pytest.raises(ValueError, match="'bicluster_fbeta' or 'bicluster_eren_f1'"):
        make_bicluster_scorer("F1", rows=[[1]], columns=[[1]])
