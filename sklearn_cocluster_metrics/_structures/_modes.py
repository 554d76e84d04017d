"""Name the modes of data, and select those that are compared.

The modes of a matrix are its rows and its columns. A clustering has a single mode, the
samples, and an array of more dimensions has further modes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# Name the modes


def mode_names(n_modes: int) -> list[str]:
    """Return the names of all modes in results, such as ["rows", "columns"].

    The name of a single mode is "samples".
    """
    if n_modes == 1:
        return ["samples"]
    further_modes = [f"mode_{mode}" for mode in range(2, n_modes)]
    return ["rows", "columns", *further_modes]


def kind_of_entries(mode: int, n_modes: int) -> str:
    """Return the plural for the entries of a mode, such as "samples" or "columns".

    `n_modes` counts all modes of the data, compared or not, because the entries are
    samples if there is only one mode.
    """
    if n_modes == 1:
        return "samples"
    if mode < 2:
        return ("rows", "columns")[mode]
    return f"entries of mode {mode}"


def n_modes_as_text(n_modes: int) -> str:
    """Return a number of modes as text, such as "1 mode" or "2 modes"."""
    return "1 mode" if n_modes == 1 else f"{n_modes} modes"


def n_entries_as_text(number: int, kind: str) -> str:
    """Return a number of entries as text, such as "1 row" or "2 rows".

    `kind` is a plural, such as "rows" or "entries of mode 2".
    """
    if number == 1:
        kind = kind.replace("entries", "entry").removesuffix("s")
    return f"{number} {kind}"


# Select the compared modes


@dataclass(frozen=True)
class ComparedModes:
    """Modes of two clusterings or co-clusterings that are compared.

    The truth determines these modes. A mode that has None in place of true labels is
    unknown, and is not compared.
    """

    # Number of each compared mode, ascending
    numbers: tuple[int, ...]
    # Number of all modes, compared or not
    n_modes: int

    @classmethod
    def of_all(cls, n_modes: int) -> "ComparedModes":
        """Return this number of modes, all of which are compared."""
        return cls(tuple(range(n_modes)), n_modes)

    @classmethod
    def of_known(
        cls, labels_of_modes: Sequence[Any], n_modes: int | None = None
    ) -> "ComparedModes":
        """Return the modes, of which those with labels other than None are compared.

        There are as many modes as labels, unless `n_modes` says otherwise.
        """
        if n_modes is None:
            n_modes = len(labels_of_modes)
        numbers = [
            mode for mode, labels in enumerate(labels_of_modes) if labels is not None
        ]
        return cls(tuple(numbers), n_modes)

    @property
    def are_all(self) -> bool:
        """Return whether every mode is compared."""
        return len(self.numbers) == self.n_modes

    @property
    def names(self) -> list[str]:
        """Return the names of the compared modes in results, such as ["rows"]."""
        return self.select(mode_names(self.n_modes))

    @property
    def names_unless_all(self) -> tuple[str, ...] | None:
        """Return the names of the compared modes, or None if every mode is compared."""
        return None if self.are_all else tuple(self.names)

    @property
    def part(self) -> str | None:
        """Return text for a header, such as "rows", or None if all are compared."""
        return None if self.are_all else " and ".join(self.names)

    @property
    def only(self) -> str:
        """Return text such as "rows only", or "" if all modes are compared."""
        return "" if self.part is None else f"{self.part} only"

    def select(self, values_of_modes: Sequence[Any]) -> list[Any]:
        """Return the values of the compared modes, given those of all modes."""
        return [values_of_modes[number] for number in self.numbers]

    def spread(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """Return the values of the compared modes, with None for all other modes."""
        value_of_number = dict(zip(self.numbers, values, strict=True))
        return tuple(value_of_number.get(mode) for mode in range(self.n_modes))


def compared_modes(labels_true: Any, n_compared: int) -> ComparedModes:
    """Return which modes are compared with a truth, whose labels may be unchecked.

    A truth that is a tuple has None for each mode that is not compared, so `n_compared`
    is then not needed. Any other truth, such as a fitted estimator, has labels of every
    mode, so there are `n_compared` modes.
    """
    if not isinstance(labels_true, tuple):
        return ComparedModes.of_all(n_compared)
    return ComparedModes.of_known(labels_true)


def check_some_mode_known(modes: ComparedModes, name: str) -> None:
    """Raise an error unless a truth has labels of at least one mode."""
    if not modes.numbers:
        raise ValueError(
            f"`{name}` has no labels at all, so nothing can be compared. If only the "
            "labels of the rows or of the columns are known, pass `(row_labels, "
            "None)` or `(None, column_labels)`."
        )
