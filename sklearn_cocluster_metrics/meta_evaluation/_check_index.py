"""Check which properties an index has, by a search for counterexamples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.random import RandomState

from .._metrics import BiclusteringMetric, PartitionMetric
from .._structures._arguments import check_generator, check_integer
from .._structures._messages import suggestion
from .._structures._printing import Tabular, TextTable
from .._structures._progress import with_progress
from ._biclusterings import BiclusteringSpace, SmallBiclustering
from ._labelings import Labeling, LabelingSpace
from ._properties_of_biclusterings import PROPERTIES_OF_BICLUSTERINGS
from ._properties_of_labelings import checks_of_labelings, number_of_checks
from ._search import (
    PropertyCheck,
    StructureName,
    ValueCache,
    check_properties,
    resolve_metric,
)

MIN_SEARCHED_SIZE = 3
"""This is the smallest valid `max_size`. Co-clusterings need at least one more."""

MAX_SEARCHED_SIZE = 7
"""This is the largest valid `max_size`."""


@dataclass(frozen=True, eq=False, repr=False)
class IndexCheck(Tabular, Mapping[str, PropertyCheck]):
    """Mapping from the names of an index's properties to `PropertyCheck`.

    Parameters
    ----------
    name : str
        Header of the index, which is its printed name, with its options.
    structure : str
        What the index compares, as in `check_index`.
    max_size : int
        All structures up to this size were compared.
    greater_is_better : bool
        Whether higher values of the index are better.
    properties : tuple of PropertyCheck
        Result of the search for each property.

    See Also
    --------
    check_index : Search for counterexamples to each property.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("rand", max_size=3, n_draws=0)
    >>> check["distance"].holds
    True
    """

    name: str
    structure: str
    max_size: int
    greater_is_better: bool
    properties: tuple[PropertyCheck, ...]

    def __getitem__(self, name: str) -> PropertyCheck:
        """Return the result of the check of the property with this name."""
        checks_by_name = {check.name: check for check in self.properties}
        if name not in checks_by_name:
            names = ", ".join(map(repr, checks_by_name))
            raise KeyError(
                f"There is no property {name!r}.{suggestion(name, checks_by_name)} "
                f"The properties of {self.name!r} are {names}."
            )
        return checks_by_name[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the properties."""
        return (check.name for check in self.properties)

    def __len__(self) -> int:
        """Return the number of properties."""
        return len(self.properties)

    def __repr__(self) -> str:
        """Return a line with the number of properties that hold."""
        n_held = sum(1 for check in self.properties if check.holds)
        return (
            f"IndexCheck({self.name}, {self.structure}, max_size={self.max_size}: "
            f"{n_held} of {len(self)} properties hold)"
        )

    def __str__(self) -> str:
        """Return a table as text, with verdict and evidence for each property."""
        better = "higher" if self.greater_is_better else "lower"
        rows = list(zip(*self._columns().values(), strict=True))
        # All three columns count as names, which are aligned to the left.
        table = TextTable(header=["", "", ""], rows=rows, n_names=3)
        return f"{self.name} ({self.structure}; better: {better})\n{table.text()}"

    def _columns(self) -> dict[str, Any]:
        """Return the columns, with a row for each property and the evidence for it."""
        columns: dict[str, list[Any]] = {}
        for check in self.properties:
            # Each column of a check has a single value.
            columns_of_check = check._columns()
            for name, (value,) in columns_of_check.items():
                columns.setdefault(name, []).append(value)
        return columns


