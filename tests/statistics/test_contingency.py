"""Contingency tables: every way to count against a plain count of the pairs."""

import math
import pickle
import re
from collections import Counter
from io import StringIO
from itertools import pairwise, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from strategies import clustering_pairs, object_array

from sklearn_cocluster_metrics import cari_score
from sklearn_cocluster_metrics._statistics import _contingency, _matching, _tables
from sklearn_cocluster_metrics._statistics._exact import rounded_sum
from sklearn_cocluster_metrics._statistics._matching import matched_clusters
from sklearn_cocluster_metrics._structures import _progress
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    ContingencyTables,
    contingency_table,
    contingency_table_from_chunks,
    score_from_tables,
)


def tally(true, pred):
    """Count the pairs of labels one by one."""
    return Counter(zip(list(true), list(pred), strict=True))


def as_counter(table):
    """The cells of a table that are not 0, by labels; checks its shape on the way."""
    counts = table.counts.toarray() if sparse.issparse(table.counts) else table.counts
    assert counts.dtype == np.int64
    assert counts.shape == table.shape
    assert counts.any(axis=1).all()  # no empty row
    assert counts.any(axis=0).all()
    true, pred = table.true_labels.tolist(), table.pred_labels.tolist()
    assert len(set(true)) == len(true)
    assert len(set(pred)) == len(pred)
    cells = np.argwhere(counts).tolist()
    return Counter({(true[i], pred[j]): counts[i, j] for i, j in cells})


def check(table, expected):
    """Compare a table, and all that it says of itself, with a count of pairs."""
    assert as_counter(table) == expected
    assert table.n_samples == expected.total()
    assert table.n_nonzero == len(expected)
    margins = Counter(), Counter()
    for pair, count in expected.items():
        for margin, label in zip(margins, pair, strict=True):
            margin[label] += count
    sides = (table.true_labels, table.true_sizes), (table.pred_labels, table.pred_sizes)
    for margin, (labels, sizes) in zip(margins, sides, strict=True):
        assert dict(zip(labels.tolist(), sizes.tolist(), strict=True)) == margin
    row, column, count = table.nonzero
    cells = zip(table.true_labels[row], table.pred_labels[column], count, strict=True)
    assert {(t, p): n for t, p, n in cells} == expected
    in_one = all(
        len({p for p in expected if p[k] == x}) == 1 for k in (0, 1) for x in margins[k]
    )
    assert table.is_equality == in_one


def random_labels(n_samples, n_true, n_pred, seed=0):
    """Two labelings, drawn at random."""
    generator = np.random.default_rng(seed)
    sizes = (n_true, n_pred)
    return tuple(generator.integers(0, size, n_samples) for size in sizes)


PATHS = {
    "array": {},
    "small chunks": {(_tables, "_CHUNK"): 3},
    "sorting": {(_tables, "ALWAYS_DENSE"): 0, (_tables, "_MOST_DENSE"): 0},
    "sparse": {(_tables, "ALWAYS_DENSE"): 0, (_contingency, "ALWAYS_DENSE"): 0},
}


@pytest.fixture(params=PATHS)
def path(request, monkeypatch):
    """Force one way to count."""
    for (module, name), value in PATHS[request.param].items():
        monkeypatch.setattr(module, name, value)
    return request.param


@given(clustering_pairs())
@pytest.mark.parametrize("path_", PATHS)
def test_small_tables_are_the_count_of_the_pairs(path_, pair):
    with pytest.MonkeyPatch.context() as patch:
        for (module, name), value in PATHS[path_].items():
            patch.setattr(module, name, value)
        check(contingency_table(*pair), tally(*pair))


@pytest.mark.parametrize(
    ("n_samples", "n_true", "n_pred"),
    [
        *[(1, 1, 1), (500, 3, 4), (500, 1, 40), (3000, 60, 50), (2000, 900, 2)],
        *[(3000, 2500, 2500), (70_000, 300, 400)],
    ],
)
def test_tables_of_any_size_are_the_count_of_the_pairs(path, n_samples, n_true, n_pred):
    labels = random_labels(n_samples, n_true, n_pred)
    expected = tally(*(side.tolist() for side in labels))
    check(contingency_table(*labels), expected)


WIDE = {
    "every third integer": lambda codes: 3 * codes - 500,
    "a wide range": lambda codes: codes * 10**8 - 2**40,
    "hashes of 64 bits": lambda codes: (codes * 2654435761**2).astype(np.uint64) ** 3,
    "bytes": lambda codes: (codes % 251 - 125).astype(np.int8),
    "uint32": lambda codes: (codes * 1_000_003).astype(np.uint32),
}


