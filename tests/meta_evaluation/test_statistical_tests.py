"""`constant_baseline_test` and `selection_bias_test`: verdicts, size, power, errors."""

from functools import partial

import numpy as np
import pytest
from scipy.stats import f as f_distribution
from sklearn.metrics import mutual_info_score, rand_score

from sklearn_cocluster_metrics import cari_score, conmi_score
from sklearn_cocluster_metrics.meta_evaluation import (
    constant_baseline_test,
    selection_bias_test,
)

SMALL = {"n_samples": [50, 100], "n_draws": 100, "random_state": 1}


class Recorder:
    """Return numbers that depend on the candidate, and remember the structures."""

    __name__ = "recorder"

    def __init__(self, score=None):
        self.pairs = []
        self.score = score

    def __call__(self, true, pred):
        self.pairs.append((true, pred))
        return self.score(true, pred) if self.score else 0.0


OWN = {"structure": "clustering"}  # of functions that are none of the package


def coarseness(true, pred):
    """Size of the largest cluster: no draw changes it."""
    return np.bincount(pred).max()


# The draws.


def test_candidates_and_reference_have_the_balanced_sizes_of_the_protocol():
    recorder = Recorder()
    options = {"n_samples": [50], "n_draws": 100, "random_state": 0}
    constant_baseline_test(recorder, **OWN, **options)
    sizes = [
        tuple(np.sort(np.bincount(labels)).tolist() for labels in pair)
        for pair in recorder.pairs
    ]
    reference = [7] * 6 + [8]  # 7 clusters of 50
    coarse, fine = [25, 25], [2] * 4 + [3] * 14  # 50 ** 0.25 = 2.7, 50 ** 0.75 = 18.8
    assert sizes == [
        (true, pred)
        for true in (reference, coarse)
        for pred in (coarse, reference, fine)
        for _ in range(100)
    ]


def test_powers_are_rounded_down_exactly():
    result = selection_bias_test("rand", n_samples=[256, 625], n_draws=1)
    assert result.n_clusters.tolist() == [[4, 16, 64], [5, 25, 125]]


@pytest.mark.parametrize("structure", ["coclustering", "biclustering"])
def test_both_modes_have_the_same_sizes_in_orders_of_their_own(structure):
    recorder = Recorder()
    options = {"n_samples": [20], "n_draws": 100, "random_state": 0}
    constant_baseline_test(recorder, structure=structure, **options)
    true, modes = recorder.pairs[-1]
    assert isinstance(true, tuple)
    if structure == "biclustering":  # diagonal blocks
        assert all((mode.sum(axis=0) == 1).all() for mode in modes)
        modes = [mode.argmax(axis=0) for mode in modes]
    rows, columns = modes
    sizes = [2] * 7 + [3] * 2  # 20 ** 0.75 = 9.5
    assert sorted(np.bincount(rows)) == sorted(np.bincount(columns)) == sizes
    assert (rows != columns).any()


# What is computed from them.


def fisher_of_two(one, other):
    """Probability that the product of two uniform numbers is at most this one."""
    product = one * other
    return product * (1 - np.log(product))


def welch(groups):
    """The p-value of Welch's test, written out from Welch (1951), for k means."""
    k, n = groups.shape
    weights, means = n / groups.var(axis=1, ddof=1), groups.mean(axis=1)
    between = weights @ (means - weights @ means / weights.sum()) ** 2
    lost = sum((1 - weights / weights.sum()) ** 2) / (n - 1)
    value = between / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * lost)
    return f_distribution.sf(value, k - 1, (k**2 - 1) / (3 * lost))


@pytest.mark.parametrize("exponent", [-700, 700, 1023])
def test_the_test_of_the_baseline_does_not_depend_on_the_scale(exponent):
    def scaled_rand_score(true, pred):
        return rand_score(true, pred) * 2.0**exponent

    options = {"n_samples": [5], "n_draws": 100, "random_state": 0, **OWN}
    result = constant_baseline_test(rand_score, **options)
    scaled = constant_baseline_test(scaled_rand_score, **options)
    assert scaled.pvalue == result.pvalue
    np.testing.assert_array_equal(scaled.means, np.ldexp(result.means, exponent))
    np.testing.assert_array_equal(
        scaled.standard_errors, np.ldexp(result.standard_errors, exponent)
    )


