"""The canonical order of clusters, for tables with known automorphisms."""

import numpy as np
import pytest

from sklearn_cocluster_metrics._inference._canonical_order import canonical_clusters


def cells_with_counts(clusters, counts):
    return sorted(zip(*clusters.tolist(), counts.tolist(), strict=True))


def random_table(seed):
    """Cells of three clusterings; counts of powers of 2 tell all clusters apart."""
    rng = np.random.default_rng(seed)
    cells = np.unique(rng.integers(0, 5, size=(3, 12)), axis=1)
    return cells, 2 ** rng.permutation(cells.shape[1])


def cycle(n_clusters):
    """Every cluster shares one entry with each of two clusters of the other side."""
    true = np.repeat(np.arange(n_clusters), 2)
    pred = np.roll(true, 1)
    return np.array([true, pred]), np.ones(2 * n_clusters, dtype=np.int64)


TABLES = {
    "random 0": random_table(0),
    "random 1": random_table(1),
    "all alike": (np.array([np.arange(7), np.arange(7)]), np.full(7, 2)),
    "cycle": cycle(9),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_clusters_have_the_same_numbers_whatever_their_names_and_order(table):
    clusters, counts = table
    expected = cells_with_counts(canonical_clusters(clusters, counts), counts)
    rng = np.random.default_rng(0)
    for _ in range(5):
        renamed = [rng.permutation(20)[labels] for labels in clusters]
        order = rng.permutation(len(counts))
        numbers = canonical_clusters(np.array(renamed)[:, order], counts[order])
        assert cells_with_counts(numbers, counts[order]) == expected


@pytest.mark.parametrize("table", [*TABLES.values(), cycle(50_000)])
def test_clusters_are_renamed_and_numbered_by_size(table):
    """The last table is so large that not all of its clusters are told apart."""
    clusters, counts = table
    for labels, numbers in zip(
        clusters, canonical_clusters(clusters, counts), strict=True
    ):
        names = set(zip(labels.tolist(), numbers.tolist(), strict=True))
        assert len(names) == len(np.unique(labels))
        sizes = np.bincount(numbers, weights=counts)
        assert len(sizes) == len(np.unique(labels))
        assert np.all(np.diff(sizes) <= 0)
