"""What is the level of `split_half_test` on noise, and what is its power?

``python studies/split_half_level.py`` prints, for matrices of noise and for planted
clusters, the mean agreement of the rows and the share of p-values of at most 5 %: of
each mode that the estimator labels, and of the test. It ends with an error if a share
in noise is three standard errors above 5 %. A number gives the number of matrices.
"""

import sys

import numpy as np
from sklearn.cluster import AgglomerativeClustering, KMeans, SpectralCoclustering
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import split_half_test
from sklearn_cocluster_metrics.datasets import make_latent_blocks

LEVEL = 0.05


def exponential(shape, seed):
    """Independent exponential numbers."""
    return np.random.default_rng(seed).exponential(size=shape) + 0.1


def normal(shape, seed):
    """Normal numbers whose columns have unequal means."""
    generator = np.random.default_rng(seed)
    return generator.normal(size=shape) + generator.normal(size=shape[1])


def heavy(shape, seed):
    """Student's t with two degrees of freedom."""
    return np.random.default_rng(seed).standard_t(2, size=shape)


def blocks(separation):
    """Return a function that plants three by three blocks of counts."""

    def draw(shape, seed):
        options = {"separation": separation, "random_state": seed}
        return make_latent_blocks(shape, (3, 3), family="poisson", **options)[0] + 0.1

    return draw


def classes(distance):
    """Return a function that plants three normal classes of rows."""

    def draw(shape, seed):
        generator = np.random.default_rng(seed)
        centers = distance * generator.normal(size=(3, shape[1]))
        return centers[generator.integers(3, size=shape[0])] + normal(shape, seed)

    return draw


OF_BOTH = {"exponential": exponential, "separation .4": blocks(0.4)}
OF_BOTH["separation .8"] = blocks(0.8)
OF_ROWS = {"unequal means": normal, "heavy tails": heavy}
OF_ROWS |= {"distance .6": classes(0.6), "distance 2": classes(2)}
NOISE = {"exponential", "unequal means", "heavy tails"}
DESIGNS = [
    (SpectralCoclustering(3, random_state=0), [(60, 40), (100, 20)], OF_BOTH),
    (KMeans(3, n_init=1), [(100, 20), (150, 4)], OF_ROWS),
    (AgglomerativeClustering(3), [(100, 20), (150, 4)], OF_ROWS),
]


def shares(model, draw, shape, n_matrices):
    """Mean agreement of the rows, and shares of p-values of at most 5 %."""
    agreements, pvalues = [], []
    for seed in range(n_matrices):
        result = split_half_test(model, draw(shape, seed), random_state=seed)
        agreements.append(result.agreements_of_modes[0])
        pvalues.append((*result.pvalues_of_modes, result.pvalue))
    return np.mean(agreements), np.mean(np.array(pvalues) <= LEVEL, axis=0)


def main(n_matrices=100):
    limit = LEVEL + 3 * np.sqrt(LEVEL * (1 - LEVEL) / n_matrices)
    failed = []
    print(f"{n_matrices} matrices; agreement, and rejected: each mode, and the test")
    for model, shapes, data in DESIGNS:
        for shape in shapes:
            for name, draw in data.items():
                agreement, found = shares(model, draw, shape, n_matrices)
                row = (type(model).__name__, *shape, name, f"{agreement:.3f}")
                print(*row, *np.round(found, 3), flush=True)
                if name in NOISE and max(found) > limit:
                    failed.append(row)
    if failed:
        sys.exit(f"Above the level: {failed}")


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        main(*map(int, sys.argv[1:]))
