"""Load the profile of Hypothesis before any test is collected; close figures."""

import pytest
import strategies  # noqa: F401  it chooses the profile

collect_ignore = ["typing"]  # scripts for type checkers, which are never run


@pytest.fixture
def pyplot():
    """Close all figures after a test, which is skipped without matplotlib."""
    plt = pytest.importorskip("matplotlib.pyplot")
    yield plt
    plt.close("all")
