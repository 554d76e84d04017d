"""Properties of indices of clusterings and of co-clusterings.

Those that clusterings have too are due to [1]_, three of co-clusterings alone to [2]_.

.. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of cluster
   similarity indices: how to validate validation measures, supplement, section C.
.. [2] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional partitions
   with the co-clustering adjusted Rand index. Journal of Classification 38, 158-186,
   section 2.1.
"""

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice, permutations, product

import numpy as np
from numpy.random import RandomState

from .._statistics import matched_samples, tables_of_labels
from ._labelings import (
    LabelingSpace,
    Mode,
    Modes,
    Pair,
    Triple,
    is_trivial_mode,
    renumbered,
    sizes_of,
)
from ._large_samples import checks_of_large_samples
from ._search import (
    TOLERANCE,
    Case,
    Claim,
    Outcome,
    Property,
    PropertyCheck,
    Values,
    differ,
    differs_at_equality,
    exceeds,
    has_changed,
    is_asymmetric,
    is_nan,
    is_not_below_equality,
    is_not_better,
    mean_has_changed,
)

Quadruple = tuple[Modes, Modes, Modes, Modes]
Counts = tuple[int, int, int, int]
IsPerfect = Callable[[Modes, Modes, int, int, int], bool]

WEIGHTS = ((1, 1), (2, 1), (3, 1), (1, 1, 1))
"""Cluster sizes that are multiplied to tables of independent labels."""


def checks_of_labelings(
    values: Values, space: LabelingSpace
) -> Iterator[PropertyCheck]:
    """Yield what is found about each property."""
    for each in PROPERTIES:
        yield each.check(values, space)
    baseline = CONSTANT_BASELINE.check(values, space)
    yield baseline
    yield from checks_of_large_samples(values, space, is_exact=baseline.holds)
    for each in PROPERTIES_OF_COCLUSTERINGS if space.n_modes > 1 else ():
        yield each.check(values, space)


# Names, order, equality


def with_other_names(space: LabelingSpace) -> Iterator[Quadruple]:
    """Yield pairs, and the same with other integers, which both sides do not share."""
    for true, pred in space.pairs_to_change():
        yield true, pred, _renamed(true, 7, -3), _renamed(pred, 4, 2)


def _renamed(modes: Modes, first: int, step: int) -> Modes:
    return tuple(tuple(first + step * label for label in labels) for labels in modes)


def in_another_order(space: LabelingSpace) -> Iterator[Quadruple]:
    """Yield pairs, and the same with samples, rows and columns in another order."""
    generator = RandomState(space.seed)
    for true, pred in space.pairs_to_change():
        orders = [generator.permutation(len(labels)).tolist() for labels in true]
        yield true, pred, _reordered(true, orders), _reordered(pred, orders)


def _reordered(modes: Modes, orders: list[list[int]]) -> Modes:
    return tuple(
        tuple(labels[i] for i in order)
        for labels, order in zip(modes, orders, strict=True)
    )


def after_the_first(space: LabelingSpace) -> Iterator[Pair]:
    """Yield all structures, each after the first one."""
    for first in islice(space.structures(), 1):
        yield from ((first, other) for other in space.structures())


def unequal_pairs(space: LabelingSpace) -> Iterator[Pair]:
    """Yield all pairs of different structures."""
    return ((true, pred) for true, pred in space.pairs() if true != pred)


def after_opposites(space: LabelingSpace) -> Iterator[Quadruple]:
    """Yield all small pairs after the smallest one that agrees on nothing."""
    shapes = [structures for structures in space.by_shape if len(structures) > 1]
    one_block, single_cells = shapes[0][0], shapes[0][-1]
    for structures in shapes:
        for pair in product(structures, structures):
            yield one_block, single_cells, *pair


def is_not_above_opposites(case: Case) -> bool:
    """Whether C and D are no better than A and B, which agree on nothing."""
    lowest, value = case("AB"), case("CD")
    if _are_opposites(case.structures["C"], case.structures["D"]):
        return differ(value, lowest)
    return not exceeds(value, lowest)


def _are_opposites(one: Modes, other: Modes) -> bool:
    """Return whether one of them is one block, the other single cells."""
    return any(
        all(max(labels) == 0 for labels in coarse)
        and all(max(labels) == len(labels) - 1 for labels in fine)
        for coarse, fine in ((one, other), (other, one))
    )


# Distance: the difference from the value of equal structures


