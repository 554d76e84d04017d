"""Do candidates differ? Mean differences over replicates, and ranks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Literal

import numpy as np
from scipy.stats import f as f_distribution, rankdata, studentized_range, t as student

from .._displays._drawing import BLACK, Floats, panel_axes
from .._structures._printing import Tabular

_MOST_SIGNS = 30  # draws of which all 2**n choices of signs are counted
_MOST_SUBSETS = 12  # draws of which the means of all subsets are sorted
_ROUNDING = 1e-9  # of the largest difference; sums that differ by less are equal


@dataclass(frozen=True, repr=False)
class MeanDifference(Tabular):
    """Difference of two candidates on a data set, from `Comparison.differences`.

    Parameters
    ----------
    difference : float
        Mean of the first candidate minus the second.
    low, high : float
        Ends of its interval, infinite with too few replicates.
    pvalue : float
        Two-sided p-value for no difference.
    n_replicates : int
        Number of draws or parts.
    replicate : {"draw", "part"}
        What a replicate is.

    See Also
    --------
    Comparison.differences : Computes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import MeanDifference
    >>> MeanDifference(0.25, 0.1, 0.4, 0.004, 10, "draw").difference
    0.25
    """

    difference: float
    low: float
    high: float
    pvalue: float
    n_replicates: int
    replicate: Literal["draw", "part"]

    @classmethod
    def of(
        cls, differences: Floats, fraction: float | None, level: float
    ) -> MeanDifference:
        """Test draws; or parts of one data set, of this fraction of it."""
        n = len(differences)
        # Parts overlap: two of them share this fraction of their differences.
        shared = 0.0 if fraction is None else fraction / (1 - fraction)
        mean, low, high, pvalue = over_strata([differences], level, shared)
        if fraction is None and n <= _MOST_SIGNS:
            pvalue = _pvalue_of_signs(differences)
        if fraction is None and n <= _MOST_SUBSETS:
            low, high = _interval_of_signs(differences, level)
        least = 2.0 ** (1 - n)  # that of equal signs, also where nothing varies
        replicate: Literal["draw", "part"] = "draw" if fraction is None else "part"
        return cls(mean, low, high, max(pvalue, least), n, replicate)


def over_strata(
    strata: Sequence[Floats], level: float, shared: float = 0.0
) -> tuple[float, float, float, float]:
    """Return the mean of the means of strata, Student's interval and its p-value.

    `shared` is the correlation of replicates divided by one minus itself.
    """
    mean = float(np.mean([of_one.mean() for of_one in strata]))
    n = np.array([len(of_one) for of_one in strata])
    within = np.array([of_one.var(ddof=1) for of_one in strata]) / len(strata) ** 2
    within *= 1 / n + shared
    variance = float(within.sum())
    if math.sqrt(variance) <= _ROUNDING * abs(mean):
        return mean, mean, mean, float(mean == 0)
    freedom = 1 / float(np.sum((within / variance) ** 2 / (n - 1)))  # of Satterthwaite
    half = float(student.isf((1 - level) / 2, freedom)) * math.sqrt(variance)
    pvalue = 2 * float(student.sf(abs(mean) / math.sqrt(variance), freedom))
    return mean, mean - half, mean + half, pvalue


def _pvalue_of_signs(differences: Floats) -> float:
    """Return the p-value of the mean among those of all choices of signs.

    Changing some signs makes the sum no smaller if and only if the sum of these is at
    most 0. So subsets are counted, as pairs of one of either half.
    """
    zero = _ROUNDING * float(np.abs(differences).max())
    one, other = map(_sums, np.array_split(differences, 2))
    other.sort()
    n_low = np.searchsorted(other, zero - one, side="right").sum()
    n_high = len(one) * len(other) - np.searchsorted(other, -zero - one).sum()
    return min(1.0, float(2 * min(n_low, n_high) / (len(one) * len(other))))


def _interval_of_signs(differences: Floats, level: float) -> tuple[float, float]:
    """Return which means this test does not reject: ends are means of subsets [1]_.

    .. [1] J. A. Hartigan (1969). Using subsample values as typical values. Journal of
       the American Statistical Association 64, 1303-1317.
    """
    sizes = _sums(np.ones(len(differences)))
    means = np.sort(_sums(differences)[1:] / sizes[1:])
    left_out = math.floor((1 - level) / 2 * len(sizes) + _ROUNDING)
    if left_out == 0:
        return -math.inf, math.inf
    return float(means[left_out - 1]), float(means[-left_out])


def _sums(differences: Floats) -> Floats:
    """Return the sums of all subsets, the empty one first."""
    sums = np.zeros(1)
    for one in differences:
        sums = np.concatenate([sums, sums + one])
    return sums


def holm(pvalues: Sequence[float]) -> list[float]:
    """Correct p-values for their number, by Holm's method."""
    order = np.argsort(pvalues)
    factors = np.arange(len(pvalues), 0, -1)
    corrected = np.empty(len(pvalues))
    corrected[order] = np.maximum.accumulate(np.array(pvalues)[order] * factors)
    return [float(pvalue) for pvalue in np.minimum(corrected, 1)]


