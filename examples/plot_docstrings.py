"""
Do the words of a docstring reveal its package?
===============================================

The documents are the docstrings of the functions of three packages that are installed
with this one. The rows of the matrix are the documents, its columns are words, and its
entries are counts, most of them 0. The package of each document is known, so a
co-clusterer can be cross-validated: it is fitted on four fifths of the documents and
labels the rest. scikit-learn's spectral co-clusterers have no `predict`, and they fail
on rows or columns of zeros, which sparse counts may have. ``InductiveCocluster`` adds
`predict` and leaves such rows and columns out of the fit.
"""

import importlib
import inspect

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from sklearn.cluster import SpectralCoclustering
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import Pipeline

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    coclustering_of,
    make_cocluster_scorer,
)

# %%
# The corpus. Scores depend on the versions installed.

PACKAGES = ["scipy.linalg", "scipy.ndimage", "sklearn.metrics"]
documents, package = [], []
for name in PACKAGES:
    module = importlib.import_module(name)
    for _, function in sorted(inspect.getmembers(module, inspect.isfunction)):
        text = inspect.getdoc(function) or ""
        if len(text) > 300 and text not in documents:
            documents.append(text)
            package.append(name)
package = np.array(package)
for name in PACKAGES:
    print(f"{np.sum(package == name):>4} docstrings of {name}")

# %%
# The search: the vectorizer is part of the pipeline, so it too is fitted on training
# documents only. The splitter is stratified: each fold has every package in the same
# proportion as the whole corpus.

model = Pipeline(
    [
        (
            "count",
            CountVectorizer(
                stop_words="english",
                token_pattern="[a-z]{3,}",
                min_df=5,
                max_df=0.3,
            ),
        ),
        (
            "cocluster",
            InductiveCocluster(SpectralCoclustering(random_state=0), metric="cosine"),
        ),
    ]
)
N_CLUSTERS = [2, 3, 4, 5, 6, 8]
search = GridSearchCV(
    model,
    {"cocluster__estimator__n_clusters": N_CLUSTERS},
    scoring=make_cocluster_scorer("cari"),
    cv=StratifiedKFold(5, shuffle=True, random_state=0),
    error_score="raise",
).fit(documents, package)
scores = search.cv_results_["mean_test_score"]
spread = search.cv_results_["std_test_score"]
for n_clusters, mean, deviation in zip(N_CLUSTERS, scores, spread, strict=True):
    print(f"{n_clusters} clusters: held-out CARI {mean:.3f} +- {deviation:.3f}")

# %%
# Each row cluster has a column cluster with the same label. These are the words of each
# column cluster that are most frequent inside its row cluster, compared with outside.

counts = search.best_estimator_[:-1].transform(documents).tocsc()
words = search.best_estimator_[0].get_feature_names_out()
row_labels, word_labels = coclustering_of(search)
for label in np.unique(row_labels):
    inside = np.ravel(counts[row_labels == label].sum(axis=0))
    outside = np.ravel(counts[row_labels != label].sum(axis=0))
    own = np.flatnonzero(word_labels == label)
    top = own[np.argsort(outside[own] - inside[own])[:8]]
    found = package[row_labels == label]
    names, sizes = np.unique(found, return_counts=True)
    print(f"cluster {label}:", *(f"{n} {p}" for n, p in zip(sizes, names, strict=True)))
    print("   ", ", ".join(words[top]))

# %%
# The counts in the order of the best fit. The bar at the left shows the package of each
# document; for a perfect fit, it changes color only at the borders of the blocks.

rows = np.lexsort((package, row_labels))
columns = np.argsort(word_labels, kind="stable")
figure = plt.figure(figsize=(10, 4.8), layout="constrained")
left, bar, right = figure.subplots(1, 3, width_ratios=[10, 0.4, 12])
left.errorbar(N_CLUSTERS, scores, yerr=spread, color="#0072b2", marker="o", capsize=3)
left.set_xticks(N_CLUSTERS)
left.set(
    xlabel="clusters",
    ylabel="CARI of held-out documents",
    title=f"{N_CLUSTERS[np.argmax(scores)]} clusters agree best with the "
    f"{len(PACKAGES)} packages\n(mean and SD of 5 folds)",
)
colors = ListedColormap(["#0072b2", "#cc79a7", "#009e73"])
codes = np.searchsorted(PACKAGES, package[rows])
bar.imshow(codes[:, None], aspect="auto", cmap=colors, interpolation="nearest")
bar.set(xticks=[], yticks=[], ylabel=f"{len(documents)} documents")
right.spy(counts[rows][:, columns], markersize=0.6, aspect="auto", color="0.2")
for labels, draw_border in (
    (row_labels[rows], right.axhline),
    (word_labels[columns], right.axvline),
):
    for border in np.flatnonzero(labels[1:] != labels[:-1]):
        draw_border(border + 0.5, color="#d55e00", linewidth=1.5)
right.set(xticks=[], yticks=[])
right.set_xlabel(f"{counts.shape[1]} words (a dot: the word is in the document)")
right.set_title(
    "Most documents are in the cluster of their package\n"
    "(orange lines: ends of the clusters)"
)
right.legend(
    [plt.Rectangle((0, 0), 1, 1, color=color) for color in colors.colors],
    PACKAGES,
    title="bar at the left: package of each document",
    loc="upper center",
    bbox_to_anchor=(0.5, -0.06),
    ncols=3,
    frameon=False,
)
plt.show()