def longer_than_detours(values: Values, space: LabelingSpace) -> Iterator[Outcome]:
    """Find triples with d(A, C) > d(A, B) + d(B, C), where equal values are constant.

    By arrays, since 6 samples have eight million triples.
    """
    first = next(space.structures(), None)
    if first is None:
        return
    top = values(first, first)
    if not math.isfinite(top):
        case = Case(values, [first])
        case("AA")
        yield case.counterexample()
        return
    for triple in suspected_triples(values, space, top):
        case = Case(values, triple)
        direct, one, other = (top - case(pair) for pair in ("AC", "AB", "BC"))
        yield case.counterexample() if exceeds(direct, one + other) else None


def suspected_triples(
    values: Values, space: LabelingSpace, top: float
) -> Iterator[Triple]:
    """Yield the small triples that may violate the inequality, and all drawn ones."""
    for structures in space.by_shape:
        distances = top - np.array(
            [[values(true, pred) for pred in structures] for true in structures]
        )
        for a, row in enumerate(distances):
            with np.errstate(invalid="ignore"):
                longer = row - (row[:, np.newaxis] + distances) > TOLERANCE  # B, C
            for c, b in np.argwhere(longer.T):
                yield structures[a], structures[b], structures[c]
    for triple in space.drawn:
        yield from permutations(triple)


# Monotonicity: every agreement that is gained improves the value


def perfect_splits(space: LabelingSpace) -> Iterator[Triple]:
    """Yield truths, predictions, and these with a cluster split perfectly."""
    for true, fine, coarse in _perfect_changes(space, _is_perfect_split):
        yield true, coarse, fine


def perfect_merges(space: LabelingSpace) -> Iterator[Triple]:
    """Yield truths, predictions, and these with two clusters merged perfectly."""
    return _perfect_changes(space, _is_perfect_merge)


def _perfect_changes(space: LabelingSpace, is_perfect: IsPerfect) -> Iterator[Triple]:
    """Yield a truth, and a finer and a coarser prediction, one change apart."""
    for structures in space.by_shape:
        kept = set(structures)
        edges = [(fine, edge) for fine in structures for edge in _merges(fine)]
        for true, (fine, (*where, coarse)) in product(structures, edges):
            if coarse in kept and is_perfect(true, fine, *where):
                yield true, fine, coarse
    for true, *others in space.drawn:
        for fine in others:
            for *where, coarse in _merges(fine):
                if is_perfect(true, fine, *where):
                    yield true, fine, coarse
                    break


def _merges(modes: Modes) -> Iterator[tuple[int, int, int, Modes]]:
    """Yield mode, both labels and the result, for all merges of two clusters."""
    for mode, labels in enumerate(modes):
        for first, second in combinations(range(max(labels) + 1), 2):
            merged = renumbered(first if x == second else x for x in labels)
            yield mode, first, second, (*modes[:mode], merged, *modes[mode + 1 :])


def _is_perfect_split(
    true: Modes, fine: Modes, mode: int, first: int, second: int
) -> bool:
    """Return whether splitting these two apart separates nothing of the truth."""
    one, other = (_classes_in(true[mode], fine[mode], k) for k in (first, second))
    return one.isdisjoint(other)


def _is_perfect_merge(
    true: Modes, fine: Modes, mode: int, first: int, second: int
) -> bool:
    """Return whether only cells are joined that are together in the truth.

    The samples of both clusters must be together in the truth; so must those of each
    cluster of the other modes, because whole blocks are merged.
    """
    one, other = (_classes_in(true[mode], fine[mode], k) for k in (first, second))
    return len(one | other) == 1 and all(
        len(set(zip(true[m], fine[m], strict=True))) == len(set(fine[m]))
        for m in range(len(fine))
        if m != mode
    )


def _classes_in(true: Mode, pred: Mode, cluster: int) -> set[int]:
    return {x for x, k in zip(true, pred, strict=True) if k == cluster}


def with_the_same_counts(space: LabelingSpace) -> Iterator[Quadruple]:
    """Yield all small pairs after the first one that has the same counts of pairs."""
    known: dict[Counts, Pair] = {}
    for counts, pair in _counted_pairs(space):
        yield *known.setdefault(counts, pair), *pair


