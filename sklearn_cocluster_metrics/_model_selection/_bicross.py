"""Bi-cross-validation: how well blocks predict the cells that a fit has not seen."""

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import softmax

from .._structures._labels import check_labels
from .._structures._matrix import is_frame, take_part
from .._structures._messages import warn_caller
from .._structures._types import Labels

_CHUNK = 2**16  # entries looked at together
_LARGEST_COUNT = 2**53  # larger floats are whole whatever they measure

Array = NDArray[np.float64]
MatrixPart: TypeAlias = "NDArray[Any] | sparse.csr_array"
"""A part of the data, or sums of it, as an array that may be sparse."""

Kind = Literal["counts", "weights", "values"]
"""What the entries of the data are: whole counts, other counts, or measured values."""

KINDS = ("auto", "counts", "values")


class Sums(NamedTuple):
    """Sums of the data over clusters.

    Where the rows alone are clustered, each seen column is a column cluster.
    """

    # (n_row_clusters, n_column_clusters): Sum of the seen cells of each block
    blocks: Array
    # (n_unseen_rows, n_column_clusters): Of each unseen row in each column cluster, the
    # sum over seen columns
    unseen_rows: Array
    # (n_unseen_columns, n_row_clusters): Of each unseen column in each row cluster, the
    # sum over seen rows
    unseen_columns: Array
    # Number of seen rows in each row cluster
    row_sizes: Array
    # Number of seen columns in each column cluster
    column_sizes: Array
    # Sum of squares of all seen cells around the means of their columns
    squares_around_column_means: float
    # Whether the rows alone are clustered
    of_rows_alone: bool


class Gains(NamedTuple):
    """What blocks gain on unseen cells: sums over cells, which fits can add up.

    A token is a unit of the counts. `excess` and `n_tokens` are NaN for values.
    """

    # Of values, by how much blocks reduce the squared error of the column means. Of
    # counts and weights, the log-likelihood with blocks less that of the margins alone
    gained: float
    # Of values, the squared error of the column means. Of counts and weights, the
    # greatest gain that can be expected of so many clusters
    attainable: float
    # Tokens in blocks that were dense when seen, less those expected there by chance
    excess: float = math.nan
    # Sum of the unseen cells
    n_tokens: float = math.nan


class _EntrySummary(NamedTuple):
    """What is known of the entries of a matrix, all of them finite numbers."""

    has_negative: bool
    are_whole: bool
    n_nonzero: int


def kind_of(X: Any, kind: str = "auto", *, warns: bool = True) -> Kind | None:
    """Return what the entries of a matrix are; None unless they are finite numbers.

    Counts are not negative. Those that are not whole are weights, of terms in documents
    for example. With "auto", data are counts or weights if most of them are 0 and none
    is negative, so that it does not depend on their units. A pipeline may take texts or
    fill in missing values; for such data the result is None, and no unseen cell is
    predicted.
    """
    summary = _summary_of(_stored_entries(X))
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
    # Here no entry is negative, and `kind` is "counts", or "auto" of sparse data.
    return "counts" if summary.are_whole else "weights"


