"""Matchings of very many clusters."""

import numpy as np

from sklearn_cocluster_metrics import classification_error


def test_pairs_of_very_many_clusters_are_counted_without_overflow():
    """100,000 x 50,000 pairs of clusters have no number of 32 bits."""
    labels = np.arange(100_000)
    # Of each two samples in a predicted cluster, one has the true cluster's match.
    assert classification_error(labels, labels // 2) == 0.5
