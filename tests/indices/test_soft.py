"""Soft memberships against sums over all pairs of cells and all permutations."""

import math
from fractions import Fraction
from functools import partial
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from strategies import partition_pairs

import sklearn_cocluster_metrics as sccm

OPTIONS = list(product(["product", "cells"], [True, False]))


def together(modes):
    """Degrees to which two cells are together, one pair of cells after the other."""
    cells = [
        np.multiply.outer(*rows).ravel() if len(rows) == 2 else rows[0]
        for rows in product(*modes)
    ]
    return np.array([[one @ other for other in cells] for one in cells])


def permuted(modes, null_model):
    """The degrees of every permutation of the modes, or of the cells."""
    if null_model == "cells":
        degrees = together(modes)
        for order in permutations(range(len(degrees))):
            yield degrees[np.ix_(order, order)]
    else:
        orders = (permutations(range(len(mode))) for mode in modes)
        for chosen in product(*orders):
            yield together(
                [mode[list(o)] for mode, o in zip(modes, chosen, strict=True)]
            )


def inner(a, b, distinct):
    """Sum over the pairs of cells."""
    return (a * b).sum() - (np.diag(a) @ np.diag(b) if distinct else 0)


def by_definition(true, pred, null_model, distinct):
    """Inner products of A with B, A with A, B with B, each with its mean."""
    a, b = together(true), together(pred)
    return [
        (
            inner(together(x), together(y), distinct),
            np.mean([inner(together(x), z, distinct) for z in permuted(y, null_model)]),
        )
        for x, y in ((true, pred), (true, true), (pred, pred))
    ], (a, b)


def draw_modes(rng, sizes):
    """Memberships of so many samples per mode, some of them hard."""
    modes = []
    for n in sizes:
        n_clusters = rng.integers(1, 4)
        matrix = rng.dirichlet(np.full(n_clusters, 0.7), size=n)
        if rng.random() < 0.3:
            matrix = np.eye(n_clusters)[rng.integers(n_clusters, size=n)]
        modes.append(matrix)
    return modes


def as_structure(modes):
    return tuple(modes) if len(modes) > 1 else modes[0]


@pytest.mark.parametrize(("null_model", "distinct"), OPTIONS)
@pytest.mark.parametrize("seed", range(15))
def test_both_scores_are_their_definitions(null_model, distinct, seed):
    rng = np.random.default_rng(seed)
    sizes = [(4,), (5,), (2, 3), (3, 2), (2, 2)][seed % 5]
    true, pred = draw_modes(rng, sizes), draw_modes(rng, sizes)
    products, degrees = by_definition(true, pred, null_model, distinct)
    (joint, mean), (aa, aa_mean), (bb, bb_mean) = products
    options = {"null_model": null_model, "distinct": distinct}
    sides = as_structure(true), as_structure(pred)
    norm = math.sqrt(max(aa - aa_mean, 0) * max(bb - bb_mean, 0))
    if norm > 1e-9:
        found = sccm.soft_cocorrelation_score(*sides, **options)
        assert found == pytest.approx((joint - mean) / norm, abs=1e-9)
    for scale in (None, "fari"):
        c, d = (x.sum() / (x**2).sum() if scale else 1 for x in degrees)
        span = (c**2 * aa + d**2 * bb) / 2 - c * d * mean
        found = sccm.soft_cari_score(*sides, scale=scale, **options)
        expected = c * d * (joint - mean) / span if span > 1e-9 else 1
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("null_model", ["product", "cells"])
@given(pair=partition_pairs())
def test_hard_labels_give_the_hard_indices(null_model, pair):
    true, pred = pair
    for scale in (None, "fari"):
        soft = sccm.soft_cari_score(true, pred, scale=scale, null_model=null_model)
        hard = sccm.cari_score(true, pred, null_model=null_model)
        assert soft == pytest.approx(hard, abs=1e-9)
    if null_model == "product":
        soft = sccm.soft_cocorrelation_score(true, pred)
        assert soft == pytest.approx(sccm.cocorrelation_score(true, pred), abs=1e-9)