def with_better_counts(space: LabelingSpace) -> Iterator[Quadruple]:
    """Yield pairs of which the second has better counts of pairs in every respect."""
    known: dict[Counts, Pair] = {}
    for counts, pair in _counted_pairs(space):
        known.setdefault(counts, pair)
    pairs, table = list(known.values()), np.array([*known], dtype=np.int64)
    n11, n10, n01, n00 = table.reshape(-1, 4).T
    for better in np.argsort(n11 + n10 + n01 + n00, kind="stable"):
        worse = (n11 <= n11[better]) & (n00 <= n00[better])
        worse &= (n10 >= n10[better]) & (n01 >= n01[better])
        worse &= n10 + n01 > 0  # else nothing can be gained
        worse &= bool(n11[better] + n00[better])  # else nothing has been gained
        worse[better] = False
        for position in np.flatnonzero(worse):
            yield *pairs[position], *pairs[better]


def is_not_raised(case: Case) -> bool:
    """Whether the value of C and D is no better than that of A and B."""
    worse, better = case("AB"), case("CD")
    return not exceeds(better, worse)


def _counted_pairs(space: LabelingSpace) -> Iterator[tuple[Counts, Pair]]:
    """Yield the four counts of pairs of samples, or cells, with each small pair."""
    for structures in space.by_shape:
        cells = [list(product(*modes)) for modes in structures]
        together = np.array(
            [[one == other for one, other in combinations(of, 2)] for of in cells],
            dtype=np.int64,
        )
        both = (together @ together.T).tolist()
        alone = together.sum(axis=1).tolist()
        for (a, true), (b, pred) in product(enumerate(structures), repeat=2):
            n11 = both[a][b]
            n10, n01 = alone[a] - n11, alone[b] - n11
            n00 = together.shape[1] - n11 - n10 - n01
            yield (n11, n10, n01, n00), (true, pred)


# Chance


def pairs_left_to_chance(space: LabelingSpace) -> Iterator[Quadruple]:
    """Yield truths with one prediction of each cluster sizes, each after the first.

    A truth of which all modes are trivial is left out: no permutation changes it.
    """
    first: Pair | None = None
    for structures in space.by_shape:
        by_sizes: dict[object, Modes] = {}
        for modes in structures:
            by_sizes.setdefault(tuple(map(sizes_of, modes)), modes)
        truths = (s for s in structures if not all(map(is_trivial_mode, s)))
        for pair in product(truths, by_sizes.values()):
            first = first or pair
            yield *first, *pair


# Co-clusterings alone


def with_misclassified_cells(space: LabelingSpace) -> Iterator[Quadruple]:
    """Yield pairs after the first with the same shape and numbers of clusters."""
    for structures in space.by_shape:
        known: dict[tuple[int, ...], Pair] = {}
        for pair in product(structures, structures):
            if misclassified_cells(*pair):
                modes = zip(*pair, strict=True)
                n_clusters = tuple(1 + max(*true, *pred) for true, pred in modes)
                yield *known.setdefault(n_clusters, pair), *pair


def is_not_proportional(case: Case) -> bool:
    """Whether the losses per misclassified cell differ, or are none."""
    a, b, c, d = case.structures.values()
    cells = misclassified_cells(a, b), misclassified_cells(c, d)
    one = (case("AA") - case("AB")) / cells[0]
    other = (case.values(c, c) - case("CD")) / cells[1]
    for names, number in zip(("A, B", "C, D"), cells, strict=True):
        case.seen[f"misclassified cells of {names}"] = float(number)
    return differ(one, other) or not exceeds(other, 0.0)


def misclassified_cells(true: Modes, pred: Modes) -> int:
    """Count the cells outside matched blocks."""
    modes = list(zip(true, pred, strict=True))
    return math.prod(map(len, true)) - math.prod(_matched(*mode) for mode in modes)


@cache
def _matched(true: Mode, pred: Mode) -> int:
    """Count the samples in matched clusters."""
    (table,) = tables_of_labels(list(true), list(pred))
    return int(matched_samples(table))


def is_outside_of_0_to_1(case: Case) -> bool:
    """Whether the value is not from 0 to 1, or not 1 for equal structures."""
    value = case("AB")
    is_outside = exceeds(0.0, value) or exceeds(value, 1.0)
    is_equal = case.structures["A"] == case.structures["B"]
    return is_outside or (is_equal and differ(value, 1.0))


def independent_pairs(space: LabelingSpace) -> Iterator[Pair]:
    """Yield pairs, not equal, whose tables are products of their margins."""
    for true, pred in space.small_pairs():
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
    return all(
        len(true) * sum((t, p) == cell for cell in zip(true, pred, strict=True))
        == true.count(t) * pred.count(p)
        for t, p in product(set(true), set(pred))
    )


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


def is_not_zero(case: Case) -> bool:
    """Whether the value is not 0."""
    return differ(case("AB"), 0.0)


