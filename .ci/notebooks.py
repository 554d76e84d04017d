"""Run the notebooks, each from its first cell in a fresh kernel.

``python .ci/notebooks.py`` fails if a cell fails or if a notebook has no outputs, and
changes nothing. With ``--write`` it stores the outputs in the notebooks; run this in an
environment that also has the optional packages of `notebooks/README.md`.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
TIMEOUT = 600  # seconds for one cell, on a busy machine


def execute(path: Path) -> Any:
    """Run all cells of a notebook in its folder, and return it with the outputs."""
    notebook: Any = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",  # that of this environment, installed with ipykernel
        resources={"metadata": {"path": str(path.parent)}},
        # Times of the cells would change with every run.
        record_timing=False,
    )
    client.execute()
    return notebook


def refuse_without_outputs(path: Path) -> None:
    """Leave if no cell of a committed notebook has an output."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    if not any(cell.get("outputs") for cell in cells):
        sys.exit(f"{path.name} has no outputs: run `.ci/notebooks.py --write`.")


def store(notebook: Any, path: Path) -> None:
    """Write a notebook without what differs between machines."""
    notebook.metadata = {
        "kernelspec": {
            "display_name": "Python 3",
            "language": "python",
            "name": "python3",
        },
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        cell.metadata = {}
    nbformat.write(notebook, path)


def main(is_written: bool) -> None:
    """Run all notebooks; write their outputs, or check that they have some."""
    paths = sorted(FOLDER.glob("*.ipynb"))
    for path in paths:
        start = time.perf_counter()
        try:
            notebook = execute(path)
        except CellExecutionError as error:
            sys.exit(f"A cell of {path.name} failed.\n{error}")
        seconds = time.perf_counter() - start
        print(f"{path.name} ran in {seconds:.0f} s", flush=True)
        if is_written:
            store(notebook, path)
        else:
            refuse_without_outputs(path)


if __name__ == "__main__":
    main(is_written="--write" in sys.argv[1:])
