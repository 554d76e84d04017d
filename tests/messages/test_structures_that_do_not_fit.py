"""What is passed in another form than a function takes is answered with the form."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import SpectralCoclustering

import sklearn_cocluster_metrics as sccm

X = np.kron(np.eye(3), np.ones((4, 3))) + 0.1
MODEL = SpectralCoclustering(3, random_state=0).fit(X)
PATHWAYS = np.array([[1, 0], [1, 1], [0, 1]] * 4)
HALVES = np.full((4, 2), 0.5)


def test_missing_labels_beside_memberships_are_refused_with_a_mask():
    with pytest.raises(ValueError, match=r"pass `labels\[is_known\]` and `memberships"):
        sccm.soft_cari_score([0, None, 1, 1], HALVES)
    labels = np.array([0, None, 1, 1])
    is_known = pd.notna(labels)
    sccm.soft_cari_score(labels[is_known], HALVES[is_known])


def test_memberships_in_no_cluster_are_refused_with_what_to_do():
    memberships = np.array([[1.0, 0], [0, 0], [0, 1], [0, 1]])
    with pytest.raises(
        ValueError, match="It belongs to no cluster, so leave such rows ou"
    ):
        sccm.soft_cari_score([0, 0, 1, 1], memberships)


def test_a_truth_of_columns_beside_one_array_is_refused_with_words_on_columns():
    columns = np.arange(9) // 3
    with pytest.raises(
        ValueError, match=r"only the columns, .* as `\(None, y\)`, with"
    ):
        sccm.cari_score((None, columns), MODEL.column_labels_)
    assert sccm.cari_score((None, columns), MODEL) == 1


def test_biclusters_of_the_transposed_matrix_are_refused_as_transposed():
    model = SpectralCoclustering(3, random_state=0).fit(X.T)
    with pytest.raises(ValueError, match="one of them seems to be transposed"):
        sccm.clustering_error(MODEL, model)
    assert sccm.clustering_error(MODEL, (model.columns_, model.rows_)) == 0


@pytest.mark.parametrize(
    "corpus", [[[(0, 1), (2, 3)], [(1, 1)]], [[(0, 1), (2, 3)], [(1, 1), (2, 1)]]]
)
def test_a_corpus_of_gensim_is_refused_with_its_conversion_to_a_matrix(corpus):
    with pytest.raises(TypeError, match=r"`gensim\.matutils\.corpus2csc\(X, "):
        sccm.modularity_score(corpus, ([0, 1], [0, 1, 1]))


def test_biclusters_as_mappings_are_refused_with_the_line_that_makes_pairs():
    biclusters = [{"genes": [0, 1], "conditions": [2]}]
    with pytest.raises(TypeError, match="'genes' are the rows, pass `") as refusal:
        sccm.biclusters_from_indices(biclusters, shape=(4, 3))
    cure = str(refusal.value).split("`")[-2]
    pairs = eval(cure, {"biclusters": biclusters})
    assert sccm.biclusters_from_indices(pairs, shape=(4, 3))[0].sum() == 2


def test_memberships_are_no_labels_of_handle_unlabeled():
    with pytest.raises(ValueError, match=r"pass `labels\[is_known\]` and `memberships"):
        sccm.handle_unlabeled([0, None, 1, 1], HALVES, "drop")


@pytest.mark.parametrize("function", [sccm.omega_score, sccm.match_table])
def test_a_fit_beside_overlapping_clusters_is_refused_with_its_rows(function):
    with pytest.raises(TypeError, match=r"pass `pandas\.get_dummies\(pandas\.Series\("):
        function(PATHWAYS, MODEL)
    function(PATHWAYS, pd.get_dummies(MODEL.row_labels_).to_numpy())


@pytest.mark.parametrize(
    "function",
    [
        sccm.clustering_error,
        sccm.e4sc_score,
        sccm.mocice_bcubed_score,
        sccm.bicluster_fbeta_score,
        sccm.bicluster_similarity_score,
    ],
)
def test_measures_of_biclusters_take_no_weights(function):
    with pytest.raises(
        TypeError, match="takes no `sample_weight`, because it has no weighted"
    ):
        function(MODEL, MODEL, sample_weight=np.ones(12))


def test_biclusters_of_one_mode_are_refused_with_the_comparison_of_it():
    with pytest.raises(TypeError, match=r"`omega_score\(rows\.T, model\.rows_\.T\)`"):
        sccm.clustering_error((MODEL.rows_, None), MODEL)
    assert sccm.omega_score(MODEL.rows_.T, MODEL.rows_.T) == 1.0


BICLUSTERS = (MODEL.rows_, MODEL.columns_)
LABELS = (MODEL.row_labels_, MODEL.column_labels_)
WHERE_LABELS_ARE_COMPARED = {
    "an index": lambda: sccm.cari_score(BICLUSTERS, MODEL),
    "an estimator without labels": lambda: sccm.cari_score(
        LABELS, sccm.FunctionCocluster(lambda X: BICLUSTERS).fit(X)
    ),
    "an interval": lambda: sccm.score_interval(BICLUSTERS, LABELS),
    "two kinds of data sets": lambda: sccm.compare(
        {"model": MODEL}, {"a": (X, BICLUSTERS), "b": (X, LABELS)}, "cari"
    ),
}


@pytest.mark.parametrize("road", WHERE_LABELS_ARE_COMPARED)
def test_biclusters_of_make_biclusters_are_refused_with_their_structure(road):
    cure = "in `sklearn.datasets.make_biclusters`, add `structure='diagonal'`"
    with pytest.raises(ValueError, match=f"`biclusters_to_labels.* {cure}"):
        WHERE_LABELS_ARE_COMPARED[road]()


def test_the_labels_of_biclusters_with_their_structure_are_compared():
    labels = sccm.biclusters_to_labels(BICLUSTERS, structure="diagonal")
    assert sccm.cari_score(labels, MODEL) == 1.0


def test_a_mapping_of_two_lists_with_repeated_labels_is_a_coclustering():
    modes = {"rowclass": [0, 0, 1], "colclass": [0, 1, 1]}
    message = r"Pass `\(labels_true\['rowclass'\], labels_true\['colclass'\]\)`"
    with pytest.raises(TypeError, match=message):
        sccm.cari_score(modes, ([0, 0, 1], [0, 1, 1]))


def test_a_mapping_of_two_lists_of_members_is_not_a_coclustering():
    members = {"up": ["a", "b"], "down": ["c", "d"]}
    with pytest.raises(TypeError, match="mapping from clusters to their members"):
        sccm.cari_score(members, ["a", "b"])


def test_items_with_positions_in_another_order_are_refused():
    vocabulary = {"goal": 1, "ball": 0, "law": 2}
    with pytest.raises(ValueError, match=r"`sorted\(items, key=items\.get\)`"):
        sccm.clusters_to_labels([["ball", "goal"], ["law"]], items=vocabulary)
    items = sorted(vocabulary, key=vocabulary.get)
    assert sccm.clusters_to_labels([["law"]], items=items).index.tolist() == [
        "ball",
        "goal",
        "law",
    ]


def test_a_list_of_tuples_is_refused_with_a_series():
    labels = [("a", 1), ("a", 2), ("b", 1)]
    with pytest.raises(ValueError, match=r"pass `pandas\.Series\(labels\)`"):
        sccm.cari_score(labels, [0, 0, 1])
    assert sccm.cari_score(pd.Series(labels), pd.Series([0, 1, 2])) == 1.0


# Indices of biclusters


def test_unknown_rows_and_columns_of_biclusters_are_left_out_on_demand():
    lists = [(["r1", "x"], ["a"]), (["r2"], ["b", "y"])]
    names = {"row_names": ["r1", "r2"], "column_names": ["a", "b"]}
    with pytest.raises(ValueError, match="has 'x', which is not among the names"):
        sccm.biclusters_from_indices(lists, **names)
    rows, columns = sccm.biclusters_from_indices(
        lists, **names, handle_unknown="ignore"
    )
    assert rows.to_numpy().tolist() == [[True, False], [False, True]]
    assert columns.to_numpy().tolist() == [[True, False], [False, True]]


def test_an_unknown_name_in_biclusters_is_refused_with_the_option_to_ignore_it():
    with pytest.raises(ValueError, match="Pass `handle_unknown='ignore'` to leave out"):
        sccm.biclusters_from_indices(
            [(["r1", "x"], ["a"])], row_names=["r1", "r2"], column_names=["a", "b"]
        )


def test_unknown_indices_of_biclusters_are_left_out_on_demand():
    rows, _ = sccm.biclusters_from_indices(
        [([0, 7], [1]), (iter([1]), [0])], shape=(3, 2), handle_unknown="ignore"
    )
    assert rows.tolist() == [[True, False, False], [False, True, False]]


def test_biclusters_without_any_known_row_are_warned_of():
    with pytest.warns(
        UserWarning, match="In 1 of the biclusters, all rows or all columns"
    ):
        sccm.biclusters_from_indices(
            {"a": (["x"], ["a"]), "b": ([], ["a"])},
            row_names=["r1"],
            column_names=["a"],
            handle_unknown="ignore",
        )


def test_handle_unknown_of_biclusters_is_checked():
    with pytest.raises(ValueError, match="`handle_unknown` must be"):
        sccm.biclusters_from_indices([], (2, 2), handle_unknown="drop")


def test_names_that_are_the_indices_from_1_in_another_order_are_refused():
    names = {"row_names": [2, 1, 3], "column_names": ["a", "b"]}
    with pytest.raises(
        ValueError, match="`row_names` has the numbers from 1 to 3 in a"
    ):
        sccm.biclusters_from_indices([([1, 2], ["a"])], **names, base=1)
    rows, _ = sccm.biclusters_from_indices([([1, 2], ["a"])], **names)
    assert rows.columns[rows.to_numpy()[0]].tolist() == [2, 1]


def test_the_repr_of_a_permutation_test_has_what_was_left_out():
    true = [0, 0, 1, 1, None, None]
    result = sccm.permutation_test(true, [0, 0, 1, 1, 0, 1], unlabeled="drop_either")
    assert repr(result).endswith("n_left_out=(2,))")
    assert "n_left_out" not in repr(sccm.permutation_test([0, 1, 1], [0, 1, 1]))
