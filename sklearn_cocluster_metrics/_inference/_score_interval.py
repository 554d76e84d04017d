"""Compute confidence intervals of scores, by draws of populations behind the sample."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from .._contracts import CONTRACTS, index_names
from .._indices._contract import Contract
from .._indices._registry import meanings_of
from .._metrics import PartitionMetric, ResolvedMetric
from .._statistics._contingency import (
    ContingencyTable,
    Positions,
    Tables,
    are_weighted,
    tables_of,
)
from .._statistics._tables import count_table, count_tables
from .._structures._arguments import check_level
from .._structures._indicators import are_biclusterings
from .._structures._labels import check_whole_or_parts
from .._structures._messages import FOR_DIAGONAL_BICLUSTERS, FOR_UNLABELED
from .._structures._modes import ComparedModes, compared_modes, kind_of_entries
from .._structures._partitions import Modes, check_partitions
from .._structures._printing import Tabular
from .._structures._types import Coclustering, Labels
from .._structures._unlabeled import (
    Unlabeled,
    handle_and_count,
    handle_modes,
    label_check_for,
)
from ._population_index import FORMULAS_OF_SHARES, Floats, PopulationIndex
from ._same_items import warn_of_same_items
from ._samples import (
    Groups,
    check_fixed,
    check_groups,
    compute_and_check_finite,
    index_of_partitions,
    refuse_estimators,
)
from ._weighted_entries import (
    Populations,
    SampledEntries,
    SharesOfModes,
    counts_between_groups,
    numbers_of_groups,
)

_WITHOUT_INTERVAL = (
    "has no interval, because it is not a monotone function of the fractions of pairs "
    "that share a cluster. Use 'cari_product', or an index of `pair_counting_score` "
    "such as 'dice', which is F1 of pairs."
)
# Each placement of the added entry has a number of draws in this range.
_FEWEST_DRAWS_OF_PLACEMENT = 400
_MOST_DRAWS_OF_PLACEMENT = 4000
_FEWEST_PAIRS = 10  # the least number of pairs in one cluster, in the sample of a mode


@dataclass(frozen=True, eq=False, repr=False)
class ScoreInterval(Tabular):
    """Result of `score_interval`.

    The result contains the observed value of an index and its confidence interval. A
    short interval means that the value in the population is known well. The interval is
    for the populations of rows and columns that are named in `sampled` only.

    Parameters
    ----------
    statistic : float
        Observed value of the metric. If there are groups, it is the index of the pairs
        of entries from different groups.
    low, high : float
        Limits of the interval. They are within the range of the metric.
    confidence_level : float
        Nominal coverage of the interval.
    metric : str
        Header of the metric. It is the printed name, with its options and, if the
        labels of some modes are unknown, the compared modes.
    sampled : tuple of str
        Names of the modes that are samples, such as ("rows", "columns").
    n_groups : tuple of int, or None
        Number of groups of each mode. It is None for a mode of independent entries. The
        tuple is None if no mode has groups.
    n_left_out : tuple of int, or None
        Number of items of each mode that `unlabeled` left out. It is None without that
        option.
    compared : tuple of str, or None
        Names of the modes that were compared, such as ("rows",), if the truth contains
        only some of them. Otherwise, it is None.

    See Also
    --------
    score_interval : Compute this result.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import score_interval
    >>> score_interval([0, 0, 0, 1, 1, 1] * 3, [0, 0, 0, 1, 1, 1] * 3)
    ScoreInterval(statistic=1, low=0.34..., high=1, confidence_level=0.95, ...)
    """

    statistic: float
    low: float
    high: float
    confidence_level: float
    metric: str
    sampled: tuple[str, ...]
    n_groups: tuple[int | None, ...] | None = None
    n_left_out: tuple[int | None, ...] | None = None
    compared: tuple[str, ...] | None = field(default=None, repr=False)

    def _notes(self) -> tuple[str, ...]:
        """Return the condition of the interval, which labels alone do not show."""
        return (
            "The interval is valid if the label of an entry does not depend on which "
            "other entries were sampled.",
            "For an algorithm that was fitted to the sample, use `stability_score`.",
        )


def score_interval(
    labels_true: Labels | Coclustering,
    labels_pred: Labels | Coclustering,
    metric: PartitionMetric = "cari_product",
    *,
    confidence_level: float = 0.95,
    fixed: int | tuple[int, ...] | None = None,
    groups: Groups | None = None,
    unlabeled: Unlabeled | None = None,
    **metric_options: Any,
) -> ScoreInterval:
    r"""Confidence interval of an index, over samples of rows and columns.

    The interval says how well a sample of rows and columns determines the index of a
    larger population. Use it if the rows and the columns that you have are random
    samples, and the question is about all rows and columns that you might have sampled.
    A short interval means that the index of the population is known well.

    .. warning::
       The interval is valid only if the label of a row does not depend on which other
       rows were sampled, as for labels from annotators. For an algorithm that is fitted
       to the sample, use `stability_score`.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,) or tuple of array-likes
        Reference clustering, or co-clustering ``(row_labels, column_labels)``. The rows
        are one *mode* of a co-clustering, and the columns are another. In a tuple, None
        stands for the labels of a mode that is unknown and not compared.
    labels_pred : array-like of shape (n_samples,) or tuple of array-likes
        Prediction to evaluate, of the same kind as `labels_true`.
    metric : str or callable, default="cari_product"
        Name of an index that counts pairs, or the function of this package that
        computes it, but not a function of your own. For an index of
        `pair_counting_score`, pass the name, such as "dice" for F1 of pairs,
        "wallace2" for their precision and "wallace1" for their recall.
    confidence_level : float, default=0.95
        Nominal coverage of the interval, between 0 and 1, both excluded.
    fixed : int, tuple of int or None, default=None
        Modes that are not a sample. For example, pass 1 if the columns are ten chosen
        measurements, and there are no others. This changes the question, because the
        interval then says nothing about other columns. If None, every mode is a sample.
    groups : array-like, tuple of array-likes or None, default=None
        Group of each row, if rows depend on each other within groups, such as the
        patient of each cell. The groups are then the sample. For a co-clustering, pass
        a tuple with one array for each mode, or None for a mode of independent entries.
        Groups with names are matched by name. If None, all entries are independent.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        Treatment of missing labels and of the label -1 (see `handle_unlabeled`). If
        None, a missing label raises an error, and -1 is an ordinary label.
    **metric_options : dict
        Options of the metric, which are passed to it by keyword.

    Returns
    -------
    interval : ScoreInterval
        Frozen result with `statistic`, `low`, `high`, `confidence_level`, `metric`,
        `sampled`, `n_groups`, `n_left_out` and `compared`. The interval is within the
        range of the metric, and always contains the statistic.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other, if a sampled mode has
        fewer than ten pairs of entries in one cluster, if `metric` is unknown or is not
        a monotone function of the fractions of pairs that share a cluster, if
        `confidence_level` is not between 0 and 1, if `fixed` is not a mode or contains
        all modes, or if `groups` do not fit the labels or belong to a mode in `fixed`.
    TypeError
        If the labels are not array-likes, or are a fitted estimator, if `metric` is not
        an index of clusterings of this package, or if `fixed` is neither an integer nor
        a tuple of integers.

    Warns
    -----
    UserWarning
        If two modes have the same true clusters and the same predicted clusters, which
        are several and do not agree perfectly (see Notes).

    See Also
    --------
    compare_scores : Compare the scores of two predictions.
    permutation_test : Test whether the agreement is better than chance.
    stability_score : Measure how reproducible a clustering algorithm is.

    Notes
    -----
    The method is a Bayesian bootstrap [1]_ of pairs. Let :math:`w_i` be a random weight
    of entry i of a mode, with an exponential distribution, and let :math:`h_{ij}` be 1
    if the entries i and j are together and 0 otherwise. The weighted share of the pairs
    that are together is

    .. math:: \sum_{i \ne j} w_i w_j h_{ij} \; / \; \sum_{i \ne j} w_i w_j .

    This share is computed for the pairs that are together in both structures, in the
    truth, and in the prediction. An entry is not paired with itself, because this would
    overstate the share of small clusters. The index is computed from the products of
    the shares over the modes.

    A combination of labels that occurs in the population, but not in the sample, would
    get no weight. Therefore, one entry is added to each mode, just as exact limits of a
    proportion add a success or a failure. For the lower limit, the added entry gets the
    labels that lower the index of the sample most. These may be observed labels or new
    ones. In half of the draws, the added entry is split in two halves, and the labels
    are chosen for one half after the other. For the upper limit, the added entry gets
    the labels that raise the index most. Each limit is a quantile of 8000 draws, which
    are the same at every call. If the tables of the samples have more than 25,000
    non-empty cells and groups, there are fewer draws, but at least 800.

    If there are groups, every group has one weight, only entries from different groups
    are paired, and the added entry is a group. The statistic is the index of these
    pairs alone, because entries of one group agree too often.

    In exact computations for small samples, and in simulations of samples that seldom
    show an error, the interval covers the value of the population about as often as its
    nominal coverage, or more often (:ref:`intervals`). If the index is not adjusted for
    chance, such as F1 of pairs, the interval may cover its value slightly less often.

    If rows and columns are the same items, as in the adjacency matrix of a network, the
    modes are not independent samples. The interval of a co-clustering is then too short
    by a factor of about the square root of two. Pass the labels of the items as a
    clustering instead. The index is then about pairs of items instead of pairs of
    cells, and its interval has its nominal coverage.

    The cost grows with the number of non-empty cells of the tables. A computation that
    takes more than ten seconds is announced.

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
    ScoreInterval(statistic=0.49, low=0.236, high=0.686, ...)
    >>> score_interval(true, pred, fixed=1)  # the columns are not a sample
    ScoreInterval(statistic=0.49, low=0.298, high=0.681, ...)
    """
    level = check_level(confidence_level, "confidence_level")
    if are_biclusterings(labels_true, labels_pred):
        raise ValueError(
            "`score_interval` has no interval for biclusterings, only for clusterings "
            "and co-clusterings. `permutation_test` tests biclusterings, and "
            "`biclusters_to_labels` makes labels from biclusters that form a grid. "
            f"{FOR_DIAGONAL_BICLUSTERS}"
        )
    _refuse_name_without_interval(metric)
    structures = {"labels_true": labels_true, "labels_pred": labels_pred}
    refuse_estimators(structures, caller=score_interval)
    index = index_of_partitions(metric, metric_options, caller=score_interval)
    if groups is None:
        # Items of each mode are left out if `unlabeled` drops those without a label.
        # Their numbers are a tuple, or None if `unlabeled` is None.
        true, pred, n_left_out = handle_and_count(labels_true, labels_pred, unlabeled)
        # Labels in a file or a dask array are not read by this check, but by the count.
        check = partial(check_whole_or_parts, advice=FOR_UNLABELED)
        true_modes, pred_modes = check_partitions(true, pred, check=check)
        modes = compared_modes(labels_true, n_compared=len(true_modes))
        tables = count_tables(true_modes, pred_modes)
        interval = interval_of_tables(index, tables, level, fixed=fixed, modes=modes)
        _warn_of_same_items(true_modes, pred_modes, modes)
        return replace(interval, n_left_out=n_left_out)
    grouped = _GroupedLabels.of(labels_true, labels_pred, groups, unlabeled)
    interval = interval_of_tables(
        index,
        tuple(map(count_table, grouped.true, grouped.pred)),
        level,
        fixed=fixed,
        modes=grouped.modes,
        grouped=grouped.entries(),
    )
    _warn_of_same_items(grouped.true, grouped.pred, grouped.modes)
    return replace(interval, n_left_out=grouped.n_left_out)


def _warn_of_same_items(true: Modes, pred: Modes, modes: ComparedModes) -> None:
    """Warn if two modes are labeled alike, so that they are perhaps one sample."""
    warn_of_same_items(
        true,
        pred,
        modes=modes,
        consequence="the interval is too short",
        remedy="score_interval(true_labels, predicted_labels)",
    )


@dataclass(frozen=True, eq=False)
class _GroupedLabels:
    """The checked labels of the compared modes, and the group of each entry."""

    true: Modes
    pred: Modes
    modes: ComparedModes
    # For each mode with groups, by its position among the compared modes, the array has
    # the group of each entry.
    groups: Mapping[int, Positions]
    n_left_out: tuple[int | None, ...] | None

    @classmethod
    def of(
        cls,
        labels_true: Labels | Coclustering,
        labels_pred: Labels | Coclustering,
        groups: Groups,
        unlabeled: Unlabeled | None,
    ) -> _GroupedLabels:
        """Check and match labels and groups, and handle items without a label.

        `unlabeled` says how these items are handled. If it is None, every item must
        have a label.
        """
        check = label_check_for(unlabeled)
        # The check leaves out the modes of which the truth has no labels.
        true, pred = check_partitions(labels_true, labels_pred, check=check)
        modes = compared_modes(labels_true, n_compared=len(true))
        groups_of_modes = check_groups(groups, modes, true=true, pred=pred)
        if unlabeled is None:
            return cls(true, pred, modes, groups_of_modes, n_left_out=None)
        remaining_true, remaining_pred, remaining_positions = handle_modes(
            true, pred, unlabeled, modes=modes
        )
        n_left_out = [
            len(labels) - len(positions)
            for labels, positions in zip(true, remaining_positions, strict=True)
        ]
        return cls(
            true=remaining_true,
            pred=remaining_pred,
            modes=modes,
            groups={
                mode: codes[remaining_positions[mode]]
                for mode, codes in groups_of_modes.items()
            },
            n_left_out=modes.spread(n_left_out),
        )

    def entries(self) -> dict[int, SampledEntries]:
        """Count the entries of each mode with groups."""
        return {
            mode: SampledEntries.of_labels(
                [self.true[mode], self.pred[mode]], groups=groups
            )
            for mode, groups in self.groups.items()
        }


def score_interval_from_tables(
    tables: ContingencyTable | Sequence[ContingencyTable | None],
    metric: PartitionMetric = "cari_product",
    *,
    confidence_level: float = 0.95,
    fixed: int | tuple[int, ...] | None = None,
    **metric_options: Any,
) -> ScoreInterval:
    """Confidence interval of an index, from contingency tables.

    Use this function if the labels were counted in chunks and are no longer in memory.
    The result is the same as from `score_interval` for the labels, because a
    contingency table contains everything that the interval needs. A short interval
    means that the index of the population is known well.

    Parameters
    ----------
    tables : ContingencyTable, ContingencyTables, or list or tuple of ContingencyTable
        Table of a clustering, or one table for each mode of a co-clustering, which is
        the rows or the columns. The table of the rows comes first, followed by the
        table of the columns. None stands for a mode that is not compared.
    metric : str or callable, default="cari_product"
        Name of an index that counts pairs, or the function of this package that
        computes it, but not a function of your own. For an index of
        `pair_counting_score`, pass the name, such as "dice" for F1 of pairs,
        "wallace2" for their precision and "wallace1" for their recall.
    confidence_level : float, default=0.95
        Nominal coverage of the interval, between 0 and 1, both excluded.
    fixed : int, tuple of int or None, default=None
        Modes that are not a sample (see `score_interval`). If None, every mode is a
        sample.
    **metric_options : dict
        Options of the metric, which are passed to it by keyword.

    Returns
    -------
    interval : ScoreInterval
        Frozen result, as from `score_interval`. The interval is within the range of the
        metric. `n_left_out` is None, because the tables do not show which items were
        left out.

    Raises
    ------
    ValueError
        If `score_interval` raises this error, if there is no table, or if a table
        contains weights instead of counts.
    TypeError
        If `score_interval` raises this error, or if `tables` contains anything but
        contingency tables.

    See Also
    --------
    score_interval : Compute the interval from labels; see there when it is valid.
    permutation_test_from_tables : Test whether the agreement is better than chance.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import (
    ...     contingency_table,
    ...     score_interval_from_tables,
    ... )
    >>> monday = contingency_table([0, 0, 0, 1, 1, 1] * 2, [0, 0, 0, 1, 1, 1] * 2)
    >>> tuesday = contingency_table([0, 0, 1, 1] * 2, [0, 0, 1, 0] * 2)
    >>> score_interval_from_tables(monday + tuesday, "adjusted_rand")
    ScoreInterval(statistic=0.621, low=0.0449, high=0.944, ...)
    """
    level = check_level(confidence_level, "confidence_level")
    _refuse_name_without_interval(metric)
    index = index_of_partitions(
        metric, metric_options, caller=score_interval_from_tables
    )
    tables_of_modes = tables_of(tables)
    modes = ComparedModes.of_known(tables_of_modes)
    return interval_of_tables(
        index, tables_of_modes.known, level, fixed=fixed, modes=modes
    )


def _refuse_name_without_interval(metric: Any) -> None:
    """Raise an error for a name from the literature whose indices have no interval.

    Otherwise, the error for an unknown name would suggest an index, and passing that
    index would raise an error, too.
    """
    if not isinstance(metric, str) or metric in CONTRACTS:
        return
    meanings = meanings_of(metric, index_names("partition"))
    reasons = [
        _reason_without_interval(meaning.contract, meaning.synonym.options)
        for meaning in meanings
    ]
    if not meanings or not all(reasons):
        return
    raise ValueError(f"`metric` {metric!r} is {meanings[0].value}. It {reasons[0]}")


def _reason_without_interval(contract: Contract, options: Mapping[str, Any]) -> str:
    """Return why an index with these options has no interval, or "" if it has one."""
    if contract.name not in FORMULAS_OF_SHARES:
        return _WITHOUT_INTERVAL
    if contract.chance_level is None and options.get("null_model") is not None:
        return (
            "has no interval with `null_model`, because the range of the adjusted "
            "values is not known. Use 'cari_product', which is adjusted for chance."
        )
    return ""


def interval_of_tables(
    index: ResolvedMetric,
    tables: Tables,
    level: float,
    *,
    fixed: int | tuple[int, ...] | None = None,
    modes: ComparedModes | None = None,
    grouped: Mapping[int, SampledEntries] | None = None,
    advice: str = "",
) -> ScoreInterval:
    """Compute the interval of an index from contingency tables.

    `level` is the nominal coverage. The modes in `fixed` are not samples. There is a
    table for each of the compared `modes`, where None stands for all modes. `grouped`
    has the entries of the modes with groups, by their positions among the compared
    modes. `advice` ends the warning of an interval that takes long. An index or a table
    without an interval raises an error.
    """
    if modes is None:
        modes = ComparedModes.of_all(len(tables))
    if grouped is None:
        grouped = {}
    reason = _WITHOUT_INTERVAL  # A report may pass a function of the user.
    if index.contract is not None:
        reason = _reason_without_interval(index.contract, index.options)
    if reason:
        raise ValueError(f"The metric {index.name!r} {reason}")
    if are_weighted(tables):
        raise ValueError(
            "A table of weights has no interval, because entries with different "
            "weights are not a random sample. Count the labels without "
            "`sample_weight`."
        )
    # These are positions among the compared modes.
    sampled_modes = check_fixed(fixed, modes, grouped=grouped)
    entries = {
        mode: grouped.get(mode, SampledEntries.of_table(tables[mode]))
        for mode in sampled_modes
    }
    for mode in sampled_modes:
        _check_has_pairs(entries[mode], mode, modes)
    statistic = compute_and_check_finite(index, counts_between_groups(tables, grouped))
    values_of = PopulationIndex(index, tables, sampled_modes)

    def quantity(predictions: Sequence[SharesOfModes]) -> Floats:
        (shares_of_modes,) = predictions  # there is a single prediction
        return values_of(shares_of_modes)

    populations = Populations(
        quantity=quantity,
        sampled=entries,
        tables_of_predictions=[tables],
    )
    # The added entry lowers the index if the sign is 1, and raises it if it is -1. It
    # is whole in the first placement, and in two halves in the second placement.
    lowering = populations.placements(sign=1)
    raising = populations.placements(sign=-1)
    n_draws = populations.affordable_draws(
        _FEWEST_DRAWS_OF_PLACEMENT, _MOST_DRAWS_OF_PLACEMENT
    )
    values = populations.draw([*lowering, *raising], n_draws, advice=advice)
    lower_bound, upper_bound = index.declared.bounds(len(tables))
    lowered = values[: len(lowering)]
    raised = values[len(lowering) :]
    # A quantile is over the draws of both placements together.
    low = max(lower_bound, float(np.quantile(lowered, (1 - level) / 2)))
    high = min(upper_bound, float(np.quantile(raised, (1 + level) / 2)))
    return ScoreInterval(
        statistic=statistic,
        low=min(statistic, low),
        high=max(statistic, high),
        confidence_level=level,
        metric=index.header(modes.part),
        sampled=tuple(modes.names[mode] for mode in sampled_modes),
        n_groups=numbers_of_groups(grouped, modes),
        compared=modes.names_unless_all,
    )


def _check_has_pairs(entries: SampledEntries, mode: int, modes: ComparedModes) -> None:
    """Raise an error if hardly any pairs of a mode are together in a cluster.

    The pairs are counted on the side, true or predicted, where there are fewer. A pair
    of groups counts as the fraction of its pairs of entries that are together. `mode`
    is a position among the compared modes.
    """
    pairs = entries.observed.pairs
    # Clustering 0 is the true one, and clustering 1 is the predicted one. The sample is
    # a single draw. Its pairs are ordered, so that each is counted twice.
    n_true_pairs = pairs[(0,)][0]
    n_pred_pairs = pairs[(1,)][0]
    # Without groups, the typical group size is 1.
    n_pairs = float(
        min(n_true_pairs, n_pred_pairs) / (2 * entries.typical_group_size**2)
    )
    if round(n_pairs) >= _FEWEST_PAIRS:
        return
    number = modes.numbers[mode]
    kind = kind_of_entries(number, modes.n_modes)
    if entries.counts_of_groups is None:
        unit = kind
        count = f"The {kind} have {round(n_pairs)} such pairs on one of the sides."
    else:
        n_groups = entries.counts_of_groups.shape[0]
        unit = f"groups of {kind}"
        count = (
            f"A pair of groups counts as the fraction of its pairs of {kind} that "
            f"share a cluster, so that there are about {n_pairs:.2g} such pairs on one "
            f"of the sides.{_advice_on_groups(n_pairs, n_groups)}"
        )
    hint = ""
    if len(modes.numbers) > 1:
        hint = (
            f" If you pass `fixed={number}`, the interval is for these {kind} alone. "
            "It would be far too short for a larger population."
        )
    raise ValueError(
        f"An interval needs at least {_FEWEST_PAIRS} pairs of {unit} that share a "
        f"true cluster, and as many that share a predicted cluster. {count}{hint}"
    )


def _advice_on_groups(n_pairs: float, n_groups: int) -> str:
    """Return a sentence with the number of groups that would be enough.

    The number of pairs that are together grows as the number of all pairs. If there is
    no pair, no number is known, and the groups may be the clusters.
    """
    if n_pairs == 0:
        return (
            " If the groups are the clusters of one side, leave out `groups`, because "
            "only entries of different groups are paired."
        )
    # The least n whose number of ordered pairs, n * (n - 1), is at least `n_ordered`
    n_ordered = n_groups * (n_groups - 1) * _FEWEST_PAIRS / n_pairs
    n_enough = math.ceil((1 + math.sqrt(1 + 4 * n_ordered)) / 2)
    return f" About {n_enough} groups with such labels would be enough."
