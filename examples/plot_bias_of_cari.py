"""
Does the bias of CARI vanish on large matrices?
===============================================

CARI as published is adjusted for chance as if every cell of the matrix could be moved
to any block. Random co-clusterings move whole rows and whole columns, and their mean
CARI is not 0. The mean is known exactly, so no simulation is needed to draw it against
the size of the matrix. The bias shrinks as the matrix grows, but the spread of random
values shrinks as fast: in units of the standard deviation, the bias stays.
"""

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import cari_score, pair_count_moments, pair_counts

SIZES = (20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
COLORS = {2: "#0072b2", 3: "#009e73", 5: "#e69f00", 10: "#d55e00"}


def balanced(n, n_clusters):
    """Return a co-clustering of n x n cells with clusters of equal size."""
    labels = np.arange(n) % n_clusters
    return labels, labels


def bias(n, n_clusters):
    """Return the mean of CARI over random co-clusterings, and it over their s.d."""
    true = balanced(n, n_clusters)
    product = pair_count_moments(true, true, null_model="product")
    cells = pair_count_moments(true, true, null_model="cells")
    excess = product.mean - cells.mean
    best = pair_counts(true, true).n11
    return excess / (best - cells.mean), excess / product.variance**0.5


# %%
# A simulation agrees with the exact mean.

generator = np.random.default_rng(0)
true = balanced(50, 5)
drawn = [
    cari_score(true, tuple(generator.permutation(mode) for mode in true))
    for _ in range(2000)
]
error = np.std(drawn) / np.sqrt(len(drawn))
print(f"50 x 50, 5 clusters per mode: exact {bias(50, 5)[0]:.4f}")
print(f"2000 random co-clusterings:   {np.mean(drawn):.4f} +- {error:.4f}")

# %%
# The mean against the size of the matrix, in the units of CARI and in standard
# deviations.

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for n_clusters, color in COLORS.items():
    means, ratios = zip(*(bias(n, n_clusters) for n in SIZES), strict=True)
    for axis, values in ((left, means), (right, ratios)):
        axis.plot(SIZES, values, "o-", color=color, label=f"{n_clusters}", markersize=4)
left.set(
    yscale="log",
    ylabel="mean CARI of random co-clusterings",
    title="The bias shrinks ...",
)
right.set(
    ylabel="mean / standard deviation", title="... but not in units of the spread"
)
for axis in (left, right):
    axis.set(xscale="log", xlabel="number of rows and of columns")
right.set_ylim(bottom=0)
left.legend(title="clusters per mode", frameon=False)
plt.show()
