"""The result of a comparison: means, ranks, tables and the figure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._displays._drawing import CURVES, check_numbers, panel_axes
from .._structures._arguments import (
    check_flag,
    check_integer,
    check_level,
    check_mapping,
    check_option,
    check_sequence,
)
from .._structures._printing import TextTable, html, in_latex, latex_table
from ._summary import Place, Summary, costs, failures, mean_of
from ._tests_of_candidates import MeanDifference, RankTest, holm, ranks_of, scores_of

_LEVEL = 0.05  # of the test behind the mark of the best
# The numbers of markers and of colors have no common factor: 56 candidates differ.
_MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
_SPREAD = 0.7  # of the space between data sets that the candidates take
_OF_ROWS = {"cari": "ari", "comi": "mi", "conmi": "nmi", "coami": "ami"}
_IN_PAPERS = {
    "cari_product": "product-CARI",
    "comi": "coMI",
    "conmi": "coNMI",
    "coami": "coAMI",
    **{name: name.upper() for name in ("cari", "nce", "enmi", *_OF_ROWS.values())},
}


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Values of metrics for candidates on data sets, from `compare`.

    Prints mean and standard deviation over draws or parts, else repeats; mean numbers
    of clusters and seconds of a fit. A star marks a candidate better than every other,
    see `pvalues`. Comparisons with the same `random_state` can be added.

    Parameters
    ----------
    records : list of dict
        One for each run and metric: `data`, `draw`, `candidate`, `repeat`, `metric`,
        `value`, `n_clusters` (in each mode, or of biclusters), `n_left_out` (of each
        mode, with `unlabelled`), `fit_time` (seconds; None of labels) and `error`: why
        `value` is None, else None.
    greater_is_better : dict of str to bool
        Direction of each metric.
    of_rows : tuple of str, default=()
        Data sets of which only rows are compared.
    parts : dict of str to float, default={}
        Data sets whose draws are random parts, and their fraction: of rows or columns,
        the greater one below 1.

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
    data  candidate  cari ↑  coami ↑  clusters
    toy   coarse     0.696   0.627    2 x 2
          fine       0.533   0.490    3 x 3
    <BLANKLINE>
    ↑ higher is better.
    """

    records: list[dict[str, Any]]
    greater_is_better: dict[str, bool]
    of_rows: Collection[str] = ()
    parts: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = check_mapping(self.greater_is_better, "greater_is_better", "bools")
        for key, flag in given.items():
            check_flag(flag, f"greater_is_better[{key!r}]")
        keys = *Place._fields, "metric"
        for number, record in enumerate(
            check_sequence(self.records, "records", "dicts")
        ):
            if not isinstance(record, Mapping) or not {*keys, "value"} <= {*record}:
                raise TypeError(f"`records[{number}]` must be a dict with {[*keys]}.")
        values = [record["value"] for record in self.records]
        check_numbers(values, "records[:]['value']", {"records": None}, allow_nan=True)
        runs = Counter(tuple(record[key] for key in keys) for record in self.records)
        run, n = runs.most_common(1)[0]
        if n > 1:
            raise ValueError(f"`records` has several values of the run {run}.")

    def __add__(self, other: Comparison) -> Comparison:
        both = self.greater_is_better | other.greater_is_better
        if both != other.greater_is_better | self.greater_is_better:
            raise ValueError("A metric has opposite directions in the two comparisons.")
        for name in {*self.data} & {*other.data}:
            if self.parts.get(name) != other.parts.get(name):
                raise ValueError(f"The two comparisons have unlike parts of {name!r}.")
        records = [*self.records, *other.records]
        of_rows = tuple(dict.fromkeys((*self.of_rows, *other.of_rows)))
        return Comparison(records, both, of_rows, {**self.parts, **other.parts})

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
        """
        means = {}
        for metric in self.metrics:
            found = map(mean_of, self._values(metric)[1].tolist())
            shown = [None if math.isnan(mean) else mean for mean in found]
            means[metric] = dict(zip(self.candidates, shown, strict=True))
        return means

    def ranks(self) -> dict[str, dict[str, float]]:
        """Return the mean rank of each candidate over the data sets, by metric.

        Returns
        -------
        ranks : dict of str to dict of str to float
            ``ranks[metric][candidate]``, over the same data sets: 1 is best; ties share
            their mean. A candidate with a failed run is last.
        """
        ranks = {}
        for metric in self.metrics:
            scores = scores_of(self._values(metric)[1], self.greater_is_better[metric])
            mean_ranks = ranks_of(scores).mean(axis=1)
            ranks[metric] = dict(zip(self.candidates, mean_ranks.tolist(), strict=True))
        return ranks

    def rank_test(self, metric: str | None = None, *, level: float = 0.05) -> RankTest:
        """Test whether candidates differ over data sets, or over draws.

        If every data set has several independent draws, each draw is a replicate, and
        mean differences are averaged over data sets. Else a data set is one replicate,
        its repeats and parts averaged.

        Friedman's test with Nemenyi's critical difference [1]_, Wilcoxon's signed-rank
        test of each pair with Holm's correction, and the mean differences.

        Parameters
        ----------
        metric : str, default=None
            None: the first.
        level : float, default=0.05
            Significance level of critical difference and intervals.

        Returns
        -------
        test : RankTest
            P-values, differences and `plot`.

        Raises
        ------
        ValueError
            With less than two candidates, or replicates in which all were run; if only
            some data sets have several draws.

        References
        ----------
        .. [1] J. Demšar (2006). Statistical comparisons of classifiers over multiple
           data sets. Journal of Machine Learning Research 7, 1-30, sections 3.1.3
           and 3.2.2.
        """
        metric = self._checked(metric)
        whole = [data for data in self.data if data not in self.parts]
        drawn = [data for data in whole if self._n_draws(data) > 1]
        if drawn and len(drawn) < len(self.data):
            what = f"{drawn} have several draws, the other data sets one"
            raise ValueError(f"{what}; call `compare` for each kind of replicate.")
        places, values = self._values(metric, by_draw=bool(drawn))
        if min(values.shape) < 2:
            raise ValueError(
                "A test of ranks needs two candidates and two replicates, data sets or "
                f"draws; got {values.shape}. On one data set, use `differences`."
            )
        return RankTest.of(
            self._name(metric),
            dict(zip(self.candidates, values, strict=True)),
            [data if drawn else None for data, _ in places],
            self.greater_is_better[metric],
            check_level(level, "level"),
        )

    def differences(
        self, first: str, second: str, metric: str | None = None
    ) -> dict[str, MeanDifference]:
        r"""Compare two candidates, as algorithms, on each data set.

        A replicate is an independent draw or a random part, its repeats averaged.
        P-values of up to 30 draws, and intervals of up to 12, use all signs of their
        differences, which is exact where candidates are interchangeable; others are
        Student's.

        Parameters
        ----------
        first, second : str
            Names of candidates.
        metric : str, default=None
            None: the first.

        Returns
        -------
        differences : dict of str to MeanDifference
            By data set, with an interval of 95 % for it alone; p-values are corrected
            by Holm.

        Raises
        ------
        ValueError
            If a data set has a single draw; if a value is missing or infinite.

        Notes
        -----
        Parts overlap. With f the fraction of rows or columns in a part, the greater one
        below 1, the variance of the mean of n parts is taken to be :math:`s^2 (1 / n +
        f / (1 - f))`, with the correlation f of two parts [1]_.

        References
        ----------
        .. [1] C. Nadeau, Y. Bengio (2003). Inference for the generalization error.
           Machine Learning 52, 239-281. :doi:`10.1023/A:1024068626366`
        """
        metric, found = self._checked(metric), self._summaries()
        for name in (first, second):
            check_option(name, "candidate", self.candidates)
        differences: dict[str, MeanDifference] = {}
        for data in self.data:
            if self._n_draws(data) < 2:
                raise ValueError(
                    f"{data!r} has a single draw; rows of one fit are no replicates. "
                    "Pass `subsample=(0.5, 0.5)` to `compare`, or several draws."
                )
            pair = [found[metric, data, name] for name in (first, second)]
            one = self._difference(data, *pair)
            if one is None:
                what = f"Values of {first!r} and {second!r} on {data!r} are missing or"
                raise ValueError(f"{what} infinite; `rank_test` ranks failures last.")
            differences[data] = one
        corrected = holm([one.pvalue for one in differences.values()])
        return {
            data: replace(one, pvalue=pvalue)
            for (data, one), pvalue in zip(differences.items(), corrected, strict=True)
        }

    def pvalues(self) -> dict[tuple[str, str, str], float]:
        """Return the p-values behind the stars.

        Returns
        -------
        pvalues : dict of (metric, data, candidate) to float
            The greatest of the one-sided p-values of `differences` from each other
            candidate, corrected by Holm for all candidates, metrics and data sets; 1 if
            another one has failed in some draws. Data sets with a single draw have
            none, nor do candidates that failed.
        """
        found, raw = self._summaries(), dict[tuple[str, str, str], float]()
        for metric, data in product(self.metrics, self.data):
            sign = 1 if self.greater_is_better[metric] else -1
            of_data = {name: found[metric, data, name] for name in self.candidates}
            by_mean = sorted(
                (sign * one.mean, name)
                for name, one in of_data.items()
                if one.mean is not None and not one.n_failed and one.unit == "draw"
            )
            if len(by_mean) > 1:
                raw |= {(metric, data, name): 1.0 for _, name in by_mean}
                _, best = by_mean[-1]
                tests = [
                    self._difference(data, of_data[best], one)
                    for name, one in of_data.items()
                    if name != best and one.values
                ]
                # Of one side: no other candidate is better.
                raw[metric, data, best] = max(
                    1.0 if one is None else one.pvalue / 2 for one in tests
                )
        return dict(zip(raw, holm([*raw.values()]), strict=True))

    def plot(
        self, *, ax: Any = None, setting: str | None = None, **kwargs: Any
    ) -> NDArray[Any]:
        """Draw one panel for each metric: values by data set and candidate.

        Dots are draws or parts, or repeats of a single draw; large markers are means
        and standard deviations; a cross is a candidate without finite values.

        Parameters
        ----------
        ax : matplotlib Axes or array-like of these, default=None
            One for each metric; None: a new figure.
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
        panels = panel_axes(ax, len(self.metrics), width=3, height=3.6)
        for panel, metric in zip(panels, self.metrics, strict=True):
            self._draw_panel(panel, metric, setting, kwargs)
        legend: dict[str, Any] = {}
        for panel in panels:
            handles, labels = panel.get_legend_handles_labels()
            legend |= dict(zip(labels, handles, strict=True))
        outside = {"loc": "upper left", "bbox_to_anchor": (1, 1), "frameon": False}
        panels[-1].legend(legend.values(), legend, **outside)
        return panels

    def _draw_panel(
        self, ax: Any, metric: str, setting: str | None, options: Mapping[str, Any]
    ) -> None:
        """Draw the values of one metric; curves against a setting, if one is named."""
        found, higher = self._summaries(), self.greater_is_better[metric]
        levels = _as_numbers(self.data) if setting else np.arange(len(self.data))
        some_missing = False
        for rank, name in enumerate(self.candidates):
            of_data = [found[metric, data, name] for data in self.data]
            shift = 0 if setting else (rank + 0.5) / len(self.candidates) - 0.5
            places = levels + _SPREAD * shift
            look = {"color": CURVES[rank % len(CURVES)], "linestyle": "none"}
            for place, one in zip(places, of_data, strict=True):
                values = [*one.values.values()]
                ax.plot([place] * len(values), values, ".", alpha=0.4, **look)
            means = np.array([one.mean for one in of_data], dtype=np.float64)
            usual = {**look, "marker": _MARKERS[rank % len(_MARKERS)], "capsize": 2}
            if setting:
                usual["linestyle"] = "-"
            stds = [one.std or 0.0 for one in of_data]
            ax.errorbar(places, means, stds, **{**usual, "label": name, **options})
            missing = places[~np.isfinite(means)]
            edges = np.full(len(missing), 0.02 if higher else 0.98)  # the worse one
            cross = {"marker": "x", "transform": ax.get_xaxis_transform(), **look}
            ax.plot(missing, edges, **cross)
            some_missing |= len(missing) > 0
        if some_missing:
            ax.errorbar([], [], fmt="x", color="0.3", label="no value")
        names: dict[str, Any] = {} if setting else {"rotation": 30, "ha": "right"}
        ax.set_xticks(levels, self.data, **names)
        better = "higher" if higher else "lower"
        ax.set(xlabel=setting, ylabel=f"{self._name(metric)} ({better} is better)")

    def to_latex(
        self, *, digits: int = 3, caption: str | None = None, label: str | None = None
    ) -> str:
        r"""Return a LaTeX table with a column for each candidate.

        Parameters
        ----------
        digits : int, default=3
            Decimals, at most 15.
        caption, label : str, default=None
            Of a ``table`` around the ``tabular``, as LaTeX; both None: none.

        Returns
        -------
        table : str
            Means and standard deviations; bold is what has a star. Needs
            ``\usepackage{booktabs}``. Special characters in names are escaped.
        """
        entries = self._entries(check_integer(digits, "digits", 0, 15), in_latex=True)
        rows = [["", "", *map(in_latex, self.candidates)]]
        for metric, (place, data) in product(self.metrics, enumerate(self.data)):
            name = "" if place else self._head(metric, in_paper=True)
            values = [entries[metric, data, candidate] for candidate in self.candidates]
            rows.append([in_latex(name), in_latex(data), *values])
        return latex_table(rows, "ll" + "c" * len(self.candidates), caption, label)

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
        """
        return self._table(check_integer(digits, "digits", 0, 15)).markdown()

    def __repr__(self) -> str:
        fits = {
            tuple(record[key] for key in Place._fields)
            for record in self.records
            if record["fit_time"] is not None
        }
        numbers = {
            "candidate": len(self.candidates),
            "data set": len(self.data),
            "metric": len(self.metrics),
            "fit": len(fits),
            "failed value": sum(r["error"] is not None for r in self.records),
        }
        parts = [f"{n} {what}{'s' * (n > 1)}" for what, n in numbers.items() if n]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __str__(self) -> str:
        return "\n".join([self._table().text(), "", *self._notes("*")])

    def _repr_html_(self) -> str:
        """Return an HTML table; Jupyter calls this."""
        return html([self._table(), *self._notes("Bold:")])

    def _checked(self, metric: str | None) -> str:
        """Return the name of a metric; None is the first."""
        metric = self.metrics[0] if metric is None else metric
        return str(check_option(metric, "metric", self.metrics))

    def _n_draws(self, data: str) -> int:
        """Count the draws of a data set, or its parts."""
        return len({r["draw"] for r in self.records if r["data"] == data})

    def _summaries(self) -> dict[tuple[str, str, str], Summary]:
        """Summarize the runs, by metric, data set and candidate."""
        runs: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
        for record in self.records:
            runs[record["metric"], record["data"], record["candidate"]].append(record)
        keys = product(self.metrics, self.data, self.candidates)
        return {key: Summary.of(runs[key]) for key in keys}

    def _values(
        self, metric: str, *, by_draw: bool = False
    ) -> tuple[list[tuple[str, int]], NDArray[np.float64]]:
        """Return the mean of each candidate in each replicate in which all were run.

        With the data set, and draw, of each. NaN is a candidate whose run has failed.
        """
        runs: dict[tuple[str, int], dict[str, list[Any]]] = {}
        for r in self.records:
            if r["metric"] == metric:
                place = r["data"], r["draw"] if by_draw else 0
                runs.setdefault(place, {name: [] for name in self.candidates})
                runs[place][r["candidate"]].append(r)
        complete = {place: of for place, of in runs.items() if all(of.values())}
        if not complete:
            raise ValueError(f"On no data set were all candidates run by {metric!r}.")
        means = [
            [None if one.n_failed else one.mean for one in map(Summary.of, of.values())]
            for of in complete.values()
        ]
        return [*complete], np.array(means, dtype=np.float64).T

    def _difference(
        self, data: str, one: Summary, other: Summary
    ) -> MeanDifference | None:
        """Test the mean difference over draws, if all of its values are finite."""
        if one.n_failed or other.n_failed or "repeat" in (one.unit, other.unit):
            return None
        if one.values.keys() != other.values.keys():
            return None
        pairs = np.array([(one.values[at], other.values[at]) for at in one.values])
        if not np.isfinite(pairs).all():
            return None
        difference = pairs[:, 0] - pairs[:, 1]
        return MeanDifference.of(difference, self.parts.get(data), 1 - _LEVEL)

    def _entries(
        self, digits: int, *, in_latex: bool = False
    ) -> dict[tuple[str, str, str], str]:
        """Write the summaries, "" where there is none; the best are marked."""
        pvalues = self.pvalues()
        return {
            key: one.written(digits, pvalues.get(key, 1.0) <= _LEVEL, in_latex)
            for key, one in self._summaries().items()
        }

    def _table(self, digits: int = 3) -> TextTable:
        """Return the table of all means, numbers of clusters and times."""
        entries, rows = self._entries(digits), []
        for data, (place, name) in product(self.data, enumerate(self.candidates)):
            values = [entries[metric, data, name] for metric in self.metrics]
            runs = [
                r for r in self.records if (r["data"], r["candidate"]) == (data, name)
            ]
            rows.append(["" if place else data, name, *values, *costs(runs)])
        header = [self._head(metric) for metric in self.metrics]
        header = ["data", "candidate", *header, "clusters", "seconds"]
        while not any(row[-1] for row in rows):  # labels have no times
            header, rows = header[:-1], [row[:-1] for row in rows]
        return TextTable(header, rows, n_names=2, align="left")

    def _name(self, metric: str, *, in_paper: bool = True) -> str:
        """Name a metric; of rows alone, by what it is."""
        of_rows = set(self.data) <= set(self.of_rows)
        name = _OF_ROWS.get(metric, metric) if of_rows else metric
        if in_paper and name.isidentifier():
            name = _IN_PAPERS.get(name, name.replace("_", " "))
        return f"{name} of rows" if of_rows else name

    def _head(self, metric: str, *, in_paper: bool = False) -> str:
        """Name a metric and its direction."""
        arrow = "↑" if self.greater_is_better[metric] else "↓"
        return f"{self._name(metric, in_paper=in_paper)} {arrow}"

    def _notes(self, mark: str) -> list[str]:
        """Explain arrows, entries and the mark of the best; describe the errors."""
        arrows = {True: "↑ higher is better", False: "↓ lower is better"}
        used = dict.fromkeys(self.greater_is_better.values())
        notes = [", ".join(arrows[higher] for higher in used) + "."]
        several = dict.fromkeys(
            f"{one.n_units} {'part' if data in self.parts else one.unit}s"
            for (_, data, _), one in self._summaries().items()
            if one.n_units > 1
        )
        if several:
            notes.append(f"Mean ± standard deviation of {' or '.join(several)}.")
            notes.extend(self._about_stars(mark))
        of_rows = {*self.of_rows} & {*self.data}
        if of_rows and of_rows != {*self.data}:
            notes.append(f"Only rows are compared on {', '.join(sorted(of_rows))}.")
        return [" ".join(notes), *failures(self.records, len(self.metrics))]

    def _about_stars(self, mark: str) -> list[str]:
        """Say what a star means, or why there is none."""
        pvalues = self.pvalues()
        if not pvalues:
            why = "draws or parts, not repeats, of two candidates without a failed fit"
            return [f"No tests: these need {why}."] * (len(self.candidates) > 1)
        tested = f"{_LEVEL:.0%}, Holm's correction for {len(pvalues)} entries"
        if min(pvalues.values()) <= _LEVEL:
            return [f"{mark} better than every other candidate ({tested})."]
        n_draws = max(self._n_draws(data) for _, data, _ in pvalues)
        needed = math.ceil(math.log2(len(pvalues) / _LEVEL))
        few = f": {n_draws} draws cannot show it, {needed} can"
        why = few if n_draws < needed else ""
        return [f"None is better than every other candidate ({tested}){why}."]


def _as_numbers(names: Sequence[str]) -> NDArray[np.float64]:
    """Return levels as numbers, or their places where some are none."""
    try:
        return np.array([float(name) for name in names])
    except ValueError:
        return np.arange(len(names), dtype=np.float64)
