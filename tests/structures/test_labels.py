"""Labels in: every container that is accepted, every input that is refused."""

import re
import tracemalloc
from datetime import date
from enum import Enum
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted, NoneBeforeFit, Unfitted
from hypothesis import given, strategies as st
from scipy import sparse
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from strategies import clusters_of, object_array

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    adjusted_for_chance,
    biclustering_of,
    cari_score,
    coclustering_of,
    labels_to_biclusters,
    make_cocluster_scorer,
    pair_counts,
)
from sklearn_cocluster_metrics._structures._labels import check_labels
from sklearn_cocluster_metrics.tables import contingency_table

PATTERN = [0, 0, 1, 2, 1, 0, 2]  # which items are equal in every container below
NAMES = ["b", "a", "c"]


class Color(Enum):
    """Labels that are neither numbers nor strings."""

    RED = 1
    GREEN = 2
    BLUE = 3


def spread(*labels):
    """Labels of three clusters, in the common pattern."""
    return [labels[code] for code in PATTERN]


ints = np.array(PATTERN)
CONTAINERS = {
    "list": PATTERN,
    "array": ints,
    "far apart": spread(-(10**15), 0, 10**15),
    "far from zero": spread(2**61, 2**61 + 5, 2**61 + 2),
    "least and greatest of int64": spread(-(2**63), 2**63 - 1, 0),
    "uint64 just above 2**63": np.array(spread(2**63, 2**63 + 1, 2**63 + 2), np.uint64),
    "uint64 up to 2**63": np.array(spread(2**63 - 2, 2**63 - 1, 2**63), np.uint64),
    "past 64 bits": spread(2**70, 2**70 + 1, 0),
    "no common type": spread(2**63, 2**63 + 1, -1),
    **{
        kind: np.array(spread(np.iinfo(kind).min, 1, np.iinfo(kind).max), kind)
        for kind in [f"{u}int{bits}" for u in ("", "u") for bits in (8, 16, 32, 64)]
    },
    **{
        kind: np.array(spread(0.5, -1.25, 3), kind)
        for kind in ("float16", "float32", "float64", "longdouble")
    },
    "of the other byte order": ints.astype(ints.dtype.newbyteorder()),
    "one ulp apart": [1 + code * np.finfo(float).eps for code in PATTERN],
    "both zeros are one": [0.0, -0.0, 1.0, 2.0, 1.0, -0.0, 2.0],
    "equal numbers are one": [0, 0.0, 1, 2, True, False, 2.0],
    "fractions": spread(Fraction(1, 3), Fraction(1, 2), 0.25),
    "strings": spread(*NAMES),
    "array of strings": np.array(spread(*NAMES)),
    "strings that end in zeros": spread("a", "a\0", "a\0\0"),
    "bytes that end in zeros": spread(b"a", b"a\0", b"a\0\0"),
    "objects": object_array(spread("a", 1, Color.RED)),
    "enumeration": spread(*Color),
    "tuples as objects": object_array(spread((1, 2), (1, 3), ())),
    "number and its name": spread(1, "1", b"1"),
    "string and bytes": spread("a", b"a", "b"),
    "NaN spelled out": spread("nan", "None", ""),
    "dates": spread(date(2020, 1, 1), date(2020, 1, 2), date(1, 1, 1)),
    "datetimes in nanoseconds": np.datetime64(1_700_000_000_000_000_000, "ns") + ints,
    "durations": np.array(PATTERN, "m8[h]"),
    "strided strings": np.repeat(np.array(spread(*NAMES)), 2)[::2],
    "backwards twice": ints[::-1].copy()[::-1],
    "read-only": np.broadcast_to(PATTERN, (7,)),
    "big-endian, far apart": np.array(spread(-(2**40), 0, 2**40), ">i8"),
    "Index": pd.Index(spread(*NAMES)),
    "MultiIndex": pd.MultiIndex.from_tuples(spread((1, 1), (1, 2), (2, 1))),
    "Categorical": pd.Categorical(spread(*NAMES), categories=["c", "b", "x", "a"]),
    "Series of categories": pd.Series(spread(*NAMES), dtype="category"),
    "nullable strings": pd.array(spread(*NAMES), dtype="string"),
    "time zones": pd.DatetimeIndex(spread("2020", "2021", "2022"), tz="UTC"),
    "intervals": pd.cut(PATTERN, 3),
    "masked array without a mask": np.ma.masked_array(PATTERN, mask=False),
    "bytearray": bytearray(PATTERN),
}
if hasattr(np.dtypes, "StringDType"):  # NumPy >= 2
    CONTAINERS["variable-width strings"] = np.array(
        spread(*NAMES), np.dtypes.StringDType()
    )


