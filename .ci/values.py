"""Record what the public interface returns on seeded input, and compare two records.

``python .ci/values.py record FILE`` calls every public function some ten thousand
times and writes the values; ``--root DIR`` imports the package of another checkout.
``python .ci/values.py compare OLD NEW`` lists the calls whose values differ, and with
``--messages`` also the texts of errors and warnings that do. A refactoring that must
change no value is recorded before and after.

Only public names are used. Every call has a seed, and no value depends on time.
"""

import argparse
import dataclasses
import gzip
import importlib
import inspect
import json
import math
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache, partial
from itertools import product
from operator import methodcaller
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans, SpectralBiclustering, SpectralCoclustering
from sklearn.feature_selection import VarianceThreshold
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

PACKAGE = "sklearn_cocluster_metrics"
TOLERANCE = 1e-12
N_SHOWN = 40
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
LAST_CELL = re.compile(r"\s+\S+( \|)?\s*$")
DEPENDS_ON_TIME = re.compile(r"may take about|_time$")

Labels = NDArray[np.int64]
Pair = tuple[Any, Any]
Options = dict[str, Any]


# Values as JSON


def encode(value: Any) -> Any:
    """Return a value as JSON that keeps types, order and every digit."""
    if value is None or isinstance(value, bool) or type(value) is int:
        return value
    if isinstance(value, str):
        return "text " + ADDRESS.sub("", without_seconds(value))
    if sparse.issparse(value):
        return encode_sparse(value)
    if isinstance(value, float | int | np.generic | Fraction):
        return encode_number(value)
    for kinds, encoder in ENCODERS.items():
        if isinstance(value, kinds):
            return encoder(value)
    if hasattr(value, "get_xticklabels"):
        return encode_axes(value)
    if type(value).__module__.startswith(PACKAGE):
        return encode_object(value)
    return encode_other(value)


def without_seconds(text: str) -> str:
    """Leave out the last column of a printed table if it has the times of fits."""
    lines = text.split("\n")
    if not lines[0].rstrip(" |").endswith("seconds"):
        return text
    end = lines.index("") if "" in lines else len(lines)
    table = [LAST_CELL.sub("", line) for line in lines[:end]]
    return "\n".join(table + lines[end:])


def encode_number(value: Any) -> str:
    """Return a number as its type and its exact value."""
    kind = type(value).__name__
    if isinstance(value, np.bool_ | np.integer | int | Fraction):
        return f"{kind} {value}"
    if isinstance(value, float | np.floating):
        return f"{kind} {float(value).hex()}"
    return f"{kind} {value!r}"


def encode_array(array: NDArray[Any]) -> Any:
    """Return an array with its type, shape and entries."""
    encoded = {
        "dtype": str(array.dtype),
        "shape": list(array.shape),
        "entries": [encode(entry) for entry in array.ravel().tolist()],
    }
    if isinstance(array, np.ma.MaskedArray):
        encoded["mask"] = np.ma.getmaskarray(array).ravel().tolist()
    return encoded


def encode_sequence(values: Sequence[Any]) -> Any:
    """Return a list or a tuple; a named tuple is an object of the package."""
    if hasattr(values, "_fields") and is_public(type(values)):
        return encode_object(values)
    kind = "tuple" if isinstance(values, tuple) else "list"
    return {kind: [encode(value) for value in values]}


def encode_set(values: Iterable[Any]) -> Any:
    """Return a set in an order that does not depend on hashes."""
    return {"set": sorted((encode(value) for value in values), key=json.dumps)}


def encode_mapping(mapping: Mapping[Any, Any]) -> Any:
    """Return a mapping in its order, without what was measured in seconds."""
    items = [
        [encode(key), encode(value)]
        for key, value in mapping.items()
        if not DEPENDS_ON_TIME.search(str(key))
    ]
    return {"mapping": items}


def encode_frame(frame: pd.DataFrame) -> Any:
    """Return a data frame by its columns."""
    columns = {name: frame[name] for name in frame.columns}
    return {"frame": encode_mapping(columns)}


def encode_series(series: Any) -> Any:
    """Return a series, or an index, with its names."""
    encoded = {"name": encode(series.name), "values": encode(series.to_numpy())}
    if isinstance(series, pd.Series):
        encoded["index"] = encode(series.index)
    return {type(series).__name__: encoded}


def encode_sparse(matrix: Any) -> Any:
    """Return a sparse matrix with its class."""
    return {type(matrix).__name__: encode(matrix.toarray())}


PUBLIC_MODULES = ("", ".meta_evaluation", ".results", ".tables")


def is_public(kind: Any) -> bool:
    """Return whether a class or function has a public name in the package."""
    modules = [importlib.import_module(PACKAGE + part) for part in PUBLIC_MODULES]
    name = getattr(kind, "__name__", "")
    return any(
        name in module.__all__ and getattr(module, name) is kind for module in modules
    )


def encode_object(value: Any) -> Any:
    """Return the public attributes of an object, and how it is printed.

    The names of private classes, and what these contain, may change.
    """
    if not is_public(type(value)):
        return {"object": [encode(str(value)), encode(repr(value))]}
    attributes = {name: encode_attribute(value, name) for name in public_names(value)}
    texts = {"str": encode(str(value)), "repr": encode(repr(value))}
    return {type(value).__name__: {**attributes, **texts}}


def public_names(value: Any) -> list[str]:
    """Return the names of fields, attributes and properties that have values."""
    names = list(getattr(value, "_fields", ()))
    if dataclasses.is_dataclass(value):
        names += [field.name for field in dataclasses.fields(value)]
    names += vars(value) if hasattr(value, "__dict__") else []
    names += [
        name
        for name, attribute in inspect.getmembers_static(type(value))
        if isinstance(attribute, property)
    ]
    public = {name for name in names if not name.startswith("_")}
    return sorted(public - {"figure_", "colorbar_"})


def encode_attribute(value: Any, name: str) -> Any:
    """Return an attribute, or the type of the error that it raises."""
    try:
        return encode(getattr(value, name))
    except Exception as error:
        return f"raises {type(error).__name__}"


def encode_other(value: Any) -> Any:
    """Return what describes an object of another package."""
    if isinstance(value, BaseEstimator):
        return f"estimator {ADDRESS.sub('', repr(value))}"
    if callable(value) and getattr(value, "__module__", "") == __name__:
        return f"function {value.__name__}"
    if callable(value):
        return "function"
    if isinstance(value, bytes | complex | date | range):
        return f"{type(value).__name__} {value!r}"
    return f"object {type(value).__name__}"


def encode_axes(ax: Any) -> Any:
    """Return what is drawn in a panel: texts, lines, points, patches and images."""
    legend = ax.get_legend()
    legend_texts = [] if legend is None else legend.get_texts()
    texts = {
        "title": [ax.get_title(loc) for loc in ("left", "center", "right")],
        "labels": [ax.get_xlabel(), ax.get_ylabel()],
        "x ticks": [text.get_text() for text in ax.get_xticklabels()],
        "y ticks": [text.get_text() for text in ax.get_yticklabels()],
        "texts": [text.get_text() for text in ax.texts],
        "legend": [text.get_text() for text in legend_texts],
    }
    shapes = {
        "lines": [line.get_xydata() for line in ax.lines],
        "line colors": [str(line.get_color()) for line in ax.lines],
        "patches": [
            patch.get_patch_transform().transform_path(patch.get_path()).vertices
            for patch in ax.patches
        ],
        "patch colors": [patch.get_facecolor() for patch in ax.patches],
        "points": [np.asarray(part.get_offsets()) for part in ax.collections],
        "paths": [
            [path.vertices for path in part.get_paths()] for part in ax.collections
        ],
        "images": [image.get_array() for image in ax.images],
        "limits": [ax.get_xlim(), ax.get_ylim()],
    }
    return {"axes": encode_mapping({**texts, **shapes})}


ENCODERS: dict[Any, Callable[[Any], Any]] = {
    np.ndarray: encode_array,
    (set, frozenset): encode_set,
    pd.DataFrame: encode_frame,
    (pd.Series, pd.Index): encode_series,
    (list, tuple): encode_sequence,
    dict: encode_mapping,
}


# Records


