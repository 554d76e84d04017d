"""Test whether candidates differ by their ranks over replicates; draw the diagram."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln
from scipy.stats import f as f_distribution, rankdata, studentized_range

from .._displays._drawing import BLACK, Floats, drawing_options, panel_axes
from .._structures._printing import Tabular
from ._mean_differences import estimate_mean, holm

# This value replaces infinity, so that the difference of equal values is 0. It is not
# the greatest float, because NumPy multiplies by 10^12 to round to 12 digits.
_LARGEST_VALUE = 1e200
_MOST_SUMS = 100_000  # most sums of ranks that an exact test counts at once
_RANK_LINES: dict[str, Any] = {"color": BLACK, "linewidth": 1, "clip_on": False}


@dataclass(frozen=True, eq=False, repr=False)
class RankTest(Tabular):
    """Test of differences between candidates, returned by `Comparison.rank_test`.

    A small `pvalue` means that some candidates differ; `pvalues` and
    `critical_difference` then show which ones.

    Parameters
    ----------
    metric : str
        Header of the index, which also says what is compared.
    ranks : dict of str to float
        Mean rank of each candidate. The best rank is 1.
    n_replicates : int
        Number of data sets or draws.
    replicate : {"data set", "draw"}
        Kind of the replicates. The test allows conclusions about further replicates of
        this kind. In particular, a test over draws allows none about new data sets.
    pvalue : float
        P-value for the hypothesis that all candidates have the same ranks, computed by
        `test`.
    critical_difference : float
        Nemenyi's critical difference. Two mean ranks that are closer than this do not
        differ significantly.
    pvalues : dict of (str, str) to float
        P-value of Wilcoxon's test for each pair of candidates, corrected by Holm's
        method.
    differences : dict of (str, str) to tuple of float, or None
        Mean of first minus second, and the limits of Student's interval for this pair
        alone. It is None if a value is infinite, or if what is compared differs between
        data sets.
    level : float
        Significance level.
    test : str
        Test that gives `pvalue`: "Friedman, exact"; "Friedman, F distribution" (by Iman
        and Davenport) for many replicates; or "Wilcoxon, exact" for two candidates.
    failed : tuple of str, default=()
        Candidates that are left out because a run failed.

    See Also
    --------
    Comparison.rank_test : It computes the test.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import compare
    >>> data = {name: (None, [0, 0, 1, 1]) for name in "abc"}
    >>> candidates = {"same": [0, 0, 1, 1], "other": [0, 0, 0, 1]}
    >>> compare(candidates, data, "cari").rank_test()
    RankTest(CARI of rows, 2 candidates, 3 data sets, pvalue=0.25 (Wilcoxon, exact),...)
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
    test: str
    failed: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        metric: str,
        values_by_candidate: Mapping[str, Floats],
        *,
        strata: Sequence[str | None],
        greater_is_better: bool,
        level: float,
        failed: Sequence[str] = (),
        are_alike: bool = True,
    ) -> RankTest:
        """Test candidates by their values, with a value for each replicate.

        A value that is undefined is NaN, and ranks last. `metric` is the header of the
        index. `strata` has the data set of each replicate if replicates are draws, and
        None for each replicate if they are data sets. `level` is the significance
        level, and `failed` are the candidates that are left out. Differences are
        averaged only if the values of all replicates `are_alike`, that is, belong to
        the same index.
        """
        candidates = list(values_by_candidate)
        values = np.array(list(values_by_candidate.values()))
        scores = scores_of(values, greater_is_better)
        ranks = ranks_of(scores)
        n_candidates, n_replicates = values.shape
        pvalues: dict[tuple[str, str], float] = {}
        differences: dict[tuple[str, str], tuple[float, float, float] | None] = {}
        for i, j in combinations(range(n_candidates), 2):
            pair = (candidates[i], candidates[j])
            pvalues[pair] = wilcoxon_pvalue(scores[i], scores[j])
            differences[pair] = None
            if are_alike:
                differences[pair] = _mean_difference(
                    values[[i, j]], strata, confidence_level=1 - level
                )
        if n_candidates == 2:
            (pvalue,) = pvalues.values()
            test = "Wilcoxon, exact"
        else:
            exact_pvalue = _exact_friedman_pvalue(ranks)
            if exact_pvalue is not None:
                pvalue = exact_pvalue
                test = "Friedman, exact"
            else:
                pvalue = _friedman_pvalue_by_f(ranks)
                test = "Friedman, F distribution"
        corrected_pvalues = holm(list(pvalues.values()))
        mean_ranks = ranks.mean(axis=1).tolist()
        return cls(
            metric=metric,
            ranks=dict(zip(candidates, mean_ranks, strict=True)),
            n_replicates=n_replicates,
            replicate="data set" if strata[0] is None else "draw",
            pvalue=pvalue,
            critical_difference=_critical_difference(n_candidates, n_replicates, level),
            pvalues=dict(zip(pvalues, corrected_pvalues, strict=True)),
            differences=differences,
            level=level,
            test=test,
            failed=tuple(failed),
        )

    def __repr__(self) -> str:
        failures = ""
        if self.failed:
            failures = f", without {len(self.failed)} that failed: "
            failures += ", ".join(self.failed)
        replicates = f"{self.n_replicates} {self.replicate}s"
        if self.replicate == "draw":
            replicates += " (inference to draws, not to new data sets)"
        return (
            f"{type(self).__name__}({self.metric}, {len(self.ranks)} candidates, "
            f"{replicates}, pvalue={self.pvalue:.2g} ({self.test}), "
            f"critical_difference={self.critical_difference:.2g}{failures})"
        )

    def _columns(self) -> dict[str, Any]:
        """Return the columns by name, with a row for each pair of candidates.

        The difference of the ranks has no sign. The other difference is the mean of the
        first candidate minus the mean of the second. It and its limits are NaN if it
        was not computed.
        """
        pairs = list(self.pvalues)
        no_interval = (math.nan, math.nan, math.nan)
        intervals = [self.differences[pair] or no_interval for pair in pairs]
        return {
            "first": [first for first, _ in pairs],
            "second": [second for _, second in pairs],
            "rank_difference": [
                abs(self.ranks[first] - self.ranks[second]) for first, second in pairs
            ],
            "difference": [mean for mean, _, _ in intervals],
            "low": [low for _, low, _ in intervals],
            "high": [high for _, _, high in intervals],
            "pvalue": list(self.pvalues.values()),
        }

    def plot(self, *, ax: Any = None, **kwargs: Any) -> Any:
        """Draw the diagram of Demšar (2006), which shows mean ranks on an axis.

        The best candidate is at the right. A bar joins candidates that differ by less
        than the critical difference.

        Parameters
        ----------
        ax : matplotlib Axes, default=None
            Axes to draw on. If None, a new figure is made.
        **kwargs : dict
            Keyword arguments passed to ``Axes.plot``, which draws the bars.

        Returns
        -------
        ax : matplotlib Axes
            Axes with the diagram.
        """
        kwargs = drawing_options(kwargs, "plot", caller=self.plot)
        n_candidates = len(self.ranks)
        height = 1.6 + 0.15 * n_candidates
        ax = panel_axes(ax, 1, width=6.5, height=height)[0]
        candidates = sorted(self.ranks, key=self.ranks.__getitem__)
        ranks = [self.ranks[candidate] for candidate in candidates]
        groups = _groups_without_difference(ranks, self.critical_difference)
        # The y-axis points down, so that bars and names are below the axis of ranks.
        for number, (first, last) in enumerate(groups, start=1):
            ends = (ranks[first] - 0.03, ranks[last] + 0.03)
            options = {**_RANK_LINES, "linewidth": 4, **kwargs}
            ax.plot(ends, [number / 2, number / 2], **options)
        depth_of_bars = len(groups) / 2
        for position, candidate in enumerate(candidates):
            on_right = position < n_candidates / 2  # the better half
            if on_right:
                end = 1
                n_lines_above = position
            else:
                end = n_candidates
                n_lines_above = n_candidates - 1 - position
            _draw_rank(
                ax,
                candidate,
                rank=ranks[position],
                end=end,
                depth=1.5 + depth_of_bars + n_lines_above,
                on_right=on_right,
            )
        self._draw_critical_difference(ax)
        ax.set(
            xlim=(n_candidates, 1),
            ylim=(2 + depth_of_bars + n_candidates / 2, -3.4),
            yticks=[],
            xlabel=f"mean rank by {self.metric}, 1 is best",
        )
        ax.spines[["left", "right", "bottom"]].set_visible(False)
        ax.spines["top"].set_position(("data", 0))
        ax.xaxis.tick_top()
        ax.set_xticks(range(1, n_candidates + 1))
        return ax

    def _draw_critical_difference(self, ax: Any) -> None:
        """Draw the critical difference above the axis, at its left end."""
        start = len(self.ranks)  # the worst rank
        height = -2.2  # above the axis, which is at 0, because the y-axis points down
        ends = (start, start - self.critical_difference)
        ax.plot(ends, [height, height], "|-", **_RANK_LINES)
        text = f"critical difference {self.critical_difference:.2f} (Nemenyi, "
        text += f"{self.level:.2g})"
        ax.annotate(text, (start, height), (0, 5), textcoords="offset points")


