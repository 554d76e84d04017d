"""Compare what is announced with what happens: forecasts, and the choice of a test.

``python benchmarks/announced.py`` prints two tables; each part ends with an error if
its claim fails.

- tests: 50 random pairs are tested by the default method, and by the method that
  samples. No default test takes more than three seconds of CPU time if sampling takes
  less than one.
- forecasts: 50 random calls are made, of a size that should take 6 to 30 seconds. Each
  forecast is at least a third and at most three times the time that was left when it
  came.
"""

import argparse
import math
import time
import warnings
from collections.abc import Callable
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
)
from sklearn_cocluster_metrics.datasets import perturb_coclustering

MOST_SECONDS = 3.0  # CPU time of a default test if sampling takes less than a second
LARGEST_FACTOR = 3.0  # between a forecast and the time that was left
SECONDS_OF_CALLS = (6.0, 30.0)  # range of the times that calls should take
PROBE_SECONDS = 0.4  # a call that takes less is too short to size longer calls by it
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
        n_true = draw_n_clusters(n_samples, generator)
        n_pred = draw_n_clusters(n_samples, generator)
        true = generator.choice(n_true, n_samples, p=draw_shares(n_true, generator))
        pred = generator.choice(n_pred, n_samples, p=draw_shares(n_pred, generator))
        is_kept = generator.random(n_samples) < generator.choice([0, 0.1, 0.5, 0.9])
        pred[is_kept] = true[is_kept]
        modes.append((true, pred))
        shapes.append(f"{n_true} x {n_pred} of {n_samples}")
    true, pred = zip(*modes, strict=True)
    if n_modes == 1:
        return Design(shapes[0], true[0], pred[0])
    return Design("; ".join(shapes), true, pred)


def draw_n_clusters(n_samples: int, generator: np.random.Generator) -> int:
    """Draw a number of clusters, from 2 to about 300, but not above `n_samples`."""
    return min(n_samples, round(2 * 10 ** generator.uniform(0, 2.2)))


def draw_shares(n_clusters: int, generator: np.random.Generator) -> Any:
    """Draw the shares of the samples in clusters, from nearly equal to very unequal."""
    return generator.dirichlet(np.full(n_clusters, generator.choice([0.3, 1.0, 100.0])))


def compare_methods(n_designs: int, seed: int) -> None:
    """Time the default test and the sampled test of drawn designs."""
    generator = np.random.default_rng(seed)
    n_missed = 0
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
        n_missed += is_missed
        print(
            f"| {design.description} | {result.method} | {default_seconds:.2f} s | "
            f"{sampled_seconds:.2f} s |{' MISSED' if is_missed else ''}",
            flush=True,
        )
    if n_missed > 0:
        raise SystemExit(
            f"{n_missed} default tests took more than {MOST_SECONDS} s, although "
            "sampling takes less than a second."
        )


# Forecasts


@dataclass(frozen=True)
class Family:
    """Calls of one kind, whose time grows with their size."""

    name: str
    # Function that returns a call of a given size, for random labels
    make: Callable[[int, np.random.Generator], Call]
    smallest_size: int
    # The time grows with this power of the size.
    exponent: float


def two_labelings(n_samples: int, n_clusters: int, generator: Any) -> tuple[Any, Any]:
    """Draw two labelings that are equal for half of the samples, and for some more."""
    true = generator.integers(n_clusters, size=n_samples)
    pred = generator.integers(n_clusters, size=n_samples)
    is_kept = generator.random(n_samples) < 0.5
    pred[is_kept] = true[is_kept]
    return true, pred


def element_centric_test(size: int, generator: np.random.Generator) -> Call:
    """Test the element-centric similarity, a permutation of which takes long."""
    true, pred = two_labelings(generator.integers(500, 20_000), 8, generator)
    return partial(permutation_test, true, pred, "element_centric", n_draws=size)


def information_test(size: int, generator: np.random.Generator) -> Call:
    """Test coNMI, a permutation of which takes little time."""
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
    true = biclusters(20, (size, 100), generator)
    pred = biclusters(20, (size, 100), generator)
    return partial(bicluster_similarity_score, true, pred, metric="bicluster_csi")


