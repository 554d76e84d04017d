"""Precision and recall of clusters, each against the clusters that it meets."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .._statistics import ContingencyTable

Tables = Sequence[ContingencyTable]


def f_measure(tables: Tables) -> float:
    """Return the harmonic mean of r(A, B) and r(B, A), r = sum_i max_j n_ij / n.

    Gösgens, Tikhonov & Prokhorenkova (2021), section B.1. Over a Kronecker product
    the sum of the row maxima is the product of those of the factors.
    """
    cells = math.prod(table.n_samples for table in tables)
    maxima = [_sums_of_maxima(table) for table in tables]
    recalled = math.prod(pair[0] for pair in maxima)
    precise = math.prod(pair[1] for pair in maxima)
    return 2 * recalled * precise / (cells * (recalled + precise))


def bcubed(tables: Tables) -> float:
    """Return the harmonic mean of r'(A, B) and r'(B, A), r' = sum n_ij^2 / a_i / n.

    Ibid. Over a Kronecker product that sum too is the product of those of the factors.
    """
    shares = [_mean_shares(table) for table in tables]
    recall = math.prod(pair[0] for pair in shares)
    precision = math.prod(pair[1] for pair in shares)
    return 2 * recall * precision / (recall + precision)


def _sums_of_maxima(table: ContingencyTable) -> tuple[int, int]:
    """Sum the greatest count of each true and of each predicted cluster."""
    row, column, counts = table.nonzero
    n_true, n_pred = table.shape
    return (
        int(_greatest(counts, row, n_true).sum()),
        int(_greatest(counts, column, n_pred).sum()),
    )


def _greatest(
    counts: NDArray[np.int64], clusters: NDArray[np.intp], n_clusters: int
) -> NDArray[np.int64]:
    """Return the greatest of the counts of each cluster."""
    greatest = np.zeros(n_clusters, dtype=np.int64)
    np.maximum.at(greatest, clusters, counts)
    return greatest


def _mean_shares(table: ContingencyTable) -> tuple[float, float]:
    """Average over the samples the share of their cluster that is with them in both.

    A cluster that lies in one of the other side has a share of 1 exactly, and the sum
    rounds once: the mean is 1 to the last bit where all do.
    """
    row, column, counts = table.nonzero
    of_true = counts * (counts / table.true_sizes[row])
    of_pred = counts * (counts / table.pred_sizes[column])
    n = table.n_samples
    return math.fsum(of_true.tolist()) / n, math.fsum(of_pred.tolist()) / n