class Recorder:
    """Call functions of one package, and keep what they return by name."""

    def __init__(self, package: Any) -> None:
        self.package = package
        self.values: dict[str, Any] = {}
        self.messages: dict[str, str] = {}
        self.warnings: dict[str, list[str]] = {}

    def call(
        self, name: str, function: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Record one call, and return its value; None if it raises an error."""
        if name in self.values:
            raise RuntimeError(f"Two calls are named {name!r}.")
        value = None
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                value = function(*args, **kwargs)
                self.values[name] = encode(value)
            except Exception as error:
                self.values[name] = {"error": type(error).__name__}
                self.messages[name] = ADDRESS.sub("", str(error))
        texts = [f"{one.category.__name__}: {one.message}" for one in caught]
        lasting = [text for text in texts if not DEPENDS_ON_TIME.search(text)]
        if lasting:
            self.warnings[name] = [ADDRESS.sub("", text) for text in lasting]
        return value

    def call_each(
        self,
        name: str,
        function: Callable[..., Any],
        options: Iterable[Options],
        arguments: Mapping[str, tuple[Any, ...]],
    ) -> None:
        """Record a function with all options on all arguments."""
        for given in options:
            for key, args in arguments.items():
                self.call(
                    f"{name}{described(given)} of {key}", function, *args, **given
                )

    def methods(self, name: str, value: Any, names: Iterable[str]) -> None:
        """Record methods of a result that take no arguments."""
        for method in names:
            if value is not None:
                self.call(f"{name}.{method}", methodcaller(method), value)

    def write(self, file: Path) -> None:
        """Write the record."""
        content = {
            "values": self.values,
            "messages": self.messages,
            "warnings": self.warnings,
        }
        with gzip.open(file, "wt", encoding="utf-8") as stream:
            json.dump(content, stream)


def described(options: Options) -> str:
    """Return options as they are written in a call."""
    parts = []
    for key, value in options.items():
        text = repr(value)
        if isinstance(value, np.ndarray) or len(text) > 60:
            text = f"<{type(value).__name__}>"
        parts.append(f"{key}={ADDRESS.sub('', text)}")
    return f"({', '.join(parts)})"


def grid(**values: Sequence[Any]) -> list[Options]:
    """Return all combinations of the values of options."""
    return [
        dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())
    ]


# Structures


def generator(*seed: int) -> np.random.Generator:
    """Return a generator that draws the same in every process."""
    return np.random.default_rng(list(seed))


def random_labels(rng: np.random.Generator, n_items: int, n_clusters: int) -> Labels:
    """Draw labels; some of them may not occur."""
    return rng.integers(0, n_clusters, n_items)


def noisy(rng: np.random.Generator, labels: Labels, fraction: float) -> Labels:
    """Replace some labels by random ones."""
    replaced = rng.random(len(labels)) < fraction
    others = random_labels(rng, len(labels), int(labels.max()) + 2)
    return np.where(replaced, others, labels)


def random_pair(seed: int, n_modes: int) -> Pair:
    """Draw two structures of the same items; the second is a noisy first."""
    rng = generator(seed, n_modes)
    true, pred = [], []
    for _ in range(n_modes):
        labels = random_labels(rng, int(rng.integers(2, 25)), int(rng.integers(1, 6)))
        true.append(labels)
        noise = float(rng.choice([0.0, 0.2, 0.5, 1.0]))
        pred.append(noisy(rng, labels, noise))
    if n_modes == 1:
        return true[0], pred[0]
    return tuple(true), tuple(pred)


def renamed(structure: Any, names: Sequence[Any]) -> Any:
    """Return a structure whose labels are other objects."""
    if isinstance(structure, tuple):
        return tuple(renamed(labels, names) for labels in structure)
    array = np.empty(len(structure), dtype=object)
    array[:] = [names[label] for label in structure]
    return array


def as_series(structure: Any, order: int) -> Any:
    """Return labels as Series with names, in a seeded order."""
    if isinstance(structure, tuple):
        return tuple(as_series(labels, order) for labels in structure)
    names = [f"item {number}" for number in range(len(structure))]
    permuted = generator(order).permutation(len(structure))
    return pd.Series(structure, index=names).iloc[permuted]


def with_types(pair: Pair) -> dict[str, Pair]:
    """Return a pair with labels of many types and in many containers."""
    true, pred = pair
    texts = [f"cluster {letter}" for letter in "gfedcbah"]
    objects = [("a", 1), "b", 3, 4.5, frozenset({2}), True, b"c", -7]
    negative = [-5, -3, -4, 0, 7, 9, -9, 2]
    floats = [0.5, 1.0, -2.0, 1e9, 3.0, 4.0, 5.0, 6.0]
    first = true[0] if isinstance(true, tuple) else true
    found = {
        "texts": (renamed(true, texts), renamed(pred, texts)),
        "objects": (renamed(true, objects), renamed(pred, objects)),
        "negative": (renamed(true, negative), renamed(pred, negative)),
        "floats": (renamed(true, floats), renamed(pred, floats)),
        "texts and integers": (renamed(true, texts), pred),
        "Series": (as_series(true, 0), as_series(pred, 0)),
        "Series in two orders": (as_series(true, 0), as_series(pred, 1)),
        "Series and array": (as_series(true, 0), pred),
    }
    if not isinstance(true, tuple):
        found |= {
            "lists": (true.tolist(), pred.tolist()),
            "unsigned": (true.astype(np.uint8), pred.astype(np.int32)),
            "bools": (true > 0, pred > 0),
            "categories": (pd.Categorical(true), pd.Series(pred, dtype="category")),
            "nullable": (pd.array(true, dtype="Int64"), pd.array(pred, dtype="Int64")),
            "fixed width": (true.astype(str), pred.astype("S")),
            "dates": (true.astype("M8[D]"), pred.astype("M8[D]")),
            "masked, none missing": (np.ma.masked_array(true), pred),
        }
    return {f"{name} ({len(first)})": pair for name, pair in found.items()}


def degenerate_pairs() -> dict[str, Pair]:
    """Return pairs with one item, one cluster, singletons or equal sides."""
    one = np.zeros(6, dtype=np.int64)
    singletons = np.arange(6)
    halves = singletons // 3
    parts = {"one": one, "singletons": singletons, "halves": halves}
    pairs: dict[str, Pair] = {
        f"{a} and {b}": (parts[a], parts[b]) for a, b in product(parts, parts)
    }
    modes = [(one[:4], halves), (singletons, one), (halves, singletons), (one, one)]
    for (i, true), (j, pred) in product(enumerate(modes), enumerate(modes)):
        if len(true[0]) == len(pred[0]):
            pairs[f"trivial modes {i} and {j}"] = (true, pred)
    first = np.zeros(1, dtype=np.int64)
    pairs |= {
        "one item": (first, first),
        "one cell": ((first, first), (first, first)),
        "one row": ((first, halves), (first, singletons)),
        "two items": (np.array([0, 1]), np.array([1, 1])),
        "relabeled": (halves, 5 - halves),
        "no items": (one[:0], one[:0]),
        "crossed": (np.tile([0, 1], 8), np.repeat([0, 1], 8)),
    }
    return pairs


def random_pairs(n_pairs: int) -> dict[str, Pair]:
    """Draw pairs of clusterings, co-clusterings and labels of three modes."""
    pairs = {f"clustering {i}": random_pair(i, 1) for i in range(n_pairs)}
    pairs |= {f"coclustering {i}": random_pair(i, 2) for i in range(n_pairs)}
    return pairs | {f"three modes {i}": random_pair(i, 3) for i in range(n_pairs // 4)}


def typed_pairs() -> dict[str, Pair]:
    """Return pairs with labels of many types."""
    pairs = {}
    for n_modes in (1, 2):
        for name, pair in with_types(random_pair(100, n_modes)).items():
            pairs[f"{n_modes} modes, {name}"] = pair
    return pairs


def partition_pairs(n_pairs: int) -> dict[str, Pair]:
    """Return pairs of every kind."""
    return {**random_pairs(n_pairs), **degenerate_pairs(), **typed_pairs()}


def random_indicators(
    rng: np.random.Generator, n_biclusters: int, shape: tuple[int, int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Draw biclusters that may overlap, be equal or be empty."""
    density = rng.choice([0.2, 0.5, 0.8])
    rows = rng.random((n_biclusters, shape[0])) < density
    columns = rng.random((n_biclusters, shape[1])) < density
    return rows, columns


def disjoint_indicators(
    rng: np.random.Generator, n_biclusters: int, shape: tuple[int, int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Draw biclusters that share no row and no column; some items are in none."""
    labels = [rng.integers(-1, n_biclusters, n) for n in shape]
    rows, columns = (
        np.arange(n_biclusters)[:, None] == of_mode[None, :] for of_mode in labels
    )
    return rows, columns


def bicluster_pair(seed: int, are_disjoint: bool) -> Pair:
    """Draw two biclusterings of one matrix; some share biclusters."""
    rng = generator(seed, int(are_disjoint), 7)
    shape = (int(rng.integers(2, 12)), int(rng.integers(2, 10)))
    draw = disjoint_indicators if are_disjoint else random_indicators
    true = draw(rng, int(rng.integers(1, 5)), shape)
    pred = draw(rng, int(rng.integers(1, 5)), shape)
    if seed % 3 == 0 and not are_disjoint:
        rows, columns = (np.vstack([a, b]) for a, b in zip(true, pred, strict=True))
        pred = (rows, columns)
    return true, pred


def degenerate_biclusterings() -> dict[str, Pair]:
    """Return pairs of biclusterings with empty, equal or full biclusters."""
    rng = generator(11)
    some = random_indicators(rng, 3, (6, 5))
    apart = disjoint_indicators(rng, 2, (6, 5))
    twice = tuple(np.vstack([part, part]) for part in apart)
    empty = (np.zeros((2, 6), dtype=bool), np.zeros((2, 5), dtype=bool))
    no_columns = (np.ones((1, 6), dtype=bool), np.zeros((1, 5), dtype=bool))
    full = (np.ones((1, 6), dtype=bool), np.ones((1, 5), dtype=bool))
    none = (np.zeros((0, 6), dtype=bool), np.zeros((0, 5), dtype=bool))
    halves = (np.repeat(np.eye(2, dtype=bool), 3, axis=1), np.ones((2, 5), dtype=bool))
    parts = {
        "some": some,
        "apart": apart,
        "twice": twice,
        "empty": empty,
        "no columns": no_columns,
        "full": full,
        "none": none,
        "halves": halves,
    }
    return {f"{a} and {b}": (parts[a], parts[b]) for a, b in product(parts, parts)}


def typed_biclusterings() -> dict[str, Pair]:
    """Return a pair of biclusterings in many containers."""
    true, pred = bicluster_pair(1, False)
    makers: dict[str, Callable[[Any], Any]] = {
        "integers": lambda part: part.astype(int),
        "floats": lambda part: part.astype(float),
        "lists": lambda part: part.tolist(),
        "frames": pd.DataFrame,
        "CSR": sparse.csr_array,
        "COO": sparse.coo_matrix,
    }
    made = {
        name: (tuple(map(make, true)), tuple(map(make, pred)))
        for name, make in makers.items()
    }
    return {**made, "mixed": (true, tuple(map(sparse.csr_array, pred)))}


def biclustering_pairs(n_pairs: int) -> dict[str, Pair]:
    """Return pairs of biclusterings of every kind."""
    pairs = {f"overlapping {i}": bicluster_pair(i, False) for i in range(n_pairs)}
    pairs |= {f"disjoint {i}": bicluster_pair(i, True) for i in range(n_pairs)}
    return {**pairs, **degenerate_biclusterings(), **typed_biclusterings()}


def membership_pairs(n_pairs: int) -> dict[str, Pair]:
    """Draw pairs of soft memberships of one mode and of two, and hard labels."""
    pairs: dict[str, Pair] = {}
    for seed in range(n_pairs):
        rng = generator(seed, 21)
        sizes = [int(rng.integers(2, 9)) for _ in range(1 + seed % 2)]
        sides = [
            [rng.dirichlet(np.ones(int(rng.integers(1, 5))), n) for n in sizes]
            for _ in range(2)
        ]
        true, pred = (side[0] if len(side) == 1 else tuple(side) for side in sides)
        pairs[f"memberships {seed}"] = (true, pred)
    pairs["hard"] = random_pair(3, 2)
    pairs["hard and soft"] = (np.array([0, 0, 1]), np.full((3, 2), 0.5))
    pairs["equal"] = (pairs["memberships 0"][0],) * 2
    return pairs


def overlapping_pairs(n_pairs: int) -> dict[str, Pair]:
    """Draw pairs of clusterings whose clusters overlap, as indicators."""
    pairs: dict[str, Pair] = {}
    for seed in range(n_pairs):
        rng = generator(seed, 31)
        n_items = int(rng.integers(2, 14))
        true, pred = (
            rng.random((n_items, int(rng.integers(1, 5)))) < rng.choice([0.3, 0.6])
            for _ in range(2)
        )
        pairs[f"clusters {seed}"] = (true, pred)
        pairs[f"clusters {seed}, equal"] = (true, true)
    pairs["full"] = (np.ones((4, 1), dtype=bool),) * 2
    pairs["singletons"] = (np.eye(4, dtype=bool),) * 2
    pairs["empty"] = (np.zeros((4, 1), dtype=bool), np.eye(4, dtype=bool))
    return pairs


# Options


NULL_MODELS = ("cells", "product")
AVERAGES = ("min", "geometric", "arithmetic", "max")
CORRECTIONS = (None, "expected", "expected_best", "space")
PAIR_COUNTING = (
    "rand", "adjusted_rand", "jaccard", "jaccard_distance", "wallace1", "wallace2",
    "dice", "correlation", "correlation_distance", "sokal_sneath1", "minkowski",
    "hubert", "fowlkes_mallows", "sokal_sneath2", "normalized_mirkin", "kulczynski",
    "mcconnaughey", "yule", "baulieu1", "russell_rao", "fager_mcgowan", "peirce",
    "baulieu2", "sokal_sneath3", "gower_legendre", "rogers_tanimoto",
    "goodman_kruskal",
)  # fmt: skip
SIMILARITIES = (
    "prelic_relevance", "prelic_recovery", "rnia", "ce", "liu_wang", "santamaria",
    "weighted_jaccard", "weighted_dice", "consensus", "bozdag_u", "bozdag_e", "ayadi",
    "eren_relevance", "eren_recovery", "csi", "extended_bcubed", "eren_f1", "omega",
    "onmi",
)  # fmt: skip
CLIPS = {"clip": (False, True)}
WEIGHTED_OPTIONS: dict[str, list[Options]] = {
    "bcubed_precision_recall_fscore": grid(beta=(0.0, 0.5, 1.0, 2.0)),
    "bcubed_score": [{}],
    "cari_score": grid(null_model=NULL_MODELS),
    "classification_error": [{}],
    "comi_score": [{}],
    "conmi_score": grid(average_method=AVERAGES),
    "enmi_score": grid(average_method=AVERAGES),
    "f_measure_score": grid(matched_by=("share", "f")),
    "homogeneity_completeness_v_measure": grid(beta=(0.0, 0.5, 1.0, 2.0)),
    "nce_score": grid(normalization=("bound", "printed", "product")),
    "pair_counting_score": grid(metric=PAIR_COUNTING, null_model=(None, *NULL_MODELS)),
    "variation_of_information": [{}],
}
PARTITION_OPTIONS: dict[str, list[Options]] = {
    **WEIGHTED_OPTIONS,
    "ami_star_score": [{}],
    "coami_score": grid(average_method=AVERAGES),
    "cocorrelation_distance": [{}],
    "cocorrelation_score": [{}],
    "element_centric_score": grid(average=("mean", None)),
    "fair_mutual_info_score": [{}],
    "nami_star_score": [{}],
    "purity_score": grid(inverse=(False, True)),
    "standardized_mutual_info_score": [{}],
    "cari_decomposition": [{}],
    "expected_mutual_info": grid(null_model=(*NULL_MODELS, "fixed_n_clusters")),
    "match_clusters": [{}],
    "pair_count_moments": grid(null_model=NULL_MODELS, order=(1, 2, 3, 4)),
    "pair_counts": [{}],
}
BICLUSTERING_OPTIONS: dict[str, list[Options]] = {
    "bicluster_fbeta_score": grid(
        correction=CORRECTIONS, beta=(0.0, 0.5, 1.0, 2.0), **CLIPS
    ),
    "bicluster_goodness_score": grid(
        correction=CORRECTIONS, ratio=(0.0, 0.5, 1.0, 2.0), **CLIPS
    ),
    "bicluster_jaccard_score": grid(
        correction=CORRECTIONS, expectation=("approximate", "exact"), **CLIPS
    ),
    "bicluster_precision_score": grid(correction=CORRECTIONS, **CLIPS),
    "bicluster_recall_score": grid(correction=CORRECTIONS, **CLIPS),
    "bicluster_similarity_score": grid(
        metric=[f"bicluster_{name}" for name in SIMILARITIES],
        null_model=(None, "product"),
    ),
    "clustering_error": grid(overlap=("multiset", "set")),
    "e4sc_score": [{}],
    "microobject_rand_score": [{}],
    "microobject_variation_of_information": [{}],
    "mocice_bcubed_precision_recall_fscore": [{}],
    "mocice_bcubed_score": [{}],
    "rnia_distance": grid(overlap=("multiset", "set")),
}
SOFT_OPTIONS: dict[str, list[Options]] = {
    "soft_cari_score": grid(
        scale=("fari", None), null_model=NULL_MODELS, distinct=(True, False)
    ),
    "soft_cocorrelation_score": grid(null_model=NULL_MODELS, distinct=(True, False)),
}
OVERLAPPING_OPTIONS: dict[str, list[Options]] = {
    "cice_bcubed_score": [{}],
    "omega_score": [{}],
    "overlapping_nmi_score": grid(variant=("max", "lfk")),
}
INDEX_OPTIONS: dict[str, list[Options]] = {
    "cari": grid(null_model=NULL_MODELS),
    "conmi": grid(average_method=AVERAGES),
    "enmi": grid(average_method=AVERAGES),
    "coami": grid(average_method=AVERAGES),
    "v_measure": grid(beta=(0.0, 0.5, 2.0)),
    "nce": grid(normalization=("bound", "printed", "product")),
    "f_measure": grid(matched_by=("share", "f")),
    "purity": grid(inverse=(False, True)),
    "rnia_distance": grid(overlap=("multiset", "set")),
    "clustering_error": grid(overlap=("multiset", "set")),
    **{name: grid(null_model=(None, *NULL_MODELS)) for name in PAIR_COUNTING},
    "bicluster_rnia": grid(null_model=(None, "product")),
    "bicluster_precision": grid(correction=CORRECTIONS, **CLIPS),
    "bicluster_recall": grid(correction=CORRECTIONS, **CLIPS),
    "bicluster_fbeta": grid(correction=CORRECTIONS, beta=(0.5, 2.0), **CLIPS),
    "bicluster_jaccard": grid(
        correction=CORRECTIONS, expectation=("approximate", "exact"), **CLIPS
    ),
    "bicluster_goodness": grid(correction=CORRECTIONS, ratio=(0.5, 2.0), **CLIPS),
}
"""Options of indices by their short names, for scorers and whatever takes a metric."""


def options_of(metric: str) -> list[Options]:
    """Return the options of an index or of a scorer, the defaults first."""
    options = INDEX_OPTIONS.get(metric.removeprefix("neg_"), [])
    return [{}, *(given for given in options if given)]


# Indices


def record_indices(recorder: Recorder) -> None:
    """Record every index function with every option."""
    package = recorder.package
    for options, pairs in (
        (PARTITION_OPTIONS, partition_pairs(32)),
        (BICLUSTERING_OPTIONS, biclustering_pairs(20)),
        (SOFT_OPTIONS, membership_pairs(60)),
        (OVERLAPPING_OPTIONS, overlapping_pairs(60)),
    ):
        for name, given in options.items():
            recorder.call_each(name, getattr(package, name), given, pairs)
    structures = ("clustering", "partition", "biclustering", "overlapping", "internal")
    for structure in (None, *structures):
        recorder.call(f"index_names({structure})", package.index_names, structure)
        recorder.call(f"names({structure})", package.get_scorer_names, structure)


def random_weights(structure: Any, seed: int) -> Any:
    """Draw weights of the items of every mode, some of them 0."""
    if isinstance(structure, tuple):
        return tuple(random_weights(labels, seed + 1) for labels in structure)
    rng = generator(seed, 41)
    return rng.choice([0.0, 0.5, 1.0, 2.0], len(structure)) + rng.random() / 4


def weights_of(structure: Any, seed: int) -> dict[str, Any]:
    """Return weights of a structure in every form."""
    drawn = random_weights(structure, seed)
    found = {"balanced": "balanced", "drawn": drawn}
    if isinstance(structure, tuple):
        found["rows only"] = (drawn[0], *[None] * (len(structure) - 1))
        found["balanced rows"] = ("balanced", *[None] * (len(structure) - 1))
    else:
        found["integers"] = (drawn * 2).astype(int)
        found["ones"] = np.ones(len(structure))
    return found


def record_weights(recorder: Recorder) -> None:
    """Record weighted indices, and which functions refuse weights."""
    package = recorder.package
    pairs = {**random_pairs(6), **degenerate_pairs()}
    some = {key: pairs[key] for key in ("clustering 1", "coclustering 1", "one cell")}
    for name, options in PARTITION_OPTIONS.items():
        function = getattr(package, name)
        used = pairs if name in WEIGHTED_OPTIONS else some
        for number, (key, pair) in enumerate(used.items()):
            for kind, weights in weights_of(pair[0], number).items():
                for given in options:
                    is_adjusted = name == "pair_counting_score" and given["null_model"]
                    if is_adjusted and key not in some:
                        continue  # refused with weights, whatever the labels
                    label = f"{name}{described(given)} of {key}, weights: {kind}"
                    recorder.call(
                        label, function, *pair, sample_weight=weights, **given
                    )


def unlabeled_pairs() -> dict[str, Pair]:
    """Return pairs in which some labels are missing, in every way to say so."""
    true = np.array([0, 0, 1, 1, 2, 2, -1, 0])
    pred = np.array([0, 1, 1, 1, 2, -1, 2, -1])
    columns = (np.array([0, 1, -1, 1]), np.array([0, 1, 1, -1]))
    gaps = np.array([None, "a", "a", "b", "b", np.nan, "a", "b"], dtype=object)
    nulls = pd.Series([0, 1, None, 1, 2, 2, 0, 0], dtype="Int64")
    floats = np.array([0, 1, np.nan, 1, 2, 2, 0, 0.0])
    return {
        "integers": (true, pred),
        "coclusterings": ((true, columns[0]), (pred, columns[1])),
        "None": (gaps, pred),
        "nulls": (true, nulls),
        "NaN": (floats, pred),
        "masked": (np.ma.masked_array(true, true == 2), pred),
        "Series": (as_series(true, 0), as_series(pred, 1)),
        "all missing": (np.full(8, -1), pred),
        "none missing": (np.abs(true), np.abs(pred)),
    }


UNLABELED = (None, "drop", "drop_either", "singletons")


def record_unlabeled(recorder: Recorder) -> None:
    """Record everything that takes `unlabeled`."""
    package = recorder.package
    seeded = {"n_draws": 19, "random_state": 0}
    for (key, pair), unlabeled in product(unlabeled_pairs().items(), UNLABELED):
        label = f"{key}, unlabeled={unlabeled}"
        handled = recorder.call(
            f"handle_unlabeled of {label}",
            package.handle_unlabeled,
            *pair,
            unlabeled,
        )
        chosen: Options = {"unlabeled": unlabeled}
        for name, options in (
            ("permutation_test", seeded),
            ("score_interval", {}),
            ("coclustering_report", {"metrics": ["cari", "bcubed"]}),
        ):
            function = getattr(package, name)
            recorder.call(f"{name} of {label}", function, *pair, **options, **chosen)
        if handled is None:
            continue
        for name in PARTITION_OPTIONS:
            recorder.call(f"{name} of {label}", getattr(package, name), *handled)


# Metrics by name


def record_names(recorder: Recorder) -> None:
    """Record every index by its name: tables, several structures, estimators."""
    package = recorder.package
    for metric in package.index_names("partition"):
        record_partition_name(recorder, metric)
    for metric in package.index_names("biclustering"):
        record_biclustering_name(recorder, metric)
    for metric in package.index_names("overlapping"):
        record_overlapping_name(recorder, metric)


def tables_of(recorder: Recorder, pair: Pair) -> Any:
    """Return the contingency tables of a pair of structures."""
    return recorder.package.tables.contingency_table(*pair)


def record_partition_name(recorder: Recorder, metric: str) -> None:
    """Record one index of clusterings and co-clusterings by name."""
    package = recorder.package
    pairs = {**random_pairs(8), **degenerate_pairs()}
    pairs.pop("no items")
    for (key, pair), options in product(pairs.items(), options_of(metric)):
        label = f"{metric}{described(options)} of {key}"
        score = package.tables.score_from_tables
        tables = tables_of(recorder, pair)
        recorder.call(f"score_from_tables {label}", score, tables, metric, **options)
    some = {key: pairs[key] for key in ("clustering 2", "coclustering 3")}
    for (key, pair), options in product(some.items(), options_of(metric)):
        record_inference(recorder, metric, key, pair, options)
    structures = {f"draw {i}": random_coclustering(i) for i in range(4)}
    record_pairwise(recorder, metric, structures)
    recorder.call(
        f"adjusted_for_chance {metric}, fixed numbers",
        package.adjusted_for_chance,
        *pairs["coclustering 2"],
        metric,
        null_model="fixed_n_clusters",
        n_draws=9,
        random_state=0,
    )


def record_inference(
    recorder: Recorder, metric: str, key: str, pair: Pair, options: Options
) -> None:
    """Record tests, intervals and chance adjustment of one metric."""
    package = recorder.package
    label = f"{metric}{described(options)} of {key}"
    seeded: Options = {"random_state": 0, **options}
    recorder.call(
        f"permutation_test {label}",
        package.permutation_test,
        *pair,
        metric,
        n_draws=9,
        **seeded,
    )
    recorder.call(
        f"adjusted_for_chance {label}",
        package.adjusted_for_chance,
        *pair,
        metric,
        n_draws=9,
        **seeded,
    )
    if metric in package.index_names("partition"):
        interval = package.score_interval
        recorder.call(f"score_interval {label}", interval, *pair, metric, **options)
    if metric in package.index_names("partition") and not options:
        difference = package.compare_scores
        few = tuple(side[:8] for side in random_pair(2, 1))
        triple = (*few, few[0])
        recorder.call(f"compare_scores {label}", difference, *triple, metric)


def record_biclustering_name(recorder: Recorder, metric: str) -> None:
    """Record one index of biclusterings by name."""
    pairs = {
        "overlapping": bicluster_pair(4, False),
        "disjoint": bicluster_pair(5, True),
    }
    for (key, pair), options in product(pairs.items(), options_of(metric)):
        record_inference(recorder, metric, key, pair, options)
    structures = {
        f"draw {seed}": disjoint_indicators(generator(seed), 2, (6, 5))
        for seed in range(4)
    }
    record_pairwise(recorder, metric, structures)


def record_overlapping_name(recorder: Recorder, metric: str) -> None:
    """Record one index of overlapping clusterings by name."""
    package = recorder.package
    true, pred = overlapping_pairs(1)["clusters 0"]
    structures = {"true": true, "pred": pred, "alone": np.eye(len(true), dtype=bool)}
    record_pairwise(recorder, metric, structures)
    data = {"data": (None, true)}
    result = recorder.call(
        f"compare by {metric}", package.compare, structures, data, metric
    )
    recorder.methods(f"compare by {metric}", result, ["to_frame", "to_markdown"])


def record_pairwise(
    recorder: Recorder, metric: str, structures: Mapping[str, Any]
) -> None:
    """Record the scores of all pairs of structures."""
    function = recorder.package.pairwise_scores
    result = recorder.call(f"pairwise_scores {metric}", function, structures, metric)
    recorder.methods(f"pairwise_scores {metric}", result, ["to_frame"])
    if metric in ("cari", "classification_error", "e4sc"):
        recorder.methods(f"pairwise_scores {metric}", result, ["plot"])
        close_figures()


def random_coclustering(seed: int) -> tuple[Labels, Labels]:
    """Draw a co-clustering of 10 rows and 6 columns."""
    rng = generator(seed, 51)
    return random_labels(rng, 10, 3), random_labels(rng, 6, 2)


# Inference


def own_score(true: Any, pred: Any) -> float:
    """Return a score of one's own: the fraction of equal labels."""
    first, second = (
        side[0] if isinstance(side, tuple) else side for side in (true, pred)
    )
    return float(np.mean(np.asarray(first) == np.asarray(second)))


def record_tests(recorder: Recorder) -> None:
    """Record permutation tests, intervals and critical values with all options."""
    package = recorder.package
    trivial = degenerate_pairs()
    kept = ("one and one", "trivial modes 2 and 1", "one cell", "no items", "relabeled")
    pairs = {
        "clustering 1": random_pair(1, 1),
        "clustering 3": random_pair(3, 1),
        "coclustering 2": random_pair(2, 2),
        "coclustering 3": random_pair(3, 2),
        "three modes": random_pair(0, 3),
        **{key: trivial[key] for key in kept},
        "overlapping": bicluster_pair(4, False),
        "disjoint": bicluster_pair(5, True),
    }
    options = grid(
        metric=("cari_product", "bcubed", "jaccard"),
        method=("auto", "grid", "labels"),
        alternative=("any_mode", "index", "all_modes"),
        n_draws=(19,),
        random_state=(0,),
    )
    recorder.call_each("permutation_test", package.permutation_test, options, pairs)
    blocks = {f"overlapping {i}": bicluster_pair(i, False) for i in range(2)}
    blocks |= {f"disjoint {i}": bicluster_pair(i, True) for i in range(2)}
    options = grid(
        metric=("e4sc", "bicluster_csi", "rnia_distance", "microobject_rand"),
        method=("auto", "grid", "labels", "exact"),
        alternative=("any_mode", "index", "all_modes"),
        n_draws=(9,),
        random_state=(0,),
    )
    recorder.call_each("permutation_test", package.permutation_test, options, blocks)
    small: dict[str, Pair] = {}
    small["clusterings"] = (np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 2, 2]))
    first, second = small["clusterings"]
    small["coclusterings"] = ((first, first[:4]), (second, second[:4]))
    exact = grid(
        metric=package.index_names("partition"),
        method=("exact",),
        alternative=("any_mode", "index", "all_modes"),
    )
    recorder.call_each("permutation_test", package.permutation_test, exact, small)
    own = [{"metric": own_score, "n_draws": 9, "random_state": 0}]
    recorder.call_each("permutation_test", package.permutation_test, own, pairs)
    overlapping = grid(
        metric=package.index_names("overlapping"), n_draws=(9,), random_state=(0,)
    )
    recorder.call_each(
        "permutation_test", package.permutation_test, overlapping, overlapping_pairs(6)
    )
    record_intervals(recorder, pairs)
    record_critical_values(recorder)


def record_intervals(recorder: Recorder, pairs: Mapping[str, Pair]) -> None:
    """Record intervals of scores, and of differences of two scores."""
    package = recorder.package
    options = grid(
        metric=("cari", "adjusted_rand", "comi"),
        confidence_level=(0.8, 0.95),
        fixed=(None, 0, 1, (0, 1)),
    )
    of_differences = grid(
        metric=("cari", "cari_product", "comi"),
        confidence_level=(0.9,),
        fixed=(None, 0, 1),
    )
    triples = {key: (*pair, pair[1]) for key, pair in pairs.items()}
    for key, (true, pred) in pairs.items():
        if key.startswith(("clustering", "coclustering")):
            rng = generator(61, len(key))
            other = tuple(noisy(rng, mode, 0.5) for mode in as_modes(true))
            triples[key] = (true, pred, other if isinstance(true, tuple) else other[0])
    recorder.call_each("score_interval", package.score_interval, options, pairs)
    function = package.compare_scores
    recorder.call_each("compare_scores", function, of_differences, triples)


def as_modes(structure: Any) -> tuple[Any, ...]:
    """Return the labels of every mode."""
    return structure if isinstance(structure, tuple) else (structure,)


def record_critical_values(recorder: Recorder) -> None:
    """Record critical values for several cluster sizes."""
    sizes = {
        "equal sizes": ([4, 4], [4, 4]),
        "three clusters": ([5, 3, 2], [4, 4, 2]),
        "two modes": (([3, 3], [2, 2]), ([4, 2], [2, 2])),
        "singletons": ([1, 1, 1], [1, 1, 1]),
        "one cluster": ([5], [5]),
        "other totals": ([3, 3], [2, 2]),
        "empty": ([], []),
        "negative": ([3, -1], [1, 1]),
        "floats": ([2.0, 2.0], [2.0, 2.0]),
    }
    names = recorder.package.index_names("partition")
    options = grid(metric=names, level=(0.05, 0.2))
    function = recorder.package.critical_value
    recorder.call_each("critical_value", function, options, sizes)


# Tables, conversions, matches, reports


def record_tables(recorder: Recorder) -> None:
    """Record contingency tables, their sums, and scores from them."""
    tables = recorder.package.tables
    pairs = {**random_pairs(10), **degenerate_pairs(), **typed_pairs()}
    for number, (key, pair) in enumerate(pairs.items()):
        name = f"contingency_table of {key}"
        table = recorder.call(name, tables.contingency_table, *pair)
        recorder.call(f"{name}, doubled", lambda one: one + one, table)
        chunks = [pair, pair]
        recorder.call(f"{name}, chunks", tables.contingency_table_from_chunks, chunks)
        for kind, weights in weights_of(pair[0], number).items():
            recorder.call(
                f"{name}, weights: {kind}",
                tables.contingency_table,
                *pair,
                sample_weight=weights,
            )
    made = tables.contingency_table(*random_pair(1, 1))
    other = tables.contingency_table(*random_pair(2, 1))
    recorder.call("sum of two tables", lambda: made + other)
    recorder.call("sum of tables", sum, [made, other, made])
    recorder.call("sum of a table and 1", lambda: made + 1)
    recorder.call("tables of tables", tables.ContingencyTables, [made, other])
    record_made_tables(recorder)


def record_made_tables(recorder: Recorder) -> None:
    """Record tables that are made from counts."""
    tables = recorder.package.tables
    counts = {
        "list": [[3, 1], [0, 2]],
        "array": np.array([[3, 0, 1], [0, 2, 0]]),
        "floats": np.array([[1.0, 2.0], [0.0, 1.0]]),
        "halves": np.array([[0.5, 2.0], [0.0, 1.0]]),
        "sparse": sparse.csr_array(np.array([[3, 1], [0, 2]])),
        "frame": pd.DataFrame([[3, 1], [0, 2]], index=list("ab"), columns=list("xy")),
        "negative": [[3, -1], [0, 2]],
        "empty": np.zeros((0, 0)),
        "zeros": np.zeros((2, 2), dtype=int),
        "vector": [1, 2],
        "NaN": [[np.nan, 1.0], [1.0, 1.0]],
        "text": "counts",
        "large": [[10**12, 1], [1, 10**12]],
    }
    for key, given in counts.items():
        table = recorder.call(
            f"ContingencyTable of {key}", tables.ContingencyTable, given
        )
        labeled = partial(tables.ContingencyTable, given, ["a", "b"], ["x", "y"])
        recorder.call(f"ContingencyTable of {key} with labels", labeled)
        for metric in recorder.package.index_names("partition"):
            if table is not None:
                score = tables.score_from_tables
                label = f"score_from_tables {metric} of counts: {key}"
                recorder.call(label, score, table, metric)


def record_conversions(recorder: Recorder) -> None:
    """Record conversions between labels and biclusters."""
    package = recorder.package
    pairs = {**random_pairs(12), **degenerate_pairs(), **typed_pairs()}
    for key, (true, _) in pairs.items():
        for structure in (None, "checkerboard", "diagonal"):
            label = f"labels_to_biclusters({structure}) of {key}"
            blocks = recorder.call(
                label, package.labels_to_biclusters, true, structure=structure
            )
            if blocks is not None:
                back = package.biclusters_to_labels
                recorder.call(f"{label}, back", back, blocks)
    for key, (true, _) in biclustering_pairs(20).items():
        for structure in ("checkerboard", "diagonal"):
            recorder.call(
                f"biclusters_to_labels({structure}) of {key}",
                package.biclusters_to_labels,
                true,
                structure=structure,
            )
    record_conversions_of_indices(recorder)
    record_estimators(recorder)


def record_conversions_of_indices(recorder: Recorder) -> None:
    """Record biclusterings from the numbers or names of their rows and columns."""
    function = recorder.package.biclusters_from_indices
    given = {
        "numbers": ([([0, 1], [2]), ([2], [0, 1])], (4, 3)),
        "mapping": ({"a": ([0, 1], [2]), "b": ([2], [0])}, (4, 3)),
        "empty": ([([], [])], (4, 3)),
        "none": ([], (4, 3)),
        "too large": ([([9], [0])], (4, 3)),
        "negative": ([([-1], [0])], (4, 3)),
        "repeated": ([([1, 1], [0])], (4, 3)),
        "no shape": ([([0, 1], [2])], None),
        "floats": ([([0.5], [2])], (4, 3)),
    }
    recorder.call_each("biclusters_from_indices", function, grid(base=(0, 1)), given)
    names: Options = {"row_names": list("wxyz"), "column_names": list("abc")}
    named = {
        "names": ([(["w", "z"], ["a"])], None),
        "unknown names": ([(["w", "?"], ["a"])], None),
    }
    recorder.call_each("biclusters_from_indices", function, [names], named)


def record_matches(recorder: Recorder) -> None:
    """Record tables of matches for every structure."""
    options = grid(
        by=("jaccard", "f1", "precision", "recall", "shared"),
        assignment=("best", "one_to_one"),
    )
    pairs = {
        **random_pairs(6),
        **degenerate_pairs(),
        **typed_pairs(),
        **{f"overlapping {i}": bicluster_pair(i, False) for i in range(8)},
        **{f"disjoint {i}": bicluster_pair(i, True) for i in range(8)},
        **degenerate_biclusterings(),
        **overlapping_pairs(6),
    }
    function = recorder.package.match_table
    for (key, pair), given in product(pairs.items(), options):
        name = f"match_table{described(given)} of {key}"
        table = recorder.call(name, function, *pair, **given)
        if given == options[0]:
            recorder.methods(name, table, ["to_frame"])


def record_reports(recorder: Recorder) -> None:
    """Record reports as texts and as dictionaries."""
    package = recorder.package
    trivial = degenerate_pairs()
    typed = typed_pairs()
    pairs = {
        "clustering": random_pair(2, 1),
        "coclustering": random_pair(3, 2),
        **{key: trivial[key] for key in list(trivial)[::6]},
        **{key: typed[key] for key in list(typed)[::9]},
    }
    options = grid(inference=(True, False), matches=(True, False))
    metrics: tuple[Any, ...] = (None, "cari", ["cari", "nce"], {"mine": own_score})
    for metric in metrics:
        for given in options:
            for is_dict in (False, True):
                chosen: Options = {"metrics": metric, "output_dict": is_dict, **given}
                recorder.call_each(
                    "coclustering_report", package.coclustering_report, [chosen], pairs
                )
    weighted = [{"sample_weight": "balanced", "output_dict": True}]
    recorder.call_each(
        "coclustering_report", package.coclustering_report, weighted, pairs
    )
    blocks = {
        **{f"overlapping {i}": bicluster_pair(i, False) for i in range(2)},
        **{f"disjoint {i}": bicluster_pair(i, True) for i in range(2)},
        "empty": degenerate_biclusterings()["empty and some"],
    }
    options = grid(
        metrics=(None, "e4sc", ["bicluster_ce", "rnia_distance"]),
        inference=(True, False),
        matches=(True, False),
        output_dict=(False, True),
        random_state=(0,),
    )
    recorder.call_each("bicluster_report", package.bicluster_report, options, blocks)
    options = grid(
        metrics=(None, "omega", ["cice_bcubed", "overlapping_nmi"]),
        output_dict=(False, True),
        random_state=(0,),
    )
    recorder.call_each(
        "bicluster_report", package.bicluster_report, options, overlapping_pairs(3)
    )


# Estimators


class MeanCocluster(BaseEstimator):
    """Cluster rows and columns by their means, with a little seeded noise."""

    def __init__(
        self, n_row_clusters: int = 3, n_column_clusters: int = 2, random_state: Any = 0
    ) -> None:
        self.n_row_clusters = n_row_clusters
        self.n_column_clusters = n_column_clusters
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None) -> "MeanCocluster":
        """Label rows and columns."""
        matrix = np.asarray(X.toarray() if sparse.issparse(X) else X, dtype=float)
        rng = np.random.RandomState(self.random_state)
        self.n_features_in_ = matrix.shape[1]
        if isinstance(X, pd.DataFrame):
            self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        self.row_labels_ = self._labels(rng, matrix, self.n_row_clusters)
        self.column_labels_ = self._labels(rng, matrix.T, self.n_column_clusters)
        self.row_means_ = matrix.mean(axis=1)
        return self

    def _labels(
        self, rng: np.random.RandomState, matrix: NDArray[np.float64], n_clusters: int
    ) -> Any:
        """Cut the order of the means into clusters of equal size."""
        means = matrix.mean(axis=1)
        noise = rng.normal(scale=means.std() / 10, size=len(means))
        ranks = np.argsort(np.argsort(means + noise))
        return ranks * n_clusters // len(ranks)


