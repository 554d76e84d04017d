"""Biclusterings that are all blocks of two co-clusterings: found, and counted."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest
from biclusters_oracles import (
    bcubed_oracle,
    cells,
    comparison,
    csi_oracle,
    extended_bcubed_oracle,
    harmonic,
    nonempty,
    sweep,
    variation_oracle,
)
from scipy import sparse

from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._statistics import Overlaps, compare_biclusterings

SEEDS = range(60)


def blocks_of(row_labels, column_labels):
    """All blocks of a co-clustering, as pairs of sets."""
    clusters = [
        [frozenset(np.flatnonzero(labels == label)) for label in sorted(set(labels))]
        for labels in (row_labels, column_labels)
    ]
    return list(product(*clusters))


def draw_boards(seed, largest=4):
    """Draw two checkerboards in any order, with some empty biclusters."""
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, largest + 1, size=2).tolist())
    labels = [[rng.integers(n, size=n) for n in shape] for _ in range(2)]
    sides = []
    for modes in labels:
        side = blocks_of(*modes)
        if rng.integers(2):
            side += [(frozenset(), frozenset([0])), (frozenset([0]), frozenset())]
        sides.append([side[k] for k in rng.permutation(len(side))])
    return labels, *sides, shape


@sweep("seed", SEEDS)
def test_the_tables_of_checkerboards_are_those_of_their_labels(seed):
    (of_true, of_pred), true, pred, shape = draw_boards(seed)
    tables = comparison(true, pred, shape).checkerboard_tables
    for table, *labels in zip(tables, of_true, of_pred, strict=True):
        pairs = Counter(zip(*(side.tolist() for side in labels), strict=True))
        assert sorted(table.nonzero[2].tolist()) == sorted(pairs.values())
        for sizes, side in zip(table.sizes, labels, strict=True):
            assert sorted(sizes.tolist()) == sorted(Counter(side.tolist()).values())


HALVES = [({0, 1}, {0, 1, 2, 3}), ({2, 3}, {0, 1, 2, 3})]
QUARTERS = blocks_of(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]))
OTHERS = blocks_of(np.array([0, 1, 1, 2]), np.array([0, 1, 1, 1]))
NO_CHECKERBOARDS = {
    "nothing": [],
    "no cells": [({0}, set())],
    "a block is missing": QUARTERS[1:],
    "a block is missing, another one comes twice": [*QUARTERS[1:], QUARTERS[1]],
    "the diagonal": [QUARTERS[0], QUARTERS[3]],
    "the whole diagonal twice": [QUARTERS[0], QUARTERS[3]] * 2,
    "blocks that overlap, with as many cells as the matrix": [
        ({0, 1}, {0, 1, 2, 3}),
        ({1, 2}, {0, 1, 2, 3}),
    ],
    "a row in no block, with as many cells as the matrix": [
        ({0, 1, 2}, {0, 1, 2, 3}),
        ({0, 1}, {0, 1}),
    ],
    "every cell once, but rows are cut differently": [
        ({0, 1}, {0, 1}),
        ({2, 3}, {0, 1}),
        ({0}, {2, 3}),
        ({1, 2, 3}, {2, 3}),
    ],
    "every cell once, and one half is cut": [HALVES[0], QUARTERS[2], QUARTERS[3]],
}


@pytest.mark.parametrize("side", NO_CHECKERBOARDS.values(), ids=NO_CHECKERBOARDS)
def test_what_is_no_checkerboard_has_no_tables(side):
    for pair in ((side, QUARTERS), (QUARTERS, side)):
        assert comparison(*pair, (4, 4)).checkerboard_tables is None


def rand_oracle(true, pred, shape):
    """Fraction of the pairs of cells on which both sides agree."""
    agreements = [
        len({any({x, y} <= block for block in side) for side in (true, pred)}) == 1
        for x, y in combinations(product(*map(range, shape)), 2)
    ]
    return Fraction(sum(agreements), len(agreements)) if agreements else Fraction(1)


ORACLES = {
    "rnia_distance": lambda *_: 0,
    "bicluster_csi": csi_oracle,
    "microobject_rand": rand_oracle,
    "bicluster_extended_bcubed": extended_bcubed_oracle,
    "microobject_variation_of_information": lambda a, b, _: variation_oracle(a, b),
    "mocice_bcubed": lambda a, b, _: harmonic(*bcubed_oracle(a, b)),
}
ONE_DIVISION = {"rnia_distance", "bicluster_csi", "microobject_rand"}


@pytest.mark.parametrize("name", ORACLES)
@sweep("seed", SEEDS)
def test_measures_of_checkerboards_are_their_definitions(seed, name):
    _, true, pred, shape = draw_boards(seed)
    value = CONTRACTS[name].compute(comparison(true, pred, shape))
    of_cells = (nonempty(cells(side)) for side in (true, pred))
    expected = float(ORACLES[name](*of_cells, shape))
    if name in ONE_DIVISION:
        assert value == expected
    else:
        assert value == pytest.approx(expected, rel=1e-14, abs=1e-14)


@pytest.mark.parametrize("name", [*ORACLES, "adjusted_bicluster_csi"])
def test_no_pairs_of_blocks_are_listed(name, monkeypatch):
    monkeypatch.delattr(Overlaps, "meeting")
    compared = comparison(QUARTERS, OTHERS, (4, 4))
    assert np.isfinite(CONTRACTS[name].compute(compared))


def sparse_board(row_labels, column_labels, n_clusters):
    """All blocks, as sparse indicators."""
    rows, columns = (
        sparse.csr_array(
            (np.ones(len(labels), np.int8), (labels, np.arange(len(labels)))),
            shape=(n_clusters, len(labels)),
        )
        for labels in (row_labels, column_labels)
    )
    each = np.arange(n_clusters)
    return rows[np.repeat(each, n_clusters)], columns[np.tile(each, n_clusters)]


def sum_of_squares(codes):
    return sum(count**2 for count in np.bincount(codes).tolist())


def test_pairs_of_cells_past_64_bits_are_counted_exactly():
    n = 100_000
    true, pred = np.random.default_rng(0).integers(3, size=(2, 2, n))
    in_true, in_pred, in_both = (
        prod(map(sum_of_squares, modes)) for modes in (true, pred, 3 * true + pred)
    )
    compared = compare_biclusterings(sparse_board(*true, 3), sparse_board(*pred, 3))
    csi = CONTRACTS["bicluster_csi"].compute(compared)
    rand = CONTRACTS["microobject_rand"].compute(compared)
    n_cells = n * n
    assert csi == float(
        Fraction(in_both - n_cells, in_true + in_pred - in_both - n_cells)
    )
    apart = n_cells**2 - in_true - in_pred + in_both
    assert rand == float(Fraction(in_both - n_cells + apart, 2 * comb(n_cells, 2)))
