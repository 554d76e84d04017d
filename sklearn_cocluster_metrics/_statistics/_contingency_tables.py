"""One contingency table per mode of a co-clustering."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, overload

from .._structures import Coclustering, Estimator, Labels, Partition
from ._contingency import ContingencyTable
from ._tables_of_labels import tables_of_labels

Tables: TypeAlias = Sequence[ContingencyTable]
"""One table per mode: of the rows, of the columns."""


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ContingencyTables(Sequence[ContingencyTable]):
    """The contingency tables of two co-clusterings, one per mode.

    They are added mode by mode: ``tables + other`` has the table of all rows and the
    table of all columns. `sum` adds several.

    Parameters
    ----------
    tables : iterable of ContingencyTable
        The table of the rows, the table of the columns, and so on.

    Attributes
    ----------
    tables : tuple of ContingencyTable
        The tables.

    Raises
    ------
    ValueError
        If there is no table.
    TypeError
        If an item is not a `ContingencyTable`.

    See Also
    --------
    contingency_table : Count the tables from labels.
    score_from_tables : Any index, from tables.

    Notes
    -----
    The rows and the columns can be split into parts independently, but each row and
    each column must be counted once. Parts of the rows that share all columns therefore
    have tables of the rows to add, and one table of the columns.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table
    >>> first = contingency_table(([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 1]))
    >>> second = contingency_table(([1], [0]), ([2], [0]))
    >>> first + second
    ContingencyTables(shapes=((2, 3), (2, 2)))
    >>> rows, columns = first + second
    >>> rows.counts
    array([[2, 0, 0],
           [0, 1, 1]])
    """

    tables: tuple[ContingencyTable, ...]

    def __init__(self, tables: Iterable[ContingencyTable]) -> None:
        try:
            modes = tuple(tables)
        except TypeError as error:
            raise TypeError(
                "`tables` must be an iterable of ContingencyTable, one per mode, got "
                f"{type(tables).__name__}."
            ) from error
        for table in modes:
            if not isinstance(table, ContingencyTable):
                raise TypeError(
                    "`tables` must contain a ContingencyTable per mode, got "
                    f"{type(table).__name__}."
                )
        if not modes:
            raise ValueError("`tables` is empty; at least one table is needed.")
        object.__setattr__(self, "tables", modes)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shapes={self.shapes})"

    @property
    def shapes(self) -> tuple[tuple[int, int], ...]:
        """Numbers of true and of predicted clusters of each mode."""
        return tuple(table.shape for table in self.tables)

    def __len__(self) -> int:
        """Count the modes."""
        return len(self.tables)

    def __iter__(self) -> Iterator[ContingencyTable]:
        return iter(self.tables)

    @overload
    def __getitem__(self, mode: int) -> ContingencyTable: ...
    @overload
    def __getitem__(self, mode: slice) -> "ContingencyTables": ...
    def __getitem__(self, mode: Any) -> Any:
        """Return the table of a mode, or the tables of several."""
        found = self.tables[mode]
        return ContingencyTables(found) if isinstance(mode, slice) else found

    def __add__(self, other: "ContingencyTables") -> "ContingencyTables":
        """Return the tables of the samples of both, mode by mode."""
        if not isinstance(other, ContingencyTables):
            raise TypeError(_not_added(other))
        if len(other) != len(self):
            raise ValueError(
                f"Tables of {len(self)} modes cannot be added to tables of "
                f"{len(other)}; both must have the same modes."
            )
        return ContingencyTables(
            one + another for one, another in zip(self, other, strict=True)
        )

    def __radd__(self, other: int) -> "ContingencyTables":
        """Return the tables themselves where `sum` adds them to its start, 0."""
        if type(other) is int and other == 0:
            return self
        raise TypeError(_not_added(other))


def _not_added(other: Any) -> str:
    """Return the message for what cannot be added to tables."""
    return (
        "Only ContingencyTables can be added to ContingencyTables, mode by mode, got "
        f"{type(other).__name__}."
    )


@overload
def contingency_table(  # type: ignore[overload-overlap]  # a tuple of names is labels
    labels_true: Coclustering, labels_pred: Coclustering | Estimator
) -> ContingencyTables: ...
@overload
def contingency_table(
    labels_true: Labels, labels_pred: Labels | Estimator
) -> ContingencyTable: ...
@overload
def contingency_table(  # type: ignore[overload-overlap]  # as above
    labels_true: Estimator, labels_pred: Coclustering
) -> ContingencyTables: ...
@overload
def contingency_table(
    labels_true: Estimator, labels_pred: Labels
) -> ContingencyTable: ...
@overload
def contingency_table(
    labels_true: Estimator, labels_pred: Estimator
) -> ContingencyTable | ContingencyTables: ...
def contingency_table(
    labels_true: Partition, labels_pred: Partition
) -> ContingencyTable | ContingencyTables:
    """Count how many samples have each pair of labels.

    Every index for clusterings and co-clusterings is computed from these tables. Tables
    of disjoint samples can be added, so labels that do not fit into memory can be
    counted chunk by chunk, or by several workers. Dask arrays are counted by dask.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, or co-clustering ``(row_labels, column_labels)``; or a
        fitted estimator that has one.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Clustering or co-clustering to compare with it.

    Returns
    -------
    table : ContingencyTable or ContingencyTables
        One table for clusterings; for co-clusterings one table per mode: that of the
        rows, that of the columns. The table of the cells is their Kronecker product,
        and is never built.

    Raises
    ------
    ValueError
        If the labels have different lengths, are empty, or contain NaN, None or
        infinity; if two Series have indexes with different names.
    TypeError
        If the labels are complex, sparse or not array-likes.

    Warns
    -----
    UserWarning
        If labels are floats that are not integers: they may be measurements.

    See Also
    --------
    contingency_table_from_chunks : The same of labels that come in chunks.
    score_from_tables : Any index, from tables.
    pair_counts : Counts of pairs, from labels.

    Notes
    -----
    Labels are compared by position. Two Series with an index are matched by its names,
    here and in every index of this package; an error is raised if the names differ. A
    default index (0, 1, 2, ...) does not count as names.

    Cost: O(n_samples) time; O(n_true * n_pred) memory at most, less where that many
    cells of the table would be empty. Integer labels are not copied.

    Of labels in a `numpy.memmap`, a block of 4 million is read at a time. Labels in
    dask arrays are counted by dask's scheduler, where their chunks are; only tables are
    moved and added. Chunks of two dask arrays may differ. An array that is not of dask
    is split as the other side is. The counts are the same as from NumPy arrays.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table
    >>> contingency_table([0, 0, 1, 1], ["a", "a", "a", "b"]).counts
    array([[2, 0],
           [1, 1]])
    >>> contingency_table(([0, 0, 1, 1], [0, 1]), ([0, 0, 1, 2], [0, 1]))
    ContingencyTables(shapes=((2, 3), (2, 2)))
    """
    tables = tables_of_labels(labels_true, labels_pred)
    return tables[0] if len(tables) == 1 else ContingencyTables(tables)
