"""P-values from permuted labels, or permuted rows and columns of biclusters."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState

from .._contracts import ResolvedMetric
from .._statistics import compare_biclusters
from .._structures import Indicators, Modes, as_structure, dense_indicator
from ._permutation_draws import Draws
from ._permuted_structures import permutations

Structure = tuple[Any, ...]


def draw_labels(
    metric: ResolvedMetric,
    true: Modes,
    pred: Modes,
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
) -> Draws:
    """Permute the labels of each mode of `pred` and score them by a function."""
    truth, observed = (tuple(mode.labels() for mode in side) for side in (true, pred))
    score = partial(_score_of_labels, metric, truth)
    drawn = permutations(observed, n_draws, generator)
    return _scored(metric, score, observed, drawn, n_jobs)


def draw_biclusters(
    metric: ResolvedMetric,
    true: Indicators,
    pred: Indicators,
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
) -> Draws:
    """Permute the rows and the columns of `pred` and score the biclusters."""
    score = partial(_score_of_biclusters, metric, true)
    drawn = permutations(pred, n_draws, generator)
    return _scored(metric, score, pred, drawn, n_jobs)


def _scored(
    metric: ResolvedMetric,
    score: Callable[[Structure], float],
    observed: Structure,
    drawn: Iterator[Structure],
    n_jobs: int | None,
) -> Draws:
    """Score what was drawn here by the workers."""
    value = score(observed)
    values = Parallel(n_jobs=n_jobs)(delayed(score)(one) for one in drawn)
    sign = metric.sign
    return Draws(
        np.array(values), None, None, [sign * one for one in values], sign * value
    )


def _score_of_labels(
    metric: ResolvedMetric, truth: Structure, labels: Structure
) -> float:
    """Score co-clusterings, or clusterings if there is one mode."""
    structures = as_structure(truth), as_structure(labels)
    return _checked(metric, metric.function(*structures, **metric.options))


def _score_of_biclusters(
    metric: ResolvedMetric, truth: Indicators, biclusters: Structure
) -> float:
    """Score biclusterings, by the formula where there is a contract."""
    if metric.contract is None:
        arrays = (tuple(map(dense_indicator, side)) for side in (truth, biclusters))
        value = metric.function(*arrays, **metric.options)
    else:
        rows, columns = biclusters
        statistics = compare_biclusters(truth, (rows, columns))
        value = metric.contract.compute(statistics, **metric.options)
    return _checked(metric, value)


def _checked(metric: ResolvedMetric, value: Any) -> float:
    """Return a value that can be ordered."""
    number = float(value)
    if math.isnan(number):
        raise ValueError(
            f"`metric` {metric.name} is NaN for labels that were permuted."
        )
    return number
