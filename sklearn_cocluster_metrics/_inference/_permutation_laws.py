"""P-values of the pairs together in both from their law by chance, without draws."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .._laws import (
    MOMENTS,
    Law,
    TooMuchWork,
    Work,
    affine_moments,
    law_of_squares,
    pearson_tail,
    tail_of_product,
)
from .._statistics import Tables

Sizes = tuple[NDArray[np.int64], NDArray[np.int64]]

_MOST_BLOCKS = 10_000


@dataclass(frozen=True)
class PermutedModes:
    """What is permuted independently: the modes, or all cells at once.

    Parameters
    ----------
    sizes : list of two ndarrays each
        Sizes of the true and of the predicted clusters of what is permuted.
    squares : list of int
        Observed sums of squares of the tables.
    """

    sizes: list[Sizes]
    squares: list[int]


class TooManyBlocks(ValueError):
    """Raised where the blocks are too many to list their sizes."""


def permuted_modes(tables: Tables, null_model: str) -> PermutedModes:
    """Return what the null model permutes: "product", or "cells" as one mode."""
    squares = [table.squares.joint for table in tables]
    if null_model == "product":
        return PermutedModes([table.sizes for table in tables], squares)
    return PermutedModes([_sizes_of_blocks(tables)], [math.prod(squares)])


def _sizes_of_blocks(tables: Tables) -> Sizes:
    """Return the sizes of all blocks of either side, where they are few."""
    for side in (0, 1):
        n_blocks = math.prod(table.shape[side] for table in tables)
        if n_blocks > _MOST_BLOCKS or math.prod(t.n_samples for t in tables) >= 2**62:
            raise TooManyBlocks(
                "`null_model='cells'` permutes cells; this method takes the sizes of "
                f"the blocks, at most {_MOST_BLOCKS}, got {n_blocks}. Use "
                "`method='gamma'`."
            )
    true, pred = zip(*(table.sizes for table in tables), strict=True)
    return _outer(true), _outer(pred)


def _outer(sizes: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return all products of one size of each mode."""
    product = np.ones(1, dtype=np.int64)
    for side in sizes:
        product = np.multiply.outer(product, side).ravel()
    return product


def exact_pvalues(modes: PermutedModes, work: Work) -> tuple[float, tuple[float, ...]]:
    """P-value of all modes together, and of each.

    Raises
    ------
    TooMuchWork
        If the laws would need more than `work`.
    """
    known: dict[tuple[tuple[int, ...], ...], Law] = {}
    laws = []
    for sizes in modes.sizes:
        key = tuple(tuple(sorted(side.tolist())) for side in sizes)
        if key not in known:
            known[key] = law_of_squares(*sizes, work)
        laws.append(known[key])
    of_modes = tuple(
        tail_of_product([law], observed, work)
        for law, observed in zip(laws, modes.squares, strict=True)
    )
    if len(laws) == 1:
        return of_modes[0], of_modes
    return tail_of_product(laws, math.prod(modes.squares), work), of_modes


def exact_or_refused(
    modes: PermutedModes, work: float
) -> tuple[float, tuple[float, ...]]:
    """Return the exact p-values, or raise an error that names other methods."""
    try:
        return exact_pvalues(modes, Work(work))
    except TooMuchWork:
        shapes = [(len(true), len(pred), int(true.sum())) for true, pred in modes.sizes]
        raise ValueError(
            "`method='exact'` would take too long for these tables, (true clusters, "
            f"predicted clusters, samples) per mode: {shapes}. Use 'gamma' or 'grid'."
        ) from None


def gamma_pvalues(
    tables: Tables, null_model: str
) -> tuple[float, tuple[float, ...] | None]:
    """P-value of all modes together, and of each, by three exact moments.

    The law of n11 lives on integers: the tail starts half a step below the observed.
    No p-value is below the probability of a single permutation.
    """
    together = _gamma_pvalue(tables, null_model)
    if null_model == "cells":
        return together, None
    return together, tuple(_gamma_pvalue([table], "product") for table in tables)


def _gamma_pvalue(tables: Tables, null_model: str) -> float:
    """P-value of the product of the sums of squares of some tables."""
    n_cells = math.prod(table.n_samples for table in tables)
    moments = MOMENTS[null_model]((table.sizes for table in tables), 3)
    products = affine_moments(moments, Fraction(2), Fraction(n_cells))
    observed = math.prod(table.squares.joint for table in tables)
    return max(
        pearson_tail(products, observed - 1),
        _least_pvalue(tables, null_model),
        sys.float_info.min,  # of so many permutations that it underflows, not 0
    )


def _least_pvalue(tables: Tables, null_model: str) -> float:
    """Probability of one permutation of the smaller number of labelings."""
    if null_model == "cells":
        return _of_one_labeling(
            math.prod(table.n_samples for table in tables), _sizes_if_few(tables)
        )
    return math.prod(_of_one_labeling(t.n_samples, [*t.sizes]) for t in tables)


def _sizes_if_few(tables: Tables) -> list[NDArray[np.int64]]:
    """Return the sizes of the blocks of either side, or none where they are many."""
    try:
        return list(_sizes_of_blocks(tables))
    except TooManyBlocks:
        return []


def _of_one_labeling(n_samples: int, sides: Sequence[NDArray[np.int64]]) -> float:
    """Probability of one labeling with given sizes, for the side with the fewest."""
    if not sides:
        return 0.0
    return max(
        math.exp(
            math.fsum(math.lgamma(size + 1) for size in side.tolist())
            - math.lgamma(n_samples + 1)
        )
        for side in sides
    )