class PredictingCocluster(MeanCocluster):
    """Predict the label of the fitted row with the nearest mean."""

    def predict(self, X: Any) -> Any:
        """Label new rows."""
        means = np.asarray(X, dtype=float).mean(axis=1)
        nearest = np.abs(means[:, None] - self.row_means_).argmin(axis=1)
        return self.row_labels_[nearest]


class Fitted(BaseEstimator):
    """Estimator with the given attributes."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the attributes."""
        return dict(vars(self))

    def fit(self, X: Any, y: Any = None) -> "Fitted":
        """Keep the attributes."""
        return self


class FailingCocluster(MeanCocluster):
    """Raise an error instead of labels."""

    def fit(self, X: Any, y: Any = None) -> "FailingCocluster":
        """Raise an error."""
        raise ValueError("this candidate fails")


def kmeans_of_both(X: Any, n_clusters: int = 3, random_state: Any = 0) -> Any:
    """Label rows and columns by k-means."""
    model = KMeans(n_clusters, n_init=1, random_state=random_state)
    matrix = np.asarray(X, dtype=float)
    return tuple(model.fit(part).labels_.copy() for part in (matrix, matrix.T))


def blocks_of_both(X: Any, n_clusters: int = 2) -> Any:
    """Return row and column clusters, paired by number, as biclusters."""
    model = MeanCocluster(n_clusters, n_clusters).fit(X)
    labels = np.arange(n_clusters)[:, None]
    return labels == model.row_labels_, labels == model.column_labels_


