"""
Which of several random candidates does an index choose?
========================================================

All candidates here are random: none is related to the truth. An index without selection
bias chooses each equally often. The protocol is that of Gösgens, Tikhonov &
Prokhorenkova (2021, section D.3), in both modes of a co-clustering: the candidates have
few, as many, or more clusters than the truth.
"""

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import (
    cari_score,
    coami_score,
    cocorrelation_score,
    conmi_score,
)

N, N_TRUE, N_DRAWS = 100, 10, 1000
CANDIDATES = (4, 10, 32)
INDICES = {
    "CARI": cari_score,
    "coNMI": conmi_score,
    "product-CARI": lambda true, pred: cari_score(true, pred, null_model="product"),
    "coCC": cocorrelation_score,
    "coAMI": coami_score,
}
generator = np.random.default_rng(0)


def random_coclustering(n_clusters):
    """Draw a co-clustering of N x N cells with balanced clusters."""
    return tuple(generator.permutation(np.arange(N) % n_clusters) for _ in range(2))


# %%
# How often each candidate has the highest value.

true = random_coclustering(N_TRUE)
chosen = {name: np.zeros(len(CANDIDATES)) for name in INDICES}
for _ in range(N_DRAWS):
    candidates = [random_coclustering(k) for k in CANDIDATES]
    for name, index in INDICES.items():
        values = [index(true, candidate) for candidate in candidates]
        chosen[name][np.argmax(values)] += 1 / N_DRAWS

print(f"{'':<13}", *(f"{k:>4} clusters" for k in CANDIDATES))
for name, fractions in chosen.items():
    print(f"{name:<13}", *(f"{fraction:>13.3f}" for fraction in fractions))

# %%
# The dashed line is the fraction without bias.

figure, axis = plt.subplots(figsize=(7, 4), layout="constrained")
positions = np.arange(len(INDICES))
for number, (k, color) in enumerate(
    zip(CANDIDATES, ("#0072b2", "#e69f00", "#009e73"), strict=True)
):
    heights = [fractions[number] for fractions in chosen.values()]
    axis.bar(positions + (number - 1) * 0.25, heights, 0.25, color=color, label=str(k))
axis.axhline(1 / len(CANDIDATES), color="black", linewidth=0.8, linestyle="--")
axis.set_xticks(positions, list(INDICES))
axis.set(
    ylabel="fraction of draws in which it is chosen",
    ylim=(0, 1.05),
    title=f"Random candidates, a truth with {N_TRUE} clusters per mode",
)
axis.legend(title="clusters per mode", frameon=False)
plt.show()
