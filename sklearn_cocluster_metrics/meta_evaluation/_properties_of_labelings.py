"""Define properties of indices of clusterings and of co-clusterings.

The properties that clusterings have, too, are from [1]_. Three properties that only
co-clusterings have are from [2]_.

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
    exceeds,
    first_and_each_truth,
    unequal_pairs,
)

Cases: TypeAlias = Iterator[tuple[Labeling, ...]]
"""The structures of each case are named A, B, C, D in this order."""

FourCounts: TypeAlias = tuple[int, int, int, int]
"""Pairs of samples, or of cells, are counted by where they are in the same cluster.

They are together in both, in the truth only, in the prediction only, or in neither.
"""


@dataclass(frozen=True)
class Merge:
    """Keep two clusters of one mode that are merged, and the merged labeling."""

    mode: int
    # These are the labels of both clusters, in the labeling in which they are apart.
    clusters: tuple[int, int]
    # This is the labeling in which both clusters are merged.
    coarse: Labeling


MAX_CHANGES = 10
"""Of a random prediction, at most this many splits and this many merges are tried."""

INDEPENDENT_LABELS = ((0, 1), (0, 0, 1), (0, 0, 0, 1), (0, 1, 2))
"""These are true and predicted labels.

If all entries of both are combined with each other, they are independent.
"""


def checks_of_labelings(
    values: ValueCache[Labeling], space: LabelingSpace
) -> Iterator[PropertyCheck]:
    """Yield the check of each property, in the order of `check_index`."""
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


# The next cases are about names, order and equality.


def with_other_names(space: LabelingSpace) -> Cases:
    """Yield pairs, and the same pairs with other names of labels.

    The names differ between both sides.
    """
    for true, pred in space.pairs_to_change():
        renamed_true = _renamed(true, first=7, step=-3)
        renamed_pred = _renamed(pred, first=4, step=2)
        yield true, pred, renamed_true, renamed_pred


def _renamed(labeling: Labeling, *, first: int, step: int) -> Labeling:
    """Return the labeling with other names.

    Label k becomes ``first + step * k``.
    """
    return tuple(tuple(first + step * label for label in labels) for labels in labeling)


def in_another_order(space: LabelingSpace) -> Cases:
    """Yield pairs, and the same pairs with their entries in another order.

    The entries are samples, or rows and columns.
    """
    generator = RandomState(space.seed)
    for true, pred in space.pairs_to_change():
        orders = [generator.permutation(len(labels)).tolist() for labels in true]
        yield true, pred, _reordered(true, orders), _reordered(pred, orders)


def _reordered(labeling: Labeling, orders: list[list[int]]) -> Labeling:
    """Return the labeling with each mode in another order, given as positions."""
    return tuple(
        tuple(labels[position] for position in order)
        for labels, order in zip(labeling, orders, strict=True)
    )


def after_opposites(space: LabelingSpace) -> Cases:
    """Yield all small pairs, each after the smallest pair that agrees on nothing.

    This pair has one block against single cells. It is A and B of every case.
    """
    # A shape of a single cell has one pair, which agrees, so that it is left out.
    pairs_by_shape = [pairs for pairs in space.pairs_by_shape if len(pairs) > 1]
    first_true, _ = pairs_by_shape[0][0]
    one_block = tuple((0,) * len(labels) for labels in first_true)
    single_cells = tuple(tuple(range(len(labels))) for labels in first_true)
    for true, pred in chain.from_iterable(pairs_by_shape):
        yield one_block, single_cells, true, pred


def is_not_above_opposites(case: Case[Labeling]) -> bool:
    """Return whether a case contradicts the property "minimal agreement".

    A and B agree on nothing. If C and D agree on nothing, too, the case contradicts the
    property if both values differ. Otherwise, it does so if C and D are not better.
    """
    value_of_opposites = case("AB")
    value = case("CD")
    # If one side is a single block, all of its labels are 0, so that it is first.
    first, second = sorted([case.structures["C"], case.structures["D"]])
    if _is_one_block(first) and _has_single_cells(second):
        return differ(value, value_of_opposites)
    return not exceeds(value, value_of_opposites)


def _is_one_block(labeling: Labeling) -> bool:
    """Return whether each mode has one cluster."""
    return all(max(labels) == 0 for labels in labeling)


def _has_single_cells(labeling: Labeling) -> bool:
    """Return whether each cluster of each mode has one sample."""
    return all(len(set(labels)) == len(labels) for labels in labeling)


# The next cases are about the distance, the difference from the value of equal
# structures.


def suspected_triples(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield the small triples that may violate the triangle inequality.

    All random triples follow, each in all orders. A, B, C are a truth, the structure in
    the middle, and a prediction. Of small labelings that differ only in the order of
    samples, one is a truth. Here, pairs that differ only in this order have one value.
    """
    first_truth = next(space.truths(), None)
    if first_truth is None:
        return
    value_at_equality = values(first_truth, first_truth)
    if not math.isfinite(value_at_equality):
        # The condition fails on the value of this truth with itself.
        yield (first_truth,)
        return

    def losses(true: Labeling, preds: list[Labeling]) -> list[float]:
        """Return the value at equality less the value of each prediction."""
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


