"""How much time and memory does it take to count labels that come in chunks?

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/accumulation.py
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/accumulation.py \\
        --n-samples 1e9

Chunks of a million row labels are made one by one, counted by
`contingency_table_from_chunks` and forgotten; so the memory is that of one chunk,
however many there are. The prediction repeats the true label of about nine rows in ten.
Times are of the processor; that of making the labels is not counted.

"many" has 30,000 clusters on each side and chunks of 20,000 labels, so that the table
grows from chunk to chunk. It is counted twice: by `contingency_table_from_chunks`, and
by `sum` over the tables of the chunks.
"""

import argparse
import resource
import sys
import time

import numpy as np

from sklearn_cocluster_metrics.tables import (
    contingency_table,
    contingency_table_from_chunks,
    score_from_tables,
)

CHUNK = 1_000_000


def chunks(n_samples, n_clusters):
    """Make pairs of labels of a chunk of the rows, one pair after the other."""
    generator = np.random.default_rng(0)
    for start in range(0, n_samples, CHUNK):
        size = min(CHUNK, n_samples - start)
        true = generator.integers(0, n_clusters, size, dtype=np.int32)
        other = generator.integers(0, n_clusters, size, dtype=np.int32)
        yield true, np.where(other < 0.1 * n_clusters, other, true)


def chunks_of_many(n_chunks):
    """Make labels of which each pair is rare."""
    generator = np.random.default_rng(0)
    for _ in range(n_chunks):
        yield tuple(generator.integers(0, 30_000, 20_000) for _ in range(2))


class Timer:
    """Count chunks, and measure how long that takes without making them."""

    def __init__(self, count):
        self.count, self.making, self.counting = count, 0.0, 0.0

    def __call__(self, made):
        """Count; the result is the table."""
        start = time.process_time()
        table = self.count(self._timed(made))
        self.counting = time.process_time() - start - self.making
        return table

    def _timed(self, made):
        while True:
            start = time.process_time()
            chunk = next(made, None)
            self.making += time.process_time() - start
            if chunk is None:
                return
            yield chunk


def peak():
    """Return the greatest memory of this process so far, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1e6 if sys.platform == "darwin" else 1e3)


def add_one_by_one(pairs):
    """Add the table of each chunk to the total."""
    return sum(contingency_table(*pair) for pair in pairs)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--n-samples", type=float, default=1e8)
    n_samples = int(parser.parse_args().n_samples)
    print(f"{n_samples:.0e} rows in chunks of {CHUNK:.0e}; {peak():.0f} MB at first")
    for n_clusters in (10, 100):
        timer = Timer(contingency_table_from_chunks)
        table = timer(chunks(n_samples, n_clusters))
        print(
            f"{n_clusters:5} clusters: {timer.counting:.1f} s "
            f"({1e9 * timer.counting / n_samples:.1f} ns a row), making the labels "
            f"{timer.making:.1f} s, peak {peak():.0f} MB, "
            f"CARI {score_from_tables(table, 'cari'):.6f}"
        )
    for count in (contingency_table_from_chunks, add_one_by_one):
        timer = Timer(count)
        table = timer(chunks_of_many(50))
        print(
            f"many, {count.__name__}: {timer.counting:.2f} s, peak {peak():.0f} MB, "
            f"{table.n_samples} samples"
        )


if __name__ == "__main__":
    main()
