"""Count all pairs of cells of a matrix, by the biclusters that contain both cells.

`_cell_pairs` visits the pairs inside each bicluster, so that it visits a pair once for
each of its biclusters. This module visits every pair of classes once. A class is a set
of rows, or of columns, that are in the same biclusters. This is faster for two kinds of
matrices:

many large biclusters
    Each pair of row classes is combined with each pair of column classes, by products
    of matrices.
one column
    The cells are the samples of overlapping clusterings, and a pair of row classes is a
    pair of classes of cells. One product of matrices for each side counts all of them.

The docstring of `_cell_pairs` defines the other words.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._structures._progress import with_progress
from ._merged_matrix import MergedMatrix, MergedMode

_CELLS_AT_ONCE = 2**18
_MOST_KEYS = 2**18  # An array of so many keys is small beside the counted pairs.
_MOST_ROWS_OF_COLUMN = 2**11  # All pairs of so many rows take some arrays of 32 MB.


# The following functions count the pairs of a matrix with one column.


def is_small_column(matrix: MergedMatrix) -> bool:
    """Return whether a matrix has one column, and few classes of rows.

    The arrays of all pairs of these classes fit in memory.

    A permutation test compares overlapping clusterings in thousands of orders of the
    samples. Counting the pairs in each bicluster would then be far slower.
    """
    is_column = matrix.columns.sizes.sum() == 1
    return bool(is_column and len(matrix.rows.sizes) <= _MOST_ROWS_OF_COLUMN)


def pairs_of_column(
    matrix: MergedMatrix,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the code and the count of every ordered pair of classes of cells.

    The matrix has one column. A code ``N + base * M`` has the numbers N of true and M
    of predicted biclusters that contain both cells. A count is the number of ordered
    pairs of a cell of the first and a cell of the second class. A cell also has a pair
    with itself. Each array has the shape (n_classes, n_classes), because each row class
    has one class of cells.
    """
    rows = matrix.rows
    # A bicluster without the only column has no cells.
    has_column = matrix.columns.members.toarray().ravel()
    members = (rows.members.toarray() * has_column).astype(float)
    in_true = members[:, : rows.n_true]
    in_pred = members[:, rows.n_true :]
    codes = in_true @ in_true.T + matrix.base * (in_pred @ in_pred.T)
    return codes.astype(np.int64), np.multiply.outer(rows.sizes, rows.sizes)


# The following functions count the pairs of a matrix with many large biclusters.


class _ClassPairs(NamedTuple):
    """Unordered pairs of row classes, or of column classes.

    A class with itself is a pair, too.
    """

    # (n_pairs, n_biclusters): 1 where a bicluster contains both classes.
    members: NDArray[Any]
    # (n_pairs,): A pair of classes has a number of ordered pairs of rows. This is the
    # position of that number among all distinct numbers.
    number_positions: NDArray[np.intp]


def has_many_large_biclusters(
    matrix: MergedMatrix, *, relative_cost: float = 1
) -> bool:
    """Return whether it costs less to visit all pairs than the pairs in biclusters.

    A visit of a pair among all costs as much as `relative_cost` visits of pairs in
    biclusters. The pairs are pairs of classes of cells. Inside the predicted
    biclusters, such a pair is visited once in each of them, in two orders of the rows
    and in two orders of the columns. Among all pairs, it is visited once.
    """
    n_row_classes = np.diff(matrix.rows.classes_by_bicluster.indptr)
    n_column_classes = np.diff(matrix.columns.classes_by_bicluster.indptr)
    n_cells_inside = n_row_classes.astype(float) * n_column_classes
    n_pairs_inside = (n_cells_inside[matrix.rows.n_true :] ** 2).sum()
    n_pairs = math.prod(
        math.comb(mode.n_classes + 1, 2) for mode in (matrix.rows, matrix.columns)
    )
    return bool(relative_cost * n_pairs < n_pairs_inside)


