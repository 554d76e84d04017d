"""Raise an error for objects of other libraries, with the line that converts them.

The objects are recognized by their attributes, so that no other library is imported.
"""

from typing import Any


def refuse_foreign(values: Any, name: str) -> None:
    """Raise an error if values are an object of another library, such as AnnData.

    `name` is the name of the argument. The error says what to pass instead.
    """
    cure = _cure_for(values, name)
    if cure:
        kind = type(values).__name__
        article = "an" if kind.startswith(tuple("AEIOU")) else "a"
        raise TypeError(f"`{name}` is {article} {kind}; {cure}.")


def _cure_for(values: Any, name: str) -> str:
    """Return what to pass instead of an object of another library, or ""."""
    if type(values).__name__ == "LazyFrame":  # Polars has this class.
        return f"it has no values yet, so pass `{name}.collect()`"
    if _is_labeled_array(values):
        return _cure_for_labeled_array(values, name)
    if hasattr(values, "__array__") or isinstance(values, type):
        # Attributes of a data frame may be its columns, and those of a class have no
        # values yet.
        return ""
    has_obs = hasattr(values, "obs")
    if hasattr(values, "to_df") and has_obs:  # The object is an AnnData.
        return (
            f"pass its matrix with names, `{name}.to_df()`, or the labels of its rows, "
            f'such as `{name}.obs["cell_type"]`'
        )
    # Some objects have only a part of the attributes of an AnnData.
    if hasattr(values, "X") and has_obs:
        return (
            f"pass its matrix, `{name}.X`, or the labels of its rows, such as "
            f'`{name}.obs["cell_type"]`'
        )
    if hasattr(values, "X") and hasattr(values, "to_df"):
        return f"pass its matrix with names, `{name}.to_df()`"
    if hasattr(values, "membership") and not hasattr(values, "fit"):
        # The object is a clustering of igraph.
        if _are_collections(values.membership):
            return (
                "its clusters may overlap, so pass "
                f"`clusters_to_indicators(list({name}))`"
            )
        return f"pass its labels, `{name}.membership`"
    if hasattr(values, "communities"):  # The object is a clustering of cdlib.
        return (
            f"pass `clusters_to_labels({name}.communities)`, or "
            "`clusters_to_indicators` of these if they overlap"
        )
    if hasattr(values, "topics_"):  # The object is a topic model of BERTopic.
        return (
            f"pass the topic of each document, `{name}.topics_`, where -1 stands for "
            "documents without a topic"
        )
    if not hasattr(values, "fit"):
        return _cure_for_stored_labels(values, name)
    return ""


def _cure_for_stored_labels(values: Any, name: str) -> str:
    """Return what to pass for an object with the labels of an estimator, or "".

    Such an object has no `fit`, so that it is not an estimator.
    """
    if hasattr(values, "row_labels_") and hasattr(values, "column_labels_"):
        labels = f"({name}.row_labels_, {name}.column_labels_)"
    elif hasattr(values, "labels_"):
        labels = f"{name}.labels_"
    else:
        return ""
    return f"it is not an estimator, because it has no `fit`, so pass `{labels}`"


def _is_labeled_array(values: Any) -> bool:
    """Return whether values are an array of xarray, or several, with named entries."""
    has_dimensions = hasattr(values, "dims") and hasattr(values, "coords")
    return has_dimensions and not hasattr(values, "iloc") and len(values.coords) > 0


def _cure_for_labeled_array(values: Any, name: str) -> str:
    """Return how to keep the names of the entries in a Series or a data frame."""
    if not hasattr(values, "to_series"):  # The object is a data set of several arrays.
        return "pass one of its variables, by `.to_series()`"
    if len(values.dims) == 1:
        return f"pass `{name}.to_series()`, which keeps its names"
    return f"pass `{name}.to_pandas()`, which keeps its names"


def _are_collections(membership: Any) -> bool:
    """Return whether an item has a list of clusters, as in a cover of a graph."""
    return len(membership) > 0 and isinstance(membership[0], list | tuple | set)
