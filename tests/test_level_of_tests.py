"""The true level of the permutation test over all tables, by its study."""

import importlib.util
from pathlib import Path

import pytest

STUDY = Path(__file__).parents[1] / "studies" / "level_of_tests.py"

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


@pytest.fixture(scope="module")
def study():
    if not STUDY.exists():
        pytest.skip("an installed package has no studies")
    spec = importlib.util.spec_from_file_location("level_of_tests", STUDY)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_chances_of_all_tables_add_up_to_1(study):
    found = [*study.tables((3, 2, 1), (2, 2, 2))]
    assert len(set(found)) == len(found) == 15
    assert sum(map(study.chance_of, found)) == 1


def test_no_design_rejects_more_often_than_the_level(study):
    """And some come close to it, so that a level that is too high would be seen."""
    designs = [design for design in study.small_designs(30) if len(design) < 3][::4]
    found = study.greatest_ratios(designs)
    assert {n_modes for n_modes, _ in found} == {1, 2}
    assert 0.9 < max(ratios[0] for ratios in found.values()) <= 1 + 1e-12
    assert max(map(max, found.values())) <= 1 + 1e-12
