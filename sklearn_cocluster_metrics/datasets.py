"""Generate random structures, and planted data of known difficulty."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from math import ceil, expm1, pi, sqrt
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray

from ._laws._fixed_n_clusters import (
    balanced_sizes,
    bernstein_window,
    truncated_poisson,
    truncated_poisson_rate,
)
from ._laws._hypergeometric import FloatArray, IntArray
from ._structures._arguments import (
    MAX_SAMPLES,
    as_array,
    check_between,
    check_flag,
    check_generator,
    check_integer,
    check_option,
    check_sequence,
    check_shape,
    check_sizes,
    check_weight,
    is_integer,
)
from ._structures._labels import LabelCodes
from ._structures._partitions import check_coclustering
from ._structures._progress import warn_if_long
from ._structures._types import Coclustering, Estimator, Indices

__all__ = [
    "make_latent_blocks",
    "make_overlapping_biclusters",
    "perturb_coclustering",
    "random_bicluster",
    "random_coclustering",
    "random_partition",
    "random_surjection",
]


def random_partition(
    sizes: ArrayLike, *, random_state: int | RandomState | None = None
) -> NDArray[np.int64]:
    """Draw a clustering uniformly among all with given cluster sizes.

    Permuted labels have the same distribution, which is the null model of the adjusted
    Rand index. Use this function if random clusterings should have the cluster sizes of
    a given one.

    Parameters
    ----------
    sizes : array-like of int of shape (n_clusters,)
        Size of each cluster, 0 or more.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.

    Returns
    -------
    labels : ndarray of int64 of shape (n_samples,)
        Labels from 0 to ``n_clusters - 1``. The label ``k`` is used ``sizes[k]`` times.

    Raises
    ------
    ValueError, TypeError
        If `sizes` is not one-dimensional, has masked, negative or non-integer entries,
        or sums to 0 or to 2**48 or more.

    See Also
    --------
    random_surjection : Draw a clustering for which only the number of clusters is
        given.
    random_coclustering : Draw labels of rows and of columns.

    Notes
    -----
    The cost is O(n_samples).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_partition
    >>> np.bincount(random_partition([3, 1, 2], random_state=0))
    array([3, 1, 2])
    """
    checked = check_sizes(sizes, "sizes")
    return _shuffled_labels(checked, check_generator(random_state, "random_state"))


def random_surjection(
    n_samples: int, n_clusters: int, *, random_state: int | RandomState | None = None
) -> NDArray[np.int64]:
    """Draw a clustering uniformly among all that use every cluster label.

    The clusterings follow the null model of AMI* [1]_, which is named
    "fixed_n_clusters". Use this function if random clusterings should have a given
    number of clusters, of any sizes. Partitions into that number of clusters are also
    equally likely.

    Parameters
    ----------
    n_samples : int
        Number of samples, from 1 to 2**48.
    n_clusters : int
        Number of clusters, from 1 to `n_samples`.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.

    Returns
    -------
    labels : ndarray of int64 of shape (n_samples,)
        Labels from 0 to ``n_clusters - 1``, each of which occurs.

    Raises
    ------
    ValueError, TypeError
        If a number is outside its range or not an integer.

    See Also
    --------
    random_partition : Draw a clustering whose cluster sizes are given, too.
    sklearn_cocluster_metrics.ami_star_score : Compute the index whose mean over these
        draws is 0.

    Notes
    -----
    Cluster sizes are drawn as zero-truncated Poisson variables until their sum is
    `n_samples`. The draws are exact up to the rounding of Poisson probabilities, and
    probabilities below 1e-25 are left out.

    The cost is O(n_samples), plus the cost of the draws that are rejected.

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
    n_samples = check_integer(n_samples, "n_samples", 1, MAX_SAMPLES)
    n_clusters = check_integer(n_clusters, "n_clusters", 1, n_samples)
    generator = check_generator(random_state, "random_state")
    if n_clusters in (1, n_samples):
        sizes = np.full(n_clusters, n_samples // n_clusters)
    else:
        sizes = _stirling_sizes(n_samples, n_clusters, generator)
        generator.shuffle(sizes)  # The sizes may be sorted.
    return _shuffled_labels(sizes, generator)


def _ordered_labels(sizes: IntArray) -> IntArray:
    """Return sorted labels with the given numbers of occurrences."""
    return np.repeat(np.arange(sizes.size, dtype=np.int64), sizes)


def _shuffled_labels(sizes: IntArray, generator: RandomState) -> IntArray:
    """Return labels with the given numbers of occurrences, in random order."""
    labels = _ordered_labels(sizes)
    generator.shuffle(labels)
    return labels


# A chain has at most this many moves. Labels are random after far fewer moves.
_MAX_MOVES = 10**9
_SECONDS_PER_MOVE = 4e-6
# A cluster size is never drawn if its probability, relative to the likeliest size, is
# smaller.
_LEAST_PROBABILITY = 1e-25


def _stirling_sizes(
    n_samples: int, n_clusters: int, generator: RandomState
) -> IntArray:
    """Return the cluster sizes of a random surjection, in an arbitrary order.

    There are at least two clusters, and more samples than clusters.
    """
    rate = truncated_poisson_rate(n_samples, n_clusters)
    # The window is for the number of samples beyond the first of a cluster. A size is
    # one more.
    first, last = bernstein_window(mean=rate, variance=rate, tail=_LEAST_PROBABILITY)
    sizes = np.arange(first + 1, last + 2)
    # Sizes are independent zero-truncated Poisson variables, given that their sum is
    # `n_samples`. Therefore, they are drawn until they have this sum. The weights are
    # probabilities relative to the likeliest size, whose weight is 1.
    weights = truncated_poisson(rate, first, last)
    are_possible = weights > _LEAST_PROBABILITY
    sizes = sizes[are_possible]
    weights = weights[are_possible]
    probabilities = weights / weights.sum()
    # One batch of trials contains the right sum with probability about 1 - 1 / e. The
    # reason is that the sum of the sizes is nearly normal around `n_samples`, so that
    # the probability of this sum is the density at the mean, which is 1 / n_trials.
    mean = rate / -expm1(-rate)
    variance = mean * (1.0 + rate - mean)
    n_trials = ceil(sqrt(1.0 + 2.0 * pi * n_clusters * variance))
    # The way that needs fewer random numbers is chosen. Both return None if no trial
    # has the right sum.
    if n_clusters <= sizes.size:
        draw_sizes = _sizes_drawn_one_by_one
    else:
        draw_sizes = _sizes_drawn_by_counts
    drawn_sizes = None
    while drawn_sizes is None:
        drawn_sizes = draw_sizes(
            sizes,
            probabilities,
            n_samples=n_samples,
            n_clusters=n_clusters,
            n_trials=n_trials,
            generator=generator,
        )
    return drawn_sizes


def _sizes_drawn_one_by_one(
    sizes: IntArray,
    probabilities: FloatArray,
    *,
    n_samples: int,
    n_clusters: int,
    n_trials: int,
    generator: RandomState,
) -> IntArray | None:
    """Draw the size of each of `n_clusters` clusters, in `n_trials` trials.

    `sizes` has the possible sizes, with their `probabilities`. Return the sizes of the
    first trial with the sum `n_samples`, or None if there is no such trial.
    """
    shape = (n_trials, n_clusters)
    trials = generator.choice(sizes, size=shape, p=probabilities)
    with_right_sum = np.flatnonzero(trials.sum(axis=1) == n_samples)
    if with_right_sum.size == 0:
        return None
    return np.asarray(trials[with_right_sum[0]])


def _sizes_drawn_by_counts(
    sizes: IntArray,
    probabilities: FloatArray,
    *,
    n_samples: int,
    n_clusters: int,
    n_trials: int,
    generator: RandomState,
) -> IntArray | None:
    """Draw how many of `n_clusters` clusters have each size, in `n_trials` trials.

    `sizes` has the possible sizes, with their `probabilities`. Return the sizes of the
    first trial with the sum `n_samples`, sorted, or None if there is no such trial.
    """
    trials = generator.multinomial(n_clusters, probabilities, size=n_trials)
    with_right_sum = np.flatnonzero(trials @ sizes == n_samples)
    if with_right_sum.size == 0:
        return None
    return np.repeat(sizes, trials[with_right_sum[0]])


def random_coclustering(
    shape: tuple[int, int] | None = None,
    n_clusters: int | tuple[int, int] | None = None,
    *,
    row_sizes: ArrayLike | None = None,
    column_sizes: ArrayLike | None = None,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw a co-clustering uniformly among all with given cluster sizes.

    Row and column labels are permuted independently, which is the null model "product".
    Pass either `shape` and `n_clusters`, or both `row_sizes` and `column_sizes`.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int, default=None
        Numbers of rows and of columns of the matrix. If None, the sizes must be passed.
    n_clusters : int or tuple (n_row_clusters, n_column_clusters), default=None
        Numbers of row clusters and of column clusters; an int stands for both. The
        sizes of the clusters differ by at most one. If None, the sizes must be passed.
    row_sizes, column_sizes : array-like of int of shape (n_clusters,), default=None
        Size of each row cluster and of each column cluster, 0 or more. If None, `shape`
        and `n_clusters` must be passed.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.

    Returns
    -------
    row_labels : ndarray of int64 of shape (n_rows,)
        Label of each row. The labels are 0 to ``n_row_clusters - 1``.
    column_labels : ndarray of int64 of shape (n_columns,)
        Label of each column. The labels are 0 to ``n_column_clusters - 1``.

    Raises
    ------
    ValueError, TypeError
        If the arguments are not exactly one of the two pairs, if there are more
        clusters than rows or columns, or if sizes are not valid, as in
        `random_partition`.

    See Also
    --------
    random_partition : Draw labels of the rows alone.
    perturb_coclustering : Draw a co-clustering near a given one.
    sklearn_cocluster_metrics.permutation_test : Test an agreement against this null
        model.

    Notes
    -----
    The cost is O(n_rows + n_columns).

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_coclustering
    >>> rows, columns = random_coclustering((7, 4), (3, 2), random_state=0)
    >>> np.bincount(rows), np.bincount(columns)
    (array([3, 2, 2]), array([2, 2]))
    """
    has_shape = shape is not None
    has_n_clusters = n_clusters is not None
    has_row_sizes = row_sizes is not None
    has_column_sizes = column_sizes is not None
    if has_shape and has_n_clusters and not has_row_sizes and not has_column_sizes:
        n_rows, n_columns = check_shape(shape, "shape")
        n_row_clusters, n_column_clusters = _check_n_clusters(
            n_clusters, (n_rows, n_columns)
        )
        sizes_of_rows = balanced_sizes(n_rows, n_row_clusters)
        sizes_of_columns = balanced_sizes(n_columns, n_column_clusters)
    elif has_row_sizes and has_column_sizes and not has_shape and not has_n_clusters:
        sizes_of_rows = check_sizes(row_sizes, "row_sizes")
        sizes_of_columns = check_sizes(column_sizes, "column_sizes")
    else:
        raise ValueError(
            "Pass either both `shape` and `n_clusters`, or both `row_sizes` and "
            "`column_sizes`, but not a mixture of these."
        )
    generator = check_generator(random_state, "random_state")
    row_labels = _shuffled_labels(sizes_of_rows, generator)
    column_labels = _shuffled_labels(sizes_of_columns, generator)
    return row_labels, column_labels


def _check_n_clusters(n_clusters: object, shape: tuple[int, int]) -> tuple[int, int]:
    """Check and return the numbers of clusters of the rows and of the columns.

    A single number is used for both modes. A number must not exceed the length of its
    mode in `shape`.
    """
    numbers = (n_clusters, n_clusters) if is_integer(n_clusters) else n_clusters
    return _check_two_integers(
        numbers,
        "n_clusters",
        rule="an integer or a tuple (n_row_clusters, n_column_clusters)",
        lowest=1,
        highest=shape,
    )


def random_bicluster(
    shape: tuple[int, int],
    size: tuple[int, int],
    *,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Draw a bicluster uniformly among all with given numbers of rows and columns.

    The biclusters follow the null model of the bicluster measures that are corrected by
    ``correction="expected"`` [1]_.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Numbers of rows and of columns of the matrix.
    size : tuple of two int
        Numbers of rows and of columns of the bicluster, 0 or more.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.

    Returns
    -------
    rows : ndarray of shape (1, n_rows), dtype bool
        Whether the bicluster contains each row.
    columns : ndarray of shape (1, n_columns), dtype bool
        Whether the bicluster contains each column.

    Raises
    ------
    ValueError, TypeError
        If an argument has the wrong length, range or type.

    See Also
    --------
    make_overlapping_biclusters : Generate data with planted biclusters.

    Notes
    -----
    Several draws that are stacked with ``numpy.vstack`` are a biclustering.

    The cost is O(n_rows + n_columns).

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
    n_rows, n_columns = check_shape(shape, "shape")
    n_chosen_rows, n_chosen_columns = _check_two_integers(
        size,
        "size",
        rule="a tuple (number of rows, number of columns)",
        lowest=0,
        highest=(n_rows, n_columns),
    )
    generator = check_generator(random_state, "random_state")
    rows = np.asarray(generator.permutation(n_rows) < n_chosen_rows)
    columns = np.asarray(generator.permutation(n_columns) < n_chosen_columns)
    return rows[None, :], columns[None, :]


def _check_two_integers(
    pair: object, name: str, *, rule: str, lowest: int, highest: tuple[int, int]
) -> tuple[int, int]:
    """Check a pair of integers, and return the integers.

    The first integer is for the rows, and the second one is for the columns. `highest`
    has the highest value of each integer, and `lowest` is the lowest value of both.
    Errors describe the pair by `rule`.
    """
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ValueError(f"`{name}` must be {rule}, got {pair!r}.")
    for_rows = check_integer(pair[0], f"{name}[0]", lowest, highest[0])
    for_columns = check_integer(pair[1], f"{name}[1]", lowest, highest[1])
    return for_rows, for_columns


PerturbedLabels: TypeAlias = tuple[NDArray[Any], NDArray[Any]]
"""These are the labels of the rows and of the columns after some moves."""


@overload
def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: int,
    *,
    random_state: int | RandomState | None = ...,
) -> PerturbedLabels: ...


@overload
def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: Indices,
    *,
    random_state: int | RandomState | None = ...,
) -> list[PerturbedLabels]: ...


def perturb_coclustering(
    coclustering: Coclustering | Estimator,
    n_moves: int | Indices,
    *,
    random_state: int | RandomState | None = None,
) -> Any:
    r"""Move a co-clustering away from its start by random changes of single labels.

    This is the simulation of [1]_. Use it to see how an index decreases with the number
    of errors.

    Each move chooses the rows or the columns with probability 1/2, and then one row (or
    column) uniformly. The label of this row is then drawn from the labels in use. Let
    :math:`u_1 < \ldots < u_m` be the numbers of these labels. Label :math:`u_i` has the
    probability

    .. math:: \frac{u_{m + 1 - i}}{u_1 + \ldots + u_m} .

    The drawn label may be the label that the row already has. A label that is no longer
    used never returns.

    Parameters
    ----------
    coclustering : tuple (row_labels, column_labels) of array-likes, or estimator
        The co-clustering at which the chain is started. The row labels are numbered
        from 1 in sorted order, and so are the column labels.
    n_moves : int or array-like of int of shape (n_records,)
        Number of moves, from 0 to 10**9. If there are several numbers, the states of
        one chain after each number of moves are returned.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. With an int, a larger `n_moves`
        continues the chain of a smaller one.

    Returns
    -------
    perturbed : tuple (row_labels, column_labels) or list of such tuples
        Co-clustering after the moves, with the labels of `coclustering`. If `n_moves`
        is an array, it is a list in the order of `n_moves`.

    Raises
    ------
    ValueError, TypeError
        If `coclustering` does not have row labels and column labels, or has empty or
        missing labels, or if a number of moves is negative or not an integer.

    See Also
    --------
    random_coclustering : Draw a co-clustering that does not depend on another one.

    Notes
    -----
    The cost is O(n_rows + n_columns) for each state that is returned, plus a nearly
    constant time per move.

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186, section 4.1, steps 2 and 3 (a).
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
    rows, columns = check_coclustering(coclustering, "coclustering")
    row_labels = _PerturbedMode(rows)
    column_labels = _PerturbedMode(columns)
    n_moves_of_states = _check_n_moves(n_moves)
    warn_if_long(max(n_moves_of_states) * _SECONDS_PER_MOVE, "The moves")
    generator = check_generator(random_state, "random_state")
    # The key of a state is the number of moves before it.
    states: dict[int, PerturbedLabels] = {}
    recorded = set(n_moves_of_states)
    for n_done in range(max(n_moves_of_states) + 1):
        if n_done > 0:
            # These uniform numbers below 1 choose a mode, its entry and the new label.
            mode_draw, entry_draw, label_draw = generator.random_sample(3).tolist()
            moved_mode = column_labels if mode_draw >= 0.5 else row_labels
            moved_mode.move(entry_draw, label_draw)
        if n_done in recorded:
            states[n_done] = (row_labels.labels(), column_labels.labels())
    if is_integer(n_moves):
        return states[n_moves_of_states[0]]
    return [states[n] for n in n_moves_of_states]


def _check_n_moves(n_moves: int | Indices) -> list[int]:
    """Check one number of moves, or several, and return a list.

    A move of `perturb_coclustering` draws a new label for one row or column.
    """
    if is_integer(n_moves):
        return [check_integer(n_moves, "n_moves", 0, _MAX_MOVES)]
    numbers = check_sequence(n_moves, "n_moves", "integers, or one integer")
    return [
        check_integer(number, f"n_moves[{position}]", 0, _MAX_MOVES)
        for position, number in enumerate(numbers)
    ]


class _PerturbedMode:
    """Keep the labels of one mode, as ranks, and the probabilities of the next label.

    A rank is the number of a label in sorted order, from 0. A label that no entry has
    any more is no longer in use, and no entry ever gets it again.
    """

    def __init__(self, labels: LabelCodes) -> None:
        """Start with these labels, which `move` changes at random."""
        self.initial = labels.compressed()
        # Each entry has the rank of its label.
        self.ranks = self.initial.codes.tolist()
        # Each rank has the number of its entries, which is 0 if it is no longer in use.
        self.counts = np.bincount(self.ranks).tolist()
        self._update_label_probabilities()

    def _update_label_probabilities(self) -> None:
        """Compute the cumulative probabilities of the labels in use.

        The number of a label is its rank, counted from 1. The numbers of the labels in
        use, in reverse order, are the weights of these labels. So the probability of
        the first label is proportional to the number of the last one.
        """
        self.ranks_in_use = [rank for rank, count in enumerate(self.counts) if count]
        numbers = np.array(self.ranks_in_use) + 1
        cumulative = numbers[::-1].cumsum() / numbers.sum()
        self.cumulative_probabilities = cumulative.tolist()

    def move(self, entry_draw: float, label_draw: float) -> None:
        """Give a random entry a random label, chosen by two uniform numbers below 1.

        The probabilities of the labels change only if the old label of the entry is no
        longer in use.
        """
        entry = int(entry_draw * len(self.ranks))
        old_rank = self.ranks[entry]
        position_in_use = bisect_right(self.cumulative_probabilities, label_draw)
        new_rank = self.ranks_in_use[position_in_use]
        self.ranks[entry] = new_rank
        self.counts[new_rank] += 1
        self.counts[old_rank] -= 1
        if self.counts[old_rank] == 0:
            self._update_label_probabilities()

    def labels(self) -> NDArray[Any]:
        """Return the labels with their original values."""
        return self.initial.values_at(np.array(self.ranks, dtype=np.intp))


Family: TypeAlias = Literal["gaussian", "poisson", "bernoulli"]
Matrix: TypeAlias = NDArray[np.float64] | NDArray[np.int64]
# This is far beyond any use. Much larger separations make Poisson means overflow.
_MOST_SEPARATED = 1000.0


def make_latent_blocks(
    shape: tuple[int, int],
    n_clusters: int | tuple[int, int],
    *,
    family: Family = "gaussian",
    row_proportions: ArrayLike | None = None,
    column_proportions: ArrayLike | None = None,
    separation: float = 1.0,
    shuffle: bool = True,
    random_state: int | RandomState | None = None,
) -> tuple[Matrix, NDArray[np.int64], NDArray[np.int64]]:
    r"""Generate a matrix with a planted co-clustering, by the latent block model.

    Use it to test a co-clustering algorithm on data for which the truth is known. The
    `separation` determines how difficult the planted co-clustering is to find.

    Cells are drawn independently from the distribution of their block [1]_. Let K be
    the larger of the numbers of row clusters and of column clusters. The block of row
    cluster h and column cluster l has the level :math:`(h + l) \bmod K`, so that two
    row clusters differ in every column, and two column clusters in every row.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Numbers of rows and of columns of the matrix.
    n_clusters : int or tuple (n_row_clusters, n_column_clusters)
        Numbers of row clusters and of column clusters, from 1 to the number of rows and
        of columns. An int stands for both.
    family : {"gaussian", "poisson", "bernoulli"}, default="gaussian"
        Distribution of the cells. "gaussian" has variance 1, "poisson" gives counts,
        and "bernoulli" gives 0 and 1.
    row_proportions : array-like of shape (n_row_clusters,) or None, default=None
        Positive fractions of the rows in each row cluster, with sum 1. If None, the
        fractions are equal.
    column_proportions : array-like of shape (n_column_clusters,) or None, default=None
        Positive fractions of the columns in each column cluster, with sum 1. If None,
        the fractions are equal.
    separation : float, default=1.0
        Distance s of neighboring levels, from 0 (all blocks are alike) to 1000. It
        fixes the means of all blocks; :ref:`planted_data` shows how to choose other
        means.
    shuffle : bool, default=True
        If True, rows and columns are in random order. If False, they are sorted by
        label.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.

    Returns
    -------
    X : ndarray of shape (n_rows, n_columns)
        Data, of type float64 for "gaussian" and int64 otherwise.
    row_labels : ndarray of int64 of shape (n_rows,)
        Labels from 0 to ``n_row_clusters - 1``, each of which occurs.
    column_labels : ndarray of int64 of shape (n_columns,)
        Labels from 0 to ``n_column_clusters - 1``, each of which occurs.

    Raises
    ------
    ValueError, TypeError
        If an argument has the wrong length, range or type.

    See Also
    --------
    make_overlapping_biclusters : Generate data with biclusters that may overlap.
    sklearn.datasets.make_checkerboard : Generate normal blocks with random means and
        sizes.

    Notes
    -----
    Level j has the following mean:

    - "gaussian": :math:`s\,j`;
    - "poisson": :math:`(1 + s\,j/2)^2`;
    - "bernoulli": :math:`\sin^2 \varphi_j`, where the angles have equal steps and are
      centered at :math:`\pi/4`. The highest angle minus the lowest angle is
      :math:`\arccos \exp(-((K - 1)\, s)^2 / 8)`.

    The means are chosen so that the lowest and the highest level have the Bhattacharyya
    coefficient :math:`\sum_x \sqrt{p(x) q(x)} = \exp(-((K - 1)\, s)^2 / 8)` in each
    family. For the first two families, levels i and j have the coefficient
    :math:`\exp(-((i - j)\, s)^2 / 8)`. If all means are known and there are n columns,
    rows of two clusters are then confused with probability at most
    :math:`\exp(-n s^2 / 8) / 2`. Therefore, s near :math:`2.5 / \sqrt{n}` is hard, and
    s = 1 is easy.

    The fractions determine the cluster sizes, which are rounded by the method of
    largest remainders. An empty cluster takes a row or column from the largest cluster.

    The cost is O(n_rows n_columns).

    References
    ----------
    .. [1] G. Govaert, M. Nadif (2013). Co-Clustering. ISTE and Wiley.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.datasets import make_latent_blocks
    >>> X, rows, columns = make_latent_blocks(
    ...     (6, 4), (3, 2), separation=9, shuffle=False, random_state=0
    ... )
    >>> X.round().astype(int)
    array([[ 2,  0, 10, 11],
           [ 2, -1, 10,  9],
           [ 9,  9, 18, 19],
           [10,  9, 18, 18],
           [19, 18,  0, -1],
           [15, 19,  1, -1]])
    """
    n_rows, n_columns = check_shape(shape, "shape")
    n_row_clusters, n_column_clusters = _check_n_clusters(
        n_clusters, (n_rows, n_columns)
    )
    check_option(family, "family", _MEANS)
    rows = _block_labels(
        row_proportions,
        n_clusters=n_row_clusters,
        n_entries=n_rows,
        name="row_proportions",
    )
    columns = _block_labels(
        column_proportions,
        n_clusters=n_column_clusters,
        n_entries=n_columns,
        name="column_proportions",
    )
    separation = check_between(separation, "separation", 0, _MOST_SEPARATED)
    shuffle = check_flag(shuffle, "shuffle")
    generator = check_generator(random_state, "random_state")

    if shuffle:
        generator.shuffle(rows)
        generator.shuffle(columns)
    means_of_blocks = _means_of_blocks(
        family, (n_row_clusters, n_column_clusters), separation
    )
    X = _draw_cells(family, means_of_blocks[np.ix_(rows, columns)], generator)
    return X, rows, columns


def _means_of_blocks(
    family: Family, n_clusters: tuple[int, int], separation: float
) -> NDArray[np.float64]:
    """Return the mean of the cells of each block, as an array of shape `n_clusters`.

    Each block has one of several levels. Blocks next to each other in a row or column
    have levels next to each other, where the first level also follows the last. The
    mean of a level depends on the family. In the gaussian family, whose variance is 1,
    `separation` is the difference between the means of neighboring levels. In the other
    families, the distributions of the lowest and of the highest level overlap as much
    as in this family.
    """
    n_row_clusters, n_column_clusters = n_clusters
    n_levels = max(n_row_clusters, n_column_clusters)
    levels = np.add.outer(np.arange(n_row_clusters), np.arange(n_column_clusters))
    levels %= n_levels
    return np.asarray(_MEANS[family](levels, n_levels, separation), dtype=np.float64)


def _bernoulli_means(levels: IntArray, n_levels: int, separation: float) -> FloatArray:
    """Return the probabilities p of levels, at equal steps of arcsin(sqrt(p)).

    The value arcsin(sqrt(p)) is an angle, and the cosine of a difference of angles is
    the Bhattacharyya coefficient of the two distributions. For the lowest and the
    highest level, this coefficient equals the coefficient of two normal distributions
    with variance 1, whose means are `separation` apart for each step between the
    levels. The angles are centered at pi / 4.
    """
    n_steps = max(n_levels - 1, 1)
    # The span is the difference of the angles of the lowest and of the highest level.
    span = np.arccos(np.exp(-((n_steps * separation) ** 2) / 8.0))
    center = 0.5 if n_levels > 1 else 0.0
    from_center = (levels / n_steps - center) * span
    # This is sin(pi / 4 + from_center)^2.
    return np.asarray((1.0 + np.sin(2.0 * from_center)) / 2.0)


_MEANS: dict[Family, Callable[[Any, int, float], Any]] = {
    "gaussian": lambda levels, _, separation: separation * levels,
    "poisson": lambda levels, _, separation: (1.0 + separation * levels / 2.0) ** 2,
    "bernoulli": _bernoulli_means,
}
"""The functions (levels, n_levels, separation) return the means of these levels."""


def _draw_cells(
    family: Family, means: NDArray[np.float64], generator: RandomState
) -> Matrix:
    """Draw independent cells with these means.

    The cells are floats if the family is gaussian, and integers otherwise.
    """
    if family == "gaussian":
        return generator.standard_normal(means.shape) + means
    if family == "poisson":
        return generator.poisson(means).astype(np.int64)
    # In the Bernoulli family, the mean is the probability of a 1.
    return (generator.random_sample(means.shape) < means).astype(np.int64)


def _block_labels(
    proportions: ArrayLike | None, *, n_clusters: int, n_entries: int, name: str
) -> NDArray[np.int64]:
    """Return sorted labels, with cluster sizes that are nearest to the proportions.

    If the proportions are None, they are equal. Sizes are rounded by the method of
    largest remainders. It rounds quotas down, and gives the entries that are then
    missing to the clusters that lost most. A cluster that would be empty takes one
    entry from the largest cluster. Errors call the proportions `name`.
    """
    shares = np.full(n_clusters, 1 / n_clusters)
    if proportions is not None:
        shares = _check_proportions(proportions, n_clusters, name)
    quotas = shares * n_entries
    sizes = np.floor(quotas).astype(np.int64)
    n_missing = n_entries - int(sizes.sum())
    # The cluster with the largest remainder is first.
    clusters_by_remainder = np.argsort(sizes - quotas, kind="stable")
    sizes[clusters_by_remainder[:n_missing]] += 1
    for empty_cluster in np.flatnonzero(sizes == 0):
        sizes[sizes.argmax()] -= 1
        sizes[empty_cluster] = 1
    return _ordered_labels(sizes)


def _check_proportions(
    proportions: ArrayLike, n_clusters: int, name: str
) -> FloatArray:
    """Check the positive proportions of clusters, and divide them by their sum."""
    array = as_array(proportions, name, "one-dimensional")
    if array.dtype.kind not in "iuf":
        raise TypeError(
            f"`{name}` must contain numbers, such as fractions that sum to 1, got "
            f"dtype {array.dtype}."
        )
    if array.shape != (n_clusters,):
        raise ValueError(
            f"`{name}` must have one number for each of the {n_clusters} clusters, "
            f"got an array of shape {array.shape}."
        )
    if not (array > 0).all():
        raise ValueError(
            f"`{name}` must contain only positive numbers, got {array.min()}."
        )
    total = float(array.sum())
    if not abs(total - 1) <= 1e-6:
        raise ValueError(
            f"`{name}` must sum to 1, got a sum of {total:g}. Divide the proportions "
            "by their sum."
        )
    return np.asarray(array / total, dtype=np.float64)


Pattern: TypeAlias = Literal["constant", "additive", "multiplicative"]


def make_overlapping_biclusters(
    shape: tuple[int, int],
    n_biclusters: int,
    *,
    pattern: Pattern = "constant",
    overlap: float = 0.0,
    noise: float = 0.0,
    shuffle: bool = True,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Generate a matrix with planted biclusters, each of which overlaps the next.

    Use it to test a biclustering algorithm on data for which the truth is known. The
    biclusters have equal size and, before shuffling, lie along the diagonal. Cells
    outside the biclusters are 0. A covered cell in row i and column j is

    - "constant": 1;
    - "additive": :math:`a_i + b_j`;
    - "multiplicative": :math:`a_i b_j`.

    Without noise, every bicluster has its pattern exactly, even in the cells that it
    shares with others.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Numbers of rows and of columns of the matrix.
    n_biclusters : int
        Number of biclusters, from 1 to the smaller side of the matrix.
    pattern : {"constant", "additive", "multiplicative"}, default="constant"
        Pattern of the covered cells, as described above.
    overlap : float, default=0.0
        Fraction of rows and of columns that a bicluster shares with the next one, from
        0 to 1/2.
    noise : float, default=0.0
        Standard deviation of the normal noise. For comparison, covered cells are about
        1 on average.
    shuffle : bool, default=True
        If True, rows and columns are in random order.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.

    Returns
    -------
    X : ndarray of float64 of shape (n_rows, n_columns)
        Data with the planted biclusters.
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column.

    Raises
    ------
    ValueError, TypeError
        If an argument has the wrong length, range or type.

    See Also
    --------
    make_latent_blocks : Generate data with planted co-clusterings.
    sklearn.datasets.make_biclusters : Generate disjoint biclusters that cover every
        row.

    Notes
    -----
    A bicluster of n rows shares ``min(round(overlap * n), n // 2)`` of them with the
    next, where n is the largest number for which all biclusters fit. The same holds for
    columns. The effects a and b are independent. For "additive", they are uniform
    between 1/4 and 3/4. For "multiplicative", their logarithms to base 2 are uniform
    between -1/2 and 1/2.

    The cost is O(n_rows n_columns + n_biclusters (n_rows + n_columns)).

    Examples
    --------
    >>> from sklearn_cocluster_metrics.datasets import make_overlapping_biclusters
    >>> X, rows, columns = make_overlapping_biclusters(
    ...     (3, 5), 2, overlap=0.5, shuffle=False
    ... )
    >>> rows.astype(int)
    array([[1, 1, 0],
           [0, 1, 1]])
    >>> X.astype(int)
    array([[1, 1, 1, 0, 0],
           [1, 1, 1, 1, 1],
           [0, 0, 1, 1, 1]])
    """
    n_rows, n_columns = check_shape(shape, "shape")
    n_biclusters = check_integer(
        n_biclusters, "n_biclusters", 1, min(n_rows, n_columns)
    )
    check_option(pattern, "pattern", _PATTERNS)
    overlap = check_between(overlap, "overlap", 0, 0.5)
    noise = check_weight(noise, "noise")
    shuffle = check_flag(shuffle, "shuffle")
    generator = check_generator(random_state, "random_state")

    rows = _overlapping_windows(n_rows, n_biclusters, overlap)
    columns = _overlapping_windows(n_columns, n_biclusters, overlap)
    if shuffle:
        rows = rows[:, generator.permutation(n_rows)]
        columns = columns[:, generator.permutation(n_columns)]
    make_effects, combine = _PATTERNS[pattern]
    row_effects = make_effects(generator.random_sample(n_rows))
    column_effects = make_effects(generator.random_sample(n_columns))
    is_covered = (rows.T.astype(np.intp) @ columns.astype(np.intp)) > 0
    X = np.where(is_covered, combine.outer(row_effects, column_effects), 0.0)
    if noise:
        X += generator.normal(scale=noise, size=(n_rows, n_columns))
    return X, rows, columns


def _overlapping_windows(
    length: int, n_windows: int, overlap: float
) -> NDArray[np.bool_]:
    """Return the longest windows of equal size that fit, each overlapping the next.

    There is a row for each window, with True at the positions of the window. A position
    is below `length`. `overlap` is the fraction of a window that it shares with the
    next.
    """
    # For every possible size of a window, this is the number of positions that it
    # shares with the next, at most half of them, and the length that all windows need.
    sizes = np.arange(length + 1)
    n_shared = np.minimum(np.round(overlap * sizes).astype(np.intp), sizes // 2)
    lengths_needed = n_windows * (sizes - n_shared) + n_shared
    size = np.flatnonzero(lengths_needed <= length)[-1]
    # The starts are a column, so that comparisons with positions give a row for each.
    starts = np.arange(n_windows)[:, None] * (size - n_shared[size])
    positions = np.arange(length)
    return np.asarray((starts <= positions) & (positions < starts + size))


_PATTERNS: dict[Pattern, tuple[Callable[[Any], Any], np.ufunc]] = {
    "constant": (np.ones_like, np.multiply),
    "additive": (lambda uniform: 0.25 + 0.5 * uniform, np.add),
    "multiplicative": (lambda uniform: 2.0 ** (uniform - 0.5), np.multiply),
}
"""Two functions make effects from uniform numbers, and a cell from two effects."""
