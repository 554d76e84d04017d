"""The separation test: its dip and its clouds by their definitions; what it finds."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from sklearn.cluster import DBSCAN, KMeans
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from strategies import about

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    separation_test,
    split_half_test,
)
from sklearn_cocluster_metrics._model_selection._separation import (
    _N_LEVELS,
    Cloud,
    dip_of,
    find_deepest_gap,
)

MODEL = KMeans(3, n_init=1)
CLOUD = np.random.default_rng(0).normal(size=(60, 6)) * [3, 2, 1, 1, 1, 1]
APART = CLOUD + 12 * np.eye(3, 6)[np.arange(60) % 3]


def excess_mass(values, level, n_intervals):
    """The greatest excess mass of so many disjoint intervals, one by one."""
    spans = [
        ((i, j), (j - i + 1) / len(values) - level * (values[j] - values[i]))
        for i in range(len(values))
        for j in range(i, len(values))
    ]
    single = max(mass for _, mass in spans)
    if n_intervals == 1:
        return single
    pairs = (
        first_mass + second_mass
        for ((_, end), first_mass), ((start, _), second_mass) in combinations(spans, 2)
        if end < start
    )
    return max([single, *pairs])


@about(20)
@given(st.lists(st.integers(-5, 5).map(float), min_size=2, max_size=7))
def test_the_dip_is_half_of_what_a_second_interval_adds_at_some_level(values):
    values = np.sort(values)
    width = values[-1] - values[0]
    if width == 0:
        assert dip_of(values) == 0
        return
    low, high = np.quantile(values, [0.25, 0.75])
    spread = high - low if high > low else 0.01 * width
    gains = [
        excess_mass(values, level, 2) - excess_mass(values, level, 1)
        for level in np.geomspace(0.1 / width, 10 / spread, _N_LEVELS)
    ]
    assert dip_of(values) == pytest.approx(max(gains) / 2, abs=1e-12)


@pytest.mark.parametrize(
    ("values", "expected"), [([0, 1], 1 / 4), ([0, 0, 1, 1], 1 / 4)]
)
def test_the_dip_of_two_equal_lumps_is_a_quarter(values, expected):
    """So says Hartigan's definition: the nearest unimodal distribution is 1/4 away."""
    assert dip_of(np.array(values, dtype=float)) <= expected
    assert dip_of(np.array(values * 50, dtype=float)) == pytest.approx(
        expected, rel=0.1
    )


def test_the_dip_of_many_values_does_not_depend_on_how_many_are_held_at_once(
    monkeypatch,
):
    values = np.random.default_rng(0).normal(size=500)
    expected = dip_of(values)
    module = "sklearn_cocluster_metrics._model_selection._separation"
    monkeypatch.setattr(f"{module}._CHUNK", 1000)
    assert dip_of(values) == expected > 0


def test_the_dip_depends_neither_on_the_unit_nor_on_the_order():
    values = np.random.default_rng(1).normal(size=80)
    values[:40] += 4
    for changed in (values[::-1], -values, 1e-6 * values, 1e6 * values + 5):
        assert dip_of(changed) == pytest.approx(dip_of(values), rel=1e-6)


def test_ends_of_one_line_are_no_neighbors():
    """Between both ends there is a gap, but it is where the middle cluster is."""
    line = np.arange(90.0)[:, np.newaxis] + [[0.0, 0.0]]
    labels = np.arange(90) // 30
    assert find_deepest_gap(line, labels).depth < 0.03
    ends = labels != 1
    gap = find_deepest_gap(line[ends], labels[ends])
    assert gap.depth > 0.1
    assert gap.clusters == (0, 2)


def test_a_gap_counts_by_the_rows_on_its_sides():
    lumps = np.repeat([[0.0, 0.0], [1.0, 0.0], [1e6, 1e6]], 20, axis=0)
    labels = np.repeat(["a", "b", "c"], 20)
    both = find_deepest_gap(lumps[:40], labels[:40])
    assert both.clusters == ("a", "b")
    third = find_deepest_gap(lumps, np.repeat(["a", "b", "b"], 20))
    assert both.depth == pytest.approx(0.25, rel=0.1)
    assert third.clusters == ("a", "b")
    # With a third lump far away, both sides of a gap are two thirds of the rows.
    far = find_deepest_gap(lumps, labels)
    assert far.depth == pytest.approx(0.25 * 2 / 3, rel=0.1)


