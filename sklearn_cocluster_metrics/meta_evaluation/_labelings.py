"""Small clusterings and co-clusterings: all of them, and larger random ones.

Both are labelings, a tuple of labels for each mode: a clustering has one mode, a
co-clustering has two, its rows and its columns. Labels count up from 0 in the order in
which they occur, so that equal structures have equal labels.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import ClassVar, Self, TypeAlias

from numpy.random import RandomState

from .._structures._arguments import draw_seed

LabelTuple: TypeAlias = tuple[int, ...]
"""The labels of one mode."""

Labeling: TypeAlias = tuple[LabelTuple, ...]
"""A clustering, or a co-clustering: the labels of each mode."""

LabelingPair: TypeAlias = tuple[Labeling, Labeling]
"""A true and a predicted labeling of the same shape."""

Triple: TypeAlias = tuple[Labeling, Labeling, Labeling]
"""Three labelings of the same shape; the first two are a pair (true, pred)."""

MAX_CHANGED_PAIRS = 300
"""Of shapes with more pairs, up to order, none gets other names or another order."""

LARGE_CLUSTER_SHARE = 0.85
"""Share of the samples in one cluster, of about every second mode that is drawn."""

# Largest number of samples, or of rows and of columns, by the number of modes
_MAX_DRAWN_SIZE_BY_N_MODES = {1: 30, 2: 8}


@dataclass(frozen=True, eq=False)
class LabelingSpace:
    """All small clusterings, or co-clusterings, and larger random ones.

    A pair or a triple is small if its labelings are among `labelings_by_shape`.

    Parameters
    ----------
    n_modes : int
        1 for clusterings, 2 for co-clusterings.
    labelings_by_shape : tuple of list of Labeling
        A list for each shape: all its labelings, from one block to single cells. Small
        shapes are first.
    drawn_triples : tuple of Triple
        Larger labelings.
    seed : int
        Seed of what properties draw.
    """

    n_modes: int
    labelings_by_shape: tuple[list[Labeling], ...]
    drawn_triples: tuple[Triple, ...]
    seed: int
    may_refuse: ClassVar[bool] = False

    @classmethod
    def draw(
        cls, n_modes: int, *, max_size: int, n_triples: int, generator: RandomState
    ) -> Self:
        """Enumerate the labelings of small shapes, and draw `n_triples` of larger ones.

        All clusterings of up to ``max_size + 1`` samples are small. Co-clusterings, of
        which there are many more pairs, are small with two rows and two columns less,
        or with `max_size` rows and ``max_size - 2`` columns, because many indices fail
        where the modes have unlike sizes.
        """
        if n_modes == 1:
            shapes: list[tuple[int, ...]] = [(n,) for n in range(1, max_size + 2)]
            min_drawn_size = max_size + 1  # samples
        else:
            shapes = list(product(range(1, max_size), repeat=n_modes))
            shapes.append((max_size, max_size - 2))
            min_drawn_size = 2  # rows, and columns
        shapes.sort(key=lambda shape: (prod(shape), shape))
        labelings_by_shape = [_labelings_of_shape(shape) for shape in shapes]
        drawn_triples = _draw_triples(
            n_triples, n_modes=n_modes, min_size=min_drawn_size, generator=generator
        )
        seed = draw_seed(generator)
        return cls(
            n_modes,
            labelings_by_shape=tuple(labelings_by_shape),
            drawn_triples=tuple(drawn_triples),
            seed=seed,
        )

    def without_trivial(self) -> Self:
        """Return the space without the labelings of which some mode is trivial.

        A mode is trivial if it has one cluster, or single samples only.
        """
        labelings_by_shape = []
        for labelings in self.labelings_by_shape:
            nontrivial_labelings = [
                labeling for labeling in labelings if not is_trivial(labeling)
            ]
            if nontrivial_labelings:
                labelings_by_shape.append(nontrivial_labelings)
        drawn_triples = [
            triple
            for triple in self.drawn_triples
            if not any(is_trivial(labeling) for labeling in triple)
        ]
        return replace(
            self,
            labelings_by_shape=tuple(labelings_by_shape),
            drawn_triples=tuple(drawn_triples),
        )

    def truths_by_shape(self) -> Iterator[tuple[list[Labeling], list[Labeling]]]:
        """Yield for each shape the truths, up to order, and all labelings.

        Any other pair becomes one of these by another order of samples, or of rows and
        of columns.
        """
        for labelings in self.labelings_by_shape:
            # One of all labelings that differ in the order only is sorted already.
            truths = [
                labeling
                for labeling in labelings
                if in_first_order(labeling, labeling) == (labeling, labeling)
            ]
            yield truths, labelings

    def truths(self) -> Iterator[Labeling]:
        """Yield all small truths up to order, and the first of each drawn triple.

        Of labelings that differ in the order of samples only, one is a truth.
        """
        for truths, _ in self.truths_by_shape():
            yield from truths
        for first, _, _ in self.drawn_triples:
            yield first

    def small_pairs(self) -> Iterator[LabelingPair]:
        """Yield all small pairs up to order."""
        for truths, labelings in self.truths_by_shape():
            yield from product(truths, labelings)

    def pairs(self) -> Iterator[LabelingPair]:
        """Yield all small pairs up to order, and those that were drawn."""
        yield from self.small_pairs()
        yield from self._drawn_pairs()

    def pairs_to_change(self) -> Iterator[LabelingPair]:
        """Yield the pairs that are tried with other names and in another order.

        They are the pairs of shapes that have few pairs, and those that were drawn.
        """
        for truths, labelings in self.truths_by_shape():
            if _has_few_pairs(truths, labelings):
                yield from product(truths, labelings)
        yield from self._drawn_pairs()

    def _drawn_pairs(self) -> Iterator[LabelingPair]:
        """Yield a pair (true, pred): the first two labelings of each drawn triple."""
        for first, second, _ in self.drawn_triples:
            yield first, second

    @staticmethod
    def as_passed(labeling: Labeling) -> list[int] | tuple[list[int], ...]:
        """Return a labeling as an index takes it: a list, or a tuple of lists."""
        if len(labeling) == 1:
            return list(labeling[0])
        return tuple(list(labels) for labels in labeling)

    @staticmethod
    def orders_of(labeling: Labeling) -> list[Labeling]:
        """Return all labelings with the same sizes of clusters in each mode.

        These are what the permutations of the entries make of a labeling, each once.
        """
        orders_by_mode = [_orders_of_sizes(sizes_of(labels)) for labels in labeling]
        return list(product(*orders_by_mode))

    def described(
        self, template: str, *, n_cases: int, n_refused: int, has_counterexample: bool
    ) -> str:
        """Say what was searched: fill numbers and sizes into a text.

        Numbers of cases follow from the space, and no labeling is refused, so that the
        other arguments are not needed.
        """
        n_pairs = 0
        n_triples = 0
        n_changed = 0
        for truths, labelings in self.truths_by_shape():
            n_pairs += len(truths) * len(labelings)
            n_triples += len(truths) * len(labelings) ** 2
            if _has_few_pairs(truths, labelings):
                n_changed += len(truths) * len(labelings)
        # Clusterings have one largest shape; co-clusterings have two, a square and one
        # of unlike sizes.
        n_largest_shapes = self.n_modes
        largest_shapes = []
        for labelings in reversed(self.labelings_by_shape[-n_largest_shapes:]):
            sizes = [len(labels) for labels in labelings[0]]
            largest_shapes.append(_format_shape(sizes))
        small_shapes = " or ".join(largest_shapes)
        max_drawn_size = _MAX_DRAWN_SIZE_BY_N_MODES[self.n_modes]
        drawn_shape = _format_shape([max_drawn_size] * self.n_modes)
        unit = " samples" if self.n_modes == 1 else ""
        return template.format(
            pairs=n_pairs,
            triples=n_triples,
            changed=n_changed,
            small=f"of up to {small_shapes}{unit}",
            drawn=len(self.drawn_triples),
            large=f"of up to {drawn_shape}{unit}",
            by_mode=", mode by mode" if self.n_modes > 1 else "",
        )


def _labelings_of_shape(shape: tuple[int, ...]) -> list[Labeling]:
    """Return all labelings of a shape, from one block to single cells.

    The shape is the number of samples, or the numbers of rows and of columns.
    """
    partitions_by_mode = [set_partitions(size) for size in shape]
    return list(product(*partitions_by_mode))


def _has_few_pairs(truths: list[Labeling], labelings: list[Labeling]) -> bool:
    """Return whether a shape has so few pairs that each is also tried in other forms.

    Such a form has other names, or another order of samples.
    """
    return len(truths) * len(labelings) <= MAX_CHANGED_PAIRS


def _format_shape(sizes: Iterable[int]) -> str:
    """Write a shape, such as "8 x 8"."""
    return " x ".join(str(size) for size in sizes)


@cache
def set_partitions(n_samples: int) -> tuple[LabelTuple, ...]:
    """Return all clusterings, from one cluster to single samples.

    One more sample is added to a smaller clustering: to any cluster, or to a new one.
    """
    if n_samples == 0:
        return ((),)
    return tuple(
        (*labels, label)
        for labels in set_partitions(n_samples - 1)
        for label in range(max(labels, default=-1) + 2)
    )


def in_first_order(true: Labeling, pred: Labeling) -> LabelingPair:
    """Return both with samples, or rows and columns, in the order of the true sizes.

    Entries of large true clusters are first, and the labels are renumbered. All pairs
    that differ in the order of entries get the same truth.
    """
    sorted_true = []
    sorted_pred = []
    for true_labels, pred_labels in zip(true, pred, strict=True):
        sorted_true_labels, sorted_pred_labels = _labels_in_first_order(
            true_labels, pred_labels
        )
        sorted_true.append(sorted_true_labels)
        sorted_pred.append(sorted_pred_labels)
    return tuple(sorted_true), tuple(sorted_pred)


@lru_cache(maxsize=1 << 16)
def _labels_in_first_order(
    true_labels: LabelTuple, pred_labels: LabelTuple
) -> tuple[LabelTuple, LabelTuple]:
    """Sort the samples of one mode by the size of their true cluster, large first.

    Return the sorted labels of both sides, renumbered from 0.
    """

    def negative_size_and_label(sample: int) -> tuple[int, int]:
        label = true_labels[sample]
        return -true_labels.count(label), label

    order = sorted(range(len(true_labels)), key=negative_size_and_label)
    sorted_true = renumbered(true_labels[sample] for sample in order)
    sorted_pred = renumbered(pred_labels[sample] for sample in order)
    return sorted_true, sorted_pred


def renumbered(labels: Iterable[Hashable]) -> LabelTuple:
    """Return numbers from 0 for the labels, in the order in which they occur."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def is_trivial(labeling: Labeling) -> bool:
    """Return whether a mode has one cluster, or single samples only."""
    return any(is_trivial_mode(labels) for labels in labeling)


