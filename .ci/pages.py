"""Look at the built pages in a browser without a window.

``python .ci/pages.py doc/_build/html`` opens every page, as wide as on a laptop and as
on a phone, and fails if code, a table or any other element is cut. It also makes the
searches of `FIRST_RESULTS` and fails if another page comes first. Without a browser, or
if the browser does not answer, it says that nothing was checked. `.ci/pages.js` is the
part that runs in the browser.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",  # these pages are our own, and in a container there is no sandbox
    "--disable-gpu",
    "--no-first-run",
    "--remote-debugging-port=0",  # keeps the browser open
)
TIMEOUT = 400  # seconds for all pages, on a busy machine
WIDTHS = (1280, 390)
SCRIPT = Path(__file__).with_suffix(".js")
START = b'<!DOCTYPE html><meta charset="utf-8"><body><script src="/pages.js"></script>'

# What people type, and the beginnings of the addresses that may come first. These
# queries are entries of the index.
RESULTS_OF_ENTRIES: Mapping[str, Sequence[str]] = {
    "NMI": ("recipes/nmi_and_ami.html",),
    "ARI": ("recipes.html#from-scikit-learn", "user_guide/"),
    "accuracy": ("recipes/accuracy.html",),
    "confusion matrix": ("recipes/confusion_matrix.html",),
    "number of clusters": (
        "recipes/",
        "user_guide/search_without_truth.html",
    ),
    "enrichment": ("recipes/enrichment.html", "user_guide/gene_sets.html"),
    "Seurat": ("recipes/leiden.html",),
    "p-value": (
        "recipes/better_than_chance.html",
        "user_guide/tests_and_intervals.html",
    ),
    "LaTeX": ("recipes/tables.html",),
    "pipeline": ("recipes/pipeline", "user_guide/"),
    "missing labels": ("recipes/", "user_guide/incomplete_labels.html"),
    "gene sets": ("recipes/", "user_guide/gene_sets.html"),
    "gene ontology": ("recipes/enrichment.html",),
    "biclust R": ("recipes/biclusters_from_r.html",),
    "which bicluster matches": ("user_guide/biclusterings.html#compare-single",),
    "unmatched bicluster": ("user_guide/biclusterings.html#compare-single",),
    "Prelic": ("user_guide/biclusterings.html#compute-the-match-scores",),
    "number of row clusters and column clusters": ("recipes/number_of_blocks.html",),
    "sparse": ("user_guide/scale.html#pass-sparse-data",),
    "multilabel": ("recipes/overlapping_clusters.html",),
    "many runs": ("recipes/many_runs.html",),
    "seeds": ("recipes/many_runs.html",),
    "rank test": ("recipes/several_methods.html",),
    "confidence interval fitted labels": ("recipes/confidence_interval.html",),
    "save results": ("recipes/save_results.html",),
    "GridSearchCV nan": ("faq.html#why-are-all-scores",),
    "rows sorted by class": ("faq.html#my-rows-are-sorted",),
    "unclustered genes": ("recipes/in_no_cluster.html",),
    "different lengths": ("faq.html#both-must-have-the-same-samples",),
    "conda": ("install.html#install-in-an-environment-of-conda",),
    "license": ("install.html#look-up-the-license",),
    "licence": ("install.html#look-up-the-license",),
}
# People also type several words of their own, and sentences. Most of these queries have
# a word that is on no page with the others.
RESULTS_OF_WORDS: Mapping[str, Sequence[str]] = {
    "network adjacency matrix": ("recipes/network.html",),
    "export scores Excel CSV": ("recipes/save_results.html",),
    "scale KMeans GridSearchCV StandardScaler": ("recipes/pipeline_search.html",),
    "weight documents by their length": ("recipes/long_documents.html",),
    "report how well each segment was recovered": ("recipes/each_cluster.html",),
    "classification_report per cluster": ("recipes/each_cluster.html",),
    "compare two columns of a DataFrame": ("recipes/two_clusterings.html",),
    "only some documents are labeled": ("recipes/partly_labeled_search.html",),
    "what does this package add to scikit-learn": ("faq.html#i-use-adjusted",),
    "which index is fair for unbalanced classes": ("recipes/one_large_cluster.html",),
    "which index should I use": ("which_index.html",),
    "words in no cluster": ("recipes/in_no_cluster.html",),
    "Sankey diagram of customers": ("recipes/draw_changes.html",),
    "difference between ARI and AMI": (
        "faq.html#why-is-my-nmi-or-ami-higher",
        "which_index.html#choose-an-index-for-clusterings",
    ),
    "confidence interval NMI": ("recipes/confidence_interval.html",),
    "summarize the scores of 50 seeds": ("recipes/seeds.html",),
    "all indices in a DataFrame": ("recipes/report.html",),
    "coreference gold file": ("recipes/coreference.html",),
    "is my segmentation good without true labels": (
        "recipes/score_without_labels.html",
        "recipes/stable_clusters.html",
        "recipes/any_structure.html",
    ),
}
FIRST_RESULTS = {**RESULTS_OF_ENTRIES, **RESULTS_OF_WORDS}


class Pages(SimpleHTTPRequestHandler):
    """Serve the pages, the script that looks at them, and take its findings."""

    def __init__(self, *arguments: Any, exchange: "Exchange", **options: Any) -> None:
        self.exchange = exchange
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        """Send a page, the script or its tasks."""
        files_beside_pages = {
            "/start.html": ("text/html", START),
            "/pages.js": ("text/javascript", SCRIPT.read_bytes()),
            "/tasks.json": ("application/json", self.exchange.tasks),
        }
        if self.path not in files_beside_pages:
            super().do_GET()
            return
        kind, content = files_beside_pages[self.path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        """Take the findings."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.exchange.findings = json.loads(body)
        self.exchange.is_finished.set()

    def end_headers(self) -> None:
        """Let the browser keep styles, scripts and fonts: all pages have the same."""
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *arguments: Any) -> None:
        """Print nothing, because the script finds what matters."""


