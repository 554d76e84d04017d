"""Weighted indices against sums over weighted cells and over all permutations."""

import math
import re
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product

import numpy as np
import pytest
from contracts import CONTRACTS
from hypothesis import assume, given, strategies as st
from pair_counting_definitions import NOT_CONSTANT_AT_EQUALITY, PRINTED, by_definition
from sklearn.cluster import SpectralCoclustering
from sklearn.model_selection import cross_validate
from strategies import cells_of, coarrangements, modes_of, partition_pairs

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

TAKING = [
    name for name in sccm.index_names("partition") if CONTRACTS[name].takes_weights
]
OF_CELLS = ["bcubed", "classification_error", "comi", "conmi", "enmi", "f_measure"]
OF_CELLS += ["nce", "variation_of_information", "homogeneity", "completeness"]
OF_CELLS += ["v_measure"]
WEIGHTS = st.sampled_from([0.0, 0.1, 0.5, 1.0, 1.0, 2.5, 7.0, 1e-3])


@st.composite
def weighted_pairs(draw, **options):
    """Two structures, and weights of their samples or of each mode."""
    pair = draw(partition_pairs(**options))
    weights = [[draw(WEIGHTS) for _ in mode] for mode in modes_of(pair[0])]
    assume(all(map(any, weights)))
    return *pair, tuple(weights)


def passed(weights):
    return weights if len(weights) > 1 else weights[0]


def score(name, true, pred, weights, **options):
    return CONTRACTS[name](true, pred, sample_weight=passed(weights), **options)


def weights_of_cells(weights):
    """The weight of a cell is the product of those of its row and column."""
    return [math.prod(map(Fraction, cell)) for cell in product(*weights)]


def pairs(true, pred, w):
    """N11, N10, N01, N00: the products of the weights of pairs of cells."""
    counts = Counter()
    for x, y in combinations(range(len(w)), 2):
        counts[true[x] == true[y], pred[x] == pred[y]] += w[x] * w[y]
    return [counts[both] for both in product((True, False), repeat=2)]


def test_the_indices_that_take_weights_are_declared():
    taking = {*OF_CELLS, *PRINTED, "cari", "cari_product"}
    assert set(TAKING) == taking - {"fager_mcgowan"}


def repeated(structure, weights):
    """A structure with each row and column as often as its weight is large."""
    times = [[round(1000 * weight) for weight in mode] for mode in weights]
    modes = list(map(np.repeat, modes_of(structure), times))
    return tuple(modes) if len(modes) > 1 else modes[0]


@pytest.mark.slow
@given(case=weighted_pairs(max_items=4))
def test_weighted_entries_count_as_if_they_were_repeated(case):
    true, pred, weights = case
    for name in OF_CELLS:
        expected = CONTRACTS[name](repeated(true, weights), repeated(pred, weights))
        found = score(name, true, pred, weights)
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12), name


@pytest.mark.slow
@given(case=weighted_pairs(max_items=3))
def test_pair_counting_indices_are_table_1_of_weighted_pairs(case):
    true, pred, weights = case
    cells = cells_of(modes_of(true)), cells_of(modes_of(pred))
    counts = pairs(*cells, weights_of_cells(weights))
    for index in set(PRINTED) - {"adjusted_rand", "fager_mcgowan"}:
        found = score(index, true, pred, weights)
        expected = by_definition(index, counts)
        if counts[1] == counts[2] == 0 and index not in NOT_CONSTANT_AT_EQUALITY:
            assert found == expected
        assert found == pytest.approx(expected, rel=1e-10, abs=1e-10), index


def weighted_cari(true, pred, weights, null_model):
    """1 - D / E[D], with the mean of D over every permutation of the predictions."""
    w, blocks = weights_of_cells(weights), cells_of(modes_of(true))

    def apart(other):
        _, n10, n01, _ = pairs(blocks, other, w)
        return n10 + n01

    found = apart(cells_of(modes_of(pred)))
    if null_model == "cells":
        others = permutations(cells_of(modes_of(pred)))
    else:
        others = (cells_of(modes) for modes in coarrangements(modes_of(pred)))
    all_of = [apart(list(other)) for other in others]
    return 1 - found / (sum(all_of) / Fraction(len(all_of))) if found else Fraction(1)


@pytest.mark.slow
@given(case=weighted_pairs(max_items=4))
def test_cari_is_one_less_disagreement_over_its_mean_under_product(case):
    assume(math.prod(map(len, case[2])) <= 6)
    found = score("cari", *case, null_model="product")
    expected = weighted_cari(*case, "product")
    assert found == pytest.approx(float(expected), rel=1e-11, abs=1e-12)
    assert score("cari_product", *case) == found


