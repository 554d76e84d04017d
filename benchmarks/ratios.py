"""How fast is the package, against what one would use instead?

    python benchmarks/ratios.py [--limit 5] [--quick] [--parts PART ...]

Prints, from one process and run: ratios to other packages and to plain NumPy; times of
many clusters as multiples of reading the labels and of one sort; growth of the time
with the samples, the clusters and the biclusters; the worst shapes. All times are CPU
times on one thread. What is compared takes turns, so that a slow moment of the machine
hits both; the median of the repeats counts. Other packages are imported where they are
used, and one that is missing is "not installed".

Every comparison starts from labels, or from indicators of biclusters. To expand the
labels to cells, or to make the objects of another package from labels, belongs to what
it costs to use it. Biclusters in the form of `biclustlib` are made before the clock
starts. A competitor is left out of sizes at which it is expected to take longer than
``--limit`` seconds, or where its arrays would not fit in memory.
"""

import argparse
import contextlib
import importlib
import math
import multiprocessing
import os
import platform
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn import metrics
from sklearn.metrics.cluster import contingency_matrix
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import (
    ami_star_score,
    bcubed_score,
    bicluster_recall_score,
    bicluster_similarity_score,
    cari_score,
    classification_error,
    clustering_error,
    coami_score,
    cocorrelation_score,
    conmi_score,
    e4sc_score,
    mocice_bcubed_score,
    pair_counting_score,
    permutation_test,
    rnia_distance,
    standardized_mutual_info_score,
)

Call = Callable[[Any], float]

PACKAGES = ("numpy", "scipy", "scikit-learn")
PARTS = ("ratios", "limits", "growth", "shapes")
PEERS = ("sparsebm", "clusim", "genieclust", "biclustlib")
SECONDS_OF_REPEATS = 0.3
SHORTEST = 2e-3  # seconds; shorter calls are repeated inside one measurement


# Data


def coclusterings(n_rows: int, n_columns: int | None = None, n_clusters: int = 10):
    """Two co-clusterings; two thirds of the predicted labels are the true ones."""
    sides = [clusterings(n, n_clusters) for n in (n_rows, n_columns or n_rows)]
    return tuple(zip(*sides, strict=True))


def clusterings(n_samples: int, n_clusters: int = 10):
    """Two clusterings; two thirds of the predicted labels are the true ones."""
    rng = np.random.default_rng(n_samples)
    true, other = rng.integers(0, n_clusters, (2, n_samples))
    return true, np.where(rng.random(n_samples) < 2 / 3, true, other)


def independent(n_clusters: int, n_samples: int = 10**5):
    """Two independent clusterings."""
    rng = np.random.default_rng(n_clusters)
    return tuple(rng.integers(0, n_clusters, (2, n_samples)))


def moved(n_clusters: int, n_samples: int = 10**5):
    """Two clusterings; a tenth of the labels is drawn anew."""
    rng = np.random.default_rng(n_clusters)
    true, drawn = rng.integers(0, n_clusters, (2, n_samples))
    return true, np.where(rng.random(n_samples) < 0.1, drawn, true)


def as_strings(pair):
    """The labels of a pair as strings."""
    return tuple(np.char.add("cluster ", labels.astype(str)) for labels in pair)


def squares(n_biclusters: int, size: int = 10, n: int = 1000):
    """Two biclusterings of n x n cells; blocks of size x size at random places."""
    rng = np.random.default_rng(n_biclusters)
    sides = []
    for _ in range(2):
        modes = []
        for _ in range(2):
            starts = rng.integers(0, n - size + 1, n_biclusters)[:, None]
            positions = np.arange(n)
            modes.append((positions >= starts) & (positions < starts + size))
        sides.append(tuple(modes))
    return tuple(sides)


def biclusterings(n_biclusters: int, n: int = 1000):
    """Two biclusterings of n x n cells; random biclusters of a tenth of each mode."""
    rng = np.random.default_rng(n_biclusters)
    return tuple(
        tuple(rng.random((n_biclusters, n)) < 0.1 for _ in range(2)) for _ in range(2)
    )


