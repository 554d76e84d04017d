"""Small clusterings and co-clusterings: all of them, and larger random ones.

Both are handled as modes: one tuple of labels for a clustering, one for the rows and
one for the columns of a co-clustering. Labels count up from 0 in the order in which
they occur, so that equal structures have equal modes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, product
from typing import Any, ClassVar, Self

from numpy.random import RandomState

from .._structures._arguments import draw_seed

Mode = tuple[int, ...]
Modes = tuple[Mode, ...]
Pair = tuple[Modes, Modes]
Triple = tuple[Modes, Modes, Modes]

MOST_CHANGED = 300
"""Pairs of one shape, all of which are tried with other names and in another order."""

MOST_TOGETHER = 0.85
"""Share of the samples in one cluster, of every second structure that is drawn."""

_LARGEST_DRAWN = {1: 30, 2: 8}  # samples, or rows and columns, by number of modes


@dataclass(frozen=True, eq=False)
class LabelingSpace:
    """All small clusterings, or co-clusterings, and larger ones that are drawn.

    Parameters
    ----------
    n_modes : int
        1 for clusterings, 2 for co-clusterings.
    by_shape : tuple of list of Modes
        All structures of a shape, from one block to single cells; small shapes first.
    further : tuple of Pair
        All pairs of the next shape, up to the order of samples, rows and columns.
    drawn : tuple of Triple
        Larger structures.
    seed : int
        Seed of what properties draw.
    """

    n_modes: int
    by_shape: tuple[list[Modes], ...]
    further: tuple[Pair, ...]
    drawn: tuple[Triple, ...]
    seed: int
    may_refuse: ClassVar[bool] = False

    @classmethod
    def draw(
        cls, n_modes: int, max_size: int, n_draws: int, generator: RandomState
    ) -> Self:
        """Enumerate the structures of small shapes, and draw larger ones.

        Clusterings have up to `max_size` samples. Pairs of co-clusterings are many
        more: they have two rows and one column less.
        """
        limits = [max_size] if n_modes == 1 else [max_size - 2, max_size - 1]
        shapes = product(*(range(1, limit + 1) for limit in limits))
        by_shape = tuple(
            list(product(*map(set_partitions, shape)))
            for shape in sorted(shapes, key=lambda shape: (shape[0] * shape[-1], shape))
        )
        next_size = max_size + 1 if n_modes == 1 else max_size - 1
        pairs = product(list(pairs_up_to_order(next_size)), repeat=n_modes)
        further: Iterator[Any] = (tuple(zip(*modes, strict=True)) for modes in pairs)
        smallest = max_size + 1 if n_modes == 1 else 2
        drawn = _random_triples(smallest, n_modes, n_draws, generator)
        seed = draw_seed(generator)
        return cls(n_modes, by_shape, tuple(further), tuple(drawn), seed)

    def without_trivial(self) -> Self:
        """Leave out the structures of which a mode is trivial."""
        kept = ([s for s in each if not is_trivial(s)] for each in self.by_shape)
        further = tuple(p for p in self.further if not any(map(is_trivial, p)))
        drawn = tuple(t for t in self.drawn if not any(map(is_trivial, t)))
        by_shape = tuple(filter(None, kept))
        return replace(self, by_shape=by_shape, further=further, drawn=drawn)

    def structures(self) -> Iterator[Modes]:
        """Yield all small structures, and the first of each triple that was drawn."""
        return chain(*self.by_shape, (first for first, _, _ in self.drawn))

    def small_pairs(self) -> Iterator[Pair]:
        """Yield all pairs of small structures, and those of the next shape."""
        for structures in self.by_shape:
            yield from product(structures, structures)
        yield from self.further

    def pairs(self) -> Iterator[Pair]:
        """Yield all pairs of small structures, and those that were drawn."""
        return chain(self.small_pairs(), self.drawn_pairs())

    def drawn_pairs(self) -> Iterator[Pair]:
        """Yield the pairs that were drawn."""
        return ((first, second) for first, second, _ in self.drawn)

    def pairs_to_change(self) -> Iterator[Pair]:
        """Yield the pairs of shapes that have few of them, and those drawn."""
        for structures in self.by_shape:
            if len(structures) ** 2 <= MOST_CHANGED:
                yield from product(structures, structures)
        yield from self.drawn_pairs()

    @staticmethod
    def as_passed(modes: Modes) -> Any:
        """Return a structure as an index takes it: a list, or a tuple of lists."""
        return list(modes[0]) if len(modes) == 1 else tuple(map(list, modes))

    @staticmethod
    def orders_of(modes: Modes) -> list[Modes]:
        """Return all structures with the same sizes of clusters."""
        return list(product(*map(_orders_of_mode, map(sizes_of, modes))))

    def described(self, where: str, n_cases: int, n_refused: int, failed: bool) -> str:
        """Fill in what was searched; the numbers of cases follow from the sizes."""
        numbers = [len(structures) for structures in self.by_shape]
        largest = _LARGEST_DRAWN[self.n_modes]
        unit = " samples" * (self.n_modes == 1)
        return where.format(
            pairs=sum(n**2 for n in numbers),
            triples=sum(n**3 for n in numbers),
            changed=sum(n**2 for n in numbers if n**2 <= MOST_CHANGED),
            small=f"of up to {_shape_of(self.by_shape[-1][0])}{unit}",
            further=f"{len(self.further)} of {_shape_of(self.further[0][0])}",
            drawn=len(self.drawn),
            changes_drawn=2 * len(self.drawn),
            large=f"of up to {' x '.join([str(largest)] * self.n_modes)}{unit}",
            by_mode=", mode by mode" if self.n_modes > 1 else "",
        )


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


def pairs_up_to_order(n_samples: int) -> Iterator[tuple[Mode, Mode]]:
    """Yield all pairs of clusterings; those that are one but for the order, once.

    Samples are sorted by the size of their true cluster, and by both labels.
    """
    every = set_partitions(n_samples)
    ordered = (labels for labels in every if tuple(sorted(labels)) == labels)
    for true in ordered:
        if list(map(true.count, true)) == sorted(map(true.count, true), reverse=True):
            for pred in every:
                both = list(zip(true, pred, strict=True))
                if both == sorted(both):
                    yield true, pred


def renumbered(labels: Any) -> Mode:
    """Number the labels in the order in which they occur."""
    numbers: dict[Any, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def is_trivial(modes: Modes) -> bool:
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


def _shape_of(modes: Modes) -> str:
    """Write the shape of a structure."""
    return " x ".join(str(len(labels)) for labels in modes)


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
