"""Indices in the precision-recall space: Hanczar and Nadif (2013)."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from biclusters_oracles import (
    cells,
    combined,
    draw_pair,
    indicators,
    matched_pair,
    pairs_of_biclusterings,
    same,
    sweep,
)
from hypothesis import given

from sklearn_cocluster_metrics import (
    bicluster_fbeta_score,
    bicluster_goodness_score,
    bicluster_jaccard_score,
    bicluster_precision_score,
    bicluster_recall_score,
)

FUNCTIONS = {
    "precision": bicluster_precision_score,
    "recall": bicluster_recall_score,
    "fbeta": bicluster_fbeta_score,
    "jaccard": bicluster_jaccard_score,
    "goodness": bicluster_goodness_score,
}
OWN_OPTIONS = {"fbeta": "beta", "goodness": "ratio"}
INDICES = list(FUNCTIONS)
WEIGHTS = [Fraction(1), Fraction(2), Fraction(1, 2), Fraction(0), Fraction(7, 3)]


def score(index, true, pred, shape, *, weight=1.0, expectation="exact", **options):
    """Compute an index; a weight or an expectation goes to those that have one."""
    if index in OWN_OPTIONS:
        options[OWN_OPTIONS[index]] = float(weight)
    if index == "jaccard":
        options["expectation"] = expectation
    pair = indicators(true, shape), indicators(pred, shape)
    return FUNCTIONS[index](*pair, **options)


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
    value = score(index, true, pred, shape, correction=correction, weight=weight)
    assert value == pytest.approx(
        expected(index, true, pred, shape, weight, correction), rel=1e-12, abs=1e-14
    )


@pytest.mark.parametrize("correction", [None, "space"])
@pytest.mark.parametrize("index", INDICES)
def test_the_index_is_its_definition(index, correction):
    rng = np.random.default_rng(0)
    for _ in range(120):
        check(index, *draw_pair(rng, 5), WEIGHTS[rng.integers(5)], correction)


@pytest.mark.parametrize("index", INDICES)
def test_the_exact_correction_uses_the_mean_over_all_biclusters_of_the_extent(index):
    rng = np.random.default_rng(1)
    for _ in range(60):
        check(index, *draw_pair(rng, 3), WEIGHTS[rng.integers(5)], "expected")


@given(drawn=pairs_of_biclusterings())
def test_the_uncorrected_jaccard_index_counts_cells(drawn):
    check("jaccard", *drawn, Fraction(1), None)


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
        found, exact = (
            score(
                "jaccard",
                [true],
                [pred],
                shape,
                correction="expected",
                expectation=expectation,
            )
            for expectation in ("approximate", "exact")
        )
        assert found == pytest.approx(float((value - mean) / (1 - mean)), abs=1e-14)
        assert found == pytest.approx(exact, abs=0.06)


def test_the_published_mean_of_the_jaccard_index_is_too_small():
    true, shape = [({0, 1}, {0, 1})], (4, 4)
    values = [
        score(
            "jaccard",
            true,
            [pred],
            shape,
            correction="expected",
            expectation="approximate",
        )
        for pred in of_extent(shape, (2, 2))
    ]
    assert np.mean(values) > 0.01


# Properties 4 to 7: the corrected space


def corrected_values(seed, index):
    """Values in the corrected space of all pairs of biclusters of a random draw."""
    true, pred, shape = draw_pair(np.random.default_rng(seed), 6)
    pairs = product(true, pred)
    return np.array(
        [score(index, [a], [b], shape, correction="space") for a, b in pairs]
    )


@sweep("seed", range(40))
def test_property_4_isometrics_in_the_corrected_space_are_the_plain_ones(seed):
    # One plain formula of (precision, recall) gives the corrected-space values.
    precision, recall, goodness, jaccard = (
        corrected_values(seed, index)
        for index in ("precision", "recall", "goodness", "jaccard")
    )
    np.testing.assert_allclose(goodness, (precision + recall) / 2, rtol=1e-12)
    some = precision != 0
    inverse = 1 / precision[some] + 1 / recall[some] - 1
    np.testing.assert_allclose(jaccard[some], 1 / inverse, rtol=1e-12)
    assert not jaccard[~some].any()


@sweep("seed", range(40))
@pytest.mark.parametrize("beta", [0.0, 0.3, 1.0, 2.0, 5.0])
def test_property_5_the_corrected_f_is_the_f_of_the_corrected_space(seed, beta):
    true, pred, shape = draw_pair(np.random.default_rng(seed), 6)
    weight = Fraction(beta)
    for one, other in product(true, pred):
        if not cells([one])[0] or not cells([other])[0]:
            continue
        options = {"correction": "space", "weight": beta}
        found = score("fbeta", [one], [other], shape, **options)
        # the mean by Property 2, not by this code
        size, other_size = (len(own) for own in cells([one, other]))
        n_cells = shape[0] * shape[1]
        if n_cells in (size, other_size):
            continue
        denominator = weight**2 * size + other_size
        shared = len(cells([one])[0] & cells([other])[0])
        plain = (1 + weight**2) * shared / denominator
        mean = (1 + weight**2) * size * other_size / (n_cells * denominator)
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
    common = [len(set(a) & set(b)) for a, b in zip(true, pred, strict=True)]
    assert common == list(shared)
    return tuple(
        score("jaccard", [true], [pred], (100, 100), **options)
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


@sweep("seed", range(40))
def test_property_7_jaccard_and_f_order_alike_in_the_corrected_space(seed):
    f_measure = corrected_values(seed, "fbeta")
    jaccard = corrected_values(seed, "jaccard")
    # one is an increasing function of the other
    np.testing.assert_allclose(jaccard, f_measure / (2 - f_measure), atol=1e-14)


EXCHANGED = {"precision": "recall", "recall": "precision"}


def means_over_predictions(index, true, drawn, shape, **options):
    """Mean value of 20 batches of predictions of one true bicluster.

    With the roles exchanged, a score is the mean over the predictions: precision
    becomes recall, and the other indices are symmetric for one pair of biclusters.
    """
    index = EXCHANGED.get(index, index)
    batches = (drawn[start::20] for start in range(20))
    return np.array([score(index, batch, true, shape, **options) for batch in batches])


def test_figure_3_uncorrected_indices_rise_with_size_and_corrected_do_not():
    rng = np.random.default_rng(0)
    shape, n_draws = (100, 100), 400
    true = [(range(50), range(50))]
    sides = [10, 30, 50, 70, 90]
    plain, corrected = {}, {}
    for side in sides:
        drawn = [
            (rng.permutation(100)[:side], rng.permutation(100)[:side])
            for _ in range(n_draws)
        ]
        for index in INDICES:
            plain[index, side] = means_over_predictions(index, true, drawn, shape)
            corrected[index, side] = means_over_predictions(
                index, true, drawn, shape, correction="expected"
            )
    plain = {key: means.mean() for key, means in plain.items()}
    for index in ("recall", "fbeta", "jaccard", "goodness"):
        assert (np.diff([plain[index, side] for side in sides]) > 0.02).all()
    for side in sides:
        assert plain["precision", side] == pytest.approx(0.25, abs=0.01)
        assert plain["recall", side] == pytest.approx(side**2 / 10_000, abs=0.01)
    for means in corrected.values():
        assert abs(means.mean()) < 4 * means.std(ddof=1) / len(means) ** 0.5


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
    assert score(index, true, pred, (2, 2), correction=correction) == value


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
    assert score(index, true, pred, (2, 2), correction=correction) == value


@pytest.mark.parametrize("correction", ["expected", "space"])
@pytest.mark.parametrize("index", INDICES)
def test_clipping_turns_negative_values_into_zero(index, correction):
    pair = [({0}, {0, 1}), PART], [({1}, {0})], (2, 3)
    assert score(index, *pair, correction=correction) < 0
    assert score(index, *pair, correction=correction, clip=True) == 0


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("correction", [None, "expected", "space"])
def test_products_of_counts_do_not_overflow(index, correction):
    # 10**10 cells: |B| |X| |D| is far past int64. The same shares in small.
    n = 100_000
    half, quarter = range(n // 2), range(n // 4, n // 2)
    large = [(half, half)], [(quarter, quarter)], (n, n)
    small = [({0, 1}, {0, 1})], [({1}, {1})], (4, 4)
    # the exact mean of the Jaccard index depends on the size
    options = {"correction": correction, "expectation": "approximate"}
    assert score(index, *large, **options) == pytest.approx(
        score(index, *small, **options), rel=1e-13, abs=0
    )


# Range, and weights of precision and recall


@pytest.mark.parametrize("correction", ["expected", "space"])
def test_corrected_precision_is_not_bounded_by_minus_one(correction):
    # (0 - 8/9) / (1 - 8/9); the paper gives [-1, 1] as the range
    pair = [({0}, range(8))], [({0}, {8})], (1, 9)
    assert score("precision", *pair, correction=correction) == pytest.approx(-8)
    assert score("fbeta", *pair, correction=correction) > -1


NARROW = [({0, 1}, {0, 1})], [({0, 1, 2}, {0, 1})], (4, 4)  # precision 2/3, recall 1


@pytest.mark.parametrize(
    "beta", [Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)]
)
def test_beta_is_the_weight_of_the_recall(beta):
    square, precision, recall = beta**2, Fraction(2, 3), Fraction(1)
    exact = (1 + square) * precision * recall / (square * precision + recall)
    assert score("fbeta", *NARROW, weight=beta) == pytest.approx(
        float(exact), rel=1e-14
    )


@pytest.mark.parametrize(
    ("ratio", "value"), [(0, Fraction(1)), (1, Fraction(5, 6)), (3, Fraction(3, 4))]
)
def test_ratio_is_the_weight_of_the_precision(ratio, value):
    found = score("goodness", *NARROW, weight=ratio)
    assert found == pytest.approx(float(value), rel=1e-14)


@pytest.mark.parametrize(("index", "limit"), [("fbeta", 1), ("goodness", 2 / 3)])
def test_a_large_weight_leaves_recall_or_precision_alone(index, limit):
    assert score(index, *NARROW, weight=1e300) == pytest.approx(limit, rel=1e-14)
