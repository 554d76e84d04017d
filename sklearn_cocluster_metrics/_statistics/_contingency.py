"""Contingency tables, one for each mode, and exact numbers of what they count.

Numbers go past 64 bits and past the range of floats: sixty modes of a thousand labels
have some 10**360 pairs of cells, and a quotient of such counts may lie outside the
range of floats although its root does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, Self, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._arguments import (
    CountsLike,
    Labels,
    as_array,
    check_equal,
    check_sequence,
)
from .._structures._entry_names import column_names, index_of
from .._structures._labels import check_labels, merge_labels
from .._structures._printing import TextTable, html

_MOST_BITS = 900  # a quotient of 2**900 or of its inverse is far from both ends

Counts = NDArray[Any]
"""Counts: int64 where no overflow is possible, else Python integers."""


def widened(counts: Counts, largest: int) -> Counts:
    """Return counts in a type in which numbers up to `largest` do not overflow."""
    return counts.astype(np.int64 if largest < 2**63 else object, copy=False)


def quotient(numerator: int, denominator: int) -> float:
    """Divide, rounding once; x/0 and values past all floats are infinite, signed."""
    try:
        return numerator / denominator
    except (OverflowError, ZeroDivisionError):
        is_negative = (numerator < 0) != (denominator < 0)
        return -math.inf if is_negative else math.inf


def root_of_quotient(numerator: int, denominator: int) -> float:
    """Return the square root of a quotient that is not negative.

    Where the quotient is far from 1, it is scaled by a power of 4 that brings it there.
    """
    bits = numerator.bit_length() - denominator.bit_length()
    if abs(bits) <= _MOST_BITS or numerator == 0:
        return math.sqrt(numerator / denominator)
    half = bits // 2
    scaled = numerator << max(0, -2 * half)
    root = math.sqrt(scaled / (denominator << max(0, 2 * half)))
    return math.ldexp(root, half) if half < 1023 else math.inf


def signed_root(numerator: Fraction, squared: Fraction) -> float:
    """Return ``numerator / sqrt(squared)`` of exact fractions of any size."""
    ratio = numerator**2 / squared
    root = root_of_quotient(*ratio.as_integer_ratio())
    return -root if numerator < 0 else root


def ratio_of(numerator: int, denominator: int, *, undefined: float) -> float:
    """Divide; 0/0 is the value named, x/0 is infinite with the sign of x."""
    return quotient(numerator, denominator) if numerator or denominator else undefined


def root_of(numerator: int, denominator: int, *, undefined: float) -> float:
    """Return the root of a ratio that is not negative, defined as in `ratio_of`."""
    if denominator:
        return root_of_quotient(numerator, denominator)
    return math.inf if numerator else undefined


_MOST_PRINTED = 20  # clusters of a side; a larger table is printed by its shape
ALWAYS_DENSE = 1 << 16  # a table of so few cells is an array, however empty
_LARGEST_TOTAL = 2**63 - 1  # sizes of clusters are integers of 64 bits

Tables: TypeAlias = Sequence["ContingencyTable"]
"""One table per mode: of the rows, of the columns."""


class SquareSums(NamedTuple):
    """Sums of squares of one table, exact integers: all that pairs are counted from."""

    n_samples: int
    joint: int
    true: int
    pred: int


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ContingencyTable:
    """How many samples have each pair of labels of two labelings.

    ``table + other`` and `sum` add tables of disjoint samples, whose clusters are
    matched by label.

    Parameters
    ----------
    counts : array-like or sparse matrix of shape (n_true, n_pred)
        Samples of each true cluster in each predicted one: integers, not negative, with
        a sum below 2**63.
    true_labels : array-like of shape (n_true,), default=None
        Labels of true clusters, all different. None: the index of `counts`, a data
        frame such as that of ``pandas.crosstab``.
    pred_labels : array-like of shape (n_pred,), default=None
        Likewise. None: the columns of `counts`.

    Attributes
    ----------
    counts : ndarray or scipy.sparse.csr_array of shape (n_true, n_pred), dtype int64
        Without empty rows and columns; sparse where that takes less memory.
    true_labels, pred_labels : ndarray of shape (n_true,) and (n_pred,)
        Their labels.

    Raises
    ------
    ValueError
        If `counts` is not such a table, or has no samples; if labels do not match its
        shape, occur twice, or contain NaN, None or infinity.
    TypeError
        If `counts` does not contain integers, or labels are not array-likes.

    See Also
    --------
    contingency_table : Count one from labels.
    score_from_tables : Any index, from tables.

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

    def __init__(
        self,
        counts: CountsLike,
        true_labels: Labels | None = None,
        pred_labels: Labels | None = None,
    ) -> None:
        rows = index_of(counts) if true_labels is None else true_labels
        columns = column_names(counts) if pred_labels is None else pred_labels
        checked = _check_table(counts, rows, columns)
        self.__dict__.update(checked.__dict__)

    @classmethod
    def counted(
        cls,
        counts: Any,
        true_labels: NDArray[Any],
        pred_labels: NDArray[Any],
        **known: Any,
    ) -> Self:
        """Return a table that needs no check, with attributes that are known."""
        counts = dense_or_sparse(counts)
        # What is computed from them is kept.
        stored = counts if isinstance(counts, np.ndarray) else counts.data
        for array in (stored, *known.values()):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
        table = object.__new__(cls)
        table.__dict__.update(
            known, counts=counts, true_labels=true_labels, pred_labels=pred_labels
        )
        return table

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self.shape}, n_samples={self.n_samples})"

    def _parts(self) -> list[str | TextTable]:
        """Return the short form, and the counts if they fit on a screen."""
        if max(self.shape) > _MOST_PRINTED:
            return [repr(self)]
        rows = zip(self.true_labels, self.counts.tolist(), strict=True)
        body = [[str(label), *map(str, row)] for label, row in rows]
        return [repr(self), TextTable(["", *map(str, self.pred_labels)], body)]

    def __str__(self) -> str:
        parts = self._parts()
        return "\n".join(p.text() if isinstance(p, TextTable) else p for p in parts)

    def _repr_html_(self) -> str:
        """Return the table as HTML; Jupyter calls this."""
        return html(self._parts())

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
        return _frozen_sum(self.counts, 1)

    @cached_property
    def pred_sizes(self) -> NDArray[np.int64]:
        """Size of each predicted cluster, shape (n_pred,)."""
        return _frozen_sum(self.counts, 0)

    @property
    def sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Sizes of the true and of the predicted clusters."""
        return self.true_sizes, self.pred_sizes

    @cached_property
    def squares(self) -> SquareSums:
        """Sums of the squares of the counts and of both sides' sizes."""
        n = self.n_samples
        counts: Any = self.counts
        cells = counts.data if sparse.issparse(counts) else counts.ravel()
        true, pred = self.true_sizes, self.pred_sizes
        if n * n >= 2**63:  # the most that the sums can be
            cells, true, pred = (side.astype(object) for side in (cells, true, pred))
        return SquareSums(n, int(cells @ cells), int(true @ true), int(pred @ pred))

    # Of a table of counts, every sample weighs 1.

    @cached_property
    def own_squares(self) -> int:
        """Sum of the squares of the weights of the samples."""
        return self.n_samples

    @cached_property
    def n_items(self) -> int:
        """Number of samples, whatever they weigh."""
        return self.n_samples

    @cached_property
    def pred_squares(self) -> int:
        """Sum of the squares of the numbers of samples in the predicted clusters."""
        return self.squares.pred

    @cached_property
    def nonzero(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64]]:
        """Row, column and count of the cells of the table that are not 0."""
        if isinstance(self.counts, np.ndarray):
            row, column = np.nonzero(self.counts)
            return row, column, self.counts[row, column]
        coordinates = self.counts.tocoo()
        return coordinates.row, coordinates.col, coordinates.data

    @cached_property
    def n_nonzero(self) -> int:
        """Number of nonempty intersections of a true and a predicted cluster."""
        if isinstance(self.counts, np.ndarray):
            return int(np.count_nonzero(self.counts))
        return int(self.counts.nnz)

    @property
    def is_equality(self) -> bool:
        """Whether the two labelings make the same clusters, whatever their labels."""
        n_true, n_pred = self.shape
        return self.n_nonzero == n_true == n_pred

    def __add__(self, other: ContingencyTable) -> ContingencyTable:
        """Return the table of the samples of both."""
        if not isinstance(other, ContingencyTable):
            return NotImplemented
        if WeightedTable in (type(self), type(other)):
            raise TypeError(
                "Weighted tables are in units of their own and cannot be added. Weigh "
                "all samples at once, or repeat samples by adding integer counts."
            )
        n_samples = _check_total(self.n_samples + other.n_samples)
        true_labels, of_true = merge_labels(self.true_labels, other.true_labels)
        pred_labels, of_pred = merge_labels(self.pred_labels, other.pred_labels)
        parts = zip(of_true, of_pred, (self.nonzero, other.nonzero), strict=True)
        entries = [
            (rows[row], columns[column], count)
            for rows, columns, (row, column, count) in parts
        ]
        rows, columns, counts = map(np.concatenate, zip(*entries, strict=True))
        shape = len(true_labels), len(pred_labels)
        total = sparse.coo_array((counts, (rows, columns)), shape=shape).tocsr()
        return ContingencyTable.counted(
            total, true_labels, pred_labels, n_samples=n_samples
        )

    def __radd__(self, other: int) -> ContingencyTable:
        """Return the table itself where `sum` adds it to its start, 0."""
        return self if type(other) is int and other == 0 else NotImplemented


