"""
Is the co-clustering adjusted Rand index 0 by chance?
=====================================================

CARI as published is adjusted for chance as if every cell of the matrix could be moved to
any block. Random co-clusterings move whole rows and whole columns. Here the rows and
the columns of a 200 x 200 matrix are labelled at random, with equal cluster sizes. The
mean of the published index is not 0. With ``null_model="product"``, which adjusts for
rows and columns permuted independently, it is.
"""

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import cari_score

N_ROWS, N_DRAWS = 200, 1000
N_CLUSTERS = (2, 4, 10, 20, 50, 100)
generator = np.random.default_rng(0)

# %%
# Draw random co-clusterings by permuting rows and columns of a balanced one.

means = {"cells": [], "product": []}
errors = {"cells": [], "product": []}
for n_clusters in N_CLUSTERS:
    labels = np.arange(N_ROWS) % n_clusters
    true = (labels, labels)
    draws = [
        (generator.permutation(labels), generator.permutation(labels))
        for _ in range(N_DRAWS)
    ]
    for null_model in means:
        scores = [cari_score(true, pred, null_model=null_model) for pred in draws]
        means[null_model].append(np.mean(scores))
        errors[null_model].append(np.std(scores, ddof=1) / np.sqrt(N_DRAWS))

print("clusters per mode  mean CARI, cells    mean CARI, product")
for k, *values in zip(
    N_CLUSTERS,
    means["cells"],
    errors["cells"],
    means["product"],
    errors["product"],
    strict=True,
):
    print("{:>15}   {:+.5f} +- {:.5f}  {:+.5f} +- {:.5f}".format(k, *values))

# %%
# The bars are two standard errors of the mean.

figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
axis.axhline(0, color="black", linewidth=0.8)
for null_model, color, marker in (
    ("cells", "#d55e00", "o"),
    ("product", "#0072b2", "s"),
):
    axis.errorbar(
        N_CLUSTERS,
        means[null_model],
        yerr=2 * np.array(errors[null_model]),
        color=color,
        marker=marker,
        capsize=3,
        label=f'null_model="{null_model}"',
    )
axis.set_xscale("log")
axis.set_xticks(N_CLUSTERS, N_CLUSTERS)
axis.minorticks_off()
axis.set(
    xlabel="clusters of the 200 rows, and of the 200 columns",
    ylabel=f"mean of {N_DRAWS} random co-clusterings",
    title="CARI of random co-clusterings",
)
axis.legend(frameon=False)
plt.show()
