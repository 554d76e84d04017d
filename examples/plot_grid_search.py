"""
Which co-clustering finds the diagnoses and the kinds of measurements?
======================================================================

The breast cancer data contain 30 measurements of 569 tumors. Rows and columns of the
matrix both have true labels: the diagnosis of each row (malignant or benign), and what
each column measures (the size of the cell nuclei, their texture, or their shape; as
mean, standard error or worst value). A grid search finds the settings of a co-clusterer
that recover both best, by the co-clustering adjusted Rand index (CARI) with the product
null model (product-CARI): the agreement of pairs of cells, 1 for equal co-clusterings
and 0 on average for random ones.

The estimator labels the rows that it was fitted on, so the true labels are passed to
the scorer, and every candidate is fitted and scored on the whole data.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralBiclustering
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    WholeDataSplit,
    classification_error,
    make_cocluster_scorer,
)

# %%
# The true labels: the diagnosis of each row, and what each column measures.

cancer = load_breast_cancer()
X = cancer.data
diagnosis = cancer.target_names[cancer.target]

SIZE, TEXTURE = {"radius", "perimeter", "area"}, {"texture"}


def measured(name):
    """Return what a measurement such as "worst concave points" describes."""
    words = set(name.split())
    return "size" if words & SIZE else "texture" if words & TEXTURE else "shape"


family = np.array([measured(name) for name in cancer.feature_names])
truth = (diagnosis, family)

# %%
# The search: 2 normalizations, 2 to 4 row clusters, 2 to 4 column clusters.
# ``error_score="raise"`` stops at the first error instead of ranking NaN.

model = Pipeline(
    [
        ("scale", MinMaxScaler()),
        ("cocluster", SpectralBiclustering(random_state=0)),
    ]
)
search = GridSearchCV(
    model,
    {
        "cocluster__method": ["bistochastic", "scale"],
        "cocluster__n_clusters": [(h, w) for h in (2, 3, 4) for w in (2, 3, 4)],
    },
    scoring=make_cocluster_scorer(
        "cari", row_labels=diagnosis, column_labels=family, null_model="product"
    ),
    cv=WholeDataSplit(),
    error_score="raise",
    verbose=3,
)
with threadpool_limits(1):  # many small fits, faster on one thread each
    search.fit(X)

# %%
# The ranking.

results = search.cv_results_
print(f"\n{'rank':>4}  {'product-CARI':>12}  {'method':<12}  clusters (rows, columns)")
for candidate in np.argsort(results["rank_test_score"], kind="stable"):
    parameters = results["params"][candidate]
    print(
        f"{results['rank_test_score'][candidate]:>4}  "
        f"{results['mean_test_score'][candidate]:>12.3f}  "
        f"{parameters['cocluster__method']:<12}  "
        f"{parameters['cocluster__n_clusters']}"
    )

print(
    f"\nBest: product-CARI {search.best_score_:.3f}; "
    f"{classification_error(truth, search):.0%} of the cells are misclassified"
)

# %%
# The matrix, reordered by the true labels and by the best fit. Each cluster that was
# found has the color of the true cluster that it matches best, and the same position.
# Rows and columns that are in another cluster are marked in the color of that cluster.

scaled = MinMaxScaler().fit_transform(X)
display = CoclusterDisplay.from_estimator(search, scaled, truth)
display.ax_[1].images[0].colorbar.set_label("measurement, scaled to 0 to 1")
tumors, measurements = (f"{mask.mean():.0%}" for mask in display.misclassified)
display.figure_.suptitle(
    f"{tumors} of the tumors and {measurements} of the measurements are misclassified"
)
display.figure_.savefig("grid_search.png", dpi=150)
plt.show()
