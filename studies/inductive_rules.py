"""Which rule of `InductiveCocluster` predicts the labels that were fitted?

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/inductive_rules.py

Data that scikit-learn ships, scaled to [0, 1] by column, and the words of the
docstrings of four parts of SciPy (sparse counts), are co-clustered by
`SpectralCoclustering` and by `SpectralBiclustering` with its three methods; digits by
the method "log" only, docstrings by `SpectralCoclustering` only. Then each rule is
fitted on the rows and their labels. Measures:

- fitted: fraction of all rows for which `predict` returns the fitted label
  (`agreement_`);
- held out: the same for rows that the rule has not seen, in 5 folds. The labels are
  those of the fit of all rows, so this measures the rule alone;
- refitted: the co-clusterer is fitted on 4 folds, and the predictions for the fifth are
  compared with the clusters of the fit of all rows (adjusted Rand index);
- classes: the same predictions, compared with the true classes.

The first table averages each measure over data sets and estimators, the second has the
fraction held out for each data set, averaged over estimators, the last for each fit.
"""

import argparse
import importlib
import warnings
from collections import defaultdict

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import RidgeClassifier
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import KFold
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler, minmax_scale
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import InductiveCocluster

LOADED = {
    "digits": load_digits,
    "wine": load_wine,
    "breast cancer": load_breast_cancer,
    "iris": load_iris,
}
TEXTS = ("scipy.signal", "scipy.linalg", "scipy.special", "scipy.optimize")
METHODS = ("bistochastic", "scale", "log")
MEASURES = ("fitted", "held out", "refitted", "classes")


class Given(BaseEstimator):
    """Co-clusterer with given labels."""

    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns

    def fit(self, X, y=None):
        """Take the labels."""
        self.row_labels_, self.column_labels_ = self.rows, self.columns
        return self


class BipartiteScaler(BaseEstimator):
    """Divides by the roots of the totals of rows and columns, as spectral methods."""

    def fit(self, X, y=None):
        """Keep the totals of the columns."""
        self.totals_ = np.maximum(np.asarray(X.sum(axis=0)).ravel(), 1e-12)
        return self

    def transform(self, X):
        """Scale rows by their own totals."""
        totals = np.maximum(np.asarray(X.sum(axis=1)).ravel(), 1e-12)
        dense = X.toarray() if hasattr(X, "toarray") else X
        return dense / np.sqrt(totals[:, None] * self.totals_)


class LogInteractions(BaseEstimator):
    """Logarithms less the means of rows and columns."""

    def fit(self, X, y=None):
        """Keep the means of the columns."""
        self.means_ = self._logarithms(X).mean(axis=0)
        return self

    def transform(self, X):
        """Subtract the means; rows have their own."""
        data = self._logarithms(X) - self.means_
        return data - data.mean(axis=1, keepdims=True)

    def _logarithms(self, X):
        return np.log1p(X.toarray() if hasattr(X, "toarray") else X)


def scaled(classifier):
    """Return a classifier of columns that are scaled to unit variance."""
    return make_pipeline(StandardScaler(with_mean=False), classifier)


def dense(classifier):
    """Return a classifier that is given dense data."""
    to_dense = FunctionTransformer(
        lambda X: X.toarray() if hasattr(X, "toarray") else X, accept_sparse=True
    )
    return make_pipeline(to_dense, classifier)


# What profiles are computed from, and the options of `InductiveCocluster`.
RULES = {
    "block profiles, cosine": (None, {"metric": "cosine"}),
    "block profiles, euclidean": (None, {"metric": "euclidean"}),
    "the same, scaled by totals, cosine": (BipartiteScaler(), {"metric": "cosine"}),
    "the same, scaled by totals, euclidean": (
        BipartiteScaler(),
        {"metric": "euclidean"},
    ),
    "the same, logarithms, euclidean": (LogInteractions(), {"metric": "euclidean"}),
    "nearest centroid": (None, {"classifier": NearestCentroid()}),
    "nearest centroid, scaled": (None, {"classifier": scaled(NearestCentroid())}),
    "5 nearest neighbors": (None, {"classifier": KNeighborsClassifier()}),
    "ridge classifier, scaled": (None, {"classifier": scaled(RidgeClassifier())}),
    "linear discriminant analysis": (
        None,
        {"classifier": dense(LinearDiscriminantAnalysis())},
    ),
    "logistic regression, scaled (default)": (None, {}),
}