def _draw_rank(
    ax: Any, candidate: str, *, rank: float, end: int, depth: float, on_right: bool
) -> None:
    """Draw a line from a mean rank on the axis to the name of its candidate.

    The line goes down from the axis to `depth`, and then sideways to the rank `end`,
    where the name stands. `depth` is positive, because the y-axis points down.
    """
    ax.plot([rank, rank, end], [0, depth, depth], **_RANK_LINES)
    if on_right:
        offset = (6, 0)
        alignment = "left"
    else:
        offset = (-6, 0)
        alignment = "right"
    ax.annotate(
        candidate,
        (end, depth),
        offset,
        textcoords="offset points",
        ha=alignment,
        va="center",
    )


def _groups_without_difference(
    ranks: Sequence[float], critical_difference: float
) -> list[tuple[int, int]]:
    """Group ranks that do not differ; return the first and last position of each group.

    The ranks are ascending, and ranks in a group differ by less than the critical
    difference. A group of a single rank, or a part of another group, is left out.
    """
    groups: list[tuple[int, int]] = []
    last_of_groups = 0
    for first, best_rank in enumerate(ranks):
        last = max(
            position
            for position, rank in enumerate(ranks)
            if rank - best_rank < critical_difference
        )
        if last > first and last > last_of_groups:
            groups.append((first, last))
            last_of_groups = last
    return groups


