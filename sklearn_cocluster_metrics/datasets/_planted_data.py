"""Planted data of known difficulty: latent blocks, and overlapping biclusters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import ArrayLike, NDArray

from .._structures._arguments import (
    as_array,
    check_between,
    check_flag,
    check_generator,
    check_integer,
    check_option,
    check_shape,
    check_weight,
)
from ._random_structures import check_n_clusters, ordered_labels

Family: TypeAlias = Literal["gaussian", "poisson", "bernoulli"]
Matrix: TypeAlias = NDArray[np.float64] | NDArray[np.int64]
_MOST_SEPARATED = 1000.0  # far beyond any use; larger Poisson means overflow


def make_latent_blocks(
    shape: tuple[int, int],
    n_clusters: int | tuple[int, int],
    *,
    family: Family = "gaussian",
    row_proportions: ArrayLike | None = None,
    column_proportions: ArrayLike | None = None,
    separation: float = 1.0,
    shuffle: bool = True,
    random_state: int | RandomState | None = None,
) -> tuple[Matrix, NDArray[np.int64], NDArray[np.int64]]:
    r"""Generate a matrix with a planted co-clustering: the latent block model.

    Cells are drawn independently from the distribution of their block [1]_. The block
    of row cluster h and column cluster l has level :math:`(h + l) \bmod K`, K the
    larger number of clusters: two row clusters differ in every column, two column
    clusters in every row.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.
    n_clusters : int or tuple (n_row_clusters, n_column_clusters)
        From 1 to the number of rows or columns; an int for both.
    family : {"gaussian", "poisson", "bernoulli"}, default="gaussian"
        Distribution of the cells: normal with variance 1, counts, or 0 and 1.
    row_proportions : array-like of shape (n_row_clusters,) or None, default=None
        Positive shares of the rows, with sum 1. None: equal shares.
    column_proportions : array-like of shape (n_column_clusters,) or None, default=None
        Likewise, of the columns.
    separation : float, default=1.0
        Distance s of neighboring levels, from 0 (all blocks alike) to 1000.
    shuffle : bool, default=True
        Whether rows and columns are in random order, else sorted by label.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.

    Returns
    -------
    X : ndarray of shape (n_rows, n_columns)
        Data: float64 for "gaussian", else int64.
    row_labels : ndarray of int64 of shape (n_rows,)
        Labels from 0 to ``n_row_clusters - 1``; each occurs.
    column_labels : ndarray of int64 of shape (n_columns,)
        Likewise.

    Raises
    ------
    ValueError, TypeError
        If an argument has the wrong length, range or type.

    See Also
    --------
    make_overlapping_biclusters : Biclusters that may overlap.
    sklearn.datasets.make_checkerboard : Normal blocks with random means and sizes.

    Notes
    -----
    Level j has mean

    - "gaussian": :math:`s\,j`;
    - "poisson": :math:`(1 + s\,j/2)^2`;
    - "bernoulli": :math:`\sin^2 \varphi_j`, with angles at equal steps, centered at
      :math:`\pi/4`, the lowest and the highest of them
      :math:`\arccos \exp(-((K - 1)\, s)^2 / 8)` apart.

    So the lowest and the highest level have Bhattacharyya coefficient :math:`\sum_x
    \sqrt{p(x) q(x)} = \exp(-((K - 1)\, s)^2 / 8)` in each family; for the first two,
    levels i and j have :math:`\exp(-((i - j)\, s)^2 / 8)`. Given all means and n
    columns, rows of two clusters are then confused with probability at most
    :math:`\exp(-n s^2 / 8) / 2`: s near :math:`2.5 / \sqrt{n}` is hard, s = 1 easy.

    Sizes are the shares, rounded by largest remainders; an empty cluster takes a row or
    column from the largest.

    Cost: O(n_rows n_columns).

    References
    ----------
    .. [1] G. Govaert, M. Nadif (2013). Co-Clustering. ISTE and Wiley.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.datasets import make_latent_blocks
    >>> X, rows, columns = make_latent_blocks(
    ...     (6, 4), (3, 2), separation=9, shuffle=False, random_state=0
    ... )
    >>> X.round().astype(int)
    array([[ 2,  0, 10, 11],
           [ 2, -1, 10,  9],
           [ 9,  9, 18, 19],
           [10,  9, 18, 18],
           [19, 18,  0, -1],
           [15, 19,  1, -1]])
    """
    lengths = check_shape(shape, "shape")
    n_blocks = check_n_clusters(n_clusters, lengths)
    check_option(family, "family", _MEANS)
    sizes = (
        block_sizes(row_proportions, n_blocks[0], lengths[0], "row_proportions"),
        block_sizes(column_proportions, n_blocks[1], lengths[1], "column_proportions"),
    )
    separation = check_between(separation, "separation", 0, _MOST_SEPARATED)
    shuffle = check_flag(shuffle, "shuffle")
    generator = check_generator(random_state, "random_state")

    rows, columns = (ordered_labels(size) for size in sizes)
    if shuffle:
        generator.shuffle(rows)
        generator.shuffle(columns)
    means = means_of_blocks(family, n_blocks, separation)
    return _draw(family, means[np.ix_(rows, columns)], generator), rows, columns


def means_of_blocks(
    family: Family, n_blocks: tuple[int, int], separation: float
) -> NDArray[np.float64]:
    """Return the expected value of a cell in each block."""
    n_levels = max(n_blocks)
    levels = np.add.outer(*map(np.arange, n_blocks)) % n_levels
    return np.asarray(_MEANS[family](levels, n_levels, separation), dtype=np.float64)


def _bernoulli_means(levels: Any, n_levels: int, separation: float) -> Any:
    """Return probabilities at equal steps of the angle arcsin(sqrt(p)).

    The cosine of a difference of angles is the coefficient of the two distributions.
    """
    n_steps = max(n_levels - 1, 1)
    span = np.arccos(np.exp(-((n_steps * separation) ** 2) / 8.0))
    from_center = (levels / n_steps - (n_levels > 1) / 2.0) * span
    return (1.0 + np.sin(2.0 * from_center)) / 2.0  # sin(pi / 4 + .)^2


_MEANS: dict[Family, Callable[[Any, int, float], Any]] = {
    "gaussian": lambda levels, _, separation: separation * levels,
    "poisson": lambda levels, _, separation: (1.0 + separation * levels / 2.0) ** 2,
    "bernoulli": _bernoulli_means,
}
"""Means of the blocks of these levels, from the number of levels and the separation."""


def _draw(family: Family, means: NDArray[np.float64], generator: RandomState) -> Matrix:
    """Draw a cell with each of these means."""
    if family == "gaussian":
        return generator.standard_normal(means.shape) + means
    if family == "poisson":
        return generator.poisson(means).astype(np.int64)
    return (generator.random_sample(means.shape) < means).astype(np.int64)


def block_sizes(
    proportions: ArrayLike | None, n_clusters: int, length: int, name: str
) -> NDArray[np.int64]:
    """Return sizes nearest to the given proportions, or equal ones, none of them 0.

    Sizes are rounded by the method of largest remainders. A cluster that would be empty
    takes one entry from the largest.
    """
    shares = (
        np.full(n_clusters, 1 / n_clusters)
        if proportions is None
        else _check_proportions(proportions, n_clusters, name)
    )
    quotas = shares * length
    sizes = np.floor(quotas).astype(np.int64)
    n_left = length - int(sizes.sum())
    sizes[np.argsort(sizes - quotas, kind="stable")[:n_left]] += 1
    for empty in np.flatnonzero(sizes == 0):
        sizes[sizes.argmax()] -= 1
        sizes[empty] = 1
    return sizes


def _check_proportions(
    proportions: Any, n_clusters: int, name: str
) -> NDArray[np.float64]:
    """Check one positive proportion per cluster; make their sum exactly 1."""
    array = as_array(proportions, name, "one-dimensional")
    if array.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` must contain numbers, got dtype {array.dtype}.")
    if array.shape != (n_clusters,):
        raise ValueError(
            f"`{name}` must have one proportion per cluster, shape ({n_clusters},), "
            f"got shape {array.shape}."
        )
    if not (array > 0).all():
        raise ValueError(f"`{name}` must be positive, got {array.min()}.")
    total = float(array.sum())
    if not abs(total - 1) <= 1e-6:
        raise ValueError(f"`{name}` must sum to 1, got a sum of {total:g}.")
    return np.asarray(array / total, dtype=np.float64)


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

    The biclusters have equal size and, before shuffling, lie along the diagonal. Other
    cells are 0. A covered cell in row i and column j is

    - "constant": 1;
    - "additive": :math:`a_i + b_j`;
    - "multiplicative": :math:`a_i b_j`.

    Without noise, every bicluster has its pattern exactly, shared cells included.

    Parameters
    ----------
    shape : tuple (n_rows, n_columns) of int
        Shape of the matrix.
    n_biclusters : int
        From 1 to the smaller side of the matrix.
    pattern : {"constant", "additive", "multiplicative"}, default="constant"
        As above.
    overlap : float, default=0.0
        Fraction of rows and of columns that a bicluster shares with the next, from 0 to
        1/2.
    noise : float, default=0.0
        Standard deviation of the normal noise; covered cells are about 1 on average.
    shuffle : bool, default=True
        Whether rows and columns are in random order.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.

    Returns
    -------
    X : ndarray of float64 of shape (n_rows, n_columns)
        Data.
    rows : ndarray of shape (n_biclusters, n_rows), dtype bool
        Whether each bicluster contains each row.
    columns : ndarray of shape (n_biclusters, n_columns), dtype bool
        Likewise.

    Raises
    ------
    ValueError, TypeError
        If an argument has the wrong length, range or type.

    See Also
    --------
    make_latent_blocks : Planted co-clusterings.
    sklearn.datasets.make_biclusters : Disjoint biclusters that cover every row.

    Notes
    -----
    A bicluster of n rows shares ``min(round(overlap * n), n // 2)`` of them with the
    next; n is the largest for which all fit. Likewise for columns. Effects a and b are
    independent, uniform between 1/4 and 3/4 for "additive"; their logarithms to base 2
    between -1/2 and 1/2 for "multiplicative".

    Cost: O(n_rows n_columns + n_biclusters (n_rows + n_columns)).

    Examples
    --------
    >>> from sklearn_cocluster_metrics.datasets import make_overlapping_biclusters
    >>> X, rows, columns = make_overlapping_biclusters(
    ...     (3, 5), 2, overlap=0.5, shuffle=False
    ... )
    >>> rows.astype(int)
    array([[1, 1, 0],
           [0, 1, 1]])
    >>> X.astype(int)
    array([[1, 1, 1, 0, 0],
           [1, 1, 1, 1, 1],
           [0, 0, 1, 1, 1]])
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
    sizes = np.arange(length + 1)
    shared = np.minimum(np.round(overlap * sizes).astype(np.intp), sizes // 2)
    size = np.flatnonzero(n_windows * (sizes - shared) + shared <= length)[-1]
    starts = np.arange(n_windows)[:, None] * (size - shared[size])
    places = np.arange(length)
    return np.asarray((starts <= places) & (places < starts + size))


_PATTERNS: dict[Pattern, tuple[Callable[[Any], Any], np.ufunc]] = {
    "constant": (np.ones_like, np.multiply),
    "additive": (lambda uniform: 0.25 + 0.5 * uniform, np.add),
    "multiplicative": (lambda uniform: 2.0 ** (uniform - 0.5), np.multiply),
}
"""How effects are made from uniform numbers, and a cell from two effects."""
