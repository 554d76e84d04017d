"""Indices in the precision-recall space: Hanczar and Nadif (2013)."""

from fractions import Fraction
from itertools import combinations, product
from math import prod

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
from sklearn_cocluster_metrics._laws._random_biclusters import mean_shortfall_of_best

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


def score(
    index, true, pred, shape, correction=None, *, weight=1, expectation="exact", **rest
):
    """Compute an index; a weight or an expectation goes to those that have one."""
    if index in OWN_OPTIONS:
        rest[OWN_OPTIONS[index]] = float(weight)
    if index == "jaccard":
        rest["expectation"] = expectation
    pair = indicators(true, shape), indicators(pred, shape)
    return FUNCTIONS[index](*pair, correction=correction, **rest)


def of_extent(shape, extent):
    """Every bicluster with so many rows and columns."""
    rows, columns = map(combinations, map(range, shape), extent)
    return list(product(map(frozenset, rows), map(frozenset, columns)))


def of_chance(index, one, pred, shape, weight):
    """Best value of some biclusters, and its mean over all biclusters as large."""
    (target,) = cells([one])

    def value(other):
        return matched_pair(index, target, other, prod(shape), weight)

    random = [
        [value(other) for other in cells(of_extent(shape, map(len, drawn)))]
        for drawn in pred
    ]
    best = list(map(max, product(*random)))
    return max(map(value, cells(pred))), Fraction(sum(best), len(best))


def corrected(index, one, pred, shape, weight):
    """The best value, corrected for chance; 1 or 0 where chance cannot be beaten."""
    value, mean = of_chance(index, one, pred, shape, weight)
    if mean == 1:
        return Fraction(cells([one])[0] in cells(pred))
    return (value - mean) / (1 - mean)


def in_corrected_space(index, one, other, shape, weight):
    """Combine precision and recall, each corrected for chance."""
    if not all(cells([one, other])) or prod(shape) in map(len, cells([one, other])):
        return corrected(index, one, [other], shape, weight)
    precision, recall = (
        corrected(name, one, [other], shape, weight) for name in ("precision", "recall")
    )
    return combined(index, precision, recall, weight)


DEFINITIONS = {
    None: lambda index, one, pred, shape, weight: max(
        matched_pair(index, *cells([one, other]), prod(shape), weight) for other in pred
    ),
    "expected": lambda index, one, pred, *rest: max(
        corrected(index, one, [other], *rest) for other in pred
    ),
    "space": lambda index, one, pred, *rest: max(
        in_corrected_space(index, one, other, *rest) for other in pred
    ),
    "expected_best": corrected,
}


def expected(index, true, pred, shape, weight, correction):
    if same(cells(true), cells(pred)):
        return 1.0
    if not true or not pred:
        return 0.0
    best = [DEFINITIONS[correction](index, one, pred, shape, weight) for one in true]
    return float(sum(best) / len(best))


def check(index, true, pred, shape, weight, correction):
    value = score(index, true, pred, shape, correction=correction, weight=weight)
    assert value == pytest.approx(
        expected(index, true, pred, shape, weight, correction), rel=1e-12, abs=1e-13
    )


@pytest.mark.parametrize(
    ("correction", "largest", "most", "n_draws"),
    [
        (None, 5, 4, 120),
        ("space", 4, 4, 80),
        ("expected", 3, 4, 60),
        ("expected_best", 3, 3, 60),
    ],
)
@pytest.mark.parametrize("index", INDICES)
def test_the_index_is_its_definition(index, correction, largest, most, n_draws):
    rng = np.random.default_rng(0)
    for _ in range(n_draws):
        weight = WEIGHTS[rng.integers(5)]
        check(index, *draw_pair(rng, largest, most), weight, correction)


@given(drawn=pairs_of_biclusterings())
def test_the_uncorrected_jaccard_index_counts_cells(drawn):
    check("jaccard", *drawn, Fraction(1), None)


# The means, over every bicluster of a small matrix


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


# Properties 5 and 6: the corrected space


@sweep("seed", range(40))
@pytest.mark.parametrize("beta", [0.0, 0.3, 1.0, 2.0, 5.0])
def test_property_5_the_corrected_f_is_the_f_of_the_corrected_space(seed, beta):
    pair = draw_pair(np.random.default_rng(seed), 6)
    found, other = (
        score("fbeta", *pair, correction=correction, weight=beta)
        for correction in ("space", "expected")
    )
    assert found == pytest.approx(other, abs=1e-13)


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