@pytest.mark.parametrize("seed", range(12))
def test_cari_is_one_less_disagreement_over_its_mean_under_cells(seed):
    rng = np.random.default_rng(seed)
    sizes = [(5,), (2, 3), (3, 2), (2, 2)][seed % 4]
    true, pred = (tuple(rng.integers(3, size=n).tolist() for n in sizes) for _ in "ab")
    weights = tuple(rng.choice([0.25, 1.0, 3.0], size=n).tolist() for n in sizes)
    if len(sizes) == 1:
        true, pred = true[0], pred[0]
    expected = weighted_cari(true, pred, weights, "cells")
    assert score("cari", true, pred, weights) == pytest.approx(float(expected))
    found = score("adjusted_rand", true, pred, weights)
    assert found == score("cari", true, pred, weights)


@pytest.mark.slow
@given(pair=partition_pairs(), weight=st.sampled_from([0.1, 1.0, 1e-300, 1e300]))
def test_equal_weights_change_nothing(pair, weight):
    weights = tuple(np.full(len(mode), weight) for mode in modes_of(pair[0]))
    for name in TAKING:
        assert score(name, *pair, weights) == CONTRACTS[name](*pair), name


@pytest.mark.slow
@given(pair=partition_pairs(n_modes=1))
def test_a_table_of_counts_is_the_table_of_repeated_samples(pair):
    table = contingency_table(*pair)
    rows, columns, counts = table.nonzero
    repeated = [np.repeat(side, counts) for side in (rows, columns)]
    for name in sccm.index_names("partition"):
        if name not in ("ami_star", "nami_star", "standardized_mutual_info"):
            assert score_from_tables(table, name) == CONTRACTS[name](*repeated)


def test_balanced_weights_average_over_the_classes():
    true, pred = [0] * 8 + [1] * 2, [0] * 7 + [1] + [1, 0]
    recalls = [Fraction(7, 8), Fraction(1, 2)]
    accuracy = float(sum(recalls) / 2)
    found = sccm.classification_error(true, pred, sample_weight="balanced")
    assert found == 1 - accuracy
    normalized = (accuracy - 1 / 2) / (1 - 1 / 2)  # of 2 clusters
    found = sccm.nce_score(true, pred, sample_weight="balanced")
    assert found == pytest.approx(normalized)


PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]


@pytest.mark.parametrize("sizes", [[8, 2], PRIMES])  # and no small common multiple
def test_balanced_weights_are_the_inverse_sizes_of_the_classes(sizes):
    true = np.repeat(np.arange(len(sizes)), sizes)
    pred = np.where(np.arange(len(true)) % 3 == 0, len(sizes), true)
    by_hand = 1 / np.array(sizes)[true]
    for name in TAKING:
        expected = CONTRACTS[name](true, pred, sample_weight=by_hand)
        found = CONTRACTS[name](true, pred, sample_weight="balanced")
        assert found == pytest.approx(expected, rel=1e-12), name


def test_a_mode_may_have_no_weights():
    true, pred = ([0, 0, 1], [0, 1, 1]), ([0, 1, 1], [0, 0, 1])
    weights = [1.0, 2.0, 3.0]
    for name in TAKING:
        one = CONTRACTS[name](true, pred, sample_weight=(weights, None))
        both = CONTRACTS[name](true, pred, sample_weight=(weights, [1, 1, 1]))
        assert one == both


def test_weighted_tables_score_as_labels():
    true, pred = ([0, 0, 1, 1], [0, 1, 1]), ([0, 1, 1, 1], [0, 0, 1])
    weights = ([1.5, 2, 3, 0.1], None)
    tables = contingency_table(true, pred, sample_weight=weights)
    for name in TAKING:
        expected = CONTRACTS[name](true, pred, sample_weight=weights)
        assert score_from_tables(tables, name) == expected
    assert "weighted" in repr(tables[0])
    with pytest.raises(TypeError, match="`sample_weight` cannot be added"):
        tables + tables


