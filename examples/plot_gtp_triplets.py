"""
Four triplets on which the indices disagree
===========================================

Two indices are inconsistent for a reference and two candidates if each prefers another
candidate. Gösgens, Tikhonov & Prokhorenkova (2021, supplement, section F.1) found four
triplets that show every pair of 13 indices to be inconsistent at least once, which is
the least possible number. Their Figure 3 draws the triplets; its captions say which
indices prefer which candidate. The triplets here were found by a random search for
exactly these captions, so they need not be those of the figure.
"""

from functools import partial

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import coami_score, conmi_score
from sklearn_cocluster_metrics.meta_evaluation import inconsistency_rates

# %%
# Truth, first and second candidate, and the indices that the caption lists under
# the first one; all others prefer the second. Dice orders candidates as Jaccard does,
# and CD as CC.

TRIPLETS = [
    ("00001001", "00101001", "20001021", "FNMI R AR J W FMeas BCub"),
    ("110102", "110222", "010001", "NMI NMImax FNMI R FMeas BCub"),
    ("22121011", "10101011", "11111011", "NMImax R AR J S&S CC FMeas"),
    ("0002100", "3022314", "0000021", "NMI NMImax FNMI AMI R AR CC"),
]
# The captions have abbreviations, and the figure has the names of this package.
METRICS = {
    "NMI": ("NMI, arithmetic", partial(conmi_score, average_method="arithmetic")),
    "NMImax": ("NMI, max", "conmi"),
    "VI": ("VI", "variation_of_information"),
    "FNMI": ("FNMI", "fair_mutual_info"),
    "AMI": ("AMI, geometric", partial(coami_score, average_method="geometric")),
    "R": ("Rand", "rand"),
    "AR": ("adjusted Rand", "adjusted_rand"),
    "J": ("Jaccard", "jaccard"),
    "W": ("Wallace 1", "wallace1"),
    "S&S": ("Sokal-Sneath 1", "sokal_sneath1"),
    "CC": ("correlation", "correlation"),
    "FMeas": ("F-measure", "f_measure"),
    "BCub": ("BCubed", "bcubed"),
}
triplets = [tuple(map(list, parts)) for *parts, _ in TRIPLETS]
result = inconsistency_rates(dict(METRICS.values()), triplets)
for number, (*_, caption) in enumerate(TRIPLETS):
    prefer = {
        n for n, s in zip(METRICS, result.preferences[number], strict=True) if s > 0
    }
    print(f"triplet {number + 1}: as in the caption: {prefer == set(caption.split())}")

# %%
# Every pair of indices is inconsistent for one triplet at least.

pairs = result.rates[np.triu_indices(len(METRICS), 1)]
print(f"{np.sum(pairs > 0)} of {len(pairs)} pairs are inconsistent")

# %%
# One row for each triplet: which candidate does each index prefer?

figure, axis = plt.subplots(figsize=(8, 3.6), layout="constrained")
axis.imshow(result.preferences, cmap="RdBu", vmin=-2, vmax=2, aspect="auto")
for (row, column), sign in np.ndenumerate(result.preferences):
    axis.text(column, row, "1st" if sign > 0 else "2nd", ha="center", va="center")
axis.set_xticks(range(len(METRICS)), result.names, rotation=90)
axis.set_yticks(range(4), [f"triplet {number}" for number in (1, 2, 3, 4)])
if np.all(pairs > 0):
    axis.set_title(
        "Any two indices differ on some triplet, a truth and two candidates\n"
        "(blue: the index prefers the 1st candidate; red: the 2nd)"
    )
plt.show()
