"""Clusters of nearly equal sizes."""

import numpy as np
from numpy.typing import NDArray


def balanced_sizes(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return sizes that differ by 1 at most, the larger ones first: GTP's BS(n, k)."""
    smaller, n_larger = divmod(n_samples, n_clusters)
    sizes = np.full(n_clusters, smaller, dtype=np.int64)
    sizes[:n_larger] += 1
    return sizes


def balanced_labels(n_samples: int, n_clusters: int) -> NDArray[np.int64]:
    """Return sorted labels from 0 to `n_clusters` - 1 with balanced sizes."""
    return np.repeat(np.arange(n_clusters), balanced_sizes(n_samples, n_clusters))
