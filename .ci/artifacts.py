"""Check what a release would consist of: the wheel and the source distribution.

``python .ci/artifacts.py dist`` opens both in this folder and compares them with the
project. It needs nothing but Python.
"""

import re
import sys
import tarfile
import tomllib
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "sklearn_cocluster_metrics"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
INITIAL = (ROOT / PACKAGE / "__init__.py").read_text(encoding="utf-8")
VERSION = re.findall(r'^__version__ = "(.+)"$', INITIAL, flags=re.MULTILINE)[0]
# Parts of the project that a wheel must not have, and a source distribution must.
SOURCES = (".ci", "benchmarks", "doc", "examples", "notebooks", "studies", "tests")
MADE = ("__pycache__", "_build", "auto_examples", "generated")


def require(is_met: bool, rule: str) -> None:
    """Leave with the rule that is broken."""
    if not is_met:
        sys.exit(f"The release is not sound: {rule}.")


def files_below(folder: str) -> set[str]:
    """List the files of a folder of the project, without those that tools make."""
    paths = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*")]
    return {
        path.as_posix()
        for path in paths
        if (ROOT / path).is_file() and not set(MADE) & set(path.parts)
    }


def check_metadata(metadata: Message) -> None:
    """Compare the metadata with the project."""
    expected = {
        "Name": PROJECT["name"],
        "Version": VERSION,
        "Summary": PROJECT["description"],
        "Author": PROJECT["authors"][0]["name"],
        "Keywords": ",".join(PROJECT["keywords"]),
        "License-Expression": PROJECT["license"],
        "License-File": PROJECT["license-files"][0],
        "Requires-Python": PROJECT["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    for name, value in expected.items():
        require(metadata[name] == value, f"{name} is {metadata[name]!r}, not {value!r}")
    readme = (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")
    description = str(metadata.get_payload())
    require(description.strip() == readme.strip(), "it has another README")
    require(
        metadata.get_all("Classifier") == PROJECT["classifiers"],
        "the classifiers differ",
    )
    required = [r for r in metadata.get_all("Requires-Dist") or [] if ";" not in r]
    require(required == PROJECT["dependencies"], f"it requires {required}")
    extras = set(metadata.get_all("Provides-Extra") or [])
    require(extras == set(PROJECT["optional-dependencies"]), f"its extras are {extras}")


def check_wheel(path: Path) -> None:
    """Check that a wheel has the whole package, its license, and nothing else."""
    about = f"{PACKAGE}-{VERSION}.dist-info"
    with ZipFile(path) as wheel:
        names = set(wheel.namelist())
        metadata = wheel.read(f"{about}/METADATA").decode()
    package = {name for name in names if not name.startswith(f"{about}/")}
    require(f"{PACKAGE}/py.typed" in package, "the wheel has no py.typed")
    require(f"{about}/licenses/LICENSE" in names, "the wheel has no license")
    differing = sorted(package ^ files_below(PACKAGE))
    require(not differing, f"wheel and package differ in {differing}")
    check_metadata(Parser().parsestr(metadata))


def check_source(path: Path) -> None:
    """Check that a source distribution has what checks and documentation need."""
    top = f"{PACKAGE}-{VERSION}/"
    with tarfile.open(path) as archive:
        names = {m.name.removeprefix(top) for m in archive.getmembers() if m.isfile()}
        member = archive.extractfile(f"{top}PKG-INFO")
        metadata = member.read().decode() if member else ""
    wanted = set().union(*map(files_below, (PACKAGE, *SOURCES)))
    wanted |= {path.name for path in ROOT.iterdir() if path.suffix in {".md", ".cff"}}
    wanted |= {"LICENSE", "pyproject.toml", "setup.cfg", ".readthedocs.yaml"}
    require(not wanted - names, f"the sources lack {sorted(wanted - names)}")
    made = sorted(name for name in names if set(MADE) & set(name.split("/")))
    require(not made, f"the sources have {made}")
    check_metadata(Parser().parsestr(metadata))


def only(folder: Path, pattern: str) -> Path:
    """Return the one file that matches."""
    found = sorted(folder.glob(pattern))
    require(len(found) == 1, f"{len(found)} files {pattern} in {folder}")
    return found[0]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    check_wheel(only(folder, "*.whl"))
    check_source(only(folder, "*.tar.gz"))
    print(f"Wheel and sources of {VERSION} are sound.")
