"""Mean overlap of two multisets when the places of one are permuted.

Permuting the rows and the columns of a matrix independently sends a cell to every cell,
and a pair of cells to every pair of its stratum, equally often. So two values meet
uniformly, whatever arrangement the values have.
"""

from collections.abc import Mapping
from fractions import Fraction


def expected_overlap(
    one: Mapping[int, int], other: Mapping[int, int], n_places: int
) -> Fraction:
    """Return the mean, over uniform matchings, of the sum of min(value, other value).

    The arguments map a positive value to the number of places that have it, among
    `n_places`. Since min(u, v) is the number of levels that both reach, the sum is one
    of products of numbers of places.
    """
    highest = min(max(one, default=0), max(other, default=0))
    levels = range(1, highest + 1)
    total = sum(_n_reaching(level, one) * _n_reaching(level, other) for level in levels)
    return Fraction(total, n_places) if n_places else Fraction(0)


def _n_reaching(level: int, places: Mapping[int, int]) -> int:
    """Count the places with at least this value."""
    return sum(n for value, n in places.items() if value >= level)
