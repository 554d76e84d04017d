"""Each kind of parameter refuses the same wrong values, in every public function."""

import pytest
from calls import BAD_VALUES, CALLS, calls_with, with_parameter


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
