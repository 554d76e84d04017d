"""What type checkers say of users' scripts: the right ones pass, mistakes do not."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sklearn_cocluster_metrics

pytest.importorskip("mypy", reason="the types are checked with mypy")

SCRIPTS = Path(__file__).parents[1] / "typing"
SOURCES = Path(sklearn_cocluster_metrics.__file__).parent.parent
PAGES = {
    "README": SCRIPTS.parents[1] / "README.md",
    "quick_start": SCRIPTS.parents[1] / "doc" / "quick_start.rst",
}
# As for an installed package: not the settings of this project, which are stricter or
# looser than a user's, and no reports from inside the package.
CONFIGURATION = """
[mypy]
[mypy-sklearn.*,scipy.*,joblib.*,pandas.*]
ignore_missing_imports = True
follow_imports = skip
[mypy-sklearn_cocluster_metrics.*]
follow_imports = silent
"""


def outcome(command):
    """Run a type checker on the scripts."""
    options = {"capture_output": True, "text": True, "cwd": SOURCES, "timeout": 900}
    return subprocess.run(command, check=False, **options)


@pytest.fixture(scope="module")
def lines_with_errors(tmp_path_factory):
    """Return the lines of a script, by number, in which mypy finds errors."""
    directory = tmp_path_factory.mktemp("mypy")
    settings = directory / "mypy.ini"
    settings.write_text(CONFIGURATION, encoding="utf-8")
    for name, page in PAGES.items():
        examples = doctest.DocTestParser().get_examples(page.read_text("utf-8"))
        script = "".join(example.source for example in examples)
        assert script
        (directory / f"{name}.py").write_text(script, encoding="utf-8")

    def check(*options: str) -> dict[str, set[int]]:
        command = [sys.executable, "-m", "mypy", "--config-file", str(settings)]
        command += ["--cache-dir", str(directory), "--no-error-summary", *options]
        command += sorted(map(str, [*SCRIPTS.glob("*.py"), *directory.glob("*.py")]))
        done = outcome(command)
        assert done.returncode in (0, 1), done.stderr
        found = re.findall(r"(\w+)\.py:(\d+): error:", done.stdout)
        assert len(found) == done.stdout.count(": error:"), done.stdout
        return {
            script: {int(number) for name, number in found if name == script}
            for script in ("lines", "script", *PAGES)
        }

    return check


def marked(script: str) -> set[int]:
    """Number the lines that are marked as mistakes."""
    lines = (SCRIPTS / f"{script}.py").read_text(encoding="utf-8").splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith("# error")}


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--strict",)], ids=["default", "strict"])
def test_mypy_refuses_mistakes_and_nothing_else(lines_with_errors, options) -> None:
    found = lines_with_errors(*options)
    for script in PAGES:
        assert found[script] == set()
    for script in ("lines", "script"):
        assert found[script] == marked(script) != set()


@pytest.mark.slow
def test_pyright_refuses_mistakes_and_nothing_else(tmp_path) -> None:
    pytest.importorskip("basedpyright", reason="pyright with the node that it needs")
    settings = {
        "typeCheckingMode": "strict",
        "include": [str(SCRIPTS / "script.py")],
        "extraPaths": [str(SOURCES)],
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "-p", tmp_path]
    done = outcome([*map(str, command), "--pythonpath", sys.executable])
    found = json.loads(done.stdout)["generalDiagnostics"]
    lines = {1 + error["range"]["start"]["line"] for error in found}
    assert lines == marked("script"), found
