"""Compare what is announced with what happens: forecasts, and the choice of a test.

``python benchmarks/announced.py`` prints two tables; each part ends with an error if
its claim fails.

- tests: 50 drawn pairs are tested by the default method, and by the method that
  samples. No default test takes more than three seconds of the processor where sampling
  takes less than one.
- forecasts: 50 drawn calls of some 10 to 40 seconds. Each announcement names at least
  a third and at most three times the time that was left when it came.
"""

import argparse
import math
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import (
    adjusted_for_chance,
    bicluster_similarity_score,
    classification_error,
    critical_value,
    mocice_bcubed_score,
    pairwise_scores,
    permutation_test,
    score_interval,
)
from sklearn_cocluster_metrics.datasets import perturb_coclustering

MOST_SECONDS = 3.0  # of a default test where sampling takes less than a second
LARGEST_FACTOR = 3.0  # between a forecast and the truth
PROBE_SECONDS = 0.4  # the least time of a call from which longer ones are sized
UNITS = {"s": 1.0, "min": 60.0}

Call = Callable[[], Any]


# The default method of a permutation test


@dataclass(frozen=True)
class Design:
    """Two labelings of each mode, in words and as labels."""

    description: str
    true: Any
    pred: Any


def draw_design(generator: np.random.Generator) -> Design:
    """Draw labels of one or two modes: sizes, numbers of clusters and dependence."""
    n_modes = int(generator.integers(1, 3))
    modes = []
    shapes = []
    for _ in range(n_modes):
        n_samples = round(10 ** generator.uniform(1.3, 5.5))
        n_true, n_pred = (
            min(n_samples, round(2 * 10 ** generator.uniform(0, 2.2))) for _ in range(2)
        )
        true = generator.choice(n_true, n_samples, p=shares_of(n_true, generator))
        pred = generator.choice(n_pred, n_samples, p=shares_of(n_pred, generator))
        is_kept = generator.random(n_samples) < generator.choice([0, 0.1, 0.5, 0.9])
        pred[is_kept] = true[is_kept]
        modes.append((true, pred))
        shapes.append(f"{n_true} x {n_pred} of {n_samples}")
    true, pred = zip(*modes, strict=True)
    if n_modes == 1:
        return Design(shapes[0], true[0], pred[0])
    return Design("; ".join(shapes), true, pred)


def shares_of(n_clusters: int, generator: np.random.Generator) -> Any:
    """Draw the shares of clusters, equal or very unequal ones."""
    return generator.dirichlet(np.full(n_clusters, generator.choice([0.3, 1.0, 100.0])))


def compare_methods(n_designs: int, seed: int) -> None:
    """Time the default test and the sampled test of drawn designs."""
    generator = np.random.default_rng(seed)
    misses = 0
    print("| clusters | method | default | sampled |", "|---|---|---|---|", sep="\n")
    for _ in range(n_designs):
        design = draw_design(generator)
        test = partial(permutation_test, design.true, design.pred, random_state=0)
        start = time.process_time()
        result = test()
        default_seconds = time.process_time() - start
        start = time.process_time()
        test(method="grid")
        sampled_seconds = time.process_time() - start
        is_missed = default_seconds > MOST_SECONDS and sampled_seconds < 1
        misses += is_missed
        print(
            f"| {design.description} | {result.method} | {default_seconds:.2f} s | "
            f"{sampled_seconds:.2f} s |{' MISSED' if is_missed else ''}",
            flush=True,
        )
    if misses:
        raise SystemExit(f"{misses} default tests took above {MOST_SECONDS} s.")


# Forecasts


@dataclass(frozen=True)
class Family:
    """Calls of one kind, which take as long as their size says."""

    name: str
    # Returns a call of a size, for labels drawn by a generator
    make: Callable[[int, np.random.Generator], Call]
    smallest: int
    # The time grows with this power of the size.
    exponent: float


def two_labelings(n_samples: int, n_clusters: int, generator: Any) -> tuple[Any, Any]:
    """Draw two labelings, half of whose labels agree."""
    true = generator.integers(n_clusters, size=n_samples)
    pred = generator.integers(n_clusters, size=n_samples)
    is_kept = generator.random(n_samples) < 0.5
    pred[is_kept] = true[is_kept]
    return true, pred


def test_by_labels(size: int, generator: np.random.Generator) -> Call:
    """Permute labels; an index whose matching is computed anew for each."""
    true, pred = two_labelings(generator.integers(500, 20_000), 8, generator)
    return partial(permutation_test, true, pred, "element_centric", n_draws=size)


def test_by_tables(size: int, generator: np.random.Generator) -> Call:
    """Sample tables for the test of an index."""
    n_samples = int(generator.integers(500, 20_000))
    true, pred = two_labelings(n_samples, int(generator.integers(3, 40)), generator)
    return partial(permutation_test, true, pred, "conmi", n_draws=size)


def adjustment(size: int, generator: np.random.Generator) -> Call:
    """Sample the expectation of an index."""
    n_samples = int(generator.integers(500, 20_000))
    true, pred = two_labelings(n_samples, int(generator.integers(3, 40)), generator)
    return partial(adjusted_for_chance, true, pred, "nce", n_draws=size)


def pairs_of_structures(size: int, generator: np.random.Generator) -> Call:
    """Compare many clusterings with each other."""
    n_samples = int(generator.integers(500, 20_000))
    structures = {
        f"clustering {k}": generator.integers(8, size=n_samples) for k in range(size)
    }
    return partial(pairwise_scores, structures, "conmi")


