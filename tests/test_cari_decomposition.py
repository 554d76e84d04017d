"""CARI under "product" by strata, and what the published correction misses."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from sklearn.metrics import adjusted_rand_score
from strategies import cells_of, modes_of, partition_pairs

from sklearn_cocluster_metrics import cari_decomposition, cari_score
from sklearn_cocluster_metrics._laws._pair_moments import (
    expected_pairs_of_cells,
    expected_pairs_of_product,
)
from sklearn_cocluster_metrics._statistics._pairs import (
    PairCounts,
    pairs_of_cells,
    strata_of_cells,
)
from sklearn_cocluster_metrics._statistics._tables import tables_of_labels

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

# --- the decomposition ------------------------------------------------------------


def pairs_by_stratum(true, pred):
    """Tally the pairs of cells one by one, by the modes in which they differ."""
    modes, others = modes_of(true), modes_of(pred)
    places = list(product(*(range(len(mode)) for mode in modes)))
    blocks, other_blocks = cells_of(modes), cells_of(others)
    tallies = {}
    for one, other in combinations(range(len(places)), 2):
        key = tuple(
            mode
            for mode in range(len(modes))
            if places[one][mode] != places[other][mode]
        )
        together = (
            blocks[one] == blocks[other],
            other_blocks[one] == other_blocks[other],
        )
        tallies.setdefault(key, Counter())[together] += 1
    return tallies


@given(partition_pairs(max_items=4))
@settings(max_examples=80)
def test_strata_are_those_of_pairs_taken_one_by_one(pair):
    tallies = pairs_by_stratum(*pair)
    kinds = [(True, True), (True, False), (False, True), (False, False)]
    for modes, pairs in strata_of_cells(tables_of_labels(*pair)).items():
        counts = tallies.get(modes, Counter())
        assert pairs == PairCounts(*(counts[kind] for kind in kinds))


@given(partition_pairs())
@settings(max_examples=100)
def test_the_score_is_the_weighted_mean_of_the_agreements(pair):
    found = cari_decomposition(*pair)
    assert found.score == cari_score(*pair, null_model="product")
    if found.strata:
        mean = math.fsum(
            map(math.prod, zip(found.weights, found.agreement, strict=True))
        )
        assert found.score == pytest.approx(mean, abs=1e-13)
        assert math.fsum(found.weights) == pytest.approx(1, abs=1e-15)
        assert min(found.weights) > 0


def test_pairs_that_differ_in_one_mode_agree_as_the_mode_alone():
    true = [0, 0, 1, 1, 2], [0, 0, 1], [0, 1, 1, 0]
    pred = [0, 0, 0, 1, 1], [0, 1, 1], [1, 1, 1, 0]
    found = cari_decomposition(true, pred)
    assert found.strata == ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
    for mode in range(3):
        alone = adjusted_rand_score(true[mode], pred[mode])
        assert found.agreement[mode] == pytest.approx(alone, abs=1e-14)


def test_strata_without_weight_are_left_out():
    found = cari_decomposition(([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 1]))
    assert found.strata == ((0,),)
    assert found.weights == (1.0,)


@pytest.mark.parametrize("true", [[0], [0, 0, 0], ([0, 0], [0, 1]), ([0], [0])])
def test_equal_trivial_coclusterings_score_1_without_strata(true):
    found = cari_decomposition(true, true)
    assert (found.score, found.strata, found.weights) == (1.0, (), ())


# --- what the published correction misses -----------------------------------------


def mean_of_cari(shape, k):
    """Mean of CARI by chance, for k balanced clusters of each mode on both sides."""
    sides = tuple([item % k for item in range(n)] for n in shape)
    tables = tables_of_labels(sides, sides)
    pairs = pairs_of_cells(tables)
    of_cells = expected_pairs_of_cells(pairs)
    excess = expected_pairs_of_product(tables) - of_cells
    return excess / (Fraction(pairs.true + pairs.pred, 2) - of_cells)


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