def fari_by_definition(true, pred):
    """(FRI - E) / (1 - E): Andrews, Browne & Hvingelby (2022), on whole matrices.

    The Frobenius Rand index compares the matrices of degrees and their complements,
    each scaled so that a fuzzy partition agrees with itself; as in the package of
    R. DeWolfe and J. L. Andrews, the diagonal is in the products, and n is subtracted.
    """
    n = len(true)
    one, other = (
        side @ side.T * ((side @ side.T).sum() / ((side @ side.T) ** 2).sum())
        for side in (true, pred)
    )

    def rand(a, b):
        return ((a * b).sum() + ((1 - a) * (1 - b)).sum() - n) / (n * n - n)

    assert rand(one, one) == pytest.approx(1)
    mean = np.mean(
        [rand(one, other[np.ix_(o, o)]) for o in map(list, permutations(range(n)))]
    )
    return (rand(one, other) - mean) / (1 - mean)


@pytest.mark.parametrize("seed", range(20))
def test_fari_of_its_authors_pairs_samples_with_themselves_too(seed):
    rng = np.random.default_rng(seed)
    n = 3 + seed % 4
    true, pred = (rng.dirichlet(np.full(k, 0.6), size=n) for k in (2, 3))
    found = sccm.soft_cari_score(true, pred, distinct=False)
    assert found == pytest.approx(fari_by_definition(true, pred), abs=1e-10)


@pytest.mark.parametrize("score", [sccm.soft_cari_score, sccm.soft_cocorrelation_score])
def test_equal_memberships_score_1(score):
    rng = np.random.default_rng(0)
    for sizes in [(1,), (6,), (4, 3), (1, 1), (3, 2, 2)]:
        modes = as_structure([rng.dirichlet(np.ones(3), size=n) for n in sizes])
        assert score(modes, modes) == pytest.approx(1)
    assert score([0, 0, 0], [1, 1, 1]) == 1


@pytest.mark.parametrize("score", [sccm.soft_cari_score, sccm.soft_cocorrelation_score])
def test_containers_make_no_difference(score):
    rng = np.random.default_rng(1)
    true, pred = rng.dirichlet(np.ones(3), size=8), rng.dirichlet(np.ones(2), size=8)
    expected = score(true, pred)
    assert score(true.tolist(), sparse.csr_matrix(pred)) == pytest.approx(expected)
    one, other = (pd.DataFrame(side, index=list("abcdefgh")) for side in (true, pred))
    found = score(one.sample(frac=1, random_state=0), other)
    assert found == pytest.approx(expected)


class Blurred(BaseEstimator):
    """A co-clustering with memberships: the truth, blurred."""

    def __init__(self, blur=0.3):
        self.blur = blur

    def fit(self, X, y=None):
        self.rows_, self.columns_ = (
            (1 - self.blur) * np.eye(k)[labels] + self.blur / k
            for k, labels in ((3, TRUTH), (2, COLUMNS))
        )
        return self


TRUTH, COLUMNS = np.repeat([0, 1, 2], 4), np.array([0, 1, 1])
DATA = np.zeros((12, 3))


ACCESSORS = [
    ({"row_labels": TRUTH}, "rows_"),
    ({"row_labels": TRUTH}, lambda fit: fit.rows_),
    ({"labels": (TRUTH, COLUMNS)}, ("rows_", "columns_")),
    ({"labels": (TRUTH, COLUMNS)}, lambda fit: (fit.rows_, fit.columns_)),
]


@pytest.mark.parametrize(
    "metric", [sccm.soft_cari_score, partial(sccm.soft_cari_score)]
)
@pytest.mark.parametrize(("truth", "accessor"), ACCESSORS)
def test_a_scorer_reads_the_memberships_of_a_fit(metric, truth, accessor):
    scorer = sccm.make_cocluster_scorer(metric, accessor=accessor, scale=None, **truth)
    model = Blurred().fit(DATA)
    sides = (TRUTH, COLUMNS), (model.rows_, model.columns_)
    pair = sides if "labels" in truth else [side[0] for side in sides]
    expected = sccm.soft_cari_score(*pair, scale=None)
    assert scorer(model, DATA) == scorer(model, DATA, TRUTH) == expected < 1
    options = {"scoring": scorer, "cv": sccm.WholeDataSplit()}
    search = GridSearchCV(Blurred(), {"blur": [0.5, 0.1]}, **options)
    assert search.fit(DATA).best_params_ == {"blur": 0.1}