def critical(size: int, generator: np.random.Generator) -> Call:
    """Sample a critical value."""
    sizes = generator.integers(5, 400, size=int(generator.integers(3, 30)))
    return partial(critical_value, sizes, sizes[::-1], n_draws=size)


def matching(size: int, generator: np.random.Generator) -> Call:
    """Match very many clusters, which overlap in all ways."""
    true = generator.integers(size // 3, size=size)
    pred = generator.integers(size // 3, size=size)
    return partial(classification_error, true, pred)


def biclusters(
    n_biclusters: int, shape: tuple[int, int], generator: np.random.Generator
) -> Any:
    """Draw biclusters of a quarter to a half of the rows and the columns."""
    share = generator.uniform(0.25, 0.5)
    return tuple(generator.random((n_biclusters, n)) < share for n in shape)


def similarity(size: int, generator: np.random.Generator) -> Call:
    """Compare large biclusters by csi."""
    true, pred = (biclusters(20, (size, 100), generator) for _ in range(2))
    return partial(bicluster_similarity_score, true, pred, metric="bicluster_csi")


def mocice(size: int, generator: np.random.Generator) -> Call:
    """Compare large biclusters by MOCICE-BCubed."""
    true, pred = (biclusters(12, (size, 100), generator) for _ in range(2))
    return partial(mocice_bcubed_score, true, pred)


def moves(size: int, generator: np.random.Generator) -> Call:
    """Move labels of a co-clustering."""
    true = (generator.integers(5, size=1000), generator.integers(4, size=800))
    return partial(perturb_coclustering, true, size, random_state=0)


def interval(size: int, generator: np.random.Generator) -> Call:
    """Compute the interval of a score."""
    rows = two_labelings(size, 12, generator)
    columns = two_labelings(size, 9, generator)
    true, pred = zip(rows, columns, strict=True)
    return partial(score_interval, true, pred, "nce")


FAMILIES = (
    Family("permutation_test, labels", test_by_labels, 50, 1),
    Family("permutation_test, tables", test_by_tables, 500, 1),
    Family("adjusted_for_chance", adjustment, 200, 1),
    Family("pairwise_scores", pairs_of_structures, 20, 2),
    Family("critical_value", critical, 500, 1),
    Family("classification_error", matching, 20_000, 1.7),
    Family("csi", similarity, 60, 1),
    Family("MOCICE-BCubed", mocice, 60, 1),
    Family("perturb_coclustering", moves, 100_000, 1),
    Family("score_interval", interval, 500, 1),
)


@dataclass(frozen=True)
class Announcement:
    """A forecast that a call made."""

    # When it came, in seconds after the call
    at: float
    seconds: float


def seconds_announced(message: str) -> float | None:
    """Return the seconds that a warning names, or None if it is no forecast."""
    _, is_forecast, rest = message.partition(" may take about ")
    if not is_forecast:
        return None
    number, unit = rest.partition(";")[0].split()
    return float(number.replace(",", "")) * UNITS[unit]


def run(call: Call) -> tuple[float, list[Announcement]]:
    """Return how long a call takes, and what it announces."""
    announcements: list[Announcement] = []
    start = time.monotonic()

    def record(message: Any, *_: Any, **__: Any) -> None:
        seconds = seconds_announced(str(message))
        if seconds is not None:
            at = time.monotonic() - start
            announcements.append(Announcement(at, seconds))

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = record
        call()
    return time.monotonic() - start, announcements


def size_for(family: Family, seconds: float, seed: int) -> int:
    """Return the size at which a call of a family takes about so many seconds."""
    size = family.smallest
    while True:
        took, _ = run(family.make(size, np.random.default_rng(seed)))
        if took >= PROBE_SECONDS:
            return math.ceil(size * (seconds / took) ** (1 / family.exponent))
        size *= 2


def compare_forecasts(n_calls: int, seed: int) -> None:
    """Time drawn calls, and compare what they announced."""
    generator = np.random.default_rng(seed)
    wrong = 0
    head = "| call | size | took | announced | when | left then | factor |"
    print(head, "|---|---|---|---|---|---|---|", sep="\n")
    for position in range(n_calls):
        family = FAMILIES[position % len(FAMILIES)]
        wanted = generator.uniform(6, 30)
        call_seed = int(generator.integers(2**31))
        size = size_for(family, wanted, call_seed)
        call = family.make(size, np.random.default_rng(call_seed))
        took, announcements = run(call)
        for row in rows_of(announcements, took):
            print(f"| {family.name} | {size} | {took:.0f} s | {row}", flush=True)
            wrong += "WRONG" in row
    if wrong:
        raise SystemExit(f"{wrong} forecasts are wrong by more than {LARGEST_FACTOR}.")


def rows_of(announcements: list[Announcement], took: float) -> Iterator[str]:
    """Yield the ends of the rows of a call: one for each of its announcements."""
    if not announcements:
        yield "nothing | | | |"
    for announcement in announcements:
        left = took - announcement.at
        factor = announcement.seconds / left
        is_wrong = not 1 / LARGEST_FACTOR <= factor <= LARGEST_FACTOR
        yield (
            f"{announcement.seconds:.0f} s | {announcement.at:.1f} s | {left:.1f} s | "
            f"{factor:.2f} |{' WRONG' if is_wrong else ''}"
        )


PARTS = {"tests": compare_methods, "forecasts": compare_forecasts}


def main() -> None:
    """Read the options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--seed", type=int, default=49)
    options = parser.parse_args()
    with threadpool_limits(1):
        for part in options.parts:
            PARTS[part](options.number, options.seed)


if __name__ == "__main__":
    main()
