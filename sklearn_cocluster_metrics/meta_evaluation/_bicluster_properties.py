"""Properties of indices of biclusterings.

Biclusters may overlap and leave cells uncovered. A bicluster is a set of rows with a
set of columns, and a side is a set of biclusters: a bicluster twice on a side, or one
without cells, is searched only where a property is about these.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from numpy.random import RandomState

from ._bicluster_cases import (
    all_pairs,
    pairs_left_to_chance,
    pairs_of_truths,
    small_pairs,
    triples,
    unequal_pairs,
    with_empty_bicluster,
    with_none,
    with_permutation,
    with_repetition,
    with_reversal,
)
from ._bicluster_conditions import CONDITIONS
from ._bicluster_search import (
    Property,
    Values,
    differ,
    exceeds,
    first_is_not_better,
    two_differ,
)
from ._bicluster_spaces import Space, draw_pairs
from ._clustering_conditions import CLUSTERING_CONDITIONS
from ._properties import Measure, PropertyCheck, Report

_SMALL = (
    "all pairs of 1 to {most} biclusters in matrices with rows >= columns and rows + "
    "columns <= {small}, up to permutations"
)
_LARGE = _SMALL.replace("small", "large")
_PERMUTED = _SMALL.replace("small", "permuted")
_SIDES = _SMALL.replace("pairs", "sets")
_DRAWN_SIDES = ", and {drawn} larger random ones"
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
    unequal_pairs,
    _LARGE + _DRAWN,
)

PROPERTIES = (
    Property(
        "defined everywhere",
        "Every pair has a value: no NaN, and no error but a ValueError, which refuses "
        "a pair.",
        (("A", "B"),),
        _is_nan,
        all_pairs,
        _LARGE + _DRAWN,
    ),
    Property(
        "symmetry",
        "Truth and prediction can be exchanged.",
        (("A", "B"), ("B", "A")),
        two_differ,
        small_pairs,
        _SMALL + _DRAWN,
    ),
    Property(
        "order of rows and columns",
        "Permuting the rows and columns of the matrix changes nothing.",
        (("A", "B"), ("C", "D")),
        two_differ,
        with_permutation,
        _PERMUTED + ", with all permutations; {drawn} larger random pairs, with one",
    ),
    Property(
        "order of biclusters",
        "The order of the biclusters does not matter.",
        (("A", "B"), ("C", "D")),
        two_differ,
        with_reversal,
        _SMALL + _DRAWN,
    ),
    Property(
        "constant for equal biclusterings",
        "All biclusterings have the same value with themselves.",
        (("A", "A"), ("B", "B")),
        two_differ,
        pairs_of_truths,
        _SIDES + _DRAWN_SIDES,
    ),
    Property(
        "best for equal biclusterings only",
        "Equal biclusterings score better than all others of the same truth.",
        (("A", "A"), ("A", "B")),
        first_is_not_better,
        unequal_pairs,
        _LARGE + _DRAWN,
    ),
    RANGE,
    Property(
        "triangle inequality",
        "The loss against equality, metric(A, A) - metric(A, B), satisfies the "
        "triangle inequality; for a distance, this is the distance itself.",
        (("A", "A"), ("A", "B"), ("B", "C"), ("A", "C")),
        _violates_triangle,
        triples,
        _PERMUTED.replace("pairs", "triples"),
    ),
    Property(
        "empty biclusters",
        "A bicluster without cells changes nothing, on either side.",
        (("A", "B"), ("C", "D")),
        two_differ,
        with_empty_bicluster,
        _SMALL + _DRAWN,
    ),
    Property(
        "no biclusters",
        "Two biclusterings without biclusters are equal; if only one side has none, "
        "the value is worse than at equality.",
        (("A", "A"), ("B", "B"), ("A", "B"), ("B", "A")),
        _treats_none_otherwise,
        with_none,
        _SIDES,
    ),
    Property(
        "repetition",
        "Repeating a bicluster of a perfect prediction makes it worse.",
        (("A", "A"), ("A", "B")),
        first_is_not_better,
        with_repetition,
        _SIDES + _DRAWN_SIDES,
    ),
    Property(
        "constant baseline",
        "The mean over all permutations of the rows and columns of the prediction is "
        "one constant. Left out, since many definitions are 0/0: biclusterings that "
        "cover all cells equally often, and those of single cells only.",
        (("A", "B"), ("C", "D")),
        two_differ,
        pairs_left_to_chance,
        _PERMUTED + "; from `max_size` 5, pairs of one bicluster in 3 x 3",
        value=Values.mean_over_permutations,
        label="mean of metric({}, {}) over permutations of the second",
    ),
)
