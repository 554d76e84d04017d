"""What the measures of biclusters take, and what they refuse by name."""

from fractions import Fraction

import numpy as np
import pytest
from biclusters_oracles import indicators
from contracts import CONTRACTS
from doubles import Fitted
from scipy import sparse
from sklearn.cluster import SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import cice_bcubed_score, rnia_distance

MEASURES = {
    name: contract
    for name, contract in CONTRACTS.items()
    if contract.structure == "biclustering"
}

# Disjoint, so that every measure takes them.
TRUE = indicators([({0, 1, 2}, {0, 1, 2}), ({3, 4}, {3, 4})], (6, 5))
PRED = indicators([({0, 1, 2}, {0, 1}), ({3, 4}, {2, 3, 4}), (set(), {2})], (6, 5))


# Taken


CONTAINERS = [
    np.ndarray.tolist,
    lambda array: tuple(map(tuple, array.tolist())),
    list,
    *(np.asfortranarray, np.ma.masked_array, sparse.csr_matrix, sparse.lil_array),
    lambda array: sparse.csc_array(array.astype(bool)),
    lambda array: sparse.coo_array(array * 1.0),
    lambda array: array.astype(object) * Fraction(1),
    lambda array: array[:, ::-1].copy()[:, ::-1],
    lambda array: np.broadcast_to(array, array.shape),  # is read-only
]
for _kind in ("bool", "int8", "uint64", "float64", "float32", "object", ">i4"):
    CONTAINERS.append(lambda array, kind=_kind: array.astype(kind))


@pytest.mark.parametrize("make", CONTAINERS)
def test_any_container_of_zeros_and_ones_gives_the_same_values(make):
    true, pred = (tuple(map(make, side)) for side in (TRUE, PRED))
    for measure in MEASURES.values():
        assert measure(true, pred) == measure(TRUE, PRED), measure.name
    sides = [rows.T for rows, _ in (TRUE, PRED)]
    assert cice_bcubed_score(*map(make, sides)) == cice_bcubed_score(*sides)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_sparse_biclusters_of_some_columns_give_the_values_of_dense_ones(measure):
    X = np.random.default_rng(0).normal(size=(6, 6))
    X[:, 2] = 0  # dropped; five columns are left, and there are five biclusters
    five = [np.vstack([part, np.zeros((3, part.shape[1]))]) for part in TRUE]
    truth = five[0], np.insert(five[1], 2, 0, axis=1)
    step = VarianceThreshold().fit(X)
    for make in (np.asarray, sparse.csr_array):
        found = Fitted(rows_=make(PRED[0]), columns_=make(PRED[1]))
        value = measure(tuple(map(make, truth)), make_pipeline(step, found))
        assert value == measure(tuple(five), PRED)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_a_fitted_estimator_stands_for_its_biclusters(measure):
    X, rows, columns = make_biclusters((30, 20), 3, noise=5, random_state=0)
    model = SpectralCoclustering(3, random_state=0).fit(X)
    found = model.rows_, model.columns_
    csr = [*map(sparse.csr_array, found)]
    for fitted in (model, Fitted(rows_=csr[0], columns_=csr[1])):
        assert measure((rows, columns), fitted) == measure((rows, columns), found)
    assert measure(model, model) == measure.at_equality


@pytest.mark.parametrize(
    ("module", "kind"),
    [("pandas", bool), ("pandas", "Int64"), ("pandas", "boolean"), ("polars", None)],
)
def test_data_frames_are_taken(module, kind):
    library = pytest.importorskip(module)
    frames = [library.DataFrame(array) for array in PRED]
    if kind:
        frames = [frame.astype(kind) for frame in frames]
    assert rnia_distance(TRUE, tuple(frames)) == rnia_distance(TRUE, PRED)


# Refused

