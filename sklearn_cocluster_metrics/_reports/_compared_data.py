"""The data sets of a comparison: a matrix and what is true of it."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, TypeAlias

from .._indices._contract import Structure
from .._model_selection import (
    Biclusterings,
    Clusterings,
    TrueBiclusters,
    TrueLabels,
    TrueLabelsByName,
    biclusterings_of,
    clusterings_of,
    true_columns,
)
from .._structures import (
    check_biclustering,
    check_biclusterings,
    check_mapping,
    check_modes,
    check_partitions,
    column_names,
    fitted_layer,
    has_fitted,
    in_order_of,
    index_of,
    is_estimator,
    n_columns_of,
    n_rows_of,
)

_EXPECTED = (
    "a pair (X, truth), where the truth is one of: the labels of the rows, a tuple "
    "(row_labels, column_labels), or biclusters, a tuple (rows, columns)"
)


@dataclass(frozen=True, eq=False)
class DataOfCoclusters:
    """A matrix whose rows, or rows and columns, have true labels.

    Parameters
    ----------
    X : array-like or None
        The matrix; None if all candidates are labels.
    truth : array-like or tuple of array-likes
        True labels, as they were passed.
    rows, columns : TrueLabels, TrueLabelsByName or None
        The same for alignment with estimators; None without X. `columns` is None too
        if the truth has labels of rows only.
    """

    X: Any
    truth: Any
    rows: TrueLabels | None
    columns: TrueLabels | TrueLabelsByName | None

    structure: ClassVar[Structure] = "partition"

    @classmethod
    def of(cls, X: Any, truth: Any, name: str) -> "DataOfCoclusters":
        """Check what a user has passed."""
        if X is None:
            check_modes(truth, name)
            return cls(None, truth, None, None)
        labels = truth if isinstance(truth, tuple) else (truth, None)
        if len(labels) != 2:
            raise ValueError(
                f"`{name}` must be the labels of the rows, or a tuple (row_labels, "
                f"column_labels), got a tuple of length {len(labels)}. More modes can "
                "be compared where X is None."
            )
        rows = TrueLabels.of(labels[0], name)
        columns = true_columns(labels[1], name)
        n_columns = len(columns.codes) if isinstance(columns, TrueLabels) else None
        _check_shape(X, len(rows.codes), n_columns, name)
        in_order_of(rows.codes, rows.names, index_of(X), name)
        return cls(X, truth, rows, columns)

    @property
    def has_columns(self) -> bool:
        """Whether the truth is a co-clustering, not labels of rows only."""
        return isinstance(self.truth, tuple)

    def pair_of_fit(self, estimator: Any) -> Clusterings:
        """Align the labels of an estimator fitted on X; clusterers have `labels_`."""
        if (
            not self.has_columns
            and not has_fitted(estimator, "row_labels_")
            and has_fitted(estimator, "labels_")
        ):
            found = fitted_layer(estimator, ("labels_",), "estimator").found[0]
            estimator = SimpleNamespace(row_labels_=found, column_labels_=())
        return clusterings_of(estimator, self.rows, self.columns, self.X)

    def pair_of_labels(self, labels: Any) -> Clusterings:
        """Align labels with the truth, and both with X where there is any."""
        codes = check_modes(labels, "labels")
        given = labels if isinstance(labels, tuple) else (labels,)
        if not self.has_columns:
            given, codes = given[:1], codes[:1]
        if self.X is None:
            return Clusterings(
                *check_partitions(
                    self.truth, given if isinstance(self.truth, tuple) else given[0]
                )
            )
        if self.has_columns and len(given) != 2:
            raise ValueError(
                "`labels` must be a tuple (row_labels, column_labels), as the truth is."
            )
        lengths = [len(one) for one in codes]
        _check_shape(
            self.X, lengths[0], lengths[1] if self.has_columns else None, "labels"
        )
        names = (index_of(self.X), column_names(self.X))
        in_order = [
            in_order_of(codes[mode], index_of(given[mode]), names[mode], "labels")
            for mode in range(len(given))
        ]
        found = [one.labels() for one in in_order]
        fitted = SimpleNamespace(row_labels_=found[0], column_labels_=found[-1])
        return clusterings_of(fitted, self.rows, self.columns, self.X)


@dataclass(frozen=True, eq=False)
class DataOfBiclusters:
    """A matrix with true biclusters.

    Parameters
    ----------
    X : array-like or None
        The matrix; None if all candidates are biclusters.
    truth : tuple (rows, columns) of indicators
        True biclusters, as they were passed.
    biclusters : TrueBiclusters
        The same, for alignment with estimators.
    """

    X: Any
    truth: Any
    biclusters: TrueBiclusters

    structure: ClassVar[Structure] = "biclustering"
    has_columns: ClassVar[bool] = True

    @classmethod
    def of(cls, X: Any, truth: Any, name: str) -> "DataOfBiclusters":
        """Check what a user has passed."""
        check_biclustering(truth, name)
        biclusters = TrueBiclusters.of(*truth)
        if X is not None:
            shape = biclusters.rows.shape[1], biclusters.columns.shape[1]
            _check_shape(X, *shape, name)
        return cls(X, truth, biclusters)

    def pair_of_fit(self, estimator: Any) -> Biclusterings:
        """Align the biclusters of an estimator fitted on X."""
        return biclusterings_of(estimator, self.biclusters, self.X)

    def pair_of_labels(self, biclusters: Any) -> Biclusterings:
        """Align biclusters with the true ones, and both with X where there is any."""
        if self.X is None:
            return Biclusterings(*check_biclusterings(self.truth, biclusters))
        checked = check_biclustering(biclusters, "biclusters")
        _check_shape(self.X, checked[0].shape[1], checked[1].shape[1], "biclusters")
        names = (index_of(self.X), column_names(self.X))
        rows, columns = (
            in_order_of(one.T, column_names(given), of_data, "biclusters").T
            for one, given, of_data in zip(checked, biclusters, names, strict=True)
        )
        fitted = SimpleNamespace(rows_=rows, columns_=columns)
        return biclusterings_of(fitted, self.biclusters, self.X)


Data: TypeAlias = DataOfCoclusters | DataOfBiclusters


def check_data(data: Any) -> dict[str, Data]:
    """Check the data sets; all must have the same structure as truth."""
    checked = {
        name: _check_one(entry, f"data[{name!r}]")
        for name, entry in check_mapping(data, "data", _EXPECTED).items()
    }
    if len({one.structure for one in checked.values()}) > 1:
        raise ValueError(
            "`data` has true labels in some data sets and true biclusters in others; "
            "no metric compares both. Call `compare` for each."
        )
    return checked


def _check_one(entry: Any, shown: str) -> Data:
    """Check one data set."""
    if not isinstance(entry, tuple | list) or len(entry) != 2:
        got = type(entry).__name__
        if isinstance(entry, tuple | list):
            got += f" of length {len(entry)}"
        raise TypeError(f"`{shown}` must be {_EXPECTED}; got a {got}.")
    X, truth = entry
    if is_estimator(truth):
        raise TypeError(
            f"`{shown}` has an estimator as truth, {type(truth).__name__}; it must be "
            f"{_EXPECTED}."
        )
    if isinstance(truth, tuple) and truth and all(map(_is_indicator, truth)):
        return DataOfBiclusters.of(X, truth, f"{shown}[1]")
    return DataOfCoclusters.of(X, truth, f"{shown}[1]")


def _is_indicator(part: Any) -> bool:
    """Return whether this is two-dimensional, as indicators are and labels are not."""
    if hasattr(part, "ndim"):
        return bool(part.ndim == 2)
    first = part[0] if isinstance(part, list | tuple) and part else None
    return hasattr(first, "__len__") and not isinstance(first, str | bytes)


def _check_shape(X: Any, n_rows: int, n_columns: int | None, name: str) -> None:
    """Check that a structure is of as many rows and columns as X has."""
    pairs = {"rows": (n_rows, n_rows_of(X)), "columns": (n_columns, n_columns_of(X))}
    for what, (of_structure, of_data) in pairs.items():
        if None not in (of_structure, of_data) and of_structure != of_data:
            raise ValueError(
                f"`{name}` is of {of_structure} {what}, the data have {of_data}; both "
                f"must be of the same {what}."
            )
