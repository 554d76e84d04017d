"""
Which co-clustering finds the diagnoses and the kinds of measurements?
======================================================================

The breast cancer data hold 30 measurements of 569 tumors. Both sides of the matrix have
a truth: the diagnosis of each row (malignant or benign), and what each column measures
(the size of the cell nuclei, their texture, or their shape; as mean, standard error or
worst value). A grid search asks which settings of a co-clusterer find both at once, by
the co-clustering adjusted Rand index (CARI): the share of pairs of cells that belong
together in both the truth and the fit, corrected for chance.

The estimator labels the rows that it was fitted on, so the truth is bound in the scorer
and every candidate is fitted and scored on the whole data.
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
    coclustering_of,
    make_cocluster_scorer,
    nce_score,
)

# %%
# The truth: the diagnosis of the rows, and what the columns measure.

cancer = load_breast_cancer()
X = cancer.data
diagnosis = cancer.target_names[cancer.target]

SIZE, TEXTURE = {"radius", "perimeter", "area"}, {"texture"}


def measured(name):
    """Say what a measurement such as "worst concave points" is of."""
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
    scoring=make_cocluster_scorer("cari", row_labels=diagnosis, column_labels=family),
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
    f"\nBest: CARI {search.best_score_:.3f}, "
    f"normalized classification error {nce_score(truth, search):.3f}"
)

# %%
# The matrix, reordered by the truth and by the best fit. A good fit puts the same lines
# together: the bars beside the right panel, which show the truth of each line that the
# fit has moved there, then change color only at its block borders.

scaled = MinMaxScaler().fit_transform(X)
colors = ListedColormap(["#0072b2", "#e69f00", "#009e73"])


def draw(axes, title, row_labels, column_labels):
    """Draw the matrix in the order of the labels, block borders, and the truth."""
    rows = np.lexsort((diagnosis, row_labels))
    columns = np.lexsort((family, column_labels))
    matrix, row_bar, column_bar = axes
    matrix.imshow(scaled[rows][:, columns], aspect="auto", cmap="Greys")
    for labels, line in (
        (row_labels[rows], matrix.axhline),
        (column_labels[columns], matrix.axvline),
    ):
        for border in np.flatnonzero(labels[1:] != labels[:-1]):
            line(border + 0.5, color="#d55e00", linewidth=1.5)
    kinds = {name: code for code, name in enumerate(["size", "texture", "shape"])}
    column_bar.imshow(
        [[kinds[name] for name in family[columns]]], aspect="auto", cmap=colors
    )
    row_bar.imshow(
        (diagnosis[rows] == "malignant")[:, None], aspect="auto", cmap="PuRd"
    )
    for axis in axes:
        axis.set(xticks=[], yticks=[])
    column_bar.set_title(title)
    matrix.set_xlabel("30 measurements")
    row_bar.set_ylabel("569 tumors")


figure = plt.figure(figsize=(10, 6), layout="constrained")
for panel, title, labels in zip(
    figure.subfigures(1, 2),
    ("In the order of the truth", "In the order of the best fit"),
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
    for color in (*colors.colors, plt.get_cmap("PuRd")(1.0), plt.get_cmap("PuRd")(0.0))
]
figure.legend(
    legend,
    ["size", "texture", "shape", "malignant", "benign"],
    loc="outside lower center",
    ncols=5,
    frameon=False,
    title="Truth of the columns (bar above) and of the rows (bar at the left)",
)
figure.savefig("grid_search.png", dpi=150)
plt.show()
