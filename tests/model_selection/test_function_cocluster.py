"""`FunctionCocluster`: a function as an estimator, in every place of one."""

import pickle
from functools import partial

import numpy as np
import pandas as pd
import pytest
from doubles import as_dense, blocks, kmeans_labels
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted
from strategies import clusters_of

import sklearn_cocluster_metrics as sccm

X, ROWS, COLUMNS = blocks()


def both(X, k=3, random_state=0):
    """Label rows and columns by k-means."""
    data = as_dense(X)
    return tuple(kmeans_labels(part, k, random_state) for part in (data, data.T))


def as_biclusters(X, k):
    """Return the blocks of `both`."""
    return sccm.labels_to_biclusters(both(X, k))


def keeping(X, seen, **options):
    """Append what it was given; label everything alike."""
    seen.append((X, options))
    return [0] * X.shape[0], [0] * X.shape[1]


def returning(X, value):
    return value


# Parameters


def test_the_arguments_of_the_function_are_its_parameters():
    model = sccm.FunctionCocluster(both, k=4)
    assert model.get_params() == {"function": both, "k": 4, "random_state": 0}
    assert model.set_params(random_state=5, k=2) is model
    assert model.get_params() == {"function": both, "k": 2, "random_state": 5}
    model.set_params(function=as_biclusters)
    assert model.get_params()["function"] is as_biclusters


def test_an_argument_called_function_does_not_replace_the_function():
    def named(X, function=np.mean, k=2):
        return np.arange(len(X)) % k, np.arange(X.shape[1]) % k

    model = clone(sccm.FunctionCocluster(named, k=3))
    assert model.get_params() == {"function": named, "k": 3}
    assert set(model.fit(X).row_labels_) == {0, 1, 2}


def test_an_argument_that_the_function_does_not_have_is_refused_by_it():
    with pytest.raises(TypeError, match="unexpected keyword argument 'n'"):
        sccm.FunctionCocluster(both).set_params(n=3).fit(X)


def test_parameters_of_an_argument_that_is_an_estimator_are_set():
    def by(X, model):
        return model.fit_predict(X), model.fit_predict(X.T)

    model = sccm.FunctionCocluster(by, model=KMeans(3, random_state=0))
    assert model.get_params()["model__n_clusters"] == 3
    assert "model__n_clusters" not in model.get_params(deep=False)
    model.set_params(model__n_clusters=2)
    assert len(set(model.fit(X).row_labels_)) == 2
    assert clone(model).params["model"] is not model.params["model"]


def test_it_is_cloned_without_what_was_fitted():
    model = sccm.FunctionCocluster(both, k=4).fit(X)
    again = clone(model)
    assert again.get_params() == model.get_params()
    with pytest.raises(NotFittedError):
        check_is_fitted(again)
    with pytest.raises(NotFittedError, match="FunctionCocluster without"):
        sccm.coclustering_of(again)


def test_it_is_pickled_with_a_function_of_a_module():
    model = pickle.loads(pickle.dumps(sccm.FunctionCocluster(both, k=2).fit(X)))
    check_is_fitted(model)
    assert model.get_params()["k"] == 2
    assert len(model.row_labels_) == 60


def test_its_repr_names_the_function_without_its_address():
    assert repr(sccm.FunctionCocluster(both, k=3)) == "FunctionCocluster(both, k=3)"
    of_partial = sccm.FunctionCocluster(partial(both, k=2))
    assert repr(of_partial) == "FunctionCocluster(partial)"
    pipeline = make_pipeline(StandardScaler(), sccm.FunctionCocluster(both, k=3))
    assert "FunctionCocluster(" in repr(pipeline)
    assert "FunctionCocluster" in pipeline._repr_html_()
    assert len(repr(sccm.FunctionCocluster(returning, value=list(range(9999))))) < 800


# Fits


@pytest.mark.parametrize(
    "to_input", [np.asarray, sparse.csr_matrix, sparse.coo_array, pd.DataFrame]
)
def test_the_function_gets_the_data_as_they_are_and_never_y(to_input):
    data, seen = to_input(X), []
    sccm.FunctionCocluster(keeping, seen=seen, depth=2).fit(data, y=ROWS)
    assert seen[0][0] is data
    assert seen[0][1] == {"depth": 2}


@pytest.mark.parametrize("convert", [np.asarray, list, tuple, pd.Series])
def test_labels_of_any_container_are_kept(convert):
    rows, columns = np.repeat(["a", "b"], 30), np.repeat([1, 2], 15)
    value = (convert(rows), convert(columns))
    model = sccm.FunctionCocluster(returning, value=value).fit(X)
    assert clusters_of(model.row_labels_) == clusters_of(rows)
    assert model.row_labels_.tolist() == rows.tolist()
    assert model.column_labels_.tolist() == columns.tolist()
    assert not hasattr(model, "rows_")


@pytest.mark.parametrize("convert", [np.asarray, np.ndarray.tolist, sparse.csr_array])
def test_two_dimensional_parts_are_biclusters(convert):
    rows, columns = sccm.labels_to_biclusters((ROWS, COLUMNS))
    value = (convert(rows), convert(columns))
    model = sccm.FunctionCocluster(returning, value=value).fit(X)
    for found in (sccm.biclustering_of(model), model.biclusters_):
        np.testing.assert_array_equal(found[0], rows)
        np.testing.assert_array_equal(found[1], columns)
    assert model.rows_.dtype == bool
    assert not hasattr(model, "row_labels_")