@pytest.mark.parametrize("spread", WIDE.values(), ids=WIDE)
@pytest.mark.parametrize("n_clusters", [40, 2500])
def test_integers_of_any_range_are_counted_like_others(spread, n_clusters):
    labels = random_labels(3000, n_clusters, n_clusters)
    with np.errstate(over="ignore"):
        labels = [spread(side) for side in labels]
    expected = tally(*(side.tolist() for side in labels))
    check(contingency_table(*labels), expected)


def test_pairs_of_labels_beyond_32_bits_are_counted_like_others():
    true, pred = random_labels(20_000, 20_000, 20_000)
    labels = 4 * true - 500, 4 * pred - 70_000  # 80,000 codes a side, most not used
    check(contingency_table(*labels), tally(*(side.tolist() for side in labels)))


def test_many_clusters_with_unused_codes_are_counted_by_one_sort(monkeypatch):
    def fail(*_, **__):
        raise AssertionError("labels were compressed by sorting")

    true, pred = (4 * side for side in random_labels(20_000, 5000, 5000))
    expected = tally(true.tolist(), pred.tolist())
    monkeypatch.setattr(np, "unique", fail)
    table = contingency_table(true, pred)
    monkeypatch.undo()
    assert sparse.issparse(table.counts)
    check(table, expected)


def test_as_many_clusters_as_samples_need_no_dense_table():
    n_samples = 200_000
    true, pred = map(np.random.default_rng(0).permutation, [n_samples] * 2)
    table = contingency_table(true, pred)
    assert sparse.issparse(table.counts)
    assert table.shape == (n_samples, n_samples)
    assert (table.counts.data == 1).all()
    row, column, _ = table.nonzero
    pairs = zip(table.true_labels[row], table.pred_labels[column], strict=True)
    assert {*pairs} == {*zip(true, pred, strict=True)}


def test_storage_is_whichever_takes_less_memory():
    true, pred = random_labels(3000, 1000, 1000)
    assert sparse.issparse(contingency_table(true, pred).counts)
    assert isinstance(contingency_table(true % 200, pred % 200).counts, np.ndarray)


@pytest.mark.parametrize("n_more", [2**16 - 2, 2**16 - 1, 2**16, 2**17 - 1])
def test_no_count_of_a_large_table_wraps_around(n_more):
    true, pred = (
        np.append(np.zeros(n_more, int), x) for x in divmod(np.arange(400), 20)
    )
    expected = np.ones((20, 20), int)
    expected[0, 0] += n_more
    np.testing.assert_array_equal(contingency_table(true, pred).counts, expected)


# --- sums -------------------------------------------------------------------------


@given(clustering_pairs(max_items=12), st.data())
def test_tables_of_chunks_add_up_to_the_table_of_all(pair, data):
    true, pred = pair
    cuts = data.draw(st.lists(st.integers(1, len(true)), max_size=3).map(sorted))
    bounds = sorted({0, *cuts, len(true)})
    tables = [
        contingency_table(true[start:stop], pred[start:stop])
        for start, stop in pairwise(bounds)
    ]
    check(sum(tables), tally(true, pred))


CHUNKS = {
    "other labels": [([0, 0, 5], [1, 1, 1]), ([7, 5], [2, 1])],
    "no label in common": [(["a"], [0]), (["b", "b"], [1, 1])],
    "longer strings": [(["a", "bb"], [0, 1]), (["abcdef", "bb"], [0, 1])],
    "strings and numbers": [([1, 2], [0, 0]), (["a", "b"], [0, 1])],
    "number and its name": [([1, "1"], ["x", "y"]), ([1, 1], ["x", "x"])],
    "strings and bytes": [(["a"], [0]), ([b"b"], [0])],
    "ints and floats": [([1, 2], [0, 0]), ([1.0, 3.0], [0, 1])],
    "ints past the digits of a float": [([2**53 + 1], [0]), ([2.0**53], [0])],
    "a great int and float": [([2**60 + 1], [0]), ([2.0**60], [0])],
    "bytes": [([b"b"], [0]), ([b"b", b"a"], [0, 0])],
    "booleans": [([True, False], [0, 1]), ([1, 2], [0, 1])],
    "uint64 above 2**63": [
        (np.array([2**63, 2**63 + 1], np.uint64), [0, 1]),
        ([-1, 3], [0, 1]),
        (np.array([2**63, 3], np.uint64), [0, 1]),
    ],
    "past 64 bits": [([2**70, 1], [0, 1]), ([2**70 + 1, 1], [0, 1])],
    "objects": [(object_array([(1, 2), "a"]), [0, 0]), (["a"], [0])],
    "long strings": [(["a" * 99, "b"], [0, 0]), (["b", "a" * 99], [0, 1])],
}