def _mean_difference(
    values: Floats, strata: Sequence[str | None], confidence_level: float
) -> tuple[float, float, float] | None:
    """Return the mean difference of two candidates and the ends of its interval.

    `values` has the shape (2, n_replicates). `strata` has the data set of each draw, or
    only None if the replicates are data sets, which are then a single stratum. Return
    None if a value is missing or infinite, or if a stratum has a single replicate.
    """
    if not np.isfinite(values).all():
        return None
    differences = values[0] - values[1]
    names = np.array(strata)
    groups = [differences[names == name] for name in dict.fromkeys(strata)]
    if any(len(group) < 2 for group in groups):
        return None
    estimate = estimate_mean(groups, confidence_level)
    return estimate.mean, estimate.low, estimate.high


def _critical_difference(
    n_candidates: int, n_replicates: int, significance_level: float
) -> float:
    """Return Nemenyi's critical difference of mean ranks."""
    quantile = studentized_range.ppf(1 - significance_level, n_candidates, np.inf)
    # This is the standard error of the difference of two mean ranks by chance.
    standard_error = math.sqrt(n_candidates * (n_candidates + 1) / (6 * n_replicates))
    return float(quantile / math.sqrt(2) * standard_error)


def _friedman_pvalue_by_f(ranks: Floats) -> float:
    """Return the approximate p-value of Friedman's test of ranks of shape (k, n).

    There are k candidates, which are ranked from 1 to k in each of n replicates. Ties
    have the mean of their ranks. The statistic of Iman and Davenport has approximately
    an F distribution. For few replicates the test rejects too often, so callers use the
    exact test instead, unless there are too many candidates.
    """
    k, n = ranks.shape
    between = float(np.sum((ranks.mean(axis=1) - (k + 1) / 2) ** 2) * n)
    within = float(np.sum((ranks - (k + 1) / 2) ** 2)) - between
    smallest_pvalue = _smallest_friedman_pvalue(ranks)
    if within <= 0:
        return smallest_pvalue
    statistic = (n - 1) * between / within
    pvalue = float(f_distribution.sf(statistic, k - 1, (k - 1) * (n - 1)))
    return max(smallest_pvalue, pvalue)


