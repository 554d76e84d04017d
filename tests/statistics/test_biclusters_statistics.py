"""Overlaps, reach and covers against lists of cells."""

import re
import tracemalloc
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import product
from math import prod

import numpy as np
import pytest
from biclusters_oracles import (
    cells,
    comparison,
    disjoint_part,
    draw_pair,
    indicators,
    pairs_of_biclusterings,
)
from contracts import CONTRACTS
from hypothesis import given
from scipy import sparse
from scipy.stats import hypergeom

from sklearn_cocluster_metrics import bicluster_similarity_score, labels_to_biclusters
from sklearn_cocluster_metrics._laws._random_biclusters import expected_jaccards
from sklearn_cocluster_metrics._statistics import (
    _all_neighbors,
    _biclusters,
    _cell_pairs,
    _overlaps,
)
from sklearn_cocluster_metrics._statistics._biclusters import Biclusters
from sklearn_cocluster_metrics._statistics._cell_pairs import neighbor_sums
from sklearn_cocluster_metrics._statistics._comparison import (
    compare_biclusterings,
    compare_biclusters,
)
from sklearn_cocluster_metrics._statistics._merged_matrix import MultiplicityCounts


def test_rows_of_equal_weighted_sums_are_compared(monkeypatch):
    class Weak:  # the first weights do not tell the two rows apart
        weights = iter([np.ones(64, dtype=int), np.arange(64)])

        def integers(self, *_, **__):
            return next(self.weights)

    monkeypatch.setattr(np.random, "default_rng", lambda _: Weak())
    first, of_row = _biclusters.group_equal_rows(np.eye(2, 64, dtype=int))
    assert (first.tolist(), of_row.tolist()) == ([0, 1], [0, 1])


def test_more_biclusters_than_a_word_has_bits_reach_their_union():
    drawn = np.random.default_rng(0).integers(12, size=(2, 70, 2, 3)).tolist()
    true, pred = ([tuple(map(frozenset, pair)) for pair in side] for side in drawn)
    counted, listed = Counter(), Counter()
    x = neighbor_sums(comparison(true, pred, (12, 13)).merged_matrix, None)
    values = (
        *(x.true_multiplicity, x.true_neighbors),
        *(x.pred_multiplicity, x.pred_neighbors, x.counts),
    )
    for *key, count in np.stack(values).reshape(5, -1).T.round(9).astype(int).tolist():
        counted[tuple(key)] += count
    for cell in product(range(12), range(13)):
        key = ()
        for side in (true, pred):
            containing = [c for c in cells(side) if cell in c]
            key += (len(containing), len(frozenset().union(*containing)))
        listed[key] += 1
    del counted[0, 0, 0, 0], listed[0, 0, 0, 0]  # cells in no bicluster
    assert counted == listed


OVERLAP_ALLOWED = sorted(
    name
    for name, contract in CONTRACTS.items()
    if contract.structure == "biclustering" and not contract.disjoint_only
)


@pytest.mark.parametrize("name", OVERLAP_ALLOWED)
def test_sparse_indicators_stay_sparse(name):
    shape = (100, 600_000)  # 60 MB each as bytes
    rows = np.arange(500) // 5  # five entries each
    columns = np.random.default_rng(0).integers(shape[1], size=(4, 500))
    found = [sparse.csr_array((rows >= 0, (rows, one)), shape) for one in columns]
    true, pred = tuple(found[:2]), tuple(found[2:])
    tracemalloc.start()
    try:
        CONTRACTS[name](true, pred)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40e6


def test_large_biclusterings_are_measured_as_small_ones(monkeypatch):
    pairs = []
    for seed in range(6):
        true, pred, shape = draw_pair(np.random.default_rng(seed), 6, 6)
        pairs.append((indicators(true, shape), indicators(pred, shape)))

    def values():
        return [CONTRACTS[name](*pair) for pair in pairs for name in OVERLAP_ALLOWED]

    small = values()
    monkeypatch.setattr(_overlaps, "_ENTRIES_AT_ONCE", 1)
    assert values() == pytest.approx(small, rel=1e-13, abs=1e-15)


