"""Write a report of two structures as text and HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .._indices._contract import Structure
from .._scored_pair import ClusteringPair
from .._structures._arguments import check_integer
from .._structures._modes import mode_names
from .._structures._printing import Framed, TextTable, format_number, render_html
from .._structures._results import as_plain
from .._structures._unlabeled import Unlabeled, is_unlabeled
from ._match_table import text_tables


class Report(str, Framed):
    """The text of a report, which a notebook shows as HTML tables."""

    parts: Sequence[str | TextTable]
    entries: Mapping[str, Any]

    @classmethod
    def of(cls, parts: Sequence[str | TextTable], entries: Mapping[str, Any]) -> Report:
        """Return a report with these paragraphs and tables, one below the other.

        `entries` are the contents of the report by name, as in ``output_dict=True``.
        """
        texts = [part.text() if isinstance(part, TextTable) else part for part in parts]
        report = cls("\n\n".join(texts) + "\n")
        report.parts = parts
        report.entries = entries
        return report

    # Two reports are equal if their texts are equal.
    __eq__ = str.__eq__
    __hash__ = str.__hash__

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a dictionary, as ``output_dict=True`` does.

        Returns
        -------
        entries : dict
            Contents of the report, which JSON can store.
        """
        return dict(as_plain(self.entries))

    def to_frame(self) -> Any:
        """Return the indices as a data frame, which needs pandas.

        Returns
        -------
        frame : pandas.DataFrame
            One row for each index, with the entries of ``report["indices"]`` as
            columns.
        """
        from pandas import DataFrame

        return DataFrame.from_dict(self.entries["indices"], orient="index")

    def _rows(self, digits: int) -> list[Sequence[str]]:
        """Return the header and the rows of the printed table of indices."""
        table, *_ = self._parts_on_indices(check_integer(digits, "digits", 0, 15))
        return [table.header, *table.rows]

    def _notes(self) -> list[str]:
        """Return the printed sentences on chance levels, the test and the interval.

        Only reports of labels can have an interval.
        """
        _, *notes = self._parts_on_indices()
        if self.entries["permutation_test"] is not None:
            # The rows and columns of a co-clustering have p-values of their own.
            modes = _modes_with_printed_values(self.entries)
            notes.append(_text_of_test(self.entries["permutation_test"], modes=modes))
        if self.entries.get("interval") is not None:
            notes.append(_text_of_interval(self.entries["interval"]))
        return notes

    def _parts_on_indices(self, digits: int = 3) -> list[Any]:
        """Return the printed table of indices, and then the note below it, if any."""
        modes = _modes_with_printed_values(self.entries)
        return _table_of_indices(self.entries["indices"], modes=modes, digits=digits)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Return the report as HTML; Jupyter calls this."""
        return render_html(self.parts)


def _modes_with_printed_values(entries: Mapping[str, Any]) -> list[str]:
    """Return the modes (rows, columns) with values of their own in a report."""
    modes = list(entries.get("modes", ()))
    return modes if len(modes) > 1 else []


def write_coclustering_report(
    report: Mapping[str, Any],
    pair: ClusteringPair,
    *,
    unlabeled: Unlabeled | None,
    is_weighted: bool,
) -> Report:
    """Write a report of clusterings or co-clusterings.

    `report` has the contents under the keys of ``output_dict=True``. Its matches are a
    `MatchTable` or None, of which the blocks are not printed.
    """
    title = "Comparison of two "
    title += "co-clusterings" if pair.modes.n_modes > 1 else "clusterings"
    if pair.modes.only:
        title += f", {pair.modes.only}"
    if is_weighted:
        title += ", weighted"
    parts: list[str | TextTable] = [title]
    # A step of a pipeline may drop columns, so entries can be left out without
    # `unlabeled`.
    has_left_out = unlabeled is not None or pair.n_left_out is not None
    parts.append(_table_of_modes(report["modes"], has_left_out=has_left_out))
    if unlabeled is None:  # the label -1 is not handled, so it counts as a cluster
        parts += _notes_on_background(pair)
    modes_with_values = _modes_with_printed_values(report)
    parts += _table_of_indices(report["indices"], modes=modes_with_values)
    if report["decomposition"] is not None:
        all_modes = mode_names(pair.modes.n_modes)
        parts += _table_of_strata(report["decomposition"], all_modes)
    if report["permutation_test"] is not None:
        test = report["permutation_test"]
        parts.append(_text_of_test(test, modes=modes_with_values))
    if report["interval"] is not None:
        parts.append(_text_of_interval(report["interval"]))
    if report["matches"] is not None:
        parts += text_tables(report["matches"], with_blocks=False)
    return Report.of(parts, report)


def _table_of_modes(
    counts_by_mode: Mapping[str, Mapping[str, int]], *, has_left_out: bool
) -> TextTable:
    """Return the table of the numbers of entries and of clusters of each mode.

    Entries that are left out have a column of their own, and are not among the others.
    """
    header = ["", "entries", "true clusters", "predicted clusters"]
    keys = ["n_entries", "n_true", "n_pred"]
    if has_left_out:
        header.append("left out")
        keys.append("n_left_out")
    rows = [
        [name, *(str(counts[key]) for key in keys)]
        for name, counts in counts_by_mode.items()
    ]
    return TextTable(header, rows)


_NOTES_ON_BACKGROUND = {
    "On both sides": (
        'If it is noise or background, pass unlabeled="drop_either". If each of them '
        'is a cluster of its own, pass unlabeled="singletons".'
    ),
    "In the truth": (
        'If these {modes} have no known label, pass unlabeled="drop", which leaves '
        "them out."
    ),
    "In the prediction": (
        'If it is noise, pass unlabeled="drop_either", which leaves these {modes} out. '
        'If each of them is a cluster of its own, pass unlabeled="singletons".'
    ),
}
"""For each place of the label -1, the sentences that say which option changes it."""


def _notes_on_background(pair: ClusteringPair) -> list[str]:
    """Return a note for each place of the label -1, such as noise; otherwise nothing.

    An index treats -1 as one more cluster, which a reader may not expect.
    """
    modes_by_place: dict[str, list[str]] = {place: [] for place in _NOTES_ON_BACKGROUND}
    # Missing labels have raised an error, so entries without a label have the label -1.
    for mode, name in enumerate(pair.modes.names):
        is_in_true = is_unlabeled(pair.true[mode]).any()
        is_in_pred = is_unlabeled(pair.pred[mode]).any()
        if is_in_true and is_in_pred:
            modes_by_place["On both sides"].append(name)
        elif is_in_true:
            modes_by_place["In the truth"].append(name)
        elif is_in_pred:
            modes_by_place["In the prediction"].append(name)
    notes = []
    for place, names in modes_by_place.items():
        if names:
            modes = " and ".join(names)
            advice = _NOTES_ON_BACKGROUND[place].format(modes=modes)
            notes.append(
                f"{place}, {modes} have the label -1, which counts as one more "
                f"cluster. {advice}"
            )
    return notes


def write_bicluster_report(report: Mapping[str, Any], structure: Structure) -> Report:
    """Write a report of biclusterings, or of overlapping clusterings.

    `report` has the contents under the keys of ``output_dict=True``. Its matches are a
    `MatchTable` or None.
    """
    n_rows, n_columns = report["shape"]
    if structure == "overlapping":
        title = f"Comparison of two overlapping clusterings of {n_rows} samples"
        header = ["", "clusters", "overlapping", "samples covered"]
    else:
        title = (
            f"Comparison of two biclusterings of a matrix with {n_rows} rows and "
            f"{n_columns} columns"
        )
        header = ["", "biclusters", "overlapping", "cells covered"]
    parts: list[str | TextTable] = [title, _table_of_biclusters(report, header)]
    parts += _table_of_indices(report["indices"], modes=[])
    if report["permutation_test"] is not None:
        parts.append(_text_of_test(report["permutation_test"], modes=[]))
    if report["matches"] is not None:
        parts += text_tables(report["matches"])
    return Report.of(parts, report)


def _table_of_biclusters(report: Mapping[str, Any], header: Sequence[str]) -> TextTable:
    """Return the table of the numbers of biclusters and of the cells they cover."""
    rows = []
    for name, side in (("true", "true"), ("predicted", "pred")):
        counts = report["biclusters"][side]
        overlapping = "yes" if counts["overlapping"] else "no"
        n_cells = counts["n_cells_covered"]
        rows.append([name, str(counts["n_biclusters"]), overlapping, str(n_cells)])
    rows.append(["both", "", "", str(report["n_cells_covered_by_both"])])
    return TextTable(header, rows)


def _table_of_indices(
    indices: Mapping[str, Mapping[str, Any]],
    *,
    modes: Sequence[str],
    digits: int = 3,
) -> list[str | TextTable]:
    """Return a table of the indices, and a note if some chance level has a star.

    A chance level gets a star unless it is exact under the null model "product". Each
    of `modes` (rows, columns) has a column of values. If modes have no values of their
    own, `modes` is empty. A range or a chance level that is unknown is left empty.
    """
    rows = []
    has_star = False
    for entries in indices.values():
        values = [format_number(entries[key], digits) for key in ("value", *modes)]
        direction = "higher" if entries["greater_is_better"] else "lower"
        range_text = ""
        if entries["lower"] is not None:
            range_text = f"{entries['lower']:g} to {entries['upper']:g}"
        chance_text = ""
        if entries["chance_level"] is not None:
            chance_text = f"{entries['chance_level']:g}"
            if "product" not in entries["chance_is_exact_under"]:
                chance_text += "*"
                has_star = True
        rows.append([entries["header"], *values, direction, range_text, chance_text])
    header = ["", "value", *modes, "better", "range", "by chance"]
    parts: list[str | TextTable] = [TextTable(header, rows)]
    if has_star:
        permuted = " and ".join(modes or ["rows", "columns"])
        parts.append(
            f"* This chance level does not hold exactly when {permuted} are permuted "
            '(null model "product").'
        )
    return parts


def _table_of_strata(
    decomposition: Mapping[str, Any], modes: Sequence[str]
) -> list[str | TextTable]:
    """Return a title and a table of the decomposition.

    A stratum has the numbers of the modes in which its pairs differ, and `modes` are
    the names of all modes. Return no part if there is nothing to decompose, because
    both co-clusterings are equal and each is a single block or has only single cells.
    """
    if not decomposition["strata"]:
        return []
    rows = []
    for stratum, agreement, weight in zip(
        decomposition["strata"],
        decomposition["agreement"],
        decomposition["weights"],
        strict=True,
    ):
        name = " and ".join(modes[mode] for mode in stratum)
        rows.append([name, format_number(agreement), format_number(weight)])
    return [
        'CARI adjusted under the null model "product", by pairs of cells',
        TextTable(["pairs that differ in", "agreement", "weight"], rows),
    ]


def _text_of_test(test: Mapping[str, Any], *, modes: Sequence[str]) -> str:
    """Return the sentence on the test, with the p-values of rows and columns if any."""
    subject = test["metric"]
    if modes and test["alternative"] == "any_mode":
        subject += " of each mode, Fisher's combination"
    relation = "<=" if test["pvalue_is_bound"] else "="
    method = test["method"]
    if test["n_draws"] is not None:
        method += f", {test['n_draws']:,} draws"
    text = (
        f"Permutation test of {subject} ({method}): p {relation} {test['pvalue']:.2g}"
    )
    if modes and test["pvalues_of_modes"]:
        pvalues = [
            f"{mode} {pvalue:.2g}"
            for mode, pvalue in zip(modes, test["pvalues_of_modes"], strict=True)
        ]
        text += f" ({', '.join(pvalues)})"
    return text


def _text_of_interval(interval: Mapping[str, Any]) -> str:
    """Return the sentence on the confidence interval."""
    level = f"{100 * interval['confidence_level']:.0f} %"
    low = format_number(interval["low"])
    high = format_number(interval["high"])
    return (
        f"{level} interval of {interval['metric']} (not for fitted labels): "
        f"{low} to {high}"
    )
