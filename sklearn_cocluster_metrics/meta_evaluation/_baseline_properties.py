"""Chance: means over all orders of the prediction, and for large samples."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from ._partition_search import Property, Search, Universe, small
from ._partition_space import (
    Modes,
    as_passed,
    is_trivial_mode,
    renumbered,
    sizes_of,
)
from ._properties import Counterexample, PropertyCheck, differ, exceeds

SMALL, LARGE = 32, 256
"""Numbers of samples between which the means of an index have to converge."""

N_DRAWS = 8
"""Random predictions for each pair of cluster sizes."""

LEAST_FALL = 3.0
"""The largest difference of means must fall at least by this factor."""


@dataclass(frozen=True, eq=False)
class Means:
    """Exact means of the values of some truths, and predictions of some sizes."""

    truths: list[Modes]
    predictions: list[Modes]
    values: NDArray[np.float64]


def means_of(universe: Universe) -> Means:
    """Average over all predictions with the same sizes of clusters.

    A truth of which all modes are trivial is left out: no permutation changes it.
    """
    groups: dict[object, list[int]] = {}
    for position, modes in enumerate(universe.structures):
        groups.setdefault(sizes_of(modes), []).append(position)
    truths = [
        position
        for position, modes in enumerate(universe.structures)
        if not all(map(is_trivial_mode, modes))
    ]
    with np.errstate(invalid="ignore"):
        columns = [universe.values[:, group].mean(axis=1) for group in groups.values()]
    return Means(
        [universe.structures[position] for position in truths],
        [universe.structures[group[0]] for group in groups.values()],
        np.transpose(columns)[truths],
    )


def no_constant_baseline(search: Search) -> Counterexample | None:
    """Find two means that differ."""
    first: tuple[Modes, Modes] | None = None
    base = np.nan
    for means in map(means_of, search.universes):
        if first is None and means.truths:
            first, base = (means.truths[0], means.predictions[0]), means.values[0, 0]
        wrong = np.argwhere(differ(means.values, base) | np.isnan(means.values))
        if first is not None and wrong.size:
            a, b = wrong[0]
            return _example_of_means(
                search,
                (*first, means.truths[a], means.predictions[b]),
                (base, means.values[a, b]),
            )
    return None


def prefers_large(search: Search) -> Counterexample | None:
    """Find a truth for which predictions with more pairs together are better."""
    return _prefers(search, lambda n_one, n_other: n_one > n_other)


def prefers_small(search: Search) -> Counterexample | None:
    """Find a truth for which predictions with fewer pairs together are better."""
    return _prefers(search, lambda n_one, n_other: n_one < n_other)


def _prefers(
    search: Search, is_wrong: Callable[[int, int], bool]
) -> Counterexample | None:
    """Find a truth and two predictions, the first of which is better by chance."""
    for means in map(means_of, search.universes):
        n_together = [_pairs_together(modes) for modes in means.predictions]
        for true, row in zip(means.truths, means.values, strict=True):
            for one, other in product(range(len(row)), repeat=2):
                if is_wrong(n_together[one], n_together[other]) and exceeds(
                    row[one], row[other]
                ):
                    return _example_of_means(
                        search,
                        (true, means.predictions[one], true, means.predictions[other]),
                        (row[one], row[other]),
                    )
    return None


def _pairs_together(modes: Modes) -> int:
    """Count the pairs of cells in one block; that is, up to a constant."""
    squares = [sum(size**2 for size in sizes) for sizes in sizes_of(modes)]
    return int(np.prod(squares))


def _example_of_means(
    search: Search,
    structures: tuple[Modes, Modes, Modes, Modes],
    means: tuple[float, float],
) -> Counterexample:
    """Make a counterexample of two means over all orders of the prediction."""
    named = dict(zip("ABCD", map(as_passed, structures), strict=True))
    keys = "mean of metric(A, B)", "mean of metric(C, D)"
    raw = map(search.values.raw, means)
    return Counterexample(named, dict(zip(keys, raw, strict=True)))


def check_large_samples(search: Search, has_baseline: bool) -> PropertyCheck:
    """Compare means for small and for large samples; exact ones stay constant."""
    name = "asymptotic baseline"
    statement = (
        "As n grows, the mean over random predictions becomes the same for all "
        "cluster sizes in fixed proportion to n."
    )
    if has_baseline:
        return PropertyCheck(name, True, statement, "follows from the exact baseline")
    generator = RandomState(search.seed)
    low, high = (_means_by_sizes(search, n, generator) for n in (SMALL, LARGE))
    spreads = [max(values.values()) - min(values.values()) for values in (low, high)]
    searched = (
        f"means of {N_DRAWS} random predictions for {len(high)} pairs of cluster sizes "
        f"differ by up to {spreads[0]:.2g} at n = {SMALL}, {spreads[1]:.2g} at n = "
        f"{LARGE}"
    )
    if spreads[1] <= max(spreads[0] / LEAST_FALL, 1e-9):
        return PropertyCheck(name, True, statement, searched)
    worst = [pick(high, key=high.__getitem__) for pick in (min, max)]
    found = Counterexample(
        {
            f"sizes of {letter}": write_sizes(sizes)
            for letter, sizes in zip("ABCD", (*worst[0], *worst[1]), strict=True)
        },
        {
            f"mean of metric({pair})": search.values.raw(high[sizes])
            for pair, sizes in zip(("A, B", "C, D"), worst, strict=True)
        },
    )
    return PropertyCheck(name, False, statement, searched, found)


def _means_by_sizes(
    search: Search, n_samples: int, generator: RandomState
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    """Estimate the mean for each pair of cluster sizes, the same in all modes."""
    return {
        (sizes_true, sizes_pred): float(
            np.mean(
                [
                    search.values(
                        _drawn(sizes_true, search.n_modes, generator),
                        _drawn(sizes_pred, search.n_modes, generator),
                    )
                    for _ in range(N_DRAWS)
                ]
            )
        )
        for sizes_true, sizes_pred in product(_proportions(n_samples), repeat=2)
    }


def write_sizes(sizes: tuple[int, ...]) -> str:
    """Write how many clusters there are of each size."""
    return ", ".join(f"{sizes.count(size)} of {size}" for size in dict.fromkeys(sizes))


def _proportions(n_samples: int) -> Iterator[tuple[int, ...]]:
    """Yield cluster sizes in fixed proportion to the number of samples."""
    half, quarter = n_samples // 2, n_samples // 4
    yield half, half
    yield 3 * quarter, quarter
    yield (quarter,) * 4
    yield (half, *(1,) * half)


def _drawn(sizes: tuple[int, ...], n_modes: int, generator: RandomState) -> Modes:
    """Draw labels with these sizes for each mode."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return tuple(
        renumbered(generator.permutation(labels).tolist()) for _ in range(n_modes)
    )


def _all_means(search: Search) -> str:
    """Say which means were computed."""
    return (
        f"exact means for all truths and all cluster sizes {small(search)}, over all "
        "orders of the prediction" + (", mode by mode" if search.n_modes > 1 else "")
    )


BASELINE = (
    Property(
        "constant baseline",
        "The mean over all orders of the prediction is the same for all truths that "
        "are not trivial and all cluster sizes.",
        no_constant_baseline,
        _all_means,
    ),
    Property(
        "no preference for large clusters",
        "By chance, predictions with more pairs together are nowhere better.",
        prefers_large,
        _all_means,
    ),
    Property(
        "no preference for small clusters",
        "By chance, predictions with fewer pairs together are nowhere better.",
        prefers_small,
        _all_means,
    ),
)
