"""Define properties of indices of clusterings and of co-clusterings.

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
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain, combinations, islice, permutations, product
from statistics import stdev
from typing import TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._statistics._matching import matched_samples
from .._statistics._pairs import pairs_of_cells
from ._labelings import (
    Labeling,
    LabelingPair,
    LabelingSpace,
    LabelTuple,
    classes_in,
    is_trivial,
    is_trivial_mode,
    renumbered,
    table_of,
    tables_of_pair,
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

Cases: TypeAlias = Iterator[tuple[Labeling, ...]]
"""Structures of one case, named A, B, C, D in this order."""

FourCounts: TypeAlias = tuple[int, int, int, int]
"""Pairs together in both, in the truth, in the prediction, and in neither."""


@dataclass(frozen=True)
class Merge:
    """Two clusters of one mode that are merged, and what becomes of the labeling."""

    mode: int
    # Labels of the two clusters, in the labeling in which they are apart
    clusters: tuple[int, int]
    # The labeling in which they are merged
    coarse: Labeling


MAX_CHANGES = 10
"""At most so many splits, and so many merges, of each prediction that is drawn."""

INDEPENDENT_LABELS = ((0, 1), (0, 0, 1), (0, 0, 0, 1), (0, 1, 2))
"""True and predicted labels; if all are combined with all, both are independent."""


def checks_of_labelings(
    values: ValueCache[Labeling], space: LabelingSpace
) -> Iterator[PropertyCheck]:
    """Yield what is found about each property, in the order of `check_index`."""
    has_constant_baseline = False
    for check in check_properties(PROPERTIES, values):
        yield check
        if check.name == "constant baseline":
            has_constant_baseline = check.holds
    yield from checks_of_large_samples(
        values, space, has_constant_baseline=has_constant_baseline
    )
    if space.n_modes > 1:
        yield from check_properties(PROPERTIES_OF_COCLUSTERINGS, values)


def number_of_checks(n_modes: int) -> int:
    """Return the number of properties that are checked."""
    n_checks = len(PROPERTIES) + len(STATEMENTS)
    if n_modes > 1:
        n_checks += len(PROPERTIES_OF_COCLUSTERINGS)
    return n_checks


# Names, order, equality


def with_other_names(space: LabelingSpace) -> Cases:
    """Yield pairs, and the same with other names, which differ between the sides."""
    for true, pred in space.pairs_to_change():
        renamed_true = _renamed(true, first=7, step=-3)
        renamed_pred = _renamed(pred, first=4, step=2)
        yield true, pred, renamed_true, renamed_pred


def _renamed(labeling: Labeling, *, first: int, step: int) -> Labeling:
    """Return the labeling with other names: label k becomes ``first + step * k``."""
    return tuple(tuple(first + step * label for label in labels) for labels in labeling)


def in_another_order(space: LabelingSpace) -> Cases:
    """Yield pairs, and the same with samples, rows and columns in another order."""
    generator = RandomState(space.seed)
    for true, pred in space.pairs_to_change():
        orders = [generator.permutation(len(labels)).tolist() for labels in true]
        yield true, pred, _reordered(true, orders), _reordered(pred, orders)


def _reordered(labeling: Labeling, orders: list[list[int]]) -> Labeling:
    """Return the labeling with each mode in another order, given by positions."""
    return tuple(
        tuple(labels[position] for position in order)
        for labels, order in zip(labeling, orders, strict=True)
    )


def after_opposites(space: LabelingSpace) -> Cases:
    """Yield all small pairs after the smallest one that agrees on nothing.

    That pair is one block against single cells, A and B of every case.
    """
    # In a shape of a single cell, there is one pair, which agrees.
    pairs_by_shape = [pairs for pairs in space.pairs_by_shape if len(pairs) > 1]
    first_true, _ = pairs_by_shape[0][0]
    one_block = tuple((0,) * len(labels) for labels in first_true)
    single_cells = tuple(tuple(range(len(labels))) for labels in first_true)
    for true, pred in chain.from_iterable(pairs_by_shape):
        yield one_block, single_cells, true, pred


def is_not_above_opposites(case: Case[Labeling]) -> bool:
    """Return whether C and D are no better than A and B, which agree on nothing.

    If C and D agree on nothing either, return whether their value is another one.
    """
    value_of_opposites = case("AB")
    value = case("CD")
    # Of labels that count up from 0, those of one block are first in order.
    coarse, fine = sorted([case.structures["C"], case.structures["D"]])
    if _is_one_block(coarse) and _has_single_cells(fine):
        return differ(value, value_of_opposites)
    return not exceeds(value, value_of_opposites)


def _is_one_block(labeling: Labeling) -> bool:
    """Return whether each mode has one cluster."""
    return all(max(labels) == 0 for labels in labeling)


def _has_single_cells(labeling: Labeling) -> bool:
    """Return whether each cluster of each mode has one sample."""
    return all(len(set(labels)) == len(labels) for labels in labeling)


# Distance: the difference from the value of equal structures


def suspected_triples(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield the small triples that may violate the triangle inequality.

    Also yield all drawn ones. A, B, C are a truth, the structure in the middle, and a
    prediction. Of labelings that differ in the order of samples only, one is a truth.
    """
    first_truth = next(space.truths(), None)
    if first_truth is None:
        return
    value_at_equality = values(first_truth, first_truth)
    if not math.isfinite(value_at_equality):
        yield (first_truth,)  # the condition fails on its value with itself
        return

    def losses(true: Labeling, preds: list[Labeling]) -> list[float]:
        """Return how much each prediction loses against equality."""
        return [value_at_equality - values.in_any_order(true, pred) for pred in preds]

    for truths, labelings in space.truths_by_shape():
        losses_of_truths = [losses(true, labelings) for true in truths]
        for middle_position, middle in enumerate(labelings):
            losses_of_middle = losses(middle, labelings)
            for true, losses_of_true in zip(truths, losses_of_truths, strict=True):
                first_loss = losses_of_true[middle_position]
                for pred_position, direct_loss in enumerate(losses_of_true):
                    second_loss = losses_of_middle[pred_position]
                    if direct_loss - first_loss - second_loss > TOLERANCE:
                        yield true, middle, labelings[pred_position]
    for triple in space.drawn_triples:
        yield from permutations(triple)


