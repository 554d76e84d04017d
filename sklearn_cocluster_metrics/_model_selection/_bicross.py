"""Bi-cross-validation, which measures how well blocks predict unseen cells."""

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

_CHUNK = 2**16  # entries that are processed together
_LARGEST_COUNT = 2**53  # all larger floats are whole numbers

Array = NDArray[np.float64]
MatrixPart: TypeAlias = "NDArray[Any] | sparse.csr_array"
"""A part of the data, or its sums, as an array that may be sparse."""

Kind = Literal["counts", "weights", "values"]
"""The entries of the data are whole counts, weighted counts, or measured values."""

KINDS = ("auto", "counts", "values")


class Sums(NamedTuple):
    """Sums of the data over clusters.

    If the rows alone are clustered, each seen column is a column cluster.
    """

    # (n_row_clusters, n_column_clusters): Sum of the seen cells of each block
    blocks: Array
    # (n_unseen_rows, n_column_clusters): Sum of each unseen row over the seen columns
    # of each column cluster
    unseen_rows: Array
    # (n_unseen_columns, n_row_clusters): Sum of each unseen column over the seen rows
    # of each row cluster
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
    """The gain of blocks on unseen cells, as sums that can be added over fits.

    A token is one unit of a count. `excess` and `n_tokens` are NaN for values.
    """

    # For values, the reduction of the squared error of the column means. For counts and
    # weights, the log-likelihood with blocks minus the log-likelihood with margins
    # alone
    gained: float
    # For values, the squared error of the column means. For counts and weights, the
    # greatest gain that can be expected with this number of clusters
    attainable: float
    # Number of unseen tokens in blocks that were dense in the fit, minus the number
    # that is expected by chance
    excess: float = math.nan
    # Sum of the unseen cells
    n_tokens: float = math.nan


class _EntrySummary(NamedTuple):
    """A summary of the entries of a matrix, all of which are finite numbers."""

    has_negative: bool
    are_whole: bool
    n_nonzero: int


def kind_of(X: Any, kind: str = "auto", *, warns: bool = True) -> Kind | None:
    """Return what the entries of a matrix are, or None if some are not finite numbers.

    `kind` is one of `KINDS`, as a user passes it. Counts are not negative. If they are
    not whole, they are weights, for example of terms in documents. With "auto", data
    are counts or weights if most entries are 0 and none is negative, so that the result
    does not depend on their units. A pipeline may take texts or fill in missing values.
    For such data the result is None, whatever the `kind`, and no unseen cell is
    predicted. If `warns` is True, there is a warning if whole numbers may be counts,
    but "auto" treats them as values.
    """
    summary = _summary_of(_stored_entries(X))
    if summary is None:
        return None
    if summary.has_negative and kind == "counts":
        raise ValueError(
            "`X` has negative entries, but `kind='counts'` needs counts. Pass "
            "`kind='values'`."
        )
    is_dense = summary.n_nonzero >= math.prod(X.shape) / 2
    may_be_counts = summary.are_whole and not summary.has_negative
    if warns and kind == "auto" and is_dense and may_be_counts:
        warn_caller(
            "`X` has whole numbers, most of them not 0, so its entries are treated "
            "as values. Pass `kind='counts'` if they are counts, and `kind='values'` "
            "otherwise."
        )
    if kind == "values":
        return "values"
    if kind == "auto" and (summary.has_negative or is_dense):
        return "values"
    # No entry is negative here. `kind` is "counts", or "auto" and most entries are 0.
    return "counts" if summary.are_whole else "weights"


