"""The desired properties of [1]_ that the others do not contain, for co-clusterings.

Of the five, symmetry and label switching are properties of clusterings too; the time of
execution is not a property of an index.

.. [1] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional partitions
   with the co-clustering adjusted Rand index. Journal of Classification 38, 158-186,
   section 2.1.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

import numpy as np

from .._statistics import matched_samples, tables_of_labels
from ._partition_search import Pair, Property, Search, all_pairs, small
from ._partition_space import Mode, Modes, as_passed, renumbered
from ._properties import Counterexample, differ, exceeds

WEIGHTS = ((1, 1), (2, 1), (3, 1), (1, 1, 1))
"""Cluster sizes that are multiplied to tables of independent labels."""


def not_proportional(search: Search) -> Counterexample | None:
    """Find two pairs whose loss is not in proportion to the misclassified cells."""
    for universe in search.universes:
        known: dict[tuple[int, ...], tuple[Pair, float]] = {}
        for pair in universe.pairs():
            n_wrong = misclassified_cells(*pair)
            if not n_wrong:
                continue
            loss = (search.values(pair[0], pair[0]) - search.values(*pair)) / n_wrong
            n_clusters = tuple(
                1 + max(*true, *pred) for true, pred in zip(*pair, strict=True)
            )
            other, other_loss = known.setdefault(n_clusters, (pair, loss))
            if differ(loss, other_loss) or not exceeds(loss, 0.0):
                return _with_cells(search, other, pair)
    return None


def _with_cells(search: Search, one: Pair, other: Pair) -> Counterexample:
    """Make a counterexample of two pairs, with their misclassified cells."""
    named = dict(zip("ABCD", (*one, *other), strict=True))
    found = search.example(named, ["AA", "AB", "CD"])
    cells = {
        "misclassified cells of A, B": float(misclassified_cells(*one)),
        "misclassified cells of C, D": float(misclassified_cells(*other)),
    }
    return Counterexample(found.structures, {**found.values, **cells})


def misclassified_cells(true: Modes, pred: Modes) -> int:
    """Count the cells outside matched blocks."""
    n_cells = n_matched = 1
    for one, other in zip(true, pred, strict=True):
        n_cells *= len(one)
        n_matched *= _matched(one, other)
    return n_cells - n_matched


@cache
def _matched(true: Mode, pred: Mode) -> int:
    """Count the samples in matched clusters."""
    (table,) = tables_of_labels(as_passed((true,)), as_passed((pred,)))
    return int(matched_samples(table))


def outside_of_zero_to_one(search: Search) -> Counterexample | None:
    """Find a value outside of [0, 1], or one of equal structures that is not 1."""
    for true, pred in search.pairs():
        score = _similarity(search, true, pred)
        outside = not 0 <= score <= 1 and (exceeds(0.0, score) or exceeds(score, 1.0))
        if outside or (true == pred and differ(score, 1.0)):
            return search.example({"A": true, "B": pred}, ["AB"])
    return None


def not_zero_at_independence(search: Search) -> Counterexample | None:
    """Find structures that are independent in all modes, and whose value is not 0."""
    for true, pred in independent_pairs(search):
        if differ(_similarity(search, true, pred), 0.0):
            return search.example({"A": true, "B": pred}, ["AB"])
    return None


def independent_pairs(search: Search) -> Iterator[Pair]:
    """Yield pairs, not equal, whose tables are products of their margins."""
    for universe in search.universes:
        for true, pred in universe.pairs():
            modes = zip(true, pred, strict=True)
            if true != pred and all(_are_independent(*mode) for mode in modes):
                yield true, pred
    larger = [_independent_mode(*weights) for weights in product(WEIGHTS, repeat=2)]
    for rows, columns in product(larger, repeat=2):
        true, pred = zip(rows, columns, strict=True)
        yield true, pred


@cache
def _are_independent(true: Mode, pred: Mode) -> bool:
    """Return whether the table is the product of its margins."""
    table = np.zeros((max(true) + 1, max(pred) + 1), dtype=np.int64)
    np.add.at(table, (true, pred), 1)
    margins = np.outer(table.sum(axis=1), table.sum(axis=0))
    return bool((table * len(true) == margins).all())


def _independent_mode(
    weights_true: tuple[int, ...], weights_pred: tuple[int, ...]
) -> tuple[Mode, Mode]:
    """Return labels whose table is the product of the weights."""
    samples = [
        (true, pred)
        for (true, n_true), (pred, n_pred) in product(
            enumerate(weights_true), enumerate(weights_pred)
        )
        for _ in range(n_true * n_pred)
    ]
    true, pred = zip(*samples, strict=True)
    return renumbered(true), renumbered(pred)


def _similarity(search: Search, true: Modes, pred: Modes) -> float:
    """Return a score as it is, and 1 minus an index of which lower is better."""
    value = search.values(true, pred)
    return value if search.values.measure.greater_is_better else 1.0 + value


CELLS = (
    Property(
        "proportional to misclassified cells",
        "The difference from the value of equal structures is in proportion to the "
        "number of cells outside matched blocks, for each shape and each largest "
        "number of clusters per mode.",
        not_proportional,
        lambda search: f"all {search.n_pairs} pairs {small(search)}",
    ),
    Property(
        "range from 0 to 1",
        "All values are between 0 and 1, with 1 for equal structures; of an index of "
        "which lower values are better, 1 minus the value.",
        outside_of_zero_to_one,
        all_pairs,
    ),
    Property(
        "zero at independence",
        "The value is 0 where the labels of rows are independent, those of columns "
        "too, and the structures are not equal.",
        not_zero_at_independence,
        lambda search: (
            f"all independent pairs {small(search)}, and "
            f"{len(WEIGHTS) ** 4} larger ones"
        ),
    ),
)
