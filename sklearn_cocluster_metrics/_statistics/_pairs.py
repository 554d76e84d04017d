"""How many pairs are together or apart in two clusterings, or co-clusterings."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from ._contingency import ContingencyTable

_SAFE_TOTAL = 3_037_000_499  # its square is below 2**63


@dataclass(frozen=True)
class PairCounts:
    """Unordered pairs by whether they are together in each of two clusterings.

    The counts are Python integers, exact at any size: a 100 000 x 100 000 matrix has
    5e19 pairs of cells, more than 64 bits hold.

    Parameters
    ----------
    n11 : int
        Number of pairs together in both.
    n10 : int
        Number of pairs together in the true one only.
    n01 : int
        Number of pairs together in the predicted one only.
    n00 : int
        Number of pairs apart in both.

    See Also
    --------
    pair_counts : Count them.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import PairCounts
    >>> PairCounts(n11=2, n10=2, n01=2, n00=4).n_pairs
    10
    """

    n11: int
    n10: int
    n01: int
    n00: int

    @property
    def n_pairs(self) -> int:
        """Number of all pairs."""
        return self.n11 + self.n10 + self.n01 + self.n00

    @property
    def is_equality(self) -> bool:
        """Whether the two clusterings are equal."""
        return self.n10 == self.n01 == 0


def pairs_of_cells(tables: Sequence[ContingencyTable]) -> PairCounts:
    """Count the pairs of cells from the tables of the modes.

    The table of the cells is the Kronecker product of the tables of the modes (Robert,
    Vasseur & Brault 2021, Theorem 2.3). It is never built: a sum of squares over a
    Kronecker product is the product of the sums.
    """
    n_cells = prod(table.n_samples for table in tables)
    joint = prod(sum_of_squares(table.cells) for table in tables)
    true = prod(sum_of_squares(table.true_sizes) for table in tables)
    pred = prod(sum_of_squares(table.pred_sizes) for table in tables)
    return PairCounts(
        n11=(joint - n_cells) // 2,
        n10=(true - joint) // 2,
        n01=(pred - joint) // 2,
        n00=(n_cells**2 - true - pred + joint) // 2,
    )


def sum_of_squares(sizes: NDArray[np.int64]) -> int:
    """Return the sum of the squares of nonnegative counts as an exact integer."""
    if int(sizes.sum()) <= _SAFE_TOTAL:  # the sum of squares is at most its square
        return int(np.dot(sizes, sizes))
    return sum(size * size for size in sizes.tolist())