def is_trivial_mode(labels: LabelTuple) -> bool:
    """Return whether there is one cluster, or single samples only."""
    n_clusters = max(labels) + 1
    return n_clusters in (1, len(labels))


def classes_in(
    true_labels: LabelTuple, pred_labels: LabelTuple, cluster: int
) -> set[int]:
    """Return the true labels of the samples in a predicted cluster, given by label."""
    return {
        true_label
        for true_label, pred_label in zip(true_labels, pred_labels, strict=True)
        if pred_label == cluster
    }


def sizes_of(labels: LabelTuple) -> tuple[int, ...]:
    """Return the sizes of the clusters, in descending order."""
    sizes = [labels.count(label) for label in set(labels)]
    return tuple(sorted(sizes, reverse=True))


@cache
def _orders_of_sizes(sizes: tuple[int, ...]) -> list[LabelTuple]:
    """Return all clusterings with these sizes of clusters, in descending order."""
    partitions = set_partitions(sum(sizes))
    return [labels for labels in partitions if sizes_of(labels) == sizes]


def _draw_triples(
    n_triples: int, *, n_modes: int, min_size: int, generator: RandomState
) -> list[Triple]:
    """Draw triples of larger labelings, and return them sorted, small ones first.

    In turns, the second and the third are independent of the one before, close to it,
    or finer.
    """
    # Functions that make the next labels of a mode from the labels before
    ways_to_derive = (_draw_anew, _move_samples, _split_clusters)
    triples = []
    for turn in range(n_triples):
        max_size = _MAX_DRAWN_SIZE_BY_N_MODES[n_modes]
        shape = generator.randint(min_size, max_size + 1, size=n_modes)
        derive = ways_to_derive[turn % len(ways_to_derive)]
        first = tuple(_draw_labels(n_samples, generator) for n_samples in shape)
        second = tuple(derive(labels, generator) for labels in first)
        third = tuple(derive(labels, generator) for labels in second)
        triples.append((first, second, third))

    def total_size(triple: Triple) -> int:
        return sum(len(labels) for labels in triple[0])

    return sorted(triples, key=total_size)


