"""How well the fits of overlapping parts agreed, and how many clusters they found."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ._numbers_of_blocks import blocks_of


def names_of_modes(n_modes: int) -> tuple[str, ...]:
    """Name the modes as in results: row and column, or numbered."""
    if n_modes == 2:
        return "row", "column"
    return tuple(f"mode_{mode}" for mode in range(n_modes))


@dataclass(frozen=True, eq=False)
class Agreement:
    """Agreement of the two fits of every resample.

    Parameters
    ----------
    scores : ndarray of shape (n_resamples,)
        Agreement of the two fits of each resample.
    """

    scores: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """Mean agreement."""
        return float(np.mean(self.scores))

    @property
    def standard_error(self) -> float:
        """Standard error of the mean, of at least two resamples."""
        return float(np.std(self.scores, ddof=1)) / math.sqrt(len(self.scores))


@dataclass(frozen=True, eq=False)
class Stability(Agreement):
    """Agreement of the two fits of every resample, and what all fits found.

    Parameters
    ----------
    scores : ndarray of shape (n_resamples,)
        Agreement of the two fits of each resample.
    found : mapping of str to float
        `n_row_clusters` and `n_column_clusters`, or `n_biclusters`: the number that was
        found, mean over all fits.
    of_modes : mapping of str to Agreement
        Agreement of the labels of each mode alone, where it is known.
    """

    found: Mapping[str, float]
    of_modes: Mapping[str, Agreement] = field(default_factory=dict)

    @property
    def n_blocks(self) -> float:
        """Number of blocks that were found."""
        return float(blocks_of(self.found))

    def as_results(self) -> dict[str, float]:
        """Return all means and standard errors by name, as a scorer returns them."""
        results = {"score": self.mean, "standard_error": self.standard_error}
        results.update(self.found)
        for mode, agreement in self.of_modes.items():
            results[f"{mode}_score"] = agreement.mean
            results[f"{mode}_standard_error"] = agreement.standard_error
        return results