@pytest.mark.filterwarnings("ignore:.* a string, which are two clusters")
@pytest.mark.filterwarnings("ignore:.* or more, which are rounded")
@pytest.mark.parametrize("chunks", CHUNKS.values(), ids=CHUNKS)
def test_clusters_of_summed_tables_are_matched_by_label(path, chunks):
    tables = [contingency_table(*chunk) for chunk in chunks]
    expected = Counter()
    for chunk in chunks:
        expected += tally(*(object_array(side).tolist() for side in chunk))
    for order in (tables, tables[::-1]):
        check(sum(order), expected)


ALIKE = [
    ([0, 1], ["0", "1"]),
    ([1, 2], ["1", "b"]),
    ([1.0, 2.5], ["1", "b"]),
    ([1.0, 2.5], ["2.5", "b"]),
    ([b"a"], ["a"]),
    (["a", 1], ["b", "1"]),
    (np.array(["2020-01-01"], "M8[D]"), ["2020-01-01"]),
]


@pytest.mark.filterwarnings("ignore:Clustering metrics expect discrete")
@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_labels_of_unlike_types_that_read_alike_do_not_add_up(first, second):
    codes = [np.arange(len(labels)) for labels in (first, second)]
    for pair in ((first, second), (second, first)):
        with pytest.raises(
            ValueError, match=r"`true_labels` has the label .*, a string"
        ):
            contingency_table(pair[0], codes[0]) + contingency_table(pair[1], codes[1])
    with pytest.raises(ValueError, match=r"`pred_labels` has the label .* one type"):
        contingency_table_from_chunks(zip(codes, (first, second), strict=True))


def test_chunks_of_which_one_has_strings_for_numbers_are_refused_and_mended():
    true, pred = [0, 0, 1, 1], [0, 0, 0, 1]
    chunks = [(true, pred), (list(map(str, true)), list(map(str, pred)))]
    with pytest.raises(ValueError, match=r"by `numpy.asarray\(labels, str\)`"):
        contingency_table_from_chunks(chunks)
    mended = contingency_table_from_chunks(
        [tuple(np.asarray(labels, str) for labels in chunk) for chunk in chunks]
    )
    assert mended.counts.tolist() == [[4, 0], [2, 2]]


@pytest.mark.parametrize("order", [1, -1])
def test_chunks_of_one_and_of_two_modes_are_refused_by_their_numbers(order):
    labels = [0, 0, 1]
    chunks = [(labels, labels), (labels, labels), ((labels, labels),) * 2]
    message = {
        1: "chunk 0 has 1 and chunk 2 has 2",
        -1: "chunk 0 has 2 and chunk 1 has 1",
    }
    with pytest.raises(ValueError, match=f"the same modes, but {message[order]}"):
        contingency_table_from_chunks(chunks[::order])


UNITS = [
    ("M8[D]", "9999-01-01", "M8[ns]", "2020-01-01"),
    ("m8[Y]", 1, "m8[D]", 365),
    ("m8[M]", 1, "m8[s]", 5),
]


@pytest.mark.parametrize(("unit", "label", "other_unit", "other"), UNITS)
def test_times_without_a_common_unit_are_refused(unit, label, other_unit, other):
    tables = [
        contingency_table(np.array([label], unit), [0]),
        contingency_table(np.array([other], other_unit), [0]),
    ]
    for first, second in (tables, tables[::-1]):
        with pytest.raises(
            ValueError, match=r"no common unit .* Convert all parts to one"
        ):
            first + second


def test_margins_of_a_crosstab_are_refused_and_mended():
    true, pred = pd.Series(list("aabbb")), pd.Series([0, 1, 1, 1, 0])
    table = contingency_table(true, pred)
    for options in ({}, {"margins_name": "Total"}):
        counts = pd.crosstab(true, pred, margins=True, **options)
        with pytest.raises(ValueError, match=r"has margins\. .* '(All|Total)'"):
            ContingencyTable(counts)
        mended = ContingencyTable(counts.iloc[:-1, :-1])
        assert mended.counts.tolist() == table.counts.tolist()


def test_equal_counts_are_no_margins():
    counts = pd.DataFrame([[2, 2], [2, 2]], list("ab"), list("ab"))
    assert ContingencyTable(counts).n_samples == 8
    counts = pd.DataFrame([[2, 2], [2, 2]], ["a", "All"], ["a", "All"])
    with pytest.raises(ValueError, match="has margins"):
        ContingencyTable(counts)
    assert ContingencyTable(counts.to_numpy(), ["a", "All"], [0, 1]).n_samples == 8


