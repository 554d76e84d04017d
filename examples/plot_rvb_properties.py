"""
Which indices have the five desired properties?
===============================================

Section 2.1 of Robert, Vasseur and Brault (2021, Journal of Classification 38, 158-186)
lists five properties that an index of co-clusterings should have, and their Table 5
says which indices have them. This page computes each entry, by a search through all
pairs of co-clusterings of 3 x 3 cells or by an example, and prints both tables.

*Matched*: all entries of properties 1, 2 and 4, and of the maximum. *Not matched*: the
minimum of CARI does not tend to 0 as the matrix grows, as the figure shows (Conjecture
3.3), and CE can be computed for hundreds of clusters: what is slow is a search through
permutations, not the index. *With a restriction*: NCE is not 0 at every independent
co-clustering (Corollary 3.7), and is proportional to the number of misclassified cells
only for fixed numbers of clusters. ENMI has maximum 2; the entries are those of ENMI/2.
"""

from fractions import Fraction
from itertools import product
from time import perf_counter

import matplotlib.pyplot as plt
import numpy as np

from sklearn_cocluster_metrics import (
    cari_score,
    classification_error,
    conmi_score,
    enmi_score,
    nce_score,
)
from sklearn_cocluster_metrics.tables import (
    ContingencyTable,
    contingency_table,
    score_from_tables,
)

INDICES = {
    "CARI": cari_score,
    "1 - CE": lambda true, pred: 1 - classification_error(true, pred),
    "NCE": nce_score,
    "ENMI/2": lambda true, pred: enmi_score(true, pred) / 2,
    "coNMI": conmi_score,
}
found = {}  # our version of Table 5: property, then one entry per index


def clusterings(n_items):
    """List all clusterings of some items, as labels in order of appearance."""
    shorter = clusterings(n_items - 1) if n_items > 1 else [()]
    return [
        (*labels, label)
        for labels in shorter
        for label in range(max(labels, default=-1) + 2)
    ]


# %%
# Properties 2, 3.1 and 4: all pairs of co-clusterings of 3 x 3 cells
# -------------------------------------------------------------------
# There are 25 co-clusterings, and 625 ordered pairs. For property 4, each predicted
# label is replaced by another name.

cells = list(product(clusterings(3), repeat=2))
renamed = [(["cba"[k] for k in rows], [-k for k in columns]) for rows, columns in cells]
tables = {}
for name, function in INDICES.items():
    tables[name] = np.array(
        [[function(true, pred) for pred in cells] for true in cells]
    )
    with_names = [[function(true, pred) for pred in renamed[::3]] for true in cells]
    symmetric = np.abs(tables[name] - tables[name].T).max() < 1e-12
    by_name = np.abs(tables[name][:, ::3] - with_names).max() < 1e-12
    found.setdefault("2. symmetric", []).append("yes" if symmetric else "no")
    found.setdefault("3.1 maximum", []).append(f"{tables[name].max():.3f}")
    found.setdefault("4. label names", []).append("yes" if by_name else "no")
    print(f"{name:>7} from {tables[name].min():+.3f} to {tables[name].max():.3f}")

# %%
# Property 3.2: the minimum of CARI
# ---------------------------------
# CARI can be negative. Conjecture 3.3 gives a lower bound that tends to 0 for fixed
# numbers of clusters. But let the rows and the columns both have the table
# [[0, m], [m, 8m]] for larger and larger m: CARI tends to -103261/1376739.


def lower_bound(n_cells):
    """Lower bound of Conjecture 3.3 for 2 x 2 blocks on both sides."""
    return -8 / (3 * n_cells - 8)


def cari_of_family(m):
    """CARI where rows and columns have the table above."""
    table = ContingencyTable([[0, m], [m, 8 * m]], [0, 1], [0, 1])
    return score_from_tables([table, table], "cari")


multiples = [1, 2, 5, 10, 30, 100, 300, 1000, 3000]
n_rows = [10 * m for m in multiples]
family = [cari_of_family(m) for m in multiples]
limit = float(Fraction(-103261, 1376739))
print(f"CARI for {n_rows[-1]} rows: {family[-1]:.7f}; limit {limit:.7f}")

