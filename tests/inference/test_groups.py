"""Groups of dependent entries, in intervals and differences, against brute force."""

from itertools import product
from unittest.mock import PropertyMock, patch

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student
from sklearn.cluster import KMeans

from sklearn_cocluster_metrics import compare_scores, score_interval
from sklearn_cocluster_metrics._inference._exchange import Exchange
from sklearn_cocluster_metrics._inference._population_index import PopulationIndex
from sklearn_cocluster_metrics._structures._labels import check_labels

N = 30
TRUE = np.arange(N) % 3
FIRST = np.where(np.arange(N) < 5, 0, TRUE)
SECOND = np.where(np.arange(N) % 5 == 0, 1, TRUE)
GROUPS = np.arange(N) // 3
OTHER_MODE = np.arange(16) % 2


def adjusted_rand_between(groups, true, pred):
    """Adjusted Rand index of the pairs of entries of different groups."""
    is_pair = groups[:, None] != groups
    same_true = (true[:, None] == true)[is_pair]
    same_pred = (pred[:, None] == pred)[is_pair]
    both = np.mean(same_true & same_pred)
    expected = same_true.mean() * same_pred.mean()
    return (both - expected) / ((same_true.mean() + same_pred.mean()) / 2 - expected)


def test_the_statistic_is_the_index_of_pairs_between_groups():
    interval = score_interval(TRUE, FIRST, groups=GROUPS)
    expected = adjusted_rand_between(GROUPS, TRUE, FIRST)
    assert interval.statistic == pytest.approx(expected, rel=1e-12)
    assert interval.n_groups == (10,)
    difference = compare_scores(TRUE, FIRST, SECOND, groups=GROUPS)
    expected -= adjusted_rand_between(GROUPS, TRUE, SECOND)
    assert difference.difference == pytest.approx(expected, rel=1e-12)
    assert difference.n_groups == (10,)


def adjusted_rand_of_squares(squares):
    """Adjusted Rand index of a population whose pairs have these sums of squares."""
    n_pairs = squares.n_samples**2
    both, true, pred = (
        part / n_pairs for part in (squares.joint, squares.true, squares.pred)
    )
    return (both - true * pred) / ((true + pred) / 2 - true * pred)


def test_groups_that_exchange_have_the_index_of_pairs_between_groups():
    # Each cluster of the second prediction is matched with that of the same number.
    groups = np.repeat(range(4), [3, 2, 2, 3])
    true = np.array([0, 0, 1, 1, 2, 2, 0, 1, 2, 2])
    predictions = np.array(
        [[0, 0, 1, 1, 1, 2, 0, 1, 2, 0], [0, 1, 1, 1, 2, 2, 2, 1, 2, 2]]
    )
    labels = [check_labels(side, "labels") for side in (true, *predictions)]
    exchange = Exchange(
        labels[0], first=labels[1], second=labels[2], counts_pairs=True, groups=groups
    )
    first_draws, second_draws = exchange.draw(300, np.random.RandomState(0))
    expected = set()
    for exchanged in product([False, True], repeat=4):
        swaps = np.array(exchanged)[groups]
        sides = np.where(swaps, predictions[::-1], predictions)
        values = [adjusted_rand_between(groups, true, side) for side in sides]
        expected.add(tuple(np.round(values, 9)))
    drawn = {
        tuple(round(adjusted_rand_of_squares(side.squares), 9) for side in sides)
        for sides in zip(first_draws, second_draws, strict=True)
    }
    assert drawn == expected


def test_groups_of_single_entries_are_no_groups():
    single = np.arange(N)[::-1]
    with_groups = score_interval(TRUE, FIRST, groups=single)
    without = score_interval(TRUE, FIRST)
    assert with_groups.statistic == pytest.approx(without.statistic, rel=1e-12)
    assert with_groups.low == pytest.approx(without.low, abs=0.03)
    assert with_groups.high == pytest.approx(without.high, abs=0.03)
    with_groups = compare_scores(TRUE, FIRST, SECOND, groups=single)
    without = compare_scores(TRUE, FIRST, SECOND)
    assert with_groups.standard_error == pytest.approx(without.standard_error)
    assert with_groups.pvalue == pytest.approx(without.pvalue, abs=0.08)


