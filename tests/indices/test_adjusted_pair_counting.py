"""The 17 affine indices adjusted for chance, against all permutations."""

from decimal import Decimal, localcontext
from functools import partial
from itertools import permutations

import numpy as np
import pytest
from contracts import CONTRACTS, PAIR_COUNTING_NAMES
from pair_counting_definitions import PRINTED
from strategies import (
    arrangements,
    cells_of,
    coarrangements,
    enumerate_pairs,
    flat,
    modes_of,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import make_cocluster_scorer, pair_counting_score
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

AFFINE = [name for name in PAIR_COUNTING_NAMES if CONTRACTS[name].linear_in_pairs]
# For each null model, what is small enough to be permuted in all ways
ONE_MODE = [
    ([0, 0, 0, 1, 1], [0, 0, 1, 1, 2]),
    ([0, 0, 1, 1, 1, 2], [0, 1, 1, 0, 0, 0]),
]
TWO_MODES = ([0, 0, 1, 1], [0, 1, 1]), ([0, 0, 0, 1], [0, 1, 1])
PAIRS = {
    "product": [
        *ONE_MODE,
        TWO_MODES,
        (([0, 0, 1], [0, 0, 0, 1]), ([0, 1, 2], [0, 0, 1, 1])),
        (([0, 0, 1], [0, 1], [0, 0]), ([0, 1, 1], [0, 0], [0, 1])),
    ],
    "cells": [
        *ONE_MODE,
        (([0, 0, 1], [0, 1]), ([0, 0, 0], [0, 1])),
        (([0, 0, 1], [0, 0]), ([0, 1, 2], [0, 0])),
    ],
}
PAIRS = [(model, *pair) for model, pairs in PAIRS.items() for pair in pairs]


@pytest.mark.parametrize("index", AFFINE)
@pytest.mark.parametrize(("null_model", "true", "pred"), PAIRS)
def test_the_adjustment_is_that_of_all_permutations(index, null_model, true, pred):
    blocks, others = (flat(cells_of(modes_of(side))) for side in (true, pred))
    if null_model == "cells":
        permuted = arrangements(others)
    else:
        permuted = map(cells_of, coarrangements(modes_of(pred)))
    with localcontext(prec=200):

        def value_with(other):
            counts = enumerate_pairs(blocks, other)
            return PRINTED[index](*map(Decimal, counts))

        values = [*map(value_with, permuted)]
        mean = sum(values) / len(values)
        best = value_with(blocks)
        expected = float((value_with(others) - mean) / (best - mean))
    found = pair_counting_score(true, pred, metric=index, null_model=null_model)
    assert found == pytest.approx(expected, rel=1e-14, abs=1e-100)


@pytest.mark.parametrize("index", AFFINE)
def test_what_no_permutation_changes_is_at_chance(index):
    for true, pred in permutations([[0, 0, 0], [0, 1, 2], [0, 0, 1]], 2):
        score = pair_counting_score(true, pred, metric=index, null_model="product")
        assert score == 0.0


@pytest.mark.parametrize("index", ["correlation", "fowlkes_mallows"])
def test_irrational_tops_lose_no_digits_near_the_mean(index):
    """Fifty thousand clusters each: N11 is next to its mean, which is next to 0."""
    true, pred = np.random.default_rng(0).integers(0, 50_000, (2, 100_000))
    c = sccm.pair_counts(true, pred)
    with localcontext(prec=60):
        n11, m_a, m_b, n = map(Decimal, (c.n11, c.in_true, c.in_pred, c.n_pairs))
        mean = m_a * m_b / n
        best = {
            "correlation": mean + (m_a * m_b * (n - m_a) * (n - m_b)).sqrt() / n,
            "fowlkes_mallows": (m_a * m_b).sqrt(),
        }[index]
        expected = float((n11 - mean) / (best - mean))
    score = pair_counting_score(true, pred, metric=index, null_model="product")
    assert score == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.mark.parametrize(
    "index", [name for name in PAIR_COUNTING_NAMES if name not in AFFINE]
)
def test_indices_that_are_not_affine_are_refused(index):
    with pytest.raises(ValueError, match=f"'{index}' is not affine"):
        pair_counting_score([0, 1], [0, 0], metric=index, null_model="product")


def test_tables_and_scorers_take_the_null_model():
    true, pred = TWO_MODES
    expected = pair_counting_score(true, pred, metric="dice", null_model="product")
    tables = contingency_table(true, pred)
    assert score_from_tables(tables, "dice", null_model="product") == expected
    for metric in ("dice", partial(pair_counting_score, metric="dice")):
        scorer = make_cocluster_scorer(metric, null_model="product", labels=true)
        assert "dice" in repr(scorer)
    metric = partial(sccm.cari_score, null_model="product")
    assert "cari_product" in repr(make_cocluster_scorer(metric, labels=true))
    # The direction of a distance would change.
    with pytest.raises(ValueError, match=r"higher values are better\. Use 'adjusted_r"):
        make_cocluster_scorer("normalized_mirkin", null_model="product", labels=true)
