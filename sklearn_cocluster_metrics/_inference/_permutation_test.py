"""Test whether an agreement is better than chance, by permuting labels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from numpy.random import RandomState

from .._contracts import contract_named
from .._indices._contract import Structure
from .._indices._names import PartitionName
from .._metrics import AnyMetric, identify, refuse_soft, resolve
from .._scored_pair import (
    BiclusteringPair,
    ClusteringPair,
    OverlappingPair,
    refuse_loss,
)
from .._statistics._contingency import ContingencyTable, tables_of
from .._statistics._tables import count_table
from .._structures._arguments import (
    check_generator,
    check_integer,
    check_n_jobs,
    check_option,
    check_verbose,
)
from .._structures._indicators import (
    are_biclusterings,
    are_overlapping,
    check_biclusterings,
    check_cluster_indicators,
)
from .._structures._labels import check_labels
from .._structures._messages import (
    FOR_UNLABELED,
    METRIC_OF_BICLUSTERS,
    METRIC_OF_OVERLAPPING,
    suggestion,
)
from .._structures._modes import ComparedModes, compared_modes
from .._structures._partitions import check_partitions
from .._structures._types import AnyStructure
from .._structures._unlabeled import Unlabeled, handle_and_count
from ._permutation_methods import PermutationTest, PermutationTestResult

PermutationMethod: TypeAlias = Literal["auto", "exact", "grid", "labels"]
Alternative: TypeAlias = Literal["any_mode", "index", "all_modes"]

_N_DRAWS = 9999


def permutation_test(
    labels_true: AnyStructure,
    labels_pred: AnyStructure,
    metric: AnyMetric = "cari_product",
    *,
    method: PermutationMethod = "auto",
    alternative: Alternative = "any_mode",
    greater_is_better: bool | None = None,
    n_draws: int = _N_DRAWS,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    unlabeled: Unlabeled | None = None,
    **metric_options: Any,
) -> PermutationTestResult:
    r"""Test whether two structures agree better than chance.

    Under the null hypothesis, the labels of each mode of `labels_pred` are in random
    order. The p-value is the probability of a metric at least as good as observed (as
    low, for a distance).

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        more modes, with None for a mode that is unknown; for biclusterings, the
        indicators ``(rows, columns)``; for overlapping clusterings, a matrix
        (n_samples, n_clusters); or a fitted estimator.
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Structure of the same kind.
    metric : str or callable, default="cari_product"
        Name of an index, its function, or your own function ``(labels_true,
        labels_pred) -> float``. For an index of `pair_counting_score` or
        `bicluster_similarity_score`, the name is enough, such as "jaccard".
    method : {"auto", "exact", "grid", "labels"}, default="auto"
        How the p-value is computed; see Notes.
    alternative : {"any_mode", "index", "all_modes"}, default="any_mode"
        What a small p-value shows to be better than chance. "any_mode": at least one
        mode, by Fisher's combination of `pvalues_of_modes`. "index": the index.
        "all_modes": every mode, by the largest of `pvalues_of_modes`. Without p-values
        of several modes, "any_mode" is "index".
    greater_is_better : bool or None, default=None
        Direction of your own function. If None, higher is better; names that end in
        "error", "distance" or "loss" need it, and so do functions that are least for
        equal structures.
    n_draws : int, default=9999
        Number of draws, of each mode for "grid". For a first look at an index that is
        slow to draw, 999 are enough.
    random_state : int, RandomState instance or None, default=None
        Determines the draws.
    n_jobs : int or None, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        Missing labels and -1: see `handle_unlabeled`.
    **metric_options : dict
        Options of the metric, such as ``null_model="product"``.

    Returns
    -------
    result : PermutationTestResult
        Frozen, with `statistic`, `pvalue`, `metric`, `method`, `null_mean`, `null_std`,
        `null_distribution`, `pvalues_of_modes`, `alternative`, `pvalue_is_bound`,
        `n_left_out`, `compared` and `greater_is_better`.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other; if the metric is unknown,
        NaN or does not allow the method; if the exact distribution would take too long;
        if a mode has no p-value for "all_modes"; if `n_draws` is less than 1.
    TypeError
        If the labels are not array-likes, `metric` is neither a name nor a function, or
        `n_draws` is no integer.

    See Also
    --------
    pair_count_moments : Moments of the number of pairs by chance.
    adjusted_for_chance : An index corrected for its mean by chance.
    score_interval : How uncertain an index is.

    Notes
    -----
    With given cluster sizes, indices of counts of pairs are monotone in n11, the number
    of pairs together in both: all have one p-value.

    ========== ===================================== ==============================
    method     metrics                               p-value
    ========== ===================================== ==============================
    "exact"    counts of pairs (all but "yule")      from the exact distribution
    "grid"     counts of pairs, mutual information,  share of all combinations of
               matched samples                       the tables drawn of each mode
    "labels"   all                                   (1 + number at least as good)
                                                     / (1 + `n_draws`) [1]_
    ========== ===================================== ==============================

    For counts of pairs, "auto" takes each mode's exact distribution if that takes at
    most about a second. All else is drawn. Both keep the level, and so does Fisher's
    combination [2]_ of independent modes. Its exact distribution [3]_ is used; where
    that would take too long, as for three drawn modes, the chi-square distribution,
    which is conservative. A mode that no permutation changes adds nothing.

    The p-value of "labels", and of each mode drawn for "grid", is at least
    1 / (1 + `n_draws`). One that reaches this is a bound, shown by ``<=``.

    Ties count as at least as good. Integers are compared exactly; other values are tied
    if they differ by at most 1e-12 of the largest finite one.

    Contingency tables are drawn (`scipy.stats.random_table`) where the metric has a
    formula on them, else labels; of biclusterings, rows and columns of the whole
    prediction; of overlapping clusterings, the samples of the prediction, each with all
    its clusters. "cells" of `cari_score` is no null model here: a test by it would
    reject most unrelated co-clusterings. Labels are permuted among all entries of a
    mode; permutations within strata are not offered.

    Cost: it is estimated from the cluster sizes before the exact distribution is begun.
    "exact" raises an error at once if that would take more than about a minute. A drawn
    table takes time in proportion to the number of samples at most.

    References
    ----------
    .. [1] B. Phipson, G. K. Smyth (2010). Statistical Applications in Genetics and
       Molecular Biology, 9, 39. :doi:`10.2202/1544-6115.1585`
    .. [2] R. A. Fisher (1932). Statistical Methods for Research Workers, 4th edition,
       section 21.1.
    .. [3] F. Pesarin, L. Salmaso (2010). Permutation Tests for Complex Data. Wiley,
       chapter 4.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import permutation_test
    >>> true = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1])
    >>> pred = ([0, 0, 1, 1, 1, 1], [0, 0, 1, 1])
    >>> result = permutation_test(true, pred)
    >>> result
    PermutationTestResult(product-CARI=0.556, pvalue=0.133, alternative='any_mode', ...)
    >>> [round(p, 4) for p in result.pvalues_of_modes]  # 6 of 15 and 2 of 6
    [0.4, 0.3333]
    >>> permutation_test(true, pred, alternative="index").pvalue  # 12 of 90
    0.133...
    """
    create_test = _test_with_options(
        method=method,
        alternative=alternative,
        n_draws=n_draws,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    refuse_soft(metric)
    sides = (labels_true, labels_pred)
    identified = identify(metric, metric_options, caller=permutation_test, sides=sides)
    structure: Structure = "partition"
    if identified.contract is not None:
        structure = identified.contract.structure
    elif are_biclusterings(*sides):
        structure = "biclustering"
    elif are_overlapping(labels_true, labels_pred):
        structure = "overlapping"
    resolved = identified.resolve(structure, greater_is_better=greater_is_better)
    names = ("labels_true", "labels_pred")
    if structure != "partition":
        check_option(unlabeled, "unlabeled", (None,))
        pair_type = BiclusteringPair
        check_indicators: Any = check_biclusterings
        if structure == "overlapping":
            pair_type = OverlappingPair
            check_indicators = check_cluster_indicators
        indicators = check_indicators(labels_true, labels_pred, names)
        refuse_loss(resolved, pair_type(*indicators))  # before the draws
        return create_test(
            metric=resolved, sides=indicators, tables=(), pair_type=pair_type
        ).result()
    true, pred, n_left_out = handle_and_count(labels_true, labels_pred, unlabeled)
    advice = replace(
        FOR_UNLABELED,
        bicluster_measure=METRIC_OF_BICLUSTERS,
        overlapping_measure=METRIC_OF_OVERLAPPING,
    )
    labels = check_partitions(true, pred, check=partial(check_labels, advice=advice))
    tables = tuple(map(count_table, *labels))
    if len(tables) > 1:
        resolved.check_takes_coclusterings()
    modes = compared_modes(labels_true, len(tables))
    refuse_loss(resolved, ClusteringPair(*labels, modes))  # before the draws
    test = create_test(metric=resolved, sides=labels, tables=tables, modes=modes)
    return replace(test.result(), n_left_out=n_left_out, compared=modes.names_if_some)


def permutation_test_from_tables(
    tables: ContingencyTable | Sequence[ContingencyTable | None],
    metric: PartitionName = "cari_product",
    *,
    method: PermutationMethod = "auto",
    alternative: Alternative = "any_mode",
    n_draws: int = _N_DRAWS,
    random_state: int | RandomState | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    **metric_options: Any,
) -> PermutationTestResult:
    """Test whether two structures agree better than chance, from contingency tables.

    The result is that of `permutation_test` of the labels: a table has all that the
    test needs. So labels that were counted in chunks can be tested.

    Parameters
    ----------
    tables : ContingencyTable, ContingencyTables, or list or tuple of ContingencyTable
        Table of a clustering, or one per mode of a co-clustering: rows, then columns;
        None for a mode that is not compared.
    metric : str, default="cari_product"
        One of ``index_names("coclustering")``.
    method : {"auto", "exact", "grid", "labels"}, default="auto"
        How the p-value is computed, see `permutation_test`.
    alternative : {"any_mode", "index", "all_modes"}, default="any_mode"
        What a small p-value shows to be better than chance, see `permutation_test`.
    n_draws : int, default=9999
        Number of draws, of each mode for "grid".
    random_state : int, RandomState instance or None, default=None
        Determines the draws.
    n_jobs : int or None, default=None
        Number of joblib workers; it never changes a result.
    verbose : int, default=0
        Whether to show progress (by `tqdm` if installed).
    **metric_options : dict
        Options of the metric.

    Returns
    -------
    result : PermutationTestResult
        Frozen; `n_left_out` is None.

    Raises
    ------
    ValueError
        If the metric or an option is unknown, or there is no table; if the exact
        distribution would take too long.
    TypeError
        If `tables` is not of contingency tables, or the metric has no such option.

    See Also
    --------
    permutation_test : From labels, with the methods.
    score_from_tables : The value alone.

    Examples
    --------
    >>> from sklearn_cocluster_metrics.tables import (
    ...     contingency_table,
    ...     permutation_test_from_tables,
    ... )
    >>> table = contingency_table([0, 0, 0], [0, 0, 0]) + contingency_table([1], [1])
    >>> permutation_test_from_tables(table, "adjusted_rand")
    PermutationTestResult(adjusted Rand=1, pvalue=0.25, alternative='any_mode', ...)
    """
    contract_named(metric, "partition", caller=permutation_test_from_tables)
    resolved = resolve(
        metric,
        "partition",
        options=metric_options,
        caller=permutation_test_from_tables,
    )
    tables_of_modes = tables_of(tables)
    modes = ComparedModes.of_known(tables_of_modes)
    create_test = _test_with_options(
        method=method,
        alternative=alternative,
        n_draws=n_draws,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    test = create_test(
        metric=resolved, sides=((), ()), tables=tables_of_modes.known, modes=modes
    )
    return replace(test.result(), compared=modes.names_if_some)


def _test_with_options(
    *,
    method: Any,
    alternative: Any,
    n_draws: Any,
    random_state: Any,
    n_jobs: Any,
    verbose: Any,
) -> Callable[..., PermutationTest]:
    """Check the options of a test; return `PermutationTest` with these options."""
    return partial(
        PermutationTest,
        method=check_option(method, "method", get_args(PermutationMethod)),
        alternative=check_option(
            alternative,
            "alternative",
            get_args(Alternative),
            suggest=_explain_alternative,
        ),
        n_draws=check_integer(n_draws, "n_draws", 1),
        generator=check_generator(random_state, "random_state"),
        n_jobs=check_n_jobs(n_jobs, "n_jobs"),
        verbose=check_verbose(verbose),
    )


def _explain_alternative(value: Any, allowed: Collection[Any]) -> str:
    """Return what was meant by an unknown alternative, such as one of SciPy's tests."""
    if value in ("greater", "less", "two-sided"):
        return (
            " The test is always one-sided, towards better values of the metric; the "
            "alternative says which modes are better than chance."
        )
    return suggestion(value, allowed)