@pytest.mark.parametrize("seed", range(20))
def test_checkerboards_share_and_cover_cells_as_other_biclusters(seed, monkeypatch):
    rng = np.random.default_rng(seed)

    def draw():
        labels = rng.integers(3, size=7), rng.integers(4, size=6)
        sides = labels_to_biclusters(labels, structure="checkerboard")
        order = rng.permutation(len(sides[0]) + 1)  # with an empty one
        return tuple(np.pad(side, ((0, 1), (0, 0)))[order] for side in sides)

    def counts(compared):
        pairs = map(tuple, np.transpose(compared.overlaps.sharing_pairs).tolist())
        return sorted(pairs), counts_of(compared.cells_by_multiplicity)

    pair = draw(), draw()
    found = compare_biclusterings(*pair)
    assert found.true.checkerboard is not None
    by_tables = counts(found)
    monkeypatch.setattr(Biclusters, "checkerboard", None)
    assert by_tables == counts(compare_biclusterings(*pair))


def counts_of(covers):
    """The positive counts by the two multiplicities."""
    true, pred = covers.true_multiplicity.tolist(), covers.pred_multiplicity.tolist()
    return +Counter(dict(zip(zip(true, pred, strict=True), covers.counts, strict=True)))


@pytest.mark.parametrize("scale", [2**3, 2**28, 2**40])
def test_no_sum_of_merged_cells_is_rounded(scale):
    rng = np.random.default_rng(0)
    pair = [tuple(rng.random((4, 9)) < 0.4 for _ in range(2)) for _ in range(2)]
    matrix = compare_biclusters(*pair).merged_matrix
    rows, columns = (
        replace(side, sizes=scale + np.arange(len(side.sizes)))
        for side in (matrix.rows, matrix.columns)
    )
    expected = Counter()
    for row, height in zip(rows.members.toarray(), rows.sizes.tolist(), strict=True):
        for column, width in zip(
            columns.members.toarray(), columns.sizes.tolist(), strict=True
        ):
            both = row * column
            expected[int(both[:4].sum()), int(both[4:].sum())] += height * width
    merged = replace(matrix, rows=rows, columns=columns)
    found = MultiplicityCounts.from_tally(merged.tally(), merged.n_cells, merged.base)
    assert counts_of(found) == expected


def test_counts_stay_exact_where_a_matrix_has_more_cells_than_int64():
    halves = np.repeat(np.eye(2, dtype=np.int64), 2**15, axis=1)
    counted = compare_biclusters((halves, halves), (halves[:1], halves[:1]))
    assert counted.overlaps.shared_cells.tolist() == [[2**30], [0]]
    assert sorted(counted.cells_by_multiplicity.counts) == [2**30, 2**30, 2**31]
    assert counted.cells_by_multiplicity.n_in_either == 2**31


@given(pairs_of_biclusterings(max_biclusters=4))
def test_the_first_overlap_names_two_biclusters_that_share_a_cell(drawn):
    true, _, shape = drawn
    pair = indicators(true, shape), indicators([], shape)
    if disjoint_part(true) == true:
        CONTRACTS["microobject_rand"](*pair)
        return
    message = "`biclusters_true` must be disjoint"
    with pytest.raises(ValueError, match=message) as raised:
        CONTRACTS["microobject_rand"](*pair)
    first, second = map(int, re.findall(r"\d+", str(raised.value)))
    assert first < second
    assert cells(true)[first] & cells(true)[second]


def mean_jaccard(shape, extent, other):
    """Mean Jaccard index with a random bicluster, over shared rows and columns."""
    rows, columns = (
        hypergeom(n, own, drawn).pmf(np.arange(min(own, drawn) + 1))
        for n, own, drawn in zip(shape, extent, other, strict=True)
    )
    shared = np.multiply.outer(np.arange(len(rows)), np.arange(len(columns)))
    return rows @ (shared / (prod(extent) + prod(other) - shared)) @ columns


