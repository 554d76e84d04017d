"""An index without one row or one column: its standard error, and differences of two.

Entries in one cell of the contingency table of their mode have the same value, so one
value per cell is computed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import t as student

from .._contracts import Metric, ResolvedMetric, find_contract, resolve
from .._statistics._contingency import ContingencyTable, SquareSums, Tables
from ._pairs_by_chance import SquaresOnly

Counted = ContingencyTable | SquaresOnly
"""A table, or what is left of it for indices that count pairs."""

Value = Callable[[ResolvedMetric, Sequence[Counted]], float]
"""How an index is computed from the tables of all modes."""

Weighted = tuple[NDArray[np.float64], NDArray[np.int64]]
"""Values without one entry of a mode, and of how many entries each is the value."""


def values_without_one(
    index: ResolvedMetric, value: Value, tables: Tables
) -> list[NDArray[np.float64]]:
    """Return for each mode the values without one entry of each cell, row by row."""
    assert index.contract is not None
    of_pairs = index.contract.monotone_in == "squares"
    left: Callable[[ContingencyTable], Iterator[Counted]]
    left = _squares_left if of_pairs else _tables_left
    modes: list[Counted] = [*tables]
    found = []
    for mode, table in enumerate(tables):
        values = []
        for modes[mode] in left(table):
            values.append(value(index, modes))
        modes[mode] = table
        found.append(np.array(values))
    return found


def _squares_left(table: ContingencyTable) -> Iterator[SquaresOnly]:
    """Leave out one sample of each cell, as far as sums of squares show it."""
    n, joint, true, pred = table.squares
    rows, columns, counts = table.nonzero
    of_cells = counts, table.true_sizes[rows], table.pred_sizes[columns]
    for cell in zip(*(sizes.tolist() for sizes in of_cells), strict=True):
        left = (
            squares - 2 * size + 1  # of the cell, or cluster, that loses one
            for squares, size in zip((joint, true, pred), cell, strict=True)
        )
        squares = SquareSums(n - 1, *left)
        yield SquaresOnly(squares, squares.joint == squares.true == squares.pred)


def _tables_left(table: ContingencyTable) -> Iterator[ContingencyTable]:
    """Leave out one sample of each cell; a cluster may vanish with its last one."""
    rows, columns, counts = table.nonzero
    for cell in range(len(counts)):
        left = counts.copy()
        left[cell] -= 1
        without_one = sparse.coo_array((left, (rows, columns)), shape=table.shape)
        yield ContingencyTable(without_one, table.true_labels, table.pred_labels)


class Spread(NamedTuple):
    """Standard error of an estimate, and its degrees of freedom; 0 and 1 at least."""

    standard_error: float
    degrees: float

    def reach(self, level: float) -> float:
        """Return how far an interval extends to either side."""
        return float(student.isf((1 - level) / 2, self.degrees)) * self.standard_error


def jackknife(modes: Iterable[Weighted]) -> Spread:
    """Estimate the spread over samples of all modes, whose variances add up.

    The degrees of freedom of the sum are those of Satterthwaite.
    """
    variances, weights = [], []
    for values, counts in modes:
        n = int(counts.sum())
        mean = math.fsum((counts * values).tolist()) / n
        squares = math.fsum((counts * (values - mean) ** 2).tolist())
        variances.append((n - 1) / n * squares)
        weights.append(n - 1)
    variance = math.fsum(variances)
    if variance == 0:
        return Spread(0.0, 1.0)
    shares = (one / variance for one in variances)
    parts = (share**2 / n for share, n in zip(shares, weights, strict=True))
    return Spread(math.sqrt(variance), 1 / math.fsum(parts))


def check_two_entries(tables: Tables) -> None:
    """Refuse a mode of which no entry can be left out."""
    for mode, table in enumerate(tables):
        if table.n_samples < 2:
            raise ValueError(
                f"Mode {mode} of `labels_true` has {table.n_samples} entry; at least "
                "two are needed to leave one out."
            )


def index_of_partitions(metric: Metric, options: Mapping[str, Any]) -> ResolvedMetric:
    """Resolve an index that is computed from contingency tables."""
    contract, _ = find_contract(metric, options)
    if contract is None or contract.structure != "partition":
        raise TypeError(
            "`metric` must be an index of clusterings and co-clusterings of this "
            "package, by its name or its function: the jackknife takes contingency "
            f"tables. Got {metric!r}."
        )
    resolved = resolve(metric, "partition", None, options)
    return replace(resolved, contract=contract)


def finite(index: ResolvedMetric, modes: Sequence[Counted]) -> float:
    """Compute the index, or raise an error where it is infinite."""
    assert index.contract is not None
    value = index.contract.compute(modes, **index.options)
    if not math.isfinite(value):
        raise ValueError(
            f"`metric` {index.name!r} is {value} for these labels, or without one of "
            "them; finite values are needed."
        )
    return value


def short_repr(result: Any) -> str:
    """Show the numbers of a result with three digits."""
    values = ", ".join(f"{name}={value:.3g}" for name, value in vars(result).items())
    return f"{type(result).__name__}({values})"
