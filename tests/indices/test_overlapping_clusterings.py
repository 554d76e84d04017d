"""Omega and ONMI of overlapping clusterings, element-centric similarity, purity."""

import math
import re
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
import scipy
from biclusters_oracles import omega_by_pairs, onmi_by_definition
from doubles import Fitted
from hypothesis import given, strategies as st
from scipy import sparse
from sklearn.cluster import KMeans, SpectralBiclustering
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MultiLabelBinarizer, Normalizer
from strategies import partition_pairs

from sklearn_cocluster_metrics import (
    cari_score,
    cice_bcubed_score,
    coclustering_of,
    element_centric_score,
    match_table,
    omega_score,
    overlapping_nmi_score,
    permutation_test,
    purity_score,
)


@st.composite
def overlapping(draw):
    """Two lists of at most four clusters, and no more clusters than samples."""
    n = draw(st.integers(1, 7))
    rows = st.lists(st.integers(0, 1), min_size=n, max_size=n)
    sizes = st.integers(1, min(n, 4))
    return tuple(
        draw(sizes.flatmap(lambda k: st.lists(rows, min_size=k, max_size=k)))
        for _ in range(2)
    )


def of_samples(*sides):
    """Indicators of clusters as functions take them: a row for each sample."""
    return [np.transpose(clusters) for clusters in sides]


def of_labels(*sides):
    """The same of partitions."""
    return [np.equal.outer(side, np.unique(side)) for side in sides]


# Small random clusters are often repeated, or symmetric.
SMALL = "ignore:.*(each of them is repeated|is a symmetric matrix):UserWarning"


@pytest.mark.filterwarnings(SMALL)
@given(pair=overlapping())
def test_omega_is_its_definition(pair):
    found = omega_score(*of_samples(*pair))
    assert found == pytest.approx(omega_by_pairs(*pair), abs=1e-12)


@pytest.mark.filterwarnings(SMALL)
@pytest.mark.parametrize("variant", ["max", "lfk"])
@given(pair=overlapping())
def test_onmi_is_its_definition(variant, pair):
    found = overlapping_nmi_score(*of_samples(*pair), variant=variant)
    assert found == pytest.approx(onmi_by_definition(*pair, variant), abs=1e-9)


@given(pair=partition_pairs(n_modes=1))
def test_omega_of_partitions_is_the_adjusted_rand_index(pair):
    assert omega_score(*of_labels(*pair)) == cari_score(*pair)


def test_omega_is_the_value_that_clusim_prints():
    """CluSim 1.0, `tests/test_sim.py`: calculated by hand by A. J. Gates."""
    true, pred = [0, 1, 1, 0, 2, 1], [0, 1, 1, 0, 2, 2]
    assert omega_score(*of_labels(true, pred)) == pytest.approx(0.44444444444444453)
    assert purity_score(true, pred) == pytest.approx(0.8333333333333333)


def test_element_centric_values_are_those_that_clusim_prints():
    """CluSim's documentation, "Basics of element-centric similarity".

    The printed code has element 4 in cluster 1; the text and the values, in cluster 2.
    """
    true, pred = [0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 2, 2]
    assert element_centric_score(true, pred) == pytest.approx(0.6944444444444443)
    assert element_centric_score(true, pred, average=None) == pytest.approx(
        [0.5, 0.33333333, 0.66666667, 0.66666667, 1, 1]
    )


def test_omega_of_many_samples_is_exact():
    rng = np.random.default_rng(0)
    labels = rng.integers(4, size=(2, 200_000))
    assert omega_score(*of_labels(*labels)) == cari_score(*labels)


def test_the_mean_of_omega_over_permutations_is_0():
    true = np.array([[1, 0], [1, 1], [1, 1], [0, 1], [0, 0]])
    pred = np.array([[1, 0, 0], [1, 0, 1], [0, 1, 1], [0, 1, 1], [0, 0, 1]])
    values = [omega_score(true, pred[[*order]]) for order in permutations(range(5))]
    assert min(values) < 0 < max(values)
    assert math.fsum(values) / len(values) == pytest.approx(0, abs=1e-12)


