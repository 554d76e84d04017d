"""An index of counts of pairs as a function of one integer, and its critical values.

With the cluster sizes given, such an index depends on the product of the sums of
squares of the tables of the modes: hence its law by chance, without a draw.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._indices._contract import Contract
from .._laws._sum_of_squares_law import (
    TooMuchWork,
    Work,
    law_of_product,
    law_of_squares,
)
from .._metrics import PartitionMetric, find_contract, resolve
from .._statistics._contingency import SquareSums, Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import check_integer, check_level, check_sizes
from .._structures._partitions import as_structure
from ._moments_by_chance import moments_of_pairs

ABOUT_A_MINUTE = 3e10  # of work


class SquaresOnly(NamedTuple):
    """What indices that count pairs read of a contingency table, without the table."""

    squares: SquareSums
    is_equality: bool

    @classmethod
    def of(cls, n_samples: int, joint: int, true: int, pred: int) -> SquaresOnly:
        """Keep the sums of squares of a table."""
        squares = SquareSums(n_samples, joint, true, pred)
        return cls(squares, joint == true == pred)


@dataclass(frozen=True)
class PairIndex:
    """An index of counts of pairs, as a function of the product of sums of squares."""

    contract: Contract
    options: Mapping[str, Any]
    tables: Tables

    def __call__(self, product: int) -> float:
        """Compute the index where the sums of squares multiply to `product`.

        Only the product matters, so the first mode gets all of it.
        """
        sums = [table.squares for table in self.tables]
        same_sizes = all(one.true == one.pred for one in sums)
        are_equal = same_sizes and product == math.prod(one.true for one in sums)
        factors = [product] + [1] * (len(sums) - 1)
        modes = [
            SquaresOnly(one._replace(joint=joint), are_equal)
            for one, joint in zip(sums, factors, strict=True)
        ]
        return self.contract.compute(modes, **self.options)

    def mean_and_std(self, statistic: float) -> tuple[float, float] | None:
        """Exact mean and standard deviation by chance of an index linear in n11.

        None for another one: its mean takes more than the moments of n11.
        """
        moments = moments_of_pairs(self.tables, "product")
        if moments.exact_variance == 0:
            return statistic, 0.0
        if not self.contract.linear_in_pairs:
            return None
        n_cells = math.prod(table.n_samples for table in self.tables)
        most = min(
            math.prod(table.squares[side] for table in self.tables) for side in (2, 3)
        )
        highest = (most - n_cells) // 2  # not 0: n11 has a variance
        lowest_value, highest_value = self(n_cells), self(most)
        slope = highest_value - lowest_value  # over n11 from 0 to `highest`
        mean = lowest_value + slope * float(moments.exact_mean / highest)
        variance = float(moments.exact_variance / Fraction(highest) ** 2)
        return mean, abs(slope) * math.sqrt(variance)


def critical_value(
    sizes_true: npt.ArrayLike,
    sizes_pred: npt.ArrayLike,
    metric: PartitionMetric = "cari_product",
    *,
    level: float = 0.05,
    verbose: int = 0,
    **metric_options: Any,
) -> float:
    """Least value of an index that is better than chance, for given cluster sizes.

    For planning: the least agreement that is significant by ``permutation_test(...,
    method="exact", alternative="index")``.

    Parameters
    ----------
    sizes_true : array-like of int, or tuple of array-likes
        Sizes of the true clusters; for co-clusterings ``(row_sizes, column_sizes)``, or
        more modes.
    sizes_pred : array-like of int, or tuple of array-likes
        Sizes of the predicted clusters, with the same sums.
    metric : str or callable, default="cari_product"
        Name of an index of counts of pairs, or its function.
    level : float, default=0.05
        Largest significant p-value, between 0 and 1, both excluded.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    value : float
        The least value that permuted labels reach with a probability of at most
        `level`; of a distance the greatest. Infinite, with the sign of better values,
        where even the best agreement is more likely.

    Raises
    ------
    ValueError
        If sizes are less than 1, their sums or numbers of modes differ, the
        metric is no index of counts of pairs, `level` is not between 0 and 1, or the
        exact distribution takes longer than about a minute.
    TypeError
        If sizes are not integers or `metric` is neither a name nor a function.

    See Also
    --------
    permutation_test : The test of an observed agreement, at the same cost.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import critical_value
    >>> critical_value(([5, 5], [5, 5]), ([5, 5], [5, 5]))
    0.305...
    """
    contract, _ = find_contract(metric, metric_options)
    resolved = resolve(metric, "partition", None, metric_options)
    if contract is None or contract.monotone_in != "squares":
        raise ValueError(
            f"`metric` must be an index of counts of pairs, got {resolved.name!r}."
        )
    level = check_level(level, "level")
    tables = _tables_of_sizes(sizes_true, sizes_pred)
    work, verbose = Work(ABOUT_A_MINUTE), check_integer(verbose, "verbose", 0)
    try:
        laws = [law_of_squares(*table.sizes, work, verbose) for table in tables]
        law = law_of_product(laws, work)
    except TooMuchWork:
        raise ValueError(
            "The exact law takes too long; use fewer entries or fewer clusters."
        ) from None
    total, tail, least = sum(law.values()), 0, None
    for value in sorted(law, reverse=True):
        tail += law[value]
        if tail / total > level:
            break
        least = value
    if least is None:
        return resolved.sign * math.inf
    return PairIndex(contract, resolved.options, tables)(least)


def _tables_of_sizes(sizes_true: Any, sizes_pred: Any) -> Tables:
    """Return a table of each mode that has these sizes."""
    sums, labels = [], []
    for name, side in (("sizes_true", sizes_true), ("sizes_pred", sizes_pred)):
        given = side if isinstance(side, tuple) else (side,)
        modes = [check_sizes(sizes, name) for sizes in given]
        if any(0 in sizes for sizes in modes):
            raise ValueError(
                f"`{name}` must be sizes of clusters, each at least 1; for labels, "
                "`numpy.unique(labels, return_counts=True)` counts them."
            )
        sums.append([int(sizes.sum()) for sizes in modes])
        codes = tuple(np.repeat(np.arange(len(sizes)), sizes) for sizes in modes)
        labels.append(as_structure(codes))
    if sums[0] != sums[1]:
        raise ValueError(
            f"`sizes_true` and `sizes_pred` must have equal sums, got {sums}."
        )
    return tables_of_labels(*labels)
