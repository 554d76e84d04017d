"""Generate all small clusterings and co-clusterings, and larger random ones.

Both are labelings, which are tuples with the labels of each mode. A clustering has one
mode. A co-clustering has two modes, its rows and its columns. Labels count up from 0 in
the order in which they occur, so that equal structures have equal labels.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, product
from math import prod
from typing import ClassVar, Self, TypeAlias

from numpy.random import RandomState

from .._statistics._contingency import ContingencyTable
from .._statistics._tables import tables_of_compared_modes
from .._structures._arguments import draw_seed

LabelTuple: TypeAlias = tuple[int, ...]
"""These are the labels of one mode."""

Labeling: TypeAlias = tuple[LabelTuple, ...]
"""A clustering or a co-clustering has the labels of each mode."""

LabelingPair: TypeAlias = tuple[Labeling, Labeling]
"""A pair has a true and a predicted labeling of the same shape."""

Triple: TypeAlias = tuple[Labeling, Labeling, Labeling]
"""A triple has three labelings of the same shape. The first two are (true, pred)."""

MAX_CHANGED_PAIRS = 150
"""If a shape has more pairs, up to order, none gets other names or another order."""

EXTREME_SHAPES_BY_N_MODES = {1: ((9,), (16,)), 2: ((9, 7), (20, 3))}
"""Pairs with extreme cluster sizes have these shapes, by the number of modes."""

LARGE_CLUSTER_SHARE = 0.85
"""In about half of the random modes, this share of the samples is in one cluster."""

# Random labelings have at most this many samples, or rows and columns, by the number of
# modes.
_MAX_DRAWN_SIZE_BY_N_MODES = {1: 30, 2: 8}

# If there are more samples, there are too many predictions to connect all that differ
# in the order only.
_MAX_REPRESENTED_SIZE = 7


@dataclass(frozen=True, eq=False)
class LabelingSpace:
    """Provide all small clusterings, or co-clusterings, and larger random ones.

    A pair has a true and a predicted labeling. Of all small pairs that differ only in
    the order of samples, or of rows and columns, one is in the space. Therefore, each
    small pair stands for a contingency table of each mode.

    Parameters
    ----------
    n_modes : int
        1 for clusterings, 2 for co-clusterings.
    labelings_by_shape : tuple of list of Labeling
        A list of all labelings, from one block to single cells, for each shape of which
        all triples are tried. Small shapes are first.
    pairs_by_shape : tuple of list of LabelingPair
        A list for each shape of which all pairs are tried. Some of these shapes are
        larger. Small shapes are first.
    extreme_pairs : tuple of LabelingPair
        Larger pairs in which most samples are in one cluster, or each in its own.
    drawn_triples : tuple of Triple
        Larger random labelings.
    seed : int
        Seed of the random numbers of properties.
    has_trivial : bool
        If True, labelings with a trivial mode are in the space. A mode is trivial if it
        has one cluster, or single samples only.
    """

    n_modes: int
    labelings_by_shape: tuple[list[Labeling], ...]
    pairs_by_shape: tuple[list[LabelingPair], ...]
    extreme_pairs: tuple[LabelingPair, ...]
    drawn_triples: tuple[Triple, ...]
    seed: int
    has_trivial: bool = True
    may_refuse: ClassVar[bool] = False

    @classmethod
    def draw(
        cls, n_modes: int, *, max_size: int, n_triples: int, generator: RandomState
    ) -> Self:
        """Enumerate the labelings of small shapes, and draw `n_triples` of larger ones.

        Clusterings have one mode, and co-clusterings have two. All triples of
        clusterings of up to ``max_size + 1`` samples are in the space, and all pairs of
        clusterings of one sample more. There are many more co-clusterings, so that
        their triples have two rows and two columns less. Those with `max_size` rows and
        ``max_size - 2`` columns are added, because many indices fail if the modes have
        unlike sizes. Pairs of co-clusterings have up to one row or one column more.
        """
        if n_modes == 1:
            shapes: list[tuple[int, ...]] = [(n,) for n in range(1, max_size + 2)]
            further_shapes: list[tuple[int, ...]] = [(max_size + 2,)]
            # This is a number of samples.
            min_drawn_size = max_size + 1
        else:
            shapes = list(product(range(1, max_size), repeat=n_modes))
            shapes.append((max_size, max_size - 2))
            further_shapes = [
                (max_size, n_columns)
                for n_columns in range(1, max_size)
                if n_columns != max_size - 2
            ]
            further_shapes += [
                (max_size + 1, n_columns) for n_columns in range(1, max_size - 1)
            ]
            # This is the number of rows, and the number of columns.
            min_drawn_size = 2

        def size_of_shape(shape: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
            return prod(shape), shape

        labelings_by_shape = [
            _labelings_of_shape(shape) for shape in sorted(shapes, key=size_of_shape)
        ]
        pairs_by_shape = [
            pairs_of_shape(shape)
            for shape in sorted(shapes + further_shapes, key=size_of_shape)
        ]
        extreme_pairs = [
            pair
            for shape in EXTREME_SHAPES_BY_N_MODES[n_modes]
            for pair in extreme_pairs_of_shape(shape)
        ]
        drawn_triples = draw_triples(
            n_triples, n_modes=n_modes, min_size=min_drawn_size, generator=generator
        )
        # Properties that need random numbers draw them from this seed, each anew.
        seed = draw_seed(generator)
        return cls(
            n_modes,
            labelings_by_shape=tuple(labelings_by_shape),
            pairs_by_shape=tuple(pairs_by_shape),
            extreme_pairs=tuple(extreme_pairs),
            drawn_triples=tuple(drawn_triples),
            seed=seed,
        )

    def without_trivial(self) -> Self:
        """Return the space without the labelings that have a trivial mode.

        A mode is trivial if it has one cluster, or single samples only. The extreme
        pairs remain, because none of their modes is trivial.
        """

        def has_trivial(labelings: Iterable[Labeling]) -> bool:
            return any(is_trivial(labeling) for labeling in labelings)

        labelings_by_shape = []
        for labelings in self.labelings_by_shape:
            nontrivial_labelings = [
                labeling for labeling in labelings if not is_trivial(labeling)
            ]
            if nontrivial_labelings:
                labelings_by_shape.append(nontrivial_labelings)
        pairs_by_shape = []
        for pairs in self.pairs_by_shape:
            nontrivial_pairs = [pair for pair in pairs if not has_trivial(pair)]
            if nontrivial_pairs:
                pairs_by_shape.append(nontrivial_pairs)
        drawn_triples = [
            triple for triple in self.drawn_triples if not has_trivial(triple)
        ]
        return replace(
            self,
            labelings_by_shape=tuple(labelings_by_shape),
            pairs_by_shape=tuple(pairs_by_shape),
            drawn_triples=tuple(drawn_triples),
            has_trivial=False,
        )

    def truths_by_shape(self) -> Iterator[tuple[list[Labeling], list[Labeling]]]:
        """Yield the truths and all labelings of each shape whose triples are tried.

        Of all truths that differ only in the order of entries, one is in the list of
        truths. Any other pair becomes one of these pairs by another order of samples,
        or of rows and of columns.
        """
        for labelings in self.labelings_by_shape:
            # Of all labelings that differ only in the order, one is already sorted.
            truths = [
                labeling
                for labeling in labelings
                if in_first_order(labeling, labeling) == (labeling, labeling)
            ]
            yield truths, labelings

    def truths(self) -> Iterator[Labeling]:
        """Yield all small truths, and the first labeling of each random triple.

        Of small labelings that differ only in the order of samples, one is a truth.
        """
        yield from dict.fromkeys(true for true, _ in self.small_pairs())
        for first, _, _ in self.drawn_triples:
            yield first

    def small_pairs(self) -> Iterator[LabelingPair]:
        """Yield all small pairs, where pairs that differ only in order occur once."""
        return chain.from_iterable(self.pairs_by_shape)

    def pairs(self) -> Iterator[LabelingPair]:
        """Yield small pairs, pairs with extreme cluster sizes, and random pairs."""
        yield from self.small_pairs()
        yield from self.extreme_pairs
        yield from self._drawn_pairs()

    def pairs_to_change(self) -> Iterator[LabelingPair]:
        """Yield the pairs that are tried with other names and in another order.

        These are the pairs of shapes that have few pairs, and the random pairs.
        """
        for pairs in self.pairs_by_shape:
            if len(pairs) <= MAX_CHANGED_PAIRS:
                yield from pairs
        yield from self._drawn_pairs()

    def _drawn_pairs(self) -> Iterator[LabelingPair]:
        """Yield the first two labelings of each random triple, as (true, pred)."""
        for first, second, _ in self.drawn_triples:
            yield first, second

    @staticmethod
    def representative(true: Labeling, pred: Labeling) -> LabelingPair:
        """Return the pair that stands for all pairs with other orders of the entries.

        Entries are samples, or rows and columns, which are reordered on both sides
        alike. If there are many entries, some of these pairs have different
        representatives.
        """
        sorted_true, sorted_pred = in_first_order(true, pred)
        representative_pred = tuple(
            _representative_of(true_labels, pred_labels)
            for true_labels, pred_labels in zip(sorted_true, sorted_pred, strict=True)
        )
        return sorted_true, representative_pred

    @staticmethod
    def as_passed(labeling: Labeling) -> list[int] | tuple[list[int], ...]:
        """Return a labeling as an index takes it, as a list or a tuple of lists."""
        if len(labeling) == 1:
            return list(labeling[0])
        return tuple(list(labels) for labels in labeling)

    @staticmethod
    def counted(true: Labeling, pred: Labeling) -> tuple[ContingencyTable, ...]:
        """Return the contingency table of each mode, which formulas take."""
        return tables_of_pair(true, pred)

    @staticmethod
    def orders_of(labeling: Labeling) -> list[Labeling]:
        """Return all labelings with the same sizes of clusters in each mode.

        The permutations of the entries turn a labeling into these. Each of them is
        returned once.
        """
        orders_by_mode = [_orders_of_sizes(sizes_of(labels)) for labels in labeling]
        return list(product(*orders_by_mode))

    def described(
        self, template: str, *, n_cases: int, n_refused: int, has_counterexample: bool
    ) -> str:
        """Describe what was searched, by filling numbers and sizes into a template.

        For example, a template is "all pairs {size_of_pairs} up to order ({pairs:,})".
        Only the space of biclusterings needs the other arguments. Here, the numbers of
        cases follow from the space, and an index accepts every labeling.
        """
        n_pairs = sum(len(pairs) for pairs in self.pairs_by_shape)
        # A triple has three labelings, of which the first stands for all its orders.
        n_triples = 0
        for truths, labelings in self.truths_by_shape():
            n_triples += len(truths) * len(labelings) ** 2
        # Only these small pairs get other names or another order (`pairs_to_change`).
        n_changed = sum(
            len(pairs)
            for pairs in self.pairs_by_shape
            if len(pairs) <= MAX_CHANGED_PAIRS
        )
        max_drawn_size = _MAX_DRAWN_SIZE_BY_N_MODES[self.n_modes]
        drawn_shape = _format_shape([max_drawn_size] * self.n_modes)
        unit = " samples" if self.n_modes == 1 else ""
        # One labeling of each shape shows what the shape is.
        shapes_of_triples = _format_largest_shapes(
            labelings[0] for labelings in self.labelings_by_shape
        )
        shapes_of_pairs = _format_largest_shapes(
            pairs[0][0] for pairs in self.pairs_by_shape
        )
        extreme_shapes = [
            _format_shape(shape) for shape in EXTREME_SHAPES_BY_N_MODES[self.n_modes]
        ]
        return template.format(
            pairs=n_pairs,
            triples=n_triples,
            changed=n_changed,
            size_of_pairs=f"of up to {shapes_of_pairs}{unit}",
            size_of_triples=f"of up to {shapes_of_triples}{unit}",
            extreme=(
                f"{len(self.extreme_pairs):,} of extreme sizes in "
                f"{' or '.join(extreme_shapes)}{unit}"
            ),
            drawn=len(self.drawn_triples),
            size_of_drawn=f"of up to {drawn_shape}{unit}",
            by_mode=", mode by mode" if self.n_modes > 1 else "",
        )


def _format_largest_shapes(labelings: Iterable[Labeling]) -> str:
    """Return as text the shapes of labelings that do not fit into another shape.

    For example, of the shapes (2, 2), (4, 1) and (3, 2), the text is "3 x 2 or 4 x 1".
    """
    shapes = {tuple(len(labels) for labels in labeling) for labeling in labelings}
    largest_shapes = [
        shape
        for shape in sorted(shapes)
        if not any(
            all(n <= n_other for n, n_other in zip(shape, other_shape, strict=True))
            for other_shape in shapes - {shape}
        )
    ]
    return " or ".join(_format_shape(shape) for shape in largest_shapes)


def _labelings_of_shape(shape: tuple[int, ...]) -> list[Labeling]:
    """Return all labelings of a shape, from one block to single cells.

    The shape is the number of samples, or the numbers of rows and of columns.
    """
    partitions_by_mode = [set_partitions(size) for size in shape]
    return list(product(*partitions_by_mode))


def pairs_of_shape(shape: tuple[int, ...]) -> list[LabelingPair]:
    """Return one pair of labelings for each choice of a contingency table per mode.

    Tables that differ only in the order of their rows and columns count as one.
    """
    pairs_by_mode = [_pairs_of_size(size) for size in shape]
    return [_joined(pairs_of_modes) for pairs_of_modes in product(*pairs_by_mode)]


def _joined(pairs_of_modes: Iterable[tuple[LabelTuple, LabelTuple]]) -> LabelingPair:
    """Return the pair of labelings that has these labels in its modes."""
    true, pred = zip(*pairs_of_modes, strict=True)
    return true, pred


@cache
def _pairs_of_size(n_samples: int) -> list[tuple[LabelTuple, LabelTuple]]:
    """Return one pair of true and predicted labels of one mode for each table.

    Tables that differ only in the order of their rows and columns count as one.
    """
    pairs = []
    for true_labels in set_partitions(n_samples):
        # Only truths that are sorted by the size of their clusters are taken.
        if _labels_in_first_order(true_labels, true_labels)[0] != true_labels:
            continue
        representatives = dict.fromkeys(_representative_labelings(true_labels).values())
        pairs += [(true_labels, pred_labels) for pred_labels in representatives]
    return pairs


def _representative_of(true_labels: LabelTuple, pred_labels: LabelTuple) -> LabelTuple:
    """Return the predicted labels that represent all labels with the same table.

    The truth is sorted. If there are many samples, the labels themselves are returned.
    """
    if len(true_labels) > _MAX_REPRESENTED_SIZE:
        return pred_labels
    return _representative_labelings(true_labels)[pred_labels]


@cache
def _representative_labelings(true_labels: LabelTuple) -> dict[LabelTuple, LabelTuple]:
    """Return for each prediction the first one with the same contingency table.

    The truth has its largest clusters first. Two predictions have the same table, up to
    the order of rows and columns, if exchanges of samples that leave the truth as it is
    connect them.
    """
    exchanges = list(_exchanges(true_labels))
    representatives: dict[LabelTuple, LabelTuple] = {}
    for first_labels in set_partitions(len(true_labels)):
        if first_labels in representatives:
            continue
        representatives[first_labels] = first_labels
        to_exchange = [first_labels]
        while to_exchange:
            pred_labels = to_exchange.pop()
            for order in exchanges:
                exchanged = renumbered(pred_labels[position] for position in order)
                if exchanged not in representatives:
                    representatives[exchanged] = first_labels
                    to_exchange.append(exchanged)
    return representatives


def _exchanges(true_labels: LabelTuple) -> Iterator[list[int]]:
    """Yield orders of samples that leave a sorted truth as it is up to label names.

    Neighbors in a cluster change places, or two clusters of the same size that follow
    each other. Any other such order is a sequence of these exchanges.
    """
    sizes = [true_labels.count(label) for label in sorted(set(true_labels))]
    first = 0
    for label, size in enumerate(sizes):
        for position in range(first, first + size - 1):
            order = list(range(len(true_labels)))
            order[position], order[position + 1] = position + 1, position
            yield order
        if sizes[label : label + 2] == [size, size]:
            order = list(range(len(true_labels)))
            middle = first + size
            end = middle + size
            order[first:end] = [*range(middle, end), *range(first, middle)]
            yield order
        first += size


def extreme_pairs_of_shape(shape: tuple[int, ...]) -> list[LabelingPair]:
    """Return pairs in which most samples are in one cluster, or each in its own.

    Some pairs have two halves. The truth has the same kind of clusters in all modes.
    """
    labels_by_mode = [_extreme_labels(size) for size in shape]
    pairs = []
    for true in zip(*labels_by_mode, strict=True):
        for pred in product(*map(_with_reversed_labels, labels_by_mode)):
            pairs.append(in_first_order(true, pred))
    return list(dict.fromkeys(pairs))


def _extreme_labels(n_samples: int) -> list[LabelTuple]:
    """Return labels with one large cluster, two halves, or many single samples.

    There must be at least 3 samples.
    """
    half = n_samples // 2
    sizes_of_clusters = (
        (n_samples - 1, 1),
        (n_samples - 2, 1, 1),
        (half, n_samples - half),
        (half,) + (1,) * (n_samples - half),
        (2,) + (1,) * (n_samples - 2),
    )
    return [
        tuple(label for label, size in enumerate(sizes) for _ in range(size))
        for sizes in sizes_of_clusters
    ]


def _with_reversed_labels(labels: list[LabelTuple]) -> list[LabelTuple]:
    """Return the labels, followed by the same labels in reverse order."""
    return labels + [renumbered(reversed(each)) for each in labels]


def _format_shape(sizes: Iterable[int]) -> str:
    """Return a shape as text, such as "8 x 8"."""
    return " x ".join(str(size) for size in sizes)


@cache
def set_partitions(n_samples: int) -> tuple[LabelTuple, ...]:
    """Return all clusterings, from one cluster to single samples.

    They are made by adding one more sample to each smaller clustering, to any cluster
    or to a new one.
    """
    if n_samples == 0:
        return ((),)
    return tuple(
        (*labels, label)
        for labels in set_partitions(n_samples - 1)
        for label in range(max(labels, default=-1) + 2)
    )


def in_first_order(true: Labeling, pred: Labeling) -> LabelingPair:
    """Sort the entries of both labelings by the size of their true cluster.

    Entries of large true clusters are first, and the labels are renumbered. All pairs
    that differ only in the order of entries get the same truth.
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
    """Sort the samples of one mode by the size of their true cluster.

    Samples of large clusters are first. Return the sorted true and predicted labels,
    renumbered from 0 in the order in which they then occur.
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
    """Return whether some mode has one cluster, or single samples only."""
    return any(is_trivial_mode(labels) for labels in labeling)


def is_trivial_mode(labels: LabelTuple) -> bool:
    """Return whether the labels have one cluster, or single samples only."""
    n_clusters = max(labels) + 1
    return n_clusters in (1, len(labels))


@lru_cache(maxsize=1 << 16)
def classes_in(
    true_labels: LabelTuple, pred_labels: LabelTuple, cluster: int
) -> frozenset[int]:
    """Return the true labels of the samples whose predicted label is `cluster`."""
    return frozenset(
        true_label
        for true_label, pred_label in zip(true_labels, pred_labels, strict=True)
        if pred_label == cluster
    )


def tables_of_pair(true: Labeling, pred: Labeling) -> tuple[ContingencyTable, ...]:
    """Return the contingency table of each mode."""
    return tuple(
        table_of(true_labels, pred_labels)
        for true_labels, pred_labels in zip(true, pred, strict=True)
    )


@lru_cache(maxsize=1 << 16)
def table_of(true_labels: LabelTuple, pred_labels: LabelTuple) -> ContingencyTable:
    """Return the contingency table of one mode."""
    (table,) = tables_of_compared_modes(list(true_labels), list(pred_labels))
    return table


def sizes_of(labels: LabelTuple) -> tuple[int, ...]:
    """Return the sizes of the clusters, in descending order."""
    sizes = [labels.count(label) for label in set(labels)]
    return tuple(sorted(sizes, reverse=True))


@cache
def _orders_of_sizes(sizes: tuple[int, ...]) -> list[LabelTuple]:
    """Return all clusterings with these cluster sizes.

    The sizes are in descending order.
    """
    partitions = set_partitions(sum(sizes))
    return [labels for labels in partitions if sizes_of(labels) == sizes]


def draw_triples(
    n_triples: int, *, n_modes: int, min_size: int, generator: RandomState
) -> list[Triple]:
    """Draw triples of larger labelings, and return them sorted, small ones first.

    The second and the third labeling are made from the labeling before. In turns, they
    are independent of it, close to it, or finer. A labeling has a tuple of integer
    labels for each mode.
    """
    # These functions make the next labels of a mode from the labels before.
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
    if has_large_cluster:
        # Most samples, and therefore most pairs, are then in the same cluster.
        labels[generator.random_sample(n_samples) < LARGE_CLUSTER_SHARE] = 0
    return renumbered(labels.tolist())


def _draw_anew(labels: LabelTuple, generator: RandomState) -> LabelTuple:
    """Draw labels of the same number of samples, independently of the given labels."""
    return _draw_labels(len(labels), generator)


def _move_samples(labels: LabelTuple, generator: RandomState) -> LabelTuple:
    """Move one or two samples to random clusters, which may be new, or their own.

    The labels are then numbered in the order in which they occur.
    """
    moved_labels = list(labels)
    new_label = max(labels) + 1
    n_moves = generator.randint(1, 3)
    for _ in range(n_moves):
        position = generator.randint(len(labels))
        moved_labels[position] = generator.randint(new_label + 1)
    return renumbered(moved_labels)


def _split_clusters(labels: LabelTuple, generator: RandomState) -> LabelTuple:
    """Split each cluster in two parts at random, of which one may be empty."""
    part_of_sample = generator.randint(2, size=len(labels)).tolist()
    return renumbered(zip(labels, part_of_sample, strict=True))
