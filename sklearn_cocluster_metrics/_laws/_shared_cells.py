"""Laws of the number of cells that a bicluster shares with random ones.

The rows and the columns of a random bicluster are independent random subsets of fixed
sizes, so the number of shared cells is a product of two hypergeometric counts.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._hypergeometric import (
    CellCountLaws,
    blocks_of_similar_width,
    cell_count_laws,
    likely_counts,
)

Extent = tuple[int, int]
"""Number of rows and number of columns."""

Extents = npt.NDArray[np.int64]
"""Extents, of shape (n_extents, 2)."""


class SharedCellLaws(NamedTuple):
    """Laws of the numbers of rows and of columns shared with some random biclusters.

    `which` are the positions of the random biclusters, one per row of the laws.
    """

    which: npt.NDArray[np.intp]
    rows: CellCountLaws
    columns: CellCountLaws


def shared_cell_laws(
    shape: Extent, extent: Extent, others: Extents
) -> Iterator[SharedCellLaws]:
    """Yield the laws of a few random biclusters at a time.

    Parameters
    ----------
    shape, extent : tuple of two int
        Extents of the matrix and of the bicluster.
    others : ndarray of shape (n_others, 2)
        Extents of the random biclusters.
    """
    widths = np.ones(len(others), dtype=np.int64)
    for population, marked, drawn in zip(shape, extent, others.T, strict=True):
        low, high = likely_counts(population, marked, drawn)
        widths *= high - low + 1
    for which in blocks_of_similar_width(widths):
        rows, columns = (
            cell_count_laws(population, np.full(len(which), marked), drawn[which])
            for population, marked, drawn in zip(shape, extent, others.T, strict=True)
        )
        yield SharedCellLaws(which, rows, columns)
