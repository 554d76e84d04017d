"""The candidates of a search by stability, and the finest stable one of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ._numbers_of_blocks import number_in_mode
from ._stability_of_parts import Stability

Floats = NDArray[np.float64]
Choice = Literal["blocks", "modes"]
CHOICES: tuple[str, ...] = get_args(Choice)
"""What must be stable: the co-clustering as a whole, or every mode by itself."""


@dataclass(frozen=True, eq=False)
class StabilityOfMode:
    """Score, standard error and number of clusters of each candidate, in one mode."""

    scores: Floats
    errors: Floats
    n_clusters: Floats

    def near_best(self, eligible: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which candidates are near the best one in this mode.

        A single cluster is always stable: it only counts if all candidates find one.
        """
        several = eligible & (self.n_clusters > 1)
        return _near_best(
            self.scores, self.errors, several if several.any() else eligible
        )


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

    @classmethod
    def of(
        cls, params: Sequence[Mapping[str, Any]], measured: Sequence[Stability]
    ) -> "StabilityOfCandidates":
        """Return what was measured of each candidate, side by side."""
        return cls(
            params,
            np.array([one.mean for one in measured]),
            np.array([one.standard_error for one in measured]),
            np.array([one.n_blocks for one in measured]),
            {
                mode: StabilityOfMode(
                    np.array([one.of_modes[mode].mean for one in measured]),
                    np.array([one.of_modes[mode].standard_error for one in measured]),
                    np.rint([one.found[number_in_mode(mode)] for one in measured]),
                )
                for mode in (measured[0].of_modes if measured else ())
            },
        )

    def choose(self, by: Choice) -> int:
        """Return the index of the finest stable candidate, by "blocks" or "modes"."""
        return self.finest_by_modes() if by == "modes" else self.finest_stable()

    def finest_stable(self) -> int:
        """Return the index of the finest candidate near the best one."""
        return self._finest(_near_best(self.scores, self.errors, self._eligible()))

    def finest_by_modes(self) -> int:
        """Return the index of the finest candidate near the best one of each mode."""
        if not self.modes:
            raise ValueError(
                '`by="modes"` needs the agreement of each mode, such as '
                "`mean_test_row_score`. Search with "
                "`make_stability_scorer(with_standard_error=True)` and an index of "
                "this package for co-clusterings."
            )
        eligible = self._eligible()
        near = [mode.near_best(eligible) for mode in self.modes.values()]
        stable = np.logical_and.reduce(near)
        return self._finest(stable) if stable.any() else self.finest_stable()

    def _finest(self, stable: NDArray[np.bool_]) -> int:
        """Return the index of the candidate with most blocks, then highest score."""
        return int(
            max(
                np.flatnonzero(stable),
                key=lambda index: (self.blocks[index], self.scores[index]),
            )
        )

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
