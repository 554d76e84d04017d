"""Define properties of indices of biclusterings, with conditions A.1 to B.5."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    islice,
    product,
)
from operator import methodcaller
from typing import TypeAlias

import numpy as np
from numpy.random import RandomState

from ._biclusterings import (
    MAX_ENUMERATED_BICLUSTERS,
    BiclusteringSpace,
    Cases,
    SmallBiclustering,
    biclusterings,
    biclusterings_with_irregular,
    pairs_up_to,
    pairs_up_to_permutation,
    permutations_of,
    truths_of,
)
from ._labelings import LabelingSpace, LabelTuple, classes_in, set_partitions
from ._search import (
    FROM_0_TO_1,
    Case,
    Claim,
    Properties,
    after_the_first,
    differ,
    exceeds,
    first_and_each_truth,
    unequal_pairs,
)

# For condition A.5, each side has at most this many clusters.
_MAX_MATCHED_CLUSTERS = 3

NUMBERS_OF_MANY_OBJECTS = (12, 45, 100)
"""For conditions A.3 and A.4, this many objects are added in extreme ways.

These objects are in other clusters.
"""


def _clustering(labels: LabelTuple) -> SmallBiclustering:
    """Return one bicluster for each label, in a matrix with one column."""
    row_masks = dict.fromkeys(sorted(labels), 0)
    for row, label in enumerate(labels):
        row_masks[label] |= 1 << row
    # The only column is in each bicluster.
    column_mask = 1
    biclusters = [(row_mask, column_mask) for row_mask in row_masks.values()]
    return SmallBiclustering((len(labels), 1), tuple(biclusters))


@dataclass(frozen=True)
class _LabeledCase:
    """Keep a truth, and a worse and a better prediction, as labels of the same objects.

    True labels are called classes. The classes in `whole_classes` get no further
    objects.
    """

    classes: LabelTuple
    worse: LabelTuple
    better: LabelTuple
    whole_classes: frozenset[int] = frozenset()

    def clusterings(self) -> tuple[SmallBiclustering, ...]:
        """Return the truth, the worse and the better prediction as biclusterings."""
        return (
            _clustering(self.classes),
            _clustering(self.worse),
            _clustering(self.better),
        )

    def classes_of_further(self, n_further: int) -> list[int]:
        """Return the possible classes of `n_further` objects, with new classes last."""
        first_new_class = max(self.classes) + 1
        new_classes = range(first_new_class, first_new_class + n_further)
        return sorted(set(self.classes) - self.whole_classes) + list(new_classes)

    def with_objects(
        self, classes: LabelTuple, partition: LabelTuple
    ) -> "_LabeledCase":
        """Add objects of these classes, in new clusters of both predictions.

        `partition` has the cluster of each added object, counted from 0.
        """
        first_new_cluster = max(self.worse + self.better) + 1
        clusters = tuple(first_new_cluster + k for k in partition)
        return replace(
            self,
            classes=self.classes + classes,
            worse=self.worse + clusters,
            better=self.better + clusters,
        )


def _changed_pairs(
    changed_predictions: Callable[[LabelTuple, LabelTuple], Iterator[LabelTuple]],
    space: BiclusteringSpace,
) -> Cases:
    """Yield the truth, the prediction and each changed prediction of clusterings.

    The change should make the prediction better. `changed_predictions` takes the
    classes and the predicted clusters of the objects, and yields changed clusters. For
    pairs of extreme sizes and for larger random pairs, only the first change is tried.
    Small pairs are sorted by class, and all other small pairs are permutations of
    these.
    """
    # The space of biclusterings has no seed. With a constant seed, every search has the
    # same random pairs.
    labeling_space = LabelingSpace.draw(
        n_modes=1,
        max_size=space.max_size,
        n_triples=len(space.drawn_pairs),
        generator=RandomState(0),
    )
    for (classes,), (clusters,) in labeling_space.small_pairs():
        for changed_clusters in changed_predictions(classes, clusters):
            case = _LabeledCase(classes, worse=clusters, better=changed_clusters)
            yield case.clusterings()
    drawn_pairs = [(true, pred) for true, pred, _ in labeling_space.drawn_triples]
    for (classes,), (clusters,) in chain(labeling_space.extreme_pairs, drawn_pairs):
        for changed_clusters in islice(changed_predictions(classes, clusters), 1):
            case = _LabeledCase(classes, worse=clusters, better=changed_clusters)
            yield case.clusterings()


def _splits_by_class(classes: LabelTuple, clusters: LabelTuple) -> Iterator[LabelTuple]:
    """Yield predictions in which a cluster of two classes is split by class."""
    for cluster in sorted(set(clusters)):
        classes_inside = classes_in(classes, clusters, cluster)
        if len(classes_inside) != 2:
            continue
        split_clusters = list(clusters)
        for position, class_label in enumerate(classes):
            is_inside = clusters[position] == cluster
            if is_inside and class_label == max(classes_inside):
                # The new cluster has the label -1.
                split_clusters[position] = -1
        yield tuple(split_clusters)


def _unions_in_class(classes: LabelTuple, clusters: LabelTuple) -> Iterator[LabelTuple]:
    """Yield predictions in which two clusters of one class are united."""
    for first, second in combinations(sorted(set(clusters)), 2):
        first_classes = classes_in(classes, clusters, first)
        second_classes = classes_in(classes, clusters, second)
        if len(first_classes | second_classes) == 1:
            yield tuple(first if label == second else label for label in clusters)


_with_splits = partial(_changed_pairs, _splits_by_class)
_with_unions = partial(_changed_pairs, _unions_in_class)


def _rag_bags(space: BiclusteringSpace) -> Cases:
    """Yield a stray object in a pure cluster, then in a cluster of n classes.

    The cluster of n classes has one object of each class. It is called a rag bag,
    because a stray object does less harm in it. The stray object has a class of its
    own, or the class of an object in the rag bag. The pure cluster is the whole class
    0. Further objects, which are in other clusters, have other classes.
    """
    cases = []
    for n in range(2, space.max_size + 1):
        for stray_class in (1, 2):
            # Cluster 0 is pure, cluster 1 is the rag bag, and object n is stray.
            case = _LabeledCase(
                classes=(0,) * n + (stray_class,) + tuple(range(2, n + 2)),
                worse=(0,) * (n + 1) + (1,) * n,
                better=(0,) * n + (1,) * (n + 1),
                whole_classes=frozenset([0]),
            )
            cases.append(case)
    return _with_further_objects(cases, space)


def _sizes_or_quantities(space: BiclusteringSpace) -> Cases:
    """Yield a worse and a better prediction of a class of r + 1 objects and r pairs.

    The worse prediction splits the r classes of two objects, which are r small errors.
    The better prediction takes one object from the class of r + 1 objects.
    """
    cases = []
    for r in range(2, space.max_size + 1):
        large_cluster = (0,) * (r + 1)
        pairs = tuple(label for label in range(1, r + 1) for _ in range(2))
        case = _LabeledCase(
            classes=large_cluster + pairs,
            # Each pair is split.
            worse=large_cluster + tuple(range(1, 2 * r + 1)),
            # The last object of the large class is alone.
            better=(0,) * r + (r + 1,) + pairs,
            # No class gets further objects.
            whole_classes=frozenset(large_cluster + pairs),
        )
        cases.append(case)
    return _with_further_objects(cases, space)


def _with_further_objects(cases: list[_LabeledCase], space: BiclusteringSpace) -> Cases:
    """Yield the cases with no, a few and many further objects.

    The further objects are in clusters of their own, in both predictions. A few objects
    are added in all ways. Many objects are added in extreme ways, where they have the
    same class or a class each, and are in the same cluster or in a cluster each.
    """
    for case, n_further in product(cases, range(space.max_size - 2)):
        possible_classes = case.classes_of_further(n_further)
        for classes in combinations_with_replacement(possible_classes, n_further):
            for partition in set_partitions(n_further):
                yield case.with_objects(classes, partition).clusterings()
    for case, n_further in product(cases, NUMBERS_OF_MANY_OBJECTS):
        # All further objects have one class, which may be new.
        shared_classes = case.classes_of_further(n_further=1)
        ways_to_classify = [(label,) * n_further for label in shared_classes]
        # Otherwise, each further object has a new class of its own. New classes are
        # last.
        new_classes = case.classes_of_further(n_further)[-n_further:]
        ways_to_classify.append(tuple(new_classes))
        for classes in ways_to_classify:
            for partition in ((0,) * n_further, tuple(range(n_further))):
                yield case.with_objects(classes, partition).clusterings()


def _unequal_overlapping(space: BiclusteringSpace) -> Cases:
    """Yield pairs of different sets of distinct clusters, which may overlap."""
    for n_objects in range(1, space.max_size - 1):
        shape = (n_objects, 1)
        for true, pred in pairs_up_to_permutation(shape, _MAX_MATCHED_CLUSTERS):
            if true != pred:
                yield true, pred


_PAIRS = (
    "all pairs of clusterings of up to {large} + 2 objects; one change of each pair "
    "of extreme sizes of 9 and 16 objects, and of each of {drawn} larger random pairs"
)
_FURTHER = (
    "up to {large} - 3 further objects in all ways, and "
    f"{' or '.join(map(str, NUMBERS_OF_MANY_OBJECTS))} in extreme ways"
)
_STRAYS = "n from 2 to {large}; " + _FURTHER
_QUANTITIES = "r from 2 to {large}; " + _FURTHER
_MATCHES = "all pairs of 1 to 3 clusters of up to {large} - 2 objects"

CLUSTERING_CONDITIONS: Properties[SmallBiclustering] = {
    "A.1 homogeneity": (
        "A cluster of objects of two classes gets better when it is split by class.",
        Claim(_with_splits, "AB < AC", _PAIRS),
    ),
    "A.2 completeness": (
        "Two clusters with objects of the same class only get better when united.",
        Claim(_with_unions, "AB < AC", _PAIRS),
    ),
    "A.3 rag bag": (
        "An object in a cluster that is otherwise a whole class, of n >= 2 objects, is "
        "better placed in a cluster of n objects of n other classes. (As worded, the "
        "class may have more objects elsewhere, and n may be 1.)",
        Claim(_rag_bags, "AB < AC", _STRAYS),
    ),
    "A.4 size versus quantity": (
        "Splitting r >= 2 classes of two objects is worse than taking one object from "
        "a class of r + 1. (As worded, these classes may have more objects elsewhere, "
        "and r may be 1.)",
        Claim(_sizes_or_quantities, "AB < AC", _QUANTITIES),
    ),
    "A.5 perfect match": (
        "A clustering, whose clusters may overlap, has the best value if and only if "
        "it is the truth. (A set: the same cluster twice is not searched.)",
        Claim(_unequal_overlapping, "AA > AB", _MATCHES),
    ),
}


Change: TypeAlias = Callable[[SmallBiclustering], SmallBiclustering]
"""This is a function that returns a changed biclustering."""

_SHAPE_OF_SINGLE_BICLUSTERS = (3, 3)
"""Pairs of single biclusters that are left to chance have this shape."""

_MIN_SIZE_FOR_SINGLE_BICLUSTERS = 5
"""These pairs are searched from this `max_size` on."""


def on_either_side(change: Change) -> Callable[[BiclusteringSpace], Cases]:
    """Return a function that yields pairs, and the same pairs with one side changed.

    One case changes the prediction, and another case changes the truth. If a change
    leaves a side as it is, the case is left out.
    """

    def cases(space: BiclusteringSpace) -> Cases:
        """Yield each pair as A and B, followed by the changed pair as C and D."""
        # Each pair makes two cases, so that fewer pairs are tried.
        for true, pred in space.fewer_pairs():
            changed_pred = change(pred)
            if changed_pred != pred:
                yield true, pred, true, changed_pred
            changed_true = change(true)
            if changed_true != true:
                yield true, pred, changed_true, pred

    return cases


def on_both_sides(*changes: Change) -> Callable[[BiclusteringSpace], Cases]:
    """Return a function that yields regular pairs, and the pairs after each change.

    A change is made to both sides.
    """

    def cases(space: BiclusteringSpace) -> Cases:
        """Yield each pair as A and B, followed by the changed pair as C and D."""
        for true, pred in space.regular_pairs():
            for change in changes:
                yield true, pred, change(true), change(pred)

    return cases


with_empty_row = methodcaller("with_background", n_rows=1, n_columns=0)
with_empty_column = methodcaller("with_background", n_rows=0, n_columns=1)
# The empty bicluster has row 0 and no column.
with_empty_bicluster = methodcaller("with_biclusters", (1, 0))


def with_permutation(space: BiclusteringSpace) -> Cases:
    """Yield small pairs with each permutation of both sides, random pairs with one."""
    for true, pred in space.pairs_to_permute:
        # The first permutation is the identity.
        for permutation in islice(permutations_of(true.shape), 1, None):
            yield true, pred, true.permuted(permutation), pred.permuted(permutation)
    for true, pred in space.drawn_pairs:
        # The last permutation reverses the order of all rows and columns.
        *_, reversal = permutations_of(true.shape)
        yield true, pred, true.permuted(reversal), pred.permuted(reversal)


def triples(space: BiclusteringSpace) -> Cases:
    """Yield all triples in small matrices, with the first structure up to permutations.

    The matrices are the matrices of `pairs_to_permute`. If the first structure is
    irregular, the others may be irregular, too.
    """
    for first in truths_of(space.pairs_to_permute):
        enumerate_structures = biclusterings
        if not first.is_regular():
            enumerate_structures = biclusterings_with_irregular
        structures = enumerate_structures(first.shape, MAX_ENUMERATED_BICLUSTERS)
        for second, third in product(structures, repeat=2):
            yield first, second, third


def with_no_biclusters(space: BiclusteringSpace) -> Cases:
    """Yield each biclustering with a biclustering that has no biclusters."""
    for true in truths_of(pairs_up_to(space.max_size - 1)):
        yield true, SmallBiclustering(true.shape, ())


def with_repetition(space: BiclusteringSpace) -> Cases:
    """Yield regular biclusterings, each with the same after a bicluster is repeated."""
    for true in truths_of(space.regular_pairs()):
        for bicluster in true.biclusters:
            yield true, true.with_biclusters(bicluster)


def left_to_chance(space: BiclusteringSpace) -> Cases:
    """Yield pairs that are left to chance on both sides, each after the first pair.

    A side is left to chance if permutations of the rows and columns change the cells
    that its biclusters share with others. A search of larger matrices also has pairs of
    single biclusters, in a shape that `pairs_to_permute` does not reach. The size of a
    matrix is its number of rows and columns together. A case has four biclusterings, A
    and B of the first pair, and C and D of the pair that is compared with it.
    """
    pairs = list(space.pairs_to_permute)
    if space.max_size >= _MIN_SIZE_FOR_SINGLE_BICLUSTERS:
        pairs += pairs_up_to_permutation(_SHAPE_OF_SINGLE_BICLUSTERS, max_biclusters=1)
    return after_the_first(
        (true, pred)
        for true, pred in pairs
        if _is_left_to_chance(true) and _is_left_to_chance(pred)
    )


def _is_left_to_chance(biclustering: SmallBiclustering) -> bool:
    """Return whether permutations change the overlap of biclusters with others.

    They change it unless all cells, or all pairs of cells, are in the same number of
    biclusters.
    """
    rows, columns = biclustering.indicators()
    # An entry, in the shape (n_biclusters, n_cells), is 1 if the cell is in the
    # bicluster.
    cells = np.einsum("kr,kc->krc", rows, columns).reshape(len(rows), -1)
    # An entry, in the shape (n_cells, n_cells), is the number of biclusters that have
    # both cells.
    n_biclusters_of_both = cells.T @ cells
    upper_triangle = np.triu_indices(len(n_biclusters_of_both), k=1)
    counts_of_cells = np.unique(n_biclusters_of_both.diagonal())
    counts_of_pairs = np.unique(n_biclusters_of_both[upper_triangle])
    return len(counts_of_cells) > 1 and len(counts_of_pairs) > 1


def with_an_object(space: BiclusteringSpace) -> Cases:
    """Yield pairs that share a cell, and their prediction after a row is added to it.

    No bicluster of either side contains this row before. It becomes a bicluster of its
    own, with some columns, or it is added to one of the biclusters.
    """
    for small_true, small_pred in space.regular_pairs():
        if not small_true.shares_cell_with(small_pred):
            continue
        true = with_empty_row(small_true)
        pred = with_empty_row(small_pred)
        n_rows, n_columns = small_true.shape
        new_row = n_rows
        # The row is alone, with some columns.
        for column_mask in range(1, 1 << n_columns):
            yield true, pred, pred.with_biclusters((1 << new_row, column_mask))
        # Otherwise, the row is in bicluster k.
        for k in range(len(pred.biclusters)):
            yield true, pred, pred.with_row_in(new_row, k)


def with_copies(_: BiclusteringSpace) -> Cases:
    """Yield a truth and a prediction that both have each pair of three rows.

    A pair of rows is a bicluster. Moreover, the truth has all three rows together and
    each row alone, and the prediction has the pairs again. Therefore, each row and
    each pair of rows is in the same number of biclusters on both sides.
    """
    pair_masks = (0b011, 0b101, 0b110)
    true_masks = pair_masks + (0b111, 0b001, 0b010, 0b100)
    pred_masks = pair_masks + pair_masks
    true = SmallBiclustering((3, 1), tuple((mask, 1) for mask in true_masks))
    pred = SmallBiclustering((3, 1), tuple((mask, 1) for mask in pred_masks))
    yield true, pred


def with_united(space: BiclusteringSpace) -> Cases:
    """Yield several biclusters, and one bicluster with all their rows and columns."""
    for true in truths_of(chain(pairs_up_to(space.max_size), space.drawn_pairs)):
        if len(true.biclusters) > 1:
            yield true, true.united()


def treats_no_biclusters_otherwise(case: Case[SmallBiclustering]) -> bool:
    """Return whether a case contradicts the property "no biclusters".

    A is a biclustering, and B has no biclusters. The case contradicts the property if
    the values of B, B and A, A differ, or if A, B or B, A is not worse than A, A. The
    values of a case are turned so that higher is better.
    """
    value_at_equality = case("AA")
    value_of_empty_sides = case("BB")
    value_of_empty_pred = case("AB")
    value_of_empty_true = case("BA")
    return (
        differ(value_at_equality, value_of_empty_sides)
        or not exceeds(value_at_equality, value_of_empty_pred)
        or not exceeds(value_at_equality, value_of_empty_true)
    )


def _up_to(placeholder: str, which: str) -> str:
    """Return a text on all searched biclusterings, such as all "pairs of two".

    The largest size of a matrix is filled in later, in place of the placeholder.
    """
    return (
        f"all {which} biclusters in matrices with rows >= columns and rows + "
        f"columns <= {{{placeholder}}}, up to permutations"
    )


_PAIRS_OF_BICLUSTERS = "pairs of 1 to {n_biclusters}"
_IRREGULAR = ", with repeated or empty ones up to {irregular}"
_DRAWN_PAIRS = ", and {drawn} larger random pairs"
_DRAWN_IRREGULAR = (
    _IRREGULAR + ", and {drawn} larger random pairs without and with these"
)
_REGULAR = _up_to("small", _PAIRS_OF_BICLUSTERS) + _DRAWN_PAIRS
_SMALL = _up_to("small", _PAIRS_OF_BICLUSTERS) + _DRAWN_IRREGULAR
_LARGE = _up_to("large", _PAIRS_OF_BICLUSTERS) + _DRAWN_IRREGULAR
_ALL_PERMUTATIONS = (
    _up_to("permuted", _PAIRS_OF_BICLUSTERS)
    + _IRREGULAR
    + ", with all permutations; {drawn} larger random pairs, with one"
)
_TRIPLES = _up_to("permuted", "triples of 1 to {n_biclusters}") + _IRREGULAR
_BASELINE = (
    _up_to("permuted", _PAIRS_OF_BICLUSTERS)
    + _IRREGULAR
    + "; from `max_size` 5, pairs of one bicluster in 3 x 3"
)
_SIDES = _up_to("small", "sets of 1 to {n_biclusters}")
_REGULAR_SIDES = _SIDES + ", and {drawn} larger random ones"
_ALL_SIDES = (
    _SIDES + _IRREGULAR + ", and {drawn} larger random ones without and with these"
)
_SEVERAL = (
    _up_to("large", "sets of {n_biclusters}") + ", and {drawn} larger random ones"
)
_UNEQUAL = (
    _LARGE + "; sets in which a bicluster is repeated, all are united or none is left, "
    "and of up to 3 clusters"
)

PROPERTIES_OF_BICLUSTERINGS: Properties[SmallBiclustering] = {
    "defined everywhere": (
        "Every pair has a value: no NaN, and no error but a ValueError, which refuses "
        "a pair.",
        Claim(BiclusteringSpace.pairs, Case.is_nan, _LARGE),
    ),
    "symmetry": (
        "Truth and prediction can be exchanged.",
        Claim(BiclusteringSpace.fewer_pairs, "AB = BA", _SMALL),
    ),
    "order of rows and columns": (
        "Permuting the rows and columns of the matrix changes nothing.",
        Claim(with_permutation, "AB = CD", _ALL_PERMUTATIONS),
    ),
    "order of biclusters": (
        "The order of the biclusters does not matter.",
        Claim(on_either_side(SmallBiclustering.reversed), "AB = CD", _SMALL),
    ),
    "constant for equal biclusterings": (
        "All biclusterings have the same value with themselves.",
        Claim(first_and_each_truth, "AA = BB", _ALL_SIDES),
    ),
    "best for equal biclusterings only": (
        "Equal biclusterings score better than all others of the same truth, also than "
        "those with a repeated or an empty bicluster.",
        Claim(unequal_pairs, "AA > AB"),
        # The properties "repetition", "A.5", "B.5" and "no biclusters" follow from this
        # property, so that their cases belong to it.
        Claim(with_repetition, "AA > AB"),
        Claim(_unequal_overlapping, "AA > AB"),
        Claim(with_united, "AA > AB"),
        Claim(with_no_biclusters, "AA > AB"),
        Claim(with_no_biclusters, "BB > BA"),
        Claim(with_copies, "AA > AB", _UNEQUAL),
    ),
    "range from 0 to 1": (
        FROM_0_TO_1,
        Claim(unequal_pairs, Case.is_outside_of_0_to_1, _LARGE),
    ),
    "triangle inequality": (
        "The loss against equality, metric(A, A) - metric(A, B), satisfies the "
        "triangle inequality; for a distance, this is the distance itself.",
        Claim(triples, Case.is_longer_than_detour, _TRIPLES),
    ),
    "empty biclusters": (
        "A bicluster without cells changes nothing, on either side.",
        Claim(on_either_side(with_empty_bicluster), "AB = CD", _SMALL),
    ),
    "no biclusters": (
        "Two biclusterings without biclusters are equal; if only one side has none, "
        "the value is worse than at equality.",
        Claim(with_no_biclusters, treats_no_biclusters_otherwise, _SIDES),
    ),
    "repetition": (
        "Repeating a bicluster of a perfect prediction makes it worse.",
        Claim(with_repetition, "AA > AB", _REGULAR_SIDES),
    ),
    "constant baseline": (
        "The mean over all permutations of the rows and columns of the prediction is "
        "one constant. Left out, since many definitions are 0/0: biclusterings that "
        "contain all cells, or all pairs of cells, equally often.",
        Claim(left_to_chance, Case.mean_has_changed, _BASELINE),
    ),
    **CLUSTERING_CONDITIONS,
    "B.1 non-intersection area": (
        "A prediction that shares a cell with the truth gets worse when a row that "
        "neither side contains is added to it, alone or in one of its biclusters. (As "
        "worded, they need not share a cell; the value may then be the worst already.)",
        Claim(with_an_object, "AB > AC", _REGULAR),
    ),
    "B.2 background independence": (
        "Rows and columns that are in no bicluster do not matter.",
        Claim(on_both_sides(with_empty_row, with_empty_column), "AB = CD", _REGULAR),
    ),
    "B.3 scale invariance": (
        "Replacing every row by two rows and every column by two columns changes "
        "nothing.",
        Claim(on_both_sides(SmallBiclustering.scaled), "AB = CD", _REGULAR),
    ),
    "B.4 copy invariance": (
        "Adding to both sides a copy of themselves, with rows and columns of its own, "
        "changes nothing.",
        Claim(on_both_sides(SmallBiclustering.copied), "AB = CD", _REGULAR),
    ),
    "B.5 multiple coverage": (
        "One bicluster that has all rows and all columns of several true ones is worse "
        "than the truth. (As worded, it may be one true bicluster: the truth itself.)",
        Claim(with_united, "AA > AB", _SEVERAL),
    ),
}
