"""What does each rule lose that chooses among candidates without a truth?

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/rules_for_choosing.py
    python studies/rules_for_choosing.py --quick

Each search fits every candidate of a grid and records what all rules need. The loss of
a rule is the adjusted Rand index of the rows with the classes (planted data: the CARI
with the planted blocks) below that of the best candidate of the grid. A rule that finds
nothing is counted with the value of a single block, 0. "true labels" is the search that
sees the classes: the labels predicted for held-out rows, in 3 folds.

- values: iris, wine, breast cancer and digits (at most 300 rows each), scaled to
  [0, 1], to unit variance, and as ranks; digits of 2, 3, 4, 6 and 8 classes, 2 draws of
  classes each, scaled to [0, 1] and as ranks; 20 components of the texts below by
  tf-idf, 2 draws of each number of modules, scaled to [0, 1]. `SpectralBiclustering`,
  both numbers searched, 5 pairs;
- random starts: the same, by double k-means with one random start;
- counts: all digits as they are, and 3 draws of 2 to 8 classes. `SpectralCoclustering`,
  10 pairs;
- text: words in docstrings, at most 80 of a module; the modules are the classes. Of 14,
  6 draws of 2, 3, 4, 6, 8 and 10 modules. `SpectralCoclustering`, 10 pairs;
- tf-idf: the same texts, weighted;
- planted: latent blocks, Gaussian by `SpectralBiclustering`, Poisson on the diagonal by
  `SpectralCoclustering`;
- noise: normal and heavy-tailed matrices, with equal and unequal column means, Poisson
  counts with unequal totals, wine, iris and texts with each column permuted, and normal
  matrices by double k-means. Here the searches are counted in which
  `most_reproducible` chooses any candidate.

Problems, rules and settings were fixed before they were run, the rules on other data
(`README.md`). The draws overlap: they are fewer sets than problems. The last lines
compare `most_reproducible` with its goals; the exit status is 1 if one is missed.
"""

