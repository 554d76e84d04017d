"""Each kind of parameter refuses the same wrong values, in every public function."""

from functools import partial

import pytest
from calls import BAD_VALUES, CALLS, calls_with, with_parameter

import sklearn_cocluster_metrics as sccm


@pytest.mark.parametrize("parameter", BAD_VALUES)
def test_every_function_with_such_a_parameter_is_called(parameter):
    called = {
        name.partition(",")[0].partition(" ")[0] for name in calls_with(parameter)
    }
    missing = with_parameter(parameter) - called
    assert not missing, "Add a call of each to `CALLS` in tests/calls.py."


@pytest.mark.parametrize(
    ("parameter", "name"),
    [(one, name) for one in BAD_VALUES for name in calls_with(one)],
)
@pytest.mark.usefixtures("pyplot")
def test_a_wrong_value_is_refused_by_the_name_of_the_parameter(parameter, name):
    for value, error in BAD_VALUES[parameter]:
        if (name, parameter, value) == ("check_index", "n_draws", 0):
            continue  # enumerates structures, and draws more only if asked to
        with pytest.raises(error, match=f"`{parameter}` (must|is empty)"):
            CALLS[name](**{parameter: value})


PARAMETERS_OF_NEIGHBORS = [
    (sccm.match_table, {"unlabeled": "drop"}, r"`match_table\(\*handle_unlabeled\("),
    (sccm.match_table, {"metric": "f1"}, "chosen by `by`, such as `by='f1'`"),
    (sccm.cluster_stability, {"kind": "counts"}, "Leave `kind` out, or call"),
    (sccm.cluster_stability, {"metric": "cari"}, "Leave `metric` out, or call"),
    (
        sccm.bicluster_similarity_score,
        {"similarity": "jaccard"},
        "`metric='bicluster_consensus'` gives the value of `consensus_score`",
    ),
    (
        sccm.meta_evaluation.inconsistency_rates,
        {"metric": "rand"},
        "Pass them as a list, `metrics`",
    ),
    (
        sccm.meta_evaluation.inconsistency_rates,
        {"random_state": 0},
        "Leave it out, because nothing is drawn",
    ),
]


@pytest.mark.parametrize(("function", "option", "cure"), PARAMETERS_OF_NEIGHBORS)
def test_a_parameter_of_a_neighbor_is_refused_with_the_cure(function, option, cure):
    name, value = next(iter(option.items()))
    message = f"`{function.__name__}` has no parameter `{name}`, got {value!r}.*{cure}"
    with pytest.raises(TypeError, match=message):
        function([0, 0, 1], [0, 1, 1], **option)


LABELS = [0, 0, 1, 1]
FUNCTIONS_OF_METRICS = [
    lambda metrics, **options: sccm.meta_evaluation.inconsistency_rates(
        metrics, [(LABELS, [0, 0, 0, 1], [0, 1, 1, 1])], **options
    ),
    lambda metrics, **options: sccm.compare(
        {"a": [0, 0, 0, 1]}, {"d": (None, LABELS)}, metrics=metrics, **options
    ),
]


@pytest.mark.parametrize("call", FUNCTIONS_OF_METRICS)
@pytest.mark.parametrize("metric", ["cari", sccm.cari_score])
def test_an_option_of_one_of_several_metrics_is_refused_with_the_line(call, metric):
    line = (
        r"has no parameter `null_model`, which is an option .* Pass `functools\.partial"
        r"\(cari_score, null_model=\"product\"\)` in `metrics`, in place of 'cari'\."
    )
    with pytest.raises(TypeError, match=line):
        call(["nce", metric], null_model="product")
    call(["nce", partial(sccm.cari_score, null_model="product")])


@pytest.mark.parametrize("call", FUNCTIONS_OF_METRICS)
def test_an_unknown_keyword_beside_metrics_is_refused_with_the_options(call):
    with pytest.raises(
        TypeError,
        match=r"no parameter `null`, and `metrics` has no such option\. Did you mean "
        r"`null_model`\?.* options of `metrics`: `null_model`\.",
    ):
        call({"a": "rand", "b": "cari"}, null="product")
