"""The contracts of all indices; a metric resolved to its function and direction."""
