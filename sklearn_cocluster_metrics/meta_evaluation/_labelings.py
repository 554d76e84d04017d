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
"""Three labelings of the same shape."""

MAX_CHANGED_PAIRS = 300
"""Pairs of a shape, up to order, all of which get other names and another order."""

LARGE_CLUSTER_SHARE = 0.85
"""Share of the samples in one cluster, of every second structure that is drawn."""

_LARGEST_DRAWN = {1: 30, 2: 8}  # samples, or rows and columns, by number of modes


@dataclass(frozen=True, eq=False)
class LabelingSpace:
    """All small clusterings, or co-clusterings, and larger random ones.

    Parameters
    ----------
    n_modes : int
        1 for clusterings, 2 for co-clusterings.
    by_shape : tuple of list of Labeling
        All structures of a shape, from one block to single cells; small shapes first.
    drawn : tuple of Triple
        Larger structures.
    seed : int
        Seed of what properties draw.
    """

    n_modes: int
    by_shape: tuple[list[Labeling], ...]
    drawn: tuple[Triple, ...]
    seed: int
    may_refuse: ClassVar[bool] = False

    @classmethod
    def draw(
        cls, n_modes: int, *, max_size: int, n_draws: int, generator: RandomState
    ) -> Self:
        """Enumerate the structures of small shapes, and draw larger ones.

        Clusterings have up to ``max_size + 1`` samples; co-clusterings, of which there
        are many more pairs, two rows and two columns less, or `max_size` rows and
        ``max_size - 2`` columns: many indices fail where the modes have unlike sizes.
        """
        if n_modes == 1:
            shapes: list[tuple[int, ...]] = list(product(range(1, max_size + 2)))
            min_drawn_size = max_size + 1
        else:
            shapes = list(product(range(1, max_size), repeat=n_modes))
            shapes.append((max_size, max_size - 2))
            min_drawn_size = 2
        shapes.sort(key=lambda shape: (prod(shape), shape))
        by_shape = [_labelings_of_shape(shape) for shape in shapes]
        drawn = _draw_triples(
            n_draws, n_modes=n_modes, min_size=min_drawn_size, generator=generator
        )
        seed = draw_seed(generator)
        return cls(n_modes, by_shape=tuple(by_shape), drawn=tuple(drawn), seed=seed)

    def without_trivial(self) -> Self:
        """Return the space without the structures of which a mode is trivial."""
        by_shape = []
        for structures in self.by_shape:
            nontrivial = [
                labeling for labeling in structures if not is_trivial(labeling)
            ]
            if nontrivial:
                by_shape.append(nontrivial)
        drawn = [
            triple
            for triple in self.drawn
            if not any(is_trivial(labeling) for labeling in triple)
        ]
        return replace(self, by_shape=tuple(by_shape), drawn=tuple(drawn))

    def truths_by_shape(self) -> Iterator[tuple[list[Labeling], list[Labeling]]]:
        """Yield all truths of a shape up to order, with all structures of that shape.

        Any other pair becomes one of these by another order of samples, or of rows and
        of columns.
        """
        for structures in self.by_shape:
            truths = [
                labeling
                for labeling in structures
                if in_first_order(labeling, labeling) == (labeling, labeling)
            ]
            yield truths, structures

    def truths(self) -> Iterator[Labeling]:
        """Yield all small truths, and the first of each triple that was drawn."""
        for truths, _ in self.truths_by_shape():
            yield from truths
        for first, _, _ in self.drawn:
            yield first

    def small_pairs(self) -> Iterator[LabelingPair]:
        """Yield all small pairs up to order."""
        for truths, structures in self.truths_by_shape():
            yield from product(truths, structures)

    def pairs(self) -> Iterator[LabelingPair]:
        """Yield all small pairs, and those that were drawn."""
        yield from self.small_pairs()
        yield from self._drawn_pairs()

    def pairs_to_change(self) -> Iterator[LabelingPair]:
        """Yield the pairs of shapes that have few of them, and those drawn."""
        for truths, structures in self.truths_by_shape():
            if _has_few_pairs(truths, structures):
                yield from product(truths, structures)
        yield from self._drawn_pairs()

    def _drawn_pairs(self) -> Iterator[LabelingPair]:
        """Yield the first and the second structure of each triple that was drawn."""
        for first, second, _ in self.drawn:
            yield first, second

    @staticmethod
    def as_passed(labeling: Labeling) -> list[int] | tuple[list[int], ...]:
        """Return a structure as an index takes it: a list, or a tuple of lists."""
        if len(labeling) == 1:
            return list(labeling[0])
        return tuple(list(labels) for labels in labeling)

    @staticmethod
    def orders_of(labeling: Labeling) -> list[Labeling]:
        """Return all structures with the same sizes of clusters."""
        orders_by_mode = [_orders_of_sizes(sizes_of(labels)) for labels in labeling]
        return list(product(*orders_by_mode))

    def described(
        self, where: str, *, n_cases: int, n_refused: int, has_counterexample: bool
    ) -> str:
        """Fill in what was searched; the numbers of cases follow from the sizes."""
        n_pairs = 0
        n_triples = 0
        n_changed = 0
        for truths, structures in self.truths_by_shape():
            n_pairs += len(truths) * len(structures)
            n_triples += len(truths) * len(structures) ** 2
            if _has_few_pairs(truths, structures):
                n_changed += len(truths) * len(structures)
        # Co-clusterings have two largest shapes: a square, and one of unlike sizes.
        largest_shapes = []
        for structures in reversed(self.by_shape[-self.n_modes :]):
            sizes = [len(labels) for labels in structures[0]]
            largest_shapes.append(_format_shape(sizes))
        small_shapes = " or ".join(largest_shapes)
        drawn_shape = _format_shape([_LARGEST_DRAWN[self.n_modes]] * self.n_modes)
        unit = " samples" if self.n_modes == 1 else ""
        return where.format(
            pairs=n_pairs,
            triples=n_triples,
            changed=n_changed,
            small=f"of up to {small_shapes}{unit}",
            drawn=len(self.drawn),
            large=f"of up to {drawn_shape}{unit}",
            by_mode=", mode by mode" if self.n_modes > 1 else "",
        )


def _labelings_of_shape(shape: tuple[int, ...]) -> list[Labeling]:
    """Return all labelings of a shape, from one block to single cells."""
    partitions_by_mode = [set_partitions(size) for size in shape]
    return list(product(*partitions_by_mode))


def _has_few_pairs(truths: list[Labeling], structures: list[Labeling]) -> bool:
    """Return whether all pairs are tried with other names and in another order."""
    return len(truths) * len(structures) <= MAX_CHANGED_PAIRS


def _format_shape(sizes: Iterable[int]) -> str:
    """Write a shape, such as "8 x 8"."""
    return " x ".join(str(size) for size in sizes)


@cache
def set_partitions(n_samples: int) -> tuple[LabelTuple, ...]:
    """Return all clusterings, from one cluster to single samples."""
    if n_samples == 0:
        return ((),)
    return tuple(
        (*labels, label)
        for labels in set_partitions(n_samples - 1)
        for label in range(max(labels, default=-1) + 2)
    )


def in_first_order(true: Labeling, pred: Labeling) -> LabelingPair:
    """Sort samples, or rows and columns, by the size of their true cluster.

    All pairs that differ in the order of samples get the same truth.
    """
    sorted_true = []
    sorted_pred = []
    for true_labels, pred_labels in zip(true, pred, strict=True):
        sorted_labels = _labels_in_first_order(true_labels, pred_labels)
        sorted_true.append(sorted_labels[0])
        sorted_pred.append(sorted_labels[1])
    return tuple(sorted_true), tuple(sorted_pred)


@lru_cache(maxsize=1 << 16)
def _labels_in_first_order(
    true_labels: LabelTuple, pred_labels: LabelTuple
) -> tuple[LabelTuple, LabelTuple]:
    """Sort the samples of one mode by the size of their true cluster, large first."""

    def negative_size_and_label(sample: int) -> tuple[int, int]:
        label = true_labels[sample]
        return -true_labels.count(label), label

    order = sorted(range(len(true_labels)), key=negative_size_and_label)
    sorted_true = renumbered(true_labels[sample] for sample in order)
    sorted_pred = renumbered(pred_labels[sample] for sample in order)
    return sorted_true, sorted_pred


def renumbered(labels: Iterable[Hashable]) -> LabelTuple:
    """Number the labels in the order in which they occur."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def is_trivial(labeling: Labeling) -> bool:
    """Return whether a mode has one cluster, or single samples only."""
    return any(is_trivial_mode(labels) for labels in labeling)


def is_trivial_mode(labels: LabelTuple) -> bool:
    """Return whether there is one cluster, or single samples only."""
    return max(labels) in (0, len(labels) - 1)


def classes_in(
    true_labels: LabelTuple, pred_labels: LabelTuple, cluster: int
) -> set[int]:
    """Return the true labels of the samples in a predicted cluster."""
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
    """Return all clusterings with these sizes of clusters."""
    partitions = set_partitions(sum(sizes))
    return [labels for labels in partitions if sizes_of(labels) == sizes]


def _draw_triples(
    n_draws: int, *, n_modes: int, min_size: int, generator: RandomState
) -> list[Triple]:
    """Draw triples of larger structures, smaller ones first.

    In turns, the second and the third are independent of the one before, close to it,
    or finer.
    """
    ways_to_derive = (_draw_anew, _move_samples, _split_clusters)
    triples = []
    for turn in range(n_draws):
        shape = generator.randint(min_size, _LARGEST_DRAWN[n_modes] + 1, size=n_modes)
        derive = ways_to_derive[turn % len(ways_to_derive)]
        first = tuple(_draw_labels(n_samples, generator) for n_samples in shape)
        second = tuple(derive(labels, generator) for labels in first)
        third = tuple(derive(labels, generator) for labels in second)
        triples.append((first, second, third))

    def total_size(triple: Triple) -> int:
        return sum(len(labels) for labels in triple[0])

    return sorted(triples, key=total_size)


def _draw_labels(n_samples: int, generator: RandomState) -> LabelTuple:
    """Draw labels out of a random number of clusters."""
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
    n_moves = generator.randint(1, 3)
    for _ in range(n_moves):
        position = generator.randint(len(labels))
        moved_labels[position] = generator.randint(max(labels) + 2)
    return renumbered(moved_labels)


def _split_clusters(labels: LabelTuple, generator: RandomState) -> LabelTuple:
    """Split clusters at random."""
    halves = generator.randint(2, size=len(labels)).tolist()
    return renumbered(zip(labels, halves, strict=True))
