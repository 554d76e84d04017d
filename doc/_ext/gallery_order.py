"""Order of the examples: that of the gallery's page."""

import re
from functools import cache
from pathlib import Path

INDEX = Path(__file__).resolve().parent.parent.parent / "examples" / "index.rst"


def position(example: str) -> int:
    """Return the position of an example on the page, for sorting."""
    return names().index(Path(example).name)


@cache
def names() -> list[str]:
    """List the examples in the order of the page."""
    text = INDEX.read_text(encoding="utf-8")
    return re.findall(r"^    \.\./examples/(\w+\.py)$", text, flags=re.MULTILINE)
