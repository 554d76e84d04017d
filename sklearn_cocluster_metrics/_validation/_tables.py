"""Contingency tables that were counted before."""

from typing import Any, TypeVar

Table = TypeVar("Table")


def check_tables(tables: Any, kind: type[Table]) -> tuple[Table, ...]:
    """Check one table, or a sequence of one table a mode."""
    modes = (tables,) if isinstance(tables, kind) else tables
    if not isinstance(modes, tuple | list) or not all(
        isinstance(table, kind) for table in modes
    ):
        raise TypeError(
            f"`tables` must be a {kind.__name__} or a sequence of them, one a mode, "
            f"got {tables!r}."
        )
    if not modes:
        raise ValueError("`tables` is empty; at least one table is needed.")
    return tuple(modes)
