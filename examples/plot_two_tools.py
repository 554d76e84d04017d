"""
Do two tools find the same biclusters?
======================================

Tools for biclusters write lists of names: the genes and the conditions of each one.
``biclusters_from_indices`` reads such lists, by the names of a data frame.
``bicluster_report`` says how well two results agree and what became of each bicluster,
and ``BiclusterDisplay`` outlines both in the matrix.

First a matrix with names, and two results as tools write them. Here the second tool has
split a module, lost some genes of another, and made one up.
"""

import numpy as np
import pandas as pd

genes = [f"g{number:02}" for number in range(48)]
conditions = [f"c{number:02}" for number in range(24)]
first = {
    "ribosome": (genes[0:16], conditions[0:9]),
    "heat shock": (genes[12:28], conditions[6:15]),
    "cell cycle": (genes[30:44], conditions[14:22]),
}
second = {
    "m1": (genes[0:8], conditions[0:9]),
    "m2": (genes[8:16], conditions[0:9]),
    "m3": (genes[12:24], conditions[6:15]),
    "m4": (genes[30:44], conditions[13:22]),
    "m5": (genes[20:40:4], conditions[0:24:5]),
}
generator = np.random.default_rng(0)
X = pd.DataFrame(generator.normal(size=(48, 24)), genes, conditions)
for rows, columns in first.values():
    X.loc[rows, columns] += 2.5
X = X.sample(frac=1, random_state=0).sample(frac=1, axis=1, random_state=0)

# %%
# Names in any order, no loop, no index arithmetic:

from sklearn_cocluster_metrics import (
    BiclusterDisplay,
    bicluster_report,
    biclusters_from_indices,
)

one, other = (biclusters_from_indices(found, X) for found in (first, second))
print(bicluster_report(one, other, matches=True, random_state=0))

# %%
# At the end is each bicluster with its best match, as ``match_table`` returns it. The
# halves ``m1`` and ``m2`` have the same match; ``m5`` has next to nothing in common
# with its own.
#
# In the figure every bicluster is matched at most once: of the two halves, one has no
# partner and is black. Pieces of one color are one bicluster, which cannot be whole in
# the order in which the true ones are. Dotted lines repeat the true outlines.

display = BiclusterDisplay.from_predictions(X, one, other)
display.figure_.suptitle("The ribosome is split into m1 and m2, and m5 is made up")

# %%
# The same matches by their precision and recall: ``m1``, the match of the ribosome, has
# genes of it only, but half of them.

from sklearn_cocluster_metrics import match_table

display = match_table(one, other).plot()
display.figure_.suptitle(
    "The match of the ribosome has half of its genes, and no others"
)
