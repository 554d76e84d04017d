"""Overlap of two random subsets of fixed sizes."""

import numpy as np
from numpy.typing import NDArray

_NEGLIGIBLE = 1e-40
"""Share of the mode below which a probability cannot touch a double any more."""


def overlap_distribution(
    n_items: int, size: int, other_size: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Possible overlaps of a random subset with a fixed one, and their probabilities.

    The hypergeometric probabilities come from their ratios, outwards from the mode,
    and are divided by their sum: no factorial, no logarithm, no loss for large sets.
    """
    lowest, highest = max(0, size + other_size - n_items), min(size, other_size)
    mode = (size + 1) * (other_size + 1) // (n_items + 2)
    mode = min(max(mode, lowest), highest)
    above = np.arange(mode, highest, dtype=float)
    rising = (size - above) * (other_size - above)
    rising /= (above + 1) * (n_items - size - other_size + above + 1)
    below = np.arange(mode, lowest, -1, dtype=float)
    falling = below * (n_items - size - other_size + below)
    falling /= (size - below + 1) * (other_size - below + 1)
    weights = np.concatenate(
        [np.cumprod(falling)[::-1], np.ones(1), np.cumprod(rising)]
    )
    support = np.arange(lowest, highest + 1, dtype=float)
    kept = weights > _NEGLIGIBLE
    return support[kept], weights[kept] / weights[kept].sum()


def expected_jaccard(
    shape: tuple[int, int], extent: tuple[int, int], other_extent: tuple[int, int]
) -> float:
    """Mean Jaccard index of a bicluster and a random one of fixed extent.

    The rows and the columns of the random bicluster are drawn independently, each a
    subset of fixed size, so the overlap is the product of two hypergeometric ones.
    """
    rows, row_chances = overlap_distribution(shape[0], extent[0], other_extent[0])
    columns, column_chances = overlap_distribution(shape[1], extent[1], other_extent[1])
    both_sizes = float(extent[0] * extent[1] + other_extent[0] * other_extent[1])
    mean = 0.0
    for n_rows, chance in zip(rows, row_chances, strict=True):
        shared = n_rows * columns
        mean += chance * float(column_chances @ (shared / (both_sizes - shared)))
    return mean
