"""The candidates of a search without true labels, as read from its results."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from .._structures._arguments import check_sequence
from .._structures._types import Estimator
from ._scorers import Scorer

Floats = NDArray[np.float64]
Choice = Literal["blocks", "modes"]
CHOICES: tuple[str, ...] = get_args(Choice)
"""Either the whole co-clustering must be stable, or every mode by itself."""

PREFIX = "mean_test_"
"""The keys in `cv_results_` of numbers for each candidate begin with this prefix."""

SEARCH_HINT = "Search with `make_stability_scorer()`"
N_RESAMPLES = 24
"""Rules use the standard errors of this number of resamples, however many there are."""


@dataclass(frozen=True)
class ModeStability:
    """The stability and the number of clusters of each candidate in one mode."""

    scores: Floats
    # Standard errors of the scores, for `N_RESAMPLES` resamples
    margins: Floats
    n_clusters: Floats


class Candidates:
    """The stability, standard error and number of blocks of each candidate of a search.

    Each array has one entry per candidate, which is NaN if the candidate failed.
    `margins` are the standard errors for `N_RESAMPLES` resamples. The standard errors
    of the search itself would shrink with more resamples, so that coarser candidates
    would be chosen. `are_trivial` marks candidates that are stable by definition, such
    as a single block. `mode_stabilities` has the stability of the rows alone and of the
    columns alone, if these are known. Otherwise, it is empty.
    """

    def __init__(self, cv_results: Mapping[str, Any] | Estimator) -> None:
        self.results = _results_of(cv_results)
        self.params = _check_params(self.results)
        self._check_that_some_are_scored()
        self.scores = self.numbers("stability")
        self.standard_errors = self.numbers("resampling_error")
        n_resamples = self.numbers("n_resamples", default=N_RESAMPLES)
        # These factors give the standard errors for `N_RESAMPLES` resamples.
        self._margin_factors = np.sqrt(n_resamples / N_RESAMPLES)
        self.margins = self.standard_errors * self._margin_factors
        self.mode_stabilities: list[ModeStability] = []
        if f"{PREFIX}n_biclusters" in self.results:
            # This number is a mean over the resamples.
            self.n_blocks = np.rint(self.numbers("n_biclusters"))
            self.are_trivial = self._are_trivial_biclusterings()
        else:
            n_clusters = self._n_clusters_of_modes()
            self.mode_stabilities = self._stability_of_modes(n_clusters)
            self.n_blocks = prod(n_clusters.values(), start=np.ones(len(self.params)))
            self.are_trivial = self._are_trivial_coclusterings(n_clusters)

    def _check_that_some_are_scored(self) -> None:
        """Raise an error if no candidate has a score.

        If all candidates fail, scikit-learn does not know the names of the scores, and
        uses the name "score". Results without any score raise an error elsewhere.
        """
        name = "stability" if f"{PREFIX}stability" in self.results else "score"
        scores = self.numbers(name, default=0)
        if len(scores) > 0 and np.isnan(scores).all():
            raise ValueError(
                "`cv_results` has no candidate with a score, because each fit or "
                "score failed. See the warnings of the search, or search with "
                "`error_score='raise'` to see the first error."
            )

    def numbers(self, name: str, default: float | None = None) -> Floats:
        """Return one number for each candidate, or the default if there is no `name`.

        `name` is the name of a score, such as "bcv", without the prefix of the key. The
        number of a candidate that failed is NaN. If there is no default either, an
        error is raised.
        """
        key = f"{PREFIX}{name}"
        shape = (len(self.params),)
        if key not in self.results:
            if default is not None:
                return np.full(shape, default)
            raise ValueError(
                f"`cv_results` has no `{key}`. {SEARCH_HINT}. To use it beside other "
                "scorers, write one function that returns all scores in a "
                "dictionary."
            )
        values = self.results[key]
        try:
            if np.ma.isMaskedArray(values):  # masked entries are not numbers
                values = np.ma.filled(values.astype(np.float64), np.nan)
            numbers = np.asarray(values, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(
                f"`{key}` must be numbers, one for each candidate: {error}"
            ) from error
        if numbers.shape != shape:
            raise ValueError(
                f"`{key}` must have shape {shape}, one number for each candidate in "
                f"`params`, got shape {numbers.shape}."
            )
        return numbers

    def standard_errors_of_few_resamples(self, name: str) -> Floats:
        """Return the standard errors of a score for at most `N_RESAMPLES` resamples.

        If there are more resamples, the errors are raised to the errors of
        `N_RESAMPLES`. The error of a single resample, which is NaN, becomes 0.
        """
        errors = self.numbers(f"{name}_resampling_error", default=0)
        return np.nan_to_num(errors * np.maximum(self._margin_factors, 1))

    def numbers_of_resamples(self) -> dict[str, Floats]:
        """Return the numbers of each resample, by the name of their mean.

        Each array has a row for each candidate, and a column for each resample. The
        result is empty if the scorer did not have `with_resamples`.
        """
        return self._numbers_of_each("resample")

    def pvalues_of_splits(self) -> Floats | None:
        """Return the p-value of each candidate (row) and split, or None if unknown."""
        return self._numbers_of_each("split").get("pvalue")

    def _numbers_of_each(self, kind: str) -> dict[str, Floats]:
        """Return the numbers of each "resample" or "split", by their name.

        For example, the key "mean_test_resample_0_stability" has the first column of
        the array with the name "stability", which has a row for each candidate.
        """
        key_pattern = re.compile(rf"{PREFIX}{kind}_(\d+)_(.+)")
        columns: dict[str, dict[int, Floats]] = {}
        for key in self.results:
            match = key_pattern.fullmatch(key)
            if match is not None:
                number, name = int(match[1]), match[2]
                values = self.numbers(key.removeprefix(PREFIX))
                columns.setdefault(name, {})[number] = values
        return {
            name: np.column_stack([numbered[number] for number in sorted(numbered)])
            for name, numbered in columns.items()
        }

    def _n_clusters_of_modes(self) -> dict[str, Floats]:
        """Return the number of clusters of each candidate, by the name of the mode.

        The names, such as "row", are sorted. The results have, for example, the key
        "mean_test_n_row_clusters". The numbers are means over the resamples, so they
        are rounded.
        """
        key_pattern = re.compile(f"{PREFIX}n_(.+)_clusters")
        matches = [key_pattern.fullmatch(key) for key in self.results]
        modes = sorted(match[1] for match in matches if match is not None)
        if not modes:
            raise ValueError(
                "`cv_results` has no numbers of clusters, such as "
                f"`{PREFIX}n_row_clusters`, which the choice needs. {SEARCH_HINT}."
            )
        return {mode: np.rint(self.numbers(f"n_{mode}_clusters")) for mode in modes}

    def _stability_of_modes(self, n_clusters: dict[str, Floats]) -> list[ModeStability]:
        """Return the stability of the modes that have a score of their own.

        The keys of `n_clusters` are the names of all modes. Margins are standard errors
        for `N_RESAMPLES` resamples. `PREFIX` begins the keys of mean test scores.
        """
        return [
            ModeStability(
                scores=self.numbers(f"{mode}_stability"),
                margins=self.numbers(f"{mode}_resampling_error") * self._margin_factors,
                n_clusters=n_clusters_of_mode,
            )
            for mode, n_clusters_of_mode in n_clusters.items()
            if f"{PREFIX}{mode}_stability" in self.results
        ]

    def _are_trivial_biclusterings(self) -> NDArray[np.bool_]:
        """Return which candidates are stable because of their number of biclusters.

        These have no bicluster, or more biclusters than half of the rows.
        """
        return (self.n_blocks < 1) | (self.n_blocks > self._half_of_rows())

    def _are_trivial_coclusterings(
        self, n_clusters: dict[str, Floats]
    ) -> NDArray[np.bool_]:
        """Return which candidates are stable because of their numbers of clusters.

        These have a single block, more row clusters than half of the rows, or only
        single columns as column clusters. For each mode, such as "row", `n_clusters`
        has the number of clusters of each candidate, which is NaN if the candidate
        failed. A candidate that failed is not marked as trivial.
        """
        first_mode = next(iter(n_clusters))  # "mode_0" if there is no "row"
        n_row_clusters = n_clusters.get("row", n_clusters[first_mode])
        are_trivial = self.n_blocks <= 1
        are_trivial |= n_row_clusters > self._half_of_rows()
        if "column" not in n_clusters:
            return are_trivial
        # An estimator may leave all columns single because it clusters the rows alone.
        # Then no candidate joins columns, and none is trivial for this reason. A
        # candidate that failed neither joins columns nor leaves them single.
        n_columns = self.numbers("n_columns", default=np.inf)
        join_columns = n_clusters["column"] < n_columns
        if join_columns[~are_trivial].any():
            are_trivial |= n_clusters["column"] >= n_columns
        return are_trivial

    def _half_of_rows(self) -> Floats:
        """Return half the number of rows, or infinity if it is unknown.

        If there are more clusters, most of them are single rows.
        """
        return self.numbers("n_rows", default=np.inf) / 2

    def finest(
        self, by: Choice = "blocks", eligible: NDArray[np.bool_] | None = None
    ) -> int:
        """Return the index of the finest stable candidate, by "blocks" or "modes".

        The finest candidate has the most blocks, or biclusters. By "blocks", a
        candidate is stable if the score of the whole is near the best. By "modes", it
        is stable if the score of every mode is near the best, but if no candidate is,
        the score of the whole decides. `eligible` is a mask of the candidates that may
        be chosen, of which there is at least one. If None, it is `self.eligible()`.
        """
        if by == "modes" and not self.mode_stabilities:
            raise ValueError(
                '`by="modes"` needs the stability of each mode, such as '
                f"`{PREFIX}row_stability`, which `cv_results` lacks. {SEARCH_HINT} "
                "and an index of this package for co-clusterings, or pass "
                '`by="blocks"`.'
            )
        if eligible is None:
            eligible = self.eligible()
        self._check_scores_are_finite(eligible, by)
        self._check_standard_errors(eligible)
        are_stable = _are_near_best(self.scores, self.margins, eligible)
        if by == "modes":
            are_stable_in_modes = self._are_stable_in_every_mode(eligible)
            if are_stable_in_modes.any():
                are_stable = are_stable_in_modes
        # The most blocks come first. Among equal numbers, the best score comes first.
        order = np.lexsort((-self.scores, -self.n_blocks))
        stable_in_order = order[are_stable[order]]
        return int(stable_in_order[0])

    def _check_scores_are_finite(self, eligible: NDArray[np.bool_], by: Choice) -> None:
        """Check that the scores of eligible candidates are finite.

        By "modes", the scores of every mode must be finite, too. An infinite score has
        no standard error, and two infinite scores cannot be compared.
        """
        scores = [self.scores]
        if by == "modes":
            scores.extend(mode.scores for mode in self.mode_stabilities)
        have_infinite_scores = np.isinf(scores).any(axis=0)
        infinite = np.flatnonzero(eligible & have_infinite_scores)
        if len(infinite) > 0:
            raise ValueError(
                f"Candidate {infinite[0]}, {self.params[infinite[0]]}, has an infinite "
                "score, which has no standard error. Use an index whose values are "
                "finite, such as 'cari_product'."
            )

    def _check_standard_errors(self, eligible: NDArray[np.bool_]) -> None:
        """Check that eligible candidates have standard errors, and none is negative.

        A negative standard error of any candidate raises an error.
        """
        missing = np.flatnonzero(eligible & np.isnan(self.standard_errors))
        if len(missing) > 0:
            raise ValueError(
                f"Candidate {missing[0]}, {self.params[missing[0]]}, has no standard "
                "error of its score. Search with `make_stability_scorer()`, and with "
                "at least two resamples."
            )
        if (self.standard_errors < 0).any():
            raise ValueError(
                f"`{PREFIX}resampling_error` must not be negative, got "
                f"{np.nanmin(self.standard_errors)}."
            )

    def _are_stable_in_every_mode(
        self, eligible: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return which eligible candidates are near the best in every mode alone."""
        are_stable = eligible
        for mode in self.mode_stabilities:
            # A single cluster is always stable, so it only counts if all find a single
            # one.
            comparable = eligible & (mode.n_clusters > 1)
            if not comparable.any():
                comparable = eligible
            are_stable = are_stable & _are_near_best(
                mode.scores, mode.margins, comparable
            )
        return are_stable

    def eligible(self) -> NDArray[np.bool_]:
        """Return which candidates have a score and are not stable by definition.

        If there is none, raise an error.
        """
        eligible = ~np.isnan(self.scores) & ~self.are_trivial
        if not eligible.any():
            raise ValueError(
                "`cv_results` has no candidate to choose from. A candidate needs a "
                "score, more than one block, and at most half as many row clusters "
                "as rows, because other candidates are stable by definition. Search "
                "with other numbers of clusters."
            )
        return np.asarray(eligible)

    def more_stable_than_chance(self) -> NDArray[np.bool_]:
        """Return which candidates of `eligible()` are more stable than by chance.

        Their score is above 0.
        """
        return self.eligible() & (self.scores > 0)


