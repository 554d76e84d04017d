"""How fast are the indices on ten million rows and ten million columns?

``python benchmarks/bench_cari.py`` prints, from one process, the ratios that the
package promises. Every time is the median of repeats that take turns with what it is
compared with, so that a slow moment of the machine hits both.
"""

import statistics
import sys
import time
import tracemalloc
from typing import ClassVar

import numpy as np
from sklearn.metrics import adjusted_rand_score

from sklearn_cocluster_metrics import (
    cari_score,
    classification_error,
    coami_score,
    conmi_score,
    pair_counts,
)

LARGE = 10_000_000


def draw(n_rows, n_columns, n_clusters, seed=0):
    """Two co-clusterings of a matrix; two thirds of the predicted labels are true."""
    generator = np.random.default_rng(seed)
    sides = []
    for n_entries in (n_rows, n_columns):
        true = generator.integers(0, n_clusters, n_entries)
        other = generator.integers(0, n_clusters, n_entries)
        sides.append((true, np.where(generator.random(n_entries) < 2 / 3, true, other)))
    return tuple(true for true, _ in sides), tuple(pred for _, pred in sides)


class Indices:
    """Indices of co-clusterings of square matrices (asv)."""

    params: ClassVar = ([10**4, 10**5, 10**6], [10, 100, 1000])
    param_names: ClassVar = ["n_entries", "n_clusters"]

    def setup(self, n_entries, n_clusters):
        self.pair = draw(n_entries, n_entries, n_clusters)

    def time_cari(self, n_entries, n_clusters):
        cari_score(*self.pair)

    def time_cari_product(self, n_entries, n_clusters):
        cari_score(*self.pair, null_model="product")

    def time_conmi(self, n_entries, n_clusters):
        conmi_score(*self.pair)

    def time_classification_error(self, n_entries, n_clusters):
        classification_error(*self.pair)

    def peakmem_cari(self, n_entries, n_clusters):
        cari_score(*self.pair)


class AdjustedForChance:
    """The index with an expectation of its own (asv)."""

    params: ClassVar = [10**3, 10**4, 10**5]
    param_names: ClassVar = ["n_entries"]

    def setup(self, n_entries):
        self.pair = draw(n_entries, n_entries, 20)

    def time_coami(self, n_entries):
        coami_score(*self.pair)


class Labels:
    """Labels that are not small integers (asv)."""

    params: ClassVar = ([10**4, 10**5, 10**6], ["strings", "floats", "singletons"])
    param_names: ClassVar = ["n_entries", "kind"]

    def setup(self, n_entries, kind):
        true, pred = draw(n_entries, 10, 100)
        if kind == "strings":
            pair = [
                np.char.add("cluster ", side[0].astype(str)) for side in (true, pred)
            ]
        elif kind == "floats":
            pair = [side[0].astype(float) for side in (true, pred)]
        else:
            generator = np.random.default_rng(0)
            pair = [generator.permutation(n_entries) for _ in range(2)]
        self.pair = pair

    def time_pair_counts(self, n_entries, kind):
        pair_counts(*self.pair)


def medians(n_repeats, *functions):
    """Median time of each function; they take turns."""
    times = [[] for _ in functions]
    for _ in range(n_repeats):
        for function, of_function in zip(functions, times, strict=True):
            start = time.perf_counter()
            function()
            of_function.append(time.perf_counter() - start)
    return [statistics.median(of_function) for of_function in times]


def peak_memory(function):
    """Memory that a call asks for at most, beyond what there was before."""
    tracemalloc.start()
    function()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def report(what, value, rule=""):
    """Print one row of the table."""
    sys.stdout.write(f"{what:<58} {value:>12}  {rule}\n")
    sys.stdout.flush()


def compare_with_scikit_learn(n_clusters, n_repeats=5):
    """Print how CARI of 10^7 x 10^7 compares with the Rand index of the rows alone."""
    true, pred = draw(LARGE, LARGE, n_clusters)
    arrays = (*true, *pred)
    ours, theirs, sums = medians(
        n_repeats,
        lambda: cari_score(true, pred),
        lambda: adjusted_rand_score(true[0], pred[0]),
        lambda: [array.sum() for array in arrays],
    )
    peak = peak_memory(lambda: cari_score(true, pred))
    label = f"10^7 + 10^7 labels, {n_clusters} clusters:"
    report(f"{label} CARI", f"{ours:.3f} s")
    report(f"{label} faster than scikit-learn", f"{theirs / ours:.1f} x", ">= 12")
    report(f"{label} over the sums", f"{ours / sums:.1f} x", "<= 8")
    report(f"{label} peak memory", f"{peak / 1e6:.0f} MB", "< 100")


def compare_strings_with_unique(n_samples, n_clusters, n_repeats=3):
    """Print how labels that are strings compare with one numpy.unique of each array."""
    true, pred = draw(n_samples, 10, n_clusters)
    pair = [np.char.add("cluster ", side[0].astype(str)) for side in (true, pred)]
    ours, unique = medians(
        n_repeats,
        lambda: cari_score(*pair),
        lambda: [np.unique(labels) for labels in pair],
    )
    label = f"{n_samples:.0e} strings, {n_clusters} clusters:"
    report(f"{label} over numpy.unique", f"{ours / unique:.2f} x", "<= 1.5")


def seconds_of_singletons(n_samples):
    """Print what as many clusters as samples cost."""
    generator = np.random.default_rng(0)
    true, pred = generator.permutation(n_samples), generator.permutation(n_samples)
    (ours,) = medians(3, lambda: cari_score((true, pred), (pred, true)))
    peak = peak_memory(lambda: cari_score((true, pred), (pred, true)))
    label = f"{n_samples:.0e} x {n_samples:.0e} singletons:"
    report(f"{label} CARI", f"{ours:.3f} s")
    report(f"{label} peak memory", f"{peak / 1e6:.0f} MB")


def seconds_of_matching(n_clusters):
    """Print the time of the classification error, similar and independent clusters."""
    true, pred = draw(10**6, 10**6, n_clusters)
    unlike = tuple(map(np.random.default_rng(1).permutation, pred))
    of_like, of_unlike = medians(
        3,
        lambda: classification_error(true, pred),
        lambda: classification_error(true, unlike),
    )
    label = f"classification_error, {n_clusters} clusters:"
    report(f"{label} alike", f"{of_like:.2f} s")
    report(f"{label} independent", f"{of_unlike:.2f} s")


def main():
    """Print the table."""
    for n_clusters in (10, 100, 1000):
        compare_with_scikit_learn(n_clusters)
    for n_clusters in (10, 1000):
        compare_strings_with_unique(10**6, n_clusters)
    seconds_of_singletons(10**6)
    seconds_of_matching(1000)


if __name__ == "__main__":
    main()
