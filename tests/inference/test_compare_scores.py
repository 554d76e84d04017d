"""Differences of two scores against entries left out one by one, and their level."""

from itertools import combinations, product
from unittest.mock import PropertyMock, patch

import numpy as np
import pandas as pd
import pytest
from contracts import CONTRACTS
from scipy.stats import t as student
from sklearn.cluster import SpectralCoclustering
from strategies import draw_labels, jackknife, leave_one_out

from sklearn_cocluster_metrics import (
    compare_scores,
    handle_unlabeled,
    pair_counting_score,
)
from sklearn_cocluster_metrics._inference import _compare_scores
from sklearn_cocluster_metrics._inference._population_index import PopulationIndex


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cari", "coami", "nce", "variation_of_information"])
@pytest.mark.parametrize("n_modes", [1, 2, 3])
def test_differences_are_those_of_entries_left_out_one_by_one(name, n_modes):
    def difference_of(true, first, second):
        return CONTRACTS[name](true, first) - CONTRACTS[name](true, second)

    rng = np.random.default_rng(n_modes)
    for _ in range(2):
        sizes = rng.integers(2, 9, size=n_modes)
        sides = [tuple(draw_labels(rng, n) for n in sizes) for _ in range(3)]
        if n_modes == 1:
            sides = [side[0] for side in sides]
        found = compare_scores(*sides, name)
        difference = difference_of(*sides)
        error, degrees = jackknife(leave_one_out(difference_of, *sides))
        assert found.difference == pytest.approx(difference, abs=1e-12)
        if error > 1e-6:
            law = student(degrees)
            reach = law.ppf(0.975) * error
            assert found.standard_error == pytest.approx(error, rel=1e-9)
            assert found.high - difference > 0.9999 * reach
            assert difference - found.low > 0.9999 * reach
            assert found.pvalue > 0.9999 * 2 * law.sf(abs(difference) / error)


def exchanges(true, first, second):
    """Differences of all exchanges of the labels of single entries."""
    modes = [*map(np.array, zip(true, first, second, strict=True))]
    free = [(m, i) for m, (_, a, b) in enumerate(modes) for i in np.flatnonzero(a != b)]
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            swapped = [mode.copy() for mode in modes]
            for mode, entry in chosen:
                swapped[mode][1:, entry] = swapped[mode][:0:-1, entry]
            yield difference_of_dice(*zip(*swapped, strict=True))


def difference_of_dice(true, first, second):
    first_score = pair_counting_score(true, first, metric="dice")
    second_score = pair_counting_score(true, second, metric="dice")
    return first_score - second_score


def test_the_pvalue_of_few_differing_labels_is_that_of_all_exchanges():
    """The truth is far from chance, so that clusters are matched as they are named."""
    true = np.arange(24) % 3, np.arange(16) % 2
    first, second = ([mode.copy() for mode in true] for _ in range(2))
    first[0][[0, 3]] = 1
    second[0][[1, 4, 7, 10, 13]] = 2
    second[1][[0, 2]] = 1
    names = [["c", "b", "a"][label] for label in second[0]]  # are not compared
    sides = true, tuple(first), tuple(second)
    values = np.abs([*exchanges(*sides)])
    # Draws of populations give another p-value.
    with patch.object(PopulationIndex, "has_formula", PropertyMock(return_value=False)):
        found = compare_scores(true, tuple(first), (names, second[1]), "dice")
    expected = np.mean(values >= found.difference - 1e-12)
    assert 0.01 < expected < 0.3
    _, degrees = jackknife(leave_one_out(difference_of_dice, *sides))
    by_jackknife = 2 * student(degrees).sf(found.difference / found.standard_error)
    assert found.pvalue == pytest.approx(max(expected, by_jackknife), abs=0.02)


def test_equal_predictions_do_not_differ():
    sides = [0, 0, 1, 1, 2], [0, 0, 1, 2, 2], [1, 1, 0, 2, 2]
    for metric in ("cari_product", "coami"):
        found = compare_scores(*sides, metric)
        assert (found.difference, found.standard_error, found.pvalue) == (0.0, 0.0, 1.0)
        assert (found.low, found.high, found.pvalue_is_bound) == (0.0, 0.0, False)


