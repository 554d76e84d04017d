"""Random structures: from the null models of the measures, or near a given one."""

from __future__ import annotations

from bisect import bisect_right
from math import ceil, expm1, pi, sqrt
from typing import Any, overload

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray

from .._laws._cluster_sizes import (
    balanced_sizes,
    truncated_poisson,
    truncated_poisson_rate,
    truncated_poisson_window,
)
from .._structures._arguments import (
    MOST_SAMPLES,
    Coclustering,
    Estimator,
    Indices,
    check_generator,
    check_integer,
    check_sequence,
    check_shape,
    check_sizes,
    is_integer,
)
from .._structures._labels import LabelCodes
from .._structures._partitions import check_coclustering


def random_partition(
    sizes: ArrayLike, *, random_state: int | RandomState | None = None
) -> NDArray[np.int64]:
    """Draw a clustering uniformly among those with given cluster sizes.

    The null model of permuted labels, as in the adjusted Rand index.

    Parameters
    ----------
    sizes : array-like of int of shape (n_clusters,)
        Cluster sizes, 0 or more.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.

    Returns
    -------
    labels : ndarray of int64 of shape (n_samples,)
        Labels from 0 to ``n_clusters - 1``; label ``k`` occurs ``sizes[k]`` times.

    Raises
    ------
    ValueError, TypeError
        If `sizes` is not one-dimensional, has masked, negative or non-integer entries,
        or sums to 0 or to 2**48 or more.

    See Also
    --------
    random_surjection : Only the number of clusters is given.
    random_coclustering : For rows and columns.

    Notes
    -----
    Cost: O(n_samples).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_partition
    >>> np.bincount(random_partition([3, 1, 2], random_state=0))
    array([3, 1, 2])
    """
    checked = check_sizes(sizes, "sizes")
    return shuffled_labels(checked, check_generator(random_state, "random_state"))


def random_surjection(
    n_samples: int, n_clusters: int, *, random_state: int | RandomState | None = None
) -> NDArray[np.int64]:
    """Draw a clustering uniformly among those that use every cluster label.

    The null model of AMI* [1]_, "fixed_n_clusters". Partitions into so many clusters
    are also equally likely.

    Parameters
    ----------
    n_samples : int
        From 1 to 2**48.
    n_clusters : int
        From 1 to `n_samples`.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.

    Returns
    -------
    labels : ndarray of int64 of shape (n_samples,)
        Labels from 0 to ``n_clusters - 1``; each occurs.

    Raises
    ------
    ValueError, TypeError
        If a number is outside its range or not an integer.

    See Also
    --------
    random_partition : The cluster sizes are given too.
    sklearn_cocluster_metrics.ami_star_score : Its mean over these draws is 0.

    Notes
    -----
    Sizes are zero-truncated Poisson variables, drawn until their sum is `n_samples`.
    Exact up to the rounding of Poisson probabilities; those below 1e-25 are left out.

    Cost: O(n_samples), plus at most a few million draws for 10^6 samples.

    References
    ----------
    .. [1] "Cluster Validation Using Mutual Information". Anonymous manuscript for blind
       review, without a date; its latest reference is from 2010. Section 3.1 (AMI*).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_surjection
    >>> np.unique(random_surjection(10, 4, random_state=0))
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
    shape: tuple[int, int] | None = None,
    n_clusters: int | tuple[int, int] | None = None,
    *,
    row_sizes: ArrayLike | None = None,
    column_sizes: ArrayLike | None = None,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw a co-clustering uniformly among those with given cluster sizes.

    Row and column labels are permuted independently: the null model "product". Pass
    either `shape` and `n_clusters` or both sizes.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int, default=None
        Shape of the matrix.
    n_clusters : int or tuple (n_row_clusters, n_column_clusters), default=None
        Numbers of clusters, whose sizes differ by at most one.
    row_sizes, column_sizes : array-like of int of shape (n_clusters,), default=None
        Cluster sizes, 0 or more.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.

    Returns
    -------
    row_labels : ndarray of int64 of shape (n_rows,)
        Labels from 0 to ``n_row_clusters - 1``.
    column_labels : ndarray of int64 of shape (n_columns,)
        Likewise.

    Raises
    ------
    ValueError, TypeError
        If anything but one pair is given; if clusters outnumber rows or columns; if
        sizes are not valid, as for `random_partition`.

    See Also
    --------
    random_partition : For one mode.
    perturb_coclustering : One near a given one.
    sklearn_cocluster_metrics.permutation_test : Test against this null model.

    Notes
    -----
    Cost: O(n_rows + n_columns).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_coclustering
    >>> rows, columns = random_coclustering((7, 4), (3, 2), random_state=0)
    >>> np.bincount(rows), np.bincount(columns)
    (array([3, 2, 2]), array([2, 2]))
    """
    given = [one is not None for one in (shape, n_clusters, row_sizes, column_sizes)]
    if given == [True, True, False, False]:
        lengths = check_shape(shape, "shape")
        numbers = check_n_clusters(n_clusters, lengths)
        sizes = tuple(map(balanced_sizes, lengths, numbers))
    elif given == [False, False, True, True]:
        of_rows = check_sizes(row_sizes, "row_sizes")
        sizes = of_rows, check_sizes(column_sizes, "column_sizes")
    else:
        raise ValueError(
            "Pass `shape` and `n_clusters`, or `row_sizes` and `column_sizes`."
        )
    generator = check_generator(random_state, "random_state")
    return shuffled_labels(sizes[0], generator), shuffled_labels(sizes[1], generator)