def planted_data(seed: int = 0) -> tuple[Any, Labels, Labels]:
    """Draw positive data with planted blocks, and their labels."""
    rng = generator(seed, 71)
    rows = rng.permutation(np.arange(24) % 3)
    columns = rng.permutation(np.arange(12) % 2)
    means = np.array([[9.0, 1.0], [2.0, 8.0], [7.0, 6.0]])
    return means[np.ix_(rows, columns)] + rng.random((24, 12)), rows, columns


def fitted_estimators() -> dict[str, Any]:
    """Return fitted estimators of many kinds."""
    X, rows, columns = planted_data()
    one_hot = {"row_labels_": np.eye(3)[rows], "column_labels_": np.eye(2)[columns]}
    return {
        "means": MeanCocluster().fit(X),
        "spectral coclustering": SpectralCoclustering(3, random_state=0).fit(X),
        "spectral biclustering": SpectralBiclustering((3, 2), random_state=0).fit(X),
        "k-means": KMeans(3, n_init=1, random_state=0).fit(X),
        "lists": Fitted(row_labels_=rows.tolist(), column_labels_=columns.tolist()),
        "texts": Fitted(row_labels_=rows.astype(str), column_labels_=columns),
        "one-hot": Fitted(**one_hot),
        "rows only": Fitted(row_labels_=rows),
        "without underscore": Fitted(row_labels=rows, column_labels=columns),
        "other shapes": Fitted(row_labels_=rows[:-1], column_labels_=columns),
        "three modes": Fitted(labels_=[rows, columns, rows[:4]]),
        "pipeline": make_pipeline(StandardScaler(), MeanCocluster()).fit(X),
        "wrapper": Fitted(estimator_=MeanCocluster().fit(X)),
        "unfitted": MeanCocluster(),
        "nothing": Fitted(),
        "no estimator": 3,
    }


