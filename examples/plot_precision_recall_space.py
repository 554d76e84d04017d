"""
Which errors are equal to a measure of biclusters?
==================================================

A predicted bicluster is a point in the precision-recall space. The curves on which a
measure has the same value, its isometrics, show which errors are equal to it,
and the mean of random biclusters shows which points are no better than chance.

The figures follow B. Hanczar and M. Nadif (2013), Precision-recall space to correct
external indices for biclustering, PMLR 28(2), 136-144, with a matrix of 10 000 cells
and a true bicluster of 2000 as in their figure 4. Figures 1, 2, 4 and 5 are drawn here,
figure 3 is in :ref:`sphx_glr_auto_examples_plot_size_bias.py`. Figure 6 and table 1 are
not: they depend on drawn data and on a program that were not published.
"""

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import (
    PrecisionRecallSpaceDisplay,
    biclusters_from_indices,
)

shape = (100, 100)
true = biclusters_from_indices([(range(50), range(40))], shape)
share = 50 * 40 / (100 * 100)

# %%
# Top, as in their figures 1 and 2: the isometrics of three measures. Goodness, the mean
# of precision and recall, has straight lines; the F-measure and the Jaccard index favor
# equal precision and recall, and rank biclusters in the same way, so that their curves
# never cross. Bottom, as in figure 4: the same measures corrected for the size of the
# predicted bicluster. They are 0 on the dashed line, the mean of random biclusters, and
# change little near the top right corner.
#
# The orange point is the true bicluster, the gray one the whole matrix. In figure 1 the
# gray area ends at the straight line between (0, 0) and the whole matrix. It is larger,
# because the rows and the columns of a bicluster are limited
# (:ref:`errata <errata_hn_line>`).

extremes = biclusters_from_indices(
    [(range(50), range(40)), (range(100), range(100))], shape
)
figure, axes = plt.subplots(
    2, 3, figsize=(10, 7), sharex=True, sharey=True, layout="compressed"
)
names = {"goodness": "Goodness", "fbeta": "F-measure", "jaccard": "Jaccard index"}
for row, correction in zip(axes, (None, "expected"), strict=True):
    for axis, (measure, name) in zip(row, names.items(), strict=True):
        PrecisionRecallSpaceDisplay.from_predictions(
            true, extremes, metric=measure, correction=correction, ax=axis
        )
        handles, labels = axis.get_legend_handles_labels()
        axis.get_legend().remove()
        axis.set_title(f"{name}, corrected" if correction else name)
        axis.label_outer()
        if correction:
            axis.text(0.05, share, "0.0", color="#0072b2", va="bottom")
# All panels have the same legend. Here, two of its entries have names of their own.
handle_of = dict(zip(labels, handles, strict=True))
reach = "out of reach of any bicluster"
legend_entries = {
    "true bicluster": handle_of["best match"],
    "whole matrix": handle_of["other pair"],
    reach: handle_of[reach],
    "mean by chance": handle_of["mean by chance"],
    "equal value": plt.Line2D([], [], color="#0072b2", linewidth=0.8),
}
figure.legend(
    legend_entries.values(),
    legend_entries,
    loc="outside lower center",
    ncols=5,
    frameon=False,
)
figure.suptitle("A random bicluster scores 0 on average only if corrected (bottom)")
plt.show()

# %%
# Random biclusters of growing size: random numbers of rows and columns, then random
# rows and columns. Their precision stays the same on average, and their recall grows: a
# measure that rises with the recall prefers large biclusters. With corrected precision
# and recall as axes, their mean is the origin at any size. The best of 1000 random
# biclusters is better than chance in both spaces, which ``correction="expected_best"``
# takes into account.

N_DRAWS, N_GROUPS = 1000, 5
best = f"best of {N_DRAWS}, by F-measure"
fifth = f"mean of {N_DRAWS // N_GROUPS} (larger dot: larger biclusters)"
generator = np.random.default_rng(0)
sizes = generator.integers(1, 100, size=(N_DRAWS, 2))
drawn = tuple(
    generator.permuted(np.arange(100) < size[:, None], axis=1) for size in sizes.T
)
groups = np.array_split(np.argsort(sizes.prod(axis=1)), N_GROUPS)