@pytest.mark.filterwarnings("ignore:Clustering metrics expect discrete")
@pytest.mark.filterwarnings("ignore:.* a string, which are two clusters")
@pytest.mark.filterwarnings("ignore:.* which are clusters like others")
@pytest.mark.filterwarnings("ignore:.* is the missing integer of R")
@pytest.mark.parametrize("labels", CONTAINERS.values(), ids=CONTAINERS)
def test_labels_in_any_container_make_the_same_clusters_and_come_back(labels):
    for counts in (pair_counts(labels, PATTERN), pair_counts(PATTERN, labels)):
        assert (counts.n11, counts.n10, counts.n01, counts.n00) == (5, 0, 0, 16)
    table = contingency_table(labels, PATTERN)
    items = list(labels)
    for row, label in zip(table.counts, table.true_labels.tolist(), strict=True):
        members = frozenset(i for i, item in enumerate(items) if is_label(item, label))
        assert members in clusters_of(PATTERN)
        assert row.sum() == len(members)


def is_label(item, label):
    """Compare as Python does; a time stamp may come back as its number."""
    if isinstance(item, np.datetime64 | np.timedelta64):
        item = item if isinstance(label, np.timedelta64) else item.tolist()
    return bool(item == label)


ORDERED = ["b", "a", "c"], [7, -3, 5], [2.0, 1, 3], [date(2, 1, 1), date(1, 1, 1)]
AS = [list, np.array, object_array, pd.Series, lambda x: pd.Categorical(x, x)]


@pytest.mark.parametrize("labels", ORDERED)
@pytest.mark.parametrize("make", AS)
def test_clusters_are_sorted_in_any_container(labels, make):
    table = contingency_table(make(labels), range(len(labels)))
    assert table.true_labels.tolist() == sorted(labels)
    assert (table.true_labels.dtype.kind == "U") == isinstance(labels[0], str)


def test_labels_that_are_integers_are_not_copied():
    for labels in (np.array([0, 3, 1]), np.array([-5, 1], np.int8), np.array([True])):
        assert np.shares_memory(check_labels(labels, "labels").codes, labels)


def test_labels_that_do_not_compare_are_in_order_of_appearance():
    table = contingency_table(["b", 1, "a"], [0, 1, 2])
    assert table.true_labels.tolist() == ["b", 1, "a"]


CONTINUOUS = [
    *([0.5, 1.5, 2.0], [1, 2, 2.5], np.array([0.1, 0.2, 0.3], np.float32)),
    *(object_array([1.5, "a", 2]), pd.array([0.5, 1.5, 2.5], "Float64")),
]


@pytest.mark.parametrize("labels", CONTINUOUS)
def test_continuous_labels_are_warned_of_once_for_each_argument(labels):
    with pytest.warns(UserWarning, match="expect discrete labels") as caught:
        cari_score(labels, labels)
    names = ["`labels_true` contains continuous", "`labels_pred` contains continuous"]
    for name, warning in zip(names, caught, strict=True):
        assert name in str(warning.message)
        assert warning.filename == __file__  # the line of the caller


def test_repeated_computations_warn_of_continuous_labels_once():
    with pytest.warns(UserWarning, match="`labels_pred` contains continuous") as caught:
        adjusted_for_chance([0, 0, 1], [0.5, 1.5, 1.5], "bcubed", n_draws=9)
    assert len(caught) == 1


def test_floats_that_are_integers_are_labels():
    for labels in ([1.0, 2.0, -3.0], np.array([1e15, 2.0, 0.0]), [1, "a", 2.0]):
        assert cari_score(labels, labels) == 1.0  # warnings are errors in these tests


def test_one_long_string_takes_no_rectangle_of_characters():
    labels = ["a", "b"] * 5000 + ["x" * 10_000]
    for mixed in (labels, [*labels, 1], [*labels, b"c"]):
        tracemalloc.start()
        contingency_table(mixed, [0] * len(mixed))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 10**7  # as a rectangle 4e8


