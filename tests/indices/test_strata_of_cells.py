"""CARI by strata of pairs of cells, and the correlation in them, pair by pair."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from contracts import CONTRACTS, statistics_of
from hypothesis import given
from sklearn.metrics import adjusted_rand_score
from strategies import about, cells_of, modes_of, partition_pairs, table_of

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._statistics._pairs import strata_of_cells
from sklearn_cocluster_metrics.results import PairCounts
from sklearn_cocluster_metrics.tables import score_from_tables

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def by_stratum(*sides):
    """Whether pairs of cells are together on each side, by the modes that differ."""
    places = list(product(*(range(len(mode)) for mode in modes_of(sides[0]))))
    blocks = [cells_of(modes_of(side)) for side in sides]
    found = {}
    for one, other in combinations(range(len(places)), 2):
        places_of_both = enumerate(zip(places[one], places[other], strict=True))
        differing = tuple(mode for mode, (a, b) in places_of_both if a != b)
        together = tuple(side[one] == side[other] for side in blocks)
        found.setdefault(differing, []).append(together)
    return found


# --- the decomposition ------------------------------------------------------------


@given(partition_pairs(max_items=4))
@about(80)
def test_strata_are_those_of_pairs_taken_one_by_one(pair):
    expected = by_stratum(*pair)
    kinds = [(True, True), (True, False), (False, True), (False, False)]
    found = strata_of_cells(statistics_of(CONTRACTS["cari"], *pair))
    assert expected.keys() <= found.keys()
    for modes, pairs in found.items():
        counts = Counter(expected.get(modes, []))
        assert pairs == PairCounts(*(counts[kind] for kind in kinds))


@given(partition_pairs())
@about(100)
def test_the_score_is_the_weighted_mean_of_the_agreements(pair):
    found = sccm.cari_decomposition(*pair)
    assert found.score == sccm.cari_score(*pair, null_model="product")
    if found.strata:
        weighted = map(math.prod, zip(found.weights, found.agreement, strict=True))
        assert found.score == pytest.approx(math.fsum(weighted), abs=1e-13)
        assert math.fsum(found.weights) == pytest.approx(1, abs=1e-15)
        assert min(found.weights) > 0


def test_pairs_that_differ_in_one_mode_agree_as_the_mode_alone():
    true = [0, 0, 1, 1, 2], [0, 0, 1], [0, 1, 1, 0]
    pred = [0, 0, 0, 1, 1], [0, 1, 1], [1, 1, 1, 0]
    found = sccm.cari_decomposition(true, pred)
    assert found.strata == ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
    alone = [*map(adjusted_rand_score, true, pred)]
    assert found.agreement[:3] == pytest.approx(alone, abs=1e-14)


def test_strata_without_weight_are_left_out():
    found = sccm.cari_decomposition(([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 1]))
    assert (found.strata, found.weights) == (((0,),), (1.0,))


@pytest.mark.parametrize("true", [[0], [0, 0, 0], ([0, 0], [0, 1]), ([0], [0])])
def test_equal_trivial_coclusterings_score_1_without_strata(true):
    found = sccm.cari_decomposition(true, true)
    assert (found.score, found.strata, found.weights) == (1.0, (), ())


# --- what the published correction misses -----------------------------------------


def mean_of_cari(shape, k):
    """Mean of CARI by chance, for k balanced clusters of each mode on both sides."""
    sides = tuple([item % k for item in range(n)] for n in shape)
    pairs = sccm.pair_counts(sides, sides)
    mean = sccm.pair_count_moments(sides, sides, null_model="product").exact_mean
    mean_of_cells = Fraction(pairs.in_true * pairs.in_pred, pairs.n_pairs)
    best = Fraction(pairs.in_true + pairs.in_pred, 2)
    return (mean - mean_of_cells) / (best - mean_of_cells)


MEANS = {
    (20, 20): {3: 0.0388, 4: 0.0421, 5: 0.0421, 10: 0.0287},
    (100, 100): {3: 0.0095, 5: 0.0122, 10: 0.0135},
    (1000, 20): {3: 0.0263, 5: 0.0352, 10: 0.0426},
    (1000, 1000): {3: 0.0010, 5: 0.0013, 10: 0.0016},
}


def test_random_balanced_blocks_have_a_cari_above_0():
    assert mean_of_cari((20, 20), 4) == Fraction(4, 95)
    for shape, levels in MEANS.items():
        for k, level in levels.items():
            assert round(float(mean_of_cari(shape, k)), 4) == level


# --- the correlation --------------------------------------------------------------


def inner(one, other):
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


def cosine_of_centered_indicators(*pair):
    """Return the correlation by its definition, or None if a side is constant."""
    centered = [], []
    for pairs in by_stratum(*pair).values():
        for values, together in zip(centered, zip(*pairs, strict=True), strict=True):
            mean = Fraction(sum(together), len(together))
            values += [value - mean for value in together]
    true, pred = centered
    norms = inner(true, true) * inner(pred, pred)
    if norms:
        return float(inner(true, pred)) / math.sqrt(norms)
    return None


@given(partition_pairs(max_items=4))
@about(100)
def test_the_score_is_the_cosine_of_indicators_centered_in_strata(pair):
    expected = cosine_of_centered_indicators(*pair)
    if expected is not None:
        assert sccm.cocorrelation_score(*pair) == pytest.approx(expected, abs=1e-14)


def test_a_perfect_merge_of_rows_may_lower_the_score_of_a_long_matrix():
    """No mode is trivial. All rows but the last are in one true cluster."""
    columns = [0, 0, 1]
    true = [0] * 15 + [1], columns
    apart = [0, 0, *range(1, 15)], columns
    merged = [0, 0, 1, *range(1, 14)], columns
    scores = []
    for pred in (apart, merged):
        score = sccm.cocorrelation_score(true, pred)
        expected = cosine_of_centered_indicators(true, pred)
        assert score == pytest.approx(expected, abs=1e-14)
        scores.append(score)
    assert scores[1] < scores[0] - 1e-4


@given(partition_pairs(n_modes=1))
def test_on_a_clustering_it_is_the_correlation_of_pairs(pair):
    correlation = sccm.pair_counting_score(*pair, metric="correlation")
    distance = sccm.pair_counting_score(*pair, metric="correlation_distance")
    assert sccm.cocorrelation_score(*pair) == correlation
    assert sccm.cocorrelation_distance(*pair) == distance


def test_one_item_moved_among_many_has_a_small_distance_exactly():
    """The cosine is 1 to double precision; the angle is not 0, to all digits."""
    n = 10**18
    tables = [table_of([[n, 1], [0, n]]), table_of([[n, 0], [0, n]])]
    distance = score_from_tables(tables, "cocorrelation_distance")
    assert score_from_tables(tables, "cocorrelation") == 1.0
    true, pred = [[n + 1, n], [n, n]], [[n, n + 1], [n, n]]  # sizes of each mode

    def centered_product(other, joint):  # E(A, B), from the definition
        items, mean = [2 * n + 1, 2 * n], Fraction(1)
        for size, *sides in zip(items, true, other, strict=True):
            one, two = (sum(math.comb(k, 2) for k in sizes) for sizes in sides)
            mean *= size + 2 * Fraction(one * two, math.comb(size, 2))
        squares = joint * 2 * n * n  # of the counts of rows, and of columns
        return Fraction(squares - math.prod(items), 2) - (mean - math.prod(items)) / 2

    both = centered_product(pred, 2 * n * n + 1)
    own = centered_product(true, (n + 1) ** 2 + n * n)
    scale = 10**60
    sine = math.isqrt(int((1 - (both / own) ** 2) * scale**2)) / scale
    assert 0 < distance == pytest.approx(sine / math.pi, rel=1e-12)


def test_tables_of_any_size_do_not_overflow():
    huge, limit = (
        score_from_tables(
            [table_of([[size, size], [0, 2 * size]])] * 2, "cocorrelation"
        )
        for size in (10**18, 10**9)
    )
    assert huge == pytest.approx(limit, rel=1e-8)


def test_trivial_coclusterings_equal_themselves_and_else_are_at_chance():
    trivial = ([0, 0, 0], [0, 1])
    assert sccm.cocorrelation_score(trivial, trivial) == 1.0
    assert sccm.cocorrelation_distance(trivial, trivial) == 0.0
    for other in [([0, 1, 2], [0, 0]), ([0, 0, 1], [0, 1])]:
        assert sccm.cocorrelation_score(trivial, other) == 0.0
        assert sccm.cocorrelation_distance(trivial, other) == 0.5
