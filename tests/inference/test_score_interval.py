"""Intervals against entries weighted one by one, and their coverage."""

import math
from fractions import Fraction
from functools import partial
from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import binom, multinomial
from strategies import leave_one_out

from sklearn_cocluster_metrics import cari_score, score_interval
from sklearn_cocluster_metrics._inference._weighted_entries import (
    Populations,
    SampledEntries,
)
from sklearn_cocluster_metrics._structures._labels import check_labels
from sklearn_cocluster_metrics.tables import contingency_table


def shares_together(labels, other):
    """Share of the pairs of different entries together in both, and in each."""
    pairs = list(combinations(range(len(labels)), 2))
    counts = np.zeros(3, dtype=int)
    for i, j in pairs:
        one, two = labels[i] == labels[j], other[i] == other[j]
        counts += one and two, one, two
    return [Fraction(int(count), len(pairs)) for count in counts]


def adjusted_rand(both, true, pred):
    expected = true * pred
    return (both - expected) / ((true + pred) / 2 - expected)


def correlation(both, true, pred):
    norms = true * (1 - true) * pred * (1 - pred)
    return (both - true * pred) / math.sqrt(norms)


def weighted_shares(weights, *sides, groups=None):
    """Shares of pairs of entries, from different groups, together in both and each."""
    products = np.outer(weights, weights)
    groups = np.arange(len(weights)) if groups is None else groups
    products[groups[:, None] == groups] = 0
    same = [side[:, None] == side for side in sides]
    together = [same[0] & same[1], *same]
    return [products[pairs].sum() / products.sum() for pairs in together]


def with_pieces(mode, pieces):
    """Labels of both sides with those of the added pieces at their ends."""
    return [
        np.append(side, labels)
        for side, labels in zip(mode, np.transpose(pieces), strict=True)
    ]


def greedy_pieces(modes, position, n_pieces, *, formula, sign):
    """Try all labels, seen or new, for each piece after the other."""
    true, pred = modes[position]
    observed = [weighted_shares(np.ones(len(mode[0])), *mode) for mode in modes]
    pieces = []
    for _ in range(n_pieces):
        values = {}
        for labels in product(range(max(true) + 2), range(max(pred) + 2)):
            tried = [*pieces, labels]
            weights = np.append(np.ones(len(true)), [1 / n_pieces] * len(tried))
            # Before the pair of halves is complete, it has one half.
            shares = weighted_shares(weights, *with_pieces(modes[position], tried))
            of_modes = [*observed[:position], shares, *observed[position + 1 :]]
            values[labels] = sign * formula(*np.prod(of_modes, axis=0))
        lowest = min(values.values())
        pieces.append(next(key for key in values if values[key] <= lowest + 1e-12))
    return pieces


def drawn_ends(rng, modes, formula, sign):
    """Draws of the index with an entry that lowers it, whole and in two halves."""
    values = []
    for n_pieces in (1, 2):
        pieces = [
            greedy_pieces(modes, position, n_pieces, formula=formula, sign=sign)
            for position in range(len(modes))
        ]
        for _ in range(1500):
            shares = []
            for mode, pieces_of_mode in zip(modes, pieces, strict=True):
                weights = rng.exponential(size=len(mode[0]))
                added = rng.exponential() / n_pieces
                weights = np.append(weights, [added] * n_pieces)
                sides = with_pieces(mode, pieces_of_mode)
                shares.append(weighted_shares(weights, *sides))
            values.append(formula(*np.prod(shares, axis=0)))
    return values


@pytest.mark.parametrize("name", ["cari_product", "cocorrelation"])
@pytest.mark.parametrize("sizes", [(12,), (14, 12), (10, 12, 9)])
def test_the_ends_are_quantiles_of_weighted_entries_and_one_more(name, sizes):
    rng = np.random.default_rng(len(sizes))
    true = [np.sort(np.arange(n) % 2) for n in sizes]
    pred = [np.where(np.arange(len(one)) < 1, 2, one) for one in true]
    formula = correlation if name == "cocorrelation" else adjusted_rand
    modes = list(zip(true, pred, strict=True))
    low = np.quantile(drawn_ends(rng, modes, formula, sign=1), 0.025)
    high = np.quantile(drawn_ends(rng, modes, formula, sign=-1), 0.975)
    sides = [side[0] if len(sizes) == 1 else tuple(side) for side in (true, pred)]
    interval = score_interval(*sides, name)
    assert interval.low == pytest.approx(low, abs=0.04)
    assert interval.high == pytest.approx(high, abs=0.03)


