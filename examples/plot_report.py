"""
What does a report say about a co-clustering?
=============================================

One number hides where two co-clusterings differ. The wine data contain 13 chemical
measurements of 178 wines from three cultivars. The wines are clustered by the cultivar,
the measurements by what they describe. A report compares what a co-clusterer finds with
this truth, and three displays show the same comparison.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import SpectralBiclustering
from sklearn.datasets import load_wine
from sklearn.preprocessing import minmax_scale

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    ContingencyDisplay,
    PermutationDisplay,
    coclustering_report,
)

# %%
# The truth: cultivars, and measurements of phenols and color, or of the rest.

wine = load_wine()
X = minmax_scale(wine.data)
cultivar = wine.target_names[wine.target]
OF_PHENOLS = {
    "total_phenols",
    "flavanoids",
    "nonflavanoid_phenols",
    "proanthocyanins",
    "color_intensity",
    "hue",
    "od280/od315_of_diluted_wines",
}
kind = np.array(
    ["phenols and color" if n in OF_PHENOLS else "other" for n in wine.feature_names]
)
truth = (cultivar, kind)

# %%
# The report. The wines are found far better than chance, the kinds of measurements are
# not: the p-value of the columns is large. The agreement of pairs of cells that differ
# in both modes is in between.

model = SpectralBiclustering((3, 2), method="scale", random_state=0).fit(X)
print(coclustering_report(truth, model))

# %%
# As a dictionary, it has the numbers for your own tables.

report = coclustering_report(truth, model, inference=False, output_dict=True)
for name, entry in report["indices"].items():
    print(f"{name:<22} {entry['rows']:6.3f} {entry['columns']:6.3f}")

# %%
# The matrix, by the truth and by the fit. Outside of the colored bars, rows and columns
# of another cluster are marked in the color of that cluster.

display = CoclusterDisplay.from_estimator(model, X, truth)
display.ax_[1].images[0].colorbar.set_label("measurement, scaled to 0 to 1")
wines, measurements = (f"{mask.mean():.0%}" for mask in display.misclassified)
display.figure_.suptitle(
    f"{wines} of the wines and {measurements} of the measurements are misclassified"
)
plt.show()

# %%
# The counts behind all indices. Frames mark matched clusters, so that the samples
# outside the frames are misclassified.

display = ContingencyDisplay.from_estimator(model, truth)
display.figure_.suptitle(
    "Most misclassified wines are of class_1, in the cluster of class_0"
)
plt.show()

# %%
# What chance gives: the rows and the columns of the prediction are permuted.

display = PermutationDisplay.from_estimator(
    model, truth, "cari_product", random_state=0
)
display.ax_.legend(loc="upper center")
plt.show()