def test_a_second_fit_leaves_nothing_of_the_first():
    model = sccm.FunctionCocluster(as_biclusters, k=2).fit(X)
    model.set_params(function=both).fit(X)
    assert not hasattr(model, "rows_")
    model.set_params(function=returning, value=None)
    model.params = {"value": None}
    with pytest.raises(TypeError, match="NoneType"):
        model.fit(X)
    assert not hasattr(model, "row_labels_")


def test_names_of_columns_are_kept():
    frame = pd.DataFrame(X, columns=[f"c{n}" for n in range(30)])
    model = sccm.FunctionCocluster(both).fit(frame)
    assert model.n_features_in_ == 30
    assert model.feature_names_in_.tolist() == list(frame.columns)


def test_it_declares_that_it_checks_no_data():
    tags = get_tags(sccm.FunctionCocluster(both)).input_tags
    assert tags.sparse
    assert tags.allow_nan


NO_LABELS = [
    (None, TypeError, r"`returning\(X\)` is of type NoneType, but it must return"),
    (np.zeros((2, 60)), TypeError, "is of type ndarray, but it must return"),
    (
        ROWS,
        TypeError,
        r"length 60, .* rows alone, write a class .* sets `labels_`. You can",
    ),
    (pd.Series(ROWS), TypeError, r"return `\(labels, np.zeros\(X.shape\[1\]\)\)`"),
    ((ROWS, COLUMNS, ROWS), TypeError, "is of type tuple, but it must return"),
    ((ROWS, np.zeros((2, 30))), ValueError, r"shape \(60,\) and \(2, 30\), and `X` h"),
    ((None, COLUMNS), ValueError, r"return `np\.zeros"),
    ((3, 4), ValueError, r"has parts of shape \(\) and \(\)"),
    ((ROWS, COLUMNS[1:]), ValueError, r"leaves out, too, for example by -1, which"),
    ((COLUMNS, ROWS), ValueError, r"\(30,\) and \(60,\), and `X` has shape \(60"),
    (
        [([0, 1], [0]), ([2], [1])],
        ValueError,
        "different lengths.*`biclusters_from_indices`",
    ),
    (
        ([[0, 1], [2]], [[0], [1]]),
        ValueError,
        "has lists of different lengths, but it must return",
    ),
    ((ROWS + np.nan, COLUMNS), ValueError, r"\[0\]` contains NaN.* -1, which"),
    ((np.eye(3)[ROWS], np.eye(3)[COLUMNS]), ValueError, r"shape \(60, 3\) and"),
    ((np.eye(60)[:4], np.eye(30)[:3]), ValueError, "has 4 biclusters, .* has 3"),
    ((2 * np.eye(60), np.eye(30)), ValueError, "must contain 0 and 1 only, got 2"),
]


@pytest.mark.parametrize(("value", "error", "message"), NO_LABELS)
def test_what_does_not_label_the_data_is_refused(value, error, message):
    model = sccm.FunctionCocluster(partial(returning, value=value))
    model.function.__name__ = "returning"
    with pytest.raises(error, match=message):
        model.fit(X)


def test_data_that_are_no_matrix_are_refused():
    with pytest.raises(ValueError, match="`X` must be a matrix"):
        sccm.FunctionCocluster(both).fit(["a text", "another"])


# In the places of an estimator


def test_biclusters_are_scored_and_labels_have_a_modularity():
    rows, columns = sccm.labels_to_biclusters((ROWS, COLUMNS))
    scorer = sccm.make_bicluster_scorer("bicluster_csi", rows=rows, columns=columns)
    assert scorer(sccm.FunctionCocluster(as_biclusters, k=3).fit(X), X) == 1.0
    scorer = sccm.get_scorer("modularity", match=True)
    assert 0 < scorer(sccm.FunctionCocluster(both).fit(X), X) < 1


def test_labels_and_indicators_with_names_are_put_in_the_order_of_the_data():
    frame = pd.DataFrame(X).add_prefix("c").set_axis([f"r{n}" for n in range(len(X))])

    def shuffled(data):
        rows, columns = both(data.to_numpy())
        named = pd.Series(rows, data.index), pd.Series(columns, data.columns)
        return tuple(side.sample(frac=1, random_state=0) for side in named)

    def as_frames(data):
        names = data.index, data.columns
        indicators = as_biclusters(data.to_numpy(), k=3)
        return tuple(
            pd.DataFrame(one, columns=name).sample(frac=1, axis=1, random_state=0)
            for one, name in zip(indicators, names, strict=True)
        )

    labels = sccm.coclustering_of(sccm.FunctionCocluster(shuffled).fit(frame))
    indicators = sccm.FunctionCocluster(as_frames).fit(frame).biclusters_
    expected = *both(X), *as_biclusters(X, k=3)
    for found, one in zip((*labels, *indicators), expected, strict=True):
        np.testing.assert_array_equal(found, one)
