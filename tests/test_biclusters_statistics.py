"""Overlaps, atoms and covers against lists of cells."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from biclusters_oracles import (
    biclusters,
    cells,
    comparison,
    disjoint_part,
    draw_biclusters,
    draw_pair,
    pairs_of_biclusterings,
    same,
    sweep,
)
from hypothesis import given
from sklearn_cocluster_metrics._indices._expected_jaccard import expected_jaccard

from sklearn_cocluster_metrics._statistics._biclusters import Biclusters
from sklearn_cocluster_metrics._statistics._comparison import BiclusterComparison
from sklearn_cocluster_metrics._statistics._covers import (
    covers_of_atoms,
    covers_of_disjoint,
)
from sklearn_cocluster_metrics._statistics._overlaps import first_overlap, overlaps

SEEDS = range(300)


def atom_table(atoms):
    """Number of cells by the biclusters that hold them, from the atoms."""
    table = Counter()
    for k, count in enumerate(atoms.counts.tolist()):
        key = tuple(
            tuple(side.members[[of_side[k]]].toarray()[0].tolist())
            for side, of_side in (
                (atoms.true, atoms.of_true),
                (atoms.pred, atoms.of_pred),
            )
        )
        assert key not in table
        table[key] = count
    return table


def listed_table(true, pred, shape):
    """The same, cell by cell."""
    return Counter(
        tuple(tuple(int(cell in c) for c in cells(side)) for side in (true, pred))
        for cell in product(range(shape[0]), range(shape[1]))
    )


@given(pairs_of_biclusterings())
def test_overlaps_count_the_shared_cells(drawn):
    true, pred, shape = drawn
    counted = overlaps(biclusters(true, shape), biclusters(pred, shape))
    listed = [[len(a & b) for b in cells(pred)] for a in cells(true)]
    assert counted.shared_cells.tolist() == listed
    assert counted.true_sizes.tolist() == [len(a) for a in cells(true)]
    assert counted.pred_sizes.tolist() == [len(b) for b in cells(pred)]


@given(pairs_of_biclusterings())
def test_equality_is_that_of_multisets_of_cell_sets(drawn):
    true, pred, shape = drawn
    assert comparison(true, pred, shape).overlaps.equal == same(
        cells(true), cells(pred)
    )


@sweep("seed", SEEDS)
def test_equality_does_not_depend_on_the_order(seed):
    rng = np.random.default_rng(seed)
    shape = (3, 4)
    true = draw_biclusters(rng, shape)
    pred = [true[k] for k in rng.permutation(len(true))]
    assert comparison(true, pred, shape).overlaps.equal


def test_equality_counts_how_often_a_bicluster_is_repeated():
    one, other = ({0}, {0, 1}), ({1}, {0, 1})
    side = comparison([one, one, other], [one, other, other], (2, 2))
    assert not side.overlaps.equal


@given(pairs_of_biclusterings())
def test_atoms_are_the_cells_with_equal_membership(drawn):
    true, pred, shape = drawn
    counted = comparison(true, pred, shape).atoms
    assert atom_table(counted) == listed_table(true, pred, shape)


@sweep("seed", SEEDS)
def test_atoms_of_random_biclusterings_are_the_listed_ones(seed):
    true, pred, shape = draw_pair(np.random.default_rng(seed), largest=6, most=5)
    counted = comparison(true, pred, shape).atoms
    assert atom_table(counted) == listed_table(true, pred, shape)


@sweep("seed", range(50))
def test_reach_is_the_size_of_the_union_of_the_holders(seed):
    true, pred, shape = draw_pair(np.random.default_rng(seed), largest=6, most=5)
    classes = comparison(true, pred, shape).atoms.true
    for held, reach in zip(
        classes.members.toarray().tolist(), classes.reach.tolist(), strict=True
    ):
        holders = [c for c, some in zip(cells(true), held, strict=True) if some]
        assert reach == len(frozenset().union(*holders))


def test_atoms_take_more_biclusters_than_a_word_has_bits():
    rng = np.random.default_rng(0)
    shape = (12, 13)
    true, pred = (
        [
            (
                frozenset(rng.choice(12, 4).tolist()),
                frozenset(rng.choice(13, 4).tolist()),
            )
            for _ in range(70)
        ]
        for _ in range(2)
    )
    counted = comparison(true, pred, shape).atoms
    assert atom_table(counted) == listed_table(true, pred, shape)


def test_counts_stay_exact_where_a_matrix_has_more_cells_than_int64():
    n_rows = n_columns = 2**16
    halves = np.repeat(np.eye(2, dtype=np.int64), n_rows // 2, axis=1)
    true, pred = Biclusters(halves, halves), Biclusters(halves[:1], halves[:1])
    counted = BiclusterComparison(true, pred)
    assert counted.overlaps.shared_cells.tolist() == [[2**30], [0]]
    assert sorted(counted.atoms.counts.tolist()) == [2**30, 2**30, 2**31]
    assert sum(counted.atoms.counts.tolist()) == n_rows * n_columns
    # the pairs of cells: 2**63 of them and more
    covers = counted.covers
    assert comb(covers.united, 2) == 2**31 * (2**31 - 1) // 2


@sweep("seed", range(100))
def test_covers_of_disjoint_biclusters_need_no_atoms(seed):
    true, pred, shape = draw_pair(np.random.default_rng(seed), largest=6, most=5)
    side = comparison(disjoint_part(true), disjoint_part(pred), shape)
    assert side.disjoint
    closed = covers_of_disjoint(side.overlaps)
    counted = covers_of_atoms(side.atoms)
    for name in ("shared", "united", "shared_repeated", "united_repeated"):
        assert getattr(closed, name) == getattr(counted, name)
    assert (closed.true, closed.pred) == (counted.true, counted.pred)


@given(pairs_of_biclusterings(most=4))
def test_the_first_overlap_names_two_biclusters_that_share_a_cell(drawn):
    true, _, shape = drawn
    found = first_overlap(biclusters(true, shape))
    if found is None:
        assert disjoint_part(true) == true
    else:
        one, other = found
        assert one != other
        assert cells(true)[one] & cells(true)[other]


def test_expected_jaccard_is_the_mean_over_rows_and_columns():
    shape, extent, other = (4, 5), (2, 3), (3, 2)
    mean = Fraction(0)
    for r, c in product(range(3), range(3)):
        ways = comb(2, r) * comb(2, 3 - r), comb(3, c) * comb(2, 2 - c)
        chance = Fraction(ways[0] * ways[1], comb(4, 3) * comb(5, 2))
        mean += chance * Fraction(r * c, 12 - r * c)
    assert expected_jaccard(shape, extent, other) == pytest.approx(
        float(mean), rel=1e-14, abs=0
    )
