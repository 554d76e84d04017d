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
from .._statistics._contingency import ContingencyTable, are_weighted, tables_of
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
from .._structures._weights import NOT_EXCHANGEABLE
from ._permutation_methods import PermutationTest, PermutationTestResult
from ._same_items import warn_of_same_items

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

    The test compares the observed agreement with the agreement of randomly permuted
    labels. Use it to see whether a score could be an accident. A small p-value means
    that so good an agreement is unlikely by chance. It does not mean that the agreement
    is strong, so that the score should be reported, too.

    The rows are one *mode* of a co-clustering, and the columns are another. Under the
    null hypothesis, the labels of each mode of `labels_pred` are in random order. The
    p-value of an index is the probability of a value at least as good as the observed
    value; for a distance, lower values are better.

    Parameters
    ----------
    labels_true : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Reference clustering, co-clustering ``(row_labels, column_labels)`` or tuple of
        the labels of more modes, or a fitted estimator. In a tuple, None stands for
        labels that are unknown. For biclusterings, pass the indicators ``(rows,
        columns)``; for overlapping clusterings, a matrix of shape (n_samples,
        n_clusters).
    labels_pred : array-like of shape (n_samples,), tuple of array-likes, or estimator
        Prediction to evaluate, of the same kind as `labels_true`.
    metric : str or callable, default="cari_product"
        Name of an index, its function, or your own function
        ``(labels_true, labels_pred) -> float``. For an index of `pair_counting_score`
        or `bicluster_similarity_score`, pass the name, such as "jaccard".
    method : {"auto", "exact", "grid", "labels"}, default="auto"
        Method by which the p-value is computed (see Notes).
    alternative : {"any_mode", "index", "all_modes"}, default="any_mode"
        Alternative hypothesis, which says what is better than chance. "any_mode" tests
        whether at least one mode agrees better than chance, by Fisher's combination of
        `pvalues_of_modes`. "index" tests the index itself. "all_modes" tests whether
        every mode agrees better than chance, by the largest of `pvalues_of_modes`. If
        there are not several p-values of modes to combine, "any_mode" tests the index.
    greater_is_better : bool or None, default=None
        Direction of your own function. If None, higher values are better. You must set
        it if the name of the function ends in "error", "distance" or "loss", or if
        equal structures have the least value.
    n_draws : int, default=9999
        Number of draws. Method "grid" makes this number of draws of each mode. For a
        first look at an index that is slow to compute, 999 are enough.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the draws. Pass an int for the same result in every call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number. Several workers are
        faster only for many long draws, because their start takes several seconds.
    verbose : int, default=0
        If positive, progress is shown (by `tqdm` if it is installed).
    unlabeled : {None, "drop", "drop_either", "singletons"}, default=None
        Treatment of missing labels and of the label -1 (see `handle_unlabeled`). If
        None, a missing label raises an error, and -1 is an ordinary label.
    **metric_options : dict
        Options of the metric, which are passed to it by keyword, such as
        ``null_model="product"``.

    Returns
    -------
    result : PermutationTestResult
        Frozen result with `statistic`, `pvalue`, `metric`, `method`, `null_mean`,
        `null_std`, `null_distribution`, `pvalues_of_modes`, `alternative`,
        `pvalue_is_bound`, `n_left_out`, `compared` and `greater_is_better`. The p-value
        is above 0 and at most 1; a smaller p-value is stronger evidence against chance.

    Raises
    ------
    ValueError
        If the labels are not valid or do not fit each other, if the metric is unknown,
        NaN or does not allow the method, if the exact distribution would take too long,
        if tables of a mode of 2**31 or more samples would have to be drawn, if a mode
        has no p-value for "all_modes", or if `n_draws` is less than 1.
    TypeError
        If the labels are not array-likes, if `metric` is neither a name nor a function,
        or if `n_draws` is not an integer.

    Warns
    -----
    UserWarning
        If two modes have the same true clusters and the same predicted clusters, which
        are several and do not agree perfectly (see Notes).

    See Also
    --------
    pair_count_moments : Compute the moments of the number of pairs by chance.
    adjusted_for_chance : Correct any index for its mean by chance.
    score_interval : Compute how uncertain an index is.

    Notes
    -----
    Let :math:`n_{11}` be the number of pairs that are together in both structures. If
    the cluster sizes are given, every index of counts of pairs is a monotone function
    of :math:`n_{11}`. Therefore, all of these indices have the same p-value.

    ========== ===================================== ==============================
    method     metrics                               p-value
    ========== ===================================== ==============================
    "exact"    counts of pairs (all but "yule")      from the exact distribution
    "grid"     counts of pairs, mutual information,  share of all combinations of
               matched samples                       the tables drawn of each mode
    "labels"   all                                   (1 + number at least as good)
                                                     / (1 + `n_draws`) [1]_
    ========== ===================================== ==============================

    For counts of pairs, "auto" uses the exact distribution of each mode if it takes at
    most about a second. Otherwise, tables of the mode are drawn. Exact and drawn
    p-values both keep the nominal level, and so does Fisher's combination [2]_, because
    the modes are independent. The combination has its exact distribution [3]_. If this
    distribution would take too long, as for three drawn modes, the chi-square
    distribution is used instead, which is conservative. A mode that no permutation
    changes does not contribute.

    If rows and columns are the same items, as in the adjacency matrix of a network, the
    modes are not independent. The p-value then counts the same agreement twice, so that
    it is too small. Pass the labels of the items as a clustering instead. The
    `pvalues_of_modes` are still valid, and so is "all_modes", which takes the largest.

    With "labels", the p-value of the index is at least 1 / (1 + `n_draws`), and so is
    the p-value of each mode that is drawn, by any method. Fisher's combination of these
    p-values can be smaller. A p-value that reaches its least value is an upper bound,
    because more draws might give a smaller one. A combination with such a p-value is an
    upper bound, too. Bounds are printed with ``<=``.

    Draws that are tied with the observed value count as at least as good. Integers are
    compared exactly. Other values are tied if they differ by at most 1e-12 of the
    largest finite value.

    If the metric has a formula for contingency tables, tables are drawn
    (`scipy.stats.random_table`). Otherwise, labels are permuted. For biclusterings, the
    rows and the columns of the whole prediction are permuted. For overlapping
    clusterings, the samples of the prediction are permuted, and each keeps all its
    clusters. The null model "cells" of `cari_score` is not used here, because a test by
    it would reject most unrelated co-clusterings. Labels are permuted among all entries
    of a mode, and cannot be permuted within groups only.

    The exact distribution needs no draws, so that `null_distribution` is then None. To
    get draws of the index, pass ``method="labels"``.

    The cost of the exact distribution is estimated from the cluster sizes before it is
    computed. "exact" raises an error at once if it would take more than about a minute.
    A drawn table takes time in proportion to the number of samples at most.

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
    if identified.known_index is not None:
        structure = identified.known_index.structure
    elif are_biclusterings(*sides):
        structure = "biclustering"
    elif are_overlapping(labels_true, labels_pred):
        structure = "overlapping"
    resolved = identified.resolve(structure, greater_is_better=greater_is_better)
    names = ("labels_true", "labels_pred")
    if structure != "partition":
        # Indicators have no missing labels that an option could handle.
        check_option(unlabeled, "unlabeled", (None,))
        pair_type = BiclusteringPair
        check_indicators: Callable[..., tuple[Any, Any]] = check_biclusterings
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
    # These are the true and the predicted labels of each mode that the truth knows.
    labels = check_partitions(true, pred, check=partial(check_labels, advice=advice))
    tables = tuple(map(count_table, *labels))
    if len(tables) > 1:
        resolved.check_takes_coclusterings()
    modes = compared_modes(labels_true, n_compared=len(tables))
    refuse_loss(resolved, ClusteringPair(*labels, modes))  # before the draws
    if alternative != "all_modes":  # The largest of equal p-values is valid.
        warn_of_same_items(
            *labels,
            modes=modes,
            consequence="the p-value is too small",
            remedy="permutation_test(true_labels, predicted_labels)",
        )
    test = create_test(metric=resolved, sides=labels, tables=tables, modes=modes)
    return replace(
        test.result(), n_left_out=n_left_out, compared=modes.names_unless_all
    )


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

    Use this function if the labels were counted in chunks and are no longer in memory.
    The result is the same as from `permutation_test` for the labels, because a
    contingency table contains everything that the test needs. A small p-value means
    that so good an agreement is unlikely by chance.

    Parameters
    ----------
    tables : ContingencyTable, ContingencyTables, or list or tuple of ContingencyTable
        Table of a clustering, or one table for each mode of a co-clustering, which is
        the rows or the columns. The table of the rows comes first, followed by the
        table of the columns. None stands for a mode that is not compared.
    metric : str, default="cari_product"
        Name of an index, one of ``index_names("coclustering")``.
    method : {"auto", "exact", "grid", "labels"}, default="auto"
        Method by which the p-value is computed (see `permutation_test`).
    alternative : {"any_mode", "index", "all_modes"}, default="any_mode"
        Alternative hypothesis (see `permutation_test`).
    n_draws : int, default=9999
        Number of draws. Method "grid" makes this number of draws of each mode.
    random_state : int, RandomState instance or None, default=None
        Seed or generator of the draws. Pass an int for the same result in every call.
    n_jobs : int or None, default=None
        Number of joblib workers, which never changes a result. If None, there is one
        worker, unless `joblib.parallel_config` sets another number.
    verbose : int, default=0
        If positive, progress is shown (by `tqdm` if it is installed).
    **metric_options : dict
        Options of the metric, which are passed to it by keyword.

    Returns
    -------
    result : PermutationTestResult
        Frozen result, as from `permutation_test`. The p-value is above 0 and at most 1;
        a smaller p-value is stronger evidence against chance. `n_left_out` is None,
        because the tables do not show which items were left out.

    Raises
    ------
    ValueError
        If the metric or an option is unknown, if there is no table, if a table contains
        weights instead of counts, if the exact distribution would take too long, or if
        tables of 2**31 or more samples would have to be drawn.
    TypeError
        If `tables` contains anything but contingency tables, or if the metric does not
        have an option that is passed.

    See Also
    --------
    permutation_test : Test labels; its notes describe the methods.
    score_from_tables : Compute the value of the index alone.

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
    if are_weighted(tables_of_modes):
        raise ValueError(
            f"A table of weights has no permutation test, because {NOT_EXCHANGEABLE}. "
            "Count the labels without `sample_weight`."
        )
    modes = ComparedModes.of_known(tables_of_modes)
    create_test = _test_with_options(
        method=method,
        alternative=alternative,
        n_draws=n_draws,
        random_state=random_state,
        n_jobs=n_jobs,
        verbose=verbose,
    )
    # The labels of both sides are unknown, and the tables take their place.
    test = create_test(
        metric=resolved, sides=((), ()), tables=tables_of_modes.known, modes=modes
    )
    # The names of the compared modes are None if all modes are compared.
    return replace(test.result(), compared=modes.names_unless_all)


def _test_with_options(
    *,
    method: Any,
    alternative: Any,
    n_draws: Any,
    random_state: Any,
    n_jobs: Any,
    verbose: Any,
) -> Callable[..., PermutationTest]:
    """Check the options of a test; return a function that makes tests with these.

    The function takes the other fields of `PermutationTest` by keyword.
    """
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
    """Return a hint for an unknown alternative, such as one of SciPy's tests.

    The hint begins with a space. It is "" if there is nothing to suggest.
    """
    if value in ("greater", "less", "two-sided"):
        return (
            " The test is always one-sided, towards better values of the metric. The "
            "alternative says which modes are better than chance."
        )
    return suggestion(value, allowed)
