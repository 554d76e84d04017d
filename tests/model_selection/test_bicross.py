"""Bi-cross-validation and the choice by it, against slow definitions."""

import math
import tracemalloc
from collections import Counter
from functools import partial
from itertools import product

import numpy as np
import pandas as pd
import pytest
from doubles import KMeansCocluster, blocks, drawn_parts
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import (
    DBSCAN,
    AgglomerativeClustering,
    KMeans,
    SpectralCoclustering,
)
from sklearn.datasets import make_blobs
from sklearn.feature_selection import VarianceThreshold
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import make_bicross_scorer, stability_score
from sklearn_cocluster_metrics._model_selection import _bicross

X, _, _ = blocks()
RNG = np.random.default_rng(0)
NOISE = RNG.normal(size=(60, 30))
COUNTS = RNG.poisson(np.exp(0.4 * X - 2))
TWICE = {"n_resamples": 2, "with_standard_error": True}


class RandomLabels(BaseEstimator):
    """Labels at random, some clusters empty, as strings or integers."""

    def __init__(self, k=3, m=2, random_state=0):
        self.k, self.m, self.random_state = k, m, random_state

    def fit(self, X, y=None):
        rng = np.random.default_rng(self.random_state)
        self.row_labels_ = np.array(list("abcdefgh"))[
            rng.integers(self.k, size=np.shape(X)[0])
        ]
        self.column_labels_ = rng.integers(self.m, size=np.shape(X)[1]) * 3
        return self


class Failing(RandomLabels):
    """Cannot be fitted on a part of the rows."""

    def fit(self, X, y=None):
        if len(X) < 60:
            raise ValueError("parts are too small")
        return super().fit(X)


# The definition, cell by cell


def probabilities(sizes, log_likelihood):
    """Apply Bayes' rule to clusters whose prior probabilities are their sizes."""
    logs = {k: math.log(n) + log_likelihood(k) for k, n in sizes.items()}
    most = max(logs.values())
    of = {k: math.exp(value - most) for k, value in logs.items()}
    return {k: value / sum(of.values()) for k, value in of.items()}


def shares_of(rows, columns, new_rows, new_columns, row_fit, column_fit):
    """Return the probability of every cluster for each new row, and each column."""
    n_rows, n_columns = Counter(rows.values()), Counter(columns.values())
    return (
        {i: probabilities(n_rows, partial(row_fit, i)) for i in new_rows},
        {j: probabilities(n_columns, partial(column_fit, j)) for j in new_columns},
    )


def averaged(of_row, of_column, table):
    """Average the entries of a table of blocks."""
    pairs = product(of_row.items(), of_column.items())
    return sum(p * q * table[k, m] for (k, p), (m, q) in pairs)


def gains_of_values(X, rows, columns, new_rows, new_columns):
    """Predict the held-out cells by block means; `rows` maps positions to labels.

    All is relative to the mean of each column over the seen rows.
    """
    everywhere = [*columns, *new_columns]
    overall = {j: sum(X[i, j] for i in rows) / len(rows) for j in everywhere}
    off = {(i, j): X[i, j] - overall[j] for i in (*rows, *new_rows) for j in everywhere}
    cells = {(i, j): float(off[i, j]) for i in rows for j in columns}
    in_block = {}
    for (i, j), value in cells.items():
        in_block.setdefault((rows[i], columns[j]), []).append(value)
    means = {block: sum(values) / len(values) for block, values in in_block.items()}
    left = [(x - means[rows[i], columns[j]]) ** 2 for (i, j), x in cells.items()]
    variance = sum(left) / len(left)

    def row_fit(i, k):
        errors = ((off[i, j] - means[k, columns[j]]) ** 2 for j in columns)
        return -sum(errors) / (2 * variance)

    def column_fit(j, m):
        errors = ((off[i, j] - means[rows[i], m]) ** 2 for i in rows)
        return -sum(errors) / (2 * variance)

    of_row, of_column = shares_of(
        rows, columns, new_rows, new_columns, row_fit, column_fit
    )
    left, total = 0.0, 0.0
    for i, j in product(new_rows, new_columns):
        left += (off[i, j] - averaged(of_row[i], of_column[j], means)) ** 2
        total += off[i, j] ** 2
    return total - left, total, math.nan, math.nan


