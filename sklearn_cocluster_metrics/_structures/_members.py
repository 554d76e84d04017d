"""Convert clusters given as collections of members to labels or indicators."""

from collections.abc import (
    Collection,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ._arguments import check_option, check_sequence, has_masked_entries, is_integer
from ._entry_names import (
    ItemNames,
    Names,
    has_names,
    hint_at_spelling,
    index_of,
    is_numbering,
    list_names,
    names_absent_from,
    repeated_names,
    warn_of_like_names,
)
from ._labels import as_objects, is_missing
from ._matrix import is_frame
from ._messages import describe, warn_caller

Clusters: TypeAlias = Iterable[Iterable[Hashable]] | Mapping[Any, Iterable[Hashable]]
"""A collection of the members of each cluster, or a mapping from names to these."""

HandleUnknown: TypeAlias = Literal["error", "ignore"]

_NO_CLUSTER = -1
_MAX_UNKNOWN = 50  # An error names at most this many unknown members.
_MAX_OVERLAPS = 5  # An error names at most this many items in several clusters.


def clusters_to_labels(
    clusters: Clusters,
    *,
    items: Collection[Hashable] | None = None,
    handle_unknown: HandleUnknown = "error",
) -> Any:
    """Return the label of each item from the members of each cluster.

    Communities of a graph, gene sets and lists of duplicates name the members of each
    cluster. The indices for clusterings need labels instead.

    Parameters
    ----------
    clusters : iterable of collections, or mapping to collections
        Members of each cluster, in a set, list or array. A member that is listed twice
        counts once. The label of a cluster is its number, or its key in a mapping. The
        index of a Series counts as keys.
    items : collection, default=None
        Items that get a label, in this order. Pass ``range(n)`` if the members are
        positions. If None, the items are the members in ascending order. A set is
        sorted, too.
    handle_unknown : {"error", "ignore"}, default="error"
        If "error", members that are not among the items raise an error. If "ignore",
        they are left out, and a warning names clusters that have members, of which none
        is an item.

    Returns
    -------
    labels : Series or ndarray of shape (n_items,)
        Label of each item. If `items` is 0, 1, 2, ..., this is an array, in which items
        in no cluster have the label -1. Otherwise, it is a Series whose index is the
        items, and labels of items in no cluster are missing; without pandas, it is a
        mapping from items to labels, with None for these.

    Raises
    ------
    ValueError
        If clusters overlap, if a member is missing or unknown, if an item occurs twice,
        or if there are no items. The error is also raised if the name of a cluster is
        missing, such as None, or if it is -1 and items in no cluster have the label -1.
    TypeError
        If a cluster is not a collection of hashable members, for example if it is a
        string or a mask.

    See Also
    --------
    clusters_to_indicators : Convert clusters that overlap.
    biclusters_from_indices : Convert lists of rows and columns to biclusters.
    handle_unlabeled : Leave items without a cluster out.

    Notes
    -----
    A mapping from items to labels, such as ``{node: community}``, needs no conversion,
    because functions take it as labels.

    Functions treat all items with the label -1 as one cluster. If each item without a
    cluster is a cluster of its own, as a record without duplicates is, pass
    ``unlabeled="singletons"`` to them or to `handle_unlabeled`.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import clusters_to_labels
    >>> clusters_to_labels([{0, 3}, {1}], items=range(5))
    array([ 0,  1, -1,  0, -1])
    >>> labels = clusters_to_labels({"kinase": ["MAPK1", "AKT1"], "tf": ["TP53"]})
    >>> labels.to_dict()
    {'AKT1': 'kinase', 'MAPK1': 'kinase', 'TP53': 'tf'}
    """
    members = _check_members(clusters, items, handle_unknown)
    members.refuse_overlaps()
    numbers = np.full(len(members.items), _NO_CLUSTER)
    # Each cluster has a list with the positions of its members among the items.
    for number, positions in enumerate(members.positions):
        numbers[positions] = number
    n_in_no_cluster = int((numbers == _NO_CLUSTER).sum())
    members.refuse_names_of_no_cluster(n_in_no_cluster)
    if members.are_named:  # Items that were not passed count as names, even 0, 1, 2.
        return _named_labels(members, numbers)
    if members.cluster_names is None:
        return numbers
    # The number -1 of an item in no cluster selects the last entry, which is -1.
    return as_objects([*members.cluster_names, _NO_CLUSTER])[numbers]


def clusters_to_indicators(
    clusters: Clusters,
    *,
    items: Collection[Hashable] | None = None,
    handle_unknown: HandleUnknown = "error",
) -> Any:
    """Return which items belong to each cluster, for clusters that may overlap.

    Gene sets and communities that overlap cannot be labels, because an item may belong
    to several clusters. Measures such as `omega_score` take indicators instead.

    Parameters
    ----------
    clusters : iterable of collections, or mapping to collections
        Members of each cluster, as in `clusters_to_labels`.
    items : collection, default=None
        Items, as in `clusters_to_labels`. If two clusterings are compared, pass the
        same items for both, because their members may differ. If None, the items are
        the members in ascending order.
    handle_unknown : {"error", "ignore"}, default="error"
        If "error", members that are not among the items raise an error. If "ignore",
        they are left out, and a warning names clusters that have members, of which none
        is an item.

    Returns
    -------
    indicators : ndarray or DataFrame of shape (n_items, n_clusters), dtype bool
        Whether each item belongs to each cluster, as `omega_score` takes it. It is an
        array if `items` is 0, 1, 2, ... and the clusters have no names, or without
        pandas; otherwise, it is a DataFrame.

    Raises
    ------
    ValueError
        If a member is missing or unknown, if an item occurs twice, or if there are no
        items. Without pandas, the error is also raised if `items` is None, because the
        rows of an array have no names.
    TypeError
        If a cluster is not a collection of hashable members.

    See Also
    --------
    clusters_to_labels : Convert clusters that do not overlap.
    omega_score : Compare clusters that overlap.

    Notes
    -----
    The indicators are a dense array of n_items * n_clusters bools.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import clusters_to_indicators
    >>> clusters_to_indicators([{0, 1}, {1, 2}], items=range(3)).astype(int)
    array([[1, 0],
           [1, 1],
           [0, 1]])
    """
    members = _check_members(clusters, items, handle_unknown)
    indicators = np.zeros((len(members.items), len(members.positions)), dtype=bool)
    # Each cluster has a list with the positions of its members among the items.
    for number, positions in enumerate(members.positions):
        indicators[positions, number] = True
    # Items that were not passed count as names, even if they are 0, 1, 2, ....
    if not members.are_named and members.cluster_names is None:
        return indicators
    try:
        from pandas import DataFrame
    except ImportError:
        if items is None:
            members.require_positions()
        return indicators
    return DataFrame(indicators, index=members.items, columns=members.cluster_names)


@dataclass(frozen=True, eq=False)
class _Members:
    """Members of each cluster, by their positions among the items."""

    # Items, in their order
    items: Names
    # Positions of the members of each cluster, each position once
    positions: list[list[int]]
    # Names of the clusters. If None, the clusters have no names.
    cluster_names: list[Any] | None
    # Whether the items are names, not positions that were passed as 0, 1, 2, ...
    are_named: bool

    @property
    def keys(self) -> Sequence[Any]:
        """Return the names of the clusters in errors, or else their numbers."""
        return _keys_of_clusters(self.cluster_names, len(self.positions))

    def require_positions(self) -> None:
        """Raise an error unless the items are the positions 0, 1, 2, ....

        Without pandas, indicators are arrays, whose rows have no names.
        """
        if not is_numbering(self.items):
            raise ValueError(
                "Without pandas, indicators are arrays, which have no names of the "
                "items. Install pandas, or pass `items`, the same for all clusters "
                "that are compared."
            )

    def refuse_overlaps(self) -> None:
        """Raise an error that names the items in several clusters, if there are any."""
        clusters_of_position: dict[int, list[Any]] = {}
        for key, positions in zip(self.keys, self.positions, strict=True):
            for position in positions:
                clusters_of_position.setdefault(position, []).append(key)
        overlaps = [
            f"{self.items[position]!r} is in {' and '.join(map(repr, clusters))}"
            for position, clusters in sorted(clusters_of_position.items())
            if len(clusters) > 1
        ]
        if not overlaps:
            return
        description = ", ".join(overlaps[:_MAX_OVERLAPS])
        n_more = len(overlaps) - _MAX_OVERLAPS
        if n_more > 0:
            description += f", and {n_more} more"
        cure = "Use `clusters_to_indicators`, and compare the result by `omega_score`."
        if all(len(positions) == 2 for positions in self.positions):
            cure = (
                "If these are pairs of matching items, the labels are the connected "
                "components: with `pairs = scipy.sparse.csr_array("
                "clusters_to_indicators(clusters, items=items))`, pass "
                "`scipy.sparse.csgraph.connected_components(pairs @ pairs.T)[1]`. "
                "Otherwise, use `clusters_to_indicators` and `omega_score`."
            )
        raise ValueError(
            "Some of the `clusters` overlap, so that items have no single label: "
            f"{description}. {cure}"
        )

    def refuse_names_of_no_cluster(self, n_in_no_cluster: int) -> None:
        """Raise an error if the name of a cluster says that its members are in none.

        Members of a cluster whose name is missing would have a missing label. If items
        are positions, the `n_in_no_cluster` items in no cluster have the label -1, as
        the members of a cluster -1 would have. A cluster that has none of the items
        raises no error.
        """
        for key, positions in zip(self.keys, self.positions, strict=True):
            if not positions:
                continue
            if is_missing(key):
                problem = (
                    f"a cluster whose name is missing, {key!r}, so its members would "
                    "have no label. If they are"
                )
                condition = "name is not None" if key is None else "pandas.notna(name)"
            elif (
                n_in_no_cluster and not self.are_named and _is_label_of_no_cluster(key)
            ):
                problem = (
                    f"a cluster with the name {key!r}, but -1 is the label of items in "
                    f"no cluster, of which there are {n_in_no_cluster}. If its members "
                    "are also"
                )
                condition = f"name != {_NO_CLUSTER}"
            else:
                continue
            raise ValueError(
                f"`clusters` has {problem} in no cluster, leave it out: "
                "`clusters_to_labels({name: members for name, members in "
                f"clusters.items() if {condition}}}, items=items)`. Otherwise, give it "
                "another name, or pass `[members for _, members in clusters.items()]`, "
                "which numbers the clusters from 0."
            )


def _is_label_of_no_cluster(name: object) -> bool:
    """Return whether the name of a cluster is the number -1, of any numeric type."""
    return isinstance(name, Real) and name == _NO_CLUSTER


def _check_members(clusters: Any, items: Any, handle_unknown: Any) -> _Members:
    """Check the arguments of both conversions, and find the members among the items."""
    check_option(handle_unknown, "handle_unknown", ("error", "ignore"))
    collections, cluster_names = _list_collections(clusters)
    keys = _keys_of_clusters(cluster_names, len(collections))
    all_members = [
        _check_collection(_as_python(collection), f"clusters[{key!r}]")
        for key, collection in zip(keys, collections, strict=True)
    ]
    if items is None:
        checked_items: Names = _sorted_members(all_members)
    else:
        checked_items = _check_items(items)
    _refuse_repeated_items(checked_items)
    position_of = {item: position for position, item in enumerate(checked_items)}
    if handle_unknown == "error":
        _refuse_unknown_members(all_members, checked_items)
    else:
        _warn_of_unknown_members(all_members, checked_items, keys)
    positions = [
        [position_of[member] for member in members if member in position_of]
        for members in all_members
    ]
    return _Members(
        items=checked_items,
        positions=positions,
        cluster_names=cluster_names,
        # Members count as names, unless `items` shows that they are positions.
        are_named=items is None or not is_numbering(checked_items),
    )


def _list_collections(clusters: Any) -> tuple[list[Any], list[Any] | None]:
    """Return the members of each cluster, not yet checked, and the names of clusters.

    The names are the keys of a mapping, or the index of a Series. Otherwise, or if the
    index is the default one, None is returned in their place.
    """
    if is_frame(clusters):
        raise TypeError(
            "`clusters` is a data frame, which can have members or indicators. If "
            "each column lists the members of a cluster, pass "
            "`{name: frame[name].dropna() for name in frame}`. Indicators of 0 and "
            "1 need no conversion."
        )
    if hasattr(clusters, "ngroups"):  # The object is a groupby of pandas.
        raise TypeError(
            "`clusters` is a groupby, which has no members of its own. Pass the "
            "members of each group, such as `frame.groupby(name)[member].apply(list)`."
        )
    cluster_names = None
    clusters = _as_python(clusters)
    if isinstance(clusters, Mapping):
        cluster_names = list(clusters)
        clusters = list(clusters.values())
    else:
        series_names = index_of(clusters)
        if has_names(series_names):
            cluster_names = list(series_names)
    collections = check_sequence(
        clusters, "clusters", "collections of members", may_be_empty=True
    )
    return collections, cluster_names


def _keys_of_clusters(
    cluster_names: list[Any] | None, n_clusters: int
) -> Sequence[Any]:
    """Return the names of clusters, or their numbers if they have no names."""
    return range(n_clusters) if cluster_names is None else cluster_names


def _as_python(values: Any) -> Any:
    """Return an array or a scalar of Arrow as objects of Python, and others unchanged.

    Scalars of Arrow have another hash than the values that they stand for.
    """
    for method in ("to_pylist", "as_py"):
        if callable(getattr(values, method, None)):
            return getattr(values, method)()
    return values


def _check_collection(collection: Any, argument: str) -> list[Any]:
    """Return the members of one cluster, each once, or raise an error.

    The members stay in their order. Scalars of NumPy arrays and of Arrow become objects
    of Python. An array without dimensions is a single value, not a collection.
    """
    if has_masked_entries(collection):
        raise ValueError(
            f"`{argument}` has masked entries, but every member must be known. Leave "
            "them out, such as by `members.compressed()`."
        )
    is_collection = isinstance(collection, Iterable) and not isinstance(
        collection, str | bytes | Mapping
    )
    is_scalar_array = isinstance(collection, np.ndarray) and collection.ndim == 0
    if not is_collection or is_scalar_array or sparse.issparse(collection):
        raise TypeError(
            f"`{argument}` must be a collection of members, such as a set, got "
            f"{describe(collection)}. If you have labels, or a mapping from items to "
            "labels, these need no conversion. To compare them with overlapping "
            "clusters, pass `pandas.get_dummies(labels)`."
        )
    if isinstance(collection, np.ndarray):
        collection = collection.tolist()
    try:
        members = list(dict.fromkeys(map(_as_python, collection)))
    except TypeError as error:
        hint = ""
        if _is_name_and_members(collection):
            hint = (
                " If each cluster is a pair of its name and its members, pass `{name: "
                "list(members) for name, members in clusters}`."
            )
        raise TypeError(
            f"`{argument}` has a member that is not hashable: {error}. Members must "
            f"be hashable, such as strings or integers.{hint}"
        ) from error
    if members and all(map(_is_member_and_weight, members)):
        raise TypeError(
            f"`{argument}` has pairs of a member and its weight, such as "
            f"{describe(members[0])}. Pass the first item of each pair, such as by "
            "`[member for member, weight in pairs]`."
        )
    for member in members:
        if isinstance(member, bool | np.bool_):
            raise TypeError(
                f"`{argument}` contains True or False, which are not members. If it "
                "is a mask, pass `numpy.flatnonzero(mask)`."
            )
        if is_missing(member):
            raise ValueError(
                f"`{argument}` has a missing member, {member!r}. Leave it out."
            )
    return members


def _is_name_and_members(collection: Any) -> bool:
    """Return whether a cluster is a pair of its name and a collection of members.

    The cluster is known to have a member that is not hashable. Therefore, it is not a
    pair of two texts.
    """
    if not isinstance(collection, tuple) or len(collection) != 2:
        return False
    name, members = collection
    return isinstance(name, Hashable) and isinstance(members, Iterable)


def _is_member_and_weight(member: Any) -> bool:
    """Return whether a member is a pair of a word, or of its number, and a weight."""
    if not isinstance(member, tuple) or len(member) != 2:
        return False
    word, weight = member
    is_word = isinstance(word, str) or is_integer(word)
    return is_word and isinstance(weight, float | np.floating)


def _check_items(items: Any) -> Names:
    """Check the items, and return them as a list.

    The items are the keys of a mapping, or the entries of a set or of a sequence.
    """
    if is_frame(items):
        raise TypeError(
            "`items` is a data frame, but it must be a list of items. Pass the names "
            "of its rows, `frame.index`."
        )
    collection = _as_python(items)
    if isinstance(collection, Mapping):  # The nodes of a graph are a mapping, too.
        _refuse_shuffled_positions(collection)
        collection = list(collection)
    is_unordered = isinstance(collection, set | frozenset)
    if is_unordered:
        collection = list(collection)
    checked = check_sequence(collection, "items", "items, such as `range(n)`")
    checked = list(map(_as_python, checked))
    if not all(isinstance(item, Hashable) for item in checked):
        raise TypeError(
            "`items` has an item that is not hashable. Items must be hashable, such as "
            "strings or integers."
        )
    return _sorted_if_comparable(checked) if is_unordered else checked


def _refuse_shuffled_positions(items: Mapping[Any, Any]) -> None:
    """Raise an error if a mapping has positions of the items in another order.

    It is then not clear whether its own order is meant. The positions 0, 1, 2, ... in
    this order raise no error, and neither do other values, such as 1, 2, 3, ....
    """
    positions = list(items.values())
    if not all(map(is_integer, positions)) or is_numbering(positions):
        return
    if set(positions) == set(range(len(positions))):
        raise ValueError(
            "`items` is a mapping from items to positions, but it is not in the "
            "order of the positions, so it is not clear which order you mean. For "
            "the order of the positions, pass `sorted(items, key=items.get)`, or "
            "`vectorizer.get_feature_names_out()` if it is a `vocabulary_`. For the "
            "order of the mapping, pass `list(items)`."
        )


def _refuse_repeated_items(items: Names) -> None:
    """Raise an error that names the items that occur twice, if there are any."""
    repeated = repeated_names(items)
    if repeated:
        raise ValueError(
            f"`items` has items that occur twice: {list_names(repeated)}. Give every "
            "item a different name."
        )


def _sorted_members(all_members: list[list[Any]]) -> list[Any]:
    """Return all members, sorted if they can be compared.

    Otherwise, the members are in their order of appearance.
    """
    items = list(_distinct_members(all_members))
    if not items:
        raise ValueError(
            "`clusters` has no members, so the items are unknown. Pass `items`."
        )
    return _sorted_if_comparable(items)


def _distinct_members(all_members: list[list[Any]]) -> ItemNames:
    """Return all members, each once, in their order of appearance.

    Their type is the type of keys, because members have no index, either.
    """
    return ItemNames(
        dict.fromkeys(member for members in all_members for member in members)
    )


def _sorted_if_comparable(items: list[Any]) -> list[Any]:
    """Return items sorted, or in their order if they cannot be compared."""
    try:
        return sorted(items)
    except TypeError:
        return items


def _refuse_unknown_members(all_members: list[list[Any]], items: Names) -> None:
    """Raise an error that names members that are not among the items, if any."""
    members = _distinct_members(all_members)
    unknown = names_absent_from(items, members)
    if unknown:
        are_all_unknown = len(unknown) == len(members)
        if are_all_unknown and len(all_members) == len(items):
            raise ValueError(
                "`clusters` has a list for each of the `items`, and no member is among "
                f"the items: {list_names(unknown, _MAX_UNKNOWN)}. If these are the "
                "tags of each item, not the members of each cluster, pass "
                "`sklearn.preprocessing.MultiLabelBinarizer().fit_transform(tags)` in "
                "place of indicators."
            )
        raise ValueError(
            "`clusters` has members that are not among the `items`: "
            f"{list_names(unknown, _MAX_UNKNOWN)}."
            f"{hint_at_spelling(members, items)} Add them to "
            "`items`, or pass `handle_unknown='ignore'` to leave them out."
        )


def _warn_of_unknown_members(
    all_members: list[list[Any]], items: Names, keys: Sequence[Any]
) -> None:
    """Warn of clusters that have members, but none that is among the items.

    If there are no such clusters, warn of unknown members that look like items. `keys`
    are the names, or the numbers, of the clusters.
    """
    known_items = set(items)
    unknown_clusters = [
        key
        for key, members in zip(keys, all_members, strict=True)
        if members and known_items.isdisjoint(members)
    ]
    members = _distinct_members(all_members)
    if unknown_clusters:
        hint = hint_at_spelling(members, items)
        if not hint:
            hint = " Check that both use the same names."
        warn_caller(
            f"In {len(unknown_clusters)} of {len(all_members)} clusters, no member is "
            f"among the items: {list_names(unknown_clusters)}.{hint}"
        )
    else:
        consequence = "`handle_unknown='ignore'` leaves such members out."
        warn_of_like_names(members, items, consequence)


def _named_labels(members: _Members, numbers: NDArray[np.int64]) -> Any:
    """Return the labels of named items as a Series, or as a mapping without pandas.

    `numbers` has the number of the cluster of each item, or -1 for none.
    """
    labels: Any = numbers
    if members.cluster_names is not None:
        # The number -1 selects the last entry, which is None.
        labels = as_objects([*members.cluster_names, None])[numbers]
    is_in_no_cluster = numbers == _NO_CLUSTER
    try:
        from pandas import Series
    except ImportError:
        # The name of a cluster may be -1, so only the numbers show which items are in
        # no cluster.
        label_list = [
            None if is_outside else label
            for label, is_outside in zip(
                labels.tolist(), is_in_no_cluster.tolist(), strict=True
            )
        ]
        return dict(zip(members.items, label_list, strict=True))
    if members.cluster_names is not None or not is_in_no_cluster.any():
        return Series(labels, index=members.items)
    return Series(labels, index=members.items, dtype="Int64").mask(is_in_no_cluster)
