"""Properties of indices of biclusterings, and conditions B.1 to B.5.

Biclusters may overlap and leave cells uncovered. A bicluster is a set of rows with a
set of columns, and a side is a set of biclusters: a bicluster twice on a side, or one
without cells, is searched only where a property is about these.

The conditions are due to Patrikainen and Meila (2006), here as worded by
Rosales-Mendez and Ramirez-Cruz, "MOCICE-BCubed F1", 2018, section 2. Objects are rows,
features columns.

- B.1, penalty for non-intersection area: the prediction gets worse when an object that
  no bicluster of either side contains is added to it, as a new bicluster or in one that
  it has. (The two inequalities in the proof of their Theorem 2 are reversed.) Where the
  sides share no cell, most measures are at their worst already: we require a shared
  cell.
- B.2, background independence: rows and columns in no bicluster do not matter.
- B.3, scale invariance: nothing changes when k rows take the place of each row and k
  columns that of each column. The proof of their Theorem 4 multiplies numbers of cells
  by k, as if one mode were scaled; the definition scales both, and so do we.
- B.4, copy invariance: nothing changes when both sides are united with disjoint copies
  of themselves.
- B.5, multiple cluster coverage penalty: one bicluster with all rows and all columns of
  several true biclusters is not perfect. As worded, there may be one true bicluster,
  which is then the prediction itself: we require two.
"""

from collections.abc import Callable
from itertools import islice, product
from operator import methodcaller
from typing import TypeAlias

import numpy as np

from ._biclusterings import (
    MOST_ENUMERATED,
    Biclustering,
    BiclusteringSpace,
    Cases,
    biclusterings,
    pairs_up_to,
    pairs_up_to_permutation,
    permutations_of,
    truths_of,
)
from ._clustering_conditions import CLUSTERING_CONDITIONS
from ._search import (
    FROM_0_TO_1,
    Case,
    Claim,
    Properties,
    after_the_first,
    differ,
    equal_pairs,
    exceeds,
    falls_short,
    unequal,
    unequal_pairs,
)

Change: TypeAlias = Callable[[Biclustering], Biclustering]

_SINGLE_SHAPE = (3, 3)


def on_either_side(change: Change) -> Callable[[BiclusteringSpace], Cases]:
    """Pairs, and the same with one side changed, if that changes it."""

    def cases(space: BiclusteringSpace) -> Cases:
        for true, pred in space.small_pairs():
            for after in (true, change(pred)), (change(true), pred):
                if after != (true, pred):
                    yield true, pred, *after

    return cases


def on_both_sides(*changes: Change) -> Callable[[BiclusteringSpace], Cases]:
    """Pairs, and the same with both sides changed, in each of several ways."""
    return lambda space: (
        (true, pred, change(true), change(pred))
        for true, pred in space.small_pairs()
        for change in changes
    )


with_row = methodcaller("with_background", 1, 0)
with_column = methodcaller("with_background", 0, 1)
with_empty = methodcaller("with_biclusters", (1, 0))


def with_permutation(space: BiclusteringSpace) -> Cases:
    """Pairs, with each permutation of both sides; of large ones, with one."""
    for true, pred in space.permuted:
        for each in islice(permutations_of(true.shape), 1, None):
            yield true, pred, true.permuted(each), pred.permuted(each)
    for true, pred in space.drawn:
        *_, last = permutations_of(true.shape)  # all in reverse order
        yield true, pred, true.permuted(last), pred.permuted(last)


def triples(space: BiclusteringSpace) -> Cases:
    """All triples, the first one up to permutations."""
    for one in truths_of(space.permuted):
        every = biclusterings(one.shape, MOST_ENUMERATED)
        yield from ((one, *others) for others in product(every, repeat=2))


def with_none(space: BiclusteringSpace) -> Cases:
    """Biclusterings, and the one without biclusters."""
    small = truths_of(pairs_up_to(space.max_size - 1))
    return ((one, Biclustering(one.shape, ())) for one in small)


def with_repetition(space: BiclusteringSpace) -> Cases:
    """Biclusterings, and the same with a bicluster repeated."""
    for one in space.truths():
        for bicluster in one.biclusters:
            yield one, one.with_biclusters(bicluster)


def pairs_left_to_chance(space: BiclusteringSpace) -> Cases:
    """Pairs that are left to chance on both sides, each after the first of them."""
    pairs = list(space.permuted)
    if space.max_size > _SINGLE_SHAPE[0] + 1:
        pairs += pairs_up_to_permutation(_SINGLE_SHAPE, 1)
    return after_the_first(
        (None, pair) for pair in pairs if all(map(_is_left_to_chance, pair))
    )


def _is_left_to_chance(one: Biclustering) -> bool:
    """Whether not all cells, and not all pairs of cells, are in equally many."""
    rows, columns = one.indicators()
    cells = np.einsum("kr,kc->krc", rows, columns).reshape(len(rows), -1)
    shared = cells.T @ cells
    pairs = shared[np.triu_indices(len(shared), 1)]
    return len({*shared.diagonal().tolist()}) > 1 and len({*pairs.tolist()}) > 1


def with_an_object(space: BiclusteringSpace) -> Cases:
    """Pairs that share a cell, and the prediction with one more row."""
    for true, pred in space.small_pairs():
        if not true.shares_cell_with(pred):
            continue
        row = true.shape[0]
        true, pred = with_row(true), with_row(pred)
        for columns in range(1, 1 << true.shape[1]):
            yield true, pred, pred.with_biclusters((1 << row, columns))
        for k in range(len(pred.biclusters)):
            yield true, pred, pred.with_row_in(row, k)