@pytest.mark.parametrize("sign", [1, -1])
def test_labels_far_from_zero_are_counted_on_both_sides(sign):
    far = [sign * (2**62 - 1 - code) for code in PATTERN]
    other = [sign * (2**62 - 30 + 9 * code) for code in PATTERN]
    for one, another in [(far, other), (other, far), (far, PATTERN), (far, far)]:
        counts = pair_counts(one, another)
        assert (counts.n11, counts.n10, counts.n01) == (5, 0, 0)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_negative_labels_of_any_width_stay_apart_among_many(dtype):
    codes = np.random.default_rng(0).integers(-3, 3, 40_000)
    table = contingency_table(codes.astype(dtype), codes.astype(float))
    assert table.true_labels.tolist() == table.pred_labels.tolist()
    assert np.count_nonzero(table.counts) == 6


class OnAnotherDevice:
    """An array that NumPy cannot read, as those in the memory of a GPU."""

    def __len__(self):
        return 2

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("copy it first")


class OnlyAnArray:
    """What NumPy can read, and no more."""

    def __array__(self, dtype=None, copy=None):
        return np.array([0, 1, 1])


def test_what_numpy_can_read_is_an_array():
    assert pair_counts(OnlyAnArray(), [0, 1, 1]).n11 == 1


NOT_KNOWN = {
    "NaN": ([0.0, float("nan")], "contains NaN"),
    "NaN among strings": (["a", float("nan")], "contains NaN"),
    "NaN among objects": (np.array(["a", np.nan], object), "contains NaN"),
    "None": ([0, None], "contains None"),
    "None among strings": (["a", None], "contains None"),
    "NaT": (np.array(["2020", "NaT"], "M8[D]"), "contains NaT"),
    "NaT in a list": ([pd.NaT, pd.Timestamp(0)], "contains NaN"),
    "NA": ([1, pd.NA], "contains NaN"),
    "NA of nullable ints": (pd.array([1, None], "Int64"), "contains NaN"),
    "missing category": (pd.Categorical(["a", None]), "contains NaN"),
    "infinity": ([0.0, float("inf")], "contains infinity"),
    "infinity among objects": (["a", float("inf")], "contains infinity"),
    "masked": (
        np.ma.masked_array([1, 2], mask=[True, False]),
        "contains masked entries",
    ),
    "masked in a list": ([1, np.ma.masked], "contains masked entries"),
}
NOT_LABELS = {
    "complex": (np.array([1j, 2]), TypeError, "has complex numbers"),
    "complex among objects": (["a", 1j], TypeError, "has complex numbers"),
    "sparse": (sparse.csr_array([[1, 2]]), TypeError, "is a sparse matrix"),
    "2-D": (np.zeros((2, 2)), ValueError, r"1-D, got an array of shape \(2, 2\)"),
    "data frame": (pd.DataFrame([[1], [2]]), ValueError, r"of shape \(2, 1\)"),
    "list of two arrays": ([[0, 1], [0, 1]], ValueError, "A co-clustering is a tuple"),
    "ragged": ([[0, 1], [0]], ValueError, "ragged sequence, .*; a co-clustering is a"),
    "empty": ([], ValueError, "has no labels"),
    "no rows": (np.zeros((0, 2)), ValueError, r"1-D, got an array of shape \(0, 2\)"),
    "number": (3, TypeError, "must be an array-like of labels, .* got int"),
    "scalar array": (np.array(3), ValueError, r"1-D, got an array of shape \(\)"),
    "string": ("aab", TypeError, "an array-like of labels, .* got str"),
    "bytes": (b"aab", TypeError, "an array-like of labels, .* got bytes"),
    "generator": ((i for i in "ab"), TypeError, "such as a list, got generator"),
    "iterator": (iter([0, 1]), TypeError, "such as a list, got list_iterator"),
    "set": ({0, 1}, TypeError, "such as a list, got set"),
    "column": (np.zeros((2, 1)), ValueError, r"1-D, got an array of shape \(2, 1\)"),
    "of another library": (OnAnotherDevice(), TypeError, "as an array: copy it first"),
    "ragged, with strings": (
        ["a", ["b", 1]],
        TypeError,
        "has labels that are not hashable",
    ),
    "class": (SpectralCoclustering, TypeError, "such as a list, got ABCMeta"),
    "records": (
        np.zeros(2, [("a", int)]),
        TypeError,
        "which cannot be used for labels",
    ),
    "not hashable": (
        np.array([{}, {1}], object),
        TypeError,
        "has labels that are not hashable",
    ),
    **{f"unknown, {key}": (v, ValueError, m) for key, (v, m) in NOT_KNOWN.items()},
}


@pytest.mark.parametrize(
    ("bad", "error", "message"), NOT_LABELS.values(), ids=NOT_LABELS
)
def test_what_is_no_label_is_refused_in_each_slot_by_its_name(bad, error, message):
    good = [0, 1]
    slots = {
        "": (bad, good),
        r"\[0\]": ((bad, good), (good, good)),
        r"\[1\]": ((good, bad), (good, good)),
        r"\[2\]": ((good, good, bad), (good,) * 3),
    }
    for slot, (odd, right) in slots.items():
        for name, pair in (("true", (odd, right)), ("pred", (right, odd))):
            with pytest.raises(error, match=f"`labels_{name}{slot}` .*{message}"):
                cari_score(*pair)


def test_none_is_no_clustering():
    with pytest.raises(TypeError, match=r"`labels_true` must be .* got NoneType"):
        cari_score(None, [0, 1])


ONE_OF_TWO = "has 2 modes, but `labels_pred` has"
SCALARS = "` is a tuple of scalars, but"
SQUARE = np.array([[0, 1], [0, 1]])
CLUSTERERS = tuple(KMeans(1).fit([[i], [1]]) for i in (0, 1))
MISFITS = [
    ([0, 1, 1], [0, 1], ValueError, "has 3 samples, `labels_pred` has 2"),
    (([0, 1], [0]), ([0], [0]), ValueError, "has 2 rows, .* has 1; .* same rows"),
    (([0], [0, 1]), ([0], [0]), ValueError, "has 2 columns, `labels_pred` has 1"),
    (([0], [0], [0, 1]), ([0],) * 3, ValueError, "2 entries of mode 2, `labels_pred`"),
    (
        [0, 1],
        ([0, 1], [0, 1]),
        ValueError,
        "has 1 mode, but `labels_pred` has 2. A clu",
    ),
    (
        [0, 1],
        ([0, 1], [0, 1], [0, 1]),
        ValueError,
        r"`estimator.labels_\[0\]`. .* truth as `\(y, None, None\)`",
    ),
    (([0, 1], [0, 1]), [0, 1], ValueError, f"{ONE_OF_TWO} 1. A clustering is one arr"),
    (
        ([0], [0]),
        ([0], [0], [0]),
        ValueError,
        f"{ONE_OF_TWO} 3. .* tuple of arrays, one",
    ),
    ((0, 0, 1), (0, 1, 1), TypeError, f"`labels_true{SCALARS}"),
    ([0, 0, 1], (0, 1, 1), TypeError, f"`labels_pred{SCALARS}"),
    (("a", "b"), ("a", "b"), TypeError, f"`labels_true{SCALARS}"),
    (np.ones(2), tuple(np.ones(2)), TypeError, f"`labels_pred{SCALARS}"),
    ((date(1, 1, 1),) * 2, [0, 0], TypeError, f"`labels_true{SCALARS}"),
    (CLUSTERERS, ([0], [0]), TypeError, r"`labels_true\[0\]` is a KMeans; p"),
    (([0], [0]), (iter("a"), [0]), TypeError, r"pred\[0\]` must .* a list, got s"),
    (([0, 1],), ([0, 1],), ValueError, "is a tuple of length 1, but a co-cluster"),
    ((), (), ValueError, "is a tuple of length 0, but a co-clustering"),
    (SQUARE, SQUARE, ValueError, "Indicators of biclusters go to the bicluster meas"),
    (SQUARE, SQUARE, ValueError, r"form a grid, as in `sklearn\.datasets\.make_check"),
]


@pytest.mark.parametrize(("true", "pred", "error", "message"), MISFITS)
@pytest.mark.parametrize("function", [cari_score, pair_counts, contingency_table])
def test_structures_that_do_not_fit_are_refused(function, true, pred, error, message):
    with pytest.raises(error, match=message):
        function(true, pred)


