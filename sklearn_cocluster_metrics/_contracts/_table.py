"""All contracts by name, collected from the modules of the indices.

A module that is added to `_indices` is found here; no list has to be kept.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

from .. import _indices
from .._indices._contract import Contract


def _declared() -> Iterator[Contract]:
    """Yield the contracts of every module, in the order in which they are declared."""
    for found in pkgutil.iter_modules(_indices.__path__):
        module = importlib.import_module(f"{_indices.__name__}.{found.name}")
        for value in vars(module).values():
            yield from (
                contract
                for contract in _contracts_in(value)
                if contract.function.__module__ == module.__name__
            )


def _contracts_in(value: Any) -> Iterator[Contract]:
    """Yield a contract, or the contracts of a dictionary."""
    if isinstance(value, Contract):
        yield value
    elif isinstance(value, dict):
        yield from (part for part in value.values() if isinstance(part, Contract))


def _by_name(contracts: Iterator[Contract]) -> dict[str, Contract]:
    """Index contracts by name; two of one name would hide each other."""
    table: dict[str, Contract] = {}
    for contract in contracts:
        if contract.name in table:
            raise RuntimeError(f"Two contracts have the name {contract.name!r}.")
        table[contract.name] = contract
    return table


CONTRACTS: Mapping[str, Contract] = _by_name(_declared())
