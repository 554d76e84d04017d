"""Soft scores of nearly uniform memberships, against exact rationals."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import sklearn_cocluster_metrics as sccm

_UNIT = 2**-53  # what doubles below 1 are multiples of, or sums of such


def diluted(labels, n_clusters, spread):
    """Mix hard labels evenly; doubles whose rows add up to 1 exactly."""
    step = max(round(spread / _UNIT / n_clusters), 1) * _UNIT
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
