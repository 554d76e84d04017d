"""Sparse matrices of every format, of which `dok_array` is also a mapping."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.cluster import SpectralCoclustering

from sklearn_cocluster_metrics import make_cocluster_scorer, soft_cari_score

FORMATS = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]


@pytest.mark.parametrize("kind", FORMATS)
def test_memberships_of_any_format_give_the_value_of_dense_ones(kind):
    true = np.array([[0.5, 0.5], [1, 0], [0, 1], [0.25, 0.75]])
    pred = np.array([[1, 0], [0.75, 0.25], [0, 1], [0, 1]])
    value = soft_cari_score(true, sparse.csr_array(pred).asformat(kind))
    assert value == soft_cari_score(true, pred)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_scorer_takes_data_of_any_format(kind):
    labels = np.arange(12) % 2
    X = 1.0 + 9 * (labels[:, None] == labels)
    model = SpectralCoclustering(n_clusters=2, random_state=0).fit(X)
    score = make_cocluster_scorer("cari", labels=(labels, labels))
    assert score(model, sparse.csr_array(X).asformat(kind)) == 1.0
