"""Align a data set of known structure with the clusters that a candidate has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._contract import Structure
from .._metrics import ResolvedMetric
from .._model_selection._alignment import (
    biclusterings_of,
    clusterings_of,
    clusterings_of_columns,
    clusterings_of_modes,
)
from .._model_selection._truth import (
    LabelsByName,
    true_biclusters,
    true_labels,
    weighted,
)
from .._scored_pair import BiclusteringPair, ClusteringPair, OverlappingPair
from .._structures._arguments import check_equal, check_option
from .._structures._entry_names import (
    NamedEntries,
    Names,
    column_names,
    has_names,
    names_of_modes,
    preferred_names,
    refuse_modes_exchanged_with_data,
    refuse_repeated_names,
    reorder_if_named,
)
from .._structures._estimators import Accessor
from .._structures._indicators import (
    are_indicators,
    are_overlapping,
    check_cluster_indicators,
)
from .._structures._labels import LabelCodes, complete_for_data
from .._structures._matched_entries import (
    warn_of_default_index,
    warn_of_unmatched_index,
)
from .._structures._matrix import (
    as_indexable,
    n_columns_of,
    n_rows_of,
    nonzero_masks,
    take_part,
)
from .._structures._messages import describe
from .._structures._modes import ComparedModes, kind_of_entries
from .._structures._partitions import (
    HINT_AT_UNLABELED,
    LabelCheck,
    as_structure,
    check_modes,
    check_partitions,
)
from .._structures._unlabeled import Unlabeled, label_check_for
from .._structures._weights import check_weights_of_modes, order_weights

EXPECTED_DATA_SET = (
    "a pair (X, truth), where the truth is row labels, a tuple (row_labels, "
    "column_labels), of which one may be None, or biclusters (rows, columns); or (X, "
    "rows, columns)"
)

PairToScore: TypeAlias = ClusteringPair | BiclusteringPair


@dataclass(frozen=True, eq=False)
class DataWithTruth:
    """A matrix, or None, with its true structure in the order of X.

    The structure has a part for each mode, that is, for the rows and for the columns.
    The part has an entry for each row or column: its label (`LabelCodes`), or the
    biclusters that contain it (`NamedEntries`). Only labels of columns by name
    (`LabelsByName`) have no order. A mode whose truth is unknown is None, and it is not
    compared.
    """

    X: Any
    # Kind of the truth. If it is overlapping clusters, `true_modes` has only their
    # matrix, as it was passed.
    structure: Structure
    # Part of the true structure for each mode
    true_modes: tuple[Any | None, ...]
    # How entries without a label are treated
    unlabeled: Unlabeled | None = None
    # For a random part, the fractions of the rows and of the columns in it, or of the
    # rows alone for data without columns
    fractions: tuple[float, ...] | None = None

    @classmethod
    def of(
        cls,
        draw: Any,
        name: str,
        *,
        unlabeled: Unlabeled | None,
        sample_weight: Any,
    ) -> DataWithTruth:
        """Check a matrix and its truth, with weights if any, as a user passed them.

        The truth is put in the order of the matrix, if there is one. `name` is the name
        of the draw in errors.
        """
        X, truth = _matrix_and_truth(draw, name)
        truth_name = f"{name}[1]"
        truth_parts = truth if isinstance(truth, tuple) else (truth,)
        _check_is_known(truth_parts, name)
        structure: Structure = "partition"
        if X is None and are_overlapping(truth):
            return cls._of_overlapping(
                truth, truth_name, unlabeled=unlabeled, sample_weight=sample_weight
            )
        if are_indicators(truth_parts):
            structure = "biclustering"
            check_option(unlabeled, "unlabeled", (None,))  # the others are for labels
            if sample_weight is not None:
                raise ValueError(
                    "`sample_weight` gives weights to true labels, but "
                    f"`{truth_name}` is biclusters, which have no labels. Leave out "
                    "`sample_weight`."
                )
        elif X is not None and len(truth_parts) > 2:
            raise ValueError(
                f"`{truth_name}` must be row labels or (row_labels, column_labels), "
                f"because X is a matrix; got a tuple of length {len(truth_parts)}. "
                "For labels of more dimensions, pass None in place of X, and labels "
                "as candidates."
            )
        modes = _check_structure(
            truth,
            truth_name,
            X=X,
            structure=structure,
            check=label_check_for(unlabeled),
        )
        if sample_weight is not None:
            known_modes = ComparedModes.of_known(modes)
            weights = check_weights_of_modes(sample_weight, known_modes)
            modes = tuple(
                labels if labels is None else weighted(labels, weight)
                for labels, weight in zip(modes, weights, strict=True)
            )
        if X is not None:
            modes = _in_order_of_matrix(modes, X, truth_name)
        return cls(X=X, structure=structure, true_modes=modes, unlabeled=unlabeled)

    @classmethod
    def _of_overlapping(
        cls, truth: Any, name: str, *, unlabeled: Any, sample_weight: Any
    ) -> DataWithTruth:
        """Check a truth of overlapping clusters; candidates are matched with it later.

        The truth is a matrix of shape (n_samples, n_clusters), and stands in place of a
        part for each mode. There is no X, because no supported estimator finds such
        clusters.
        """
        check_option(unlabeled, "unlabeled", (None,))
        if sample_weight is not None:
            raise ValueError(
                f"`sample_weight` gives weights to true labels, but `{name}` is "
                "overlapping clusters, which have no labels. Leave out "
                "`sample_weight`."
            )
        # The check takes a pair, so that the truth is checked with itself.
        check_cluster_indicators(truth, truth, (name, name))
        return cls(X=None, structure="overlapping", true_modes=(truth,))

    @property
    def compared(self) -> str:
        """Name of what is compared, such as "rows and columns" or "biclusters"."""
        if self.structure == "biclustering":
            return "biclusters"
        if self.structure == "overlapping":
            return "overlapping clusters"
        text = " and ".join(self.compared_modes.names)
        if self._is_weighted():
            text += ", weighted"
        return text

    def header(self, metric: ResolvedMetric) -> str:
        """Return the header of the values of a metric, which says what is compared."""
        if self.structure == "overlapping":
            return metric.header()
        # Both modes of biclusters are known, so that only labels can have a part.
        header = metric.header(self.compared_modes.part)
        if self._is_weighted():
            header += ", weighted"
        return header

    @property
    def compared_modes(self) -> ComparedModes:
        """Modes whose truth is known; a single mode counts as the rows of a matrix."""
        return ComparedModes.of_known(
            self.true_modes, n_modes=max(2, len(self.true_modes))
        )

    def _is_weighted(self) -> bool:
        """Return whether the true labels of a mode have weights."""
        return any(
            getattr(mode, "weights", None) is not None for mode in self.true_modes
        )

    def copy(self, order_seed: int | None) -> DataWithTruth:
        """Return a copy; if there is a seed, with rows and columns permuted."""
        if order_seed is None:
            return replace(self, X=deepcopy(self.X))
        permutations = self._permutations(order_seed)
        return self._take(permutations)  # taking rows and columns copies X

    def draw_part(self, fractions: Sequence[float], seed: int) -> DataWithTruth:
        """Draw a random part, without rows and columns that are all zero in it.

        `fractions` are the fractions of the rows and of the columns in the part. At
        least two rows and two columns are drawn before zeros are left out.
        """
        permutations = self._permutations(seed)
        # An X without columns, such as a list of texts, has a single permutation.
        drawn_fractions = fractions[: len(permutations)]
        positions = []
        for permutation, fraction in zip(permutations, drawn_fractions, strict=True):
            size = max(2, round(fraction * len(permutation)))
            positions.append(np.sort(permutation[:size]))
        part = self._take(positions)
        is_matrix = len(positions) > 1
        if is_matrix:
            has_entries = nonzero_masks(part.X)
            part = part._take([np.flatnonzero(mask) for mask in has_entries])
        if self.structure == "biclustering":
            part = part._without_empty_biclusters()
        return replace(part, fractions=tuple(drawn_fractions))

    def pair_of_fit(
        self, estimator: Any, accessor: Accessor | None = None
    ) -> PairToScore:
        """Return the truth and the clusters of a fitted estimator, entry by entry.

        `accessor` says where to read its labels or biclusters, if they are not in the
        usual attributes.
        """
        return self._without_unmatched_names()._pair_of_fit(estimator, accessor)

    def _pair_of_fit(self, estimator: Any, accessor: Accessor | None) -> PairToScore:
        """Return the pair of `pair_of_fit`.

        The modes of the truth have names only where X has names. If there is an
        accessor, it reads the labels; otherwise, they are in the usual attributes.
        """
        if self.structure == "biclustering":
            truth_of_biclusters = self._truth_of_biclusters()
            return biclusterings_of(
                estimator, truth_of_biclusters, self.X, accessor=accessor
            )
        check = label_check_for(self.unlabeled)
        if accessor is not None:
            truth = self._modes_with_looked_up_columns()
            if len(truth) == 1 and isinstance(accessor, tuple):
                # The accessor reads the labels of both modes, and only the rows are
                # compared.
                truth.append(None)
            return clusterings_of_modes(
                estimator, tuple(truth), self.X, y=None, accessor=accessor, check=check
            )
        true_rows = self.true_modes[0]
        if true_rows is None:
            true_columns: Any = self.true_modes[1]
            return clusterings_of_columns(estimator, true_columns, self.X, check=check)
        return clusterings_of(estimator, self.true_modes, self.X, check=check)

    def warn_if_matched_by_position(self, name: str) -> None:
        """Warn if the truth has names, but X has none by which a fit could be matched.

        The truth has labels, or the biclusters of each entry. `name` is the name of the
        draw in the warning.
        """
        names = names_of_modes(self.X, 2)
        for number, mode in enumerate(self.true_modes):
            # Labels by name are always matched by name.
            if mode is not None and not isinstance(mode, LabelsByName):
                warn_of_unmatched_index(
                    mode.names,
                    names[number],
                    f"{name}[1]",
                    kind_of_entries(number, len(self.true_modes)),
                )

    def _without_unmatched_names(self) -> DataWithTruth:
        """Return the data, whose truth has names only where X has names.

        If X has no names of its rows, or a default index, the names of the true rows
        are left out, so that they are matched by position. The same holds for columns.
        """
        names = names_of_modes(self.X, 2)
        modes = list(self.true_modes)
        for number, mode in enumerate(modes):
            if mode is None or isinstance(mode, LabelsByName):
                continue
            if not has_names(names[number]):
                modes[number] = replace(mode, names=None)
        return replace(self, true_modes=tuple(modes))

    def pair_of_labels(self, labels: Any) -> PairToScore:
        """Return the truth and a user's labels or biclusters, entry by entry.

        They are matched by their names, or by position if one of them has no names.
        Errors call them "labels" and "truth".
        """
        if self.structure == "overlapping":
            # The truth is the matrix as a user passed it.
            pair = check_cluster_indicators(
                self.true_modes[0], labels, ("truth", "labels")
            )
            return OverlappingPair(*pair)
        if self.structure == "biclustering":
            true, pred = self._modes_beside(labels)
            return BiclusteringPair(
                true=tuple(mode.entries.T for mode in true),
                pred=tuple(mode.entries.T for mode in pred),
            )
        labels = self._labels_of_compared_modes(labels)
        if self.X is None:  # the truth is not yet in the order of a matrix
            # `check_partitions` puts its first argument in the order of the second. The
            # truth comes second, so that its order is the same for all candidates.
            pred, true = check_partitions(
                labels,
                as_structure(self.true_modes),
                check=label_check_for(self.unlabeled),
                names=("labels", "truth"),
                hint_at_absent_names=HINT_AT_UNLABELED,
            )
            return ClusteringPair(true, pred, self.compared_modes)
        true, pred = self._modes_beside(labels)
        return ClusteringPair.of(zip(true, pred, strict=True), self.compared_modes)

    def _modes_beside(self, labels: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return the known modes of the truth, and the same modes of a candidate.

        The candidate is `labels`, which may also be biclusters. Its entries are put in
        the order of the truth. Labels of columns by name, on either side, become labels
        in the order of X. If the candidate has None for a known mode of the truth, an
        error is raised.
        """
        candidate_modes = _check_structure(
            labels,
            "labels",
            X=self.X,
            structure=self.structure,
            check=label_check_for(self.unlabeled),
        )
        true_modes = []
        pred_modes = []
        for candidate_mode, true_mode, mode_name in zip(
            candidate_modes,
            self._modes_with_looked_up_columns(),
            self._kinds_of_entries(),
            strict=False,
        ):
            if true_mode is None:
                continue
            if isinstance(candidate_mode, LabelsByName):
                candidate_mode = candidate_mode.look_up(true_mode.names, "labels")
            pred_mode = _in_order_of(
                candidate_mode,
                true_mode.names,
                name="labels",
                reference="truth",
                mode_name=mode_name,
                n_entries=len(true_mode),
            )
            warn_of_default_index(
                candidate_mode.names,
                true_mode.names,
                argument="labels",
                reference="`truth`",
                kind=mode_name,
            )
            true_modes.append(true_mode)
            pred_modes.append(pred_mode)
        return tuple(true_modes), tuple(pred_modes)

    def _labels_of_compared_modes(self, labels: Any) -> Any:
        """Return labels in the form of the truth, None for modes that are not compared.

        If the truth is labels of the rows alone, labels of other modes are left out. If
        the truth is a tuple, but only its rows are known, labels may be those of the
        rows alone. Otherwise, raise an error for labels of another number of modes, and
        for labels that lack a mode whose truth is known.
        """
        if len(self.true_modes) == 1:
            if isinstance(labels, tuple) and len(labels) > 1:
                return labels[0]
            return labels
        if self.compared_modes.numbers == (0,) and not isinstance(labels, tuple):
            other_modes = self.true_modes[1:]  # They are None in the truth.
            return (labels, *other_modes)
        if not isinstance(labels, tuple) or len(labels) != len(self.true_modes):
            raise ValueError(
                "`labels` must be a tuple with as many parts as the truth, "
                f"{len(self.true_modes)}, such as (row_labels, column_labels); got "
                f"{describe(labels)}."
            )
        for kind, labels_of_mode, true_mode in zip(
            self._kinds_of_entries(), labels, self.true_modes, strict=True
        ):
            if labels_of_mode is None and true_mode is not None:
                raise ValueError(
                    f"`labels` has None in place of the labels of the {kind}, but the "
                    f"truth has labels of the {kind}. Pass labels of the {kind}. If "
                    "these should not be compared, pass None in their place in the "
                    "truth."
                )
        return tuple(
            None if true_mode is None else labels_of_mode
            for labels_of_mode, true_mode in zip(labels, self.true_modes, strict=True)
        )

    def _kinds_of_entries(self) -> list[str]:
        """Return how errors call the entries of each mode of the truth."""
        n_modes = self.compared_modes.n_modes
        return [kind_of_entries(mode, n_modes) for mode in range(len(self.true_modes))]

    def _truth_of_biclusters(self) -> tuple[NamedEntries, ...]:
        """Return the modes of true biclusters, which are both always known."""
        return tuple(mode for mode in self.true_modes if mode is not None)

    def _modes_with_looked_up_columns(self) -> list[Any]:
        """Return the modes of the truth, with labels of columns in the order of X."""
        modes = list(self.true_modes)
        last_mode = modes[-1]
        if isinstance(last_mode, LabelsByName):  # only columns can have labels by name
            modes[-1] = last_mode.look_up(column_names(self.X), "truth")
        return modes

    def _without_empty_biclusters(self) -> DataWithTruth:
        """Leave out the true biclusters that have no row or no column in this part."""
        truth = self._truth_of_biclusters()
        # The entries of a mode have the shape (n_entries, n_biclusters).
        has_members_by_mode = [mode.entries.any(axis=0) for mode in truth]
        has_cells = np.all(has_members_by_mode, axis=0)
        modes = [replace(mode, entries=mode.entries[:, has_cells]) for mode in truth]
        return replace(self, true_modes=tuple(modes))

    def _permutations(self, seed: int) -> list[NDArray[np.intp]]:
        """Return the positions of rows, and of columns of a matrix, in random order."""
        generator = RandomState(seed)
        sizes = [n_rows_of(self.X), n_columns_of(self.X)]
        return [generator.permutation(size) for size in sizes if size is not None]

    def _take(self, positions: Sequence[NDArray[np.intp]]) -> DataWithTruth:
        """Return the rows and the columns at these positions, with their truth.

        If X is no matrix, but a list of texts, there are positions of rows only.
        """
        if len(positions) > 1:
            X = take_part(as_indexable(self.X), *positions)
        elif hasattr(self.X, "iloc"):
            X = self.X.iloc[positions[0]]
        else:
            X = [self.X[row] for row in positions[0]]
        names = names_of_modes(X, 2)
        modes = list(self.true_modes)
        for number in range(min(len(positions), len(modes))):
            mode = modes[number]
            if mode is None or isinstance(mode, LabelsByName):
                continue  # labels by name are looked up by the names of X
            mode = mode.take(positions[number])
            # The default index of X is in another order now, so that it counts as
            # names. The truth needs the same names to be matched with it.
            if names[number] is not None:
                mode = replace(mode, names=names[number])
            modes[number] = mode
        return replace(self, X=X, true_modes=tuple(modes))


