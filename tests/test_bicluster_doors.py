"""The public measures of biclusterings: what goes in, what comes out."""

import dataclasses
import inspect
import warnings
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from biclusters_oracles import (
    bcubed_oracle,
    biclusters,
    disjoint_part,
    draw_biclusters,
    draw_pair,
    harmonic,
    nonempty,
    sweep,
)
from scipy import sparse
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.metrics import consensus_score

import sklearn_cocluster_metrics as package
from sklearn_cocluster_metrics import (
    BCubedScores,
    bicluster_fbeta_score,
    bicluster_goodness_score,
    bicluster_jaccard_score,
    bicluster_precision_score,
    bicluster_similarity_indices,
    bicluster_similarity_score,
    cice_bcubed_score,
    clustering_error,
    microobject_rand_score,
    microobject_variation_of_information,
    mocice_bcubed_precision_recall_fscore,
    mocice_bcubed_score,
    rnia_distance,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._statistics import compare_biclusters

CONTRACTS = {
    name: contract
    for name, contract in CONTRACTS.items()
    if contract.structure == "biclustering"
}
NEED_DISJOINT = {"microobject_rand", "microobject_variation_of_information"}
CORRECTED = [name for name, c in CONTRACTS.items() if c.chance_level is not None]


def indicators(pairs, shape):
    checked = biclusters(pairs, shape)
    return checked.rows, checked.columns


def draw_sides(seed, contract, largest=5):
    """Draw two biclusterings that a measure takes, as indicators."""
    true, pred, shape = draw_pair(np.random.default_rng(seed), largest)
    if contract.name in NEED_DISJOINT:
        true, pred = disjoint_part(true), disjoint_part(pred)
    return indicators(true, shape), indicators(pred, shape)


# Signatures

BICLUSTERS = "biclusters_true, biclusters_pred"


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("bicluster_precision_score", "*, correction=None, clip=False"),
        ("bicluster_recall_score", "*, correction=None, clip=False"),
        ("bicluster_fbeta_score", "*, beta=1.0, correction=None, clip=False"),
        (
            "bicluster_jaccard_score",
            "*, correction=None, expectation='approximate', clip=False",
        ),
        ("bicluster_goodness_score", "*, ratio=1.0, correction=None, clip=False"),
        ("rnia_distance", "*, overlap='multiset'"),
        ("clustering_error", "*, overlap='multiset'"),
        ("microobject_rand_score", ""),
        ("microobject_variation_of_information", ""),
        ("e4sc_score", ""),
        ("mocice_bcubed_score", ""),
        ("mocice_bcubed_precision_recall_fscore", ""),
        ("bicluster_similarity_score", "*, index='ce'"),
    ],
)
def test_the_truth_comes_first_and_options_by_keyword(name, parameters):
    signature = inspect.signature(getattr(package, name))
    bare = signature.replace(
        parameters=[
            p.replace(annotation=inspect.Parameter.empty)
            for p in signature.parameters.values()
        ],
        return_annotation=inspect.Signature.empty,
    )
    listed = ", ".join(filter(None, [BICLUSTERS, parameters]))
    assert str(bare) == f"({listed})"


def test_every_public_measure_of_biclusters_has_a_contract():
    without_one = {
        # a list of names, an object of three values, and a measure of clusterings
        bicluster_similarity_indices,
        mocice_bcubed_precision_recall_fscore,
        cice_bcubed_score,
    }
    public = {
        value
        for name in package.__all__
        if inspect.isfunction(value := getattr(package, name))
        and "biclusters_true" in inspect.signature(value).parameters
    }
    assert public - without_one == {c.function for c in CONTRACTS.values()}


# Contracts


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
@sweep("seed", range(80))
def test_the_contract_holds_on_random_biclusterings(contract, seed):
    true, pred = draw_sides(seed, contract)
    value = contract(true, pred)
    assert type(value) is float
    assert contract.lower <= value <= contract.upper
    assert value == contract.formula(compare_biclusters(true, pred), **contract.fixed)
    if contract.symmetric:
        assert contract(pred, true) == pytest.approx(value, rel=1e-12, abs=0)
    order = np.random.default_rng(seed).permutation(len(true[0]))
    assert contract(true, tuple(side[order] for side in true)) == contract.at_equality


