"""Labels in chunks, memory maps and dask arrays, against labels in memory."""

import warnings

import numpy as np
import pytest
from calls import CALLS
from joblib import parallel_config
from scipy import sparse

from sklearn_cocluster_metrics import (
    cari_decomposition,
    cari_score,
    coami_score,
    nce_score,
    permutation_test,
    score_interval,
)
from sklearn_cocluster_metrics._statistics import _tables
from sklearn_cocluster_metrics.tables import (
    ContingencyTables,
    contingency_table,
    contingency_table_from_chunks,
    score_from_tables,
)

FUNCTIONS = (cari_score, coami_score, nce_score, cari_decomposition, score_interval)


def assert_same_tables(found, expected):
    """Compare tables with those counted from labels in memory."""
    assert type(found) is type(expected)
    pairs = [(found, expected)]
    if isinstance(found, ContingencyTables):
        pairs = list(zip(found, expected, strict=True))
    for one, other in pairs:
        assert sparse.issparse(one.counts) == sparse.issparse(other.counts)
        assert one.counts.dtype == np.int64
        assert (one.counts != other.counts).sum() == 0
        assert one.true_labels.tolist() == other.true_labels.tolist()
        assert one.pred_labels.tolist() == other.pred_labels.tolist()


def some_labels(kind, n_samples, seed):
    """Draw labels of a type; only the last thousand have some of the values."""
    generator = np.random.default_rng(seed)
    numbers = generator.integers(0, np.where(np.arange(n_samples) < 2000, 5, 9))
    match kind:
        case "int8":
            return (numbers - 4).astype(np.int8)
        case "bool":
            return numbers > 3
        case "uint64":  # some blocks have a narrow range and others a wide one
            wide = np.where(numbers > 4, np.uint64(2**64 - 1), np.uint64(0))
            return wide - numbers.astype(np.uint64) * (numbers > 4)
        case "float":
            return numbers.astype(float)
        case "str":
            return numbers.astype("U2")
        case "datetime":
            return numbers.astype("M8[D]")
        case "object":
            return np.array([("a", 1, "1", 2.5)[n % 3] for n in numbers], dtype=object)
        case "many":
            return generator.integers(0, 2000, n_samples)
    raise AssertionError(kind)


KINDS = ("int8", "bool", "uint64", "float", "str", "datetime", "object", "many")


@pytest.mark.parametrize("kind", KINDS)
def test_tables_of_dask_arrays_are_those_of_numpy_arrays(kind):
    da = pytest.importorskip("dask.array")
    true, pred = (some_labels(kind, 3000, seed) for seed in (0, 1))
    found = contingency_table(
        da.from_array(true, chunks=700), da.from_array(pred, chunks=(1000, 1900, 100))
    )
    assert_same_tables(found, contingency_table(true, pred))


@pytest.fixture(scope="module")
def coclusterings():
    """Two co-clusterings that agree in part."""
    generator = np.random.default_rng(0)
    true = generator.integers(0, 5, 3000), generator.integers(0, 30, 1000)
    pred = tuple(np.where(generator.random(len(mode)) < 0.3, 0, mode) for mode in true)
    return true, pred


def as_dask(structure, chunks):
    """The modes of a co-clustering as dask arrays."""
    da = pytest.importorskip("dask.array")
    return tuple(da.from_array(mode, chunks=chunks) for mode in structure)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_values_of_dask_arrays_are_equal_to_the_last_bit(coclusterings, function):
    true, pred = coclusterings
    assert function(as_dask(true, 333), as_dask(pred, 512)) == function(true, pred)


def test_one_mode_or_one_side_alone_may_be_of_dask(coclusterings):
    true, pred = coclusterings
    expected = contingency_table(true, pred)
    rows, columns = as_dask(true, 400)
    assert_same_tables(contingency_table((rows, true[1]), pred), expected)
    assert_same_tables(
        contingency_table(true, (pred[0].tolist(), columns)),
        contingency_table(true, (pred[0], true[1])),
    )


def test_labels_of_dask_are_computed_where_labels_are_permuted(coclusterings):
    true, pred = coclusterings
    lazy = as_dask(true, 1000), as_dask(pred, 1000)
    options = {"method": "labels", "n_permutations": 9, "random_state": 0}
    found, expected = (
        permutation_test(*pair, "nce", **options).pvalue
        for pair in (lazy, (true, pred))
    )
    assert found == expected


def test_no_task_of_dask_has_more_than_a_block_of_labels():
    da = pytest.importorskip("dask.array")
    largest = []

    def made(block_info=None):
        ((start, stop),) = block_info[None]["array-location"]
        return np.arange(start, stop) % 7

    def seen(block):
        largest.append(len(block))
        return block

    labels = da.map_blocks(made, chunks=((100,) * 50,), dtype=np.int64)
    table = contingency_table(labels, labels.map_blocks(seen, dtype=np.int64))
    assert table.n_samples == 5000
    assert max(largest) == 100


