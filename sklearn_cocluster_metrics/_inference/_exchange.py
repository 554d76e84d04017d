"""Draw differences of two scores by exchanging the labels of both predictions.

An entry (a row or a column) has a label in each of two predictions. If both predictions
err alike, the two labels could as well be exchanged, so that the observed difference
has the same distribution as the drawn ones. This holds in samples of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse

from .._metrics import ResolvedMetric
from .._statistics._contingency import ContingencyTable, Positions
from .._statistics._matching import best_pairs
from .._structures._labels import LabelCodes
from .._structures._progress import with_progress
from ._canonical_order import canonical_codes
from ._pair_index import SquaresOnly
from ._population_index import squares_of_population
from ._samples import TableOrSquares, compute_and_check_finite

_CELLS_AT_ONCE = 1 << 20

CountsOfModes = tuple[TableOrSquares, ...]
"""The counts of each mode in a draw, for one prediction."""


def differences_by_exchange(
    index: ResolvedMetric,
    counts_of_modes: Sequence[TableOrSquares],
    exchanges: Mapping[int, Exchange],
    *,
    n_draws: int,
) -> NDArray[np.float64]:
    """Draw absolute differences of two scores, with exchanged labels.

    `counts_of_modes` has the counts of each mode. `exchanges` has the exchange of each
    sampled mode, of which there is at least one, by its position. A mode without an
    exchange keeps its counts for both predictions. The draws are the same at every
    call. The result has the shape (n_draws,).
    """
    generator = RandomState(0)
    largest_n_cells = max(exchange.n_cells_of_draw for exchange in exchanges.values())
    n_at_once = max(1, _CELLS_AT_ONCE // largest_n_cells)

    def draw_both() -> Iterator[tuple[CountsOfModes, CountsOfModes]]:
        """Yield the counts of all modes of each draw, for both predictions."""
        for start in range(0, n_draws, n_at_once):
            n = min(n_at_once, n_draws - start)
            of_first: list[Sequence[TableOrSquares]] = []  # n counts of each mode
            of_second: list[Sequence[TableOrSquares]] = []
            for mode, counts in enumerate(counts_of_modes):
                first_counts: Sequence[TableOrSquares] = [counts] * n
                second_counts: Sequence[TableOrSquares] = [counts] * n
                if mode in exchanges:
                    first_counts, second_counts = exchanges[mode].draw(n, generator)
                of_first.append(first_counts)
                of_second.append(second_counts)
            first_draws = zip(*of_first, strict=True)
            second_draws = zip(*of_second, strict=True)
            yield from zip(first_draws, second_draws, strict=True)

    def compute(*counts_of_draw: TableOrSquares) -> float:
        return compute_and_check_finite(index, counts_of_draw)

    # Small samples have few different sums of squares, so that values are remembered;
    # tables differ, and are not kept.
    counts_pairs = index.declared.monotone_in == "squares"
    value_of = cache(compute) if counts_pairs else compute
    return np.array(
        [
            abs(value_of(*first_counts) - value_of(*second_counts))
            for first_counts, second_counts in with_progress(
                draw_both(), n_draws, "draws", advice=""
            )
        ]
    )


class Exchange:
    """Draw the tables of one mode if some entries exchange their two predictions.

    The clusters of both predictions are matched by the entries that they share,
    directly and through the true clusters, so that the labels of an entry can be
    compared. A cell of a table belongs to a true and a predicted cluster. Therefore, an
    entry has one cell in the table of each prediction. If an entry exchanges its
    predictions, it moves from its first cell to its second cell in the first table, and
    in the opposite direction in the second table.

    The labels belong to the same entries in the same order. If `counts_pairs` is True,
    sums of squares are drawn, otherwise tables. `groups` has the code of the group of
    each entry. If it is None, entries exchange one by one, and otherwise groups do.
    """

    def __init__(
        self,
        truth: LabelCodes,
        *,
        first: LabelCodes,
        second: LabelCodes,
        counts_pairs: bool,
        groups: Positions | None = None,
    ) -> None:
        clusterings = [labels.codes_from_zero() for labels in (truth, first, second)]
        canonical = canonical_codes(clusterings, groups)
        # (n_entries,): The code of the cluster of each entry, from 0
        true, first_codes, unmatched_codes = canonical.clusterings
        # Matched clusters of both predictions get the same code.
        second_codes = _recoded(true, first_codes, unmatched_codes)
        self.n_entries = len(true)
        self.counts_pairs = counts_pairs
        self.true_squares = int(np.sum(np.bincount(true) ** 2))
        # The number of codes that the predicted clusters of both predictions have
        self.n_pred = 1 + int(max(first_codes.max(), second_codes.max()))
        # (n_cells,): The cells that an entry has in either prediction, as numbers: true
        # cluster * n_pred + predicted cluster
        first_keys = true * self.n_pred + first_codes
        second_keys = true * self.n_pred + second_codes
        self.cells, cell_of_key = np.unique(
            np.append(first_keys, second_keys), return_inverse=True
        )
        n_cells = len(self.cells)
        cells_of_entries = cell_of_key.reshape(2, self.n_entries)
        first_cells, second_cells = cells_of_entries
        # (n_cells,): The entries of each cell, in either prediction
        self.first_counts = np.bincount(first_cells, minlength=n_cells)
        self.second_counts = np.bincount(second_cells, minlength=n_cells)
        # Cells that a draw has in memory; tables may have empty ones
        self.n_cells_of_draw = n_cells
        if not counts_pairs:
            self.n_cells_of_draw = (1 + int(true.max())) * self.n_pred
        # (n_cells, n_pred): 1 where a cell is in a predicted cluster
        self.pred_clusters_of_cells = sparse.csr_array(
            (np.ones_like(self.cells), (range(n_cells), self.cells % self.n_pred))
        )
        self.within_groups: _PairsWithinGroups | None = None
        if canonical.groups is None:
            self._set_moves_of_entries(cells_of_entries)
        else:
            self._set_moves_of_groups(cells_of_entries, true, canonical.groups)

    def _set_moves_of_entries(self, cells_of_entries: Positions) -> None:
        """Set the moves of single entries, and how many entries have each move.

        `cells_of_entries` has the shape (2, n_entries). It has the cell of each entry
        in the first and in the second prediction.
        """
        first_cells, second_cells = cells_of_entries
        # A move leads from the cell of an entry in the first prediction to another cell
        # in the second one. Entries with the same cell in both have no move.
        changing_cells = cells_of_entries[:, first_cells != second_cells]
        # (n_moves,): The number of entries that have each move
        distinct_moves, self.n_of_move = np.unique(
            changing_cells, axis=1, return_counts=True
        )
        # (n_moves, n_cells): -1 for the cell that a move leaves, 1 for its new cell
        n_moves = len(self.n_of_move)
        signs = np.repeat([-1, 1], n_moves)
        move_of_sign = np.tile(np.arange(n_moves), 2)
        self.moves = sparse.csr_array(
            (signs, (move_of_sign, distinct_moves.ravel())),
            shape=(n_moves, len(self.cells)),
        )

    def _set_moves_of_groups(
        self, cells_of_entries: Positions, true: Positions, groups: Positions
    ) -> None:
        """Set the moves if each group moves as a whole, with one move for each group.

        Set also the pairs of entries within groups, which do not count. For each entry,
        `cells_of_entries` has its cell in both predictions, `true` the code of its true
        cluster, and `groups` the code of its group.
        """
        n_groups = 1 + int(groups.max())
        ones = np.ones(self.n_entries, dtype=np.int64)
        # (n_groups, n_cells): The entries of each group, in each cell
        counts_of_groups = [
            sparse.csr_array((ones, (groups, cells)), shape=(n_groups, len(self.cells)))
            for cells in cells_of_entries
        ]
        first, second = counts_of_groups
        self.n_of_move = np.ones(n_groups, dtype=np.int64)
        # (n_groups, n_cells): The change of the counts of cells by the move of a group
        self.moves = second - first
        self.within_groups = _PairsWithinGroups(
            n_pairs=int(np.sum(np.bincount(groups) ** 2)),
            true=int(_squares_of_rows(sparse.csr_array((ones, (groups, true)))).sum()),
            joint=[_squares_of_rows(counts) for counts in counts_of_groups],
            pred=[
                _squares_of_rows(counts @ self.pred_clusters_of_cells)
                for counts in counts_of_groups
            ],
        )

    def draw(
        self, n_draws: int, generator: RandomState
    ) -> tuple[list[TableOrSquares], list[TableOrSquares]]:
        """Draw the sums of squares, or tables, of the first and second prediction.

        Each entry, or each group, exchanges its predictions with probability 1/2. With
        groups, the sums of squares are those of a population with the shares of the
        pairs between groups. Each list has `n_draws` elements.
        """
        # (n_draws, n_moves): The number of entries with each move that exchange
        n_moved = generator.binomial(
            self.n_of_move, 0.5, (n_draws, len(self.n_of_move))
        )
        # (n_draws, n_cells): The changes of the first counts. The moves are a sparse
        # array of shape (n_moves, n_cells), but this product is dense.
        changes = n_moved @ self.moves
        first_counts = self.first_counts + changes
        second_counts = self.second_counts - changes
        if not self.counts_pairs:
            return list(self._tables(first_counts)), list(self._tables(second_counts))
        if self.within_groups is None:
            return list(self._squares(first_counts)), list(self._squares(second_counts))
        # A group that has moved has its second clusters in the first table, and its
        # first clusters in the second table.
        return (
            list(self._squares_between_groups(first_counts, n_moved)),
            list(self._squares_between_groups(second_counts, 1 - n_moved)),
        )

    def _squares(self, counts: NDArray[np.int64]) -> Iterator[SquaresOnly]:
        """Yield the sums of squares of tables.

        A row of `counts` has the counts of all cells of a table.
        """
        joint_squares = np.sum(counts**2, axis=1).tolist()
        pred_sizes = counts @ self.pred_clusters_of_cells
        pred_squares = np.sum(pred_sizes**2, axis=1).tolist()
        for joint, pred in zip(joint_squares, pred_squares, strict=True):
            yield SquaresOnly.of(
                self.n_entries, joint=joint, true=self.true_squares, pred=pred
            )

    def _squares_between_groups(
        self, counts: NDArray[np.int64], has_second: NDArray[np.int64]
    ) -> Iterator[SquaresOnly]:
        """Yield sums of squares of a population, from the pairs between groups.

        For each draw, a very large population has the same shares of pairs together as
        the pairs of entries of different groups. `counts` has the counts of all cells
        in each draw. `has_second` has the shape (n_draws, n_groups) and is 1 for groups
        in their clusters of the second prediction.
        """
        within = self.within_groups
        assert within is not None
        # Sums of squares count ordered pairs, also the pairs of an entry with itself.
        n_pairs = self.n_entries**2 - within.n_pairs
        joint_pairs = np.sum(counts**2, axis=1)
        joint_pairs -= within.drawn(within.joint, has_second)
        pred_sizes = counts @ self.pred_clusters_of_cells
        pred_pairs = np.sum(pred_sizes**2, axis=1)
        pred_pairs -= within.drawn(within.pred, has_second)
        true_share = (self.true_squares - within.true) / n_pairs
        for joint, pred in zip(joint_pairs.tolist(), pred_pairs.tolist(), strict=True):
            yield squares_of_population(joint / n_pairs, true_share, pred / n_pairs)

    def _tables(self, counts: NDArray[np.int64]) -> Iterator[ContingencyTable]:
        """Yield tables. A row of `counts` has the counts of all cells of a table."""
        rows, columns = np.divmod(self.cells, self.n_pred)
        true_labels = np.arange(1 + rows.max())
        for counts_of_table in counts:
            # Predicted clusters without entries are left out.
            is_nonzero = counts_of_table > 0
            pred_labels, column = np.unique(columns[is_nonzero], return_inverse=True)
            table = sparse.csr_array(
                (counts_of_table[is_nonzero], (rows[is_nonzero], column))
            )
            yield ContingencyTable._from_counts(table, true_labels, pred_labels)


@dataclass(frozen=True, eq=False)
class _PairsWithinGroups:
    """Hold the numbers of ordered pairs of entries that are in one group.

    A pair may have the same entry twice.
    """

    # All of them, and those together in a true cluster
    n_pairs: int
    true: int
    # For each prediction, the pairs in each group that are together in a cell and in a
    # predicted cluster
    joint: Sequence[NDArray[np.int64]]
    pred: Sequence[NDArray[np.int64]]

    def drawn(
        self, pairs: Sequence[NDArray[np.int64]], has_second: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Sum the pairs over the groups.

        `pairs` has the pairs in each group for the first and for the second prediction.
        `has_second` has the shape (n_draws, n_groups) and is 1 for groups that count
        with the pairs of the second prediction. The result has the shape (n_draws,).
        """
        first, second = pairs
        return np.asarray(first.sum() + has_second @ (second - first))