@pytest.mark.parametrize(
    "contract", [c for c in CONTRACTS.values() if not c.symmetric], ids=lambda c: c.name
)
def test_an_index_that_is_not_symmetric_has_a_witness(contract):
    values = (
        (contract(true, pred), contract(pred, true))
        for true, pred in (draw_sides(seed, contract) for seed in range(80))
    )
    assert any(abs(one - other) > 0.01 for one, other in values)


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_rows_and_columns_can_be_permuted_and_exchanged(contract):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        true, pred = draw_sides(seed, contract)
        orders = [rng.permutation(side.shape[1]) for side in true]
        permuted = [
            tuple(side[:, order] for side, order in zip(pair, orders, strict=True))
            for pair in (true, pred)
        ]
        value = contract(true, pred)
        assert contract(*permuted) == pytest.approx(value, rel=1e-12, abs=0)
        assert contract(true[::-1], pred[::-1]) == pytest.approx(
            value, rel=1e-12, abs=0
        )


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_the_better_of_two_predictions_is_the_one_the_contract_says(contract):
    true = indicators([({0, 1, 2}, {0, 1, 2}), ({3, 4}, {3, 4})], (6, 6))
    near = indicators([({0, 1, 2}, {0, 1}), ({3, 4}, {3, 4, 5})], (6, 6))
    far = indicators([({0, 5}, {0, 4}), ({1, 3}, {3, 5})], (6, 6))
    better, worse = contract(true, near), contract(true, far)
    assert better > worse if contract.greater_is_better else better < worse


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_every_declared_option_is_taken_and_another_one_refused(contract):
    true, pred = draw_sides(3, contract)
    for option, values in contract.options.items():
        for value in values:
            assert type(contract(true, pred, **{option: value})) is float
        with pytest.raises(ValueError, match=f"`{option}` must be (None or )?one of"):
            contract(true, pred, **{option: "other"})


def every_bicluster(shape, extent):
    return product(
        *(combinations(range(n), size) for n, size in zip(shape, extent, strict=True))
    )


@pytest.mark.parametrize("name", CORRECTED)
def test_random_biclusters_of_any_size_score_zero_on_average(name):
    contract, shape = CONTRACTS[name], (3, 4)
    extents = [
        extent for extent in product(range(1, 4), range(1, 5)) if extent != (3, 4)
    ]
    for size, other in product(extents[::2], extents):
        true = indicators([(range(size[0]), range(size[1]))], shape)
        values = [
            contract(true, indicators([pred], shape))
            for pred in every_bicluster(shape, other)
        ]
        assert np.mean(values) == pytest.approx(contract.chance_level, abs=1e-14)


def test_the_published_mean_of_the_jaccard_index_is_too_small():
    true, shape = indicators([({0, 1}, {0, 1})], (4, 4)), (4, 4)
    values = [
        bicluster_jaccard_score(true, indicators([pred], shape), correction="expected")
        for pred in every_bicluster(shape, (2, 2))
    ]
    assert np.mean(values) > 0.01


def test_corrected_precision_and_recall_are_not_bounded_by_minus_one():
    large = indicators([({0}, range(8))], (1, 9))
    small = indicators([({0}, {8})], (1, 9))
    # (0 - 8/9) / (1 - 8/9); the paper gives [-1, 1] as the range
    for correction in ("expected", "space"):
        assert bicluster_precision_score(
            large, small, correction=correction
        ) == pytest.approx(-8)
    assert bicluster_precision_score(large, small, correction="space", clip=True) == 0
    assert bicluster_fbeta_score(large, small, correction="expected") > -1


# Weights


