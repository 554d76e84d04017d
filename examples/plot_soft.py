"""
What do posterior probabilities add to the labels?
==================================================

A latent block model gives each row and each column the probability of every cluster.
Rounded to labels, a row that is almost certain and one that could be anywhere count the
same. ``soft_cari_score`` and ``soft_cocorrelation_score`` compare the probabilities as
they are; hard labels, such as the true ones here, may be on either side.

The model is fitted by variational EM, in forty lines: rows and columns in turn get
their probabilities from the mean of every block.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.special import softmax
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.model_selection import GridSearchCV

from sklearn_cocluster_metrics import (
    WholeDataSplit,
    cari_score,
    cocorrelation_score,
    make_cocluster_scorer,
    match_clusters,
    soft_cari_score,
    soft_cocorrelation_score,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks


class LatentBlockModel(BaseEstimator):
    """Gaussian latent block model, with one variance for all blocks."""

    def __init__(self, n_clusters=(3, 3), n_iter=50, random_state=0):
        self.n_clusters = n_clusters
        self.n_iter = n_iter
        self.random_state = random_state

    def fit(self, X, y=None):
        rows, columns = (
            np.eye(k)[
                KMeans(k, n_init=3, random_state=self.random_state).fit_predict(A)
            ]
            for k, A in zip(self.n_clusters, (X, X.T), strict=True)
        )
        for _ in range(self.n_iter):
            sizes = np.outer(rows.sum(axis=0), columns.sum(axis=0))
            means = rows.T @ X @ columns / sizes
            variance = np.mean(X**2) - np.sum(sizes * means**2) / X.size
            rows = posterior(X, columns, means, rows, variance)
            columns = posterior(X.T, rows, means.T, columns, variance)
        self.row_probabilities_, self.column_probabilities_ = rows, columns
        self.row_labels_ = rows.argmax(axis=1)
        self.column_labels_ = columns.argmax(axis=1)
        return self


def posterior(X, others, means, memberships, variance):
    """Probabilities of the clusters of the rows, given those of the columns."""
    fit = X @ others @ means.T - others.sum(axis=0) @ (means**2).T / 2
    return softmax(np.log(memberships.mean(axis=0)) + fit / variance, axis=1)


# %%
# Blocks between hopeless and easy, five matrices each. Where the model is unsure, the
# soft scores are above the same index of its labels, because rows with a wrong label
# tend to be the uncertain ones. The gain is small, because some wrong labels are given
# with confidence. The bars are standard errors over the five matrices.

separations = np.array([0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6])
names = ["soft CARI", "soft coCC"]
scores = np.empty((4, len(separations), 5))
largest, right = [], []
for place, seed in np.ndindex(scores.shape[1:]):
    X, *truth = make_latent_blocks(
        (90, 60), (3, 3), separation=separations[place], random_state=seed
    )
    true = tuple(truth)
    model = LatentBlockModel().fit(X)
    soft = model.row_probabilities_, model.column_probabilities_
    scores[:, place, seed] = (
        cari_score(true, model, null_model="product"),
        cocorrelation_score(true, model),
        soft_cari_score(true, soft),
        soft_cocorrelation_score(true, soft),
    )
    if separations[place] == 0.35:
        largest.append(soft[0].max(axis=1))
        right.append(match_clusters(true, model)[0] == true[0])

figure, (left, other) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
gains = scores[2:] - scores[:2]
errors = gains.std(axis=2, ddof=1) / np.sqrt(gains.shape[2])
colors = ("#0072b2", "#d55e00")
for number, name in enumerate(names):
    left.errorbar(
        separations + 0.004 * number,  # so that the bars do not cover each other
        gains[number].mean(axis=1),
        yerr=errors[number],
        color=colors[number],
        marker="o",
        capsize=3,
        label=name,
    )
left.axhline(0, color="0.6", linewidth=1)
left.set(
    xlabel="separation of the blocks (SD of the noise)",
    ylabel="soft minus hard score (mean ± SE, 5 matrices)",
    title="Between hopeless and easy, soft scores are higher",
)
left.legend()
certain, found = np.concatenate(largest), np.concatenate(right)
groups = [certain[found], certain[~found]]
other.hist(
    groups,
    bins=np.linspace(1 / 3, 1, 11),
    weights=[np.full(len(group), 1 / len(group)) for group in groups],
    color=("#009e73", "#e69f00"),
    label=["right label", "wrong label"],
)
other.set(
    xlabel="largest cluster probability of the row",
    ylabel="share of all right, or all wrong, labels",
    title="Wrong labels are less certain (separation 0.35)",
)
other.legend(loc="upper left")
plt.show()

# %%
# A scorer reads the probabilities from the fitted estimator by the names of two
# attributes. So a search can choose by them; here, the number of clusters.

scorer = make_cocluster_scorer(
    soft_cocorrelation_score,
    labels=true,
    accessor=("row_probabilities_", "column_probabilities_"),
)
search = GridSearchCV(
    LatentBlockModel(),
    {"n_clusters": [(2, 2), (3, 3), (4, 4)]},
    scoring=scorer,
    cv=WholeDataSplit(),
    error_score="raise",
)
search.fit(X)
for parameters, score in zip(
    search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True
):
    print(parameters, round(score, 3))
