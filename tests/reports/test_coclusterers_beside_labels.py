"""Co-clusterers beside plain labels, and pipelines of texts, in errors."""

import pytest
from sklearn.cluster import SpectralCoclustering
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline

from sklearn_cocluster_metrics import (
    modularity_score,
    pairwise_scores,
    score_interval,
)

TEXTS = ["apple pear", "pear apple", "car road", "road car"]
LABELS = {"one": [0, 0, 1, 1], "two": [0, 0, 0, 1]}


@pytest.fixture
def pipeline():
    model = SpectralCoclustering(2, random_state=0)
    return make_pipeline(TfidfVectorizer(), model).fit(TEXTS)


def test_a_pipeline_beside_labels_names_the_row_labels_of_its_last_step(pipeline):
    message = r"co-clusterer 'system'.* pass `pipeline\[-1\]\.row_labels_` in place of"
    with pytest.raises(TypeError, match=message):
        pairwise_scores({**LABELS, "system": pipeline}, "adjusted_rand")
    structures = {**LABELS, "system": pipeline[-1].row_labels_}
    assert pairwise_scores(structures, "adjusted_rand").scores[0, 2] == 1


def test_a_co_clusterer_beside_labels_names_its_row_labels(pipeline):
    with pytest.raises(TypeError, match=r"pass `model\.row_labels_` in place of 'm'"):
        pairwise_scores({"m": pipeline[-1], **LABELS}, "adjusted_rand")


def test_the_modularity_of_a_matrix_and_a_pipeline_of_texts_names_its_last_step(
    pipeline,
):
    X = pipeline[:-1].transform(TEXTS)
    with pytest.raises(ValueError, match=r"fitted to texts\. .* pass `pipe\[-1\]`"):
        modularity_score(X, pipeline)
    assert modularity_score(X, pipeline[-1]) > 0


@pytest.mark.parametrize("metric", ["cari_product", "rnia_distance"])
def test_an_interval_of_biclusterings_names_what_there_is_instead(metric):
    biclusters = [[1, 1, 0], [0, 0, 1]], [[1, 0], [0, 1]]
    message = "no interval for biclusterings, .* `permutation_test` tests biclusterings"
    with pytest.raises(ValueError, match=message):
        score_interval(biclusters, biclusters, metric)
