"""
Which index counts the misclassified cells?
===========================================

Robert, Vasseur and Brault (2021, Journal of Classification 38, 158-186) want an index
that is proportional to the number of misclassified cells, those whose row or column is
in the wrong cluster. Section 4.1 of their paper compares five indices, in an example
where all values are known and in a simulation. This page rebuilds its Figures 4 to 6.

CE and NCE are proportional to the number of misclassified cells, NCE only among
co-clusterings with equal numbers of clusters. CARI and the information indices are not;
of these, CARI varies least at a given share of misclassified cells.

*Matched*: all numbers of Figure 4, the curves of Figure 5, and in Figure 6 the spreads,
the groups of 1 - CE, and that CARI is below NCE.

*Not matched*: two numbers in the text are misprints (see below). The paper finds that
ENMI/2 and coNMI penalize less strongly than NCE. This depends on the denominator of NCE
(last table): it is so with the one that a remark of the paper discusses ("product"),
not with the proven bound. The paper prints a third, wrong one, and does not say which
one its figure used.

*Reduced*: in Figure 6, one of two matrix sizes, 2000 moves per chain instead of 10 000,
and 8 states of each chain. ``studies/rebuild_rvb.py`` runs the whole simulation, and
Figure 7.
"""

from itertools import combinations_with_replacement, product

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import brentq

from sklearn_cocluster_metrics.datasets import perturb_coclustering
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    contingency_table,
    score_from_tables,
)

N = 100_000  # rows, and columns, of the example
COLORS = {"CARI": "#cc79a7", "1 - CE": "#0072b2", "NCE": "#009e73", "coNMI": "#d55e00"}
COLORS["ENMI/2"] = "#e69f00"


def values(tables):
    """Evaluate the five indices, from tables counted once."""
    return {
        "CARI": score_from_tables(tables, "cari"),
        "1 - CE": 1 - score_from_tables(tables, "classification_error"),
        "NCE": score_from_tables(tables, "nce"),
        "ENMI/2": score_from_tables(tables, "enmi") / 2,
        "coNMI": score_from_tables(tables, "conmi"),
    }


def table_of(x):
    """Table of two clusters of equal size, a share x of each exchanged."""
    wrong = round(x * N / 2)
    right = N // 2 - wrong
    return ContingencyTable([[right, wrong], [wrong, right]], [0, 1], [0, 1])


# %%
# Figure 4: one value of ENMI, two shares of misclassified cells
# --------------------------------------------------------------
# A share x of the rows and a share y of the columns are misclassified, hence a share
# x + y - xy of the cells (configuration 7 of the paper). ENMI is 1 at x = 0.5, y = 0;
# also at x = y if the normalized mutual information of the rows is 1/2.


def normalized_information(x):
    """Normalized mutual information of the two clusters."""
    return 1 + (x * np.log(x) + (1 - x) * np.log(1 - x)) / np.log(2)


root = brentq(lambda x: normalized_information(x) - 0.5, 1e-6, 0.5 - 1e-6, xtol=1e-12)
print(f"x = y = {root:.7f}")

