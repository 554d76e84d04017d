"""Random co-clusterings, drawn exactly from the product null model."""

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray

from .._structures import check_generator, check_sizes
from ._partitions import shuffled_labels


def random_coclustering(
    row_sizes: ArrayLike,
    column_sizes: ArrayLike,
    *,
    random_state: int | RandomState | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw a co-clustering uniformly among those with given cluster sizes.

    Row labels and column labels are permuted independently. This is the null model
    ``"product"`` of the tests and adjusted indices.

    Parameters
    ----------
    row_sizes : array-like of int of shape (n_row_clusters,)
        Number of rows in each row cluster, not negative. The label of an empty cluster
        is not used.
    column_sizes : array-like of int of shape (n_column_clusters,)
        Number of columns in each column cluster, likewise.
    random_state : int, RandomState instance or None, default=None
        Determines the permutations. Pass an int for the same labels at every call.

    Returns
    -------
    row_labels : ndarray of int64 of shape (n_rows,)
        Labels from 0 to ``n_row_clusters - 1``, where `n_rows` is the sum of
        `row_sizes`; label ``k`` occurs ``row_sizes[k]`` times.
    column_labels : ndarray of int64 of shape (n_columns,)
        The same for the columns.

    Raises
    ------
    ValueError
        If sizes are not one-dimensional, have masked or negative entries, or sum to 0
        or to 2**48 or more; if `random_state` cannot be used as a seed.
    TypeError
        If sizes contain anything but integers.

    See Also
    --------
    random_partition : The same for a clustering.
    perturb_coclustering : A random co-clustering near a given one.
    sklearn_cocluster_metrics.permutation_test : Test against this null model.

    Notes
    -----
    O(n_rows + n_columns) time and memory.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics.datasets import random_coclustering
    >>> rows, columns = random_coclustering([3, 1, 2], [2, 2], random_state=0)
    >>> np.bincount(rows), np.bincount(columns)
    (array([3, 1, 2]), array([2, 2]))
    """
    sizes = (
        check_sizes(row_sizes, "row_sizes"),
        check_sizes(column_sizes, "column_sizes"),
    )
    generator = check_generator(random_state, "random_state")
    return shuffled_labels(sizes[0], generator), shuffled_labels(sizes[1], generator)
