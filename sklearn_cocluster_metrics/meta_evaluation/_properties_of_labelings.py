"""Properties of indices of clusterings and of co-clusterings.

Those that clusterings have too are due to [1]_, three of co-clusterings alone to [2]_.

.. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of cluster
   similarity indices: how to validate validation measures, supplement, sections C,
   D.2 and E.3.
.. [2] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional partitions
   with the co-clustering adjusted Rand index. Journal of Classification 38, 158-186,
   section 2.1.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, combinations, islice, permutations, product, starmap
from statistics import stdev

import numpy as np
from numpy.random import RandomState

from .._statistics._contingency import ContingencyTable
from .._statistics._matching import matched_samples
from .._statistics._pairs import pairs_of_cells
from .._statistics._tables import tables_of_labels
from ._labelings import (
    Labeling,
    LabelingPair,
    LabelingSpace,
    Mode,
    classes_in,
    in_first_order,
    is_trivial,
    is_trivial_mode,
    renumbered,
)
from ._search import (
    FROM_0_TO_1,
    TOLERANCE,
    Case,
    Claim,
    Counterexample,
    Properties,
    PropertyCheck,
    ValueCache,
    after_the_first,
    check_properties,
    differ,
    equal_pairs,
    exceeds,
    unequal_pairs,
)

Cases = Iterator[tuple[Labeling, ...]]
"""Structures, named A, B, C, D in this order."""

FourCounts = tuple[int, int, int, int]
Merge = tuple[int, int, int]
"""Mode, and the labels of two of its clusters."""

MOST_CHANGES = 10
"""Splits, and merges, of each prediction that is drawn."""

LABELS = ((0, 1), (0, 0, 1), (0, 0, 0, 1), (0, 1, 2))
"""Of all pairs of two samples, the labels of the first and the second: independent."""


def checks_of_labelings(
    values: ValueCache, space: LabelingSpace
) -> Iterator[PropertyCheck]:
    """Yield what is found about each property."""
    for found in check_properties(PROPERTIES, values):
        yield found  # the constant baseline last
    yield from checks_of_large_samples(values, space, is_exact=found.holds)
    if space.n_modes > 1:
        yield from check_properties(PROPERTIES_OF_COCLUSTERINGS, values)


def number_of_checks(n_modes: int) -> int:
    """Count the properties that are checked."""
    of_both = len(PROPERTIES_OF_COCLUSTERINGS) if n_modes > 1 else 0
    return len(PROPERTIES) + len(STATEMENTS) + of_both


# Names, order, equality


def with_other_names(space: LabelingSpace) -> Cases:
    """Yield pairs, and the same with other integers, which both sides do not share."""
    for true, pred in space.pairs_to_change():
        yield true, pred, _renamed(true, 7, -3), _renamed(pred, 4, 2)


def _renamed(modes: Labeling, first: int, step: int) -> Labeling:
    return tuple(tuple(first + step * label for label in labels) for labels in modes)


def in_another_order(space: LabelingSpace) -> Cases:
    """Yield pairs, and the same with samples, rows and columns in another order."""
    generator = RandomState(space.seed)
    for true, pred in space.pairs_to_change():
        orders = [generator.permutation(len(labels)).tolist() for labels in true]
        yield true, pred, _reordered(true, orders), _reordered(pred, orders)


def _reordered(modes: Labeling, orders: list[list[int]]) -> Labeling:
    pairs = zip(modes, orders, strict=True)
    return tuple(tuple(labels[i] for i in order) for labels, order in pairs)


def after_opposites(space: LabelingSpace) -> Cases:
    """Yield all small pairs after the smallest one that agrees on nothing."""
    shapes = [each for each in space.truths_by_shape() if len(each[0]) > 1]
    one_block, *_, single_cells = shapes[0][0]
    for pair in chain.from_iterable(starmap(product, shapes)):
        yield one_block, single_cells, *pair


def is_not_above_opposites(case: Case) -> bool:
    """Whether C and D are no better than A and B, which agree on nothing."""
    lowest, value = case("AB"), case("CD")
    coarse, fine = sorted([case.structures["C"], case.structures["D"]])
    if not any(map(any, coarse)) and all(len({*k}) == len(k) for k in fine):
        return differ(value, lowest)  # one block, and single cells
    return not exceeds(value, lowest)


# Distance: the difference from the value of equal structures


def suspected_triples(space: LabelingSpace, values: ValueCache) -> Cases:
    """Yield the small triples that may violate the inequality, and all drawn ones."""
    first = next(space.truths(), None)
    top = values(first, first) if first else 0.0
    if first and not math.isfinite(top):
        yield (first,)
        return
    for truths, structures in space.truths_by_shape():

        def distances(
            true: Labeling, others: list[Labeling] = structures
        ) -> list[float]:
            """Return those of a structure from all others; up to order, for speed."""
            return [top - values(*in_first_order(true, other)) for other in others]

        direct = [distances(true) for true in truths]
        for b, middle in enumerate(structures):
            rest = distances(middle)
            for true, row in zip(truths, direct, strict=True):
                for c, distance in enumerate(row):
                    if distance - row[b] - rest[c] > TOLERANCE:
                        yield true, middle, structures[c]
    for triple in space.drawn:
        yield from permutations(triple)


# Monotonicity: every agreement that is gained improves the value


def perfect_splits(space: LabelingSpace) -> Cases:
    """Yield truths, predictions, and these with a cluster split perfectly."""
    for true, fine, coarse in _perfect_changes(space, _is_perfect_split):
        yield true, coarse, fine


def perfect_merges(space: LabelingSpace) -> Cases:
    """Yield truths, predictions, and these with two clusters merged perfectly."""
    return _perfect_changes(space, _is_perfect_merge)


def _perfect_changes(
    space: LabelingSpace, is_perfect: Callable[[Labeling, Labeling, Merge], bool]
) -> Cases:
    """Yield a truth, and a finer and a coarser prediction, one change apart."""
    for truths, structures in space.truths_by_shape():
        kept = set(structures)
        edges = [(fine, *merge) for fine in structures for merge in _merges(fine)]
        for true, (fine, where, coarse) in product(truths, edges):
            if coarse in kept and is_perfect(true, fine, where):
                yield true, fine, coarse
    for true, *others in space.drawn:
        for fine in others:
            perfect = (
                (true, fine, coarse)
                for where, coarse in _merges(fine)
                if not is_trivial(coarse) and is_perfect(true, fine, where)
            )
            yield from islice(perfect, MOST_CHANGES)


def _merges(modes: Labeling) -> Iterator[tuple[Merge, Labeling]]:
    """Yield all merges of two clusters, and the results."""
    for mode, labels in enumerate(modes):
        for first, second in combinations(range(max(labels) + 1), 2):
            merged = renumbered(first if x == second else x for x in labels)
            result = (*modes[:mode], merged, *modes[mode + 1 :])
            yield (mode, first, second), result


def _is_perfect_split(true: Labeling, fine: Labeling, where: Merge) -> bool:
    """Return whether splitting these two apart separates nothing of the truth."""
    mode, *clusters = where
    one, other = (classes_in(true[mode], fine[mode], k) for k in clusters)
    return one.isdisjoint(other)


def _is_perfect_merge(true: Labeling, fine: Labeling, where: Merge) -> bool:
    """Return whether only cells are joined that are together in the truth.

    The samples of both clusters must be together in the truth; so must those of each
    cluster of the other modes, because whole blocks are merged.
    """
    mode, *clusters = where
    one, other = (classes_in(true[mode], fine[mode], k) for k in clusters)
    return len(one | other) == 1 and all(
        len(set(zip(true[m], fine[m], strict=True))) == len(set(fine[m]))
        for m in range(len(fine))
        if m != mode
    )


def with_the_same_counts(space: LabelingSpace) -> Cases:
    """Yield all small pairs after the first one that has the same counts of pairs."""
    return after_the_first(_counted_pairs(space))


def with_better_counts(space: LabelingSpace) -> Cases:
    """Yield pairs of which the second has better counts of pairs in every respect."""
    known: dict[FourCounts, LabelingPair] = {}
    for counts, pair in _counted_pairs(space):
        known.setdefault(counts, pair)
    for better, worse in product(sorted(known, key=sum), known):
        n11, n10, n01, n00 = better
        worse_11, worse_10, worse_01, worse_00 = worse
        if (
            better != worse
            and (n11 >= worse_11 and n00 >= worse_00)
            and (n10 <= worse_10 and n01 <= worse_01)
            and (n11 or n00)  # else nothing has been gained
            and (worse_10 or worse_01)  # else nothing can be gained
        ):
            yield *known[worse], *known[better]


def _counted_pairs(space: LabelingSpace) -> Iterator[tuple[FourCounts, LabelingPair]]:
    """Yield the four counts of pairs of samples, or cells, with each small pair."""
    for pair in space.small_pairs():
        counts = pairs_of_cells(tuple(map(_table_of, *pair)))
        yield (counts.n11, counts.n10, counts.n01, counts.n00), pair


@cache
def _table_of(true: Mode, pred: Mode) -> ContingencyTable:
    """Return the contingency table of one mode."""
    (table,) = tables_of_labels(list(true), list(pred))
    return table


# Chance


def pairs_left_to_chance(space: LabelingSpace) -> Cases:
    """Yield truths with one prediction of each cluster sizes, each after the first.

    A truth of which all modes are trivial is left out: no permutation changes it.
    """
    return after_the_first(
        (None, (true, pred))
        for truths, _ in space.truths_by_shape()
        for true, pred in product(truths, repeat=2)
        if not all(map(is_trivial_mode, true))
    )


# Co-clusterings alone


def with_misclassified_cells(space: LabelingSpace) -> Cases:
    """Yield pairs after the first with the same shape and numbers of clusters."""
    pairs = (pair for pair in space.small_pairs() if misclassified_cells(*pair))
    return after_the_first(
        (tuple((len(t), max(t + p)) for t, p in zip(*pair, strict=True)), pair)
        for pair in pairs
    )


def is_not_proportional(case: Case) -> bool:
    """Whether the losses per misclassified cell differ, or are none."""
    a, b, c, d = case.structures.values()
    cells = misclassified_cells(a, b), misclassified_cells(c, d)
    one = (case("AA") - case("AB")) / cells[0]
    other = (case.values(c, c) - case("CD")) / cells[1]
    for names, number in zip(("A, B", "C, D"), cells, strict=True):
        case.seen[f"misclassified cells of {names}"] = float(number)
    return differ(one, other) or not exceeds(other, 0.0)


def misclassified_cells(true: Labeling, pred: Labeling) -> int:
    """Count the cells outside matched blocks."""
    n_matched = math.prod(map(matched_samples, map(_table_of, true, pred)))
    return math.prod(map(len, true)) - n_matched


def independent_pairs(space: LabelingSpace) -> Cases:
    """Yield pairs, not equal, whose tables are products of their margins."""
    for true, pred in space.small_pairs():
        if true != pred and all(map(_are_independent, true, pred)):
            yield true, pred
    larger = (sorted(product(*pair)) for pair in product(LABELS, LABELS))
    for modes in product((tuple(zip(*mode, strict=True)) for mode in larger), repeat=2):
        true, pred = zip(*modes, strict=True)
        yield true, pred


@cache
def _are_independent(true: Mode, pred: Mode) -> bool:
    """Return whether the table is the product of its margins."""
    both = Counter(zip(true, pred, strict=True))
    cells = product(set(true), set(pred))
    n = len(true)
    return all(n * both[t, p] == true.count(t) * pred.count(p) for t, p in cells)


def is_not_zero(case: Case) -> bool:
    """Whether the value is not 0."""
    return differ(case("AB"), 0.0)


# Large samples. Exact means of small samples say little about the direction of a bias:
# few orders are possible, and one of them is the truth itself. The type of bias is a
# property of the limit: sections D.2 and E.3 of [1]_.

SMALL, LARGE = 32, 256
"""Numbers of samples between which the means of an index have to converge."""

N_DRAWS = 32
"""Random predictions for each pair of cluster sizes."""

LEAST_FALL = 3.0
"""The largest difference of means must fall at least by this factor, or be small."""

SMALL_SPREAD = 0.02
"""A small difference, relative to the gain of equal structures over chance."""

LEAST_PREFERENCE = 0.1
"""Smaller differences, relative to the largest one, are no preference."""

NOISE = 4.0
"""Differences below this many standard errors count as noise."""

Sizes = tuple[int, ...]
SizesOfPair = tuple[Sizes, Sizes]
Means = dict[SizesOfPair, float]

STATEMENTS = {
    "asymptotic baseline": "As n grows, the mean over random predictions becomes the "
    "same for all cluster sizes in fixed proportion to n.",
    "no preference for large clusters": "In large samples, random predictions with "
    "more pairs together are not better for any truth.",
    "no preference for small clusters": "In large samples, random predictions with "
    "fewer pairs together are not better for any truth.",
}
"""What is said of the three properties."""


def checks_of_large_samples(
    values: ValueCache, space: LabelingSpace, is_exact: bool
) -> Iterator[PropertyCheck]:
    """Yield what is found about the three properties.

    They need no search where the exact means are constant.
    """
    searched: str = "follows from the constant baseline"
    found: Iterable[Counterexample | None] = None, None, None
    if not is_exact:
        searched, found = _compare_means(values, space)
    for (name, statement), example in zip(STATEMENTS.items(), found, strict=True):
        yield PropertyCheck(name, example is None, statement, searched, example)


def _compare_means(
    values: ValueCache, space: LabelingSpace
) -> tuple[str, list[Counterexample | None]]:
    """Describe the means; find some that differ, and sizes that are preferred."""
    generator = RandomState(space.seed)
    small, _ = _means(values, space.n_modes, SMALL, generator)
    large, error = _means(values, space.n_modes, LARGE, generator)
    before, after = (max(m.values()) - min(m.values()) for m in (small, large))
    searched = (
        f"means of {N_DRAWS} random predictions for {len(large)} pairs of cluster "
        f"sizes; they differ by up to {before:.2g} for n = {SMALL} and by up to "
        f"{after:.2g} for n = {LARGE}"
    )
    equal = (_drawn(true, space.n_modes, generator) for true, _ in large)
    pairs = zip(equal, large.values(), strict=True)
    gains = [abs(values(each, each) - mean) for each, mean in pairs]
    gain = min(gains) if math.isfinite(min(gains)) else 0.0
    # Differences that are NaN or infinite do not vanish.
    noise = NOISE * error
    if after <= max(before / LEAST_FALL, SMALL_SPREAD * gain, noise):
        return searched, [None, None, None]
    preferred = [
        (better, worse)
        for better, worse in product(large, repeat=2)
        if better[0] == worse[0]
        and large[better] - large[worse] > max(LEAST_PREFERENCE * after, noise)
    ]
    found = (
        (min(large, key=large.__getitem__), max(large, key=large.__getitem__)),
        next((p for p in preferred if _has_more_pairs(p[0][1], p[1][1])), None),
        next((p for p in preferred if _has_more_pairs(p[1][1], p[0][1])), None),
    )
    return searched, [pair and _example(values, large, *pair) for pair in found]


def _example(
    values: ValueCache, means: Means, one: SizesOfPair, other: SizesOfPair
) -> Counterexample:
    """Make a counterexample of the sizes for which two means differ."""
    named = zip("ABCD", (*one, *other), strict=True)
    pairs = {"A, B": one, "C, D": other}
    return Counterexample(
        {f"sizes of {name}": write_sizes(each) for name, each in named},
        {f"mean of metric({k})": values.as_score(means[v]) for k, v in pairs.items()},
    )


def write_sizes(sizes: Sizes) -> str:
    """Write how many clusters there are of each size."""
    return ", ".join(f"{sizes.count(size)} of {size}" for size in dict.fromkeys(sizes))


def _has_more_pairs(many: Sizes, few: Sizes) -> bool:
    """Return whether clearly more pairs are together, by a fifth at least."""
    return sum(size**2 for size in many) > 1.2 * sum(size**2 for size in few)


def _means(
    values: ValueCache, n_modes: int, n_samples: int, generator: RandomState
) -> tuple[Means, float]:
    """Estimate the mean for each pair of cluster sizes, the same in all modes.

    Return also the largest standard error; 0 where a value is not finite.
    """
    means: Means = {}
    errors = []
    for true, pred in product(_proportions(n_samples), repeat=2):
        drawn = [
            values(_drawn(true, n_modes, generator), _drawn(pred, n_modes, generator))
            for _ in range(N_DRAWS)
        ]
        means[true, pred] = sum(drawn) / N_DRAWS
        finite = all(map(math.isfinite, drawn))
        errors.append(stdev(drawn) / math.sqrt(N_DRAWS) if finite else 0.0)
    return means, max(errors)


def _proportions(n_samples: int) -> Iterator[Sizes]:
    """Yield cluster sizes in fixed proportion to the number of samples."""
    half, quarter, few = n_samples // 2, n_samples // 4, n_samples // 16
    yield half, half
    yield 3 * quarter, quarter
    yield n_samples - few, few  # most pairs are together
    yield (quarter,) * 4
    yield (half, *(1,) * half)


def _drawn(sizes: Sizes, n_modes: int, generator: RandomState) -> Labeling:
    """Draw labels with these sizes for each mode."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    orders = (generator.permutation(labels).tolist() for _ in range(n_modes))
    return tuple(map(renumbered, orders))


