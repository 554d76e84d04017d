"""What is random under chance, drawn: permuted structures, and their tables."""

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
from .._structures._arguments import (
    check_option,
)
from .._structures._labels import LabelCodes
from .._structures._partitions import as_structure
from .._structures._progress import in_parallel, with_progress

Sides = tuple[NDArray[np.int64], NDArray[np.int64]]

Arrays: TypeAlias = tuple[NDArray[Any], ...]
"""Labels of each mode, or the indicators of the rows and of the columns."""

Pair: TypeAlias = tuple[Arrays, Arrays]
"""A reference and a candidate."""

NO_CELLS = {"cells": "permuted cells are no co-clustering. Use 'product'."}
"""Why "cells" is no null model of most indices."""

_CELLS_AT_ONCE = 1 << 20
_ALWAYS_DENSE = 1 << 16


def check_null_model(value: Any, refused: Mapping[str, str], n_modes: int) -> str:
    """Check a null model; on a plain clustering "cells" and "product" coincide.

    `refused` gives the reason for each null model that is not supported.
    """
    null_model: str = check_option(value, "null_model", get_args(NullModel))
    if null_model == "cells" and n_modes == 1:
        return "product"
    if null_model in refused:
        raise ValueError(
            f"`null_model={value!r}` is not possible here: {refused[null_model]}"
        )
    return null_model


# Structures.


def permutations(
    arrays: Arrays, n_draws: int, generator: RandomState
) -> Iterator[Arrays]:
    """Yield permutations of each mode.

    The last axis is permuted: of labels the only one, of indicators that of the rows or
    columns of the matrix.
    """
    for _ in range(n_draws):
        yield tuple(mode[..., generator.permutation(mode.shape[-1])] for mode in arrays)


def scores_of_permutations(
    metrics: Sequence[ResolvedMetric],
    pairs: Sequence[Pair],
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
    verbose: int,
) -> NDArray[np.float64]:
    """Compare each reference with permutations of each candidate.

    Each pair has a seed of its own, drawn here, so that the number of jobs never
    changes a value. All metrics see the same draws.

    Returns
    -------
    scores : ndarray of shape (n_pairs, n_metrics, n_draws)
        Values of the metrics, as they are: lower may be better.
    """
    seeds = generator.randint(np.iinfo(np.int32).max, size=len(pairs)).tolist()
    tasks = (
        delayed(_scores_of_pair)(metrics, pair, n_draws, seed, not verbose)
        for pair, seed in zip(pairs, seeds, strict=True)
    )
    what = "numbers of clusters"
    return np.array(in_parallel(tasks, len(pairs), what, n_jobs, verbose))


def _scores_of_pair(
    metrics: Sequence[ResolvedMetric], pair: Pair, n_draws: int, seed: int, warns: bool
) -> NDArray[np.float64]:
    """Compare one reference with permutations of one candidate."""
    true, candidate = pair
    drawn = permutations(candidate, n_draws, RandomState(seed))
    if warns:
        drawn = with_progress(drawn, n_draws, "draws")
    return np.array(
        [[value_of_arrays(metric, true, one) for metric in metrics] for one in drawn]
    ).T


def value_of_arrays(metric: ResolvedMetric, true: Arrays, pred: Arrays) -> float:
    """Compute a metric of the structures that arrays of modes are."""
    return metric.value(as_structure(true), as_structure(pred))


# Tables of permuted labels.


def draw_tables(
    sizes: Sides, n_draws: int, generator: RandomState
) -> Iterator[ContingencyTable]:
    """Draw tables with clusters of these sizes on both sides."""
    if not _is_dense(sizes):
        yield from _counted_tables(sizes, n_draws, generator)
        return
    labels = [np.arange(len(side)) for side in sizes]
    for counts in _counts(sizes, n_draws, generator):
        for one in counts:
            yield ContingencyTable.counted(one, *labels)


def draw_squares(sizes: Sides, n_draws: int, generator: RandomState) -> Iterator[int]:
    """Draw sums of squares of such tables."""
    if not _is_dense(sizes):
        tables = _counted_tables(sizes, n_draws, generator)
        yield from (table.squares.joint for table in tables)
        return
    for counts in _counts(sizes, n_draws, generator):
        flat = counts.reshape(len(counts), -1)
        yield from np.einsum("ij,ij->i", flat, flat).tolist()


def _is_dense(sizes: Sides) -> bool:
    """Whether an array of all cells costs no more than permuting the samples.

    Squares of counts beyond 2^31 do not fit into 64 bits when they are summed.
    """
    n_samples = int(sizes[0].sum())
    n_cells = len(sizes[0]) * len(sizes[1])
    return n_samples < 2**31 and n_cells <= max(_ALWAYS_DENSE, n_samples)


def _counts(
    sizes: Sides, n_draws: int, generator: RandomState
) -> Iterator[NDArray[np.int64]]:
    """Draw arrays of tables, as many at once as the memory should take."""
    true, pred = (side.astype(np.int64) for side in sizes)
    most = max(1, _CELLS_AT_ONCE // (len(true) * len(pred)))
    for start in range(0, n_draws, most):
        n = min(most, n_draws - start)
        if min(len(true), len(pred)) == 1:  # SciPy's draws have wrong margins here
            one = np.outer(true, pred) // true.sum()
            yield np.broadcast_to(one, (n, *one.shape))
        else:
            drawn = random_table(true, pred).rvs(size=n, random_state=generator)
            yield np.asarray(drawn).astype(np.int64, copy=False)


def _counted_tables(
    sizes: Sides, n_draws: int, generator: RandomState
) -> Iterator[ContingencyTable]:
    """Count the tables of permuted labels."""
    true, pred = (
        LabelCodes(np.repeat(np.arange(len(side)), side), low=0, width=len(side))
        for side in sizes
    )
    for _ in range(n_draws):
        permuted = generator.permutation(pred.codes)
        yield count_table(true, LabelCodes(permuted, low=0, width=pred.width))