def with_copies(_: BiclusteringSpace) -> Cases:
    """The pairs of three rows, each in two biclusters, in two ways."""
    in_two, others = (3, 5, 6), (7, 1, 2, 4)
    sides = in_two + others, in_two + in_two
    yield tuple(Biclustering((3, 1), tuple((k, 1) for k in side)) for side in sides)


def united(space: BiclusteringSpace) -> Cases:
    """Several biclusters, and the one of all their rows and columns."""
    for one in truths_of(space.pairs()):
        if len(one.biclusters) > 1:
            yield one, one.united()


def treats_none_otherwise(case: Case) -> bool:
    """Whether two without biclusters are not equal, or as good as one with none."""
    best, of_none, *one_sided = map(case, ("AA", "BB", "AB", "BA"))
    return differ(best, of_none) or not all(exceeds(best, one) for one in one_sided)


_SMALL = (
    "all pairs of 1 to {most} biclusters in matrices with rows >= columns and rows + "
    "columns <= {small}, up to permutations"
)
_LARGE = _SMALL.replace("small", "large")
_PERMUTED = _SMALL.replace("small", "permuted")
_ALL_PERMUTATIONS = (
    _PERMUTED + ", with all permutations; {drawn} larger random pairs, with one"
)
_TRIPLES = _PERMUTED.replace("pairs", "triples")
_BASELINE = _PERMUTED + "; from `max_size` 5, pairs of one bicluster in 3 x 3"
_SIDES = _SMALL.replace("pairs", "sets")
_DRAWN_SIDES = _SIDES + ", and {drawn} larger random ones"
_SEVERAL = _DRAWN_SIDES.replace("1 to ", "").replace("small", "large")
_LARGE += ", and {drawn} larger random pairs"
_WITH_COPIES = _LARGE + "; one that repeats biclusters"
_SMALL += ", and {drawn} larger random pairs"

PROPERTIES_OF_BICLUSTERINGS: Properties = {
    "defined everywhere": (
        "Every pair has a value: no NaN, and no error but a ValueError, which refuses "
        "a pair.",
        Claim(BiclusteringSpace.pairs, Case.is_nan, _LARGE),
    ),
    "symmetry": (
        "Truth and prediction can be exchanged.",
        Claim(BiclusteringSpace.small_pairs, unequal("AB", "BA"), _SMALL),
    ),
    "order of rows and columns": (
        "Permuting the rows and columns of the matrix changes nothing.",
        Claim(with_permutation, unequal("AB", "CD"), _ALL_PERMUTATIONS),
    ),
    "order of biclusters": (
        "The order of the biclusters does not matter.",
        Claim(on_either_side(Biclustering.reversed), unequal("AB", "CD"), _SMALL),
    ),
    "constant for equal biclusterings": (
        "All biclusterings have the same value with themselves.",
        Claim(equal_pairs, unequal("AA", "BB"), _DRAWN_SIDES),
    ),
    "best for equal biclusterings only": (
        "Equal biclusterings score better than all others of the same truth.",
        Claim(unequal_pairs, falls_short("AA", "AB")),
        Claim(with_copies, falls_short("AA", "AB"), _WITH_COPIES),
    ),
    "range from 0 to 1": (
        FROM_0_TO_1,
        Claim(unequal_pairs, Case.is_outside_of_0_to_1, _LARGE),
    ),
    "triangle inequality": (
        "The loss against equality, metric(A, A) - metric(A, B), satisfies the "
        "triangle inequality; for a distance, this is the distance itself.",
        Claim(triples, Case.is_longer_than_detour, _TRIPLES),
    ),
    "empty biclusters": (
        "A bicluster without cells changes nothing, on either side.",
        Claim(on_either_side(with_empty), unequal("AB", "CD"), _SMALL),
    ),
    "no biclusters": (
        "Two biclusterings without biclusters are equal; if only one side has none, "
        "the value is worse than at equality.",
        Claim(with_none, treats_none_otherwise, _SIDES),
    ),
    "repetition": (
        "Repeating a bicluster of a perfect prediction makes it worse.",
        Claim(with_repetition, falls_short("AA", "AB"), _DRAWN_SIDES),
    ),
    "constant baseline": (
        "The mean over all permutations of the rows and columns of the prediction is "
        "one constant. Left out, since many definitions are 0/0: biclusterings that "
        "contain all cells, or all pairs of cells, equally often.",
        Claim(pairs_left_to_chance, Case.mean_has_changed, _BASELINE),
    ),
    **CLUSTERING_CONDITIONS,
    "B.1 non-intersection area": (
        "A prediction that shares a cell with the truth gets worse when a row that "
        "neither side contains is added to it, alone or in one of its biclusters. (As "
        "worded, they need not share a cell; the value may then be the worst already.)",
        Claim(with_an_object, falls_short("AB", "AC"), _SMALL),
    ),
    "B.2 background independence": (
        "Rows and columns that are in no bicluster do not matter.",
        Claim(on_both_sides(with_row, with_column), unequal("AB", "CD"), _SMALL),
    ),
    "B.3 scale invariance": (
        "Replacing every row by two rows and every column by two columns changes "
        "nothing.",
        Claim(on_both_sides(Biclustering.scaled), unequal("AB", "CD"), _SMALL),
    ),
    "B.4 copy invariance": (
        "Adding to both sides a copy of themselves, with rows and columns of its own, "
        "changes nothing.",
        Claim(on_both_sides(Biclustering.copied), unequal("AB", "CD"), _SMALL),
    ),
    "B.5 multiple coverage": (
        "One bicluster that has all rows and all columns of several true ones is worse "
        "than the truth. (As worded, it may be one true bicluster: the truth itself.)",
        Claim(united, falls_short("AA", "AB"), _SEVERAL),
    ),
}
