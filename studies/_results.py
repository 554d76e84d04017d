"""The file of the numbers that pages of the documentation take from studies."""

import json
import subprocess
from pathlib import Path

_REPOSITORY = Path(__file__).resolve().parents[1]
_FILE = _REPOSITORY / "doc" / "studies.json"


def write_results(study, results):
    """Replace the results of a study in the file, with the commit that was measured."""
    entries = json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else {}
    entries[study] = {"commit": _measured_commit(), **results}
    text = json.dumps(entries, indent=1, sort_keys=True)
    _FILE.write_text(text + "\n", encoding="utf-8")


def _measured_commit():
    """Return the commit, with "-dirty" if the package or the studies are not its own.

    The file itself does not count, because a study may write it several times.
    """
    commit = _git("describe", "--always")
    changes = _git(
        "status", "--porcelain", "--", "sklearn_cocluster_metrics", "studies"
    )
    return f"{commit}-dirty" if changes else commit


def _git(*arguments):
    """Return what Git prints for these arguments."""
    command = ["git", *arguments]
    printed = subprocess.run(
        command, cwd=_REPOSITORY, capture_output=True, text=True, check=True
    )
    return printed.stdout.strip()
