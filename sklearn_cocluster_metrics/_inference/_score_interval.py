"""How certain a score is: intervals by draws from the population of the samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse

from .._metrics import Metric, PartitionMetric, ResolvedMetric, identify
from .._statistics._contingency import ContingencyTable, Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import check_level, is_integer
from .._structures._messages import FOR_UNLABELLED, Caller, describe
from .._structures._printing import Tabular
from .._structures._progress import with_progress
from .._structures._types import Partition
from .._structures._unlabelled import Unlabelled, handle_and_count
from ._pair_index import SquaresOnly

Counted = ContingencyTable | SquaresOnly
"""A table, or what is left of it for indices that count pairs."""

_N_DRAWS = 1000
_CELLS_AT_ONCE = 1 << 18
_FEWEST_PAIRS = 10  # that are together, in the sample of a mode
_ENDLESS = 2**200  # entries of a mode of the population
_N_PAIRS = _ENDLESS * (_ENDLESS - 1)  # ordered


def index_of_partitions(
    metric: Metric, options: Mapping[str, Any], *, caller: Caller
) -> ResolvedMetric:
    """Resolve an index that is computed from contingency tables.

    `caller` is the public function that takes the metric, for errors.
    """
    identified = identify(metric, options, caller=caller)
    contract = identified.contract
    if contract is None or contract.structure != "partition":
        raise TypeError(
            "`metric` must be an index of clusterings and co-clusterings of this "
            f"package, by its name or its function, got {metric!r}."
        )
    return replace(identified.resolve("partition"), contract=contract)


def check_fixed(fixed: Any, n_modes: int) -> list[int]:
    """Check which modes are no sample; return the others."""
    modes = fixed if isinstance(fixed, tuple) else () if fixed is None else (fixed,)
    if not all(map(is_integer, modes)):
        what = "must be a mode (0: the rows), a tuple of modes or None"
        raise TypeError(f"`fixed` {what}, got {describe(fixed)}.")
    if not {*modes} < {*range(n_modes)}:
        raise ValueError(
            f"`fixed` must be among the {n_modes} modes, counted from 0, and leave one "
            f"that is a sample; got {fixed}."
        )
    return [mode for mode in range(n_modes) if mode not in modes]


def finite(index: ResolvedMetric, modes: Sequence[Counted]) -> float:
    """Compute the index, or raise an error where it is infinite."""
    value = index.declared.compute(modes, **index.options)
    if not np.isfinite(value):
        raise ValueError(
            f"The metric {index.name!r} must be finite, got {value} for these "
            "labels, or for some that are as likely."
        )
    return value


@dataclass(frozen=True, repr=False)
class ScoreInterval(Tabular):
    """Result of `score_interval`.

    Parameters
    ----------
    statistic : float
        The observed value of the metric.
    standard_error : float
        Estimate of its standard deviation over samples.
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
    >>> score_interval([0, 0, 0, 1, 1, 1] * 3, [0, 0, 0, 1, 1, 1] * 3)
    ScoreInterval(statistic=1, standard_error=0, low=0.5..., high=1)
    """

    statistic: float
    standard_error: float
    low: float
    high: float
    n_left_out: tuple[int, ...] | None = None


def score_interval(
    labels_true: Partition,
    labels_pred: Partition,
    metric: PartitionMetric = "cari_product",
    *,
    confidence_level: float = 0.95,
    fixed: int | tuple[int, ...] | None = None,
    unlabelled: Unlabelled | None = None,
    **metric_options: Any,
) -> ScoreInterval:
    r"""Confidence interval of an index, over samples of rows and columns.

    Rows and columns are taken as independent samples from larger populations, whose
    index is estimated.

    .. warning::
       It is valid only where the label of a row does not depend on which other rows
       were sampled, as for labels from annotators. For an algorithm that is fitted to
       the sample, use `stability_score`.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind.
    metric : str or callable, default="cari_product"
        Name of an index that counts pairs and is adjusted for chance, or its function.
    confidence_level : float, default=0.95
        Nominal coverage, between 0 and 1, both excluded.
    fixed : int, tuple of int or None, default=None
        Modes that are not a sample: 1 for columns that are all there is, such as ten
        chosen measurements.
    unlabelled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabelled`.
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    interval : ScoreInterval
        Frozen, with `statistic`, `standard_error`, `low`, `high` and `n_left_out`.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other; if a sampled mode has
        fewer than ten pairs of entries in one cluster; if `metric` is unknown, not
        adjusted for chance, infinite, or does not count pairs; if `confidence_level` is
        not between 0 and 1; if `fixed` is no mode or all modes.
    TypeError
        If the labels are not array-likes, `metric` is no index of clusterings of this
        package, or `fixed` is neither an integer nor a tuple of integers.

    See Also
    --------
    compare_scores : The difference of two predictions.
    permutation_test : Whether the agreement is better than chance.
    stability_score : How reproducible a clustering algorithm is.

    Notes
    -----
    The Bayesian bootstrap [1]_ of pairs: the entries of each mode have exponential
    weights :math:`w_i`, and the shares of pairs together in both, in the truth and in
    the prediction are

    .. math:: \sum_{i \ne j} w_i w_j h_{ij} \; / \; \sum_{i \ne j} w_i w_j ,
       \quad h_{ij} \in \{0, 1\} .

    Pairing entries with themselves would count small clusters too high. The index is
    computed from the products of these shares over the modes. The ends are quantiles of
    two sets of 1000 draws, the same at every call. Both add an entry to each mode, as
    exact limits of a proportion add a success or a failure: the first set with the
    labels of a seen entry, the second with labels drawn for each side among its
    clusters and a new one. Each end is the outer one of both sets. The standard error
    is the standard deviation of the first set. The statistic is always inside.

    In simulations nominal 95 % covered the population's value in at least .94 of
    samples (:ref:`intervals`).

    Cost: about 0.1 s for hundreds of non-empty cells of the tables. What takes more
    than ten seconds is announced.

    References
    ----------
    .. [1] D. B. Rubin (1981). The Annals of Statistics, 9, 130-134.
       :doi:`10.1214/aos/1176345338`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import score_interval
    >>> true = [0, 0, 0, 0, 1, 1, 1, 1] * 5, [0, 0, 0, 1, 1, 1] * 5
    >>> pred = [0, 0, 0, 1, 1, 1, 1, 0] * 5, [0, 0, 0, 1, 1, 1] * 5
    >>> score_interval(true, pred)
    ScoreInterval(statistic=0.49, standard_error=0.0913, low=0.277, high=0.679)
    >>> score_interval(true, pred, fixed=1)  # the columns are no sample
    ScoreInterval(statistic=0.49, standard_error=0.0927, low=0.297, high=0.672)
    """
    level = check_level(confidence_level, "confidence_level")
    index = index_of_partitions(metric, metric_options, caller=score_interval)
    *pair, n_left_out = handle_and_count(labels_true, labels_pred, unlabelled)
    tables = tables_of_labels(*pair, advice=FOR_UNLABELLED)
    interval = interval_of_tables(index, tables, level, fixed)
    return replace(interval, n_left_out=n_left_out)


def interval_of_tables(
    index: ResolvedMetric, tables: Tables, level: float, fixed: Any = None
) -> ScoreInterval:
    """Compute the interval of an index from contingency tables, or refuse it."""
    is_adjusted = index.contract is not None and index.contract.chance_level is not None
    if not is_adjusted or index.declared.monotone_in != "squares":
        raise ValueError(
            f"The metric {index.name!r} is not adjusted for chance, or not by pairs: "
            "it depends on the sample size. Use 'cari_product' or 'cocorrelation'."
        )
    sampled = check_fixed(fixed, len(tables))
    for mode in sampled:
        n, _, *together = tables[mode].squares
        n_pairs = (min(together) - n) // 2
        if n_pairs < _FEWEST_PAIRS:
            raise ValueError(
                f"Mode {mode} has {n_pairs} pairs of entries together in a cluster of "
                f"one side; {_FEWEST_PAIRS} are needed. If it is no sample, pass "
                f"`fixed={mode}`."
            )
    statistic = finite(index, tables)
    draws = {mode: partial(_drawn_squares, tables[mode]) for mode in sampled}
    most = max(1, _CELLS_AT_ONCE // max(table.n_nonzero for table in tables))
    values = drawn_values(index, tables, draws, _N_DRAWS, most)
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], axis=1)
    lower, upper = index.declared.bounds(len(tables))
    error = float(values[0].std())
    start, end = max(lower, float(low.min())), min(upper, float(high.max()))
    return ScoreInterval(statistic, error, min(statistic, start), max(statistic, end))


def drawn_values(
    index: ResolvedMetric,
    tables: Tables,
    draws: Mapping[int, Callable[[int, RandomState], Sequence[Sequence[Counted]]]],
    n_draws: int,
    most: int,
) -> NDArray[np.float64]:
    """Draw the index in two versions, shape (2, n_draws), at most `most` at once.

    `draws` count each mode that varies, in both versions; others keep their tables.
    """
    generator = RandomState(0)

    def both() -> Iterator[Any]:
        for start in range(0, n_draws, most):
            n = min(most, n_draws - start)
            modes = [
                draws[mode](n, generator) if mode in draws else [[table] * n] * 2
                for mode, table in enumerate(tables)
            ]
            one, other = (zip(*side, strict=True) for side in zip(*modes, strict=True))
            yield from zip(one, other, strict=True)

    def value(*modes: Counted) -> float:
        return finite(index, modes)

    # Small samples have few different sums of squares; tables are not kept.
    of_pairs = index.declared.monotone_in == "squares"
    value_of = cache(value) if of_pairs else value
    pairs = with_progress(both(), n_draws, "draws", advice="")
    values = [(value_of(*one), value_of(*other)) for one, other in pairs]
    return np.array([*zip(*values, strict=True)])


def _drawn_squares(
    table: ContingencyTable, n_draws: int, generator: RandomState
) -> list[list[SquaresOnly]]:
    """Draw the sums of squares of a population, with one more entry of either kind.

    The weight of a cell with `n` entries has a gamma distribution, and the sum of the
    squares of its entries' weights the mean ``2 / (n + 1)`` of its square, given it.
    """
    order = np.lexsort(table.nonzero[1::-1])
    true, pred, counts = (side[order] for side in table.nonzero)
    weights = generator.standard_gamma(counts, size=(n_draws, len(counts)))
    ones, cells = np.ones(len(counts)), np.arange(len(counts))
    sums = [  # of each cell, true cluster, predicted cluster, and of all
        weights @ sparse.csr_array((ones, (cells, group)))
        for group in (cells, true, pred, 0 * cells)
    ]
    own = weights**2 @ (2 / (counts + 1))
    pairs = np.stack([np.sum(one**2, axis=1) - own for one in sums])

    # One more entry: labelled as one of those seen, or by clusters of which each side
    # may be a new one.
    _, n_pred = table.shape
    keys = true * (n_pred + 1) + pred
    entry = generator.randint(table.n_samples, size=n_draws)
    seen = np.searchsorted(np.cumsum(counts), entry, side="right")
    labels = [generator.randint(n + 1, size=n_draws) for n in table.shape]
    found = []
    for of_true, of_pred in ((true[seen], pred[seen]), labels):
        key = of_true * (n_pred + 1) + of_pred
        cell = np.searchsorted(keys, key)
        cell[np.append(keys, -1)[cell] != key] = len(keys)
        none = np.zeros((n_draws, 1))
        weight = 2 * generator.standard_exponential(n_draws)
        places = cell, of_true, of_pred, np.zeros_like(cell)
        with_it = [
            one + weight * np.append(sum_, none, axis=1)[range(n_draws), place]
            for one, sum_, place in zip(pairs, sums, places, strict=True)
        ]
        shares = np.array(with_it[:3]) / with_it[3]
        found.append([_many(*shares) for shares in zip(*shares.tolist(), strict=True)])
    return found


def _many(*shares: float) -> SquaresOnly:
    """Return sums of squares of many entries, with these shares of pairs together."""
    return SquaresOnly.of(
        _ENDLESS, *(_ENDLESS + int(_N_PAIRS * share) for share in shares)
    )
