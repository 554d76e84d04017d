"""Read what the pages of the documentation state."""

import json
import re
from pathlib import Path

import pytest
from contracts import CONTRACTS

import sklearn_cocluster_metrics as sccm

DOC = Path(__file__).parents[2] / "doc"
if not DOC.is_dir():
    pytest.skip("an installed package has no pages", allow_module_level=True)

PROPERTIES = json.loads((DOC / "properties.json").read_text(encoding="utf-8"))
IN_WORDS = {3: "three", 5: "five", 7: "seven", 8: "eight", 16: "sixteen"}


def words_of(page):
    """Return the text of a page, with single spaces."""
    return " ".join((DOC / f"{page}.rst").read_text(encoding="utf-8").split())


def text_between(page, first, last):
    """Return the text of a page between two phrases, with single spaces."""
    words = words_of(page)
    assert first in words, f"The page {page} lacks {first!r}."
    _, _, after = words.partition(first)
    assert last in after, f"The page {page} lacks {last!r} after {first!r}."
    return after.partition(last)[0]


def section(page, label):
    """Return the lines of a page from a label to the next label."""
    text = (DOC / f"{page}.rst").read_text(encoding="utf-8")
    return text.split(f".. _{label}:\n")[1].split("\n.. _")[0]


def rows_of_table(text):
    """Return the rows of the first table in a text, without the header."""
    table = re.split(r"\n(?=\S)", text.split(".. list-table::")[1])[0]
    return table.split("    * - ")[2:]


def literals(text):
    """Return the names between double backquotes, without quotation marks."""
    return re.findall(r"``\"?([^`\"]+)\"?``", text)


def functions_in(text):
    """Return the names of the functions of this package that a text links to."""
    return re.findall(r"~sklearn_cocluster_metrics\.(\w+)`", text)


def contracts_in(text):
    """Return the contracts of the functions that a text links to."""
    functions = [getattr(sccm, name) for name in functions_in(text)]
    return [one for one in CONTRACTS.values() if one.function in functions]


def verdict(structure, name, property_name):
    """Return what a search found about a property of an index."""
    return PROPERTIES[structure][name][property_name]["verdict"]