def test_one_of_two_clusters_scores_high_by_lfk_only():
    """McDaid, Greene & Hurley (2011), section 2: why LFK is not intuitive."""
    true = np.kron(np.eye(20, dtype=int), np.ones(10, dtype=int))
    pred = true[:1]
    sides = of_samples(true, pred)
    assert overlapping_nmi_score(*sides, variant="lfk") > 0.5
    assert overlapping_nmi_score(*sides) < 0.1


CELL = ([0], [1])
REFUSED = [
    (element_centric_score, CELL, CELL, {"average": None}, "`average=None` returns"),
    (overlapping_nmi_score, [[0], [1]], [[0], [1]], {"variant": "min"}, "`variant`"),
    (omega_score, [[0], [2]], [[0], [1]], {}, "`clusters_true`"),
    *(
        (f, [[0], [1]], [[0], [1], [1]], {}, "has 2 samples, `clusters_pred` has 3")
        for f in (omega_score, overlapping_nmi_score)
    ),
]


@pytest.mark.parametrize(("score", "true", "pred", "options", "message"), REFUSED)
def test_wrong_arguments_are_refused(score, true, pred, options, message):
    with pytest.raises(ValueError, match=message):
        score(true, pred, **options)


@pytest.mark.filterwarnings("ignore:.*fewer samples than clusters:UserWarning")
def test_omega_of_many_overlapping_clusters_is_its_definition():
    rng = np.random.default_rng(0)  # counts of common clusters do not fit into 8 bits
    pair = [(rng.random((140, 30)) < 0.9).astype(int) for _ in range(2)]
    sides = of_samples(*pair)
    expected = omega_by_pairs(*pair), overlapping_nmi_score(*sides)
    for make in (np.array, sparse.csr_array, sparse.coo_array):
        found = [f(*map(make, sides)) for f in (omega_score, overlapping_nmi_score)]
        assert found == pytest.approx(expected)


@pytest.mark.parametrize("score", [omega_score, overlapping_nmi_score])
def test_more_clusters_than_samples_warn_of_exchanged_axes(score):
    rng = np.random.default_rng(0)
    true, pred = (rng.random((60, 4)) < 0.4 for _ in range(2))
    assert abs(score(true, pred)) < 0.1  # unrelated
    with pytest.warns(UserWarning, match="has 4 rows and 60 columns"):
        assert score(true.T, pred.T) != score(true, pred)


CLUSTERS = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 0], [0, 0, 0]])
TWICE = np.repeat(CLUSTERS, 2, axis=1)
THREE_OF_FIVE = CLUSTERS[:, [0, 1, 0, 2, 0]]


@pytest.mark.parametrize("make", [np.array, sparse.csr_array])
@pytest.mark.parametrize(
    "function", [omega_score, overlapping_nmi_score, cice_bcubed_score, match_table]
)
def test_clusters_that_are_all_repeated_are_warned_of(function, make):
    message = "has 4 clusters, of which only 2 differ, .* pass `pandas.get_dummies"
    with pytest.warns(UserWarning, match=message):
        function(CLUSTERS, make(TWICE[:, :5]))
    with pytest.warns(UserWarning, match=message):
        function(make(TWICE[:, :5]), CLUSTERS)


def test_a_permutation_test_warns_once_of_clusters_that_are_all_repeated():
    with pytest.warns(UserWarning, match="each of them is repeated") as warned:
        permutation_test(CLUSTERS, TWICE[:, :4], "omega", n_draws=19)
    assert len(warned) == 1


def test_repeats_are_left_out_by_the_line_of_the_warning():
    repeats = TWICE[:, :4]
    frame = pd.DataFrame(repeats)
    array = sparse.csr_array(repeats)
    lines = {
        "numpy.unique(clusters_pred, axis=1)": repeats,
        "clusters_pred.T.drop_duplicates().T": frame,
        "numpy.unique(clusters_pred.toarray(), axis=1)": array,
    }
    for line, clusters_pred in lines.items():
        with pytest.warns(UserWarning, match=re.escape(f"`{line}`")):
            omega_score(CLUSTERS[:, :2], clusters_pred)
        distinct = eval(line, {"numpy": np, "clusters_pred": clusters_pred})
        assert omega_score(CLUSTERS[:, :2], distinct) == 1