def check_n_clusters(n_clusters: Any, shape: tuple[int, int]) -> tuple[int, int]:
    """Check numbers of clusters, of the rows and of the columns, or one of both."""
    numbers = (n_clusters, n_clusters) if is_integer(n_clusters) else n_clusters
    of = "an integer or a tuple (n_row_clusters, n_column_clusters)"
    return check_two_integers(numbers, "n_clusters", of, 1, shape)


def random_bicluster(
    shape: tuple[int, int],
    size: tuple[int, int],
    *,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Draw a bicluster uniformly among those with given numbers of rows and columns.

    The null model of the corrected bicluster measures [1]_ (``correction="expected"``).

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.
    size : tuple of two int
        Numbers of its rows and columns, 0 or more.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.

    Returns
    -------
    rows : ndarray of shape (1, n_rows), dtype bool
        Whether the bicluster contains each row.
    columns : ndarray of shape (1, n_columns), dtype bool
        Likewise.

    Raises
    ------
    ValueError, TypeError
        If an argument has the wrong length, range or type.

    See Also
    --------
    make_overlapping_biclusters : Planted biclusters, with data.

    Notes
    -----
    Several, stacked with ``numpy.vstack``, are a biclustering. Cost: O(n_rows +
    n_columns).

    References
    ----------
    .. [1] B. Hanczar, M. Nadif (2013). Precision-recall space to correct external
       indices for biclustering. PMLR 28(2), 136-144.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.datasets import random_bicluster
    >>> rows, columns = random_bicluster((6, 4), (2, 3), random_state=0)
    >>> rows
    array([[False, False,  True, False,  True, False]])
    >>> int(columns.sum())
    3
    """
    lengths = check_shape(shape, "shape")
    of = "(number of rows, number of columns)"
    sizes = check_two_integers(size, "size", f"a tuple {of}", 0, lengths)
    generator = check_generator(random_state, "random_state")
    rows, columns = (
        np.asarray(generator.permutation(length) < n_chosen)[None, :]
        for length, n_chosen in zip(lengths, sizes, strict=True)
    )
    return rows, columns


def check_two_integers(
    pair: Any, name: str, rule: str, lowest: int, highest: tuple[int, int]
) -> tuple[int, int]:
    """Check two integers, of the rows and of the columns."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ValueError(f"`{name}` must be {rule}, got {pair!r}.")
    rows, columns = (
        check_integer(number, f"{name}[{mode}]", lowest, most)
        for mode, (number, most) in enumerate(zip(pair, highest, strict=True))
    )
    return rows, columns


Perturbed = tuple[NDArray[Any], NDArray[Any]]


@overload
def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: int,
    *,
    random_state: int | RandomState | None = ...,
) -> Perturbed: ...


