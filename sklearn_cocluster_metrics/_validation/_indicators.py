"""Indicators of biclusters in, checked arrays of 0 and 1 out."""

from collections.abc import Iterator, Set
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._estimators import fitted_biclustering, is_estimator

Indicators = tuple[NDArray[np.int64], NDArray[np.int64]]


def check_biclusterings(
    biclusters_true: Any, biclusters_pred: Any
) -> tuple[Indicators, Indicators]:
    """Check two biclusterings of matrices of the same shape."""
    true = check_biclustering(biclusters_true, "biclusters_true")
    pred = check_biclustering(biclusters_pred, "biclusters_pred")
    shapes = tuple((rows.shape[1], columns.shape[1]) for rows, columns in (true, pred))
    if shapes[0] != shapes[1]:
        raise ValueError(
            f"`biclusters_true` is of a matrix of shape {shapes[0]}, `biclusters_pred` "
            f"of one of shape {shapes[1]}; both must be of the same matrix."
        )
    return true, pred


def check_biclustering(biclusters: Any, name: str) -> Indicators:
    """Check one biclustering: a tuple (rows, columns), or a fitted estimator."""
    if is_estimator(biclusters):
        biclusters = fitted_biclustering(biclusters, name)
    if not isinstance(biclusters, tuple):
        raise TypeError(
            f"`{name}` must be a tuple (rows, columns) of indicators, got "
            f"{type(biclusters).__name__}."
        )
    if len(biclusters) != 2:
        raise ValueError(
            f"`{name}` must be a tuple (rows, columns) of two indicators, got "
            f"{len(biclusters)}."
        )
    rows = _check_indicator(biclusters[0], f"{name}[0]", "n_rows")
    columns = _check_indicator(biclusters[1], f"{name}[1]", "n_columns")
    if len(rows) != len(columns):
        raise ValueError(
            f"`{name}` has {len(rows)} biclusters by its rows, {len(columns)} by its "
            "columns; both indicators must have one line for each bicluster."
        )
    return rows, columns


def check_cluster_indicators(
    clusters_true: Any, clusters_pred: Any
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Check two overlapping clusterings of the same samples."""
    true = _check_indicator(clusters_true, "clusters_true", "n_samples")
    pred = _check_indicator(clusters_pred, "clusters_pred", "n_samples")
    if true.shape[1] != pred.shape[1]:
        raise ValueError(
            f"`clusters_true` is of {true.shape[1]} samples, `clusters_pred` of "
            f"{pred.shape[1]}; both must be of the same samples."
        )
    return true, pred


def _check_indicator(indicator: Any, name: str, length: str) -> NDArray[np.int64]:
    """Check one indicator of shape (n_biclusters, length)."""
    if sparse.issparse(indicator):
        indicator = indicator.toarray()
    try:
        array = np.asarray(indicator)
    except ValueError as error:
        raise ValueError(
            f"`{name}` must be an indicator of shape (n_biclusters, {length}), got a "
            "ragged sequence."
        ) from error
    if np.ma.isMaskedArray(indicator) and np.ma.getmaskarray(indicator).any():
        raise ValueError(f"`{name}` has masked entries; it must hold 0 and 1 only.")
    if array.ndim != 2:
        raise ValueError(
            f"`{name}` must be an indicator of shape (n_biclusters, {length}), got an "
            f"array of shape {array.shape}."
        )
    if array.shape[1] == 0:
        raise ValueError(
            f"`{name}` has shape {array.shape}; {length} must be positive."
        )
    if array.dtype.kind not in "biufO":
        raise TypeError(
            f"`{name}` must be of bools or numbers, got dtype {array.dtype}."
        )
    is_zero_or_one = np.asarray((array == 0) | (array == 1), dtype=bool)
    if not is_zero_or_one.all():
        other = array[~is_zero_or_one][0]
        raise ValueError(f"`{name}` must hold 0 and 1 only, got {other!r}.")
    return array.astype(np.int64)


def check_grid(
    rows: NDArray[np.int64], columns: NDArray[np.int64], name: str
) -> Indicators:
    """Check that biclusters are the blocks of a grid and return its labels.

    Rows that lie in the same biclusters make a row cluster, columns likewise. Where
    every block of these clusters lies in one bicluster and there are as many blocks as
    biclusters, each bicluster is one block.
    """
    held = rows.any(axis=1) & columns.any(axis=1)
    rows, columns = rows[held], columns[held]
    row_patterns, row_labels = _classes_of_lines(rows)
    column_patterns, column_labels = _classes_of_lines(columns)
    n_blocks = len(row_patterns) * len(column_patterns)
    if n_blocks != len(rows) or not np.all(row_patterns @ column_patterns.T == 1):
        raise ValueError(
            f"`{name}` are not the blocks of a grid: every row cluster with every "
            "column cluster, each cell in exactly one bicluster."
        )
    return row_labels, column_labels


def _classes_of_lines(
    indicator: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Group the columns of an indicator that are equal, in order of their biclusters.

    Returns the pattern of each group, shape (n_groups, n_biclusters), and the group of
    each column.
    """
    # Backwards, so that membership in the first bicluster sorts first.
    patterns, groups = np.unique(-indicator.T, axis=0, return_inverse=True)
    return -patterns, groups.reshape(-1).astype(np.int64)


def check_shape(shape: Any) -> tuple[int, int]:
    """Check the shape of a matrix: two positive integers."""
    if (
        not isinstance(shape, tuple)
        or len(shape) != 2
        or any(isinstance(n, bool) or not isinstance(n, Integral) for n in shape)
        or min(shape) < 1
    ):
        raise ValueError(f"`shape` must be two positive integers, got {shape!r}.")
    return int(shape[0]), int(shape[1])


def check_index_lists(
    biclusters: Any, shape: tuple[int, int]
) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Check biclusters given as pairs of lists of row and of column numbers."""
    pairs = []
    for number, pair in enumerate(biclusters):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(
                f"`biclusters[{number}]` must be a pair (row_indices, column_indices)."
            )
        rows, columns = (
            _check_indices(indices, f"biclusters[{number}][{mode}]", length)
            for mode, (indices, length) in enumerate(zip(pair, shape, strict=True))
        )
        pairs.append((rows, columns))
    return pairs


def _check_indices(indices: Any, name: str, length: int) -> NDArray[np.intp]:
    """Check numbers of lines, from 0 to length - 1."""
    unordered = isinstance(indices, Set | Iterator)
    array = np.asarray(list(indices) if unordered else indices)
    if array.size == 0:
        return np.empty(0, dtype=np.intp)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"`{name}` must be a list of integers, got {indices!r}.")
    if array.min() < 0 or array.max() >= length:
        raise ValueError(
            f"`{name}` must be numbers from 0 to {length - 1}, got "
            f"{array[(array < 0) | (array >= length)][0]}."
        )
    return array.astype(np.intp)
