"""The form of a contract."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Contract:
    """The promises of one index, under its default options.

    Parameters
    ----------
    name : str
        Short name, under which scorers and reports know the index.
    function : callable
        Public function ``(true, pred, *, **options) -> float``.
    formula : callable
        The index as a function of statistics, ``(tables, **options) -> float``.
    source : str
        Publication and equation.
    structure : {"partition", "biclustering"}
        What is compared: clusterings and co-clusterings, or biclusterings.
    greater_is_better : bool
        Direction.
    lower, upper : float
        Bounds of the values; `upper` of one mode where `adds_over_modes`.
    symmetric : bool
        Whether both sides can change places.
    at_equality : float or None
        Value for equal structures; None where that is not one constant.
    chance_level : float or None
        Mean value by chance, of an index that is corrected for chance; else None.
    chance_is_exact_under : collection of str
        Null models of co-clusterings under which the mean is exactly that.
    adds_over_modes : bool
        Whether the value is a sum over the modes of a co-clustering.
    options : mapping of str to collection of str
        Allowed values of each option, the default first or as the function says.
    fixed : mapping of str to Any
        Keyword arguments that make this index of a function that has several.
    """

    name: str
    function: Callable[..., Any]
    formula: Callable[..., float]
    source: str
    structure: str = "partition"
    greater_is_better: bool = True
    lower: float = 0.0
    upper: float = 1.0
    symmetric: bool = True
    at_equality: float | None = 1.0
    chance_level: float | None = None
    chance_is_exact_under: Collection[str] = ()
    adds_over_modes: bool = False
    options: Mapping[str, Collection[str]] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, true: Any, pred: Any, **options: Any) -> float:
        """Compute the index."""
        return float(self.function(true, pred, **self.fixed, **options))

    def bounds(self, n_modes: int = 1) -> tuple[float, float]:
        """Return the least and the greatest value for so many modes."""
        return self.lower, self.upper * (n_modes if self.adds_over_modes else 1)

    def value_at_equality(self, n_modes: int = 1) -> float | None:
        """Return the value for equal structures of so many modes."""
        if self.at_equality is None:
            return None
        return self.at_equality * (n_modes if self.adds_over_modes else 1)
