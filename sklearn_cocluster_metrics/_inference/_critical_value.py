"""Compute critical values of indices that count pairs, for given cluster sizes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from .._laws._sum_of_squares_law import (
    ABOUT_A_MINUTE,
    Law,
    TooMuchWork,
    Work,
    law_of_product,
    plan_laws,
)
from .._metrics import PartitionMetric, identify
from .._statistics._contingency import ContingencyTable, Tables
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_level,
    check_sizes,
    check_verbose,
)
from .._structures._progress import with_progress
from ._pair_index import PairIndex
from ._random_draws import TOO_MANY_SAMPLES, draw_squares, undrawable_error

_CURE_OF_LABELS = (
    "If these are labels, pass the sizes of the clusters, such as "
    "`numpy.unique(labels, return_counts=True)[1]`."
)


def critical_value(
    sizes_true: ArrayLike,
    sizes_pred: ArrayLike,
    metric: PartitionMetric = "cari_product",
    *,
    level: float = 0.05,
    n_draws: int = 9999,
    random_state: int | RandomState | None = None,
    verbose: int = 0,
    **metric_options: Any,
) -> float:
    """Least value of an index that is better than chance, for given cluster sizes.

    The critical value is the least agreement that is significant by
    ``permutation_test(..., alternative="index")``. Use it to plan a study before any
    prediction is known, because only the cluster sizes are needed. A score that is at
    least as good as the critical value is better than chance at this level.

    The value is exact, as with method "exact" of the test, unless that takes too long.
    In that case, it is estimated from draws, as with method "labels" (see Notes).

    Parameters
    ----------
    sizes_true : array-like of int, or tuple of array-likes
        Sizes of the true clusters. For co-clusterings, pass the tuple
        ``(row_sizes, column_sizes)``. The rows are one *mode*, and the columns are
        another; there may be more modes.
    sizes_pred : array-like of int, or tuple of array-likes
        Sizes of the predicted clusters, with the same sums as the true sizes.
    metric : str or callable, default="cari_product"
        Name of an index that counts pairs, or its function. For an index of
        `pair_counting_score`, pass the name, such as "jaccard".
    level : float, default=0.05
        Largest significant p-value, between 0 and 1, both excluded.
    n_draws : int, default=9999
        Number of draws if the exact distribution takes too long. Otherwise, nothing is
        drawn.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the draws. If None, a value that is estimated differs from
        call to call.
    verbose : int, default=0
        If positive, progress is shown (by `tqdm` if it is installed).
    **metric_options : dict
        Options of the metric, which are passed to it by keyword.

    Returns
    -------
    value : float
        The least value that permuted labels reach with a probability of at most
        `level`; for a distance, it is the greatest. If even the best agreement is more
        likely than `level`, the value is infinite, with the sign of better values.

    Raises
    ------
    ValueError
        If sizes are empty or less than 1, if their sums or numbers of modes differ, if
        the metric is not an index that counts pairs, if `level` is not between 0 and 1,
        if `n_draws` is less than 1, or if the exact distribution takes too long and the
        sizes of a mode sum to 2**31 or more.
    TypeError
        If sizes or `n_draws` are not integers; if sizes are a tuple of integers; if
        `metric` is neither a name nor a function, or is an index inside a decorator.

    See Also
    --------
    permutation_test : Test an observed agreement.

    Notes
    -----
    The time of the exact distributions of the modes is estimated from the cluster sizes
    before they are computed. If this time, or the time of their product, is more than
    about a minute, `n_draws` tables of each mode are drawn. The result is then the
    least drawn value v for which (1 + number of draws at least as good as v) / (1 +
    `n_draws`) is at most `level`. If `level` is below 2 / (1 + `n_draws`), no drawn
    value is significant, and the result is infinite.

    The exact distributions of the modes take up to about a minute, and their product
    takes up to another minute. A drawn table takes time in proportion to the number of
    samples at most.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import critical_value
    >>> critical_value(([5, 5], [5, 5]), ([5, 5], [5, 5]))
    0.305...
    """
    identified = identify(
        metric, metric_options, caller=critical_value, structure="partition"
    )
    identified.refuse_decorated()
    resolved = identified.resolve("partition")
    contract = identified.contract
    if contract is None or contract.monotone_in != "squares":
        raise ValueError(
            f"`metric` must be an index of counts of pairs, got {resolved.name!r}. Use "
            "'cari_product' or an index of `pair_counting_score`. For other indices, "
            "`permutation_test` gives the p-value of an observed agreement."
        )
    level = check_level(level, "level")
    verbose = check_verbose(verbose)
    tables = _tables_of_sizes(sizes_true, sizes_pred)
    n_draws = check_integer(n_draws, "n_draws", 1)
    generator = check_generator(random_state, "random_state")
    n_observed = 0
    law = _exact_law_of_product(tables, verbose)
    if law is None:
        for table in tables:
            if table.n_samples >= TOO_MANY_SAMPLES:
                raise undrawable_error(
                    table.n_samples,
                    "sizes_true",
                    "The exact distribution would take too long. Pass sizes with a "
                    "smaller sum, and test a random sample of the items.",
                )
        law = _drawn_law_of_product(tables, n_draws, generator, verbose)
        n_observed = 1  # the observed value is as large as itself, and counts as a draw
    critical_product = _least_significant_product(law, level, n_observed)
    if critical_product is None:  # no value is significant
        return resolved.sign * math.inf
    return PairIndex(contract, resolved.options, tables)(critical_product)


def _exact_law_of_product(tables: Tables, verbose: int) -> Law | None:
    """Return the exact law of the product of the sums of squares of the modes.

    A sum of squares is the sum of the squared counts of a table. A law is a mapping
    that has, for each value by chance, the number of permutations with this value. If
    the laws of the modes, or their product, take longer than about a minute, return
    None. The time of the laws is estimated before any of them is computed.
    """
    plans = plan_laws([table.sizes for table in tables], ABOUT_A_MINUTE)
    feasible_plans = [plan for plan in plans if plan is not None]
    if len(feasible_plans) < len(plans):  # before any of the laws is begun
        return None
    laws = [plan.law(verbose) for plan in feasible_plans]
    try:
        return law_of_product(laws, Work(ABOUT_A_MINUTE))
    except TooMuchWork:
        return None


def _drawn_law_of_product(
    tables: Tables, n_draws: int, generator: RandomState, verbose: int
) -> Law:
    """Draw the law of the product of the sums of squares of the modes.

    A draw has a random table of each mode, with the same cluster sizes. Its product has
    a factor for each mode, which is the sum of the squared counts of the random table.
    The sums are drawn only when their product is computed.
    """
    squares_of_modes: list[Iterator[int]] = [
        draw_squares(table.sizes, n_draws, generator) for table in tables
    ]
    draws = zip(*squares_of_modes, strict=True)
    reported_draws = with_progress(draws, n_draws, "draws", verbose=verbose)
    return Counter(map(math.prod, reported_draws))


def _least_significant_product(law: Law, level: float, n_observed: int) -> int | None:
    """Return the least product that is reached with a probability of at most `level`.

    `law` has the number of permutations, or of draws, with each product of sums of
    squares. If it was drawn, the observed value counts as one more draw, which is as
    large as any product. `n_observed` is 1 in this case, and otherwise 0. If even the
    largest product is more likely than `level`, return None.
    """
    n_permutations = sum(law.values()) + n_observed
    n_as_large = n_observed
    least_product = None
    for product in sorted(law, reverse=True):
        n_as_large += law[product]
        if n_as_large / n_permutations > level:
            break
        least_product = product
    return least_product


def _tables_of_sizes(sizes_true: Any, sizes_pred: Any) -> Tables:
    """Return, for each mode, a contingency table that has these cluster sizes."""
    true_sizes = _check_cluster_sizes(sizes_true, "sizes_true")
    pred_sizes = _check_cluster_sizes(sizes_pred, "sizes_pred")
    if len(true_sizes) != len(pred_sizes):
        raise ValueError(
            f"`sizes_true` has {len(true_sizes)} modes, `sizes_pred` has "
            f"{len(pred_sizes)}; the sizes of a clustering are a list, those of a "
            "co-clustering a tuple of a list for each mode."
        )
    if len(true_sizes) == 0:
        raise ValueError(
            "`sizes_true` and `sizes_pred` are empty tuples, but they must have the "
            "sizes of at least one mode, such as (row_sizes, column_sizes)."
        )
    true_sums = [int(sizes.sum()) for sizes in true_sizes]
    pred_sums = [int(sizes.sum()) for sizes in pred_sizes]
    if true_sums != pred_sums:
        raise ValueError(
            "`sizes_true` and `sizes_pred` must have equal sums, got "
            f"{[true_sums, pred_sums]}. {_CURE_OF_LABELS}"
        )
    return tuple(map(_table_of_sorted_labels, true_sizes, pred_sizes))


def _table_of_sorted_labels(
    true_sizes: NDArray[np.int64], pred_sizes: NDArray[np.int64]
) -> ContingencyTable:
    """Return the table of two clusterings of these sizes, whose labels are sorted.

    Both labels change only at the ends of clusters, so no labels are needed.
    """
    true_ends = true_sizes.cumsum()
    pred_ends = pred_sizes.cumsum()
    ends = np.union1d(true_ends, pred_ends)
    counts = np.diff(ends, prepend=0)
    # Each run of equal pairs of labels is in one cluster of each side.
    clusters = true_ends.searchsorted(ends), pred_ends.searchsorted(ends)
    shape = len(true_sizes), len(pred_sizes)
    table = sparse.csr_array((counts, clusters), shape=shape)
    return ContingencyTable(table, *map(np.arange, shape))


def _check_cluster_sizes(sizes: Any, name: str) -> list[NDArray[np.int64]]:
    """Check the cluster sizes of one side, and return an array for each mode.

    A tuple has the sizes of each mode. Anything else has the sizes of a single mode.
    """
    modes = sizes if isinstance(sizes, tuple) else (sizes,)
    if isinstance(sizes, tuple) and sizes and all(map(np.isscalar, sizes)):
        raise TypeError(
            f"`{name}` is a tuple of scalars, but a tuple must have the sizes of the "
            "clusters of each mode: (row_sizes, column_sizes). If these are the sizes "
            f"of a clustering, pass `list({name})`."
        )
    if any(sizes_of_mode is None for sizes_of_mode in modes):
        raise ValueError(
            f"`{name}` has None in place of the sizes of a mode, but a mode that is "
            "not compared has no sizes. Pass only the sizes of the mode that is "
            "compared, as a list."
        )
    checked = [
        check_sizes(sizes_of_mode, name, hint=_CURE_OF_LABELS)
        for sizes_of_mode in modes
    ]
    if any(0 in sizes_of_mode for sizes_of_mode in checked):
        raise ValueError(
            f"`{name}` must be sizes of clusters, each at least 1, got 0. "
            f"{_CURE_OF_LABELS}"
        )
    return checked
