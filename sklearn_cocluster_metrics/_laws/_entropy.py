"""Shannon entropy of a clustering, from the sizes of its clusters."""

import math

import numpy as np
import numpy.typing as npt


def entropy(sizes: npt.ArrayLike) -> float:
    """Entropy in nats of a clustering with these cluster sizes, all positive.

    Clusters of equal size share one term, so the error does not grow with the number
    of clusters. The entropy of singletons is exactly ``math.log(n)``, that of a single
    cluster exactly 0.0.
    """
    distinct, multiplicities = np.unique(np.asarray(sizes), return_counts=True)
    if multiplicities.sum() == 1:
        return 0.0
    pairs = list(zip(distinct.tolist(), multiplicities.tolist(), strict=True))
    n = sum(size * multiplicity for size, multiplicity in pairs)
    return math.fsum(
        (size * multiplicity / n) * _log_inverse_share(size, n)
        for size, multiplicity in pairs
    )


def _log_inverse_share(size: int, n: int) -> float:
    """``log(n / size)``, also where the share is so near 1 that the log is tiny."""
    if 2 * size > n:
        return -math.log1p((size - n) / n)
    return math.log(n / size)