def _summary_of(entries: NDArray[Any]) -> _EntrySummary | None:
    """Look at the entries of a matrix, chunk by chunk; None if any is not finite.

    `entries` are a vector, or a matrix of which chunks of rows are taken.
    """
    has_negative = False
    are_whole = True
    n_nonzero = 0
    # Rows of a matrix, or entries of a vector, in a chunk
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
    labels: Sequence[Labels],
    unseen: Sequence[NDArray[np.intp]],
    kind: Kind,
) -> Gains:
    """Return what blocks gain on the cells of unseen rows and unseen columns.

    `seen` and `unseen` have the positions of rows and of columns in X. `labels` are
    those of the seen rows and, unless the rows alone are clustered, of the seen
    columns.

    The seen columns tell how likely each row cluster is for an unseen row, the seen
    rows likewise for an unseen column. An unseen cell is predicted by the mean of the
    seen parts of the blocks, weighted by these probabilities. Where the rows alone are
    clustered, their fit may have seen all columns; an unseen column is predicted by its
    means over the seen rows of each row cluster.
    """
    seen_rows, seen_columns = seen
    unseen_rows, unseen_columns = unseen
    of_rows_alone = len(labels) == 1
    row_clusters = _one_hot(labels[0])
    if of_rows_alone:
        column_clusters = _one_hot(range(len(seen_columns)))
    else:
        column_clusters = _one_hot(labels[1])
    seen_part = _as_floats(take_part(X, seen_rows, seen_columns))
    origin_and_unit = _choose_origin_and_unit(X, seen_part, kind)
    seen_part = origin_and_unit.convert_in_place(seen_part)
    blocks = _dense(row_clusters.T @ seen_part @ column_clusters)
    # The squares around the column means: all squares, less those of the means
    squares = _sum_of_squares(seen_part)
    squares -= float(np.sum(_dense(seen_part.sum(axis=0)) ** 2)) / seen_part.shape[0]
    del seen_part  # before other parts are copied
    row_part = origin_and_unit.converted_part(X, unseen_rows, seen_columns)
    row_sums = row_part @ column_clusters
    del row_part
    column_part = origin_and_unit.converted_part(X, seen_rows, unseen_columns)
    column_sums = row_clusters.T @ column_part
    del column_part
    sums = Sums(
        blocks=blocks,
        unseen_rows=_dense(row_sums),
        unseen_columns=_dense(column_sums).T,
        row_sizes=_dense(row_clusters.sum(axis=0)).ravel(),
        column_sizes=_dense(column_clusters.sum(axis=0)).ravel(),
        squares_around_column_means=squares,
        of_rows_alone=of_rows_alone,
    )
    cells = origin_and_unit.converted_part(X, unseen_rows, unseen_columns)
    if kind == "values":
        return _gains_of_values(sums, cells)
    return _gains_of_counts(sums, cells)  # of weights, too


def _gains_of_values(sums: Sums, cells: MatrixPart) -> Gains:
    """Return by how much block means reduce the squared error of the column means.

    `cells` are the unseen cells, whose sums are not in `sums`. The mean of each column
    over the seen rows is subtracted first; blocks have the means of what remains. The
    noise around these means is taken as normal, with one variance, which says how
    likely each cluster is for an unseen row or column.
    """
    row_sizes = sums.row_sizes
    column_sizes = sums.column_sizes
    n_seen_rows = row_sizes.sum()
    n_cells = np.outer(row_sizes, column_sizes)
    # Means over the seen rows: of their sums in each column cluster, and of the cells
    # in each unseen column
    mean_row_sums = sums.blocks.sum(axis=0) / n_seen_rows
    column_means = sums.unseen_columns.sum(axis=1) / n_seen_rows
    # Of each block, the mean of its cells above the means of their columns
    means = (sums.blocks - np.outer(row_sizes, mean_row_sums)) / n_cells
    squares = sums.squares_around_column_means
    explained = np.sum(n_cells * means**2)
    # Rounding may leave less than nothing.
    residual = max(squares - explained, np.finfo(float).eps * squares)
    twice_variance = float(2 * residual / n_cells.sum())
    if twice_variance == 0:  # all seen cells are equal to the means of their columns
        twice_variance = 1.0
    # Squared distance of each unseen row from each row cluster, over the seen columns;
    # less the square of the row, which is the same for all clusters. Its negative over
    # twice the variance is the logarithm of a normal density, up to a constant.
    row_differences = sums.unseen_rows - mean_row_sums
    row_distances = means**2 @ column_sizes - 2 * row_differences @ means.T
    row_probabilities = _cluster_probabilities(
        -row_distances / twice_variance, row_sizes
    )
    column_differences = sums.unseen_columns - np.outer(column_means, row_sizes)
    # What each row cluster predicts for each unseen column, above the column's mean.
    if sums.of_rows_alone:
        predictions = column_differences.T / row_sizes[:, None]
    else:
        column_distances = row_sizes @ means**2 - 2 * column_differences @ means
        column_probabilities = _cluster_probabilities(
            -column_distances / twice_variance, column_sizes
        )
        predictions = means @ column_probabilities.T
    # A cell that is d above the mean of its column, and predicted to be p above, gains
    # d^2 - (d - p)^2 = p (2 d - p). Here p is the mean of `predictions` with the row's
    # probabilities. The sum over the rows needs no matrix of predictions of cells: of
    # each row cluster and unseen column, `observed` is the sum of d with the rows'
    # probabilities as weights, and `squared_weights @ predictions` likewise that of p.
    sums_of_means = np.outer(row_probabilities.sum(axis=0), column_means)
    observed = row_probabilities.T @ cells - sums_of_means
    squared_weights = row_probabilities.T @ row_probabilities
    gained = np.sum(predictions * (2 * observed - squared_weights @ predictions))
    # The sum of d^2, from that of the squares of the cells
    n_unseen_rows = len(row_probabilities)
    totals = _dense(cells.sum(axis=0)).ravel()
    correction = column_means @ (2 * totals - n_unseen_rows * column_means)
    attainable = _sum_of_squares(cells) - correction
    return Gains(gained=float(gained), attainable=float(attainable))