@pytest.mark.parametrize(
    ("shape", "extent"), [((4, 5), (2, 3)), ((30, 1), (7, 1)), ((900, 800), (400, 300))]
)
def test_expected_jaccards_are_means_over_rows_and_columns(shape, extent):
    others = np.array([(1, 1), shape, extent, (shape[0] // 2, 1), (3, shape[1])])
    expected = [mean_jaccard(shape, extent, other) for other in others.tolist()]
    found = expected_jaccards(shape, extent, others)
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=0)


def test_equality_counts_how_often_a_bicluster_is_repeated():
    one, other = ({0}, {0, 1}), ({1}, {0, 1})
    side = comparison([one, one, other], [one, other, other], (2, 2))
    assert not side.overlaps.sides_are_equal


@pytest.mark.parametrize("disjoint", [False, True])
def test_covers_count_the_cells_by_how_many_biclusters_contain_them(disjoint):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        *sides, shape = draw_pair(rng, largest=6, max_biclusters=5)
        if disjoint:  # counted by a shorter way
            sides = [*map(disjoint_part, sides)]
        found = comparison(*sides, shape)
        assert found.is_disjoint or not disjoint
        listed = Counter(
            tuple(sum(cell in c for c in cells(pairs)) for pairs in sides)
            for cell in product(*map(range, shape))
        )
        assert counts_of(found.cells_by_multiplicity) == listed


@pytest.mark.parametrize("seed", range(5))
def test_pairs_of_many_large_biclusters_are_those_inside_each_bicluster(
    seed, monkeypatch
):
    generator = np.random.default_rng(seed)
    true, pred = (
        tuple(generator.random((6, n)) < 0.6 for n in (14, 9)) for _ in range(2)
    )
    scores = []
    for is_large in (False, True):
        monkeypatch.setattr(
            _cell_pairs, "has_many_large_biclusters", lambda _, large=is_large: large
        )
        scores.append(bicluster_similarity_score(true, pred, metric="bicluster_csi"))
    assert scores[0] == scores[1]


@pytest.mark.parametrize("are_in_small_parts", [False, True])
@pytest.mark.parametrize("metric", ["mocice_bcubed", "bicluster_extended_bcubed"])
@pytest.mark.parametrize("shape", [(14, 9), (9, 14), (20, 1)])
def test_sums_over_all_pairs_are_those_inside_each_bicluster(
    shape, metric, are_in_small_parts, monkeypatch
):
    """Also if columns, rows and similarities come in parts, with codes of 64 bits."""
    if are_in_small_parts:
        monkeypatch.setattr(_all_neighbors, "_COLUMN_PAIRS_AT_ONCE", 7)
        monkeypatch.setattr(_all_neighbors, "_CELLS_AT_ONCE", 20)
        monkeypatch.setattr(_all_neighbors, "_MOST_RANKS", 2)
        monkeypatch.setattr(_all_neighbors, "_LARGEST_EXACT", 0)
    compute = CONTRACTS[metric].function
    if metric == "bicluster_extended_bcubed":
        compute = partial(bicluster_similarity_score, metric=metric)
    for seed in range(10):
        generator = np.random.default_rng(seed)
        true, pred = (
            tuple(generator.random((6, n)) < 0.6 for n in shape) for _ in range(2)
        )
        scores = []
        for is_large in (False, True):
            monkeypatch.setattr(
                _cell_pairs,
                "has_many_large_biclusters",
                lambda *_, large=is_large, **__: large,
            )
            scores.append(compute(true, pred))
        assert scores[1] == pytest.approx(scores[0], rel=1e-13)


def test_more_similar_biclusters_than_a_float_has_exponents_are_ranked():
    """Of nested true biclusters, the smaller ones are more similar here."""
    n_nested = 200
    true = (np.tri(n_nested, dtype=int), np.ones((n_nested, 1), dtype=int))
    pred = (np.ones((1, n_nested), dtype=int), np.ones((1, 1), dtype=int))
    similarities = np.arange(n_nested, 0, -1) / n_nested
    matrix = compare_biclusterings(true, pred).merged_matrix
    terms = [np.ones(2 * matrix.base)]
    similarity = sparse.csc_array(similarities[:, None])
    (sums,) = _all_neighbors.sums_of_all_pairs(matrix, terms, similarity)
    # The smallest bicluster that contains two rows ends with the second of them.
    n_containing = matrix.rows.members[:, :n_nested].sum(axis=1)
    rows = n_nested - n_containing  # in the order of the classes
    expected = similarities[np.maximum.outer(rows, rows)].sum(axis=1)
    np.testing.assert_allclose(sums.ravel(), expected, rtol=1e-13)
