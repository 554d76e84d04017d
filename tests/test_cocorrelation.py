"""Co-clustering correlation against its definition, pair by pair, and as a metric."""

import math
from fractions import Fraction
from itertools import combinations, product
from math import isqrt

import pytest
from hypothesis import given, settings
from strategies import cells_of, modes_of, partition_pairs, table_of

from sklearn_cocluster_metrics import (
    cocorrelation_distance,
    cocorrelation_score,
    pair_counting_score,
)
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    contingency_table,
    score_from_tables,
)

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


def centered(labels):
    """The indicator of "together", less its mean in each stratum of pairs of cells."""
    modes = modes_of(labels)
    blocks = cells_of(modes)
    places = list(product(*(range(len(mode)) for mode in modes)))
    strata = {}
    for one, other in combinations(range(len(places)), 2):
        differing = tuple(
            a != b for a, b in zip(places[one], places[other], strict=True)
        )
        strata.setdefault(differing, []).append(blocks[one] == blocks[other])
    values = []
    for differing in sorted(strata):
        together = strata[differing]
        mean = Fraction(sum(together), len(together))
        values += [value - mean for value in together]
    return values


def inner(one, other):
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


@given(partition_pairs(max_items=4))
@settings(max_examples=100)
def test_the_score_is_the_cosine_of_indicators_centered_in_strata(pair):
    true, pred = map(centered, pair)
    norms = inner(true, true) * inner(pred, pred)
    if norms:
        expected = float(inner(true, pred)) / math.sqrt(norms)
        assert cocorrelation_score(*pair) == pytest.approx(expected, abs=1e-14)


@given(partition_pairs(n_modes=1))
def test_on_a_clustering_it_is_the_correlation_of_pairs(pair):
    one, other = pair
    correlation = pair_counting_score(one, other, metric="correlation")
    distance = pair_counting_score(one, other, metric="correlation_distance")
    assert cocorrelation_score(one, other) == correlation
    assert cocorrelation_distance(one, other) == distance


def test_one_item_moved_among_many_has_a_small_distance_exactly():
    """The cosine is 1 to double precision; the angle is not 0, to all digits."""
    n = 10**18
    tables = [table_of([[n, 1], [0, n]]), table_of([[n, 0], [0, n]])]
    distance = score_from_tables(tables, "cocorrelation_distance")
    assert score_from_tables(tables, "cocorrelation") == 1.0

    def centered_product(side, other):  # E(A, B), from the definition
        items = [2 * n + 1, 2 * n]
        mean = Fraction(1)
        for size, one, two in zip(items, side, other, strict=True):
            pairs = math.comb(size, 2)
            mean *= size + 2 * Fraction(one * two, pairs)
        return (mean - math.prod(items)) / 2

    def together(sizes):
        return sum(math.comb(size, 2) for size in sizes)

    cells = (2 * n + 1) * 2 * n
    squares_of_columns = 2 * n * n
    true = [together([n + 1, n]), together([n, n])]
    pred = [together([n, n + 1]), together([n, n])]
    joint_squares = (2 * n * n + 1) * squares_of_columns
    own_squares = ((n + 1) ** 2 + n * n) * squares_of_columns
    joint = Fraction(joint_squares - cells, 2) - centered_product(true, pred)
    own = Fraction(own_squares - cells, 2) - centered_product(true, true)
    squared_sine = 1 - (joint / own) ** 2
    scale = 10**60
    sine = isqrt(int(squared_sine * scale**2)) / scale
    assert distance == pytest.approx(sine / math.pi, rel=1e-12)
    assert distance > 0


def test_tables_of_any_size_do_not_overflow():
    table = contingency_table([0, 0, 1, 1], [0, 1, 1, 1])
    huge = ContingencyTable(table.counts * 10**18, table.true_labels, table.pred_labels)
    score = score_from_tables([huge, huge], "cocorrelation")
    limit = ContingencyTable(table.counts * 10**9, table.true_labels, table.pred_labels)
    assert score == pytest.approx(
        score_from_tables([limit, limit], "cocorrelation"), rel=1e-8
    )


TRIVIAL = ([0, 0, 0], [0, 1])


def test_trivial_coclusterings_equal_themselves_and_else_are_at_chance():
    assert cocorrelation_score(TRIVIAL, TRIVIAL) == 1.0
    assert cocorrelation_distance(TRIVIAL, TRIVIAL) == 0.0
    for other in [([0, 1, 2], [0, 0]), ([0, 0, 1], [0, 1])]:
        assert cocorrelation_score(TRIVIAL, other) == 0.0
        assert cocorrelation_distance(TRIVIAL, other) == 0.5
