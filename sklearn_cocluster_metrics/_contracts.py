"""What each index promises: one table, read by tests, scorers and documentation.

A property that stands here is tested for every index that declares it; one that stands
nowhere else cannot go stale.
"""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ._indices._adjusted_rand import NULL_MODELS, adjusted_rand
from ._indices._classification import (
    NORMALIZATIONS,
    matching_error,
    normalized_error,
)
from ._indices._fixed_clusters import ami_star, nami_star
from ._indices._information import (
    AVERAGES,
    co_adjusted_mutual_information,
    co_mutual_information,
    co_normalized_mutual_information,
    extended_normalized_mutual_information,
)
from ._metrics import (
    ami_star_score,
    cari_score,
    classification_error,
    coami_score,
    comi_score,
    conmi_score,
    enmi_score,
    nami_star_score,
    nce_score,
)

ROBERT = "Robert, Vasseur & Brault (2021)"
VINH = "Vinh, Epps & Bailey (2010)"
STAR = '"Cluster Validation Using Mutual Information"'


@dataclass(frozen=True)
class Contract:
    """The promises of one index, under its default options.

    Parameters
    ----------
    name : str
        Short name, under which scorers and reports know the index.
    function : callable
        Public function ``(true, pred, *, **options) -> float``.
    formula : callable
        The index as a function of statistics, ``(tables, **options) -> float``.
    source : str
        Publication and equation.
    structure : {"partition", "biclustering"}
        What is compared: clusterings and co-clusterings, or biclusterings.
    greater_is_better : bool
        Direction.
    lower, upper : float
        Bounds of the values; `upper` of one mode where `adds_over_modes`.
    symmetric : bool
        Whether both sides can change places.
    at_equality : float or None
        Value for equal structures; None where that is not one constant.
    chance_level : float or None
        Mean value by chance, of an index that is corrected for chance; else None.
    chance_is_exact_under : collection of str
        Null models of co-clusterings under which the mean is exactly that.
    adds_over_modes : bool
        Whether the value is a sum over the modes of a co-clustering.
    options : mapping of str to collection of str
        Allowed values of each option, the default first or as the function says.
    fixed : mapping of str to Any
        Keyword arguments that make this index of a function that has several.
    """

    name: str
    function: Callable[..., Any]
    formula: Callable[..., float]
    source: str
    structure: str = "partition"
    greater_is_better: bool = True
    lower: float = 0.0
    upper: float = 1.0
    symmetric: bool = True
    at_equality: float | None = 1.0
    chance_level: float | None = None
    chance_is_exact_under: Collection[str] = ()
    adds_over_modes: bool = False
    options: Mapping[str, Collection[str]] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, true: Any, pred: Any, **options: Any) -> float:
        """Compute the index."""
        return float(self.function(true, pred, **self.fixed, **options))

    def bounds(self, n_modes: int = 1) -> tuple[float, float]:
        """Return the least and the greatest value for so many modes."""
        return self.lower, self.upper * (n_modes if self.adds_over_modes else 1)

    def value_at_equality(self, n_modes: int = 1) -> float | None:
        """Return the value for equal structures of so many modes."""
        if self.at_equality is None:
            return None
        return self.at_equality * (n_modes if self.adds_over_modes else 1)


def _table(*contracts: Contract) -> dict[str, Contract]:
    """Arrange contracts by name."""
    return {contract.name: contract for contract in contracts}


CONTRACTS: Mapping[str, Contract] = _table(
    Contract(
        name="cari",
        function=cari_score,
        formula=adjusted_rand,
        source=f"{ROBERT}, Definition 2.2",
        lower=-0.5,
        chance_level=0.0,
        chance_is_exact_under=("cells",),
        options={"null_model": tuple(NULL_MODELS)},
    ),
    Contract(
        name="classification_error",
        function=classification_error,
        formula=matching_error,
        source=f"{ROBERT}, section 2.4",
        greater_is_better=False,
        at_equality=0.0,
    ),
    Contract(
        name="nce",
        function=nce_score,
        formula=normalized_error,
        source=f"{ROBERT}, section 2.4",
        options={"normalization": tuple(NORMALIZATIONS)},
    ),
    Contract(
        name="comi",
        function=comi_score,
        formula=co_mutual_information,
        source=f"{ROBERT}, section 2.5",
        upper=math.inf,
        at_equality=None,
    ),
    Contract(
        name="conmi",
        function=conmi_score,
        formula=co_normalized_mutual_information,
        source=f"{ROBERT}, section 2.5",
        options={"average_method": tuple(AVERAGES)},
    ),
    Contract(
        name="enmi",
        function=enmi_score,
        formula=extended_normalized_mutual_information,
        source=f"{ROBERT}, section 2.5",
        adds_over_modes=True,
        options={"average_method": tuple(AVERAGES)},
    ),
    Contract(
        name="coami",
        function=coami_score,
        formula=co_adjusted_mutual_information,
        source=f"{VINH}, carried over to co-clusterings",
        lower=-math.inf,
        chance_level=0.0,
        chance_is_exact_under=("product",),
        options={"average_method": tuple(AVERAGES)},
    ),
    Contract(
        name="ami_star",
        function=ami_star_score,
        formula=ami_star,
        source=f"{STAR}, equation (17)",
        lower=-math.inf,
        upper=math.inf,
        symmetric=False,
        at_equality=None,
        chance_level=0.0,
        chance_is_exact_under=("fixed_n_clusters",),
    ),
    Contract(
        name="nami_star",
        function=nami_star_score,
        formula=nami_star,
        source=f"{STAR}, equation (18)",
        lower=-math.inf,
        upper=math.inf,
        symmetric=False,
        chance_level=0.0,
        chance_is_exact_under=("fixed_n_clusters",),
    ),
)
