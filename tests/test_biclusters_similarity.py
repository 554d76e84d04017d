"""The 16 measures of Horta and Campello, against lists of cells and their tables."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from biclusters_oracles import (
    best_matching,
    cells,
    csi_oracle,
    dice,
    disjoint_part,
    draw_biclusters,
    draw_pair,
    extended_bcubed_oracle,
    indicators,
    jaccard,
    nonempty,
    pairs_of_biclusterings,
    same,
    sweep,
)
from hypothesis import given, settings
from sklearn.cluster import SpectralBiclustering
from sklearn.datasets import make_biclusters
from sklearn.metrics import consensus_score

from sklearn_cocluster_metrics import (
    bicluster_similarity_score,
)
from sklearn_cocluster_metrics._indices._bicluster_similarity import (
    BICLUSTER_SIMILARITY,
)

IGNORE_EMPTY = {
    "rnia", "ce", "weighted_jaccard", "weighted_dice", "bozdag_u", "bozdag_e",
    "csi", "extended_bcubed",
}  # fmt: skip


def mean_best(value, true, pred):
    """Mean over the biclusters found of the best value over the reference."""
    return sum(max(value(b, a) for a in true) for b in pred) / len(pred)


def count(pairs, cell):
    return sum(cell in cluster for cluster in cells(pairs))


def cells_of(bicluster):
    return frozenset(product(*bicluster))


def on_cells(value):
    return lambda one, other: value(cells_of(one), cells_of(other))


def on_side(side):
    def value(one, other):
        if not cells_of(one) or not cells_of(other):
            return Fraction(0)
        return jaccard(one[side], other[side])

    return value


def product_of_sides(one, other):
    return on_side(0)(one, other) * on_side(1)(one, other)


def rows_and_columns(one, other):
    def items(bicluster):
        return {(side, item) for side in (0, 1) for item in bicluster[side]}

    if not cells_of(one) or not cells_of(other):
        return Fraction(0)
    return jaccard(items(one), items(other))


def prelic(true, pred):
    return math.sqrt(
        mean_best(on_side(0), true, pred) * mean_best(on_side(1), true, pred)
    )


def weighted(value, true, pred):
    total = sum(len(cells_of(b)) for b in pred)
    best = [max(on_cells(value)(b, a) for a in true) for b in pred]
    return sum(len(cells_of(b)) * v for b, v in zip(pred, best, strict=True)) / total


def covered(pairs):
    return frozenset().union(*cells(pairs))


def largest(true, pred, shape):
    universe = product(range(shape[0]), range(shape[1]))
    return sum(max(count(true, x), count(pred, x)) for x in universe)


def smallest(true, pred, shape):
    universe = product(range(shape[0]), range(shape[1]))
    return sum(min(count(true, x), count(pred, x)) for x in universe)


ORACLES = {
    "prelic_relevance": lambda a, b, s: prelic(a, b),
    "prelic_recovery": lambda a, b, s: prelic(b, a),
    "rnia": lambda a, b, s: smallest(a, b, s) / largest(a, b, s),
    "ce": lambda a, b, s: (
        best_matching(cells(a), cells(b), lambda x, y: len(x & y)) / largest(a, b, s)
    ),
    "liu_wang": lambda a, b, s: mean_best(rows_and_columns, a, b),
    "santamaria": lambda a, b, s: mean_best(on_cells(dice), a, b),
    "weighted_jaccard": lambda a, b, s: weighted(jaccard, a, b),
    "weighted_dice": lambda a, b, s: weighted(dice, a, b),
    "consensus": lambda a, b, s: (
        best_matching(cells(a), cells(b), jaccard) / max(len(a), len(b))
    ),
    "bozdag_u": lambda a, b, s: len(covered(a) & covered(b)) / len(covered(a)),
    "bozdag_e": lambda a, b, s: len(covered(a) & covered(b)) / len(covered(b)),
    "ayadi": lambda a, b, s: mean_best(product_of_sides, a, b),
    "eren_relevance": lambda a, b, s: mean_best(on_cells(jaccard), a, b),
    "eren_recovery": lambda a, b, s: mean_best(on_cells(jaccard), b, a),
    "csi": lambda a, b, s: csi_oracle(cells(a), cells(b), s),
    "extended_bcubed": lambda a, b, s: extended_bcubed_oracle(cells(a), cells(b), s),
}


def expected(index, true, pred, shape):
    if index in IGNORE_EMPTY:
        true, pred = (
            [pair for pair in side if cells_of(pair)] for side in (true, pred)
        )
    if same(cells(true), cells(pred)):
        return 1.0
    if not covered(true) or not covered(pred):
        return 0.0
    return float(ORACLES[index](true, pred, shape))


def similarity(index, true, pred, shape):
    pair = indicators(true, shape), indicators(pred, shape)
    return bicluster_similarity_score(*pair, index=index)


def check(index, true, pred, shape):
    value = similarity(index, true, pred, shape)
    assert value == pytest.approx(expected(index, true, pred, shape), rel=1e-12, abs=0)


def test_there_are_sixteen_in_the_order_of_the_paper():
    assert list(BICLUSTER_SIMILARITY) == list(ORACLES)
    assert len(ORACLES) == 16


@pytest.mark.parametrize("index", ORACLES)
@given(drawn=pairs_of_biclusterings())
@settings(max_examples=60)
def test_the_index_is_its_definition(index, drawn):
    check(index, *drawn)


@pytest.mark.parametrize("index", ORACLES)
def test_the_index_is_its_definition_on_random_biclusterings(index):
    for seed in range(60):
        check(index, *draw_pair(np.random.default_rng(seed)))


@pytest.mark.parametrize("index", ["csi", "extended_bcubed"])
def test_pairs_of_cells_of_disjoint_biclusters_are_counted(index):
    for seed in range(60):
        true, pred, shape = draw_pair(np.random.default_rng(seed), 5, 6)
        check(index, disjoint_part(true), disjoint_part(pred), shape)


def interval(first, last):
    return set(range(first - 1, last))


REFERENCE = [(interval(1, 30), interval(1, 8))]
FOUND = (interval(1, 30), interval(1, 8) | {9})
FAR = [(interval(1, 10), interval(1, 10)), (interval(21, 30), interval(1, 10))]
NEAR = [(interval(1, 10), interval(1, 10))]
STRAY = ({10, 14, 15}, {5, 9})


@pytest.mark.parametrize(
    ("true", "pred", "shape", "printed"),
    [
        (
            REFERENCE,
            [FOUND],
            (50, 10),
            ".943 .943 .889 .889 .974 .941 .889 .941 .889 1 .889 .889 .889 .889 .790"
            " .940",
        ),
        (
            REFERENCE,
            [
                FOUND,
                (interval(1, 30) | {45, 47}, interval(1, 8)),
                (interval(1, 30) | {45, 46, 49}, interval(1, 8)),
            ],
            (50, 10),
            ".956 1 .304 .304 .950 .954 .911 .954 .312 1 .795 .912 .912 .938 .083 .687",
        ),
        (
            FAR,
            FAR[:1],
            (30, 10),
            "1 .707 .5 .5 1 1 1 1 .5 .5 1 1 1 .5 .5 .802",
        ),
        (
            NEAR,
            [*NEAR, STRAY],
            (20, 10),
            ".548 1 .943 .943 .543 .5 .943 .943 .5 1 .943 .5 .5 1 .997 .987",
        ),
    ],
)
def test_published_tables_of_horta_and_campello(true, pred, shape, printed):
    values = [similarity(index, true, pred, shape) for index in ORACLES]
    assert values == pytest.approx([float(v) for v in printed.split()], abs=5.0001e-4)


@sweep("seed", range(80))
def test_consensus_agrees_with_scikit_learn_where_biclusters_have_cells(seed):
    rng = np.random.default_rng(seed)
    true, pred = (
        [pair for pair in draw_biclusters(rng, (5, 6)) if all(pair)]
        + [({0, 4}, {1, 2})]
        for _ in range(2)
    )
    sides = [
        tuple(indicator.astype(bool) for indicator in indicators(pairs, (5, 6)))
        for pairs in (true, pred)
    ]
    value = bicluster_similarity_score(*sides, index="consensus")
    assert value == pytest.approx(consensus_score(*sides), rel=1e-12, abs=0)


def test_consensus_of_an_estimator_agrees_with_scikit_learn():
    X, rows, columns = make_biclusters((60, 40), 3, noise=30, random_state=0)
    model = SpectralBiclustering((3, 3), random_state=0).fit(X)
    peer = consensus_score(model.biclusters_, (rows, columns))
    assert 0 < peer < 1
    assert bicluster_similarity_score(
        (rows, columns), model, index="consensus"
    ) == pytest.approx(peer, rel=1e-12, abs=0)


@pytest.mark.parametrize("index", ORACLES)
def test_a_bicluster_without_cells_is_ignored_or_a_zero(index):
    shape = (2, 2)
    some, void = ({0}, {0, 1}), ({0, 1}, set())
    value = similarity(index, [some], [some, void], shape)
    means_over_found = {
        "prelic_relevance", "liu_wang", "santamaria", "consensus", "ayadi",
        "eren_relevance",
    }  # fmt: skip
    assert value == (0.5 if index in means_over_found else 1)


@pytest.mark.parametrize("index", ["csi", "extended_bcubed"])
def test_pairs_of_cells_are_counted_exactly_in_a_large_matrix(index):
    n = 30_000
    whole = frozenset(range(n))
    pair = [(whole, whole)], [(whole, whole), (whole, whole)], (n, n)
    n_cells = n * n
    if index == "csi":
        # a = 1 for each pair, d = 1 more, and one spare bicluster for each cell
        pairs = n_cells * (n_cells - 1) // 2
        exact = Fraction(pairs, 2 * pairs + (n_cells - 1) * n_cells)
    else:
        exact = Fraction(2, 3)  # precision 1/2, recall 1
    assert similarity(index, *pair) == float(exact)


def test_equal_biclusterings_score_one_even_with_empty_biclusters():
    side = [({0}, set()), ({0, 1}, {1})]
    assert len(nonempty(cells(side))) == 1
    for index in ORACLES:
        assert similarity(index, side, side, (2, 2)) == 1


@pytest.mark.parametrize(
    ("true", "pred", "shape"),
    [
        ([({0}, {0})], [({1}, {1})], (2, 2)),
        ([({0}, {0}), ({1}, {0})], [({1}, {1})], (2, 2)),
        ([({0}, {0})], [({0}, {0}), ({0}, {0})], (1, 1)),
    ],
)
def test_csi_is_one_where_all_cells_are_singletons_on_both_sides(true, pred, shape):
    assert similarity("csi", true, pred, shape) == 1


def test_csi_with_cells_on_one_side_only_is_zero():
    assert similarity("csi", [({0}, {0})], [], (2, 2)) == 0
    assert similarity("csi", [], [({0}, {0})], (2, 2)) == 0
