"""The study of rules for choosing runs, and a rule that finds nothing is counted."""

import runpy
from pathlib import Path

import numpy as np
import pytest

PATH = Path(__file__).parents[1] / "studies" / "rules_for_choosing.py"


@pytest.fixture(scope="module")
def study():
    if not PATH.is_file():
        pytest.skip("there are no studies beside the tests")
    return runpy.run_path(str(PATH))


@pytest.mark.slow
def test_the_quick_run_has_every_rule_and_kind(study, capsys):
    table = study["main"](["--quick", "--kinds", "planted", "noise"])
    assert set(table) == {"planted", "noise"}
    assert {*study["RULES"], "a random candidate"} <= set(table["planted"])
    assert table["noise"]["searches"] == 3
    assert "most reproducible" in capsys.readouterr().out


def test_a_rule_loses_what_the_best_candidate_has_more(study):
    results = {
        "params": [{}, {}, {}],
        "mean_test_truth": np.array([0.2, 0.9, 0.5]),
        "mean_test_score": np.array([1.0, 0.5, 0.9]),
        "mean_test_standard_error": np.array([0.0, 0.0, 0.0]),
        "mean_test_n_row_clusters": np.array([2, 3, 4]),
        "mean_test_n_column_clusters": np.array([2, 2, 2]),
        "mean_test_bcv": np.array([0.1, 0.2, 0.15]),
        "mean_test_bcv_modularity": np.array([0.5, 0.1, 0.2]),
        "mean_test_modularity": np.full(3, np.nan),
    }
    found = study["losses"](results)
    assert found["greatest stability"] == pytest.approx(0.7)
    assert found["greatest bcv"] == 0
    assert found["stability x bcv"] == pytest.approx(0.4)
    assert found["most reproducible"] == pytest.approx(0.7)  # 0.05 is the product
    assert found["a random candidate"] == pytest.approx(0.9 - 1.6 / 3)
    assert np.isnan(found["greatest modularity"])
    results["mean_test_bcv"] = -results["mean_test_bcv"]
    assert study["losses"](results)["most reproducible"] == pytest.approx(0.9)
