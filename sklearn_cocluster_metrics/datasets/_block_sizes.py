"""Cluster sizes in given proportions."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._structures import as_array, has_masked_entries


def block_sizes(
    proportions: ArrayLike | None, n_clusters: int, length: int, name: str
) -> NDArray[np.int64]:
    """Return sizes nearest to the given proportions, or equal ones, none of them 0.

    Sizes are rounded by the method of largest remainders. A cluster that would be empty
    takes one entry from the largest.
    """
    shares = (
        np.full(n_clusters, 1 / n_clusters)
        if proportions is None
        else _check_proportions(proportions, n_clusters, name)
    )
    quotas = shares * length
    sizes = np.floor(quotas).astype(np.int64)
    n_left = length - int(sizes.sum())
    sizes[np.argsort(sizes - quotas, kind="stable")[:n_left]] += 1
    for empty in np.flatnonzero(sizes == 0):
        sizes[sizes.argmax()] -= 1
        sizes[empty] = 1
    return sizes


def _check_proportions(
    proportions: Any, n_clusters: int, name: str
) -> NDArray[np.float64]:
    """Check one positive proportion per cluster; make their sum exactly 1."""
    if has_masked_entries(proportions):
        raise ValueError(f"`{name}` has masked entries; all must be known.")
    array = as_array(proportions, name, "one-dimensional")
    if array.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` must contain numbers, got dtype {array.dtype}.")
    if array.shape != (n_clusters,):
        raise ValueError(
            f"`{name}` must have one proportion per cluster, shape ({n_clusters},), "
            f"got shape {array.shape}."
        )
    if not (array > 0).all():
        raise ValueError(f"`{name}` must be positive, got {array.min()}.")
    total = float(array.sum())
    if not abs(total - 1) <= 1e-6:
        raise ValueError(f"`{name}` must sum to 1, got a sum of {total:g}.")
    return np.asarray(array / total, dtype=np.float64)
