"""The contingency table of two labelings of the same samples."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures import CountsLike, Labels, merge_labels
from ._exact import exact
from ._storage import Counts, stored
from ._table_checks import check_table, check_total

_FEW = 1 << 4  # counts: Python's integers have less overhead than a dot product


class SquareSums(NamedTuple):
    """Sums of squares of one table, exact integers: all that pairs are counted from."""

    n_samples: int
    joint: int
    true: int
    pred: int


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ContingencyTable:
    """How many samples have each pair of labels, one label of each of two labelings.

    Tables of disjoint samples can be added: ``table + other`` is the table of all
    samples, with the clusters matched by label. `sum` adds several.

    Parameters
    ----------
    counts : array-like or sparse matrix of shape (n_true, n_pred)
        Number of samples of each true cluster in each predicted cluster: integers, not
        negative, with a sum below 2**63. Empty rows and columns are dropped, with their
        labels.
    true_labels : array-like of shape (n_true,)
        Label of each true cluster, one per row of `counts`, all different.
    pred_labels : array-like of shape (n_pred,)
        Label of each predicted cluster, one per column of `counts`, all different.

    Attributes
    ----------
    counts : ndarray or scipy.sparse.csr_array of shape (n_true, n_pred), dtype int64
        The counts, without empty rows and columns. Sparse where that takes less memory.
    true_labels, pred_labels : ndarray of shape (n_true,) and (n_pred,)
        The labels.

    Raises
    ------
    ValueError
        If `counts` is not two-dimensional, contains a negative number, has no samples
        or 2**63 and more; if the labels do not match its shape, are not all different,
        or contain NaN, None or infinity.
    TypeError
        If `counts` does not contain integers, or labels are not array-likes.

    See Also
    --------
    contingency_table : Count one from labels.
    ContingencyTables : One table per mode of a co-clustering.
    score_from_tables : Any index, from tables.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table
    >>> monday = contingency_table(["a", "a", "b"], [0, 0, 1])
    >>> tuesday = contingency_table(["b", "c"], [0, 2])
    >>> both = monday + tuesday
    >>> both
    ContingencyTable(shape=(3, 3), n_samples=5)
    >>> both.counts
    array([[2, 0, 0],
           [1, 1, 0],
           [0, 0, 1]])
    >>> both.true_labels
    array(['a', 'b', 'c'], dtype='<U1')
    """

    counts: Counts
    true_labels: NDArray[Any]
    pred_labels: NDArray[Any]

    def __init__(
        self, counts: CountsLike, true_labels: Labels, pred_labels: Labels
    ) -> None:
        counts, true, pred, n_samples = check_table(counts, true_labels, pred_labels)
        self.__dict__.update(
            counts=counts, true_labels=true, pred_labels=pred, n_samples=n_samples
        )

    @classmethod
    def counted(
        cls,
        counts: Counts,
        true_labels: NDArray[Any],
        pred_labels: NDArray[Any],
        **known: Any,
    ) -> "ContingencyTable":
        """Return a table that needs no check, with attributes that are known."""
        table = object.__new__(cls)
        table.__dict__.update(
            known, counts=counts, true_labels=true_labels, pred_labels=pred_labels
        )
        return table

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self.shape}, n_samples={self.n_samples})"

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of true and of predicted clusters."""
        return len(self.true_labels), len(self.pred_labels)

    @cached_property
    def n_samples(self) -> int:
        """Number of samples counted."""
        return int(self.counts.sum())

    @cached_property
    def true_sizes(self) -> NDArray[np.int64]:
        """Size of each true cluster, shape (n_true,)."""
        return np.asarray(self.counts.sum(axis=1)).ravel()

    @cached_property
    def pred_sizes(self) -> NDArray[np.int64]:
        """Size of each predicted cluster, shape (n_pred,)."""
        return np.asarray(self.counts.sum(axis=0)).ravel()

    @property
    def sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Sizes of the true and of the predicted clusters."""
        return self.true_sizes, self.pred_sizes

    @property
    def squares(self) -> SquareSums:
        """Sums of the squares of the counts and of both sides' sizes."""
        known: SquareSums | None = self.__dict__.get("_squares")
        if known is None:
            n = self.n_samples
            known = SquareSums(
                n,
                joint=_sum_of_squares(self.cells, n),
                true=_sum_of_squares(self.true_sizes, n),
                pred=_sum_of_squares(self.pred_sizes, n),
            )
            self.__dict__["_squares"] = known
        return known

    @cached_property
    def nonzero(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64]]:
        """Row, column and count of the cells of the table that are not 0."""
        if sparse.issparse(self.counts):
            coordinates = self.counts.tocoo()
            return coordinates.row, coordinates.col, coordinates.data
        row, column = np.nonzero(self.counts)
        return row, column, self.counts[row, column]

    @property
    def cells(self) -> NDArray[np.int64]:
        """The counts in one dimension, with or without the zeros."""
        if isinstance(self.counts, np.ndarray):
            return self.counts.ravel()
        return np.asarray(self.counts.data)

    @cached_property
    def n_nonzero(self) -> int:
        """Number of nonempty intersections of a true and a predicted cluster."""
        return int(np.count_nonzero(self.cells))

    @property
    def is_equality(self) -> bool:
        """Whether the two labelings make the same clusters, whatever their labels."""
        n_true, n_pred = self.shape
        return self.n_nonzero == n_true == n_pred

    def __add__(self, other: "ContingencyTable") -> "ContingencyTable":
        """Return the table of the samples of both."""
        if not isinstance(other, ContingencyTable):
            return NotImplemented
        n_samples = check_total(self.n_samples + other.n_samples)
        if _are_equal(self.true_labels, other.true_labels) and _are_equal(
            self.pred_labels, other.pred_labels
        ):
            return ContingencyTable.counted(
                stored(self.counts + other.counts),
                self.true_labels,
                self.pred_labels,
                n_samples=n_samples,
            )
        true_labels, true_codes = merge_labels(self.true_labels, other.true_labels)
        pred_labels, pred_codes = merge_labels(self.pred_labels, other.pred_labels)
        (row, column, count), (other_row, other_column, other_count) = (
            self.nonzero,
            other.nonzero,
        )
        rows = np.concatenate([true_codes[0][row], true_codes[1][other_row]])
        columns = np.concatenate([pred_codes[0][column], pred_codes[1][other_column]])
        counts = sparse.coo_array(
            (np.concatenate([count, other_count]), (rows, columns)),
            shape=(len(true_labels), len(pred_labels)),
        )
        return ContingencyTable.counted(
            stored(counts.tocsr()), true_labels, pred_labels, n_samples=n_samples
        )

    def __radd__(self, other: int) -> "ContingencyTable":
        """Return the table itself where `sum` adds it to its start, 0."""
        return self if type(other) is int and other == 0 else NotImplemented


def _are_equal(labels: NDArray[Any], others: NDArray[Any]) -> bool:
    """Return whether labels are the same, in the same order; 1 and "1" are not."""
    same_type = labels.dtype == others.dtype and labels.dtype.kind != "O"
    return same_type and np.array_equal(labels, others)


def _sum_of_squares(sizes: NDArray[np.int64], total: int) -> int:
    """Return the sum of squares of counts with this sum, as an exact integer."""
    if len(sizes) <= _FEW:
        return sum([size * size for size in sizes.tolist()])
    counts = exact(sizes, total**2)  # the sum of squares is at most that of the total
    return int(counts.dot(counts))
