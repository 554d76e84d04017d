"""
How many co-clusters do handwritten digits need?
================================================

1797 images of digits make the rows of a matrix, their 64 pixels the columns. The digit
in each image is known, so held-out images can be scored: ``InductiveCocluster`` gives
a co-clusterer `predict`, and cross-validation compares what it predicts with the
digits. Nothing is known of the pixels, so only rows are scored; on rows alone the
co-clustering adjusted Rand index (CARI) is the adjusted Rand index.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralCoclustering
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    coclustering_of,
    make_cocluster_scorer,
)

# %%
# The labels of the rows are not bound in the scorer: the search passes those of each
# fold. Three pixels are 0 in every image; the spectral method would fail on them, the
# wrapper fits without them.

X, digits = load_digits(return_X_y=True)
print(f"{X.shape[0]} images, {np.sum(~X.any(axis=0))} pixels that are always 0")

N_CLUSTERS = [6, 8, 10, 12, 15, 20, 25]
search = GridSearchCV(
    InductiveCocluster(SpectralCoclustering(random_state=0)),
    {"estimator__n_clusters": N_CLUSTERS},
    scoring=make_cocluster_scorer("cari"),
    cv=StratifiedKFold(5, shuffle=True, random_state=0),
    error_score="raise",
).fit(X, digits)

scores = search.cv_results_["mean_test_score"]
spread = search.cv_results_["std_test_score"]
for n_clusters, mean, deviation in zip(N_CLUSTERS, scores, spread, strict=True):
    print(f"{n_clusters:>3} clusters: held-out CARI {mean:.3f} +- {deviation:.3f}")

# %%
# More clusters than digits score best: a digit has more than one way to be written. On
# the right, the mean image of each row cluster of the best fit, the largest first.

row_labels, _ = coclustering_of(search)
clusters, sizes = np.unique(row_labels, return_counts=True)
largest = clusters[np.argsort(-sizes)]

figure = plt.figure(figsize=(10, 4), layout="constrained")
left, right = figure.subfigures(1, 2, width_ratios=[1, 1.1])
axis = left.subplots()
axis.errorbar(N_CLUSTERS, scores, yerr=spread, marker="o", capsize=3)
axis.axvline(10, color="0.6", linestyle="--", linewidth=1)
axis.annotate("ten digits", (10, axis.get_ylim()[0]), xytext=(4, 4), color="0.4",
              textcoords="offset points")  # fmt: skip
axis.set_xticks(N_CLUSTERS)
axis.set(
    xlabel="row clusters",
    ylabel="CARI of held-out images",
    title="5-fold cross-validation",
)
n_columns = 5
panels = right.subplots(-(-len(largest) // n_columns), n_columns)
right.suptitle(f"Mean images of the {len(largest)} clusters")
for panel in panels.flat:
    panel.axis("off")
for panel, cluster in zip(panels.flat, largest, strict=False):
    members = row_labels == cluster
    panel.imshow(X[members].mean(axis=0).reshape(8, 8), cmap="Greys")
    share = np.bincount(digits[members]).max() / members.sum()
    panel.set_title(
        f"{members.sum()}, {share:.0%} a {np.bincount(digits[members]).argmax()}",
        fontsize=8,
    )
plt.show()
