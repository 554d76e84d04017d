"""Draw permuted structures and their contingency tables, under the null models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

import numpy as np
from joblib import delayed
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy.stats import random_table

from .._laws._pair_moments import NullModel
from .._metrics import ResolvedMetric
from .._statistics._contingency import ContingencyTable
from .._statistics._tables import count_table
from .._structures._arguments import check_option
from .._structures._labels import LabelCodes
from .._structures._partitions import as_structure
from .._structures._progress import run_in_parallel, with_progress

ClusterSizes = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The sizes of the true and of the predicted clusters of a mode."""

Arrays: TypeAlias = tuple[NDArray[Any], ...]
"""The labels of each mode, or the indicators of the rows and of the columns."""

Pair: TypeAlias = tuple[Arrays, Arrays]
"""A reference and a candidate that is compared with it."""

NO_CELLS = {"cells": "permuted cells do not form a co-clustering. Use 'product'."}
"""The reason why most indices do not take the null model "cells"."""

_CELLS_AT_ONCE = 1 << 20
# Rough costs in nanoseconds: a constant for each draw, and the cost of a sample or cell
_COST_OF_DRAW = 2000
_COST_OF_SAMPLE = 100
_COST_OF_CELL = 1000
_CELLS_ALWAYS_DENSE = 1 << 16  # An array of so many cells is small in any case.
# From this number of samples on, sums of squared counts might not fit into 64 bits.
# Products of two cluster sizes might not fit either, and the draws of SciPy would then
# be wrong. To permute the labels of so many samples takes minutes for each draw.
TOO_MANY_SAMPLES = 1 << 31


def check_null_model(value: Any, refused: Mapping[str, str], n_modes: int) -> str:
    """Check a null model, and return it.

    For a clustering, which has one mode, "cells" is returned as "product", because the
    two are the same. `refused` has, for each null model that is not supported, the
    reason that ends the error, such as `NO_CELLS`.
    """
    allowed = [
        null_model
        for null_model in get_args(NullModel)
        if null_model not in refused or (null_model == "cells" and n_modes == 1)
    ]
    if isinstance(value, str) and value in refused and value not in allowed:
        raise ValueError(
            f"`null_model={value!r}` is not possible here, because {refused[value]}"
        )
    null_model: str = check_option(value, "null_model", allowed)
    if null_model == "cells" and n_modes == 1:
        return "product"
    return null_model


# These functions draw structures.


def permutations(
    arrays: Arrays, n_draws: int, generator: RandomState
) -> Iterator[Arrays]:
    """Yield the arrays `n_draws` times, with each mode permuted independently.

    The last axis of an array is permuted. It is the only axis of labels. For
    indicators, it is the axis of the rows or of the columns of the matrix.
    """
    for _ in range(n_draws):
        yield tuple(mode[..., generator.permutation(mode.shape[-1])] for mode in arrays)


def values_of_permutations(
    metrics: Sequence[ResolvedMetric],
    pairs: Sequence[Pair],
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
    verbose: int,
) -> NDArray[np.float64]:
    """Compute metrics of the reference of each pair and permutations of its candidate.

    Each pair has its own seed, which is drawn in this process, so that the number of
    jobs never changes a value. All metrics are computed for the same draws. If
    `verbose` is positive, the progress over the pairs is shown. Otherwise, the draws of
    a pair are announced if they take long.

    Returns
    -------
    values : ndarray of shape (n_pairs, n_metrics, n_draws)
        Values of the metrics. For a distance, lower values are better.
    """
    seeds = generator.randint(np.iinfo(np.int32).max, size=len(pairs)).tolist()
    tasks = (
        delayed(_values_of_pair)(
            metrics, pair, n_draws=n_draws, seed=seed, shows_progress=not verbose
        )
        for pair, seed in zip(pairs, seeds, strict=True)
    )
    values_of_pairs = run_in_parallel(
        tasks, len(pairs), "numbers of clusters", n_jobs=n_jobs, verbose=verbose
    )
    return np.array(values_of_pairs)


def _values_of_pair(
    metrics: Sequence[ResolvedMetric],
    pair: Pair,
    *,
    n_draws: int,
    seed: int,
    shows_progress: bool,
) -> NDArray[np.float64]:
    """Return the values of permuted candidates, of shape (n_metrics, n_draws).

    Each mode of the candidate is permuted, and is compared with the reference.
    """
    true, candidate = pair
    permuted = permutations(candidate, n_draws, RandomState(seed))
    if shows_progress:
        permuted = with_progress(permuted, n_draws, "draws")
    values_of_draws = [
        [value_of_arrays(metric, true, pred) for metric in metrics] for pred in permuted
    ]
    return np.array(values_of_draws).T


def value_of_arrays(metric: ResolvedMetric, true: Arrays, pred: Arrays) -> float:
    """Compute a metric of two structures, each given by the arrays of its modes."""
    return metric.value(as_structure(true), as_structure(pred))


# These functions draw the tables of permuted labels.