_SMALL = "all pairs {small} up to order ({pairs:,})"
_ALL = _SMALL + ", {drawn} random pairs {large}"
_CHANGED = "one change of each of {changed} small pairs, {drawn} random pairs {large}"
_TRIPLES = (
    "all triples {small} up to order ({triples:,}), {drawn} random triples {large}"
)
_CHANGES = (
    "all splits and merges of two clusters {small}, against all truths; up to "
    f"{MOST_CHANGES} in each prediction of {{drawn}} random triples {{large}}"
)
_ALL_MEANS = "exact means for all cluster sizes {small}, over all orders{by_mode}"
_OF_ALL_SIZES = _SMALL + ", of all sizes with each other"
_INDEPENDENT = f"all independent pairs {{small}}, and {len(LABELS) ** 4} larger ones"

SYMMETRIC = Claim(LabelingSpace.pairs, "AB = BA", _ALL)
CONSTANT_AT_EQUALITY = Claim(equal_pairs, "AA = BB")
BEST_AT_EQUALITY = Claim(unequal_pairs, "AA > AB", _ALL)
OPPOSITES = Claim(after_opposites, is_not_above_opposites, _SMALL, of_trivial=True)
TRIANGLE = Claim(
    suspected_triples, Case.is_longer_than_detour, _TRIPLES, needs_values=True
)

