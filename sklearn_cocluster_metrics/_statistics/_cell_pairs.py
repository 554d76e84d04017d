"""Pairs of cells by the biclusters that contain both, without listing the pairs.

Inside a bicluster, the rows and the columns are paired separately. Pairs in the same
biclusters are merged, and every merged pair of rows is combined with every merged pair
of columns. A pair of cells is therefore met in each bicluster that contains both.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._structures._progress import with_progress
from ._biclusters import Biclusters, group_equal_rows
from ._contingency import widened
from ._merged_matrix import (
    FEWER_HINT,
    MatrixSide,
    MergedMatrix,
    exact_sums,
    exact_tally,
)
from ._overlaps import Overlaps, ratio
from ._pairs import n_pairs_of_strata

_PAIRS_AT_ONCE = 2**20  # of rows, times the number of biclusters
_CELLS_AT_ONCE = 2**18

Floats = NDArray[np.float64]


class PairsOfRows(NamedTuple):
    """Ordered pairs of rows, or of columns, inside a bicluster, in classes."""

    # (n_first,): Classes of the first rows of the pairs
    first: NDArray[np.integer]
    # (n_classes, n_biclusters): 1 where a bicluster contains both rows
    sets: NDArray[np.int64]
    # (n_classes,): Number of pairs, and how many of them are a row with itself
    counts: NDArray[np.int64]
    n_same: NDArray[np.int64]
    # (n_classes, n_first): With how many rows a first row makes a pair of a class
    partners: NDArray[Any]


class PairsInside(NamedTuple):
    """Pairs of cells inside a predicted bicluster."""

    bicluster: int
    rows: PairsOfRows
    columns: PairsOfRows
    # Number of true biclusters, which come first
    n_true: int

    def codes(self) -> Iterator[tuple[slice, NDArray[np.int64]]]:
        """Yield some classes of pairs of rows, and the codes of the pairs of cells.

        They are those of `MergedMatrix.tally`, of the biclusters with both cells.
        """
        rows, columns = self.rows.sets, self.columns.sets
        used = np.asarray(rows.any(axis=0) & columns.any(axis=0))
        weights = np.where(np.arange(len(used)) < self.n_true, 1.0, 1 + self.n_true)
        columns = (columns[:, used] * weights[used]).T
        step = max(1, _CELLS_AT_ONCE // max(1, columns.shape[1]))
        for start in range(0, len(rows), step):
            some = slice(start, start + step)
            yield some, (rows[some, used] @ columns).astype(np.int64)

    def tally(
        self, of_rows: NDArray[np.int64], of_columns: NDArray[np.int64]
    ) -> Counter[int]:
        """Count pairs by their codes, from the counts of both classes."""
        tally: Counter[int] = Counter()
        most = int(of_rows.sum()) * int(of_columns.sum())
        for some, code in self.codes():
            counts = np.multiply.outer(widened(of_rows[some], most), of_columns)
            tally.update(exact_tally(code.ravel(), counts.ravel(), most))
        return tally


def pairs_inside(matrix: MergedMatrix) -> Iterator[PairsInside]:
    """Yield the pairs in each predicted bicluster, a few first cells at a time.

    Pairs that share no true bicluster are left out, if there are any of these.
    """
    n_true, n_biclusters = matrix.rows.n_true, matrix.rows.members.shape[1]
    pairs = (
        PairsInside(own, rows, columns, n_true)
        for own in range(n_true, n_biclusters)
        for rows in _pairs_of_rows(matrix.rows, own)
        for columns in _pairs_of_rows(matrix.columns, own)
    )
    n_rows, n_columns = (
        np.diff(side.of_biclusters.indptr)[n_true:].astype(float)
        for side in (matrix.rows, matrix.columns)
    )
    return with_progress(
        pairs,
        int(n_rows @ n_columns),
        "different cells of biclusters",
        size=lambda part: len(part.rows.first) * len(part.columns.first),
        cure=FEWER_HINT,
    )


def _pairs_of_rows(side: MatrixSide, own: int) -> Iterator[PairsOfRows]:
    """Yield the pairs of rows in a bicluster, a few first rows at a time."""
    rows = side.inside(own)
    sets, numbers = side.members[rows].toarray(), side.counts[rows]
    most = int(numbers.sum()) ** 2
    in_true = sets[:, : side.n_true].astype(float)
    step = max(1, _PAIRS_AT_ONCE // max(1, sets.size))
    for start in range(0, len(rows), step):
        first = slice(start, start + step)
        n_first = len(rows[first])
        is_kept = np.ones((n_first, len(rows)), dtype=bool)
        if side.n_true:
            is_kept = in_true[first] @ in_true.T > 0
        one, other = np.nonzero(is_kept)
        of_one, of_other = numbers[first][one], numbers[other]
        both = sets[first][one] * sets[other]
        kept, of_pair = group_equal_rows(both)
        counts, n_same = (
            exact_sums(of_pair, n_pairs, len(kept), most)
            for n_pairs in (of_one * of_other, of_one * (one + start == other))
        )
        places = of_pair * n_first + one
        partners = np.bincount(places, of_other.astype(float), len(kept) * n_first)
        by_class = partners.reshape(len(kept), n_first)
        yield PairsOfRows(rows[first], both[kept], counts, n_same, by_class)


def tally_of_pairs(matrix: MergedMatrix) -> Counter[int]:
    """Count the ordered pairs of cells that share a bicluster of each side."""
    tally: Counter[int] = Counter()
    for pairs in pairs_inside(matrix):
        tally.update(pairs.tally(pairs.rows.counts, pairs.columns.counts))
    # A pair was met in each of its M predicted biclusters.
    return Counter({code: n // (code // matrix.base) for code, n in tally.items()})


def pair_multiplicities(biclusters: Biclusters) -> tuple[Counter[int], ...]:
    """Count the pairs of cells of each stratum by how many biclusters contain both.

    The strata are in the order of `n_pairs_of_strata`: pairs in one column, in one row,
    in neither. Pairs that no bicluster contains are left out. Biclusters that share no
    cell with others are counted by their extents.
    """
    tallies: tuple[Counter[int], ...] = (Counter(), Counter(), Counter())
    of, _, _ = Overlaps(biclusters, biclusters).sharing_pairs
    n_sharing = np.bincount(of, minlength=biclusters.n_biclusters)
    distinct, which = biclusters.take(n_sharing == 1).extents  # each with itself
    n_alike = np.bincount(which).tolist()
    for extent, n in zip(distinct.tolist(), n_alike, strict=True):
        for tally, n_pairs in zip(tallies, n_pairs_of_strata(extent), strict=True):
            tally[1] += 2 * n * n_pairs
    others = biclusters.take(n_sharing > 1)
    matrix = MergedMatrix.of(others.take(slice(0)), others)
    for pairs in pairs_inside(matrix):
        same_row, same_column = pairs.rows.n_same, pairs.columns.n_same
        two_rows, two_columns = (
            side.counts - side.n_same for side in (pairs.rows, pairs.columns)
        )
        tallies[0].update(pairs.tally(two_rows, same_column))
        tallies[1].update(pairs.tally(same_row, two_columns))
        tallies[2].update(pairs.tally(two_rows, two_columns))
    return tuple(
        Counter({code: n // (2 * code) for code, n in tally.items()})
        for tally in tallies
    )


class NeighborSums(NamedTuple):
    """Sums over the second cells y of the pairs (x, y), for some cells x."""

    # Number of cells x with the same sums
    counts: Any
    # Numbers N and M of true and of predicted biclusters that contain x
    true: Any
    pred: Any
    # Sums of min(N, M) / M and of min(N, M) / N, of the biclusters with both cells,
    # each times the mean similarity of the predicted ones
    precision: Any
    recall: Any
    # Numbers of cells that share a true, and a predicted, bicluster with x
    true_neighbors: Any
    pred_neighbors: Any


def neighbor_sums(matrix: MergedMatrix, similarity: Any) -> NeighborSums:
    """Sum over the pairs of cells, for all different cells.

    Parameters
    ----------
    matrix : MergedMatrix
        The matrix.
    similarity : sparse array of shape (n_true, n_pred), or None
        The similarity of biclusters that share cells, in CSC format. That of a
        predicted bicluster is that with the most similar true one with both cells. If
        None, all are 1.
    """
    sides = matrix.sides
    numbers = [np.arange(1 + side.rows.members.shape[1]) for side in sides]
    true, pred = (
        np.tile(numbers[0], len(numbers[1])),
        np.repeat(numbers[1], matrix.base),
    )
    least = np.minimum(true, pred)
    # A pair is met in each of its M predicted biclusters.
    terms = [ratio(least, pred**2), ratio(least, true * pred)]
    return NeighborSums(
        np.multiply.outer(matrix.rows.counts.astype(float), matrix.columns.counts),
        *((side.rows.members @ side.columns.members.T).toarray() for side in sides),
        *_sums_inside(matrix, terms, similarity),
        *(
            _sums_inside(side, [ratio(1, n)])[0]
            for side, n in zip(sides, numbers, strict=True)
        ),
    )


def _sums_inside(
    matrix: MergedMatrix, terms: list[Floats], similarity: Any = None
) -> list[Floats]:
    """Sum terms, given by code, over the pairs in each predicted bicluster."""
    shape = len(matrix.rows.counts), len(matrix.columns.counts)
    totals = [np.zeros(shape) for _ in terms]
    for pairs in pairs_inside(matrix):
        rows, columns = pairs.rows, pairs.columns
        for some, code in pairs.codes():
            weights = 1 if similarity is None else _largest(pairs, some, similarity)
            for total, values in zip(totals, terms, strict=True):
                of_rows = (values[code] * weights) @ columns.partners
                sums = rows.partners[some].T @ of_rows
                total[rows.first[:, None], columns.first] += sums
    return totals


def _largest(pairs: PairsInside, some: slice, similarity: Any) -> Floats:
    """Return the similarity of the most similar true bicluster with both cells."""
    rows, columns = pairs.rows.sets[some], pairs.columns.sets
    largest = np.zeros((len(rows), len(columns)))
    own = pairs.bicluster - pairs.n_true
    entries = slice(*similarity.indptr[own : own + 2])
    others, values = similarity.indices[entries], similarity.data[entries]
    for k in np.argsort(values).tolist():  # larger ones replace smaller ones
        in_rows, in_columns = (
            np.flatnonzero(sets[:, others[k]]) for sets in (rows, columns)
        )
        largest[in_rows[:, None], in_columns] = values[k]
    return largest


def neighbor_sums_of_disjoint(overlaps: Overlaps, similarity: Any) -> NeighborSums:
    """Sum over the pairs of cells, if the biclusters of each side are disjoint.

    The cells that two biclusters share are then neighbors on both sides. `similarity`
    is that of `overlaps.sharing_pairs`, or None.
    """
    true, pred, shared = overlaps.sharing_pairs
    shared = shared.astype(float)
    of_true, of_pred = (
        side.sizes.astype(float) for side in (overlaps.true, overlaps.pred)
    )
    lengths = len(shared), len(of_true), len(of_pred)
    alone_in_true = of_true - np.bincount(true, shared, len(of_true))
    alone_in_pred = of_pred - np.bincount(pred, shared, len(of_pred))
    sums = np.zeros(sum(lengths))
    sums[: len(shared)] = shared if similarity is None else shared * similarity
    return NeighborSums(
        np.concatenate([shared, alone_in_true, alone_in_pred]),
        np.repeat([1, 1, 0], lengths),
        np.repeat([1, 0, 1], lengths),
        sums,
        sums,
        np.concatenate([of_true[true], of_true, np.zeros(len(of_pred))]),
        np.concatenate([of_pred[pred], np.zeros(len(of_true)), of_pred]),
    )
