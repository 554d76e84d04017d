"""Numbers of cells of unions of biclusters."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._biclusters import Biclusters
from ._bits import Bits, n_bits, n_words_of, ones_of, packed, packed_array
from ._runs import ranges, runs

_WORDS_AT_ONCE = 2**17
_CELLS_AT_ONCE = 2**20
_MOST_WORDS = 2**18  # of a table of the intersections of all pairs of biclusters
# Costs of counting unions by subsets of biclusters, and row by row; the unit is a word.
_SUBSET_COST = 2**13
_ROWS_COST = 2**18
_CELL_COST = 5

Intersect: TypeAlias = Callable[[NDArray[np.intp], NDArray[np.intp]], Bits]
"""Rows, or columns, that biclusters share with others; words are on the first axis."""


def sizes_of_unions(biclusters: Biclusters, sets: Bits) -> NDArray[np.float64]:
    """Count the cells of the union of each set of biclusters."""
    rows, columns = _intersect(biclusters.rows), _intersect(biclusters.columns)
    one = np.zeros(1, dtype=np.intp)
    n_words = len(rows(one, one)) + len(columns(one, one))
    n_members = n_bits(sets).sum(axis=1, dtype=np.int64)
    sizes = np.zeros(len(sets))
    for n in np.flatnonzero(np.bincount(n_members)).tolist():
        of_size = np.flatnonzero(n_members == n)
        for run in runs(np.full(len(of_size), n * n_words), _WORDS_AT_ONCE):
            own = of_size[run]
            chosen = ones_of(sets[own])[1].reshape(len(own), n)
            by_subsets = 2**n * (_SUBSET_COST + n_words * len(own))
            by_rows = _ROWS_COST + _CELL_COST * int(biclusters.sizes[chosen].sum())
            if by_subsets < by_rows:
                sizes[own] = _sizes_by_subsets(biclusters, rows, columns, chosen)
            else:
                sizes[own] = _sizes_by_rows(biclusters, chosen)
    return sizes


def _intersect(side: Any) -> Intersect:
    """Return a function that intersects the rows, or the columns, of biclusters."""
    n_words = n_words_of(int(np.diff(side.indptr).max()))
    if side.shape[0] ** 2 * n_words <= _MOST_WORDS:
        table = _inside(side)
        return lambda own, other: table[:, other, own]
    words = np.ascontiguousarray(packed(side).T)
    return lambda own, other: np.asarray(words[:, own] & words[:, other])


def _inside(side: Any) -> Bits:
    """Pack which rows, or columns, of each bicluster each other one contains.

    A bit is the place of a row in its bicluster: most biclusters need a single word.
    """
    n, sizes = side.shape[0], np.diff(side.indptr)
    which, place = np.repeat(np.arange(n), sizes), ranges(np.zeros_like(sizes), sizes)
    used, position = np.unique(side.indices, return_inverse=True)
    members = np.zeros((n, len(used) + 1), dtype=bool)  # the last one is nowhere
    members[which, position] = True
    own = np.full((n, sizes.max()), len(used))
    own[which, place] = position
    words = packed_array(members[:, own].reshape(n * n, -1))
    return np.ascontiguousarray(words.T).reshape(-1, n, n)


def _sizes_by_subsets(
    biclusters: Biclusters,
    rows: Intersect,
    columns: Intersect,
    chosen: NDArray[np.intp],
) -> NDArray[np.float64]:
    """Add up the cells of biclusters that are in none of those that follow."""
    sizes = biclusters.sizes[chosen].sum(axis=1).astype(float)
    for place, own in enumerate(chosen.T):
        others = chosen.T[place + 1 :]
        inside = [(rows(own, each), columns(own, each)) for each in others]
        sizes -= sum(_subset_terms(inside))
    return np.asarray(sizes)


def _subset_terms(inside: list[tuple[Bits, Bits]]) -> Iterator[NDArray[np.float64]]:
    """Yield the terms of the inclusion-exclusion formula of the size of a union."""

    def terms(
        start: int, rows_before: Any, columns_before: Any, sign: float
    ) -> Iterator[NDArray[np.float64]]:
        for k in range(start, len(inside)):
            rows, columns = inside[k][0] & rows_before, inside[k][1] & columns_before
            yield sign * _n_bits(rows) * _n_bits(columns)
            yield from terms(k + 1, rows, columns, -sign)

    everything = np.uint64(2**64 - 1)
    return terms(0, everything, everything, 1.0)


def _n_bits(sets: Bits) -> NDArray[np.float64]:
    """Count the elements of sets with their words on the first axis."""
    counts = n_bits(sets)
    # A sum over one word would be slower than a conversion.
    return np.asarray(
        counts[0] if len(counts) == 1 else counts.sum(axis=0), dtype=float
    )


def _sizes_by_rows(
    biclusters: Biclusters, chosen: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Count the cells of unions of biclusters row by row, of many unions at a time."""
    n_sets, n_members = chosen.shape
    n_rows = biclusters.rows.shape[1]
    costs = biclusters.sizes.astype(float)[chosen].sum(axis=1) + n_rows
    sizes = np.zeros(n_sets, dtype=np.int64)
    for run in runs(costs, _CELLS_AT_ONCE):
        members = chosen[run].ravel()
        member, row = biclusters.rows[members].nonzero()
        rows_of_sets = (member // n_members * n_rows + row, member)
        shape = len(members) // n_members * n_rows, len(members)
        left = sparse.csr_array((np.ones(len(row)), rows_of_sets), shape=shape)
        covered = left @ biclusters.columns[members]
        sizes[run] = np.diff(covered.indptr).reshape(-1, n_rows).sum(axis=1)
    return sizes
