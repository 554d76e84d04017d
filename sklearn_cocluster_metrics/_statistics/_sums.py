"""Sums of many tables."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar


class _Summable(Protocol):
    def __add__(self, other: Any, /) -> Any: ...


Summed = TypeVar("Summed", bound=_Summable)


def summed(terms: Iterable[Summed]) -> Summed | None:
    """Add terms in their order, sums of equally many first; None if there are none.

    Of n terms, each is part of log2(n) additions. A running sum grows to the size of
    the total, and is copied once for every term.
    """
    sums: list[tuple[int, Summed]] = []  # numbers of terms, decreasing, and their sums
    for term in terms:
        n_terms, total = 1, term
        while sums and sums[-1][0] == n_terms:
            total = sums.pop()[1] + total
            n_terms *= 2
        sums.append((n_terms, total))
    if not sums:
        return None
    _, result = sums.pop()
    for _, earlier in reversed(sums):
        result = earlier + result
    return result
