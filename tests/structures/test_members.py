"""Clusters given by their members: what they become, against item-by-item loops."""

import re
import sys
from collections.abc import Mapping, Set

import numpy as np
import pandas as pd
import pytest
import scipy
from hypothesis import given, strategies as st

from sklearn_cocluster_metrics import (
    cari_score,
    clusters_to_indicators,
    clusters_to_labels,
    handle_unlabeled,
    match_table,
    omega_score,
)

CLUSTERS = st.lists(st.lists(st.integers(0, 6)), max_size=4)
CONTAINERS = {
    "sets": set,
    "frozensets": frozenset,
    "lists": list,
    "tuples": tuple,
    "arrays": lambda members: np.array(members, int),
    "series": lambda members: pd.Series(members, dtype=int),
    "iterators": iter,
    "keys": lambda members: dict.fromkeys(members).keys(),
}


def clusters_of_items(clusters, n_items):
    """The numbers of the clusters that list each item."""
    return [
        [number for number, members in enumerate(clusters) if item in list(members)]
        for item in range(n_items)
    ]


@given(CLUSTERS, st.sampled_from(list(CONTAINERS)))
def test_labels_are_the_numbers_of_the_clusters(clusters, container):
    expected = clusters_of_items(clusters, 7)
    given_clusters = [CONTAINERS[container](members) for members in clusters]
    if max(map(len, expected)) > 1:
        with pytest.raises(ValueError, match=r"`clusters` overlap, .*: "):
            clusters_to_labels(given_clusters, items=range(7))
        return
    labels = clusters_to_labels(given_clusters, items=range(7))
    assert labels.tolist() == [(numbers or [-1])[0] for numbers in expected]
    assert labels.dtype == np.int64


@given(CLUSTERS, st.sampled_from(list(CONTAINERS)))
def test_indicators_show_every_cluster_of_an_item(clusters, container):
    given_clusters = [CONTAINERS[container](members) for members in clusters]
    indicators = clusters_to_indicators(given_clusters, items=range(7))
    assert indicators.dtype == bool
    assert indicators.shape == (7, len(clusters))
    found = [np.flatnonzero(row).tolist() for row in indicators]
    assert found == clusters_of_items(clusters, 7)


@given(CLUSTERS.filter(any))
def test_names_are_an_index_of_the_result(clusters):
    names = "gfedcba"
    named = {f"c{k}": [names[i] for i in members] for k, members in enumerate(clusters)}
    indicators = clusters_to_indicators(named)
    assert list(indicators.index) == sorted(
        {x for part in named.values() for x in part}
    )
    assert list(indicators.columns) == list(named)
    for name, members in named.items():
        assert set(indicators.index[indicators[name]]) == set(members)


def test_labels_of_named_items_are_a_series_in_which_some_are_missing():
    labels = clusters_to_labels([{"b", "a"}, {"d"}], items=["d", "c", "b", "a"])
    assert labels.index.tolist() == ["d", "c", "b", "a"]
    assert labels.isna().tolist() == [False, True, False, False]
    assert labels.dropna().tolist() == [1, 0, 0]
    named = clusters_to_labels({"x": ["b", "a"], "y": ["d"]}, items=list("dcba"))
    assert named.tolist()[0::2] == ["y", "x"]
    assert named.isna().tolist() == [False, True, False, False]
    true, pred = handle_unlabeled(labels, named, "drop")
    assert cari_score(true, pred) == 1.0


def test_labels_of_named_items_are_integers_where_none_is_missing():
    labels = clusters_to_labels([["b", "a"], ["d"]])
    assert labels.to_dict() == {"a": 0, "b": 0, "d": 1}
    assert labels.dtype == np.int64


def test_names_of_clusters_are_the_labels_of_positions():
    labels = clusters_to_labels({"x": [0, 3], "y": [1]}, items=range(4))
    assert labels.tolist() == ["x", "y", -1, "x"]
    labels = clusters_to_labels({10: [0, 2], 20: [1]})
    assert labels.tolist() == [10, 20, 10]


def test_members_that_do_not_begin_at_0_are_names():
    labels = clusters_to_labels([{3, 1}, {2}])
    assert labels.to_dict() == {1: 0, 2: 1, 3: 0}


def test_members_that_cannot_be_sorted_keep_their_order():
    labels = clusters_to_labels([["b", 1], [("c", 2)]])
    assert labels.index.tolist() == ["b", 1, ("c", 2)]