def gains_of_rows(X, rows, columns, new_rows, new_columns):
    """Predict new rows in new columns by the means of row clusters, column by column.

    The fit has seen all columns of the seen rows. The others tell the cluster of a row.
    """
    members = {k: [i for i in rows if rows[i] == k] for k in set(rows.values())}
    means = {
        (k, j): sum(X[i, j] for i in of_k) / len(of_k)
        for (k, of_k), j in product(members.items(), (*columns, *new_columns))
    }
    left = [(X[i, j] - means[rows[i], j]) ** 2 for i, j in product(rows, columns)]
    variance, sizes = sum(left) / len(left), Counter(rows.values())
    off, total = 0.0, 0.0
    for i in new_rows:

        def fit(k, i=i):
            errors = sum((X[i, j] - means[k, j]) ** 2 for j in columns)
            return -errors / (2 * variance)

        shares = probabilities(sizes, fit)
        for j in new_columns:
            predicted = sum(share * means[k, j] for k, share in shares.items())
            total += (X[i, j] - sum(X[r, j] for r in rows) / len(rows)) ** 2
            off += (X[i, j] - predicted) ** 2
    return total - off, total, math.nan, math.nan


def gains_of_counts(X, rows, columns, new_rows, new_columns):
    """Compare two multinomial laws of the held-out tokens: blocks, and margins."""
    of_block = dict.fromkeys(product(rows.values(), columns.values()), 0)
    for i, j in product(rows, columns):
        of_block[rows[i], columns[j]] += X[i, j]
    ks, ms = set(rows.values()), set(columns.values())
    of_k = {k: sum(of_block[k, m] for m in ms) for k in ks}
    of_m = {m: sum(of_block[k, m] for k in ks) for m in ms}
    N = sum(of_k.values())
    lift = {
        (k, m): (total + 1) / (of_k[k] * of_m[m] / N + 1)
        for (k, m), total in of_block.items()
    }

    def row_fit(i, k):
        norm = sum(of_m[m] / N * lift[k, m] for m in of_m)
        return sum(X[i, j] * math.log(lift[k, columns[j]] / norm) for j in columns)

    def column_fit(j, m):
        norm = sum(of_k[k] / N * lift[k, m] for k in of_k)
        return sum(X[i, j] * math.log(lift[rows[i], m] / norm) for i in rows)

    of_row, of_column = shares_of(
        rows, columns, new_rows, new_columns, row_fit, column_fit
    )
    margins = {
        (i, j): sum(X[i, c] for c in columns) * sum(X[r, j] for r in rows)
        for i, j in product(new_rows, new_columns)
    }
    lifts = {(i, j): averaged(of_row[i], of_column[j], lift) for i, j in margins}
    scale = sum(v * lifts[cell] for cell, v in margins.items()) / sum(margins.values())
    # In place of the ratio of the laws, which is 0 / 0 where the margins are 0.
    gain = sum(X[i, j] * math.log(lifts[i, j] / scale) for i, j in margins)
    tokens = sum(X[cell] for cell in margins)
    found = {
        (k, m): sum(X[i, j] * of_row[i][k] * of_column[j][m] for i, j in margins)
        for k, m in lift
    }
    excess = 0.0
    for k, m in lift:
        if tokens and lift[k, m] > 1:
            in_k = sum(found[k, other] for other in ms)
            in_m = sum(found[other, m] for other in ks)
            excess += found[k, m] - in_k * in_m / tokens
    return gain, tokens * math.log(min(len(ks), len(ms))), excess, tokens


def gains_of_weights(X, rows, columns, new_rows, new_columns):
    """Take the mean weight of the seen cells for one token."""
    seen = X[np.ix_(list(rows), list(columns))]
    return gains_of_counts(
        X / seen[seen > 0].mean(), rows, columns, new_rows, new_columns
    )


