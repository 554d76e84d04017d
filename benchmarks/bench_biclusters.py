"""Measures of biclusterings against the number of biclusters (asv)."""

from functools import partial
from typing import ClassVar

import numpy as np

from sklearn_cocluster_metrics import (
    bicluster_recall_score,
    bicluster_similarity_score,
    clustering_error,
    e4sc_score,
    labels_to_biclusters,
    mocice_bcubed_score,
    rnia_distance,
)

MEASURES = {
    "rnia": rnia_distance,
    "clustering_error": clustering_error,
    "recall": bicluster_recall_score,
    "recall, expected best": partial(
        bicluster_recall_score, correction="expected_best"
    ),
    "e4sc": e4sc_score,
    "consensus": partial(bicluster_similarity_score, index="consensus"),
    "csi": partial(bicluster_similarity_score, index="csi"),
    "mocice": mocice_bcubed_score,
}


class Overlapping:
    """Random biclusters of 100 x 100 in 1000 x 1000 cells."""

    params: ClassVar = (list(MEASURES), [3, 10, 30])
    param_names: ClassVar = ["measure", "biclusters"]

    def setup(self, measure, n_biclusters):
        rng = np.random.default_rng(0)
        self.pair = [
            tuple(rng.random((n_biclusters, 1000)) < 0.1 for _ in range(2))
            for _ in range(2)
        ]

    def time_measure(self, measure, n_biclusters):
        MEASURES[measure](*self.pair)

    def peakmem_measure(self, measure, n_biclusters):
        MEASURES[measure](*self.pair)


class Checkerboards:
    """Every block of a random co-clustering is a bicluster."""

    params: ClassVar = (["rnia", "clustering_error", "csi"], [10, 30])
    param_names: ClassVar = ["measure", "clusters per mode"]

    def setup(self, measure, n_clusters):
        rng = np.random.default_rng(0)
        self.pair = [
            labels_to_biclusters(tuple(rng.integers(0, n_clusters, (2, 1000))))
            for _ in range(2)
        ]

    def time_measure(self, measure, n_clusters):
        MEASURES[measure](*self.pair)

    def peakmem_measure(self, measure, n_clusters):
        MEASURES[measure](*self.pair)
