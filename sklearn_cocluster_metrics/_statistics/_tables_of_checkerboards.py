"""Two biclusterings that are the blocks of two co-clusterings."""

from .._structures import check_labels, checkerboard_labels
from ._biclusters import Biclusters
from ._contingency import Tables
from ._tables import contingency_tables


def tables_of_checkerboards(true: Biclusters, pred: Biclusters) -> Tables | None:
    """Count the tables of rows and of columns, None if a side is not a checkerboard.

    A checkerboard has all blocks of a co-clustering, each one once; biclusters without
    cells are ignored. Most other biclusterings already differ in their total size.
    """
    given = true, pred
    if any(sum(side.sizes.tolist()) != side.n_cells for side in given):
        return None
    sides = []
    for side in given:
        blocks = side.without_empty()
        labels = checkerboard_labels(blocks.rows, blocks.columns)
        if labels is None:
            return None
        sides.append(tuple(check_labels(mode, "labels") for mode in labels))
    return contingency_tables(*sides)
