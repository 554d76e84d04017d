"""Variation of information, fair and standardized mutual information."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from .._statistics import ContingencyTable
from ._expected_information import (
    expected_mutual_information,
    mutual_information_is_constant,
    variance_of_mutual_information,
)
from ._fixed_clusters import expected_information_fixed_clusters
from ._information import co_mutual_information, co_normalized_mutual_information

Tables = Sequence[ContingencyTable]


def variation_of_information(tables: Tables) -> float:
    """Return VI = 2 H(A, B) - H(A) - H(B), the sum over the modes.

    Gösgens, Tikhonov & Prokhorenkova (2021), section B.1.
    """
    return math.fsum(map(_conditional_entropies, tables))


def _conditional_entropies(table: ContingencyTable) -> float:
    """Return H(A | B) + H(B | A), which is VI as a sum in which nothing cancels.

    A count next to the size of its cluster has a logarithm next to 0: log1p keeps it.
    """
    row, column, counts = table.nonzero
    outside_true = table.true_sizes[row] - counts
    outside_pred = table.pred_sizes[column] - counts
    logarithms = np.log1p(outside_true / counts) + np.log1p(outside_pred / counts)
    return math.fsum((counts * logarithms).tolist()) / table.n_samples


def fair_mutual_information(tables: Tables) -> float:
    """Return FNMI = exp(-abs(kA - kB) / kA) NMI, with the mean of the entropies.

    Ibid. The blocks of co-clusterings are counted, and NMI is that of the cells.
    """
    n_true = math.prod(table.shape[0] for table in tables)
    n_pred = math.prod(table.shape[1] for table in tables)
    fairness = math.exp(-abs(n_true - n_pred) / n_true)
    return fairness * co_normalized_mutual_information(tables, "arithmetic")


def standardized_mutual_information(tables: Tables) -> float:
    """Return SMI = (MI - E) / sd, both under permutations of the labels.

    Ibid.; Romano et al. (2014). The modes are permuted independently, so the means and
    the variances add. Where no permutation changes MI the ratio is 0/0: chance.
    """
    moving = [
        (table.true_sizes, table.pred_sizes, table)
        for table in tables
        if not mutual_information_is_constant(table.true_sizes, table.pred_sizes)
    ]
    if not moving:
        return 0.0
    expected = math.fsum(
        expected_mutual_information(true, pred) for true, pred, _ in moving
    )
    variance = math.fsum(
        variance_of_mutual_information(true, pred) for true, pred, _ in moving
    )
    information = co_mutual_information([table for _, _, table in moving])
    return (information - expected) / math.sqrt(variance)


def expected_under_permutation(tables: Tables) -> float:
    """Return the mean of the mutual information, the labels of each mode permuted."""
    return math.fsum(
        expected_mutual_information(table.true_sizes, table.pred_sizes)
        for table in tables
    )


EXPECTATIONS: dict[str, Callable[[Tables], float]] = {
    "permutation": expected_under_permutation,
    "fixed_n_clusters": expected_information_fixed_clusters,
}
