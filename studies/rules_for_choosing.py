"""What does each rule lose that chooses among candidates without a truth?

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python studies/rules_for_choosing.py
    python studies/rules_for_choosing.py --quick

Each search fits every candidate of a grid and records what all rules need. The loss of
a rule is the adjusted Rand index of the rows with the classes (planted data: the CARI
with the planted blocks) below that of the best candidate of the grid. A rule that finds
nothing is counted with the value of a single block, 0.

- dense: iris, wine, breast cancer and digits (at most 300 rows each), scaled to [0, 1],
  to unit variance, and as ranks; digits of 2, 3, 4, 6 and 8 classes, 2 draws of classes
  each, scaled to [0, 1] and as ranks. `SpectralBiclustering`, both numbers searched,
  5 pairs;
- counts: all digits as they are, and 3 draws of 2 to 8 classes. `SpectralCoclustering`,
  10 pairs;
- text: words in docstrings, at most 80 of a module; the modules are the classes. Of 14,
  6 draws of 2, 3, 4, 6, 8 and 10 modules. `SpectralCoclustering`, 10 pairs;
- tf-idf: the same texts, weighted;
- planted: latent blocks, Gaussian by `SpectralBiclustering`, Poisson on the diagonal by
  `SpectralCoclustering`;
- noise: normal matrices, Poisson counts with unequal totals, wine with each column
  permuted. Here the share of searches in which a rule chooses at all is counted.

Problems, rules and settings were fixed before the first run, the rules on other data
(`README.md`). The draws overlap: they are fewer sets than problems.
"""

import argparse
import importlib
import inspect
import itertools
import warnings
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from sklearn.cluster import SpectralBiclustering, SpectralCoclustering
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import minmax_scale, quantile_transform, scale
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import (
    InductiveCocluster,
    WholeDataSplit,
    cari_score,
    coclustering_of,
    finest_stable,
    make_stability_scorer,
    modularity_score,
    most_reproducible,
)
from sklearn_cocluster_metrics.datasets import make_latent_blocks

NEAR = 0.02  # a loss that does not matter
KINDS = ("dense", "counts", "text", "tf-idf", "planted", "noise")
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


def greatest(value: Callable[..., Any], *names: str) -> Callable[[Any], int]:
    """Return the rule that takes the greatest value of a function of scores."""

    def rule(results: Any) -> int:
        scores = [np.asarray(results[f"mean_test_{name}"]) for name in names]
        return int(np.nanargmax(value(*scores)))

    return rule


def finest_modular(results: Any) -> int:
    """Choose the most clusters within .01 of the greatest modularity."""
    values = np.asarray(results["mean_test_modularity"])
    near = values >= values[np.nanargmax(values)] - 0.01
    return int(np.argmax(np.where(near, results["mean_test_n_row_clusters"], 0)))


RULES: dict[str, Callable[[Any], int]] = {
    "most reproducible": most_reproducible,
    "finest stable": finest_stable,
    "stability x bcv": greatest(np.multiply, "score", "bcv"),
    "stability x log(blocks)": greatest(
        lambda score, rows, columns: score * np.log(rows * columns),
        *("score", "n_row_clusters", "n_column_clusters"),
    ),
    "greatest stability": greatest(np.asarray, "score"),
    "greatest bcv": greatest(np.asarray, "bcv"),
    "greatest modularity": greatest(np.asarray, "modularity"),
    "finest modular": finest_modular,
}