def mocice(size: int, generator: np.random.Generator) -> Call:
    """Compare large biclusters by MOCICE-BCubed."""
    true = biclusters(12, (size, 100), generator)
    pred = biclusters(12, (size, 100), generator)
    return partial(mocice_bcubed_score, true, pred)


def moves(size: int, generator: np.random.Generator) -> Call:
    """Move labels of a co-clustering."""
    true = (generator.integers(5, size=1000), generator.integers(4, size=800))
    return partial(perturb_coclustering, true, size, random_state=0)


# An interval is left out, because it makes fewer draws of larger data.
FAMILIES = (
    Family("permutation_test, element_centric", element_centric_test, 50, 1),
    Family("permutation_test, conmi", information_test, 500, 1),
    Family("adjusted_for_chance", adjustment, 200, 1),
    Family("pairwise_scores", pairs_of_structures, 20, 2),
    Family("critical_value", critical, 500, 1),
    Family("classification_error", matching, 20_000, 1.7),
    Family("csi", similarity, 60, 1.6),
    Family("MOCICE-BCubed", mocice, 60, 1.6),
    Family("perturb_coclustering", moves, 100_000, 1),
)


@dataclass(frozen=True)
class Forecast:
    """A forecast that a call made."""

    # When it came, in seconds after the start of the call
    came_at: float
    # How long the call takes from then on, according to the forecast
    seconds: float


def seconds_in(message: str) -> float | None:
    """Return the seconds that a warning names, or None if it is no forecast."""
    _, is_forecast, rest = message.partition(" may take about ")
    if not is_forecast:
        return None
    number, unit = rest.partition(";")[0].split()
    return float(number.replace(",", "")) * UNITS[unit]


def run(call: Call) -> tuple[float, list[Forecast]]:
    """Return how many seconds a call takes, and its forecasts."""
    forecasts: list[Forecast] = []
    start = time.monotonic()

    def record(message: Any, *_: Any, **__: Any) -> None:
        seconds = seconds_in(str(message))
        if seconds is not None:
            forecasts.append(Forecast(time.monotonic() - start, seconds))

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = record
        call()
    return time.monotonic() - start, forecasts


def size_for(family: Family, seconds: float, seed: int) -> int:
    """Return the size at which a call of a family takes about so many seconds."""
    size = family.smallest_size
    while True:
        probe_seconds, _ = run(family.make(size, np.random.default_rng(seed)))
        if probe_seconds >= PROBE_SECONDS:
            return math.ceil(size * (seconds / probe_seconds) ** (1 / family.exponent))
        size *= 2


def compare_forecasts(n_calls: int, seed: int) -> None:
    """Time drawn calls, and compare their forecasts with the time that was left."""
    generator = np.random.default_rng(seed)
    n_forecasts = 0
    n_wrong = 0
    header = "| call | size | took | forecast | when | left then | factor |"
    print(header, "|---|---|---|---|---|---|---|", sep="\n")
    for position in range(n_calls):
        family = FAMILIES[position % len(FAMILIES)]
        planned_seconds = generator.uniform(*SECONDS_OF_CALLS)
        call_seed = int(generator.integers(2**31))
        size = size_for(family, planned_seconds, call_seed)
        call = family.make(size, np.random.default_rng(call_seed))
        total_seconds, forecasts = run(call)
        start_of_row = f"| {family.name} | {size} | {total_seconds:.0f} s |"
        if not forecasts:
            print(start_of_row, "nothing | | | |", flush=True)
        for forecast in forecasts:
            seconds_left = total_seconds - forecast.came_at
            factor = forecast.seconds / seconds_left
            is_wrong = not 1 / LARGEST_FACTOR <= factor <= LARGEST_FACTOR
            n_forecasts += 1
            n_wrong += is_wrong
            print(
                f"{start_of_row} {forecast.seconds:.0f} s | {forecast.came_at:.1f} s | "
                f"{seconds_left:.1f} s | {factor:.2f} |{' WRONG' if is_wrong else ''}",
                flush=True,
            )
    if n_forecasts == 0:
        raise SystemExit("No call made a forecast, so nothing was compared.")
    if n_wrong > 0:
        raise SystemExit(
            f"{n_wrong} forecasts are wrong by more than {LARGEST_FACTOR}."
        )


PARTS = {"tests": compare_methods, "forecasts": compare_forecasts}


def main() -> None:
    """Read the options, and run the parts."""
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