def test_rounding_is_no_difference():
    """With cells of 1 and 2 in another order, sums of logarithms differ by 1e-16."""
    rng = np.random.default_rng(0)
    for _ in range(5):
        true, pred = rng.integers(4, size=(2, 30))
        found = compare_scores(true, pred, rng.permutation(4)[pred], "coami")
        assert (found.difference, found.pvalue) == (0.0, 1.0)


def test_a_difference_without_variance_is_no_evidence():
    found = compare_scores([0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0])
    assert found.difference == 1.0
    assert np.isnan([found.standard_error, found.low, found.high]).all()
    assert found.pvalue == pytest.approx(0.5, abs=0.02)  # two labels differ
    assert found.pvalue_is_bound
    assert "low=nan, high=nan, confidence_level=0.95, pvalue<=0." in repr(found)


def test_a_pvalue_at_the_limit_of_its_draws_is_a_bound():
    true = np.arange(300) % 3
    first = np.where(np.arange(300) < 30, 0, true)
    second = np.where(np.arange(300) % 2, 1, true)
    found = compare_scores(true, first, second)
    assert (found.pvalue, found.pvalue_is_bound) == (0.0002, True)


def test_fixed_modes_exchange_no_labels():
    true = np.arange(30) % 2, np.arange(10) % 2
    second = true[0], np.where(np.arange(10) < 3, 0, true[1])
    found = compare_scores(true, true, second, fixed=1)
    assert found.difference > 0.2
    assert np.isnan([found.standard_error, found.pvalue]).all()
    noisy = np.where(np.arange(30) < 7, 0, true[0])
    noisy = noisy, second[1]
    sampled, fixed = (compare_scores(true, true, noisy, fixed=f) for f in (None, 1))
    assert fixed.difference == sampled.difference
    assert fixed.standard_error < sampled.standard_error
    assert 0 < fixed.pvalue < sampled.pvalue < 0.4


def test_no_floating_point_error_is_raised():
    true = np.arange(40) % 2
    wrong = np.where(np.arange(40) < 6, 0, true)
    with np.errstate(all="raise"):
        for pred in (true, wrong, np.zeros(40, dtype=int)):
            compare_scores(true, true, pred)


def test_exchanging_the_predictions_changes_the_sign():
    true, *sides = np.random.default_rng(0).integers(3, size=(3, 40))
    one, other = (compare_scores(true, *pair) for pair in (sides, sides[::-1]))
    assert one.difference == -other.difference
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.pvalue == other.pvalue


def test_all_three_have_names_or_none():
    named = pd.Series([0, 0, 1, 1], list("abcd"))
    with pytest.raises(ValueError, match="Give all three the same names, or none of"):
        compare_scores(named, named[::-1], [0, 0, 1, 1])


@pytest.mark.slow
def test_equally_good_predictions_of_20_labels_are_rejected_at_most_at_the_level():
    """A tenth in the small cluster: of such, the jackknife alone rejects 5 % at .01."""
    rng = np.random.default_rng(0)
    pvalues = []
    for _ in range(100):
        true = rng.random(20) < 0.1
        first, second = (true ^ (rng.random(20) < 0.1) for _ in range(2))
        pvalues.append(compare_scores(true, first, second).pvalue)
    assert min(pvalues) > 0.001
    assert np.sum(np.array(pvalues) <= 0.05) <= 5


