"""Compute exact moments of the number of pairs together in both clusterings.

The labels of one clustering A are permuted, and n11 is the number of unordered pairs
that are together in A and in the other clustering B. A clustering is a disjoint union
of cliques, and n11 is the number of edges that two such graphs have in common. If the
vertices of one graph are permuted uniformly, a sequence of edges becomes every sequence
of the same form with the same probability. The form is given by the sizes lambda of the
connected components, which have v vertices in all. Therefore, for sequences of k edges,

    E[n11^k] = sum T_k(lambda) / v! inj_A(lambda) inj_B(lambda) / (n)_v.

The sum is over all forms. T_k is the number of sequences on v labeled vertices, inj is
the number of injective maps of the components into the clusters, and (n)_v is a falling
factorial. Nothing is enumerated, and nothing is rounded.

Each component goes into one cluster, and several components may share a cluster. For
one cluster of size s, the number of maps is a falling factorial of s. The logarithms of
the generating functions of the clusters add up. Therefore, it is enough to sum a
polynomial in s over the clusters for every set of components, which is a combination of
power sums of the sizes. The power sums of the blocks of a co-clustering are the
products of the power sums of its modes, so that the blocks are never formed.

The null models have the same names in the whole package:

- "cells": the cells of a co-clustering are permuted as if they were independent.
- "product": the labels of each mode (the rows or the columns) are permuted,
  independently of the other modes.
- "fixed_n_clusters": the labels of each mode are drawn uniformly from all labels that
  use the same number of clusters.

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
"""The sizes of connected components, in descending order. Each is at least 2."""


def component_sizes(n_edges: int, largest: int) -> Iterator[Components]:
    """Yield the component sizes of all sequences of at most `n_edges` edges.

    The edges of a sequence connect vertices into components. The size of a component is
    its number of vertices, which is at most `largest`. A component of s vertices needs
    at least s - 1 edges.
    """
    yield ()
    for size in range(min(largest, n_edges + 1), 1, -1):
        for smaller_sizes in component_sizes(n_edges - size + 1, size):
            yield (size, *smaller_sizes)


@cache
def sequences_over_factorial(components: Components, length: int) -> Fraction:
    """Count the sequences of edges with these components, divided by v!.

    This is T_k(lambda) / v! of the module docstring, where k is `length`. The v
    vertices are split into unordered blocks, one for each component. The positions of
    the sequence are distributed among the blocks, and the edges at its positions
    connect each block.
    """
    # Vertices within a block, and blocks of equal size, can be exchanged.
    numbers_alike = (*components, *Counter(components).values())
    symmetries = math.prod(map(math.factorial, numbers_alike))
    return Fraction(_sequences_of_blocks(components, length), symmetries)


@cache
def _sequences_of_blocks(components: Components, length: int) -> int:
    """Count the sequences of edges whose components are given blocks of vertices.

    The blocks have the sizes `components`, and all their vertices are labeled. The
    first block uses n of the `length` edges, at any positions, and the following blocks
    use the other edges. A sequence may contain an edge repeatedly.
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

    From the number of all sequences, subtract the sequences that do not connect all
    vertices. In these, the component of the first vertex has only `part` vertices and
    uses n of the edges. The remaining edges are between any vertices outside of it.
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
"""The sums of the sizes to the powers 1, 2 and so on."""

Polynomial = npt.NDArray[np.object_]
"""The coefficients of the powers 0, 1 and so on, as Python integers."""


def power_sums(sizes: npt.ArrayLike, highest: int) -> PowerSums:
    """Sum the powers 1 to `highest` of a list of sizes, as exact integers."""
    distinct, multiplicities = np.unique(np.asarray(sizes), return_counts=True)
    # A group has a distinct size s and the number m of clusters of this size.
    groups = list(zip(distinct.tolist(), multiplicities.tolist(), strict=True))
    return tuple(sum(m * s**k for s, m in groups) for k in range(1, highest + 1))


def injective_maps(sums: PowerSums) -> Callable[[Components], int]:
    """Return a function that counts the injective maps of components into clusters.

    `sums` has the power sums of the cluster sizes, at least up to the number of
    vertices. Each component goes into one cluster, and no two vertices go to the same
    sample.
    """

    @cache
    def count_maps(components: Components) -> int:
        """Sum over the groups that the first component may be in.

        A number of maps is a moment. Therefore, it is a sum of products of joint
        cumulants of groups. The cumulant of a group is a sum over the clusters.
        """
        if not components:
            return 1
        total = 0
        for group, remaining, n_ways in groups_of_first(components):
            # A polynomial in the cluster size is summed over the clusters. `sums`
            # begins with the first power, and the coefficient of the power 0 is 0.
            coefficients = cumulant_of_group(group)[1:]
            cumulant = sum(map(mul, coefficients, sums))
            total += n_ways * cumulant * count_maps(remaining)
        return total

    return count_maps