def by_hand(model, X, gain):
    """Draw the parts as documented, fit each, and pool the two gains of a pair."""
    gains = []
    for kept, seed in drawn_parts(X.shape, 4):
        others = [
            sorted({*range(n)}.difference(k))
            for n, k in zip(X.shape, kept, strict=True)
        ]
        if gain in (gains_of_counts, gains_of_weights):  # what is empty is left out
            some = X[np.ix_(*kept)] != 0
            kept = [
                [*np.compress(some.any(1 - k), part)] for k, part in enumerate(kept)
            ]
        fitted = clone(model).set_params(random_state=seed)
        if gain is gains_of_rows:
            labels = fitted.fit(X[kept[0]]).labels_, np.zeros(len(kept[1]))
        else:
            fitted.fit(X[np.ix_(*kept)])
            labels = fitted.row_labels_, fitted.column_labels_
        of_modes = (
            dict(zip(*pair, strict=True)) for pair in zip(kept, labels, strict=True)
        )
        gains.append(gain(X, *of_modes, *others))
    pooled = np.add(gains[::2], gains[1::2])
    return np.mean(pooled[:, [0, 2]] / pooled[:, [1, 3]], axis=0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "model", [KMeansCocluster(2, 2), KMeansCocluster(4, 3), RandomLabels()], ids=str
)
def test_it_is_that_of_the_definition_cell_by_cell(model, seed):
    rng = np.random.default_rng(seed)
    shape = rng.integers(12, 18, size=2)
    labels = rng.integers(3, size=shape[0]), rng.integers(2, size=shape[1])
    means = rng.normal(size=(3, 2))[np.ix_(*labels)]
    values, counts = means + rng.normal(size=shape), rng.poisson(3 * np.exp(means))
    with_zeros = np.where(abs(values) > 0.5, values, 0)
    weights = np.where(values > 0, values, 0)
    weights *= np.arange(weights.size).reshape(shape) % 3 > 0
    for data, gains, formats in (
        (values, gains_of_values, [np.asarray, pd.DataFrame]),
        (with_zeros, gains_of_values, [np.asarray, sparse.csr_array]),
        (counts, gains_of_values, [np.asarray, pd.DataFrame, sparse.csc_matrix]),
        (counts, gains_of_counts, [np.asarray, pd.DataFrame, sparse.csc_matrix]),
        (weights, gains_of_weights, [np.asarray, sparse.csr_array]),
    ):
        kind = "values" if gains is gains_of_values else "counts"
        expected = by_hand(model, data, gains)
        for to_input in formats:
            found = stability_score(model, to_input(data), kind=kind, **TWICE)
            shown = found["bcv"], found.get("bcv_modularity", np.nan)
            assert shown == pytest.approx(expected, rel=1e-9, nan_ok=True)


@pytest.mark.parametrize("data", [X, COUNTS, np.where(NOISE > 0.5, NOISE, 0)])
def test_it_does_not_depend_on_how_many_entries_are_looked_at_together(
    data, monkeypatch
):
    options = {"kind": "counts" if data is COUNTS else "auto", **TWICE}
    expected = stability_score(KMeansCocluster(), data, **options)
    monkeypatch.setattr(_bicross, "_CHUNK", 7)
    found = stability_score(KMeansCocluster(), data, **options)
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_of_the_rows_alone_it_is_that_of_the_definition_cell_by_cell(seed):
    rng = np.random.default_rng(seed)
    data = rng.normal(size=(17, 12)) + 2 * rng.integers(2, size=(17, 1))
    model = KMeans(3, n_init=2)
    expected, _ = by_hand(model, data, gains_of_rows)
    for to_input in (np.asarray, pd.DataFrame, sparse.csr_array):
        found = make_bicross_scorer(n_resamples=2)(model, to_input(data))
        assert found == pytest.approx(expected, rel=1e-9)


def test_of_counts_the_rows_alone_predict_blocks_and_not_noise():
    rng = np.random.default_rng(0)
    topics = rng.integers(3, size=150), rng.integers(3, size=80)
    words = rng.poisson(np.where(np.equal.outer(*topics), 1.0, 0.1))
    model, score = KMeans(3, n_init=5), make_bicross_scorer(n_resamples=4)
    found = score(model, words)
    assert score(model, sparse.csr_array(words)) == pytest.approx(found, rel=1e-9)
    assert found > 0.3
    assert score(model, rng.permuted(words, axis=0)) < 0.02


