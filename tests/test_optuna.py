"""Scorers work in Optuna's search, transductive and inductive."""

import pytest
from doubles import KMeansCocluster, blocks

from sklearn_cocluster_metrics import WholeDataSplit, make_cocluster_scorer

optuna = pytest.importorskip("optuna")
integration = pytest.importorskip("optuna_integration")

pytestmark = pytest.mark.filterwarnings(
    # All are Optuna's own: its search is experimental and no estimator of scikit-learn
    # 1.6; its integration uses what 4.9 deprecates; it asks for choices that a database
    # can hold, and for more than one split.
    "ignore::optuna.exceptions.ExperimentalWarning",
    "ignore:The OptunaSearchCV or classes:DeprecationWarning",
    "ignore:`optuna.terminator` module:FutureWarning",
    "ignore:Choices for a categorical distribution:UserWarning",
    "ignore:Failed to report cross validation scores:UserWarning",
)

X, ROWS, COLUMNS = blocks()
NUMBERS = optuna.distributions.IntDistribution(2, 4)
WITH_ROWS = make_cocluster_scorer("cari", row_labels=ROWS, column_labels=COLUMNS)


@pytest.fixture(autouse=True)
def quiet():
    """Keep its reports of every trial out of the output."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)


OPTIONS = {"cv": WholeDataSplit(), "error_score": "raise", "random_state": 0}


def search(scoring):
    """Make a search that tries every number of clusters."""
    sampler = optuna.samplers.GridSampler({"n_row_clusters": [2, 3, 4]}, seed=0)
    return integration.OptunaSearchCV(
        KMeansCocluster(),
        {"n_row_clusters": NUMBERS},
        scoring=scoring,
        n_trials=3,
        study=optuna.create_study(direction="maximize", sampler=sampler),
        **OPTIONS,
    )


@pytest.mark.parametrize("y", [None, ROWS], ids=["no y", "y"])
def test_bound_labels_find_the_true_number_of_clusters(y):
    found = search(WITH_ROWS).fit(X, y)
    assert found.best_params_ == {"n_row_clusters": 3}
    assert found.best_score_ == 1
    assert WITH_ROWS(found, X, y) == 1
