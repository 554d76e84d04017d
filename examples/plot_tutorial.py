"""
From a matrix to a sentence with a number
=========================================

Three readers have a matrix: documents x words, patients x genes, films x users. Each
wants one sentence for a paper: how well do the clusters that were found agree with what
is known, is that more than chance, and how sure is the number? The steps are the same:

1. Leave half of the rows out.
2. Choose the number of clusters from the other half, without the known classes.
3. Label the rows that were left out, and score these labels. They do not depend on
   which of these rows were sampled, so there is a confidence interval and a p-value.
4. Draw the matrix.

Read the part that is yours; each takes a few minutes.
"""

import inspect
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import scipy.linalg
import scipy.ndimage
import sklearn.metrics
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, train_test_split

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    InductiveCocluster,
    WholeDataSplit,
    make_stability_scorer,
    most_reproducible,
    permutation_test,
    score_interval,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks


def choose(estimator, numbers, X, kind):
    """Choose the numbers of clusters without known labels; X has counts or values."""
    search = GridSearchCV(
        estimator,
        {"estimator__n_clusters": numbers},
        scoring=make_stability_scorer(n_resamples=5, random_state=0, kind=kind),
        refit=most_reproducible,
        cv=WholeDataSplit(),
        error_score="raise",
    ).fit(X)
    print(f"Chosen: {search.best_params_['estimator__n_clusters']} clusters")
    return search.best_estimator_


def sentence(what, true, pred):
    """Write the number, its test and its interval; columns are not a sample."""
    fixed = 1 if isinstance(true, tuple) else None
    test = permutation_test(true, pred)
    interval = score_interval(true, pred, fixed=fixed)
    return fill(
        f"The clusters of {what} agree with the known classes "
        f"(product-CARI {interval.statistic:.2f}, 95 % confidence interval "
        f"{interval.low:.2f} to {interval.high:.2f}; permutation test, "
        f"p = {test.pvalue:.1e})."
    )


# %%
# Text: documents and words
# -------------------------
#
# The documents are docstrings of functions of three modules, whose names are the
# classes. The matrix has counts, most of them 0. scikit-learn's co-clusterers fail on
# rows and columns of zeros, and cannot label new rows: ``InductiveCocluster`` leaves
# out the former, and does the latter.

MODULES = [scipy.linalg, scipy.ndimage, sklearn.metrics]
texts = {
    (module.__name__, name): inspect.getdoc(function)
    for module in MODULES
    for name, function in inspect.getmembers(module, inspect.isfunction)
    if len(inspect.getdoc(function) or "") > 300
}
documents = pd.Series(texts).drop_duplicates()
module = documents.index.get_level_values(0).to_numpy(str)
vectorizer = CountVectorizer(
    stop_words="english", token_pattern="[a-z]{3,}", min_df=5, max_df=0.3
)
counts = vectorizer.fit_transform(documents)
first, other, _, known = train_test_split(
    counts, module, test_size=0.5, random_state=0, stratify=module
)
model = choose(
    InductiveCocluster(SpectralCoclustering(random_state=0), metric="cosine"),
    [2, 3, 4, 5],
    first,
    kind="counts",
)
found = model.predict(other)
print(sentence("documents", known, found))
print(pd.crosstab(pd.Series(known, name="known"), pd.Series(found, name="found")))

# %%
# The words have no known classes, so ``None`` stands for them. Both panels then show
# the clusters of words that were found, and the score in the title is the score of the
# documents alone, as in the sentence.

words = model.column_labels_
cells = np.minimum(other.toarray(), 3)
display = CoclusterDisplay.from_predictions(cells, (known, None), (found, words))
display.ax_[1].images[0].colorbar.set_label("word count, mean of neighboring cells")
display.figure_.suptitle(
    f"{display.misclassified[0].mean():.0%} of the documents are in the wrong cluster"
)

# %%
# Expression: patients and genes
# ------------------------------
#
# Expression is planted here: four subtypes of 120 patients, three groups of 90 genes.
# With data of your own, replace this block. Names come with the data frame.

X, subtypes, groups = make_latent_blocks(
    (120, 90), (4, 3), separation=0.8, random_state=1
)
expression = pd.DataFrame(
    X,
    index=[f"patient {i}" for i in range(120)],
    columns=[f"gene {j}" for j in range(90)],
)
subtype = pd.Series(subtypes, expression.index).map(dict(enumerate("ABCD")))
group = pd.Series(groups, expression.columns).map(dict(enumerate("xyz")))
positive = expression - expression.min(axis=None) + 1  # for the method "log"
first, other = train_test_split(positive, test_size=0.5, random_state=0)
model = choose(
    InductiveCocluster(SpectralBiclustering(method="log", n_init=3, random_state=0)),
    [(k, h) for k in (3, 4, 5) for h in (2, 3)],
    first,
    kind="values",
)

# %%
# Patients and genes have classes, so the cells are compared. The genes are all there
# are, those that were measured, and no sample: ``fixed=1``.

known = (subtype[other.index], group)
found = (model.predict(other), model.column_labels_)
print(sentence("patients and genes", known, found))
display = CoclusterDisplay.from_predictions(other, known, found)
display.ax_[1].images[0].colorbar.set_label("expression")
display.figure_.suptitle("Subtype A is merged with B; all others are found")

# %%
# Recommendation: films and users
# -------------------------------
#
# The matrix says which of 150 users watched which of 200 films. The genre of the films
# is known, nothing is known about the users, and many cells are 1 by chance.

watched, genres, _ = make_latent_blocks(
    (200, 150), (4, 4), family="bernoulli", separation=0.4, random_state=0
)
genre = np.array(["comedy", "drama", "horror", "western"])[genres]
first, other, _, known = train_test_split(
    watched, genre, test_size=0.5, random_state=0, stratify=genre
)
model = choose(
    InductiveCocluster(SpectralBiclustering(n_init=3, random_state=0)),
    [3, 4, 5, 6],
    first,
    kind="values",
)
found = model.predict(other)
print(sentence("films", known, found))
users = model.column_labels_
display = CoclusterDisplay.from_predictions(other, (known, None), (found, users))
display.ax_[1].images[0].colorbar.set_label("watched (1) or not (0)")
display.figure_.suptitle("Every film is in the cluster of its genre")
plt.show()

# %%
# What the sentences do not say: the interval is that of these clusters for more rows of
# the same kind, not that of another fit. How much clusters change from fit to fit is
# their stability, which the search has computed.