def _matrix_and_truth(draw: Any, name: str) -> tuple[Any, Any]:
    """Return the matrix and the truth; the truth may be the last two of three parts."""
    description = type(draw).__name__
    if isinstance(draw, tuple):
        if len(draw) == 2:
            X, truth = draw
            return X, truth
        if len(draw) == 3:
            X, rows, columns = draw
            return X, (rows, columns)
        description += f" of length {len(draw)}"
    raise TypeError(f"`{name}` must be {EXPECTED_DATA_SET}; got a {description}.")


def _check_is_known(truth_parts: Sequence[Any], name: str) -> None:
    """Raise an error if nothing of a truth is known; `name` is the name of the draw."""
    if all(part is None for part in truth_parts):
        raise ValueError(
            f"`{name}` has no truth: all of it is None. Pass `(X, (row_labels, None))` "
            "to compare rows only, or `(X, (None, column_labels))` for columns only; X "
            "may be None if all candidates are labels."
        )


def _check_structure(
    clusters: Any, name: str, *, X: Any, structure: Structure, check: LabelCheck
) -> tuple[Any, ...]:
    """Check labels or biclusters, and return them as `DataWithTruth.true_modes`.

    A mode that is None stays None. If there is an X, the labels of columns may be a
    mapping from names of columns to labels, which becomes `LabelsByName`.
    """
    if structure == "biclustering":
        return true_biclusters(clusters, name)
    is_pair = isinstance(clusters, tuple) and len(clusters) == 2
    if X is not None and is_pair and isinstance(clusters[1], Mapping):
        return tuple(true_labels(labels, name, check=check) for labels in clusters)
    return check_modes(clusters, name, check)