PAIR = [0, 0, 1, 1]
REFUSED = [
    ((PAIR, PAIR, [0, 1]), {}, ValueError, "`labels_true` has 4.*`second` has 2"),
    ((PAIR, (PAIR, PAIR), PAIR), {}, ValueError, "`first` has 2"),
    ((PAIR, 5, PAIR), {}, TypeError, "`first`"),
    (([0], [0], [0]), {}, ValueError, "Mode 0 of `labels_true` needs two entries"),
    ((PAIR,) * 3, {"metric": "e4sc"}, TypeError, "must be an index of clusterings"),
    ((PAIR,) * 3, {"metric": "yule"}, ValueError, "'yule' must be finite, got inf"),
    ((*[PAIR] * 3, "cari"), {"null_mode": 1}, TypeError, "Did you mean `null_model`"),
    ((PAIR,) * 3, {"fixed": 0}, ValueError, "has one mode.* leave out `fixed`"),
]


@pytest.mark.parametrize(("sides", "options", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(sides, options, error, message):
    with pytest.raises(error, match=message):
        compare_scores(*sides, **options)


@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_fitted_estimator_is_refused_with_the_cure(position):
    X = np.random.default_rng(0).random((20, 12))
    sides = [(np.arange(20) % 2, np.arange(12) % 2)] * 3
    sides[position] = SpectralCoclustering(2, random_state=0).fit(X)
    name = ("labels_true", "first", "second")[position]
    cure = rf"`{name}` is an est.*`compare` with sev.*`coclustering_of\({name}\)`"
    with pytest.raises(TypeError, match=cure):
        compare_scores(*sides)


# Levels where few errors are seen


def law_of(shares, first, second):
    """Shares of true x first x second clusters, errors independent given the truth."""
    shares, first, second = map(np.array, (shares, first, second))
    return shares[:, None, None] * first[:, :, None] * second[:, None, :]


def labels_of_table(counts):
    cells = np.nonzero(counts)
    return [np.repeat(labels, counts[cells]) for labels in cells]


@pytest.mark.slow
def test_a_merge_of_small_clusters_is_not_worse_than_rare_errors_by_what_is_not_seen():
    """By exchange and jackknife alone, p is below .05 in a quarter of such samples."""
    merged = [[1, 0, 0], [0, 1, 0], [0, 1, 0]]
    # Small clusters have rare errors, as many as give the same score.
    error = 0.0931
    rare_errors = [
        [1, 0, 0],
        [error / 2, 1 - error, error / 2],
        [error / 2, error / 2, 1 - error],
    ]
    law = law_of([0.8, 0.1, 0.1], merged, rare_errors)
    scores = [adjusted_rand_of_law(law.sum(axis=axis)) for axis in (2, 1)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-3)
    rng = np.random.default_rng(0)
    tables = rng.multinomial(80, law.ravel(), size=100).reshape(-1, *law.shape)
    pvalues = [compare_scores(*labels_of_table(table)).pvalue for table in tables]
    assert np.sum(np.array(pvalues) <= 0.05) <= 5


def adjusted_rand_of_law(joint):
    both, true, pred = (
        np.sum(side**2) for side in (joint, joint.sum(axis=1), joint.sum(axis=0))
    )
    return (both - true * pred) / ((true + pred) / 2 - true * pred)


def weighted_difference(weights, true, first, second):
    """Difference of two adjusted Rand indices, from weights of pairs of entries."""
    products = np.outer(weights, weights)
    np.fill_diagonal(products, 0)
    products /= products.sum()
    same_true = true[:, None] == true
    scores = []
    for pred in (first, second):
        same_pred = pred[:, None] == pred
        both, in_true, in_pred = (
            products[pairs].sum()
            for pairs in (same_true & same_pred, same_true, same_pred)
        )
        expected = in_true * in_pred
        scores.append((both - expected) / ((in_true + in_pred) / 2 - expected))
    return scores[0] - scores[1]


def pieces_that_lower_most(sides, n_pieces, sign):
    """Try all labels, seen or new, for each piece of an entry after the other."""
    pieces = []
    for _ in range(n_pieces):
        values = {}
        for labels in product(*(range(max(side) + 2) for side in sides)):
            tried = np.transpose([*pieces, labels])
            weights = np.append(np.ones(len(sides[0])), [1 / n_pieces] * len(tried[0]))
            longer = map(np.append, sides, tried)
            values[labels] = sign * weighted_difference(weights, *longer)
        pieces.append(min(values, key=values.get))
    return pieces


def test_the_pvalue_is_a_share_of_populations_half_of_which_have_an_added_entry(
    monkeypatch,
):
    """It is larger here than by exchange and by the jackknife."""
    true = np.arange(24) % 3
    first = np.where(np.arange(24) < 1, 2, true)
    second = np.where(true == 2, 1, true)
    sides = [true, first, second]
    rng = np.random.default_rng(0)
    draws = {}
    for sign in (1, -1):
        values = []
        for pieces in (
            [],
            [],
            *(pieces_that_lower_most(sides, n, sign) for n in (1, 2)),
        ):
            longer = sides
            if pieces:
                longer = [*map(np.append, sides, np.transpose(pieces))]
            for _ in range(2000):
                added = (
                    [rng.exponential() / len(pieces)] * len(pieces) if pieces else []
                )
                weights = np.append(rng.exponential(size=24), added)
                values.append(weighted_difference(weights, *longer))
        draws[sign] = np.array(values)
    monkeypatch.setattr(_compare_scores, "_FEW_DRAWS", 9999)
    found = compare_scores(*sides)
    expected = 2 * np.mean(draws[1] <= 0)
    assert found.pvalue == pytest.approx(expected, abs=0.03)
    assert found.low == pytest.approx(np.quantile(draws[1], 0.025), abs=0.03)
    assert found.high >= np.quantile(draws[-1], 0.975) - 0.05


def renamed(labels, rng):
    return rng.permutation(1 + max(labels))[labels]


SIDES_BY_KIND = {
    "unequal sizes": lambda rng: np.sort(rng.integers(0, 4, size=60)),
    "equal sizes": lambda rng: np.arange(60) % 4,
    "many small clusters": lambda rng: np.arange(60) % 20,
}


@pytest.mark.parametrize("has_groups", [False, True])
@pytest.mark.parametrize("metric", ["cari_product", "jaccard"])
@pytest.mark.parametrize("kind", SIDES_BY_KIND)
def test_neither_names_nor_the_order_of_entries_change_a_result(
    kind, metric, has_groups
):
    rng = np.random.default_rng(0)
    true = SIDES_BY_KIND[kind](rng)
    sides = [true]
    for share_of_errors in (0.1, 0.25):
        is_wrong = rng.random(60) < share_of_errors
        sides.append(np.where(is_wrong, rng.integers(0, 1 + max(true), size=60), true))
    groups = rng.integers(0, 20, size=60)
    order = rng.permutation(60)
    found = [
        compare_scores(*each, metric, groups=each_groups if has_groups else None)
        for each, each_groups in [
            (sides, groups),
            ([renamed(side, rng) for side in sides], renamed(groups, rng)),
            ([side[order] for side in sides], groups[order]),
        ]
    ]
    for result in found[1:]:
        for name in ("difference", "standard_error", "pvalue", "low", "high"):
            expected = getattr(found[0], name)
            assert getattr(result, name) == pytest.approx(expected, abs=1e-12)


def unlabeled_sides():
    """A truth and two predictions that have a label of -1 in different entries."""
    true = np.arange(30) % 3
    first = np.where(np.arange(30) < 5, 0, true)
    second = np.where(np.arange(30) % 4 == 1, 1, true)
    for labels, positions in ((true, [0, 7]), (first, [7, 12]), (second, [20, 21, 0])):
        labels[positions] = -1
    return true, first, second


@pytest.mark.parametrize(("unlabeled", "n_left_out"), [("drop", 2), ("drop_either", 5)])
def test_the_same_entries_without_a_label_are_left_out_of_both(unlabeled, n_left_out):
    sides = unlabeled_sides()
    required = sides if unlabeled == "drop_either" else sides[:1]
    is_left = np.all([labels != -1 for labels in required], axis=0)
    expected = compare_scores(*(labels[is_left] for labels in sides))
    found = compare_scores(*sides, unlabeled=unlabeled)
    assert found.n_left_out == (n_left_out,)
    assert (found.difference, found.pvalue) == (expected.difference, expected.pvalue)
    assert (found.low, found.high) == (expected.low, expected.high)


def test_entries_without_a_label_can_be_clusters_of_their_own():
    true, first, second = unlabeled_sides()
    with_first = handle_unlabeled(true, first, "singletons")
    _, second_alone = handle_unlabeled(true, second, "singletons")
    expected = compare_scores(*with_first, second_alone)
    found = compare_scores(true, first, second, unlabeled="singletons")
    assert found.n_left_out == (0,)
    assert (found.difference, found.pvalue) == (expected.difference, expected.pvalue)


@pytest.mark.parametrize("unlabeled", ["drop_either", "singletons"])
def test_a_name_that_one_of_three_lacks_has_no_label_there(unlabeled):
    names = [f"s{i}" for i in range(30)]
    complete = [pd.Series(labels, names) for labels in unlabeled_sides()]
    parts = [labels[labels != -1].sample(frac=1, random_state=0) for labels in complete]
    expected = compare_scores(*complete, unlabeled=unlabeled)
    found = compare_scores(*parts, unlabeled=unlabeled)
    assert found.n_left_out == expected.n_left_out
    assert found.difference == pytest.approx(expected.difference, abs=1e-12)
    assert found.standard_error == pytest.approx(expected.standard_error)
    assert found.pvalue == expected.pvalue


def test_groups_of_entries_that_are_left_out_disappear():
    sides = unlabeled_sides()
    groups = np.arange(30) // 2
    for labels in sides:
        labels[:2] = -1
    is_left = np.all([labels != -1 for labels in sides], axis=0)
    expected = compare_scores(
        *(labels[is_left] for labels in sides), groups=groups[is_left]
    )
    found = compare_scores(*sides, groups=groups, unlabeled="drop_either")
    assert found.n_groups == expected.n_groups
    assert (found.difference, found.pvalue) == (expected.difference, expected.pvalue)


def test_a_mode_in_which_one_group_remains_is_refused():
    true = [-1, -1, 0, 0, 1, 1]
    first, second = [0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1]
    options = {"groups": [0, 0, 1, 1, 1, 1], "unlabeled": "drop"}
    with pytest.raises(ValueError, match=r"needs three groups or more, got 1\.$"):
        compare_scores(true, first, second, **options)


def test_a_warning_of_groups_with_the_default_index_names_the_second_prediction():
    true, first, second = unlabeled_sides()
    named_second = pd.Series(second, [f"s{i}" for i in range(30)])
    groups = pd.Series(np.arange(30) // 2)
    with pytest.warns(UserWarning, match="^`second` has names.* of `second`, pass"):
        compare_scores(true, first, named_second, groups=groups)


def test_entries_without_a_label_are_counted_for_each_compared_mode():
    rows = unlabeled_sides()
    columns = np.arange(10) % 2
    sides = [(labels, columns) for labels in rows]
    found = compare_scores(*sides, unlabeled="drop_either")
    assert found.n_left_out == (5, 0)
    found = compare_scores((rows[0], None), *sides[1:], unlabeled="drop_either")
    assert found.n_left_out == (5, None)
    assert found.difference == compare_scores(*rows, unlabeled="drop_either").difference


def test_a_missing_label_is_refused_with_the_option_that_leaves_it_out():
    true, first, second = [labels.tolist() for labels in unlabeled_sides()]
    second[4] = None
    with pytest.raises(ValueError, match=r"`second` contains None.*`unlabeled='drop'`"):
        compare_scores(true, first, second)
    with pytest.raises(ValueError, match=r"`second` contains None.*Pass 'drop_either'"):
        compare_scores(true, first, second, unlabeled="drop")


def test_the_shown_comparison_states_its_condition():
    difference = compare_scores([0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0])
    assert "does not depend on which other entries were sampled" in str(difference)
    assert "use `compare` with several draws of data" in str(difference)
