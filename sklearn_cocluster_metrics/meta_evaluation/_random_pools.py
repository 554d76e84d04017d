"""Random candidates of three sizes against a reference, for several sample sizes."""

from dataclasses import dataclass
from math import isqrt
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._contracts import ResolvedMetric
from .._inference import Arrays, scores_of_permutations
from .._laws import balanced_labels
from .._structures import check_integer, check_n_jobs, check_sequence
from ._metrics import Structure

FEWEST_SAMPLES = 5  # the least with three different numbers of clusters


@dataclass(frozen=True, eq=False)
class Pools:
    """Values of a metric for random candidates.

    Parameters
    ----------
    n_samples : tuple of int
        Sample sizes.
    n_clusters : ndarray of shape (n_sizes, 3)
        Numbers of clusters of the candidates, for each sample size.
    values : ndarray of shape (n_sizes, 3, n_draws)
        The metric of each draw, with the reference.
    """

    n_samples: tuple[int, ...]
    n_clusters: NDArray[np.int64]
    values: NDArray[np.float64]


def draw_pools(
    metric: ResolvedMetric,
    structure: Structure,
    n_samples: Any,
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
    verbose: int,
) -> Pools:
    """Draw pools of candidates for each sample size, and compare with the reference.

    The reference has n^(1/2) clusters, the candidates n^(1/4), n^(1/2) and n^(3/4),
    all rounded down and balanced.
    """
    sizes = _check_sample_sizes(n_samples)
    n_jobs = check_n_jobs(n_jobs, "n_jobs")
    verbose = check_integer(verbose, "verbose", 0)
    numbers = [_numbers_of_clusters(n) for n in sizes]
    pairs = [
        (_balanced(structure, n, of_candidates[1]), _balanced(structure, n, k))
        for n, of_candidates in zip(sizes, numbers, strict=True)
        for k in of_candidates
    ]
    values = scores_of_permutations(
        [metric], pairs, n_draws, generator, n_jobs, verbose
    ).reshape(len(sizes), 3, n_draws)
    if np.isnan(values).any():
        raise ValueError(f"`metric` {metric.name} is NaN for random candidates.")
    return Pools(sizes, np.array(numbers), values)


def _check_sample_sizes(n_samples: Any) -> tuple[int, ...]:
    """Check the sample sizes."""
    sizes = check_sequence(n_samples, "n_samples", "integers")
    return tuple(
        check_integer(n, f"n_samples[{place}]", FEWEST_SAMPLES)
        for place, n in enumerate(sizes)
    )


def _numbers_of_clusters(n_samples: int) -> tuple[int, int, int]:
    """Round n^(1/4), n^(1/2) and n^(3/4) down; exact, as a power of floats is not."""
    return isqrt(isqrt(n_samples)), isqrt(n_samples), isqrt(isqrt(n_samples**3))


def _balanced(structure: Structure, n_samples: int, n_clusters: int) -> Arrays:
    """Return a balanced structure; in both modes, its numbers are the same."""
    labels = balanced_labels(n_samples, n_clusters)
    if structure == "clustering":
        return (labels,)
    if structure == "coclustering":
        return labels, labels
    indicator = (np.arange(n_clusters)[:, None] == labels).astype(np.int64)
    return indicator, indicator
