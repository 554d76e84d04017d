"""Settings of Sphinx. Nothing here needs a network."""

import re
import sys
import warnings
from pathlib import Path

from sklearn_cocluster_metrics import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from gallery_order import names

# How long a call takes depends on the machine that builds the pages.
warnings.filterwarnings("ignore", message=".* may take about ")

project = "sklearn-cocluster-metrics"
author = "The sklearn-cocluster-metrics developers"
project_copyright = author
release = __version__
version = release

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.extlinks",
    "sphinx.ext.viewcode",
    "numpydoc",
    "sphinx_copybutton",
    "sphinx_gallery.gen_gallery",
    "api_overview",
    "contracts_table",
    "guide_links",
    "markdown_page",
    "mathml",
    "names_of_others",
    "search_entries",
]
exclude_patterns = ["_build"]
templates_path = ["_templates"]
smartquotes = False  # options of functions stand between straight quotes
default_role = "literal"  # docstrings put `names` between single backquotes
maximum_signature_line_length = 68  # a parameter per line, where they do not fit

nitpicky = True  # every reference to this package leads somewhere
nitpick_ignore_regex = [(r"py:.*", r"(?!sklearn_cocluster_metrics\b).*")]

autodoc_typehints = "none"  # numpydoc says the types
numpydoc_show_class_members = False  # the template of classes does
extlinks = {"doi": ("https://doi.org/%s", "doi:%s")}

# Copied code has no prompts, no output and no dots of lines that go on.
copybutton_prompt_text = r">>> |\.\.\. |\.\.\.$|\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "auto_examples",
    "filename_pattern": r"/plot_",
    "ignore_pattern": r"/(?!plot_)[^/]*\.py$",
    "abort_on_example_error": True,
    "copyfile_regex": r"index\.rst",  # the order of the gallery
    "download_all_examples": False,
    "write_computation_times": False,  # its tables ask another host
    "doc_module": ("sklearn_cocluster_metrics",),
    "backreferences_dir": "generated/backreferences",
    "minigallery_sort_order": "gallery_order.position",
    "reset_modules": ("matplotlib", "seaborn", "gallery_order.ignore_durations"),
    "reference_url": {"sklearn_cocluster_metrics": None},
    "show_memory": False,
    "parallel": 2,  # examples at a time
    "thumbnail_size": (600, 420),
}

html_theme = "pydata_sphinx_theme"
html_title = project
html_math_renderer = "mathml"
html_search_scorer = str(Path(__file__).parent / "_ext" / "search_scorer.js")
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["custom.css"]
html_theme_options = {
    "header_links_before_dropdown": 8,
    "navigation_with_keys": False,
    # Figures of the gallery are shown without being made smaller.
    "secondary_sidebar_items": {
        "**": ["page-toc"],
        "index": [],
        "genindex": [],
        **{f"auto_examples/{name.removesuffix('.py')}": [] for name in names()},
    },
}
html_sidebars = {
    page: []
    for page in (
        "index",
        "faq",
        "install",
        "quick_start",
        "recipes",
        "recipes/*",
        "notebooks",
        "which_index",
        "indices",
        "degenerate",
        "auto_examples/index",
        "coming_from",
        "glossary",
        "references",
        "proofs",
        "errata",
        "studies",
        "benchmarks",
        "citing",
        "changelog",
        "contributing",
    )
}


def link_back(app, pagename, templatename, context, doctree):
    """Lead from a source to its page by the full name, which names the page.

    viewcode takes all that a file defines for members of one module.
    """
    if pagename.startswith("_modules/"):
        link = r"(generated/([\w.]*\.(\w+))\.html)#[\w.]+?\.\3\b"
        context["body"] = re.sub(link, r"\1#\2", context["body"])


def setup(app):
    """Mend the links of viewcode."""
    app.connect("html-page-context", link_back)