_LARGEST = 1e200  # in place of infinity, so that equal values differ by 0
_MOST_SUMS = 100_000  # of ranks, counted at once for an exact test


@dataclass(frozen=True, eq=False, repr=False)
class RankTest(Tabular):
    """Whether candidates differ, as `Comparison.rank_test` returns it.

    Parameters
    ----------
    metric : str
        Its name.
    ranks : dict of str to float
        Mean rank of each candidate; 1 is best.
    n_replicates : int
        Number of data sets or draws.
    replicate : {"data set", "draw"}
        What a replicate is.
    pvalue : float
        Of Friedman's test, exact or by Iman and Davenport; of two candidates, of
        Wilcoxon's signed-rank test (exact).
    critical_difference : float
        Nemenyi's: mean ranks closer than this do not differ significantly.
    pvalues : dict of (str, str) to float
        Of Wilcoxon's test of pairs, corrected by Holm.
    differences : dict of (str, str) to tuple of float, or None
        Mean of first minus second, and the ends of Student's interval for this pair
        alone; None where a fit failed.
    level : float
        Significance level.

    See Also
    --------
    Comparison.rank_test : Computes it.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare
    >>> data = {name: (None, [0, 0, 1, 1]) for name in "abc"}
    >>> candidates = {"same": [0, 0, 1, 1], "other": [0, 0, 0, 1]}
    >>> compare(candidates, data, "cari").rank_test()
    RankTest(ARI of rows, 2 candidates, 3 data sets, pvalue=0.25, ...)
    """

    metric: str
    ranks: dict[str, float]
    n_replicates: int
    replicate: str
    pvalue: float
    critical_difference: float
    pvalues: dict[tuple[str, str], float]
    differences: dict[tuple[str, str], tuple[float, float, float] | None]
    level: float

    @classmethod
    def of(
        cls,
        metric: str,
        by_candidate: Mapping[str, Floats],
        strata: Sequence[str | None],
        higher: bool,
        level: float,
    ) -> RankTest:
        """Test values in data sets, or in draws from these strata; NaN: failed."""
        values = np.array([*by_candidate.values()])
        scores = scores_of(values, higher)
        k, n = values.shape
        ranks = ranks_of(scores)
        pvalues, differences = {}, {}
        for (i, one), (j, other) in combinations(enumerate(by_candidate), 2):
            pvalues[one, other] = wilcoxon_pvalue(scores[i], scores[j])
            differences[one, other] = _difference(values[[i, j]], strata, 1 - level)
        quantile = studentized_range.ppf(1 - level, k, np.inf) / math.sqrt(2)
        return cls(
            metric,
            dict(zip(by_candidate, ranks.mean(axis=1).tolist(), strict=True)),
            n,
            "data set" if strata[0] is None else "draw",
            min(pvalues.values()) if k == 2 else friedman_pvalue(ranks),
            float(quantile * math.sqrt(k * (k + 1) / (6 * n))),
            dict(zip(pvalues, holm([*pvalues.values()]), strict=True)),
            differences,
            level,
        )

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.metric}, {len(self.ranks)} candidates, "
            f"{self.n_replicates} {self.replicate}s, pvalue={self.pvalue:.2g}, "
            f"critical_difference={self.critical_difference:.2g})"
        )

    def _columns(self) -> dict[str, Any]:
        """Return a row for each two candidates."""
        rows = [
            (one, other, abs(self.ranks[one] - self.ranks[other]))
            + (self.differences[one, other] or (math.nan,) * 3)
            + (pvalue,)
            for (one, other), pvalue in self.pvalues.items()
        ]
        names = ["first", "second", "rank_difference", "difference", "low", "high"]
        return dict(zip([*names, "pvalue"], zip(*rows, strict=True), strict=True))

    def plot(self, *, ax: Any = None, **kwargs: Any) -> Any:
        """Draw the diagram of Demšar (2006): mean ranks, the best at the right.

        A bar joins candidates that differ by less than the critical difference.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            None: a new figure.
        **kwargs : dict
            Passed to ``Axes.plot`` for the bars.

        Returns
        -------
        ax : matplotlib Axes
            Drawn on.
        """
        ordered = sorted(self.ranks, key=self.ranks.__getitem__)
        ranks, n = [self.ranks[name] for name in ordered], len(self.ranks)
        ax = panel_axes(ax, 1, width=6.5, height=1.6 + 0.15 * n)[0]
        lines = {"color": BLACK, "linewidth": 1, "clip_on": False}
        joined = _joined(ranks, self.critical_difference)
        for level, (first, last) in enumerate(joined, start=1):
            ends = ranks[first] - 0.03, ranks[last] + 0.03
            ax.plot(ends, [level / 2] * 2, **{**lines, "linewidth": 4, **kwargs})
        for place, (name, rank) in enumerate(zip(ordered, ranks, strict=True)):
            is_good = place < n / 2
            depth = 1.5 + len(joined) / 2 + (place if is_good else n - 1 - place)
            end = 1 if is_good else n
            ax.plot([rank, rank, end], [0, depth, depth], **lines)
            shift, side = (6, "left") if is_good else (-6, "right")
            look = {"textcoords": "offset points", "ha": side, "va": "center"}
            ax.annotate(name, (end, depth), (shift, 0), **look)
        ax.plot([n, n - self.critical_difference], [-2.2] * 2, "|-", **lines)
        named = f"critical difference {self.critical_difference:.2f}"
        ax.annotate(named, (n, -2.2), (0, 5), textcoords="offset points")
        ax.set(ylim=(2 + len(joined) / 2 + n / 2, -3.4), xlim=(n, 1), yticks=[])
        ax.spines[["left", "right", "bottom"]].set_visible(False)
        ax.spines["top"].set_position(("data", 0))
        ax.xaxis.tick_top()
        ax.set_xticks(range(1, n + 1))
        ax.set_xlabel(f"mean rank by {self.metric}, 1 is best")
        return ax


