"""Draw populations from which a sample may come, by weighting its entries.

The entries of a sample (its rows or its columns) have random weights, as in a Bayesian
bootstrap (Rubin 1981). The weighted shares of the pairs of two different entries are
then the shares of a population. However, a combination of labels that no entry has gets
no weight. Therefore, one entry is added to the sample, as exact limits of a proportion
add a success or a failure. For a lower limit, the added entry gets the labels that
lower the quantity most. For an upper limit, it gets the labels that raise the quantity
most.

Entries that depend on each other are in groups. A group has one weight, only entries
from different groups are paired, and the entry that is added is a group.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse

from .._statistics._contingency import ContingencyTable, Positions, Tables
from .._structures._labels import LabelCodes
from .._structures._modes import ComparedModes
from .._structures._progress import with_progress
from ._canonical_order import canonical_clusters, canonical_codes, intersections
from ._pair_index import SquaresOnly
from ._population_index import Floats, PairShares, squares_of_population
from ._samples import TableOrSquares

Clusterings = tuple[int, ...]
"""Some of the clusterings of a mode: 0 is the true one, predictions follow."""

_TRUE: Clusterings = (0,)
_NONE: Clusterings = ()  # every pair is together in all of no clusterings
# Places for an added entry that are compared: it goes to a new cluster, or one of the
# largest, of every clustering.
_MOST_PLACES = 1 << 16
_WEIGHTS_AT_ONCE = 1 << 20
_WEIGHTS_IN_FIVE_SECONDS = 10**8
_FEWEST_BLOCKS = 4  # of draws, so that the first ones tell how long the others take


@dataclass(frozen=True, eq=False)
class Piece:
    """Describe a part of the added entry by its share of the weight, and its clusters.

    A piece has a cluster in each clustering. The number of a new cluster is the number
    of observed clusters.
    """

    share: float
    clusters: tuple[int, ...]


class SampledEntries:
    """Count the entries of a sampled mode by cells.

    A cell contains the entries that have the same labels in the true clustering and in
    each prediction. An index needs several combinations of clusterings, such as the
    true clustering and a prediction. Entries share a cluster of a combination if they
    share a cluster in all its clusterings.
    """

    def __init__(
        self,
        clusters: NDArray[np.intp],
        counts: NDArray[np.int64],
        counts_of_groups: sparse.csr_array | None = None,
        canonical_groups: Positions | None = None,
    ) -> None:
        """Take the clusters of the cells, and the counts of entries.

        `clusters` has the cluster of each cell in each clustering, of shape
        (n_clusterings, n_cells). The true clustering comes first, and the clusters are
        numbered as in `canonical_clusters`, the largest first. `counts` has the number
        of entries in each cell. If the entries are in groups, `counts_of_groups` has
        the entries of each group in each cell, of shape (n_groups, n_cells), and
        `canonical_groups` has, for each group of the caller, its row in this array.
        """
        order = np.lexsort(clusters[::-1])  # the draws depend on the order of the cells
        self.clusters = clusters[:, order]
        self.counts = counts[order]
        self.counts_of_groups = None
        self.canonical_groups = canonical_groups
        if counts_of_groups is not None:
            self.counts_of_groups = counts_of_groups[:, order]
        # For each clustering, the number of its clusters
        self.n_clusters = [1 + int(labels.max()) for labels in self.clusters]
        # For one prediction, the combinations are (), (0,), (1,) and (0, 1).
        predictions = range(1, len(clusters))
        self.combinations: list[Clusterings] = [_NONE, _TRUE]
        for prediction in predictions:
            self.combinations += [(prediction,), (0, prediction)]
        # (n_cells,) for each combination: the number of the cluster of each cell
        self.cluster_of_cell = {
            combination: self._number(combination) for combination in self.combinations
        }

    @classmethod
    def of_table(cls, table: ContingencyTable) -> SampledEntries:
        """Take the cells of a table, whose entries are independent."""
        rows, columns, counts = table.nonzero
        return cls(canonical_clusters(np.array([rows, columns]), counts), counts)

    @classmethod
    def of_labels(
        cls, labels: Sequence[LabelCodes], groups: Positions | None = None
    ) -> SampledEntries:
        """Count the entries by their labels, and by their groups.

        The true labels come first. If there are groups, `groups` has the number of the
        group of each entry. Clusters and groups are numbered by their counts, so that
        the draws do not depend on the names of labels.
        """
        codes = canonical_codes([side.codes_from_zero() for side in labels], groups)
        cell_of_entry = intersections(codes.clusterings)
        _, entry_of_cell, counts = np.unique(
            cell_of_entry, return_index=True, return_counts=True
        )
        clusters = codes.clusterings[:, entry_of_cell]
        if groups is None or codes.groups is None:
            return cls(clusters, counts)
        ones = np.ones(len(groups))
        counts_of_groups = sparse.csr_array((ones, (codes.groups, cell_of_entry)))
        _, entry_of_group = np.unique(groups, return_index=True)
        canonical_groups = codes.groups[entry_of_group]
        return cls(clusters, counts, counts_of_groups, canonical_groups)

    def _number(self, combination: Clusterings) -> Positions:
        """Number the clusters of a combination, and return the number of each cell."""
        if combination == _NONE:
            return np.zeros(len(self.counts), dtype=np.intp)
        return intersections(self.clusters[list(combination)])

    @cached_property
    def typical_group_size(self) -> float:
        """Mean number of entries in the group of a random entry, 1 without groups.

        The entry is drawn from all entries, so that large groups are more likely. The
        group that is added to the sample has this number of entries. `counts_of_groups`
        has the shape (n_groups, n_cells).
        """
        if self.counts_of_groups is None:
            return 1.0
        sizes = self.counts_of_groups.sum(axis=1)
        return float(np.sum(sizes.astype(float) ** 2) / np.sum(sizes))

    @property
    def n_weights(self) -> int:
        """Number of random weights of a draw, one for each cell and each group."""
        n_cells = len(self.counts)
        if self.counts_of_groups is None:
            return n_cells
        n_groups: int = self.counts_of_groups.shape[0]
        return n_groups + n_cells

    @cached_property
    def _memberships(self) -> dict[Clusterings, sparse.csr_array]:
        """For each combination, an array that is 1 for each cell in its cluster.

        The arrays have the shape (n_cells, n_clusters).
        """
        cells = np.arange(len(self.counts))
        return {
            combination: sparse.csr_array((np.ones(len(cells)), (cells, numbers)))
            for combination, numbers in self.cluster_of_cell.items()
        }

    @cached_property
    def _pairs_in_groups(self) -> dict[Clusterings, Floats]:
        """For each combination of clusterings, the number of pairs in each group.

        The pairs are ordered, share a cluster of the combination, and include each
        entry with itself. The arrays have the shape (n_groups,), in the order of the
        rows of `counts_of_groups`.
        """
        assert self.counts_of_groups is not None
        pairs = {}
        for combination, membership in self._memberships.items():
            # (n_groups, n_clusters): the entries of each group in each cluster
            counts = (self.counts_of_groups @ membership).astype(float)
            pairs[combination] = np.asarray(counts.multiply(counts).sum(axis=1)).ravel()
        return pairs

    @cached_property
    def observed(self) -> WeightedEntries:
        """The entries of the sample, each with the weight 1, as a single draw."""
        counts = self.counts[np.newaxis].astype(float)
        if self.counts_of_groups is None:
            # Each entry with itself is excluded.
            excluded = {key: counts.sum(axis=1) for key in self.combinations}
        else:
            # All pairs of entries of one group are excluded.
            excluded = {
                key: np.sum(pairs, keepdims=True)
                for key, pairs in self._pairs_in_groups.items()
            }
        return self._weighted(counts, excluded)

    def squares_without_groups(self) -> Iterator[SquaresOnly]:
        """Yield, for each group, the counts of the pairs between the other groups.

        This is a jackknife, which leaves out each group once. The counts are sums of
        squares of a very large population with the shares of these pairs. There must be
        a single prediction, and at least three groups. The groups are in the order of
        the caller, because the scores of two predictions are subtracted group by group,
        whereas each has canonical groups of its own.

        `counts_of_groups` is a sparse array with the entries of each group in each
        cell. A membership is a sparse array that is 1 for each cell in its cluster.
        """
        assert self.counts_of_groups is not None
        assert self.canonical_groups is not None
        pairs = {}
        # The combinations are (), which has all pairs, (0,), (1,) and (0, 1).
        for combination, membership in self._memberships.items():
            counts = (self.counts_of_groups @ membership).astype(float)
            # The observed entries are a single draw.
            sums = self.observed.sums[combination][0]
            # Ordered pairs of the group's entries with those of other groups
            with_others = counts @ sums - self._pairs_in_groups[combination]
            # The observed pairs are between groups, and have both orders.
            pairs_without = self.observed.pairs[combination] - 2 * with_others
            pairs[combination] = pairs_without[self.canonical_groups]
        shares = shares_of_prediction(pairs, 1)
        shares_of_groups = zip(
            shares.both.tolist(),
            shares.true.tolist(),
            shares.pred.tolist(),
            strict=True,
        )
        for both, true, pred in shares_of_groups:
            yield squares_of_population(both, true, pred)

    def draw(self, n_draws: int, generator: RandomState) -> WeightedEntries:
        """Draw exponential weights of the entries or of the groups, `n_draws` times.

        Every entry of a group has the weight of the group. The weights of the entries
        of a cell are added.
        """
        if self.counts_of_groups is None:
            # The weight w of a cell with n entries has a gamma distribution. The sum of
            # the squared weights of these entries is replaced by its mean, given w,
            # which is 2 w^2 / (n + 1).
            shape = (n_draws, len(self.counts))
            weights = generator.standard_gamma(self.counts, size=shape)
            squares = weights**2 @ (2 / (self.counts + 1))
            return self._weighted(weights, dict.fromkeys(self.combinations, squares))
        shape = (n_draws, self.counts_of_groups.shape[0])
        weights_of_groups = generator.standard_exponential(shape)
        squares = weights_of_groups**2
        return self._weighted(
            weights_of_groups @ self.counts_of_groups,
            {key: squares @ pairs for key, pairs in self._pairs_in_groups.items()},
        )

    def _weighted(
        self, weights: Floats, excluded: Mapping[Clusterings, Floats]
    ) -> WeightedEntries:
        """Sum the weights of cells, of shape (n_draws, n_cells), by clusters.

        The weight of a cell is the sum of the weights of its entries. The result has
        sums for every combination of clusterings, such as the true clustering and a
        prediction. `_memberships` has, for each combination, a sparse array that is 1
        for each cell in its cluster, of shape (n_cells, n_clusters).

        An entry is not paired with itself, or with entries of its group. `excluded` has
        the sum of the products of the weights over these pairs, for each combination
        and each draw.
        """
        sums = {
            combination: np.asarray(weights @ membership)
            for combination, membership in self._memberships.items()
        }
        pairs = {
            combination: np.sum(sums[combination] ** 2, axis=1) - excluded[combination]
            for combination in self.combinations
        }
        return WeightedEntries(self, sums, pairs)

    def cluster_of(self, piece: Piece, combination: Clusterings) -> int:
        """Return the number of the cluster of a combination that a piece joins.

        It is the cluster of the cells that have the cluster of the piece in every
        clustering of the combination. The number is -1 if there is no such cell.
        """
        is_in_cluster = np.ones(len(self.counts), dtype=bool)
        for clustering in combination:
            cluster = piece.clusters[clustering]
            is_in_cluster &= self.clusters[clustering] == cluster
        cells = np.flatnonzero(is_in_cluster)
        return int(self.cluster_of_cell[combination][cells[0]]) if len(cells) else -1


@dataclass(frozen=True, eq=False)
class WeightedEntries:
    """Hold sums of the weights of the entries of a mode, for several draws.

    For each combination of clusterings, `sums` has the sum of the weights in each
    cluster, of shape (n_draws, n_clusters). `pairs` has the sum of the products of both
    weights over the ordered pairs that share a cluster, of shape (n_draws,).
    """

    entries: SampledEntries
    sums: Mapping[Clusterings, Floats]
    pairs: Mapping[Clusterings, Floats]

    def pairs_with(
        self, pieces: Sequence[Piece], weights: Floats
    ) -> dict[Clusterings, Floats]:
        """Add an entry in pieces, and return the sums over the pairs.

        `weights` has the weight of the added entry in each draw. A piece of the entry
        forms two ordered pairs with each entry in its cluster, and also with each
        earlier piece in its cluster.
        """
        pairs = {}
        for combination in self.entries.combinations:
            total = self.pairs[combination].copy()
            for position, piece in enumerate(pieces):
                cluster = self.entries.cluster_of(piece, combination)
                sum_of_cluster = np.zeros(len(total))
                if cluster >= 0:
                    sum_of_cluster += self.sums[combination][:, cluster]
                for former_piece in pieces[:position]:
                    if _are_together(piece, former_piece, combination):
                        sum_of_cluster += former_piece.share * weights
                total += 2 * piece.share * weights * sum_of_cluster
            pairs[combination] = total
        return pairs


def _are_together(first: Piece, second: Piece, combination: Clusterings) -> bool:
    """Return whether two pieces share a cluster of a combination."""
    return all(first.clusters[key] == second.clusters[key] for key in combination)


def shares_of_prediction(
    pairs: Mapping[Clusterings, Floats], prediction: int
) -> PairShares:
    """Return the shares of pairs of the truth and a prediction.

    `pairs` has the sum over the ordered pairs of each combination, in an array of any
    shape, which the shares have, too. `prediction` is 1 for the first prediction.
    """
    n_pairs = pairs[_NONE]
    return PairShares.of_population(
        both=pairs[0, prediction] / n_pairs,
        true=pairs[_TRUE] / n_pairs,
        pred=pairs[prediction,] / n_pairs,
    )


SharesOfModes = Sequence[PairShares]
Quantity = Callable[[Sequence[SharesOfModes]], Floats]
"""A function of the shares of all modes, for each prediction, such as an index."""

Placement = Mapping[int, Sequence[Piece]]
"""For each sampled mode, the pieces of the entry that is added to it."""


@dataclass(frozen=True, eq=False)
class Populations:
    """Draw populations from which a sample may come, and compute a quantity of each.

    A mode that is not a sample has the same shares in all populations.
    """

    quantity: Quantity
    sampled: Mapping[int, SampledEntries]
    # For each prediction, the tables of all modes
    tables_of_predictions: Sequence[Tables]

    @cached_property
    def _fixed(self) -> dict[int, list[PairShares]]:
        """For each mode that is not a sample, the shares of each prediction."""
        tables_of_modes = zip(*self.tables_of_predictions, strict=True)
        return {
            mode: [PairShares.of_table(table) for table in tables]
            for mode, tables in enumerate(tables_of_modes)
            if mode not in self.sampled
        }

    def placements(self, sign: int) -> list[Placement]:
        """Return where an added entry changes the quantity most.

        It lowers the quantity if `sign` is 1, and raises it if `sign` is -1. The entry
        is whole in the first placement. In the second placement, it is split in two
        halves. If both clusterings have a single cluster or only clusters of one entry,
        a whole entry cannot lower an index below its level by chance, but two halves
        can.
        """
        return [
            {mode: self._greedy_pieces(mode, n_pieces, sign) for mode in self.sampled}
            for n_pieces in (1, 2)
        ]

    def _greedy_pieces(self, mode: int, n_pieces: int, sign: int) -> list[Piece]:
        """Place the pieces of an entry, one after the other, where they lower most.

        They lower the quantity if `sign` is 1, and raise it if `sign` is -1. The other
        modes have their observed shares.
        """
        search = _PlaceSearch(self.sampled[mode])
        observed_pairs = {
            sampled_mode: entries.observed.pairs
            for sampled_mode, entries in self.sampled.items()
        }
        weight = self.sampled[mode].typical_group_size / n_pieces
        pieces = []
        for _ in range(n_pieces):
            # The quantity at each place, in an array with an axis for each clustering
            values = self._values(
                {**observed_pairs, mode: search.pairs_with_piece(weight)}
            )
            place = np.unravel_index(np.argmin(sign * values), values.shape)
            pieces.append(Piece(1 / n_pieces, search.clusters_at(place)))
            search.add(place, weight)
        return pieces

    def _values(self, pairs: Mapping[int, Mapping[Clusterings, Floats]]) -> Floats:
        """Compute the quantity from the sums over the pairs of each sampled mode.

        A mode is given by its position among the compared modes. The sums are arrays,
        which are broadcast. Their entries are draws, or places of an added entry.
        """
        shares_of_predictions = []
        for position, tables in enumerate(self.tables_of_predictions):
            shares_of_modes = []
            for mode in range(len(tables)):
                if mode in self.sampled:
                    prediction = position + 1  # clustering 0 is the true one
                    shares = shares_of_prediction(pairs[mode], prediction)
                else:
                    shares = self._fixed[mode][position]
                shares_of_modes.append(shares)
            shares_of_predictions.append(shares_of_modes)
        return self.quantity(shares_of_predictions)

    def draw(
        self, placements: Sequence[Placement | None], n_draws: int, *, advice: str = ""
    ) -> Floats:
        """Draw the quantity, of shape (n_placements, n_draws).

        The draws are the same at every call, and in each draw the entries have the same
        random weights for all placements. A placement says where one entry, whole or in
        pieces, is added to each sampled mode. If it is None, no entry is added. The
        quantity is, for example, an index.
        `advice` ends the warning if the draws take long.
        """
        generator = RandomState(0)
        values = [
            self._draw_block(placements, n, generator)
            for n in with_progress(
                self._sizes_of_blocks(n_draws),
                n_draws,
                "draws",
                size=int,  # a block of n draws counts as n
                advice=advice,
            )
        ]
        return np.concatenate(values, axis=1)

    def affordable_draws(self, fewest: int, most: int) -> int:
        """Return how many draws take about five seconds, from `fewest` to `most`.

        The number comes from the number of weights, so that the same sample has the
        same draws on all machines.
        """
        n_weights = sum(entries.n_weights for entries in self.sampled.values())
        return min(most, max(fewest, _WEIGHTS_IN_FIVE_SECONDS // n_weights))

    def _sizes_of_blocks(self, n_draws: int) -> Iterator[int]:
        """Yield numbers of draws that fit into memory, until there are `n_draws`."""
        n_weights = max(entries.n_weights for entries in self.sampled.values())
        n_in_memory = max(1, _WEIGHTS_AT_ONCE // n_weights)
        n_at_once = min(n_in_memory, math.ceil(n_draws / _FEWEST_BLOCKS))
        for start in range(0, n_draws, n_at_once):
            yield min(n_at_once, n_draws - start)

    def _draw_block(
        self,
        placements: Sequence[Placement | None],
        n_draws: int,
        generator: RandomState,
    ) -> Floats:
        """Draw weights of all sampled modes, and the quantity for each placement.

        The result has the shape (n_placements, n_draws).
        """
        weighted = {
            mode: entries.draw(n_draws, generator)
            for mode, entries in self.sampled.items()
        }
        added_weights = {
            mode: entries.typical_group_size * generator.standard_exponential(n_draws)
            for mode, entries in self.sampled.items()
        }
        values = []
        for placement in placements:
            pairs: dict[int, Mapping[Clusterings, Floats]] = {}
            for mode, entries in weighted.items():
                if placement is None:
                    pairs[mode] = entries.pairs
                else:
                    pieces = placement[mode]
                    pairs[mode] = entries.pairs_with(pieces, added_weights[mode])
            values.append(self._values(pairs))
        return np.array(values)


class _PlaceSearch:
    """Compute the pairs of a sample for every place to which a piece may be added.

    A place has a cluster of each clustering. There is an axis of the arrays for each
    clustering, and the last place on an axis is a new cluster. If a combination leaves
    a clustering out, this axis of its arrays has the length 1. If there are many
    clusters, only the largest are places.
    """

    def __init__(self, entries: SampledEntries) -> None:
        self.entries = entries
        n_axes = len(entries.clusters)
        # An array of all places has at most `_MOST_PLACES` values.
        n_most = int(_MOST_PLACES ** (1 / n_axes)) - 1
        # On each axis, the number of observed clusters that are places. They are the
        # largest clusters, because these have the lowest numbers.
        self.n_observed_places = [min(n, n_most) for n in entries.n_clusters]
        observed = entries.observed  # a single draw, which has the position 0
        # For each combination, the sum over the pairs, those of added pieces included
        self.pairs = {key: float(pairs[0]) for key, pairs in observed.pairs.items()}
        # For each combination, the weight of the entries and pieces at each place. An
        # axis has the length n_observed_places + 1, or 1 if its clustering is left out.
        self.sums = {
            combination: self._counts_at_places(combination)
            for combination in entries.combinations
        }

    def _counts_at_places(self, combination: Clusterings) -> Floats:
        """Return how many entries of the sample are in the clusters of each place.

        A place is a cluster of each clustering, and only the clusterings of the
        combination count. The array has an axis for each clustering. Its length is
        n_observed_places + 1, or 1 if the combination leaves the clustering out. The
        last position on an axis is a new cluster, which has no entries yet. Entries of
        small clusters that are no places are left out.
        """
        n_axes = len(self.n_observed_places)
        shape = [1] * n_axes
        for axis in combination:
            shape[axis] = self.n_observed_places[axis] + 1
        counts = np.zeros(shape)
        clusters = self.entries.clusters  # (n_clusterings, n_cells)
        n_cells = clusters.shape[1]
        # For each axis, the position of each cell, which is 0 if the axis is left out
        positions_of_cells = [np.zeros(n_cells, dtype=np.intp)] * n_axes
        is_at_place = np.ones(n_cells, dtype=bool)
        for axis in combination:
            positions_of_cells[axis] = clusters[axis]
            is_at_place &= clusters[axis] < self.n_observed_places[axis]
        places = tuple(positions[is_at_place] for positions in positions_of_cells)
        np.add.at(counts, places, self.entries.counts[is_at_place])
        return counts

    def pairs_with_piece(self, weight: float) -> dict[Clusterings, Floats]:
        """Return the sums over pairs if a piece is added, for each of its places."""
        return {
            combination: self.pairs[combination] + 2 * weight * sums
            for combination, sums in self.sums.items()
        }

    def add(self, place: tuple[np.intp, ...], weight: float) -> None:
        """Add a piece at a place, so that later pieces are paired with it."""
        for combination, sums in self.sums.items():
            index = tuple(
                place[axis] if axis in combination else 0 for axis in range(sums.ndim)
            )
            self.pairs[combination] += 2 * weight * float(sums[index])
            sums[index] += weight

    def clusters_at(self, place: tuple[np.intp, ...]) -> tuple[int, ...]:
        """Return the cluster of each clustering at a place."""
        clusters = []
        for axis, position in enumerate(place):
            is_new = position == self.n_observed_places[axis]
            clusters.append(self.entries.n_clusters[axis] if is_new else int(position))
        return tuple(clusters)


# The counts between groups


def counts_between_groups(
    tables: Tables, grouped: Mapping[int, SampledEntries]
) -> list[TableOrSquares]:
    """Return the table of each mode, or the counts of pairs between its groups.

    If a mode has groups, only pairs between groups count, because their shares are on
    average the shares of the population.
    """
    return [
        _squares_between_groups(grouped[mode]) if mode in grouped else table
        for mode, table in enumerate(tables)
    ]


def _squares_between_groups(entries: SampledEntries) -> SquaresOnly:
    """Return the sums of squares of a population with the shares between groups."""
    shares = shares_of_prediction(entries.observed.pairs, 1)
    return squares_of_population(
        float(shares.both[0]), float(shares.true[0]), float(shares.pred[0])
    )


def numbers_of_groups(
    grouped: Mapping[int, SampledEntries], modes: ComparedModes
) -> tuple[int | None, ...] | None:
    """Return the number of groups of each mode, or None if no mode has groups.

    The number is None for a mode without groups.
    """
    if not grouped:
        return None
    n_groups: list[int | None] = [None] * modes.n_modes
    for position, entries in grouped.items():
        # (n_groups, n_cells): The entries of each group in each cell
        assert entries.counts_of_groups is not None
        n_groups[modes.numbers[position]] = entries.counts_of_groups.shape[0]
    return tuple(n_groups)