X = np.arange(12.0).reshape(4, 3)
ROWS, COLUMNS = [0, 0, 1, 1], [0, 1, 1]
BOTH = {"row_labels_": ROWS, "column_labels_": COLUMNS}
TRUTH = (ROWS, COLUMNS)
INDICATORS = {"rows_": [[1, 1, 0, 0], [0, 0, 1, 1]], "columns_": [[1, 0, 0], [0, 1, 1]]}
identity = FunctionTransformer(feature_names_out="one-to-one")


def searched(estimator):
    """The same estimator inside a search."""
    scorer = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=COLUMNS)
    return GridSearchCV(estimator, {}, scoring=scorer, cv=WholeDataSplit())


WRAPPERS = {
    "bare": lambda estimator: estimator.fit(X),
    "None before the fit": lambda e: NoneBeforeFit(**e.attributes).fit(X),
    "pipeline": lambda estimator: make_pipeline(identity, estimator).fit(X),
    "pipelines": lambda e: make_pipeline(make_pipeline(identity, e)).fit(X),
    "search": lambda estimator: searched(estimator).fit(X),
    "search of a pipeline": lambda e: searched(make_pipeline(identity, e)).fit(X),
    "pipeline of a search": lambda e: make_pipeline(identity, searched(e)).fit(X),
    "frozen": lambda estimator: FrozenEstimator(estimator.fit(X)),
    "frozen search": lambda estimator: FrozenEstimator(searched(estimator).fit(X)),
    "frozen in a pipeline": lambda e: make_pipeline(FrozenEstimator(e.fit(X))),
}


@pytest.mark.parametrize("wrap", WRAPPERS.values(), ids=WRAPPERS)
def test_labels_of_a_co_clusterer_are_found_inside(wrap):
    fitted = wrap(Unfitted(**BOTH, **INDICATORS))
    truth = ([0, 0, 1, 2], [0, 1, 1])
    expected = pair_counts(truth, (ROWS, COLUMNS))
    assert pair_counts(truth, fitted) == expected
    assert pair_counts(fitted, (ROWS, COLUMNS)).n10 == 0
    assert pair_counts(fitted, fitted).n11 == expected.n11 + expected.n01
    assert [part.tolist() for part in coclustering_of(fitted)] == [ROWS, COLUMNS]
    for part, expected in zip(
        biclustering_of(fitted), INDICATORS.values(), strict=True
    ):
        np.testing.assert_array_equal(part, np.array(expected, bool), strict=True)


@pytest.mark.parametrize("wrap", ["bare", "pipeline", "frozen", "None before the fit"])
def test_labels_of_a_clusterer_are_found_inside(wrap):
    fitted = WRAPPERS[wrap](Unfitted(labels_=ROWS))
    assert pair_counts([0, 0, 1, 2], fitted) == pair_counts([0, 0, 1, 2], ROWS)
    assert cari_score(fitted, fitted) == 1.0


def test_labels_of_the_kind_that_the_other_side_has_are_taken():
    both = Fitted(**BOTH, labels_=[0, 1, 2, 3])
    assert pair_counts([0, 1, 2, 3], both).n00 == 6
    assert pair_counts((ROWS, COLUMNS), both).n01 == 0


NOT_FITTED = {
    "never fitted": Unfitted(**BOTH),
    "labels are None": NoneBeforeFit(**BOTH),
    "another kind": Fitted(labels_=ROWS),
    "pipeline": make_pipeline(identity, Unfitted(**BOTH)),
    "search": searched(Unfitted(**BOTH)),
    "search around a fitted one": searched(Fitted(**BOTH)),
    "frozen": FrozenEstimator(Unfitted(**BOTH)),
    "pipeline that ends in nothing": make_pipeline(identity, "passthrough"),
    "clusterer": KMeans(2, random_state=0, n_init=1).fit(X),
}


@pytest.mark.parametrize("estimator", NOT_FITTED.values(), ids=NOT_FITTED)
def test_an_estimator_without_labels_is_refused(estimator):
    for name, pair in (("pred", (TRUTH, estimator)), ("true", (estimator, TRUTH))):
        message = f"`labels_{name}` is a .* (without|not fitted, because its) `row_lab"
        with pytest.raises(NotFittedError, match=message):
            cari_score(*pair)
    with pytest.raises(
        NotFittedError, match=r"(without|not fitted, because its) `row_labels_`"
    ):
        coclustering_of(estimator)
    with pytest.raises(NotFittedError, match="without `rows_` and `columns_`; it is"):
        biclustering_of(estimator)


