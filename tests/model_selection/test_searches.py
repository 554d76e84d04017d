"""Scorers work wherever scikit-learn takes a `scoring`, with the right number.

Right means: the score that the same fitted labels have when they are compared by hand.
"""

import pickle
from functools import partial

import numpy as np
import pandas as pd
import pytest
import sklearn
from doubles import KMeansCocluster, WeightedCocluster, blocks
from scipy import sparse
from sklearn.cluster import SpectralBiclustering
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.frozen import FrozenEstimator
from sklearn.metrics import consensus_score
from sklearn.model_selection import (
    BaseCrossValidator,
    GridSearchCV,
    HalvingGridSearchCV,
    HalvingRandomSearchCV,
    KFold,
    RandomizedSearchCV,
    check_cv,
    cross_val_score,
    cross_validate,
    validation_curve,
)

import sklearn_cocluster_metrics as sccm

X, ROWS, COLUMNS = blocks()
TRUTH = {"row_labels": ROWS, "column_labels": COLUMNS}
OF_ROWS, OF_COLUMNS = sccm.labels_to_biclusters((ROWS, COLUMNS))
BICLUSTERS = {"rows": OF_ROWS, "columns": OF_COLUMNS}
WITH_ROWS = sccm.make_cocluster_scorer("cari", **TRUTH)
STABILITY = sccm.make_stability_scorer(n_resamples=2, with_standard_error=False)
WITHOUT_ROWS = sccm.make_cocluster_scorer("cari", column_labels=COLUMNS)
GRID = {"n_row_clusters": [2, 3, 4]}
INDUCTIVE_GRID = {"estimator__n_row_clusters": [2, 3, 4]}
WHOLE = {"cv": sccm.WholeDataSplit(), "error_score": "raise"}
FOLDS = {"cv": KFold(3), "error_score": "raise"}


def by_hand(n_row_clusters):
    """Fit, and compare the labels without a scorer."""
    model = KMeansCocluster(n_row_clusters).fit(X)
    return sccm.cari_score((ROWS, COLUMNS), (model.row_labels_, model.column_labels_))


BY_HAND = [by_hand(n) for n in GRID["n_row_clusters"]]


@pytest.fixture(params=[False, True], ids=["no routing", "routing"], autouse=True)
def metadata_routing(request):
    """Run each test with and without the routing of metadata."""
    with sklearn.config_context(enable_metadata_routing=request.param):
        yield request.param


def inductive(**options):
    """Wrap the co-clusterer so that it predicts."""
    return sccm.InductiveCocluster(KMeansCocluster(**options))


def by_optuna(*args, **options):
    """Make a search that tries every number of clusters."""
    optuna = pytest.importorskip("optuna")
    integration = pytest.importorskip("optuna_integration")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    ((name, _),) = args[1].items()
    sampler = optuna.samplers.GridSampler({name: [2, 3, 4]}, seed=0)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    grid = {name: optuna.distributions.IntDistribution(2, 4)}
    options |= {"n_trials": 3, "study": study, "random_state": 0}
    return integration.OptunaSearchCV(args[0], grid, **options)


SEARCHES = {
    "optuna": by_optuna,
    "grid": GridSearchCV,
    "randomized": partial(RandomizedSearchCV, n_iter=3, random_state=0),
    "halving on n_init": lambda *args, **kwargs: HalvingGridSearchCV(
        *args,
        resource="n_init" if "n_row_clusters" in args[1] else "estimator__n_init",
        max_resources=6,
        random_state=0,
        **kwargs,
    ),
}


# Of Optuna's own: its search is experimental and no estimator of scikit-learn 1.6; its
# integration uses what 4.9 deprecates; it asks for more than one split.
of_optuna = pytest.mark.filterwarnings(
    "ignore:OptunaSearchCV is experimental",
    "ignore:The OptunaSearchCV or classes:DeprecationWarning",
    "ignore:`optuna.terminator` module:FutureWarning",
    "ignore:Failed to report cross validation scores:UserWarning",
)


