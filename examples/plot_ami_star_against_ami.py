"""
When do AMI and AMI* disagree?
==============================

AMI subtracts the mean mutual information over clusterings with the sizes of the
predicted clusters, AMI* that over all clusterings with the same number of clusters. The
two rank predictions almost in the same way, unless both sides have many clusters for
the number of samples.

The figures follow figures 5 and 7 of "Cluster Validation Using Mutual Information", an
anonymous manuscript; figure 6 is in
:ref:`sphx_glr_auto_examples_plot_ami_star_distribution.py`. The manuscript does not say
how the tables of figure 5 were drawn, so only its trend can be compared. Its text does
not say which clusterings figure 7 shows, so all candidates are searched. Its survey of
human judgments cannot be repeated.
"""

from itertools import combinations, permutations, product

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import ami_star_score, coami_score
from sklearn_cocluster_metrics.datasets import random_surjection

# %%
# Figure 5: 50 samples, *R* true and *C* predicted clusters, both drawn uniformly among
# all labelings with so many clusters. As in the manuscript, the correlation is high for
# few clusters and falls for many, and more pairs of predictions are ranked differently.
# It is said to fall if either number grows; here it falls only if both do.

N, N_DRAWS = 50, 60
generator = np.random.RandomState(0)

figure, axes = plt.subplots(2, 2, figsize=(8, 7.2), layout="constrained")
numbers = [(2, 2), (25, 2), (10, 10), (25, 25)]
for axis, (n_true, n_pred) in zip(axes.flat, numbers, strict=True):
    pairs = [
        [random_surjection(N, k, random_state=generator) for k in (n_true, n_pred)]
        for _ in range(N_DRAWS)
    ]
    ami, star = (
        np.array([score(*pair) for pair in pairs])
        for score in (coami_score, ami_star_score)
    )
    correlation = np.corrcoef(ami, star)[0, 1]
    other = [
        (ami[i] - ami[j]) * (star[i] - star[j]) < 0
        for i, j in combinations(range(N_DRAWS), 2)
    ]
    print(f"R = {n_true}, C = {n_pred}: correlation {correlation:.2f}, ", end="")
    print(f"{np.mean(other):.0%} of the pairs are ranked differently")
    axis.plot(ami, star, "o", color="#0072b2", markersize=4)
    axis.axhline(0, color="0.7", linewidth=0.8, zorder=0)
    axis.axvline(0, color="0.7", linewidth=0.8, zorder=0)
    axis.set_title(
        f"{n_true} true, {n_pred} predicted clusters:\ncorrelation {correlation:.2f}",
        fontsize="medium",
    )
    axis.set(xlabel="AMI", ylabel="AMI* (nats)")
    axis.locator_params(nbins=5)
    axis.spines[["top", "right"]].set_visible(False)
figure.suptitle(
    "AMI and AMI* rank alike, unless both sides have many clusters\n"
    f"(a dot: a random pair of clusterings of {N} samples)"
)
plt.show()

# %%
# Figure 7: all clusterings into two clusters of 12 objects, four of each of three
# categories. They differ in how many objects of each category are in the first cluster;
# up to the order of categories and clusters there are 18. AMI* ranks them by mutual
# information, as all have two clusters. AMI differs in two pairs.

true = np.repeat([0, 1, 2], 4)
counts = {
    min(tuple(sorted(side)) for side in (first, [4 - k for k in first]))
    for first in product(range(5), repeat=3)
    if 0 < sum(first) < 12
}
clusterings = {key: [int(i >= k) for k in key for i in range(4)] for key in counts}
scores = {
    key: (coami_score(true, pred), ami_star_score(true, pred))
    for key, pred in clusterings.items()
}
disagree = sorted(
    (b, c)
    for b, c in permutations(scores, 2)
    if scores[b][1] > scores[c][1] + 1e-9 and scores[b][0] < scores[c][0] - 1e-9
)
print(f"{len(counts)} clusterings; AMI* prefers the first, AMI the second:", *disagree)

# %%
# One of the two pairs, with a clustering that both measures prefer to it. B and C are
# almost equally good by either.

b, c = disagree[0]
chosen = {"A": max(scores, key=lambda key: scores[key][1]), "B": b, "C": c}
figure, axes = plt.subplots(1, 3, figsize=(9, 2.6), layout="constrained")
for axis, (name, key) in zip(axes, chosen.items(), strict=True):
    pred = np.array(clusterings[key])
    for cluster in (0, 1):
        members = true[pred == cluster]
        for category, (color, marker) in enumerate(
            [("#0072b2", "o"), ("#d55e00", "s"), ("#009e73", "^")]
        ):
            places = np.flatnonzero(members == category)
            axis.scatter(
                places % 3 + 4 * cluster, -(places // 3), s=90, c=color, marker=marker
            )
    ami, star = scores[key]
    axis.axvline(3, color="0.7")
    axis.set_title(f"{name}: AMI {ami:.4f}, AMI* {star:.4f} nats", fontsize="medium")
    axis.set(xlim=(-0.7, 6.7), ylim=(-2.6, 0.6), xticks=[], yticks=[])
    axis.set_xlabel("cluster 1 | cluster 2")
figure.suptitle(
    "AMI prefers C to B, AMI* prefers B to C (color and shape: true category)"
)
plt.show()