@pytest.mark.parametrize("name", sorted(set(TAKING) - set(OF_CELLS)))
def test_whole_weights_that_indices_of_pairs_do_not_count_are_warned_of(name):
    true, pred, numbers = ["T", "T", "B", "B", "NK"], [0, 0, 1, 0, 2], [10, 5, 8, 3, 4]
    with pytest.warns(UserWarning, match="no pairs with copies of itself") as caught:
        weighted = CONTRACTS[name](true, pred, sample_weight=numbers)
    (cure,) = re.findall(r"`(numpy\.repeat\(.+?\))`", str(caught[0].message))
    repeated_labels = [
        eval(cure, {"numpy": np, "labels": labels, "numbers": numbers})
        for labels in (true, pred)
    ]
    assert CONTRACTS[name](*repeated_labels) != pytest.approx(weighted, abs=1e-3)
    weights = np.asarray(numbers, float)
    assert CONTRACTS[name](true, pred, sample_weight=weights) == weighted


@pytest.mark.parametrize("weights", [[1, 0, 1], [3, 3, 3], [1.0, 2, 3], "balanced"])
def test_weights_that_are_not_counts_are_taken_in_silence(weights):
    assert sccm.cari_score([0, 0, 1], [0, 1, 1], sample_weight=weights) <= 1


def test_whole_weights_are_taken_in_silence_if_counts_have_the_same_value():
    assert sccm.cari_score([0, 0, 1], [1, 1, 0], sample_weight=[1, 2, 3]) == 1
    for name in OF_CELLS:
        CONTRACTS[name]([0, 0, 1], [0, 1, 1], sample_weight=[1, 2, 3])


@pytest.mark.parametrize("missing", [-1, None])
@pytest.mark.parametrize("unlabeled", ["drop", "drop_either", "singletons"])
def test_whole_weights_are_warned_of_beside_missing_labels(missing, unlabeled):
    with pytest.warns(UserWarning, match="`sample_weight` has different whole numbers"):
        sccm.coclustering_report(
            [0, 0, 1, missing],
            [0, 1, 1, 0],
            sample_weight=[1, 2, 3, 1],
            unlabeled=unlabeled,
        )


def test_whole_weights_in_a_table_are_warned_of_when_it_is_scored():
    table = contingency_table([0, 0, 1], [0, 1, 1], sample_weight=[1, 2, 3])
    with pytest.warns(UserWarning, match="`sample_weight` has different whole numbers"):
        score_from_tables(table, "cari")


T, P, TWO = [0, 0, 1], [0, 1, 1], ([0, 0, 1], [0, 1])
REFUSED = {
    "length": (T, [1, 2], r"shape \(3,\), got dtype int64 and shape \(2,\)"),
    "negative": (T, [1, -1, 1], "must be finite and not negative"),
    "nan": (T, [1, math.nan, 1], "must be finite and not negative"),
    "masked": (T, np.ma.array([1, 1, 1], mask=[1, 0, 0]), "has masked entries"),
    "zero": (T, [0, 0, 0], "is 0 for all samples"),
    "strings": (T, ["a", "b", "c"], "must be one number for each true label"),
    "name": (T, "balance", "Did you mean 'balanced'"),
    "one array": (TWO, [1, 1, 1], "must be a tuple of 2"),
    "three modes": (TWO, (None, None, None), "must be a tuple of 2"),
    "a tuple": (T, ([1, 1, 1],), "must be one array.* pass `sample_weight=weights`"),
}


@pytest.mark.parametrize(("true", "weights", "message"), REFUSED.values(), ids=REFUSED)
def test_bad_weights_are_refused(true, weights, message):
    for function in (sccm.cari_score, sccm.conmi_score, sccm.classification_error):
        with pytest.raises(ValueError, match=message):
            function(true, true, sample_weight=weights)


@pytest.mark.parametrize(
    "name", [n for n in sccm.index_names("partition") if n not in TAKING]
)
def test_other_indices_say_why_they_take_no_weights(name):
    table = contingency_table(T, P, sample_weight=[1, 2, 3])
    with pytest.raises(
        ValueError, match=f"'{name}' takes no `sample_weight`, because "
    ):
        score_from_tables(table, name)


SAY_WHY = {
    "counts of samples, not for weights": (
        sccm.coami_score,
        sccm.standardized_mutual_info_score,
        sccm.ami_star_score,
        sccm.nami_star_score,
        sccm.expected_mutual_info,
    ),
    "its mean by chance is not 0": (
        sccm.cocorrelation_score,
        sccm.cocorrelation_distance,
    ),
    "are not exchangeable": (sccm.pair_count_moments, sccm.cari_decomposition),
    "it has no weighted form": (
        sccm.fair_mutual_info_score,
        sccm.element_centric_score,
        sccm.purity_score,
    ),
}


