"""Mutual information of the cells and its normalizations."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from .._statistics import ContingencyTable
from ._entropy import entropy
from ._expected_information import (
    expected_mutual_information,
    mutual_information_is_constant,
)

Tables = Sequence[ContingencyTable]


def mutual_information(table: ContingencyTable) -> float:
    """Return MI = sum of n_ij / n * log(n n_ij / (a_i b_j)), in nats."""
    true_entropy, pred_entropy = entropies(table)
    n_true, n_pred = table.shape
    if table.n_nonzero == n_pred:  # each predicted cluster lies in one true cluster
        return true_entropy
    if table.n_nonzero == n_true:
        return pred_entropy
    n = table.n_samples
    row, column, counts = table.nonzero
    shares = counts / n
    ratios = (counts * float(n)) / (
        table.true_sizes[row].astype(np.float64) * table.pred_sizes[column]
    )
    information = math.fsum((shares * np.log(ratios)).tolist())
    return min(max(information, 0.0), true_entropy, pred_entropy)


def entropies(table: ContingencyTable) -> tuple[float, float]:
    """Return the entropies of the true and of the predicted clustering."""
    return entropy(table.true_sizes), entropy(table.pred_sizes)


def co_mutual_information(tables: Tables) -> float:
    """Return coMI, the sum over the modes: Robert et al. (2021), Proposition 2.5."""
    return math.fsum(map(mutual_information, tables))


def co_normalized_mutual_information(tables: Tables, average_method: str) -> float:
    """Return coNMI = coMI over an average of the entropies of the cells.

    The entropy of the cells of a co-clustering is the sum of those of its modes.
    """
    if all(table.is_equality for table in tables):
        return 1.0
    average = AVERAGES[average_method](*_entropies_of_cells(tables))
    return co_mutual_information(tables) / average if average else 0.0


def extended_normalized_mutual_information(
    tables: Tables, average_method: str
) -> float:
    """Return ENMI, the sum over the modes of their normalized mutual information."""
    return math.fsum(
        co_normalized_mutual_information([table], average_method) for table in tables
    )


def co_adjusted_mutual_information(tables: Tables, average_method: str) -> float:
    """Return (coMI - E) / (average entropy - E), E under permutations of each mode.

    The modes are permuted independently, so E is the sum of their means.
    """
    if all(table.is_equality for table in tables):
        return 1.0
    if all(
        mutual_information_is_constant(table.true_sizes, table.pred_sizes)
        for table in tables
    ):
        return 0.0  # coMI is its mean, whatever stands below the line
    expected = math.fsum(
        expected_mutual_information(table.true_sizes, table.pred_sizes)
        for table in tables
    )
    average = AVERAGES[average_method](*_entropies_of_cells(tables))
    return (co_mutual_information(tables) - expected) / (average - expected)


def _entropies_of_cells(tables: Tables) -> tuple[float, float]:
    """Return the entropies of the true and of the predicted co-clustering."""
    pairs = [entropies(table) for table in tables]
    return math.fsum(pair[0] for pair in pairs), math.fsum(pair[1] for pair in pairs)


AVERAGES: dict[str, Callable[[float, float], float]] = {
    "min": min,
    "geometric": lambda true, pred: math.sqrt(true * pred),
    "arithmetic": lambda true, pred: (true + pred) / 2,
    "max": max,
}