def _summary_of(entries: NDArray[Any]) -> _EntrySummary | None:
    """Summarize the entries of a matrix in chunks; return None if any is not finite.

    `entries` are a matrix, whose chunks consist of rows, or a vector with the stored
    entries of a sparse matrix.
    """
    has_negative = False
    are_whole = True
    n_nonzero = 0
    # Number of rows of a matrix, or of entries of a vector, in a chunk
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
    """Return the gain of blocks on the cells of unseen rows and unseen columns.

    X is an array, a sparse matrix in CSR or CSC format, or a data frame. The result has
    sums, so that the gains of several fits can be added. `seen` and `unseen` have the
    positions of rows and of columns in X. `labels` has the labels of the seen rows and,
    unless the rows alone are clustered, of the seen columns, in the order of `seen`.

    The seen columns of an unseen row give the probability of each row cluster for this
    row, and the seen rows of an unseen column give the probability of each column
    cluster. An unseen cell is predicted by the means of the seen parts of the blocks,
    weighted by these probabilities. If the rows alone are clustered, their fit may have
    seen all columns. An unseen column is then predicted by its means over the seen rows
    of each row cluster.
    """
    seen_rows, seen_columns = seen
    unseen_rows, unseen_columns = unseen
    of_rows_alone = len(labels) == 1
    row_clusters = _one_hot(labels[0])
    if of_rows_alone:
        # Each seen column is a cluster.
        column_clusters = _one_hot(range(len(seen_columns)))
    else:
        column_clusters = _one_hot(labels[1])
    seen_part = _as_floats(take_part(X, seen_rows, seen_columns))
    # Values are centered and scaled, so that sums of squares are accurate, and weights
    # are converted to tokens. X itself is not changed, because its part is a copy.
    origin_and_unit = _choose_origin_and_unit(X, seen_part, kind)
    seen_part = origin_and_unit.convert_in_place(seen_part)
    blocks = _dense(row_clusters.T @ seen_part @ column_clusters)
    # From the sum of all squares, the square of the column mean is subtracted once for
    # each cell. This gives the sum of squares around the column means.
    squares = _sum_of_squares(seen_part)
    squares -= float(np.sum(_dense(seen_part.sum(axis=0)) ** 2)) / seen_part.shape[0]
    del seen_part  # frees memory before other parts are copied
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
    return _gains_of_counts(sums, cells)  # also for weights


def _gains_of_values(sums: Sums, cells: MatrixPart) -> Gains:
    """Return by how much block means reduce the squared error of the column means.

    `cells` are the unseen cells, whose sums are not in `sums`. The mean of each column
    over the seen rows is subtracted first, and the means of blocks are computed from
    the differences. The noise around these means is assumed to be normal with one
    variance, which gives the probability of each cluster for an unseen row or column.
    The means have the shape (n_row_clusters, n_column_clusters), and the probabilities
    have a row for each unseen row or column.
    """
    row_sizes = sums.row_sizes
    column_sizes = sums.column_sizes
    n_seen_rows = row_sizes.sum()
    n_cells = np.outer(row_sizes, column_sizes)
    # Means over the seen rows, of their sums in each column cluster and of the cells in
    # each unseen column
    mean_row_sums = sums.blocks.sum(axis=0) / n_seen_rows
    column_means = sums.unseen_columns.sum(axis=1) / n_seen_rows
    # For each block, the mean of its cells minus the means of their columns
    means = (sums.blocks - np.outer(row_sizes, mean_row_sums)) / n_cells
    squares = sums.squares_around_column_means
    explained = np.sum(n_cells * means**2)
    # Rounding may make the difference negative.
    residual = max(squares - explained, np.finfo(float).eps * squares)
    twice_variance = float(2 * residual / n_cells.sum())
    if twice_variance == 0:  # all seen cells are equal to the means of their columns
        twice_variance = 1.0
    # Squared distance of each unseen row from each row cluster, over the seen columns.
    # The square of the row is left out, because it is the same for all clusters. The
    # negative distance over twice the variance is the logarithm of a normal density, up
    # to a constant.
    row_differences = sums.unseen_rows - mean_row_sums
    row_distances = means**2 @ column_sizes - 2 * row_differences @ means.T
    row_probabilities = _posterior_probabilities(
        -row_distances / twice_variance, row_sizes
    )
    column_differences = sums.unseen_columns - np.outer(column_means, row_sizes)
    # (n_row_clusters, n_unseen_columns): Each row cluster predicts the differences of
    # the cells from the mean of each unseen column.
    if sums.of_rows_alone:
        predictions = column_differences.T / row_sizes[:, None]
    else:
        column_distances = row_sizes @ means**2 - 2 * column_differences @ means
        column_probabilities = _posterior_probabilities(
            -column_distances / twice_variance, column_sizes
        )
        predictions = means @ column_probabilities.T
    # Let d be a cell minus the mean of its column, and p the prediction of d. The cell
    # gains d^2 - (d - p)^2 = p (2 d - p). Here, p is the mean of `predictions`,
    # weighted by the probabilities of the row. The sum over the rows needs no matrix
    # with a prediction for each cell. For each row cluster and unseen column,
    # `observed` is the sum of d, weighted by the probabilities of the rows, and
    # `squared_weights @ predictions` is the sum of p with the same weights.
    sums_of_means = np.outer(row_probabilities.sum(axis=0), column_means)
    observed = row_probabilities.T @ cells - sums_of_means
    squared_weights = row_probabilities.T @ row_probabilities
    gained = np.sum(predictions * (2 * observed - squared_weights @ predictions))
    # The sum of d^2, computed from the sum of the squares of the cells
    n_unseen_rows = len(row_probabilities)
    totals = _dense(cells.sum(axis=0)).ravel()
    correction = column_means @ (2 * totals - n_unseen_rows * column_means)
    attainable = _sum_of_squares(cells) - correction
    return Gains(gained=float(gained), attainable=float(attainable))


