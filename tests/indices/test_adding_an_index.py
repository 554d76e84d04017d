"""An index that one new module declares is found by everything that reads contracts."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sklearn_cocluster_metrics

pytestmark = pytest.mark.slow  # runs the tests of contracts in a copy

REPOSITORY = Path(__file__).parents[2]
PACKAGE = Path(sklearn_cocluster_metrics.__file__).parent
MODULE = '''"""A toy: are two co-clusterings equal?"""

from .._statistics._tables import tables_of_compared_modes
from ._contract import Contract


def toy_score(labels_true, labels_pred):
    return toy(tables_of_compared_modes(labels_true, labels_pred))


def toy(tables):
    return float(all(table.is_equality for table in tables))


TOY = Contract(name="toy", function=toy_score, formula=toy, source="This test")
'''
SCRIPT = """
import numpy as np
from sklearn.cluster import SpectralCoclustering
import sklearn_cocluster_metrics as package
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables
from sklearn_cocluster_metrics._contracts import CONTRACTS

assert CONTRACTS["toy"].source == "This test"
assert "toy" in package.get_scorer_names()
X = np.kron(np.eye(2), np.ones((3, 3))) + 0.01
model = SpectralCoclustering(n_clusters=2, random_state=0).fit(X)
truth = {"row_labels": list("aaabbb"), "column_labels": list("aaabbb")}
assert package.get_scorer("toy", **truth)(model, X) == 1
assert package.make_cocluster_scorer("toy", **truth)(model, X) == 1
unlike = contingency_table(([0, 0, 1], [0, 1]), ([0, 1, 1], [0, 1]))
assert score_from_tables(unlike, "toy") == 0
sides = [0, 0, 1, 1], [0, 1, 0, 1]
assert float(package.adjusted_for_chance(*sides, "toy", random_state=0)) <= 0
"""
TABLE = """
from contracts_table import ContractsTable, list_table
from sklearn_cocluster_metrics._contracts import CONTRACTS

table = object.__new__(ContractsTable)
rows = [table.row_of(CONTRACTS["toy"])]
print("\\n".join(list_table(table.columns("partition"), rows)))
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with a copy of the package that has one module more."""
    folder = tmp_path_factory.mktemp("with_toy")
    without = shutil.ignore_patterns("__pycache__")
    copy = shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=without)
    (copy / "_indices" / "_toy.py").write_text(MODULE, encoding="utf-8")
    return folder


def run(home, *arguments, also=()):
    """What Python prints that imports the copy."""
    paths = os.pathsep.join(map(str, (home, *also)))
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=home,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_index_is_collected_scored_and_adjusted(home):
    run(home, "-c", SCRIPT)


def test_the_tests_of_contracts_test_the_index(home):
    settings = REPOSITORY / "pyproject.toml"
    tests = Path(__file__).with_name("test_contracts.py")
    options = ["-q", "-p", "no:cacheprovider", "-c", settings, "-k", "toy"]
    printed = run(home, "-m", "pytest", *map(str, options), str(tests))
    last = printed.splitlines()[-1]
    assert int(last.split(" passed")[0]) > 15


def test_the_table_of_indices_has_a_row(home):
    pytest.importorskip("sphinx")
    printed = run(home, "-c", TABLE, also=[REPOSITORY / "doc" / "_ext"])
    assert "   * - :func:`toy <sklearn_cocluster_metrics.toy_score>`" in printed
    assert "     - This test" in printed
