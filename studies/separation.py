"""Does `separation_test` hold its level without clusters, and what does it find?

``python studies/separation.py`` prints the share of p-values of at most 5 % and 1 %,
with standard errors: for designs of one cloud, the worst first; for designs in which
the test is known to fail (dependent rows, curved lines); for planted clusters; and the
p-values of data sets that scikit-learn ships. It ends with an error if a design of one
cloud is three standard errors above a level, or if all of them together are. A number
gives the replicates per design. With ``--records FILE``, p-values are kept in a file,
and a run that was interrupted goes on. With ``--write``, the numbers go to
``doc/studies.json``.
"""

import argparse
import json
import sys
import warnings
from pathlib import Path

import numpy as np
from _results import write_results
from sklearn.cluster import HDBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.preprocessing import scale
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import separation_test, split_half_test

N_ROWS = 60
LEVELS = (0.05, 0.01)
MODELS = [
    KMeans(2, n_init=1),
    KMeans(3, n_init=1),
    AgglomerativeClustering(4),
    HDBSCAN(min_cluster_size=6, copy=True),
]
MODELS_OF_THREE = [KMeans(3, n_init=1), AgglomerativeClustering(3)]


def embed(scores, generator, n_columns=10, noise=0.5):
    """Map scores linearly to columns, and add noise."""
    loadings = generator.normal(size=(scores.shape[1], n_columns))
    return scores @ loadings + noise * generator.normal(size=(N_ROWS, n_columns))


def laplace(generator):
    """Independent columns with heavier tails than normal ones."""
    return generator.laplace(size=(N_ROWS, 10))


def two_factors(generator):
    """All columns depend on two normal factors."""
    return embed(generator.normal(size=(N_ROWS, 2)), generator)


