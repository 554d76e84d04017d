"""Structures permuted at random, and metrics of many of them."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._contracts import ResolvedMetric
from .._structures import as_structure

Arrays: TypeAlias = tuple[NDArray[Any], ...]
"""Labels of each mode, or the indicators of the rows and of the columns."""


def permutations(
    arrays: Arrays, n_draws: int, generator: RandomState
) -> Iterator[Arrays]:
    """Yield permutations of each mode.

    The last axis is permuted: of labels the only one, of indicators that of the rows or
    columns of the matrix.
    """
    for _ in range(n_draws):
        yield tuple(_permuted(mode, generator) for mode in arrays)


def _permuted(mode: NDArray[Any], generator: RandomState) -> NDArray[Any]:
    """Permute the last axis of an array, or the columns of a sparse one."""
    order = generator.permutation(mode.shape[-1])
    permuted: NDArray[Any] = mode[order] if mode.ndim == 1 else mode[:, order]
    return permuted


def scores_of_permutations(
    metrics: Sequence[ResolvedMetric],
    pairs: Sequence[tuple[Arrays, Arrays]],
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
    verbose: int,
) -> NDArray[np.float64]:
    """Compare each reference with permutations of each candidate.

    A pair is a reference and a candidate. Each pair has a seed of its own, drawn here,
    so that the number of jobs never changes a value. All metrics see the same draws.

    Returns
    -------
    scores : ndarray of shape (n_pairs, n_metrics, n_draws)
        Values of the metrics, as they are: lower may be better.
    """
    seeds = generator.randint(np.iinfo(np.int32).max, size=len(pairs)).tolist()
    scores = Parallel(n_jobs=n_jobs, verbose=verbose)(
        delayed(_scores)(metrics, true, candidate, n_draws, seed)
        for (true, candidate), seed in zip(pairs, seeds, strict=True)
    )
    return np.array(scores)


def _scores(
    metrics: Sequence[ResolvedMetric],
    true: Arrays,
    candidate: Arrays,
    n_draws: int,
    seed: int,
) -> NDArray[np.float64]:
    """Compare one reference with permutations of one candidate."""
    drawn = permutations(candidate, n_draws, RandomState(seed))
    reference = as_structure(true)
    values = [
        [
            float(metric.function(reference, as_structure(one), **metric.options))
            for metric in metrics
        ]
        for one in drawn
    ]
    return np.array(values).T
