"""
What can be found without ground truth?
=======================================

The rows are 178 wines, the columns 13 measurements. No true labels are used: what is
found again in parts of the data decides on the numbers of row and column clusters, and
stability is compared with that of data without structure. The user guide goes through
the same analysis and says what each rule loses: :ref:`search_without_truth`.
"""

import warnings

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralBiclustering
from sklearn.datasets import load_wine
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import quantile_transform

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    StabilityDisplay,
    WholeDataSplit,
    choice_frequencies,
    coclustering_of,
    make_stability_scorer,
    most_reproducible,
    stability_score,
)

# %%
# Each measurement is replaced by its rank, so that all columns have one scale. A column
# with its entries permuted is then noise.

wine = load_wine()
X = quantile_transform(wine.data, n_quantiles=len(wine.data))

# %%
# Rows and columns need not have equally many clusters, so the grid has all pairs. The
# choice is the finest stable candidate, if the rows of some candidate are also found
# again in halves of the columns, which share no cell.

search = GridSearchCV(
    SpectralBiclustering(method="log", n_init=2, random_state=0),
    {"n_clusters": [(rows, columns) for rows in (2, 3, 4) for columns in (2, 3)]},
    scoring=make_stability_scorer(n_resamples=12),
    refit=most_reproducible,
    cv=WholeDataSplit(),
    error_score="raise",
)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    search.fit(X)
stability = search.cv_results_["mean_test_stability"][search.best_index_]
print(f"chosen: {search.best_params_['n_clusters']}, stability {stability:.2f}")
for warning in caught:
    print(warning.message)

# %%
# The search warns that this choice is not sure. The following table shows how often
# searches with other random parts of the data would choose each candidate. The number
# of column clusters is nearly always the same, but two row clusters are a rival of
# three.

print(choice_frequencies(search))

# %%
# The chosen number of column clusters is the largest in the grid. A search for your own
# data should therefore go on with larger numbers.
#
# If no candidate has evidence of structure, none is chosen. Columns permuted at random
# show how stable the chosen candidate is without structure.

generator = np.random.default_rng(0)
permuted = [
    stability_score(
        search.best_estimator_, generator.permuted(X, axis=0), n_resamples=5
    )
    for _ in range(3)
]
print("permuted columns:", *(f"{score:.2f}" for score in permuted))

# %%
# The heatmap shows that some candidates cannot be distinguished: their standard errors
# are larger than their differences. Therefore, the candidate with the highest mean is
# not chosen. The choice is the candidate with most blocks among those within one
# standard error of the highest mean. At the right are the ranks in the order of the
# chosen co-clustering.

figure, (left, right) = plt.subplots(
    1, 2, figsize=(10, 4.8), width_ratios=[1, 1.1], layout="constrained"
)
display = StabilityDisplay.from_cv_results(search, ax=left)
display.image_.colorbar.remove()  # the numbers are in the cells
left.get_legend().remove()
rows, columns = search.best_params_["n_clusters"]
left.set_title(
    f"{rows} x {columns} clusters are chosen (framed), the finest\n"
    "within one standard error of the best",
    fontsize="medium",
)
left.set_xlabel("column clusters\nstability by product-CARI ± standard error")
CoclusterDisplay.from_estimator(search, X, ax=right)
right.images[0].colorbar.set_label("rank of the wine, scaled to 0 to 1")
right.set_title("Chosen co-clustering", fontsize="medium")
plt.show()

# %%
# What is in the column clusters:

row_labels, column_labels = coclustering_of(search)
names = np.array(wine.feature_names)
for label in np.unique(column_labels):
    print(f"cluster {label}:", ", ".join(names[column_labels == label]))

# %%
# Only to check: the wines come from three cultivars. The number is right, the
# co-clustering only in part. Stability cannot say so.

print(f"adjusted Rand index: {adjusted_rand_score(wine.target, row_labels):.2f}")
