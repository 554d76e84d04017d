"""Load the profile of Hypothesis before collection; fixtures of several tests."""

import pytest
import strategies  # noqa: F401  it chooses the profile
from contracts import CONTRACTS

collect_ignore = ["typing"]  # scripts for type checkers, which are never run


@pytest.fixture(params=CONTRACTS.values(), ids=CONTRACTS)
def contract(request):
    """Give a test the contract of every index in turn."""
    return request.param


@pytest.fixture
def pyplot():
    """Close all figures after a test, which is skipped without matplotlib."""
    plt = pytest.importorskip("matplotlib.pyplot")
    yield plt
    plt.close("all")
