"""A header determines the number below it, in every output, for every index and option.

All numbers are of one truth and one prediction, whole or of some of their modes. So two
numbers differ only if they are of two indices, of other options or of other modes, and
then their headers must differ.
"""

import re
from collections import defaultdict
from functools import partial
from html import unescape
from itertools import product, zip_longest

import pytest
from contracts import CONTRACTS

from sklearn_cocluster_metrics import (
    BaselineDisplay,
    PermutationDisplay,
    adjusted_for_chance,
    bicluster_report,
    cari_decomposition,
    coclustering_report,
    compare,
    compare_scores,
    conmi_score,
    pair_counting_score,
    pairwise_scores,
    permutation_test,
)
from sklearn_cocluster_metrics.meta_evaluation import check_index, inconsistency_rates

pytestmark = pytest.mark.slow  # what it tests does not depend on versions

TRUE = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3], [0, 0, 0, 1, 1, 2, 2, 2]
PRED = [0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3], [0, 0, 1, 1, 1, 2, 2, 0]
TRUTHS = {
    "rows": (TRUE[0], None),
    "columns": (None, TRUE[1]),
    "rows and columns": TRUE,
}
BLOCKS = [[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0]], [[1, 1, 0, 0, 0], [0, 0, 1, 1, 0]]
CLUSTERS = [[1, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]]
FOUND_CLUSTERS = [[1, 0], [1, 1], [1, 0], [0, 1], [0, 1], [0, 0]]
FOUND = [[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 1, 1]], [[1, 1, 1, 0, 0], [0, 0, 0, 1, 0]]


def metrics_of(contract):
    """Return an index by its name, and with all other values of its options."""
    defaults = contract.check_options({})
    values = {
        name: dict.fromkeys([defaults[name], *option.values])
        for name, option in contract.options.items()
    }
    choices = [
        dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())
    ]
    if contract.part is not None:  # its function returns several values
        return [contract.name]
    with_options = [
        partial(contract.function, **contract.fixed, **choice) for choice in choices[1:]
    ]
    return [contract.name, *with_options]


def batches(structure, *, weighted=False):
    """Return lists of metrics, each with every index once at most."""
    lists = [
        metrics_of(contract)
        for contract in CONTRACTS.values()
        if contract.structure == structure and (contract.takes_weights or not weighted)
    ]
    return [
        [metric for metric in metrics if metric is not None]
        for metrics in zip_longest(*lists)
    ]


def table_of_html(html):
    """Return the cells of all rows of the tables in a page."""
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    return [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in rows
    ]


def numbers_of_rows(rows):
    """Return the text of each number by its header and its data set, of a table."""
    header, *body = rows
    return {
        (head, row[0]): text
        for row in body
        for head, text in zip(header[2:], row[2:], strict=False)
        if head not in ("clusters", "seconds")
    }


def printed_numbers(comparison):
    lines = str(comparison).split("\n\n")[0].splitlines()
    return numbers_of_rows([re.split(" {2,}", line.strip()) for line in lines])


def numbers_in_html(comparison):
    return numbers_of_rows(table_of_html(comparison._repr_html_()))


def numbers_in_markdown(comparison):
    header, _, *body = comparison.to_markdown(digits=15).splitlines()
    rows = [line.strip("|").split("|") for line in (header, *body)]
    return numbers_of_rows([[cell.strip() for cell in row] for row in rows])


def numbers_in_latex(comparison):
    lines = comparison.to_latex(digits=15).splitlines()
    numbers = {}
    head = None
    for line in lines[4 : lines.index(r"\bottomrule")]:
        new_head, data, text = line.removesuffix(r" \\").split(" & ")
        head = new_head or head
        numbers[head, data] = text
    return numbers


def numbers_in_figure(comparison):
    numbers = {}
    for ax in comparison.plot():
        ticks = [tick.get_text() for tick in ax.get_xticklabels()]
        means = ax.containers[0].lines[0].get_ydata()
        for tick, mean in zip(ticks, means, strict=True):
            numbers[ax.get_ylabel(), tick] = str(mean)
    return numbers


def numbers_in_records(comparison):
    return {
        (record["header"], record["data"]): str(record["value"])
        for record in comparison.records
    }


OUTPUTS = {
    "print": printed_numbers,
    "HTML": numbers_in_html,
    "Markdown": numbers_in_markdown,
    "LaTeX": numbers_in_latex,
    "records": numbers_in_records,
}


class Numbers:
    """The numbers below each header."""

    def __init__(self):
        self.by_header = defaultdict(set)

    def add(self, number_by_header):
        for header, number in number_by_header.items():
            self.by_header[header].add(number)

    def check(self, n_least):
        """Check that no two numbers have one header, and that there are many."""
        repeated = {
            header: numbers
            for header, numbers in self.by_header.items()
            if len(numbers) > 1
        }
        assert not repeated
        assert len(self.by_header) >= n_least


