"""How many blocks a candidate has found, or its parameters ask for."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._structures import is_integer

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


def blocks_found(n_rows: ArrayLike, n_columns: ArrayLike) -> NDArray[np.float64]:
    """Multiply mean numbers of row and column clusters, each rounded."""
    return np.asarray(np.rint(n_rows) * np.rint(n_columns), dtype=np.float64)


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
