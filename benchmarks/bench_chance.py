"""How much slower are the indices with exact chance correction than the plain ones?

``python benchmarks/bench_chance.py`` prints the CPU time of each index over that of the
plain index of its family. Repeats take turns, so that a slow moment hits both.
"""

import statistics
import time
from typing import ClassVar

import numpy as np

from sklearn_cocluster_metrics import (
    bicluster_similarity_score,
    cari_score,
    cocorrelation_score,
)


def random_labels(n, n_clusters=10):
    """Draw two co-clusterings of n x n cells."""
    rng = np.random.default_rng(0)
    return [tuple(rng.integers(n_clusters, size=n) for _ in range(2)) for _ in range(2)]


def random_biclusters(n, n_biclusters=4):
    """Draw two biclusterings of n x n cells; each indicator is 1 at a tenth."""
    rng = np.random.default_rng(0)
    return [
        tuple(rng.random((n_biclusters, n)) < 0.1 for _ in range(2)) for _ in range(2)
    ]


def csi(true, pred):
    return bicluster_similarity_score(true, pred, index="csi")


def adjusted_csi(true, pred):
    return bicluster_similarity_score(true, pred, index="csi", null_model="product")


class Coclusterings:
    """asv: coCC and CARI from labels."""

    params: ClassVar = [10**3, 10**5, 10**6]
    param_names: ClassVar = ["rows and columns"]

    def setup(self, n):
        self.pair = random_labels(n)

    def time_cari(self, n):
        cari_score(*self.pair)

    def time_cocorrelation(self, n):
        cocorrelation_score(*self.pair)


class Biclusterings:
    """asv: csi as published and adjusted for chance."""

    params: ClassVar = [100, 1000]
    param_names: ClassVar = ["rows and columns"]

    def setup(self, n):
        self.pair = random_biclusters(n)

    def time_csi(self, n):
        csi(*self.pair)

    def time_adjusted_csi(self, n):
        adjusted_csi(*self.pair)


def ratio(corrected, plain, pair, n_repeats=9):
    """Median CPU time of one function over that of another."""
    times = {plain: [], corrected: []}
    for _ in range(n_repeats):
        for function, of_function in times.items():
            start = time.process_time()
            function(*pair)
            of_function.append(time.process_time() - start)
    return statistics.median(times[corrected]) / statistics.median(times[plain])


def main():
    for n in Coclusterings.params:
        value = ratio(cocorrelation_score, cari_score, random_labels(n))
        print(f"coCC over CARI, {n} x {n}: {value:.2f}", flush=True)
    for n in Biclusterings.params:
        value = ratio(adjusted_csi, csi, random_biclusters(n))
        print(f"adjusted csi over csi, {n} x {n}: {value:.2f}", flush=True)


if __name__ == "__main__":
    main()
