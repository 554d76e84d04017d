"""
How far are most clusterings from the true one?
===============================================

There are 2 375 101 ways to partition 15 objects, five of each of three categories, into
three clusters. AMI* is the mutual information minus its mean over all these partitions.
It is below 0 for more than half of them, and nearly all are far from the true one. The
figure reproduces figure 6 of "Cluster Validation Using Mutual Information", an
anonymous manuscript. A useful measure must rank poor clusterings well, since almost all
clusterings are poor.
"""

from collections import Counter
from itertools import product
from math import factorial, prod

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import ami_star_score

# %%
# The score depends on the contingency table alone. The number of labelings with a given
# table is the product of the multinomial coefficients of its rows, one per category.
# Tables that differ only in the order of the clusters count as one. No cluster may be
# empty.

rows = [(i, j, 5 - i - j) for i in range(6) for j in range(6 - i)]
ways_of_row = {row: factorial(5) // prod(map(factorial, row)) for row in rows}
ways = Counter()
for table in product(rows, repeat=3):
    clusters = tuple(sorted(zip(*table, strict=True)))
    if all(any(cluster) for cluster in clusters):
        ways[clusters] += prod(ways_of_row[row] for row in table)

n_labelings = sum(ways.values())
print(f"{n_labelings // 6:,} partitions into three clusters, {len(ways):,} tables")

# %%
# Score one clustering for each table.


def score(clusters):
    """Return AMI* of the clustering with these numbers of objects per category."""
    true = [k for cluster in clusters for k in range(3) for _ in range(cluster[k])]
    pred = [v for v, cluster in enumerate(clusters) for _ in range(sum(cluster))]
    return ami_star_score(true, pred)


scores = np.array([score(clusters) for clusters in ways])
shares = np.array(list(ways.values())) / n_labelings
order = np.argsort(scores)
scores, shares = scores[order], shares[order]

below = {limit: shares[scores < limit].sum() for limit in (0, 0.2)}
print(f"mean of AMI*: {shares @ scores:.1e} nats")
for limit, share in below.items():
    print(f"AMI* < {limit}: {share:.3f} of all clusterings")

# %%
# The single partition at the right end of the axis is the true one.

figure, (density, distribution) = plt.subplots(
    2, 1, figsize=(7, 5.5), sharex=True, layout="constrained"
)
blue, orange = "#0072b2", "#d55e00"
bins = np.arange(-4, 20) / 20
density.hist(scores, bins=bins, weights=shares * 20, color=blue, edgecolor="white")
density.axvline(0, color="black", linewidth=0.8)
density.set(
    ylabel="density (1/nat)",
    title=f"{below[0.2]:.0%} of all clusterings are below 0.2 nats, the true one has "
    f"{scores[-1]:.2f}\n(15 objects, 5 of each category, in 3 clusters)",
)

distribution.step(scores, np.cumsum(shares), where="post", color=blue)
distribution.axvline(0, color="black", linewidth=0.8)
for limit, share in below.items():
    distribution.plot(limit, share, "o", color=orange)
    distribution.annotate(
        f"{share:.0%} are below {limit}",
        (limit, share),
        xytext=(10, -4),
        textcoords="offset points",
        va="top",
    )
distribution.annotate(
    "true partition",
    (scores[-1], 1),
    xytext=(4, -12),
    textcoords="offset points",
    ha="right",
    va="top",
)
distribution.plot(scores[-1], 1, "o", color=orange)
distribution.set(xlabel="AMI* (nats)", ylabel="fraction of clusterings", ylim=(0, 1.05))
for axis in (density, distribution):
    axis.spines[["top", "right"]].set_visible(False)
plt.show()