SCORED = {"row_labels": TRUTH, "accessor": "rows_"}
TWO = {"metric": [sccm.soft_cari_score, "cari"]}


WRONG = [
    (SCORED, DATA[:9], ValueError, r"got \(12,\), \(12,\) and \(9, 3\)"),
    (
        SCORED | TWO,
        DATA,
        TypeError,
        "both metrics of memberships and metrics of labels",
    ),
    (SCORED | {"unlabeled": "drop"}, DATA, TypeError, "memberships have none"),
    (SCORED | {"sample_weight": "balanced"}, DATA, ValueError, "`sample_weight`"),
]


@pytest.mark.parametrize(("given", "data", "error", "message"), WRONG)
def test_wrong_scorers_of_memberships_are_refused(given, data, error, message):
    with pytest.raises(error, match=message):
        sccm.make_cocluster_scorer(**{"metric": sccm.soft_cari_score, **given})(
            Blurred().fit(DATA), data
        )


NAMED = [pd.DataFrame(np.eye(2), index=["a", other]) for other in "bc"]
REFUSED = {
    "sum": ([[0.5, 0.500002]], [0], r"0 of `memberships_true` adds up to 1\.000002"),
    "negative": ([[1.0]], [[2.0, -1.0]], "`memberships_pred` has entries that are neg"),
    "nan": ([[math.nan, 1.0]], [[1.0]], "NaN"),
    "length": ([[1.0]], [[1.0], [1.0]], "has 1 row, `memberships_pred` has 2"),
    "modes": (([0], [1]), [0], "has 2 modes and `memberships_pred` has 1. Both"),
    "dimension": (np.ones((1, 1, 1)), [0], "must be a matrix of numbers"),
    "strings": ([["a"]], [0], "must be a matrix of numbers"),
    "names": (*NAMED, "memberships_true"),
    "empty": (np.ones((0, 2)), [0], "must have at least one sample"),
}


@pytest.mark.parametrize("score", [sccm.soft_cari_score, sccm.soft_cocorrelation_score])
@pytest.mark.parametrize(("true", "pred", "message"), REFUSED.values(), ids=REFUSED)
def test_bad_memberships_are_refused(score, true, pred, message):
    with pytest.raises(ValueError, match=message):
        score(true, pred)


@pytest.mark.parametrize("option", ["null_model", "scale", "distinct"])
def test_wrong_options_are_refused(option):
    with pytest.raises((ValueError, TypeError), match=f"`{option}`"):
        sccm.soft_cari_score([0, 1], [0, 1], **{option: "nonsense"})


# Nearly uniform memberships, against exact rationals

UNIT = 2**-53  # what doubles below 1 are multiples of, or sums of such


def diluted(labels, n_clusters, spread):
    """Mix hard labels evenly; doubles whose rows add up to 1 exactly."""
    step = max(round(spread / UNIT / n_clusters), 1) * UNIT
    memberships = np.full((len(labels), n_clusters), 1 / n_clusters - step)
    memberships[np.arange(len(labels)), labels] += n_clusters * step
    assert {sum(map(Fraction, row)) for row in memberships[:n_clusters]} == {1}
    return memberships


def mode_sums(true, pred):
    """Return sums of A B, of A and of B: all pairs, then a sample with itself."""
    k, n = true.shape[1], len(true)
    frame = pd.DataFrame(np.hstack([true, pred]))
    counts = frame.groupby(list(frame)).size()
    items = [(list(map(Fraction, key)), m) for key, m in counts.to_dict().items()]
    sums = [[Fraction(0)] * 3 for _ in range(2)]
    for (one, m), (other, times) in product(items, repeat=2):
        terms = [x * y for x, y in zip(one, other, strict=True)]
        a, b = sum(terms[:k]), sum(terms[k:])
        for place, value in enumerate((a * b, a, b)):
            sums[0][place] += m * times * value
            if one == other:
                sums[1][place] += m * value
    return n, *sums


def mean_over_permutations(n, pairs, own):
    """Return the mean of the sum of A B, and of its part in samples by themselves."""
    diagonal = own[1] * own[2] / n
    apart = (pairs[1] - own[1]) * (pairs[2] - own[2])
    return diagonal + (apart / (n * (n - 1)) if n > 1 else 0), diagonal


