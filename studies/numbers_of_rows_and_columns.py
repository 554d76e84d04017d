"""Which rule finds the numbers of row clusters and of column clusters, if they differ?

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python \\
        studies/numbers_of_rows_and_columns.py --estimator alternating
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python \\
        studies/numbers_of_rows_and_columns.py --estimator spectral

Checkerboards of 100 x 80 with 2 to 5 row clusters and another number, 2 to 5, of column
clusters. The candidates are all pairs from 2 to 6. Each rule chooses from the same
results of `make_stability_scorer(with_standard_error=True)`, with 5 resamples:

- "greatest": the greatest stability, as a search takes it that has no other score;
- "square": `finest_stable` among pairs (k, k);
- "blocks": `finest_stable`;
- "modes": `finest_stable` with `by="modes"`;
- "averaged": in each mode, the finest number of clusters within one standard error of
  the best, where the agreement of this mode is averaged over all candidates with this
  number.

A problem is solved if the fits of the chosen candidate found the true numbers, rounded.

The two estimators differ in what averaging may assume. `SpectralBiclustering` labels
rows and columns independently, so that the agreement of the rows does not depend on the
number of column clusters. The alternating k-means below labels the rows by their means
in the column clusters: with a wrong number of column clusters, its row clusters are
less stable too.
"""

import argparse
from collections import Counter

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans, SpectralBiclustering
from sklearn.datasets import make_checkerboard
from sklearn.model_selection import GridSearchCV
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    finest_stable,
    make_stability_scorer,
)

SHAPE, N_RESAMPLES, N_STEPS = (100, 80), 5, 4
CANDIDATES = [(rows, columns) for rows in range(2, 7) for columns in range(2, 7)]
MODES = ("row", "column")


class AlternatingKMeans(BaseEstimator):
    """k-means of rows by their means in column clusters, then of columns, and again."""

    def __init__(self, n_clusters=(3, 3), random_state=None):
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X, y=None):
        """Label rows and columns in turn."""
        columns = self._labels(X.T, self.n_clusters[1])
        for _ in range(N_STEPS):
            rows = self._labels(means_in_clusters(X, columns), self.n_clusters[0])
            columns = self._labels(means_in_clusters(X.T, rows), self.n_clusters[1])
        self.row_labels_, self.column_labels_ = rows, columns
        return self

    def _labels(self, data, n_clusters):
        """Label the rows of a matrix by k-means."""
        model = KMeans(n_clusters, n_init=2, random_state=self.random_state)
        return model.fit(data).labels_


ESTIMATORS = {
    "alternating": AlternatingKMeans(),
    "spectral": SpectralBiclustering(method="log", n_init=2),
}


def means_in_clusters(data, labels):
    """Return the mean of each row in each cluster of columns."""
    return np.stack(
        [data[:, labels == label].mean(axis=1) for label in np.unique(labels)], axis=1
    )


def greatest(results):
    """Return the candidate with the greatest stability."""
    return int(np.argmax(results["mean_test_stability"]))


def square(results):
    """Return the finest stable candidate among those with equal numbers."""
    kept = [
        i for i, one in enumerate(results["params"]) if len({*one["n_clusters"]}) == 1
    ]
    part = {
        key: [values[place] for place in kept]
        for key, values in results.items()
        if key == "params" or key.startswith("mean_test")
    }
    return kept[finest_stable(part)]


def by_modes(results):
    """Return the finest candidate that is stable in each mode."""
    return finest_stable(results, by="modes")


def averaged(results):
    """Return the candidate nearest to the numbers chosen by averages of each mode."""
    distances = 0
    for mode in MODES:
        found = np.rint(results[f"mean_test_n_{mode}_clusters"])
        numbers = np.unique(found)
        scores, errors = (
            np.array([results[key][found == number].mean() for number in numbers])
            for key in (
                f"mean_test_{mode}_stability",
                f"mean_test_{mode}_resampling_error",
            )
        )
        best = scores.argmax()
        stable = scores >= scores[best] - np.hypot(errors, errors[best])
        distances = distances + np.abs(found - numbers[stable].max())
    return int(np.argmin(distances))


RULES = {
    "greatest": greatest,
    "square": square,
    "blocks": finest_stable,
    "modes": by_modes,
    "averaged": averaged,
}


def solve(estimator, noise, seed):
    """Return by which rules the numbers that were chosen are the true ones."""
    rng = np.random.default_rng(seed)
    true = tuple(int(number) for number in rng.choice(range(2, 6), 2, replace=False))
    data, _, _ = make_checkerboard(SHAPE, true, noise=noise, random_state=seed)
    search = GridSearchCV(
        estimator,
        {"n_clusters": CANDIDATES},
        scoring=make_stability_scorer(n_resamples=N_RESAMPLES, with_resamples=False),
        refit=False,
        cv=WholeDataSplit(),
        error_score="raise",
    ).fit(data)
    results = search.cv_results_
    found = np.rint([results[f"mean_test_n_{mode}_clusters"] for mode in MODES]).T
    return [name for name, rule in RULES.items() if tuple(found[rule(results)]) == true]


def main():
    """Run the experiment and print a line per problem, then the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--estimator", choices=ESTIMATORS, default="alternating")
    parser.add_argument("--noise", type=float, default=20.0)
    parser.add_argument("--n-problems", type=int, default=20)
    parser.add_argument("--n-jobs", type=int, default=1)
    options = parser.parse_args()
    solved = Counter()
    for seed, names in enumerate(
        Parallel(options.n_jobs, return_as="generator")(
            delayed(solve)(ESTIMATORS[options.estimator], options.noise, seed)
            for seed in range(options.n_problems)
        )
    ):
        solved.update(names)
        print(f"{seed:>3}  solved by {', '.join(names) or 'none'}", flush=True)
    for name in RULES:
        print(f"{name:<10}{solved[name]:>4} of {options.n_problems}")


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        main()
