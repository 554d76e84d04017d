"""Odd input to every public function of biclusters: a documented value, or an error.

An error is a ValueError or a TypeError that names an argument. For a long run, set the
number of draws per function: ``FUZZ_DRAWS=20000 pytest tests/test_biclusters_fuzz.py``.
"""

import importlib
import inspect
import math
import os
from collections import deque
from fractions import Fraction

import numpy as np
import pytest
from doubles import Fitted
from scipy import sparse
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering

import sklearn_cocluster_metrics as package
from sklearn_cocluster_metrics._contracts import CONTRACTS

N_DRAWS = int(os.environ.get("FUZZ_DRAWS", "60"))


def peers():
    """Libraries of data frames that are installed, by name."""
    for name in ("pandas", "polars", "pyarrow"):
        try:
            yield name, importlib.import_module(name)
        except ImportError:
            continue


PEERS = dict(peers())


ENTRIES = [
    *(0, 1, True, 0.0, 1.0, 2, -1, 0.5, math.nan, math.inf, None, "1", b"1", 1j),
    *(10**30, -(10**400), 10**5000, Fraction(1), Fraction(1, 2), np.ma.masked, ()),
    *(
        np.float16(1),
        np.int8(0),
        np.bool_(True),
        np.datetime64("NaT", "ns"),
        {},
        object(),
    ),
]
DTYPES = ["bool", "i1", "u8", ">i4", "f2", "f8", "O", "c16", "U2", "S1", "M8[s]"]


def with_odd_entry(rng, array):
    """Replace one entry by anything."""
    odd = array.astype(object)
    if odd.size:
        entry = ENTRIES[rng.integers(len(ENTRIES))]
        odd.reshape(-1)[rng.integers(odd.size)] = entry
    return odd


def masked(rng, array):
    return np.ma.masked_array(array, rng.random(array.shape) < rng.choice([0, 0.3, 1]))


def structured(rng, array):
    records = np.zeros(array.shape, [("a", int), ("b", float)])
    return np.ma.masked_all_like(records) if rng.random() < 0.5 else records


def frame(rng, array):
    """A data frame of an installed library, with or without nulls; else the array."""
    columns = {f"c{k}": list(c) for k, c in enumerate(np.atleast_2d(array).T.tolist())}
    if rng.random() < 0.5 and columns.get("c0"):
        columns["c0"][0] = None
    library = rng.choice([*PEERS, "none"])
    if library == "pandas":
        kind = rng.choice(["object", "Int64", "Float64", "float"])
        make = PEERS["pandas"].array
        columns = {name: make(column, dtype=kind) for name, column in columns.items()}
        return PEERS["pandas"].DataFrame(columns)
    if library == "polars":
        return PEERS["polars"].DataFrame(columns)
    return PEERS["pyarrow"].table(columns) if library == "pyarrow" else array


def sparse_of(rng, array):
    kinds = (sparse.csr_array, sparse.csc_matrix, sparse.coo_array, sparse.dok_array)
    factor = rng.choice([1, 1, 1, -1, 2, 0.5, math.nan])
    values = array.astype(float) * factor if array.ndim == 2 else np.zeros((1, 1))
    return kinds[rng.integers(len(kinds))](values)


def ragged(rng, array):
    return [*array.tolist(), [0] * int(rng.integers(4))]


CONTAINERS = [
    lambda rng, array: array,
    lambda rng, array: array.tolist(),
    lambda rng, array: tuple(array.tolist()),
    lambda rng, array: array.astype(DTYPES[rng.integers(len(DTYPES))]),
    lambda rng, array: array[..., rng.integers(2) :],
    lambda rng, array: array[rng.integers(2) :],
    lambda rng, array: array[None],
    lambda rng, array: array.ravel(),
    lambda rng, array: np.array(rng.integers(2)),
    lambda rng, array: with_odd_entry(rng, array),
    lambda rng, array: with_odd_entry(rng, array).tolist(),
    lambda rng, array: [*masked(rng, array)],
    lambda rng, array: (row for row in array),
    lambda rng, array: dict(enumerate(array.tolist())),
    lambda rng, array: set(array.ravel().tolist()),
    lambda rng, array: deque(array.tolist()),
    lambda rng, array: memoryview(np.ascontiguousarray(array)),
    lambda rng, array: ENTRIES[rng.integers(len(ENTRIES))],
    lambda rng, array: Fitted(rows_=array, columns_=array),
    *(masked, structured, frame, sparse_of, ragged),
]


def odd(rng, array):
    """Put an array into a container, which is often not a valid one."""
    if rng.random() < 0.5:
        return array
    return CONTAINERS[rng.integers(len(CONTAINERS))](rng, array)


SHAPE = (3, 2)


def draw_indicators(rng):
    n_biclusters = int(rng.integers(4))
    return tuple((rng.random((n_biclusters, n)) < 0.5).astype(int) for n in SHAPE)


def draw_biclusters(rng):
    rows, columns = draw_indicators(rng)
    kinds = [
        *[lambda: (odd(rng, rows), odd(rng, columns))] * 6,
        lambda: [rows, columns],
        lambda: (rows,),
        lambda: (rows, columns, rows),
        lambda: Fitted(rows_=rows, columns_=columns),
        lambda: Fitted(rows_=rows, columns_=None),
        lambda: SpectralCoclustering(),
        lambda: SpectralBiclustering,
        lambda: odd(rng, rows),
    ]
    return kinds[rng.integers(len(kinds))]()


def draw_coclustering(rng):
    """Labels, estimators, or what is neither; odd labels are tested with the labels."""
    rows, columns = (rng.integers(0, 2, n) for n in SHAPE)
    kinds = [
        lambda: (rows.tolist(), columns),
        lambda: (rows, columns[:0]),
        lambda: (rows, columns, rows),
        lambda: [rows, columns],
        lambda: Fitted(row_labels_=rows, column_labels_=columns),
        lambda: Fitted(row_labels_=rows, column_labels_=None),
        *[lambda: draw_biclusters(rng)] * 6,
    ]
    return kinds[rng.integers(len(kinds))]()


def draw_index_lists(rng):
    pairs = [
        (odd(rng, rng.integers(0, 3, 2)), [0]),
        (with_odd_entry(rng, np.arange(3)), np.array([1])),
        [range(2), {0}],
        ([0], masked(rng, np.arange(2))),
        ([], iter([1])),
        draw_biclusters(rng),
        rng.integers(0, 2, (2, 2)),
    ]
    kinds = [
        lambda: [pairs[k] for k in rng.integers(len(pairs), size=rng.integers(3))],
        lambda: (pair for pair in pairs),
        lambda: dict(enumerate(pairs)),
        lambda: ENTRIES[rng.integers(len(ENTRIES))],
    ]
    return kinds[rng.integers(len(kinds))]()


def draw_shape(rng):
    shapes = [(3, 2), (3, 3), [3, 2], (3,), (0, 2), (3.0, 2), None, "32", (10**30, 2)]
    return shapes[rng.integers(len(shapes))] if rng.random() < 0.3 else SHAPE


def draw_structure(rng):
    return [None, "checkerboard", "diagonal", "grid", 1, ["diagonal"]][rng.integers(6)]


MEASURES = {
    contract.name: (contract.function, contract.fixed)
    for contract in CONTRACTS.values()
    if contract.structure == "biclustering"
}
MEASURES["three scores"] = (package.mocice_bcubed_precision_recall_fscore, {})


def check_error(function, error):
    """An error names one of the arguments."""
    named = [f"`{name}" for name in inspect.signature(function).parameters]
    assert any(name in str(error) for name in named), repr(error)


def call(function, *args, **options):
    """Return a value, or None where the function has refused its arguments by name."""
    try:
        return function(*args, **options)
    except (ValueError, TypeError) as error:
        check_error(function, error)
    return None


@pytest.mark.parametrize("measure", MEASURES)
def test_measures_of_biclusters_give_a_number_or_name_the_argument(measure):
    rng = np.random.default_rng(0)
    function, fixed = MEASURES[measure]
    for _ in range(N_DRAWS):
        found = call(function, draw_biclusters(rng), draw_biclusters(rng), **fixed)
        values = () if found is None else np.atleast_1d(np.array(found, dtype=float))
        assert all(math.isfinite(value) for value in values)


@pytest.mark.filterwarnings("ignore:.*transpose it:UserWarning")  # few samples
def test_cice_bcubed_gives_a_number_or_names_the_argument():
    rng = np.random.default_rng(1)
    for _ in range(5 * N_DRAWS):
        clusterings = (odd(rng, draw_indicators(rng)[0].T) for _ in range(2))
        found = call(package.cice_bcubed_score, *clusterings)
        assert found is None or 0 <= found <= 1


@pytest.mark.parametrize(
    ("function", "draw"),
    [
        (package.labels_to_biclusters, draw_coclustering),
        (package.biclusters_to_labels, draw_biclusters),
    ],
)
def test_conversions_give_two_arrays_or_name_the_argument(function, draw):
    rng = np.random.default_rng(2)
    for _ in range(5 * N_DRAWS):
        found = call(function, draw(rng), structure=draw_structure(rng))
        assert found is None or all(isinstance(part, np.ndarray) for part in found)


@pytest.mark.parametrize("function", [package.biclustering_of, package.coclustering_of])
def test_what_is_no_fitted_estimator_is_refused_by_name(function):
    rng = np.random.default_rng(3)
    for _ in range(5 * N_DRAWS):
        found = call(function, draw_biclusters(rng))
        assert found is None or all(isinstance(part, np.ndarray) for part in found)


def test_index_lists_give_indicators_or_name_the_argument():
    rng = np.random.default_rng(4)
    function = package.biclusters_from_indices
    for _ in range(5 * N_DRAWS):
        found = call(function, draw_index_lists(rng), draw_shape(rng))
        assert found is None or all(np.asarray(part).dtype == bool for part in found)
