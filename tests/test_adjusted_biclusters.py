"""Campello's soft index and RNIA adjusted for chance, against all permutations."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from biclusters_oracles import draw_pair
from hypothesis import given, settings
from strategies import cocluster_pairs

from sklearn_cocluster_metrics import (
    bicluster_similarity_score,
    cari_score,
    get_scorer_names,
    labels_to_biclusters,
    make_bicluster_scorer,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._indices._bicluster_similarity import (
    BICLUSTER_SIMILARITY,
)
from sklearn_cocluster_metrics._statistics import (
    compare_biclusters,
    pair_multiplicities,
)

ADJUSTED = ["csi", "rnia"]


def indicators(biclusters, shape):
    """Biclusters given as sets of rows and of columns, as indicators."""
    return tuple(
        np.array(
            [[int(line in sets[side]) for line in range(n)] for sets in biclusters]
        ).reshape(-1, n)
        for side, n in enumerate(shape)
    )


def multiplicities(rows, columns):
    """How many biclusters contain each cell, and each pair of cells, cell by cell."""
    cells = list(product(range(rows.shape[1]), range(columns.shape[1])))
    holders = [
        {k for k in range(len(rows)) if rows[k, r] and columns[k, c]} for r, c in cells
    ]
    n_cells = len(cells)
    pairs = np.zeros((n_cells, n_cells), dtype=int)
    for one, other in combinations(range(n_cells), 2):
        pairs[one, other] = len(holders[one] & holders[other])
    return np.array([len(held) for held in holders]), pairs


def counted(index, biclusters):
    """What a similarity compares by the sum of minima: numbers of places."""
    cells, pairs = multiplicities(*biclusters)
    if index == "rnia":
        return cells
    spare = np.maximum(cells, 1) - 1
    return np.concatenate([pairs.ravel(), np.repeat(spare, len(cells) - 1)])


def by_enumeration(index, true, pred):
    """Adjust the sum of minima by its mean over all permutations of the prediction."""
    rows, columns = pred
    of_true, of_pred = counted(index, true), counted(index, pred)
    agreements = [
        np.minimum(of_true, counted(index, (rows[:, r], columns[:, c]))).sum()
        for r in map(list, permutations(range(rows.shape[1])))
        for c in map(list, permutations(range(columns.shape[1])))
    ]
    expected = Fraction(int(sum(agreements)), len(agreements))
    best = Fraction(int(of_true.sum() + of_pred.sum()), 2)
    agreement = int(np.minimum(of_true, of_pred).sum())
    return (agreement - expected) / (best - expected) if best != expected else None


@pytest.mark.parametrize("index", ADJUSTED)
@pytest.mark.parametrize("seed", range(40))
def test_adjusted_similarities_are_those_of_all_permutations(index, seed):
    generator = np.random.default_rng(seed)
    true, pred, shape = draw_pair(generator, largest=3)
    true, pred = indicators(true, shape), indicators(pred, shape)
    expected = by_enumeration(index, true, pred)
    found = bicluster_similarity_score(true, pred, index=index, null_model="product")
    if expected is not None:
        assert found == float(expected)


@given(cocluster_pairs())
@settings(max_examples=60)
def test_adjusted_csi_of_checkerboards_is_product_cari(pair):
    boards = map(labels_to_biclusters, pair)
    assert bicluster_similarity_score(
        *boards, index="csi", null_model="product"
    ) == cari_score(*pair, null_model="product")


@given(cocluster_pairs(max_items=3))
@settings(max_examples=30)
def test_adjusted_csi_of_checkerboards_is_that_of_all_permutations(pair):
    boards = [labels_to_biclusters(side) for side in pair]
    expected = by_enumeration("csi", *boards)
    found = bicluster_similarity_score(*boards, index="csi", null_model="product")
    if expected is not None:
        assert found == float(expected)


def overlapping(generator, n_biclusters, shape, share):
    """Random biclusters that overlap."""
    return tuple(
        (generator.random((n_biclusters, n)) < share).astype(int) for n in shape
    )


def test_pairs_in_more_biclusters_than_a_word_has_bits_are_counted_one_by_one():
    rows, columns = overlapping(np.random.default_rng(0), 70, (7, 6), 0.5)
    _, pairs = multiplicities(rows, columns)
    expected = [Counter(), Counter(), Counter()]
    for one, other in combinations(range(42), 2):
        together = int(pairs[one, other])
        same_column, same_row = one % 6 == other % 6, one // 6 == other // 6
        stratum = 0 if same_column else 1 if same_row else 2
        if together:
            expected[stratum][together] += 1
    found = pair_multiplicities(
        compare_biclusters((rows, columns), (rows, columns)).true
    )
    assert list(found.strata) == expected


@pytest.mark.parametrize("index", ADJUSTED)
def test_biclusters_that_overlap_and_repeat_are_counted_as_one_by_one(index):
    generator = np.random.default_rng(1)
    rows, columns = overlapping(generator, 3, (4, 3), 0.6)
    true = np.repeat(rows, 2, axis=0), np.repeat(columns, 2, axis=0)
    pred = overlapping(generator, 5, (4, 3), 0.5)
    expected = float(by_enumeration(index, true, pred))
    options = {"index": index, "null_model": "product"}
    assert bicluster_similarity_score(true, pred, **options) == expected


def test_counts_of_a_large_matrix_stay_exact():
    """Pairs of cells number 1e22: an integer that floats do not have."""
    n = 400_000
    rows = np.zeros((2, n), dtype=np.int8)
    rows[0, : n // 2] = rows[1, n // 4 :] = 1
    true = (rows, rows)
    pred = (rows[:, ::-1], rows[:, ::-1])
    score = bicluster_similarity_score(true, pred, index="csi", null_model="product")
    small = tuple(side[:, :: n // 400] for side in true)
    other = tuple(side[:, :: n // 400] for side in pred)
    assert score == pytest.approx(
        bicluster_similarity_score(small, other, index="csi", null_model="product"),
        abs=0.01,
    )


def test_biclusters_of_one_cell_are_equal_for_csi():
    true, pred = ([[1, 0]], [[1, 0]]), ([[0, 1]], [[0, 1]])
    score = bicluster_similarity_score(true, pred, index="csi", null_model="product")
    assert score == 1.0


def test_unequal_biclusters_that_no_permutation_changes_are_at_chance():
    """The whole matrix, in one and in two parts: each cell once."""
    true, pred = ([[1, 1]], [[1, 1]]), ([[1, 1], [1, 1]], [[1, 0], [0, 1]])
    score = bicluster_similarity_score(true, pred, index="rnia", null_model="product")
    assert score == 0.0


@pytest.mark.parametrize("index", ADJUSTED)
def test_a_side_without_biclusters_is_at_chance(index):
    none = np.zeros((0, 3), dtype=int), np.zeros((0, 2), dtype=int)
    some = [[1, 1, 0]], [[1, 0]]
    options = {"index": index, "null_model": "product"}
    assert bicluster_similarity_score(some, none, **options) == 0.0
    assert bicluster_similarity_score(none, none, **options) == 1.0


@pytest.mark.parametrize(
    "index", [name for name in BICLUSTER_SIMILARITY if name not in ADJUSTED]
)
def test_other_similarities_have_no_exact_adjustment(index):
    biclusters = [[1, 1, 0]], [[1, 0]]
    with pytest.raises(ValueError, match=r"closed form. Use 'csi' or 'rnia'"):
        bicluster_similarity_score(
            biclusters, biclusters, index=index, null_model="product"
        )


def test_cells_cannot_be_permuted_freely():
    biclusters = [[1, 1, 0]], [[1, 0]]
    with pytest.raises(ValueError, match="must be one of None, 'product', got 'cells'"):
        bicluster_similarity_score(
            biclusters, biclusters, index="csi", null_model="cells"
        )


@pytest.mark.parametrize("index", ADJUSTED)
def test_the_adjusted_similarities_have_names(index):
    name = f"adjusted_bicluster_{index}"
    assert name in get_scorer_names()
    assert not CONTRACTS[name].options
    scorer = make_bicluster_scorer(
        bicluster_similarity_score,
        index=index,
        null_model="product",
        rows=[[1, 1, 0]],
        columns=[[1, 0]],
    )
    assert name in repr(scorer)
