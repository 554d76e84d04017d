"""How often does a search find the true number of blocks, with true labels and without?

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/recovery.py
    python benchmarks/recovery.py --quick

Twenty problems of `make_checkerboard` and twenty of `make_biclusters` are searched
twice. The CARI search has the true labels and scores the fit of the whole matrix. The
stability search does not; it chooses by `finest_stable`. A problem is solved if the fit
that is chosen has the true numbers of row clusters and of column clusters. What counts
is the clusters found, not those asked for. Then stability is measured on matrices of
noise alone, where an index corrected for chance should be near 0: no mean over the
matrices above 0.1.

Settings. Blocks have values from 10 to 100 (scikit-learn's default), and the noise has
a standard deviation of 3, set beforehand. Checkerboards have 2 to 4 row and column
clusters and a k-means with 3 starts (few, to save time); there are 2 to 5 biclusters.

Solved, in a run that was stopped early (seeds 0 to 5 of the checkerboards, 0 to
19 of the biclusters):

=============  ===========  ================
problems       CARI search  stability search
=============  ===========  ================
checkerboard   6 of 6       6 of 6
biclusters     20 of 20     20 of 20
=============  ===========  ================

On biclusters, `SpectralCoclustering` clusters rows and columns together. With a cluster
too many it may put the rows of a true block in one cluster and its columns in another.
The row and column clusters found are then the true ones, and CARI is 1 at several
candidates (column "tied"). `GridSearchCV` takes the first of them, here the coarsest;
`finest_stable` counts them as equally fine, because it uses the clusters found.
"""

import argparse
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters, make_checkerboard
from sklearn.model_selection import GridSearchCV

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    biclusters_to_labels,
    coclustering_of,
    finest_stable,
    make_cocluster_scorer,
    make_stability_scorer,
    stability_score,
)

SHAPE, NOISE, NEAR_CHANCE = (300, 300), 3.0, 0.1
CHECKERBOARD, BICLUSTERS = "checkerboard", "biclusters"
ESTIMATORS = {
    CHECKERBOARD: SpectralBiclustering(method="log", n_init=3, random_state=0),
    BICLUSTERS: SpectralCoclustering(n_init=10, random_state=0),
}
# The candidates go beyond the numbers that are drawn.
DRAWN = {CHECKERBOARD: (2, 4), BICLUSTERS: (2, 5)}
CANDIDATES = {
    CHECKERBOARD: [(h, w) for h in range(2, 6) for w in range(2, 6)],
    BICLUSTERS: list(range(2, 9)),
}
# On noise, square checkerboards only, to save time.
NOISE_CANDIDATES = {
    CHECKERBOARD: [(k, k) for k in range(2, 6)],
    BICLUSTERS: CANDIDATES[BICLUSTERS],
}
TARGETS = {"CARI": 18, "stability": 14}  # of 20


class Problem(NamedTuple):
    """Data, the true number of clusters, and the true labels of rows and columns."""

    data: np.ndarray
    n_clusters: Any
    truth: tuple[np.ndarray, np.ndarray]


class Outcome(NamedTuple):
    """What the two searches have found, and how hard the problem is."""

    kind: str
    seed: int
    true: tuple[int, int]
    asked: dict[str, Any]  # parameter of the chosen candidate
    found: dict[str, tuple[int, int]]  # row and column clusters in its fit
    n_tied: int  # candidates at the greatest CARI, the chosen one included
    separation: float
    smallest: int


def make_problem(kind, seed):
    """Draw the number of clusters, then the data, from one seed."""
    low, high = DRAWN[kind]
    draws = np.random.default_rng(seed).integers(low, high, size=2, endpoint=True)
    if kind == CHECKERBOARD:
        n_clusters = tuple(map(int, draws))
        data, *blocks = make_checkerboard(
            SHAPE, n_clusters, noise=NOISE, random_state=seed
        )
        return Problem(data, n_clusters, biclusters_to_labels(tuple(blocks)))
    n_clusters = int(draws[0])
    data, rows, columns = make_biclusters(
        SHAPE, n_clusters, noise=NOISE, random_state=seed
    )
    # Blocks on the diagonal; each row and each column is in exactly one of them.
    return Problem(data, n_clusters, (rows.argmax(axis=0), columns.argmax(axis=0)))


def search(kind, data, scorer, refit=True):
    """Return a fitted grid search over the number of clusters."""
    return GridSearchCV(
        ESTIMATORS[kind],
        {"n_clusters": CANDIDATES[kind]},
        scoring=scorer,
        refit=refit,
        cv=WholeDataSplit(),
        error_score="raise",
    ).fit(data)


