"""Distances: the triangle inequality and a zero at equality.

The distance is ``V(A, A) - V(A, B)`` for a score and ``V(A, B) - V(A, A)`` for an index
of which lower values are better.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ._agreement_properties import (
    asymmetric,
    not_best_at_equality,
    not_constant_at_equality,
)
from ._partition_search import Property, Search, all_pairs
from ._properties import Counterexample, exceeds

PAIRS = ("AC", "AB", "BC")


def not_triangular(search: Search) -> Counterexample | None:
    """Find three structures that violate the triangle inequality."""
    found = not_constant_at_equality(search)
    if found is not None:
        return found
    first = next(search.structures())
    top = search.values(first, first)
    if not np.isfinite(top):
        return search.example({"A": first}, ["AA"])
    for universe in search.universes:
        where = longer_than_detour(top - universe.values)
        if where is not None:
            named = dict(
                zip("ABC", (universe.structures[i] for i in where), strict=True)
            )
            return search.example(named, PAIRS)
    for triple in search.triples:
        for a, b, c in permutations(triple):
            direct, one, other = (
                top - search.values(*pair) for pair in ((a, c), (a, b), (b, c))
            )
            if exceeds(direct, one + other):
                return search.example({"A": a, "B": b, "C": c}, PAIRS)
    return None


def longer_than_detour(
    distances: NDArray[np.float64],
) -> tuple[int, int, int] | None:
    """Return the first A, B, C with d(A, C) > d(A, B) + d(B, C), or None."""
    for a, row in enumerate(distances):
        detours = row[:, np.newaxis] + distances
        longer = np.argwhere(exceeds(row, detours).T)  # C, then B
        if longer.size:
            c, b = longer[0]
            return a, int(b), int(c)
    return None


def no_distance(search: Search) -> Counterexample | None:
    """Find what contradicts a distance: asymmetry, a wrong zero, or a triangle."""
    for find in (asymmetric, not_best_at_equality, not_triangular):
        found = find(search)
        if found is not None:
            return found
    return None


def _all_triples(search: Search) -> str:
    """Say which triples were searched."""
    n_triples = sum(len(universe.structures) ** 3 for universe in search.universes)
    pairs = all_pairs(search).split(" pairs ", 1)[1]
    return f"all {n_triples} triples {pairs.replace('random pairs', 'random triples')}"


DISTANCE = (
    Property(
        "triangle inequality",
        "d(A, C) <= d(A, B) + d(B, C), where d is the difference from the value of "
        "equal structures, which must be constant.",
        not_triangular,
        _all_triples,
    ),
    Property(
        "distance",
        "The difference from the value of equal structures is symmetric, 0 for equal "
        "structures only, and satisfies the triangle inequality.",
        no_distance,
        _all_triples,
    ),
)
