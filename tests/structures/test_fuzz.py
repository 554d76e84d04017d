"""Anything at all as an argument: a documented value, or an error that names it.

A small sample of the inputs runs with the other tests. ``FUZZ_EXAMPLES=20000`` in the
environment makes it long, and every run then draws other inputs.
"""

import inspect
import math
import os
import re
import warnings
from array import array
from collections import OrderedDict, UserList, deque
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import cycle
from random import Random

import numpy as np
import pandas as pd
import pytest
from contracts import CONTRACTS
from doubles import Fitted
from hypothesis import given, settings, strategies as st
from scipy import sparse
from sklearn.cluster import KMeans, SpectralCoclustering
from strategies import modes_of

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics.datasets import random_partition, random_surjection
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    ContingencyTables,
    contingency_table,
    score_from_tables,
)

N_EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "60"))
fuzz = settings(max_examples=N_EXAMPLES, derandomize="FUZZ_EXAMPLES" not in os.environ)


DTYPES = (
    object, str, bytes, float, np.float16, np.longdouble, np.int8, np.uint64, ">i4",
    complex, "M8[s]", "m8[Y]",
)  # fmt: skip
# Each makes a container of a list of labels, or raises what its package raises.
CONTAINERS = [
    list,
    tuple,
    np.array,
    np.asfortranarray,
    *(partial(np.array, dtype=dtype) for dtype in DTYPES),
    lambda x: np.array([(label,) for label in x], dtype=[("a", int)]),
    lambda x: np.ma.masked_array(x, mask=[i == 0 for i in range(len(x))]),
    lambda x: np.ma.masked_array(x, mask=False),
    lambda x: np.array(x)[:, None],
    lambda x: np.array([x, x]),
    lambda x: np.array(x[0]),
    lambda x: np.matrix(x),
    *(np.repeat, pd.Series, pd.Index, pd.Categorical, pd.DataFrame),
    lambda x: pd.array(x, dtype="Int64"),
    lambda x: pd.array(x, dtype="string"),
    lambda x: pd.Series(x, dtype="category"),
    *(sparse.csr_array, sparse.coo_matrix, sparse.lil_array, deque, UserList),
    *(set, frozenset, iter),
    lambda x: np.ma.masked_array(x, np.array(x) == x[0]),
    lambda x: list(np.ma.masked_array(x, np.array(x) == x[0])),
    lambda x: pd.DataFrame(x).convert_dtypes(),
    *(enumerate, dict.fromkeys, OrderedDict.fromkeys, bytes, bytearray),
    lambda x: dict.fromkeys(x).keys(),
    lambda x: dict(enumerate(x)).values(),
    lambda x: (label for label in x),
    lambda x: partial(list, x),
    lambda x: x[0],
    lambda x: [x, x],
    lambda x: [x, x[:1]],
    lambda x: [[label] for label in x],
    lambda x: "".join(map(str, x)),
    lambda x: memoryview(bytes(x)),
    lambda x: array("q", x),
    lambda x: range(len(x)),
    lambda x: KMeans(),
    lambda x: SpectralCoclustering,
]
with suppress(ImportError):
    import pyarrow as pa

    CONTAINERS += [
        pa.array,
        lambda x: pa.array([*x, None]),
        lambda x: pa.chunked_array([x, x]),
        lambda x: pa.array(x).dictionary_encode(),
        lambda x: pa.table({"labels": x}),
        lambda x: pa.table([*map(pa.array, x)], names=[*"abcde"[: len(x)]]),
        lambda x: pa.scalar(x[0]),
        lambda x: pd.Series([*x[1:], None], dtype=pd.ArrowDtype(pa.int64())),
        lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.int64())),
    ]
with suppress(ImportError):
    import polars as pl

    CONTAINERS += [
        pl.Series,
        lambda x: pl.DataFrame(np.array(x)),
        lambda x: pl.Series([*x[1:], None]),
        lambda x: pl.Series(x).to_frame(),
        lambda x: pl.Series(x).to_frame().lazy(),
        lambda x: pl.Series(list(map(str, x)), dtype=pl.Categorical),
    ]
SCALARS = [
    None, True, np.nan, pd.NA, pd.NaT, np.ma.masked, 1j, b"a", b"a\0", (), (1, 2), [1],
    {}, {1}, Fraction(1, 3), Decimal("0.1"), Decimal("NaN"), date(2020, 1, 1),
    datetime(2020, 1, 1), pd.Timestamp("2020", tz="UTC"), np.datetime64("30000", "Y"),
    np.datetime64(1, "ns"), np.datetime64("NaT", "ns"), np.timedelta64(3, "M"),
    np.int8(1), np.uint64(2**63), np.float16(0.5), np.str_("a"), np.array(1),
    np.array([1]), "x" * 100, float("inf"), object, object(), Ellipsis, len,
]  # fmt: skip
LABELS = (
    st.integers(-2, 3)
    | st.integers(2**49, 2**70)  # none that is a number of samples, but too many
    | st.integers(-(2**70), -(2**49))
    | st.floats(width=16)
    | st.text("ab\0 ", max_size=3)
    | st.sampled_from(SCALARS)
)


