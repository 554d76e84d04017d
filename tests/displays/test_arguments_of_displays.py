"""Displays say which of their methods to call if their arguments do not fit."""

import re

import pytest

import sklearn_cocluster_metrics as sccm
from sklearn_cocluster_metrics import PermutationDisplay, StabilityDisplay

DISPLAYS = [getattr(sccm, name) for name in sccm.__all__ if name.endswith("Display")]


def test_a_stability_display_of_a_search_names_from_cv_results():
    message = r"Call `StabilityDisplay\.from_cv_results\(search\)` or"
    with pytest.raises(TypeError, match=message):
        StabilityDisplay("search")


@pytest.mark.parametrize("display", DISPLAYS)
def test_arguments_that_do_not_fit_name_methods_of_the_display(display):
    name = display.__name__
    with pytest.raises(TypeError, match=f"`{name}` do not fit .* Call `") as error:
        display("an", "argument", "too", "many")
    methods = re.findall(rf"`{name}\.(\w+)", str(error.value))
    assert methods
    assert all(hasattr(display, method) for method in methods)


def test_a_permutation_display_of_something_else_names_from_predictions():
    with pytest.raises(TypeError, match=r"`PermutationDisplay\.from_predictions`"):
        PermutationDisplay([0, 1])
