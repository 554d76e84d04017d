"""Similarities and micro-object measures, against lists of cells and their tables."""

import math
import operator
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import prod

import numpy as np
import pytest
from biclusters_oracles import (
    best_matching,
    cells,
    csi_oracle,
    dice,
    disjoint_part,
    draw_pair,
    extended_bcubed_oracle,
    harmonic,
    indicators,
    jaccard,
    nonempty,
    of_all_cells,
    omega_by_pairs,
    onmi_by_definition,
    partition_of_union,
    same,
    variation_oracle,
)
from contracts import SIMILARITY_NAMES

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._statistics import _overlaps

IGNORE_EMPTY = {
    "rnia", "ce", "weighted_jaccard", "weighted_dice", "bozdag_u", "bozdag_e",
    "csi", "extended_bcubed", "omega", "onmi",
}  # fmt: skip


def mean_best(value, true, pred):
    """Mean over the biclusters found of the best value over the reference."""
    return sum(max(value(b, a) for a in true) for b in pred) / len(pred)


def on_cells(value):
    return lambda one, other: value(*cells([one, other]))


def on_items(items):
    """Jaccard index of what two biclusters with cells have."""

    def value(one, other):
        return jaccard(items(one), items(other)) if all(cells([one, other])) else 0

    return value


def on_side(side):
    return on_items(lambda bicluster: bicluster[side])


rows_and_columns = on_items(lambda b: {(side, x) for side in (0, 1) for x in b[side]})


def product_of_sides(one, other):
    return on_side(0)(one, other) * on_side(1)(one, other)


def prelic(true, pred):
    return math.sqrt(
        mean_best(on_side(0), true, pred) * mean_best(on_side(1), true, pred)
    )


def weighted(value, true, pred):
    sizes = list(map(len, cells(pred)))
    best = [max(on_cells(value)(b, a) for a in true) for b in pred]
    return sum(map(operator.mul, sizes, best)) / sum(sizes)


def covered(pairs):
    return frozenset().union(*cells(pairs))


def counts(true, pred, choose, most=math.inf):
    """Sum over the cells of the larger, or smaller, number of biclusters."""
    sides = cells(true), cells(pred)
    return sum(
        choose(min(sum(x in cluster for cluster in side), most) for side in sides)
        for x in covered(true) | covered(pred)
    )