def _draw_labels(n_samples: int, generator: RandomState) -> LabelTuple:
    """Draw labels of a random number of clusters, some of which may be empty."""
    n_clusters = generator.randint(1, n_samples + 1)
    labels = generator.randint(n_clusters, size=n_samples)
    has_large_cluster = generator.randint(2) == 1
    if has_large_cluster:  # most samples, and so most pairs, together
        labels[generator.random_sample(n_samples) < LARGE_CLUSTER_SHARE] = 0
    return renumbered(labels.tolist())


def _draw_anew(labels: LabelTuple, generator: RandomState) -> LabelTuple:
    """Draw labels of as many samples, independently of these."""
    return _draw_labels(len(labels), generator)


def _move_samples(labels: LabelTuple, generator: RandomState) -> LabelTuple:
    """Move one or two samples to other clusters, which may be new."""
    moved_labels = list(labels)
    new_label = max(labels) + 1
    n_moves = generator.randint(1, 3)
    for _ in range(n_moves):
        position = generator.randint(len(labels))
        moved_labels[position] = generator.randint(new_label + 1)
    return renumbered(moved_labels)


def _split_clusters(labels: LabelTuple, generator: RandomState) -> LabelTuple:
    """Split each cluster in two, at random; a part may be empty."""
    part_of_sample = generator.randint(2, size=len(labels)).tolist()
    return renumbered(zip(labels, part_of_sample, strict=True))
