"""Sum terms over all pairs of cells of a matrix with many large biclusters.

`_cell_pairs` visits the pairs inside each predicted bicluster. In a matrix with many
large biclusters, a pair is then visited many times, in both orders of its rows. This
module visits each pair of row classes once, together with all pairs of column classes.

For each predicted bicluster of a pair of cells, `_SimilarityRanks` finds the largest
similarity with a true bicluster that contains both cells, for many pairs by one product
of matrices. The docstring of `_cell_pairs` defines the other words.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._all_cell_pairs import first_classes_with_progress
from ._merged_matrix import MergedMatrix, MergedMode

_CELLS_AT_ONCE = 2**18
_COLUMN_PAIRS_AT_ONCE = 2**13
# The exponents of floats of 32 bits are between -126 and 127. See `_SimilarityRanks`.
_MOST_RANKS = 120
_EXPONENT_OF_ONE = 127  # how the exponent 0 is stored
_BITS_OF_FRACTION = 23
# Floats of 32 bits are faster, and integers up to this one are exact in them.
_LARGEST_EXACT = 2**24

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


def sums_of_all_pairs(
    matrix: MergedMatrix, terms: list[Floats], similarity: Any = None
) -> list[Floats]:
    """Sum terms over the second cells of all pairs, for each class of first cells.

    A pair counts once for each predicted bicluster that contains both cells, so that
    the result is the same as if the pairs inside each bicluster were visited. Each
    array in `terms` has a term for every code ``N + base * M``, where N true and M
    predicted biclusters contain both cells.

    With `similarity`, a sparse array of shape (n_true, n_pred) in CSC format, a term is
    multiplied, for each predicted bicluster, by its similarity with the most similar
    true bicluster that contains both cells. There is an array of sums for each array of
    terms, in the shape of the merged matrix.
    """
    # For each predicted bicluster, groups of true biclusters, ranked by similarity.
    ranks: list[list[_SimilarityRanks]] = []
    if similarity is None:
        # This is M of each code, the number of predicted biclusters of a pair.
        pred_multiplicity = np.arange(len(terms[0])) // matrix.base
        terms = [term * pred_multiplicity for term in terms]
    else:
        ranks = [_ranks_of(similarity, pred) for pred in range(similarity.shape[1])]
    rows = matrix.rows
    columns = matrix.columns
    is_transposed = columns.n_classes > rows.n_classes
    if is_transposed:
        # All pairs of the second mode are in memory, so that it has fewer classes.
        rows, columns = columns, rows
    all_pairs = _AllPairs(rows, columns, matrix.base, ranks)
    totals = [np.zeros((rows.n_classes, columns.n_classes)) for _ in terms]
    sizes = rows.sizes.astype(float)
    for first_row in first_classes_with_progress(rows, matrix.advice_if_slow):
        for pairs in all_pairs.of_first_row(first_row):
            # The pair of a class with itself has one order, and others have two.
            is_other = pairs.second_rows > first_row
            for total, terms_of_codes in zip(totals, terms, strict=True):
                values = terms_of_codes.take(pairs.codes)
                if pairs.similarities is not None:
                    # They are summed over the predicted biclusters of each pair.
                    values *= pairs.similarities
                # (n_column_classes, n_second): Sums over the columns of second cells
                sums = pairs.sizes_of_partners @ values
                total[first_row] += sums @ sizes[pairs.second_rows]
                sums_of_others = sums[:, is_other].T
                total[pairs.second_rows[is_other]] += sizes[first_row] * sums_of_others
    if is_transposed:
        return [total.T for total in totals]
    return totals


class _ColumnPairs(NamedTuple):
    """Unordered pairs of column classes. A class with itself is a pair, too."""

    # (n_pairs, n_biclusters): 1 where a bicluster contains both classes.
    members: Floats32
    # (n_classes, n_pairs): In a pair with a class, the number of columns of the other
    # class, which is sparse.
    sizes_of_partners: Any


def _blocks_of_column_pairs(columns: MergedMode) -> Iterator[_ColumnPairs]:
    """Yield all unordered pairs of the classes of a mode, some pairs at a time.

    `sizes_of_partners` has, for each class in a pair, the size of the other class.
    """
    all_first, all_second = np.triu_indices(columns.n_classes)
    members = columns.members.toarray().astype(np.float32)
    for start in range(0, len(all_first), _COLUMN_PAIRS_AT_ONCE):
        first = all_first[start : start + _COLUMN_PAIRS_AT_ONCE]
        second = all_second[start : start + _COLUMN_PAIRS_AT_ONCE]
        pairs = np.arange(len(first))
        # A pair of a class with itself has one partner, and others have two.
        is_of_two = first < second
        sizes = [columns.sizes[second], columns.sizes[first[is_of_two]]]
        classes = [first, second[is_of_two]]
        pairs_of_classes = [pairs, pairs[is_of_two]]
        sizes_of_partners = sparse.csr_array(
            (
                np.concatenate(sizes).astype(float),
                (np.concatenate(classes), np.concatenate(pairs_of_classes)),
            ),
            shape=(columns.n_classes, len(pairs)),
        )
        yield _ColumnPairs(members[first] * members[second], sizes_of_partners)


class _WorkingArrays(NamedTuple):
    """Arrays that are written again for each predicted bicluster.

    If they were allocated for each predicted bicluster, the allocation would take
    longer than the computation.
    """

    sums: Floats32
    exponents: NDArray[np.intp]
    largest_similarities: Floats
    values: Floats

    @classmethod
    def of_length(cls, length: int) -> "_WorkingArrays":
        """Allocate arrays of one dimension, whose values are not set."""
        return cls(
            sums=np.empty(length, dtype=np.float32),
            exponents=np.empty(length, dtype=np.intp),
            largest_similarities=np.empty(length),
            values=np.empty(length),
        )

    def shaped(self, shape: tuple[int, int]) -> "_WorkingArrays":
        """Return views of the first items of all arrays in this shape.

        For each pair of cells, they store a sum of weights of true biclusters, its
        exponent, the largest similarity with these biclusters, and another value.
        """
        length = math.prod(shape)
        return _WorkingArrays(
            sums=self.sums[:length].reshape(shape),
            exponents=self.exponents[:length].reshape(shape),
            largest_similarities=self.largest_similarities[:length].reshape(shape),
            values=self.values[:length].reshape(shape),
        )


@dataclass(frozen=True, eq=False)
class _SimilarityRanks:
    """True biclusters, ranked by their similarity with a predicted bicluster.

    A true bicluster of rank r has the weight 4^r. The weights of all true biclusters
    that contain a pair of cells add up to at least the largest of these weights, and to
    less than twice the largest. Therefore, the exponent of the sum, which is a float,
    tells the largest similarity.
    """

    # (n_true,): The weight of each true bicluster, or 0 if it is not ranked here.
    weights: Floats32
    # (2 * 128,): The similarity of the rank that belongs to each exponent of a sum, as
    # the exponent is stored. It is 0 for the exponent of the sum 0.
    similarity_of_exponent: Floats

    def write_largest(self, arrays: _WorkingArrays, out: Floats) -> None:
        """Write the largest similarity for each sum of weights in `arrays.sums`."""
        exponents = np.right_shift(
            arrays.sums.view(np.int32), _BITS_OF_FRACTION, out=arrays.exponents
        )
        # All exponents are in range. With "clip", NumPy does not check this.
        self.similarity_of_exponent.take(exponents, mode="clip", out=out)


def _ranks_of(similarity: Any, pred: int) -> list[_SimilarityRanks]:
    """Rank the true biclusters that are similar to the predicted bicluster `pred`.

    The ranks are in groups of at most `_MOST_RANKS`, because the exponents of floats
    are limited. The largest similarity of a pair of cells is the largest over all
    groups. `similarity` is as in `sums_of_all_pairs`.
    """
    start, stop = similarity.indptr[pred : pred + 2]
    order = np.argsort(similarity.data[start:stop])
    true_biclusters = similarity.indices[start:stop][order]
    similarities = similarity.data[start:stop][order]
    groups = []
    for start_of_group in range(0, len(order), _MOST_RANKS):
        group = slice(start_of_group, start_of_group + _MOST_RANKS)
        n_ranks = len(similarities[group])
        # The weights are powers of 4, so that a sum of different weights has the
        # exponent of its largest weight. The exponents are centered at 0.
        exponents = 2 * (np.arange(n_ranks) - n_ranks // 2)
        weights = np.zeros(similarity.shape[0], dtype=np.float32)
        weights[true_biclusters[group]] = np.ldexp(np.float32(1), exponents)
        # A float of 32 bits stores its exponent in 8 bits.
        similarity_of_exponent = np.zeros(256)
        similarity_of_exponent[_EXPONENT_OF_ONE + exponents] = similarities[group]
        groups.append(_SimilarityRanks(weights, similarity_of_exponent))
    return groups


class _RankedPairs(NamedTuple):
    """Pairs of columns inside a predicted bicluster, with ranks of true biclusters."""

    # The position of the predicted bicluster among the biclusters that contain the
    # first row.
    position: int
    # (n_pairs,): The positions of the pairs in their block.
    column_pairs: NDArray[np.intp]
    # For each item of the ranks, of shape (n_pairs, n_true): The weights of the true
    # biclusters that contain the columns of a pair.
    weights: list[Floats32]
    ranks: list[_SimilarityRanks]


class _PairsOfCells(NamedTuple):
    """Pairs of classes of cells, with one class of first rows."""

    # (n_second,): The classes of the second rows, at or after the class of first rows.
    second_rows: NDArray[np.intp]
    # (n_column_classes, n_column_pairs): As in `_ColumnPairs`.
    sizes_of_partners: Any
    # (n_column_pairs, n_second): The codes of the pairs of cells.
    codes: NDArray[np.intp]
    # (n_column_pairs, n_second): The largest similarity of each predicted bicluster
    # that contains both cells, summed over these biclusters. None without ranks.
    similarities: Floats | None


class _AllPairs:
    """All pairs of classes of cells, for one class of first rows after the other."""

    def __init__(
        self,
        rows: MergedMode,
        columns: MergedMode,
        base: int,
        ranks: list[list[_SimilarityRanks]],
    ) -> None:
        """Take the classes, and `ranks`, which is empty if there is no similarity.

        Otherwise, `ranks` has the result of `_ranks_of` for each predicted bicluster. A
        code of a pair of cells is ``N + base * M``.
        """
        self._n_true = rows.n_true
        self._blocks = [*_blocks_of_column_pairs(columns)]
        self._row_members = rows.members.toarray().astype(np.float32)
        is_true = np.arange(rows.n_biclusters) < rows.n_true
        code_weights = np.where(is_true, 1, base)
        dtype: type[np.floating] = np.float32
        # The sum is the largest code, which must be exact.
        if code_weights.sum() > _LARGEST_EXACT:
            dtype = np.float64
        self._code_weights = code_weights.astype(dtype)
        self._ranks = ranks
        # At least one row is combined with all pairs of a block.
        most_pairs = max(len(block.members) for block in self._blocks)
        self._working_arrays = _WorkingArrays.of_length(max(_CELLS_AT_ONCE, most_pairs))

    def of_first_row(self, first_row: int) -> Iterator[_PairsOfCells]:
        """Yield pairs with a first row, and with second rows that are not before it.

        A row is a class of rows, given by its position.
        """
        for block in self._blocks:
            yield from self._of_block(first_row, block)

    def _of_block(self, first_row: int, block: _ColumnPairs) -> Iterator[_PairsOfCells]:
        """Yield pairs with a first row and with the pairs of columns of a block.

        A row is a class of rows, given by its position. The second rows are not before
        the first row, and each result has a few of them. `sizes_of_partners` has, for
        each class of columns in a pair, the number of columns in the other class.
        """
        # Only biclusters, true or predicted, that contain the first row contain any of
        # these pairs.
        biclusters = np.flatnonzero(self._row_members[first_row])
        # (n_column_pairs, n_selected_biclusters): 1 where both columns are contained.
        column_members = block.members[:, biclusters]
        # These are the parts of each bicluster in the code N + base * M, where a pair
        # of cells is in N true and M predicted biclusters.
        column_codes = column_members * self._code_weights[biclusters]
        has_similarity = len(self._ranks) > 0
        ranked_pairs = []
        if has_similarity:
            # For each predicted bicluster, its pairs of columns with their ranks.
            ranked_pairs = self._ranked_pairs(biclusters, column_members)
        n_rows = len(self._row_members)
        step = max(1, _CELLS_AT_ONCE // len(column_codes))
        for start in range(first_row, n_rows, step):
            second_rows = np.arange(start, min(start + step, n_rows))
            row_members = self._row_members[second_rows][:, biclusters].T
            codes = (column_codes @ row_members).astype(np.intp)
            similarities = None
            if has_similarity:
                similarities = np.zeros(codes.shape)
                _add_similarities(
                    similarities, ranked_pairs, row_members, self._working_arrays
                )
            yield _PairsOfCells(
                second_rows, block.sizes_of_partners, codes, similarities
            )

    def _ranked_pairs(
        self, biclusters: NDArray[np.intp], column_members: Floats32
    ) -> list[_RankedPairs]:
        """Return the pairs of columns in each predicted bicluster, with their ranks.

        `biclusters` are positions among all biclusters, of which the true ones come
        first. `column_members` has a row for each pair of columns, and a column for
        each of these biclusters.
        """
        n_true = int(np.searchsorted(biclusters, self._n_true))
        ranked_pairs = []
        for position in range(n_true, len(biclusters)):
            column_pairs = np.flatnonzero(column_members[:, position])
            # Groups of true biclusters, ranked by their similarity with this one. Each
            # has a weight for every true bicluster.
            ranks = self._ranks[int(biclusters[position]) - self._n_true]
            if not ranks:
                # No true bicluster is similar to the predicted one.
                continue
            true_members = column_members[column_pairs, :n_true]
            weights = [
                true_members * ranks_of_group.weights[biclusters[:n_true]]
                for ranks_of_group in ranks
            ]
            ranked_pairs.append(_RankedPairs(position, column_pairs, weights, ranks))
        return ranked_pairs


def _add_similarities(
    totals: Floats,
    ranked_pairs: list[_RankedPairs],
    row_members: Floats32,
    all_arrays: _WorkingArrays,
) -> None:
    """Add the largest similarity of each predicted bicluster to its pairs of cells.

    `totals` has the shape (n_column_pairs, n_second), and is changed. `row_members` has
    the shape (n_biclusters, n_second), and is 1 where a bicluster contains both rows.
    These are only the biclusters that contain the first row, the true ones first, and
    the position of a predicted bicluster is its row. `all_arrays` is memory that is
    written again.
    """
    for pairs in ranked_pairs:
        shape = (len(pairs.column_pairs), totals.shape[1])
        arrays = all_arrays.shaped(shape)
        n_true = pairs.weights[0].shape[1]
        # Rows outside the predicted bicluster have no similarity.
        members = row_members[:n_true] * row_members[pairs.position]
        # Each group of ranks gives a largest similarity. The largest of all is taken.
        largest = arrays.largest_similarities
        np.matmul(pairs.weights[0], members, out=arrays.sums)
        pairs.ranks[0].write_largest(arrays, out=largest)
        for weights, ranks in zip(pairs.weights[1:], pairs.ranks[1:], strict=True):
            np.matmul(weights, members, out=arrays.sums)
            ranks.write_largest(arrays, out=arrays.values)
            np.maximum(largest, arrays.values, out=largest)
        # This adds to `totals[pairs.column_pairs]` without allocating arrays.
        totals.take(pairs.column_pairs, axis=0, mode="clip", out=arrays.values)
        np.add(arrays.values, largest, out=arrays.values)
        totals[pairs.column_pairs] = arrays.values
