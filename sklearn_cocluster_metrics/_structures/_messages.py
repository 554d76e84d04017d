"""Words of error messages: descriptions of wrong values, and what was meant."""

from collections.abc import Callable, Collection
from difflib import get_close_matches
from typing import Any

_LONGEST = 80  # characters of a value that a message quotes
_MOST_SUGGESTED = 3


def describe(value: Any) -> str:
    """Return the `repr` of a value where it is short, else the name of its type."""
    try:
        text = repr(value)
    except Exception:  # integers of 4300 digits have no decimal repr; foreign classes
        text = ""
    return text if 0 < len(text) <= _LONGEST else f"a long {type(value).__name__}"


def suggestion(
    value: Any, names: Collection[Any], form: Callable[[Any], str] = repr
) -> str:
    """Return " Did you mean ...?" with the names most like a value, "" if none is.

    The sentence follows another one, from which a space separates it.
    """
    if not isinstance(value, str) or len(value) > _LONGEST:
        return ""
    meant = " or ".join(map(form, _closest(value, names)))
    return f" Did you mean {meant}?" if meant else ""


def _closest(value: str, names: Collection[Any]) -> list[Any]:
    """Return the name meant, else names spelled alike, else names that share words.

    Names are compared without what differs between a function, its index and its
    scorer; the spelling of the rest decides.
    """
    by_plain = {_plain(str(name)): name for name in names}
    plain = _plain(value)
    if plain in by_plain:
        return [by_plain[plain]]
    matches = get_close_matches(plain, by_plain, n=_MOST_SUGGESTED, cutoff=0.6)
    return [by_plain[match] for match in matches or _sharing_words(plain, by_plain)]


def _sharing_words(plain: str, names: Collection[str]) -> list[str]:
    """Return the names that contain all words of a name, or only words of it."""
    words = set(plain.split("_"))
    parts = {name: set(name.split("_")) for name in names}
    longer = [name for name in names if words <= parts[name]]
    shorter = [name for name in names if parts[name] <= words]
    return sorted(longer or shorter, key=len)[:_MOST_SUGGESTED]


def _plain(name: str) -> str:
    """Return a name in small letters, without ``neg_`` and ``_score``."""
    plain = name.lower().replace("-", "_").replace(" ", "_")
    return plain.removeprefix("neg_").removesuffix("_score")
