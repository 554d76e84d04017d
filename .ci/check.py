"""Run the checks of the project, one after the other; stop at the first failure.

Without arguments it runs all of `CHECKS`, in their order. With names of checks it runs
those: ``python .ci/check.py lint types``.
"""

import importlib.util
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree

ROOT = Path(__file__).resolve().parent.parent
# One thread a process: the checks make processes, and the matrices are small.
SINGLE_THREADED = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
ENVIRONMENT = {**SINGLE_THREADED, **os.environ, "MPLBACKEND": "Agg"}


def run(*arguments: str) -> None:
    """Run a module of this Python; leave with its exit code if it fails."""
    command = [sys.executable, *arguments]
    print(f"$ {shlex.join(command)}", flush=True)
    start = time.perf_counter()
    code = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=False).returncode
    seconds = time.perf_counter() - start
    if code:
        print(f"FAILED after {seconds:.1f} s: {shlex.join(command)}", flush=True)
        sys.exit(code)
    print(f"passed in {seconds:.1f} s\n", flush=True)


def lint() -> None:
    """Look for what the linter knows to be wrong."""
    run("-m", "ruff", "check", ".")


def layout() -> None:
    """Compare every file with how the formatter lays it out."""
    run("-m", "ruff", "format", "--check", ".")


def spelling() -> None:
    """Look for common misspellings."""
    run("-m", "codespell_lib")


def types() -> None:
    """Check the types of the package."""
    run("-m", "mypy")


def tests(*options: str) -> None:
    """Run unit tests, property tests and the examples of docstrings and guide."""
    has_workers = importlib.util.find_spec("xdist") and (os.cpu_count() or 1) > 1
    run("-m", "pytest", *(["-n", "2"] if has_workers else []), *options)


def quick() -> None:
    """Run the tests that do not take long, without those of pages and project files."""
    tests("-m", "not slow", "--ignore=doc", "--ignore=tests/project")


def docs() -> None:
    """Build the documentation with its gallery, and look at the pages in a browser.

    A warning of the build is an error.
    """
    html = "doc/_build/html"
    rmtree(ROOT / html, ignore_errors=True)  # pages of what is gone
    options = ["-W", "--keep-going", "--fresh-env", "-q", "-b", "html"]
    run("-m", "sphinx", *options, "doc", html)
    run(".ci/pages.py", html)


def notebooks() -> None:
    """Run the notebooks; a cell that fails is an error."""
    run(".ci/notebooks.py")


def pages() -> None:
    """Run the checks `docs` and `notebooks` at the same time, in two processes."""
    commands = [[sys.executable, __file__, name] for name in ("docs", "notebooks")]
    processes = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    exit_codes = [process.wait() for process in processes]
    if any(exit_codes):
        sys.exit(1)


CHECKS: dict[str, Callable[[], None]] = {
    "lint": lint,
    "format": layout,
    "spelling": spelling,
    "types": types,
    "tests": tests,
    "pages": pages,
}
OTHERS: dict[str, Callable[[], None]] = {
    "quick": quick,
    "docs": docs,
    "notebooks": notebooks,
}


def chosen(names: list[str]) -> Iterator[Callable[[], None]]:
    """Yield the checks of these names, or all."""
    known = CHECKS | OTHERS
    unknown = set(names) - set(known)
    if unknown:
        sys.exit(f"No check {sorted(unknown)}; there are {', '.join(known)}.")
    return (known[name] for name in names or CHECKS)


if __name__ == "__main__":
    start = time.perf_counter()
    for check in chosen(sys.argv[1:]):
        check()
    print(f"All checks passed in {time.perf_counter() - start:.0f} s.")