# Monotonicity: every agreement that is gained improves the value


def perfect_splits(space: LabelingSpace) -> Cases:
    """Yield a truth, a prediction, and this with one cluster split perfectly."""
    for true, fine, coarse in _perfect_changes(space, _is_perfect_split):
        yield true, coarse, fine


def perfect_merges(space: LabelingSpace) -> Cases:
    """Yield a truth, a prediction, and this with two clusters merged perfectly."""
    return _perfect_changes(space, _is_perfect_merge)


def suspected_splits(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield the perfect splits that may be no improvement."""
    return _without_improvements(perfect_splits(space), values)


def suspected_merges(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield the perfect merges that may be no improvement."""
    return _without_improvements(perfect_merges(space), values)


def suspected_changes(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield two pairs that a perfect split or merge connects, and may not improve.

    The counts of pairs of the second one, C and D, are better.
    """
    for suspected_cases in (suspected_splits, suspected_merges):
        for true, before, after in suspected_cases(space, values):
            yield true, before, true, after


def _without_improvements(cases: Cases, values: ValueCache[Labeling]) -> Cases:
    """Yield a truth, a prediction and a changed one that seems to be no better.

    The values of all pairs that differ in the order of samples are computed once here.
    """
    for true, before, after in cases:
        value_before = values.in_any_order(true, before)
        value_after = values.in_any_order(true, after)
        if not exceeds(value_after, value_before):
            yield true, before, after


def _perfect_changes(
    space: LabelingSpace, is_perfect: Callable[[Labeling, Labeling, Merge], bool]
) -> Cases:
    """Yield a truth, and a finer and a coarser prediction, one change apart.

    A change merges two clusters of one mode. `is_perfect` takes the truth, the finer
    prediction and the merge, and returns whether the change is among those meant.
    """
    for true, fine in chain(space.small_pairs(), space.extreme_pairs):
        for merge in _merges(fine):
            if is_trivial(merge.coarse) and not space.has_trivial:
                continue
            if is_perfect(true, fine, merge):
                yield true, fine, merge.coarse
    for true, second, third in space.drawn_triples:
        for fine in (second, third):
            perfect_changes = (
                (true, fine, merge.coarse)
                for merge in _merges(fine)
                if not is_trivial(merge.coarse) and is_perfect(true, fine, merge)
            )
            yield from islice(perfect_changes, MAX_CHANGES)


def _merges(fine: Labeling) -> Iterator[Merge]:
    """Yield all merges of two clusters of one mode of a labeling."""
    for mode, labels in enumerate(fine):
        for clusters, merged_labels in _merges_of_labels(labels):
            coarse = (*fine[:mode], merged_labels, *fine[mode + 1 :])
            yield Merge(mode=mode, clusters=clusters, coarse=coarse)


@lru_cache(maxsize=1 << 16)
def _merges_of_labels(labels: LabelTuple) -> list[tuple[tuple[int, int], LabelTuple]]:
    """Return each two clusters, by label, with the labels after they are merged."""
    return [
        (
            (first, second),
            renumbered(first if label == second else label for label in labels),
        )
        for first, second in combinations(range(max(labels) + 1), 2)
    ]


def _is_perfect_split(true: Labeling, fine: Labeling, merge: Merge) -> bool:
    """Return whether splitting the two clusters apart separates nothing of the truth.

    `fine` is the prediction in which they are apart.
    """
    first_classes, second_classes = _classes_of_clusters(true, fine, merge)
    return first_classes.isdisjoint(second_classes)


def _is_perfect_merge(true: Labeling, fine: Labeling, merge: Merge) -> bool:
    """Return whether only cells are joined that are together in the truth.

    The samples of both clusters must be together in the truth; so must those of each
    cluster of the other modes, because whole blocks are merged.
    """
    first_classes, second_classes = _classes_of_clusters(true, fine, merge)
    if len(first_classes | second_classes) != 1:
        return False
    return all(
        _is_refinement(true[mode], fine[mode])
        for mode in range(len(fine))
        if mode != merge.mode
    )


def _classes_of_clusters(
    true: Labeling, fine: Labeling, merge: Merge
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the true labels of the samples in each of the two clusters."""
    true_labels = true[merge.mode]
    pred_labels = fine[merge.mode]
    first, second = merge.clusters
    first_classes = classes_in(true_labels, pred_labels, first)
    second_classes = classes_in(true_labels, pred_labels, second)
    return first_classes, second_classes


def _is_refinement(true_labels: LabelTuple, pred_labels: LabelTuple) -> bool:
    """Return whether each predicted cluster is inside one true cluster."""
    label_pairs = set(zip(true_labels, pred_labels, strict=True))
    return len(label_pairs) == len(set(pred_labels))


def with_the_same_counts(space: LabelingSpace) -> Cases:
    """Yield all small pairs after the first one that has the same counts of pairs.

    A and B of a case are the first pair, and C and D the pair that is compared with it.
    """
    return after_the_first(space.small_pairs(), key=_four_counts)


def with_better_counts(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield two pairs, of which the second has better counts but may be no better.

    The counts of pairs are better in each respect. The first small pair stands for all
    that have the same counts.
    """
    first_pairs: dict[FourCounts, LabelingPair] = {}
    for pair in space.small_pairs():
        first_pairs.setdefault(_four_counts(pair), pair)
    if not first_pairs:
        return
    all_counts = np.array(list(first_pairs))
    all_values = np.array([values(*pair) for pair in first_pairs.values()])
    for better in sorted(first_pairs, key=sum):
        value = values(*first_pairs[better])
        # All cases that contradict are among these; rounding is left to the condition.
        is_close = np.isclose(all_values, value, rtol=2 * TOLERANCE, atol=2 * TOLERANCE)
        may_contradict = is_close | ~(all_values < value)
        is_suspected = _are_worse(all_counts, better) & may_contradict
        for worse_counts in all_counts[is_suspected].tolist():
            yield first_pairs[tuple(worse_counts)] + first_pairs[better]


def _are_worse(all_counts: NDArray[np.int64], better: FourCounts) -> NDArray[np.bool_]:
    """Return which counts are better in no respect, and worse in at least one.

    n11 pairs are together and n00 apart in both, which is agreement; n10 are together
    in the truth only and n01 in the prediction only, which are errors. Each row of the
    array has four counts, in this order.
    """
    n11, n10, n01, n00 = better
    all_n11, all_n10, all_n01, all_n00 = all_counts.T
    has_no_fewer_agreements = (n11 >= all_n11) & (n00 >= all_n00)
    has_no_more_errors = (n10 <= all_n10) & (n01 <= all_n01)
    had_errors = (all_n10 > 0) | (all_n01 > 0)  # else nothing can be gained
    has_changed = (all_counts != better).any(axis=1)
    if n11 == n00 == 0:
        has_changed[:] = False  # without agreements, nothing has been gained
    are_worse: NDArray[np.bool_] = (
        has_no_fewer_agreements & has_no_more_errors & had_errors & has_changed
    )
    return are_worse


def _four_counts(pair: tuple[Labeling, ...]) -> FourCounts:
    """Return the counts n11, n10, n01, n00 of pairs of samples, or of cells."""
    true, pred = pair
    counts = pairs_of_cells(tables_of_pair(true, pred))
    return counts.n11, counts.n10, counts.n01, counts.n00


# Chance


def pairs_left_to_chance(space: LabelingSpace) -> Cases:
    """Yield each truth with one prediction of each cluster sizes, after the first pair.

    The mean over the orders of the prediction depends on its cluster sizes only, and
    the truths have each cluster sizes once. A truth of which all modes are trivial is
    left out: no permutation changes it.
    """
    return after_the_first(
        (true, pred)
        for truths, _ in space.truths_by_shape()
        for true, pred in product(truths, repeat=2)
        if not all(is_trivial_mode(true_labels) for true_labels in true)
    )


# Co-clusterings alone


def with_misclassified_cells(space: LabelingSpace) -> Cases:
    """Yield pairs with misclassified cells, each after the first of its kind.

    Pairs of one kind have the same shape and the same larger number of clusters of each
    mode.
    """
    pairs = (
        (true, pred)
        for true, pred in space.small_pairs()
        if misclassified_cells(true, pred) > 0
    )
    return after_the_first(pairs, key=_sizes_and_largest_labels)


def _sizes_and_largest_labels(
    pair: tuple[Labeling, ...],
) -> tuple[tuple[int, int], ...]:
    """Return the number of entries and the largest label of each mode of a pair.

    Labels count up from 0, so that the largest one says how many clusters the side with
    more clusters has.
    """
    true, pred = pair
    return tuple(
        (len(true_labels), max(true_labels + pred_labels))
        for true_labels, pred_labels in zip(true, pred, strict=True)
    )


def is_not_proportional(case: Case[Labeling]) -> bool:
    """Return whether the losses per misclassified cell differ, or are not positive.

    A loss is the value of the truth with itself less that of the pair. The pairs are A,
    B and C, D.
    """
    a, b, c, d = case.structures.values()
    first_n_cells = misclassified_cells(a, b)
    second_n_cells = misclassified_cells(c, d)
    first_loss_per_cell = (case("AA") - case("AB")) / first_n_cells
    # Not case("CC"), so that this value is not among the printed ones.
    second_loss_per_cell = (case.values(c, c) - case("CD")) / second_n_cells
    case.named_values["misclassified cells of A, B"] = float(first_n_cells)
    case.named_values["misclassified cells of C, D"] = float(second_n_cells)
    if differ(first_loss_per_cell, second_loss_per_cell):
        return True
    return not exceeds(second_loss_per_cell, 0.0)


def misclassified_cells(true: Labeling, pred: Labeling) -> int:
    """Count the cells outside the blocks of clusters that are matched one to one.

    The matching of each mode is that with the most entries in matched clusters.
    """
    n_cells = 1
    n_matched_cells = 1
    for true_labels, pred_labels in zip(true, pred, strict=True):
        n_cells *= len(true_labels)
        n_matched_cells *= matched_samples(table_of(true_labels, pred_labels))
    return n_cells - n_matched_cells


def independent_pairs(space: LabelingSpace) -> Cases:
    """Yield pairs, not equal, whose tables are products of their margins.

    In such a pair, the true label of a row says nothing of its predicted label, and
    likewise of columns.
    """
    for true, pred in space.small_pairs():
        if true != pred and _are_independent(true, pred):
            yield true, pred
    larger_modes = [
        _all_combinations(true_labels, pred_labels)
        for true_labels, pred_labels in product(INDEPENDENT_LABELS, repeat=2)
    ]
    for rows, columns in product(larger_modes, repeat=2):
        true_rows, pred_rows = rows
        true_columns, pred_columns = columns
        yield (true_rows, true_columns), (pred_rows, pred_columns)


def _all_combinations(
    true_labels: LabelTuple, pred_labels: LabelTuple
) -> tuple[LabelTuple, LabelTuple]:
    """Return the labels of a mode with a sample for each combination of labels.

    The combinations are those of the entries of both tuples: labels that occur twice
    have twice as many. True and predicted labels are then independent.
    """
    samples = sorted(product(true_labels, pred_labels))
    all_true_labels = tuple(true_label for true_label, _ in samples)
    all_pred_labels = tuple(pred_label for _, pred_label in samples)
    return all_true_labels, all_pred_labels


def _are_independent(true: Labeling, pred: Labeling) -> bool:
    """Return whether the table of each mode is the product of its margins."""
    return all(
        _are_independent_labels(true_labels, pred_labels)
        for true_labels, pred_labels in zip(true, pred, strict=True)
    )


@cache
def _are_independent_labels(true_labels: LabelTuple, pred_labels: LabelTuple) -> bool:
    """Return whether the table of one mode is the product of its margins.

    The margins are the cluster sizes: a cell has their product, over n samples.
    """
    n = len(true_labels)
    joint_counts = Counter(zip(true_labels, pred_labels, strict=True))
    true_counts = Counter(true_labels)
    pred_counts = Counter(pred_labels)
    return all(
        n * joint_counts[true_label, pred_label]
        == true_counts[true_label] * pred_counts[pred_label]
        for true_label, pred_label in product(true_counts, pred_counts)
    )


def is_not_zero(case: Case[Labeling]) -> bool:
    """Return whether the value of A and B is not 0."""
    return differ(case("AB"), 0.0)


# Large samples. Exact means of small samples say little about the direction of a bias:
# few orders are possible, and one of them is the truth itself. The type of bias is a
# property of the limit: sections D.2 and E.3 of [1]_.

N_SAMPLES_SMALL = 32
"""Number of samples from which on the means of an index have to converge."""

N_SAMPLES_LARGE = 256
"""Number of samples at which the means of an index must have converged."""

N_DRAWS = 32
"""Random predictions for each pair of cluster sizes."""

MIN_FALL = 3.0
"""The largest difference of means must fall at least by this factor, or be small."""

SMALL_SPREAD = 0.02
"""A small difference, relative to the gain of equal structures over chance."""

MIN_PREFERENCE = 0.1
"""Smaller differences, relative to the largest one, are no preference."""

NOISE = 4.0
"""Differences of means below this many standard errors count as noise."""

Sizes: TypeAlias = tuple[int, ...]
"""Sizes of the clusters of one mode."""

SizesOfPair: TypeAlias = tuple[Sizes, Sizes]
"""Cluster sizes of the truth and of the prediction, the same in all modes."""

STATEMENTS = {
    "asymptotic baseline": "As n grows, the mean over random predictions becomes the "
    "same for all cluster sizes in fixed proportion to n.",
    "no preference for large clusters": "In large samples, random predictions with "
    "more pairs together are not better for any truth.",
    "no preference for small clusters": "In large samples, random predictions with "
    "fewer pairs together are not better for any truth.",
}
"""By name, the statements of the three properties of large samples."""


def checks_of_large_samples(
    values: ValueCache[Labeling], space: LabelingSpace, *, has_constant_baseline: bool
) -> Iterator[PropertyCheck]:
    """Yield what is found about the three properties in `STATEMENTS`.

    They need no search where the exact means are constant.
    """
    searched = "follows from the constant baseline"
    counterexamples: dict[str, Counterexample] = {}
    if not has_constant_baseline:
        generator = RandomState(space.seed)
        small_sizes = list(_cluster_sizes(N_SAMPLES_SMALL))
        large_sizes = list(_cluster_sizes(N_SAMPLES_LARGE))
        estimate_means = partial(
            _estimate_means, values, n_modes=space.n_modes, generator=generator
        )
        small = estimate_means(product(small_sizes, small_sizes))
        large = estimate_means(product(large_sizes, large_sizes))
        gain = _smallest_gain(values, large, n_modes=space.n_modes, generator=generator)
        searched = (
            f"means of {N_DRAWS} random predictions for {len(large.means)} pairs of "
            "cluster sizes; they differ by up to "
            f"{small.spread:.2g} for n = {N_SAMPLES_SMALL} and by up to "
            f"{large.spread:.2g} for n = {N_SAMPLES_LARGE}"
        )
        if not _do_means_converge(small, large, gain):
            # One sample alone is no fixed proportion, but has the most pairs together.
            one_alone = (N_SAMPLES_LARGE - 1, 1)
            of_one_alone = estimate_means(product(large_sizes, [one_alone]))
            counterexamples = _find_counterexamples(values, large, of_one_alone)
    for name, statement in STATEMENTS.items():
        counterexample = counterexamples.get(name)
        yield PropertyCheck(
            name=name,
            holds=counterexample is None,
            statement=statement,
            searched=searched,
            counterexample=counterexample,
        )


@dataclass(frozen=True)
class _EstimatedMeans:
    """The mean value of random predictions for each pair of cluster sizes."""

    means: dict[SizesOfPair, float]
    standard_errors: dict[SizesOfPair, float]
    """Those of means of values that are not all finite count as 0."""

    @property
    def spread(self) -> float:
        """Return the largest difference of two means."""
        return max(self.means.values()) - min(self.means.values())

    def noise(self, true_sizes: Sizes | None = None) -> float:
        """Return the largest difference of means that counts as noise.

        It is a number of standard errors, of which the largest one for this truth, or
        for any, is taken.
        """
        standard_errors = [
            standard_error
            for (each_true_sizes, _), standard_error in self.standard_errors.items()
            if true_sizes in (None, each_true_sizes)
        ]
        return NOISE * max(standard_errors)

    def joined(self, further: "_EstimatedMeans") -> "_EstimatedMeans":
        """Return these means together with further ones."""
        return _EstimatedMeans(
            means=self.means | further.means,
            standard_errors=self.standard_errors | further.standard_errors,
        )


def _estimate_means(
    values: ValueCache[Labeling],
    sizes_of_pairs: Iterable[SizesOfPair],
    *,
    n_modes: int,
    generator: RandomState,
) -> _EstimatedMeans:
    """Estimate the mean value by chance for each pair of cluster sizes.

    The sizes are the same in all modes.
    """
    means: dict[SizesOfPair, float] = {}
    standard_errors: dict[SizesOfPair, float] = {}
    for true_sizes, pred_sizes in sizes_of_pairs:
        drawn_values = []
        for _ in range(N_DRAWS):
            true = _draw_labeling(true_sizes, n_modes, generator)
            pred = _draw_labeling(pred_sizes, n_modes, generator)
            drawn_values.append(values(true, pred))
        means[true_sizes, pred_sizes] = sum(drawn_values) / N_DRAWS
        standard_errors[true_sizes, pred_sizes] = 0.0
        if all(math.isfinite(value) for value in drawn_values):
            standard_error = stdev(drawn_values) / math.sqrt(N_DRAWS)
            standard_errors[true_sizes, pred_sizes] = standard_error
    return _EstimatedMeans(means, standard_errors)


def _smallest_gain(
    values: ValueCache[Labeling],
    large: _EstimatedMeans,
    *,
    n_modes: int,
    generator: RandomState,
) -> float:
    """Return the smallest difference between equal structures and chance.

    The value by chance is the mean over large samples, for each pair of cluster sizes.
    If a difference is not finite, return 0.
    """
    gains = []
    for (true_sizes, _), mean in large.means.items():
        true = _draw_labeling(true_sizes, n_modes, generator)
        gains.append(abs(values(true, true) - mean))
    gain = min(gains)
    return gain if math.isfinite(gain) else 0.0


def _do_means_converge(
    small: _EstimatedMeans, large: _EstimatedMeans, gain: float
) -> bool:
    """Return whether differences between means vanish for large samples.

    They vanish if they are small beside the gain of equal structures over chance, or if
    they are much smaller than for small samples. Differences that are NaN or infinite
    do not vanish.
    """
    return large.spread <= max(
        small.spread / MIN_FALL, SMALL_SPREAD * gain, large.noise()
    )


def _find_counterexamples(
    values: ValueCache[Labeling], large: _EstimatedMeans, of_one_alone: _EstimatedMeans
) -> dict[str, Counterexample]:
    """Return by property the sizes of which two means contradict it, if there are any.

    The asymptotic baseline is contradicted by the two means in fixed proportion that
    differ most. A preference for large clusters is seen if, for one truth, predictions
    with more pairs together have a better mean, also those with one sample alone; one
    for small clusters if those with fewer pairs have.
    """
    means = large.means
    lowest = min(means, key=means.__getitem__)
    highest = max(means, key=means.__getitem__)
    counterexamples = {
        "asymptotic baseline": _counterexample_of_sizes(
            values, means, first=lowest, second=highest
        )
    }
    all_sizes = large.joined(of_one_alone)
    means = all_sizes.means
    for better, worse in product(means, repeat=2):
        better_true, better_pred = better
        worse_true, worse_pred = worse
        if better_true != worse_true:
            continue
        threshold = max(MIN_PREFERENCE * large.spread, all_sizes.noise(better_true))
        if not means[better] - means[worse] > threshold:
            continue
        if _has_more_pairs(better_pred, worse_pred):
            name = "no preference for large clusters"
        elif _has_more_pairs(worse_pred, better_pred):
            name = "no preference for small clusters"
        else:
            continue
        if name not in counterexamples:
            counterexamples[name] = _counterexample_of_sizes(
                values, means, first=better, second=worse
            )
    return counterexamples


def _counterexample_of_sizes(
    values: ValueCache[Labeling],
    means: dict[SizesOfPair, float],
    *,
    first: SizesOfPair,
    second: SizesOfPair,
) -> Counterexample:
    """Make a counterexample of the cluster sizes for which two means differ.

    A and B are the truth and the prediction of the first mean, C and D of the second.
    """
    structures = {
        f"sizes of {name}": write_sizes(sizes)
        for name, sizes in zip("ABCD", first + second, strict=True)
    }
    # Turned twice, a mean is that of the values as the index returns them.
    named_values = {
        "mean of metric(A, B)": values.as_score(means[first]),
        "mean of metric(C, D)": values.as_score(means[second]),
    }
    return Counterexample(structures, named_values)


def write_sizes(sizes: Sizes) -> str:
    """Write how many clusters there are of each size, such as "2 of 16"."""
    return ", ".join(f"{sizes.count(size)} of {size}" for size in dict.fromkeys(sizes))


def _has_more_pairs(many: Sizes, few: Sizes) -> bool:
    """Return whether clusters of the first sizes have clearly more pairs together.

    Sums of squares count these pairs; they must differ by a fifth at least.
    """
    return sum(size**2 for size in many) > 1.2 * sum(size**2 for size in few)


def _cluster_sizes(n_samples: int) -> Iterator[Sizes]:
    """Yield cluster sizes in fixed proportion to the number of samples."""
    half = n_samples // 2
    quarter = n_samples // 4
    sixteenth = n_samples // 16
    yield half, half
    yield 3 * quarter, quarter
    yield n_samples - sixteenth, sixteenth  # most pairs are together
    yield (quarter,) * 4
    yield (half,) + (1,) * half  # half of the samples are single


def _draw_labeling(sizes: Sizes, n_modes: int, generator: RandomState) -> Labeling:
    """Draw a labeling with these cluster sizes in each mode."""
    sorted_labels = np.repeat(np.arange(len(sizes)), sizes)
    labeling = []
    for _ in range(n_modes):
        labels = generator.permutation(sorted_labels).tolist()
        labeling.append(renumbered(labels))
    return tuple(labeling)


_SMALL = "all pairs {small} up to order ({pairs:,})"
_ALL = _SMALL + ", {extreme}, {drawn} random pairs {large}"
_CHANGED = "one change of each of {changed} small pairs, {drawn} random pairs {large}"
_TRIPLES = (
    "all triples {smaller} up to order ({triples:,}), {drawn} random triples {large}"
)
_CHANGES = (
    "all splits and merges of two clusters in all pairs {small} up to order "
    "({pairs:,}) and in {extreme}; up to "
    f"{MAX_CHANGES} in each prediction of {{drawn}} random triples {{large}}"
)
_ALL_MEANS = "exact means for all cluster sizes {smaller}, over all orders{by_mode}"
_OF_ALL_SIZES = (
    _SMALL + ", of all sizes with each other, and the splits and merges of the others"
)
_INDEPENDENT = (
    f"all independent pairs {{small}}, and {len(INDEPENDENT_LABELS) ** 4} larger ones"
)

SYMMETRIC = Claim(LabelingSpace.pairs, "AB = BA", _ALL)
CONSTANT_AT_EQUALITY = Claim(equal_pairs, "AA = BB")
BEST_AT_EQUALITY = Claim(unequal_pairs, "AA > AB", _ALL)
OPPOSITES = Claim(after_opposites, is_not_above_opposites, _SMALL, of_trivial=True)
TRIANGLE = Claim(
    suspected_triples, Case.is_longer_than_detour, _TRIPLES, needs_values=True
)

PROPERTIES: Properties[Labeling] = {
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
        Claim(suspected_splits, "AB < AC", _CHANGES, needs_values=True),
    ),
    "monotone in merges": (
        "A perfect merge of the prediction, which joins only what is together in the "
        "truth, improves the value.",
        Claim(suspected_merges, "AB < AC", _CHANGES, needs_values=True),
    ),
    "strong monotonicity": (
        "The value is a function of the four counts of pairs; it rises with N11 and "
        "N00, and falls with N10 and N01.",
        Claim(with_the_same_counts, "AB = CD"),
        Claim(with_better_counts, "AB < CD", needs_values=True),
        Claim(suspected_changes, "AB < CD", _OF_ALL_SIZES, needs_values=True),
    ),
    "constant baseline": (
        "The mean over all orders of the prediction is the same for all truths that "
        "are not trivial and all cluster sizes.",
        Claim(pairs_left_to_chance, Case.mean_has_changed, _ALL_MEANS),
    ),
}

PROPERTIES_OF_COCLUSTERINGS: Properties[Labeling] = {
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