def test_dask_arrays_with_empty_chunks_are_counted():
    da = pytest.importorskip("dask.array")
    true = np.arange(6) % 2
    found = contingency_table(da.from_array(true, chunks=((3, 0, 3),)), true)
    assert_same_tables(found, contingency_table(true, true))


def test_continuous_labels_of_dask_warn_once():
    da = pytest.importorskip("dask.array")
    labels = da.from_array(np.arange(8) / 2, chunks=2)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        contingency_table(labels, np.arange(8))
    assert [str(w.message)[:58] for w in caught] == [
        "Clustering metrics expect discrete labels, but `labels_tru"
    ]


WRONG = [
    ([0.0, np.nan, 1.0], "Input `labels_true` contains NaN"),
    ([0, 1], "`labels_true` has 2 samples, `labels_pred` has 3"),
    ([[0, 1, 2]], "`labels_true` must be 1-D"),
    ([], "`labels_true` has no labels"),
]


@pytest.mark.parametrize(("true", "message"), WRONG)
def test_wrong_labels_of_dask_raise_the_error_of_arrays(true, message):
    da = pytest.importorskip("dask.array")
    with pytest.raises(ValueError, match=message):
        contingency_table(da.from_array(np.array(true), chunks=2), [0, 1, 2])


def test_chunks_of_unknown_sizes_raise_an_error():
    da = pytest.importorskip("dask.array")
    labels = da.from_array(np.arange(6), chunks=2)
    with pytest.raises(ValueError, match="compute_chunk_sizes"):
        contingency_table(labels[labels > 1], [0, 1, 2, 3])


@pytest.mark.filterwarnings("default")  # distributed warns of what it finds in use
def test_a_cluster_of_two_workers_gives_the_numbers_of_one_process(coclusterings):
    pytest.importorskip("dask.array")
    distributed = pytest.importorskip("distributed")
    true, pred = coclusterings

    def numbers(**options):
        names = "permutation_test", "adjusted_for_chance", "stability_score"
        means = CALLS["compare"](**options).means()
        return [*(CALLS[name](**options) for name in names), means]

    here = numbers()
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    )
    with cluster, distributed.Client(cluster):
        assert cari_score(as_dask(true, 999), as_dask(pred, 500)) == cari_score(
            true, pred
        )
        with parallel_config(backend="dask"):
            assert numbers(n_jobs=2) == here


@pytest.mark.parametrize("kind", ["int8", "uint64", "float", "str"])
def test_a_memory_map_is_counted_in_blocks(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(_tables, "_BLOCK", 700)
    true, pred = (some_labels(kind, 3000, seed) for seed in (0, 1))
    mapped = np.memmap(tmp_path / "labels", true.dtype, "w+", shape=true.shape)
    mapped[:] = true
    expected = contingency_table(true, pred)
    assert_same_tables(contingency_table(mapped, pred), expected)
    assert_same_tables(contingency_table(mapped, mapped), contingency_table(true, true))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_chunks", [1, 5, 8])
def test_chunks_add_up_to_the_whole(kind, n_chunks):
    true, pred = (some_labels(kind, 3000, seed) for seed in (0, 1))
    chunks = zip(
        np.array_split(true, n_chunks), np.array_split(pred, n_chunks), strict=True
    )
    found = contingency_table_from_chunks(chunks)
    expected = contingency_table(true, pred)
    assert score_from_tables(found, "cari") == score_from_tables(expected, "cari")
    assert set(found.true_labels.tolist()) == set(expected.true_labels.tolist())


def test_chunks_of_coclusterings_add_up_mode_by_mode(coclusterings):
    true, pred = coclusterings
    chunks = [
        tuple((rows[part], columns[part]) for rows, columns in (true, pred))
        for part in (slice(0, 400), slice(400, None))
    ]
    assert_same_tables(
        contingency_table_from_chunks(chunks), contingency_table(true, pred)
    )


def test_chunks_are_read_one_by_one():
    alive = []

    def chunks():
        for number in range(10):
            alive.append(number)
            yield [0, 1], [number, number]

    assert contingency_table_from_chunks(chunks()).shape == (2, 10)
    assert alive == list(range(10))


NO_CHUNKS = [
    (3, TypeError, "must be an iterable of pairs .*, got int"),
    ("ab", TypeError, "must be an iterable of pairs .*, got str"),
    ([], ValueError, "`chunks` is empty"),
    ([[0, 1, 2]], ValueError, "chunk 0 is no .* but a list"),
    ([([0], [0]), 5], ValueError, "chunk 1 is no .* but a int"),
    ([(([0], [0]), ([0], [0])), ([0], [0])], TypeError, "unsupported operand"),
]


@pytest.mark.parametrize(("chunks", "error", "message"), NO_CHUNKS)
def test_what_is_not_chunks_is_refused(chunks, error, message):
    with pytest.raises(error, match=message):
        contingency_table_from_chunks(chunks)
