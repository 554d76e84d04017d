"""Counts of pairs against pairs taken one by one, and against exact arithmetic."""

from fractions import Fraction
from itertools import product
from math import comb, prod, ulp

import numpy as np
import pytest
from strategies import (
    as_lists,
    cells_of,
    coclusterings,
    enumerate_pairs,
    set_partitions,
    table_of,
)

from sklearn_cocluster_metrics import pair_counts
from sklearn_cocluster_metrics._statistics._pairs import pairs_of_cells
from sklearn_cocluster_metrics.tables import score_from_tables


def as_tuple(counts):
    """The four counts, in order."""
    return counts.n11, counts.n10, counts.n01, counts.n00


@pytest.mark.parametrize("n_items", range(1, 6))
def test_pairs_of_samples_are_counted_for_all_pairs_of_clusterings(n_items):
    for true, pred in product(set_partitions(n_items), repeat=2):
        expected = enumerate_pairs(true, pred)
        assert as_tuple(pair_counts(list(true), list(pred))) == expected


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 2), (3, 2), (3, 3), (2, 2, 2)])
def test_pairs_of_cells_are_counted_for_all_pairs_of_co_clusterings(shape):
    for true, pred in product(coclusterings(shape), repeat=2):
        expected = enumerate_pairs(cells_of(true), cells_of(pred))
        assert as_tuple(pair_counts(as_lists(true), as_lists(pred))) == expected


def test_counts_are_python_integers():
    counts = pair_counts(([0, 0, 1], [0, 1]), ([0, 1, 1], [0, 1]))
    assert {type(count) for count in as_tuple(counts)} == {int}
    assert counts.n_pairs == 15


# --- exactness at any size --------------------------------------------------------


def exact_pairs(tables):
    """Pairs of cells from the Kronecker product of the tables, in Python integers."""
    cells = [
        prod(counts) for counts in product(*(np.ravel(t).tolist() for t in tables))
    ]
    true = [prod(sizes) for sizes in product(*(np.sum(t, 1).tolist() for t in tables))]
    pred = [prod(sizes) for sizes in product(*(np.sum(t, 0).tolist() for t in tables))]
    both = sum(comb(n, 2) for n in cells)
    only_true = sum(comb(n, 2) for n in true) - both
    only_pred = sum(comb(n, 2) for n in pred) - both
    rest = comb(sum(cells), 2) - both - only_true - only_pred
    return both, only_true, only_pred, rest


def exact_ari(pairs):
    """Robert, Vasseur & Brault (2021), Definition 2.2, as a fraction."""
    n11, n10, n01, n00 = pairs
    expected = Fraction((n11 + n10) * (n11 + n01), n11 + n10 + n01 + n00)
    return (n11 - expected) / (Fraction(2 * n11 + n10 + n01, 2) - expected)


LARGE = {
    "400 x 400": [[[180, 20], [20, 180]]] * 2,
    "10^5 x 10^5": [[[45_000, 5_000], [5_000, 45_000]]] * 2,
    "10^7 x 10^7": [
        [[4_999_999, 1], [1_234_567, 3_765_433]],
        [[1, 2, 3], [9_999_994, 0, 0]],
    ],
    "10^7 x 10^7, singular": [[[9_999_999, 0], [0, 1]], [[1, 0], [9_999_999, 0]]],
    "10^12 samples": [[[10**12, 1], [7, 10**11]]],
    "10^9 x 10^9 x 10^9": [[[10**9 - 5, 2], [3, 0]]] * 3,
}


@pytest.mark.parametrize("tables", LARGE.values(), ids=LARGE)
def test_counts_are_exact_where_64_bits_overflow(tables):
    tables = [np.array(t)[:, np.array(t).any(axis=0)] for t in tables]
    found = pairs_of_cells([table_of(t) for t in tables])
    assert as_tuple(found) == exact_pairs(tables)


@pytest.mark.parametrize("tables", LARGE.values(), ids=LARGE)
def test_cari_is_exact_to_two_units_in_the_last_place(tables):
    tables = [np.array(t)[:, np.array(t).any(axis=0)] for t in tables]
    expected = exact_ari(exact_pairs(tables))
    found = score_from_tables([table_of(t) for t in tables], "cari")
    assert abs(Fraction(found) - expected) <= 2 * Fraction(ulp(float(expected)))


def labels_of(table):
    """Labels that have this table."""
    counts = np.ravel(table)
    true, pred = np.divmod(np.arange(counts.size), np.shape(table)[1])
    return np.repeat(true, counts), np.repeat(pred, counts)


def test_ten_million_rows_and_columns_are_counted_exactly():
    table = np.array([[4_999_999, 1], [1_234_567, 3_765_433]])
    true, pred = (side.astype(np.int8) for side in labels_of(table))
    found = pair_counts((true, pred), (pred, true))
    assert as_tuple(found) == exact_pairs([table, table.T])
    assert found.n_pairs == comb(10**14, 2)