@overload
def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: Indices,
    *,
    random_state: int | RandomState | None = ...,
) -> list[Perturbed]: ...


def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: int | Indices,
    *,
    random_state: int | RandomState | None = None,
) -> Any:
    r"""Move a co-clustering away from its start by random changes of single labels.

    The simulation of [1]_. Each move chooses rows or columns with probability 1/2, then
    one row (column) uniformly, and draws a label for it from those in use: of their
    numbers :math:`u_1 < \ldots < u_m`, :math:`u_i` has probability

    .. math:: \frac{u_{m + 1 - i}}{u_1 + \ldots + u_m} .

    It may be the same label; one no longer used never returns.

    Parameters
    ----------
    coclustering : tuple (row_labels, column_labels) of array-likes, or estimator
        Start of the chain. Labels of each mode are numbered from 1 in sorted order.
    n_moves : int or array-like of int of shape (n_records,)
        Number of moves, at least 0; several: the states of one chain after each.
    random_state : int, RandomState instance or None, default=None
        Determines the draws. With an int, a larger `n_moves` continues the chain of a
        smaller one.

    Returns
    -------
    perturbed : tuple (row_labels, column_labels) or list of such tuples
        With the labels of `coclustering`; for an array `n_moves`, a list in its order.

    Raises
    ------
    ValueError, TypeError
        If `coclustering` is not one of two modes, or has empty or missing labels; if a
        number of moves is negative or not an integer.

    See Also
    --------
    random_coclustering : One far from others.

    Notes
    -----
    Cost: O(n_rows + n_columns) for each state returned, plus about 4 microseconds per
    move.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 4.1, steps 1 to 3.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import cari_score
    >>> from sklearn_cocluster_metrics.datasets import perturb_coclustering
    >>> true = ([0, 1] * 10, [0, 1, 2] * 6)
    >>> states = perturb_coclustering(true, [0, 5, 10, 100], random_state=0)
    >>> [round(cari_score(true, pred), 2) for pred in states]
    [1.0, 0.68, 0.42, 0.11]
    """
    modes = [_Mode(mode) for mode in check_coclustering(coclustering, "coclustering")]
    one = is_integer(n_moves)
    of = "integers, or one integer"
    records = [
        check_integer(number, "n_moves" if one else f"n_moves[{place}]", 0)
        for place, number in enumerate(
            [n_moves] if one else check_sequence(n_moves, "n_moves", of)
        )
    ]
    generator = check_generator(random_state, "random_state")
    states: dict[int, Perturbed] = {}
    for number in range(max(records) + 1):
        if number:
            mode, place, label = generator.random_sample(3).tolist()
            modes[mode >= 0.5].move(place, label)
        if number in records:
            rows, columns = (mode.labels() for mode in modes)
            states[number] = rows, columns
    return states[records[0]] if one else [states[number] for number in records]


class _Mode:
    """The labels of one mode, as ranks, and the probabilities of the next label."""

    def __init__(self, labels: LabelCodes) -> None:
        self.start = labels.compressed()
        self.ranks = self.start.codes.tolist()
        self.counts = np.bincount(self.ranks).tolist()
        self._find_law()

    def _find_law(self) -> None:
        """Compute the probabilities of the labels in use, cumulated."""
        self.used = [rank for rank, count in enumerate(self.counts) if count]
        numbers = np.array(self.used) + 1
        self.cumulated = (numbers[::-1].cumsum() / numbers.sum()).tolist()

    def move(self, place: float, label: float) -> None:
        """Draw a new label, from two uniform numbers below 1."""
        position = int(place * len(self.ranks))
        old, new = self.ranks[position], self.used[bisect_right(self.cumulated, label)]
        self.ranks[position] = new
        self.counts[new] += 1
        self.counts[old] -= 1
        if not self.counts[old]:
            self._find_law()

    def labels(self) -> NDArray[Any]:
        """Return the labels as they were given."""
        return self.start.values_at(np.array(self.ranks, dtype=np.intp))
