"""Bi-cross-validation: how well blocks predict the cells that a fit has not seen."""

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import softmax

from .._structures._labels import check_labels
from .._structures._messages import warn_caller
from ._fits import is_frame, take_part

_CHUNK = 2**16  # entries looked at together
_LARGEST_COUNT = 2**53  # larger floats are whole whatever they measure

Array = NDArray[np.float64]
Kind = Literal["counts", "weights", "values"]
KINDS = ("auto", "counts", "values")
Places = Sequence[NDArray[np.intp]]


class Sums(NamedTuple):
    """Sums of the data over clusters.

    `blocks` has those of the seen blocks, `rows` of each unseen row in each column
    cluster, `columns` of each unseen column in each row cluster. `n_rows` and
    `n_columns` are the sizes of the clusters, `squares` the sum of squares of the seen
    cells around the means of their columns. Where the rows alone are clustered, each
    column is a block of every row cluster.
    """

    blocks: Array
    rows: Array
    columns: Array
    n_rows: Array
    n_columns: Array
    squares: float
    of_rows_alone: bool


class Gains(NamedTuple):
    """What blocks gain on unseen cells, in sums, so that fits add up.

    `gained` is what blocks explain of `most`, the squared error of the means of the
    columns. For counts it is information, and `most` what so many clusters can carry;
    `excess` of the `tokens` are in blocks that were dense when seen, above chance.
    """

    gained: float
    most: float
    excess: float = math.nan
    tokens: float = math.nan


