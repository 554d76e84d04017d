"""How often do the intervals contain the CARI of the population, or a difference of 0?

``python studies/interval_coverage.py`` prints the coverage of nominal 95 % of
`score_interval` and of `compare_scores` in each setting; the number of samples, and the
first and the last setting, may be given. True row and column labels are drawn
independently and uniformly from k clusters; a predicted label is the true one with
probability 1 - noise, else one of the others, whatever other rows and columns were
sampled.
"""

import sys

import numpy as np

from sklearn_cocluster_metrics import compare_scores, score_interval

# rows, columns, clusters per mode, noise
SETTINGS = [
    (10, 10, 2, 0.20),
    (30, 30, 3, 0.40),
    (30, 30, 3, 0.20),
    (30, 30, 3, 0.05),
    (30, 30, 3, 0.01),
    (30, 30, 6, 0.05),
    (100, 30, 3, 0.20),
    (100, 30, 3, 0.05),
    (1000, 20, 4, 0.30),
    (1000, 20, 4, 0.05),
    (100, 100, 3, 0.40),
    (100, 100, 3, 0.20),
    (100, 100, 3, 0.05),
    (100, 100, 5, 0.20),
    (300, 300, 5, 0.30),
    (300, 300, 3, 0.02),
]


def population_cari(n_clusters, noise):
    """CARI in the limit of many rows and columns, from the shares of the cells."""
    joint = n_clusters * (
        ((1 - noise) / n_clusters) ** 2
        + (n_clusters - 1) * (noise / n_clusters / (n_clusters - 1)) ** 2
    )
    both, chance = joint**2, 1 / n_clusters**4
    return (both - chance) / (1 / n_clusters**2 - chance)


def sample(rng, n_entries, n_clusters, noise):
    """Labels of one mode, true and predicted."""
    true = rng.integers(n_clusters, size=n_entries)
    other = (true + rng.integers(1, n_clusters, size=n_entries)) % n_clusters
    return true, np.where(rng.random(n_entries) < noise, other, true)


def coverage(setting, n_samples, seed=0):
    """Share of the intervals that contain the population's value."""
    *shape, n_clusters, noise = setting
    rng = np.random.default_rng(seed)
    target = population_cari(n_clusters, noise)
    hits = 0
    for _ in range(n_samples):
        modes = [sample(rng, n, n_clusters, noise) for n in shape]
        true, pred = zip(*modes, strict=True)
        interval = score_interval(true, pred)
        hits += interval.low <= target <= interval.high
    return hits / n_samples


def difference_coverage(setting, n_samples, seed=0):
    """Share of the intervals that contain the difference 0 of two equal noises."""
    *shape, n_clusters, noise = setting
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(n_samples):
        modes = []
        for n in shape:
            true, first = sample(rng, n, n_clusters, noise)
            other = (true + rng.integers(1, n_clusters, size=n)) % n_clusters
            modes.append((true, first, np.where(rng.random(n) < noise, other, true)))
        result = compare_scores(*zip(*modes, strict=True))
        hits += result.low <= 0 <= result.high
    return hits / n_samples


def main(n_samples=1000, first=0, last=None):
    print(f"{n_samples} samples a setting")
    print("rows columns clusters noise  CARI  interval  difference")
    for setting in SETTINGS[first:last]:
        rows, columns, n_clusters, noise = setting
        target = population_cari(n_clusters, noise)
        shares = coverage(setting, n_samples), difference_coverage(setting, n_samples)
        print(
            f"{rows:4} {columns:7} {n_clusters:8} {noise:5.2f} {target:5.2f} "
            f"{shares[0]:9.3f} {shares[1]:11.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