def shape(name: str, n_samples: int, seed: int):
    """Labels with as many clusters, or as uneven ones, as the name says."""
    rng = np.random.default_rng(seed)
    if name == "distinct":
        return rng.permutation(n_samples)
    if name == "Zipf":  # P(cluster r) = log(1 + 1/r) / log(n): about 1/r
        return np.exp(rng.random(n_samples) * math.log(n_samples)).astype(np.int64)
    n_clusters = {"two": 2, "sqrt(n)": math.isqrt(n_samples), "n/3": n_samples // 3}
    return rng.integers(0, n_clusters[name], n_samples)


# What one would use instead


def of_cells(index: Callable[[Any, Any], float]) -> Call:
    """Return an index of clusterings, applied to the labels of all cells."""

    def call(pair):
        expanded = []
        for rows, columns in pair:
            labels = rows[:, None] * (columns.max() + 1) + columns[None, :]
            expanded.append(labels.ravel())
        return index(*expanded)

    return call


def adjusted_rand_of_counts(n, joint, true, pred) -> float:
    """Adjusted Rand index from numbers of ordered pairs of different items."""
    expected = true * pred / (n * (n - 1))
    return (joint - expected) / ((true + pred) / 2 - expected)


def cari_by_kronecker(pair) -> float:
    """CARI from the contingency table of the cells, built as a Kronecker product."""
    (rows, columns), (rows_pred, columns_pred) = pair
    table = np.kron(
        contingency_matrix(rows, rows_pred), contingency_matrix(columns, columns_pred)
    )
    n = len(rows) * len(columns)
    counts = (table.ravel(), table.sum(axis=1), table.sum(axis=0))
    return adjusted_rand_of_counts(n, *(float(np.vdot(c, c)) - n for c in counts))


def cari_by_pairs(pair) -> float:
    """CARI from all pairs of cells."""

    def by_pairs(true, pred):
        both_true, both_pred = true[:, None] == true, pred[:, None] == pred
        n = len(true)
        together = (both_true & both_pred, both_true, both_pred)
        return adjusted_rand_of_counts(n, *(int(t.sum()) - n for t in together))

    return of_cells(by_pairs)(pair)


def error_by_scipy(pair) -> float:
    """Classification error by SciPy's assignment on scikit-learn's table."""
    table = contingency_matrix(*pair)
    return 1 - table[linear_sum_assignment(table, maximize=True)].sum() / len(pair[0])


def rnia_by_cells(pair) -> float:
    """RNIA distance from how many biclusters contain each cell."""
    true, pred = (
        rows.astype(float).T @ columns.astype(float) for rows, columns in pair
    )
    return 1 - np.minimum(true, pred).sum() / np.maximum(true, pred).sum()


def csi_by_pairs(pair) -> float:
    """Campello's soft index from all pairs of cells."""
    alphas, betas = [], []
    for rows, columns in pair:
        inside = (rows[:, :, None] & columns[:, None, :]).reshape(len(rows), -1)
        inside = inside.astype(float)  # numbers up to 2^53 are exact
        alphas.append(inside.T @ inside)
        betas.append(np.maximum(inside.sum(axis=0), 1) - 1)
    upper = np.triu_indices(len(betas[0]), 1)
    (alpha, other), n = (a[upper] for a in alphas), len(betas[0]) - 1
    agreed = np.minimum(alpha, other).sum() + n * np.minimum(*betas).sum()
    differed = np.abs(alpha - other).sum() + n * np.abs(betas[0] - betas[1]).sum()
    return agreed / (agreed + differed)


def pvalue_by_loop(pair) -> float:
    """Permutation test, scikit-learn's ARI in a loop."""
    rng, (true, pred) = np.random.default_rng(0), pair
    observed = metrics.adjusted_rand_score(true, pred)
    drawn = [
        metrics.adjusted_rand_score(true, rng.permutation(pred)) for _ in range(19)
    ]
    return (1 + sum(value >= observed for value in drawn)) / 20


def genieclust(name: str) -> Call:
    return lambda pair: getattr(imported("genieclust.compare_partitions"), name)(*pair)


def clusim(name: str) -> Call:
    def call(pair):
        clustering = imported("clusim.clustering").Clustering
        sides = [clustering().from_membership_list(labels.tolist()) for labels in pair]
        return getattr(imported("clusim.sim"), name)(*sides)

    return call


def sparsebm_cari(pair) -> float:
    true, pred = pair
    return imported("sparsebm.utils").CARI(*true, *pred)


def biclustlib(name: str, *n_rows_and_columns: int) -> Call:
    known: dict[int, Any] = {}

    def call(pair):
        module = imported("biclustlib.evaluation.external")
        if id(pair) not in known:  # the first call, which is not timed, makes them
            known.clear()
            known[id(pair)] = [biclusters_of(side) for side in pair]
        true, pred = known[id(pair)]
        # It uses a name that NumPy dropped in version 1.24.
        with mock.patch.object(np, "int", int, create=True):
            return getattr(module, name)(pred, true, *n_rows_and_columns)

    return call


def biclusters_of(side):
    """Make the objects of `biclustlib`."""
    models = imported("biclustlib.models")
    return models.Biclustering(
        [
            models.Bicluster(np.flatnonzero(rows), np.flatnonzero(columns))
            for rows, columns in zip(*side, strict=True)
        ]
    )


def imported(name: str) -> Any:
    """Import a module from an empty folder: one of them writes a log there."""
    if name not in sys.modules:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            importlib.import_module(name)
    return sys.modules[name]


# What is compared


@dataclass(frozen=True)
class Case:
    """An index, and what returns the same number, at some sizes.

    The first peer is the one in the summary, if `in_summary`.
    """

    index: str
    unit: str
    ours: Call
    peers: Mapping[str, Call]
    draw: Callable[[int], Any]
    sizes: Sequence[int]
    largest_for_peers: float = math.inf
    in_summary: bool = False
    size_of: Callable[[int], int] = field(default=lambda size: size)


def squared(n: int) -> int:
    return n * n


def similarity(name: str) -> Call:
    return lambda pair: bicluster_similarity_score(*pair, metric=f"bicluster_{name}")


CELLS = {
    "unit": "cells",
    "draw": coclusterings,
    "sizes": (10, 100, 1000, 3162, 10**5, 10**7),
    "largest_for_peers": 3162,
    "size_of": squared,
}
SAMPLES = {
    "unit": "samples",
    "draw": clusterings,
    "sizes": (10**2, 10**3, 10**4, 10**5, 10**6, 10**7),
}
BICLUSTERS = {
    "unit": "biclusters",
    "draw": biclusterings,
    "sizes": (1, 3, 10, 30, 100, 300),
}
SECTIONS = {
    "Co-clusterings, 10 x 10 clusters unless stated": [
        Case(
            "CARI of a 4 x 2 matrix",
            "cells",
            lambda pair: cari_score(*pair),
            {"scikit-learn, ARI of the cells": of_cells(metrics.adjusted_rand_score)},
            lambda size: (
                (np.array([0, 0, 1, 1]), np.array([0, 1])),
                (np.array([0, 1, 1, 1]), np.array([0, 1])),
            ),
            (8,),
            in_summary=True,
        ),
        Case(
            "CARI",
            ours=lambda pair: cari_score(*pair),
            peers={
                "scikit-learn, ARI of the cells": of_cells(metrics.adjusted_rand_score),
            },
            in_summary=True,
            **CELLS,
        ),
        Case(
            "CARI",
            "rows and columns",
            lambda pair: cari_score(*pair),
            {"sparsebm": sparsebm_cari},
            coclusterings,
            (10, 100, 10**3, 10**4, 10**5, 10**6, 10**7),
            in_summary=True,
        ),
        Case(
            "CARI",
            "cells",
            lambda pair: cari_score(*pair),
            {"NumPy, all pairs of cells": cari_by_pairs},
            coclusterings,
            (10, 30, 100),
            largest_for_peers=100,
            size_of=squared,
        ),
        Case(
            "CARI, 1000 x 1000",
            "clusters per mode",
            lambda pair: cari_score(*pair),
            {"NumPy, Kronecker product": cari_by_kronecker},
            lambda k: coclusterings(1000, n_clusters=k),
            (3, 10, 30, 60, 1000),
            largest_for_peers=60,
            in_summary=True,
        ),
        Case(
            "Fowlkes-Mallows",
            ours=lambda pair: pair_counting_score(*pair, metric="fowlkes_mallows"),
            peers={
                "scikit-learn, of the cells": of_cells(metrics.fowlkes_mallows_score)
            },
            **CELLS,
        ),
        Case(
            "coNMI, arithmetic mean",
            ours=lambda pair: conmi_score(*pair, average_method="arithmetic"),
            peers={
                "scikit-learn, V-measure of the cells": of_cells(
                    metrics.v_measure_score
                )
            },
            **CELLS,
        ),
    ],
    "Clusterings, 10 clusters unless stated": [
        Case(
            "ARI",
            ours=lambda pair: cari_score(*pair),
            peers={
                "scikit-learn": lambda pair: metrics.adjusted_rand_score(*pair),
                "genieclust": genieclust("adjusted_rand_score"),
                "clusim": clusim("adjrand_index"),
            },
            in_summary=True,
            **SAMPLES,
        ),
        Case(
            "AMI",
            ours=lambda pair: coami_score(*pair, average_method="arithmetic"),
            peers={
                "scikit-learn": lambda pair: metrics.adjusted_mutual_info_score(*pair),
                "genieclust": genieclust("adjusted_mi_score"),
                "clusim": clusim("adj_mi"),
            },
            in_summary=True,
            **SAMPLES,
        ),
        Case(
            "Fowlkes-Mallows",
            ours=lambda pair: pair_counting_score(*pair, metric="fowlkes_mallows"),
            peers={"scikit-learn": lambda pair: metrics.fowlkes_mallows_score(*pair)},
            **SAMPLES,
        ),
        Case(
            "NMI, arithmetic mean",
            ours=lambda pair: conmi_score(*pair, average_method="arithmetic"),
            peers={
                "scikit-learn, V-measure": lambda pair: metrics.v_measure_score(*pair)
            },
            **SAMPLES,
        ),
        Case(
            "CE, 10^5 samples, independent",
            "clusters",
            lambda pair: classification_error(*pair),
            {"SciPy, assignment": error_by_scipy},
            independent,
            (10, 100, 1000, 3000, 30_000),
            largest_for_peers=3000,
            in_summary=True,
        ),
        Case(
            "permutation test of ARI, 19 permutations",
            "samples",
            lambda pair: (
                permutation_test(
                    *pair,
                    "adjusted_rand",
                    method="labels",
                    n_draws=19,
                    random_state=0,
                ).pvalue
            ),
            {"scikit-learn, in a loop": pvalue_by_loop},
            clusterings,
            (10**2, 10**3, 10**4, 10**5),
        ),
    ],
    "Biclusterings, random biclusters of 100 x 100 in 1000 x 1000 unless stated": [
        Case(
            "consensus score",
            ours=similarity("consensus"),
            peers={"scikit-learn": lambda pair: metrics.consensus_score(*pair)},
            in_summary=True,
            **BICLUSTERS,
        ),
        Case(
            "RNIA",
            ours=lambda pair: rnia_distance(*pair),
            peers={"NumPy, counts of all cells": rnia_by_cells},
            in_summary=True,
            **BICLUSTERS,
        ),
        Case(
            "RNIA, similarity",
            ours=similarity("rnia"),
            peers={
                "biclustlib": biclustlib("relative_non_intersecting_area", 1000, 1000)
            },
            **BICLUSTERS,
        ),
        Case(
            "CE, similarity",
            ours=similarity("ce"),
            peers={"biclustlib": biclustlib("clustering_error", 1000, 1000)},
            in_summary=True,
            **BICLUSTERS,
        ),
        Case(
            "Liu & Wang",
            ours=similarity("liu_wang"),
            peers={"biclustlib": biclustlib("liu_wang_match_score")},
            **BICLUSTERS,
        ),
        Case(
            "csi, 4 biclusters",
            "cells",
            similarity("csi"),
            {"NumPy, all pairs of cells": csi_by_pairs},
            lambda n: biclusterings(4, n),
            (10, 30, 60, 1000),
            largest_for_peers=60,
            size_of=squared,
        ),
    ],
}


# Measurement


def timed(function: Call, data: Any) -> float:
    start = time.process_time()
    function(data)
    return time.process_time() - start


def cpu_seconds(functions: Sequence[Call], data: Any) -> list[float]:
    """Median CPU time of each function; those below a second take turns."""
    times = [[timed(function, data)] for function in functions]
    fast = [k for k, (first,) in enumerate(times) if first < 1]
    if fast:
        again = {k: timed(functions[k], data) for k in fast}  # the first call warms up
        n_loops = {k: math.ceil(SHORTEST / max(t, 1e-6)) for k, t in again.items()}
        round_takes = sum(again[k] * n_loops[k] for k in fast)
        n_rounds = min(9, max(3, math.ceil(SECONDS_OF_REPEATS / round_takes)))
        for k in fast:
            times[k].clear()
        for _, k in product(range(n_rounds), fast):
            start = time.process_time()
            for _ in range(n_loops[k]):
                functions[k](data)
            times[k].append((time.process_time() - start) / n_loops[k])
    return [statistics.median(known) for known in times]


def expected_next(times: Mapping[int, float], size: int) -> float:
    """Extrapolate from the last times: at least linear in the size."""
    if not times:
        return 0.0
    (*_, (last, seconds)) = times.items()
    exponent = max(1.0, exponent_of(list(times.items())[-2:]) or 1.0)
    return seconds * (size / last) ** exponent


def exponent_of(points: Sequence[tuple[int, float]]) -> float | None:
    """Slope of log time against log size, by least squares."""
    if len(points) < 2:
        return None
    logs = np.log(np.array(points, dtype=float))
    return float(np.polyfit(logs[:, 0], logs[:, 1], 1)[0])


@dataclass(frozen=True)
class Row:
    """One measurement of a case."""

    case: Case
    size: int
    ours: float
    peer: str = ""
    theirs: float | None = None
    problem: str = ""
    difference: float = math.nan


def measure(case: Case, limit: float, n_sizes: int | None = None) -> Iterator[Row]:
    """Measure the case at every size, each peer as long as it is fast enough."""
    known: dict[str, dict[int, float]] = {peer: {} for peer in case.peers}
    failed: set[str] = set()
    for size in case.sizes[:n_sizes]:
        data = case.draw(size)
        active = {
            peer: call
            for peer, call in case.peers.items()
            if peer not in failed
            and size <= case.largest_for_peers
            and expected_next(known[peer], case.size_of(size)) <= limit
        }
        value, problems, differences = case.ours(data), {}, {}
        for peer, call in list(active.items()):
            try:
                differences[peer] = abs(call(data) - value)
            except ImportError:
                problems[peer] = "not installed"
            except Exception as error:
                problems[peer] = f"raises {type(error).__name__}"
        failed |= set(problems)
        for peer in problems:
            del active[peer]
        ours, *theirs = cpu_seconds([case.ours, *active.values()], data)
        for peer, seconds in zip(active, theirs, strict=True):
            known[peer][case.size_of(size)] = seconds
            yield Row(case, size, ours, peer, seconds, difference=differences[peer])
        for peer, problem in problems.items():
            yield Row(case, size, ours, peer, problem=problem)
        if not active and not problems:
            yield Row(case, size, ours)


# Multiples of what cannot be avoided


def one_sort(true, pred) -> int:
    """Sort one integer for each pair of labels."""
    return int(np.sort(true * (pred.max() + 1) + pred)[0])


LIMITS = {
    "CARI": cari_score,
    "coNMI": conmi_score,
    "BCubed": bcubed_score,
    "CE": classification_error,
}
# Of independent labels, the matching of CE takes far longer than reading them.
WITHOUT_MATCHING = {name: call for name, call in LIMITS.items() if name != "CE"}
LIMITED = {  # which labels, and the functions that are measured on them
    "a tenth moved": (moved, LIMITS),
    "independent": (independent, WITHOUT_MATCHING),
}
CLUSTERS = (10, 1000, 2500, 3000, 20_000, 10**6)


def limits(n_samples: int, numbers_of_clusters: Sequence[int]) -> Iterator[list[str]]:
    """Time each index beside the reading and one sort of the same labels, in turns."""
    for kind_of_labels, (draw, functions) in LIMITED.items():
        for n_clusters in numbers_of_clusters:
            pair = draw(n_clusters, n_samples)
            calls = [labels_read, one_sort, *functions.values()]
            calls = [lambda pair, call=call: call(*pair) for call in calls]
            reading, sorting, *seconds_of_functions = cpu_seconds(calls, pair)
            for name, seconds in zip(functions, seconds_of_functions, strict=True):
                yield [
                    name,
                    kind_of_labels,
                    count(n_clusters),
                    duration(seconds),
                    f"{seconds / reading:.1f}",
                    f"{seconds / sorting:.2f}",
                ]


def labels_read(*sides) -> int:
    """Add up the labels of both sides: no index can be faster."""
    return sum(int(labels.sum()) for labels in sides)


# Growth


def largest_labels(*sides) -> int:
    """Read all labels: what counting them can be no faster than."""
    return sum(int(labels.max()) for side in sides for labels in side)


BY_SAMPLES = {
    "CARI": cari_score,
    "coCC": cocorrelation_score,
    "coNMI": conmi_score,
    "coAMI": coami_score,
    "CE": classification_error,
    "AMI*": ami_star_score,
    "SMI": standardized_mutual_info_score,
}
BY_CLUSTERS = {
    "ARI": cari_score,
    "NMI": conmi_score,
    "AMI": coami_score,
    "CE": classification_error,
    "AMI*": ami_star_score,
    "SMI": standardized_mutual_info_score,
}
BY_BICLUSTERS = {
    "RNIA": rnia_distance,
    "clustering error": clustering_error,
    "recall": bicluster_recall_score,
    "E4SC": e4sc_score,
    "consensus": lambda *pair: bicluster_similarity_score(
        *pair, metric="bicluster_consensus"
    ),
    "csi": lambda *pair: bicluster_similarity_score(*pair, metric="bicluster_csi"),
    "MOCICE-BCubed": mocice_bcubed_score,
}
GROWTH = {
    "Growth with n, n x n cells, 10 x 10 clusters": (
        BY_SAMPLES,
        coclusterings,
        (10**3, 10**4, 10**5, 10**6, 10**7),
    ),
    "Growth with n, n x n cells, 1000 x 1000 clusters": (
        {"labels read": largest_labels, "CARI": cari_score},
        lambda n: coclusterings(n, n_clusters=1000),
        (10**5, 10**6, 10**7),
    ),
    "Growth with the clusters, 10^5 samples, independent labels": (
        BY_CLUSTERS,
        independent,
        (10, 30, 100, 300, 1000, 3000, 10_000, 30_000),
    ),
    "Strings as labels, 10^5 samples, a tenth moved": (
        {"ARI": cari_score},
        lambda n_clusters: as_strings(moved(n_clusters)),
        (10, 1000, 30_000),
    ),
    "Growth with the biclusters, squares of 10 x 10 in 1000 x 1000": (
        BY_BICLUSTERS,
        squares,
        (10, 30, 100, 200),
    ),
    "Growth with the biclusters, random ones of 100 x 100 in 1000 x 1000": (
        BY_BICLUSTERS,
        biclusterings,
        (3, 10, 30, 60, 100, 300),
    ),
}


def growth(functions, draw, sizes, limit) -> list[list[str]]:
    """Time each function at each size, and fit the exponents above a millisecond."""
    known: dict[str, dict[int, float]] = {name: {} for name in functions}
    for size in sizes:
        pair = draw(size)
        active = {
            name: (lambda pair, function=function: function(*pair))
            for name, function in functions.items()
            if expected_next(known[name], size) <= limit
        }
        seconds = cpu_seconds(list(active.values()), pair)
        for name, value in zip(active, seconds, strict=True):
            known[name][size] = value
    rows = []
    for name, times in known.items():
        points = [(size, t) for size, t in times.items() if t > 1e-3]
        exponent = exponent_of(points) if len(points) > 2 else None
        cells = [duration(times.get(size)) for size in sizes]
        rows.append([name, *cells, "" if exponent is None else f"{exponent:.2f}"])
    return rows


# Worst shapes

WORST = {
    "CE": classification_error,
    "AMI*": ami_star_score,
    "AMI": coami_score,
    "SMI": standardized_mutual_info_score,
}
PAIRS = [
    ("two", "two"),
    ("sqrt(n)", "sqrt(n)"),
    ("n/3", "n/3"),
    ("Zipf", "Zipf"),
    ("distinct", "two"),
    ("n/3", "Zipf"),
    ("sqrt(n)", "Zipf"),
]


def worst(name: str, names: tuple[str, str], n_samples: int) -> tuple[float, float]:
    """CPU time of a call, and peak memory of the process in MB."""
    pair = [shape(of, n_samples, seed) for seed, of in enumerate(names)]
    with threadpool_limits(1):
        seconds = timed(lambda pair: WORST[name](*pair), pair)
    try:
        import resource
    except ImportError:  # Windows
        return seconds, math.nan
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return seconds, peak / (2**20 if sys.platform == "darwin" else 2**10)


def worst_shapes(n_samples: int) -> Iterator[list[str]]:
    """Measure each function on each pair of shapes, in a process of its own."""
    spawn = multiprocessing.get_context("spawn")
    for names in PAIRS:
        cells = []
        for name in WORST:
            if (name, names) == ("CE", ("n/3", "n/3")):
                cells.append("not run")  # minutes: SciPy solves the assignment
                continue
            with spawn.Pool(1) as pool:  # its peak is of this call alone
                seconds, peak = pool.apply(worst, (name, names, n_samples))
            cells.append(f"{duration(seconds)}, {peak:.0f} MB")
        yield [" x ".join(names), *cells]


# Tables


@dataclass(frozen=True)
class Table:
    """A table with its title."""

    title: str
    header: list[str]
    rows: list[list[str]]

    def markdown(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self._all(), strict=True)]
        head, *body = (
            "| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in self._all()
        )
        rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
        return "\n".join([f"### {self.title}", "", head, rule, *body, ""])

    def _all(self) -> list[list[str]]:
        return [self.header, *self.rows]


