"""A random bicluster of a given size."""

from typing import Any

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._structures import check_generator, check_integer, check_shape


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
        _random_subset(length, n_chosen, generator)
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


def _random_subset(
    length: int, n_chosen: int, generator: RandomState
) -> NDArray[np.bool_]:
    """Return the indicator of a random subset, as one row."""
    return np.asarray(generator.permutation(length) < n_chosen)[None, :]