def _in_order_of_matrix(modes: Sequence[Any], X: Any, name: str) -> tuple[Any, ...]:
    """Return the modes of a truth in the order of the rows and the columns of X.

    A mode that is None, because its truth is unknown, stays None. Errors call the truth
    `name`, and the entries of a mode "rows" or "columns".
    """
    sizes = [n_rows_of(X), n_columns_of(X)]
    names = names_of_modes(X, 2)
    names_of_truth = [None if mode is None else mode.names for mode in modes]
    refuse_modes_exchanged_with_data(names_of_truth, X, name)
    ordered_modes = []
    for number, mode in enumerate(modes):
        mode_name = kind_of_entries(number, n_modes=2)
        ordered_mode = _in_order_of(
            mode,
            names[number],
            name=name,
            reference="X",
            mode_name=mode_name,
            n_entries=sizes[number],
        )
        ordered_modes.append(ordered_mode)
        if mode is not None:
            argument = f"{name}[{number}]" if len(modes) > 1 else name
            warn_of_default_index(
                mode.names,
                names[number],
                argument=argument,
                reference="`X`",
                kind=mode_name,
            )
    return tuple(ordered_modes)


def _in_order_of(
    mode: Any,
    names: Names | None,
    *,
    name: str,
    reference: str,
    mode_name: str,
    n_entries: int | None,
) -> Any:
    """Return a mode, which is labels or biclusters, in the order of these names.

    If the mode or the reference has no names, the order does not change. The result has
    the names of the reference, or the names of the mode if the reference has none or a
    default index. In errors, `name` is the name of the mode, and `reference` the name
    of the argument that has the names. If `n_entries` is a number, the mode must have
    this number of entries.
    """
    if mode is None or isinstance(mode, LabelsByName):  # they have no order
        return mode
    refuse_repeated_names(mode.names, names, f"`{name}`", f"`{reference}`")
    if isinstance(mode, LabelCodes):
        # If labels may be missing, names without a label get a missing label, and
        # columns that the reference lacks are left out.
        mode = complete_for_data(mode, names, mode_name)
        # Weights may have names of their own, and are first put in the order of labels.
        mode = order_weights(mode, names)
    if n_entries is not None:
        check_equal((len(mode), n_entries), (name, reference), mode_name)
    ordered = reorder_if_named(
        mode, mode.names, names, argument=name, target=f"`{reference}`"
    )
    return replace(ordered, names=preferred_names(names, mode.names))