ORACLES = {
    "prelic_relevance": lambda a, b, s: prelic(a, b),
    "prelic_recovery": lambda a, b, s: prelic(b, a),
    "rnia": lambda a, b, s: counts(a, b, min) / counts(a, b, max),
    "ce": lambda a, b, s: (
        best_matching(cells(a), cells(b), lambda x, y: len(x & y)) / counts(a, b, max)
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
    "eren_f1": lambda a, b, s: harmonic(
        mean_best(on_cells(jaccard), a, b), mean_best(on_cells(jaccard), b, a)
    ),
    "omega": lambda a, b, s: omega_by_pairs(of_all_cells(a, s), of_all_cells(b, s)),
    "onmi": lambda a, b, s: onmi_by_definition(
        of_all_cells(a, s), of_all_cells(b, s), "max"
    ),
}


def expected(index, true, pred, shape):
    if index in IGNORE_EMPTY:
        true, pred = ([pair for pair in side if all(pair)] for side in (true, pred))
    if same(cells(true), cells(pred)):
        return 1.0
    if not covered(true) or not covered(pred):
        return 0.0
    return float(ORACLES[index](true, pred, shape))


def area_and_error(true, pred, overlap):
    """RNIA and CE of eqs. (1), (2), cell by cell."""
    united, shared = (
        counts(true, pred, choose, 1 if overlap == "set" else math.inf)
        for choose in (max, min)
    )
    true, pred = nonempty(cells(true)), nonempty(cells(pred))
    if same(true, pred):
        return 0, 0
    matched = best_matching(true, pred, lambda a, b: len(a & b))
    return Fraction(united - shared, united), Fraction(united - matched, united)


def rand_oracle(true, pred, shape):
    universe = covered(true) | covered(pred)
    parts = [partition_of_union(cells(side), universe) for side in (true, pred)]
    agreements = [
        len({any({x, y} <= part for part in side) for side in parts}) == 1
        for x, y in combinations(sorted(universe), 2)
    ]
    if same(nonempty(cells(true)), nonempty(cells(pred))):
        return 1.0
    return sum(agreements) / len(agreements) if agreements else 0.0


def of_cells(oracle):
    return lambda true, pred, shape: oracle(
        nonempty(cells(true)), nonempty(cells(pred))
    )


def e4sc_oracle(true, pred, shape):
    if same(cells(true), cells(pred)):
        return 1.0
    if not true or not pred:
        return 0.0
    best = on_cells(dice)
    return float(harmonic(mean_best(best, true, pred), mean_best(best, pred, true)))


DISJOINT = {
    "microobject_rand": (sccm.microobject_rand_score, rand_oracle),
    "microobject_variation": (
        sccm.microobject_variation_of_information,
        of_cells(variation_oracle),
    ),
}
DEFINITIONS = {
    index: (
        partial(sccm.bicluster_similarity_score, metric=f"bicluster_{index}"),
        partial(expected, index),
    )
    for index in ORACLES
} | {"e4sc_score": (sccm.e4sc_score, e4sc_oracle), **DISJOINT}
for kind in ("multiset", "set"):
    for place, function in enumerate((sccm.rnia_distance, sccm.clustering_error)):
        DEFINITIONS[f"{function.__name__} of a {kind}"] = (
            partial(function, overlap=kind),
            lambda a, b, s, kind=kind, place=place: area_and_error(a, b, kind)[place],
        )


def similarity(index, true, pred, shape):
    pair = indicators(true, shape), indicators(pred, shape)
    return sccm.bicluster_similarity_score(*pair, metric=f"bicluster_{index}")


def check(index, true, pred, shape):
    if index in DISJOINT:
        true, pred = disjoint_part(true), disjoint_part(pred)
    function, oracle = DEFINITIONS[index]
    value = function(indicators(true, shape), indicators(pred, shape))
    wanted = float(oracle(true, pred, shape))
    entropies = index in DISJOINT or index == "onmi"
    assert value == pytest.approx(wanted, rel=1e-12, abs=1e-14 * entropies)


def test_there_are_sixteen_in_the_order_of_the_paper_and_three_more():
    names_of_oracles = [f"bicluster_{name}" for name in ORACLES]
    assert names_of_oracles == SIMILARITY_NAMES
    assert len(ORACLES) == 16 + 3


@pytest.mark.parametrize("index", DEFINITIONS)
def test_the_index_is_its_definition_on_random_biclusterings(index):
    for seed in range(120):
        true, pred, shape = draw_pair(np.random.default_rng(seed), 4 + seed % 2)
        check(index, true, pred, shape)
        # Pairs of cells of disjoint biclusters are counted another way.
        if index in ("csi", "extended_bcubed", "omega"):
            check(index, disjoint_part(true), disjoint_part(pred), shape)


def test_biclusters_that_share_no_cell_inform_in_parts_too(monkeypatch):
    """Nine tenths of the cells, and one of the others: by their sizes alone."""
    monkeypatch.setattr(_overlaps, "_ENTRIES_AT_ONCE", 1)
    true, pred = [({*range(90)}, {0}), ({95}, {0})], [({99}, {0})]
    assert similarity("onmi", true, pred, (100, 1)) > 0.001
    check("onmi", true, pred, (100, 1))


def test_equal_extents_that_share_no_cell_all_inform_in_parts_too(monkeypatch):
    """Both large biclusters inform about the cell that neither contains."""
    monkeypatch.setattr(_overlaps, "_ENTRIES_AT_ONCE", 1)
    large = [({*range(2, 632)}, {0}), ({*range(300, 930)}, {0})]
    small = [({0}, {0}), ({1}, {0})]
    check("onmi", small, large, (1000, 1))
    check("onmi", large, small, (1000, 1))


def interval(first, last):
    return set(range(first - 1, last))


REFERENCE = (interval(1, 30), interval(1, 8))
FOUND = (interval(1, 30), interval(1, 8) | {9})
LONGER = [(interval(1, 30) | more, interval(1, 8)) for more in ({45, 47}, {45, 46, 49})]
FAR = [(interval(1, 10), interval(1, 10)), (interval(21, 30), interval(1, 10))]
STRAY = ({10, 14, 15}, {5, 9})
PUBLISHED = {
    ".943 .943 .889 .889 .974 .941 .889 .941 .889 1 .889 .889 .889 .889 .790 .940": (
        ([REFERENCE], [FOUND], (50, 10))
    ),
    ".956 1 .304 .304 .950 .954 .911 .954 .312 1 .795 .912 .912 .938 .083 .687": (
        ([REFERENCE], [FOUND, *LONGER], (50, 10))
    ),
    "1 .707 .5 .5 1 1 1 1 .5 .5 1 1 1 .5 .5 .802": (FAR, FAR[:1], (30, 10)),
    ".548 1 .943 .943 .543 .5 .943 .943 .5 1 .943 .5 .5 1 .997 .987": (
        (FAR[:1], [FAR[0], STRAY], (20, 10))
    ),
}


@pytest.mark.parametrize("printed", PUBLISHED)
def test_published_tables_of_horta_and_campello(printed):
    values = [similarity(index, *PUBLISHED[printed]) for index in [*ORACLES][:16]]
    assert values == pytest.approx([float(v) for v in printed.split()], abs=5.0001e-4)


OBJECTS = [
    ("123456 78 9", "1 2 345 789 6", 0.5439, (0.3333, 0.2778, 0.3030)),
    ("123456 78 9", "12 345 789 6", 0.6058, (0.3704, 0.2963, 0.3292)),
    ("1 2 3 4 5 6789", "1234 56789", 0.5438, (0.3167, 0.4889, 0.3844)),
    ("1 2 3 4 5 6789", "12345 6789", 0.5333, (0.4667, 0.5556, 0.5072)),
]


@pytest.mark.parametrize(("true", "pred", "e4sc", "mocice"), OBJECTS)
def test_table_1_of_rosales_mendez_and_ramirez_cruz(true, pred, e4sc, mocice):
    pair = [
        indicators([(set(map(int, c)), {0, 1, 2}) for c in side.split()], (10, 3))
        for side in (true, pred)
    ]
    for overlap in ("multiset", "set"):
        assert 1 - sccm.clustering_error(*pair, overlap=overlap) == pytest.approx(5 / 9)
        assert 1 - sccm.rnia_distance(*pair, overlap=overlap) == 1
    assert sccm.e4sc_score(*pair) == pytest.approx(e4sc, abs=5e-5)
    found = sccm.mocice_bcubed_precision_recall_fscore(*pair)
    assert found == pytest.approx(mocice, abs=5e-5)


def test_pairs_of_cells_are_counted_exactly_in_a_large_matrix():
    n = 100_000
    whole = range(n), range(n)
    twice = [whole], [whole, whole], (n, n)
    # a = 1 for each pair, d = 1 more, and one spare bicluster for each cell
    assert similarity("csi", *twice) == 1 / 4
    halves = [(range(k, k + n // 2), range(n)) for k in (0, n // 2)]
    for pair in (twice, ([whole], halves, (n, n))):  # precision and recall 1 and 1/2
        assert similarity("extended_bcubed", *pair) == 2 / 3


def test_the_error_for_sets_is_negative_where_unequal_biclusterings_overlap():
    one, void = ({0, 1}, {0, 1}), ({0}, set())
    for pred, value in (([one] * 2, 0), ([one, one, void], 0), ([one] * 3, -1)):
        pair = [indicators(side, (2, 2)) for side in ([one] * 2, pred)]
        assert sccm.clustering_error(*pair, overlap="set") == value
    assert sccm.clustering_error(*pair, overlap="multiset") == 1 / 3


def test_pairs_of_cells_past_64_bits_are_counted_exactly():
    n = 100_000
    labels = np.random.default_rng(0).integers(3, size=(2, 2, n))
    sides = [  # the blocks of a co-clustering with 3 x 3 blocks
        (
            np.repeat(np.eye(3)[:, rows], 3, axis=0),
            np.tile(np.eye(3)[:, columns], (3, 1)),
        )
        for rows, columns in labels
    ]
    in_true, in_pred, in_both = (
        prod(sum(n**2 for n in np.bincount(codes).tolist()) for codes in modes)
        for modes in (*labels, 3 * labels[0] + labels[1])
    )
    n_cells = n * n
    together = Fraction(in_both - n_cells, in_true + in_pred - in_both - n_cells)
    csi = sccm.bicluster_similarity_score(*sides, metric="bicluster_csi")
    assert csi == float(together)
    agreements = n_cells**2 - n_cells - in_true - in_pred + 2 * in_both
    rand = Fraction(agreements, n_cells**2 - n_cells)
    assert sccm.microobject_rand_score(*sides) == float(rand)