def undrawable_error(n_samples: int, name: str, cure: str) -> ValueError:
    """Return the error for a mode of `TOO_MANY_SAMPLES` or more, which is not drawn.

    The error names the argument `name`, and ends with the sentence `cure`.
    """
    return ValueError(
        f"`{name}` has a mode of {n_samples} samples, but a mode of 2**31 samples or "
        f"more cannot be drawn. {cure}"
    )


def draw_tables(
    sizes: ClusterSizes, n_draws: int, generator: RandomState
) -> Iterator[ContingencyTable]:
    """Draw tables with clusters of these sizes on both sides, the largest first.

    The labels of the clusters are their positions in this order.
    """
    sizes = _largest_first(sizes)
    if not _is_dense(sizes):
        yield from _tables_of_permuted_labels(sizes, n_draws, generator)
        return
    true_sizes, pred_sizes = sizes
    true_labels = np.arange(len(true_sizes))
    pred_labels = np.arange(len(pred_sizes))
    for stack in _stacks_of_counts(sizes, n_draws, generator):
        for counts in stack:
            yield ContingencyTable._from_counts(counts, true_labels, pred_labels)


def draw_squares(
    sizes: ClusterSizes, n_draws: int, generator: RandomState
) -> Iterator[int]:
    """Draw the sums of the squared counts of tables of permuted labels.

    `sizes` are those of the true and of the predicted clusters.
    """
    sizes = _largest_first(sizes)  # Draws do not depend on names of labels.
    if not _is_dense(sizes):
        tables = _tables_of_permuted_labels(sizes, n_draws, generator)
        yield from (table.squares.joint for table in tables)
        return
    for stack in _stacks_of_counts(sizes, n_draws, generator):
        counts = stack.reshape(len(stack), -1)
        # Drawn tables have less than 2^31 samples, so that 64 bits suffice.
        yield from np.einsum("ij,ij->i", counts, counts).tolist()


def _largest_first(sizes: ClusterSizes) -> ClusterSizes:
    """Sort the sizes of each side, so that draws do not depend on names of labels."""
    true_sizes, pred_sizes = sizes
    return np.sort(true_sizes)[::-1], np.sort(pred_sizes)[::-1]


def cost_of_draws(sizes_of_modes: Sequence[ClusterSizes]) -> float:
    """Estimate how many nanoseconds it takes to draw one table of each mode.

    SciPy fills a table cell by cell or shuffles the samples, whichever is faster.
    """
    cost = 0.0
    for true_sizes, pred_sizes in sizes_of_modes:
        cost_of_samples = _COST_OF_SAMPLE * int(true_sizes.sum())
        cost_of_cells = _COST_OF_CELL * len(true_sizes) * len(pred_sizes)
        cost += _COST_OF_DRAW + min(cost_of_samples, cost_of_cells)
    return cost


def _is_dense(sizes: ClusterSizes) -> bool:
    """Return whether an array of all cells costs no more than permuting the samples.

    `sizes` are those of the true and of the predicted clusters. Both have
    less than `TOO_MANY_SAMPLES` samples, because callers have refused larger tables.
    """
    true_sizes, pred_sizes = sizes
    n_samples = int(true_sizes.sum())
    n_cells = len(true_sizes) * len(pred_sizes)
    return n_cells <= max(_CELLS_ALWAYS_DENSE, n_samples)


def _stacks_of_counts(
    sizes: ClusterSizes, n_draws: int, generator: RandomState
) -> Iterator[NDArray[np.int64]]:
    """Draw the counts of `n_draws` tables, in stacks that fit into memory.

    `sizes` are the sizes of the true and of the predicted clusters. A stack has the
    shape (n_tables, n_true, n_pred), and may be read-only.
    """
    true_sizes = sizes[0].astype(np.int64)
    pred_sizes = sizes[1].astype(np.int64)
    n_cells = len(true_sizes) * len(pred_sizes)
    n_at_once = max(1, _CELLS_AT_ONCE // n_cells)
    for start in range(0, n_draws, n_at_once):
        n_tables = min(n_at_once, n_draws - start)
        if min(len(true_sizes), len(pred_sizes)) == 1:
            # SciPy's draws have wrong margins in this case, and only one table exists.
            counts = np.outer(true_sizes, pred_sizes) // true_sizes.sum()
            yield np.broadcast_to(counts, (n_tables, *counts.shape))
        else:
            law = random_table(true_sizes, pred_sizes)
            drawn = law.rvs(size=n_tables, random_state=generator)
            yield np.asarray(drawn).astype(np.int64, copy=False)


def _tables_of_permuted_labels(
    sizes: ClusterSizes, n_draws: int, generator: RandomState
) -> Iterator[ContingencyTable]:
    """Permute labels with these cluster sizes, and yield the tables."""
    true_sizes, pred_sizes = sizes
    true = _sorted_labels(true_sizes)
    pred = _sorted_labels(pred_sizes)
    for _ in range(n_draws):
        permuted = generator.permutation(pred.codes)
        yield count_table(true, LabelCodes(permuted, low=0, width=pred.width))


def _sorted_labels(sizes: NDArray[np.int64]) -> LabelCodes:
    """Return sorted labels that have these cluster sizes."""
    codes = np.repeat(np.arange(len(sizes)), sizes)
    return LabelCodes(codes, low=0, width=len(sizes))
