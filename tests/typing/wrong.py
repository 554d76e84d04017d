"""Mistakes of users: type checkers refuse each line that is marked, and no other."""

import numpy as np
from sklearn.cluster import SpectralCoclustering

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    StabilityDisplay,
    adjusted_for_chance,
    bicluster_fbeta_score,
    bicluster_similarity_score,
    cari_score,
    cocorrelation_score,
    compare,
    conmi_score,
    get_scorer,
    get_scorer_names,
    make_bicluster_scorer,
    make_cocluster_scorer,
    make_stability_scorer,
    nce_score,
    pair_counting_score,
    permutation_test,
    score_interval,
    stability_score,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks, perturb_coclustering
from sklearn_cocluster_metrics.tables import contingency_table, score_from_tables

X = np.eye(3)
rows = np.array([0, 1, 1])
model = SpectralCoclustering()
table = contingency_table(rows, rows)

# Options
cari_score(rows, rows, null_model="prod")  # error
cari_score(rows, rows, null_model="fixed_n_clusters")  # error
nce_score(rows, rows, normalization="none")  # error
conmi_score(rows, rows, average_method="mean")  # error
pair_counting_score(rows, rows, metric="dicee")  # error
bicluster_similarity_score((X, X), (X, X), metric="bicluster_cosine")  # error
adjusted_for_chance(rows, rows, "cari", null_model="prod")  # error
permutation_test(rows, rows, "cari", method="monte_carlo")  # error
permutation_test(rows, rows, "cari", alternative="two-sided")  # error
InductiveCocluster(model, metric="cosin")  # error

# Structures: a list for a tuple
cari_score([rows, rows], [rows, rows])  # error
cari_score([[0, 1], [0, 1]], [[0, 1], [0, 1]])  # error
cocorrelation_score([[0, 1], [0]], ([0, 1], [0]))  # error
bicluster_fbeta_score([X, X], (X, X))  # error
contingency_table([[0, 1], [0]], [[0, 1], [0]])  # error
score_interval([[0, 1], [0]], ([0, 1], [0]))  # error
permutation_test(1, rows)  # error

# Names
make_cocluster_scorer("carii", row_labels=rows)  # error
make_cocluster_scorer(["cari", "carii"], row_labels=rows)  # error
make_cocluster_scorer({"one": "carii"}, row_labels=rows)  # error
make_cocluster_scorer("e4sc", row_labels=rows)  # error
make_bicluster_scorer("cari", rows=X, columns=X)  # error
make_stability_scorer("carii")  # error
make_stability_scorer(structure="partition")  # error
stability_score(model, X, metric="carii")  # error
StabilityDisplay.from_estimator(model, X, param_range=[2], metric="c")  # error
adjusted_for_chance(rows, rows, "carii")  # error
permutation_test(rows, rows, "carii")  # error
score_interval(rows, rows, "bicluster_csi")  # error
score_from_tables(table, "carii")  # error
score_from_tables([rows], "cari")  # error
get_scorer("neg_cari", row_labels=rows)  # error
get_scorer_names("co-clustering")  # error

# Planted data
make_latent_blocks((9, 6), 3, family="normal")  # error
make_latent_blocks((9, 6), 3)[3]  # error
perturb_coclustering(rows, 3)  # error

# Comparisons
compare({"labels": rows}, {"data": (None, rows)}, ["carii"])  # error
compare({"labels": rows}, {"data": rows}, "cari")  # error
compare([rows], {"data": (None, rows)}, "cari")  # error