def check_outputs(comparisons, n_least, outputs=OUTPUTS):
    """Check that in each output, no header is that of two numbers of comparisons."""
    for read in outputs.values():
        numbers = Numbers()
        for comparison in comparisons:
            numbers.add(read(comparison))
        numbers.check(n_least)


def comparisons_of_kinds(*, weighted=False):
    """Compare by all metrics, the rows alone, the columns alone, and both."""
    options = {"sample_weight": "balanced"} if weighted else {}
    return [
        compare({"a": PRED}, {"d": (None, truth)}, metrics, **options)
        for metrics in batches("partition", weighted=weighted)
        for truth in TRUTHS.values()
    ]


def test_each_header_of_a_comparison_has_one_number():
    weighted = comparisons_of_kinds(weighted=True)
    check_outputs([*comparisons_of_kinds(), *weighted], n_least=350)


def test_each_header_of_a_mixture_and_its_mark_have_one_number():
    data = {f"d{number}": (None, truth) for number, truth in enumerate(TRUTHS.values())}
    mixtures = [compare({"a": PRED}, data, metrics) for metrics in batches("partition")]
    check_outputs(mixtures, n_least=250)
    marks = {data for _, data in printed_numbers(mixtures[0])}
    assert marks == {"d0 (rows)", "d1 (columns)", "d2 (rows and columns)"}


def test_each_header_of_biclusters_has_one_number():
    comparisons = [
        compare({"a": FOUND}, {"d": (None, BLOCKS)}, metrics)
        for metrics in batches("biclustering")
    ]
    check_outputs(comparisons, n_least=50)


def test_each_header_of_overlapping_clusters_has_one_number():
    comparisons = [
        compare({"a": FOUND_CLUSTERS}, {"d": (None, CLUSTERS)}, metrics)
        for metrics in batches("overlapping")
    ]
    check_outputs(comparisons, n_least=4)


def test_each_axis_of_a_comparison_has_one_number(pyplot):
    some_metrics = batches("partition")[:3]
    comparisons = [
        compare({"a": PRED}, {"d": (None, truth)}, metrics)
        for metrics in some_metrics
        for truth in TRUTHS.values()
    ]
    check_outputs(comparisons, n_least=30, outputs={"figure": numbers_in_figure})


def test_each_header_of_a_rank_test_has_one_result():
    """The test is of one index, or of a mixture that it names."""
    candidates = {"a": PRED, "b": ([0, 1] * 5 + [0], [0, 1] * 4)}
    kinds = [["rows"], ["columns"], ["rows and columns"], list(TRUTHS)]
    numbers = Numbers()
    for metrics, names in product(batches("partition"), kinds):
        data = {
            f"{name} {number}": (None, TRUTHS[name])
            for name in names
            for number in range(2)
        }
        found = compare(candidates, data, metrics)
        ranks = found.ranks()
        for metric in found.metrics:
            if None in ranks[metric].values():
                continue  # the index is not defined for one mode
            test = found.rank_test(metric)
            numbers.add({test.metric: str(test.differences)})
    numbers.check(n_least=60)


def numbers_of_report(report):
    """Return the text of each number of a report, by its header and its column."""
    rows = table_of_html(report._repr_html_())
    (start,) = (number for number, row in enumerate(rows) if "value" in row)
    header, *body = rows[start:]
    columns = header[1 : header.index("better")]
    return {
        (row[0], column): text
        for row in body[: len(report.entries["indices"])]
        for column, text in zip(columns, row[1:], strict=False)
    }


def takes_one_mode(metric):
    """Return whether a metric is defined for a single mode."""
    return not isinstance(metric, partial) or "printed" not in metric.keywords.values()


@pytest.mark.parametrize("whole", [(TRUE, PRED), (TRUE[0], PRED[0])])
def test_each_header_of_a_report_of_labels_has_one_number(whole):
    """The title of a report tells clusterings from co-clusterings."""
    true, _ = whole
    pairs = [whole]
    if true is TRUE:
        pairs += [(TRUTHS["rows"], PRED), (TRUTHS["columns"], PRED)]
    weighted_by_name = batches("partition", weighted=True)[0]
    numbers = Numbers()
    for pair in pairs:
        for metrics in batches("partition"):
            report = coclustering_report(
                *pair, metrics=list(filter(takes_one_mode, metrics)), inference=False
            )
            numbers.add(numbers_of_report(report))
        report = coclustering_report(
            *pair, metrics=weighted_by_name, inference=False, sample_weight="balanced"
        )
        numbers.add(numbers_of_report(report))
    numbers.check(n_least=100)


@pytest.mark.parametrize(
    ("structure", "pair", "n_least"),
    [
        ("biclustering", (BLOCKS, FOUND), 50),
        ("overlapping", (CLUSTERS, FOUND_CLUSTERS), 4),
    ],
)
def test_each_header_of_a_report_of_biclusters_has_one_number(structure, pair, n_least):
    numbers = Numbers()
    for metrics in batches(structure):
        report = bicluster_report(*pair, metrics=metrics, inference=False)
        numbers.add(numbers_of_report(report))
    numbers.check(n_least)