figure, axes = plt.subplots(1, 2, figsize=(10, 6), layout="compressed")
for axis, correction in zip(axes, (None, "space"), strict=True):
    display = PrecisionRecallSpaceDisplay.from_predictions(
        true,
        drawn,
        correction=correction,
        ax=axis,
        label=best,
    )
    means = [
        (display.recall[0, group].mean(), display.precision[0, group].mean())
        for group in groups
    ]
    axis.scatter(
        *zip(*means, strict=True),
        s=20 * np.arange(1, N_GROUPS + 1),
        color="#f0e442",
        edgecolor="black",
        zorder=4,
        label=fifth,
    )
    axis.lines[-1].set(label="random bicluster", markersize=3, alpha=0.4)
    handles, labels = axis.get_legend_handles_labels()
    axis.get_legend().remove()
    axis.set_title("corrected for chance" if correction else "not corrected")
    described = ", ".join(f"({x:.2f}, {y:.2f})" for x, y in means)
    print(f"{'corrected ' if correction else ''}(recall, precision): {described}")
# Both panels have the same legend.
handle_of = dict(zip(labels, handles, strict=True))
legend_entries = {
    "random bicluster": handle_of["random bicluster"],
    fifth: handle_of[fifth],
    best: handle_of[best],
    "mean by chance (right: square)": plt.Line2D([], [], color="k", linestyle="--"),
    "equal F-measure": plt.Line2D([], [], color="#0072b2", linewidth=0.8),
    reach: handle_of[reach],
}
figure.legend(
    legend_entries.values(),
    legend_entries,
    loc="outside lower center",
    ncols=3,
    frameon=False,
)
figure.suptitle("Corrected, random biclusters of any size are at the origin on average")
plt.show()

# %%
# How one space becomes the other, as in figure 5: lines of constant precision stay
# lines, those of constant recall bend. Everything on the dashed line, where precision
# is that of random biclusters, moves to the origin. The part below it, worse than
# chance, is left out.

recall, precision = np.meshgrid(np.linspace(0.01, 1, 100), np.linspace(share, 1, 101))
covered = recall * share / precision  # fraction of the matrix: |X| = n / precision
corrected_precision = (precision - share) / (1 - share)
corrected_recall = np.divide(
    recall - covered, 1 - covered, out=np.full_like(recall, np.nan), where=covered < 1
)

figure, axes = plt.subplots(
    1, 2, figsize=(10, 6.2), sharex=True, sharey=True, layout="compressed"
)
for axis, x, y in [
    (axes[0], recall, precision),
    (axes[1], corrected_recall, corrected_precision),
]:
    for k in range(0, 101, 10):
        axis.plot(x[k], y[k], color="#0072b2", linewidth=1)
    for k in range(9, 100, 10):
        axis.plot(x[:, k], y[:, k], color="#d55e00", linewidth=1, linestyle="--")
    axis.set(aspect="equal", xlim=(0, 1.02), ylim=(0, 1.02))
    axis.spines[["top", "right"]].set_visible(False)
axes[0].axhline(
    share, color="black", linewidth=2, linestyle="--", label="mean by chance"
)
axes[0].text(0.5, share / 2, "worse than chance: not drawn", ha="center", va="center")
axes[0].set(xlabel="recall", ylabel="precision", title="not corrected")
axes[1].plot(0, 0, "s", color="black", clip_on=False, label="mean by chance, corrected")
axes[1].set(
    xlabel="corrected recall",
    ylabel="corrected precision",
    title="the same lines, corrected for chance",
)
axes[0].plot([], [], color="#0072b2", label="constant precision")
axes[0].plot([], [], color="#d55e00", linestyle="--", label="constant recall")
figure.legend(loc="outside lower center", ncols=4, frameon=False)
figure.suptitle("Correction moves the whole chance line to the origin")
plt.show()
