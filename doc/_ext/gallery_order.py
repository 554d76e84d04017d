"""Order of the examples, as on the gallery's page, and warnings that they ignore."""

import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

INDEX = Path(__file__).resolve().parent.parent.parent / "examples" / "index.rst"


def position(example: str) -> int:
    """Return the position of an example on the page, for sorting."""
    return names().index(Path(example).name)


def ignore_durations(gallery_conf: Any, example: str) -> None:
    """Ignore warnings of how long a call takes, which depends on the machine.

    Examples run in processes that do not have the filters of the settings.
    """
    warnings.filterwarnings("ignore", message=".* may take about ")


@cache
def names() -> list[str]:
    """List the examples in the order of the page."""
    text = INDEX.read_text(encoding="utf-8")
    return re.findall(r"^    \.\./examples/(\w+\.py)$", text, flags=re.MULTILINE)
