"""Chance, exactly: means over all orders of the prediction."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._partition_search import Property, Search, Universe, small
from ._partition_space import Modes, as_passed, is_trivial_mode, sizes_of
from ._properties import Counterexample, differ


@dataclass(frozen=True, eq=False)
class Means:
    """Exact means of the values of some truths, and predictions of some sizes."""

    truths: list[Modes]
    predictions: list[Modes]
    values: NDArray[np.float64]


def means_of(universe: Universe) -> Means:
    """Average over all predictions with the same sizes of clusters.

    A truth of which all modes are trivial is left out: no permutation changes it.
    """
    groups: dict[object, list[int]] = {}
    for position, modes in enumerate(universe.structures):
        groups.setdefault(sizes_of(modes), []).append(position)
    truths = [
        position
        for position, modes in enumerate(universe.structures)
        if not all(map(is_trivial_mode, modes))
    ]
    with np.errstate(invalid="ignore"):
        columns = [universe.values[:, group].mean(axis=1) for group in groups.values()]
    return Means(
        [universe.structures[position] for position in truths],
        [universe.structures[group[0]] for group in groups.values()],
        np.transpose(columns)[truths],
    )


def no_constant_baseline(search: Search) -> Counterexample | None:
    """Find two means that differ."""
    first: tuple[Modes, Modes] | None = None
    base = np.nan
    for means in map(means_of, search.universes):
        if first is None and means.truths:
            first, base = (means.truths[0], means.predictions[0]), means.values[0, 0]
        wrong = np.argwhere(differ(means.values, base) | np.isnan(means.values))
        if first is not None and wrong.size:
            a, b = wrong[0]
            structures = (*first, means.truths[a], means.predictions[b])
            return search.example_of_means(
                dict(zip("ABCD", map(as_passed, structures), strict=True)),
                (base, means.values[a, b]),
            )
    return None


def _all_means(search: Search) -> str:
    """Say which means were computed."""
    return (
        f"exact means for all truths and all cluster sizes {small(search)}, over all "
        "orders of the prediction" + (", mode by mode" if search.n_modes > 1 else "")
    )


CONSTANT_BASELINE = Property(
    "constant baseline",
    "The mean over all orders of the prediction is the same for all truths that are "
    "not trivial and all cluster sizes.",
    no_constant_baseline,
    _all_means,
)
