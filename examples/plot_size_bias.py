"""
Does a larger bicluster score higher by chance?
===============================================

All random biclusters are equally bad. Yet most indices that compare a bicluster with
the true one prefer the larger of two random biclusters, and therefore prefer algorithms
that find large ones. Corrected for the mean over random biclusters of the same size,
each index is 0 on average at every size.

This is the experiment of Figure 3 of B. Hanczar and M. Nadif (2013), Precision-recall
space to correct external indices for biclustering, PMLR 28(2), 136-144: a matrix of
100 x 100 cells, a true bicluster of 30 x 30 or 50 x 50 cells, and 10 000 random
biclusters.
"""

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import (
    bicluster_fbeta_score,
    bicluster_goodness_score,
    bicluster_jaccard_score,
    bicluster_precision_score,
    bicluster_recall_score,
)

N, N_DRAWS, N_GROUPS = 100, 10_000, 20
generator = np.random.default_rng(0)

# %%
# Random biclusters: random numbers of rows and columns, then random rows and columns,
# as indicators. Biclusters of similar size form a group.

sizes = generator.integers(1, N + 1, size=(N_DRAWS, 2))
rows, columns = (
    generator.permuted(np.arange(N) < size[:, None], axis=1) for size in sizes.T
)
covered = sizes.prod(axis=1) / N**2
groups = np.array_split(np.argsort(covered), N_GROUPS)
mean_covered = [covered[group].mean() for group in groups]

# %%
# A score is the mean over the biclusters in the first argument. We pass the random ones
# first, so that one call returns the mean of a group. For two biclusters, only
# precision and recall depend on the order of the arguments: each becomes the other.

INDICES = {
    "recall": (bicluster_precision_score, {}, "#666666", ":"),
    "goodness": (bicluster_goodness_score, {}, "#0072b2", "-"),
    "F-measure": (bicluster_fbeta_score, {}, "#d55e00", "-"),
    "Jaccard": (bicluster_jaccard_score, {"expectation": "exact"}, "#009e73", "-"),
    "precision": (bicluster_recall_score, {}, "#666666", "--"),
}
means = {}
for size in (30, 50):
    true = np.arange(N)[None, :] < size
    for name, (function, options, *_) in INDICES.items():
        for correction in (None, "expected"):
            means[size, name, correction] = [
                function(
                    (rows[group], columns[group]),
                    (true, true),
                    correction=correction,
                    **options,
                )
                for group in groups
            ]

print("Mean score of the smallest and of the largest twentieth of the biclusters")
print(f"{'true':>9}{'':>12}{'uncorrected':>18}{'corrected':>18}")
for (size, name, correction), values in means.items():
    if correction is None:
        print(f"{size:>4} x {size}{name:>12}", end="")
    print(f"{values[0]:>+10.3f}{values[-1]:>+8.3f}", end="" if not correction else "\n")

# %%
# Uncorrected, all scores but precision rise with the size; the mean of precision is the
# fraction of the matrix that the true bicluster covers. Corrected, all five are near 0.

figure, axes = plt.subplots(
    1, 2, figsize=(10, 4.8), sharex=True, sharey=True, layout="constrained"
)
for axis, size in zip(axes, (30, 50), strict=True):
    for name, (_, _, color, line) in INDICES.items():
        plain, corrected = means[size, name, None], means[size, name, "expected"]
        axis.plot(mean_covered, plain, color=color, linestyle=line, label=name)
        axis.plot(mean_covered, corrected, "o", color=color, mfc="white", markersize=4)
        axis.annotate(
            name,
            (mean_covered[-1], plain[-1]),
            xytext=(6, {"precision": 4, "Jaccard": -7}.get(name, 0)),
            textcoords="offset points",
            color=color,
            va="center",
        )
    axis.annotate(
        "circles: the same five, corrected for size",
        (0.4, 0),
        xytext=(0, -14),
        textcoords="offset points",
        ha="center",
        va="center",
    )
    axis.axhline(0, color="black", linewidth=0.8, zorder=0)
    axis.spines[["top", "right", "bottom"]].set_visible(False)
    axis.set(
        title=f"True bicluster of {size} x {size} cells",
        xlabel="fraction of the matrix that the random bicluster covers",
        xlim=(0, 1),
        ylim=(-0.1, 0.85),
    )
axes[0].set_ylabel("mean score of random biclusters")
figure.suptitle("All but precision reward larger random biclusters, unless corrected")
plt.show()
