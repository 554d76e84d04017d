"""The result of a comparison: means, ranks, tables and the figure."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._contracts import PartitionMetric
from .._displays._drawing import CURVES, check_numbers, panel_axes
from .._inference._compare_scores import ScoreDifference, compare_scores
from .._structures._arguments import (
    check_flag,
    check_integer,
    check_level,
    check_mapping,
    check_option,
    check_sequence,
)
from .._structures._printing import Best, Table, html
from ._rank_test import RankTest, holm, ranks_of
from ._summary import LEVEL, Place, Summary, best_of, costs, failures, mean_of

_DIGITS = 3
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


def have_same_labels(one: Any, other: Any) -> bool:
    """Return whether two structures have the same labels, or indicators."""
    sides = (side if isinstance(side, tuple) else (side,) for side in (one, other))
    return all(map(np.array_equal, *sides))


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Values of metrics for candidates on data sets, as `compare` returns them.

    Prints mean and standard deviation over the draws, or the repeats of a single draw;
    mean numbers of clusters found; mean seconds of a fit. A star marks a candidate
    better than every other, by Wilcoxon's test over draws with Holm's correction.
    Comparisons can be added.

    Parameters
    ----------
    records : list of dict
        One for each run and metric: `data`, `draw`, `candidate`, `repeat`, `metric`,
        `value`, `n_clusters` (in each mode, or of biclusters), `n_left_out` (items of
        each mode, if `unlabelled` is given), `fit_time` (seconds; None of labels) and
        `error`: why `value` is None, else None.
    greater_is_better : dict of str to bool
        Direction of each metric.
    labels : dict of (data, draw, candidate, repeat) to (true, pred), default={}
        If kept, of labelled rows and columns in the order of the data; columns whose
        truth is given by name in that of the fit.
    of_rows : tuple of str, default=()
        Data sets of which only rows are compared.

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
    labels: Mapping[Place, tuple[Any, Any]] = field(default_factory=dict)
    of_rows: Collection[str] = ()

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
        for run, n in runs.items():
            if n > 1:
                raise ValueError(f"`records` has several values of the run {run}.")

    def __add__(self, other: "Comparison") -> "Comparison":
        both = self.greater_is_better | other.greater_is_better
        if both != other.greater_is_better | self.greater_is_better:
            raise ValueError("A metric has opposite directions in the two comparisons.")
        records = [*self.records, *other.records]
        of_rows = tuple(dict.fromkeys((*self.of_rows, *other.of_rows)))
        return Comparison(records, both, {**self.labels, **other.labels}, of_rows)

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
            found = map(mean_of, self._values(metric).tolist())
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
            mean_ranks = ranks_of(self._scores(metric)).mean(axis=1)
            ranks[metric] = dict(zip(self.candidates, mean_ranks.tolist(), strict=True))
        return ranks

    def rank_test(self, metric: str | None = None, *, level: float = 0.05) -> RankTest:
        """Test whether candidates differ over the data sets.

        Friedman's test with Nemenyi's critical difference [1]_, and Wilcoxon's
        signed-rank test of each pair with Holm's correction. Draws and repeats of a
        data set are averaged before.

        Parameters
        ----------
        metric : str, default=None
            None: the first.
        level : float, default=0.05
            Significance level of the critical difference.

        Returns
        -------
        test : RankTest
            P-values, and `plot` for the critical difference.

        Raises
        ------
        ValueError
            With less than two candidates, or data sets on which all were run.

        References
        ----------
        .. [1] J. Demšar (2006). Statistical comparisons of classifiers over multiple
           data sets. Journal of Machine Learning Research 7, 1-30, sections 3.1.3
           and 3.2.2.
        """
        metric = self.metrics[0] if metric is None else metric
        scores = self._scores(check_option(metric, "metric", self.metrics))
        if min(scores.shape) < 2:
            raise ValueError(
                f"A test of ranks needs two candidates and two data sets, got "
                f"{scores.shape[0]} and {scores.shape[1]}."
            )
        by_candidate = dict(zip(self.candidates, scores, strict=True))
        return RankTest.of(
            self._name(metric), by_candidate, check_level(level, "level")
        )

    def differences(
        self, first: str, second: str, metric: PartitionMetric = "cari_product"
    ) -> dict[str, ScoreDifference]:
        """Compare two candidates on each data set by `compare_scores`.

        It tests whether another sample of rows and columns could reverse their order in
        the first draw and repeat whose labels both have kept.

        Parameters
        ----------
        first, second : str
            Names of candidates.
        metric : str or callable, default="cari_product"
            Index of clusterings and co-clusterings.

        Returns
        -------
        differences : dict of str to ScoreDifference
            By data set; p-values are corrected by Holm for their number.
        """
        found: dict[str, ScoreDifference] = {}
        for place, (true, pred) in self.labels.items():
            data, draw, name, repeat = place
            other = self.labels.get(Place(data, draw, second, repeat))
            if name == first and other is not None and data not in found:
                if not have_same_labels(true, other[0]):
                    what = f"{first!r} and {second!r} have labels of {data!r}"
                    raise ValueError(f"{what} for different rows or columns.")
                found[data] = compare_scores(true, pred, other[1], metric)
        if not found:
            raise ValueError(
                f"There are no labels of {first!r} and {second!r} for the same run; "
                "pass `keep_labels=True` to `compare`."
            )
        corrected = holm([one.pvalue for one in found.values()])
        return {
            data: replace(one, pvalue=pvalue)
            for (data, one), pvalue in zip(found.items(), corrected, strict=True)
        }

    def plot(
        self, *, axes: Any = None, setting: str | None = None, **kwargs: Any
    ) -> NDArray[Any]:
        """Draw one panel for each metric: values by data set and candidate.

        Small dots are draws, or repeats of a single draw; large markers means and
        standard deviations; a cross is a candidate without finite values.

        Parameters
        ----------
        axes : array-like of matplotlib Axes, default=None
            One for each metric; None: a new figure.
        setting : str, default=None
            Name of the horizontal axis, of which data sets are levels, in order, placed
            as numbers if their names are. Each candidate is a curve.
        **kwargs : dict
            Passed to ``Axes.errorbar``, for the means.

        Returns
        -------
        axes : ndarray of matplotlib Axes
            Drawn on.
        """
        panels = panel_axes(axes, len(self.metrics), "axes", width=3.6, height=3.6)
        for ax, metric in zip(panels, self.metrics, strict=True):
            self._draw_panel(ax, metric, setting, kwargs)
        legend = dict(
            pair[::-1]
            for ax in panels
            for pair in zip(*ax.get_legend_handles_labels(), strict=True)
        )
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
        r"""Return a LaTeX table with a column for each candidate, through pandas.

        Parameters
        ----------
        digits : int, default=3
            Decimals, at most 15.
        caption, label : str, default=None
            Of a ``table`` around the ``tabular``, as LaTeX; both None: none.

        Returns
        -------
        table : str
            Means and standard deviations; bold is what has a star when printed. Needs
            ``\usepackage{booktabs}``. Special characters in names are escaped.

        Raises
        ------
        ImportError
            If pandas or jinja2 is not installed.
        """
        entries = self._entries(check_integer(digits, "digits", 0, 15), in_latex=True)
        import pandas as pd

        rows = [*product(self.metrics, self.data)]
        columns = {
            name: {
                (self._head(metric, in_paper=True), data): entries[metric, data, name]
                for metric, data in rows
            }
            for name in self.candidates
        }
        style = pd.DataFrame(columns).style.format_index(escape="latex")
        text: str = style.format_index(escape="latex", axis=1).to_latex(
            hrules=True,
            column_format="ll" + "c" * len(columns),
            multirow_align="naive",
            caption=caption,
            label=label,
            position_float="centering" if caption or label else None,
        )
        return text.replace("↑", r"$\uparrow$").replace("↓", r"$\downarrow$")

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

    def _summaries(self) -> dict[tuple[str, str, str], Summary]:
        """Summarize the runs, by metric, data set and candidate."""
        runs: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
        for record in self.records:
            runs[record["metric"], record["data"], record["candidate"]].append(record)
        keys = product(self.metrics, self.data, self.candidates)
        return {key: Summary.of(runs[key]) for key in keys}

    def _values(self, metric: str) -> NDArray[np.float64]:
        """Return the mean of each candidate on each data set that all were run on.

        NaN is a candidate of which a run has failed.
        """
        found = self._summaries()
        by_data = [[found[metric, d, c] for c in self.candidates] for d in self.data]
        means = [
            [None if one.n_failed else one.mean for one in of_data]
            for of_data in by_data
            if all(one.n_units for one in of_data)
        ]
        if not means:
            raise ValueError(
                f"There is no data set on which all candidates were run by {metric!r}."
            )
        return np.array(means, dtype=np.float64).T

    def _scores(self, metric: str) -> NDArray[np.float64]:
        """Return these means so that greater is better, and a failure is worst."""
        values = self._values(metric)
        signed = values if self.greater_is_better[metric] else -values
        return np.where(np.isnan(signed), -np.inf, signed)

    def _entries(
        self, digits: int, *, in_latex: bool = False
    ) -> dict[tuple[str, str, str], str]:
        """Write the summaries, "" where there is none; the best are marked."""
        found, entries = self._summaries(), {}
        for metric, data in product(self.metrics, self.data):
            of_data = {name: found[metric, data, name] for name in self.candidates}
            best = best_of(of_data, self.greater_is_better[metric])
            for name, one in of_data.items():
                entries[metric, data, name] = one.written(
                    digits, name == best, in_latex
                )
        return entries

    def _table(self) -> Table:
        """Return the table of all means, numbers of clusters and times."""
        entries, rows = self._entries(_DIGITS), []
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
        return Table(header, rows, n_names=2, align="left")

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
            f"{one.n_units} {one.unit}s"
            for one in self._summaries().values()
            if one.n_units > 1
        )
        if several:
            notes.append(f"Mean ± standard deviation of {' or '.join(several)}.")
        if any(isinstance(entry, Best) for entry in self._entries(_DIGITS).values()):
            tested = f"Wilcoxon over draws, Holm, {LEVEL:.0%}"
            notes.append(f"{mark} better than every other candidate ({tested}).")
        of_rows = {*self.of_rows} & {*self.data}
        if of_rows and of_rows != {*self.data}:
            notes.append(f"Only rows are compared on {', '.join(sorted(of_rows))}.")
        return [" ".join(notes), *failures(self.records, len(self.metrics))]


def _as_numbers(names: Sequence[str]) -> NDArray[np.float64]:
    """Return levels as numbers, or their places where some are none."""
    try:
        return np.array([float(name) for name in names])
    except ValueError:
        return np.arange(len(names), dtype=np.float64)
