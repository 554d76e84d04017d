"""The header of a number says which index it is, with what options, and of what."""

from functools import partial, wraps
from itertools import product

import pytest
import sklearn.metrics as sk
from contracts import CONTRACTS

from sklearn_cocluster_metrics import cari_score, compare, conmi_score
from sklearn_cocluster_metrics._metrics import resolve, resolve_several

COMPARED = (None, "rows", "columns", "rows and weeks")


def header(metric, compared=None, **options):
    """Return the header of the numbers of a metric."""
    structure = CONTRACTS[metric].structure if metric in CONTRACTS else "partition"
    resolved = resolve(metric, structure, options=options, caller=None)
    return resolved.header(compared)


def choices_of_options(contract):
    """Return all combinations of the values of the options of an index."""
    defaults = contract.check_options({})
    values_by_option = {
        name: dict.fromkeys([defaults[name], *option.values])
        for name, option in contract.options.items()
    }
    return [
        dict(zip(values_by_option, values, strict=True))
        for values in product(*values_by_option.values())
    ]


@pytest.mark.parametrize("structure", ["partition", "biclustering", "overlapping"])
def test_two_numbers_never_have_one_header(structure):
    numbers_by_header = {}
    for contract in CONTRACTS.values():
        if contract.structure != structure:
            continue
        for options in choices_of_options(contract):
            for compared in COMPARED:
                number = (contract.name, tuple(options.items()), compared)
                text = header(contract.name, compared, **options)
                numbers_by_header.setdefault(text, []).append(number)
    assert max(map(len, numbers_by_header.values())) == 1


HEADERS = [
    ("conmi", None, {}, "coNMI"),
    ("conmi", "rows", {}, "coNMI of rows"),
    ("conmi", "rows", {"average_method": "arithmetic"}, "coNMI of rows, arithmetic"),
    ("conmi", "rows", {"average_method": "max"}, "coNMI of rows"),
    ("v_measure", None, {"beta": 2}, "V-measure, beta 2"),
    ("v_measure", None, {"beta": 0.1}, "V-measure, beta 0.1"),
    ("purity", "columns", {"inverse": True}, "purity of columns, inverse"),
    ("dice", None, {"null_model": "product"}, "Dice, null model product"),
    ("cari_product", None, {}, "product-CARI"),
    ("rnia_distance", None, {"overlap": "set"}, "RNIA distance, overlap set"),
]


@pytest.mark.parametrize(("metric", "compared", "options", "text"), HEADERS)
def test_a_header_names_index_part_and_options(metric, compared, options, text):
    assert header(metric, compared, **options) == text


def test_a_partial_has_the_header_of_its_options():
    arithmetic = partial(conmi_score, average_method="arithmetic")
    assert header(arithmetic, "rows") == "coNMI of rows, arithmetic"
    assert header(partial(cari_score, null_model="product")) == "product-CARI"


def test_a_decorated_index_does_not_have_the_header_of_the_index():
    @wraps(conmi_score)
    def rounded(true, pred, **options):
        return round(conmi_score(true, pred, **options))

    assert header(rounded, "rows") == "decorated coNMI of rows"


def test_a_function_has_its_own_name_and_its_options():
    def own(true, pred, *, weight=1):
        return weight

    assert header(own, "rows") == "own of rows"
    assert header(partial(own, weight=0.5)) == "own, weight 0.5"
    rows_alone = partial(sk.normalized_mutual_info_score, average_method="max")
    expected = "normalized_mutual_info_score, average method max"
    assert header(rows_alone) == expected


def test_a_key_is_the_header_of_its_metric():
    arithmetic = partial(conmi_score, average_method="arithmetic")
    metrics = {"NMI": arithmetic, "conmi": arithmetic}
    resolved = resolve_several(metrics, "partition", caller=compare)
    assert resolved["NMI"].header("rows") == "NMI of rows"
    assert resolved["conmi"].header("rows") == "coNMI of rows, arithmetic"


def test_keys_that_give_two_metrics_one_header_are_refused():
    with pytest.raises(ValueError, match=r"same name twice: \['coNMI', 'coNMI'\]"):
        resolve_several(
            {"conmi": "conmi", "coNMI": "coami"}, "partition", caller=compare
        )