def test_a_member_that_is_listed_twice_counts_once():
    assert clusters_to_labels([[0, 0, 1], [2]]).tolist() == [0, 0, 1]
    assert clusters_to_indicators([[0, 0, 1], [2]]).to_numpy().sum() == 3


def test_all_unknown_members_are_named_or_left_out():
    clusters = {"x": ["a", "q", "r"], "y": ["b", "s", "t", "u"], "z": ["v"]}
    for convert in (clusters_to_labels, clusters_to_indicators):
        with pytest.raises(ValueError, match="'q', 'r', 's', 't', 'u', 'v'") as caught:
            convert(clusters, items=["a", "b"])
        assert "pass `handle_unknown='ignore'` to leave them out" in str(caught.value)
    options = {"items": ["a", "b"], "handle_unknown": "ignore"}
    with pytest.warns(UserWarning, match="In 1 of 3 clusters, no member is .*: 'z'"):
        labels = clusters_to_labels(clusters, **options)
    assert labels.to_dict() == {"a": "x", "b": "y"}
    with pytest.warns(UserWarning, match="In 1 of 3 clusters, no member is .*: 'z'"):
        indicators = clusters_to_indicators(clusters, **options)
    assert indicators.to_numpy().astype(int).tolist() == [[1, 0, 0], [0, 1, 0]]


def test_overlaps_are_named_with_the_conversion_that_takes_them():
    clusters = {"x": ["a", "b", "c"], "y": ["b", "c"], "z": ["c"]}
    message = "label: 'b' is in 'x' and 'y', 'c' is in 'x' and 'y' and 'z'. Use `"
    with pytest.raises(ValueError, match=message):
        clusters_to_labels(clusters)
    indicators = clusters_to_indicators(clusters)
    assert omega_score(indicators, indicators) == 1.0
    many = [range(9), range(9)]
    with pytest.raises(ValueError, match="4 is in 0 and 1, and 4 more"):
        clusters_to_labels(many)


def test_pairs_of_matching_items_become_labels_by_the_lines_of_the_error():
    clusters = [("a", "b"), ("b", "d")]
    items = ["a", "b", "c", "d", "e"]
    with pytest.raises(ValueError, match="If these are pairs of matching") as caught:
        clusters_to_labels(clusters, items=items)
    lines = re.findall(r"`([^`]*\(.*?)`[.,]", str(caught.value))
    names = {
        "scipy": scipy,
        "clusters_to_indicators": clusters_to_indicators,
        "clusters": clusters,
        "items": items,
    }
    exec(lines[0], names)
    assert eval(lines[1], names).tolist() == [0, 0, 1, 0, 2]


CONVERSIONS = [clusters_to_labels, clusters_to_indicators]


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("ab",), TypeError, "`clusters` must be a sequence of collections .* got str"),
        ((3,), TypeError, "`clusters` must be a sequence of collections .* got int"),
        (({0, 1},), TypeError, "`clusters` must be a sequence of .* got set"),
        ((["ab", "cd"],), TypeError, r"`clusters\[0\]` must be a coll.* got 'ab'"),
        (([0, 0, 1],), TypeError, r"`clusters\[0\]` .* got 0. If you have labels"),
        (({"a": 0},), TypeError, r"`clusters\['a'\]` must be a collection .* got 0"),
        (([{"a": 1}],), TypeError, r"`clusters\[0\]` must be a collection"),
        (([[[0]]],), TypeError, r"`clusters\[0\]` has a member that is not hashable"),
        (([[True, False]],), TypeError, r"`clusters\[0\]` .* pass `numpy.flatnonzero"),
        (([np.array([True])],), TypeError, r"If it is a mask, pass `numpy.flatnonz"),
        (([["a", None]],), ValueError, r"`clusters\[0\]` has a missing member, None"),
        (([[1.0, np.nan]],), ValueError, r"`clusters\[0\]` has a missing member, nan"),
        (([np.ma.masked_array([1], True)],), ValueError, "has masked entries"),
        (([],), ValueError, "`clusters` has no members, .* Pass `items`"),
        (([[], []],), ValueError, "`clusters` has no members"),
        (([[0]], 3), TypeError, "`items` must be a sequence of items, such as `range"),
        (([[0]], "ab"), TypeError, "`items` must be a sequence .* got str"),
        (([[0]], []), ValueError, "`items` is empty"),
        (([[0]], [0, 0]), ValueError, "`items` has items that occur twice"),
        (([[0]], [[0]]), TypeError, "`items` has an item that is not hashable"),
        (([[0]], [0], "drop"), ValueError, "`handle_unknown` must be one of 'error'"),
    ],
)
def test_what_is_no_collection_of_members_is_refused(
    convert, arguments, error, message
):
    options = dict(zip(("items", "handle_unknown"), arguments[1:], strict=False))
    with pytest.raises(error, match=message):
        convert(arguments[0], **options)