def frame_of_csv(text):
    """Return what pandas reads, without options, from a file with this text."""
    return pd.read_csv(StringIO(text))


@pytest.mark.parametrize(
    ("text", "label_column"),
    [
        ('"","0","1"\n"5",20,1\n"6",1,18', "Unnamed: 0"),
        ('"","0","1"\n"a",20,1\n"b",1,18', "Unnamed: 0"),
        ("row_0,4,5,6\n0,20,1,1\n1,1,18,2", "row_0"),
        ("k,0,1,2\n0,20,0,0\n1,1,18,1\n2,0,2,18", "k"),
        ("k,x,y\na,20,1\nb,1,18", "k"),
    ],
)
def test_a_column_of_labels_beside_the_counts_is_refused_and_mended(text, label_column):
    counts = frame_of_csv(text)
    with pytest.raises(ValueError, match=re.escape(f"column {label_column!r} of")) as e:
        ContingencyTable(counts)
    assert "index_col=0" in str(e.value)
    mended = ContingencyTable(counts.set_index(label_column))
    assert mended.n_samples == counts.iloc[:, 1:].to_numpy().sum()
    read_again = pd.read_csv(StringIO(text), index_col=0)
    assert ContingencyTable(read_again) == mended


@pytest.mark.parametrize(
    "text",
    [
        "0,1,2\n0,5,1\n1,2,4\n",  # a default index, and counts like the names
        "a,b\n0,5\n1,2\n",
        "row,b,c\n4,5,1\n1,2,4\n",
    ],
)
def test_counts_without_a_column_of_labels_are_taken(text):
    counts = frame_of_csv(text)
    assert ContingencyTable(counts).n_samples == counts.to_numpy().sum()


@pytest.mark.parametrize(
    "text",
    [
        "Var1,Var2,Freq\na,x,5\na,y,1\nb,x,2\nb,y,6",
        "Var1,Var2,Freq\n1,1,5\n2,1,2\n1,2,1\n2,2,6",
        "true,pred,count\n0,0,5\n0,1,1\n1,1,8",
        "true,pred,n\na,x,5\na,y,1\nb,y,8",
    ],
)
def test_a_table_in_long_form_is_refused_and_mended(text):
    counts = frame_of_csv(text)
    with pytest.raises(ValueError, match="one row for each pair of labels") as e:
        ContingencyTable(counts)
    line = re.search(r"`(counts\.pivot_table\(.*\))`", str(e.value)).group(1)
    mended = ContingencyTable(eval(line, {"counts": counts}))
    assert mended.n_samples == 14
    assert mended.shape == (2, 2)


def test_three_columns_of_counts_are_no_long_form():
    counts = pd.DataFrame([[5, 1, 3], [5, 1, 2]], columns=["a", "b", "n"])
    assert ContingencyTable(counts).n_samples == 17


@pytest.mark.parametrize("other", [1, 0, [], "a", np.ones((2, 2))])
def test_a_table_adds_to_tables_only(other):
    with pytest.raises(TypeError, match="unsupported operand"):
        contingency_table([0, 1], [0, 1]) + other


@pytest.mark.parametrize(
    ("first", "second", "n_clusters"),
    [
        *[("2020-02-29", "2020-02-29T00", 1), ("2020-03", "2020-03-01", 1)],
        ("30000", "1941-05-28T00:00:00", 2),
        (np.timedelta64(120, "s"), np.timedelta64(2, "m"), 1),
        (np.datetime64(5, "s"), np.timedelta64(5, "s"), 2),
    ],
)
def test_times_are_one_label_where_numpy_says_so(first, second, n_clusters):
    times = (np.datetime64(t) if isinstance(t, str) else t for t in (first, second))
    tables = [contingency_table(np.array([time]), [0]) for time in times]
    assert sum(tables).shape == sum(tables[::-1]).shape == (n_clusters, 1)


# --- tables that users make --------------------------------------------------------

COUNTS = [[100, 27], [1, 120]]


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "i4", "u4", "i8", "u8"])
@pytest.mark.parametrize(
    "container", [np.array, sparse.csr_array, sparse.coo_matrix, pd.DataFrame]
)
def test_counts_of_any_width_are_counted_without_overflow(dtype, container):
    counts = container(np.array(COUNTS, dtype))
    table = ContingencyTable(counts, ["a", "b"], [0, 1])
    check(table, Counter({("a", 0): 100, ("a", 1): 27, ("b", 0): 1, ("b", 1): 120}))
    assert table.squares == (248, 25_130, 127**2 + 121**2, 101**2 + 147**2)