SIDE = 100  # rows and columns drawn
figure, axes = plt.subplots(1, 2, figsize=(8, 4.8), layout="constrained")
shares = []
for axis, (x, y) in zip(axes, [(0.5, 0.0), (root, root)], strict=True):
    scores = values([table_of(x), table_of(y)])
    misclassified = x + y - x * y
    shares.append(f"{misclassified:.0%}")
    enmi = 2 * scores["ENMI/2"]
    cari = scores["CARI"]
    print(
        f"({x:.2f}, {y:.2f}): ENMI {enmi:.3f}, CARI {cari:.4f}"
        f", misclassified {misclassified:.1%}, well classified {1 - misclassified:.1%}"
    )
    # The last rows and columns of each true cluster are the misclassified ones.
    in_cluster = np.arange(SIDE) % (SIDE // 2) / (SIDE // 2)
    wrong = (in_cluster >= 1 - x)[:, None] | (in_cluster >= 1 - y)
    axis.pcolormesh(wrong[::-1], cmap="Reds", vmin=0, vmax=1.6)
    axis.axhline(SIDE / 2, color="black", linewidth=1)
    axis.axvline(SIDE / 2, color="black", linewidth=1)
    axis.set(
        title=f"ENMI {enmi:.2f} (of at most 2), CARI {cari:.2f}",
        xlabel=f"columns, {y:.0%} in the wrong cluster",
        ylabel=f"rows, {x:.0%} in the wrong cluster",
        xticks=[],
        yticks=[],
        aspect="equal",
    )
figure.suptitle(
    f"Same ENMI, yet {' against '.join(shares)} of the cells misclassified\n"
    "(red: misclassified cells; black lines: the four true blocks)"
)
plt.show()

# %%
# The text of the paper says "approximately 21 %" *well classified* cells for the right
# panel. These are the misclassified ones. It also prints the entropies of the labels as
# 2 log 2, which is that of the cells; rows or columns alone have log 2:

halves = table_of(0.0)
print(f"rows {score_from_tables([halves], 'comi') / np.log(2):.0f} log 2", end=", ")
print(f"cells {score_from_tables([halves, halves], 'comi') / np.log(2):.0f} log 2")

# %%
# Figure 5: the same example for all x and y
# ------------------------------------------
# 1 - CE and NCE are straight lines. The others take many values at one share of
# misclassified cells; ENMI/2 and coNMI coincide here. The table gives the lowest and
# the highest value where half of the cells are well classified.

grid = np.linspace(0, 0.5, 21)
well, curves = [], []
for x, y in combinations_with_replacement(grid, 2):
    well.append((1 - x) * (1 - y))
    curves.append(values([table_of(x), table_of(y)]))
figure, axes = plt.subplots(
    1, 2, figsize=(9, 4.8), sharex=True, sharey=True, layout="constrained"
)
panels = {"1 - CE and NCE: one value": ("1 - CE", "NCE")}
panels["CARI and coNMI: several values"] = ("coNMI", "CARI")
for axis, (title, names) in zip(axes, panels.items(), strict=True):
    for name in names:
        label = "coNMI = ENMI/2" if name == "coNMI" else name
        found = [scores[name] for scores in curves]
        axis.plot(well, found, ".", color=COLORS[name], markersize=4, label=label)
    axis.set(xlabel="share of well classified cells", ylim=(-0.05, 1.05), title=title)
    axis.legend(frameon=False)
    axis.spines[["top", "right"]].set_visible(False)
axes[0].set_ylabel("index")
figure.suptitle(
    "Only 1 - CE and NCE are determined by the share of well classified cells\n"
    "(a dot: a share of misclassified rows with a share of misclassified columns)"
)
plt.show()

half = [(x, 1 - 0.5 / (1 - x)) for x in np.linspace(0, 1 - np.sqrt(0.5), 9)]
spread = [values([table_of(x), table_of(y)]) for x, y in half]
for name in COLORS:
    found = [scores[name] for scores in spread]
    print(f"{name:>7} from {min(found):.3f} to {max(found):.3f}")

# %%
# Figure 6: random co-clusterings
# -------------------------------
# From a random co-clustering of 100 x 50 cells with H x L blocks, H and L from 2 to 8,
# a chain changes one label at a time: ``perturb_coclustering`` is the chain of the
# paper. Each point compares the start with a later state. The horizontal axis is NCE,
# because NCE is linear in the number of misclassified cells for each number of blocks.
# Its denominator is its proven bound. The spread in the titles is the standard
# deviation around a smooth curve in NCE, a polynomial of degree 5.

SHAPE = (100, 50)
N_MOVES = [10, 25, 50, 80, 120, 180, 300, 2000]
generator = np.random.RandomState(0)
points, nces = [], []
for n_clusters in product(range(2, 9), repeat=2):
    true = tuple(
        generator.randint(number, size=length)
        for number, length in zip(n_clusters, SHAPE, strict=True)
    )
    for pred in perturb_coclustering(true, N_MOVES, random_state=generator):
        tables = contingency_table(true, pred)
        points.append(values(tables))
        nces.append(
            [
                score_from_tables(tables, "nce", normalization=name)
                for name in ("bound", "product", "printed")
            ]
        )
nces = np.array(nces).T

figure, axes = plt.subplots(
    2, 2, figsize=(7.5, 7.5), sharex=True, sharey=True, layout="constrained"
)
spreads = {}
for axis, name in zip(axes.flat, ("CARI", "1 - CE", "ENMI/2", "coNMI"), strict=True):
    found = np.array([scores[name] for scores in points])
    fit = np.polynomial.Polynomial.fit(nces[0], found, 5)
    spreads[name] = np.std(found - fit(nces[0]))
    axis.plot(nces[0], found, ".", color=COLORS[name], markersize=4, alpha=0.6)
    axis.plot([0, 1], [0, 1], color="black", linewidth=1)
    axis.set(title=f"{name}, spread {spreads[name]:.3f}", ylabel=name, aspect="equal")
figure.supxlabel("NCE", fontsize="medium")
figure.suptitle(
    f"{min(spreads, key=spreads.get)} varies least at a given NCE\n"
    "(a dot: two random co-clusterings; black line: NCE itself;\n"
    "spread: standard deviation around a smooth curve)"
)
plt.show()

# %%
# CARI is below NCE and has the smallest spread. 1 - CE falls into groups, one for each
# number of blocks; its values can be compared only within a group. NCE removes these
# groups by its denominator. As printed, that denominator is too small for more than
# 2 x 2 blocks, and NCE becomes negative.

print(f"{'':>8}{'spread':>8}   share of states below NCE, by its denominator")
print(f"{'':>16}{'bound':>10}{'product':>10}{'printed':>10}")
for name in ("CARI", "1 - CE", "ENMI/2", "coNMI"):
    found = np.array([scores[name] for scores in points])
    below = (found < nces - 1e-12).mean(axis=1)
    print(f"{name:>8}{spreads[name]:>8.3f}", end="")
    print("".join(f"{share:>10.0%}" for share in below))
print("smallest NCE    " + "".join(f"{nce.min():>10.2f}" for nce in nces))
