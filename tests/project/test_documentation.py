"""What is public is documented, and the documentation says what is."""

import doctest
import inspect
import pydoc
import re
import runpy
import tomllib
from pathlib import Path

import numpy as np
import pytest
from calls import with_parameter
from contracts import CONTRACTS, PAIR_COUNTING_NAMES, SIMILARITY_NAMES
from numpydoc.validate import validate
from test_architecture import LAYER_OF, public_names, top_level

import sklearn_cocluster_metrics

REPOSITORY = Path(__file__).parents[2]
IGNORED = {
    "ES01": "a summary that says it all needs no second paragraph",
    "RT02": "results have names, as in scikit-learn",
    "SS05": "a noun ends in s as a verb does: 'Biclusters that...'",
}


def read(path: str) -> str:
    """Read a file of the repository."""
    return (REPOSITORY / path).read_text(encoding="utf-8")


def paths(pattern: str) -> list[str]:
    """List files of the repository."""
    return sorted(str(p.relative_to(REPOSITORY)) for p in REPOSITORY.glob(pattern))


def names_in_api() -> list[str]:
    """List the full names under the autosummaries of the API's pages."""
    names, module = [], ""
    for line in "\n".join(map(read, paths("doc/api/*.rst"))).splitlines():
        if line.startswith(".. "):
            kind, _, module_named = line.partition(":: ")
            module = module_named if kind == ".. currentmodule" else module
            listing = kind.startswith(".. autosummary")
        elif re.match(r"    \w", line) and listing:
            names.append(f"{module}.{line.strip()}")
    return names


@pytest.mark.parametrize("name", public_names())
def test_docstrings_follow_numpydoc(name: str) -> None:
    errors = [error for error in validate(name)["errors"] if error[0] not in IGNORED]
    assert errors == []


def test_defaults_in_docstrings_are_those_of_the_signatures() -> None:
    n_compared = 0
    for name in public_names():
        public = pydoc.locate(name)
        parameters = inspect.signature(public).parameters
        _, _, described = (inspect.getdoc(public) or "").partition("\nParameters\n")
        listed, _, _ = described.partition("\nReturns\n")
        for names, default in re.findall(
            r"^(\w[\w, ]*) : .*default=(.+)$", listed, flags=re.MULTILINE
        ):
            for one in names.split(", "):
                found = parameters[one].default
                assert default.replace('"', "'") in (repr(found), "{}"), (name, one)
                n_compared += 1
    assert n_compared > 200


@pytest.mark.parametrize("name", public_names())
def test_help_prints_no_private_type(name: str) -> None:
    assert "metrics._" not in str(inspect.signature(pydoc.locate(name)))


def test_the_references_list_every_paper_of_a_docstring() -> None:
    listed = read("doc/references.rst")
    code = "\n".join(map(read, paths("sklearn_cocluster_metrics/**/*.py")))
    for paper in re.findall(r"\.\. \[\d+\] ([^\n]+)", code):
        first_author = re.split(r"[,(]| et al", paper)[0].split()[-1].strip('"')
        assert first_author in listed, f"Add to doc/references.rst: {paper}"


def test_the_pages_of_the_api_list_every_public_name_once() -> None:
    assert sorted(names_in_api()) == sorted(public_names()), "See doc/api."


def guide_and_gallery() -> str:
    """Join the pages that explain, not only list, what is public."""
    pages = ["doc/quick_start.rst", "doc/which_index.rst", "doc/degenerate.rst"]
    pages += paths("doc/user_guide/*.rst") + paths("examples/*.py")
    return "\n".join(map(read, pages))


@pytest.mark.parametrize(
    "name", [name for name in public_names() if ".results." not in name]
)
def test_guide_or_gallery_shows_every_public_name(name: str) -> None:
    shown = re.search(rf"\b{name.split('.')[-1]}\b", guide_and_gallery())
    assert shown, f"Show {name} in doc/user_guide or in examples."


def test_the_guide_explains_every_index() -> None:
    text = guide_and_gallery()
    names = PAIR_COUNTING_NAMES + SIMILARITY_NAMES
    names = [name.removeprefix("bicluster_") for name in names]
    assert [name for name in names if not re.search(rf"\b{name}\b", text)] == []


def test_indices_in_one_row_of_the_table_are_one_index() -> None:
    pytest.importorskip("sphinx")
    table = runpy.run_path(str(REPOSITORY / "doc" / "_ext" / "contracts_table.py"))
    generator = np.random.default_rng(0)
    for _ in range(20):
        modes = [generator.integers(k, size=(2, n)) for k, n in ((3, 6), (2, 5))]
        blocks = [generator.random((2, 3, n)) < 0.6 for n in (6, 5)]
        labels, biclusters = ([*zip(*both, strict=True)] for both in (modes, blocks))
        for one, (form, other) in table["SAME"].items():
            pair = labels if CONTRACTS[one].structure == "partition" else biclusters
            written = form.replace(table["MINUS"], "-").format(CONTRACTS[one](*pair))
            assert CONTRACTS[other](*pair) == pytest.approx(eval(written), abs=1e-12)