def record_estimators(recorder: Recorder) -> None:
    """Record how labels and biclusters are read from estimators."""
    package = recorder.package
    _, rows, columns = planted_data()
    accessors: tuple[Any, ...] = (
        None,
        "labels_",
        "row_labels_",
        ("row_labels_", "column_labels_"),
        read_both,
        3,
    )
    for key, estimator in fitted_estimators().items():
        for number, accessor in enumerate(accessors):
            name = f"coclustering_of {key} by accessor {number}"
            recorder.call(name, package.coclustering_of, estimator, accessor=accessor)
        recorder.call(f"biclustering_of {key}", package.biclustering_of, estimator)
        for name in PARTITION_OPTIONS:
            function = getattr(package, name)
            recorder.call(f"{name} of {key}", function, (rows, columns), estimator)
        blocks = package.labels_to_biclusters((rows, columns))
        for name in BICLUSTERING_OPTIONS:
            function = getattr(package, name)
            recorder.call(f"{name} of {key}", function, blocks, estimator)
        for structure in (None, "checkerboard", "diagonal"):
            name = f"labels_to_biclusters({structure}) of {key}"
            function = package.labels_to_biclusters
            recorder.call(name, function, estimator, structure=structure)


def read_both(estimator: Any) -> tuple[Any, Any]:
    """Read the labels of rows and columns."""
    return estimator.row_labels_, estimator.column_labels_


# Scorers


def record_scorers(recorder: Recorder) -> None:
    """Record scorers: by name, of several metrics, and with all their options."""
    package = recorder.package
    X, rows, columns = planted_data()
    blocks = package.labels_to_biclusters((rows, columns))
    truths = partition_truths(rows, columns)
    for metric in package.get_scorer_names("partition"):
        for options in options_of(metric):
            for key, truth in truths.items():
                name = f"get_scorer({metric}){described(options)}, {key}"
                record_scorer(recorder, name, metric, X, {**truth, **options})
    for metric in package.get_scorer_names("biclustering"):
        for options in options_of(metric):
            given = {"rows": blocks[0], "columns": blocks[1], **options}
            name = f"get_scorer({metric}){described(options)}"
            record_scorer(recorder, name, metric, X, given)
    for match in (False, True):
        name = f"get_scorer(modularity, {match=})"
        record_scorer(recorder, name, "modularity", X, {"match": match})
    record_several_metrics(recorder)
    record_named_data(recorder)
    record_modularity(recorder)


def partition_truths(rows: Labels, columns: Labels) -> dict[str, Options]:
    """Return the forms in which a scorer takes true labels."""
    noise = np.where(np.arange(len(rows)) < 3, -1, rows)
    return {
        "rows": {"row_labels": rows},
        "rows and columns": {"row_labels": rows, "column_labels": columns},
        "labels": {"labels": (rows, columns)},
        "texts": {"row_labels": rows.astype(str), "column_labels": columns},
        "balanced": {"row_labels": rows, "sample_weight": "balanced"},
        "drop": {"row_labels": noise, "unlabeled": "drop"},
        "singletons": {"row_labels": noise, "unlabeled": "singletons"},
        "y": {},
    }


def record_scorer(
    recorder: Recorder, name: str, metric: str, X: Any, options: Options
) -> None:
    """Record a scorer by name on several estimators."""
    scorer = recorder.call(name, recorder.package.get_scorer, metric, **options)
    if scorer is None:
        return
    estimators = {
        "means": MeanCocluster().fit(X),
        "four clusters": PredictingCocluster(4, 3, random_state=1).fit(X),
        "biclusters": fitted_biclusters(),
        "paired clusters": fitted_function(recorder.package),
    }
    _, rows, _ = planted_data()
    for key, estimator in estimators.items():
        y = None if options else rows
        recorder.call(f"{name}, of {key}", scorer, estimator, X, y)


def fitted_function(package: Any) -> Any:
    """Return a fitted estimator that only has biclusters."""
    X, _, _ = planted_data()
    return package.FunctionCocluster(blocks_of_both).fit(X)


@cache
def fitted_biclusters() -> Any:
    """Return a biclustering of the planted data."""
    X, _, _ = planted_data()
    return SpectralBiclustering((3, 2), random_state=0).fit(X)


def record_several_metrics(recorder: Recorder) -> None:
    """Record scorers of lists and dictionaries of metrics, and refused ones."""
    package = recorder.package
    X, rows, columns = planted_data()
    model = MeanCocluster(4, 2).fit(X)
    truth: Options = {"row_labels": rows, "column_labels": columns}
    metrics: dict[str, Any] = {
        "list": ["cari", "nce", "classification_error"],
        "dict": {"a": "cari", "loss": "classification_error"},
        "functions": [package.cari_score, own_score],
        "partial": partial(package.cari_score, null_model="product"),
        "negated name": "neg_classification_error",
        "own": own_score,
        "empty": [],
        "repeated": ["cari", package.cari_score],
        "other structures": ["cari", "e4sc"],
        "number": 3,
        "unknown": "no index",
        "soft": package.soft_cari_score,
    }
    extras: dict[str, Options] = {
        "plain": {},
        "greater": {"greater_is_better": True},
        "lower": {"greater_is_better": False},
        "transposed": {"transpose": True},
        "null model": {"null_model": "cells"},
        "accessor": {"accessor": ("row_labels_", "column_labels_")},
        "weights": {"sample_weight": "balanced"},
    }
    for (key, metric), (extra, options) in product(metrics.items(), extras.items()):
        name = f"make_cocluster_scorer of {key}, {extra}"
        make = partial(package.make_cocluster_scorer, metric, **truth, **options)
        scorer = recorder.call(name, make)
        if scorer is not None:
            recorder.call(f"{name}, score", scorer, model, X)
    blocks = package.labels_to_biclusters((rows, columns))
    for key, metric in {
        "name": "e4sc",
        "list": ["e4sc", "rnia_distance"],
        "dict": {"a": package.e4sc_score, "b": "bicluster_ce"},
        "partition": "cari",
        "own": lambda true, pred: float(np.sum(true[0]) - np.sum(pred[0])),
    }.items():
        name = f"make_bicluster_scorer of {key}"
        make = partial(package.make_bicluster_scorer, metric)
        scorer = recorder.call(name, make, rows=blocks[0], columns=blocks[1])
        fitted = fitted_biclusters()
        recorder.call(
            f"{name}, score", lambda scorer, fit: scorer(fit, X), scorer, fitted
        )


def record_named_data(recorder: Recorder) -> None:
    """Record scorers of frames, pipelines with selected columns, and Series."""
    package = recorder.package
    X, rows, columns = planted_data()
    frame = pd.DataFrame(
        X,
        index=[f"row {i}" for i in range(len(X))],
        columns=[f"column {j}" for j in range(X.shape[1])],
    )
    named_rows = pd.Series(rows, index=frame.index).iloc[::-1]
    named_columns = pd.Series(columns, index=frame.columns).iloc[::-1]
    truths: dict[str, Options] = {
        "arrays": {"row_labels": rows, "column_labels": columns},
        "Series": {"row_labels": named_rows, "column_labels": named_columns},
        "mapping": {"row_labels": rows, "column_labels": dict(named_columns)},
        "few columns": {"row_labels": rows, "column_labels": named_columns.iloc[:6]},
    }
    steps = {
        "plain": MeanCocluster(),
        "scaled": make_pipeline(StandardScaler(), MeanCocluster()),
        "selected": make_pipeline(VarianceThreshold(9.0), MeanCocluster()),
        "threshold": make_pipeline(VarianceThreshold(2.0), MeanCocluster()),
    }
    data = {"array": X, "frame": frame, "sparse": sparse.csr_array(X)}
    for (truth, given), (step, model), (kind, matrix) in product(
        truths.items(), steps.items(), data.items()
    ):
        name = f"scorer of {truth}, {step}, {kind}"
        scorer = package.make_cocluster_scorer(["cari", "nce"], **given)
        recorder.call(name, lambda m, X, s: s(m.fit(X), X), model, matrix, scorer)
        search = partial(
            fit_search, package, model, {grid_name(model): [2, 3, 4]}, scorer
        )
        recorder.call(f"{name}, search", search, matrix)


def grid_name(model: Any) -> str:
    """Return the name of the number of row clusters of a model or a pipeline."""
    prefix = "meancocluster__" if hasattr(model, "steps") else ""
    return f"{prefix}n_row_clusters"


def fit_search(
    package: Any, model: Any, values: Mapping[str, Any], scorer: Any, X: Any
) -> Any:
    """Search over parameters on the whole data, and return the results."""
    search = GridSearchCV(
        model,
        values,
        scoring=scorer,
        cv=package.WholeDataSplit(),
        refit=False,
        error_score="raise",
    )
    return search.fit(X).cv_results_


def record_modularity(recorder: Recorder) -> None:
    """Record the modularity of labels for several kinds of data."""
    package = recorder.package
    X, rows, columns = planted_data()
    data = {
        "array": X,
        "sparse": sparse.csr_array(X > 5),
        "frame": pd.DataFrame(X),
        "integers": (X > 5).astype(int),
        "zeros": np.zeros_like(X),
        "negative": X - 5,
        "NaN": np.where(X > 9, np.nan, X),
        "part": X[:5],
    }
    structures = {
        "labels": (rows, columns),
        "random": (generator(1).permutation(rows), columns),
        "estimator": MeanCocluster().fit(X),
        "rows": rows,
    }
    arguments = {
        f"{kind}, {key}": (data[kind], structures[key])
        for kind, key in product(data, structures)
    }
    options = grid(match=(False, True))
    recorder.call_each("modularity_score", package.modularity_score, options, arguments)


# Model selection


def record_stability(recorder: Recorder) -> None:
    """Record stability of estimators and of clusters, and choices made by it."""
    package = recorder.package
    X, _, _ = planted_data()
    seeded: Options = {"n_resamples": 4, "random_state": 0}
    models = stability_models(package)
    for metric in package.index_names():
        name = f"stability_score {metric}"
        recorder.call(
            name, package.stability_score, models["means"], X, metric=metric, **seeded
        )
        recorder.call(
            f"{name} of biclusters",
            package.stability_score,
            models["biclusters"],
            X,
            metric=metric,
            **seeded,
        )
    options = grid(
        with_standard_error=(False, True),
        kind=("auto", "counts", "values"),
        metric=("cari_product", "nce", own_score),
        structure=(None, "coclustering", "biclustering"),
        row_fraction=(0.6,),
    )
    arguments = {key: (model, X) for key, model in models.items()}
    given = [{**seeded, **one} for one in options]
    recorder.call_each("stability_score", package.stability_score, given, arguments)
    for key, (model, matrix) in arguments.items():
        for structure in (None, "coclustering", "biclustering"):
            name = f"cluster_stability({structure}) of {key}"
            function = package.cluster_stability
            recorder.call(name, function, model, matrix, structure=structure, **seeded)
        name = f"split_half_test of {key}"
        halves = {"n_splits": 3, "random_state": 0}
        recorder.call(name, package.split_half_test, model, matrix, **halves)
        for kind in ("auto", "counts", "values"):
            scorer = package.make_bicross_scorer(kind=kind, **seeded)
            recorder.call(f"bicross {kind} of {key}", scorer, model, matrix)
    record_choices(recorder)


