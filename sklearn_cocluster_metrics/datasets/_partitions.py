"""Random clusterings and co-clusterings, drawn from the null models of the measures."""

from __future__ import annotations

from math import ceil, expm1, pi, sqrt

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray

from .._laws._cluster_sizes import (
    truncated_poisson,
    truncated_poisson_rate,
    truncated_poisson_window,
)
from .._structures._arguments import (
    MOST_SAMPLES,
    check_generator,
    check_integer,
    check_sizes,
)


def random_partition(
    sizes: ArrayLike, *, random_state: int | RandomState | None = None
) -> NDArray[np.int64]:
    """Draw a clustering uniformly among those with given cluster sizes.

    This is the null model of permuted labels, which the adjusted Rand index and the
    adjusted mutual information use.

    Parameters
    ----------
    sizes : array-like of int of shape (n_clusters,)
        Number of samples in each cluster, not negative. The label of an empty cluster
        is not used.
    random_state : int, RandomState instance or None, default=None
        Determines the permutation. Pass an int for the same labels at every call.

    Returns
    -------
    labels : ndarray of int64 of shape (n_samples,)
        Labels from 0 to ``n_clusters - 1``, where `n_samples` is the sum of `sizes`;
        label ``k`` occurs ``sizes[k]`` times.

    Raises
    ------
    ValueError
        If `sizes` is not one-dimensional, has masked or negative entries, or sums to 0
        or to 2**48 or more; if `random_state` cannot be used as a seed.
    TypeError
        If `sizes` contains anything but integers.

    See Also
    --------
    random_surjection : The number of clusters is given, but not their sizes.
    random_coclustering : The same for the rows and the columns of a matrix.

    Notes
    -----
    O(n_samples) time and memory.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_partition
    >>> labels = random_partition([3, 1, 2], random_state=0)
    >>> np.bincount(labels)
    array([3, 1, 2])
    """
    checked = check_sizes(sizes, "sizes")
    return shuffled_labels(checked, check_generator(random_state, "random_state"))


