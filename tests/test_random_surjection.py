"""Random clusterings follow their null models exactly."""

import re
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import chisquare
from test_stirling import exact_law

from sklearn_cocluster_metrics.datasets import random_partition, random_surjection


def test_every_surjection_of_5_samples_onto_3_labels_is_equally_likely():
    generator = np.random.RandomState(0)
    draws = Counter(
        tuple(random_surjection(5, 3, random_state=generator).tolist())
        for _ in range(7500)
    )
    surjections = [
        labels for labels in product(range(3), repeat=5) if len(set(labels)) == 3
    ]
    assert len(surjections) == 150
    assert set(draws) <= set(surjections)
    assert chisquare([draws[labels] for labels in surjections]).pvalue > 0.01


@pytest.mark.parametrize("n_clusters", [150, 190])
def test_size_of_a_cluster_follows_equation_14_where_clusters_are_many(n_clusters):
    """Sizes of the first and of the last label, from Stirling numbers."""
    law = exact_law(200, n_clusters)
    generator = np.random.RandomState(2)
    draws = [
        np.bincount(random_surjection(200, n_clusters, random_state=generator))
        for _ in range(3000)
    ]
    expected = [float(3000 * p) for p in (law[0], law[1], sum(law[2:]))]
    for label in (0, n_clusters - 1):
        sizes = np.array([draw[label] for draw in draws])
        observed = [np.sum(sizes == 1), np.sum(sizes == 2), np.sum(sizes > 2)]
        assert chisquare(observed, expected).pvalue > 0.01


@pytest.mark.parametrize(
    ("n_samples", "n_clusters"),
    [(1, 1), (2, 1), (2, 2), (3, 2)]
    + [(1000, n_clusters) for n_clusters in (1, 999, 1000)]
    + [(10**6, n_clusters) for n_clusters in (2, 50, 700, 10**5, 999_999)],
)
def test_every_label_occurs(n_samples, n_clusters):
    labels = random_surjection(n_samples, n_clusters, random_state=0)
    assert labels.shape == (n_samples,)
    assert labels.dtype == np.int64
    counts = np.bincount(labels)
    assert counts.size == n_clusters
    assert counts.min() >= 1


def test_partition_has_the_given_sizes_empty_clusters_included():
    labels = random_partition(np.array([3, 0, 5]), random_state=0)
    assert labels.dtype == np.int64
    assert np.bincount(labels).tolist() == [3, 0, 5]


RAGGED = [[1, 2], [3]]
MASKED = np.ma.masked_array([1, 2], [True, False])
HUGE = np.array([2**63, 1], np.uint64)


@pytest.mark.parametrize(
    ("function", "arguments", "error", "message"),
    [
        (random_surjection, (0, 1), ValueError, "`n_samples` must be from 1 to 2814"),
        (random_surjection, (2.0, 1), TypeError, "`n_samples` must be an integer, got"),
        (random_surjection, (5, 0), ValueError, "`n_clusters` must be from 1 to 5"),
        (random_surjection, (5, 6), ValueError, "`n_clusters` must be from 1 to 5"),
        (random_surjection, (5, "2"), TypeError, "`n_clusters` must be an integer"),
        (random_surjection, (2**48, 3), ValueError, "The clusters are too large"),
        (random_partition, ([],), ValueError, "`sizes` must be one-dimensional and no"),
        (random_partition, ([[1, 2]],), ValueError, "`sizes` must be one-dimensional"),
        (random_partition, (RAGGED,), ValueError, "`sizes` must be one-dimensional, g"),
        (random_partition, ([1.5, 2.0],), TypeError, "`sizes` must contain integers"),
        (random_partition, ([True] * 2,), TypeError, "`sizes` must contain integers"),
        (random_partition, ([2, -1],), ValueError, "`sizes` must not be negative, got"),
        (random_partition, ([0, 0],), ValueError, "`sizes` must sum to at least 1 and"),
        (random_partition, (MASKED,), ValueError, "`sizes` has masked entries; every"),
        (random_partition, ([*MASKED],), ValueError, "`sizes` has masked entries; eve"),
        (random_partition, (HUGE,), ValueError, "`sizes` must sum to at least 1 and l"),
        (random_partition, ([2**70],), ValueError, "`sizes` must sum to at least 1 an"),
    ],
)
def test_a_wrong_argument_is_named(function, arguments, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        function(*arguments)
