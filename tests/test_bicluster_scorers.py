"""Scorers of biclusterings in searches of scikit-learn."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters, make_checkerboard
from sklearn.model_selection import GridSearchCV, KFold

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    bicluster_fbeta_score,
    bicluster_similarity_score,
    clustering_error,
    get_scorer,
    get_scorer_names,
    make_bicluster_scorer,
)
from sklearn_cocluster_metrics._contracts import CONTRACTS

CONTRACTS = {
    name: contract
    for name, contract in CONTRACTS.items()
    if contract.structure == "biclustering"
}
NAMES = {
    name if contract.greater_is_better else f"neg_{name}": contract
    for name, contract in CONTRACTS.items()
}
X, ROWS, COLUMNS = make_biclusters((40, 30), 3, noise=5, random_state=0)


class TransposedCoclustering(BaseEstimator):
    """A co-clusterer that takes the columns of X for its rows."""

    def fit(self, X, y=None):
        model = SpectralCoclustering(3, random_state=0).fit(X.T)
        self.rows_, self.columns_ = model.rows_, model.columns_
        return self


def search(scoring, estimator=None, **options):
    return GridSearchCV(
        estimator or SpectralCoclustering(random_state=0),
        {"n_clusters": [2, 3, 4]},
        **{"cv": WholeDataSplit(), "error_score": "raise", **options},
        scoring=scoring,
    )


def test_every_measure_of_biclusters_has_a_scorer():
    assert set(NAMES) <= set(get_scorer_names())
    lower_is_better = {name for name in NAMES if name.startswith("neg_")}
    assert lower_is_better == {
        "neg_rnia_distance",
        "neg_clustering_error",
        "neg_microobject_variation_of_information",
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_score_is_the_signed_index_of_the_fitted_biclusters(name):
    contract = NAMES[name]
    model = SpectralCoclustering(4, random_state=0).fit(X)
    scorer = get_scorer(name, rows=ROWS, columns=COLUMNS)
    value = contract((ROWS, COLUMNS), (model.rows_, model.columns_))
    score = scorer(model, X)
    assert type(score) is float
    assert score == (value if contract.greater_is_better else -value)
    # Parts of true biclusters are as precise as the whole.
    if name != "bicluster_bozdag_e" and not name.endswith("bicluster_precision"):
        assert value != contract.at_equality


def test_all_scorers_rank_the_candidates_of_one_search():
    scorers = {name: get_scorer(name, rows=ROWS, columns=COLUMNS) for name in NAMES}
    # No bicluster of ours is split by 2 clusters, none of the found ones by 4.
    one_sided = {
        "bicluster_recall", "bicluster_precision", "corrected_bicluster_recall",
        "corrected_bicluster_precision", "bicluster_bozdag_u", "bicluster_bozdag_e",
        "expected_best_bicluster_precision", "expected_best_bicluster_recall",
        "bicluster_rnia", "neg_rnia_distance",
    }  # fmt: skip
    results = search(scorers, refit=False, n_jobs=2).fit(X, ROWS.T).cv_results_
    for name, contract in NAMES.items():
        scores = results[f"mean_test_{name}"]
        assert scores[1] == contract.at_equality, name
        assert scores[1] == scores.max(), name
        if name not in one_sided:
            assert results[f"rank_test_{name}"].tolist().count(1) == 1, name


def test_a_checkerboard_is_searched():
    X, rows, columns = make_checkerboard((60, 40), (3, 2), noise=1, random_state=0)
    found = GridSearchCV(
        SpectralBiclustering(random_state=0),
        {"n_clusters": [(2, 2), (3, 2), (4, 3)]},
        scoring=get_scorer("mocice_bcubed", rows=rows, columns=columns),
        cv=WholeDataSplit(),
        error_score="raise",
    ).fit(X)
    assert found.best_params_ == {"n_clusters": (3, 2)}
    assert found.best_score_ == 1
    assert found.cv_results_["mean_test_score"].min() < 0.9


@pytest.mark.parametrize("name", NAMES)
def test_a_scorer_survives_pickle_and_clone(name):
    scorer = get_scorer(name, rows=ROWS, columns=COLUMNS)
    model = SpectralCoclustering(4, random_state=0).fit(X)
    score = scorer(model, X)
    assert pickle.loads(pickle.dumps(scorer))(model, X) == score
    copied = clone(search(scorer)).scoring
    assert copied is not scorer
    assert copied(model, X) == score


def test_a_function_of_this_package_brings_its_direction_and_name():
    truth = {"rows": ROWS, "columns": COLUMNS}
    scorer = make_bicluster_scorer(clustering_error, overlap="set", **truth)
    assert repr(scorer) == (
        "make_bicluster_scorer(clustering_error, overlap='set'; better: lower, negated)"
    )
    scorer = make_bicluster_scorer(bicluster_similarity_score, index="csi", **truth)
    assert repr(scorer) == (
        "make_bicluster_scorer(bicluster_csi, index='csi'; better: higher)"
    )
    with pytest.raises(ValueError, match="contradicts the metric"):
        make_bicluster_scorer(clustering_error, greater_is_better=True, **truth)


def test_options_are_checked_before_anything_is_fitted():
    truth = {"rows": ROWS, "columns": COLUMNS}
    with pytest.raises(
        ValueError, match="`correction` must be one of None, 'expected'"
    ):
        make_bicluster_scorer(bicluster_fbeta_score, correction="size", **truth)
    with pytest.raises(TypeError, match="'bicluster_ce' has no option `index`"):
        get_scorer("bicluster_ce", index="csi", **truth)
    with pytest.raises(TypeError, match="'corrected_bicluster_fbeta' has no option `c"):
        get_scorer("corrected_bicluster_fbeta", correction="space", **truth)
    with pytest.raises(TypeError, match="'e4sc' has no option `overlap`"):
        get_scorer("e4sc", overlap="set", **truth)
    model = SpectralCoclustering(4, random_state=0).fit(X)
    # None is what the correction is by default, and one option leaves others free
    plain = get_scorer("bicluster_fbeta", correction=None, **truth)
    assert plain(model, X) == get_scorer("bicluster_fbeta", **truth)(model, X)
    weighted = get_scorer("corrected_bicluster_fbeta", beta=2.0, **truth)
    assert weighted(model, X) == bicluster_fbeta_score(
        (ROWS, COLUMNS), model, correction="expected", beta=2.0
    )


@pytest.mark.parametrize("name", NAMES)
def test_an_estimator_that_transposes_is_turned_back(name):
    scorer = get_scorer(name, rows=ROWS, columns=COLUMNS, transpose=True)
    value = scorer(TransposedCoclustering().fit(X), X)
    contract = NAMES[name]
    assert abs(value) == pytest.approx(contract.at_equality)
    with pytest.raises(ValueError, match="labelled 30 rows, `X` has 40"):
        get_scorer(name, rows=ROWS, columns=COLUMNS)(TransposedCoclustering().fit(X), X)


@pytest.mark.parametrize("y", [ROWS.T, ROWS.T.astype(int), sparse.csr_array(ROWS.T)])
def test_the_transposed_rows_can_be_passed_as_y(y):
    scorer = get_scorer("e4sc", rows=ROWS, columns=COLUMNS)
    assert search(scorer, n_jobs=2).fit(X, y).best_params_ == {"n_clusters": 3}


def test_rows_in_another_order_are_refused():
    scorer = get_scorer("e4sc", rows=ROWS, columns=COLUMNS)
    model = SpectralCoclustering(3, random_state=0).fit(X)
    order = np.random.default_rng(0).permutation(len(X))
    with pytest.raises(ValueError, match="`y` differs from the transposed `rows`"):
        scorer(model, X, ROWS.T[order])
    with pytest.raises(ValueError, match="`y` differs from the transposed `rows`"):
        scorer(model, X, ROWS)


def test_a_split_of_the_rows_is_refused():
    scorer = get_scorer("e4sc", rows=ROWS, columns=COLUMNS)
    with pytest.raises(ValueError, match="truth of 40 rows, `X` has 20"):
        search(scorer, cv=KFold(2)).fit(X)


def test_overlaps_in_the_truth_are_refused_by_measures_of_disjoint_biclusters():
    overlapping = np.vstack([ROWS, ROWS[:1]]), np.vstack([COLUMNS, COLUMNS[:1]])
    scorer = get_scorer("microobject_rand", rows=overlapping[0], columns=overlapping[1])
    with pytest.raises(ValueError, match=r"biclusters 0 and 3 share a cell"):
        scorer(SpectralCoclustering(3, random_state=0).fit(X), X)
