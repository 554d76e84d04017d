"""What people have in their hands: the message gives the line that mends it."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from doubles import Fitted, KMeansCocluster
from sklearn.cluster import KMeans

from sklearn_cocluster_metrics import (
    CoclusterDisplay,
    biclusters_from_indices,
    cari_score,
    clusters_to_indicators,
    clusters_to_labels,
    make_bicluster_scorer,
    make_cocluster_scorer,
    modularity_score,
    omega_score,
    permutation_test,
    rnia_distance,
    soft_cari_score,
    stability_score,
)

LABELS = [0, 0, 1, 1]
MEMBERS = [{0, 1}, {2, 3}]


class AnnData(SimpleNamespace):
    """A matrix with names, and a frame of labels, as in anndata."""

    shape = (4, 3)

    def to_df(self):
        return pd.DataFrame(np.ones((4, 3)), list("abcd"))

    def __len__(self):
        return 4


class DataArray:
    """An array with names in its coordinates, as in xarray."""

    def __init__(self, values, names=None):
        self.values = np.asarray(values)
        self.shape, self.ndim = self.values.shape, self.values.ndim
        self.dims = ("x", "y")[: self.ndim]
        self.coords = {} if names is None else {"x": names}

    def __array__(self, dtype=None, copy=None):
        return self.values

    def __len__(self):
        return len(self.values)

    def to_series(self):
        return pd.Series(self.values, self.coords["x"])

    def to_pandas(self):
        return pd.DataFrame(self.values, self.coords["x"])


class VertexClustering:
    """The communities of a graph, as in igraph."""

    def __init__(self, membership):
        self.membership = membership

    def __len__(self):
        return 2

    def __getitem__(self, number):
        return [sorted(members) for members in MEMBERS][number]


VALUES = np.ones((4, 3))
WITHOUT_FRAME = SimpleNamespace(X=VALUES, obs=pd.DataFrame({"a": LABELS}), shape=(4, 3))
WITHOUT_OBS = SimpleNamespace(X=VALUES, to_df=lambda: pd.DataFrame(VALUES))
PREDICTING = KMeans(2, n_init=1, random_state=0).fit(np.eye(4, 3))
ADATA = AnnData(obs=pd.DataFrame({"cell_type": LABELS}, list("abcd")))
NAMED = DataArray(LABELS, list("abcd"))
GRAPH = VertexClustering(LABELS)
COVER = VertexClustering([[0], [0, 1], [1], [1]])
NODES = SimpleNamespace(communities=[[0, 1], [2, 3]])
DATASET = SimpleNamespace(dims={"x": 4}, coords={"x": list("abcd")})
OF_MEMBERS = re.escape("`clusters_to_labels(clusters, items=...)`")
OF_INDICES = re.escape("`biclusters_from_indices(")
BICLUSTERS = np.eye(2, 6, dtype=int), np.eye(2, 5, dtype=int)
FRAMES = (
    pd.DataFrame(BICLUSTERS[0], ["BC1", "BC2"], [f"g{row}" for row in range(6)]),
    pd.DataFrame(BICLUSTERS[1], ["BC1", "BC2"], [f"s{column}" for column in range(5)]),
)
MODEL = KMeansCocluster()
FITTED = Fitted(row_labels_=LABELS, column_labels_=[0, 0, 1])
FRAME = pd.DataFrame(np.ones((4, 3)), list("abcd"), ["s0", "s1", "s2"])
CLASSES_OF_ROWS = pd.Series(LABELS, list("abcd"))
CLASSES_OF_COLUMNS = pd.Series([0, 0, 1], FRAME.columns)
CASES = {
    "sets": (lambda: cari_score(LABELS, MEMBERS), OF_MEMBERS),
    "sets first": (lambda: cari_score(MEMBERS, LABELS), OF_MEMBERS),
    "frozensets": (lambda: cari_score([frozenset({0})] * 4, LABELS), OF_MEMBERS),
    "a tuple of sets": (lambda: cari_score(LABELS, tuple(MEMBERS)), OF_MEMBERS),
    "a generator": (lambda: cari_score(LABELS, iter(MEMBERS)), OF_MEMBERS),
    "ragged": (lambda: cari_score(LABELS, [[0, 1, 2], [3]]), OF_MEMBERS),
    "lists of one length": (lambda: cari_score(LABELS, [[0, 1], [2, 3]]), OF_MEMBERS),
    "dicts": (lambda: cari_score(LABELS, [{0: 1}, {1: 1}]), OF_MEMBERS),
    "a mapping to members": (
        lambda: cari_score(LABELS, {"x": [0, 1], "y": [2, 3]}),
        r"`labels_pred` is a mapping .* `clusters_to_labels\(labels_pred, items=",
    ),
    "in a test": (lambda: permutation_test(LABELS, MEMBERS), OF_MEMBERS),
    "AnnData": (
        lambda: cari_score(LABELS, ADATA),
        r'`labels_pred` is an AnnData; .* `labels_pred.obs\["cell_type"\]`',
    ),
    "AnnData as data": (
        lambda: stability_score(MODEL, ADATA, n_resamples=2),
        r"`X` is an AnnData; pass its matrix with names, `X.to_df\(\)`",
    ),
    "AnnData without a data frame, as data": (
        lambda: stability_score(KMeansCocluster(), WITHOUT_FRAME),
        r'`X` is a SimpleNamespace; pass its matrix, `X.X`, .* `X.obs\["cell_type"\]`',
    ),
    "AnnData without a data frame, of a modularity": (
        lambda: modularity_score(WITHOUT_FRAME, (LABELS, [0, 0, 1])),
        "`X` is a SimpleNamespace; pass its matrix, `X.X`",
    ),
    "a matrix with a data frame, as data": (
        lambda: stability_score(KMeansCocluster(), WITHOUT_OBS),
        r"`X` is a SimpleNamespace; pass its matrix with names, `X.to_df\(\)`",
    ),
    "AnnData whose rows are predicted": (
        lambda: make_cocluster_scorer("cari")(PREDICTING, ADATA, LABELS),
        r"`X` is an AnnData; pass its matrix with names, `X.to_df\(\)`",
    ),
    "AnnData of a scorer": (
        lambda: make_cocluster_scorer("cari", row_labels=LABELS)(FITTED, ADATA),
        r"`X` is an AnnData; pass its matrix with names, `X.to_df\(\)`",
    ),
    "AnnData in a figure": (
        lambda: CoclusterDisplay(ADATA, (LABELS, [0, 0, 1]), (LABELS, [0, 0, 1])),
        r"`X` is an AnnData; pass its matrix with names, `X.to_df\(\)`",
    ),
    "a clustering of a graph": (
        lambda: cari_score(GRAPH, LABELS),
        "`labels_true` is a VertexClustering; pass its labels, `labels_true.member",
    ),
    "a cover of a graph": (
        lambda: cari_score(COVER, LABELS),
        r"`labels_true` is a .* `clusters_to_indicators\(list\(labels_true\)\)`",
    ),
    "communities": (
        lambda: cari_score(LABELS, NODES),
        r"pass `clusters_to_labels\(labels_pred.communities\)`",
    ),
    "xarray": (
        lambda: cari_score(LABELS, NAMED),
        r"`labels_pred` is a DataArray; pass `labels_pred.to_series\(\)`, which keeps",
    ),
    "xarray of memberships": (
        lambda: soft_cari_score(DataArray(np.eye(4), list("abcd")), LABELS),
        r"`memberships_true` is a DataArray; pass `memberships_true.to_pandas\(\)`",
    ),
    "xarray as data": (
        lambda: stability_score(MODEL, DataArray(np.ones((4, 3)), list("abcd"))),
        r"`X` is a DataArray; pass `X.to_pandas\(\)`, which keeps its names",
    ),
    "a data set": (
        lambda: cari_score(LABELS, DATASET),
        r"`labels_pred` is a .*; pass one of its variables, by `.to_series\(\)`",
    ),
    "pairs of sets as biclusters": (
        lambda: rnia_distance(BICLUSTERS, [({0, 1}, {0})]),
        f"got list. .* pass {OF_INDICES}biclusters_pred, shape",
    ),
    "a mapping as biclusters": (
        lambda: rnia_distance({"x": ([0, 1], [0])}, BICLUSTERS),
        f"got dict. .* pass {OF_INDICES}biclusters_true, shape",
    ),
    "lists of sets as biclusters": (
        lambda: rnia_distance(BICLUSTERS, ([{0, 1}], [{0}])),
        OF_INDICES,
    ),
    "ragged biclusters": (
        lambda: rnia_distance(BICLUSTERS, ([[0, 1], [2]], [[0], [1, 2]])),
        f"ragged sequence, .*; {OF_INDICES}",
    ),
    "sets of overlapping clusters": (
        lambda: omega_score(MEMBERS, MEMBERS),
        r"`clusters_to_indicators\(clusters, items=...\)` makes",
    ),
    "indices of R": (
        lambda: biclusters_from_indices([([1, 4], [2]), ([2], [1, 3])], (4, 3)),
        "seem to count from 1, as in R, MATLAB and Julia: .* Pass `base=1`",
    ),
    "exchanged indices": (
        lambda: biclusters_from_indices([([0, 5], [1])], (4, 6)),
        r"seem to be exchanged: pass `shape=\(6, 4\)`",
    ),
    "both indicators transposed": (
        lambda: rnia_distance(BICLUSTERS, tuple(part.T for part in BICLUSTERS)),
        r"Pass `\(biclusters_pred\[0\].T, biclusters_pred\[1\].T\)`",
    ),
    "rows of R": (
        lambda: rnia_distance((BICLUSTERS[0].T, BICLUSTERS[1]), BICLUSTERS),
        r"Pass `\(biclusters_true\[0\].T, biclusters_true\[1\]\)`",
    ),
    "frames of R": (
        lambda: rnia_distance(FRAMES, (FRAMES[0].T, FRAMES[1])),
        r"Pass `\(biclusters_pred\[0\].T, biclusters_pred\[1\]\)`",
    ),
    "frames of R in a scorer": (
        lambda: make_bicluster_scorer(
            "bicluster_ce", rows=FRAMES[0].T, columns=FRAMES[1]
        ),
        "seem to be transposed. Pass `",
    ),
    "biclusters of selected columns": (
        lambda: rnia_distance(FRAMES, (FRAMES[0], FRAMES[1][["s1", "s2"]])),
        r"only the first has 's0'.*`frame.reindex\(columns=names, fill_value=False\)`",
    ),
    "classes of the columns, by their names, in a scorer": (
        lambda: make_cocluster_scorer("cari", row_labels=CLASSES_OF_COLUMNS)(
            FITTED, FRAME
        ),
        r"has names of the columns of `X`.* Pass `labels=\(None, row_labels\)`",
    ),
    "exchanged truths, by their names, in a scorer": (
        lambda: make_cocluster_scorer(
            "cari", labels=(CLASSES_OF_COLUMNS, CLASSES_OF_ROWS)
        )(FITTED, FRAME),
        r"has names of the columns of `X`.*`labels=\(labels\[1\], labels\[0\]\)`",
    ),
    "classes of the columns, without names, in a scorer": (
        lambda: make_cocluster_scorer("cari", row_labels=[0, 0, 1])(FITTED, FRAME),
        r"the truth of 3 rows, `X` has 4; .* of its columns as `labels=\(None, y\)`",
    ),
    "classes of the columns beside a model": (
        lambda: cari_score((CLASSES_OF_COLUMNS, None), FITTED),
        r"has 4 rows and 3 columns; .*pass the truth as `\(None, y\)`",
    ),
    "classes of the columns beside labels": (
        lambda: cari_score(([0, 0, 1], None), (LABELS, [0, 0, 1])),
        r"has 4 rows and 3 columns; .*pass the truth as `\(None, y\)`",
    ),
    "columns transposed": (
        lambda: rnia_distance(BICLUSTERS, (BICLUSTERS[0], BICLUSTERS[1].T)),
        r"Pass `\(biclusters_pred\[0\], biclusters_pred\[1\].T\)`",
    ),
    "transposed biclusters of a square matrix": (
        lambda: rnia_distance((np.eye(2, 6), np.eye(2, 6)), (np.eye(6, 2),) * 2),
        r"which seem to be transposed. Pass `\(biclusters_pred\[0\].T, biclusters_pred",
    ),
    "transposed overlapping clusters": (
        lambda: omega_score(np.eye(5, 2, dtype=int), np.eye(3, 5, dtype=int)),
        "`clusters_pred` has shape .* transposed. Pass `clusters_pred.T`",
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore:.*Its rows must be the samples")
def test_the_message_gives_the_line_that_mends_it(name):
    mistake, message = CASES[name]
    with pytest.raises((TypeError, ValueError), match=message):
        mistake()


def test_the_lines_of_the_messages_work():
    labels = clusters_to_labels(MEMBERS, items=range(4))
    assert cari_score(LABELS, labels) == 1.0
    assert cari_score(NAMED.to_series(), ADATA.obs["cell_type"]) == 1.0
    assert cari_score(LABELS, GRAPH.membership) == 1.0
    assert cari_score(LABELS, clusters_to_labels(NODES.communities)) == 1.0
    indicators = clusters_to_indicators(MEMBERS, items=range(4))
    assert omega_score(indicators, indicators) == 1.0
    rows, columns = biclusters_from_indices([([1, 4], [2])], (4, 3), base=1)
    assert rnia_distance((rows, columns), (rows.T.T, columns)) == 0.0


def test_an_array_of_xarray_without_names_is_an_array():
    assert cari_score(LABELS, DataArray(LABELS)) == 1.0


def test_columns_with_the_names_of_attributes_are_columns():
    names = ["membership", "communities", "obs", "dims", "coords"]
    data = pd.DataFrame(np.eye(5, dtype=int), columns=names)
    assert rnia_distance((data, data), (data, data)) == 0.0


def test_an_array_with_names_is_left_to_the_estimator_that_predicts_its_rows():
    array = DataArray(np.eye(4, 3), names=list("abcd"))
    labels = PREDICTING.labels_
    assert make_cocluster_scorer("cari")(PREDICTING, array, labels) == 1.0
