"""Mean Jaccard index of a bicluster and random ones of fixed extents."""

import numpy as np
from numpy.typing import NDArray

from ._shared_cells import Extent, Extents, shared_cell_laws

_ENTRIES_AT_ONCE = 2**14  # a few arrays of this size fit into the cache


def expected_jaccards(
    shape: Extent, extent: Extent, others: Extents
) -> NDArray[np.float64]:
    """Mean Jaccard index with a random bicluster of each of several extents.

    No extent may have 0 rows or 0 columns.
    """
    sizes = others.prod(axis=1, dtype=float)
    size = float(extent[0]) * extent[1]
    means = np.zeros(len(others))
    for which, rows, columns in shared_cell_laws(shape, extent, others):
        # Counts of probability 0 may be above the size of a bicluster.
        most = np.minimum(size, sizes[which])[:, None, None]
        both_sizes = (size + sizes[which])[:, None, None]
        step = max(1, _ENTRIES_AT_ONCE // columns.counts.size)
        for start in range(0, rows.counts.shape[1], step):
            some = slice(start, start + step)
            shared = rows.counts[:, some, None] * columns.counts[:, None]
            np.minimum(shared, most, out=shared)
            jaccards = shared / (both_sizes - shared)
            of_rows = (jaccards @ columns.probabilities[:, :, None])[:, :, 0]
            means[which] += (rows.probabilities[:, some] * of_rows).sum(axis=1)
    return means
