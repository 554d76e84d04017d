"""Bi-cross-validation: how well blocks predict the cells that a fit has not seen."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._labels import check_labels
from ._fits import is_frame, take_part

_CHUNK = 2**16  # entries looked at together

Array = NDArray[np.float64]
Kind = Literal["counts", "values"]
Positions = Sequence[NDArray[np.intp]]


class Sums(NamedTuple):
    """Sums of the data over clusters.

    `blocks` has those of the seen blocks, `rows` of each unseen row in each column
    cluster, `columns` of each unseen column in each row cluster. `n_rows` and
    `n_columns` are the sizes of the clusters.
    """

    blocks: Array
    rows: Array
    columns: Array
    n_rows: Array
    n_columns: Array


def kind_of(X: Any) -> Kind | None:
    """Return what the entries of a matrix are; None unless they are finite numbers.

    A pipeline may take texts or fill in missing values: nothing is predicted there.
    """
    entries = X.data if hasattr(X, "tocsr") else X.to_numpy() if is_frame(X) else X
    kind: Kind = "counts"
    step = max(1, _CHUNK * len(entries) // max(1, entries.size))
    for start in range(0, len(entries), step):
        try:
            chunk = np.asarray(entries[start : start + step], dtype=np.float64)
        except (TypeError, ValueError):
            return None
        if not np.isfinite(chunk).all():
            return None
        if (chunk < 0).any() or (chunk != np.floor(chunk)).any():
            kind = "values"
    return kind


def held_out_gain(
    X: Any, seen: Positions, labels: Sequence[Any], unseen: Positions, kind: Kind
) -> tuple[float, float]:
    """Return what blocks gain on the unseen rows x columns, and what there is to gain.

    An unseen row gets the row cluster that explains it best on the seen columns, an
    unseen column the column cluster that explains it best on the seen rows. The seen
    part of its block then predicts each unseen cell.
    """
    rows, columns = map(_one_hot, labels)
    part = _numbers(take_part(X, *seen))
    # Sparse data are not centered; for others, sums of squares of centered data are
    # more exact.
    mean = part.mean()
    shift = 0.0 if kind == "counts" or sparse.issparse(part) else mean
    blocks = _dense(rows.T @ _shifted(part, shift) @ columns)
    del part
    of_rows = _shifted(_numbers(take_part(X, unseen[0], seen[1])), shift)
    of_columns = _shifted(_numbers(take_part(X, seen[0], unseen[1])), shift)
    sums = Sums(
        blocks,
        _dense(of_rows @ columns),
        _dense(rows.T @ of_columns).T,
        _dense(rows.sum(axis=0)).ravel(),
        _dense(columns.sum(axis=0)).ravel(),
    )
    cells = _shifted(_numbers(take_part(X, *unseen)), shift)
    if kind == "counts":
        return _gain_of_counts(sums, cells)
    return _gain_of_values(sums, cells, mean - shift)


def _gain_of_values(sums: Sums, cells: Any, mean: float) -> tuple[float, float]:
    """Return how much less squared error block means leave than the mean of all."""
    means = sums.blocks / np.outer(sums.n_rows, sums.n_columns)
    # Squared distance of each unseen row, over the seen columns; less its own square.
    near = means**2 @ sums.n_columns - 2 * sums.rows @ means.T
    rows = _one_hot(near.argmin(axis=1), len(means))
    near = sums.n_rows @ means**2 - 2 * sums.columns @ means
    columns = _one_hot(near.argmin(axis=1), means.shape[1])
    total = _dense(rows.T @ cells @ columns)
    n_cells = np.outer(_dense(rows.sum(axis=0)), _dense(columns.sum(axis=0)))
    explained = 2 * (means - mean) * total - n_cells * (means**2 - mean**2)
    squares = (cells.data if sparse.issparse(cells) else cells) ** 2
    error = squares.sum() - 2 * mean * total.sum() + n_cells.sum() * mean**2
    return float(explained.sum()), float(error)


def _gain_of_counts(sums: Sums, cells: Any) -> tuple[float, float]:
    """Return the gain of log-likelihood over the margins, and the number of tokens."""
    blocks, n_tokens = sums.blocks, float(cells.sum())
    if not (blocks.any() and sums.rows.any() and sums.columns.any()):
        return 0.0, n_tokens
    total = blocks.sum()
    shares = blocks.sum(axis=1) / total, blocks.sum(axis=0) / total
    # How many times what the margins expect. One token more, spread as the margins are,
    # so that no block is impossible.
    lift = (blocks + 1) / (total * np.outer(*shares) + 1)
    fit = sums.rows @ np.log(lift / (lift @ shares[1])[:, None]).T
    rows = _one_hot(fit.argmax(axis=1), len(lift))
    fit = sums.columns @ np.log(lift / (shares[0] @ lift))
    columns = _one_hot(fit.argmax(axis=1), lift.shape[1])
    found = _dense(rows.T @ cells @ columns)
    margins = np.outer(
        rows.T @ sums.rows.sum(axis=1), columns.T @ sums.columns.sum(axis=1)
    )
    scale = np.log((margins * lift).sum() / margins.sum())
    return float((found * (np.log(lift) - scale)).sum()), n_tokens


def _numbers(part: Any) -> Any:
    """Return a part of the data as numbers, sparse where it is."""
    if hasattr(part, "tocsr"):
        return sparse.csr_array(part, dtype=np.float64)
    return np.require(part, np.float64, "W")  # a copy already, but for some frames


def _shifted(part: Any, shift: float) -> Any:
    """Subtract a number, in place."""
    if shift:
        part -= shift
    return part


def _one_hot(labels: Any, n_clusters: int | None = None) -> Any:
    """Return which cluster each entry is in, as a sparse matrix."""
    codes = labels
    if n_clusters is None:
        found = check_labels(labels, "labels").compressed()
        codes, n_clusters = found.codes, found.width
    places = np.arange(len(codes)), codes
    return sparse.csr_array((np.ones(len(codes)), places), (len(codes), n_clusters))


def _dense(sums: Any) -> Array:
    """Return sums as an array."""
    return np.asarray(sums.toarray() if sparse.issparse(sums) else sums)
