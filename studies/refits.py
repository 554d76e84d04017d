"""Is the p-value of `refit_test` exact, and what changes does it find?

``python studies/refits.py`` prints the share of p-values of at most 5 %, with standard
errors, for labels that are one more run of the estimator, the worst data first, and for
labels that have changed: rows moved at random, data with noise, half of the columns,
one cluster more, Ward's clusters. It ends with an error if the share of unchanged
labels is three standard errors above the level. A number gives the replicates for each
data set. With ``--write``, the numbers go to ``doc/studies.json``.
"""

import argparse
import sys

import numpy as np
from _results import write_results
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_digits, load_wine, make_blobs
from sklearn.preprocessing import scale
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import refit_test

LEVEL = 0.05
N_REFITS = 39


def digits(generator):
    """Images of digits, half of those that are shipped."""
    X = load_digits().data
    return X[generator.choice(len(X), 200, replace=False)]


def wine(generator):
    """All measurements of wines in units of their standard deviations."""
    return scale(load_wine().data)


def overlapping_blobs(generator):
    """Six normal clusters that overlap."""
    seed = int(generator.integers(2**31))
    return make_blobs(150, 5, centers=6, cluster_std=3, random_state=seed)[0]


def clear_blobs(generator):
    """Five normal clusters that do not overlap."""
    seed = int(generator.integers(2**31))
    return make_blobs(150, 5, centers=5, cluster_std=1, random_state=seed)[0]


def noise(generator):
    """No clusters."""
    return generator.normal(size=(100, 8))


DATA = {
    "digits, k = 10": (digits, 10),
    "wine, k = 3": (wine, 3),
    "wine, k = 6": (wine, 6),
    "overlapping blobs, k = 6": (overlapping_blobs, 6),
    "clear blobs, k = 5": (clear_blobs, 5),
    "noise, k = 4": (noise, 4),
}


def changed_labels(X, n_clusters, generator):
    """Return labels of one more run, and others that have changed, by name."""

    def run(data, k=n_clusters):
        seed = int(generator.integers(2**31))
        return KMeans(k, n_init=1, random_state=seed).fit(data).labels_

    def with_moved_rows(labels, fraction):
        rows = generator.choice(len(X), int(fraction * len(X)), replace=False)
        moved = labels.copy()
        moved[rows] = generator.permutation(labels[rows])
        return moved

    noisy = X + 0.4 * X.std(axis=0) * generator.normal(size=X.shape)
    half = generator.permutation(X.shape[1])[: X.shape[1] // 2]
    return {
        "unchanged": run(X),
        "5 % of the rows permuted": with_moved_rows(run(X), 0.05),
        "15 % of the rows permuted": with_moved_rows(run(X), 0.15),
        "noise of .4 sd in the data": run(noisy),
        "half of the columns": run(X[:, half]),
        "one cluster more": run(X, n_clusters + 1),
        "Ward": AgglomerativeClustering(n_clusters).fit(X).labels_,
    }


def main(n_replicates, write):
    """Print the table, and fail if unchanged labels are rejected too often."""
    rejected = {name: {} for name in DATA}
    for name, (draw, n_clusters) in DATA.items():
        model = KMeans(n_clusters, n_init=1)
        for replicate in range(n_replicates):
            generator = np.random.default_rng(replicate)
            X = draw(generator)
            for change, labels in changed_labels(X, n_clusters, generator).items():
                seed = int(generator.integers(2**31))
                result = refit_test(
                    model, X, labels, n_refits=N_REFITS, random_state=seed
                )
                rejections = rejected[name].setdefault(change, [])
                rejections.append(result.pvalue <= LEVEL)
        print(name, "done", file=sys.stderr, flush=True)
    table = {}
    for name, changes in rejected.items():
        table[name] = {change: shares(found) for change, found in changes.items()}
    unchanged = np.concatenate([changes["unchanged"] for changes in rejected.values()])
    table["all data"] = {"unchanged": shares(unchanged)}
    print(f"\nRejected at {LEVEL} with {N_REFITS} refits (standard error)")
    for name in sorted(table, key=lambda name: -table[name]["unchanged"]["share"]):
        for change, numbers in table[name].items():
            text = f"{numbers['share']:.3f} ({numbers['se']:.3f})"
            print(f"{name:26} {change:28} {text} of {numbers['n']}")
    if write:
        write_results("refits", table)
    error = np.sqrt(LEVEL * (1 - LEVEL) / len(unchanged))
    if np.mean(unchanged) > LEVEL + 3 * error:
        sys.exit("Unchanged labels are rejected too often.")


def shares(rejected):
    """Return the share of rejections, its standard error and the number of tests."""
    share = float(np.mean(rejected))
    error = float(np.sqrt(share * (1 - share) / len(rejected)))
    return {"share": round(share, 4), "se": round(error, 4), "n": len(rejected)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n_replicates", nargs="?", type=int, default=16)
    parser.add_argument("--write", action="store_true", help="write doc/studies.json")
    options = parser.parse_args()
    with threadpool_limits(1):  # the data are small, and the fits many
        main(options.n_replicates, options.write)
