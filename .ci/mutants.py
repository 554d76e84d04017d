"""Change the package at random places, and list the changes that no test notices.

``python .ci/mutants.py --record`` runs all tests once, and notes in ``.mutants/`` which
of them run which line. This takes a quarter of an hour and needs `coverage`; with names
of folders of tests or files after it, only these are recorded anew.
``python .ci/mutants.py --number 30 --seed 1`` then draws changes; each is tested in a
copy of the tree, by the tests that run its line. ``--part _displays`` restricts the
files. What survives makes no difference, or a test is missing. No part of the gate.
"""

import argparse
import ast
import difflib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "sklearn_cocluster_metrics"
CACHE = ROOT / ".mutants"
RECORD = CACHE / "lines"
PYTEST_PASSED, PYTEST_MISUSED, PYTEST_FOUND_NOTHING = 0, 4, 5

ENVIRONMENT = {
    **os.environ,
    "MPLBACKEND": "Agg",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
"""Operators, and what they are replaced by."""

TYPES = ("annotation", "returns", "decorator_list", "bases", "type_params")
WEIGHTS = {"constant": 3, "keyword": 3, "statement": 3}  # 1 for the other kinds


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST, Any]]:
    """Yield the kind of a change, the node, and a function that changes the node."""
    match node:
        case ast.Constant(value=bool(value)):
            yield "constant", node, lambda n: setattr(n, "value", not value)
        case ast.Constant(value=int() | float()):
            yield "constant", node, lambda n: setattr(n, "value", n.value + 1)
        case ast.Compare(ops=[op, *_]) if type(op) in OTHER:
            yield "comparison", node, _replace_first_operator
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            if type(op) in OTHER:
                yield "operator", node, lambda n: setattr(n, "op", OTHER[type(n.op)]())
        case ast.If() | ast.IfExp() | ast.While():
            yield "condition", node, _negate
        case ast.Call(keywords=keywords):
            for k in range(len(keywords)):
                if keywords[k].arg not in (None, "strict"):
                    yield "keyword", node, lambda n, k=k: n.keywords.pop(k)
    for k in _deletable_statements(node):
        yield "statement", node, lambda n, k=k: _delete(n.body, k)


def _deletable_statements(node: ast.AST) -> Iterator[int]:
    """Yield the positions of statements in a body that do something when they run."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, ast.Module | ast.ClassDef):
        return
    for position, statement in enumerate(body):
        if isinstance(statement, ast.Expr):
            is_docstring = isinstance(statement.value, ast.Constant)
            if not is_docstring:
                yield position
        elif isinstance(statement, ast.AugAssign | ast.Raise):
            yield position


def _replace_first_operator(node: Any) -> None:
    node.ops[0] = OTHER[type(node.ops[0])]()


def _negate(node: Any) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _delete(body: list[ast.stmt], k: int) -> None:
    body[k] = ast.Pass(lineno=body[k].lineno, col_offset=0)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run: no types, nor ``strict=True``, which tests itself."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in TYPES:
            for child in value if isinstance(value, list) else [value]:
                strict = isinstance(child, ast.keyword) and child.arg == "strict"
                if isinstance(child, ast.AST) and not strict:
                    yield from walk(child)


def places(path: Path) -> list[tuple[str, int, int]]:
    """Return the kind of each change of a file, its node and which of its changes."""
    nodes = enumerate(walk(ast.parse(path.read_text(encoding="utf-8"))))
    return [
        (kind, place, k)
        for place, node in nodes
        for k, (kind, _, _) in enumerate(changes(node))
    ]


def mutant(path: Path, place: int, k: int) -> tuple[int, str, list[str]]:
    """Return the line, the source of the whole file, and how it differs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    before = ast.unparse(tree).splitlines()
    node: Any = list(walk(tree))[place]
    _, _, change = list(changes(node))[k]
    change(node)
    after = ast.unparse(tree)
    lines = difflib.unified_diff(before, after.splitlines(), n=0, lineterm="")
    return getattr(node, "lineno", 1), after, list(lines)[3:]


def record(parts: list[str]) -> None:
    """Run the tests, and remember which test function runs which line.

    Each folder of tests runs in a process of its own, so that one which breaks off
    costs no other, and is named in the end.
    """
    if not parts:
        shutil.rmtree(CACHE, ignore_errors=True)
        parts = sorted({str(path.parent) for path in ROOT.glob("tests/*/test_*.py")})
    CACHE.mkdir(exist_ok=True)
    with ThreadPoolExecutor(max_workers=2) as pool:
        codes = list(pool.map(record_part, parts))
    files = [str(data_file(part)) for part in parts]
    combine = ["-m", "coverage", "combine", "--append", f"--data-file={RECORD}"]
    subprocess.run([sys.executable, *combine, *files], cwd=ROOT, check=True)
    failed = [part for part, code in zip(parts, codes, strict=True) if code]
    if failed:
        sys.exit(f"Tests failed or broke off in {', '.join(failed)}.")