def stability_models(package: Any) -> dict[str, Any]:
    """Return unfitted estimators of which a stability is computed."""
    return {
        "means": MeanCocluster(),
        "many clusters": MeanCocluster(6, 4),
        "biclusters": package.FunctionCocluster(blocks_of_both),
        "function": package.FunctionCocluster(kmeans_of_both, n_clusters=2),
        "pipeline": make_pipeline(StandardScaler(), MeanCocluster()),
        "fails": FailingCocluster(),
    }


def record_choices(recorder: Recorder) -> None:
    """Record searches by stability, and the candidates chosen from them."""
    package = recorder.package
    X, _, _ = planted_data()
    seeded: Options = {"n_resamples": 4, "random_state": 0}
    values = {"n_row_clusters": [2, 3, 4], "n_column_clusters": [2, 3]}
    scorers = {
        "stability": package.make_stability_scorer(**seeded),
        "plain": package.make_stability_scorer(with_standard_error=False, **seeded),
        "bicross": package.make_bicross_scorer(**seeded),
        "nce": package.make_stability_scorer("nce", **seeded),
    }
    for key, scorer in scorers.items():
        recorder.call(f"scorer {key}", repr, scorer)
        search = GridSearchCV(
            MeanCocluster(),
            values,
            scoring=scorer,
            cv=package.WholeDataSplit(),
            refit=False,
        )
        results = recorder.call(
            f"search by {key}", lambda search: search.fit(X).cv_results_, search
        )
        for by in ("blocks", "modes", "other"):
            function = package.finest_stable
            recorder.call(f"finest_stable({by}) by {key}", function, results, by=by)
        function = package.most_reproducible
        recorder.call(f"most_reproducible by {key}", function, results)
        recorder.call(
            f"StabilityDisplay by {key}",
            package.StabilityDisplay.from_cv_results,
            results,
        )
        close_figures()
    for n_repeats in (1, 3):
        splits = package.WholeDataSplit(n_repeats)
        name = f"WholeDataSplit({n_repeats})"
        recorder.call(name, lambda splits: list(splits.split(X)), splits)


def record_wrappers(recorder: Recorder) -> None:
    """Record estimators that wrap functions and other estimators."""
    package = recorder.package
    X, rows, _ = planted_data()
    with_zeros = X.copy()
    with_zeros[3] = 0
    with_zeros[:, 5] = 0
    data = {
        "array": X,
        "zeros": with_zeros,
        "frame": pd.DataFrame(X, columns=[f"c{j}" for j in range(X.shape[1])]),
        "sparse": sparse.csr_array(with_zeros),
        "NaN": np.where(X > 9.5, np.nan, X),
    }
    options = grid(
        metric=(None, "cosine", "euclidean"),
        empty=("drop", "keep"),
        classifier=(None, KNeighborsClassifier(1), LogisticRegression()),
    )
    estimators = [MeanCocluster(), SpectralCoclustering(3, random_state=0)]
    for (kind, matrix), given, model in product(data.items(), options, estimators):
        inductive = package.InductiveCocluster(model, **given)
        name = f"InductiveCocluster({type(model).__name__}){described(given)}, {kind}"
        fitted = recorder.call(name, inductive.fit, matrix)
        if fitted is not None:
            recorder.call(f"{name}, predict", fitted.predict, matrix)
            recorder.call(f"{name}, labels", package.coclustering_of, fitted)
    scorer = package.make_cocluster_scorer(["cari", "nce"])
    search = GridSearchCV(
        package.InductiveCocluster(MeanCocluster()),
        {"estimator__n_row_clusters": [2, 3, 4]},
        scoring=scorer,
        cv=3,
        refit=False,
    )
    recorder.call("search with y", lambda: search.fit(X, rows).cv_results_)
    for function in (kmeans_of_both, blocks_of_both, own_score, planted_data):
        for kind, matrix in data.items():
            model = package.FunctionCocluster(function)
            name = f"FunctionCocluster({function.__name__}), {kind}"
            recorder.call(f"{name}, fit", model.fit, matrix)
            recorder.call(f"{name}, parameters", model.get_params)
            recorder.call(f"{name}, labels", package.coclustering_of, model)
            recorder.call(f"{name}, biclusters", package.biclustering_of, model)


# Comparisons


def record_comparisons(recorder: Recorder) -> None:
    """Record comparisons of candidates, their tests, texts and figures."""
    package = recorder.package
    planted = {f"data {seed}": draw_data(seed) for seed in range(6)}
    several = {
        "draws": [draw_data(seed) for seed in range(5)],
        "others": [draw_data(seed + 5) for seed in range(5)],
    }
    rows_only = {"rows": (planted["data 0"][0], planted["data 0"][1][0])}
    models = {
        "right": MeanCocluster(),
        "coarse": MeanCocluster(2, 2),
        "fine": MeanCocluster(5, 4),
    }
    failing = {**models, "fails": FailingCocluster()}
    labels = {
        "truth": {name: truth for name, (_, truth) in planted.items()},
        "coarse": MeanCocluster(2, 2),
    }
    metrics = ["cari", "classification_error", "coami"]
    settings: dict[str, tuple[Any, Any, Any, Options]] = {
        "data sets": (models, planted, metrics, {}),
        "failures": (failing, planted, metrics, {}),
        "draws": (models, several, metrics, {"n_repeats": 2}),
        "function": (models, {"drawn": draw_data}, metrics, {"n_draws": 4}),
        "parts": (models, planted, "cari", {"subsample": (0.6, 0.8), "n_draws": 4}),
        "rows": (models, rows_only, metrics, {"n_repeats": 3}),
        "labels": (labels, planted, metrics, {}),
        "weights": (models, planted, "bcubed", {"sample_weight": "balanced"}),
        "not shuffled": (models, planted, {"mine": own_score}, {"shuffle": False}),
        "one data set": (models, {"a": planted["data 0"]}, metrics, {}),
        "biclusters": biclustering_comparison(package),
        "unknown metric": (models, planted, "no index", {}),
        "no candidates": ({}, planted, metrics, {}),
    }
    for key, (candidates, data, metric, options) in settings.items():
        name = f"compare {key}"
        given: Options = {"random_state": 0, **options}
        result = recorder.call(name, package.compare, candidates, data, metric, **given)
        if result is not None:
            record_comparison(recorder, name, result)


def draw_data(seed: int) -> tuple[Any, tuple[Labels, Labels]]:
    """Draw data with their true labels."""
    X, rows, columns = planted_data(seed)
    return X, (rows, columns)


def biclustering_comparison(package: Any) -> tuple[Any, Any, Any, Options]:
    """Return the arguments of a comparison of biclusterings."""
    data = {
        f"data {seed}": package.datasets.make_overlapping_biclusters(
            (24, 12), 2, random_state=seed
        )
        for seed in range(3)
    }
    candidates = {
        "two": package.FunctionCocluster(blocks_of_both),
        "three": package.FunctionCocluster(blocks_of_both, n_clusters=3),
    }
    return candidates, data, ["e4sc", "rnia_distance"], {}


def record_comparison(recorder: Recorder, name: str, result: Any) -> None:
    """Record what a comparison computes, prints and draws."""
    recorder.methods(name, result, ["to_frame", "means", "ranks", "pvalues", "plot"])
    for digits in (2, 3):
        recorder.call(f"{name}, LaTeX {digits}", result.to_latex, digits=digits)
        recorder.call(f"{name}, Markdown {digits}", result.to_markdown, digits=digits)
    recorder.call(
        f"{name}, caption", result.to_latex, caption="A caption", label="table"
    )
    recorder.call(f"{name}, sum", lambda: result + result)
    for metric, level in product((None, *result.metrics, "other"), (0.05, 0.1)):
        label = f"{name}, rank_test({metric}, {level})"
        test = recorder.call(label, result.rank_test, metric, level=level)
        recorder.methods(label, test, ["plot"])
        close_figures()
    for first, second in product(result.candidates, result.candidates):
        for metric in (None, *result.metrics):
            label = f"{name}, differences({first}, {second}, {metric})"
            recorder.call(label, result.differences, first, second, metric)
    for setting in (*result.data, "other"):
        recorder.call(f"{name}, plot({setting})", result.plot, setting=setting)
        close_figures()


# Meta-evaluation and data sets


CHECKED = ("rand", "cari", "classification_error", "comi", "purity", "bcubed", "yule")
CHECKED_BICLUSTERINGS = ("rnia_distance", "bicluster_precision", "bicluster_csi")


def record_meta_evaluation(recorder: Recorder) -> None:
    """Record small searches for properties, and tests of indices."""
    package = recorder.package
    meta = package.meta_evaluation
    few: Options = {"n_draws": 3, "random_state": 0}
    searches: dict[str, tuple[tuple[str, ...], Options]] = {
        "clustering": (CHECKED, {"structure": "clustering", "max_size": 3}),
        "coclustering": (CHECKED[:2], {"structure": "coclustering", "max_size": 4}),
        "biclustering": (CHECKED_BICLUSTERINGS, {"max_size": 3}),
    }
    for structure, (metrics, options) in searches.items():
        for metric in metrics:
            name = f"check_index({metric}, {structure})"
            recorder.call(name, meta.check_index, metric, **few, **options)
    own = partial(meta.check_index, own_score, **searches["clustering"][1], **few)
    recorder.call("check_index(own)", own)
    for metric in ("rand", "cari", "variation_of_information", "e4sc"):
        sizes: Options = {"n_samples": [10, 15], "random_state": 0}
        baseline = meta.constant_baseline_test
        name = f"constant_baseline_test({metric})"
        recorder.call(name, baseline, metric, n_draws=100, **sizes)
        bias = meta.selection_bias_test
        name = f"selection_bias_test({metric})"
        recorder.call(name, bias, metric, n_draws=100, **sizes)
    record_inconsistency(recorder)


def record_inconsistency(recorder: Recorder) -> None:
    """Record how often indices prefer different candidates."""
    meta = recorder.package.meta_evaluation
    names = recorder.package.index_names("partition")
    for structure, n_modes in (("clustering", 1), ("coclustering", 2)):
        triplets = []
        for seed in range(8):
            true, pred = random_pair(seed, n_modes)
            rng = generator(seed, 81)
            other = tuple(noisy(rng, mode, 0.4) for mode in as_modes(true))
            triplets.append((true, pred, other if n_modes > 1 else other[0]))
        for metrics in (names, ["cari", "rand"], {"a": "cari", "b": own_score}):
            name = f"inconsistency_rates({structure}) of {len(metrics)}"
            function = meta.inconsistency_rates
            result = recorder.call(
                f"{name} {type(metrics).__name__}",
                function,
                metrics,
                triplets,
                structure=structure,
            )
            recorder.methods(f"{name} {type(metrics)}", result, ["to_frame"])


def record_datasets(recorder: Recorder) -> None:
    """Record all generators of structures and data, by seed."""
    datasets = recorder.package.datasets
    seeds: dict[str, tuple[Any, ...]] = {}
    blocks = grid(
        family=("gaussian", "poisson", "bernoulli"),
        separation=(0.0, 0.5, 2.0),
        shuffle=(True, False),
        random_state=range(3),
    )
    seeds = {"6 x 5": ((6, 5), 2), "9 x 7": ((9, 7), (3, 2)), "bad": ((2, 2), 5)}
    recorder.call_each("make_latent_blocks", datasets.make_latent_blocks, blocks, seeds)
    shares = grid(
        row_proportions=([0.2, 0.8], [0.5, 0.6]),
        column_proportions=(None, [0.7, 0.3]),
        random_state=range(3),
    )
    recorder.call_each(
        "make_latent_blocks, shares", datasets.make_latent_blocks, shares, seeds
    )
    overlapping = grid(
        pattern=("constant", "additive", "multiplicative"),
        overlap=(0.0, 0.3),
        noise=(0.0, 0.5),
        shuffle=(True, False),
        random_state=range(3),
    )
    recorder.call_each(
        "make_overlapping_biclusters",
        datasets.make_overlapping_biclusters,
        overlapping,
        {"12 x 9": ((12, 9), 2), "20 x 20": ((20, 20), 3), "bad": ((2, 2), 5)},
    )
    record_random_structures(recorder)