def test_duplicate_entries_of_a_sparse_table_are_added_without_overflow():
    entries = (np.full(3, 100, np.int8), (np.zeros(3, int), np.zeros(3, int)))
    table = ContingencyTable(sparse.coo_array(entries, shape=(1, 1)), ["a"], [0])
    check(table, Counter({("a", 0): 300}))


@pytest.mark.parametrize("container", [np.array, sparse.csr_array])
def test_empty_rows_and_columns_are_dropped_with_their_labels(container):
    counts = container(np.array([[0, 0, 0], [3, 0, 1], [0, 0, 2]]))
    table = ContingencyTable(counts, ["x", "y", "z"], [7, 8, 9])
    check(table, Counter({("y", 7): 3, ("y", 9): 1, ("z", 9): 2}))


def test_a_table_keeps_a_copy():
    counts, labels = np.array(COUNTS), np.array(["a", "b"])
    table = ContingencyTable(counts, labels, [0, 1])
    counts[:], labels[:] = 0, "c"
    assert table.counts.tolist() == COUNTS
    assert table.true_labels.tolist() == ["a", "b"]


def test_sums_past_the_squares_of_64_bits_are_exact():
    table = ContingencyTable([[2**62, 1], [0, 2**62 - 2]], [0, 1], [0, 1])
    assert table.n_samples == 2**63 - 1
    joint = 2**124 + 1 + (2**62 - 2) ** 2
    true = (2**62 + 1) ** 2 + (2**62 - 2) ** 2
    assert table.squares == (2**63 - 1, joint, true, 2**124 + (2**62 - 1) ** 2)


INTEGERS = (TypeError, "`counts` must contain integers of at most 64 bits")
ONE, TWO = (["a"], [0]), (["a"], [0, 1])
BAD_TABLES = {
    "negative": ([[-1]], *ONE, ValueError, "`counts` must not be negative"),
    "fractions": ([[0.5]], *ONE, *INTEGERS),
    "booleans": ([[True]], *ONE, *INTEGERS),
    "strings": ([["1"]], *ONE, *INTEGERS),
    "huge": ([[2**70]], *ONE, *INTEGERS),
    "past 2**63": ([[2**63]], *ONE, ValueError, r"to less than 2\*\*63, got 92233"),
    "sum past it": ([[2**62] * 2], *TWO, ValueError, r"less than 2\*\*63, got 92233"),
    "all zero": ([[0, 0]], *TWO, ValueError, "`counts` has no samples"),
    "no rows": (np.zeros((0, 1), int), [], [0], ValueError, "`counts` has no samples"),
    "1-D": ([1, 2], *ONE, ValueError, "`counts` must be two-dimensional"),
    "ragged": ([[1], [1, 2]], *ONE, ValueError, "`counts` must be two-dimension"),
    "masked": (np.ma.masked_all((1, 1), int), *ONE, ValueError, "has masked entries"),
    "too few": (COUNTS, *TWO, ValueError, "`true_labels` has 1 row, `counts` has 2"),
    "too many": (COUNTS, [0, 1], [0, 1, 2], ValueError, "`pred_labels` has 3 columns"),
    "twice": (COUNTS, ["a", "a"], [0, 1], ValueError, "`true_labels` has the same"),
    "unknown": (COUNTS, [0, 1], [0, None], ValueError, "`pred_labels` contains None"),
    "no labels": (COUNTS, None, [0, 1], ValueError, r"`true_labels` is missing\. Pass"),
    "no names": (COUNTS, [0, 1], None, ValueError, "for each of the columns"),
}


@pytest.mark.parametrize("bad", BAD_TABLES.values(), ids=BAD_TABLES)
def test_what_is_no_table_is_refused(bad):
    *arguments, error, message = bad
    with pytest.raises(error, match=message):
        ContingencyTable(*arguments)


def test_a_table_is_made_from_a_crosstab_and_printed_with_its_labels():
    true, pred = ["b", "a", "b", "b"], [7, 8, 8, 7]
    table = ContingencyTable(pd.crosstab(np.array(true), np.array(pred)))
    assert str(table) == (
        "ContingencyTable(shape=(2, 2), n_samples=4)\n   7  8\na  0  1\nb  2  1"
    )
    assert "<td" in table._repr_html_()
    assert score_from_tables(table, "cari") == cari_score(true, pred)


def test_a_large_table_is_printed_by_its_shape():
    table = contingency_table(range(21), range(21))
    assert str(table) == repr(table)