@pytest.mark.parametrize("n_copies", [2, 7])
def test_copies_of_entries_in_groups_are_one_entry_each(n_copies):
    """They tell nothing new. Without groups, the interval is far shorter."""
    copies = np.repeat(np.arange(N), n_copies)
    without = score_interval(TRUE, FIRST)
    with_groups = score_interval(TRUE[copies], FIRST[copies], groups=copies)
    assert with_groups.statistic == pytest.approx(without.statistic, rel=1e-12)
    assert with_groups.low == pytest.approx(without.low, abs=0.03)
    assert with_groups.high == pytest.approx(without.high, abs=0.03)
    mistaken = score_interval(TRUE[copies], FIRST[copies])
    length = without.high - without.low
    assert mistaken.high - mistaken.low < 0.8 * length


def test_a_mode_may_have_groups_and_the_other_mode_none():
    sides = (TRUE, OTHER_MODE), (FIRST, OTHER_MODE)
    both = score_interval(*sides, groups=(GROUPS, np.arange(16) // 2))
    rows = score_interval(*sides, groups=(GROUPS, None))
    fixed = score_interval(*sides, groups=(GROUPS, None), fixed=1)
    assert (both.n_groups, rows.n_groups) == ((10, 8), (10, None))
    lengths = [interval.high - interval.low for interval in (fixed, rows, both)]
    assert lengths == sorted(lengths)
    assert fixed.statistic == rows.statistic


def test_the_standard_error_is_the_jackknife_of_groups():
    difference = compare_scores(TRUE, FIRST, SECOND, groups=GROUPS)
    values = []
    for group in range(10):
        rest = group != GROUPS
        scores = [
            adjusted_rand_between(GROUPS[rest], TRUE[rest], pred[rest])
            for pred in (FIRST, SECOND)
        ]
        values.append(scores[0] - scores[1])
    error = np.sqrt(9 * np.var(values))
    assert difference.standard_error == pytest.approx(error, rel=1e-9)
    law = student(9)
    assert difference.pvalue > 0.999 * 2 * law.sf(abs(difference.difference) / error)


def test_the_labels_of_a_group_are_exchanged_together():
    """Without draws of populations; the jackknife has a smaller p-value."""

    def dice(true, pred):
        is_pair = groups[:, None] != groups
        same_true = (true[:, None] == true)[is_pair]
        same_pred = (pred[:, None] == pred)[is_pair]
        return 2 * np.sum(same_true & same_pred) / (same_true.sum() + same_pred.sum())

    groups = np.arange(40) // 5
    true = np.arange(40) % 2
    first = np.where(groups < 1, np.arange(40) % 3 % 2, true)
    second = np.where(groups > 2, np.arange(40) // 2 % 2, true)
    values = []
    for is_exchanged in product([False, True], repeat=8):
        is_moved = np.array(is_exchanged)[groups]
        sides = np.where(is_moved, second, first), np.where(is_moved, first, second)
        values.append(abs(dice(true, sides[0]) - dice(true, sides[1])))
    with patch.object(PopulationIndex, "has_formula", PropertyMock(return_value=False)):
        difference = compare_scores(true, first, second, "dice", groups=groups)
    assert difference.difference == pytest.approx(
        dice(true, first) - dice(true, second)
    )
    expected = np.mean(np.array(values) >= abs(difference.difference) - 1e-12)
    by_jackknife = 2 * student(7).sf(difference.difference / difference.standard_error)
    assert by_jackknife < expected
    assert difference.pvalue == pytest.approx(expected, abs=0.01)


def test_groups_with_names_are_matched_by_name():
    names = [f"row {i}" for i in range(N)]
    true, first, second, groups = (
        pd.Series(labels, names) for labels in (TRUE, FIRST, SECOND, GROUPS)
    )
    shuffled = groups.sample(frac=1, random_state=0)
    expected = score_interval(TRUE, FIRST, groups=GROUPS)
    assert score_interval(true, first, groups=shuffled).low == expected.low
    as_mapping = dict(shuffled)
    assert score_interval(true, first, groups=as_mapping).low == expected.low
    difference = compare_scores(true, first[::-1], second, groups=shuffled)
    expected = compare_scores(TRUE, FIRST, SECOND, groups=GROUPS)
    assert difference.pvalue == expected.pvalue
    with pytest.raises(ValueError, match="`groups` has an index with other names"):
        score_interval(true, first, groups=groups.rename({"row 1": "row"}))


@pytest.mark.parametrize("unlabeled", ["drop", "singletons"])
def test_groups_are_those_of_the_entries_that_remain(unlabeled):
    true = [None, *TRUE[1:].tolist(), None]
    pred = [0, *FIRST[1:].tolist(), 1]
    groups = [*GROUPS.tolist(), 0]
    interval = score_interval(true, pred, groups=groups, unlabeled=unlabeled)
    sides = [true[1:-1], pred[1:-1], groups[1:-1]]
    if unlabeled == "singletons":
        sides = [[7, *true[1:-1], 8], pred, groups]
    expected = score_interval(*sides[:2], groups=sides[2])
    assert (interval.low, interval.high) == (expected.low, expected.high)
    assert interval.n_left_out == ((2,) if unlabeled == "drop" else (0,))


def test_groups_may_be_of_a_mode_beside_an_unknown_one():
    sides = (TRUE, None), (FIRST, OTHER_MODE)
    interval = score_interval(*sides, groups=(GROUPS, None))
    expected = score_interval(TRUE, FIRST, groups=GROUPS)
    assert (interval.low, interval.compared) == (expected.low, ("rows",))
    assert interval.n_groups == (10, None)


PAIR = TRUE, FIRST
BOTH = (TRUE, OTHER_MODE), (FIRST, OTHER_MODE)
REFUSED = [
    (
        PAIR,
        {"groups": GROUPS[:4]},
        "`groups` must have one group for each of the 30 ent",
    ),
    (PAIR, {"groups": (GROUPS,)}, "`groups` must be one array; got a tuple of 1"),
    (BOTH, {"groups": GROUPS}, "a tuple of 2: an array or None for each mode; got one"),
    (BOTH, {"groups": (GROUPS,) * 3}, "must be a tuple of 2.*got a tuple of 3"),
    (
        BOTH,
        {"groups": (GROUPS, None), "fixed": 0},
        "Mode 0 is in `fixed`, so it is not",
    ),
    (PAIR, {"groups": [None, *GROUPS[1:]]}, "`groups` contains None"),
    (PAIR, {"groups": GROUPS // 3}, r"10 pairs of groups .* are about 1\.5 such pairs"),
    (((TRUE, None), BOTH[1]), {"groups": (None, OTHER_MODE)}, r"`groups\[1\]` must be"),
]


@pytest.mark.parametrize(("sides", "options", "message"), REFUSED)
def test_wrong_groups_are_refused(sides, options, message):
    with pytest.raises(ValueError, match=message):
        score_interval(*sides, **options)


def test_differences_with_groups_need_counts_of_pairs_and_three_groups():
    with pytest.raises(ValueError, match="must count pairs, because only"):
        compare_scores(TRUE, FIRST, SECOND, "coami", groups=GROUPS)
    for groups in ([1] * N, np.arange(N) // 15):
        with pytest.raises(ValueError, match=r"needs three groups or more, got [12]\."):
            compare_scores(TRUE, FIRST, SECOND, groups=groups)
    assert compare_scores(TRUE, FIRST, SECOND, groups=np.arange(N) // 10).pvalue > 0


@pytest.mark.parametrize("position", [0, 1])
def test_a_fitted_estimator_has_no_interval_and_the_error_has_the_cure(position):
    sides = [TRUE, TRUE]
    sides[position] = KMeans(2, n_init=1).fit(np.arange(N)[:, None])
    name = ("labels_true", "labels_pred")[position]
    with pytest.raises(TypeError, match=f"`{name}` is an es.*`compare` .*labels_"):
        score_interval(*sides)
