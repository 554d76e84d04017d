"""The 27 pair-counting indices, against Table 1 in decimal arithmetic and enumeration.

The oracle divides decimals of 200 digits, where 0/0 is NaN and x/0 is infinite, as IEEE
says. Tolerances say ``abs=0``: ``pytest.approx`` would add 1e-12.
"""

import math
from decimal import Decimal, DivisionByZero, InvalidOperation, localcontext
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import (
    cells_of,
    cocluster_pairs,
    enumerate_pairs,
    set_partitions,
    table_of,
)

from sklearn_cocluster_metrics import pair_counting_score
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._indices._pair_counting import (
    PAIR_COUNTING,
    formula_value,
)
from sklearn_cocluster_metrics.results import PairCounts
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

INDICES = list(PAIR_COUNTING)
HALF = Decimal("0.5")


def root(x):
    """Square root; of NaN, NaN."""
    return x.sqrt()


def margins(a, b, c, d):
    return (a + b) * (a + c) * (d + b) * (d + c)


# Table 1 as it is printed: a, b, c, d are N11, N10, N01, N00.
PRINTED = {
    "rand": lambda a, b, c, d: (a + d) / (a + b + c + d),
    "adjusted_rand": lambda a, b, c, d: (
        (a - (a + b) * (a + c) / (a + b + c + d))
        / (((a + b) + (a + c)) / 2 - (a + b) * (a + c) / (a + b + c + d))
    ),
    "jaccard": lambda a, b, c, d: a / (a + b + c),
    "jaccard_distance": lambda a, b, c, d: (b + c) / (a + b + c),
    "wallace1": lambda a, b, c, d: a / (a + b),
    "wallace2": lambda a, b, c, d: a / (a + c),
    "dice": lambda a, b, c, d: 2 * a / (2 * a + b + c),
    "correlation": lambda a, b, c, d: (a * d - b * c) / root(margins(a, b, c, d)),
    "correlation_distance": lambda a, b, c, d: (
        arccos((a * d - b * c) / root(margins(a, b, c, d))) / Decimal(math.pi)
    ),
    "sokal_sneath1": lambda a, b, c, d: (
        (a / (a + b) + a / (a + c) + d / (d + b) + d / (d + c)) / 4
    ),
    "minkowski": lambda a, b, c, d: root((b + c) / (a + b)),
    "hubert": lambda a, b, c, d: (a + d - b - c) / (a + b + c + d),
    "fowlkes_mallows": lambda a, b, c, d: a / root((a + b) * (a + c)),
    "sokal_sneath2": lambda a, b, c, d: HALF * a / (HALF * a + b + c),
    "normalized_mirkin": lambda a, b, c, d: (b + c) / (a + b + c + d),
    "kulczynski": lambda a, b, c, d: HALF * (a / (a + b) + a / (a + c)),
    "mcconnaughey": lambda a, b, c, d: (a * a - b * c) / ((a + b) * (a + c)),
    "yule": lambda a, b, c, d: (a * d - b * c) / (a * b + c * d),
    "baulieu1": lambda a, b, c, d: (
        ((a + b + c + d) * (a + d) + (b - c) ** 2) / (a + b + c + d) ** 2
    ),
    "russell_rao": lambda a, b, c, d: a / (a + b + c + d),
    "fager_mcgowan": lambda a, b, c, d: (
        a / root((a + b) * (a + c)) - 1 / (2 * root(a + b))
    ),
    "peirce": lambda a, b, c, d: (a * d - b * c) / ((a + c) * (d + b)),
    "baulieu2": lambda a, b, c, d: (a * d - b * c) / (a + b + c + d) ** 2,
    "sokal_sneath3": lambda a, b, c, d: a * d / root(margins(a, b, c, d)),
    "gower_legendre": lambda a, b, c, d: (a + d) / (a + HALF * (b + c) + d),
    "rogers_tanimoto": lambda a, b, c, d: (a + d) / (a + 2 * (b + c) + d),
    "goodman_kruskal": lambda a, b, c, d: (a * d - b * c) / (a * d + b * c),
}
DISTANCES = {"jaccard_distance", "correlation_distance", "minkowski"}
DISTANCES |= {"normalized_mirkin"}
NOT_CONSTANT_AT_EQUALITY = {"yule", "russell_rao", "fager_mcgowan", "baulieu2"}
# The chance level where there is one, else the worst value of the range; else 0.
WHERE_UNDEFINED = {
    **{"correlation_distance": 0.5, "sokal_sneath1": 0.5},
    **{"mcconnaughey": -1.0, "fager_mcgowan": -math.inf},
}


def arccos(x):
    """Arc cosine by half angles: no digit is lost where the cosine is flat."""
    if x.is_nan():
        return x
    if x > 0:
        return Decimal(2 * math.asin(root((1 - x) / 2)))
    return Decimal(math.pi - 2 * math.asin(root((1 + x) / 2)))


