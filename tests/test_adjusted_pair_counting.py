"""The 17 affine indices adjusted for chance, against all permutations."""

from decimal import Decimal, localcontext
from functools import partial
from itertools import product

import numpy as np
import pytest
from strategies import (
    arrangements,
    cells_of,
    coarrangements,
    enumerate_pairs,
    flat,
    modes_of,
)
from test_pair_counting import PRINTED

from sklearn_cocluster_metrics import (
    cari_score,
    make_cocluster_scorer,
    pair_counting_score,
    pair_counts,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._indices._pair_counting import PAIR_COUNTING
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

AFFINE = [name for name, c in PAIR_COUNTING.items() if c.linear_in_pairs]
NOT_AFFINE = [name for name in PAIR_COUNTING if name not in AFFINE]
NULL_MODELS = ["cells", "product"]


ONE_MODE = [
    ([0, 0, 0, 1, 1], [0, 0, 1, 1, 2]),
    ([0, 0, 1, 1, 1, 2], [0, 1, 1, 0, 0, 0]),
]
TWO_MODES = [
    (([0, 0, 1, 1], [0, 1, 1]), ([0, 0, 0, 1], [0, 1, 1])),
    (([0, 0, 1], [0, 0, 0, 1]), ([0, 1, 2], [0, 0, 1, 1])),
    (([0, 0, 1], [0, 1], [0, 0]), ([0, 1, 1], [0, 0], [0, 1])),
]
CELLS = [
    (([0, 0, 1], [0, 1]), ([0, 0, 0], [0, 1])),
    (([0, 0, 1], [0, 0]), ([0, 1, 2], [0, 0])),
]


def permutations_of(null_model, true, pred):
    """Counts of pairs of the truth with every permutation of the prediction."""
    if not isinstance(true, tuple):
        return [enumerate_pairs(true, other) for other in arrangements(pred)]
    blocks = flat(cells_of(true))
    if null_model == "cells":
        others = arrangements(flat(cells_of(pred)))
    else:
        others = (cells_of(modes) for modes in coarrangements(pred))
    return [enumerate_pairs(blocks, other) for other in others]


def cases():
    for pair in ONE_MODE:
        yield from ((null_model, *pair) for null_model in NULL_MODELS)
    yield from (("product", *pair) for pair in TWO_MODES)
    yield from (("cells", *pair) for pair in CELLS)


@pytest.mark.parametrize("index", AFFINE)
@pytest.mark.parametrize(("null_model", "true", "pred"), list(cases()))
def test_the_adjustment_is_that_of_all_permutations(index, null_model, true, pred):
    blocks = [cells_of(modes_of(side)) for side in (true, pred)]
    with localcontext(prec=200):

        def value_of(counts):
            return PRINTED[index](*map(Decimal, counts))

        values = [*map(value_of, permutations_of(null_model, true, pred))]
        mean = sum(values) / len(values)
        value, top = (value_of(enumerate_pairs(blocks[0], x)) for x in blocks[::-1])
        expected = float((value - mean) / (top - mean))
    found = pair_counting_score(true, pred, metric=index, null_model=null_model)
    assert found == pytest.approx(expected, rel=1e-14, abs=1e-100)


@pytest.mark.parametrize("index", AFFINE)
def test_what_no_permutation_changes_is_at_chance(index):
    for true, pred in product(
        [[0, 0, 0], [0, 1, 2]], [[0, 0, 1], [0, 0, 0], [0, 1, 2]]
    ):
        if true != pred:
            for pair in [(true, pred), (pred, true)]:
                score = pair_counting_score(*pair, metric=index, null_model="product")
                assert score == 0.0


@pytest.mark.parametrize("index", ["correlation", "fowlkes_mallows"])
def test_irrational_tops_lose_no_digits_near_the_mean(index):
    """Fifty thousand clusters each: N11 is next to its mean, which is next to 0."""
    true, pred = np.random.default_rng(0).integers(0, 50_000, (2, 100_000))
    counts = pair_counts(true, pred)
    with localcontext(prec=60):
        n11, m_a, m_b, n = map(
            Decimal, (counts.n11, counts.true, counts.pred, counts.n_pairs)
        )
        mean = m_a * m_b / n
        best = {
            "correlation": mean + (m_a * m_b * (n - m_a) * (n - m_b)).sqrt() / n,
            "fowlkes_mallows": (m_a * m_b).sqrt(),
        }[index]
        expected = float((n11 - mean) / (best - mean))
    score = pair_counting_score(true, pred, metric=index, null_model="product")
    assert score == pytest.approx(expected, rel=1e-14, abs=0)


@pytest.mark.parametrize("index", NOT_AFFINE)
def test_indices_that_are_not_affine_are_refused(index):
    with pytest.raises(ValueError, match=f"'{index}' is not affine"):
        pair_counting_score([0, 1], [0, 0], metric=index, null_model="product")


def test_tables_and_scorers_take_the_null_model():
    true, pred = TWO_MODES[0]
    expected = pair_counting_score(true, pred, metric="dice", null_model="product")
    tables = contingency_table(true, pred)
    assert score_from_tables(tables, "dice", null_model="product") == expected
    for metric in ("dice", partial(pair_counting_score, metric="dice")):
        scorer = make_cocluster_scorer(
            metric, null_model="product", row_labels=true[0], column_labels=true[1]
        )
        assert "dice" in repr(scorer)


def test_scorers_refuse_to_adjust_the_distance_whose_direction_would_change():
    with pytest.raises(ValueError, match=r"higher values are better\. Use 'adjusted_r"):
        make_cocluster_scorer(
            "normalized_mirkin", null_model="product", row_labels=[0, 1]
        )


def test_cari_under_product_is_found_by_its_options():
    metric = partial(cari_score, null_model="product")
    scorer = make_cocluster_scorer(metric, row_labels=[0, 1], column_labels=[0, 1])
    assert "cari_product" in repr(scorer)
    assert CONTRACTS["cari_product"].chance_is_exact_under == ("product",)