def data_file(part: str) -> Path:
    """Name the file in which the lines of a part of the tests are recorded."""
    return CACHE / f"{Path(part).stem}.lines"


def record_part(part: str) -> int:
    """Record the lines that a folder or file of tests runs; return the exit code."""
    coverage = ["-m", "coverage", "run", f"--data-file={data_file(part)}"]
    tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mutants", part]
    command = [sys.executable, *coverage, f"--source={PACKAGE}", *tests]
    environment = {**ENVIRONMENT, "PYTHONPATH": str(ROOT / ".ci")}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def pytest_runtest_call(item: Any) -> None:
    """Name the test that runs; pytest calls this while the lines are recorded."""
    from coverage import Coverage

    current = Coverage.current()
    if current is not None:
        current.switch_context(item.nodeid.partition("[")[0])


def tests_of(path: Path, line: int) -> list[str]:
    """Return the tests that run a line; where none does, those that run the file.

    Those that run the fewest lines come first.
    """
    query = (
        "select context.context, line_bits.numbits from line_bits "
        "join file on file.id = line_bits.file_id "
        "join context on context.id = line_bits.context_id where file.path = ?"
    )
    with sqlite3.connect(RECORD) as database:
        found = database.execute(query, (str(path),)).fetchall()
    n_lines = {
        context: sum(map(int.bit_count, bits))
        for context, bits in found
        if context and (line // 8 < len(bits) and bits[line // 8] >> line % 8 & 1)
    } or {context: -sum(map(int.bit_count, bits)) for context, bits in found if context}
    return sorted(n_lines, key=lambda each: n_lines[each])


def is_killed(copied: Path, tests: list[str], limit: float) -> bool:
    """Return whether a test fails, or takes too long."""
    command = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=copied,
            env={**ENVIRONMENT, "PYTHONPATH": str(copied)},
            check=False,
            timeout=limit,
            capture_output=True,
            text=True,
        )
    except subprocess.TimeoutExpired:
        return True
    # A package that cannot be imported has the same exit code as a missing test.
    if done.returncode == PYTEST_MISUSED and "not found:" in done.stderr:
        sys.exit("A test that was recorded is not there any more: record again.")
    return done.returncode not in (PYTEST_PASSED, PYTEST_FOUND_NOTHING)


def sample(part: str, number: int, seed: int, limit: float, most: int) -> None:
    """Draw changes, and print each that survives and the share that does not."""
    paths = [p for p in sorted((ROOT / PACKAGE).rglob("*.py")) if part in str(p)]
    every = [(path, *place) for path in paths for place in places(path)]
    weights = [WEIGHTS.get(kind, 1) for _, kind, _, _ in every]
    generator = random.Random(seed)
    killed, drawn = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "tree"
        hidden = shutil.ignore_patterns(
            ".git", ".mutants", ".venv*", "*cache*", "_build"
        )
        shutil.copytree(ROOT, copied, ignore=hidden)
        for path, kind, place, k in generator.choices(every, weights, k=number):
            line, source, difference = mutant(path, place, k)
            name = path.relative_to(ROOT / PACKAGE)
            tests = tests_of(path, line)[:most]
            target = copied / PACKAGE / name
            target.write_text(source, encoding="utf-8")
            dies = bool(tests) and is_killed(copied, tests, limit)
            shutil.copy(path, target)
            drawn[name.parts[0]] += 1
            killed[name.parts[0]] += dies
            if not dies:
                print(f"\n{name}:{line} ({kind}, {len(tests)} tests)", flush=True)
                print(*difference, sep="\n", flush=True)
    print()
    for layer, n in sorted(drawn.items()):
        print(f"{layer}: {killed[layer]} of {n} killed")


def main() -> None:
    """Read the options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", nargs="*", metavar="PART")
    parser.add_argument("--part", default="", help="what the path must contain")
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=120, help="seconds per change")
    parser.add_argument("--tests", type=int, default=60, help="at most, per change")
    chosen = parser.parse_args()
    if chosen.record is not None:
        record(chosen.record)
    else:
        sample(chosen.part, chosen.number, chosen.seed, chosen.limit, chosen.tests)


if __name__ == "__main__":
    main()