def test_the_glossary_says_where_numbers_of_draws_are_taken() -> None:
    table = read("doc/glossary.rst").split(".. _term_draws:")[1]
    rows = table.split(".. _term_structure:")[0].split("    * - ")[2:]
    listed = {row.split("``")[1]: {*row.split("``")[3::2]} for row in rows}
    assert listed == {parameter: with_parameter(parameter) for parameter in listed}


def test_every_page_has_an_anchor() -> None:
    pages = paths("doc/*.rst") + paths("doc/api/*.rst") + paths("doc/user_guide/*.rst")
    assert [page for page in pages if not read(page).startswith(".. _")] == []


@pytest.mark.parametrize(
    ("page", "label"),
    [
        ("index", "home_why"),
        ("quick_start", "quick_rows"),
        ("quick_start", "quick_both"),
        ("quick_start", "quick_lists"),
        ("which_index", "which_coclusterings"),
        ("which_index", "which_biclusterings"),
        ("user_guide/tests_and_intervals", "permutation_tests"),
    ],
)
def test_a_first_question_is_one_click_away_and_its_answer_runs_alone(
    page: str, label: str
) -> None:
    home = read("doc/index.rst")
    assert page == "index" or re.search(rf":doc:`([^`]+ <)?{page}>?`", home)
    section = read(f"doc/{page}.rst").split(f".. _{label}:\n")[1].split("\n.. _")[0]
    assert n_failed(section) == 0


def n_failed(text: str) -> int:
    """Count the examples in a text that give other results; there must be some."""
    test = doctest.DocTestParser().get_doctest(text, {}, "text", None, None)
    assert test.examples
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.DocTestRunner(optionflags=options).run(test).failed


def test_the_gallery_shows_every_example_once() -> None:
    index = read("examples/index.rst")
    listed = re.findall(r"^    \.\./(examples/\w+\.py)$", index, re.M)
    assert sorted(listed) == paths("examples/plot_*.py")


def test_help_on_the_package_lists_every_public_name_once() -> None:
    named = re.findall(r"\w+", sklearn_cocluster_metrics.__doc__ or "")
    counts = {name: named.count(name) for name in sklearn_cocluster_metrics.__all__}
    wrong = {name: count for name, count in counts.items() if count != 1}
    assert not wrong, "Name each once in the docstring of `__init__.py`."


def test_the_contributor_guide_names_every_layer_in_order() -> None:
    first_cells = re.findall(r"^\| (`\w+`.*?) \|", read("CONTRIBUTING.md"), re.M)
    named = [name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)]
    assert sorted(named) == sorted(top_level())
    assert named == sorted(named, key=LAYER_OF.__getitem__)


def test_the_types_list_the_names_of_all_indices() -> None:
    names = runpy.run_path(str(REPOSITORY / ".ci" / "names.py"))
    written = names["FILE"].read_text(encoding="utf-8")
    assert written == names["source"](), "Run `python .ci/names.py`."


def test_the_readme_can_be_read_wherever_it_is_shown() -> None:
    """Links to files, which a package index has not, are refused by `release.yml`."""
    text = read("README.md")
    files = re.findall(r"`([\w/]+\.(?:md|py))`", text)
    files += re.findall(r"\]\((?!https://)(.*?)\)", text)
    assert len(files) > 2
    assert [name for name in files if not (REPOSITORY / name).exists()] == []
    prose = re.sub(r"```.*?```|<!--.*?-->", "", text, flags=re.DOTALL)
    assert len(prose.split()) <= 500


def test_the_examples_of_the_readme_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", read("README.md"), flags=re.DOTALL)
    assert blocks
    assert [n_failed(block) for block in blocks] == [0] * len(blocks)


def test_every_index_is_public(contract) -> None:
    name = contract.function.__name__
    assert getattr(sklearn_cocluster_metrics, name, None) is contract.function


def test_the_version_is_that_of_the_changelog_and_the_citation() -> None:
    version = sklearn_cocluster_metrics.__version__
    (latest, *_) = re.findall(r"^## (\S+) \(.+\)$", read("CHANGELOG.md"), re.MULTILINE)
    assert latest == version.removesuffix(".dev0")
    assert f"\nversion: {version}\n" in read("CITATION.cff")


def test_actions_are_pinned_by_commit() -> None:
    workflows = "\n".join(map(read, paths(".github/workflows/*.yml")))
    used = re.findall(r"uses:(.*)", workflows)
    assert used
    assert [u for u in used if not re.search(r"@[0-9a-f]{40} # v[\d.]+\s*$", u)] == []


def test_the_oldest_pins_are_the_floors() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    extras = map(project["optional-dependencies"].get, ("dask", "plot", "test"))
    required = " ".join(sum(extras, project["dependencies"])).replace("[array]", "")
    pinned = r"\b((?:da|dist|joblib|matplotlib|numpy\b|optuna|pandas|sci)\S*)>=(\S+)"
    floors = {f"{name}=={least}.*" for name, least in re.findall(pinned, required)}
    assert len(floors) > 8
    assert floors <= set(read(".ci/oldest.txt").splitlines())