@pytest.mark.parametrize("structure", ["partition", "biclustering", "overlapping"])
def test_each_header_of_a_test_has_one_result(structure, pyplot):
    options = {"method": "labels", "n_draws": 1, "random_state": 0}
    pairs = [(TRUE, PRED), (TRUTHS["rows"], PRED), (TRUTHS["columns"], PRED)]
    if structure == "biclustering":
        pairs = [(BLOCKS, FOUND)]
    n_least = 50
    if structure == "overlapping":
        pairs = [(CLUSTERS, FOUND_CLUSTERS)]
        n_least = 4
    metrics = [metric for few in batches(structure) for metric in few]
    texts = Numbers()
    axes = Numbers()
    for number, (pair, metric) in enumerate(product(pairs, metrics)):
        if not takes_one_mode(metric):
            continue
        result = permutation_test(*pair, metric, alternative="index", **options)
        text, _, _ = repr(result).rpartition(f"={result.statistic:.3g}, pvalue")
        texts.add({text: result.statistic})
        if number % 20 == 0:  # figures are slow
            ax = PermutationDisplay(result).plot().ax_
            axes.add({ax.get_xlabel(): result.statistic})
            pyplot.close(ax.figure)
    texts.check(n_least)
    axes.check(n_least=1 if structure == "overlapping" else 3)


@pytest.mark.parametrize("part", TRUTHS)
def test_results_of_inference_are_called_by_the_header_of_their_index(part):
    """They are called as the permutation test of the same metric and modes is."""
    true = TRUTHS[part]
    draws = {"n_draws": 2, "random_state": 0}
    metric = partial(pair_counting_score, metric="dice", null_model="product")
    header = permutation_test(true, PRED, metric, **draws).metric
    compared = "" if true is TRUE else f" of {part}"
    assert header == f"Dice{compared}, null model product"
    adjusted = adjusted_for_chance(true, PRED, metric, **draws)
    difference = compare_scores(true, PRED, TRUE, metric)
    for result in (adjusted, difference):
        assert result.metric == header
        assert f"metric={header!r}" in repr(result)
        assert header in result._repr_html_()
    assert list(adjusted.to_frame()["metric"]) == [header]


@pytest.mark.parametrize("part", TRUTHS)
def test_a_decomposition_names_the_modes_of_its_score(part):
    true = TRUTHS[part]
    header = permutation_test(true, PRED).metric
    assert repr(cari_decomposition(true, PRED)).startswith(
        f"CariDecomposition({header}="
    )


def test_pairwise_scores_name_the_modes_that_all_structures_have():
    structures = {"a": (TRUE[0], None), "b": (PRED[0], None)}
    scores = pairwise_scores(structures, "nce")
    assert scores.metric == "NCE of rows"
    assert scores.to_markdown().startswith("| NCE of rows | a | b |")
    assert r"NCE of rows & a & b \\" in scores.to_latex()
    mixture = {"a": (TRUE[0], None), "b": PRED}
    with pytest.raises(ValueError, match="'a' has labels of rows and 'b' labels of"):
        pairwise_scores(mixture, "nce")


def test_results_of_meta_evaluation_name_the_options_of_an_index():
    options = {"structure": "clustering", "max_size": 3, "n_draws": 0}
    check = check_index("conmi", average_method="min", **options)
    assert repr(check).startswith("IndexCheck(coNMI, min, ")
    assert str(check).startswith("coNMI, min (")
    metrics = [partial(conmi_score, average_method="min"), "rand"]
    rates = inconsistency_rates(metrics, [([0, 0, 1], [0, 1, 1], [0, 1, 2])])
    assert list(rates.to_frame()) == ["coNMI, min", "Rand"]


def test_each_name_of_a_baseline_has_one_curve(pyplot):
    numbers = Numbers()
    options = {"n_clusters": [2, 3], "n_draws": 2}
    truths = [TRUE, TRUTHS["rows"], TRUTHS["columns"]]
    for truth, metrics in product(truths, batches("partition")):
        some_metrics = list(filter(takes_one_mode, metrics))
        display = BaselineDisplay.from_metrics(truth, some_metrics, **options)
        pyplot.close(display.figure_)
        means = [tuple(curve) for curve in display.means]
        numbers.add(dict(zip(display.names, means, strict=True)))
    numbers.check(n_least=27)


def test_each_corner_of_pairwise_scores_has_one_table():
    numbers = Numbers()
    for metrics in batches("partition"):
        for metric in metrics:
            scores = pairwise_scores({"a": TRUE, "b": PRED}, metric)
            (header, *_), *_ = table_of_html(scores._repr_html_())
            numbers.add({header: scores.scores[0, 1]})
    numbers.check(n_least=80)
