"""How often does `match_table` find a significant pair of unrelated clusters?

The labels of the prediction are permuted, so that no pair of a true and a predicted
cluster shares more than by chance: each pair whose adjusted p-value is at most 0.05 is
a false discovery, and the false discovery rate is the fraction of data sets that have
one. For comparison, "matches alone" adjusts the p-values of the best matches of the
true clusters, as if these had not been selected.

    python studies/false_discoveries.py           (2000 data sets per design: minutes)
    python studies/false_discoveries.py 100       (100 data sets per design)
"""

import sys

import numpy as np
from scipy.stats import false_discovery_control

from sklearn_cocluster_metrics import match_table

LEVEL = 0.05


def labels(n_samples, n_clusters, ratio=1.0):
    """Return sorted labels; each cluster is larger than the next by this ratio."""
    shares = ratio ** -np.arange(n_clusters)
    ends = np.round(n_samples * np.cumsum(shares) / shares.sum())
    return np.searchsorted(ends, np.arange(n_samples), side="right")


def memberships(n_samples, sizes, generator):
    """Return overlapping clusters of these sizes, each a random set of samples."""
    ranks = generator.random((n_samples, len(sizes))).argsort(axis=0).argsort(axis=0)
    return (ranks < np.array(sizes)).astype(int)


def equal_clusters(n_samples, n_true, n_pred, generator):
    """Draw two unrelated clusterings with clusters of equal sizes."""
    pred = generator.permutation(labels(n_samples, n_pred))
    return labels(n_samples, n_true), pred


def unequal_clusters(n_samples, n_true, n_pred, generator):
    """Draw two unrelated clusterings with clusters of unequal sizes."""
    pred = generator.permutation(labels(n_samples, n_pred, 1.15))
    return labels(n_samples, n_true, 1.3), pred


def gene_sets(n_samples, n_true, n_pred, generator):
    """Draw two unrelated collections of overlapping sets of 5 to 60 samples."""
    true_sizes = generator.integers(5, 61, n_true)
    pred_sizes = generator.integers(5, 61, n_pred)
    true = memberships(n_samples, true_sizes, generator)
    return true, memberships(n_samples, pred_sizes, generator)


def blocks(n_rows, n_clusters, _, generator):
    """Draw two unrelated co-clusterings with so many row and three column clusters."""
    rows = labels(n_rows, n_clusters)
    columns = labels(30, 3)
    return (rows, columns), (
        generator.permutation(rows),
        generator.permutation(columns),
    )


# Name, draw, number of samples, of true and of predicted clusters
DESIGNS = [
    ("equal", equal_clusters, 100, 5, 5),
    ("equal", equal_clusters, 1000, 50, 50),
    ("unequal", unequal_clusters, 300, 10, 10),
    ("unequal", unequal_clusters, 1000, 20, 50),
    ("overlapping", gene_sets, 500, 20, 20),
    ("blocks", blocks, 60, 5, 5),
]


def has_discovery(pvalues):
    """Return whether any p-value is significant after adjustment for these alone."""
    return bool((false_discovery_control(pvalues) <= LEVEL).any())


def rates(draw, sizes, n_sets):
    """Return the fractions of data sets with a discovery: all pairs, matches alone."""
    generator = np.random.default_rng(0)
    n_sets_by_pairs = 0
    n_sets_by_matches = 0
    for _ in range(n_sets):
        table = match_table(*draw(*sizes, generator))
        n_sets_by_pairs += bool((table.pairs.pvalue_adjusted <= LEVEL).any())
        n_sets_by_matches += has_discovery(table.true.pvalue)
    return n_sets_by_pairs / n_sets, n_sets_by_matches / n_sets


def main(n_sets=2000):
    """Print a row for each design."""
    standard_error = np.sqrt(LEVEL * (1 - LEVEL) / n_sets)
    print(f"{n_sets} data sets per design")
    print("| design | samples | clusters | all pairs | matches alone |")
    for name, draw, *sizes in DESIGNS:
        rate_of_pairs, rate_of_matches = rates(draw, sizes, n_sets)
        n_samples, n_true, n_pred = sizes
        print(
            f"| {name} | {n_samples} | {n_true}, {n_pred} | {rate_of_pairs:.3f} | "
            f"{rate_of_matches:.3f} |",
            flush=True,
        )
        assert rate_of_pairs <= LEVEL + 2 * standard_error, name


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