def record_random_structures(recorder: Recorder) -> None:
    """Record random partitions, co-clusterings and biclusters."""
    datasets = recorder.package.datasets
    seeds = grid(random_state=range(20))
    pairs = {f"{i}": (random_pair(i, 2)[0],) for i in range(5)}
    moved = {
        f"{key}, {moves}": (pair[0], moves)
        for (key, pair), moves in product(pairs.items(), (0, 1, 3, [1, 2]))
    }
    calls: dict[str, dict[str, tuple[Any, ...]]] = {
        "perturb_coclustering": moved,
        "random_bicluster": {"2 x 1": ((5, 4), (2, 1)), "bad": ((5, 4), (9, 1))},
        "random_coclustering": {"2": ((5, 4), 2), "3 x 2": ((6, 5), (3, 2))},
        "random_partition": {"sizes": ([3, 2, 1],), "empty": ([],), "bad": ([-1],)},
        "random_surjection": {"5 to 2": (5, 2), "9 to 4": (9, 4), "bad": (2, 3)},
    }
    for name, arguments in calls.items():
        recorder.call_each(name, getattr(datasets, name), seeds, arguments)
    sizes = grid(row_sizes=([3, 2],), column_sizes=([2, 2], [1]), random_state=range(5))
    function = datasets.random_coclustering
    recorder.call_each("random_coclustering", function, sizes, {"sizes": ()})


# Figures


def record_figures(recorder: Recorder) -> None:
    """Record the data and the texts of every display."""
    X, rows, columns = planted_data()
    model = MeanCocluster(4, 2).fit(X)
    truths = {
        "labels": (rows, columns),
        "texts": (np.array(list("xyz"))[rows], columns),
        "none": None,
        "missing": (np.where(rows == 0, -1, rows), columns),
        "rows": rows,
    }
    for key, truth in truths.items():
        record_partition_figures(recorder, key, X, truth, model)
    record_bicluster_figures(recorder, X)
    record_other_figures(recorder, X)


def record_partition_figures(
    recorder: Recorder, key: str, X: Any, truth: Any, model: MeanCocluster
) -> None:
    """Record the displays that show labels."""
    package = recorder.package
    pred = (model.row_labels_, model.column_labels_)
    frame = pd.DataFrame(X, columns=[f"c{j}" for j in range(X.shape[1])])
    displays = package.CoclusterDisplay
    shown: list[tuple[str, Any, Any]] = [("array", X, one) for one in UNLABELED]
    shown += [("frame", frame, None), ("sparse", sparse.csr_array(X), None)]
    for kind, matrix, unlabeled in shown:
        record_figure(
            recorder,
            f"CoclusterDisplay of {key}, {unlabeled}, {kind}",
            partial(displays.from_predictions, unlabeled=unlabeled),
            *(matrix, truth, pred),
        )
    name = f"CoclusterDisplay of {key}, estimator"
    record_figure(recorder, name, displays.from_estimator, model, X, truth)
    tables = package.ContingencyDisplay
    for unlabeled in UNLABELED:
        name = f"ContingencyDisplay of {key}, {unlabeled}"
        make = partial(tables.from_predictions, unlabeled=unlabeled)
        record_figure(recorder, name, make, truth, pred)
    name = f"ContingencyDisplay of {key}, estimator"
    record_figure(recorder, name, tables.from_estimator, model, truth)
    for metric in ("cari_product", "bcubed"):
        options: Options = {"n_draws": 19, "random_state": 0}
        make = partial(package.PermutationDisplay.from_predictions, **options)
        name = f"PermutationDisplay of {key}, {metric}"
        record_figure(recorder, name, make, truth, pred, metric)


def record_figure(
    recorder: Recorder, name: str, make: Callable[..., Any], *args: Any
) -> None:
    """Record a display as it is made, and as it is drawn once more."""
    display = recorder.call(name, make, *args)
    recorder.methods(name, display, ["plot"])
    close_figures()


def close_figures() -> None:
    """Close all figures."""
    importlib.import_module("matplotlib.pyplot").close("all")


def record_bicluster_figures(recorder: Recorder, X: Any) -> None:
    """Record the displays that show biclusters."""
    package = recorder.package
    rng = generator(91)
    pred = random_indicators(rng, 3, X.shape)
    true = disjoint_indicators(rng, 2, X.shape)
    truths = {"disjoint": true, "overlapping": pred, "none": None}
    space = package.PrecisionRecallSpaceDisplay
    for key, truth in truths.items():
        display = package.BiclusterDisplay
        make = display.from_predictions
        name = f"BiclusterDisplay of {key}"
        record_figure(recorder, name, make, X, truth, pred)
        make = display.from_estimator
        fitted = fitted_biclusters()
        record_figure(recorder, f"{name}, estimator", make, fitted, X, truth)
        for options in grid(
            metric=("fbeta", "jaccard", "goodness"),
            correction=(None, "expected", "space"),
        ):
            name = f"PrecisionRecallSpaceDisplay{described(options)} of {key}"
            make = partial(space.from_predictions, **options)
            record_figure(recorder, name, make, truth, pred)
        make = package.PermutationDisplay.from_predictions
        make = partial(make, n_draws=19, random_state=0)
        record_figure(
            recorder, f"PermutationDisplay of {key}", make, truth, pred, "e4sc"
        )
        table = recorder.call(f"match_table of {key}", package.match_table, truth, pred)
        recorder.methods(f"match_table of {key}", table, ["plot"])
        close_figures()


def record_other_figures(recorder: Recorder, X: Any) -> None:
    """Record displays of baselines, stability and one-mode structures."""
    package = recorder.package
    _, rows, columns = planted_data()
    options: Options = {"n_clusters": [2, 3, 5], "n_draws": 9, "random_state": 0}
    baseline = partial(package.BaselineDisplay.from_metrics, **options)
    metrics: tuple[Any, ...] = ("rand", ["cari", "nce"], {"mine": own_score})
    structures = {"rows": rows, "both": (rows, columns)}
    for number, metric in enumerate(metrics):
        for key, truth in structures.items():
            name = f"BaselineDisplay of {key}, metrics {number}"
            record_figure(recorder, name, baseline, truth, metric)
    make = package.StabilityDisplay.from_estimator
    ranges: dict[Any, Any] = {
        "n_row_clusters": [2, 3, 4],
        ("n_row_clusters", "n_column_clusters"): [(2, 2), (3, 2), (3, 3)],
        "unknown": [1, 2],
    }
    for name, values in ranges.items():
        for by, metric in product(("blocks", "modes"), ("cari_product", "nce")):
            record_figure(
                recorder,
                f"StabilityDisplay of {name}, {by}, {metric}",
                partial(
                    make,
                    param_range=values,
                    param_name=name,
                    by=by,
                    metric=metric,
                    n_resamples=4,
                    random_state=0,
                ),
                MeanCocluster(),
                X,
            )
    tables = package.ContingencyDisplay
    for i in range(3):
        name = f"ContingencyDisplay of clustering {i}"
        record_figure(recorder, name, tables.from_predictions, *random_pair(i, 1))


# Bad input


def bad_structures() -> dict[str, Any]:
    """Return what is no structure, or one of other items."""
    labels = [0, 0, 1, 1]
    rows = np.array([[1, 1, 0, 0], [0, 0, 1, 1]])
    return {
        "None": None,
        "number": 3,
        "float": 0.5,
        "NaN": math.nan,
        "text": "0011",
        "bytes": b"0011",
        "empty list": [],
        "empty tuple": (),
        "set": {0, 1},
        "dict": {"a": 0},
        "object": object,
        "function": own_score,
        "labels": labels,
        "short": labels[:3],
        "long": labels * 2,
        "matrix": rows,
        "column": np.array(labels)[:, None],
        "scalar array": np.array(1),
        "ragged": [[0, 1], [0]],
        "with None": [0, None, 1, 1],
        "with NaN": [0.0, math.nan, 1.0, 1.0],
        "infinite": [0.0, math.inf, 1.0, 1.0],
        "complex": [0j, 1j, 0j, 1j],
        "minus ones": [-1, -1, 0, 0],
        "masked": np.ma.masked_array(labels, [True, False, False, False]),
        "fully masked": np.ma.masked_array(labels, True),
        "unhashable": [[0], [1], [0], [1]],
        "iterator": iter(labels),
        "range": range(4),
        "large": [2**70, 0, 1, 1],
        "Series": pd.Series(labels, index=list("abcd")),
        "repeated names": pd.Series(labels, index=list("aabb")),
        "frame": pd.DataFrame({"a": labels}),
        "dates": np.array(labels).astype("M8[D]"),
        "NaT": np.array(["NaT", "2020", "2020", "2021"], dtype="M8[D]"),
        "sparse": sparse.csr_array(rows),
        "pair": (labels, labels[:3]),
        "pair, short": (labels[:3], labels[:3]),
        "pair of numbers": (0, 1),
        "pair of None": (None, None),
        "pair with None": (labels, None),
        "pair with NaN": (labels, [0.0, math.nan, 1.0]),
        "pair of texts": ("abcd", "abc"),
        "pair, list": [labels, labels[:3]],
        "one mode": (labels,),
        "three modes": (labels, labels[:3], labels[:2]),
        "blocks": (rows, rows[:, :3]),
        "blocks, lists": (rows.tolist(), rows[:, :3].tolist()),
        "blocks, other numbers": (rows, rows[:1, :3]),
        "blocks, other shape": (rows[:, :3], rows),
        "blocks with 2": (rows * 2, rows[:, :3]),
        "blocks with -1": (-rows, rows[:, :3]),
        "blocks with NaN": (np.where(rows == 1, math.nan, 0.0), rows[:, :3]),
        "blocks, halves": (rows * 0.5, rows[:, :3]),
        "blocks, texts": (rows.astype(str), rows[:, :3]),
        "blocks, masked": (np.ma.masked_array(rows, rows == 1), rows[:, :3]),
        "blocks, frames": (pd.DataFrame(rows), pd.DataFrame(rows[:, :3])),
        "blocks, cube": (rows[None], rows[None, :, :3]),
        "no blocks": (rows[:0], rows[:0, :3]),
        "no rows": (rows[:, :0], rows[:, :3]),
        "memberships": np.full((4, 2), 0.5),
        "memberships above 1": np.full((4, 2), 0.9),
        "negative memberships": np.array([[1.5, -0.5]] * 4),
        "unfitted": MeanCocluster(),
        "class": MeanCocluster,
    }


def record_bad_structures(recorder: Recorder) -> None:
    """Record what every function of two structures does with bad ones."""
    package = recorder.package
    good = {
        "labels": np.array([0, 0, 1, 1]),
        "pair": (np.array([0, 0, 1, 1]), np.array([0, 1, 1])),
        "blocks": (np.eye(2, 4, dtype=bool), np.eye(2, 3, dtype=bool)),
    }
    names = [
        *(*PARTITION_OPTIONS, *BICLUSTERING_OPTIONS, *SOFT_OPTIONS),
        *(*OVERLAPPING_OPTIONS, "match_table", "coclustering_report"),
        *("bicluster_report", "score_interval", "permutation_test"),
    ]
    for name, (key, other) in product(names, good.items()):
        function = seeded(getattr(package, name))
        for bad, given in bad_structures().items():
            recorder.call(f"{name} of {bad} and {key}", function, given, other)
        for bad, given in bad_structures().items():
            recorder.call(f"{name} of {key}, then {bad}", function, other, given)
    single = [
        *("coclustering_of", "biclustering_of", "labels_to_biclusters"),
        *("biclusters_to_labels", "biclusters_from_indices", "finest_stable"),
        *("most_reproducible", "FunctionCocluster"),
    ]
    for name in single:
        for bad, given in bad_structures().items():
            recorder.call(f"{name} of {bad}", getattr(package, name), given)
    record_bad_data(recorder)


def seeded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that draws little, and always the same."""
    options = {"random_state": 0, "n_draws": 9, "n_resamples": 3}
    parameters = inspect.signature(function).parameters
    known = {key: value for key, value in options.items() if key in parameters}
    return partial(function, **known) if known else function


def record_bad_data(recorder: Recorder) -> None:
    """Record what functions of an estimator or a matrix do with bad ones."""
    package = recorder.package
    X, rows, columns = planted_data()
    model = MeanCocluster()
    scorer = package.make_cocluster_scorer("cari", row_labels=rows)
    fitted = MeanCocluster().fit(X)
    for bad, given in bad_structures().items():
        for name in ("stability_score", "cluster_stability", "split_half_test"):
            function = seeded_resampling(getattr(package, name))
            recorder.call(f"{name} of data: {bad}", function, model, given)
            recorder.call(f"{name} of estimator: {bad}", function, given, X)
        truth = (rows, columns)
        recorder.call(
            f"modularity of data: {bad}", package.modularity_score, given, truth
        )
        recorder.call(f"modularity of {bad}", package.modularity_score, X, given)
        recorder.call(f"scorer of {bad}", scorer, given, X)
        recorder.call(f"scorer of data: {bad}", scorer, fitted, given)
        recorder.call(
            f"make_cocluster_scorer, rows: {bad}",
            partial(package.make_cocluster_scorer, "cari", row_labels=given),
        )
        recorder.call(
            f"make_cocluster_scorer, weights: {bad}",
            partial(
                package.make_cocluster_scorer,
                "bcubed",
                row_labels=[0, 0, 1, 1],
                sample_weight=given,
            ),
        )
        for name in ("bcubed_score", "cari_score", "comi_score"):
            recorder.call(
                f"{name}, weights: {bad}",
                getattr(package, name),
                [0, 0, 1, 1],
                [0, 1, 1, 1],
                sample_weight=given,
            )


def seeded_resampling(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of an estimator that resamples little, with a seed."""
    name = "n_splits" if "split" in function.__name__ else "n_resamples"
    return partial(function, **{name: 3, "random_state": 0})


