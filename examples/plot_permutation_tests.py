"""
How small a p-value can each permutation test resolve?
======================================================

``permutation_test`` has three methods. Drawing permuted labels cannot give a p-value
below 1 / (draws + 1). The grid test combines the draws of the rows with those of the
columns and reaches the square of that. The exact test has no such limit. Here the
agreement of two co-clusterings of 60 x 40 cells with 3 clusters per mode grows from
none to strong.
"""

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import cari_score, permutation_test

N_DRAWS = 999
STYLES = {
    "exact": ("#000000", "-", None),
    "grid": ("#0072b2", "", "s"),
    "labels": ("#d55e00", "", "o"),
}
generator = np.random.default_rng(3)
true = np.arange(60) % 3, np.arange(40) % 3

# %%
# A fraction of the rows and of the columns keeps its true label, the others are
# permuted among themselves.


def perturbed(labels, fraction_kept):
    """Permute the labels, but for the given fraction."""
    moved = np.flatnonzero(generator.random(len(labels)) >= fraction_kept)
    labels = labels.copy()
    labels[moved] = labels[generator.permutation(moved)]
    return labels


scores, pvalues = [], {method: [] for method in STYLES}
for fraction_kept in np.linspace(0, 0.6, 13):
    pred = tuple(perturbed(mode, fraction_kept) for mode in true)
    scores.append(cari_score(true, pred, null_model="product"))
    for method, values in pvalues.items():
        result = permutation_test(
            *(true, pred),
            method=method,
            alternative="index",
            n_draws=N_DRAWS,
            random_state=0,
        )
        values.append(result.pvalue)

order = np.argsort(scores)
print(f"{'product-CARI':>12}", *(f"{method:>9}" for method in pvalues))
for place in order:
    row = (f"{values[place]:>9.2g}" for values in pvalues.values())
    print(f"{scores[place]:>12.3f}", *row)

# %%
# The dotted lines are the smallest p-values that 999 draws can give, alone and
# combined.

figure, axis = plt.subplots(figsize=(7, 4.5), layout="constrained")
for method, (color, style, marker) in STYLES.items():
    axis.plot(
        np.array(scores)[order],
        np.array(pvalues[method])[order],
        color=color,
        linestyle=style or "none",
        marker=marker,
        fillstyle="none",
        label=f"{method} method",
    )
for power, method in ((1, "labels"), (2, "grid")):
    smallest = (N_DRAWS + 1.0) ** -power
    square = "²" if power == 2 else ""
    axis.axhline(smallest, color="gray", linestyle=":", linewidth=1)
    axis.annotate(
        f"{method}: at least 1 / {N_DRAWS + 1}{square}",
        (0.01, smallest),
        xycoords=axis.get_yaxis_transform(),
        xytext=(0, -4),
        textcoords="offset points",
        va="top",
        fontsize="small",
    )
axis.set(
    yscale="log",
    xlabel="product-CARI of the two co-clusterings",
    ylabel=f"p-value ({N_DRAWS} draws)",
    title="Only the exact test resolves the smallest p-values",
)
axis.legend(frameon=False)
plt.show()
