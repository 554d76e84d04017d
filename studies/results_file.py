"""The file of results from which the pages of the documentation have their numbers.

Each study writes its own key, with the commit that was measured.
"""

import json
import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
RESULTS = REPOSITORY / "doc" / "studies.json"


def write_results(study, results):
    """Replace the results of a study, or of a part of it such as "study/part"."""
    command = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(
        command, cwd=REPOSITORY, capture_output=True, text=True, check=True
    ).stdout.strip()
    everything = {}
    if RESULTS.exists():
        everything = json.loads(RESULTS.read_text(encoding="utf-8"))
    everything[study] = {"commit": commit, **results}
    text = json.dumps(everything, indent=1, sort_keys=True)
    RESULTS.write_text(text + "\n", encoding="utf-8")
