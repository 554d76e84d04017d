"""Labels in chunks, memory maps and dask arrays, against labels in memory."""

import weakref

import numpy as np
import pytest
from calls import CALLS
from joblib import parallel_config
from scipy import sparse
from strategies import object_array

from sklearn_cocluster_metrics import (
    cari_decomposition,
    cari_score,
    coami_score,
    handle_unlabeled,
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


KINDS = {
    "int8": lambda x: (x - 4).astype(np.int8),
    "bool": lambda x: x > 3,
    # Some blocks have a narrow range and others a wide one.
    "uint64": lambda x: np.where(x > 4, 2**64 - 1 - x.astype("u8"), np.uint64(0)),
    "float": lambda x: x.astype(float),
    "str": lambda x: x.astype("U2"),
    "datetime": lambda x: x.astype("M8[D]"),
    "object": lambda x: object_array([("a", 1, "2")[n % 3] for n in x]),
    "many": lambda x: 400 * x + np.arange(len(x)) % 400,
}


def two_sides(kind):
    """Labels of a type; only the last thousand have some of the values."""
    most = np.where(np.arange(3000) < 2000, 5, 9)
    return [KINDS[kind](np.random.default_rng(k).integers(0, most)) for k in (0, 1)]


@pytest.fixture
def da():
    return pytest.importorskip("dask.array")


@pytest.mark.parametrize("kind", KINDS)
def test_tables_of_dask_arrays_are_those_of_numpy_arrays(kind, da):
    true, pred = two_sides(kind)
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
    found = contingency_table(true, (pred[0].tolist(), columns))
    assert_same_tables(found, contingency_table(true, (pred[0], true[1])))


def test_labels_of_dask_are_computed_where_labels_are_permuted(coclusterings):
    true, pred = coclusterings
    lazy = as_dask(true, 1000), as_dask(pred, 1000)
    options = {"method": "labels", "n_draws": 9, "random_state": 0}
    found, expected = (
        permutation_test(*pair, "nce", **options).pvalue
        for pair in (lazy, (true, pred))
    )
    assert found == expected


def test_no_task_of_dask_has_more_than_a_block_of_labels(da):
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


def test_dask_arrays_with_empty_chunks_are_counted(da):
    true = np.arange(6) % 2
    found = contingency_table(da.from_array(true, chunks=((3, 0, 3),)), true)
    assert_same_tables(found, contingency_table(true, true))


def test_continuous_labels_of_dask_warn_once(da):
    labels = da.from_array(np.arange(8) / 2, chunks=2)
    with pytest.warns(UserWarning, match="discrete labels, but `labels_tru") as caught:
        contingency_table(labels, np.arange(8))
    assert len(caught) == 1


WRONG = [
    ([0.0, np.nan, 1.0], "Input `labels_true` contains NaN"),
    ([0, 1], "`labels_true` has 2 samples, `labels_pred` has 3"),
    ([[0, 1, 2]], "`labels_true` must be 1-D"),
    ([], "`labels_true` has no labels"),
]


@pytest.mark.parametrize(("true", "message"), WRONG)
def test_wrong_labels_of_dask_raise_the_error_of_arrays(true, message, da):
    with pytest.raises(ValueError, match=message):
        contingency_table(da.from_array(np.array(true), chunks=2), [0, 1, 2])


def test_chunks_of_unknown_sizes_raise_an_error(da):
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
        found = cari_score(as_dask(true, 999), as_dask(pred, 500))
        assert found == cari_score(true, pred)
        with parallel_config(backend="dask"):
            assert numbers(n_jobs=2) == here


@pytest.mark.parametrize("kind", ["int8", "uint64", "float", "str"])
def test_a_memory_map_is_counted_in_blocks(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(_tables, "_BLOCK", 700)
    true, pred = two_sides(kind)
    mapped = np.memmap(tmp_path / "labels", true.dtype, "w+", shape=true.shape)
    mapped[:] = true
    expected = contingency_table(true, pred)
    assert_same_tables(contingency_table(mapped, pred), expected)
    assert_same_tables(contingency_table(mapped, mapped), contingency_table(true, true))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_chunks", [1, 5, 8])
def test_chunks_add_up_to_the_whole(kind, n_chunks):
    true, pred = two_sides(kind)
    parts = (np.array_split(side, n_chunks) for side in (true, pred))
    found = contingency_table_from_chunks(zip(*parts, strict=True))
    expected = contingency_table(true, pred)
    assert score_from_tables(found, "cari") == score_from_tables(expected, "cari")
    assert set(found.true_labels.tolist()) == set(expected.true_labels.tolist())


def test_chunks_of_coclusterings_add_up_mode_by_mode(coclusterings):
    true, pred = coclusterings
    chunks = [
        tuple((rows[part], columns[part]) for rows, columns in (true, pred))
        for part in (slice(0, 400), slice(400, None))
    ]
    found = contingency_table_from_chunks(chunks)
    assert_same_tables(found, contingency_table(true, pred))


def test_chunks_are_read_one_by_one():
    references, n_alive = [], []

    def chunks():
        for number in range(10):
            labels = np.full(2, number)
            references.append(weakref.ref(labels))
            n_alive.append(sum(one() is not None for one in references))
            yield [0, 1], labels

    assert contingency_table_from_chunks(chunks()).shape == (2, 10)
    assert max(n_alive) <= 2


NO_CHUNKS = [
    (3, TypeError, "must be an iterable of pairs .*, got int"),
    ("ab", TypeError, "must be an iterable of pairs .*, got str"),
    ([], ValueError, "`chunks` is empty"),
    ([[0, 1, 2]], ValueError, "Chunk 0 has the type list and the length 3"),
    ([([0], [0]), 5], ValueError, "Chunk 1 has the type int"),
    ([(([0], [0]), ([0], [0])), ([0], [0])], ValueError, "must have the same modes"),
]


@pytest.mark.parametrize(("chunks", "error", "message"), NO_CHUNKS)
def test_what_is_not_chunks_is_refused(chunks, error, message):
    with pytest.raises(error, match=message):
        contingency_table_from_chunks(chunks)


def test_columns_that_every_chunk_repeats_are_warned_of():
    columns = ([0, 0, 1], [0, 1, 1])
    chunks = [
        (([0, 0], columns[0]), ([0, 0], columns[1])),
        (([0, 1], columns[0]), ([1, 1], columns[1])),
    ]
    with pytest.warns(UserWarning, match="All 2 chunks have the same labels of the co"):
        contingency_table_from_chunks(chunks)


def test_columns_in_parts_and_a_single_chunk_are_not_warned_of():
    parts = [(([0, 0], [0, 1]), ([0, 0], [0, 1])), (([1, 0], [0, 1]), ([0, 1], [0, 0]))]
    contingency_table_from_chunks(parts)
    contingency_table_from_chunks(parts[:1])


def test_errors_of_a_chunk_have_its_number():
    with pytest.raises(
        ValueError, match=r"Chunk 1 of `chunks` is not valid\. `labels_true`"
    ):
        contingency_table_from_chunks([([0], [0]), ([], [])])
    with pytest.raises(ValueError, match="Chunk 0 has the type tuple and the length 3"):
        contingency_table_from_chunks([([0], [0], [1])])


KINDS_OF_LABELS = {
    "integers": lambda labels: labels,
    "narrow integers": lambda labels: labels.astype(np.int8),
    "floats": lambda labels: np.where(labels == -1, np.nan, labels),
    "strings": lambda labels: np.where(labels == -1, None, labels.astype(str)),
    "booleans": lambda labels: np.where(labels == -1, None, labels > 1),
}


@pytest.mark.parametrize("kind", KINDS_OF_LABELS)
@pytest.mark.parametrize("side", [0, 1])
def test_singletons_made_in_each_chunk_are_refused_and_mended(kind, side):
    rng = np.random.default_rng(0)
    true = rng.integers(0, 4, 400)
    pred = np.where(rng.random(400) < 0.7, true, rng.integers(-1, 4, 400))
    pair = (true, KINDS_OF_LABELS[kind](pred))
    if side == 0:
        pair = pair[::-1]
    parts = [slice(start, start + 40) for start in range(0, 400, 40)]
    chunks = [
        handle_unlabeled(pair[0][part], pair[1][part], "singletons") for part in parts
    ]
    name = ["true_labels", "pred_labels"][side]
    with pytest.raises(ValueError, match=f"`{name}` has the label .* in two parts"):
        contingency_table_from_chunks(chunks)
    whole = handle_unlabeled(*pair, "singletons")
    table = contingency_table_from_chunks(
        (whole[0][part], whole[1][part]) for part in parts
    )
    assert score_from_tables(table, "cari") == cari_score(*whole)


def test_singletons_of_one_chunk_are_no_cluster_of_another():
    chunks = [([0, 0, 1], [0, -1, 1]), ([0, 1, 2], [0, 1, 2])]
    handled = [handle_unlabeled(*chunk, "singletons") for chunk in chunks]
    assert contingency_table_from_chunks(handled).shape == (3, 4)