def _are_near_best(
    scores: Floats, margins: Floats, eligible: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which eligible candidates are within the margin of the best.

    The scores of eligible candidates are not NaN. The margin is the standard error of
    the difference as if scores were independent.
    """
    eligible_scores = np.where(eligible, scores, -np.inf)
    best = int(np.argmax(eligible_scores))
    margins_of_differences = np.hypot(margins, margins[best])
    are_near = eligible_scores >= scores[best] - margins_of_differences
    return np.asarray(eligible & are_near)


def _check_params(results: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Check that the parameters of the candidates are a list of dicts; return them."""
    name = "cv_results['params']"
    params = check_sequence(results.get("params", ()), name, "dicts", may_be_empty=True)
    if not all(isinstance(candidate, Mapping) for candidate in params):
        raise TypeError(f"`{name}` must be a list of dicts, one for each candidate.")
    return params


def _results_of(cv_results: Mapping[str, Any] | Estimator) -> Mapping[str, Any]:
    """Return the results of a search, whether the search or its results are given."""
    if isinstance(cv_results, Mapping):
        return cv_results
    if hasattr(cv_results, "cv_results_"):
        return dict(cv_results.cv_results_)
    got = type(cv_results).__name__
    if not hasattr(cv_results, "fit"):
        raise TypeError(
            f"`cv_results` must be a fitted search or its `cv_results_`, got {got}."
        )
    scorer = getattr(cv_results, "scoring", None)
    hint = ""
    if isinstance(scorer, Scorer) and not scorer.counts_clusters:
        hint = f" Its scorer returns no numbers of clusters. {SEARCH_HINT}."
    raise ValueError(
        f"`cv_results` is a {got} without `cv_results_`, so it is not a fitted "
        f"search. Call `fit` first.{hint}"
    )
