"""Sequences of edges, counted by the sizes of their connected components.

A power of the number of edges that two graphs have in common is a sum over sequences of
edges. In unions of cliques only the sizes of the connected components of a sequence
matter, so the sequences are counted by these. Nothing here depends on any data.
"""

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

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
