"""How often do the intervals contain the CARI of the population, or a difference of 0?

``python studies/interval_coverage.py`` prints the coverage of nominal 95 % of
`score_interval` and of `compare_scores` in 84 settings, and a summary by shape, by
clusters and by the population's CARI. Two numbers give the samples per setting with a
CARI above .5, where an interval takes .1 s, and in the others.

True row and column labels are drawn independently, from clusters of these shares; a
predicted label is the true one with probability 1 - noise, else one of the others,
whatever other rows and columns were sampled.
"""

import sys
from itertools import product

import numpy as np

from sklearn_cocluster_metrics import compare_scores, score_interval

SHAPES = [(20, 20), (30, 30), (100, 30), (1000, 20), (100, 100), (300, 100), (300, 300)]
SHARES = {
    "2": [1 / 2] * 2,
    "3": [1 / 3] * 3,
    "3, unequal": [0.7, 0.2, 0.1],
    "6": [1 / 6] * 6,
}
NOISES = [0.02, 0.1, 0.3]
SETTINGS = [*product(SHAPES, SHARES, NOISES)]


def population_cari(shares, noise):
    """CARI in the limit of many rows and columns, from the shares of the cells."""
    shares = np.array(shares)
    n_clusters = len(shares)
    joint = np.full((n_clusters, n_clusters), noise / (n_clusters - 1))
    np.fill_diagonal(joint, 1 - noise)
    joint *= shares[:, np.newaxis]
    # of the cells, shares of pairs together in both, in the truth, in the prediction
    both, true, pred = (
        np.sum(side**2) ** 2 for side in (joint, joint.sum(axis=1), joint.sum(axis=0))
    )
    return (both - true * pred) / ((true + pred) / 2 - true * pred)


def wrong(rng, true, n_clusters, noise):
    """Labels of one mode, some of which are wrong."""
    other = (true + rng.integers(1, n_clusters, size=len(true))) % n_clusters
    return np.where(rng.random(len(true)) < noise, other, true)


def coverages(shape, shares, noise, n_samples, seed):
    """Share of intervals that contain the population's value, and a difference of 0."""
    rng = np.random.default_rng(seed)
    target, n_clusters = population_cari(shares, noise), len(shares)
    hits = np.zeros(2)
    for _ in range(n_samples):
        true = tuple(rng.choice(n_clusters, size=n, p=shares) for n in shape)
        first, second = (
            tuple(wrong(rng, mode, n_clusters, noise) for mode in true)
            for _ in range(2)
        )
        interval = score_interval(true, first)
        difference = compare_scores(true, first, second)
        hits += (
            interval.low <= target <= interval.high,
            (difference.low <= 0 <= difference.high),
        )
    return hits / n_samples


def summary(groups, found):
    """Print the least and the mean coverage of the settings of each group."""
    for name in dict.fromkeys(groups):
        values = found[[group == name for group in groups]]
        cells = (f"{v.min():6.3f} {v.mean():6.3f}" for v in values.T)
        print(f"{name!s:>12} {len(values):8}", *cells)


def main(n_samples=60, n_samples_below=400):
    print(f"{n_samples} samples a setting, {n_samples_below} with a CARI below .5")
    print("rows columns   clusters noise  CARI  interval  difference")
    found, targets = [], []
    for seed, (shape, clusters, noise) in enumerate(SETTINGS):
        shares = SHARES[clusters]
        targets.append(population_cari(shares, noise))
        n = n_samples if targets[-1] > 0.5 else n_samples_below
        found.append(coverages(shape, shares, noise, n, seed))
        print(
            f"{shape[0]:4} {shape[1]:7} {clusters:>10} {noise:5.2f} {targets[-1]:5.2f} "
            f"{found[-1][0]:9.3f} {found[-1][1]:11.3f}",
            flush=True,
        )
    print("       group settings  interval: least, mean; difference: least, mean")
    shapes, clusters, _ = zip(*SETTINGS, strict=True)
    kinds = ["CARI > .5" if target > 0.5 else "CARI <= .5" for target in targets]
    for groups in (shapes, clusters, kinds, ["all"] * len(found)):
        summary(groups, np.array(found))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