def ball(generator):
    """Uniform in a ball of three dimensions, seen in ten columns."""
    points = generator.normal(size=(N_ROWS, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    radii = generator.random((N_ROWS, 1)) ** (1 / 3)
    return embed(radii * points, generator, noise=0.1)


def triangle(generator):
    """Uniform in a triangle, whose corners are pieces for three clusters."""
    corners = np.array([[0, 0], [1, 0], [0.5, np.sqrt(0.75)]])
    points = generator.dirichlet([1, 1, 1], N_ROWS) @ corners
    return np.hstack([points, 0.05 * generator.normal(size=(N_ROWS, 4))])


def compositions(generator):
    """Parts of a whole, which add up to 1."""
    return generator.dirichlet(np.ones(8), N_ROWS)


def skewed_factor(generator):
    """All columns depend on an exponential factor."""
    return embed(generator.exponential(size=(N_ROWS, 1)), generator)


def rows_of_unlike_scale(generator):
    """Normal rows, each with a standard deviation of its own."""
    scales = np.exp(0.7 * generator.normal(size=(N_ROWS, 1)))
    return scales * generator.normal(size=(N_ROWS, 10))


def heavy_tails(generator):
    """Student's t with two degrees of freedom, which has no variance."""
    return generator.standard_t(2, size=(N_ROWS, 10))


def ratings(generator, n_columns=10):
    """Whole numbers from 1 to 5 that depend on one factor."""
    factor = generator.normal(size=(N_ROWS, 1))
    answers = embed(factor, generator, n_columns=n_columns, noise=0.7)
    return np.clip(np.rint(3 + answers), 1, 5)


def four_ratings(generator):
    """The same with four columns, so that values of the rows lie on a coarse grid."""
    return ratings(generator, n_columns=4)


def tests_of_ability(generator):
    """Right or wrong answers by ability and difficulty (Rasch model)."""
    abilities = 1.5 * generator.normal(size=(N_ROWS, 1))
    chances = 1 / (1 + np.exp(generator.normal(size=20) - abilities))
    return np.where(generator.random((N_ROWS, 20)) < chances, 1.0, -1.0)


def logarithms_of_counts(generator):
    """Logarithms of large counts along one gradient."""
    gradient = embed(generator.normal(size=(N_ROWS, 1)), generator, 20, noise=0)
    return np.log1p(generator.poisson(np.exp(2 + 0.7 * gradient)))


def one_column(generator):
    """A single normal column."""
    return generator.normal(size=(N_ROWS, 1))


def dependent_rows(generator):
    """Rows in time, each with .9 of the one before."""
    rows = [generator.normal(size=10)]
    for _ in range(N_ROWS - 1):
        innovation = generator.normal(size=10)
        rows.append(0.9 * rows[-1] + np.sqrt(1 - 0.81) * innovation)
    return np.array(rows)


def horseshoe(generator):
    """Rows along half of a circle."""
    angles = generator.uniform(0, np.pi, N_ROWS)
    points = np.column_stack([np.cos(angles), np.sin(angles)])
    return points @ np.eye(2, 6) + 0.1 * generator.normal(size=(N_ROWS, 6))


def ring(generator):
    """Rows around a circle."""
    angles = generator.uniform(0, 2 * np.pi, N_ROWS)
    points = np.column_stack([np.cos(angles), np.sin(angles)])
    return points @ np.eye(2, 6) + 0.1 * generator.normal(size=(N_ROWS, 6))


class Planted:
    """Clusters of normal rows, whose means are some standard deviations apart."""

    def __init__(self, distance, fractions=(1 / 3, 1 / 3, 1 / 3), n_columns=10):
        self.distance = distance
        self.fractions = fractions
        self.n_columns = n_columns

    def __call__(self, generator):
        sizes = np.rint(N_ROWS * np.array(self.fractions)).astype(int)
        labels = np.repeat(np.arange(len(sizes)), sizes)
        # All axes of a simplex are equally far from each other.
        means = np.eye(len(sizes), self.n_columns) * self.distance / np.sqrt(2)
        return means[labels] + generator.normal(size=(len(labels), self.n_columns))


ONE_CLOUD = {
    function.__name__.replace("_", " "): function
    for function in (
        laplace,
        two_factors,
        ball,
        triangle,
        compositions,
        skewed_factor,
        rows_of_unlike_scale,
        heavy_tails,
        ratings,
        four_ratings,
        tests_of_ability,
        logarithms_of_counts,
        one_column,
    )
}
LIMITS = {"dependent rows": dependent_rows, "horseshoe": horseshoe, "ring": ring}
PLANTED = {
    "three, 3 sd apart": Planted(3),
    "three, 4 sd apart": Planted(4),
    "three, 6 sd apart": Planted(6),
    "two, of .9 and .1, 6 sd apart": Planted(6, (0.9, 0.1)),
    "three, 6 sd apart, 100 columns": Planted(6, n_columns=100),
}
GROUPS = {
    "one cloud": (ONE_CLOUD, MODELS),
    "where the test fails": (LIMITS, MODELS_OF_THREE),
    "planted clusters": (PLANTED, MODELS_OF_THREE),
}


def pvalue_of(draw, replicate, *, models, seed):
    """Return the p-value of the test for a replicate; the models take turns."""
    X = draw(np.random.default_rng([seed, replicate]))
    model = models[replicate % len(models)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of few distinct rows
        return separation_test(model, X, random_state=replicate).pvalue


def all_pvalues(n_replicates, records):
    """Return the p-values of each design by group, and keep them in a file."""
    pvalues_by_group = {
        title: {name: [] for name in GROUPS[title][0]} for title in GROUPS
    }
    if records is not None and records.exists():
        pvalues_by_group = json.loads(records.read_text())
    for replicate in range(n_replicates):
        for seed, (title, (designs, models)) in enumerate(GROUPS.items()):
            for name, draw in designs.items():
                pvalues = pvalues_by_group[title][name]
                if len(pvalues) == replicate:
                    pvalue = pvalue_of(draw, replicate, models=models, seed=seed)
                    pvalues.append(pvalue)
        if records is not None:
            records.write_text(json.dumps(pvalues_by_group))
    return {
        title: {
            name: np.array(pvalues[:n_replicates]) for name, pvalues in designs.items()
        }
        for title, designs in pvalues_by_group.items()
    }


def shares(pvalues):
    """Return the share of p-values at most each level, and its standard error."""
    numbers = {}
    for level in LEVELS:
        share = float(np.mean(pvalues <= level))
        error = float(np.sqrt(share * (1 - share) / len(pvalues)))
        numbers[f"{level:g}"] = round(share, 4)
        numbers[f"{level:g} se"] = round(error, 4)
    numbers["n"] = len(pvalues)
    return numbers


def is_above(pvalues, level):
    """Return whether the share is three standard errors above the level."""
    error = np.sqrt(level * (1 - level) / len(pvalues))
    return np.mean(pvalues <= level) > level + 3 * error


def print_group(title, pvalues_by_design):
    """Print the shares of a group of designs, the greatest first; return them."""
    print(f"\n{title}: share of p-values of at most .05 and .01 (standard error)")
    shares_by_design = {
        name: shares(pvalues) for name, pvalues in pvalues_by_design.items()
    }
    for name in sorted(
        shares_by_design, key=lambda name: -shares_by_design[name]["0.05"]
    ):
        numbers = shares_by_design[name]
        texts = [
            f"{numbers[f'{x:g}']:.3f} ({numbers[f'{x:g} se']:.3f})" for x in LEVELS
        ]
        print(f"{name:32} {'  '.join(texts)}  of {numbers['n']}", flush=True)
    return shares_by_design


def shipped_data():
    """Return p-values of data that scikit-learn ships, all rows, by k-means."""
    data = {
        "iris": (load_iris().data, 2),
        "two species of iris": (load_iris().data[50:], 2),
        "wine": (scale(load_wine().data), 3),
        "breast cancer": (scale(load_breast_cancer().data), 2),
    }
    pvalues_by_data = {}
    for name, (X, n_clusters) in data.items():
        model = KMeans(n_clusters, n_init=3)
        separation = separation_test(model, X, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a long test
            halves = split_half_test(model, X, random_state=0)
        pvalues_by_data[name] = [
            round(separation.pvalue, 3),
            float(f"{halves.pvalue:.1g}"),
        ]
        print(name, separation, halves, flush=True)
    return pvalues_by_data


def main(n_replicates, *, records, write):
    """Run the study, print its tables, and fail if the claim does not hold."""
    pvalues_by_group = all_pvalues(n_replicates, records)
    groups = {
        title: print_group(title, pvalues)
        for title, pvalues in pvalues_by_group.items()
    }
    clouds = pvalues_by_group["one cloud"]
    everything = np.concatenate(list(clouds.values()))
    groups["all of one cloud"] = shares(everything)
    print("\nAll designs of one cloud:", groups["all of one cloud"])
    for number, model in enumerate(MODELS):
        of_model = np.concatenate(
            [pvalues[number :: len(MODELS)] for pvalues in clouds.values()]
        )
        groups[f"one cloud by {model}"] = shares(of_model)
        print(model, shares(of_model))
    groups["shipped data (separation, halves)"] = shipped_data()
    if write:
        write_results("separation", groups)
    above = [
        (name, level)
        for name, pvalues in {**clouds, "all": everything}.items()
        for level in LEVELS
        if is_above(pvalues, level)
    ]
    if above:
        sys.exit(f"Above the level: {above}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("n_replicates", nargs="?", type=int, default=80)
    parser.add_argument("--records", type=Path, help="file of finished p-values")
    parser.add_argument("--write", action="store_true", help="write doc/studies.json")
    options = parser.parse_args()
    with threadpool_limits(1):  # the data are small, and the fits many
        main(options.n_replicates, records=options.records, write=options.write)
