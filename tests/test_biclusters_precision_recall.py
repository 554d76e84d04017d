"""Indices in the precision-recall space: Hanczar and Nadif (2013)."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from biclusters_oracles import (
    biclusters,
    cells,
    combined,
    comparison,
    draw_pair,
    matched_pair,
    pairs_of_biclusterings,
    same,
    sweep,
)
from hypothesis import given
from sklearn_cocluster_metrics._indices._best_match import best_match_mean
from sklearn_cocluster_metrics._indices._precision_recall import (
    bicluster_values,
)

from sklearn_cocluster_metrics._statistics._biclusters import Biclusters
from sklearn_cocluster_metrics._statistics._overlaps import overlaps

INDICES = ["precision", "recall", "fbeta", "jaccard", "goodness"]
WEIGHTS = [Fraction(1), Fraction(2), Fraction(1, 2), Fraction(0), Fraction(7, 3)]


def subsets(n_items, size):
    return [frozenset(chosen) for chosen in combinations(range(n_items), size)]


def of_extent(shape, extent):
    """Every bicluster with so many rows and columns."""
    return list(product(subsets(shape[0], extent[0]), subsets(shape[1], extent[1])))


def mean_of_extent(index, true, extent, shape, weight):
    """Mean of an index over every bicluster of one extent."""
    values = [
        matched_pair(index, *cells([true, one]), shape[0] * shape[1], weight)
        for one in of_extent(shape, extent)
    ]
    return sum(values) / len(values)


def corrected_pair(index, true, pred, shape, weight, correction):
    """One corrected value, from the definition, and the mean by enumeration."""
    n_cells = shape[0] * shape[1]
    one, other = cells([true, pred])
    if not one or not other:
        return Fraction(0)
    if n_cells in (len(one), len(other)):
        return Fraction(one == other)
    if correction == "expected":
        extent = len(pred[0]), len(pred[1])
        mean = mean_of_extent(index, true, extent, shape, weight)
        return (matched_pair(index, one, other, n_cells, weight) - mean) / (1 - mean)
    precision = Fraction(len(one & other), len(other))
    recall = Fraction(len(one & other), len(one))
    shares = Fraction(len(one), n_cells), Fraction(len(other), n_cells)
    return combined(
        index,
        (precision - shares[0]) / (1 - shares[0]),
        (recall - shares[1]) / (1 - shares[1]),
        weight,
    )


def expected(index, true, pred, shape, weight, correction):
    if same(cells(true), cells(pred)):
        return 1.0
    if not true or not pred:
        return 0.0
    best = []
    for one in true:
        if correction is None:
            n_cells = shape[0] * shape[1]
            values = [
                matched_pair(index, *cells([one, other]), n_cells, weight)
                for other in pred
            ]
        else:
            values = [
                corrected_pair(index, one, other, shape, weight, correction)
                for other in pred
            ]
        best.append(max(values))
    return float(sum(best) / len(best))


def check(index, true, pred, shape, weight, correction):
    value = best_match_mean(
        comparison(true, pred, shape).overlaps,
        index,
        correction=correction,
        expectation="exact",
        weight=float(weight),
    )
    assert type(value) is float
    assert value == pytest.approx(
        expected(index, true, pred, shape, weight, correction), rel=1e-12, abs=1e-14
    )


@pytest.mark.parametrize("correction", [None, "space"])
@pytest.mark.parametrize("index", INDICES)
def test_the_index_is_its_definition(index, correction):
    rng = np.random.default_rng(0)
    for _ in range(300):
        check(index, *draw_pair(rng, 5), WEIGHTS[rng.integers(5)], correction)


@pytest.mark.parametrize("index", INDICES)
def test_the_exact_correction_uses_the_mean_over_all_biclusters_of_the_extent(index):
    rng = np.random.default_rng(1)
    for _ in range(60):
        check(index, *draw_pair(rng, 3), WEIGHTS[rng.integers(5)], "expected")


@given(drawn=pairs_of_biclusterings())
def test_the_uncorrected_jaccard_index_counts_cells(drawn):
    check("jaccard", *drawn, Fraction(1), None)


@pytest.mark.parametrize("index", INDICES)
def test_a_random_bicluster_of_any_size_scores_zero_on_average(index):
    shape = (3, 4)
    extents = list(product(range(1, 4), range(1, 5)))
    for true_extent, extent in product(extents, extents):
        if (3, 4) in (true_extent, extent):
            continue
        true = of_extent(shape, true_extent)[:1]
        every = overlaps(
            biclusters(true, shape), biclusters(of_extent(shape, extent), shape)
        )
        values = bicluster_values(
            every, index, correction="expected", expectation="exact", weight=2.0
        )
        assert values.mean() == pytest.approx(0, abs=1e-14)


# Property 1 to 3: the means, over every bicluster of a small matrix


@pytest.mark.parametrize("weight", WEIGHTS)
def test_property_1_mean_goodness(weight):
    shape, true = (3, 4), (frozenset({0, 1}), frozenset({0, 1}))
    for extent in product(range(1, 4), range(1, 5)):
        size = extent[0] * extent[1]
        mean = mean_of_extent("goodness", true, extent, shape, weight)
        assert mean == (weight * 4 + size) / ((weight + 1) * 12)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_property_2_mean_f_measure(weight):
    shape, true = (3, 4), (frozenset({0, 1}), frozenset({0, 1}))
    for extent in product(range(1, 4), range(1, 5)):
        size = extent[0] * extent[1]
        mean = mean_of_extent("fbeta", true, extent, shape, weight)
        square = weight**2
        assert mean == (1 + square) * 4 * size / (12 * (square * 4 + size))


def test_property_3_mean_jaccard_is_approximated():
    shape, true = (6, 7), (frozenset({0, 1, 2}), frozenset({0, 1, 2}))
    for extent in product(range(1, 7), range(1, 8)):
        pred = (frozenset(range(extent[0])), frozenset(range(extent[1])))
        one, other = cells([true, pred])
        if len(other) == 42:
            continue
        overlap = Fraction(len(one) * len(other), 42)
        mean = overlap / (len(one) + len(other) - overlap)
        value = Fraction(len(one & other), len(one | other))
        found = bicluster_values(
            comparison([true], [pred], shape).overlaps,
            "jaccard",
            correction="expected",
            expectation="approximate",
        )
        exact = bicluster_values(
            comparison([true], [pred], shape).overlaps,
            "jaccard",
            correction="expected",
            expectation="exact",
        )
        assert found[0, 0] == pytest.approx(
            float((value - mean) / (1 - mean)), abs=1e-14
        )
        assert found[0, 0] == pytest.approx(exact[0, 0], abs=0.06)


# Properties 4 to 7: the corrected space


def space_of_pairs(seed, correction, index, weight=1.0):
    true, pred, shape = draw_pair(np.random.default_rng(seed), 6)
    counted = comparison(true, pred, shape).overlaps
    if not counted.n_true or not counted.n_pred:
        return np.zeros(0), counted
    return (
        bicluster_values(counted, index, correction=correction, weight=weight),
        counted,
    )


@sweep("seed", range(100))
def test_property_4_isometrics_in_the_corrected_space_are_the_plain_ones(seed):
    # One plain formula of (precision, recall) gives the corrected-space values.
    precision, _ = space_of_pairs(seed, "space", "precision")
    recall, _ = space_of_pairs(seed, "space", "recall")
    goodness, _ = space_of_pairs(seed, "space", "goodness")
    jaccard, _ = space_of_pairs(seed, "space", "jaccard")
    np.testing.assert_allclose(goodness, (precision + recall) / 2, rtol=1e-12)
    some = precision != 0
    inverse = 1 / precision[some] + 1 / recall[some] - 1
    np.testing.assert_allclose(jaccard[some], 1 / inverse, rtol=1e-12)
    assert not jaccard[~some].any()


@sweep("seed", range(100))
@pytest.mark.parametrize("beta", [0.0, 0.3, 1.0, 2.0, 5.0])
def test_property_5_the_corrected_f_is_the_f_of_the_corrected_space(seed, beta):
    true, pred, shape = draw_pair(np.random.default_rng(seed), 6)
    weight = Fraction(beta)
    for one, other in product(true, pred):
        if not cells([one])[0] or not cells([other])[0]:
            continue
        found = bicluster_values(
            comparison([one], [other], shape).overlaps,
            "fbeta",
            correction="space",
            weight=beta,
        )[0, 0]
        # the mean by Property 2, not by this code
        size, other_size = (len(held) for held in cells([one, other]))
        n_cells = shape[0] * shape[1]
        if n_cells in (size, other_size):
            continue
        below = weight**2 * size + other_size
        plain = (1 + weight**2) * len(cells([one])[0] & cells([other])[0]) / below
        mean = (1 + weight**2) * size * other_size / (n_cells * below)
        assert found == pytest.approx(float((plain - mean) / (1 - mean)), abs=1e-13)


def jaccards(true_extent, shared, extent):
    """Corrected Jaccard indices of biclusters of a 100 x 100 matrix.

    `shared` rows and columns of the prediction lie in the true bicluster.
    """
    true = (range(true_extent[0]), range(true_extent[1]))
    pred = tuple(
        range(size - inside, size - inside + other)
        for size, inside, other in zip(true_extent, shared, extent, strict=True)
    )
    counted = comparison([true], [pred], (100, 100)).overlaps
    assert counted.shared_cells[0, 0] == shared[0] * shared[1]
    return tuple(
        bicluster_values(counted, "jaccard", **options)[0, 0]
        for options in (
            {"correction": "space"},
            {"correction": "expected", "expectation": "exact"},
            {"correction": "expected", "expectation": "approximate"},
        )
    )


@pytest.mark.parametrize("extent", [(20, 20), (50, 10), (70, 70)])
def test_property_6_both_jaccards_order_predictions_of_one_extent_alike(extent):
    shared = [
        (r, c)
        for r, c in product(range(0, 31, 3), repeat=2)
        if r <= extent[0] and c <= extent[1]
    ]
    values = {r * c: jaccards((30, 30), (r, c), extent) for r, c in shared}
    ordered = np.array([values[size] for size in sorted(values)])
    assert (np.diff(ordered, axis=0) > 0).all()


def test_property_6_fails_across_sizes():
    # The paper claims it for all predictions. The corrected space prefers the small
    # prediction here, the corrected index the large one, whichever mean it takes.
    first = jaccards((30, 30), (10, 20), (30, 30))
    second = jaccards((30, 30), (20, 30), (60, 60))
    assert first[0] > second[0]
    assert first[1] < second[1]
    assert first[2] < second[2]


@sweep("seed", range(100))
def test_property_7_jaccard_and_f_order_alike_in_the_corrected_space(seed):
    f_measure, _ = space_of_pairs(seed, "space", "fbeta")
    jaccard, _ = space_of_pairs(seed, "space", "jaccard")
    # one is an increasing function of the other
    np.testing.assert_allclose(jaccard, f_measure / (2 - f_measure), atol=1e-14)


def test_figure_3_uncorrected_indices_rise_with_size_and_corrected_do_not():
    rng = np.random.default_rng(0)
    shape, n_draws = (100, 100), 400
    true = biclusters([(range(50), range(50))], shape)
    sides = [10, 30, 50, 70, 90]
    plain, corrected = {}, {}
    for side in sides:
        drawn = [
            (rng.permutation(100)[:side], rng.permutation(100)[:side])
            for _ in range(n_draws)
        ]
        counted = overlaps(true, biclusters(drawn, shape))
        for index in INDICES:
            plain[index, side] = bicluster_values(counted, index).mean()
            values = bicluster_values(
                counted, index, correction="expected", expectation="exact"
            )
            corrected[index, side] = values.mean(), values.std() / n_draws**0.5
    for index in ("recall", "fbeta", "jaccard", "goodness"):
        assert (np.diff([plain[index, side] for side in sides]) > 0.02).all()
    for side in sides:
        assert plain["precision", side] == pytest.approx(0.25, abs=0.01)
        assert plain["recall", side] == pytest.approx(side**2 / 10_000, abs=0.01)
    for mean, error in corrected.values():
        assert abs(mean) < 4 * error


# Degenerate input

WHOLE, PART, VOID = ({0, 1}, {0, 1}), ({0}, {0, 1}), ({0, 1}, set())


@pytest.mark.parametrize("correction", ["expected", "space"])
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize(
    ("true", "pred", "value"),
    [
        ([WHOLE], [WHOLE], 1),
        ([WHOLE], [PART], 0),
        ([PART], [WHOLE], 0),
        ([PART, WHOLE], [WHOLE], 0.5),
        ([PART, WHOLE], [PART], 0.5),
    ],
)
def test_the_whole_matrix_is_right_or_worthless(index, correction, true, pred, value):
    counted = comparison(true, pred, (2, 2)).overlaps
    assert best_match_mean(counted, index, correction=correction) == value


@pytest.mark.parametrize("correction", [None, "expected", "space"])
@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize(
    ("true", "pred", "value"),
    [
        ([], [], 1),
        ([VOID], [VOID], 1),
        ([VOID], [({0}, set())], 1),
        ([], [PART], 0),
        ([PART], [], 0),
        ([PART], [VOID], 0),
        ([VOID], [PART], 0),
        ([PART, VOID], [PART], 0.5),
        ([PART], [PART, VOID], 1),
    ],
)
def test_empty_biclusters_follow_the_policy(index, correction, true, pred, value):
    counted = comparison(true, pred, (2, 2)).overlaps
    assert best_match_mean(counted, index, correction=correction) == value


@pytest.mark.parametrize("correction", ["expected", "space"])
@pytest.mark.parametrize("index", INDICES)
def test_clipping_turns_negative_values_into_zero(index, correction):
    counted = comparison([({0}, {0, 1}), PART], [({1}, {0})], (2, 3)).overlaps
    plain = best_match_mean(counted, index, correction=correction)
    assert plain < 0
    assert best_match_mean(counted, index, correction=correction, clip=True) == 0


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("correction", [None, "expected", "space"])
def test_products_of_counts_do_not_overflow(index, correction):
    # 10**10 cells: |B| |X| |D| is far past int64. The same shares in small.
    n = 100_000
    line = np.zeros((2, n), dtype=np.int64)
    line[0, : n // 2] = 1
    line[1, n // 4 : n // 2] = 1
    large = overlaps(Biclusters(line[:1], line[:1]), Biclusters(line[1:], line[1:]))
    small = comparison([({0, 1}, {0, 1})], [({1}, {1})], (4, 4)).overlaps
    # the exact mean of the Jaccard index depends on the size
    options = {"correction": correction, "expectation": "approximate"}
    assert bicluster_values(large, index, **options)[0, 0] == pytest.approx(
        bicluster_values(small, index, **options)[0, 0], rel=1e-13, abs=0
    )
