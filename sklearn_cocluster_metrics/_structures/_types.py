"""Define types of what a user passes, such as labels, co-clusterings and estimators."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from numpy.typing import NDArray


class SupportsArray(Protocol):
    """An array, a Series, or whatever else NumPy can read as an array."""

    def __array__(self) -> Any:
        """Return an array."""


class SupportsDense(Protocol):
    """A sparse matrix or array of SciPy."""

    @property
    def toarray(self) -> Callable[..., Any]:
        """Return a dense array when called."""


class Estimator(Protocol):
    """A scikit-learn estimator.

    Where a structure is expected, the estimator must be fitted.
    """

    @property
    def fit(self) -> Callable[..., Any]:
        """Fit the estimator when called."""


class SeriesLike(SupportsArray, Protocol):
    """Labels with names, such as a Series of pandas."""

    @property
    def index(self) -> Any:
        """Return the names of the labels."""

    def to_numpy(self) -> NDArray[Any]:
        """Return the labels."""


Series = TypeVar("Series", bound=SeriesLike)
Labels: TypeAlias = SupportsArray | Sequence[Hashable] | Mapping[Any, Hashable]
"""One label per sample, row or column, or a mapping from items to labels."""

Coclustering: TypeAlias = tuple[Labels | None, ...]
"""One array of labels per mode: (row_labels, column_labels); None for an unknown one.

Only the truth may have unknown modes: they are not compared.
"""

Partition: TypeAlias = Labels | Coclustering | Estimator
"""A clustering, a co-clustering, or a fitted estimator that has one."""

ModeWeight: TypeAlias = SupportsArray | Sequence[float] | Literal["balanced"] | None
"""One weight per sample, row or column."""

SampleWeight: TypeAlias = ModeWeight | tuple[ModeWeight, ...]
"""One weight per sample; of a co-clustering, a tuple with None for unweighted modes."""

CountsLike: TypeAlias = SupportsArray | SupportsDense | Sequence[Sequence[int]]
"""A table of integers, shape (n_true, n_pred)."""

Indices: TypeAlias = SupportsArray | Sequence[Hashable]
"""Indices of rows or of columns, or their names."""

Indicator: TypeAlias = SupportsArray | SupportsDense | Sequence[Sequence[float]]
"""Values 0 and 1, shape (n_biclusters, n_rows) or (n_biclusters, n_columns)."""

Biclustering: TypeAlias = tuple[Indicator, Indicator] | Estimator
"""Indicators (rows, columns), or a fitted estimator that has them."""

AnyStructure: TypeAlias = Partition | Biclustering | Indicator
"""A clustering, a co-clustering, a biclustering, or clusters that may overlap."""
