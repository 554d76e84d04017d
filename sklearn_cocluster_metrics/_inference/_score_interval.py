"""Confidence interval of an index, over samples of rows and columns.

Of the jackknife, one value per cell of the contingency table of a mode is computed:
entries in one cell have the same value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import t as student

from .._contracts import Metric, PartitionMetric, ResolvedMetric, find_contract, resolve
from .._statistics._contingency import (
    ALWAYS_DENSE,
    ContingencyTable,
    SquareSums,
    Tables,
)
from .._statistics._tables import tables_of_labels
from .._structures._arguments import Partition, check_level
from .._structures._printing import Tabular
from .._structures._unlabelled import Unlabelled, handle_and_count
from ._pairs_by_chance import SquaresOnly, decompose

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


_HIGH = 0.6  # agreement from which the jackknife is too short
_N_DRAWS = 1000  # from the posterior
_MANY = 2**200  # entries of a mode of the population
_PAIRS = _MANY * (_MANY - 1)  # ordered
_ENTRIES = 10_000  # the same where tables are counted


@dataclass(frozen=True, repr=False)
class ScoreInterval(Tabular):
    """Result of `score_interval`.

    Parameters
    ----------
    statistic : float
        The observed value of the metric.
    standard_error : float
        Jackknife estimate of its standard deviation over samples of rows and columns.
    low, high : float
        Ends of the interval.
    n_left_out : tuple of int, or None
        Items of each mode that `unlabelled` left out; None without that option.

    See Also
    --------
    score_interval : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import score_interval
    >>> score_interval([0, 0, 1, 1], [0, 0, 1, 1])
    ScoreInterval(statistic=1, standard_error=0, low=0.014..., high=1)
    """

    statistic: float
    standard_error: float
    low: float
    high: float
    n_left_out: tuple[int, ...] | None = None


def score_interval(
    labels_true: Partition,
    labels_pred: Partition,
    metric: PartitionMetric = "cari",
    *,
    confidence_level: float = 0.95,
    unlabelled: Unlabelled | None = None,
    **metric_options: Any,
) -> ScoreInterval:
    r"""Confidence interval of an index, over samples of rows and columns.

    The rows and the columns are taken as independent samples from larger populations,
    whose index is estimated.

    .. warning::
       It is valid only where the label of a row does not depend on which other rows
       were sampled, as for labels from annotators. For a clustering algorithm that is
       fitted to the sample, use `stability_score`.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind.
    metric : str or callable, default="cari"
        Name of an index of co-clusterings that is adjusted for chance, or its function.
    confidence_level : float, default=0.95
        Nominal coverage, between 0 and 1, both excluded.
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        What to do with labels that are missing or -1: see `handle_unlabelled`.
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    interval : ScoreInterval
        Frozen, with `statistic`, `standard_error`, `low` and `high`.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other; if a mode has fewer than
        two entries; if `metric` is unknown, not adjusted for chance, infinite, or the
        standardized mutual information, which grows with the number of samples; if
        `confidence_level` is not between 0 and 1.
    TypeError
        If the labels are not array-likes; if `metric` is not an index of clusterings of
        this package.

    See Also
    --------
    compare_scores : The difference of two predictions.
    permutation_test : Whether the agreement is better than chance.
    stability_score : How reproducible a clustering algorithm is.

    Notes
    -----
    The jackknife leaves out one row, or one column, at a time; the variances over rows
    and over columns add up [1]_:

    .. math:: s^2 = \sum_m \frac{n_m - 1}{n_m} \sum_{i=1}^{n_m}
       (v_{m,i} - \bar v_m)^2 .

    Indices that count pairs are estimated from the pairs of cells that differ in every
    mode, nearly without bias. Where the agreement of these pairs is below .6, or a
    table has more than 65 536 cells, the interval takes Student's distribution with the
    degrees of freedom of Satterthwaite, on the scale of Fisher's z if 1 is the greatest
    value of the index. Else the jackknife is too short, and the ends are quantiles of
    1000 draws, the same at every call, from the posterior of the tables: Dirichlet
    distributions with a prior mass of 1 in all. The statistic is always inside.

    :ref:`intervals` has the coverage in simulations.

    Cost: the non-empty cells of the tables, and 1000 draws, times the cost of the
    formula: below 0.1 s for indices that count pairs, seconds for others.

    References
    ----------
    .. [1] B. Efron, C. Stein (1981). The jackknife estimate of variance. The Annals of
       Statistics, 9, 586-596. :doi:`10.1214/aos/1176345462`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import score_interval
    >>> true = [0, 0, 0, 0, 1, 1, 1, 1] * 5, [0, 0, 0, 1, 1, 1] * 5
    >>> pred = [0, 0, 0, 1, 1, 1, 1, 0] * 5, [0, 0, 0, 1, 1, 1] * 5
    >>> score_interval(true, pred)
    ScoreInterval(statistic=0.499, standard_error=0.0979, low=0.26, high=0.658)
    """
    level = check_level(confidence_level, "confidence_level")
    index = index_of_partitions(metric, metric_options)
    assert index.contract is not None
    if index.contract.chance_level is None:
        raise ValueError(
            f"`metric` {index.name!r} is not adjusted for chance: its value by chance "
            "depends on the numbers of rows, columns and clusters, so that of a sample "
            "does not estimate that of a population. Use an index that is adjusted, "
            "such as 'cari_product' or 'coami'."
        )
    if index.contract.name == "standardized_mutual_info":
        raise ValueError(
            "`metric` 'standardized_mutual_info' grows with the number of samples: "
            "there is no value of the population to estimate. Use 'coami'."
        )
    *pair, n_left_out = handle_and_count(labels_true, labels_pred, unlabelled)
    interval = interval_of_tables(index, tables_of_labels(*pair), level)
    return replace(interval, n_left_out=n_left_out)


def interval_of_tables(
    index: ResolvedMetric, tables: Tables, level: float
) -> ScoreInterval:
    """Compute the interval of an index from contingency tables."""
    check_two_entries(tables)
    assert index.contract is not None
    statistic = finite(index, tables)
    bounds = index.contract.bounds(len(tables))
    values = values_without_one(index, _in_population, tables)
    counts = [table.nonzero[2] for table in tables]
    error = jackknife(zip(values, counts, strict=True)).standard_error
    n_cells = max(math.prod(table.shape) for table in tables)
    if _agreement(tables) >= _HIGH and n_cells <= ALWAYS_DENSE:
        drawn = _posterior(index, tables)
        low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2]).tolist()
    else:
        estimate = _in_population(index, tables)
        low, high = _by_jackknife(estimate, values, counts, bounds, level)
    low, high = max(low, bounds[0]), min(high, bounds[1])
    return ScoreInterval(statistic, error, min(low, statistic), max(high, statistic))


def _agreement(tables: Tables) -> float:
    """Return the agreement of the pairs of cells that differ in every mode."""
    parts = decompose(tables)
    by_modes = dict(zip(parts.strata, parts.agreement, strict=True))
    return by_modes.get(tuple(range(len(tables))), 1.0)


def _in_population(index: ResolvedMetric, tables: Sequence[Counted]) -> float:
    """Estimate the index of the population.

    For an index of counts of pairs, the shares of the pairs of different entries are
    unbiased: it is computed for many entries with these shares, where nearly all pairs
    of cells differ in every mode. Others are nearly unbiased as they are.
    """
    assert index.contract is not None
    if index.contract.monotone_in != "squares":
        return finite(index, tables)
    modes = []
    for table in tables:
        n, *sums = table.squares
        of_sample = max(1, n * n - n)
        modes.append(_many([_PAIRS * (one - n) // of_sample for one in sums]))
    return finite(index, modes)


def _many(together: Sequence[int]) -> SquaresOnly:
    """Return sums of squares of many entries, of which so many pairs are together."""
    joint, true, pred = (_MANY + pairs for pairs in together)
    return SquaresOnly(SquareSums(_MANY, joint, true, pred), joint == true == pred)


def _by_jackknife(
    estimate: float,
    values: Sequence[NDArray[np.float64]],
    counts: Sequence[NDArray[np.int64]],
    bounds: tuple[float, float],
    level: float,
) -> tuple[float, float]:
    """Return the ends of Student's interval, on Fisher's scale if there is one.

    The scale is that of indices with 1 as their greatest value, as correlations have.
    """
    has_scale = bounds[1] == 1 and np.abs([estimate, *np.concatenate(values)]).max() < 1
    if has_scale:
        estimate, values = math.atanh(estimate), [*map(np.arctanh, values)]
    reach = jackknife(zip(values, counts, strict=True)).reach(level)
    ends = estimate - reach, estimate + reach
    return (math.tanh(ends[0]), math.tanh(ends[1])) if has_scale else ends


def _posterior(index: ResolvedMetric, tables: Tables) -> NDArray[np.float64]:
    """Draw the index of the population from its posterior.

    The shares of the cells of a table have a Dirichlet distribution with the counts as
    parameters, and a mass of 1 in all spread evenly over the cells before.
    """
    assert index.contract is not None
    generator = RandomState(0)
    of_pairs = index.contract.monotone_in == "squares"
    dense = [
        t.counts if isinstance(t.counts, np.ndarray) else t.counts.toarray()
        for t in tables
    ]
    values = []
    for _ in range(_N_DRAWS):
        modes: list[Counted] = []
        for counts in dense:
            weights = generator.standard_gamma(counts + 1 / counts.size)
            shares = weights / weights.sum()
            sides = shares, shares.sum(axis=1), shares.sum(axis=0)
            if of_pairs:
                modes.append(_many([int(_PAIRS * np.sum(side**2)) for side in sides]))
            else:
                drawn = np.rint(_ENTRIES * shares).astype(np.int64)
                modes.append(ContingencyTable(drawn, *map(np.arange, drawn.shape)))
        values.append(finite(index, modes))
    return np.array(values)
