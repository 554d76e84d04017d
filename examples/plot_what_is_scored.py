"""
What does the score of a co-clustering say?
===========================================

A co-clustering groups the rows and the columns of a matrix at the same time. Here the
blocks are planted, so the true co-clustering is known. Its agreement with what a
co-clusterer finds is a number: 1 for equal co-clusterings, 0 on average for random
ones (product-CARI, the co-clustering adjusted Rand index with the product null model).
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralBiclustering

from sklearn_cocluster_metrics import cari_score, coclustering_of
from sklearn_cocluster_metrics.datasets import make_latent_blocks

X, *truth = make_latent_blocks((60, 40), (4, 3), separation=0.75, random_state=2)

# %%
# Three candidates: with the numbers of clusters of the truth, with too few, and random
# labels in clusters of the true sizes.

candidates = {
    f"{h} x {w} found": coclustering_of(
        SpectralBiclustering((h, w), method="log", random_state=0).fit(X - X.min() + 1)
    )
    for h, w in ((4, 3), (2, 2))
}
generator = np.random.default_rng(0)
candidates["Random labels"] = tuple(generator.permutation(mode) for mode in truth)

# %%
# The matrix as it comes, and in the order of each co-clustering, whose clusters end
# at the lines.

figure, axes = plt.subplots(1, 5, figsize=(11, 3.3), layout="constrained")
panels = {"The data": None, "The truth, 4 x 3": tuple(truth), **candidates}
for axis, (title, found) in zip(axes, panels.items(), strict=True):
    axis.set(xticks=[], yticks=[])
    if found is None:
        axis.imshow(X, cmap="gray_r", aspect="auto")
        axis.set_title(title)
        continue
    rows, columns = (np.argsort(labels, kind="stable") for labels in found)
    axis.imshow(X[np.ix_(rows, columns)], cmap="gray_r", aspect="auto")
    for labels, line in zip(found, (axis.axhline, axis.axvline), strict=True):
        for border in np.cumsum(np.bincount(labels))[:-1]:
            line(border - 0.5, color="#d55e00")
    score = cari_score(tuple(truth), found, null_model="product")
    print(f"{title}: {score:.2f}")
    axis.set_title(f"{title}\nscore {score:.2f}")
plt.show()