def draws_of_digits(n_draws: int, quick: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield images of some classes, without the pixels that are all 0."""
    images, classes = load_digits(return_X_y=True)
    sizes = (3,) if quick else (2, 3, 4, 6, 8)
    for draw, n in itertools.product(range(1 if quick else n_draws), sizes):
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


def dense_problems(quick: bool) -> Iterator[Problem]:
    """Yield data that ship with scikit-learn."""
    scales = {"0-1": minmax_scale, "unit variance": scale, "ranks": ranks}
    loaders = (load_iris, load_wine, load_breast_cancer, load_digits)
    for load in loaders[1:2] if quick else loaders:
        X, classes = load(return_X_y=True)
        rows = np.random.default_rng(0).permutation(len(X))[:300]
        for label, scaled in scales.items():
            name = f"{load.__name__[5:]}, {label}"
            X_scaled = scaled(without_constants(X[rows]))
            yield Problem("dense", name, X_scaled, classes[rows], False)
    for name, X, classes in draws_of_digits(2, quick):
        yield Problem("dense", f"{name}, 0-1", minmax_scale(X), classes, False)
        yield Problem("dense", f"{name}, ranks", ranks(X), classes, False)


def counts_problems(quick: bool) -> Iterator[Problem]:
    """Yield images as counts of ink."""
    X, classes = load_digits(return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(X))[:300]
    X = without_constants(X[rows])
    yield Problem("counts", "digits", X, classes[rows], True)
    for name, X, classes in draws_of_digits(3, quick):
        yield Problem("counts", name, X, classes, True)


def text_problems(quick: bool) -> Iterator[Problem]:
    """Yield words in docstrings; their modules are the classes."""
    texts = {module: docstrings(module) for module in MODULES}
    vectorizer = CountVectorizer(
        stop_words="english", token_pattern="[a-z]{3,}", min_df=5, max_df=0.3
    )
    sizes = (3,) if quick else (2, 3, 4, 6, 8, 10)
    for draw, n in itertools.product(range(1 if quick else 6), sizes):
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
    wine = quantile_transform(load_wine().data, n_quantiles=178)
    for seed in range(n):
        rng = np.random.default_rng(seed)
        normal = rng.normal(size=(100, 50)) + 10
        yield Problem("noise", f"normal {seed}", normal, None, False)
        totals = rng.gamma(4, size=(150, 1)) * rng.gamma(4, size=100) / 16
        yield Problem("noise", f"counts {seed}", rng.poisson(0.4 * totals), None, True)
        permuted = rng.permuted(wine, axis=0)
        yield Problem("noise", f"permuted wine {seed}", permuted, None, False)


def search(problem: Problem, quick: bool) -> Any:
    """Fit every candidate and return all scores."""
    narrow = problem.X.shape[1] < 5  # so that a column is left out
    stability = make_stability_scorer(
        n_resamples=2 if quick else 10 if problem.diagonal else 5,
        column_fraction=0.7 if narrow else 0.8,
        kind={"counts": "counts", "dense": "values"}.get(problem.kind, "auto"),
    )

    def scores(model: Any, X: Any, y: Any = None) -> dict[str, float]:
        found = {**stability(model, X), "truth": np.nan, "modularity": np.nan}
        if problem.diagonal:
            found["modularity"] = modularity_score(X, model)
        if isinstance(problem.truth, tuple):
            found["truth"] = cari_score(problem.truth, model, null_model="product")
        elif problem.truth is not None:
            found["truth"] = adjusted_rand_score(
                problem.truth, coclustering_of(model)[0]
            )
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


def main(arguments: list[str] | None = None) -> dict[str, Any]:
    """Print the table, and return what it has."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small data, few draws")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    options = parser.parse_args(arguments)
    quick = options.quick
    problems = {
        "dense": lambda: dense_problems(quick),
        "counts": lambda: counts_problems(quick),
        "text": lambda: text_problems(quick),
        "tf-idf": lambda: weighted(text_problems(quick)),
        "planted": lambda: planted_problems(1 if quick else 16),
        "noise": lambda: noise_problems(1 if quick else 20),
    }
    table: dict[str, Any] = {}
    for kind in options.kinds:
        rows, n_choices, start = [], [], perf_counter()
        for problem in problems[kind]():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of agreement, and of empty clusters
                results = search(problem, quick)
            n_choices.append(chooses(results))
            if kind == "noise":
                print(
                    problem.name, "chosen" if n_choices[-1] else "nothing", flush=True
                )
            else:
                rows.append(losses(results))
                shown = {key: round(loss, 3) for key, loss in rows[-1].items()}
                print(problem.name, shown, flush=True)
        chosen, n, seconds = sum(n_choices), len(n_choices), perf_counter() - start
        print(f"\n{kind}: chosen in {chosen} of {n} searches, {seconds:.0f} s")
        table[kind] = {"chosen": chosen, "searches": n}
        for name in rows[0] if rows else ():
            values = np.array([row[name] for row in rows])
            values = values[~np.isnan(values)]
            if len(values):
                mean, near = values.mean(), np.mean(values <= NEAR)
                within = f"within {NEAR} in {near:.2f} of {len(values)}"
                print(f"  {name:24} loses {mean:.3f}, {within}")
                table[kind][name] = float(mean)
    return table


if __name__ == "__main__":
    with threadpool_limits(1):  # the matrices are small, and the fits many
        main()
