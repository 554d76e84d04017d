"""Test the difference of two scores against one truth, and compute its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from .._metrics import PartitionMetric, ResolvedMetric
from .._statistics._contingency import Positions, Tables
from .._statistics._tables import count_table
from .._structures._arguments import check_level
from .._structures._labels import LabelCodes
from .._structures._modes import ComparedModes
from .._structures._partitions import Modes
from .._structures._printing import Tabular
from .._structures._types import Coclustering, Labels
from .._structures._unlabeled import Unlabeled
from ._exchange import Exchange, differences_by_exchange
from ._jackknife import jackknife, scores_without_entries, scores_without_groups
from ._paired_predictions import PairedPredictions
from ._population_index import Floats, PopulationIndex
from ._pvalues import PValue
from ._same_items import warn_of_same_items
from ._samples import (
    Groups,
    TableOrSquares,
    check_fixed,
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

_RELATIVE_TIE = 1e-12  # Smaller differences, relative to the scores, are rounding.
_DOUBTFUL_PVALUE = 0.05  # If a p-value is larger, few draws of the next one suffice.
_FEW_DRAWS = 999
_MANY_DRAWS = 9999


@dataclass(frozen=True, eq=False, repr=False)
class ScoreDifference(Tabular):
    """Result of `compare_scores`.

    The result contains the difference of two scores, its confidence interval and its
    p-value. A positive difference means that the index of the first prediction is
    larger. A small p-value means that the scores differ in the population, too.

    Parameters
    ----------
    difference : float
        Index of the first prediction minus the index of the second prediction.
    standard_error : float
        Jackknife estimate of the standard deviation of `difference`, over samples of
        rows and columns. It is too small if few labels differ.
    low, high : float
        Limits of the interval of the difference. Like `standard_error`, they are NaN if
        the difference is not 0 and no entry that is left out changes it.
    confidence_level : float
        Nominal coverage of the interval.
    pvalue : float
        Two-sided p-value for a difference of 0 in the population.
    metric : str
        Header of the metric. It is the printed name, with its options and, if the
        labels of some modes are unknown, the compared modes.
    sampled : tuple of str
        Names of the modes that are samples, such as ("rows", "columns").
    n_groups : tuple of int, or None
        Number of groups of each mode. It is None for a mode of independent entries. The
        tuple is None if no mode has groups.
    n_left_out : tuple of int, or None
        Number of items of each mode that `unlabeled` left out of all three structures.
        It is None without that option.
    pvalue_is_bound : bool
        Whether no smaller p-value is possible with any exchange of these labels or with
        this number of draws. If True, `pvalue` is an upper bound.
    compared : tuple of str, or None
        Names of the modes that were compared, such as ("rows",), if the truth contains
        only some of them. Otherwise, it is None.

    See Also
    --------
    compare_scores : Compute this result.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare_scores
    >>> compare_scores([0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 0, 0])
    ScoreDifference(difference=0, ..., pvalue=1, metric='product-CARI', ...)
    """

    difference: float
    standard_error: float
    low: float
    high: float
    confidence_level: float
    pvalue: float
    metric: str
    sampled: tuple[str, ...]
    n_groups: tuple[int | None, ...] | None = None
    n_left_out: tuple[int | None, ...] | None = None
    pvalue_is_bound: bool = field(default=False, repr=False)
    compared: tuple[str, ...] | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        relation = "<=" if self.pvalue_is_bound else "="
        return super().__repr__().replace("pvalue=", f"pvalue{relation}")

    def _notes(self) -> tuple[str, ...]:
        """Return the condition of the comparison, which labels alone do not show."""
        return (
            "The comparison is valid if the label of an entry does not depend on which "
            "other entries were sampled.",
            "To compare algorithms that were fitted to the sample, use `compare` with "
            "several draws of data.",
        )


def compare_scores(
    labels_true: Labels | Coclustering,
    first: Labels | Coclustering,
    second: Labels | Coclustering,
    metric: PartitionMetric = "cari_product",
    *,
    confidence_level: float = 0.95,
    fixed: int | tuple[int, ...] | None = None,
    groups: Groups | None = None,
    unlabeled: Unlabeled | None = None,
    **metric_options: Any,
) -> ScoreDifference:
    r"""Compare the scores of two predictions against the same truth.

    The comparison says whether one prediction is better than the other in the
    population from which the rows and columns were sampled. Use it rather than two
    separate intervals, because scores on the same rows and columns vary together, so
    that smaller differences can be detected. A positive difference means that the index
    of `first` is larger, and a small p-value means that the difference is not an
    accident of the sample.

    .. warning::
       The result is valid only if the label of a row does not depend on which other
       rows were sampled, as for labels from annotators. To compare methods, which are
       fitted to the sample, use `compare` with several draws of data.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,) or tuple of array-likes
        Reference clustering, or co-clustering ``(row_labels, column_labels)``. The rows
        are one *mode* of a co-clustering, and the columns are another. In a tuple, None
        stands for the labels of a mode that is unknown and not compared.
    first, second : array-like of shape (n_samples,) or tuple of array-likes
        The two predictions, with the same modes as `labels_true`.
    metric : str or callable, default="cari_product"
        Name of an index of clusterings and co-clusterings, or its function. For an
        index of `pair_counting_score`, pass the name, such as "jaccard".
    confidence_level : float, default=0.95
        Nominal coverage of the interval, between 0 and 1, both excluded.
    fixed : int, tuple of int or None, default=None
        Modes that are not a sample (see `score_interval`). If None, every mode is a
        sample.
    groups : array-like, tuple of array-likes or None, default=None
        Groups of rows that depend on each other (see `score_interval`). The index must
        then count pairs. If None, all entries are independent.
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        Treatment of missing labels and of the label -1, as in `handle_unlabeled`. Both
        predictions are scored on the same entries. If "drop", entries without a true
        label are left out of all three structures. If "drop_either", entries without a
        label in `first` or in `second` are left out, too. If "singletons", no entry is
        left out, and each entry without a label becomes a cluster of its own. If None,
        a missing label raises an error, and -1 is an ordinary label.
    **metric_options : dict
        Options of the metric, which are passed to it by keyword.

    Returns
    -------
    result : ScoreDifference
        Frozen result with `difference` (first minus second), `standard_error`, `low`,
        `high`, `confidence_level`, `pvalue`, `metric`, `sampled`, `n_groups`,
        `n_left_out`, `pvalue_is_bound` and `compared`. For a distance, lower values are
        better, so that a positive difference means that `second` is better. The p-value
        is above 0 and at most 1; a smaller p-value is stronger evidence of a
        difference. In `repr`, a p-value that is an upper bound is shown by ``<=``.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other, if a sampled mode has
        fewer than two entries or three groups, if `metric` is unknown or infinite, or
        does not count pairs although there are `groups`, if `confidence_level` is not
        between 0 and 1, if `fixed` is not a mode or contains all modes, or if `groups`
        do not fit the labels or belong to a mode in `fixed`.
    TypeError
        If the labels are not array-likes, or are a fitted estimator, if `metric` is not
        an index of clusterings of this package, or if `fixed` is neither an integer nor
        a tuple of integers.

    Warns
    -----
    UserWarning
        If two modes have the same true clusters and, in both predictions, the same
        predicted clusters. There is no warning if no prediction has several clusters
        that differ from the true clusters (see Notes).

    See Also
    --------
    score_interval : Compute the uncertainty of one score.
    compare : Fit and score many models on many data sets, with several metrics.
    pairwise_scores : Compare structures with each other, without a truth.

    Notes
    -----
    The p-value is the largest of three p-values, and the interval is the widest of
    three intervals. They are computed by the following methods:

    - Exchange. The two predicted labels of each sampled row and column are exchanged at
      random. There are 9999 draws, which are the same at every call. (There are 999 if
      another p-value is above 0.05 or the index does not count pairs.) This method is
      exact in samples of any size if the two predictions are interchangeable, so that
      they make the same errors with the same probabilities. Before the exchange, the
      clusters of both predictions are matched by the entries that they share.
    - Paired jackknife [1]_. One row or column of all structures is left out at a time.
      Student's distribution is used with Satterthwaite's degrees of freedom. This
      method is valid in large samples, even if the predictions err differently.
    - Draws of populations, as in `score_interval`, for the indices that it supports.
      The p-value is twice the share of the draws in which the better prediction is not
      better. Half of the draws have no added entry. In the other half, the added entry
      lowers the difference most. Each placement of the added entry has 9999 draws,
      which are the same at every call. (It has 999 draws if the p-value of the
      jackknife is above 0.05.) This method keeps its level in small samples, too, in
      which few errors are seen.

    If few labels differ, no exchange gives a small p-value. The p-value is then an
    upper bound. The smallest p-value by draws of populations, 0.0002, is an upper
    bound, too. If two predictions have the same score, whichever entry is left out, the
    interval is from 0 to 0 and the p-value is 1. If the difference is not 0 and no
    entry that is left out changes it, the interval is NaN and, if some modes are
    `fixed`, so is the p-value.

    If the index is not adjusted for chance, the difference contains the difference of
    the chance levels. In the worst designs that were tried, a true null hypothesis was
    rejected at most as often as the nominal level says. However, indices that
    `score_interval` does not support have no third p-value, and may reject too often if
    errors are few (:ref:`differences`).

    If rows and columns are the same items, as in the adjacency matrix of a network, the
    modes are not independent samples. The p-value is then too small and the interval is
    too short, so pass the labels of the items as clusterings instead.

    For indices that count pairs, the cost grows with the number of non-empty cells of
    the tables. For other indices, it is the cost of the index times the numbers of
    draws and of non-empty cells.

    References
    ----------
    .. [1] B. Efron, C. Stein (1981). The Annals of Statistics, 9, 586-596.
       :doi:`10.1214/aos/1176345462`

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics import compare_scores
    >>> true = np.arange(60) % 3, np.arange(40) % 2
    >>> first = np.where(np.arange(60) < 6, 0, true[0]), true[1]
    >>> second = np.where(np.arange(60) < 24, 0, true[0]), true[1]
    >>> compare_scores(true, first, second)
    ScoreDifference(difference=0.361, ..., low=0.112, high=0.559, ..., pvalue=0.004...)
    """
    level = check_level(confidence_level, "confidence_level")
    structures = {"labels_true": labels_true, "first": first, "second": second}
    refuse_estimators(structures, caller=compare_scores)
    index = index_of_partitions(metric, metric_options, caller=compare_scores)
    labels = PairedPredictions.of(
        labels_true, first, second, groups=groups, unlabeled=unlabeled
    )
    modes = labels.modes
    if labels.groups and index.declared.monotone_in != "squares":
        raise ValueError(
            f"With `groups`, the metric must count pairs, because only entries of "
            f"different groups are paired. The metric {index.name!r} does not count "
            "pairs. Use 'cari_product' or an index of `pair_counting_score`."
        )
    sampled_modes = check_fixed(fixed, modes, grouped=labels.groups)
    for position in sampled_modes:
        _check_has_several(
            labels.truth[position], labels.groups.get(position), position, modes
        )
    warn_of_same_items(
        labels.truth,
        labels.first,
        labels.second,
        modes=modes,
        consequence="the p-value is too small and the interval is too short",
        remedy="compare_scores(true_labels, first_labels, second_labels)",
    )
    comparison = _Comparison(index, labels.truth, sampled_modes, labels.groups)
    first_scored = comparison.scored(labels.first)
    second_scored = comparison.scored(labels.second)
    if first_scored.score >= second_scored.score:
        difference = comparison.difference(first_scored, second_scored, level)
    else:
        # The prediction with the larger score is always first, so that exchanging
        # `first` and `second` changes no draw.
        difference = comparison.difference(second_scored, first_scored, level)
        difference = difference.reversed()
    return ScoreDifference(
        difference=difference.value,
        standard_error=difference.standard_error,
        low=difference.low,
        high=difference.high,
        confidence_level=level,
        pvalue=difference.pvalue,
        metric=index.header(modes.part),
        sampled=tuple(modes.names[mode] for mode in sampled_modes),
        n_groups=numbers_of_groups(first_scored.grouped, modes),
        n_left_out=labels.n_left_out,
        pvalue_is_bound=difference.pvalue_is_bound,
        compared=modes.names_unless_all,  # None if all modes are compared
    )


def _check_has_several(
    labels: LabelCodes, groups: Positions | None, position: int, modes: ComparedModes
) -> None:
    """Check that a sampled mode has two entries, or three groups of entries.

    Pairs of entries of different groups are counted, and must remain when a group is
    left out. `groups` has the number of the group of each entry, from 0.
    """
    if groups is None:
        n_sampled = len(labels)
        n_needed = 2
        needed = "two entries"
    else:
        n_sampled = 1 + int(groups.max())
        n_needed = 3
        needed = "three groups"
    if n_sampled >= n_needed:
        return
    mode = modes.numbers[position]
    hint = ""
    if len(modes.numbers) > 1:
        hint = f" If this mode is not a sample, pass `fixed={mode}`."
    raise ValueError(
        f"Mode {mode} of `labels_true` needs {needed} or more, got {n_sampled}.{hint}"
    )


@dataclass(frozen=True, eq=False)
class _ScoredPrediction:
    """The labels of a prediction, its counts with the truth, and its score."""

    labels: Modes
    tables: Tables
    # For each mode with groups, its entries.
    grouped: Mapping[int, SampledEntries]
    # For each mode, its table or, with groups, the counts of pairs between groups.
    counts: Sequence[TableOrSquares]
    score: float


@dataclass(frozen=True, eq=False)
class _Comparison:
    """Compare predictions against a truth, with the entries in the same order.

    A mode is given by its position among the compared modes.
    """

    index: ResolvedMetric
    truth: Modes
    sampled_modes: Sequence[int]
    # For each mode with groups, the array has the group of each entry.
    groups: Mapping[int, Positions]

    def scored(self, labels: Modes) -> _ScoredPrediction:
        """Count the tables of a prediction, and compute its score.

        A mode is given by its position among the compared modes. If the score is not
        finite, an error is raised.
        """
        tables = tuple(map(count_table, self.truth, labels))
        grouped = {
            mode: SampledEntries.of_labels([self.truth[mode], labels[mode]], groups)
            for mode, groups in self.groups.items()
        }
        counts = counts_between_groups(tables, grouped)
        return _ScoredPrediction(
            labels=labels,
            tables=tables,
            grouped=grouped,
            counts=counts,
            score=compute_and_check_finite(self.index, counts),
        )

    def difference(
        self, first: _ScoredPrediction, second: _ScoredPrediction, level: float
    ) -> _Difference:
        """Compare two predictions, of which the first has the larger or an equal score.

        `level` is the nominal coverage of the interval.
        """
        tie = _RELATIVE_TIE * max(1.0, abs(first.score), abs(second.score))
        difference = first.score - second.score
        standard_error, degrees_of_freedom = jackknife(
            self.scores_without(first, mode) - self.scores_without(second, mode)
            for mode in self.sampled_modes
        )
        if max(standard_error, difference) <= tie:
            return _Difference(value=0.0, standard_error=0.0, low=0.0, high=0.0)
        # If the standard error is 0, the other methods alone decide.
        pvalue_by_jackknife = 0.0
        if standard_error > tie:
            t_statistic = difference / standard_error
            pvalue_by_jackknife = 2 * float(student.sf(t_statistic, degrees_of_freedom))
        largest_pvalue = pvalue_by_jackknife
        population_draws = self.by_populations(
            first, second, is_doubtful=largest_pvalue > _DOUBTFUL_PVALUE
        )
        if population_draws is not None:
            largest_pvalue = max(largest_pvalue, population_draws.pvalue)
        exchange_draws = self.by_exchange(
            first, second, is_doubtful=largest_pvalue > _DOUBTFUL_PVALUE
        )
        exchange_pvalue = _pvalue_by_exchange(exchange_draws, difference, tie)
        pvalue = max(exchange_pvalue.value, largest_pvalue)
        is_bound = exchange_pvalue.is_bound
        if exchange_pvalue.value < largest_pvalue:
            # Another method has the largest p-value. It is a bound only if it is the
            # smallest p-value that the draws of populations can give.
            is_bound = False
            if population_draws is not None:
                is_bound = pvalue == population_draws.smallest_pvalue
        if standard_error <= tie:
            # No entry changes the difference, so that its variation is unknown. If some
            # modes are fixed, the difference may come from them alone, and the sample
            # says nothing about it.
            has_fixed_modes = len(self.sampled_modes) < len(self.truth)
            return _Difference(
                value=difference,
                standard_error=math.nan,
                low=math.nan,
                high=math.nan,
                pvalue=math.nan if has_fixed_modes else pvalue,
                pvalue_is_bound=is_bound,
            )
        t_quantile = float(student.isf((1 - level) / 2, degrees_of_freedom))
        half_length = max(
            t_quantile * standard_error, float(np.quantile(exchange_draws, level))
        )
        low = difference - half_length
        high = difference + half_length
        if population_draws is not None:
            low = min(low, population_draws.low_end(level))
            high = max(high, population_draws.high_end(level))
        return _Difference(
            value=difference,
            standard_error=standard_error,
            low=low,
            high=high,
            pvalue=pvalue,
            pvalue_is_bound=is_bound,
        )

    def scores_without(
        self, prediction: _ScoredPrediction, mode: int
    ) -> NDArray[np.float64]:
        """Return the score without each entry of a mode, or without each group.

        `mode` is a position among the compared modes.
        """
        if mode in self.groups:
            return scores_without_groups(
                self.index, prediction.counts, prediction.grouped[mode], mode=mode
            )
        return scores_without_entries(
            self.index,
            prediction.counts,
            table=prediction.tables[mode],
            true_labels=self.truth[mode],
            pred_labels=prediction.labels[mode],
            mode=mode,
        )

    def by_exchange(
        self,
        first: _ScoredPrediction,
        second: _ScoredPrediction,
        *,
        is_doubtful: bool,
    ) -> NDArray[np.float64]:
        """Draw absolute differences of two predictions whose labels are exchanged.

        Few draws suffice if `is_doubtful`, because the difference is then not
        significant by other methods. There are also few draws for an index that does
        not count pairs, because each draw then needs whole tables. A mode is given by
        its position among the compared modes.
        """
        counts_pairs = self.index.declared.monotone_in == "squares"
        exchanges = {
            mode: Exchange(
                self.truth[mode],
                first=first.labels[mode],
                second=second.labels[mode],
                counts_pairs=counts_pairs,
                groups=self.groups.get(mode),
            )
            for mode in self.sampled_modes
        }
        has_many_draws = counts_pairs and not is_doubtful
        return differences_by_exchange(
            self.index,
            # In a fixed mode, nothing is exchanged, and the second prediction also has
            # the counts of the first one.
            first.counts,
            exchanges,
            n_draws=_MANY_DRAWS if has_many_draws else _FEW_DRAWS,
        )

    def by_populations(
        self,
        first: _ScoredPrediction,
        second: _ScoredPrediction,
        *,
        is_doubtful: bool,
    ) -> _PopulationDraws | None:
        """Draw differences in populations from which the sample may come.

        Return None for an index that has no formula for populations. If `is_doubtful`,
        the difference is not significant by the jackknife, so that few draws suffice.
        A mode is given by its position among the compared modes.
        """
        index_of_first = PopulationIndex(self.index, first.tables, self.sampled_modes)
        index_of_second = PopulationIndex(self.index, second.tables, self.sampled_modes)
        if not index_of_first.has_formula:
            return None

        def difference(predictions: Sequence[SharesOfModes]) -> Floats:
            first_shares, second_shares = predictions
            return index_of_first(first_shares) - index_of_second(second_shares)

        populations = Populations(
            quantity=difference,
            sampled={
                mode: SampledEntries.of_labels(
                    [self.truth[mode], first.labels[mode], second.labels[mode]],
                    groups=self.groups.get(mode),
                )
                for mode in self.sampled_modes
            },
            tables_of_predictions=[first.tables, second.tables],
        )
        # The added entry lowers the difference if the sign is 1, and raises it if it is
        # -1. It is whole in one placement, and in two halves in another.
        lowering = populations.placements(sign=1)
        raising = populations.placements(sign=-1)
        n_draws = _FEW_DRAWS if is_doubtful else _MANY_DRAWS
        of_sample, *with_entry = populations.draw([None, *lowering, *raising], n_draws)
        # Half of the draws are without an added entry, and half with one.
        without_entry = [of_sample] * len(lowering)
        return _PopulationDraws(
            lowered=np.array([*without_entry, *with_entry[: len(lowering)]]),
            raised=np.array([*without_entry, *with_entry[len(lowering) :]]),
        )


def _pvalue_by_exchange(draws: Floats, difference: float, tie: float) -> PValue:
    """Return the share of absolute differences that are at least the observed one.

    The observed difference counts as a draw. The p-value is a bound if no draw is
    larger, because no other exchange of these labels then gives a smaller p-value.
    Values that differ by at most `tie` are equal.
    """
    n_as_large = int(np.sum(draws >= difference - tie))
    value = (1 + n_as_large) / (1 + len(draws))
    is_largest = bool(np.max(draws) <= difference + tie)
    return PValue(value, is_bound=value < 1 and is_largest)


@dataclass(frozen=True, eq=False)
class _PopulationDraws:
    """Hold draws of a difference in populations, of shape (n_versions, n_draws).

    Half of the versions have an added entry, which lowers or raises the difference. The
    other half have none.
    """

    lowered: Floats
    raised: Floats

    @property
    def pvalue(self) -> float:
        """The two-sided p-value, for a difference that is above 0 in the sample.

        It is twice the share of the draws that are not above 0. The sample counts as a
        draw, so that the p-value is not 0.
        """
        n_versions = len(self.lowered)
        n_not_above = 1 + float(np.sum(self.lowered <= 0)) / n_versions
        return min(1.0, self.smallest_pvalue * n_not_above)

    @property
    def smallest_pvalue(self) -> float:
        """The p-value if all differences are above 0."""
        n_draws = len(self.lowered[0])
        return 2 / (1 + n_draws)

    def low_end(self, level: float) -> float:
        """Return the lower end of the interval with this nominal coverage."""
        return float(np.quantile(self.lowered, (1 - level) / 2))

    def high_end(self, level: float) -> float:
        """Return the upper end of the interval with this nominal coverage."""
        return float(np.quantile(self.raised, (1 + level) / 2))


@dataclass(frozen=True, eq=False)
class _Difference:
    """The difference of two scores, with an interval and a p-value."""

    value: float
    standard_error: float
    low: float
    high: float
    pvalue: float = 1.0
    pvalue_is_bound: bool = False

    def reversed(self) -> _Difference:
        """Return the difference of the second score and the first."""
        return replace(self, value=-self.value, low=-self.high, high=-self.low)
