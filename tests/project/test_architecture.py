"""The tree of modules: who may import whom, what is public."""

import ast
import importlib
import pkgutil
import subprocess
import sys
from collections import defaultdict
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType

import pytest

import sklearn_cocluster_metrics

PACKAGE = "sklearn_cocluster_metrics"
ROOT = Path(sklearn_cocluster_metrics.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"), key=str)

# A module imports from its own layer and from those before it.
LAYERS = (
    {"_structures"},
    {"_statistics"},
    {"_laws"},
    {"_indices"},
    {"_contracts", "_metrics", "_scored_pair"},
    {"_inference"},
    {"_model_selection"},
    {"_displays"},
    {"_reports"},
    {"datasets", "meta_evaluation", "results", "tables", "typing"},
    {"__init__"},
)
LAYER_OF = {name: number for number, names in enumerate(LAYERS) for name in names}


# Names of the same thing in several modules: a type, a text, a limit of one's own.
SEVERAL = {
    *("Arrays", "Cases", "Floats", "Sizes", "__all__", "_null_models"),
    *("_CELLS_AT_ONCE", "_CHARACTERS", "_CHUNK", "_ENTRIES_AT_ONCE", "_LARGEST_DRAWN"),
    *("_MOST_DENSE", "_MOST_PRINTED", "_MOST_SUMS", "_N_DRAWS"),
    *("_REFUSED", "_ROUNDING", "_SMALL", "_TRIPLES"),
}


def name_of(path: Path) -> str:
    """Name the module in a file, within the package: ``_statistics._pairs``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[-1] == "__init__" and len(parts) > 1:
        parts = parts[:-1]
    return ".".join(parts)


def top_of(name: str) -> str:
    """Name the part of the package that a module belongs to."""
    return name.split(".")[0]


def imported_parts(path: Path) -> set[str]:
    """Collect the parts of the package that a file imports, wherever in it."""
    parts = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = ".".join((PACKAGE, *path.relative_to(ROOT).parent.parts))
            base = resolve_name("." * node.level + (node.module or ""), package)
            targets = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            first, *rest = target.split(".")
            if first == PACKAGE:
                parts.add(rest[0] if rest and rest[0] in LAYER_OF else "__init__")
    return parts


def top_level() -> set[str]:
    """Name the modules and packages right under the package, and the package itself."""
    return {module.name for module in pkgutil.iter_modules([str(ROOT)])} | {"__init__"}


def public_modules() -> list[str]:
    """Name the package and its modules without an underscore."""
    names = sorted(name for name in top_level() if not name.startswith("_"))
    return [PACKAGE, *(f"{PACKAGE}.{name}" for name in names)]


def public_names() -> list[str]:
    """Name in full the functions and classes that the public modules list."""
    return [
        f"{module}.{name}"
        for module in public_modules()
        for name in importlib.import_module(module).__all__
        if f"{module}.{name}" not in public_modules()
        and not module.endswith(".typing")  # aliases, which have no docstring
    ]


def test_every_part_of_the_package_has_a_layer() -> None:
    unlisted = top_level() - set(LAYER_OF)
    assert not unlisted, "Say in LAYERS what these may import."


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path: Path) -> None:
    part = top_of(name_of(path))
    later = [x for x in imported_parts(path) if LAYER_OF[x] > LAYER_OF[part]]
    assert not later, f"{part} imports from later layers: {sorted(later)}"


def test_public_modules_of_data_know_no_index() -> None:
    paths = [path for path in MODULES if top_of(name_of(path)) == "datasets"]
    imported = set().union(*map(imported_parts, paths))
    assert "_laws" in imported <= {"datasets", "_structures", "_laws"}


def test_the_walk_sees_imports_of_every_spelling(tmp_path, monkeypatch) -> None:
    module = tmp_path / "_inference" / "_new.py"
    module.parent.mkdir()
    module.write_text(
        "from .._statistics import a\n"
        "from . import _sibling\n"
        "import sklearn_cocluster_metrics._contracts\n"
        "def function():\n"
        "    from sklearn_cocluster_metrics import datasets, cari_score\n",
        encoding="utf-8",
    )
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    expected = "__init__ _contracts _inference _statistics datasets"
    assert imported_parts(module) == {*expected.split()}


# Prints what the package imports of these; scikit-learn may import them for itself.
WATCH = f"""
import builtins, importlib, pkgutil
really_import = builtins.__import__

def watched_import(name, globals=None, *rest):
    importer = (globals or {{}}).get("__name__") or ""
    if name.split(".")[0] in ("dask", "matplotlib", "pandas"):
        if importer.startswith("{PACKAGE}"):
            print(importer, "imports", name)
    return really_import(name, globals, *rest)

builtins.__import__ = watched_import
import {PACKAGE} as package
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print("done")
"""


LATER = f"""
import sys, {PACKAGE} as package
parts = {{name.split(".")[1] for name in sys.modules if name.startswith("{PACKAGE}.")}}
assert parts.isdisjoint({{"_displays", "_reports"}}), parts
package.coclustering_report, package.StabilityDisplay
from {PACKAGE} import *
assert CoclusterDisplay is package.CoclusterDisplay
try:
    package.no_such_name
except AttributeError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "printed"),
    [(WATCH, "done"), (LATER, f"module '{PACKAGE}' has no attribute 'no_such_name'")],
    ids=["no optional dependency", "no display and no report"],
)
def test_nothing_is_imported_before_it_is_used(script: str, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout == f"{printed}\n"


@pytest.mark.parametrize("name", public_modules())
def test_all_is_sorted_and_complete(name: str) -> None:
    module = importlib.import_module(name)
    public = {
        key
        for key in {*dir(module), *vars(module)}
        if not key.startswith("_") and is_offered(getattr(module, key), module)
    }
    assert list(module.__all__) == sorted(public)


def is_offered(value: object, module: ModuleType) -> bool:
    """Say whether what has a public name in a module is for its users."""
    if isinstance(value, ModuleType):
        return value.__name__ in public_modules() and module.__name__ == PACKAGE
    if module.__name__ == f"{PACKAGE}.typing":
        return True
    home = getattr(value, "__module__", None) or ""
    collects = module.__name__ in (f"{PACKAGE}.results", f"{PACKAGE}.tables")
    return f"{home}.".startswith(f"{PACKAGE if collects else module.__name__}.")


def module_level_names(path: Path) -> set[str]:
    """Collect the names of the functions, classes and variables of a module."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {x.id for x in node.targets if isinstance(x, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def test_a_name_means_one_thing_in_all_modules() -> None:
    modules_by_name: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for name in module_level_names(path) - SEVERAL:
            modules_by_name[name].append(name_of(path))
    repeated = {name: of for name, of in modules_by_name.items() if len(of) > 1}
    assert not repeated, "Rename one, or list in SEVERAL what is the same thing."