def _gains_of_counts(sums: Sums, cells: MatrixPart) -> Gains:
    """Return the gain in log-likelihood over the margins, and the excess in blocks.

    `cells` are the unseen cells, which are counts, or weights whose unit stands for a
    token. In `sums`, `blocks` has the shape (n_row_clusters, n_column_clusters),
    `unseen_rows` the shape (n_unseen_rows, n_column_clusters), and `unseen_columns` the
    shape (n_unseen_columns, n_row_clusters).

    The margins are the totals of rows and columns, and predict cells as if rows and
    columns were independent. The lift of a block is its density divided by the density
    that the margins predict. With k row clusters or k column clusters, at most log(k)
    nats per token can be gained.
    """
    n_tokens = float(cells.sum())
    has_seen_tokens = (
        sums.blocks.any() and sums.unseen_rows.any() and sums.unseen_columns.any()
    )
    if n_tokens == 0 or not has_seen_tokens:
        return Gains(gained=0.0, attainable=0.0, excess=0.0, n_tokens=n_tokens)
    density = _smoothed_density_of(sums.blocks)
    lift = density.lift
    # A token of a row cluster is in a column cluster with a probability in proportion
    # to lift times share. The logarithms of the shares are left out of the
    # log-likelihoods of the unseen rows, because they are the same for all row
    # clusters.
    row_norms = lift @ density.column_shares
    log_likelihoods = sums.unseen_rows @ np.log(lift / row_norms[:, None]).T
    row_probabilities = _posterior_probabilities(log_likelihoods, sums.row_sizes)
    if sums.of_rows_alone:  # each unseen column is a cluster of its own
        lift = _smoothed_density_of(sums.unseen_columns.T).lift
        column_probabilities = _one_hot(range(cells.shape[1]))
        predictions = lift
    else:
        column_norms = density.row_shares @ lift
        log_likelihoods = sums.unseen_columns @ np.log(lift / column_norms)
        column_probabilities = _posterior_probabilities(
            log_likelihoods, sums.column_sizes
        )
        predictions = lift @ column_probabilities.T
    gained = _gain_of_log_likelihood(
        sums, cells, row_probabilities=row_probabilities, predictions=predictions
    )
    # Unseen tokens in each block, and the number that is expected from the totals of
    # the row and column clusters. Each row or column is shared among the clusters by
    # its probabilities.
    observed = row_probabilities.T @ cells @ column_probabilities
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / n_tokens
    # Only blocks that were dense in the fit contribute to the excess.
    excess = (observed - expected)[lift > 1].sum()
    return Gains(
        gained=float(gained),
        attainable=n_tokens * math.log(min(lift.shape)),
        excess=float(excess),
        n_tokens=n_tokens,
    )