def test_the_baseline_is_tested_by_analysis_of_variance_and_fisher():
    recorder = Recorder(lambda true, pred: np.corrcoef(true, pred)[0, 1])
    options = {"n_samples": [20, 30], "n_draws": 100, "random_state": 1}
    result = constant_baseline_test(recorder, **OWN, **options)
    values = np.array([recorder.score(*pair) for pair in recorder.pairs])
    groups = values.reshape(2, 2, 3, 100)
    assert result.means == pytest.approx(groups.mean(axis=-1))
    errors = groups.std(axis=-1, ddof=1) / np.sqrt(100)
    assert result.standard_errors == pytest.approx(errors)
    expected = [welch(of_size.reshape(6, 100)) for of_size in groups]
    assert result.pvalues == pytest.approx(expected, rel=1e-9)
    assert result.pvalue == pytest.approx(fisher_of_two(*expected), rel=1e-9)


def test_the_selection_is_tested_by_chi_squared_and_fisher():
    recorder = Recorder(mutual_info_score)
    options = {"n_samples": [40, 60], "n_draws": 20, "random_state": 1}
    result = selection_bias_test(lambda *pair: -recorder(*pair), **OWN, **options)
    values = np.array([mutual_info_score(*pair) for pair in recorder.pairs])
    best = values.reshape(2, 3, 20).argmin(axis=1)
    counts = np.array([np.bincount(one, minlength=3) for one in best])
    assert result.counts.tolist() == counts.tolist()
    statistics = ((counts - 20 / 3) ** 2 / (20 / 3)).sum(axis=1)
    expected = np.exp(-statistics / 2)  # the law of chi-squared with 2 degrees
    assert result.pvalues == pytest.approx(expected, rel=1e-9)
    assert result.pvalue == pytest.approx(fisher_of_two(*expected), rel=1e-9)
    assert result.fractions == pytest.approx(counts.sum(axis=0) / 40)


def test_a_distance_is_selected_by_its_smallest_value():
    jaccard = selection_bias_test("jaccard", **SMALL)
    distance = selection_bias_test("jaccard_distance", **SMALL)
    assert distance.counts.tolist() == jaccard.counts.tolist()


def test_the_direction_of_a_function_can_be_passed():
    def size_distance(true, pred):
        return coarseness(true, pred)

    options = {**OWN, **SMALL}
    result = selection_bias_test(size_distance, greater_is_better=False, **options)
    assert result.counts.tolist() == [[0, 0, 100]] * 2
    with pytest.raises(ValueError, match="Pass `greater_is_better=False`"):
        selection_bias_test(size_distance, **options)
    assert constant_baseline_test(size_distance, **options).pvalue == 0


# Degenerate indices.


def with_noise(score, scale):
    """Add noise to a score."""
    noise = np.random.RandomState(0)
    return lambda true, pred: score(true, pred) + scale * noise.rand()


@pytest.mark.parametrize(
    ("metric", "pvalue"),
    [
        (lambda true, pred: 0.1, 1.0),
        (with_noise(lambda true, pred: 1, 1e-15), 1.0),  # rounding is no variance
        (coarseness, 0.0),
        # A variance far below that of the means is not lost to rounding.
        (with_noise(lambda true, pred: coarseness(true, pred) / 10, 1e-9), 0.0),
    ],
    ids=["constant", "rounding", "sizes alone", "small variance"],
)
def test_pvalues_of_degenerate_indices(metric, pvalue):
    options = {**OWN, **SMALL, "n_samples": [50, 70, 80]}
    result = constant_baseline_test(metric, **options)
    assert result.pvalues.tolist() == [pvalue] * 3
    assert result.pvalue == pvalue


def test_equally_good_candidates_are_chosen_equally_often():
    result = selection_bias_test(lambda true, pred: 1.0, **OWN, **SMALL)
    assert result.counts.sum(axis=1).tolist() == [100, 100]
    assert result.pvalue > 0.05


def test_infinite_values_can_be_ordered_but_have_no_mean():
    def infinite(true, pred):
        return np.inf if pred.max() == 1 else 0.0

    options = {**OWN, "n_samples": [50], "n_draws": 100}
    counts = selection_bias_test(infinite, **options).counts
    assert counts.tolist() == [[100, 0, 0]]
    with pytest.raises(ValueError, match="infinite for some random candidates"):
        constant_baseline_test(infinite, **options)


# Verdicts of section D.3, reduced. Biased indices are found with p below 1e-6.


