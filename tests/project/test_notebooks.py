"""The committed notebooks: complete outputs, without errors, paths and large images."""

import json
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def code_cells(path):
    """Return the cells of a notebook that have code."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def outputs_of(path):
    """Return all outputs of a notebook."""
    return [output for cell in code_cells(path) for output in cell["outputs"]]


def test_there_are_three_notebooks():
    names = [path.stem for path in NOTEBOOKS]
    assert names == ["benchmark", "tour", "without_truth"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_was_run_from_its_first_cell_to_its_last(path):
    counts = [cell["execution_count"] for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1))
    assert "error" not in {output["output_type"] for output in outputs_of(path)}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_have_neither_paths_nor_warnings_nor_addresses(path):
    text = json.dumps(
        [
            {**output.get("data", {}), "text": output.get("text"), "image/png": None}
            for output in outputs_of(path)
        ]
    )
    assert not re.search(r"site-packages|/home/|/tmp/|Warning|0x[0-9a-f]{6}", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_images_are_small(path):
    images = [
        output.get("data", {}).get("image/png", "") for output in outputs_of(path)
    ]
    assert 0 < max(map(len, images)) < 100_000
    assert path.stat().st_size < 400_000