def test_the_weights_shift_between_precision_and_recall():
    true = indicators([({0, 1}, {0, 1})], (4, 4))
    pred = indicators([({0, 1, 2}, {0, 1})], (4, 4))  # precision 2/3, recall 1
    weighted = [
        bicluster_fbeta_score(true, pred, beta=b) for b in (0, 0.5, 1, 2, 1e300)
    ]
    expected = [
        float((1 + b**2) * Fraction(2, 3) / (b**2 * Fraction(2, 3) + 1))
        for b in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2))
    ]
    assert weighted == pytest.approx([*expected, 1.0], rel=1e-14, abs=0)
    assert bicluster_goodness_score(true, pred, ratio=3) == pytest.approx(3 / 4)
    assert bicluster_goodness_score(true, pred, ratio=0) == 1
    assert bicluster_goodness_score(true, pred, ratio=1e300) == pytest.approx(2 / 3)


SQUARE = ([[1, 1, 0]], [[1, 0]])


@pytest.mark.parametrize(
    ("function", "name"),
    [(bicluster_fbeta_score, "beta"), (bicluster_goodness_score, "ratio")],
)
@pytest.mark.parametrize("value", [-1, -1e-300, np.nan, np.inf, -np.inf, 10**400])
def test_a_weight_is_finite_and_not_negative(function, name, value):
    with pytest.raises(ValueError, match=f"`{name}` must be finite and not negative"):
        function(SQUARE, SQUARE, **{name: value})


@pytest.mark.parametrize("value", ["1", None, True, 1j, [1.0]])
def test_a_weight_is_a_number(value):
    with pytest.raises(TypeError, match="`beta` must be a number"):
        bicluster_fbeta_score(SQUARE, SQUARE, beta=value)


@pytest.mark.parametrize("value", [0, 1, None, "yes"])
def test_clip_is_true_or_false(value):
    with pytest.raises(TypeError, match="`clip` must be True or False"):
        bicluster_precision_score(SQUARE, SQUARE, clip=value)


@pytest.mark.parametrize("value", ["none", False, 1, "Expected"])
def test_an_unknown_correction_is_refused(value):
    with pytest.raises(ValueError, match="`correction` must be None or one of 'expec"):
        bicluster_precision_score(SQUARE, SQUARE, correction=value)


@pytest.mark.parametrize(
    ("function", "options", "message"),
    [
        (bicluster_jaccard_score, {"expectation": "mean"}, "`expectation` must be one"),
        (rnia_distance, {"overlap": "bag"}, "`overlap` must be one of 'multiset', 's"),
        (clustering_error, {"overlap": None}, "`overlap` must be one of 'multiset'"),
        (bicluster_similarity_score, {"index": "jaccard"}, "`index` must be one of 'p"),
    ],
)
def test_an_unknown_name_is_refused(function, options, message):
    with pytest.raises(ValueError, match=message):
        function(SQUARE, SQUARE, **options)


# Input


def containers(pair):
    rows, columns = (np.asarray(side) for side in pair)
    yield rows.tolist(), columns.tolist()
    for kind in (bool, np.int8, np.uint64, float, np.float32, object):
        yield rows.astype(kind), columns.astype(kind)
    for kind in (
        sparse.csr_matrix,
        sparse.csc_array,
        sparse.coo_array,
        sparse.lil_array,
    ):
        yield kind(rows), kind(columns.astype(bool))
    yield rows[:, ::-1].copy()[:, ::-1], np.asfortranarray(columns)


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_any_container_of_zeros_and_ones_gives_the_same_value(contract):
    true, pred = draw_sides(8, contract)
    value = contract(true, pred)
    kept = [side.copy() for side in (*true, *pred)]
    for one, other in zip(containers(true), containers(pred), strict=True):
        assert contract(one, other) == value
    for side, before in zip((*true, *pred), kept, strict=True):
        np.testing.assert_array_equal(side, before)


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_a_fitted_estimator_stands_for_its_biclusters(contract):
    X, rows, columns = make_biclusters((30, 20), 3, noise=5, random_state=0)
    model = SpectralCoclustering(3, random_state=0).fit(X)
    value = contract((rows, columns), model)
    assert value == contract((rows, columns), (model.rows_, model.columns_))
    assert contract(model, model) == contract.at_equality


