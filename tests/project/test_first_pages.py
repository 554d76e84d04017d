"""What the first pages state, and what the decision tree of indices shows, is so."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from contracts import CONTRACTS, OF_PARTITIONS, PAIR_COUNTING_NAMES
from test_documentation import REPOSITORY, read

import sklearn_cocluster_metrics

if not (REPOSITORY / "doc").is_dir():
    pytest.skip("an installed package has no pages", allow_module_level=True)

SVG = "{http://www.w3.org/2000/svg}"
TREE = ElementTree.fromstring(read("doc/_static/which_index.svg"))
PAGE = read("doc/which_index.rst")
LEAVES = [
    [text.text for text in group.iter(f"{SVG}text")]
    for group in TREE.iter(f"{SVG}g")
    if group.get("class") == "tree-leaf"
]
PLACEHOLDER = "ADDRESS-TO-FILL-IN"


def mean_by_chance(name: str) -> str:
    """Return what the decision tree has to say of the mean of an index."""
    return "not corrected" if CONTRACTS[name].chance_level is None else "0"


def names_of_indices() -> list[Any]:
    """Return the names in the decision tree that are not functions."""
    functions = sklearn_cocluster_metrics.__all__
    return [name for _, name, _ in LEAVES if name not in functions]


def test_the_decision_tree_is_shown_on_the_page_of_its_links() -> None:
    assert ":file: _static/which_index.svg" in PAGE


def test_the_decision_tree_names_indices_by_their_names() -> None:
    assert len(names_of_indices()) > 10
    assert [name for name in names_of_indices() if name not in CONTRACTS] == []


def test_the_decision_tree_has_the_mean_by_chance_of_each_index() -> None:
    stated = {name: mean for _, name, mean in LEAVES if name in CONTRACTS}
    assert stated == {name: mean_by_chance(str(name)) for name in stated}
    levels = {CONTRACTS[str(name)].chance_level for name in stated}
    assert levels == {0.0, None}


def test_the_page_explains_every_index_of_the_decision_tree() -> None:
    assert [name for name in names_of_indices() if str(name) not in PAGE] == []


def test_the_links_of_the_decision_tree_lead_somewhere() -> None:
    links = [link.get("href", "") for link in TREE.iter(f"{SVG}a")]
    assert len(links) == 5
    for link in links:
        page, _, anchor = link.partition("#")
        text = read(f"doc/{page.removesuffix('.html')}.rst") if page else PAGE
        assert f".. _{anchor.replace('-', '_')}:\n" in text or not anchor


def test_a_screen_reader_finds_a_title_of_the_decision_tree() -> None:
    titles = [TREE.find(f"{SVG}{tag}") for tag in ("title", "desc")]
    ids = [title.get("id") for title in titles if title is not None]
    assert TREE.get("aria-labelledby", "").split() == ids


@pytest.mark.parametrize("page", ["README.md", "doc/index.rst"])
def test_the_stated_factor_over_scikit_learn_was_measured(page: str) -> None:
    (factor,) = re.findall(r"at least (\d+) times\s+faster", read(page))
    row = r"^\| (?:ARI|AMI) +\| 10\^[5-9] samples +\| scikit-learn +\|(?:[^|]*\|){2}"
    table = read("benchmarks/README.md").split("### Clusterings, 10 clusters")[1]
    ratios = re.findall(row + r" ([\d.]+) ", table.split("\n### ")[0], re.M)
    assert len(ratios) >= 4
    assert min(map(float, ratios)) >= float(factor)


def test_the_home_page_counts_the_pair_counting_indices() -> None:
    (number,) = re.findall(r"(\d+) pair-counting indices", read("doc/index.rst"))
    assert int(number) == len(PAIR_COUNTING_NAMES)


def test_every_index_of_labels_also_compares_co_clusterings() -> None:
    true, pred = ([0, 0, 1, 1], [0, 1, 1]), ([0, 1, 1, 1], [0, 0, 1])
    assert len(OF_PARTITIONS) > 40
    assert all(isinstance(index(true, pred), float) for index in OF_PARTITIONS)


@pytest.mark.parametrize(
    "path", ["SECURITY.md", "CODE_OF_CONDUCT.md", "CITATION.cff", "doc/install.rst"]
)
def test_the_release_steps_name_the_files_to_fill_in(path: str) -> None:
    _, _, steps = read("CONTRIBUTING.md").partition("## Make a release")
    assert read(path).count(PLACEHOLDER) <= 1
    assert f"`{path}`" in steps
    assert PLACEHOLDER in steps


def test_the_paper_cites_all_that_its_bibliography_has() -> None:
    entries = set(re.findall(r"^@\w+\{(\w+),$", read("paper.bib"), re.M))
    assert entries
    assert set(re.findall(r"@(\w+)", read("paper.md"))) == entries