class WeightedTable(ContingencyTable):
    """Sums of weights in place of counts: integers, in units of their common divisor.

    Made with `own_squares`, `n_items` and `pred_squares`, which it does not determine.
    """

    def __repr__(self) -> str:
        return f"ContingencyTable(shape={self.shape}, weighted)"


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ContingencyTables(Sequence[ContingencyTable]):
    """The contingency tables of two co-clusterings, one per mode.

    ``tables + other`` and `sum` add them mode by mode. Rows and columns can be split
    into parts independently, each counted once.

    Parameters
    ----------
    tables : iterable of ContingencyTable
        Tables of the rows, of the columns, and so on.

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

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import contingency_table
    >>> first = contingency_table(([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 1]))
    >>> second = contingency_table(([1], [0]), ([2], [0]))
    >>> first + second
    ContingencyTables(shapes=((2, 3), (2, 2)))
    """

    tables: tuple[ContingencyTable, ...]

    def __init__(self, tables: Iterable[ContingencyTable]) -> None:
        modes = check_sequence(tables, "tables", "ContingencyTable, one per mode")
        for table in modes:
            if not isinstance(table, ContingencyTable):
                raise TypeError(
                    "`tables` must contain a ContingencyTable per mode, got "
                    f"{type(table).__name__}."
                )
        object.__setattr__(self, "tables", tuple(modes))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shapes={self.shapes})"

    @property
    def shapes(self) -> tuple[tuple[int, int], ...]:
        """Numbers of true and of predicted clusters of each mode."""
        return tuple(table.shape for table in self.tables)

    def __len__(self) -> int:
        """Count the modes."""
        return len(self.tables)

    @overload
    def __getitem__(self, mode: int) -> ContingencyTable: ...
    @overload
    def __getitem__(self, mode: slice) -> tuple[ContingencyTable, ...]: ...
    def __getitem__(self, mode: Any) -> Any:
        """Return the table of a mode, or a tuple of the tables of several."""
        return self.tables[mode]

    def __add__(self, other: ContingencyTables) -> ContingencyTables:
        """Return the tables of the samples of both, mode by mode."""
        if not isinstance(other, ContingencyTables):
            return NotImplemented
        if len(other) != len(self):
            raise ValueError(
                f"Tables of {len(self)} modes cannot be added to tables of "
                f"{len(other)}; both must have the same modes."
            )
        pairs = zip(self, other, strict=True)
        return ContingencyTables([one + another for one, another in pairs])

    def __radd__(self, other: int) -> ContingencyTables:
        """Return the tables themselves where `sum` adds them to its start, 0."""
        return self if type(other) is int and other == 0 else NotImplemented


