"""One number per mode, by which indices order co-clusterings of given cluster sizes."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .._indices._mutual_information import mutual_information
from .._statistics import ContingencyTable, matched_samples

Number = int | float

RELATIVE_TIE = 1e-12
"""Floats that differ by no more than this share of the largest one are tied."""


@dataclass(frozen=True)
class ModeStatistic:
    """A number of each table, and how the numbers of the modes are combined.

    Parameters
    ----------
    of_table : callable
        The number of one table.
    combine : callable
        The number of all modes: their product, of integers, or their sum.
    """

    of_table: Callable[[ContingencyTable], Number]
    combine: Callable[[Sequence[Number]], Number]


def _squares(table: ContingencyTable) -> int:
    """Return the sum of the squares of a table."""
    return table.squares.joint


MODE_STATISTICS: Mapping[str, ModeStatistic] = {
    "squares": ModeStatistic(_squares, math.prod),
    "information": ModeStatistic(mutual_information, math.fsum),
    "matched": ModeStatistic(matched_samples, math.prod),
}


def n_at_least(values: Sequence[Number], observed: Number) -> int:
    """Count the values at least as large as the observed one; ties count.

    Integers are compared exactly. Two floats are tied where they differ by no more than
    1e-12 of the largest finite one, so that rounding does not break ties.
    """
    least = observed
    if isinstance(observed, float) and math.isfinite(observed):
        sizes = (abs(value) for value in (*values, observed) if math.isfinite(value))
        least -= RELATIVE_TIE * max(sizes)
    return sum(value >= least for value in values)
