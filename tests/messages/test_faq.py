"""The messages that the page of questions quotes are those that one gets."""

import re
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans, SpectralBiclustering
from sklearn.datasets import make_checkerboard
from sklearn.experimental import enable_halving_search_cv  # noqa: F401
from sklearn.model_selection import (
    GridSearchCV,
    HalvingGridSearchCV,
    cross_val_score,
)

import sklearn_cocluster_metrics as sccm

PAGE = Path(__file__).parents[2] / "doc" / "faq.rst"
X, *INDICATORS = make_checkerboard((60, 40), (4, 3), noise=10, random_state=0)
TRUTH = sccm.biclusters_to_labels(tuple(INDICATORS))
LABELS = [0, 0, 1, 1, 2, 2]
NOISE = np.random.default_rng(0).normal(size=(60, 40)) + 9
OVERLAPPING = np.array([[1, 1, 0], [0, 1, 1]]), np.array([[1, 1], [1, 0]])
SCORER = sccm.make_cocluster_scorer(
    "cari_product", row_labels=TRUTH[0], column_labels=TRUTH[1]
)


def search(scoring, data=X, y=None, **options):
    grid = {"n_clusters": [(4, 3), (3, 3)]}
    model = SpectralBiclustering(random_state=0)
    options = {"scoring": scoring, "error_score": "raise", **options}
    return GridSearchCV(model, grid, **options).fit(data, y)


STABILITY = sccm.make_stability_scorer(n_resamples=2)
WHOLE = {"cv": sccm.WholeDataSplit()}
TIED = {  # two candidates whose stability differs in other ways in each resample
    "params": [{"k": 2}, {"k": 3}],
    "mean_test_stability": [0.5, 0.4],
    "mean_test_resampling_error": [0.07, 0.07],
    "mean_test_n_row_clusters": [2, 3],
    "mean_test_resample_0_stability": [0.8, 0.4],
    "mean_test_resample_1_stability": [0.2, 0.4],
}
CHOICE = {"refit": sccm.most_reproducible, **WHOLE}
SERIES = [pd.Series(LABELS, index=list(names)) for names in ("abcdef", "abcxyz")]
NAMED_ROWS = pd.Series(TRUTH[0], index=[f"row {i}" for i in range(len(TRUTH[0]))])
MODEL = SpectralBiclustering((4, 3), random_state=0).fit(X)
EXPECTED = [  # in the order of the page
    lambda: sccm.cari_score(TRUTH[0], TRUTH),
    lambda: sccm.cari_score([0, 1], [0, 1, 1]),
    lambda: sccm.cari_score(tuple(INDICATORS), TRUTH),
    lambda: sccm.clustering_error(TRUTH, TRUTH),
    lambda: sccm.biclusters_to_labels(OVERLAPPING),
    lambda: sccm.cari_score(TRUTH, SpectralBiclustering()),
    lambda: sccm.cari_score([0, None, 1], [0, 1, 1]),
    lambda: sccm.cari_score([0.1, 0.2, 0.3], [1, 2, 3]),
    lambda: sccm.soft_cari_score(LABELS, np.ones((6, 3))),
    lambda: sccm.cari_score(*SERIES),
    lambda: sccm.cari_score(pd.Series(LABELS), pd.Series(LABELS)[::-1]),
    lambda: sccm.cari_score((NAMED_ROWS, None), MODEL),
    lambda: sccm.clusters_to_labels(
        {"a": ["1"], "b": [1], "c": []}, items=[1], handle_unknown="ignore"
    ),
    lambda: sccm.cari_score(np.array(["a", "nan"]), [0, 1]),
    lambda: search(SCORER),
    lambda: SCORER(SpectralBiclustering((3, 4), random_state=0).fit(X.T), X.T),
    lambda: search(sccm.make_cocluster_scorer("cari"), y=TRUTH[0], **WHOLE),
    lambda: cross_val_score(KMeans(2, n_init=1), X, TRUTH[0], scoring="cari"),
    lambda: sccm.make_cocluster_scorer("cari")(
        KMeans(2, n_init=1, random_state=0).fit(X), X[:1], TRUTH[0][:1]
    ),
    lambda: search(STABILITY, **WHOLE),
    lambda: search(STABILITY, NOISE, **CHOICE),
    lambda: sccm.finest_stable(TIED),
    lambda: HalvingGridSearchCV(
        SpectralBiclustering(random_state=0),
        {"n_clusters": [(4, 3), (3, 3)]},
        resource="n_init",
        max_resources=3,
        scoring=STABILITY,
        **WHOLE,
    ).fit(X),
    lambda: sccm.stability_score(KMeans(2, n_init=1), np.ones((9, 9)), n_resamples=2),
    lambda: sccm.get_scorer("nmi"),
    lambda: sccm.cari_score(LABELS, LABELS, "product"),
    lambda: sccm.permutation_test(LABELS, LABELS, n_perm=3),
    lambda: sccm.cari_score(LABELS, LABELS, unlabeled="drop"),
    lambda: sccm.coami_score(LABELS, LABELS, sample_weight=[1] * 6),
    lambda: sccm.cari_score(LABELS, TRUTH[0][:6], sample_weight=range(1, 7)),
    lambda: sccm.score_interval(LABELS[:4], LABELS[:4]),
    lambda: sccm.score_interval(TRUTH, MODEL),
    lambda: sccm.compare(
        {"a": KMeans(3, n_init=1), "b": KMeans(4, n_init=1)},
        {"d": (X, TRUTH[0])},
        ["cari"],
    ).differences("a", "b", "cari"),
]


def quoted():
    return re.findall(r'^"(.+)"(?: \(a warning\))?$', PAGE.read_text(), re.M)


def test_every_message_of_the_page_is_provoked():
    assert len(quoted()) == len(EXPECTED)


@pytest.mark.parametrize(("words", "call"), [*zip(quoted(), EXPECTED, strict=False)])
def test_a_message_has_the_words_of_the_page(words, call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            call()
            message = ""
        except (ValueError, TypeError, KeyError) as error:
            message = str(error)
    texts = [message, *(str(one.message) for one in caught)]
    parts = [re.escape(part.strip()) for part in words.split("...")]
    assert any(re.search(".*".join(parts), text, re.S) for text in texts), texts
