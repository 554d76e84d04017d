"""The share of cells outside matched blocks, and its normalizations."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod

from .._statistics import ContingencyTable, matched_samples

Tables = Sequence[ContingencyTable]


def matching_error(tables: Tables) -> float:
    """Return CE: Robert, Vasseur & Brault (2021), equations (4) to (6)."""
    return float(_error(tables))


def normalized_error(tables: Tables, normalization: str = "bound") -> float:
    """Return NCE, 1 - CE over its greatest value, by the given normalization."""
    if all(table.is_equality for table in tables):
        return 1.0
    return float(1 - NORMALIZATIONS[normalization](tables))


def _error(tables: Tables) -> Fraction:
    """Return the share of the cells that no matching of the modes puts in its block.

    A cell is in its block where it is in its cluster in every mode, so the shares
    multiply: equation (5) says 1 - CE = (1 - row distance)(1 - column distance).
    """
    return 1 - prod((1 - _distance(table) for table in tables), start=Fraction(1))


def _distance(table: ContingencyTable) -> Fraction:
    """Return the share of unmatched samples of one mode, equation (4)."""
    return 1 - Fraction(matched_samples(table), table.n_samples)


def _n_clusters(table: ContingencyTable) -> int:
    """Return H: the greater of the two numbers of clusters."""
    return max(table.shape)


def _over_bound(tables: Tables) -> Fraction:
    """Divide by 1 - 1/(HL), which Corollary 3.7 proves to be the bound."""
    n_blocks = prod(map(_n_clusters, tables))
    return _error(tables) / (1 - Fraction(1, n_blocks))


def _over_printed(tables: Tables) -> Fraction:
    """Divide by 1/H + 1/L - 1/(HL), as printed in section 2.4."""
    row_clusters, column_clusters = map(_n_clusters, tables)
    return _error(tables) / (
        Fraction(1, row_clusters)
        + Fraction(1, column_clusters)
        - Fraction(1, row_clusters * column_clusters)
    )


def _over_each_mode(tables: Tables) -> Fraction:
    """Divide each mode's distance by its own bound, as a remark there discusses."""
    shares = (1 - _distance_over_bound(table) for table in tables)
    return 1 - prod(shares, start=Fraction(1))


def _distance_over_bound(table: ContingencyTable) -> Fraction:
    """Divide a mode's distance by (H - 1)/H; where H = 1 the clusterings are equal."""
    n_clusters = _n_clusters(table)
    if n_clusters == 1:
        return Fraction(0)
    return _distance(table) * Fraction(n_clusters, n_clusters - 1)


NORMALIZATIONS: dict[str, Callable[[Tables], Fraction]] = {
    "bound": _over_bound,
    "printed": _over_printed,
    "product": _over_each_mode,
}