_SMALL = "all {pairs} pairs {small}"
_ALL = _SMALL + ", {drawn} random pairs {large}"
_CHANGED = "one change of each of {changed} small pairs, {drawn} random pairs {large}"
_TRIPLES = "all {triples} triples {small}, {drawn} random triples {large}"
_CHANGES = (
    "all changes of two clusters {small}, against all others; one change in each of "
    "{changes_drawn} random pairs"
)

SYMMETRIC = Claim(LabelingSpace.pairs, is_asymmetric)
CONSTANT_AT_EQUALITY = Claim(after_the_first, differs_at_equality)
BEST_AT_EQUALITY = Claim(unequal_pairs, is_not_below_equality)

PROPERTIES = (
    Property(
        "defined everywhere",
        "Every pair has a value: no error, and no NaN.",
        _ALL,
        (Claim(LabelingSpace.pairs, is_nan),),
    ),
    Property(
        "label names",
        "The value does not depend on the names of the labels.",
        _CHANGED,
        (Claim(with_other_names, has_changed),),
    ),
    Property(
        "order of samples",
        "The value does not depend on the order of samples, rows or columns.",
        _CHANGED,
        (Claim(in_another_order, has_changed),),
    ),
    Property(
        "symmetry",
        "Truth and prediction can be exchanged.",
        _ALL,
        (SYMMETRIC,),
    ),
    Property(
        "maximal agreement",
        "Equal structures have one constant value, and all others a worse one.",
        _ALL,
        (CONSTANT_AT_EQUALITY, BEST_AT_EQUALITY),
    ),
    Property(
        "minimal agreement",
        "Structures that agree on no pair of samples or cells (one cluster against "
        "single samples) have one constant value, and all others a better one.",
        _SMALL,
        (Claim(after_opposites, is_not_above_opposites),),
        has_trivial=False,
    ),
    Property(
        "triangle inequality",
        "d(A, C) <= d(A, B) + d(B, C), where d is the difference from the value of "
        "equal structures, which must be constant.",
        _TRIPLES,
        (CONSTANT_AT_EQUALITY, longer_than_detours),
    ),
    Property(
        "distance",
        "The difference from the value of equal structures is symmetric, 0 for equal "
        "structures only, and satisfies the triangle inequality.",
        _TRIPLES,
        (SYMMETRIC, CONSTANT_AT_EQUALITY, BEST_AT_EQUALITY, longer_than_detours),
    ),
    Property(
        "monotone in splits",
        "A perfect split of the prediction, which separates nothing that is together "
        "in the truth, improves the value.",
        _CHANGES,
        (Claim(perfect_splits, is_not_better),),
    ),
    Property(
        "monotone in merges",
        "A perfect merge of the prediction, which joins only what is together in the "
        "truth, improves the value.",
        _CHANGES,
        (Claim(perfect_merges, is_not_better),),
    ),
    Property(
        "strong monotonicity",
        "The value is a function of the four counts of pairs; it rises with N11 and "
        "N00, and falls with N10 and N01.",
        _SMALL + ", of all sizes with each other",
        (
            Claim(with_the_same_counts, has_changed),
            Claim(with_better_counts, is_not_raised),
        ),
    ),
)

CONSTANT_BASELINE = Property(
    "constant baseline",
    "The mean over all orders of the prediction is the same for all truths that are "
    "not trivial and all cluster sizes.",
    "exact means for all truths and all cluster sizes {small}, over all orders of the "
    "prediction{by_mode}",
    (Claim(pairs_left_to_chance, mean_has_changed),),
)

PROPERTIES_OF_COCLUSTERINGS = (
    Property(
        "proportional to misclassified cells",
        "The difference from the value of equal structures is in proportion to the "
        "number of cells outside matched blocks, for each shape and each largest "
        "number of clusters per mode.",
        _SMALL,
        (Claim(with_misclassified_cells, is_not_proportional),),
    ),
    Property(
        "range from 0 to 1",
        "All values are between 0 and 1, with 1 for equal structures; of an index of "
        "which lower values are better, 1 minus the value.",
        _ALL,
        (Claim(LabelingSpace.pairs, is_outside_of_0_to_1),),
    ),
    Property(
        "zero at independence",
        "The value is 0 where the labels of rows are independent, those of columns "
        "too, and the structures are not equal.",
        f"all independent pairs {{small}}, and {len(WEIGHTS) ** 4} larger ones",
        (Claim(independent_pairs, is_not_zero),),
    ),
)
