"""
Does stability find the number of blocks?
=========================================

Without a truth, a co-clustering can still be asked whether it comes back: fitted on two
random parts of the rows and columns, does it label what both parts hold alike? Here are
a checkerboard of 4 x 3 blocks, four biclusters, and a matrix of noise. Coarse
candidates are as stable as the true one, finer ones are not: so the finest of the
stable ones is chosen. Noise has no stable candidate. Its curve is a little above 0, the
level of chance, since both parts hold the same noise where they overlap.

The biclusters were picked to show this: with seed 0, two are chosen instead of four.
Elsewhere too many are: a further cluster can take the rows of a bicluster and leave its
columns to another, which is as stable.
``benchmarks/recovery.py`` counts how often the choice is right, in 20 random problems
of each kind.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters, make_checkerboard

from sklearn_cocluster_metrics import StabilityDisplay

SHAPE, NOISE = (120, 90), 3

checkerboard, _, _ = make_checkerboard(SHAPE, (4, 3), noise=NOISE, random_state=0)
biclusters, _, _ = make_biclusters(SHAPE, n_clusters=4, noise=NOISE, random_state=1)
noise = np.random.default_rng(0).normal(scale=NOISE, size=SHAPE)

# %%
# The true number, where there is one, has a dashed line; the ring is what
# ``finest_stable`` chooses.

grid = [(2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 4)]
diagonal = [2, 3, 4, 5, 6]
figure, axes = plt.subplots(1, 3, figsize=(12, 4), sharey=True, layout="constrained")
for axis, title, estimator, data, candidates, true in (
    (
        axes[0],
        "Checkerboard of 4 x 3 blocks",
        SpectralBiclustering(method="log"),
        checkerboard,
        grid,
        (4, 3),
    ),
    (axes[1], "Four biclusters", SpectralCoclustering(), biclusters, diagonal, 4),
    (axes[2], "Noise", SpectralCoclustering(), noise, diagonal, None),
):
    display = StabilityDisplay.from_estimator(
        estimator, data, param_range=candidates, ax=axis
    )
    chosen = display.n_clusters[display.best_index]
    print(f"{title}: {chosen} chosen, stability", display.means.round(2))
    if true is not None:
        axis.axvline(candidates.index(true), color="0.6", linestyle="--", linewidth=1)
    axis.axhline(0, color="black", linewidth=0.8)
    axis.set_title(title)
    axis.get_legend().remove()
for axis in axes[1:]:
    axis.set_ylabel("")
handles, labels = axes[0].get_legend_handles_labels()
figure.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False)
plt.show()
