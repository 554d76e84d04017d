"""Bi-cross-validation: how well blocks predict the cells that a fit has not seen."""

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import softmax

from .._structures._labels import check_labels
from .._structures._matrix import is_frame, take_part
from .._structures._messages import warn_caller

_CHUNK = 2**16  # entries looked at together
_LARGEST_COUNT = 2**53  # larger floats are whole whatever they measure

Array = NDArray[np.float64]
Kind = Literal["counts", "weights", "values"]
KINDS = ("auto", "counts", "values")


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

    `gained` is what blocks explain of what is `attainable`, which is the squared error
    of the means of the columns. For counts it is information, and `attainable` is what
    so many clusters can carry; `excess` of the `n_tokens` are in blocks that were dense
    when seen, above chance.
    """

    gained: float
    attainable: float
    excess: float = math.nan
    n_tokens: float = math.nan


class _EntrySummary(NamedTuple):
    """What the entries of a matrix are, if all of them are finite numbers."""

    has_negative: bool
    are_whole: bool
    n_nonzero: int


def kind_of(X: Any, kind: str = "auto", *, warns: bool = True) -> Kind | None:
    """Return what the entries of a matrix are; None unless they are finite numbers.

    Counts are not negative. Those that are not whole are weights, of terms in documents
    for example. With "auto", data are counts or weights if most of them are 0 and none
    is negative, so that it does not depend on their units. A pipeline may take texts or
    fill in missing values: nothing is predicted there.
    """
    summary = _summary_of(_entries(X))
    if summary is None:
        return None
    if summary.has_negative and kind == "counts":
        raise ValueError("`X` has negative entries, so `kind` must not be 'counts'.")
    is_dense = summary.n_nonzero >= math.prod(X.shape) / 2
    may_be_counts = summary.are_whole and not summary.has_negative
    if warns and kind == "auto" and is_dense and may_be_counts:
        warn_caller(
            "`X` has whole numbers, most of them not 0, and is taken for values. Pass "
            "`kind='counts'` if they are counts, else `kind='values'`."
        )
    if kind == "values":
        return "values"
    if kind == "auto" and (summary.has_negative or is_dense):
        return "values"
    return "counts" if summary.are_whole else "weights"


def _summary_of(entries: Any) -> _EntrySummary | None:
    """Look at the entries of a matrix, chunk by chunk; None if any is no number."""
    has_negative = False
    are_whole = True
    n_nonzero = 0
    step = max(1, _CHUNK * len(entries) // max(1, entries.size))
    for start in range(0, len(entries), step):
        try:
            chunk = np.asarray(entries[start : start + step], dtype=np.float64)
        except (TypeError, ValueError):
            return None
        if not np.isfinite(chunk).all():
            return None
        if (chunk < 0).any():
            has_negative = True
        is_whole = (chunk == np.floor(chunk)) & (chunk < _LARGEST_COUNT)
        if not is_whole.all():
            are_whole = False
        n_nonzero += int(np.count_nonzero(chunk))
    return _EntrySummary(has_negative, are_whole, n_nonzero)


def held_out_gains(
    X: Any,
    *,
    seen: Sequence[NDArray[np.intp]],
    labels: Sequence[Any],
    unseen: Sequence[NDArray[np.intp]],
    kind: Kind,
) -> Gains:
    """Return what blocks gain on the unseen rows x columns.

    The seen columns tell how likely each row cluster is for an unseen row, the seen
    rows likewise for an unseen column. The seen parts of their blocks, averaged by
    these, predict each unseen cell. Where the rows alone are clustered, their fit may
    have seen all columns; an unseen column is predicted by its means over seen rows.
    """
    seen_rows, seen_columns = seen
    unseen_rows, unseen_columns = unseen
    of_rows_alone = len(labels) == 1
    row_clusters = _one_hot(labels[0])
    if of_rows_alone:
        column_clusters = _one_hot(range(len(seen_columns)))
    else:
        column_clusters = _one_hot(labels[1])
    part = _numbers(take_part(X, seen_rows, seen_columns))
    scale = _scale_of(X, part, kind)
    part = scale.apply_in_place(part)
    blocks = _dense(row_clusters.T @ part @ column_clusters)
    squares = _sum_of_squares(part)
    squares -= float(np.sum(_dense(part.sum(axis=0)) ** 2)) / part.shape[0]
    del part  # before other parts are copied
    row_sums = scale.take(X, unseen_rows, seen_columns) @ column_clusters
    column_sums = row_clusters.T @ scale.take(X, seen_rows, unseen_columns)
    sums = Sums(
        blocks=blocks,
        rows=_dense(row_sums),
        columns=_dense(column_sums).T,
        n_rows=_dense(row_clusters.sum(axis=0)).ravel(),
        n_columns=_dense(column_clusters.sum(axis=0)).ravel(),
        squares=squares,
        of_rows_alone=of_rows_alone,
    )
    cells = scale.take(X, unseen_rows, unseen_columns)
    if kind == "values":
        return _gains_of_values(sums, cells)
    return _gains_of_counts(sums, cells)


def _gains_of_values(sums: Sums, cells: Any) -> Gains:
    """Return by how much block means reduce the squared error of the column means.

    Blocks are those of what differs from the mean of each column over the seen rows.
    """
    n_rows = sums.n_rows
    n_columns = sums.n_columns
    n_seen_rows = n_rows.sum()
    n_cells = np.outer(n_rows, n_columns)
    # Means over the seen rows, of their sums in column clusters and of unseen columns.
    mean_row_sums = sums.blocks.sum(axis=0) / n_seen_rows
    column_means = sums.columns.sum(axis=1) / n_seen_rows
    means = (sums.blocks - np.outer(n_rows, mean_row_sums)) / n_cells
    # Of normal errors; 1 where all seen cells are those of their columns.
    explained = np.sum(n_cells * means**2)
    residual = max(sums.squares - explained, np.finfo(float).eps * sums.squares)
    twice_variance = 2 * residual / n_cells.sum()
    if twice_variance == 0:
        twice_variance = 1.0
    # Squared distance of each unseen row, over the seen columns; less its own square.
    distances = means**2 @ n_columns - 2 * (sums.rows - mean_row_sums) @ means.T
    row_probabilities = _probabilities(-distances / twice_variance, n_rows)
    differences = sums.columns - np.outer(column_means, n_rows)
    if sums.of_rows_alone:
        predictions = differences.T / n_rows[:, None]
    else:
        distances = n_rows @ means**2 - 2 * differences @ means
        column_probabilities = _probabilities(-distances / twice_variance, n_columns)
        predictions = means @ column_probabilities.T
    # These are what each row cluster predicts; no matrix of predictions is made.
    expected = np.outer(row_probabilities.sum(axis=0), column_means)
    observed = row_probabilities.T @ cells - expected
    overlaps = row_probabilities.T @ row_probabilities
    gained = np.sum(predictions * (2 * observed - overlaps @ predictions))
    n_unseen_rows = len(row_probabilities)
    totals = _dense(cells.sum(axis=0)).ravel()
    correction = column_means @ (2 * totals - n_unseen_rows * column_means)
    attainable = _sum_of_squares(cells) - correction
    return Gains(gained=float(gained), attainable=float(attainable))


def _gains_of_counts(sums: Sums, cells: Any) -> Gains:
    """Return the gain of log-likelihood over the margins, and what is in dense blocks.

    Of k row or k column clusters, no more than log(k) per token can be expected.
    """
    n_tokens = float(cells.sum())
    has_seen_any = sums.blocks.any() and sums.rows.any() and sums.columns.any()
    if n_tokens == 0 or not has_seen_any:
        return Gains(gained=0.0, attainable=0.0, excess=0.0, n_tokens=n_tokens)
    density = _density_of(sums.blocks)
    lift = density.lift
    row_norms = lift @ density.column_shares
    log_likelihoods = sums.rows @ np.log(lift / row_norms[:, None]).T
    row_probabilities = _probabilities(log_likelihoods, sums.n_rows)
    if sums.of_rows_alone:
        lift = _density_of(sums.columns.T).lift
        column_probabilities = _one_hot(range(cells.shape[1]))
        predictions = lift
    else:
        column_norms = density.row_shares @ lift
        log_likelihoods = sums.columns @ np.log(lift / column_norms)
        column_probabilities = _probabilities(log_likelihoods, sums.n_columns)
        predictions = lift @ column_probabilities.T
    gained = _gain_of_log_likelihood(
        sums, cells, row_probabilities=row_probabilities, predictions=predictions
    )
    observed = row_probabilities.T @ cells @ column_probabilities
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / n_tokens
    excess = (observed - expected)[lift > 1].sum()
    return Gains(
        gained=float(gained),
        attainable=n_tokens * math.log(min(lift.shape)),
        excess=float(excess),
        n_tokens=n_tokens,
    )


def _gain_of_log_likelihood(
    sums: Sums, cells: Any, *, row_probabilities: Array, predictions: Array
) -> float:
    """Return the log-likelihood of unseen tokens, less that of the margins alone.

    `row_probabilities` are those of the row clusters for each unseen row, `predictions`
    the lift that each row cluster predicts for each unseen column.
    """
    row_totals = sums.rows.sum(axis=1)
    column_totals = sums.columns.sum(axis=1)
    scale = (row_totals @ row_probabilities) @ (predictions @ column_totals)
    scale /= row_totals.sum() * column_totals.sum()
    gained = 0.0
    entries = sparse.coo_array(cells)
    for start in range(0, entries.nnz, _CHUNK):  # each takes a number per cluster
        chunk = slice(start, start + _CHUNK)
        chunk_probabilities = row_probabilities[entries.row[chunk]]
        chunk_predictions = predictions.T[entries.col[chunk]]
        lifts = np.sum(chunk_probabilities * chunk_predictions, axis=1)
        gained += entries.data[chunk] @ np.log(lifts / scale)
    return gained


class _Density(NamedTuple):
    """How many times what the margins expect is in each block, and the margins."""

    lift: Array
    row_shares: Array
    column_shares: Array


def _density_of(blocks: Array) -> _Density:
    """Return the density of blocks with certain sums.

    One token more, spread as the margins are, so that no block is impossible.
    """
    total = blocks.sum()
    row_shares = blocks.sum(axis=1) / total
    column_shares = blocks.sum(axis=0) / total
    lift = (blocks + 1) / (total * np.outer(row_shares, column_shares) + 1)
    return _Density(lift, row_shares, column_shares)


def _probabilities(log_likelihoods: Array, sizes: Array) -> Array:
    """Return how likely each cluster is, from log-likelihoods and sizes of clusters."""
    return np.asarray(softmax(log_likelihoods + np.log(sizes), axis=1))


class _Scale(NamedTuple):
    """What is subtracted from the data, and what they are divided by."""

    origin: float
    unit: float

    def take(self, X: Any, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Any:
        """Return a part of the data, as numbers on this scale."""
        return self.apply_in_place(_numbers(take_part(X, rows, columns)))

    def apply_in_place(self, part: Any) -> Any:
        """Change the origin and the unit of a part of the data."""
        if self.origin:
            part -= self.origin
        if self.unit != 1:
            part /= self.unit
        return part


def _scale_of(X: Any, part: Any, kind: Kind) -> _Scale:
    """Return the scale for data of this kind, of which a part is seen."""
    if kind == "counts":
        return _Scale(origin=0.0, unit=1.0)
    if kind == "weights":  # The mean weight is as one token.
        mean_weight = float(part.sum() / max(1, (part != 0).sum()))
        return _Scale(origin=0.0, unit=mean_weight if mean_weight > 0 else 1.0)
    # Sums of squares of centered data are more exact; sparse data stay sparse.
    origin = 0.0 if sparse.issparse(part) else float(part.mean())
    # A power of two changes no digit, and no square is too large or too small for a
    # float. It is that of all data, so that the gains of several parts can be added.
    entries = _entries(X)
    greatest = max(float(entries.max(initial=0)), -float(entries.min(initial=0)))
    _, exponent = math.frexp(greatest)
    return _Scale(origin=origin, unit=math.ldexp(1, exponent - 1))


def _sum_of_squares(part: Any) -> float:
    """Return the sum of the squares of data, sparse or not."""
    array = part.data if sparse.issparse(part) else part
    entries = array.ravel(order="K")
    return float(entries @ entries)


def _entries(X: Any) -> Any:
    """Return the entries of a matrix; of a sparse one those that it stores."""
    if hasattr(X, "tocsr"):
        return X.data
    if is_frame(X):
        return X.to_numpy()
    return X


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
