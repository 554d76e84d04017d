"""Statements of the guide about weights hold for the contracts."""

import re
from itertools import permutations

import numpy as np
from contracts import OF_PARTITIONS, PAIR_COUNTING_NAMES, pair_counting_names_where
from doc_pages import text_between, words_of

WEIGHTS = "user_guide/incomplete_labels"


def test_the_guide_lists_the_indices_that_take_weights():
    first = "Only the ratios of the weights matter."
    listed = text_between(WEIGHTS, first, "are computed from")
    labels = re.split(", | and ", listed.replace("the ", "").strip())
    takes_weights = [one for one in OF_PARTITIONS if one.takes_weights]
    counting_pairs = ["cari", "cari_product", *PAIR_COUNTING_NAMES]
    from_cells = [one for one in takes_weights if one.name not in counting_pairs]
    expected = [one.label.replace("classification error", "CE") for one in from_cells]
    assert sorted(labels) == sorted(expected)


def test_all_pair_counting_indices_but_one_take_weights():
    words = 'except that ``"fager_mcgowan"`` raises an error for weights'
    assert words in words_of(WEIGHTS)
    refusing = pair_counting_names_where(lambda one: not one.takes_weights)
    assert refusing == {"fager_mcgowan"}


def test_with_weights_two_indices_remain_corrected_for_chance():
    words = 'With weights, only CARI and ``"baulieu2"`` remain corrected for chance.'
    assert words in words_of(WEIGHTS)
    true, pred, weights = [0, 0, 1, 1], [0, 1, 1, 2], [1.0, 2.0, 5.0, 3.0]
    remaining = set()
    for contract in OF_PARTITIONS:
        if contract.takes_weights and contract.chance_level is not None:
            values = [
                contract(true, list(draw), sample_weight=weights)
                for draw in permutations(pred)
            ]
            if np.isclose(np.mean(values), contract.chance_level, atol=1e-9):
                remaining.add(contract.name)
    assert remaining == {"cari", "cari_product", "adjusted_rand", "baulieu2"}