def test_shares_of_pairs_of_different_entries_are_unbiased():
    """Over all samples of four from five kinds of entries, weighed exactly."""
    kinds = [((0, 0), 3), ((0, 1), 1), ((1, 1), 2), ((2, 1), 1), ((2, 2), 1)]
    total = sum(weight for _, weight in kinds)
    mean = np.zeros(3, dtype=object)
    for sample in product(kinds, repeat=4):
        labels, weights = zip(*sample, strict=True)
        chance = Fraction(math.prod(weights), total**4)
        mean = mean + chance * np.array(shares_together(*zip(*labels, strict=True)))
    of_population = [
        sum(
            Fraction(v * w, total**2)
            for (one, v), (other, w) in product(kinds, repeat=2)
            if all(one[side] == other[side] for side in sides)
        )
        for sides in ((0, 1), (0,), (1,))
    ]
    assert mean.tolist() == of_population


SMALL = np.arange(40) % 30
ONE_APART = np.arange(10) // 9
GROUPS = np.arange(40) // 4


@pytest.mark.parametrize(
    ("true", "pred", "groups"),
    [
        (SMALL, np.where(np.arange(40) < 4, 1, SMALL), None),
        (ONE_APART, ONE_APART, None),
        (SMALL % 3, np.where(np.arange(40) < 9, 1, SMALL % 3), GROUPS),
    ],
)
def test_shares_of_drawn_pairs_are_on_average_those_observed(true, pred, groups):
    """A draw is the quotient of two sums over pairs, whose means have this quotient."""
    labels = [check_labels(side, "labels") for side in (true, pred)]
    entries = SampledEntries.of_labels(labels, groups)
    pairs = entries.draw(40_000, np.random.RandomState(0)).pairs
    expected = weighted_shares(np.ones(len(true)), true, pred, groups=groups)
    n_pairs = pairs[()].mean()
    found = [pairs[key].mean() / n_pairs for key in ((0, 1), (0,), (1,))]
    assert found == pytest.approx(expected, rel=0.02)


def test_equal_coclusterings_have_an_interval_below_1():
    true = np.arange(40) % 3, np.arange(30) % 3
    interval = score_interval(true, true)
    assert interval.statistic == 1.0
    assert 0.6 < interval.low < 0.99
    assert interval.high == 1.0


def test_options_of_a_metric_are_used():
    true, pred = (
        ([0, 0, 1, 1, 1] * 3, [0, 0, 1] * 3),
        ([0, 0, 0, 1, 1] * 3, [0, 0, 1] * 3),
    )
    found = [
        score_interval(true, pred, "cari_product"),
        score_interval(true, pred),
        score_interval(true, pred, partial(cari_score, null_model="product")),
        score_interval(true, pred, cari_score, null_model="product"),
    ]
    assert found[0].statistic == cari_score(true, pred, null_model="product")
    assert all(one == found[0] for one in found)
    assert found[0] != score_interval(true, pred, "cari")


def test_counts_beyond_64_bits_are_squared_exactly():
    n = 200_000
    true = np.arange(n) % 2, np.arange(n) % 3
    pred = np.arange(n) // (n // 2), np.arange(n) // (n // 3 + 1)
    interval = score_interval(true, pred)
    assert interval.low < interval.statistic < interval.high < interval.low + 1e-3
    modes = []  # squares of both, of true and of pred, and the mean of both
    for table in map(contingency_table, true, pred):
        sides = table.counts, table.counts.sum(axis=1), table.counts.sum(axis=0)
        both, one, other = (sum(k * k for k in np.ravel(x).tolist()) for x in sides)
        mean = n + Fraction((one - n) * (other - n), n * (n - 1))
        modes.append((both, one, other, mean))
    both, one, other, mean = map(math.prod, zip(*modes, strict=True))
    expected = float((both - mean) / (Fraction(one + other, 2) - mean))
    assert interval.statistic == pytest.approx(expected, rel=1e-14, abs=0)


def test_no_floating_point_error_is_raised():
    true = [0, 0, 0, 0, 1, 1, 1, 1] * 3
    with np.errstate(all="raise"):
        for pred in (true, [0] * 24, [0, 1] * 12):
            score_interval(true, pred)


def test_modes_that_are_no_sample_do_not_vary():
    rng = np.random.default_rng(0)
    true, pred = zip(*(draw(rng, n, 0.2) for n in (200, 10)), strict=True)
    both, of_rows, of_columns = (
        score_interval(true, pred, fixed=fixed) for fixed in (None, 1, 0)
    )
    assert both.statistic == of_rows.statistic == of_columns.statistic
    for one in (of_rows, of_columns):
        assert one.high - one.low < both.high - both.low
    assert of_rows == score_interval(true, pred, fixed=(1,))


def test_fixed_columns_are_those_of_a_population_of_many_rows():
    """Of 100 000 rows a sample hardly varies: the ends are the value itself."""
    rng = np.random.default_rng(1)
    true, pred = zip(*(draw(rng, n, 0.2) for n in (100_000, 10)), strict=True)
    interval = score_interval(true, pred, fixed=1)
    value = cari_score(true, pred, null_model="product")
    assert (interval.low, interval.high) == pytest.approx((value, value), abs=0.01)


