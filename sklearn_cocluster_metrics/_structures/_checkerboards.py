"""Biclusters that are the blocks of a co-clustering."""

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray


def checkerboard_labels(
    rows: Any, columns: Any
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the co-clustering whose blocks are these biclusters, each one once.

    Clusters are numbered in the order of the biclusters. None is returned if there is
    no such co-clustering.

    Parameters
    ----------
    rows : sparse array of shape (n_biclusters, n_rows)
        1 where a bicluster contains a row; in CSR format, no other entries are stored.
        Every bicluster has cells.
    columns : sparse array of shape (n_biclusters, n_columns)
        The same for the columns.
    """
    of_rows, of_columns = _clusters(rows), _clusters(columns)
    if of_rows is None or of_columns is None:
        return None
    (row_labels, row_clusters), (column_labels, column_clusters) = of_rows, of_columns
    shape = int(row_labels.max()) + 1, int(column_labels.max()) + 1
    if prod(shape) != len(row_clusters):
        return None
    is_found = np.zeros(shape, dtype=bool)
    is_found[row_clusters, column_clusters] = True
    return (row_labels, column_labels) if is_found.all() else None


def _clusters(
    members: Any,
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the cluster of each row, or column, and that of each bicluster.

    A cluster consists of the rows with the same first bicluster. None is returned if a
    bicluster is not one whole cluster.
    """
    sizes = np.diff(members.indptr)
    biclusters = np.repeat(np.arange(len(sizes)), sizes)
    # A row in no bicluster joins the cluster of the first one, which is then too large.
    first = np.zeros(members.shape[1], dtype=np.int64)
    first[members.indices[::-1]] = biclusters[::-1]  # the last assignment stays
    _, labels = np.unique(first, return_inverse=True)
    clusters = labels[members.indices[members.indptr[:-1]]]
    is_inside = np.array_equal(labels[members.indices], clusters[biclusters])
    if not is_inside or not np.array_equal(np.bincount(labels)[clusters], sizes):
        return None
    return labels.astype(np.int64), clusters.astype(np.int64)