def tally_of_all_pairs(matrix: MergedMatrix) -> Counter[int]:
    """Count the ordered pairs of cells that share a bicluster of each side, by code.

    A code ``N + base * M`` says that N true and M predicted biclusters contain both
    cells. A row class is a set of rows that are in the same biclusters, and likewise
    for columns. All pairs of row classes are combined with all pairs of column classes.
    Such a combination has a key, which stands for the code of the pairs of cells and
    for the numbers of pairs of rows and of columns. One product of matrices gives the
    keys of many combinations at once.
    """
    rows = matrix.rows
    columns = matrix.columns
    if columns.n_classes > rows.n_classes:
        # All pairs of the second mode are in memory, so that it has fewer classes.
        rows, columns = columns, rows
    row_numbers = _distinct_numbers_of_pairs(rows)
    column_numbers = _distinct_numbers_of_pairs(columns)
    n_codes = _n_codes(matrix)
    n_keys = n_codes * len(row_numbers) * len(column_numbers)
    # A key is the flat position in an array of shape (n_column_numbers, n_row_numbers,
    # n_codes). It is the inner product of the terms of a pair of column classes and the
    # terms of a pair of row classes. The latter are its members, the position of its
    # number, and 1.
    column_pairs = _class_pairs(columns, slice(None), column_numbers)
    is_true = np.arange(rows.n_biclusters) < rows.n_true
    weights = np.where(is_true, 1, matrix.base)
    column_terms = np.column_stack(
        [
            column_pairs.members * weights,
            np.full(len(column_pairs.members), n_codes),
            column_pairs.number_positions * n_codes * len(row_numbers),
        ]
    )
    # Floats of 32 bits are faster, and integers up to `_MOST_KEYS` are exact in them.
    factors = column_terms.astype(np.float32).T
    # (n_keys,): The number of combinations that have each key.
    totals = np.zeros(n_keys, dtype=np.int64)
    step = max(1, _CELLS_AT_ONCE // factors.shape[1])
    for first_class in first_classes_with_progress(rows, matrix.advice_if_slow):
        selection = slice(first_class, first_class + 1)
        members, number_positions = _class_pairs(rows, selection, row_numbers)
        row_terms = np.column_stack([members, number_positions, np.ones(len(members))])
        row_terms = row_terms.astype(np.float32)
        for start in range(0, len(row_terms), step):
            keys = (row_terms[start : start + step] @ factors).astype(np.intp)
            totals += np.bincount(keys.ravel(), minlength=n_keys)
    totals_by_numbers = totals.reshape(len(column_numbers), len(row_numbers), n_codes)
    tally: Counter[int] = Counter()
    for column_position, row_position, code in np.argwhere(totals_by_numbers).tolist():
        n_pred_biclusters, n_true_biclusters = divmod(code, matrix.base)
        if n_pred_biclusters > 0 and n_true_biclusters > 0:
            n_class_pairs = int(totals_by_numbers[column_position, row_position, code])
            n_row_pairs = int(row_numbers[row_position])
            n_column_pairs = int(column_numbers[column_position])
            tally[code] += n_class_pairs * n_row_pairs * n_column_pairs
    return tally


def first_classes_with_progress(rows: MergedMode, advice: str) -> Iterator[int]:
    """Yield each class, whose pairs with itself and later classes are then visited.

    A class is a set of rows that are in the same biclusters, given by its position. The
    progress is the number of pairs of classes. `advice` ends a warning of a long call.
    """
    return with_progress(
        range(rows.n_classes),
        math.comb(rows.n_classes + 1, 2),
        "pairs of rows or columns",
        size=lambda first_class: rows.n_classes - first_class,
        advice=advice,
    )


def has_few_keys(matrix: MergedMatrix) -> bool:
    """Return whether the keys of `tally_of_all_pairs` need little memory."""
    n_row_numbers = len(_distinct_numbers_of_pairs(matrix.rows))
    n_column_numbers = len(_distinct_numbers_of_pairs(matrix.columns))
    return _n_codes(matrix) * n_row_numbers * n_column_numbers <= _MOST_KEYS


def _n_codes(matrix: MergedMatrix) -> int:
    """Return the number of codes, one for each pair of N and M.

    N is a number of true and M a number of predicted biclusters. Both may be 0.
    """
    n_pred = matrix.rows.n_biclusters - matrix.rows.n_true
    return matrix.base * (1 + n_pred)


def _distinct_numbers_of_pairs(mode: MergedMode) -> NDArray[np.int64]:
    """Return the possible numbers of ordered pairs of rows of two classes, sorted.

    A class of s rows has s^2 pairs with itself. A class of s and another of t rows have
    2 s t pairs, in both orders.
    """
    sizes = np.unique(mode.sizes)
    products = np.multiply.outer(sizes, sizes).ravel()
    return np.unique(np.append(sizes**2, 2 * products))


def _class_pairs(
    mode: MergedMode, first_classes: slice, numbers: NDArray[np.int64]
) -> _ClassPairs:
    """Return the pairs of some first classes with themselves and with later classes.

    `numbers` are the distinct numbers of ordered pairs of rows of two classes, sorted.
    The result has the position of the number of each pair of classes.
    """
    positions = np.arange(mode.n_classes)
    first, second = np.nonzero(positions[first_classes, None] <= positions)
    first = positions[first_classes][first]
    n_orders = np.where(first == second, 1, 2)
    n_pairs = n_orders * mode.sizes[first] * mode.sizes[second]
    members = mode.members.toarray()
    return _ClassPairs(
        members=members[first] * members[second],
        number_positions=np.searchsorted(numbers, n_pairs),
    )