HEADER = ["index", "size", "instead", "ours", "instead takes", "ratio", "difference"]


def duration(seconds: float | None) -> str:
    """Three digits and a unit."""
    if seconds is None:
        return ""
    scale, unit = next(
        (s, u)
        for s, u in ((1, "s"), (1e3, "ms"), (1e6, "µs"))
        if seconds * s >= 1 or s > 1e5
    )
    value = seconds * scale
    return f"{value:.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def count(number: int) -> str:
    """Write powers of ten as such, other numbers as they are."""
    exponent = round(math.log10(number))
    near = number >= 1000 and abs(number / 10**exponent - 1) < 1e-3
    return f"10^{exponent}" if near else str(number)


def ratio(row: Row) -> str:
    """How many times as long the other takes."""
    if row.theirs is None:
        return row.problem
    value = row.theirs / row.ours
    text = f"{value:.0f}" if value >= 10 else f"{value:.2g}"
    return f"{text} (slower)" if value < 0.95 else text


def cells_of(row: Row) -> list[str]:
    size = f"{count(row.case.size_of(row.size))} {row.case.unit}"
    size = size.removesuffix("s") if row.size == 1 else size
    return [
        row.case.index,
        size,
        row.peer,
        duration(row.ours),
        duration(row.theirs),
        ratio(row),
        ""
        if math.isnan(row.difference)
        else f"{row.difference:.0e}".replace("0e+00", "0"),
    ]


