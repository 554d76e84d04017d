"""Warnings that point at the caller's code, however deep in the package they arise."""

import sys
import warnings

_PACKAGE = __name__.partition(".")[0]


def warn_caller(message: str) -> None:
    """Emit a UserWarning for the first caller outside the package."""
    level = 1
    frame = sys._getframe(0)
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
        level += 1
    warnings.warn(message, UserWarning, stacklevel=level)


def _is_ours(module: str) -> bool:
    """Return whether a module is one of this package."""
    return module == _PACKAGE or module.startswith(_PACKAGE + ".")