def docstrings():
    """Return word counts of docstrings, and the part of SciPy that each is from."""
    texts, classes = {}, []
    for part in TEXTS:
        module = importlib.import_module(part)
        for name in sorted(vars(module)):
            text = getattr(vars(module)[name], "__doc__", None) or ""
            if not name.startswith("_") and len(text) > 300 and text not in texts:
                texts[text] = part
    vectorizer = CountVectorizer(min_df=5, max_df=0.5, stop_words="english")
    counts = vectorizer.fit_transform(texts).astype(float)
    kept = np.asarray(counts.sum(axis=1)).ravel() > 0
    classes = np.array(list(texts.values()))
    return counts[kept], classes[kept]


def problems():
    """Yield name, data, classes and co-clusterer."""
    for name, load in LOADED.items():
        X, classes = load(return_X_y=True)
        X, k = minmax_scale(X[:, np.ptp(X, axis=0) > 0]), len(set(classes))
        if name != "digits":
            model = SpectralCoclustering(k, random_state=0)
            yield f"{name}, diagonal", X, classes, model
        for method in METHODS if name != "digits" else ("log",):  # to save time
            model = SpectralBiclustering((k, min(k, 5)), method=method, random_state=0)
            yield f"{name}, {method}", X, classes, model
    X, classes = docstrings()
    k = len(TEXTS)
    yield "docstrings, diagonal", X, classes, SpectralCoclustering(k, random_state=0)


def fit(model, X):
    """Return the row and column labels of a fit without rows or columns of zeros."""
    fitted = InductiveCocluster(model, metric="cosine").fit(X)
    return fitted.row_labels_, fitted.column_labels_


def fit_rule(rule, X, labels):
    """Fit a rule on data that have these labels."""
    step, options = RULES[rule]
    model = InductiveCocluster(Given(*labels), empty="keep", **options)
    return (make_pipeline(step, model) if step else model).fit(X)


def measure(name, X, classes, model):
    """Return what every rule scores on one problem."""
    warnings.simplefilter("ignore")
    labels = fit(model, X)
    folds = list(KFold(5, shuffle=True, random_state=0).split(labels[0]))
    refits = [fit(model, X[train]) for train, _ in folds]
    found = {}
    for rule in RULES:
        scores = []
        for (train, test), refit in zip(folds, refits, strict=True):
            seen = labels[0][train], labels[1]
            alone = fit_rule(rule, X[train], seen).predict(X[test])
            predicted = fit_rule(rule, X[train], refit).predict(X[test])
            scores.append(
                (
                    np.mean(alone == labels[0][test]),
                    adjusted_rand_score(labels[0][test], predicted),
                    adjusted_rand_score(classes[test], predicted),
                )
            )
        fitted = np.mean(fit_rule(rule, X, labels).predict(X) == labels[0])
        found[rule] = (fitted, *np.mean(scores, axis=0))
    return name, found, adjusted_rand_score(classes, labels[0])


def main():
    """Run the experiment."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--n-jobs", type=int, default=2)
    options = parser.parse_args()
    results = Parallel(options.n_jobs)(
        delayed(measure)(*problem) for problem in problems()
    )
    by_rule = defaultdict(list)
    for _, found, _ in results:
        for rule, scores in found.items():
            by_rule[rule].append(scores)
    heads = "".join(f"{name:>10}" for name in MEASURES)
    print(f"{'':<40}{heads}  worst held out")
    for rule, scores in by_rule.items():
        means = "".join(f"{mean:>10.3f}" for mean in np.mean(scores, axis=0))
        print(f"{rule:<40}{means}{np.min(scores, axis=0)[1]:>16.3f}")
    of_classes = np.mean([result[2] for result in results])
    print(f"fits of all rows against the classes: {of_classes:.3f}")
    print_held_out(results, lambda name: name.partition(",")[0])
    print_held_out(results, lambda name: name)


def print_held_out(results, group):
    """Print the fraction held out, averaged over the problems of each group."""
    groups = defaultdict(list)
    for name, found, _ in results:
        groups[group(name)].append([scores[1] for scores in found.values()])
    print("\nheld out, the rules in the order above")
    for name, rows in groups.items():
        print(f"{name:<28}" + "".join(f"{x:>6.2f}" for x in np.mean(rows, axis=0)))


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        main()