figure, axis = plt.subplots(figsize=(6.5, 4), layout="constrained")
bounds = [lower_bound(n**2) for n in n_rows]
axis.plot(n_rows, bounds, "s--", color="#0072b2", label="lower bound of Conjecture 3.3")
axis.plot(
    n_rows,
    family,
    "o-",
    color="#d55e00",
    label="CARI, contingency tables [[0, m], [m, 8m]]",
)
axis.axhline(limit, color="0.5", linewidth=1, linestyle=":")
axis.annotate(
    f"limit {limit:.4f}",
    (n_rows[0], limit),
    xytext=(0, 5),
    textcoords="offset points",
    color="0.35",
)
axis.set(
    xscale="log",
    xlabel="number of rows and of columns",
    ylabel="CARI of two co-clusterings, 2 x 2 blocks each",
    ylim=(-0.085, 0.008),
    title="CARI stays below the conjectured lower bound",
)
axis.legend(frameon=False, loc="center right")
axis.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
# Property 3.2: independence
# --------------------------
# Two co-clusterings are independent if the table of the rows and that of the columns
# are products of their margins. Corollary 3.7 says that NCE is then 0. It is 0 for
# clusters of equal size, but not for two clusters with 90 % and 10 % of the rows, and
# two of the columns.

smallest = dict(zip(INDICES, (table.min() for table in tables.values()), strict=True))
smallest["CARI"] = family[-1]
found["3.2 minimum"] = [f"{value:.3f}" for value in smallest.values()]
for shares in ([50, 50], [90, 10]):
    table = ContingencyTable(np.multiply.outer(shares, shares), [0, 1], [0, 1])
    values = [
        f"{name} {score_from_tables([table, table], name):.4f}"
        for name in ("classification_error", "nce", "enmi", "conmi")
    ]
    print(f"sizes {shares}:", ", ".join(values))

# %%
# Property 1: proportional to the number of misclassified cells
# -------------------------------------------------------------
# In the example of section 4.1, two clusters of equal size with a share x of the rows
# and a share y of the columns exchanged, half of the cells are misclassified wherever
# (1 - x)(1 - y) = 1/2. The entry is the range of an index over these x and y.

N = 100_000
ranges = {name: [] for name in INDICES}
for x in np.linspace(0, 1 - np.sqrt(0.5), 10):
    pair = []
    for share in (x, 1 - 0.5 / (1 - x)):
        wrong = round(share * N / 2)
        right = N // 2 - wrong
        pair.append(ContingencyTable([[right, wrong], [wrong, right]], [0, 1], [0, 1]))
    for name, metric in zip(
        INDICES, ("cari", "classification_error", "nce", "enmi", "conmi"), strict=True
    ):
        value = score_from_tables(pair, metric)
        ranges[name].append(value / 2 if metric == "enmi" else value)
found["1. range at 1/2"] = [f"{np.ptp(values):.3f}" for values in ranges.values()]

# %%
# NCE does not even order candidates by their misclassified cells if their numbers of
# clusters differ, because then its denominators differ. Of all candidates for a true
# co-clustering of 4 x 4 cells:

true = ([0, 0, 1, 1], [0, 0, 1, 1])
candidates = []
for pred in product(clusterings(4), repeat=2):
    counted = contingency_table(true, pred)
    error = score_from_tables(counted, "classification_error")
    candidates.append((error, score_from_tables(counted, "nce"), pred))
reversals = [
    (fewer, more)
    for fewer, more in product(candidates, repeat=2)
    if fewer[0] < more[0] - 1e-12 and fewer[1] < more[1] - 1e-12
]
print(f"{len(reversals)} pairs of {len(candidates)} candidates are reversed, such as")
for error, score, (rows, columns) in reversals[0]:
    print(f"  rows {rows}, columns {columns}: CE {error:.3f}, NCE {score:.3f}")

# %%
# Property 5: execution time
# --------------------------
# The paper searches all permutations for CE (Lomet, 2012), which is impossible for more
# than 9 clusters. For NCE it uses linear assignment, which serves CE as well. The entry
# is the time for 200 x 200 blocks of 2000 x 2000 cells.

generator = np.random.default_rng(0)
pair = [tuple(generator.integers(200, size=(2, 2000))) for _ in range(2)]
found["5. milliseconds"] = []
for function in INDICES.values():
    start = perf_counter()
    function(*pair)
    found["5. milliseconds"].append(f"{1000 * (perf_counter() - start):.0f}")

# %%
# Table 5
# -------
# The minimum of CARI is its value in the largest matrix of the figure; that of the
# others is the smallest value for 3 x 3 cells.

PRINTED = {
    "1. range at 1/2": ["moderate", "yes", "yes", "no", "no"],
    "2. symmetric": ["yes"] * 5,
    "3.1 maximum": ["1"] * 5,
    "3.2 minimum": ["0, asympt.", "not 0", "0", "0", "0"],
    "4. label names": ["yes"] * 5,
    "5. milliseconds": ["reasonable", "impossible", "reasonable", "yes", "yes"],
}
print(f"{'':>24}" + "".join(f"{name:>12}" for name in INDICES))
for name, printed in PRINTED.items():
    print(f"{name:<16}{'paper':>8}" + "".join(f"{entry:>12}" for entry in printed))
    print(f"{'':<16}{'here':>8}" + "".join(f"{entry:>12}" for entry in found[name]))