def solve(kind, seed):
    """Search one problem with the true labels, then without."""
    problem = make_problem(kind, seed)
    rows, columns = problem.truth
    with_truth = make_cocluster_scorer("cari", row_labels=rows, column_labels=columns)
    without = make_stability_scorer(with_standard_error=True)
    searches = {
        "CARI": search(kind, problem.data, with_truth),
        "stability": search(kind, problem.data, without, finest_stable),
    }
    return Outcome(
        kind,
        seed,
        numbers_of_clusters(problem.truth),
        {name: done.best_params_["n_clusters"] for name, done in searches.items()},
        {
            name: numbers_of_clusters(coclustering_of(done))
            for name, done in searches.items()
        },
        int(np.sum(searches["CARI"].cv_results_["rank_test_score"] == 1)),
        separation(problem),
        min(np.bincount(labels).min() for labels in problem.truth),
    )


def numbers_of_clusters(coclustering):
    """Count the row clusters and the column clusters."""
    return tuple(len(np.unique(labels)) for labels in coclustering)


def separation(problem):
    """Distance of the two most alike clusters, in standard deviations of the noise.

    The distance of two row clusters is the root mean square difference of their mean
    rows; that of two column clusters likewise.
    """
    distances = []
    for data, labels in zip((problem.data, problem.data.T), problem.truth, strict=True):
        means = [data[labels == label].mean(axis=0) for label in np.unique(labels)]
        distances += [
            np.sqrt(np.mean((one - other) ** 2))
            for place, one in enumerate(means)
            for other in means[:place]
        ]
    return min(distances) / NOISE


def noise_stability(kind, seed):
    """Return the stability of every candidate on a matrix of noise."""
    data = np.random.default_rng(seed).normal(scale=NOISE, size=SHAPE)
    estimator = ESTIMATORS[kind]
    return [
        stability_score(estimator.set_params(n_clusters=n_clusters), data)
        for n_clusters in NOISE_CANDIDATES[kind]
    ]


def recover(kind, seeds, n_jobs):
    """Solve the problems of one kind; print a line for each as it comes."""
    print(
        f"\n{'problem':<15}{'true':>8}{'CARI':>8}{'tied':>6}{'stability':>11}{'asked':>8}"
        f"{'separation':>12}{'smallest':>10}"
    )
    outcomes = []
    for outcome in Parallel(n_jobs, return_as="generator")(
        delayed(solve)(kind, seed) for seed in seeds
    ):
        outcomes.append(outcome)
        missed = [name for name, n in outcome.found.items() if n != outcome.true]
        print(
            f"{kind + ' ' + str(outcome.seed):<15}{outcome.true!s:>8}"
            f"{outcome.found['CARI']!s:>8}{outcome.n_tied:>6}"
            f"{outcome.found['stability']!s:>11}{outcome.asked['stability']!s:>8}"
            f"{outcome.separation:>12.1f}{outcome.smallest:>10}"
            f"{'  missed by ' + ', '.join(missed) if missed else ''}",
            flush=True,
        )
    return outcomes


def count(kind, outcomes):
    """Print how many problems each search has solved."""
    for name, target in TARGETS.items():
        n_found = sum(outcome.found[name] == outcome.true for outcome in outcomes)
        print(
            f"{kind}, {name} search: {n_found} of {len(outcomes)} "
            f"(at least {target} of 20)"
        )
    n_tied = sum(outcome.n_tied > 1 for outcome in outcomes)
    print(f"{kind}, CARI search: a tie, won by the coarsest listed, in {n_tied}")


def measure_noise(kind, seeds, n_jobs):
    """Print the mean stability of every candidate on noise."""
    scores = np.array(
        Parallel(n_jobs)(delayed(noise_stability)(kind, seed) for seed in seeds)
    )
    means = scores.mean(axis=0)
    print(f"\nnoise, {len(seeds)} matrices, {ESTIMATORS[kind].__class__.__name__}")
    for n_clusters, mean, column in zip(
        NOISE_CANDIDATES[kind], means, scores.T, strict=True
    ):
        print(
            f"  {n_clusters!s:>7}  mean {mean:+.3f}, {column.min():+.3f} to "
            f"{column.max():+.3f}"
        )
    print(
        f"  largest mean {means.max():+.3f}: "
        f"{'near' if np.abs(means).max() <= NEAR_CHANCE else 'not near'} chance (0)",
        flush=True,
    )


def main():
    """Run the experiment."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="4 problems of a kind")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--n-jobs", type=int, default=2)
    options = parser.parse_args()
    n_problems, n_matrices = (4, 1) if options.quick else (20, 5)
    seeds = range(options.first_seed, options.first_seed + n_problems)

    start = perf_counter()
    outcomes = {kind: recover(kind, seeds, options.n_jobs) for kind in ESTIMATORS}
    for kind in ESTIMATORS:
        measure_noise(kind, seeds[:n_matrices], options.n_jobs)
    print()
    for kind, solved in outcomes.items():
        count(kind, solved)
    print(f"{perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