def test_values_do_not_depend_on_their_units():
    score = make_bicross_scorer(n_resamples=2, kind="values")
    expected = score(KMeansCocluster(), X)
    assert score(KMeansCocluster(), 7 * X) == pytest.approx(expected, rel=1e-12)
    one_as_greatest = FunctionTransformer(
        lambda X: X / abs(X).max(), feature_names_out="one-to-one"
    )
    model = make_pipeline(one_as_greatest, KMeansCocluster())
    expected = score(model, X)
    for factor in (1e-165, 1e153):  # of squares that a float does not hold
        for data in (factor * X, sparse.csr_array(factor * X)):
            assert score(model, data) == pytest.approx(expected, rel=1e-9)
    assert score(KMeansCocluster(), X + 1e6) == pytest.approx(expected, rel=1e-8)


# Known values


@pytest.mark.parametrize("value", [0.0, 1.0, 2.5])
def test_constant_data_have_nothing_to_explain(value):
    data = np.full((20, 12), value)
    score = make_bicross_scorer(n_resamples=2, kind="values")(RandomLabels(), data)
    assert score == pytest.approx(0, abs=1e-12)
    empty = sparse.csr_array((20, 12))
    model = sccm.InductiveCocluster(RandomLabels(), empty="keep", metric="euclidean")
    with pytest.warns(UserWarning, match="less than 80 %"):
        assert make_bicross_scorer(n_resamples=1)(model, empty) == 0


def test_it_comes_from_the_fits_of_stability():
    fit = KMeansCocluster(4, 3), NOISE
    found = stability_score(*fit, n_resamples=5, with_standard_error=True)
    assert found["bcv"] == make_bicross_scorer(n_resamples=5)(*fit)
    state = np.random.RandomState(0)
    single = make_bicross_scorer(n_resamples=1, random_state=state)
    each = [single(*fit) for _ in range(5)]
    assert found["bcv"] == pytest.approx(np.mean(each), rel=1e-12)
    error = np.std(each, ddof=1) / np.sqrt(5)
    assert found["bcv_resampling_error"] == pytest.approx(error, rel=1e-12)
    assert (found["n_rows"], found["n_columns"]) == (48, 24)


def test_columns_that_a_pipeline_drops_are_not_predicted_from():
    wide = np.c_[X, np.full((60, 10), 5.0)]
    model = make_pipeline(VarianceThreshold(), KMeansCocluster())
    # The columns that no fit has seen are predicted, constant or not.
    assert make_bicross_scorer(n_resamples=3)(model, wide) > 0.7


# Where it is not defined


def test_other_data_have_stability_alone():
    scorer = sccm.make_stability_scorer(n_resamples=2)
    with_gaps = np.where(RNG.random(X.shape) < 0.01, np.nan, X)
    model = make_pipeline(SimpleImputer(), KMeansCocluster())
    for data in (with_gaps, pd.DataFrame(with_gaps).astype(object), X[:, :2]):
        found = scorer(model, data)
        assert "bcv" not in found
        assert found["stability"] <= 1
        with pytest.raises(ValueError, match=r"at least three rows.*below 1"):
            make_bicross_scorer(n_resamples=2)(model, data)
    scorer = sccm.make_stability_scorer("e4sc", n_resamples=2)
    assert "bcv" not in scorer(SpectralCoclustering(3), X)


