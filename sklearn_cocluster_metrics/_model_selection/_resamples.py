"""Fits of two overlapping parts of the data, and how well they agree."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from .._structures import check_generator, draw_seed, layers, n_columns_of, n_rows_of
from ._compared_fits import Compared, Entries
from ._fits import WRAP_IT, clone_with_seed, fit_or_explain
from ._inductive import InductiveCocluster
from ._matrices import indexable, refuse_masked, take_part
from ._stability_of_parts import Agreement, Stability

Positions = tuple[NDArray[np.intp], ...]


@dataclass(frozen=True)
class Resampling:
    """How parts of the data are drawn, and by how many jobs they are fitted."""

    n_resamples: int
    fractions: tuple[float, float]  # of the rows; of the columns and further modes
    random_state: Any
    n_jobs: int | None
    verbose: int


class _Part(NamedTuple):
    """Positions in each mode of a part of the data, and a seed."""

    positions: Positions
    seed: int


class _Fit(NamedTuple):
    """Positions in each mode that a fit has labelled, and what it found there."""

    positions: Positions
    entries: Entries


class _Resample(NamedTuple):
    """Agreements of two fits, whole and mode by mode, and what each fit found."""

    agreements: list[float]
    counts: list[dict[str, int]]


def measure_stability(
    compared: Compared, estimator: Any, X: Any, resampling: Resampling
) -> Stability:
    """Fit pairs of parts of the data and compare what both have found."""
    shape = _check_shape(X)
    X = indexable(X)
    generator = check_generator(resampling.random_state, "random_state")
    # Drawn here, in order, so that the number of jobs changes no result.
    pairs = [
        tuple(_draw_part(generator, shape, resampling.fractions) for _ in range(2))
        for _ in range(resampling.n_resamples)
    ]
    resamples = Parallel(n_jobs=resampling.n_jobs, verbose=resampling.verbose)(
        delayed(_resample)(compared, estimator, X, first, second)
        for first, second in pairs
    )
    return _summary(resamples, compared.compared_modes(len(shape)))


def _summary(resamples: Sequence[_Resample], modes: tuple[str, ...]) -> Stability:
    """Put what was found in all resamples side by side."""
    scores, *of_modes = np.array(
        [resample.agreements for resample in resamples], dtype=np.float64
    ).T
    counts = [count for resample in resamples for count in resample.counts]
    return Stability(
        scores,
        {name: float(np.mean([count[name] for count in counts])) for name in counts[0]},
        dict(zip(modes, map(Agreement, of_modes), strict=True)),
    )


def _check_shape(X: Any) -> tuple[int, ...]:
    """Return the shape of data without masked entries: a matrix, or more modes."""
    n_columns = n_columns_of(X)
    refuse_masked(X, "X")
    if n_columns is not None:
        return n_rows_of(X), n_columns
    if isinstance(X, np.ndarray) and X.ndim > 2:
        return tuple(X.shape)
    raise ValueError(
        "`X` must be a matrix: stability draws parts of its rows and columns. Data of "
        "more modes must be a NumPy array."
    )


def _draw_part(
    generator: np.random.RandomState,
    shape: tuple[int, ...],
    fractions: tuple[float, float],
) -> _Part:
    """Draw rows, columns and so on in random order, and a seed.

    In the order of the data, labels that follow position would agree between parts.
    """
    positions = tuple(
        generator.permutation(n)[: math.ceil(fractions[min(mode, 1)] * n)]
        for mode, n in enumerate(shape)
    )
    return _Part(positions, draw_seed(generator))


def _resample(
    compared: Compared, estimator: Any, X: Any, one: _Part, other: _Part
) -> _Resample:
    """Fit two parts, and compare what was found on their overlap."""
    fits = [_fit_part(compared, estimator, X, part) for part in (one, other)]
    sides = [
        compared.restrict(fit.entries, places)
        for fit, places in zip(fits, _shared_places(*fits), strict=True)
    ]
    return _Resample(
        compared.compare(*sides), [compared.count(fit.entries) for fit in fits]
    )


def _shared_places(one: _Fit, other: _Fit) -> tuple[Positions, ...]:
    """Return, for either fit, where in each mode the rows and columns of both are."""
    places = []
    for positions in zip(one.positions, other.positions, strict=True):
        _, *shared = np.intersect1d(*positions, assume_unique=True, return_indices=True)
        if len(shared[0]) == 0:
            raise ValueError(
                "Two resamples have no column in common after the pipeline's "
                "selection. Select more columns, or select before the pipeline."
            )
        places.append(shared)
    return tuple(zip(*places, strict=True))


def _fit_part(compared: Compared, estimator: Any, X: Any, part: _Part) -> _Fit:
    """Fit a clone to a part of the data."""
    data = take_part(X, *part.positions)
    model = clone_with_seed(estimator, part.seed)
    if any(isinstance(layer, InductiveCocluster) for layer, _ in layers(model)):
        model.fit(data)  # handles empty rows and columns, and explains what it cannot
    else:
        fit_or_explain(model, data, WRAP_IT)
    found = compared.read(model, data.shape)
    positions = list(part.positions)
    if found.kept is not None:
        positions[1] = positions[1][found.kept]
    return _Fit(tuple(positions), found.entries)
