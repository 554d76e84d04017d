"""How often does each rule find the true number of blocks?

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/recovery.py
    python studies/recovery.py --quick

One search per problem fits every candidate and records what all rules need; each rule
then picks a candidate from its `cv_results_`. Only CARI uses the true labels. A problem
is solved if the fit of the picked candidate has the true numbers of row clusters and of
column clusters. What counts is the clusters found, not those asked for. The classes of
real data are of the rows, so there the row clusters count.

- checkerboards: `make_checkerboard`, 2 to 4 row and column clusters;
- biclusters: `make_biclusters`, 2 to 5 of them;
- counts: Poisson, 2 to 5 blocks on the diagonal with rate 0.4 in a background of rate
  0.1, rows and columns with totals that differ (gamma, shape 4);
- real data: iris, wine and breast cancer as they are and scaled to [0, 1] by column;
  digits. The number of classes need not be what the data show.

Checkerboards and biclusters are 300 x 300, with values from 10 to 100 (scikit-learn's
default) and noise of standard deviation 3; counts are 300 x 200. All settings were set
beforehand. Grids: k on the diagonal, (k, k) and (k_rows, k_columns) for checkerboards.
Modularity needs data that are not negative and blocks on the diagonal.

Then stability is measured on matrices of noise alone, where an index corrected for
chance should be near 0: no mean over the matrices above 0.1.
"""

import argparse
import warnings
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import (
    load_breast_cancer,
    load_digits,
    load_iris,
    load_wine,
    make_biclusters,
    make_checkerboard,
)
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import minmax_scale
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    biclusters_to_labels,
    cari_score,
    coclustering_of,
    finest_stable,
    make_stability_scorer,
    modularity_score,
    stability_score,
)

SHAPE, SHAPE_OF_COUNTS, NOISE, NEAR_CHANCE = (300, 300), (300, 200), 3.0, 0.1
RATES = (0.1, 0.4)  # of counts, outside and inside of the blocks
DRAWN = {"checkerboards": (2, 4), "biclusters": (2, 5), "counts": (2, 5)}
REAL = {
    "iris": load_iris,
    "wine": load_wine,
    "breast cancer": load_breast_cancer,
    "digits": load_digits,
}
DIAGONAL = InductiveCocluster(
    SpectralCoclustering(n_init=3, random_state=0), metric="cosine"
)
CHECKERBOARD = InductiveCocluster(
    SpectralBiclustering(method="log", n_init=3, random_state=0), metric="cosine"
)


# Rules: each returns the index of a candidate, from `cv_results_`. Add one here; the
# scores that it needs are recorded by `Recorder`.


def greatest(score):
    """Return the rule that picks the first candidate with the greatest score."""
    return lambda results: int(np.argmax(results[f"mean_test_{score}"]))


RULES = {
    "CARI": greatest("cari"),
    "stability": greatest("stability"),
    "finest_stable": finest_stable,
    "... by modes": partial(finest_stable, by="modes"),
    "modularity": greatest("modularity"),
}


class Problem(NamedTuple):
    """Data, true labels of the rows and, where known, of the columns, and a search."""

    kind: str
    name: str
    data: np.ndarray
    truth: tuple[np.ndarray, ...]
    estimator: Any
    candidates: list[Any]
    has_modularity: bool = False


class Recorder:
    """Scorer of everything that a rule may need."""

    def __init__(self, problem, n_resamples):
        self.truth = problem.truth
        self.has_modularity = problem.has_modularity
        self.stability = make_stability_scorer(
            n_resamples=n_resamples, with_resamples=False
        )

    def __call__(self, estimator, X, y=None):
        """Return scores and clusters found by name."""
        found = coclustering_of(estimator)
        sizes = [len(np.unique(labels)) for labels in found]
        if len(self.truth) == 1:
            cari = adjusted_rand_score(self.truth[0], found[0])
        else:
            cari = cari_score(self.truth, found)
        scores = self.stability(estimator, X)
        if self.has_modularity:
            scores["modularity"] = modularity_score(X, found)
        return {
            **scores,
            "cari": cari,
            "row_clusters": sizes[0],
            "column_clusters": sizes[1],
        }