@pytest.mark.parametrize(("reason", "functions"), SAY_WHY.items())
def test_functions_without_a_weighted_form_say_why(reason, functions):
    for function in functions:
        with pytest.raises(TypeError, match=f"{function.__name__}.*{reason}"):
            function(T, P, sample_weight=[1, 2, 3])


def test_tests_intervals_and_adjustments_refuse_weights():
    message = "samples of different weights are not exchangeable"
    for function in (
        sccm.permutation_test,
        sccm.score_interval,
        sccm.adjusted_for_chance,
    ):
        with pytest.raises(TypeError, match=message):
            function(T, P, partial(sccm.cari_score, sample_weight=[1, 2, 3]))
    with pytest.raises(ValueError, match="not possible with `sample_weight`"):
        sccm.pair_counting_score(
            T, P, metric="dice", null_model="cells", sample_weight=[1, 2, 3]
        )


# Scorers

X, ROWS, COLUMNS = sccm.datasets.make_latent_blocks(
    (40, 30), (3, 2), separation=0.7, row_proportions=[0.6, 0.3, 0.1], random_state=0
)
X = np.abs(X)
TRUTH = {"row_labels": ROWS, "column_labels": COLUMNS}
W = np.random.default_rng(0).random(40)
MODEL = SpectralCoclustering(3, random_state=0).fit(X)


@pytest.mark.parametrize("weights", [(W, None), ("balanced", None), "balanced"])
def test_scorers_weigh_the_truth(weights):
    scorer = sccm.make_cocluster_scorer("cari", **TRUTH, sample_weight=weights)
    expected = sccm.cari_score((ROWS, COLUMNS), MODEL, sample_weight=weights)
    assert scorer(MODEL, X) == expected != sccm.cari_score((ROWS, COLUMNS), MODEL)
    assert "weighted" in repr(scorer)
    modes = sccm.make_cocluster_scorer(
        ["cari", "classification_error"],
        labels=(ROWS, COLUMNS),
        accessor=("row_labels_", "column_labels_"),
        sample_weight=weights,
    )
    error = sccm.classification_error((ROWS, COLUMNS), MODEL, sample_weight=weights)
    found = modes(MODEL, X)
    assert found == {"cari": expected, "neg_classification_error": -error}


def test_balanced_weights_are_those_of_each_fold():
    estimator = sccm.InductiveCocluster(SpectralCoclustering(3, random_state=0))
    scorer = sccm.make_cocluster_scorer("bcubed", sample_weight="balanced")
    found = cross_validate(
        estimator, X, ROWS, scoring=scorer, cv=2, return_estimator=True,
        return_indices=True, error_score="raise",
    )  # fmt: skip
    for model, test, score in zip(
        found["estimator"], found["indices"]["test"], found["test_score"], strict=True
    ):
        pair = ROWS[test], model.predict(X[test])
        assert score == sccm.bcubed_score(*pair, sample_weight="balanced")


BY_NAME = {"row_labels": ROWS, "column_labels": dict(enumerate(COLUMNS))}
MAKE_REFUSED = {
    "rows of y": ("cari", {}, W, "rows that `y` labels are sliced"),
    "by name": ("cari", BY_NAME, (W, [1, 1]), "has no order"),
    "chance": ("coami", TRUTH, (W, None), "its mean by chance is known for counts"),
    "own function": (lambda t, p: 1.0, TRUTH, (W, None), "use the `sample_weight` of"),
    "soft": (sccm.soft_cari_score, TRUTH, (W, None), "cannot use the `sampl"),
    "one of several": (["cari", "cocorrelation"], TRUTH, (W, None), "'cocorrelation'"),
    "modes": ("cari", TRUTH, W, "must be a tuple of 2"),
}


@pytest.mark.parametrize(
    ("metric", "truth", "weights", "message"), MAKE_REFUSED.values(), ids=MAKE_REFUSED
)
def test_scorers_refuse_weights_that_they_cannot_use(metric, truth, weights, message):
    with pytest.raises(ValueError, match=message):
        sccm.make_cocluster_scorer(metric, **truth, sample_weight=weights)


def test_routed_weights_are_refused_with_the_cure():
    scorer = sccm.make_cocluster_scorer("cari", **TRUTH)
    for call in (
        lambda: scorer(MODEL, X, sample_weight=W),
        lambda: scorer.set_score_request(sample_weight=True),
    ):
        with pytest.raises(
            TypeError, match="Pass `sample_weight=sample_weight` to `make_c"
        ):
            call()
