"""What is the level of `split_half_test` on noise, and what is its power?

``python studies/split_half_level.py`` prints, for matrices of noise and for planted
blocks, the mean agreement of the rows and the share of p-values of at most 5 %, of the
rows alone, of the columns alone and of both. A number gives the number of matrices.
"""

import sys

import numpy as np
from sklearn.cluster import SpectralCoclustering
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import split_half_test
from sklearn_cocluster_metrics.datasets import make_latent_blocks


def noise(shape, seed):
    """Independent exponential numbers."""
    return np.random.default_rng(seed).exponential(size=shape)


def blocks(separation):
    """Return a function that plants three by three blocks of counts."""

    def draw(shape, seed):
        return make_latent_blocks(
            shape, (3, 3), family="poisson", separation=separation, random_state=seed
        )[0]

    return draw


DATA = {"noise": noise, "separation .4": blocks(0.4), "separation .8": blocks(0.8)}
SHAPES = [(60, 40), (100, 20)]


def shares(draw, shape, n_matrices):
    """Mean agreement of the rows, and shares of p-values of at most 5 %."""
    model = SpectralCoclustering(3, random_state=0)
    agreements, pvalues = [], []
    for seed in range(n_matrices):
        result = split_half_test(model, draw(shape, seed) + 0.1, random_state=seed)
        agreements.append(result.agreements_of_modes[0])
        pvalues.append((*result.pvalues_of_modes, result.pvalue))
    return np.mean(agreements), np.mean(np.array(pvalues) <= 0.05, axis=0)


def main(n_matrices=100):
    print(f"{n_matrices} matrices; agreement, and rejected: rows, columns, both")
    for shape in SHAPES:
        for data, draw in DATA.items():
            agreement, found = shares(draw, shape, n_matrices)
            print(shape, data, f"{agreement:.3f}", *np.round(found, 3), flush=True)


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        main(*map(int, sys.argv[1:]))
