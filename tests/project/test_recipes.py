"""Every recipe runs by itself, and the table of scikit-learn's calls holds."""

import re
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
import sklearn.metrics.cluster
from sklearn.cluster import KMeans, SpectralCoclustering
from sklearn.datasets import make_biclusters
from sklearn.model_selection import cross_val_score
from test_documentation import REPOSITORY, n_failed, read

import sklearn_cocluster_metrics
from sklearn_cocluster_metrics import tables

if not (REPOSITORY / "doc").is_dir():
    pytest.skip("an installed package has no pages", allow_module_level=True)
PAGE = read("doc/recipes.rst")
FILES = sorted((REPOSITORY / "doc" / "recipes").glob("*.rst"))
RECIPES = dict(
    re.search(r"^(How [^\n]+\?)\n=+\n(.+)\Z", file.read_text(), re.M | re.S).groups()
    for file in FILES
)
CALLS = re.findall(r"^    \* - ``(.+)``\n      - ``(.+)``$", PAGE, re.M)


def structures(seed: int) -> dict[str, Any]:
    """Return the structures that the table names, drawn at random."""
    generator = np.random.default_rng(seed)
    X, rows, columns = make_biclusters((30, 20), 3, noise=1, random_state=seed)
    model = SpectralCoclustering(3, random_state=seed).fit(X)
    coarser = SpectralCoclustering(2, random_state=seed).fit(X)
    return {
        "true": generator.integers(3, size=30),
        "pred": generator.integers(4, size=30),
        "a": model.biclusters_,
        "b": coarser.biclusters_,
        "X": X,
        "y": generator.integers(3, size=30),
        "rows": rows,
        "columns": columns,
        "model": model,
        "kmeans": KMeans(3, n_init=1, random_state=seed).fit(X),
    }


def names_of(module: Any) -> dict[str, Any]:
    """Return what a module exports, by name."""
    return {name: getattr(module, name) for name in module.__all__}


def test_there_are_more_than_forty_recipes() -> None:
    assert len(RECIPES) > 40


def test_the_page_lists_every_recipe_once() -> None:
    listed = re.findall(r"^    recipes/(\w+)$", PAGE, re.M)
    assert sorted(listed) == [file.stem for file in FILES]


@pytest.mark.slow
@pytest.mark.parametrize("question", RECIPES)
def test_a_recipe_runs_by_itself(question: str) -> None:
    assert n_failed(RECIPES[question]) == 0


@pytest.mark.parametrize("question", RECIPES)
def test_a_recipe_is_short_and_links_to_its_explanation(question: str) -> None:
    statements = re.findall(
        r"^(?:>>>|\.\.\.) (?!from |import )", RECIPES[question], re.M
    )
    assert 1 <= len(statements) <= 7
    assert ":ref:" in RECIPES[question].split(">>>")[0]


def test_the_table_has_every_measure_of_clusterings_in_scikit_learn() -> None:
    measures = {
        "adjusted_mutual_info_score",
        "adjusted_rand_score",
        "consensus_score",
        "contingency_matrix",
        "fowlkes_mallows_score",
        "homogeneity_completeness_v_measure",
        "mutual_info_score",
        "normalized_mutual_info_score",
        "pair_confusion_matrix",
        "rand_score",
        "v_measure_score",
    }
    assert measures <= {there.partition("(")[0] for there, _ in CALLS}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("there", "here"), CALLS)
def test_a_call_has_the_value_of_scikit_learn(there: str, here: str, seed: int) -> None:
    shared = structures(seed) | {"cross_val_score": cross_val_score}
    of_sklearn = names_of(sklearn.metrics.cluster) | names_of(sklearn.metrics) | shared
    of_this_package = names_of(sklearn_cocluster_metrics) | names_of(tables) | shared
    expected = eval(there, of_sklearn)
    np.testing.assert_allclose(eval(here, of_this_package), expected, atol=1e-12)