def summary_of(rows: Sequence[Row]) -> Table:
    """Show the largest size of the first peer of each case in the summary."""
    largest = {
        id(row.case): row
        for row in rows
        if row.case.in_summary
        and row.theirs is not None
        and row.peer == next(iter(row.case.peers))
    }
    return Table(
        "Summary: largest sizes",
        HEADER[:-1],
        [cells_of(row)[:-1] for row in largest.values()],
    )


def machine() -> str:
    """Describe the machine and the versions, without its name."""
    model = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        for entry in Path("/proc/cpuinfo").read_text().splitlines():
            if entry.startswith("model name"):
                model = entry.partition(":")[2].strip()
                break
    versions = ", ".join(f"{name} {version(name)}" for name in (*PACKAGES, *PEERS))
    return (
        f"{date.today()}, {model}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {versions}."
    )


def version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def tables(limit: float, quick: bool, parts: Sequence[str]) -> Iterator[Table]:
    """Measure the parts."""
    found: list[Row] = []
    for title, cases in SECTIONS.items() if "ratios" in parts else ():
        rows = [row for case in cases for row in measure(case, limit, quick or None)]
        found += rows
        yield Table(title, HEADER, [cells_of(row) for row in rows])
    if found:
        yield summary_of(found)
    if "limits" in parts:
        n_samples = 1000 if quick else 10**7
        yield Table(
            f"Multiples of reading and of one sort, {count(n_samples)} samples",
            ["index", "labels", "clusters", "ours", "readings", "sorts"],
            list(limits(n_samples, CLUSTERS[:1] if quick else CLUSTERS)),
        )
    for title, (functions, draw, sizes) in GROWTH.items() if "growth" in parts else ():
        sizes = sizes[:1] if quick else sizes
        header = ["index", *map(count, sizes), "exponent"]
        yield Table(title, header, growth(functions, draw, sizes, limit))
    if "shapes" in parts and not quick:
        yield Table(
            "Worst shapes, 10^6 samples: time, peak memory of the process",
            ["clusters", *WORST],
            list(worst_shapes(10**6)),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Print ratios of CPU times.")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds of one call")
    parser.add_argument("--quick", action="store_true", help="smallest sizes only")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    options = parser.parse_args()
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other packages
        print(machine(), "\n", flush=True)
        for table in tables(options.limit, options.quick, options.parts):
            print(table.markdown(), flush=True)


if __name__ == "__main__":
    main()