def test_tables_with_too_many_samples_together_are_refused():
    half = ContingencyTable([[2**62]], ["a"], [0])
    with pytest.raises(ValueError, match=r"to less than 2\*\*63, got 92233720368547"):
        half + half


@pytest.mark.parametrize("n_clusters", [2, 1000])
def test_counts_are_read_only(n_clusters):
    table = contingency_table(*random_labels(2000, n_clusters, n_clusters))
    made = ContingencyTable(table.counts, table.true_labels, table.pred_labels)
    for one in (table, made, table + table):
        counts = one.counts.data if sparse.issparse(one.counts) else one.counts
        for array in (counts, *one.sizes):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0


def test_a_table_can_be_sent_to_another_process():
    table = contingency_table([0, 0, 1], ["a", "b", "b"])
    expected = Counter({(0, "a"): 2, (0, "b"): 2, (1, "b"): 2})
    check(pickle.loads(pickle.dumps(table)) + table, expected)


# --- tables of co-clusterings ------------------------------------------------------

PARTS = [
    (([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 1])),
    (([1, 2], [0]), ([2, 2], [3])),
    (([0], [1, 1, 1]), ([1], [0, 1, 0])),
]


def whole(side):
    """The labels of all parts, joined mode by mode."""
    return tuple(
        [label for part in PARTS for label in part[side][mode]] for mode in range(2)
    )


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_tables_of_co_clusterings_are_added_mode_by_mode(order):
    total = sum(contingency_table(*PARTS[part]) for part in order)
    assert isinstance(total, ContingencyTables)
    assert total.shapes == ((3, 3), (2, 3))
    for table, true, pred in zip(total, whole(0), whole(1), strict=True):
        check(table, tally(true, pred))


def test_tables_of_co_clusterings_are_a_sequence():
    tables = contingency_table(*PARTS[0])
    rows, columns = tables
    assert len(tables) == 2
    assert tables[0] is rows
    assert tables[-1] is columns
    assert list(tables[::-1]) == [columns, rows]
    assert ContingencyTables([rows, columns]).shapes == tables.shapes
    assert repr(tables) == "ContingencyTables(shapes=((2, 2), (2, 2)))"


@pytest.mark.parametrize("as_other", [tuple, list, lambda tables: tables[0], len])
def test_tables_of_co_clusterings_are_never_concatenated(as_other):
    tables = contingency_table(*PARTS[0])
    for sides in ((tables, as_other(tables)), (as_other(tables), tables)):
        with pytest.raises(TypeError, match=r"unsupported operand|can only concat"):
            sides[0] + sides[1]


def test_tables_with_another_number_of_modes_are_not_added():
    two = contingency_table(*PARTS[0])
    three = contingency_table(([0], [0], [0]), ([0], [0], [0]))
    with pytest.raises(ValueError, match="Tables of 2 modes cannot be added to tables"):
        two + three


def test_tables_of_modes_print_the_counts_of_each_compared_mode():
    rows = (["a", "a", "b"], [0, 1, 1])
    tables = contingency_table((rows[0], None), (rows[1], [5, 6]))
    assert str(tables) == (
        "ContingencyTables(shapes=((2, 2), None))\n\nrows  0  1\na     1  1\nb     0  1"
    )
    tables = contingency_table((rows[0], [5, 6]), (rows[1], [5, 6]))
    assert str(tables).endswith("\n\ncolumns  5  6\n5        1  0\n6        0  1")
    assert tables._repr_html_().count("<table>") == 2


def test_many_clusters_of_one_mode_are_not_printed():
    many = range(21)
    tables = contingency_table((many, [0]), (many, [0]))
    assert str(tables).splitlines()[1:] == ["", "columns  0", "0        1"]


def test_the_data_frame_of_a_table_has_the_names_of_the_clusters():
    true = pd.Series(["a", "a", "b"], name="true")
    pred = pd.Series(["x", "y", "y"], name="pred")
    frame = contingency_table(true, pred).to_frame()
    pd.testing.assert_frame_equal(frame, pd.crosstab(true, pred))


def test_the_data_frame_of_a_table_can_be_changed_and_read_again():
    table = contingency_table([0, 0, 1], [5, 6, 6])
    frame = table.to_frame()
    assert ContingencyTable(frame) == table
    frame.loc[0, 5] = 9
    assert table.counts[0, 0] == 1


def test_the_data_frame_of_a_sparse_table_is_sparse():
    table = contingency_table(range(300), range(300))
    frame = table.to_frame()
    assert all(isinstance(dtype, pd.SparseDtype) for dtype in frame.dtypes)
    np.testing.assert_array_equal(frame.to_numpy(), np.eye(300, dtype=int))


