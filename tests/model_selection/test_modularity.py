"""Bipartite modularity against its definition, and as a scorer."""

import tracemalloc
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted, TruncatingCocluster
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse
from sklearn.cluster import SpectralCoclustering
from sklearn.feature_selection import VarianceThreshold
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from strategies import about

import sklearn_cocluster_metrics as sccm

# Of labels drawn at random, others often pair better.
pytestmark = pytest.mark.filterwarnings("ignore:Row and column clusters with the same")

FORMATS = [
    *(sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix),
    *(sparse.csr_array, sparse.csc_array, sparse.coo_array),
    *(sparse.lil_array, sparse.dok_array),
]
TWO_BLOCKS = (["a", "a", "b"], ["a", "b", "b", "c"])
COUNTS = np.array([[4, 1, 0, 2], [3, 0, 0, 1], [0, 5, 2, 7]])


def definition(X, row_labels, column_labels):
    """Sum over all cells, in exact fractions."""
    X = [[Fraction(x) for x in row] for row in np.asarray(X).tolist()]
    m = sum(map(sum, X))
    total = Fraction(0)
    for i, row in enumerate(row_labels):
        for j, column in enumerate(column_labels):
            if row == column:
                total += X[i][j] - sum(X[i]) * sum(x[j] for x in X) / m
    return total / m


def planted(seed=0, n_clusters=3, rates=(0.3, 2.0), shape=(60, 45)):
    """Draw counts with blocks on the diagonal."""
    generator = np.random.default_rng(seed)
    rows, columns = (generator.permutation(np.arange(n) % n_clusters) for n in shape)
    means = np.where(rows[:, None] == columns, rates[1], rates[0])
    return generator.poisson(means), rows, columns


# The definition


@st.composite
def labeled_counts(draw, elements):
    """Draw a small matrix that is not all zero, and labels from a common pool."""
    shape = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    X = draw(arrays.arrays(np.float64, shape, elements=elements))
    X[0, 0] += 1
    rows, columns = (
        draw(st.lists(st.sampled_from("abcd"), min_size=n, max_size=n)) for n in shape
    )
    columns[0] = rows[0]
    return X, rows, columns


@given(problem=labeled_counts(st.integers(0, 9).map(float)))
def test_counts_give_the_exact_value_rounded_once(problem):
    X, rows, columns = problem
    exact = float(definition(X, rows, columns))
    score = sccm.modularity_score(X, (rows, columns))
    assert (score, type(score)) == (exact, float)
    assert -0.5 <= score < 1
    assert sccm.modularity_score(X.astype(int), (rows, columns)) == exact


@given(problem=labeled_counts(st.floats(0, 1e6)))
@about(50)
def test_weights_give_the_value_of_the_definition(problem):
    X, rows, columns = problem
    score = sccm.modularity_score(X, (rows, columns))
    assert score == pytest.approx(float(definition(X, rows, columns)), abs=1e-14)
    for to_sparse in FORMATS:
        assert sccm.modularity_score(to_sparse(X), (rows, columns)) == score


def test_large_dense_and_sparse_weights_give_the_same_last_digit():
    generator = np.random.default_rng(0)
    X = generator.random((700, 3000)) * (generator.random((700, 3000)) < 0.2)
    labels = generator.integers(4, size=700), generator.integers(4, size=3000)
    scores = {sccm.modularity_score(to(X), labels) for to in (np.asarray, *FORMATS[:5])}
    assert len(scores) == 1


@pytest.mark.parametrize("dtype", [np.int64, np.uint64, object])
def test_totals_past_64_bits_are_exact(dtype):
    X = np.array([[2**62, 1, 2**62], [3, 2**62, 2**62]]).astype(dtype)
    rows, columns = [0, 1], [0, 1, 1]
    expected = float(definition(X.astype(object), rows, columns))
    found = sccm.modularity_score(X, (rows, columns))
    assert found == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("data", [np.full((40, 40), 250, "u1"), np.ones((40, 40), "?")])
@pytest.mark.parametrize("to_input", [np.asarray, sparse.csr_array])
def test_narrow_integers_and_bools_do_not_overflow(data, to_input):
    labels = [0, 1] * 20
    assert sccm.modularity_score(to_input(data), (labels, labels)) == 0


# Properties


def test_only_a_shared_name_makes_a_community():
    X, rows, columns = planted()
    renamed = sccm.modularity_score(X, (rows, np.where(columns == 2, 9, columns)))
    assert renamed < sccm.modularity_score(X, (rows, columns))
    assert sccm.modularity_score(X, (rows.astype(float), columns)) > 0.1
    for others in (columns + 3, columns.astype(str)):
        with pytest.raises(
            ValueError,
            match=r"have no label in common, .* Pass `match=True`",
        ):
            sccm.modularity_score(X, (rows, others))


