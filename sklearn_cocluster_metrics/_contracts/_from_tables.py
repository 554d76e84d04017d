"""Any index of clusterings and co-clusterings, from tables counted before."""

from collections.abc import Sequence
from typing import Any

from .._statistics import ContingencyTable, ContingencyTables, Tables
from ._lookup import contract_named
from ._names import PartitionName

_WANTED = (
    "`tables` must be a ContingencyTable, ContingencyTables, or a list or tuple of one "
    "ContingencyTable per mode"
)


def score_from_tables(
    metric: PartitionName,
    tables: ContingencyTable | Sequence[ContingencyTable],
    **kwargs: Any,
) -> float:
    """Any index of clusterings or co-clusterings, from contingency tables.

    For labels that do not fit into memory, or are distributed over several workers:
    count each part, add the tables, and score the sum. The labels of the rows and of
    the columns can be split into parts independently.

    Parameters
    ----------
    metric : str
        Name of an index of clusterings and co-clusterings, as in `get_scorer_names`,
        without ``neg_``: the value is that of its function, not negated.
    tables : ContingencyTable, ContingencyTables, or list or tuple of ContingencyTable
        Table of a clustering, or one table per mode of a co-clustering: that of the
        rows, that of the columns.
    **kwargs : dict
        Options of the metric.

    Returns
    -------
    score : float
        Exactly what the function of the index returns for the labels.

    Raises
    ------
    ValueError
        If the metric or an option is unknown, or there is no table.
    TypeError
        If `tables` is not of contingency tables, or the metric has no such option.

    See Also
    --------
    contingency_table : Count tables from labels.
    ContingencyTables : One table per mode, added mode by mode.
    get_scorer_names : The names.

    Notes
    -----
    Cost: that of the index on its tables; no label is seen.

    Examples
    --------
    >>> from sklearn_cocluster_metrics import contingency_table, score_from_tables
    >>> rows = contingency_table([0, 0, 1], [0, 0, 1]) + contingency_table([1], [2])
    >>> columns = contingency_table([0, 1], [0, 1])
    >>> score_from_tables("cari", (rows, columns))  # 12 / 19
    0.631...
    >>> first = contingency_table(([0, 0, 1], [0, 1]), ([0, 0, 1], [0, 1]))
    >>> second = contingency_table(([1], [0]), ([2], [0]))
    >>> score_from_tables("cari", first + second)
    0.739...
    """
    contract = contract_named(metric, "metric", "partition")
    return contract.compute(_check_tables(tables), **kwargs)


def _check_tables(tables: Any) -> Tables:
    """Check one table, or a sequence of one table per mode."""
    if isinstance(tables, ContingencyTables):
        return tables.tables
    modes = (tables,) if isinstance(tables, ContingencyTable) else tables
    if not isinstance(modes, tuple | list):
        raise TypeError(f"{_WANTED}, got {type(tables).__name__}.")
    for table in modes:
        if isinstance(table, ContingencyTables):
            raise TypeError(f"{_WANTED}; add ContingencyTables to each other first.")
        if not isinstance(table, ContingencyTable):
            raise TypeError(f"{_WANTED}, got a {type(table).__name__} among them.")
    if not modes:
        raise ValueError("`tables` is empty; at least one table is needed.")
    return tuple(modes)