def _gain_of_log_likelihood(
    sums: Sums, cells: MatrixPart, *, row_probabilities: Array, predictions: Array
) -> float:
    """Return the log-likelihood of unseen tokens minus its value with margins alone.

    The margins predict a cell by the product of a row total and a column total, and
    blocks multiply this product by a lift. Therefore, a token gains the logarithm of
    the lift of its cell. `row_probabilities`, of shape (n_unseen_rows, n_row_clusters),
    are the probabilities of the row clusters for each unseen row. `predictions`, of
    shape (n_row_clusters, n_unseen_columns), are the lifts that each row cluster
    predicts for each unseen column. They are positive, because they are smoothed.
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
    # Entries are processed in chunks, because each takes one number per cluster.
    for start in range(0, entries.nnz, _CHUNK):
        chunk = slice(start, start + _CHUNK)
        chunk_probabilities = row_probabilities[entries.row[chunk]]
        chunk_predictions = predictions.T[entries.col[chunk]]
        lifts = np.sum(chunk_probabilities * chunk_predictions, axis=1)
        gained += entries.data[chunk] @ np.log(lifts / mean_lift)
    return gained


class _Density(NamedTuple):
    """The density of blocks, and the margins of their sums."""

    # (n_row_clusters, n_column_clusters): Sum of each block divided by the sum that the
    # margins expect, above 1 for a dense block
    lift: Array
    # Shares of each row cluster, and of each column cluster, in the total
    row_shares: Array
    column_shares: Array


def _smoothed_density_of(blocks: Array) -> _Density:
    """Return the smoothed density of blocks with these sums.

    The expected share of a block in the total is the product of the shares of its row
    cluster and its column cluster. One token is added to the observed and to the
    expected sum of each block, so that no block has the probability 0.
    """
    total = blocks.sum()
    row_shares = blocks.sum(axis=1) / total
    column_shares = blocks.sum(axis=0) / total
    lift = (blocks + 1) / (total * np.outer(row_shares, column_shares) + 1)
    return _Density(lift, row_shares, column_shares)


def _posterior_probabilities(log_likelihoods: Array, sizes: Array) -> Array:
    """Return the posterior probabilities of clusters (columns) for entries (rows).

    An entry is an unseen row or column. By Bayes' theorem, the likelihood is multiplied
    by the prior probability, which is in proportion to the cluster's size.
    """
    return np.asarray(softmax(log_likelihoods + np.log(sizes), axis=1))


class _OriginAndUnit(NamedTuple):
    """A number to subtract from the data, and a number to divide them by."""

    origin: float
    unit: float

    def converted_part(
        self, X: Any, rows: NDArray[np.intp], columns: NDArray[np.intp]
    ) -> MatrixPart:
        """Return a copy of a part of the data, as floats with this origin and unit."""
        return self.convert_in_place(_as_floats(take_part(X, rows, columns)))

    def convert_in_place(self, part: MatrixPart) -> MatrixPart:
        """Convert a part of the data to this origin and unit in place; return it."""
        if self.origin:  # the origin of sparse data is 0
            part -= self.origin
        if self.unit != 1:
            part /= self.unit
        return part


def _choose_origin_and_unit(
    X: Any, seen_part: MatrixPart, kind: Kind
) -> _OriginAndUnit:
    """Return the origin and the unit for data of this kind.

    Counts stay as they are. The unit of weights is the mean of the weights in the seen
    part that are not 0. The origin of values is the mean of the seen part, or 0 if they
    are sparse. Their unit is a power of two near the greatest magnitude in all of X.
    """
    if kind == "counts":
        return _OriginAndUnit(origin=0.0, unit=1.0)
    if kind == "weights":  # the mean weight counts as one token
        mean_weight = float(seen_part.sum() / max(1, (seen_part != 0).sum()))
        return _OriginAndUnit(origin=0.0, unit=mean_weight if mean_weight > 0 else 1.0)
    # Sums of squares are more exact for centered data. Sparse data are not centered, so
    # that they stay sparse.
    origin = 0.0 if sparse.issparse(seen_part) else float(seen_part.mean())
    # Division by a power of two changes no digit, and then no square is too large or
    # too small for a float. All parts have the same power, so that their gains can be
    # added.
    entries = _stored_entries(X)
    greatest = max(float(entries.max(initial=0)), -float(entries.min(initial=0)))
    _, exponent = math.frexp(greatest)
    return _OriginAndUnit(origin=origin, unit=math.ldexp(1, exponent - 1))


def _sum_of_squares(part: MatrixPart) -> float:
    """Return the sum of the squares of data, sparse or not."""
    stored = part if isinstance(part, np.ndarray) else part.data
    entries = stored.ravel(order="K")  # in the order of the memory, without a copy
    return float(entries @ entries)


def _stored_entries(X: Any) -> NDArray[Any]:
    """Return dense data as an array, or the stored entries of sparse data."""
    entries: NDArray[Any] = X
    if hasattr(X, "tocsr"):
        entries = X.data
    elif is_frame(X):
        entries = X.to_numpy()
    return entries


def _as_floats(part: Any) -> MatrixPart:
    """Return a part of the data as an array of floats that may be changed in place.

    The part has the type of the data, such as a data frame. The array is sparse if the
    part is sparse.
    """
    if hasattr(part, "tocsr"):
        return sparse.csr_array(part, dtype=np.float64)
    # "W" stands for writeable. Only parts of some frames are not copies already.
    return np.require(part, dtype=np.float64, requirements="W")


def _one_hot(labels: Labels) -> sparse.csr_array:
    """Return a sparse array, (n_entries, n_clusters), with 1 for the label of each."""
    return check_labels(labels, "labels").one_hot()


def _dense(sums: MatrixPart) -> Array:
    """Return sums, which may be sparse, as an array."""
    return np.asarray(sums if isinstance(sums, np.ndarray) else sums.toarray())
