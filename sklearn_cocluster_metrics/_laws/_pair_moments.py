"""Exact moments of the pairs together in both clusterings, labels permuted.

The number n11 of unordered pairs that two clusterings both put together counts the
edges common to two disjoint unions of cliques. When the vertices of one are permuted
uniformly, a sequence of edges goes to every sequence of the same form with equal
chance. Hence, with sums over the sizes lambda of the connected components of sequences
of k edges, v vertices in all,

    E[n11^k] = sum T_k(lambda) / v! inj_A(lambda) inj_B(lambda) / (n)_v,

where T_k counts sequences on v labeled vertices and inj injective maps of the
components into the clusters. Nothing is enumerated, and nothing is rounded.

Each component goes into one cluster; several may share a cluster. Of one cluster of
size s the number of maps is a falling factorial of s. Over all clusters the logarithms
of the generating functions add, so it is enough to sum a polynomial in s over the
clusters for every set of components: a combination of power sums of the sizes. The
blocks of a co-clustering have the products of the power sums of its modes for power
sums; they are never formed.

Null models have the same names everywhere:

- "cells": the cells of a co-clustering are permuted as if they were free.
- "product": the labels of each mode are permuted, independently of the other modes.
- "fixed_n_clusters": the labels of each mode are drawn uniformly among those that use
  as many clusters.

For a plain clustering, "cells" and "product" coincide.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from operator import mul
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .._statistics._contingency import Tables
from .._statistics._pairs import PairCounts

Components = tuple[int, ...]
"""Sizes of connected components, in descending order, each at least 2."""


def component_sizes(n_edges: int, largest: int) -> Iterator[Components]:
    """Yield the component sizes of all sequences of at most so many edges.

    The edges of a sequence connect vertices into components. Their sizes are numbers of
    vertices, none of them above `largest`; a component of s vertices takes at least
    s - 1 edges.
    """
    yield ()
    for size in range(min(largest, n_edges + 1), 1, -1):
        for smaller_sizes in component_sizes(n_edges - size + 1, size):
            yield (size, *smaller_sizes)


@cache
def sequences_over_factorial(components: Components, length: int) -> Fraction:
    """Count the sequences of edges with these components, over v! orders of vertices.

    It is T_k(lambda) / v! of the module docstring, with k the `length`. The v vertices
    are split into unordered blocks, one for each component, the positions of the
    sequence among the blocks, and each block is connected by the edges at its
    positions.
    """
    # Vertices within a block, and blocks of equal size, can be exchanged.
    numbers_alike = (*components, *Counter(components).values())
    symmetries = math.prod(map(math.factorial, numbers_alike))
    return Fraction(_sequences_of_blocks(components, length), symmetries)


@cache
def _sequences_of_blocks(components: Components, length: int) -> int:
    """Count the sequences of edges whose components are given blocks of vertices.

    The blocks have the sizes `components`; all their vertices are labeled. The first
    block takes n of the `length` edges, at any positions, and the following blocks take
    the others.
    """
    if not components:
        return int(length == 0)
    first = components[0]
    following = components[1:]
    return sum(
        math.comb(length, n)
        * connected_sequences(first, n)
        * _sequences_of_blocks(following, length - n)
        for n in range(first - 1, length + 1)
    )


@cache
def connected_sequences(size: int, length: int) -> int:
    """Count the sequences of `length` edges that connect `size` labeled vertices.

    They are all sequences, less those in which the component of the first vertex has
    only `part` of the vertices and takes n of the edges. The remaining edges are then
    between any of the vertices outside of it.
    """
    if size == 1:
        return int(length == 0)
    n_not_connected = sum(
        math.comb(size - 1, part - 1)
        * math.comb(length, n)
        * connected_sequences(part, n)
        * math.comb(size - part, 2) ** (length - n)
        for part in range(1, size)
        for n in range(length + 1)
    )
    return int(math.comb(size, 2) ** length - n_not_connected)


PowerSums = tuple[int, ...]
"""Sums of the sizes to the powers 1, 2 and so on."""

Polynomial = npt.NDArray[np.object_]
"""Coefficients of the powers 0, 1 and so on, Python integers."""


def power_sums(sizes: npt.ArrayLike, highest: int) -> PowerSums:
    """Sum the powers 1 to `highest` of a list of sizes, as exact integers."""
    distinct, multiplicities = np.unique(np.asarray(sizes), return_counts=True)
    # Each distinct size s, and the number m of clusters that have it
    groups = list(zip(distinct.tolist(), multiplicities.tolist(), strict=True))
    return tuple(sum(m * s**k for s, m in groups) for k in range(1, highest + 1))


def injective_maps(sums: PowerSums) -> Callable[[Components], int]:
    """Return a function that counts the injective maps of components into clusters.

    The clusters have these power sums of their sizes. Each component goes into one
    cluster, and no two vertices go to the same sample.
    """

    @cache
    def count_maps(components: Components) -> int:
        """Sum over the groups that the first component may be in.

        A number of maps is a moment, which is a sum of products of joint cumulants of
        groups. That of a group is a sum over the clusters.
        """
        if not components:
            return 1
        total = 0
        for group, remaining, n_ways in groups_of_first(components):
            # The sum over the clusters of a polynomial in their size. `sums` begins
            # with the first power; the coefficient of the power 0 is 0.
            coefficients = cumulant_of_group(group)[1:]
            cumulant = sum(map(mul, coefficients, sums))
            total += n_ways * cumulant * count_maps(remaining)
        return total

    return count_maps


@cache
def groups_of_first(components: Components) -> list[tuple[Components, Components, int]]:
    """Split components into the group of the first and the remaining, in all ways.

    Components of equal size are alike, so that each split comes with the number of ways
    in which it can be made: (group, remaining, n_ways).
    """
    n_of_size = Counter(components[1:])
    sizes = sorted(n_of_size, reverse=True)
    splits = []
    for n_in_group in product(*(range(n_of_size[size] + 1) for size in sizes)):
        group = [components[0]]
        remaining: list[int] = []
        n_ways = 1
        for size, n in zip(sizes, n_in_group, strict=True):
            group += [size] * n
            remaining += [size] * (n_of_size[size] - n)
            n_ways *= math.comb(n_of_size[size], n)
        splits.append((tuple(group), tuple(remaining), n_ways))
    return splits


@cache
def cumulant_of_group(group: Components) -> Polynomial:
    """Return the joint cumulant of a group, as a polynomial in the cluster size.

    It is the number of injective maps of the whole group into one cluster, less what
    its proper parts account for: as a logarithm of a generating function, it adds up
    over the clusters.
    """
    cumulant = _falling_factorial(sum(group))  # of all vertices of the group
    for part, remaining, n_ways in groups_of_first(group):
        if remaining:
            maps_of_remaining = _falling_factorial(sum(remaining))
            # `convolve` multiplies polynomials.
            product_of_both = np.convolve(cumulant_of_group(part), maps_of_remaining)
            cumulant = cumulant - n_ways * product_of_both
    return cumulant


@cache
def _falling_factorial(length: int) -> Polynomial:
    """Return the polynomial s (s - 1) ... (s - length + 1) in s."""
    polynomial = np.array([1], dtype=object)
    for k in range(length):
        polynomial = np.convolve(polynomial, np.array([-k, 1], dtype=object))
    return polynomial


NullModelOfPairs: TypeAlias = Literal["cells", "product"]
NullModel: TypeAlias = Literal["cells", "product", "fixed_n_clusters"]


Moments = tuple[Fraction, ...]
"""Raw moments of the orders 0, 1 and so on."""

SizesOfModes = Iterable[tuple[npt.ArrayLike, npt.ArrayLike]]
"""Sizes of the true and of the predicted clusters of each mode."""


def expected_pairs(pairs: PairCounts, tables: Tables, null_model: str) -> Fraction:
    """Return the mean of n11 of the cells in `pairs`, under "cells" or "product".

    n11 = (S - n) / 2, where S is the product of the sums of squares of the modes and n
    the number of cells. Where the labels of each mode are permuted independently, the
    mean of the product is the product of the means.
    """
    if null_model == "cells":
        return expected_pairs_of_cells(pairs)
    squares_of_modes = [table.squares for table in tables]
    n_cells = math.prod(squares.n_samples for squares in squares_of_modes)
    mean_numerator, mean_denominator = mean_product_of_squares(
        (squares.n_samples, squares.true, squares.pred) for squares in squares_of_modes
    )
    return (Fraction(mean_numerator, mean_denominator) - n_cells) / 2


def mean_product_of_squares(modes: Iterable[tuple[int, int, int]]) -> tuple[int, int]:
    """Return the mean of the product of sums of squares of independent modes.

    Each mode is given by its number of entries n and the sums of squares of both sides'
    sizes. With a and b of its N pairs together on either side, its mean is
    n + 2 a b / N. The product of these means is returned as numerator and denominator,
    which is the product of the N (of 1 where a mode has no pairs).
    """
    numerator = 1
    denominator = 1
    for n, true_squares, pred_squares in modes:
        n_pairs = max(1, math.comb(n, 2))
        in_true = (true_squares - n) // 2
        in_pred = (pred_squares - n) // 2
        numerator *= n * n_pairs + 2 * in_true * in_pred
        denominator *= n_pairs
    return numerator, denominator


def expected_pairs_of_cells(pairs: PairCounts) -> Fraction:
    """Return the mean of n11 where the cells are permuted as if free: mA mB / N.

    Each of the mA true pairs is together in a permuted labeling with probability
    ``mB / N``.
    """
    if pairs.n_pairs == 0:
        return Fraction(0)
    return Fraction(pairs.in_true * pairs.in_pred, pairs.n_pairs)


def expected_weighted_pairs(
    tables: Tables, squares: Sequence[int], null_model: str
) -> Fraction:
    """Return the mean weight of those of certain pairs of cells that are together.

    They are together in the prediction, whose labels are permuted; the weights stay in
    place, and a pair has the product of both weights. `squares` has a sum of squares of
    weights for each mode, which says which pairs are meant: that of the true clusters
    for pairs together in them, that of the total for all pairs. Each pair of items is
    together with the same probability, which is the share of pairs that are together
    among the predicted labels without weights.
    """
    n_items = [table.n_items for table in tables]
    pred_squares = [table.pred_squares for table in tables]
    weighted_squares = list(squares)
    squared_weights = [table.squared_weights for table in tables]
    if null_model == "cells":  # the cells are permuted as one mode
        n_items = [math.prod(n_items)]
        pred_squares = [math.prod(pred_squares)]
        weighted_squares = [math.prod(weighted_squares)]
        squared_weights = [math.prod(squared_weights)]
    mean_of_product = Fraction(1)
    # Of ordered pairs: `n_together` counts those together in the prediction, without
    # weights; `weight_of_all` is the weight of the pairs that are meant, and
    # `weight_of_same` that of items with themselves, which are always together.
    for n, n_together, weight_of_all, weight_of_same in zip(
        n_items, pred_squares, weighted_squares, squared_weights, strict=True
    ):
        share_together = Fraction(n_together - n, max(n * n - n, 1))
        weight_of_different = weight_of_all - weight_of_same
        mean_of_product *= weight_of_same + weight_of_different * share_together
    return (mean_of_product - math.prod(squared_weights)) / 2


def moments_of_cells(modes: SizesOfModes, order: int) -> Moments:
    """Return the raw moments of n11 of the cells, permuted as if they were free."""
    # The power sums of all blocks are the products of those of the modes. The moment of
    # k edges, which have at most 2 k vertices, needs powers up to 2 k.
    true_sums = (1,) * (2 * order)
    pred_sums = (1,) * (2 * order)
    for true, pred in modes:
        true_sums = tuple(map(mul, true_sums, power_sums(true, 2 * order)))
        pred_sums = tuple(map(mul, pred_sums, power_sums(pred, 2 * order)))
    return moments_from_power_sums(true_sums, pred_sums, order)


def moments_of_product(modes: SizesOfModes, order: int) -> Moments:
    """Return the raw moments of n11 of the cells, modes permuted independently.

    The table of the cells is the Kronecker product of the tables of the modes, so its
    sum of squares is the product of theirs, T = prod S_m, and n11 = (T - n) / 2 with n
    cells. The factors are independent: the moments of T are products of moments.
    """
    n_cells = 1
    moments: Moments = (Fraction(1),) * (order + 1)
    for true, pred in modes:
        n, mode_moments = moments_of_squares(true, pred, order)
        n_cells *= n
        moments = tuple(map(mul, moments, mode_moments))
    return affine_moments(moments, Fraction(1, 2), Fraction(-n_cells, 2))


def moments_of_squares(
    true: npt.ArrayLike, pred: npt.ArrayLike, order: int
) -> tuple[int, Moments]:
    """Return the number n of samples, and the raw moments of S = 2 n11 + n of a table.

    S is the sum of the squared counts of the table. `true` and `pred` are the sizes of
    the clusters of both sides.
    """
    true_sums = power_sums(true, 2 * order)
    pred_sums = power_sums(pred, 2 * order)
    n = true_sums[0]  # the sum of the first powers of the sizes
    moments = moments_from_power_sums(true_sums, pred_sums, order)
    return n, affine_moments(moments, Fraction(2), Fraction(n))


def moments_from_power_sums(
    true_sums: PowerSums, pred_sums: PowerSums, order: int
) -> Moments:
    """Return the raw moments of n11 from the power sums of both lists of sizes.

    Moment k is the sum over the component sizes lambda in the module docstring.
    """
    n = true_sums[0]  # the sum of the first powers of the sizes
    count_true_maps = injective_maps(true_sums)
    count_pred_maps = injective_maps(pred_sums)
    moments = [Fraction(0)] * (order + 1)
    for components in component_sizes(order, order + 1):
        n_vertices = sum(components)
        if n_vertices > n:
            continue
        n_maps = count_true_maps(components) * count_pred_maps(components)
        factor = Fraction(n_maps, math.perm(n, n_vertices))
        # A component of s vertices takes at least s - 1 edges.
        fewest_edges = n_vertices - len(components)
        for k in range(fewest_edges, order + 1):
            moments[k] += factor * sequences_over_factorial(components, k)
    return tuple(moments)


def affine_moments(moments: Moments, factor: Fraction, shift: Fraction) -> Moments:
    """Return the raw moments of ``factor X + shift`` from those of X."""
    new_moments = []
    for k in range(len(moments)):  # by the binomial theorem
        terms = (
            math.comb(k, j) * factor**j * shift ** (k - j) * moments[j]
            for j in range(k + 1)
        )
        new_moments.append(sum(terms, start=Fraction(0)))
    return tuple(new_moments)


def pair_covariances(tables: Tables) -> tuple[int, int, int]:
    """Return n11 - E(A, B), mA - E(A, A) and mB - E(B, B), times one integer.

    A and B are the true and the predicted clustering, and mA and mB their numbers of
    pairs together. E(A, B) is the mean number of pairs together in both if the modes of
    one of the two are permuted. The differences are inner products of two centered
    indicators of "together". With S = 2 n11 + n, the product of the sums of squares of
    the modes, the difference n11 - E(A, B) is half of that of S and its mean. The
    integer is twice the denominator of this mean, the least that clears every fraction
    for all sizes. Only ratios of the three have a meaning.
    """
    n_samples = [table.squares.n_samples for table in tables]
    joint_squares = [table.squares.joint for table in tables]
    true_squares = [table.squares.true for table in tables]
    pred_squares = [table.squares.pred for table in tables]

    def difference_from_mean(
        observed: list[int], first: list[int], second: list[int]
    ) -> int:
        """Return S less its mean, times the integer.

        `observed` has the sum of squares of each mode, whose product is S; `first` and
        `second` have those of the cluster sizes of the two sides that are compared.
        """
        modes = zip(n_samples, first, second, strict=True)
        mean_numerator, mean_denominator = mean_product_of_squares(modes)
        return math.prod(observed) * mean_denominator - mean_numerator

    return (
        difference_from_mean(joint_squares, true_squares, pred_squares),
        difference_from_mean(true_squares, true_squares, true_squares),
        difference_from_mean(pred_squares, pred_squares, pred_squares),
    )