@cache
def groups_of_first(components: Components) -> list[tuple[Components, Components, int]]:
    """Return all splits of components into the group of the first one and the rest.

    Components of equal size are alike. Therefore, each split comes with the number of
    ways in which it can be made, as a tuple (group, remaining, n_ways).
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

    The cumulant is the number of injective maps of the whole group into one cluster,
    minus the contributions of its proper parts. As a coefficient of the logarithm of a
    generating function, it adds up over the clusters.
    """
    n_vertices = sum(group)
    cumulant = _falling_factorial(n_vertices)
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
"""The raw moments of the orders 0, 1 and so on."""

SizesOfModes = Iterable[tuple[npt.ArrayLike, npt.ArrayLike]]
"""The sizes of the true and of the predicted clusters of each mode."""


def expected_pairs(pairs: PairCounts, tables: Tables, null_model: str) -> Fraction:
    """Return the mean of n11 of the cells, under "cells" or "product".

    n11 is the number of pairs of cells that are together on both sides. Let n be the
    number of cells, and S the product of the sums of squared counts of the tables of
    the modes. Then n11 = (S - n) / 2. Under "product", the modes are permuted
    independently, so that the mean of S is the product of the means of its factors.
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

    Each mode is given by its number of entries n and by the sums of the squared cluster
    sizes of both sides. It has N pairs of entries, of which a are together on one side
    and b on the other. The mean of its sum of squares is then n + 2 a b / N. The
    product of these means is returned as a numerator and a denominator. The denominator
    is the product of all N, where 1 replaces the N of a mode without pairs.
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
    """Return the mean of n11 if the cells are permuted, which is mA mB / N.

    There are N pairs of cells, of which mA are together in the truth and mB in the
    prediction. Each of the mA true pairs is together in a permuted prediction with the
    probability mB / N.
    """
    if pairs.n_pairs == 0:
        return Fraction(0)
    return Fraction(pairs.in_true * pairs.in_pred, pairs.n_pairs)


def expected_weighted_pairs(
    tables: Tables, squares: Sequence[int], null_model: str
) -> Fraction:
    """Return the mean weight of the pairs of cells that are together in the prediction.

    The pairs are unordered, and a cell has no pair with itself. The predicted labels
    are permuted, whereas the weights stay with the items. The weight of a pair is the
    product of the weights of both cells. `squares` selects the pairs that count. For
    each mode, it has the sum of the squared weights of the true clusters if only pairs
    together in the truth count, or the square of the total weight if all pairs count.
    Each pair of items is together with the same probability, which is the share of the
    pairs that are together in the prediction, computed without weights.
    """
    n_items = [table.n_items for table in tables]
    pred_squares = [table.pred_squares for table in tables]
    weighted_squares = list(squares)
    squared_weights = [table.squared_weights for table in tables]
    if null_model == "cells":  # The cells are permuted as one mode.
        n_items = [math.prod(n_items)]
        pred_squares = [math.prod(pred_squares)]
        weighted_squares = [math.prod(weighted_squares)]
        squared_weights = [math.prod(squared_weights)]
    mean_of_product = Fraction(1)
    # All pairs are ordered. `n_together` is the number of pairs together in the
    # prediction, `weight_of_all` is the weight of the pairs that count, and
    # `weight_of_same` is the weight of the pairs of an item with itself, which is
    # always together.
    for n, n_together, weight_of_all, weight_of_same in zip(
        n_items, pred_squares, weighted_squares, squared_weights, strict=True
    ):
        share_together = Fraction(n_together - n, max(n * n - n, 1))
        weight_of_different = weight_of_all - weight_of_same
        mean_of_product *= weight_of_same + weight_of_different * share_together
    return (mean_of_product - math.prod(squared_weights)) / 2


def moments_of_cells(modes: SizesOfModes, order: int) -> Moments:
    """Return the raw moments of n11 of the cells, if single cells are permuted.

    `modes` has the sizes of the true and of the predicted clusters of each mode. The
    result has the moments 0 to `order`.
    """
    # The power sums of all blocks are the products of the power sums of the modes. A
    # sequence of k edges has at most 2 k vertices, so that its moment needs powers up
    # to 2 k.
    true_sums = (1,) * (2 * order)
    pred_sums = (1,) * (2 * order)
    for true, pred in modes:
        true_sums = tuple(map(mul, true_sums, power_sums(true, 2 * order)))
        pred_sums = tuple(map(mul, pred_sums, power_sums(pred, 2 * order)))
    return moments_from_power_sums(true_sums, pred_sums, order)


def moments_of_product(modes: SizesOfModes, order: int) -> Moments:
    """Return the raw moments of n11 of the cells, if modes are permuted independently.

    `modes` has the sizes of the true and of the predicted clusters of each mode. The
    result has the moments 0 to `order`.

    The table of the cells is the Kronecker product of the tables of the modes. Its sum
    of squared counts T is therefore the product of the sums S_m of the modes. For n
    cells, n11 = (T - n) / 2. Because the factors are independent, the moments of T are
    the products of the moments of the S_m.
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

    S is the sum of the squared counts of the table. `true` and `pred` are the cluster
    sizes of both sides.
    """
    true_sums = power_sums(true, 2 * order)
    pred_sums = power_sums(pred, 2 * order)
    n = true_sums[0]  # The sum of the first powers of the sizes is n.
    moments = moments_from_power_sums(true_sums, pred_sums, order)
    return n, affine_moments(moments, Fraction(2), Fraction(n))


def moments_from_power_sums(
    true_sums: PowerSums, pred_sums: PowerSums, order: int
) -> Moments:
    """Return the raw moments of n11 from the power sums of both lists of sizes.

    The result has the moments 0 to `order`. Moment k is the sum in the module
    docstring, over the sizes lambda of the components of sequences of k edges.
    """
    n = true_sums[0]  # The sum of the first powers of the sizes is n.
    count_true_maps = injective_maps(true_sums)
    count_pred_maps = injective_maps(pred_sums)
    moments = [Fraction(0)] * (order + 1)
    # The component of all `order` edges has at most order + 1 vertices.
    for components in component_sizes(order, largest=order + 1):
        n_vertices = sum(components)
        if n_vertices > n:
            continue
        n_maps = count_true_maps(components) * count_pred_maps(components)
        factor = Fraction(n_maps, math.perm(n, n_vertices))
        # A component of s vertices needs at least s - 1 edges.
        fewest_edges = n_vertices - len(components)
        for k in range(fewest_edges, order + 1):
            # The number of sequences of k edges, divided by v!, completes the term.
            moments[k] += factor * sequences_over_factorial(components, k)
    return tuple(moments)


def affine_moments(moments: Moments, factor: Fraction, shift: Fraction) -> Moments:
    """Return the raw moments of ``factor X + shift`` from the raw moments of X."""
    new_moments = []
    for k in range(len(moments)):  # The terms follow from the binomial theorem.
        terms = (
            math.comb(k, j) * factor**j * shift ** (k - j) * moments[j]
            for j in range(k + 1)
        )
        new_moments.append(sum(terms, start=Fraction(0)))
    return tuple(new_moments)


def pair_covariances(tables: Tables) -> tuple[int, int, int]:
    """Return n11 - E(A, B), mA - E(A, A) and mB - E(B, B), times one integer.

    Let A be the true and B the predicted clustering, and mA and mB the numbers of pairs
    that are together in each. E(A, B) is the mean number of pairs together in both if
    the modes of one of the two are permuted. The differences are inner products of two
    centered indicators of "together". Let n be the number of cells, and S = 2 n11 + n
    the product of the sums of squared counts of the modes. Then n11 - E(A, B) is half
    the difference of S and its mean. The integer is twice the denominator of this mean,
    which is the same for all three, so that it clears all fractions. Only ratios of the
    three results have a meaning.
    """
    n_samples = [table.squares.n_samples for table in tables]
    joint_squares = [table.squares.joint for table in tables]
    true_squares = [table.squares.true for table in tables]
    pred_squares = [table.squares.pred for table in tables]

    def difference_from_mean(
        observed: list[int], first: list[int], second: list[int]
    ) -> int:
        """Return S minus its mean, times the denominator of this mean.

        `observed` has the sum of squares of each mode, whose product is S. `first` and
        `second` have the sums of the squared cluster sizes of the two sides that are
        compared.
        """
        modes = zip(n_samples, first, second, strict=True)
        mean_numerator, mean_denominator = mean_product_of_squares(modes)
        return math.prod(observed) * mean_denominator - mean_numerator

    return (
        difference_from_mean(joint_squares, true_squares, pred_squares),
        difference_from_mean(true_squares, true_squares, true_squares),
        difference_from_mean(pred_squares, pred_squares, pred_squares),
    )
