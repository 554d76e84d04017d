"""The cases in which general properties of indices of biclusterings are checked."""

from collections.abc import Iterator
from itertools import chain, islice, product

from ._bicluster_search import Case
from ._bicluster_spaces import Space, in_matrix_of
from ._bicluster_structures import (
    Biclustering,
    pairs_up_to_permutation,
    permutations_of,
    reversal_of,
)

_SINGLE_SHAPE = (3, 3)


def all_pairs(space: Space) -> Iterator[Case]:
    """All pairs, those that were drawn last."""
    return chain(space.large, space.drawn)


def small_pairs(space: Space) -> Iterator[Case]:
    """All small pairs, and those that were drawn."""
    return space.small_and_drawn()


def with_permutation(space: Space) -> Iterator[Case]:
    """Pairs, with each permutation of both sides; of large ones, with one."""
    for true, pred in space.permuted:
        for each in islice(permutations_of(true.shape), 1, None):
            yield true, pred, true.permuted(each), pred.permuted(each)
    for true, pred in space.drawn:
        last = reversal_of(true.shape)
        yield true, pred, true.permuted(last), pred.permuted(last)


def with_reversal(space: Space) -> Iterator[Case]:
    """Pairs, with the biclusters of one side in reverse order."""
    for true, pred in space.small_and_drawn():
        if len(true.biclusters) > 1:
            yield true, pred, true.reversed(), pred
        if len(pred.biclusters) > 1:
            yield true, pred, true, pred.reversed()


def pairs_of_truths(space: Space) -> Iterator[Case]:
    """Biclusterings, each after the smallest one."""
    first, *others = space.sides()
    return ((first, other) for other in chain(others, (t for t, _ in space.drawn)))


def unequal_pairs(space: Space) -> Iterator[Case]:
    """All pairs of different biclusterings."""
    pairs = all_pairs(space)
    return ((true, pred) for true, pred in pairs if not true.same_as(pred))


def triples(space: Space) -> Iterator[Case]:
    """All triples, the first one up to permutations."""
    for one in dict.fromkeys(true for true, _ in space.permuted):
        every = in_matrix_of(one)
        yield from ((one, *others) for others in product(every, repeat=2))


def with_empty_bicluster(space: Space) -> Iterator[Case]:
    """Pairs, with a bicluster of one row and no column added to one side."""
    for true, pred in space.small_and_drawn():
        yield true, pred, true, pred.with_biclusters((1, 0))
        yield true, pred, true.with_biclusters((1, 0)), pred


def with_none(space: Space) -> Iterator[Case]:
    """Biclusterings, and the one without biclusters."""
    return ((one, Biclustering(one.shape, ())) for one in space.sides())


def with_repetition(space: Space) -> Iterator[Case]:
    """Biclusterings, and the same with a bicluster repeated."""
    for one in chain(space.sides(), (true for true, _ in space.drawn)):
        for bicluster in one.biclusters:
            yield one, one.with_biclusters(bicluster)


def pairs_left_to_chance(space: Space) -> Iterator[Case]:
    """Pairs that are left to chance on both sides, each after the first of them."""
    pairs = list(space.permuted)
    if space.max_size > _SINGLE_SHAPE[0] + 1:
        pairs += pairs_up_to_permutation(_SINGLE_SHAPE, 1)
    random = (pair for pair in pairs if all(map(_is_left_to_chance, pair)))
    first = next(random, None)
    return ((*first, *pair) for pair in random) if first else iter(())


def _is_left_to_chance(one: Biclustering) -> bool:
    """Whether permutations matter, and more than single cells can be shared."""
    rows, columns = one.indicators()
    covered = rows.T @ columns
    is_even = covered.min() == covered.max()
    return not is_even and one.area() > len(one.biclusters)
