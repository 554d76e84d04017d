"""Mean Jaccard index of a bicluster and a random one of fixed extent.

The rows and the columns of the random bicluster are independent random subsets of fixed
size, so the overlap is a product of two hypergeometric counts.
"""

from functools import lru_cache

from ._hypergeometric import CellCountLaws, cell_count_laws

_ENTRIES_AT_ONCE = 2**16  # a few arrays of this size fit into the cache

_Extent = tuple[int, int]
"""Number of rows and number of columns."""


def expected_jaccard(shape: _Extent, extent: _Extent, other_extent: _Extent) -> float:
    """Mean over all biclusters of one extent of the Jaccard index with another."""
    rows, columns = (
        _law(n_items, *sorted(sizes))
        for n_items, *sizes in zip(shape, extent, other_extent, strict=True)
    )
    both_sizes = float(extent[0] * extent[1] + other_extent[0] * other_extent[1])
    step = max(1, _ENTRIES_AT_ONCE // columns.counts.size)
    mean = 0.0
    for start in range(0, rows.counts.size, step):
        some = slice(start, start + step)
        shared = rows.counts[0, some, None] * columns.counts
        jaccard = shared / (both_sizes - shared)
        mean += rows.probabilities[0, some] @ jaccard @ columns.probabilities[0]
    return float(mean)


@lru_cache(maxsize=256)
def _law(n_items: int, size: int, other_size: int) -> CellCountLaws:
    """Law of the number of rows, or columns, that a random and a fixed subset share.

    Cached, because many biclusters have equally many rows or equally many columns. The
    law lists only counts that can occur, so no union of two biclusters is empty.
    """
    return cell_count_laws(n_items, [size], [other_size])
