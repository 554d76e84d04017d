"""P-values from draws of contingency tables: one of each mode, or all combinations."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.random import RandomState
from numpy.typing import NDArray

from .._contracts import ResolvedMetric
from .._indices._contract import Contract
from .._laws import TooMuchWork, Work, tail_of_product
from .._statistics import ContingencyTable, Tables
from ._drawn_tables import draw_squares, draw_tables
from ._mode_statistics import MODE_STATISTICS, RELATIVE_TIE, Number, n_at_least
from ._pair_index import PairIndex
from ._permutation_laws import permuted_modes

_WORK_OF_GRID = 3e9
_MOST_SUMS = 10_000_000


@dataclass(frozen=True)
class Draws:
    """What was drawn: the value of the metric, and one number of each mode.

    Parameters
    ----------
    values : ndarray of shape (n_draws,)
        The metric.
    numbers : list of lists of length n_draws, or None
        Of each mode, a number that grows as its agreement gets better.
    observed : list of numbers, or None
        The observed numbers of the modes.
    scores : list of length n_draws
        A number that grows as the agreement of all modes gets better.
    observed_score : int or float
        The observed one.
    """

    values: NDArray[np.float64]
    numbers: list[list[Number]] | None
    observed: list[Number] | None
    scores: list[Number]
    observed_score: Number

    @property
    def pvalue(self) -> float:
        """Share of the draws, the observed one included, that are at least as good."""
        return _share(self.scores, self.observed_score)

    @property
    def pvalues_of_modes(self) -> tuple[float, ...] | None:
        """The same for each mode alone."""
        if self.numbers is None or self.observed is None:
            return None
        pairs = zip(self.numbers, self.observed, strict=True)
        return tuple(_share(drawn, observed) for drawn, observed in pairs)


def _share(drawn: Sequence[Number], observed: Number) -> float:
    """Share of the numbers, the observed one included, that are at least as large."""
    return (1 + n_at_least(drawn, observed)) / (1 + len(drawn))


def draw_pairs(index: PairIndex, n_draws: int, generator: RandomState) -> Draws:
    """Draw the sums of squares of the tables: no table is scored."""
    modes = permuted_modes(index.tables, index.null_model)
    numbers: list[list[Number]] = [
        [*draw_squares(sizes, n_draws, generator)] for sizes in modes.sizes
    ]
    products = [math.prod(squares) for squares in zip(*numbers, strict=True)]
    return Draws(
        index.values([int(product) for product in products]),
        numbers,
        [*modes.squares],
        [*products],
        math.prod(modes.squares),
    )


def draw_scores(
    metric: ResolvedMetric,
    tables: Tables,
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
) -> Draws:
    """Draw tables and score them; they are drawn here and scored by the workers."""
    contract = metric.contract
    assert contract is not None
    score = _Score(contract, metric.options, metric.sign)
    iterators = [draw_tables(table.sizes, n_draws, generator) for table in tables]
    drawn: Iterator[tuple[ContingencyTable, ...]] = zip(*iterators, strict=True)
    found = Parallel(n_jobs=n_jobs)(delayed(score)(modes) for modes in drawn)
    value, of_modes = score(tables)
    values = [one for one, _ in found]
    numbers = None
    scores: list[Number] = [metric.sign * one for one in values]
    observed_score: Number = metric.sign * value
    if of_modes is not None:
        numbers = [list(mode) for mode in zip(*(n for _, n in found), strict=True)]
        if contract.monotone_in is not None:
            combine = MODE_STATISTICS[contract.monotone_in].combine
            scores = [combine(row) for row in zip(*numbers, strict=True)]
            observed_score = combine(of_modes)
    return Draws(np.array(values), numbers, of_modes, scores, observed_score)


@dataclass(frozen=True, eq=False)  # joblib's back end for dask hashes it
class _Score:
    """The metric of some tables, and a number of each that grows with agreement."""

    contract: Contract
    options: Any
    sign: int

    def __call__(self, tables: Tables) -> tuple[float, list[Number] | None]:
        """Compute both; None for the modes where the index needs two of them."""
        value = self.contract.compute(tables, **self.options)
        if self.contract.monotone_in is not None:
            of_table = MODE_STATISTICS[self.contract.monotone_in].of_table
            return value, [of_table(table) for table in tables]
        if len(tables) == 1:
            return value, [self.sign * value]
        if self.contract.two_modes_only:
            return value, None
        return value, [
            self.sign * self.contract.compute([table], **self.options)
            for table in tables
        ]


def grid_pvalue(draws: Draws, statistic: str) -> float:
    """Share of all combinations of draws of the modes that are as good.

    The observed table of each mode is one of its draws. Under the null model every
    combination is the observed one with equal chance, so the share is valid.
    """
    numbers, observed = draws.numbers, draws.observed
    assert numbers is not None
    assert observed is not None
    columns = [[*mode, one] for mode, one in zip(numbers, observed, strict=True)]
    try:
        if MODE_STATISTICS[statistic].combine is math.prod:
            counts = [Counter(int(number) for number in column) for column in columns]
            least = math.prod(int(number) for number in observed)
            return tail_of_product(counts, least, Work(_WORK_OF_GRID))
        return _tail_of_sums(columns, observed)
    except TooMuchWork:
        raise ValueError(
            f"`method='grid'` has too many combinations for {len(columns)} modes and "
            f"{len(columns[0]) - 1} draws of each. Use fewer `n_permutations`."
        ) from None


def _tail_of_sums(
    columns: Sequence[Sequence[Number]], observed: Sequence[Number]
) -> float:
    """Share of the sums of one number of each column that reach the observed sum."""
    *others, last = (np.array(column, dtype=float) for column in columns)
    if math.prod(map(len, others)) > _MOST_SUMS:
        raise TooMuchWork
    sums = np.zeros(1)
    for column in others:
        sums = np.add.outer(sums, column).ravel()
    least = math.fsum(observed)
    largest = max(abs(least), math.fsum(max(map(abs, c)) for c in columns))
    least -= RELATIVE_TIE * largest
    above = len(last) - np.searchsorted(np.sort(last), least - sums)
    return int(above.sum()) / (len(sums) * len(last))
