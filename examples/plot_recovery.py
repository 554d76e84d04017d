"""
Does stability find the number of blocks?
=========================================

Without known labels, one can still ask whether a co-clustering is reproducible: the
same estimator is fitted on two random subsamples of the rows and columns, and its
labels are compared on the rows and columns in both. The data here are a checkerboard of
4 x 3 blocks, four biclusters, and a matrix of noise.

Coarse candidates can be as stable as the true one; finer ones are less stable. So
``finest_stable`` chooses the candidate with most blocks among those within one standard
error of the best. It counts the blocks that were found, not those asked for, and never
chooses a single block, which is stable by definition.

On noise it still chooses a candidate, because it compares the candidates with each
other. Whether anything was found is another question, with its own level: the
stability of the chosen candidate on the same data with each column permuted. A
candidate that is not clearly above it is no evidence of structure. The level is not
exactly 0, because the two subsamples share a part of the data.

The biclusters were picked to show this. With ``random_state=0`` in ``make_biclusters``,
two are chosen instead of four. For data of 300 x 300 cells the choice was right in 20
of 20 problems (``studies/recovery.py``). On real data it is not: see :ref:`what each
rule loses <success_rates>`.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import make_biclusters, make_checkerboard

from sklearn_cocluster_metrics import StabilityDisplay, stability_score

SHAPE, NOISE, N_RESAMPLES = (120, 90), 3, 5

checkerboard, _, _ = make_checkerboard(SHAPE, (4, 3), noise=NOISE, random_state=0)
biclusters, _, _ = make_biclusters(SHAPE, n_clusters=4, noise=NOISE, random_state=1)
noise = np.random.default_rng(0).normal(scale=NOISE, size=SHAPE)

# %%
# For pairs of numbers of clusters the display is a heatmap, for one number a curve. The
# frame or ring is the candidate that ``finest_stable`` chooses; the dashed line is the
# true number, where there is one; the dotted line is the stability of the chosen
# candidate on permuted data.

grid = [(rows, columns) for rows in (3, 4, 5) for columns in (2, 3, 4)]
diagonal = [2, 3, 4, 5, 6]
generator = np.random.default_rng(0)
figure, axes = plt.subplots(1, 3, figsize=(10, 5), layout="constrained")
for axis, title, estimator, data, candidates, true in (
    (
        axes[0],
        "Checkerboard of 4 x 3 blocks",
        SpectralBiclustering(method="log", n_init=3),
        checkerboard,
        grid,
        (4, 3),
    ),
    (
        axes[1],
        "Four biclusters",
        SpectralCoclustering(n_init=3),
        biclusters,
        diagonal,
        4,
    ),
    (
        axes[2],
        "Noise",
        SpectralCoclustering(n_init=3),
        noise,
        diagonal,
        None,
    ),
):
    display = StabilityDisplay.from_estimator(
        estimator, data, param_range=candidates, n_resamples=N_RESAMPLES, ax=axis
    )
    chosen = display.n_clusters[display.best_index]
    level = stability_score(
        estimator.set_params(n_clusters=chosen),
        generator.permuted(data, axis=0),
        n_resamples=N_RESAMPLES,
    )
    stability = display.means[display.best_index]
    print(f"{title}: {chosen} chosen, stability {stability:.2f}; permuted {level:.2f}")
    axis.get_legend().remove()
    if candidates is grid:
        display.image_.colorbar.remove()  # the numbers are in the cells
        axis.set_title(f"{title}\n{chosen[0]} x {chosen[1]} chosen")
        axis.set_xlabel(
            f"column clusters\n(stability ± standard error; permuted data: {level:.2f})"
        )
        continue
    axis.set_title(f"{title}\n{chosen} clusters chosen")
    if axis is axes[2]:
        axis.set_ylabel("")
    if stability < level + display.standard_errors[display.best_index]:
        text = "chosen, but not clearly\nabove permuted data"
        axis.text(0.5, 0.5, text, transform=axis.transAxes, ha="center")
    axis.set_ylim(-0.05, 1.05)
    axis.axhline(
        level, color="black", linestyle=":", label="stability on permuted data"
    )
    if true is not None:
        axis.axvline(
            candidates.index(true),
            color="0.6",
            linestyle="--",
            linewidth=1,
            label="true number",
        )
handles, labels = axes[1].get_legend_handles_labels()
labels[labels.index("finest stable candidate")] = "chosen candidate"
figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
figure.suptitle(
    "The true numbers are chosen; on noise, the choice is as unstable as on permuted "
    "data\n(chosen: most blocks among those within one standard error of the best)"
)
plt.show()

# %%
# On noise, the chosen candidate is about as stable as on permuted data: nothing was
# found.
