"""Load the profile of Hypothesis before any test is collected."""

import strategies  # noqa: F401  it chooses the profile

collect_ignore = ["typing"]  # scripts for type checkers, which are never run