def test_sparse_data_are_never_made_dense():
    size, rng = 20_000, np.random.default_rng(0)
    places = rng.integers(size, size=(2, 100_000))
    data = sparse.coo_array((np.ones(100_000), places), (size, size)).tocsr()
    make_bicross_scorer(n_resamples=1)(
        RandomLabels(), data[:100, :100] + data[:100, :100]
    )
    tracemalloc.start()
    gain = make_bicross_scorer(n_resamples=1)(RandomLabels(), data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert abs(gain) < 0.1
    assert peak < 50 * data.data.nbytes  # 0.3 % of the dense held-out block


# The kind of data


def test_what_data_are_does_not_depend_on_their_units_and_can_be_said():
    rounded, score = np.rint(10 * X + 10), partial(stability_score, KMeansCocluster())
    with pytest.warns(UserWarning, match="whole numbers, most of them not 0"):
        found = score(rounded, **TWICE)
    for data, kind in ((rounded, "values"), (rounded / 2, "auto")):
        said = score(data, kind=kind, **TWICE)
        assert found["bcv"] == pytest.approx(said["bcv"], rel=1e-12)
        assert "bcv_modularity" not in said
    assert "bcv_modularity" in score(rounded, kind="counts", **TWICE)
    with pytest.raises(ValueError, match="negative entries, but `kind='counts'`"):
        score(NOISE, kind="counts")


def test_a_pipeline_that_fills_in_missing_values_is_told_to_do_so_before():
    with_gaps = np.where(RNG.random(X.shape) < 0.01, np.nan, X)
    model = make_pipeline(SimpleImputer(), KMeansCocluster())
    scorer = make_bicross_scorer(n_resamples=2)
    with pytest.raises(ValueError, match=r"has NaN or .* `SimpleImputer\(\)\.fit_tr"):
        scorer(model, with_gaps)
    assert scorer(model, SimpleImputer().fit_transform(with_gaps)) > 0.8
    with pytest.raises(ValueError, match=r"below 1, .* got shape \(60, 2\)\.$"):
        scorer(model, X[:, :2])


def test_four_columns_have_one_that_a_fit_has_not_seen():
    found = stability_score(KMeansCocluster(), X[:, :4], **TWICE)
    assert found["n_columns"] == 3
    assert np.isfinite(found["bcv"])


def test_a_search_of_which_every_fit_fails_hears_why():
    with (
        pytest.warns(UserWarning, match="parts are too small"),
        pytest.warns(UserWarning, match="test scores are non-finite"),
        pytest.raises(
            ValueError, match=r"each fit or score failed.*the warnings of the search"
        ),
    ):
        search(Failing(), k=[2, 3]).fit(X)


# The choice


def results(
    bcv,
    modularity=None,
    *,
    pvalues=(np.nan, np.nan, np.nan),
    scores=(1, 1, 1),
    rows=(2, 3, 4),
    columns=(2, 2, 2),
    errors=(0, 0, 0),
):
    """Make the results of a search, of counts if there is a modularity."""
    given = {
        "n_column_clusters": columns,
        "n_row_clusters": rows,
        "stability": scores,
        "resampling_error": [0.01] * 3,
        "bcv": bcv,
        "bcv_resampling_error": errors,
        "split_half_pvalue": pvalues,
        "bcv_modularity": [np.nan] * 3 if modularity is None else modularity,
        "n_rows": [48] * 3,
        "n_columns": [24] * 3,
    }
    found = {f"mean_test_{key}": list(value) for key, value in given.items()}
    return {"params": [{"k": k} for k in rows], **found}


def of_values(pvalues, **given):
    """Make the results of a search of values."""
    return results([np.nan] * 3, pvalues=pvalues, **given)


WITHOUT_BCV = results([0.1] * 3, [0.5] * 3)
del WITHOUT_BCV["mean_test_bcv"]


@pytest.mark.parametrize(
    ("found", "chosen"),
    [
        (results([0.2, 0.3, 0.31], [1, 0.9, 0.7]), 1),
        (results([0.2, 0.3, 0.5], [1, 0.9, 0.7]), 2),
        (results([-0.2, 0.1, -0.3], [-1, 0.1, -0.9]), 1),  # two negative factors
        (results([0.2, np.nan, 0.1], [0.5, 0.9, 0.9]), 0),
        # Within two standard errors of 0 nothing is predicted.
        (results([0.2, 0.3, 0.5], [0.5] * 3, errors=[0.05, 0.2, np.nan]), 2),
        # One candidate with evidence is enough for the search.
        (results([0.2, 0.3, 0.5], [0.5] * 3, errors=[0.05, 0.1, 0.3]), 2),
        (results([0.2, -0.3, 0.1], [0.1, -0.9, 0.1]), 0),  # the product is .27
        # Even a negative product is better than none.
        (results([0.2, -0.3, 0.1], [-0.9, 0.1, -0.1]), 2),
        (results([0.2, 0.9, 0.1], [1, 1, 1], scores=[0.5, np.nan, 0.9]), 0),
        (results([0.2, 0.9, 0.1], [1, 1, 1], scores=[0.5, -0.1, 0.9]), 0),
        (results([0.2, 0.9, 0.1], [1, 1, 1], rows=(2, 25, 3)), 0),  # single rows
        (results([0.2, 0.9, 0.1], [1, 1, 1], rows=(2, 24, 3)), 1),
        (results([0.1, 0.2, 0.1], [1, 1, 1], rows=(1, 2, 3), columns=(1, 1, 1)), 1),
        (results([0.2, 0.9, 0.1], [1, 1, 1], columns=(2, 24, 2)), 0),  # single
        (results([0.2, 0.9, 0.1], [1, 1, 1], columns=(2, 23, 2)), 1),
        # All candidates cluster the rows alone; a single block does not count.
        (results([0.2, 0.9, 0.1], [1, 1, 1], columns=(24, 24, 24)), 1),
        (results([0.2, 0.9, 0.1], [1, 1, 1], rows=(2, 3, 1), columns=(24, 24, 1)), 1),
        # A candidate that failed joins no columns.
        (
            results(
                [0.2, 0.9, np.nan],
                [1, 1, np.nan],
                scores=[0.5, 0.9, np.nan],
                rows=(2, 3, np.nan),
                columns=(24, 24, np.nan),
            ),
            1,
        ),
    ],
)
def test_of_counts_the_greatest_product_is_chosen(found, chosen):
    assert sccm.most_reproducible(found) == chosen


@pytest.mark.parametrize(
    ("found", "chosen"),
    [
        (of_values([0.01, 0.01, 0.01]), 2),
        # One candidate with at most .05 over three is enough for the search.
        (of_values([0.01, 0.02, 0.02]), 2),
        (of_values([0.01, np.nan, 1]), 2),
        (of_values([0.01, 0.01, 0.01], scores=[0.5, 1, 0.9]), 1),  # one error is .014
        (of_values([0.01, 0.01, 1], scores=[0.5, 0.1, 1]), 2),
        (of_values([1, 0.01, 0.01], scores=[0.5, -0.1, 0.1]), 0),
        (of_values([0.01, 0.01, 0.01], rows=(2, 3, 25)), 1),  # single rows
    ],
)
def test_of_values_the_finest_stable_one_is_chosen_if_rows_are_found_again(
    found, chosen
):
    assert sccm.most_reproducible(found) == chosen


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (
            results([0, -0.1, -0.2], [1, 1, 1]),
            "Nothing was found.*greatest bcv is 0, but must be above 0, two",
        ),
        (
            results([0.1, 0.2, 0.3], [1, 1, 1], errors=[1, 1, 0.25]),
            r"greatest bcv is 0.3, but must be above 0.5, two standard errors",
        ),
        # The only candidate with evidence does not agree with itself.
        (of_values([1, 0.001, 1], scores=[0.5, -0.1, 0.1]), "Nothing was found"),
        (of_values([0.02, 0.3, np.nan]), r"least p-value is 0.02, .* 0.05 over"),
        (of_values([0, 0, 0], scores=[0, -0.1, 0]), "Nothing was.*`cv_results` of"),
        (results([0.1] * 3), "neither `mean_test_bcv_modularity`.*not biclusters"),
        (of_values([0] * 3, rows=(30, 40, 48)), "at most half as many row clus"),
        ({"params": []}, "no `mean_test_stability`"),
        (WITHOUT_BCV, "`cv_results` has no `mean_test_bcv`. Search with"),
    ],
)
def test_results_that_leave_no_choice_are_refused(found, message):
    with pytest.raises(ValueError, match=message):
        sccm.most_reproducible(found)


