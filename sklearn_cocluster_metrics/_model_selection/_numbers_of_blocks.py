"""How many blocks a candidate has found, or its parameters ask for."""

import re
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._structures import is_integer

BICLUSTERS = "n_biclusters"
_NUMBER_IN_MODE = re.compile("n_(.+)_clusters")

# `make_pipeline` names steps by their class. These transformers of scikit-learn have a
# number of clusters, which is not a number of clusters of the co-clusterer.
_TRANSFORMERS = {
    "birch",
    "bisectingkmeans",
    "featureagglomeration",
    "kmeans",
    "minibatchkmeans",
}
_REMEDY = (
    "Search with `make_stability_scorer(with_standard_error=True)`, which returns the "
    "numbers of clusters found."
)


def number_in_mode(mode: str) -> str:
    """Return the name of the number of clusters found in a mode."""
    return f"n_{mode}_clusters"


def mode_of_number(name: str) -> str:
    """Return the mode of a number of clusters; "" where it is of biclusters."""
    match = _NUMBER_IN_MODE.fullmatch(name)
    return match[1] if match else ""


def is_number_found(name: str) -> bool:
    """Return whether this is a name of a number of clusters or biclusters found."""
    return name == BICLUSTERS or mode_of_number(name) != ""


def blocks_of(found: Mapping[str, ArrayLike]) -> NDArray[np.float64]:
    """Count the blocks of what was found, mean numbers, each rounded.

    Clusters of all modes are multiplied. The cells outside all biclusters count as one
    block, so that a single block is never evidence of structure.
    """
    rounded = {name: np.rint(np.asarray(value)) for name, value in found.items()}
    if BICLUSTERS in rounded:
        return np.asarray(rounded[BICLUSTERS] + 1, dtype=np.float64)
    return np.asarray(prod(rounded.values()), dtype=np.float64)


def blocks_asked_for(candidates: Sequence[Mapping[str, Any]]) -> list[int]:
    """Multiply the numbers of clusters among the parameters of each candidate.

    Where one candidate has a number per mode, a single number counts for every mode.
    """
    prefix = _prefix_of_coclusterer(candidates)
    counts = [
        {
            name: _sizes(name, value)
            for name, value in parameters.items()
            if name.endswith("clusters") and name.rpartition("__")[0] == prefix
        }
        for parameters in candidates
    ]
    n_modes: dict[str, int] = {}
    for sizes in counts:
        for name, values in sizes.items():
            n_modes[name] = max(n_modes.get(name, 1), len(values))
    return [
        prod(
            prod(values) ** (n_modes[name] if len(values) == 1 else 1)
            for name, values in sizes.items()
        )
        for sizes in counts
    ]


def _prefix_of_coclusterer(candidates: Sequence[Mapping[str, Any]]) -> str:
    """Return what precedes the co-clusterer's parameters, such as "estimator"."""
    found: list[str] = []
    for parameters in candidates:
        prefixes = {
            name.rpartition("__")[0]
            for name in parameters
            if name.endswith("clusters") and not _is_of_transformer(name)
        }
        if not prefixes:
            raise ValueError(
                "`cv_results` has candidates without a number of clusters: none of the "
                f"co-clusterer's parameters among {sorted(parameters)} ends in "
                f"'clusters'. {_REMEDY}"
            )
        found.extend(prefixes)
    steps = sorted(set(found))
    if len(steps) > 1:
        raise ValueError(
            f"`cv_results` has numbers of clusters of several steps, {steps}; which of "
            f"them is the co-clusterer is not known. {_REMEDY}"
        )
    return found[0]


def _is_of_transformer(name: str) -> bool:
    """Return whether a parameter is of a step that scikit-learn named by its class."""
    steps = name.split("__")[:-1]
    # A second step of one class is named "kmeans-2".
    return any(step.partition("-")[0] in _TRANSFORMERS for step in steps)


def _sizes(name: str, value: Any) -> list[int]:
    """Return the number of clusters of each mode, or the one number for all modes."""
    sizes = list(np.ravel(np.asarray(value, dtype=object)))
    if not sizes or not all(map(_is_number_of_clusters, sizes)):
        raise ValueError(
            f"`params` of `cv_results` has {name}={value!r}, which is not a number of "
            f"clusters. {_REMEDY}"
        )
    return [int(size) for size in sizes]


def _is_number_of_clusters(value: Any) -> bool:
    """Return whether a value is an integer of at least 1."""
    return is_integer(value) and int(value) >= 1
