"""The public functions: check, count, compute."""