@given(problem=labeled_counts(st.integers(0, 9).map(float)))
def test_matched_clusters_have_the_greatest_score_of_all_pairings(problem):
    X, rows, columns = problem
    columns = [label.upper() for label in columns]
    names, others = sorted(set(rows)), sorted(set(columns))
    pairings = {  # who has no partner keeps its name, which no row has
        tuple(one or other for one, other in zip(chosen, others, strict=True))
        for chosen in permutations([*names, *[""] * len(others)], len(others))
    }
    scores = []
    for pairing in pairings:
        partner = dict(zip(others, pairing, strict=True))
        scores.append(definition(X, rows, [partner[label] for label in columns]))
    found = sccm.modularity_score(X, (rows, columns), match=True)
    assert found == pytest.approx(float(max(scores)), abs=1e-12)


@pytest.mark.filterwarnings("error")
def test_a_warning_tells_where_other_pairs_score_higher():
    X, rows, columns = planted()
    right = sccm.modularity_score(X, (rows, columns))
    with pytest.warns(
        UserWarning, match=r"do not belong together, .* Pass `match=True`"
    ):
        assert sccm.modularity_score(X, (rows, (columns + 1) % 3)) < 0
    assert sccm.modularity_score(X, (rows, (columns + 1) % 3), match=True) == right
    assert sccm.modularity_score(X, (rows, columns), match=True) == right
    model = Fitted(row_labels_=rows, column_labels_=(columns + 1) % 3)
    assert sccm.get_scorer("modularity", match=True)(model, X) == right


def test_many_communities_are_matched_without_a_table_of_all_pairs():
    n = 10_000  # the table would have 800 MB
    X = sparse.diags([np.ones(n), np.ones(n - 1) / 4], (0, 1), format="csr")
    best = sccm.modularity_score(X, (range(n), range(n)))
    shifted = (np.arange(n) + 1) % n
    tracemalloc.start()
    assert sccm.modularity_score(X, (range(n), shifted), match=True) == best
    assert tracemalloc.get_traced_memory()[1] < 100e6
    tracemalloc.stop()


def test_one_community_scores_0_and_separate_blocks_score_1_less_their_shares():
    assert sccm.modularity_score(COUNTS, ([0] * 3, [0] * 4)) == 0
    blocks = np.kron(np.eye(4, dtype=int), np.ones((3, 2), dtype=int))
    labels = np.repeat(range(4), 3), np.repeat(range(4), 2)
    assert sccm.modularity_score(blocks, labels) == 1 - 1 / 4
    assert sccm.modularity_score(np.eye(1), ([0], [0])) == 0


@pytest.mark.parametrize("to_sparse", FORMATS[:6])
def test_data_are_neither_changed_nor_made_dense(to_sparse, monkeypatch):
    X = to_sparse(COUNTS)
    monkeypatch.setattr(type(X), "toarray", None)
    score = sccm.modularity_score(X, TWO_BLOCKS)
    monkeypatch.undo()
    np.testing.assert_array_equal(X.toarray(), COUNTS)
    assert score == sccm.modularity_score(COUNTS, TWO_BLOCKS)


def test_duplicates_and_unsorted_entries_are_added_in_a_copy():
    X = sparse.csr_array((np.ones(4), [2, 0, 0, 1], [0, 3, 4]), shape=(2, 3))
    score = sccm.modularity_score(X, ([0, 1], [0, 1, 0]))
    assert X.data.tolist() == [1] * 4
    assert X.indices.tolist() == [2, 0, 0, 1]
    assert score == sccm.modularity_score([[2, 0, 1], [0, 1, 0]], ([0, 1], [0, 1, 0]))


# Refusals


NO_COUNTS = [
    (-COUNTS, ValueError, "non-negative weights, got the entry -7"),
    (sparse.csr_array(-COUNTS), ValueError, "non-negative weights, got the entry -7"),
    (COUNTS * np.nan, ValueError, "Input X contains NaN"),
    (sparse.coo_array(COUNTS / 0.5) * np.inf, ValueError, "X contains infinity"),
    (COUNTS * 0, ValueError, "`X` is all zero"),
    (sparse.csr_array((3, 4)), ValueError, "`X` is all zero"),
    (COUNTS * 2e307, ValueError, "too large for a float. Pass"),
    (COUNTS * 1j, ValueError, "Complex data not supported"),
    ([[1, 2, 3, None]] * 3, ValueError, "Input X contains NaN"),
    (COUNTS[0], ValueError, "Expected 2D array, got 1D array"),
    (COUNTS.T, ValueError, r"3 rows and 4 columns, but `X` has shape .4, 3."),
    (np.ma.array(COUNTS, mask=COUNTS > 6), ValueError, "`X` has masked entries"),
]


