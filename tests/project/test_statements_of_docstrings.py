"""Statements of docstrings about several indices hold for the contracts."""

import inspect
import re
from itertools import combinations

import numpy as np
import pytest
from calls import PUBLIC
from contracts import (
    ADJUSTED_SIMILARITY_NAMES,
    CONTRACTS,
    PAIR_COUNTING_NAMES,
    SIMILARITY_NAMES,
    pair_counting_names_where,
)

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics._metrics import _WORDS_IF_LOWER_IS_BETTER


def words_of(function):
    """Return the docstring of a function, with single spaces."""
    return " ".join(inspect.getdoc(function).split())


def names_between(function, first, last):
    """Return the names of indices in a docstring between two phrases."""
    words = words_of(function)
    assert first in words, f"The docstring lacks {first!r}."
    _, _, after = words.partition(first)
    assert last in after, f"The docstring lacks {last!r} after {first!r}."
    return set(re.findall(r"\w+", after.partition(last)[0])) & ALL_NAMES


def without_prefix(names):
    """Return the names of similarities as their docstring writes them."""
    return {name.removeprefix("bicluster_") for name in names}


ALL_NAMES = set(CONTRACTS) | without_prefix(SIMILARITY_NAMES)


def similarities_where(condition):
    """Return the names of the similarities that meet a condition."""
    names = {name for name in SIMILARITY_NAMES if condition(CONTRACTS[name])}
    return without_prefix(names)


# --- all docstrings -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "number"),
    [
        (r"(\d+) indices that count pairs", len(PAIR_COUNTING_NAMES)),
        (r"any of (\d+) indices", len(PAIR_COUNTING_NAMES)),
        (r"(\d+) similarities of biclusterings", len(SIMILARITY_NAMES)),
        (
            r"(\d+) (?:pair-counting indices exactly|indices that are affine in N11)",
            len(pair_counting_names_where(lambda one: one.linear_in_pairs)),
        ),
    ],
)
def test_docstrings_count_the_indices(pattern, number):
    docstrings = [words_of(one) for one in PUBLIC.values() if inspect.getdoc(one)]
    counts = [int(found) for text in docstrings for found in re.findall(pattern, text)]
    assert counts
    assert set(counts) == {number}


def test_docstrings_name_the_endings_that_need_a_direction():
    *others, last = [f'"{word}"' for word in _WORDS_IF_LOWER_IS_BETTER]
    words = f"{', '.join(others)} or {last}"
    docstrings = [words_of(one) for one in PUBLIC.values() if inspect.getdoc(one)]
    docstrings = [text for text in docstrings if re.search(r'ends in "\w+"', text)]
    assert len(docstrings) >= 4
    assert [text for text in docstrings if f"ends in {words}" not in text] == []


# --- index_names ----------------------------------------------------------------------


def are_affine(first, second):
    """Return whether the second values are a linear function of the first values."""
    if min(np.ptp(first), np.ptp(second)) < 1e-9:  # One of them is constant.
        return False
    line = np.polyfit(first, second, 1)
    return np.allclose(np.polyval(line, first), second, rtol=0, atol=1e-9)


def repeated_names(structure, pairs):
    """Return the names of a structure that repeat the values of an earlier name."""
    values = {
        name: np.array([one(*pair) for pair in pairs])
        for name, one in CONTRACTS.items()
        if one.structure == structure and not one.disjoint_only
    }
    values = {
        name: of_pairs for name, of_pairs in values.items() if is_finite(of_pairs)
    }
    return {
        second
        for first, second in combinations(values, 2)
        if are_affine(values[first], values[second])
    }


def is_finite(values):
    """Return whether all values are finite."""
    return bool(np.isfinite(values).all())