def check_index(
    metric: PartitionMetric | BiclusteringMetric,
    *,
    structure: StructureName | None = None,
    max_size: int = 5,
    n_draws: int = 100,
    greater_is_better: bool | None = None,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    **kwargs: Any,
) -> IndexCheck:
    """Check which properties an index has, by a search for counterexamples.

    All pairs of small structures are compared (triples for the triangle inequality),
    then random larger structures. For a property that fails, the result has a smallest
    counterexample. For a property that holds, the result says what was searched,
    because a search is no proof (:ref:`properties_of_an_index`).

    Parameters
    ----------
    metric : str or callable
        Index, or a function ``(true, pred, **kwargs) -> float``. Clusterings are passed
        to it as lists of int, co-clusterings as tuples of two such lists, and
        biclusterings as tuples of two indicators. For an index of `pair_counting_score`
        or `bicluster_similarity_score`, the name is enough, such as "jaccard".
    structure : {"clustering", "coclustering", "biclustering"} or None, default=None
        What is compared. If None, it is the structure that the index is made for. You
        must set it for your own function.
    max_size : int, default=5
        Size of the small structures, from 3 to 7, or from 4 for co-clusterings. Pairs
        of clusterings have up to ``max_size + 2`` samples. Pairs of co-clusterings have
        up to `max_size` rows and ``max_size - 1`` columns, or one row more and one
        column less. Pairs of one or two biclusters have up to `max_size` rows and
        columns together. Triples, and biclusterings with a repeated or an empty
        bicluster, are smaller.
    n_draws : int, default=100
        Number of random pairs and triples of larger structures, which have up to 30
        samples or 8 x 8 cells, or up to four biclusters in 5 x 5 cells.
    greater_is_better : bool, default=None
        Whether higher values of your own function are better. If None, higher values
        are better. You must set it if the name of the function ends in "error",
        "distance" or "loss".
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the random numbers. Pass an int for the same result in
        every call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        If positive, progress is shown, by `tqdm` if it is installed.
    **kwargs : dict
        Keyword arguments of the metric.

    Returns
    -------
    check : IndexCheck
        Mapping from names of properties to `PropertyCheck`, which prints as a table.

    Raises
    ------
    ValueError
        If the metric is unknown, compares another structure or has no value for most
        pairs; if `max_size` is not valid; if the direction is missing, or wrong for an
        index of this package.
    TypeError
        If the metric does not take the options, or an argument has the wrong type.

    See Also
    --------
    IndexCheck : Result with a verdict for each property.

    Notes
    -----
    Two values are equal if they differ by at most 1e-9, or 1e-9 of the larger one.
    Errors of the metric on few pairs count as NaN; on biclusterings, pairs with a
    ValueError are skipped and counted in `searched`. If all counterexamples contain a
    trivial structure (a single cluster or only singletons, in the rows or in the
    columns), the verdict is "nontrivial", not "no".

    If pairs differ in the order of samples alone, only one of them is compared, so that
    each pair stands for a contingency table. Larger pairs of extreme sizes, in which
    most samples are in one cluster or alone, are compared too. A property that implies
    others fails where one of these fails. For example, strong monotonicity fails where
    a perfect split, which separates no samples of the same true cluster, is no
    improvement.

    Properties of clusterings are those of [1]_. The exact baseline is checked over all
    orders of the predicted labels. The asymptotic baseline holds if differences between
    means of random predictions fall by a factor of 3 or more from 32 to 256 samples.
    For co-clusterings, pairs are pairs of cells, splits and merges change the rows or
    the columns, and both are permuted independently; three properties are from [2]_.

    Biclusters may overlap. Conditions A.1 to B.5 are those of [3]_, in the reading in
    which its claims are true for sets of distinct biclusters that are not empty. To
    paste counterexamples, use ``from numpy import array``.

    The cost is 2,000 to 20,000 evaluations of your own function by default, some of
    them for 256 samples. The indices of this package are computed from tables, which is
    faster. A warning announces longer searches.

    References
    ----------
    .. [1] M. Gösgens, A. Tikhonov, L. Prokhorenkova (2021). Systematic analysis of
       cluster similarity indices. ICML, PMLR 139, supplement, section C.
    .. [2] V. Robert, Y. Vasseur, V. Brault (2021). Comparing high-dimensional
       partitions with the co-clustering adjusted Rand index. Journal of
       Classification, 38, 158-186. :doi:`10.1007/s00357-020-09379-w`, section 2.1.
    .. [3] H. Rosales-Méndez, Y. Ramírez-Cruz (2018). MOCICE-BCubed F1: a new
       evaluation measure for biclustering algorithms, section 2.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.meta_evaluation import check_index
    >>> check = check_index("f_measure", max_size=3, random_state=0)
    >>> print(check["triangle inequality"].counterexample)
    A = [0, 0, 0]
    B = [0, 0, 1]
    C = [0, 1, 2]
    metric(A, A) = 1
    metric(A, C) = 0.5
    metric(A, B) = 0.8
    metric(B, C) = 0.8
    """
    resolved, structure = resolve_metric(
        metric,
        structure,
        options=kwargs,
        caller=check_index,
        greater_is_better=greater_is_better,
    )
    min_size = MIN_SEARCHED_SIZE
    if structure == "coclustering":
        # With 3, the constant baseline would be checked for up to two rows and two
        # columns, or three rows and one column. These are so few that even CARI, whose
        # baseline is not constant, would pass.
        min_size += 1
    max_size = check_integer(max_size, "max_size", min_size, MAX_SEARCHED_SIZE)
    n_draws = check_integer(n_draws, "n_draws", 0)
    generator = check_generator(random_state, "random_state")
    values: ValueCache[SmallBiclustering] | ValueCache[Labeling]
    if structure == "biclustering":
        biclustering_space = BiclusteringSpace.draw(max_size, n_draws, generator)
        values = ValueCache(resolved, biclustering_space)
        checks = check_properties(PROPERTIES_OF_BICLUSTERINGS, values)
        n_checks = len(PROPERTIES_OF_BICLUSTERINGS)
    else:
        n_modes = 1 if structure == "clustering" else 2
        labeling_space = LabelingSpace.draw(
            n_modes, max_size=max_size, n_triples=n_draws, generator=generator
        )
        values = ValueCache(resolved, labeling_space)
        checks = checks_of_labelings(values, labeling_space)
        n_checks = number_of_checks(n_modes)
    # The values of all pairs in the space are computed here, in parallel. The checks
    # compute the other values that they need.
    values.fill(n_jobs, verbose)
    # The properties are checked while this iterator is used.
    checks = with_progress(checks, n_checks, "properties", verbose=verbose)
    return IndexCheck(
        name=resolved.header(),
        structure=structure,
        max_size=max_size,
        greater_is_better=resolved.greater_is_better,
        properties=tuple(checks),
    )