ONLY = "must contain 0 and 1 only, got "
SHAPE = r"must be an indicator of shape \(n_biclusters, n_rows\)"
NO_ARRAY = f"{SHAPE}, got "
NO_NUMBERS = "must contain bools, or the numbers 0 and 1, got dtype "
MASKED = "has masked entries, but every entry must be 0 or 1"
NOT_0_OR_1 = {
    "two": ([[1, 2]], "2"),
    "negative": ([[1, -1]], "-1"),
    "NaN": ([[1, np.nan]], "nan"),
    "infinity": ([[1, np.inf]], "inf"),
    "None in it": ([[1, None]], "None"),
    "huge integer": ([[1, 10**30]], "1000"),
    "beyond printing": ([[1, 10**5000]], "a long int"),
    "objects": (
        np.array([["a", 1]], object),
        r"'a'\. Convert it, such as by `\(indicator == 'yes'\)`\.",
    ),
    "complex objects": (np.array([[1 + 0j, None]]), ".*1.0j"),
    "sparse negative": (sparse.csr_array([[-1, 0]]), "-1"),
    "sparse sum": (sparse.coo_array(([1, 1], ([0, 0], [1, 1])), (1, 2)), "2"),
}
NOT_NUMBERS = {
    "strings": ([["1", "0"]], f"{NO_NUMBERS}<U"),
    "complex": ([[1j, 0]], f"{NO_NUMBERS}complex"),
    "structured": (np.zeros((1, 2), [("a", int), ("b", int)]), rf"{NO_NUMBERS}\["),
    "number": (1, f"{NO_ARRAY}int"),
    "string": ("10", f"{NO_ARRAY}str"),
    "dict": ({0: [1, 0]}, f"{NO_ARRAY}dict"),
    "estimator": (SpectralCoclustering(), f"{NO_ARRAY}SpectralCoclustering"),
}
NOT_INDICATORS = {
    "masked": (np.ma.masked_array([[1, 0]], [[True, False]]), MASKED),
    "masked rows": ([np.ma.masked_array([1, 0], [0, 1])], MASKED),
    "masked second row": (
        [np.array([1, 0]), np.ma.masked_array([1, 0], [0, 1])],
        MASKED,
    ),
    "masked constant": ([[np.ma.masked, 0]], MASKED),
    "0-d": (np.array(1), rf"{SHAPE}, got an array of shape \(\)"),
    "1-D": ([1, 0], rf"{SHAPE}, got an array of shape \(2,\)"),
    "empty list": ([], rf"{SHAPE}, got an array of shape \(0,\), which is empty"),
    "no rows": (np.zeros((1, 0)), r"shape \(1, 0\), which is empty"),
}
BAD_INDICATORS = {
    **{kind: (bad, ValueError, ONLY + got) for kind, (bad, got) in NOT_0_OR_1.items()},
    **{kind: (bad, TypeError, rule) for kind, (bad, rule) in NOT_NUMBERS.items()},
    **{kind: (bad, ValueError, rule) for kind, (bad, rule) in NOT_INDICATORS.items()},
}


@pytest.mark.parametrize(
    ("indicator", "error", "message"), BAD_INDICATORS.values(), ids=BAD_INDICATORS
)
def test_a_bad_indicator_is_refused_by_name(indicator, error, message):
    true, pred = ([[1, 0]], [[1]]), (indicator, [[1]])
    with pytest.raises(error, match=rf"^`biclusters_pred\[0\]` .*{message}"):
        rnia_distance(true, pred)


NULLS = {
    "pandas": lambda pandas: [
        pandas.DataFrame({"a": pandas.array([1, None], "Int64"), "b": [0, 1]}),
        pandas.DataFrame({"a": pandas.array([True, None], "boolean")}),
        *(pandas.DataFrame({"a": a}) for a in ([1, pandas.NA], [1.0, None])),
        *(np.array([[1, pandas.NA]], dtype=object), [[1, pandas.NA]]),
    ],
    "polars": lambda polars: [polars.DataFrame({"a": column}) for column in COLUMNS],
    "pyarrow": lambda arrow: [arrow.table({"a": column}) for column in COLUMNS],
}
COLUMNS = ([1, None], [True, None], [1.0, None])


