"""A data set of known structure, aligned with what a candidate has found in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._contract import Structure
from .._model_selection._alignment import biclusterings_of, clusterings_of
from .._model_selection._truth import (
    LabelsByName,
    true_biclusters,
    true_labels,
    weighted,
)
from .._scored_pair import BiclusteringPair, ClusteringPair, OverlappingPair
from .._structures._arguments import check_equal, check_option
from .._structures._entry_names import (
    Names,
    column_names,
    names_of_modes,
    preferred_names,
    reorder_by_names,
)
from .._structures._indicators import (
    are_indicators,
    are_overlapping,
    check_cluster_indicators,
)
from .._structures._matrix import (
    as_indexable,
    n_columns_of,
    n_rows_of,
    nonzero_masks,
    take_part,
)
from .._structures._partitions import Check, as_structure, check_modes, check_partitions
from .._structures._unlabeled import Unlabeled, label_check_for
from .._structures._weights import weights_of_modes

EXPECTED_DATA_SET = (
    "a pair (X, truth), where the truth is row labels, a tuple (row_labels, "
    "column_labels), or biclusters (rows, columns); or (X, rows, columns)"
)

PairToScore: TypeAlias = ClusteringPair | BiclusteringPair

_MODE_NAMES = ("rows", "columns")


@dataclass(frozen=True, eq=False)
class DataWithTruth:
    """A matrix, or None, with its true structure, mode by mode in the order of X.

    A mode has an entry for each row or column: its label (`LabelCodes`), or in which
    biclusters it is (`NamedEntries`). Only labels of columns by name (`LabelsByName`)
    have no order.
    """

    X: Any
    is_of_biclusters: bool
    modes: tuple[Any, ...]
    # Whether the truth is overlapping clusters: `modes` has their matrix, as passed
    is_overlapping: bool = False
    # What is done with entries without a label
    unlabeled: Unlabeled | None = None
    # Of a random part: the fraction of the rows or of the columns that are in it, the
    # greater one below 1
    fraction: float | None = None

    @classmethod
    def of(
        cls,
        draw: Any,
        name: str,
        *,
        unlabeled: Unlabeled | None,
        sample_weight: Any,
    ) -> DataWithTruth:
        """Check a matrix and its truth as a user passes them, with weights if any.

        `name` is that of the draw, for errors.
        """
        X, truth = _matrix_and_truth(draw, name)
        truth_name = f"{name}[1]"
        truth_parts = truth if isinstance(truth, tuple) else (truth,)
        is_of_biclusters = are_indicators(truth_parts)
        if X is None and are_overlapping(truth):
            return cls._of_overlapping(
                truth, truth_name, unlabeled=unlabeled, sample_weight=sample_weight
            )
        if is_of_biclusters:
            check_option(unlabeled, "unlabeled", (None,))  # the others are for labels
            if sample_weight is not None:
                raise ValueError("`sample_weight` is of true labels, not biclusters.")
        elif X is not None and len(truth_parts) > 2:
            raise ValueError(
                f"`{truth_name}` must be row labels or (row_labels, column_labels), "
                f"got a tuple of length {len(truth_parts)}; X must be None for more "
                "modes."
            )
        modes = _check_structure(
            truth,
            truth_name,
            X=X,
            is_of_biclusters=is_of_biclusters,
            check=label_check_for(unlabeled),
        )
        if sample_weight is not None:
            weights = weights_of_modes(sample_weight, len(modes))
            modes = tuple(map(weighted, modes, weights))
        if X is not None:
            modes = _in_order_of_matrix(modes, X, truth_name)
        return cls(
            X=X, is_of_biclusters=is_of_biclusters, modes=modes, unlabeled=unlabeled
        )

    @classmethod
    def _of_overlapping(
        cls, truth: Any, name: str, *, unlabeled: Any, sample_weight: Any
    ) -> DataWithTruth:
        """Check a truth of overlapping clusters; candidates are matched with it later.

        No estimator finds such clusters, so that there is no X.
        """
        check_option(unlabeled, "unlabeled", (None,))
        if sample_weight is not None:
            raise ValueError("`sample_weight` is of true labels, not of indicators.")
        check_cluster_indicators(truth, truth, (name, name))
        return cls(X=None, is_of_biclusters=False, modes=(truth,), is_overlapping=True)

    @property
    def structure(self) -> Structure:
        """What the truth is."""
        if self.is_overlapping:
            return "overlapping"
        return "biclustering" if self.is_of_biclusters else "partition"

    @property
    def has_columns(self) -> bool:
        """Whether the truth is of more than the rows."""
        return len(self.modes) > 1

    def copy(self, order_seed: int | None) -> DataWithTruth:
        """Return a copy, its rows and columns permuted if there is a seed."""
        if order_seed is None:
            return replace(self, X=deepcopy(self.X))
        permutations = self._permutations(order_seed)
        return self._take(permutations)  # taking rows and columns copies X

    def draw_part(self, fractions: Sequence[float], seed: int) -> DataWithTruth:
        """Draw a part; without rows and columns of a matrix that are zero in it."""
        permutations = self._permutations(seed)
        positions = []
        # An X without columns, such as a list of texts, has a single permutation.
        for permutation, fraction in zip(permutations, fractions, strict=False):
            size = max(2, round(fraction * len(permutation)))
            positions.append(np.sort(permutation[:size]))
        part = self._take(positions)
        is_matrix = len(positions) > 1
        if is_matrix:
            has_entries = nonzero_masks(part.X)
            part = part._take([np.flatnonzero(mask) for mask in has_entries])
        if self.is_of_biclusters:
            part = part._without_empty_biclusters()
        greatest = max(fraction for fraction in fractions if fraction < 1)
        return replace(part, fraction=greatest)

    def pair_of_fit(self, estimator: Any) -> PairToScore:
        """Return the truth beside what an estimator has found in X, entry by entry."""
        if self.is_of_biclusters:
            return biclusterings_of(estimator, self.modes, self.X)
        check = label_check_for(unlabeled=None)
        return clusterings_of(estimator, self.modes, self.X, check=check)

    def pair_of_labels(self, labels: Any) -> PairToScore:
        """Return the truth beside labels, or biclusters, of a user, entry by entry."""
        if self.is_overlapping:
            pair = check_cluster_indicators(self.modes[0], labels, ("truth", "labels"))
            return OverlappingPair(*pair)
        check_labels_of_mode = label_check_for(self.unlabeled)
        if isinstance(labels, tuple) and not self.has_columns:
            row_labels = labels[0]
            labels = row_labels
        if self.X is None and not self.is_of_biclusters:
            # The first argument is put in the order of the second. This is the truth,
            # so that its order is the same for all candidates.
            pred, true = check_partitions(
                labels,
                as_structure(self.modes),
                check=check_labels_of_mode,
                names=("labels_pred", "labels_true"),
            )
            return ClusteringPair(true, pred)
        candidate_modes = _check_structure(
            labels,
            "labels",
            X=self.X,
            is_of_biclusters=self.is_of_biclusters,
            check=check_labels_of_mode,
        )
        if len(candidate_modes) != len(self.modes):
            raise ValueError(
                "`labels` must be a tuple (row_labels, column_labels), as the truth is."
            )
        true_modes = self._modes_with_looked_up_columns()
        pred_modes = []
        for candidate_mode, true_mode, mode_name in zip(
            candidate_modes, true_modes, _MODE_NAMES, strict=False
        ):
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
            pred_modes.append(pred_mode)
        if self.is_of_biclusters:
            true_rows, true_columns = true_modes
            pred_rows, pred_columns = pred_modes
            return BiclusteringPair(
                true=(true_rows.entries.T, true_columns.entries.T),
                pred=(pred_rows.entries.T, pred_columns.entries.T),
            )
        return ClusteringPair.of(zip(true_modes, pred_modes, strict=True))

    def _modes_with_looked_up_columns(self) -> list[Any]:
        """Return the modes of the truth, the labels of columns in the order of X."""
        modes = list(self.modes)
        last_mode = modes[-1]
        if isinstance(last_mode, LabelsByName):  # only columns can have these
            modes[-1] = last_mode.look_up(column_names(self.X), "truth")
        return modes

    def _without_empty_biclusters(self) -> DataWithTruth:
        """Leave out the true biclusters that have no row or no column here."""
        has_members_by_mode = [mode.entries.any(axis=0) for mode in self.modes]
        has_cells = np.all(has_members_by_mode, axis=0)
        modes = [
            replace(mode, entries=mode.entries[:, has_cells]) for mode in self.modes
        ]
        return replace(self, modes=tuple(modes))

    def _permutations(self, seed: int) -> list[NDArray[np.intp]]:
        """Return all positions of rows and, of a matrix, of columns in random order."""
        generator = RandomState(seed)
        sizes = [n_rows_of(self.X), n_columns_of(self.X)]
        return [generator.permutation(size) for size in sizes if size is not None]

    def _take(self, positions: Sequence[NDArray[np.intp]]) -> DataWithTruth:
        """Return the rows and columns at these positions, with their truth."""
        if len(positions) > 1:
            X = take_part(as_indexable(self.X), *positions)
        elif hasattr(self.X, "iloc"):
            X = self.X.iloc[positions[0]]
        else:
            X = [self.X[row] for row in positions[0]]
        names = names_of_modes(X, 2)
        modes = list(self.modes)
        for number in range(min(len(positions), len(modes))):
            mode = modes[number]
            if isinstance(mode, LabelsByName):  # looked up by the names of X
                continue
            mode = mode.take(positions[number])
            if names[number] is not None:
                mode = replace(mode, names=names[number])
            modes[number] = mode
        return replace(self, X=X, modes=tuple(modes))


def _matrix_and_truth(draw: Any, name: str) -> tuple[Any, Any]:
    """Return the matrix and the truth, which may be two entries of the tuple."""
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


def _check_structure(
    structure: Any, name: str, *, X: Any, is_of_biclusters: bool, check: Check
) -> tuple[Any, ...]:
    """Check a structure and return its modes, in the classes of `DataWithTruth.modes`.

    If there is an X, the labels of columns may be a mapping from names of columns.
    """
    if is_of_biclusters:
        return true_biclusters(structure, name)
    is_pair = isinstance(structure, tuple) and len(structure) == 2
    if X is not None and is_pair and isinstance(structure[1], Mapping):
        return tuple(true_labels(labels, name, check=check) for labels in structure)
    return check_modes(structure, name, check)


def _in_order_of_matrix(modes: Sequence[Any], X: Any, name: str) -> tuple[Any, ...]:
    """Put the modes of a truth in the order of the rows and of the columns of X."""
    sizes = [n_rows_of(X), n_columns_of(X)]
    names = names_of_modes(X, 2)
    return tuple(
        _in_order_of(
            mode,
            names[number],
            name=name,
            reference="X",
            mode_name=_MODE_NAMES[number],
            n_entries=sizes[number],
        )
        for number, mode in enumerate(modes)
    )


def _in_order_of(
    mode: Any,
    names: Names | None,
    *,
    name: str,
    reference: str,
    mode_name: str,
    n_entries: int | None,
) -> Any:
    """Return a mode in the order of these names, which it gets.

    If it or the reference has no names, its order stays. In errors, `name` is that of
    the mode, `reference` that of the names' owner. If `n_entries` is a number, the mode
    must have as many.
    """
    if isinstance(mode, LabelsByName):  # which have no order
        return mode
    if n_entries is not None:
        check_equal((len(mode), n_entries), (name, reference), mode_name)
    ordered = reorder_by_names(mode, mode.names, names, argument=name)
    return replace(ordered, names=preferred_names(names, mode.names))