def test_a_co_clusterer_is_refused_where_a_clustering_is_needed():
    fitted = Fitted(**BOTH)
    for truth in (ROWS, [ROWS, COLUMNS], X, None):
        for names, pair in (("pred", (truth, fitted)), ("true", (fitted, truth))):
            message = rf"`labels_{names}` is a co-clusterer, .* must be a tuple \(row"
            with pytest.raises(TypeError, match=message):
                cari_score(*pair)


@pytest.mark.parametrize(("mode", "attribute"), list(enumerate(BOTH)))
def test_fitted_labels_that_are_a_matrix_are_refused_by_every_function(mode, attribute):
    labels = np.array(BOTH[attribute])[:, None]
    fitted = Fitted(**(BOTH | {attribute: labels}))
    message = rf"must be 1-D, got .* \({len(labels)}, 1\)\. Pass its only column"
    for function, arguments, name in [
        (cari_score, (TRUTH, fitted), rf"labels_pred\[{mode}\]"),
        (coclustering_of, (fitted,), f"estimator.{attribute}"),
        (labels_to_biclusters, (fitted,), rf"coclustering\[{mode}\]"),
    ]:
        with pytest.raises(ValueError, match=f"`{name}` {message}"):
            function(*arguments)


def line_of_message(error, function, *arguments):
    """Return the code that the message of an error advises to pass."""
    with pytest.raises(error) as caught:
        function(*arguments)
    message = str(caught.value)
    assert message.startswith("`labels_pred` ")
    return re.search(r"[Pp]ass (?:its only .*?, such as )?`(.*?)`", message).group(1)


FORMATS = ["csr", "csc", "coo", "lil", "dok", "dia", "bsr"]


@pytest.mark.parametrize("dtype", [bool, np.int8, float])
@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("sparse_format", FORMATS)
def test_the_advice_for_a_sparse_matrix_works(sparse_format, kind, dtype):
    convert = getattr(sparse, f"{sparse_format}_{kind}")
    true = np.arange(12) % 3
    for matrix in (np.eye(3, dtype=dtype)[true], true[:, None], true[None]):
        if matrix.shape[1] in (1, 12):
            matrix = matrix.astype(int)
        labels = convert(matrix)
        line = line_of_message(TypeError, cari_score, true, labels)
        assert cari_score(true, eval(line, {"numpy": np, "labels": labels})) == 1


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, 1], [0, 1], [1, 0]],
        [[1, 1], [0, 0], [1, 0]],
        [[1, 0], [0, 2], [1, 0]],
        [[1, 0], [0, -1], [1, 0]],
        [[1j, 0], [0, 1], [1, 0]],
    ],
)
def test_a_sparse_matrix_that_is_no_indicator_is_not_called_one(matrix):
    message = r"dense 1-D array-like\. A co-clustering is a tuple"
    with pytest.raises(TypeError, match=message):
        cari_score([0, 1, 0], sparse.csr_array(matrix))


def test_the_advice_for_a_numpy_matrix_works():
    row = np.array(PATTERN).view(np.matrix)
    for labels in (row, row.T):
        assert labels.ndim == 2
        line = line_of_message(ValueError, cari_score, PATTERN, labels)
        assert cari_score(PATTERN, eval(line, {"numpy": np, "labels": labels})) == 1


def product_of(rows, columns):
    """Return the labels of the cells of a co-clustering of integers from 0."""
    return np.add.outer(rows * (columns.max() + 1), columns)


NOT_A_GRID = np.zeros((20, 12), int)
NOT_A_GRID[:8, :5] = 1
NOT_A_GRID[5:15, 6:] = 2


def test_labels_of_cells_that_are_no_grid_are_scored_as_cells():
    rows = (np.arange(20) >= 8) * 1
    columns = (np.arange(12) >= 5) * 1
    for truth in (NOT_A_GRID, (NOT_A_GRID, None)):
        with pytest.raises(ValueError, match="are not a co-clustering") as caught:
            cari_score(truth, (rows, columns))
        message = str(caught.value)
        assert "labels[0]" not in message
        lines = re.findall(r"`([^`]*\.ravel\(\))`", message)
        variables = {"numpy": np, "rows": rows, "columns": columns}
        variables["labels"] = NOT_A_GRID
        cells = [eval(line, variables) for line in lines]
        expected = adjusted_rand_score(
            NOT_A_GRID.ravel(), product_of(rows, columns).ravel()
        )
        assert cari_score(*cells) == pytest.approx(expected)


