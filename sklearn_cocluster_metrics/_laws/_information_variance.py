"""Variance of the mutual information when labels are permuted."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._expected_information import information_is_constant
from ._hypergeometric import (
    FloatArray,
    IntArray,
    cell_count_laws,
    expectations_by_draws,
)
from ._information_terms import InformationTerms, SizePairs


def variance_of_mutual_information(
    sizes_true: npt.ArrayLike, sizes_pred: npt.ArrayLike
) -> float:
    """Exact variance of the mutual information under permutations of the labels.

    It is the square of the denominator of the standardized mutual information of
    Romano, Bailey, Nguyen and Verspoor (2014). Write D for the sum of the terms of all
    cells, R_i and C_l for those of row i and of column l. Given one count n_il = z, the
    rest of row i and the rest of column l are independent, hence

        Var(D) = sum_il Cov(E[R_i | n_il], E[C_l | n_il]),

    which covers the pairs of cells in one row, in one column and in neither at once:
    cells (i, j) and (k, l) are linked by the cell (i, l) alone.

    With r and c distinct sizes, this takes r c (r + c) products of two windows of
    likely counts, each about 31 + 20 sqrt(n / (r c)) wide: some 1000 r c (r + c)
    multiplications for small n, growing to 400 n (r + c), linear in n. For 10 times
    10 distinct sizes that is 0.1 s at n = 10^4 and 6 s at n = 10^6.
    """
    if information_is_constant(sizes_true, sizes_pred):
        return 0.0
    terms = InformationTerms.of(sizes_true, sizes_pred)
    n = terms.n_samples
    columns = list(_rows(terms.transposed))
    parts: list[float] = []
    for i, row in enumerate(_rows(terms)):
        for j, column in enumerate(columns):
            (counts,), (probabilities,) = cell_count_laws(n, [row.size], [column.size])
            of_row = row.given_cell(j, counts)
            of_column = column.given_cell(i, counts)
            of_row -= probabilities @ of_row
            of_column -= probabilities @ of_column
            covariance = float(probabilities @ (of_row * of_column))
            parts.append(row.multiplicity * column.multiplicity * covariance)
    return math.fsum(parts) / n**2


@dataclass(frozen=True)
class _Row:
    """The terms of a row of the table: of a cluster and all clusters that cross it."""

    size: int
    multiplicity: int
    pairs: SizePairs
    slopes: FloatArray
    multiplicities: IntArray

    def given_cell(self, crossing: int, counts: FloatArray) -> FloatArray:
        """Return the mean of the sum of the terms, given the count of one cell.

        The cell is the intersection with one of the clusters of the distinct size
        with index ``crossing``, and has one of the consecutive ``counts``. The
        result is up to a constant that does not depend on the count.
        """
        n, sizes = self.pairs.n_samples, self.pairs.b
        weights = self.multiplicities.copy()
        weights[crossing] -= 1
        (others,) = np.nonzero(weights)
        n_left = n - int(sizes[crossing])
        draws = (self.size - int(counts[-1]), self.size - int(counts[0]))
        given = expectations_by_draws(
            n_left,
            sizes[others],
            draws,
            lambda which, shared: self.pairs.terms(others[which, None], shared),
        )
        # A sample more in the cell is a sample less in the others, in proportion.
        slope = self.slopes[crossing] - weights @ (self.slopes * sizes) / n_left
        own = self.pairs.terms(np.full(len(counts), crossing), counts)
        others_mean = weights[others] @ given[:, ::-1]
        total: FloatArray = own + others_mean + slope * (counts - counts[0])
        return total


def _rows(terms: InformationTerms) -> Iterator[_Row]:
    """Yield the rows of distinct sizes."""
    for size, multiplicity in zip(
        terms.true.tolist(), terms.true_multiplicities.tolist(), strict=True
    ):
        pairs = terms.pairs(np.full(len(terms.pred), size), terms.pred)
        slopes = terms.slopes(pairs.a, pairs.b)
        yield _Row(size, multiplicity, pairs, slopes, terms.pred_multiplicities)