@pytest.mark.parametrize("convert", CONVERSIONS)
def test_tags_of_the_items_are_told_from_members_of_clusters(convert):
    tags = [["sport", "misc"], ["sport"], ["misc"], []]
    message = r"no member .* 'sport', 'misc'.* `sklearn.*MultiLabelBinarizer\(\)\.fit_t"
    with pytest.raises(ValueError, match=message):
        convert(tags, items=range(4))


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize("tags", [[["sport"], ["misc"]], [["sport"], [2], [2]]])
def test_unknown_members_are_no_tags_where_their_number_or_one_member_fits(
    convert, tags
):
    with pytest.raises(ValueError, match="members that are not among the `items`: "):
        convert(tags, items=range(3))


@pytest.mark.parametrize("convert", CONVERSIONS)
def test_a_groupby_is_refused_with_the_line_that_lists_the_members(convert):
    frame = pd.DataFrame({"set": list("aab"), "gene": list("xyx")})
    groups = frame.groupby("set")["gene"]
    with pytest.raises(TypeError, match=r"`frame\.groupby\(.*\.apply\(list\)`"):
        convert(groups)
    indicators = clusters_to_indicators(groups.apply(list))
    assert indicators.to_dict("list") == {"a": [True, True], "b": [True, False]}


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize("word", ["w", 3])
@pytest.mark.parametrize("weight", [0.5, np.float32(0.5)])
def test_words_with_weights_are_refused_with_the_line_without_weights(
    convert, word, weight
):
    message = (
        r"`clusters\[0\]` has pairs of .* `\[member for member, weight in pairs\]`"
    )
    with pytest.raises(TypeError, match=message):
        convert([[(word, weight), ("v", 0.3)]])


@pytest.mark.parametrize("members", [[(0, 1), (2, 3)], [(0.5, 0.1)], [("a", "b")]])
def test_pairs_without_weights_are_members(members):
    assert clusters_to_indicators([members]).index.tolist() == members


@pytest.mark.parametrize("convert", CONVERSIONS)
def test_pairs_of_name_and_members_are_refused_with_the_mapping_to_pass(convert):
    message = (
        r"not hashable.* pass `{name: list\(members\) for name, members in clusters}`"
    )
    with pytest.raises(TypeError, match=message):
        convert([(0, ["w", "v"]), (1, ["u"])])


def test_clusters_may_all_be_empty_where_items_are_passed():
    assert clusters_to_labels([], items=range(2)).tolist() == [-1, -1]
    assert clusters_to_indicators([[], []], items=range(3)).shape == (3, 2)


