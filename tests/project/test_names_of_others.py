"""The tables of names of other packages hold, without any of these packages.

The study `names_of_other_packages.py` has written the values that the packages gave.
Here, the calls of this package are evaluated and compared with these values.
"""

import json
import math
import re
import runpy
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # what it tests does not depend on versions

REPOSITORY = Path(__file__).parents[2]
STUDY = REPOSITORY / "studies" / "names_of_other_packages.py"
if not STUDY.is_file():
    pytest.skip("an installed package has no studies", allow_module_level=True)
PAGE = (REPOSITORY / "doc" / "coming_from.rst").read_text(encoding="utf-8")
FILE = REPOSITORY / "doc" / "names_of_others.json"
PACKAGES = json.loads(FILE.read_text(encoding="utf-8"))
NAMES = runpy.run_path(str(STUDY))
ROWS = [
    pytest.param(package, row, id=f"{package['name']}: {row['there']}")
    for package in PACKAGES
    for row in package["rows"]
]
COMPARED = [row for row in ROWS if row.values[1]["here"]]


def test_every_package_has_its_table_on_the_page() -> None:
    tables = re.findall(r"^\.\. names-of-others:: (.+)$", PAGE, re.M)
    assert sorted(tables) == sorted(package["name"] for package in PACKAGES)


def test_the_file_is_the_one_of_the_study() -> None:
    written = {
        package["name"]: (
            package["source"],
            package["trivial"],
            [(row["there"], row["here"], row["note"]) for row in package["rows"]],
        )
        for package in PACKAGES
    }
    assert written == {
        package.name: (
            package.source,
            package.trivial,
            [(row.there, row.here, row.note) for row in package.rows],
        )
        for package in NAMES["PACKAGES"]
    }, "Run `python studies/names_of_other_packages.py --write`."


def test_the_study_has_enough_rows_and_most_of_them_were_run() -> None:
    checked = [row.values[1]["checked"] for row in COMPARED]
    assert len(ROWS) >= 250
    assert checked.count("run") >= 100


@pytest.mark.parametrize(("package", "row"), COMPARED)
def test_a_call_gives_the_value_of_the_package(package, row) -> None:
    """Or another one, where the row says so."""
    here = [
        NAMES["value_of"](row["here"], NAMES["names_here"](*pair))
        for pair in package["examples"]
    ]
    close = [
        math.isclose(found, value, abs_tol=1e-9)
        for found, value in zip(here, row["values"], strict=True)
    ]
    assert all(close) or row["differs"]


@pytest.mark.parametrize(("package", "row"), ROWS)
def test_a_row_says_what_differs(package, row) -> None:
    assert list(NAMES["mistakes"](row, package)) == []


def test_a_mistake_of_a_row_is_found() -> None:
    package = {"trivial": ""}
    row = {
        "here": "cari_score(true, pred)",
        "note": "",
        "difference": 0.1,
        "differs": False,
        "differs_if_trivial": True,
    }
    assert len(list(NAMES["mistakes"](row, package))) == 2
    corrected = {**row, "note": "Another index.", "differs": True}
    assert list(NAMES["mistakes"](corrected, package)) == []


@pytest.mark.parametrize("name", ["hubert", "sokal_sneath1", "sokal_sneath2"])
def test_the_page_says_where_a_name_is_another_index(name: str) -> None:
    section = PAGE.split(".. _same_name_other_index:")[1].split(".. _split_join:")[0]
    assert f'"{name}"' in section


@pytest.mark.parametrize(
    "word",
    [
        "split-join",
        "van Dongen",
        "NVI",
        "hubert_gamma_score",
        "hamann",
        "F-measure",
        "modularity",
        "BCubed",
    ],
)
def test_the_page_has_the_words_that_people_type(word: str) -> None:
    assert word in PAGE


def test_the_directive_writes_a_row_for_each_name(monkeypatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(REPOSITORY / "doc" / "_ext")
    directive = runpy.run_path(str(REPOSITORY / "doc" / "_ext" / "names_of_others.py"))
    for package in PACKAGES:
        lines = list(directive["lines_of"](package))
        assert sum(line.startswith("   * - ") for line in lines) == (
            1 + len(package["rows"])
        )
        assert package["version"] or package["source"] in lines[0]
