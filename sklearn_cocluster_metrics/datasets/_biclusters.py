"""Biclusters: a random one of a given size, and overlapping ones planted in data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._structures._arguments import (
    check_between,
    check_flag,
    check_generator,
    check_integer,
    check_option,
    check_shape,
    check_weight,
)


def random_bicluster(
    shape: tuple[int, int],
    size: tuple[int, int],
    *,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Draw a bicluster uniformly among those with given numbers of rows and columns.

    Its rows and its columns are chosen independently, without replacement. This is the
    null model of the corrected bicluster measures [1]_ (``correction="expected"``).

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.
    size : tuple of two int
        Number of rows and number of columns of the bicluster, from 0 to those of the
        matrix.
    random_state : int, RandomState instance or None, default=None
        Determines the draw. Pass an int for the same bicluster at every call.

    Returns
    -------
    rows : ndarray of shape (1, n_rows), dtype bool
        Whether the bicluster contains each row.
    columns : ndarray of shape (1, n_columns), dtype bool
        Whether the bicluster contains each column.

    Raises
    ------
    ValueError
        If `shape` is not a tuple of two positive integers, `size` is not a pair, or a
        number is outside its range; if `random_state` cannot be used as a seed.
    TypeError
        If a number in `size` is not an integer.

    See Also
    --------
    random_coclustering : Labels of all rows and columns.
    make_overlapping_biclusters : Planted biclusters, with data.

    Notes
    -----
    O(n_rows + n_columns) time and memory. Several random biclusters stacked with
    ``numpy.vstack`` are a biclustering with independent biclusters.

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
    sizes = _check_size(size, lengths)
    generator = check_generator(random_state, "random_state")
    rows, columns = (
        np.asarray(generator.permutation(length) < n_chosen)[None, :]
        for length, n_chosen in zip(lengths, sizes, strict=True)
    )
    return rows, columns


def _check_size(size: Any, shape: tuple[int, int]) -> tuple[int, int]:
    """Check the numbers of rows and columns of a bicluster of a matrix."""
    if not isinstance(size, tuple) or len(size) != 2:
        raise ValueError(
            f"`size` must be a tuple (number of rows, number of columns), got {size!r}."
        )
    rows, columns = (
        check_integer(number, f"size[{mode}]", 0, length)
        for mode, (number, length) in enumerate(zip(size, shape, strict=True))
    )
    return rows, columns


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
    r"""Generate a matrix with planted biclusters, each of which overlaps the next.

    The biclusters have equal size and lie along the diagonal, before rows and columns
    are shuffled. Cells of no bicluster are 0. A covered cell in row i and column j is

    - "constant": 1;
    - "additive": :math:`a_i + b_j`;
    - "multiplicative": :math:`a_i b_j`.

    The effects a and b belong to rows and columns, not to biclusters. Every bicluster,
    shared cells included, therefore has its pattern exactly if there is no noise.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.
    n_biclusters : int
        Number of biclusters, from 1 to the smaller side of the matrix.
    pattern : {"constant", "additive", "multiplicative"}, default="constant"
        How the cells of a bicluster depend on their row and column.
    overlap : float, default=0.0
        Share of its rows, and of its columns, that a bicluster shares with the next
        one, from 0 to 1/2. Biclusters that do not follow each other share no cells.
    noise : float, default=0.0
        Standard deviation of the normal noise that is added to every cell. Without
        noise, covered cells are between 0.5 and 2, and about 1 on average.
    shuffle : bool, default=True
        Whether rows and columns are in random order.
    random_state : int, RandomState instance or None, default=None
        Determines effects, noise and order. Pass an int for the same result at every
        call.

    Returns
    -------
    X : ndarray of float64 of shape (n_rows, n_columns)
        The data.
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Whether each bicluster contains each column.

    Raises
    ------
    ValueError
        If `shape` is not a tuple of two positive integers, a number is outside its
        range, `pattern` is unknown, or `random_state` cannot be used as a seed.
    TypeError
        If an argument has the wrong type.

    See Also
    --------
    make_latent_blocks : Planted co-clusterings.
    sklearn.datasets.make_biclusters : Constant biclusters without overlap, of random
        sizes, that cover every row and column.

    Notes
    -----
    A bicluster of n rows shares ``min(round(overlap * n), n // 2)`` of them with the
    next; n is the largest number for which all biclusters fit. Rows that are left over
    belong to none. The same for columns. The effects are independent and uniform:
    between 1/4 and 3/4 for "additive", so that a cell is between 1/2 and 3/2; of their
    logarithm to base 2, between -1/2 and 1/2, for "multiplicative", so that a cell is
    between 1/2 and 2.

    O(n_rows n_columns + n_biclusters (n_rows + n_columns)) time and memory.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.datasets import make_overlapping_biclusters
    >>> X, rows, columns = make_overlapping_biclusters(
    ...     (7, 10), 2, overlap=0.5, shuffle=False
    ... )
    >>> rows.astype(int)
    array([[1, 1, 1, 1, 0, 0, 0],
           [0, 0, 1, 1, 1, 1, 0]])
    >>> X.astype(int)
    array([[1, 1, 1, 1, 1, 1, 0, 0, 0, 0],
           [1, 1, 1, 1, 1, 1, 0, 0, 0, 0],
           [1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
           [1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
           [0, 0, 0, 1, 1, 1, 1, 1, 1, 0],
           [0, 0, 0, 1, 1, 1, 1, 1, 1, 0],
           [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]])
    """
    lengths = check_shape(shape, "shape")
    n_biclusters = check_integer(n_biclusters, "n_biclusters", 1, min(lengths))
    check_option(pattern, "pattern", _PATTERNS)
    overlap = check_between(overlap, "overlap", 0, 0.5)
    noise = check_weight(noise, "noise")
    shuffle = check_flag(shuffle, "shuffle")
    generator = check_generator(random_state, "random_state")

    rows, columns = (_windows(length, n_biclusters, overlap) for length in lengths)
    if shuffle:
        rows = rows[:, generator.permutation(lengths[0])]
        columns = columns[:, generator.permutation(lengths[1])]
    effect, combine = _PATTERNS[pattern]
    effects = (effect(generator.random_sample(length)) for length in lengths)
    covered = (rows.T.astype(np.intp) @ columns.astype(np.intp)) > 0
    data = np.where(covered, combine.outer(*effects), 0.0)
    if noise:
        data += generator.normal(scale=noise, size=lengths)
    return data, rows, columns


def _windows(length: int, n_windows: int, overlap: float) -> NDArray[np.bool_]:
    """Return the longest windows of one size that fit, each overlapping the next."""
    size = n_shared = 0
    for longer in range(1, length + 1):
        shared = min(round(overlap * longer), longer // 2)
        if n_windows * longer - (n_windows - 1) * shared > length:
            break
        size, n_shared = longer, shared
    starts = np.arange(n_windows)[:, None] * (size - n_shared)
    places = np.arange(length)
    return np.asarray((starts <= places) & (places < starts + size))


_PATTERNS: dict[Pattern, tuple[Callable[[Any], Any], np.ufunc]] = {
    "constant": (np.ones_like, np.multiply),
    "additive": (lambda uniform: 0.25 + 0.5 * uniform, np.add),
    "multiplicative": (lambda uniform: 2.0 ** (uniform - 0.5), np.multiply),
}
"""How effects are made from uniform numbers, and a cell from two effects."""
