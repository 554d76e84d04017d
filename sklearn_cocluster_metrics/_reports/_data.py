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
from .._model_selection._alignment import (
    BiclusteringPair,
    ClusteringPair,
    LabelsByName,
    biclusterings_of,
    clusterings_of,
    true_biclusters,
    true_labels,
    weighted,
)
from .._model_selection._fits import indexable, nonzero_masks, take_part
from .._structures._arguments import check_equal, check_option
from .._structures._entry_names import (
    Names,
    column_names,
    first_names,
    in_order_of,
    n_columns_of,
    n_rows_of,
    names_of_modes,
)
from .._structures._indicators import are_indicators
from .._structures._partitions import Check, as_structure, check_modes, check_partitions
from .._structures._unlabelled import Unlabelled, checked_partly
from .._structures._weights import of_each_mode

EXPECTED = (
    "a pair (X, truth), where the truth is row labels, a tuple (row_labels, "
    "column_labels), or biclusters (rows, columns); or (X, rows, columns)"
)

PairToScore: TypeAlias = ClusteringPair | BiclusteringPair


@dataclass(frozen=True, eq=False)
class KnownData:
    """A matrix, or None, with its true structure, mode by mode in the order of X.

    The modes of biclusters are kept as labels are: transposed, an entry for each row
    and each column. Labels of columns by name have no order. A part has a `fraction`:
    of the rows or of the columns, the greater one below 1.
    """

    X: Any
    is_of_biclusters: bool
    modes: tuple[Any, ...]
    unlabelled: Unlabelled | None = None
    fraction: float | None = None

    @classmethod
    def of(
        cls,
        entry: Any,
        name: str,
        unlabelled: Unlabelled | None = None,
        sample_weight: Any = None,
    ) -> KnownData:
        """Check what a user has passed."""
        if isinstance(entry, tuple) and len(entry) == 3:
            entry = entry[0], entry[1:]
        if not isinstance(entry, tuple) or len(entry) != 2:
            got = type(entry).__name__
            if isinstance(entry, tuple):
                got += f" of length {len(entry)}"
            raise TypeError(f"`{name}` must be {EXPECTED}; got a {got}.")
        (X, truth), name = entry, f"{name}[1]"
        given = truth if isinstance(truth, tuple) else (truth,)
        is_of_biclusters = are_indicators(given)
        if is_of_biclusters:
            check_option(unlabelled, "unlabelled", (None,))
            if sample_weight is not None:
                raise ValueError("`sample_weight` is of true labels, not biclusters.")
        elif X is not None and len(given) > 2:
            raise ValueError(
                f"`{name}` must be row labels or (row_labels, column_labels), got a "
                f"tuple of length {len(given)}; X must be None for more modes."
            )
        check = checked_partly(unlabelled)
        modes = _modes(truth, is_of_biclusters, name, check, X)
        if sample_weight is not None:
            weights = of_each_mode(sample_weight, len(modes))
            modes = tuple(map(weighted, modes, weights))
        if X is not None:
            sizes = n_rows_of(X), n_columns_of(X)
            of_X = zip(("rows", "columns"), sizes, names_of_modes(X, 2), strict=True)
            modes = tuple(
                _in_order(mode, name, what, n, names, "X")
                for mode, (what, n, names) in zip(modes, of_X, strict=False)
            )
        return cls(X, is_of_biclusters, modes, unlabelled)

    @property
    def structure(self) -> Structure:
        """What the truth is."""
        return "biclustering" if self.is_of_biclusters else "partition"

    @property
    def has_columns(self) -> bool:
        """Whether the truth is of more than the rows."""
        return len(self.modes) > 1

    def copied(self, generator: RandomState | None) -> KnownData:
        """Return a copy, its rows and columns permuted if there is a generator."""
        if generator is None:
            return replace(self, X=deepcopy(self.X))
        return self._at(self._orders(generator))

    def part_of(self, fractions: Sequence[float], seed: int) -> KnownData:
        """Draw a part; without rows and columns of a matrix that are zero in it."""
        orders = self._orders(RandomState(seed))
        positions = [
            np.sort(order[: max(2, round(fraction * len(order)))])
            for order, fraction in zip(orders, fractions, strict=False)
        ]
        part = self._at(positions)
        if len(orders) > 1:
            part = part._at([*map(np.flatnonzero, nonzero_masks(part.X))])
        greatest = max(fraction for fraction in fractions if fraction < 1)
        part = replace(part, fraction=greatest)
        if not self.is_of_biclusters:
            return part
        # Leave out biclusters that have no cell in the part.
        has_cells = np.all([mode.entries.any(axis=0) for mode in part.modes], axis=0)
        left = (replace(m, entries=m.entries[:, has_cells]) for m in part.modes)
        return replace(part, modes=tuple(left))

    def pair_of_fit(self, estimator: Any) -> PairToScore:
        """Align what an estimator fitted on X has found with the truth."""
        if self.is_of_biclusters:
            return biclusterings_of(estimator, self.modes, self.X)
        return clusterings_of(estimator, self.modes, self.X)

    def pair_of_labels(self, labels: Any) -> PairToScore:
        """Align labels, or biclusters, with the truth."""
        check = checked_partly(self.unlabelled)
        if isinstance(labels, tuple) and not self.has_columns:
            labels = labels[0]
        if self.X is None and not self.is_of_biclusters:
            # In the order of the truth: labels that are kept are of the same items.
            truth, names = as_structure(self.modes), ("labels_pred", "labels_true")
            pred, true = check_partitions(labels, truth, check, names=names)
            return ClusteringPair(true, pred)
        found = _modes(labels, self.is_of_biclusters, "labels", check, self.X)
        if len(found) != len(self.modes):
            raise ValueError(
                "`labels` must be a tuple (row_labels, column_labels), as the truth is."
            )
        true = [*self.modes]
        if isinstance(true[-1], LabelsByName):
            true[-1] = true[-1].look_up(column_names(self.X), "truth")
        if isinstance(found[-1], LabelsByName):
            found = found[0], found[1].look_up(true[1].names, "labels")
        pred = [
            _in_order(one, "labels", what, len(known), known.names, "truth")
            for one, known, what in zip(found, true, ("rows", "columns"), strict=False)
        ]
        if self.is_of_biclusters:
            sides: Any = (
                tuple(mode.entries.T for mode in side) for side in (true, pred)
            )
            return BiclusteringPair(*sides)
        return ClusteringPair.of(zip(true, pred, strict=True))

    def _orders(self, generator: RandomState) -> list[NDArray[np.intp]]:
        """Permute the positions of the rows and, of a matrix, of the columns."""
        sizes = n_rows_of(self.X), n_columns_of(self.X)
        return [generator.permutation(n) for n in sizes if n is not None]

    def _at(self, orders: Sequence[NDArray[np.intp]]) -> KnownData:
        """Return rows and columns at these positions, with their truth."""
        if len(orders) > 1:
            X = take_part(indexable(self.X), *orders)
        elif hasattr(self.X, "iloc"):
            X = self.X.iloc[orders[0]]
        else:
            X = [self.X[row] for row in orders[0]]
        taken = []
        known = zip(self.modes, orders, names_of_modes(X, 2), strict=False)
        for mode, order, names in known:
            if not isinstance(mode, LabelsByName):
                mode = mode.take(order)
                mode = mode if names is None else replace(mode, names=names)
            taken.append(mode)
        return replace(self, X=X, modes=(*taken, *self.modes[len(taken) :]))


def _modes(
    given: Any, is_of_biclusters: bool, name: str, check: Check, X: Any
) -> tuple[Any, ...]:
    """Check a structure and return its modes; labels of columns may be by name."""
    if is_of_biclusters:
        return true_biclusters(given, name)
    is_pair = isinstance(given, tuple) and len(given) == 2
    if X is not None and is_pair and isinstance(given[1], Mapping):
        return tuple(true_labels(part, name, check=check) for part in given)
    return check_modes(given, name, check)


def _in_order(
    mode: Any, name: str, what: str, n: int | None, names: Names | None, of: str
) -> Any:
    """Put a mode in the order of these names, which it gets; `of` is what has them."""
    if isinstance(mode, LabelsByName):
        return mode
    if n is not None:
        check_equal((len(mode), n), (name, of), what)
    ordered = in_order_of(mode, mode.names, names, name)
    return replace(ordered, names=first_names(names, mode.names))
