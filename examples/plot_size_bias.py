"""
Does a larger bicluster score higher by chance?
===============================================

Biclusters drawn at random are all equally bad. Yet most indices that compare one with
the true one prefer the larger of two random ones, and so an algorithm that finds
large biclusters. Corrected for the mean over random biclusters of the same size, all of
them are 0 on average, at every size.

This is the experiment of Figure 3 of B. Hanczar and M. Nadif (2013), Precision-recall
space to correct external indices for biclustering, PMLR 28(2), 136-144: a matrix of
100 x 100 cells, a true bicluster of 30 x 30 or of 50 x 50, and 10 000 random ones.
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

N_LINES, N_DRAWS, N_GROUPS = 100, 10_000, 20
generator = np.random.default_rng(0)

# %%
# Random biclusters: any numbers of rows and of columns, any rows, any columns, as the
# indicators that scikit-learn uses. Those of similar size are compared together.

sides = generator.integers(1, N_LINES + 1, size=(N_DRAWS, 2))
rows, columns = (
    generator.permuted(np.arange(N_LINES) < side[:, None], axis=1) for side in sides.T
)
share = sides.prod(axis=1) / N_LINES**2
groups = np.array_split(np.argsort(share), N_GROUPS)
mean_share = [share[group].mean() for group in groups]

# %%
# A score is the mean over the biclusters in first place. The random ones stand there,
# so one call gives their mean. For two biclusters only precision and recall depend on
# which comes first: they change places.

INDICES = {
    "recall": (bicluster_precision_score, {}, "#666666", ":"),
    "goodness": (bicluster_goodness_score, {}, "#0072b2", "-"),
    "F-measure": (bicluster_fbeta_score, {}, "#d55e00", "-"),
    "Jaccard": (bicluster_jaccard_score, {"expectation": "exact"}, "#009e73", "-"),
    "precision": (bicluster_recall_score, {}, "#666666", "--"),
}
means = {}
for side in (30, 50):
    lines = np.arange(N_LINES)[None, :] < side
    for name, (function, options, *_) in INDICES.items():
        for correction in (None, "expected"):
            means[side, name, correction] = [
                function(
                    (rows[group], columns[group]),
                    (lines, lines),
                    correction=correction,
                    **options,
                )
                for group in groups
            ]

print("Mean score of the smallest and of the largest twentieth of the biclusters")
print(f"{'true':>9}{'':>12}{'as it is':>18}{'corrected':>18}")
for (side, name, correction), values in means.items():
    if correction is None:
        print(f"{side:>4} x {side}{name:>12}", end="")
    print(f"{values[0]:>+10.3f}{values[-1]:>+8.3f}", end="" if not correction else "\n")

# %%
# As they are, the scores rise with the size, but for the precision: its mean is the
# share of the matrix that the true bicluster covers. Corrected, all five lie on 0.

figure, axes = plt.subplots(
    1, 2, figsize=(10, 4.5), sharex=True, sharey=True, layout="constrained"
)
for axis, side in zip(axes, (30, 50), strict=True):
    for name, (_, _, color, line) in INDICES.items():
        plain, corrected = means[side, name, None], means[side, name, "expected"]
        axis.plot(mean_share, plain, color=color, linestyle=line, label=name)
        axis.plot(mean_share, corrected, "o", color=color, mfc="white", markersize=4)
        axis.annotate(
            name,
            (mean_share[-1], plain[-1]),
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
        title=f"True bicluster of {side} x {side} cells",
        xlabel="share of the matrix that the random bicluster covers",
        xlim=(0, 0.95),
        ylim=(-0.1, 0.85),
    )
axes[0].set_ylabel("mean score of random biclusters")
plt.show()
