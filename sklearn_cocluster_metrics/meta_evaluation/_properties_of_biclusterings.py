"""Properties of indices of biclusterings, and conditions A.1 to A.5 and B.1 to B.5."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement, islice, product
from operator import methodcaller
from typing import TypeAlias

import numpy as np
from numpy.random import RandomState

from ._biclusterings import (
    MOST_ENUMERATED,
    BiclusteringSpace,
    Cases,
    SmallBiclustering,
    biclusterings,
    pairs_up_to,
    pairs_up_to_permutation,
    permutations_of,
    truths_of,
)
from ._labelings import LabelingSpace, Mode, classes_in, set_partitions
from ._search import (
    FROM_0_TO_1,
    Case,
    Claim,
    Properties,
    after_the_first,
    differ,
    equal_pairs,
    exceeds,
    unequal_pairs,
)

_MOST_CLUSTERS = 3


def _clustering(labels: Mode) -> SmallBiclustering:
    """One bicluster for each label, in a matrix with one column."""
    masks = dict.fromkeys(sorted(labels), 0)
    for k, label in enumerate(labels):
        masks[label] |= 1 << k
    return SmallBiclustering(
        (len(labels), 1), tuple((mask, 1) for mask in masks.values())
    )


def _changed_pairs(
    changes: Callable[[Mode, Mode], Iterator[Mode]], space: BiclusteringSpace
) -> Cases:
    """All pairs with each changed prediction; of larger random pairs, the first.

    Small pairs are sorted by class; any others are permutations of these.
    """
    n_draws = len(space.drawn)
    labelings = LabelingSpace.draw(1, space.max_size, n_draws, RandomState(0))
    for (classes,), (clusters,) in labelings.small_pairs():
        for changed in changes(classes, clusters):
            yield _case(classes, clusters, changed)
    for (classes,), (clusters,), _ in labelings.drawn:
        for changed in islice(changes(classes, clusters), 1):
            yield _case(classes, clusters, changed)


def _splits_by_class(classes: Mode, clusters: Mode) -> Iterator[Mode]:
    """Split each cluster of two classes."""
    for k in sorted(set(clusters)):
        inside = classes_in(classes, clusters, k)
        if len(inside) == 2:
            apart = k, max(inside)
            both = zip(clusters, classes, strict=True)
            yield tuple(-1 if one == apart else one[0] for one in both)


def _unions_in_class(classes: Mode, clusters: Mode) -> Iterator[Mode]:
    """Unite any two clusters of one class."""
    for k, other in combinations(sorted(set(clusters)), 2):
        both = (classes_in(classes, clusters, one) for one in (k, other))
        if len(set().union(*both)) == 1:
            yield tuple(k if own == other else own for own in clusters)


_with_splits = partial(_changed_pairs, _splits_by_class)
_with_unions = partial(_changed_pairs, _unions_in_class)


def _rag_bags(space: BiclusteringSpace) -> Cases:
    """A stray object in a pure cluster, then in one of n objects of n classes.

    It has a class of its own, or that of an object in the rag bag. Class 0 is whole.
    """
    for n, n_others in _sizes(space):
        worse, better = ((*[0] * n, place, *[1] * n) for place in (0, 1))
        for stray in (1, 2):
            classes = (*[0] * n, stray, *range(2, n + 2))
            yield from _with_others(classes, worse, better, {0}, n_others)


def _sizes_or_quantities(space: BiclusteringSpace) -> Cases:
    """Pairs that are split, then one object that is taken from a larger cluster."""
    for r, n_others in _sizes(space):
        pairs = [k for k in range(1, r + 1) for _ in range(2)]
        classes = (*[0] * (r + 1), *pairs)
        worse = (*[0] * (r + 1), *range(1, 2 * r + 1))
        better = (*[0] * r, r + 1, *pairs)
        yield from _with_others(classes, worse, better, {*classes}, n_others)


def _sizes(space: BiclusteringSpace) -> Iterator[tuple[int, int]]:
    """Sizes n or r, each with numbers of further objects."""
    return product(range(2, space.max_size + 1), range(space.max_size - 2))


def _with_others(
    classes: Mode, worse: Mode, better: Mode, whole: set[int], n_others: int
) -> Cases:
    """Add objects in clusters of their own, of any class that is not `whole` yet."""
    new = max(classes) + 1
    possible = [*sorted({*classes} - whole), *range(new, new + n_others)]
    for others in combinations_with_replacement(possible, n_others):
        for partition in set_partitions(n_others):
            own = tuple(max(worse + better) + 1 + k for k in partition)
            yield _case(classes + others, worse + own, better + own)


def _overlapping(space: BiclusteringSpace) -> Cases:
    """Different sets of distinct clusters."""
    for n_objects in range(1, space.max_size - 1):
        for true, pred in pairs_up_to_permutation((n_objects, 1), _MOST_CLUSTERS):
            if true != pred:
                yield true, pred


def _case(classes: Mode, worse: Mode, better: Mode) -> tuple[SmallBiclustering, ...]:
    return _clustering(classes), _clustering(worse), _clustering(better)


_PAIRS = (
    "all pairs of clusterings of up to {large} + 1 objects; one change of each of "
    "{drawn} larger random pairs"
)
_STRAYS = "n from 2 to {large}, and up to {large} - 3 objects in other clusters"
_QUANTITIES = "r from 2 to {large}, and up to {large} - 3 objects of other classes"
_MATCHES = "all pairs of 1 to 3 clusters of up to {large} - 2 objects"

CLUSTERING_CONDITIONS: Properties = {
    "A.1 homogeneity": (
        "A cluster of objects of two classes gets better when it is split by class.",
        Claim(_with_splits, "AB < AC", _PAIRS),
    ),
    "A.2 completeness": (
        "Two clusters with objects of the same class only get better when united.",
        Claim(_with_unions, "AB < AC", _PAIRS),
    ),
    "A.3 rag bag": (
        "An object in a cluster that is otherwise a whole class, of n >= 2 objects, is "
        "better placed in a cluster of n objects of n other classes. (As worded, the "
        "class may have more objects elsewhere, and n may be 1.)",
        Claim(_rag_bags, "AB < AC", _STRAYS),
    ),
    "A.4 size versus quantity": (
        "Splitting r >= 2 classes of two objects is worse than taking one object from "
        "a class of r + 1. (As worded, these classes may have more objects elsewhere, "
        "and r may be 1.)",
        Claim(_sizes_or_quantities, "AB < AC", _QUANTITIES),
    ),
    "A.5 perfect match": (
        "A clustering, whose clusters may overlap, has the best value if and only if "
        "it is the truth. (A set: the same cluster twice is not searched.)",
        Claim(_overlapping, "AA > AB", _MATCHES),
    ),
}


Change: TypeAlias = Callable[[SmallBiclustering], SmallBiclustering]

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
    return ((one, SmallBiclustering(one.shape, ())) for one in small)


def with_repetition(space: BiclusteringSpace) -> Cases:
    """Biclusterings, and the same with a bicluster repeated."""
    for one in space.truths():
        for bicluster in one.biclusters:
            yield one, one.with_biclusters(bicluster)


def left_to_chance(space: BiclusteringSpace) -> Cases:
    """Pairs that are left to chance on both sides, each after the first of them."""
    pairs = list(space.permuted)
    if space.max_size > _SINGLE_SHAPE[0] + 1:
        pairs += pairs_up_to_permutation(_SINGLE_SHAPE, 1)
    kept = (pair for pair in pairs if all(map(_is_left_to_chance, pair)))
    return after_the_first((None, pair) for pair in kept)


def _is_left_to_chance(one: SmallBiclustering) -> bool:
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
    yield tuple(
        SmallBiclustering((3, 1), tuple((k, 1) for k in side)) for side in sides
    )


def united(space: BiclusteringSpace) -> Cases:
    """Several biclusters, and the one of all their rows and columns."""
    for one in truths_of(space.pairs()):
        if len(one.biclusters) > 1:
            yield one, one.united()


def treats_none_otherwise(case: Case) -> bool:
    """Whether two without biclusters are not equal, or as good as one with none."""
    best, of_none, *one_sided = map(case, ("AA", "BB", "AB", "BA"))
    return differ(best, of_none) or not all(exceeds(best, one) for one in one_sided)


_PAIRS_UP_TO = (
    "all pairs of 1 to {most} biclusters in matrices with rows >= columns and rows + "
    "columns <= {small}, up to permutations"
)
_SMALL = _PAIRS_UP_TO + ", and {drawn} larger random pairs"
_LARGE = _SMALL.replace("small", "large")
_PERMUTED = _PAIRS_UP_TO.replace("small", "permuted")
_ALL_PERMUTATIONS = (
    _PERMUTED + ", with all permutations; {drawn} larger random pairs, with one"
)
_TRIPLES = _PERMUTED.replace("pairs", "triples")
_BASELINE = _PERMUTED + "; from `max_size` 5, pairs of one bicluster in 3 x 3"
_SIDES = _PAIRS_UP_TO.replace("pairs", "sets")
_DRAWN_SIDES = _SIDES + ", and {drawn} larger random ones"
_SEVERAL = _DRAWN_SIDES.replace("1 to ", "").replace("small", "large")
_WITH_COPIES = _LARGE + "; one that repeats biclusters"

PROPERTIES_OF_BICLUSTERINGS: Properties = {
    "defined everywhere": (
        "Every pair has a value: no NaN, and no error but a ValueError, which refuses "
        "a pair.",
        Claim(BiclusteringSpace.pairs, Case.is_nan, _LARGE),
    ),
    "symmetry": (
        "Truth and prediction can be exchanged.",
        Claim(BiclusteringSpace.small_pairs, "AB = BA", _SMALL),
    ),
    "order of rows and columns": (
        "Permuting the rows and columns of the matrix changes nothing.",
        Claim(with_permutation, "AB = CD", _ALL_PERMUTATIONS),
    ),
    "order of biclusters": (
        "The order of the biclusters does not matter.",
        Claim(on_either_side(SmallBiclustering.reversed), "AB = CD", _SMALL),
    ),
    "constant for equal biclusterings": (
        "All biclusterings have the same value with themselves.",
        Claim(equal_pairs, "AA = BB", _DRAWN_SIDES),
    ),
    "best for equal biclusterings only": (
        "Equal biclusterings score better than all others of the same truth.",
        Claim(unequal_pairs, "AA > AB"),
        Claim(with_copies, "AA > AB", _WITH_COPIES),
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
        Claim(on_either_side(with_empty), "AB = CD", _SMALL),
    ),
    "no biclusters": (
        "Two biclusterings without biclusters are equal; if only one side has none, "
        "the value is worse than at equality.",
        Claim(with_none, treats_none_otherwise, _SIDES),
    ),
    "repetition": (
        "Repeating a bicluster of a perfect prediction makes it worse.",
        Claim(with_repetition, "AA > AB", _DRAWN_SIDES),
    ),
    "constant baseline": (
        "The mean over all permutations of the rows and columns of the prediction is "
        "one constant. Left out, since many definitions are 0/0: biclusterings that "
        "contain all cells, or all pairs of cells, equally often.",
        Claim(left_to_chance, Case.mean_has_changed, _BASELINE),
    ),
    **CLUSTERING_CONDITIONS,
    "B.1 non-intersection area": (
        "A prediction that shares a cell with the truth gets worse when a row that "
        "neither side contains is added to it, alone or in one of its biclusters. (As "
        "worded, they need not share a cell; the value may then be the worst already.)",
        Claim(with_an_object, "AB > AC", _SMALL),
    ),
    "B.2 background independence": (
        "Rows and columns that are in no bicluster do not matter.",
        Claim(on_both_sides(with_row, with_column), "AB = CD", _SMALL),
    ),
    "B.3 scale invariance": (
        "Replacing every row by two rows and every column by two columns changes "
        "nothing.",
        Claim(on_both_sides(SmallBiclustering.scaled), "AB = CD", _SMALL),
    ),
    "B.4 copy invariance": (
        "Adding to both sides a copy of themselves, with rows and columns of its own, "
        "changes nothing.",
        Claim(on_both_sides(SmallBiclustering.copied), "AB = CD", _SMALL),
    ),
    "B.5 multiple coverage": (
        "One bicluster that has all rows and all columns of several true ones is worse "
        "than the truth. (As worded, it may be one true bicluster: the truth itself.)",
        Claim(united, "AA > AB", _SEVERAL),
    ),
}