@pytest.mark.parametrize("correction", ["expected", "space", "expected_best"])
@pytest.mark.parametrize("index", INDICES)
def test_clipping_turns_negative_values_into_zero(index, correction):
    pair = [({0}, {0, 1})] * 2, [({1}, {0})], (2, 3)
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


@pytest.mark.slow  # mathematics, whatever the versions
@pytest.mark.parametrize(
    ("index", "correction"),
    [
        ("precision", "expected"),
        ("precision", "expected_best"),
        ("goodness", "expected_best"),
    ],
)
def test_a_stray_object_gains_nothing_in_a_rag_bag(index, correction):
    """Condition A.3; three objects in a cluster of their own are needed."""
    classes, *predictions = (
        [(frozenset(cluster), frozenset({0})) for cluster in clusters]
        for clusters in (
            ({0, 1}, {2, 5}, {3, 6}, {4, 7}),
            ({0, 1, 2}, {3, 4}, {5, 6, 7}),
            ({0, 1}, {2, 3, 4}, {5, 6, 7}),
        )
    )
    options = {"shape": (8, 1), "correction": correction, "weight": 1}
    exact = [expected(index, classes, one, **options) for one in predictions]
    assert exact[0] == exact[1]
    values = [score(index, classes, one, **options) for one in predictions]
    assert values == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("correction", ["expected", "space"])
def test_corrected_precision_is_not_bounded_by_minus_one(correction):
    # (0 - 8/9) / (1 - 8/9); the paper gives [-1, 1] as the range
    pair = [({0}, range(8))], [({0}, {8})], (1, 9)
    assert score("precision", *pair, correction=correction) == pytest.approx(-8)
    assert score("fbeta", *pair, correction=correction) > -1


NARROW = [({0, 1}, {0, 1})], [({0, 1, 2}, {0, 1})], (4, 4)  # precision 2/3, recall 1


@pytest.mark.parametrize(
    ("index", "weight", "value"),
    [
        *[("fbeta", 0, 2 / 3), ("fbeta", 1, 4 / 5), ("fbeta", 2, 10 / 11)],
        *[("goodness", 0, 1), ("goodness", 1, 5 / 6), ("goodness", 3, 3 / 4)],
        *[("fbeta", 1e300, 1), ("goodness", 1e300, 2 / 3)],
    ],
)
def test_beta_weighs_the_recall_and_ratio_the_precision(index, weight, value):
    assert score(index, *NARROW, weight=weight) == pytest.approx(value, rel=1e-14)


# Means over all biclusters of given extents


def mean_of_all(index, extents, correction=None, **options):
    """Mean score of all sets of biclusters with these extents."""
    true, shape = [({0, 1}, {0, 1})], (4, 3)
    sets = product(*(of_extent(shape, extent) for extent in extents))
    scores = [score(index, true, pred, shape, correction, **options) for pred in sets]
    return np.mean(scores)


@pytest.mark.parametrize("index", INDICES)
def test_figure_3_uncorrected_indices_rise_with_size_and_corrected_do_not(index):
    extents = [(1, 1), (2, 1), (2, 2), (3, 3)]
    plain = [mean_of_all(index, [extent]) for extent in extents]
    if index == "precision":
        assert plain == pytest.approx([1 / 3] * 4, rel=1e-14)
    else:
        assert (np.diff(plain) > 0.02).all()
    for extent in extents:
        assert abs(mean_of_all(index, [extent], "expected")) < 1e-12


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("extents", [[(1, 1), (3, 2)], [(1, 3), (2, 2)]], ids=str)
def test_only_the_correction_of_the_best_makes_random_sets_score_0(index, extents):
    assert abs(mean_of_all(index, extents, "expected_best")) < 1e-12
    assert mean_of_all(index, extents, "expected") > 0.1


def test_the_published_mean_of_the_jaccard_index_is_too_small():
    assert (
        mean_of_all("jaccard", [(2, 2)], "expected", expectation="approximate") > 0.01
    )


@pytest.mark.parametrize(
    ("k", "level"), [(1, 0.010), (10, 0.022), (100, 0.033), (1000, 0.042)]
)
def test_recovery_of_a_bicluster_by_chance_grows_with_the_number_found(k, level):
    def recovery(shared, size):
        return shared / (1000 + size - shared)

    others, numbers = np.array([[100, 10]]), np.array([k])
    shortfall = mean_shortfall_of_best((1000, 50), (100, 10), others, numbers, recovery)
    assert round(1 - shortfall, 3) == level
