"""What the check of the built pages relies on, also where there is no browser."""

import re
import runpy

import pytest
from test_documentation import REPOSITORY, paths, read

if not (REPOSITORY / "doc").is_dir():
    pytest.skip("an installed package has no pages", allow_module_level=True)
PAGES = runpy.run_path(str(REPOSITORY / ".ci" / "pages.py"))


def entries_of_the_index() -> set[str]:
    """Return the entries before the sections of all pages, in lower case."""
    text = "\n".join(map(read, paths("doc/**/*.rst")))
    return {entry.lower() for entry in re.findall(r"^    single: (.+)$", text, re.M)}


@pytest.mark.parametrize("query", PAGES["RESULTS_OF_ENTRIES"])
def test_what_people_search_is_an_entry_of_the_index(query: str) -> None:
    assert query.lower() in entries_of_the_index()


def test_without_a_browser_the_check_says_that_nothing_was_checked(
    tmp_path, monkeypatch, capsys
) -> None:
    (tmp_path / "search.html").touch()
    monkeypatch.setenv("PATH", "")
    PAGES["main"](tmp_path)
    assert capsys.readouterr().out.startswith("SKIPPED: no page is looked at")


def test_a_folder_without_pages_is_an_error(tmp_path) -> None:
    with pytest.raises(SystemExit, match="build the documentation first"):
        PAGES["main"](tmp_path)