@of_optuna
@pytest.mark.parametrize("y", [None, ROWS, list(ROWS)], ids=["no y", "y", "list"])
@pytest.mark.parametrize("kind", SEARCHES)
def test_labels_that_are_passed_find_the_true_number_of_clusters(kind, y):
    model = SEARCHES[kind](KMeansCocluster(), GRID, scoring=WITH_ROWS, **WHOLE)
    search = model.fit(X, y)
    assert search.best_params_["n_row_clusters"] == 3
    assert search.best_score_ == 1
    assert WITH_ROWS(search, X, y) == search.score(X, y) == 1


@of_optuna
@pytest.mark.parametrize("kind", SEARCHES)
def test_predictions_find_the_true_number_of_clusters(kind):
    options = {**FOLDS, "scoring": WITHOUT_ROWS}
    search = SEARCHES[kind](inductive(), INDUCTIVE_GRID, **options).fit(X, ROWS)
    assert search.best_params_["estimator__n_row_clusters"] == 3
    assert search.best_score_ == 1


# Halving on the number of samples: refused or right


@pytest.mark.parametrize("random_state", [None, 0])
@pytest.mark.parametrize("y", [None, ROWS], ids=["no y", "y"])
@pytest.mark.parametrize("min_resources", [20, 60])
@pytest.mark.parametrize("search", [HalvingGridSearchCV, HalvingRandomSearchCV])
def test_halving_the_samples_is_refused_for_whole_data(
    search, min_resources, y, random_state
):
    options = {**WHOLE, "random_state": random_state, "min_resources": min_resources}
    model = search(KMeansCocluster(), GRID, scoring=WITH_ROWS, **options)
    with pytest.raises(ValueError, match="this search selects or shuffles"):
        model.fit(X, y)


# Functions of model selection


def test_a_validation_curve_has_the_scores_of_the_fits():
    options = {"param_name": "n_row_clusters", "param_range": [2, 3, 4], **WHOLE}
    options["scoring"] = WITH_ROWS
    _, scores = validation_curve(KMeansCocluster(), X, None, **options)
    assert scores.ravel().tolist() == BY_HAND


# Several scorers


def test_a_dictionary_of_scorers_with_refit():
    scoring = {
        "cari": WITH_ROWS,
        "error": sccm.get_scorer("neg_classification_error", **TRUTH),
        "rows": sccm.make_cocluster_scorer("nce", row_labels=ROWS),
        "stable": STABILITY,
        "consensus": sccm.make_bicluster_scorer(consensus_score, **BICLUSTERS),
    }
    model, grid = SpectralBiclustering(random_state=0), {"n_clusters": [(2, 2), (3, 3)]}
    search = GridSearchCV(model, grid, scoring=scoring, refit="error", **WHOLE).fit(X)
    assert search.best_params_ == {"n_clusters": (3, 3)}
    assert search.best_score_ == 0
    for name in ("cari", "rows", "stable", "consensus"):
        assert search.cv_results_[f"mean_test_{name}"][1] == 1
    assert search.cv_results_["mean_test_cari"][0] < 1


NEEDS_PARAMS = pytest.mark.skipif(
    tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 7),
    reason="before 1.7 scikit-learn passes no sample_weight to scorers",
)


@NEEDS_PARAMS
@pytest.mark.parametrize("several", [False, True], ids=["one", "several"])
def test_weights_of_samples_reach_the_fit_and_no_scorer(several, metadata_routing):
    model = WeightedCocluster()
    if metadata_routing:
        model.set_fit_request(sample_weight=True)
    scoring = {"a": WITH_ROWS, "b": STABILITY} if several else WITH_ROWS
    options = {"scoring": scoring, **WHOLE}
    found = cross_validate(model, X, params={"sample_weight": np.ones(60)}, **options)
    assert found["test_a" if several else "test_score"].tolist() == [1]


# Wrappers


def test_a_frozen_estimator_is_scored_as_it_is():
    frozen = FrozenEstimator(KMeansCocluster(4).fit(X))
    assert cross_val_score(frozen, X, ROWS, scoring=WITH_ROWS, **WHOLE) == by_hand(4)
    frozen = FrozenEstimator(inductive().fit(X[:40]))
    assert WITHOUT_ROWS(frozen, X[40:], ROWS[40:]) == 1


