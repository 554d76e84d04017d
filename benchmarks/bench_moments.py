"""How long do exact moments take: of mutual information, and of the pairs in both?

``python benchmarks/bench_moments.py`` prints the time of the standardized mutual
information and of the z-score of the pairs, from labels, for each case.
"""

import time
from typing import ClassVar

import numpy as np

from sklearn_cocluster_metrics import (
    pair_count_moments,
    standardized_mutual_info_score,
)

# number of samples, of true clusters, of predicted clusters
CASES = {
    "10^3, 10, 10": (10**3, 10, 10),
    "10^4, 10, 10": (10**4, 10, 10),
    "10^5, 10, 10": (10**5, 10, 10),
    "10^4, 30, 30": (10**4, 30, 30),
}


def random_labels(n_samples, n_true, n_pred):
    """Labels drawn uniformly: the cluster sizes are nearly all different."""
    rng = np.random.default_rng(0)
    return rng.integers(n_true, size=n_samples), rng.integers(n_pred, size=n_samples)


class Moments:
    """asv: scores that need a mean and a variance under permutations."""

    params: ClassVar = list(CASES)
    param_names: ClassVar = ["samples, true, predicted clusters"]

    def setup(self, case):
        self.true, self.pred = random_labels(*CASES[case])

    def time_standardized_mutual_info(self, case):
        standardized_mutual_info_score(self.true, self.pred)

    def peakmem_standardized_mutual_info(self, case):
        standardized_mutual_info_score(self.true, self.pred)

    def time_pair_count_moments(self, case):
        pair_count_moments(self.true, self.pred)


class MomentsOfCoclusterings:
    """asv: the same for a matrix of as many rows as columns."""

    params: ClassVar = list(CASES)
    param_names: ClassVar = ["rows, true, predicted clusters of either mode"]

    def setup(self, case):
        rows, columns = random_labels(*CASES[case]), random_labels(*CASES[case])
        self.true, self.pred = zip(rows, columns, strict=True)

    def time_standardized_mutual_info(self, case):
        standardized_mutual_info_score(self.true, self.pred)

    def time_pair_count_moments(self, case):
        pair_count_moments(self.true, self.pred, null_model="product")


def seconds(function, *labels):
    """Time one call."""
    start = time.perf_counter()
    function(*labels)
    return time.perf_counter() - start


def main():
    print("n, true, pred       SMI (s)  pairs (s)")
    for case, numbers in CASES.items():
        labels = random_labels(*numbers)
        times = [
            seconds(function, *labels)
            for function in (standardized_mutual_info_score, pair_count_moments)
        ]
        print(f"{case:17} {times[0]:9.3f} {times[1]:10.4f}")


if __name__ == "__main__":
    main()