def synthetic(kind, seed):
    """Draw the number of clusters, then the data, from one seed."""
    generator = np.random.default_rng(seed)
    draws = generator.integers(*DRAWN[kind], size=2, endpoint=True)
    if kind == "checkerboards":
        data, *blocks = make_checkerboard(
            SHAPE, tuple(map(int, draws)), noise=NOISE, random_state=seed
        )
        truth = biclusters_to_labels(tuple(blocks))
        grid = [(h, w) for h in range(2, 6) for w in range(2, 6)]
        return Problem(kind, str(seed), data, truth, CHECKERBOARD, grid)
    if kind == "biclusters":
        data, rows, columns = make_biclusters(
            SHAPE, int(draws[0]), noise=NOISE, random_state=seed
        )
        # Blocks on the diagonal; each row and each column is in exactly one of them.
        truth = rows.argmax(axis=0), columns.argmax(axis=0)
    else:
        data, truth = counts(int(draws[0]), generator)
    grid = list(range(2, 9))
    return Problem(kind, str(seed), data, truth, DIAGONAL, grid, kind == "counts")


def counts(n_clusters, generator):
    """Draw counts with blocks on the diagonal; every cluster has members."""
    rows, columns = (
        generator.permutation(
            np.append(np.arange(n_clusters), generator.integers(n_clusters, size=n))[:n]
        )
        for n in SHAPE_OF_COUNTS
    )
    weights = [generator.gamma(4, 1 / 4, size=n) for n in SHAPE_OF_COUNTS]
    rates = np.where(rows[:, None] == columns, RATES[1], RATES[0])
    return generator.poisson(rates * np.outer(*weights)), (rows, columns)


def real(name, scaled, kind):
    """Load data; constant columns tell nothing apart."""
    data, classes = REAL[name](return_X_y=True)
    data = data[:, np.ptp(data, axis=0) > 0]
    data = minmax_scale(data) if scaled else data
    name += ", scaled" if scaled else ""
    highest, widest = (13, 5) if name == "digits" else (5, min(5, data.shape[1] - 1))
    if kind == "real, diagonal":
        grid = list(range(2, min(highest, data.shape[1]) + 1))
        return Problem(kind, name, data, (classes,), DIAGONAL, grid, True)
    grid = {(h, w) for h in range(2, highest + 1) for w in {2, widest}}
    grid |= {(k, k) for k in range(2, min(highest, data.shape[1] - 1) + 1)}
    return Problem(kind, name, data, (classes,), CHECKERBOARD, sorted(grid))


def solve(problem, n_resamples):
    """Search once; return what each rule finds in each grid, and the true numbers."""
    # Nothing is predicted.
    warnings.filterwarnings("ignore", "`predict` returns the fitted label")
    n_true = tuple(len(np.unique(labels)) for labels in problem.truth)
    results = (
        GridSearchCV(
            problem.estimator,
            {"estimator__n_clusters": problem.candidates},
            scoring=Recorder(problem, n_resamples),
            refit=False,
            cv=WholeDataSplit(),
            error_score="raise",
        )
        .fit(problem.data)
        .cv_results_
    )
    found = {}
    for grid, places in grids(problem.candidates).items():
        part = {
            name: [values[place] for place in places]
            if name == "params"
            else np.asarray(values)[places]
            for name, values in results.items()
        }
        for rule, pick in RULES.items():
            if rule == "modularity" and not problem.has_modularity:
                continue
            best = pick(part)
            found[grid, rule] = tuple(
                int(part[f"mean_test_{mode}_clusters"][best])
                for mode in ("row", "column")[: len(n_true)]
            )
    return problem.kind, problem.name, n_true, found