def kind_of(X: Any, kind: str = "auto", *, warns: bool = True) -> Kind | None:
    """Return what the entries of a matrix are; None unless they are finite numbers.

    Counts are not negative. Those that are not whole are weights, of terms in documents
    for example. With "auto", data are counts or weights if most of them are 0 and none
    is negative, so that it does not depend on their units. A pipeline may take texts or
    fill in missing values: nothing is predicted there.
    """
    entries = _entries(X)
    are_negative, are_whole, n_used = False, True, 0
    step = max(1, _CHUNK * len(entries) // max(1, entries.size))
    for start in range(0, len(entries), step):
        try:
            chunk = np.asarray(entries[start : start + step], dtype=np.float64)
        except (TypeError, ValueError):
            return None
        if not np.isfinite(chunk).all():
            return None
        are_negative |= bool((chunk < 0).any())
        is_whole = (chunk == np.floor(chunk)) & (chunk < _LARGEST_COUNT)
        are_whole &= bool(is_whole.all())
        n_used += int(np.count_nonzero(chunk))
    if are_negative and kind == "counts":
        raise ValueError("`X` has negative entries, so `kind` must not be 'counts'.")
    is_dense = n_used >= math.prod(X.shape) / 2
    if warns and kind == "auto" and is_dense and are_whole and not are_negative:
        warn_caller(
            "`X` has whole numbers, most of them not 0, and is taken for values. Pass "
            "`kind='counts'` if they are counts, else `kind='values'`."
        )
    if kind == "values" or (kind == "auto" and (are_negative or is_dense)):
        return "values"
    return "counts" if are_whole else "weights"


def held_out_gains(
    X: Any, seen: Places, labels: Sequence[Any], unseen: Places, kind: Kind
) -> Gains:
    """Return what blocks gain on the unseen rows x columns.

    The seen columns tell how likely each row cluster is for an unseen row, the seen
    rows likewise for an unseen column. The seen parts of their blocks, averaged by
    these, predict each unseen cell. Where the rows alone are clustered, their fit may
    have seen all columns; an unseen column is predicted by its means over seen rows.
    """
    rows, *of_columns = map(_one_hot, labels)
    columns = of_columns[0] if of_columns else _one_hot(range(len(seen[1])))
    part = _numbers(take_part(X, *seen))
    scale = _origin_and_unit(X, part, kind)
    part = _scaled(part, *scale)
    blocks, squares = _dense(rows.T @ part @ columns), _sum_of_squares(part)
    squares -= float(np.sum(_dense(part.sum(axis=0)) ** 2)) / part.shape[0]
    del part

    def taken(*positions: NDArray[np.intp]) -> Any:
        return _scaled(_numbers(take_part(X, *positions)), *scale)

    sums = Sums(
        blocks,
        _dense(taken(unseen[0], seen[1]) @ columns),
        _dense(rows.T @ taken(seen[0], unseen[1])).T,
        _dense(rows.sum(axis=0)).ravel(),
        _dense(columns.sum(axis=0)).ravel(),
        squares,
        not of_columns,
    )
    cells = taken(*unseen)
    if kind == "values":
        return _gains_of_values(sums, cells)
    return _gains_of_counts(sums, cells)


def _gains_of_values(sums: Sums, cells: Any) -> Gains:
    """Return by how much block means reduce the squared error of the column means.

    Blocks are those of what differs from the mean of each column over the seen rows.
    """
    n_rows, n_columns, n = sums.n_rows, sums.n_columns, sums.n_rows.sum()
    n_cells, squares = np.outer(n_rows, n_columns), sums.squares
    of_clusters, of_columns = sums.blocks.sum(axis=0) / n, sums.columns.sum(axis=1) / n
    means = (sums.blocks - np.outer(n_rows, of_clusters)) / n_cells
    # Of normal errors; 1 where all seen cells are those of their columns.
    left = max(squares - np.sum(n_cells * means**2), np.finfo(float).eps * squares)
    twice_variance = 2 * left / n_cells.sum() or 1.0
    # Squared distance of each unseen row, over the seen columns; less its own square.
    near = means**2 @ n_columns - 2 * (sums.rows - of_clusters) @ means.T
    rows = _probabilities(-near / twice_variance, n_rows)
    differ = sums.columns - np.outer(of_columns, n_rows)
    if sums.of_rows_alone:
        table = differ.T / n_rows[:, None]
    else:
        near = n_rows @ means**2 - 2 * differ @ means
        columns = _probabilities(-near / twice_variance, n_columns)
        table = means @ columns.T
    # The table has what each row cluster predicts; no matrix of predictions is made.
    found = rows.T @ cells - np.outer(rows.sum(axis=0), of_columns)
    gained = np.sum(table * (2 * found - rows.T @ rows @ table))
    totals = _dense(cells.sum(axis=0)).ravel()
    most = _sum_of_squares(cells) - of_columns @ (2 * totals - len(rows) * of_columns)
    return Gains(float(gained), float(most))


def _gains_of_counts(sums: Sums, cells: Any) -> Gains:
    """Return the gain of log-likelihood over the margins, and what is in dense blocks.

    Of k row or k column clusters, no more than log(k) per token can be expected.
    """
    blocks, n_tokens = sums.blocks, float(cells.sum())
    if not (n_tokens and blocks.any() and sums.rows.any() and sums.columns.any()):
        return Gains(0.0, 0.0, 0.0, n_tokens)
    lift, shares = _lift(blocks)
    fit = sums.rows @ np.log(lift / (lift @ shares[1])[:, None]).T
    rows = _probabilities(fit, sums.n_rows)
    if sums.of_rows_alone:
        lift, _ = _lift(sums.columns.T)
        columns, table = _one_hot(range(cells.shape[1])), lift
    else:
        fit = sums.columns @ np.log(lift / (shares[0] @ lift))
        columns = _probabilities(fit, sums.n_columns)
        table = lift @ columns.T
    margins = sums.rows.sum(axis=1), sums.columns.sum(axis=1)
    scale = (margins[0] @ rows) @ (table @ margins[1])
    scale /= margins[0].sum() * margins[1].sum()
    gained, entries = 0.0, sparse.coo_array(cells)
    for start in range(0, entries.nnz, _CHUNK):  # each takes a number per cluster
        some = slice(start, start + _CHUNK)
        lifts = np.sum(rows[entries.row[some]] * table.T[entries.col[some]], axis=1)
        gained += entries.data[some] @ np.log(lifts / scale)
    found = rows.T @ cells @ columns
    expected = np.outer(found.sum(axis=1), found.sum(axis=0)) / n_tokens
    excess = (found - expected)[lift > 1].sum()
    most = n_tokens * math.log(min(lift.shape))
    return Gains(float(gained), most, float(excess), n_tokens)


def _lift(blocks: Array) -> tuple[Array, tuple[Array, Array]]:
    """Return how many times what the margins expect is in each block, and the margins.

    One token more, spread as the margins are, so that no block is impossible.
    """
    total = blocks.sum()
    shares = blocks.sum(axis=1) / total, blocks.sum(axis=0) / total
    return (blocks + 1) / (total * np.outer(*shares) + 1), shares


def _probabilities(fit: Array, sizes: Array) -> Array:
    """Return how likely each cluster is, from log-likelihoods and sizes of clusters."""
    return np.asarray(softmax(fit + np.log(sizes), axis=1))


def _origin_and_unit(X: Any, part: Any, kind: Kind) -> tuple[float, float]:
    """Return what to subtract from the data, and what to divide by."""
    if kind == "weights":  # The mean weight is as one token.
        return 0.0, float(part.sum() / max(1, (part != 0).sum())) or 1.0
    if kind == "counts":
        return 0.0, 1.0
    # Sums of squares of centered data are more exact; sparse data stay sparse. A power
    # of two changes no digit, and no square is too large or too small for a float. It
    # is that of all data, so that the gains of several parts can be added.
    entries = _entries(X)
    greatest = max(float(entries.max(initial=0)), -float(entries.min(initial=0)))
    unit = math.ldexp(1, math.frexp(greatest)[1] - 1)
    return 0.0 if sparse.issparse(part) else float(part.mean()), unit


def _scaled(part: Any, origin: float, unit: float) -> Any:
    """Change origin and unit, in place."""
    if origin:
        part -= origin
    if unit != 1:
        part /= unit
    return part


def _sum_of_squares(part: Any) -> float:
    """Return the sum of the squares of data, sparse or not."""
    entries = (part.data if sparse.issparse(part) else part).ravel(order="K")
    return float(entries @ entries)


def _entries(X: Any) -> Any:
    """Return the entries of a matrix; of a sparse one those that it stores."""
    return X.data if hasattr(X, "tocsr") else X.to_numpy() if is_frame(X) else X


def _numbers(part: Any) -> Any:
    """Return a part of the data as numbers, sparse where it is."""
    if hasattr(part, "tocsr"):
        return sparse.csr_array(part, dtype=np.float64)
    return np.require(part, np.float64, "W")  # a copy already, but for some frames


def _one_hot(labels: Any) -> Any:
    """Return which cluster each entry is in, as a sparse matrix."""
    return check_labels(labels, "labels").one_hot()


def _dense(sums: Any) -> Array:
    """Return sums as an array."""
    return np.asarray(sums.toarray() if sparse.issparse(sums) else sums)
