"""Values: defined, independent of names and order, symmetric, best at equality."""

from collections.abc import Callable

import numpy as np
from numpy.random import RandomState

from ._partition_search import Pair, Property, Search, all_pairs, random_pairs, small
from ._partition_space import Modes
from ._properties import Counterexample, differ, exceeds

MOST_CHANGED = 300
"""Pairs of one shape, all of which are tried with other names and in another order."""


def undefined(search: Search) -> Counterexample | None:
    """Find a pair without a value."""
    for true, pred in search.pairs():
        if np.isnan(search.values(true, pred)):
            return search.example({"A": true, "B": pred}, ["AB"])
    return None


def dependent_on_names(search: Search) -> Counterexample | None:
    """Find a pair whose value changes with the names of the labels."""
    return _changed(
        search, lambda pair: (_renamed(pair[0], 7, -3), _renamed(pair[1], 4, 2))
    )


def dependent_on_order(search: Search) -> Counterexample | None:
    """Find a pair whose value changes with the order of samples, rows and columns."""
    generator = RandomState(search.seed)

    def reordered(pair: Pair) -> Pair:
        orders = [generator.permutation(len(labels)).tolist() for labels in pair[0]]
        return _reordered(pair[0], orders), _reordered(pair[1], orders)

    return _changed(search, reordered)


def _renamed(modes: Modes, first: int, step: int) -> Modes:
    """Rename the labels: other integers, which both sides do not share."""
    return tuple(tuple(first + step * label for label in labels) for labels in modes)


def _reordered(modes: Modes, orders: list[list[int]]) -> Modes:
    """Put the samples of each mode into another order."""
    return tuple(
        tuple(labels[i] for i in order)
        for labels, order in zip(modes, orders, strict=True)
    )


def _changed(search: Search, change: Callable[[Pair], Pair]) -> Counterexample | None:
    """Find a pair whose value is another after a change."""
    before = list(search.pairs(MOST_CHANGED))
    after = list(map(change, before))
    values = [[search.values(*pair) for pair in pairs] for pairs in (before, after)]
    where = np.flatnonzero(differ(*values))
    if not where.size:
        return None
    named = dict(zip("ABCD", (*before[where[0]], *after[where[0]]), strict=True))
    return search.example(named, ["AB", "CD"])


def asymmetric(search: Search) -> Counterexample | None:
    """Find a pair whose value changes when both sides are exchanged."""
    for universe in search.universes:
        where = np.argwhere(differ(universe.values, universe.values.T))
        if where.size:
            true, pred = (universe.structures[i] for i in where[0])
            return search.example({"A": true, "B": pred}, ["AB", "BA"])
    for true, pred, _ in search.triples:
        if differ(search.values(true, pred), search.values(pred, true)):
            return search.example({"A": true, "B": pred}, ["AB", "BA"])
    return None


def not_constant_at_equality(search: Search) -> Counterexample | None:
    """Find two structures that have different values with themselves."""
    first = next(search.structures())
    top = search.values(first, first)
    for other in search.structures():
        if differ(search.values(other, other), top):
            return search.example({"A": first, "B": other}, ["AA", "BB"])
    return None


def not_best_at_equality(search: Search) -> Counterexample | None:
    """Find a pair that is as good as equal structures, or unequal values of those."""
    found = not_constant_at_equality(search)
    if found is not None:
        return found
    for universe in search.universes:
        equal = np.diag(universe.values)[:, np.newaxis]
        as_good = ~exceeds(equal, universe.values)
        np.fill_diagonal(as_good, False)
        if as_good.any():
            true, pred = (universe.structures[i] for i in np.argwhere(as_good)[0])
            return search.example({"A": true, "B": pred}, ["AA", "AB"])
    for true, pred, _ in search.triples:
        top = search.values(true, true)
        if true != pred and not exceeds(top, search.values(true, pred)):
            return search.example({"A": true, "B": pred}, ["AA", "AB"])
    return None


def not_worst_at_opposites(search: Search) -> Counterexample | None:
    """Find a pair that is as bad as one block against single cells, or worse."""
    bottom = None
    for universe in search.universes:
        n_structures = len(universe.structures)
        if n_structures == 1:
            continue
        one, single = universe.structures[0], universe.structures[-1]
        bottom = bottom or (one, single)
        lowest = search.values(*bottom)
        is_opposite = np.zeros_like(universe.values, dtype=bool)
        is_opposite[0, -1] = is_opposite[-1, 0] = True
        wrong = np.where(
            is_opposite,
            differ(universe.values, lowest),
            ~exceeds(universe.values, lowest),
        )
        if wrong.any():
            true, pred = (universe.structures[i] for i in np.argwhere(wrong)[0])
            named = {"A": bottom[0], "B": bottom[1], "C": true, "D": pred}
            return search.example(named, ["AB", "CD"])
    return None


def _changed_pairs(search: Search) -> str:
    """Say for which pairs a change was tried."""
    kept = [u for u in search.universes if u.values.size <= MOST_CHANGED]
    n_pairs = sum(universe.values.size for universe in kept)
    return f"one change of each of {n_pairs} small pairs, {random_pairs(search)}"


AGREEMENT = (
    Property(
        "defined everywhere",
        "Every pair has a value: no error, and no NaN.",
        undefined,
        all_pairs,
    ),
    Property(
        "label names",
        "The value does not depend on the names of the labels.",
        dependent_on_names,
        _changed_pairs,
    ),
    Property(
        "order of samples",
        "The value does not depend on the order of samples, rows or columns.",
        dependent_on_order,
        _changed_pairs,
    ),
    Property(
        "symmetry",
        "Truth and prediction can be exchanged.",
        asymmetric,
        all_pairs,
    ),
    Property(
        "maximal agreement",
        "Equal structures have one constant value, and all others a worse one.",
        not_best_at_equality,
        all_pairs,
    ),
    Property(
        "minimal agreement",
        "Structures that agree on no pair of samples or cells (one cluster against "
        "single samples) have one constant value, and all others a better one.",
        not_worst_at_opposites,
        lambda search: f"all {search.n_pairs} pairs {small(search)}",
        has_trivial=False,
    ),
)
