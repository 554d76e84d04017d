"""The studies run, and their rules do what they say."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from sklearn_cocluster_metrics import cari_score

STUDIES = Path(__file__).parents[2] / "studies"
if not STUDIES.is_dir():
    pytest.skip("an installed package has no studies", allow_module_level=True)
RULES, LEVELS = (
    runpy.run_path(str(STUDIES / f"{name}.py"))
    for name in ("rules_for_choosing", "level_of_tests")
)


@pytest.mark.slow
def test_the_quick_run_has_every_rule_and_kind(capsys):
    table = RULES["main"](["--quick", "--kinds", "planted", "noise"])
    assert set(table) == {"planted", "noise"}
    assert {*RULES["RULES"], "a random candidate"} <= set(table["planted"])
    assert len(table["noise"]) == 10
    assert all(found.shape == (1,) for found in table["noise"].values())
    assert "most reproducible" in capsys.readouterr().out


def test_a_rule_loses_what_the_best_candidate_has_more():
    results = {
        "params": [{}, {}, {}],
        "mean_test_truth": np.array([0.2, 0.9, 0.5]),
        "mean_test_stability": np.array([1.0, 0.5, 0.9]),
        "mean_test_resampling_error": np.array([0.0, 0.0, 0.0]),
        "mean_test_n_row_clusters": np.array([2, 3, 4]),
        "mean_test_n_column_clusters": np.array([2, 2, 2]),
        "mean_test_bcv": np.array([0.1, 0.2, 0.15]),
        "mean_test_bcv_modularity": np.array([0.5, 0.1, 0.2]),
        "mean_test_modularity": np.full(3, np.nan),
        "mean_test_row_stability": np.array([1.0, 0.5, 0.9]),
        "mean_test_row_resampling_error": np.zeros(3),
        "mean_test_labels": np.array([0.1, 0.2, 0.3]),
    }
    found = RULES["losses"](results)
    assert found["greatest stability"] == pytest.approx(0.7)
    assert found["greatest bcv"] == 0
    assert found["stability x bcv"] == pytest.approx(0.4)
    assert found["most reproducible"] == pytest.approx(0.7)  # 0.05 is the product
    assert found["true labels"] == pytest.approx(0.4)
    assert found["a random candidate"] == pytest.approx(0.9 - 1.6 / 3)
    assert np.isnan(found["greatest modularity"])
    results["mean_test_bcv"] = -results["mean_test_bcv"]
    assert RULES["losses"](results)["most reproducible"] == pytest.approx(0.9)
    assert not RULES["chooses"](results)


def test_a_goal_is_met_or_missed_by_the_mean_loss():
    found = {"most reproducible": [0.1, 0.3], "a random candidate": [0.3, 0.2]}
    found["finest stable"] = [0.1, 0.2]
    found = {name: np.array(values) for name, values in found.items()}
    random, finest = RULES["goals"]("values", found)
    assert random.endswith("0.80: met")
    assert finest.endswith("+0.050 +- 0.050: met")
    found["finest stable"] = np.array([0.1, 0.1])
    found["a random candidate"] /= 1.2
    random, finest = RULES["goals"]("values", found)
    assert random.endswith("0.96: missed")
    assert len(RULES["goals"]("random starts", found)) == 1
    assert RULES["goals"]("random starts", found)[0].endswith("0.96: met")
    found["finest stable"] = np.array([0.1, 0.1]) - [0.05, -0.15]
    assert RULES["goals"]("values", found)[1].endswith("+0.050 +- 0.000: missed")
    noise = {"a": np.array([1] + [0] * 9), "b": np.zeros(10, int)}
    assert RULES["goals"]("noise", noise)[0].endswith("1 of 20: met")
    noise["b"][0] = 1
    assert RULES["goals"]("noise", noise)[0].endswith("2 of 20: missed")


def test_double_kmeans_finds_blocks_from_some_start():
    means = np.array([[9.0, 1.0, 4.0], [2.0, 8.0, 5.0]])
    X = np.kron(means, np.ones((4, 3)))
    truth = np.repeat([0, 1], 4), np.repeat([0, 1, 2], 3)
    found = [RULES["double_kmeans"](X, (2, 3), seed) for seed in range(10)]
    scores = [cari_score(truth, labels) for labels in found]
    assert max(scores) == 1
    assert min(scores) < 1


@pytest.mark.slow  # mathematics, whatever the versions
def test_the_chances_of_all_tables_add_up_to_1():
    found = [*LEVELS["tables"]((3, 2, 1), (2, 2, 2))]
    assert len(set(found)) == len(found) == 15
    assert sum(map(LEVELS["chance_of"], found)) == 1


@pytest.mark.slow
def test_no_design_rejects_more_often_than_the_level():
    """And some come close to it, so that a level that is too high would be seen."""
    designs = [design for design in LEVELS["small_designs"](30) if len(design) < 3][::4]
    found = LEVELS["greatest_ratios"](designs)
    assert {n_modes for n_modes, _ in found} == {1, 2}
    assert 0.9 < max(ratios[0] for ratios in found.values()) <= 1 + 1e-12
    assert max(map(max, found.values())) <= 1 + 1e-12
