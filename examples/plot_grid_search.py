"""
Which co-clustering finds the diagnoses and the kinds of measurements?
======================================================================

The breast cancer data contain 30 measurements of 569 tumors. Rows and columns of the
matrix both have true labels: the diagnosis of each row (malignant or benign), and what
each column measures (the size of the cell nuclei, their texture, or their shape; as
mean, standard error or worst value). A grid search finds the settings of a co-clusterer
that recover both best, by the co-clustering adjusted Rand index (CARI) with the product
null model: the agreement of pairs of cells, 1 for equal co-clusterings and 0 on average
for random ones.

The estimator labels the rows that it was fitted on, so the true labels are passed to
the scorer, and every candidate is fitted and scored on the whole data.
"""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from sklearn.cluster import SpectralBiclustering
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    classification_error,
    coclustering_of,
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
search.fit(X)

# %%
# The ranking.

results = search.cv_results_
print(f"\n{'rank':>4}  {'CARI':>6}  {'method':<12}  clusters (rows, columns)")
for candidate in np.argsort(results["rank_test_score"], kind="stable"):
    parameters = results["params"][candidate]
    print(
        f"{results['rank_test_score'][candidate]:>4}  "
        f"{results['mean_test_score'][candidate]:>6.3f}  "
        f"{parameters['cocluster__method']:<12}  "
        f"{parameters['cocluster__n_clusters']}"
    )

found = coclustering_of(search)
print(
    f"\nBest: CARI {search.best_score_:.3f}; "
    f"{classification_error(truth, search):.0%} of the cells are misclassified"
)

# %%
# The matrix, reordered by the true labels and by the best fit. The bars show the true
# label of each row and column. For a perfect fit, the bars beside the right panel
# change color only at the borders of the blocks.

scaled = MinMaxScaler().fit_transform(X)
column_colors = ListedColormap(["#0072b2", "#e69f00", "#009e73"])
row_colors = ListedColormap(["#56b4e9", "#d55e00"])
is_malignant = diagnosis == "malignant"


def in_order_of(labels, values):
    """Number the clusters by the mean of some values, so that panels are alike."""
    means = {label: values[labels == label].mean() for label in np.unique(labels)}
    ranks = {label: rank for rank, label in enumerate(sorted(means, key=means.get))}
    return np.array([ranks[label] for label in labels])


def draw(axes, title, row_labels, column_labels):
    """Draw the matrix in the order of the labels, block borders, and the truth."""
    kinds = {name: code for code, name in enumerate(["size", "texture", "shape"])}
    kind = np.array([kinds[name] for name in family])
    row_labels = in_order_of(row_labels, is_malignant)
    column_labels = in_order_of(column_labels, kind)
    rows = np.lexsort((is_malignant, row_labels))
    columns = np.lexsort((kind, column_labels))
    matrix, row_bar, column_bar = axes
    matrix.imshow(scaled[rows][:, columns], aspect="auto", cmap="Greys")
    for labels, draw_border in (
        (row_labels[rows], matrix.axhline),
        (column_labels[columns], matrix.axvline),
    ):
        for border in np.flatnonzero(labels[1:] != labels[:-1]):
            draw_border(border + 0.5, color="#d55e00", linewidth=1.5)
    column_bar.imshow(kind[None, columns], aspect="auto", cmap=column_colors)
    row_bar.imshow(is_malignant[rows, None], aspect="auto", cmap=row_colors)
    for axis in axes:
        axis.set(xticks=[], yticks=[])
    column_bar.set_title(title)
    matrix.set_xlabel("30 measurements")
    row_bar.set_ylabel("569 tumors")


figure = plt.figure(figsize=(10, 6), layout="constrained")
for panel, title, labels in zip(
    figure.subfigures(1, 2),
    ("Ordered by the true labels", "Ordered by the best fit"),
    (truth, found),
    strict=True,
):
    (corner, column_bar), (row_bar, matrix) = panel.subplots(
        2, 2, width_ratios=[1, 20], height_ratios=[1, 20]
    )
    corner.axis("off")
    draw((matrix, row_bar, column_bar), title, *labels)

legend = [
    plt.Rectangle((0, 0), 1, 1, color=color)
    for color in (*column_colors.colors, *row_colors.colors)
]
figure.legend(
    legend,
    ["size", "texture", "shape", "benign", "malignant"],
    loc="outside lower center",
    ncols=5,
    frameon=False,
    title="True labels of the columns (bar above) and of the rows (bar at the left)",
)
figure.savefig("grid_search.png", dpi=150)
plt.show()