@pytest.mark.parametrize(("X", "error", "message"), NO_COUNTS)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_data_that_are_no_counts_are_refused(X, error, message):
    with pytest.raises(error, match=message):
        sccm.modularity_score(X, TWO_BLOCKS)


def test_what_is_no_co_clustering_is_refused():
    with pytest.raises(TypeError, match=r"must be a tuple .row_labels, column_labels"):
        sccm.modularity_score(COUNTS, [0, 0, 1])
    with pytest.raises(ValueError, match="contains NaN"):
        sccm.modularity_score(COUNTS, ([0, np.nan, 1], [0] * 4))


# Estimators and searches

MODULARITY = sccm.get_scorer("modularity")


@pytest.mark.parametrize("to_input", [np.asarray, pd.DataFrame, sparse.csr_matrix])
def test_columns_that_a_step_drops_are_left_out(to_input):
    X, *_ = planted()
    X[:, 4] = 1
    model = make_pipeline(VarianceThreshold(), SpectralCoclustering(3, random_state=0))
    data = to_input(X)
    labels = model.fit(data)[-1].row_labels_, model[-1].column_labels_
    expected = sccm.modularity_score(np.delete(X, 4, axis=1), labels)
    assert sccm.modularity_score(data, model) == expected


def test_it_is_in_the_registry_apart_from_the_indices():
    assert sccm.get_scorer_names("internal") == ["modularity"]
    assert "modularity" in sccm.get_scorer_names()
    assert "modularity" not in sccm.get_scorer_names("coclustering")
    with pytest.raises(TypeError, match=r"takes only `match`, got .'row_labels'"):
        sccm.get_scorer("modularity", row_labels=[0, 1])


@pytest.mark.parametrize("to_input", [np.asarray, sparse.csr_matrix])
def test_a_search_finds_the_planted_number_of_blocks(to_input):
    X, *_ = planted()
    model, grid = SpectralCoclustering(random_state=0), {"n_clusters": [2, 3, 4, 5]}
    options = {"cv": sccm.WholeDataSplit(), "error_score": "raise"}
    search = GridSearchCV(model, grid, scoring=MODULARITY, **options).fit(to_input(X))
    assert search.best_params_ == {"n_clusters": 3}
    assert search.best_score_ == sccm.modularity_score(X, search)


def test_rows_that_were_not_fitted_are_refused():
    X, *_ = planted()
    model = SpectralCoclustering(3, random_state=0)
    halves = KFold(2, shuffle=True, random_state=0)
    for estimator, cv, message in (
        (
            model,
            5,
            r"48 rows, .X. has 12; the rows have been s.*`cv=WholeDataSplit\(\)`\.$",
        ),
        (
            sccm.InductiveCocluster(model),
            halves,
            "`predict` returns the fitted label for.*Use `cv=WholeDataSplit",
        ),
    ):
        options = {"scoring": MODULARITY, "cv": cv, "error_score": "raise"}
        with pytest.raises(ValueError, match=message):
            cross_val_score(estimator, X, **options)
    with pytest.raises(ValueError, match="has labeled 59 rows"):
        MODULARITY(TruncatingCocluster().fit(X), X)


# Names of columns


def reordered_counts():
    """Return a co-clusterer fitted on a frame, and the frame in another order."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 8)
    counts = rng.poisson(1 + 6 * (truth[:, None] == truth))
    frame = pd.DataFrame(counts, columns=[f"term {number}" for number in range(24)])
    model = SpectralCoclustering(3, random_state=0).fit(frame)
    return model, frame[list(rng.permutation(frame.columns))]


@pytest.mark.parametrize("match", [False, True])
def test_columns_in_another_order_than_those_of_the_fit_are_refused(match):
    model, reordered = reordered_counts()
    with pytest.raises(ValueError, match="fitted on: the order differs"):
        sccm.modularity_score(reordered, model, match=match)


def test_the_scorer_refuses_columns_in_another_order_than_those_of_the_fit():
    model, reordered = reordered_counts()
    with pytest.raises(ValueError, match="fitted on: the order differs"):
        sccm.get_scorer("modularity")(model, reordered)
