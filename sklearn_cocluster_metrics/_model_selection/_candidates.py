"""The candidates of a search by stability, and the finest stable one of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class StabilityOfMode:
    """Score, standard error and number of clusters of each candidate, in one mode."""

    scores: Floats
    errors: Floats
    n_clusters: Floats

    def finest_stable(self, eligible: NDArray[np.bool_]) -> float:
        """Return the greatest number of clusters whose mean score is near the best."""
        numbers = np.unique(self.n_clusters[eligible])
        if len(numbers) > 1:
            numbers = numbers[numbers > 1]  # a single cluster is always stable
        of_number = [eligible & (self.n_clusters == number) for number in numbers]
        # The candidates have seen the same subsamples: their mean has their mean error.
        scores, errors = (
            np.array([values[candidates].mean() for candidates in of_number])
            for values in (self.scores, self.errors)
        )
        stable = _near_best(scores, errors, np.ones(len(numbers), dtype=bool))
        return float(numbers[stable].max())


@dataclass(frozen=True, eq=False)
class StabilityOfCandidates:
    """Score, standard error and number of blocks of each candidate; NaN if unknown.

    `modes` has the stability of each mode alone, where it is known.
    """

    params: Sequence[Mapping[str, Any]]
    scores: Floats
    errors: Floats
    blocks: Floats
    modes: Mapping[str, StabilityOfMode] = field(default_factory=dict)

    def choose(self, by: str) -> int:
        """Return the index of the finest stable candidate, by "blocks" or "modes"."""
        return self.finest_by_modes() if by == "modes" else self.finest_stable()

    def finest_stable(self) -> int:
        """Return the index of the finest candidate near the best one."""
        eligible = self._eligible()
        stable = np.flatnonzero(_near_best(self.scores, self.errors, eligible))
        return int(
            max(stable, key=lambda index: (self.blocks[index], self.scores[index]))
        )

    def finest_by_modes(self) -> int:
        """Return the index of the candidate with the finest stable number per mode.

        The score of a number of clusters in a mode is the mean over the candidates that
        have found so many, whatever they have found in the other modes.
        """
        if not self.modes:
            raise ValueError(
                '`by="modes"` needs the agreement of each mode, such as '
                "`mean_test_row_score`. Search with "
                "`make_stability_scorer(with_standard_error=True)` and an index of "
                "this package for co-clusterings."
            )
        eligible = self._eligible()
        distances = sum(
            np.abs(mode.n_clusters - mode.finest_stable(eligible))
            for mode in self.modes.values()
        )
        # No candidate may have all the numbers chosen: take the nearest.
        nearest = np.where(eligible, distances, np.inf)
        tied = np.flatnonzero(nearest == nearest.min())
        return int(max(tied, key=lambda index: self.scores[index]))

    def _eligible(self) -> NDArray[np.bool_]:
        """Return which candidates have a score and more than one block, checked."""
        eligible = ~np.isnan(self.scores) & (self.blocks > 1)
        if not eligible.any():
            raise ValueError(
                "No candidate has a score and more than one block. A single block is "
                "stable by definition and is never chosen."
            )
        missing = np.flatnonzero(eligible & np.isnan(self.errors))
        if len(missing):
            raise ValueError(
                f"Candidate {missing[0]}, {dict(self.params[missing[0]])}, has a score "
                "but no standard error (it is NaN)."
            )
        if (self.errors < 0).any():
            raise ValueError("Standard errors must not be negative.")
        return np.asarray(eligible)


def _near_best(
    scores: Floats, errors: Floats, eligible: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which eligible candidates are within one standard error of the best."""
    comparable = np.where(eligible, scores, -np.inf)
    best = int(np.argmax(comparable))
    margins = np.hypot(errors, errors[best])
    return np.asarray(eligible & (comparable >= scores[best] - margins))