FRAME = pd.crosstab(pd.Series(["a", "b"]), pd.Series(["x", "y"]))


@pytest.mark.parametrize(
    ("tables", "error", "message"),
    [
        ([], ValueError, "`tables` is empty"),
        (contingency_table([0], [0]), TypeError, "`tables` must be a sequence of Con"),
        ([np.eye(2)], TypeError, r"got ndarray\. Pass `ContingencyTable\(counts, "),
        (
            sparse.csr_array(np.eye(2)),
            TypeError,
            r"csr_array\. Pass `ContingencyTable\(cou",
        ),
        (FRAME, TypeError, r"got DataFrame\. Pass `ContingencyTable\(frame\)`, if"),
        (
            [FRAME, FRAME],
            TypeError,
            r"got DataFrame\. Pass `ContingencyTable\(frame\)`",
        ),
        ([3], TypeError, "`tables` must contain a ContingencyTable for each .*got int"),
        (3, TypeError, "`tables` must be a sequence of ContingencyTable.*got int"),
    ],
)
def test_what_are_no_tables_is_refused(tables, error, message):
    with pytest.raises(error, match=message):
        ContingencyTables(tables)


@pytest.mark.parametrize("dtype", ["i1", "i8", "f8", "U2", "O", "M8[D]"])
def test_arguments_are_read_only_and_left_as_they_are(path, dtype):
    arrays = [side.astype("i8").astype(dtype) for side in random_labels(100, 4, 5)]
    copies = [array.copy() for array in arrays]
    for array in arrays:
        array.flags.writeable = False
    contingency_table(*arrays)
    for array, copy in zip(arrays, copies, strict=True):
        np.testing.assert_array_equal(array, copy)


# --- matching of sparse tables ----------------------------------------------------


def tables_of(counts):
    """Two tables of these counts, one of them stored sparse."""
    labels = [*map(np.arange, counts.shape)]
    return [
        ContingencyTable(of(counts), *labels) for of in (np.array, sparse.csr_array)
    ]


def best_matching(counts):
    """The greatest number of matched samples, by dynamic programming over subsets."""
    counts = counts.tolist() if len(counts) <= len(counts[0]) else counts.T.tolist()
    n_pred = len(counts[0])
    best = {0: 0}  # by the predicted clusters that are taken, as bits
    for row in counts:
        for (taken, value), j in product([*best.items()], range(n_pred)):
            if not taken >> j & 1:
                key = taken | 1 << j
                best[key] = max(best.get(key, 0), value + row[j])
    return max(best.values())


def random_counts(seed, shape, density):
    """A table with few nonzero cells, and no empty row or column."""
    generator = np.random.default_rng(seed)
    counts = generator.integers(1, 9, shape) * (generator.random(shape) < density)
    counts[np.arange(shape[0]), generator.integers(0, shape[1], shape[0])] += 1
    counts[generator.integers(0, shape[0], shape[1]), np.arange(shape[1])] += 1
    return counts


def count_matched(table):
    """The number of samples in matched clusters, from the classification error."""
    share = 1 - score_from_tables(table, "classification_error")
    return round(share * table.n_samples)


WAYS_TO_MATCH = {
    "at once, in arrays": {},
    "at once, without arrays": {"_MOST_DENSE": 0},
    "certain pairs first": {"_FEW_PAIRS": 0},
    "certain pairs first, without arrays": {"_FEW_PAIRS": 0, "_MOST_DENSE": 0},
}


@pytest.fixture(params=WAYS_TO_MATCH)
def way_to_match(request, monkeypatch):
    for name, value in WAYS_TO_MATCH[request.param].items():
        monkeypatch.setattr(_matching, name, value)


@pytest.mark.usefixtures("way_to_match")
@pytest.mark.parametrize("density", [0.0, 0.1, 0.3, 0.9])
@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (7, 2), (5, 5), (4, 8), (8, 6)])
def test_the_best_matching_is_found(shape, density):
    for seed in range(10):
        counts = random_counts(seed, shape, density)
        for table in tables_of(counts):
            true, pred = matched_clusters(table)
            assert len(set(true)) == len(set(pred)) == len(true)
            assert counts[true, pred].min() > 0
            assert counts[true, pred].sum() == best_matching(counts)
            assert count_matched(table) == best_matching(counts)


@pytest.mark.usefixtures("way_to_match")
@pytest.mark.parametrize("density", [0.0, 0.001, 0.01, 0.05])
def test_sparse_and_dense_matching_agree_on_larger_tables(density):
    for seed, shape in enumerate([(80, 80), (120, 60), (40, 150)]):
        dense, stored_sparse = tables_of(random_counts(seed, shape, density))
        assert count_matched(stored_sparse) == count_matched(dense)