BAD_VALUES: tuple[Any, ...] = (
    None, "other", "", -1, 0, 1, 2.5, 0.5, math.nan, math.inf, True, False, [], (), {},
    "2", 10**30, object, np.array([1, 2]), ["cari"], b"a",
)  # fmt: skip
NOT_TRIED = {"ax", "time_limit", "verbose", "n_jobs", "random_state", "kwargs"}
SLOW_IF_LARGE = {"n_draws", "n_refits", "n_resamples", "n_splits", "n_repeats"}


def record_bad_options(recorder: Recorder) -> None:
    """Record what every function does with bad values of each of its options."""
    for name, call in option_calls(recorder.package).items():
        for option in options_in(call):
            for number, value in enumerate(bad_values_of(option)):
                label = f"{name} with {option}: bad value {number}"
                recorder.call(label, call, **{option: value})
        recorder.call(f"{name} with an unknown option", partial(call, no_option=1))
        close_figures()


def options_in(call: Callable[..., Any]) -> list[str]:
    """Return the keyword-only options of a call."""
    parameters = inspect.signature(call).parameters.values()
    kinds = (inspect.Parameter.KEYWORD_ONLY,)
    named = [one.name for one in parameters if one.kind in kinds]
    seeds = [name for name in ("random_state", "n_jobs", "verbose") if name in named]
    return [name for name in named if name not in NOT_TRIED] + seeds


def bad_values_of(option: str) -> Iterator[Any]:
    """Return bad values of an option, and none that starts workers or draws anew."""
    if option == "random_state":
        yield from (-1, 2**32, 0.5, "a", [], True)
    elif option == "n_jobs":
        yield from (0, 2**31, "2", 0.5)
    elif option == "verbose":
        yield from (-1, True, None, "1", 0.5)
    else:
        for value in BAD_VALUES:
            is_huge = isinstance(value, int) and value > 10**9
            if not (option in SLOW_IF_LARGE and is_huge):
                yield value


def option_calls(package: Any) -> dict[str, Callable[..., Any]]:
    """Return a quick and valid call of every function that has options."""
    X, rows, columns = planted_data()
    true, pred = (rows, columns), (rows % 2, columns)
    blocks = package.labels_to_biclusters(true)
    models = {"a": MeanCocluster(), "b": MeanCocluster(2)}
    seed = {"random_state": 0}
    calls: dict[str, Callable[..., Any]] = {
        name: partial(getattr(package, name), true, pred)
        for name in (*PARTITION_OPTIONS, *SOFT_OPTIONS)
    }
    calls |= {
        name: partial(getattr(package, name), blocks, blocks)
        for name in (*BICLUSTERING_OPTIONS, "match_table")
    }
    calls |= {
        name: partial(getattr(package, name), blocks[0].T, blocks[0].T)
        for name in OVERLAPPING_OPTIONS
    }
    drawn = {"n_draws": 9, **seed}
    resampled = {"n_resamples": 3, **seed}
    meta = package.meta_evaluation
    datasets = package.datasets
    calls |= {
        "permutation_test": partial(
            package.permutation_test, true, pred, "bcubed", **drawn
        ),
        "adjusted_for_chance": partial(
            package.adjusted_for_chance, true, pred, "bcubed", n_draws=5, **seed
        ),
        "score_interval": partial(package.score_interval, true, pred, "cari"),
        "compare_scores": partial(package.compare_scores, true, pred, true, "cari"),
        "critical_value": partial(package.critical_value, [4, 4], [4, 4], "rand"),
        "coclustering_report": partial(
            package.coclustering_report, true, pred, metrics="cari"
        ),
        "bicluster_report": partial(
            package.bicluster_report, blocks, blocks, metrics="e4sc", **seed
        ),
        "pairwise_scores": partial(
            package.pairwise_scores, {"a": true, "b": pred}, "cari"
        ),
        "stability_score": partial(
            package.stability_score, models["a"], X, **resampled
        ),
        "make_stability_scorer": package.make_stability_scorer,
        "make_bicross_scorer": package.make_bicross_scorer,
        "cluster_stability": partial(
            package.cluster_stability, models["a"], X, **resampled
        ),
        "split_half_test": partial(
            package.split_half_test, models["a"], X, n_splits=3, **seed
        ),
        "separation_test": partial(
            package.separation_test, models["a"], X, n_draws=3, **seed
        ),
        "refit_test": partial(
            package.refit_test, models["a"], X, true, n_refits=3, **seed
        ),
        "compare": partial(
            package.compare, models, {"data": (X, true)}, "cari", n_draws=2, **seed
        ),
        "make_cocluster_scorer": partial(
            package.make_cocluster_scorer, "cari", row_labels=rows
        ),
        "make_bicluster_scorer": partial(
            package.make_bicluster_scorer, "e4sc", rows=blocks[0], columns=blocks[1]
        ),
        "coclustering_of": partial(package.coclustering_of, MeanCocluster().fit(X)),
        "biclusters_to_labels": partial(package.biclusters_to_labels, blocks),
        "labels_to_biclusters": partial(package.labels_to_biclusters, true),
        "biclusters_from_indices": partial(
            package.biclusters_from_indices, [([0], [1])], (4, 3)
        ),
        "modularity_score": partial(package.modularity_score, X, true),
        "InductiveCocluster": lambda **options: package.InductiveCocluster(
            MeanCocluster(), **options
        ).fit(X),
        "CoclusterDisplay": partial(package.CoclusterDisplay, X, true, pred),
        "contingency_table": partial(package.tables.contingency_table, true, pred),
        "check_index": partial(meta.check_index, "cari", max_size=3, n_draws=2, **seed),
        "constant_baseline_test": partial(
            meta.constant_baseline_test, "rand", n_samples=[10], n_draws=100, **seed
        ),
        "selection_bias_test": partial(
            meta.selection_bias_test, "rand", n_samples=[10], n_draws=5, **seed
        ),
        "inconsistency_rates": partial(
            meta.inconsistency_rates, ["cari", "rand"], [(rows, rows % 2, rows)]
        ),
        "make_latent_blocks": partial(datasets.make_latent_blocks, (6, 5), 2, **seed),
        "make_overlapping_biclusters": partial(
            datasets.make_overlapping_biclusters, (6, 5), 2, **seed
        ),
        "random_coclustering": partial(datasets.random_coclustering, (6, 5), 2, **seed),
    }
    return calls


def record_bad_names(recorder: Recorder) -> None:
    """Record what functions do with names of no index, close ones included."""
    package = recorder.package
    true, pred = random_pair(3, 2)
    names: tuple[Any, ...] = (
        "adjusted_rand_score", "ARI", "ari", "Rand", "nmi", "v_measure_score", "cary",
        "neg_cari", "neg_minkowski", "e4sc", "bicluster", "", None, 3, ["cari"],
        package.cari_score, own_score, len, "modularity", "consensus", "fscore",
    )  # fmt: skip
    for name in names:
        label = ADDRESS.sub("", repr(name))
        for key in ("permutation_test", "score_interval", "adjusted_for_chance"):
            function = seeded(getattr(package, key))
            recorder.call(f"{key} by {label}", function, true, pred, name)
        recorder.call(f"get_scorer by {label}", package.get_scorer, name)
        structures = {"a": true, "b": pred}
        recorder.call(
            f"pairwise_scores by {label}", package.pairwise_scores, structures, name
        )
        tables = tables_of(recorder, (true, pred))
        score = package.tables.score_from_tables
        recorder.call(f"score_from_tables by {label}", score, tables, name)
        for function in (package.pair_counting_score,):
            recorder.call(
                f"pair counting by {label}", function, true, pred, metric=name
            )
        recorder.call(f"index_names by {label}", package.index_names, name)
        recorder.call(f"attribute {label}", getattr, package, str(name))


SECTIONS: tuple[Callable[[Recorder], None], ...] = (
    record_indices,
    record_weights,
    record_unlabeled,
    record_names,
    record_tests,
    record_tables,
    record_conversions,
    record_matches,
    record_reports,
    record_scorers,
    record_stability,
    record_wrappers,
    record_comparisons,
    record_meta_evaluation,
    record_datasets,
    record_figures,
    record_bad_structures,
    record_bad_options,
    record_bad_names,
)


def record(file: Path, root: Path | None) -> None:
    """Record all calls of the package of a checkout."""
    if root is not None:
        sys.path.insert(0, str(root.resolve()))
    mpl.use("Agg")
    package = importlib.import_module(PACKAGE)
    print(f"Recording {package.__file__}", flush=True)
    recorder = Recorder(package)
    with threadpool_limits(limits=1):
        for section in SECTIONS:
            start = time.process_time()
            n_before = len(recorder.values)
            n_failed = len(recorder.messages)
            section(recorder)
            seconds = time.process_time() - start
            n_calls = len(recorder.values) - n_before
            n_errors = len(recorder.messages) - n_failed
            print(
                f"{section.__name__}: {n_calls} calls, {n_errors} errors, "
                f"{seconds:.1f} s",
                flush=True,
            )
    recorder.write(file)
    print(f"{len(recorder.values)} calls, {len(recorder.messages)} errors")


# Comparison of two records


def read(file: Path) -> dict[str, Any]:
    """Read a record."""
    with gzip.open(file, "rt", encoding="utf-8") as stream:
        content: dict[str, Any] = json.load(stream)
    return content


def is_close(old: Any, new: Any) -> bool:
    """Return whether two values are equal but for the last digits of floats."""
    if type(old) is not type(new):
        return False
    if isinstance(old, dict):
        return list(old) == list(new) and all(is_close(old[k], new[k]) for k in old)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(is_close, old, new))
    if old == new:
        return True
    if not isinstance(old, str):
        return False
    return are_close_floats(old, new)


def are_close_floats(old: str, new: str) -> bool:
    """Return whether these are floats of one type that differ in the last digits."""
    kind, _, old_digits = old.partition(" ")
    new_kind, _, new_digits = new.partition(" ")
    if kind != new_kind or not kind.startswith("float"):
        return False
    values = float.fromhex(old_digits), float.fromhex(new_digits)
    return math.isclose(*values, rel_tol=TOLERANCE, abs_tol=0.0)


def compare(old_file: Path, new_file: Path, with_messages: bool) -> int:
    """Print how two records differ; return 1 if they do."""
    old_record = read(old_file)
    new_record = read(new_file)
    kinds = ("values", "messages", "warnings") if with_messages else ("values",)
    has_differences = False
    for kind in kinds:
        if compare_part(kind, old_record[kind], new_record[kind]):
            has_differences = True
    return 1 if has_differences else 0


def compare_part(kind: str, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Print how one part of two records differs; return whether it does."""
    names = list(dict.fromkeys([*old, *new]))
    differing = [
        name
        for name in names
        if name not in old or name not in new or old[name] != new[name]
    ]
    print(f"{kind}: {len(names)} calls")
    if kind == "values":
        n_errors = [sum(map(is_error, part.values())) for part in (old, new)]
        n_close = sum(
            is_close(old[name], new[name])
            for name in differing
            if name in old and name in new
        )
        print(f"{n_errors[0]} errors in the old record, {n_errors[1]} in the new one")
        print(f"{n_close} differ only in the last digits")
    print(f"{len(differing)} differ")
    for name in differing[:N_SHOWN]:
        print(f"  {name}\n    old: {shown(old, name)}\n    new: {shown(new, name)}")
    return bool(differing)


def is_error(value: Any) -> bool:
    """Return whether a call raised an error."""
    return isinstance(value, dict) and list(value) == ["error"]


def shown(part: dict[str, Any], name: str) -> str:
    """Return a value for printing, cut to one line."""
    if name not in part:
        return "no such call"
    text = json.dumps(part[name])
    return text if len(text) <= 200 else f"{text[:200]}..."


def main() -> int:
    """Read the command, and run it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="call everything and write FILE")
    recording.add_argument("file", type=Path)
    recording.add_argument("--root", type=Path, help="checkout with the package")
    comparing = commands.add_parser("compare", help="list what differs")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--messages", action="store_true", help="compare texts too")
    arguments = parser.parse_args()
    if arguments.command == "record":
        record(arguments.file, arguments.root)
        return 0
    return compare(arguments.old, arguments.new, arguments.messages)


if __name__ == "__main__":
    sys.exit(main())
