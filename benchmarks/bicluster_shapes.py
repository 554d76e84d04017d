"""Time and memory of all measures of biclusters, for shapes that used to be slow.

    python benchmarks/bicluster_shapes.py [SHAPE ...]

Prints one line per shape and measure: CPU time in seconds and the peak of the memory
that Python allocates, of a call with the indicators as a user passes them. Without
arguments, all shapes are measured; the overlapping ones take minutes.
"""

import sys
import tracemalloc
from time import process_time

import numpy as np
from scipy import sparse

from sklearn_cocluster_metrics._contracts import CONTRACTS
from sklearn_cocluster_metrics._statistics import compare_biclusterings


def random_biclusters(rng, n_biclusters, shape, extent):
    """Draw biclusters of one extent, rows and columns at random."""
    return tuple(
        np.array(
            [
                np.bincount(rng.choice(n, size, replace=False), minlength=n)
                for _ in range(n_biclusters)
            ]
        )
        for n, size in zip(shape, extent, strict=True)
    )


def random_sparse(rng, n_biclusters, n_entries, n_ones):
    """Draw sparse indicators with a few ones a row."""
    sides = []
    for _ in range(2):
        entries = rng.integers(n_entries, size=n_biclusters * n_ones)
        bicluster = np.repeat(np.arange(n_biclusters), n_ones)
        ones = np.ones(len(entries), dtype=np.int8)
        side = sparse.csr_array(
            (ones, (bicluster, entries)), shape=(n_biclusters, n_entries)
        )
        side.data[:] = 1
        sides.append(side)
    return tuple(sides)


def diagonal(rng, n_biclusters):
    """Draw biclusters of one row and one column each, as sparse indicators."""
    eye = sparse.eye_array(n_biclusters, dtype=np.int8, format="csr")
    return tuple(eye[rng.permutation(n_biclusters)] for _ in range(2))


def checkerboard(rng, n_entries, n_blocks):
    """Cut the rows and the columns into random blocks, all of them biclusters."""
    rows, columns = (
        np.eye(n_blocks, dtype=np.int8)[:, rng.permutation(n_entries) % n_blocks]
        for _ in range(2)
    )
    return np.repeat(rows, n_blocks, axis=0), np.tile(columns, (n_blocks, 1))


def noisy(rng, shape, n_biclusters, extent):
    """Draw biclusters, and the same with 2 % of the entries flipped."""
    true = random_biclusters(rng, n_biclusters, shape, extent)
    pred = tuple(side ^ (rng.random(side.shape) < 0.02) for side in true)
    return true, pred


def twice(draw, *arguments):
    """Return a function that draws both sides."""
    return lambda rng: (draw(rng, *arguments), draw(rng, *arguments))


SHAPES = {
    "sparse 1000 in 10000 x 10000": twice(random_sparse, 1000, 10_000, 5),
    "sparse 2500 in 25000 x 25000": twice(random_sparse, 2500, 25_000, 5),
    "disjoint 9000": twice(diagonal, 9000),
    "checkerboard 60 x 60": twice(checkerboard, 600, 60),
    "overlapping 300 in 300 x 300": twice(random_biclusters, 300, (300, 300), (20, 20)),
    "overlapping 80 in 2000 x 2000": twice(
        random_biclusters, 80, (2000, 2000), (300, 300)
    ),
    "dense 30 in 1000 x 1000": twice(random_biclusters, 30, (1000, 1000), (200, 200)),
    "noisy 20 in 2000 x 1000": lambda rng: noisy(rng, (2000, 1000), 20, (200, 100)),
    "noisy 5 in 200 x 100": lambda rng: noisy(rng, (200, 100), 5, (40, 20)),
}

_PAIRS_OF_CELLS = {"mocice_bcubed", "bicluster_csi", "bicluster_extended_bcubed"}
_HOURS = {"overlapping 80 in 2000 x 2000": {*_PAIRS_OF_CELLS, "adjusted_bicluster_csi"}}


def measured(contract, true, pred):
    """Return the CPU time of one call and the peak memory of another."""
    start = process_time()
    contract.compute(compare_biclusterings(true, pred))
    seconds = process_time() - start
    tracemalloc.start()
    contract.compute(compare_biclusterings(true, pred))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return seconds, peak / 2**20


def main(shapes):
    for shape in shapes:
        true, pred = SHAPES[shape](np.random.default_rng(0))
        disjoint = compare_biclusterings(true, pred).disjoint
        for name, contract in CONTRACTS.items():
            skipped = contract.structure != "biclustering" or (
                contract.disjoint_only and not disjoint
            )
            if skipped or name in _HOURS.get(shape, ()):
                continue
            seconds, peak = measured(contract, true, pred)
            print(f"{shape:32} {name:40} {seconds:8.2f} s {peak:8.1f} MB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or SHAPES)
