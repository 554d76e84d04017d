"""Small clusterings and co-clusterings: all of them, random ones, splits and merges.

Both are handled as modes: one tuple of labels for a clustering, one for the rows and
one for the columns of a co-clustering. Labels count up from 0 in the order in which
they occur, so that equal structures have equal modes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

from numpy.random import RandomState

Mode = tuple[int, ...]
Modes = tuple[Mode, ...]
Shape = tuple[int, ...]


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


def all_structures(shape: Shape) -> list[Modes]:
    """Return all structures, from one block to single cells."""
    return list(product(*map(set_partitions, shape)))


def shapes_up_to(max_size: int, n_modes: int) -> list[Shape]:
    """Return the shapes that are searched exhaustively, smaller ones first.

    Clusterings have up to `max_size` samples. Pairs of co-clusterings are many more:
    they have two rows and one column less.
    """
    if n_modes == 1:
        return [(n_samples,) for n_samples in range(1, max_size + 1)]
    shapes = product(range(1, max_size - 1), range(1, max_size))
    return sorted(shapes, key=lambda shape: (shape[0] * shape[1], shape))


def as_passed(modes: Modes) -> Any:
    """Return a structure as an index takes it: a list, or a tuple of lists."""
    return list(modes[0]) if len(modes) == 1 else tuple(map(list, modes))


def renumbered(labels: Any) -> Mode:
    """Number the labels in the order in which they occur."""
    numbers: dict[Any, int] = {}
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def is_trivial(modes: Modes) -> bool:
    """Return whether a mode has one cluster, or single samples only."""
    return any(is_trivial_mode(labels) for labels in modes)


def is_trivial_mode(labels: Mode) -> bool:
    """Return whether there is one cluster, or single samples only."""
    return max(labels) in (0, len(labels) - 1)


def sizes_of(modes: Modes) -> tuple[tuple[int, ...], ...]:
    """Return the sizes of the clusters of each mode, in descending order."""
    return tuple(
        tuple(sorted(map(labels.count, set(labels)), reverse=True)) for labels in modes
    )


def merges(modes: Modes) -> Iterator[tuple[int, int, int, Modes]]:
    """Yield mode, both labels and the result, for all merges of two clusters."""
    for mode, labels in enumerate(modes):
        for first, second in combinations(range(max(labels) + 1), 2):
            merged = renumbered(first if x == second else x for x in labels)
            yield mode, first, second, (*modes[:mode], merged, *modes[mode + 1 :])


def is_perfect_merge(
    true: Modes, pred: Modes, mode: int, first: int, second: int
) -> bool:
    """Return whether only cells are joined that are together in the truth.

    The samples of both clusters must be together in the truth; so must those of each
    cluster of the other modes, because whole blocks are merged.
    """
    return all(
        len({x for x, label in zip(true[m], pred[m], strict=True) if label in clusters})
        == 1
        for m in range(len(pred))
        for clusters in (
            [(first, second)] if m == mode else [(k,) for k in range(max(pred[m]) + 1)]
        )
    )


def is_perfect_split(
    true: Modes, fine: Modes, mode: int, first: int, second: int
) -> bool:
    """Return whether splitting these two apart separates nothing of the truth."""
    sides: list[set[int]] = [
        {x for x, k in zip(true[mode], fine[mode], strict=True) if k == label}
        for label in (first, second)
    ]
    return sides[0].isdisjoint(sides[1])


def random_triples(
    smallest: int, largest: int, n_modes: int, n_draws: int, generator: RandomState
) -> list[tuple[Modes, Modes, Modes]]:
    """Draw triples of larger structures, smaller ones first.

    In turns, the second and the third are independent of the one before, close to it,
    or finer.
    """
    drawn = []
    for turn in range(n_draws):
        shape = generator.randint(smallest, largest + 1, size=n_modes)
        first = tuple(_random_mode(int(n), generator) for n in shape)
        second = _next(first, turn % 3, generator)
        third = _next(second, turn % 3, generator)
        drawn.append((first, second, third))
    return sorted(drawn, key=lambda triple: sum(map(len, triple[0])))


def _random_mode(n_samples: int, generator: RandomState) -> Mode:
    """Draw labels, independently, out of a random number of clusters."""
    n_clusters = generator.randint(1, n_samples + 1)
    return renumbered(generator.randint(n_clusters, size=n_samples).tolist())


def _next(modes: Modes, kind: int, generator: RandomState) -> Modes:
    """Draw a structure that is independent, close or finer."""
    return tuple(
        _random_mode(len(labels), generator)
        if kind == 0
        else _moved(labels, generator)
        if kind == 1
        else _split(labels, generator)
        for labels in modes
    )


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
