"""Chance in large samples: means over random predictions, for many cluster sizes.

Exact means of small samples say little about the direction of a bias: few orders are
possible, and one of them is the truth itself. The type of bias of [1]_ is a property of
the limit.

.. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of cluster
   similarity indices: how to validate validation measures, supplement, sections D.2
   and E.3.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Self

import numpy as np
from numpy.random import RandomState

from ._labelings import LabelingSpace, Modes, renumbered
from ._search import Counterexample, PropertyCheck, Values

SMALL, LARGE = 32, 256
"""Numbers of samples between which the means of an index have to converge."""

N_DRAWS = 8
"""Random predictions for each pair of cluster sizes."""

LEAST_FALL = 3.0
"""The largest difference of means must fall at least by this factor, or be small."""

SMALL_SPREAD = 0.02
"""A small difference, relative to the gain of equal structures over chance."""

LEAST_PREFERENCE = 0.1
"""Smaller differences, relative to the largest one, are no preference."""

Sizes = tuple[int, ...]
Means = dict[tuple[Sizes, Sizes], float]

NAMES_AND_STATEMENTS = (
    (
        "asymptotic baseline",
        "As n grows, the mean over random predictions becomes the same for all "
        "cluster sizes in fixed proportion to n.",
    ),
    (
        "no preference for large clusters",
        "In large samples, random predictions with more pairs together are not better "
        "for any truth.",
    ),
    (
        "no preference for small clusters",
        "In large samples, random predictions with fewer pairs together are not better "
        "for any truth.",
    ),
)


def checks_of_large_samples(
    values: Values, space: LabelingSpace, is_exact: bool
) -> Iterator[PropertyCheck]:
    """Yield what is found about the three properties.

    They need no search where the exact means are constant.
    """
    found: tuple[Counterexample | None, ...] = None, None, None
    searched = "follows from the constant baseline"
    if not is_exact:
        samples = LargeSamples.draw(values, space)
        found, searched = samples.counterexamples(), samples.described()
    for (name, statement), example in zip(NAMES_AND_STATEMENTS, found, strict=True):
        yield PropertyCheck(name, example is None, statement, searched, example)


@dataclass(frozen=True)
class LargeSamples:
    """Estimated means, higher is better, by the sizes of truth and prediction."""

    values: Values
    small: Means
    large: Means
    gain: float

    @classmethod
    def draw(cls, values: Values, space: LabelingSpace) -> Self:
        """Draw random predictions, and average."""
        generator = RandomState(space.seed)
        small, large = (
            _means(values, space.n_modes, n, generator) for n in (SMALL, LARGE)
        )
        # The least gain of equal structures over chance; 0 if there is none.
        gains = []
        for (true, _), mean in large.items():
            modes = _drawn(true, space.n_modes, generator)
            gains.append(abs(values(modes, modes) - mean))
        gain = min(gains)
        return cls(values, small, large, gain if math.isfinite(gain) else 0.0)

    @property
    def spreads(self) -> tuple[float, float]:
        """The largest differences of means, for small and for large samples."""
        values = [tuple(means.values()) for means in (self.small, self.large)]
        return max(values[0]) - min(values[0]), max(values[1]) - min(values[1])

    def counterexamples(self) -> tuple[Counterexample | None, ...]:
        """Return sizes with different means, larger ones and smaller ones preferred."""
        before, after = self.spreads
        # Differences that are NaN or infinite do not vanish.
        if after <= max(before / LEAST_FALL, SMALL_SPREAD * self.gain):
            return None, None, None
        worst, best = (
            pick(self.large, key=self.large.__getitem__) for pick in (min, max)
        )
        return (
            self._example(worst, best),
            self._preferred(larger=True),
            self._preferred(larger=False),
        )

    def described(self) -> str:
        """Say what was compared."""
        before, after = self.spreads
        return (
            f"means of {N_DRAWS} random predictions for {len(self.large)} pairs of "
            f"cluster sizes; they differ by up to {before:.2g} for n = {SMALL} and by "
            f"up to {after:.2g} for n = {LARGE}"
        )

    def _preferred(self, larger: bool) -> Counterexample | None:
        """Find sizes of which the larger, or the smaller ones are better."""
        margin = LEAST_PREFERENCE * self.spreads[1]
        for (true, one), (same, other) in product(self.large, repeat=2):
            few, many = (other, one) if larger else (one, other)
            gain = self.large[true, one] - self.large[same, other]
            if true == same and _has_more_pairs(many, few) and gain > margin:
                return self._example((true, one), (true, other))
        return None

    def _example(
        self, one: tuple[Sizes, Sizes], other: tuple[Sizes, Sizes]
    ) -> Counterexample:
        """Make a counterexample of the sizes for which two means differ."""
        names = [f"sizes of {letter}" for letter in "ABCD"]
        sizes = map(write_sizes, (*one, *other))
        keys = "mean of metric(A, B)", "mean of metric(C, D)"
        means = (self.values.turned(self.large[each]) for each in (one, other))
        return Counterexample(
            dict(zip(names, sizes, strict=True)), dict(zip(keys, means, strict=True))
        )


def write_sizes(sizes: Sizes) -> str:
    """Write how many clusters there are of each size."""
    return ", ".join(f"{sizes.count(size)} of {size}" for size in dict.fromkeys(sizes))


def _has_more_pairs(many: Sizes, few: Sizes) -> bool:
    """Return whether clearly more pairs are together, by a fifth at least."""
    return sum(size**2 for size in many) > 1.2 * sum(size**2 for size in few)


def _means(
    values: Values, n_modes: int, n_samples: int, generator: RandomState
) -> Means:
    """Estimate the mean for each pair of cluster sizes, the same in all modes."""
    means: Means = {}
    for true, pred in product(_proportions(n_samples), repeat=2):
        drawn = [
            values(_drawn(true, n_modes, generator), _drawn(pred, n_modes, generator))
            for _ in range(N_DRAWS)
        ]
        means[true, pred] = sum(drawn) / N_DRAWS
    return means


def _proportions(n_samples: int) -> Iterator[Sizes]:
    """Yield cluster sizes in fixed proportion to the number of samples."""
    half, quarter = n_samples // 2, n_samples // 4
    yield half, half
    yield 3 * quarter, quarter
    yield (quarter,) * 4
    yield (half, *(1,) * half)


def _drawn(sizes: Sizes, n_modes: int, generator: RandomState) -> Modes:
    """Draw labels with these sizes for each mode."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    return tuple(
        renumbered(generator.permutation(labels).tolist()) for _ in range(n_modes)
    )