PROPERTIES: Properties = {
    "defined everywhere": (
        "Every pair has a value: no error, and no NaN.",
        Claim(LabelingSpace.pairs, Case.is_nan, _ALL),
    ),
    "label names": (
        "The value does not depend on the names of the labels.",
        Claim(with_other_names, "AB = CD", _CHANGED),
    ),
    "order of samples": (
        "The value does not depend on the order of samples, rows or columns.",
        Claim(in_another_order, "AB = CD", _CHANGED),
    ),
    "symmetry": ("Truth and prediction can be exchanged.", SYMMETRIC),
    "maximal agreement": (
        "Equal structures have one constant value, and all others a worse one.",
        CONSTANT_AT_EQUALITY,
        BEST_AT_EQUALITY,
    ),
    "minimal agreement": (
        "Structures that agree on no pair of samples or cells (one cluster against "
        "single samples) have one constant value, and all others a better one.",
        OPPOSITES,
    ),
    "triangle inequality": (
        "d(A, C) <= d(A, B) + d(B, C), where d is the difference from the value of "
        "equal structures, which must be constant.",
        CONSTANT_AT_EQUALITY,
        TRIANGLE,
    ),
    "distance": (
        "The difference from the value of equal structures is symmetric, 0 for equal "
        "structures only, and satisfies the triangle inequality.",
        SYMMETRIC,
        CONSTANT_AT_EQUALITY,
        BEST_AT_EQUALITY,
        TRIANGLE,
    ),
    "monotone in splits": (
        "A perfect split of the prediction, which separates nothing that is together "
        "in the truth, improves the value.",
        Claim(perfect_splits, "AB < AC", _CHANGES),
    ),
    "monotone in merges": (
        "A perfect merge of the prediction, which joins only what is together in the "
        "truth, improves the value.",
        Claim(perfect_merges, "AB < AC", _CHANGES),
    ),
    "strong monotonicity": (
        "The value is a function of the four counts of pairs; it rises with N11 and "
        "N00, and falls with N10 and N01.",
        Claim(with_the_same_counts, "AB = CD"),
        Claim(with_better_counts, "AB < CD", _OF_ALL_SIZES),
    ),
    "constant baseline": (
        "The mean over all orders of the prediction is the same for all truths that "
        "are not trivial and all cluster sizes.",
        Claim(pairs_left_to_chance, Case.mean_has_changed, _ALL_MEANS),
    ),
}

PROPERTIES_OF_COCLUSTERINGS: Properties = {
    "proportional to misclassified cells": (
        "The difference from the value of equal structures is in proportion to the "
        "number of cells outside matched blocks, for each shape and each largest "
        "number of clusters per mode.",
        Claim(with_misclassified_cells, is_not_proportional, _SMALL),
    ),
    "range from 0 to 1": (
        FROM_0_TO_1,
        Claim(LabelingSpace.pairs, Case.is_outside_of_0_to_1, _ALL),
    ),
    "zero at independence": (
        "The value is 0 where the labels of rows are independent, those of columns "
        "too, and the structures are not equal.",
        Claim(independent_pairs, is_not_zero, _INDEPENDENT),
    ),
}