def grids(candidates):
    """Return the places of the candidates of each grid."""
    if isinstance(candidates[0], int):
        return {"k": np.arange(len(candidates))}
    square = np.flatnonzero([height == width for height, width in candidates])
    return {"(k, k)": square, "(k_rows, k_columns)": np.arange(len(candidates))}


def recover(problems, n_resamples, n_jobs):
    """Solve the problems; print a line for each grid of each as it comes."""
    outcomes = []
    for outcome in Parallel(n_jobs, return_as="generator")(
        delayed(solve)(problem, n_resamples) for problem in problems
    ):
        outcomes.append(outcome)
        kind, name, n_true, found = outcome
        for grid in dict.fromkeys(grid for grid, _ in found):
            picked = ", ".join(
                f"{rule} {sizes}{'' if sizes == n_true else ' (missed)'}"
                for (of_grid, rule), sizes in found.items()
                if of_grid == grid
            )
            print(f"{kind} {name}, {grid}: true {n_true}; {picked}", flush=True)
    return outcomes


def print_table(outcomes):
    """Print how many problems each rule has solved."""
    solved: dict[tuple[str, str], dict[str, list[bool]]] = {}
    for kind, _, n_true, found in outcomes:
        for (grid, rule), sizes in found.items():
            row = solved.setdefault((kind, grid), {})
            row.setdefault(rule, []).append(sizes == n_true)
    print(f"\n{'data':<22}{'grid':<22}" + "".join(f"{rule:>16}" for rule in RULES))
    for (kind, grid), row in solved.items():
        cells = [
            f"{sum(row[rule])} of {len(row[rule])}" if rule in row else "-"
            for rule in RULES
        ]
        print(f"{kind:<22}{grid:<22}" + "".join(f"{cell:>16}" for cell in cells))


def noise_stability(estimator, n_clusters, seed):
    """Return the stability of one candidate on a matrix of noise."""
    data = np.random.default_rng(seed).normal(scale=NOISE, size=SHAPE)
    return stability_score(estimator.set_params(n_clusters=n_clusters), data)


def measure_noise(n_matrices, n_jobs):
    """Print the mean stability of every candidate on noise."""
    for model, candidates in (
        (CHECKERBOARD.estimator, [(k, k) for k in range(2, 6)]),
        (DIAGONAL.estimator, list(range(2, 9))),
    ):
        scores = Parallel(n_jobs)(
            delayed(noise_stability)(model, n_clusters, seed)
            for n_clusters in candidates
            for seed in range(n_matrices)
        )
        means = np.reshape(scores, (len(candidates), n_matrices)).mean(axis=1)
        shown = ", ".join(f"{mean:+.3f}" for mean in means)
        near = "near" if np.abs(means).max() <= NEAR_CHANCE else "not near"
        print(
            f"noise, {type(model).__name__}, mean stability of {candidates[0]} to "
            f"{candidates[-1]}: {shown}; {near} chance",
            flush=True,
        )


def all_problems(quick, first_seed):
    """List the problems, those that take longest first."""
    names = ("iris", "wine") if quick else tuple(REAL)[::-1]
    of_real = [
        real(name, scaled, kind)
        for name in names
        for scaled in ((False,) if name == "digits" else (False, True))
        for kind in ("real, checkerboard", "real, diagonal")
    ]
    seeds = range(first_seed, first_seed + (4 if quick else 20))
    return of_real + [synthetic(kind, seed) for kind in DRAWN for seed in seeds]


def main():
    """Run the experiment."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer problems and fits")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--n-resamples", type=int, default=None)
    parser.add_argument("--n-jobs", type=int, default=2)
    options = parser.parse_args()
    n_resamples = options.n_resamples or (3 if options.quick else 5)

    start = perf_counter()
    problems = all_problems(options.quick, options.first_seed)
    outcomes = recover(problems, n_resamples, options.n_jobs)
    measure_noise(1 if options.quick else 5, options.n_jobs)
    print_table(outcomes)
    print(f"{perf_counter() - start:.0f} s, {n_resamples} resamples")


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        main()