@pytest.mark.slow  # mathematics, whatever the versions
@pytest.mark.parametrize(
    ("structure", "n_samples", "constant", "not_constant"),
    [
        (
            "clustering",
            [50, 100],
            # The paper too sees no deviation of the correlation distance.
            "adjusted_rand correlation sokal_sneath1 coami correlation_distance",
            "rand jaccard wallace1 conmi variation_of_information",
        ),
        # With sqrt(n) clusters in the reference, all means of BCubed are equal.
        ("clustering", [81], "coami", "bcubed"),
        ("clustering", [256], "coami", "bcubed f_measure dice"),
        ("coclustering", [50, 100], "cari_product", "cari"),
        ("biclustering", [25], "adjusted_bicluster_rnia", "bicluster_rnia"),
    ],
)
def test_a_baseline_is_rejected_only_where_it_is_not_constant(
    structure, n_samples, constant, not_constant
):
    options = {**SMALL, "structure": structure, "n_samples": n_samples}
    for metric in constant.split():
        assert constant_baseline_test(metric, **options).pvalue > 0.01, metric
    for metric in not_constant.split():
        assert constant_baseline_test(metric, **options).pvalue < 1e-6, metric


def test_cari_selects_the_sizes_of_the_truth_and_conmi_the_finest():
    options = {**SMALL, "n_samples": [100], "structure": "coclustering"}
    assert selection_bias_test("cari", **options).fractions[1] > 0.9
    assert selection_bias_test("conmi", **options).fractions[2] == 1.0
    assert selection_bias_test("cocorrelation", **options).pvalue > 0.01


COMPARED = [
    ("rand", "clustering"),
    ("cari", "coclustering"),
    (cari_score, "coclustering"),
    ("rnia_distance", "biclustering"),
    (rand_score, "clustering"),
]


@pytest.mark.parametrize(("metric", "structure"), COMPARED)
def test_a_result_says_what_is_compared_which_is_what_the_index_is_for(
    metric, structure
):
    result = constant_baseline_test(metric, n_samples=[20], n_draws=100, random_state=0)
    assert f"structure='{structure}', pvalue=" in repr(result)
    assert len(repr(result)) < 120


def test_a_result_is_a_table():
    pytest.importorskip("pandas")
    baseline, selection = (
        test("rand", n_samples=[20, 30], n_draws=100, random_state=0)
        for test in (constant_baseline_test, selection_bias_test)
    )
    assert baseline.to_frame()["mean"].tolist() == baseline.means.ravel().tolist()
    first = baseline.to_frame().iloc[5]
    assert first["n_samples":"n_clusters"].tolist() == [20, 2, 9]
    assert selection.to_frame()["count"].tolist() == selection.counts.ravel().tolist()
    assert '<th style="text-align: right">n_clusters</th>' in selection._repr_html_()


def test_options_of_the_metric_are_passed_on():
    options = {"n_samples": [20], "n_draws": 100, "random_state": 0}
    for test in (constant_baseline_test, selection_bias_test):
        given = test("conmi", structure="clustering", average_method="min", **options)
        by_partial = test(
            partial(conmi_score, average_method="min"),
            structure="clustering",
            **options,
        )
        np.testing.assert_equal(vars(given), vars(by_partial))


# Errors.


REFUSED = [
    ({"n_samples": []}, ValueError, "`n_samples` is empty"),
    ({"n_samples": 50}, TypeError, "`n_samples` must be a sequence of integers"),
    ({"n_samples": [50, 4]}, ValueError, r"`n_samples\[1\]` must be at least 5"),
    ({"n_samples": [5.0]}, TypeError, r"`n_samples\[0\]` must be an integer"),
    ({"n_draws": 99}, ValueError, "`n_draws` must be at least 100, got 99"),
    ({"structure": "graph"}, ValueError, "`structure` must be one of"),
    (
        {"metric": "rnia_distance", "structure": "clustering"},
        ValueError,
        "compares biclusterings, not clusterings",
    ),
    (
        {"metric": mutual_info_score, "structure": "coclustering"},
        ValueError,
        "scikit-learn compares plain clusterings",
    ),
    ({"metric": coarseness}, ValueError, "`structure` must be set for your own"),
    ({**OWN, "metric": lambda true, pred: np.nan}, ValueError, "has returned NaN"),
    (
        {**OWN, "metric": lambda true, pred: 10**400},
        ValueError,
        "too large for a float",
    ),
]


@pytest.mark.parametrize(("options", "error", "message"), REFUSED)
def test_wrong_arguments_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        constant_baseline_test(**{"metric": "rand", **SMALL, **options})