def _smallest_friedman_pvalue(ranks: Floats) -> float:
    """Return a lower bound of the exact p-value of Friedman's test, given the ties.

    By chance, all different orders of the ranks of a replicate are equally likely. The
    statistic is the same if the candidates are exchanged in all replicates alike. In
    this way, each order of one replicate can be reached. Therefore, the p-value is at
    least the number of orders of the replicate with the most orders, divided by the
    product of the numbers of all replicates. If all candidates are equal, this is 1.
    """
    log_numbers = []
    for replicate_ranks in ranks.T:
        _, sizes_of_ties = np.unique(replicate_ranks, return_counts=True)
        log_number = gammaln(len(ranks) + 1) - gammaln(sizes_of_ties + 1).sum()
        log_numbers.append(float(log_number))
    return math.exp(max(log_numbers) - math.fsum(log_numbers))


def _exact_friedman_pvalue(ranks: Floats) -> float | None:
    """Return the exact p-value of Friedman's test, given the ties.

    `ranks` has the shape (n_candidates, n_replicates). Return None if there are too
    many sums of ranks to count.

    The probabilities of the sums of ranks are updated replicate by replicate.
    """
    n_candidates = len(ranks)
    doubled_ranks = np.rint(2 * ranks.T).astype(int)  # sums of integers are exact
    # Friedman's statistic increases with the sum of the squared sums of ranks.
    observed_statistic = np.sum(doubled_ranks.sum(axis=0) ** 2)
    # Each row has possible sums of the ranks of all candidates over the replicates so
    # far. Candidates are interchangeable, so only the sorted sums matter.
    sums: NDArray[Any] = np.sort(doubled_ranks[:1])
    probabilities: NDArray[Any] = np.ones(1)  # of the rows
    for replicate_ranks in doubled_ranks[1:]:
        if len(sums) * math.factorial(n_candidates) > _MOST_SUMS:
            return None
        orders = np.array(list(permutations(replicate_ranks)))
        next_sums = (sums[:, np.newaxis] + orders).reshape(-1, n_candidates)
        next_probabilities = np.repeat(probabilities / len(orders), len(orders))
        sums, positions = np.unique(np.sort(next_sums), axis=0, return_inverse=True)
        probabilities = np.bincount(positions.ravel(), next_probabilities)
    is_as_great = np.sum(sums**2, axis=1) >= observed_statistic
    return float(probabilities[is_as_great].sum() / probabilities.sum())


def scores_of(values: Floats, greater_is_better: bool) -> Floats:
    """Return scores, of which greater is better; NaN (undefined) becomes -inf."""
    scores = values if greater_is_better else -values
    return np.where(np.isnan(values), -np.inf, scores)


def ranks_of(scores: Floats) -> Floats:
    """Rank each column; the greatest score has rank 1, and ties share their mean.

    Scores and ranks have the shape (n_candidates, n_replicates).
    """
    # Rank codes, because old versions of SciPy turn inf and -inf in a column into NaN.
    _, codes = np.unique(-scores, return_inverse=True)
    return np.asarray(rankdata(codes.reshape(scores.shape), axis=0))


def wilcoxon_pvalue(first: Floats, second: Floats) -> float:
    """Return the two-sided p-value of Wilcoxon's signed-rank test of paired values.

    The values are those of two candidates on the same replicates. They may be infinite,
    but not NaN, which `scores_of` has replaced. The p-value is exact, even if there are
    ties. Equal pairs are left out.
    """
    finite_first = np.clip(first, -_LARGEST_VALUE, _LARGEST_VALUE)
    finite_second = np.clip(second, -_LARGEST_VALUE, _LARGEST_VALUE)
    differences = np.round(finite_first - finite_second, 12)  # equal up to rounding
    differences = differences[differences != 0]
    # Ranks of ties can be halves. Doubled ranks are integers, so sums can be counted.
    doubled_ranks = np.rint(2 * rankdata(np.abs(differences))).astype(int)
    # probabilities[s]: probability that s is the sum of the doubled ranks of positive
    # differences
    probabilities = np.ones(1)
    for rank in doubled_ranks:
        with_rank = np.concatenate([np.zeros(rank), probabilities])
        with_rank[: len(probabilities)] += probabilities
        probabilities = with_rank / 2
    observed_sum = int(doubled_ranks[differences > 0].sum())
    lower_tail = probabilities[: observed_sum + 1].sum()
    upper_tail = probabilities[observed_sum:].sum()
    return float(min(1.0, 2 * min(lower_tail, upper_tail)))