def random_surjection(
    n_samples: int,
    n_clusters: int,
    *,
    random_state: int | RandomState | None = None,
) -> NDArray[np.int64]:
    """Draw a clustering uniformly among those that use every cluster label.

    This is the null model of AMI* [1]_: only the number of clusters is fixed, and each
    surjection from the samples to the labels is equally likely. Each partition into
    that number of clusters can be labelled in equally many ways, so partitions are
    equally likely too.

    Parameters
    ----------
    n_samples : int
        Number of samples, from 1 to 2**48.
    n_clusters : int
        Number of clusters, from 1 to `n_samples`.
    random_state : int, RandomState instance or None, default=None
        Determines the draw. Pass an int for the same labels at every call.

    Returns
    -------
    labels : ndarray of int64 of shape (n_samples,)
        Labels from 0 to ``n_clusters - 1``, each of which occurs.

    Raises
    ------
    ValueError
        If a number is outside its range, or `random_state` cannot be used as a seed.
    TypeError
        If a number is not an integer.

    See Also
    --------
    random_partition : The cluster sizes are given too.
    sklearn_cocluster_metrics.ami_star_score : Its mean over these draws is 0.

    Notes
    -----
    The sizes of the clusters are independent zero-truncated Poisson variables
    conditioned on their sum. Any rate gives the same distribution; the rate used makes
    `n_samples` the expected sum. Sizes are drawn until their sum is `n_samples`, which
    takes about ``sqrt(2 pi n_samples)`` trials or fewer, and the samples are then
    permuted. The only approximation is the rounding of the Poisson probabilities.

    Where there are more clusters than sizes with a probability above 1e-25, the number
    of clusters of each size is drawn instead of the size of each cluster, in one
    multinomial draw. This bounds the cost of a trial: the total time is O(n_samples),
    plus at most a few million draws at n_samples = 10^6.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information". Anonymous manuscript for blind
       review, without a date; its latest reference is from 2010. Section 3.1 (AMI*).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_surjection
    >>> labels = random_surjection(10, 4, random_state=0)
    >>> labels.shape
    (10,)
    >>> np.unique(labels)
    array([0, 1, 2, 3])
    """
    n_samples = check_integer(n_samples, "n_samples", 1, MOST_SAMPLES)
    n_clusters = check_integer(n_clusters, "n_clusters", 1, n_samples)
    generator = check_generator(random_state, "random_state")
    if n_clusters in (1, n_samples):
        sizes = np.full(n_clusters, n_samples // n_clusters)
    else:
        sizes = _stirling_sizes(n_samples, n_clusters, generator)
        generator.shuffle(sizes)
    return shuffled_labels(sizes, generator)


def ordered_labels(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return sorted labels with the given numbers of occurrences."""
    return np.repeat(np.arange(sizes.size, dtype=np.int64), sizes)


def shuffled_labels(
    sizes: NDArray[np.int64], generator: RandomState
) -> NDArray[np.int64]:
    """Return labels with the given numbers of occurrences, in random order."""
    labels = ordered_labels(sizes)
    generator.shuffle(labels)
    return labels


def _stirling_sizes(
    n_samples: int, n_clusters: int, generator: RandomState
) -> NDArray[np.int64]:
    """Return the cluster sizes of a random surjection, in an arbitrary order."""
    rate = truncated_poisson_rate(n_samples, n_clusters)
    first, last = truncated_poisson_window(rate, 1e-25)
    weights = truncated_poisson(rate, first, last)
    sizes = np.arange(first + 1, last + 2)
    possible = weights > 1e-25
    sizes, weights = sizes[possible], weights[possible]
    law = weights / weights.sum()
    # One batch contains the right sum with probability about 1 - 1 / e.
    mean = rate / -expm1(-rate)
    variance = mean * (1.0 + rate - mean)
    n_trials = ceil(sqrt(1.0 + 2.0 * pi * n_clusters * variance))
    while True:
        if n_clusters <= sizes.size:
            trials = generator.choice(sizes, size=(n_trials, n_clusters), p=law)
            hits = np.flatnonzero(trials.sum(axis=1) == n_samples)
            if hits.size:
                return np.asarray(trials[hits[0]])
        else:
            trials = generator.multinomial(n_clusters, law, size=n_trials)
            hits = np.flatnonzero(trials @ sizes == n_samples)
            if hits.size:
                return np.repeat(sizes, trials[hits[0]])


def random_coclustering(
    row_sizes: ArrayLike,
    column_sizes: ArrayLike,
    *,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw a co-clustering uniformly among those with given cluster sizes.

    Row labels and column labels are permuted independently. This is the null model
    ``"product"`` of the tests and adjusted indices.

    Parameters
    ----------
    row_sizes : array-like of int of shape (n_row_clusters,)
        Number of rows in each row cluster, not negative. The label of an empty cluster
        is not used.
    column_sizes : array-like of int of shape (n_column_clusters,)
        Number of columns in each column cluster, likewise.
    random_state : int, RandomState instance or None, default=None
        Determines the permutations. Pass an int for the same labels at every call.

    Returns
    -------
    row_labels : ndarray of int64 of shape (n_rows,)
        Labels from 0 to ``n_row_clusters - 1``, where `n_rows` is the sum of
        `row_sizes`; label ``k`` occurs ``row_sizes[k]`` times.
    column_labels : ndarray of int64 of shape (n_columns,)
        The same for the columns.

    Raises
    ------
    ValueError
        If sizes are not one-dimensional, have masked or negative entries, or sum to 0
        or to 2**48 or more; if `random_state` cannot be used as a seed.
    TypeError
        If sizes contain anything but integers.

    See Also
    --------
    random_partition : The same for a clustering.
    perturb_coclustering : A random co-clustering near a given one.
    sklearn_cocluster_metrics.permutation_test : Test against this null model.

    Notes
    -----
    O(n_rows + n_columns) time and memory.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_coclustering
    >>> rows, columns = random_coclustering([3, 1, 2], [2, 2], random_state=0)
    >>> np.bincount(rows), np.bincount(columns)
    (array([3, 1, 2]), array([2, 2]))
    """
    sizes = (
        check_sizes(row_sizes, "row_sizes"),
        check_sizes(column_sizes, "column_sizes"),
    )
    generator = check_generator(random_state, "random_state")
    return shuffled_labels(sizes[0], generator), shuffled_labels(sizes[1], generator)