@st.composite
def arguments(draw):
    """One argument: a container of good or bad labels."""
    plain = st.lists(st.integers(0, 2), min_size=4, max_size=4)
    labels = draw(plain | plain | st.lists(LABELS, max_size=5))
    return contained(draw(st.sampled_from(CONTAINERS) | st.just(list)), labels)


def contained(make, labels):
    """Labels in a container, or as a list where it does not take them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the package that makes the container
        try:
            return make(labels)
        except KeyboardInterrupt:
            raise
        except BaseException:  # polars panics by one that is no Exception
            return labels


STRUCTURES = arguments() | st.lists(arguments(), max_size=3).map(tuple)
SCORES = [
    *(index for index in CONTRACTS.values() if index.structure == "partition"),
    sccm.expected_mutual_info,
    lambda true, pred: sccm.pair_count_moments(true, pred).zscore,
    lambda true, pred: sccm.pair_counts(true, pred).n_pairs,
    lambda true, pred: score_from_tables(contingency_table(true, pred), "rand"),
    lambda true, pred: sccm.adjusted_for_chance(true, pred, "rand", n_draws=2),
]


def outcome(function, *args, names=None, **kwargs):
    """Return a value, or None for a good error; raise what is neither."""
    names = names or inspect.signature(function).parameters
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Clustering metrics expect discrete labels")
        # Small random clusters have few samples, and are often repeated or symmetric.
        warnings.filterwarnings("ignore", ".*fewer samples than clusters")
        warnings.filterwarnings("ignore", ".*each of them is repeated")
        warnings.filterwarnings("ignore", ".*is a symmetric matrix")
        try:
            return function(*args, **kwargs)
        except (ValueError, TypeError) as error:
            if not re.search("`(" + "|".join(names) + r")(`|\[|\.|=)", str(error)):
                raise AssertionError("The error does not name the argument.") from error
            return None


def materialized(structure):
    """Whether it can be passed twice: an iterator is empty after the first time."""
    return not any(isinstance(part, Iterator) for part in modes_of(structure))


@fuzz
@given(true=STRUCTURES, pred=STRUCTURES, score=st.sampled_from(SCORES))
def test_scores_of_anything_are_numbers_or_errors_that_name_it(true, pred, score):
    for pair in ((true, pred), (true, [0, 1, 0, 2]), ([0, 1, 0, 2], pred)):
        value = outcome(score, *pair, names=["labels_true", "labels_pred"])
        assert value is None or not math.isnan(value)


@fuzz
@given(labels=STRUCTURES.filter(materialized))
def test_labels_that_are_taken_are_equal_to_themselves(labels):
    assert outcome(sccm.cari_score, labels, labels) in (None, 1.0)


@fuzz
@given(labels=arguments().filter(materialized))
def test_tables_have_the_labels_that_came(labels):
    table = outcome(contingency_table, labels, labels)
    if isinstance(table, ContingencyTable):
        doubled = table + table
        assert doubled.shape == table.shape
        assert doubled.is_equality
        assert doubled.n_samples == 2 * len(labels)


@fuzz
@given(structure=STRUCTURES)
def test_conversions_of_anything_are_biclusters_or_errors_that_name_it(structure):
    for kind in ("checkerboard", "diagonal"):
        found = outcome(sccm.labels_to_biclusters, structure, structure=kind)
        assert found is None or all(np.asarray(x).dtype == bool for x in found)


@fuzz
@given(labels=arguments())
def test_whatever_an_estimator_has_is_labels_or_an_error_that_names_it(labels):
    fitted = Fitted(row_labels_=labels, column_labels_=labels)
    found = outcome(sccm.coclustering_of, fitted)
    assert found is None or all(part.ndim == 1 for part in found)
    score = outcome(sccm.cari_score, ([0, 1, 0, 1], [0, 1, 1, 1]), fitted)
    assert score is None or score <= 1


@fuzz
@given(counts=arguments(), true=arguments(), pred=arguments())
def test_tables_of_anything_are_tables_or_errors_that_name_it(counts, true, pred):
    for args in ((counts, true, pred), ([[1, 2], [0, 3]], true, pred)):
        table = outcome(ContingencyTable, *args)
        assert table is None or 0 < table.n_samples < 2**63


@fuzz
@given(odd=arguments())
def test_scores_of_what_are_no_tables_are_errors_that_name_them(odd):
    table = contingency_table([0, 1], [0, 0])
    for tables in (odd, [odd, table], (table, odd, odd)):
        outcome(score_from_tables, tables, "rand", names=["tables"])
        outcome(ContingencyTables, tables)


@fuzz
@given(sizes=arguments(), seed=arguments() | LABELS)
def test_random_clusterings_of_anything_are_drawn_or_errors_name_it(sizes, seed):
    for args, state in ((sizes, 0), ([2, 1], seed)):
        labels = outcome(random_partition, args, random_state=state)
        assert labels is None or labels.dtype == np.int64


@fuzz
@given(n_samples=LABELS, n_clusters=LABELS, seed=LABELS)
def test_random_surjections_of_anything_are_drawn_or_errors_name_it(
    n_samples, n_clusters, seed
):
    for n, k, state in ((n_samples, 1, 0), (4, n_clusters, 0), (4, 2, seed)):
        labels = outcome(random_surjection, n, k, random_state=state)
        assert labels is None or len(labels) == n


# Biclusters of a matrix of 2 x 2

SQUARE = [[1, 0], [1, 1]]
MEASURES = [
    *(one for one in CONTRACTS.values() if one.structure == "biclustering"),
    lambda true, pred: sccm.mocice_bcubed_precision_recall_fscore(true, pred)[2],
]


ODD = [*SCALARS, -1, 2, 0.5, 10**30, [], [0] * 3]


def indicators():
    """Indicators in any container, most of them with a wrong entry or row."""
    draw = Random(None if "FUZZ_EXAMPLES" in os.environ else 0)
    for _ in range(5 * N_EXAMPLES):
        entries = [draw.choices([0, 1], k=2) for _ in range(2)]
        if draw.random() < 0.5:
            draw.choice(entries)[0] = draw.choice(ODD)
        if draw.random() < 0.1:
            entries[1] = draw.choice(ODD)
        yield contained(draw.choice([list, *CONTAINERS, np.array]), entries)


def with_indicator(odd):
    """Everything that has this indicator in one of its places."""
    pairs = [(odd, SQUARE), (SQUARE, odd), (2 * SQUARE, odd)]
    fitted = [Fitted(rows_=odd, columns_=SQUARE), Fitted(rows_=SQUARE, columns_=odd)]
    return [*pairs, odd, (odd,), (odd, SQUARE, SQUARE), *fitted]


def test_measures_of_biclusters_give_numbers_or_errors_that_name_them():
    names = ["biclusters_true", "biclusters_pred"]
    for odd, measure in zip(indicators(), cycle(MEASURES), strict=False):
        for biclusters in with_indicator(odd):
            value = outcome(measure, (SQUARE, SQUARE), biclusters, names=names)
            assert value is None or math.isfinite(value)
        found = outcome(sccm.cice_bcubed_score, odd, SQUARE)
        assert found is None or 0 <= found <= 1


KINDS = ("checkerboard", "diagonal", "grid", None, 1, ["diagonal"])


def test_conversions_of_biclusters_are_arrays_or_errors_that_name_them():
    for odd, kind in zip(indicators(), cycle(KINDS), strict=False):
        for biclusters in with_indicator(odd):
            for convert in (sccm.biclusters_to_labels, sccm.labels_to_biclusters):
                found = outcome(convert, biclusters, structure=kind)
                assert found is None or all(map(np.ndim, found))
            for read in (sccm.biclustering_of, sccm.coclustering_of):
                found = outcome(read, biclusters)
                assert found is None or all(map(np.ndim, found))


SHAPES = [(9, 9), [3, 2], (3,), (0, 2), (3.0, 2), None, "32", (10**30, 2)]


def test_lists_of_indices_are_indicators_or_errors_that_name_them():
    for odd, wrong in zip(indicators(), cycle(SHAPES), strict=False):
        for pairs in ([(odd, [0])], [([0], odd)], [odd], odd, {"a": odd}):
            for shape in ((9, 9), wrong):
                found = outcome(sccm.biclusters_from_indices, pairs, shape)
                assert found is None or all(np.asarray(x).dtype == bool for x in found)


@pytest.mark.parametrize("module", ["pyarrow", "polars"])
def test_nulls_of_columnar_libraries_are_refused(module):
    library = pytest.importorskip(module)
    make = library.array if module == "pyarrow" else library.Series
    for labels in ([1, None], ["a", None], [True, None], [0.0, None]):
        with pytest.raises(ValueError, match=r"`labels_true` contains (NaN|None)"):
            sccm.cari_score(make(labels), [0, 1])
    for labels in ([1, 2], ["a", "b"], [True, False]):
        assert sccm.cari_score(make(labels), [0, 1]) == 1.0


def test_nulls_of_arrow_in_pandas_are_refused():
    pyarrow = pytest.importorskip("pyarrow")
    for make in (pd.Series, pd.Index, pd.array):
        labels = make([1, None], dtype=pd.ArrowDtype(pyarrow.int64()))
        with pytest.raises(ValueError, match="`labels_pred` contains NaN"):
            sccm.cari_score([0, 1], labels)