def draw(rng, n_entries, noise, n_clusters=3):
    """Labels of one mode, the predicted ones with errors."""
    true = rng.integers(n_clusters, size=n_entries)
    other = (true + rng.integers(1, n_clusters, size=n_entries)) % n_clusters
    return true, np.where(rng.random(n_entries) < noise, other, true)


def test_the_ends_stay_within_the_bounds_at_any_level():
    rng = np.random.default_rng(0)
    true = [0, 0, 0, 0, 1, 1, 1, 1]
    for level in np.linspace(0.05, 1 - 2**-53, 8):
        pred = rng.permutation(true)
        interval = score_interval(true, pred, "cari", confidence_level=level)
        assert -0.5 <= interval.low <= interval.statistic <= interval.high <= 1


@pytest.mark.slow  # mathematics, whatever the versions
@pytest.mark.parametrize(
    ("n_entries", "n_clusters", "noise"), [(100, 3, 0.2), (40, 30, 0.1), (30, 3, 0.01)]
)
def test_the_interval_covers_the_population(n_entries, n_clusters, noise):
    """In at least 90 of 100 samples, by three standard errors."""
    n_samples, k = 25, n_clusters
    together = ((1 - noise) ** 2 + noise**2 / (k - 1)) / k
    target = (together**2 - k**-4) / (k**-2 - k**-4)
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(n_samples):
        modes = (draw(rng, n_entries, noise, k) for _ in range(2))
        interval = score_interval(*zip(*modes, strict=True))
        hits += interval.low <= target <= interval.high
    assert hits / n_samples > 0.9 - 3 * math.sqrt(0.09 / n_samples)


PAIR = [0, 0, 0, 1, 1, 1] * 3, [0, 0, 0, 1, 1, 1] * 3
BOTH = (PAIR, PAIR)


REFUSED = [
    ((([0, 1] * 9, range(9)),) * 2, {}, ValueError, "columns have 0 .*`fixed=1`"),
    (BOTH, {"fixed": 2}, ValueError, "must be among the 2 modes, counted from 0"),
    (BOTH, {"fixed": -1}, ValueError, "counted from 0, got -1. Leave"),
    (BOTH, {"fixed": (0, 1)}, ValueError, "Leave at least one mode out"),
    (PAIR, {"fixed": 0}, ValueError, "has one mode.* leave out `fixed`, got 0"),
    (BOTH, {"fixed": "columns"}, TypeError, "a tuple of modes or None, got 'col"),
    (BOTH, {"fixed": True}, TypeError, "must be a mode .0: the rows."),
    (PAIR, {"metric": "e4sc"}, TypeError, "must be an index of clust"),
    (PAIR, {"metric": "coami"}, ValueError, "'coami' has no .* fractions of pairs"),
    (PAIR, {"metric": "bcubed"}, ValueError, "'bcubed' has no interval.* as 'dice'"),
    (PAIR, {"metric": "fager_mcgowan"}, ValueError, "'fager_mcgowan' has no interval"),
    (PAIR, {"metric": "yule"}, ValueError, "'yule' has no interval"),
    (
        PAIR,
        {"metric": "dice", "null_model": "product"},
        ValueError,
        "'dice' has no interval with `null_model`.* Use 'cari_product'",
    ),
    (PAIR, {"metric": "conmi"}, ValueError, "'conmi' has no interval.*'cari_p"),
    (PAIR, {"metric": leave_one_out}, TypeError, "must be an index of clust"),
]


