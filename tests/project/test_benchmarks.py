"""The script that compares speed compares equal numbers; studies find their names."""

import importlib
import math
import runpy
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # what it compares is tested elsewhere

# A name with an underscore is that of a module that studies share.
STUDIES = sorted((Path(__file__).parents[2] / "studies").glob("[!_]*.py"))


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_a_study_finds_what_it_imports(path, monkeypatch):
    monkeypatch.syspath_prepend(path.parent)
    assert "main" in runpy.run_path(path)


@pytest.fixture
def ratios(monkeypatch):
    folder = Path(__file__).parents[2] / "benchmarks"
    if not folder.is_dir():
        pytest.skip("there are no benchmarks beside the tests")
    monkeypatch.syspath_prepend(folder)
    return importlib.import_module("ratios")


def test_competitors_return_the_same_numbers(ratios, monkeypatch):
    monkeypatch.setattr(ratios, "SHORTEST", 1e-9)  # nothing is repeated
    monkeypatch.setattr(ratios, "SECONDS_OF_REPEATS", 1e-9)
    cases = [case for cases in ratios.SECTIONS.values() for case in cases]
    rows = [row for case in cases for row in ratios.measure(case, 1.0, 1)]
    found = [row for row in rows if row.theirs is not None]
    assert {row.problem for row in rows} <= {"", "not installed"}
    assert {row.peer.partition(",")[0] for row in found} >= {"scikit-learn", "NumPy"}
    assert all(row.difference < 1e-9 for row in found)


def test_exponents_are_slopes_of_logarithms(ratios):
    points = [(n, 3e-9 * n**1.5) for n in (10, 100, 1000)]
    assert math.isclose(ratios.exponent_of(points), 1.5)


def test_columns_of_a_table_are_as_wide_as_their_widest_cell(ratios):
    table = ratios.Table("Times", ["index", "ratio"], [["AMI*", ""]])
    assert "| AMI*  |       |" in table.markdown()
