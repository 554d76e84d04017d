"""Critical values of indices that count pairs, from their exact distribution."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._laws._sum_of_squares_law import (
    ABOUT_A_MINUTE,
    Law,
    TooMuchWork,
    Work,
    law_of_product,
    law_of_squares,
)
from .._metrics import PartitionMetric, identify
from .._statistics._contingency import Tables
from .._statistics._tables import tables_of_labels
from .._structures._arguments import (
    check_level,
    check_sizes,
    check_verbose,
)
from .._structures._partitions import as_structure
from ._pair_index import PairIndex


def critical_value(
    sizes_true: ArrayLike,
    sizes_pred: ArrayLike,
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
    identified = identify(metric, metric_options, caller=critical_value)
    resolved = identified.resolve("partition")
    contract = identified.contract
    if contract is None or contract.monotone_in != "squares":
        raise ValueError(
            f"`metric` must be an index of counts of pairs, got {resolved.name!r}."
        )
    level = check_level(level, "level")
    verbose = check_verbose(verbose)
    tables = _tables_of_sizes(sizes_true, sizes_pred)
    work = Work(ABOUT_A_MINUTE)
    try:
        laws = [law_of_squares(*table.sizes, work, verbose) for table in tables]
        law = law_of_product(laws, work)
    except TooMuchWork:
        raise ValueError(
            "The exact law takes too long; use fewer entries or fewer clusters."
        ) from None
    critical_product = _least_significant_product(law, level)
    if critical_product is None:  # no value is significant
        return resolved.sign * math.inf
    return PairIndex(contract, resolved.options, tables)(critical_product)


def _least_significant_product(law: Law, level: float) -> int | None:
    """Return the least value that is reached with a probability of at most `level`.

    `law` counts the permutations with each product of sums of squares. If even the
    largest is more likely than `level`, return None.
    """
    n_permutations = sum(law.values())
    n_as_large = 0
    least_product = None
    for product in sorted(law, reverse=True):
        n_as_large += law[product]
        if n_as_large / n_permutations > level:
            break
        least_product = product
    return least_product


def _tables_of_sizes(sizes_true: Any, sizes_pred: Any) -> Tables:
    """Return, for each mode, one of the tables that have these cluster sizes."""
    true_sizes = _check_cluster_sizes(sizes_true, "sizes_true")
    pred_sizes = _check_cluster_sizes(sizes_pred, "sizes_pred")
    if len(true_sizes) != len(pred_sizes):
        raise ValueError(
            f"`sizes_true` has {len(true_sizes)} modes, `sizes_pred` has "
            f"{len(pred_sizes)}; the sizes of a clustering are a list, those of a "
            "co-clustering a tuple of a list for each mode."
        )
    true_sums = [int(sizes.sum()) for sizes in true_sizes]
    pred_sums = [int(sizes.sum()) for sizes in pred_sizes]
    if true_sums != pred_sums:
        raise ValueError(
            "`sizes_true` and `sizes_pred` must have equal sums, got "
            f"{[true_sums, pred_sums]}."
        )
    return tables_of_labels(_sorted_labels(true_sizes), _sorted_labels(pred_sizes))


def _check_cluster_sizes(sizes: Any, name: str) -> list[NDArray[np.int64]]:
    """Check the sizes of the clusters of one side; return an array for each mode."""
    modes = sizes if isinstance(sizes, tuple) else (sizes,)
    checked = [check_sizes(sizes_of_mode, name) for sizes_of_mode in modes]
    if any(0 in sizes_of_mode for sizes_of_mode in checked):
        raise ValueError(
            f"`{name}` must be sizes of clusters, each at least 1; for labels, "
            "`numpy.unique(labels, return_counts=True)` counts them."
        )
    return checked


def _sorted_labels(sizes_of_modes: list[NDArray[np.int64]]) -> Any:
    """Return sorted labels of clusters of these sizes, as a structure of all modes."""
    labels = [np.repeat(np.arange(len(sizes)), sizes) for sizes in sizes_of_modes]
    return as_structure(tuple(labels))