def test_noise_between_two_clusters_is_no_gap():
    """DBSCAN labels what lies between as noise, which is then not left out."""
    line = np.linspace(0, 1, 90)[:, np.newaxis]
    labels = np.array([0] * 30 + [-1] * 30 + [1] * 30)
    assert find_deepest_gap(line, labels).depth < 0.03
    assert find_deepest_gap(line, np.full(90, -1)).clusters is None
    assert find_deepest_gap(line, np.minimum(labels, 0)).clusters is None


def test_a_cloud_has_the_means_and_variances_of_the_data():
    generator = np.random.RandomState(0)
    data = generator.normal(size=(4000, 3)) @ [[2, 1, 0], [0, 1, 0], [0, 0, 0.1]] + 7
    sample = Cloud.of(data).sample(generator)
    assert sample.shape == data.shape
    np.testing.assert_allclose(sample.mean(axis=0), data.mean(axis=0), atol=0.15)
    np.testing.assert_allclose(np.cov(sample.T), np.cov(data.T), atol=0.2)


def test_a_cloud_is_as_flat_as_the_data_and_never_heavier_than_a_normal_one():
    generator = np.random.RandomState(0)
    shape = (5000, 1)
    uniform = Cloud.of(generator.uniform(size=shape)).uniform_shares
    normal = Cloud.of(generator.normal(size=shape)).uniform_shares
    heavy = Cloud.of(generator.standard_t(4, size=shape)).uniform_shares
    assert uniform[0] == pytest.approx(1, abs=0.03)
    assert normal[0] < 0.3
    assert heavy[0] == 0


def test_a_cloud_of_more_columns_than_rows_has_noise_on_the_other_axes():
    data = np.random.RandomState(0).normal(size=(10, 40))
    data[:, 5] = 3.0
    cloud = Cloud.of(data)
    samples = np.vstack([cloud.sample(np.random.RandomState(i)) for i in range(200)])
    assert np.linalg.matrix_rank(samples - samples.mean(axis=0)) == 39
    assert np.ptp(samples[:, 5]) < 1e-9  # a constant column stays one
    total = samples.var(axis=0).sum()
    assert total == pytest.approx(data.var(axis=0, ddof=1).sum(), rel=0.1)


def test_a_column_with_few_values_has_no_others_in_a_cloud():
    generator = np.random.RandomState(0)
    ratings = np.clip(np.rint(generator.normal(3, 1, size=(50, 3))), 1, 5)
    data = np.column_stack([ratings, generator.normal(size=50)])
    sample = Cloud.of(data).sample(generator)
    for column in range(3):
        assert {*sample[:, column]} <= {*data[:, column]}
    assert len({*sample[:, 3]}) == 50
    assert ratings.std(axis=0) == pytest.approx(sample[:, :3].std(axis=0), rel=0.3)


def test_clusters_apart_are_found_and_named():
    result = separation_test(MODEL, APART, n_draws=39, random_state=0)
    assert result.pvalue == 1 / 40
    assert result.pvalue_is_bound
    assert result.statistic > result.null_distribution.max()
    assert {*result.clusters} < {0, 1, 2}
    assert "between clusters" in repr(result)
    assert "pvalue<=0.025, draws=39" in repr(result)
    (first,), (second,) = (result.to_frame()[name] for name in ("first", "second"))
    assert (first, second) == result.clusters


def test_one_cloud_with_dependent_columns_has_structure_and_no_gap():
    """A factor of all columns, which `split_half_test` finds in both halves."""
    generator = np.random.default_rng(1)
    loadings = 0.6 * generator.normal(size=(60, 1))
    data = loadings + np.sqrt(1 - 0.36) * generator.normal(size=(60, 16))
    assert split_half_test(MODEL, data, random_state=0).pvalue < 0.05
    result = separation_test(MODEL, data, n_draws=39, random_state=0)
    assert result.pvalue > 0.05
    assert "<=" not in repr(result)


@pytest.mark.slow  # mathematics, whatever the versions
@pytest.mark.parametrize("draw", ["normal", "uniform"])
def test_the_level_holds_in_one_cloud(draw):
    """Of 30 tests at 5 %, more than five are rejected once in 300 times."""
    generator = np.random.default_rng(0)
    n_rejected = 0
    for seed in range(30):
        X = getattr(generator, draw)(size=(40, 4))
        model = KMeans(2, n_init=1)
        result = separation_test(model, X, n_draws=19, random_state=seed)
        n_rejected += result.pvalue <= 0.05
    assert n_rejected <= 5


