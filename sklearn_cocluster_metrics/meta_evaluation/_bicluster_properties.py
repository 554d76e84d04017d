"""Properties of indices of biclusterings.

Biclusters may overlap and leave cells uncovered. A bicluster is a set of rows with a
set of columns, and a side is a set of biclusters: a bicluster twice on a side, or one
without cells, is searched only where a property is about these.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, product

from joblib import effective_n_jobs
from numpy.random import RandomState

from ._bicluster_conditions import CONDITIONS
from ._bicluster_search import (
    Case,
    Property,
    Values,
    differ,
    exceeds,
    first_is_not_better,
    two_differ,
)
from ._bicluster_spaces import Space, draw_pairs, in_matrix_of
from ._bicluster_structures import (
    Biclustering,
    pairs_up_to_permutation,
    permutations_of,
    reversal_of,
)
from ._clustering_conditions import CLUSTERING_CONDITIONS
from ._properties import Measure, PropertyCheck, Report

_SMALL = (
    "all pairs of 1 to {most} biclusters in matrices with rows + columns <= {small}"
)
_LARGE = _SMALL.replace("small", "large")
_DRAWN = ", and {drawn} larger random pairs"


def check_biclusterings(
    measure: Measure,
    max_size: int,
    n_draws: int,
    generator: RandomState,
    n_jobs: int | None,
    report: Report,
) -> tuple[PropertyCheck, ...]:
    """Check the properties of an index of biclusterings.

    Parameters
    ----------
    measure : Measure
        The index.
    max_size : int
        Largest number of rows and columns together of the matrices in which all small
        biclusterings are enumerated.
    n_draws : int
        Number of larger pairs that are drawn.
    generator : RandomState
        Draws them.
    n_jobs : int or None
        Number of joblib workers that compute the values of enumerated pairs.
    report : callable
        Takes one line for each property.

    Returns
    -------
    checks : tuple of PropertyCheck
        What was found.
    """
    space = Space(max_size, draw_pairs(n_draws, generator))
    values = Values(measure)
    if effective_n_jobs(n_jobs) > 1:
        values.fill(space.large, n_jobs)
    checks = []
    for each in (*PROPERTIES, *CLUSTERING_CONDITIONS, *CONDITIONS):
        found = each.check(values, space)
        report(f"{found.name}: {found.verdict}")
        checks.append(found)
    return tuple(
        replace(found, searched=f"{found.searched}; {values.range_seen()}")
        if found.name == RANGE.name
        else found
        for found in checks
    )


def _large_and_drawn(space: Space) -> Iterator[Case]:
    return chain(space.large, space.drawn)


def _pairs(space: Space) -> Iterator[Case]:
    return space.small_and_drawn()


def _permuted(space: Space) -> Iterator[Case]:
    """Pairs, with each permutation of both sides; of large ones, with one."""
    for true, pred in space.small:
        for each in islice(permutations_of(true.shape), 1, None):
            yield true, pred, true.permuted(each), pred.permuted(each)
    for true, pred in space.drawn:
        last = reversal_of(true.shape)
        yield true, pred, true.permuted(last), pred.permuted(last)


def _reordered(space: Space) -> Iterator[Case]:
    """Pairs, with the biclusters of one side in reverse order."""
    for true, pred in space.small_and_drawn():
        if len(true.biclusters) > 1:
            yield true, pred, true.reversed(), pred
        if len(pred.biclusters) > 1:
            yield true, pred, true, pred.reversed()


def _two_sides(space: Space) -> Iterator[Case]:
    """Biclusterings, each after the smallest one."""
    first, *others = space.sides()
    return ((first, other) for other in chain(others, (t for t, _ in space.drawn)))


def _unequal(space: Space) -> Iterator[Case]:
    pairs = _large_and_drawn(space)
    return ((true, pred) for true, pred in pairs if not true.same_as(pred))


def _triples(space: Space) -> Iterator[Case]:
    """All triples, the first one up to permutations."""
    for one in space.sides():
        every = in_matrix_of(one)
        yield from ((one, *others) for others in product(every, repeat=2))


def _with_empty(space: Space) -> Iterator[Case]:
    """Pairs, with a bicluster of one row and no column added to one side."""
    for true, pred in space.small_and_drawn():
        yield true, pred, true, pred.with_biclusters((1, 0))
        yield true, pred, true.with_biclusters((1, 0)), pred


def _without_any(space: Space) -> Iterator[Case]:
    return ((one, Biclustering(one.shape, ())) for one in space.sides())


def _repeated(space: Space) -> Iterator[Case]:
    for one in chain(space.sides(), (true for true, _ in space.drawn)):
        for bicluster in one.biclusters:
            yield one, one.with_biclusters(bicluster)


def _movable(space: Space) -> Iterator[Case]:
    """Pairs that permutations change on both sides, each after the first of them."""
    pairs = list(space.small)
    if space.max_size > _SINGLE_SHAPE[0] + 1:
        pairs += pairs_up_to_permutation(_SINGLE_SHAPE, 1)
    movable = (pair for pair in pairs if all(map(_is_movable, pair)))
    first = next(movable, None)
    return ((*first, *pair) for pair in movable) if first else iter(())


_SINGLE_SHAPE = (3, 3)


def _is_movable(one: Biclustering) -> bool:
    moved = (one.permuted(each) for each in permutations_of(one.shape))
    return not all(one.same_as(each) for each in moved)


def _is_nan(values: Sequence[float]) -> bool:
    return any(math.isnan(value) for value in values)


def _violates_triangle(values: Sequence[float]) -> bool:
    """Whether a detour is shorter; the distance is the loss against equality."""
    best, one, other, direct = values
    return exceeds(one + other, best + direct)


def _is_far_from_equality(values: Sequence[float]) -> bool:
    best, value = values
    return (differ(best, 1.0) and differ(best, 0.0)) or exceeds(best - value, 1.0)


def _treats_none_otherwise(values: Sequence[float]) -> bool:
    best, both_empty, *one_empty = values
    return two_differ((best, both_empty)) or not all(
        exceeds(best, value) for value in one_empty
    )


RANGE = Property(
    "range from 0 to 1",
    "The value of equal biclusterings is 1, or 0 for a distance, and no other is more "
    "than 1 worse.",
    (("A", "A"), ("A", "B")),
    _is_far_from_equality,
    _unequal,
    _LARGE + _DRAWN,
)

PROPERTIES = (
    Property(
        "defined everywhere",
        "Every pair has a value: no NaN, and no error but a ValueError, which refuses "
        "a pair.",
        (("A", "B"),),
        _is_nan,
        _large_and_drawn,
        _LARGE + _DRAWN,
    ),
    Property(
        "symmetry",
        "Truth and prediction can be exchanged.",
        (("A", "B"), ("B", "A")),
        two_differ,
        _pairs,
        _SMALL + _DRAWN,
    ),
    Property(
        "order of rows and columns",
        "Permuting the rows and columns of the matrix changes nothing.",
        (("A", "B"), ("C", "D")),
        two_differ,
        _permuted,
        _SMALL + ", all permutations; {drawn} larger random pairs, one permutation",
    ),
    Property(
        "order of biclusters",
        "The order of the biclusters does not matter.",
        (("A", "B"), ("C", "D")),
        two_differ,
        _reordered,
        _SMALL + _DRAWN,
    ),
    Property(
        "constant for equal biclusterings",
        "All biclusterings have the same value with themselves.",
        (("A", "A"), ("B", "B")),
        two_differ,
        _two_sides,
        "all sets of 1 to {most} biclusters in matrices with rows + columns <= "
        "{small}, and {drawn} larger random ones",
    ),
    Property(
        "best for equal biclusterings only",
        "Equal biclusterings score better than all others of the same truth.",
        (("A", "A"), ("A", "B")),
        first_is_not_better,
        _unequal,
        _LARGE + _DRAWN,
    ),
    RANGE,
    Property(
        "triangle inequality",
        "The loss against equality, metric(A, A) - metric(A, B), satisfies the "
        "triangle inequality; for a distance, this is the distance itself.",
        (("A", "A"), ("A", "B"), ("B", "C"), ("A", "C")),
        _violates_triangle,
        _triples,
        _SMALL.replace("pairs", "triples"),
    ),
    Property(
        "empty biclusters",
        "A bicluster without cells changes nothing, on either side.",
        (("A", "B"), ("C", "D")),
        two_differ,
        _with_empty,
        _SMALL + _DRAWN,
    ),
    Property(
        "no biclusters",
        "Two biclusterings without biclusters are equal; if only one side has none, "
        "the value is worse than at equality.",
        (("A", "A"), ("B", "B"), ("A", "B"), ("B", "A")),
        _treats_none_otherwise,
        _without_any,
        "all sets of 1 to {most} biclusters in matrices with rows + columns <= {small}",
    ),
    Property(
        "repetition",
        "Repeating a bicluster of a perfect prediction makes it worse.",
        (("A", "A"), ("A", "B")),
        first_is_not_better,
        _repeated,
        "all sets of 1 to {most} biclusters in matrices with rows + columns <= "
        "{small}, and {drawn} larger random ones",
    ),
    Property(
        "constant baseline",
        "The mean over all permutations of the rows and columns of the prediction is "
        "one constant, for all biclusterings that some permutation changes.",
        (("A", "B"), ("C", "D")),
        two_differ,
        _movable,
        _SMALL + ", and single biclusters in 3 x 3; all permutations",
        value=Values.mean_over_permutations,
        label="mean of metric({}, {}) over permutations of the second",
    ),
)
