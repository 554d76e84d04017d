"""Settings of Sphinx. Nothing here needs a network."""

import sys
from pathlib import Path

from sklearn_cocluster_metrics import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "sklearn-cocluster-metrics"
author = "The sklearn-cocluster-metrics developers"
project_copyright = author
release = __version__
version = release

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.extlinks",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
    "contracts_table",
    "mathml",
]
exclude_patterns = ["_build"]
templates_path = ["_templates"]
smartquotes = False  # options of functions stand between straight quotes
default_role = "literal"  # docstrings put `names` between single backquotes

autodoc_typehints = "none"  # numpydoc says the types
numpydoc_show_class_members = False  # the template of classes does
extlinks = {"doi": ("https://doi.org/%s", "doi:%s")}

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "auto_examples",
    "filename_pattern": r"/plot_",
    "ignore_pattern": r"/(?!plot_)[^/]*\.py$",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "show_memory": False,
}

html_theme = "pydata_sphinx_theme"
html_title = project
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["custom.css"]
html_theme_options = {
    "navigation_with_keys": False,
    "show_prev_next": False,
    "secondary_sidebar_items": {
        page: ["page-toc"]
        for page in ("api", "proofs", "user_guide/*", "auto_examples/*")
    },
}
html_sidebars = {"install": [], "api": [], "indices": [], "proofs": []}
