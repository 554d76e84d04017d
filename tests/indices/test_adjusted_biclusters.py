"""Similarities adjusted for chance, against all permutations."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from biclusters_oracles import draw_pair, indicators
from contracts import SIMILARITY_NAMES
from hypothesis import given
from strategies import about, cocluster_pairs

import sklearn_cocluster_metrics as sccm

ADJUSTED = ["csi", "rnia", "omega"]


def adjusted(true, pred, index):
    return sccm.bicluster_similarity_score(
        true, pred, metric=f"bicluster_{index}", null_model="product"
    )


def multiplicities(rows, columns):
    """How many biclusters contain each cell, and each pair of cells, cell by cell."""
    holders = [
        {k for k in range(len(rows)) if rows[k, r] and columns[k, c]}
        for r, c in product(range(rows.shape[1]), range(columns.shape[1]))
    ]
    pairs = [[len(one & other) for other in holders] for one in holders]
    return np.array([len(held) for held in holders]), np.triu(pairs, 1)


def counted(index, biclusters):
    """What a similarity compares: numbers of biclusters with a cell, or a pair."""
    cells, pairs = multiplicities(*biclusters)
    if index == "rnia":
        return cells
    if index == "omega":
        return pairs[np.triu_indices(len(cells), 1)]
    spare = np.maximum(cells, 1) - 1
    return np.concatenate([pairs.ravel(), np.repeat(spare, len(cells) - 1)])


def agreement_of(index, one, other):
    """The sum of minima; for Omega, the number of equal values."""
    return (one == other if index == "omega" else np.minimum(one, other)).sum()


def by_enumeration(index, true, pred):
    """Adjust the agreement by its mean over all permutations of the prediction."""
    rows, columns = pred
    of_true, of_pred = counted(index, true), counted(index, pred)
    agreements = [
        agreement_of(index, of_true, counted(index, (rows[:, r], columns[:, c])))
        for r in map(list, permutations(range(rows.shape[1])))
        for c in map(list, permutations(range(columns.shape[1])))
    ]
    expected = Fraction(int(sum(agreements)), len(agreements))
    best = Fraction(int(of_true.sum() + of_pred.sum()), 2)
    if index == "omega":
        best = len(of_true)
    agreement = int(agreement_of(index, of_true, of_pred))
    return (agreement - expected) / (best - expected) if best != expected else None


@pytest.mark.parametrize("index", ADJUSTED)
def test_adjusted_similarities_are_those_of_all_permutations(index):
    """Also of up to six biclusters that overlap and repeat."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        true, pred, shape = draw_pair(rng, largest=3, max_biclusters=4 + seed % 3)
        pair = indicators(true, shape), indicators(pred, shape)
        expected = by_enumeration(index, *pair)
        if expected is not None:
            assert adjusted(*pair, index) == float(expected)


@given(cocluster_pairs())
@about(60)
def test_adjusted_similarities_of_checkerboards_are_cari(pair):
    boards = [*map(sccm.labels_to_biclusters, pair)]
    for index in "csi", "omega":
        assert adjusted(*boards, index) == sccm.cari_score(*pair, null_model="product")
    omega = sccm.bicluster_similarity_score(*boards, metric="bicluster_omega")
    assert omega == sccm.cari_score(*pair)


@pytest.mark.parametrize("index", ADJUSTED)
def test_cells_in_more_biclusters_than_a_word_has_bits_are_counted_one_by_one(index):
    rng = np.random.default_rng(0)
    true, pred = (
        tuple((rng.random((70, n)) < 0.9).astype(int) for n in (4, 3)) for _ in range(2)
    )
    cells, pairs = multiplicities(*true)
    assert cells.max() < 64 < len(true[0])
    assert len(set(pairs[np.triu_indices(12, 1)])) > 5
    expected = by_enumeration(index, true, pred)
    assert adjusted(true, pred, index) == float(expected)


@pytest.mark.parametrize("index", ["csi", "omega"])
def test_counts_of_a_large_matrix_stay_exact(index):
    """Pairs of cells number 1e22: an integer that floats do not have."""
    n = 400_000
    rows = np.zeros((2, n), dtype=np.int8)
    rows[0, : n // 2] = rows[1, n // 4 :] = 1
    true = (rows, rows)
    pred = (rows[:, ::-1], rows[:, ::-1])
    small, other = (tuple(s[:, :: n // 400] for s in pair) for pair in (true, pred))
    large = adjusted(true, pred, index)
    assert large == pytest.approx(adjusted(small, other, index), abs=1e-3)


@pytest.mark.parametrize("index", ["csi", "omega"])
def test_biclusters_of_one_cell_each_are_at_chance_unless_they_are_equal(index):
    one, other = ([[1, 0]], [[1, 0]]), ([[0, 1]], [[0, 1]])
    nothing = [[0, 0]], [[0, 0]]
    assert adjusted(one, other, index) == adjusted(one, nothing, index) == 0.0
    assert adjusted(one, one, index) == adjusted(nothing, nothing, index) == 1.0
    assert sccm.bicluster_similarity_score(one, other, metric="bicluster_omega") == 0.0


def test_unequal_biclusters_that_no_permutation_changes_are_at_chance():
    """The whole matrix, in one and in two parts: each cell once."""
    true, pred = ([[1, 1]], [[1, 1]]), ([[1, 1], [1, 1]], [[1, 0], [0, 1]])
    assert adjusted(true, pred, "rnia") == 0.0


SOME = [[1, 1, 0]], [[1, 0]]


@pytest.mark.parametrize(
    "metric", [name for name in SIMILARITY_NAMES if name[10:] not in ADJUSTED]
)
def test_other_similarities_have_no_exact_adjustment(metric):
    with pytest.raises(ValueError, match=r"closed form. Use 'bicluster_csi', "):
        sccm.bicluster_similarity_score(SOME, SOME, metric=metric, null_model="product")