@pytest.mark.parametrize("module", NULLS)
def test_nulls_of_any_library_are_refused(module):
    message = rf"`biclusters_true\[0\]` {ONLY}(<NA>|nan|None)"
    for indicator in NULLS[module](pytest.importorskip(module)):
        with pytest.raises(ValueError, match=message):
            rnia_distance((indicator, [[1], [0]]), TRUE)


GOOD = ([[1, 1]], [[1]])
BAD_PAIRS = {
    "None": (None, GOOD, TypeError, r"^`biclusters_true` .* columns\), got NoneType"),
    "list": ([[[1, 1]], [[1]]], GOOD, TypeError, r"\(rows, columns\) .* got list"),
    "array": (np.ones((2, 1, 2)), GOOD, TypeError, "got ndarray"),
    "class": (SpectralCoclustering, GOOD, TypeError, "got ABCMeta"),
    "one": (([[1, 1]],), GOOD, ValueError, "got a tuple of length 1"),
    "three": (([[1]], [[1]], [[1]]), GOOD, ValueError, "got a tuple of length 3"),
    "not fitted": (SpectralCoclustering(), GOOD, ValueError, "it is not fitted"),
    "number": (
        GOOD,
        ([[1, 1, 0]], [[1, 0], [0, 1]]),
        ValueError,
        r"pred\[0\]` has 1 .* has 2;",
    ),
    "rows": (GOOD, ([[1, 1, 0]], [[1]]), ValueError, "has 2 rows, .*pred` has 3"),
    "columns": (GOOD, ([[1, 1]], [[1, 0]]), ValueError, "has 1 column, .*pred` has 2"),
}


@pytest.mark.parametrize(
    ("true", "pred", "error", "message"), BAD_PAIRS.values(), ids=BAD_PAIRS
)
def test_what_are_no_two_biclusterings_is_refused_by_name(true, pred, error, message):
    with pytest.raises(error, match=message):
        rnia_distance(true, pred)


@pytest.mark.parametrize(
    ("pred", "error", "message"),
    [
        ([[1], [0]], ValueError, "`clusters_true` has 3 samples, `clusters_pred` has"),
        ([[1], [2], [0]], ValueError, f"`clusters_pred` {ONLY}2"),
        ([1, 0, 0], ValueError, r"`clusters_pred` .* shape \(n_samples, n_clusters\)"),
        ([["a"], ["b"], ["c"]], TypeError, "`clusters_pred` must contain bools"),
        (None, TypeError, "`clusters_pred` must be an indicator .* got NoneType"),
    ],
)
def test_a_bad_indicator_of_clusters_is_refused_by_name(pred, error, message):
    with pytest.raises(error, match=message):
        cice_bcubed_score([[1], [1], [0]], pred)


# No biclusters, or none with cells. Cells covered by one side only are singletons on
# the other: of the 10 pairs of the 5 cells, 6 are together on one side.
SINGLETONS = {
    "microobject_rand": 0.4,
    "microobject_variation_of_information": 4 / 5 * np.log(4),
}


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
@pytest.mark.parametrize("empty", [[], [({0, 1}, set())]], ids=["none", "no cells"])
def test_one_empty_biclustering_gets_the_worst_value_two_are_equal(measure, empty):
    # For an index that is corrected for chance, this is the chance level.
    worst = 0.0 if measure.greater_is_better else measure.upper
    worst = SINGLETONS.get(measure.name, worst)
    some = indicators([({0, 1}, {0, 2}), ({2}, {1})], (3, 3))
    none = indicators(empty, (3, 3))
    for pair in ((none, some), (some, none)):
        assert measure(*pair) == pytest.approx(worst, rel=1e-14, abs=0)
    assert measure(none, none) == measure.at_equality
