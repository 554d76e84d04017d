"""
How many co-clusters do handwritten digits need?
================================================

The rows of the matrix are 1797 images of digits, its columns their 64 pixels. The digit
in each image is known, so held-out images can be scored: ``InductiveCocluster`` adds
`predict` to a co-clusterer, and cross-validation compares the predictions with the
digits. The pixels have no true labels, so only the rows are scored; on rows alone, the
co-clustering adjusted Rand index (CARI) is the adjusted Rand index.
"""

import warnings

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
# No true labels are passed to the scorer: the search passes those of each fold. Three
# pixels are 0 in every image; the spectral method would fail on them, so the wrapper
# leaves them out of the fit.
#
# Two other numbers are recorded for each fit. The first is the number of row clusters
# that were found, which is often smaller than the number asked for. The second is
# ``agreement_``, the fraction of the training images for which `predict` returns the
# fitted label. Below 0.8, ``InductiveCocluster`` warns that the score is that of the
# predictions and not that of the fitted clusters. Here the predictions are what we want
# to score, so the warning is turned off and the agreement is printed. Predictions by
# the nearest block profile are quick; those of the default classifier agree better.

X, digits = load_digits(return_X_y=True)
print(f"{X.shape[0]} images, {np.sum(~X.any(axis=0))} pixels that are always 0")

N_CLUSTERS = [6, 8, 10, 12, 15, 20, 25]
score_predictions = make_cocluster_scorer("cari")


def score(estimator, X, y):
    """Return CARI of the predictions, and two numbers about the fit."""
    return {
        "cari": score_predictions(estimator, X, y),
        "n_found": len(np.unique(estimator.row_labels_)),
        "agreement": estimator.agreement_,
    }


search = GridSearchCV(
    InductiveCocluster(SpectralCoclustering(random_state=0), metric="cosine"),
    {"estimator__n_clusters": N_CLUSTERS},
    scoring=score,
    refit="cari",
    cv=StratifiedKFold(5, shuffle=True, random_state=0),
    error_score="raise",
)
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message="`predict` returns the fitted label")
    search.fit(X, digits)

results = search.cv_results_
found, scores, agreement = (
    results[f"mean_test_{name}"] for name in ("n_found", "cari", "agreement")
)
spread = results["std_test_cari"]
print("asked for  found  held-out CARI     agreement")
for row in zip(N_CLUSTERS, found, scores, spread, agreement, strict=True):
    print("{:>9}  {:>5.1f}  {:.3f} +- {:.3f}  {:>12.2f}".format(*row))

# %%
# More clusters than digits score best: a digit can be written in more than one way. On
# the right, the mean image of each row cluster of the best fit, the largest first, with
# the number of images and the most frequent digit.

row_labels, _ = coclustering_of(search)
clusters, sizes = np.unique(row_labels, return_counts=True)
largest = clusters[np.argsort(-sizes)]

figure = plt.figure(figsize=(10, 4.5), layout="constrained")
left, right = figure.subfigures(1, 2, width_ratios=[1, 1.1])
axis = left.subplots()
axis.errorbar(found, scores, yerr=spread, color="#0072b2", marker="o", capsize=3)
axis.axvline(10, color="0.6", linestyle="--", linewidth=1)
axis.annotate("ten digits", (10, axis.get_ylim()[0]), xytext=(4, 4), color="0.4",
              textcoords="offset points")  # fmt: skip
axis.set(
    xlabel="row clusters found, mean over the folds",
    ylabel="CARI of held-out images",
    title="More clusters than digits score best\n(mean and SD of 5 folds)",
)
n_columns = 5
panels = right.subplots(-(-len(largest) // n_columns), n_columns)
right.suptitle(
    f"Mean images of the {len(largest)} clusters\n(images, most frequent digit)"
)
for panel in panels.flat:
    panel.axis("off")
for panel, cluster in zip(panels.flat, largest, strict=False):
    members = row_labels == cluster
    panel.imshow(X[members].mean(axis=0).reshape(8, 8), cmap="Greys")
    share = np.bincount(digits[members]).max() / members.sum()
    panel.set_title(
        f"{members.sum()}, {share:.0%} a {np.bincount(digits[members]).argmax()}",
        fontsize="small",
    )
plt.show()
