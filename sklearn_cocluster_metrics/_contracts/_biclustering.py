"""The contracts of the measures of biclusterings.

Chance, for a corrected index, is a random bicluster with as many rows and as many
columns as the predicted one. The mean over these is 0 where one bicluster is compared
with one; of several predicted ones the best is taken, which is better than chance.
"""

import math
from collections.abc import Callable
from typing import Any

from .._indices import _best_match, _bicluster_similarity, _micro_objects
from .._indices._bcubed import mocice_fscore
from .._indices._precision_recall import CORRECTIONS, EXPECTATIONS
from .._metrics import (
    bicluster_fbeta_score,
    bicluster_goodness_score,
    bicluster_jaccard_score,
    bicluster_precision_score,
    bicluster_recall_score,
    bicluster_similarity_score,
    clustering_error,
    e4sc_score,
    microobject_rand_score,
    microobject_variation_of_information,
    mocice_bcubed_score,
    rnia_distance,
)
from ._contract import Contract

HANCZAR = "Hanczar & Nadif (2013)"
ROSALES = "Rosales-Méndez & Ramírez-Cruz (2018)"
HORTA = "Horta & Campello (2014)"


def _best_matches(
    name: str,
    function: Callable[..., float],
    formula: Callable[..., float],
    equation: str,
    lower: float,
    **exact: str,
) -> tuple[Contract, Contract]:
    """Make the contracts of an index as it is, and corrected for chance.

    `lower` is the bound of the corrected one; `exact` are the options, besides, under
    which its mean is exactly 0.
    """
    corrections = tuple(kind for kind in CORRECTIONS if kind is not None)
    options = {"expectation": EXPECTATIONS} if exact else {}
    plain = Contract(
        name=f"bicluster_{name}",
        function=function,
        formula=formula,
        source=f"{HANCZAR}, {equation}",
        structure="biclustering",
        symmetric=False,
        options={"correction": corrections, **options},
    )
    corrected = Contract(
        name=f"corrected_bicluster_{name}",
        function=function,
        formula=formula,
        source=f"{HANCZAR}, section 4",
        structure="biclustering",
        lower=lower,
        symmetric=False,
        chance_level=0.0,
        chance_is_exact_under=("product",),
        fixed={"correction": "expected", **exact},
    )
    return plain, corrected


def _of_cells(equation: int, **promises: Any) -> Contract:
    """Make the contract of a measure that takes biclusters for clusters of cells."""
    return Contract(
        source=f"{ROSALES}, equation ({equation})", structure="biclustering", **promises
    )


def _similarity(index: str, symmetric: bool) -> Contract:
    """Make the contract of one index of `bicluster_similarity_score`."""
    return Contract(
        name=f"bicluster_{index}",
        function=bicluster_similarity_score,
        formula=_bicluster_similarity.bicluster_similarity,
        source=HORTA,
        structure="biclustering",
        symmetric=symmetric,
        fixed={"index": index},
    )


BICLUSTERING = (
    *_best_matches(
        "precision",
        bicluster_precision_score,
        _best_match.bicluster_precision,
        "equation (2)",
        lower=-math.inf,
    ),
    *_best_matches(
        "recall",
        bicluster_recall_score,
        _best_match.bicluster_recall,
        "equation (3)",
        lower=-math.inf,
    ),
    *_best_matches(
        "fbeta",
        bicluster_fbeta_score,
        _best_match.bicluster_fbeta,
        "equation (10)",
        lower=-1.0,
    ),
    *_best_matches(
        "jaccard",
        bicluster_jaccard_score,
        _best_match.bicluster_jaccard,
        "equation (6)",
        lower=-1.0,
        expectation="exact",
    ),
    *_best_matches(
        "goodness",
        bicluster_goodness_score,
        _best_match.bicluster_goodness,
        "equation (9)",
        lower=-1.0,
    ),
    _of_cells(
        2,
        name="rnia_distance",
        function=rnia_distance,
        formula=_micro_objects.relative_nonintersecting_area,
        greater_is_better=False,
        at_equality=0.0,
        options={"overlap": _micro_objects.OVERLAPS},
    ),
    _of_cells(
        1,
        name="clustering_error",
        function=clustering_error,
        formula=_micro_objects.clustering_error,
        greater_is_better=False,
        at_equality=0.0,
        options={"overlap": _micro_objects.OVERLAPS},
    ),
    _of_cells(
        3,
        name="microobject_rand",
        function=microobject_rand_score,
        formula=_micro_objects.rand_index,
    ),
    _of_cells(
        4,
        name="microobject_variation_of_information",
        function=microobject_variation_of_information,
        formula=_micro_objects.variation_of_information,
        greater_is_better=False,
        upper=math.inf,
        at_equality=0.0,
    ),
    _of_cells(8, name="e4sc", function=e4sc_score, formula=_micro_objects.e4sc),
    _of_cells(
        14,
        name="mocice_bcubed",
        function=mocice_bcubed_score,
        formula=mocice_fscore,
        symmetric=False,
    ),
    *(
        _similarity(index, index in _bicluster_similarity.SYMMETRIC)
        for index in _bicluster_similarity.SIMILARITIES
    ),
)