# Copies


def test_a_scorer_changes_nothing_that_it_is_given():
    rows, columns, data = ROWS.copy(), COLUMNS.copy(), X.copy()
    model = KMeansCocluster().fit(X)
    for array in (rows, columns, data, model.row_labels_, model.column_labels_):
        array.flags.writeable = False
    scorer = sccm.make_cocluster_scorer("cari", row_labels=rows, column_labels=columns)
    assert scorer(model, data, rows) == 1
    assert STABILITY(model, data) == 1


# Kinds of data and of labels


DATA = {
    "list": lambda: X.tolist(),
    "csr matrix": lambda: sparse.csr_matrix(X),
    "coo array": lambda: sparse.coo_array(X),
    "frame": lambda: pd.DataFrame(X, columns=[f"c{n}" for n in range(30)]),
    "frame with numbered columns": lambda: pd.DataFrame(X, index=np.arange(60) + 7),
}


@pytest.mark.parametrize("kind", DATA)
def test_any_kind_of_data_is_scored(kind):
    data = DATA[kind]()
    whole = cross_val_score(KMeansCocluster(), data, scoring=WITH_ROWS, **WHOLE)
    folds = cross_val_score(inductive(), data, ROWS, scoring=WITHOUT_ROWS, **FOLDS)
    assert set(whole) | set(folds) == {1.0}


# Copies of scorers and of the splitter


@pytest.mark.parametrize(
    "scorer",
    [WITHOUT_ROWS, STABILITY],
)
def test_scorers_without_a_truth_of_rows_are_pickled(scorer):
    fit = inductive().fit(X), X, ROWS
    assert pickle.loads(pickle.dumps(scorer))(*fit) == scorer(*fit)


SMALL_DATA = {
    "coo": sparse.coo_matrix((5, 3)),
    "frame": pd.DataFrame(np.zeros((5, 3)), index=list("edcba")),
    "texts": ["a", "b", "c", "d", "e"],
}


@pytest.mark.parametrize("X", SMALL_DATA.values(), ids=SMALL_DATA)
@pytest.mark.parametrize("n_repeats", [1, 3])
def test_every_row_is_trained_and_tested_on_in_order(X, n_repeats):
    splitter = sccm.WholeDataSplit(n_repeats)
    splits = list(splitter.split(X))
    assert len(splits) == splitter.get_n_splits(X) == n_repeats
    for train, test in splits:
        assert train.tolist() == test.tolist() == [0, 1, 2, 3, 4]
        assert train.dtype == np.intp


def test_sets_are_not_one_array_and_y_and_groups_are_ignored():
    options = {"y": ["a", "b"], "groups": [1, 2]}
    ((train, test),) = sccm.WholeDataSplit().split([[1], [2]], **options)
    train[0] = 2
    assert test.tolist() == [0, 1]


def test_it_is_a_splitter_of_scikit_learn():
    splitter = sccm.WholeDataSplit(2)
    assert isinstance(splitter, BaseCrossValidator)
    assert check_cv(splitter) is splitter
    assert pickle.loads(pickle.dumps(splitter)).n_repeats == 2
    assert repr(splitter) == "WholeDataSplit(n_repeats=2)"


def test_the_class_in_place_of_an_instance_is_refused(metadata_routing):
    if metadata_routing:
        pytest.skip("scikit-learn raises an error of its own before")
    options = {"cv": sccm.WholeDataSplit, "scoring": WITH_ROWS}
    with pytest.raises(
        TypeError, match=r"must be an instance .* Pass `cv=WholeDataSplit\(\)`"
    ):
        cross_validate(KMeansCocluster(), X, **options)
    with pytest.raises(
        TypeError, match=r"must be an instance .* Pass `cv=WholeDataSplit\(\)`"
    ):
        GridSearchCV(KMeansCocluster(), {}, **options).fit(X)
