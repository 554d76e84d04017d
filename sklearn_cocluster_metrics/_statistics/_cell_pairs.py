"""Cells, and pairs of cells, by the biclusters that contain them; none is listed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .._structures._progress import warn_if_long, with_progress
from ._biclusters import Biclusters, Overlaps, group_equal_rows, ratio
from ._contingency import Counts, widened
from ._pairs import n_pairs_of_strata

_CELLS_AT_ONCE = 2**18
# Costs of a sparse product, for a covered cell, and of a product of arrays, for a cell
# and a bicluster; the unit is what an array takes for a cell in any case.
_COVERED_COST = 10
_BICLUSTER_COST = 1 / 75
PER_SECOND = 7e7  # of these units, on one core of a laptop
FEWER_HINT = "Fewer biclusters, or a sample of the rows and columns, take less."


@dataclass(frozen=True, eq=False)
class MatrixSide:
    """The rows, or the columns, in classes that are in the same biclusters."""

    # (n_classes,): Number of rows of each class
    counts: NDArray[np.int64]
    # (n_classes, n_biclusters): 1 where a bicluster contains a class; the true
    # biclusters come first
    members: Any
    # Number of true biclusters
    n_true: int

    @classmethod
    def of(cls, true: Any, pred: Any) -> "MatrixSide":
        """Merge equal rows, given the rows of the true and the pred biclusters."""
        rows, n_rows = np.concatenate([true.indices, pred.indices]), true.shape[1]
        n_unused = 0
        if len(rows) < n_rows:  # most may be in no bicluster
            used, rows = np.unique(rows, return_inverse=True)
            n_unused = n_rows - len(used)
        starts = np.append(true.indptr, pred.indptr[1:] + true.nnz)
        members = sparse.csc_array(
            (np.ones(len(rows), dtype=np.int64), rows, starts),
            shape=(n_rows - n_unused, len(starts) - 1),
        ).tocsr()
        first, of_row = group_equal_rows(members)
        counts, members = np.bincount(of_row, minlength=len(first)), members[first]
        if n_unused:
            counts = np.append(counts, n_unused)
            members.resize(len(counts), members.shape[1])
        return cls(counts, members, true.shape[0])

    @cached_property
    def of_biclusters(self) -> Any:
        """The transposed members: the classes in each bicluster."""
        return self.members.T.tocsr()

    def inside(self, bicluster: int) -> NDArray[np.integer]:
        """Return the classes in a bicluster, sorted."""
        start, stop = self.of_biclusters.indptr[bicluster : bicluster + 2]
        return np.asarray(self.of_biclusters.indices[start:stop])

    def of_side(self, own: slice) -> "MatrixSide":
        """Return the same classes, in some of the biclusters, all of them predicted."""
        return MatrixSide(self.counts, self.members[:, own], 0)


@dataclass(frozen=True, eq=False)
class MergedMatrix:
    """Classes of rows and of columns that are in the same biclusters of both sides."""

    rows: MatrixSide
    columns: MatrixSide

    @classmethod
    def of(cls, true: Biclusters, pred: Biclusters) -> "MergedMatrix":
        """Merge the equal rows and the equal columns of a matrix."""
        rows = MatrixSide.of(true.rows, pred.rows)
        columns = MatrixSide.of(true.columns, pred.columns)
        return cls(rows, columns)

    @property
    def n_cells(self) -> int:
        """Number of cells of the matrix."""
        return int(self.rows.counts.sum()) * int(self.columns.counts.sum())

    @property
    def base(self) -> int:
        """A number above the number of true biclusters that contain a cell."""
        return 1 + self.rows.n_true

    def tally(self) -> Counter[int]:
        """Count the cells by their codes ``N + base * M``.

        N and M are the numbers of true and of predicted biclusters that contain a cell.
        """
        rows, n_biclusters = self.rows.members, self.rows.members.shape[1]
        weights = np.where(np.arange(n_biclusters) < self.rows.n_true, 1, self.base)
        columns = scaled(self.columns.members, weights).T
        n_rows, n_columns = rows.shape[0], columns.shape[1]
        costs = rows @ np.bincount(columns.indices, minlength=n_biclusters)
        by_arrays = (1 + _BICLUSTER_COST * n_biclusters) * n_rows * n_columns
        by_cells = _COVERED_COST * int(costs.sum())
        what = "Counting the cells of biclusters that overlap in many ways"
        warn_if_long(min(by_cells, by_arrays) / PER_SECOND, what, FEWER_HINT)
        is_dense = by_cells > by_arrays
        columns = columns.tocsr()
        if is_dense:
            rows, columns = (a.toarray().astype(float) for a in (rows, columns))
            costs = np.full(n_rows, n_columns)
        tally: Counter[int] = Counter()
        of_rows, of_columns = (
            widened(self.rows.counts, self.n_cells),
            self.columns.counts,
        )
        for batch in batches(costs, _CELLS_AT_ONCE):
            code = rows[batch] @ columns
            if is_dense:
                code = code.astype(np.int64).ravel()
                counts = np.multiply.outer(of_rows[batch], of_columns).ravel()
            else:
                counts = of_rows[batch].repeat(np.diff(code.indptr))
                counts, code = counts * of_columns[code.indices], code.data
            tally.update(exact_tally(code, counts, self.n_cells))
        return tally

    @property
    def sides(self) -> "list[MergedMatrix]":
        """The same classes in the true, and in the predicted, biclusters alone."""
        of_true, of_pred = slice(self.rows.n_true), slice(self.rows.n_true, None)
        return [
            MergedMatrix(self.rows.of_side(own), self.columns.of_side(own))
            for own in (of_true, of_pred)
        ]


@dataclass(frozen=True, eq=False)
class MultiplicityCounts:
    """Numbers of cells by how many true and predicted biclusters contain them."""

    # (n_groups,): Numbers of true and of predicted biclusters that contain the
    # cells of a group
    true_multiplicity: NDArray[np.int64]
    pred_multiplicity: NDArray[np.int64]
    # Number of cells of each group; one group may be in no bicluster
    counts: list[int]

    @classmethod
    def of(cls, tally: Counter[int], n_cells: int, base: int) -> "MultiplicityCounts":
        """Arrange numbers of cells by their code; the others are in no bicluster."""
        tally[0] += n_cells - sum(tally.values())
        groups = sorted(code for code, count in tally.items() if count)
        pred, true = np.divmod(np.array(groups, dtype=np.int64), base)
        return cls(true, pred, [tally[code] for code in groups])

    def total(self, weights: NDArray[np.int64] | NDArray[np.bool_]) -> int:
        """Sum a weight of the groups over all cells."""
        pairs = zip(weights.tolist(), self.counts, strict=True)
        return sum(int(weight) * count for weight, count in pairs)

    @property
    def shared(self) -> int:
        """Number of cells covered on both sides."""
        return self.total((self.true_multiplicity > 0) & (self.pred_multiplicity > 0))

    @property
    def agreeing(self) -> int:
        """Number of cells in equally many biclusters of both sides, and in any."""
        true, pred = self.true_multiplicity, self.pred_multiplicity
        return self.total((true == pred) & (true > 0))

    @property
    def united(self) -> int:
        """Number of cells covered on at least one side."""
        return self.total((self.true_multiplicity > 0) | (self.pred_multiplicity > 0))

    @property
    def shared_repeated(self) -> int:
        """Size of the intersection of the two multisets of cells."""
        return self.total(np.minimum(self.true_multiplicity, self.pred_multiplicity))

    @property
    def united_repeated(self) -> int:
        """Size of the union of the two multisets of cells."""
        return self.total(np.maximum(self.true_multiplicity, self.pred_multiplicity))

    @property
    def true(self) -> int:
        """Number of cells that the true biclusters cover."""
        return self.total(self.true_multiplicity > 0)

    @property
    def pred(self) -> int:
        """Number of cells that the predicted biclusters cover."""
        return self.total(self.pred_multiplicity > 0)


def exact_tally(
    keys: NDArray[np.integer], counts: Counts, largest: int
) -> Counter[int]:
    """Sum the counts of each key, where no sum exceeds `largest`; none is rounded."""
    values = np.arange(int(keys.max(initial=0)) + 1)
    if len(values) > len(keys):
        values, keys = np.unique(keys, return_inverse=True)
    totals = exact_sums(keys, counts, len(values), largest)
    pairs = zip(values.tolist(), totals.tolist(), strict=True)
    return Counter({value: total for value, total in pairs if total})


def exact_sums(
    keys: NDArray[np.integer], counts: Counts, n_keys: int, largest: int
) -> Counts:
    """Sum the counts of the keys 0, 1, ..., where no sum exceeds `largest`."""
    sums = widened(np.zeros(n_keys, dtype=np.int64), largest)
    np.add.at(sums, keys, counts)
    return sums


def scaled(members: Any, weights: NDArray[Any]) -> Any:
    """Multiply each column of a sparse 0/1 matrix by a weight."""
    entries = weights[members.indices], members.indices, members.indptr
    return sparse.csr_array(entries, shape=members.shape)


def batches(costs: NDArray[Any], most: float) -> Iterator[slice]:
    """Cut into consecutive batches that cost at most this, or have a single element."""
    totals = np.cumsum(costs)
    start, spent = 0, 0.0
    while start < len(totals):
        stop = int(np.searchsorted(totals, spent + most, side="right"))
        stop = max(start + 1, stop)
        yield slice(start, stop)
        start, spent = stop, float(totals[stop - 1])


_PAIRS_AT_ONCE = 2**20  # of rows, times the number of biclusters

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