def exact_sums(true, pred, null_model, distinct):
    """Return <A, B>, its mean, and the totals of A and of its square."""
    modes = [mode_sums(*pair) for pair in zip(true, pred, strict=True)]
    pairs = [math.prod(mode[1][place] for mode in modes) for place in range(3)]
    own = [math.prod(mode[2][place] for mode in modes) for place in range(3)]
    n = math.prod(mode[0] for mode in modes)
    mean, diagonal = mean_over_permutations(n, pairs, own)
    if null_model == "product":
        means = [mean_over_permutations(*mode) for mode in modes]
        mean, diagonal = (math.prod(part) for part in zip(*means, strict=True))
    if distinct:
        return pairs[0] - own[0], mean - diagonal
    return pairs[0], mean


def exact_scores(true, pred, null_model, distinct):
    """Return coCC, FARI and the plain index from fractions, rounded last."""
    (both, mean), (one, one_mean), (other, other_mean) = (
        exact_sums(*pair, null_model, distinct)
        for pair in ((true, pred), (true, true), (pred, pred))
    )
    norms = (one - one_mean) * (other - other_mean)
    squared = (both - mean) ** 2 / norms
    scores = [math.copysign(math.sqrt(squared), both - mean)]
    scales = []
    for side in (true, pred):
        modes = [mode_sums(mode, mode) for mode in side]
        square = math.prod(mode[1][0] for mode in modes)
        scales.append(math.prod(mode[1][1] for mode in modes) / square)
    for c, d in (scales, (1, 1)):
        top = (c * c * one + d * d * other) / 2 - c * d * mean
        scores.append(float(c * d * (both - mean) / top))
    return scores


def scores(true, pred, **options):
    """Return coCC, FARI and the plain index."""
    return [
        sccm.soft_cocorrelation_score(true, pred, **options),
        sccm.soft_cari_score(true, pred, **options),
        sccm.soft_cari_score(true, pred, scale=None, **options),
    ]


@pytest.mark.parametrize("spread", [10.0**-power for power in range(1, 13)])
@pytest.mark.parametrize("null_model", ["product", "cells"])
@pytest.mark.parametrize("distinct", [True, False])
def test_nearly_uniform_memberships_score_as_in_rationals(spread, null_model, distinct):
    generator = np.random.default_rng(0)
    sides = [
        tuple(diluted(generator.integers(k, size=n), k, spread) for n in (12, 9))
        for k in (2, 4)
    ]
    options = {"null_model": null_model, "distinct": distinct}
    exact = exact_scores(*sides, null_model, distinct)
    assert scores(*sides, **options) == pytest.approx(exact, rel=1e-6, abs=1e-12)
    for true, pred in zip(*sides, strict=True):
        exact = exact_scores((true,), (pred,), null_model, distinct)
        found = scores(true, pred, **options)
        assert found == pytest.approx(exact, rel=1e-6, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "spread"),
    [*product([60, 10**3], [1e-1, 1e-4, 1e-8, 1e-12]), (10**6, 1e-4), (10**6, 1e-12)],
)
def test_labels_diluted_evenly_score_as_hard_labels(n, spread):
    generator = np.random.default_rng(1)
    labels = [generator.integers(2, size=n) for _ in range(2)]
    labels[1][: n // 10] = labels[0][: n // 10]
    soft = [diluted(one, 2, spread) for one in labels]
    found = scores(*soft)
    expected = [sccm.cocorrelation_score(*labels), sccm.cari_score(*labels)]
    assert found[0] == pytest.approx(expected[0], rel=1e-6)
    assert found[2] == pytest.approx(expected[1], rel=1e-6)
    exact = exact_scores((soft[0],), (soft[1],), "product", True)
    assert found == pytest.approx(exact, rel=1e-6)
    assert scores(labels[0], soft[1])[0] == pytest.approx(expected[0], rel=1e-6)


@pytest.mark.parametrize("spread", [1e-2, 1e-6, 1e-12])
def test_a_sparse_matrix_scores_as_a_dense_one(spread):
    generator = np.random.default_rng(2)
    pair = [diluted(generator.integers(4, size=50), 4, spread) for _ in range(2)]
    dense = scores(*pair)
    assert scores(*map(sparse.csr_array, pair)) == dense
    assert dense[0] < 0.2


@pytest.mark.parametrize("step", [0.0, 2**-53])
def test_memberships_that_doubles_cannot_tell_from_uniform_are_constant(step):
    signs = np.random.default_rng(3).choice([-1, 1], size=(40, 1))
    constant = 0.5 + step * signs * [1, -1]
    labels = [0, 1] * 20
    assert scores(constant, labels) == [0.0, 0.0, 0.0]
    assert scores(constant, np.full((40, 2), 0.5)) == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    "metric", [sccm.soft_cari_score, sccm.soft_cocorrelation_score]
)
def test_a_scorer_compares_the_probabilities_of_predictions_with_y(metric):
    X, y = make_blobs(120, centers=3, cluster_std=6, random_state=0)
    model = GaussianMixture(3, random_state=0)
    scorer = sccm.make_cocluster_scorer(metric)
    fitted = clone(model).fit(X)
    value = metric(y, fitted.predict_proba(X))
    assert scorer(fitted, X, y) == value
    assert value != metric(y, fitted.predict(X))
    piped = make_pipeline(StandardScaler(), model).fit(X)
    assert scorer(piped, X, y) == metric(y, piped.predict_proba(X))

    def of_probabilities(estimator, X, y):
        return metric(y, estimator.predict_proba(X))

    found = cross_val_score(model, X, y, scoring=scorer, error_score="raise")
    expected = cross_val_score(
        model, X, y, scoring=of_probabilities, error_score="raise"
    )
    np.testing.assert_array_equal(found, expected)
    with pytest.raises(TypeError, match="memberships from `predict_proba` of Gauss"):
        sccm.make_cocluster_scorer(metric, unlabeled="drop")(fitted, X, y)