@given(st.integers(3, 7), st.integers(3, 7), st.integers(0, 2**32 - 1))
def test_cells_are_a_grid_if_their_blocks_are_those_of_rows_and_columns(
    n_rows, n_columns, seed
):
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 3, n_rows)
    columns = rng.integers(0, 3, n_columns)
    cells = rng.permutation(9)[product_of(rows, columns)] + 2
    changed = cells.copy()
    for _ in range(rng.integers(0, 3)):
        changed[rng.integers(n_rows), rng.integers(n_columns)] = rng.integers(2, 12)
    changed[changed == rng.integers(2, 11)] = rng.integers(2, 11)
    for labels in (cells, changed):
        _, row_classes = np.unique(labels, axis=0, return_inverse=True)
        _, column_classes = np.unique(labels, axis=1, return_inverse=True)
        blocks = product_of(row_classes.ravel(), column_classes.ravel())
        n_pairs = len(set(zip(labels.flat, blocks.flat, strict=True)))
        is_grid = n_pairs == len(np.unique(labels)) == len(np.unique(blocks))
        message = r"\(labels\[:, 0\], labels\[0\]\)" if is_grid else "not a co-clust"
        with pytest.raises(ValueError, match=message):
            cari_score(labels, labels)


def test_series_of_equal_indexes_may_repeat_names():
    labels = pd.Series([0, 0, 1], index=["a", "a", "b"])
    assert cari_score(labels, labels.copy()) == 1.0


INDEXES = [
    ("abcd", "abce", "other names than `labels_pred`: only the "),
    (
        "abcd",
        "abcc",
        "a name that occurs twice, .*: .c.; only `labels_(true|pred)` has .d",
    ),
    ([5, 6, 7, 8], [5, 6, 7, 9], "only the (first|second) has 8"),
    ("aabc", "bcaa", "a name that occurs twice"),
    (range(4), [3, 2, 1, 0], "match by number or by position"),
    (["1", "0", "2", "3"], list("0123"), None),
    (range(4), [4, 9, 7, 5], "match by number or by position"),
    (range(4), [1, 2, 3, 4], "match by number or by position"),
    (range(4), [0.5, 1.5, 2.5, 3.5], None),
    (range(4), "abcd", None),
]


@pytest.mark.filterwarnings("ignore:.* are matched by position")
@pytest.mark.parametrize(("names", "others", "message"), INDEXES)
def test_unlike_indexes_are_refused_unless_one_is_a_plain_numbering(
    names, others, message
):
    sides = [pd.Series([0, 0, 1, 1], index=list(index)) for index in (names, others)]
    for one, other in (sides, sides[::-1]):
        if message is None:
            assert pair_counts(one, other).n11 in (0, 2)
            continue
        with pytest.raises(ValueError, match=message):
            cari_score(one, other)


@pytest.mark.parametrize("as_labels", [lambda x: x, pd.Series, pd.CategoricalIndex])
@pytest.mark.parametrize("categories", [["c", "b", "x", "a"], [7, -5, 10**6, 3]])
def test_categories_are_read_as_codes_and_ordered_as_their_labels(
    as_labels, categories
):
    codes = np.array([0, 1, 3, 0, 0, 1])  # the third category is not used
    categorical = pd.Categorical.from_codes(codes, categories)
    expected = check_labels(np.array(categories)[codes], "labels")
    checked = check_labels(as_labels(categorical), "labels")
    assert checked.labels().tolist() == expected.labels().tolist()
    assert checked.compressed().values.tolist() == expected.compressed().values.tolist()


@pytest.mark.parametrize("kind", ["U", "S"])
def test_strings_are_coded_without_sorting_them_all(kind, monkeypatch):
    labels = np.array(["b", "", "abc", "b"]).astype(kind)
    values, codes = np.unique(labels, return_inverse=True)
    monkeypatch.setattr(np, "unique", None)
    checked = check_labels(labels, "labels")
    assert checked.values.dtype == values.dtype
    assert checked.values.tolist() == values.tolist()
    assert checked.codes.tolist() == codes.tolist()