def test_eight_names_repeat_another_index():
    generator = np.random.default_rng(0)
    coclusterings = [
        tuple(
            (generator.integers(k, size=7), generator.integers(2, size=5))
            for k in (2 + draw % 2, 2 + draw % 3)
        )
        for draw in range(8)
    ]
    biclusterings = [
        tuple(
            (generator.random((k, 6)) < 0.6, generator.random((k, 5)) < 0.6)
            for k in (2, 3)
        )
        for _ in range(8)
    ]
    repeated = repeated_names("partition", coclusterings)
    repeated |= repeated_names("biclustering", biclusterings)
    assert len(repeated) == 8
    assert "Eight of all names repeat another index" in words_of(sccm.index_names)


# --- pair_counting_score --------------------------------------------------------------

COUNTING = sccm.pair_counting_score


def test_the_docstring_says_for_which_pair_counting_indices_lower_is_better():
    named = names_between(COUNTING, "Higher is better, except for", ". With a null")
    assert named == pair_counting_names_where(lambda one: not one.greater_is_better)


def test_the_docstring_says_which_pair_counting_indices_are_not_symmetric():
    rows = inspect.getdoc(COUNTING).split("formula\n")[1].split("\nSome names")[0]
    rows = [row for row in rows.splitlines() if row[:1].isalpha()]
    assert sorted(row.split()[0] for row in rows) == sorted(PAIR_COUNTING_NAMES)
    named = {row.split()[0] for row in rows if "not symmetric" in row}
    assert named == pair_counting_names_where(lambda one: not one.symmetric)


def test_the_docstring_says_which_pair_counting_indices_are_corrected_for_chance():
    exact = names_between(COUNTING, "The indices adjusted_rand", "are corrected for")
    exact.add("adjusted_rand")
    assert exact == pair_counting_names_where(lambda one: one.chance_is_exact_under)
    asymptotic = names_between(
        COUNTING, "the correction also holds for", "(with mean 1/2)"
    )
    corrected = pair_counting_names_where(lambda one: one.chance_level is not None)
    assert asymptotic == corrected - exact


def test_the_docstring_lists_the_pair_counting_indices_that_can_be_adjusted():
    named = names_between(COUNTING, "M index =", "The best values of")
    assert named == pair_counting_names_where(lambda one: one.linear_in_pairs)


# --- bicluster_similarity_score -------------------------------------------------------

SIMILARITY = sccm.bicluster_similarity_score


def test_the_docstring_says_which_similarities_are_symmetric():
    named = names_between(SIMILARITY, "Higher is better. The indices", "are symmetric")
    assert named == similarities_where(lambda one: one.symmetric)


def test_the_docstring_says_which_similarities_can_be_negative():
    named = names_between(SIMILARITY, "between 0 and 1; for", "and adjusted values")
    assert named == similarities_where(lambda one: one.lower < 0)


def test_the_docstring_says_which_similarities_ignore_empty_biclusters():
    named = names_between(SIMILARITY, "However,", "ignore it, because")
    true = [[1, 1, 0], [0, 0, 1]], [[1, 1, 0], [0, 0, 1]]
    with_empty = tuple([*indicators, [0, 0, 0]] for indicators in true)
    ignoring = similarities_where(
        lambda one: one(true, with_empty) == one(with_empty, true) == 1
    )
    assert named == ignoring


def test_the_docstring_says_which_similarities_have_an_adjusted_form():
    named = names_between(SIMILARITY, 'If "product",', "is adjusted so that")
    assert named == without_prefix(ADJUSTED_SIMILARITY_NAMES)


# --- bicluster_report -----------------------------------------------------------------


def test_the_report_has_three_indices_with_mean_zero_after_the_first_three():
    words = "then three indices whose value is 0 on average by chance"
    assert words in words_of(sccm.bicluster_report)
    indicators = [[1, 1, 0, 0], [0, 0, 1, 1]]
    blocks = indicators, indicators
    report = sccm.bicluster_report(blocks, blocks, inference=False, output_dict=True)
    names = list(report["indices"])
    assert names[:3] == ["bicluster_precision", "bicluster_recall", "bicluster_fbeta"]
    corrected = [name for name in names if CONTRACTS[name].chance_level is not None]
    assert corrected == names[3:6]
