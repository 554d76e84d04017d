"""MOCICE-BCubed: merged pairs against a plain enumeration of pairs of cells.

    python benchmarks/bench_mocice.py

Prints both times and their ratio on a size that the enumeration can finish, then the
time and the peak memory on the sizes that it cannot.
"""

import resource
from itertools import product
from time import perf_counter

import numpy as np

from sklearn_cocluster_metrics._indices._mocice_bcubed import mocice_bcubed
from sklearn_cocluster_metrics._statistics import BiclusterComparison, Biclusters


def random_biclusters(rng, n_biclusters, n_entries, size):
    """Draw square biclusters of one size, rows and columns at random."""
    sides = np.zeros((2, n_biclusters, n_entries), dtype=np.int64)
    for side, k in product(range(2), range(n_biclusters)):
        sides[side, k, rng.choice(n_entries, size, replace=False)] = 1
    return Biclusters.of(*sides)


def random_checkerboard(rng, shape, n_blocks):
    """Cut the rows and the columns into random blocks, all of them biclusters."""
    rows, columns = (
        np.eye(n, dtype=np.int64)[:, rng.permutation(np.arange(n_entries) % n)]
        for n_entries, n in zip(shape, n_blocks, strict=True)
    )
    return Biclusters.of(
        np.repeat(rows, n_blocks[1], axis=0), np.tile(columns, (n_blocks[0], 1))
    )


def enumerate_pairs(true, pred):
    """Precision and recall of eqs. (15), (16), one pair of cells after the other."""
    sides = []
    for side in (true, pred):
        indicators = zip(side.rows.toarray(), side.columns.toarray(), strict=True)
        sides.append(
            [set(product(np.flatnonzero(r), np.flatnonzero(c))) for r, c in indicators]
        )
    classes, clusters = sides
    similarity = [[len(g & c) / len(g | c) for c in classes] for g in clusters]
    means = []
    for own in (clusters, classes):
        cover = set().union(*own)
        held = {
            x: (
                {k for k, g in enumerate(clusters) if x in g},
                {k for k, c in enumerate(classes) if x in c},
            )
            for x in cover
        }
        total = 0.0
        for x in cover:
            neighbors = set().union(*(part for part in own if x in part))
            inner = 0.0
            for y in neighbors:
                both_pred = held[x][0] & held[y][0]
                both_true = held[x][1] & held[y][1]
                if both_pred and both_true:
                    phi = sum(
                        max(similarity[g][c] for c in both_true) for g in both_pred
                    )
                    shares = min(len(both_pred), len(both_true)) / len(
                        both_pred if own is clusters else both_true
                    )
                    inner += shares * phi / len(both_pred)
            total += inner / len(neighbors)
        means.append(total / len(cover))
    return means


def timed(function, *arguments):
    start = perf_counter()
    value = function(*arguments)
    return value, perf_counter() - start


def by_merged_pairs(true, pred):
    found = mocice_bcubed(BiclusterComparison(true, pred))
    return [found.precision, found.recall]


OVERLAPPING, SEVENTY, CHECKERBOARDS = (
    "1000 x 1000, 30 random biclusters of 100 x 100 on each side",
    "1000 x 1000, 70 random biclusters of 60 x 60 on each side",
    "943 x 1682, checkerboards of 50 x 55 and 56 x 49 blocks",
)


def pair_of(case, rng):
    """Draw the two biclusterings of a case."""
    if case == OVERLAPPING:
        return [random_biclusters(rng, 30, 1000, 100) for _ in range(2)]
    if case == SEVENTY:
        return [random_biclusters(rng, 70, 1000, 60) for _ in range(2)]
    sides = ((50, 55), (56, 49))
    return [random_checkerboard(rng, (943, 1682), blocks) for blocks in sides]


class Mocice:
    """Time and memory of MOCICE-BCubed on sizes that no enumeration can finish."""

    params = (OVERLAPPING, SEVENTY, CHECKERBOARDS)
    param_names = ("case",)

    def setup(self, case):
        self.pair = pair_of(case, np.random.default_rng(0))

    def time_mocice(self, case):
        by_merged_pairs(*self.pair)

    def peakmem_mocice(self, case):
        by_merged_pairs(*self.pair)


def main():
    rng = np.random.default_rng(0)
    by_merged_pairs(
        *(random_biclusters(rng, 2, 10, 5) for _ in range(2))
    )  # load libraries

    pair = [random_biclusters(rng, 6, 150, 45) for _ in range(2)]
    listed, slow = timed(enumerate_pairs, *pair)
    found, fast = timed(by_merged_pairs, *pair)
    np.testing.assert_allclose(found, listed, rtol=1e-10)
    print("150 x 150, 6 random biclusters of 45 x 45 on each side")
    ratio = slow / fast
    print(f"  enumeration {slow:.2f} s, merged {fast:.4f} s, ratio {ratio:.0f}")

    for case in Mocice.params:
        _, seconds = timed(by_merged_pairs, *pair_of(case, rng))
        print(f"{case}\n  {seconds:.2f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20  # KiB on Linux
    print(f"peak memory {peak:.2f} GiB")


if __name__ == "__main__":
    main()