REFUSED = [
    (([[1, 2, 0]], [[1, 0]]), ValueError, "must hold 0 and 1 only, got .*2"),
    (([[1, 0.5, 0]], [[1, 0]]), ValueError, "must hold 0 and 1 only, got .*0.5"),
    (([[1, np.nan, 0]], [[1, 0]]), ValueError, "must hold 0 and 1 only, got .*nan"),
    (([[1, -1, 0]], [[1, 0]]), ValueError, "must hold 0 and 1 only, got .*-1"),
    (([[1, 1, 0]], [[1, 0], [0, 1]]), ValueError, "1 biclusters by its rows, 2 by"),
    (([1, 1, 0], [1, 0]), ValueError, r"array of shape \(3,\)"),
    (([[1, 1, 0]],), ValueError, "a tuple .* of two indicators, got 1"),
    (([[1, 1]], [[1, 0]]), ValueError, r"shape \(3, 2\).* of one of shape \(2, 2\)"),
    (([[1, 1, 0]], [[1]]), ValueError, r"shape \(3, 2\).* of one of shape \(3, 1\)"),
    (np.ones((2, 1, 3)), TypeError, "must be a tuple .* got ndarray"),
    ([[[1, 1, 0]], [[1, 0]]], TypeError, "must be a tuple .* got list"),
    ((np.empty((1, 0)), np.empty((1, 2))), ValueError, "n_rows must be positive"),
    (([["1", "0", "0"]], [[1, 0]]), TypeError, "must be of bools or numbers"),
    (SpectralCoclustering(), ValueError, "it is not fitted"),
]


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
@sweep("case", REFUSED)
def test_what_is_no_biclustering_is_refused(contract, case):
    pred, error, message = case
    with pytest.raises(error, match=message):
        contract(SQUARE, pred)


def test_scikit_learn_lets_an_indicator_of_twos_through():
    true = np.eye(2, dtype=int), np.eye(2, dtype=int)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert not 0 <= consensus_score(true, (2 * true[0], true[1])) <= 1
    with pytest.raises(ValueError, match=r"must hold 0 and 1 only, got .*2"):
        bicluster_similarity_score(true, (2 * true[0], true[1]), index="consensus")


@sweep("seed", range(200))
def test_consensus_agrees_with_scikit_learn_where_biclusters_have_cells(seed):
    rng = np.random.default_rng(seed)
    true, pred = (
        [pair for pair in draw_biclusters(rng, (5, 6)) if all(pair)]
        + [({0, 4}, {1, 2})]
        for _ in range(2)
    )
    sides = [
        tuple(side.astype(bool) for side in indicators(pairs, (5, 6)))
        for pairs in (true, pred)
    ]
    value = bicluster_similarity_score(*sides, index="consensus")
    assert value == pytest.approx(consensus_score(*sides), rel=1e-12, abs=0)


def test_consensus_of_estimators_agrees_with_scikit_learn():
    X, rows, columns = make_biclusters((60, 40), 3, noise=30, random_state=0)
    model = SpectralBiclustering((3, 3), random_state=0).fit(X)
    peer = consensus_score(model.biclusters_, (rows, columns))
    assert 0 < peer < 1
    assert bicluster_similarity_score(
        (rows, columns), model, index="consensus"
    ) == pytest.approx(peer, rel=1e-12, abs=0)


OVERLAPPING = [({0}, {0}), ({0, 1}, {1}), ({2}, {0, 1}), ({1, 2}, {1})]


@pytest.mark.parametrize(
    "function", [microobject_rand_score, microobject_variation_of_information]
)
def test_overlaps_are_refused_by_name_and_number(function):
    disjoint, overlapping = (
        indicators(pairs, (3, 2)) for pairs in (OVERLAPPING[:3], OVERLAPPING)
    )
    with pytest.raises(ValueError, match=r"`biclusters_pred` must be .* 1 and 3 share"):
        function(disjoint, overlapping)
    with pytest.raises(ValueError, match=r"`biclusters_true` must be .* 1 and 3 share"):
        function(overlapping, disjoint)
    assert type(function(disjoint, disjoint)) is float


