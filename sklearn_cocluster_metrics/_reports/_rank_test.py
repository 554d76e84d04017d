"""Do candidates differ over several data sets? Ranks, and the tests behind them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import friedmanchisquare, rankdata, studentized_range

from .._displays._drawing import BLUE, axes_or_new
from .._structures._printing import Table, html, number

_LARGEST = 1e300  # in place of infinity, so that equal values differ by 0


@dataclass(frozen=True, eq=False, repr=False)
class RankTest:
    """Whether candidates differ over data sets, as `Comparison.rank_test` returns it.

    Parameters
    ----------
    metric : str
        Its name.
    ranks : dict of str to float
        Mean rank of each candidate; 1 is best.
    n_data : int
        Number of data sets.
    pvalue : float
        Of Friedman's test (asymptotic) of equal ranks; of two candidates, of Wilcoxon's
        signed-rank test (exact).
    critical_difference : float
        Nemenyi's: mean ranks that differ by less are not significantly different.
    pvalues : dict of (str, str) to float
        Of Wilcoxon's test of each pair, corrected by Holm.
    level : float
        Significance level of the critical difference.

    See Also
    --------
    Comparison.rank_test : Computes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import RankTest
    >>> RankTest("cari", {"a": 1.2, "b": 1.8}, 10, 0.04, 0.62, {("a", "b"): 0.04}, 0.05)
    RankTest(cari, 2 candidates, 10 data sets, pvalue=0.04, critical_difference=0.62)
    """

    metric: str
    ranks: dict[str, float]
    n_data: int
    pvalue: float
    critical_difference: float
    pvalues: dict[tuple[str, str], float]
    level: float

    @classmethod
    def of(
        cls, metric: str, means: Mapping[str, Sequence[float]], level: float
    ) -> RankTest:
        """Test the means of candidates on data sets; greater ones are better."""
        values = np.array([*means.values()])
        k, n_data = values.shape
        ranks = ranks_of(values)
        pairs = {
            (one, other): wilcoxon_pvalue(values[i], values[j])
            for (i, one), (j, other) in combinations(enumerate(means), 2)
        }
        if k == 2:
            pvalue = min(pairs.values())
        elif (ranks == ranks[0]).all():
            pvalue = 1.0  # the statistic is 0/0
        else:
            pvalue = float(friedmanchisquare(*ranks).pvalue)
        quantile = studentized_range.ppf(1 - level, k, np.inf) / math.sqrt(2)
        return cls(
            metric,
            dict(zip(means, ranks.mean(axis=1).tolist(), strict=True)),
            n_data,
            pvalue,
            float(quantile * math.sqrt(k * (k + 1) / (6 * n_data))),
            dict(zip(pairs, holm([*pairs.values()]), strict=True)),
            level,
        )

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.metric}, {len(self.ranks)} candidates, "
            f"{self.n_data} data sets, pvalue={self.pvalue:.2g}, "
            f"critical_difference={self.critical_difference:.2g})"
        )

    def _repr_html_(self) -> str:
        """Return the ranks as an HTML table; Jupyter calls this."""
        rows = [[name, number(rank, 2)] for name, rank in self.ranks.items()]
        return html([repr(self), Table(["", "mean rank"], rows)])

    def to_frame(self) -> Any:
        """Return a pandas data frame with a row for each two candidates."""
        import pandas as pd

        rows = [
            (one, other, abs(self.ranks[one] - self.ranks[other]), pvalue)
            for (one, other), pvalue in self.pvalues.items()
        ]
        columns = ["first", "second", "rank_difference", "pvalue"]
        return pd.DataFrame(rows, columns=columns)

    def plot(self, *, ax: Any = None, **kwargs: Any) -> Any:
        """Draw the mean ranks, the best at the top, in bars of the critical difference.

        Candidates whose bars do not overlap are significantly different.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            None: a new figure.
        **kwargs : dict
            Passed to ``Axes.errorbar``.

        Returns
        -------
        ax : matplotlib Axes
            Drawn on.
        """
        ax, ordered = axes_or_new(ax), sorted(self.ranks, key=self.ranks.__getitem__)
        ranks = [self.ranks[name] for name in ordered]
        half = self.critical_difference / 2
        look = {"fmt": "o", "color": BLUE, "capsize": 4, **kwargs}
        ax.errorbar(ranks, range(len(ranks)), xerr=half, **look)
        ax.set_yticks(range(len(ranks)), ordered)
        ax.set_ylim(len(ranks) - 0.5, -0.5)
        named = f"critical difference {self.critical_difference:.2f}"
        ax.set_xlabel(f"mean rank by {self.metric}, 1 is best ({named})")
        return ax


def ranks_of(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank each column, 1 for the greatest score; ties share their mean rank."""
    # By codes: old versions of SciPy take inf and -inf in one column for NaN.
    _, codes = np.unique(-scores, return_inverse=True)
    return np.asarray(rankdata(codes.reshape(scores.shape), axis=0))


def wilcoxon_pvalue(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Test by signed ranks whether paired values differ; exact, also with ties.

    Equal pairs are left out.
    """
    first, second = (np.clip(side, -_LARGEST, _LARGEST) for side in (first, second))
    differences = np.round(first - second, 12)
    differences = differences[differences != 0]
    # Twice the ranks, which are integers, so that their sums can be counted.
    ranks = np.rint(2 * rankdata(np.abs(differences))).astype(int)
    law = np.ones(1)  # of the sum of the ranks of positive differences
    for rank in ranks:
        shifted = np.concatenate([np.zeros(rank), law])
        shifted[: len(law)] += law
        law = shifted / 2
    found = int(ranks[differences > 0].sum())
    return float(min(1.0, 2 * min(law[: found + 1].sum(), law[found:].sum())))


def holm(pvalues: Sequence[float]) -> list[float]:
    """Correct p-values for their number, by Holm's method."""
    order = np.argsort(pvalues)
    factors = np.arange(len(pvalues), 0, -1)
    corrected = np.empty(len(pvalues))
    corrected[order] = np.maximum.accumulate(np.array(pvalues)[order] * factors)
    return [float(pvalue) for pvalue in np.minimum(corrected, 1)]
