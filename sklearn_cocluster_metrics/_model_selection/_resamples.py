"""Fits of two overlapping parts of the data, and how well their labels agree."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from .._structures import check_generator, n_columns_of, n_rows_of
from .._structures._estimators import layers
from ._fits import (
    WRAP_IT,
    LabelArrays,
    clone_with_seed,
    fit_or_explain,
    fitted_labels_of,
)
from ._inductive import InductiveCocluster
from ._matrices import refuse_masked, take_part
from ._numbers_of_blocks import blocks_found

_LARGEST_SEED = np.iinfo(np.int32).max


@dataclass(frozen=True)
class Resampling:
    """How parts of the data are drawn, and by how many jobs they are fitted."""

    n_resamples: int
    fractions: tuple[float, float]  # of the rows, of the columns
    random_state: Any
    n_jobs: int | None


class _Part(NamedTuple):
    """Positions of the rows and of the columns of a part of the data, and a seed."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    seed: int


class _Fit(NamedTuple):
    """Positions and labels of the rows and of the columns that a fit has labelled."""

    positions: tuple[NDArray[np.intp], NDArray[np.intp]]
    labels: LabelArrays

    def n_clusters(self) -> tuple[int, int]:
        """Count the row clusters and the column clusters that were found."""
        rows, columns = (len(set(labels.tolist())) for labels in self.labels)
        return rows, columns


@dataclass(frozen=True, eq=False)
class Stability:
    """Agreement of the two fits of every resample, and the clusters that they found.

    Parameters
    ----------
    scores : ndarray of shape (n_resamples,)
        Agreement of the two fits of each resample.
    n_row_clusters, n_column_clusters : float
        Number of clusters found, mean over all fits.
    """

    scores: NDArray[np.float64]
    n_row_clusters: float
    n_column_clusters: float

    @property
    def n_blocks(self) -> float:
        """Number of blocks: row clusters times column clusters, each rounded."""
        return float(blocks_found(self.n_row_clusters, self.n_column_clusters))

    @property
    def mean(self) -> float:
        """Mean agreement."""
        return float(np.mean(self.scores))

    @property
    def standard_error(self) -> float:
        """Standard error of the mean, of at least two resamples."""
        return float(np.std(self.scores, ddof=1)) / math.sqrt(len(self.scores))


def measure_stability(
    score: Callable[[Any, Any], float],
    estimator: Any,
    X: Any,
    resampling: Resampling,
) -> Stability:
    """Fit pairs of parts of the data and compare the labels that both have."""
    shape = _check_matrix(X)
    generator = check_generator(resampling.random_state, "random_state")
    # Drawn here, in order, so that the number of jobs changes no result.
    pairs = [
        tuple(_draw_part(generator, shape, resampling.fractions) for _ in range(2))
        for _ in range(resampling.n_resamples)
    ]
    compared = Parallel(n_jobs=resampling.n_jobs)(
        delayed(_compare)(score, estimator, X, first, second) for first, second in pairs
    )
    scores, n_clusters = zip(*compared, strict=True)
    n_rows, n_columns = np.mean(np.concatenate(n_clusters), axis=0)
    return Stability(np.array(scores, dtype=float), float(n_rows), float(n_columns))


def _check_matrix(X: Any) -> tuple[int, int]:
    """Return the shape of data that are a matrix without masked entries."""
    n_columns = n_columns_of(X)
    if n_columns is None:
        raise ValueError(
            "`X` must be a matrix: stability draws parts of its rows and columns."
        )
    refuse_masked(X, "X")
    return n_rows_of(X), n_columns


def _draw_part(
    generator: np.random.RandomState,
    shape: tuple[int, int],
    fractions: tuple[float, float],
) -> _Part:
    """Draw rows and columns in random order, and a seed.

    In the order of the data, labels that follow position would agree between parts.
    """
    rows, columns = (
        generator.permutation(n)[: math.ceil(fraction * n)]
        for n, fraction in zip(shape, fractions, strict=True)
    )
    return _Part(rows, columns, int(generator.randint(_LARGEST_SEED)))


def _compare(
    score: Callable[[Any, Any], float], estimator: Any, X: Any, one: _Part, other: _Part
) -> tuple[float, list[tuple[int, int]]]:
    """Return the agreement of the fits of two parts, and the clusters each found."""
    fits = _fit_part(estimator, X, one), _fit_part(estimator, X, other)
    sides: tuple[list[Any], list[Any]] = ([], [])
    for mode in (0, 1):
        _, *shared = np.intersect1d(
            fits[0].positions[mode],
            fits[1].positions[mode],
            assume_unique=True,
            return_indices=True,
        )
        if len(shared[0]) == 0:
            raise ValueError(
                "Two resamples have no column in common after the pipeline's "
                "selection. Select more columns, or select before the pipeline."
            )
        for side, fit, places in zip(sides, fits, shared, strict=True):
            side.append(fit.labels[mode][places])
    agreement = score(tuple(sides[0]), tuple(sides[1]))
    return agreement, [fit.n_clusters() for fit in fits]


def _fit_part(estimator: Any, X: Any, part: _Part) -> _Fit:
    """Fit a clone to a part of the data."""
    data = take_part(X, part.rows, part.columns)
    model = clone_with_seed(estimator, part.seed)
    if any(isinstance(layer, InductiveCocluster) for layer in layers(model)):
        model.fit(data)  # handles empty rows and columns, and explains what it cannot
    else:
        fit_or_explain(model, data, WRAP_IT)
    fitted = fitted_labels_of(model, data.shape)
    kept = fitted.labelled.kept
    columns = part.columns if kept is None else part.columns[kept]
    return _Fit((part.rows, columns), (fitted.rows, fitted.columns))
