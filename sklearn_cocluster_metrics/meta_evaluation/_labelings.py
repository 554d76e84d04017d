"""Small clusterings and co-clusterings: all of them, and larger random ones.

Both are handled as modes: one tuple of labels for a clustering, one for the rows and
one for the columns of a co-clustering. Labels count up from 0 in the order in which
they occur, so that equal structures have equal modes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, product, starmap
from typing import Any, ClassVar, Self

from numpy.random import RandomState

from .._structures._arguments import draw_seed

Mode = tuple[int, ...]
Labeling = tuple[Mode, ...]
LabelingPair = tuple[Labeling, Labeling]
Triple = tuple[Labeling, Labeling, Labeling]

MOST_CHANGED = 300
"""Pairs of a shape, up to order, all of which get other names and another order."""

MOST_TOGETHER = 0.85
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
        cls, n_modes: int, max_size: int, n_draws: int, generator: RandomState
    ) -> Self:
        """Enumerate the structures of small shapes, and draw larger ones.

        Clusterings have up to ``max_size + 1`` samples; co-clusterings, of which there
        are many more pairs, two rows and two columns less, or `max_size` rows and
        ``max_size - 2`` columns: many indices fail where the modes have unlike sizes.
        """
        limits = [max_size + 1] if n_modes == 1 else [max_size - 1] * 2
        shapes = [*product(*(range(1, limit + 1) for limit in limits))]
        shapes += [(max_size, max_size - 2)] * (n_modes - 1)
        shapes.sort(key=lambda shape: (shape[0] * shape[-1], shape))
        by_shape = tuple(list(product(*map(set_partitions, each))) for each in shapes)
        smallest = max_size + 1 if n_modes == 1 else 2
        drawn = _random_triples(smallest, n_modes, n_draws, generator)
        return cls(n_modes, by_shape, tuple(drawn), draw_seed(generator))

    def without_trivial(self) -> Self:
        """Leave out the structures of which a mode is trivial."""
        kept = ([s for s in each if not is_trivial(s)] for each in self.by_shape)
        drawn = tuple(t for t in self.drawn if not any(map(is_trivial, t)))
        return replace(self, by_shape=tuple(filter(None, kept)), drawn=drawn)

    def truths_by_shape(self) -> Iterator[tuple[list[Labeling], list[Labeling]]]:
        """Yield all truths of a shape up to order, with all structures of that shape.

        Any other pair becomes one of these by another order of samples, or of rows and
        of columns.
        """
        for structures in self.by_shape:
            yield [s for s in structures if in_first_order(s, s) == (s, s)], structures

    def truths(self) -> Iterator[Labeling]:
        """Yield all small truths, and the first of each triple that was drawn."""
        small = (truths for truths, _ in self.truths_by_shape())
        return chain(*small, (first for first, _, _ in self.drawn))

    def small_pairs(self) -> Iterator[LabelingPair]:
        """Yield all small pairs up to order."""
        return chain.from_iterable(starmap(product, self.truths_by_shape()))

    def pairs(self) -> Iterator[LabelingPair]:
        """Yield all small pairs, and those that were drawn."""
        return chain(self.small_pairs(), self._drawn_pairs())

    def pairs_to_change(self) -> Iterator[LabelingPair]:
        """Yield the pairs of shapes that have few of them, and those drawn."""
        small = (product(*pair) for pair in self.truths_by_shape() if _are_few(*pair))
        return chain(*small, self._drawn_pairs())

    def _drawn_pairs(self) -> Iterator[LabelingPair]:
        return ((first, second) for first, second, _ in self.drawn)

    @staticmethod
    def as_passed(modes: Labeling) -> Any:
        """Return a structure as an index takes it: a list, or a tuple of lists."""
        return list(modes[0]) if len(modes) == 1 else tuple(map(list, modes))

    @staticmethod
    def orders_of(modes: Labeling) -> list[Labeling]:
        """Return all structures with the same sizes of clusters."""
        return list(product(*map(_orders_of_mode, map(sizes_of, modes))))

    def described(self, where: str, n_cases: int, n_refused: int, failed: bool) -> str:
        """Fill in what was searched; the numbers of cases follow from the sizes."""
        shapes = [*self.truths_by_shape()]
        largest = " x ".join([str(_LARGEST_DRAWN[self.n_modes])] * self.n_modes)
        each = (" x ".join(map(str, map(len, ones[0]))) for ones in self.by_shape)
        shape = " or ".join([*each][: -1 - self.n_modes : -1])
        unit = " samples" * (self.n_modes == 1)
        return where.format(
            pairs=sum(len(truths) * len(preds) for truths, preds in shapes),
            triples=sum(len(truths) * len(others) ** 2 for truths, others in shapes),
            changed=sum(len(t) * len(p) for t, p in shapes if _are_few(t, p)),
            small=f"of up to {shape}{unit}",
            drawn=len(self.drawn),
            large=f"of up to {largest}{unit}",
            by_mode=", mode by mode" if self.n_modes > 1 else "",
        )


def _are_few(truths: list[Labeling], preds: list[Labeling]) -> bool:
    """Return whether all pairs are tried with other names and in another order."""
    return len(truths) * len(preds) <= MOST_CHANGED


@cache
def set_partitions(n_samples: int) -> tuple[Mode, ...]:
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
    sorted_modes = map(_mode_in_first_order, true, pred)
    return tuple(zip(*sorted_modes, strict=True))  # type: ignore[return-value]


@lru_cache(maxsize=1 << 16)
def _mode_in_first_order(true: Mode, pred: Mode) -> tuple[Mode, Mode]:
    order = sorted(range(len(true)), key=lambda i: (-true.count(true[i]), true[i]))
    return renumbered(true[i] for i in order), renumbered(pred[i] for i in order)


def renumbered(labels: Any) -> Mode:
    """Number the labels in the order in which they occur."""
    numbers: dict[Any, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def is_trivial(modes: Labeling) -> bool:
    """Return whether a mode has one cluster, or single samples only."""
    return any(map(is_trivial_mode, modes))


def is_trivial_mode(labels: Mode) -> bool:
    """Return whether there is one cluster, or single samples only."""
    return max(labels) in (0, len(labels) - 1)


def classes_in(true: Mode, pred: Mode, cluster: int) -> set[int]:
    """Return the true labels of the samples in a predicted cluster."""
    return {x for x, k in zip(true, pred, strict=True) if k == cluster}


def sizes_of(labels: Mode) -> tuple[int, ...]:
    """Return the sizes of the clusters, in descending order."""
    return tuple(sorted(map(labels.count, set(labels)), reverse=True))


@cache
def _orders_of_mode(sizes: tuple[int, ...]) -> list[Mode]:
    """Return all clusterings with these sizes."""
    return [each for each in set_partitions(sum(sizes)) if sizes_of(each) == sizes]


def _random_triples(
    smallest: int, n_modes: int, n_draws: int, generator: RandomState
) -> list[Triple]:
    """Draw triples of larger structures, smaller ones first.

    In turns, the second and the third are independent of the one before, close to it,
    or finer.
    """
    drawn = []
    for turn in range(n_draws):
        shape = generator.randint(smallest, _LARGEST_DRAWN[n_modes] + 1, size=n_modes)
        follow = (_random_mode, _moved, _split)[turn % 3]
        first = tuple(_random_mode(range(n), generator) for n in shape)
        second = tuple(follow(labels, generator) for labels in first)
        third = tuple(follow(labels, generator) for labels in second)
        drawn.append((first, second, third))
    return sorted(drawn, key=lambda triple: sum(map(len, triple[0])))


def _random_mode(like: Sequence[int], generator: RandomState) -> Mode:
    """Draw labels of as many samples, out of a random number of clusters."""
    n_clusters = generator.randint(1, len(like) + 1)
    labels = generator.randint(n_clusters, size=len(like))
    if generator.randint(2):  # most samples, and so most pairs, together
        labels[generator.random_sample(len(like)) < MOST_TOGETHER] = 0
    return renumbered(labels.tolist())


def _moved(labels: Mode, generator: RandomState) -> Mode:
    """Move one or two samples to other clusters, which may be new."""
    moved = list(labels)
    for _ in range(generator.randint(1, 3)):
        position = generator.randint(len(labels))
        moved[position] = generator.randint(max(labels) + 2)
    return renumbered(moved)


def _split(labels: Mode, generator: RandomState) -> Mode:
    """Split clusters at random."""
    halves = generator.randint(2, size=len(labels)).tolist()
    return renumbered(zip(labels, halves, strict=True))
