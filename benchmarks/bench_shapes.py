"""Shapes of clusterings on which an index is slow (asv)."""

import math
from typing import ClassVar

import numpy as np

from sklearn_cocluster_metrics import (
    ami_star_score,
    classification_error,
    coami_score,
    standardized_mutual_info_score,
)

INDICES = {
    "classification_error": classification_error,
    "ami_star": ami_star_score,
    "ami": coami_score,
    "smi": standardized_mutual_info_score,
}
SHAPES = ["two", "sqrt(n)", "n/3", "Zipf", "distinct"]


def draw(shape, n_samples, seed):
    """Labels with as many clusters, or as uneven ones, as the name says."""
    rng = np.random.default_rng(seed)
    if shape == "distinct":
        return rng.permutation(n_samples)
    if shape == "Zipf":  # a cluster is drawn about as often as 1 / its rank
        return np.exp(rng.random(n_samples) * math.log(n_samples)).astype(np.int64)
    n_clusters = {"two": 2, "sqrt(n)": math.isqrt(n_samples), "n/3": n_samples // 3}
    return rng.integers(0, n_clusters[shape], n_samples)


class Shapes:
    """Two independent clusterings of 10^5 samples."""

    params: ClassVar = (list(INDICES), SHAPES, ["two", "Zipf"])
    param_names: ClassVar = ["index", "true", "predicted"]
    timeout = 120

    def setup(self, index, true, pred):
        self.pair = draw(true, 10**5, 0), draw(pred, 10**5, 1)

    def time_index(self, index, true, pred):
        INDICES[index](*self.pair)

    def peakmem_index(self, index, true, pred):
        INDICES[index](*self.pair)
