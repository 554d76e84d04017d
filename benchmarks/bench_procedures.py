"""What calls an index many times: stability, reports, searches for properties (asv)."""

from typing import ClassVar

import numpy as np
from sklearn.cluster import SpectralCoclustering
from sklearn.datasets import make_biclusters

from sklearn_cocluster_metrics import (
    adjusted_for_chance,
    bicluster_report,
    coclustering_report,
    stability_score,
)
from sklearn_cocluster_metrics.meta_evaluation import check_index


class Stability:
    """Fits of subsamples of a planted matrix, and their agreement."""

    params: ClassVar = [100, 300]
    param_names: ClassVar = ["rows and columns"]

    def setup(self, n):
        self.X, _, _ = make_biclusters((n, n), 4, noise=1, random_state=0)
        self.model = SpectralCoclustering(4, random_state=0)

    def time_stability(self, n):
        stability_score(self.model, self.X, n_resamples=3)


class Reports:
    """Reports with their tests and intervals."""

    params: ClassVar = [100, 1000]
    param_names: ClassVar = ["rows and columns"]

    def setup(self, n):
        rng = np.random.default_rng(0)
        self.labels = [tuple(rng.integers(0, 5, (2, n))) for _ in range(2)]
        self.biclusters = [
            tuple(rng.random((4, n)) < 0.1 for _ in range(2)) for _ in range(2)
        ]

    def time_coclustering_report(self, n):
        coclustering_report(*self.labels)

    def time_bicluster_report(self, n):
        bicluster_report(*self.biclusters, random_state=0)

    def time_adjusted_for_chance(self, n):
        adjusted_for_chance(*self.labels, "cari", n_draws=100, random_state=0)


class Properties:
    """Search for counterexamples among small structures."""

    params: ClassVar = (["adjusted_rand", "cari_product"], [3, 4])
    param_names: ClassVar = ["index", "largest size"]

    def setup(self, index, max_size):
        self.structure = "coclustering" if index == "cari_product" else "clustering"

    def time_check_index(self, index, max_size):
        check_index(
            index,
            structure=self.structure,
            max_size=max_size,
            n_draws=5,
            random_state=0,
        )
