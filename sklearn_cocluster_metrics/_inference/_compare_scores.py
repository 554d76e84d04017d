"""The difference of two scores against one truth, and how certain it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from .._contracts import PartitionMetric, ResolvedMetric
from .._statistics._tables import count_table
from .._structures._arguments import Partition, check_level
from .._structures._partitions import Modes, check_partitions
from .._structures._printing import Tabular
from ._score_interval import (
    check_two_entries,
    finite,
    index_of_partitions,
    jackknife,
    values_without_one,
)


@dataclass(frozen=True, repr=False)
class ScoreDifference(Tabular):
    """Result of `compare_scores`.

    Parameters
    ----------
    difference : float
        The index of the first prediction minus that of the second.
    standard_error : float
        Jackknife estimate of its standard deviation over samples of rows and columns.
    low, high : float
        Ends of the interval for the difference.
    pvalue : float
        Two-sided p-value for a difference of 0.

    See Also
    --------
    compare_scores : Compute it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare_scores
    >>> compare_scores([0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0])
    ScoreDifference(difference=0, standard_error=0, low=0, high=0, pvalue=1)
    """

    difference: float
    standard_error: float
    low: float
    high: float
    pvalue: float


def compare_scores(
    labels_true: Partition,
    first: Partition,
    second: Partition,
    metric: PartitionMetric = "cari",
    *,
    confidence_level: float = 0.95,
    **metric_options: Any,
) -> ScoreDifference:
    r"""Compare the scores of two predictions against the same truth.

    Both scores vary with the rows and columns sampled. The paired jackknife [1]_ leaves
    out one row, or one column, of all three structures at a time, and so finds
    differences that two separate intervals cannot show.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``.
    first, second : array-like of shape (n_samples,), tuple of array-likes, or estimator
        The two predictions, with the same modes.
    metric : str or callable, default="cari"
        Name of an index of clusterings and co-clusterings, or its function.
    confidence_level : float, default=0.95
        Nominal coverage, between 0 and 1, both excluded.
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    result : ScoreDifference
        Frozen, with `difference` (first minus second), `standard_error`, `low`, `high`
        and `pvalue`.

    Raises
    ------
    ValueError
        If the labels are not valid, do not fit each other, or a mode has fewer than two
        entries; if the metric is unknown or infinite; if `confidence_level` is not
        between 0 and 1.
    TypeError
        If the labels are not array-likes; if `metric` is not an index of clusterings of
        this package.

    See Also
    --------
    score_interval : The uncertainty of one score.
    compare : Many models, data sets and metrics.

    Notes
    -----
    Student's distribution is taken, with the degrees of freedom of Satterthwaite. As
    for `score_interval`, the result is valid only where the label of a row does not
    depend on which other rows were sampled. The difference of an index that is not
    adjusted for chance contains that of the two chance levels.

    Where no row and no column changes the difference, its standard error is 0, and the
    p-value 1 for a difference of 0, else 0.

    Cost: the non-empty cells of the tables times the cost of the index, about 20
    microseconds per cell for indices that count pairs.

    References
    ----------
    .. [1] B. Efron, C. Stein (1981). The jackknife estimate of variance. The Annals of
       Statistics, 9, 586-596. :doi:`10.1214/aos/1176345462`

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics import compare_scores
    >>> true = np.arange(60) % 3, np.arange(40) % 2
    >>> first = np.where(np.arange(60) < 6, 0, true[0]), true[1]
    >>> second = np.where(np.arange(60) < 24, 0, true[0]), true[1]
    >>> compare_scores(true, first, second)
    ScoreDifference(difference=0.356, standard_error=0.0798, low=0.197, ..., pvalue=...)
    """
    level = check_level(confidence_level, "confidence_level")
    index = index_of_partitions(metric, metric_options)
    truth, one, other = _checked(labels_true, first, second)
    by_side = [_by_entry(index, truth, pred) for pred in (one, other)]
    (score, of_first), (other_score, of_second) = by_side
    difference = score - other_score
    error, degrees = spread = jackknife(
        (a - b, np.ones(len(a), dtype=np.int64))
        for a, b in zip(of_first, of_second, strict=True)
    )
    reach = spread.reach(level)
    pvalue = float(difference == 0)
    if error:
        pvalue = 2 * float(student.sf(abs(difference) / error, degrees))
    return ScoreDifference(
        difference, error, difference - reach, difference + reach, pvalue
    )


def _checked(labels_true: Any, first: Any, second: Any) -> tuple[Modes, Modes, Modes]:
    """Bring all three structures into the order of the last one."""
    true, one = check_partitions(labels_true, first, names=("labels_true", "first"))
    truth, other = check_partitions(
        labels_true, second, names=("labels_true", "second")
    )
    moved, _ = check_partitions(first, second, names=("first", "second"))
    for mode, sides in enumerate(zip(truth, moved, other, strict=True)):
        # Of the same pairs of labels, in whatever order, the tables are the same.
        is_same = len({*map(len, sides)}) == 1 and all(
            map(
                np.array_equal,
                count_table(true[mode], one[mode]).nonzero,
                count_table(*sides[:2]).nonzero,
            )
        )
        if not is_same:
            raise ValueError(
                f"Mode {mode} of `labels_true` and `first` is matched by names, that "
                "of `second` is not; give all three the same names, or none."
            )
    truth, moved, other = (
        tuple(mode.compressed() for mode in side) for side in (truth, moved, other)
    )
    return truth, moved, other


def _by_entry(
    index: ResolvedMetric, truth: Modes, pred: Modes
) -> tuple[float, list[NDArray[np.float64]]]:
    """Return the score, and for each mode the score without each of its entries."""
    tables = tuple(map(count_table, truth, pred))
    check_two_entries(tables)
    values = values_without_one(index, finite, tables)
    # Cells that are not empty come in the order of both codes, as in the tables.
    cells = (
        np.unique(true.codes * np.int64(one.width) + one.codes, return_inverse=True)[1]
        for true, one in zip(truth, pred, strict=True)
    )
    found = [of_cells[cell] for of_cells, cell in zip(values, cells, strict=True)]
    return finite(index, tables), found