def by_definition(index, counts):
    """Value for counts or weights: at equality, as printed, or where that is 0/0."""
    _, b, c, _ = counts
    if b == c == 0 and index not in NOT_CONSTANT_AT_EQUALITY:
        return 0.0 if index in DISTANCES else 1.0
    with localcontext(prec=200) as context:
        context.traps[InvalidOperation] = context.traps[DivisionByZero] = False
        decimals = (Decimal(x.numerator) / x.denominator for x in counts)
        value = PRINTED[index](*decimals)
    if value.is_nan():
        return WHERE_UNDEFINED.get(index, 0.0)
    return 0.0 if abs(value) < 1e-100 else float(value)  # two roots that are equal


@cache
def counts_of_all_pairs(n):
    """Four counts of every two partitions of n samples, pair of samples by pair."""
    pairs = list(combinations(range(n), 2))
    together = np.array(
        [[labels[i] == labels[j] for i, j in pairs] for labels in set_partitions(n)],
        dtype=np.int64,
    ).reshape(len(set_partitions(n)), len(pairs))
    apart = 1 - together
    return np.stack(
        [
            first @ second.T
            for first, second in product([together, apart], [together, apart])
        ],
        axis=-1,
    )


@cache
def tables_by_counts():
    """Every four counts that two partitions of up to 6 samples have, and a table."""
    pairs = {}
    for n in range(1, 7):
        counts = counts_of_all_pairs(n).reshape(-1, 4).tolist()
        both = product(set_partitions(n), repeat=2)
        pairs.update(zip(map(tuple, counts), both, strict=True))
    return {
        counts: contingency_table(list(true), list(pred))
        for counts, (true, pred) in sorted(pairs.items())
    }


def formula(index):
    """The formula of an index, of any four counts; it does not care for equality."""
    return lambda pairs: formula_value(pairs, index)


def counts_of_kronecker(first, second):
    """Four counts of the cells from the explicit product of two tables of ints."""
    joint = [[x * y for x in row for y in other] for row in first for other in second]
    n = sum(map(sum, joint))
    both = sum(math.comb(x, 2) for row in joint for x in row)
    true = sum(math.comb(sum(row), 2) for row in joint)
    pred = sum(math.comb(sum(column), 2) for column in zip(*joint, strict=True))
    return both, true - both, pred - both, math.comb(n, 2) - true - pred + both


@pytest.mark.parametrize("index", INDICES)
def test_scores_of_tables_are_table_1_for_all_partitions_of_six(index):
    for counts, table in tables_by_counts().items():
        assert score_from_tables(table, index) == pytest.approx(
            by_definition(index, counts), rel=1e-14, abs=0
        ), counts


@given(cocluster_pairs(max_items=4) | cocluster_pairs(n_modes=3, max_items=3))
@settings(max_examples=60)
def test_scores_of_coclusterings_are_table_1_of_enumerated_cells(pair):
    true, pred = pair
    counts = enumerate_pairs(cells_of(true), cells_of(pred))
    for index in INDICES:
        assert pair_counting_score(true, pred, metric=index) == pytest.approx(
            by_definition(index, counts), rel=1e-14, abs=0
        )


def test_the_indices_are_listed_in_the_order_of_table_1():
    assert list(PRINTED) == INDICES
    assert len(INDICES) == 27


def counts_with_margins(both, true, pred, n_pairs):
    return PairCounts(both, true - both, pred - both, n_pairs - true - pred + both)


@pytest.mark.parametrize("index", INDICES)
def test_a_chance_level_is_declared_where_independence_has_one_value(index):
    """Gösgens et al., D.2: the value at N11 = mA mB / N, whatever the margins."""
    values = [
        formula(index)(
            counts_with_margins(step * i * j // 6, step * i, step * j, 6 * step)
        )
        for step in (6, 12)
        for i, j in product(range(1, 6), repeat=2)
    ]
    level = CONTRACTS[index].chance_level
    if level is None:
        assert np.ptp(values) > 0.01
    else:
        assert values == pytest.approx([level] * len(values), rel=1e-15, abs=0)


MILLION = 10**6
TEN_MILLION_ROWS_AND_COLUMNS = {
    "alike": (
        [[4 * MILLION, MILLION], [2 * MILLION, 3 * MILLION]],
        [[MILLION, 2 * MILLION, 1], [3 * MILLION - 1, MILLION, 3 * MILLION]],
    ),
    "one row apart": (
        [[5 * MILLION, 1], [0, 5 * MILLION - 1]],
        [[9 * MILLION, 0], [0, MILLION]],
    ),
    "nearly one block": ([[10 * MILLION - 1, 1]], [[1, 0], [0, 10 * MILLION - 1]]),
    "nearly independent": (
        [[2_500_000, 2_500_001], [2_500_000, 2_499_999]],
        [[5 * MILLION], [5 * MILLION]],
    ),
}


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("case", TEN_MILLION_ROWS_AND_COLUMNS)
def test_ten_million_rows_and_columns_are_exact_to_fourteen_digits(index, case):
    rows, columns = TEN_MILLION_ROWS_AND_COLUMNS[case]
    value = score_from_tables([table_of(rows), table_of(columns)], index)
    assert math.isfinite(value)
    assert value == pytest.approx(
        by_definition(index, counts_of_kronecker(rows, columns)), rel=1e-14, abs=0
    )
