"""The result of a comparison."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from .._structures import check_flag, check_integer
from ._comparison_cells import Cell, cells_of, ranks_of
from ._comparison_figure import draw_comparison
from ._comparison_layout import Layout, lay_out
from ._comparison_tables import as_html, as_latex, as_text
from ._runs import Record

_DIGITS = 3


@dataclass(frozen=True, repr=False)
class Comparison:
    """Values of metrics for candidates on data sets, as `compare` returns them.

    Printed, it is a table: the mean over the repeats and their standard deviation, and
    a star at the best candidate for each data set and metric.

    Parameters
    ----------
    records : list of dict
        One for each data set, candidate, repeat and metric, in this order, with the
        keys `data`, `candidate`, `metric`, `repeat`, `value`, `fit_time` (seconds; None
        of labels) and `error`. Where a fit or a metric has failed, `value` is None and
        `error` the type and text of the error; else `error` is None.
    greater_is_better : dict of str to bool
        Direction of each metric.

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
    data  candidate  cari ↑   coami ↑
    toy   coarse     0.696 *  0.627 *
          fine       0.533    0.490
    <BLANKLINE>
    ↑ higher is better. * best of its data set.
    >>> found.records[0]["value"]
    0.695...
    """

    records: list[Record]
    greater_is_better: dict[str, bool]

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

    def to_frame(self, *, wide: bool = False) -> Any:
        """Return the values as a pandas data frame.

        Parameters
        ----------
        wide : bool, default=False
            Whether to return means and standard deviations over the repeats in place of
            the records.

        Returns
        -------
        frame : pandas.DataFrame
            A row for each record. If `wide`, a row for each data set and candidate, and
            for each metric the columns `mean`, `std` and `n_failed`. What is None in
            the records is missing (NaN).

        Raises
        ------
        ImportError
            If pandas is not installed.
        TypeError
            If `wide` is not a bool.
        """
        wide = check_flag(wide, "wide")
        import pandas as pd

        if not wide:
            frame = pd.DataFrame(self.records)
            return frame.astype({"value": float, "fit_time": float})
        cells = cells_of(self.records)
        index = pd.MultiIndex.from_tuples(
            list(dict.fromkeys((data, candidate) for data, candidate, _ in cells)),
            names=["data", "candidate"],
        )
        columns = {
            (metric, key): pd.Series(
                [
                    getattr(cells[(data, candidate, metric)], field)
                    for data, candidate in index
                ],
                index=index,
                dtype=kind,
            )
            for metric in self.metrics
            for key, field, kind in (
                ("mean", "mean", float),
                ("std", "deviation", float),
                ("n_failed", "n_failed", int),
            )
        }
        return pd.DataFrame(columns)

    def ranks(self) -> dict[str, dict[str, float]]:
        """Return the mean rank of each candidate over the data sets, by metric.

        On each data set, candidates are ranked by their means over the repeats.

        Returns
        -------
        ranks : dict of str to dict of str to float
            ``ranks[metric][candidate]``: 1 is best; tied candidates share the mean of
            their ranks. A candidate for which any repeat has failed on a data set is
            ranked last there.
        """
        found = {}
        for metric, by_data in self._cells_by_metric().items():
            of_data = [
                ranks_of(cells, self.greater_is_better[metric])
                for cells in by_data.values()
            ]
            found[metric] = {
                name: fmean(ranks[name] for ranks in of_data)
                for name in self.candidates
            }
        return found

    def plot(self, *, axes: Any = None, **kwargs: Any) -> Any:
        """Draw one panel for each metric: values by data set and candidate.

        Small dots are the repeats; large markers, with a bar of one standard deviation
        at each side, are their means. A cross at the worse edge is a candidate without
        any value, or with infinite values.

        Parameters
        ----------
        axes : array-like of matplotlib Axes, default=None
            One for each metric; None makes a new figure.
        **kwargs : dict
            Passed to ``Axes.errorbar``, which draws the means.

        Returns
        -------
        axes : ndarray of matplotlib Axes
            One for each metric.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        ValueError
            If there is not one of `axes` for each metric.
        """
        return draw_comparison(self.records, self.greater_is_better, axes, kwargs)

    def to_latex(self, *, digits: int = 3) -> str:
        r"""Return a LaTeX table: means, standard deviations, the best in bold.

        Parameters
        ----------
        digits : int, default=3
            Number of decimals. What is equal as printed is equally bold.

        Returns
        -------
        table : str
            A ``tabular``, which needs ``\usepackage{booktabs}``. Special characters in
            names are escaped.

        Raises
        ------
        TypeError
            If `digits` is not an integer.
        ValueError
            If `digits` is negative or more than 15.
        """
        return as_latex(self._layout(check_integer(digits, "digits", 0, 15)))

    def __repr__(self) -> str:
        counts = {
            "candidate": len(self.candidates),
            "data set": len(self.data),
            "metric": len(self.metrics),
            "fit": self._n_fits(),
        }
        parts = [_counted(n, what) for what, n in counts.items() if n]
        n_failed = sum(record["error"] is not None for record in self.records)
        if n_failed:
            parts.append(f"{_counted(n_failed, 'value')} failed")
        return f"Comparison({', '.join(parts)})"

    def __str__(self) -> str:
        return as_text(self._layout(_DIGITS))

    def _repr_html_(self) -> str:
        """Return an HTML table; Jupyter calls this."""
        return as_html(self._layout(_DIGITS))

    def _layout(self, digits: int) -> Layout:
        """Return what every table shows."""
        return lay_out(self.records, self.greater_is_better, digits)

    def _n_fits(self) -> int:
        """Count the fits that were completed."""
        return len(
            {
                (record["data"], record["candidate"], record["repeat"])
                for record in self.records
                if record["fit_time"] is not None
            }
        )

    def _cells_by_metric(self) -> Mapping[str, Mapping[str, Mapping[str, Cell]]]:
        """Return the cells by metric, data set and candidate."""
        found: dict[str, dict[str, dict[str, Cell]]] = {}
        for (data, candidate, metric), cell in cells_of(self.records).items():
            found.setdefault(metric, {}).setdefault(data, {})[candidate] = cell
        return found


def _counted(number: int, what: str) -> str:
    """Write a number and a noun."""
    return f"{number} {what}" + ("" if number == 1 else "s")
