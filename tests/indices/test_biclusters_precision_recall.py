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
    jaccard,
    matched_pair,
    same,
)

import sklearn_cocluster_metrics as sccm

INDICES = ["precision", "recall", "fbeta", "jaccard", "goodness"]
OWN_OPTIONS = {"fbeta": "beta", "goodness": "ratio"}
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
    score = getattr(sccm, f"bicluster_{index}_score")
    return score(*pair, correction=correction, **rest)


def of_extent(shape, extent):
    """Every bicluster with so many rows and columns, as a set of cells."""
    return cells(product(*map(combinations, map(range, shape), extent)))


def corrected(index, one, pred, shape, weight):
    """The best value, less its mean over all biclusters of the same sizes.

    It is 1 or 0 where chance cannot be beaten.
    """
    (target,) = cells([one])

    def value(other):
        return matched_pair(index, target, other, weight)

    random = [[*map(value, of_extent(shape, map(len, drawn)))] for drawn in pred]
    best = list(map(max, product(*random)))
    mean = Fraction(sum(best), len(best))
    if mean == 1:
        return Fraction(target in cells(pred))
    return (max(map(value, cells(pred))) - mean) / (1 - mean)


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
        matched_pair(index, *cells([one, other]), weight) for other in pred
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


DRAWS = {None: (5, 4), "space": (4, 4), "expected": (3, 4), "expected_best": (3, 3)}


@pytest.mark.parametrize("correction", DRAWS)
@pytest.mark.parametrize("index", INDICES)
def test_the_index_is_its_definition(index, correction):
    rng = np.random.default_rng(0)
    for _ in range(60 if correction else 120):
        weight = WEIGHTS[rng.integers(5)]
        drawn = draw_pair(rng, *DRAWS[correction])
        value = score(index, *drawn, correction=correction, weight=weight)
        wanted = expected(index, *drawn, weight, correction)
        assert value == pytest.approx(wanted, rel=1e-12, abs=1e-13)


def test_property_3_mean_jaccard_is_approximated():
    true = range(3), range(3)
    for pred in product(map(range, range(1, 7)), map(range, range(1, 8))):
        one, other = cells([true, pred])
        if len(other) == 42:
            continue
        overlap = Fraction(len(one) * len(other), 42)
        mean = overlap / (len(one) + len(other) - overlap)
        pair = "jaccard", [true], [pred], (6, 7), "expected"
        found = score(*pair, expectation="approximate")
        expected = float((jaccard(one, other) - mean) / (1 - mean))
        assert found == pytest.approx(expected, abs=1e-14)
        assert found == pytest.approx(score(*pair), abs=0.06)


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


@pytest.mark.parametrize(
    ("k", "level"), [(1, 0.010), (10, 0.022), (100, 0.033), (1000, 0.042)]
)
def test_recovery_of_a_bicluster_by_chance_grows_with_the_number_found(k, level):
    """The recovery is 0, so that its corrected value tells the mean by chance."""
    true = [(range(100), range(10))]
    pred = [(range(900, 1000), range(10))] * k
    corrected = score("jaccard", true, pred, (1000, 50), "expected_best")
    assert round(corrected / (corrected - 1), 3) == level
