"""How often does the interval of `score_interval` contain the population's CARI?

``python studies/interval_coverage.py`` prints the coverage of nominal 95 % in each
setting. True row and column labels are drawn independently and uniformly from k
clusters; a predicted label is the true one with probability 1 - noise, else one of the
others, whatever other rows and columns were sampled.
"""

import sys

import numpy as np

from sklearn_cocluster_metrics import score_interval

# rows, columns, clusters per mode, noise
SETTINGS = [
    (30, 30, 3, 0.40),
    (30, 30, 3, 0.20),
    (100, 100, 3, 0.40),
    (100, 100, 3, 0.20),
    (100, 30, 3, 0.20),
    (100, 100, 5, 0.20),
    (300, 300, 5, 0.30),
    (100, 100, 3, 0.05),
    (100, 30, 3, 0.05),
    (30, 30, 3, 0.05),
    (30, 30, 3, 0.01),
    (10, 10, 2, 0.20),
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


def main(n_samples=2000):
    print(f"{n_samples} samples a setting")
    print("rows columns clusters noise  CARI  coverage")
    for setting in SETTINGS:
        rows, columns, n_clusters, noise = setting
        target = population_cari(n_clusters, noise)
        share = coverage(setting, n_samples)
        print(
            f"{rows:4} {columns:7} {n_clusters:8} {noise:5.2f} {target:5.2f} "
            f"{share:9.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
