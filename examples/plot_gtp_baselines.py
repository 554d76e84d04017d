"""
What do random clusterings score?
=================================

Figures 1 and 2 of Gösgens, Tikhonov & Prokhorenkova (2021, supplement, section D.4): a
truth is compared with random clusterings of many sizes. An index with a constant
baseline has a horizontal curve; the others reward candidates for their sizes alone.

The truth of the paper, news articles that were grouped by hand, is not published.
The text gives its size: 924 samples in 431 clusters, 305 of them with a single sample.
Table 5 of the paper says more.
"""

from functools import partial

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import (
    BaselineDisplay,
    adjusted_for_chance,
    coami_score,
    conmi_score,
    variation_of_information,
)

# %%
# Table 5 prints each index of the truth and three candidates. Rand, Jaccard and
# Wallace determine the pairs that are together in the truth: n10 + n01 is
# ``(1 - rand)`` times all pairs, ``n11 = (n10 + n01) jaccard / (1 - jaccard)``, and
# Wallace is n11 over the pairs of the truth. The three candidates agree.
# Its entropy follows from NMI, NMImax and VI: it is that which the candidates share.

N_SAMPLES, N_CLUSTERS, N_SINGLE = 924, 431, 305
PRINTED = {  # rand, jaccard, wallace, nmi, nmi max, vi
    "production": (0.9827, 0.3320, 0.8323, 0.9326, 0.8928, 0.6996),
    "A1": (0.9915, 0.4329, 0.6287, 0.9479, 0.9457, 0.5662),
    "A2": (0.9901, 0.4556, 0.8010, 0.9482, 0.9298, 0.5503),
}
n_pairs = N_SAMPLES * (N_SAMPLES - 1) / 2
for name, (rand, jaccard, wallace, nmi, nmi_max, vi) in PRINTED.items():
    n11 = (1 - rand) * n_pairs * jaccard / (1 - jaccard)
    both = vi / (1 - nmi)  # the sum of the two entropies
    larger = nmi * both / 2 / nmi_max
    print(
        f"{name:<10} {n11 / wallace:5.0f} pairs together in the truth, "
        f"entropies {both - larger:.2f} and {larger:.2f} nats"
    )

# %%
# A truth like that: the sizes of the 126 larger clusters exceed 2 by an amount
# proportional to 1 / rank. The number of pairs together and the entropy come out close
# to the paper's.

n_large = N_CLUSTERS - N_SINGLE
excess = N_SAMPLES - N_SINGLE - 2 * n_large
shares = np.cumsum(1 / np.arange(1, n_large + 1))
steps = np.round(excess * shares / shares[-1]).astype(int)
sizes = np.concatenate([2 + np.diff(steps, prepend=0), np.ones(N_SINGLE, dtype=int)])
truth = np.repeat(np.arange(N_CLUSTERS), sizes)
entropy = -np.sum(sizes / N_SAMPLES * np.log(sizes / N_SAMPLES))
print(f"{np.sum(sizes * (sizes - 1) // 2)} pairs together, entropy {entropy:.2f} nats")

# %%
# SMI is left out, as it takes long. VI is divided by its maximum, the logarithm of the
# number of samples. There are 20 draws for each size; the paper has 200. The display
# makes balanced candidates itself; of others it draws the means that it is given.


def scaled_vi(true, pred):
    """VI in units of its largest value."""
    return variation_of_information(true, pred) / np.log(len(true))


METRICS = {
    "correlation": "correlation",
    "adjusted Rand": "adjusted_rand",
    "AMI, geometric": partial(coami_score, average_method="geometric"),
    "Sokal-Sneath 1": "sokal_sneath1",
    "correlation distance": "correlation_distance",
    "Rand": "rand",
    "NMI, arithmetic": partial(conmi_score, average_method="arithmetic"),
    "NMI, max": "conmi",
    "FNMI": "fair_mutual_info",
    "VI / log n": scaled_vi,
    "F-measure": "f_measure",
    "BCubed": "bcubed",
    "Jaccard": "jaccard",
    "Dice": "dice",
    "Wallace 1": "wallace1",
}
N_UNBIASED = 5  # the first five
unbiased = dict(list(METRICS.items())[:N_UNBIASED])
biased = dict(list(METRICS.items())[N_UNBIASED:])
small = [1, 7, 14, 21, 28]


def of_small_clusters(metrics):
    """Compare random candidates with 31 clusters of each small size."""
    bands = []
    for metric in metrics.values():
        for size in small:
            sizes = [size] * 31 + [N_SAMPLES - 31 * size]
            candidate = np.repeat(np.arange(32), sizes)
            draws = adjusted_for_chance(
                truth, candidate, metric, n_draws=20, random_state=0
            ).null_distribution
            bands.append([draws.mean(), *np.quantile(draws, [0.05, 0.95])])
    means, low, high = np.reshape(bands, (len(metrics), len(small), 3)).T
    return BaselineDisplay(
        names=list(metrics),
        values=small,
        means=means.T,
        low=low.T,
        high=high.T,
        xlabel="size of 31 small clusters; the rest is one cluster",
    )


figure, axes = plt.subplots(2, 2, figsize=(10, 7.5), layout="constrained", sharey="row")
for (left, right), metrics in zip(axes, (unbiased, biased), strict=True):
    BaselineDisplay.from_metrics(
        truth, metrics, n_clusters=[2, 8, 32, 128, 512], n_draws=20, ax=left
    )
    left.set_xscale("log", base=2)
    of_small_clusters(metrics).plot(ax=right)
    left.get_legend().remove()
    right.get_legend().remove()
    right.set(ylabel="")
# In the upper panels, curves coincide, so that a text names several of them.
for axis in axes[0]:
    for height, text in (
        (0.43, "Sokal-Sneath 1 and\ncorrelation distance"),
        (0.08, "correlation, adjusted Rand\nand AMI, geometric"),
    ):
        axis.text(
            0.5,
            height,
            text,
            transform=axis.get_yaxis_transform(),
            ha="center",
            va="center",
        )
# At the right, a line leads from the end of each curve to its name.
height = -0.1
for line in sorted(axes[1, 1].lines, key=lambda line: line.get_ydata()[-1]):
    end = line.get_ydata()[-1]
    height = max(end, height + 0.06)
    axes[1, 1].annotate(
        line.get_label(),
        (small[-1], end),
        xytext=(1.08, height),
        textcoords=axes[1, 1].get_yaxis_transform(),
        arrowprops={"arrowstyle": "-", "color": line.get_color(), "relpos": (0, 0.5)},
        va="center",
    )
axes[0, 0].set_title("clusters of equal size (Figure 1 of the paper)")
axes[0, 1].set_title("32 clusters of unequal sizes (Figure 2)")
axes[1, 0].set_title("(colors as at the right)", fontsize="medium")
axes[0, 0].set_ylabel(f"the {len(unbiased)} (nearly) constant indices")
axes[1, 0].set_ylabel(f"the {len(biased)} other indices")
figure.suptitle(
    f"{len(unbiased)} of {len(METRICS)} indices rate random candidates of any size "
    "(nearly) alike\n(line: mean of 20 random candidates; band: the middle 90% of them)"
)
plt.show()

# %%
# Matched: the direction of every curve that the paper describes. NMI and Rand increase
# with the number of clusters, Jaccard and VI decrease; the five indices of the upper
# row stay at 0 or 1/2, although the correlation distance is not exactly constant. In
# Figure 2 the number of clusters is the same for all candidates, and the indices of the
# lower row still change.
# Not matched: the values, which depend on a truth that is not published.