@pytest.mark.parametrize(
    "found",
    [
        of_values([1, 0.001, 1], scores=[0.5, -0.1, 0.1]),
        results([0, 0.9, 0], [1] * 3, scores=[0.5, -0.1, 0.1], errors=[0, 0.1, 0]),
        results([np.nan] * 3, [1] * 3),
    ],
)
def test_an_error_does_not_call_numbers_weak_that_are_evidence_or_unknown(found):
    with pytest.raises(ValueError, match=r"none .* and agrees with itself") as caught:
        sccm.most_reproducible(found)
    assert "must be" not in str(caught.value)


def test_single_rows_are_not_the_finest_stable():
    found = results([0.1] * 3, rows=(2, 3, 48))
    assert sccm.finest_stable(found) == 1
    del found["mean_test_n_rows"]  # of a scorer that does not say it
    assert sccm.finest_stable(found) == 2
    del found["mean_test_n_row_clusters"], found["mean_test_n_column_clusters"]
    of_biclusters = {"mean_test_n_biclusters": [3, 4, 40], "mean_test_n_rows": [48] * 3}
    assert sccm.finest_stable(found | of_biclusters) == 1


def search(model, **grid):
    """Search by the rule."""
    scorer = sccm.make_stability_scorer(n_resamples=4)
    options = {"refit": sccm.most_reproducible, "cv": sccm.WholeDataSplit()}
    return GridSearchCV(model, grid, scoring=scorer, **options)


