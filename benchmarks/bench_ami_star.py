"""How long does the expected information take, and how exact is it at scale?

``python benchmarks/bench_ami_star.py`` prints, for each case, the time, the peak memory
of the process that computed it and the difference from a run at tightened cut-offs.
"""

import multiprocessing
import resource
import sys
import time
from typing import ClassVar

from sklearn_cocluster_metrics import nami_star_score
from sklearn_cocluster_metrics._laws import (
    expected_information_fixed_n_clusters as expected_information,
)
from sklearn_cocluster_metrics.datasets import random_partition, random_surjection

# number of samples, of categories (all of different sizes), of clusters
CASES = {
    "10^3, 10, 10": (10**3, 10, 10),
    "10^4, 50, 5000": (10**4, 50, 5000),
    "10^5, 50, 50": (10**5, 50, 50),
    "10^6, 50, 50": (10**6, 50, 50),
    "10^6, 50, 1000": (10**6, 50, 1000),
}


def different_sizes(n_samples, n_categories):
    """Sizes from about half to about one and a half times the mean."""
    step = n_samples // n_categories**2
    lowest = n_samples // (2 * n_categories)
    sizes = [lowest + step * k for k in range(n_categories)]
    sizes[-1] += n_samples - sum(sizes)
    if len(set(sizes)) < n_categories:
        raise ValueError(f"Sizes are not all different: {sizes}.")
    return sizes


class ExpectedInformation:
    """asv: EMI* from the sizes of the categories."""

    params: ClassVar = list(CASES)
    param_names: ClassVar = ["samples, categories, clusters"]

    def setup(self, case):
        n_samples, n_categories, self.n_clusters = CASES[case]
        self.sizes = different_sizes(n_samples, n_categories)

    def time_expected_information(self, case):
        expected_information(self.sizes, self.n_clusters)

    def peakmem_expected_information(self, case):
        expected_information(self.sizes, self.n_clusters)


class NamiStarScore:
    """asv: NAMI* from labels."""

    params: ClassVar = ["10^3, 10, 10", "10^5, 50, 50", "10^6, 50, 1000"]
    param_names: ClassVar = ["samples, categories, clusters"]

    def setup(self, case):
        n_samples, n_categories, n_clusters = CASES[case]
        sizes = different_sizes(n_samples, n_categories)
        self.true = random_partition(sizes, random_state=0)
        self.pred = random_surjection(n_samples, n_clusters, random_state=1)

    def time_nami_star(self, case):
        nami_star_score(self.true, self.pred)


def measure(case):
    """Compute one case; return value, seconds, peak memory in MB, difference."""
    n_samples, n_categories, n_clusters = CASES[case]
    sizes = different_sizes(n_samples, n_categories)
    start = time.perf_counter()
    value = expected_information(sizes, n_clusters)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    megabytes = peak / (2**20 if sys.platform == "darwin" else 2**10)
    tightened = expected_information(sizes, n_clusters, tail=1e-30)
    return value, seconds, megabytes, abs(value / tightened - 1)


def main():
    print("N, R, C             EMI* (nats)  seconds  peak MB  relative difference")
    spawn = multiprocessing.get_context("spawn")
    for case in CASES:
        with spawn.Pool(1) as pool:  # a new process, whose peak is of this case alone
            value, seconds, megabytes, difference = pool.apply(measure, (case,))
        print(
            f"{case:18} {value:12.9f} {seconds:8.3f} {megabytes:8.0f} "
            f"{difference:20.1e}"
        )


if __name__ == "__main__":
    main()
