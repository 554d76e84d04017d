"""The indices of co-clusterings against their definitions, cell by cell."""

from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import fsum, isclose, prod, sqrt, ulp

import numpy as np
import pytest
from hypothesis import given
from strategies import (
    as_lists,
    cells_of,
    clusters_of,
    coarrangements,
    coclusterings,
    entropy,
    enumerate_pairs,
    information as information_of_items,
    modes_of,
    partition_pairs,
    set_partitions,
    table_of,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

pytestmark = pytest.mark.slow  # mathematics, whatever the versions

AVERAGES = {
    "min": min,
    "geometric": lambda one, other: sqrt(one * other),
    "arithmetic": lambda one, other: (one + other) / 2,
    "max": max,
}
# --- the definitions --------------------------------------------------------------


def items_of(labels):
    """What is clustered: the samples, or the cells with their blocks."""
    return cells_of(modes_of(labels))


def equal(true, pred):
    """Whether both make the same clusters of cells."""
    return clusters_of(items_of(true)) == clusters_of(items_of(pred))


def ulps(found, expected):
    """Distance from an exact value in units of its last place."""
    return abs(Fraction(found) - expected) / Fraction(ulp(float(expected)))


def exact_cari(true, pred, expected_n11):
    """Robert et al. (2021), Definition 2.2, with any mean of n11; rules for 0/0."""
    n11, n10, n01, _ = enumerate_pairs(items_of(true), items_of(pred))
    if equal(true, pred):
        return Fraction(1)
    span = Fraction(2 * n11 + n10 + n01, 2) - expected_n11
    return (n11 - expected_n11) / span if span else Fraction(0)


def mean_of_cells(true, pred):
    """Mean of n11 where cells are free: m_A m_B over the number of pairs."""
    n11, n10, n01, n00 = enumerate_pairs(items_of(true), items_of(pred))
    n_pairs = n11 + n10 + n01 + n00
    return Fraction((n11 + n10) * (n11 + n01), n_pairs) if n_pairs else Fraction(0)


def mean_of_product(true, pred):
    """Mean of n11 over every reordering of each mode."""
    true, pred = modes_of(true), modes_of(pred)
    values = [
        enumerate_pairs(cells_of(true), cells_of(other))[0]
        for other in coarrangements(pred)
    ]
    return Fraction(sum(values), len(values))


def share_of_misplaced(true, pred):
    """CE, equation of section 2.4: every cell, for all permutations of clusters."""
    modes = list(zip(modes_of(true), modes_of(pred), strict=True))
    right = max(
        sum(map(all, product(*in_place)))
        for in_place in product(*(matched_entries(*mode) for mode in modes))
    )
    return 1 - Fraction(right, prod(len(one) for one, _ in modes))


def matched_entries(true, pred):
    """Which entries of a mode each matching of the clusters puts in their place."""
    clusters, targets = sorted(set(true)), sorted(set(pred))
    targets += [None] * max(0, len(clusters) - len(targets))  # empty clusters
    matchings = (
        dict(zip(clusters, chosen, strict=True))
        for chosen in permutations(targets, len(clusters))
    )
    return {
        tuple(matching[t] == p for t, p in zip(true, pred, strict=True))
        for matching in matchings
    }


def numbers_of_clusters(true, pred):
    """H and L: for each mode the greater of the two numbers of clusters."""
    return [
        max(len(set(one)), len(set(other)))
        for one, other in zip(modes_of(true), modes_of(pred), strict=True)
    ]


def information(true, pred):
    """coMI and the two entropies of the cells, from the distribution of the cells."""
    sides = items_of(true), items_of(pred)
    return information_of_items(*sides), *map(entropy, sides)


def normalized_information(true, pred, average_method):
    """coNMI, with the rules for 0/0."""
    if equal(true, pred):
        return 1.0
    mutual, *entropies = information(true, pred)
    average = AVERAGES[average_method](*entropies)
    return mutual / average if average else 0.0


def adjusted_information(true, pred, average_method):
    """coAMI with its mean over every reordering of each mode; the rules for 0/0."""
    if equal(true, pred):
        return 1.0
    mutual, *entropies = information(true, pred)
    others = coarrangements(modes_of(pred))
    values = [information(modes_of(true), other)[0] for other in others]
    if max(values) - min(values) < 1e-12:
        return 0.0
    mean = fsum(values) / len(values)
    return (mutual - mean) / (AVERAGES[average_method](*entropies) - mean)


# --- equal to the definitions -----------------------------------------------------

SMALL = [
    [*product(map(list, set_partitions(4)), repeat=2)],
    *(
        [*product(map(as_lists, coclusterings(shape)), repeat=2)]
        for shape in [(1, 1), (1, 3), (2, 2), (3, 2), (2, 2, 2)]
    ),
]


@pytest.mark.parametrize("pairs", SMALL)
def test_cari_is_its_definition_on_all_small_pairs(pairs):
    for true, pred in pairs:
        expected = exact_cari(true, pred, mean_of_cells(true, pred))
        assert ulps(sccm.cari_score(true, pred), expected) <= 1
        expected = exact_cari(true, pred, mean_of_product(true, pred))
        assert ulps(sccm.cari_score(true, pred, null_model="product"), expected) <= 1


@pytest.mark.parametrize("pairs", SMALL)
def test_classification_error_and_nce_are_their_definitions(pairs):
    for true, pred in pairs:
        error = share_of_misplaced(true, pred)
        assert ulps(sccm.classification_error(true, pred), error) <= 1
        n_blocks = prod(numbers_of_clusters(true, pred))
        bound = 1 - Fraction(1, n_blocks)
        expected = 1 - error / bound if n_blocks > 1 else Fraction(1)
        assert ulps(sccm.nce_score(true, pred), expected) <= 1


@given(partition_pairs(max_items=4))
def test_nce_by_the_product_is_the_remark_of_section_2_4(pair):
    shares = []
    for one, other in zip(*map(modes_of, pair), strict=True):
        (n_clusters,) = numbers_of_clusters(one, other)
        distance = share_of_misplaced(one, other)
        bound = Fraction(n_clusters - 1, n_clusters)
        shares.append(1 - distance / bound if bound else Fraction(1))
    # 1 - (r + c - rc) for two modes
    expected = prod(shares)
    assert ulps(sccm.nce_score(*pair, normalization="product"), expected) <= 1


@given(partition_pairs(n_modes=2, max_items=4))
def test_nce_as_printed_divides_by_the_printed_bound(pair):
    h, k = numbers_of_clusters(*pair)
    printed = Fraction(1, h) + Fraction(1, k) - Fraction(1, h * k)
    expected = 1 - share_of_misplaced(*pair) / printed
    assert ulps(sccm.nce_score(*pair, normalization="printed"), expected) <= 1


@given(partition_pairs(max_items=4))
def test_information_is_that_of_the_distribution_of_the_cells(pair):
    mutual, *_ = information(*pair)
    assert isclose(sccm.comi_score(*pair), mutual, rel_tol=1e-14, abs_tol=1e-15)
    for name in AVERAGES:
        expected = normalized_information(*pair, name)
        found = sccm.conmi_score(*pair, average_method=name)
        assert isclose(found, expected, rel_tol=1e-13, abs_tol=1e-15)


@given(partition_pairs(max_items=4))
def test_enmi_is_the_sum_of_the_normalized_information_of_the_modes(pair):
    for name in AVERAGES:
        expected = fsum(
            normalized_information(one, other, name)
            for one, other in zip(*map(modes_of, pair), strict=True)
        )
        found = sccm.enmi_score(*pair, average_method=name)
        assert isclose(found, expected, rel_tol=1e-13, abs_tol=1e-15)


@pytest.mark.parametrize("average_method", AVERAGES)
@pytest.mark.parametrize("pairs", SMALL)
def test_coami_is_its_definition_with_the_mean_over_all_permutations(
    pairs, average_method
):
    for true, pred in pairs[:: 1 + len(pairs) // 150]:
        expected = adjusted_information(true, pred, average_method)
        found = sccm.coami_score(true, pred, average_method=average_method)
        assert isclose(found, expected, rel_tol=1e-12, abs_tol=1e-14)


# --- numbers of the paper ---------------------------------------------------------

EXAMPLE_1 = (([1, 1, 3, 2], [1, 2, 1, 4, 3]), ([2, 2, 1, 3], [2, 1, 2, 3, 4]))
EXAMPLE_2 = (
    ([1, 2, 2, 2, 1], [1, 1, 2, 1, 1, 2]),
    ([1, 1, 2, 1, 1], [1, 1, 2, 1, 3, 2]),
)
# The only entry of each row of table 2: its column, and its count
TABLE_2, AT = np.zeros((12, 12), dtype=int), [5, 4, 7, 6, 9, 8, 11, 10, 1, 0, 3, 2]
TABLE_2[range(12), AT] = [4, 2, 2, 2, 2, 1, 1, 1, 2, 1, 1, 1]
TABLE_4 = [
    [6, 0, 2, 0, 0, 0],
    [0, 4, 0, 0, 0, 0],
    [6, 0, 2, 3, 0, 1],
    [0, 4, 0, 0, 2, 0],
]


@pytest.mark.parametrize(
    ("example", "printed"), [(EXAMPLE_1, TABLE_2), (EXAMPLE_2, TABLE_4)]
)
def test_tables_2_and_4_are_the_kronecker_product_of_those_of_the_modes(
    example, printed
):
    counts = [table.counts for table in contingency_table(*example)]
    np.testing.assert_array_equal(np.kron(*counts), printed)


def test_example_1_is_equality():
    counts = sccm.pair_counts(*EXAMPLE_1)
    assert (counts.n11, counts.n10, counts.n01, counts.n_pairs) == (11, 0, 0, 190)
    assert sccm.cari_score(*EXAMPLE_1) == 1.0
    assert sccm.cari_score(*EXAMPLE_1, null_model="product") == 1.0


def test_example_2_is_as_printed_and_as_worked_out():
    assert ulps(sccm.cari_score(*EXAMPLE_2), Fraction(3568, 14269)) <= 1
    assert round(sccm.cari_score(*EXAMPLE_2), 4) == 0.2501
    assert sccm.classification_error(*EXAMPLE_2) == 0.5
    assert sccm.nce_score(*EXAMPLE_2) == 0.4
    assert sccm.nce_score(*EXAMPLE_2, normalization="printed") == 0.25
    assert sccm.nce_score(*EXAMPLE_2, normalization="product") == 0.15
    assert isclose(sccm.comi_score(*EXAMPLE_2), 0.7550080909, rel_tol=1e-10)
    assert isclose(sccm.conmi_score(*EXAMPLE_2), 0.4994078256, rel_tol=1e-10)
    assert isclose(sccm.enmi_score(*EXAMPLE_2), 0.8054022254, rel_tol=1e-10)


@pytest.mark.parametrize(
    ("wrong", "cari"), [((25_000, 0), 1 / 3), ((5501, 5501), 0.5289)]
)
def test_toy_configuration_7_has_the_printed_values(wrong, cari):
    """Of a square matrix of 100,000 rows, so many in the wrong one of two clusters."""
    tables = [table_of([[50_000 - n, n], [n, 50_000 - n]]) for n in wrong]
    score = partial(score_from_tables, tables)
    assert isclose(score("cari"), cari, rel_tol=0, abs_tol=1e-4)
    assert isclose(score("enmi"), 1, rel_tol=0, abs_tol=1e-4)
    assert isclose(score("conmi"), score("enmi") / 2, rel_tol=1e-14)
    misplaced = 1 - prod(1 - n / 50_000 for n in wrong)
    assert isclose(score("classification_error"), misplaced, rel_tol=1e-14)
    assert isclose(score("nce"), 1 - misplaced * 4 / 3, rel_tol=1e-14)


# --- range ------------------------------------------------------------------------


@pytest.mark.parametrize("size", [10, 1000, 10**5, 10**7, 10**9 + 7, 3 * 10**12])
def test_information_stays_in_its_range_where_it_is_next_to_its_ends(size):
    for shift in (1, 3, 10):
        near = table_of([[size + shift, size - shift], [size - shift, size + shift]])
        uneven = table_of([[size, 3 * size + shift], [2 * size, 6 * size]])
        apart = table_of([[size, shift], [0, size]])
        split = table_of([[size, 0, 1], [0, 3 * size + shift, 1], [1, 1, 1]])
        for table in (near, uneven, apart, split):
            entropies = [
                score_from_tables(table_of(np.diag(sizes)), "comi")
                for sizes in (table.true_sizes, table.pred_sizes)
            ]
            assert 0 <= score_from_tables(table, "comi") <= min(entropies)
