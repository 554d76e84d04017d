"""Store and check contingency tables, one for each mode.

The rows and the columns of a matrix are its modes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._arguments import as_array, check_equal, check_sequence
from .._structures._distinct_labels import (
    merge_labels,
    refuse_alike_labels,
    refuse_repeated_singletons,
)
from .._structures._entry_names import column_names, index_of, is_numbering
from .._structures._labels import check_labels
from .._structures._matrix import is_frame
from .._structures._messages import FOR_ONE_STRUCTURE
from .._structures._modes import mode_names
from .._structures._printing import TextTable, render_html
from .._structures._results import Result
from .._structures._types import CountsLike, Labels
from ._exact import sum_of_squares

Positions = NDArray[np.intp]
"""The positions of clusters, of biclusters or of items."""

_MOST_PRINTED = 20  # If a side has more clusters, only the shape is printed.
ALWAYS_DENSE = 1 << 16  # A table of so few cells is an array, however empty it is.
# The sizes of clusters, and the number of all samples, are signed integers of 64 bits.
_MOST_SAMPLES = np.iinfo(np.int64).max
# Names that pandas gives to a column without a name, and to the rows of a `crosstab`.
_NAMES_OF_LABELS = ("Unnamed: 0", "row_0")
# Names that R, pandas and dplyr give to a column of counts.
_NAMES_OF_COUNTS = ("freq", "frequency", "count", "counts", "n", "size")

Tables: TypeAlias = Sequence["ContingencyTable"]
"""One table for each mode, such as the rows and the columns."""


class NonzeroCells(NamedTuple):
    """Cells of a contingency table that are not 0."""

    # (n_nonzero,): The positions of the true and of the predicted cluster of each cell.
    true: Positions
    pred: Positions
    # (n_nonzero,): The number of samples in each cell.
    counts: NDArray[np.int64]


class SquareSums(NamedTuple):
    """Exact sums of squares of a table, from which pairs are counted.

    `joint` is the sum of the squared counts. `true` and `pred` are the sums of the
    squared sizes of the true and of the predicted clusters.
    """

    n_samples: int
    joint: int
    true: int
    pred: int


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ContingencyTable(Result):
    """Numbers of samples that have each pair of a true and a predicted label.

    A contingency table contains all that an index needs to know about labels, and it is
    usually much smaller. Tables of disjoint samples are added by ``table + other`` or
    by `sum`, which match clusters by their labels. Therefore, labels can be counted in
    parts.

    Parameters
    ----------
    counts : array-like or sparse matrix of shape (n_true, n_pred)
        Number of samples of each true cluster in each predicted cluster. Counts are
        nonnegative integers with a sum below 2**63.
    true_labels : array-like of shape (n_true,), default=None
        Labels of the true clusters, all different. If None, `counts` must be a data
        frame whose index has the labels, such as the result of ``pandas.crosstab``.
    pred_labels : array-like of shape (n_pred,), default=None
        Labels of the predicted clusters, all different. If None, `counts` must be a
        data frame whose columns have the labels.

    Attributes
    ----------
    counts : ndarray or scipy.sparse.csr_array of shape (n_true, n_pred), dtype int64
        Table without empty rows and columns. It is sparse if that takes less memory.
    true_labels, pred_labels : ndarray of shape (n_true,) and (n_pred,)
        Labels of the rows and of the columns of the table.

    Raises
    ------
    ValueError
        If `counts` is not such a table, or has no samples, or if labels do not match
        its shape, occur twice, or contain NaN, None or infinity.
    TypeError
        If `counts` does not contain integers, or if labels are not array-likes.

    See Also
    --------
    contingency_table : Count a table from labels.
    score_from_tables : Compute any index from tables.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import contingency_table
    >>> monday = contingency_table(["a", "a", "b"], [0, 0, 1])
    >>> tuesday = contingency_table(["b", "c"], [0, 2])
    >>> both = monday + tuesday
    >>> both.counts
    array([[2, 0, 0],
           [1, 1, 0],
           [0, 0, 1]])
    >>> print(both)
    ContingencyTable(shape=(3, 3), n_samples=5)
       0  1  2
    a  2  0  0
    b  1  1  0
    c  0  0  1
    """

    counts: NDArray[np.int64] | sparse.csr_array
    true_labels: NDArray[Any]
    pred_labels: NDArray[Any]

    # The number of samples in matched clusters. `matched_samples` counts it once and
    # sets it on the table, which has None before.
    n_matched: ClassVar[int | None] = None

    def __init__(
        self,
        counts: CountsLike,
        true_labels: Labels | None = None,
        pred_labels: Labels | None = None,
    ) -> None:
        if true_labels is None and pred_labels is None:
            _refuse_long_form(counts)
            _refuse_labels_among_counts(counts)
            _refuse_margins(counts)
        if true_labels is None:
            true_labels = index_of(counts)
        if pred_labels is None:
            pred_labels = column_names(counts)
        table = _check_table(counts, true_labels, pred_labels)
        self._set(
            counts=table.counts,
            true_labels=table.true_labels,
            pred_labels=table.pred_labels,
            n_samples=table.n_samples,
        )

    @classmethod
    def _from_counts(
        cls,
        counts: Any,
        true_labels: NDArray[Any],
        pred_labels: NDArray[Any],
        **attributes: Any,
    ) -> Self:
        """Return a table of counts that need no check, without empty clusters.

        `counts` is an array or a sparse array in CSR format, of type int64. Each of its
        rows and columns has a label, and at least one sample. `attributes` are values
        of cached properties that were computed before. The arrays of the caller become
        read-only, because the other attributes are computed from them only once.
        """
        counts = _dense_or_sparse(counts)
        stored_counts = counts if isinstance(counts, np.ndarray) else counts.data
        for value in (stored_counts, *attributes.values()):
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        table = object.__new__(cls)
        table._set(
            counts=counts,
            true_labels=true_labels,
            pred_labels=pred_labels,
            **attributes,
        )
        return table

    def _set(self, **attributes: Any) -> None:
        """Set attributes of this object, which is frozen for its users."""
        vars(self).update(attributes)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self.shape}, n_samples={self.n_samples})"

    def _printed_parts(self) -> list[str | TextTable]:
        """Return a line that describes the table, and its counts if it is small."""
        if max(self.shape) > _MOST_PRINTED:
            return [repr(self)]
        return [repr(self), self._printed_counts()]

    def _printed_counts(self, corner: str = "") -> TextTable:
        """Return the counts below the predicted labels, with a text in the corner."""
        # The counts of so small a table are always an array.
        header = [corner, *map(str, self.pred_labels)]
        rows = zip(self.true_labels, self.counts.tolist(), strict=True)
        body = [[str(label), *map(str, counts)] for label, counts in rows]
        return TextTable(header, body)

    def to_frame(self) -> Any:
        """Return the counts as a data frame, which needs pandas.

        Returns
        -------
        frame : pandas.DataFrame of shape (n_true, n_pred)
            Its index has the labels of the true clusters, and its columns have the
            labels of the predicted clusters. It is sparse if `counts` is sparse.

        Examples
        --------
        >>> from sklearn_cocluster_metrics.tables import contingency_table
        >>> contingency_table(["a", "a", "b"], ["x", "y", "y"]).to_frame()
        pred  x  y
        true
        a     1  1
        b     0  1
        """
        from pandas import DataFrame, Index

        true_labels = Index(self.true_labels, name="true")
        pred_labels = Index(self.pred_labels, name="pred")
        if isinstance(self.counts, np.ndarray):
            return DataFrame(self.counts.copy(), index=true_labels, columns=pred_labels)
        return DataFrame.sparse.from_spmatrix(
            self.counts, index=true_labels, columns=pred_labels
        )

    def __str__(self) -> str:
        return "\n".join(_texts_of(self._printed_parts()))

    def _repr_html_(self) -> str:
        """Return the table as HTML, for Jupyter."""
        return render_html(self._printed_parts())

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of true and of predicted clusters."""
        return len(self.true_labels), len(self.pred_labels)

    @cached_property
    def n_samples(self) -> int:
        """Number of samples in the table."""
        return int(self.counts.sum())

    @cached_property
    def true_sizes(self) -> NDArray[np.int64]:
        """Size of each true cluster, of shape (n_true,)."""
        return _frozen_sum(self.counts, axis=1)

    @cached_property
    def pred_sizes(self) -> NDArray[np.int64]:
        """Size of each predicted cluster, of shape (n_pred,)."""
        return _frozen_sum(self.counts, axis=0)

    @property
    def sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Sizes of the true and of the predicted clusters."""
        return self.true_sizes, self.pred_sizes

    @cached_property
    def squares(self) -> SquareSums:
        """Sums of the squared counts, and of the squared sizes of both sides."""
        counts: Any = self.counts
        cells = counts.data if sparse.issparse(counts) else counts.ravel()
        largest = self.n_samples**2
        return SquareSums(
            n_samples=self.n_samples,
            joint=sum_of_squares(cells, largest),
            true=sum_of_squares(self.true_sizes, largest),
            pred=sum_of_squares(self.pred_sizes, largest),
        )

    # Every sample of a table of counts has the weight 1. A `WeightedTable` sets the
    # following attributes when it is made.

    @cached_property
    def squared_weights(self) -> int:
        """Sum of the squared weights of the samples."""
        return self.n_samples

    @cached_property
    def n_items(self) -> int:
        """Number of samples, regardless of their weights."""
        return self.n_samples

    @cached_property
    def pred_squares(self) -> int:
        """Sum of the squared numbers of samples in the predicted clusters."""
        return self.squares.pred

    @cached_property
    def nonzero(self) -> NonzeroCells:
        """True cluster, predicted cluster and count of each nonzero cell."""
        if isinstance(self.counts, np.ndarray):
            true, pred = np.nonzero(self.counts)
            return NonzeroCells(true, pred, self.counts[true, pred])
        entries = self.counts.tocoo(copy=False)
        return NonzeroCells(entries.row, entries.col, entries.data)

    @cached_property
    def n_nonzero(self) -> int:
        """Number of nonempty intersections of a true and a predicted cluster."""
        if isinstance(self.counts, np.ndarray):
            return int(np.count_nonzero(self.counts))
        return int(self.counts.nnz)

    @property
    def is_equality(self) -> bool:
        """Whether both sides have the same clusters, regardless of their labels."""
        n_true, n_pred = self.shape
        return self.n_nonzero == n_true == n_pred

    def __add__(self, other: ContingencyTable) -> ContingencyTable:
        """Return the table of the samples of both tables.

        Clusters of both tables with the same label become one cluster. The clusters are
        sorted by label. Labels that cannot be compared with each other, such as 1 and
        "b", stay in the order in which the two tables have them.
        """
        if not isinstance(other, ContingencyTable):
            return NotImplemented
        if are_weighted([self, other]):
            raise TypeError(
                "Tables with `sample_weight` cannot be added, because each table has "
                "its own unit of weight. Count all samples in one call with "
                "`sample_weight`, or add tables without weights."
            )
        n_samples = _check_n_samples(self.n_samples + other.n_samples)
        # If one table has the label 1 and the other has "1", an error is raised.
        refuse_alike_labels(self.true_labels, other.true_labels, "true_labels")
        refuse_alike_labels(self.pred_labels, other.pred_labels, "pred_labels")
        # The labels are the union of both tables. For each of the two tables, the
        # positions say where its own labels are in the union.
        true_labels, true_positions = merge_labels(self.true_labels, other.true_labels)
        pred_labels, pred_positions = merge_labels(self.pred_labels, other.pred_labels)
        # A singleton is a cluster that `handle_unlabeled` made of an unlabeled item.
        _refuse_shared_singletons(
            true_labels,
            true_positions,
            sizes=(self.true_sizes, other.true_sizes),
            name="true_labels",
        )
        _refuse_shared_singletons(
            pred_labels,
            pred_positions,
            sizes=(self.pred_sizes, other.pred_sizes),
            name="pred_labels",
        )
        rows = []
        columns = []
        counts = []
        for table, row_positions, column_positions in zip(
            (self, other), true_positions, pred_positions, strict=True
        ):
            rows.append(row_positions[table.nonzero.true])
            columns.append(column_positions[table.nonzero.pred])
            counts.append(table.nonzero.counts)
        coordinates = np.concatenate(rows), np.concatenate(columns)
        entries = np.concatenate(counts), coordinates
        shape = len(true_labels), len(pred_labels)
        # `tocsr` adds the entries of the same cell.
        total = sparse.coo_array(entries, shape=shape).tocsr()
        return ContingencyTable._from_counts(
            total, true_labels, pred_labels, n_samples=n_samples
        )

    def __radd__(self, other: int) -> ContingencyTable:
        """Return the table itself if `sum` adds it to its start, which is 0."""
        return self if type(other) is int and other == 0 else NotImplemented


class WeightedTable(ContingencyTable):
    """Sums of weights in place of counts.

    The sums are integers in units of the greatest common divisor of the weights.
    Therefore, `n_samples` and the sizes are sums of weights, too. The sums do not
    determine `squared_weights`, `n_items` and `pred_squares`, which are therefore
    passed when the table is made.
    """

    # Whether the weights are integers, which may be numbers of equal samples
    weights_may_be_counts: bool

    def __repr__(self) -> str:
        return f"ContingencyTable(shape={self.shape}, weighted)"


def are_weighted(tables: Iterable[object]) -> bool:
    """Return whether the counts of any of the tables are sums of weights."""
    return any(isinstance(table, WeightedTable) for table in tables)


def tables_of(
    tables: ContingencyTable | Sequence[ContingencyTable | None],
) -> ContingencyTables:
    """Check one contingency table, or one per mode, and return a table per mode.

    An unknown mode has None in place of a table.
    """
    if isinstance(tables, ContingencyTable):
        return ContingencyTables([tables])
    return ContingencyTables(tables)


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ContingencyTables(Result, Sequence[ContingencyTable]):
    """Contingency tables of two co-clusterings, one per mode.

    The rows and the columns are the modes of a co-clustering. The tables contain all
    that an index needs to know about the labels. ``tables + other`` and `sum` add
    tables mode by mode. Rows and columns can be split into parts independently,
    provided that each row and each column is counted once.

    Parameters
    ----------
    tables : iterable of ContingencyTable
        Tables of the modes. The table of the rows comes first, followed by the table of
        the columns. None stands for a mode that is not compared.

    Attributes
    ----------
    tables : tuple of ContingencyTable
        Table of each mode, or None for a mode that is not compared.

    Raises
    ------
    ValueError
        If there is no table.
    TypeError
        If an item is not a `ContingencyTable`.

    See Also
    --------
    contingency_table : Count the tables from labels.
    score_from_tables : Compute any index from tables.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import contingency_table
    >>> first = contingency_table(([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 1]))
    >>> second = contingency_table(([1], [0]), ([2], [0]))
    >>> print(first + second)
    ContingencyTables(shapes=((2, 3), (2, 2)))
    <BLANKLINE>
    rows  0  1  2
    0     2  0  0
    1     0  1  1
    <BLANKLINE>
    columns  0  1
    0        2  0
    1        0  1
    """

    tables: tuple[ContingencyTable | None, ...]

    def __init__(self, tables: Iterable[ContingencyTable | None]) -> None:
        # One array or data frame of counts is an iterable, too.
        if _may_be_counts(tables):
            raise _not_a_table_error(tables)
        modes = check_sequence(tables, "tables", "ContingencyTable, one per mode")
        for table in modes:
            if table is not None and not isinstance(table, ContingencyTable):
                raise _not_a_table_error(table)
        object.__setattr__(self, "tables", tuple(modes))
        if not self.known:  # All tables are None.
            raise ValueError(
                "`tables` has no table. Pass a table for at least one mode."
            )

    if not TYPE_CHECKING:  # Type checkers would accept every attribute.

        def __getattr__(self, name: str) -> Any:
            """Raise an error, which names the table of a mode for its attributes."""
            message = f"{type(self).__name__!r} object has no attribute {name!r}."
            of_table = hasattr(ContingencyTable, name)
            if of_table or name in ContingencyTable.__dataclass_fields__:
                message += (
                    f" Each mode has a table of its own, so write `tables[0].{name}` "
                    f"for the rows and `tables[1].{name}` for the columns."
                )
            raise AttributeError(message)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shapes={self.shapes})"

    def _printed_parts(self) -> list[str | TextTable]:
        """Return a line with the shapes, and the counts of each small table.

        A table is None for a mode that is not compared.
        """
        parts: list[str | TextTable] = [repr(self)]
        names = mode_names(len(self.tables))
        for name, table in zip(names, self.tables, strict=True):
            if table is not None and max(table.shape) <= _MOST_PRINTED:
                parts.append(table._printed_counts(name))
        return parts

    def __str__(self) -> str:
        return "\n\n".join(_texts_of(self._printed_parts()))

    def _repr_html_(self) -> str:
        """Return the tables as HTML, for Jupyter."""
        return render_html(self._printed_parts())

    @property
    def shapes(self) -> tuple[tuple[int, int] | None, ...]:
        """Numbers of true and predicted clusters of each mode, None if unknown."""
        return tuple(None if table is None else table.shape for table in self.tables)

    @property
    def known(self) -> tuple[ContingencyTable, ...]:
        """Tables of the modes that are known."""
        return tuple(table for table in self.tables if table is not None)

    def __len__(self) -> int:
        """Return the number of modes."""
        return len(self.tables)

    @overload
    def __getitem__(self, mode: int) -> Any: ...
    @overload
    def __getitem__(self, mode: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, mode: Any) -> Any:
        """Return the table of a mode, or the tables of several modes.

        The table of an unknown mode is None.
        """
        return self.tables[mode]

    def __add__(self, other: ContingencyTables) -> ContingencyTables:
        """Return the tables of the entries of both, mode by mode."""
        if not isinstance(other, ContingencyTables):
            return NotImplemented
        if len(other) != len(self):
            raise ValueError(
                f"Tables of {len(self)} modes cannot be added to tables of "
                f"{len(other)} modes. Both must have the same modes."
            )
        sums = []
        for mode, (table, added_table) in enumerate(zip(self, other, strict=True)):
            if (table is None) != (added_table is None):
                raise ValueError(
                    f"Mode {mode} has a table on one side only, so that the tables "
                    "cannot be added. Count the same modes in all parts."
                )
            sums.append(None if table is None else table + added_table)
        return ContingencyTables(sums)

    def __radd__(self, other: int) -> ContingencyTables:
        """Return the tables themselves if `sum` adds them to its start, which is 0."""
        return self if type(other) is int and other == 0 else NotImplemented


def _texts_of(parts: Sequence[str | TextTable]) -> list[str]:
    """Return lines and tables as text."""
    return [part.text() if isinstance(part, TextTable) else part for part in parts]


def _may_be_counts(value: Any) -> bool:
    """Return whether a value is a data frame, a 2-D array or a sparse matrix."""
    if isinstance(value, np.ndarray):
        return value.ndim == 2
    return is_frame(value) or sparse.issparse(value)


def _not_a_table_error(value: Any) -> TypeError:
    """Return the error for a value that was passed in place of a contingency table."""
    cure = "`contingency_table` counts the tables of labels."
    if is_frame(value):
        cure = (
            "Pass `ContingencyTable(frame)`, if the index of the frame has the true "
            "labels and its columns the predicted labels, as in `pandas.crosstab`."
        )
    elif _may_be_counts(value):
        cure = "Pass `ContingencyTable(counts, true_labels, pred_labels)`."
    return TypeError(
        "`tables` must contain a ContingencyTable for each mode, or None, got "
        f"{type(value).__name__}. {cure}"
    )


def _refuse_shared_singletons(
    labels: NDArray[Any],
    positions: tuple[Positions, Positions],
    *,
    sizes: tuple[NDArray[np.int64], NDArray[np.int64]],
    name: str,
) -> None:
    """Raise an error if a label made for one item without a label is in both tables.

    `handle_unlabeled` makes such labels, each for a cluster of one item. If it was
    called for each table separately, it gave the same label to different items, which
    would become one cluster. `labels` is the union of the labels of both tables. For
    each table, `positions` has the positions of its clusters among the labels, and
    `sizes` has their numbers of items. Errors call the labels `name`.
    """
    first_singletons = positions[0][sizes[0] == 1]
    second_singletons = positions[1][sizes[1] == 1]
    singletons_of_both = np.intersect1d(
        first_singletons, second_singletons, assume_unique=True
    )
    refuse_repeated_singletons(labels[singletons_of_both], name)


def _frozen_sum(counts: Any, *, axis: int) -> NDArray[np.int64]:
    """Sum a table over one axis, and return a read-only array."""
    sums = np.asarray(counts.sum(axis=axis)).ravel()
    sums.flags.writeable = False
    return sums


def _dense_or_sparse(counts: Any) -> Any:
    """Return the table as a dense or CSR array, whichever takes less memory.

    A table of few cells is always dense.
    """
    is_sparse = sparse.issparse(counts)
    n_nonzero = counts.nnz if is_sparse else np.count_nonzero(counts)
    n_true, n_pred = counts.shape
    dense_bytes = 8 * n_true * n_pred
    # Each entry has a count of 8 bytes and an index of 4 bytes. Each row has an index.
    sparse_bytes = 12 * n_nonzero + 4 * (n_true + 1)
    should_be_sparse = dense_bytes > max(8 * ALWAYS_DENSE, sparse_bytes)
    if is_sparse and not should_be_sparse:
        return counts.toarray()
    if should_be_sparse and not is_sparse:
        return sparse.csr_array(counts)
    return counts


def _refuse_long_form(counts: Any) -> None:
    """Raise an error if a data frame has a row for each pair of labels.

    In such a frame, the counts are in the third column, which has a name such as "Freq"
    or "count". R makes the frame by `as.data.frame`, and pandas by `groupby`.
    """
    names = column_names(counts)
    if names is None or len(names) != 3:
        return
    true_name, pred_name, count_name = names
    if str(count_name).lower() not in _NAMES_OF_COUNTS or len(counts) == 0:
        return
    cells = as_array(counts, "counts", "two-dimensional")
    pairs = {(true, pred) for true, pred, _ in cells.tolist()}
    if len(pairs) == len(cells):
        raise ValueError(
            f"`counts` has one row for each pair of labels {true_name!r} and "
            f"{pred_name!r}, but it must have a row for each true cluster and a column "
            "for each predicted cluster. Pass "
            f"`counts.pivot_table(index={true_name!r}, columns={pred_name!r}, "
            f"values={count_name!r}, aggfunc='sum', fill_value=0)`."
        )


def _refuse_labels_among_counts(counts: Any) -> None:
    """Raise an error if the first column of a data frame has labels, not counts.

    This happens if a file has the labels of the rows in its first column, and is read
    without naming that column as the index. The name of the column is then often
    "Unnamed: 0" or "row_0", which pandas gives to an index without a name.
    """
    names = column_names(counts)
    index = index_of(counts)
    if names is None or index is None or len(names) < 2 or len(counts) == 0:
        return
    if not is_numbering(index):
        return  # The index seems to have the labels, so that no column needs to.
    # The name of the first column, which may have the labels, and of the others.
    name, *cluster_names = names
    labels = as_array(counts, "counts", "two-dimensional")[:, 0].tolist()
    are_strings = all(isinstance(label, str) for label in labels)
    # Both sides may have the same labels, such as 0, 1 and 2. The labels of the rows
    # are compared as strings, because names of columns that were read from a file are
    # strings. Names that are integers were not read from a file, and are not equal to
    # any of these strings.
    are_cluster_names = sorted(map(str, labels)) == sorted(cluster_names, key=str)
    if name in _NAMES_OF_LABELS or are_strings or are_cluster_names:
        raise ValueError(
            f"The column {name!r} of `counts` seems to contain the labels of the rows, "
            "which would be mistaken for counts. Pass "
            f"`counts.set_index({name!r})`, or read the file by "
            "`pandas.read_csv(file, index_col=0)`."
        )


def _refuse_margins(counts: Any) -> None:
    """Raise an error if the last row and column of a data frame seem to be sums.

    `pandas.crosstab` gives both the same name, which is "All" by default.
    """
    true_labels = index_of(counts)
    pred_labels = column_names(counts)
    if true_labels is None or pred_labels is None or min(counts.shape) < 2:
        return
    last_label = list(true_labels)[-1]
    if not isinstance(last_label, str) or pred_labels[-1] != last_label:
        return
    if last_label != "All" and max(counts.shape) < 3:
        return  # In a table of four cells, such sums occur by accident.
    cells = as_array(counts, "counts", "two-dimensional")
    if cells.dtype.kind not in "iuf":
        return
    are_row_sums = (cells[-1] == cells[:-1].sum(axis=0)).all()
    are_column_sums = (cells[:, -1] == cells[:, :-1].sum(axis=1)).all()
    if are_row_sums and are_column_sums:
        raise ValueError(
            f"`counts` has margins. Its row and column {last_label!r} are the sums of "
            "the others, and would count as clusters. Pass `counts.iloc[:-1, :-1]`, or "
            "call `pandas.crosstab` without `margins`."
        )


def _check_table(counts: Any, true_labels: Any, pred_labels: Any) -> ContingencyTable:
    """Check a table that a user has passed, and return it without empty clusters.

    The labels are the labels of its rows and of its columns. None, for labels that are
    missing, raises an error.
    """
    entries = _as_coo(counts)
    if entries.data.min(initial=0) < 0:
        raise ValueError(
            f"`counts` must not be negative, got {entries.data.min()}. Each entry must "
            "be a number of samples."
        )
    n_samples = _check_n_samples(sum(entries.data.tolist()))
    n_true, n_pred = entries.shape
    checked_true = _check_cluster_labels(true_labels, "true_labels", n_true, "rows")
    checked_pred = _check_cluster_labels(pred_labels, "pred_labels", n_pred, "columns")
    # `tocsr` adds the entries of the same cell. Their sum fits into 64 bits.
    table = sparse.csr_array(entries.astype(np.int64).tocsr())
    table.eliminate_zeros()
    (nonempty_true,) = np.asarray(table.sum(axis=1)).ravel().nonzero()
    (nonempty_pred,) = np.asarray(table.sum(axis=0)).ravel().nonzero()
    if len(nonempty_true) < n_true or len(nonempty_pred) < n_pred:
        table = table[nonempty_true][:, nonempty_pred]
    return ContingencyTable._from_counts(
        table,
        checked_true[nonempty_true],
        checked_pred[nonempty_pred],
        n_samples=n_samples,
    )


def _check_n_samples(n_samples: int) -> int:
    """Return the number of all samples, if it is positive and below 2**63."""
    if n_samples == 0:
        raise ValueError("`counts` has no samples. At least one count must be above 0.")
    if n_samples > _MOST_SAMPLES:
        raise ValueError(f"`counts` must sum to less than 2**63, got {n_samples}.")
    return n_samples


def _cure_of_counts(counts: Any) -> str:
    """Return a sentence on how to make integers of counts that are other numbers.

    `counts` is what the user has passed, such as a data frame or nested lists.
    """
    cure = "If all counts are whole numbers, pass `counts.astype('int64')`."
    if not hasattr(counts, "astype"):
        cure = (
            "If all counts are whole numbers, pass `numpy.asarray(counts).astype("
            "'int64')`."
        )
    if sparse.issparse(counts):
        return cure
    missing = "NaN"
    filled = "numpy.nan_to_num(counts)"
    is_missing = np.array(False)
    if hasattr(counts, "fillna"):  # `unstack` of pandas leaves NaN.
        filled = "counts.fillna(0)"
        is_missing = np.asarray(counts.isna())
    else:
        array = np.asarray(counts)
        if array.dtype.kind == "f":
            is_missing = np.isnan(array)
        elif array.dtype == object:
            missing = "NaN or None"
            filled = "numpy.nan_to_num(numpy.asarray(counts, float))"
            is_missing = np.array([_is_missing(count) for count in array.flat])
    if not is_missing.any():
        return cure
    return (
        f"Some counts are {missing}. If these are 0, pass `{filled}.astype('int64')`."
    )


def _is_missing(count: Any) -> bool:
    """Return whether a count is NaN or None."""
    return count is None or (isinstance(count, float) and math.isnan(count))


def _as_coo(counts: Any) -> Any:
    """Check that a table is two-dimensional and has integers; return it as COO.

    The caller refuses negative counts, and adds repeated entries of a cell.
    """
    array = counts
    if not sparse.issparse(counts):
        array = as_array(counts, "counts", "two-dimensional")
    if array.ndim != 2:
        raise ValueError(
            f"`counts` must be two-dimensional, got shape {array.shape}. It must have "
            "a row for each true cluster and a column for each predicted cluster."
        )
    dtype = array.dtype
    if dtype.kind not in "iu":
        raise TypeError(
            f"`counts` must contain integers of at most 64 bits, got dtype {dtype}. "
            f"{_cure_of_counts(counts)}"
        )
    # SciPy supports only the byte order of the machine.
    return sparse.coo_array(array.astype(dtype.newbyteorder("="), copy=False))


def _check_cluster_labels(
    labels: Any, name: str, n_clusters: int, mode: str
) -> NDArray[Any]:
    """Check that each cluster has a label of its own, and return the labels.

    `mode` names the clusters in messages, as "rows" or "columns" of `counts`.
    """
    if labels is None:
        raise ValueError(
            f"`{name}` is missing. Pass one label for each of the {mode} of `counts`, "
            "or a data frame whose index and columns are the labels."
        )
    codes = check_labels(labels, name, advice=FOR_ONE_STRUCTURE)
    check_equal((len(codes), n_clusters), (name, "counts"), mode)
    if codes.compressed().width < n_clusters:
        raise ValueError(
            f"`{name}` has the same label twice. Each cluster needs its own label."
        )
    return codes.labels()