def _gains_of_counts(sums: Sums, cells: MatrixPart) -> Gains:
    """Return the gain of log-likelihood over the margins, and what is in dense blocks.

    `cells` are the unseen cells: counts, or weights whose unit stands for a token. The
    margins, totals of rows and columns, predict cells as if these were independent; the
    lift of a block is its density as a multiple of that. Of k row or k column clusters,
    no more than log(k) per token can be expected.
    """
    n_tokens = float(cells.sum())
    has_seen_tokens = (
        sums.blocks.any() and sums.unseen_rows.any() and sums.unseen_columns.any()
    )
    if n_tokens == 0 or not has_seen_tokens:
        return Gains(gained=0.0, attainable=0.0, excess=0.0, n_tokens=n_tokens)
    density = _density_of(sums.blocks)
    lift = density.lift
    # A token of a row cluster is in a column cluster with a probability in proportion
    # to lift times share. Shares are the same for all row clusters, so that their
    # logarithms are left out of the log-likelihoods of the unseen rows.
    row_norms = lift @ density.column_shares
    log_likelihoods = sums.unseen_rows @ np.log(lift / row_norms[:, None]).T
    row_probabilities = _cluster_probabilities(log_likelihoods, sums.row_sizes)
    if sums.of_rows_alone:  # each unseen column is a cluster
        lift = _density_of(sums.unseen_columns.T).lift
        column_probabilities = _one_hot(range(cells.shape[1]))
        predictions = lift
    else:
        column_norms = density.row_shares @ lift
        log_likelihoods = sums.unseen_columns @ np.log(lift / column_norms)
        column_probabilities = _cluster_probabilities(
            log_likelihoods, sums.column_sizes
        )
        predictions = lift @ column_probabilities.T
    gained = _gain_of_log_likelihood(
        sums, cells, row_probabilities=row_probabilities, predictions=predictions
    )
    # Unseen tokens in each block, where probabilities share a row or column out among
    # the clusters; and what the totals of these row and column clusters expect
    observed = row_probabilities.T @ cells @ column_probabilities
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / n_tokens
    excess = (observed - expected)[lift > 1].sum()  # in the blocks that were dense
    return Gains(
        gained=float(gained),
        attainable=n_tokens * math.log(min(lift.shape)),
        excess=float(excess),
        n_tokens=n_tokens,
    )


def _gain_of_log_likelihood(
    sums: Sums, cells: MatrixPart, *, row_probabilities: Array, predictions: Array
) -> float:
    """Return the log-likelihood of unseen tokens, less that of the margins alone.

    The margins predict a cell by the product of a row and a column total, and blocks
    multiply this by a lift: a token gains the logarithm of the lift of its cell.
    `row_probabilities`, of shape (n_unseen_rows, n_row_clusters), are those of the row
    clusters for each unseen row. `predictions`, (n_row_clusters, n_unseen_columns), are
    the lifts that each row cluster predicts for each unseen column.
    """
    # The margins of unseen rows and columns are their tokens in seen columns and rows.
    row_totals = sums.unseen_rows.sum(axis=1)
    column_totals = sums.unseen_columns.sum(axis=1)
    # Lifts are divided by their mean, weighted by the margins, so that the predictions
    # with and without lifts have the same total.
    mean_lift = (row_totals @ row_probabilities) @ (predictions @ column_totals)
    mean_lift /= row_totals.sum() * column_totals.sum()
    gained = 0.0
    entries = sparse.coo_array(cells)
    # In chunks, because each entry takes a number per cluster.
    for start in range(0, entries.nnz, _CHUNK):
        chunk = slice(start, start + _CHUNK)
        chunk_probabilities = row_probabilities[entries.row[chunk]]
        chunk_predictions = predictions.T[entries.col[chunk]]
        lifts = np.sum(chunk_probabilities * chunk_predictions, axis=1)
        gained += entries.data[chunk] @ np.log(lifts / mean_lift)
    return gained


