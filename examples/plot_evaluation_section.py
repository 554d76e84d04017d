"""
The evaluation section of a co-clustering paper
===============================================

A method paper compares its method with others, on planted data of rising difficulty
and on real data, and says which differences are more than chance. `compare` makes that
section: five models, five settings with twelve draws each, three real data sets, the
tests, the figures and the table, without writing a loop.
"""

import matplotlib.pyplot as plt
from sklearn.cluster import (
    AgglomerativeClustering,
    KMeans,
    SpectralBiclustering,
    SpectralCoclustering,
)
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.preprocessing import minmax_scale

from sklearn_cocluster_metrics import FunctionCocluster, compare
from sklearn_cocluster_metrics.datasets import make_latent_blocks

# %%
# Planted data
# ------------
# A setting is a function from a seed to a matrix and its true co-clustering. `compare`
# draws from it, averages over the draws and shows them as one data set.


def planted(separation):
    def draw(seed):
        X, rows, columns = make_latent_blocks(
            (60, 45), (4, 3), separation=separation, random_state=seed
        )
        return X - X.min() + 1, (rows, columns)  # spectral methods need positive data

    return draw


settings = {
    f"{separation}": planted(separation) for separation in (1.2, 1, 0.8, 0.6, 0.4)
}

# %%
# Models
# ------
# Any estimator of row and column labels is a model. A function becomes one by
# `FunctionCocluster`: here two clusterings, one for the rows and one for the columns.


def of_both_modes(X, clusterer=KMeans, n_clusters=(4, 3), **params):
    return tuple(
        clusterer(n_clusters=k, **params).fit_predict(mode)
        for k, mode in zip(n_clusters, (X, X.T), strict=True)
    )


def kmeans(X, n_clusters=(4, 3), random_state=None):
    return of_both_modes(X, KMeans, n_clusters, n_init=3, random_state=random_state)


def ward(X, n_clusters=(4, 3)):
    return of_both_modes(X, AgglomerativeClustering, n_clusters)


def models(n_clusters):
    return {
        "k-means twice": FunctionCocluster(kmeans, n_clusters=n_clusters),
        "Ward twice": FunctionCocluster(ward, n_clusters=n_clusters),
        "biclustering": SpectralBiclustering(n_clusters, n_init=3),
        "biclustering, log": SpectralBiclustering(n_clusters, method="log", n_init=3),
        "coclustering": SpectralCoclustering(max(n_clusters), n_init=3),
    }


# %%
# Score against difficulty
# ------------------------
# Every model sees the same draws, with rows and columns in the same random order. The
# models are compared as algorithms, so a replicate is a draw, never a row of one fit. A
# star marks a model that is better than every other, by a test over the draws that is
# corrected for the whole table: five models, two metrics and five settings.

on_planted = compare(
    models((4, 3)),
    settings,
    ["cari_product", "nce"],
    n_draws=12,
    random_state=0,
)
on_planted

# %%
# The settings are ordered, so they can be the axis of the figure. It has the mean and
# the standard deviation of the draws, and a dot for each draw. k-means and Ward find
# nearly all blocks from a separation of 1 on, and the other models never do.

figure, axes = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained", sharey=True)
on_planted.plot(ax=axes, setting="separation of the blocks (SD of the noise)")
axes[0].set_ylim(top=1.02)  # bars do not go on above the highest possible value
figure.suptitle(
    "k-means and Ward find nearly all blocks from a separation of 1 on\n"
    "(mean and standard deviation of 12 draws, which are the dots)"
)
plt.show()

# %%
# Which differences are more than chance?
# ---------------------------------------
# Two models are compared in each setting by the mean difference over its draws.

for setting, difference in on_planted.differences(
    "k-means twice", "Ward twice"
).items():
    print(setting, difference, sep="\n    ")

# %%
# Friedman's test compares the ranks of all models, and Nemenyi's critical difference
# says which of them differ: in the figure, models that no bar joins. The
# settings are levels of one design, as many as one likes, and no sample of data sets.
# So each draw is a replicate, and the conclusion is about these settings.

test = on_planted.rank_test("cari_product")
print(test)
axis = test.plot()
axis.set_title(
    "k-means and Ward rank ahead of the spectral models\n"
    "(a bar joins models that this test does not distinguish)"
)
plt.show()

# %%
# Each two models are compared by Wilcoxon's signed-rank test with Holm's correction,
# and by their mean difference over all settings, with an interval.

print(test.to_frame().round(3).to_string())

# %%
# Real data
# ---------
# Of these data, only classes of the rows are known. So rows alone are compared, and the
# table says so. There is only one draw of each: the models are fitted again to random
# halves of the rows, with all columns.

sizes = {"iris": (3, 2), "wine": (3, 2), "breast cancer": (2, 2)}
loaders = (load_iris, load_wine, load_breast_cancer)
data = {
    name: (minmax_scale(load().data) + 0.1, load().target)
    for name, load in zip(sizes, loaders, strict=True)
}
candidates = {
    model: {name: models(size)[model] for name, size in sizes.items()}
    for model in models((2, 2))
}
on_real = compare(
    candidates, data, ["cari", "nce"], subsample=(0.5, 1), n_draws=10, random_state=0
)
on_real

# %%
# Halves of one data set overlap, and vary less than new data would. The intervals allow
# for that, so they are wide. Each is for one data set alone, whereas the p-values are
# corrected for three.

for name, difference in on_real.differences("biclustering", "k-means twice").items():
    print(name, difference, sep="\n    ")

# %%
# The table
# ---------
# Models are columns. A star above would be bold here; k-means and Ward are too close.

print(
    on_planted.to_latex(
        digits=2, caption="Agreement with planted blocks.", label="tab:planted"
    )
)
