"""The frequency of each choice if the resamples of a search were others."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from .._structures._messages import warn_caller
from .._structures._printing import BestText, Tabular, TextTable, render_html
from ._candidates import PREFIX, Candidates, Floats
from ._split_half import combined_by_third

Rule = Callable[[Mapping[str, Any]], int]
"""A function for `refit` of a search, which returns the index of a candidate."""

SURE = 0.8
"""A choice with a lower frequency is called unsure."""

_N_SEARCHES = 500  # simulated, with as many resamples as the search has
_FACTOR_OF_RESAMPLES = 4  # in the searches that are simulated with more resamples
_MOST_SHOWN = 6  # candidates in the short form


@dataclass(frozen=True, eq=False, repr=False)
class ChoiceFrequencies(Tabular):
    """Result of `choice_frequencies`.

    If the chosen candidate has a frequency near 1, the choice does not depend on the
    resamples. Otherwise, another seed may lead to another choice.

    Parameters
    ----------
    params : tuple of dict
        Parameters of the candidates.
    frequencies : ndarray of shape (n_candidates,)
        How often each candidate would be chosen with other resamples, in [0, 1]. The
        array is read-only.
    nothing : float
        How often no candidate would be chosen, in [0, 1].
    best_index : int or None
        Index of the candidate that is chosen. It is None if no candidate is chosen.
    agreement_with_more : float
        How often two searches with four times as many resamples would agree, in [0, 1].
    n_resamples, n_splits : int
        Numbers of resamples of the search, and of splits into halves. There are no
        splits for counts.

    See Also
    --------
    choice_frequencies : Compute this result.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.results import ChoiceFrequencies
    >>> ChoiceFrequencies(
    ...     params=({"n_clusters": 2}, {"n_clusters": 3}),
    ...     frequencies=np.array([0.25, 0.7]),
    ...     nothing=0.05,
    ...     best_index=1,
    ...     agreement_with_more=0.9,
    ...     n_resamples=24,
    ...     n_splits=9,
    ... )
    ChoiceFrequencies(3: 70 %, 2: 25 %, nothing: 5 %)
    """

    params: tuple[Mapping[str, Any], ...]
    frequencies: Floats
    nothing: float
    best_index: int | None
    agreement_with_more: float
    n_resamples: int
    n_splits: int

    def __post_init__(self) -> None:
        self.frequencies.flags.writeable = False

    @property
    def of_choice(self) -> float:
        """Frequency of searches that would make the same choice."""
        if self.best_index is None:
            return self.nothing
        return float(self.frequencies[self.best_index])

    def _names(self) -> list[str]:
        """Return the parameters of each candidate as text.

        If all candidates have one and the same parameter, its name is left out.
        """
        keys = {key for candidate in self.params for key in candidate}
        if len(keys) == 1:
            return [str(*candidate.values()) for candidate in self.params]
        return [
            ", ".join(f"{key}={value}" for key, value in candidate.items())
            for candidate in self.params
        ]

    def _columns(self) -> dict[str, Any]:
        """Return the columns of the table, whose last row stands for no choice."""
        n_candidates = len(self.params)
        best = n_candidates if self.best_index is None else self.best_index
        return {
            "candidate": [*self._names(), "nothing"],
            "frequency": [*self.frequencies.tolist(), self.nothing],
            "is_chosen": [index == best for index in range(n_candidates + 1)],
        }

    def _sorted_rows(self) -> list[tuple[str, float, bool]]:
        """Return the name of each candidate, its frequency and whether it is chosen.

        The most frequent candidate comes first.
        """
        columns = self._columns()
        rows = list(zip(*columns.values(), strict=True))
        return sorted(rows, key=lambda row: -row[1])

    def _shares(self) -> str:
        """Return the frequencies as a line, such as "2: 54 %, 4: 46 %"."""
        rows = [row for row in self._sorted_rows() if row[1] >= 0.005]
        texts = [f"{name}: {_percent(share)}" for name, share, _ in rows[:_MOST_SHOWN]]
        if len(rows) > _MOST_SHOWN:
            texts.append("...")
        return ", ".join(texts)

    def verdict(self) -> str:
        """Return sentences on how sure the choice is, and on what would decide it.

        Returns
        -------
        sentences : str
            One sentence if the choice is sure. Otherwise, another sentence says whether
            more resamples or splits would decide it.
        """
        share = _percent(self.of_choice)
        sentence = f"The choice comes back in {share} of searches with other resamples."
        if self.of_choice >= SURE:
            return sentence
        if self.n_splits > 0 and 1 - SURE < self.nothing < SURE:
            return (
                f"{sentence} {self.n_splits} splits are too few to decide whether "
                "anything is found. Use more splits with `split_half_test`; if it "
                "rejects, choose with `finest_stable`."
            )
        n_more = _FACTOR_OF_RESAMPLES * self.n_resamples
        agreement = _percent(self.agreement_with_more)
        if self.agreement_with_more >= SURE:
            return (
                f"{sentence} The resamples are too few to decide. With "
                f"`n_resamples={n_more}`, two searches would agree in {agreement} of "
                "cases."
            )
        return (
            f"{sentence} Not even `n_resamples={n_more}` would decide. Two such "
            f"searches would agree in {agreement} of cases, because candidates are "
            "nearly tied."
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._shares()})"

    def __str__(self) -> str:
        return f"{self._table().text()}\n{self.verdict()}"

    def _repr_html_(self) -> str:
        """Return a table and the verdict as HTML, for Jupyter."""
        return render_html([self._table(), self.verdict()])

    def _table(self) -> TextTable:
        """Return a row for each candidate, in which the choice of the search is marked.

        The frequency is the share of simulated searches, with other resamples, that
        choose the candidate.
        """
        rows = []
        for name, share, is_chosen in self._sorted_rows():
            text = _percent(share)
            rows.append((name, BestText(text) if is_chosen else text))
        return TextTable(["candidate", "frequency"], rows)


def _percent(share: float) -> str:
    """Return a share as a percentage without decimals."""
    return f"{share:.0%}".replace("%", " %")


@dataclass(frozen=True)
class _Evidence:
    """The results of a search that depend on the resamples and decide the choice."""

    # Mean of each score over the resamples, (n_candidates,), by the name of the score
    means: Mapping[str, Floats]
    # (n_candidates, n_splits): P-value of each split. None if they are unknown
    pvalues: Floats | None


class _OtherSearches:
    """Draw the results of searches with other resamples and splits.

    The mean of each score varies like the bootstrap mean of its resamples. The means of
    all candidates vary together, because the candidates have the same parts. Standard
    errors stay as they are.
    """

    def __init__(self, candidates: Candidates) -> None:
        # (n_candidates, n_resamples) for each score, by its name
        self.scores = candidates.numbers_of_resamples()
        means = {name: scores.mean(axis=1) for name, scores in self.scores.items()}
        # The p-values are None if the results have no numbers of splits.
        self.observed = _Evidence(means, candidates.pvalues_of_splits())
        # A rule reads `params` and the values whose keys begin with "mean_test_". Ranks
        # and deviations are left out, because they describe this search only. The
        # numbers of each resample are left out so that a rule does not warn.
        of_resamples = (f"{PREFIX}resample_", f"{PREFIX}split_")
        self.results = {
            key: values
            for key, values in candidates.results.items()
            if key.startswith(PREFIX) and not key.startswith(of_resamples)
        }
        self.results["params"] = candidates.params

    @property
    def n_resamples(self) -> int:
        """Number of resamples of the search."""
        first_scores = next(iter(self.scores.values()))
        return int(first_scores.shape[1])

    @property
    def n_splits(self) -> int:
        """Number of splits into halves, 0 if it is unknown."""
        pvalues = self.observed.pvalues
        return 0 if pvalues is None else int(pvalues.shape[1])

    def draw(
        self, center: _Evidence, generator: Generator, *, spread: float
    ) -> _Evidence:
        """Draw means around the means of `center`, and p-values from its p-values.

        `center` has the results of this search, or results that were drawn around them
        and stand for the truth. The means of a bootstrap sample of the resamples differ
        from the means of this search, and these deviations are multiplied by `spread`.
        The p-values, of shape (n_candidates, n_splits), are a bootstrap sample of the
        splits, which has no such factor. If `center` has no p-values, none are drawn.
        """
        positions = generator.integers(self.n_resamples, size=self.n_resamples)
        means = {}
        for name, scores in self.scores.items():
            deviations = scores[:, positions].mean(axis=1) - self.observed.means[name]
            means[name] = center.means[name] + spread * deviations
        if center.pvalues is None:
            return _Evidence(means, None)
        n_splits = center.pvalues.shape[1]
        splits = generator.integers(n_splits, size=n_splits)
        return _Evidence(means, center.pvalues[:, splits])

    def choose(self, evidence: _Evidence, rule: Rule) -> int | None:
        """Return the index of the chosen candidate, or None if the rule finds none.

        The rule reads the results of this search, in which the evidence takes the place
        of the means and of the combined p-values.
        """
        # The keys are, for example, "mean_test_stability".
        means = {f"{PREFIX}{name}": mean for name, mean in evidence.means.items()}
        results = {**self.results, **means}
        if evidence.pvalues is not None:
            # The p-values have the shape (n_candidates, n_splits). They are combined
            # over the splits by the k-th smallest, where k is a third of `n_splits`.
            pvalues = combined_by_third(evidence.pvalues.T)
            results[f"{PREFIX}split_half_pvalue"] = pvalues
        try:
            chosen: int = rule(results)
        except ValueError as error:
            # The error of a search that has found nothing has this attribute.
            if hasattr(error, "cv_results"):
                return None
            raise
        return chosen


def frequencies_of(candidates: Candidates, rule: Rule) -> ChoiceFrequencies | None:
    """Return how often a rule would choose each candidate with other resamples.

    The results of other searches, which are mean scores and p-values of splits, are
    drawn around the results of this search. Return None if the numbers of each resample
    are unknown.
    """
    searches = _OtherSearches(candidates)
    if not searches.scores:
        return None
    generator = np.random.default_rng(0)
    observed = searches.observed
    choices = []
    for _ in range(_N_SEARCHES):
        # The means of both searches deviate from the truth, so the variance of their
        # difference is twice the variance of one.
        evidence = searches.draw(observed, generator, spread=math.sqrt(2))
        choices.append(searches.choose(evidence, rule))
    # The fraction of pairs of searches with more resamples that make the same choice
    agreement_with_more = _agreement_with_more(searches, rule, generator)
    counts = np.array([choices.count(index) for index in range(len(candidates.params))])
    return ChoiceFrequencies(
        params=tuple(candidates.params),
        frequencies=counts / _N_SEARCHES,
        nothing=choices.count(None) / _N_SEARCHES,
        best_index=searches.choose(observed, rule),
        agreement_with_more=agreement_with_more,
        n_resamples=searches.n_resamples,
        n_splits=searches.n_splits,
    )


def _agreement_with_more(
    searches: _OtherSearches, rule: Rule, generator: Generator
) -> float:
    """Return how often two searches with more resamples would make the same choice.

    The result is the fraction of simulated pairs of searches that agree. `rule` is a
    function that returns the index of a candidate from the results of a search, or
    raises an error if it finds none. Choosing nothing counts as a choice. The truth is
    drawn around the results of the search. Both searches are then drawn around this
    truth. Their deviations are smaller, because they have more resamples.
    """
    n_pairs = _N_SEARCHES // 2
    spread = _FACTOR_OF_RESAMPLES**-0.5
    n_agreements = 0
    for _ in range(n_pairs):
        truth = searches.draw(searches.observed, generator, spread=1)
        first = searches.draw(truth, generator, spread=spread)
        second = searches.draw(truth, generator, spread=spread)
        n_agreements += searches.choose(first, rule) == searches.choose(second, rule)
    return n_agreements / n_pairs


def warn_if_unsure(candidates: Candidates, rule: Rule) -> None:
    """Warn if a rule would often choose another candidate with other resamples.

    If the numbers of each resample are unknown, there is no warning.
    """
    frequencies = frequencies_of(candidates, rule)
    if frequencies is not None and frequencies.of_choice < SURE:
        warn_caller(
            f"Another seed may choose otherwise: {frequencies!r}. "
            f"{frequencies.verdict()}"
        )


def hint_at_other_seeds(candidates: Candidates, rule: Rule) -> str:
    """Return a sentence if other resamples might find something, or "".

    The sentence begins with a space, because it continues an error.
    """
    frequencies = frequencies_of(candidates, rule)
    if frequencies is None or frequencies.nothing >= SURE:
        return ""
    return f" Another seed may choose otherwise: {frequencies!r}."
