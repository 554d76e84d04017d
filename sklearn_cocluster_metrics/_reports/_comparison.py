"""The result of a comparison, with its records, means, ranks and tests."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from .._displays._drawing import check_numbers, drawing_options, panel_axes
from .._indices._registry import declared_contracts
from .._structures._arguments import (
    check_between,
    check_flag,
    check_integer,
    check_level,
    check_mapping,
    check_option,
    check_sequence,
)
from .._structures._labels import is_missing
from .._structures._matrix import is_frame
from .._structures._messages import describe
from .._structures._results import Result
from .._structures._suspect_labels import text_of
from ._mean_differences import (
    MeanDifference,
    corrected_by_holm,
    difference_of_draws,
    holm,
    pvalues_of_best,
)
from ._presentation import ComparisonTables, draw_legend, draw_metric
from ._rank_test import RankTest, ranks_of, scores_of
from ._summary import (
    EntryKey,
    Record,
    Replicates,
    RunKey,
    Summary,
    count_draws,
    mean_of,
)

Entry = TypeVar("Entry")

# Entries that are names
_NAMES = ("data", "candidate", "metric")

# Entries that every record needs
_NEEDED_KEYS = [*RunKey._fields, "metric", "value"]
# Needed entries that are 0 if no data set was drawn and no run repeated several times
_DRAW_AND_REPEAT = ("draw", "repeat")
# Entries that a record need not have
_OPTIONAL_ENTRIES = (
    "header",
    "compared",
    "n_clusters",
    "n_left_out",
    "fit_time",
    "error",
)
# Entries with a number for each mode
_ENTRIES_OF_MODES = ("n_clusters", "n_left_out")


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Values of metrics for candidates on data sets, returned by `compare`.

    It prints as a table with the mean and standard deviation over draws or parts (or
    over repeats, if there is a single draw), the mean numbers of clusters, and the mean
    seconds of a fit. A star marks a candidate that is significantly better than every
    other candidate (see `pvalues`). The methods test differences between candidates and
    export the table.

    ``comparison["wine"]`` returns the comparison on one data set, and `select`
    restricts the comparison to some data sets, candidates or metrics. Two comparisons
    can be added, for example to join candidates. The draws of each data set in both
    must come from the same `random_state`, because candidates are compared draw by
    draw.

    If what is compared differs between data sets, the outputs mark each data set,
    because an index of the rows is a different number from an index of the cells.

    A candidate with a failed run is not compared with other candidates. It has neither
    stars nor differences on the data set of this run, and neither means nor ranks over
    data sets.

    Parameters
    ----------
    records : list of dict
        One record for each run and metric. Its entries are `data`, `draw`, `candidate`,
        `repeat`, `metric`, `header` (the index of this value with its options and what
        is compared), `compared` (such as "rows", "rows and columns" or "biclusters"),
        `value`, `n_clusters` (the numbers of row and column clusters, or the number of
        biclusters), `n_left_out` (the numbers of rows and columns that `unlabeled` or a
        step of a pipeline left out, with None for those that are not compared; None if
        nothing can be left out), `fit_time` (in seconds; None for labels) and `error`
        (the reason if `value` is None, and None otherwise). For scores that were
        computed elsewhere, `data`, `draw`, `candidate`, `repeat`, `metric` and `value`
        are enough, and other entries that are missing become None. Any entry that is
        NaN, as in a data frame, becomes None, so that a record without a value is a
        failed run. To leave out such a run, leave out its record. Names that are
        numbers, such as the number of a simulated data set, become strings.
    greater_is_better : dict of str to bool
        Whether higher is better, for each metric. A metric that has the name of an
        index of this package, and no header, must have the direction of this index.
    headers : dict of str to str, default={}
        Header of each metric, which does not say what is compared. If a metric is
        missing, its name is used.
    parts : dict of str to tuple of float, default={}
        Data sets whose draws are random parts, with the fractions of the rows and of
        the columns in a part. Data without columns, such as texts, have one fraction.
    draw_seeds : dict of str to int, default={}
        Data sets whose draws depend on `random_state`, with the seed that was used.

    See Also
    --------
    compare : It makes a comparison.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare
    >>> true = ([0, 0, 1, 1, 2], [0, 0, 1])
    >>> candidates = {
    ...     "coarse": ([0, 0, 1, 1, 1], [0, 0, 1]),
    ...     "fine": ([0, 0, 1, 1, 2], [0, 1, 2]),
    ... }
    >>> found = compare(candidates, {"toy": (None, true)}, ["cari", "coami"])
    >>> print(found)
    data  candidate  CARI ↑  coAMI ↑  clusters
    toy   coarse     0.696   0.627    2 x 2
          fine       0.533   0.490    3 x 3
    <BLANKLINE>
    ↑ higher is better.
    """

    records: list[dict[str, Any]]
    greater_is_better: dict[str, bool]
    headers: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    draw_seeds: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        directions = check_mapping(self.greater_is_better, "greater_is_better", "bools")
        _check_is_mapping(self.headers, "headers", "the headers of metrics")
        _check_is_mapping(self.parts, "parts", "the fractions in random parts")
        _check_is_mapping(self.draw_seeds, "draw_seeds", "the seeds of draws")
        for metric, direction in directions.items():
            check_flag(direction, f"greater_is_better[{metric!r}]")
            # A header says what the metric is, so its name may be that of an index with
            # another direction. `compare` always writes a header.
            if metric not in self.headers:
                _check_direction(metric, direction)
        _refuse_frame(self.records)
        records = check_sequence(self.records, "records", "dicts")
        _check_entries(records)
        records = list(map(_with_all_entries, records))
        _check_have_directions(records, directions)
        object.__setattr__(self, "records", records)
        for field_name in ("parts", "draw_seeds"):
            entries = getattr(self, field_name)
            by_name = {_as_name(data): entry for data, entry in entries.items()}
            object.__setattr__(self, field_name, by_name)
        parts = {
            name: _checked_fractions(fractions, name)
            for name, fractions in self.parts.items()
        }
        object.__setattr__(self, "parts", parts)
        _check_single_values(records)
        # What the first record of each data set compares, such as "rows"
        compared_by_data = self.compared
        _check_same_compared(records, compared_by_data)

    def __add__(self, other: Comparison) -> Comparison:
        """Return the comparison with the records of both."""
        _check_same_metrics(self, other)
        _check_same_draws(self, other)
        return Comparison(
            records=[*self.records, *other.records],
            greater_is_better=self.greater_is_better | other.greater_is_better,
            headers={**self.headers, **other.headers},
            parts={**self.parts, **other.parts},
            draw_seeds={**self.draw_seeds, **other.draw_seeds},
        )

    def __getitem__(self, data: str | Sequence[str]) -> Comparison:
        """Return the comparison on one data set, or on a list of data sets."""
        return self.select(data=data)

    def select(
        self,
        *,
        data: str | Sequence[str] | None = None,
        candidates: str | Sequence[str] | None = None,
        metrics: str | Sequence[str] | None = None,
    ) -> Comparison:
        """Return the comparison on some data sets, with some candidates or metrics.

        The p-values, stars and ranks of the result are computed from the selection
        alone. Select before you look at the values, because corrected p-values do not
        allow for a choice that was guided by the values.

        Parameters
        ----------
        data, candidates, metrics : str or list of str, default=None
            Names to select, one or several. If None, all are selected.

        Returns
        -------
        comparison : Comparison
            Selected records, in their present order.

        Raises
        ------
        ValueError, TypeError
            If a name does not exist, or if nothing was run for the combination of
            names.
        """
        selected_data = _selected(data, "data", self.data)
        selected_candidates = _selected(candidates, "candidates", self.candidates)
        selected_metrics = _selected(metrics, "metrics", self.metrics)
        records = [
            record
            for record in self.records
            if record["data"] in selected_data
            and record["candidate"] in selected_candidates
            and record["metric"] in selected_metrics
        ]
        if not records:
            raise ValueError(
                f"No run of the candidates {selected_candidates} on the data sets "
                f"{selected_data} has a value of the metrics {selected_metrics}. "
                "Select names that were run together."
            )
        return Comparison(
            records=records,
            greater_is_better=_entries_of(self.greater_is_better, selected_metrics),
            headers=_entries_of(self.headers, selected_metrics),
            parts=_entries_of(self.parts, selected_data),
            draw_seeds=_entries_of(self.draw_seeds, selected_data),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, in a form that JSON can store.

        Returns
        -------
        entries : dict
            Fields of the comparison. JSON has no infinity, so an infinite value becomes
            None, and the record has its sign under "infinite".
        """
        entries = super().to_dict()
        for entry, record in zip(entries["records"], self.records, strict=True):
            value = record["value"]
            if value is not None and math.isinf(value):
                entry["infinite"] = 1 if value > 0 else -1
        return entries

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any]) -> Comparison:
        """Return the comparison that `to_dict` has written.

        Parameters
        ----------
        entries : dict
            Dictionary that `to_dict` returned, for example after `json.load`.

        Returns
        -------
        comparison : Comparison
            Comparison with the same records as the original.
        """
        check_mapping(entries, "entries", "fields of a comparison")
        missing = {"records", "greater_is_better"} - set(entries)
        if missing:
            raise ValueError(
                f"`entries` lacks the keys {sorted(missing)}. Pass the dictionary "
                "that `Comparison.to_dict` returned."
            )
        written_records = check_sequence(
            entries["records"], "entries['records']", "dicts"
        )
        records = []
        for number, entry in enumerate(written_records):
            record = entry  # An entry that is not a dict raises an error later.
            # `to_dict` replaces an infinite value by None, and keeps its sign, 1 or -1.
            # In a data frame of the records, the other records have NaN as the sign.
            if isinstance(entry, Mapping) and "infinite" in entry:
                record = dict(entry)
                sign = record.pop("infinite")
                if not is_missing(sign):
                    record["value"] = _infinity(sign, number)
            records.append(record)
        return cls(
            records=records,
            greater_is_better=entries["greater_is_better"],
            headers=entries.get("headers", {}),
            parts=entries.get("parts", {}),
            draw_seeds=entries.get("draw_seeds", {}),
        )

    @property
    def data(self) -> list[str]:
        """Names of the data sets."""
        return list(dict.fromkeys(record["data"] for record in self.records))

    @property
    def candidates(self) -> list[str]:
        """Names of the candidates."""
        return list(dict.fromkeys(record["candidate"] for record in self.records))

    @property
    def metrics(self) -> list[str]:
        """Names of the metrics."""
        return list(self.greater_is_better)

    @property
    def compared(self) -> dict[str, str | None]:
        """What is compared in each data set, such as "rows"; None if not recorded."""
        compared_by_data: dict[str, str | None] = {}
        for record in self.records:
            compared_by_data.setdefault(record["data"], record["compared"])
        return compared_by_data

    def to_frame(self) -> Any:
        """Return the records as a pandas data frame, with NaN in place of None."""
        import pandas as pd

        return pd.DataFrame(self.records).astype({"value": float, "fit_time": float})

    def means(self) -> dict[str, dict[str, float | None]]:
        """Return the mean of each candidate over the data sets, by metric.

        The mean treats all data sets alike. If the values of a metric are on different
        scales in different data sets, `ranks` may be more suitable.

        Returns
        -------
        means : dict of str to dict of str to float or None
            ``means[metric][candidate]`` is the mean over the data sets on which all
            candidates were run. It is None if a run of the candidate failed on one of
            them, or if inf and -inf are among its values. Whether a higher mean is
            better is stored in `greater_is_better`.

        Raises
        ------
        ValueError
            If what is compared differs between the data sets, because their values then
            belong to different indices; or if there is no data set on which all
            candidates were run.
        """
        if self._is_mixture():
            raise ValueError(
                "`means` averages over data sets, but the data sets do not compare "
                f"the same: {self._text_of_mixture()}. Call `compare` once for each "
                "kind, or use `ranks`, which are computed within data sets."
            )
        means_by_metric = {}
        for metric in self.metrics:
            # A replicate is a data set. Its value is a mean over draws and repeats.
            replicates = Replicates.of(self.records, metric, self.candidates)
            # Candidates with a failed run are not in `replicates`, and keep None.
            means: dict[str, float | None] = dict.fromkeys(self.candidates)
            for candidate, means_on_data in zip(
                replicates.candidates, replicates.means.tolist(), strict=True
            ):
                mean = mean_of(means_on_data)
                if not math.isnan(mean):
                    means[candidate] = mean
            means_by_metric[metric] = means
        return means_by_metric

    @overload
    def ranks(self, metric: None = None) -> dict[str, dict[str, float | None]]: ...

    @overload
    def ranks(self, metric: str) -> dict[str, float | None]: ...

    def ranks(self, metric: str | None = None) -> Any:
        """Return the mean rank of each candidate over the data sets.

        Candidates are ranked within each data set. Therefore, ranks are defined even if
        what is compared differs between data sets.

        Parameters
        ----------
        metric : str, default=None
            Name of the metric. If None, the ranks by all metrics are returned.

        Returns
        -------
        ranks : dict of str to float or None, or dict of str to such a dict
            ``ranks(metric)[candidate]`` or ``ranks()[metric][candidate]``, over the
            same data sets as `means`. The best rank is 1, and tied candidates share the
            mean of their ranks. The rank is None if a run of the candidate failed.

        Raises
        ------
        ValueError
            If the metric is unknown, or if there is no data set on which all candidates
            were run.
        """
        if metric is None:
            return {name: self._mean_ranks(name) for name in self.metrics}
        return self._mean_ranks(self._check_metric(metric))

    def rank_test(self, metric: str | None = None, *, level: float = 0.05) -> RankTest:
        """Test whether candidates differ over data sets, or over draws.

        Use it to compare two or more candidates over all data sets at once; for a
        single data set, use `differences`. The result has Friedman's test with
        Nemenyi's critical difference [1]_, Wilcoxon's signed-rank test of each pair
        with Holm's correction, and the mean differences.

        If every data set has several independent draws, each draw is a replicate, and
        mean differences are averaged over the data sets. The test then allows
        conclusions about further draws of the same data sets, but not about new data
        sets. Otherwise, each data set is one replicate, for which repeats and parts are
        averaged. The test then allows conclusions about all data sets of which the
        given ones are a sample.

        Candidates with a failed run are left out, and the printed result names them.
        What is compared may differ between data sets, and the printed result shows if
        it does. Ranks are still valid because they are computed within data sets, and
        the signed-rank test keeps its level because by chance each difference is as
        likely positive as negative. However, mean differences are None, because they
        would mix different indices.

        Parameters
        ----------
        metric : str, default=None
            Name of the metric. If None, the first metric of the comparison is used.
        level : float, default=0.05
            Significance level of the critical difference, and one minus the confidence
            level of the intervals.

        Returns
        -------
        test : RankTest
            P-values, mean ranks and differences, and the method `plot`.

        Raises
        ------
        ValueError, TypeError
            If the metric is unknown, if `level` is not between 0 and 1, if fewer than
            two candidates have no failed run, if there are fewer than two replicates in
            which all candidates were run, or if only some data sets have several draws.

        References
        ----------
        .. [1] J. Demšar (2006). Statistical comparisons of classifiers over multiple
           data sets. Journal of Machine Learning Research 7, 1-30, sections 3.1.3
           and 3.2.2.
        """
        metric = self._check_metric(metric)
        data_with_draws = [
            data
            for data in self.data
            if data not in self.parts and count_draws(self.records, data) > 1
        ]
        by_draw = len(data_with_draws) > 0
        if by_draw and len(data_with_draws) < len(self.data):
            raise ValueError(
                f"The data sets {data_with_draws} have several draws, the others have "
                "one. A replicate must be either a draw or a data set for all of "
                "them, so select one kind before the test, for example "
                f"`comparison[{data_with_draws}].rank_test()`."
            )
        replicates = Replicates.of(
            self.records, metric, self.candidates, by_draw=by_draw
        )
        means = replicates.means
        if min(means.shape) < 2:
            failures = ""
            if replicates.failed:
                failures = f" without {replicates.failed}, which failed"
            raise ValueError(
                "A test of ranks needs at least two candidates and two replicates "
                f"(data sets or draws); got {means.shape[0]} and "
                f"{means.shape[1]}{failures}. To compare two candidates on one data "
                "set, use `differences`."
            )
        # The data set of each draw; None if replicates are data sets themselves
        strata: list[str | None] = [None] * len(replicates.data)
        if by_draw:
            strata = list(replicates.data)
        header = self._header(metric)
        if self._is_mixture():
            header += f" ({'; '.join(map(str, self._kinds()))})"
        return RankTest.of(
            header,
            dict(zip(replicates.candidates, means, strict=True)),
            failed=replicates.failed,
            strata=strata,
            are_alike=not self._is_mixture(),
            greater_is_better=self.greater_is_better[metric],
            level=check_level(level, "level"),
        )

    def differences(
        self, first: str, second: str, metric: str | None = None
    ) -> dict[str, MeanDifference | None]:
        r"""Test the difference of two candidates on each data set.

        The replicates of a data set are its independent draws or its random parts, for
        which repeats are averaged. The test is paired, because both candidates were run
        on each replicate. For other runs of each candidate, use
        ``scipy.stats.ttest_ind``. Labels that were passed as candidates have no
        replicates unless `data` has several draws; use `compare_scores` for such
        labels. P-values for up to 30 draws and intervals for up to 12 draws are
        computed from all choices of signs of the differences. This method is exact if
        the two candidates are interchangeable. Otherwise, Student's t distribution is
        used.

        Parameters
        ----------
        first, second : str
            Names of the candidates.
        metric : str, default=None
            Name of the metric. If None, the first metric of the comparison is used.

        Returns
        -------
        differences : dict of str to MeanDifference or None
            For each data set, the mean of first minus second. Its 95 % interval is for
            this data set alone, and it is infinite if there are fewer than six draws or
            parts. The difference is also given in standard deviations of a replicate.
            The p-values are corrected by Holm's method for the number of data sets. The
            entry is None if a run of one of the two candidates failed. To compare all
            pairs of candidates, call `pairwise_differences`.

        Raises
        ------
        ValueError
            If a name is unknown, if a data set has a single draw, if a value is missing
            or infinite, or if on every data set a run of one of the two candidates
            failed.

        Notes
        -----
        Random parts overlap, so they are not independent. Let f be the fraction of the
        rows or of the columns in a part (the greater one, if both are below 1), and let
        :math:`s^2` be the variance of the differences. The variance of the mean of n
        parts is taken to be :math:`s^2 (1 / n + f / (1 - f))`, which assumes that the
        correlation of two parts is f [1]_.

        No p-value is below :math:`2^{1 - n}`, the least value that n signs can give,
        because a few differences can be alike by chance. Therefore, fewer than six
        draws or parts have no p-value below 0.05, and their interval is infinite. For
        13 to 30 draws, the interval is Student's and may disagree slightly with the
        p-value. Holm's correction does not widen any interval.

        References
        ----------
        .. [1] C. Nadeau, Y. Bengio (2003). Inference for the generalization error.
           Machine Learning 52, 239-281. :doi:`10.1023/A:1024068626366`
        """
        metric = self._check_metric(metric)
        first = check_option(_as_name(first), "candidate", self.candidates)
        second = check_option(_as_name(second), "candidate", self.candidates)
        differences = self._raw_differences(first, second, metric)
        corrected_differences = corrected_by_holm(differences)
        if not corrected_differences:
            raise ValueError(
                "There is no difference to test, because on each data set a run of "
                f"{first!r} or of {second!r} failed. Print the comparison to see the "
                "errors."
            )
        return differences | corrected_differences

    def pairwise_differences(
        self, metric: str | None = None
    ) -> dict[tuple[str, str, str], MeanDifference | None]:
        """Compare every two candidates on each data set, as one family of tests.

        Each difference is computed as in `differences`, but all p-values are corrected
        together. Use it if no pair of candidates was chosen in advance.

        Parameters
        ----------
        metric : str, default=None
            Name of the metric. If None, the first metric of the comparison is used.

        Returns
        -------
        differences : dict of (first, second, data) to MeanDifference or None
            Mean of first minus second. The p-values are corrected by Holm's method for
            all pairs of candidates and all data sets, whereas each interval is for its
            difference alone. The entry is None if a run of one of the two candidates
            failed.

        Raises
        ------
        ValueError
            If there is a single candidate, or in the same cases as `differences`.
        """
        metric = self._check_metric(metric)
        if len(self.candidates) < 2:
            raise ValueError(
                "`pairwise_differences` needs at least two candidates, but the "
                f"comparison has only {self.candidates}. Pass all candidates to one "
                "call of `compare`, or add the comparisons with `+`."
            )
        differences: dict[tuple[str, str, str], MeanDifference | None] = {}
        for first, second in combinations(self.candidates, 2):
            of_pair = self._raw_differences(first, second, metric)
            for data, difference in of_pair.items():
                differences[first, second, data] = difference
        corrected_differences = corrected_by_holm(differences)
        if not corrected_differences:
            raise ValueError(
                "There is no difference to test, because on each data set at most "
                "one candidate has no failed run. Print the comparison to see the "
                "errors."
            )
        return differences | corrected_differences

    def pvalues(self) -> dict[tuple[str, str, str], float]:
        """Return the p-values behind the stars of the printed table.

        A candidate is tested against every other candidate on the same data set,
        because a star means that it is better than all of them.

        Returns
        -------
        pvalues : dict of (metric, data, candidate) to float
            For the best candidate on a data set, the greatest of the one-sided p-values
            of the `differences` from every other candidate without a failed run, and 1
            for the others. They are corrected by Holm's method for all candidates,
            metrics and data sets. A small p-value means that the candidate is better
            than every other. Data sets with a single draw and candidates that failed
            have no p-value.
        """
        summaries = self._summaries()
        raw_pvalues: dict[EntryKey, float] = {}
        for metric, data in product(self.metrics, self.data):
            pvalues = pvalues_of_best(
                {name: summaries[metric, data, name] for name in self.candidates},
                metric=self._header_on(metric, [data]),
                fraction=self._fraction_in_common(data),
                greater_is_better=self.greater_is_better[metric],
            )
            for candidate, pvalue in pvalues.items():
                raw_pvalues[metric, data, candidate] = pvalue
        corrected_pvalues = holm(list(raw_pvalues.values()))
        return dict(zip(raw_pvalues, corrected_pvalues, strict=True))

    def plot(
        self, *, ax: Any = None, setting: str | None = None, **kwargs: Any
    ) -> NDArray[Any]:
        """Draw one panel for each metric, with values by data set and candidate.

        Dots are draws or parts, or repeats if there is a single draw. Large markers are
        means with standard deviations. A cross stands for a candidate without finite
        values.

        Parameters
        ----------
        ax : matplotlib Axes or array-like of these, default=None
            Axes to draw on, one for each metric. If None, a new figure is made.
        setting : str, default=None
            Name of a setting whose levels are the data sets, such as the amount of
            noise. It labels the horizontal axis, and each candidate is drawn as a
            curve. If the names of the data sets are numbers, these are the positions on
            the axis. The points of several candidates are drawn side by side around
            this position. If None, the data sets are drawn side by side.
        **kwargs : dict
            Keyword arguments passed to ``Axes.errorbar``, which draws the means.

        Returns
        -------
        axes : ndarray of matplotlib Axes
            Axes with the panels.

        Raises
        ------
        ValueError, TypeError
            If `ax` does not have one Axes for each metric, or if an option is not known
            to ``Axes.errorbar``.
        """
        kwargs = drawing_options(kwargs, "errorbar", caller=self.plot)
        panels = panel_axes(ax, len(self.metrics), width=3, height=3.6)
        summaries = self._summaries()
        for panel, metric in zip(panels, self.metrics, strict=True):
            summaries_by_candidate = {
                candidate: [summaries[metric, data, candidate] for data in self.data]
                for candidate in self.candidates
            }
            draw_metric(
                panel,
                summaries_by_candidate,
                data=self.data,
                printed_data_names=list(self._printed_data_names("\n").values()),
                setting=setting,
                label=self._header(metric),
                greater_is_better=self.greater_is_better[metric],
                options=kwargs,
            )
        draw_legend(panels)
        return panels

    def to_latex(
        self, *, digits: int = 3, caption: str | None = None, label: str | None = None
    ) -> str:
        r"""Return a LaTeX table with a column for each candidate.

        Parameters
        ----------
        digits : int, default=3
            Number of decimals, at most 15.
        caption, label : str, default=None
            Caption and label, written in LaTeX, of a ``table`` around the ``tabular``.
            If both are None, there is no ``table``.

        Returns
        -------
        table : str
            Means and standard deviations. Bold entries have a star in the printed
            table. As in the printed table, notes below explain the entries, and show
            what was left out. Special characters in names are escaped. The table needs
            ``\usepackage{booktabs}``.

        Raises
        ------
        ValueError, TypeError
            If `digits` is not an integer from 0 to 15.
        """
        digits = check_integer(digits, "digits", 0, 15)
        return self._tables().latex(digits, caption=caption, label=label)

    def to_markdown(self, *, digits: int = 3) -> str:
        """Return the printed table in Markdown.

        Parameters
        ----------
        digits : int, default=3
            Number of decimals, at most 15.

        Returns
        -------
        table : str
            Means and standard deviations. Bold entries have a star in the printed
            table. As in the printed table, notes below explain the entries, and show
            what was left out. Vertical bars in names are escaped.

        Raises
        ------
        ValueError, TypeError
            If `digits` is not an integer from 0 to 15.
        """
        digits = check_integer(digits, "digits", 0, 15)
        return self._tables().markdown(digits)

    def __repr__(self) -> str:
        # Labels are not fitted, so they have no time; neither has a fit that failed.
        fits = {
            tuple(record[key] for key in RunKey._fields)
            for record in self.records
            if record["fit_time"] is not None
        }
        n_failed = sum(record["error"] is not None for record in self.records)
        numbers = {
            "candidate": len(self.candidates),
            "data set": len(self.data),
            "metric": len(self.metrics),
            "fit": len(fits),
            "failed value": n_failed,
        }
        texts = []
        for unit, number in numbers.items():
            if number > 0:
                plural = "s" if number > 1 else ""
                texts.append(f"{number} {unit}{plural}")
        return f"{type(self).__name__}({', '.join(texts)})"

    def __str__(self) -> str:
        return self._tables().text()

    def _repr_html_(self) -> str:
        """Return an HTML table; Jupyter calls this."""
        return self._tables().html()

    def _tables(self) -> ComparisonTables:
        """Return the comparison as tables, ready to be printed or exported.

        It is a mixture if what is compared, such as "rows", differs between data sets.
        The printed names of the data sets then say what is compared. The p-values are
        those of the stars.
        """
        return ComparisonTables(
            printed_data_names=self._printed_data_names(),
            is_mixture=self._is_mixture(),
            candidates=self.candidates,
            records=self.records,
            greater_is_better=self.greater_is_better,
            headers={metric: self._header(metric) for metric in self.metrics},
            parts=self.parts,
            summaries=self._summaries(),
            pvalues=self.pvalues(),
        )

    def _mean_ranks(self, metric: str) -> dict[str, float | None]:
        """Return the mean rank over data sets of each candidate, by a metric.

        Rank 1 is the best. Only data sets on which all candidates were run count. The
        mean rank is None if the candidate failed on one of them.
        """
        replicates = Replicates.of(self.records, metric, self.candidates)
        scores = scores_of(replicates.means, self.greater_is_better[metric])
        mean_ranks = ranks_of(scores).mean(axis=1).tolist()
        # Candidates with a failed run are not in `replicates`, and keep None.
        ranks: dict[str, float | None] = dict.fromkeys(self.candidates)
        ranks.update(zip(replicates.candidates, mean_ranks, strict=True))
        return ranks

    def _check_metric(self, metric: str | None) -> str:
        """Check and return the name of a metric; None stands for the first."""
        if metric is None:
            return self.metrics[0]
        return str(check_option(metric, "metric", self.metrics))

    def _kinds(self) -> list[str | None]:
        """Return the different kinds of what is compared, such as "rows".

        None stands for data sets for which it is not recorded.
        """
        return list(dict.fromkeys(self.compared.values()))

    def _is_mixture(self) -> bool:
        """Return whether what is compared differs between data sets."""
        return len(self._kinds()) > 1

    def _text_of_mixture(self) -> str:
        """Return text on what each data set compares, such as "rows of ['a']"."""
        data_by_kind: dict[str | None, list[str]] = {}
        for data, kind in self.compared.items():
            data_by_kind.setdefault(kind, []).append(data)
        return "; ".join(f"{kind} of {data}" for kind, data in data_by_kind.items())

    def _printed_data_names(self, separator: str = " ") -> dict[str, str]:
        """Return the printed names of the data sets, with marks if they are a mixture.

        A mark says what is compared. The `separator` stands before it.
        """
        if not self._is_mixture():
            return {data: data for data in self.data}
        return {
            data: f"{data}{separator}({kind})" for data, kind in self.compared.items()
        }

    def _header(self, metric: str) -> str:
        """Return the header of a metric.

        The header says what is compared, unless this differs between data sets.
        """
        if self._is_mixture():
            return self.headers.get(metric, metric)
        return self._header_on(metric, self.data)

    def _header_on(self, metric: str, data: Collection[str]) -> str:
        """Return the header of a metric on data sets that compare the same.

        The header is read from a record of these data sets, if there is any with it.
        """
        for record in self.records:
            if record["metric"] == metric and record["data"] in data:
                if record["header"] is not None:
                    return str(record["header"])
        return self.headers.get(metric, metric)

    def _fraction_in_common(self, data: str) -> float | None:
        """Return the fraction of the greatest overlap of two parts, or None.

        It is the greater of the fractions below 1, because tests take it as the
        correlation of two parts, and are then on the safe side.
        """
        fractions = self.parts.get(data)
        if fractions is None:
            return None
        return max(fraction for fraction in fractions if fraction < 1)

    def _summaries(self) -> dict[EntryKey, Summary]:
        """Return the summary of each entry of the table, also if nothing was run."""
        records_by_entry: dict[EntryKey, list[Record]] = defaultdict(list)
        for record in self.records:
            entry = (record["metric"], record["data"], record["candidate"])
            records_by_entry[entry].append(record)
        entries = product(self.metrics, self.data, self.candidates)
        return {entry: Summary.of(records_by_entry[entry]) for entry in entries}

    def _raw_differences(
        self, first: str, second: str, metric: str
    ) -> dict[str, MeanDifference | None]:
        """Return the differences of two candidates by data set, not yet corrected.

        A difference is None if a run of one of the two failed. Raise an error if a data
        set has a single draw, or values that are missing or infinite.
        """
        summaries = self._summaries()
        differences: dict[str, MeanDifference | None] = {}
        for data in self.data:
            if count_draws(self.records, data) < 2:
                raise ValueError(
                    f"The data set {data!r} has a single draw, so there is nothing to "
                    "test with; the rows of one fit are not replicates. For "
                    "estimators, pass `subsample=(0.5, 0.5)` to `compare`, or data "
                    f"with several draws. {self._advice_on_test()}"
                )
            first_summary = summaries[metric, data, first]
            second_summary = summaries[metric, data, second]
            differences[data] = None
            if first_summary.n_failed > 0 or second_summary.n_failed > 0:
                continue
            difference = difference_of_draws(
                first_summary,
                second_summary,
                metric=self._header_on(metric, [data]),
                fraction=self._fraction_in_common(data),
            )
            if difference is None:
                raise ValueError(
                    f"Some values of {first!r} or {second!r} on {data!r} are missing "
                    "or infinite, so they have no mean difference. Use `rank_test`, "
                    "which allows infinite values, or another metric."
                )
            differences[data] = difference
        return differences

    def _advice_on_test(self) -> str:
        """Return the advice on a test for data sets that have a single draw each."""
        if len(self.data) > 1:  # the number of names of data sets
            return (
                "To test the candidates over all data sets, each of which then counts "
                "as one replicate, call `rank_test()`."
            )
        return (
            "To test whether two given clusterings or co-clusterings differ, use "
            "`compare_scores`."
        )


def _check_direction(metric: str, direction: bool) -> None:
    """Check the direction of a metric that has the name of an index of this package."""
    contract = declared_contracts().get(metric)
    if contract is not None and contract.greater_is_better != direction:
        better = "higher" if contract.greater_is_better else "lower"
        raise ValueError(
            f"`greater_is_better[{metric!r}]` is {direction}, but for the index "
            f"{metric!r} of this package, {better} values are better. Pass "
            f"{not direction}, or give another metric another name."
        )


def _check_is_mapping(entries: Any, name: str, contents: str) -> None:
    """Check that entries are a mapping from names, which may be empty."""
    if not isinstance(entries, Mapping):
        raise TypeError(
            f"`{name}` must be a mapping from names to {contents}, got "
            f"{describe(entries)}."
        )


def _infinity(sign: Any, number: int) -> float:
    """Return inf or -inf for the sign that `Comparison.to_dict` has written.

    Errors give the `number` of the record.
    """
    if not isinstance(sign, int | float) or sign not in (1, -1):
        raise ValueError(
            f"`entries['records'][{number}]['infinite']` must be 1 or -1, which is the "
            f"sign of an infinite value, got {describe(sign)}. Pass the dictionary "
            "that `Comparison.to_dict` returned."
        )
    return math.copysign(math.inf, sign)


def _check_have_directions(
    records: Sequence[Record], directions: Mapping[str, bool]
) -> None:
    """Check that the metric of each record has a direction.

    The values of any other metric would not be printed.
    """
    for number, record in enumerate(records):
        if record["metric"] not in directions:
            raise ValueError(
                f"`records[{number}]` has a value of the metric {record['metric']!r}, "
                f"but `greater_is_better` has only {list(directions)}. Add whether "
                "higher is better for this metric."
            )


def _refuse_frame(records: Any) -> None:
    """Raise an error if a data frame was passed in place of its rows as records."""
    if not is_frame(records):
        return
    missing = [key for key in _NEEDED_KEYS if key not in records.columns]
    problem = "`records` must be a list of dicts, got a data frame. Pass"
    if not missing:
        raise TypeError(f"{problem} `frame.to_dict('records')`.")
    if set(missing) <= set(_DRAW_AND_REPEAT):
        numbers = ", ".join(f"{key}=0" for key in missing)
        raise TypeError(f"{problem} `frame.assign({numbers}).to_dict('records')`.")
    raise TypeError(
        f"{problem} one dict for each score, with the keys {_NEEDED_KEYS}. If the "
        "index has the names of the data sets, and each column has the scores of a "
        "candidate, these are `frame.rename_axis('data').melt(ignore_index=False, "
        "var_name='candidate').reset_index().assign(metric='score', draw=0, repeat=0)"
        ".to_dict('records')`."
    )


def _check_entries(records: Sequence[Any]) -> None:
    """Check that there are records, each with the needed entries and a valid value.

    A valid value is a number, or None for a failed run.
    """
    for number, record in enumerate(records):
        if not isinstance(record, Mapping) or not set(_NEEDED_KEYS) <= set(record):
            raise TypeError(
                f"`records[{number}]` must be a dict with the keys {_NEEDED_KEYS}; "
                f"got {record!r:.80}. {_advice_on_record(record)}"
            )
        for name in _ENTRIES_OF_MODES:
            entry = record.get(name)
            if isinstance(entry, str):
                raise TypeError(
                    f"`records[{number}][{name!r}]` must be numbers or None, got the "
                    f"text {entry!r:.80}, as from a CSV file. To save and load "
                    "a comparison, use `to_dict` and `Comparison.from_dict`. From a "
                    f"CSV file, read only the columns {_NEEDED_KEYS}."
                )
            is_unknown = entry is None or _is_nan(entry)
            if not is_unknown and not isinstance(entry, list | tuple | np.ndarray):
                raise TypeError(
                    f"`records[{number}][{name!r}]` must be a tuple with a number for "
                    f"each mode, such as (3, 2), or None, got {describe(entry)}."
                )
        for name in _NAMES:
            if is_missing(record[name]):
                raise ValueError(
                    f"`records[{number}][{name!r}]` is {record[name]}, but every "
                    "record needs this name. Leave out the record, or name it."
                )
    values = [record["value"] for record in records]
    # There is one axis, whose length must not be 0. A failed run has the value None,
    # which becomes NaN.
    check_numbers(
        values, "records[:]['value']", {"records": None}, must_be_finite=False
    )


def _advice_on_record(record: Any) -> str:
    """Return the advice on a record that lacks a key, or that is not a dict."""
    if isinstance(record, Mapping):
        missing = [key for key in _NEEDED_KEYS if key not in record]
        if set(missing) <= set(_DRAW_AND_REPEAT):
            numbers = ", ".join(f"{key}=0" for key in missing)
            return (
                "If no run was repeated, pass "
                f"`[dict(record, {numbers}) for record in records]`."
            )
    return "Pass the `records` of a `Comparison`, or use `Comparison.from_dict`."


def _checked_fractions(fractions: Any, name: str) -> tuple[float, ...]:
    """Check the fractions of rows and columns in the random parts of a data set.

    Each fraction is from 0 to 1, both included. The least of them must be neither 0 nor
    1, because a part then has entries, but not all of them.
    """
    argument = f"parts[{name!r}]"
    checked = tuple(
        check_between(fraction, f"{argument}[{mode}]", 0, 1)
        for mode, fraction in enumerate(
            check_sequence(fractions, argument, "fractions of rows and columns")
        )
    )
    if not 0 < min(checked) < 1:
        raise ValueError(
            f"The fractions in `{argument}` must be above 0, and at least one of them "
            f"must be below 1; got {fractions}. Pass the fractions that `subsample` "
            "had, such as `(0.5, 0.5)`."
        )
    return checked


def _with_all_entries(record: Record) -> Record:
    """Return a copy of a record with None for entries that it lacks or that are NaN.

    A data frame has NaN in place of None. A file has lists in place of the tuples with
    a number for each mode. Names that are numbers become strings.
    """
    entries = {name: record.get(name) for name in ("value", *_OPTIONAL_ENTRIES)}
    for name, entry in entries.items():
        if _is_nan(entry):
            entries[name] = None
        elif name in _ENTRIES_OF_MODES and entry is not None:
            entries[name] = tuple(entry)
    names = {name: _as_name(record[name]) for name in _NAMES}
    return {**record, **entries, **names}


def _as_name(name: Any) -> str:
    """Return a name as a string, because numbers cannot be printed in a table."""
    return name if isinstance(name, str) else text_of(name)


def _is_nan(entry: Any) -> bool:
    """Return whether an entry of a record is the number NaN."""
    return isinstance(entry, float) and math.isnan(entry)


def _check_single_values(records: Sequence[Record]) -> None:
    """Check that no run has two values of the same metric."""
    keys = [*RunKey._fields, "metric"]
    runs_with_metric = (tuple(record[key] for key in keys) for record in records)
    # The run with the most values of one metric
    [(run_with_metric, n_values)] = Counter(runs_with_metric).most_common(1)
    if n_values > 1:
        raise ValueError(
            f"`records` has several values for the run {run_with_metric}. Join only "
            "comparisons that differ in data sets, candidates, metrics or repeats. For "
            "more repeats of the same draws, pass a list of seeds as `random_state`, "
            "with other seeds in the second call of `compare`."
        )


def _check_same_compared(
    records: Sequence[Record], compared_by_data: Mapping[str, str | None]
) -> None:
    """Check that all records of a data set compare the same, such as its rows.

    `compared_by_data` has what the first record of each data set compares.
    """
    for record in records:
        data = record["data"]
        compared = record["compared"]
        first_compared = compared_by_data[data]
        if compared == first_compared:
            continue
        if compared is None or first_compared is None:
            entry = {"compared": compared or first_compared}
            raise ValueError(
                f"On the data set {data!r}, some records have the entry {entry}, and "
                "others do not say what they compare. If they compare the same, add "
                "this entry to each of the others."
            )
        raise ValueError(
            f"On the data set {data!r}, some values in `records` compare "
            f"{first_compared} and others {compared}. These are different numbers, so "
            "give them two names of data sets."
        )


def _check_same_metrics(first: Comparison, second: Comparison) -> None:
    """Check that metrics with the same name are the same, before comparisons are added.

    Their directions and their headers must be equal.
    """
    for name in sorted(set(first.greater_is_better) & set(second.greater_is_better)):
        if first.greater_is_better[name] != second.greater_is_better[name]:
            raise ValueError(
                f"The metric {name!r} has opposite directions in the two comparisons, "
                "so they cannot be added. Pass the same `greater_is_better` to both "
                "calls of `compare`, or give the two metrics different names by "
                "passing `metrics` as a dictionary."
            )
    for name in sorted(set(first.headers) & set(second.headers)):
        if first.headers[name] != second.headers[name]:
            raise ValueError(
                f"The metric {name!r} is {first.headers[name]} in one comparison and "
                f"{second.headers[name]} in the other, so they cannot be added. Pass "
                "`metrics` as a dictionary to both calls of `compare`, to give the "
                "two metrics different names."
            )


def _check_same_draws(first: Comparison, second: Comparison) -> None:
    """Check that data sets with the same name have the same draws or random parts.

    The fractions in the parts and the seeds must be equal. A seed determines the random
    parts of a data set, or the data sets that a function draws. Draws that a user has
    passed have no seed, and count as the same.
    """
    for name in sorted(set(first.data) & set(second.data)):
        if first.parts.get(name) != second.parts.get(name):
            raise ValueError(
                f"The random parts of {name!r} have different fractions in the two "
                "comparisons, so their values cannot be joined. Pass the same "
                "`subsample` to both calls of `compare`, or give the data set another "
                "name in one of them."
            )
        if first.draw_seeds.get(name) != second.draw_seeds.get(name):
            raise ValueError(
                f"The draws of {name!r} differ between the two comparisons, so "
                "candidates cannot be compared draw by draw. To join other candidates "
                "or metrics, pass the same integer as `random_state` to both calls of "
                "`compare`. Further draws cannot be joined; pass a greater `n_draws` "
                "to a single call."
            )


def _selected(names: Any, parameter: str, known_names: list[str]) -> list[str]:
    """Check and return the names that a user selects; None selects all."""
    if names is None:
        return known_names
    if isinstance(names, str):
        names = [names]
    return [
        check_option(_as_name(name), parameter, known_names)
        for name in check_sequence(names, parameter, "names")
    ]


def _entries_of(entries: Mapping[str, Entry], names: list[str]) -> dict[str, Entry]:
    """Return the entries with these names, in the order of the mapping."""
    return {name: entry for name, entry in entries.items() if name in names}