def test_a_search_finds_the_planted_number_and_nothing_in_noise():
    noisy, grid = X + 2 * RNG.normal(size=X.shape), {"n_row_clusters": [2, 3, 4]}
    found = search(KMeansCocluster(), **grid).fit(noisy)
    assert found.best_params_["n_row_clusters"] == 3
    with pytest.raises(ValueError, match="Nothing was found, so no cand") as caught:
        found.fit(NOISE)
    assert min(caught.value.cv_results["mean_test_split_half_pvalue"]) > 0.05 / 3


BLOBS, _ = make_blobs(120, 8, centers=4, random_state=1)


@pytest.mark.parametrize(
    ("model", "grid", "best"),
    [
        (KMeans(n_init=3), {"n_clusters": [2, 4, 7]}, 4),
        (AgglomerativeClustering(), {"n_clusters": [2, 4, 7]}, 4),
        (DBSCAN(), {"eps": [0.01, 4, 1000]}, 4),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_search_of_the_rows_alone_finds_the_planted_number(model, grid, best):
    found = search(model, **grid).fit(BLOBS)
    assert [*found.best_params_.values()] == [best]
    results = found.cv_results_
    assert "mean_test_n_column_clusters" not in results
    np.testing.assert_array_equal(
        results["mean_test_stability"], results["mean_test_row_stability"]
    )
    assert sccm.finest_stable(found) == 1


def of_many_columns(X):
    if X.shape[1] < 16:
        raise ValueError("too few columns")
    return np.arange(X.shape[0]) % 2, np.arange(X.shape[1]) % 3


def test_halves_are_those_of_the_split_half_test():
    scorer = sccm.make_stability_scorer(n_resamples=3)
    assert scorer(KMeansCocluster(), X)["split_half_pvalue"] < 0.001
    noise = np.random.default_rng(3).normal(size=(60, 30))
    assert 0.05 < scorer(KMeansCocluster(), noise)["split_half_pvalue"] <= 1
    counts = sparse.csr_array(1 * (COUNTS > 3))
    assert "split_half_pvalue" not in scorer(KMeansCocluster(), counts)
    # Parts of thirty columns have 24, halves 15.
    assert scorer(sccm.FunctionCocluster(of_many_columns), X)["split_half_pvalue"] == 1
    accessor = "row_labels_", "column_labels_"
    read = sccm.make_stability_scorer(n_resamples=3, accessor=accessor)
    assert read(KMeansCocluster(), X) == scorer(KMeansCocluster(), X)


def test_a_single_column_has_no_halves_to_choose_by_but_stability():
    X = np.c_[np.r_[:30, 100:130]] / 8
    rule = search(KMeans(n_init=1, random_state=0), n_clusters=[2, 3])
    with pytest.raises(ValueError, match=r"neither .* with two columns or more"):
        rule.fit(X)
    assert rule.set_params(refit=sccm.finest_stable).fit(X).best_index_ == 0


def test_of_the_rows_alone_parts_of_them_are_refused():
    scorer = sccm.make_stability_scorer(n_resamples=2)
    with pytest.raises(ValueError, match=r"labeled 100 rows, `X` has 120"):
        scorer(KMeans(2, n_init=1).fit(BLOBS[:100]), BLOBS)