def test_a_single_cluster_has_no_gap_and_the_pvalue_1():
    result = separation_test(KMeans(1), CLOUD, n_draws=5, random_state=0)
    assert (result.statistic, result.pvalue, result.clusters) == (0.0, 1.0, None)
    assert repr(result).startswith(
        "SeparationTestResult(gap, for lack of two clusters=0, pvalue=1"
    )
    assert result.to_frame()["first"].isna().all()


@pytest.mark.parametrize("as_data", [pd.DataFrame, sparse.csr_array, np.ndarray.tolist])
def test_containers_give_one_result(as_data):
    expected = separation_test(MODEL, APART, n_draws=3, random_state=0)
    result = separation_test(MODEL, as_data(APART), n_draws=3, random_state=0)
    assert result.statistic == pytest.approx(expected.statistic)
    np.testing.assert_allclose(result.null_distribution, expected.null_distribution)
    assert (result.pvalue, result.clusters) == (expected.pvalue, expected.clusters)


def test_the_clouds_of_a_data_frame_have_its_names():
    seen = []

    def remember(X):
        seen.append(X)
        return X

    steps = make_pipeline(FunctionTransformer(remember), MODEL)
    frame = pd.DataFrame(APART, columns=list("abcdef"), index=range(100, 160))
    separation_test(steps, frame, n_draws=2, random_state=0)
    for data in seen:
        assert list(data.columns) == list("abcdef")
        assert list(data.index) == list(frame.index)
    assert not seen[0].equals(seen[-1])


def test_the_rows_of_a_co_clustering_are_tested():
    thirds = FunctionCocluster(
        lambda X: (np.argsort(np.argsort(X[:, 0])) * 3 // 60, np.zeros(6, dtype=int))
    )
    result = separation_test(thirds, APART, n_draws=9, random_state=0)
    assert result.clusters is not None
    rows_first = separation_test(
        FunctionCocluster(lambda X: (np.arange(60) % 3, np.zeros(6, dtype=int))),
        APART,
        n_draws=9,
        random_state=0,
        accessor=("row_labels_", "column_labels_"),
    )
    assert rows_first.pvalue == 0.1


def test_the_unit_of_the_data_changes_nothing():
    expected = separation_test(MODEL, APART, n_draws=3, random_state=0)
    for unit in (1e-150, 1e100):
        result = separation_test(MODEL, unit * APART, n_draws=3, random_state=0)
        assert result.statistic == pytest.approx(expected.statistic)
    assert separation_test(
        MODEL, APART + 1e6, n_draws=3, random_state=0
    ).statistic == pytest.approx(expected.statistic)


def test_noise_of_dbscan_is_allowed():
    X = np.vstack([APART, [[100.0] * 6]])
    result = separation_test(DBSCAN(eps=6), X, n_draws=5, random_state=0)
    assert result.clusters is not None
    assert -1 not in result.clusters


COUNTS = np.random.default_rng(0).poisson(0.3, size=(30, 8))
REFUSED = [
    (MODEL, COUNTS, "`X` seems to contain counts .* use `split_half_test`"),
    (MODEL, sparse.csr_array(COUNTS / 7), "`X` seems to contain counts or weights"),
    (
        MODEL,
        np.where(CLOUD > 6, np.nan, CLOUD),
        "`X` must contain finite numbers .* Fill in",
    ),
    (MODEL, CLOUD[:3], r"at least 4 rows, got shape \(3, 6\)"),
    (MODEL, CLOUD[0], r"must be a matrix with at least 4 rows, got shape \(6,\)"),
    (MODEL, np.ones((9, 2)), "All rows of `X` are equal"),
    (MODEL, np.ma.masked_less(CLOUD, 0.1), "`X` has masked entries"),
]


@pytest.mark.parametrize(("model", "X", "message"), REFUSED)
def test_wrong_data_are_refused(model, X, message):
    with pytest.raises(ValueError, match=message):
        separation_test(model, X, n_draws=3)


def test_an_estimator_that_takes_no_negative_numbers_is_explained():
    def only_positive(X):
        if (X < 0).any():
            raise ValueError("Negative entries.")
        return np.arange(len(X)) % 2, np.arange(X.shape[1]) % 2

    positive = np.random.default_rng(0).exponential(size=(30, 5))
    with pytest.raises(
        ValueError, match=r"cannot be fitted to a random cloud .*: Negative en"
    ):
        separation_test(FunctionCocluster(only_positive), positive, random_state=0)


def test_what_cannot_be_cloned_is_refused_before_any_fit():
    with pytest.raises(TypeError, match="`estimator` must have a `fit`"):
        separation_test([0, 1], CLOUD)
