"""The Rand index of the cells, adjusted for chance under two null models."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod

from .._statistics import ContingencyTable, pairs_of_cells, sum_of_squares

Tables = Sequence[ContingencyTable]


def adjusted_rand(tables: Tables, null_model: str = "cells") -> float:
    """Return (n11 - E) / ((true + pred) / 2 - E), with E = the mean of n11 by chance.

    Robert, Vasseur & Brault (2021), Definition 2.2, where the null model is "cells".
    """
    pairs = pairs_of_cells(tables)
    if pairs.is_equality:
        return 1.0
    expected = NULL_MODELS[null_model](tables)
    true, pred = pairs.n11 + pairs.n10, pairs.n11 + pairs.n01
    # Positive: n11 reaches (true + pred) / 2 for equal clusterings only, and its mean
    # only where every permutation makes them equal; those are done with.
    span = Fraction(true + pred, 2) - expected
    return float((pairs.n11 - expected) / span)


def expected_pairs_of_cells(tables: Tables) -> Fraction:
    """Return the mean of n11 where the cells are permuted as if they were free."""
    pairs = pairs_of_cells(tables)
    together = (pairs.n11 + pairs.n10) * (pairs.n11 + pairs.n01)
    return Fraction(together, pairs.n_pairs) if pairs.n_pairs else Fraction(0)


def expected_pairs_of_modes(tables: Tables) -> Fraction:
    """Return the mean of n11 where each mode is permuted, independently of the others.

    n11 = (product of the modes' sums of squares - number of cells) / 2, and the mean of
    a product of independent sums is the product of their means.
    """
    n_cells = prod(table.n_samples for table in tables)
    return (prod(map(_expected_joint_squares, tables), start=Fraction(1)) - n_cells) / 2


def _expected_joint_squares(table: ContingencyTable) -> Fraction:
    """Return the mean of the sum of squares of a table whose labels are permuted.

    An ordered pair of distinct samples is together in one labeling with probability
    (sum of squares - n) / (n (n - 1)); the n pairs of a sample with itself always are.
    """
    n = table.n_samples
    if n == 1:
        return Fraction(1)
    true = sum_of_squares(table.true_sizes) - n
    pred = sum_of_squares(table.pred_sizes) - n
    return n + Fraction(true * pred, n * (n - 1))


NULL_MODELS: dict[str, Callable[[Tables], Fraction]] = {
    "cells": expected_pairs_of_cells,
    "product": expected_pairs_of_modes,
}
