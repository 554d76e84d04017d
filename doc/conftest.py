"""What pytest leaves alone here: settings of Sphinx and pages it generates."""

collect_ignore_glob = ["*.py", "_build/*", "auto_examples/*", "generated/*"]