def test_a_scorer_without_probabilities_compares_hard_labels():
    X, y = make_blobs(60, centers=3, cluster_std=6, random_state=0)
    model = KMeans(3, n_init=1, random_state=0).fit(X)
    scorer = sccm.make_cocluster_scorer(sccm.soft_cari_score)
    assert scorer(model, X, y) == sccm.soft_cari_score(y, model.predict(X))


def test_an_accessor_that_is_a_method_is_refused_and_mended():
    X, y = make_blobs(60, centers=3, cluster_std=6, random_state=0)
    model = GaussianMixture(3, random_state=0).fit(X)
    make = partial(sccm.make_cocluster_scorer, sccm.soft_cari_score, row_labels=y)
    with pytest.raises(TypeError, match=r"`accessor='predict_proba'` is a method of "):
        make(accessor="predict_proba")(model, X)
    with pytest.raises(TypeError, match="`accessor='predict'` is a method") as info:
        make(accessor="predict")(model, X)
    assert "probabilities" not in str(info.value)
    scorer = make(accessor=lambda model: model.predict_proba(X))
    assert scorer(model, X) == sccm.soft_cari_score(y, model.predict_proba(X))


def test_missing_labels_beside_memberships_are_refused_with_the_line_for_both():
    labels = {"a": 0, "b": None, "c": 1}
    with pytest.raises(ValueError, match=r"pass `labels\[is_known\]` and `memberships"):
        sccm.soft_cari_score(labels, {"a": 0, "b": 1, "c": 1})


def test_an_estimator_in_place_of_memberships_is_refused_and_mended():
    X, y = make_blobs(60, centers=3, random_state=0)
    counts = np.abs(X)
    models = {
        r"`model\.predict_proba\(X\)`": GaussianMixture(3, random_state=0).fit(X),
        r"`model\.transform\(X\)` or": LatentDirichletAllocation(3, random_state=0).fit(
            counts
        ),
        r"`model\.labels_`, which": KMeans(3, n_init=1, random_state=0).fit(X),
    }
    for cure, model in models.items():
        for score in (sccm.soft_cari_score, sccm.soft_cocorrelation_score):
            with pytest.raises(ValueError, match=f"`memberships_pred` .* Pass {cure}"):
                score(y, model)
            with pytest.raises(ValueError, match=f"`memberships_true` .* Pass {cure}"):
                score((model, y), (y, y))