class _Density(NamedTuple):
    """How dense blocks are, and the margins of their sums."""

    # (n_row_clusters, n_column_clusters): Sum of each block over what margins expect,
    # above 1 for a dense block
    lift: Array
    # Share of each row cluster, and of each column cluster, in the total
    row_shares: Array
    column_shares: Array


def _density_of(blocks: Array) -> _Density:
    """Return the density of blocks with these sums.

    The margins expect the product of the shares of the row cluster and the column
    cluster in the total. One token is added to what each block has, and to what the
    margins expect of it, so that no block is impossible.
    """
    total = blocks.sum()
    row_shares = blocks.sum(axis=1) / total
    column_shares = blocks.sum(axis=0) / total
    lift = (blocks + 1) / (total * np.outer(row_shares, column_shares) + 1)
    return _Density(lift, row_shares, column_shares)


def _cluster_probabilities(log_likelihoods: Array, sizes: Array) -> Array:
    """Return the probability of each cluster (a column) for each entry (a row).

    An entry is an unseen row or column. By Bayes' theorem, the likelihood is multiplied
    by the prior probability, which is in proportion to the cluster's size.
    """
    return np.asarray(softmax(log_likelihoods + np.log(sizes), axis=1))


class _OriginAndUnit(NamedTuple):
    """What is subtracted from the data, and what they are divided by then."""

    origin: float
    unit: float

    def converted_part(
        self, X: Any, rows: NDArray[np.intp], columns: NDArray[np.intp]
    ) -> MatrixPart:
        """Return a part of the data as floats of this origin and unit."""
        return self.convert_in_place(_as_floats(take_part(X, rows, columns)))

    def convert_in_place(self, part: MatrixPart) -> MatrixPart:
        """Give a part of the data, floats, this origin and unit; return it."""
        if self.origin:  # of sparse data it is 0
            part -= self.origin
        if self.unit != 1:
            part /= self.unit
        return part


def _choose_origin_and_unit(
    X: Any, seen_part: MatrixPart, kind: Kind
) -> _OriginAndUnit:
    """Return the origin and the unit for data of this kind.

    Counts stay as they are. The unit of weights is the mean weight in the seen part.
    The origin of values is the mean of the seen part, 0 if they are sparse; their unit
    is a power of two near the greatest magnitude in all of X.
    """
    if kind == "counts":
        return _OriginAndUnit(origin=0.0, unit=1.0)
    if kind == "weights":  # The mean weight is as one token.
        mean_weight = float(seen_part.sum() / max(1, (seen_part != 0).sum()))
        return _OriginAndUnit(origin=0.0, unit=mean_weight if mean_weight > 0 else 1.0)
    # Sums of squares of centered data are more exact; sparse data stay sparse.
    origin = 0.0 if sparse.issparse(seen_part) else float(seen_part.mean())
    # A power of two changes no digit, and no square is too large or too small for a
    # float. It is that of all data, so that the gains of several parts can be added.
    entries = _stored_entries(X)
    greatest = max(float(entries.max(initial=0)), -float(entries.min(initial=0)))
    _, exponent = math.frexp(greatest)
    return _OriginAndUnit(origin=origin, unit=math.ldexp(1, exponent - 1))


def _sum_of_squares(part: MatrixPart) -> float:
    """Return the sum of the squares of data, sparse or not."""
    stored = part if isinstance(part, np.ndarray) else part.data
    entries = stored.ravel(order="K")  # as they lie in memory, without a copy
    return float(entries @ entries)


def _stored_entries(X: Any) -> NDArray[Any]:
    """Return dense data as an array, or the vector of the entries sparse data store."""
    entries: NDArray[Any] = X
    if hasattr(X, "tocsr"):
        entries = X.data
    elif is_frame(X):
        entries = X.to_numpy()
    return entries


def _as_floats(part: Any) -> MatrixPart:
    """Return a part of the data as an array of floats that may be changed in place.

    The part is of the type of the data, such as a data frame. The array is sparse if
    the part is.
    """
    if hasattr(part, "tocsr"):
        return sparse.csr_array(part, dtype=np.float64)
    # "W": writeable. A part is a copy already, but for some frames.
    return np.require(part, dtype=np.float64, requirements="W")


def _one_hot(labels: Labels) -> sparse.csr_array:
    """Return a sparse matrix with a 1 for each entry (a row) in its cluster."""
    return check_labels(labels, "labels").one_hot()


def _dense(sums: MatrixPart) -> Array:
    """Return sums, which may be sparse, as an array."""
    return np.asarray(sums if isinstance(sums, np.ndarray) else sums.toarray())
