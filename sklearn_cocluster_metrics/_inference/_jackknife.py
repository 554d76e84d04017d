"""Compute scores without each entry or group of a mode, and their jackknife.

The jackknife estimates the standard error of a score from its values with one entry
left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._metrics import ResolvedMetric
from .._statistics._contingency import ContingencyTable
from .._structures._labels import LabelCodes
from .._structures._progress import with_progress
from ._pair_index import SquaresOnly
from ._samples import TableOrSquares, compute_and_check_finite
from ._weighted_entries import SampledEntries


def scores_without_entries(
    index: ResolvedMetric,
    counts: Sequence[TableOrSquares],
    *,
    table: ContingencyTable,
    true_labels: LabelCodes,
    pred_labels: LabelCodes,
    mode: int,
) -> NDArray[np.float64]:
    """Return, for each entry of a mode, the score without this entry.

    `counts` has the counts of all modes, whereas the table and the labels belong to
    this mode, whose position in `counts` is `mode`. The result has the shape
    (n_entries,).
    """
    # Entries with the same true and predicted label are in one cell of the table, so
    # that the score is computed once for each cell.
    counts_without: Iterable[TableOrSquares]
    if index.declared.monotone_in == "squares":
        counts_without = _squares_without_samples(table)
    else:
        counts_without = _tables_without_samples(table)
    scores_of_cells = _scores(
        index, counts, counts_without, n_scores=table.n_nonzero, mode=mode
    )
    # `numpy.unique` sorts by the true and then by the predicted code, which is the
    # order of the non-empty cells of a table. The codes of a side have a lowest code,
    # which may not be 0, but this shifts all numbers of pairs alike.
    pair_codes = true_labels.codes * np.int64(pred_labels.width) + pred_labels.codes
    _, cell_of_entry = np.unique(pair_codes, return_inverse=True)
    return scores_of_cells[cell_of_entry]


def scores_without_groups(
    index: ResolvedMetric,
    counts: Sequence[TableOrSquares],
    entries: SampledEntries,
    *,
    mode: int,
) -> NDArray[np.float64]:
    """Return, for each group of the entries of a mode, the score without this group.

    The groups are in the order of the caller's codes. `counts` has the counts of all
    modes, in which this mode has the position `mode`.
    """
    assert entries.counts_of_groups is not None
    return _scores(
        index,
        counts,
        entries.squares_without_groups(),
        n_scores=entries.counts_of_groups.shape[0],
        mode=mode,
    )


def _scores(
    index: ResolvedMetric,
    counts: Sequence[TableOrSquares],
    counts_without: Iterable[TableOrSquares],
    *,
    n_scores: int,
    mode: int,
) -> NDArray[np.float64]:
    """Return a score for each of the counts of a mode that `counts_without` yields.

    In these counts, an entry or a group of entries of the mode is left out. The other
    modes keep their `counts`.
    """
    scores = []
    for counts_of_mode in with_progress(counts_without, n_scores, "scores", advice=""):
        counts_of_modes = list(counts)
        counts_of_modes[mode] = counts_of_mode
        scores.append(compute_and_check_finite(index, counts_of_modes))
    return np.array(scores)


def _squares_without_samples(table: ContingencyTable) -> Iterator[SquaresOnly]:
    """Yield, for each non-empty cell, the sums of squares without one of its samples.

    The cells are sorted by row, and then by column. A cluster may vanish with its last
    sample, but the sums of squares are the same with and without an empty cluster.
    """
    sums = table.squares
    rows, columns, counts = table.nonzero
    true_sizes = table.true_sizes[rows].tolist()
    pred_sizes = table.pred_sizes[columns].tolist()
    cells = zip(counts.tolist(), true_sizes, pred_sizes, strict=True)
    for count, true_size, pred_size in cells:
        yield SquaresOnly.of(
            sums.n_samples - 1,
            joint=sums.joint - 2 * count + 1,  # (count - 1)^2 replaces count^2
            true=sums.true - 2 * true_size + 1,
            pred=sums.pred - 2 * pred_size + 1,
        )


def _tables_without_samples(table: ContingencyTable) -> Iterator[ContingencyTable]:
    """Yield, for each non-empty cell, the table without one of its samples.

    The cells are sorted by row, and then by column. A cluster vanishes with its last
    sample.
    """
    rows, columns, counts = table.nonzero
    for cell in range(len(counts)):
        counts_without = counts.copy()
        counts_without[cell] -= 1
        entries = (counts_without, (rows, columns))
        smaller_table = sparse.coo_array(entries, shape=table.shape)
        yield ContingencyTable(smaller_table, table.true_labels, table.pred_labels)


def jackknife(differences: Iterable[NDArray[np.float64]]) -> tuple[float, float]:
    """Return the standard error over samples of all modes, and degrees of freedom.

    `differences` has, for each sampled mode, the difference of the two scores without
    each of its entries, or of its groups, of which there are two or more. The variances
    of the modes are added, because the modes are sampled independently. The degrees of
    freedom are by Satterthwaite's formula. If the standard error is 0, they are 1.
    """
    variances = []
    degrees_of_freedom = []
    for differences_of_mode in differences:
        # The jackknife multiplies the variance among n such numbers by n - 1.
        degrees = len(differences_of_mode) - 1
        variances.append(degrees * float(np.var(differences_of_mode)))
        degrees_of_freedom.append(degrees)
    variance = math.fsum(variances)
    if variance == 0:
        return 0.0, 1.0
    inverse_degrees = math.fsum(
        (variance_of_mode / variance) ** 2 / degrees
        for variance_of_mode, degrees in zip(variances, degrees_of_freedom, strict=True)
    )
    return math.sqrt(variance), 1 / inverse_degrees
