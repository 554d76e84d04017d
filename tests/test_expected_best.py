"""The best of several random biclusters, against all their placements."""

from fractions import Fraction
from itertools import combinations, product
from math import prod

import numpy as np
import pytest
from biclusters_oracles import cells, matched_pair

from sklearn_cocluster_metrics import (
    bicluster_fbeta_score,
    bicluster_goodness_score,
    bicluster_jaccard_score,
    bicluster_precision_score,
    bicluster_recall_score,
    get_scorer_names,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._laws import mean_shortfall_of_best

SCORES = {
    "precision": bicluster_precision_score,
    "recall": bicluster_recall_score,
    "fbeta": bicluster_fbeta_score,
    "jaccard": bicluster_jaccard_score,
    "goodness": bicluster_goodness_score,
}
SHAPE = 4, 3
SETS = [
    ([(2, 2)], [(2, 1)]),
    ([(2, 2)], [(1, 1), (3, 2)]),
    ([(1, 3), (3, 1)], [(2, 2), (2, 2)]),
    ([(4, 3), (1, 1)], [(2, 3), (4, 1)]),  # a true one is the whole matrix
    ([(2, 2), (3, 3)], [(4, 3), (1, 2)]),  # a predicted one is
    ([(4, 3)], [(4, 3), (2, 2)]),  # both are
]


def placements(extent):
    """Every bicluster of an extent."""
    return [
        (frozenset(rows), frozenset(columns))
        for rows in combinations(range(SHAPE[0]), extent[0])
        for columns in combinations(range(SHAPE[1]), extent[1])
    ]


def indicators(biclusters):
    """Biclusters given as sets of rows and of columns, as indicators."""
    return tuple(
        [[int(line in sets[side]) for line in range(n)] for sets in biclusters]
        for side, n in enumerate(SHAPE)
    )


def first_of(extents):
    """One bicluster of each extent."""
    return [placements(extent)[0] for extent in extents]


def corrected_by_enumeration(index, weight, true, pred_extents, pred):
    """The correction of one true bicluster, from all placements of the others."""
    (target,) = cells([true])
    n_cells = prod(SHAPE)

    def best(chosen):
        return max(
            matched_pair(index, target, other, n_cells, weight)
            for other in cells(chosen)
        )

    all_placements = list(product(*map(placements, pred_extents)))
    expected = Fraction(sum(best(chosen) for chosen in all_placements))
    expected /= len(all_placements)
    if expected == 1:
        return Fraction(target in cells(pred))
    return (best(pred) - expected) / (1 - expected)


@pytest.mark.parametrize("index", SCORES)
@pytest.mark.parametrize(("true_extents", "pred_extents"), SETS)
def test_the_correction_is_that_of_all_placements(index, true_extents, pred_extents):
    true = first_of(true_extents)
    pred = [placements(extent)[-1] for extent in pred_extents]
    expected = [
        corrected_by_enumeration(index, 1, one, pred_extents, pred) for one in true
    ]
    found = SCORES[index](
        indicators(true), indicators(pred), correction="expected_best"
    )
    assert found == pytest.approx(float(sum(expected) / len(expected)), abs=1e-13)


@pytest.mark.parametrize(("index", "name"), [("fbeta", "beta"), ("goodness", "ratio")])
@pytest.mark.parametrize("weight", [0, 2])
def test_the_correction_takes_the_weight_into_account(index, name, weight):
    true, pred_extents = placements((2, 2))[0], [(1, 3), (3, 1)]
    pred = first_of(pred_extents)
    expected = corrected_by_enumeration(index, weight, true, pred_extents, pred)
    options = {name: weight, "correction": "expected_best"}
    found = SCORES[index](indicators([true]), indicators(pred), **options)
    assert found == pytest.approx(float(expected), abs=1e-13)


@pytest.mark.parametrize("index", SCORES)
@pytest.mark.parametrize(("true_extents", "pred_extents"), SETS[:3])
def test_sets_of_random_biclusters_score_0_on_average(
    index, true_extents, pred_extents
):
    true = indicators(first_of(true_extents))
    scores = [
        SCORES[index](true, indicators(pred), correction="expected_best")
        for pred in product(*map(placements, pred_extents))
    ]
    assert abs(np.mean(scores)) < 1e-12


def test_one_predicted_bicluster_is_corrected_as_published():
    true, pred = [[1, 1, 0, 0]], [[1, 1, 0, 0]]
    other = [[1, 1, 1, 0]], [[1, 1, 0, 0]]
    for index in ("precision", "recall", "fbeta", "goodness"):
        scores = [
            SCORES[index]((true, pred), other, correction=correction)
            for correction in ("expected", "expected_best")
        ]
        assert scores[0] == pytest.approx(scores[1], abs=1e-14)


def test_random_sets_look_better_than_chance_under_the_published_correction():
    true = indicators(first_of([(2, 2)]))
    scores = [
        bicluster_jaccard_score(
            true, indicators(pred), correction="expected", expectation="exact"
        )
        for pred in product(placements((2, 2)), repeat=2)
    ]
    assert np.mean(scores) > 0.1


def recovery(shared, size):
    """Jaccard index with a bicluster of 1000 cells."""
    return shared / (1000 + size - shared)


@pytest.mark.parametrize(
    ("k", "level"), [(1, 0.010), (10, 0.022), (100, 0.033), (1000, 0.042)]
)
def test_recovery_of_a_bicluster_by_chance_grows_with_the_number_found(k, level):
    others, numbers = np.array([[100, 10]]), np.array([k])
    shortfall = mean_shortfall_of_best((1000, 50), (100, 10), others, numbers, recovery)
    assert round(1 - shortfall, 3) == level


def test_biclusters_without_cells_score_0_against_all():
    true = [[1, 1, 0], [0, 0, 0]], [[1, 0], [1, 0]]
    pred = [[1, 1, 0], [0, 0, 1]], [[1, 0], [0, 1]]
    score = bicluster_jaccard_score(true, pred, correction="expected_best")
    assert score == 0.5


def test_clip_counts_what_is_worse_than_chance_as_0():
    true = [[1, 1, 0, 0]], [[1, 1, 0]]
    pred = [[0, 0, 1, 1]], [[0, 0, 1]]
    options = {"correction": "expected_best"}
    assert bicluster_jaccard_score(true, pred, **options) < 0
    assert bicluster_jaccard_score(true, pred, clip=True, **options) == 0.0


@pytest.mark.parametrize("index", SCORES)
def test_the_corrected_scores_have_names(index):
    name = f"expected_best_bicluster_{index}"
    assert name in get_scorer_names()
    assert CONTRACTS[name].fixed == {"correction": "expected_best"}
