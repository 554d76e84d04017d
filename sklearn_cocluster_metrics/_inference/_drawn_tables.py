"""Contingency tables of permuted labels, drawn without permuting any labels.

The table of permuted labels has a known law: with its margins fixed, that of
`scipy.stats.random_table`. A table with many more cells than samples is drawn by
permuting labels instead.
"""

from collections.abc import Iterator

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy.stats import random_table

from .._statistics import ContingencyTable, count_table
from .._structures import LabelCodes

Sizes = tuple[NDArray[np.int64], NDArray[np.int64]]

_CELLS_AT_ONCE = 1 << 20
_ALWAYS_DENSE = 1 << 16


def draw_tables(
    sizes: Sizes, n_draws: int, generator: RandomState
) -> Iterator[ContingencyTable]:
    """Draw tables with clusters of these sizes on both sides."""
    if not _is_dense(sizes):
        yield from _counted_tables(sizes, n_draws, generator)
        return
    labels = [np.arange(len(side)) for side in sizes]
    for counts in _counts(sizes, n_draws, generator):
        for one in counts:
            yield ContingencyTable.counted(one, *labels)


def draw_squares(sizes: Sizes, n_draws: int, generator: RandomState) -> list[int]:
    """Draw sums of squares of such tables."""
    if not _is_dense(sizes):
        tables = _counted_tables(sizes, n_draws, generator)
        return [table.squares.joint for table in tables]
    squares: list[int] = []
    for counts in _counts(sizes, n_draws, generator):
        flat = counts.reshape(len(counts), -1)
        squares += np.einsum("ij,ij->i", flat, flat).tolist()
    return squares


def _is_dense(sizes: Sizes) -> bool:
    """Whether an array of all cells costs no more than permuting the samples.

    Squares of counts beyond 2^31 do not fit into 64 bits when they are summed.
    """
    n_samples = int(sizes[0].sum())
    n_cells = len(sizes[0]) * len(sizes[1])
    return n_samples < 2**31 and n_cells <= max(_ALWAYS_DENSE, n_samples)


def _counts(
    sizes: Sizes, n_draws: int, generator: RandomState
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
    sizes: Sizes, n_draws: int, generator: RandomState
) -> Iterator[ContingencyTable]:
    """Count the tables of permuted labels."""
    true, pred = (np.repeat(np.arange(len(side)), side) for side in sizes)
    n_true, n_pred = map(len, sizes)
    for _ in range(n_draws):
        permuted = generator.permutation(pred)
        yield count_table(
            LabelCodes(true, low=0, width=n_true),
            LabelCodes(permuted, low=0, width=n_pred),
        )