def _squares_of_rows(counts: sparse.csr_array) -> NDArray[np.int64]:
    """Return the sum of the squares of each row."""
    return np.asarray(counts.multiply(counts).sum(axis=1), dtype=np.int64).ravel()


def _recoded(true: Positions, first: Positions, second: Positions) -> Positions:
    """Return the codes of the second prediction, matched with those of the first.

    All three arrays have the code of each entry, counted from 0. A cluster of the
    second prediction that matches a cluster of the first gets the same code. The other
    clusters get codes that the first prediction does not have.
    """
    ones = np.ones(len(true))
    true_with_first = sparse.csr_array((ones, (true, first)))
    shares_of_true = 1 / np.bincount(true)[true]
    true_with_second = sparse.csr_array((shares_of_true, (true, second)))
    directly_shared = sparse.csr_array((ones, (first, second)))
    # For each pair of a first and a second cluster, the entries that they share, and
    # the mean number that they would share if the entries of each true cluster were
    # exchanged at random
    shared = (directly_shared + true_with_first.T @ true_with_second).tocoo()
    # Clusters are matched one to one, so that matched clusters share most in total.
    matched = best_pairs(shared.row, shared.col, shared.data)
    first_new_code = 1 + first.max()
    code_of_cluster: Positions = np.arange(1 + second.max()) + first_new_code
    code_of_cluster[shared.col[matched]] = shared.row[matched]
    return code_of_cluster[second]