# Degenerate input

NONE, VOID, SOME = [], [({0, 1}, set())], [({0, 1}, {0, 2}), ({2}, {1})]


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_both_empty_is_equality_and_one_empty_is_the_worst(contract):
    none, void, some = (indicators(pairs, (3, 3)) for pairs in (NONE, VOID, SOME))
    for empty in (none, void):
        assert contract(empty, empty) == contract.at_equality
        for pair in ((empty, some), (some, empty)):
            value = contract(*pair)
            if contract.name == "microobject_rand":
                # cells that one side leaves out are single there: of the 10 pairs of
                # the 5 cells, 6 are together on the other side
                assert value == 0.4
            elif contract.name == "microobject_variation_of_information":
                assert value == pytest.approx(4 / 5 * np.log(4), rel=1e-14, abs=0)
            else:
                # a corrected index takes the level of chance
                worst = 0.0 if contract.greater_is_better else contract.upper
                assert value == worst


@pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
def test_the_smallest_matrices_give_a_number(contract):
    everything = [({0}, {0})]
    for shape in ((1, 1), (1, 2), (2, 1)):
        sides = [[], everything, [({0}, set())], [({0}, {shape[1] - 1})]]
        for true, pred in product(sides, repeat=2):
            value = contract(indicators(true, shape), indicators(pred, shape))
            assert contract.lower <= value <= contract.upper


# BCubed


def test_the_three_scores_unpack_and_cannot_be_changed():
    true = indicators([({0, 1, 2, 3}, {0, 1})], (4, 2))
    pred = indicators([({0, 1}, {0, 1}), ({2, 3}, {0, 1})], (4, 2))
    scores = mocice_bcubed_precision_recall_fscore(true, pred)
    precision, recall, fscore = scores
    assert (precision, recall) == (0.5, 0.25)
    assert scores == BCubedScores(precision, recall, fscore)
    assert all(type(value) is float for value in scores)
    assert fscore == mocice_bcubed_score(true, pred) == pytest.approx(1 / 3)
    with pytest.raises(dataclasses.FrozenInstanceError, match="precision"):
        scores.precision = 1.0


@sweep("seed", range(300))
def test_cice_bcubed_is_its_definition(seed):
    rng = np.random.default_rng(seed)
    n_samples = rng.integers(1, 9)
    clusterings = [
        rng.random((rng.integers(5), n_samples)) < rng.choice([0.3, 0.6, 1])
        for _ in range(2)
    ]
    true, pred = (
        nonempty([frozenset(np.flatnonzero(line).tolist()) for line in clusters])
        for clusters in clusterings
    )
    expected = harmonic(*bcubed_oracle(true, pred)) if true or pred else 1
    assert cice_bcubed_score(*clusterings) == pytest.approx(
        float(expected), rel=1e-12, abs=0
    )
    assert cice_bcubed_score(*map(sparse.csr_array, clusterings)) == pytest.approx(
        float(expected), rel=1e-12, abs=0
    )


@pytest.mark.parametrize(
    ("pred", "error", "message"),
    [
        ([[1, 0]], ValueError, "`clusters_true` is of 3 samples, `clusters_pred` of 2"),
        ([[1, 2, 0]], ValueError, "`clusters_pred` must hold 0 and 1 only"),
        ([1, 0, 0], ValueError, r"shape \(n_biclusters, n_samples\)|n_clusters"),
        ([["a", "b", "c"]], TypeError, "must be of bools or numbers"),
    ],
)
def test_what_is_no_indicator_of_clusters_is_refused(pred, error, message):
    with pytest.raises(error, match=message):
        cice_bcubed_score([[1, 1, 0]], pred)


def test_the_names_of_the_similarities_are_the_sixteen():
    names = bicluster_similarity_indices()
    assert len(names) == len(set(names)) == 16
    names.clear()
    assert len(bicluster_similarity_indices()) == 16
