"""A data set of known structure, aligned with what a candidate has found in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray

from .._indices._contract import Structure
from .._model_selection._alignment import (
    Biclusterings,
    Clusterings,
    LabelsByName,
    biclusterings_of,
    clusterings_of,
    true_biclusters,
    true_labels,
    weighted,
)
from .._model_selection._fits import check_listed, indexable, nonzero_masks, take_part
from .._structures._arguments import check_option
from .._structures._entry_names import (
    NamedEntries,
    Names,
    first_names,
    in_order_of,
    n_columns_of,
    n_rows_of,
    names_of_modes,
)
from .._structures._estimators import fitted_layer, has_fitted
from .._structures._indicators import are_indicators, check_biclusterings
from .._structures._labels import check_labels
from .._structures._partitions import Check, check_modes, check_partitions
from .._structures._unlabelled import Unlabelled, checked_partly
from .._structures._weights import of_each_mode

EXPECTED = (
    "a pair (X, truth), where the truth is one of: the labels of the rows, a tuple "
    "(row_labels, column_labels), or biclusters, a tuple (rows, columns); or "
    "(X, rows, columns)"
)

PairToScore: TypeAlias = Clusterings | Biclusterings
Orders: TypeAlias = Sequence[NDArray[np.intp]]


@dataclass(frozen=True, eq=False)
class KnownData:
    """A matrix, or None, with its true structure: as it was passed, and its modes.

    The modes of biclusters are kept as labels are: transposed, an entry for each row
    and each column.
    """

    X: Any
    truth: Any
    structure: Structure
    modes: tuple[Any, ...]
    unlabelled: Unlabelled | None = None

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
        structure: Structure = "partition"
        if are_indicators(given):
            structure = "biclustering"
        elif X is not None and len(given) > 2:
            raise ValueError(
                f"`{name}` must be the labels of the rows, or a tuple (row_labels, "
                f"column_labels), got a tuple of length {len(given)}. More modes can "
                "be compared where X is None."
            )
        if structure == "biclustering":
            check_option(unlabelled, "unlabelled", (None,))
        modes = _modes(truth, structure, name, checked_partly(unlabelled))
        if sample_weight is not None:
            if structure == "biclustering":
                raise ValueError("`sample_weight` is of true labels, not biclusters.")
            weights = of_each_mode(sample_weight, len(modes))
            modes = tuple(map(weighted, modes, weights))
        data = cls(X, truth, structure, modes, unlabelled)
        if X is not None:
            data._in_order(data._without_mapping(), name)
        return data

    @property
    def is_of_biclusters(self) -> bool:
        """Whether the truth is biclusters."""
        return self.structure == "biclustering"

    @property
    def has_columns(self) -> bool:
        """Whether the truth is of more than the rows."""
        return len(self.modes) > 1

    def ordered(self, generator: RandomState | None) -> tuple[Any, Orders]:
        """Return a copy of X, its rows and columns permuted, and their positions.

        Without a generator, they keep their order.
        """
        sizes = [n for n in (n_rows_of(self.X), n_columns_of(self.X)) if n is not None]
        if generator is None:
            return deepcopy(self.X), [np.arange(n) for n in sizes]
        orders = [generator.permutation(n) for n in sizes]
        return _taken(self.X, orders), orders

    def part_of(self, fractions: Sequence[float], seed: int) -> KnownData:
        """Draw a part; without rows and columns of a matrix that are zero in it."""
        orders = self.ordered(RandomState(seed))[1]
        part = [
            np.sort(order[: max(2, round(fraction * len(order)))])
            for order, fraction in zip(orders, fractions, strict=False)
        ]
        X = _taken(self.X, part)
        if len(part) > 1:
            masks = nonzero_masks(X)
            X = take_part(X, *masks)
            part = [places[mask] for places, mask in zip(part, masks, strict=True)]
        ordered = self._in_order(self._without_mapping(), "truth")
        taken = [mode.take(at) for mode, at in zip(ordered, part, strict=False)]
        if self.is_of_biclusters:  # without those that have no cell in the part
            has_cells = np.all([mode.entries.any(axis=0) for mode in taken], axis=0)
            taken = [NamedEntries(mode.entries[:, has_cells]) for mode in taken]
        # Without names: the truth now has the order of X.
        restricted = [replace(mode, names=None) for mode in taken]
        return replace(self, X=X, modes=(*restricted, *self.modes[len(taken) :]))

    def pair_of_fit(self, estimator: Any, X: Any, orders: Orders) -> PairToScore:
        """Align what an estimator fitted on X has found with the truth.

        X are the data with rows and columns from these positions. They stand for the
        truth until it is known which of them are labelled, and bring all in order.
        """
        names = [
            of_X if own is None or of_X is not None else [own[place] for place in order]
            for of_X, own, order in zip(
                names_of_modes(X, 2),
                self._names(),
                (orders[0], orders[-1]),
                strict=True,
            )
        ]
        if self.is_of_biclusters:
            places = (orders[0][:, None], orders[-1][:, None])
            aligned = biclusterings_of(
                estimator, tuple(map(NamedEntries, places, names)), X
            )
            at = [mode[0] for mode in aligned.true]
            return self._joined(at, [NamedEntries(mode.T) for mode in aligned.pred])
        is_clusterer = not self.has_columns and not has_fitted(estimator, "row_labels_")
        if is_clusterer and has_fitted(estimator, "labels_"):
            found = fitted_layer(estimator, ("labels_",), "estimator").found[0]
            if len(found) != len(orders[0]):
                raise ValueError(
                    f"The estimator has labelled {len(found)} rows, the data have "
                    f"{len(orders[0])}."
                )
            labels = check_listed(found, "labels_")
            labels = in_order_of(labels, labels.names, names[0], "labels_")
            return self._joined(orders[:1], [labels])
        positions = [
            replace(check_labels(order, "order"), names=of)
            for order, of in zip(orders, names, strict=False)
        ]
        columns = self.modes[1] if self.has_columns else None
        by_name = isinstance(columns, LabelsByName) or len(orders) == 1
        if self.has_columns and not by_name:
            columns = positions[1]
        pair = clusterings_of(estimator, positions[0], columns, X)
        at = [mode.labels() for mode in pair.true]
        if not (self.has_columns and by_name):
            return self._joined(at, pair.pred)
        rows = self._joined(at[:1], pair.pred[:1])
        return Clusterings((*rows.true, pair.true[1]), (*rows.pred, pair.pred[1]))

    def pair_of_labels(self, labels: Any) -> PairToScore:
        """Align labels, or biclusters, with the truth, and both with X."""
        check = checked_partly(self.unlabelled)
        if isinstance(labels, tuple) and not self.has_columns:
            labels = labels[0]
        if self.X is None:
            if self.is_of_biclusters:
                return Biclusterings(*check_biclusterings(self.truth, labels))
            # In the order of the truth: labels that are kept are of the same items.
            names = "labels_pred", "labels_true"
            pred, true = check_partitions(labels, self.truth, check, names=names)
            modes = zip(true, self.modes, strict=True)
            return Clusterings(
                tuple(replace(one, weights=mode.weights) for one, mode in modes), pred
            )
        found = _modes(labels, self.structure, "labels", check)
        if len(found) != len(self.modes):
            raise ValueError(
                "`labels` must be a tuple (row_labels, column_labels), as the truth is."
            )
        ordered = self._in_order(found, "labels")
        return self._joined([np.arange(len(one)) for one in ordered], ordered)

    def _without_mapping(self) -> list[Any]:
        """Return the modes without labels of columns by name."""
        return [mode for mode in self.modes if not isinstance(mode, LabelsByName)]

    def _names(self) -> list[Names | None]:
        """Return the names of rows and of columns: those of X, or of the truth."""
        of_truth = [
            None if isinstance(mode, LabelsByName) else mode.names
            for mode in self.modes
        ]
        pairs = zip(names_of_modes(self.X, 2), [*of_truth, None], strict=False)
        return [first_names(*pair) for pair in pairs]

    def _in_order(self, modes: Iterable[Any], name: str) -> list[Any]:
        """Put the entries of each mode in the order of X."""
        sizes = n_rows_of(self.X), n_columns_of(self.X)
        of_data = zip(("rows", "columns"), sizes, self._names(), strict=True)
        ordered = []
        for mode, (what, n, names) in zip(modes, of_data, strict=False):
            if isinstance(mode, LabelsByName):
                ordered.append(mode.look_up(names, name))
                continue
            if n not in (None, len(mode)):
                raise ValueError(
                    f"`{name}` is of {len(mode)} {what}, the data have {n}; both "
                    f"must be of the same {what}."
                )
            ordered.append(in_order_of(mode, mode.names, names, name))
        return ordered

    def _joined(self, positions: Orders, found: Iterable[Any]) -> PairToScore:
        """Join the truth of these positions with what was found there, sorted."""
        pairs = []
        modes = self._in_order(self.modes[: len(positions)], "truth")
        for true, at, pred in zip(modes, positions, found, strict=True):
            order = np.argsort(at)
            pairs.append((true.take(at[order]), pred.take(order)))
        if self.is_of_biclusters:
            sides: Any = zip(*pairs, strict=True)
            return Biclusterings(
                *(tuple(mode.entries.T for mode in side) for side in sides)
            )
        if any((at[1:] < at[:-1]).any() for at in positions):
            return Clusterings(*zip(*pairs, strict=True))
        return Clusterings.of(pairs)  # warns of labels that follow the position


def _taken(X: Any, orders: Orders) -> Any:
    """Return a matrix, a column or texts at these positions."""
    if len(orders) > 1:
        return take_part(indexable(X), *orders)
    return X.iloc[orders[0]] if hasattr(X, "iloc") else [X[row] for row in orders[0]]


def _modes(
    given: Any, structure: Structure, name: str, check: Check
) -> tuple[Any, ...]:
    """Check a structure and return its modes; labels of columns may be by name."""
    parts = given if isinstance(given, tuple) else (given,)
    if structure == "biclustering":
        return true_biclusters(given, name)
    if len(parts) == 2 and isinstance(parts[1], Mapping):
        return tuple(true_labels(part, name, check) for part in parts)
    return check_modes(given, name, check)
