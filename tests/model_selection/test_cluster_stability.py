"""The stability of each cluster: against sets of places and cells, refitted by hand."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from doubles import KMeansCocluster, blocks, drawn_parts
from scipy import sparse
from sklearn.base import BaseEstimator, clone
from sklearn.cluster import DBSCAN, KMeans, SpectralBiclustering, SpectralCoclustering
from sklearn.feature_selection import VarianceThreshold
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import cluster_stability

X = blocks()[0]
NOISE = np.random.default_rng(0).normal(size=(30, 16)) + 5
POINTS = np.random.default_rng(0).normal(
    np.repeat([[9], [0]], [20, 40], 0), size=(60, 2)
)


class Biclusterer(BaseEstimator):
    """Has the biclusters of a spectral fit, and no labels."""

    def __init__(self, random_state=0):
        self.random_state = random_state

    def fit(self, X, y=None):
        model = SpectralBiclustering((3, 2), random_state=self.random_state).fit(X)
        self.rows_, self.columns_ = model.rows_, model.columns_
        return self


def clusters_of(model, places):
    """The clusters of a fit as sets: (what, name) and the places or cells of each."""
    if isinstance(model, Biclusterer):
        return {
            ("biclusters", name): {*product(*map(np.compress, pair, places))}
            for name, pair in enumerate(zip(model.rows_, model.columns_, strict=True))
        }
    if hasattr(model, "labels_"):
        modes = {"samples": (model.labels_, places[0])}
    else:
        labels = model.row_labels_, model.column_labels_
        modes = {"rows": (labels[0], places[0]), "columns": (labels[1], places[1])}
    found = {
        (what, name): set(np.array(of)[labels == name].tolist())
        for what, (labels, of) in modes.items()
        for name in np.unique(labels).tolist()
    }
    return found | {
        ("blocks", (one[1], other[1])): {*product(found[one], found[other])}
        for one, other in product(found, repeat=2)
        if (one[0], other[0]) == ("rows", "columns")
    }


def by_hand(model, data, n_resamples, seed):
    """Compute the mean best Jaccard index of each cluster from its definition."""
    whole = clusters_of(model, [range(n) for n in data.shape])
    values = {key: [] for key in whole}
    for kept, seed_of_fit in drawn_parts(data.shape, n_resamples, seed):
        if hasattr(model, "labels_"):
            kept[1] = [*range(data.shape[1])]
        part = clone(model)
        if "random_state" in part.get_params():
            part.set_params(random_state=seed_of_fit)
        found = clusters_of(part.fit(data[np.ix_(*kept)]), kept)
        for (what, name), members in whole.items():
            of_cells = what in ("blocks", "biclusters")
            mine = members & set(
                product(*kept) if of_cells else kept[what == "columns"]
            )
            others = [found[key] for key in found if key[0] == what]
            if mine:
                best = max(len(mine & one) / len(mine | one) for one in others)
                values[what, name].append(best)
    return [
        (*key, len(whole[key]), np.mean(one) if one else np.nan, len(one))
        for key, one in values.items()
    ]


@pytest.mark.parametrize(
    ("model", "data"),
    [
        (KMeansCocluster(4, 3), NOISE),
        (SpectralCoclustering(3, random_state=0), NOISE),
        (KMeans(4, n_init=1, random_state=0), NOISE),
        (DBSCAN(eps=0.6), POINTS),
        (Biclusterer(), NOISE),
    ],
    ids=lambda one: type(one).__name__,
)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_table_is_that_of_its_definition(model, data, seed):
    fitted = clone(model).fit(data)
    found = cluster_stability(fitted, data, n_resamples=3, random_state=seed)
    expected = by_hand(fitted, data, 3, seed)
    *columns, jaccard, n_parts = map(list, zip(*expected, strict=True))
    assert [part.tolist() for part in (found.of, found.name, found.size)] == columns
    assert found.n_resamples.tolist() == n_parts
    np.testing.assert_allclose(found.jaccard, jaccard, rtol=1e-12)
    if "random_state" in model.get_params():
        assert np.nanmin(found.jaccard) < 1
    unfitted = cluster_stability(model, data, n_resamples=3, random_state=seed)
    np.testing.assert_array_equal(unfitted.jaccard, found.jaccard)


def test_a_cluster_that_no_part_has_is_nan_without_a_warning():
    data = np.append(np.ones((40, 2)), [[9.0, 9.0]], axis=0)
    model = DBSCAN(min_samples=1).fit(data)
    numbers = set()
    for seed in range(20):
        found = cluster_stability(model, data, n_resamples=1, random_state=seed)
        assert found.n_resamples[0] == 1
        assert np.isnan(found.jaccard[1]) == (found.n_resamples[1] == 0)
        numbers.add(int(found.n_resamples[1]))
    assert numbers == {0, 1}
    assert "least_jaccard=1" in repr(found)


def test_biclusters_are_compared_if_asked_for_and_equal_blocks_of_a_checkerboard():
    model = SpectralBiclustering((3, 2), random_state=0)
    options = {"n_resamples": 3, "random_state": 0}
    labels = cluster_stability(model, NOISE, **options)
    found = cluster_stability(model, NOISE, structure="biclustering", **options)
    assert [*found.of] == ["biclusters"] * 6
    np.testing.assert_allclose(found.jaccard, labels.jaccard[labels.of == "blocks"])


def test_sparse_counts_pipelines_and_columns_that_steps_drop_are_taken():
    rng = np.random.default_rng(0)
    counts = sparse.csr_array(rng.poisson(np.kron(np.eye(3), np.full((20, 12), 0.9))))
    model = SpectralCoclustering(3, random_state=0)
    assert cluster_stability(model, counts, random_state=0).jaccard.min() > 0.8
    data = np.insert(X, 4, 1.0, axis=1)  # a constant column
    found = cluster_stability(
        make_pipeline(VarianceThreshold(), KMeansCocluster()), data, random_state=0
    )
    assert found.size[found.of == "columns"].sum() == 30
    assert found.jaccard.min() == 1


@pytest.mark.parametrize("accessor", ["groups", ("groups", "others"), None])
def test_labels_are_read_where_the_caller_says(accessor):
    class Elsewhere(KMeansCocluster):
        def fit(self, X, y=None):
            super().fit(X)
            if accessor is not None:
                self.groups, self.others = self.row_labels_, self.column_labels_
                if accessor == "groups":
                    self.groups = self.groups, self.others
                del self.row_labels_, self.column_labels_
            return self

    options = {"random_state": 0, "n_resamples": 3}
    found = cluster_stability(Elsewhere(4, 3), NOISE, accessor=accessor, **options)
    expected = cluster_stability(KMeansCocluster(4, 3), NOISE, **options)
    np.testing.assert_array_equal(found.jaccard, expected.jaccard)


def test_it_is_printed():
    model = KMeansCocluster().fit(X)
    lines = str(cluster_stability(model, X, random_state=0, n_resamples=2)).splitlines()
    assert lines[0] == "of       name  size  jaccard  n_resamples"
    assert lines[1] == "rows     0       20    1.000            2"
    assert lines[-1] == "blocks   2, 2   200    1.000            2"


def test_other_rows_and_unknown_options_are_refused():
    model = KMeansCocluster().fit(X)
    with pytest.raises(ValueError, match="has labeled 60 rows, `X` has 59"):
        cluster_stability(model, X[1:])
    with pytest.raises(ValueError, match="`structure` must be one of"):
        cluster_stability(model, X, structure="blocks")
    with pytest.raises(TypeError, match="`estimator` must have a `fit`"):
        cluster_stability("kmeans", X)


@pytest.mark.parametrize("structure", [None, "biclustering"])
def test_data_with_columns_in_another_order_than_at_the_fit_are_refused(structure):
    frame = pd.DataFrame(X, columns=[f"gene_{column}" for column in range(30)])
    model = SpectralCoclustering(3, random_state=0).fit(frame)
    with pytest.raises(ValueError, match="was fitted on: the order differs"):
        cluster_stability(model, frame.iloc[:, ::-1], structure=structure)
