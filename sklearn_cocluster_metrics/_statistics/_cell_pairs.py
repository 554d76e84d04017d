"""Count the pairs of cells inside each bicluster, by the biclusters that contain both.

A bicluster contains both cells of a pair if it contains both rows and both columns.
Therefore, the biclusters of a pair of cells are the biclusters that the pair of its
rows and the pair of its columns have in common:

.. code-block:: text

          column k    column l
         +---------------------+  predicted bicluster 3   biclusters with both
         |                     |
   row i |   x . . . . .       |  rows i, j:              {1, 3}
         |   .         .       |  columns k, l:           {1, 2, 3}
   row j |   . . . . . y       |  cells x, y:             {1, 3}  N = 1, M = 1
         +---------------------+                          (1 and 2 are true ones)

The pairs inside each predicted bicluster are counted, one bicluster after the other:

1. Merge equal rows and equal columns of the matrix into classes (`_merged_matrix`).
2. Find, for each pair of rows of the bicluster, the set of biclusters that contain both
   rows. Pairs of rows that have the same set form a *pair class*. Count the pairs of
   each pair class. Do the same with the columns.
3. Combine each pair class of the rows with each pair class of the columns. The
   intersection of their two sets has N true and M predicted biclusters. The product of
   their two counts is the number of pairs of cells. One matrix product does this for
   all pair classes.
4. Divide each count by M, because a pair was visited in each of its M predicted
   biclusters.

No pair of cells is listed. For some matrices, it is faster to go through all pairs of
the matrix at once, and not through the biclusters (`_all_cell_pairs` counts them, and
`_all_neighbors` sums over them). This gives the same numbers. This way is chosen if
there are far fewer pairs of classes in the matrix than inside the biclusters. For
counts, it is also chosen if the matrix has one column, and only if it needs little
memory.

The words of this module and of `_merged_matrix`:

side
    The true or the predicted biclusters.
mode
    The rows or the columns of the matrix.
extent
    Number of rows and number of columns of a bicluster.
class
    Rows, or columns, that are in the same biclusters of both sides.
size
    Number of rows, or columns, of a class, or number of cells of a bicluster.
member
    A class that is in a bicluster. Members are a 0/1 matrix of classes and biclusters.
merged
    A merged matrix or mode has classes in place of its rows and columns.
to contain
    A bicluster contains a cell, or a pair of cells, if it has all of its rows and
    columns.
multiplicity
    Number of biclusters of one side that contain a cell or a pair. It is N for the true
    side and M for the predicted side.
covered
    A cell or a pair is covered if its multiplicity is above 0.
code, base
    N and M in one integer, ``N + base * M``, where the base is above every N.
tally
    Numbers of cells, or of pairs, by their codes.
pair
    Two cells, or two rows or columns, in order. Both may be the same.
first, second
    The two cells, rows or columns of a pair.
pair class
    Pairs of rows, or of columns, that are in the same biclusters.
same pair
    A pair of a row, or of a column, with itself.
partner
    The second row, or column, of a pair with a given first row or column.
neighbor
    A cell that shares a bicluster of one side with a given cell. Each covered cell is a
    neighbor of itself.
stratum
    Pairs of cells that differ in the same modes, which are the rows only, the columns
    only, or both (`strata_of_cells`).
disjoint
    Biclusters of one side are disjoint if no two of them have a cell in common.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._structures._progress import with_progress
from ._all_cell_pairs import (
    has_few_keys,
    has_many_large_biclusters,
    is_small_column,
    pairs_of_column,
    tally_of_all_pairs,
)
from ._all_neighbors import sums_of_all_pairs
from ._biclusters import Biclusters, group_equal_rows
from ._exact import ratio_or_zero, widened
from ._merged_matrix import (
    MergedMatrix,
    MergedMode,
    exact_sums,
    exact_tally,
)
from ._overlaps import Overlaps
from ._pairs import n_pairs_of_strata

_CELLS_AT_ONCE = 2**18
# The cost of a pair in `sums_of_all_pairs` relative to its cost in `_sums_inside`.
_COST_AMONG_ALL_PAIRS = 6
_PAIRS_AT_ONCE = 2**20  # The number of pairs of rows times the number of biclusters.

Floats = NDArray[np.float64]


class ModePairs(NamedTuple):
    """Ordered pairs of rows, or of columns, inside a bicluster.

    A pair class has the pairs that are in the same biclusters. The comments speak of
    rows, and hold for columns as well.
    """

    # (n_first,): The classes of the first rows of the pairs.
    first_classes: NDArray[np.integer]
    # (n_pair_classes, n_biclusters): 1 where a bicluster contains both rows.
    members: NDArray[np.int64]
    # (n_pair_classes,): The number of pairs, and the number of pairs of a row with
    # itself.
    n_pairs: NDArray[np.int64]
    n_same: NDArray[np.int64]
    # (n_pair_classes, n_first): The number of partners of a first row in a pair class.
    n_partners: NDArray[Any]

    @property
    def n_different(self) -> NDArray[np.int64]:
        """Number of pairs of two different rows in each pair class."""
        return self.n_pairs - self.n_same


class PairsInside(NamedTuple):
    """Pairs of cells inside a predicted bicluster, for some of the first cells."""

    # The position of the bicluster among all. The true biclusters come first.
    bicluster: int
    # The pairs of its rows, and the pairs of its columns.
    rows: ModePairs
    columns: ModePairs
    # The number of true biclusters.
    n_true: int

    def codes(self) -> Iterator[tuple[slice, NDArray[np.int64]]]:
        """Yield the codes of pairs of cells, some pair classes of the rows at a time.

        A pair class has the pairs of rows, or of columns, that are in the same
        biclusters. The slice selects some pair classes of the rows. A code is
        ``N + base * M``, where N true and M predicted biclusters contain both cells.
        The codes have the shape (n_selected_pair_classes_of_rows,
        n_pair_classes_of_columns).
        """
        row_members = self.rows.members
        column_members = self.columns.members
        in_rows = row_members.any(axis=0)
        in_columns = column_members.any(axis=0)
        # Only these biclusters contain any of the pairs of cells.
        is_used = np.asarray(in_rows & in_columns)
        base = 1 + self.n_true
        # The members are integers. Weights are floats, because products of arrays of
        # floats are fast.
        weights = np.where(np.arange(len(is_used)) < self.n_true, 1.0, base)
        column_codes = (column_members[:, is_used] * weights[is_used]).T
        step = max(1, _CELLS_AT_ONCE // max(1, len(column_members)))
        for start in range(0, len(row_members), step):
            selection = slice(start, start + step)
            codes = (row_members[selection, is_used] @ column_codes).astype(np.int64)
            yield selection, codes

    def tally(
        self, n_row_pairs: NDArray[np.int64], n_column_pairs: NDArray[np.int64]
    ) -> Counter[int]:
        """Count pairs of cells by their codes ``N + base * M``.

        N and M are the numbers of true and predicted biclusters that contain both
        cells. A pair class has the pairs of rows, or of columns, that are in the same
        biclusters. The arguments are the numbers of pairs to count in each pair class
        of the rows, and in each pair class of the columns. For example, without the
        pairs of a row with itself, only pairs of cells in different rows are counted.
        """
        tally: Counter[int] = Counter()
        n_pairs = int(n_row_pairs.sum()) * int(n_column_pairs.sum())
        for selection, codes in self.codes():
            # If 64 bits may not be enough, the numbers become Python integers.
            selected_pairs = widened(n_row_pairs[selection], n_pairs)
            counts = np.multiply.outer(selected_pairs, n_column_pairs)
            tally.update(exact_tally(codes.ravel(), counts.ravel(), n_pairs))
        return tally


def pairs_inside(matrix: MergedMatrix) -> Iterator[PairsInside]:
    """Yield the pairs in each predicted bicluster, a few first cells at a time.

    A pair of cells is visited once in each predicted bicluster that contains both. If
    there are true biclusters, pairs of rows and pairs of columns that share no true
    bicluster are left out. Some of the remaining pairs of cells share none, either.
    """
    n_true = matrix.rows.n_true
    biclusters = _counted_biclusters(matrix)
    pairs = (
        PairsInside(bicluster, rows, columns, n_true)
        for bicluster in biclusters.tolist()
        for rows in _mode_pairs(matrix.rows, bicluster)
        for columns in _mode_pairs(matrix.columns, bicluster)
    )
    n_row_classes = np.diff(matrix.rows.classes_by_bicluster.indptr)[biclusters]
    n_column_classes = np.diff(matrix.columns.classes_by_bicluster.indptr)[biclusters]
    return with_progress(
        pairs,
        int(n_row_classes.astype(float) @ n_column_classes.astype(float)),
        # Cells of one class are not different. The unit is a class in a bicluster.
        f"different {matrix.entries_in_words}",
        size=lambda part: (
            len(part.rows.first_classes) * len(part.columns.first_classes)
        ),
        advice=matrix.advice_if_slow,
    )


def _counted_biclusters(matrix: MergedMatrix) -> NDArray[np.intp]:
    """Return the positions of predicted biclusters that contain pairs to be counted.

    They are positions among all biclusters, of which the true ones come first. Without
    true biclusters, all biclusters are returned. Otherwise, only predicted biclusters
    that share a cell with a true bicluster are returned.
    """
    n_true = matrix.rows.n_true
    n_biclusters = matrix.rows.n_biclusters
    if n_true == 0:
        return np.arange(n_biclusters)
    true_rows = matrix.rows.members[:, :n_true]
    true_columns = matrix.columns.members[:, :n_true]
    parts = []
    step = max(1, _CELLS_AT_ONCE // n_true)
    for start in range(n_true, n_biclusters, step):
        selection = slice(start, start + step)
        shared_rows = matrix.rows.classes_by_bicluster[selection] @ true_rows
        shared_columns = matrix.columns.classes_by_bicluster[selection] @ true_columns
        n_shared = shared_rows.multiply(shared_columns).sum(axis=1)
        parts.append(start + np.flatnonzero(n_shared))
    return np.concatenate([np.zeros(0, dtype=np.intp), *parts])


def _mode_pairs(mode: MergedMode, bicluster: int) -> Iterator[ModePairs]:
    """Yield the pairs of rows in a bicluster, a few first rows at a time.

    In this function, a row is a class of equal rows, and `sizes` has the number of rows
    of each class. A pair class has the pairs that are in the same biclusters. If there
    are true biclusters, only pairs that share a true bicluster are yielded.
    """
    rows = mode.classes_in(bicluster)
    members = mode.members[rows].toarray()
    sizes = mode.sizes[rows]
    largest = int(sizes.sum()) ** 2
    true_members = members[:, : mode.n_true].astype(float)
    step = max(1, _PAIRS_AT_ONCE // max(1, members.size))
    for start in range(0, len(rows), step):
        stop = min(start + step, len(rows))
        n_first = stop - start
        if mode.n_true:
            is_counted = true_members[start:stop] @ true_members.T > 0
        else:
            is_counted = np.ones((n_first, len(rows)), dtype=bool)
        # These are the positions of both rows of each pair. The positions of the first
        # rows are relative to `start`.
        first, second = np.nonzero(is_counted)
        first_sizes = sizes[start:stop][first]
        second_sizes = sizes[second]
        common_members = members[start:stop][first] * members[second]
        representatives, pair_class = group_equal_rows(common_members)
        n_pair_classes = len(representatives)
        n_pairs = first_sizes * second_sizes
        # Among the pairs of a class with itself, each row is once paired with itself.
        n_same = first_sizes * (first + start == second)
        # For each pair class and each first row, this is the number of second rows.
        n_partners = np.bincount(
            pair_class * n_first + first,
            weights=second_sizes.astype(float),
            minlength=n_pair_classes * n_first,
        )
        yield ModePairs(
            first_classes=rows[start:stop],
            members=common_members[representatives],
            n_pairs=exact_sums(pair_class, n_pairs, n_pair_classes, largest),
            n_same=exact_sums(pair_class, n_same, n_pair_classes, largest),
            n_partners=n_partners.reshape(n_pair_classes, n_first),
        )


def tally_of_pairs(matrix: MergedMatrix) -> Counter[int]:
    """Count the ordered pairs of cells that share a bicluster of each side, by code.

    The code is ``N + base * M``, where N true and M predicted biclusters contain both
    cells. Some of the pairs with N = 0 may be counted, too.
    """
    if is_small_column(matrix):
        codes, counts = pairs_of_column(matrix)
        is_shared = (codes % matrix.base > 0) & (codes >= matrix.base)
        return exact_tally(codes[is_shared], counts[is_shared], matrix.n_cells**2)
    if has_few_keys(matrix) and has_many_large_biclusters(matrix):
        return tally_of_all_pairs(matrix)
    tally: Counter[int] = Counter()
    for pairs in pairs_inside(matrix):
        tally.update(pairs.tally(pairs.rows.n_pairs, pairs.columns.n_pairs))
    # A pair was visited in each of its M predicted biclusters, and M is code // base.
    base = matrix.base
    return Counter({code: count // (code // base) for code, count in tally.items()})


def pair_multiplicities_of_strata(biclusters: Biclusters) -> tuple[Counter[int], ...]:
    """Count the pairs of cells of each stratum by how many biclusters contain both.

    The pairs are unordered. The strata have the order of `n_pairs_of_strata`, which is
    pairs in the same column, pairs in the same row, and pairs in neither. Pairs that no
    bicluster contains are left out. If a bicluster shares no cell with others, its
    pairs follow from its numbers of rows and columns.
    """
    # Ordered pairs are counted once for each bicluster that contains them.
    tallies: tuple[Counter[int], ...] = (Counter(), Counter(), Counter())
    sharing_pairs = Overlaps(biclusters, biclusters).sharing_pairs
    n_sharing = np.bincount(sharing_pairs.true, minlength=biclusters.n_biclusters)
    # A bicluster that has cells shares them with itself.
    disjoint = biclusters.take(np.flatnonzero(n_sharing == 1))
    overlapping = biclusters.take(np.flatnonzero(n_sharing > 1))

    extents, extent_of_bicluster = disjoint.distinct_extents
    n_alike = np.bincount(extent_of_bicluster).tolist()
    for extent, n_biclusters in zip(extents.tolist(), n_alike, strict=True):
        for tally, n_pairs in zip(tallies, n_pairs_of_strata(extent), strict=True):
            in_one_bicluster = 1
            tally[in_one_bicluster] += 2 * n_biclusters * n_pairs

    # They are passed as predicted biclusters without true ones, so that a code is M.
    no_biclusters = overlapping.take(slice(0))
    matrix = MergedMatrix.from_biclusters(no_biclusters, overlapping)
    in_one_column, in_one_row, in_neither = tallies
    if is_small_column(matrix):  # All pairs are in the same column.
        in_one_column.update(_tally_inside_column(matrix))
    else:
        for pairs in pairs_inside(matrix):
            rows = pairs.rows
            columns = pairs.columns
            in_one_column.update(pairs.tally(rows.n_different, columns.n_same))
            in_one_row.update(pairs.tally(rows.n_same, columns.n_different))
            in_neither.update(pairs.tally(rows.n_different, columns.n_different))
    # A pair was counted in both orders, and in each of its n biclusters.
    return tuple(
        Counter({n: count // (2 * n) for n, count in tally.items()})
        for tally in tallies
    )


def _tally_inside_column(matrix: MergedMatrix) -> Counter[int]:
    """Count the ordered pairs of cells in one column by how many biclusters they share.

    A pair counts once for each bicluster that contains both cells, as in
    `pairs_inside`. The matrix has no true biclusters, so that the codes are the numbers
    of biclusters.
    """
    n_shared, counts = pairs_of_column(matrix)
    sizes = matrix.rows.sizes
    # Pairs of a cell with itself do not count.
    np.fill_diagonal(counts, sizes * (sizes - 1))
    is_shared = n_shared > 0
    tally = exact_tally(n_shared[is_shared], counts[is_shared], matrix.n_cells**2)
    return Counter({n: n * count for n, count in tally.items()})


class NeighborSums(NamedTuple):
    """Sums over the second cells y of the pairs (x, y), for groups of cells x.

    All arrays have the same shape, and an entry for each group.
    """

    # The number of cells x with the same sums.
    counts: Floats
    # The numbers N and M of true and of predicted biclusters that contain x.
    true_multiplicity: NDArray[np.int64]
    pred_multiplicity: NDArray[np.int64]
    # The sums of min(N, M) / M and of min(N, M) / N, where N true and M predicted
    # biclusters contain both cells. Each term is multiplied by the mean similarity of
    # these predicted biclusters.
    precision_sums: Floats
    recall_sums: Floats
    # The numbers of cells that share a true bicluster, and a predicted one, with x.
    true_neighbors: Floats
    pred_neighbors: Floats


def neighbor_sums(matrix: MergedMatrix, similarity: Any) -> NeighborSums:
    """Sum over the pairs of cells, for each class of cells of the merged matrix.

    The arrays of the result have the shape of the merged matrix.

    Parameters
    ----------
    matrix : MergedMatrix
        The matrix, in which equal rows and equal columns are merged into classes.
    similarity : sparse array of shape (n_true, n_pred), or None
        The similarities of biclusters that share cells, in CSC format. For a pair of
        cells, a predicted bicluster has its similarity with the most similar true
        bicluster that contains both cells. If None, all similarities are 1.
    """
    true_side = matrix.true_side
    pred_side = matrix.pred_side
    true_multiplicities = np.arange(1 + true_side.rows.n_biclusters)
    pred_multiplicities = np.arange(1 + pred_side.rows.n_biclusters)
    # These are N and M of each code ``N + base * M``.
    n = np.tile(true_multiplicities, len(pred_multiplicities))
    m = np.repeat(pred_multiplicities, matrix.base)
    # A pair is visited in each of its M predicted biclusters. Therefore, each term is
    # divided by M.
    precision_terms = ratio_or_zero(np.minimum(n, m), m**2)
    recall_terms = ratio_or_zero(np.minimum(n, m), n * m)
    precision_sums, recall_sums = _sums_inside(
        matrix, [precision_terms, recall_terms], similarity
    )
    # On one side alone, all biclusters count as predicted, so that a code is the number
    # of visits. To count each neighbor once, a term is 1 divided by this number.
    (true_neighbors,) = _sums_inside(true_side, [ratio_or_zero(1, true_multiplicities)])
    (pred_neighbors,) = _sums_inside(pred_side, [ratio_or_zero(1, pred_multiplicities)])
    row_sizes = matrix.rows.sizes.astype(float)
    return NeighborSums(
        counts=np.multiply.outer(row_sizes, matrix.columns.sizes),
        true_multiplicity=_multiplicities(true_side),
        pred_multiplicity=_multiplicities(pred_side),
        precision_sums=precision_sums,
        recall_sums=recall_sums,
        true_neighbors=true_neighbors,
        pred_neighbors=pred_neighbors,
    )


def _multiplicities(matrix: MergedMatrix) -> NDArray[np.int64]:
    """Return how many biclusters contain each cell of the merged matrix."""
    return np.asarray((matrix.rows.members @ matrix.columns.members.T).toarray())


def _sums_inside(
    matrix: MergedMatrix, terms: list[Floats], similarity: Any = None
) -> list[Floats]:
    """Sum terms over the second cells of the pairs in each predicted bicluster.

    A pair counts once for each predicted bicluster that contains both cells. Each array
    in `terms` has a term for every code ``N + base * M``, where N true and M predicted
    biclusters contain both cells. With `similarity`, which is as in `neighbor_sums`, a
    term is multiplied by the similarity of the predicted bicluster. There is an array
    of sums for each array of terms, in the shape of the merged matrix.
    """
    if has_many_large_biclusters(matrix, relative_cost=_COST_AMONG_ALL_PAIRS):
        # It is faster to visit all pairs of the matrix, and gives the same sums.
        return sums_of_all_pairs(matrix, terms, similarity)
    shape = matrix.rows.n_classes, matrix.columns.n_classes
    totals = [np.zeros(shape) for _ in terms]
    for pairs in pairs_inside(matrix):
        # The pairs have a few first rows and a few first columns of one bicluster.
        rows = pairs.rows
        columns = pairs.columns
        cells = (rows.first_classes[:, None], columns.first_classes)
        for selection, codes in pairs.codes():
            weights: Any = 1
            if similarity is not None:
                weights = _largest_similarities(pairs, selection, similarity)
            for total, terms_of_codes in zip(totals, terms, strict=True):
                row_sums = (terms_of_codes[codes] * weights) @ columns.n_partners
                total[cells] += rows.n_partners[selection].T @ row_sums
    return totals


def _largest_similarities(
    pairs: PairsInside, selection: slice, similarity: Any
) -> Floats:
    """Return the largest similarity with a true bicluster that contains both cells.

    The result has the shape of the codes of the selected pair classes of the rows. It
    is 0 if no true bicluster that is similar to the predicted one contains both cells.
    `similarity` is as in `neighbor_sums`, and none of its values is negative.
    """
    row_members = pairs.rows.members[selection]
    column_members = pairs.columns.members
    largest = np.zeros((len(row_members), len(column_members)))
    pred = pairs.bicluster - pairs.n_true
    start, stop = similarity.indptr[pred : pred + 2]
    true_biclusters = similarity.indices[start:stop]
    similarities = similarity.data[start:stop]
    # Larger similarities are written last, so that they replace smaller ones.
    for k in np.argsort(similarities).tolist():
        in_rows = np.flatnonzero(row_members[:, true_biclusters[k]])
        in_columns = np.flatnonzero(column_members[:, true_biclusters[k]])
        largest[in_rows[:, None], in_columns] = similarities[k]
    return largest


def neighbor_sums_of_disjoint(overlaps: Overlaps, similarity: Any) -> NeighborSums:
    """Sum over the pairs of cells, if the biclusters of each side are disjoint.

    The cells that a true and a predicted bicluster share are then neighbors on both
    sides. There is a group of cells for each pair of biclusters that share cells. There
    is also a group for the cells of each bicluster that are in no bicluster of the
    other side.

    Parameters
    ----------
    overlaps : Overlaps
        The biclusters.
    similarity : ndarray of shape (n_pairs,), or None
        The similarity of each pair of `overlaps.sharing_pairs`. If None, all
        similarities are 1.
    """
    true, pred, counts = overlaps.sharing_pairs
    shared = counts.astype(float)
    true_sizes = overlaps.true.sizes.astype(float)
    pred_sizes = overlaps.pred.sizes.astype(float)
    n_true = len(true_sizes)
    n_pred = len(pred_sizes)
    only_in_true = true_sizes - np.bincount(true, shared, n_true)
    only_in_pred = pred_sizes - np.bincount(pred, shared, n_pred)
    weighted = shared if similarity is None else shared * similarity
    # A pair that both sides contain has N = M = 1, so that its terms of precision and
    # of recall are equal. A cell x that two biclusters share has such a pair with each
    # of their shared cells, and also with itself. Cells in a bicluster of one side only
    # have no such pair.
    sums = np.concatenate([weighted, np.zeros(n_true + n_pred)])
    lengths = len(shared), n_true, n_pred
    return NeighborSums(
        counts=np.concatenate([shared, only_in_true, only_in_pred]),
        true_multiplicity=np.repeat([1, 1, 0], lengths),
        pred_multiplicity=np.repeat([1, 0, 1], lengths),
        precision_sums=sums,
        recall_sums=sums,
        true_neighbors=np.concatenate([true_sizes[true], true_sizes, np.zeros(n_pred)]),
        pred_neighbors=np.concatenate([pred_sizes[pred], np.zeros(n_true), pred_sizes]),
    )