# The next cases are about monotonicity, where every gain in agreement improves the
# value.


def perfect_splits(space: LabelingSpace) -> Cases:
    """Yield a truth, a prediction, and the prediction after a perfect split."""
    for true, fine, coarse in _perfect_changes(space, _is_perfect_split):
        yield true, coarse, fine


def perfect_merges(space: LabelingSpace) -> Cases:
    """Yield a truth, a prediction, and the prediction after a perfect merge."""
    return _perfect_changes(space, _is_perfect_merge)


def suspected_splits(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield the perfect splits that may be no improvement."""
    return _without_improvements(perfect_splits(space), values)


def suspected_merges(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield the perfect merges that may be no improvement."""
    return _without_improvements(perfect_merges(space), values)


def suspected_changes(space: LabelingSpace, values: ValueCache[Labeling]) -> Cases:
    """Yield two pairs, before and after a perfect change that may be no improvement.

    The change is a split or a merge. The second pair, C and D, has better counts of
    pairs of samples.
    """
    for suspected_cases in (suspected_splits, suspected_merges):
        for true, before, after in suspected_cases(space, values):
            yield true, before, true, after


def _without_improvements(cases: Cases, values: ValueCache[Labeling]) -> Cases:
    """Yield a truth, a prediction and a changed one that seems to be no better.

    Here, pairs that differ only in the order of samples have one value, which is
    computed once.
    """
    for true, before, after in cases:
        value_before = values.in_any_order(true, before)
        value_after = values.in_any_order(true, after)
        if not exceeds(value_after, value_before):
            yield true, before, after


def _perfect_changes(
    space: LabelingSpace, is_perfect: Callable[[Labeling, Labeling, Merge], bool]
) -> Cases:
    """Yield a truth, and a finer and a coarser prediction, which are one change apart.

    A change merges two clusters of one mode. `is_perfect` takes the truth, the finer
    prediction and the merge, and returns whether the change is perfect. In each larger
    random prediction, only the first `MAX_CHANGES` perfect changes without a trivial
    mode are tried.
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
    """Return the labels of each two clusters, with all labels after their merge."""
    return [
        (
            (first, second),
            renumbered(first if label == second else label for label in labels),
        )
        for first, second in combinations(range(max(labels) + 1), 2)
    ]


def _is_perfect_split(true: Labeling, fine: Labeling, merge: Merge) -> bool:
    """Return whether a split separates nothing that is together in the truth.

    The split is the reverse of the merge. `fine` is the prediction in which both
    clusters are apart.
    """
    first_classes, second_classes = _classes_of_clusters(true, fine, merge)
    return first_classes.isdisjoint(second_classes)


def _is_perfect_merge(true: Labeling, fine: Labeling, merge: Merge) -> bool:
    """Return whether a merge joins only cells that are together in the truth.

    The samples of both clusters must be together in the truth. The samples of each
    cluster of the other modes must be together, too, because whole blocks are merged.
    """
    first_classes, second_classes = _classes_of_clusters(true, fine, merge)
    if len(first_classes | second_classes) != 1:
        return False
    return all(
        _is_refinement(true_labels=true[mode], pred_labels=fine[mode])
        for mode in range(len(fine))
        if mode != merge.mode
    )


def _classes_of_clusters(
    true: Labeling, fine: Labeling, merge: Merge
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the true labels of the samples in each of the two clusters of a merge.

    `fine` is the prediction in which both clusters are apart.
    """
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
    """Yield two pairs, where the second has better counts but may have no better value.

    No count of pairs of samples is worse. Both pairs may have different numbers of
    samples. The first small pair stands for all small pairs that have the same counts.
    """
    first_pairs: dict[FourCounts, LabelingPair] = {}
    for pair in space.small_pairs():
        first_pairs.setdefault(_four_counts(pair), pair)
    if not first_pairs:
        return
    all_counts = np.array(list(first_pairs))
    all_values = np.array([values(*pair) for pair in first_pairs.values()])
    # The sum of the counts is the number of all pairs, so that small samples are first.
    for better in sorted(first_pairs, key=sum):
        value = values(*first_pairs[better])
        # These include all cases that contradict. The condition checks them exactly.
        is_close = np.isclose(all_values, value, rtol=2 * TOLERANCE, atol=2 * TOLERANCE)
        may_contradict = is_close | ~(all_values < value)
        is_suspected = _are_worse(all_counts, better) & may_contradict
        for worse_counts in all_counts[is_suspected].tolist():
            yield first_pairs[tuple(worse_counts)] + first_pairs[better]


def _are_worse(all_counts: NDArray[np.int64], better: FourCounts) -> NDArray[np.bool_]:
    """Return which counts are better in no respect, and worse in at least one.

    The counts n11 of pairs together in both and n00 of pairs apart in both are
    agreements. The counts n10 of pairs together only in the truth and n01 of pairs
    together only in the prediction are errors. Each row of the array has the counts
    n11, n10, n01 and n00. Counts without errors do not count as worse. If `better` has
    no agreements, no counts are worse.
    """
    n11, n10, n01, n00 = better
    all_n11, all_n10, all_n01, all_n00 = all_counts.T
    has_no_fewer_agreements = (n11 >= all_n11) & (n00 >= all_n00)
    has_no_more_errors = (n10 <= all_n10) & (n01 <= all_n01)
    # Without errors, nothing can be gained.
    had_errors = (all_n10 > 0) | (all_n01 > 0)
    has_changed = (all_counts != better).any(axis=1)
    if n11 == n00 == 0:
        # All pairs are then errors, before and after, and only their number falls.
        has_changed[:] = False
    are_worse: NDArray[np.bool_] = (
        has_no_fewer_agreements & has_no_more_errors & had_errors & has_changed
    )
    return are_worse


def _four_counts(pair: tuple[Labeling, ...]) -> FourCounts:
    """Return the counts n11, n10, n01, n00 of pairs of samples, or of cells."""
    true, pred = pair
    counts = pairs_of_cells(tables_of_pair(true, pred))
    return counts.n11, counts.n10, counts.n01, counts.n00


# The next cases are about chance.


def pairs_left_to_chance(space: LabelingSpace) -> Cases:
    """Yield each truth with one prediction for each choice of cluster sizes.

    A and B of every case are the first pair, and C and D the pair that is compared with
    the first one. The mean over the orders of the prediction depends only on its
    cluster sizes. Each choice of cluster sizes occurs once among the truths, so that
    predictions are taken from them, too. A truth with trivial modes only is left out,
    because no permutation changes it.
    """
    return after_the_first(
        (true, pred)
        for truths, _all_labelings in space.truths_by_shape()
        for true, pred in product(truths, repeat=2)
        if not all(is_trivial_mode(true_labels) for true_labels in true)
    )


# The next cases are about co-clusterings alone.


def with_misclassified_cells(space: LabelingSpace) -> Cases:
    """Yield pairs with misclassified cells, each after the first of its kind.

    A and B of a case are the first pair, and C and D the pair that is compared with the
    first one. Pairs of the same kind have the same shape. In each mode, the larger
    number of clusters of both sides is also the same.
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

    Labels count up from 0, so that the largest label gives the number of clusters of
    the side with more clusters.
    """
    true, pred = pair
    return tuple(
        (len(true_labels), max(true_labels + pred_labels))
        for true_labels, pred_labels in zip(true, pred, strict=True)
    )


def is_not_proportional(case: Case[Labeling]) -> bool:
    """Return whether the losses per misclassified cell differ, or are not positive.

    A case in which they do contradicts the property. A loss is the value of the truth
    with itself less the value of the pair. The pairs are A, B and C, D, and both have
    misclassified cells.
    """
    a, b, c, d = case.structures.values()
    first_n_cells = misclassified_cells(a, b)
    second_n_cells = misclassified_cells(c, d)
    first_loss_per_cell = (case("AA") - case("AB")) / first_n_cells
    # The call is not case("CC"), because a counterexample would then have one more
    # value.
    second_loss_per_cell = (case.values(c, c) - case("CD")) / second_n_cells
    case.named_values["misclassified cells of A, B"] = float(first_n_cells)
    case.named_values["misclassified cells of C, D"] = float(second_n_cells)
    if differ(first_loss_per_cell, second_loss_per_cell):
        return True
    return not exceeds(second_loss_per_cell, 0.0)


def misclassified_cells(true: Labeling, pred: Labeling) -> int:
    """Count the cells outside the blocks of clusters that are matched one to one.

    In each mode, clusters are matched such that matched clusters have the most entries
    in common.
    """
    n_cells = 1
    n_matched_cells = 1
    for true_labels, pred_labels in zip(true, pred, strict=True):
        n_cells *= len(true_labels)
        n_matched_cells *= matched_samples(table_of(true_labels, pred_labels))
    return n_cells - n_matched_cells


def independent_pairs(space: LabelingSpace) -> Cases:
    """Yield unequal pairs of co-clusterings whose tables are products of their margins.

    In such a pair, the true label of a row has no information about its predicted
    label, and the same is true of columns.
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

    The entries of both tuples are combined, so that a label that occurs twice has twice
    as many combinations. True and predicted labels are then independent.
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

    The margins are the cluster sizes. The count of a cell is their product, divided by
    the number of samples.
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


# The next checks are about large samples. Exact means of small samples tell little
# about the direction of a bias, because few orders are possible, and one of them is the
# truth itself. The type of bias is a property of the limit (sections D.2 and E.3 of
# [1]_).

N_SAMPLES_SMALL = 32
"""From this number of samples on, the means of an index must converge."""

N_SAMPLES_LARGE = 256
"""At this number of samples, the means of an index must have converged."""

N_DRAWS = 32
"""Each pair of cluster sizes has this many random predictions."""

MIN_FALL = 3.0
"""The largest difference of means must fall at least by this factor, or be small."""

SMALL_SPREAD = 0.02
"""A difference is small if it is at most this part of the smallest gain.

The gain is the difference between the values of equal structures and by chance.
"""

MIN_PREFERENCE = 0.1
"""A smaller part of the largest difference is no preference."""

NOISE = 4.0
"""Differences of means below this many standard errors count as noise."""

Sizes: TypeAlias = tuple[int, ...]
"""These are the sizes of the clusters of one mode."""

SizesOfPair: TypeAlias = tuple[Sizes, Sizes]
"""The truth and the prediction have these cluster sizes in all modes."""

STATEMENTS = {
    "asymptotic baseline": "As n grows, the mean over random predictions becomes the "
    "same for all cluster sizes in fixed proportion to n.",
    "no preference for large clusters": "In large samples, random predictions with "
    "more pairs together are not better for any truth.",
    "no preference for small clusters": "In large samples, random predictions with "
    "fewer pairs together are not better for any truth.",
}
"""The three properties of large samples have these names and statements."""


def checks_of_large_samples(
    values: ValueCache[Labeling], space: LabelingSpace, *, has_constant_baseline: bool
) -> Iterator[PropertyCheck]:
    """Yield the checks of the three properties in `STATEMENTS`.

    If the exact means are constant, the properties hold without a search. They also
    hold if the means of random predictions become equal as samples become larger.
    Otherwise, a counterexample to each property is searched for.
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
        gain_over_chance = _smallest_gain_over_chance(
            values, large, n_modes=space.n_modes, generator=generator
        )
        searched = (
            f"means of {N_DRAWS} random predictions for {len(large.means)} pairs of "
            "cluster sizes; they differ by up to "
            f"{small.spread:.2g} for n = {N_SAMPLES_SMALL} and by up to "
            f"{large.spread:.2g} for n = {N_SAMPLES_LARGE}"
        )
        if not _do_means_converge(small, large, gain_over_chance):
            # Predictions with one sample alone are in no fixed proportion. They are
            # tried because they have the most pairs together, which may be preferred.
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
    """Keep the mean value of random predictions for each pair of cluster sizes.

    The values are turned so that higher is better.
    """

    means: dict[SizesOfPair, float]
    standard_errors: dict[SizesOfPair, float]
    """If the values of a mean are not all finite, its standard error counts as 0."""

    @property
    def spread(self) -> float:
        """Return the largest difference of two means, or NaN if one is not finite."""
        means = list(self.means.values())
        if not np.isfinite(means).all():
            return math.nan
        return max(means) - min(means)

    def noise(self, true_sizes: Sizes | None = None) -> float:
        """Return the largest difference of means that counts as noise.

        This is a number of standard errors. The standard error is the largest one for
        the true sizes or, if they are None, for all sizes.
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

    The sizes are the same in all modes. If the values of a mean are not all finite, its
    standard error counts as 0.
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


def _smallest_gain_over_chance(
    values: ValueCache[Labeling],
    large: _EstimatedMeans,
    *,
    n_modes: int,
    generator: RandomState,
) -> float:
    """Return the smallest difference between equal structures and chance.

    The value by chance is the mean over large samples, for each pair of cluster sizes.
    It is compared with the value of a random truth of these sizes with itself. If the
    smallest difference is not finite, return 0, so that no spread counts as small.
    """
    gains = []
    for (true_sizes, _), mean in large.means.items():
        true = _draw_labeling(true_sizes, n_modes, generator)
        gains.append(abs(values(true, true) - mean))
    gain = min(gains)
    return gain if math.isfinite(gain) else 0.0


def _do_means_converge(
    small: _EstimatedMeans, large: _EstimatedMeans, gain_over_chance: float
) -> bool:
    """Return whether differences between means vanish for large samples.

    They vanish if they are small relative to the gain of equal structures over chance,
    if they are much smaller than for small samples, or if they are only noise.
    A largest difference that is NaN does not vanish.
    """
    # A spread of small samples that is NaN is left out.
    largest_allowed = np.nanmax(
        [small.spread / MIN_FALL, SMALL_SPREAD * gain_over_chance, large.noise()]
    )
    return large.spread <= float(largest_allowed)


def _find_counterexamples(
    values: ValueCache[Labeling], large: _EstimatedMeans, of_one_alone: _EstimatedMeans
) -> dict[str, Counterexample]:
    """Return for each property the sizes whose means contradict it, if there are any.

    `large` has the means for large samples, with sizes in fixed proportion, and
    `of_one_alone` the means for predictions with one sample alone. The means do not
    converge. Therefore, the asymptotic baseline is always contradicted
    by the two means, for sizes in fixed proportion, that differ most, or by a mean that
    is NaN. There is a preference for large clusters if, for the same truth, predictions
    with more pairs together have a better mean. Predictions with one sample alone are
    included. There is a preference for small clusters if predictions with fewer pairs
    together have a better mean.
    """
    means = large.means
    # A mean that is NaN counts as the lowest.
    ordered_means = {
        sizes: -math.inf if math.isnan(mean) else mean for sizes, mean in means.items()
    }
    lowest = min(means, key=ordered_means.__getitem__)
    highest = max(means, key=ordered_means.__getitem__)
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
        # A difference is no preference if it is much smaller than the largest
        # difference, or if it may be noise.
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

    Each mean is over random labelings with the given cluster sizes, which are the same
    in all modes. A and B are the truth and the prediction of the first mean. C and D
    are the truth and the prediction of the second mean.
    """
    structures = {
        f"sizes of {name}": write_sizes(sizes)
        for name, sizes in zip("ABCD", first + second, strict=True)
    }
    # The means are of scores. If lower values are better, a score is 1 - value, and the
    # second call of `as_score` turns its mean into the mean of the values.
    named_values = {
        "mean of metric(A, B)": values.as_score(means[first]),
        "mean of metric(C, D)": values.as_score(means[second]),
    }
    return Counterexample(structures, named_values)


def write_sizes(sizes: Sizes) -> str:
    """Return as text how many clusters have each size, such as "2 of 16"."""
    return ", ".join(f"{sizes.count(size)} of {size}" for size in dict.fromkeys(sizes))


def _has_more_pairs(many: Sizes, few: Sizes) -> bool:
    """Return whether clusters of the first sizes have clearly more pairs together.

    These pairs are counted by sums of squares, which must differ by more than a fifth.
    """
    return sum(size**2 for size in many) > 1.2 * sum(size**2 for size in few)


def _cluster_sizes(n_samples: int) -> Iterator[Sizes]:
    """Yield cluster sizes in fixed proportion to the number of samples.

    The number is a multiple of 16.
    """
    half = n_samples // 2
    quarter = n_samples // 4
    sixteenth = n_samples // 16
    yield half, half
    yield 3 * quarter, quarter
    # Most pairs are together.
    yield n_samples - sixteenth, sixteenth
    yield (quarter,) * 4
    # Half of the samples are alone.
    yield (half,) + (1,) * half


def _draw_labeling(sizes: Sizes, n_modes: int, generator: RandomState) -> Labeling:
    """Draw a labeling with these cluster sizes in each mode."""
    sorted_labels = np.repeat(np.arange(len(sizes)), sizes)
    labeling = []
    for _ in range(n_modes):
        labels = generator.permutation(sorted_labels).tolist()
        labeling.append(renumbered(labels))
    return tuple(labeling)


_SMALL = "all pairs {size_of_pairs} up to order ({pairs:,})"
_ALL = _SMALL + ", {extreme}, {drawn} random pairs {size_of_drawn}"
_CHANGED = (
    "one change of each of {changed} small pairs, {drawn} random pairs {size_of_drawn}"
)
_TRIPLES = (
    "all triples {size_of_triples} up to order ({triples:,}), {drawn} random triples "
    "{size_of_drawn}"
)
_CHANGES = (
    "all splits and merges of two clusters in all pairs {size_of_pairs} up to order "
    "({pairs:,}) and in {extreme}; up to "
    f"{MAX_CHANGES} in each prediction of {{drawn}} random triples {{size_of_drawn}}"
)
_ALL_MEANS = (
    "exact means for all cluster sizes {size_of_triples}, over all orders{by_mode}"
)
_OF_ALL_SIZES = (
    _SMALL + ", of all sizes with each other, and the splits and merges of the others"
)
_INDEPENDENT = (
    f"all independent pairs {{size_of_pairs}}, and {len(INDEPENDENT_LABELS) ** 4} "
    "larger ones"
)

SYMMETRIC = Claim(LabelingSpace.pairs, "AB = BA", _ALL)
CONSTANT_AT_EQUALITY = Claim(first_and_each_truth, "AA = BB")
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
