"""
Which of several random candidates does an index choose?
========================================================

All candidates here are random: none is related to the true one. An index without
selection bias chooses each equally often. The protocol is that of Gösgens, Tikhonov &
Prokhorenkova (2021, section D.3), in both modes of a co-clustering of 100 x 100 cells:
the truth has 10 clusters per mode, the candidates have 3, 10 and 31.
"""

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics.meta_evaluation import selection_bias_test

N_DRAWS = 500
METRICS = {
    "CARI": "cari",
    "coNMI": "conmi",
    "product-CARI": "cari_product",
    "coCC": "cocorrelation",
    "coAMI": "coami",
}

# %%
# How often each candidate has the highest value, and the p-value of the hypothesis that
# each is chosen equally often.

results = {
    name: selection_bias_test(
        metric,
        structure="coclustering",
        n_samples=[100],
        n_draws=N_DRAWS,
        random_state=0,
    )
    for name, metric in METRICS.items()
}
(n_clusters,) = results["CARI"].n_clusters
print(f"{'':<13}", *(f"{k:>3} clusters" for k in n_clusters), "  p-value")
for name, result in results.items():
    print(f"{name:<13}", *(f"{f:>12.3f}" for f in result.fractions), end="")
    print(f"{result.pvalue:>10.2g}")

# %%
# The dashed line is the fraction without bias. Error bars are standard errors
# of the fractions.

figure, axis = plt.subplots(figsize=(7, 4.4), layout="constrained")
positions = np.arange(len(results))
for number, (k, color) in enumerate(
    zip(n_clusters, ("#0072b2", "#e69f00", "#009e73"), strict=True)
):
    fractions = np.array([result.fractions[number] for result in results.values()])
    standard_errors = np.sqrt(fractions * (1 - fractions) / N_DRAWS)
    axis.bar(
        positions + (number - 1) * 0.25,
        fractions,
        0.25,
        yerr=standard_errors,
        capsize=2,
        color=color,
        label=f"{k} clusters per mode",
    )
axis.axhline(
    1 / len(n_clusters),
    color="black",
    linewidth=0.8,
    linestyle="--",
    label="without bias",
)
axis.set_xticks(positions, list(results))
axis.set(
    ylabel="fraction of draws in which it is chosen",
    ylim=(0, 1.05),
    title="Of random candidates, coNMI chooses the finest, and CARI the one\n"
    f"with the true number of clusters, 10 ({N_DRAWS} draws; error bars: ± SE)",
)
axis.legend(frameon=False)
plt.show()