class Server(ThreadingHTTPServer):
    """A server whose browser may go on before an answer is complete."""

    def handle_error(self, *arguments: Any) -> None:
        """Print nothing, because the script misses a page that does not come."""


class Exchange:
    """What the script in the browser gets, and what it has found."""

    def __init__(self, tasks: Mapping[str, Any]) -> None:
        self.tasks = json.dumps(tasks).encode()
        self.findings: dict[str, Any] = {}
        self.is_finished = Event()


def look(browser: str, folder: Path) -> dict[str, Any] | None:
    """Return the findings of the script on the pages of a folder.

    If the browser does not answer in time, return None.
    """
    paths = [page.relative_to(folder) for page in folder.rglob("*.html")]
    # The listings of the source code are as wide as the code.
    pages = sorted(str(path) for path in paths if path.parts[0] != "_modules")
    tasks = {"pages": pages, "widths": WIDTHS, "queries": list(FIRST_RESULTS)}
    exchange = Exchange(tasks)
    handler = partial(Pages, exchange=exchange, directory=str(folder))
    server = Server(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/start.html"
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [browser, *OPTIONS, f"--user-data-dir={profile}", address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            is_finished = exchange.is_finished.wait(TIMEOUT)
        finally:
            process.terminate()
            process.wait()
            server.shutdown()
    if not is_finished:
        return None
    if "error" in exchange.findings:
        sys.exit(exchange.findings["error"])
    return {"n_pages": len(pages), **exchange.findings}


def report_cut_elements(problems: Sequence[Mapping[str, Any]]) -> None:
    """Print the elements that are cut, sorted by page and width."""
    for problem in sorted(problems, key=itemgetter("page", "width")):
        print(f"{problem['page']} at {problem['width']} px: {problem['problem']}")


def report_searches(results: Mapping[str, Sequence[str]]) -> int:
    """Print what each search finds first; return how many find something else."""
    n_wrong = 0
    for query, expected in FIRST_RESULTS.items():
        addresses = results[query]
        is_right = bool(addresses) and addresses[0].startswith(tuple(expected))
        n_wrong += not is_right
        mark = "  " if is_right else "! "
        print(f"{mark}{query}: {', '.join(addresses) or 'nothing is found'}")
    return n_wrong


def main(folder: Path) -> None:
    """Look at all pages of a folder, and leave with a message if any is wrong."""
    if not (folder / "search.html").is_file():
        sys.exit(f"{folder} has no pages: build the documentation first.")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(
            "SKIPPED: no page is looked at, because this machine has none of the "
            f"browsers {', '.join(BROWSERS)}."
        )
        return
    start = time.perf_counter()
    findings = look(browser, folder.resolve())
    if findings is None:
        print(f"SKIPPED: {browser} has not answered within {TIMEOUT} seconds.")
        return
    problems = findings["problems"]
    report_cut_elements(problems)
    n_wrong = report_searches(findings["results"])
    seconds = time.perf_counter() - start
    print(
        f"{findings['n_pages']} pages at {WIDTHS[0]} and {WIDTHS[1]} px, "
        f"{len(FIRST_RESULTS)} searches, {seconds:.0f} s: "
        f"{len(problems)} elements are cut, {n_wrong} searches lead elsewhere."
    )
    if problems or n_wrong:
        sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
