"""Count the pairs that are together or apart in two clusterings or co-clusterings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import prod

from .._structures._messages import warn_caller
from .._structures._printing import Tabular
from .._structures._types import Partition
from ._contingency import Tables, WeightedTable, are_weighted
from ._exact import Counts, sum_of_squares
from ._tables import tables_of_compared_modes


@dataclass(frozen=True, eq=False)
class PairCounts(Tabular):
    """Numbers of unordered pairs that are together or apart in two clusterings.

    Every pair is in one of four counts, because it is either together or apart in each
    clustering. Two samples are together if they share a cluster, and two cells if they
    share a block. The counts are Python integers, which are exact at any size.

    Parameters
    ----------
    n11 : int
        Number of pairs together in both clusterings.
    n10 : int
        Number of pairs together in the true clustering only.
    n01 : int
        Number of pairs together in the predicted clustering only.
    n00 : int
        Number of pairs apart in both clusterings.

    See Also
    --------
    pair_counts : Compute this result.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.results import PairCounts
    >>> PairCounts(n11=2, n10=2, n01=2, n00=4).n_pairs
    10
    """

    n11: int
    n10: int
    n01: int
    n00: int

    @property
    def n_pairs(self) -> int:
        """Number of all pairs."""
        return self.n11 + self.n10 + self.n01 + self.n00

    @property
    def in_true(self) -> int:
        """Number of pairs together in the true clustering."""
        return self.n11 + self.n10

    @property
    def in_pred(self) -> int:
        """Number of pairs together in the predicted clustering."""
        return self.n11 + self.n01

    @property
    def is_equality(self) -> bool:
        """Whether the two clusterings are equal."""
        return self.n10 == self.n01 == 0


def pair_counts(labels_true: Partition, labels_pred: Partition) -> PairCounts:
    """Count the pairs that are together or apart in each of two clusterings.

    Two samples are together if they share a cluster. For co-clusterings, pairs of cells
    are counted, and two cells are together if they share a block. Use the counts to see
    which pairs two clusterings disagree about, or to compute an index of your own. Two
    clusterings are equal if `n10` and `n01` are 0.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference labels, or ``(row_labels, column_labels)``. In a tuple, None stands
        for the labels of the rows or columns that are unknown. The label -1 is
        an :ref:`ordinary label <unlabeled>`.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Labels that are compared with the reference.

    Returns
    -------
    counts : PairCounts
        Counts `n11`, `n10`, `n01` and `n00`, each at least 0. Every unordered pair
        counts once.

    Raises
    ------
    ValueError
        If labels differ in length, are empty, or contain NaN, None or infinity.
    TypeError
        If labels are complex, sparse or not array-likes.

    See Also
    --------
    pair_counting_score : Compute any of 27 indices from these counts.
    sklearn.metrics.cluster.pair_confusion_matrix : Count the ordered pairs of
        clusterings, which are twice as many.

    Notes
    -----
    The cost is O(n_rows + n_columns) time, because the table of the cells is never
    built (Theorem 2.3 of [1]_).

    References
    ----------
    .. [1] V. Robert, Y. Vasseur, V. Brault (2021). Journal of Classification.
       :doi:`10.1007/s00357-020-09379-w`

    Examples
    --------
    >>> from sklearn_cocluster_metrics import pair_counts
    >>> pair_counts([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    PairCounts(n11=2, n10=2, n01=2, n00=4)
    """
    return pairs_of_cells(tables_of_compared_modes(labels_true, labels_pred))


def pairs_within(sizes: Counts) -> int:
    """Count the unordered pairs inside groups of these sizes."""
    # A group of s items has s^2 ordered pairs, s of which pair an item with itself.
    n_items = int(sizes.sum())
    return (sum_of_squares(sizes.ravel(), largest=n_items**2) - n_items) // 2


def pairs_of_cells(tables: Tables) -> PairCounts:
    """Count the pairs of cells from the tables of the modes.

    The table of the cells is the Kronecker product of the tables of the modes (Robert,
    Vasseur & Brault 2021, Theorem 2.3). It is never built, because a sum of squares
    over a Kronecker product is the product of the sums of squares. In weighted tables,
    a pair of cells counts the product of the weights of both, which are integers in
    units of the greatest common divisor of the weights.
    """
    squares = [table.squares for table in tables]
    n_cells = prod(mode.n_samples for mode in squares)
    joint_squares = prod(mode.joint for mode in squares)
    true_squares = prod(mode.true for mode in squares)
    pred_squares = prod(mode.pred for mode in squares)
    # The sums of squares count ordered pairs. They include each cell with itself, with
    # the square of its weight. These pairs are together on both sides, so that they
    # cancel in the differences for n10, n01 and n00.
    n_same = n_cells
    if are_weighted(tables):
        n_same = prod(table.squared_weights for table in tables)
        are_equal = joint_squares == true_squares and joint_squares == pred_squares
        if not are_equal:  # Most scores of equal clusterings are perfect anyway.
            _warn_of_counts_as_weights(tables)
    return PairCounts(
        n11=(joint_squares - n_same) // 2,
        n10=(true_squares - joint_squares) // 2,
        n01=(pred_squares - joint_squares) // 2,
        n00=(n_cells**2 - true_squares - pred_squares + joint_squares) // 2,
    )


def _warn_of_counts_as_weights(tables: Tables) -> None:
    """Warn if the weights of a table may be numbers of equal samples.

    Equal samples are pairs, too, but a weighted sample has no pair with itself.
    """
    for table in tables:
        if isinstance(table, WeightedTable) and table.weights_may_be_counts:
            warn_caller(
                "`sample_weight` has different whole numbers, and they were taken as "
                "weights, so that a sample of weight 3 has no pairs with copies of "
                "itself. If the numbers say how many equal samples each entry stands "
                "for, leave `sample_weight` out and pass `numpy.repeat(labels, "
                "numbers)` for the true and for the predicted labels. If they are "
                "weights, pass them as floats, for example `numpy.asarray(weights, "
                "float)`."
            )
            return


def strata_of_cells(tables: Tables) -> dict[tuple[int, ...], PairCounts]:
    """Count the pairs of cells in each of the 2^d - 1 strata of d modes.

    A stratum contains the pairs of cells that differ in exactly the same modes. For
    example, the stratum ``(0,)`` has the pairs with different rows and the same column.
    If each mode is permuted independently, a pair of cells moves only within its
    stratum, and to every pair of the stratum equally often. Under the "product" null
    model, pairs are therefore permuted uniformly within each stratum, and means are
    sums over the strata.

    Strata that differ in few modes come first. A stratum without pairs is included,
    too. It occurs if a mode has only one entry.
    """
    squares = [table.squares for table in tables]
    strata = {}
    for stratum in _nonempty_subsets(len(squares)):
        # The pairs are ordered, so that there are twice as many as unordered pairs. A
        # pair of cells has a pair of entries in each mode. Therefore, the numbers of
        # the modes are multiplied.
        n_pairs = 1
        in_both = 1
        in_true = 1
        in_pred = 1
        for mode, (n, joint, true, pred) in enumerate(squares):
            # The mode has n entries, sums of squared counts and of squared sizes.
            if mode in stratum:  # A sum of squares includes each entry with itself.
                n_pairs *= n * n - n
                in_both *= joint - n
                in_true *= true - n
                in_pred *= pred - n
            else:  # An entry is together with itself on both sides.
                n_pairs *= n
                in_both *= n
                in_true *= n
                in_pred *= n
        strata[stratum] = PairCounts(
            n11=in_both // 2,
            n10=(in_true - in_both) // 2,
            n01=(in_pred - in_both) // 2,
            n00=(n_pairs - in_true - in_pred + in_both) // 2,
        )
    return strata


def n_pairs_of_strata(shape: Sequence[int]) -> tuple[int, ...]:
    """Count the pairs of cells of each stratum, in the order of `strata_of_cells`.

    The pairs are unordered. `shape` has the number of entries of each mode.
    """
    numbers = []
    for stratum in _nonempty_subsets(len(shape)):
        n_ordered_pairs = 1
        for mode, n in enumerate(shape):
            if mode in stratum:  # The two entries are different.
                n_ordered_pairs *= n * n - n
            else:  # The two entries are the same.
                n_ordered_pairs *= n
        numbers.append(n_ordered_pairs // 2)
    return tuple(numbers)


def _nonempty_subsets(n_modes: int) -> Iterator[tuple[int, ...]]:
    """Yield the nonempty sets of modes as ascending tuples, the smallest sets first."""
    sizes = range(1, n_modes + 1)
    return chain.from_iterable(combinations(range(n_modes), size) for size in sizes)
