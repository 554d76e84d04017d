"""What users are told: what was wrong, what was meant, and warnings."""

import inspect
import sys
import warnings
from collections.abc import Callable, Collection
from difflib import get_close_matches
from typing import Any

_PACKAGE = __name__.partition(".")[0]
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

    Names are compared without what differs between a function, its index and its
    scorer. Meant is the name that is then equal, else names spelled alike, else names
    that share all words of the shorter one.
    """
    if not isinstance(value, str) or len(value) > _LONGEST:
        return ""
    by_plain = {_plain(str(name)): name for name in names}
    plain = _plain(value)
    words = set(plain.split("_"))
    longer = [name for name in by_plain if words <= set(name.split("_"))]
    shorter = [name for name in by_plain if words >= set(name.split("_"))]
    closest = (
        [name for name in by_plain if name == plain]
        or get_close_matches(plain, by_plain, n=_MOST_SUGGESTED, cutoff=0.6)
        or sorted(longer or shorter, key=len)[:_MOST_SUGGESTED]
    )
    meant = " or ".join(form(by_plain[name]) for name in closest)
    return f" Did you mean {meant}?" if meant else ""


def _plain(name: str) -> str:
    """Return a name in small letters, without ``neg_`` and ``_score``."""
    plain = name.lower().replace("-", "_").replace(" ", "_")
    return plain.removeprefix("neg_").removesuffix("_score")


def called() -> tuple[str, tuple[str, ...], bool]:
    """Return the public function called last, its parameters, and if it takes others.

    With them, a message names only parameters that exist there.
    """
    public = {"from_metrics"}  # of a display
    for name in ("", ".datasets", ".meta_evaluation", ".tables"):
        public |= {*getattr(sys.modules.get(f"{_PACKAGE}{name}"), "__all__", ())}
    frame = sys._getframe(1).f_back
    while frame is not None:
        code, module = frame.f_code, frame.f_globals.get("__name__", "")
        if code.co_name in public and module.partition(".")[0] == _PACKAGE:
            n_parameters = code.co_argcount + code.co_kwonlyargcount
            takes_options = bool(code.co_flags & inspect.CO_VARKEYWORDS)
            return code.co_name, code.co_varnames[:n_parameters], takes_options
        frame = frame.f_back
    return "", (), False


def unknown_keyword(unknown: str, metric: str, options: Collection[str]) -> TypeError:
    """Return the error for a keyword that neither a function nor a metric takes."""
    function, parameters, _ = called()
    meant = suggestion(unknown, (*options, *parameters), "`{}`".format)
    what = f"`{function}` has no parameter" if function else "There is no parameter"
    listed = [f"`{name}`" for name in parameters]
    return TypeError(
        f"{what} `{unknown}`, and {metric} no such option.{meant} Parameters: "
        f"{', '.join(listed) or 'none'}; options of {metric}: "
        f"{', '.join(f'`{name}`' for name in options) or 'none'}."
    )


def warn_caller(message: str) -> None:
    """Emit a UserWarning for the first caller outside the package."""
    level = 1
    frame = sys._getframe(0)
    while frame.f_back is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] != _PACKAGE:
            break
        frame = frame.f_back
        level += 1
    warnings.warn(message, UserWarning, stacklevel=level)
