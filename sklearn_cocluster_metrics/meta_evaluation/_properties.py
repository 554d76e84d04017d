"""What is found about a property of an index: a verdict, and what disproves it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any

import numpy as np
from numpy.typing import NDArray

TOLERANCE = 1e-9
"""Values differ if they do by more than this, relative to the larger one and to 1."""

Report = Callable[[str], None]
"""Takes a line of progress."""


@dataclass(frozen=True)
class Measure:
    """An index as the searches see it.

    Parameters
    ----------
    name : str
        Name of the contract, else of the function.
    function : callable
        The index as the user passed it, its options included: a function of two
        structures.
    greater_is_better : bool
        Direction.
    """

    name: str
    function: Callable[[Any, Any], Any]
    greater_is_better: bool

    def signed(self, true: Any, pred: Any) -> float:
        """Return the value, turned so that higher is better; NaN for an error."""
        try:
            value = float(self.function(true, pred))
        except Exception:  # whatever a user's function raises is a finding
            return float("nan")
        return value if self.greater_is_better else 0.0 - value


@dataclass(frozen=True)
class Counterexample:
    """Structures for which an index lacks a property.

    Parameters
    ----------
    structures : dict of str to structure
        By name, as the index takes them: lists of int for clusterings, tuples of such
        lists for co-clusterings and of indicators for biclusterings.
    values : dict of str to float
        The values of the index, as it returns them, that contradict the property; the
        keys say of which structures, as in ``"metric(A, B)"``.

    See Also
    --------
    check_index : Search for counterexamples.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("wallace1", max_size=3, n_draws=0, random_state=0)
    >>> check["symmetry"].counterexample.structures
    {'A': [0, 0, 0], 'B': [0, 0, 1]}
    """

    structures: dict[str, Any]
    values: dict[str, float]

    def __str__(self) -> str:
        """Write one line for each structure and each value."""
        structures = [
            f"{name} = {_written(structure)}"
            for name, structure in self.structures.items()
        ]
        values = [f"{name} = {value:.6g}" for name, value in self.values.items()]
        return "\n".join(structures + values)


def _written(structure: Any) -> str:
    """Write a structure in one line, as it can be pasted after ``numpy.array``."""
    if isinstance(structure, tuple):
        return f"({', '.join(map(_written, structure))})"
    if isinstance(structure, np.ndarray) and structure.size == 0:
        return f"array([]).reshape{structure.shape}"
    return " ".join(repr(structure).split())


@dataclass(frozen=True)
class PropertyCheck:
    """Whether an index was seen to have a property.

    Parameters
    ----------
    name : str
        Name of the property.
    holds : bool
        Whether no counterexample was found.
    statement : str
        The property, in words.
    searched : str
        What was searched.
    counterexample : Counterexample or None
        The smallest counterexample found.
    holds_without_trivial : bool or None
        Whether all counterexamples found contain a trivial structure, such as one
        cluster or single samples; None if this was not distinguished.
    nontrivial_counterexample : Counterexample or None
        The smallest counterexample found without trivial structures.

    See Also
    --------
    check_index : Check all properties of an index.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("rand", max_size=3, n_draws=0, random_state=0)
    >>> print(check["minimal agreement"].searched)
    all 30 pairs of up to 3 samples
    """

    name: str
    holds: bool
    statement: str
    searched: str
    counterexample: Counterexample | None = field(default=None, repr=False)
    holds_without_trivial: bool | None = None
    nontrivial_counterexample: Counterexample | None = field(default=None, repr=False)

    @property
    def verdict(self) -> str:
        """One word: "yes", "no", or "nontrivial" if only trivial structures fail."""
        if self.holds:
            return "yes"
        return "nontrivial" if self.holds_without_trivial else "no"

    def __str__(self) -> str:
        """Write the verdict, what was searched and the counterexample."""
        lines = [f"{self.name}: {self.verdict}", indent(self.statement, "  ")]
        lines.append(f"  Searched: {self.searched}.")
        if self.counterexample is not None:
            lines.append(indent(str(self.counterexample), "  "))
        if self.nontrivial_counterexample is not None:
            lines.append("  Without trivial structures:")
            lines.append(indent(str(self.nontrivial_counterexample), "  "))
        return "\n".join(lines)


@dataclass(frozen=True, repr=False)
class IndexCheck(Mapping[str, PropertyCheck]):
    """The properties of an index, by name: a mapping from name to `PropertyCheck`.

    Parameters
    ----------
    name : str
        Name of the index.
    structure : str
        What it compares.
    greater_is_better : bool
        Direction.
    properties : tuple of PropertyCheck
        What was found.

    See Also
    --------
    check_index : Check all properties of an index.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("rand", max_size=3, n_draws=0, random_state=0)
    >>> check["distance"].holds
    True
    """

    name: str
    structure: str
    greater_is_better: bool
    properties: tuple[PropertyCheck, ...]

    def __getitem__(self, name: str) -> PropertyCheck:
        """Return what was found about a property."""
        for found in self.properties:
            if found.name == name:
                return found
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the properties."""
        return (found.name for found in self.properties)

    def __len__(self) -> int:
        """Count the properties."""
        return len(self.properties)

    def __repr__(self) -> str:
        """Count the properties that hold."""
        n_held = sum(found.holds for found in self.properties)
        return (
            f"IndexCheck({self.name}, {self.structure}: {n_held} of {len(self)} "
            "properties hold)"
        )

    def __str__(self) -> str:
        """Write a table: property, verdict, and what was searched or what fails."""
        better = "higher" if self.greater_is_better else "lower"
        width = max((len(found.name) for found in self.properties), default=0)
        lines = [f"{self.name} ({self.structure}; better: {better})", ""]
        for found in self.properties:
            example = found.nontrivial_counterexample or found.counterexample
            evidence = found.searched
            if example is not None:
                evidence = ", ".join(str(example).splitlines())
            lines.append(f"{found.name:<{width}}  {found.verdict:<10}  {evidence}")
        return "\n".join(lines)


def exceeds(one: Any, other: Any) -> NDArray[np.bool_]:
    """Return where one value is greater than another, by more than the tolerance."""
    one, other = np.broadcast_arrays(np.asarray(one, float), np.asarray(other, float))
    with np.errstate(invalid="ignore"):
        scale = np.maximum(1.0, np.maximum(np.abs(one), np.abs(other)))
        scale = np.where(np.isfinite(scale), scale, 1.0)
        return np.asarray(one - other > TOLERANCE * scale)


def differ(one: Any, other: Any) -> NDArray[np.bool_]:
    """Return where two values differ by more than the tolerance; one NaN differs."""
    one, other = np.broadcast_arrays(np.asarray(one, float), np.asarray(other, float))
    is_nan = np.isnan(one) != np.isnan(other)
    return np.asarray(exceeds(one, other) | exceeds(other, one) | is_nan)