@pytest.mark.parametrize(("sides", "options", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(sides, options, error, message):
    with pytest.raises(error, match=message):
        score_interval(*sides, **options)


def test_a_refusal_of_few_columns_says_that_fixed_changes_the_question():
    sides = [(np.arange(20) % 2, np.arange(4) % 2)] * 2
    with pytest.raises(
        ValueError, match=r"have 2 such pairs .*`fixed=1`, .* for these col.* alone"
    ):
        score_interval(*sides)


def sides_with_groups(n_groups):
    """Return labels with half of each group in each cluster, and the groups."""
    true = np.tile([0, 1], 5 * n_groups)
    pred = true.copy()
    pred[0] = 1
    return true, pred, np.repeat(np.arange(n_groups), 10)


def test_a_refusal_of_few_groups_says_how_many_would_be_enough():
    true, pred, groups = sides_with_groups(5)
    with pytest.raises(ValueError, match=r"of its pairs of samples .* About 7 groups"):
        score_interval(true, pred, groups=groups)
    true, pred, groups = sides_with_groups(7)
    assert score_interval(true, pred, groups=groups).low < 1


def test_groups_that_are_the_true_clusters_are_refused_with_the_reason():
    entities = np.arange(60) // 3
    with pytest.raises(ValueError, match="are the clusters of one side, leave out"):
        score_interval(entities, entities, groups=entities)


def test_a_refusal_of_few_rows_names_them_as_rows():
    sides = [(np.arange(4) % 2, np.arange(20) % 2)] * 2
    with pytest.raises(ValueError, match=r"The rows have 2 such pairs on one of the"):
        score_interval(*sides)


def test_a_trivial_truth_has_an_interval_from_where_two_errors_would_be():
    """A whole entry apart on one side leaves 0; half of one on each side lowers it."""
    interval = score_interval([0] * 40, [0] * 40)
    assert -0.1 < interval.low < -0.01
    assert (interval.statistic, interval.high) == (1.0, 1.0)


def test_rare_errors_are_covered_where_few_are_seen():
    """Exactly, over the likely samples of 20 entries; without the errors, .87."""
    shares = np.array([0.05, 0.05, 0.9])
    target = adjusted_rand(0.9**2 + 2 * 0.05**2, 0.905, 0.905)
    covered = 0.0
    for errors in product(range(5), repeat=2):
        counts = [*errors, 20 - sum(errors)]
        probability = multinomial.pmf(counts, 20, shares)
        true = np.repeat([0, 1, 1], counts)
        pred = np.repeat([1, 0, 1], counts)
        interval = score_interval(true, pred)
        covered += probability * (interval.low <= target <= interval.high)
    assert covered > 0.95


def test_precision_recall_and_f1_of_pairs_are_covered():
    """Exactly, over all samples of 12 entries; a trivial truth is the worst case."""
    shares = [0.26, 0.74]
    target = sum(share**2 for share in shares)
    missed = {"wallace1": 0.0, "wallace2": 0.0, "dice": 0.0}
    for n_first in range(13):
        probability = binom.pmf(n_first, 12, shares[0])
        one = np.zeros(12, dtype=int)
        two = np.repeat([0, 1], [n_first, 12 - n_first])
        sides = {"wallace1": (one, two), "wallace2": (two, one), "dice": (one, two)}
        for name in missed:
            interval = score_interval(*sides[name], name)
            value = 2 * target / (1 + target) if name == "dice" else target
            is_covered = interval.low <= value <= interval.high
            missed[name] += probability * (not is_covered)
    assert max(missed.values()) < 0.07


def test_the_form_says_what_the_interval_belongs_to():
    true = np.arange(40) % 3, np.arange(30) % 3
    interval = score_interval(true, true, confidence_level=0.9, fixed=1)
    words = "confidence_level=0.9, metric='product-CARI', sampled=('rows',)"
    assert words in repr(interval)


@pytest.mark.parametrize(
    ("n_cells", "n_draws"),
    [(25_000, 4000), (50_000, 2000), (250_001, 400), (10**6, 400)],
)
def test_fewer_draws_are_made_of_tables_with_very_many_cells(n_cells, n_draws):
    one_entry_each = SampledEntries(
        np.arange(2 * n_cells).reshape(2, -1), np.ones(n_cells, dtype=np.int64)
    )
    populations = Populations(
        quantity=lambda _: 0.0, sampled={0: one_entry_each}, tables_of_predictions=[]
    )
    assert populations.affordable_draws(400, 4000) == n_draws


@pytest.mark.parametrize("has_groups", [False, True])
@pytest.mark.parametrize("n_clusters", [4, 8])
def test_neither_names_nor_the_order_of_entries_change_an_interval(
    n_clusters, has_groups
):
    rng = np.random.default_rng(0)
    true = np.arange(60) % n_clusters  # clusters of equal sizes
    pred = np.where(rng.random(60) < 0.2, rng.integers(0, n_clusters, size=60), true)
    groups = rng.integers(0, 20, size=60)
    order = rng.permutation(60)
    names = rng.permutation(n_clusters)
    found = [
        score_interval(*each, groups=each_groups if has_groups else None)
        for *each, each_groups in [
            (true, pred, groups),
            (names[true], names[::-1][pred], (7 * groups) % 20),
            (true[order], pred[order], groups[order]),
        ]
    ]
    for interval in found[1:]:
        assert interval.low == pytest.approx(found[0].low, abs=1e-12)
        assert interval.high == pytest.approx(found[0].high, abs=1e-12)


def test_the_shown_interval_states_its_condition():
    """Nobody can see in an array that a model was fitted to the same rows."""
    interval = score_interval(*PAIR)
    condition = "the label of an entry does not depend on which other entries"
    for shown in (
        str(interval),
        interval._repr_html_(),
        interval.to_latex(),
        interval.to_markdown(),
    ):
        assert condition in shown
        assert "stability" in shown
    assert condition not in repr(interval)
