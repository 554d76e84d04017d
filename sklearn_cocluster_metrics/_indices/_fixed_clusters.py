"""AMI* and NAMI*: information adjusted for a random clustering into as many clusters.

Each mode's predicted clustering is drawn on its own, uniformly among all surjections
onto the clusters that were observed there. Information of a co-clustering is the sum
over its modes, and so is its mean.
"""

import math
from collections.abc import Sequence

from .._statistics import ContingencyTable
from ._entropy import entropy
from ._expected_information_fixed_clusters import (
    expected_mutual_information_fixed_n_clusters,
)
from ._information import mutual_information

Tables = Sequence[ContingencyTable]


def expected_information_fixed_clusters(tables: Tables) -> float:
    """Return EMI*, summed over the modes: "Cluster Validation ...", equation (12)."""
    return math.fsum(
        expected_mutual_information_fixed_n_clusters(table.true_sizes, table.shape[1])
        for table in tables
    )


def ami_star(tables: Tables) -> float:
    """Return AMI* = MI - EMI*, summed over the modes: ibid., equation (17)."""
    return math.fsum(map(_adjusted_information, tables))


def nami_star(tables: Tables) -> float:
    """Return NAMI* = sum of (MI - EMI*) / sum of (H(U) - EMI*(R)): ibid., (18)."""
    if all(table.is_equality for table in tables):
        return 1.0
    adjusted = ami_star(tables)
    if all(map(_truth_is_trivial, tables)):
        return math.copysign(math.inf, adjusted) if adjusted else 0.0
    return adjusted / math.fsum(map(_adjusted_information_of_truth, tables))


def _adjusted_information(table: ContingencyTable) -> float:
    """Return MI - EMI* of one mode, exactly 0 where no draw could change MI."""
    if _information_is_constant(table):
        return 0.0
    return mutual_information(table) - expected_mutual_information_fixed_n_clusters(
        table.true_sizes, table.shape[1]
    )


def _adjusted_information_of_truth(table: ContingencyTable) -> float:
    """Return H(U) - EMI*(R) of one mode: AMI* where the truth is found."""
    if _truth_is_trivial(table):
        return 0.0
    return entropy(table.true_sizes) - expected_mutual_information_fixed_n_clusters(
        table.true_sizes, table.shape[0]
    )


def _truth_is_trivial(table: ContingencyTable) -> bool:
    """Whether the truth is one category or all singletons.

    Only one partition then has as many clusters as the truth, so that it is always
    drawn and EMI*(R) = H(U).
    """
    return table.shape[0] in (1, table.n_samples)


def _information_is_constant(table: ContingencyTable) -> bool:
    """Whether every clustering into as many clusters has the same information.

    So it is where there is one such clustering; where the truth is one category, and
    tells 0; and where it is all singletons and all such clusterings have one pair of
    samples and singletons beside it.
    """
    n_true, n_pred = table.shape
    n = table.n_samples
    return n_true == 1 or n_pred in (1, n) or (n_true == n and n_pred == n - 1)
