"""A limit on the work of an exact computation whose cost is not known beforehand."""

from dataclasses import dataclass


class TooMuchWork(Exception):
    """Raised where an exact law would take more work than allowed."""


@dataclass
class Work:
    """Work that is left to be spent, in rough nanoseconds.

    It is counted, not timed, so that the same input is always refused or never.
    """

    left: float

    def spend(self, amount: float) -> None:
        """Take from what is left, or raise `TooMuchWork`."""
        self.left -= amount
        if self.left < 0:
            raise TooMuchWork
