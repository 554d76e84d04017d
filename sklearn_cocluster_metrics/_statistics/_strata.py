"""Pairs of cells by the modes in which the two cells differ.

Permuting each mode independently moves a pair of cells only within its stratum, and
to every pair of it equally often. Under the "product" null model, pairs are therefore
permuted uniformly within each stratum, and means are sums over the strata.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import prod

from ._contingency import SquareSums
from ._contingency_tables import Tables
from ._pairs import PairCounts


@dataclass(frozen=True)
class Stratum:
    """The pairs of cells that differ in exactly these modes.

    Parameters
    ----------
    modes : tuple of int
        The modes in which the two cells differ: ``(0,)`` for two rows and one column.
    pairs : PairCounts
        How many of these pairs are together in each co-clustering.
    """

    modes: tuple[int, ...]
    pairs: PairCounts


def strata_of_cells(tables: Tables) -> tuple[Stratum, ...]:
    """Count the pairs of cells in each of the 2^d - 1 strata of d modes.

    Strata that differ in few modes come first. A stratum without pairs, where a mode
    has one entry only, is in the list too.
    """
    squares = [table.squares for table in tables]
    return tuple(
        Stratum(modes, _pairs_that_differ_in(modes, squares))
        for modes in _nonempty_subsets(len(squares))
    )


def n_pairs_of_strata(shape: Sequence[int]) -> tuple[int, ...]:
    """Count the pairs of cells of each stratum of a matrix, in the same order."""
    return tuple(
        prod(n * n - n if mode in modes else n for mode, n in enumerate(shape)) // 2
        for modes in _nonempty_subsets(len(shape))
    )


def _nonempty_subsets(n_modes: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of modes, small ones first."""
    sizes = range(1, n_modes + 1)
    return chain.from_iterable(combinations(range(n_modes), size) for size in sizes)


def _pairs_that_differ_in(
    modes: tuple[int, ...], squares: list[SquareSums]
) -> PairCounts:
    """Count the pairs of one stratum.

    Ordered pairs of different entries of one mode are together in a sum of squares
    less the number of entries; pairs of an entry with itself are always together. The
    numbers of the modes multiply, and ordered pairs are twice the unordered ones.
    """
    factors = [
        (n * n - n, joint - n, true - n, pred - n) if mode in modes else (n, n, n, n)
        for mode, (n, joint, true, pred) in enumerate(squares)
    ]
    n_pairs, joint, true, pred = (
        prod(counts) // 2 for counts in zip(*factors, strict=True)
    )
    return PairCounts(
        n11=joint,
        n10=true - joint,
        n01=pred - joint,
        n00=n_pairs - true - pred + joint,
    )
