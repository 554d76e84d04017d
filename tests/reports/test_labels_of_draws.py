"""Labels of each draw, made elsewhere, and columns that steps leave out."""

import numpy as np
import pytest
from sklearn.cluster import SpectralCoclustering
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.pipeline import make_pipeline

import sklearn_cocluster_metrics as sccm

TRUE = ([0, 0, 1, 1], [0, 0, 1])
PREDS = [([0, 1, 1, 1], [0, 0, 1]), TRUE, ([0, 0, 1, 1], [0, 1, 1])]


@pytest.mark.parametrize("keyed", [False, True])
def test_labels_of_each_draw_are_compared_with_its_truth(keyed):
    candidate = {"d": PREDS} if keyed else PREDS
    found = sccm.compare({"R": candidate}, {"d": [(None, TRUE)] * 3}, "cari")
    values = [record["value"] for record in found.records]
    assert values == [sccm.cari_score(TRUE, pred) for pred in PREDS]


def test_a_list_of_arrays_is_the_row_labels_of_each_draw():
    rows = [np.array(pred[0]) for pred in PREDS]
    found = sccm.compare({"R": rows}, {"d": [(None, TRUE[0])] * 3}, "cari")
    values = [record["value"] for record in found.records]
    assert values == [sccm.cari_score(TRUE[0], pred) for pred in rows]


def test_a_list_of_labels_is_a_single_clustering():
    found = sccm.compare({"R": [0, 0, 1, 1]}, {"d": (None, TRUE[0])}, "cari")
    assert found.records[0]["value"] == 1.0
    with pytest.raises(ValueError, match="Pass a list with the labels of each draw"):
        sccm.compare({"R": [0, 0, 1, 1]}, {"d": [(None, TRUE[0])] * 4}, "cari")


def test_another_number_of_draws_is_refused():
    with pytest.raises(
        ValueError, match="list of 3 structures, one for each draw, but"
    ):
        sccm.compare({"R": PREDS}, {"d": [(None, TRUE)] * 2}, "cari")


def test_columns_that_a_step_drops_are_counted_and_printed():
    X = np.kron(np.eye(2), np.ones((6, 4))) + 0.1
    X[:, ::4] = 0.5 + 0.01 * np.arange(12)[:, None]
    rows, columns = np.repeat([0, 1], 6), np.repeat([0, 1], 4)
    pipe = make_pipeline(Largest(6), SpectralCoclustering(2))
    found = sccm.compare(
        {"a": pipe}, {"d": (X, (rows, columns))}, "cari", random_state=0
    )
    assert found.records[0]["error"] is None
    assert found.records[0]["n_left_out"] == (0, 2)
    assert "Left out: d, a: 2 columns" in str(found)


class Largest(SelectKBest):
    """Select the columns that vary most."""

    def __init__(self, k=6):
        super().__init__(f_classif, k=k)

    def fit(self, X, y=None):
        """Score the columns by their variance."""
        self.n_features_in_ = X.shape[1]
        self.scores_ = np.var(X, axis=0)
        return self

    def __sklearn_tags__(self):
        """Return tags of a step that needs no y."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags
