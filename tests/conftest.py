"""Load the profile of Hypothesis before any test is collected."""

import strategies  # noqa: F401  it chooses the profile
