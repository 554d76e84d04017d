"""How many biclusters contain both cells of a pair, counted over all pairs of cells."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ._biclusters import Biclusters
from ._cell_pairs import CellPairs
from ._grid import Grid


@dataclass(frozen=True)
class PairMultiplicities:
    """Pairs of cells by the number of biclusters that contain both.

    ``same_column[u]`` is the number of pairs in different rows and one column that are
    both in exactly u biclusters; pairs that no bicluster contains are left out.
    """

    same_column: Counter[int]
    same_row: Counter[int]
    neither: Counter[int]

    @property
    def strata(self) -> tuple[Counter[int], Counter[int], Counter[int]]:
        """The three, in the order of `n_pairs_of_strata`."""
        return self.same_column, self.same_row, self.neither


def pair_multiplicities(biclusters: Biclusters) -> PairMultiplicities:
    """Count the pairs of cells by how many biclusters contain both.

    A pair occurs, in both orders, inside each bicluster that contains it.
    """
    tallies = PairMultiplicities(Counter(), Counter(), Counter())
    own = np.flatnonzero((biclusters.n_rows > 0) & (biclusters.n_columns > 0))
    grid = Grid.of(biclusters, biclusters.take(slice(0)))
    for _, block in CellPairs(grid, own, own).blocks():
        times = block.in_true
        of_rows, of_columns = (
            (side.n_same, side.counts - side.n_same)
            for side in (block.rows, block.columns)
        )
        for tally, rows, columns in zip(
            tallies.strata,
            (of_rows[1], of_rows[0], of_rows[1]),
            (of_columns[0], of_columns[1], of_columns[1]),
            strict=True,
        ):
            tally.update(block.tally(times, rows, columns))
    for tally in tallies.strata:
        for multiplicity in tally:
            tally[multiplicity] //= 2 * multiplicity
    return tallies