def _frozen_sum(counts: Any, axis: int) -> NDArray[np.int64]:
    """Sum a table over one axis; the result cannot be written to."""
    sums = np.asarray(counts.sum(axis=axis)).ravel()
    sums.flags.writeable = False
    return sums


def dense_or_sparse(counts: Any) -> Any:
    """Return the table as an array or sparse, whichever takes less memory."""
    n_true, n_pred = counts.shape
    is_sparse = sparse.issparse(counts)
    n_nonzero = counts.nnz if is_sparse else np.count_nonzero(counts)
    if 8 * n_true * n_pred <= max(8 * ALWAYS_DENSE, 12 * n_nonzero + 4 * (n_true + 1)):
        return counts.toarray() if is_sparse else counts
    return counts if is_sparse else sparse.csr_array(counts)


def _check_table(counts: Any, true_labels: Any, pred_labels: Any) -> ContingencyTable:
    """Check a table that a user has passed; return it without empty clusters."""
    entries = _as_coo(counts)
    if entries.data.min(initial=0) < 0:
        raise ValueError(f"`counts` must not be negative, got {entries.data.min()}.")
    n_samples = _check_total(sum(entries.data.tolist()))
    shape = entries.shape
    rows = _check_sides(true_labels, "true_labels", shape[0], "rows")
    columns = _check_sides(pred_labels, "pred_labels", shape[1], "columns")
    # `tocsr` adds up entries of the same cell; their sum is in range.
    table = sparse.csr_array(entries.astype(np.int64).tocsr())
    table.eliminate_zeros()
    sums = (np.asarray(table.sum(axis=axis)).ravel() for axis in (1, 0))
    kept_rows, kept_columns = (each.nonzero()[0] for each in sums)
    if len(kept_rows) < shape[0] or len(kept_columns) < shape[1]:
        table = table[kept_rows][:, kept_columns]
    rows, columns = rows[kept_rows], columns[kept_columns]
    return ContingencyTable.counted(table, rows, columns, n_samples=n_samples)


