"""Counterexamples to properties of labelings, put to the test by their definitions."""

import ast
import math
from itertools import combinations

from contracts import CONTRACTS
from strategies import arrangements, coarrangements, enumerate_pairs, flat


def close(one, other):
    """Equal, up to the order in which floats were added."""
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


class Pasted:
    """A counterexample: its structures, and the index of them, higher is better."""

    def __init__(self, contract, structures):
        self.contract, self.structures = contract, structures

    def raw(self, pair):
        """Compute the index of two structures, by their names."""
        return self.contract(*map(self.structures.__getitem__, pair))

    def __call__(self, pair):
        sign = 1 if self.contract.greater_is_better else -1
        return sign * self.raw(pair)

    def mean(self, pair):
        """Average over all orders of the second structure."""
        true, pred = map(self.structures.__getitem__, pair)
        orders = coarrangements(pred) if isinstance(pred, tuple) else arrangements(pred)
        values = [self.contract(true, type(pred)(order)) for order in orders]
        return math.fsum(values) / len(values)

    def together(self, name):
        """The pairs of cells, or samples, that are together."""
        cells = flat(self.structures[name])
        pairs = combinations(range(len(cells)), 2)
        return {(i, j) for i, j in pairs if cells[i] == cells[j]}

    def counts(self, pair):
        """The four counts of pairs."""
        return enumerate_pairs(*(flat(self.structures[name]) for name in pair))


def is_worse_or_same(case, after, before):
    """Whether a change is no improvement."""
    return case(after) < case(before) or close(case(after), case(before))


def has_changed(case):
    """Whether the values of two pairs differ."""
    return not close(case("AB"), case("CD"))


def contradicts_equality(case):
    """Two equal pairs differ, or another pair is as good."""
    if "C" in case.structures:
        return False
    others = not close(case("AA"), case("BB"))
    as_good = case.structures["A"] != case.structures["B"]
    return others or (as_good and is_worse_or_same(case, "AA", "AB"))


def contradicts_triangle(case):
    """The way from A over B to C is shorter than that from A to C."""
    if "C" not in case.structures:
        return math.isinf(case("AA")) or not close(case("AA"), case("BB"))
    direct, one, other = (case("AA") - case(pair) for pair in ("AC", "AB", "BC"))
    return direct > one + other and not close(direct, one + other)


def contradicts_splits(case):
    """C separates what is together in B, but not in A, and is no improvement."""
    of_true, before, after = map(case.together, "ABC")
    assert after < before
    return not (before - after) & of_true and is_worse_or_same(case, "AC", "AB")


def contradicts_merges(case):
    """C joins what is together in A, and is no improvement."""
    of_true, before, after = map(case.together, "ABC")
    assert before < after
    return after - before <= of_true and is_worse_or_same(case, "AC", "AB")


def contradicts_strong_monotonicity(case):
    """The counts of C and D are the same, or better and the value is not."""
    worse, better = case.counts("AB"), case.counts("CD")
    if worse == better:
        return not close(case("AB"), case("CD"))
    signs = (1, -1, -1, 1)
    gains = [s * (b - w) for s, b, w in zip(signs, better, worse, strict=True)]
    return min(gains) >= 0 and is_worse_or_same(case, "CD", "AB")


def contradicts_minimum(case):
    """C and D agree more than one block and single cells, but have no better value."""
    both, _, _, neither = case.counts("CD")
    assert case.counts("AB")[0] == case.counts("AB")[3] == 0
    if both == neither == 0:
        return not close(case("AB"), case("CD"))
    return is_worse_or_same(case, "CD", "AB")


def contradicts_proportion(case):
    """The losses per misclassified cell differ, or there is none."""
    one, other = (
        (case(2 * pair[0]) - case(pair))
        / CONTRACTS["classification_error"](*map(case.structures.get, pair))
        for pair in ("AB", "CD")
    )
    return not close(one, other) or other < 0 or close(other, 0)


CONTRADICTS = {
    "defined everywhere": lambda case: math.isnan(case("AB")),
    "label names": has_changed,
    "order of samples": has_changed,
    "symmetry": lambda case: not close(case("AB"), case("BA")),
    "maximal agreement": contradicts_equality,
    "minimal agreement": contradicts_minimum,
    "triangle inequality": contradicts_triangle,
    "distance": lambda case: (
        contradicts_triangle(case)
        if "C" in case.structures
        else contradicts_equality(case) or not close(case("AB"), case("BA"))
    ),
    "monotone in splits": contradicts_splits,
    "monotone in merges": contradicts_merges,
    "strong monotonicity": contradicts_strong_monotonicity,
    "constant baseline": lambda case: not close(case.mean("AB"), case.mean("CD")),
    "proportional to misclassified cells": contradicts_proportion,
    "range from 0 to 1": lambda case: (
        not 0 <= abs(case("AB")) <= 1
        or case("AB") < 0 < case.contract.greater_is_better
        or abs(case("AA")) != case.contract.greater_is_better
    ),
    "zero at independence": lambda case: (
        not close(case("AB"), 0 if case.contract.greater_is_better else -1)
    ),
}


def parsed(lines):
    """Read the structures and the values that a counterexample prints."""
    pairs = [line.split(" = ", 1) for line in lines]
    structures = {k: ast.literal_eval(v) for k, v in pairs if len(k) == 1}
    return structures, {k: float(v) for k, v in pairs if k not in structures}
