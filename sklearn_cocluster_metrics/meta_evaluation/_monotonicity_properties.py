"""Monotonicity: every agreement that is gained improves the value."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from ._partition_search import Property, Search, Universe, small
from ._partition_space import Modes, is_perfect_merge, is_perfect_split, merges
from ._properties import Counterexample, differ, exceeds

Counts = tuple[int, int, int, int]
IsPerfect = Callable[[Modes, Modes, int, int, int], bool]


def not_better_when_split(search: Search) -> Counterexample | None:
    """Find a perfect split that is no improvement."""
    return _not_better(search, is_perfect_split, splits=True)


def not_better_when_merged(search: Search) -> Counterexample | None:
    """Find a perfect merge that is no improvement."""
    return _not_better(search, is_perfect_merge, splits=False)


def _not_better(
    search: Search, is_perfect: IsPerfect, splits: bool
) -> Counterexample | None:
    """Find a perfect change from B to C that does not improve the value of A."""
    changes = [
        (true, coarse, fine) if splits else (true, fine, coarse)
        for true, fine, coarse in _perfect_changes(search, is_perfect)
    ]
    before = [search.values(true, pred) for true, pred, _ in changes]
    after = [search.values(true, pred) for true, _, pred in changes]
    where = np.flatnonzero(~exceeds(after, before))
    if not where.size:
        return None
    named = dict(zip("ABC", changes[where[0]], strict=True))
    return search.example(named, ["AB", "AC"])


def _perfect_changes(
    search: Search, is_perfect: IsPerfect
) -> Iterator[tuple[Modes, Modes, Modes]]:
    """Yield a truth, and a finer and a coarser prediction, one change apart."""
    for universe in search.universes:
        kept = set(universe.structures)
        edges = [(fine, edge) for fine in universe.structures for edge in merges(fine)]
        for true, (fine, (*where, coarse)) in product(universe.structures, edges):
            if coarse in kept and is_perfect(true, fine, *where):
                yield true, fine, coarse
    for true, *others in search.triples:
        for fine in others:
            for *where, coarse in merges(fine):
                if is_perfect(true, fine, *where):
                    yield true, fine, coarse
                    break


def not_strongly_monotone(search: Search) -> Counterexample | None:
    """Find pairs whose values contradict the order of their counts of pairs."""
    known = counted_pairs(search)
    if isinstance(known, Counterexample):
        return known
    if not known:  # small matrices have trivial co-clusterings only
        return None
    counts = np.array(list(known))
    pairs = list(known.values())
    values = np.array([search.values(*pair) for pair in pairs])
    n11, n10, n01, n00 = counts.T
    for better in np.argsort(counts.sum(axis=1), kind="stable"):
        worse = (n11 <= n11[better]) & (n00 <= n00[better])
        worse &= (n10 >= n10[better]) & (n01 >= n01[better])
        worse &= n10 + n01 > 0  # else nothing can be gained
        worse &= bool(n11[better] + n00[better])  # else nothing has been gained
        worse[better] = False
        wrong = np.flatnonzero(worse & ~exceeds(values[better], values))
        if wrong.size:
            named = dict(zip("ABCD", (*pairs[wrong[0]], *pairs[better]), strict=True))
            return search.example(named, ["AB", "CD"])
    return None


def counted_pairs(
    search: Search,
) -> dict[Counts, tuple[Modes, Modes]] | Counterexample:
    """Return one pair for each four counts, or two whose values differ."""
    known: dict[Counts, tuple[Modes, Modes]] = {}
    for universe in search.universes:
        for (a, b), counts in _counts_in(universe):
            pair = universe.structures[a], universe.structures[b]
            same = known.setdefault(counts, pair)
            known_value, value = search.values(*same), universe.values[a, b]
            if known_value != value and differ(known_value, value):
                named = dict(zip("ABCD", (*same, *pair), strict=True))
                return search.example(named, ["AB", "CD"])
    return known


def _counts_in(universe: Universe) -> Iterator[tuple[tuple[int, int], Counts]]:
    """Yield the indices of all pairs of structures, and their counts of pairs."""
    together = np.array([_together(modes) for modes in universe.structures])
    both = together @ together.T
    alone = together.sum(axis=1)
    n_pairs = together.shape[1]
    for a, b in product(range(len(both)), repeat=2):
        n11 = int(both[a, b])
        n10, n01 = int(alone[a]) - n11, int(alone[b]) - n11
        yield (a, b), (n11, n10, n01, n_pairs - n11 - n10 - n01)


def _together(modes: Modes) -> NDArray[np.int64]:
    """Return 1 for each pair of samples, or cells, that is together, else 0."""
    cells = list(product(*modes))
    pairs = combinations(cells, 2)
    return np.array([one == other for one, other in pairs], dtype=np.int64)


def _all_changes(search: Search) -> str:
    """Say which changes were searched."""
    return (
        f"all changes of two clusters {small(search)}, against all others; one change "
        f"in each of {2 * len(search.triples)} random pairs"
    )


MONOTONICITY = (
    Property(
        "monotone in splits",
        "A perfect split of the prediction, which separates nothing that is together "
        "in the truth, improves the value.",
        not_better_when_split,
        _all_changes,
    ),
    Property(
        "monotone in merges",
        "A perfect merge of the prediction, which joins only what is together in the "
        "truth, improves the value.",
        not_better_when_merged,
        _all_changes,
    ),
    Property(
        "strong monotonicity",
        "The value is a function of the four counts of pairs; it rises with N11 and "
        "N00, and falls with N10 and N01.",
        not_strongly_monotone,
        lambda search: (
            f"all {search.n_pairs} pairs {small(search)}, of all sizes with each other"
        ),
    ),
)
