"""The result of a comparison: records, means, ranks and tests."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, TypeVar, overload

from numpy.typing import NDArray

from .._displays._drawing import check_numbers, drawing_options, panel_axes
from .._structures._arguments import (
    check_flag,
    check_integer,
    check_level,
    check_mapping,
    check_option,
    check_sequence,
)
from .._structures._results import Result
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


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Result):
    """Values of metrics for candidates on data sets, from `compare`.

    Prints mean and standard deviation over draws or parts, else repeats; mean numbers
    of clusters and seconds of a fit. A star marks a candidate better than every other,
    see `pvalues`.

    ``comparison["wine"]`` has the records of one data set, and `select` those of some
    candidates or metrics. Two comparisons can be added, for example those of two
    candidates, if the draws of each common data set come from the same `random_state`:
    candidates are compared draw by draw.

    If what is compared differs between data sets, all outputs mark them: an index of
    the rows is not that of the cells.

    A candidate with a failed run is compared with no other: on that data set it has
    neither stars nor differences, and over data sets neither means nor ranks.

    Parameters
    ----------
    records : list of dict
        One for each run and metric: `data`, `draw`, `candidate`, `repeat`, `metric`,
        `header` (of this value: index, what is compared, and options), `compared`
        ("rows", "columns", "rows and columns", "biclusters" and the like), `value`,
        `n_clusters` (in each mode, or of biclusters), `n_left_out` (of each mode, by
        `unlabeled` or by a step of a pipeline; else None), `fit_time` (seconds; None of
        labels) and `error`: why `value` is None, else None.
    greater_is_better : dict of str to bool
        Direction of each metric.
    headers : dict of str to str, default={}
        Header of each metric, apart from what is compared; default: its name.
    parts : dict of str to float, default={}
        Data sets whose draws are random parts, and their fraction: of rows or columns,
        the greater one below 1.
    draw_seeds : dict of str to int, default={}
        Data sets whose draws depend on `random_state`, and the seed that it gave them.

    See Also
    --------
    compare : Makes it.

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
    parts: Mapping[str, float] = field(default_factory=dict)
    draw_seeds: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        directions = check_mapping(self.greater_is_better, "greater_is_better", "bools")
        for metric, direction in directions.items():
            check_flag(direction, f"greater_is_better[{metric!r}]")
        keys = [*RunKey._fields, "metric"]
        needed_keys = [*keys, "value"]
        records = check_sequence(self.records, "records", "dicts")
        for number, record in enumerate(records):
            if not isinstance(record, Mapping) or not set(needed_keys) <= set(record):
                raise TypeError(
                    f"`records[{number}]` must be a dict with {needed_keys}; got "
                    f"{record!r:.80}."
                )
        values = [record["value"] for record in records]
        # One axis of any length; None, the value of a failed run, becomes NaN.
        check_numbers(values, "records[:]['value']", {"records": None}, allow_nan=True)
        runs = (tuple(record[key] for key in keys) for record in records)
        [(run, n_values)] = Counter(runs).most_common(1)
        if n_values > 1:
            raise ValueError(
                f"`records` has several values of the run {run}. Join comparisons that "
                "differ in data sets, candidates, metrics or repeats (with a list of "
                "seeds as `random_state`, other seeds are other repeats of the same "
                "draws)."
            )
        compared_by_data = self.compared
        for record in records:
            data = record["data"]
            compared = record.get("compared")
            if compared != compared_by_data[data]:
                raise ValueError(
                    f"Of {data!r}, `records` compares {compared_by_data[data]} and "
                    f"{compared}; these need two names of data sets."
                )

    def __add__(self, other: Comparison) -> Comparison:
        directions = self.greater_is_better | other.greater_is_better
        if directions != other.greater_is_better | self.greater_is_better:
            raise ValueError(
                "A metric has opposite directions in the two comparisons: name them by "
                "a dictionary of `metrics`."
            )
        for name in set(self.headers) & set(other.headers):
            if self.headers[name] != other.headers[name]:
                raise ValueError(
                    f"The metric {name!r} is {self.headers[name]} in one comparison, "
                    f"{other.headers[name]} in the other: name them by a dictionary of "
                    "`metrics`."
                )
        for name in set(self.data) & set(other.data):
            if self.parts.get(name) != other.parts.get(name):
                raise ValueError(
                    f"The two comparisons have unlike parts of {name!r}: call "
                    "`compare` with two names of data sets."
                )
            if self.draw_seeds.get(name) != other.draw_seeds.get(name):
                raise ValueError(
                    f"The draws of {name!r} are not the same in the two comparisons, "
                    "so that candidates cannot be compared draw by draw. To join other "
                    "candidates or metrics, pass the same integer as `random_state` to "
                    "both calls of `compare`. Further draws cannot be joined: pass a "
                    "greater `n_draws` to one call."
                )
        return Comparison(
            records=[*self.records, *other.records],
            greater_is_better=directions,
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
        """Return the comparison on some data sets, of some candidates or metrics.

        P-values, stars and ranks are then those of the selection alone. Select before
        you look at the values: corrected p-values do not allow for a choice that was
        made by them.

        Parameters
        ----------
        data, candidates, metrics : str or list of str, default=None
            One name or several. If None, all are selected.

        Returns
        -------
        comparison : Comparison
            Its records, in the order that they have here.

        Raises
        ------
        ValueError, TypeError
            If a name does not exist, or nothing was run that has these names.
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
                f"No run of {selected_candidates} on {selected_data} has a value by "
                f"{selected_metrics}."
            )
        return Comparison(
            records=records,
            greater_is_better=_entries_of(self.greater_is_better, selected_metrics),
            headers=_entries_of(self.headers, selected_metrics),
            parts=_entries_of(self.parts, selected_data),
            draw_seeds=_entries_of(self.draw_seeds, selected_data),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields by name, as JSON can store them.

        Returns
        -------
        entries : dict
            A record whose value is infinite has the value None, and its sign under
            "infinite".
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
            What `to_dict` returns, such as after `json.load`.

        Returns
        -------
        comparison : Comparison
            Equal to the one that was written.
        """
        check_mapping(entries, "entries", "fields of a comparison")
        missing = {"records", "greater_is_better"} - set(entries)
        if missing:
            raise ValueError(
                f"`entries` must have {sorted(missing)}: pass what "
                "`Comparison.to_dict` has returned."
            )
        records = []
        for entry in check_sequence(entries["records"], "entries['records']", "dicts"):
            record = dict(entry)
            if "infinite" in record:
                record["value"] = math.copysign(math.inf, record.pop("infinite"))
            for name in ("n_clusters", "n_left_out"):  # one number for each mode
                if record.get(name) is not None:
                    record[name] = tuple(record[name])
            records.append(record)
        return cls(
            records=records,
            greater_is_better=dict(entries["greater_is_better"]),
            headers=dict(entries.get("headers", {})),
            parts=dict(entries.get("parts", {})),
            draw_seeds=dict(entries.get("draw_seeds", {})),
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
        """What is compared of each data set, such as "rows"; None if not recorded."""
        compared_by_data: dict[str, str | None] = {}
        for record in self.records:
            compared_by_data.setdefault(record["data"], record.get("compared"))
        return compared_by_data

    def to_frame(self) -> Any:
        """Return the records as a pandas data frame; what is None is missing (NaN)."""
        import pandas as pd

        return pd.DataFrame(self.records).astype({"value": float, "fit_time": float})

    def means(self) -> dict[str, dict[str, float | None]]:
        """Return the mean of each candidate over the data sets, by metric.

        Returns
        -------
        means : dict of str to dict of str to float or None
            ``means[metric][candidate]``, over the data sets on which all were run (an
            error if there is none); None where one of its runs failed.

        Raises
        ------
        ValueError
            If what is compared differs between the data sets, whose values are then of
            different indices.
        """
        if self._is_mixture():
            raise ValueError(
                "`means` are over data sets, but what is compared differs between "
                f"these: {self._text_of_mixture()}. Call `compare` for each kind."
            )
        means_by_metric = {}
        for metric in self.metrics:
            replicates = Replicates.of(self.records, metric, self.candidates)
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

        Candidates are ranked within each data set, so that these may differ in what is
        compared.

        Parameters
        ----------
        metric : str, default=None
            If None, the ranks by all metrics are returned.

        Returns
        -------
        ranks : dict of str to float or None, or dict of str to such a dict
            ``ranks(metric)[candidate]`` or ``ranks()[metric][candidate]``, over the
            same data sets as `means`: 1 is best; ties share their mean. None where a
            run of the candidate failed.
        """
        if metric is None:
            return {name: self._mean_ranks(name) for name in self.metrics}
        return self._mean_ranks(self._check_metric(metric))

    def rank_test(self, metric: str | None = None, *, level: float = 0.05) -> RankTest:
        """Test whether candidates differ over data sets, or over draws.

        If every data set has several independent draws, each draw is a replicate, and
        mean differences are averaged over data sets. The test then infers to further
        draws of the same data sets, not to new data sets. Otherwise, a data set is one
        replicate, its repeats and parts averaged, and the test infers to data sets of
        which these are a sample.

        The result has Friedman's test with Nemenyi's critical difference [1]_,
        Wilcoxon's signed-rank test of each pair with Holm's correction, and the mean
        differences.

        Candidates with a failed run are left out, and named in print. Data sets may
        differ in what is compared, which the printed result says: ranks are within data
        sets, and the signed-rank test holds its level, since each difference has either
        sign by chance. Mean differences are then None, because they would be of
        different indices.

        Parameters
        ----------
        metric : str, default=None
            If None, the first of the comparison.
        level : float, default=0.05
            Significance level of critical difference and intervals.

        Returns
        -------
        test : RankTest
            P-values, differences and `plot`.

        Raises
        ------
        ValueError
            With less than two candidates without a failed run, or replicates in which
            all were run; if only some data sets have several draws.

        References
        ----------
        .. [1] J. Demšar (2006). Statistical comparisons of classifiers over multiple
           data sets. Journal of Machine Learning Research 7, 1-30, sections 3.1.3
           and 3.2.2.
        """
        metric = self._check_metric(metric)
        data_of_draws = [
            data
            for data in self.data
            if data not in self.parts and count_draws(self.records, data) > 1
        ]
        by_draw = len(data_of_draws) > 0
        if by_draw and len(data_of_draws) < len(self.data):
            raise ValueError(
                f"{data_of_draws} have several draws, the other data sets one; call "
                "`compare` for each kind of replicate."
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
                "A test of ranks needs two candidates and two replicates, data sets or "
                f"draws; got {means.shape}{failures}. On one data set, use "
                "`differences`."
            )
        # The data set of each draw; None of replicates that are data sets themselves
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
        r"""Compare two candidates, as algorithms, on each data set.

        A replicate is an independent draw or a random part, its repeats averaged. Given
        labels have neither, unless `data` has several draws; see `compare_scores`.
        P-values of up to 30 draws, and intervals of up to 12, use all signs of their
        differences, which is exact where candidates are interchangeable; others are
        Student's.

        Parameters
        ----------
        first, second : str
            Names of candidates.
        metric : str, default=None
            If None, the first of the comparison.

        Returns
        -------
        differences : dict of str to MeanDifference or None
            By data set, with an interval of 95 % for it alone, which is infinite for
            fewer than six draws or parts, and the difference in standard deviations of
            a replicate; p-values are corrected by Holm for the data sets.
            None where a run of one of the two failed. For all pairs of candidates, call
            `pairwise_differences`.

        Raises
        ------
        ValueError
            If a data set has a single draw; if a value is missing or infinite; if there
            is no data set on which neither failed.

        Notes
        -----
        Parts overlap. With f the fraction of rows or columns in a part, the greater one
        below 1, the variance of the mean of n parts is taken to be :math:`s^2 (1 / n +
        f / (1 - f))`, with the correlation f of two parts [1]_.

        No p-value is below :math:`2^{1 - n}`, the least that n signs can give, because
        a few differences can be alike by chance. Fewer than six draws or parts
        therefore have no p-value below 0.05, and their interval is infinite. The
        interval of 13 to 30 draws, which is Student's, may differ from the p-value
        slightly, and the correction by Holm does not widen any interval.

        References
        ----------
        .. [1] C. Nadeau, Y. Bengio (2003). Inference for the generalization error.
           Machine Learning 52, 239-281. :doi:`10.1023/A:1024068626366`
        """
        metric = self._check_metric(metric)
        for name in (first, second):
            check_option(name, "candidate", self.candidates)
        differences = self._raw_differences(first, second, metric)
        corrected_differences = corrected_by_holm(differences)
        if not corrected_differences:
            raise ValueError(
                f"On each data set, a run of {first!r} or of {second!r} failed. Print "
                "the comparison to see the errors."
            )
        return differences | corrected_differences

    def pairwise_differences(
        self, metric: str | None = None
    ) -> dict[tuple[str, str, str], MeanDifference | None]:
        """Compare every two candidates on each data set, as one family of tests.

        Each difference is that of `differences`, but all p-values are corrected
        together.

        Parameters
        ----------
        metric : str, default=None
            If None, the first of the comparison.

        Returns
        -------
        differences : dict of (first, second, data) to MeanDifference or None
            P-values are corrected by Holm for all pairs of candidates and all data
            sets; each interval is of its difference alone. None where a run of one of
            the two failed.

        Raises
        ------
        ValueError
            As `differences` does, or with a single candidate.
        """
        metric = self._check_metric(metric)
        if len(self.candidates) < 2:
            raise ValueError(
                "`pairwise_differences` needs two candidates; add others by `+`, or "
                "pass all to one `compare`."
            )
        differences: dict[tuple[str, str, str], MeanDifference | None] = {}
        for first, second in combinations(self.candidates, 2):
            of_pair = self._raw_differences(first, second, metric)
            for data, difference in of_pair.items():
                differences[first, second, data] = difference
        corrected_differences = corrected_by_holm(differences)
        if not corrected_differences:
            raise ValueError(
                "On each data set, all candidates but one had a run that failed. Print "
                "the comparison to see the errors."
            )
        return differences | corrected_differences

    def pvalues(self) -> dict[tuple[str, str, str], float]:
        """Return the p-values behind the stars.

        Returns
        -------
        pvalues : dict of (metric, data, candidate) to float
            The greatest of the one-sided p-values of `differences` from each other
            candidate without a failed run, corrected by Holm for all candidates,
            metrics and data sets. Data sets with a single draw have none, nor do
            candidates that failed.
        """
        summaries = self._summaries()
        raw_pvalues: dict[EntryKey, float] = {}
        for metric, data in product(self.metrics, self.data):
            pvalues = pvalues_of_best(
                {name: summaries[metric, data, name] for name in self.candidates},
                metric=self._header_on(metric, [data]),
                fraction=self.parts.get(data),
                greater_is_better=self.greater_is_better[metric],
            )
            for candidate, pvalue in pvalues.items():
                raw_pvalues[metric, data, candidate] = pvalue
        corrected_pvalues = holm(list(raw_pvalues.values()))
        return dict(zip(raw_pvalues, corrected_pvalues, strict=True))

    def plot(
        self, *, ax: Any = None, setting: str | None = None, **kwargs: Any
    ) -> NDArray[Any]:
        """Draw one panel for each metric: values by data set and candidate.

        Dots are draws or parts, or repeats of a single draw; large markers are means
        and standard deviations; a cross is a candidate without finite values.

        Parameters
        ----------
        ax : matplotlib Axes or array-like of these, default=None
            One for each metric. If None, a new figure is made.
        setting : str, default=None
            Name of the horizontal axis, of which data sets are levels, placed as
            numbers if their names are. Each candidate is a curve.
        **kwargs : dict
            Passed to ``Axes.errorbar``, for the means.

        Returns
        -------
        axes : ndarray of matplotlib Axes
            Drawn on.
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
                marked_data=list(self._marked_data("\n").values()),
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
            Decimals, at most 15.
        caption, label : str, default=None
            Of a ``table`` around the ``tabular``, as LaTeX. If both are None, there is
            no ``table``.

        Returns
        -------
        table : str
            Means and standard deviations; bold is what has a star. Needs
            ``\usepackage{booktabs}``. Special characters in names are escaped. Below
            stands what was left out, as when printed.
        """
        digits = check_integer(digits, "digits", 0, 15)
        return self._tables().latex(digits, caption=caption, label=label)

    def to_markdown(self, *, digits: int = 3) -> str:
        """Return the printed table in Markdown.

        Parameters
        ----------
        digits : int, default=3
            Decimals, at most 15.

        Returns
        -------
        table : str
            Bold is what has a star when printed; vertical bars in names are escaped.
            Below stands what was left out, as when printed.
        """
        digits = check_integer(digits, "digits", 0, 15)
        return self._tables().markdown(digits)

    def __repr__(self) -> str:
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
        """Return the tables in which the comparison is printed."""
        return ComparisonTables(
            marked_data=self._marked_data(),
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
        """Return the mean rank of each candidate by a metric, None if it failed."""
        replicates = Replicates.of(self.records, metric, self.candidates)
        scores = scores_of(replicates.means, self.greater_is_better[metric])
        mean_ranks = ranks_of(scores).mean(axis=1).tolist()
        ranks: dict[str, float | None] = dict.fromkeys(self.candidates)
        ranks.update(zip(replicates.candidates, mean_ranks, strict=True))
        return ranks

    def _check_metric(self, metric: str | None) -> str:
        """Check and return the name of a metric; None stands for the first."""
        if metric is None:
            return self.metrics[0]
        return str(check_option(metric, "metric", self.metrics))

    def _kinds(self) -> list[str | None]:
        """Return what is compared, each kind once."""
        return list(dict.fromkeys(self.compared.values()))

    def _is_mixture(self) -> bool:
        """Return whether what is compared differs between data sets."""
        return len(self._kinds()) > 1

    def _text_of_mixture(self) -> str:
        """Return which data sets are compared by what."""
        data_by_kind: dict[str | None, list[str]] = {}
        for data, kind in self.compared.items():
            data_by_kind.setdefault(kind, []).append(data)
        return "; ".join(f"{kind} of {data}" for kind, data in data_by_kind.items())

    def _marked_data(self, separator: str = " ") -> dict[str, str]:
        """Return the names of the data sets in print, marked if they are a mixture.

        The `separator` stands between a name and its mark.
        """
        if not self._is_mixture():
            return {data: data for data in self.data}
        return {
            data: f"{data}{separator}({kind})" for data, kind in self.compared.items()
        }

    def _header(self, metric: str) -> str:
        """Return the header of a metric.

        It says what is compared, unless this differs between data sets.
        """
        if self._is_mixture():
            return self.headers.get(metric, metric)
        return self._header_on(metric, self.data)

    def _header_on(self, metric: str, data: Collection[str]) -> str:
        """Return the header of a metric on data sets of which the same is compared."""
        for record in self.records:
            if record["metric"] == metric and record["data"] in data:
                return str(record.get("header", metric))
        return self.headers.get(metric, metric)

    def _summaries(self) -> dict[EntryKey, Summary]:
        """Return the summary of each entry, even where nothing was run."""
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

        They are None where a run of one of the two failed.
        """
        summaries = self._summaries()
        differences: dict[str, MeanDifference | None] = {}
        for data in self.data:
            if count_draws(self.records, data) < 2:
                raise ValueError(
                    f"{data!r} has a single draw; rows of one fit are no replicates. "
                    "For estimators, pass `subsample=(0.5, 0.5)` to `compare`, or "
                    "several draws. Given labels have no draws; `compare_scores` "
                    "tests whether two clusterings or co-clusterings differ."
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
                fraction=self.parts.get(data),
            )
            if difference is None:
                raise ValueError(
                    f"Values of {first!r} and {second!r} on {data!r} are missing or "
                    "infinite; `rank_test` takes infinite ones."
                )
            differences[data] = difference
        return differences


def _selected(names: Any, parameter: str, known_names: list[str]) -> list[str]:
    """Check the names that a user selects, one or several; None selects all."""
    if names is None:
        return known_names
    if isinstance(names, str):
        names = [names]
    return [
        check_option(name, parameter, known_names)
        for name in check_sequence(names, parameter, "names")
    ]


def _entries_of(entries: Mapping[str, Entry], names: list[str]) -> dict[str, Entry]:
    """Return the entries with these names, in the order of the mapping."""
    return {name: entry for name, entry in entries.items() if name in names}