MATCHES = np.array([[1, 1, 0, 0], [1, 1, 0, 1], [0, 0, 1, 0], [0, 1, 0, 1]])
NAMED_MATCHES = pd.DataFrame(MATCHES, index=list("abcd")).iloc[::-1, ::-1]
ENTITIES = pd.Series([0, 0, 1, 0], index=list("abcd"))
COMPONENTS = "scipy.sparse.csgraph.connected_components"
OF_MATRIX = f"pandas.get_dummies({COMPONENTS}(pred)[1])"
OF_FRAME = (
    f"pandas.get_dummies(pandas.Series({COMPONENTS}(pred.to_numpy())[1], "
    "index=pred.index))"
)


@pytest.mark.parametrize(
    ("entities", "pred", "line"),
    [
        (ENTITIES.to_numpy(), MATCHES, OF_MATRIX),
        (ENTITIES.to_numpy(), sparse.csr_array(MATCHES), OF_MATRIX),
        (ENTITIES, NAMED_MATCHES, OF_FRAME),
    ],
)
def test_a_matrix_of_matching_samples_becomes_clusters_by_the_line_of_the_warning(
    entities, pred, line
):
    true = pd.get_dummies(entities)
    with pytest.warns(UserWarning, match=re.escape(f"pass `{line}`")):
        match_table(true, pred)
    clusters = eval(line, {"pandas": pd, "scipy": scipy, "pred": pred})
    assert omega_score(true, clusters) == 1


def test_some_repeats_among_other_clusters_are_no_reason_to_warn():
    assert omega_score(THREE_OF_FIVE, CLUSTERS) < 1


@pytest.mark.parametrize(
    ("model", "cure"),
    [
        (SpectralBiclustering((2, 2)), r"pandas.Series(model.row_labels_, index=names"),
        (KMeans(2, n_init=1), r"pandas.Series(model.labels_, index=names"),
        (
            make_pipeline(Normalizer(), SpectralBiclustering((2, 2))),
            r"pandas.Series(coclustering_of(model)[0], index=names",
        ),
    ],
)
def test_the_error_of_a_model_makes_clusters_of_its_row_labels(model, cure):
    X = np.kron([[9, 1], [1, 5]], np.ones((4, 3))) + np.eye(8, 6) / 9
    names = list("abcdefgh")
    model.fit(X)
    rows = pd.DataFrame({"one": [1] * 4 + [0] * 4, "two": [0] * 4 + [1] * 4}, names)
    with pytest.raises(TypeError, match=re.escape(f"pass `pandas.get_dummies({cure})")):
        match_table(rows, model)
    line = f"pandas.get_dummies({cure}))"
    variables = {"pandas": pd, "model": model, "names": names}
    clusters = eval(line, {"coclustering_of": coclustering_of}, variables)
    assert omega_score(rows, clusters) == 1


def test_the_error_of_a_model_of_biclusters_names_their_rows():
    model = Fitted(rows_=np.eye(2, 5), columns_=np.eye(2, 4))
    with pytest.raises(TypeError, match=r"pass `biclustering_of\(model\)\[0\].T`"):
        omega_score(CLUSTERS, model)


@pytest.mark.parametrize(
    "tags",
    [
        [["sport", "misc"], ["sport"], ["misc"], ["misc"], []],
        [["sport"], ["misc"], ["sport"], ["misc"], ["misc"]],
        np.array([["sport"], ["misc"], ["sport"], ["misc"], ["misc"]], dtype=object),
    ],
)
def test_the_error_of_tags_of_samples_names_the_binarizer(tags):
    message = (
        r"`sklearn\.preprocessing\.MultiLabelBinarizer\(\)\.fit_transform\(tags\)`"
    )
    with pytest.raises((TypeError, ValueError), match=message):
        omega_score(CLUSTERS, tags)
    assert omega_score(CLUSTERS, MultiLabelBinarizer().fit_transform(tags)) <= 1


def test_omega_of_unequal_clusterings_without_pairs_is_at_chance():
    assert omega_score(np.zeros((6, 0)), np.eye(6)) == 0.0
    assert omega_score(np.eye(6), np.eye(6)[:, ::-1]) == 1.0


def test_samples_without_any_cluster_are_taken():
    none = np.zeros((6, 0))
    assert omega_score(none, none) == overlapping_nmi_score(none, none) == 1
    with pytest.raises(ValueError, match=", which is empty"):
        omega_score(none.T, none.T)
