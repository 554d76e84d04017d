"""Biclusterings as clusterings of cells, against lists of the cells."""

from fractions import Fraction
from itertools import combinations
from math import prod

import numpy as np
import pytest
from biclusters_oracles import (
    best_matching,
    cells,
    dice,
    disjoint_part,
    draw_pair,
    harmonic,
    indicators,
    nonempty,
    pairs_of_biclusterings,
    partition_of_union,
    same,
    sweep,
    variation_oracle,
)
from hypothesis import given

from sklearn_cocluster_metrics import (
    bicluster_similarity_score,
    clustering_error,
    e4sc_score,
    microobject_rand_score,
    microobject_variation_of_information,
    rnia_distance,
)

SEEDS = range(300)


def both(true, pred, shape):
    return indicators(true, shape), indicators(pred, shape)


def count(clusters, cell):
    return sum(cell in cluster for cluster in clusters)


def area_and_error(true, pred, overlap):
    """RNIA and CE of eqs. (1), (2), cell by cell."""
    true, pred = cells(true), cells(pred)
    universe = frozenset().union(*true, *pred)
    most = 1 if overlap == "set" else len(true) + len(pred)
    counts = [(min(count(true, x), most), min(count(pred, x), most)) for x in universe]
    united = sum(max(pair) for pair in counts)
    shared = sum(min(pair) for pair in counts)
    if united == 0:
        return 0, 0
    if same(nonempty(true), nonempty(pred)):
        return 0, 0
    matched = best_matching(true, pred, lambda a, b: len(a & b))
    return Fraction(united - shared, united), Fraction(united - matched, united)


def check_area_and_error(true, pred, shape, overlap):
    pair = both(true, pred, shape)
    area, error = area_and_error(true, pred, overlap)
    assert rnia_distance(*pair, overlap=overlap) == float(area)
    assert clustering_error(*pair, overlap=overlap) == float(error)


@pytest.mark.parametrize("overlap", ["multiset", "set"])
@given(drawn=pairs_of_biclusterings())
def test_area_and_error_count_cells(drawn, overlap):
    check_area_and_error(*drawn, overlap)


@pytest.mark.parametrize("overlap", ["multiset", "set"])
@sweep("seed", SEEDS)
def test_area_and_error_count_cells_of_random_biclusterings(seed, overlap):
    check_area_and_error(*draw_pair(np.random.default_rng(seed), 5), overlap)


def test_the_error_for_sets_is_negative_where_unequal_biclusterings_overlap():
    one = ({0, 1}, {0, 1})
    for repeated, value in ((2, 0), (3, -1)):
        pair = both([one] * 2, [one] * repeated, (2, 2))
        assert clustering_error(*pair, overlap="set") == value
    assert clustering_error(*pair, overlap="multiset") == 1 / 3


@sweep("seed", SEEDS)
def test_rand_index_counts_pairs_of_cells(seed):
    true, pred, shape = draw_pair(np.random.default_rng(seed), 5)
    true, pred = disjoint_part(true), disjoint_part(pred)
    universe = frozenset().union(*cells(true), *cells(pred))
    parts = [partition_of_union(cells(side), universe) for side in (true, pred)]
    agreements = [
        len({any({x, y} <= part for part in side) for side in parts}) == 1
        for x, y in combinations(sorted(universe), 2)
    ]
    if same(nonempty(cells(true)), nonempty(cells(pred))):
        expected = 1.0
    elif not agreements:
        expected = 0.0
    else:
        expected = sum(agreements) / len(agreements)
    assert microobject_rand_score(*both(true, pred, shape)) == expected


@sweep("seed", SEEDS)
def test_variation_of_information_sums_over_parts(seed):
    true, pred, shape = draw_pair(np.random.default_rng(seed), 5)
    true, pred = disjoint_part(true), disjoint_part(pred)
    value = microobject_variation_of_information(*both(true, pred, shape))
    expected = variation_oracle(nonempty(cells(true)), nonempty(cells(pred)))
    assert value == pytest.approx(expected, rel=1e-12, abs=1e-14)


def e4sc_oracle(true, pred):
    true, pred = cells(true), cells(pred)
    if same(true, pred):
        return 1.0
    if not true or not pred:
        return 0.0
    means = [
        sum(max(dice(a, b) for b in other) for a in one) / len(one)
        for one, other in ((pred, true), (true, pred))
    ]
    return float(harmonic(*means))


@sweep("seed", SEEDS)
def test_e4sc_averages_the_best_dice(seed):
    true, pred, shape = draw_pair(np.random.default_rng(seed), 5)
    value = e4sc_score(*both(true, pred, shape))
    assert value == pytest.approx(e4sc_oracle(true, pred), rel=1e-14, abs=0)


def with_features(clusters):
    return [({item - 1 for item in cluster}, {0, 1, 2}) for cluster in clusters]


@pytest.mark.parametrize(
    ("true", "pred", "expected_e4sc"),
    [
        ("123456 78 9", "1 2 345 789 6", 0.5439),
        ("123456 78 9", "12 345 789 6", 0.6058),
        ("1 2 3 4 5 6789", "1234 56789", 0.5438),
        ("1 2 3 4 5 6789", "12345 6789", 0.5333),
    ],
)
def test_table_1_of_rosales_mendez_and_ramirez_cruz(true, pred, expected_e4sc):
    true, pred = (
        with_features([[int(item) for item in cluster] for cluster in side.split()])
        for side in (true, pred)
    )
    pair = both(true, pred, (9, 3))
    for overlap in ("multiset", "set"):
        assert 1 - clustering_error(*pair, overlap=overlap) == pytest.approx(5 / 9)
        assert 1 - rnia_distance(*pair, overlap=overlap) == 1
    assert e4sc_score(*pair) == pytest.approx(expected_e4sc, abs=5e-5)


SOME = [({0}, {0, 1})]
EMPTY = [({0}, set())]


@pytest.mark.parametrize(
    ("true", "pred", "distance", "score"),
    [
        ([], [], 0, 1),
        (EMPTY, EMPTY, 0, 1),
        ([], SOME, 1, 0),
        (SOME, [], 1, 0),
        (SOME, EMPTY, 1, 0),
        (EMPTY, SOME, 1, 0),
        (SOME, [*SOME, *EMPTY], 0, 2 / 3),
    ],
)
def test_empty_biclusterings_follow_the_policy(true, pred, distance, score):
    pair = both(true, pred, (1, 2))
    for overlap in ("multiset", "set"):
        assert rnia_distance(*pair, overlap=overlap) == distance
        assert clustering_error(*pair, overlap=overlap) == distance
    assert e4sc_score(*pair) == pytest.approx(score)


def test_one_cell_on_one_side_only_has_no_pair_to_agree_on():
    pair = both([({0}, {0})], [], (1, 1))
    assert microobject_rand_score(*pair) == 0
    assert microobject_variation_of_information(*pair) == 0


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
    assert bicluster_similarity_score(*sides, index="csi") == float(together)
    agreements = n_cells**2 - n_cells - in_true - in_pred + 2 * in_both
    rand = Fraction(agreements, n_cells**2 - n_cells)
    assert microobject_rand_score(*sides) == float(rand)
