"""The true level of the permutation test in random designs, by its study."""

import importlib.util
from pathlib import Path

import pytest

STUDY = Path(__file__).parents[1] / "studies" / "level_of_tests.py"

pytestmark = pytest.mark.slow  # mathematics, whatever the versions


@pytest.mark.skipif(not STUDY.exists(), reason="an installed package has no studies")
def test_auto_rejects_no_more_often_than_the_level_in_random_designs():
    """In 100 pairs of 12 modes, short and unbalanced ones included."""
    spec = importlib.util.spec_from_file_location("level_of_tests", STUDY)
    study = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(study)
    found = study.true_levels(100, 12, seed=3)
    of_auto = [ratios for key, ratios in found.items() if "auto" in key]
    assert sum(map(len, of_auto)) == 100
    assert any("drawn" in key for key in found)
    assert max(ratios.max() for ratios in of_auto) <= 1 + 1e-12