def test_without_pandas_named_items_are_a_mapping(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    labels = clusters_to_labels([{"a"}, {"b"}], items=["b", "a", "c"])
    assert labels == {"b": 1, "a": 0, "c": None}
    labels = clusters_to_labels({"x": {"a"}}, items=["b", "a"])
    assert labels == {"b": None, "a": "x"}
    indicators = clusters_to_indicators({"x": {"a"}}, items=["b", "a"])
    assert indicators.tolist() == [[False], [True]]


def test_without_pandas_a_cluster_may_have_the_name_minus_1(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    labels = clusters_to_labels({-1: {"a"}, 2: {"b"}}, items=["a", "b", "c"])
    assert labels == {"a": -1, "b": 2, "c": None}


@pytest.mark.parametrize("name", [None, np.nan, pd.NA, pd.NaT], ids=repr)
@pytest.mark.parametrize("items", [range(3), [2, 1, 0], None], ids=repr)
def test_a_cluster_whose_name_is_missing_is_refused(name, items):
    clusters = {name: [0, 1], "a": [2]}
    with pytest.raises(ValueError, match="a cluster whose name is missing") as error:
        clusters_to_labels(clusters, items=items)
    (cure,) = re.findall(r"leave it out: `(.*?)`\.", str(error.value))
    scope = {"items": range(3), "clusters": clusters, "pandas": pd}
    scope["clusters_to_labels"] = clusters_to_labels
    assert eval(cure, scope).tolist() == [-1, -1, "a"]


def test_a_cluster_named_as_items_in_no_cluster_is_refused_beside_such_items():
    clusters = pd.Series({-1: [0, 1], 7: [2]})
    with pytest.raises(ValueError, match="no cluster, of which there are 3") as error:
        clusters_to_labels(clusters, items=range(6))
    scope = {"items": range(6), "clusters": clusters}
    scope["clusters_to_labels"] = clusters_to_labels
    (cure,) = re.findall(r"leave it out: `(.*?)`\.", str(error.value))
    assert eval(cure, scope).tolist() == [-1, -1, 7, -1, -1, -1]
    (cure,) = re.findall(r"or pass `(.*?)`,", str(error.value))
    labels = clusters_to_labels(eval(cure, scope), items=range(6))
    assert labels.tolist() == [0, 0, 1, -1, -1, -1]


@pytest.mark.parametrize("name", [-1, -1.0, np.int8(-1)], ids=repr)
def test_a_cluster_may_have_the_name_minus_1_if_every_item_is_in_a_cluster(name):
    labels = clusters_to_labels({name: [0, 2], 7: [1]}, items=range(3))
    assert labels.tolist() == [-1, 7, -1]
    with pytest.raises(ValueError, match="of which there are 1"):
        clusters_to_labels({name: [0, 2], 7: [1]}, items=range(4))


def test_a_cluster_without_items_may_have_any_name():
    clusters = {None: [], -1: [], "a": [0]}
    assert clusters_to_labels(clusters, items=range(2)).tolist() == ["a", -1]


def test_indicators_of_a_cluster_without_a_name_are_not_refused():
    indicators = clusters_to_indicators({None: [0], -1: [1]}, items=range(3))
    assert indicators.to_numpy().tolist() == [[1, 0], [0, 1], [0, 0]]


@pytest.mark.parametrize("convert", CONVERSIONS)
@pytest.mark.parametrize("value", [5, "ab", {1, 2}], ids=repr)
def test_an_array_without_dimensions_is_no_collection(convert, value):
    with pytest.raises(TypeError, match=r"`clusters\[0\]` must be a collection of"):
        convert([np.array(value)])


def test_the_clusters_are_not_changed():
    clusters = {"x": ["b", "a"], "y": {"c"}}
    clusters_to_labels(clusters)
    assert clusters == {"x": ["b", "a"], "y": {"c"}}


@pytest.mark.parametrize("convert", CONVERSIONS)
def test_clusters_without_any_member_among_the_items_are_warned_of(convert):
    clusters = {"a": [1, 2], "b": ["1"], "c": []}
    with pytest.warns(UserWarning, match="In 1 of 3 clusters, no member .* items: 'a'"):
        convert(clusters, items=["1", "2"], handle_unknown="ignore")


def test_a_series_of_collections_names_its_clusters():
    clusters = pd.Series({"a": ["x"], "b": ["y", "z"]})
    indicators = clusters_to_indicators(clusters)
    assert list(indicators) == ["a", "b"]
    assert clusters_to_labels(clusters).to_dict() == {"x": "a", "y": "b", "z": "b"}


def test_a_data_frame_of_members_is_refused_with_the_mapping_to_pass():
    frame = pd.DataFrame({"a": ["x", None], "b": ["y", "z"]})
    with pytest.raises(TypeError, match=r"pass .*frame\[name\]\.dropna\(\) for"):
        clusters_to_indicators(frame)
    clusters = {name: frame[name].dropna() for name in frame}
    assert clusters_to_indicators(clusters).to_numpy().sum() == 3


def test_a_data_frame_as_items_is_refused_with_its_index():
    with pytest.raises(TypeError, match=r"Pass the names of its rows, `frame\.index`"):
        clusters_to_indicators([["x"]], items=pd.DataFrame({"a": [1]}, index=["x"]))


def test_an_item_that_is_there_twice_is_named():
    with pytest.raises(ValueError, match="`items` has items that occur twice: 'x'"):
        clusters_to_indicators([["x"]], items=["x", "y", "x"])


def test_overlapping_clusters_of_other_items_are_refused_with_the_parameter():
    first = clusters_to_indicators({"a": ["x", "y"]})
    second = clusters_to_indicators({"a": ["x", "z"]})
    with pytest.raises(
        ValueError, match=r"clusters, items=\.\.\.\)` and the same items"
    ):
        omega_score(first, second)


def test_labels_beside_overlapping_clusters_are_refused_with_the_conversion():
    labels = pd.Series(["r", "s"], index=["x", "y"])
    indicators = clusters_to_indicators({"a": ["x", "y"], "b": ["y"]})
    with pytest.raises(ValueError, match=r"`pandas\.get_dummies\(labels\)`"):
        match_table(indicators, labels)
    with pytest.raises(TypeError, match=r"`pandas\.get_dummies\(labels\)`"):
        clusters_to_indicators(labels)
    assert match_table(indicators, pd.get_dummies(labels)).pairs.n_tests == 4


def test_biclusters_beside_overlapping_clusters_are_refused_with_their_rows():
    indicators = clusters_to_indicators([{0, 1}, {1, 2}])
    biclusters = ([[1, 1, 0], [0, 0, 1]], [[1, 0], [0, 1]])
    with pytest.raises(TypeError, match=r"pass `biclusters\[0\]\.T`"):
        match_table(indicators, biclusters)


def test_mappings_to_members_are_refused_with_both_conversions():
    clusters = {"a": {"x", "y"}, "b": {"y"}}
    with pytest.raises(TypeError, match=r"clusters_to_labels.*clusters_to_indicators"):
        match_table(clusters, clusters)


def test_members_are_never_paired_with_others_by_position():
    message = "could match by number or by position, .* the same `items=...` for both"
    with pytest.raises(ValueError, match=message):
        cari_score(clusters_to_labels([{0, 1}, {2, 3}]), clusters_to_labels([{0, 4}]))
    true = clusters_to_indicators([{0, 1}, {2}])
    with pytest.raises(ValueError, match=message):
        omega_score(clusters_to_indicators([{0, 3}, {5}]), true)
    message = "only the first has 3; .* and the same items"
    with pytest.raises(ValueError, match=message):
        omega_score(
            clusters_to_indicators([{0, 3}, {5}]), clusters_to_indicators([{0, 4}, {5}])
        )


def test_members_from_0_have_names_unless_they_are_passed_as_positions():
    assert clusters_to_labels([{0, 1}, {2}]).index.tolist() == [0, 1, 2]
    assert clusters_to_indicators([{0, 1}, {2}]).index.tolist() == [0, 1, 2]
    assert isinstance(clusters_to_labels([{0, 1}, {2}], items=range(3)), np.ndarray)


def test_without_pandas_indicators_of_members_alone_are_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert clusters_to_indicators([{0}, {1}]).tolist() == [[True, False], [False, True]]
    with pytest.raises(ValueError, match=r"Without pandas, .* pass `items`"):
        clusters_to_indicators([{0}, {2}])
    labels = clusters_to_labels([{0}, {2}])
    with pytest.raises(ValueError, match=r"only the first has 2; .* has 1"):
        cari_score(labels, clusters_to_labels([{0}, {1}]))


class ArrowScalar:
    """A scalar of Arrow, which differs from the value that it stands for."""

    def __init__(self, value):
        self.value = value

    def as_py(self):
        return self.value


class ArrowArray:
    """An array of Arrow, whose entries are scalars."""

    def __init__(self, values):
        self.values = values

    def __iter__(self):
        return map(ArrowScalar, self.values)

    def __len__(self):
        return len(self.values)

    def to_pylist(self):
        return self.values


@pytest.mark.parametrize(
    "clusters",
    [
        ArrowArray([[0, 3], [1, 2]]),
        [ArrowArray([0, 3]), ArrowArray([1, 2])],
        [list(ArrowArray([0, 3])), list(ArrowArray([1, 2]))],
        list(map(ArrowScalar, [[0, 3], [1, 2]])),
    ],
)
def test_members_of_arrow_are_read_as_their_values(clusters):
    assert clusters_to_labels(clusters).to_dict() == {0: 0, 1: 1, 2: 1, 3: 0}
    items = ArrowArray([3, 2, 1, 0])
    assert clusters_to_labels(clusters, items=items).tolist() == [0, 1, 1, 0]
    items = list(items)
    assert clusters_to_labels(clusters, items=items).index.tolist() == [3, 2, 1, 0]


class NodeView(Mapping, Set):
    """The nodes of a graph, as networkx has them."""

    def __init__(self, nodes):
        self.nodes = nodes

    def __iter__(self):
        return iter(self.nodes)

    def __len__(self):
        return len(self.nodes)

    def __getitem__(self, node):
        return {}


@pytest.mark.parametrize(
    ("items", "order"),
    [
        (NodeView(["b", "c", "a"]), "bca"),
        (dict.fromkeys("bca").keys(), "bca"),
        ({"b", "c", "a"}, "abc"),
        (frozenset("bca"), "abc"),
    ],
)
def test_items_may_be_any_collection(items, order):
    labels = clusters_to_labels([{"a", "b"}], items=items)
    assert labels.index.tolist() == list(order)
    assert labels.isna().tolist() == [item == "c" for item in order]