def test_most_clusters_of_a_noisy_labeling_are_matched_without_a_search(monkeypatch):
    searched, original = [], _matching._matched_at_once

    def match(*pairs):
        searched.append(len(pairs[0]))
        return original(*pairs)

    monkeypatch.setattr(_matching, "_matched_at_once", match)
    generator = np.random.default_rng(0)
    true, other = generator.integers(0, 3000, (2, 10_000))
    pred = np.where(generator.random(10_000) < 0.1, other, true)
    table = contingency_table(true, pred)
    assert searched == []
    found = count_matched(table)
    assert table.n_nonzero > 3500
    assert searched[0] < 1100
    monkeypatch.setattr(_matching, "_FEW_PAIRS", 10**6)
    assert count_matched(contingency_table(true, pred)) == found


def test_a_long_wait_is_announced(monkeypatch):
    monkeypatch.setattr(_progress, "_ANNOUNCED_SECONDS", 0.001)
    table = contingency_table(*random_labels(3000, 1000, 1000))
    with pytest.warns(UserWarning, match="overlap in many ways may take about 1 s"):
        count_matched(table)


def test_one_matching_serves_all_indices_of_a_table(monkeypatch):
    table = contingency_table(*random_labels(300, 5, 6))
    expected = count_matched(table)
    monkeypatch.setattr(_matching, "matched_clusters", None)
    assert count_matched(table) == expected


@given(st.integers(0, 2**32 - 1))
def test_sums_of_many_floats_are_rounded_once(seed):
    generator = np.random.default_rng(seed)
    n_values = 20_000
    values = generator.normal(size=n_values) * 2.0 ** generator.integers(
        -80, 40, n_values
    )
    assert rounded_sum(values) == math.fsum(values.tolist())


def test_the_sum_of_many_zeros_is_zero():
    assert rounded_sum(np.zeros(20_000)) == 0.0


@pytest.mark.parametrize("attribute", ["to_frame", "counts", "true_sizes"])
def test_an_attribute_of_one_table_is_refused_on_tables_with_the_index(attribute):
    tables = contingency_table(([0, 0, 1], [0, 1]), ([0, 1, 1], [0, 1]))
    cure = rf"write `tables\[0\]\.{attribute}` for the rows"
    with pytest.raises(AttributeError, match=f"no attribute '{attribute}'.* {cure}"):
        getattr(tables, attribute)


@pytest.mark.parametrize("container", ["array", "lists"])
def test_counts_that_are_floats_are_mended_by_the_line_of_the_message(container):
    counts = [[1.0, 1.0], [0.0, 1.0]]
    if container == "array":
        counts = np.array(counts)
    cluster_labels = ["a", "b"], ["x", "y"]
    with pytest.raises(TypeError, match="If all counts are whole") as raised:
        ContingencyTable(counts, *cluster_labels)
    line = str(raised.value).split("`")[-2]
    mended = eval(line, {"counts": counts, "numpy": np})
    table = ContingencyTable(mended, *cluster_labels)
    assert table.counts.tolist() == [[1, 1], [0, 1]]


@pytest.mark.parametrize("columns", [["a", "b"], ["a", "b", "n"]])
def test_a_frame_without_rows_has_no_samples(columns):
    counts = pd.DataFrame(np.zeros((0, len(columns)), int), columns=columns)
    with pytest.raises(ValueError, match="`counts` has no samples"):
        ContingencyTable(counts)


@pytest.mark.parametrize(
    "container", ["frame", "nullable frame", "array", "objects", "lists"]
)
def test_counts_with_missing_cells_are_mended_by_the_line_of_the_message(container):
    labels = pd.DataFrame({"true": ["a", "a", "b"], "pred": ["x", "y", "y"]})
    counts = labels.groupby(["true", "pred"]).size().unstack()
    if container == "nullable frame":
        counts = counts.astype("Int64")
    cluster_labels = ()
    if container in ("array", "objects", "lists"):
        counts = counts.to_numpy()
        cluster_labels = (["a", "b"], ["x", "y"])
    if container == "objects":
        counts = counts.astype(object)
    if container == "lists":
        counts = [[1, 1], [None, 1]]
    with pytest.raises(TypeError, match="Some counts are NaN") as raised:
        ContingencyTable(counts, *cluster_labels)
    line = str(raised.value).split("`")[-2]
    mended = eval(line, {"counts": counts, "numpy": np})
    table = ContingencyTable(mended, *cluster_labels)
    assert table.counts.tolist() == [[1, 1], [0, 1]]
