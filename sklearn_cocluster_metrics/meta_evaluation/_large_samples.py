"""Chance in large samples: means over random predictions, for many cluster sizes.

Exact means of small samples say little about the direction of a bias: few orders are
possible, and one of them is the truth itself. The type of bias of [1]_ is a property of
the limit.

.. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of cluster
   similarity indices: how to validate validation measures, supplement, sections D.2
   and E.3.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import product
from statistics import stdev

import numpy as np
from numpy.random import RandomState

from ._labelings import Labeling, LabelingSpace, renumbered
from ._search import Counterexample, PropertyCheck, ValueCache

SMALL, LARGE = 32, 256
"""Numbers of samples between which the means of an index have to converge."""

N_DRAWS = 32
"""Random predictions for each pair of cluster sizes."""

LEAST_FALL = 3.0
"""The largest difference of means must fall at least by this factor, or be small."""

SMALL_SPREAD = 0.02
"""A small difference, relative to the gain of equal structures over chance."""

LEAST_PREFERENCE = 0.1
"""Smaller differences, relative to the largest one, are no preference."""

NOISE = 4.0
"""Differences below this many standard errors count as noise."""

Sizes = tuple[int, ...]
SizesOfPair = tuple[Sizes, Sizes]
Means = dict[SizesOfPair, float]

STATEMENTS = {
    "asymptotic baseline": "As n grows, the mean over random predictions becomes the "
    "same for all cluster sizes in fixed proportion to n.",
    "no preference for large clusters": "In large samples, random predictions with "
    "more pairs together are not better for any truth.",
    "no preference for small clusters": "In large samples, random predictions with "
    "fewer pairs together are not better for any truth.",
}
"""What is said of the three properties."""


def checks_of_large_samples(
    values: ValueCache, space: LabelingSpace, is_exact: bool
) -> Iterator[PropertyCheck]:
    """Yield what is found about the three properties.

    They need no search where the exact means are constant.
    """
    searched: str = "follows from the constant baseline"
    found: Iterable[Counterexample | None] = None, None, None
    if not is_exact:
        searched, found = _compare_means(values, space)
    for (name, statement), example in zip(STATEMENTS.items(), found, strict=True):
        yield PropertyCheck(name, example is None, statement, searched, example)


def _compare_means(
    values: ValueCache, space: LabelingSpace
) -> tuple[str, list[Counterexample | None]]:
    """Describe the means; find some that differ, and sizes that are preferred."""
    generator = RandomState(space.seed)
    (small, _), (large, error) = (
        _means(values, space.n_modes, n, generator) for n in (SMALL, LARGE)
    )
    before, after = (max(m.values()) - min(m.values()) for m in (small, large))
    searched = (
        f"means of {N_DRAWS} random predictions for {len(large)} pairs of cluster "
        f"sizes; they differ by up to {before:.2g} for n = {SMALL} and by up to "
        f"{after:.2g} for n = {LARGE}"
    )
    equal = (_drawn(true, space.n_modes, generator) for true, _ in large)
    gains = [
        abs(values(e, e) - mean) for e, mean in zip(equal, large.values(), strict=True)
    ]
    gain = min(gains) if math.isfinite(min(gains)) else 0.0
    # Differences that are NaN or infinite do not vanish.
    noise = NOISE * error
    if after <= max(before / LEAST_FALL, SMALL_SPREAD * gain, noise):
        return searched, [None, None, None]
    preferred = [
        (better, worse)
        for better, worse in product(large, repeat=2)
        if better[0] == worse[0]
        and large[better] - large[worse] > max(LEAST_PREFERENCE * after, noise)
    ]
    found = (
        (min(large, key=large.__getitem__), max(large, key=large.__getitem__)),
        next((p for p in preferred if _has_more_pairs(p[0][1], p[1][1])), None),
        next((p for p in preferred if _has_more_pairs(p[1][1], p[0][1])), None),
    )
    return searched, [pair and _example(values, large, *pair) for pair in found]


def _example(
    values: ValueCache, means: Means, one: SizesOfPair, other: SizesOfPair
) -> Counterexample:
    """Make a counterexample of the sizes for which two means differ."""
    named = zip("ABCD", (*one, *other), strict=True)
    pairs = {"A, B": one, "C, D": other}
    return Counterexample(
        {f"sizes of {name}": write_sizes(each) for name, each in named},
        {f"mean of metric({k})": values.as_score(means[v]) for k, v in pairs.items()},
    )


def write_sizes(sizes: Sizes) -> str:
    """Write how many clusters there are of each size."""
    return ", ".join(f"{sizes.count(size)} of {size}" for size in dict.fromkeys(sizes))


def _has_more_pairs(many: Sizes, few: Sizes) -> bool:
    """Return whether clearly more pairs are together, by a fifth at least."""
    return sum(size**2 for size in many) > 1.2 * sum(size**2 for size in few)


def _means(
    values: ValueCache, n_modes: int, n_samples: int, generator: RandomState
) -> tuple[Means, float]:
    """Estimate the mean for each pair of cluster sizes, the same in all modes.

    Return also the largest standard error; 0 where a value is not finite.
    """
    means: Means = {}
    errors = []
    for true, pred in product(_proportions(n_samples), repeat=2):
        drawn = [
            values(_drawn(true, n_modes, generator), _drawn(pred, n_modes, generator))
            for _ in range(N_DRAWS)
        ]
        means[true, pred] = sum(drawn) / N_DRAWS
        finite = all(map(math.isfinite, drawn))
        errors.append(stdev(drawn) / math.sqrt(N_DRAWS) if finite else 0.0)
    return means, max(errors)


def _proportions(n_samples: int) -> Iterator[Sizes]:
    """Yield cluster sizes in fixed proportion to the number of samples."""
    half, quarter, few = n_samples // 2, n_samples // 4, n_samples // 16
    yield half, half
    yield 3 * quarter, quarter
    yield n_samples - few, few  # most pairs are together
    yield (quarter,) * 4
    yield (half, *(1,) * half)


def _drawn(sizes: Sizes, n_modes: int, generator: RandomState) -> Labeling:
    """Draw labels with these sizes for each mode."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return tuple(
        renumbered(generator.permutation(labels).tolist()) for _ in range(n_modes)
    )
