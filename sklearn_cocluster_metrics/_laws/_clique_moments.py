"""Edges in common of unions of cliques: sequences of edges, and where they can go.

A power of the number of edges that two graphs have in common is a sum over sequences of
edges. In unions of cliques only the sizes of the connected components of a sequence
matter, so the sequences are counted by these; that part depends on no data.

Each component goes into one cluster; several may share a cluster. Of one cluster of
size s the number of maps is a falling factorial of s. Over all clusters the logarithms
of the generating functions add, so it is enough to sum a polynomial in s over the
clusters for every set of components: a combination of power sums of the sizes. The
blocks of a co-clustering have the products of the power sums of its modes for power
sums; they are never formed.
"""

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

Components = tuple[int, ...]
"""Sizes of connected components, in descending order, each at least 2."""


def component_sizes(order: int) -> Iterator[Components]:
    """Yield the component sizes of all sequences of at most `order` edges.

    A component of s vertices takes at least s - 1 edges.
    """
    yield from _with_few_edges(order, order + 1)


def _with_few_edges(n_edges: int, largest: int) -> Iterator[Components]:
    """Yield those that take at most so many edges, none larger than `largest`."""
    yield ()
    for size in range(min(largest, n_edges + 1), 1, -1):
        for rest in _with_few_edges(n_edges - size + 1, size):
            yield (size, *rest)


@cache
def sequences_over_factorial(components: Components, length: int) -> Fraction:
    """Count the sequences of edges with these components, over v! orders of vertices.

    The v vertices are split into unordered blocks, the positions of the sequence among
    the blocks, and each block is connected by the edges at its positions.
    """
    symmetries = math.prod(map(math.factorial, components)) * math.prod(
        map(math.factorial, Counter(components).values())
    )
    return Fraction(_allocated(components, length), symmetries)


@cache
def _allocated(components: Components, length: int) -> int:
    """Count the sequences whose components are these blocks of vertices, in order."""
    if not components:
        return int(length == 0)
    first, *rest = components
    return sum(
        math.comb(length, n)
        * connected_sequences(first, n)
        * _allocated(tuple(rest), length - n)
        for n in range(first - 1, length + 1)
    )


@cache
def connected_sequences(size: int, length: int) -> int:
    """Count the sequences of edges that connect all of so many labelled vertices.

    All sequences, less those in which the component of the first vertex is smaller.
    """
    if size == 1:
        return int(length == 0)
    split = sum(
        math.comb(size - 1, part - 1)
        * math.comb(length, n)
        * connected_sequences(part, n)
        * math.comb(size - part, 2) ** (length - n)
        for part in range(1, size)
        for n in range(length + 1)
    )
    return int(math.comb(size, 2) ** length - split)


PowerSums = tuple[int, ...]
"""Sums of the sizes to the powers 1, 2 and so on."""

Polynomial = tuple[int, ...]
"""Coefficients of the powers 0, 1 and so on."""


def power_sums(sizes: npt.ArrayLike, highest: int) -> PowerSums:
    """Sum the powers 1 to `highest` of a list of sizes, as exact integers."""
    distinct, multiplicities = np.unique(np.asarray(sizes), return_counts=True)
    pairs = list(zip(distinct.tolist(), multiplicities.tolist(), strict=True))
    return tuple(sum(m * s**k for s, m in pairs) for k in range(1, highest + 1))


def power_sums_of_blocks(one: PowerSums, other: PowerSums) -> PowerSums:
    """Return the power sums of all products of a size of the one and of the other."""
    return tuple(a * b for a, b in zip(one, other, strict=True))


class CliqueMaps:
    """Numbers of injective maps into one list of clusters, each computed once."""

    def __init__(self, sums: PowerSums) -> None:
        self._sums = sums
        self._known: dict[Components, int] = {(): 1}

    def __getitem__(self, components: Components) -> int:
        """Count the injective maps of the components, each into one cluster."""
        if components not in self._known:
            self._known[components] = sum(
                ways * self._together(group) * self[rest]
                for group, rest, ways in groups_of_first(components)
            )
        return self._known[components]

    def _together(self, group: Components) -> int:
        """Sum the polynomial of a group over the clusters."""
        coefficients = maps_of_one_group(group)[1:]  # the constant one is 0
        return sum(c * p for c, p in zip(coefficients, self._sums, strict=False))


@cache
def groups_of_first(
    components: Components,
) -> tuple[tuple[Components, Components, int], ...]:
    """Split components into the group of the first and the rest, in all ways.

    Components of equal size are alike: the number of ways comes with each split.
    """
    return tuple(_splits(components))


def _splits(
    components: Components,
) -> Iterator[tuple[Components, Components, int]]:
    """Yield group, rest and number of ways."""
    first, others = components[0], Counter(components[1:])
    sizes = sorted(others, reverse=True)
    for taken in product(*(range(others[size] + 1) for size in sizes)):
        ways = math.prod(
            math.comb(others[size], n) for size, n in zip(sizes, taken, strict=True)
        )
        group, rest = [first], []
        for size, n in zip(sizes, taken, strict=True):
            group += [size] * n
            rest += [size] * (others[size] - n)
        yield tuple(group), tuple(rest), ways


@cache
def maps_of_one_group(group: Components) -> Polynomial:
    """Return the joint cumulant of a group, as a polynomial in the cluster size.

    The maps of the group into one cluster, less those that its parts account for.
    """
    total = _falling_factorial(sum(group))
    for part, rest, ways in groups_of_first(group):
        if rest:
            times = _multiply(maps_of_one_group(part), _falling_factorial(sum(rest)))
            total = tuple(a - ways * b for a, b in zip(total, times, strict=True))
    return total


@cache
def _falling_factorial(length: int) -> Polynomial:
    """Return s (s - 1) ... (s - length + 1)."""
    polynomial: Polynomial = (1,)
    for k in range(length):
        polynomial = _multiply(polynomial, (-k, 1))
    return polynomial


def _multiply(one: Polynomial, other: Polynomial) -> Polynomial:
    """Multiply two polynomials."""
    coefficients = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            coefficients[i + j] += a * b
    return tuple(coefficients)
