"""NumPy dates, times and durations, compared exactly across units.

NumPy compares two of them in the finer unit, where the coarser one may overflow: the
year 30000 in nanoseconds is a day of 1941. Here they are Python integers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import numpy as np

_SECOND = 10**18
_ATTOSECONDS = {
    "as": 1,
    "fs": 10**3,
    "ps": 10**6,
    "ns": 10**9,
    "us": 10**12,
    "ms": 10**15,
    "s": _SECOND,
    "m": 60 * _SECOND,
    "h": 3600 * _SECOND,
    "D": 86400 * _SECOND,
    "W": 7 * 86400 * _SECOND,
}
_MONTHS = {"M": 1, "Y": 12}
_EPOCH = datetime(1970, 1, 1)


@dataclass(frozen=True)
class Moment:
    """A point in time or a duration, equal to another exactly where they coincide.

    Parameters
    ----------
    kind : str
        "instant", counted from 1970; "duration"; or a duration that no number of
        seconds equals: "months", or "generic" for one without a unit.
    amount : int
        Attoseconds, months or units.
    """

    kind: str
    amount: int


def comparable(values: Sequence[Any]) -> Sequence[Any]:
    """Return keys that are equal where the values are, also times of unlike units."""
    if {np.datetime64, np.timedelta64}.isdisjoint(map(type, values)):
        return values
    return [_key(value) for value in values]


def _key(value: Any) -> Any:
    """Return a `Moment` for a time, every other value as it is."""
    match value:
        case np.datetime64() if not np.isnat(value):
            return _instant(value)
        case np.timedelta64() if not np.isnat(value):
            return _duration(value)
        case datetime() if value == value and value.tzinfo is None:  # not pandas.NaT
            return Moment("instant", _attoseconds(value - _EPOCH))
        case date() if value == value and not isinstance(value, datetime):
            days = value.toordinal() - _EPOCH.toordinal()
            return Moment("instant", days * _ATTOSECONDS["D"])
        case timedelta() if value == value:
            return Moment("duration", _attoseconds(value))
    return value


def _instant(value: np.datetime64) -> Moment:
    """Count the attoseconds since 1970."""
    unit, count = np.datetime_data(value.dtype)
    number = int(value.view(np.int64)) * count
    if unit in _MONTHS:
        number, unit = _days_to_month(number * _MONTHS[unit]), "D"
    return Moment("instant", number * _ATTOSECONDS[unit])


def _duration(value: np.timedelta64) -> Moment:
    """Count the attoseconds, or the months, of a duration."""
    unit, count = np.datetime_data(value.dtype)
    number = int(value.view(np.int64)) * count
    if unit in _MONTHS:
        return Moment("months", number * _MONTHS[unit])
    if unit not in _ATTOSECONDS:
        return Moment("generic", number)
    return Moment("duration", number * _ATTOSECONDS[unit])


def _days_to_month(months: int) -> int:
    """Count the days from January 1970 to the first day of a later or earlier month.

    In the Gregorian calendar, 400 years have 146097 days. Years are counted from March,
    so that the leap day is the last day of a year.
    """
    years, month = divmod(months + 10, 12)  # month 0 is March; year 0 is 1969
    cycles, year = divmod(1969 + years, 400)
    days = year * 365 + year // 4 - year // 100 + (153 * month + 2) // 5
    return cycles * 146_097 + days - 719_468


def _attoseconds(span: timedelta) -> int:
    """Count attoseconds exactly, with the nanoseconds that those of pandas have."""
    seconds = span.days * 86400 + span.seconds
    nanoseconds = span.microseconds * 1000 + getattr(span, "nanoseconds", 0)
    return int(seconds * _SECOND + nanoseconds * _ATTOSECONDS["ns"])
