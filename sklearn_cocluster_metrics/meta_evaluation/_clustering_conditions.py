"""Conditions A.1 to A.5, for measures of biclusterings applied to clusterings.

Amigo et al. (2009) proposed the first four. They are in the wording of Rosales-Mendez
and Ramirez-Cruz, "MOCICE-BCubed F1", 2018, section 2. A clustering of objects is here a
biclustering of a matrix with one column; by their Theorem 1, MOCICE-BCubed has the same
value for any other set of columns. Classes are the true clusters.

- A.1, homogeneity: a cluster of objects of two classes gets better when split by class.
- A.2, completeness: two clusters of objects of one class get better when united.
- A.3, rag bag: a stray object in an otherwise pure cluster of n more is better placed
  in a cluster of n objects of n different classes. As worded, most of the pure class
  may lie elsewhere; then MOCICE-BCubed F1 fails, first with 7 objects (classes 0156,
  2, 3, 4; worse 012, 34, 56; better 01, 234, 56). At n = 1, both solutions are alike.
  We require that the pure cluster is a whole class and that n >= 2.
- A.4, size versus quantity: splitting r clusters of two objects each is worse than
  taking one object from a cluster of r + 1. At r = 1, both solutions are alike. As
  worded, the classes of the pairs may be larger; then MOCICE-BCubed F1 fails, first
  with 9 objects. We require that r >= 2 and that these clusters are whole classes.
- A.5, perfect match: a clustering has the best value if and only if it is the truth.
  Clusters may overlap. Clusterings are sets: a candidate that repeats its clusters can
  be perfect for MOCICE-BCubed F1 and is not searched here.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement, islice, product

from numpy.random import RandomState

from ._biclusterings import (
    Biclustering,
    BiclusteringSpace,
    Cases,
    pairs_up_to_permutation,
)
from ._labelings import LabelingSpace, Mode, classes_in, set_partitions
from ._search import Claim, Properties, fails_to_rise, falls_short

_MOST_CLUSTERS = 3


def _clustering(labels: Mode) -> Biclustering:
    """One bicluster for each label, in a matrix with one column."""
    masks = dict.fromkeys(sorted(labels), 0)
    for k, label in enumerate(labels):
        masks[label] |= 1 << k
    return Biclustering((len(labels), 1), tuple((mask, 1) for mask in masks.values()))


def _changed_pairs(
    changes: Callable[[Mode, Mode], Iterator[Mode]], space: BiclusteringSpace
) -> Cases:
    """All pairs with each changed prediction; of larger random pairs, the first.

    Small pairs are sorted by class; any others are permutations of these.
    """
    n_draws = len(space.drawn)
    labelings = LabelingSpace.draw(1, space.max_size, n_draws, RandomState(0))
    for (classes,), (clusters,) in labelings.small_pairs():
        for changed in changes(classes, clusters):
            yield _case(classes, clusters, changed)
    for (classes,), (clusters,), _ in labelings.drawn:
        for changed in islice(changes(classes, clusters), 1):
            yield _case(classes, clusters, changed)


def _splits_by_class(classes: Mode, clusters: Mode) -> Iterator[Mode]:
    """Split each cluster of two classes."""
    for k in sorted(set(clusters)):
        inside = classes_in(classes, clusters, k)
        if len(inside) == 2:
            apart = k, max(inside)
            both = zip(clusters, classes, strict=True)
            yield tuple(-1 if one == apart else one[0] for one in both)


def _unions_in_class(classes: Mode, clusters: Mode) -> Iterator[Mode]:
    """Unite any two clusters of one class."""
    for k, other in combinations(sorted(set(clusters)), 2):
        both = (classes_in(classes, clusters, one) for one in (k, other))
        if len(set().union(*both)) == 1:
            yield tuple(k if own == other else own for own in clusters)


_with_splits = partial(_changed_pairs, _splits_by_class)
_with_unions = partial(_changed_pairs, _unions_in_class)


def _rag_bags(space: BiclusteringSpace) -> Cases:
    """A stray object in a pure cluster, then in one of n objects of n classes.

    It has a class of its own, or that of an object in the rag bag. Class 0 is whole.
    """
    for n, n_others in _sizes(space):
        worse, better = ((*[0] * n, place, *[1] * n) for place in (0, 1))
        for stray in (1, 2):
            classes = (*[0] * n, stray, *range(2, n + 2))
            yield from _with_others(classes, worse, better, {0}, n_others)


def _sizes_or_quantities(space: BiclusteringSpace) -> Cases:
    """Pairs that are split, then one object that is taken from a larger cluster."""
    for r, n_others in _sizes(space):
        pairs = [k for k in range(1, r + 1) for _ in range(2)]
        classes = (*[0] * (r + 1), *pairs)
        worse = (*[0] * (r + 1), *range(1, 2 * r + 1))
        better = (*[0] * r, r + 1, *pairs)
        yield from _with_others(classes, worse, better, {*classes}, n_others)


def _sizes(space: BiclusteringSpace) -> Iterator[tuple[int, int]]:
    """Sizes n or r, each with numbers of further objects."""
    return product(range(2, space.max_size + 1), range(space.max_size - 2))


def _with_others(
    classes: Mode, worse: Mode, better: Mode, whole: set[int], n_others: int
) -> Cases:
    """Add objects in clusters of their own, of any class that is not `whole` yet."""
    new = max(classes) + 1
    possible = [*sorted({*classes} - whole), *range(new, new + n_others)]
    for others in combinations_with_replacement(possible, n_others):
        for partition in set_partitions(n_others):
            own = tuple(max(worse + better) + 1 + k for k in partition)
            yield _case(classes + others, worse + own, better + own)


def _overlapping(space: BiclusteringSpace) -> Cases:
    """Different sets of distinct clusters."""
    for n_objects in range(1, space.max_size - 1):
        for true, pred in pairs_up_to_permutation((n_objects, 1), _MOST_CLUSTERS):
            if true != pred:
                yield true, pred


def _case(classes: Mode, worse: Mode, better: Mode) -> tuple[Biclustering, ...]:
    return _clustering(classes), _clustering(worse), _clustering(better)


_PAIRS = (
    "all pairs of clusterings of up to {large} + 1 objects; one change of each of "
    "{drawn} larger random pairs"
)
_STRAYS = "n from 2 to {large}, and up to {large} - 3 objects in other clusters"
_QUANTITIES = "r from 2 to {large}, and up to {large} - 3 objects of other classes"
_MATCHES = "all pairs of 1 to 3 clusters of up to {large} - 2 objects"

CLUSTERING_CONDITIONS: Properties = {
    "A.1 homogeneity": (
        "A cluster of objects of two classes gets better when it is split by class.",
        Claim(_with_splits, fails_to_rise("AB", "AC"), _PAIRS),
    ),
    "A.2 completeness": (
        "Two clusters with objects of the same class only get better when united.",
        Claim(_with_unions, fails_to_rise("AB", "AC"), _PAIRS),
    ),
    "A.3 rag bag": (
        "An object in a cluster that is otherwise a whole class, of n >= 2 objects, is "
        "better placed in a cluster of n objects of n other classes. (As worded, the "
        "class may have more objects elsewhere, and n may be 1.)",
        Claim(_rag_bags, fails_to_rise("AB", "AC"), _STRAYS),
    ),
    "A.4 size versus quantity": (
        "Splitting r >= 2 classes of two objects is worse than taking one object from "
        "a class of r + 1. (As worded, these classes may have more objects elsewhere, "
        "and r may be 1.)",
        Claim(_sizes_or_quantities, fails_to_rise("AB", "AC"), _QUANTITIES),
    ),
    "A.5 perfect match": (
        "A clustering, whose clusters may overlap, has the best value if and only if "
        "it is the truth. (A set: the same cluster twice is not searched.)",
        Claim(_overlapping, falls_short("AA", "AB"), _MATCHES),
    ),
}
