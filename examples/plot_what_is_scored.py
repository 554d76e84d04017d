"""
What does the score of a co-clustering say?
===========================================

A co-clustering groups the rows and the columns of a matrix at the same time. Here the
blocks are planted, so the true co-clustering is known. Its agreement with another one
is a number: 1 for equal co-clusterings, 0 on average for random ones (product-CARI, the
co-clustering adjusted Rand index with the product null model).
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralBiclustering

from sklearn_cocluster_metrics import cari_score, coclustering_of, match_clusters
from sklearn_cocluster_metrics.datasets import make_latent_blocks

X, *labels = make_latent_blocks((60, 40), (4, 3), separation=2, random_state=0)
truth = tuple(labels)

# %%
# Four candidates: what a co-clusterer finds with the true numbers of clusters and with
# too few, the truth with a fifth of its labels permuted, and random labels.

candidates = {
    f"{h} x {w} fitted": coclustering_of(
        SpectralBiclustering((h, w), method="log", random_state=0).fit(X - X.min() + 1)
    )
    for h, w in ((4, 3), (2, 2))
}
generator = np.random.default_rng(0)
candidates["A fifth of the true labels permuted"] = tuple(
    np.where(generator.random(len(mode)) < 0.2, generator.permutation(mode), mode)
    for mode in truth
)
candidates["Random labels"] = tuple(generator.permutation(mode) for mode in truth)

# %%
# The matrix as it comes, and in the order of each co-clustering, whose clusters end at
# the blue lines. Orange marks are rows and columns in the wrong cluster.

candidates["The true blocks"] = truth
scores = {
    title: cari_score(truth, found, null_model="product")
    for title, found in candidates.items()
}
best_first = sorted(candidates, key=scores.get, reverse=True)
panels = {"The data": None} | {title: candidates[title] for title in best_first}

figure, axes = plt.subplots(2, 3, figsize=(9, 6.8), layout="constrained")
figure.get_layout_engine().set(w_pad=0.13)
look = {"aspect": "auto", "cmap": "Greys"}
for axis, (title, found) in zip(axes.flat, panels.items(), strict=True):
    axis.set(xticks=[], yticks=[])
    if found is None:
        axis.imshow(X, **look)
        axis.set_title(f"{title}\n", fontsize="medium")
        continue
    matched = match_clusters(truth, found)
    order = [np.lexsort(pair) for pair in zip(truth, matched, strict=True)]
    axis.imshow(X[np.ix_(*order)], **look)
    for mode, line in enumerate((axis.axhline, axis.axvline)):
        ends = np.flatnonzero(np.diff(matched[mode][order[mode]])) + 0.5
        for end in ends:
            line(end, color="#0072b2", linewidth=2)
        wrong = np.flatnonzero((matched[mode] != truth[mode])[order[mode]])
        edge = np.full(len(wrong), -0.02 if mode == 0 else 1.02)
        places = (edge, wrong) if mode == 0 else (wrong, edge)
        across = axis.get_yaxis_transform() if mode == 0 else axis.get_xaxis_transform()
        marker = {
            "marker": "_|"[mode],
            "color": "#d55e00",
            "markeredgewidth": 2,
            "linestyle": "none",
            "in_layout": False,
        }
        axis.plot(*places, transform=across, clip_on=False, markersize=9, **marker)
    score = f"{scores[title]:.2f}"
    print(f"{title}: {score}")
    axis.set_title(f"{title}\nproduct-CARI {score}", fontsize="medium", pad=14)
figure.suptitle(
    "The score is 1 for the true blocks, and about 0 for random labels\n"
    "(blue lines: ends of clusters; orange marks: rows and columns in a wrong one)"
)
plt.show()