def _joined(ranks: Sequence[float], critical: float) -> list[tuple[int, int]]:
    """Return the first and last place of each largest group without a difference."""
    groups: list[tuple[int, int]] = []
    for first, best in enumerate(ranks):
        last = max(k for k, rank in enumerate(ranks) if rank - best < critical)
        if last > max(first, groups[-1][1] if groups else 0):
            groups.append((first, last))
    return groups


def _difference(
    pair: Floats, strata: Sequence[str | None], level: float
) -> tuple[float, float, float] | None:
    """Return the mean difference and its interval, if every stratum has replicates."""
    names = np.array(strata)
    groups = [pair[:, names == name] for name in dict.fromkeys(strata)]
    if not np.isfinite(pair).all() or min(group.shape[1] for group in groups) < 2:
        return None
    return over_strata([one - other for one, other in groups], level)[:3]


def friedman_pvalue(ranks: Floats) -> float:
    """Test by Friedman's statistic whether ranks, of shape (k, n), differ by chance.

    Exact, given the ties, where the sums of ranks are few enough to be counted: for few
    replicates the F distribution of Iman and Davenport rejects too often.
    """
    k, n = ranks.shape
    twice = np.rint(2 * ranks.T).astype(int)  # integers, so that sums are equal
    observed = np.sum(twice.sum(axis=0) ** 2)
    # Candidates are interchangeable, so only the sorted sums matter.
    sums: Any = np.sort(twice[:1])
    chances: Any = np.ones(1)
    for of_one in twice[1:]:
        if len(sums) * math.factorial(k) > _MOST_SUMS:
            break
        orders = np.array([*permutations(of_one)])
        every = np.sort((sums[:, np.newaxis] + orders).reshape(-1, k))
        each = np.repeat(chances / len(orders), len(orders))
        sums, at = np.unique(every, axis=0, return_inverse=True)
        chances = np.bincount(at.ravel(), each)
    else:
        as_great = np.sum(sums**2, axis=1) >= observed
        return float(chances[as_great].sum() / chances.sum())
    between = float(np.sum((ranks.mean(axis=1) - (k + 1) / 2) ** 2) * n)
    within = float(np.sum((ranks - (k + 1) / 2) ** 2)) - between
    least: float = math.factorial(k) ** (1.0 - n)  # equal ranks in all replicates
    if within <= 0:
        return least
    statistic = (n - 1) * between / within
    return max(least, float(f_distribution.sf(statistic, k - 1, (k - 1) * (n - 1))))


def scores_of(values: Floats, higher: bool) -> Floats:
    """Return values so that greater is better, and a failure, NaN, is worst."""
    return np.where(np.isnan(values), -np.inf, values if higher else -values)


def ranks_of(scores: Floats) -> Floats:
    """Rank each column, 1 for the greatest score; ties share their mean rank."""
    # By codes: old versions of SciPy take inf and -inf in one column for NaN.
    _, codes = np.unique(-scores, return_inverse=True)
    return np.asarray(rankdata(codes.reshape(scores.shape), axis=0))


def wilcoxon_pvalue(first: Floats, second: Floats) -> float:
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
