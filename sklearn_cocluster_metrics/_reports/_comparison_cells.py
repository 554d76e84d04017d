"""What the repeats of a comparison amount to: means, deviations, failures, ranks."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scipy.stats import rankdata

from ._runs import Record

Key = tuple[str, str, str]


class Cell(NamedTuple):
    """The repeats of one candidate on one data set by one metric.

    The standard deviation is that of a sample; None of fewer than two values, or of
    infinite ones.
    """

    mean: float | None
    deviation: float | None
    n_failed: int


Cells = Mapping[Key, Cell]


def cells_of(records: Sequence[Record]) -> dict[Key, Cell]:
    """Summarize the repeats, by data set, candidate and metric."""
    values: dict[Key, list[float | None]] = {}
    for record in records:
        key = (record["data"], record["candidate"], record["metric"])
        values.setdefault(key, []).append(record["value"])
    return {key: _cell(of_repeats) for key, of_repeats in values.items()}


def best_of(cells: Mapping[str, Cell], higher: bool, digits: int) -> set[str]:
    """Name the best candidates: as printed, so that what looks equal is equal.

    A candidate that has failed in any repeat is none, nor is one without competitors.
    """
    means = {
        name: round(cell.mean, digits)
        for name, cell in cells.items()
        if cell.mean is not None and not cell.n_failed
    }
    if len(cells) < 2 or not means:
        return set()
    best = (max if higher else min)(means.values())
    return {name for name, mean in means.items() if mean == best}


def ranks_of(cells: Mapping[str, Cell], higher: bool) -> dict[str, float]:
    """Rank candidates on one data set: 1 is best, failures last, ties averaged."""
    sign = -1 if higher else 1
    means = {
        name: sign * cell.mean
        for name, cell in cells.items()
        if cell.mean is not None and not cell.n_failed
    }
    ranks = dict(zip(means, map(float, rankdata(list(means.values()))), strict=True))
    last = (len(means) + 1 + len(cells)) / 2
    return {name: ranks.get(name, last) for name in cells}


def _cell(values: Sequence[float | None]) -> Cell:
    """Summarize the repeats of one cell."""
    known = [value for value in values if value is not None]
    n_failed = len(values) - len(known)
    if not all(map(math.isfinite, known)):
        total = sum(value for value in known if math.isinf(value))
        return Cell(None if math.isnan(total) else total, None, n_failed)
    if not known:
        return Cell(None, None, n_failed)
    mean = math.fsum(known) / len(known)  # the same in any order of the repeats
    if len(known) == 1:
        return Cell(mean, None, n_failed)
    squares = math.fsum((value - mean) ** 2 for value in known)
    return Cell(mean, math.sqrt(squares / (len(known) - 1)), n_failed)