def _check_total(n_samples: int) -> int:
    """Check that there are samples, and that 64 bits are enough to count them."""
    if n_samples == 0:
        raise ValueError("`counts` has no samples; at least one is needed.")
    if n_samples > _LARGEST_TOTAL:
        raise ValueError(f"`counts` must sum to less than 2**63, got {n_samples}.")
    return n_samples


def _as_coo(counts: Any) -> Any:
    """Return a two-dimensional table of integers as entries, a sparse COO matrix."""
    is_sparse = sparse.issparse(counts)
    array = counts if is_sparse else as_array(counts, "counts", "two-dimensional")
    if array.ndim != 2:
        raise ValueError(f"`counts` must be two-dimensional, got shape {array.shape}.")
    dtype = array.dtype
    if dtype.kind not in "iu":
        raise TypeError(
            f"`counts` must contain integers of at most 64 bits, got dtype {dtype}."
        )
    # SciPy takes the byte order of the machine only.
    return sparse.coo_array(array.astype(dtype.newbyteorder("="), copy=False))


def _check_sides(labels: Any, name: str, length: int, of: str) -> NDArray[Any]:
    """Check the labels of the rows or columns: one for each, all different."""
    if labels is None:
        raise ValueError(
            f"`{name}` is missing; pass one label for each of the {of} of `counts`, or "
            "a data frame that has them."
        )
    codes = check_labels(labels, name)
    check_equal((len(codes), length), (name, "counts"), of)
    if codes.compressed().width < length:
        raise ValueError(f"`{name}` has a label twice; each cluster needs its own.")
    return codes.labels()