import argparse
import importlib
import inspect
import itertools
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.preprocessing import minmax_scale, quantile_transform, scale
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import (
    FunctionCocluster,
    InductiveCocluster,
    WholeDataSplit,
    cari_score,
    coclustering_of,
    finest_stable,
    make_cocluster_scorer,
    make_stability_scorer,
    modularity_score,
    most_reproducible,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks

MISSED = "missed"
NEAR = 0.02  # a loss that does not matter
KINDS = ("values", "random starts", "counts", "text", "tf-idf", "planted", "noise")
MODULES = (
    "numpy.linalg",
    "numpy.ma",
    "numpy.random",
    "scipy.cluster.hierarchy",
    "scipy.fft",
    "scipy.integrate",
    "scipy.interpolate",
    "scipy.optimize",
    "scipy.sparse",
    "scipy.special",
    "sklearn.cluster",
    "sklearn.linear_model",
    "sklearn.model_selection",
    "sklearn.preprocessing",
)


class Problem(NamedTuple):
    """Data, the truth if there is one, and whether blocks are on the diagonal."""

    kind: str
    name: str
    X: Any
    truth: Any
    diagonal: bool
    random_start: bool = False


def double_kmeans(
    X: Any, n_clusters: tuple[int, int] = (2, 2), random_state: Any = None
) -> tuple[Any, Any]:
    """Assign rows and columns to block means in turns, from a random start."""
    X = np.asarray(X)
    rng = np.random.RandomState(random_state)
    sides = X, X.T
    labels = []
    for side, k in zip(sides, n_clusters, strict=True):
        centers = side[rng.permutation(len(side))[:k]]
        labels.append(nearest(side, centers))
    for _ in range(100):
        before = [one.copy() for one in labels]
        for mode in (0, 1):
            ones = [np.eye(k)[one] for k, one in zip(n_clusters, labels, strict=True)]
            sizes = [np.maximum(one.sum(axis=0), 1) for one in ones]
            # Distances to means of blocks are those of the means over the other mode,
            # each weighted by the size of its cluster.
            reduced = sides[mode] @ ones[1 - mode] / sizes[1 - mode]
            means = ones[mode].T @ reduced / sizes[mode][:, None]
            means[ones[mode].sum(axis=0) == 0] = 1e9  # stays empty
            weights = np.sqrt(sizes[1 - mode])
            labels[mode] = nearest(reduced * weights, means * weights)
        if all(map(np.array_equal, before, labels)):
            break
    return labels[0], labels[1]


def nearest(points: Any, centers: Any) -> Any:
    """Return the nearest center of each point."""
    return np.argmin(np.sum(centers**2, axis=1) - 2 * points @ centers.T, axis=1)


def greatest(value: Callable[..., Any], *names: str) -> Callable[[Any], int]:
    """Return the rule that takes the greatest value of a function of scores."""

    def rule(results: Any) -> int:
        scores = [np.asarray(results[f"mean_test_{name}"]) for name in names]
        return int(np.nanargmax(value(*scores)))

    return rule


def by_rows(results: Any) -> int:
    """Choose as `most_reproducible`, by the stability of the rows alone."""
    return most_reproducible(
        {**results, "mean_test_stability": results["mean_test_row_stability"]}
    )


def finest_modular(results: Any) -> int:
    """Choose the most clusters within .01 of the greatest modularity."""
    values = np.asarray(results["mean_test_modularity"])
    near = values >= values[np.nanargmax(values)] - 0.01
    return int(np.argmax(np.where(near, results["mean_test_n_row_clusters"], 0)))


RULES: dict[str, Callable[[Any], int]] = {
    "most reproducible": most_reproducible,
    "... by rows' stability": by_rows,
    "finest stable": finest_stable,
    "true labels": greatest(np.asarray, "labels"),
    "stability x bcv": greatest(np.multiply, "stability", "bcv"),
    "stability x log(blocks)": greatest(
        lambda stability, rows, columns: stability * np.log(rows * columns),
        "stability",
        "n_row_clusters",
        "n_column_clusters",
    ),
    "greatest stability": greatest(np.asarray, "stability"),
    "greatest bcv": greatest(np.asarray, "bcv"),
    "greatest modularity": greatest(np.asarray, "modularity"),
    "finest modular": finest_modular,
}


def draws_of_digits(
    n_draws: int, quick: bool, first: int = 0
) -> Iterator[tuple[str, Any, Any]]:
    """Yield images of some classes, without the pixels that are all 0."""
    images, classes = load_digits(return_X_y=True)
    sizes = (3,) if quick else (2, 3, 4, 6, 8)
    draws = range(first, first + (1 if quick else n_draws))
    for draw, n in itertools.product(draws, sizes):
        rng = np.random.default_rng([n, draw])
        chosen = np.sort(rng.choice(10, n, replace=False))
        rows = rng.permutation(np.flatnonzero(np.isin(classes, chosen)))[:300]
        name = "".join(map(str, chosen))
        yield f"digits {name}", without_constants(images[rows]), classes[rows]


def without_constants(X: Any) -> Any:
    """Return the columns that vary."""
    return X[:, np.ptp(X, axis=0) > 0]


def ranks(X: Any) -> Any:
    """Replace each column by its ranks."""
    return quantile_transform(X, n_quantiles=len(X))


def values_problems(quick: bool, first: int = 0) -> Iterator[Problem]:
    """Yield data that ship with scikit-learn, and components of texts.

    Later draws are of digits and of texts alone.
    """
    scales = {"0-1": minmax_scale, "unit variance": scale, "ranks": ranks}
    loaders = (load_iris, load_wine, load_breast_cancer, load_digits)
    for load in loaders[1:2] if quick else () if first else loaders:
        X, classes = load(return_X_y=True)
        rows = np.random.default_rng(0).permutation(len(X))[:300]
        for label, scaled in scales.items():
            name = f"{load.__name__[5:]}, {label}"
            X_scaled = scaled(without_constants(X[rows]))
            yield Problem("values", name, X_scaled, classes[rows], False)
    for name, X, classes in draws_of_digits(2, quick, first):
        yield Problem("values", f"{name}, 0-1", minmax_scale(X), classes, False)
        yield Problem("values", f"{name}, ranks", ranks(X), classes, False)
    for one in weighted(text_problems(quick, 2, first)):
        X = TruncatedSVD(20, random_state=0).fit_transform(one.X)
        name = f"components of {one.name}"
        yield Problem("values", name, minmax_scale(X), one.truth, False)


def random_start_problems(quick: bool) -> Iterator[Problem]:
    """Yield values for an estimator with a random start."""
    for one in values_problems(quick):
        yield one._replace(random_start=True)


def counts_problems(quick: bool) -> Iterator[Problem]:
    """Yield images as counts of ink."""
    X, classes = load_digits(return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(X))[:300]
    X = without_constants(X[rows])
    yield Problem("counts", "digits", X, classes[rows], True)
    for name, X, classes in draws_of_digits(3, quick):
        yield Problem("counts", name, X, classes, True)


def text_problems(quick: bool, n_draws: int = 6, first: int = 0) -> Iterator[Problem]:
    """Yield words in docstrings; their modules are the classes."""
    texts = {module: docstrings(module) for module in MODULES}
    vectorizer = CountVectorizer(
        stop_words="english", token_pattern="[a-z]{3,}", min_df=5, max_df=0.3
    )
    sizes = (3,) if quick else (2, 3, 4, 6, 8, 10)
    draws = range(first, first + (1 if quick else n_draws))
    for draw, n in itertools.product(draws, sizes):
        rng = np.random.default_rng([n, draw])
        chosen = np.sort(rng.choice(MODULES, n, replace=False))
        counts = vectorizer.fit_transform(
            [text for one in chosen for text in texts[one]]
        )
        classes = np.repeat(chosen, [len(texts[one]) for one in chosen])
        some = np.flatnonzero(counts.sum(axis=1))
        yield Problem("text", " + ".join(chosen), counts[some], classes[some], True)


def weighted(problems: Iterator[Problem]) -> Iterator[Problem]:
    """Replace counts of words by weights."""
    for one in problems:
        X = TfidfTransformer().fit_transform(one.X)
        yield one._replace(kind="tf-idf", X=X)


def docstrings(module: str) -> list[str]:
    """Return different docstrings of what is public in a module, at most 80."""
    public = inspect.getmembers(importlib.import_module(module), callable)
    found = [inspect.getdoc(one) or "" for name, one in public if name[0] != "_"]
    texts = sorted({text for text in found if len(text) > 300})
    return list(np.random.default_rng(0).permutation(texts)[:80])


def planted_problems(n: int) -> Iterator[Problem]:
    """Yield planted blocks of both families, drawn with 2 to 5 clusters a mode."""
    for seed in range(n):
        rng = np.random.default_rng(seed)
        k_rows, k_columns = map(int, rng.integers(2, 6, size=2))
        X, *truth = make_latent_blocks(
            (100, 60), (k_rows, k_columns), separation=1.0, random_state=seed
        )
        yield Problem(
            "planted", f"Gaussian {seed}", X - X.min() + 1, tuple(truth), False
        )
        labels = rng.integers(k_rows, size=150), rng.integers(k_rows, size=100)
        rates = np.where(labels[0][:, None] == labels[1], 0.9, 0.2)
        yield Problem("planted", f"counts {seed}", rng.poisson(rates), labels, True)


def noise_problems(n: int) -> Iterator[Problem]:
    """Yield data without structure."""
    wine, iris = ranks(load_wine().data), ranks(load_iris().data)
    text = next(weighted(text_problems(True))).X.toarray()
    for seed in range(n):
        rng = np.random.default_rng(seed)
        normal = rng.normal(size=(100, 50))
        totals = rng.gamma(4, size=(150, 1)) * rng.gamma(4, size=100) / 16
        heavy = rng.standard_t(2, size=(100, 50))
        values = {
            "normal": normal + 10,
            "normal, column means": rng.normal(size=(120, 80)) + rng.normal(size=80),
            "heavy tails": heavy,
            "heavy tails, column means": heavy + 3 * rng.normal(size=50),
            "permuted wine, ranks": rng.permuted(wine, axis=0),
            "permuted wine, 0-1": minmax_scale(rng.permuted(load_wine().data, axis=0)),
            "permuted iris": rng.permuted(iris, axis=0),
        }
        for name, X in values.items():
            yield Problem("noise", name, X, None, False)
        yield Problem("noise", "normal, random starts", normal, None, False, True)
        counts = {
            "counts": rng.poisson(0.4 * totals),
            "permuted tf-idf": rng.permuted(text, axis=0),
        }
        for name, X in counts.items():
            X = csr_array(X[X.any(axis=1)][:, X.any(axis=0)])
            yield Problem("noise", name, X, None, True)


def search(problem: Problem, quick: bool) -> Any:
    """Fit every candidate and return all scores."""
    narrow = problem.X.shape[1] < 5  # so that a column is left out
    stability = make_stability_scorer(
        n_resamples=2 if quick else 10 if problem.diagonal else 5,
        column_fraction=0.7 if narrow else 0.8,
        kind="counts" if problem.kind == "counts" else "auto",
        with_resamples=False,
    )

    def scores(model: Any, X: Any, y: Any = None) -> dict[str, float]:
        found = {**stability(model, X), "modularity": np.nan}
        found |= {"truth": np.nan, "labels": np.nan}
        if problem.diagonal:
            found["modularity"] = modularity_score(X, model)
        if problem.truth is None:
            return found
        rows, columns = problem.truth, None
        if isinstance(problem.truth, tuple):
            rows, columns = problem.truth
            found["truth"] = cari_score(problem.truth, model, null_model="product")
        else:
            found["truth"] = adjusted_rand_score(rows, coclustering_of(model)[0])
        index = make_cocluster_scorer("cari_product", column_labels=columns)
        folds = KFold(3, shuffle=True, random_state=0)
        held_out = cross_val_score(model, X, rows, scoring=index, cv=folds)
        found["labels"] = float(np.mean(held_out))
        return found

    numbers = (2, 3, 4) if quick else (2, 3, 4, 5, 7, 10)
    if problem.diagonal:
        inner: Any = SpectralCoclustering(n_init=2, random_state=0)
        grid: list[Any] = list(numbers)
    else:
        inner = SpectralBiclustering(
            method="log" if problem.kind == "planted" else "bistochastic",
            n_init=2,
            random_state=0,
        )
        if problem.random_start:
            inner = FunctionCocluster(double_kmeans, random_state=0)
        most = problem.X.shape[1] // 2
        grid = [
            (k, m)
            for k in numbers
            for m in ((2, 3) if quick else (2, 3, 5))
            if m <= max(most, 2)
        ]
    model = InductiveCocluster(inner, metric="cosine")
    found = GridSearchCV(
        model,
        {"estimator__n_clusters": grid},
        scoring=scores,
        refit=False,
        cv=WholeDataSplit(),
        error_score="raise",
    )
    return found.fit(problem.X).cv_results_


def losses(results: Any) -> dict[str, float]:
    """Return the loss of every rule; NaN where it does not apply."""
    truth = np.asarray(results["mean_test_truth"])
    found = {"a random candidate": float(truth.max() - truth.mean())}
    for name, rule in RULES.items():
        try:
            value = truth[rule(results)]
        except ValueError as error:
            value = 0.0 if "Nothing was found" in str(error) else np.nan
        found[name] = float(truth.max() - value)
    return found


def chooses(results: Any) -> bool:
    """Return whether `most_reproducible` chooses any candidate."""
    try:
        most_reproducible(results)
    except ValueError:
        return False
    return True


def mean_and_error(values: Any) -> tuple[float, float]:
    """Return the mean and its standard error."""
    values = np.asarray(values, dtype=float)
    values = values[~np.isnan(values)]
    error = np.std(values, ddof=1) / len(values) ** 0.5 if len(values) > 1 else np.nan
    return float(values.mean()), float(error)


def main(arguments: list[str] | None = None) -> dict[str, Any]:
    """Print the table, and return what it has."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small data, few draws")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--first", type=int, default=0, help="first draw of values")
    options = parser.parse_args(arguments)
    quick = options.quick
    problems = {
        "values": lambda: values_problems(quick, options.first),
        "random starts": lambda: random_start_problems(quick),
        "counts": lambda: counts_problems(quick),
        "text": lambda: text_problems(quick),
        "tf-idf": lambda: weighted(text_problems(quick)),
        "planted": lambda: planted_problems(1 if quick else 16),
        "noise": lambda: noise_problems(1 if quick else 10),
    }
    table: dict[str, Any] = {}
    for kind in options.kinds:
        rows, chosen, start = [], defaultdict(list), perf_counter()
        for problem in problems[kind]():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of agreement, and of empty clusters
                results = search(problem, quick)
            if problem.truth is None:
                chosen[problem.name].append(chooses(results))
            else:
                rows.append(losses(results))
                shown = {key: round(loss, 3) for key, loss in rows[-1].items()}
                print(problem.name, shown, flush=True)
        print(f"\n{kind}: {len(rows)} problems, {perf_counter() - start:.0f} s")
        table[kind] = {
            name: np.array([row[name] for row in rows])
            for name in rows[0:1] and rows[0]
        }
        for name, values in table[kind].items():
            if np.isnan(values).all():
                continue
            mean, error = mean_and_error(values)
            near = np.mean(values[~np.isnan(values)] <= NEAR)
            print(f"  {name:24} loses {mean:.3f} +- {error:.3f}, {near:.2f} near")
        for name, found in chosen.items():
            print(f"  {name:26} chosen in {sum(found)} of {len(found)}")
        table[kind] |= {name: np.array(found) for name, found in chosen.items()}
        for line in () if quick else goals(kind, table[kind]):
            print(line, flush=True)
    return table


def goals(kind: str, found: dict[str, Any]) -> list[str]:
    """Return whether `most_reproducible` meets its goals on data of a kind."""
    if kind == "noise":
        n_chosen = np.sum(np.concatenate([*found.values()]))
        n = sum(map(len, found.values()))
        verdict = "met" if n_chosen <= n / 20 else MISSED
        return [f"  goal: at most 1 of 20: {n_chosen} of {n}: {verdict}"]
    rule = found["most reproducible"]
    share = 1.0 if kind == "random starts" else 0.9
    of_random = rule.mean() / found["a random candidate"].mean()
    verdict = "met" if of_random <= share else MISSED
    lines = [f"  goal: at most {share} of random: {of_random:.2f}: {verdict}"]
    if kind != "random starts":
        mean, error = mean_and_error(rule - found["finest stable"])
        verdict = "met" if mean <= error else MISSED
        lines.append(
            "  goal: at most a standard error more than finest stable: "
            f"{mean:+.3f} +- {error:.3f}: {verdict}"
        )
    return lines


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        tables = main()
    if "--quick" not in sys.argv:
        lines = itertools.chain(*itertools.starmap(goals, tables.items()))
        sys.exit(any(MISSED in line for line in lines))
